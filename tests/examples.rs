//! The examples are true: the evenings are what their scripts make, they replay, and `demo` plays them.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::process::Command;

use boardpost::game::GAMES;
use boardpost::replay;
use boardpost::store::record::Kind;

#[path = "../examples/evening.rs"]
#[allow(unreachable_pub, reason = "an example file as a module")]
mod evening;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("examples")
}

fn evenings() -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = std::fs::read_dir(folder())
        .unwrap()
        .map(|e| e.unwrap().path())
        .filter(|p| p.extension().is_some_and(|e| e == "mbox"))
        .collect();
    found.sort();
    assert!(!found.is_empty());
    found
}

/// `BLESS=1` writes them anew.
#[test]
fn each_evening_is_what_its_script_makes() {
    for path in evenings() {
        let script = folder().join("evenings").join(path.file_stem().unwrap()).with_extension("toml");
        let script = std::fs::read_to_string(&script).unwrap_or_else(|e| panic!("{}: {e}", script.display()));
        let made = evening::play(&script).unwrap();
        if std::env::var_os("BLESS").is_some() {
            std::fs::write(&path, &made).unwrap();
        }
        let kept = std::fs::read(&path).unwrap();
        assert!(made == kept, "{} is not what its script makes; BLESS=1 writes it anew", path.display());
    }
}

#[test]
fn each_evening_replays_to_its_end() {
    for path in evenings() {
        let steps = replay::file(&std::fs::read(&path).unwrap()).unwrap();
        for step in &steps {
            assert_eq!(step.difference, None, "{} letter {}", path.display(), step.seq);
        }
        let letters = steps.iter().filter(|s| s.kind == Kind::In);
        let verdicts: BTreeSet<&str> = letters.map(|s| s.verdict).collect();
        assert!(verdicts.contains("accepted") && verdicts.contains("refused"), "{}: {verdicts:?}", path.display());
    }
}

#[test]
fn every_game_has_its_evenings_here() {
    let here: Vec<String> = evenings().iter().map(|p| std::fs::read_to_string(p).unwrap()).collect();
    for game in GAMES {
        assert!(!game.evenings().is_empty(), "{} has no evening", game.name());
        for evening in game.evenings() {
            assert!(here.iter().any(|h| h == evening), "an evening of {} is not in examples/", game.name());
        }
    }
}

#[test]
fn the_demo_prints_the_letters_of_both_players() {
    for game in GAMES {
        let out = Command::new(env!("CARGO_BIN_EXE_boardpost")).args(["demo", game.name()]).output().unwrap();
        assert!(out.status.success(), "{}: {}", game.name(), String::from_utf8_lossy(&out.stderr));
        let text = String::from_utf8(out.stdout).unwrap();
        let readers: BTreeSet<&str> =
            text.lines().filter_map(|l| l.strip_prefix("======== to ")?.split(' ').next()).collect();
        assert!(readers.len() >= 2, "{}: {readers:?}", game.name());
        let ends = text.lines().filter(|l| l.starts_with("game 1: won ") || l.starts_with("game 1: drawn ")).count();
        assert_eq!(ends, game.evenings().len(), "{}", game.name());
    }
}
