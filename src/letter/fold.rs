//! Folding: one line as typed → the same line in the signs that the grammars know.

use std::borrow::Cow;

use unicode_normalization::UnicodeNormalization;

use super::signwise::Table;

/// Folds one line: NFKC; invisible characters dropped; every blank (Zs, TAB) to one space; dashes to `-`; quotes and
/// primes to ASCII; `×` to `x`; the tails of automatic links cut (`X@e5<mailto:X@e5>`, `[X@e5](mailto:X@e5)`);
/// trimmed. Letter case and look-alikes stay: the notations decide about them.
#[must_use]
pub fn fold(line: &str) -> String {
    if let Some(quick) = quick(line) {
        return quick;
    }
    thorough(line)
}

/// As [`fold`], of the line itself where folding leaves it as it is.
pub(crate) fn folded_line(line: &str) -> Cow<'_, str> {
    let bytes = line.as_bytes();
    let as_it_is = bytes.iter().all(|b| matches!(b, b' '..=b'~') && !matches!(b, b'<' | b'[' | b'`'));
    if as_it_is && bytes.first() != Some(&b' ') && bytes.last() != Some(&b' ') {
        debug_assert_eq!(fold(line), line, "folding changes it");
        return line.into();
    }
    fold(line).into()
}

/// The line folded and in lower case.
pub(super) fn low(line: &str) -> String {
    let mut out = Vec::with_capacity(line.len());
    if linked(line) || !LOW.add(line, &mut out) {
        return lower(&fold(line));
    }
    let out = String::from_utf8(out).unwrap_or_else(|_| lower(&fold(line)));
    if out.starts_with(' ') || out.ends_with(' ') { out.trim().to_owned() } else { out }
}

/// A letter of two bytes in lower case; `None` where it isn't a letter of its own.
pub(super) const fn european(lead: u8, next: u8) -> Option<u16> {
    let code = (((lead & 0x1f) as u16) << 6) | (next & 0x3f) as u16;
    match code {
        // a dot above an `i` of its own; and letters that are written as others
        0xd7 | 0xf7 | 0x130 | 0x132 | 0x133 | 0x13f | 0x140 | 0x149 | 0x178 | 0x17f | 0x460.. => None,
        0xc0..=0xde | 0x410..=0x42f => Some(code + 0x20),
        0x400..=0x40f => Some(code + 0x50),
        // in pairs; the large one first
        0x100..=0x137 | 0x14a..=0x177 => Some(code | 1),
        0x139..=0x148 | 0x179..=0x17e => Some(code + (code & 1)),
        _ => Some(code),
    }
}

/// What folding to lower case makes of a sign.
static LOW: Table = Table::of(b' ', &[]);

/// Can there be a link in the line, whose tail folding cuts?
pub(super) fn linked(line: &str) -> bool {
    memchr::memchr2(b'<', b'[', line.as_bytes()).is_some() && may_link(line)
}

/// Can there be a link in a line of signs that fold one by one? Each has a colon, and what stands beside it.
pub(super) fn may_link(line: &str) -> bool {
    let bytes = line.as_bytes();
    memchr::memchr_iter(b':', bytes).any(|at| {
        let (before, after) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
        after.starts_with(b"://") || before.last_chunk::<6>().is_some_and(|b| b.eq_ignore_ascii_case(b"mailto"))
    })
}

/// The line in lower case, as `str::to_lowercase` gives it but for the Greek final sigma; most letters need no table.
pub(super) fn lower(line: &str) -> String {
    if line.is_ascii() {
        return line.to_ascii_lowercase();
    }
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        push_lower(&mut out, c);
    }
    out
}

/// Adds a letter in lower case.
fn push_lower(out: &mut String, c: char) {
    match lower_of(c) {
        Some(c) => out.push(c),
        None => out.extend(c.to_lowercase()),
    }
}

