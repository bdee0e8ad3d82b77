//! How fast letters are read: decoding, the sender's own words and the commands in them, against nothing but
//! mail-parser's parse of the same letters. `cargo bench --bench letters`. The ratio is the median of the runs'.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::indexing_slicing,
    reason = "a bench stops at the first surprise"
)]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use boardpost::game::{self, Lang, Position, Seat};
use boardpost::judge::reading;
use boardpost::letter::{self, Hints, SentText};
use mail_parser::MessageParser;
use serde_json::Value;

/// How often all letters are read, unless `runs=N` says.
const RUNS: usize = 200;

struct Letter {
    raw: Vec<u8>,
    lang: Lang,
    sent: Vec<SentText>,
    position: Box<dyn Position>,
}

/// The letters of the corpus that are plain text, and what is known when they are read.
fn letters(folder: &Path, kind: &str) -> Vec<Letter> {
    let mut out = Vec::new();
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        let name = path.file_stem().unwrap().to_str().unwrap().to_owned();
        if path.extension().is_none_or(|e| e != "eml") || !name.starts_with("made-client") || !name.ends_with(kind) {
            continue;
        }
        let wanted: Value = serde_json::from_str(&fs::read_to_string(path.with_extension("json")).unwrap()).unwrap();
        let text = |key: &str| wanted.get(key).and_then(Value::as_str).unwrap();
        let board = wanted.get("sent").and_then(|s| s.get(0)).and_then(Value::as_str).unwrap();
        let opened = game::find(text("game")).unwrap().open(&[], &mut || 0).expect("a game opens by default");
        out.push(Letter {
            raw: fs::read(&path).unwrap(),
            lang: Lang::from_code(text("lang")).unwrap(),
            sent: vec![fs::read_to_string(folder.join(board)).unwrap().into()],
            position: opened.position,
        });
    }
    out
}

/// How far a letter is read.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Step {
    /// mail-parser's bare parse, the floor.
    Bare,
    /// What its header fields say.
    Evidence,
    /// And its sender's own words.
    Words,
    /// And the commands in them.
    Commands,
}

const STEPS: [Step; 4] = [Step::Bare, Step::Evidence, Step::Words, Step::Commands];

fn read(letter: &Letter, step: Step) {
    if step == Step::Bare {
        black_box(MessageParser::default().parse(black_box(&letter.raw)));
        return;
    }
    let read = letter::read(black_box(&letter.raw)).unwrap();
    if step == Step::Evidence {
        black_box(&read);
        return;
    }
    let body = read.body(&Hints { lang: Some(letter.lang), sent: &letter.sent, own: &[] });
    if step == Step::Words {
        black_box(&body);
        return;
    }
    let reading = reading::read(&body.reply, &*letter.position, letter.lang, Seat::One);
    assert!(!reading.items.is_empty());
    black_box(&reading);
}

/// How long all letters take in each step, in every run: the steps take turns, since the clock of a shared machine
/// goes up and down.
fn times(letters: &[Letter], steps: &[Step], runs: usize) -> Vec<Vec<Duration>> {
    let mut out = vec![Vec::new(); steps.len()];
    for _ in 0..runs {
        for (step, times) in steps.iter().zip(&mut out) {
            let start = Instant::now();
            letters.iter().for_each(|letter| read(letter, *step));
            times.push(start.elapsed());
        }
    }
    out
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters");
    let number = |name: &str| std::env::args().find_map(|a| a.strip_prefix(name).and_then(|n| n.parse::<usize>().ok()));
    // one alone, for a profiler
    let only = number("step=");
    let runs = number("runs=").unwrap_or(RUNS).max(1);
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-') && !a.contains('=')).collect();
    for kind in ["plain", "html", "both"] {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == kind) {
            continue;
        }
        let letters = letters(&folder, kind);
        assert!(letters.len() > 40, "{} letters", letters.len());
        let count = u32::try_from(letters.len()).unwrap();
        let bytes: usize = letters.iter().map(|l| l.raw.len()).sum();
        let steps: Vec<Step> =
            STEPS.into_iter().enumerate().filter(|(nth, _)| only.is_none_or(|o| o == *nth)).map(|(_, s)| s).collect();
        let times = times(&letters, &steps, runs);
        print!("{kind}: {count} letters of {} bytes:", bytes / letters.len());
        for (step, times) in steps.iter().zip(&times) {
            let best = times.iter().min().unwrap().as_secs_f64();
            print!(" {step:?} {:.1} us,", best * 1e6 / f64::from(count));
        }
        println!(" the best of {runs} runs");
        let [bare, .., commands] = times.as_slice() else { continue };
        let mut ratios: Vec<f64> =
            bare.iter().zip(commands).map(|(bare, ours)| ours.as_secs_f64() / bare.as_secs_f64()).collect();
        ratios.sort_by(f64::total_cmp);
        let at = |part: usize| ratios[ratios.len() * part / 10];
        println!(
            "    read whole: {:.2} times the bare parse ({:.2} to {:.2} in eight of ten runs)",
            at(5),
            at(1),
            at(9)
        );
    }
}
