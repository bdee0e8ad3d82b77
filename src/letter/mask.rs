//! Taking secrets out of raw letters, however they are encoded there.

use std::borrow::Cow;

use data_encoding::BASE64;
use mail_parser::{HeaderValue, Message, MessagePart, PartType};
use memchr::{memchr2_iter, memmem};

use super::fields::{decode_words, encoded_word, fields};
use super::mime::{self, Transfer};
use super::{decode, encode, fold, html, own};

/// How deep encoded letters inside letters are opened.
const DEPTH: usize = 4;
/// What stands in place of text that could not be masked in its own encoding.
const REMOVED: &str = "[removed]";

/// Replaces each secret by its mask, in any letter case: in the bytes themselves, inside quoted-printable and base64
/// parts (which keep their transfer encoding), in encoded words of header fields, and in letters inside the letter. A
/// part whose text would still show a secret (a charset or markup that hides it) becomes `[removed]`. A letter without
/// secrets comes back identical to the byte; masking what is masked changes nothing.
///
/// `secrets` are pairs of secret and mask; secrets are ASCII.
#[must_use]
pub fn mask(raw: &[u8], secrets: &[(String, String)]) -> Vec<u8> {
    let secrets = Secret::all(secrets);
    if secrets.is_empty() {
        return raw.to_vec();
    }
    Masker { secrets: &secrets }.letter(raw, DEPTH)
}

/// As [`mask`], for a letter that we made ourselves out of these texts, its plain one and its HTML: both are UTF-8 and
/// nothing in them is hidden from a reader, so it need not be read again in every way that a stranger could have thought
/// of. The result is the same to the byte.
#[must_use]
pub fn mask_own(raw: &[u8], texts: [&str; 2], secrets: &[(String, String)]) -> Vec<u8> {
    let found = Secret::all(secrets);
    if found.is_empty() {
        return raw.to_vec();
    }
    let masked = Masker { secrets: &found }.own(raw, texts);
    // every test that writes a letter proves it
    debug_assert!(masked.as_ref().is_none_or(|m| *m == mask(raw, secrets)), "a letter of ours is masked otherwise");
    masked.unwrap_or_else(|| mask(raw, secrets))
}

/// A secret and what stands for it.
struct Secret<'a> {
    secret: &'a [u8],
    mask: &'a [u8],
    /// Where the rarest of its signs stands; it is looked for.
    rare: usize,
}

/// The signs of tokens and codes, rare ones first.
const RARE: &[u8] = b"qxzjkvw7654328910yfbpghmucldrsnotaie";

impl<'a> Secret<'a> {
    fn all(pairs: &'a [(String, String)]) -> Vec<Self> {
        let rank = |b: u8| RARE.iter().position(|r| *r == b.to_ascii_lowercase()).unwrap_or(RARE.len());
        let pairs = pairs.iter().filter(|(s, _)| !s.is_empty());
        pairs
            .map(|(secret, mask)| {
                let (secret, mask) = (secret.as_bytes(), mask.as_bytes());
                let rare = secret.iter().enumerate().min_by_key(|(_, b)| rank(**b)).map_or(0, |(at, _)| at);
                Self { secret, mask, rare }
            })
            .collect()
    }

    /// Where it stands in bytes, in any letter case.
    fn find(&self, bytes: &[u8]) -> Option<usize> {
        let rare = *self.secret.get(self.rare)?;
        let ends = bytes.get(self.rare..)?;
        memchr2_iter(rare.to_ascii_lowercase(), rare.to_ascii_uppercase(), ends).find(|at| {
            let here = bytes.get(*at..).unwrap_or_default();
            here.get(..self.secret.len()).is_some_and(|w| w.eq_ignore_ascii_case(self.secret))
        })
    }

    /// The bytes with its mask in all its places; `None` where there is none.
    fn replace(&self, bytes: &[u8]) -> Option<Vec<u8>> {
        let mut at = self.find(bytes)?;
        let mut out = Vec::with_capacity(bytes.len());
        let mut rest = bytes;
        loop {
            out.extend_from_slice(rest.get(..at).unwrap_or_default());
            out.extend_from_slice(self.mask);
            rest = rest.get(at + self.secret.len()..).unwrap_or_default();
            match self.find(rest) {
                Some(next) => at = next,
                None => break,
            }
        }
        out.extend_from_slice(rest);
        Some(out)
    }
}