/// A letter in lower case; `None` where that takes a table.
pub(super) fn lower_of(c: char) -> Option<char> {
    match c {
        '\0'..='\u{7f}' => Some(c.to_ascii_lowercase()),
        '\u{410}'..='\u{42f}' => char::from_u32(u32::from(c) + 0x20),
        '\u{430}'..='\u{45f}' | '\u{df}'..='\u{ff}' | '\u{a0}'..='\u{bf}' => Some(c),
        '\u{c0}'..='\u{d6}' | '\u{d8}'..='\u{de}' => char::from_u32(u32::from(c) + 0x20),
        _ => None,
    }
}

/// `char::is_alphabetic`, without its tables for the letters of Europe.
pub(super) fn alphabetic(c: char) -> bool {
    match c {
        '\0'..='\u{7f}' => c.is_ascii_alphabetic(),
        '\u{d7}' | '\u{f7}' => false,
        '\u{c0}'..='\u{17f}' | '\u{400}'..='\u{481}' => true,
        _ => c.is_alphabetic(),
    }
}

fn thorough(line: &str) -> String {
    // U+00B4 has a compatibility mapping to a blank with an accent, so it goes before NFKC
    let signs: String = line
        .chars()
        .map(|c| if c == '\u{b4}' { '\'' } else { c })
        .nfkc()
        .filter(|c| !invisible(*c))
        .map(sign)
        .collect();
    unlink(&signs).trim().to_owned()
}

/// The same for lines of letters that NFKC leaves as they are, which are nearly all.
fn quick(line: &str) -> Option<String> {
    let mut out = String::with_capacity(line.len());
    let mut links = false;
    for c in line.chars() {
        links |= matches!(c, '<' | '[');
        out.push(folded(c)?);
    }
    let out = if links && may_link(line) { unlink(&out) } else { out };
    Some(if out.starts_with(' ') || out.ends_with(' ') { out.trim().to_owned() } else { out })
}

/// Does folding surely leave all letters and digits of the line as they are, and in their order? Then it shows nothing
/// new.
pub(super) fn bare(line: &str) -> bool {
    line.chars().all(|c| folded(c).is_some() && !matches!(c, '<' | '[' | '\u{d7}'))
}

/// What folding makes of a sign by itself; `None` where that takes more than a look at it.
pub(super) fn folded(c: char) -> Option<char> {
    match c {
        ' '..='~' | '\t' | '\u{a0}' | '\u{ab}' | '\u{bb}' => Some(sign(c)),
        // letters of Europe that are one sign each; none of them joins with its neighbours
        '\u{c0}'..='\u{131}' | '\u{134}'..='\u{13e}' | '\u{141}'..='\u{148}' | '\u{14a}'..='\u{17e}' => Some(sign(c)),
        '\u{400}'..='\u{45f}' => Some(c),
        '\u{2013}' | '\u{2014}' | '\u{2018}'..='\u{201e}' | '\u{202f}' => Some(sign(c)),
        _ => None,
    }
}

/// Format characters (Cf), variation selectors and controls: they are in the line, but nobody typed them.
fn invisible(c: char) -> bool {
    matches!(c,
        '\u{ad}' | '\u{34f}' | '\u{600}'..='\u{605}' | '\u{61c}' | '\u{6dd}' | '\u{70f}' | '\u{180b}'..='\u{180f}'
        | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{fe00}'..='\u{fe0f}'
        | '\u{feff}' | '\u{fff9}'..='\u{fffb}' | '\u{1bca0}'..='\u{1bca3}' | '\u{e0000}'..='\u{e0fff}')
        || (c.is_control() && c != '\t')
}

fn sign(c: char) -> char {
    match c {
        '\t' | '\u{a0}' | '\u{1680}' | '\u{2000}'..='\u{200a}' | '\u{202f}' | '\u{205f}' | '\u{3000}' => ' ',
        '\u{2010}'..='\u{2015}' | '\u{2212}' | '\u{fe58}' | '\u{fe63}' | '\u{ff0d}' => '-',
        '\u{2018}'..='\u{201b}' | '\u{2032}' | '\u{2035}' | '\u{2039}' | '\u{203a}' | '\u{2b9}' | '\u{2bc}' | '`' => {
            '\''
        }
        '\u{201c}'..='\u{201f}' | '\u{2033}' | '\u{2036}' | '\u{ab}' | '\u{bb}' | '\u{2ba}' => '"',
        '\u{d7}' => 'x',
        _ => c,
    }
}

