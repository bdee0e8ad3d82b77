//! How a turn is written: a piece as its directions, and a cell. grammar/thoughtwave.abnf says the same.

use nom::branch::alt;
use nom::bytes::complete::take_while;
use nom::character::complete::char;
use nom::combinator::value;
use nom::sequence::{delimited, separated_pair};
use nom::{Err, Parser};

use super::Turn;
use super::piece::Ends;
use crate::game::furthest::{Furthest, Read, expect, same_letter, whole, word};
use crate::game::grid::{self, Spot};
use crate::game::{Lang, Unreadable};

/// A set of letters for the directions. A piece is written in one set alone.
type Letters = &'static [(char, Ends)];

const COMPASS_EN: Letters = &Ends::COMPASS;
const SIDES_EN: Letters = &[('t', Ends::NORTH), ('r', Ends::EAST), ('b', Ends::SOUTH), ('l', Ends::WEST)];
/// észak, kelet, dél, nyugat. Mail may strip the accent, and no other Hungarian direction is an `e`.
const COMPASS_HU: Letters =
    &[('é', Ends::NORTH), ('k', Ends::EAST), ('d', Ends::SOUTH), ('n', Ends::WEST), ('e', Ends::NORTH)];
/// felső, jobb, alsó, bal.
const SIDES_HU: Letters = &[('f', Ends::NORTH), ('j', Ends::EAST), ('a', Ends::SOUTH), ('b', Ends::WEST)];
/// север, восток, юг, запад. There is no top/bottom set: в would be both восток and верх.
const COMPASS_RU: Letters = &[('с', Ends::NORTH), ('в', Ends::EAST), ('ю', Ends::SOUTH), ('з', Ends::WEST)];

/// The letters in which turns are spelled for a reader.
const fn compass(lang: Lang) -> Letters {
    match lang {
        Lang::En => COMPASS_EN,
        Lang::Hu => COMPASS_HU,
        Lang::Ru => COMPASS_RU,
    }
}

/// An example of a turn.
pub(super) const fn example(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "ew@E5",
        Lang::Hu => "kn@E5",
        Lang::Ru => "вз@E5",
    }
}

/// Reads a turn (`turn-en`, `turn-hu`, `turn-ru`): `PIECE@CELL` or `CELL.PIECE`.
pub(super) fn read(text: &str, lang: Lang) -> Result<Turn, Unreadable> {
    let piece_first = separated_pair(piece(lang), sign('@', "expect-at"), grid::cell);
    let cell_first = separated_pair(grid::cell, sign('.', "expect-dot"), piece(lang));
    whole(
        text,
        alt((
            piece_first.map(|(ends, cell): (Ends, Spot)| Turn { ends, cell }),
            cell_first.map(|(cell, ends)| Turn { ends, cell }),
        )),
    )
}

/// Turns have an `@`, or begin with a cell and have a `.`.
pub(super) fn may_be_turn(text: &str) -> bool {
    let mut signs = text.chars();
    let cell = signs.next().is_some_and(char::is_alphabetic) && signs.next().is_some_and(|c| c.is_ascii_digit());
    text.contains('@') || (cell && text.contains('.'))
}

/// A sign with blanks around it (`at`, `dot`). Blanks are U+0020 alone: all others were folded before.
fn sign<'a>(sign: char, id: &'static str) -> impl FnMut(&'a str) -> Read<'a, char> {
    let blanks = || take_while(|c| c == ' ');
    let mut parser = delimited(blanks(), expect(id, char(sign)), blanks());
    move |input| parser.parse(input)
}

/// A piece (`piece-en`, `piece-hu`, `piece-ru`).
fn piece<'a>(lang: Lang) -> impl FnMut(&'a str) -> Read<'a, Ends> {
    move |input| {
        let mut parser = expect("expect-piece", move |input| match lang {
            Lang::En => alt((cross("x"), cross("cross"), letters(COMPASS_EN), letters(SIDES_EN))).parse(input),
            Lang::Hu => alt((cross("x"), cross("kereszt"), letters(COMPASS_HU), letters(SIDES_HU))).parse(input),
            // the Cyrillic х is the cross as a Russian keyboard writes it
            Lang::Ru => alt((cross("x"), cross("х"), cross("крест"), letters(COMPASS_RU))).parse(input),
        });
        parser(input)
    }
}

/// A name of the cross.
fn cross<'a>(name: &'static str) -> impl Parser<&'a str, Output = Ends, Error = Furthest> {
    value(Ends::CROSS, word(name))
}

/// One to four letters of a set, no direction twice.
fn letters<'a>(set: Letters) -> impl FnMut(&'a str) -> Read<'a, Ends> {
    move |input| {
        let mut ends = Ends::NONE;
        let mut rest = input.chars();
        loop {
            let here = rest.as_str();
            let Some((_, end)) = rest.next().and_then(|c| set.iter().find(|(letter, _)| same_letter(c, *letter)))
            else {
                return if ends.is_none() {
                    Err(Err::Error(Furthest::at(input, "expect-piece")))
                } else {
                    Ok((here, ends))
                };
            };
            if ends.meets(*end) {
                return Err(Err::Error(Furthest::at(here, "expect-new-direction")));
            }
            ends = ends.with(*end);
        }
    }
}

