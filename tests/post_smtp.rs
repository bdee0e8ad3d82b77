//! The SMTP mailer against servers that refuse, break and fall silent at every step.

use crate::scripted::{Fake, Talk, short};
use boardpost::post::smtp::SmtpMailer;
use boardpost::post::{Mailer, Outgoing, Password, PostError, Sent, Server, Stop, Tls, Trouble};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

pub(crate) const PIPELINING: &str = "250-mx.example\r\n250-PIPELINING\r\n250 AUTH PLAIN\r\n";
pub(crate) const PLAIN: &str = "250-mx.example\r\n250-AUTH LOGIN\r\n250 HELP\r\n";

fn outgoing(n: i64) -> Outgoing {
    let bytes = format!("Subject: {n}\r\n\r\n.\r\n..{n}\r\nend\r\n").into_bytes();
    Outgoing { id: n, from: "game@game.test".to_owned(), to: format!("p{n}@game.test"), bytes }
}

/// What the fake does at one verb of one letter.
#[derive(Clone, Copy, Debug)]
enum Fault {
    Say(&'static str),
    Close,
    Hang,
    Drip,
}

pub(crate) type Letters = Arc<Mutex<Vec<(String, String)>>>;

/// A server that keeps the order of commands as a real one does, and fails at `verb` of the `at`-th letter (from 0,
/// counted by MAIL over all connections).
fn server(ehlo: &'static str, verb: &'static str, at: usize, fault: Fault) -> (Fake, Letters) {
    let letters: Letters = Letters::default();
    let taken = Arc::clone(&letters);
    let mails = Mutex::new(0_usize);
    let fake = Fake::serve(move |_, talk| {
        session(ehlo, talk, &taken, &mut |said, answer, talk| {
            let mut mails = mails.lock().unwrap();
            *mails += usize::from(said == "MAIL");
            if said != verb || *mails != at + 1 {
                talk.say(answer);
                return Some(answer.starts_with(['2', '3']));
            }
            drop(mails);
            match fault {
                Fault::Say(text) => {
                    talk.say(text);
                    Some(text.starts_with('2') || said == "DATA" && text.starts_with('3'))
                }
                Fault::Close => None,
                Fault::Hang => {
                    talk.hang();
                    None
                }
                Fault::Drip => {
                    talk.drip("250-x ");
                    None
                }
            }
        })
    });
    (fake, letters)
}

/// `answer` says the reply to a verb, and whether the server goes on as after a good one; `None` closes the connection.
pub(crate) fn session(
    ehlo: &str,
    talk: &mut Talk,
    taken: &Letters,
    answer: &mut dyn FnMut(&str, &str, &mut Talk) -> Option<bool>,
) {
    talk.say("220 mx.example\r\n");
    let (mut mail, mut rcpt) = (false, None);
    while let Some(line) = talk.line() {
        let verb = line.split([' ', ':']).next().unwrap().to_ascii_uppercase();
        let good = match verb.as_str() {
            "EHLO" => answer("EHLO", ehlo, talk),
            "AUTH" => answer("AUTH", "235 welcome\r\n", talk),
            "RSET" => {
                (mail, rcpt) = (false, None);
                answer("RSET", "250 ok\r\n", talk)
            }
            "QUIT" => return talk.say("221 bye\r\n"),
            "MAIL" if mail => answer("MAIL", "503 nested\r\n", talk),
            "MAIL" => answer("MAIL", "250 ok\r\n", talk).inspect(|good| mail = *good),
            "RCPT" if !mail => answer("RCPT", "503 no sender\r\n", talk),
            "RCPT" => {
                let to = line.clone();
                answer("RCPT", "250 ok\r\n", talk).inspect(|good| rcpt = good.then_some(to))
            }
            "DATA" => {
                let usual = if rcpt.is_some() { "354 go\r\n" } else { "554 no recipients\r\n" };
                match answer("DATA", usual, talk) {
                    Some(true) => {
                        let mut letter = String::new();
                        loop {
                            let Some(line) = talk.line() else { return };
                            if line == "." {
                                break;
                            }
                            letter += line.strip_prefix('.').unwrap_or(&line);
                            letter += "\r\n";
                        }
                        let usual = if rcpt.is_some() { "250 queued as Q1\r\n" } else { "554 nobody\r\n" };
                        let good = answer("dot", usual, talk);
                        if let (Some(true), Some(to)) = (good, rcpt.take()) {
                            taken.lock().unwrap().push((to, letter));
                        }
                        mail = false;
                        good
                    }
                    other => other,
                }
            }
            _ => answer("?", "500 what\r\n", talk),
        };
        if good.is_none() {
            return;
        }
    }
}

fn mailer(fake: &Fake) -> SmtpMailer {
    SmtpMailer::new(fake.server(Tls::None, None), "game.test".to_owned(), short(), Stop::default())
}

fn send(mailer: &mut SmtpMailer, letters: &[Outgoing]) -> (Vec<Sent>, Result<(), PostError>) {
    let start = Instant::now();
    let mut told = Vec::new();
    let result = mailer.send(letters, &mut |index, sent| {
        assert_eq!(index, told.len(), "in order, and each once");
        told.push(sent);
    });
    assert_eq!(told.len(), letters.len());
    assert!(start.elapsed() < Duration::from_secs(3), "{:?}", start.elapsed());
    (told, result)
}

/// How many letters the fake took; it notes a letter just after its answer, so this waits for `want`.
fn taken(letters: &Letters, want: usize) -> usize {
    let start = Instant::now();
    loop {
        let count = letters.lock().unwrap().len();
        if count >= want || start.elapsed() > Duration::from_secs(2) {
            return count;
        }
        std::thread::sleep(Duration::from_millis(5));
    }
}

fn three() -> Vec<Outgoing> {
    (1..=3).map(outgoing).collect()
}

/// One letter for each sent: A(ccepted), T(emporary), P(ermanent), U(nknown), - for untried.
fn short_form(told: &[Sent]) -> String {
    let letter = |sent: &Sent| match sent {
        Sent::Accepted(_) => 'A',
        Sent::Refused { permanent: false, .. } => 'T',
        Sent::Refused { permanent: true, .. } => 'P',
        Sent::Unknown(_) => 'U',
        Sent::Untried(_) => '-',
    };
    told.iter().map(letter).collect()
}

#[test]
fn letters_arrive_as_they_are_over_one_connection() {
    for ehlo in [PIPELINING, PLAIN] {
        let (fake, letters) = server(ehlo, "never", 0, Fault::Close);
        let mut mailer = mailer(&fake);
        let (told, result) = send(&mut mailer, &three());
        result.unwrap();
        assert_eq!(told[0], Sent::Accepted("250 queued as Q1".to_owned()));
        send(&mut mailer, &[outgoing(4)]).1.unwrap();
        mailer.close();
        let want: Vec<_> = (1..=4)
            .map(|n| (format!("RCPT TO:<p{n}@game.test>"), String::from_utf8(outgoing(n).bytes).unwrap()))
            .collect();
        assert_eq!(*letters.lock().unwrap(), want);
        assert_eq!((fake.count("["), fake.count("EHLO game.test"), fake.count("QUIT")), (1, 1, 1));
    }
}

#[test]
fn a_refusal_is_the_letters_own() {
    for ehlo in [PIPELINING, PLAIN] {
        for verb in ["MAIL", "RCPT", "DATA", "dot"] {
            for (answer, form) in [("450 4.2.1 busy\r\n", "ATA"), ("550-no\r\n550 5.1.1 never\r\n", "APA")] {
                let (fake, letters) = server(ehlo, verb, 1, Fault::Say(answer));
                let (told, result) = send(&mut mailer(&fake), &three());
                result.unwrap();
                assert_eq!(short_form(&told), form, "{verb} {answer} {:?}", fake.heard());
                assert_eq!(taken(&letters, 2), 2);
                assert_eq!(fake.count("["), 1);
                let Sent::Refused { text, .. } = &told[1] else { panic!() };
                assert!(text == "450 4.2.1 busy" || text == "550 no 5.1.1 never", "{text}");
            }
        }
    }
}

#[test]
fn all_refused_in_a_row_and_the_last_one_too() {
    for ehlo in [PIPELINING, PLAIN] {
        let fake = Fake::serve(move |_, talk| {
            session(ehlo, talk, &Letters::default(), &mut |verb, usual, talk| {
                let answer = if verb == "RCPT" { "550 no\r\n" } else { usual };
                talk.say(answer);
                Some(answer.starts_with(['2', '3']))
            });
        });
        let mut mailer = mailer(&fake);
        for _ in 0..2 {
            let (told, result) = send(&mut mailer, &three());
            result.unwrap();
            assert_eq!(short_form(&told), "PPP");
        }
        assert_eq!((fake.count("["), fake.count("RSET")), (1, 5));
    }
}

#[test]
fn data_taken_for_nobody_is_ended_by_a_lone_dot() {
    let letters = Letters::default();
    let kept = Arc::clone(&letters);
    let fake = Fake::serve(move |_, talk| {
        let mut mails = 0;
        session(PIPELINING, talk, &kept, &mut |verb, usual, talk| {
            mails += usize::from(verb == "MAIL");
            let answer = match (verb, mails) {
                ("RCPT", 2) => "550 no\r\n",
                ("DATA", 2) => "354 anyway\r\n",
                _ => usual,
            };
            talk.say(answer);
            Some(answer.starts_with(['2', '3']))
        });
    });
    let (told, result) = send(&mut mailer(&fake), &three());
    result.unwrap();
    assert_eq!(short_form(&told), "APA");
    assert_eq!(taken(&letters, 2), 2, "{:?}", fake.heard());
    assert!(!fake.heard().iter().any(|l| l == "Subject: 2"));
}

#[test]
fn a_broken_line_tells_what_is_known() {
    // (verb, of the letter with this number, what, the letters' fates, the error)
    let cases = [
        ("MAIL", 0, Fault::Close, "---", Trouble::Io),
        ("MAIL", 1, Fault::Close, "A--", Trouble::Io),
        ("RCPT", 1, Fault::Close, "A--", Trouble::Io),
        ("DATA", 1, Fault::Close, "A--", Trouble::Io),
        ("dot", 1, Fault::Close, "AU-", Trouble::Io),
        ("dot", 2, Fault::Close, "AAU", Trouble::Io),
        ("MAIL", 1, Fault::Hang, "A--", Trouble::Timeout),
        ("DATA", 2, Fault::Hang, "AA-", Trouble::Timeout),
        ("dot", 1, Fault::Hang, "AU-", Trouble::Timeout),
        ("RCPT", 1, Fault::Drip, "A--", Trouble::Timeout),
        ("dot", 1, Fault::Drip, "AU-", Trouble::Timeout),
        ("dot", 1, Fault::Say("nonsense\r\n"), "AU-", Trouble::Protocol),
        ("dot", 1, Fault::Say("354 more?\r\n"), "AU-", Trouble::Protocol),
        ("DATA", 1, Fault::Say("250 ok?\r\n"), "AT-", Trouble::Protocol),
        ("MAIL", 1, Fault::Say("421 4.3.2 closing\r\n"), "AT-", Trouble::Io),
        ("RCPT", 1, Fault::Say("421 4.3.2 closing\r\n"), "AT-", Trouble::Io),
        ("dot", 1, Fault::Say("421 4.3.2 closing\r\n"), "AT-", Trouble::Io),
    ];
    for ehlo in [PIPELINING, PLAIN] {
        for (verb, at, fault, form, trouble) in cases {
            let (fake, letters) = server(ehlo, verb, at, fault);
            let mut mailer = mailer(&fake);
            let (told, result) = send(&mut mailer, &three());
            assert_eq!(short_form(&told), form, "{verb} {at} {fault:?} {:?}", fake.heard());
            assert_eq!(result.unwrap_err().trouble, trouble, "{verb} {at} {fault:?}");
            let before = taken(&letters, form.matches('A').count());
            let (told, result) = send(&mut mailer, &three());
            assert_eq!((short_form(&told).as_str(), result), ("AAA", Ok(())), "the next call recovers");
            assert_eq!(taken(&letters, before + 3), before + 3);
        }
    }
}

#[test]
fn a_kept_connection_that_died_is_made_anew_once() {
    for ehlo in [PIPELINING, PLAIN] {
        for fault in [Fault::Close, Fault::Say("421 4.4.2 idle too long\r\n"), Fault::Hang] {
            let (fake, letters) = server(ehlo, "MAIL", 1, fault);
            let mut mailer = mailer(&fake);
            send(&mut mailer, &[outgoing(1)]).1.unwrap();
            let (told, result) = send(&mut mailer, &[outgoing(2), outgoing(3)]);
            result.unwrap();
            assert_eq!(short_form(&told), "AA", "{fault:?}");
            assert_eq!((taken(&letters, 3), fake.count("[")), (3, 2));
        }
    }
}

#[test]
fn silence_and_nonsense_before_the_first_letter() {
    let cases: [(&'static str, &'static str, Trouble); 5] = [
        ("", "", Trouble::Timeout),
        ("554 go away\r\n", "", Trouble::Protocol),
        ("* OK IMAP here\r\n", "", Trouble::Protocol),
        ("220 hi\r\n", "", Trouble::Timeout),
        ("220 hi\r\n", "502 no EHLO\r\n", Trouble::Protocol),
    ];
    for (greeting, ehlo, trouble) in cases {
        let fake = Fake::serve(move |_, talk| {
            talk.say(greeting);
            talk.line();
            talk.say(ehlo);
            talk.hang();
        });
        let (told, result) = send(&mut mailer(&fake), &three());
        assert_eq!((short_form(&told).as_str(), result.unwrap_err().trouble), ("---", trouble), "{greeting}{ehlo}");
    }
    let fake = Fake::serve(|_, talk| talk.drip("220-"));
    assert_eq!(send(&mut mailer(&fake), &three()).1.unwrap_err().trouble, Trouble::Timeout);
}

#[test]
fn logins_are_told_apart_and_the_password_is_never_repeated() {
    let command = |server: Server| Server {
        user: Some("game".to_owned()),
        password: Some(Password::Command("echo s3cret; echo more".to_owned())),
        ..server
    };
    for (ehlo, answer, trouble) in [
        (PIPELINING, "535 5.7.8 AUTH PLAIN AGdhbWUAczNjcmV0 (s3cret) is wrong\r\n", Trouble::Login),
        (PIPELINING, "454 4.7.0 ask again\r\n", Trouble::Protocol),
        (PLAIN, "535 no\r\n", Trouble::Login),
        ("250 mx.example\r\n", "", Trouble::Login),
    ] {
        let fake = Fake::serve(move |_, talk| {
            session(ehlo, talk, &Letters::default(), &mut |verb, usual, talk| {
                talk.say(if verb == "AUTH" { answer } else { usual });
                Some(true)
            });
        });
        let server = command(fake.server(Tls::None, None));
        let mut mailer = SmtpMailer::new(server, "game.test".to_owned(), short(), Stop::default());
        let (told, result) = send(&mut mailer, &three());
        let error = result.unwrap_err();
        assert_eq!((short_form(&told).as_str(), error.trouble), ("---", trouble), "{error}");
        let text = format!("{error:?}{told:?}");
        assert!(!text.contains("s3cret") && !text.contains("AGdhbWUAczNjcmV0"), "{text}");
    }
    let (fake, _) = server(PIPELINING, "never", 0, Fault::Close);
    let server = command(fake.server(Tls::None, None));
    let mut mailer = SmtpMailer::new(server, "game.test".to_owned(), short(), Stop::default());
    assert_eq!(short_form(&send(&mut mailer, &three()).0), "AAA");
    assert_eq!(fake.count("AUTH PLAIN AGdhbWUAczNjcmV0"), 1);
}

#[test]
fn an_access_token_logs_in_by_xoauth2_and_is_never_repeated() {
    let token = |server: Server| Server {
        user: Some("game".to_owned()),
        password: Some(Password::Token("echo s3cret".to_owned())),
        ..server
    };
    // base64 of user=game^Aauth=Bearer s3cret^A^A
    const FIRST: &str = "dXNlcj1nYW1lAWF1dGg9QmVhcmVyIHMzY3JldAEB";
    const EHLO: &str = "250-mx.example\r\n250 AUTH PLAIN XOAUTH2\r\n";
    for (ehlo, refused, form, trouble) in [
        (EHLO, false, "AAA", None),
        (EHLO, true, "---", Some(Trouble::Login)),
        (PIPELINING, false, "---", Some(Trouble::Login)),
    ] {
        let fake = Fake::serve(move |_, talk| {
            session(ehlo, talk, &Letters::default(), &mut |verb, usual, talk| {
                if verb == "AUTH" && refused {
                    talk.say("334 eyJzdGF0dXMiOiI0MDEifQ==\r\n");
                    assert_eq!(talk.line().as_deref(), Some(""));
                    talk.say(&format!("535 5.7.8 expired: {FIRST} s3cret\r\n"));
                } else {
                    talk.say(usual);
                }
                Some(usual.starts_with(['2', '3']))
            });
        });
        let server = token(fake.server(Tls::None, None));
        let mut mailer = SmtpMailer::new(server, "game.test".to_owned(), short(), Stop::default());
        let (told, result) = send(&mut mailer, &three());
        assert_eq!((short_form(&told).as_str(), result.as_ref().err().map(|e| e.trouble)), (form, trouble));
        let text = format!("{result:?}{told:?}");
        assert!(!text.contains("s3cret") && !text.contains(FIRST), "{text}");
        assert_eq!(fake.count(&format!("AUTH XOAUTH2 {FIRST}")), usize::from(ehlo == EHLO));
    }
}

#[test]
fn a_token_too_long_for_a_command_answers_an_empty_challenge() {
    for (refused, form, trouble) in [(false, "AAA", None), (true, "---", Some(Trouble::Login))] {
        let fake = Fake::serve(move |_, talk| {
            let ehlo = "250-mx.example\r\n250 AUTH PLAIN XOAUTH2\r\n";
            session(ehlo, talk, &Letters::default(), &mut |verb, usual, talk| {
                if verb == "AUTH" {
                    talk.say("334 \r\n");
                    // base64 of user=game^Aauth=Bearer s3cret000…^A^A
                    let said = talk.line().unwrap();
                    assert!(
                        said.starts_with("dXNlcj1nYW1lAWF1dGg9QmVhcmVyIHMzY3JldDAwMDAw") && said.len() > 2048,
                        "{said}"
                    );
                    if refused {
                        talk.say("334 eyJzdGF0dXMiOiI0MDEifQ==\r\n");
                        assert_eq!(talk.line().as_deref(), Some(""));
                        talk.say("535 5.7.8 expired\r\n");
                        return Some(false);
                    }
                }
                talk.say(usual);
                Some(usual.starts_with(['2', '3']))
            });
        });
        let server = Server {
            user: Some("game".to_owned()),
            password: Some(Password::Token("printf s3cret%02000d 0".to_owned())),
            ..fake.server(Tls::None, None)
        };
        let mut mailer = SmtpMailer::new(server, "game.test".to_owned(), short(), Stop::default());
        let (told, result) = send(&mut mailer, &three());
        assert_eq!((short_form(&told).as_str(), result.err().map(|e| e.trouble)), (form, trouble));
        assert!(fake.heard().contains(&"AUTH XOAUTH2".to_owned()), "the command stands alone");
    }
}

#[test]
fn tls_is_not_given_up() {
    // not offered
    let (fake, _) = server(PIPELINING, "never", 0, Fault::Close);
    let mut starttls =
        SmtpMailer::new(fake.server(Tls::Starttls, None), "game.test".to_owned(), short(), Stop::default());
    assert_eq!(send(&mut starttls, &three()).1.unwrap_err().trouble, Trouble::Tls);
    assert_eq!(fake.count("MAIL"), 0);
    // plain text smuggled in behind the answer
    let fake = Fake::serve(|_, talk| {
        talk.say("220 mx\r\n");
        talk.line();
        talk.say("250-mx\r\n250 STARTTLS\r\n");
        talk.line();
        talk.say("220 go\r\n250 mx\r\n");
        talk.hang();
    });
    let mut starttls =
        SmtpMailer::new(fake.server(Tls::Starttls, None), "game.test".to_owned(), short(), Stop::default());
    let error = send(&mut starttls, &three()).1.unwrap_err();
    assert_eq!(error.trouble, Trouble::Tls);
    assert!(error.text.contains("beyond its answer"), "{error}");
    // nor plain text sent abroad
    let server = Server { host: "192.0.2.7".to_owned(), ..fake.server(Tls::None, None) };
    let error =
        send(&mut SmtpMailer::new(server, "game.test".to_owned(), short(), Stop::default()), &three()).1.unwrap_err();
    assert_eq!((error.trouble, error.text.contains("loopback")), (Trouble::Connect, true));
}

#[test]
fn letters_that_cannot_be_sent_are_refused_here() {
    let (fake, letters) = server(PIPELINING, "never", 0, Fault::Close);
    let bad_to = Outgoing { to: "x@y>\r\nRCPT TO:<z@z".to_owned(), ..outgoing(2) };
    let bad_from = Outgoing { from: "no address".to_owned(), ..outgoing(2) };
    let eight_bit = Outgoing { bytes: "Subject: é\r\n".into(), ..outgoing(2) };
    let abroad = Outgoing { to: "пётр@game.test".to_owned(), ..outgoing(2) };
    let null = Outgoing { from: String::new(), ..outgoing(4) };
    let all = [outgoing(1), bad_to, bad_from, eight_bit, abroad, outgoing(3), null];
    let (told, result) = send(&mut mailer(&fake), &all);
    result.unwrap();
    assert_eq!(short_form(&told), "APPPPAA", "{told:?}");
    assert_eq!((taken(&letters, 3), fake.count("MAIL FROM:<>"), fake.count("[")), (3, 1, 1));
}

#[test]
fn stop_ends_the_batch_between_letters() {
    let (fake, letters) = server(PIPELINING, "never", 0, Fault::Close);
    let stop = Stop::default();
    let mut mailer = SmtpMailer::new(fake.server(Tls::None, None), "game.test".to_owned(), short(), stop.clone());
    let mut told = Vec::new();
    let result = mailer.send(&(1..=9).map(outgoing).collect::<Vec<_>>(), &mut |_, sent| {
        told.push(sent);
        stop.set();
    });
    assert_eq!(result.unwrap_err().trouble, Trouble::Stopped);
    let accepted = taken(&letters, 2);
    assert!((1..=2).contains(&accepted), "{accepted}");
    assert_eq!(short_form(&told), format!("{}{}", "A".repeat(accepted), "-".repeat(9 - accepted)));
}
