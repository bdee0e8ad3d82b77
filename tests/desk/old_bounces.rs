//! Letters that come back from mail systems which send no delivery status, but words.

use boardpost::game::{Lang, Seat};

use super::world::{Got, Post, SERVER, World, address};

/// The header of a letter of ours, as it is returned.
fn head(about: &Got) -> String {
    let text = String::from_utf8(about.raw.clone()).unwrap();
    text.split("\r\n\r\n").next().unwrap().replace("\r\n", "\n")
}

/// A report: its header fields but for To, Date and Message-ID, and its words. `{rcpt}` is who could not be reached.
type Style = (&'static str, &'static str);

/// Failures for good, and the code that is read from each.
const FAILED: [(&str, Style, &str); 6] = [
    (
        "exim",
        (
            "Return-path: <>\nX-Failed-Recipients: {rcpt}\nAuto-Submitted: auto-replied\n\
             From: Mail Delivery System <Mailer-Daemon@mx.example.net>\n\
             Subject: Mail delivery failed: returning message to sender\n",
            "This message was created automatically by mail delivery software.\n\n\
             A message that you sent could not be delivered to one or more of its\n\
             recipients. This is a permanent error. The following address(es) failed:\n\n\
             \x20 {rcpt}\n    SMTP error from remote mail server after RCPT TO:<{rcpt}>:\n\
             \x20   host mx.example.net [192.0.2.1]: 550 5.1.1 <{rcpt}>: no such user here\n\n\
             ------ This is a copy of the message, including all the headers. ------\n\n",
        ),
        "",
    ),
    (
        "exim without its header field",
        (
            "From: Mail Delivery System <Mailer-Daemon@mx.example.net>\n\
             Subject: Mail delivery failed: returning message to sender\n",
            "This message was created automatically by mail delivery software.\n\n\
             A message that you sent could not be delivered to all of its recipients.\n\
             This is a permanent error. The following address(es) failed:\n\n\
             \x20 {rcpt}\n    unrouteable address\n\n\
             ------ This is a copy of the message, including all the headers. ------\n\n",
        ),
        "",
    ),
    (
        "qmail",
        (
            "Return-Path: <>\nFrom: MAILER-DAEMON@mx.example.net\nSubject: failure notice\n",
            "Hi. This is the qmail-send program at mx.example.net.\n\
             I'm afraid I wasn't able to deliver your message to the following addresses.\n\
             This is a permanent error; I've given up. Sorry it didn't work out.\n\n\
             <{rcpt}>:\nSorry, no mailbox here by that name. (#5.1.1)\n\n\
             --- Below this line is a copy of the message.\n\nReturn-Path: <x@y.example>\n",
        ),
        "5.1.1",
    ),
    (
        "Sendmail",
        (
            "From: MAILER-DAEMON@mx.example.net (Mail Delivery Subsystem)\nSubject: Returned mail: User unknown\n\
             Auto-Submitted: auto-generated (failure)\n",
            "The original message was received at Mon, 5 Oct 2026 10:00:00 GMT\nfrom post.example [192.0.2.2]\n\n\
             \x20  ----- The following addresses had permanent fatal errors -----\n<{rcpt}>\n\n\
             \x20  ----- Transcript of session follows -----\n... while talking to mx.example.net.:\n\
             >>> RCPT To:<{rcpt}>\n<<< 550 5.1.1 <{rcpt}>... User unknown\n550 <{rcpt}>... User unknown\n\n\
             \x20  ----- Original message follows -----\n\n",
        ),
        "5.1.1",
    ),
    (
        "Exchange 2000",
        (
            "From: System Administrator <postmaster@example.net>\nSubject: Undeliverable: [PBEM 1]\n",
            "Your message did not reach some or all of the intended recipients.\n\n\
             \x20     Subject:  [PBEM 1]\n      Sent:     10/5/2026 10:00 AM\n\n\
             The following recipient(s) could not be reached:\n\n\
             \x20     {rcpt} on 10/5/2026 10:00 AM\n            The e-mail account does not exist at the organization this \
             message was sent to.\n            <mx.example.net #5.1.1>\n\n",
        ),
        "5.1.1",
    ),
    (
        "Exchange 5.5",
        (
            "From: System Administrator <postmaster@example.net>\nSubject: Undeliverable: [PBEM 1]\n",
            "Your message\n\n  To:      {rcpt}\n  Subject: [PBEM 1]\n  Sent:    Mon, 5 Oct 2026 10:00:00 +0000\n\n\
             did not reach the following recipient(s):\n\n{rcpt} on Mon, 5 Oct 2026 10:00:01 +0000\n\
             \x20   The recipient name is not recognized\n    MSEXCH:IMS:EXAMPLE:NET:MX 0 (000C05A6) Unknown Recipient\n\n",
        ),
        "",
    ),
];

