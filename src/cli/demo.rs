//! `demo`: plays the example evenings again, letter by letter, through the whole pipeline.

use std::io::Write;

use super::{DONE, Trouble};
use crate::daemon::StartFailure;
use crate::daemon::stage::{Stage, StageError};
use crate::game::{self, Game, Lang, Seat};
use crate::judge::StartLine;
use crate::judge::start::{pairs, split};
use crate::letter;
use crate::post::mbox;
use crate::store::record::{Kind, Record};

impl From<StageError> for Trouble {
    fn from(e: StageError) -> Self {
        Self::NotSo(e.to_string())
    }
}

pub(super) fn demo(name: Option<&str>, out: &mut dyn Write) -> Result<u8, Trouble> {
    let unknown = |name: &str| Trouble::Usage(StartFailure::Game(name.to_owned()).text(Lang::En));
    let game = match name {
        Some(name) => game::find(name).ok_or_else(|| unknown(name))?,
        None => *game::GAMES.first().ok_or_else(|| unknown(""))?,
    };
    for evening in game.evenings() {
        play(game, evening.as_bytes(), out)?;
    }
    Ok(DONE)
}

fn damaged(why: &str) -> Trouble {
    Trouble::NotSo(format!("the evening is damaged: {why}"))
}

fn play(game: &'static dyn Game, evening: &[u8], out: &mut dyn Write) -> Result<(), Trouble> {
    let mut records = Vec::new();
    for raw in mbox::read(evening) {
        records.extend(Record::read(&raw).map_err(|e| damaged(&e))?);
    }
    let first = records.first().ok_or_else(|| damaged("it is empty"))?;
    let line: StartLine =
        first.start.as_deref().and_then(|s| s.parse().ok()).ok_or_else(|| damaged("it has no start line"))?;
    let read = |record: &Record| letter::read(&record.bytes).map_err(|_| damaged("a letter cannot be read"));
    let server = read(first)?.from.unwrap_or_default();
    let mut players = Vec::new();
    for (record, (name, lang)) in records.iter().filter(|r| r.kind == Kind::Opening).zip(&line.players) {
        let address = read(record)?.recipients.first().cloned().unwrap_or_default();
        players.push(format!("{name} <{address}>:{lang}"));
    }
    let words = split(&line.options).unwrap_or_default();
    let options = pairs(&words).map_err(|e| damaged(&e))?;
    let args = crate::daemon::StartArgs { game: game.name().to_owned(), players, options };

    let mut stage = Stage::new(&server, first.time)?;
    let number = stage.start(&args, first.time)?.map_err(|e| damaged(&e.text(Lang::En)))?;
    writeln!(out, "boardpost start {} {} {}", args.game, args.players.join(" "), line.options)?;
    print_all(&stage.collect(first.time)?, "to", out)?;
    for record in records.iter().filter(|r| r.kind == Kind::In) {
        let raw = unmask(&stage, number, &record.bytes)?;
        print_all(std::slice::from_ref(&raw), "from", out)?;
        stage.deliver(&raw, record.time)?;
        print_all(&stage.collect(record.time)?, "to", out)?;
    }
    let row = stage.row(number)?;
    writeln!(out, "game {number}: {} {}", row.state.word(), row.reason.unwrap_or_default())?;
    Ok(())
}

/// Puts this post office's keys where the log has masks.
fn unmask(stage: &Stage, game: i64, raw: &[u8]) -> Result<Vec<u8>, Trouble> {
    let ask = stage.desk().store().ask();
    let row = stage.row(game)?;
    let table = ask.table(&row)?.map_err(|e| damaged(&e.to_string()))?;
    let mut pairs = Vec::new();
    for seat in Seat::BOTH {
        pairs.push((format!("token{seat}"), ask.keys().token(game, seat, table.generation(seat))));
    }
    for n in 1..=table.last_held() {
        pairs.push((format!("code{n}"), ask.keys().code(game, n)));
    }
    Ok(letter::mask(raw, &pairs))
}

/// Prints letters as a person would see them.
fn print_all(letters: &[Vec<u8>], way: &str, out: &mut dyn Write) -> Result<(), Trouble> {
    for raw in letters {
        let Ok(letter) = letter::read(raw) else { continue };
        let who = match way {
            "to" => letter.recipients.first().cloned(),
            _ => letter.from.clone(),
        };
        writeln!(out, "\n======== {way} {} ======== {}", who.unwrap_or_default(), letter.subject)?;
        writeln!(out)?;
        for line in letter::text(raw).lines() {
            writeln!(out, "{}", line.trim_end())?;
        }
    }
    Ok(())
}