struct Masker<'a> {
    secrets: &'a [Secret<'a>],
}

/// A piece of the letter and what replaces it.
struct Edit {
    from: usize,
    to: usize,
    with: Vec<u8>,
}

impl Masker<'_> {
    fn letter(&self, raw: &[u8], depth: usize) -> Vec<u8> {
        let (mut edits, mut broken) = (Vec::new(), false);
        if let Some(message) = mime::parse(raw) {
            self.message(raw, &message, depth, &mut edits);
            broken = self.breaks(raw, &message);
        }
        // where nothing was hidden, masking the bytes as they stand is all
        let hidden = broken || !edits.is_empty();
        let masked = self.replace(&apply(raw, edits)).into_owned();
        if masked == raw || !self.leaks(&masked, depth, hidden) {
            return masked;
        }
        // the letter is built so that no part can be mended alone: its header lines stay, as far as they are clean
        let eol = line_end(&masked);
        let mut out = Vec::new();
        for line in
            head(&masked).split(|b| *b == b'\n').map(|l| l.strip_suffix(b"\r").unwrap_or(l)).filter(|l| !l.is_empty())
        {
            let structural = line.get(..8).is_some_and(|n| n.eq_ignore_ascii_case(b"content-"))
                || line.starts_with(b" ")
                || line.starts_with(b"\t");
            if !structural && !self.shows(&decode_words(&decode::header_bytes(line)).0) {
                out.extend_from_slice(line);
                out.extend_from_slice(eol.as_bytes());
            }
        }
        out.extend_from_slice(eol.as_bytes());
        out.extend_from_slice(REMOVED.as_bytes());
        out.extend_from_slice(eol.as_bytes());
        out
    }

    /// Masks a letter that we made out of these texts; `None` where it doesn't look like one.
    fn own(&self, raw: &[u8], texts: [&str; 2]) -> Option<Vec<u8>> {
        // a name or the subject in encoded words; whoever has a token for a name is masked the long way
        let words = own::worded(raw)?.into_iter().flat_map(fields);
        if words.map(|f| decode_words(&f.value).0.into_owned()).any(|v| self.shows(&v)) {
            return None;
        }
        let parts = own::parts(raw)?;
        if parts.len() != texts.len() {
            return None;
        }
        let mut edits = Vec::new();
        for (part, text) in parts.into_iter().zip(texts).filter(|(p, _)| p.transfer != Transfer::Plain) {
            if let Cow::Owned(masked) = self.replace(text.as_bytes()) {
                let with = encode::again(&masked, part.transfer);
                edits.push(Edit { from: part.body.0, to: part.body.1, with });
            }
        }
        Some(self.replace(&apply(raw, edits)).into_owned())
    }

    /// Does a secret stand in the signs of an encoded part? What takes its place changes how the rest is decoded.
    fn breaks(&self, raw: &[u8], message: &Message<'_>) -> bool {
        message.parts.iter().any(|part| match &part.body {
            PartType::Message(inner) if mime::transfer(part) == Transfer::Plain => self.breaks(raw, inner),
            _ => {
                mime::transfer(part) != Transfer::Plain
                    && self.secrets.iter().any(|s| s.find(mime::body(raw, part)).is_some())
            }
        })
    }

    fn message(&self, raw: &[u8], message: &Message<'_>, depth: usize, edits: &mut Vec<Edit>) {
        for part in &message.parts {
            self.headers(raw, part, edits);
            match &part.body {
                PartType::Multipart(_) => {}
                // a letter inside the letter that isn't encoded: its parts are offsets in the same bytes
                PartType::Message(inner) if mime::transfer(part) == Transfer::Plain => {
                    self.message(raw, inner, depth, edits)
                }
                _ => self.leaf(raw, part, depth, edits),
            }
        }
    }

    fn leaf(&self, raw: &[u8], part: &MessagePart<'_>, depth: usize, edits: &mut Vec<Edit>) {
        let body = mime::body(raw, part);
        let (decoded, _) = mime::bytes(raw, part);
        let transfer = mime::transfer(part);
        let letter = matches!(part.body, PartType::Message(_));
        let masked = if letter && depth > 0 { self.letter(&decoded, depth - 1).into() } else { self.replace(&decoded) };
        let eol = line_end(raw);
        let with = if self.text_shows(part, &masked) {
            match transfer {
                Transfer::Base64 => BASE64.encode(REMOVED.as_bytes()).into_bytes(),
                _ => REMOVED.as_bytes().to_vec(),
            }
        } else if masked == decoded {
            return;
        } else {
            match transfer {
                // the bytes themselves are masked afterwards
                Transfer::Plain => return,
                Transfer::Base64 => encode::base64(&masked, eol),
                Transfer::Quoted => encode::quoted(&masked, eol),
            }
        };
        let mut with = with;
        if body.ends_with(b"\n") && !with.ends_with(b"\n") {
            with.extend_from_slice(eol.as_bytes());
        }
        edits.push(Edit { from: part.offset_body as usize, to: part.offset_end as usize, with });
    }

    /// Does a part with these decoded bytes show a secret to a reader?
    fn text_shows(&self, part: &MessagePart<'_>, bytes: &[u8]) -> bool {
        if !matches!(part.body, PartType::Text(_) | PartType::Html(_)) {
            return false;
        }
        // decoded as it stands, under its own charset and flow
        let text = mime::decoded(part, bytes.to_vec(), None);
        if self.shows(&text.text) {
            return true;
        }
        text.html && html::lines(&text.text).iter().any(|l| self.shows(l.text()))
    }

    fn headers(&self, raw: &[u8], part: &MessagePart<'_>, edits: &mut Vec<Edit>) {
        for header in &part.headers {
            let (from, to) = (header.offset_start as usize, header.offset_end as usize);
            let bytes = raw.get(from..to).unwrap_or_default();
            // what stands there as it is read is masked with all other bytes
            let open = bytes.is_ascii() && memmem::find(bytes, b"=?").is_none();
            if open && !matches!(&header.value, HeaderValue::ContentType(_)) {
                continue;
            }
            let bytes = self.replace(bytes);
            let value = decode::header_bytes(&bytes);
            let eol = line_end(raw);
            let attribute = matches!(&header.value, HeaderValue::ContentType(c)
                if c.attributes().unwrap_or_default().iter().any(|a| self.shows_new(&a.value, &value)));
            let with = if attribute {
                match &header.value {
                    HeaderValue::ContentType(c) => match c.subtype() {
                        Some(sub) => format!(" {}/{sub}", c.ctype()),
                        None => format!(" {}", c.ctype()),
                    },
                    _ => continue,
                }
            } else if self.shows_new(&decode_words(&unfold(&value)).0, &value) {
                let words = self.words(&unfold(&value));
                if self.shows(&decode_words(&words).0) { format!(" {REMOVED}") } else { format!(" {}", words.trim()) }
            } else {
                continue;
            };
            let mut with = with.into_bytes();
            with.extend_from_slice(eol.as_bytes());
            edits.push(Edit { from, to, with });
        }
    }

    /// A secret that can be seen decoded, but not in the bytes (where it is masked anyway).
    fn shows_new(&self, decoded: &str, raw: &str) -> bool {
        self.shows(&decode::header_bytes(&self.replace(decoded.as_bytes())))
            || (self.shows(decoded) && !self.shows(raw))
    }

    /// Masks runs of adjacent encoded words, as UTF-8 in base64.
    fn words(&self, value: &str) -> String {
        let mut out = String::new();
        let mut run = String::new();
        let mut rest = value;
        let flush = |run: &mut String, out: &mut String| {
            let text = decode_words(run).0;
            if self.shows(&text) {
                let masked = String::from_utf8_lossy(&self.replace(text.as_bytes())).into_owned();
                out.push_str(&encode_words(&masked));
            } else {
                out.push_str(run);
            }
            run.clear();
        };
        while let Some(at) = rest.find("=?") {
            let (before, word) = rest.split_at_checked(at).unwrap_or((rest, ""));
            if !run.is_empty() && !before.trim().is_empty() {
                flush(&mut run, &mut out);
            }
            if run.is_empty() {
                out.push_str(before)
            } else {
                run.push_str(before)
            }
            let (piece, after) = match encoded_word(word) {
                Some((_, _, after)) => word.split_at_checked(word.len() - after.len()).unwrap_or((word, "")),
                None => {
                    flush(&mut run, &mut out);
                    out.push_str("=?");
                    rest = word.strip_prefix("=?").unwrap_or_default();
                    continue;
                }
            };
            run.push_str(piece);
            rest = after;
        }
        flush(&mut run, &mut out);
        out.push_str(rest);
        out
    }

    /// Replaces the secrets in bytes as they stand; borrowed where there are none.
    fn replace<'b>(&self, bytes: &'b [u8]) -> Cow<'b, [u8]> {
        let mut out = Cow::Borrowed(bytes);
        // a mask may complete another secret, though not sensibly; a few rounds settle it
        for _ in 0..4 {
            let before = out.len();
            let mut changed = false;
            for secret in self.secrets {
                if let Some(next) = secret.replace(&out) {
                    out = Cow::Owned(next);
                    changed = true;
                }
            }
            if !changed || out.len() > before.saturating_mul(4).saturating_add(1024) {
                break;
            }
        }
        out
    }

    /// Is a secret to be seen, invisible signs apart?
    fn shows(&self, text: &str) -> bool {
        let seen = |text: &str| self.secrets.iter().any(|s| s.find(text.as_bytes()).is_some());
        // what folding leaves alone was looked at already
        seen(text) || (!text.is_ascii() && text.lines().any(|l| !fold::bare(l) && seen(&fold::fold(l))))
    }

    /// Reads the masked letter again in every way that we know.
    fn leaks(&self, raw: &[u8], depth: usize, hidden: bool) -> bool {
        if self.secrets.iter().any(|s| s.find(raw).is_some()) {
            return true;
        }
        if !hidden {
            return false;
        }
        let Some(message) = mime::parse(raw) else { return false };
        let mut edits = Vec::new();
        self.message(raw, &message, depth, &mut edits);
        !edits.is_empty()
    }
}

