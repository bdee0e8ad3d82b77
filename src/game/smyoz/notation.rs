//! How a turn is written; grammar/smyoz.abnf says the same. All words and letters are read in all three languages,
//! whoever writes: none of them means two things.

use nom::Parser;
use nom::branch::alt;
use nom::character::complete::{char, one_of, satisfy};
use nom::combinator::{map_opt, not, opt, peek, value};
use nom::multi::{many_m_n, many0_count, many1_count, separated_list1};
use nom::sequence::{preceded, separated_pair, terminated};

use super::layout::{Kind, SIDE};
use super::plan::{Item, Plan, Written};
use super::shots::Step;
use super::{Shot, Turn};
use crate::game::furthest::{Furthest, Read, begins, expect, same_letter, whole, word};
use crate::game::{Lang, Unreadable};

/// A turn as it was written: a random layout is not drawn yet.
pub(super) enum Text {
    /// As it is.
    Turn(Turn),
    /// `place random` or `replace random`.
    Random {
        /// Was it `replace`?
        replace: bool,
    },
}

/// Words: place, replace, solve, stop, random; accents are optional.
const PLACE: &[&str] = &["place", "felrakom", "расстановка"];
const REPLACE: &[&str] = &["replace", "átrakom", "atrakom", "переставить"];
const SOLVE: &[&str] = &["solve", "megfejtés", "megfejtes", "решение"];
const STOP: &[&str] = &["stop", "megállok", "megallok", "стоп"];
const RANDOM: &[&str] = &["random", "véletlen", "veletlen", "случайно"];

/// Names of the ships; longer ones first.
const NAMES: &[(&str, Kind)] = &[
    ("alpha", Kind::Alpha),
    ("alfa", Kind::Alpha),
    ("альфа", Kind::Alpha),
    ("beta", Kind::Beta),
    ("béta", Kind::Beta),
    ("бета", Kind::Beta),
    ("gamma", Kind::Gamma),
    ("гамма", Kind::Gamma),
    ("delta", Kind::Delta),
    ("дельта", Kind::Delta),
];

/// The type of a ship's letter: Latin, Greek or Cyrillic. Cyrillic в looks like B and is one.
const fn ship(c: char) -> Option<Kind> {
    Some(match c {
        'a' | 'A' | 'α' | 'Α' | 'а' | 'А' => Kind::Alpha,
        'b' | 'B' | 'β' | 'Β' | 'б' | 'Б' | 'в' | 'В' => Kind::Beta,
        'g' | 'G' | 'γ' | 'Γ' | 'г' | 'Г' => Kind::Gamma,
        'd' | 'D' | 'δ' | 'Δ' | 'д' | 'Д' => Kind::Delta,
        _ => return None,
    })
}

/// The type of a step's letter; Cyrillic letters count by shape, and д and з, which look like no Latin letter, by sound.
const fn step_of(c: char) -> Option<Step> {
    Some(match c {
        'o' | 'O' | 'о' | 'О' => Step::O,
        'a' | 'A' | 'а' | 'А' => Step::A,
        'b' | 'B' | 'в' | 'В' => Step::B,
        'c' | 'C' | 'с' | 'С' => Step::C,
        'd' | 'D' | 'д' | 'Д' => Step::D,
        'e' | 'E' | 'е' | 'Е' => Step::E,
        'z' | 'Z' | 'з' | 'З' => Step::Z,
        _ => return None,
    })
}

/// A sign of a grid in its canonical form: a ship's letter, `.` for water, anything else as it is.
const fn sign_of(c: char) -> char {
    match ship(c) {
        Some(kind) => kind.letter(),
        None if matches!(c, '~' | '-' | '_' | '·') => '.',
        None => c,
    }
}

/// Does the text begin as turns do: with a figure, a step, or a word?
pub(super) fn may_be_turn(text: &str) -> bool {
    let mut signs = text.chars();
    let (first, second) = (signs.next(), signs.next());
    let step = first.and_then(step_of).is_some() && second.is_some_and(|c| matches!(c, ' ' | ':' | '0'..='9'));
    step || first.is_some_and(|c| c.is_ascii_digit())
        || [PLACE, REPLACE, SOLVE, STOP].into_iter().any(|words| begins(text, words, same_letter))
}

/// Reads a turn (`turn`).
pub(super) fn read(text: &str) -> Result<Text, Unreadable> {
    whole(
        text,
        alt((
            preceded((words(PLACE), lead), expect("expect-layout", layout_or_random(false))),
            preceded((words(REPLACE), lead), expect("expect-layout", layout_or_random(true))),
            preceded((words(SOLVE), lead), expect("expect-layout", layout)).map(|p| Text::Turn(Turn::Solve(p))),
            words(STOP).map(|()| Text::Turn(Turn::Stop)),
            steps.map(|shots| Text::Turn(Turn::Steps(shots))),
        )),
    )
}

