//! Letters that come back: delivery reports, and refusals of our own mail server.

use boardpost::daemon::drain;
use boardpost::game::{Lang, Seat};
use boardpost::post::{Mailer, Outgoing, PostError, Sent};

use super::golden::Golden;
use super::world::{Got, Post, SERVER, World, address};

/// A report as three mail systems write it, about a letter of ours.
fn report(style: &str, about: &Got, recipient: &str, status: &str, to: &str) -> Vec<u8> {
    let head = String::from_utf8(about.raw.clone()).unwrap();
    let head = head.split("\r\n\r\n").next().unwrap().replace("\r\n", "\n");
    let action = if status.starts_with('5') { "failed" } else { "delayed" };
    let fields = format!(
        "Final-Recipient: rfc822; {recipient}\nAction: {action}\nStatus: {status}\nDiagnostic-Code: smtp; 550 {status} no such user\n"
    );
    match style {
        "postfix" => format!(
            "Return-Path: <>\nFrom: MAILER-DAEMON@mail.example.net (Mail Delivery System)\nTo: {to}\n\
             Subject: Undelivered Mail Returned to Sender\nDate: Mon, 05 Oct 2026 10:00:00 +0000\n\
             Message-ID: <1@mail.example.net>\nAuto-Submitted: auto-replied\nMIME-Version: 1.0\n\
             Content-Type: multipart/report; report-type=delivery-status;\n\tboundary=\"b/1\"\n\n\
             --b/1\nContent-Type: text/plain; charset=us-ascii\n\nI'm sorry to have to inform you that your message could not\nbe delivered.\n\n\
             --b/1\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; mail.example.net\n\n{fields}\n\
             --b/1\nContent-Type: text/rfc822-headers\n\n{head}\n\n--b/1--\n"
        ),
        "gmail" => format!(
            "From: Mail Delivery Subsystem <mailer-daemon@googlemail.example>\nTo: {to}\nAuto-Submitted: auto-replied\n\
             Subject: Delivery Status Notification (Failure)\nX-Failed-Recipients: {recipient}\n\
             Message-ID: <2@googlemail.example>\nDate: Mon, 05 Oct 2026 10:00:00 +0000\nMIME-Version: 1.0\n\
             Content-Type: multipart/report; boundary=\"g\"; report-type=delivery-status\n\n\
             --g\nContent-Type: text/plain; charset=\"UTF-8\"\n\n** Address not found **\n\n\
             --g\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; googlemail.example\n\n{fields}\n\
             --g\nContent-Type: message/rfc822\n\n{head}\n\nThe letter.\n--g--\n"
        ),
        _ => format!(
            "From: <postmaster@exchange.example>\nTo: {to}\nSubject: Undeliverable: [PBEM 1]\nMessage-ID: <3@exchange.example>\n\
             Date: Mon, 05 Oct 2026 10:00:00 +0000\nX-MS-Exchange-Message-Is-Ndr:\nMIME-Version: 1.0\n\
             Content-Type: multipart/report; report-type=delivery-status; boundary=\"e\"\n\n\
             --e\nContent-Type: text/html\n\n<p>Your message couldn't be delivered.</p>\n\
             --e\nContent-Type: message/delivery-status\n\nReporting-MTA: dns;exchange.example\n\n{fields}\n\
             --e\nContent-Type: message/rfc822\n\n{head}\n\nThe letter.\n--e--\n"
        ),
    }
    .into_bytes()
}

fn bounced(w: &World) -> Vec<String> {
    w.desk.store().ask().bounced().unwrap().into_iter().map(|b| b.address).collect()
}

/// The other player and the admin are told once, in their languages; the game goes on.
#[test]
fn a_permanent_failure_is_told_once() {
    for lang in Lang::ALL {
        let mut golden = None;
        for style in ["postfix", "gmail", "exchange"] {
            let mut w = World::new(lang, "");
            let game = w.start("size=4");
            let turn = w.turn("ew@B2");
            w.reply("anna", &turn);
            let about = w.letter_to("bela").clone();
            let token = w.desk.store().ask().keys().token(game, Seat::Two, 0);
            let to = format!("game+bounce-{token}@post.example");
            let got = w.deliver(&report(style, &about, address("bela"), "5.1.1", &to));
            let told: Vec<&str> = got.iter().map(|g| g.to.as_str()).collect();
            assert_eq!(told, [address("anna"), address("admin")], "{style}");
            golden.get_or_insert_with(|| Golden::new(&w, "bounces")).add(&w, style, &got);
            assert_eq!(bounced(&w), [address("bela")], "{style}");
            assert_eq!(w.state().1, "bounce: 5.1.1");

            // again, for another letter, with the token in the returned header alone
            let second = report(style, &about, address("bela"), "5.1.1", SERVER);
            let second = String::from_utf8(second).unwrap().replace("Message-ID: <", "Message-ID: <again.");
            assert!(w.deliver(second.as_bytes()).is_empty(), "{style}: told already");

            // he writes: all is well again, and a new failure is a new one
            let turn = w.turn("sw@C2");
            assert_eq!(w.reply("bela", &turn).len(), 2);
            assert!(bounced(&w).is_empty());
            let third = String::from_utf8(report(style, &about, address("bela"), "5.2.1", &to)).unwrap();
            let got = w.deliver(third.replace("Message-ID: <", "Message-ID: <third.").as_bytes());
            assert_eq!(got.len(), 2, "{style}");

            let records = boardpost::daemon::records(w.desk.store().ask(), &w.row(game)).unwrap();
            let steps = boardpost::replay::log(&records).unwrap();
            assert!(steps.iter().all(|s| s.difference.is_none()), "{:?}", steps.last().unwrap().difference);
            assert_eq!(steps.len(), records.len());
        }
        golden.unwrap().done();
    }
}

