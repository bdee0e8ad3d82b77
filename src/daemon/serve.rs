//! The loop: fetch, rule, move, send, wait.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::time::{Duration, SystemTime};

use super::desk::Desk;
use super::lock;
use super::send::drain;
use super::{admin, now};
use crate::config::{self, Config};
use crate::post::imap::ImapInbox;
use crate::post::maildir::{MaildirInbox, MaildirMailer};
use crate::post::smtp::SmtpMailer;
use crate::post::{Inbox, Listed, Mailer, Password, PostError, Server, Stop, Trouble};
use crate::store::{Store, StoreError, Taken};

/// The tally of outages that the admins know of.
const LOGIN: &str = "login";
/// How many bytes of letters are fetched at a time.
const BATCH_BYTES: u64 = 8 * 1024 * 1024;
/// How many letters are fetched at a time.
const BATCH: usize = 200;

/// Why the daemon could not run.
#[derive(Debug, thiserror::Error)]
pub enum Failure {
    /// Another one runs.
    #[error("{0}")]
    Locked(String),
    /// The database.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// The mail.
    #[error(transparent)]
    Post(#[from] PostError),
}

/// The inbox that the configuration names.
#[must_use]
pub fn inbox(config: &Config, stop: &Stop) -> Box<dyn Inbox> {
    match &config.inbox {
        config::Inbox::Maildir { path, done } => Box::new(MaildirInbox::new(path.clone(), done.clone())),
        config::Inbox::Imap { server, folder, done_folder, idle, .. } => Box::new(ImapInbox::new(
            server.clone(),
            folder.clone(),
            done_folder.clone(),
            config.timeouts(),
            *idle,
            stop.clone(),
        )),
    }
}

/// The mailer that the configuration names.
#[must_use]
pub fn mailer(config: &Config, stop: &Stop) -> Box<dyn Mailer> {
    match &config.outbox {
        config::Outbox::Maildir { path } => Box::new(MaildirMailer::new(path.clone())),
        config::Outbox::Smtp { server } => {
            Box::new(SmtpMailer::new(server.clone(), config.server.hostname.clone(), config.timeouts(), stop.clone()))
        }
    }
}

/// Wakes the sender when something was put into the outbox.
#[derive(Default)]
struct Bell {
    rung: Mutex<bool>,
    wake: Condvar,
}

impl Bell {
    fn ring(&self) {
        if let Ok(mut rung) = self.rung.lock() {
            *rung = true;
        }
        self.wake.notify_all();
    }