/// May the lines below belong to the same turn? A drawing follows its word, and cells of one step may stand on lines of
/// their own.
pub(super) fn opens_block(line: &str) -> bool {
    if !may_be_turn(line) {
        return false;
    }
    let drawing = [PLACE, REPLACE, SOLVE].into_iter().any(|w| {
        words(w)(line).is_ok_and(|(rest, ())| rest.chars().next().is_none_or(|c| matches!(c, ' ' | ':' | '/' | '\n')))
    });
    drawing || whole(line, steps).is_ok()
}

/// Any of these words.
fn words<'a>(list: &'static [&'static str]) -> impl FnMut(&'a str) -> Read<'a, ()> {
    move |input| {
        let found = list.iter().find_map(|w| word(w)(input).ok());
        found.map(|(rest, _)| (rest, ())).ok_or_else(|| nom::Err::Error(Furthest::at(input, "expect-turn")))
    }
}

/// What stands between a word and its layout (`lead`).
fn lead(input: &str) -> Read<'_, usize> {
    expect("expect-layout", many1_count(one_of(" :/\n"))).parse(input)
}

fn blanks(input: &str) -> Read<'_, usize> {
    many0_count(char(' ')).parse(input)
}

/// A line's end within a turn (`line`): the line protocol joins lines by `/`.
fn line(input: &str) -> Read<'_, ()> {
    value((), (blanks, one_of("/\n"), blanks)).parse(input)
}

fn layout_or_random<'a>(replace: bool) -> impl FnMut(&'a str) -> Read<'a, Text> {
    move |input| {
        alt((
            words(RANDOM).map(|()| Text::Random { replace }),
            layout.map(|plan| Text::Turn(Turn::Place { replace, plan })),
        ))
        .parse(input)
    }
}

fn layout(input: &str) -> Read<'_, Plan> {
    alt((grid.map(Plan::Grid), list.map(Plan::List))).parse(input)
}

/// Nine rows of nine signs, perhaps with column labels above and row numbers before them (`grid`).
fn grid(input: &str) -> Read<'_, Vec<char>> {
    let (input, _) = opt((columns, line)).parse(input)?;
    let (input, first) = row(input)?;
    let (input, rest) = many_m_n(8, 8, preceded(expect("expect-row", line), row)).parse(input)?;
    Ok((input, first.into_iter().chain(rest.into_iter().flatten()).collect()))
}

/// Column labels: `10 20 … 90`.
fn columns(input: &str) -> Read<'_, usize> {
    let label = (digit, digit);
    terminated(label, peek(one_of(" /\n")))
        .and(many0_count(preceded(many1_count(char(' ')), (digit, digit))))
        .map(|(_, n)| n)
        .parse(input)
}

fn row(input: &str) -> Read<'_, Vec<char>> {
    // most rows are nothing but their signs
    if let Some((signs, rest)) = input.split_at_checked(9)
        && signs.bytes().all(|b| b.is_ascii() && is_sign(char::from(b)))
    {
        return Ok((rest, signs.bytes().map(|b| sign_of(char::from(b))).collect()));
    }
    let (input, _) = opt((digit, many1_count(char(' ')))).parse(input)?;
    let (input, first) = expect("expect-sign", sign).parse(input)?;
    let (input, rest) = many_m_n(8, 8, preceded(blanks, expect("expect-sign", sign))).parse(input)?;
    Ok((input, std::iter::once(first).chain(rest).collect()))
}

const fn is_sign(c: char) -> bool {
    matches!(c, '!'..='.' | ';'..='~' | '\u{a1}'..)
}

/// A sign of a grid: any but a digit, a blank, a colon and what separates rows.
fn sign(input: &str) -> Read<'_, char> {
    satisfy(is_sign).map(sign_of).parse(input)
}

fn digit(input: &str) -> Read<'_, u8> {
    map_opt(satisfy(|c| c.is_ascii_digit()), |c| u8::try_from(c.to_digit(10)?).ok()).parse(input)
}

/// A list of ships (`list`): a letter or name, then places; it holds for further places until another one stands there.
fn list(input: &str) -> Read<'_, Vec<Item>> {
    let (mut rest, mut kind) = expect("expect-layout", kind).parse(input)?;
    let mut items = Vec::new();
    loop {
        let (after, (from, to)) = span(rest)?;
        items.push(Item { kind, from, to });
        rest = after;
        let Ok((after, _)) = separator(rest) else { return Ok((rest, items)) };
        match self::kind(after) {
            Ok((after, next)) => {
                kind = next;
                rest = after;
            }
            // a separator that nothing follows is left for the caller to refuse
            Err(_) if span(after).is_err() => return Ok((rest, items)),
            Err(_) => rest = after,
        }
    }
}

/// Between ships: blanks, commas, semicolons, line ends.
fn separator(input: &str) -> Read<'_, usize> {
    many1_count(one_of(" ,;/\n")).parse(input)
}

