//! Cells of square boards: a column letter and a row number.

use std::fmt;

/// A cell as it was written: column and row counted from 0, possibly outside of any board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Spot {
    /// Column from the left.
    pub col: u32,
    /// Row from the top (from the bottom in Ataxx).
    pub row: u32,
}

/// The usual spelling: an upper-case letter and a number from 1, such as `E5`.
impl fmt::Display for Spot {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from_u32(u32::from(b'A') + self.col).unwrap_or('?');
        write!(f, "{letter}{}", u64::from(self.row) + 1)
    }
}

/// The Latin letter that a Cyrillic one looks like, in either case: А В С Е Н К М О Р Т Х У.
#[must_use]
pub fn twin(c: char) -> Option<char> {
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
