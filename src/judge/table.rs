//! One match: seats, options, events, position. A table is the fold of its events, and nothing else.

use std::collections::BTreeMap;

use super::event::{Event, Offer};
use super::start::{StartFault, StartLine};
use crate::game::{Game, Lang, Outcome, Phrase, Position, Refusal, Seat, Seats};

/// A match in progress or over.
pub struct Table {
    number: i64,
    start: StartLine,
    game: &'static dyn Game,
    opening: Box<dyn Position>,
    position: Box<dyn Position>,
    turns: Vec<Ply>,
    langs: [Lang; 2],
    generations: [u32; 2],
    version: u32,
    asked: [u32; 2],
    offer: Option<(Seat, Offer)>,
    ended: Option<Outcome>,
    held: BTreeMap<u32, (Seat, String)>,
    last_held: u32,
}

/// One turn that stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ply {
    /// Whose.
    pub seat: Seat,
    /// Canonical spelling.
    pub turn: String,
    /// Did the judge play it for the seat?
    pub forced: bool,
    /// The version of the position in which it was played.
    pub version: u32,
}

/// The log says something that the rules do not allow: the table stops and the admin is told.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Corrupt {
    /// The start line.
    #[error("the start line cannot be used: {0}")]
    Start(#[from] StartFault),
    /// An event.
    #[error("event {event:?} cannot be: {why}")]
    Event {
        /// The event's word and seat; the rest may be a secret, and this text goes into logs.
        event: String,
        /// Why not.
        why: String,
    },
}

impl Clone for Table {
    fn clone(&self) -> Self {
        Self {
            number: self.number,
            start: self.start.clone(),
            game: self.game,
            opening: self.opening.copy(),
            position: self.position.copy(),
            turns: self.turns.clone(),
            langs: self.langs,
            generations: self.generations,
            version: self.version,
            asked: self.asked,
            offer: self.offer,
            ended: self.ended,
            held: self.held.clone(),
            last_held: self.last_held,
        }
    }
}

impl Table {
    /// Sets a table up.
    ///
    /// # Errors
    /// [`Corrupt::Start`] where the line cannot be used.
    pub fn open(number: i64, start: StartLine) -> Result<Self, Corrupt> {
        let (game, opened) = start.open()?;
        if usize::from(opened.seats) != start.players.len() {
            return Err(StartFault::Form(start.to_string()).into());
        }
        let lang = |n: usize| start.players.get(n).map_or(Lang::En, |p| p.1);
        let langs = [lang(0), lang(1)];
        Ok(Self {
            number,
            game,
            position: opened.position.copy(),
            opening: opened.position,
            start,
            turns: Vec::new(),
            langs,
            generations: [0, 0],
            version: 0,
            asked: [0, 0],
            offer: None,
            ended: None,
            held: BTreeMap::new(),
            last_held: 0,
        })
    }

    /// The game's number.
    #[must_use]
    pub const fn number(&self) -> i64 {
        self.number
    }

    /// The start line.
    #[must_use]
    pub const fn start(&self) -> &StartLine {
        &self.start
    }

