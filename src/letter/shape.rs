//! Small tests of what a piece of text looks like: a date, an address, a rule, a grid.

use super::fold::alphabetic;
use super::lines::Line;
use super::signs::Signs;

/// A year, a time of day, or a date in figures.
pub(super) fn has_date(text: &str) -> bool {
    has_year(text) || has_time(text) || has_figures(text)
}

/// Four figures of this century or the last, not part of a Latin word; `2026年` counts.
fn has_year(text: &str) -> bool {
    let bytes = text.as_bytes();
    let part = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_alphanumeric);
    memchr::memchr2_iter(b'1', b'2', bytes).any(|at| match bytes.get(at..at + 4) {
        Some([b'1', b'9', c, d] | [b'2', b'0', c, d]) => {
            c.is_ascii_digit() && d.is_ascii_digit() && !part(at.checked_sub(1)) && !part(Some(at + 4))
        }
        _ => false,
    })
}

fn digits(word: &str) -> bool {
    word.bytes().all(|b| b.is_ascii_digit())
}

/// `9:05`, `10:00`, also with a full stop where minutes have two figures and an hour word would stand before.
fn has_time(text: &str) -> bool {
    let bytes = text.as_bytes();
    memchr::memchr_iter(b':', bytes).any(|at| {
        let (before, after) = bytes.split_at_checked(at).unwrap_or((bytes, &[]));
        let hour = before.iter().rev().take_while(|b| b.is_ascii_digit()).count();
        let minute = after.iter().skip(1).take_while(|b| b.is_ascii_digit()).count();
        (1..=2).contains(&hour) && minute == 2
    })
}

/// `05.10.26`, `5/10/2026`, `2026-10-05`.
pub(super) fn has_figures(text: &str) -> bool {
    let bytes = text.as_bytes();
    let digit = |at: Option<usize>| at.and_then(|at| bytes.get(at)).is_some_and(u8::is_ascii_digit);
    let between = |at: &usize| digit(at.checked_sub(1)) && digit(Some(at + 1));
    if memchr::memchr3_iter(b'.', b'/', b'-', bytes).filter(between).nth(1).is_none() {
        return false;
    }
    text.split_whitespace().filter(|w| w.len() >= 5).any(|w| {
        let word = w.trim_matches(|c: char| !c.is_ascii_digit());
        ['.', '/', '-'].iter().any(|sep| {
            let mut parts = word.split(*sep);
            let figure = |part: Option<&str>| part.is_some_and(|p| (1..=4).contains(&p.len()) && digits(p));
            (0..3).all(|_| figure(parts.next())) && parts.next().is_none()
        })
    })
}

/// An address with a dotted domain, or any `<a@b>`. `X@e5` is none: it has no dot.
pub(super) fn has_address(text: &str) -> bool {
    memchr::memchr_iter(b'@', text.as_bytes()).any(|at| {
        let (before, after) = text.split_at_checked(at).unwrap_or((text, ""));
        let after = after.strip_prefix('@').unwrap_or_default();
        let local = |c: char| c.is_alphanumeric() || matches!(c, '.' | '+' | '-' | '_' | '=' | '~' | '\'');
        let outside = before.trim_end_matches(local);
        let beyond = after.trim_start_matches(|c: char| c.is_alphanumeric() || matches!(c, '.' | '-' | '_'));
        let domain = after.strip_suffix(beyond).unwrap_or(after);
        let bare = domain.trim_end_matches('.');
        let top = bare.rsplit('.').next().unwrap_or_default();
        let dotted = bare.contains('.') && top.chars().nth(1).is_some() && top.chars().all(char::is_alphabetic);
        let angled = outside.ends_with('<') && beyond.starts_with('>');
        outside.len() < before.len() && !domain.is_empty() && (dotted || angled)
    })
}

/// An address, a web page or a telephone number: how one tells a signature from the rest of a letter.
pub(super) fn has_contact(text: &str) -> bool {
    let lower = text.to_lowercase();
    if has_address(text) || ["http://", "https://", "www."].iter().any(|w| lower.contains(w)) {
        return true;
    }
    let figures = text.chars().filter(char::is_ascii_digit).count();
    let letters = text.chars().filter(|c| c.is_alphabetic()).count();
    figures >= 7
        && (letters <= figures || ["tel", "mob", "phone", "тел", "моб", "fax"].iter().any(|w| lower.contains(w)))
}

