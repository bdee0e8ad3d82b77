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

/// The Latin letter that a Cyrillic letter looks like, in either case; `None` for letters that look like none. By
/// shape, not by sound: `В` is B. Only for signs inside a token that otherwise reads as notation.
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

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_keep_their_case_and_are_cyrillic() {
        let pairs: Vec<(char, char)> = ('\u{400}'..='\u{4ff}').filter_map(|c| twin(c).map(|t| (c, t))).collect();
        assert_eq!(pairs.len(), 24);
        assert!(pairs.iter().all(|(c, t)| t.is_ascii() && c.is_uppercase() == t.is_uppercase()));
        assert!((' '..='~').all(|c| twin(c).is_none()));
        assert_eq!(twin('Б'), None);
    }
}
