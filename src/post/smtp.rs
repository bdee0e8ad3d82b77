//! Letters by SMTP: one recipient each, over one connection that is kept.
//!
//! The words are lettre's (commands, replies, login), the stream is our `Wire`: lettre's own `SmtpConnection` has no
//! deadline for a whole reply, no `TCP_NODELAY`, no ear for [`Stop`], and reads on from plain text after STARTTLS.
//!
//! Where the server offers PIPELINING (RFC 2920), the next letter's MAIL, RCPT and DATA leave together with this
//! letter's last line. So a letter costs one round trip, and each refusal is still told apart.

use super::password::{by_token, logged_in, masked};
use super::wire::{Clock, TALK, Wire, name, printable};
use super::{Mailer, Outgoing, PostError, Secret, Sent, Server, Stop, Timeouts, Tls, Trouble, mbox};
use crate::fault;
use lettre::Address;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::commands::{Auth, Data, Ehlo, Mail, Quit, Rcpt, Rset, Starttls};
use lettre::transport::smtp::extension::{ClientId, MailBodyParameter, MailParameter};
use lettre::transport::smtp::response::{Response, Severity};
use std::collections::BTreeMap;
use std::io::Write;
use std::time::Duration;

/// What a step may still take once we were told to stop: the letter in hand is finished.
const FINISH: Duration = Duration::from_secs(10);
const BRIEFLY: Duration = Duration::from_secs(1);
/// Bytes of a command line with its end (RFC 5321, section 4.5.3.1.4). Postfix cuts them at 2,048, where many tokens do
/// not end.
const LONGEST_COMMAND: usize = 512;

/// Sends by SMTP; see [`Mailer`].
///
/// What is lost before the letter's bytes begin to leave is [`Sent::Untried`], what is lost from there on
/// [`Sent::Unknown`]. A refusal is the letter's own, whichever command it answers; 421 also ends the connection.
pub struct SmtpMailer {
    server: Server,
    hostname: String,
    timeouts: Timeouts,
    clock: Clock,
    line: Option<Line>,
}

/// A connection that has said EHLO and logged in.
struct Line {
    talk: Talk,
    /// Keywords of the EHLO answer with their values.
    can: BTreeMap<String, String>,
    /// A refusal may have left a transaction open.
    dirty: bool,
}

/// The commands of one letter.
struct Envelope {
    mail: String,
    rcpt: String,
}

/// How a letter's MAIL, RCPT and DATA ended.
enum Turn {
    /// The server waits for the letter.
    Ready,
    /// It was refused; an error where the connection is of no more use.
    Refused(Sent, Result<(), PostError>),
}

impl SmtpMailer {
    /// A mailer that says EHLO with this host name; connects at the first letter. Once `stop` is set, the letter in
    /// hand has 10 s left, and no other is begun.
    #[must_use]
    pub fn new(server: Server, hostname: String, timeouts: Timeouts, stop: Stop) -> Self {
        Self { server, hostname, timeouts, clock: Clock::new(stop, BRIEFLY), line: None }
    }

    /// Connects, where there is no connection. True where one was kept.
    fn open(&mut self) -> Result<bool, PostError> {
        if self.line.is_some() {
            return Ok(true);
        }
        self.line = Some(match &self.server.user {
            Some(user) => logged_in(&self.server, user, |secret| self.connect(Some((user, secret))))?,
            None => self.connect(None)?,
        });
        Ok(false)
    }

