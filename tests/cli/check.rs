//! `check`: how a letter would be read.

use std::fs;

use serde_json::{Value as Json, json};

use super::{folder, run};

/// Checks a letter; gives the JSON object.
fn check(letter: &str, args: &[&str]) -> Json {
    let here = folder();
    fs::write(here.path().join("a.eml"), letter).unwrap();
    let args: Vec<&str> = ["check", "a.eml", "--json"].iter().chain(args).copied().collect();
    let ran = run(here.path(), &args);
    assert_eq!((ran.code, ran.err.as_str()), (0, ""), "{args:?}");
    assert!(ran.out.ends_with('\n') && ran.out.lines().count() == 1, "one object on one line: {}", ran.out);
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 1, "check needs neither database nor configuration");
    serde_json::from_str(&ran.out).unwrap()
}

const LETTER: &str = "From: Kata Kiss <Kata@Example.ORG>\nTo: game@localhost\nSubject: Re: [PBEM 3] A - B\n\
    Message-ID: <abc.1@example.org>\nContent-Type: text/plain; charset=utf-8\n\n\
    Szia!\n\n  kn@E5   \nüzenet jó játszmát\nmutasd 12\n\n\
    On Mon, 2 Mar 2026 at 10:00, Boardpost <game@localhost> wrote:\n> old\n> lines\n\n-- \nKata\n";

#[test]
fn the_reading_of_a_letter_is_one_object() {
    for lang in [&[][..], &["--lang", "hu"], &["--lang", "hu", "--game", "thoughtwave"], &["--game", "Thoughtwave"]] {
        let crlf = LETTER.replace('\n', "\r\n");
        for letter in [LETTER, &crlf] {
            let mut told = check(letter, lang);
            told["ignored"].as_array_mut().unwrap().sort_by_key(ToString::to_string);
            assert_eq!(
                told,
                json!({
                    "from": "kata@example.org",
                    "message_id": "<abc.1@example.org>",
                    "automatic": null,
                    "reply": ["Szia!", "", "  kn@E5", "üzenet jó játszmát", "mutasd 12"],
                    "ignored": [
                        {"kind": "attribution", "lines": 1},
                        {"kind": "quote", "lines": 2},
                        {"kind": "signature", "lines": 2},
                    ],
                    "commands": ["move ew@E5", "say jó játszmát", "show 12"],
                    "problems": [],
                }),
                "{lang:?}"
            );
        }
    }
}

#[test]
fn commands_are_told_in_canonical_words() {
    let letter = |subject: &str, body: &str| {
        format!("From: a@b.org\nSubject: {subject}\nContent-Type: text/plain; charset=utf-8\n\n{body}\n")
    };
    for (subject, body, lang, commands) in [
        ("x", "ew@E5", "en", &["move ew@E5"][..]),
        ("x", "n@A3", "en", &["move n@A3"]),
        ("x", "n@A3", "hu", &["move w@A3"]),
        ("x", "сю@A3", "ru", &["move ns@A3"]),
        ("x", "feladom\nвернуть ход\ndöntetlen", "ru", &["resign", "undo", "draw"]),
        ("x", "I would play ew@E5, I think", "en", &["move ew@E5"]),
        ("thoughtwave move 17 ew@E5", "", "en", &["move ew@E5"]),
        ("ход 17 кн@E5", "kn@E5", "hu", &["move ew@E5"]),
        ("lépés 17 é@E5", "é@E5", "hu", &["move n@E5"]),
        ("resign 17", "hello", "en", &["resign"]),
        ("Re: resign 17", "hello", "en", &[]),
        ("x", "show 3 #4\nquit\nresign", "en", &["show 3 #4"]),
        ("x", "confirm abcdef", "en", &["confirm"]),
        ("x", "help thoughtwave\nlang magyar\nnyelv klingon", "en", &["help thoughtwave", "lang hu", "lang ?"]),
        ("x", "draw\ndraw", "en", &["draw"]),
    ] {
        let told = check(&letter(subject, body), &["--lang", lang]);
        assert_eq!(told["commands"], json!(commands), "{subject} {body}");
        assert_eq!(told["message_id"], Json::Null);
    }
}

#[test]
fn problems_have_an_id_and_a_text() {
    let letter = |body: &str| format!("From: a@b.org\n\n{body}\n");
    for (body, id) in [
        ("ew@E5\nns@D4", "two-moves"),
        ("maybe ew@E5 or ns@D4", "two-moves"),
        ("ew@Q", "unreadable"),
        ("move qq@E5", "unreadable"),
        ("nice weather today", "no-command"),
        ("", "empty"),
    ] {
        for lang in ["en", "hu", "ru"] {
            let told = check(&letter(body), &["--lang", lang, "--game", "thoughtwave"]);
            let ids: Vec<&str> =
                told["problems"].as_array().unwrap().iter().map(|p| p["id"].as_str().unwrap()).collect();
            assert!(ids.contains(&id), "{body}: {ids:?}");
            for problem in told["problems"].as_array().unwrap() {
                assert_eq!(problem.as_object().unwrap().len(), 2);
                let text = problem["text"].as_str().unwrap();
                assert!(!text.is_empty() && !text.starts_with('['), "{lang}: {text}");
            }
        }
    }
}

#[test]
fn senders_and_machines_are_told() {
    for (head, from, automatic) in [
        ("From: a@b.org, c@d.org", Json::Null, Json::Null),
        ("To: a@b.org", Json::Null, Json::Null),
        ("From: A@B.org\nAuto-Submitted: auto-replied", json!("a@b.org"), json!("auto-submitted")),
        ("From: a@b.org\nPrecedence: bulk", json!("a@b.org"), json!("precedence")),
        ("From: a@b.org\nList-Id: <x.y>", json!("a@b.org"), json!("list")),
    ] {
        let told = check(&format!("{head}\nSubject: x\n\nresign\n"), &[]);
        assert_eq!((&told["from"], &told["automatic"]), (&from, &automatic), "{head}");
        let commands = if automatic.is_null() { json!(["resign"]) } else { json!([]) };
        assert_eq!(told["commands"], commands, "a machine's letter is never acted on: {head}");
    }
}

#[test]
fn people_get_lines() {
    let here = folder();
    fs::write(here.path().join("a.eml"), LETTER).unwrap();
    let ran = run(here.path(), &["check", "a.eml", "--lang", "ru"]);
    assert_eq!(ran.code, 0);
    for wanted in ["from: kata@example.org", "    Szia!", "ignored: quote, 2 lines", "command: move ew@E5"] {
        assert!(ran.out.lines().any(|l| l == wanted), "{wanted}: {}", ran.out);
    }
}

#[test]
fn what_cannot_be_checked_says_why() {
    let here = folder();
    fs::write(here.path().join("a.eml"), LETTER).unwrap();
    for (args, code, wanted) in [
        (&["check", "none.eml"][..], 1, "none.eml"),
        (&["check", "."], 1, "."),
        (&["check", "a.eml", "--game", "toughtwave"], 2, "thoughtwave"),
        (&["check", "a.eml", "--lang", "de"], 2, "de"),
        (&["check"], 2, "FILE.eml"),
    ] {
        let ran = run(here.path(), args);
        assert_eq!((ran.code, ran.out.as_str()), (code, ""), "{args:?}");
        assert!(ran.err.contains(wanted), "{args:?}: {}", ran.err);
    }
}
