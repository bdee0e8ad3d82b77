//! Letters as the world's clients write them: `tests/letters/NAME.eml` in, the expected reading in `NAME.json` beside
//! it. Every key there is compared with the reading; `sent` names our letters that are known, `lang` the reader's
//! language. Each letter is read with LF and with CRLF. What differs is written to `NAME.failed`.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::fs;
use std::path::{Path, PathBuf};

use crate::corpus::clients::{Client, Parts, Style};
use crate::corpus::words;
use boardpost::game::Lang;
use boardpost::letter::{self, Hints, SentText};
use proptest::prelude::*;
use serde_json::{Map, Value, json};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/letters")
}

fn names() -> Vec<String> {
    let mut names: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().to_str().and_then(|n| n.strip_suffix(".eml")).map(str::to_owned))
        .collect();
    names.sort();
    names
}

fn bytes(name: &str) -> Vec<u8> {
    fs::read(folder().join(format!("{name}.eml"))).unwrap()
}

fn with_crlf(raw: &[u8]) -> Vec<u8> {
    raw.iter().flat_map(|b| if *b == b'\n' { vec![b'\r', b'\n'] } else { vec![*b] }).collect()
}

fn our(file: &str) -> String {
    fs::read_to_string(folder().join(file)).unwrap()
}

fn reading(raw: &[u8], wanted: &Map<String, Value>) -> Value {
    let letter = letter::read(raw).unwrap();
    let sent: Vec<SentText> = wanted
        .get("sent")
        .and_then(Value::as_array)
        .map(|list| list.iter().filter_map(Value::as_str).map(|name| our(name).into()).collect())
        .unwrap_or_default();
    let lang = wanted.get("lang").and_then(Value::as_str).and_then(Lang::from_code);
    let body = letter.body(&Hints { lang, sent: &sent, own: &[] });
    json!({
        "from": letter.from,
        "from_name": letter.from_name,
        "message_id": letter.message_id,
        "recipients": letter.recipients,
        "references": letter.references,
        "subject_command": letter.subject_command,
        "automatic": letter.automatic.map(letter::Automatic::word),
        "bounce": letter.bounce().map(|b| json!({ "recipient": b.recipient, "permanent": b.permanent })),
        "reply": body.reply,
        "folded": body.reply.iter().map(|l| letter::fold(l)).collect::<Vec<_>>(),
        "ignored": body.ignored.iter().map(|i| json!({ "kind": i.kind.word(), "lines": i.lines })).collect::<Vec<_>>(),
        "problems": body.problems.iter().map(|p| p.id).collect::<Vec<_>>(),
    })
}

#[test]
fn every_letter_reads_as_written_beside_it() {
    let names = names();
    assert!(names.len() >= 60, "only {} letters", names.len());
    let mut failed = Vec::new();
    for name in &names {
        let note = folder().join(format!("{name}.failed"));
        let _ = fs::remove_file(&note);
        let wanted: Value = serde_json::from_str(&our(&format!("{name}.json"))).unwrap();
        let wanted = wanted.as_object().unwrap();
        let lf = bytes(name);
        for (ends, raw) in [("LF", lf.clone()), ("CRLF", with_crlf(&lf))] {
            let got = reading(&raw, wanted);
            let differs = |(key, value): (&String, &Value)| {
                !["sent", "lang", "game", "commands", "verdict", "needs_sent"].contains(&key.as_str())
                    && got.get(key.as_str()) != Some(value)
            };
            let keys: Vec<&String> = wanted.iter().filter(|pair| differs(*pair)).map(|(key, _)| key).collect();
            if !keys.is_empty() {
                let text = serde_json::to_string_pretty(&got).unwrap();
                fs::write(&note, format!("{ends}: {keys:?} differ\n{text}\n")).unwrap();
                failed.push(format!("{name} ({ends}): {keys:?}"));
            }
        }
    }
    assert!(failed.is_empty(), "{} of {} readings differ:\n{}", failed.len(), names.len() * 2, failed.join("\n"));
}

