//! A fleet as a person writes it: a drawing of the board, or a list of ships.

use super::board::{Board, Place};
use super::layout::{self, Unclear};
use super::notation::{self, Item, Point, other_letter};
use super::waters::Cells;
use crate::game::Phrase;

/// A layout that was written down.
#[derive(Clone, Debug, PartialEq)]
pub enum Plan {
    /// A fleet by the rules.
    Fleet(Fleet),
    /// Not one: the text in one line, and everything that is wrong with it.
    Faulty {
        /// As it was written, in lower case, rows joined by `/`.
        text: String,
        /// Every broken rule.
        faults: Vec<Phrase>,
    },
}

/// A fleet by the rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fleet {
    /// Where ships are.
    pub(super) cells: Cells,
    /// The same as rows of `#` and `.`, joined by `/`.
    pub(super) drawing: String,
}

impl Fleet {
    /// Some cells of which it is known that they are a fleet.
    pub(super) fn new(board: &Board, cells: Cells) -> Self {
        Self { cells, drawing: board.drawing(cells) }
    }
}

/// Reads a layout; `None` where the text has nothing of one.
pub(super) fn read(text: &str, board: &Board) -> Option<Plan> {
    // small letters throughout, so that the canonical spelling is one
    let text = notation::lower(text);
    let mut lines: Vec<&str> =
        text.split(['/', '\n']).map(|line| line.trim_matches(' ')).filter(|line| !line.is_empty()).collect();
    let cells = lines.iter().any(|line| notation::names_a_cell(line));
    let signs = lines.iter().any(|line| line.chars().any(sign));
    let digits = |line: &&str| line.chars().any(|c| c.is_ascii_digit());
    let one = lines.len() == 1;
    let (ships, mut faults, unclear) = if cells || (one && lines.iter().all(|l| l.chars().all(|c| c.is_ascii_digit())))
    {
        // words of farewell under a list name no cell
        while lines.len() > 1 && lines.last().is_some_and(|line| !notation::names_a_cell(line)) {
            lines.pop();
        }
        list(&lines.join("/"), board)
    } else if signs && !(one && lines.iter().any(|line| line.chars().any(other_letter))) {
        drawing(&mut lines, board)
    } else if lines.iter().any(digits) {
        list(&lines.join("/"), board)
    } else {
        return None;
    };
    let text = lines.join("/");
    if faults.iter().any(|fault| fault.id == "size") {
        return Some(Plan::Faulty { text, faults });
    }
    faults.extend(layout::faults(board, &ships, unclear));
    Some(if faults.is_empty() {
        Plan::Fleet(Fleet::new(board, ships.into_iter().fold(Cells::NONE, Cells::and)))
    } else {
        Plan::Faulty { text, faults }
    })
}

/// Ships, what could not be read, and how much that is.
type Draft = (Vec<Cells>, Vec<Phrase>, Unclear);

fn ship(c: char) -> bool {
    matches!(c, '#' | 'x' | 'X' | 'х' | 'Х' | '■' | '1'..='5')
}

fn water(c: char) -> bool {
    matches!(c, '.' | '~' | '-' | '0' | '_')
}

/// A sign of a drawing.
pub(super) fn sign(c: char) -> bool {
    ship(c) || water(c)
}

fn number(n: usize) -> i64 {
    i64::try_from(n).unwrap_or(i64::MAX)
}

/// Reads a drawing: row 1 first; a line of column letters above and row numbers on the left may stand or not, and so
/// may blanks or bars between the cells. What is read is left in `lines`.
fn drawing(lines: &mut Vec<&str>, board: &Board) -> Draft {
    let size = board.waters.size;
    // the frame of a table
    lines.retain(|line| !(line.contains('+') && line.chars().all(|c| matches!(c, '+' | '-' | '=' | '|' | ' '))));
    let fault = |phrase: Phrase| (Vec::new(), vec![phrase.number("size", number(size))], Unclear::Signs(0));
    let header = lines.first().filter(|line| line.chars().any(other_letter)).is_some_and(|line| {
        let letters: Vec<char> = line.chars().filter(|c| !matches!(c, ' ' | '|')).collect();
        letters.len() == size && letters.iter().all(|c| c.is_alphabetic()) && letters.iter().any(|c| other_letter(*c))
    });
    let rows_from = usize::from(header);
    // words of farewell under a drawing
    while lines.len() > rows_from + size && lines.last().is_some_and(|line| line.chars().any(other_letter)) {
        lines.pop();
    }
    let rows = lines.get(rows_from..).unwrap_or_default();
    if rows.len() != size {
        return fault(Phrase::new("size").number("rows", number(rows.len())).manner("rows"));
    }
    let mut signs: Vec<char> = Vec::with_capacity(size * size);
    let mut faults = Vec::new();
    for (n, row) in rows.iter().enumerate() {
        if dense(row).count() == size {
            signs.extend(dense(row));
            continue;
        }
        match signs_of(row, n + 1, size) {
            Ok(row) => signs.extend(row),
            Err(Row::Cells(found)) => {
                let wrong = Phrase::new("size").number("row", number(n + 1)).number("cells", number(found));
                return fault(wrong.manner("cells"));
            }
            Err(Row::Number(found, row)) => {
                faults.push(Phrase::new("row").text("text", found).number("row", number(n + 1)).manner("number"));
                signs.extend(row);
            }
        }
    }
    let mut unknown: Vec<char> = signs.iter().copied().filter(|c| !sign(*c)).collect();
    let unclear = Unclear::Signs(unknown.len());
    unknown.sort_unstable();
    unknown.dedup();
    let of = |sign: char| (0..).zip(&signs).filter(move |(_, c)| **c == sign).map(|(cell, _)| cell).collect::<Cells>();
    for sign in unknown {
        faults.push(Phrase::new("char").text("sign", sign).terms("cells", board.spell_all(of(sign))).manner("unknown"));
    }
    let ships = board.waters.groups((0..).zip(&signs).filter(|(_, c)| ship(**c)).map(|(cell, _)| cell).collect());
    // digits are the length of their ship
    let labelled = signs.iter().any(char::is_ascii_digit);
    let digits = ('1'..='5').filter(|_| labelled).map(|d| (d, of(d)));
    let digits: Vec<(char, Cells)> = digits.filter(|(_, cells)| !cells.is_empty()).collect();
    let labels = ships.iter().filter(|group| !digits.is_empty() && board.waters.ship_shaped(**group));
    for group in labels {
        for (digit, cells) in &digits {
            let (digit, labelled) = (*digit, cells.common(*group));
            if !labelled.is_empty() && digit.to_digit(10).and_then(|d| usize::try_from(d).ok()) != Some(group.len()) {
                let wrong = Phrase::new("char").text("sign", digit).terms("cells", board.spell_all(labelled));
                faults.push(wrong.number("size", number(group.len())).manner("label"));
            }
        }
    }
    (ships, faults, unclear)
}