/// A line made of one rule sign, three or more.
pub(super) fn is_rule(text: &str) -> bool {
    if text.bytes().next().is_some_and(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let mut signs = text.chars().filter(|c| !c.is_whitespace());
    let Some(first) = signs.next() else { return false };
    "-_=*~#\u{2013}\u{2014}\u{2015}\u{2500}\u{2501}".contains(first)
        && text.chars().filter(|c| !c.is_whitespace()).count() >= 3
        && signs.all(|c| c == first)
}

/// Twenty or more underscores alone: Outlook's line above the old letter, and a list's above its footer.
pub(super) fn is_underscores(text: &str) -> bool {
    let text = text.trim();
    text.len() >= 20 && text.bytes().all(|b| b == b'_')
}

/// `-- ` or `--`, and what typing aids and webmails make of it.
pub(super) fn is_signature_mark(text: &str) -> bool {
    if text.len() > 40 || text.bytes().any(|b| b.is_ascii_alphanumeric()) {
        return false;
    }
    let signs: String = text.chars().filter(|c| !c.is_whitespace() && *c != '\u{200b}' && *c != '\u{feff}').collect();
    matches!(
        signs.as_str(),
        "--" | "__"
            | "\u{2014}"
            | "\u{2013}"
            | "\u{2015}"
            | "\u{2013}\u{2013}"
            | "\u{2014}\u{2014}"
            | "-\u{2013}"
            | "\u{2010}\u{2010}"
            | "\u{2011}\u{2011}"
            | "\\--"
    )
}

/// "-János", "- Kovács János": a dash and a name.
pub(super) fn is_dashed_name(text: &str) -> bool {
    if !text.trim_start().starts_with(['-', '\u{2013}', '\u{2014}', '~']) {
        return false;
    }
    let name = text.trim().trim_start_matches(['-', '\u{2013}', '\u{2014}', '~']);
    let words: Vec<&str> = name.split_whitespace().collect();
    name.len() < text.trim().len()
        && (1..=4).contains(&words.len())
        && words.iter().all(|w| {
            w.chars().count() >= 2
                && w.starts_with(char::is_uppercase)
                && w.chars().all(|c| c.is_alphabetic() || ".-'".contains(c))
        })
}

/// Does the line begin with a word of ASCII letters, and go on behind it? So do most lines that are no row.
fn prose(text: &str) -> bool {
    let text = text.trim_ascii_start().as_bytes();
    let letters = text.iter().take_while(|b| b.is_ascii_alphabetic()).count();
    letters > 1 && text.get(letters) == Some(&b' ')
}

/// A row of a player's grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Row {
    /// How many cells it has.
    width: usize,
    first: char,
    /// There is another kind of cell in it than the first.
    mixed: bool,
}

/// The most cells of a row.
const WIDEST: usize = 26;

/// What a line says as a row of a player's grid, if it can be one: signs and letters close together or one by one, with
/// or without a row number before or after.
fn row(line: &Line<'_>) -> Option<Row> {
    let never = Signs::AT | Signs::OPEN | Signs::QUESTION | Signs::MARK;
    if line.depth > 0 || line.text().len() > 160 || line.signs().has(never) || prose(line.text()) {
        return None;
    }
    if line.signs().has(Signs::HIGH) {
        return row_of(line.text().split_whitespace());
    }
    let row = row_of_bytes(line.text().as_bytes());
    debug_assert_eq!(row, row_of(line.text().split_ascii_whitespace()), "{:?} is another row", line.text());
    row
}

/// As [`row_of`], of a line of ASCII.
fn row_of_bytes(line: &[u8]) -> Option<Row> {
    let (mut first, mut rest) = word(line);
    if !rest.is_empty() && first != b"0" && is_number(first) {
        (first, rest) = word(rest);
    }
    let more = !rest.is_empty();
    let long = |pair: &[u8]| !pair.iter().any(u8::is_ascii_whitespace);
    if more && (first.len() > 1 || rest.windows(2).any(long)) {
        return None;
    }
    let one = *first.first()?;
    if !more && first.len() > WIDEST {
        return None;
    }
    let (mut width, mut kinds, mut mixed) = (0, 0, false);
    for word in [first, rest] {
        for byte in word {
            // a byte is always inside of the table
            let kind = CELLS.get(usize::from(*byte)).copied().unwrap_or_default();
            kinds |= kind;
            width += usize::from(kind != BLANK);
            mixed |= kind != BLANK && *byte != one;
        }
    }
    let signs = kinds & SIGN != 0;
    let row = kinds & OTHER == 0 && (3..=WIDEST).contains(&width) && (signs || more);
    row.then_some(Row { width, first: char::from(one), mixed })
}

/// What a byte of ASCII is in a row.
static CELLS: [u8; 128] = cells();
const LETTER: u8 = 1;
const SIGN: u8 = 2;
const BLANK: u8 = 4;
const OTHER: u8 = 8;

const fn cells() -> [u8; 128] {
    let mut out = [OTHER; 128];
    let mut rest: &mut [u8] = &mut out;
    let mut byte = 0_u8;
    while let Some((first, more)) = rest.split_first_mut() {
        *first = match byte {
            b'a'..=b'z' | b'A'..=b'Z' => LETTER,
            b'.' | b'#' | b'~' | b'-' | b'_' | b'0' | b'*' | b'+' => SIGN,
            _ if byte.is_ascii_whitespace() => BLANK,
            _ => OTHER,
        };
        byte += 1;
        rest = more;
    }
    out
}

