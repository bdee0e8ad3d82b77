//! An IMAP mailbox. The only file that knows the `imap` crate.
//!
//! The crate's alpha is taken with care: every call has a deadline of ours (`Clock`) and runs where a panic is caught
//! (it panics on some answers that a server may give), and after any error but a plain NO the session is dropped; the
//! next call makes a new one. UID commands alone are used, and a UID counts only within its UIDVALIDITY.

use super::imap_text::{BATCH_BYTES, batches, fetched_uids, list_of, number_behind, quoted, starts, text_lines, words};
use super::password::{bearer, by_token, logged_in, masked};
use super::wire::{Clock, TALK, Wire, name, printable};
use super::{Arrived, Inbox, Listed, Place, PostError, Secret, Server, Stop, Timeouts, Tls, Trouble};
use crate::fault;
use ::imap::Session;
use ::imap::types::{Fetches, Flag, UnsolicitedResponse};
use std::cell::Cell;
use std::collections::{BTreeMap, BTreeSet};
use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::{Duration, Instant};

/// Bytes of a header that are fetched of a letter over the limit.
const HEADER_BYTES: u64 = 256 << 10;
/// An IDLE is shorter than this, whatever is configured: servers and routers forget silent lines.
const LONGEST_IDLE: Duration = Duration::from_secs(290);
/// An older session is made anew.
const LONGEST_SESSION: Duration = Duration::from_secs(86_400);
/// The time to end an IDLE, and to try whether a server keeps to the rules of it.
const DONE_LIMIT: Duration = Duration::from_secs(15);
/// How often a server without IDLE is asked.
const ASK_EVERY: Duration = Duration::from_secs(10);
const SLEEP: Duration = Duration::from_millis(100);
/// What a step may still take once we were told to stop.
const NONE: Duration = Duration::ZERO;
const FINISH: Duration = Duration::from_secs(5);
const BRIEFLY: Duration = Duration::from_secs(1);

/// A mailbox on an IMAP server.
pub struct ImapInbox {
    server: Server,
    folder: String,
    done_folder: String,
    timeouts: Timeouts,
    idle: bool,
    clock: Clock,
    session: Option<Open>,
    /// The highest UID that was listed, and its UIDVALIDITY: what is above is news.
    seen: (i64, u32),
}

/// A session with the folder selected.
struct Open {
    session: Session<Wire>,
    epoch: i64,
    can: BTreeSet<String>,
    since: Instant,
}

/// How a step ended that did not succeed.
enum Fault {
    /// NO: the session goes on.
    Refused(String),
    /// The session is gone.
    Broken(PostError),
}

impl ImapInbox {
    /// A mailbox; connects at the first call. `idle`: wait by IDLE where the server has it. Until [`Inbox::wait`] is
    /// given another signal, `stop` cuts every step short: at once while letters are listed or fetched, after 5 s
    /// while they are moved.
    #[must_use]
    pub fn new(
        server: Server,
        folder: String,
        done_folder: String,
        timeouts: Timeouts,
        idle: bool,
        stop: Stop,
    ) -> Self {
        let farewell = if timeouts.command.is_zero() { DONE_LIMIT } else { timeouts.command.min(DONE_LIMIT) };
        let clock = Clock::new(stop, farewell);
        Self { server, folder, done_folder, timeouts, idle, clock, session: None, seen: (0, 0) }
    }

    fn fail(&self, trouble: Trouble, what: &str) -> PostError {
        PostError::new(trouble, format!("{}: {what}", name(&self.server)))
    }

