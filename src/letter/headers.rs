//! Blocks of header lines, as Outlook, Notes and many others put them before the old letter.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use super::fold::{alphabetic, folded, may_link};
use super::lines::Line;
use super::patterns::{LABELS, Label, PREFIXES};
use super::shape::{has_address, has_date, has_figures};
use super::signs::Signs;

/// How many lines are looked at.
const LINES: usize = 16;
/// The longest label.
const NAME: usize = 30;

/// What a line says if it is one of a header.
#[derive(Clone, Copy, Debug)]
pub(super) struct Header {
    /// What its label means, if that is known.
    label: Option<Label>,
    /// Whether the value has an address in it.
    address: bool,
    /// Whether the value has a date in it.
    date: bool,
    /// Whether there is no value.
    empty: bool,
    /// Whether the value begins as a subject does that answers another.
    answer: bool,
    /// Whether the value looks like a move or a cell, or is a time alone: `From: e2`.
    cell: bool,
}

impl Header {
    /// Reads a line; [`Line::header`] keeps what it found.
    pub(super) fn of(line: &Line<'_>) -> Option<Self> {
        if !line.signs().has(Signs::COLON | Signs::WIDE) {
            return None;
        }
        // the label stands at the beginning
        let text = line.text();
        let colon = memchr::memchr(b':', text.as_bytes());
        let (at, wide) = match colon {
            Some(at) if !line.signs().has(Signs::WIDE) => (at, false),
            _ => text
                .char_indices()
                .find(|(_, c)| matches!(c, ':' | '\u{ff1a}'))
                .map(|(at, _)| (at, Some(at) != colon))?,
        };
        let head = text.get(..at)?;
        if head.len() >= NAME + 12 && head.chars().count() >= NAME + 12 {
            return None;
        }
        if !wide && no_label(line, head) {
            debug_assert!(Self::read(&line.low().replace('*', "")).is_none(), "{text:?} is a header line");
            return None;
        }
        let low = line.low();
        if low.contains('*') { Self::read(&low.replace('*', "")) } else { Self::read(low) }
    }

    /// Reads a folded text in lower case.
    fn read(text: &str) -> Option<Self> {
        let (name, value) = text.trim().trim_start_matches(['_', '-', ' ', '\u{2022}']).split_once(':')?;
        let name = name.trim().trim_matches('_');
        // the vowels of Thai and its kin aren't letters by themselves
        let part =
            |c: char| alphabetic(c) || matches!(c, ' ' | '.' | '\'' | '-' | '/' | '(' | ')' | '\u{900}'..='\u{eff}');
        if !name.contains(alphabetic) || !name.chars().all(part) || name.chars().count() > NAME {
            return None;
        }
        let value = value.trim();
        let (address, date) = (has_address(value), has_date(value));
        Some(Self {
            label: known(name),
            address,
            date,
            empty: value.is_empty(),
            answer: value.split_once(':').is_some_and(|(head, _)| PREFIXES.contains(&head.trim_end())),
            cell: !address && (cell(value) || (date && value.len() <= 5)),
        })
    }
}

/// `e2`, `ew@e5`, `e2-e4`, `nf3`: one word that ends in a letter or two and a figure or two.
pub(super) fn cell(value: &str) -> bool {
    let column = value.trim_end_matches(|c: char| c.is_ascii_digit());
    let start = column.trim_end_matches(char::is_alphabetic);
    let letters = column.get(start.len()..).unwrap_or_default().chars().count();
    let short = value.chars().count() <= 8 && (1..=2).contains(&(value.len() - column.len()));
    short && (1..=2).contains(&letters) && (start.is_empty() || start.ends_with(['-', '@', 'x', ':']))
}

