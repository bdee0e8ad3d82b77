//! Ataxx: the published vectors, the laws of a game, its notation and options, its words and pictures.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, reason = "helpers of tests are tests")]

mod laws;
mod pictures;
mod speech;
mod vectors;

use boardpost::game::{self, Lang, Opened, OptionFault, Position, Refusal, Seat, Value};

/// Opens a game by its options.
fn try_open(pairs: &[(&str, &str)]) -> Result<Opened, OptionFault> {
    let pairs: Vec<(String, String)> = pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
    game::find("ataxx").unwrap().open(&pairs, &mut || 7)
}

fn open(pairs: &[(&str, &str)]) -> Box<dyn Position> {
    try_open(pairs).unwrap_or_else(|fault| panic!("{pairs:?}: {fault:?}")).position
}

/// The seat to act; seat 1 when the game is over.
fn mover(position: &dyn Position) -> Seat {
    position.to_act().iter().next().unwrap_or(Seat::One)
}

/// Plays a turn as a letter's line would be.
fn play(position: &dyn Position, text: &str) -> Result<game::Played, Refusal> {
    let seat = mover(position);
    let turn = position.read(text, Lang::En, seat).map_err(Refusal::Unreadable)?;
    position.play(seat, &turn)
}

/// The id of a refusal, and the values under `cells` and `near`.
fn refused(position: &dyn Position, text: &str) -> (String, String, Vec<String>) {
    match play(position, text) {
        Ok(played) => panic!("{text} was played: {}", played.turn),
        Err(Refusal::Unreadable(u)) => (format!("unreadable at {}", u.at), u.expected.join(","), Vec::new()),
        Err(Refusal::Illegal(illegal)) => {
            let fault = illegal.faults.first().unwrap();
            let cells = fault.get("cells").map(ToString::to_string).unwrap_or_default();
            let Some(Value::Terms(near)) = fault.get("near") else { panic!("{text}: no near") };
            (illegal.ids(), cells, near.clone())
        }
    }
}