    /// Runs one step of the dialogue within limits.
    fn step<T>(
        &mut self,
        what: &str,
        limit: Duration,
        bytes: u64,
        grace: Duration,
        act: impl FnOnce(&mut Session<Wire>) -> ::imap::error::Result<T>,
    ) -> Result<T, Fault> {
        let Some(mut open) = self.session.take() else {
            return Err(Fault::Broken(self.fail(Trouble::Io, &format!("{what}: not connected"))));
        };
        self.clock.begin(limit, bytes, grace);
        // whatever a panic leaves behind is dropped
        let result = catch_unwind(AssertUnwindSafe(|| act(&mut open.session)));
        match result {
            Ok(Ok(value)) => {
                let _ = open.session.take_all_unsolicited();
                self.session = Some(open);
                Ok(value)
            }
            Ok(Err(::imap::Error::No(no))) => {
                self.session = Some(open);
                Err(Fault::Refused(printable(&no.information)))
            }
            Ok(Err(error)) => Err(Fault::Broken(self.error(what, &error))),
            Err(_) => Err(Fault::Broken(self.fail(Trouble::Protocol, &format!("{what}: senseless answer")))),
        }
    }

    fn error(&self, what: &str, error: &::imap::Error) -> PostError {
        match error {
            ::imap::Error::Io(e) => self.clock.error(&self.server, what, e),
            ::imap::Error::ConnectionLost => {
                self.fail(Trouble::Io, &format!("{what}: the server closed the connection"))
            }
            // also what the crate says of a line that it cannot read
            ::imap::Error::Bye(bye) => {
                self.fail(Trouble::Protocol, &format!("{what}: BYE or unreadable: {}", printable(&bye.information)))
            }
            // its text may hold whole letters
            ::imap::Error::Parse(_) => self.fail(Trouble::Protocol, &format!("{what}: unreadable answer")),
            other => self.fail(Trouble::Protocol, &format!("{what}: {}", printable(&other.to_string()))),
        }
    }

    /// A fault where a refusal is an error too.
    fn broken(&self, what: &str, fault: Fault) -> PostError {
        match fault {
            Fault::Refused(text) => self.fail(Trouble::Protocol, &format!("{what}: NO {text}")),
            Fault::Broken(error) => error,
        }
    }

    /// Connects, logs in and selects, where there is no session. Gives the UIDVALIDITY.
    fn open(&mut self, grace: Duration) -> Result<i64, PostError> {
        match &self.session {
            Some(open) if open.since.elapsed() < LONGEST_SESSION => return Ok(open.epoch),
            Some(_) => self.close(),
            None => {}
        }
        let user = self.server.user.clone().unwrap_or_default();
        let session = logged_in(&self.server, &user, |secret| {
            let mut wire = Wire::dial(&self.server, &self.timeouts, &self.clock)?;
            if self.server.tls == Tls::Starttls {
                wire = self.starttls(wire)?;
            }
            catch_unwind(AssertUnwindSafe(|| self.log_in(wire, &user, secret, grace)))
                .unwrap_or_else(|_| Err(self.fail(Trouble::Protocol, "login: senseless answer")))
        })?;
        self.session = Some(Open { session, epoch: 0, can: BTreeSet::new(), since: Instant::now() });
        let can = self.run("CAPABILITY", grace).map_err(|f| self.drop_after("CAPABILITY", f))?;
        let folder = quoted(&self.folder);
        let selected = self.run(&format!("SELECT {folder}"), grace);
        let selected = selected.map_err(|f| self.drop_after(&format!("folder {:?}", self.folder), f))?;
        let Some(epoch) = number_behind(&selected, "[UIDVALIDITY ") else {
            self.session = None;
            return Err(self.fail(Trouble::Protocol, "SELECT: no UIDVALIDITY"));
        };
        let epoch = i64::from(epoch);
        if let Some(open) = &mut self.session {
            open.epoch = epoch;
            open.can = words(&can);
        }
        if self.seen.0 != epoch {
            self.seen = (epoch, 0);
        }
        Ok(epoch)
    }

    fn drop_after(&mut self, what: &str, fault: Fault) -> PostError {
        self.session = None;
        self.broken(what, fault)
    }

