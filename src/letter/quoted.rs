//! Taking off the lines of letters that we sent ourselves: it works in every language and for every client.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use memchr::memmem;

use super::known::{Looked, PART, RUN, Text, count, hash, squeeze_line, words};
use super::lines::Line;
use super::squeeze::{squeeze, squeezed};

/// How many lines of a letter are compared: the quote stands near the top.
pub(super) const LINES: usize = 3_000;
/// How many letters that we sent are compared.
const LETTERS: usize = 32;
/// The least number of signs of a single line that is ours because it stands below a quote.
const SINGLE: usize = 6;

/// The text of a letter that we sent. It is taken apart when the first line looks like one of it, and kept so: a reply
/// is compared with several, and every reply of a game with almost the same.
#[derive(Clone, Debug)]
pub struct SentText(Arc<Kept>);

#[derive(Debug)]
struct Kept {
    text: String,
    lines: OnceLock<Text>,
}

impl From<String> for SentText {
    fn from(text: String) -> Self {
        Self(Arc::new(Kept { text, lines: OnceLock::new() }))
    }
}

impl SentText {
    /// The text, with LF line ends.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0.text
    }

    fn lines(&self) -> &Text {
        self.0.lines.get_or_init(|| Text::of(self.as_str()))
    }
}

/// The letters that we sent.
#[derive(Clone, Copy, Default)]
pub(super) struct Sent<'a>(&'a [SentText]);

/// The lines of a letter between those that are surely not ours: no run goes over one. Lines with a quote mark are
/// quoted in any case; they are squeezed only where they may help a line without one to its run.
struct Parts {
    looked: Looked,
    /// Those parts of `looked` in which a line without a mark may be ours.
    ours: Vec<Range<usize>>,
    /// How many lines without a mark stand below one of ours as we wrote them.
    written: usize,
}

impl Parts {
    fn of(letters: &[&Text], lines: &[Line<'_>], grid: &[bool]) -> Self {
        let room: usize = lines.iter().filter(|l| l.depth == 0).take(LINES).map(|l| l.text().len()).sum();
        let looked = Looked { text: Vec::with_capacity(room), lines: Vec::with_capacity(lines.len().min(LINES)) };
        let mut out = Self { looked, ours: Vec::new(), written: 0 };
        let (mut from, mut asked) = (0, false);
        // where the next line of ours would stand: most clients quote what we wrote as it is
        let mut next: Option<(&Text, usize)> = None;
        for (at, line) in lines.iter().enumerate().filter(|(_, l)| !l.is_blank()).take(LINES) {
            // a grid counts as a whole
            if line.depth > 0 && !is(grid, at) {
                out.looked.lines.push((at, 0, 0));
                continue;
            }
            let before = out.looked.lines.len();
            if let Some((letter, nth)) = next
                && let Some(text) = letter.as_written(nth, line.text())
            {
                debug_assert_eq!(text, squeezed(line.text()), "a line of ours is squeezed otherwise");
                out.looked.push(at, |to| to.extend_from_slice(text));
                out.written += usize::from(line.depth == 0);
                (asked, next) = (true, Some((letter, nth + 1)));
                continue;
            }
            out.looked.push(at, |to| squeeze_line(line, to));
            let Some(text) = out.looked.get(before) else { continue };
            if letters.iter().any(|l| l.close.may_begin(text)) {
                next = letters.iter().find_map(|l| l.place(text).map(|nth| (*l, nth + 1)));
                asked = true;
                continue;
            }
            if asked {
                out.ours.push(from..before);
            }
            (from, asked) = (out.looked.lines.len(), false);
        }
        if asked {
            out.ours.push(from..out.looked.lines.len());
        }
        out
    }

    /// Marks the lines that belong to runs.
    fn mark(self, letters: &[&Text], lines: &[Line<'_>], ours: &mut [bool]) {
        let Looked { text, lines: places } = self.looked;
        let mut part = Looked { text, lines: Vec::new() };
        for range in self.ours {
            part.lines.clear();
            for (at, start, end) in places.get(range).unwrap_or_default() {
                if end > start {
                    part.lines.push((*at, *start, *end));
                } else if let Some(line) = lines.get(*at) {
                    part.push(*at, |to| squeeze_line(line, to));
                }
            }
            mark(letters, &part, ours);
        }
        #[cfg(debug_assertions)]
        {
            let mut all = vec![false; ours.len()];
            mark(letters, &Looked::of(lines), &mut all);
            let asked = |at: &usize| lines.get(*at).is_some_and(|l| l.depth == 0);
            debug_assert!((0..ours.len()).filter(asked).all(|at| is(ours, at) == is(&all, at)), "other lines are ours");
        }
    }
}

impl<'a> Sent<'a> {
    pub(super) fn new(texts: &'a [SentText]) -> Self {
        Self(texts.get(..LETTERS).unwrap_or(texts))
    }

    fn letters(self) -> impl Iterator<Item = &'a Text> {
        self.0.iter().map(SentText::lines)
    }

    fn texts(self) -> impl Iterator<Item = &'a str> {
        self.0.iter().map(SentText::as_str)
    }

