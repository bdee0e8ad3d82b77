//! The post against a real Dovecot and a real Postfix.

use crate::mailstack::{Port, Stack};
use boardpost::post::imap::ImapInbox;
use boardpost::post::smtp::SmtpMailer;
use boardpost::post::{Inbox, Mailer, Outgoing, Password, PostError, Sent, Server, Stop, Timeouts, Tls, Trouble};
use std::time::{Duration, Instant};

fn inbox(server: Server) -> ImapInbox {
    let name = |n: &str| n.to_owned();
    ImapInbox::new(server, name("INBOX"), name("Feldolgozott és kész"), Timeouts::default(), true, Stop::default())
}

fn mailer(server: Server) -> SmtpMailer {
    SmtpMailer::new(server, "game.test".to_owned(), Timeouts::default(), Stop::default())
}

fn letter(n: i64, to: &str) -> Outgoing {
    let text = "…line\r\n.dot\r\n..\r\n".repeat(20);
    let bytes = format!("From: game@game.test\r\nTo: {to}\r\nMessage-ID: <{n}@t>\r\nSubject: {n}\r\n\r\n{text}").into();
    Outgoing { id: n, from: "game@game.test".to_owned(), to: to.to_owned(), bytes }
}

fn send(mailer: &mut SmtpMailer, letters: &[Outgoing]) -> (Vec<Sent>, Result<(), PostError>) {
    let mut told = Vec::new();
    let result = mailer.send(letters, &mut |_, sent| told.push(sent));
    (told, result)
}