    /// The game.
    #[must_use]
    pub fn game(&self) -> &'static dyn Game {
        self.game
    }

    /// The position.
    #[must_use]
    pub fn position(&self) -> &dyn Position {
        &*self.position
    }

    /// The seats that somebody sits on.
    #[must_use]
    pub fn seats(&self) -> Vec<Seat> {
        Seat::BOTH.into_iter().take(self.start.players.len()).collect()
    }

    /// A player's name.
    #[must_use]
    pub fn name(&self, seat: Seat) -> &str {
        self.start.players.get(usize::from(seat.number()) - 1).map_or("", |p| p.0.as_str())
    }

    /// The language that a seat reads now.
    #[must_use]
    pub const fn lang(&self, seat: Seat) -> Lang {
        *seat.of(&self.langs)
    }

    /// Which reply address of a seat is good now, counted from 0.
    #[must_use]
    pub const fn generation(&self, seat: Seat) -> u32 {
        *seat.of(&self.generations)
    }

    /// The number of position changes so far, takebacks included: what a reply answers to.
    #[must_use]
    pub const fn version(&self) -> u32 {
        self.version
    }

    /// The version in which a seat was last asked to act.
    #[must_use]
    pub const fn asked(&self, seat: Seat) -> u32 {
        *seat.of(&self.asked)
    }

    /// The turns that stand.
    #[must_use]
    pub fn turns(&self) -> &[Ply] {
        &self.turns
    }

    /// The offer on the table.
    #[must_use]
    pub const fn offer(&self) -> Option<(Seat, Offer)> {
        self.offer
    }

    /// Commands that wait for a confirmation.
    #[must_use]
    pub fn held(&self, number: u32) -> Option<(Seat, &str)> {
        self.held.get(&number).map(|(s, t)| (*s, t.as_str()))
    }

    /// The number of the latest request for confirmation; 0 where there was none.
    #[must_use]
    pub const fn last_held(&self) -> u32 {
        self.last_held
    }

    /// The numbers of confirmations that are still waited for.
    pub fn open_requests(&self) -> impl Iterator<Item = u32> {
        self.held.keys().copied()
    }

    /// How the game ended.
    #[must_use]
    pub fn outcome(&self) -> Option<Outcome> {
        self.ended.or_else(|| self.position.outcome())
    }

    /// Who is to act.
    #[must_use]
    pub fn to_act(&self) -> Seats {
        if self.outcome().is_some() { Seats::NONE } else { self.position.to_act() }
    }

    /// The position after so many turns, and that number bounded by what there is.
    ///
    /// # Errors
    /// [`Corrupt`] where the turns do not replay.
    pub fn at(&self, plies: usize) -> Result<Box<dyn Position>, Corrupt> {
        let mut position = self.opening.copy();
        for ply in self.turns.iter().take(plies) {
            position = position.play(ply.seat, &ply.turn).map_err(|r| corrupt(&turn_event(ply), &r))?.next;
        }
        Ok(position)
    }

    /// The number of turns before a seat's last own turn: what `undo` would go back to.
    #[must_use]
    pub fn undo_point(&self, seat: Seat) -> Option<usize> {
        self.turns.iter().rposition(|p| p.seat == seat && !p.forced)
    }

    /// Plays a turn of a seat without keeping it.
    ///
    /// # Errors
    /// [`Refusal`] as the rules say.
    pub fn try_turn(&self, seat: Seat, turn: &str) -> Result<crate::game::Played, Refusal> {
        self.position.play(seat, turn)
    }

    /// Folds one more event in; gives the game's phrases about it.
    ///
    /// # Errors
    /// [`Corrupt`] where it cannot be; the table is as before then.
    pub fn apply(&mut self, event: &Event) -> Result<Vec<Phrase>, Corrupt> {
        let refuse = |why: &str| Corrupt::Event { event: named(event), why: why.to_owned() };
        if self.outcome().is_some()
            && !matches!(
                event,
                Event::Lang(..) | Event::NewKey(..) | Event::Address(..) | Event::Held(..) | Event::Confirmed(..)
            )
        {
            return Err(refuse("the game is over"));
        }
        match event {
            Event::Turn(seat, turn) | Event::Forced(seat, turn) => {
                if !self.to_act().contains(*seat) {
                    return Err(refuse("not this seat's turn"));
                }
                let played = self.position.play(*seat, turn).map_err(|r| corrupt(event, &r))?;
                let before = self.to_act();
                self.turns.push(Ply {
                    seat: *seat,
                    turn: played.turn,
                    forced: matches!(event, Event::Forced(..)),
                    version: self.version,
                });
                self.position = played.next;
                self.version += 1;
                // an offer lapses when the other side plays on instead of answering
                if self.offer.is_some_and(|(from, _)| from != *seat) {
                    self.offer = None;
                }
                for other in self.to_act().iter() {
                    // in a simultaneous phase the other seat's turn asks nothing new of this one
                    if other == *seat || !before.contains(other) {
                        *other.of_mut(&mut self.asked) = self.version;
                    }
                }
                Ok(played.phrases)
            }
            Event::Resigned(seat) => {
                self.ended = Some(Outcome { winner: Some(seat.other()), reason: "resigned" });
                self.offer = None;
                Ok(Vec::new())
            }
            Event::Offered(seat, offer) => {
                if *offer == Offer::Undo && (self.game.hidden() || self.undo_point(*seat).is_none()) {
                    return Err(refuse("nothing to take back"));
                }
                self.offer = Some((*seat, *offer));
                Ok(Vec::new())
            }
            Event::Agreed(seat, offer) => {
                if self.offer != Some((seat.other(), *offer)) {
                    return Err(refuse("no such offer"));
                }
                self.offer = None;
                match offer {
                    Offer::Draw => self.ended = Some(Outcome { winner: None, reason: "agreed" }),
                    Offer::Undo => {
                        let point = self.undo_point(seat.other()).ok_or_else(|| refuse("nothing to take back"))?;
                        self.position = self.at(point)?;
                        self.turns.truncate(point);
                        self.version += 1;
                        for other in self.to_act().iter() {
                            *other.of_mut(&mut self.asked) = self.version;
                        }
                    }
                }
                Ok(Vec::new())
            }
            Event::Declined(seat, offer) => {
                if self.offer != Some((seat.other(), *offer)) {
                    return Err(refuse("no such offer"));
                }
                self.offer = None;
                Ok(Vec::new())
            }
            Event::Lang(seat, lang) => {
                *seat.of_mut(&mut self.langs) = *lang;
                Ok(Vec::new())
            }
            Event::NewKey(seat) | Event::Address(seat) => {
                *seat.of_mut(&mut self.generations) += 1;
                Ok(Vec::new())
            }
            Event::Held(seat, number, text) => {
                if *number != self.last_held + 1 {
                    return Err(refuse("confirmations are numbered in order"));
                }
                self.last_held = *number;
                self.held.insert(*number, (*seat, text.clone()));
                Ok(Vec::new())
            }
            Event::Confirmed(seat, number) => match self.held.get(number) {
                Some((owner, _)) if owner == seat => {
                    self.held.remove(number);
                    Ok(Vec::new())
                }
                _ => Err(refuse("nothing waits for this confirmation")),
            },
        }
    }

    /// Everything in one line, for digests.
    #[must_use]
    pub fn dump(&self) -> String {
        let offer = self.offer.map_or_else(|| "-".to_owned(), |(s, o)| format!("{o}:{s}"));
        let end = self.ended.map_or("-", |o| o.reason);
        let [l1, l2] = self.langs;
        let [g1, g2] = self.generations;
        let [a1, a2] = self.asked;
        format!(
            "v{} asked={a1},{a2} lang={l1},{l2} keys={g1},{g2} offer={offer} end={end} held={} | {}",
            self.version,
            self.held.len(),
            self.position.dump()
        )
    }
}

fn turn_event(ply: &Ply) -> Event {
    let make = if ply.forced { Event::Forced } else { Event::Turn };
    make(ply.seat, ply.turn.clone())
}

fn corrupt(event: &Event, refusal: &Refusal) -> Corrupt {
    let why = match refusal {
        Refusal::Unreadable(u) => format!("unreadable at {}", u.at),
        Refusal::Illegal(i) => i.ids(),
    };
    Corrupt::Event { event: named(event), why }
}

/// An event without what may be a secret in it.
fn named(event: &Event) -> String {
    event.to_string().split(' ').take(2).collect::<Vec<_>>().join(" ")
}
