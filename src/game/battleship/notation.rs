//! How turns are written. grammar/battleship.abnf says the same.
//!
//! All words are understood in all three languages, whoever writes; the letters of cells are the game's own.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, digit1, satisfy};
use nom::combinator::{all_consuming, eof, map, not, opt, peek, recognize, value};
use nom::multi::{many0, separated_list1};
use nom::sequence::{preceded, terminated};
use nom::{Parser, error::ParseError};

use super::Battleship;
use super::board::{Board, Place};
use super::plan::{self, Plan};
use crate::game::furthest::{Furthest, Read, begins, expect, same_letter, whole, word};
use crate::game::{Lang, Seat, Unreadable};

/// A turn: a fleet, or shots.
#[derive(Clone, Debug, PartialEq)]
pub enum Turn {
    /// A fleet is sent in.
    Place {
        /// In place of the one that stands.
        again: bool,
        /// The fleet.
        plan: Plan,
    },
    /// Shots, in the order in which they are fired.
    Fire(Vec<Shot>),
}

/// One shot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shot {
    /// The cell as it was written.
    pub(super) point: Point,
    /// Where that is.
    pub(super) place: Place,
    /// Its canonical name; as it was written, in lower case, where it is none.
    text: String,
}

impl Shot {
    /// A shot at a cell of the board.
    pub(super) fn at(board: &Board, cell: usize) -> Self {
        let text = board.spell(cell);
        let letter = text.chars().next().unwrap_or('?');
        let row = u32::try_from(cell / board.waters.size + 1).unwrap_or(u32::MAX);
        Self { point: Point { letter, row, text: text.clone() }, place: Place::On(cell), text }
    }

    /// A shot at a cell that was written.
    fn aimed(board: &Board, point: Point) -> Self {
        match board.find(point.letter, point.row) {
            Place::On(cell) => Self::at(board, cell),
            place => Self { text: lower(&point.text), point, place },
        }
    }
}

/// Small letters for the letters of cells and words; other signs stay as they are.
pub(super) fn lower(text: &str) -> String {
    if text.is_ascii() {
        return text.to_ascii_lowercase();
    }
    text.chars().map(|c| if letter(c) { c.to_lowercase().next().unwrap_or(c) } else { c }).collect()
}

/// The canonical spelling: `a1 b2`, `place ##../…`.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Place { again, plan } => {
                let text = match plan {
                    Plan::Fleet(fleet) => &fleet.drawing,
                    Plan::Faulty { text, .. } => text,
                };
                write!(f, "{} {text}", if *again { "replace" } else { "place" })
            }
            Self::Fire(shots) => {
                for (n, shot) in shots.iter().enumerate() {
                    write!(f, "{}{}", if n == 0 { "" } else { " " }, shot.text)?;
                }
                Ok(())
            }
        }
    }
}

/// A cell as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Point {
    /// The letter of the column.
    pub(super) letter: char,
    /// The row from 1; too large a number stays too large.
    pub(super) row: u32,
    /// The text.
    pub(super) text: String,
}

/// An item of a list of ships.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Item<'a> {
    /// Corner points.
    Ship(Vec<Point>),
    /// Something else.
    Other(&'a str),
}

/// The words that send a fleet in, and those that send it in anew; accents may be lost on the way.
const PLACE: [&str; 3] = ["place", "felrakom", "расстановка"];
const REPLACE: [&str; 4] = ["replace", "átrakom", "atrakom", "переставить"];
/// The words that leave it to the referee.
const RANDOM: [&str; 4] = ["random", "véletlen", "veletlen", "случайно"];
/// Words that may stand before shots.
const FIRE: [&str; 5] = ["fire", "lövés", "loves", "выстрел по", "выстрел"];

/// The words in which turns are spelled for a reader: placing, and placing anew.
const fn words(lang: Lang) -> [&'static str; 2] {
    match lang {
        Lang::En => ["place", "replace"],
        Lang::Hu => ["felrakom", "átrakom"],
        Lang::Ru => ["расстановка", "переставить"],
    }
}

/// An example of a turn.
pub(super) const fn example(lang: Lang) -> &'static str {
    match lang {
        Lang::En | Lang::Hu => "B4",
        Lang::Ru => "В4",
    }
}

/// Reads a turn. What a fleet by chance turns out to be is decided here, so that the log has it.
pub(super) fn read(text: &str, position: &Battleship, seat: Seat) -> Result<Turn, Unreadable> {
    if let Ok((rest, again)) = head(text) {
        let plan = if all_consuming(chance).parse(rest).is_ok() {
            Some(Plan::Fleet(position.by_chance(seat)))
        } else {
            plan::read(rest, &position.board)
        };
        let at = text.chars().count() - rest.chars().count();
        return plan
            .map(|plan| Turn::Place { again, plan })
            .ok_or_else(|| Unreadable { at, expected: vec!["expect-fleet"] });
    }
    let alone = map(expect("expect-place", chance), |()| None);
    match whole(text, alt((alone, map(shots, Some))))? {
        None => Ok(Turn::Place { again: false, plan: Plan::Fleet(position.by_chance(seat)) }),
        Some(points) => Ok(Turn::Fire(points.into_iter().map(|point| Shot::aimed(&position.board, point)).collect())),
    }
}

