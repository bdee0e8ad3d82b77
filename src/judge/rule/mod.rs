//! The judge: one letter against one table.

mod hold;
mod turn;

use super::command::Command;
use super::event::{Event, Offer};
use super::near;
use super::reading::{self, Reading};
use super::ruling::{Notice, NoticeKind, Part, Ruling, Verdict};
use super::scrub::scrub;
use super::table::Table;
use super::{Item, Trust};
use crate::game::{Phrase, Seat};

/// A letter as the judge sees it.
pub struct Incoming<'a> {
    /// Whose it is.
    pub seat: Seat,
    /// How sure that is.
    pub trust: Trust,
    /// The sender's own new lines.
    pub lines: &'a [String],
    /// A command in the subject.
    pub subject: Option<Command>,
    /// The version of the position that it answers; `None` = the current one.
    pub seen: Option<u32>,
    /// Gives the code of a confirmation number; a closure, so that the judge holds no key.
    pub code: &'a dyn Fn(u32) -> String,
    /// What stands in the way of reading it, such as damaged encoding; then nothing is done.
    pub problems: &'a [Phrase],
}

/// Rules on a letter. Pure: the same table and letter give the same ruling.
#[must_use]
pub fn judge(table: &Table, letter: &Incoming<'_>) -> Ruling {
    let mut session = Session {
        table: table.clone(),
        found: table.version(),
        letter,
        events: Vec::new(),
        ids: Vec::new(),
        commands: Vec::new(),
        own: Vec::new(),
        other: Vec::new(),
        board: false,
        confirm: false,
        was_open: table.outcome().is_none(),
    };
    let me = letter.seat;
    let mut reading = reading::read(letter.lines, table.position(), table.lang(me), me);
    if let Some(command) = &letter.subject {
        session.take_subject(command, &mut reading);
    }
    session.run(&reading);
    session.close(&reading)
}

/// Problems of letters that have no text at all: what their subject says is not in doubt.
const TEXTLESS: [&str; 5] = ["empty", "too-big", "encrypted", "tnef", "attachment-only"];

struct Session<'a> {
    table: Table,
    /// The version of the position that the letter found.
    found: u32,
    letter: &'a Incoming<'a>,
    events: Vec<Event>,
    ids: Vec<String>,
    commands: Vec<String>,
    /// For the writer.
    own: Vec<Part>,
    /// For the other player.
    other: Vec<Part>,
    /// Did something happen that both get a board for?
    board: bool,
    confirm: bool,
    was_open: bool,
}

