//! The IMAP inbox against servers that misbehave: each ends in the right error in time, and the next call recovers.

use crate::scripted::{Act, Box, Fake, short};
use boardpost::post::imap::ImapInbox;
use boardpost::post::{Inbox, Listed, Password, Place, PostError, Server, Stop, Tls, Trouble};
use std::io::Write;
use std::path::PathBuf;
use std::time::{Duration, Instant};

const FULL: &str = "IDLE MOVE UIDPLUS";

fn letter(n: u32) -> (u32, String) {
    (n, format!("Subject: letter {n}\r\n\r\n{}\r\n", "x".repeat(n as usize)))
}

fn mailbox(epoch: u32, can: &'static str) -> Box {
    Box { epoch, can, letters: [3, 5, 9].map(letter).to_vec() }
}

fn password() -> PathBuf {
    let mut file = tempfile::NamedTempFile::new().unwrap();
    file.write_all(b"s3cret\r\nsecond line\n").unwrap();
    file.into_temp_path().keep().unwrap()
}

fn inbox_of(server: Server) -> ImapInbox {
    ImapInbox::new(server, "INBOX".to_owned(), "Processed".to_owned(), short(), true, Stop::default())
}

/// A mailbox that behaves but for what `act` says; it is given the connection's number and the command.
fn faulty(can: &'static str, act: impl Fn(usize, &str) -> Act + Send + Sync + 'static) -> (Fake, ImapInbox) {
    let fake = Fake::serve(move |n, talk| mailbox(7, can).serve(talk, |command| act(n, command)));
    let inbox = inbox_of(fake.server(Tls::None, Some(&password())));
    (fake, inbox)
}

fn keys(listed: &[Listed]) -> Vec<&str> {
    listed.iter().map(|l| l.place.key.as_str()).collect()
}

/// Runs a step that must fail, and in time.
fn fails<T: std::fmt::Debug>(result: impl FnOnce() -> Result<T, PostError>) -> PostError {
    let start = Instant::now();
    let error = result().unwrap_err();
    assert!(start.elapsed() < Duration::from_secs(3), "{error} took {:?}", start.elapsed());
    assert!(!format!("{error:?} {error}").contains("s3cret"));
    error
}

#[test]
fn letters_are_listed_fetched_and_moved() {
    let (fake, mut inbox) = faulty(FULL, |_, _| Act::Usual);
    let listed = inbox.list().unwrap();
    assert_eq!(keys(&listed), ["3", "5", "9"]);
    let Place { folder, epoch, .. } = &listed[0].place;
    assert_eq!((folder.as_str(), *epoch, listed[2].size), ("INBOX", 7, letter(9).1.len() as u64));
    let arrived = inbox.fetch(&listed, 0).unwrap();
    assert_eq!(arrived.iter().map(|a| a.raw.clone()).collect::<Vec<_>>(), [3, 5, 9].map(|n| letter(n).1.into_bytes()));
    inbox.done(&[listed[2].place.clone(), listed[0].place.clone()]).unwrap();
    assert_eq!(fake.count("a7 UID MOVE 3,9 \"Processed\""), 1, "{:?}", fake.heard());
    assert!(!fake.heard().iter().any(|l| l.contains("BODY[")), "BODY[] would mark letters as seen");
    inbox.close();
    assert_eq!(fake.count("["), 1);
}

#[test]
fn letters_over_the_limit_come_as_header() {
    let size = letter(5).1.len() as u64;
    let (fake, mut inbox) = faulty(FULL, |_, _| Act::Usual);
    let mut listed = inbox.list().unwrap();
    let arrived = inbox.fetch(&listed, size).unwrap();
    assert_eq!(arrived.iter().map(|a| a.too_big).collect::<Vec<_>>(), [false, false, true]);
    assert_eq!(arrived[2].raw, b"Subject: letter 9\r\n\r\n");
    assert_eq!(fake.heard().iter().filter(|l| l.contains("UID FETCH 9 (UID BODY.PEEK[HEADER]")).count(), 1);
    // a server that said too little is found out
    listed[2].size = 1;
    let arrived = inbox.fetch(&listed[2..], size).unwrap();
    assert!(arrived[0].too_big);
    assert_eq!(arrived[0].raw, b"Subject: letter 9\r\n\r\n");
}

