//! The parts of a letter. The structure is `mail-parser`'s; the bytes are decoded by ourselves.

use std::panic::{AssertUnwindSafe, catch_unwind};

use mail_parser::{ContentType, Message, MessageParser, MessagePart, MimeHeaders, PartType};

use super::decode;
use super::fields::{Field, first};
use crate::game::Lang;

/// How many parts are looked at.
pub(super) const PARTS: usize = 1_000;
/// How many bytes of decoded text are read.
pub(super) const TEXT: usize = 1024 * 1024;

/// The structure of a letter; `None` where there is none or the parser gave up.
pub(super) fn parse(raw: &[u8]) -> Option<Message<'_>> {
    catch_unwind(AssertUnwindSafe(|| MessageParser::default().parse(raw))).ok().flatten()
}

/// A text part, decoded.
pub(super) struct Text {
    /// LF line ends.
    pub(super) text: String,
    /// `text/html`.
    pub(super) html: bool,
    /// Its charset had to be guessed, or signs were lost.
    pub(super) guessed: bool,
    /// Its base64 had gaps.
    pub(super) damaged: bool,
}

/// A letter that is nothing but a plain text. It needs no parser of multiparts.
#[derive(Debug)]
pub(super) struct Single {
    /// Where its body begins.
    body: usize,
    transfer: Transfer,
    charset: Option<String>,
    flowed: bool,
    delsp: bool,
}

/// Do the header fields say that the letter is a plain text and nothing else? Only where they say it simply.
pub(super) fn single(fields: &[Field<'_>], body: usize) -> Option<Single> {
    let mut out = Single { body, transfer: Transfer::Plain, charset: None, flowed: false, delsp: false };
    let count = |name: &str| fields.iter().filter(|f| f.is(name)).count();
    if ["content-type", "content-transfer-encoding"].iter().any(|n| count(n) > 1) || count("content-disposition") > 0 {
        return None;
    }
    if let Some(value) = first(fields, "content-type") {
        if value.contains(['(', '*', '\\']) {
            return None;
        }
        let mut parts = value.split(';');
        if !parts.next()?.trim().eq_ignore_ascii_case("text/plain") {
            return None;
        }
        for part in parts.filter(|p| !p.trim().is_empty()) {
            let (name, value) = part.split_once('=')?;
            let value = value.trim();
            let bare = value.strip_prefix('"').map_or(Some(value), |v| v.strip_suffix('"'))?;
            if bare.contains('"') {
                return None;
            }
            let named = |wanted: &str| name.trim().eq_ignore_ascii_case(wanted);
            if named("charset") {
                if out.charset.is_some() {
                    return None;
                }
                out.charset = Some(bare.to_owned());
            } else if named("format") {
                out.flowed = bare.eq_ignore_ascii_case("flowed");
            } else if named("delsp") {
                out.delsp = bare.eq_ignore_ascii_case("yes");
            }
        }
    }
    if let Some(value) = first(fields, "content-transfer-encoding") {
        out.transfer = match value.trim().to_ascii_lowercase().as_str() {
            "7bit" | "8bit" | "binary" => Transfer::Plain,
            "base64" => Transfer::Base64,
            "quoted-printable" => Transfer::Quoted,
            _ => return None,
        };
    }
    Some(out)
}

impl Single {
    /// The text, decoded.
    pub(super) fn text(&self, raw: &[u8], lang: Option<Lang>) -> Text {
        let body = raw.get(self.body..).unwrap_or_default();
        let (bytes, damaged) = match self.transfer {
            Transfer::Plain => (std::borrow::Cow::Borrowed(body), false),
            Transfer::Quoted => (decode::quoted_printable(body).into(), false),
            Transfer::Base64 => {
                let out = decode::base64(body);
                (out.bytes.into(), out.damaged)
            }
        };
        let (text, guessed) = decode::body(&bytes, self.charset.as_deref(), lang);
        Text { text: finished(text, self.flowed, self.delsp), html: false, guessed, damaged }
    }
}

/// LF line ends, unflowed, no longer than is read.
fn finished(text: String, flowed: bool, delsp: bool) -> String {
    let mut text = text;
    if memchr::memchr(b'\r', text.as_bytes()).is_some() {
        text = text.replace("\r\n", "\n").replace('\r', "\n");
    }
    if flowed {
        text = decode::unflow(&text, delsp);
    }
    if text.len() > TEXT {
        let end = (0..=TEXT).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
        text.truncate(end);
    }
    text
}

/// The transfer encoding that a part declares.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Transfer {
    /// 7bit, 8bit, binary, or something unknown.
    Plain,
    /// base64.
    Base64,
    /// quoted-printable.
    Quoted,
}

