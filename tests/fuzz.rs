//! A short walk of mutants over every fuzz target and its seeds, always the same one. `fuzz/` has the long one.

#[path = "../fuzz/src/lib.rs"]
#[allow(unreachable_pub, reason = "a crate of its own, of which this is a copy")]
mod targets;

use std::collections::BTreeSet;
use std::fs;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};

use targets::TARGETS;

/// Mutants of each seed.
const MUTANTS: usize = 40;

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("fuzz")
}

fn listed(path: &Path) -> Vec<PathBuf> {
    let mut files: Vec<PathBuf> = fs::read_dir(path).unwrap().map(|e| e.unwrap().path()).collect();
    files.sort();
    files
}

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n.max(1)
    }
}

/// Bytes that readers stumble over.
const ODD: &[&[u8]] = &[
    b"\0",
    b"\r\n",
    b"\n\n",
    b">",
    b"> > ",
    b"=?utf-8?b?",
    b"?=",
    b"=",
    b"=3D",
    b"--",
    b"-----",
    b"<",
    b"<!--",
    b"&#x",
    b"@",
    b":",
    b"/",
    b"|",
    b"```",
    b"\xff\xfe",
    b"\xe2\x80\x8b",
    b"\xc2\xa0",
    b"\xd0\x90",
    b"\xef\xbc\xa5",
    b"9999999999999999999",
    b"boundary=",
    b"Content-Type: multipart/mixed; boundary=b\n\n",
    b"\"",
    b"'",
    b"[",
    b"]]",
    b"{",
    b"From ",
    b"\t",
    b"0",
];

/// A mutant of one seed, with pieces of another.
fn mutant(dice: &mut Dice, seed: &[u8], other: &[u8]) -> Vec<u8> {
    let mut out = seed.to_vec();
    for _ in 0..=dice.below(6) {
        let at = dice.below(out.len() + 1);
        match dice.below(7) {
            0 if at < out.len() => out[at] ^= 1 << dice.below(8),
            1 if at < out.len() => out[at] = u8::try_from(dice.below(256)).unwrap(),
            2 => {
                let end = (at + dice.below(40)).min(out.len());
                out.drain(at..end);
            }
            3 => {
                let end = (at + dice.below(200)).min(out.len());
                let piece = out[at..end].to_vec();
                let to = dice.below(out.len() + 1);
                out.splice(to..to, piece);
            }
            4 => {
                let from = dice.below(other.len() + 1);
                let end = (from + dice.below(200)).min(other.len());
                out.splice(at..at, other[from..end].iter().copied());
            }
            5 => {
                let odd = ODD[dice.below(ODD.len())];
                out.splice(at..at, odd.iter().copied());
            }
            _ => out.truncate(at.max(out.len() / 2)),
        }
    }
    out
}

#[test]
fn no_mutant_breaks_a_reader() {
    for (number, (name, target)) in TARGETS.iter().enumerate() {
        let seeds: Vec<Vec<u8>> =
            listed(&folder().join("seeds").join(name)).iter().map(|p| fs::read(p).unwrap()).collect();
        assert!(!seeds.is_empty(), "{name} has no seeds");
        let mut dice = Dice(number as u64 + 1);
        let mut inputs = seeds.clone();
        for seed in &seeds {
            for _ in 0..MUTANTS {
                let other = &seeds[dice.below(seeds.len())];
                inputs.push(mutant(&mut dice, seed, other));
            }
        }
        inputs.push(Vec::new());
        for input in inputs {
            if catch_unwind(AssertUnwindSafe(|| target(&input))).is_err() {
                panic!("{name} broke over {:?}", String::from_utf8_lossy(&input));
            }
        }
    }
}

#[test]
fn every_target_can_be_fuzzed() {
    let names: BTreeSet<String> = TARGETS.iter().map(|t| t.0.to_owned()).collect();
    let files: BTreeSet<String> = listed(&folder().join("fuzz_targets"))
        .iter()
        .map(|p| p.file_stem().unwrap().to_str().unwrap().to_owned())
        .collect();
    assert_eq!(files, names);
    let manifest: toml::Table = fs::read_to_string(folder().join("Cargo.toml")).unwrap().parse().unwrap();
    let bins: BTreeSet<String> =
        manifest["bin"].as_array().unwrap().iter().map(|b| b["name"].as_str().unwrap().to_owned()).collect();
    assert_eq!(bins, names);
    for name in &names {
        let text = fs::read_to_string(folder().join(format!("fuzz_targets/{name}.rs"))).unwrap();
        assert!(text.contains(&format!("boardpost_fuzz::{name}(bytes)")), "{name}");
    }
}