/// Is the text before the colon surely no label, before anything is folded? No label has figures or brackets, and folding
/// takes none of them away but with a link.
fn no_label(line: &Line<'_>, head: &str) -> bool {
    let odd = |b: u8| matches!(b, b'!'..=b'@' | b'['..=b'`' | b'{'..=b'~') && !may_label(b);
    let signs = line.signs();
    let one_by_one = |text: &str| text.chars().all(|c| folded(c).is_some());
    head.bytes().any(odd)
        && match (signs.has(Signs::HIGH | Signs::CONTROL), signs.has(Signs::OPEN)) {
            (false, _) => !may_link(line.text()),
            (true, false) => one_by_one(head),
            (true, true) => !may_link(line.text()) && one_by_one(line.text()),
        }
}

/// Signs that a label may have beside its letters.
const fn may_label(byte: u8) -> bool {
    matches!(byte, b'*' | b'_' | b'.' | b'\'' | b'`' | b'-' | b'/' | b'(' | b')')
}

static KNOWN: LazyLock<BTreeMap<&str, Label>> = LazyLock::new(|| {
    let mut out = BTreeMap::new();
    for (label, names) in LABELS {
        for name in *names {
            // what stands first in the table counts
            out.entry(*name).or_insert(*label);
        }
    }
    out
});

/// What a label in lower case means.
fn known(name: &str) -> Option<Label> {
    KNOWN.get(name).copied()
}

