//! Tables that were folded from their events, kept for the next letter of the same game.

use std::collections::BTreeMap;

use crate::judge::{Corrupt, Event, Table};
use crate::store::{Ask, GameRow, StoreError};

/// How many are kept; a game's table takes a few kilobytes.
const KEPT: usize = 1_024;

/// Tables by game, with the start line and the events that each is the fold of. What the database says is always read:
/// a table is set up anew unless it was made of the very same.
#[derive(Default)]
pub(super) struct Tables(BTreeMap<i64, Folded>);

/// A table and what it was made of.
pub(super) struct Folded {
    pub(super) table: Table,
    start: String,
    events: Vec<Event>,
}

impl Tables {
    /// The table of a game as the database has it.
    pub(super) fn open(&mut self, ask: Ask<'_>, game: &GameRow) -> Result<Result<Folded, Corrupt>, StoreError> {
        let known = self.0.remove(&game.id).filter(|known| known.start == game.start);
        let known = |events: &[Event]| known.filter(|known| known.events == events).map(|known| known.table);
        let made = ask.table_from(game, known)?;
        Ok(made.map(|(table, events)| Folded { table, start: game.start.clone(), events }))
    }

    /// Keeps a table that some more events were applied to, which stand in the database now.
    pub(super) fn keep(&mut self, mut folded: Folded, more: Vec<Event>) {
        if self.0.len() >= KEPT {
            self.0.clear();
        }
        folded.events.extend(more);
        self.0.insert(folded.table.number(), folded);
    }
}
