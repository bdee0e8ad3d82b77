//! The outbox goes out: at least once, and once as far as it can be known.
//!
//! A letter is `sending` before its first byte leaves, and `sent` after the server's word; many letters may share the
//! transaction of either. The lines work side by side (`lanes`); what they report is written down in groups.

use std::collections::{BTreeMap, BTreeSet};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::mpsc;

use super::lanes::{Queue, Told, work};
use super::{admin, bounce, outage};
use crate::config::Config;
use crate::post::{Mailer, Outgoing, PostError, Sent, Trouble};
use crate::store::{OutboxRow, Store, StoreError, Tx};

/// How many letters are taken out of the outbox at a time, and at how few that is done again.
const FEED: usize = 48;
const LOW: usize = 16;
/// How many words of lines wait to be heard. A line waits for its own anyway.
const AHEAD: usize = 16;
/// Letters are given up after so many seconds (RFC 5321, 4.5.4.1: 4 to 5 days), and not before so many tries: a clock
/// that was set forward must not throw them away.
const GIVE_UP: i64 = 5 * 86_400;
const GIVE_UP_TRIES: i64 = 8;
/// A letter whose fate is unknown is sent again at most so often.
const UNKNOWNS: i64 = 3;

/// What became of the letters that were due.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Drained {
    /// Taken by the server.
    pub sent: usize,
    /// Put off or given up.
    pub failed: usize,
}

/// What a sender remembers from one drain to the next.
#[derive(Default)]
pub(super) struct Memory {
    /// Letters that were tried and did not go; not tried again as long as they stand here.
    pub(super) held: BTreeSet<i64>,
    /// Letters in a damaged part of the database.
    damaged: BTreeSet<i64>,
    /// Fates that could not be written down: a letter that was taken must not go again.
    unsettled: Vec<(OutboxRow, Sent)>,
}

/// Letters are held back for so long, at most.
const DAY: i64 = 86_400;
/// The longest wait between two tries.
const LONGEST: i64 = 3600;

/// The wait after so many attempts, in seconds: 1, 5, 15, 30, 60 minutes, and hourly from then on.
fn backoff(attempts: i64) -> i64 {
    60 * match attempts {
        i64::MIN..=1 => 1,
        2 => 5,
        3 => 15,
        4 => 30,
        _ => 60,
    }
}

/// Sends what is due at `due` (`i64::MAX` = everything, once). Each letter's fate is stored as soon as it is known.
///
/// # Errors
/// [`StoreError`] where a fate could not be stored; the inner [`PostError`] where the server could not be reached or
/// threw the line away.
pub fn drain(
    store: &mut Store,
    config: &Config,
    mailer: &mut dyn Mailer,
    due: i64,
    now: &dyn Fn() -> i64,
) -> Result<(Drained, Option<PostError>), StoreError> {
    drain_over(store, config, &mut [mailer], &|| due, now, &mut Memory::default())
}

/// As [`drain`], over several lines. The first is opened alone: a server that is away or does not let us in is asked
/// once.
pub(super) fn drain_over(
    store: &mut Store,
    config: &Config,
    lines: &mut [&mut dyn Mailer],
    due: &dyn Fn() -> i64,
    now: &dyn Fn() -> i64,
    memory: &mut Memory,
) -> Result<(Drained, Option<PostError>), StoreError> {
    let queue = Queue::default();
    let mut ledger = Ledger {
        store,
        config,
        memory,
        out: BTreeMap::new(),
        fates: Vec::new(),
        waiting: Vec::new(),
        total: Drained::default(),
    };
    ledger.fates.append(&mut ledger.memory.unsettled);
    if let Err(e) = ledger.write_down(&queue, due(), now(), true) {
        ledger.memory.unsettled = ledger.fates;
        return Err(e);
    }
    if ledger.out.is_empty() {
        return Ok((ledger.total, None));
    }
    let (told, words) = mpsc::sync_channel::<Told>(AHEAD);
    let (queue, mut lines) = (&queue, lines.iter_mut());
    std::thread::scope(|scope| {
        let mut start = || {
            let Some(line) = lines.next() else { return false };
            let told = told.clone();
            scope.spawn(move || {
                // a line that breaks down is missed by nobody who waits for its words
                if catch_unwind(AssertUnwindSafe(|| work(&mut **line, queue, &told))).is_err() {
                    let _ = told.send(Told::Ended(Err(PostError::new(Trouble::Protocol, "a line broke down"))));
                }
            });
            true
        };
        let (mut working, mut open) = (usize::from(start()), false);
        let mut fault = None;
        let mut result = Ok(());
        while !ledger.out.is_empty() && working > 0 && result.is_ok() {
            // all that is there, and at least one
            let mut next = words.recv().ok();
            while let Some(word) = next {
                match word {
                    Told::Open => open = true,
                    Told::Fate(id, sent, unwritten) => {
                        ledger.hear(id, sent);
                        ledger.waiting.push(unwritten);
                    }
                    Told::Ended(ended) => {
                        working = working.saturating_sub(1);
                        if let Err(e) = ended {
                            if working > 0 && e.trouble != Trouble::Stopped {
                                tracing::warn!(lines = working, "a line less: {e}");
                            }
                            fault = Some(e);
                        }
                    }
                }
                next = words.try_recv().ok();
            }
            let feed = queue.len() < LOW && working > 0;
            if !ledger.fates.is_empty() {
                result = ledger.write_down(queue, due(), now(), feed);
            }
            while open && working < queue.len() && start() {
                working = working.saturating_add(1);
            }
        }
        // as long as one line works, the others are no fault
        let fault = fault.filter(|_| working == 0);
        let left = queue.close();
        ledger.waiting.clear();
        while working > 0 {
            match words.recv() {
                Ok(Told::Fate(id, sent, _)) => ledger.hear(id, sent),
                Ok(Told::Ended(_)) => working = working.saturating_sub(1),
                Ok(Told::Open) => {}
                Err(_) => break,
            }
        }
        let why = fault.as_ref().map_or("it was not tried", |e| e.text.as_str());
        for letter in &left {
            ledger.hear(letter.id, Sent::Untried(why.to_owned()));
        }
        let shut = fault.as_ref().filter(|e| e.trouble != Trouble::Stopped);
        let last = result.and_then(|()| ledger.close(shut, now()));
        let total = ledger.total;
        if last.is_err() {
            ledger.memory.unsettled = ledger.fates;
        }
        last.map(|()| (total, fault))
    })
}

