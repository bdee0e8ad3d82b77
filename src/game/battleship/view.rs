//! What an eye sees. A screen is what was answered to shots, nothing else; only an owner's field is made of his fleet.

use super::waters::{Cells, Fleet};
use super::{Battleship, Screen};
use crate::game::view::{Board, Cell, Geometry, Mark};
use crate::game::{Eye, Phrase, Seat, View};

/// A cell that nobody has shot at. It has a sign of its own, since an empty cell is drawn with a full stop, which is a
/// miss here.
const SEA: char = '~';

/// Own field and screen for a player, both screens for the public, both fields for who may see all.
pub(super) fn view(position: &Battleship, eye: Eye) -> View {
    let over = position.outcome.is_some();
    let open = |seat: Seat| over || eye.sees(seat);
    let order = match eye {
        Eye::Seat(seat) => [seat, seat.other()],
        Eye::Public | Eye::All => Seat::BOTH,
    };
    let mut boards = Vec::new();
    for seat in order {
        if open(seat) {
            boards.push(field(position, seat));
        } else if position.begun() {
            boards.push(screen(position, seat));
        }
    }
    let mut phrases = Vec::new();
    if position.begun() {
        let water = if position.board.waters.corners { "plain" } else { "water" };
        let whole = order.into_iter().any(open);
        phrases.push(Phrase::new("legend").number("whole", u8::from(whole)).manner(water));
        phrases.extend(order.map(|seat| afloat(position, seat)));
    } else {
        for seat in order {
            let id = if seat.of(&position.fleets).is_some() { "standing" } else { "awaited" };
            phrases.push(Phrase::new(id).seat("seat", seat));
        }
        phrases.push(Phrase::new("need").terms("fleet", position.board.waters.fleet.terms()));
    }
    View { boards, stocks: Vec::new(), phrases }
}

/// How many ships of a seat are afloat, by length.
fn afloat(position: &Battleship, seat: Seat) -> Phrase {
    let sunk = Fleet::from_lengths(position.screen(seat).sunk.iter().map(|ship| ship.len()));
    let left = position.board.waters.fleet.less(sunk);
    let ships = i64::try_from(left.ships()).unwrap_or(i64::MAX);
    Phrase::new("afloat").seat("seat", seat).number("ships", ships).terms("fleet", left.terms())
}

/// The field of a seat with its ships and the other's shots.
fn field(position: &Battleship, seat: Seat) -> Board {
    let ships = seat.of(&position.fleets).as_ref().map_or(Cells::NONE, |fleet| fleet.cells);
    let waters = &position.board.waters;
    let mut lengths = vec![SEA; waters.size * waters.size];
    for ship in waters.groups(ships) {
        let digit = u32::try_from(ship.len()).ok().and_then(|n| char::from_digit(n, 10)).unwrap_or('#');
        for cell in ship.iter() {
            if let Some(glyph) = lengths.get_mut(cell) {
                *glyph = digit;
            }
        }
    }
    board(position, seat, "field", &|cell| lengths.get(cell).copied().unwrap_or(SEA))
}

/// What the other seat's shots have shown of a seat's field.
fn screen(position: &Battleship, seat: Seat) -> Board {
    let waters = &position.board.waters;
    let sunk = position.screen(seat).sunk_cells();
    // where ships may not touch, nothing can lie beside one that was sunk
    let water = if waters.corners { Cells::NONE } else { waters.around(sunk, true) };
    board(position, seat, "screen", &|cell| if water.has(cell) { '-' } else { SEA })
}

fn board(position: &Battleship, seat: Seat, caption: &'static str, unshot: &dyn Fn(usize) -> char) -> Board {
    let size = position.board.waters.size;
    let Screen { missed, hit, .. } = position.screen(seat);
    let sunk = position.screen(seat).sunk_cells();
    let last = position.last.as_ref().filter(|(shooter, _)| *shooter != seat).map(|(_, cells)| *cells);
    let cell = |n: usize| {
        let glyph = match n {
            n if sunk.has(n) => '#',
            n if hit.has(n) => 'X',
            n if missed.has(n) => '.',
            n => unshot(n),
        };
        let mark = if last.is_some_and(|last| last.has(n)) { Mark::Last } else { Mark::None };
        Cell::glyph(glyph).marked(mark)
    };
    Board {
        caption: Some(Phrase::new(caption).seat("seat", seat)),
        geometry: Geometry::Square { width: size, height: size },
        columns: position.board.columns.iter().map(|letter| letter.to_uppercase().collect()).collect(),
        rows: (1..=size).map(|row| row.to_string()).collect(),
        cells: (0..size * size).map(cell).collect(),
        margin: Vec::new(),
    }
}
