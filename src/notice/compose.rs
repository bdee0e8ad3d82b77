//! What a letter says, block by block.

use crate::game::{Eye, Lang, Seat};
use crate::judge::event::Offer;
use crate::judge::{Command, Notice, NoticeKind, Part, Table, Trust};
use crate::lang::{self, Voice};
use crate::picture::{self, Words};

pub use super::help::help;
use super::odd;
pub use super::words::confirm_word;
use super::words::{command_words, say_word};

/// A piece of a letter.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// Running text; wrapped when written.
    Text(String),
    /// Lines to be kept as they are, in a fixed pitch.
    Fixed(Vec<String>),
    /// Lines of our own to copy or to look up, indented.
    Data(Vec<String>),
    /// What was written in some letter, behind bars: should an answer quote it without marks, it is no command of the
    /// answer's writer (see `judge::reading`).
    Echo(Vec<String>),
    /// Turns to send back as they are, behind bars like [`Block::Echo`]; in HTML each is a link that does.
    Choices(Vec<String>),
    /// Commands that are possible now: the word to send, and the label of its button.
    Buttons(Vec<(String, String)>),
}

/// What the desk knows and the table doesn't.
pub struct Extras<'a> {
    /// Lines of quoted text and signatures that were not read.
    pub quoted: usize,
    /// The code of a confirmation.
    pub code: &'a dyn Fn(u32) -> String,
    /// The reader's open games, one line each.
    pub games: &'a [String],
    /// What to do about a change of address that was asked for.
    pub address: &'a [Block],
    /// Another game's board: its heading and lines, or `None` where the reader has no such game.
    pub other: &'a dyn Fn(i64, Option<u32>) -> Option<Vec<Block>>,
}

impl std::fmt::Debug for Extras<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("Extras")
    }
}

struct Labels<'a>(Voice<'a>);

impl Words for Labels<'_> {
    fn say(&self, phrase: &crate::game::Phrase) -> String {
        self.0.phrase(phrase)
    }

    fn item(&self, id: &str) -> String {
        self.0.say(&format!("item-{id}"), &[])
    }

    fn seat(&self, seat: Seat) -> String {
        (*seat.of(&self.0.names)).to_owned()
    }
}

/// The voice in which a table speaks to a reader.
#[must_use]
pub fn voice(table: &Table, seat: Option<Seat>, lang: Lang) -> Voice<'_> {
    Voice { lang, seat, position: table.position(), names: [table.name(Seat::One), table.name(Seat::Two)] }
}

/// Draws the board after so many turns (`None` = now) as an eye may see it. Once the game is over nothing is secret.
#[must_use]
pub fn board(table: &Table, eye: Eye, lang: Lang, plies: Option<usize>) -> Vec<String> {
    let eye = if table.outcome().is_some() { Eye::All } else { eye };
    let seat = match eye {
        Eye::Seat(s) => Some(s),
        Eye::Public | Eye::All => None,
    };
    let labels = Labels(voice(table, seat, lang));
    let view = match plies {
        None => table.position().view(eye),
        // a table whose turns do not replay was stopped before
        Some(n) => match table.at(n) {
            Ok(position) => position.view(eye),
            Err(_) => table.position().view(eye),
        },
    };
    picture::ascii(&view, &labels)
}

/// The boards that a notice shows, in order: what a replay compares with the mailed letter.
#[must_use]
pub fn pictures(table: &Table, notice: &Notice) -> Vec<Vec<String>> {
    notice
        .parts
        .iter()
        .filter_map(|p| match p {
            Part::Board(plies) => Some(board(table, Eye::Seat(notice.to), table.lang(notice.to), *plies)),
            _ => None,
        })
        .collect()
}

