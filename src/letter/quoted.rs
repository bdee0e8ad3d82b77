//! Taking off the lines of letters that we sent ourselves: it works in every language and for every client.

use std::collections::BTreeSet;
use std::sync::{Arc, OnceLock};

use memchr::memmem;

use super::lines::{Line, plain};
use super::signs::Signs;
use super::squeeze::{squeeze, squeezed};

/// How many lines of a letter are compared, and how many bytes of each letter that we sent: the quote stands near the
/// top.
const LINES: usize = 3_000;
const SENT: usize = 64 * 1024;
/// How many letters that we sent are compared.
const LETTERS: usize = 32;
/// How many places of a line in our text are followed up.
const PLACES: usize = 32;
/// The least number of lines in our order that are surely ours.
const RUN: usize = 3;
/// The least number of signs by which a part of a line of ours is known (a quote may be wrapped anew).
const PART: usize = 12;
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

/// One letter that we sent, its lines without blanks: quoting clients wrap, trim and double them as they like.
#[derive(Debug)]
struct Text {
    /// All lines in a row.
    text: Vec<u8>,
    /// What tells a line and where it begins and ends, in bytes; sorted.
    lines: Vec<(u64, usize, usize)>,
    /// What tells the words as they were written; sorted.
    words: Vec<u64>,
    /// Which signs follow one another in the text as it was written.
    pairs: Pairs,
}

/// A filter for pieces of a text: pairs of bytes that stand in it.
#[derive(Debug)]
struct Pairs([u64; 64]);

impl Pairs {
    fn of(text: &[u8]) -> Self {
        let mut out = Self([0; 64]);
        for pair in text.windows(2) {
            let (word, bit) = Self::place(pair);
            if let Some(word) = out.0.get_mut(word) {
                *word |= bit;
            }
        }
        out
    }

    /// One of 4096 bits.
    fn place(pair: &[u8]) -> (usize, u64) {
        let place = pair.iter().fold(0_usize, |h, b| h * 67 + usize::from(*b)) % 4096;
        (place / 64, 1 << (place % 64))
    }

    /// False where the piece surely doesn't stand in the text.
    fn may_hold(&self, piece: &[u8]) -> bool {
        piece.windows(2).map(Self::place).all(|(word, bit)| self.0.get(word).is_some_and(|w| w & bit != 0))
    }
}

/// Lines that are looked for, without blanks.
#[derive(Default)]
struct Looked {
    /// All in a row.
    text: Vec<u8>,
    /// The place of each in the letter, and where it begins and ends in `text`; none is empty.
    lines: Vec<(usize, usize, usize)>,
}

impl Looked {
    /// Adds the line at a place as `write` writes it; nothing if it writes nothing.
    fn push(&mut self, at: usize, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.text.len();
        write(&mut self.text);
        if self.text.len() > start {
            self.lines.push((at, start, self.text.len()));
        }
    }

    /// The text of the `nth` line.
    fn get(&self, nth: usize) -> Option<&[u8]> {
        self.lines.get(nth).and_then(|(_, start, end)| self.text.get(*start..*end))
    }

