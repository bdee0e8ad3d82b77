//! Boards as graphs of cells: for each cell the set of its neighbours and the set of cells that a jump reaches.
//!
//! A set of cells is a [`Set`] of 128 bits; cell 0 is the first of the top row, and cells are counted row by row, as
//! a FEN writes them. All geometry ends here: the rules know only the graph.

use std::fmt;

/// A set of cells: bit `i` is cell `i`.
pub type Set = u128;

/// The most cells that a board may have, holes included.
pub const MAX_CELLS: usize = 128;

/// The set of one cell.
#[must_use]
pub const fn only(cell: usize) -> Set {
    1 << (cell % MAX_CELLS)
}

/// The cells of a set, in order.
#[derive(Clone, Copy, Debug)]
pub struct Cells(pub Set);

impl Iterator for Cells {
    type Item = usize;

    #[inline]
    fn next(&mut self) -> Option<usize> {
        if self.0 == 0 {
            return None;
        }
        let cell = self.0.trailing_zeros() as usize;
        self.0 &= self.0 - 1;
        Some(cell)
    }
}

/// A cell's name as it was written, possibly of no cell of any board. It is spelled `a1`, on a basketweave `a1.2`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Name {
    /// The letter, counted from 0.
    pub letter: u32,
    /// The number.
    pub number: u32,
    /// Which cell of a block, on a basketweave: 1 upper or left, 2 lower or right.
    pub half: Option<u32>,
}

impl fmt::Display for Name {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let letter = char::from_u32(u32::from(b'a') + self.letter).unwrap_or('?');
        write!(f, "{letter}{}", self.number)?;
        match self.half {
            Some(half) => write!(f, ".{half}"),
            None => Ok(()),
        }
    }
}

/// The form of a board, before cells are covered. Its `Display` is the value of the option `board`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A rectangle of squares; letter = column, number = row from the bottom (UAI).
    Rectangle {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A hexagon of hexagons; letter = row from the top, number = diagonal (pbmserv).
    Hexagon {
        /// Cells along one side.
        side: usize,
    },
    /// A rhombus of hexagons; letter = column, number = row from the top, `a1` an acute corner (HexWiki).
    Rhombus {
        /// Cells along one side.
        side: usize,
    },
    /// Pentagons of the Cairo tiling, which is topologically the basketweave of dominoes: blocks of two, lying where
    /// column + row is even (from 0), else standing. Letter = block column, number = block row from the top.
    Pentagon {
        /// Block columns.
        width: usize,
        /// Block rows.
        height: usize,
    },
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rectangle { width, height } => write!(f, "{width}x{height}"),
            Self::Hexagon { side } => write!(f, "hexagon{side}"),
            Self::Rhombus { side } => write!(f, "rhombus{side}"),
            Self::Pentagon { width, height } => write!(f, "pentagon{width}x{height}"),
        }
    }
}

/// A place on a shape's lattice; two places are as far apart as [`Shape::distance`] says.
type Place = (i64, i64);

impl Shape {
    /// How many cells each row has, from the top.
    #[must_use]
    pub fn rows(self) -> Vec<usize> {
        match self {
            Self::Rectangle { width, height } => vec![width; height],
            Self::Hexagon { side } => (0..2 * side - 1).map(|row| 2 * side - 1 - row.abs_diff(side - 1)).collect(),
            Self::Rhombus { side } => vec![side; side],
            Self::Pentagon { width, height } => vec![2 * width; height],
        }
    }

    /// How many cells there are, holes included.
    #[must_use]
    pub fn size(self) -> usize {
        self.rows().iter().sum()
    }

    /// Is it a board that the option `board` offers? A FEN may bring other rectangles.
    #[must_use]
    pub fn usual(self) -> bool {
        match self {
            Self::Rectangle { width, height } => (3..=11).contains(&width) && (3..=11).contains(&height),
            Self::Hexagon { side } => (3..=6).contains(&side),
            Self::Rhombus { side } => (3..=11).contains(&side),
            // 16 block columns still fit into a letter's 72 columns
            Self::Pentagon { width, height } => {
                (2..=16).contains(&width) && height >= 2 && 2 * width * height <= MAX_CELLS
            }
        }
    }