/// Where fates are written down.
struct Ledger<'a> {
    store: &'a mut Store,
    config: &'a Config,
    memory: &'a mut Memory,
    /// Letters that were taken out of the outbox, by number.
    out: BTreeMap<i64, OutboxRow>,
    /// Fates that are known and not written down.
    fates: Vec<(OutboxRow, Sent)>,
    /// Lines that go on when this is dropped: their fates are written down.
    waiting: Vec<mpsc::Sender<()>>,
    total: Drained,
}

impl Ledger<'_> {
    fn hear(&mut self, id: i64, sent: Sent) {
        if let Some(row) = self.out.remove(&id) {
            self.fates.push((row, sent));
        }
    }

    /// Writes down what is known, and with `feed` takes more letters out, in one transaction.
    fn write_down(&mut self, queue: &Queue, due: i64, now: i64, feed: bool) -> Result<(), StoreError> {
        if self.fates.is_empty() && !feed {
            return Ok(());
        }
        let busy: BTreeSet<i64> = self.fates.iter().map(|(row, _)| row.id).chain(self.out.keys().copied()).collect();
        let tx = self.store.begin()?;
        settle_all(&tx, self.config, &self.fates, now)?;
        let rows = if feed {
            // a longer wait than any of ours was set by a clock that has been set back since
            tx.hasten(now.saturating_add(LONGEST), now.saturating_add(2 * DAY), now)?;
            claim(&tx, due, now, &busy, self.memory)?
        } else {
            Vec::new()
        };
        tx.commit()?;
        self.waiting.clear();
        self.settled(now);
        let mut letters = Vec::new();
        for mut row in rows {
            let bytes = std::mem::take(&mut row.bytes);
            letters.push(Outgoing { id: row.id, from: row.sender.clone(), to: row.rcpt.clone(), bytes });
            self.out.insert(row.id, row);
        }
        queue.push(letters);
        Ok(())
    }

    /// Writes down the last fates, and with `shut` that the way out is closed.
    fn close(&mut self, shut: Option<&PostError>, now: i64) -> Result<(), StoreError> {
        if self.fates.is_empty() && shut.is_none() {
            return Ok(());
        }
        let tx = self.store.begin()?;
        settle_all(&tx, self.config, &self.fates, now)?;
        if let Some(error) = shut {
            tx.set_shut(true)?;
            outage::shut(&tx, self.config, error, now)?;
        }
        tx.commit()?;
        self.settled(now);
        Ok(())
    }

    /// The fates stand in the database.
    fn settled(&mut self, now: i64) {
        for (row, sent) in self.fates.drain(..) {
            if let Sent::Accepted(_) = sent {
                self.total.sent = self.total.sent.saturating_add(1);
                let waited = now.saturating_sub(row.created);
                let (game, seat) = about(&row.msgid);
                tracing::info!(letter = row.id, game, seat, attempts = row.attempts, waited, "sent");
            } else {
                self.total.failed = self.total.failed.saturating_add(1);
                self.memory.held.insert(row.id);
            }
        }
    }
}

