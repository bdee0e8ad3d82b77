//! View → ASCII. The only place that draws.

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
pub fn ascii(_view: &View, _words: &dyn Words) -> Vec<String> {
    Vec::new()
}
