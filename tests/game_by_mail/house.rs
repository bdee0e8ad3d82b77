//! The server under test: its folder, its commands, its daemon.

use crate::mailstack::{Port, Stack};
use boardpost::judge::Event;
use boardpost::post::Inbox;
use boardpost::store::Store;
use serde_json::Value as Json;
use std::fs;
use std::path::PathBuf;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Longer than anything takes on a busy machine; shorter than a poll of [`Way`].
pub(super) const PATIENCE: Duration = Duration::from_secs(90);

/// How the server reaches its mailbox.
#[derive(Clone, Copy)]
pub(super) struct Way {
    pub(super) port: Port,
    pub(super) tls: &'static str,
    pub(super) idle: bool,
    /// Seconds.
    pub(super) poll: u32,
}

/// With a poll that no test would live to see: what comes, comes by IDLE.
pub(super) const IDLE_TLS: Way = Way { port: Port::Imaps, tls: "implicit", idle: true, poll: 3600 };

/// A server's folder with config, passwords and database.
pub(super) struct House {
    dir: tempfile::TempDir,
    user: &'static str,
}

/// A daemon that runs; killed when dropped.
pub(super) struct Daemon {
    child: Child,
    log: PathBuf,
}

/// How a command ended.
pub(super) struct Done {
    pub(super) code: Option<i32>,
    pub(super) out: String,
    pub(super) err: String,
}

impl House {
    pub(super) fn new(stack: &Stack, way: Way) -> Self {
        Self::of(stack, way, "game")
    }

    /// A server with the address and the mailbox of a user.
    pub(super) fn of(stack: &Stack, way: Way, user: &'static str) -> Self {
        let house = Self::configured(stack, way, user, |server| format!("password_file = \"{server}.password\""));
        house.imap_password(&format!("pw-{user}"));
        fs::write(house.path("smtp.password"), format!("pw-{user}\n")).unwrap();
        house
    }

    /// A server that logs in by tokens, which a command in its folder makes for `imap` and `smtp`.
    pub(super) fn with_tokens(stack: &Stack, way: Way, command: &str) -> Self {
        Self::configured(stack, way, "game", |server| format!("token_command = \"{command} {server}\""))
    }

    /// `login` gives the line for the password of `imap` and `smtp`.
    fn configured(stack: &Stack, way: Way, user: &'static str, login: impl Fn(&str) -> String) -> Self {
        let dir = tempfile::tempdir().unwrap();
        let ca = stack.ca_file();
        let config = format!(
            r#"
            [server]
            address = "{user}@game.test"
            [inbox]
            kind = "imap"
            host = "localhost"
            port = {imap}
            tls = "{tls}"
            ca_file = "{ca}"
            user = "{user}@game.test"
            {imap_login}
            poll = {poll}
            idle = {idle}
            [outbox]
            kind = "smtp"
            host = "localhost"
            port = {smtp}
            tls = "starttls"
            ca_file = "{ca}"
            user = "{user}@game.test"
            {smtp_login}
            [[admin]]
            addresses = ["p9@game.test"]
            "#,
            imap = stack.port(way.port),
            tls = way.tls,
            poll = way.poll,
            idle = way.idle,
            smtp = stack.port(Port::Submission),
            ca = ca.display(),
            imap_login = login("imap"),
            smtp_login = login("smtp"),
        );
        fs::write(dir.path().join("config.toml"), config).unwrap();
        Self { dir, user }
    }

    pub(super) fn imap_password(&self, password: &str) {
        fs::write(self.path("imap.password"), format!("{password}\n")).unwrap();
    }

    pub(super) fn path(&self, name: &str) -> PathBuf {
        self.dir.path().join(name)
    }

    fn command(&self, args: &[&str]) -> Command {
        let mut command = Command::new(env!("CARGO_BIN_EXE_boardpost"));
        command.arg("--config").arg(self.path("config.toml")).args(args).stdin(Stdio::null());
        command.env_remove("BOARDPOST_LOG").current_dir(self.dir.path());
        command
    }