/// A ship's letter or name, and what may stand behind it (`kind`).
fn kind(input: &str) -> Read<'_, Kind> {
    let name = |input| {
        let found = NAMES.iter().find_map(|(name, kind)| word(name)(input).ok().map(|(rest, _)| (rest, *kind)));
        found.ok_or_else(|| nom::Err::Error(Furthest::at(input, "expect-layout")))
    };
    terminated(alt((name, map_opt(satisfy(|_| true), ship))), many0_count(one_of(" :"))).parse(input)
}

/// One place (`span`): a cell, or two cells with a dash between them.
fn span(input: &str) -> Read<'_, (Written, Written)> {
    let (input, from) = cell(input)?;
    let (input, to) = opt(preceded((blanks, char('-'), blanks), cell)).parse(input)?;
    Ok((input, (from, to.unwrap_or(from))))
}

/// A cell (`cell`): `56`, or `50,6` by the column's label. Digits behind the latter's row make it two cells.
fn cell(input: &str) -> Read<'_, Written> {
    let line = |n: u8| n.checked_sub(1).filter(|n| *n < SIDE).unwrap_or(u8::MAX);
    let label = (digit, opt(terminated(digit, peek(digit))), char('0')).map(|(tens, hundred, _)| match hundred {
        None => tens,
        Some(_) => 0,
    });
    let labelled = separated_pair(label, (char(','), blanks), terminated(digit, not(digit)));
    let short = terminated((digit, digit), not(digit));
    expect("expect-cell", alt((labelled, short)))
        .map(|(col, row)| Written { col: line(col), row: line(row) })
        .parse(input)
}

/// One or more steps (`steps`). Parts of one type make one step, where its first part stands.
fn steps(input: &str) -> Read<'_, Vec<Shot>> {
    let between = |input| value((), (blanks, one_of(";/\n"), blanks)).parse(input);
    let (input, parts): (&str, Vec<Shot>) = separated_list1(between, part).parse(input)?;
    let mut shots: Vec<Shot> = Vec::new();
    for part in parts {
        match shots.iter_mut().find(|s| s.step == part.step) {
            Some(shot) => shot.cells.extend(part.cells),
            None => shots.push(part),
        }
    }
    Ok((input, shots))
}

/// `A 56 43` or `56 43 A` (`part`).
fn part(input: &str) -> Read<'_, Shot> {
    let step = |input| expect("expect-step", map_opt(satisfy(|_| true), step_of)).parse(input);
    let cells = |input| separated_list1(many1_count(one_of(" ,")), cell).parse(input);
    let before = separated_pair(step, many0_count(one_of(" :")), cells).map(|(step, cells)| Shot { step, cells });
    let behind = separated_pair(cells, blanks, step).map(|(cells, step)| Shot { step, cells });
    alt((before, behind)).parse(input)
}

/// An example of a turn: the notation is the same in all languages.
pub(super) const EXAMPLE: &str = "A 56 43 72";

/// Spells canonical terms for a reader: ships by their names, and a layout by its word alone, since a letter tells both
/// players of it.
pub(super) fn spell(term: &str, lang: Lang) -> String {
    for (list, spelled) in [
        (PLACE, ["place", "felrakom", "расстановка"]),
        (REPLACE, ["replace", "átrakom", "переставить"]),
        (SOLVE, ["solve", "megfejtés", "решение"]),
    ] {
        let head = list.first().copied().unwrap_or_default();
        if term.strip_prefix(head).is_some_and(|rest| rest.starts_with(' ')) {
            return format!("{} …", in_lang(spelled, lang));
        }
    }
    if term == "stop" {
        return in_lang(["stop", "megállok", "стоп"], lang).to_owned();
    }
    ship_name(term, lang).unwrap_or_else(|| term.to_owned())
}

const fn in_lang(three: [&str; 3], lang: Lang) -> &str {
    let [en, hu, ru] = three;
    match lang {
        Lang::En => en,
        Lang::Hu => hu,
        Lang::Ru => ru,
    }
}

/// `b33-53` and `kind-b` by the ship's name. Answers begin with a letter too, but are no ships.
fn ship_name(term: &str, lang: Lang) -> Option<String> {
    let (bare, term) = term.strip_prefix("kind-").map_or((false, term), |kind| (true, kind));
    let mut chars = term.chars();
    let kind = Kind::from_letter(chars.next()?)?;
    let name = match kind {
        Kind::Alpha => ["alpha", "alfa", "альфа"],
        Kind::Beta => ["beta", "béta", "бета"],
        Kind::Gamma => ["gamma", "gamma", "гамма"],
        Kind::Delta => ["delta", "delta", "дельта"],
    };
    let name = in_lang(name, lang);
    match chars.as_str() {
        "" if bare => Some(name.to_owned()),
        place if !place.is_empty() && place.chars().all(|c| c.is_ascii_digit() || c == '-') => {
            Some(format!("{name} {place}"))
        }
        _ => None,
    }
}
