//! Mail servers on loopback threads that say what a test wants them to say.

use boardpost::post::{Password, Server, Timeouts, Tls};
use std::io::{BufRead, BufReader, Write};
use std::net::{TcpListener, TcpStream};
use std::path::Path;
use std::sync::{Arc, Mutex};
use std::time::Duration;

/// A server that runs until the tests end.
pub(crate) struct Fake {
    port: u16,
    heard: Arc<Mutex<Vec<String>>>,
}

/// One connection to it, seen from the server.
pub(crate) struct Talk {
    stream: BufReader<TcpStream>,
    heard: Arc<Mutex<Vec<String>>>,
}

impl Fake {
    /// Serves each connection in a thread; the handler is given its number, from 0.
    pub(crate) fn serve(handler: impl Fn(usize, &mut Talk) + Send + Sync + 'static) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = listener.local_addr().unwrap().port();
        let heard = Arc::new(Mutex::new(Vec::new()));
        let (handler, log) = (Arc::new(handler), Arc::clone(&heard));
        std::thread::spawn(move || {
            for (number, stream) in listener.incoming().enumerate() {
                let (handler, heard) = (Arc::clone(&handler), Arc::clone(&log));
                std::thread::spawn(move || {
                    heard.lock().unwrap().push(format!("[{number}]"));
                    handler(number, &mut Talk { stream: BufReader::new(stream.unwrap()), heard });
                });
            }
        });
        Self { port, heard }
    }

    /// How to reach it.
    pub(crate) fn server(&self, tls: Tls, password_file: Option<&Path>) -> Server {
        Server {
            host: "127.0.0.1".to_owned(),
            port: self.port,
            tls,
            ca_file: None,
            user: password_file.map(|_| "game".to_owned()),
            password: password_file.map(|p| Password::File(p.to_owned())),
        }
    }

    /// The lines that it heard, `[N]` at the beginning of connection N.
    pub(crate) fn heard(&self) -> Vec<String> {
        self.heard.lock().unwrap().clone()
    }

    /// How many lines it heard that begin so.
    pub(crate) fn count(&self, beginning: &str) -> usize {
        self.heard().iter().filter(|l| l.starts_with(beginning)).count()
    }
}

impl Talk {
    /// The next line without its end; `None` at the end of the connection.
    pub(crate) fn line(&mut self) -> Option<String> {
        let mut line = Vec::new();
        self.stream.read_until(b'\n', &mut line).ok().filter(|n| *n > 0)?;
        let line = String::from_utf8_lossy(&line).trim_end_matches(['\r', '\n']).to_owned();
        self.heard.lock().unwrap().push(line.clone());
        Some(line)
    }

    /// Says some text as it is; a client that is gone is no matter.
    pub(crate) fn say(&mut self, text: &str) {
        let _ = self.stream.get_mut().write_all(text.as_bytes());
    }

    /// Says a text at a byte each 50 ms, for ever.
    pub(crate) fn drip(&mut self, text: &str) {
        for byte in text.bytes().cycle() {
            if self.stream.get_mut().write_all(&[byte]).is_err() {
                return;
            }
            std::thread::sleep(Duration::from_millis(50));
        }
    }

    /// Says nothing more, but keeps the line open until the client leaves.
    pub(crate) fn hang(&mut self) {
        while self.line().is_some() {}
    }
}

/// Time limits of a test: 600 ms for everything.
pub(crate) fn short() -> Timeouts {
    let limit = Duration::from_millis(600);
    Timeouts { connect: limit, greeting: limit, command: limit, fetch: limit, dot: limit, idle: limit }
}

/// What a fake IMAP server does with a command.
pub(crate) enum Act {
    /// What a good server would.
    Usual,
    /// Says this, with `TAG` replaced.
    Say(String),
    /// Says this and closes the connection.
    Close(String),
    /// Nothing, for ever.
    Hang,
}

/// A mailbox of a fake server.
pub(crate) struct Box {
    /// UIDVALIDITY.
    pub(crate) epoch: u32,
    /// What follows IMAP4rev1 in CAPABILITY.
    pub(crate) can: &'static str,
    /// UIDs and letters.
    pub(crate) letters: Vec<(u32, String)>,
}

impl Box {
    /// Serves one connection; `act` sees every command without its tag first.
    pub(crate) fn serve(&self, talk: &mut Talk, mut act: impl FnMut(&str) -> Act) {
        talk.say("* OK hello\r\n");
        let mut idling = String::new();
        while let Some(line) = talk.line() {
            // DONE has no tag: its answer bears the tag of IDLE
            let (tag, command) = line.split_once(' ').unwrap_or((&idling, &line));
            let answer = match act(command) {
                Act::Usual => self.usual(command),
                Act::Say(text) => text,
                Act::Close(text) => return talk.say(&text.replace("TAG", tag)),
                Act::Hang => return talk.hang(),
            };
            talk.say(&answer.replace("TAG", tag));
            if command == "IDLE" {
                idling = tag.to_owned();
            } else if command == "AUTHENTICATE PLAIN" {
                talk.line();
                talk.say(&format!("{tag} OK welcome\r\n"));
            }
        }
    }

    /// What a good server would answer.
    pub(crate) fn usual(&self, command: &str) -> String {
        let words: Vec<&str> = command.split(' ').collect();
        let body = match words[..] {
            ["CAPABILITY"] => format!("* CAPABILITY IMAP4rev1 AUTH=PLAIN {}\r\n", self.can),
            ["AUTHENTICATE", ..] => return "+ \r\n".to_owned(),
            ["SELECT", ..] => {
                format!("* {} EXISTS\r\n* OK [UIDVALIDITY {}] yes\r\n", self.letters.len(), self.epoch)
            }
            ["UID", "FETCH", set, ..] => self.fetch(set, command),
            ["IDLE"] => return "+ idling\r\n".to_owned(),
            _ => String::new(),
        };
        format!("{body}TAG OK done\r\n")
    }

    fn fetch(&self, set: &str, query: &str) -> String {
        let mut out = String::new();
        for (number, (uid, letter)) in self.letters.iter().enumerate().filter(|(_, (uid, _))| within(set, *uid)) {
            let number = number + 1;
            let header = letter.split_inclusive("\r\n\r\n").next().unwrap();
            out += &if query.contains("HEADER") {
                format!("* {number} FETCH (UID {uid} BODY[HEADER]<0> {{{}}}\r\n{header})\r\n", header.len())
            } else if query.contains("BODY.PEEK[]") {
                let most: usize = query
                    .split_once("<0.")
                    .map_or(usize::MAX, |(_, n)| n.trim_end_matches(['>', ')']).parse().unwrap());
                let part = &letter[..letter.len().min(most)];
                format!("* {number} FETCH (UID {uid} BODY[]<0> {{{}}}\r\n{part})\r\n", part.len())
            } else {
                format!("* {number} FETCH (UID {uid} RFC822.SIZE {} FLAGS ())\r\n", letter.len())
            };
        }
        out
    }
}

/// Is a UID in a set such as `3,5:7`?
pub(crate) fn within(set: &str, uid: u32) -> bool {
    set.split(',').any(|run| {
        let (a, b) = run.split_once(':').unwrap_or((run, run));
        (a.parse::<u32>().unwrap()..=b.parse().unwrap_or(u32::MAX)).contains(&uid)
    })
}