    fn connect(&self, login: Option<(&str, &Secret)>) -> Result<Line, PostError> {
        let fail = |what: &str| PostError::new(Trouble::Protocol, format!("{}: {what}", name(&self.server)));
        if self.hostname.is_empty() || self.hostname.contains(|c: char| c.is_whitespace() || c.is_control()) {
            return Err(fail("the host name for EHLO is not valid"));
        }
        let wire = Wire::dial(&self.server, &self.timeouts, &self.clock)?;
        let mut talk = Talk { wire, server: self.server.clone(), clock: self.clock.clone(), timeouts: self.timeouts };
        let greeting = talk.reply("greeting", self.timeouts.greeting)?;
        if !greeting.has_code(220) {
            return Err(fail(&format!("greeting: {}", words(&greeting))));
        }
        let mut can = talk.hello(&self.hostname)?;
        if self.server.tls == Tls::Starttls {
            if !can.contains_key("STARTTLS") {
                return Err(PostError::new(Trouble::Tls, format!("{}: no STARTTLS offered", name(&self.server))));
            }
            let answer = talk.ask("STARTTLS", &Starttls.to_string())?;
            if !answer.has_code(220) {
                let text = format!("{}: STARTTLS refused: {}", name(&self.server), words(&answer));
                return Err(PostError::new(Trouble::Tls, text));
            }
            talk.wire = talk.wire.secure(&self.server, &self.timeouts)?;
            can = talk.hello(&self.hostname)?;
        }
        if let Some((user, secret)) = login {
            talk.log_in(user, secret, can.get("AUTH").map_or("", String::as_str))?;
        }
        Ok(Line { talk, can, dirty: false })
    }

    /// Sends until something breaks. `hand` is a letter that was taken and has not begun to leave.
    fn run(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        hand: &mut Option<Outgoing>,
        report: &mut Report<'_>,
    ) -> Result<(), PostError> {
        let mut kept = self.open()?;
        let mut owed: Option<Outgoing> = None;
        loop {
            let Some(line) = &mut self.line else { return Ok(()) };
            if self.clock.stopped() {
                line.settle(owed.take(), "", report)?;
                return Err(PostError::new(Trouble::Stopped, format!("{}: stopped", name(&self.server))));
            }
            *hand = next();
            let Some(letter) = hand.as_ref() else { return line.settle(owed, "", report) };
            let envelope = match line.envelope(letter) {
                Ok(envelope) => envelope,
                Err(text) => {
                    line.settle(owed.take(), "", report)?;
                    tell(report, hand, Sent::Refused { permanent: true, text });
                    continue;
                }
            };
            let mut turn = line.begin(owed.take(), &envelope, report);
            // a kept connection may have died unnoticed: its first command tells
            if std::mem::take(&mut kept) && !matches!(turn, Ok(Turn::Ready | Turn::Refused(_, Ok(())))) {
                self.line = None;
                self.open()?;
                let Some(line) = &mut self.line else { return Ok(()) };
                turn = line.begin(None, &envelope, report);
            }
            match turn? {
                Turn::Ready => owed = hand.take(),
                Turn::Refused(sent, over) => {
                    tell(report, hand, sent);
                    over?;
                }
            }
        }
    }
}

/// Hears what became of a letter.
type Report<'a> = dyn FnMut(Outgoing, Sent) + 'a;

/// Reports the letter in hand.
fn tell(report: &mut Report<'_>, hand: &mut Option<Outgoing>, sent: Sent) {
    if let Some(letter) = hand.take() {
        report(letter, sent);
    }
}

impl Mailer for SmtpMailer {
    fn stream(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        report: &mut dyn FnMut(Outgoing, Sent),
    ) -> Result<(), PostError> {
        let mut hand = None;
        let result = self.run(next, &mut hand, report);
        if let Err(error) = &result {
            self.line = None;
            tell(report, &mut hand, Sent::Untried(error.text.clone()));
        }
        result
    }

    fn close(&mut self) {
        if let Some(mut line) = self.line.take() {
            line.talk.timeouts.command = BRIEFLY;
            let _ = line.talk.ask("QUIT", &Quit.to_string());
        }
    }
}

impl Line {
    /// The commands for a letter, or why it cannot be sent by this server.
    fn envelope(&self, letter: &Outgoing) -> Result<Envelope, String> {
        let address = |text: &str| text.parse::<Address>().map_err(|e| format!("{}: {e}", printable(text)));
        let from = if letter.from.is_empty() { None } else { Some(address(&letter.from)?) };
        let to = address(&letter.to)?;
        let mut parameters = Vec::new();
        if !letter.from.is_ascii() || !letter.to.is_ascii() {
            if !self.can.contains_key("SMTPUTF8") {
                return Err("the server takes no addresses beyond ASCII (SMTPUTF8)".to_owned());
            }
            parameters.push(MailParameter::SmtpUtfEight);
        }
        if !letter.bytes.is_ascii() {
            if !self.can.contains_key("8BITMIME") {
                return Err("the server takes no letters beyond ASCII (8BITMIME)".to_owned());
            }
            parameters.push(MailParameter::Body(MailBodyParameter::EightBitMime));
        }
        Ok(Envelope { mail: Mail::new(from, parameters).to_string(), rcpt: Rcpt::new(to, Vec::new()).to_string() })
    }