/// Game and seat of a letter of ours, by its Message-ID, which must not be logged: it bears the token.
fn about(msgid: &str) -> (Option<i64>, Option<u8>) {
    let mut parts = msgid.trim_start_matches('<').split('.');
    let game = parts.next().and_then(|p| p.strip_prefix('g')?.parse().ok());
    let seat = parts.nth(1).and_then(|p| p.strip_prefix('s')?.parse().ok());
    (game, seat)
}

/// Takes letters that are due out of the outbox, except some.
fn claim(
    tx: &Tx<'_>,
    due: i64,
    now: i64,
    busy: &BTreeSet<i64>,
    memory: &mut Memory,
) -> Result<Vec<OutboxRow>, StoreError> {
    let (held, damaged) = (&memory.held, &mut memory.damaged);
    let most = FEED.saturating_add(busy.len()).saturating_add(held.len()).saturating_add(damaged.len());
    let fresh = |id: &i64| !busy.contains(id) && !held.contains(id) && !damaged.contains(id);
    let ids: Vec<i64> = tx.ask().due_ids(due, now, most)?.into_iter().filter(fresh).take(FEED).collect();
    let mut rows = Vec::new();
    for id in ids {
        // one damaged letter must not stop the others
        let sound = match tx.ask().out_row(id) {
            Ok(Some(mut row)) => tx.sending(&[id]).map(|()| {
                row.attempts = row.attempts.saturating_add(1);
                rows.push(row);
            }),
            Ok(None) => Ok(()),
            Err(StoreError::Row(why)) => {
                tracing::error!(letter = id, why, "given up");
                tx.bury(id, &why)
            }
            Err(e) => Err(e),
        };
        match sound {
            Err(e) if e.is_damage() => {
                tracing::error!(letter = id, "not touched: {e}");
                damaged.insert(id);
            }
            other => other?,
        }
    }
    Ok(rows)
}

fn settle_all(tx: &Tx<'_>, config: &Config, fates: &[(OutboxRow, Sent)], now: i64) -> Result<(), StoreError> {
    if fates.iter().any(|(_, sent)| matches!(sent, Sent::Accepted(_))) && tx.ask().shut()? {
        tx.set_shut(false)?;
        outage::open(tx)?;
    }
    fates.iter().try_for_each(|(row, sent)| settle(tx, config, row, sent, now))
}

/// Was it tried for long enough?
fn too_old(row: &OutboxRow, now: i64) -> bool {
    now.saturating_sub(row.created) > GIVE_UP && row.attempts >= GIVE_UP_TRIES
}

fn settle(tx: &Tx<'_>, config: &Config, row: &OutboxRow, sent: &Sent, now: i64) -> Result<(), StoreError> {
    let attempts = row.attempts;
    match sent {
        Sent::Accepted(receipt) => tx.sent(row.id, receipt, now),
        Sent::Refused { permanent: true, text } => {
            give_up(tx, config, row, text, now)?;
            bounce::unreachable(tx, config, &row.rcpt, text, now).map(|_| ())
        }
        Sent::Refused { text, .. } if too_old(row, now) => give_up(tx, config, row, text, now),
        Sent::Refused { text, .. } => {
            tracing::warn!(letter = row.id, text, "put off");
            tx.defer(row.id, now + backoff(attempts), text, false)
        }
        Sent::Unknown(text) if row.unknowns >= UNKNOWNS => give_up(tx, config, row, text, now),
        Sent::Unknown(text) => {
            tracing::warn!(letter = row.id, text, "nobody knows whether it was taken");
            // one quick try, then as any other
            let wait = if row.unknowns == 0 { 5 } else { backoff(attempts) };
            tx.defer(row.id, now + wait, text, true)
        }
        Sent::Untried(text) if too_old(row, now) => give_up(tx, config, row, text, now),
        // the server is away, perhaps only restarted: that says nothing about this letter
        Sent::Untried(text) => tx.defer(row.id, now + (1 << attempts.clamp(1, 5)).min(30), text, false),
    }
}

fn give_up(tx: &Tx<'_>, config: &Config, row: &OutboxRow, text: &str, now: i64) -> Result<(), StoreError> {
    tracing::error!(letter = row.id, text, "given up");
    tx.bury(row.id, text)?;
    // a letter to an admin that fails is no reason to write to the admin
    if config.admins.iter().any(|a| a.addresses.contains(&row.rcpt)) {
        return Ok(());
    }
    let args = [("address", row.rcpt.clone()), ("why", text.to_owned())];
    admin::tell(tx, config, &format!("dead.{}", row.id), "admin-dead", &args, now)
}
