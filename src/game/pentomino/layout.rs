//! Layouts: as somebody drew or listed them, checked against the rules, and as they lie.

use std::fmt;

use super::options::letters;
use super::shapes::{Board, Cell, Cells, Piece};
use crate::game::grid::Spot;
use crate::game::{Illegal, Phrase};

/// How many pieces a fleet has.
const FLEET: usize = 6;

/// A layout as it was written, right or wrong. `Display` is canonical: rows joined by `/`, with `.` for water.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Drawing {
    /// Rows of signs, letters in upper case.
    Rows(Vec<String>),
    /// Pieces with their cells; only where no rows can say the same, that is, where a cell is named twice or lies
    /// outside of the board. The rules refuse it.
    List(Vec<(char, Vec<Spot>)>),
}

impl Drawing {
    /// A list of pieces, as rows where it can be.
    pub(super) fn of_list(list: Vec<(char, Vec<Spot>)>) -> Self {
        let mut signs: Vec<(Cell, char)> = Vec::new();
        for (letter, spots) in &list {
            for spot in spots {
                match Cell::of(*spot) {
                    Some(cell) if signs.iter().all(|(c, _)| *c != cell) => signs.push((cell, *letter)),
                    _ => return Self::List(list),
                }
            }
        }
        Self::Rows(rows(|cell| signs.iter().find(|(c, _)| *c == cell).map(|(_, letter)| *letter)))
    }
}

impl fmt::Display for Drawing {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Rows(rows) => f.write_str(&rows.join("/")),
            Self::List(list) => {
                let items: Vec<String> = list
                    .iter()
                    .map(|(letter, spots)| {
                        let spots: Vec<String> = spots.iter().map(|s| name(*s)).collect();
                        format!("{letter}: {}", spots.join(" "))
                    })
                    .collect();
                f.write_str(&items.join("; "))
            }
        }
    }
}

/// A cell as it was written, in lower case, on the board or not.
pub(super) fn name(spot: Spot) -> String {
    spot.to_string().to_ascii_lowercase()
}

fn rows(sign: impl Fn(Cell) -> Option<char>) -> Vec<String> {
    (0..Board::GAME.height)
        .map(|row| {
            let cells = (0..Board::GAME.width).filter_map(|col| Cell::at(col, row));
            cells.map(|cell| sign(cell).unwrap_or('.')).collect()
        })
        .collect()
}

/// Where a fleet's pieces lie. A layout that came out of `check` is legal.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct Layout {
    /// The pieces in the order of their numbers, each once.
    pieces: Vec<(Piece, Cells)>,
}

impl Layout {
    /// Lays a piece on the board, or more cells of a piece that lies there.
    pub(super) fn lay(&mut self, piece: Piece, cells: Cells) {
        match self.pieces.binary_search_by_key(&piece, |(p, _)| *p) {
            Ok(at) => {
                if let Some((_, old)) = self.pieces.get_mut(at) {
                    *old = old.or(cells);
                }
            }
            Err(at) => self.pieces.insert(at, (piece, cells)),
        }
    }

    /// The pieces with their cells, in the order of their numbers.
    pub(super) fn pieces(&self) -> impl Iterator<Item = (Piece, Cells)> {
        self.pieces.iter().copied()
    }

    /// The piece on a cell.
    pub(super) fn at(&self, cell: Cell) -> Option<Piece> {
        self.pieces().find(|(_, cells)| cells.contains(cell)).map(|(piece, _)| piece)
    }

    /// All cells with a piece on them.
    pub(super) fn all(&self) -> Cells {
        self.pieces().fold(Cells::NONE, |all, (_, cells)| all.or(cells))
    }
}

/// The canonical rows, joined by `/`.
impl fmt::Display for Layout {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&rows(|cell| self.at(cell).map(Piece::letter)).join("/"))
    }
}

/// Checks a layout. `set` names the pieces that must be used, where that is ruled.
///
/// # Errors
/// Every broken rule with its cells: `size` alone; else `off-board`, `repeat`, `letter`, `shape`, `side-touch`,
/// `corner-touch`, `count`, `set`.
pub(super) fn check(drawing: &Drawing, corners: bool, set: Option<&[Piece; 6]>) -> Result<Layout, Illegal> {
    let mut faults = Vec::new();
    let signs = match drawing {
        Drawing::Rows(rows) => {
            size(rows, &mut faults);
            if !faults.is_empty() {
                return Err(Illegal { faults });
            }
            let signs = rows.iter().flat_map(|row| row.chars());
            Cell::all().zip(signs).filter(|(_, sign)| *sign != '.').collect()
        }
        Drawing::List(list) => listed(list, &mut faults),
    };
    // pieces that are not whole on the board for a reason that is told already
    let cut = match drawing {
        Drawing::List(list) => broken(list),
        Drawing::Rows(_) => Vec::new(),
    };
    let mut layout = Layout::default();
    let mut strange: Vec<(char, Vec<Cell>)> = Vec::new();
    for (cell, sign) in signs {
        match Piece::from_letter(sign) {
            Some(piece) => layout.lay(piece, Cells::from_iter([cell])),
            None => match strange.iter_mut().find(|(s, _)| *s == sign) {
                Some((_, cells)) => cells.push(cell),
                None => strange.push((sign, vec![cell])),
            },
        }
    }
    for (sign, cells) in &strange {
        faults.push(Phrase::new("letter").text("sign", sign.to_string()).terms("cells", cells));
    }
    for (piece, cells) in layout.pieces() {
        if !cut.contains(&piece.letter()) && !piece.is(cells) {
            faults.push(Phrase::new("shape").term("piece", piece).terms("cells", cells.iter()));
        }
    }
    contacts(&layout, corners, &mut faults);
    fleet(&layout, strange.len(), set, &mut faults);
    if faults.is_empty() { Ok(layout) } else { Err(Illegal { faults }) }
}

