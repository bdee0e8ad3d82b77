//! A layout as somebody wrote it: perhaps not a legal one. [`Plan::check`] names every broken rule.

use std::fmt::{self, Write as _};

use super::layout::{Cell, Kind, Layout, SIDE, Ship, clash};
use crate::game::Phrase;

/// A cell as it was written; row and column from 0, perhaps outside ([`u8::MAX`] for a written 0 or more than 9).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// Column.
    pub col: u8,
    /// Row.
    pub row: u8,
}

impl Written {
    /// The cell, if it is on the board.
    #[must_use]
    pub const fn cell(self) -> Option<Cell> {
        Cell::new(self.col, self.row)
    }
}

/// `56`; a coordinate that is outside is spelled `0`.
impl fmt::Display for Written {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let digit = |n: u8| if n < SIDE { n + 1 } else { 0 };
        write!(f, "{}{}", digit(self.col), digit(self.row))
    }
}

/// One ship of a list: a letter and its two ends (the same one twice for a delta).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The type.
    pub kind: Kind,
    /// One end.
    pub from: Written,
    /// The other end.
    pub to: Written,
}

impl Item {
    fn ship(self) -> Option<Ship> {
        Ship::between(self.kind, self.from.cell()?, self.to.cell()?)
    }
}

impl fmt::Display for Item {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.kind.letter(), self.from)?;
        if self.from != self.to {
            write!(f, "-{}", self.to)?;
        }
        Ok(())
    }
}

/// A layout as it was written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// 81 signs, row by row: `a b g d .` or what was typed instead.
    Grid(Vec<char>),
    /// Ships by their ends.
    List(Vec<Item>),
}

impl Plan {
    /// The plan's ships by the rules, or every broken rule: `letter`, `off-board`, `shape`, `fleet`, `dock`, and those
    /// of pairs. Rules are checked for all ships that can be told apart, `fleet` is told beside the others.
    ///
    /// # Errors
    /// The faults, each with its ships or cells.
    pub fn check(&self, delta_tips: bool) -> Result<Layout, Vec<Phrase>> {
        let (ships, mut faults) = match self {
            Self::Grid(signs) => from_grid(signs),
            Self::List(items) => from_list(items),
        };
        for ship in ships.iter().filter(|s| !s.docks_well()) {
            faults.push(Phrase::new("dock").term("ship", ship).terms("cells", rim(*ship)));
        }
        for (n, one) in ships.iter().enumerate() {
            for two in ships.iter().skip(n + 1) {
                for id in clash(*one, *two, delta_tips) {
                    faults.push(Phrase::new(id).term("ship", one).term("other", two));
                }
            }
        }
        let have = Kind::ALL.map(|k| ships.iter().filter(|s| s.kind() == k).count());
        if Kind::ALL.iter().any(|k| *k.of(&have) != usize::from(k.count())) {
            let fleet = Kind::ALL.iter().fold(Phrase::new("fleet"), |p, k| {
                let key = match k {
                    Kind::Alpha => "a",
                    Kind::Beta => "b",
                    Kind::Gamma => "g",
                    Kind::Delta => "d",
                };
                p.number(key, i64::try_from(*k.of(&have)).unwrap_or(i64::MAX))
            });
            faults.push(fleet);
        }
        if faults.is_empty() { Ok(Layout::checked(ships)) } else { Err(faults) }
    }
}

/// The cells of a ship on the rim.
fn rim(ship: Ship) -> impl Iterator<Item = Cell> {
    ship.cells().filter(|c| c.col() == 0 || c.row() == 0 || c.col() == SIDE - 1 || c.row() == SIDE - 1)
}

/// Ships of a drawing are the side-connected groups of one letter.
fn from_grid(signs: &[char]) -> (Vec<Ship>, Vec<Phrase>) {
    let (mut ships, mut faults) = (Vec::new(), Vec::new());
    let sign = |c: Cell| signs.get(c.index()).copied().unwrap_or('.');
    let mut done = 0_u128;
    for cell in Cell::all() {
        if done & cell.bit() != 0 || sign(cell) == '.' {
            continue;
        }
        let Some(kind) = Kind::from_letter(sign(cell)) else {
            faults.push(Phrase::new("letter").text("letter", sign(cell)).term("cell", cell));
            continue;
        };
        let mut group = cell.bit();
        loop {
            let more = Cell::all()
                .filter(|c| sign(*c) == sign(cell) && neighbours(*c) & group != 0)
                .fold(group, |g, c| g | c.bit());
            if more == group {
                break;
            }
            group = more;
        }
        done |= group;
        let fits = [false, true].into_iter().filter_map(|v| Ship::new(kind, cell, v)).find(|s| s.mask() == group);
        match fits {
            Some(ship) => ships.push(ship),
            None => {
                let cells = Cell::all().filter(|c| c.bit() & group != 0);
                faults.push(shape(kind).terms("cells", cells));
            }
        }
    }
    (ships, faults)
}

fn from_list(items: &[Item]) -> (Vec<Ship>, Vec<Phrase>) {
    let (mut ships, mut faults) = (Vec::new(), Vec::new());
    for item in items {
        let outside: Vec<Written> = [item.from, item.to].into_iter().filter(|w| w.cell().is_none()).collect();
        match item.ship() {
            Some(ship) => ships.push(ship),
            None if outside.is_empty() => {
                let ends = [item.from, item.to];
                faults
                    .push(shape(item.kind).terms("cells", ends.iter().take(if item.from == item.to { 1 } else { 2 })));
            }
            None => faults.push(Phrase::new("off-board").text("where", "list").terms("at", outside)),
        }
    }
    (ships, faults)
}

fn shape(kind: Kind) -> Phrase {
    Phrase::new("shape").term("kind", format!("kind-{}", kind.letter())).number("length", kind.length())
}

fn neighbours(cell: Cell) -> u128 {
    let (col, row) = (cell.col(), cell.row());
    [(col.wrapping_sub(1), row), (col + 1, row), (col, row.wrapping_sub(1)), (col, row + 1)]
        .into_iter()
        .filter_map(|(c, r)| Cell::new(c, r))
        .fold(0, |mask, c| mask | c.bit())
}

/// The grid. A list that no grid can show (ships off the board, crossing, or running together) is spelled as a list.
impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Grid(signs) => {
                for (n, row) in signs.chunks(usize::from(SIDE)).enumerate() {
                    if n > 0 {
                        f.write_str("/")?;
                    }
                    row.iter().try_for_each(|c| f.write_char(*c))?;
                }
                Ok(())
            }
            Self::List(items) => {
                if let Some(layout) = drawable(items) {
                    return layout.fmt(f);
                }
                let items: Vec<String> = items.iter().map(ToString::to_string).collect();
                f.write_str(&items.join("; "))
            }
        }
    }
}

fn drawable(items: &[Item]) -> Option<Layout> {
    let ships = items.iter().map(|i| i.ship()).collect::<Option<Vec<Ship>>>()?;
    let layout = Layout::checked(ships);
    let signs: Vec<char> = Cell::all().map(|c| layout.ship_at(c).map_or('.', |s| s.kind().letter())).collect();
    let (mut again, faults) = from_grid(&signs);
    again.sort_unstable();
    (faults.is_empty() && again == layout.ships()).then_some(layout)
}

impl From<&Layout> for Plan {
    fn from(layout: &Layout) -> Self {
        Self::Grid(layout.to_string().chars().filter(|c| *c != '/').collect())
    }
}
