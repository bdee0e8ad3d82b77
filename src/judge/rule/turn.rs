//! Turns: is it one, is it new, is it allowed, and what follows from it.

use super::super::event::Event;
use super::super::{near, reading};
use super::Session;
use crate::game::{Lang, Phrase, Refusal, Unreadable};

impl Session<'_> {
    /// A turn in its canonical spelling, or text that cannot be read.
    pub(super) fn turn(&mut self, text: &str, unread: Option<&Unreadable>) {
        let me = self.letter.seat;
        if self.table.outcome().is_some() {
            self.over();
            return;
        }
        // the canonical spelling is English: in Hungarian n@A3 would be another piece
        let read = match unread {
            Some(fault) => Err(fault.clone()),
            None => self.table.position().read(text, Lang::En, me),
        };
        let turn = match read {
            Ok(turn) => turn,
            Err(fault) => {
                self.unreadable(reading::Unread { text: text.to_owned(), fault });
                return;
            }
        };
        if self.repeats(&turn) {
            self.refuse(Phrase::new("already").term("turn", &turn));
            return;
        }
        if !self.table.to_act().contains(me) {
            self.refuse(Phrase::new("not-your-turn").seat("seat", me.other()));
            return;
        }
        if self.letter.seen.is_some_and(|seen| seen < self.table.asked(me)) && self.table.version() == self.found {
            // the turn itself is not named: it may be legal by now, and an answer may quote this one
            self.refuse(Phrase::new("old-board"));
            return;
        }
        match self.table.try_turn(me, &turn) {
            Ok(played) => {
                self.event(Event::Turn(me, played.turn.clone()));
                if !played.secret {
                    self.tell_both(Phrase::new("played").seat("seat", me).term("turn", &played.turn));
                }
                for phrase in played.phrases {
                    self.hear(phrase);
                }
                self.passes();
                self.board = true;
            }
            Err(Refusal::Illegal(illegal)) => {
                let near = near::offered(&illegal.faults, self.table.position(), me, &turn);
                for fault in illegal.faults {
                    self.refuse(fault);
                }
                self.choices("near-moves", near);
            }
            Err(Refusal::Unreadable(fault)) => self.unreadable(reading::Unread { text: turn, fault }),
        }
    }

    /// Plays what is forced, as events of their own.
    fn passes(&mut self) {
        while let Some((seat, turn)) = self.table.position().forced() {
            if self.table.outcome().is_some() || !self.table.to_act().contains(seat) {
                break;
            }
            let Ok(played) = self.table.try_turn(seat, &turn) else { break };
            self.event(Event::Forced(seat, played.turn));
            if played.phrases.is_empty() {
                self.tell_both(Phrase::new("passed").seat("seat", seat));
            }
            for phrase in played.phrases {
                self.hear(phrase);
            }
        }
    }

    /// The same turn once more: does the letter answer the board that the turn was played on?
    fn repeats(&self, turn: &str) -> bool {
        let me = self.letter.seat;
        let Some(last) = self.table.turns().iter().rev().find(|p| p.seat == me && !p.forced) else { return false };
        last.turn == turn
            && self.table.version() == self.found
            && match self.letter.seen {
                Some(seen) => seen == last.version || (seen == last.version + 1 && !self.table.to_act().contains(me)),
                None => !self.table.to_act().contains(me),
            }
    }
}
