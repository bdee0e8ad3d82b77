//! `play`: the line protocol, for people at one screen and for scripts.

use std::io::{BufRead, Write};

use super::{DONE, Trouble};
use crate::daemon::StartFailure;
use crate::daemon::open::{draw, option_text};
use crate::game::{self, Eye, Lang, Refusal, Seat, Unreadable};
use crate::judge::event::Offer;
use crate::judge::{self, Command, Event, StartLine, Table, reading};
use crate::letter;
use crate::notice::compose;

struct Session {
    table: Table,
    before: Vec<Table>,
    lang: Lang,
}

/// The closing line of an answer.
enum Answer {
    Done(String),
    Refused(String, String),
}

pub(super) fn play(
    name: &str,
    options: &[String],
    input: &mut dyn BufRead,
    out: &mut dyn Write,
) -> Result<u8, Trouble> {
    let game = game::find(name).ok_or_else(|| Trouble::Usage(StartFailure::Game(name.to_owned()).text(Lang::En)))?;
    let pairs = crate::judge::start::pairs(options)
        .map_err(|word| Trouble::Usage(format!("an option is KEY=VALUE, and {word:?} is not")))?;
    let opened = game.open(&pairs, &mut draw).map_err(|fault| Trouble::Usage(option_text(&fault, Lang::En)))?;
    let players = (1..=opened.seats).map(|n| (n.to_string(), Lang::En)).collect();
    let line = StartLine { game: game.name().to_owned(), edition: game.edition(), players, options: opened.options };
    let table = Table::open(0, line).map_err(|e| Trouble::Usage(e.to_string()))?;
    let mut session = Session { table, before: Vec::new(), lang: Lang::En };
    let mut line = Vec::new();
    loop {
        line.clear();
        let read = input.read_until(b'\n', &mut line);
        if read.map_err(|e| Trouble::File("standard input".to_owned(), e))? == 0 {
            return Ok(DONE);
        }
        let text = String::from_utf8_lossy(&line).trim().to_owned();
        if text.is_empty() || text.starts_with('#') {
            continue;
        }
        let quit = text == "quit";
        let answer = if quit { Answer::Done(String::new()) } else { session.request(&text, out)? };
        match answer {
            Answer::Done(what) if what.is_empty() => writeln!(out, "=")?,
            Answer::Done(what) => writeln!(out, "= {what}")?,
            Answer::Refused(id, sentence) => writeln!(out, "? {id}: {}", sentence.replace('\n', " "))?,
        }
        out.flush()?;
        if quit {
            return Ok(DONE);
        }
    }
}

impl Session {
    fn say(&self, id: &str, args: &crate::lang::Args<'_>) -> String {
        crate::lang::say(self.lang, id, args)
    }

    fn usage(&self) -> Answer {
        Answer::Refused("usage".to_owned(), self.say("play-usage", &[]))
    }

    fn request(&mut self, text: &str, out: &mut dyn Write) -> Result<Answer, Trouble> {
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let rest = rest.trim();
        let seat =
            |text: &str| text.parse().ok().and_then(Seat::from_number).filter(|s| self.table.seats().contains(s));
        Ok(match (word, rest) {
            ("1" | "2", rest) if !rest.is_empty() => match seat(word) {
                Some(seat) => self.turn(seat, rest, out)?,
                None => self.usage(),
            },
            ("legal", rest) => match seat(rest) {
                Some(seat) => self.legal(seat, out)?,
                None => self.usage(),
            },
            ("perft", depth) => match depth.parse() {
                Ok(depth) => {
                    let nodes = if self.table.outcome().is_some() && depth > 0 {
                        Some(0)
                    } else {
                        self.table.position().perft(depth)
                    };
                    match nodes {
                        Some(nodes) => Answer::Done(nodes.to_string()),
                        None => Answer::Refused("unlisted".to_owned(), self.say("play-unlisted", &[])),
                    }
                }
                Err(_) => self.usage(),
            },
            ("show", whose) => {
                let eye = match whose {
                    "public" => Some(Eye::Public),
                    "all" => Some(Eye::All),
                    other => seat(other).map(Eye::Seat),
                };
                match eye {
                    Some(eye) => {
                        for line in compose::board(&self.table, eye, self.lang, None) {
                            // no line but the closing one begins so
                            let guard = if line.starts_with(['=', '?']) { " " } else { "" };
                            writeln!(out, "{guard}{line}")?;
                        }
                        Answer::Done(String::new())
                    }
                    None => self.usage(),
                }
            }
            ("state", "") => Answer::Done(self.state()),
            ("dump", "") => Answer::Done(self.table.position().dump()),
            ("undo", "") => match self.before.pop() {
                Some(table) => {
                    self.table = table;
                    Answer::Done(String::new())
                }
                None => Answer::Refused("nothing".to_owned(), self.say("play-nothing", &[])),
            },
            ("lang", code) => match Lang::from_code(code) {
                Some(lang) => {
                    self.lang = lang;
                    Answer::Done(String::new())
                }
                None => self.usage(),
            },
            _ => self.usage(),
        })
    }

    fn state(&self) -> String {
        match self.table.outcome() {
            None => {
                let seats: Vec<String> = self.table.to_act().iter().map(|s| s.to_string()).collect();
                format!("playing {}", seats.join(" "))
            }
            Some(o) => match o.winner {
                Some(winner) => format!("won {winner} {}", o.reason),
                None => format!("drawn {}", o.reason),
            },
        }
    }

