//! What waits for a word: commands of a letter in doubt or of weight, and the codes that let them go.

use super::super::command::Command;
use super::super::event::Event;
use super::super::reading::Reading;
use super::super::ruling::Part;
use super::super::scrub::scrub;
use super::super::{Item, Trust};
use super::Session;
use crate::game::Phrase;

impl Session<'_> {
    /// Keeps commands until they are confirmed with a one-time code.
    pub(super) fn hold(&mut self, commands: &str, doubtful: Option<Trust>) {
        let number = self.table.last_held() + 1;
        self.event(Event::Held(self.letter.seat, number, commands.to_owned()));
        self.confirm = true;
        self.own.push(Part::Confirm { number, what: commands.lines().map(ToOwned::to_owned).collect(), doubtful });
    }

    /// A letter that lacks the token or comes from another address: what would change something waits.
    pub(super) fn doubt(&mut self, reading: &Reading) {
        // what cannot be read need not wait
        let mut changing = reading.items.iter().filter(|i| i.command.changes() && i.fault.is_none()).peekable();
        // the keys of a finished game are void, but a late move deserves its answer, and can change nothing
        let over = self.table.outcome().is_some();
        let harmless = |i: &Item| matches!(i.command, Command::Say(_) | Command::Lang(_) | Command::NewKey);
        if over && self.letter.trust == Trust::From && !reading.items.iter().any(harmless) {
            self.run_items(&reading.items);
            if self.ids.is_empty() && reading.items.is_empty() {
                self.nothing(reading);
            }
        } else if changing.peek().is_some() {
            let text: Vec<String> = changing
                .map(|i| match &i.command {
                    // it may be a stranger's, and goes into the log
                    Command::Say(words) => Command::Say(scrub(words)).to_string(),
                    other => other.to_string(),
                })
                .collect();
            self.hold(&text.join("\n"), Some(self.letter.trust));
        } else if self.letter.trust == Trust::From {
            // harmless questions from a registered address are answered to that address
            self.run_items(&reading.items);
            if self.ids.is_empty() && reading.items.is_empty() {
                self.nothing(reading);
            }
        }
    }

    pub(super) fn redeem(&mut self, code: &str) {
        let me = self.letter.seat;
        let found = self
            .table
            .open_requests()
            .find(|n| equal(code, &(self.letter.code)(*n)) && self.table.held(*n).is_some_and(|h| h.0 == me));
        let Some(number) = found else {
            self.refuse(Phrase::new("bad-code"));
            return;
        };
        let what = self.table.held(number).map(|h| h.1.to_owned()).unwrap_or_default();
        self.event(Event::Confirmed(me, number));
        for line in what.lines() {
            match Command::read(line) {
                Some(Command::Resign) if self.table.outcome().is_some() => self.over(),
                Some(Command::Resign) => {
                    self.event(Event::Resigned(me));
                    self.tell_both(Phrase::new("resigned").seat("seat", me));
                    self.board = true;
                }
                Some(command) => {
                    let command = match command {
                        Command::Move(turn) => Command::Move(turn.replace(" / ", "\n")),
                        other => other,
                    };
                    self.command(&Item { line: line.to_owned(), command, foreign: None, fault: None });
                }
                None => {}
            }
            if !self.ids.is_empty() {
                break;
            }
        }
    }
}

/// Compares without telling by the time where the difference is.
fn equal(a: &str, b: &str) -> bool {
    a.len() == b.len() && a.bytes().zip(b.bytes()).fold(0, |acc, (x, y)| acc | (x ^ y)) == 0
}
