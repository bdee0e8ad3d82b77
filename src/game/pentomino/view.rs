//! What an eye may see: a player his own board with the other's shots, and the control board with his own shots; a
//! spectator the two control boards. When the game is over both fleets lie open.
//!
//! Capital letters are hits, small letters pieces that are not hit there, `o` is a shot into the water.

use super::Pentomino;
use super::shapes::{Board as Size, Cell as Place, Piece};
use crate::game::view::{Board, Cell, Geometry, Mark};
use crate::game::{Eye, Phrase, Seat, View};

pub(super) fn view(game: &Pentomino, eye: Eye) -> View {
    let mut view = View::default();
    let eye = if game.outcome.is_some() { Eye::All } else { eye };
    let mine = match eye {
        Eye::Seat(seat) => Some(seat),
        Eye::Public | Eye::All => None,
    };
    let fleets = match mine {
        Some(seat) => [seat, seat.other()],
        None => Seat::BOTH,
    };
    for fleet in fleets {
        let caption = match mine {
            Some(seat) if seat == fleet => Phrase::new("own-board"),
            Some(_) => Phrase::new("control-board").seat("seat", fleet),
            None => Phrase::new("fleet-board").seat("seat", fleet),
        };
        // a sunk fleet is known to the other side, and so to everybody
        let open = eye.sees(fleet) || *fleet.of(&game.sunk);
        // before the shooting the control board says nothing
        if game.standing() || eye.sees(fleet) {
            view.boards.push(board(game, fleet, open, caption));
        }
    }
    if game.outcome.is_some() {
        view.phrases.push(Phrase::new("legend"));
    } else if game.standing() {
        for fleet in fleets.into_iter().filter(|fleet| mine != Some(*fleet)) {
            let pieces: Vec<Piece> = pieces(game, fleet);
            let caption = Phrase::new("shapes").seat("seat", fleet).terms("pieces", &pieces);
            view.boards.push(pictures(&pieces, caption));
            remarks(game, fleet, &mut view.phrases);
        }
        if game.run {
            view.phrases.push(Phrase::new("in-run").seat("seat", game.mover));
        }
        view.phrases.push(Phrase::new("legend"));
    } else {
        let choice: &[Piece] = game.options.set.as_ref().map_or(&Piece::ALL, |set| set);
        let placed = mine.is_some_and(|seat| game.layout(seat).is_some());
        // six side by side are as wide as a letter allows
        for six in choice.chunks(6).filter(|_| !placed) {
            view.boards.push(pictures(six, Phrase::new("choice").terms("pieces", six)));
        }
        for seat in Seat::BOTH {
            let id = if game.layout(seat).is_some() { "stands" } else { "awaited" };
            view.phrases.push(Phrase::new(id).seat("seat", seat));
        }
    }
    view
}

fn pieces(game: &Pentomino, fleet: Seat) -> Vec<Piece> {
    game.layout(fleet).into_iter().flat_map(super::Layout::pieces).map(|(piece, _)| piece).collect()
}

/// Which shapes of a fleet are found, with their hits, and which are not.
fn remarks(game: &Pentomino, fleet: Seat, phrases: &mut Vec<Phrase>) {
    let hits = game.hits(fleet);
    let (mut found, mut unseen) = (Vec::new(), Vec::new());
    for (piece, cells) in game.layout(fleet).into_iter().flat_map(super::Layout::pieces) {
        match cells.and(hits).len() {
            0 => unseen.push(piece.to_string()),
            n => found.push(format!("{piece}:{n}")),
        }
    }
    for (id, list) in [("found", found), ("unseen", unseen)] {
        if !list.is_empty() {
            phrases.push(Phrase::new(id).seat("seat", fleet).terms("pieces", list));
        }
    }
}

/// A fleet's board. What is not hit is on it only where it lies open.
fn board(game: &Pentomino, fleet: Seat, open: bool, caption: Phrase) -> Board {
    let enemy = fleet.other();
    let layout = game.layout(fleet);
    let cells = Place::all().map(|place| {
        let fired = enemy.of(&game.fired).contains(place);
        let cell = match layout.and_then(|l| l.at(place)) {
            Some(piece) if fired => Cell::glyph(piece.letter()),
            Some(piece) if open => Cell::glyph(piece.letter().to_ascii_lowercase()),
            None if fired => Cell::glyph('o'),
            _ => Cell::EMPTY,
        };
        if game.last_by == enemy && game.last.contains(place) { cell.marked(Mark::Last) } else { cell }
    });
    Board {
        caption: Some(caption),
        geometry: Geometry::Square { width: Size::GAME.width as usize, height: Size::GAME.height as usize },
        columns: ('a'..='j').map(String::from).collect(),
        rows: (1..=Size::GAME.height).map(|row| row.to_string()).collect(),
        cells: cells.collect(),
        margin: Vec::new(),
    }
}

/// Pictures of pieces, side by side, standing on one line.
fn pictures(pieces: &[Piece], caption: Phrase) -> Board {
    let height = pieces.iter().map(|p| p.picture().len()).max().unwrap_or(0);
    let mut rows: Vec<Vec<Cell>> = vec![Vec::new(); height];
    for piece in pieces {
        let picture = piece.picture();
        let width = picture.iter().map(|row| row.len()).max().unwrap_or(0);
        for (row, n) in rows.iter_mut().zip(0..) {
            if !row.is_empty() {
                row.push(Cell::HOLE);
            }
            let signs = (n + picture.len()).checked_sub(height).and_then(|y| picture.get(y)).copied().unwrap_or("");
            let cell = |sign| if sign == 'X' { Cell::glyph(piece.letter()) } else { Cell::HOLE };
            row.extend(signs.chars().map(cell).chain(std::iter::repeat(Cell::HOLE)).take(width));
        }
    }
    Board {
        caption: Some(caption),
        geometry: Geometry::Square { width: rows.first().map_or(0, Vec::len), height },
        columns: Vec::new(),
        rows: Vec::new(),
        cells: rows.concat(),
        margin: Vec::new(),
    }
}
