//! Lines as they are compared: clients wrap, trim and double blanks, make bold, and hang links to words.

use super::fold::{after_link, european, fold, folded, lower_of, may_link};

/// A line without blanks, in lower case, without the marks that clients make of bold text, and without the tails of
/// links.
pub(super) fn squeezed(line: &str) -> Vec<u8> {
    let mut out = Vec::with_capacity(line.len());
    squeeze(line, &mut out);
    out
}

/// Adds a line as [`squeezed`] gives it.
pub(super) fn squeeze(line: &str, out: &mut Vec<u8>) {
    let start = out.len();
    out.reserve(line.len());
    let mut rest = line.as_bytes();
    loop {
        rest = match rest {
            [] => return,
            [byte, after @ ..] if byte.is_ascii() => {
                match SMALL.get(usize::from(*byte)) {
                    Some(0) => {}
                    // where no link can be, they open none
                    Some(2) if !may_link(line) => out.push(*byte),
                    Some(1 | 2) | None => break,
                    Some(small) => out.push(*small),
                }
                after
            }
            // Latin letters with an accent, and Cyrillic ones
            [lead @ (0xc3 | 0xd0 | 0xd1), next, after @ ..] => {
                let Some(small) = european(*lead, *next) else { break };
                out.extend_from_slice(&[0xc0 | (small >> 6) as u8, 0x80 | (small & 0x3f) as u8]);
                after
            }
            [_, ..] => {
                let done = line.len() - rest.len();
                if squeeze_signs(line.get(done..).unwrap_or_default(), out) {
                    return;
                }
                break;
            }
        }
    }
    out.truncate(start);
    squeeze_folded(&fold(line), out);
}

/// Adds a line of signs of ASCII that can be seen, and blanks, in which no link is.
pub(super) fn squeeze_simple(line: &str, out: &mut Vec<u8>) {
    let start = out.len();
    out.resize(start + line.len(), 0);
    // without a branch: nothing foretells where the blanks are
    let mut end = start;
    for byte in line.bytes() {
        let small = SIMPLE.get(usize::from(byte)).copied().unwrap_or_default();
        if let Some(place) = out.get_mut(end) {
            *place = small;
        }
        end += usize::from(small != 0);
    }
    out.truncate(end);
    debug_assert_eq!(out.get(start..), Some(&*squeezed(line)), "{line:?} is squeezed otherwise");
}

/// What squeezing makes of a byte where there are no links: 0 where it goes.
static SIMPLE: [u8; 256] = table(true);

/// What squeezing makes of a byte of ASCII: 0 where it goes, 1 where the whole line must be folded, 2
/// where it must if there are links in it.
static SMALL: [u8; 256] = table(false);

const fn table(simple: bool) -> [u8; 256] {
    let mut out = [0; 256];
    let mut rest: &mut [u8] = &mut out;
    let mut byte = 0_u8;
    while let Some((first, more)) = rest.split_first_mut() {
        *first = match byte {
            b' ' | b'*' | b'>' | b'\t' => 0,
            b'`' => b'\'',
            b'<' | b'[' if !simple => 2,
            0..b' ' | 0x7f if !simple => 1,
            _ => byte.to_ascii_lowercase(),
        };
        byte = byte.wrapping_add(1);
        rest = more;
    }
    out
}

/// The same for any signs; false where the line must be folded as a whole.
fn squeeze_signs(line: &str, out: &mut Vec<u8>) -> bool {
    for c in line.chars() {
        match folded(c) {
            Some('<' | '[') | None => return false,
            Some(' ' | '*' | '>') => {}
            Some(c) => push(out, c),
        }
    }
    true
}

/// Adds a letter in lower case.
fn push(out: &mut Vec<u8>, c: char) {
    if c.is_ascii() {
        return out.push(c.to_ascii_lowercase() as u8);
    }
    let mut room = [0; 4];
    match lower_of(c) {
        Some(c) => out.extend_from_slice(c.encode_utf8(&mut room).as_bytes()),
        None => c.to_lowercase().for_each(|c| out.extend_from_slice(c.encode_utf8(&mut room).as_bytes())),
    }
}

fn squeeze_folded(folded: &str, out: &mut Vec<u8>) {
    let mut chars = folded.chars();
    loop {
        let rest = chars.as_str();
        let Some(c) = chars.next() else { break };
        match c {
            // "help <mailto:…>" is what a client makes of a link in our HTML
            '<' if after_link(rest).is_some() => chars = after_link(rest).unwrap_or_default().chars(),
            ' ' | '*' | '>' => {}
            c if c.is_whitespace() => {}
            c => push(out, c),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_quick_way_is_the_same() {
        for c in (0..=0x2fff).filter_map(char::from_u32) {
            let linked = format!("a{c} <mailTo:{c}>{c} [{c}](https://{c})");
            for line in [format!("{c}"), format!("a{c}B"), format!("É{c} <{c}"), format!("Ё{c}`"), linked] {
                let mut long = Vec::new();
                squeeze_folded(&fold(&line), &mut long);
                assert_eq!(squeezed(&line), long, "{line:?}");
            }
        }
    }
}
