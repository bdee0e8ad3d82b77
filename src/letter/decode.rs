//! Bytes → text: transfer encodings, charsets, and RFC 3676's flowed lines.

use std::borrow::Cow;
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
use std::sync::LazyLock;

use base64::Engine;
use encoding_rs::{Encoding, UTF_8, WINDOWS_1250, WINDOWS_1251, WINDOWS_1252, X_USER_DEFINED};
use mail_parser::decoders::charsets::map::charset_decoder;

use crate::game::Lang;

/// What base64 gave.
#[derive(Debug)]
pub(super) struct Base64 {
    /// All bytes that could be had, also from a last group without padding.
    pub(super) bytes: Vec<u8>,
    /// A group without its padding, or signs that don't belong: something may be missing.
    pub(super) damaged: bool,
}

/// The six bits of a sign of base64.
const fn six(sign: u8) -> Option<u8> {
    Some(match sign {
        b'A'..=b'Z' => sign - b'A',
        b'a'..=b'z' => sign - b'a' + 26,
        b'0'..=b'9' => sign - b'0' + 52,
        b'+' => 62,
        b'/' => 63,
        _ => return None,
    })
}

/// Decodes base64, padded pieces in a row included. Nothing that could be decoded is dropped.
pub(super) fn base64(text: &[u8]) -> Base64 {
    match clean(text) {
        Some(bytes) => Base64 { bytes, damaged: false },
        None => sign_by_sign(text),
    }
}

/// Takes many signs at once, on the machines that can.
#[cfg(any(target_arch = "x86_64", target_arch = "aarch64"))]
static QUICK: LazyLock<base64::engine::simd::Simd> =
    LazyLock::new(|| base64::engine::simd::Simd::standard(base64::engine::general_purpose::NO_PAD));
#[cfg(not(any(target_arch = "x86_64", target_arch = "aarch64")))]
static QUICK: &base64::engine::general_purpose::GeneralPurpose = &base64::engine::general_purpose::STANDARD_NO_PAD;

/// Decodes lines of base64 in which nothing is out of place.
fn clean(text: &[u8]) -> Option<Vec<u8>> {
    let mut signs = Vec::with_capacity(text.len());
    let (mut rest, mut length) = (text, 0);
    while !rest.is_empty() {
        // most lines are as long as the one before; an end inside of one spoils it, and nothing is taken
        let end = match rest.get(length) {
            Some(b'\n') => length,
            _ => memchr::memchr(b'\n', rest).unwrap_or(rest.len()),
        };
        length = end;
        let (line, below) = rest.split_at_checked(end)?;
        signs.extend_from_slice(line.trim_ascii_end());
        rest = below.get(1..).unwrap_or_default();
    }
    if signs.len() % 4 != 0 {
        return None;
    }
    let pads = signs.iter().rev().take(2).take_while(|b| **b == b'=').count();
    signs.truncate(signs.len() - pads);
    let mut out = vec![0; signs.len() * 3 / 4];
    QUICK.decode_slice(&signs, &mut out).ok().filter(|length| *length == out.len())?;
    Some(out)
}

/// The same of anything that came.
fn sign_by_sign(text: &[u8]) -> Base64 {
    let mut out = Base64 { bytes: Vec::with_capacity(text.len() / 4 * 3), damaged: false };
    let (mut group, mut have, mut pads) = (0_u32, 0_u32, 0_u32);
    for byte in text {
        let value = match byte {
            b'=' => {
                pads += 1;
                if have + pads == 4 {
                    tail(&mut out.bytes, group, have);
                    (group, have, pads) = (0, 0, 0);
                }
                continue;
            }
            b' ' | b'\t' | b'\r' | b'\n' => continue,
            _ => match six(*byte) {
                Some(value) => value,
                None => {
                    out.damaged = true;
                    continue;
                }
            },
        };
        if pads > 0 {
            out.damaged = true;
            tail(&mut out.bytes, group, have);
            (group, have, pads) = (0, 0, 0);
        }
        group = group << 6 | u32::from(value);
        have += 1;
        if have == 4 {
            let [_, a, b, c] = group.to_be_bytes();
            out.bytes.extend([a, b, c]);
            (group, have) = (0, 0);
        }
    }
    if have > 0 || pads > 0 {
        out.damaged |= have > 0;
        tail(&mut out.bytes, group, have);
    }
    out
}

