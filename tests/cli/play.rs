//! `play`: the line protocol.

use std::io::{BufRead, BufReader, Write};
use std::process::Stdio;
use std::sync::mpsc;
use std::time::Duration;

use serde_json::Value as Json;

use super::{Ran, fed, folder, program, run};

/// One answer: the lines before the closing one, and that.
#[derive(Debug)]
struct Answer {
    lines: Vec<String>,
    last: String,
}

fn answers(out: &str) -> Vec<Answer> {
    let (mut list, mut lines) = (Vec::new(), Vec::new());
    for line in out.lines() {
        if line.starts_with(['=', '?']) {
            list.push(Answer { lines: std::mem::take(&mut lines), last: line.to_owned() });
        } else {
            lines.push(line.to_owned());
        }
    }
    assert!(lines.is_empty(), "an answer without its end: {lines:?}");
    list
}

/// Plays a script; gives the answers.
fn play(options: &[&str], script: &str) -> Vec<Answer> {
    let here = folder();
    let args: Vec<&str> = ["play", "thoughtwave"].iter().chain(options).copied().collect();
    let Ran { code, out, err } = fed(here.path(), &args, script.as_bytes());
    assert_eq!((code, err.as_str()), (0, ""), "{options:?}");
    assert_eq!(std::fs::read_dir(here.path()).unwrap().count(), 0, "play leaves nothing behind");
    answers(&out)
}

/// The closing lines.
fn ends(options: &[&str], script: &str) -> Vec<String> {
    play(options, script).into_iter().map(|a| a.last).collect()
}

/// The id of a refusal.
fn id(last: &str) -> &str {
    let id = last.strip_prefix("? ").and_then(|l| l.split_once(": "));
    let (id, sentence) = id.unwrap_or_else(|| panic!("{last} is no refusal with a sentence"));
    assert!(!sentence.is_empty() && !sentence.contains(['[', '{']), "{last}");
    id
}

#[test]
fn requests_are_answered_line_by_line() {
    let mut wanted: Vec<(&str, &str)> = vec![
        ("state", "= playing 1"),
        ("1 EW@e5", "= ew@E5"),
        ("  2   C4 . bt  ", "= ns@C4"),
        ("state", "= playing 1"),
        ("legal 2", "= 0"),
        ("perft 0", "= 1"),
        ("undo", "="),
        ("state", "= playing 2"),
        ("undo", "="),
        ("undo", "? nothing"),
        ("legal 1", "= 1500"),
        ("perft 1", "= 1500"),
        ("1 resign", "= resign"),
        ("state", "= won 2 resigned"),
        ("legal 2", "= 0"),
        ("perft 1", "= 0"),
        ("perft 0", "= 1"),
        ("1 ew@E5", "? over"),
        ("2 zz", "? over"),
        ("2 draw", "? over"),
        ("undo", "="),
        ("state", "= playing 1"),
        ("2 feladom.", "= resign"),
        ("state", "= won 1 resigned"),
        ("undo", "="),
        ("1 accept", "? no-offer"),
        ("1 decline", "? no-offer"),
        ("1 undo", "? nothing-to-undo"),
        ("2 draw", "= draw"),
        ("2 draw", "? offer-stands"),
        ("2 accept", "? no-offer"),
        ("1 decline", "= decline"),
        ("1 accept", "? no-offer"),
        ("2 Ничья!", "= draw"),
        ("1 elfogadom", "= accept"),
        ("state", "= drawn agreed"),
        ("undo", "="),
        ("1 draw", "= draw"),
        ("state", "= drawn agreed"),
        ("undo", "="),
        ("undo", "="),
        ("1 ew@E5", "= ew@E5"),
        ("1 undo", "= undo"),
        ("1 undo", "? offer-stands"),
        ("2 accept", "= accept"),
        ("state", "= playing 1"),
        ("1 say hello", "? unreadable"),
        ("1 show", "? unreadable"),
        ("1 quit", "? unreadable"),
        ("lang hu", "="),
        ("1 kn@E5", "= ew@E5"),
        ("lang ru", "="),
        ("2 сю@C4", "= ns@C4"),
        ("lang EN", "="),
        ("1 move x@a1", "= nesw@A1"),
    ];
    for usage in [
        "1",
        "2",
        "3 ew@E5",
        "legal",
        "legal 3",
        "legal 1 2",
        "perft",
        "perft x",
        "perft -1",
        "show",
        "show 3",
        "show me",
        "state 1",
        "dump it",
        "undo 1",
        "lang",
        "lang de",
        "help",
        "ew@E5",
        "quit now",
        "1ew@E5",
        "=",
        "?",
        "\u{1f642}",
    ] {
        wanted.push((usage, "? usage"));
    }
    wanted.push(("quit", "="));
    let script: Vec<String> = wanted
        .iter()
        .enumerate()
        .map(|(n, (r, _))| format!("{r}\n{}", ["", "\n", "# x\n", "  # 1 ew@A1\n"][n % 4]))
        .collect();
    let told = play(&[], &(script.concat() + "state\n"));
    assert_eq!(told.len(), wanted.len(), "nothing is read behind quit");
    for ((request, wanted), answer) in wanted.iter().zip(&told) {
        if let Some(wanted) = wanted.strip_prefix("? ") {
            assert_eq!(id(&answer.last), wanted, "{request}");
        } else {
            assert_eq!(&answer.last, wanted, "{request}");
        }
        assert!(answer.lines.is_empty() || request.starts_with("legal"), "{request}: {:?}", answer.lines);
    }
}

