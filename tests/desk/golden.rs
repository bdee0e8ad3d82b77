//! Letters as they should read: one file for each language and subject. `BLESS=1` writes them anew; then they are to be
//! read by somebody who knows the language.

use std::fs;
use std::path::PathBuf;

use boardpost::game::{Eye, GAMES, Seat};
use boardpost::notice::compose;

use super::world::{Got, World, codes};

/// The letters of one test, in order.
pub(crate) struct Golden {
    path: PathBuf,
    text: String,
}

impl Golden {
    pub(crate) fn new(world: &World, name: &str) -> Self {
        let path = PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("tests/desk/golden").join(world.lang.code());
        Self { path: path.join(format!("{name}.txt")), text: String::new() }
    }

    /// Adds what the server answered to something.
    pub(crate) fn add(&mut self, world: &World, title: &str, letters: &[Got]) {
        self.text += &format!("######## {title}\n\n");
        for got in letters {
            self.text += &format!("-------- {}: {}\n{}\n", got.to, got.subject, shown(world, got));
        }
        if letters.is_empty() {
            self.text += "-------- no letter\n\n";
        }
    }

    /// Compares with the file.
    #[track_caller]
    pub(crate) fn done(self) {
        if std::env::var_os("BLESS").is_some() {
            fs::create_dir_all(self.path.parent().unwrap()).unwrap();
            fs::write(&self.path, &self.text).unwrap();
            return;
        }
        let kept = fs::read_to_string(&self.path).unwrap_or_default();
        let differs = self.text.lines().zip(kept.lines()).enumerate().find(|(_, (a, b))| a != b);
        if let Some((n, (is, was))) = differs {
            panic!("{}:{}\nwas {was:?}\nis  {is:?}", self.path.display(), n + 1);
        }
        assert!(self.text == kept, "{}: it has another number of lines", self.path.display());
    }
}

/// A letter's text, with names for codes, and for boards that are as they should be.
fn shown(world: &World, got: &Got) -> String {
    let mut text = got.text.clone();
    for (code, name) in codes(world) {
        text = text.replace(code, name);
    }
    // there will be more games: their names stand for themselves
    let games = GAMES.iter().map(|g| g.name()).collect::<Vec<_>>().join(", ");
    let paragraphs = text.split("\n\n").map(|p| {
        let flow = p.lines().map(str::trim).collect::<Vec<_>>().join(" ");
        if flow.contains(&games) { flow.replace(&games, "[games]") + "\n" } else { p.to_owned() }
    });
    let mut text = paragraphs.collect::<Vec<_>>().join("\n\n");
    let Some((game, _)) = got.game() else { return text };
    let lang = world.table(game).lang(got.game().unwrap().1);
    for row in world.desk.store().ask().games(true).unwrap() {
        let table = world.table(row.id);
        let name = if row.id == game { String::new() } else { format!(" of game {}", row.id) };
        let now = [(None, String::new())];
        let earlier = (0..table.turns().len()).map(|p| (Some(p), format!(" after {p}")));
        for (plies, after) in now.into_iter().chain(earlier) {
            for seat in Seat::BOTH {
                let board = compose::board(&table, Eye::Seat(seat), lang, plies).join("\n");
                text = text.replace(&format!("\n{board}\n"), &format!("\n[board{name}{after}]\n"));
            }
        }
    }
    assert!(!text.contains("+-"), "not a board of this game:\n{text}");
    text
}