/// Composes a notice. `table` is the table after the ruling.
#[must_use]
pub fn compose(table: &Table, notice: &Notice, extras: &Extras<'_>) -> Vec<Block> {
    let reader = notice.to;
    let lang = table.lang(reader);
    let voice = voice(table, Some(reader), lang);
    let mut out = Out { blocks: Vec::new(), text: Vec::new(), buttons: Vec::new() };
    // a request for confirmation is about nobody's turn
    let mut told = notice.kind == NoticeKind::Confirm;
    // after the board, how to answer; what was read and what was not comes last
    let (record, mut parts): (Vec<&Part>, Vec<&Part>) =
        notice.parts.iter().partition(|p| matches!(p, Part::Read { .. } | Part::Ignored(_)));
    // what happened comes before what was said about it
    let heading = |p: &Part| matches!(p, Part::Say(phrase) if phrase.id == "board-at");
    parts.sort_by_key(|p| match p {
        Part::Say(_) | Part::Unread(_) | Part::Choices { .. } | Part::Address(_) if !heading(p) => 0,
        Part::Chat { .. } => 1,
        _ => 2,
    });
    for part in parts {
        // whose turn it is stands before the board, in the first paragraph
        let due = match part {
            Part::Board(_) | Part::Chat { .. } | Part::Other { .. } | Part::Help(_) | Part::Games => true,
            _ => heading(part),
        };
        if due && !told {
            told = true;
            out.sentence(&status(table, &voice));
        }
        if heading(part) {
            out.flush();
        }
        part_blocks(&mut out, table, notice, part, &voice, extras);
    }
    if !told {
        out.sentence(&status(table, &voice));
    }
    out.flush();
    how_to_answer(&mut out, table, notice, &voice);
    for part in record {
        part_blocks(&mut out, table, notice, part, &voice, extras);
    }
    if extras.quoted > 0 && notice.parts.iter().any(|p| matches!(p, Part::Read { .. } | Part::Ignored(_))) {
        let count = i64::try_from(extras.quoted).unwrap_or(i64::MAX);
        out.blocks.push(Block::Text(lang::say(lang, "ignored-quote", &[("count", count.into())])));
    }
    let players: Vec<&str> = table.seats().iter().map(|s| table.name(*s)).collect();
    out.blocks.push(Block::Text(voice.say(
        "footer-game",
        &[
            ("number", table.number().to_string().into()),
            ("title", title(table, lang).into()),
            ("players", players.join(" – ").into()),
        ],
    )));
    out.blocks
}

/// What a letter said that is not on the board of today: for a later letter that takes its place. `table` is the table
/// after the ruling that it was about.
#[must_use]
pub fn retold(table: &Table, notice: &Notice, extras: &Extras<'_>) -> Vec<Block> {
    let voice = voice(table, Some(notice.to), table.lang(notice.to));
    let mut out = Out { blocks: Vec::new(), text: Vec::new(), buttons: Vec::new() };
    for part in notice.parts.iter().filter(|p| !matches!(p, Part::Board(None))) {
        part_blocks(&mut out, table, notice, part, &voice, extras);
    }
    out.flush();
    out.blocks
}

/// The game's name in a language.
#[must_use]
pub fn title(table: &Table, lang: Lang) -> String {
    lang::say(lang, &format!("{}-title", table.game().name()), &[])
}

struct Out {
    blocks: Vec<Block>,
    text: Vec<String>,
    /// Buttons of the letter's own matter, for the row of them all: a row right below a code would part that line from
    /// the rest of our words in an answer that quotes them without marks.
    buttons: Vec<(String, String)>,
}

impl Out {
    fn sentence(&mut self, s: &str) {
        self.text.push(s.to_owned());
    }

    fn flush(&mut self) {
        if !self.text.is_empty() {
            self.blocks.push(Block::Text(std::mem::take(&mut self.text).join(" ")));
        }
    }

    fn push(&mut self, block: Block) {
        self.flush();
        self.blocks.push(block);
    }
}

/// Whose turn it is, or how the game ended.
#[must_use]
pub fn status(table: &Table, voice: &Voice<'_>) -> String {
    match table.outcome() {
        Some(outcome) => {
            let head = match outcome.winner {
                Some(winner) => {
                    let me = if voice.seat == Some(winner) { "yes" } else { "no" };
                    let name = *winner.of(&voice.names);
                    if name.is_empty() {
                        voice.say("over-lost", &[])
                    } else {
                        voice.say("over-won", &[("seat", name.to_owned().into()), ("me", me.into())])
                    }
                }
                None => voice.say("over-drawn", &[]),
            };
            let winner = outcome.winner.map_or("-", |w| *w.of(&voice.names)).to_owned();
            let result = if outcome.winner.is_some() { "won" } else { "drawn" };
            let args = [("winner", winner.into()), ("result", result.into())];
            let reason = voice.say(&format!("reason-{}", outcome.reason), &args);
            format!("{head} {reason}")
        }
        None => {
            let act: Vec<Seat> = table.to_act().iter().collect();
            match act.as_slice() {
                [one] if voice.seat == Some(*one) => voice.say("to-act-you", &[]),
                [one] => voice.say("to-act-other", &[("seat", (*one.of(&voice.names)).to_owned().into())]),
                _ => voice.say("to-act-both", &[]),
            }
        }
    }
}

