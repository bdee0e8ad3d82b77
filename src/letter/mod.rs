//! Bytes → what a person wrote: MIME, charset repair, HTML to lines, quotes and footers off, folding, automatic mail,
//! and the evidence for who wrote. Nothing here decides; nothing here fails but with a value.

//!
//! What is considered: [`MAX_PARTS`] parts, [`MAX_TEXT`] bytes of decoded text and [`MAX_LINES`] lines a letter; 64 KiB of a
//! header field; elements of HTML 200 deep;
//! encoded letters inside letters 4 deep. What is beyond is passed over, never an error. The size of the letter itself
//! is capped before it is fetched.

mod address;
mod attributes;
mod attribution;
mod auth;
mod automatic;
mod body;
mod cuts;
mod decode;
mod encode;
mod endings;
mod fields;
mod fold;
mod headers;
mod html;
mod known;
mod lines;
mod mask;
mod mime;
mod own;
mod patterns;
mod pieces;
mod quoted;
mod reply;
mod shape;
mod signs;
mod signwise;
mod squeeze;

use mail_parser::DateTime;
use sha2::{Digest, Sha256};

use crate::game::{Lang, Phrase};

pub use crate::game::grid::twin;
pub use encode::encode;
pub use fold::fold;
pub(crate) use fold::folded_line as folded;
pub use mask::{mask, mask_own};
pub use mime::Transfer;
pub use quoted::SentText;

/// How many parts of a letter are looked at.
pub const MAX_PARTS: usize = mime::PARTS;
/// How many bytes of decoded text are read, of plain text and of HTML each.
pub const MAX_TEXT: usize = mime::TEXT;
/// How many lines of text are read.
pub const MAX_LINES: usize = reply::LINES;

/// How many references and recipients are kept.
const LISTED: usize = 200;

/// One letter, taken apart. Reading is in two steps: the evidence in the header fields ([`read`]), and then, when it
/// is known who wrote and what we sent him, his own new text ([`Letter::body`]).
#[derive(Debug)]
pub struct Letter {
    /// `Message-ID` with its `<>`; `None` where it is missing, malformed or doubled.
    pub message_id: Option<String>,
    /// The bare sender address in lower case; `None` unless there is exactly one `From` field with exactly one address.
    pub from: Option<String>,
    /// The sender's display name, control characters stripped; empty where there is none.
    pub from_name: String,
    /// Addresses that the letter came to, lower case, in the order in which a token is searched in them:
    /// `Delivered-To`, `X-Original-To`, `To`, `Cc`.
    pub recipients: Vec<String>,
    /// Message-IDs that the letter answers, with `<>`: `In-Reply-To` first, then `References` from the last to the first.
    pub references: Vec<String>,
    /// The decoded subject, control characters stripped.
    pub subject: String,
    /// The subject as a command line, only where it may be read as one: it decodes cleanly, has no reply or forward
    /// prefix, and isn't one of ours.
    pub subject_command: Option<String>,
    /// A machine wrote it.
    pub automatic: Option<Automatic>,
    /// All `Authentication-Results` fields, from the top, unfolded.
    pub authentication: Vec<String>,
    /// The bytes with LF line ends.
    raw: Vec<u8>,
    /// The letter is nothing but a plain text.
    single: Option<mime::Single>,
}

/// Bytes that are no letter: empty, or without a single header field.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
#[error("no letter: there is no header field in it")]
pub struct Unparsable;

/// What our own mail server says about the sender.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing that counts.
    None,
    /// DMARC passed, or a DKIM signature of the sender's own domain did.
    Pass,
    /// DMARC failed, or both DKIM and SPF did, or our server's field can't be read.
    Fail,
}

/// What a delivery status says.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounce {
    /// The address that could not be reached, in lower case, if it is named.
    pub recipient: Option<String>,
    /// Trying again is useless (5.x.x).
    pub permanent: bool,
    /// The status code (RFC 3463), such as `5.1.1`; empty where there is none.
    pub status: String,
}

/// Reads the evidence in the header fields. Line ends may be LF, CRLF or bare CR.
///
/// # Errors
/// [`Unparsable`] where no header field stands at the beginning.
pub fn read(raw: &[u8]) -> Result<Letter, Unparsable> {
    let raw = line_feeds(raw);
    let (head, body) = fields::split(&raw);
    let all = fields::fields(head);
    if all.is_empty() {
        return Err(Unparsable);
    }
    let senders: Vec<(&fields::Field<'_>, address::List<'_>)> =
        all.iter().filter(|f| f.is("from")).map(|f| (f, address::list(&f.value))).collect();
    let (from, from_name) = sender(&senders);
    let message_id = message_id(&all);
    let (subject, clean) = fields::decode_words(fields::first(&all, "subject").unwrap_or_default());
    let clean = clean && !subject.contains('\u{fffd}') && !subject.contains(char::is_control);
    let subject = fields::printable(&subject);
    Ok(Letter {
        message_id,
        from,
        from_name,
        recipients: recipients(&all),
        references: references(&all),
        subject_command: if clean { command(&subject) } else { None },
        subject,
        automatic: automatic::kind(&all, &senders),
        authentication: fields::all(&all, "authentication-results").map(fields::printable).collect(),
        single: mime::single(&all, raw.len() - body.len()),
        raw,
    })
}