#[test]
fn a_silent_or_dripping_greeting_ends_in_time() {
    for drip in [false, true] {
        let fake = Fake::serve(move |n, talk| match (n, drip) {
            (0, true) => talk.drip("* OK "),
            (0, false) => talk.hang(),
            _ => mailbox(7, FULL).serve(talk, |_| Act::Usual),
        });
        let mut inbox = inbox_of(fake.server(Tls::None, Some(&password())));
        assert_eq!(fails(|| inbox.list()).trouble, Trouble::Timeout);
        assert_eq!(inbox.list().unwrap().len(), 3);
    }
}

#[test]
fn a_greeting_that_is_none_is_refused() {
    for greeting in ["* BYE overloaded\r\n", "* PREAUTH welcome\r\n", "220 smtp.example\r\n"] {
        for tls in [Tls::None, Tls::Starttls] {
            let fake = Fake::serve(move |_, talk| talk.say(greeting));
            let mut inbox = inbox_of(fake.server(tls, Some(&password())));
            let error = fails(|| inbox.list());
            assert_eq!(error.trouble, Trouble::Protocol, "{error}");
            assert!(error.text.contains(greeting.trim_end()), "{error}");
        }
    }
}

#[test]
fn what_follows_starttls_in_plain_text_is_not_believed() {
    let fake = Fake::serve(|_, talk| {
        talk.say("* OK hello\r\n");
        talk.line();
        talk.say("s1 OK go on\r\n* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\na1 OK done\r\n");
        talk.hang();
    });
    let error = fails(|| inbox_of(fake.server(Tls::Starttls, Some(&password()))).list());
    assert_eq!(error.trouble, Trouble::Tls, "{error}");
    let fake = Fake::serve(|_, talk| {
        talk.say("* OK hello\r\n");
        talk.line();
        talk.say("s1 NO not today\r\n");
        talk.hang();
    });
    let error = fails(|| inbox_of(fake.server(Tls::Starttls, Some(&password()))).list());
    assert_eq!((error.trouble, error.text.contains("not today")), (Trouble::Tls, true), "{error}");
    assert_eq!(fake.heard().last().unwrap(), "s1 STARTTLS", "no password may leave without TLS");
}

#[test]
fn plain_text_goes_to_loopback_only() {
    let fake = Fake::serve(|_, _| ());
    let server = Server { host: "192.0.2.7".to_owned(), ..fake.server(Tls::None, Some(&password())) };
    let error = fails(|| inbox_of(server).list());
    assert_eq!(error.trouble, Trouble::Connect);
    assert!(error.text.contains("loopback"), "{error}");
}

#[test]
fn a_refused_login_is_told_and_the_password_is_not() {
    for (said, echo, told) in [
        ("no such login", "s3cret", "no such login: ***"),
        ("no such login", "AGdhbWUAczNjcmV0", "no such login: ***"),
        ("нет", "s3cret", "??????: ***"),
    ] {
        let fake = Fake::serve(move |_, talk| {
            talk.say("* OK hello\r\n");
            talk.line();
            talk.say("* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\na1 OK done\r\n");
            talk.line();
            talk.say("+ \r\n");
            talk.line();
            talk.say(&format!("a2 NO [AUTHENTICATIONFAILED] {said}: {echo}\r\n"));
        });
        let error = fails(|| inbox_of(fake.server(Tls::None, Some(&password()))).list());
        assert_eq!(error.trouble, Trouble::Login);
        assert!(error.text.ends_with(told), "{error}");
    }
}

#[test]
fn an_access_token_logs_in_by_xoauth2_and_is_never_repeated() {
    // base64 of user=game^Aauth=Bearer s3cret^A^A
    const FIRST: &str = "dXNlcj1nYW1lAWF1dGg9QmVhcmVyIHMzY3JldAEB";
    for (can, good) in [("AUTH=PLAIN AUTH=XOAUTH2", true), ("AUTH=PLAIN AUTH=XOAUTH2", false), ("AUTH=PLAIN", false)] {
        let fake = Fake::serve(move |_, talk| {
            talk.say("* OK hello\r\n");
            talk.line();
            talk.say(&format!("* CAPABILITY IMAP4rev1 {can}\r\na1 OK done\r\n"));
            talk.line();
            talk.say("+ \r\n");
            talk.line();
            if !good {
                talk.say("+ eyJzdGF0dXMiOiI0MDEifQ==\r\n");
                talk.line();
                return talk.say(&format!("a2 NO expired: {FIRST} s3cret\r\n"));
            }
            talk.say("a2 OK welcome\r\n");
            talk.line();
            talk.say("* CAPABILITY IMAP4rev1\r\na3 OK\r\n");
            talk.line();
            talk.say("* OK [UIDVALIDITY 7] yes\r\na4 OK\r\n");
            talk.line();
            talk.say("a5 OK\r\n");
        });
        let server = Server {
            password: Some(Password::Token("echo s3cret".to_owned())),
            ..fake.server(Tls::None, Some(&password()))
        };
        if good {
            assert_eq!(inbox_of(server).list().unwrap().len(), 0);
        } else {
            let error = fails(|| inbox_of(server).list());
            assert_eq!(error.trouble, Trouble::Login, "{error}");
            assert!(!error.text.contains(FIRST), "{error}");
        }
        let offered = can.contains("XOAUTH2");
        assert_eq!(fake.heard().contains(&"a2 AUTHENTICATE XOAUTH2".to_owned()), offered);
        assert_eq!(fake.heard().contains(&FIRST.to_owned()), offered);
        assert!(good || !offered || fake.heard().last().unwrap().is_empty(), "an empty line ends it");
    }
}

