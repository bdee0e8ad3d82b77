//! `puzzle` and `solve`.

use std::io::Write;
use std::path::Path;

use fluent_bundle::FluentValue;

use super::{DONE, NOT_SO, Trouble};
use crate::daemon::open::{draw, option_text};
use crate::game::{GAMES, Game, Lang, Phrase, Seat, Value, View};
use crate::lang;
use crate::picture::{self, Words};

/// The words of a drawing that belongs to no table.
struct Labels {
    game: &'static str,
    lang: Lang,
}

impl Words for Labels {
    fn say(&self, phrase: &Phrase) -> String {
        let args: Vec<(&str, FluentValue<'_>)> = phrase
            .args
            .iter()
            .map(|(key, value)| {
                let value = match value {
                    Value::Number(n) => FluentValue::from(*n),
                    Value::Terms(list) => FluentValue::from(list.join(", ")),
                    other => FluentValue::from(other.to_string()),
                };
                (*key, value)
            })
            .collect();
        lang::say(self.lang, &format!("{}-{}", self.game, phrase.id), &args)
    }

    fn item(&self, id: &str) -> String {
        lang::say(self.lang, &format!("{}-item-{id}", self.game), &[])
    }

    fn seat(&self, seat: Seat) -> String {
        seat.to_string()
    }
}

fn drawing(game: &dyn Game, view: &View, lang: Lang) -> Vec<String> {
    picture::ascii(view, &Labels { game: game.name(), lang })
}

/// Prints the drawing as comments, and the puzzle below it.
pub(super) fn puzzle(
    seed: Option<u64>,
    grade: Option<&str>,
    lang: Option<Lang>,
    out: &mut dyn Write,
) -> Result<u8, Trouble> {
    let seed = seed.unwrap_or_else(draw);
    for game in GAMES {
        let Some(made) = game.puzzle(seed, grade) else { continue };
        let made = made.map_err(|fault| Trouble::Usage(option_text(&fault, Lang::En)))?;
        for line in drawing(*game, &made.view, lang.unwrap_or_default()) {
            writeln!(out, "{}", format!("# {line}").trim_end())?;
        }
        write!(out, "{}", made.text)?;
        return Ok(DONE);
    }
    Err(Trouble::NotSo("no game has puzzles".to_owned()))
}

pub(super) fn solve(file: &Path, out: &mut dyn Write) -> Result<u8, Trouble> {
    let text = std::fs::read_to_string(file).map_err(|e| Trouble::File(file.display().to_string(), e))?;
    for game in GAMES {
        let Some(solved) = game.solve(&text) else { continue };
        let solved = solved.map_err(|why| Trouble::NotSo(format!("{}: {why}", file.display())))?;
        for view in &solved.solutions {
            for line in drawing(*game, view, Lang::En) {
                writeln!(out, "{line}")?;
            }
            writeln!(out)?;
        }
        let (text, code) = match (solved.solutions.len(), solved.complete) {
            (0, _) => ("no solution", NOT_SO),
            (1, true) => ("exactly one solution", DONE),
            _ => ("more than one solution", NOT_SO),
        };
        writeln!(out, "{text}")?;
        return Ok(code);
    }
    Err(Trouble::NotSo("no game has puzzles".to_owned()))
}
