//! The loop: fetch, rule, move, send, wait.

use std::time::Duration;

use super::desk::Desk;
use super::sender::{Bell, Sender, pause, refused, rest, stamp};
use super::stations::{Step, receive, rule_all};
use super::{admin, lock, now};
use crate::config::{self, Config};
use crate::post::imap::ImapInbox;
use crate::post::maildir::{MaildirInbox, MaildirMailer};
use crate::post::smtp::SmtpMailer;
use crate::post::{Inbox, Mailer, PostError, Stop, Trouble};
use crate::store::{Store, StoreError};

/// The tally of outages that the admins know of.
const LOGIN: &str = "login";

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
    let sender = Sender::start(desk.store().twin()?, config, once, stop)
        .map_err(|e| Failure::Locked(format!("the sender cannot be started: {e}")))?;
    let received = if once {
        drain_once(&mut desk, &mut *inbox, config, sender.bell(), stop)
    } else {
        tracing::info!(store = %config.store.display(), "running");
        receive_on(&mut desk, &mut *inbox, config, sender.bell(), stop);
        Ok(true)
    };
    inbox.close();
    let sent = sender.end();
    if !once {
        tracing::info!("stopped");
        return Ok(true);
    }
    Ok(received? && sent?)
}

/// Takes letters in until there are none; what was ruled on is sent meanwhile.
fn drain_once(
    desk: &mut Desk,
    inbox: &mut dyn Inbox,
    config: &Config,
    bell: &Bell,
    stop: &Stop,
) -> Result<bool, StoreError> {
    // letters may come while we work; those that were left by a crash are ruled on first
    loop {
        rule_all(desk, bell, stop)?;
        match receive(desk, inbox, config, bell, stop) {
            Ok(0) => break,
            Ok(_) if stop.is_set() => break,
            Ok(_) => {}
            Err(Step::Store(e)) => return Err(e),
            Err(Step::Post(e)) => {
                tracing::error!("{e}");
                rule_all(desk, bell, stop)?;
                return Ok(false);
            }
        }
    }
    rule_all(desk, bell, stop)?;
    Ok(true)
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
        let result =
            rule_all(desk, bell, stop).map_err(Step::Store).and_then(|()| receive(desk, inbox, config, bell, stop));
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
