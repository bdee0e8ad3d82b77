//! The board and what may lie on it: sets of cells, ship shapes, the fleet.

use std::collections::BTreeMap;
use std::fmt;

/// The longest ship that any fleet has.
pub(super) const LONGEST: usize = 5;

/// A set of cells of a board with at most 15x15. A cell is `row * size + column`, from the top left.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Cells([u64; 4]);

impl Cells {
    /// No cell.
    pub(super) const NONE: Self = Self([0; 4]);

    /// Is the cell in the set?
    pub(super) fn has(self, cell: usize) -> bool {
        self.0.get(cell / 64).is_some_and(|word| word >> (cell % 64) & 1 == 1)
    }

    /// Adds a cell.
    pub(super) fn put(&mut self, cell: usize) {
        if let Some(word) = self.0.get_mut(cell / 64) {
            *word |= 1 << (cell % 64);
        }
    }

    /// The cells of either set.
    pub(super) fn and(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a | e, b | f, c | g, d | h])
    }

    /// The cells of both sets.
    pub(super) fn common(self, other: Self) -> Self {
        let ([a, b, c, d], [e, f, g, h]) = (self.0, other.0);
        Self([a & e, b & f, c & g, d & h])
    }

    /// The cells of this set that are not in the other.
    pub(super) fn without(self, other: Self) -> Self {
        self.common(Self(other.0.map(|word| !word)))
    }

    /// Have the sets a cell in common?
    pub(super) fn meets(self, other: Self) -> bool {
        self.common(other) != Self::NONE
    }

    /// Is there no cell in it?
    pub(super) fn is_empty(self) -> bool {
        self == Self::NONE
    }

    /// How many cells.
    pub(super) fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// The cells in order.
    pub(super) fn iter(self) -> impl Iterator<Item = usize> {
        self.0.into_iter().enumerate().flat_map(|(n, word)| {
            let mut rest = word;
            std::iter::from_fn(move || {
                (rest != 0).then(|| {
                    let bit = rest.trailing_zeros() as usize;
                    rest &= rest - 1;
                    n * 64 + bit
                })
            })
        })
    }
}

impl FromIterator<usize> for Cells {
    fn from_iter<I: IntoIterator<Item = usize>>(cells: I) -> Self {
        let mut set = Self::NONE;
        for cell in cells {
            set.put(cell);
        }
        set
    }
}

/// How many ships of each length there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Fleet([usize; LONGEST]);

impl Fleet {
    /// One four-decker, two of three, three of two, four of one.
    pub(super) const CLASSIC: Self = Self([4, 3, 2, 1, 0]);
    /// One five-decker, two of four, three of three, four of two, five of one.
    pub(super) const BIG: Self = Self([5, 4, 3, 2, 1]);

    /// Counts from five-deckers down, as `fleet=` writes them.
    pub(super) fn from_counts(mut counts: [usize; LONGEST]) -> Self {
        counts.reverse();
        Self(counts)
    }

    /// The lengths of ships, one each. Longer ones than any fleet has are left out.
    pub(super) fn from_lengths(lengths: impl IntoIterator<Item = usize>) -> Self {
        let mut fleet = Self::default();
        for length in lengths {
            if let Some(count) = length.checked_sub(1).and_then(|n| fleet.0.get_mut(n)) {
                *count += 1;
            }
        }
        fleet
    }

    /// How many ships of a length.
    pub(super) fn count(self, length: usize) -> usize {
        length.checked_sub(1).and_then(|n| self.0.get(n)).copied().unwrap_or(0)
    }

    /// How many ships.
    pub(super) fn ships(self) -> usize {
        self.0.iter().sum()
    }

    /// How many cells they cover.
    pub(super) fn cells(self) -> usize {
        (1..=LONGEST).map(|length| length * self.count(length)).sum()
    }

    /// The length of the longest ship.
    pub(super) fn longest(self) -> usize {
        (1..=LONGEST).rev().find(|length| self.count(*length) > 0).unwrap_or(0)
    }

