//! The desk at work: fetch, judge, commit, send.

mod admin;
mod backlog;
mod bounce;
mod change;
mod commit;
mod desk;
mod identify;
mod judging;
mod lanes;
mod lobby;
mod lock;
pub mod open;
mod outage;
mod records;
mod reload;
mod returned;
mod serve;
mod send;
mod sender;
mod shared;
pub mod stage;
mod stations;
mod tables;

pub use desk::{Desk, Isolate, Isolated};
pub use lock::polled;
pub use open::{StartArgs, StartFailure, start};
pub use records::{masks, records};
pub use reload::Current;
pub use send::{Drained, drain};
pub use serve::{Failure, inbox, mailer, serve, serve_current};

/// Now, in seconds since 1970: the one place that looks at the clock. Everything below takes time as a value.
#[must_use]
#[allow(clippy::disallowed_methods)]
pub fn now() -> i64 {
    crate::fault::clock().unwrap_or_else(|| jiff::Timestamp::now().as_second())
}
