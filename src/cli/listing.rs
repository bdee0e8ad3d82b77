//! `games`, `show`, `outbox`, `letters` and `status`.

use std::io::Write;

use jiff::Timestamp;
use serde_json::json;

use super::log::game_row;
use super::{DONE, Trouble};
use crate::config::Config;
use crate::game::Eye;
use crate::judge::StartLine;
use crate::notice::compose;
use crate::store::{GameRow, Store};

fn time(seconds: i64) -> String {
    Timestamp::from_second(seconds).unwrap_or_default().to_string()
}

fn players(row: &GameRow) -> Vec<String> {
    row.start.parse::<StartLine>().map(|l| l.players.into_iter().map(|p| p.0).collect()).unwrap_or_default()
}

pub(super) fn games(store: &Store, all: bool, as_json: bool, out: &mut dyn Write) -> Result<u8, Trouble> {
    for row in store.ask().games(all)? {
        let to_act: Vec<u8> = row.to_act.iter().map(|s| s.number()).collect();
        let names = players(&row);
        if as_json {
            let value = json!({
                "number": row.id, "game": row.name, "players": names, "to_act": to_act, "since": time(row.since),
                "state": row.state.word(), "winner": row.winner.map(|s| s.number()), "reason": row.reason,
            });
            writeln!(out, "{value}")?;
        } else {
            let act: Vec<String> = to_act.iter().map(ToString::to_string).collect();
            let act = if act.is_empty() { "-".to_owned() } else { act.join(",") };
            let end = row
                .reason
                .as_deref()
                .map_or(String::new(), |r| row.winner.map_or_else(|| format!(" ({r})"), |w| format!(" {w} ({r})")));
            writeln!(
                out,
                "{}\t{}\t{}\t{act}\t{}\t{}{end}",
                row.id,
                row.name,
                names.join(" – "),
                time(row.since),
                row.state.word()
            )?;
        }
    }
    Ok(DONE)
}

pub(super) fn show(
    store: &Store,
    game: i64,
    eye: Eye,
    at: Option<u32>,
    config: &Config,
    out: &mut dyn Write,
) -> Result<u8, Trouble> {
    let row = game_row(store, game)?;
    let table = store.ask().table(&row)?.map_err(|e| Trouble::NotSo(format!("game {game}: {e}")))?;
    let plies = match at.map(usize::try_from) {
        Some(Ok(n)) if n <= table.turns().len() => Some(n),
        None => None,
        _ => {
            return Err(Trouble::NotSo(format!("game {game} has {} plies so far", table.turns().len())));
        }
    };
    for line in compose::board(&table, eye, config.server.language, plies) {
        writeln!(out, "{line}")?;
    }
    Ok(DONE)
}

pub(super) fn outbox(store: &Store, as_json: bool, out: &mut dyn Write) -> Result<u8, Trouble> {
    for row in store.ask().undelivered()? {
        // held back letters wait too, but not for their time alone
        let held = row.held_until > crate::daemon::now();
        let state = if held { "held" } else { row.state.as_str() };
        if as_json {
            let value = json!({
                "number": row.id, "to": row.rcpt, "state": state, "attempts": row.attempts,
                "created": time(row.created), "next": time(row.next_at), "error": row.last_error,
            });
            writeln!(out, "{value}")?;
        } else {
            writeln!(
                out,
                "{}\t{}\t{}\t{} attempts\tnext {}\t{}",
                row.id,
                row.rcpt,
                state,
                row.attempts,
                time(row.next_at),
                row.last_error
            )?;
        }
    }
    Ok(DONE)
}

pub(super) fn letters(store: &Store, shunted: bool, as_json: bool, out: &mut dyn Write) -> Result<u8, Trouble> {
    for row in store.ask().letters(shunted, 1000)? {
        let from = crate::letter::read(&row.raw).ok().and_then(|l| l.from);
        // our Message-IDs bear tokens; players' do not
        let msgid = compose::clip(&row.msgid, 100);
        if as_json {
            let value = json!({
                "number": row.id, "from": from, "message_id": msgid, "received": time(row.received),
                "state": row.state, "attempts": row.attempts, "note": row.note, "folder": row.place.folder,
                "key": row.place.key,
            });
            writeln!(out, "{value}")?;
        } else {
            writeln!(
                out,
                "{}\t{}\t{}\t{}\t{}\t{}",
                row.id,
                time(row.received),
                from.as_deref().unwrap_or("-"),
                row.state,
                row.note,
                msgid
            )?;
        }
    }
    Ok(DONE)
}

pub(super) fn status(store: &Store, config: &Config, as_json: bool, out: &mut dyn Write) -> Result<u8, Trouble> {
    let ask = store.ask();
    let undelivered = ask.undelivered()?;
    let (waiting, gone): (Vec<_>, Vec<_>) = undelivered.iter().partition(|r| r.state != "dead");
    let dead = gone.len();
    let now = crate::daemon::now();
    let held = waiting.iter().filter(|r| r.held_until > now).count();
    let bounced = ask.bounced()?;
    let oldest = waiting.iter().map(|r| r.created).min().map(time);
    let shunted = ask.letters(true, 1000)?.len();
    let unread = ask.waiting()?.len();
    let open = ask.games(false)?.len();
    let size = std::fs::metadata(&config.store).map(|m| m.len()).unwrap_or(0);
    if as_json {
        let value = json!({
            "games": open, "letters_waiting": unread, "letters_shunted": shunted, "outbox": waiting.len(),
            "outbox_oldest": oldest, "outbox_dead": dead, "outbox_held": held, "database_bytes": size,
            "addresses_bounced": bounced
                .iter()
                .map(|b| json!({ "address": b.address, "since": time(b.since), "why": b.why }))
                .collect::<Vec<_>>(),
        });
        writeln!(out, "{value}")?;
    } else {
        writeln!(out, "open games: {open}")?;
        writeln!(out, "letters to rule on: {unread}")?;
        writeln!(out, "letters put aside: {shunted}")?;
        writeln!(out, "letters to send: {}, the oldest of {}", waiting.len(), oldest.as_deref().unwrap_or("-"))?;
        writeln!(out, "letters held back: {held}")?;
        writeln!(out, "letters given up: {dead}")?;
        writeln!(out, "addresses that letters come back from: {}", bounced.len())?;
        for b in &bounced {
            writeln!(out, "    {}\tsince {}\t{}", b.address, time(b.since), b.why)?;
        }
        writeln!(out, "database: {size} bytes")?;
    }
    Ok(DONE)
}