/// Warnings, after which there is nothing to do yet.
const LATE: [(&str, Style); 4] = [
    (
        "exim",
        (
            "Return-path: <>\nAuto-Submitted: auto-replied\nFrom: Mail Delivery System <Mailer-Daemon@mx.example.net>\n\
             Subject: Warning: message 1kQxYz-0001aB-CD delayed 24 hours\n",
            "This message was created automatically by mail delivery software.\n\
             A message that you sent has not yet been delivered to one or more of its\n\
             recipients after more than 24 hours on the queue on mx.example.net.\n\n\
             The address to which the message has not yet been delivered is:\n\n  {rcpt}\n\n\
             No action is required on your part. Delivery attempts will continue for\nsome time.\n",
        ),
    ),
    (
        "Sendmail",
        (
            "From: MAILER-DAEMON@mx.example.net (Mail Delivery Subsystem)\n\
             Subject: Warning: could not send message for past 4 hours\n",
            "    **********************************************\n    **      THIS IS A WARNING MESSAGE ONLY      **\n\
             \x20   **  YOU DO NOT NEED TO RESEND YOUR MESSAGE  **\n    **********************************************\n\n\
             \x20  ----- The following addresses had transient non-fatal errors -----\n<{rcpt}>\n\n\
             \x20  ----- Transcript of session follows -----\n{rcpt}... Deferred: Connection timed out with mx.example.net.\n\
             Warning: message still undelivered after 4 hours\nWill keep trying until message is 5 days old\n\n",
        ),
    ),
    (
        "a header field that names who is only late",
        (
            "From: Mail Delivery Subsystem <mailer-daemon@mx.example.net>\nX-Failed-Recipients: {rcpt}\n\
             Subject: Delivery Status Notification (Delay)\n",
            "This is an automatically generated Delivery Status Notification\n\nTHIS IS A WARNING MESSAGE ONLY.\n\n\
             Delivery to the following recipient has been delayed:\n\n     {rcpt}\n\n",
        ),
    ),
    (
        "Exchange that waited for too long",
        (
            "From: System Administrator <postmaster@example.net>\nSubject: Undeliverable: [PBEM 1]\n",
            "Your message did not reach some or all of the intended recipients.\n\n\
             \x20     {rcpt} on 10/5/2026 10:00 AM\n            Could not deliver the message in the time limit specified.\n\
             \x20           <mx.example.net #4.4.7>\n\n",
        ),
    ),
];

/// A report about a letter of ours; with `copy`, it returns that letter's header.
fn report((fields, words): Style, n: usize, to: &str, rcpt: &str, copy: Option<&Got>) -> Vec<u8> {
    let copy = copy.map(head).unwrap_or_default();
    let text = format!(
        "{fields}To: {to}\nDate: Mon, 05 Oct 2026 10:00:00 +0000\nMessage-ID: <old.{n}@mx.example.net>\n\n{words}{copy}\n\nThe letter.\n"
    );
    text.replace("{rcpt}", rcpt).into_bytes()
}

fn bounced(w: &World) -> Vec<String> {
    w.desk.store().ask().bounced().unwrap().into_iter().map(|b| b.address).collect()
}

/// A game in which a letter to Béla comes back, and the address that it was sent from.
fn game() -> (World, i64, Got, String) {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let turn = w.turn("ew@B2");
    w.reply("anna", &turn);
    let token = w.desk.store().ask().keys().token(game, Seat::Two, 0);
    let about = w.letter_to("bela").clone();
    (w, game, about, format!("game+bounce-{token}@post.example"))
}