/// Is there a block of header lines that begins here? Gives the number of lines.
pub(super) fn header_block(lines: &[Line<'_>], after_separator: bool) -> Option<usize> {
    let first = lines.first()?;
    if let Some(count) = block(lines, after_separator) {
        return Some(count);
    }
    if one_line(first) {
        return Some(1);
    }
    below_a_name(lines)
}

/// Three known labels, or two of which one says who and has an address, or one says when and the other has an address,
/// or three label lines one after the other with an address and a date among their values, in whatever language.
fn block(lines: &[Line<'_>], after_separator: bool) -> Option<usize> {
    let depth = lines.first()?.depth;
    let head = lines.first()?.header()?;
    // the labels below a sender's may be in a language that no table knows
    let sent = head.label == Some(Label::From) && head.address;
    let first = head.label;
    // "move: e2e4" above the block is the player's own, and so are "To: e4" and "Re: attack"
    let answers = first == Some(Label::Subject) && lines.first()?.low().starts_with("re:");
    if (first.is_none() && !head.address && !head.date) || head.cell || answers {
        return None;
    }
    let mut known = Vec::new();
    let (mut labels, mut end, mut loose, mut blanks) = (0, 0, 0, 0);
    let (mut address, mut date, mut sender, mut dated, mut answered) = (false, false, false, false, false);
    for (at, line) in lines.iter().enumerate().take(LINES) {
        if line.depth != depth {
            break;
        }
        if line.is_blank() {
            blanks += 1;
            // HTML turned to text leaves one blank line between paragraphs, never two
            if blanks > 1 {
                break;
            }
            continue;
        }
        let found = line.header().filter(|header| {
            header.label.is_some()
                || ((first.is_none() || sent) && blanks == 0 && !header.empty)
                || (header.address && blanks == 0)
        });
        match found {
            Some(header) => {
                let label = header.label;
                // "Re: attack", a blank line, and the block
                if label == Some(Label::From) && blanks > 0 && !address && !date {
                    return None;
                }
                if let Some(label) = label.filter(|l| *l != Label::Other) {
                    if known.contains(&label) && label == Label::From {
                        break;
                    }
                    known.push(label);
                }
                sender |= label == Some(Label::From) && header.address;
                answered |= label == Some(Label::Subject) && header.answer;
                dated |= label == Some(Label::Date) && header.date;
                address |= header.address;
                date |= header.date;
                labels += 1;
                end = at + 1;
                loose = 0;
            }
            // a wrapped list of recipients or a wrapped subject
            None if at > 0 && loose < 2 && blanks == 0 => loose += 1,
            None => break,
        }
        // a line with text ends a gap
        blanks = 0;
    }
    known.sort_unstable();
    known.dedup();
    // a block that says who it is from begins with a label that we know
    if first.is_none() && known.contains(&Label::From) {
        return None;
    }
    let when = known.contains(&Label::Date);
    let by_words = known.len() >= 3
        || (known.len() == 2 && ((sender && when) || (dated && address)))
        || (known.len() == 2 && after_separator)
        || (known == [Label::From, Label::Subject] && labels == 2 && (sender || answered))
        || (known == [Label::To, Label::Subject] && address && lines.get(end).is_some_and(dates_a_sender));
    let by_shape = labels >= 3 && address && date && (first.is_none() || sent || known.len() >= 2);
    (by_words || by_shape).then_some(end)
}

/// `From: Bob`, which is enough below Outlook's line of underscores.
pub(super) fn says_from(line: &Line<'_>) -> bool {
    line.header().is_some_and(|h| h.label == Some(Label::From) && !h.empty && !h.cell)
}

/// `05.10.2026, 10:00, "Bob" <b@x.org>:`, which Yandex puts below `To:` and `Subject:`.
pub(super) fn dates_a_sender(line: &Line<'_>) -> bool {
    let text = line.low();
    text.starts_with(|c: char| c.is_ascii_digit()) && text.ends_with(':') && has_date(text) && has_address(text)
}

/// `Date: … From: … To: … Subject: …` all on one line, as it comes when a client loses the line ends.
fn one_line(line: &Line<'_>) -> bool {
    let colons = || memchr::memchr_iter(b':', line.text().as_bytes()).nth(1).is_some();
    if !line.signs().has(Signs::COLON) || !colons() || line.header().is_none_or(|h| h.label.is_none()) {
        return false;
    }
    let text = line.low();
    let mut found: Vec<Label> = Vec::new();
    for (at, _) in text.match_indices(':').take(20) {
        let before = text.get(..at).unwrap_or_default().trim_end();
        let mut words = before.rsplit([' ', '*', '>']);
        let word = words.next().unwrap_or_default();
        let label = known(word).or_else(|| known(&format!("{} {word}", words.next().unwrap_or_default())));
        found.extend(label.filter(|l| *l != Label::Other));
    }
    let first_date = found.contains(&Label::Date);
    found.sort_unstable();
    found.dedup();
    has_address(text) && (found.len() >= 3 || (found.len() == 2 && first_date && has_date(text)))
}

/// Notes writes who and when into two lines without labels, and `To:`, `cc:`, `Subject:` below them.
fn below_a_name(lines: &[Line<'_>]) -> Option<usize> {
    let depth = lines.first()?.depth;
    let dated =
        |l: &Line<'_>| l.signs().has(Signs::DIGIT) && has_figures(l.text()) && l.text().trim().chars().count() <= 100;
    let mut date = false;
    let (mut texts, mut gap) = (0, false);
    for (at, line) in lines.iter().enumerate().take(6) {
        if line.depth != depth {
            return None;
        }
        if line.is_blank() {
            gap = true;
            continue;
        }
        let to = || line.header().is_some_and(|h| h.label == Some(Label::To));
        if date && to() {
            return block(lines.get(at..).unwrap_or_default(), false).map(|count| at + count);
        }
        // or all of them on lines of their own
        let label = |l: &Line<'_>| if date { known(l.low()) } else { None };
        if label(line) == Some(Label::To) {
            let rest = lines.get(at..).unwrap_or_default();
            let subject = rest.iter().take(12).position(|l| label(l) == Some(Label::Subject))?;
            return Some((at + subject + 2).min(lines.len()));
        }
        if gap && texts > 0 && !date {
            return None;
        }
        texts += 1;
        date |= dated(line);
        // the date stands in the second line at the latest
        if texts > 3
            || (texts >= 2
                && !date
                && !(line.signs().has(Signs::COLON | Signs::WIDE) && line.low().starts_with("sent by:")))
            || (line.text().len() > 120 && line.text().trim().chars().count() > 120)
        {
            return None;
        }
    }
    None
}

#[cfg(test)]
#[path = "headers_tests.rs"]
mod tests;