    /// Sends the letter that is owed, with `more` behind its end, and tells what became of it.
    fn settle(&mut self, owed: Option<Outgoing>, more: &str, report: &mut Report<'_>) -> Result<(), PostError> {
        let Some(letter) = owed else { return Ok(()) };
        let mut bytes = dotted(&letter.bytes);
        bytes.extend_from_slice(more.as_bytes());
        let limit = self.talk.timeouts.dot;
        fault::point("smtp-body");
        if fault::due("smtp-half", "") {
            let _ = self.talk.say("letter", bytes.get(..bytes.len() / 2).unwrap_or_default(), limit);
            fault::die();
        }
        let said = self.talk.say("letter", &bytes, limit);
        fault::point("smtp-dot");
        let answer = said.and_then(|()| self.talk.reply("after the letter", limit));
        fault::point("smtp-taken");
        let (sent, over) = match answer {
            Err(error) => (Sent::Unknown(error.text.clone()), Err(error)),
            Ok(answer) => self.talk.verdict(&answer, "the letter"),
        };
        report(letter, sent);
        over
    }

    /// Settles what is owed, and offers the next letter up to DATA.
    fn begin(
        &mut self,
        owed: Option<Outgoing>,
        envelope: &Envelope,
        report: &mut Report<'_>,
    ) -> Result<Turn, PostError> {
        let reset = if self.dirty { Rset.to_string() } else { String::new() };
        let Envelope { mail, rcpt } = envelope;
        let data = Data.to_string();
        let answers = if self.can.contains_key("PIPELINING") {
            let group = format!("{reset}{mail}{rcpt}{data}");
            fault::point("smtp-mail");
            match owed {
                Some(_) => self.settle(owed, &group, report)?,
                None => self.talk.say("MAIL", group.as_bytes(), self.talk.timeouts.command)?,
            }
            if self.dirty {
                self.undone("RSET")?;
            }
            let mut answers = Vec::new();
            for verb in ["MAIL", "RCPT", "DATA"] {
                let answer = self.talk.reply(verb, self.talk.timeouts.command);
                match answer {
                    Ok(answer) => answers.push(answer),
                    // the refusal that went before says more than the closed line after it
                    Err(_) if answers.iter().any(|a| !a.is_positive()) => break,
                    Err(error) => return Err(error),
                }
            }
            answers
        } else {
            self.settle(owed, "", report)?;
            if self.dirty {
                self.talk.say("RSET", reset.as_bytes(), self.talk.timeouts.command)?;
                self.undone("RSET")?;
            }
            let mut answers = Vec::new();
            for (verb, command) in [("MAIL", mail), ("RCPT", rcpt), ("DATA", &data)] {
                fault::point(match verb {
                    "MAIL" => "smtp-mail",
                    "RCPT" => "smtp-rcpt",
                    _ => "smtp-data",
                });
                answers.push(self.talk.ask(verb, command)?);
                if !answers.last().is_some_and(Response::is_positive) {
                    break;
                }
            }
            answers
        };
        self.dirty = false;
        self.judge(&answers)
    }

    /// Reads the answer to RSET.
    fn undone(&mut self, verb: &str) -> Result<(), PostError> {
        let answer = self.talk.reply(verb, self.talk.timeouts.command)?;
        if answer.is_positive() { Ok(()) } else { Err(self.talk.senseless(verb, &answer)) }
    }