    /// Do we know anything that we sent?
    pub(super) fn is_empty(self) -> bool {
        self.letters().all(|l| l.text.is_empty())
    }

    /// Is this line one of ours, or a good part of one, wherever it stands?
    pub(super) fn holds(&self, line: &str) -> bool {
        let line = squeezed(line);
        self.letters().any(|l| {
            l.starts(&line).next().is_some() || (count(&line) >= PART && memmem::find(&l.text, &line).is_some())
        })
    }

    /// As [`Sent::holds`], for a line below a quote: not for words so short that a player may say them too.
    pub(super) fn holds_below(&self, line: &str) -> bool {
        self.may_hold(line) && count(&squeezed(line)) >= SINGLE && self.holds(line)
    }

    /// A quick look: are the line's words in one of our texts, as they stand? Where a charset was lost, they need not.
    fn may_hold(&self, line: &str) -> bool {
        let within = |text: &SentText, word: &str| {
            let word = word.as_bytes();
            let known = text.lines();
            known.pairs.may_hold(word)
                && (known.words.binary_search(&hash(word)).is_ok()
                    || memmem::find(text.as_str().as_bytes(), word).is_some())
        };
        // a client may have hung the target of a link to a word
        let linked = line.contains(['<', '[']);
        let known = |text: &SentText| {
            let mut words = words(line);
            if linked { words.any(|w| within(text, w)) } else { words.all(|w| within(text, w)) }
        };
        self.0.iter().any(known) || damaged(line)
    }

