//! The loop: fetch, rule, move, send, wait.

use std::time::Duration;

use super::desk::{Desk, Isolate};
use super::lock::Locks;
use super::reload::Current;
use super::sender::{Bell, Sender, pause, refused, rest, stamp};
use super::stations::{Step, receive, rule_all};
use super::{lock, now, outage};
use crate::config::{self, Config};
use crate::post::imap::ImapInbox;
use crate::post::maildir::{MaildirInbox, MaildirMailer};
use crate::post::smtp::SmtpMailer;
use crate::post::{Inbox, Mailer, PostError, Stop, Trouble};
use crate::store::{Store, StoreError, Way};

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
    serve_current(&Current::new(config.clone()), None, once, stop)
}

/// As [`serve`], with a configuration that may be read again meanwhile, and a way to read letters in isolation.
///
/// # Errors
/// As [`serve`].
pub fn serve_current(current: &Current, isolate: Option<Isolate>, once: bool, stop: &Stop) -> Result<bool, Failure> {
    let config = &current.get();
    let locks = lock::locks(config).map_err(|e| Failure::Locked(e.to_string()))?;
    let store = Store::open(&config.store)?;
    let mut desk = Desk::new(store, config.clone(), now())?.heeding(current.clone()).isolating(isolate);
    let mut inbox = inbox(config, stop);
    let sender = Sender::start(desk.store().twin()?, current, once, stop)
        .map_err(|e| Failure::Locked(format!("the sender cannot be started: {e}")))?;
    let received = if once {
        drain_once(&mut desk, &mut *inbox, &locks, sender.bell(), stop)
    } else {
        tracing::info!(store = %config.store.display(), "running");
        receive_on(&mut desk, &mut *inbox, &locks, sender.bell(), stop);
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
    locks: &Locks,
    bell: &Bell,
    stop: &Stop,
) -> Result<bool, StoreError> {
    // letters may come while we work; those that were left by a crash are ruled on first
    loop {
        rule_all(desk, bell, stop)?;
        let received = receive(desk, inbox, bell, stop);
        if received.is_ok() {
            locks.polled(now());
            if desk.store().ask().outage(Way::In)?.is_some() {
                outage::back(desk)?;
            }
        }
        match received {
            Ok(0) => break,
            Ok(_) if stop.is_set() => break,
            Ok(_) => {}
            Err(Step::Store(e)) => return Err(e),
            Err(Step::Post(e)) => {
                tracing::error!("{e}");
                if e.trouble != Trouble::Stopped {
                    outage::away(desk, &e, now())?;
                }
                rule_all(desk, bell, stop)?;
                return Ok(false);
            }
        }
    }
    rule_all(desk, bell, stop)?;
    Ok(true)
}

/// Counts failures in a row, and knows when the admin is to be told: at once of a refused login, after a minute or so of
/// anything else, and once until it works again.
#[derive(Default)]
struct Alarm {
    failures: u32,
    told: bool,
}

impl Alarm {
    /// So many failures in a row, with the waits between them, take more than a minute.
    const PATIENCE: u32 = 7;

    fn good(&mut self) {
        *self = Self::default();
    }

    /// True where it is time to tell.
    fn bad(&mut self, login: bool) -> bool {
        self.failures = self.failures.saturating_add(1);
        let tell = !self.told && (login || self.failures >= Self::PATIENCE);
        self.told |= tell;
        tell
    }
}

/// Waits for letters until `stop`.
fn receive_on(desk: &mut Desk, inbox: &mut dyn Inbox, locks: &Locks, bell: &Bell, stop: &Stop) {
    let (poll, server) = match &desk.config().inbox {
        config::Inbox::Maildir { .. } => (Duration::from_secs(1), None),
        config::Inbox::Imap { poll, server, .. } => (*poll, Some(server.clone())),
    };
    let stamp = || server.as_ref().and_then(stamp);
    let mut alarm = Alarm::default();
    // an earlier run may have told of the trouble that there was
    let mut told = true;
    while !stop.is_set() {
        let before = stamp();
        let result = rule_all(desk, bell, stop).map_err(Step::Store).and_then(|()| receive(desk, inbox, bell, stop));
        if result.is_ok() {
            locks.polled(now());
        }
        let result = match result {
            // more may be there
            Ok(n) if n > 0 => {
                alarm.good();
                told = works(desk, told);
                continue;
            }
            Ok(_) => inbox.wait(poll, stop).map_err(Step::Post),
            Err(e) => Err(e),
        };
        match result {
            Ok(()) => {
                alarm.good();
                told = works(desk, told);
            }
            Err(Step::Post(e)) if e.trouble == Trouble::Stopped => {}
            Err(step) => {
                let login = matches!(&step, Step::Post(e) if refused(e));
                let tell = alarm.bad(login);
                let text = match &step {
                    Step::Store(e) => e.to_string(),
                    Step::Post(e) => e.to_string(),
                };
                let wait = pause(alarm.failures, login);
                tracing::error!(failures = alarm.failures, wait = wait.as_secs(), "{text}");
                if let Step::Post(e) = &step
                    && (login || alarm.told)
                {
                    told = true;
                    if let Err(e) = outage::away(desk, e, now()) {
                        tracing::error!("{e}");
                    }
                }
                // told once, not every minute
                if tell {
                    let sentence = match &step {
                        Step::Post(e) if login => match e.trouble {
                            Trouble::Helper => "admin-helper",
                            Trouble::Password => "admin-password",
                            _ => "admin-login",
                        },
                        Step::Post(_) => "admin-inbox",
                        Step::Store(_) => "admin-store",
                    };
                    told = true;
                    if let Err(e) = outage::tell_once(desk, sentence, &text, now()) {
                        tracing::error!("{e}");
                    }
                    bell.ring();
                }
                rest(wait, stop, &|| login && stamp() != before);
            }
        }
    }
}

/// It works again: the next trouble is a new one. Gives false, for "not told".
fn works(desk: &mut Desk, told: bool) -> bool {
    if told && let Err(e) = outage::back(desk) {
        tracing::error!("{e}");
    }
    false
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_admin_is_told_once_until_it_works_again() {
        let mut alarm = Alarm::default();
        for _ in 0..3 {
            assert_eq!((1..1000).filter(|_| alarm.bad(false)).collect::<Vec<_>>(), [7], "not at once, and once");
            assert!(!alarm.bad(true));
            alarm.good();
            assert_eq!((1..1000).filter(|_| alarm.bad(true)).collect::<Vec<_>>(), [1]);
            alarm.good();
        }
    }

    #[test]
    fn the_waits_grow_to_five_minutes_and_differ_by_chance() {
        let least = |failures, login| (0..50).map(|_| pause(failures, login).as_millis()).min().unwrap();
        let most = |failures, login| (0..50).map(|_| pause(failures, login).as_millis()).max().unwrap();
        for (failures, seconds) in [(1, 1), (2, 2), (3, 4), (9, 256), (10, 300), (1_000_000, 300)] {
            let (least, most) = (least(failures, false), most(failures, false));
            assert!(least >= seconds * 1000 && most <= seconds * 1250 && least < most, "{failures}: {least} {most}");
        }
        assert!(least(1, true) >= 60_000 && most(9, true) <= 375_000);
        // the patience of the alarm, summed up
        let waited: u128 = (1..Alarm::PATIENCE).map(|n| least(n, false)).sum();
        assert!(waited >= 60_000, "{waited}");
    }
}
