//! The daemon against real mail servers, beside what they can do without it: `cargo bench --bench mail -- HELP`.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a bench stops at the first surprise"
)]

mod floors;
mod latency;
#[allow(dead_code, reason = "the tests use the rest")]
#[path = "../../tests/mailstack.rs"]
mod mailstack;
mod proxy;
mod run;
mod through;
mod world;

const HELP: &str = "\
cargo bench --bench mail -- WHAT [letters=N] [runs=N] [delay=MS]

  through   letters=5000 runs=3   letters through real servers by `run --once`, beside smtp-source and a bare loop
            delay=40              ... behind this round-trip time (say letters=400 then)
  rule      letters=1500 runs=5   taking in and ruling alone, without servers
  python    letters=1000 runs=3   CPU of each letter beside a daemon in Python; one game
  latency   letters=200           a move taken by the mail server until both answers are, beside a bare loop";

/// What the command line asks for.
pub(crate) struct Wanted {
    pub(crate) letters: usize,
    pub(crate) runs: usize,
    /// Milliseconds of round trip.
    pub(crate) delay: u64,
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|w| w != "--bench").collect();
    let number = |key: &str| -> Option<usize> {
        let value = words.iter().find_map(|w| w.strip_prefix(key)?.strip_prefix('='))?;
        Some(value.parse().unwrap_or_else(|e| panic!("{key}={value}: {e}")))
    };
    let wanted = |letters: usize, runs: usize| Wanted {
        letters: number("letters").unwrap_or(letters),
        runs: number("runs").unwrap_or(runs),
        delay: number("delay").unwrap_or(0) as u64,
    };
    match words.first().map(String::as_str) {
        Some("through") => through::bench(&wanted(5000, 3)),
        Some("rule") => through::rule(&wanted(1500, 5)),
        Some("python") => through::python(&wanted(1000, 3)),
        Some("latency") => latency::bench(&wanted(200, 1)),
        _ => println!("{HELP}"),
    }
}

/// The middle of some numbers.
pub(crate) fn median(numbers: &[f64]) -> f64 {
    let mut sorted = numbers.to_vec();
    sorted.sort_by(f64::total_cmp);
    sorted[sorted.len() / 2]
}