    /// STARTTLS by hand, for the crate begins only after it.
    fn starttls(&self, mut wire: Wire) -> Result<Wire, PostError> {
        let lost = |e: &std::io::Error| self.clock.error(&self.server, "STARTTLS", e);
        self.clock.begin(self.timeouts.greeting, TALK, NONE);
        let greeting = wire.read_line().map_err(|e| lost(&e))?;
        self.greeted(&greeting)?;
        self.clock.begin(self.timeouts.command, TALK, NONE);
        wire.write_all(b"s1 STARTTLS\r\n").and_then(|()| wire.flush()).map_err(|e| lost(&e))?;
        loop {
            let line = wire.read_line().map_err(|e| lost(&e))?;
            let text = String::from_utf8_lossy(&line);
            match text.strip_prefix("s1 ") {
                Some(rest) if starts(rest, "OK") => return wire.secure(&self.server, &self.timeouts),
                Some(rest) => return Err(self.fail(Trouble::Tls, &format!("STARTTLS refused: {}", printable(rest)))),
                None if text.starts_with('*') => {}
                None => return Err(self.fail(Trouble::Protocol, &format!("STARTTLS: {}", printable(&text)))),
            }
        }
    }

    fn greeted(&self, greeting: &[u8]) -> Result<(), PostError> {
        let text = String::from_utf8_lossy(greeting);
        // PREAUTH would mean a mailbox that nobody asked for, and before TLS an attack
        match text.strip_prefix("* ") {
            Some(rest) if starts(rest, "OK") => Ok(()),
            _ => Err(self.fail(Trouble::Protocol, &format!("greeting: {}", printable(&text)))),
        }
    }

    fn log_in(&self, wire: Wire, user: &str, secret: &Secret, grace: Duration) -> Result<Session<Wire>, PostError> {
        let mut client = ::imap::Client::new(wire.ascii());
        if self.server.tls != Tls::Starttls {
            self.clock.begin(self.timeouts.greeting, TALK, grace);
            let greeting = client.read_greeting().map_err(|e| self.error("greeting", &e))?;
            self.greeted(&greeting)?;
        }
        self.clock.begin(self.timeouts.command, TALK, grace);
        let can = client.capabilities().map_err(|e| self.error("CAPABILITY", &e))?;
        self.clock.begin(self.timeouts.command, TALK, grace);
        let done = if by_token(&self.server) {
            if !can.has_str("AUTH=XOAUTH2") {
                return Err(self.fail(Trouble::Login, "login: the server does not offer AUTH=XOAUTH2"));
            }
            client.authenticate("XOAUTH2", &Once::new(bearer(user, secret)))
        } else if can.has_str("AUTH=PLAIN") {
            client.authenticate("PLAIN", &Once::new(format!("\0{user}\0{}", secret.reveal())))
        } else if !can.has_str("LOGINDISABLED") && user.is_ascii() && secret.reveal().is_ascii() {
            client.login(user, secret.reveal())
        } else {
            return Err(self.fail(Trouble::Login, "login: the server offers neither AUTH=PLAIN nor LOGIN"));
        };
        done.map_err(|(error, _)| match error {
            ::imap::Error::No(no) => {
                let text = printable(&masked(&no.information, user, secret));
                self.fail(Trouble::Login, &format!("login as {user}: {text}"))
            }
            ::imap::Error::Bad(bad) => {
                let text = printable(&masked(&bad.information, user, secret));
                self.fail(Trouble::Protocol, &format!("login as {user}: BAD {text}"))
            }
            ::imap::Error::Validate(_) => self.fail(Trouble::Login, "login: a line end in name or password"),
            ::imap::Error::Io(_) | ::imap::Error::ConnectionLost => self.error("login", &error),
            _ => self.fail(Trouble::Protocol, "login: unreadable answer"),
        })
    }