#[test]
fn a_failure_for_now_and_a_forged_report_change_nothing() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let about = w.letter_to("bela").clone();
    let token = w.desk.store().ask().keys().token(game, Seat::Two, 0);
    let to = format!("game+bounce-{token}@post.example");
    assert!(w.deliver(&report("postfix", &about, address("bela"), "4.4.1", &to)).is_empty());
    assert_eq!(w.state(), ("ignored".to_owned(), "bounce: 4.4.1 for now".to_owned()));
    // without a token of his, anybody can have written it
    let mut forged = String::from_utf8(report("gmail", &about, address("bela"), "5.1.1", SERVER)).unwrap();
    forged = forged.replace(&token, "abcdefghijklmnopqrst");
    assert!(w.deliver(forged.as_bytes()).is_empty());
    // nor can a player tell of another
    let other = w.desk.store().ask().keys().token(game, Seat::One, 0);
    let swapped = String::from_utf8(report("exchange", &about, address("bela"), "5.1.1", SERVER)).unwrap();
    w.deliver(swapped.replace(&token, &other).as_bytes());
    assert_eq!(bounced(&w), [address("anna")], "it is his own letters that come back");
}

/// Who has another address gets his letters there, and nobody needs to be told.
#[test]
fn the_next_address_is_used_where_the_first_fails() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let about = w.letter_to("anna").clone();
    let token = w.desk.store().ask().keys().token(game, Seat::One, 0);
    let to = format!("game+bounce-{token}@post.example");
    let got = w.deliver(&report("postfix", &about, address("anna"), "5.1.1", &to));
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("admin")]);
    let mut post = w.answer("anna", &about, "ew@B2");
    post.from = "anna@office.example.org".to_owned();
    let got = w.post(&post);
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), ["anna@office.example.org", address("bela")]);
}

/// A mail server that refuses one recipient for good.
struct Refusing(&'static str);

impl Mailer for Refusing {
    fn stream(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        report: &mut dyn FnMut(Outgoing, Sent),
    ) -> Result<(), PostError> {
        while let Some(letter) = next() {
            let sent = if letter.to == self.0 {
                Sent::Refused { permanent: true, text: "550 5.1.1 no such user".to_owned() }
            } else {
                Sent::Accepted(String::new())
            };
            report(letter, sent);
        }
        Ok(())
    }

    fn close(&mut self) {}
}

#[test]
fn a_refusal_by_our_own_mail_server_counts_as_well() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let turn = "ew@B2";
    let post = w.answer("anna", &w.letter_to("anna").clone(), turn);
    // ruled on, but not sent yet
    let bytes = post.bytes("<x@client.example>", w.now);
    w.bring(&bytes);
    let now = w.now;
    let (drained, fault) =
        drain(w.desk.store_mut(), &w.config.clone(), &mut Refusing(address("bela")), i64::MAX, &|| now).unwrap();
    assert!(fault.is_none());
    assert_eq!(drained.failed, 1);
    assert_eq!(bounced(&w), [address("bela")]);
    let sent: Vec<String> = {
        let db = rusqlite::Connection::open(&w.config.store).unwrap();
        let mut statement =
            db.prepare("SELECT rcpt || ' ' || msgid FROM outbox WHERE state = 'sent' ORDER BY id").unwrap();
        statement.query_map([], |r| r.get(0)).unwrap().map(Result::unwrap).collect()
    };
    let told: Vec<&String> = sent.iter().filter(|s| s.contains(".unreachable.")).collect();
    assert_eq!(told.len(), 1, "{sent:?}");
    assert!(told[0].starts_with(address("anna")));
    assert_eq!(w.table(game).turns().len(), 1);
    // strangers' and admins' letters that fail concern no player
    let hello = Post::new("eve@elsewhere.example", SERVER, "hi", "hello").bytes("<y@client.example>", w.now);
    w.bring(&hello);
    drain(w.desk.store_mut(), &w.config.clone(), &mut Refusing("eve@elsewhere.example"), i64::MAX, &|| now).unwrap();
    assert_eq!(bounced(&w), [address("bela")]);
}