#[test]
fn the_end_of_the_input_is_a_quit() {
    assert!(play(&[], "").is_empty());
    assert!(play(&[], "\n# only words\n").is_empty());
    // without a line end, with CRLF, with a mark of byte order nobody asked for
    assert_eq!(ends(&[], "1 ew@E5\r\nstate"), ["= ew@E5", "= playing 2"]);
}

#[test]
fn lists_are_sorted_and_counted() {
    let told = play(&["size=3"], "legal 1\n");
    assert_eq!(told[0].last, "= 135");
    assert_eq!(told[0].lines.len(), 135);
    assert!(told[0].lines.is_sorted());
    assert!(told[0].lines.contains(&"nesw@B2".to_owned()));
    // every listed turn is played as it stands, and is its own spelling
    let script: String = told[0].lines.iter().map(|t| format!("1 {t}\nundo\n")).collect();
    let played = ends(&["size=3"], &script);
    for (turn, pair) in told[0].lines.iter().zip(played.chunks(2)) {
        assert_eq!(pair, [format!("= {turn}"), "=".to_owned()]);
    }
    // and perft is their sum
    let script: String = told[0].lines.iter().map(|t| format!("1 {t}\nperft 1\nundo\n")).collect();
    let sum: u64 = ends(&["size=3"], &script).iter().skip(1).step_by(3).map(|l| l[2..].parse::<u64>().unwrap()).sum();
    assert_eq!(ends(&["size=3"], "perft 2\n"), [format!("= {sum}")]);
}

#[test]
fn questions_are_asked_in_order() {
    let options = ["position=B1:esw,A2:nw,C2:sw,B3:n", "hands=1:T6L5C10D1"];
    for (request, wanted) in [
        // unreadable before whose turn it is, and that before the rules
        ("2 zz", "unreadable"),
        ("2 ew@K1", "not-your-turn"),
        ("2 nesw@B1", "not-your-turn"),
        // a cross that is not held, off the board; on a piece; beside pieces that it fits not
        ("1 nesw@K1", "off-board"),
        ("1 nesw@B1", "occupied"),
        ("1 nesw@B2", "no-such-piece"),
        ("1 new@B2", "mismatch"),
        ("1 ew@A0", "off-board"),
        ("1 ew@5", "unreadable"),
        ("1 5", "unreadable"),
        ("1 ee@E5", "unreadable"),
    ] {
        let told = ends(&options, &format!("dump\n{request}\ndump\nstate\n"));
        assert_eq!(id(&told[1]), wanted, "{request}");
        assert_eq!((&told[0], told[3].as_str()), (&told[2], "= playing 1"), "{request} leaves no trace");
    }
}

#[test]
fn what_happened_stands_before_the_end() {
    let told = play(&["size=3", "position=A2:ew,B1:ns,B3:ns,C2:ew"], "1 X@B2\nstate\n");
    assert_eq!(told[0].lines, ["! linked seat=1 sides=left-right", "! linked seat=2 sides=top-bottom"]);
    assert_eq!(told[0].last, "= nesw@B2");
    assert_eq!(told[1].last, "= won 1 both-linked");
    let told = play(&["hands=2:"], "1 n@A1\nstate\n");
    assert_eq!(told[0].lines, ["! skipped seat=2 why=no-piece"]);
    assert_eq!(told[1].last, "= playing 1");
}

