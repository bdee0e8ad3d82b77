//! How a turn is written: a word and cells, or a word and a drawing. grammar/pentomino.abnf says the same.
//!
//! The words of all three languages are read whoever writes, with or without accents. A short form of one letter is a
//! word only before a list of cells that follows a blank: `c c3` shoots at c3, `c3` is a cell.

use std::fmt;

use nom::branch::alt;
use nom::bytes::complete::take_while1;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{cut, map_opt, opt, peek, value};
use nom::multi::{many0, many0_count, many1_count, separated_list1};
use nom::sequence::{delimited, preceded, terminated};
use nom::{Err, Parser};

use super::drawing;
use super::layout::{Drawing, name};
use crate::game::furthest::{Furthest, Read, begins, expect, same_letter, whole};
use crate::game::grid::{self, Spot, twin};
use crate::game::{Lang, Unreadable};

/// Everything that a player does in one go. `Display` is the canonical spelling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Turn {
    /// Lays the fleet out.
    Place {
        /// In the place of one that stands already.
        again: bool,
        /// The layout.
        drawing: Drawing,
    },
    /// Reconnaissance (felderítő): up to five cells, until the first hit.
    Recon(Vec<Spot>),
    /// Aimed shots (célzott): until the first miss.
    Aim(Vec<Spot>),
    /// Ends a run of aimed shots.
    Stop,
    /// Guesses the other fleet's whole layout.
    Solve(Drawing),
}

impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let cells = |spots: &[Spot]| spots.iter().map(|s| format!(" {}", name(*s))).collect::<String>();
        match self {
            Self::Place { again: false, drawing } => write!(f, "place {drawing}"),
            Self::Place { again: true, drawing } => write!(f, "replace {drawing}"),
            Self::Recon(spots) => write!(f, "recon{}", cells(spots)),
            Self::Aim(spots) => write!(f, "aim{}", cells(spots)),
            Self::Stop => f.write_str("stop"),
            Self::Solve(drawing) => write!(f, "solve {drawing}"),
        }
    }
}

/// A turn as it was said.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Said {
    /// A turn that is written out.
    Turn(Turn),
    /// `place random`: the position draws the layout.
    Random {
        /// In the place of one that stands already.
        again: bool,
    },
}

// longer spellings before those that they begin with
const PLACE: &[&str] = &["place", "felrakom", "расстановка"];
const REPLACE: &[&str] = &["replace", "átrakom", "переставить"];
const RANDOM: &[&str] = &["random", "véletlen", "случайно"];
const RECON: &[&str] = &["recon", "felderítő", "felderítés", "felder.", "felder", "разведка", "разв.", "разв"];
const RECON_SHORT: &[&str] = &["r", "f", "р"];
const AIM: &[&str] = &["aim", "célzott", "célzás", "célz.", "célz", "прицельно", "прицел", "приц.", "приц"];
const AIM_SHORT: &[&str] = &["a", "c", "п"];
const SOLVE: &[&str] = &["solve", "megfejtés", "решение"];
const STOP: &[&str] = &["stop", "megállok", "стоп"];

/// Reads a turn (`turn`). In a run of aimed shots bare cells are aimed too (`run-turn`): nothing else can be meant.
pub(super) fn read(text: &str, in_run: bool) -> Result<Said, Unreadable> {
    if in_run && let Ok(spots) = whole(text, cells) {
        return Ok(Said::Turn(Turn::Aim(spots)));
    }
    whole(text, turn)
}

/// Does the text begin as turns do: with a word, a letter that is one, or a cell?
pub(super) fn may_be_turn(text: &str) -> bool {
    let mut signs = text.chars();
    let (first, second) = (signs.next(), signs.next());
    let short = first.is_some_and(char::is_alphabetic) && second.is_some_and(|c| c == ' ' || c.is_ascii_digit());
    short || [PLACE, REPLACE, RANDOM, RECON, AIM, SOLVE, STOP].into_iter().any(|words| begins(text, words, same))
}

/// Does the line open a drawing whose other lines stand below? A layout that is complete in its line does not.
pub(super) fn opens_block(line: &str) -> bool {
    let mut opener = alt((verb(PLACE, "expect-turn"), verb(REPLACE, "expect-turn"), verb(SOLVE, "expect-turn")));
    let Ok((rest, ())) = opener.parse(line) else { return false };
    let rest = rest.trim_start_matches([' ', ':']);
    if rest.is_empty() {
        return true;
    }
    if peek(item_start).parse(rest).is_ok() {
        return terminated(items, opt(item_gap))
            .parse(rest)
            .is_ok_and(|(rest, list)| rest.is_empty() && list.len() < 6);
    }
    !rest.contains('/') && drawing::opens(rest)
}

