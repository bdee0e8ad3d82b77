//! A letter that broke the server is ruled on by a second process, whose death tells that the letter is poison.

use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use super::{DONE, NOT_SO, Trouble};
use crate::config::Config;
use crate::daemon::{self, Desk, Isolate, Isolated};
use crate::store::Store;

/// The exit status that says: the letter broke the reader, and the process lived on.
const BROKE: u8 = 3;
/// How long a ruling may take.
const LIMIT: Duration = Duration::from_secs(120);

/// The second process.
pub(super) fn rule(config: &Config, letter: i64) -> Result<u8, Trouble> {
    let now = daemon::now();
    let mut desk = Desk::new(Store::existing(&config.store)?, config.clone(), now)?;
    Ok(match desk.rule_now(letter, now)? {
        Isolated::Ruled => DONE,
        Isolated::Broke => BROKE,
        Isolated::Failed => NOT_SO,
    })
}

/// How the first one starts it; `None` where this program cannot be found.
pub(super) fn isolate(config: Option<PathBuf>) -> Option<Isolate> {
    let program = std::env::current_exe().ok()?;
    Some(Box::new(move |letter| {
        let mut command = Command::new(&program);
        if let Some(config) = &config {
            command.arg("--config").arg(config);
        }
        command.arg("rule").arg(letter.to_string()).stdin(Stdio::null()).stdout(Stdio::null());
        let Ok(mut child) = command.spawn() else { return Isolated::Failed };
        let start = Instant::now();
        loop {
            match child.try_wait() {
                Ok(Some(status)) => {
                    return match status.code() {
                        Some(code) if code == i32::from(DONE) => Isolated::Ruled,
                        Some(code) if code != i32::from(BROKE) => Isolated::Failed,
                        _ => Isolated::Broke,
                    };
                }
                Ok(None) if start.elapsed() < LIMIT => std::thread::sleep(Duration::from_millis(5)),
                _ => {
                    let _ = child.kill();
                    let _ = child.wait();
                    return Isolated::Broke;
                }
            }
        }
    }))
}