    /// The names of all cells, in order.
    #[must_use]
    pub fn names(self) -> Vec<Name> {
        let mut names = Vec::new();
        for (row, length) in self.rows().into_iter().enumerate() {
            for i in 0..length {
                let (letter, number, half) = match self {
                    Self::Rectangle { height, .. } => (i, height - row, None),
                    Self::Hexagon { side } => (row, row.saturating_sub(side - 1) + i + 1, None),
                    Self::Rhombus { .. } => (i, row + 1, None),
                    Self::Pentagon { .. } => (i / 2, row + 1, Some(i as u32 % 2 + 1)),
                };
                names.push(Name { letter: letter as u32, number: number as u32, half });
            }
        }
        names
    }

    /// Where a name lies, also outside of the board. The two halves of a block lie on one place.
    #[must_use]
    pub fn place(self, name: Name) -> Place {
        match self {
            Self::Rectangle { height, .. } => (i64::from(name.letter), height as i64 - i64::from(name.number)),
            _ => (i64::from(name.letter), i64::from(name.number) - 1),
        }
    }

    /// How many steps from neighbour to neighbour lie between two places. Hexagons have two axes of neighbours and a
    /// third one: along the rows' and diagonals' common growth on a hexagon, against it on a rhombus.
    #[must_use]
    pub fn distance(self, a: Place, b: Place) -> i64 {
        let (x, y) = (a.0 - b.0, a.1 - b.1);
        let third = match self {
            Self::Rectangle { .. } | Self::Pentagon { .. } => 0,
            Self::Hexagon { .. } => x - y,
            Self::Rhombus { .. } => x + y,
        };
        x.abs().max(y.abs()).max(third.abs())
    }

    /// The neighbours of each cell where nothing is covered: cells that touch along a side or in a corner.
    #[must_use]
    pub fn contacts(self) -> Vec<Set> {
        if let Self::Pentagon { width, .. } = self {
            return (0..self.size())
                .map(|a| (0..self.size()).filter(|&b| a != b && weave_touches(width, a, b)).map(only).sum())
                .collect();
        }
        self.at_distance(|a, b| self.distance(a, b) == 1)
    }

    /// The cells that a jump reaches from each cell where nothing is covered. A basketweave has no straight lines:
    /// there a jump always goes to any cell two steps away (rules A6).
    #[must_use]
    pub fn jumps(self, jump: Jump) -> Vec<Set> {
        if let Self::Pentagon { .. } = self {
            let near = self.contacts();
            return near.iter().enumerate().map(|(cell, &first)| spread(&near, first) & !first & !only(cell)).collect();
        }
        // on all lattices the straight jumps are twice a step, so both differences are even
        self.at_distance(|a, b| {
            self.distance(a, b) == 2 && (jump == Jump::Full || (a.0 - b.0) % 2 == 0 && (a.1 - b.1) % 2 == 0)
        })
    }

    fn at_distance(self, holds: impl Fn(Place, Place) -> bool) -> Vec<Set> {
        let places: Vec<Place> = self.names().into_iter().map(|name| self.place(name)).collect();
        let reached = |&a: &Place| places.iter().enumerate().filter(|&(_, &b)| holds(a, b)).map(|(i, _)| only(i)).sum();
        places.iter().map(reached).collect()
    }
}

/// The union of the given sets over the cells of `from`.
#[must_use]
pub fn spread(sets: &[Set], from: Set) -> Set {
    Cells(from).fold(0, |all, cell| all | sets.get(cell).copied().unwrap_or(0))
}