    fn wait(&self, at_most: Duration) {
        if let Ok(rung) = self.rung.lock()
            && let Ok((mut rung, _)) = self.wake.wait_timeout_while(rung, at_most, |rung| !*rung)
        {
            *rung = false;
        }
    }
}

/// Runs the daemon until `stop` is set; with `once`, until inbox and outbox are drained. Gives false where something
/// could not be fetched or sent.
///
/// # Errors
/// [`Failure`] where it cannot run at all.
pub fn serve(config: &Config, once: bool, stop: &Stop) -> Result<bool, Failure> {
    let _locks = lock::locks(config).map_err(|e| Failure::Locked(e.to_string()))?;
    let store = Store::open(&config.store)?;
    let mut desk = Desk::new(store, config.clone(), now())?;
    let mut inbox = inbox(config, stop);
    if once {
        return Ok(drain_once(&mut desk, &mut *inbox, config, stop)?);
    }
    let bell = Arc::new(Bell::default());
    let ended = Arc::new(AtomicBool::new(false));
    let sender = {
        let (config, bell, ended, stop) = (config.clone(), Arc::clone(&bell), Arc::clone(&ended), stop.clone());
        let store = Store::open(&config.store)?;
        std::thread::Builder::new()
            .name("sender".to_owned())
            .spawn(move || send_on(store, &config, &bell, &ended, &stop))
            .map_err(|e| Failure::Locked(format!("the sender cannot be started: {e}")))?
    };
    tracing::info!(store = %config.store.display(), "running");
    receive_on(&mut desk, &mut *inbox, config, &bell, stop);
    inbox.close();
    ended.store(true, Ordering::Relaxed);
    bell.ring();
    if sender.join().is_err() {
        tracing::error!("the sender broke");
    }
    tracing::info!("stopped");
    Ok(true)
}

fn drain_once(desk: &mut Desk, inbox: &mut dyn Inbox, config: &Config, stop: &Stop) -> Result<bool, StoreError> {
    let mut good = true;
    // letters may come while we work; those that were left by a crash are ruled on first
    loop {
        rule_all(desk, stop)?;
        match receive(desk, inbox, config, stop) {
            Ok(0) => break,
            Ok(_) if stop.is_set() => break,
            Ok(_) => {}
            Err(Step::Store(e)) => return Err(e),
            Err(Step::Post(e)) => {
                tracing::error!("{e}");
                good = false;
                break;
            }
        }
    }
    rule_all(desk, stop)?;
    inbox.close();
    let mut mailer = mailer(config, stop);
    let (drained, fault) = drain(desk.store_mut(), config, &mut *mailer, i64::MAX, &now)?;
    mailer.close();
    if let Some(e) = fault {
        tracing::error!("{e}");
        good = false;
    }
    Ok(good && drained.failed == 0)
}

enum Step {
    Store(StoreError),
    Post(PostError),
}

impl From<StoreError> for Step {
    fn from(e: StoreError) -> Self {
        Self::Store(e)
    }
}

impl From<PostError> for Step {
    fn from(e: PostError) -> Self {
        Self::Post(e)
    }
}

/// Rules on all letters that wait.
fn rule_all(desk: &mut Desk, stop: &Stop) -> Result<(), StoreError> {
    // a letter that broke the reader waits again: the third try puts it aside
    for _ in 0..3 {
        let waiting = desk.store().ask().waiting()?;
        if waiting.is_empty() {
            break;
        }
        for id in waiting {
            if stop.is_set() {
                return Ok(());
            }
            desk.rule(id, now())?;
        }
    }
    Ok(())
}

/// One round: lists, takes in what is new, rules, and moves what is done. Gives the number of letters moved. Once `stop`
/// is set no further letter is ruled on: what was taken in waits in the database.
fn receive(desk: &mut Desk, inbox: &mut dyn Inbox, config: &Config, stop: &Stop) -> Result<usize, Step> {
    let (mut fresh, mut done): (Vec<Listed>, Vec<_>) = (Vec::new(), Vec::new());
    let mut bytes = 0;
    for listed in inbox.list()? {
        match desk.store().ask().place(&listed.place)? {
            Some(true) => done.push(listed.place),
            Some(false) => {}
            None if fresh.len() < BATCH && (fresh.is_empty() || bytes + listed.size <= BATCH_BYTES) => {
                bytes += listed.size;
                fresh.push(listed);
            }
            None => {}
        }
    }
    if !fresh.is_empty() {
        let arrived = inbox.fetch(&fresh, config.limits.letter_bytes)?;
        let taken = desk.take(&arrived, now())?;
        for (letter, taken) in arrived.iter().zip(&taken) {
            match taken {
                Taken::New(id) if !stop.is_set() => desk.rule(*id, now())?,
                Taken::New(_) | Taken::Known => {}
                // a copy of a letter that we have: out of the way with it
                Taken::Copy => {
                    done.push(letter.place.clone());
                    continue;
                }
            }
            if desk.store().ask().place(&letter.place)? == Some(true) {
                done.push(letter.place.clone());
            }
        }
    }
    if !done.is_empty() {
        inbox.done(&done)?;
    }
    Ok(done.len())
}

/// Waits for letters until `stop`.
fn receive_on(desk: &mut Desk, inbox: &mut dyn Inbox, config: &Config, bell: &Bell, stop: &Stop) {
    let (poll, server) = match &config.inbox {
        config::Inbox::Maildir { .. } => (Duration::from_secs(1), None),
        config::Inbox::Imap { poll, server, .. } => (*poll, Some(server)),
    };
    let mut failures: u32 = 0;
    // an earlier run may have told of the trouble that there was
    let (mut told, mut tried) = (true, false);
    while !stop.is_set() {
        let before = server.and_then(stamp);
        let result = rule_all(desk, stop).map_err(Step::Store).and_then(|()| receive(desk, inbox, config, stop));
        bell.ring();
        let result = match result {
            // more may be there
            Ok(n) if n > 0 => {
                failures = 0;
                told = let_in(desk, told);
                continue;
            }
            Ok(_) => inbox.wait(poll, stop).map_err(Step::Post),
            Err(e) => Err(e),
        };
        match result {
            Ok(()) => {
                failures = 0;
                told = let_in(desk, told);
            }
            Err(Step::Post(e)) if e.trouble == Trouble::Stopped => {}
            Err(step) => {
                failures += 1;
                let login = matches!(&step, Step::Post(e) if refused(e));
                let text = match &step {
                    Step::Store(e) => e.to_string(),
                    Step::Post(e) => e.to_string(),
                };
                let wait = pause(failures, login);
                tracing::error!(failures, wait = wait.as_secs(), "{text}");
                // told once an outage, not every minute
                if login && !(told && tried) {
                    (told, tried) = (true, true);
                    if let Err(e) = tell_login(desk, config, &text) {
                        tracing::error!("{e}");
                    }
                    bell.ring();
                }
                rest(wait, stop, &|| login && server.and_then(stamp) != before);
            }
        }
    }
}

/// Is it the password? Then there is no point in trying again soon, and too many tries lock an account.
const fn refused(error: &PostError) -> bool {
    matches!(error.trouble, Trouble::Login | Trouble::Password)
}

/// Time and size of a server's password file: they tell when the admin has corrected it.
fn stamp(server: &Server) -> Option<(SystemTime, u64)> {
    let Some(Password::File(path)) = &server.password else { return None };
    let file = std::fs::metadata(path).ok()?;
    Some((file.modified().ok()?, file.len()))
}

/// Tells the admins once an outage, whatever restarts lie in it.
fn tell_login(desk: &mut Desk, config: &Config, text: &str) -> Result<(), StoreError> {
    let at = now();
    let tx = desk.store_mut().begin()?;
    if tx.ask().tally(LOGIN, "", 0)? == 0 {
        tx.count(LOGIN, "", at, i64::MAX)?;
        admin::tell(&tx, config, &format!("login.{at}"), "admin-login", &[("why", text.to_owned())], at)?;
    }
    tx.commit()
}

/// The server has let us in: the next refusal is a new one. Gives false, for "not told".
fn let_in(desk: &mut Desk, told: bool) -> bool {
    if told {
        let clear = |desk: &mut Desk| {
            let tx = desk.store_mut().begin()?;
            tx.uncount(LOGIN)?;
            tx.commit()
        };
        if let Err(e) = clear(desk) {
            tracing::error!("{e}");
        }
    }
    false
}

/// 1, 2, 4 … seconds to five minutes, with up to a quarter more by chance; a refused login waits longer at once.
fn pause(failures: u32, login: bool) -> Duration {
    let base = if login { 60 } else { 1 };
    let seconds = (base * (1u64 << failures.saturating_sub(1).min(9))).min(300);
    let jitter = u64::from(getrandom::u32().unwrap_or(0)) % (seconds * 250 + 1);
    Duration::from_millis(seconds * 1000 + jitter)
}

/// Waits, unless `over` says that there is no need any more.
fn rest(time: Duration, stop: &Stop, over: &dyn Fn() -> bool) {
    let tick = Duration::from_millis(200);
    let mut left = time;
    while !left.is_zero() && !stop.is_set() && !over() {
        std::thread::sleep(left.min(tick));
        left = left.saturating_sub(tick);
    }
}

/// Sends until the receiver has ended and what is due has gone.
fn send_on(mut store: Store, config: &Config, bell: &Bell, ended: &AtomicBool, stop: &Stop) {
    let mut mailer = mailer(config, stop);
    let server = match &config.outbox {
        config::Outbox::Maildir { .. } => None,
        config::Outbox::Smtp { server } => Some(server),
    };
    let mut failures: u32 = 0;
    loop {
        let last = ended.load(Ordering::Relaxed);
        let before = server.and_then(stamp);
        let mut login = false;
        match drain(&mut store, config, &mut *mailer, now(), &now) {
            Ok((_, None)) => failures = 0,
            Ok((_, Some(e))) => {
                failures += 1;
                login = refused(&e);
                tracing::error!(failures, "{e}");
            }
            Err(e) => {
                failures += 1;
                tracing::error!(failures, "{e}");
            }
        }
        if last {
            break;
        }
        // other commands put letters into the outbox too: look every second
        bell.wait(Duration::from_secs(1));
        if failures > 0 && !stop.is_set() {
            rest(pause(failures, login), stop, &|| login && server.and_then(stamp) != before);
        }
    }
    mailer.close();
}