    /// Can there be lines in this letter that are ours but bear no mark? Not where fewer than three look so, unless
    /// they stand beside quoted ones, or what we sent was very short.
    fn worth_it(&self, lines: &[Line<'_>], parts: &Parts) -> bool {
        let short = |t: &str| t.lines().filter(|l| !l.trim().is_empty()).take(RUN).count() < RUN;
        if self.texts().any(short) {
            return true;
        }
        if parts.written >= RUN {
            return true;
        }
        // the lines that may be ours are the first to look at: most often three of them are
        let likely = parts.ours.iter().filter_map(|range| parts.looked.lines.get(range.clone())).flatten();
        let likely =
            likely.filter(|(at, _, _)| *at < LINES).filter_map(|(at, _, _)| lines.get(*at)).filter(|l| l.depth == 0);
        if likely.filter(|l| self.may_hold(l.text())).take(RUN).count() == RUN {
            return true;
        }
        let mut found = 0;
        for (at, line) in lines.iter().enumerate().take(LINES) {
            if line.depth > 0 || line.is_blank() || !self.may_hold(line.text()) {
                continue;
            }
            found += 1;
            let quoted = |n: Option<usize>| n.and_then(|n| lines.get(n)).is_some_and(|l| l.depth > 0);
            if found >= RUN || quoted(at.checked_sub(1)) || quoted(Some(at + 1)) {
                return true;
            }
        }
        false
    }

    /// Which lines belong to a run of three or more in our order, or to a whole letter of ours, however short. A
    /// player's grid (see [`super::shape::grids`]) is taken off only as a whole: rows of water are alike everywhere.
    /// Only what bears no quote mark is asked for, and that is all that the answer holds for.
    pub(super) fn runs(&self, lines: &[Line<'_>], grid: &[bool]) -> Vec<bool> {
        let mut ours = vec![false; lines.len()];
        if self.0.is_empty() {
            return ours;
        }
        let letters: Vec<&Text> = self.letters().collect();
        let parts = Parts::of(&letters, lines, grid);
        let lost = lines.iter().take(LINES).any(|l| damaged(l.text()));
        if (parts.ours.is_empty() && !lost) || !self.worth_it(lines, &parts) || self.is_empty() {
            return ours;
        }
        if lost {
            let all = Looked::of(lines);
            mark(&letters, &all, &mut ours);
            self.damaged_runs(lines, &all, &mut ours);
        } else {
            parts.mark(&letters, lines, &mut ours);
        }
        spare_grids(&mut ours, grid);
        ours
    }

    /// The same where a charset was lost on the way: what is left of the lines in ASCII is compared. Lines of which
    /// nothing is left belong to their neighbours.
    fn damaged_runs(&self, lines: &[Line<'_>], looked: &Looked, ours: &mut [bool]) {
        let bones = |text: &str| text.chars().filter(|c| c.is_ascii() && !"?\"'".contains(*c)).collect::<String>();
        let letters: Vec<Text> = self.letters().map(|l| l.map(bones)).collect();
        let places = || looked.lines.iter().map(|(at, _, _)| *at);
        let mut left = Looked::default();
        for at in places() {
            // before folding: it makes ASCII of some of the signs
            let bones = lines.get(at).map(|l| bones(l.text())).unwrap_or_default();
            left.push(at, |out| squeeze(&bones, out));
        }
        mark(&letters.iter().collect::<Vec<_>>(), &left, ours);
        let kept: BTreeSet<usize> = left.lines.iter().map(|(at, _, _)| *at).collect();
        let lost = |at: usize| !kept.contains(&at) && lines.get(at).is_some_and(|l| damaged(l.text()));
        for (nth, at) in places().enumerate().filter(|(_, at)| lost(*at)) {
            let near = |n: Option<usize>| n.and_then(|n| looked.place(n)).is_none_or(|at| is(ours, at));
            let below = near(Some(nth + 1)) || looked.place(nth + 1).is_some_and(lost);
            if near(nth.checked_sub(1)) && below {
                set(ours, at);
            }
        }
    }
}

/// Marks the lines that belong to runs in these letters.
fn mark(letters: &[&Text], looked: &Looked, ours: &mut [bool]) {
    let mut at = 0;
    while at < looked.lines.len() {
        let run = letters.iter().map(|l| l.run(looked, at)).max().unwrap_or(0);
        for place in (at..at + run).filter_map(|nth| looked.place(nth)) {
            set(ours, place);
        }
        at += run.max(1);
    }
}

fn is(ours: &[bool], at: usize) -> bool {
    ours.get(at).copied().unwrap_or(false)
}

fn set(ours: &mut [bool], at: usize) {
    if let Some(own) = ours.get_mut(at) {
        *own = true;
    }
}

/// Signs that a charset leaves behind when it is lost: replacement signs, question marks in words, and UTF-8 read as
/// Latin.
fn damaged(text: &str) -> bool {
    let bytes = text.as_bytes();
    // most lines are told by what isn't in them
    if bytes.iter().fold(0, |all, b| all | (b & 0x80) | u8::from(*b == b'?')) == 0 {
        return false;
    }
    // the bytes with which they begin in UTF-8: `Ð`, `Ñ`, `Ã`, `Å` before a sign that follows none in Europe, U+FFFD
    let sign = memchr::memchr2_iter(0xc3, 0xef, bytes).any(|at| {
        let rest = bytes.get(at..).unwrap_or_default();
        matches!(rest, [0xc3, 0x90 | 0x91 | 0x83, ..] | [0xc3, 0x85, 0xc2, 0x91 | 0xb1, ..] | [0xef, 0xbf, 0xbd, ..])
    });
    let mark = || text.split(|c: char| !c.is_alphabetic() && c != '?').any(|w| w.trim_end_matches('?').contains('?'));
    sign || (memchr::memchr(b'?', bytes).is_some() && (text.contains("??") || mark()))
}

/// Grid blocks of which only some rows look like ours are the player's.
fn spare_grids(ours: &mut [bool], grid: &[bool]) {
    let mut at = 0;
    while at < grid.len() {
        let length = grid.iter().skip(at).take_while(|g| **g).count();
        if ours.iter().skip(at).take(length).any(|own| !own) {
            ours.iter_mut().skip(at).take(length).for_each(|own| *own = false);
        }
        at += length.max(1);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::letter::lines::plain;
    use crate::letter::shape::grids;

    const OURS: &str = "Your turn, Bob: game 17.\n\n    A   B   C\n  +---+---+---+\n  1 |   #####   |\n  +---+---+---+\n\n\
        Answer with your move at the very top of the letter, for instance <move>, and nothing more.\n..........\n..........\n..........\n..........\n";

    fn left(text: &str) -> Vec<String> {
        let lines = plain(text);
        let grid = grids(&lines);
        let ours = Sent::new(&[OURS.to_owned().into()]).runs(&lines, &grid);
        lines.into_iter().zip(ours).filter(|(l, o)| !o && !l.is_blank()).map(|(l, _)| l.text().to_owned()).collect()
    }

    #[test]
    fn our_lines_go_however_they_are_wrapped() {
        let unquoted = "ew@E5\n\nYour turn, Bob:  game\u{a0}17.\n\n A   B   C\n +---+---+---+\n1 |   #####   |\n+---+---+---+\n\nAnswer with your move at the\nvery top of the letter, for instance <move>, and\nnothing more.";
        assert_eq!(left(unquoted), ["ew@E5"]);
        assert!(left(OURS).is_empty());
    }

    #[test]
    fn a_lost_charset_hides_nothing() {
        let ours = "Пётр, ваш ход: партия 17.\nНапишите ход.\n    A   B\n  +---+---+\n  1 | # |   |\n  +---+---+\nКарл сыграл ns@C2. Осталось 3.\n";
        let texts = [ours.to_owned().into()];
        let sent = Sent::new(&texts);
        let lost = |text: &str, keep: &str| {
            let text = format!("{keep}\n\n{text}");
            let lines = plain(&text);
            let grid = grids(&lines);
            let own = sent.runs(&lines, &grid);
            lines
                .into_iter()
                .zip(own)
                .filter(|(l, o)| !o && !l.is_blank())
                .map(|(l, _)| l.text().to_owned())
                .collect::<Vec<_>>()
        };
        let marks: String = ours.chars().map(|c| if c.is_ascii() { c } else { '?' }).collect();
        assert_eq!(lost(&marks, "ew@E5"), ["ew@E5"]);
        let signs: String = ours.chars().map(|c| if c.is_ascii() { c } else { '\u{fffd}' }).collect();
        assert_eq!(lost(&signs, "ew@E5"), ["ew@E5"]);
        let latin: String = ours.bytes().map(char::from).collect();
        assert_eq!(lost(&latin, "ew@E5"), ["ew@E5"]);
    }

    #[test]
    fn a_single_line_stays() {
        assert_eq!(left("Your turn, Bob: game 17.\nA B C"), ["Your turn, Bob: game 17.", "A B C"]);
    }

    #[test]
    fn water_in_a_players_grid_stays() {
        assert_eq!(left("place\n..........\n..........\n..........\n###.......\n..........").len(), 6);
    }
}