/// Do two cells of a basketweave touch, along a side or in a corner? Each covers two unit squares of its block's four.
fn weave_touches(width: usize, a: usize, b: usize) -> bool {
    let rectangle = |cell: usize| {
        let (row, col, half) = (cell / (2 * width), cell % (2 * width) / 2, cell % 2);
        let (x, y) = (2 * col, 2 * row);
        if (col + row).is_multiple_of(2) { (x, x + 1, y + half, y + half) } else { (x + half, x + half, y, y + 1) }
    };
    let ((ax, ax2, ay, ay2), (bx, bx2, by, by2)) = (rectangle(a), rectangle(b));
    ax <= bx2 + 1 && bx <= ax2 + 1 && ay <= by2 + 1 && by <= ay2 + 1
}

/// Where a jump may go.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Default)]
pub enum Jump {
    /// Two cells in a straight line.
    #[default]
    Straight,
    /// Any cell at distance two, so the chess knight's move too.
    Full,
}

/// A board: which cells it has and how they hang together.
#[derive(Clone, Debug)]
pub struct Graph {
    /// Its form.
    pub shape: Shape,
    /// The cells that are not covered.
    pub playable: Set,
    names: Vec<Name>,
    near: [Set; MAX_CELLS],
    far: [Set; MAX_CELLS],
}

impl Graph {
    /// The board of a shape of at most [`MAX_CELLS`] cells where `holes` are covered. A jump leaps over anything, so
    /// covered cells only leave the sets.
    #[must_use]
    pub fn new(shape: Shape, jump: Jump, holes: Set) -> Self {
        let playable = full(shape.size()) & !holes;
        let table = |sets: Vec<Set>| {
            let mut table = [0; MAX_CELLS];
            for (cell, (slot, set)) in table.iter_mut().zip(sets).enumerate() {
                *slot = if playable & only(cell) == 0 { 0 } else { set & playable };
            }
            table
        };
        Self { shape, playable, names: shape.names(), near: table(shape.contacts()), far: table(shape.jumps(jump)) }
    }

    /// The neighbours of a cell.
    #[inline]
    #[must_use]
    pub fn near(&self, cell: usize) -> Set {
        self.near.get(cell % MAX_CELLS).copied().unwrap_or(0)
    }

    /// The cells that a jump reaches from a cell. It is symmetric: they reach it as well.
    #[inline]
    #[must_use]
    pub fn far(&self, cell: usize) -> Set {
        self.far.get(cell % MAX_CELLS).copied().unwrap_or(0)
    }

    /// All neighbours of all cells of a set.
    #[inline]
    #[must_use]
    pub fn around(&self, set: Set) -> Set {
        Cells(set).fold(0, |all, cell| all | self.near(cell))
    }

    /// All cells that jumps from a set reach.
    #[inline]
    #[must_use]
    pub fn leaps(&self, set: Set) -> Set {
        Cells(set).fold(0, |all, cell| all | self.far(cell))
    }

    /// A cell's name.
    #[must_use]
    pub fn name(&self, cell: usize) -> Name {
        self.names.get(cell).copied().unwrap_or(Name { letter: 0, number: 0, half: None })
    }

    /// The names of a set's cells.
    pub fn names_of(&self, set: Set) -> impl Iterator<Item = Name> {
        Cells(set).map(|cell| self.name(cell))
    }

    /// The place of that name, covered or not; `None` off the board.
    #[must_use]
    pub fn find(&self, name: Name) -> Option<usize> {
        self.names.iter().position(|n| *n == name)
    }

    /// The cells that hang together with the first cell by steps from neighbour to neighbour.
    #[must_use]
    pub fn first_part(&self) -> Set {
        let mut part = self.playable & self.playable.wrapping_neg();
        loop {
            let wider = part | self.around(part);
            if wider == part {
                return part;
            }
            part = wider;
        }
    }
}

/// The set of the first `size` cells.
#[must_use]
pub const fn full(size: usize) -> Set {
    if size >= MAX_CELLS { Set::MAX } else { (1 << size) - 1 }
}
