//! Taking off the lines of letters that we sent ourselves: it works in every language and for every client.

use std::cell::OnceCell;
use std::collections::BTreeSet;

use memchr::memmem;

use super::fold::{after_link, fold, folded, push_lower};
use super::lines::{Line, plain};

/// How many lines of a letter are compared, and how many bytes of what we sent: the quote stands near the top.
const LINES: usize = 3_000;
const SENT: usize = 256 * 1024;
/// How many places of a line in our text are followed up.
const PLACES: usize = 32;
/// The least number of lines in our order that are surely ours.
const RUN: usize = 3;
/// The least number of signs by which a part of a line of ours is known (a quote may be wrapped anew).
const PART: usize = 12;
/// The least number of signs of a single line that is ours because it stands below a quote.
const SINGLE: usize = 6;

/// The letters that we sent; they are taken apart only when a line looks like one of theirs.
#[derive(Default)]
pub(super) struct Sent<'a> {
    texts: &'a [String],
    letters: OnceCell<Vec<Text>>,
}

/// One letter that we sent, its lines without blanks: quoting clients wrap, trim and double them as they like.
struct Text {
    /// All lines in a row.
    text: String,
    /// What tells a line and where it begins and ends, in bytes; sorted.
    lines: Vec<(u64, usize, usize)>,
}

/// A line that is looked for: its place in the letter and its text without blanks.
type Looked = (usize, String);

impl<'a> Sent<'a> {
    /// The text parts of sent letters.
    pub(super) fn new(texts: &'a [String]) -> Self {
        Self { texts, letters: OnceCell::new() }
    }

    fn letters(&self) -> &[Text] {
        self.letters.get_or_init(|| {
            let mut budget = SENT;
            let mut out = Vec::new();
            for text in self.texts {
                let mut letter = Text { text: String::with_capacity(text.len().min(budget)), lines: Vec::new() };
                for line in plain(text) {
                    let line = squeeze(&line.text);
                    if letter.text.len() + line.len() > budget {
                        break;
                    }
                    letter.push(&line);
                }
                letter.lines.sort_unstable();
                budget = budget.saturating_sub(letter.text.len());
                if !letter.text.is_empty() {
                    out.push(letter);
                }
            }
            out
        })
    }

    /// Do we know anything that we sent?
    pub(super) fn is_empty(&self) -> bool {
        self.letters().is_empty()
    }

    /// Is this line one of ours, or a good part of one, wherever it stands?
    pub(super) fn holds(&self, line: &str) -> bool {
        let line = squeeze(line);
        self.letters().iter().any(|l| {
            l.starts(&line).next().is_some()
                || (line.chars().count() >= PART && memmem::find(l.text.as_bytes(), line.as_bytes()).is_some())
        })
    }

    /// As [`Sent::holds`], for a line below a quote: not for words so short that a player may say them too.
    pub(super) fn holds_below(&self, line: &str) -> bool {
        self.may_hold(line) && squeeze(line).chars().count() >= SINGLE && self.holds(line)
    }

    /// A quick look: are the line's words in one of our texts, as they stand? Where a charset was lost, they need not.
    fn may_hold(&self, line: &str) -> bool {
        let within = |text: &String, word: &str| memmem::find(text.as_bytes(), word.as_bytes()).is_some();
        // a client may have hung the target of a link to a word
        let linked = line.contains(['<', '[']);
        let known = |text: &String| {
            let mut words = line.split_whitespace().map(|w| w.trim_matches(['*', '>'])).filter(|w| !w.is_empty());
            if linked { words.any(|w| within(text, w)) } else { words.all(|w| within(text, w)) }
        };
        self.texts.iter().any(known) || damaged(line)
    }