/// The first word of a line of ASCII, and what follows it, without blanks round it.
fn word(line: &[u8]) -> (&[u8], &[u8]) {
    let line = line.trim_ascii();
    let end = line.iter().position(u8::is_ascii_whitespace).unwrap_or(line.len());
    let (word, rest) = line.split_at_checked(end).unwrap_or((line, &[]));
    (word, rest.trim_ascii_start())
}

/// Is it the number of a row: up to three signs, figures but for what stands behind them?
fn is_number(word: &[u8]) -> bool {
    let figures = |word: &[u8]| word.iter().rev().skip_while(|b| b".:)".contains(b)).all(u8::is_ascii_digit);
    (1..=3).contains(&word.len()) && figures(word)
}

/// As [`row`], of the words of a line.
fn row_of<'a>(mut tokens: impl Iterator<Item = &'a str> + Clone) -> Option<Row> {
    let cell = |c: char| alphabetic(c) || ".#~-_0*+\u{2013}\u{2014}\u{b7}\u{2022}\u{25a0}\u{25a1}".contains(c);
    let first = tokens.next()?;
    let second = tokens.clone().next();
    let first = match second {
        Some(second) if is_number(first.as_bytes()) && first != "0" => {
            tokens.next();
            second
        }
        _ => first,
    };
    let more = tokens.clone().next().is_some();
    // one word, or one sign after the other
    let long = |t: &str| t.chars().nth(1).is_some();
    if more && (long(first) || tokens.clone().any(long)) {
        return None;
    }
    let one = first.chars().next()?;
    let (mut width, mut signs, mut mixed) = (0, false, false);
    for c in first.chars().chain(tokens.flat_map(str::chars)) {
        if !cell(c) || width == WIDEST {
            return None;
        }
        signs |= !alphabetic(c);
        mixed |= c != one;
        width += 1;
    }
    (width >= 3 && (signs || more)).then_some(Row { width, first: one, mixed })
}

/// Which lines stand in a block that reads as a grid: three or more rows of equal length one after the other, of two
/// kinds of cells at least. Nothing in such a block is a rule, a signature or a quote.
pub(super) fn grids(lines: &[Line<'_>]) -> Vec<bool> {
    let mut out = vec![false; lines.len()];
    let mut start = 0;
    while start < lines.len() {
        if let Some(after) = boards(lines, start) {
            start = after;
            continue;
        }
        let Some(first) = lines.get(start).and_then(row) else {
            start += 1;
            continue;
        };
        let (mut rows, mut mixed) = (1, first.mixed);
        // behind the last row
        let mut at = start + 1;
        while let Some(line) = lines.get(at) {
            // a client may have made a paragraph of each row
            let next = if line.is_blank() && line.depth == 0 { at + 1 } else { at };
            let Some(row) = lines.get(next).and_then(row).filter(|r| r.width == first.width) else { break };
            rows += 1;
            mixed |= row.mixed || row.first != first.first;
            at = next + 1;
        }
        if rows >= 3 && mixed {
            for (own, _) in out.iter_mut().zip(lines).take(at).skip(start).filter(|(_, line)| !line.is_blank()) {
                *own = true;
            }
        }
        start = at.max(start + 1);
    }
    out
}

/// Behind the lines of ours that begin here, where no row of a player's stands: such a block is ours as a whole.
fn boards(lines: &[Line<'_>], start: usize) -> Option<usize> {
    let other = |(_, line): &(usize, &Line<'_>)| !line.known && !line.is_blank();
    let next = lines.iter().enumerate().skip(start).find(other);
    let after = next.map_or(lines.len(), |(at, _)| at);
    (after > start && next.and_then(|(_, line)| row(line)).is_none()).then_some(after)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn dates_and_addresses() {
        for text in ["2026", "9:05", "05.10.26", "5/10/2026", "2026. okt. 5.", "в 10:00"] {
            assert!(has_date(text), "{text}");
        }
        for text in ["ew@E5", "a1:b2", "12345", "1.2", "a1 b2 c3"] {
            assert!(!has_date(text), "{text}");
        }
        for text in ["<a@b>", "a.b@x.hu", "x [mailto:a@b.hu]", "(a@b.hu)"] {
            assert!(has_address(text), "{text}");
        }
        for text in ["X@e5", "ew@E5.", "a @ b.hu", "@"] {
            assert!(!has_address(text), "{text}");
        }
    }

    #[test]
    fn grids_are_seen() {
        let grid = |text: &str| grids(&crate::letter::lines::plain(text)).into_iter().filter(|g| *g).count();
        assert_eq!(grid("place\n##..\n----\n.#.."), 3);
        assert_eq!(grid(" 1 . # .\n 2 - - -\n 3 a b c"), 3);
        assert_eq!(grid("---\nBob\n---"), 0);
        assert_eq!(grid("--\nJo\n--"), 0);
        assert_eq!(grid("----------\n----------\n----------"), 0);
        assert_eq!(grid("##..\n.#.."), 0);
        assert_eq!(grid("> ##..\n> .#..\n> .#.."), 0);
        assert_eq!(grid("WW....NNN.\n..........\n__________\nabc"), 3);
    }
}
