//! Tokens that ended: a helper is asked anew, and what it says then is tried once.

use std::fs;
use std::path::Path;

use boardpost::post::imap::ImapInbox;
use boardpost::post::smtp::SmtpMailer;
use boardpost::post::{Inbox, Mailer, Outgoing, Password, PostError, Server, Stop, Tls, Trouble};

use crate::post_smtp::{Letters, session};
use crate::scripted::{Fake, short};

/// A helper that says `token1`, then `token2` and so on, and fails from the `ends`-th time.
fn helper(dir: &Path, ends: usize) -> String {
    let asked = dir.join("asked");
    let asked = asked.display();
    format!("echo >>'{asked}'; n=$(wc -l <'{asked}'); test $n -lt {ends} || exit 5; echo token$((n))")
}

/// A server of either kind that refuses its first so many logins by token.
fn fake(smtp: bool, refuses: usize) -> Fake {
    Fake::serve(move |n, talk| {
        if smtp {
            let ehlo = "250-mx.example\r\n250 AUTH XOAUTH2\r\n";
            session(ehlo, talk, &Letters::default(), &mut |verb, usual, talk| {
                let refused = verb == "AUTH" && n < refuses;
                talk.say(if refused { "535 5.7.8 expired\r\n" } else { usual });
                Some(!refused && usual.starts_with(['2', '3']))
            });
            return;
        }
        talk.say("* OK hello\r\n");
        talk.line();
        talk.say("* CAPABILITY IMAP4rev1 AUTH=XOAUTH2\r\na1 OK done\r\n");
        talk.line();
        talk.say("+ \r\n");
        talk.line();
        if n < refuses {
            return talk.say("a2 NO expired\r\n");
        }
        talk.say("a2 OK welcome\r\n");
        for answer in ["* CAPABILITY IMAP4rev1\r\na3 OK\r\n", "* OK [UIDVALIDITY 7] yes\r\na4 OK\r\n", "a5 OK\r\n"] {
            talk.line();
            talk.say(answer);
        }
    })
}

/// Logs in once; gives how that ended, and the logins that the server has seen.
fn log_in(smtp: bool, refuses: usize, password: Password) -> (Result<(), PostError>, usize) {
    let fake = fake(smtp, refuses);
    let server = Server { user: Some("game".into()), password: Some(password), ..fake.server(Tls::None, None) };
    let result = if smtp {
        let letter =
            Outgoing { id: 1, from: "game@game.test".into(), to: "p1@game.test".into(), bytes: b"A: 1\r\n\r\n".into() };
        SmtpMailer::new(server, "game.test".into(), short(), Stop::default()).send(&[letter], &mut |_, _| ())
    } else {
        let mut inbox = ImapInbox::new(server, "INBOX".into(), "Done".into(), short(), true, Stop::default());
        inbox.list().map(|letters| assert!(letters.is_empty()))
    };
    let verb = if smtp { "AUTH XOAUTH2" } else { "a2 AUTHENTICATE XOAUTH2" };
    (result, fake.count(verb))
}

#[test]
fn a_helper_is_asked_anew_once_when_its_word_is_refused() {
    for smtp in [true, false] {
        let dir = tempfile::tempdir().unwrap();
        let tokens = |name: &str, ends| {
            let dir = dir.path().join(format!("{smtp}{name}"));
            fs::create_dir(&dir).unwrap();
            Password::Token(helper(&dir, ends))
        };
        assert_eq!(log_in(smtp, 0, tokens("good", 9)), (Ok(()), 1));
        assert_eq!(log_in(smtp, 1, tokens("ended", 9)), (Ok(()), 2));
        let refused = |(result, logins): (Result<(), PostError>, usize)| (result.unwrap_err().trouble, logins);
        assert_eq!(refused(log_in(smtp, 9, tokens("bad", 9))), (Trouble::Login, 2), "and no third time");
        assert_eq!(refused(log_in(smtp, 9, tokens("fails", 2))), (Trouble::Helper, 1));
        // the same again would be refused again
        assert_eq!(refused(log_in(smtp, 9, Password::Token("echo s3cret".into()))), (Trouble::Login, 1));
    }
}
