//! Pages of help.

use unicode_normalization::UnicodeNormalization;

use super::compose::{Block, clip};
use crate::game::Lang;
use crate::lang;

/// A page of help that is a grammar: the English word of the topic, and the text.
type Page = (&'static str, fn() -> String);

/// `topic-WORD` is the topic in the reader's language, `help-WORD` the sentence above the grammar.
const PAGES: [Page; 3] = [
    ("commands", crate::judge::command::grammar),
    ("options", crate::judge::start::grammar),
    ("coordinates", || crate::game::grid::GRAMMAR.to_owned()),
];

/// A page of help. Topics are found by their words in any language, with or without accents.
#[must_use]
pub fn help(lang: Lang, topic: Option<&str>) -> Vec<Block> {
    let mut blocks = Vec::new();
    let text = |id: &str, args: &lang::Args<'_>| Block::Text(lang::say(lang, id, args));
    let games = crate::game::GAMES;
    match topic {
        None => blocks.push(text("help-general", &[])),
        Some(topic) => {
            let wanted = bare(topic);
            let meant = |word: &str, id: &str| {
                // the singular is meant as well
                wanted == word
                    || word.strip_suffix('s') == Some(&wanted)
                    || Lang::ALL.into_iter().any(|l| bare(&lang::say(l, id, &[])) == wanted)
            };
            let page = PAGES.iter().find(|(word, _)| meant(word, &format!("topic-{word}")));
            let game = games.iter().find(|g| meant(g.name(), &format!("{}-title", g.name())));
            if let Some((word, grammar)) = page {
                blocks.push(text(&format!("help-{word}"), &[]));
                blocks.push(Block::Fixed(lines(&grammar())));
            } else if let Some(game) = game {
                blocks.extend(flowing(&lang::say(lang, &format!("{}-help", game.name()), &[])));
                blocks.push(text("help-keys", &[("options", game.option_keys().join(", ").into())]));
                blocks.push(Block::Fixed(lines(game.grammar())));
            } else {
                blocks.push(text("help-unknown", &[("topic", clip(topic, 40).into())]));
            }
        }
    }
    let pages = PAGES.iter().map(|(word, _)| lang::say(lang, &format!("topic-{word}"), &[]));
    let topics: Vec<String> = games.iter().map(|g| g.name().to_owned()).chain(pages).collect();
    blocks.push(text("help-topics", &[("topics", topics.join(", ").into())]));
    blocks
}

/// Lower case without accents.
fn bare(word: &str) -> String {
    word.nfd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).collect::<String>().to_lowercase()
}

/// The lines of a grammar file.
fn lines(text: &str) -> Vec<String> {
    text.lines().map(|l| l.trim_end().to_owned()).collect()
}

/// A page of help as blocks: indented lines stay as they are, the others flow; a short line ends where it ends.
fn flowing(text: &str) -> Vec<Block> {
    /// Lines that are shorter than this were ended on purpose.
    const SHORT: usize = 55;
    let mut blocks: Vec<Block> = Vec::new();
    // the length of the line before in the same paragraph
    let mut before: Option<usize> = None;
    for line in text.lines() {
        if line.trim().is_empty() {
            before = None;
            continue;
        }
        let indented = line.starts_with(' ');
        match (blocks.last_mut(), before) {
            (Some(Block::Fixed(lines)), Some(_)) if indented => lines.push(line.to_owned()),
            (Some(Block::Text(flow)), Some(length)) if !indented => {
                flow.push(if length >= SHORT { ' ' } else { '\n' });
                flow.push_str(line);
            }
            _ if indented => blocks.push(Block::Fixed(vec![line.to_owned()])),
            _ => blocks.push(Block::Text(line.to_owned())),
        }
        before = Some(line.chars().count());
    }
    blocks
}