/// Does the text begin as turns do: with a cell or a word?
pub(super) fn may_be_turn(text: &str) -> bool {
    let mut signs = text.chars();
    let cell = signs.next().is_some_and(letter) && signs.next().is_some_and(|c| c.is_ascii_digit());
    let begins = |words: &[&str]| begins(text, words, same_letter);
    cell || begins(&PLACE) || begins(&REPLACE) || begins(&RANDOM) || begins(&FIRE)
}

/// Does a line begin a drawing or a list that goes on below it?
pub(super) fn opens_block(line: &str) -> bool {
    let Ok((rest, _)) = head(line) else { return false };
    let rest = rest.trim();
    // one row of a drawing, or the first ships of a list; rows joined by `/` are all of it
    let row = rest.chars().any(plan::sign) && !rest.chars().any(other_letter);
    rest.is_empty() || (!rest.contains('/') && (row || names_a_cell(rest)))
}

/// A letter that is no sign of a drawing: `x` is drawn for ships.
pub(super) fn other_letter(c: char) -> bool {
    // most signs of a drawing are none, and are told so at once
    !matches!(c, '.' | '#') && c.is_alphabetic() && !matches!(c, 'x' | 'X' | 'х' | 'Х')
}

/// Any of some words, in any case, not just the beginning of a longer one.
fn any_word<'a, const N: usize>(list: [&'static str; N]) -> impl FnMut(&'a str) -> Read<'a, ()> {
    move |input| {
        let mut fault = Furthest::from_error_kind(input, nom::error::ErrorKind::Tag);
        for spelling in list {
            let end = not(satisfy(char::is_alphanumeric));
            match value((), terminated(word(spelling), end)).parse(input) {
                Ok(done) => return Ok(done),
                Err(nom::Err::Error(other)) => fault = fault.or(other),
                Err(other) => return Err(other),
            }
        }
        Err(nom::Err::Error(fault))
    }
}

/// `place` or `replace` (`verb`) and what separates it from the fleet; is it the latter?
fn head(input: &str) -> Read<'_, bool> {
    let verb = alt((value(false, any_word(PLACE)), value(true, any_word(REPLACE))));
    let then = alt((value((), take_while1(|c| matches!(c, ' ' | ':' | '\n'))), value((), eof)));
    terminated(verb, then).parse(input)
}

/// A fleet by chance (`chance`).
fn chance(input: &str) -> Read<'_, ()> {
    any_word(RANDOM)(input)
}

/// Blanks, of which only U+0020 is left when a line was folded.
fn blanks(input: &str) -> Read<'_, &str> {
    take_while(|c| c == ' ').parse(input)
}

fn separator(c: char) -> bool {
    matches!(c, ' ' | ',' | ';')
}

/// Shots (`shots`): cells separated by blanks, commas or semicolons.
fn shots(input: &str) -> Read<'_, Vec<Point>> {
    preceded(opt((any_word(FIRE), blanks)), separated_list1(take_while1(separator), cell)).parse(input)
}

/// A cell (`cell`): a letter of either script and a number, on the board or not.
fn cell(input: &str) -> Read<'_, Point> {
    let (rest, letter) = expect("expect-cell", satisfy(letter)).parse(input)?;
    let (rest, digits) = expect("expect-row", digit1).parse(rest)?;
    let text = input.get(..input.len() - rest.len()).unwrap_or_default().to_owned();
    Ok((rest, Point { letter, row: digits.parse().unwrap_or(u32::MAX), text }))
}

fn letter(c: char) -> bool {
    c.is_ascii_alphabetic() || matches!(c, 'а'..='я' | 'А'..='Я' | 'ё' | 'Ё')
}

/// Is there a word in the line that is a cell? A ship of a drawing (`x`) before a number is none.
pub(super) fn names_a_cell(line: &str) -> bool {
    line.split(|c| separator(c) || c == '-').any(|word| {
        let mut chars = word.chars();
        let named = chars.next().is_some_and(|c| letter(c) && other_letter(c));
        let row = chars.as_str();
        named && !row.is_empty() && row.bytes().all(|b| b.is_ascii_digit())
    })
}

/// The items of a list (`list`): ships separated by blanks, commas, semicolons, new lines or `/`.
pub(super) fn items(text: &str) -> Vec<Item<'_>> {
    let gap = |c: char| separator(c) || matches!(c, '\n' | '/');
    let end = peek(alt((value((), satisfy(gap)), value((), eof))));
    let dash = (blanks, char('-'), blanks);
    let ship = map(terminated(separated_list1(dash, cell), end), Item::Ship);
    let other = map(recognize(take_while1(move |c| !gap(c))), Item::Other);
    let mut all = preceded(take_while(gap), many0(terminated(alt((ship, other)), take_while(gap))));
    // nothing stops it before the end
    all.parse(text).map(|(_, items)| items).unwrap_or_default()
}

/// Spells canonical turns and terms for a reader: cells with capital letters, the words in his language.
pub(super) fn spell(term: &str, lang: Lang) -> String {
    let [place, replace] = words(lang);
    for (canonical, word) in [("place ", place), ("replace ", replace)] {
        if let Some(plan) = term.strip_prefix(canonical) {
            return format!("{word} {}", spell_cells(plan));
        }
    }
    spell_cells(term)
}

fn spell_cells(text: &str) -> String {
    let capital = |part: &str| {
        let name = part.trim_end_matches([' ', '-', ',', ';', '/']);
        if all_consuming(cell).parse(name).is_ok() { part.to_uppercase() } else { part.to_owned() }
    };
    text.split_inclusive([' ', '-', ',', ';', '/']).map(capital).collect()
}
