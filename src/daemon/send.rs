//! The outbox goes out: at least once, and once as far as it can be known.

use super::{admin, bounce};
use crate::config::Config;
use crate::post::{Mailer, Outgoing, PostError, Sent};
use crate::store::{OutboxRow, Store, StoreError};

/// How many letters are handed to the mailer at a time.
const BATCH: i64 = 100;
/// Letters are given up after so many seconds (RFC 5321, 4.5.4.1: 4 to 5 days).
const GIVE_UP: i64 = 5 * 86_400;
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
    let mut total = Drained::default();
    let mut tried: std::collections::BTreeSet<i64> = std::collections::BTreeSet::new();
    loop {
        let rows: Vec<OutboxRow> = store
            .ask()
            .due(due, now(), BATCH + i64::try_from(tried.len()).unwrap_or(0))?
            .into_iter()
            .filter(|r| !tried.contains(&r.id))
            .collect();
        if rows.is_empty() {
            return Ok((total, None));
        }
        tried.extend(rows.iter().map(|r| r.id));
        let tx = store.begin()?;
        tx.sending(&rows.iter().map(|r| r.id).collect::<Vec<_>>())?;
        tx.commit()?;
        let letters: Vec<Outgoing> = rows
            .iter()
            .map(|r| Outgoing { id: r.id, from: r.sender.clone(), to: r.rcpt.clone(), bytes: r.bytes.clone() })
            .collect();
        let mut fault = None;
        let mut known = vec![false; rows.len()];
        let result = mailer.send(&letters, &mut |n, sent| {
            let Some(row) = rows.get(n) else { return };
            if let Some(k) = known.get_mut(n) {
                *k = true;
            }
            if let Sent::Accepted(_) = sent {
                total.sent += 1;
            } else {
                total.failed += 1;
            }
            if let Err(e) = settle(store, config, row, &sent, now()) {
                fault = Some(e);
            }
        });
        if let Some(fault) = fault {
            return Err(fault);
        }
        for (row, _) in rows.iter().zip(&known).filter(|(_, k)| !**k) {
            total.failed += 1;
            settle(store, config, row, &Sent::Untried("it was not tried".to_owned()), now())?;
        }
        if let Err(e) = result {
            return Ok((total, Some(e)));
        }
    }
}

fn settle(store: &mut Store, config: &Config, row: &OutboxRow, sent: &Sent, now: i64) -> Result<(), StoreError> {
    let attempts = row.attempts + 1;
    let tx = store.begin()?;
    match sent {
        Sent::Accepted(receipt) => {
            tracing::info!(letter = row.id, "sent");
            tx.sent(row.id, receipt, now)?;
        }
        Sent::Refused { permanent: true, text } => {
            give_up(&tx, config, row, text, now)?;
            bounce::unreachable(&tx, config, &row.rcpt, text, now)?;
        }
        Sent::Refused { text, .. } if now - row.created > GIVE_UP => give_up(&tx, config, row, text, now)?,
        Sent::Refused { text, .. } => {
            tracing::warn!(letter = row.id, text, "put off");
            tx.defer(row.id, now + backoff(attempts), text, false)?;
        }
        Sent::Unknown(text) if row.unknowns >= UNKNOWNS => give_up(&tx, config, row, text, now)?,
        Sent::Unknown(text) => {
            tracing::warn!(letter = row.id, text, "nobody knows whether it was taken");
            // one quick try, then as any other
            let wait = if row.unknowns == 0 { 5 } else { backoff(attempts) };
            tx.defer(row.id, now + wait, text, true)?;
        }
        Sent::Untried(text) if now - row.created > GIVE_UP => give_up(&tx, config, row, text, now)?,
        // the server is away, perhaps only restarted: that says nothing about this letter
        Sent::Untried(text) => tx.defer(row.id, now + (1 << attempts.clamp(1, 5)).min(30), text, false)?,
    }
    tx.commit()
}

fn give_up(
    tx: &crate::store::Tx<'_>,
    config: &Config,
    row: &OutboxRow,
    text: &str,
    now: i64,
) -> Result<(), StoreError> {
    tracing::error!(letter = row.id, text, "given up");
    tx.bury(row.id, text)?;
    // a letter to an admin that fails is no reason to write to the admin
    if config.admins.iter().any(|a| a.addresses.contains(&row.rcpt)) {
        return Ok(());
    }
    let args = [("address", row.rcpt.clone()), ("why", text.to_owned())];
    admin::tell(tx, config, &format!("dead.{}", row.id), "admin-dead", &args, now)
}
