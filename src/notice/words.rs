//! The words that an answer can be, by language; `grammar/` says which others are understood.

use crate::game::Lang;

/// The word that redeems a code.
#[must_use]
pub const fn confirm_word(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "confirm",
        Lang::Hu => "megerősítem",
        Lang::Ru => "подтверждаю",
    }
}

/// The word before what is said to the other player.
pub(super) const fn say_word(lang: Lang) -> &'static str {
    match lang {
        Lang::En => "say",
        Lang::Hu => "üzenet",
        Lang::Ru => "сообщение",
    }
}

/// The words of the commands that letters offer.
pub(super) struct CommandWords {
    pub(super) accept: &'static str,
    pub(super) decline: &'static str,
    pub(super) resign: &'static str,
    pub(super) draw: &'static str,
    pub(super) undo: &'static str,
    pub(super) show: &'static str,
    pub(super) help: &'static str,
    pub(super) games: &'static str,
}

pub(super) const fn command_words(lang: Lang) -> CommandWords {
    match lang {
        Lang::En => CommandWords {
            accept: "accept",
            decline: "decline",
            resign: "resign",
            draw: "draw",
            undo: "undo",
            show: "show",
            help: "help",
            games: "games",
        },
        Lang::Hu => CommandWords {
            accept: "elfogadom",
            decline: "nem fogadom el",
            resign: "feladom",
            draw: "döntetlen",
            undo: "visszavonom",
            show: "mutasd",
            help: "súgó",
            games: "játszmáim",
        },
        Lang::Ru => CommandWords {
            accept: "согласен",
            decline: "отказываюсь",
            resign: "сдаюсь",
            draw: "ничья",
            undo: "вернуть ход",
            show: "покажи",
            help: "помощь",
            games: "партии",
        },
    }
}