fn tail(bytes: &mut Vec<u8>, group: u32, have: u32) {
    match have {
        2 => bytes.push((group >> 4) as u8),
        3 => bytes.extend([(group >> 10) as u8, (group >> 2) as u8]),
        _ => {}
    }
}

/// Decodes quoted-printable (RFC 2045 §6.7); a `=` that escapes nothing stays as it is.
pub(super) fn quoted_printable(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len());
    let mut lines = text.split(|b| *b == b'\n').peekable();
    while let Some(line) = lines.next() {
        // blanks at the end were put there by the way
        let line = line.trim_ascii_end_blanks();
        let (line, soft) = match line.strip_suffix(b"=") {
            Some(rest) if !rest.ends_with(b"=") || lines.peek().is_some() => (rest, true),
            _ => (line, false),
        };
        let mut rest = line;
        while let Some(at) = memchr::memchr(b'=', rest) {
            let (before, escape) = rest.split_at_checked(at).unwrap_or((rest, &[]));
            out.extend_from_slice(before);
            match escape {
                [_, a, b, after @ ..] if let Some(decoded) = hex(*a, *b) => {
                    out.push(decoded);
                    rest = after;
                }
                _ => {
                    out.push(b'=');
                    rest = escape.get(1..).unwrap_or_default();
                }
            }
        }
        out.extend_from_slice(rest);
        if !soft && lines.peek().is_some() {
            out.push(b'\n');
        }
    }
    out
}

fn hex(high: u8, low: u8) -> Option<u8> {
    let digit = |b: u8| match b {
        b'0'..=b'9' => Some(b - b'0'),
        b'A'..=b'F' => Some(b - b'A' + 10),
        b'a'..=b'f' => Some(b - b'a' + 10),
        _ => None,
    };
    Some(digit(high)? << 4 | digit(low)?)
}

trait TrimBlanks {
    fn trim_ascii_end_blanks(&self) -> &[u8];
}

impl TrimBlanks for [u8] {
    fn trim_ascii_end_blanks(&self) -> &[u8] {
        let mut rest = self;
        while let Some(shorter) =
            rest.strip_suffix(b" ").or_else(|| rest.strip_suffix(b"\t")).or_else(|| rest.strip_suffix(b"\r"))
        {
            rest = shorter;
        }
        rest
    }
}

/// Raw bytes in a header field: UTF-8, else Latin.
pub(super) fn header_bytes(bytes: &[u8]) -> Cow<'_, str> {
    match std::str::from_utf8(bytes) {
        Ok(text) => text.into(),
        Err(_) => WINDOWS_1252.decode_without_bom_handling(bytes).0,
    }
}

/// Seven-bit charsets that switch meaning: valid UTF-8 says nothing about them.
fn stateful(charset: &str) -> bool {
    ["utf-7", "unicode-1-1-utf-7", "iso-2022-", "csiso2022", "hz-gb-2312", "utf-16", "utf16", "ucs-2", "utf-32"]
        .iter()
        .any(|s| charset.get(..s.len()).is_some_and(|c| c.eq_ignore_ascii_case(s)))
}

/// Text of a declared charset, and whether it decoded cleanly. Valid UTF-8 is UTF-8 whatever the label says, unless
/// the charset is stateful. An unknown or missing charset is read as Latin and isn't clean.
pub(super) fn declared(bytes: &[u8], charset: &str) -> (String, bool) {
    by_label(bytes, charset).unwrap_or_else(|| (WINDOWS_1252.decode_without_bom_handling(bytes).0.into_owned(), false))
}

