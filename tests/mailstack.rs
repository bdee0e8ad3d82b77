//! A real Dovecot and Postfix on loopback ports, for tests: started by `tests/mail/start.sh`, stopped when dropped.

use boardpost::post::imap::ImapInbox;
use boardpost::post::smtp::SmtpMailer;
use boardpost::post::{Inbox, Mailer, Outgoing, Password, Sent, Server, Stop, Timeouts, Tls};
use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

/// A running pair of servers. Users are `game` and `p1` to `p20` @game.test with the password `pw-NAME`.
pub(crate) struct Stack {
    dir: tempfile::TempDir,
    env: BTreeMap<String, String>,
    deliver: &'static str,
}

/// The servers' ports.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Port {
    /// IMAP, plain or STARTTLS.
    Imap,
    /// IMAP over TLS.
    Imaps,
    /// SMTP without login, plain or STARTTLS.
    Smtp,
    /// SMTP with STARTTLS and login.
    Submission,
    /// SMTP over TLS with login.
    Smtps,
}

impl Stack {
    /// Starts a stack of its own for the caller; takes about 3 s.
    pub(crate) fn start() -> Self {
        Self::start_delivering("lmtp")
    }

    /// As [`Stack::start`]; letters are laid into the mailboxes by `lmtp`, as on many real hosts, or `virtual`, which
    /// is faster.
    pub(crate) fn start_delivering(deliver: &'static str) -> Self {
        let dir = tempfile::Builder::new().prefix("boardpost-mail-").tempdir_in("/tmp").unwrap();
        let mut stack = Self { dir, env: BTreeMap::new(), deliver };
        stack.revive();
        stack
    }

    /// Starts what was killed, on the same ports.
    pub(crate) fn revive(&mut self) {
        self.script("start.sh", &[]);
        let env = fs::read_to_string(self.dir.path().join("ports.env")).unwrap();
        self.env = env.lines().filter_map(|l| l.split_once('=')).map(|(k, v)| (k.to_owned(), v.to_owned())).collect();
    }

    /// Kills `dovecot` or `postfix` with SIGKILL.
    pub(crate) fn kill(&self, server: &str) {
        self.script("stop.sh", &["--kill", server]);
    }

