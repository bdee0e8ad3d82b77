//! A composed letter as bytes: text/plain first, HTML second, every header field that a good machine letter has.

use std::time::{Duration, SystemTime};

use lettre::Address;
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Body, Mailbox, Message, MultiPart, SinglePart, header};

use super::compose::Block;
use crate::game::Lang;
use crate::letter::{self, Transfer};

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
    /// The plain text and the HTML that it is made of.
    pub texts: [String; 2],
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

fn part(kind: header::ContentType, text: &str) -> SinglePart {
    let (transfer, signs) = letter::encode(text);
    let transfer = match transfer {
        Transfer::Plain => header::ContentTransferEncoding::SevenBit,
        Transfer::Quoted => header::ContentTransferEncoding::QuotedPrintable,
        Transfer::Base64 => header::ContentTransferEncoding::Base64,
    };
    SinglePart::builder().header(kind).body(Body::dangerous_pre_encoded(signs, transfer))
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
        let plain = text(blocks);
        let html = html(blocks, self.lang, &self.subject, &self.reply_to);
        // a boundary of our own: the same letter has the same bytes
        let mut id = self.message_id.split('.');
        let boundary: String = id.by_ref().take(5).flat_map(str::chars).filter(char::is_ascii_alphanumeric).collect();
        let parts = MultiPart::alternative().boundary(format!("=_{boundary}"));
        let message = builder
            .multipart(
                parts
                    .singlepart(part(header::ContentType::TEXT_PLAIN, &plain))
                    .singlepart(part(header::ContentType::TEXT_HTML, &html)),
            )
            .map_err(|_| Unmailable(self.to.clone()))?;
        Ok(Mail {
            message_id: self.message_id.clone(),
            from: self.bounce.clone(),
            to: self.to.clone(),
            bytes: message.formatted(),
            texts: [plain, html],
        })
    }
}

/// The widest line.
const WIDTH: usize = 72;
/// Before each line of a [`Block::Data`].
const INDENT: &str = "    ";
/// Before each line of a [`Block::Echo`].
const BAR: &str = "    | ";

/// Breaks one line at blanks; a word that is wider than a line is cut. There is always a line, be it empty.
fn wrap(text: &str, width: usize, mut each: impl FnMut(&str)) {
    let (mut line, mut length) = (String::with_capacity(width), 0);
    for word in text.split_whitespace() {
        let mut rest = word;
        while !rest.is_empty() {
            let end = rest.char_indices().nth(width).map_or(rest.len(), |(at, _)| at);
            let (piece, behind) = rest.split_at_checked(end).unwrap_or((rest, ""));
            let letters = piece.chars().count();
            if length > 0 && length + 1 + letters > width {
                each(&line);
                line.clear();
                length = 0;
            }
            if length > 0 {
                line.push(' ');
                length += 1;
            }
            line.push_str(piece);
            length += letters;
            rest = behind;
        }
    }
    each(&line);
}

/// Lines to be put behind a mark; only those that are too wide are wrapped, so that a caret stays under its place.
fn marked(lines: &[String], mark: &str, mut each: impl FnMut(&str)) {
    let width = WIDTH - mark.len();
    for line in lines {
        let line = line.trim_end();
        if line.len() > width && line.chars().count() > width { wrap(line, width, &mut each) } else { each(line) }
    }
}

/// What stands before the lines of a block.
const fn mark(block: &Block) -> &'static str {
    match block {
        Block::Data(_) => INDENT,
        Block::Echo(_) | Block::Choices(_) => BAR,
        Block::Text(_) | Block::Fixed(_) | Block::Buttons(_) => "",
    }
}

/// The plain part.
#[must_use]
pub fn text(blocks: &[Block]) -> String {
    let mut out = String::with_capacity(4096);
    for block in blocks {
        if matches!(block, Block::Buttons(_)) {
            continue;
        }
        if !out.is_empty() {
            out.push_str("\r\n");
        }
        let mut line = |before: &str, line: &str| {
            // neither a quote mark nor a mailbox's From_ line; running text only, boards begin with blanks or frames
            if before.is_empty() && (line.starts_with(['>', '.']) || line.starts_with("From ")) {
                out.push(' ');
            }
            out.push_str(before);
            out.push_str(line);
            out.truncate(out.trim_end_matches(|c: char| c.is_whitespace() && c != '\n').len());
            out.push_str("\r\n");
        };
        match block {
            Block::Text(t) => {
                for paragraph in t.lines() {
                    // examples on a page of help are indented
                    let indent = paragraph.bytes().take_while(|b| *b == b' ').take(8).count();
                    let blanks = paragraph.get(..indent).unwrap_or_default();
                    wrap(paragraph, WIDTH - indent, |l| line(blanks, l));
                }
            }
            Block::Fixed(lines) => lines.iter().for_each(|l| line("", l)),
            Block::Data(lines) | Block::Echo(lines) | Block::Choices(lines) => {
                let mark = mark(block);
                marked(lines, mark, |l| line(mark, l));
            }
            Block::Buttons(_) => {}
        }
    }
    out
}

