//! Texts in the signs of a transfer encoding (RFC 2045 §6).

use data_encoding::BASE64;

use super::mime::Transfer;

/// The widest line, without its end and without the `=` of a soft line break.
const WIDTH: usize = 75;
/// A text with a longer line is encoded.
const PLAIN: usize = 75;

/// A text as it stands in a letter: its line ends become CRLF. Plain where it is ASCII with short lines, else in that
/// encoding which takes less room.
#[must_use]
pub fn encode(text: &str) -> (Transfer, Vec<u8>) {
    let bytes = text.as_bytes();
    let transfer = if bytes.is_ascii() && short_lines(bytes) {
        Transfer::Plain
    } else if bytes.iter().filter(|b| !b.is_ascii()).count() <= bytes.len() / 3 {
        // a sign of quoted-printable takes three bytes, base64 a third more in all
        Transfer::Quoted
    } else {
        Transfer::Base64
    };
    (transfer, again(bytes, transfer))
}

fn short_lines(bytes: &[u8]) -> bool {
    let mut from = 0;
    memchr::memchr_iter(b'\n', bytes).chain([bytes.len()]).all(|end| {
        let length = end - from;
        from = end + 1;
        length <= PLAIN
    })
}

/// A text of a letter of ours that was changed a little, in the encoding that it had.
pub(super) fn again(text: &[u8], transfer: Transfer) -> Vec<u8> {
    match transfer {
        Transfer::Plain => with_line_ends(text),
        Transfer::Quoted => quoted_lines(text, "\r\n", true),
        Transfer::Base64 => base64(&with_line_ends(text), "\r\n"),
    }
}

fn with_line_ends(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + text.len() / 32);
    let mut from = 0;
    for end in memchr::memchr_iter(b'\n', text) {
        let line = text.get(from..end).unwrap_or_default();
        out.extend_from_slice(line.strip_suffix(b"\r").unwrap_or(line));
        out.extend_from_slice(b"\r\n");
        from = end + 1;
    }
    out.extend_from_slice(text.get(from..).unwrap_or_default());
    out
}

/// Base64 in lines of 76 signs, the last one without an end.
pub(super) fn base64(bytes: &[u8], eol: &str) -> Vec<u8> {
    let mut out = String::with_capacity(bytes.len() / 57 * (76 + eol.len()) + 80);
    for (nth, line) in bytes.chunks(57).enumerate() {
        if nth > 0 {
            out.push_str(eol);
        }
        BASE64.encode_append(line, &mut out);
    }
    out.into_bytes()
}

/// Is it not written as it is, wherever it stands?
const fn escaped(byte: u8) -> bool {
    !matches!(byte, b'\t' | b' '..=b'~') || byte == b'='
}

/// Quoted-printable, of bytes with LF line ends.
pub(super) fn quoted(bytes: &[u8], eol: &str) -> Vec<u8> {
    quoted_lines(bytes, eol, false)
}

/// With `crlf`, line ends may be CRLF too.
fn quoted_lines(bytes: &[u8], eol: &str, crlf: bool) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len() + bytes.len() / 2);
    let mut rest = bytes;
    loop {
        let end = memchr::memchr(b'\n', rest);
        let (line, after) = rest.split_at_checked(end.unwrap_or(rest.len())).unwrap_or((rest, &[]));
        let bare = line.strip_suffix(b"\r").filter(|_| crlf && end.is_some());
        quoted_line(bare.unwrap_or(line), eol, &mut out);
        match after.split_first() {
            Some((_, behind)) => {
                out.extend_from_slice(eol.as_bytes());
                rest = behind;
            }
            None => return out,
        }
    }
}

/// How many bytes at the beginning are written as they are.
fn plain_run(bytes: &[u8]) -> usize {
    // sixteen at a time, which the compiler does at once
    let (some, _) = bytes.as_chunks::<16>();
    let clean = 16 * some.iter().take_while(|c| !c.iter().fold(false, |any, b| any | escaped(*b))).count();
    let rest = bytes.get(clean..).unwrap_or_default();
    clean + rest.iter().position(|b| escaped(*b)).unwrap_or(rest.len())
}

fn quoted_line(line: &[u8], eol: &str, out: &mut Vec<u8>) {
    const DIGITS: &[u8; 16] = b"0123456789ABCDEF";
    let digit = |nibble: u8| DIGITS.get(usize::from(nibble)).copied().unwrap_or(b'0');
    // a blank at the end would get lost on the way
    let (line, last) = match line {
        [before @ .., last @ (b' ' | b'\t')] => (before, Some(*last)),
        _ => (line, None),
    };
    let mut width = 0;
    let mut rest = line;
    loop {
        let run = plain_run(rest);
        let (mut plain, after) = rest.split_at_checked(run).unwrap_or((rest, &[]));
        while let Some((here, behind)) = plain.split_at_checked(WIDTH - width).filter(|(_, b)| !b.is_empty()) {
            out.extend_from_slice(here);
            out.push(b'=');
            out.extend_from_slice(eol.as_bytes());
            (plain, width) = (behind, 0);
        }
        out.extend_from_slice(plain);
        width += plain.len();
        let (byte, behind) = match (after.split_first(), last) {
            (Some((byte, behind)), _) => (*byte, Some(behind)),
            (None, Some(blank)) => (blank, None),
            (None, None) => return,
        };
        if width + 3 > WIDTH {
            out.push(b'=');
            out.extend_from_slice(eol.as_bytes());
            width = 0;
        }
        width += 3;
        out.extend_from_slice(&[b'=', digit(byte >> 4), digit(byte & 15)]);
        match behind {
            Some(behind) => rest = behind,
            None => return,
        }
    }
}

#[cfg(test)]
mod tests {
    use lettre::message::Body;
    use lettre::message::header::ContentTransferEncoding;
    use proptest::prelude::*;

    use super::super::decode;
    use super::*;

    proptest! {
        #[test]
        fn what_is_encoded_is_read_back(text in "([ -~áőЖ=\t]{0,90}\r?\n){0,5}[ -~áőЖ=\t]{0,90}") {
            let lines = text.replace("\r\n", "\n");
            let (transfer, signs) = encode(&text);
            let back = match transfer {
                Transfer::Plain => signs.clone(),
                Transfer::Quoted => decode::quoted_printable(&signs),
                Transfer::Base64 => decode::base64(&signs).bytes,
            };
            prop_assert_eq!(String::from_utf8(back).unwrap().replace("\r\n", "\n"), lines.clone());
            prop_assert!(signs.is_ascii());
            for line in signs.split(|b| *b == b'\n') {
                prop_assert!(line.len() <= 77, "{:?}", String::from_utf8_lossy(line));
            }
            let library = Body::new_with_encoding(lines, ContentTransferEncoding::QuotedPrintable).unwrap();
            prop_assert_eq!(
                decode::quoted_printable(&quoted_lines(text.as_bytes(), "\n", true)),
                decode::quoted_printable(&library.into_vec())
            );
        }
    }

    #[test]
    fn the_shorter_encoding_is_taken() {
        assert_eq!(encode("a\nb=\r\n"), (Transfer::Plain, b"a\r\nb=\r\n".to_vec()));
        assert_eq!(encode("é x x").0, Transfer::Quoted);
        assert_eq!(encode("жж x").0, Transfer::Base64);
        assert_eq!(encode(&"x".repeat(76)).0, Transfer::Quoted);
        assert_eq!(quoted("é \na\t".as_bytes(), "\n"), b"=C3=A9=20\na=09");
        assert_eq!(quoted(&[b'x'; 76], "\n"), [&[b'x'; 75][..], b"=\nx"].concat());
    }
}
