//! `start`.

use std::collections::BTreeMap;
use std::io::Write;

use serde::Deserialize;

use super::args::Start;
use super::{DONE, Trouble};
use crate::config::Config;
use crate::daemon::{self, StartArgs};
use crate::game::Lang;
use crate::store::Store;

/// A start file.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    game: String,
    players: Vec<String>,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    #[serde(default)]
    board: Option<Board>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Board {
    picture: String,
}

fn value(value: &toml::Value) -> String {
    match value {
        toml::Value::String(s) => s.clone(),
        toml::Value::Boolean(true) => "yes".to_owned(),
        toml::Value::Boolean(false) => "no".to_owned(),
        other => other.to_string(),
    }
}

fn arguments(start: &Start) -> Result<StartArgs, Trouble> {
    if let Some(path) = &start.file {
        let text = std::fs::read_to_string(path).map_err(|e| Trouble::File(path.display().to_string(), e))?;
        let file: File = toml::from_str(&text).map_err(|e| Trouble::Usage(format!("{}: {e}", path.display())))?;
        let mut options: Vec<(String, String)> = file.options.iter().map(|(k, v)| (k.clone(), value(v))).collect();
        if let Some(board) = file.board {
            let game = crate::game::find(&file.game)
                .ok_or_else(|| Trouble::Usage(daemon::StartFailure::Game(file.game.clone()).text(Lang::En)))?;
            let position = game.picture(&board.picture).map_err(|f| {
                Trouble::Usage(format!("{}: {}", path.display(), daemon::open::option_text(&f, Lang::En)))
            })?;
            options.push(("position".to_owned(), position));
        }
        return Ok(StartArgs { game: file.game, players: file.players, options });
    }
    let (players, options) = start.players_and_options();
    let options: Vec<String> = options.into_iter().map(ToOwned::to_owned).collect();
    let options = crate::judge::start::pairs(&options).map_err(Trouble::Usage)?;
    Ok(StartArgs {
        game: start.game.clone().unwrap_or_default(),
        players: players.into_iter().map(ToOwned::to_owned).collect(),
        options,
    })
}

pub(super) fn start(config: &Config, start: &Start, out: &mut dyn Write) -> Result<u8, Trouble> {
    let arguments = arguments(start)?;
    let store = Store::open(&config.store)?;
    // the players of the configuration are known by their nicks
    let now = daemon::now();
    let mut desk = daemon::Desk::new(store, config.clone(), now)?;
    match daemon::start(desk.store_mut(), config, &arguments, now)? {
        Ok(number) => {
            writeln!(out, "{number}")?;
            Ok(DONE)
        }
        Err(why) => Err(Trouble::Usage(why.text(Lang::En))),
    }
}