/// Adds a text as HTML.
fn escape(out: &mut String, text: &str) {
    let mut rest = text;
    while let Some(at) = rest.find(['&', '<', '>', '"']) {
        let (before, sign) = rest.split_at_checked(at).unwrap_or((rest, ""));
        out.push_str(before);
        out.push_str(match sign.bytes().next() {
            Some(b'&') => "&amp;",
            Some(b'<') => "&lt;",
            Some(b'>') => "&gt;",
            _ => "&quot;",
        });
        rest = sign.get(1..).unwrap_or_default();
    }
    out.push_str(rest);
}

/// Adds a text percent-encoded, everything but letters and digits (RFC 6068; `+` too, since some programs read it as a
/// blank).
fn percent(out: &mut String, text: &str) {
    const DIGITS: [char; 16] = ['0', '1', '2', '3', '4', '5', '6', '7', '8', '9', 'A', 'B', 'C', 'D', 'E', 'F'];
    for b in text.bytes() {
        if b.is_ascii_alphanumeric() || b"-._~".contains(&b) {
            out.push(char::from(b));
        } else {
            out.push('%');
            out.extend([b >> 4, b & 15].iter().filter_map(|d| DIGITS.get(usize::from(*d))));
        }
    }
}

const PRE: &str =
    "<pre style=\"font-family:Consolas,Menlo,'DejaVu Sans Mono',monospace;font-size:16px;line-height:1.2\">";

/// The HTML part. No colours, so that dark screens do as they like.
#[must_use]
pub fn html(blocks: &[Block], lang: Lang, subject: &str, reply_to: &str) -> String {
    let mut out = String::with_capacity(8192);
    out.push_str("<!DOCTYPE html>\r\n<html lang=\"");
    out.push_str(lang.code());
    out.push_str("\"><head><meta charset=\"utf-8\"><title>");
    escape(&mut out, subject);
    out.push_str("</title></head><body>\r\n");
    // a link that writes a letter with a word in it
    let mut to = String::from("<a href=\"mailto:");
    let (local, host) = reply_to.rsplit_once('@').unwrap_or((reply_to, ""));
    percent(&mut to, local);
    to.push('@');
    percent(&mut to, host);
    to.push_str("?subject=");
    percent(&mut to, &format!("Re: {subject}"));
    to.push_str("&amp;body=");
    let link = |out: &mut String, word: &str, label: &str| {
        out.push_str(&to);
        percent(out, word);
        out.push_str("\">");
        escape(out, label);
        out.push_str("</a>");
    };
    // between the lines of a block, but not before the first
    let between = |out: &mut String, first: &mut bool, sign: &str| {
        if !std::mem::take(first) {
            out.push_str(sign);
        }
    };
    for block in blocks {
        let mut first = true;
        match block {
            Block::Text(t) => {
                out.push_str("<p>");
                for line in t.lines() {
                    between(&mut out, &mut first, "<br>\r\n");
                    escape(&mut out, line.trim());
                }
                out.push_str("</p>\r\n");
            }
            Block::Fixed(lines) | Block::Data(lines) | Block::Echo(lines) => {
                out.push_str(PRE);
                let mark = mark(block);
                let mut line = |text: &str| {
                    between(&mut out, &mut first, "\r\n");
                    let text = text.trim_end();
                    escape(&mut out, if text.is_empty() { mark.trim_end() } else { mark });
                    escape(&mut out, text);
                };
                if mark.is_empty() {
                    lines.iter().for_each(|l| line(l));
                } else {
                    marked(lines, mark, line);
                }
                out.push_str("</pre>\r\n");
            }
            Block::Choices(list) => {
                out.push_str(PRE);
                for turn in list {
                    between(&mut out, &mut first, "\r\n");
                    out.push_str(BAR);
                    link(&mut out, turn, turn);
                }
                out.push_str("</pre>\r\n");
            }
            Block::Buttons(list) => {
                out.push_str("<p>");
                for (word, label) in list {
                    between(&mut out, &mut first, " &middot;\r\n");
                    link(&mut out, word, label);
                }
                out.push_str("</p>\r\n");
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
