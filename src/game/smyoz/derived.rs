//! What follows from a layout: header, hint codes, contents and marks of cells, islands.
//!
//! Identity: the sizes of the islands sum up to 4 + 2 × docked, since a ship of n cells touches 2(n + 1) lattice points,
//! no two ships the same one, and a docked ship has two of them on the rim.

use std::fmt;

use super::layout::{Cell, Kind, Layout, SIDE, Ship};

/// The header of the sheet.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// Rows and columns of nine water cells.
    pub waterlines: u8,
    /// Sizes of the islands, largest first.
    pub islands: Vec<u8>,
    /// Ships with a cell on the rim.
    pub docked: u8,
}

impl Header {
    /// The header of a layout.
    #[must_use]
    pub fn of(layout: &Layout) -> Self {
        Self {
            waterlines: waterlines(occupied(layout)),
            islands: sizes(water_points(occupied(layout))),
            docked: u8::try_from(layout.ships().iter().filter(|s| s.docked()).count()).unwrap_or(0),
        }
    }

    /// The island sizes, joined by commas.
    #[must_use]
    pub fn island_list(&self) -> String {
        join(&self.islands)
    }
}

/// Joins with commas; `-` for nothing.
pub(super) fn join<T: fmt::Display>(list: &[T]) -> String {
    if list.is_empty() {
        return "-".to_owned();
    }
    list.iter().map(ToString::to_string).collect::<Vec<_>>().join(",")
}

/// All ship cells.
#[must_use]
pub fn occupied(layout: &Layout) -> u128 {
    layout.ships().iter().fold(0, |mask, s| mask | s.mask())
}

/// The nine bits of a row of a mask.
const fn row_bits(mask: u128, row: u8) -> u16 {
    ((mask >> (row * SIDE)) & 0x1FF) as u16
}

/// Rows and columns that are all water.
#[must_use]
pub fn waterlines(occupied: u128) -> u8 {
    let rows = (0..SIDE).filter(|r| row_bits(occupied, *r) == 0).count();
    let columns = (0..SIDE).fold(0, |columns, r| columns | row_bits(occupied, r));
    u8::try_from(rows).unwrap_or(0) + SIDE - u8::try_from(columns.count_ones()).unwrap_or(0)
}

/// The inner lattice points that touch no ship, as 8 × 8 bits: bit 8·r + c is the lower right corner of the cell in
/// row r and column c.
#[must_use]
pub fn water_points(occupied: u128) -> u64 {
    (0..SIDE - 1).fold(0, |points, r| {
        let around = row_bits(occupied, r) | row_bits(occupied, r + 1);
        let water = !(around | (around >> 1)) & 0xFF;
        points | (u64::from(water) << (8 * r))
    })
}

/// The island that a water point belongs to.
fn flood(points: u64, start: u64) -> u64 {
    const NOT_LEFT: u64 = 0xFEFE_FEFE_FEFE_FEFE;
    let mut island = start;
    loop {
        let grown = island | (island << 8) | (island >> 8) | ((island << 1) & NOT_LEFT) | ((island & NOT_LEFT) >> 1);
        let next = grown & points;
        if next == island {
            return island;
        }
        island = next;
    }
}

/// The islands: components of water points joined by unit steps.
#[must_use]
pub fn islands(points: u64) -> Vec<u64> {
    let (mut rest, mut found) = (points, Vec::new());
    while rest != 0 {
        let island = flood(points, rest & rest.wrapping_neg());
        rest &= !island;
        found.push(island);
    }
    found
}

/// Sizes of the islands, largest first.
#[must_use]
pub fn sizes(points: u64) -> Vec<u8> {
    let mut sizes: Vec<u8> = islands(points).iter().map(|i| u8::try_from(i.count_ones()).unwrap_or(0)).collect();
    sizes.sort_unstable_by(|a, b| b.cmp(a));
    sizes
}

/// The lattice points in a square of rows and columns of points, clipped to the inner ones.
fn points_between(cols: std::ops::RangeInclusive<i16>, rows: std::ops::RangeInclusive<i16>) -> u64 {
    let mut mask = 0;
    for row in rows.filter(|r| (0..8).contains(r)) {
        for col in cols.clone().filter(|c| (0..8).contains(c)) {
            mask |= 1 << (8 * row + col);
        }
    }
    mask
}