    /// The length of every ship, the longest first.
    pub(super) fn lengths(self) -> impl Iterator<Item = usize> {
        (1..=LONGEST).rev().flat_map(move |length| std::iter::repeat_n(length, self.count(length)))
    }

    /// This fleet without the ships of another.
    pub(super) fn less(self, other: Self) -> Self {
        let mut rest = self;
        for (count, gone) in rest.0.iter_mut().zip(other.0) {
            *count = count.saturating_sub(gone);
        }
        rest
    }

    /// `1x4`, `2x3`, …: how many of which length, the longest first.
    pub(super) fn terms(self) -> Vec<String> {
        terms(self.lengths())
    }
}

/// `1x4`, `2x3`, …: how many of which length, the longest first.
pub(super) fn terms(lengths: impl Iterator<Item = usize>) -> Vec<String> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for length in lengths {
        *counts.entry(length).or_default() += 1;
    }
    counts.into_iter().rev().map(|(length, count)| format!("{count}x{length}")).collect()
}

/// Five counts from five-deckers down: `0,1,2,3,4`.
impl fmt::Display for Fleet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let [one, two, three, four, five] = self.0;
        write!(f, "{five},{four},{three},{two},{one}")
    }
}

/// Which bent ships are allowed beside the straight ones. All have every rotation and mirror image.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub(super) struct Bent {
    /// Three- and four-deckers like the letter Г.
    pub(super) g: bool,
    /// The four-decker of two by two.
    pub(super) square: bool,
    /// The four-decker of two rows of two, shifted by one.
    pub(super) zigzag: bool,
}

/// Columns and rows of a ship's cells, from its own top left corner, sorted.
type Shape = Vec<(usize, usize)>;

/// Moves a shape into the corner and sorts it.
fn normal(mut cells: Shape) -> Shape {
    let left = cells.iter().map(|c| c.0).min().unwrap_or(0);
    let top = cells.iter().map(|c| c.1).min().unwrap_or(0);
    for (col, row) in &mut cells {
        *col -= left;
        *row -= top;
    }
    cells.sort_unstable();
    cells
}

/// All ways in which a shape can lie.
fn turned(cells: &[(usize, usize)]) -> Vec<Shape> {
    let mut all = Vec::new();
    for flip in 0..8 {
        let place = |&(col, row): &(usize, usize)| {
            let (col, row) = if flip & 1 == 0 { (col, row) } else { (row, col) };
            // no shape reaches further than this
            let col = if flip & 2 == 0 { col } else { LONGEST - col };
            (col, if flip & 4 == 0 { row } else { LONGEST - row })
        };
        let shape = normal(cells.iter().map(place).collect());
        if !all.contains(&shape) {
            all.push(shape);
        }
    }
    all
}

/// The side neighbours of a cell, and its side and corner neighbours.
fn neighbours(size: usize, cell: usize) -> (Cells, Cells) {
    let (col, row) = (cell % size, cell / size);
    let (mut sides, mut all) = (Cells::NONE, Cells::NONE);
    for r in row.saturating_sub(1)..=(row + 1).min(size - 1) {
        for c in col.saturating_sub(1)..=(col + 1).min(size - 1) {
            if (c, r) != (col, row) {
                all.put(r * size + c);
                if c == col || r == row {
                    sides.put(r * size + c);
                }
            }
        }
    }
    (sides, all)
}

/// A ship in one place.
#[derive(Clone, Copy, Debug)]
pub(super) struct Berth {
    /// Its cells.
    pub(super) cells: Cells,
    /// Its cells and those in which no cell of another ship may lie.
    pub(super) claim: Cells,
}

/// A sea with the rules of who may lie where in it.
#[derive(Clone, Debug)]
pub(super) struct Waters {
    /// Columns and rows.
    pub(super) size: usize,
    /// Which ships there are.
    pub(super) fleet: Fleet,
    /// May ships touch by corners?
    pub(super) corners: bool,
    /// The side neighbours of every cell.
    sides: Vec<Cells>,
    /// The side and corner neighbours of every cell.
    all: Vec<Cells>,
    /// Allowed shapes by length, from 1.
    shapes: [Vec<Shape>; LONGEST],
    /// Every place of a ship by length, from 1.
    berths: [Vec<Berth>; LONGEST],
}

