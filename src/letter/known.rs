//! What we sent, taken apart, and the lines that are looked for in it.

use memchr::memmem;

use super::lines::{Line, plain};
use super::signs::Places;
use super::squeeze::squeeze;

/// How many bytes of a letter that we sent are compared: the quote stands near the top.
const SENT: usize = 64 * 1024;
/// How many places of a line in our text are followed up.
const PLACES: usize = 32;
/// The least number of lines in our order that are surely ours.
pub(super) const RUN: usize = 3;
/// The least number of signs by which a part of a line of ours is known (a quote may be wrapped anew).
pub(super) const PART: usize = 12;

/// One letter that we sent, its lines without blanks: quoting clients wrap, trim and double them as they like.
#[derive(Debug)]
pub(super) struct Text {
    /// All lines in a row.
    pub(super) text: Vec<u8>,
    /// What tells a line and where it begins and ends, in bytes; sorted.
    pub(super) lines: Vec<(u64, usize, usize)>,
    /// The lines as they were written, in a row.
    written: String,
    /// Where each of them ends in `written`, in their order.
    order: Vec<usize>,
    /// Which of them there may be.
    shapes: Places,
    /// What tells the words as they were written; sorted.
    pub(super) words: Vec<u64>,
    /// Which signs follow one another in the text as it was written.
    pub(super) pairs: Pairs,
    /// Which follow one another in all lines in a row.
    pub(super) close: Pairs,
    /// All of it are fewer lines than a run.
    pub(super) short: bool,
}

/// A filter for pieces of a text: pairs of bytes that stand in it.
#[derive(Debug)]
pub(super) struct Pairs([u64; 64]);

impl Pairs {
    const NONE: Self = Self([0; 64]);

    pub(super) fn of(text: &[u8]) -> Self {
        let mut out = Self::NONE;
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

    /// False where the text surely doesn't hold the piece, by its beginning.
    pub(super) fn may_begin(&self, piece: &[u8]) -> bool {
        self.may_hold(piece.get(..16).unwrap_or(piece))
    }

    /// False where the piece surely doesn't stand in the text.
    pub(super) fn may_hold(&self, piece: &[u8]) -> bool {
        piece.windows(2).map(Self::place).all(|(word, bit)| self.0.get(word).is_some_and(|w| w & bit != 0))
    }
}

/// Lines that are looked for, without blanks.
#[derive(Default)]
pub(super) struct Looked {
    /// All in a row.
    pub(super) text: Vec<u8>,
    /// The place of each in the letter, and where it begins and ends in `text`; none is empty.
    pub(super) lines: Vec<(usize, usize, usize)>,
}

impl Looked {
    /// All lines that aren't blank.
    pub(super) fn of(lines: &[Line<'_>]) -> Self {
        let mut out = Self::default();
        for (at, line) in lines.iter().enumerate().filter(|(_, l)| !l.is_blank()).take(super::quoted::LINES) {
            out.push(at, |to| squeeze(line.text(), to));
        }
        out
    }

    /// Adds the line at a place as `write` writes it; nothing if it writes nothing.
    pub(super) fn push(&mut self, at: usize, write: impl FnOnce(&mut Vec<u8>)) {
        let start = self.text.len();
        write(&mut self.text);
        if self.text.len() > start {
            self.lines.push((at, start, self.text.len()));
        }
    }

    /// The text of the `nth` line.
    pub(super) fn get(&self, nth: usize) -> Option<&[u8]> {
        self.lines.get(nth).and_then(|(_, start, end)| self.text.get(*start..*end))
    }

    /// The place of the `nth` line in the letter.
    pub(super) fn place(&self, nth: usize) -> Option<usize> {
        self.lines.get(nth).map(|(at, _, _)| *at)
    }
}

/// What tells one line from others (FNV-1a).
pub(super) fn hash(line: &[u8]) -> u64 {
    line.iter().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(*b)).wrapping_mul(0x0000_0100_0000_01b3))
}

/// How many characters UTF-8 bytes are.
pub(super) fn count(text: &[u8]) -> usize {
    text.iter().filter(|b| **b & 0xc0 != 0x80).count()
}

impl Text {
    const NONE: Self = Self {
        text: Vec::new(),
        lines: Vec::new(),
        written: String::new(),
        order: Vec::new(),
        shapes: Places::NONE,
        words: Vec::new(),
        pairs: Pairs::NONE,
        close: Pairs::NONE,
        short: false,
    };

    /// The lines of a text.
    pub(super) fn of(text: &str) -> Self {
        let mut words: Vec<u64> = words(text).map(|w| hash(w.as_bytes())).take(SENT / 8).collect();
        words.sort_unstable();
        words.dedup();
        let pairs = Pairs::of(text.as_bytes());
        let room = Vec::with_capacity(text.len().min(SENT));
        let short = text.lines().filter(|l| !l.trim().is_empty()).take(RUN).count() < RUN;
        let mut out = Self { text: room, words, pairs, short, ..Self::NONE };
        for line in plain(text) {
            let start = out.text.len();
            out.push(|to| squeeze(line.text(), to));
            if out.text.len() > SENT {
                out.drop_last();
                break;
            }
            if out.text.len() > start {
                out.written.push_str(line.text());
                out.order.push(out.written.len());
                out.shapes.add(line.text());
            }
        }
        out.lines.sort_unstable();
        out.close = Pairs::of(&out.text);
        out
    }

    /// Adds a line as `write` writes it; they are sorted afterwards.
    pub(super) fn push(&mut self, write: impl FnOnce(&mut Vec<u8>)) {
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
    pub(super) fn starts(&self, line: &[u8]) -> impl Iterator<Item = usize> {
        let hash = hash(line);
        let from = self.lines.partition_point(|(h, _, _)| *h < hash);
        self.lines
            .iter()
            .skip(from)
            .take_while(move |(h, _, _)| *h == hash)
            .filter(move |(_, start, end)| self.text.get(*start..*end) == Some(line))
            .map(|(_, start, _)| *start)
    }

    /// The line at a place in the order, as it was written.
    fn written(&self, nth: usize) -> Option<&str> {
        let end = self.order.get(nth)?;
        let start = nth.checked_sub(1).and_then(|n| self.order.get(n)).copied().unwrap_or(0);
        self.written.get(start..*end)
    }

    /// Was this line written at this place in the order?
    pub(super) fn wrote(&self, nth: usize, line: &str) -> bool {
        self.written(nth) == Some(line)
    }

    /// The first place in the order at which this line was written.
    pub(super) fn place(&self, line: &str) -> Option<usize> {
        if !self.shapes.may_have(line) {
            return None;
        }
        (0..self.order.len()).find(|nth| self.wrote(*nth, line))
    }

    /// The same letter with each line changed.
    pub(super) fn map(&self, change: impl Fn(&str) -> String) -> Self {
        let mut lines: Vec<(usize, usize)> = self.lines.iter().map(|(_, start, end)| (*start, *end)).collect();
        lines.sort_unstable();
        let mut out = Self::NONE;
        for (start, end) in lines {
            let line = String::from_utf8_lossy(self.text.get(start..end).unwrap_or_default());
            out.push(|out| out.extend_from_slice(change(&line).as_bytes()));
        }
        out.lines.sort_unstable();
        out
    }

    /// How many of these lines, from one on, follow one another in our text, if they are enough.
    pub(super) fn run(&self, looked: &Looked, from: usize) -> usize {
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

/// Words without the marks that clients put beside them.
pub(super) fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().map(|w| w.trim_matches(['*', '>'])).filter(|w| !w.is_empty())
}
