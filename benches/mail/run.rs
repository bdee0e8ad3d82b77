//! Programs under measurement: how long, and how much CPU.

use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::Instant;

/// What a program took.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Took {
    /// Seconds on the clock.
    pub(crate) wall: f64,
    /// Seconds of its own CPU, all threads.
    pub(crate) cpu: f64,
    /// Seconds of the machine's CPU meanwhile, whoever used it.
    pub(crate) machine: f64,
}

/// Busy seconds of all CPUs since the machine started, at 100 ticks a second.
fn busy() -> f64 {
    let stat = fs::read_to_string("/proc/stat").unwrap();
    let fields: Vec<f64> =
        stat.lines().next().unwrap().split_whitespace().skip(1).map(|f| f.parse().unwrap()).collect();
    // user, nice, system, idle, iowait, irq, softirq
    (fields[0] + fields[1] + fields[2] + fields[5] + fields[6]) / 100.0
}

/// Seconds of CPU that this process has used, at 100 ticks a second.
pub(crate) fn own_cpu() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<f64> =
        stat.rsplit_once(") ").unwrap().1.split(' ').skip(11).take(2).map(|f| f.parse().unwrap()).collect();
    (fields[0] + fields[1]) / 100.0
}

/// Runs some work.
pub(crate) fn timed<T>(work: impl FnOnce() -> T) -> (Took, T) {
    let (before, start) = (busy(), Instant::now());
    let value = work();
    (Took { wall: start.elapsed().as_secs_f64(), cpu: 0.0, machine: busy() - before }, value)
}

/// Runs a program that must end well; its messages go to `log`.
pub(crate) fn program(name: &str, args: &[&str], dir: &Path, log: &Path) -> Took {
    let times = log.with_extension("times");
    let file = fs::File::create(log).unwrap();
    let (took, status) = timed(|| {
        // the shell knows what its children took
        Command::new("bash")
            .args(["-c", "out=$1; shift; \"$@\"; code=$?; times >\"$out\"; exit $code", "bash"])
            .arg(&times)
            .arg(name)
            .args(args)
            .current_dir(dir)
            .stdin(Stdio::null())
            .stdout(Stdio::null())
            .stderr(file)
            .status()
            .unwrap()
    });
    let log = fs::read_to_string(log).unwrap();
    let last: Vec<&str> = log.lines().rev().take(5).collect();
    assert!(status.success(), "{name} {args:?}: {status}: {last:#?}");
    let times = fs::read_to_string(times).unwrap();
    let seconds = |text: &str| {
        let (minutes, rest) = text.split_once('m').unwrap();
        minutes.parse::<f64>().unwrap() * 60.0 + rest.trim_end_matches('s').replace(',', ".").parse::<f64>().unwrap()
    };
    Took { cpu: times.lines().nth(1).unwrap().split_whitespace().map(seconds).sum(), ..took }
}