#[test]
fn a_failure_in_words_marks_the_address_and_is_told_once() {
    for (name, style, status) in FAILED {
        // the token stands in the address that it came to, or in what is returned
        for copied in [false, true] {
            let (mut w, game, about, bounce) = game();
            let to = if copied { SERVER } else { &bounce };
            let got = w.deliver(&report(style, 1, to, address("bela"), copied.then_some(&about)));
            let told: Vec<&str> = got.iter().map(|g| g.to.as_str()).collect();
            assert_eq!(told, [address("anna"), address("admin")], "{name}");
            assert_eq!(bounced(&w), [address("bela")], "{name}");
            let note = format!("bounce: {status}");
            assert_eq!(w.state(), ("ignored".to_owned(), note.trim_end_matches(' ').to_owned()), "{name}");
            assert!(w.deliver(&report(style, 2, to, address("bela"), Some(&about))).is_empty(), "{name}: told already");
            let records = boardpost::daemon::records(w.desk.store().ask(), &w.row(game)).unwrap();
            let steps = boardpost::replay::log(&records).unwrap();
            assert!(steps.iter().all(|s| s.difference.is_none()), "{name}");
        }
    }
}

#[test]
fn a_warning_in_words_is_only_noted() {
    for (name, style) in LATE {
        let (mut w, _, about, bounce) = game();
        assert!(w.deliver(&report(style, 1, &bounce, address("bela"), Some(&about))).is_empty(), "{name}");
        let (state, note) = w.state();
        assert!(
            state == "ignored" && note.starts_with("bounce:") && note.ends_with(" for now"),
            "{name}: {state} {note}"
        );
        assert_eq!(bounced(&w), Vec::<String>::new(), "{name}");
    }
}

#[test]
fn a_failure_in_words_without_a_token_of_ours_is_nobodys() {
    for (name, style, _) in FAILED {
        let (mut w, game, about, _) = game();
        assert!(w.deliver(&report(style, 1, SERVER, address("bela"), None)).is_empty(), "{name}");
        assert!(w.state().1.ends_with("of nobody's letter"), "{name}: {}", w.state().1);
        // nor with one that never was, nor can a player tell of another
        let token = w.desk.store().ask().keys().token(game, Seat::Two, 0);
        let forge = |n, token_now: &str| {
            let text = String::from_utf8(report(style, n, SERVER, address("bela"), Some(&about))).unwrap();
            text.replace(&token, token_now).into_bytes()
        };
        assert!(w.deliver(&forge(2, "abcdefghijklmnopqrst")).is_empty(), "{name}");
        assert!(bounced(&w).is_empty(), "{name}");
        let other = w.desk.store().ask().keys().token(game, Seat::One, 0);
        w.deliver(&forge(3, &other));
        assert_eq!(bounced(&w), [address("anna")], "{name}: it is his own letters that come back");
    }
}

/// Whatever a machine writes there, in whatever words, and with whatever marks: it gets no answer, and moves nothing.
#[test]
fn nothing_that_comes_to_the_bounce_address_is_answered() {
    let (mut w, game, about, bounce) = game();
    for (n, who) in [address("bela"), address("anna"), "robot@example.net", "x@elsewhere.example"].iter().enumerate() {
        for words in ["I am away until Monday.", "sw@C2", "say Hello!", "resign", "", "help"] {
            let post =
                Post::new(who, &bounce, &format!("Away {n}"), words).with(format!("In-Reply-To: {}", about.id()));
            assert!(w.post(&post).is_empty(), "{who}: {words}");
            assert_eq!(w.state(), ("ignored".to_owned(), "bounce".to_owned()), "{who}: {words}");
        }
    }
    assert_eq!(w.table(game).turns().len(), 1);
    assert!(w.post(&Post::new("x@elsewhere.example", "game+bounce@post.example", "x", "Hello?")).is_empty());
    // words that no mail system is known to write
    let odd = ("From: MAILER-DAEMON@mx.example.net\nSubject: Oh dear\n", "It did not work out with {rcpt}, alas.\n");
    assert!(w.deliver(&report(odd, 9, &bounce, address("bela"), Some(&about))).is_empty());
    assert_eq!((w.state().1.as_str(), bounced(&w)), ("bounce", Vec::new()));
}

/// A person who tells of such a report has sent none.
#[test]
fn the_words_alone_make_no_report() {
    let (mut w, _, _, _) = game();
    let words = "say It says: The following addresses had permanent fatal errors";
    assert_eq!(w.reply("bela", words).len(), 2);
    assert_eq!((w.state().0.as_str(), bounced(&w)), ("done", Vec::new()));
    let turn = w.turn("sw@C2");
    assert_eq!(w.reply("bela", &format!("{turn}\n\nHi. This is the qmail-send program at home.")).len(), 2);
}
