//! A composed letter as bytes: text/plain first, HTML second, every header field that a good machine letter has.

use std::time::{Duration, SystemTime};

use lettre::Address;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, Message, MultiPart, SinglePart, header};

use super::compose::Block;
use crate::game::Lang;

/// The envelope and header of one letter.
#[derive(Clone, Debug)]
pub struct Frame {
    /// The server's name, for `From`.
    pub server: String,
    /// The server's address.
    pub address: String,
    /// The reader's reply address (with his token where the host knows plus-addressing).
    pub reply_to: String,
    /// What the reply address is called: `Game 17`.
    pub reply_name: String,
    /// The reader's name.
    pub name: String,
    /// The reader's address.
    pub to: String,
    /// The envelope's sender, where bounces go.
    pub bounce: String,
    /// The subject, the same for all letters of a game.
    pub subject: String,
    /// With `<>`.
    pub message_id: String,
    /// With `<>`.
    pub in_reply_to: Option<String>,
    /// With `<>`, oldest first.
    pub references: Vec<String>,
    /// Seconds since 1970.
    pub time: i64,
    /// Is it an answer to a letter (rather than something that we send unasked)?
    pub answer: bool,
    /// The reader's language.
    pub lang: Lang,
    /// More header fields: the game's number, the start line. ASCII.
    pub fields: Vec<(&'static str, String)>,
}

/// A letter ready for the outbox.
#[derive(Clone, Debug)]
pub struct Mail {
    /// With `<>`.
    pub message_id: String,
    /// The envelope's sender.
    pub from: String,
    /// The envelope's recipient.
    pub to: String,
    /// The bytes, CRLF line ends.
    pub bytes: Vec<u8>,
}

/// A letter that cannot be made: an address that is none.
#[derive(Clone, Debug, thiserror::Error)]
#[error("cannot write to {0}")]
pub struct Unmailable(pub String);

fn mailbox(name: &str, address: &str) -> Result<Mailbox, Unmailable> {
    let address: Address = address.parse().map_err(|_| Unmailable(address.to_owned()))?;
    // a control character in a name makes lettre panic
    let name: String = name.chars().filter(|c| !c.is_control()).collect();
    let name = name.trim();
    Ok(Mailbox::new((!name.is_empty()).then(|| name.to_owned()), address))
}

fn raw(name: &'static str, value: String) -> HeaderValue {
    HeaderValue::new(HeaderName::new_from_ascii_str(name), value)
}

impl Frame {
    /// Makes the letter.
    ///
    /// # Errors
    /// [`Unmailable`] where an address cannot be used.
    pub fn mail(&self, blocks: &[Block]) -> Result<Mail, Unmailable> {
        let time = SystemTime::UNIX_EPOCH + Duration::from_secs(u64::try_from(self.time).unwrap_or(0));
        let mut builder = Message::builder()
            .from(mailbox(&self.server, &self.address)?)
            .reply_to(mailbox(&self.reply_name, &self.reply_to)?)
            .to(mailbox(&self.name, &self.to)?)
            .subject(self.subject.clone())
            .date(time)
            .message_id(Some(self.message_id.clone()))
            .raw_header(raw("Auto-Submitted", if self.answer { "auto-replied" } else { "auto-generated" }.to_owned()))
            .raw_header(raw("X-Auto-Response-Suppress", "All".to_owned()))
            .raw_header(raw("X-Boardpost-Loop", self.address.clone()))
            .raw_header(raw("Content-Language", self.lang.code().to_owned()));
        if let Some(id) = &self.in_reply_to {
            builder = builder.in_reply_to(id.clone());
        }
        if !self.references.is_empty() {
            builder = builder.references(self.references.join(" "));
        }
        for (name, value) in &self.fields {
            builder = builder.raw_header(raw(name, value.clone()));
        }
        let plain = SinglePart::builder().header(header::ContentType::TEXT_PLAIN).body(text(blocks));
        let html = SinglePart::builder().header(header::ContentType::TEXT_HTML).body(html(
            blocks,
            self.lang,
            &self.subject,
            &self.reply_to,
        ));
        // a boundary of our own: the same letter has the same bytes
        let mut id = self.message_id.split('.');
        let boundary: String = id.by_ref().take(5).flat_map(str::chars).filter(char::is_ascii_alphanumeric).collect();
        let parts = MultiPart::alternative().boundary(format!("=_{boundary}"));
        let message =
            builder.multipart(parts.singlepart(plain).singlepart(html)).map_err(|_| Unmailable(self.to.clone()))?;
        Ok(Mail {
            message_id: self.message_id.clone(),
            from: self.bounce.clone(),
            to: self.to.clone(),
            bytes: message.formatted(),
        })
    }
}

/// The widest line.
const WIDTH: usize = 72;
/// Before each line of a [`Block::Data`].
const INDENT: &str = "    ";
/// Before each line of a [`Block::Echo`].
const BAR: &str = "    | ";

/// Breaks one line at blanks; a word that is wider than a line is cut.
fn wrap(text: &str, width: usize) -> Vec<String> {
    let (mut lines, mut line, mut length) = (Vec::new(), String::new(), 0);
    for word in text.split_whitespace() {
        let letters: Vec<char> = word.chars().collect();
        for piece in letters.chunks(width) {
            if length > 0 && length + 1 + piece.len() > width {
                lines.push(std::mem::take(&mut line));
                length = 0;
            }
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.extend(piece);
            length += piece.len();
        }
    }
    lines.push(line);
    lines
}

/// Lines behind a mark; only those that are too wide are wrapped, so that a caret stays under its place.
fn marked(lines: &[String], mark: &str) -> Vec<String> {
    let width = WIDTH - mark.len();
    lines
        .iter()
        .flat_map(|line| {
            let line = line.trim_end();
            if line.chars().count() > width { wrap(line, width) } else { vec![line.to_owned()] }
        })
        .map(|line| format!("{mark}{line}"))
        .collect()
}

/// The plain part.
#[must_use]
pub fn text(blocks: &[Block]) -> String {
    let mut out = String::new();
    for block in blocks {
        let lines: Vec<String> = match block {
            Block::Text(t) => t
                .lines()
                .flat_map(|paragraph| {
                    // examples on a page of help are indented
                    let indent = paragraph.chars().take_while(|c| *c == ' ').take(8).count();
                    let blanks = " ".repeat(indent);
                    wrap(paragraph, WIDTH - indent).into_iter().map(move |line| format!("{blanks}{line}"))
                })
                .collect(),
            Block::Fixed(lines) => lines.clone(),
            Block::Data(lines) => marked(lines, INDENT),
            Block::Echo(lines) | Block::Choices(lines) => marked(lines, BAR),
            Block::Buttons(_) => continue,
        };
        if !out.is_empty() {
            out.push_str("\r\n");
        }
        for line in lines {
            let line = line.trim_end();
            // neither a quote mark nor a mailbox's From_ line; running text only, boards begin with blanks or frames
            if line.starts_with('>') || line.starts_with("From ") || line.starts_with('.') {
                out.push(' ');
            }
            out.push_str(line);
            out.push_str("\r\n");
        }
    }
    out
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}

/// Percent-encodes everything but letters and digits (RFC 6068; `+` too, since some programs read it as a blank).
fn percent(text: &str) -> String {
    text.bytes()
        .map(|b| {
            if b.is_ascii_alphanumeric() || b"-._~".contains(&b) {
                char::from(b).to_string()
            } else {
                format!("%{b:02X}")
            }
        })
        .collect()
}

const PRE: &str = "font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:16px;line-height:1.2";

/// The HTML part. No colours, so that dark screens do as they like.
#[must_use]
pub fn html(blocks: &[Block], lang: Lang, subject: &str, reply_to: &str) -> String {
    let mut out = format!(
        "<!DOCTYPE html>\r\n<html lang=\"{lang}\"><head><meta charset=\"utf-8\"><title>{}</title></head><body>\r\n",
        escape(subject)
    );
    // a link that writes a letter with a word in it
    let link = |word: &str, label: &str| {
        let (local, host) = reply_to.rsplit_once('@').unwrap_or((reply_to, ""));
        format!(
            "<a href=\"mailto:{}@{}?subject={}&amp;body={}\">{}</a>",
            percent(local),
            percent(host),
            percent(&format!("Re: {subject}")),
            percent(word),
            escape(label)
        )
    };
    for block in blocks {
        match block {
            Block::Text(t) => {
                let paragraphs: Vec<String> = t.lines().map(|l| escape(l.trim())).collect();
                out.push_str(&format!("<p>{}</p>\r\n", paragraphs.join("<br>\r\n")));
            }
            Block::Fixed(_) | Block::Data(_) | Block::Echo(_) => {
                let lines = match block {
                    Block::Data(lines) => marked(lines, INDENT),
                    Block::Echo(lines) => marked(lines, BAR),
                    Block::Fixed(lines) => lines.clone(),
                    Block::Text(_) | Block::Buttons(_) | Block::Choices(_) => Vec::new(),
                };
                let lines: Vec<String> = lines.iter().map(|l| escape(l.trim_end())).collect();
                out.push_str(&format!("<pre style=\"{PRE}\">{}</pre>\r\n", lines.join("\r\n")));
            }
            Block::Choices(list) => {
                let lines: Vec<String> = list.iter().map(|turn| format!("{BAR}{}", link(turn, turn))).collect();
                out.push_str(&format!("<pre style=\"{PRE}\">{}</pre>\r\n", lines.join("\r\n")));
            }
            Block::Buttons(list) => {
                let links: Vec<String> = list.iter().map(|(word, label)| link(word, label)).collect();
                out.push_str(&format!("<p>{}</p>\r\n", links.join(" &middot;\r\n")));
            }
        }
    }
    out.push_str("</body></html>\r\n");
    out
}

/// The version of the position that a reply answers to, from our own Message-IDs in its reference fields
/// (`<g17.p12.s1.move.c5.TOKEN@host>`) of this game and seat. The first one found counts: `In-Reply-To` stands first.
#[must_use]
pub fn seen_version(references: &[String], game: i64, seat: crate::game::Seat) -> Option<u32> {
    references.iter().find_map(|id| {
        let mut parts = id.strip_prefix('<')?.split('.');
        let number: i64 = parts.next()?.strip_prefix('g')?.parse().ok()?;
        let version = parts.next()?.strip_prefix('p')?.parse().ok()?;
        let whose: u8 = parts.next()?.strip_prefix('s')?.parse().ok()?;
        (number == game && whose == seat.number()).then_some(version)
    })
}
