//! Taking off the lines of letters that we sent ourselves: it works in every language and for every client.

use std::collections::BTreeSet;
use std::ops::Range;
use std::sync::{Arc, OnceLock};

use memchr::memmem;

use super::known::{Looked, PART, RUN, Text, count, hash, words};
use super::lines::Line;
use super::signs::Signs;
use super::squeeze::{squeeze, squeeze_start, squeezed};

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
/// quoted in any case, and some are known already; they are squeezed only where they may help another to its run.
struct Parts {
    looked: Looked,
    /// Those parts of `looked` in which a line without a mark may be ours.
    ours: Vec<Range<usize>>,
}

impl Parts {
    /// Looks at every third line first: a run goes over one of them. Where `short` lines are enough for one, at all.
    fn of(letters: &[&Text], lines: &[Line<'_>], grid: &[bool], short: bool) -> Self {
        let mut out = Self { looked: Looked::default(), ours: Vec::new() };
        let mut written = Vec::with_capacity(lines.len());
        written.extend(lines.iter().enumerate().filter(|(_, l)| !l.is_blank()).map(|(at, _)| at).take(LINES));
        let looks = |at: usize| lines.get(at).is_none_or(|l| helps(l, is(grid, at)) || looks_ours(letters, l));
        let (mut from, mut nth) = (0, RUN - 1);
        while !short && nth < written.len() {
            if written.get(nth).is_none_or(|at| looks(*at)) {
                nth += RUN;
                continue;
            }
            let between = written.get(from..nth).unwrap_or_default();
            if between.len() >= RUN {
                out.stretch(between, letters, lines, grid);
            }
            (from, nth) = (nth + 1, nth + RUN);
        }
        let rest = written.get(from..).unwrap_or_default();
        if short || rest.len() >= RUN {
            out.stretch(rest, letters, lines, grid);
        }
        out
    }

    /// Takes up lines between two that surely aren't ours.
    fn stretch(&mut self, places: &[usize], letters: &[&Text], lines: &[Line<'_>], grid: &[bool]) {
        let (mut from, mut asked) = (self.looked.lines.len(), false);
        for (at, line) in places.iter().filter_map(|at| Some((*at, lines.get(*at)?))) {
            if helps(line, is(grid, at)) {
                self.looked.lines.push((at, 0, 0));
                continue;
            }
            let before = self.looked.lines.len();
            if looks_ours(letters, line) {
                self.looked.push(at, |to| squeeze(line.text(), to));
                asked |= self.looked.lines.len() > before;
                continue;
            }
            if std::mem::take(&mut asked) {
                self.ours.push(from..before);
            }
            from = before;
        }
        if asked {
            self.ours.push(from..self.looked.lines.len());
        }
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
                    part.push(*at, |to| squeeze(line.text(), to));
                }
            }
            mark(letters, &part, ours);
        }
        #[cfg(debug_assertions)]
        {
            let mut all = vec![false; ours.len()];
            mark(letters, &Looked::of(lines), &mut all);
            let asked = |at: &usize| lines.get(*at).is_some_and(|l| l.depth == 0);
            let known = |at: usize| lines.get(at).is_some_and(|l| l.known);
            let same = |at: usize| is(ours, at) == (is(&all, at) || known(at));
            debug_assert!((0..ours.len()).filter(asked).all(same), "other lines are ours");
        }
    }
}

/// Is the line taken for ours already? In a grid it counts with the others.
fn helps(line: &Line<'_>, grid: bool) -> bool {
    line.known || (line.depth > 0 && !grid)
}

/// False where a line surely isn't one of ours, by its beginning; nothing to be compared counts as ours.
fn looks_ours(letters: &[&Text], line: &Line<'_>) -> bool {
    let may_begin = |text: &[u8]| text.is_empty() || letters.iter().any(|l| l.close.may_begin(text));
    let mut room = [0; 16];
    if let Some(start) = squeeze_start(line.text(), &mut room) {
        return may_begin(start);
    }
    may_begin(&squeezed(line.text()))
}

impl<'a> Sent<'a> {
    pub(super) fn new(texts: &'a [SentText]) -> Self {
        Self(texts.get(..LETTERS).unwrap_or(texts))
    }