fn part_blocks(out: &mut Out, table: &Table, notice: &Notice, part: &Part, voice: &Voice<'_>, extras: &Extras<'_>) {
    let lang = voice.lang;
    match part {
        Part::Say(phrase) => out.sentence(&voice.phrase(phrase)),
        Part::Unread(unread) => {
            out.sentence(&voice.say("unreadable", &[]));
            let line: String = unread.text.replace('\n', " / ");
            // a long line is shown around the place
            let (shown, at) = window(&line, unread.fault.at);
            out.push(Block::Echo(vec![shown, format!("{}^", " ".repeat(at))]));
            let expected: Vec<String> = unread.fault.expected.iter().map(|id| voice.expected(id)).collect();
            out.sentence(&if expected.is_empty() {
                voice.say("unreadable-other", &[])
            } else {
                voice.say("unreadable-expected", &[("expected", expected.join("; ").into())])
            });
            for odd in odd::unread(&line, unread.fault.at, lang) {
                out.sentence(&odd::sentence(odd, lang));
            }
        }
        Part::Choices { id, turns } => {
            out.sentence(&voice.say(id, &[]));
            out.push(Block::Choices(turns.iter().map(|t| voice.position.spell(t, lang)).collect()));
        }
        Part::Address(_) => {
            out.flush();
            out.blocks.extend(extras.address.iter().cloned());
        }
        Part::Board(plies) => out.push(Block::Fixed(board(table, Eye::Seat(notice.to), lang, *plies))),
        Part::Help(topic) => {
            out.flush();
            out.blocks.extend(help(lang, topic.as_deref()));
        }
        Part::Games => {
            if extras.games.is_empty() {
                out.push(Block::Text(voice.say("games-none", &[])));
            } else {
                out.push(Block::Text(voice.say("games-heading", &[])));
                out.push(Block::Data(extras.games.to_vec()));
            }
        }
        Part::Other { game, ply } => match (extras.other)(*game, *ply) {
            Some(blocks) => {
                out.flush();
                out.blocks.extend(blocks);
                // its answers bear this game's address, whatever board they show
                if ply.is_some() {
                    let number = table.number().to_string();
                    out.push(Block::Text(voice.say("other-game-note", &[("number", number.into())])));
                }
            }
            None => out.push(Block::Text(voice.say("no-such-game", &[("game", game.to_string().into())]))),
        },
        Part::Chat { from, text } => {
            let name = (*from.of(&voice.names)).to_owned();
            out.push(Block::Text(voice.say("chat", &[("seat", name.into())])));
            out.push(Block::Echo(vec![text.clone()]));
        }
        Part::Confirm { number, what, doubtful } => confirm(out, *number, what, *doubtful, voice, extras),
        Part::Read { line, meaning, turn, foreign } => {
            if !matches!(out.blocks.last(), Some(Block::Echo(_))) || !out.text.is_empty() {
                out.push(Block::Text(voice.say("read-heading", &[])));
            }
            let (canonical, typed) = (meaning, line.clone());
            // a command is what it says; a turn may have been written in many ways
            let spelled = if *turn { voice.position.spell(meaning, lang) } else { line.trim().to_owned() };
            // a drawing is shown as one, a row on a line
            let rows = meaning.rsplit_once(' ').map_or("", |(_, drawing)| drawing);
            let rows = if *turn && rows.contains('/') { rows } else { "" };
            let meaning = match spelled.rsplit_once(' ') {
                Some((word, _)) if !rows.is_empty() => word.to_owned(),
                _ => spelled,
            };
            let same = meaning == line.trim();
            let line = clip(line.trim(), 60);
            let args = [("line", line.clone().into()), ("meaning", meaning.replace('\n', " / ").into())];
            let text = match foreign {
                Some(other) => {
                    let [l, m] = args;
                    let name = voice.say(&format!("language-{other}"), &[]);
                    voice.say("read-foreign", &[l, m, ("language", name.into())])
                }
                None if same => line,
                None => voice.say("read-line", &args),
            };
            let odd = if *turn && rows.is_empty() {
                let read = voice.position.spell(canonical, foreign.unwrap_or(lang));
                odd::read_as(&typed, &read).into_iter().map(|o| odd::sentence(o, lang)).collect()
            } else {
                Vec::new()
            };
            let lines = std::iter::once(text).chain(rows.split_terminator('/').map(str::to_owned)).chain(odd);
            match out.blocks.last_mut() {
                Some(Block::Echo(shown)) if out.text.is_empty() => shown.extend(lines),
                _ => out.push(Block::Echo(lines.collect())),
            }
        }
        Part::Ignored(lines) => {
            let count = i64::try_from(lines.len()).unwrap_or(i64::MAX);
            out.push(Block::Text(voice.say("ignored-heading", &[("count", count.into())])));
            let mut shown: Vec<String> = lines.iter().take(5).map(|l| clip(l, 60)).collect();
            if lines.len() > 5 {
                shown.push(voice.say("and-more", &[("count", (count - 5).into())]));
            }
            out.push(Block::Echo(shown));
        }
    }
}

