//! Bytes → what a person wrote: MIME, charset repair, HTML to lines, quotes and footers off, folding, automatic mail,
//! and the evidence for who wrote. Nothing here decides; nothing here fails but with a value.

use crate::game::{Lang, Phrase};

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
    /// Seconds since 1970 from `Date`.
    pub date: Option<i64>,
    /// A machine wrote it.
    pub automatic: Option<Automatic>,
    /// All `Authentication-Results` fields, from the top, unfolded.
    pub authentication: Vec<String>,
    /// SHA-256 over `From`, `Date`, `Message-ID` and the body, without trace fields: what tells a second copy from a
    /// second letter.
    pub digest: [u8; 32],
    #[allow(dead_code)]
    raw: Vec<u8>,
}

/// What is known when the body is read.
#[derive(Clone, Copy, Debug, Default)]
pub struct Hints<'a> {
    /// The reader's language, if known: decides the charset of unlabelled bytes.
    pub lang: Option<Lang>,
    /// Text parts of letters that we sent and that this one may quote.
    pub sent: &'a [String],
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

/// Folds a line (stand-in until the letter branch is merged).
#[must_use]
pub fn fold(line: &str) -> String {
    line.split_whitespace().collect::<Vec<_>>().join(" ")
}