/// What tells a letter from others and a copy from a second letter: `Message-ID` and [`Letter::digest`]. Looks at the
/// header fields alone and reads no MIME, so that a letter which breaks a reader can still be stored.
#[must_use]
pub fn identity(raw: &[u8]) -> (Option<String>, [u8; 32]) {
    let raw = line_feeds(raw);
    let (head, body) = fields::split(&raw);
    let all = fields::fields(head);
    (message_id(&all), digest(&all, body))
}

/// The one `Message-ID`, if it is well formed.
fn message_id(all: &[fields::Field<'_>]) -> Option<String> {
    let mut values = fields::all(all, "message-id");
    let value = values.next().filter(|_| values.next().is_none())?;
    let ids = fields::message_ids(value);
    ids.into_iter().next().filter(|id| id.len() == value.trim().len())
}

/// The text of one of our own letters: its plain text, or its HTML as lines; LF line ends. Empty where there is none.
#[must_use]
pub fn text(raw: &[u8]) -> String {
    body::text(&line_feeds(raw))
}

/// As [`text`], of a letter that we made and that came from our own database.
#[must_use]
pub fn own_text(raw: &[u8]) -> String {
    let found = own::text(raw);
    // every test in which a letter is answered proves it
    debug_assert!(found.as_ref().is_none_or(|t| *t == text(raw)), "a letter of ours reads otherwise");
    found.unwrap_or_else(|| text(raw))
}

/// The text of each alternative of one of our own letters, plain text first; LF line ends.
#[must_use]
pub fn texts(raw: &[u8]) -> Vec<String> {
    body::texts(&line_feeds(raw))
}

impl Letter {
    /// Reads the sender's own new words.
    #[must_use]
    pub fn body(&self, hints: &Hints<'_>) -> Body {
        body::read(&self.raw, self.single.as_ref(), hints)
    }

    /// Seconds since 1970 from `Date`.
    #[must_use]
    pub fn date(&self) -> Option<i64> {
        let (head, _) = fields::split(&self.raw);
        let date = fields::first(&fields::fields(head), "date").and_then(DateTime::parse_rfc822)?;
        date.is_valid().then(|| date.to_timestamp())
    }

    /// SHA-256 over `From`, `Date`, `Message-ID` and the body, without trace fields: what tells a second copy from a
    /// second letter.
    #[must_use]
    pub fn digest(&self) -> [u8; 32] {
        let (head, body) = fields::split(&self.raw);
        digest(&fields::fields(head), body)
    }

    /// What our own mail server, which signs with this id, found out about the sender: only the topmost
    /// `Authentication-Results` field with this id counts. A field that can't be read as far as its id isn't ours; one
    /// of ours that can't be read further is [`Verdict::Fail`]. An empty id trusts nobody: [`Verdict::None`].
    #[must_use]
    pub fn authentication(&self, authserv_id: &str) -> Verdict {
        auth::verdict(&self.authentication, authserv_id, self.from.as_deref())
    }

    /// What a delivery status says; `None` where the letter is none, or tells of success.
    #[must_use]
    pub fn bounce(&self) -> Option<Bounce> {
        let (head, _) = fields::split(&self.raw);
        automatic::bounce(&self.raw, &fields::fields(head))
    }

    /// Its subject is one that vacation programs write. Such a letter may hold a move, but its faults aren't answered.
    #[must_use]
    pub fn weakly_automatic(&self) -> bool {
        automatic::weak(&self.subject)
    }
}

/// LF line ends, whatever came.
fn line_feeds(raw: &[u8]) -> Vec<u8> {
    if memchr::memchr(b'\r', raw).is_none() {
        return raw.to_vec();
    }
    let mut out = Vec::with_capacity(raw.len());
    // a bare CR ends a line only where no LF does: else it is just a sign in the text
    let bare = if memchr::memchr(b'\n', raw).is_some() { b'\r' } else { b'\n' };
    let mut rest = raw;
    while let Some(at) = memchr::memchr(b'\r', rest) {
        let (before, end) = rest.split_at_checked(at).unwrap_or((rest, &[]));
        out.extend_from_slice(before);
        rest = end.get(1..).unwrap_or_default();
        if !rest.starts_with(b"\n") {
            out.push(bare);
        }
    }
    out.extend_from_slice(rest);
    out
}

/// The one sender, and his name. Two fields, a field name with a blank in it, a group, two addresses, or anything that
/// two programs could read differently: no sender.
fn sender(senders: &[(&fields::Field<'_>, address::List<'_>)]) -> (Option<String>, String) {
    let Some((field, list)) = senders.first() else { return (None, String::new()) };
    let written = list.mailboxes.first().map_or("", |m| m.name.trim());
    let name = fields::printable(&fields::decode_words(written).0);
    let single = senders.len() == 1 && !field.broken && !list.doubtful;
    let address = match list.mailboxes.as_slice() {
        [only] if single => Some(only.address.clone()),
        _ => None,
    };
    (address, name)
}

fn recipients(all: &[fields::Field<'_>]) -> Vec<String> {
    let mut out: Vec<String> = Vec::new();
    for name in ["delivered-to", "x-original-to", "to", "cc"] {
        for mailbox in fields::all(all, name).flat_map(|v| address::list(v).mailboxes) {
            if !out.contains(&mailbox.address) && out.len() < LISTED {
                out.push(mailbox.address);
            }
        }
    }
    out
}

fn references(all: &[fields::Field<'_>]) -> Vec<String> {
    let answered = fields::all(all, "in-reply-to").flat_map(fields::message_ids);
    let mut thread: Vec<String> = fields::all(all, "references").flat_map(fields::message_ids).collect();
    thread.reverse();
    let mut out: Vec<String> = Vec::new();
    for id in answered.chain(thread) {
        if !out.contains(&id) && out.len() < LISTED {
            out.push(id);
        }
    }
    out
}

/// The subject as a command line: without a reply or forward prefix, and not one of ours, which begin with `[`.
fn command(subject: &str) -> Option<String> {
    // nearly all are answers, and folding leaves these words as they are
    let answers = |head: &str| patterns::PREFIXES.iter().any(|p| head.eq_ignore_ascii_case(p));
    if subject.split_once(':').is_some_and(|(head, _)| answers(head)) {
        return None;
    }
    let folded = folded(subject);
    if folded.is_empty() || folded.starts_with('[') {
        return None;
    }
    if let Some((head, _)) = folded.split_once(':') {
        // "Re[2]:", "Re^2:", "Re*2 :"
        let head = head.to_lowercase();
        let word = head.trim_end_matches(|c: char| c.is_ascii_digit() || "[]()^* ".contains(c));
        if patterns::PREFIXES.contains(&word) {
            return None;
        }
    }
    Some(folded.into_owned())
}

/// `From`, `Date`, `Message-ID` and the body; blank lines at its end come and go on the way.
fn digest(all: &[fields::Field<'_>], body: &[u8]) -> [u8; 32] {
    let mut head = String::with_capacity(256);
    for name in ["from", "date", "message-id"] {
        for value in fields::all(all, name) {
            head.push_str(name);
            head.push('\0');
            for (nth, word) in value.split_whitespace().enumerate() {
                head.push_str(if nth == 0 { "" } else { " " });
                head.push_str(word);
            }
            head.push('\0');
        }
    }
    head.push('\u{1}');
    let mut hash = Sha256::new();
    hash.update(&head);
    hash.update(body.trim_ascii_end());
    hash.finalize().into()
}

/// What is known when the body is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    /// The reader's language, if known: decides the charset of unlabelled bytes.
    pub lang: Option<Lang>,
    /// Text parts of letters that we sent and that this one may quote.
    pub sent: &'a [SentText],
    /// Our own addresses, lower case, without plus tags.
    pub own: &'a [String],
}

/// The sender's own new words.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Body {
    /// The lines taken as the sender's own new text: right-trimmed, outer blank lines dropped, not folded.
    pub reply: Vec<String>,
    /// What was set aside.
    pub ignored: Vec<Ignored>,
    /// What stands in the way of reading, such as `damaged-base64`, `charset-guessed`, `empty`, `encrypted`,
    /// `parts-disagree`; ids of Fluent messages.
    pub problems: Vec<Phrase>,
}

/// Lines that were set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Ignored {
    /// Why.
    pub kind: IgnoredKind,
    /// How many.
    pub lines: usize,
}

/// Why lines were set aside.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum IgnoredKind {
    /// Quoted text.
    Quote,
    /// The line that introduces a quote.
    Attribution,
    /// A block of header lines, as Outlook puts before a quote.
    Headers,
    /// A signature.
    Signature,
    /// "Sent from my …".
    Footer,
    /// A legal disclaimer.
    Disclaimer,
    /// `-----Original Message-----` and rules.
    Separator,
}

impl IgnoredKind {
    /// The command-line contract's word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Quote => "quote",
            Self::Attribution => "attribution",
            Self::Headers => "headers",
            Self::Signature => "signature",
            Self::Footer => "footer",
            Self::Disclaimer => "disclaimer",
            Self::Separator => "separator",
        }
    }
}

/// What kind of machine wrote.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Automatic {
    /// `Auto-Submitted` other than `no`.
    AutoSubmitted,
    /// A delivery status, or a null return path.
    Bounce,
    /// Another `multipart/report`, such as a read receipt.
    Report,
    /// A mailing list.
    List,
    /// `Precedence: bulk`, `junk`, `list` or `auto_reply`.
    Precedence,
    /// A vacation notice.
    Vacation,
    /// Our own letter came back.
    Loop,
}

impl Automatic {
    /// The command-line contract's word.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::AutoSubmitted => "auto-submitted",
            Self::Bounce => "bounce",
            Self::Report => "report",
            Self::List => "list",
            Self::Precedence => "precedence",
            Self::Vacation => "vacation",
            Self::Loop => "loop",
        }
    }
}