#[test]
fn login_without_plain_is_by_login_and_never_where_it_is_disabled() {
    for (can, trouble) in [("", Trouble::Protocol), ("LOGINDISABLED", Trouble::Login)] {
        let fake = Fake::serve(move |_, talk| {
            talk.say("* OK hello\r\n");
            talk.line();
            talk.say(&format!("* CAPABILITY IMAP4rev1 {can}\r\na1 OK done\r\n"));
            talk.line();
            talk.say("a2 BAD s3cret?\r\n");
        });
        assert_eq!(fails(|| inbox_of(fake.server(Tls::None, Some(&password()))).list()).trouble, trouble);
        assert_eq!(fake.count("a2 LOGIN \"game\" \"s3cret\""), usize::from(can.is_empty()));
    }
}

#[test]
fn a_line_that_breaks_inside_a_letter_gives_no_letter() {
    let cut = "* 1 FETCH (UID 3 BODY[] {4000}\r\nSubject: letter 3\r\n\r\nxx";
    let (_fake, mut inbox) = faulty(FULL, move |n, command| match (n, command.contains("BODY.PEEK")) {
        (0, true) => Act::Close(cut.to_owned()),
        _ => Act::Usual,
    });
    let listed = inbox.list().unwrap();
    assert_eq!(fails(|| inbox.fetch(&listed, 0)).trouble, Trouble::Io);
    assert_eq!(inbox.fetch(&listed, 0).unwrap().len(), 3);
}

#[test]
fn a_letter_without_end_is_cut_off() {
    let (_fake, mut inbox) = faulty(FULL, move |n, command| match (n, command.contains("BODY.PEEK")) {
        (0, true) => Act::Say(format!("* 1 FETCH (UID 3 BODY[] {{4000000000}}\r\n{}", "x".repeat(8 << 20))),
        _ => Act::Usual,
    });
    let listed = inbox.list().unwrap();
    let error = fails(|| inbox.fetch(&listed, 1000));
    assert_eq!(error.trouble, Trouble::Protocol);
    assert!(error.text.contains("too many bytes"), "{error}");
    assert_eq!(inbox.fetch(&listed, 1000).unwrap().len(), 3);
}

#[test]
fn bye_garbage_and_silence_end_the_session_alone() {
    let cases: [(&str, bool, Trouble); 5] = [
        ("* BYE going down\r\n", false, Trouble::Timeout),
        ("* BYE going down\r\n", true, Trouble::Io),
        ("* ))) what\r\nTAG OK done\r\n", false, Trouble::Protocol),
        ("zz9 OK not your tag\r\n", false, Trouble::Protocol),
        ("", false, Trouble::Timeout),
    ];
    for (answer, close, trouble) in cases {
        for verb in ["CAPABILITY", "SELECT", "UID FETCH", "UID MOVE"] {
            let (fake, mut inbox) = faulty(FULL, move |n, command| match n == 0 && command.starts_with(verb) {
                true if close => Act::Close(answer.to_owned()),
                true => Act::Say(answer.to_owned()),
                false => Act::Usual,
            });
            let place = Place { folder: "INBOX".to_owned(), epoch: 7, key: "5".to_owned() };
            let error = fails(|| inbox.list().and_then(|_| inbox.done(std::slice::from_ref(&place))));
            assert_eq!(error.trouble, trouble, "{verb}: {error:?}");
            assert_eq!(inbox.list().unwrap().len(), 3);
            inbox.done(&[place]).unwrap();
            assert_eq!(fake.count("["), 2, "{verb}: one new connection");
        }
    }
}