impl Waters {
    /// Works out shapes and places.
    pub(super) fn new(size: usize, fleet: Fleet, corners: bool, bent: Bent) -> Self {
        let shapes = std::array::from_fn(|n| {
            let length = n + 1;
            let mut shapes = turned(&(0..length).map(|col| (col, 0)).collect::<Vec<_>>());
            let mut add = |wanted: bool, cells: &[(usize, usize)]| {
                if wanted && cells.len() == length {
                    shapes.extend(turned(cells));
                }
            };
            add(bent.g, &[(0, 0), (1, 0), (0, 1)]);
            add(bent.g, &[(0, 0), (1, 0), (2, 0), (0, 1)]);
            add(bent.square, &[(0, 0), (1, 0), (0, 1), (1, 1)]);
            add(bent.zigzag, &[(0, 0), (1, 0), (1, 1), (2, 1)]);
            shapes
        });
        let (sides, all) = (0..size * size).map(|cell| neighbours(size, cell)).unzip();
        let mut waters = Self { size, fleet, corners, sides, all, shapes, berths: Default::default() };
        waters.berths = std::array::from_fn(|n| waters.places(n + 1));
        waters
    }

    fn places(&self, length: usize) -> Vec<Berth> {
        let mut places = Vec::new();
        for (col, row) in (0..self.size).flat_map(|row| (0..self.size).map(move |col| (col, row))) {
            for shape in self.shapes(length) {
                let cells: Option<Cells> =
                    shape.iter().map(|(c, r)| self.cell(col + c, row + r)).collect::<Option<_>>();
                if let Some(cells) = cells {
                    places.push(Berth { cells, claim: cells.and(self.around(cells, !self.corners)) });
                }
            }
        }
        places
    }

    fn shapes(&self, length: usize) -> &[Shape] {
        length.checked_sub(1).and_then(|n| self.shapes.get(n)).map_or(&[], Vec::as_slice)
    }

    /// Every place of a ship of this length.
    pub(super) fn berths(&self, length: usize) -> &[Berth] {
        length.checked_sub(1).and_then(|n| self.berths.get(n)).map_or(&[], Vec::as_slice)
    }

    /// The number of a cell; `None` outside of the board.
    pub(super) fn cell(&self, col: usize, row: usize) -> Option<usize> {
        (col < self.size && row < self.size).then(|| row * self.size + col)
    }

    /// The cells around a set, its own left out: side neighbours, and corner neighbours if wanted.
    pub(super) fn around(&self, cells: Cells, corners: bool) -> Cells {
        let near = if corners { &self.all } else { &self.sides };
        let union = cells.iter().filter_map(|cell| near.get(cell)).fold(Cells::NONE, |all, more| all.and(*more));
        union.without(cells)
    }

    /// The side-connected groups of a set, by their first cells.
    pub(super) fn groups(&self, mut cells: Cells) -> Vec<Cells> {
        let mut groups = Vec::new();
        while let Some(first) = cells.iter().next() {
            let mut group: Cells = [first].into_iter().collect();
            loop {
                let more = group.and(self.around(group, false).common(cells));
                if more == group {
                    break;
                }
                group = more;
            }
            cells = cells.without(group);
            groups.push(group);
        }
        groups
    }

    /// Do the cells lie in one line without a gap?
    pub(super) fn straight(&self, ship: Cells) -> bool {
        let Some(first) = ship.iter().next() else { return true };
        let run = |step: usize| ship.iter().enumerate().all(|(n, cell)| cell == first + n * step);
        let row = ship.iter().all(|cell| cell / self.size == first / self.size);
        (row && run(1)) || run(self.size)
    }

    /// Is it the shape of a ship, however long the fleet's ships are?
    pub(super) fn ship_shaped(&self, ship: Cells) -> bool {
        self.straight(ship) || self.shapes(ship.len()).contains(&self.shape(ship))
    }

    fn shape(&self, ship: Cells) -> Shape {
        normal(ship.iter().map(|cell| (cell % self.size, cell / self.size)).collect())
    }
}