    /// Runs a plain command; gives the untagged lines.
    fn run(&mut self, command: &str, grace: Duration) -> Result<Vec<u8>, Fault> {
        let verb = command.split(' ').find(|w| *w != "UID").unwrap_or_default();
        self.step(verb, self.timeouts.command, BATCH_BYTES, grace, |s| s.run_command_and_read_response(command))
    }

    fn uid_fetch(&mut self, set: &str, query: &str, bytes: u64) -> Result<Fetches, Fault> {
        self.step("FETCH", self.timeouts.fetch, bytes, NONE, |s| s.uid_fetch(set, query))
    }

    /// Fetches some letters into `got`. Those that the server refuses are fetched one by one, and left out where it
    /// refuses again: they were expunged, or are poison, and must not stop the others.
    fn fetch_some(
        &mut self,
        uids: &[u32],
        query: &str,
        bytes: u64,
        got: &mut BTreeMap<u32, Vec<u8>>,
    ) -> Result<(), PostError> {
        let fetches = match self.uid_fetch(&list_of(uids), query, bytes) {
            Ok(fetches) => fetches,
            Err(Fault::Broken(error)) => return Err(error),
            Err(Fault::Refused(_)) if uids.len() > 1 => {
                self.run("NOOP", NONE).map_err(|f| self.broken("NOOP", f))?;
                return uids.iter().try_for_each(|uid| self.fetch_some(&[*uid], query, bytes, got));
            }
            Err(Fault::Refused(text)) => {
                tracing::warn!(uid = ?uids, "the server refuses a letter: {text}");
                return Ok(());
            }
        };
        for fetch in fetches.iter() {
            if let (Some(uid), Some(bytes)) = (fetch.uid, fetch.body().or_else(|| fetch.header())) {
                got.insert(uid, bytes.to_vec());
            }
        }
        Ok(())
    }

    /// The UIDs among those that are letters of this folder as it is now.
    fn uid(&self, place: &Place, epoch: i64) -> Option<u32> {
        (place.epoch == epoch && place.folder == self.folder).then(|| place.key.parse().ok()).flatten()
    }

    /// Moves letters; a refusal is told.
    fn move_once(&mut self, set: &str) -> Result<(), Fault> {
        let can = |word: &str| self.session.as_ref().is_some_and(|o| o.can.contains(word));
        let (can_move, can_expunge) = (can("MOVE"), can("UIDPLUS"));
        let target = quoted(&self.done_folder);
        if can_move {
            return self.run(&format!("UID MOVE {set} {target}"), FINISH).map(drop);
        }
        self.run(&format!("UID COPY {set} {target}"), FINISH)?;
        fault::point("imap-copied");
        self.run(&format!("UID STORE {set} +FLAGS.SILENT (\\Deleted)"), FINISH)?;
        fault::point("imap-marked");
        // a bare EXPUNGE would take along what others marked; `list` passes over marked letters
        if can_expunge { self.run(&format!("UID EXPUNGE {set}"), FINISH).map(drop) } else { Ok(()) }
    }

    fn move_set(&mut self, uids: &[u32]) -> Result<(), PostError> {
        let set = list_of(uids);
        match self.move_once(&set) {
            Ok(()) => return Ok(()),
            Err(Fault::Broken(error)) => return Err(error),
            Err(Fault::Refused(text)) => tracing::debug!("move refused: {text}"),
        }
        // the folder is missing, or some letters are
        match self.run(&format!("CREATE {}", quoted(&self.done_folder)), FINISH) {
            Ok(_) | Err(Fault::Refused(_)) => {}
            Err(Fault::Broken(error)) => return Err(error),
        }
        let lines = self.run(&format!("UID FETCH {set} (UID)"), FINISH).map_err(|f| self.broken("FETCH", f))?;
        let asked: BTreeSet<u32> = uids.iter().copied().collect();
        let left: Vec<u32> = fetched_uids(&lines).filter(|u| asked.contains(u)).collect();
        if left.is_empty() {
            return Ok(());
        }
        let what = format!("move to {:?}", self.done_folder);
        self.move_once(&list_of(&left)).map_err(|f| self.broken(&what, f))
    }