/// Six rows of ten signs.
fn size(rows: &[String], faults: &mut Vec<Phrase>) {
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    if rows.len() != 6 {
        faults.push(Phrase::new("size").text("what", "rows").number("have", number(rows.len())).number("need", 6));
    }
    for (row, n) in rows.iter().zip(1..) {
        let have = row.chars().count();
        if have != 10 {
            let fault = Phrase::new("size").text("what", "columns").number("row", number(n));
            faults.push(fault.number("have", number(have)).number("need", 10));
        }
    }
}

/// The cells of a list that are on the board, each once, and the faults of the others.
fn listed(list: &[(char, Vec<Spot>)], faults: &mut Vec<Phrase>) -> Vec<(Cell, char)> {
    let (mut outside, mut twice) = (Vec::new(), Vec::new());
    let mut signs: Vec<(Cell, char)> = Vec::new();
    for (letter, spots) in list {
        for spot in spots {
            match Cell::of(*spot) {
                None => outside.push(name(*spot)),
                Some(cell) if signs.iter().any(|(c, _)| *c == cell) => twice.push(name(*spot)),
                Some(cell) => signs.push((cell, *letter)),
            }
        }
    }
    off_board(outside, faults);
    if !twice.is_empty() {
        twice.sort_unstable();
        twice.dedup();
        faults.push(Phrase::new("repeat").terms("cells", twice));
    }
    signs
}

/// Letters of a list that have a cell outside of the board or one that is named twice.
fn broken(list: &[(char, Vec<Spot>)]) -> Vec<char> {
    let times = |spot: &Spot| list.iter().flat_map(|(_, spots)| spots).filter(|s| *s == spot).count();
    let bad = |spots: &[Spot]| spots.iter().any(|s| Cell::of(*s).is_none() || times(s) > 1);
    list.iter().filter(|(_, spots)| bad(spots)).map(|(letter, _)| *letter).collect()
}

/// Cells outside of the board, if there are any.
pub(super) fn off_board(mut outside: Vec<String>, faults: &mut Vec<Phrase>) {
    if !outside.is_empty() {
        outside.sort_unstable();
        outside.dedup();
        faults.push(Phrase::new("off-board").terms("cells", outside).term("last", "j6"));
    }
}

/// Where two pieces touch, pair by pair. A corner that ends a common side is no second fault.
fn contacts(layout: &Layout, corners: bool, faults: &mut Vec<Phrase>) {
    let pieces: Vec<(Piece, Cells)> = layout.pieces().collect();
    for (n, (a, mine)) in pieces.iter().enumerate() {
        for (b, theirs) in pieces.iter().skip(n + 1) {
            let both = mine.or(*theirs);
            let (mut sides, mut tips) = (Cells::NONE, Cells::NONE);
            for cell in mine.iter() {
                let beside = [(0, -1), (1, 0), (0, 1), (-1, 0)];
                for other in beside.iter().filter_map(|(x, y)| cell.shifted(*x, *y)).filter(|c| theirs.contains(*c)) {
                    sides.insert(cell);
                    sides.insert(other);
                }
                for (x, y) in [(-1, -1), (1, -1), (1, 1), (-1, 1)] {
                    let between = [cell.shifted(x, 0), cell.shifted(0, y)];
                    let Some(other) = cell.shifted(x, y).filter(|c| theirs.contains(*c)) else { continue };
                    if !between.iter().flatten().any(|c| both.contains(*c)) {
                        tips.insert(cell);
                        tips.insert(other);
                    }
                }
            }
            let mut tell = |id: &'static str, cells: Cells| {
                if !cells.is_empty() {
                    faults.push(Phrase::new(id).term("one", *a).term("other", *b).terms("cells", cells.iter()));
                }
            };
            tell("side-touch", sides);
            if !corners {
                tell("corner-touch", tips);
            }
        }
    }
}

