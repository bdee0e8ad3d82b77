//! How IMAP spells things, and how its plain answers are read. Knows no library.

use super::Listed;
use data_encoding::BASE64_NOPAD;
use std::collections::BTreeSet;

/// Bytes and letters of one FETCH.
pub(super) const BATCH_BYTES: u64 = 8 << 20;
const BATCH_LETTERS: usize = 200;

/// Makes a server's lines readable for a parser that knows ASCII alone: other bytes become `?`, but those of literals
/// stay as they are. Servers answer in the mailbox owner's language, or repeat a folder's name.
#[derive(Default)]
pub(super) struct Ascii {
    /// Bytes of a literal that are still to come.
    literal: u64,
    /// The number in `{17}` at the end of a line, as far as it was read.
    number: Option<u64>,
    closed: bool,
}

impl Ascii {
    /// Cleans the next bytes of the stream.
    pub(super) fn clean(&mut self, bytes: &mut [u8]) {
        for byte in bytes {
            if self.literal > 0 {
                self.literal = self.literal.saturating_sub(1);
                continue;
            }
            match *byte {
                b'{' => (self.number, self.closed) = (Some(0), false),
                digit @ b'0'..=b'9' if !self.closed => {
                    let add = |n: u64| n.saturating_mul(10).saturating_add(u64::from(digit.wrapping_sub(b'0')));
                    self.number = self.number.map(add);
                }
                b'}' => self.closed = true,
                b'\r' => {}
                b'\n' => {
                    self.literal = self.number.filter(|_| self.closed).unwrap_or(0);
                    (self.number, self.closed) = (None, false);
                }
                _ => (self.number, self.closed) = (None, false),
            }
            if !byte.is_ascii() {
                *byte = b'?';
            }
        }
    }
}

/// Parts of a FETCH: by count, and by bytes as listed; `most` bytes come of each letter at most (0 = all).
pub(super) fn batches<'a>(letters: &'a [&'a (u32, &'a Listed)], most: u64) -> Vec<Vec<&'a (u32, &'a Listed)>> {
    let mut parts: Vec<Vec<&(u32, &Listed)>> = Vec::new();
    let mut bytes = 0_u64;
    for letter in letters {
        let size = if most == 0 { letter.1.size } else { letter.1.size.min(most) };
        bytes = bytes.saturating_add(size);
        match parts.last_mut() {
            Some(part) if part.len() < BATCH_LETTERS && bytes <= BATCH_BYTES => part.push(letter),
            _ => {
                bytes = size;
                parts.push(vec![letter]);
            }
        }
    }
    parts
}

/// A set of UIDs as IMAP writes it: `4:7,9`.
pub(super) fn list_of(uids: &[u32]) -> String {
    let mut runs: Vec<(u32, u32)> = Vec::new();
    for uid in uids.iter().copied().collect::<BTreeSet<_>>() {
        match runs.last_mut() {
            Some((_, last)) if last.checked_add(1) == Some(uid) => *last = uid,
            _ => runs.push((uid, uid)),
        }
    }
    let spell = |(a, b): &(u32, u32)| if a == b { a.to_string() } else { format!("{a}:{b}") };
    runs.iter().map(spell).collect::<Vec<_>>().join(",")
}

pub(super) fn text_lines(lines: &[u8]) -> impl Iterator<Item = String> {
    lines.split(|b| *b == b'\n').map(|l| String::from_utf8_lossy(l).to_ascii_uppercase())
}

pub(super) fn fetched_uids(lines: &[u8]) -> impl Iterator<Item = u32> {
    text_lines(lines)
        .filter(|l| l.starts_with("* ") && l.contains(" FETCH "))
        .filter_map(|l| number_behind(l.as_bytes(), "UID "))
}

pub(super) fn number_behind(text: &[u8], mark: &str) -> Option<u32> {
    let text = String::from_utf8_lossy(text).to_ascii_uppercase();
    let (_, rest) = text.split_once(mark)?;
    rest.split(|c: char| !c.is_ascii_digit()).next()?.parse().ok()
}

/// The words of the CAPABILITY line.
pub(super) fn words(lines: &[u8]) -> BTreeSet<String> {
    let line = text_lines(lines).find(|l| l.starts_with("* CAPABILITY "));
    line.iter().flat_map(|l| l.split_whitespace()).map(str::to_owned).collect()
}

pub(super) fn starts(text: &str, word: &str) -> bool {
    text.split_whitespace().next().is_some_and(|w| w.eq_ignore_ascii_case(word))
}

/// A mailbox name in quotes and in modified UTF-7 (RFC 3501, section 5.1.3).
pub(super) fn quoted(folder: &str) -> String {
    let mut out = String::from("\"");
    let mut odd = String::new();
    let flush = |odd: &mut String, out: &mut String| {
        if !odd.is_empty() {
            let units: Vec<u8> = odd.encode_utf16().flat_map(u16::to_be_bytes).collect();
            out.push_str(&format!("&{}-", BASE64_NOPAD.encode(&units).replace('/', ",")));
            odd.clear();
        }
    };
    for c in folder.chars() {
        if matches!(c, ' '..='~') {
            flush(&mut odd, &mut out);
            match c {
                '&' => out.push_str("&-"),
                '"' | '\\' => out.extend(['\\', c]),
                _ => out.push(c),
            }
        } else {
            odd.push(c);
        }
    }
    flush(&mut odd, &mut out);
    out.push('"');
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_become_ascii_and_literals_stay() {
        let text = "* OK é {3} é\r\n* 1 FETCH (BODY[] {6}\r\né{9}\r\n é)\r\nő}\r\n{2}\r\n\u{1F}éé\r\n";
        let want = b"* OK ?? {3} ??\r\n* 1 FETCH (BODY[] {6}\r\n\xC3\xA9{9}\r\n ??)\r\n??}\r\n{2}\r\n\x1F\xC3???\r\n";
        for step in 1..9 {
            let (mut filter, mut bytes) = (Ascii::default(), text.as_bytes().to_vec());
            bytes.chunks_mut(step).for_each(|part| filter.clean(part));
            assert_eq!(String::from_utf8_lossy(&bytes), String::from_utf8_lossy(want), "{step}");
        }
    }

    #[test]
    fn sets_and_names_are_spelled_as_imap_wants() {
        assert_eq!(list_of(&[9, 4, 5, 6, 7, 7, u32::MAX]), "4:7,9,4294967295");
        assert_eq!(quoted("Processed"), "\"Processed\"");
        // the example of RFC 3501
        assert_eq!(quoted("~peter/mail/台北/日本語"), "\"~peter/mail/&U,BTFw-/&ZeVnLIqe-\"");
        assert_eq!(quoted("a&b\"\\"), "\"a&-b\\\"\\\\\"");
        assert!(!quoted("a\r\nb").contains('\n'));
        assert_eq!(
            fetched_uids(b"* 3 FETCH (UID 17)\r\n* 4 EXISTS\r\n* 4 FETCH (FLAGS () UID 18)\r\n").last(),
            Some(18)
        );
    }
}
