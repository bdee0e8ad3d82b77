//! SMYOZ: vectors, laws, secrecy, solver, generator, grammar, words.

use boardpost::game::options::Dice;
use boardpost::game::smyoz::layout::{Cell, Layout};
use boardpost::game::smyoz::plan::Plan;
use boardpost::game::{self, Eye, Game, OptionFault, Position, Refusal, Seat};
use serde_json::Value as Json;

mod laws;
mod solver;
mod speech;
mod vectors;

/// The game.
fn smyoz() -> &'static dyn Game {
    game::find("smyoz").unwrap()
}

/// Opens a game from `key=value` words.
fn try_open(options: &str) -> Result<game::Opened, OptionFault> {
    let pairs: Vec<(String, String)> = options
        .split_whitespace()
        .map(|word| word.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())).unwrap())
        .collect();
    smyoz().open(&pairs, &mut || 7)
}

fn open(options: &str) -> Box<dyn Position> {
    try_open(options).unwrap_or_else(|fault| panic!("{options}: {fault:?}")).position
}

/// A layout from its canonical grid.
fn layout(grid: &str) -> Layout {
    Plan::Grid(grid.chars().filter(|c| *c != '/').collect()).check(true).unwrap()
}

/// The three legal layouts of the vectors.
fn known(n: usize) -> Layout {
    let vectors = vectors();
    let rows = vectors["vectors"][n]["grid"].as_array().unwrap();
    layout(&rows.iter().map(|r| r.as_str().unwrap()).collect::<Vec<_>>().join("/"))
}

fn vectors() -> Json {
    serde_json::from_str(include_str!("../vectors/smyoz.json")).unwrap()
}

/// Plays a turn; gives the next position and the lines of what happened.
fn play(position: &dyn Position, seat: Seat, turn: &str) -> (Box<dyn Position>, Vec<String>) {
    match position.play(seat, turn) {
        Ok(played) => (played.next, played.phrases.iter().map(ToString::to_string).collect()),
        Err(refusal) => panic!("{turn}: {refusal:?} in {}", position.dump()),
    }
}

/// Plays turns of whoever is to act, or of the named seat: `1 A 56`.
fn play_all(mut position: Box<dyn Position>, turns: &[&str]) -> Box<dyn Position> {
    for turn in turns {
        let (seat, turn) = turn.split_once(' ').unwrap();
        position = play(&*position, Seat::from_number(seat.parse().unwrap()).unwrap(), turn).0;
    }
    position
}

/// The ids of a refusal.
fn ids(position: &dyn Position, seat: Seat, turn: &str) -> String {
    match position.play(seat, turn).map(|p| p.turn) {
        Err(Refusal::Illegal(illegal)) => illegal.ids(),
        Err(Refusal::Unreadable(_)) => "unreadable".to_owned(),
        Ok(turn) => format!("played {turn}"),
    }
}

/// `won 1 score`, `drawn unsolved`, or `playing 1 2`.
fn state(position: &dyn Position) -> String {
    match position.outcome() {
        Some(o) => o.winner.map_or(format!("drawn {}", o.reason), |w| format!("won {w} {}", o.reason)),
        None => format!("playing {}", position.to_act().iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ")),
    }
}

const EYES: [Eye; 4] = [Eye::Seat(Seat::One), Eye::Seat(Seat::Two), Eye::Public, Eye::All];

fn random_layout(seed: u64) -> Layout {
    Layout::random(&mut Dice::new(seed, 77), true)
}

/// A cell from its two digits.
fn cell(text: &str) -> Cell {
    let digits: Vec<u8> = text.bytes().map(|b| b - b'1').collect();
    Cell::new(digits[0], digits[1]).unwrap()
}
