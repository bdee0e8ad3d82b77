//! What a seat still holds, in words.

use super::{WIDTH, Words, wrap};
use crate::game::view::Stock;

/// `Anna: cross 2, T 6, line 5, corner 10, dead end 1`.
pub(super) fn draw(stock: &Stock, words: &dyn Words) -> Vec<String> {
    let items: Vec<String> = stock.items.iter().map(|(id, count)| format!("{} {count}", words.item(id))).collect();
    wrap(&format!("{}: {}", words.seat(stock.seat), items.join(", ")), WIDTH, 2)
}
