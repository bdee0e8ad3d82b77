//! `games`, `show`, `outbox`, `letters` and `status`.

use std::io::Write;
use std::path::Path;

use jiff::Timestamp;
use serde_json::json;

use super::log::game_row;
use super::{DONE, Trouble};
use crate::config::{Config, Inbox};
use crate::daemon;
use crate::game::Eye;
use crate::judge::StartLine;
use crate::notice::compose;
use crate::store::{FOREVER, GameRow, Outage, Store, Way};

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
        // without a time it waits for room, or for --release
        let at = row.next_at.max(row.held_until);
        let next = (at < FOREVER).then(|| time(at));
        if as_json {
            let value = json!({
                "number": row.id, "to": row.rcpt, "state": state, "attempts": row.attempts,
                "created": time(row.created), "next": next, "error": row.last_error,
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
                next.as_deref().unwrap_or("-"),
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

/// The bytes of the database and of what was written and is not yet in its file.
fn size(store: &Path) -> u64 {
    let bytes = |path: &Path| std::fs::metadata(path).map_or(0, |m| m.len());
    let mut log = store.as_os_str().to_owned();
    log.push("-wal");
    bytes(store).saturating_add(bytes(Path::new(&log)))
}

fn inbox(config: &Config) -> String {
    match &config.inbox {
        Inbox::Maildir { path, .. } => path.display().to_string(),
        Inbox::Imap { server, folder, .. } => {
            format!("{} at {}:{}, folder {folder}", server.user.as_deref().unwrap_or("-"), server.host, server.port)
        }
    }
}

/// A trouble with the mail in a line.
fn outage(outage: &Outage) -> String {
    let what = match outage.kind.as_str() {
        "login" => "login refused",
        "helper" => "the command for password or token fails",
        "password" => "no password",
        _ => "does not work",
    };
    format!("{what} since {}: {}", time(outage.since), outage.why)
}

pub(super) fn status(store: &Store, config: &Config, as_json: bool, out: &mut dyn Write) -> Result<u8, Trouble> {
    let ask = store.ask();
    let (post, bounced) = (ask.summary(daemon::now())?, ask.bounced()?);
    let (coming, leaving) = (ask.outage(Way::In)?, ask.outage(Way::Out)?);
    let (running, polled) = daemon::polled(&config.store);
    let (polled, oldest) = (polled.map(time), post.oldest.map(time));
    let (inbox, size) = (inbox(config), size(&config.store));
    if as_json {
        let bounced: Vec<_> =
            bounced.iter().map(|b| json!({"address": b.address, "since": time(b.since), "why": b.why})).collect();
        let trouble = |o: &Outage| json!({"kind": o.kind, "since": time(o.since), "why": o.why});
        let value = json!({
            "running": running, "inbox": inbox, "last_poll": polled, "games": post.games,
            "letters_waiting": post.unruled, "letters_shunted": post.shunted, "outbox": post.outbox,
            "outbox_oldest": oldest, "outbox_dead": post.dead, "outbox_held": post.held, "bounced": bounced, "database_bytes": size,
            "incoming_trouble": coming.as_ref().map(trouble), "outgoing_trouble": leaving.as_ref().map(trouble),
        });
        writeln!(out, "{value}")?;
    } else {
        writeln!(out, "running: {}", if running { "yes" } else { "no" })?;
        writeln!(out, "inbox: {inbox}")?;
        writeln!(out, "last look into it: {}", polled.as_deref().unwrap_or("-"))?;
        for (way, found) in [("incoming", coming), ("outgoing", leaving)] {
            if let Some(found) = found {
                writeln!(out, "{way} mail: {}", outage(&found))?;
            }
        }
        writeln!(out, "open games: {}", post.games)?;
        writeln!(out, "letters to rule on: {}", post.unruled)?;
        writeln!(out, "letters put aside: {}", post.shunted)?;
        let since = oldest.map_or_else(String::new, |time| format!(", the oldest of {time}"));
        writeln!(out, "letters to send: {}{since}", post.outbox)?;
        writeln!(out, "letters held back: {}", post.held)?;
        writeln!(out, "letters given up: {}", post.dead)?;
        for b in &bounced {
            writeln!(out, "letters come back from: {}, since {}: {}", b.address, time(b.since), b.why)?;
        }
        writeln!(out, "database: {size} bytes")?;
    }
    Ok(DONE)
}
