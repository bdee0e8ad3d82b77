//! Positions in one line: the FEN of UAI, rows from the top separated by `/`, `x` and `o` discs, numbers for runs of
//! empty cells (with several digits on wide boards), `-` a covered cell; then the side to move, the plies since the
//! last clone, and the number of the move. Rows of a basketweave hold cells .1 and .2 of each block.
//!
//! Read as well: the letters of other programs (`b` and `w`; `r` and `b`; `P`, `p` and `*` with `w` and `b` to
//! move), `.` for one empty cell, `#` for a covered one, and a picture of several lines, blanks between its cells.
//! `ataxx-fen` and `ataxx-picture` of grammar/options.abnf say the same.

use super::board::{MAX_CELLS, Set, Shape, only};
use crate::game::seat::Seat;

/// What a place holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Square {
    /// An empty cell.
    Empty,
    /// A disc.
    Disc(Seat),
    /// A covered cell.
    Hole,
}

/// A FEN or picture as it was read, not yet put on a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Draft {
    /// The rows from the top.
    pub rows: Vec<Vec<Square>>,
    /// The side to move, if it was said.
    pub side: Option<Seat>,
    /// Plies since the last clone.
    pub clock: u32,
    /// The number of the move.
    pub number: u32,
    /// It was a picture: one without discs asks for the usual ones.
    pub picture: bool,
}

/// A position on a shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Setting {
    /// Covered cells.
    pub holes: Set,
    /// The discs of both seats.
    pub discs: [Set; 2],
    /// The side to move.
    pub side: Seat,
    /// Plies since the last clone.
    pub clock: u32,
    /// The number of the move, from 1, raised after each ply of `o`.
    pub number: u32,
}

/// Letters of one habit: discs and sides to move, of seat 1 and 2. The first habit that fits is taken.
const HABITS: [([char; 2], [char; 2]); 5] = [
    (['x', 'o'], ['x', 'o']),
    (['X', 'O'], ['x', 'o']),
    (['P', 'p'], ['w', 'b']),
    (['b', 'w'], ['b', 'w']),
    (['r', 'b'], ['r', 'b']),
];

/// What may stand between fields, and between the cells of a picture.
const BLANKS: [char; 4] = [' ', '\t', '\r', '\n'];

/// Reads a FEN or a picture; `None` where it is neither. Clock and number may be left out, and the side as well.
#[must_use]
pub fn read(text: &str) -> Option<Draft> {
    let lines: Vec<String> =
        text.split('\n').map(|line| line.split(BLANKS).collect()).filter(|line: &String| !line.is_empty()).collect();
    if lines.len() > 1 {
        let rows = HABITS.iter().find_map(|(discs, _)| lines.iter().map(|line| row(line, *discs)).collect())?;
        return Some(Draft { rows, side: None, clock: 0, number: 1, picture: true });
    }
    let mut fields = text.split(BLANKS).filter(|field| !field.is_empty());
    let board = fields.next()?;
    let side = fields.next();
    let clock = fields.next().map_or(Some(0), number)?;
    let number = fields.next().map_or(Some(1), number)?;
    if fields.next().is_some() {
        return None;
    }
    let (rows, side) = HABITS.iter().find_map(|(discs, sides)| {
        let rows: Option<Vec<_>> = board.split('/').map(|r| row(r, *discs)).collect();
        let side = match side {
            None => None,
            Some(side) => {
                let mut letters = side.chars();
                let (letter, None) = (letters.next()?.to_ascii_lowercase(), letters.next()) else { return None };
                Some(*Seat::BOTH.iter().zip(sides).find(|(_, s)| **s == letter)?.0)
            }
        };
        Some((rows?, side))
    })?;
    Some(Draft { rows, side, clock, number, picture: false })
}

fn number(text: &str) -> Option<u32> {
    (text.len() <= 6 && text.bytes().all(|b| b.is_ascii_digit())).then(|| text.parse().ok())?
}

/// Reads one row. What is longer than the largest board has cells is cut one cell above that: it fits no board.
fn row(text: &str, discs: [char; 2]) -> Option<Vec<Square>> {
    let mut squares = Vec::new();
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let digits = rest.len() - rest.trim_start_matches(|c: char| c.is_ascii_digit()).len();
        let (head, tail) = rest.split_at_checked(digits.max(c.len_utf8()))?;
        match c {
            '0' => return None,
            _ if digits > 0 => {
                // digits that overflow are many cells
                let run = head.parse().unwrap_or(usize::MAX).min(MAX_CELLS + 1);
                squares.extend(std::iter::repeat_n(Square::Empty, run));
            }
            '.' => squares.push(Square::Empty),
            '-' | '*' | '#' => squares.push(Square::Hole),
            _ => squares.push(Square::Disc(*Seat::BOTH.iter().zip(discs).find(|(_, d)| *d == c)?.0)),
        }
        squares.truncate(MAX_CELLS + 1);
        rest = tail;
    }
    (!squares.is_empty()).then_some(squares)
}

impl Draft {
    /// The rectangle that the rows make up, if they do.
    #[must_use]
    pub fn rectangle(&self) -> Option<Shape> {
        let width = self.rows.first()?.len();
        self.rows.iter().all(|r| r.len() == width).then_some(Shape::Rectangle { width, height: self.rows.len() })
    }

    /// Do the rows fit this shape?
    #[must_use]
    pub fn fits(&self, shape: Shape) -> bool {
        self.rows.iter().map(Vec::len).eq(shape.rows())
    }

    /// The holes and the discs of both seats.
    #[must_use]
    pub fn sets(&self) -> (Set, [Set; 2]) {
        let (mut holes, mut discs) = (0, [0; 2]);
        for (cell, square) in self.rows.iter().flatten().enumerate() {
            match square {
                Square::Empty => {}
                Square::Disc(seat) => *seat.of_mut(&mut discs) |= only(cell),
                Square::Hole => holes |= only(cell),
            }
        }
        (holes, discs)
    }
}

/// The letter of a seat's discs.
#[must_use]
pub const fn letter(seat: Seat) -> char {
    match seat {
        Seat::One => 'x',
        Seat::Two => 'o',
    }
}

/// Writes the one canonical FEN.
#[must_use]
pub fn write(shape: Shape, setting: &Setting) -> String {
    let [x, o] = setting.discs;
    let mut fen = String::new();
    let mut cell = 0;
    for (i, length) in shape.rows().into_iter().enumerate() {
        if i > 0 {
            fen.push('/');
        }
        let mut run = 0;
        for _ in 0..length {
            let bit = only(cell);
            cell += 1;
            let sign = match bit {
                _ if x & bit != 0 => 'x',
                _ if o & bit != 0 => 'o',
                _ if setting.holes & bit != 0 => '-',
                _ => {
                    run += 1;
                    continue;
                }
            };
            if run > 0 {
                fen.push_str(&run.to_string());
                run = 0;
            }
            fen.push(sign);
        }
        if run > 0 {
            fen.push_str(&run.to_string());
        }
    }
    format!("{fen} {} {} {}", letter(setting.side), setting.clock, setting.number)
}