/// What the part says about its transfer encoding.
pub(super) fn transfer(part: &MessagePart<'_>) -> Transfer {
    match part.content_transfer_encoding().map(|t| t.trim().to_ascii_lowercase()).as_deref() {
        Some("base64") => Transfer::Base64,
        Some("quoted-printable") => Transfer::Quoted,
        _ => Transfer::Plain,
    }
}

/// The bytes of a part's body as they stand in the letter.
pub(super) fn body<'a>(raw: &'a [u8], part: &MessagePart<'_>) -> &'a [u8] {
    raw.get(part.offset_body as usize..part.offset_end as usize).unwrap_or_default()
}

/// The decoded bytes of a part, and whether its base64 is damaged.
pub(super) fn bytes(raw: &[u8], part: &MessagePart<'_>) -> (Vec<u8>, bool) {
    let body = body(raw, part);
    match transfer(part) {
        Transfer::Plain => (body.to_vec(), false),
        Transfer::Quoted => (decode::quoted_printable(body), false),
        Transfer::Base64 => {
            let out = decode::base64(body);
            (out.bytes, out.damaged)
        }
    }
}

/// Decodes a text part.
pub(super) fn text(raw: &[u8], part: &MessagePart<'_>, lang: Option<Lang>) -> Text {
    let (bytes, damaged) = bytes(raw, part);
    Text { damaged, ..decoded(part, bytes, lang) }
}

/// Reads bytes as the text that the part says it is.
pub(super) fn decoded(part: &MessagePart<'_>, bytes: Vec<u8>, lang: Option<Lang>) -> Text {
    let kind = part.content_type();
    let attribute = |name: &str| kind.and_then(|c| c.attribute(name));
    let (text, guessed) = decode::body(&bytes, attribute("charset"), lang);
    let html = matches!(part.body, PartType::Html(_)) || is(kind, "text", "html");
    let flowed = !html && attribute("format").is_some_and(|f| f.eq_ignore_ascii_case("flowed"));
    let text = finished(text, flowed, attribute("delsp").is_some_and(|d| d.eq_ignore_ascii_case("yes")));
    Text { text, html, guessed, damaged: false }
}

/// Is it this media type?
pub(super) fn is(kind: Option<&ContentType<'_>>, main: &str, sub: &str) -> bool {
    kind.is_some_and(|c| {
        c.ctype().eq_ignore_ascii_case(main) && c.subtype().is_some_and(|s| s.eq_ignore_ascii_case(sub))
    })
}

/// Is there a part of this media type?
pub(super) fn has(message: &Message<'_>, main: &str, sub: &str) -> bool {
    message.parts.iter().take(PARTS).any(|p| is(p.content_type(), main, sub))
}

/// A multipart without a single part: what stands in it is all there is, unless it is parts behind another boundary
/// than the one that is named.
pub(super) fn partless<'m, 'x>(raw: &[u8], message: &'m Message<'x>) -> Option<&'m MessagePart<'x>> {
    let [only] = message.parts.as_slice() else { return None };
    let multipart = only.content_type().is_some_and(|c| c.ctype().eq_ignore_ascii_case("multipart"));
    let header = |line: &[u8]| line.get(..8).is_some_and(|l| l.eq_ignore_ascii_case(b"content-"));
    let bare = message.text_body.is_empty() && message.html_body.is_empty();
    (multipart && bare && !body(raw, only).split(|b| *b == b'\n').any(header)).then_some(only)
}