    fn legal(&self, seat: Seat, out: &mut dyn Write) -> Result<Answer, Trouble> {
        if !self.table.to_act().contains(seat) {
            return Ok(Answer::Done("0".to_owned()));
        }
        Ok(match self.table.position().legal(seat) {
            Some(turns) => {
                for turn in &turns {
                    writeln!(out, "{turn}")?;
                }
                Answer::Done(turns.len().to_string())
            }
            None => Answer::Refused("unlisted".to_owned(), self.say("play-unlisted", &[])),
        })
    }

    fn refuse(&self, id: &'static str, phrase: game::Phrase) -> Answer {
        Answer::Refused(id.to_owned(), self.phrase(&phrase))
    }

    fn phrase(&self, phrase: &game::Phrase) -> String {
        compose::voice(&self.table, None, self.lang).phrase(phrase)
    }

    fn event(&mut self, event: &Event, done: &str) -> Answer {
        let before = self.table.clone();
        match self.table.apply(event) {
            Ok(_) => {
                self.before.push(before);
                Answer::Done(done.to_owned())
            }
            Err(_) => self.refuse("over", game::Phrase::new("over")),
        }
    }

    fn turn(&mut self, seat: Seat, text: &str, out: &mut dyn Write) -> Result<Answer, Trouble> {
        if self.table.outcome().is_some() {
            return Ok(self.refuse("over", game::Phrase::new("over")));
        }
        let folded = letter::fold(text);
        let offered = self.table.offer().filter(|(from, _)| *from != seat).map(|(_, offer)| offer);
        let own = self.table.offer().filter(|(from, _)| *from == seat).map(|(_, offer)| offer);
        let stands = |offer: Offer| game::Phrase::new("offer-stands").text("offer", offer.to_string());
        let text = match Command::read(&folded) {
            Some(Command::Move(rest)) => rest,
            Some(Command::Resign) => return Ok(self.event(&Event::Resigned(seat), "resign")),
            Some(Command::Draw) if offered == Some(Offer::Draw) => {
                return Ok(self.event(&Event::Agreed(seat, Offer::Draw), "draw"));
            }
            Some(Command::Draw) if own == Some(Offer::Draw) => {
                return Ok(self.refuse("offer-stands", stands(Offer::Draw)));
            }
            Some(Command::Draw) => return Ok(self.event(&Event::Offered(seat, Offer::Draw), "draw")),
            Some(Command::Undo) if self.table.game().hidden() => {
                return Ok(self.refuse("no-undo", game::Phrase::new("no-undo")));
            }
            Some(Command::Undo) if self.table.undo_point(seat).is_none() => {
                return Ok(self.refuse("nothing-to-undo", game::Phrase::new("nothing-to-undo")));
            }
            Some(Command::Undo) if own == Some(Offer::Undo) => {
                return Ok(self.refuse("offer-stands", stands(Offer::Undo)));
            }
            Some(Command::Undo) => return Ok(self.event(&Event::Offered(seat, Offer::Undo), "undo")),
            Some(Command::Accept) => {
                return Ok(match offered {
                    Some(offer) => self.event(&Event::Agreed(seat, offer), "accept"),
                    None => self.refuse("no-offer", game::Phrase::new("no-offer")),
                });
            }
            Some(Command::Decline) => {
                return Ok(match offered {
                    Some(offer) => self.event(&Event::Declined(seat, offer), "decline"),
                    None => self.refuse("no-offer", game::Phrase::new("no-offer")),
                });
            }
            Some(_) => return Ok(Answer::Refused("unreadable".to_owned(), self.say("play-not-here", &[]))),
            None => folded,
        };
        let turn = match reading::turn(self.table.position(), &text, self.lang, seat) {
            Ok((turn, _)) => turn,
            Err(fault) => return Ok(self.unreadable(&fault)),
        };
        if !self.table.to_act().contains(seat) {
            return Ok(self.refuse("not-your-turn", game::Phrase::new("not-your-turn").seat("seat", seat.other())));
        }
        match self.table.try_turn(seat, &turn) {
            Ok(played) => {
                for phrase in played.phrases.iter().filter(|p| p.to.admits(Eye::Seat(seat))) {
                    writeln!(out, "! {phrase}")?;
                }
                Ok(self.event(&Event::Turn(seat, played.turn.clone()), &played.turn))
            }
            Err(Refusal::Illegal(illegal)) => {
                let mut sentences: Vec<String> = illegal.faults.iter().map(|f| self.phrase(f)).collect();
                let position = self.table.position();
                let near = judge::offered(&illegal.faults, position, seat, &turn);
                if !near.is_empty() {
                    let near: Vec<String> = near.iter().map(|t| position.spell(t, self.lang)).collect();
                    sentences.push(format!("{} {}", self.say("near-moves", &[]), near.join(", ")));
                }
                Ok(Answer::Refused(illegal.ids(), sentences.join(" ")))
            }
            Err(Refusal::Unreadable(fault)) => Ok(self.unreadable(&fault)),
        }
    }

    fn unreadable(&self, fault: &Unreadable) -> Answer {
        let voice = compose::voice(&self.table, None, self.lang);
        let expected: Vec<String> = fault.expected.iter().map(|id| voice.expected(id)).collect();
        let place = ("place", i64::try_from(fault.at + 1).unwrap_or(i64::MAX).into());
        let sentence = if expected.is_empty() {
            self.say("play-unreadable-other", &[place])
        } else {
            self.say("play-unreadable", &[place, ("expected", expected.join(", ").into())])
        };
        Answer::Refused("unreadable".to_owned(), sentence)
    }
}