#[test]
fn a_second_copy_has_the_same_digest() {
    let mut digests = std::collections::BTreeMap::new();
    for name in names() {
        let raw = bytes(&name);
        let digest = letter::read(&raw).unwrap().digest();
        assert_eq!(letter::read(&with_crlf(&raw)).unwrap().digest(), digest, "{name}: line ends");
        let mut traced =
            b"Return-Path: <x@example.org>\nDelivered-To: other@example.org\nReceived: by x; now\n".to_vec();
        traced.extend(&raw);
        assert_eq!(letter::read(&traced).unwrap().digest(), digest, "{name}: trace fields");
        let mut longer = raw.clone();
        longer.extend(b"one more line\n");
        assert_ne!(letter::read(&longer).unwrap().digest(), digest, "{name}: another body");
        if let Some(other) = digests.insert(digest, name.clone()) {
            panic!("{name} and {other} have the same digest");
        }
    }
}

#[test]
fn what_is_no_letter_is_said_so() {
    for raw in [&b""[..], b"\n", b"\r\n\r\n", b"hello", b"no header here\n\nand no body"] {
        assert!(letter::read(raw).is_err(), "{raw:?}");
    }
    // an old Mac's line ends
    let letter = letter::read(b"From: a@b.hu\rSubject: x\r\rew@E5\r").unwrap();
    assert_eq!(letter.from.as_deref(), Some("a@b.hu"));
    assert_eq!(letter.body(&Hints::default()).reply, ["ew@E5"]);
}

#[test]
fn the_text_of_our_own_letters() {
    let board = our("board-hu.txt");
    let encoded = data_encoding::BASE64.encode(board.as_bytes());
    let raw = format!(
        "From: g@x.org\r\nContent-Type: text/plain; charset=utf-8\r\nContent-Transfer-Encoding: base64\r\n\r\n{encoded}\r\n"
    );
    assert_eq!(letter::text(raw.as_bytes()), board);
    let raw = "From: g@x.org\r\nContent-Type: text/html\r\n\r\n<p>a</p><pre>+-+\n| |</pre>";
    assert_eq!(letter::text(raw.as_bytes()), "a\n\n+-+\n| |\n");
}

#[test]
fn a_thousand_parts_and_no_more() {
    let mut raw = b"From: a@b.hu\nContent-Type: multipart/mixed; boundary=b\n\n".to_vec();
    for n in 0..3_000 {
        raw.extend(format!("--b\nContent-Type: text/plain\n\nline {n}\n").bytes());
    }
    let reply = letter::read(&raw).unwrap().body(&Hints::default()).reply;
    assert!(reply.len() < 2 * letter::MAX_PARTS && reply.len() > letter::MAX_PARTS / 2, "{}", reply.len());
}

/// Ways in which clients bring an old letter under a new one: every client of the corpus in every language, the same
/// with marks lost or doubled, and none at all.
fn quoted(client: Client, words: usize, damage: usize, old: &str) -> String {
    let says = ["\u{1}".to_owned()];
    let parts = Parts {
        client,
        words: words::ALL[words % words::ALL.len()],
        style: Style::Top,
        says: &says,
        tail: &[],
        old,
        to: "bob@example.org",
        subject: "Game",
    };
    let text = parts.plain();
    let below = text.strip_prefix("\u{1}\n").unwrap();
    match damage {
        0 => below.to_owned(),
        // no introduction and no mark
        1 => old.to_owned(),
        // blanks doubled or trimmed
        2 => old.lines().map(|l| l.trim().replace(' ', "\u{a0} ") + "\n").collect(),
        // quoted once more
        3 => below.lines().map(|l| format!("> {l}\n")).collect(),
        // a blank before each mark
        4 => below.lines().map(|l| if l.starts_with('>') { format!(" {l}\n") } else { format!("{l}\n") }).collect(),
        // every line ends in a blank
        5 => below.lines().map(|l| format!("{l} \n")).collect(),
        // between the lines of another letter of the same thread
        _ => format!(
            "{below}\n-----Original Message-----\nFrom: x@example.org\nSent: Monday\nTo: y\nSubject: z\n\n{old}"
        ),
    }
}

/// A letter of ours from the corpus, or one that a game in play would send.
fn ours() -> impl Strategy<Value = String> {
    let boards: Vec<String> = fs::read_dir(folder())
        .unwrap()
        .filter_map(|e| e.unwrap().file_name().into_string().ok())
        .filter(|n| n.starts_with("board-"))
        .collect();
    assert!(boards.len() >= 18);
    let mut boards: Vec<String> = boards.iter().map(|n| our(n)).collect();
    boards.sort();
    prop::sample::select(boards)
}