    /// Can there be lines in this letter that are ours but bear no mark? Not where fewer than three look so, unless
    /// they stand beside quoted ones, or what we sent was very short.
    fn worth_it(&self, lines: &[Line]) -> bool {
        let short = |t: &String| t.lines().filter(|l| !l.trim().is_empty()).take(RUN).count() < RUN;
        if self.texts.iter().any(short) {
            return true;
        }
        let mut found = 0;
        for (at, line) in lines.iter().enumerate().take(LINES) {
            if line.depth > 0 || line.is_blank() || !self.may_hold(&line.text) {
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
    pub(super) fn runs(&self, lines: &[Line], grid: &[bool]) -> Vec<bool> {
        let mut ours = vec![false; lines.len()];
        if self.texts.is_empty() || !self.worth_it(lines) || self.is_empty() {
            return ours;
        }
        let squeezed: Vec<Looked> = lines
            .iter()
            .enumerate()
            .map(|(at, l)| (at, squeeze(&l.text)))
            .filter(|(_, l)| !l.is_empty())
            .take(LINES)
            .collect();
        mark(self.letters(), &squeezed, &mut ours);
        if lines.iter().take(LINES).any(|l| damaged(&l.text)) {
            self.damaged_runs(lines, &squeezed, &mut ours);
        }
        spare_grids(&mut ours, grid);
        ours
    }

    /// The same where a charset was lost on the way: what is left of the lines in ASCII is compared. Lines of which
    /// nothing is left belong to their neighbours.
    fn damaged_runs(&self, lines: &[Line], squeezed: &[Looked], ours: &mut [bool]) {
        let bones = |text: &str| text.chars().filter(|c| c.is_ascii() && !"?\"'".contains(*c)).collect::<String>();
        // before folding: it makes ASCII of some of the signs
        let bare = |at: usize| lines.get(at).map(|l| squeeze(&bones(&l.text))).unwrap_or_default();
        let letters: Vec<Text> = self.letters().iter().map(|l| l.map(bones)).collect();
        let left: Vec<Looked> =
            squeezed.iter().map(|(at, _)| (*at, bare(*at))).filter(|(_, l)| !l.is_empty()).collect();
        mark(&letters, &left, ours);
        let kept: BTreeSet<usize> = left.iter().map(|(at, _)| *at).collect();
        let lost = |at: &usize| !kept.contains(at) && lines.get(*at).is_some_and(|l| damaged(&l.text));
        for (nth, (at, _)) in squeezed.iter().enumerate().filter(|(_, (at, _))| lost(at)) {
            let near = |n: Option<usize>| n.and_then(|n| squeezed.get(n)).is_none_or(|(at, _)| is(ours, *at));
            let below = near(Some(nth + 1)) || squeezed.get(nth + 1).is_some_and(|(at, _)| lost(at));
            if near(nth.checked_sub(1)) && below {
                set(ours, *at);
            }
        }
    }
}

/// Marks the lines that belong to runs in these letters.
fn mark(letters: &[Text], squeezed: &[Looked], ours: &mut [bool]) {
    let mut at = 0;
    while at < squeezed.len() {
        let rest = squeezed.get(at..).unwrap_or_default();
        let run = letters.iter().map(|l| l.run(rest)).max().unwrap_or(0);
        for (line, _) in rest.iter().take(run) {
            set(ours, *line);
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
fn hash(line: &str) -> u64 {
    line.bytes().fold(0xcbf2_9ce4_8422_2325, |h, b| (h ^ u64::from(b)).wrapping_mul(0x0000_0100_0000_01b3))
}

impl Text {
    /// Adds a line; they are sorted afterwards.
    fn push(&mut self, line: &str) {
        if !line.is_empty() {
            let start = self.text.len();
            self.text.push_str(line);
            self.lines.push((hash(line), start, self.text.len()));
        }
    }

    /// Where this line stands as a whole.
    fn starts(&self, line: &str) -> impl Iterator<Item = usize> {
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
        let mut out = Self { text: String::new(), lines: Vec::new() };
        for (start, end) in lines {
            out.push(&change(self.text.get(start..end).unwrap_or_default()));
        }
        out.lines.sort_unstable();
        out
    }

    /// How many of these lines follow one another in our text, if they are enough.
    fn run(&self, lines: &[Looked]) -> usize {
        let Some((_, head)) = lines.first() else { return 0 };
        let mut best = 0;
        let mut follow = |start: usize| {
            let mut rest = self.text.get(start..).unwrap_or_default();
            let mut run = 0;
            for (_, line) in lines {
                match rest.strip_prefix(line.as_str()) {
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
        if head.chars().count() >= PART {
            memmem::find_iter(self.text.as_bytes(), head.as_bytes()).take(PLACES).for_each(&mut follow);
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

/// A line without blanks, in lower case, without the marks that clients make of bold text, and without the tails of
/// links.
fn squeeze(line: &str) -> String {
    let mut out = String::with_capacity(line.len());
    for c in line.chars() {
        match folded(c) {
            Some('<' | '[') | None => {
                out.clear();
                squeeze_folded(&fold(line), &mut out);
                return out;
            }
            Some(' ' | '*' | '>') => {}
            Some(c) => push_lower(&mut out, c),
        }
    }
    out
}

fn squeeze_folded(folded: &str, out: &mut String) {
    let mut chars = folded.chars();
    loop {
        let rest = chars.as_str();
        let Some(c) = chars.next() else { break };
        match c {
            // "help <mailto:…>" is what a client makes of a link in our HTML
            '<' if after_link(rest).is_some() => chars = after_link(rest).unwrap_or_default().chars(),
            ' ' | '*' | '>' => {}
            c if c.is_whitespace() => {}
            c => push_lower(out, c),
        }
    }
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
        let ours = Sent::new(&[OURS.to_owned()]).runs(&lines, &grid);
        lines.into_iter().zip(ours).filter(|(l, o)| !o && !l.is_blank()).map(|(l, _)| l.text).collect()
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
        let texts = [ours.to_owned()];
        let sent = Sent::new(&texts);
        let lost = |text: &str, keep: &str| {
            let lines = plain(&format!("{keep}\n\n{text}"));
            let grid = grids(&lines);
            let own = sent.runs(&lines, &grid);
            lines.into_iter().zip(own).filter(|(l, o)| !o && !l.is_blank()).map(|(l, _)| l.text).collect::<Vec<_>>()
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