/// Why a row of a drawing is none.
enum Row {
    /// It has so many cells.
    Cells(usize),
    /// It has another row's number; its signs.
    Number(String, Vec<char>),
}

/// The signs of a text without blanks and bars.
fn dense(text: &str) -> impl Iterator<Item = char> {
    text.chars().filter(|c| !matches!(c, ' ' | '|'))
}

/// The signs of a row that has more than its cells: blanks and bars and its number taken off.
fn signs_of(row: &str, number: usize, size: usize) -> Result<Vec<char>, Row> {
    // `10.`, `10)` and `10:` are row numbers too
    let behind = |text: &str| {
        let signs: Vec<char> = dense(text).collect();
        match signs.split_first() {
            Some(('.' | ')' | ':', rest)) if rest.len() == size => Some(rest.to_vec()),
            _ => (signs.len() == size).then_some(signs),
        }
    };
    if let Some(signs) = row.strip_prefix(&number.to_string()).and_then(behind) {
        return Ok(signs);
    }
    let digits = row.find(|c: char| !c.is_ascii_digit()).unwrap_or(row.len());
    let split = row.split_at_checked(digits).filter(|(digits, _)| !digits.is_empty());
    match split.and_then(|(digits, rest)| Some((digits, behind(rest)?))) {
        Some((digits, signs)) => Err(Row::Number(digits.to_owned(), signs)),
        None => Err(Row::Cells(dense(row).count())),
    }
}

/// Reads a list of ships: a cell, or corner points joined by `-`.
fn list(text: &str, board: &Board) -> Draft {
    let (mut ships, mut unread) = (Vec::new(), 0);
    let (mut letters, mut rows, mut rest) = (Vec::new(), Vec::new(), Vec::new());
    for item in notation::items(text) {
        let points = match item {
            Item::Ship(points) => points,
            Item::Other(other) => {
                rest.push(Phrase::new("syntax").text("text", other));
                unread += 1;
                continue;
            }
        };
        let mut found = Vec::new();
        for point in &points {
            match board.find(point.letter, point.row) {
                Place::On(cell) => found.push(cell),
                Place::NoRow => rows.push(point.text.clone()),
                place => letters.push(letter_fault(point, place)),
            }
        }
        let spelled: Vec<String> = found.iter().map(|cell| board.spell(*cell)).collect();
        match (found.len() == points.len()).then(|| polyline(&found, board)) {
            Some(Ok(cells)) => {
                ships.push(cells);
                continue;
            }
            Some(Err(Line::Diagonal)) => rest.push(Phrase::new("diagonal").term("ship", spelled.join("-"))),
            Some(Err(Line::Twice(cell))) => {
                let twice = Phrase::new("repeat").term("cell", board.spell(cell));
                rest.push(twice.term("ship", spelled.join("-")).manner("ship"));
            }
            None => {}
        }
        unread += 1;
    }
    let mut faults = letters;
    if !rows.is_empty() {
        let last = number(board.waters.size);
        faults.push(Phrase::new("row").terms("cells", rows).number("last", last).manner("cells"));
    }
    faults.extend(rest);
    (ships, faults, Unclear::Items(unread))
}

/// What is wrong with a cell's letter.
pub(super) fn letter_fault(point: &Point, place: Place) -> Phrase {
    let phrase = Phrase::new("letter").term("cell", &point.text);
    match place {
        Place::Treacherous(looks, sounds) => {
            let mut readings: Vec<String> = [looks, sounds].map(|letter| format!("{letter}{}", point.row)).to_vec();
            readings.dedup();
            phrase.terms("readings", readings).manner("twin")
        }
        _ => phrase.manner("outside"),
    }
}

/// Why corner points make no ship.
enum Line {
    /// Two of them are not in one line.
    Diagonal,
    /// The ship would cross this cell twice.
    Twice(usize),
}

/// The cells from corner point to corner point.
fn polyline(points: &[usize], board: &Board) -> Result<Cells, Line> {
    let size = board.waters.size;
    let mut cells: Cells = points.iter().take(1).copied().collect();
    for (from, to) in points.iter().zip(points.iter().skip(1)) {
        let step = if from / size == to / size {
            1
        } else if from % size == to % size {
            size
        } else {
            return Err(Line::Diagonal);
        };
        if from == to {
            return Err(Line::Twice(*to));
        }
        let mut at = *from;
        while at != *to {
            at = if to > from { at + step } else { at - step };
            if cells.has(at) {
                return Err(Line::Twice(at));
            }
            cells.put(at);
        }
    }
    Ok(cells)
}
