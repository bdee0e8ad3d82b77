//! What nobody should give the program, and somebody does: an answer, never a panic (the runner looks for it).

use std::ffi::OsStr;
use std::fs;
use std::io::{BufRead, BufReader, Read, Write};
use std::os::unix::ffi::OsStrExt;
use std::process::Stdio;

use super::{fed, folder, program, run};
use boardpost::game::options::Dice;

#[test]
fn arguments_that_are_no_text() {
    let here = folder();
    let bad = OsStr::from_bytes(b"\xff\xfe=\xc3(");
    for (args, code) in [
        (vec![bad], 2),
        (vec![OsStr::new("play"), bad], 2),
        (vec![OsStr::new("play"), OsStr::new("thoughtwave"), bad], 2),
        (vec![OsStr::new("start"), OsStr::new("thoughtwave"), bad, bad], 2),
        (vec![OsStr::new("games"), bad], 2),
        (vec![OsStr::new("--config"), bad, OsStr::new("games")], 2),
        (vec![OsStr::new("check"), bad], 1),
        (vec![OsStr::new("replay"), bad], 1),
        (vec![OsStr::new("start"), OsStr::new("--file"), bad], 1),
    ] {
        let output = program(here.path()).args(&args).output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert!(!err.contains("panicked") && !err.is_empty(), "{args:?}: {err}");
        assert_eq!(output.status.code(), Some(code), "{args:?}: {err}");
    }
}

/// Bytes that look like nothing.
fn noise(seed: u64, length: usize) -> Vec<u8> {
    let mut dice = Dice::new(seed, 0);
    (0..length).map(|_| dice.next() as u8).collect()
}

#[test]
fn files_that_are_no_letters() {
    let here = folder();
    let nested = (0..300).fold(String::new(), |inner, n| {
        format!("Content-Type: multipart/mixed; boundary=b{n}\n\n--b{n}\n{inner}\n--b{n}--\n")
    });
    let mut files: Vec<Vec<u8>> = (0..8).map(|n| noise(n, 5000)).collect();
    files.extend([
        Vec::new(),
        b"\n".to_vec(),
        b"\0\0\0\0".to_vec(),
        b"From: ".to_vec(),
        b"From: a@b.org".to_vec(),
        b"From: a@b.org\r\r\n\r\nresign".to_vec(),
        [b"From: a@b.org\n\n", noise(9, 20_000).as_slice()].concat(),
        [b"From: a@b.org\nSubject: ", noise(10, 2000).as_slice(), b"\n\nresign"].concat(),
        format!("From: a@b.org\n{nested}").into_bytes(),
        format!("From: {}\n\nx", "(".repeat(100_000)).into_bytes(),
        format!("From: a@b.org\nSubject: =?utf-8?b?{}\n\nx", "=?".repeat(50_000)).into_bytes(),
        format!("From: a@b.org\nReferences: {}\n\nx", "<".repeat(100_000)).into_bytes(),
        format!("From: a@b.org\nContent-Type: text/html\n\n{}", "<div><blockquote>".repeat(20_000)).into_bytes(),
        format!("From: a@b.org\n\n{}", "> ".repeat(200_000)).into_bytes(),
        format!("From: a@b.org\n\n{}", "ew@E5\n".repeat(20_000)).into_bytes(),
        format!("From: a@b.org\n\nmove {}", "n".repeat(1_000_000)).into_bytes(),
    ]);
    for (n, bytes) in files.iter().enumerate() {
        fs::write(here.path().join("a.eml"), bytes).unwrap();
        let ran = run(here.path(), &["check", "a.eml", "--json"]);
        assert_eq!(ran.code, 0, "file {n}: {}", ran.err);
        let told: serde_json::Value = serde_json::from_str(&ran.out).unwrap();
        assert!(told["commands"].is_array() && told["problems"].is_array());
        let ran = run(here.path(), &["replay", "a.eml"]);
        assert_eq!(ran.code, 1, "file {n}: {}", ran.out);
    }
}