    fn letters(self) -> impl Iterator<Item = &'a Text> {
        self.0.iter().map(SentText::lines)
    }

    /// Do we know anything that we sent?
    pub(super) fn is_empty(self) -> bool {
        self.letters().all(|l| l.text.is_empty())
    }

    /// Notes which lines belong to runs of three or more that we wrote, sign for sign: so most clients quote that set no
    /// marks.
    pub(super) fn recognise(self, lines: &mut [Line<'_>]) {
        if lines.iter().filter(|l| l.depth == 0 && !l.is_blank()).nth(RUN - 1).is_none() {
            return;
        }
        let letters: Vec<&Text> = self.letters().collect();
        // where the run began and how many lines it has; the letter whose next line is awaited, and its place
        let (mut from, mut run) = (0, 0);
        let mut next: Option<(&Text, usize)> = None;
        for at in 0..lines.len().min(LINES) {
            let Some(line) = lines.get(at).filter(|l| !l.is_blank()) else { continue };
            let follows = next.filter(|(letter, nth)| line.depth == 0 && letter.wrote(*nth, line.text()));
            if follows.is_none() {
                let first = if line.depth == 0 { letters.iter() } else { [].iter() };
                next = first.copied().find_map(|l| Some((l, l.place(line.text())?)));
                know(lines, from..at, run);
                (from, run) = (at, 0);
            }
            if let Some((_, nth)) = &mut next {
                *nth += 1;
                run += 1;
            }
        }
        let end = lines.len().min(LINES);
        know(lines, from..end, run);
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
        let linked = memchr::memchr2(b'<', b'[', line.as_bytes()).is_some();
        let known = |text: &SentText| {
            let mut words = words(line);
            if linked { words.any(|w| within(text, w)) } else { words.all(|w| within(text, w)) }
        };
        self.0.iter().any(known) || damaged(line)
    }

    /// Is one of our letters so short that less than a run is all of it?
    fn short(&self) -> bool {
        self.letters().any(|t| t.short)
    }

    /// Can there be lines in this letter that are ours but bear no mark? Not where fewer than three look so, unless
    /// they stand beside quoted ones, or what we sent was very short.
    fn worth_it(&self, lines: &[Line<'_>]) -> bool {
        if self.short() || lines.iter().any(|l| l.known) {
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
        let mut ours: Vec<bool> = lines.iter().map(|l| l.known).collect();
        if !self.0.is_empty() {
            self.more_runs(lines, grid, &mut ours);
            spare_grids(&mut ours, grid);
        }
        ours
    }

    /// Marks those that aren't known already.
    fn more_runs(&self, lines: &[Line<'_>], grid: &[bool], ours: &mut [bool]) {
        let letters: Vec<&Text> = self.letters().collect();
        let parts = Parts::of(&letters, lines, grid, self.short());
        let lost = lost(lines);
        if (parts.ours.is_empty() && !lost) || !self.worth_it(lines) || self.is_empty() {
            return;
        }
        if lost {
            let all = Looked::of(lines);
            mark(&letters, &all, ours);
            self.damaged_runs(lines, &all, ours);
        } else {
            parts.mark(&letters, lines, ours);
        }
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

/// Notes that we wrote the lines of a run, if they are enough.
fn know(lines: &mut [Line<'_>], range: Range<usize>, run: usize) {
    if run < RUN {
        return;
    }
    for line in lines.get_mut(range).into_iter().flatten().filter(|l| !l.is_blank()) {
        line.known = true;
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
    // most lines are told by what isn't in them, without a branch for each byte
    let pair = |a: u8, b: u8| {
        (a == 0xc3) & ((b == 0x90) | (b == 0x91) | (b == 0x83) | (b == 0x85)) | ((a == 0xef) & (b == 0xbf))
    };
    let pairs = bytes.iter().zip(bytes.get(1..).unwrap_or_default());
    let mark = bytes.iter().fold(false, |any, b| any | (*b == b'?'));
    if !pairs.fold(mark, |any, (a, b)| any | pair(*a, *b)) {
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

/// Did a line lose its charset that isn't ours for sure? Quoted ones count where others without a mark stand among
/// them.
fn lost(lines: &[Line<'_>]) -> bool {
    let open = |l: &Line<'_>| l.depth == 0 && !l.known;
    // signs of lines without a mark are asked for in any case
    let told = |l: &Line<'_>| open(l) && l.signs().has(Signs::HIGH | Signs::QUESTION) && damaged(l.text());
    let quote = lines.iter().position(|l| l.depth > 0).unwrap_or(lines.len());
    let among = lines.iter().skip(quote).any(|l| open(l) && !l.is_blank());
    lines.iter().take(LINES).any(|l| told(l) || (among && l.depth > 0 && damaged(l.text())))
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
