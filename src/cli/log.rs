//! `log`, `replay` and `verify`.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::{DONE, NOT_SO, Trouble};
use crate::daemon::records;
use crate::post::mbox;
use crate::replay::{self, Step};
use crate::store::record::{Kind, hex};
use crate::store::{GameRow, State, Store};

pub(super) fn game_row(store: &Store, game: i64) -> Result<GameRow, Trouble> {
    store.ask().game(game)?.ok_or_else(|| Trouble::NotSo(format!("there is no game {game}")))
}

pub(super) fn log(store: &Store, game: i64, secret: bool, out: &mut dyn Write) -> Result<u8, Trouble> {
    let row = game_row(store, game)?;
    let hidden = crate::game::find(&row.name).is_none_or(|g| g.hidden());
    if hidden && !secret && matches!(row.state, State::Playing | State::Stopped) {
        return Err(Trouble::NotSo(format!(
            "game {game} has hidden set-ups and is still played: its log tells them. Say --secret if you mean it"
        )));
    }
    let mut bytes = Vec::new();
    for record in records(store.ask(), &row)? {
        let time = jiff::Timestamp::from_second(record.time).unwrap_or_default();
        mbox::write(&mut bytes, &record.write(), "boardpost", time);
    }
    out.write_all(&bytes)?;
    Ok(DONE)
}

fn print(step: &Step, as_json: bool, out: &mut dyn Write) -> Result<(), Trouble> {
    let ok = step.difference.is_none();
    if as_json {
        let value = json!({
            "seq": step.seq, "kind": step.kind.word(), "message_id": step.message_id, "seat": step.seat.number(),
            "commands": step.commands, "verdict": step.verdict, "ids": step.ids, "digest": hex(&step.digest),
            "board": step.board, "ok": ok, "difference": step.difference,
        });
        writeln!(out, "{value}")?;
        return Ok(());
    }
    let id = step.message_id.as_deref().unwrap_or("-");
    writeln!(out, "letter {} {} seat {} {id}", step.seq, step.kind.word(), step.seat)?;
    if step.kind == Kind::In {
        for command in &step.commands {
            writeln!(out, "  {command}")?;
        }
        let ids = if step.ids.is_empty() { String::new() } else { format!(": {}", step.ids.join(",")) };
        writeln!(out, "  {}{ids}", step.verdict)?;
        for event in &step.events {
            writeln!(out, "  event {event}")?;
        }
        for line in &step.board {
            writeln!(out, "  {line}")?;
        }
    }
    if let Some(difference) = &step.difference {
        writeln!(out, "  DIFFERS: {difference}")?;
    }
    Ok(())
}

pub(super) fn replay(file: &Path, as_json: bool, out: &mut dyn Write) -> Result<u8, Trouble> {
    let bytes = std::fs::read(file).map_err(|e| Trouble::File(file.display().to_string(), e))?;
    let steps = replay::file(&bytes).map_err(|e| Trouble::NotSo(format!("{}: {e}", file.display())))?;
    for step in &steps {
        print(step, as_json, out)?;
    }
    match steps.iter().find(|s| s.difference.is_some()) {
        Some(step) => Err(Trouble::NotSo(format!(
            "{}: letter {} ({}) differs: {}",
            file.display(),
            step.seq,
            step.message_id.as_deref().unwrap_or("no Message-ID"),
            step.difference.as_deref().unwrap_or("")
        ))),
        None => {
            if !as_json {
                writeln!(out, "{} letters, no difference", steps.len())?;
            }
            Ok(DONE)
        }
    }
}

/// What differs in a game of the database, if anything does.
fn difference(store: &Store, row: &GameRow) -> Result<(usize, Option<String>), Trouble> {
    let ask = store.ask();
    let steps = match replay::log(&records(ask, row)?) {
        Ok(steps) => steps,
        Err(e) => return Ok((0, Some(e.to_string()))),
    };
    if let Some(step) = steps.iter().find(|s| s.difference.is_some()) {
        let why = step.difference.clone().unwrap_or_default();
        return Ok((steps.len(), Some(format!("letter {}: {why}", step.seq))));
    }
    let judged: Vec<(i64, String)> =
        steps.iter().flat_map(|s| s.events.iter().map(|e| (s.seq, e.to_string()))).collect();
    let kept: Vec<(i64, String)> = ask.events(row.id)?.into_iter().map(|(seq, e)| (seq, e.to_string())).collect();
    if judged != kept {
        let n = judged.iter().zip(&kept).position(|(a, b)| a != b).unwrap_or(judged.len().min(kept.len()));
        return Ok((steps.len(), Some(format!("event {} is not what its letter leads to", n + 1))));
    }
    let last = steps.last().map(|s| s.digest.to_vec()).unwrap_or_default();
    if last != row.digest || i64::try_from(steps.len()).unwrap_or(0) != row.letters {
        return Ok((steps.len(), Some("the game's own row does not agree with its log".to_owned())));
    }
    match ask.table(row)? {
        Ok(table) => {
            let to_act: Vec<_> = table.to_act().iter().collect();
            let ended = table.outcome().map(|o| o.reason.to_owned());
            let agrees = to_act == row.to_act && (row.state == State::Stopped || ended == row.reason);
            Ok((steps.len(), (!agrees).then(|| "the state in the listing is not that of the log".to_owned())))
        }
        Err(e) => Ok((steps.len(), Some(e.to_string()))),
    }
}

pub(super) fn verify(store: &Store, game: Option<i64>, as_json: bool, out: &mut dyn Write) -> Result<u8, Trouble> {
    let rows = match game {
        Some(game) => vec![game_row(store, game)?],
        None => store.ask().games(true)?,
    };
    let mut good = true;
    for row in rows {
        let (letters, why) = difference(store, &row)?;
        good &= why.is_none();
        if as_json {
            let value = json!({"number": row.id, "letters": letters, "ok": why.is_none(), "digest": hex(&row.digest), "difference": why});
            writeln!(out, "{value}")?;
        } else {
            writeln!(out, "game {}: {letters} letters, {}", row.id, why.as_deref().unwrap_or("no difference"))?;
        }
    }
    Ok(if good { DONE } else { NOT_SO })
}