fn by_label(bytes: &[u8], charset: &str) -> Option<(String, bool)> {
    let charset = charset.trim();
    // its own look at the bytes is quicker than the standard library's where they aren't ASCII
    if !stateful(charset)
        && let Some(text) = UTF_8.decode_without_bom_handling_and_without_replacement(bytes)
    {
        return Some((text.strip_prefix('\u{feff}').unwrap_or(&text).to_owned(), true));
    }
    let charset = charset.to_ascii_lowercase();
    // US-ASCII bytes above 127 have no meaning
    if ["", "us-ascii", "ascii", "ansi_x3.4-1968", "iso646-us", "unknown-8bit", "x-unknown"].contains(&charset.as_str())
    {
        return None;
    }
    let known = Encoding::for_label_no_replacement(charset.as_bytes()).filter(|e| *e != X_USER_DEFINED);
    if let Some(encoding) = known {
        let (text, _, errors) = encoding.decode(bytes);
        return Some((text.into_owned(), !errors));
    }
    let text = charset_decoder(charset.as_bytes())?(bytes);
    let clean = !text.contains('\u{fffd}');
    Some((text, clean))
}

/// Text of a body part: UTF-8 where the bytes are valid UTF-8, else what is declared and decodes cleanly, else the
/// charset of the reader's language. Says also whether it was guessed.
pub(super) fn body(bytes: &[u8], charset: Option<&str>, lang: Option<Lang>) -> (String, bool) {
    match by_label(bytes, charset.unwrap_or_default()) {
        Some((text, true)) => (text, false),
        // UTF-8 with a broken sign or two stays UTF-8
        Some((text, false)) if mostly_utf8(bytes, charset) => (text, true),
        _ if mostly_utf8(bytes, Some("utf-8")) => (UTF_8.decode(bytes).0.into_owned(), true),
        _ => (guess(bytes, lang).decode_without_bom_handling(bytes).0.into_owned(), true),
    }
}

fn mostly_utf8(bytes: &[u8], charset: Option<&str>) -> bool {
    if !charset.is_some_and(|c| c.eq_ignore_ascii_case("utf-8") || c.eq_ignore_ascii_case("utf8")) {
        return false;
    }
    let text = String::from_utf8_lossy(bytes);
    let broken = text.matches('\u{fffd}').count();
    broken * 4 < text.chars().filter(|c| !c.is_ascii()).count()
}

fn guess(bytes: &[u8], lang: Option<Lang>) -> &'static Encoding {
    match lang {
        Some(Lang::Ru) => WINDOWS_1251,
        Some(Lang::Hu) => WINDOWS_1250,
        Some(Lang::En) => WINDOWS_1252,
        None => {
            // Russian is nearly all above C0; Hungarian and the west mix a few accents into ASCII letters
            let high = bytes.iter().filter(|b| **b >= 0xc0).count();
            let low = bytes.iter().filter(|b| b.is_ascii_alphabetic()).count();
            if high > low { WINDOWS_1251 } else { WINDOWS_1250 }
        }
    }
}