#[test]
fn logs_that_are_cut_and_bent() {
    let here = folder();
    let here = here.path();
    assert_eq!(run(here, &["start", "thoughtwave", "a@x.hu", "b@x.hu"]).out, "1\n");
    let log = run(here, &["log", "1"]).out;
    let mut dice = Dice::new(5, 0);
    let mut at = |n: usize| usize::try_from(dice.below(n as u64)).unwrap();
    for round in 0..60 {
        let mut bytes = log.clone().into_bytes();
        match round % 3 {
            0 => bytes.truncate(at(bytes.len())),
            1 => {
                let from = at(bytes.len());
                let to = (from + at(2000)).min(bytes.len());
                bytes.drain(from..to);
            }
            _ => {
                // in the log's own fields
                let n = at(600);
                bytes[n] = at(256) as u8;
            }
        }
        fs::write(here.join("m"), &bytes).unwrap();
        let ran = run(here, &["replay", "m", "--json"]);
        assert!(
            ran.code == 1 || bytes == log.as_bytes() || ran.code == 0 && round % 3 != 1,
            "round {round}: {}",
            ran.out
        );
    }
    for (field, value) in [
        ("Boardpost-Seat: 1", "Boardpost-Seat: 3"),
        ("Boardpost-Seq: 1", "Boardpost-Seq: 99999999999999999999"),
        ("Boardpost-Letters: 2", "Boardpost-Letters: -1"),
        ("Boardpost-Start: thoughtwave/1 a:en b:en", "Boardpost-Start: thoughtwave/1 a:en"),
        ("Boardpost-Start: thoughtwave/1 a:en b:en", "Boardpost-Start: thoughtwave/2 a:en b:en"),
        ("Boardpost-Start: thoughtwave/1 a:en b:en", "Boardpost-Start: go/1 a:en b:en"),
        ("Boardpost-Start: thoughtwave/1 a:en b:en", "Boardpost-Start: thoughtwave/1 %0A:en b:en"),
        ("Boardpost-Start: thoughtwave/1 a:en b:en", "Boardpost-Start: thoughtwave/1 a:en b:en size=99"),
        ("Boardpost-Time: ", "Boardpost-Time: x"),
        ("Boardpost-Digest: ", "Boardpost-Digest: zz"),
        ("Boardpost-Kind: opening", "Boardpost-Kind: closing"),
    ] {
        let bent = log.replacen(field, value, 1);
        assert_ne!(bent, log, "{field}");
        fs::write(here.join("m"), bent).unwrap();
        let ran = run(here, &["replay", "m"]);
        assert_eq!(ran.code, 1, "{value}: {}", ran.out);
        assert!(!ran.err.is_empty());
    }
    for garbage in ["From ", "From x\n", "From x y\n\n\nFrom x y\n\n\n", ">From \n\nFrom \n\n"] {
        fs::write(here.join("m"), garbage.repeat(1000)).unwrap();
        assert_eq!(run(here, &["replay", "m"]).code, 1, "{garbage}");
    }
}

#[test]
fn lines_that_are_too_long_or_no_text() {
    let here = folder();
    const LONG: usize = 10 << 20;
    for (line, id) in [
        (format!("1 {}", "n".repeat(LONG)), "unreadable"),
        (format!("1 {}", "é@".repeat(LONG / 3)), "unreadable"),
        (format!("1 move {}", "(".repeat(LONG)), "unreadable"),
        (format!("1 ew@E{}", "9".repeat(LONG)), "off-board"),
        (format!("perft {}", "9".repeat(LONG)), "usage"),
        ("x".repeat(LONG), "usage"),
    ] {
        let ran = fed(here.path(), &["play", "thoughtwave"], format!("{line}\nstate\n").as_bytes());
        let head: String = line.chars().take(12).collect();
        assert_eq!(ran.code, 0, "{head}");
        let told: Vec<&str> = ran.out.lines().collect();
        assert!(
            told.len() == 2 && told[0].starts_with(&format!("? {id}: ")) && told[0].len() < 1000,
            "{head}: {:.200}",
            ran.out
        );
        assert_eq!(told[1], "= playing 1", "{head}");
    }
    let input = [noise(1, 3000).as_slice(), b"\n1 \xff\xfe\n\0\0\nstate\n"].concat();
    let ran = fed(here.path(), &["play", "thoughtwave"], &input);
    assert_eq!((ran.code, ran.out.lines().last()), (0, Some("= playing 1")));
}