/// Six pieces, and the ones that are ruled. Signs that are no piece may be meant as one, so that pieces are not said
/// to be missing beside them.
fn fleet(layout: &Layout, strange: usize, set: Option<&[Piece; 6]>, faults: &mut Vec<Phrase>) {
    let have: Vec<Piece> = layout.pieces().map(|(piece, _)| piece).collect();
    if have.len() != FLEET && (strange == 0 || have.len() > FLEET) {
        let count = i64::try_from(have.len()).unwrap_or(0);
        faults.push(Phrase::new("count").number("have", count).number("need", 6));
    }
    let Some(set) = set else { return };
    let extra: Vec<Piece> = have.iter().copied().filter(|p| !set.contains(p)).collect();
    if !extra.is_empty() {
        faults.push(Phrase::new("set").terms("extra", extra).text("need", letters(set)));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The legal layout's corner contacts.
    const CORNERS: &str = "corner-touch one=3(L) other=5(P) cells=i1,j2; \
                           corner-touch one=3(L) other=7(U) cells=h4,h6,i5; \
                           corner-touch one=8(V) other=10(X) cells=a3,b4";

    const LEGAL: [&str; 6] = ["VVV.I.PPP.", "V...I.PP.L", "V...I....L", ".X..I.UU.L", "XXX.I.U.LL", ".X....UU.."];

    fn told(rows: &[&str], corners: bool, set: Option<&[Piece; 6]>) -> String {
        let drawing = Drawing::Rows(rows.iter().map(|r| (*r).to_owned()).collect());
        match check(&drawing, corners, set) {
            Ok(layout) => layout.to_string(),
            Err(illegal) => illegal.faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        }
    }

    /// The legal rows with some of them replaced.
    fn with(changes: &[(usize, &'static str)]) -> [&'static str; 6] {
        let mut rows = LEGAL;
        for (row, text) in changes {
            rows[*row] = text;
        }
        rows
    }

    #[test]
    fn every_fault_is_told_with_its_cells() {
        use Piece::{F, I, L, P, U, V, X};
        assert_eq!(told(&LEGAL, true, None), LEGAL.join("/"));
        for (rows, wanted) in [
            (with(&[(0, "VVV.I.PPP")]), "size what=columns row=1 have=9 need=10"),
            (
                with(&[(0, "VVVII.PPP.")]),
                "shape piece=2(I) cells=d1,e1,e2,e3,e4,e5; side-touch one=2(I) other=8(V) cells=c1,d1",
            ),
            (with(&[(0, "VVV.I.PPPQ")]), "letter sign=Q cells=j1"),
            (
                with(&[(5, ".X....UU.F")]),
                "shape piece=1(F) cells=j6; side-touch one=1(F) other=3(L) cells=j5,j6; count have=7 need=6",
            ),
            (with(&[(0, "....I.PPP."), (1, "....I.PP.L"), (2, "....I....L")]), "count have=5 need=6"),
        ] {
            assert_eq!(told(&rows, true, None), wanted);
        }
        assert_eq!(told(&LEGAL[..5], true, None), "size what=rows have=5 need=6");
        assert_eq!(told(&LEGAL, false, None), CORNERS);
        assert_eq!(told(&LEGAL, true, Some(&[I, L, P, U, V, X])), LEGAL.join("/"));
        assert_eq!(told(&LEGAL, true, Some(&[F, I, L, P, U, X])), "set extra=8(V) need=FILPUX");
        // the corners that end a common side are no contact of their own
        let beside = with(&[(3, "X...I.UU.L"), (4, "XX..I.U.LL"), (5, "XX....UU..")]);
        let sides = "side-touch one=8(V) other=10(X) cells=a3,a4";
        assert_eq!(
            told(&beside, false, None),
            format!(
                "shape piece=10(X) cells=a4,a5,a6,b5,b6; {}",
                CORNERS.replace("corner-touch one=8(V) other=10(X) cells=a3,b4", sides)
            )
        );
    }

    #[test]
    fn a_list_that_is_no_drawing_stays_a_list() {
        let spot = |col: u32, row: u32| Spot { col, row };
        let i = ('I', (0..5).map(|n| spot(4, n)).collect::<Vec<_>>());
        assert_eq!(
            Drawing::of_list(vec![i.clone()]).to_string(),
            "....I...../....I...../....I...../....I...../....I...../.........."
        );
        let list = Drawing::of_list(vec![i, ('X', vec![spot(4, 0), spot(10, 6)])]);
        assert_eq!(list.to_string(), "I: e1 e2 e3 e4 e5; X: e1 k7");
        let faults = check(&list, true, None).unwrap_err().faults;
        let told: Vec<String> = faults.iter().map(ToString::to_string).collect();
        assert_eq!(told, ["off-board cells=k7 last=j6", "repeat cells=e1", "count have=1 need=6"]);
    }
}