fn body(raw: &[u8]) -> String {
    String::from_utf8_lossy(raw).split_once("\r\n\r\n").unwrap().1.to_owned()
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn letters_go_out_and_come_in_under_every_protection() {
    let stack = Stack::start();
    let ways = [
        (Port::Smtp, Tls::None, None),
        (Port::Smtp, Tls::Starttls, None),
        (Port::Submission, Tls::Starttls, Some("p1")),
        (Port::Smtps, Tls::Implicit, Some("p1")),
    ];
    for (n, (port, tls, user)) in ways.into_iter().enumerate() {
        let mut mailer = mailer(stack.server(port, tls, user));
        for part in [0, 1] {
            let out = letter((n * 10 + part) as i64, "game@game.test");
            let (told, result) = send(&mut mailer, &[out]);
            result.unwrap();
            assert!(matches!(&told[..], [Sent::Accepted(text)] if text.contains("queued as")), "{told:?}");
        }
        mailer.close();
    }
    assert_eq!(stack.letters("game", 8).len(), 8);
    for (n, (port, tls)) in
        [(Port::Imap, Tls::None), (Port::Imap, Tls::Starttls), (Port::Imaps, Tls::Implicit)].into_iter().enumerate()
    {
        let mut inbox = inbox(stack.server(port, tls, Some("game")));
        let listed = inbox.list().unwrap();
        assert_eq!(listed.len(), 8 - 2 * n, "{port:?}");
        let arrived = inbox.fetch(&listed, 0).unwrap();
        assert_eq!(arrived.len(), listed.len());
        for (letter_in, listed) in arrived.iter().zip(&listed) {
            assert_eq!(letter_in.raw.len() as u64, listed.size);
            assert_eq!(body(&letter_in.raw), body(&letter(0, "x").bytes));
        }
        // over the limit: the header fields alone
        let small = inbox.fetch(&listed[..1], 100).unwrap();
        assert!(small[0].too_big && small[0].raw.ends_with(b"\r\n\r\n") && body(&small[0].raw).is_empty());
        assert!(small[0].raw.windows(8).any(|w| w == b"Subject:"));
        // the folder is made at the first move; moving again is nothing
        let done = [listed[1].place.clone(), listed[0].place.clone()];
        inbox.done(&done).unwrap();
        inbox.done(&done).unwrap();
        assert_eq!(inbox.fetch(&listed, 0).unwrap().len(), listed.len() - 2);
        inbox.close();
    }
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_wrong_password_or_certificate_is_told_as_such() {
    let stack = Stack::start();
    let wrong = |server: Server| Server { password: Some(Password::Command("echo s3cret".to_owned())), ..server };
    for (port, tls) in [(Port::Imap, Tls::None), (Port::Imap, Tls::Starttls), (Port::Imaps, Tls::Implicit)] {
        let error = inbox(wrong(stack.server(port, tls, Some("game")))).list().unwrap_err();
        assert_eq!(error.trouble, Trouble::Login, "{error}");
        assert!(!error.text.contains("s3cret") && error.text.contains("localhost"), "{error}");
    }
    for (port, tls) in [(Port::Submission, Tls::Starttls), (Port::Smtps, Tls::Implicit)] {
        let (told, result) =
            send(&mut mailer(wrong(stack.server(port, tls, Some("p1")))), &[letter(1, "p2@game.test")]);
        let error = result.unwrap_err();
        assert_eq!(error.trouble, Trouble::Login, "{error}");
        assert!(matches!(&told[..], [Sent::Untried(text)] if !text.contains("s3cret")), "{told:?}");
    }
    // a certificate of an authority that we don't know, and one for another name
    let unknown = |port, tls| Server { ca_file: None, ..stack.server(port, tls, Some("game")) };
    assert_eq!(inbox(unknown(Port::Imaps, Tls::Implicit)).list().unwrap_err().trouble, Trouble::Tls);
    assert_eq!(inbox(unknown(Port::Imap, Tls::Starttls)).list().unwrap_err().trouble, Trouble::Tls);
    let result = send(&mut mailer(unknown(Port::Smtps, Tls::Implicit)), &[letter(1, "p2@game.test")]).1;
    assert_eq!(result.unwrap_err().trouble, Trouble::Tls);
    let other = Server { host: "127.0.0.2".to_owned(), ..stack.server(Port::Imaps, Tls::Implicit, Some("game")) };
    assert!(matches!(inbox(other).list().unwrap_err().trouble, Trouble::Tls | Trouble::Connect));
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn refused_readers_do_not_stop_the_others() {
    let stack = Stack::start();
    let to = ["p1", "tempfail", "p2", "gone", "gone", "p3", "tempfail"];
    let letters: Vec<_> = to.iter().zip(0..).map(|(name, n)| letter(n, &format!("{name}@game.test"))).collect();
    for (port, tls, user) in [(Port::Smtp, Tls::None, None), (Port::Smtps, Tls::Implicit, Some("p1"))] {
        let mut mailer = mailer(stack.server(port, tls, user));
        let (told, result) = send(&mut mailer, &letters);
        result.unwrap();
        for (name, sent) in to.iter().zip(&told) {
            let right = match (*name, sent) {
                ("tempfail", Sent::Refused { permanent: false, text }) => text.contains("450"),
                ("gone", Sent::Refused { permanent: true, text }) => text.contains("550 5.1.1"),
                ("p1" | "p2" | "p3", Sent::Accepted(_)) => true,
                _ => false,
            };
            assert!(right, "{name}: {sent:?}");
        }
    }
    for (user, n) in [("p1", 0), ("p2", 2), ("p3", 5)] {
        let got = stack.letters(user, 2);
        assert_eq!(got.len(), 2);
        assert!(got.iter().all(|raw| String::from_utf8_lossy(raw).contains(&format!("Message-ID: <{n}@t>"))));
    }
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn idle_wakes_at_a_new_letter_and_at_stop() {
    let stack = Stack::start();
    for (port, tls) in [(Port::Imap, Tls::Starttls), (Port::Imaps, Tls::Implicit)] {
        let mut inbox = inbox(stack.server(port, tls, Some("p5")));
        let before = inbox.list().unwrap().len();
        let start = Instant::now();
        inbox.wait(Duration::from_millis(1500), &Stop::default()).unwrap();
        assert!(start.elapsed() >= Duration::from_millis(1400), "nothing came");
        std::thread::scope(|scope| {
            let sender = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(800));
                stack.send("p1@game.test", "p5@game.test", &letter(9, "p5@game.test").bytes);
                Instant::now()
            });
            inbox.wait(Duration::from_secs(60), &Stop::default()).unwrap();
            let lag = sender.join().unwrap().elapsed();
            assert!(lag < Duration::from_secs(3), "{lag:?}");
        });
        assert_eq!(inbox.list().unwrap().len(), before + 1);
        let stop = Stop::default();
        std::thread::scope(|scope| {
            let setter = scope.spawn(|| {
                std::thread::sleep(Duration::from_millis(500));
                stop.set();
                Instant::now()
            });
            inbox.wait(Duration::from_secs(60), &stop).unwrap();
            assert!(setter.join().unwrap().elapsed() < Duration::from_secs(1));
        });
        inbox.close();
    }
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn killed_servers_are_found_again() {
    let mut stack = Stack::start();
    let mut inbox = inbox(stack.server(Port::Imaps, Tls::Implicit, Some("p1")));
    let mut mailer = mailer(stack.server(Port::Smtps, Tls::Implicit, Some("p1")));
    send(&mut mailer, &[letter(1, "p1@game.test")]).1.unwrap();
    assert_eq!(stack.letters("p1", 1).len(), 1);
    let old = inbox.list().unwrap();
    // in the middle of an IDLE
    let error = std::thread::scope(|scope| {
        let killer = scope.spawn(|| {
            std::thread::sleep(Duration::from_millis(500));
            stack.kill("dovecot");
        });
        let error = inbox.wait(Duration::from_secs(60), &Stop::default()).unwrap_err();
        killer.join().unwrap();
        error
    });
    assert!(matches!(error.trouble, Trouble::Io | Trouble::Protocol), "{error:?}");
    stack.kill("postfix");
    assert_eq!(inbox.list().unwrap_err().trouble, Trouble::Connect);
    let (told, result) = send(&mut mailer, &[letter(2, "p1@game.test"), letter(3, "p1@game.test")]);
    assert!(matches!(told[..], [Sent::Untried(_), Sent::Untried(_)]), "{told:?}");
    assert_eq!(result.unwrap_err().trouble, Trouble::Connect);
    stack.revive();
    assert_eq!(inbox.list().unwrap(), old);
    inbox.done(&[old[0].place.clone()]).unwrap();
    assert!(inbox.list().unwrap().is_empty());
    let (told, result) = send(&mut mailer, &[letter(2, "p1@game.test"), letter(3, "p1@game.test")]);
    result.unwrap();
    assert!(matches!(told[..], [Sent::Accepted(_), Sent::Accepted(_)]), "{told:?}");
    // a kept connection that died while nobody looked
    stack.kill("postfix");
    stack.revive();
    send(&mut mailer, &[letter(4, "p1@game.test")]).1.unwrap();
    assert_eq!(stack.letters("p1", 3).len(), 3);
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn many_letters_pass_quickly() {
    let stack = Stack::start();
    let mut mailer = mailer(stack.server(Port::Smtp, Tls::None, None));
    let letters: Vec<_> = (0..450).map(|n| letter(n, "p7@game.test")).collect();
    let start = Instant::now();
    let (told, result) = send(&mut mailer, &letters);
    result.unwrap();
    assert!(told.iter().all(|s| matches!(s, Sent::Accepted(_))));
    let rate = 450.0 / start.elapsed().as_secs_f64();
    println!("{rate:.0} letters a second accepted");
    assert!(rate > 45.0, "{rate:.0} letters a second: Nagle's 40 ms are back");
    assert_eq!(stack.letters("p7", 450).len(), 450);
    let mut inbox = stack.inbox("p7");
    let listed = inbox.list().unwrap();
    let places: Vec<_> = listed.iter().map(|l| l.place.clone()).collect();
    inbox.done(&places).unwrap();
    assert!(inbox.list().unwrap().is_empty());
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_certificate_that_changes_is_refused_until_it_is_trusted() {
    let mut stack = Stack::start();
    let folder = tempfile::tempdir().unwrap();
    let trusted = folder.path().join("ca.pem");
    std::fs::copy(stack.ca_file(), &trusted).unwrap();
    let with = |server: Server| Server { ca_file: Some(trusted.clone()), ..server };
    let mut inbox = inbox(with(stack.server(Port::Imaps, Tls::Implicit, Some("p1"))));
    let mut mailer = mailer(with(stack.server(Port::Submission, Tls::Starttls, Some("p1"))));
    inbox.list().unwrap();
    send(&mut mailer, &[letter(1, "p1@game.test")]).1.unwrap();
    stack.kill("dovecot");
    stack.kill("postfix");
    // the servers come back with a certificate of another authority
    std::fs::remove_file(stack.ca_file().with_file_name("cert.pem")).unwrap();
    stack.revive();
    assert_ne!(std::fs::read(stack.ca_file()).unwrap(), std::fs::read(&trusted).unwrap());
    // the first call finds the old line dead, if it was not found dead before
    let errors: Vec<Trouble> = (0..3).map(|_| inbox.list().unwrap_err().trouble).collect();
    assert_eq!(errors[1..], [Trouble::Tls, Trouble::Tls], "{errors:?}");
    for _ in 0..2 {
        let (told, result) = send(&mut mailer, &[letter(2, "p1@game.test")]);
        assert_eq!(result.unwrap_err().trouble, Trouble::Tls);
        assert!(matches!(told[..], [Sent::Untried(_)]), "{told:?}");
    }
    // the admin trusts it: no restart is needed
    std::fs::copy(stack.ca_file(), &trusted).unwrap();
    inbox.list().unwrap();
    send(&mut mailer, &[letter(2, "p1@game.test")]).1.unwrap();
    assert_eq!(stack.letters("p1", 2).len(), 2);
}
