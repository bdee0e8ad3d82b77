//! Cells of square boards: a column letter and a row number.

use std::fmt;

use nom::Parser;
use nom::character::complete::{digit1, satisfy};
use nom::combinator::map_opt;

use super::furthest::{Read, expect};

/// The grammar file of cells.
pub const GRAMMAR: &str = include_str!("../../grammar/coordinates.abnf");

/// A cell as it was written: column and row counted from 0, possibly outside of any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// Column from the left.
    pub col: u32,
    /// Row from the top (from the bottom in Ataxx). A written row 0 wraps around to [`u32::MAX`]: outside of any
    /// board, and still spelled as it was written.
    pub row: u32,
}

/// The usual spelling: an upper-case letter and a number from 1, such as `E5`.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from_u32(u32::from(b'A') + self.col).unwrap_or('?');
        write!(f, "{letter}{}", self.row.wrapping_add(1))
    }
}

/// The Latin letter of the same shape, in the same case, for a Cyrillic letter that has one. Shape decides, not sound:
/// `В` is B. Hungarian and English keyboards never make these letters; Russian ones do it unseen.
#[must_use]
pub const fn twin(c: char) -> Option<char> {
    Some(match c {
        'А' => 'A',
        'В' => 'B',
        'С' => 'C',
        'Е' => 'E',
        'Н' => 'H',
        'К' => 'K',
        'М' => 'M',
        'О' => 'O',
        'Р' => 'P',
        'Т' => 'T',
        'Х' => 'X',
        'У' => 'Y',
        'а' => 'a',
        'в' => 'b',
        'с' => 'c',
        'е' => 'e',
        'н' => 'h',
        'к' => 'k',
        'м' => 'm',
        'о' => 'o',
        'р' => 'p',
        'т' => 't',
        'х' => 'x',
        'у' => 'y',
        _ => return None,
    })
}

/// The column of a letter in either case, by shape where it is Cyrillic.
fn column(c: char) -> Option<u32> {
    let letter = twin(c).unwrap_or(c);
    letter.is_ascii_alphabetic().then(|| u32::from(letter.to_ascii_uppercase()) - u32::from('A'))
}

/// A row from 0. A number that is too large for any board stays too large.
fn row(digits: &str) -> u32 {
    digits.parse::<u32>().unwrap_or(u32::MAX).wrapping_sub(1)
}

/// A cell (`cell` in grammar/coordinates.abnf): a column letter and a row number, inside of a board or not.
///
/// # Errors
/// `expect-cell` where no letter stands, `expect-row` where no number follows it.
pub fn cell(input: &str) -> Read<'_, Spot> {
    let (input, col) = expect("expect-cell", map_opt(satisfy(|_| true), column)).parse(input)?;
    let (input, row) = expect("expect-row", digit1.map(row)).parse(input)?;
    Ok((input, Spot { col, row }))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn cells_are_read_and_spelled_alike() {
        for (text, spelled) in [
            ("e5", "E5"),
            ("Z26", "Z26"),
            ("a007", "A7"),
            ("В1", "B1"),
            ("н2", "H2"),
            ("a0", "A0"),
            ("a4294967295", "A4294967295"),
            ("a99999999999999999999", "A4294967295"),
        ] {
            let (rest, spot) = cell(text).unwrap();
            assert_eq!((rest, spot.to_string().as_str()), ("", spelled), "{text}");
            assert_eq!(cell(spelled).unwrap().1, spot, "{text}");
        }
        for text in ["", "5", "é5", "ж5", "e", "e-5", "e 5", "aa5", "a٣"] {
            assert!(cell(text).is_err(), "{text}");
        }
    }
}
