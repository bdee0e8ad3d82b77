//! `check`: how a letter would be read.

use std::io::Write;
use std::path::Path;

use serde_json::json;

use super::{DONE, Trouble};
use crate::daemon::StartFailure;
use crate::game::{self, Game, Lang, Seat};
use crate::judge::{Command, Reading, reading};
use crate::lang;
use crate::letter::{self, Hints, Letter};

struct Found {
    commands: Vec<String>,
    problems: Vec<(String, String)>,
}

pub(super) fn check(
    file: &Path,
    name: Option<&str>,
    lang: Option<Lang>,
    as_json: bool,
    out: &mut dyn Write,
) -> Result<u8, Trouble> {
    let game = match name {
        Some(name) => {
            Some(game::find(name).ok_or_else(|| Trouble::Usage(StartFailure::Game(name.to_owned()).text(Lang::En)))?)
        }
        None => None,
    };
    let raw = std::fs::read(file).map_err(|e| Trouble::File(file.display().to_string(), e))?;
    let speak = lang.unwrap_or_default();
    let Ok(letter) = letter::read(&raw) else {
        let text = lang::say(speak, "problem-unparsable", &[]);
        let value = json!({
            "from": null, "message_id": null, "automatic": null, "reply": [], "ignored": [], "commands": [],
            "problems": [{"id": "unparsable", "text": text}],
        });
        return print(&value, as_json, out);
    };
    let body = letter.body(&Hints { lang, sent: &[], own: &[] });
    let mut found = commands(&letter, &body.reply, game, speak);
    // a machine's letter is never acted on
    if letter.automatic.is_some() {
        found.commands.clear();
        found.problems.clear();
    }
    let mut problems: Vec<_> = body.problems.iter().map(|p| json!({"id": p.id, "text": problem(p, speak)})).collect();
    problems.extend(found.problems.iter().map(|(id, text)| json!({"id": id, "text": text})));
    let value = json!({
        "from": letter.from,
        "message_id": letter.message_id,
        "automatic": letter.automatic.map(letter::Automatic::word),
        "reply": body.reply,
        "ignored": body.ignored.iter().map(|i| json!({"kind": i.kind.word(), "lines": i.lines})).collect::<Vec<_>>(),
        "commands": found.commands,
        "problems": problems,
    });
    print(&value, as_json, out)
}

fn problem(phrase: &game::Phrase, lang: Lang) -> String {
    lang::say(lang, &format!("problem-{}", phrase.id), &[])
}

fn read(lines: &[String], game: &dyn Game, lang: Lang) -> Option<Reading> {
    let opened = game.open(&[], &mut || 0).ok()?;
    Some(reading::read(lines, &*opened.position, lang, Seat::One))
}

fn has_move(reading: &Reading) -> bool {
    reading.items.iter().any(|i| matches!(i.command, Command::Move(_)) && i.fault.is_none())
}