/// Unflows `format=flowed` (RFC 3676): a line that ends in a blank goes on in the next of the same quote depth;
/// `-- ` is never flowed; one stuffed blank is taken off.
pub(super) fn unflow(text: &str, delsp: bool) -> String {
    let mut out = String::with_capacity(text.len());
    let mut open: Option<usize> = None;
    for line in text.split('\n') {
        let line = line.strip_suffix('\r').unwrap_or(line);
        let content = line.trim_start_matches('>');
        let depth = line.len() - content.len();
        let content = content.strip_prefix(' ').unwrap_or(content);
        let signature = content == "-- ";
        if open.is_some_and(|d| d != depth || signature) {
            out.push('\n');
            open = None;
        }
        if open.is_none() {
            out.extend(std::iter::repeat_n('>', depth));
            if depth > 0 && !content.is_empty() {
                out.push(' ');
            }
        }
        let flowed = content.ends_with(' ') && !signature;
        let content = if flowed && delsp { content.strip_suffix(' ').unwrap_or(content) } else { content };
        out.push_str(content);
        if flowed {
            open = Some(depth);
        } else {
            out.push('\n');
            open = None;
        }
    }
    if out.ends_with('\n') {
        out.pop();
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn base64_without_padding_keeps_its_tail() {
        let got = base64(b"WEBlNQ");
        assert_eq!(got.bytes, b"X@e5");
        assert!(got.damaged);
        let got = base64(b"WEBl\r\nNQ==\r\n");
        assert_eq!(got.bytes, b"X@e5");
        assert!(!got.damaged);
        // two padded pieces in a row, as some gateways write
        let got = base64(b"YQ==Yg==");
        assert_eq!(got.bytes, b"ab");
        assert!(!got.damaged);
    }

    #[test]
    fn base64_at_once_is_the_same() {
        let letters = "QWx3YXlzIHRoZSBzYW1lIGxldHRlcnMsIGFnYWluIGFuZCBhZ2Fpbi4=";
        let mut texts =
            vec![letters.to_owned(), letters.replace("bGV0", "bG\nV0"), letters.replace("bGV0", "bG \t\r\n\nV0")];
        for end in 0..letters.len() {
            let (head, tail) = letters.split_at(end);
            texts.extend([head.to_owned(), format!("{head}="), format!("{head}==\n")]);
            texts.extend([format!("{head}?{tail}"), format!("{head}\n ={tail}"), format!("{head} {tail}")]);
        }
        for text in texts {
            let slow = sign_by_sign(text.as_bytes());
            if let Some(bytes) = clean(text.as_bytes()) {
                assert_eq!((bytes, false), (slow.bytes, slow.damaged), "{text:?}");
            } else {
                assert!(slow.damaged || text.contains(['?', ' ', '=']), "{text:?} is taken apart for nothing");
            }
        }
    }

    #[test]
    fn soft_breaks() {
        assert_eq!(quoted_printable(b"a1-=\nb3"), b"a1-b3");
        assert_eq!(quoted_printable(b"a1-=  \r\nb3 \r\nx"), b"a1-b3\nx");
        assert_eq!(quoted_printable(b"=C3=A1 =zz ="), b"\xc3\xa1 =zz ");
        assert_eq!(quoted_printable(b"a=\n"), b"a");
    }

    #[test]
    fn charset_order() {
        assert_eq!(body("В1".as_bytes(), Some("us-ascii"), None), ("В1".to_owned(), false));
        assert_eq!(body(b"\xcf\xe5\xf2\xff", None, Some(Lang::Ru)), ("Петя".to_owned(), true));
        assert_eq!(body(b"\xf6t\xf5", None, Some(Lang::Hu)), ("ötő".to_owned(), true));
        assert_eq!(body(b"\xcf\xe5\xf2\xff", None, None), ("Петя".to_owned(), true));
        assert_eq!(body(b"\xf0\xc5\xd4\xd1", Some("KOI8-R"), None), ("Петя".to_owned(), false));
        assert_eq!(body(b"\x8f\xa5\xe2\xef", Some("cp866"), None), ("Петя".to_owned(), false));
        assert_eq!(body(b"+BB8ENQRCBE8-", Some("utf-7"), None), ("Петя".to_owned(), false));
        assert_eq!(body(b"\xcf\xe5\xf2\xff", Some("x-nobody"), Some(Lang::Ru)).0, "Петя");
    }

    #[test]
    fn flowed_lines() {
        assert_eq!(unflow("ew@E5 \nand \nns@D4\n-- \nme", false), "ew@E5 and ns@D4\n-- \nme");
        assert_eq!(unflow("> a \n> b\nc", false), "> a b\nc");
        assert_eq!(unflow("> a \nc", false), "> a \nc");
        assert_eq!(unflow("ab \ncd", true), "abcd");
        assert_eq!(unflow(" From here\n >x", false), "From here\n>x");
    }
}
