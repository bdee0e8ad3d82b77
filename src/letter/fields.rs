//! Header fields as they stand in the bytes: names counted by ourselves, values unfolded, encoded words decoded.

use std::borrow::Cow;

use super::decode;
use super::lines::trimmed_end;

/// How many bytes of a field are read.
const VALUE: usize = 64 * 1024;

/// One header field.
#[derive(Debug)]
pub(super) struct Field<'a> {
    /// As it was written, all blanks taken out.
    name: Cow<'a, str>,
    /// Blanks stood inside the name: `Fr om:`.
    pub(super) broken: bool,
    /// Unfolded, outer blanks trimmed, not decoded.
    pub(super) value: Cow<'a, str>,
}

/// Splits a letter (LF line ends) into header block and body; the body is empty where there is no blank line.
pub(super) fn split(raw: &[u8]) -> (&[u8], &[u8]) {
    if let Some(body) = raw.strip_prefix(b"\n") {
        return (&[], body);
    }
    match memchr::memmem::find(raw, b"\n\n") {
        Some(at) => (raw.get(..=at).unwrap_or_default(), raw.get(at + 2..).unwrap_or_default()),
        None => (raw, &[]),
    }
}

impl Field<'_> {
    /// Its name as it was written, all blanks taken out.
    pub(super) fn name(&self) -> &str {
        &self.name
    }

    /// Is this its name, given in lower case?
    pub(super) fn is(&self, name: &str) -> bool {
        self.name.eq_ignore_ascii_case(name)
    }
}

/// The fields of a header block with LF line ends, from the top. Lines that are neither field nor continuation are
/// passed over.
pub(super) fn fields(head: &[u8]) -> Vec<Field<'_>> {
    let mut out: Vec<Field<'_>> = Vec::with_capacity(24);
    match std::str::from_utf8(head) {
        Ok(text) => {
            let ends = memchr::memchr_iter(b'\n', head).chain(std::iter::once(head.len()));
            let mut start = 0;
            for end in ends {
                add(&mut out, Cow::Borrowed(text.get(start..end).unwrap_or_default()));
                start = end + 1;
            }
        }
        // lines may be in several charsets
        Err(_) => head.split(|b| *b == b'\n').for_each(|line| add(&mut out, decode::header_bytes(line))),
    }
    out
}

/// Adds a line of a header block.
fn add<'a>(out: &mut Vec<Field<'a>>, line: Cow<'a, str>) {
    if line.starts_with([' ', '\t']) {
        if let Some(last) = out.last_mut().filter(|l| l.value.len() < VALUE) {
            let value = last.value.to_mut();
            value.push(' ');
            value.push_str(line.trim());
        }
        return;
    }
    let (name, value) = match line {
        Cow::Borrowed(text) => {
            let Some((name, value)) = split_name(text) else { return };
            (Cow::Borrowed(name), Cow::Borrowed(value))
        }
        Cow::Owned(text) => {
            let Some((name, value)) = split_name(&text) else { return };
            (Cow::Owned(name.to_owned()), Cow::Owned(value.to_owned()))
        }
    };
    let graphic = |name: &str| !name.is_empty() && name.bytes().all(|b| b.is_ascii_graphic());
    if graphic(&name) {
        out.push(Field { broken: false, name, value });
        return;
    }
    let broken = name.contains(char::is_whitespace);
    // "From a@b Mon Oct  5 10:00:00 2026": an mbox line that came along
    if !broken || (out.is_empty() && name.starts_with("From ")) {
        return;
    }
    let name: String = name.chars().filter(|c| !c.is_whitespace()).collect();
    if graphic(&name) {
        out.push(Field { broken, name: name.into(), value });
    }
}

/// A line's name and value.
fn split_name(line: &str) -> Option<(&str, &str)> {
    let at = memchr::memchr(b':', line.as_bytes())?;
    let (name, value) = line.split_at_checked(at)?;
    Some((trimmed_end(name), cut(value.strip_prefix(':')?)))
}

/// A value without its outer blanks, no longer than is read.
fn cut(value: &str) -> &str {
    if value.len() <= VALUE {
        let value = value.strip_prefix(' ').unwrap_or(value);
        let begun = value.bytes().next().is_some_and(|b| b.is_ascii_graphic());
        return if begun { trimmed_end(value) } else { value.trim() };
    }
    let end = (0..=VALUE).rev().find(|at| value.is_char_boundary(*at)).unwrap_or(0);
    value.get(..end).unwrap_or_default().trim()
}

/// All values under a name, from the top.
pub(super) fn all<'a>(fields: &'a [Field<'_>], name: &'a str) -> impl Iterator<Item = &'a str> {
    fields.iter().filter(move |f| !f.broken && f.is(name)).map(|f| &*f.value)
}

/// The topmost value under a name.
pub(super) fn first<'a>(fields: &'a [Field<'_>], name: &'a str) -> Option<&'a str> {
    all(fields, name).next()
}