#[test]
fn boards_are_shown_and_positions_dumped() {
    let told =
        play(&["size=3"], "dump\n1 ew@B2\nshow 1\nshow 2\nshow public\nshow all\ndump\nundo\ndump\nlang hu\nshow 1\n");
    for board in &told[2..6] {
        assert_eq!(board.last, "=");
        assert!(board.lines.iter().any(|l| l.contains('X')), "the last move is marked: {:?}", board.lines);
        assert!(board.lines.iter().all(|l| l.chars().count() <= 72));
    }
    assert_eq!(told[2].lines, told[3].lines, "an open game looks the same to both");
    let dumps: Vec<&str> = [0, 6, 8].iter().map(|n| told[*n].last.as_str()).collect();
    assert!(dumps[0].starts_with("= size=3 ") && dumps[0] != dumps[1], "{dumps:?}");
    assert_eq!(dumps[0], dumps[2], "undo leads back");
    assert_ne!(told[2].lines, told[10].lines, "Hungarian words below the board");
}

/// Every language refuses in its own words.
#[test]
fn sentences_are_in_the_language_of_the_session() {
    let mut seen = std::collections::BTreeSet::new();
    for lang in ["en", "hu", "ru"] {
        let told = ends(
            &[],
            &format!(
                "lang {lang}\n1 x@a1\n1 x@a1\n2 x@a1\n2 x@z9\n2 @\nfoo\nundo\nundo\n2 accept\n1 say x\n1 resign\n1 x@a1\n"
            ),
        );
        for last in told.iter().filter(|l| l.starts_with('?')) {
            id(last);
            assert!(seen.insert(last.clone()), "{lang}: {last} is said in another language too");
        }
    }
    assert_eq!(seen.len(), 3 * 9);
}