    /// What the answers to MAIL, RCPT and DATA come to.
    fn judge(&mut self, answers: &[Response]) -> Result<Turn, PostError> {
        let verbs = ["MAIL", "RCPT", "DATA"];
        let waits = answers.get(2).is_some_and(|data| data.has_code(354));
        let bad = verbs.iter().zip(answers).find(|(verb, answer)| match **verb {
            "DATA" => !answer.has_code(354),
            _ => answer.code().severity != Severity::PositiveCompletion,
        });
        let Some((verb, answer)) = bad else {
            return if waits { Ok(Turn::Ready) } else { Err(self.talk.broken("DATA: no answer")) };
        };
        self.dirty = true;
        let (sent, mut over) = self.talk.verdict(answer, verb);
        // whatever a server of little sense says, this letter was not accepted
        let sent = match sent {
            Sent::Refused { .. } => sent,
            _ => {
                over = Err(self.talk.senseless(verb, answer));
                Sent::Refused { permanent: false, text: words(answer) }
            }
        };
        if waits && over.is_ok() {
            // the server took DATA although nobody is to get it (RFC 2920, section 3.1): an empty letter ends it
            let limit = self.talk.timeouts.dot;
            over = self
                .talk
                .say("empty letter", b".\r\n", limit)
                .and_then(|()| self.talk.reply("empty letter", limit))
                .map(drop);
        }
        if over.is_ok() && answers.iter().any(|a| a.has_code(421)) {
            over = Err(self.talk.broken("the server closes the connection (421)"));
        }
        if over.is_ok() && answers.len() < 3 && self.can.contains_key("PIPELINING") {
            over = Err(self.talk.broken("the connection broke after a refusal"));
        }
        Ok(Turn::Refused(sent, over))
    }
}

/// A dialogue: commands out, replies in.
struct Talk {
    wire: Wire,
    server: Server,
    clock: Clock,
    timeouts: Timeouts,
}

impl Talk {
    fn broken(&self, what: &str) -> PostError {
        PostError::new(Trouble::Io, format!("{}: {what}", name(&self.server)))
    }

    fn senseless(&self, verb: &str, answer: &Response) -> PostError {
        let text = format!("{}: senseless answer to {verb}: {}", name(&self.server), words(answer));
        PostError::new(Trouble::Protocol, text)
    }

    fn say(&mut self, step: &str, bytes: &[u8], limit: Duration) -> Result<(), PostError> {
        self.clock.begin(limit, TALK, FINISH);
        let said = self.wire.write_all(bytes).and_then(|()| self.wire.flush());
        said.map_err(|e| self.clock.error(&self.server, step, &e))
    }

    fn reply(&mut self, step: &str, limit: Duration) -> Result<Response, PostError> {
        self.clock.begin(limit, TALK, FINISH);
        let mut text = String::new();
        loop {
            let line = self.wire.read_line().map_err(|e| self.clock.error(&self.server, step, &e))?;
            let line = String::from_utf8_lossy(&line);
            let line = line.trim_end_matches(['\r', '\n']);
            text.push_str(line);
            // "250" alone is a reply too
            text.push_str(if line.len() == 3 { " \r\n" } else { "\r\n" });
            if line.as_bytes().get(3) != Some(&b'-') {
                break;
            }
        }
        text.parse().map_err(|_| {
            let text = format!("{}: {step}: unreadable answer: {}", name(&self.server), printable(&text));
            PostError::new(Trouble::Protocol, text)
        })
    }

    fn ask(&mut self, verb: &str, command: &str) -> Result<Response, PostError> {
        self.say(verb, command.as_bytes(), self.timeouts.command)?;
        self.reply(verb, self.timeouts.command)
    }

    fn hello(&mut self, hostname: &str) -> Result<BTreeMap<String, String>, PostError> {
        let hello = Ehlo::new(ClientId::Domain(hostname.to_owned()));
        let answer = self.ask("EHLO", &hello.to_string())?;
        if answer.code().severity != Severity::PositiveCompletion {
            return Err(self.senseless("EHLO", &answer));
        }
        let offer = |line: &str| {
            let line = line.to_ascii_uppercase();
            let (word, rest) = line.split_once([' ', '=']).unwrap_or((&line, ""));
            (word.to_owned(), rest.to_owned())
        };
        Ok(answer.message().skip(1).map(offer).collect())
    }

