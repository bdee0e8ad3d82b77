//! Taking off the lines of letters that we sent ourselves: it works in every language and for every client.

use std::cell::RefCell;
use std::collections::{BTreeMap, BTreeSet};

use super::fold::{after_link, fold};
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

/// The lines of the letters that we sent, without blanks: quoting clients wrap, trim and double them as they like.
#[derive(Default)]
pub(super) struct Sent {
    letters: Vec<Text>,
    lines: BTreeSet<String>,
}

/// One letter that we sent.
struct Text {
    /// All lines in a row.
    text: String,
    /// Where the lines begin, in bytes, by their text.
    starts: BTreeMap<String, Vec<usize>>,
}

impl Sent {
    /// Prepares the text parts of sent letters.
    pub(super) fn new(texts: &[String]) -> Self {
        let mut out = Self::default();
        let mut budget = SENT;
        for text in texts {
            let mut letter = Text { text: String::new(), starts: BTreeMap::new() };
            for line in plain(text).iter().map(|l| squeeze(&l.text)).filter(|l| !l.is_empty()) {
                if letter.text.len() + line.len() > budget {
                    break;
                }
                letter.starts.entry(line.clone()).or_default().push(letter.text.len());
                letter.text.push_str(&line);
                out.lines.insert(line);
            }
            budget = budget.saturating_sub(letter.text.len());
            if !letter.text.is_empty() {
                out.letters.push(letter);
            }
        }
        out
    }

    /// Do we know anything that we sent?
    pub(super) fn is_empty(&self) -> bool {
        self.letters.is_empty()
    }

    /// Is this line one of ours, or a good part of one, wherever it stands?
    pub(super) fn holds(&self, line: &str) -> bool {
        let line = squeeze(line);
        self.lines.contains(&line)
            || (line.chars().count() >= PART && self.letters.iter().any(|l| l.text.contains(&line)))
    }

    /// As [`Sent::holds`], for a line below a quote: not for words so short that a player may say them too.
    pub(super) fn holds_below(&self, line: &str) -> bool {
        squeeze(line).chars().count() >= SINGLE && self.holds(line)
    }

    /// Which lines belong to a run of three or more in our order, or to a whole letter of ours, however short. A
    /// player's grid (see [`super::shape::grids`]) is taken off only as a whole: rows of water are alike everywhere.
    pub(super) fn runs(&self, lines: &[Line], grid: &[bool]) -> Vec<bool> {
        let mut ours = vec![false; lines.len()];
        if self.is_empty() {
            return ours;
        }
        let squeezed: Vec<(usize, String)> = lines
            .iter()
            .enumerate()
            .map(|(at, l)| (at, squeeze(&l.text)))
            .filter(|(_, l)| !l.is_empty())
            .take(LINES)
            .collect();
        let mut at = 0;
        while at < squeezed.len() {
            let rest = squeezed.get(at..).unwrap_or_default();
            let run = self.letters.iter().map(|l| l.run(rest)).max().unwrap_or(0);
            for (line, _) in rest.iter().take(run) {
                if let Some(own) = ours.get_mut(*line) {
                    *own = true;
                }
            }
            at += run.max(1);
        }
        spare_grids(&mut ours, grid);
        ours
    }
}

impl Text {
    /// How many of these lines follow one another in our text, if they are enough.
    fn run(&self, lines: &[(usize, String)]) -> usize {
        let Some((_, head)) = lines.first() else { return 0 };
        let whole = self.starts.get(head).into_iter().flatten().copied();
        let part = (head.chars().count() >= PART)
            .then(|| self.text.match_indices(head.as_str()).map(|(at, _)| at))
            .into_iter()
            .flatten();
        let mut best = 0;
        for start in whole.chain(part).take(PLACES) {
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

thread_local! {
    /// Lines that were squeezed before: the same boards and footers come again and again.
    static SQUEEZED: RefCell<BTreeMap<String, String>> = const { RefCell::new(BTreeMap::new()) };
}
/// How many lines are kept, and the longest.
const KEPT: usize = 20_000;
const LONGEST: usize = 200;

/// A line without blanks, in lower case, without the marks that clients make of bold text, and without the tails of
/// links.
fn squeeze(line: &str) -> String {
    if line.len() > LONGEST {
        return squeeze_anew(line);
    }
    SQUEEZED.with_borrow_mut(|kept| {
        if let Some(squeezed) = kept.get(line) {
            return squeezed.clone();
        }
        if kept.len() >= KEPT {
            kept.clear();
        }
        kept.entry(line.to_owned()).or_insert_with(|| squeeze_anew(line)).clone()
    })
}

fn squeeze_anew(line: &str) -> String {
    let folded = fold(line);
    let mut out = String::with_capacity(folded.len());
    let mut rest = folded.as_str();
    while let Some(c) = rest.chars().next() {
        // "help <mailto:…>" is what a client makes of a link in our HTML
        if let Some(after) = after_link(rest) {
            rest = after;
            continue;
        }
        rest = rest.strip_prefix(c).unwrap_or_default();
        if !c.is_whitespace() && !matches!(c, '*' | '>') {
            if c.is_ascii() {
                out.push(c.to_ascii_lowercase());
            } else {
                out.extend(c.to_lowercase());
            }
        }
    }
    out
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
    fn a_single_line_stays() {
        assert_eq!(left("Your turn, Bob: game 17.\nA B C"), ["Your turn, Bob: game 17.", "A B C"]);
    }

    #[test]
    fn water_in_a_players_grid_stays() {
        assert_eq!(left("place\n..........\n..........\n..........\n###.......\n..........").len(), 6);
    }
}