/// Message-IDs in a value, with their `<>`: `<`, 1–250 graphic ASCII characters, `>`.
pub(super) fn message_ids(value: &str) -> Vec<String> {
    value
        .split('<')
        .skip(1)
        .filter_map(|part| part.split_once('>'))
        .map(|(id, _)| id)
        .filter(|id| (1..=250).contains(&id.len()) && id.bytes().all(|b| b.is_ascii_graphic()))
        .map(|id| ["<", id, ">"].concat())
        .collect()
}

/// Decodes encoded words (RFC 2047). Adjacent words of one charset are joined as bytes first: many clients split
/// letters between them. Says also whether all decoded cleanly.
pub(super) fn decode_words(value: &str) -> (Cow<'_, str>, bool) {
    if !memchr::memchr_iter(b'=', value.as_bytes()).any(|at| value.as_bytes().get(at + 1) == Some(&b'?')) {
        return (value.into(), true);
    }
    let mut out = String::with_capacity(value.len());
    let mut clean = true;
    let mut pending: Option<(String, Vec<u8>)> = None;
    let mut rest = value;
    let mut flush = |pending: &mut Option<(String, Vec<u8>)>, out: &mut String| {
        if let Some((charset, bytes)) = pending.take() {
            let (text, good) = decode::declared(&bytes, &charset);
            clean &= good;
            out.push_str(&text);
        }
    };
    while !rest.is_empty() {
        let Some(at) = rest.find("=?") else { break };
        let (before, word) = rest.split_at_checked(at).unwrap_or((rest, ""));
        let Some((charset, bytes, after)) = encoded_word(word) else {
            flush(&mut pending, &mut out);
            out.push_str(before);
            out.push_str("=?");
            rest = word.strip_prefix("=?").unwrap_or_default();
            continue;
        };
        if pending.is_none() || !before.trim().is_empty() {
            flush(&mut pending, &mut out);
            out.push_str(before);
        }
        match &mut pending {
            Some((same, all)) if *same == charset => all.extend(bytes),
            _ => {
                flush(&mut pending, &mut out);
                pending = Some((charset, bytes));
            }
        }
        rest = after;
    }
    flush(&mut pending, &mut out);
    out.push_str(rest);
    (out.into(), clean)
}

/// Reads one encoded word at the start: its charset, its bytes, and what follows.
pub(super) fn encoded_word(text: &str) -> Option<(String, Vec<u8>, &str)> {
    let rest = text.strip_prefix("=?")?;
    let (charset, rest) = rest.split_once('?')?;
    let (kind, rest) = rest.split_once('?')?;
    let (payload, after) = rest.split_once("?=")?;
    if charset.is_empty() || charset.contains(char::is_whitespace) || payload.contains('\n') {
        return None;
    }
    let bytes = match kind {
        "b" | "B" => decode::base64(payload.as_bytes()).bytes,
        "q" | "Q" => decode::quoted_printable(payload.replace('_', " ").as_bytes()),
        _ => return None,
    };
    // RFC 2231 §5: a language may follow the charset
    let charset = charset.split('*').next().unwrap_or(charset);
    Some((charset.to_ascii_lowercase(), bytes, after))
}

/// Takes control characters out (a decoded word may hold CR, LF and NUL) and closes up blanks.
pub(super) fn printable(text: &str) -> String {
    // nearly all of them are already
    let mut before = 0;
    let doubled = |b| std::mem::replace(&mut before, b) == b' ' && b == b' ';
    if text.bytes().all(|b| matches!(b, b' '..=b'~')) && !text.bytes().any(doubled) {
        return text.trim_matches(' ').to_owned();
    }
    let blanks: String = text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect();
    blanks.split_whitespace().collect::<Vec<_>>().join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_split_inside_a_letter() {
        // "Петя" in two words, cut in the middle of the letter е
        let (text, clean) = decode_words("=?UTF-8?B?0J/Q?= =?UTF-8?B?tdGC0Y8=?= <p@x.ru>");
        assert_eq!(text, "Петя <p@x.ru>");
        assert!(clean);
        assert_eq!(decode_words("=?windows-1251?Q?=CF=E5=F2?= =?windows-1251?Q?=FF?=").0, "Петя");
        assert_eq!(decode_words("a =?utf-8?q?b_c?= d").0, "a b c d");
        assert_eq!(decode_words("=? no word").0, "=? no word");
        assert!(!decode_words("=?utf-8?b?0J8=?= =?utf-8?q?=D0?=").1);
    }

    #[test]
    fn ids_are_validated() {
        assert_eq!(message_ids("<a@b> junk <c d@e> <>"), ["<a@b>"]);
        assert!(message_ids(&format!("<{}>", "x".repeat(251))).is_empty());
        assert!(message_ids("a@b").is_empty());
    }

    #[test]
    fn names_with_blanks_are_seen() {
        let all = fields(b"Fr om: a@b\nTo : c@d\nX: 1\n 2\n");
        assert!(all[0].broken && all[0].is("from"));
        assert!(!all[1].broken && all[1].is("to"));
        assert_eq!(all[2].value, "1 2");
    }
}