fn head(raw: &[u8]) -> &[u8] {
    let end = (0..raw.len()).find(|at| {
        let rest = raw.get(*at..).unwrap_or_default();
        rest.starts_with(b"\n\n") || rest.starts_with(b"\n\r\n")
    });
    raw.get(..end.unwrap_or(raw.len())).unwrap_or_default()
}

fn apply(raw: &[u8], mut edits: Vec<Edit>) -> Vec<u8> {
    edits.sort_by_key(|e| e.from);
    let mut out = Vec::with_capacity(raw.len());
    let mut at = 0;
    for edit in edits {
        if edit.from < at || edit.to < edit.from {
            continue;
        }
        out.extend_from_slice(raw.get(at..edit.from).unwrap_or_default());
        out.extend(edit.with);
        at = edit.to;
    }
    out.extend_from_slice(raw.get(at..).unwrap_or_default());
    out
}

fn line_end(raw: &[u8]) -> &'static str {
    if memmem::find(raw, b"\r\n").is_some() { "\r\n" } else { "\n" }
}

fn unfold(value: &str) -> String {
    value.lines().map(str::trim).collect::<Vec<_>>().join(" ").trim().to_owned()
}

fn encode_words(text: &str) -> String {
    let mut words = Vec::new();
    let mut chunk = String::new();
    for c in text.chars() {
        if chunk.len() + c.len_utf8() > 42 {
            words.push(std::mem::take(&mut chunk));
        }
        chunk.push(c);
    }
    words.push(chunk);
    words.iter().map(|w| format!("=?utf-8?B?{}?=", BASE64.encode(w.as_bytes()))).collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
#[path = "mask_tests.rs"]
mod tests;
