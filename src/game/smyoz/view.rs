//! The paper sheet: header above, codes in the left margin, columns 10 … 90, rows 1 … 9, and the list of answers.

use super::derived::{Codes, Header};
use super::hunt::{End, Hunt, WRONG};
use super::layout::{Cell, Kind, Layout, SIDE};
use super::options::Mode;
use super::shots::{Reply, Told};
use super::{Smyoz, header_phrase};
use crate::game::view::{Board, Cell as Seen, Geometry, Mark};
use crate::game::{Eye, Phrase, Seat, View};

/// What an eye may see. A seat sees the layout that it has set and its own steps; everybody hears the answers.
pub(super) fn view(game: &Smyoz, eye: Eye) -> View {
    let mut view = View::default();
    for owner in Seat::BOTH {
        let solver = owner.other();
        let layout = owner.of(&game.layouts).as_ref();
        let hunt = solver.of(&game.hunts);
        let set = game.setters().contains(owner);
        if !set && !game.solvers().contains(solver) {
            continue;
        }
        // the layout itself: to its setter and the referee; a puzzle's to the referee alone
        let known = match eye {
            Eye::All => true,
            Eye::Seat(seat) => set && seat == owner,
            Eye::Public => false,
        };
        let caption = if game.options.mode == Mode::Puzzle {
            Phrase::new("sheet-puzzle")
        } else {
            Phrase::new("sheet").seat("of", owner)
        };
        let (header, codes) = game.told(owner);
        let caption = header.as_ref().map_or_else(|| caption.clone(), |h| with_header(caption.clone(), h));
        view.boards.push(sheet(caption, codes.as_ref(), layout.filter(|_| known), &hunt.told));
        if !game.setting() {
            remarks(game, owner, &mut view.phrases);
            // how much is left to find out is the solver's own affair
            if eye.sees(solver) {
                view.phrases.extend(candidates(hunt, solver));
            }
        }
    }
    if !game.setting() {
        view.phrases.push(Phrase::new("legend"));
    }
    view
}

/// A puzzle as a view of its own: the sheet, the answers and, if asked for, the solution.
pub(super) fn of_puzzle(puzzle: &super::Puzzle, solved: bool) -> View {
    let caption = Phrase::new("sheet-puzzle");
    let caption = puzzle.header.as_ref().map_or_else(|| caption.clone(), |h| with_header(caption.clone(), h));
    let layout = puzzle.solution.as_ref().filter(|_| solved);
    let mut phrases = Vec::new();
    answers(&puzzle.told, &mut phrases);
    phrases.push(Phrase::new("legend"));
    View { boards: vec![sheet(caption, puzzle.codes.as_ref(), layout, &puzzle.told)], stocks: Vec::new(), phrases }
}

/// A caption that says the header too: the id gets `-header` behind it.
fn with_header(caption: Phrase, header: &Header) -> Phrase {
    let id = if caption.id == "sheet" { "sheet-header" } else { "sheet-puzzle-header" };
    let mut phrase = header_phrase(header);
    phrase.id = id;
    phrase.args.extend(caption.args);
    phrase
}

/// One sheet: the layout where it may be seen, the steps' letters in the cells that were shot. A ship that was shot
/// keeps its letter and is marked.
fn sheet(caption: Phrase, codes: Option<&Codes>, layout: Option<&Layout>, told: &[Told]) -> Board {
    let cells = Cell::all().map(|cell| {
        let ship = layout.and_then(|l| l.ship_at(cell)).map(|s| s.kind().letter());
        let shot = told.iter().find(|t| t.cells.contains(&cell));
        let last = told.last().is_some_and(|t| t.cells.contains(&cell));
        let mark = match (last, shot) {
            (true, _) => Mark::Last,
            (false, Some(_)) if ship.is_some() => Mark::Changed,
            _ => Mark::None,
        };
        Seen::glyph(ship.or(shot.map(|t| t.step.letter())).unwrap_or('.')).marked(mark)
    });
    Board {
        caption: Some(caption),
        geometry: Geometry::Square { width: usize::from(SIDE), height: usize::from(SIDE) },
        columns: (1..=SIDE).map(|c| format!("{c}0")).collect(),
        rows: (1..=SIDE).map(|r| r.to_string()).collect(),
        cells: cells.collect(),
        margin: margin(codes),
    }
}

/// The ten codes beside nine rows: one a row, and the last row has two.
fn margin(codes: Option<&Codes>) -> Vec<String> {
    let Some(codes) = codes else { return Vec::new() };
    let mut lines: Vec<String> = Vec::new();
    for kind in Kind::ALL {
        for code in codes.list(kind) {
            if lines.len() < usize::from(SIDE) {
                lines.push(format!("{} {code}", kind.letter()));
            } else if let Some(last) = lines.last_mut() {
                *last = format!("{last} {code}");
            }
        }
    }
    lines
}

/// The answers in the order of the steps, so that the sheet keeps which step went where.
fn answers(told: &[Told], phrases: &mut Vec<Phrase>) {
    for told in told {
        let line = Phrase::new("sheet-step").term("step", told.step).terms("at", &told.cells);
        phrases.push(match &told.reply {
            Reply::Origin(cell, around) => {
                line.term("answer", cell).term("ships", around.ship_list()).term("islands", around.island_list())
            }
            other => line.term("answer", other),
        });
    }
}

fn remarks(game: &Smyoz, owner: Seat, phrases: &mut Vec<Phrase>) {
    let solver = owner.other();
    let hunt = solver.of(&game.hunts);
    if !game.solvers().contains(solver) {
        return;
    }
    if game.solvers().contains(owner) && !hunt.told.is_empty() {
        phrases.push(Phrase::new("sheet-steps").seat("seat", solver));
    }
    answers(&hunt.told, phrases);
    let number = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    let wrong = hunt.wrong.len();
    if wrong > 0 {
        let left = WRONG.saturating_sub(wrong);
        phrases.push(
            Phrase::new("wrong-so-far")
                .seat("seat", solver)
                .number("wrong", number(wrong))
                .number("left", number(left)),
        );
    }
    match hunt.end {
        None if game.puzzle.is_none() => {
            phrases.push(hunt.left(Phrase::new("left").seat("seat", solver), false));
        }
        None => {}
        Some(end) => {
            let id = if end == End::Solved { "has-solved" } else { "has-stopped" };
            let (cells, steps, wrong) = hunt.score();
            let score = Phrase::new(id).seat("seat", solver);
            phrases.push(if game.puzzle.is_some() {
                score.number("cells", 0).number("steps", number(wrong)).number("wrong", number(wrong))
            } else {
                score.number("cells", number(cells)).number("steps", number(steps)).number("wrong", number(wrong))
            });
        }
    }
}

/// The hint: how many layouts agree with all that the solver knows, if counted.
fn candidates(hunt: &Hunt, solver: Seat) -> Option<Phrase> {
    let (count, all) = hunt.candidates.filter(|_| hunt.end.is_none())?;
    let count = i64::try_from(count).unwrap_or(i64::MAX);
    let all = if all { "yes" } else { "no" };
    Some(Phrase::new("candidates").seat("seat", solver).number("count", count).text("all", all))
}