/// Spells a turn for a reader; other terms come back as they are.
pub(super) fn spell(term: &str, lang: Lang) -> String {
    let own = |en: &'static str, hu: &'static str, ru: &'static str| match lang {
        Lang::En => en,
        Lang::Hu => hu,
        Lang::Ru => ru,
    };
    let (word, rest) = term.split_once(' ').map_or((term, ""), |(word, rest)| (word, rest));
    let word = match word {
        "place" => own("place", "felrakom", "расстановка"),
        "replace" => own("replace", "átrakom", "переставить"),
        "recon" => own("recon", "felderítő", "разведка"),
        "aim" => own("aim", "célzott", "прицельно"),
        "solve" => own("solve", "megfejtés", "решение"),
        "stop" => own("stop", "megállok", "стоп"),
        _ => return term.to_owned(),
    };
    if rest.is_empty() { word.to_owned() } else { format!("{word} {rest}") }
}

fn turn(input: &str) -> Read<'_, Said> {
    let random = |again| preceded(gap, value(Said::Random { again }, verb(RANDOM, "expect-random")));
    let place = |again| preceded(gap, layout).map(move |drawing| Said::Turn(Turn::Place { again, drawing }));
    expect(
        "expect-turn",
        alt((
            preceded(verb(PLACE, "expect-turn"), alt((random(false), place(false)))),
            preceded(verb(REPLACE, "expect-turn"), alt((random(true), place(true)))),
            value(Said::Random { again: false }, verb(RANDOM, "expect-turn")),
            preceded(alt((terminated(verb(RECON, "expect-turn"), gap), short(RECON_SHORT))), cells)
                .map(|s| Said::Turn(Turn::Recon(s))),
            preceded(alt((terminated(verb(AIM, "expect-turn"), gap), short(AIM_SHORT))), cells)
                .map(|s| Said::Turn(Turn::Aim(s))),
            preceded((verb(SOLVE, "expect-turn"), gap), layout).map(|drawing| Said::Turn(Turn::Solve(drawing))),
            value(Said::Turn(Turn::Stop), verb(STOP, "expect-turn")),
        )),
    )
    .parse(input)
}

/// One of the words, in any case, accents or not; no letter or digit may follow. `id` is what is expected.
fn verb<'a>(words: &'static [&'static str], id: &'static str) -> impl Parser<&'a str, Output = (), Error = Furthest> {
    move |input: &'a str| {
        for word in words {
            let mut rest = input.chars();
            let whole = word.chars().all(|letter| rest.next().is_some_and(|c| same(c, letter)));
            if whole && !rest.as_str().starts_with(char::is_alphanumeric) {
                return Ok((rest.as_str(), ()));
            }
        }
        Err(Err::Error(Furthest::at(input, id)))
    }
}

/// A short form, the blanks behind it, and a look at the cell that must follow.
fn short<'a>(words: &'static [&'static str]) -> impl Parser<&'a str, Output = (), Error = Furthest> {
    terminated(verb(words, "expect-turn"), (many1_count(char(' ')), peek(grid::cell)))
}

fn same(c: char, lower: char) -> bool {
    let bare = match lower {
        'á' => 'a',
        'é' => 'e',
        'í' => 'i',
        'ő' => 'o',
        'й' => 'и',
        other => other,
    };
    same_letter(c, lower) || same_letter(c, bare)
}

/// Any number of blanks.
fn blanks(input: &str) -> Read<'_, ()> {
    value((), many0_count(char(' '))).parse(input)
}

/// At least one blank.
fn blanks1(input: &str) -> Read<'_, ()> {
    value((), expect("expect-blank", many1_count(char(' ')))).parse(input)
}

/// One of several signs, blanks around it.
fn mark<'a>(signs: &'static str) -> impl Parser<&'a str, Output = (), Error = Furthest> {
    value((), delimited(blanks, one_of(signs), blanks))
}

/// Between a word and what belongs to it: blanks, a colon, or the end of a line before a drawing (`gap`).
fn gap(input: &str) -> Read<'_, ()> {
    let white = |input| many0_count(one_of(" \n")).parse(input);
    let white1 = expect("expect-blank", many1_count(one_of(" \n")));
    alt((value((), delimited(white, char(':'), white)), value((), white1))).parse(input)
}