    /// Did letters come that were not listed? Asks with a command whose answer shows it.
    fn news(&mut self, command: &str) -> Result<bool, PostError> {
        let lines = self.run(command, NONE).map_err(|f| self.broken("waiting", f))?;
        let exists = text_lines(&lines).any(|l| l.starts_with("* ") && l.trim_end().ends_with(" EXISTS"));
        Ok(exists || fetched_uids(&lines).any(|uid| uid > self.seen.1))
    }

    /// One IDLE; true where letters may have come.
    fn idle(&mut self, limit: Duration) -> Result<bool, PostError> {
        let (mut news, mut bye) = (false, false);
        // until the server said that it idles; then `Wire::set_read_timeout` sets the limits
        let first = if self.timeouts.command.is_zero() { DONE_LIMIT } else { self.timeouts.command.min(DONE_LIMIT) };
        let ended = self.step("IDLE", first, TALK, BRIEFLY, |session| {
            let mut handle = session.idle();
            handle.timeout(limit).keepalive(false);
            handle.wait_while(|response| {
                news |= matches!(response, UnsolicitedResponse::Exists(_) | UnsolicitedResponse::Recent(_));
                bye |= matches!(response, UnsolicitedResponse::Bye { .. });
                !news && !bye
            })
        });
        match ended {
            Ok(_) if bye => Err(self.drop_after("IDLE", Fault::Broken(self.fail(Trouble::Io, "IDLE: BYE")))),
            Ok(_) => Ok(news),
            Err(fault) => {
                // a server that offers IDLE and then refuses it would do so for ever
                let error = self.drop_after("IDLE", fault);
                self.idle &= error.trouble != Trouble::Protocol;
                Err(error)
            }
        }
    }
}

impl Inbox for ImapInbox {
    fn list(&mut self) -> Result<Vec<Listed>, PostError> {
        let epoch = self.open(NONE)?;
        let query = "(UID RFC822.SIZE FLAGS)";
        let fetches = match self.uid_fetch("1:*", query, 64 << 20) {
            Err(Fault::Refused(_)) => {
                // something was expunged that this session has not heard of
                self.run("NOOP", NONE).map_err(|f| self.broken("NOOP", f))?;
                self.uid_fetch("1:*", query, 64 << 20)
            }
            other => other,
        }
        .map_err(|f| self.broken("FETCH", f))?;
        let mut sizes = BTreeMap::new();
        for fetch in fetches.iter() {
            if let (Some(uid), Some(size)) = (fetch.uid, fetch.size) {
                self.seen.1 = self.seen.1.max(uid);
                if !fetch.flags().contains(&Flag::Deleted) {
                    sizes.insert(uid, u64::from(size));
                }
            }
        }
        let place = |uid: u32| Place { folder: self.folder.clone(), epoch, key: uid.to_string() };
        Ok(sizes.into_iter().map(|(uid, size)| Listed { place: place(uid), size }).collect())
    }