/// Spells canonical terms for a reader: turns, directions, and lists of them joined by commas. Cells are the same in
/// all languages, and what is no term comes back as it is.
pub(super) fn spell(term: &str, lang: Lang) -> String {
    term.split_inclusive([',', ' '])
        .map(|part| {
            let word = part.trim_end_matches([',', ' ']);
            let tail = part.get(word.len()..).unwrap_or_default();
            let (piece, cell) = word.split_at_checked(word.find('@').unwrap_or(word.len())).unwrap_or((word, ""));
            match Ends::from_letters(piece).filter(|ends| ends.to_string() == piece) {
                Some(ends) => format!("{}{cell}{tail}", spell_piece(ends, lang)),
                None => part.to_owned(),
            }
        })
        .collect()
}

/// A piece in a reader's letters; the cross is `X` in all languages.
fn spell_piece(ends: Ends, lang: Lang) -> String {
    if ends == Ends::CROSS {
        return "X".to_owned();
    }
    compass(lang).iter().take(4).filter(|(_, end)| ends.meets(*end)).map(|(letter, _)| letter).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn reads(text: &str, lang: Lang) -> Option<String> {
        read(text, lang).ok().map(|t| t.to_string())
    }

    #[test]
    fn the_same_turn_in_three_languages() {
        for (lang, texts) in [
            (Lang::En, &["X@e5", "x @ E5", "nesw@e5", "e5.trbl", "E5 . BLRT", "Cross@e5", "e5.wsen", "Е5.x"][..]),
            (Lang::Hu, &["X@e5", "ékdn@e5", "EKDN@E5", "e5.fjab", "Kereszt@e5", "e5 . nÉdk"][..]),
            (Lang::Ru, &["X@e5", "Х@Е5", "х@е5", "свюз@e5", "ЗЮВС@Е5", "е5.крест", "КРЕСТ@e5"][..]),
        ] {
            for text in texts {
                assert_eq!(reads(text, lang).as_deref(), Some("nesw@E5"), "{text}");
            }
        }
        assert_eq!(reads("с@С5", Lang::Ru).as_deref(), Some("n@C5"));
    }

    #[test]
    fn letters_mean_what_the_reader_means() {
        for (text, en, hu) in [("n@a3", "n@A3", "w@A3"), ("b@c7", "s@C7", "w@C7"), ("e@j10", "e@J10", "n@J10")] {
            assert_eq!(reads(text, Lang::En).as_deref(), Some(en));
            assert_eq!(reads(text, Lang::Hu).as_deref(), Some(hu));
            assert_eq!(reads(text, Lang::Ru), None);
        }
    }

    #[test]
    fn refusals_point_at_the_spot() {
        for (text, lang, at, expected) in [
            ("", Lang::En, 0, &["expect-cell", "expect-piece"][..]),
            ("@e5", Lang::En, 0, &["expect-cell", "expect-piece"]),
            // `n` could be a column too
            ("nn@e5", Lang::En, 1, &["expect-new-direction", "expect-row"]),
            ("éke@e5", Lang::Hu, 2, &["expect-new-direction"]),
            ("nt@e5", Lang::En, 1, &["expect-at", "expect-row"]),
            ("nest@e5", Lang::En, 3, &["expect-at"]),
            ("ew@", Lang::En, 3, &["expect-cell"]),
            ("ew@5", Lang::En, 3, &["expect-cell"]),
            ("ew@E", Lang::En, 4, &["expect-row"]),
            ("e5", Lang::En, 2, &["expect-dot"]),
            ("e5.tt", Lang::En, 4, &["expect-new-direction"]),
            ("e5.q", Lang::En, 3, &["expect-piece"]),
            ("e5.", Lang::En, 3, &["expect-piece"]),
            ("ew@E5!", Lang::En, 5, &["expect-end"]),
            ("ew@E5 ", Lang::En, 5, &["expect-end"]),
            ("ékd@ő5", Lang::Hu, 4, &["expect-cell"]),
            ("ew\t@E5", Lang::En, 2, &["expect-at"]),
            ("ew\u{a0}@E5", Lang::En, 2, &["expect-at"]),
            // Cyrillic е and с are no directions to an Englishman, nor is the Kelvin sign one to a Hungarian
            ("еw@E5", Lang::En, 1, &["expect-row"]),
            ("с@E5", Lang::En, 1, &["expect-row"]),
            ("c@E5", Lang::Ru, 1, &["expect-row"]),
            ("\u{212a}@E5", Lang::Hu, 0, &["expect-cell", "expect-piece"]),
        ] {
            assert_eq!(read(text, lang), Err(Unreadable { at, expected: expected.to_vec() }), "{text}");
        }
    }

    #[test]
    fn terms_are_spelled_for_the_reader() {
        for (term, en, hu, ru) in [
            ("ew@E5", "ew@E5", "kn@E5", "вз@E5"),
            ("nesw@E5", "X@E5", "X@E5", "X@E5"),
            ("n", "n", "é", "с"),
            ("ew,nes", "ew,nes", "kn,ékd", "вз,свю"),
            ("nes@A1, w@B2, nesw@C3", "nes@A1, w@B2, X@C3", "ékd@A1, n@B2, X@C3", "свю@A1, з@B2, X@C3"),
            ("E5", "E5", "E5", "E5"),
            ("A1, S5", "A1, S5", "A1, S5", "A1, S5"),
            ("", "", "", ""),
            ("sn", "sn", "sn", "sn"),
            ("é@E5", "é@E5", "é@E5", "é@E5"),
        ] {
            assert_eq!(Lang::ALL.map(|l| spell(term, l)), [en, hu, ru], "{term}");
        }
        for lang in Lang::ALL {
            assert_eq!(spell("ew@E5", lang), example(lang));
            for ends in Ends::all() {
                let turn = format!("{ends}@E5");
                assert_eq!(reads(&spell(&turn, lang), lang), Some(turn));
            }
        }
    }
}
