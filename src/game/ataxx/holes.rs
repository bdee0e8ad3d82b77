//! Named patterns of covered cells. Each is symmetric enough that neither side is favoured (all symmetries of the
//! rectangle, which are those of the rhombus's half turn too; the six-fold rotation of the hexagon), and covers no
//! corner, so that the discs start where they always do.

use std::fmt;

use super::board::{Set, Shape, only};

/// A pattern of covered cells: a value of the option `holes`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pattern {
    /// The cell in the middle (two or four of them where the sides are even).
    Centre,
    /// The middle and one step of each arm; the whole flower on a hexagon.
    Cross,
    /// The outline around the middle; on a hexagon the six cells at a knight's move from it.
    Diamond,
    /// Four single cells on the diagonals; on a hexagon six, two steps from the middle.
    Dots,
    /// The middle of each side of the rim.
    Notches,
}

impl Pattern {
    /// All patterns.
    pub const ALL: [Self; 5] = [Self::Centre, Self::Cross, Self::Diamond, Self::Dots, Self::Notches];

    /// Its name.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Centre => "centre",
            Self::Cross => "cross",
            Self::Diamond => "diamond",
            Self::Dots => "dots",
            Self::Notches => "notches",
        }
    }

    /// The cells that it covers on a shape. Basketweaves lose whole blocks.
    #[must_use]
    pub fn on(self, shape: Shape) -> Set {
        let covers = |row: usize, i: usize| match shape {
            Shape::Rectangle { width, height } => self.in_grid((i, row), (width, height)),
            Shape::Rhombus { side } => self.in_grid((i, row), (side, side)),
            Shape::Pentagon { width, height } => self.in_grid((i / 2, row), (width, height)),
            Shape::Hexagon { side } => {
                let diagonal = row.saturating_sub(side - 1) + i;
                self.in_hexagon(row.abs_diff(side - 1), diagonal.abs_diff(side - 1), row.abs_diff(diagonal), side)
            }
        };
        let mut set = 0;
        let mut cell = 0;
        for (row, length) in shape.rows().into_iter().enumerate() {
            for i in 0..length {
                if covers(row, i) {
                    set |= only(cell);
                }
                cell += 1;
            }
        }
        set
    }

    /// In half steps from the middle: (0, 0) is the middle of an odd board, (1, 1) a middle cell of an even one.
    fn in_grid(self, (col, row): (usize, usize), (width, height): (usize, usize)) -> bool {
        let (x, y) = ((2 * col).abs_diff(width - 1), (2 * row).abs_diff(height - 1));
        let (mid_x, mid_y) = ((width - 1) % 2, (height - 1) % 2);
        match self {
            Self::Centre => x == mid_x && y == mid_y,
            Self::Cross => x == mid_x && y <= mid_y + 2 || y == mid_y && x <= mid_x + 2,
            Self::Diamond => x + y == mid_x + mid_y + 2,
            Self::Dots => x == mid_x + 2 && y == mid_y + 2,
            Self::Notches => x == mid_x && y == height - 1 || y == mid_y && x == width - 1,
        }
    }

    /// By the distances from the middle along the three axes; the largest of them is the sum of the others.
    fn in_hexagon(self, a: usize, b: usize, c: usize, side: usize) -> bool {
        let mut steps = [a, b, c];
        steps.sort_unstable();
        let [small, middle, far] = steps;
        match self {
            Self::Centre => far == 0,
            Self::Cross => far <= 1,
            Self::Diamond => far == 2 && small == 1,
            Self::Dots => far == 2 && small == 0,
            Self::Notches => far == side - 1 && middle - small <= 1,
        }
    }
}

impl fmt::Display for Pattern {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.word())
    }
}
