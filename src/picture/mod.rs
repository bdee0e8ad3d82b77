//! View → ASCII. The only place that draws.
//!
//! A picture travels by mail: it is no wider than 72 columns, no line ends in a blank, and outside of a board's own
//! frame no line is made of `-=_~#*+` alone, where mail programs would cut the letter. Nothing depends on colour.

mod basketweave;
mod canvas;
mod discs;
mod hexagon;
mod honeycomb;
mod pipes;
mod rhombus;
mod square;
mod stock;

use crate::game::view::{Board, Geometry};
use crate::game::{Phrase, View};

/// The widest line, in characters.
pub const WIDTH: usize = 72;

/// Boards stand side by side up to this width: two of ten do, two of fifteen would leave nothing of the line to spare.
const SHELF: usize = 66;

/// Blanks between boards side by side.
const GAP: usize = 4;

/// A caption may be this wide, even over a narrower board.
const CAPTION: usize = 30;

/// How words inside a picture are said: captions and stock labels. `notice` passes the reader's language, the line
/// protocol English.
pub trait Words {
    /// The sentence of a phrase.
    fn say(&self, phrase: &Phrase) -> String;
    /// The name of a stock item such as `cross`.
    fn item(&self, id: &str) -> String;
    /// What a seat is called.
    fn seat(&self, seat: crate::game::Seat) -> String;
}

/// Draws a view: boards, then stocks, then remarks, with an empty line between them. Boards stand side by side where
/// they fit. No line is longer than 72 columns or ends in a blank.
#[must_use]
pub fn ascii(view: &View, words: &dyn Words) -> Vec<String> {
    let mut parts = shelves(view.boards.iter().map(|board| block(board, words)));
    parts.push(view.stocks.iter().flat_map(|stock| stock::draw(stock, words)).collect());
    parts.push(view.phrases.iter().flat_map(|phrase| wrap(&words.say(phrase), WIDTH, 0)).collect());
    parts.retain(|part| !part.is_empty());
    parts.join(&String::new())
}

/// A board under its caption.
fn block(board: &Board, words: &dyn Words) -> Vec<String> {
    let drawing = match board.geometry {
        Geometry::Pipes { width, height } => pipes::draw(board, width, height),
        Geometry::Square { width, height } => square::draw(board, width, height),
        Geometry::Discs { .. } => discs::draw(board),
        Geometry::Hexagon { .. } => hexagon::draw(board),
        Geometry::Rhombus { .. } => rhombus::draw(board),
        Geometry::Basketweave { .. } => basketweave::draw(board),
    };
    let caption = board.caption.as_ref().map_or_else(String::new, |phrase| words.say(phrase));
    let mut lines = wrap(&caption, breadth(&drawing).max(CAPTION), 0);
    lines.extend(drawing);
    lines
}

/// Sets blocks side by side as long as they fit into the width, and begins a new shelf where they don't.
fn shelves(blocks: impl Iterator<Item = Vec<String>>) -> Vec<Vec<String>> {
    let mut shelves: Vec<Vec<String>> = Vec::new();
    for block in blocks {
        match shelves.last_mut() {
            Some(shelf) if breadth(shelf) + GAP + breadth(&block) <= SHELF => *shelf = beside(shelf, &block),
            _ => shelves.push(block),
        }
    }
    shelves
}

/// Two blocks side by side, resting on the same bottom line: captions may differ in height, boards rarely do.
fn beside(left: &[String], right: &[String]) -> Vec<String> {
    let column = breadth(left) + GAP;
    let height = left.len().max(right.len());
    fn line(block: &[String], height: usize, y: usize) -> &str {
        (y + block.len()).checked_sub(height).and_then(|y| block.get(y)).map_or("", String::as_str)
    }
    (0..height)
        .map(|y| {
            let (left, right) = (line(left, height, y), line(right, height, y));
            let mut out = left.to_owned();
            if !right.is_empty() {
                out.extend(std::iter::repeat_n(' ', column.saturating_sub(left.chars().count())));
                out.push_str(right);
            }
            out.truncate(out.trim_end().len());
            out
        })
        .collect()
}

/// The longest line's characters.
fn breadth(lines: &[String]) -> usize {
    lines.iter().map(|line| line.chars().count()).max().unwrap_or(0)
}

/// Breaks text into lines at blanks; a word that is wider than a line is cut. Lines after the first are indented.
fn wrap(text: &str, width: usize, indent: usize) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    let mut line = String::new();
    let mut length = 0;
    for word in text.split_whitespace() {
        let mut letters: Vec<char> = word.chars().collect();
        while !letters.is_empty() {
            let empty = line.trim_start().is_empty();
            let room = width.saturating_sub(length + usize::from(!empty));
            if letters.len() > room && !empty {
                lines.push(std::mem::replace(&mut line, " ".repeat(indent)));
                length = indent;
                continue;
            }
            if !empty {
                line.push(' ');
                length += 1;
            }
            let rest = letters.split_off(letters.len().min(room.max(1)));
            length += letters.len();
            line.extend(letters);
            letters = rest;
        }
    }
    if !line.trim_start().is_empty() {
        lines.push(line);
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn text_is_wrapped() {
        assert_eq!(wrap("", 10, 0), [""; 0]);
        assert_eq!(wrap("  one  two ", 10, 0), ["one two"]);
        assert_eq!(wrap("one two three four", 9, 2), ["one two", "  three", "  four"]);
        assert_eq!(wrap("нож и вилка", 6, 0), ["нож и", "вилка"]);
        assert_eq!(wrap("a bcdefghijklm n", 5, 1), ["a", " bcde", " fghi", " jklm", " n"]);
    }

    #[test]
    fn blocks_stand_side_by_side_where_they_fit() {
        let block = |width: usize, height: usize| vec!["x".repeat(width); height];
        let shelves = |blocks: &[Vec<String>]| super::shelves(blocks.iter().cloned());
        assert_eq!(shelves(&[block(2, 1), block(3, 2)]), [["      xxx", "xx    xxx"]]);
        assert_eq!(shelves(&[block(31, 1), block(31, 1)]).len(), 1);
        assert_eq!(shelves(&[block(31, 1), block(32, 1)]).len(), 2);
        assert_eq!(shelves(&[block(19, 3), block(19, 3), block(19, 3)]).len(), 1);
    }
}
