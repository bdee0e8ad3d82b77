//! The station that sends: its thread, its lines, and when it looks into the outbox.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex};
use std::thread::JoinHandle;
use std::time::{Duration, SystemTime};

use super::now;
use super::reload::Current;
use super::send::{Memory, drain_over};
use super::serve::mailer;
use crate::config::{self, Config};
use crate::post::{Mailer, Password, PostError, Server, Stop, Trouble};
use crate::store::{Store, StoreError};

/// Lines to an SMTP server, at most.
const LINES: usize = 4;
/// Lines beyond the first are closed when they were not needed for so long.
const IDLE: Duration = Duration::from_secs(30);

/// Wakes the sender when something was put into the outbox.
#[derive(Default)]
pub(super) struct Bell {
    rung: Mutex<bool>,
    wake: Condvar,
}

impl Bell {
    pub(super) fn ring(&self) {
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

/// The sending thread.
pub(super) struct Sender {
    bell: Arc<Bell>,
    ended: Arc<AtomicBool>,
    thread: JoinHandle<Result<bool, StoreError>>,
}

impl Sender {
    /// Starts it. With `once` every letter is tried once, also those that are not due yet.
    pub(super) fn start(store: Store, current: &Current, once: bool, stop: &Stop) -> std::io::Result<Self> {
        let config = current.get();
        let (bell, ended) = (Arc::new(Bell::default()), Arc::new(AtomicBool::new(false)));
        let station = Station {
            store,
            lines: lines(&config, stop),
            config,
            current: current.clone(),
            bell: Arc::clone(&bell),
            ended: Arc::clone(&ended),
            stop: stop.clone(),
        };
        let work = move || if once { station.send_once() } else { Ok(station.send_on()) };
        let thread = std::thread::Builder::new().name("sender".to_owned()).spawn(work)?;
        Ok(Self { bell, ended, thread })
    }

    pub(super) fn bell(&self) -> &Bell {
        &self.bell
    }

    /// Nothing more will be put into the outbox: what is due goes, and the thread ends. False where something did not
    /// go.
    pub(super) fn end(self) -> Result<bool, StoreError> {
        self.ended.store(true, Ordering::Release);
        self.bell.ring();
        self.thread.join().unwrap_or_else(|_| {
            tracing::error!("the sender broke");
            Ok(false)
        })
    }
}

fn lines(config: &Config, stop: &Stop) -> Vec<Box<dyn Mailer>> {
    let count = match config.outbox {
        config::Outbox::Maildir { .. } => 1,
        config::Outbox::Smtp { .. } => LINES,
    };
    (0..count).map(|_| mailer(config, stop)).collect()
}

struct Station {
    store: Store,
    config: Config,
    current: Current,
    lines: Vec<Box<dyn Mailer>>,
    bell: Arc<Bell>,
    ended: Arc<AtomicBool>,
    stop: Stop,
}

impl Station {
    fn drain(
        &mut self,
        due: &dyn Fn() -> i64,
        memory: &mut Memory,
    ) -> Result<(super::Drained, Option<PostError>), StoreError> {
        if let Some(config) = self.current.news() {
            self.config = config;
        }
        let mut lines: Vec<&mut dyn Mailer> = self.lines.iter_mut().map(|l| &mut **l as &mut dyn Mailer).collect();
        drain_over(&mut self.store, &self.config, &mut lines, due, &now, memory)
    }

    /// Sends while letters come, and all that is left when no more do.
    fn send_once(mut self) -> Result<bool, StoreError> {
        let (mut good, mut broken, mut memory) = (true, false, Memory::default());
        loop {
            let last = self.ended.load(Ordering::Acquire);
            // a server that is away is asked once more, at the end
            if last || !broken {
                let due = || if last { i64::MAX } else { now() };
                let (drained, fault) = self.drain(&due, &mut memory)?;
                good &= drained.failed == 0;
                broken = fault.is_some();
                if let Some(e) = fault {
                    tracing::error!("{e}");
                    good = false;
                }
            }
            if last {
                break;
            }
            self.bell.wait(Duration::from_secs(1));
        }
        self.lines.iter_mut().for_each(|l| l.close());
        Ok(good)
    }

    /// Sends until the receiver has ended and what is due has gone.
    fn send_on(mut self) -> bool {
        let server = match &self.config.outbox {
            config::Outbox::Maildir { .. } => None,
            config::Outbox::Smtp { server } => Some(server.clone()),
        };
        let (mut failures, mut idle, mut memory): (u32, Duration, _) = (0, Duration::ZERO, Memory::default());
        loop {
            let last = self.ended.load(Ordering::Acquire);
            let before = server.as_ref().and_then(stamp);
            let mut login = false;
            memory.held.clear();
            match self.drain(&now, &mut memory) {
                Ok((drained, None)) => {
                    failures = 0;
                    idle = if drained.sent > 0 { Duration::ZERO } else { idle };
                }
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
            let look = Duration::from_secs(1);
            self.bell.wait(look);
            idle = idle.saturating_add(look);
            if idle > IDLE {
                self.lines.iter_mut().skip(1).for_each(|l| l.close());
            }
            if failures > 0 && !self.stop.is_set() {
                let over = || self.ended.load(Ordering::Relaxed) || login && server.as_ref().and_then(stamp) != before;
                rest(pause(failures, login), &self.stop, &over);
            }
        }
        self.lines.iter_mut().for_each(|l| l.close());
        true
    }
}

/// Is it the password? Then there is no point in trying again soon, and too many tries lock an account.
pub(super) const fn refused(error: &PostError) -> bool {
    matches!(error.trouble, Trouble::Login | Trouble::Password | Trouble::Helper)
}

/// Time and size of a server's password file: they tell when the admin has corrected it.
pub(super) fn stamp(server: &Server) -> Option<(SystemTime, u64)> {
    let Some(Password::File(path)) = &server.password else { return None };
    let file = std::fs::metadata(path).ok()?;
    Some((file.modified().ok()?, file.len()))
}

/// 1, 2, 4 … seconds to five minutes, with up to a quarter more by chance; a refused login waits longer at once.
pub(super) fn pause(failures: u32, login: bool) -> Duration {
    let base = if login { 60 } else { 1 };
    let seconds = (base * (1u64 << failures.saturating_sub(1).min(9))).min(300);
    let jitter = u64::from(getrandom::u32().unwrap_or(0)) % (seconds * 250 + 1);
    Duration::from_millis(seconds * 1000 + jitter)
}

/// Waits, unless `over` says that there is no need any more.
pub(super) fn rest(time: Duration, stop: &Stop, over: &dyn Fn() -> bool) {
    let tick = Duration::from_millis(200);
    let mut left = time;
    while !left.is_zero() && !stop.is_set() && !over() {
        std::thread::sleep(left.min(tick));
        left = left.saturating_sub(tick);
    }
}