#[test]
fn answers_that_make_the_library_panic_do_not_reach_us() {
    for answer in ["* NO disk nearly full\r\n* OK [UIDVALIDITY 7] x\r\nTAG OK done\r\n", "* BAD huh\r\nTAG OK done\r\n"]
    {
        for verb in ["SELECT", "NOOP", "UID FETCH", "UID EXPUNGE"] {
            let (_fake, mut inbox) = faulty("UIDPLUS", move |n, command| match n == 0 && command.starts_with(verb) {
                true => Act::Say(answer.to_owned()),
                false => Act::Usual,
            });
            let place = Place { folder: "INBOX".to_owned(), epoch: 7, key: "5".to_owned() };
            let _ = inbox.list();
            let _ = inbox.done(&[place]);
            let _ = inbox.wait(Duration::from_millis(100), &Stop::default());
            assert_eq!(inbox.list().unwrap().len(), 3);
        }
    }
}

#[test]
fn a_refused_letter_does_not_stop_the_others() {
    let (fake, mut inbox) = faulty(FULL, |_, command| match command {
        "UID FETCH 3,5,9 (UID BODY.PEEK[])" | "UID FETCH 5 (UID BODY.PEEK[])" => {
            Act::Say("TAG NO expunged\r\n".to_owned())
        }
        _ => Act::Usual,
    });
    let listed = inbox.list().unwrap();
    assert_eq!(inbox.fetch(&listed, 0).unwrap().iter().map(|a| a.place.key.clone()).collect::<Vec<_>>(), ["3", "9"]);
    assert_eq!(fake.count("["), 1, "NO is no reason to reconnect");
}

#[test]
fn places_of_another_uidvalidity_are_not_touched() {
    let fake = Fake::serve(|n, talk| {
        let epoch = if n == 0 { 7 } else { 8 };
        mailbox(epoch, FULL).serve(talk, |command| match n == 0 && command == "NOOP" {
            true => Act::Close(String::new()),
            false => Act::Usual,
        });
    });
    let mut inbox = inbox_of(fake.server(Tls::None, Some(&password())));
    let old = inbox.list().unwrap();
    inbox.wait(Duration::from_millis(700), &Stop::default()).unwrap_err();
    inbox.done(&[old[0].place.clone()]).unwrap();
    assert!(inbox.fetch(&old, 0).unwrap().is_empty());
    assert_eq!(fake.heard().iter().filter(|l| l.contains("MOVE") || l.contains("BODY.PEEK")).count(), 0);
    assert_eq!(inbox.list().unwrap()[0].place.epoch, 8);
}

#[test]
fn without_move_letters_are_copied_marked_and_expunged() {
    for (can, expunged) in [("UIDPLUS", 1), ("", 0)] {
        let (fake, mut inbox) = faulty(can, |_, _| Act::Usual);
        let listed = inbox.list().unwrap();
        inbox.done(&[listed[1].place.clone()]).unwrap();
        let heard = fake.heard();
        let at = |what: &str| heard.iter().position(|l| l.ends_with(what)).unwrap();
        assert!(at("UID COPY 5 \"Processed\"") < at("UID STORE 5 +FLAGS.SILENT (\\Deleted)"));
        assert_eq!(heard.iter().filter(|l| l.ends_with("UID EXPUNGE 5")).count(), expunged);
        assert_eq!(heard.iter().filter(|l| l.ends_with(" EXPUNGE")).count(), 0);
    }
}

#[test]
fn a_missing_done_folder_is_made_and_missing_letters_count_as_moved() {
    let (fake, mut inbox) = faulty(FULL, |_, command| match command {
        "UID MOVE 5,77 \"Processed\"" => Act::Say("TAG NO [TRYCREATE] no such folder\r\n".to_owned()),
        "UID MOVE 88 \"Processed\"" => Act::Say("TAG NO no such letter\r\n".to_owned()),
        _ => Act::Usual,
    });
    let place = |key: &str| Place { folder: "INBOX".to_owned(), epoch: 7, key: key.to_owned() };
    inbox.done(&[place("5"), place("77")]).unwrap();
    let heard = fake.heard();
    let at = |what: &str| heard.iter().position(|l| l.ends_with(what)).unwrap();
    assert!(at("CREATE \"Processed\"") < at("UID MOVE 5 \"Processed\""), "{heard:?}");
    inbox.done(&[place("88")]).unwrap();
}