    /// The place of the `nth` line in the letter.
    fn place(&self, nth: usize) -> Option<usize> {
        self.lines.get(nth).map(|(at, _, _)| *at)
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
            known.words.binary_search(&hash(word)).is_ok()
                || (known.pairs.may_hold(word) && memmem::find(text.as_str().as_bytes(), word).is_some())
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
    fn worth_it(&self, lines: &[Line<'_>]) -> bool {
        let short = |t: &str| t.lines().filter(|l| !l.trim().is_empty()).take(RUN).count() < RUN;
        if self.texts().any(short) {
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
    pub(super) fn runs(&self, lines: &[Line<'_>], grid: &[bool]) -> Vec<bool> {
        let mut ours = vec![false; lines.len()];
        if self.0.is_empty() || !self.worth_it(lines) || self.is_empty() {
            return ours;
        }
        let mut looked = Looked::default();
        for (at, line) in lines.iter().enumerate().filter(|(_, l)| !l.is_blank()).take(LINES) {
            looked.push(at, |out| squeeze(line.text(), out));
        }
        mark(&self.letters().collect::<Vec<_>>(), &looked, &mut ours);
        let odd = |l: &&Line<'_>| l.signs().has(Signs::QUESTION | Signs::HIGH);
        if lines.iter().take(LINES).filter(odd).any(|l| damaged(l.text())) {
            self.damaged_runs(lines, &looked, &mut ours);
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
    // the bytes with which they begin in UTF-8: `Ð`, `Ñ`, `Ã`, `Å` before a sign that follows none in Europe, U+FFFD
    let sign = memchr::memchr2_iter(0xc3, 0xef, bytes).any(|at| {
        let rest = bytes.get(at..).unwrap_or_default();
        matches!(rest, [0xc3, 0x90 | 0x91 | 0x83, ..] | [0xc3, 0x85, 0xc2, 0x91 | 0xb1, ..] | [0xef, 0xbf, 0xbd, ..])
    });
    let mark = || text.split(|c: char| !c.is_alphabetic() && c != '?').any(|w| w.trim_end_matches('?').contains('?'));
    sign || (memchr::memchr(b'?', bytes).is_some() && (text.contains("??") || mark()))
}

/// What tells one line from others (FNV-1a).
fn hash(line: &[u8]) -> u64 {
    line.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// How many characters UTF-8 bytes are.
fn count(text: &[u8]) -> usize {
    text.iter().filter(|b| **b & 0xc0 != 0x80).count()
}

impl Text {
    /// The lines of a text.
    fn of(text: &str) -> Self {
        let mut words: Vec<u64> = words(text).map(|w| hash(w.as_bytes())).take(SENT / 8).collect();
        words.sort_unstable();
        words.dedup();
        let pairs = Pairs::of(text.as_bytes());
        let mut out = Self { text: Vec::with_capacity(text.len().min(SENT)), lines: Vec::new(), words, pairs };
        for line in plain(text) {
            out.push(|to| squeeze(line.text(), to));
            if out.text.len() > SENT {
                out.drop_last();
                break;
            }
        }
        out.lines.sort_unstable();
        out
    }

    /// Adds a line as `write` writes it; they are sorted afterwards.
    fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.text.len();
        write(&mut self.text);
        let line = self.text.get(start..).unwrap_or_default();
        if !line.is_empty() {
            self.lines.push((hash(line), start, self.text.len()));
        }
    }

    /// Takes the last line away again.
    fn drop_last(&mut self) {
        if let Some((_, start, _)) = self.lines.pop() {
            self.text.truncate(start);
        }
    }

    /// Where this line stands as a whole.
    fn starts(&self, line: &[u8]) -> impl Iterator<Item = usize> {
        let hash = hash(line);
        let from = self.lines.partition_point(|(h, _, _)| *h < hash);
        self.lines
            .iter()
            .skip(from)
            .take_while(move |(h, _, _)| *h == hash)
            .filter(move |(_, start, end)| self.text.get(*start..*end) == Some(line))
            .map(|(_, start, _)| *start)
    }

    /// The same letter with each line changed.
    fn map(&self, change: impl Fn(&str) -> String) -> Self {
        let mut lines: Vec<(usize, usize)> = self.lines.iter().map(|(_, start, end)| (*start, *end)).collect();
        lines.sort_unstable();
        let mut out = Self { text: Vec::new(), lines: Vec::new(), words: Vec::new(), pairs: Pairs([0; 64]) };
        for (start, end) in lines {
            let line = String::from_utf8_lossy(self.text.get(start..end).unwrap_or_default());
            out.push(|out| out.extend_from_slice(change(&line).as_bytes()));
        }
        out.lines.sort_unstable();
        out
    }

    /// How many of these lines, from one on, follow one another in our text, if they are enough.
    fn run(&self, looked: &Looked, from: usize) -> usize {
        let Some(head) = looked.get(from) else { return 0 };
        let mut best = 0;
        let mut follow = |start: usize| {
            let mut rest = self.text.get(start..).unwrap_or_default();
            let mut run = 0;
            for line in (from..).map_while(|nth| looked.get(nth)) {
                match rest.strip_prefix(line) {
                    Some(after) => rest = after,
                    None => break,
                }
                run += 1;
            }
            if run >= RUN || (start == 0 && rest.is_empty()) {
                best = best.max(run);
            }
        };
        self.starts(head).take(PLACES).for_each(&mut follow);
        if count(head) >= PART {
            memmem::find_iter(&self.text, head).take(PLACES).for_each(&mut follow);
        }
        best
    }
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

/// Words without the marks that clients put beside them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(|w| w.trim_matches(['*', '>'])).filter(|w| !w.is_empty())
}

#[cfg(test)]
mod tests {
    use super::*;
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