impl Session<'_> {
    /// A subject command runs before the body, if the body does not say the same.
    fn take_subject(&self, command: &Command, reading: &mut Reading) {
        let me = self.letter.seat;
        let (command, foreign) = match command {
            Command::Move(text) => {
                match reading::turn(self.table.position(), text, self.table.lang(me), me) {
                    Ok((turn, foreign)) => (Command::Move(turn), foreign),
                    // an unreadable subject gives way to a body that says something
                    Err(_) if !reading.items.is_empty() => return,
                    Err(fault) => {
                        reading.unread = Some(reading::Unread { text: text.clone(), fault });
                        return;
                    }
                }
            }
            other => (other.clone(), None),
        };
        if reading.items.iter().all(|i| i.command != command) {
            reading.unread = None;
            reading.items.insert(0, Item { line: command.to_string(), command, foreign, fault: None });
        }
    }

    fn run(&mut self, reading: &Reading) {
        self.commands = reading.items.iter().map(|i| i.command.to_string()).collect();
        let doubts: Vec<&Phrase> = self.letter.problems.iter().filter(|p| !TEXTLESS.contains(&p.id)).collect();
        if !doubts.is_empty() && reading.items.iter().any(|i| i.command.changes()) {
            for p in doubts {
                self.refuse(p.clone());
            }
            return;
        }
        if self.letter.trust != Trust::Full
            && !matches!(reading.items.first().map(|i| &i.command), Some(Command::Confirm(_)))
        {
            self.doubt(reading);
            return;
        }
        self.run_items(&reading.items);
        if self.ids.is_empty() && reading.items.is_empty() {
            self.nothing(reading);
        }
    }

    fn run_items(&mut self, items: &[Item]) {
        let mut turns: Vec<&str> = Vec::new();
        for item in items {
            if let Command::Move(turn) = &item.command
                && !turns.contains(&turn.as_str())
            {
                turns.push(turn);
            }
        }
        if turns.len() > 1 && self.one_too_many(&turns) {
            self.refuse(Phrase::new("two-moves"));
            self.choices("choose", turns.iter().map(ToString::to_string).collect());
            return;
        }
        let mut done: Vec<&str> = Vec::new();
        for item in items {
            if let Command::Move(turn) = &item.command {
                if done.contains(&turn.as_str()) {
                    continue;
                }
                done.push(turn);
            }
            self.command(item);
            if !self.ids.is_empty() {
                break;
            }
        }
    }

    /// Would the second turn be out of turn? Then it isn't clear which one is meant.
    fn one_too_many(&self, turns: &[&str]) -> bool {
        let me = self.letter.seat;
        let mut trial = self.table.clone();
        if !trial.to_act().contains(me) {
            return false;
        }
        let mut rest = turns.iter();
        while let Some(turn) = rest.next() {
            if trial.apply(&Event::Turn(me, (*turn).to_owned())).is_err() {
                // if the first one is refused, the letter stops there anyway; but two are two
                return trial.version() == self.table.version();
            }
            if !trial.to_act().contains(me) {
                return rest.next().is_some();
            }
        }
        false
    }

    fn command(&mut self, item: &Item) {
        let me = self.letter.seat;
        let over = self.table.outcome().is_some();
        match &item.command {
            Command::Move(text) => self.turn(text, item.fault.as_ref()),
            Command::Resign if over => self.over(),
            Command::Resign => self.hold("resign", None),
            Command::Draw | Command::Accept | Command::Decline | Command::Undo | Command::Say(_)
                if self.table.seats().len() < 2 =>
            {
                self.refuse(Phrase::new("alone"));
            }
            Command::Draw if over => self.over(),
            Command::Draw => match self.table.offer() {
                Some((from, Offer::Draw)) if from == me => {
                    self.refuse(Phrase::new("offer-stands").text("offer", "draw"))
                }
                Some((_, Offer::Draw)) => self.agree(Offer::Draw),
                _ => self.make_offer(Offer::Draw),
            },
            Command::Undo if over => self.over(),
            // what has been told cannot be forgotten
            Command::Undo if self.table.game().hidden() => self.refuse(Phrase::new("no-undo")),
            Command::Undo => match self.table.offer() {
                _ if self.table.undo_point(me).is_none() => self.refuse(Phrase::new("nothing-to-undo")),
                Some((from, Offer::Undo)) if from == me => {
                    self.refuse(Phrase::new("offer-stands").text("offer", "undo"))
                }
                _ => self.make_offer(Offer::Undo),
            },
            Command::Accept | Command::Decline if over => self.over(),
            Command::Accept => match self.table.offer() {
                Some((from, offer)) if from != me => self.agree(offer),
                _ => self.refuse(Phrase::new("no-offer")),
            },
            Command::Decline => match self.table.offer() {
                Some((from, offer)) if from != me => {
                    self.event(Event::Declined(me, offer));
                    let said = Phrase::new("declined").seat("seat", me).text("offer", offer.to_string());
                    self.tell_both(said);
                }
                _ => self.refuse(Phrase::new("no-offer")),
            },
            Command::Show { game: Some(n), ply } if *n != self.table.number() => {
                self.own.push(Part::Other { game: *n, ply: *ply });
            }
            Command::Show { ply: None, .. } => self.own.push(Part::Board(None)),
            Command::Show { ply: Some(p), .. } => {
                let last = self.table.turns().len();
                match usize::try_from(*p) {
                    Ok(p) if p <= last => {
                        self.own.push(Part::Say(Phrase::new("board-at").number("ply", i64::try_from(p).unwrap_or(0))));
                        self.own.push(Part::Board(Some(p)));
                    }
                    _ => self.refuse(
                        Phrase::new("no-such-ply").number("ply", *p).number("last", i64::try_from(last).unwrap_or(0)),
                    ),
                }
            }
            Command::Games => self.own.push(Part::Games),
            Command::Help(topic) => self.own.push(Part::Help(topic.clone())),
            Command::Lang(None) => self.refuse(Phrase::new("unknown-lang").text("text", item.line.clone())),
            Command::Lang(Some(lang)) => {
                self.event(Event::Lang(me, *lang));
                self.own.push(Part::Say(Phrase::new("lang-changed")));
            }
            Command::Say(text) => {
                self.other.push(Part::Chat { from: me, text: scrub(text) });
                self.own.push(Part::Say(Phrase::new("said").seat("seat", me.other())));
            }
            Command::NewKey => {
                self.event(Event::NewKey(me));
                self.own.push(Part::Say(Phrase::new("new-key")));
            }
            Command::Address(address) => {
                // one is enough, and asked back
                if !self.own.iter().any(|p| matches!(p, Part::Address(_))) {
                    self.own.push(Part::Address(address.clone()));
                    self.confirm = true;
                }
            }
            Command::Confirm(code) => self.redeem(code),
            Command::Start(_) => self.refuse(Phrase::new("not-admin")),
            Command::Quit => {}
        }
    }

    fn agree(&mut self, offer: Offer) {
        let me = self.letter.seat;
        let back = self.table.undo_point(me.other());
        self.event(Event::Agreed(me, offer));
        match offer {
            Offer::Draw => self.tell_both(Phrase::new("draw-agreed").seat("seat", me)),
            Offer::Undo => {
                let ply = i64::try_from(back.unwrap_or(0)).unwrap_or(0);
                self.tell_both(Phrase::new("undone").seat("seat", me.other()).number("ply", ply));
            }
        }
        self.board = true;
    }

    fn make_offer(&mut self, offer: Offer) {
        let me = self.letter.seat;
        self.event(Event::Offered(me, offer));
        let id = match offer {
            Offer::Draw => "draw-offered",
            Offer::Undo => "undo-asked",
        };
        self.tell_both(Phrase::new(id).seat("seat", me));
        self.board = true;
    }

    /// Nothing in the letter is a command.
    fn nothing(&mut self, reading: &Reading) {
        if let Some(unread) = &reading.unread {
            self.unreadable(unread.clone());
        } else if !reading.candidates.is_empty() {
            self.refuse(Phrase::new("two-moves"));
            self.choices("choose", reading.candidates.clone());
        } else if !reading.doubtful.is_empty() && self.letter.problems.is_empty() {
            self.refuse(Phrase::new("perhaps-a-move"));
            self.choices("choose", reading.doubtful.clone());
        } else {
            for p in self.letter.problems {
                self.refuse(p.clone());
            }
            // where there is no text, that is all there is to say
            if !self.letter.problems.iter().any(|p| TEXTLESS.contains(&p.id)) {
                self.refuse(Phrase::new("no-command"));
            }
        }
    }

    fn over(&mut self) {
        self.refuse(Phrase::new("over"));
    }

    fn refuse(&mut self, fault: Phrase) {
        self.ids.push(fault.id.to_owned());
        self.own.push(Part::Say(fault));
    }

    /// A line that cannot be read, with what may have been meant.
    fn unreadable(&mut self, unread: reading::Unread) {
        let me = self.letter.seat;
        let near = if self.table.to_act().contains(me) {
            near::nearest(self.table.position(), me, &unread.text, self.table.lang(me))
        } else {
            Vec::new()
        };
        self.ids.push("unreadable".to_owned());
        self.own.push(Part::Unread(unread));
        self.choices("near-moves", near);
    }

    fn choices(&mut self, id: &'static str, turns: Vec<String>) {
        if !turns.is_empty() {
            self.own.push(Part::Choices { id, turns });
        }
    }

    fn tell_both(&mut self, phrase: Phrase) {
        self.own.push(Part::Say(phrase.clone()));
        self.other.push(Part::Say(phrase));
    }

    fn hear(&mut self, phrase: Phrase) {
        let me = self.letter.seat;
        if phrase.to.admits(crate::game::Eye::Seat(me)) {
            self.own.push(Part::Say(phrase.clone()));
        }
        if phrase.to.admits(crate::game::Eye::Seat(me.other())) {
            self.other.push(Part::Say(phrase));
        }
    }

    /// Folds an event of our own making in. The judge asked before, so it cannot fail; if it did, the log would stop
    /// here and say so at the next replay rather than go on with a wrong board.
    fn event(&mut self, event: Event) {
        match self.table.apply(&event) {
            Ok(_) => self.events.push(event),
            Err(_) => self.ids.push("internal".to_owned()),
        }
    }

    fn close(mut self, reading: &Reading) -> Ruling {
        let me = self.letter.seat;
        if self.was_open && self.table.outcome().is_some() {
            // the keys of a finished game are void
            for seat in self.table.seats() {
                self.event(Event::NewKey(seat));
            }
        }
        let changed = self.board && !self.events.is_empty();
        let verdict = match (self.ids.is_empty(), self.own.is_empty() && self.other.is_empty()) {
            (false, _) => Verdict::Refused,
            (true, true) => Verdict::Ignored,
            (true, false) => Verdict::Accepted,
        };
        let mut notices = Vec::new();
        if !self.own.is_empty() {
            let shows = self.own.iter().any(|p| matches!(p, Part::Board(_) | Part::Other { .. }));
            if !self.confirm && !shows {
                self.own.push(Part::Board(None));
            }
            if !(self.letter.trust != Trust::Full && self.confirm) {
                // a move that could not be read is quoted with its caret instead
                for item in reading.items.iter().filter(|i| i.fault.is_none()) {
                    self.own.push(Part::Read {
                        line: item.line.clone(),
                        meaning: match &item.command {
                            Command::Move(turn) => turn.clone(),
                            other => other.to_string(),
                        },
                        turn: matches!(item.command, Command::Move(_)),
                        foreign: item.foreign,
                    });
                }
                if !reading.ignored.is_empty() {
                    self.own.push(Part::Ignored(reading.ignored.clone()));
                }
            }
            let kind = match (self.confirm, changed) {
                (true, _) => NoticeKind::Confirm,
                (_, true) => NoticeKind::Move,
                _ => NoticeKind::Answer,
            };
            notices.push(Notice { to: me, kind, parts: self.own });
        }
        if !self.other.is_empty() && self.table.seats().len() > 1 {
            self.other.push(Part::Board(None));
            notices.push(Notice { to: me.other(), kind: NoticeKind::Move, parts: self.other });
        }
        Ruling { verdict, ids: self.ids, commands: self.commands, events: self.events, notices }
    }
}