    fn log_in(&mut self, user: &str, secret: &Secret, offered: &str) -> Result<(), PostError> {
        let server = name(&self.server);
        let refuse = |what: &str| PostError::new(Trouble::Login, format!("{server}: login as {user}: {what}"));
        let offers = |word: &str| offered.split_whitespace().any(|w| w == word);
        let mechanism = match () {
            () if by_token(&self.server) => match offers("XOAUTH2") {
                true => Mechanism::Xoauth2,
                false => return Err(refuse("the server does not offer AUTH XOAUTH2")),
            },
            () if offers("PLAIN") => Mechanism::Plain,
            () if offers("LOGIN") => Mechanism::Login,
            () => return Err(refuse("the server offers neither AUTH PLAIN nor AUTH LOGIN")),
        };
        let credentials = Credentials::new(user.to_owned(), secret.reveal().to_owned());
        let odd = |_| PostError::new(Trouble::Protocol, format!("{server}: login: senseless challenge"));
        let whole = Auth::new(mechanism, credentials.clone(), None).map_err(odd)?.to_string();
        // what is too long for the command answers an empty challenge instead (RFC 4954, section 4)
        let (first, rest) = match whole.rsplit_once(' ') {
            Some((first, rest)) if whole.len() > LONGEST_COMMAND => (format!("{first}\r\n"), Some(rest)),
            _ => (whole.clone(), None),
        };
        let mut answer = self.ask("AUTH", &first)?;
        if let Some(rest) = rest
            && answer.has_code(334)
        {
            answer = self.ask("AUTH", rest)?;
        }
        if mechanism == Mechanism::Xoauth2 && answer.has_code(334) {
            // what is wrong with the token; the refusal comes after an empty line
            answer = self.ask("AUTH", "\r\n")?;
        }
        // LOGIN asks for the name and for the password
        for _ in 0..2 {
            if answer.has_code(334) {
                let next = Auth::new_from_response(mechanism, credentials.clone(), &answer).map_err(odd)?;
                answer = self.ask("AUTH", &next.to_string())?;
            }
        }
        let text = printable(&masked(&words(&answer), user, secret));
        match answer.code().severity {
            Severity::PositiveCompletion => Ok(()),
            Severity::PermanentNegativeCompletion => Err(refuse(&text)),
            // 454: the login service is down; the password may well be right
            _ => Err(PostError::new(Trouble::Protocol, format!("{server}: login as {user}: {text}"))),
        }
    }

    /// What a reply means for the letter that it is about, and for the connection.
    fn verdict(&self, answer: &Response, verb: &str) -> (Sent, Result<(), PostError>) {
        let text = words(answer);
        let over = match answer.has_code(421) {
            true => Err(self.broken(&format!("the server closes the connection: {text}"))),
            false => Ok(()),
        };
        match answer.code().severity {
            Severity::PositiveCompletion => (Sent::Accepted(text), over),
            Severity::TransientNegativeCompletion => (Sent::Refused { permanent: false, text }, over),
            Severity::PermanentNegativeCompletion => (Sent::Refused { permanent: true, text }, over),
            Severity::PositiveIntermediate => (Sent::Unknown(text), Err(self.senseless(verb, answer))),
        }
    }
}

/// A reply as one line: `550 5.1.1 no such user`.
fn words(answer: &Response) -> String {
    printable(&format!("{} {}", answer.code(), answer.message().collect::<Vec<_>>().join(" ")))
}

/// The letter as DATA wants it (RFC 5321, section 4.5.2): CRLF alone, dots at line beginnings doubled, and the end.
fn dotted(letter: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(letter.len().saturating_add(512));
    for line in mbox::lines(letter) {
        if line.starts_with(b".") {
            out.push(b'.');
        }
        out.extend_from_slice(line);
        out.extend_from_slice(b"\r\n");
    }
    out.extend_from_slice(b".\r\n");
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dots_are_doubled_and_line_ends_made_whole() {
        let cases: [(&[u8], &[u8]); 5] = [
            (b"a\r\n.b\r\n", b"a\r\n..b\r\n.\r\n"),
            (b"a\n.\nc", b"a\r\n..\r\nc\r\n.\r\n"),
            (b"", b".\r\n"),
            (b"..x.\r\n", b"...x.\r\n.\r\n"),
            // a lone LF or CR before the dot must not let a second letter be smuggled in
            (b"x\n.\r\nMAIL FROM:<e@e>\r.\r", b"x\r\n..\r\nMAIL FROM:<e@e>\r\n..\r\n.\r\n"),
        ];
        for (letter, want) in cases {
            assert_eq!(dotted(letter), want, "{:?}", String::from_utf8_lossy(letter));
        }
    }
}