#[test]
fn idle_ends_at_news_and_at_nothing_else() {
    let (fake, mut inbox) = faulty(FULL, |_, command| match command {
        "IDLE" => Act::Say("+ idling\r\n* OK Still here\r\n* 3 FETCH (FLAGS (\\Seen))\r\n* 4 EXISTS\r\n".to_owned()),
        _ => Act::Usual,
    });
    inbox.list().unwrap();
    let start = Instant::now();
    inbox.wait(Duration::from_secs(20), &Stop::default()).unwrap();
    assert!(start.elapsed() < Duration::from_secs(3));
    assert_eq!((inbox.list().unwrap().len(), fake.count("DONE"), fake.count("[")), (3, 1, 1));
    // nothing comes: several IDLEs, each of 600 ms, with NOOP after it, up to the time that was given
    let (fake, mut inbox) = faulty(FULL, |_, _| Act::Usual);
    inbox.list().unwrap();
    let start = Instant::now();
    inbox.wait(Duration::from_millis(1500), &Stop::default()).unwrap();
    assert!((1400..4000).contains(&start.elapsed().as_millis()), "{:?}", start.elapsed());
    let heard = fake.heard();
    let count = |verb: &str| heard.iter().filter(|l| l.ends_with(verb)).count();
    let idles = count(" IDLE");
    assert!((2..=3).contains(&idles), "{heard:?}");
    assert_eq!((count("DONE"), count(" NOOP"), fake.count("[")), (idles, idles, 1), "{heard:?}");
}

#[test]
fn idle_ends_at_stop() {
    let (fake, mut inbox) = faulty(FULL, |_, _| Act::Usual);
    inbox.list().unwrap();
    let stop = Stop::default();
    let setter = stop.clone();
    let thread = std::thread::spawn(move || {
        std::thread::sleep(Duration::from_millis(300));
        setter.set();
        Instant::now()
    });
    inbox.wait(Duration::from_secs(20), &stop).unwrap();
    let lag = thread.join().unwrap().elapsed();
    assert!(lag < Duration::from_secs(1), "{lag:?}");
    // what was judged already can still be moved, what was not is not fetched
    inbox.done(&[Place { folder: "INBOX".to_owned(), epoch: 7, key: "3".to_owned() }]).unwrap();
    assert_eq!(fails(|| inbox.list()).trouble, Trouble::Stopped);
    assert_eq!((fake.count("DONE"), fake.count("[")), (1, 1));
}

#[test]
fn letters_that_came_before_the_waiting_are_news() {
    let (_fake, mut inbox) = faulty(FULL, |_, _| Act::Usual);
    let start = Instant::now();
    inbox.wait(Duration::from_secs(20), &Stop::default()).unwrap();
    assert!(start.elapsed() < Duration::from_secs(1), "three letters lie there that were never listed");
}

#[test]
fn a_line_that_dies_in_idle_is_found_dead() {
    // DONE is never answered, nor anything after it
    let (fake, mut inbox) = faulty(FULL, |n, command| match (n, command) {
        (0, "IDLE") => Act::Say("+ idling\r\n".to_owned()),
        (0, "DONE") => Act::Hang,
        _ => Act::Usual,
    });
    inbox.list().unwrap();
    let error = fails(|| inbox.wait(Duration::from_secs(20), &Stop::default()));
    assert!(matches!(error.trouble, Trouble::Timeout | Trouble::Protocol), "{error:?}");
    assert_eq!(inbox.list().unwrap().len(), 3);
    assert_eq!(fake.count("["), 2);
}

#[test]
fn a_server_that_cannot_idle_is_asked_instead() {
    for answer in ["TAG OK done\r\n", "TAG NO later\r\n", "TAG BAD what\r\n"] {
        let (fake, mut inbox) = faulty(FULL, move |_, command| match command {
            "IDLE" => Act::Say(answer.to_owned()),
            _ => Act::Usual,
        });
        inbox.list().unwrap();
        let error = fails(|| inbox.wait(Duration::from_secs(20), &Stop::default()));
        assert_eq!(error.trouble, Trouble::Protocol, "{answer}: {error}");
        inbox.list().unwrap();
        inbox.wait(Duration::from_millis(300), &Stop::default()).unwrap();
        let idles = fake.heard().iter().filter(|l| l.ends_with(" IDLE")).count();
        assert_eq!(idles, 1, "{answer}");
    }
}