#[test]
fn readers_that_go_away() {
    let here = folder();
    let mut child = program(here.path())
        .args(["play", "thoughtwave", "size=26"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let writer = std::thread::spawn(move || drop(stdin.write_all("show 1\n".repeat(2000).as_bytes())));
    let mut first = String::new();
    BufReader::new(child.stdout.take().unwrap()).read_line(&mut first).unwrap();
    assert!(!first.is_empty());
    let mut err = String::new();
    child.stderr.take().unwrap().read_to_string(&mut err).unwrap();
    assert_eq!((child.wait().unwrap().code(), err.as_str()), (Some(0), ""));
    writer.join().unwrap();

    // a listing, and a log to stderr that nobody reads
    assert_eq!(run(here.path(), &["start", "thoughtwave", "a@x.hu", "b@x.hu"]).code, 0);
    for args in [&["log", "1"][..], &["show", "1"], &["games"], &["config"], &["--help"]] {
        let mut child = program(here.path()).args(args).stdout(Stdio::piped()).stderr(Stdio::piped()).spawn().unwrap();
        drop(child.stdout.take());
        let output = child.wait_with_output().unwrap();
        let err = String::from_utf8_lossy(&output.stderr);
        assert_eq!((output.status.code(), err.as_ref()), (Some(0), ""), "{args:?}");
    }
    let mut child = program(here.path())
        .args(["start", "thoughtwave", "a@x.hu", "b@x.hu"])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stderr.take());
    let output = child.wait_with_output().unwrap();
    assert_eq!((output.status.code(), output.stdout.as_slice()), (Some(0), &b"2\n"[..]));
}

#[test]
fn folders_and_foreign_files_in_place_of_ours() {
    let here = folder();
    let here = here.path();
    fs::create_dir(here.join("folder")).unwrap();
    fs::write(here.join("text"), "no database\n".repeat(200)).unwrap();
    for (path, bytes) in [("folder", None), ("text", Some(fs::read(here.join("text")).unwrap()))] {
        fs::write(here.join("config.toml"), format!("[store]\npath = \"{path}\"\n")).unwrap();
        for args in
            [&["games"][..], &["run", "--once"], &["start", "thoughtwave", "a@x.hu", "b@x.hu"], &["backup", "x.db"]]
        {
            let ran = run(here, args);
            assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?} on {path}");
            assert!(ran.err.contains(path), "{}", ran.err);
        }
        if let Some(bytes) = bytes {
            assert_eq!(fs::read(here.join(path)).unwrap(), bytes, "a foreign file is left alone");
        }
    }
    for args in [&["check", "folder"][..], &["replay", "folder"], &["start", "--file", "folder"]] {
        let ran = run(here, args);
        assert_eq!((ran.code, ran.out.as_str()), (1, ""), "{args:?}");
        assert!(ran.err.contains("folder"), "{}", ran.err);
    }
    // a folder as standard input
    let stdin = fs::File::open(here.join("folder")).unwrap();
    let output = program(here).args(["play", "thoughtwave"]).stdin(stdin).output().unwrap();
    let err = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(1), "{err}");
    assert!(err.contains("standard input") && !err.contains("panicked"), "{err}");
}
