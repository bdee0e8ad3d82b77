//! Letters that we made ourselves. Their shape is known, so they needn't be read as a stranger's must be.

use memchr::memmem;

use super::decode;
use super::mime::Transfer;

/// A part of a letter of ours.
pub(super) struct Part {
    /// `text/plain`; else it is HTML.
    pub(super) plain: bool,
    /// How it is encoded.
    pub(super) transfer: Transfer,
    /// Where its body begins and ends, in bytes.
    pub(super) body: (usize, usize),
}

impl Part {
    /// The bytes of its body, as they stand in the letter.
    pub(super) fn signs<'a>(&self, raw: &'a [u8]) -> &'a [u8] {
        raw.get(self.body.0..self.body.1).unwrap_or_default()
    }

    /// The bytes of its body, decoded.
    pub(super) fn decoded(&self, raw: &[u8]) -> Vec<u8> {
        match self.transfer {
            Transfer::Plain => self.signs(raw).to_vec(),
            Transfer::Quoted => decode::quoted_printable(self.signs(raw)),
            Transfer::Base64 => decode::base64(self.signs(raw)).bytes,
        }
    }
}

/// The header lines of a letter of ours, without the blank line below them.
pub(super) fn head(raw: &[u8]) -> Option<&[u8]> {
    Some(split(raw, 0)?.0)
}

/// The header fields of a letter of ours that have encoded words in them, each as it stands.
pub(super) fn worded(raw: &[u8]) -> Option<Vec<&[u8]>> {
    let head = head(raw)?;
    let (mut out, mut from) = (Vec::new(), 0);
    while let Some(at) = head.get(from..).and_then(|rest| memmem::find(rest, b"=?")) {
        let (before, behind) = head.split_at_checked(from + at)?;
        let folded = |end: usize| head.get(end + 2).is_some_and(|b| matches!(b, b' ' | b'\t'));
        let start = memmem::rfind_iter(before, b"\r\n").find(|end| !folded(*end)).map_or(0, |end| end + 2);
        let end = memmem::find_iter(behind, b"\r\n").map(|end| from + at + end).find(|end| !folded(*end));
        let end = end.unwrap_or(head.len());
        out.push(head.get(start..end)?);
        from = end;
    }
    Some(out)
}

/// The parts of a letter as `lettre` builds ours: a plain text and its HTML, between boundaries, with CRLF line ends.
/// `None` where it doesn't look like one.
pub(super) fn parts(raw: &[u8]) -> Option<Vec<Part>> {
    let (_, after) = split_once(head(raw)?, b"boundary=\"")?;
    let boundary = [b"\r\n--", split_once(after, b"\"")?.0].concat();
    let finder = memmem::Finder::new(&boundary);
    let mut out = Vec::with_capacity(2);
    let mut at = finder.find(raw)? + boundary.len();
    loop {
        let rest = raw.get(at..)?;
        if rest.starts_with(b"--") {
            return Some(out);
        }
        let end = at + finder.find(rest)?;
        let (head, body) = split(raw.get(..end)?, at + 2)?;
        let field = |name: &[u8]| head.split(|b| *b == b'\n').find_map(|line| line.strip_prefix(name));
        let transfer = match field(b"Content-Transfer-Encoding: ")?.trim_ascii() {
            b"7bit" | b"8bit" => Transfer::Plain,
            b"quoted-printable" => Transfer::Quoted,
            b"base64" => Transfer::Base64,
            _ => return None,
        };
        let plain = match field(b"Content-Type: ")?.trim_ascii() {
            b"text/plain; charset=utf-8" => true,
            b"text/html; charset=utf-8" => false,
            _ => return None,
        };
        out.push(Part { plain, transfer, body: (body, end) });
        at = end + boundary.len();
    }
}

/// The plain text of a letter of ours, with LF line ends; `None` where it doesn't look like one.
pub(super) fn text(raw: &[u8]) -> Option<String> {
    let part = parts(raw)?.into_iter().find(|p| p.plain)?;
    Some(String::from_utf8(part.decoded(raw)).ok()?.replace("\r\n", "\n"))
}

/// The header lines that begin at a place of the letter, and where their body begins.
fn split(raw: &[u8], from: usize) -> Option<(&[u8], usize)> {
    let rest = raw.get(from..)?;
    let end = memmem::find(rest, b"\r\n\r\n")?;
    Some((rest.get(..end)?, from + end + 4))
}

fn split_once<'a>(bytes: &'a [u8], at: &[u8]) -> Option<(&'a [u8], &'a [u8])> {
    let place = memmem::find(bytes, at)?;
    Some((bytes.get(..place)?, bytes.get(place + at.len()..)?))
}
