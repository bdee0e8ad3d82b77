//! How fast letters are read: decoding, the sender's own words and the commands in them, against nothing but
//! mail-parser's parse of the same letters. `cargo bench --bench letters`; best of several runs, since the machine is
//! shared.

#![allow(clippy::unwrap_used, clippy::expect_used, reason = "a bench stops at the first surprise")]

use std::fs;
use std::hint::black_box;
use std::path::Path;
use std::time::{Duration, Instant};

use boardpost::game::{self, Lang, Position, Seat};
use boardpost::judge::reading;
use boardpost::letter::{self, Hints, SentText};
use mail_parser::MessageParser;
use serde_json::Value;

const RUNS: u32 = 30;

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

fn best(mut work: impl FnMut()) -> Duration {
    (0..RUNS)
        .map(|_| {
            let start = Instant::now();
            work();
            start.elapsed()
        })
        .min()
        .unwrap()
}

fn main() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters");
    // `step=1`, for a profiler
    let only: Option<usize> = std::env::args().find_map(|a| a.strip_prefix("step=").and_then(|n| n.parse().ok()));
    let wanted: Vec<String> = std::env::args().skip(1).filter(|a| !a.starts_with('-') && !a.contains('=')).collect();
    for kind in ["plain", "html", "both"] {
        if !wanted.is_empty() && !wanted.iter().any(|w| w == kind) {
            continue;
        }
        let letters = letters(&folder, kind);
        assert!(letters.len() > 40, "{} letters", letters.len());
        let count = u32::try_from(letters.len()).unwrap();
        let bytes: usize = letters.iter().map(|l| l.raw.len()).sum();
        let bare = best(|| {
            for letter in &letters {
                black_box(MessageParser::default().parse(black_box(&letter.raw)));
            }
        });
        let mut steps = [Duration::ZERO; 3];
        for (nth, step) in steps.iter_mut().enumerate() {
            if only.is_some_and(|only| only != nth) {
                continue;
            }
            *step = best(|| {
                for letter in &letters {
                    let read = letter::read(black_box(&letter.raw)).unwrap();
                    if nth == 0 {
                        black_box(&read);
                        continue;
                    }
                    let body = read.body(&Hints { lang: Some(letter.lang), sent: &letter.sent, own: &[] });
                    if nth == 1 {
                        black_box(&body);
                        continue;
                    }
                    let reading = reading::read(&body.reply, &*letter.position, letter.lang, Seat::One);
                    assert!(!reading.items.is_empty());
                    black_box(&reading);
                }
            });
        }
        let each = |time: Duration| time.as_secs_f64() * 1e6 / f64::from(count);
        let [evidence, words, commands] = steps;
        println!(
            "{kind}: {count} letters of {} bytes: bare parse {:.1} us, evidence {:.1}, and words {:.1}, and commands {:.1} us a letter = {:.0} letters/s, {:.2} times the bare parse",
            bytes / letters.len(),
            each(bare),
            each(evidence),
            each(words),
            each(commands),
            1e6 / each(commands),
            commands.as_secs_f64() / bare.as_secs_f64()
        );
    }
}