/// Between two cells (`cell-gap`).
fn cell_gap(input: &str) -> Read<'_, ()> {
    alt((mark(",;"), blanks1)).parse(input)
}

/// Cells to shoot at (`cells`).
fn cells(input: &str) -> Read<'_, Vec<Spot>> {
    let (rest, first) = grid::cell(input)?;
    let (rest, more) = many0(preceded(cell_gap, cut(grid::cell))).parse(rest)?;
    Ok((rest, [vec![first], more].concat()))
}

/// A list of pieces or a drawing (`list`, `drawing`).
fn layout(input: &str) -> Read<'_, Drawing> {
    if peek(item_start).parse(input).is_ok() {
        let (rest, list) = terminated(items, opt(item_gap)).parse(input)?;
        // a name right under a complete list is no piece
        let rest = if list.len() >= 6 && input.contains('\n') && rest_of_lines(input, rest) { "" } else { rest };
        return Ok((rest, Drawing::of_list(list)));
    }
    match drawing::read(input) {
        Some(rows) => Ok(("", Drawing::Rows(rows))),
        None => Err(Err::Error(Furthest::at(input, "expect-layout"))),
    }
}

/// Does what is left begin a line of its own?
fn rest_of_lines(input: &str, rest: &str) -> bool {
    let read = input.strip_suffix(rest).unwrap_or(input);
    rest.starts_with('\n') || read.trim_end_matches(' ').ends_with('\n')
}

/// `I:`, `I=`, or `I` and a cell.
fn item_start(input: &str) -> Read<'_, ()> {
    let marked = value((), (blanks, one_of(":=")));
    let bare = value((), (blanks1, grid::cell));
    value((), (letter, alt((marked, bare)))).parse(input)
}

/// The letter of a piece, in upper case, by shape where it is Cyrillic; the rules say which letters there are.
fn letter(input: &str) -> Read<'_, char> {
    expect(
        "expect-piece",
        map_opt(satisfy(char::is_alphabetic), |c| {
            let upper = twin(c).unwrap_or(c).to_ascii_uppercase();
            upper.is_ascii_uppercase().then_some(upper)
        }),
    )
    .parse(input)
}

/// Pieces with their cells (`list`).
fn items(input: &str) -> Read<'_, Vec<(char, Vec<Spot>)>> {
    separated_list1(item_gap, item).parse(input)
}

fn item(input: &str) -> Read<'_, (char, Vec<Spot>)> {
    let colon = alt((mark(":="), blanks1));
    // a blank before the next piece belongs to no cell
    let gap = alt((mark(","), terminated(blanks1, peek(value((), grid::cell)))));
    let (rest, (letter, lines)) = (terminated(letter, colon), separated_list1(gap, line)).parse(input)?;
    Ok((rest, (letter, lines.concat())))
}

/// Between two pieces (`item-gap`).
fn item_gap(input: &str) -> Read<'_, ()> {
    alt((value((), delimited(blanks, take_while1(|c| ",;/\n".contains(c)), blanks)), blanks1)).parse(input)
}

/// A cell, or a line of cells bent as often as one likes: `e1-e5`, `b4-b6-d6`.
fn line(input: &str) -> Read<'_, Vec<Spot>> {
    let (mut rest, mut last) = grid::cell(input)?;
    let mut spots = vec![last];
    while let Ok((after, _)) = mark("-").parse(rest) {
        let (behind, next) = cut(grid::cell).parse(after)?;
        let Some(leg) = leg(last, next) else {
            return Err(Err::Failure(Furthest::at(after, "expect-straight")));
        };
        spots.extend(leg);
        (rest, last) = (behind, next);
    }
    Ok((rest, spots))
}

/// The cells from one to another along a row or a column, without the first; `None` where there is no such line. A
/// line that leaves the board is told by its end alone.
fn leg(from: Spot, to: Spot) -> Option<Vec<Spot>> {
    if (from.col != to.col) == (from.row != to.row) {
        return None;
    }
    if from.row.max(to.row) > 99 {
        return Some(vec![to]);
    }
    let steps = from.col.abs_diff(to.col).max(from.row.abs_diff(to.row));
    let along = |a: u32, b: u32, n: u32| if a < b { a + n } else { a - n.min(a - b) };
    Some((1..=steps).map(|n| Spot { col: along(from.col, to.col, n), row: along(from.row, to.row, n) }).collect())
}
