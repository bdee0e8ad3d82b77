//! Lines as they are compared: clients wrap, trim and double blanks, make bold, and hang links to words.

use super::fold::{after_link, fold, folded, linked, lower_of};
use super::signwise::{GONE, ODD, Table};

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
    if !linked(line) && (SMALL.add(line, out) || squeeze_signs(line, out)) {
        return;
    }
    out.truncate(start);
    squeeze_folded(&fold(line), out);
}

/// The first 16 bytes at most of a squeezed line; `None` where that takes more than a look at each sign.
pub(super) fn squeeze_start<'r>(line: &str, room: &'r mut [u8; 16]) -> Option<&'r [u8]> {
    if linked(line) {
        return None;
    }
    let mut length = 0;
    for sign in SMALL.signs(line) {
        if sign == ODD {
            return None;
        }
        let Some(place) = room.get_mut(length) else { break };
        *place = sign;
        length += usize::from(sign != GONE);
    }
    room.get(..length)
}

/// What squeezing makes of a sign.
static SMALL: Table = Table::of(GONE, b"*>");

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
    fn the_start_is_the_same() {
        for c in (0x20..=0x2fff).filter_map(char::from_u32).filter(|c| !c.is_control()) {
            for line in [
                format!("{c}"),
                format!(" > a{c} B"),
                format!("É{c}Ё{c}`0123456{c}{c}"),
                format!("012345678901 {c}Щ{c}"),
            ] {
                let mut room = [0; 16];
                if let Some(start) = squeeze_start(&line, &mut room) {
                    let whole = squeezed(&line);
                    assert_eq!(start, whole.get(..16).unwrap_or(&whole), "{line:?}");
                }
            }
        }
    }

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