    /// Runs a command to its end.
    pub(super) fn run(&self, args: &[&str]) -> Done {
        let done = self.command(args).output().unwrap();
        let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap();
        Done { code: done.status.code(), out: text(done.stdout), err: text(done.stderr) }
    }

    /// Runs a command that must end well; gives what it prints.
    pub(super) fn good(&self, args: &[&str]) -> String {
        let done = self.run(args);
        assert_eq!(done.code, Some(0), "{args:?}: {}{}", done.out, done.err);
        done.out
    }

    /// Opens a game of Thoughtwave; gives its number.
    pub(super) fn start(&self, one: &str, two: &str) -> i64 {
        self.good(&["start", "thoughtwave", one, two, "size=5"]).trim().parse().unwrap()
    }

    /// The lines of a command with `--json`.
    pub(super) fn json(&self, args: &[&str]) -> Vec<Json> {
        let args: Vec<&str> = args.iter().copied().chain(["--json"]).collect();
        self.good(&args).lines().map(|l| serde_json::from_str(l).unwrap()).collect()
    }

    /// How many turns were counted in a game.
    pub(super) fn turns(&self, game: i64) -> usize {
        let store = Store::existing(&self.path("games.db")).unwrap();
        store.ask().events(game).unwrap().iter().filter(|(_, e)| matches!(e, Event::Turn(..))).count()
    }

    /// Everything is as it should be after the work: nothing waits, nothing was put aside, every log replays.
    pub(super) fn check_clean(&self, stack: &Stack, letters: usize) {
        assert_eq!(self.good(&["outbox"]), "");
        assert_eq!(self.good(&["letters", "--shunted"]), "");
        self.good(&["verify"]);
        assert_eq!(stack.folder(self.user, "INBOX", "Processed").list().unwrap().len(), 0);
        assert_eq!(stack.folder(self.user, "Processed", "INBOX").list().unwrap().len(), letters);
    }

    /// Starts the daemon; its stderr is added to that of the daemons before.
    pub(super) fn daemon(&self) -> Daemon {
        let log = self.path("daemon.log");
        let file = fs::File::options().create(true).append(true).open(&log).unwrap();
        let child = self.command(&["run"]).stdout(Stdio::null()).stderr(file).spawn().unwrap();
        Daemon { child, log }
    }
}

impl Daemon {
    /// What it and those before it wrote to stderr.
    pub(super) fn log(&self) -> String {
        fs::read_to_string(&self.log).unwrap()
    }

    /// Waits until its log satisfies; it must be alive till then.
    pub(super) fn wait_log(&mut self, what: &str, good: impl Fn(&str) -> bool) {
        let start = Instant::now();
        while !good(&self.log()) {
            assert_eq!(self.child.try_wait().unwrap(), None, "waiting for {what}: {}", self.log());
            assert!(start.elapsed() < PATIENCE, "no {what}: {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    fn signal(&self, signal: &str) {
        let pid = self.child.id().to_string();
        let status = Command::new("sh").args(["-c", "kill -s \"$0\" \"$1\"", signal, &pid]).status().unwrap();
        assert!(status.success());
    }

    fn wait(&mut self, most: Duration) -> ExitStatus {
        let start = Instant::now();
        loop {
            if let Some(status) = self.child.try_wait().unwrap() {
                return status;
            }
            assert!(start.elapsed() < most, "still running: {}", self.log());
            std::thread::sleep(Duration::from_millis(10));
        }
    }

    /// Ends it as an init system would; it must end well and soon. Gives its log.
    pub(super) fn stop(mut self) -> String {
        self.signal("TERM");
        let status = self.wait(Duration::from_secs(30));
        assert_eq!(status.code(), Some(0), "{}", self.log());
        self.log()
    }

    /// Ends it as a power failure would.
    pub(super) fn kill(mut self) {
        self.signal("KILL");
        assert_eq!(self.wait(Duration::from_secs(30)).code(), None);
    }
}

impl Drop for Daemon {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("the daemon wrote:\n{}", self.log());
        }
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}