/// Reads the lines for the game, or for whichever one game finds a move in them.
fn commands(letter: &Letter, lines: &[String], game: Option<&'static dyn Game>, lang: Lang) -> Found {
    let mut subject = letter.subject_command.as_deref().and_then(Command::from_subject).map(|(command, _)| command);
    let mut lines = lines.to_vec();
    if let Some(Command::Move(_)) = &subject
        && let Some(turn) = subject.take()
    {
        // it is read by the game like any other
        lines.insert(0, turn.to_string());
    }
    let mut readings: Vec<Reading> = match game {
        Some(game) => read(&lines, game, lang).into_iter().collect(),
        None => game::GAMES.iter().filter_map(|g| read(&lines, *g, lang)).collect(),
    };
    let movers = readings.iter().filter(|r| has_move(r)).count();
    let chosen = match (game, movers) {
        (Some(_), _) => readings.pop(),
        (None, 1) => readings.into_iter().find(has_move),
        // no game, or more than one: only what is no move
        (None, _) => readings.pop().map(|mut r| {
            r.items.retain(|i| !matches!(i.command, Command::Move(_)));
            r.unread = None;
            r
        }),
    };
    let reading = chosen.unwrap_or_default();
    let mut commands: Vec<String> = subject.iter().map(ToString::to_string).collect();
    // what stands behind `move` and is none is a problem
    let (read, unread): (Vec<_>, Vec<_>) = reading.items.iter().partition(|i| i.fault.is_none());
    for item in &read {
        let text = item.command.to_string();
        if !commands.contains(&text) {
            commands.push(text);
        }
    }
    let mut problems = Vec::new();
    let moves: std::collections::BTreeSet<_> =
        read.iter().filter(|i| matches!(i.command, Command::Move(_))).map(|i| i.command.to_string()).collect();
    let turns = if moves.len() > 1 {
        moves.iter().map(|m| m.trim_start_matches("move ").to_owned()).collect()
    } else {
        reading.candidates.clone()
    };
    if !turns.is_empty() {
        let text = lang::say(lang, "two-moves", &[]);
        problems.push(("two-moves".to_owned(), format!("{text} ({})", turns.join(", "))));
    } else if let Some((text, fault)) = unread
        .first()
        .and_then(|i| match (&i.command, &i.fault) {
            (Command::Move(text), Some(fault)) => Some((text.as_str(), fault)),
            _ => None,
        })
        .or_else(|| reading.unread.as_ref().map(|u| (u.text.as_str(), &u.fault)))
    {
        problems.push(("unreadable".to_owned(), unreadable(text, fault, game, lang)));
    } else if commands.is_empty() {
        problems.push(("no-command".to_owned(), lang::say(lang, "no-command", &[])));
    }
    Found { commands, problems }
}

/// Where a line cannot be read, and what was expected there where the game is known.
fn unreadable(line: &str, fault: &game::Unreadable, game: Option<&dyn Game>, lang: Lang) -> String {
    let own = |id: &str| {
        let id = format!("expect-{}", id.strip_prefix("expect-").unwrap_or(id));
        let named = game.map(|g| format!("{}-{id}", g.name())).filter(|named| lang::has(lang, named));
        lang::say(lang, &named.unwrap_or(id), &[])
    };
    let place = ("place", i64::try_from(fault.at + 1).unwrap_or(0).into());
    let text = if fault.expected.is_empty() || game.is_none() {
        lang::say(lang, "play-unreadable-other", &[place])
    } else {
        let expected: Vec<String> = fault.expected.iter().map(|id| own(id)).collect();
        lang::say(lang, "play-unreadable", &[place, ("expected", expected.join(", ").into())])
    };
    format!("{line}: {text}")
}

fn print(value: &serde_json::Value, as_json: bool, out: &mut dyn Write) -> Result<u8, Trouble> {
    if as_json {
        writeln!(out, "{value}")?;
        return Ok(DONE);
    }
    let text = |v: &serde_json::Value| v.as_str().map_or_else(|| "-".to_owned(), ToOwned::to_owned);
    let list = |key: &str| value.get(key).and_then(|v| v.as_array()).cloned().unwrap_or_default();
    for key in ["from", "message_id", "automatic"] {
        writeln!(out, "{key}: {}", value.get(key).map_or_else(|| "-".to_owned(), text))?;
    }
    writeln!(out, "reply:")?;
    for line in list("reply") {
        writeln!(out, "    {}", text(&line))?;
    }
    for part in list("ignored") {
        let kind = part.get("kind").map_or_else(String::new, text);
        writeln!(out, "ignored: {kind}, {} lines", part.get("lines").unwrap_or(&serde_json::Value::Null))?;
    }
    for command in list("commands") {
        writeln!(out, "command: {}", text(&command))?;
    }
    for problem in list("problems") {
        let get = |k: &str| problem.get(k).map_or_else(String::new, text);
        writeln!(out, "problem: {} – {}", get("id"), get("text"))?;
    }
    Ok(DONE)
}