    fn script(&self, name: &str, rest: &[&str]) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail").join(name);
        // into a file: a daemon may hold a pipe open
        let log = fs::File::create(self.dir.path().join("script.log")).unwrap();
        let status = Command::new("bash")
            .arg(path)
            .arg(self.dir.path())
            .args(rest)
            .env("DELIVER", self.deliver)
            .stdin(Stdio::null())
            .stdout(log.try_clone().unwrap())
            .stderr(log)
            .status()
            .unwrap();
        let said = fs::read_to_string(self.dir.path().join("script.log")).unwrap_or_default();
        assert!(
            status.success(),
            "{name}: {status}: {said}\nneeds root, dovecot-imapd, dovecot-lmtpd, postfix, openssl"
        );
    }

    /// Where the mailboxes lie.
    pub(crate) fn mail_dir(&self) -> PathBuf {
        self.env["MAIL_DIR"].clone().into()
    }

    /// The key of the access tokens, in base64.
    pub(crate) fn token_key(&self) -> String {
        fs::read_to_string(self.dir.path().join("dovecot/keys/default/HS256/default")).unwrap()
    }

    /// The tests' certificate authority.
    pub(crate) fn ca_file(&self) -> PathBuf {
        self.env["CA_FILE"].clone().into()
    }

    /// A port's number.
    pub(crate) fn port(&self, port: Port) -> u16 {
        let key = match port {
            Port::Imap => "IMAP_PORT",
            Port::Imaps => "IMAPS_PORT",
            Port::Smtp => "SMTP_PORT",
            Port::Submission => "SUBMISSION_PORT",
            Port::Smtps => "SMTPS_PORT",
        };
        self.env[key].parse().unwrap()
    }

    /// How to reach a port, logged in as a user of `@game.test` or not at all.
    pub(crate) fn server(&self, port: Port, tls: Tls, user: Option<&str>) -> Server {
        let password = |user: &str| {
            let path = self.dir.path().join(format!("password-{user}"));
            fs::write(&path, format!("pw-{user}\n")).unwrap();
            Password::File(path)
        };
        Server {
            host: "localhost".to_owned(),
            port: self.port(port),
            tls,
            ca_file: Some(self.ca_file()),
            user: user.map(|u| format!("{u}@game.test")),
            password: user.map(password),
        }
    }

    /// Sends a letter as a player would, by plain SMTP.
    pub(crate) fn send(&self, from: &str, to: &str, bytes: &[u8]) {
        self.send_all(&[Outgoing { id: 0, from: from.to_owned(), to: to.to_owned(), bytes: bytes.to_vec() }]);
    }

    /// Sends letters over one line.
    pub(crate) fn send_all(&self, letters: &[Outgoing]) {
        let server = self.server(Port::Smtp, Tls::None, None);
        let mut mailer = SmtpMailer::new(server, "client.game.test".to_owned(), Timeouts::default(), Stop::default());
        let mut sent = Vec::new();
        mailer.send(letters, &mut |_, s| sent.push(s)).unwrap();
        mailer.close();
        assert_eq!(sent.len(), letters.len());
        assert!(sent.iter().all(|s| matches!(s, Sent::Accepted(_))), "{sent:?}");
    }

    /// Lays a letter into a user's mailbox without any MTA, as if it had been delivered before that died.
    pub(crate) fn lay(&self, user: &str, name: &str, bytes: &[u8]) {
        let maildir = self.mail_dir().join(format!("{user}@game.test/Maildir"));
        let (tmp, new) = (maildir.join("tmp").join(name), maildir.join("new").join(name));
        fs::write(&tmp, bytes).unwrap();
        // Debian's user and group mail, under which Dovecot keeps all mailboxes
        std::os::unix::fs::chown(&tmp, Some(8), Some(8)).unwrap();
        fs::rename(tmp, new).unwrap();
    }

    /// What a server has logged so far: `dovecot` or `postfix`.
    pub(crate) fn log(&self, server: &str) -> String {
        fs::read_to_string(self.dir.path().join("log").join(format!("{server}.log"))).unwrap_or_default()
    }

    /// A user's mailbox, letters done going to `Processed`.
    pub(crate) fn inbox(&self, user: &str) -> ImapInbox {
        self.folder(user, "INBOX", "Processed")
    }

    /// A folder of a user's mailbox, and where its letters go when they are done.
    pub(crate) fn folder(&self, user: &str, folder: &str, done: &str) -> ImapInbox {
        let server = self.server(Port::Imap, Tls::None, Some(user));
        ImapInbox::new(server, folder.to_owned(), done.to_owned(), Timeouts::default(), true, Stop::default())
    }

    /// Waits until a user has `count` letters, and gives their bytes, oldest first. They stay where they are.
    pub(crate) fn letters(&self, user: &str, count: usize) -> Vec<Vec<u8>> {
        let mut inbox = self.inbox(user);
        let start = Instant::now();
        loop {
            let listed = inbox.list().unwrap();
            if listed.len() >= count {
                let arrived = inbox.fetch(&listed, 0).unwrap();
                inbox.close();
                return arrived.into_iter().map(|a| a.raw).collect();
            }
            assert!(start.elapsed() < Duration::from_secs(20), "{user} has {} of {count} letters", listed.len());
            inbox.wait(Duration::from_millis(500), &Stop::default()).unwrap();
        }
    }
}

impl Drop for Stack {
    fn drop(&mut self) {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/mail/stop.sh");
        let _ = Command::new("bash").arg(path).arg(self.dir.path()).stdin(Stdio::null()).status();
    }
}
