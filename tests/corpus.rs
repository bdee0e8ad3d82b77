//! The corpus of letters in `tests/letters`: those that are made from `corpus/list.rs`, and all of them through
//! `check` and through a whole server, over Maildir and over IMAP.
//!
//! A letter's expected reading comes from what its person typed. `BLESS=1` writes the made letters and the boards that
//! they quote anew; nothing of what is expected is taken from the program.

pub(crate) mod clients;
mod list;
mod mime;
mod run;
pub(crate) mod words;

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use boardpost::daemon::StartArgs;
use boardpost::daemon::stage::Stage;
use boardpost::letter;
use clients::{Parts, Style};
use list::Spec;
use serde_json::{Value, json};

pub(crate) fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters")
}

/// Who writes in a language: address and name.
fn person(lang: &str) -> (&'static str, &'static str) {
    match lang {
        "hu" => ("janos@example.hu", "Kovács János"),
        "ru" => ("petr@example.ru", "Пётр Иванов"),
        _ => ("bob@example.com", "Bob Carter"),
    }
}

fn board(spec: &Spec) -> String {
    format!("board-{}-{}.txt", spec.game, spec.lang)
}

/// The letter that a spec describes, over this old letter.
pub(crate) fn make(spec: &Spec, old: &str) -> Vec<u8> {
    let (from, name) = person(spec.lang);
    let subject = "[PBEM 17] Boardpost";
    let parts = Parts {
        client: spec.client,
        words: words::of(spec.local),
        style: spec.style,
        says: &spec.says,
        tail: &spec.tail,
        old,
        to: from,
        subject,
    };
    let envelope = mime::Envelope { from, name, subject, id: &spec.name };
    mime::letter(&envelope, spec.kind, spec.coding, &parts.plain(), &parts.html())
}

/// What must be read in it.
fn expected(spec: &Spec) -> Value {
    let blank = |l: &&String| l.trim().is_empty();
    let first = spec.says.iter().take_while(blank).count();
    let last = spec.says.len() - spec.says.iter().rev().take_while(blank).count();
    let mut reply: Vec<&str> = Vec::new();
    // Thunderbird makes a paragraph of each line of HTML
    let paragraphs = spec.client == clients::Client::Thunderbird && spec.kind == mime::Kind::Html;
    for line in &spec.says[first..last] {
        if paragraphs && reply.last().is_some_and(|l| !l.is_empty()) && !line.is_empty() {
            reply.push("");
        }
        reply.push(line.trim_end());
    }
    let mut out = json!({
        "from": person(spec.lang).0, "lang": spec.lang, "game": spec.game, "automatic": null, "reply": reply,
        "commands": spec.commands, "verdict": spec.verdict, "sent": [board(spec)],
    });
    if spec.style == Style::Unmarked {
        out["needs_sent"] = true.into();
    }
    out
}

/// The first letter of each game in each language, as it is sent.
fn boards() -> BTreeMap<String, String> {
    let mut out = BTreeMap::new();
    for game in list::GAMES {
        for lang in list::LANGS {
            let mut stage = Stage::new("game@post.example.org", 1_790_000_000).unwrap();
            let players = format!("Anna <anna@example.org>:{lang} Bob <bob@example.net>:en");
            let args = StartArgs::from_line(&format!("{game} \"{}\"", players.replace(" Bob", "\" \"Bob"))).unwrap();
            stage.start(&args, 1_790_000_000).unwrap().unwrap();
            let letters = stage.collect(1_790_000_000).unwrap();
            let first = letters.iter().find(|l| String::from_utf8_lossy(l).contains("To: Anna")).unwrap();
            out.insert(format!("board-{game}-{lang}.txt"), letter::text(first));
        }
    }
    out
}