/// The notices that open a game: one a seat.
#[must_use]
pub fn opening(table: &Table) -> Vec<Notice> {
    table
        .seats()
        .into_iter()
        .map(|seat| Notice {
            to: seat,
            kind: NoticeKind::Opening,
            parts: vec![
                Part::Say(match table.seats().len() {
                    1 => Phrase::new("opened-alone"),
                    _ => Phrase::new("opened").seat("seat", seat.other()),
                }),
                Part::Board(None),
            ],
        })
        .collect()
}

/// The notice of something that no letter of this game has caused. `None` where a kind of letter answers one.
#[must_use]
pub fn remark(kind: NoticeKind, to: Seat) -> Option<(Notice, Vec<Event>)> {
    let (phrase, events) = match kind {
        NoticeKind::Unreachable => (Some(Phrase::new("unreachable").seat("seat", to.other())), Vec::new()),
        NoticeKind::Address => (Some(Phrase::new("address-changed")), vec![Event::Address(to)]),
        NoticeKind::Board => (None, Vec::new()),
        NoticeKind::Opening | NoticeKind::Move | NoticeKind::Answer | NoticeKind::Confirm => return None,
    };
    let parts = phrase.map(Part::Say).into_iter().chain([Part::Board(None)]).collect();
    Some((Notice { to, kind, parts }, events))
}
