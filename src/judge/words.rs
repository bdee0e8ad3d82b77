//! The words of the commands in three languages. All are always understood, whoever writes.

use unicode_normalization::UnicodeNormalization;

/// What a command word means.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Word {
    Move,
    Resign,
    Draw,
    Accept,
    Decline,
    Undo,
    Show,
    Games,
    Help,
    Lang,
    Say,
    Quit,
    Confirm,
    NewKey,
    Start,
}

/// Longer spellings first, so that `nem fogadom el` is not read as `nem …`.
const TABLE: &[(&str, Word)] = &[
    ("nem fogadom el", Word::Decline),
    ("вернуть ход", Word::Undo),
    ("играть", Word::Move),
    ("resign", Word::Resign),
    ("i resign", Word::Resign),
    ("feladom", Word::Resign),
    ("сдаюсь", Word::Resign),
    ("draw", Word::Draw),
    ("dontetlen", Word::Draw),
    ("ничья", Word::Draw),
    ("accept", Word::Accept),
    ("elfogadom", Word::Accept),
    ("согласен", Word::Accept),
    ("согласна", Word::Accept),
    ("decline", Word::Decline),
    ("elutasitom", Word::Decline),
    ("отказываюсь", Word::Decline),
    ("undo", Word::Undo),
    ("takeback", Word::Undo),
    ("visszavonom", Word::Undo),
    ("show", Word::Show),
    ("mutasd", Word::Show),
    ("покажи", Word::Show),
    ("games", Word::Games),
    ("jatszmaim", Word::Games),
    ("партии", Word::Games),
    ("help", Word::Help),
    ("sugo", Word::Help),
    ("помощь", Word::Help),
    ("lang", Word::Lang),
    ("language", Word::Lang),
    ("nyelv", Word::Lang),
    ("язык", Word::Lang),
    ("say", Word::Say),
    ("uzenet", Word::Say),
    ("сообщение", Word::Say),
    ("quit", Word::Quit),
    ("vege", Word::Quit),
    ("конец", Word::Quit),
    ("confirm", Word::Confirm),
    ("megerositem", Word::Confirm),
    ("подтверждаю", Word::Confirm),
    ("newkey", Word::NewKey),
    ("ujkulcs", Word::NewKey),
    ("новыи ключ", Word::NewKey),
    ("move", Word::Move),
    ("lepes", Word::Move),
    ("ход", Word::Move),
    ("start", Word::Start),
    ("inditas", Word::Start),
    ("начать", Word::Start),
];

/// Lower case without accents, so that `DÖNTETLEN`, `döntetlen` and `dontetlen` are one word.
pub(super) fn plain(text: &str) -> String {
    text.nfd().filter(|c| !('\u{300}'..='\u{36f}').contains(c)).collect::<String>().to_lowercase()
}

/// The command word that a folded line begins with, and the rest of the line in its own spelling.
pub(super) fn leading(line: &str) -> Option<(Word, &str)> {
    let bare = plain(line);
    for (spelling, word) in TABLE {
        let Some(rest) = bare.strip_prefix(spelling) else { continue };
        if !rest.is_empty() && !rest.starts_with([' ', ':', ',', '.', '!', '?', '#']) {
            continue;
        }
        // accents make the plain text shorter: count words to find the rest in the line as it was written
        let words = spelling.split(' ').count();
        let mut tail = line.trim_start();
        for n in 0..words {
            let end = tail.find(|c: char| c == ' ' || (n + 1 == words && ":,.!?#".contains(c))).unwrap_or(tail.len());
            tail = tail.get(end..).unwrap_or("").trim_start_matches(' ');
        }
        return Some((*word, tail.trim_start_matches([':', ',']).trim()));
    }
    None
}

/// A word of a language name: `hu`, `magyar`, `english`, `русский`.
pub(super) fn language(text: &str) -> Option<crate::game::Lang> {
    use crate::game::Lang;
    match plain(text).trim_end_matches(['.', '!']).trim() {
        "en" | "english" | "angol" | "английскии" => Some(Lang::En),
        "hu" | "magyar" | "hungarian" | "венгерскии" => Some(Lang::Hu),
        "ru" | "русскии" | "russian" | "orosz" => Some(Lang::Ru),
        _ => None,
    }
}
