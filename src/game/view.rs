//! Views: what one eye may see of a position, built up from nothing. A view holds no string in any language;
//! labels and glyphs are notation. `picture` draws it.

use super::phrase::Phrase;

/// What an eye sees: boards, stocks and remarks.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct View {
    /// The boards, in reading order. Two boards of ten columns or fewer may be drawn side by side.
    pub boards: Vec<Board>,
    /// What the players still hold, one row a seat.
    pub stocks: Vec<Stock>,
    /// Remarks under the boards, such as counts; each is a Fluent message like any phrase.
    pub phrases: Vec<Phrase>,
}

/// One board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Board {
    /// What the board is, where there are several (a phrase such as `own-field`).
    pub caption: Option<Phrase>,
    /// How its cells lie.
    pub geometry: Geometry,
    /// Labels of the columns, from the left; empty where the geometry labels cells otherwise.
    pub columns: Vec<String>,
    /// Labels of the rows, from the top.
    pub rows: Vec<String>,
    /// The cells row by row from the top left, as many as the geometry has places (holes included).
    pub cells: Vec<Cell>,
    /// Codes in the left margin, one a row, drawn outside the row labels (SMYOZ); mostly empty.
    pub margin: Vec<String>,
}

/// How the cells of a board lie and touch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Geometry {
    /// Boxes with walls, pipes crossing them: 4x2 characters a cell.
    Pipes {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A plain square grid, one or two characters a cell.
    Square {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A square grid whose cells touch along sides and in corners, three characters a cell.
    Discs {
        /// Columns.
        width: usize,
        /// Rows.
        height: usize,
    },
    /// A hexagon of hexagons: rows of side … 2·side−1 … side cells.
    Hexagon {
        /// Cells along one side.
        side: usize,
    },
    /// A rhombus of hexagons (the board of Hex).
    Rhombus {
        /// Cells along one side.
        side: usize,
    },
    /// Blocks of two dominoes, alternately lying and standing; two cells a block.
    Basketweave {
        /// Block columns.
        width: usize,
        /// Block rows.
        height: usize,
    },
}

/// One cell as an eye sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Cell {
    /// The sign in the cell; a blank for an empty one.
    pub glyph: char,
    /// Open pipe ends as bits: 1 north, 2 east, 4 south, 8 west.
    pub ends: u8,
    /// What a picture should point at.
    pub mark: Mark,
    /// Overlines above the content (SMYOZ), 0 to 2.
    pub over: u8,
    /// Underlines below the content (SMYOZ), 0 to 2.
    pub under: u8,
}

impl Cell {
    /// An empty cell.
    pub const EMPTY: Self = Self { glyph: ' ', ends: 0, mark: Mark::None, over: 0, under: 0 };
    /// A place that is no cell: covered, or outside of a ragged rim.
    pub const HOLE: Self = Self { glyph: ' ', ends: 0, mark: Mark::Hole, over: 0, under: 0 };

    /// A cell with a sign in it.
    #[must_use]
    pub const fn glyph(glyph: char) -> Self {
        Self { glyph, ends: 0, mark: Mark::None, over: 0, under: 0 }
    }

    /// The same cell with a mark.
    #[must_use]
    pub const fn marked(mut self, mark: Mark) -> Self {
        self.mark = mark;
        self
    }
}

/// What a picture should point at. Drawn without colour.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Mark {
    /// Nothing special.
    None,
    /// Where the last move went.
    Last,
    /// Where the last move came from.
    From,
    /// Changed by the last move (a flipped disc).
    Changed,
    /// No cell at all.
    Hole,
}

/// What one seat still holds.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stock {
    /// Whose.
    pub seat: super::Seat,
    /// Kinds of things (ids of terms such as `cross`) with their counts, in the game's order.
    pub items: Vec<(&'static str, u32)>,
}
