//! View → ASCII. The only place that draws.

mod basketweave;
mod canvas;
mod discs;
mod hexagon;
mod honeycomb;
mod rhombus;

use crate::game::view::Geometry;
use crate::game::{Phrase, View};

/// How words inside a picture are said: captions and stock labels. `notice` passes the reader's language, the line
/// protocol English.
pub trait Words {
    /// The sentence of a phrase.
    fn say(&self, phrase: &Phrase) -> String;
    /// The name of a stock item such as `cross`.
    fn item(&self, id: &str) -> String;
    /// What a seat is called.
    fn seat(&self, seat: crate::game::Seat) -> String;
}

/// Draws a view: boards, then stocks, then remarks. No line is longer than 72 columns or ends in a blank.
#[must_use]
pub fn ascii(view: &View, words: &dyn Words) -> Vec<String> {
    let mut lines = Vec::new();
    for board in &view.boards {
        lines.extend(match board.geometry {
            Geometry::Discs { .. } => discs::draw(board),
            Geometry::Hexagon { .. } => hexagon::draw(board),
            Geometry::Rhombus { .. } => rhombus::draw(board),
            Geometry::Basketweave { .. } => basketweave::draw(board),
            Geometry::Pipes { .. } | Geometry::Square { .. } => Vec::new(),
        });
        lines.push(String::new());
    }
    lines.extend(view.phrases.iter().map(|phrase| words.say(phrase)));
    lines
}
