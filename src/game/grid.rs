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