fn confirm(
    out: &mut Out,
    number: u32,
    what: &[String],
    doubtful: Option<Trust>,
    voice: &Voice<'_>,
    extras: &Extras<'_>,
) {
    let word = voice.say("button-confirm", &[]);
    let line = format!("{} {}", confirm_word(voice.lang), (extras.code)(number));
    if let Some(trust) = doubtful {
        // the letter may be a stranger's: its turns are shown, its words are not; nor is a set-up, since it may be the
        // other player's who took a wrong address
        out.sentence(
            &voice.say(if trust == Trust::From { "confirm-doubtful-from" } else { "confirm-doubtful-token" }, &[]),
        );
        let lines: Vec<String> = what
            .iter()
            .map(|w| match Command::read(w) {
                Some(Command::Move(turn)) if voice.position.secret(&turn) => voice.say("confirm-secret", &[]),
                Some(Command::Move(turn)) => voice.position.spell(&turn, voice.lang),
                Some(Command::Say(_)) => format!("{} …", say_word(voice.lang)),
                _ => w.clone(),
            })
            .collect();
        out.push(Block::Echo(lines));
        out.push(Block::Text(voice.say("confirm-doubtful-do", &[])));
    } else {
        out.sentence(&voice.say("confirm-resign", &[]));
    }
    out.push(Block::Data(vec![line.clone()]));
    out.buttons.push((line, word));
}

fn how_to_answer(out: &mut Out, table: &Table, notice: &Notice, voice: &Voice<'_>) {
    let over = table.outcome().is_some();
    let mine = table.to_act().contains(notice.to);
    let unread = notice.parts.iter().any(|p| matches!(p, Part::Unread(_)));
    if (mine || unread) && notice.kind != NoticeKind::Confirm {
        if mine {
            out.sentence(&voice.say("how-to-reply", &[]));
        }
        let howto = format!("{}-howto", table.game().name());
        if lang::has(voice.lang, &howto) {
            let howto = lang::say(voice.lang, &howto, &[]);
            let howto = howto.trim_end_matches('.').to_owned();
            out.sentence(&voice.say("how-to-howto", &[("howto", howto.into())]));
        }
    }
    let words = command_words(voice.lang);
    let mut now: Vec<(&str, &str)> = Vec::new();
    match table.offer() {
        Some((from, _)) if from != notice.to => now.extend([(words.accept, "accept"), (words.decline, "decline")]),
        _ => {}
    }
    if !over {
        now.push((words.resign, "resign"));
        if table.seats().len() > 1 && !matches!(table.offer(), Some((_, Offer::Draw))) {
            now.push((words.draw, "draw"));
        }
        if !table.game().hidden()
            && table.undo_point(notice.to).is_some()
            && !matches!(table.offer(), Some((_, Offer::Undo)))
        {
            now.push((words.undo, "undo"));
        }
    }
    now.push((words.show, "show"));
    now.push((words.help, "help"));
    let mut list: Vec<String> = now.iter().map(|(w, _)| (*w).to_owned()).collect();
    list.push(words.games.to_owned());
    list.push(format!("{} {}", words.help, table.game().name()));
    if table.seats().len() > 1 {
        list.push(voice.say("command-say", &[]));
    }
    out.push(Block::Text(voice.say("commands-now", &[("commands", list.join(", ").into())])));
    let mut buttons = std::mem::take(&mut out.buttons);
    buttons.extend(now.into_iter().map(|(w, id)| (w.to_owned(), voice.say(&format!("button-{id}"), &[]))));
    out.push(Block::Buttons(buttons));
}

/// At most so many characters.
#[must_use]
pub fn clip(text: &str, most: usize) -> String {
    let text: String = text.chars().filter(|c| !c.is_control()).collect();
    if text.chars().count() <= most {
        return text;
    }
    let mut short: String = text.chars().take(most.saturating_sub(1)).collect();
    short.push('…');
    short
}

/// A part of a line around a place, and the place in it.
fn window(line: &str, at: usize) -> (String, usize) {
    const WIDTH: usize = 64;
    let length = line.chars().count();
    if length <= WIDTH {
        return (line.to_owned(), at.min(length));
    }
    let from = at.saturating_sub(WIDTH / 2).min(length - WIDTH);
    (line.chars().skip(from).take(WIDTH).collect(), at - from)
}
