//! Letters of all kinds: machines' letters, large ones, other character sets, HTML.

use boardpost::game::Lang;

use super::golden::Golden;
use super::world::{Post, SERVER, World, address};

#[test]
fn letters_of_machines_are_never_answered() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let letter = w.letter_to("anna").clone();
    let plain = w.answer("anna", &letter, "ew@B2");
    let report = "Content-Type: multipart/report; report-type=delivery-status; boundary=\"b\"";
    let fields = [
        "Auto-Submitted: auto-replied",
        "Auto-Submitted: auto-generated (vacation)",
        "Return-Path: <>",
        "Precedence: bulk",
        "Precedence: auto_reply",
        "List-Id: <players.example.org>",
        "List-Unsubscribe: <mailto:x@example.org>",
        "X-Autoreply: yes",
        "X-Auto-Response-Suppress: All",
        "X-Vacation: yes",
    ];
    for field in fields {
        assert!(w.post(&plain.clone().with(field)).is_empty(), "{field}");
        assert_eq!(w.state().0, "ignored", "{field}");
    }
    let mut bounce = plain.clone();
    bounce.from = "Mail Delivery System <MAILER-DAEMON@example.org>".to_owned();
    assert!(w.post(&bounce).is_empty());
    let mut status = plain.clone();
    status.kind = report.to_owned();
    status.body = b"--b\nContent-Type: text/plain\n\nSorry.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; x\n\nFinal-Recipient: rfc822; bela@example.net\nAction: failed\nStatus: 5.1.1\n\n--b--\n".to_vec();
    let got = w.post(&status);
    assert!(got.iter().all(|g| g.to == address("admin")), "the admin alone hears of it");
    // our own letters, and letters in our name
    let own = letter.raw.clone();
    assert!(w.deliver(&own).is_empty());
    for from in [SERVER, "game+abc@post.example"] {
        let mut post = plain.clone();
        post.from = from.to_owned();
        assert!(w.post(&post).is_empty(), "{from}");
    }
    assert!(w.post(&plain.clone().with(format!("X-Boardpost-Loop: {SERVER}"))).is_empty());
    assert_eq!(w.events(game).len(), 0);
    // a subject alone is a weak sign: faults are not answered, a move passes
    let mut away = w.answer("anna", &letter, "I am on holiday until Monday.");
    away.subject = "Automatic reply: [PBEM 1]".to_owned();
    assert!(w.post(&away).is_empty());
    let mut moved = plain;
    moved.subject = "Automatic reply: [PBEM 1]".to_owned();
    assert_eq!(w.post(&moved).len(), 2);
    assert_eq!(w.events(game), ["turn 1 ew@B2"]);
}

#[test]
fn a_letter_that_is_too_big_is_answered_and_not_read() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nletter_bytes = 20000");
        let mut golden = Golden::new(&w, "big");
        let game = w.start("size=4");
        let turn = w.turn("ew@B2");
        let mut post = w.answer("anna", &w.letter_to("anna").clone(), &turn);
        post.body.extend(std::iter::repeat_n(b"more and more\n", 2000).flatten());
        let got = w.post(&post);
        golden.add(&w, "too big", &got);
        assert_eq!(w.table(game).turns().len(), 0);
        assert_eq!(w.reply("anna", &turn).len(), 2);
        golden.done();
    }
}

/// Letters in the old character sets, as bytes and as encoded words.
#[test]
fn old_character_sets_are_read() {
    for (lang, label, word, turn, canonical) in [
        (Lang::Ru, "koi8-r", "Привет! Мой ход внизу.", "юв@B2", "es@B2"),
        (Lang::Ru, "windows-1251", "Спасибо, Ёлка.", "ЗС@B2", "nw@B2"),
        (Lang::Hu, "iso-8859-2", "Üdv, őrült űrhajós!", "ÉK@B2", "ne@B2"),
        (Lang::Hu, "windows-1250", "Szia, „ez” az:", "kereszt@B2", "nesw@B2"),
    ] {
        let mut w = World::new(lang, "");
        let game = w.start("size=4");
        let letter = w.letter_to("anna").clone();
        let (charset, _) = (encoding_rs::Encoding::for_label(label.as_bytes()).unwrap(), ());
        let mut post = w.answer("anna", &letter, &format!("{word}\n{turn}\nViszlát"));
        let text = String::from_utf8(post.body.clone()).unwrap().replace('é', "e").replace("–", "-");
        let (bytes, _, lossy) = charset.encode(&text);
        // what the set cannot say is in our quoted letter only
        let _ = lossy;
        post.body = bytes.into_owned();
        post.kind = format!("Content-Type: text/plain; charset={label}");
        let got = w.post(&post);
        assert_eq!(w.events(game), [format!("turn 1 {canonical}")], "{label}: {}", got[0].text);
        assert!(got[0].text.contains(word), "what was left aside is told: {}", got[0].text);
    }
}

#[test]
fn a_reply_in_html_alone_is_read() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let game = w.start("size=4");
        let turn = w.turn("ew@B2");
        let letter = w.letter_to("anna").clone();
        let mut post = w.answer("anna", &letter, "");
        post.kind = "Content-Type: text/html; charset=utf-8".to_owned();
        let shown = letter.html.replace("<!DOCTYPE html>", "");
        post.body = format!(
            "<div dir=\"ltr\">Hello,<div>{turn}</div><div>Bye</div></div><br><div class=\"gmail_quote\"><div class=\"gmail_attr\">On Mon, \
             5 Oct 2026 at 10:00, Boardpost &lt;<a href=\"mailto:{SERVER}\">{SERVER}</a>&gt; wrote:<br></div>\
             <blockquote class=\"gmail_quote\">{shown}</blockquote></div>"
        )
        .into_bytes();
        assert_eq!(w.post(&post).len(), 2);
        assert_eq!(w.events(game), ["turn 1 ew@B2"]);
    }
}

/// The same letter by two ways is one letter; the same Message-ID with other words is another.
#[test]
fn copies_are_known_by_what_they_say() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let letter = w.letter_to("anna").clone();
    let first = w.answer("anna", &letter, "show").with("Message-ID: <same@client.example>");
    let now = w.now;
    let raw = first.bytes("", now);
    assert_eq!(w.deliver(&raw).len(), 1);
    let mut traced = b"Received: from a by b; Mon, 5 Oct 2026 10:00:00 +0000\n".to_vec();
    traced.extend_from_slice(&raw);
    assert!(w.deliver(&traced).is_empty(), "by another way");
    let mut other = w.answer("anna", &letter, "ew@B2").with("Message-ID: <same@client.example>");
    assert_eq!(w.deliver(&other.bytes("", now)).len(), 2, "other words");
    assert_eq!(w.events(game), ["turn 1 ew@B2"]);
    // letters without a Message-ID are told apart by their words as well
    other = w.answer("bela", &w.letter_to("bela").clone(), "show");
    let bare = |post: &Post| {
        let text = String::from_utf8(post.bytes("", now)).unwrap();
        text.replace("Message-ID: \n", "").into_bytes()
    };
    assert_eq!(w.deliver(&bare(&other)).len(), 1);
    assert!(w.deliver(&bare(&other)).is_empty());
    let other = w.answer("bela", &w.letter_to("bela").clone(), "games");
    assert_eq!(w.deliver(&bare(&other)).len(), 1);
}