/// The corners of a cell that are inner points.
#[must_use]
pub fn corners(cell: Cell) -> u64 {
    let (col, row) = (i16::from(cell.col()), i16::from(cell.row()));
    points_between(col - 1..=col, row - 1..=row)
}

/// The points of the 3 × 3 around a cell: the closed square has 4 × 4, the open one only the cell's own corners.
#[must_use]
pub fn area_points(cell: Cell, closed: bool) -> u64 {
    if !closed {
        return corners(cell);
    }
    let (col, row) = (i16::from(cell.col()), i16::from(cell.row()));
    points_between(col - 2..=col + 1, row - 2..=row + 1)
}

/// The cells of the 3 × 3 around a cell, clipped to the board.
#[must_use]
pub fn area(cell: Cell) -> u128 {
    Cell::all()
        .filter(|c| c.col().abs_diff(cell.col()) <= 1 && c.row().abs_diff(cell.row()) <= 1)
        .fold(0, |mask, c| mask | c.bit())
}

/// How a row or column lies beside a piece of it: the cells before and behind, and how many cells look so.
#[derive(Clone, Copy, Debug)]
pub struct Look {
    /// The cells to the left, or above.
    pub before: u128,
    /// The cells to the right, or below.
    pub behind: u128,
    /// The cells of the piece.
    pub weight: u8,
}

impl Look {
    /// The row of a piece from one column to another.
    fn row(row: u8, from: u8, to: u8) -> Self {
        let in_row =
            |cols: std::ops::Range<u8>| cols.filter_map(|c| Cell::new(c, row)).fold(0, |mask: u128, c| mask | c.bit());
        Self { before: in_row(0..from), behind: in_row(to + 1..SIDE), weight: to - from + 1 }
    }

    /// The column of a piece from one row to another.
    fn column(col: u8, from: u8, to: u8) -> Self {
        let in_column =
            |rows: std::ops::Range<u8>| rows.filter_map(|r| Cell::new(col, r)).fold(0, |mask: u128, c| mask | c.bit());
        Self { before: in_column(0..from), behind: in_column(to + 1..SIDE), weight: to - from + 1 }
    }

    /// Both looks of a cell past one ship or none.
    #[must_use]
    pub fn of_cell(cell: Cell) -> [Self; 2] {
        [Self::row(cell.row(), cell.col(), cell.col()), Self::column(cell.col(), cell.row(), cell.row())]
    }

    /// The looks of a ship: one along it, one across each of its cells.
    #[must_use]
    pub fn of_ship(ship: Ship) -> Vec<Self> {
        let (from, to) = (ship.first(), ship.last());
        if ship.vertical() {
            let across = (from.row()..=to.row()).map(|row| Self::row(row, from.col(), from.col()));
            across.chain([Self::column(from.col(), from.row(), to.row())]).collect()
        } else {
            let across = (from.col()..=to.col()).map(|col| Self::column(col, from.row(), from.row()));
            across.chain([Self::row(from.row(), from.col(), to.col())]).collect()
        }
    }

    /// Counts of "both" and "none" in a list of looks.
    #[must_use]
    pub fn marks(looks: &[Self], others: u128) -> (u8, u8) {
        looks.iter().fold((0, 0), |(over, under), look| match (look.before & others != 0, look.behind & others != 0) {
            (true, true) => (over + look.weight, under),
            (false, false) => (over, under + look.weight),
            _ => (over, under),
        })
    }
}

/// What is in a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Content {
    /// A ship of this type.
    Ship(Kind),
    /// Water: how many of its corners are water points.
    Water(u8),
}

/// The answer about one cell: content, overlines (row or column with another ship on both sides), underlines (on
/// neither side). `Display` is `b^`, `2__`, `0^_`, `g`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Answer {
    /// What is in it.
    pub content: Content,
    /// Overlines, 0 to 2.
    pub over: u8,
    /// Underlines; at most 2 marks in all.
    pub under: u8,
}