fn clients() -> impl Strategy<Value = Client> {
    use Client::*;
    prop::sample::select(vec![
        Gmail,
        GmailAndroid,
        Apple,
        Iphone,
        OutlookDesktop,
        OutlookClassic,
        OutlookMobile,
        OutlookWeb,
        Thunderbird,
        MailRu,
        Yandex,
        Freemail,
        Yahoo,
        Proton,
        Samsung,
        Roundcube,
        Tutanota,
        Zoho,
    ])
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 128, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_bytes_make_it_panic(raw in proptest::collection::vec(any::<u8>(), 0..600)) {
        if let Ok(letter) = letter::read(&raw) {
            let _ = letter.body(&Hints::default());
            let _ = letter.bounce();
        }
        let _ = letter::text(&raw);
        let _ = letter::mask(&raw, &[("ab".to_owned(), "x".to_owned())]);
    }

    #[test]
    fn no_damage_makes_it_panic(pick in any::<prop::sample::Index>(), cuts in proptest::collection::vec((any::<prop::sample::Index>(), any::<u8>(), 0..3_u8), 1..12)) {
        let names = names();
        let mut raw = bytes(&names[pick.index(names.len())]);
        for (at, byte, act) in cuts {
            let at = at.index(raw.len().max(1));
            match act {
                0 if at < raw.len() => raw[at] = byte,
                1 => raw.truncate(at),
                _ => raw.insert(at.min(raw.len()), byte),
            }
        }
        if let Ok(letter) = letter::read(&raw) {
            let _ = letter.body(&Hints { lang: Some(Lang::Ru), sent: &[our("board-ru.txt").into()], own: &[] });
            let _ = letter.bounce();
            let _ = letter.authentication("mx.post.example.org");
        }
        let secret = [("mfrggzdfmztwq2lknnwg".to_owned(), "token1".to_owned())];
        let once = letter::mask(&raw, &secret);
        prop_assert_eq!(letter::mask(&once, &secret), once);
    }

    #[test]
    fn a_new_line_above_our_letter_is_read_alone(client in clients(), words in 0..15_usize, damage in 0..7_usize, old in ours(), line in "[a-z]{1,3}@[A-Z][0-9]{1,2}( [a-z]{2,8}){0,3}") {
        let quote = quoted(client, words, damage, &old);
        let raw = format!("From: a@b.hu\nContent-Type: text/plain; charset=utf-8\n\n{line}\n\n{quote}");
        let body = letter::read(raw.as_bytes()).unwrap().body(&Hints { sent: &[old.into()], ..Hints::default() });
        prop_assert_eq!(body.reply, vec![line], "{}", raw);
        prop_assert!(body.problems.is_empty(), "{:?}", body.problems);
    }

    #[test]
    fn our_letter_sent_back_says_nothing(client in clients(), words in 0..15_usize, damage in 0..7_usize, old in ours()) {
        let quote = quoted(client, words, damage, &old);
        let raw = format!("From: a@b.hu\nContent-Type: text/plain; charset=utf-8\n\n{quote}");
        let body = letter::read(raw.as_bytes()).unwrap().body(&Hints { sent: &[old.into()], ..Hints::default() });
        prop_assert_eq!(body.reply, Vec::<String>::new(), "{}", raw);
        prop_assert_eq!(body.problems.len(), 1);
        prop_assert_eq!(body.problems[0].id, "empty");
    }

    #[test]
    fn masked_letters_show_no_secret(pick in any::<prop::sample::Index>()) {
        let names = names();
        let raw = bytes(&names[pick.index(names.len())]);
        let secret = [("mfrggzdfmztwq2lknnwg".to_owned(), "token1".to_owned())];
        let masked = letter::mask(&raw, &secret);
        prop_assert!(!String::from_utf8_lossy(&masked).to_lowercase().contains(&secret[0].0));
        prop_assert!(!letter::text(&masked).to_lowercase().contains(&secret[0].0));
        let before = letter::read(&raw).unwrap().body(&Hints::default());
        let after = letter::read(&masked).unwrap().body(&Hints::default());
        prop_assert_eq!(before.reply, after.reply);
    }
}