    fn fetch(&mut self, letters: &[Listed], limit: u64) -> Result<Vec<Arrived>, PostError> {
        let epoch = self.open(NONE)?;
        let wanted: Vec<(u32, &Listed)> =
            letters.iter().filter_map(|l| self.uid(&l.place, epoch).map(|uid| (uid, l))).collect();
        let (big, small): (Vec<_>, Vec<_>) = wanted.iter().partition(|(_, l)| limit > 0 && l.size > limit);
        // one byte over the limit tells a letter that is bigger than the server said
        let cut = u32::try_from(limit).unwrap_or(u32::MAX).saturating_add(1);
        let whole = if limit == 0 { "(UID BODY.PEEK[])".to_owned() } else { format!("(UID BODY.PEEK[]<0.{cut}>)") };
        let header = format!("(UID BODY.PEEK[HEADER]<0.{HEADER_BYTES}>)");
        let mut got = BTreeMap::new();
        for (some, query, most) in [(small, &whole, limit), (big, &header, HEADER_BYTES)] {
            for batch in batches(&some, most) {
                let uids: Vec<u32> = batch.iter().map(|(uid, _)| *uid).collect();
                let said: u64 = batch.iter().map(|(_, l)| l.size).sum();
                let count = u64::try_from(batch.len()).unwrap_or(u64::MAX);
                let fair = if most == 0 { said.saturating_mul(2) } else { most.saturating_mul(count) };
                let budget = fair.saturating_add(count.saturating_mul(4096)).saturating_add(TALK);
                self.fetch_some(&uids, query, budget, &mut got)?;
            }
        }
        let arrived = |(uid, listed): &(u32, &Listed)| {
            let mut raw = got.remove(uid)?;
            let too_big = limit > 0 && (listed.size > limit || u64::try_from(raw.len()).is_ok_and(|n| n > limit));
            if too_big {
                raw = super::header_of(raw);
            }
            Some(Arrived { place: listed.place.clone(), raw, too_big })
        };
        Ok(wanted.iter().filter_map(arrived).collect())
    }

    fn done(&mut self, places: &[Place]) -> Result<(), PostError> {
        if places.is_empty() {
            return Ok(());
        }
        let epoch = self.open(FINISH)?;
        let uids: BTreeSet<u32> = places.iter().filter_map(|p| self.uid(p, epoch)).collect();
        let uids: Vec<u32> = uids.into_iter().collect();
        // 300 scattered UIDs make a line of 3,300 bytes: servers take 8,000
        uids.chunks(300).try_for_each(|some| self.move_set(some))
    }

    fn wait(&mut self, at_most: Duration, stop: &Stop) -> Result<(), PostError> {
        self.clock.heed(stop);
        let start = Instant::now();
        if stop.is_set() {
            return Ok(());
        }
        let stopped = |result: Result<bool, PostError>| match result {
            Err(e) if e.trouble == Trouble::Stopped => Ok(true),
            other => other,
        };
        self.open(NONE)?;
        // letters that came since the list, and that no IDLE would tell of any more
        let ask = format!("UID FETCH {}:* (UID)", self.seen.1.saturating_add(1));
        let mut over = stopped(self.news(&ask))?;
        while !over && !stop.is_set() {
            let left = at_most.saturating_sub(start.elapsed());
            if left.is_zero() {
                break;
            }
            if self.idle && self.session.as_ref().is_some_and(|o| o.can.contains("IDLE")) {
                let most = if self.timeouts.idle.is_zero() { LONGEST_IDLE } else { self.timeouts.idle };
                over = stopped(self.idle(left.min(most).min(LONGEST_IDLE)))?;
            } else {
                let until = Instant::now().checked_add(left.min(ASK_EVERY));
                while until.is_some_and(|t| Instant::now() < t) && !stop.is_set() {
                    std::thread::sleep(SLEEP.min(left));
                }
            }
            // also tells a line that died silently: the crate swallows the failure of DONE
            over = over || stop.is_set() || stopped(self.news("NOOP"))?;
        }
        Ok(())
    }

    fn close(&mut self) {
        // a broken or silent server is none of our business any more
        let _ = self.step("LOGOUT", BRIEFLY, TALK, BRIEFLY, Session::logout);
        self.session = None;
    }
}

/// AUTHENTICATE PLAIN (RFC 4616) or XOAUTH2: the secret goes first; what the server says against a token is answered by an
/// empty line, and then comes its NO.
struct Once {
    first: Cell<Option<String>>,
}

impl Once {
    const fn new(first: String) -> Self {
        Self { first: Cell::new(Some(first)) }
    }
}

impl ::imap::Authenticator for Once {
    type Response = String;

    fn process(&self, _challenge: &[u8]) -> String {
        self.first.take().unwrap_or_default()
    }
}