/// A program that talks to us must get each answer before it asks on.
#[test]
fn each_answer_is_flushed() {
    let here = folder();
    let mut child = program(here.path())
        .args(["play", "thoughtwave"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut stdin = child.stdin.take().unwrap();
    let stdout = BufReader::new(child.stdout.take().unwrap());
    let (send, told) = mpsc::channel();
    let reader = std::thread::spawn(move || stdout.lines().for_each(|line| drop(send.send(line.unwrap()))));
    assert!(told.recv_timeout(Duration::from_millis(300)).is_err(), "nothing is said before the first request");
    for (request, answer) in [("state", "= playing 1"), ("1 ew@E5", "= ew@E5"), ("2 zz", "? unreadable"), ("quit", "=")]
    {
        writeln!(stdin, "{request}").unwrap();
        let line = told.recv_timeout(Duration::from_secs(20)).unwrap_or_else(|_| panic!("{request}: no answer"));
        assert!(line.starts_with(answer), "{request}: {line}");
    }
    // quit ends the program though the input goes on
    assert_eq!(child.wait().unwrap().code(), Some(0));
    reader.join().unwrap();
    drop(stdin);
}

#[test]
fn options_that_cannot_be_used_end_with_2() {
    let here = folder();
    for (args, wanted) in [
        (&["sise=3"][..], "size"),
        (&["handycap=1"], "handicap"),
        (&["size=2"], "3-26"),
        (&["stuck=los"], "nearest is lose"),
        (&["first=rnadom"], "nearest is random"),
        (&["size"], "KEY=VALUE"),
        (&["size=3", "size=4"], "twice"),
        (&["position=A1:e,B1:n"], "A1,B1."),
        (&["hands=1:X1X1"], "X."),
        (&["handicap=1", "hands=1:X1"], "handicap"),
    ] {
        let args: Vec<&str> = ["play", "thoughtwave"].iter().chain(args).copied().collect();
        let ran = fed(here.path(), &args, b"state\n");
        assert_eq!((ran.code, ran.out.as_str()), (2, ""), "{args:?}");
        assert!(ran.err.contains(wanted) && !ran.err.contains(".."), "{args:?}: {}", ran.err);
    }
    let ran = run(here.path(), &["play", "toughtwave"]);
    assert_eq!(ran.code, 2);
    assert!(ran.err.contains("nearest known one is thoughtwave"), "{}", ran.err);
    assert!(run(here.path(), &["play", "go"]).err.contains("no game named go. Known are: "), "nothing is near it");
    assert_eq!(run(here.path(), &["play"]).code, 2);
    assert_eq!(run(here.path(), &["play", "thoughtwave", "--frob"]).code, 2);
}

/// The vectors of the rules, through the program.
#[test]
fn vectors_hold() {
    let vectors: Json = serde_json::from_str(include_str!("../vectors/thoughtwave.json")).unwrap();
    let mut checks = 0;
    for vector in vectors["vectors"].as_array().unwrap() {
        let name = vector["id"].as_str().unwrap();
        let options = options(vector);
        let options: Vec<&str> = options.iter().map(String::as_str).collect();
        let seat = vector["turn"].as_u64().unwrap_or(1);
        let sorted = |list: &Json| {
            let mut list: Vec<String> =
                list.as_array().unwrap().iter().map(|e| e.as_str().unwrap().to_owned()).collect();
            list.sort();
            list
        };
        let fitting = |options: &[&str]| {
            let tail = format!("@{}", vector["cell"].as_str().unwrap());
            let told = play(options, &format!("legal {seat}\n"));
            let mut list: Vec<String> =
                told[0].lines.iter().filter_map(|t| t.strip_suffix(&tail)).map(str::to_owned).collect();
            list.sort();
            list
        };
        if vector["legal_in_hand"].is_array() {
            assert_eq!(fitting(&options), sorted(&vector["legal_in_hand"]), "{name}");
            checks += 1;
        }
        if vector["legal_any_hand"].is_array() {
            let full: Vec<&str> = options.iter().filter(|o| !o.starts_with("hands=")).copied().collect();
            assert_eq!(fitting(&full), sorted(&vector["legal_any_hand"]), "{name}");
            checks += 1;
        }
        if let Some(count) = vector["legal_count"].as_u64() {
            let told = ends(&options, &format!("legal {seat}\nperft 1\n"));
            assert_eq!(told, [format!("= {count}"), format!("= {count}")], "{name}");
            checks += 1;
        }
        if let Some(turn) = vector["move"].as_str() {
            let told = ends(&options, &format!("{seat} {turn}\nstate\n"));
            let wanted = match vector["result"].as_str().unwrap() {
                "win 1" => "= won 1 ",
                "win 2" => "= won 2 ",
                "draw" => "= drawn ",
                "continue" => "= playing ",
                other => panic!("{name}: {other}"),
            };
            assert!(told[0].starts_with("= ") && told[1].starts_with(wanted), "{name}: {told:?}");
            checks += 1;
        }
    }
    assert_eq!(checks, 17);
    for vector in vectors["notation"].as_array().unwrap() {
        let text = vector["text"].as_str().unwrap();
        let told = ends(&[], &format!("lang {}\n1 {text}\n", vector["lang"].as_str().unwrap()));
        match vector["piece"].as_str() {
            Some(piece) => {
                let cell = vector["cell"].as_str().unwrap();
                let sorted = |s: &str| {
                    let mut s: Vec<char> = s.chars().collect();
                    s.sort_unstable();
                    s
                };
                let (played, at) = told[1]
                    .strip_prefix("= ")
                    .unwrap_or_else(|| panic!("{text}: {}", told[1]))
                    .split_once('@')
                    .unwrap();
                assert_eq!((sorted(played), at), (sorted(piece), cell), "{text}");
            }
            None => {
                let wanted =
                    if vector["error"].as_str() == Some("row out of 1-10") { "off-board" } else { "unreadable" };
                // what another language alone can read is read in it
                if told[1].starts_with('?') {
                    assert_eq!(id(&told[1]), wanted, "{text}");
                }
            }
        }
        checks += 1;
    }
    assert_eq!(checks, 17 + 24);
}

/// The options of a vector.
fn options(vector: &Json) -> Vec<String> {
    let mut words = vec![format!("size={}", vector["size"])];
    if let Some(board) = vector["board"].as_object().filter(|b| !b.is_empty()) {
        let pieces: Vec<String> =
            board.iter().map(|(cell, ends)| format!("{cell}:{}", ends.as_str().unwrap())).collect();
        words.push(format!("position={}", pieces.join(",")));
    }
    if let Some(hands) = vector["hands"].as_object() {
        let hand = |(seat, hand): (&String, &Json)| {
            let count = |kind: &str| hand[kind].as_u64().unwrap();
            let [x, t, l, c, d] = ["cross", "tee", "line", "corner", "deadend"].map(count);
            format!("{seat}:X{x}T{t}L{l}C{c}D{d}")
        };
        words.push(format!("hands={}", hands.iter().map(hand).collect::<Vec<_>>().join(",")));
    }
    if let Some(turn) = vector["turn"].as_u64() {
        words.push(format!("turn={turn}"));
    }
    words
}