/// Cuts what clients hang onto text that looks like an address.
fn unlink(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    let mut rest = line;
    while let Some(c) = rest.chars().next() {
        if c == '<'
            && out.ends_with(|c: char| !c.is_whitespace())
            && let Some(after) = after_link(rest)
        {
            rest = after;
            continue;
        }
        if c == '['
            && let Some((text, after)) = until(rest.strip_prefix('[').unwrap_or_default(), ']')
            && let Some((target, after)) = after.strip_prefix('(').and_then(|r| until(r, ')'))
            && link(target)
        {
            out.push_str(text);
            rest = after;
            continue;
        }
        out.push(c);
        rest = rest.strip_prefix(c).unwrap_or_default();
    }
    out
}

/// What follows a link in angle brackets that stands at the beginning.
pub(super) fn after_link(text: &str) -> Option<&str> {
    let (target, after) = text.strip_prefix('<').and_then(|r| until(r, '>'))?;
    link(target).then_some(after)
}

/// Splits at a sign before which no other link opens: so each sign of a line is looked at only a few times, however
/// many openings without an end there are.
fn until(text: &str, end: char) -> Option<(&str, &str)> {
    let (at, _) = text.char_indices().take_while(|(_, c)| !matches!(c, '<' | '[')).find(|(_, c)| *c == end)?;
    let (inside, after) = text.split_at_checked(at)?;
    Some((inside, after.strip_prefix(end)?))
}

fn link(target: &str) -> bool {
    let lower = target.to_ascii_lowercase();
    !target.contains(char::is_whitespace) && ["mailto:", "http://", "https://"].iter().any(|s| lower.starts_with(s))
}

#[cfg(test)]
mod tests {
    use super::fold;

    #[test]
    fn the_quick_way_is_the_same() {
        for c in (0..=0x2fff).filter_map(char::from_u32) {
            for line in [format!("{c}"), format!("a{c}b"), format!("e{c} <{c}"), format!("e{c}<MailTo:{c}>{c}")] {
                if let Some(quick) = super::quick(&line) {
                    assert_eq!(quick, super::thorough(&line), "{c:?}");
                }
            }
        }
    }

    #[test]
    fn folding_and_lower_case_at_once_is_the_same() {
        for c in (0..=0x2fff).filter_map(char::from_u32) {
            for line in [format!("{c}"), format!(" A{c}B "), format!("e{c} <{c}"), format!("{c}<http://{c}> [")] {
                assert_eq!(super::low(&line), super::lower(&fold(&line)), "{c:?}");
            }
        }
    }

    #[test]
    fn letters_are_the_same() {
        for c in (0..=0x2fff).filter_map(char::from_u32) {
            assert_eq!(super::alphabetic(c), c.is_alphabetic(), "{c:?}");
            assert_eq!(super::lower(&c.to_string()), c.to_lowercase().collect::<String>(), "{c:?}");
        }
    }

    #[test]
    fn folds_what_clients_do() {
        for (typed, folded) in [
            ("ew\u{a0}@\u{202f}E5 ", "ew @ E5"),
            ("e\u{200b}w@\u{ad}E5\u{feff}", "ew@E5"),
            ("a1–a4 a1—a4 a1−a4 a1‑a4", "a1-a4 a1-a4 a1-a4 a1-a4"),
            ("‘a’ „b” «c» d′ e´ f`", "'a' \"b\" \"c\" d' e' f'"),
            ("10×10", "10x10"),
            ("ｅｗ＠Ｅ５", "ew@E5"),
            ("ew@E5<mailto:ew@E5>", "ew@E5"),
            ("ew@E5<mailto:ew@E5> ns@D4<mailto:ns@D4>", "ew@E5 ns@D4"),
            ("[X@e5](mailto:X@e5)", "X@e5"),
            ("a\tb", "a b"),
            ("Сe5", "Сe5"),
            ("<move>", "<move>"),
            ("[a](b)", "[a](b)"),
        ] {
            assert_eq!(fold(typed), folded, "{typed:?}");
            assert_eq!(fold(folded), folded, "folding is done once for all");
        }
    }
}