impl Answer {
    /// The answer about a cell.
    #[must_use]
    pub fn of(layout: &Layout, cell: Cell) -> Self {
        let all = occupied(layout);
        let ship = layout.ship_at(cell);
        let content = ship.map_or_else(
            || Content::Water(u8::try_from((water_points(all) & corners(cell)).count_ones()).unwrap_or(0)),
            |s| Content::Ship(s.kind()),
        );
        let (over, under) = Look::marks(&Look::of_cell(cell), all & !ship.map_or(0, Ship::mask));
        Self { content, over, under }
    }

    /// The order of the sheet: a b g d 4 3 2 1 0, then by marks: none, ^, ^^, ^_, _, __.
    fn rank(&self) -> (u8, u8) {
        let content = match self.content {
            Content::Ship(kind) => kind as u8,
            Content::Water(n) => 8 - n,
        };
        let marks = match (self.over, self.under) {
            (0, 0) => 0,
            (1, 0) => 1,
            (2, _) => 2,
            (1, _) => 3,
            (0, 1) => 4,
            _ => 5,
        };
        (content, marks)
    }

    /// Reads the spelling of `Display`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let first = chars.next()?;
        let content = match Kind::from_letter(first) {
            Some(kind) => Content::Ship(kind),
            None => Content::Water(u8::try_from(first.to_digit(5)?).ok()?),
        };
        let marks = chars.as_str();
        let under = marks.trim_start_matches('^');
        let count = |n: usize| u8::try_from(n).ok();
        let answer = Self { content, over: count(marks.len() - under.len())?, under: count(under.len())? };
        (under.chars().all(|c| c == '_') && answer.over + answer.under <= 2).then_some(answer)
    }
}

impl PartialOrd for Answer {
    fn partial_cmp(&self, other: &Self) -> Option<std::cmp::Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Answer {
    fn cmp(&self, other: &Self) -> std::cmp::Ordering {
        self.rank().cmp(&other.rank())
    }
}

impl fmt::Display for Answer {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.content {
            Content::Ship(kind) => write!(f, "{}", kind.letter())?,
            Content::Water(n) => write!(f, "{n}")?,
        }
        f.write_str(&"^".repeat(usize::from(self.over)))?;
        f.write_str(&"_".repeat(usize::from(self.under)))
    }
}

/// A ship's hint code: the sums of overlines and underlines over its cells, and for betas and gammas perhaps whether
/// it lies parallel to the alpha. Largest first is the order of the sheet.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Code {
    /// Sum of overlines.
    pub over: u8,
    /// Sum of underlines.
    pub under: u8,
    /// `p` (parallel) or `m` (perpendicular), where told.
    pub parallel: Option<bool>,
}

impl Code {
    /// Reads the spelling of `Display`.
    #[must_use]
    pub fn read(text: &str) -> Option<Self> {
        let mut chars = text.chars();
        let mut digit = || u8::try_from(chars.next()?.to_digit(10)?).ok();
        let (over, under) = (digit()?, digit()?);
        let parallel = match chars.as_str() {
            "" => None,
            "p" => Some(true),
            "m" => Some(false),
            _ => return None,
        };
        Some(Self { over, under, parallel })
    }
}

impl fmt::Display for Code {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}{}", self.over, self.under)?;
        match self.parallel {
            Some(true) => f.write_str("p"),
            Some(false) => f.write_str("m"),
            None => Ok(()),
        }
    }
}

/// The ten codes by type, each list largest first, so that the order inside of a type tells nothing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Codes(pub [Vec<Code>; 4]);

impl Codes {
    /// The codes of a layout.
    #[must_use]
    pub fn of(layout: &Layout, directions: bool) -> Self {
        let all = occupied(layout);
        let alpha = layout.ships().first().is_some_and(|s| s.vertical());
        let mut codes: [Vec<Code>; 4] = Default::default();
        for ship in layout.ships() {
            let (over, under) = Look::marks(&Look::of_ship(*ship), all & !ship.mask());
            let told = directions && matches!(ship.kind(), Kind::Beta | Kind::Gamma);
            let parallel = told.then(|| ship.vertical() == alpha);
            ship.kind().of_mut(&mut codes).push(Code { over, under, parallel });
        }
        for list in &mut codes {
            list.sort_unstable_by(|a, b| b.cmp(a));
        }
        Self(codes)
    }

    /// The codes of one type.
    #[must_use]
    pub fn list(&self, kind: Kind) -> &[Code] {
        kind.of::<Vec<Code>>(&self.0)
    }
}