#[test]
fn letters_stand_as_they_are_made() {
    let bless = std::env::var_os("BLESS").is_some();
    let specs = list::all();
    if bless {
        for (name, text) in boards() {
            fs::write(folder().join(name), text).unwrap();
        }
    }
    let mut faults = Vec::new();
    let mut kept: Vec<String> = Vec::new();
    for spec in &specs {
        let old = fs::read_to_string(folder().join(board(spec))).unwrap();
        let bytes = make(spec, &old);
        let reading = serde_json::to_string_pretty(&expected(spec)).unwrap() + "\n";
        for (ending, bytes) in [("eml", bytes), ("json", reading.into_bytes())] {
            let name = format!("{}.{ending}", spec.name);
            let path = folder().join(&name);
            if bless {
                fs::write(&path, &bytes).unwrap();
            } else if fs::read(&path).ok().as_ref() != Some(&bytes) {
                faults.push(name.clone());
            }
            kept.push(name);
        }
    }
    for entry in fs::read_dir(folder()).unwrap() {
        let name = entry.unwrap().file_name().into_string().unwrap();
        if name.starts_with("made-") && !name.ends_with(".failed") && !kept.contains(&name) {
            if bless {
                fs::remove_file(folder().join(&name)).unwrap();
            } else {
                faults.push(format!("{name}: nobody makes it"));
            }
        }
    }
    assert!(faults.is_empty(), "BLESS=1 writes them anew: {faults:#?}");
    let all = names().len();
    assert!(all >= 400 && specs.len() >= 280, "{all} letters, {} of them made", specs.len());
    let told = fs::read_to_string(folder().join("README.md")).unwrap();
    let counts = counts();
    assert!(told.contains(&counts), "tests/letters/README.md must say:\n{counts}");
}

/// The names of all letters.
pub(crate) fn names() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().to_str().and_then(|n| n.strip_suffix(".eml")).map(str::to_owned))
        .collect();
    names.sort();
    names
}

/// The table of the README: how many letters of which kind.
fn counts() -> String {
    let mut kinds: BTreeMap<&str, usize> = BTreeMap::new();
    let names = names();
    for name in &names {
        let kind = match name.split('-').next().unwrap() {
            "made" => name.splitn(3, '-').take(2).last().unwrap(),
            "special" | "robot" => name.split('-').next().unwrap(),
            _ => "by hand",
        };
        *kinds.entry(kind).or_default() += 1;
    }
    let mut out = "| kind | letters |\n| --- | --- |\n".to_owned();
    for (kind, count) in kinds {
        out.push_str(&format!("| {kind} | {count} |\n"));
    }
    out + &format!("| all | {} |\n", names.len())
}

/// A letter's bytes and what is expected of it.
pub(crate) fn load(name: &str) -> (Vec<u8>, Value) {
    let raw = fs::read(folder().join(format!("{name}.eml"))).unwrap();
    let wanted = fs::read_to_string(folder().join(format!("{name}.json"))).unwrap();
    (raw, serde_json::from_str(&wanted).unwrap())
}

#[test]
fn check_reads_every_letter() {
    let dir = tempfile::tempdir().unwrap();
    let mut faults = Vec::new();
    let mut checked = 0;
    for name in names() {
        let (raw, wanted) = load(&name);
        let crlf: Vec<u8> = raw.iter().flat_map(|b| if *b == b'\n' { vec![b'\r', b'\n'] } else { vec![*b] }).collect();
        let mut outputs = Vec::new();
        for (ends, bytes) in [("LF", raw), ("CRLF", crlf)] {
            let file = dir.path().join("letter.eml");
            fs::write(&file, bytes).unwrap();
            let mut command = Command::new(env!("CARGO_BIN_EXE_boardpost"));
            command.arg("check").arg(&file).arg("--json");
            for (option, key) in [("--game", "game"), ("--lang", "lang")] {
                if let Some(value) = wanted[key].as_str() {
                    command.args([option, value]);
                }
            }
            let done = command.output().unwrap();
            assert!(done.status.success(), "{name} {ends}");
            let got: Value = serde_json::from_slice(&done.stdout).unwrap();
            for key in ["from", "automatic", "message_id", "reply", "commands"] {
                // it knows nothing of what was sent
                let blind = matches!(key, "reply" | "commands") && wanted["needs_sent"] == true;
                if !blind && wanted.get(key).is_some_and(|w| *w != got[key]) {
                    faults.push(format!("{name} {ends} {key}: {} instead of {}", got[key], wanted[key]));
                }
            }
            outputs.push(got);
            checked += 1;
        }
        assert_eq!(outputs[0], outputs[1], "{name}: line ends");
    }
    assert!(faults.is_empty(), "{} of {checked}:\n{}", faults.len(), faults.join("\n"));
}
