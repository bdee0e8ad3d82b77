//! How a command is written: one folded line, in any of the three languages, whoever writes. grammar/command.abnf
//! says the same.

use std::sync::LazyLock;

use nom::branch::alt;
use nom::bytes::complete::{take_while, take_while1};
use nom::character::complete::{char, digit1, one_of};
use nom::combinator::{all_consuming, opt, value, verify};
use nom::sequence::{preceded, terminated};
use nom::{Err, Parser};

use super::command::Command;
use crate::game::furthest::{Furthest, Read, same_letter, whole, word};
use crate::game::{self, Lang};

/// The spellings of a command word, in lower case. A blank stands for one or more, `_` for any number of them.
struct Word {
    /// English and Russian.
    exact: &'static [&'static str],
    /// Hungarian, without accents: mail may strip them, or put others in their place.
    hungarian: &'static [&'static str],
}

impl Word {
    /// What is left behind the longest of its spellings.
    fn behind<'a>(&self, input: &'a str) -> Option<&'a str> {
        let exact = self.exact.iter().filter_map(|spelling| spelled(input, spelling, false));
        let hungarian = self.hungarian.iter().filter_map(|spelling| spelled(input, spelling, true));
        exact.chain(hungarian).min_by_key(|rest| rest.len())
    }
}

const MOVE: Word = Word { exact: &["move", "ход", "играть"], hungarian: &["lepes"] };
const RESIGN: Word = Word { exact: &["resign", "i resign", "сдаюсь"], hungarian: &["feladom"] };
const DRAW: Word = Word { exact: &["draw", "ничья"], hungarian: &["dontetlen"] };
const ACCEPT: Word = Word { exact: &["accept", "согласен", "согласна"], hungarian: &["elfogadom"] };
const DECLINE: Word =
    Word { exact: &["decline", "отказываюсь"], hungarian: &["nem fogadom el", "elutasitom"] };
const UNDO: Word = Word { exact: &["undo", "takeback", "вернуть ход"], hungarian: &["visszavonom"] };
const SHOW: Word = Word { exact: &["show", "покажи"], hungarian: &["mutasd"] };
const GAMES: Word = Word { exact: &["games", "партии"], hungarian: &["jatszmaim"] };
const HELP: Word = Word { exact: &["help", "помощь", "справка"], hungarian: &["sugo", "segitseg"] };
const LANG: Word = Word { exact: &["lang", "language", "язык"], hungarian: &["nyelv"] };
const SAY: Word = Word { exact: &["say", "сообщение"], hungarian: &["uzenet"] };
const QUIT: Word = Word { exact: &["quit", "конец"], hungarian: &["vege"] };
const CONFIRM: Word = Word { exact: &["confirm", "подтверждаю"], hungarian: &["megerositem"] };
const NEW_KEY: Word = Word { exact: &["new_key", "новый_ключ"], hungarian: &["uj_kulcs"] };
const ADDRESS: Word = Word { exact: &["address", "адрес"], hungarian: &["cimem"] };
const START: Word = Word { exact: &["start", "начать"], hungarian: &["inditas"] };

/// All words that a command begins with.
const WORDS: [&Word; 16] = [
    &MOVE, &RESIGN, &DRAW, &ACCEPT, &DECLINE, &UNDO, &SHOW, &GAMES, &HELP, &LANG, &SAY, &QUIT, &CONFIRM, &NEW_KEY,
    &ADDRESS, &START,
];

/// The words by the letters that they begin with, in lower case; sorted by the first. The second is as it is spelled.
static FIRST: LazyLock<Vec<(char, char, &'static Word)>> = LazyLock::new(|| {
    let letters = |spelling: &&str| {
        let mut letters = spelling.chars();
        letters.next().zip(letters.next())
    };
    let mut out: Vec<(char, char, &'static Word)> = Vec::new();
    for word in WORDS {
        out.extend(word.exact.iter().filter_map(letters).map(|(first, second)| (first, second, word)));
        for (first, second) in word.hungarian.iter().filter_map(letters) {
            out.extend(accented(first).iter().chain([&first]).map(|first| (*first, second, word)));
        }
    }
    out.sort_by_key(|(first, _, _)| *first);
    out
});

/// Reads a line as a command.
pub(super) fn line(text: &str) -> Option<Command> {
    // most lines are none, and are told so by their first letters
    let mut letters = text.chars();
    let (first, second) = (letters.next()?, letters.next()?);
    let none = |c: char| c.is_ascii() && !c.is_ascii_alphabetic();
    if none(first) || (none(second) && second != ' ') {
        return None;
    }
    let first = if first.is_ascii() { first.to_ascii_lowercase() } else { first.to_lowercase().next()? };
    let from = FIRST.partition_point(|(letter, _, _)| *letter < first);
    let mut words = FIRST.iter().skip(from).take_while(|(letter, _, _)| *letter == first);
    let known = |as_spelled: char| !second.is_ascii() || second.eq_ignore_ascii_case(&as_spelled);
    words.any(|(_, second, word)| known(*second) && word.behind(text).is_some()).then(|| whole(text, command).ok())?
}

/// Reads a subject: a command, with the game's name before it and its number behind the command word where the writer
/// likes.
pub(super) fn subject(text: &str) -> Option<(Command, Option<i64>)> {
    let named = opt((game_name, gap));
    whole(text, preceded(named, alt((all_consuming(numbered), command.map(|c| (c, None)))))).ok()
}

/// The language that a word names: `hu`, `magyar`, `English`, `русский`.
pub(super) fn language(text: &str) -> Option<Lang> {
    let names = |lang: Lang, [a, b, c, d]: [&'static str; 4]| value(lang, alt((word(a), word(b), word(c), word(d))));
    // longer names first: `en` is the beginning of others
    let mut name = alt((
        names(Lang::En, ["english", "angol", "английский", "en"]),
        names(Lang::Hu, ["hungarian", "magyar", "венгерский", "hu"]),
        names(Lang::Ru, ["russian", "orosz", "русский", "ru"]),
    ));
    whole(text, |input| name.parse(input)).ok()
}

/// `command`.
fn command(input: &str) -> Read<'_, Command> {
    let simple = alt((
        alone(&RESIGN, Command::Resign),
        alone(&DRAW, Command::Draw),
        alone(&ACCEPT, Command::Accept),
        alone(&DECLINE, Command::Decline),
        alone(&UNDO, Command::Undo),
        alone(&GAMES, Command::Games),
        alone(&QUIT, Command::Quit),
        alone(&NEW_KEY, Command::NewKey),
    ));
    let topic = terminated(preceded(keyword(&HELP), opt(preceded(gap, argument))), tail);
    let lang = terminated(preceded(keyword(&LANG), opt(preceded(gap, argument))), tail);
    let code = terminated(preceded((keyword(&CONFIRM), gap), argument), tail);
    // the address of a street is prose
    let mail = verify(argument, |a: &str| a.contains('@'));
    let address = terminated(preceded((keyword(&ADDRESS), gap), mail), tail);
    alt((
        preceded((keyword(&MOVE), gap), text).map(|t| Command::Move(t.to_owned())),
        simple,
        preceded(keyword(&SHOW), show),
        // topics, codes and languages are the same in any case
        topic.map(|t| Command::Help(t.map(str::to_lowercase))),
        lang.map(|l| Command::Lang(l.and_then(language))),
        code.map(|c| Command::Confirm(c.to_lowercase())),
        preceded((keyword(&SAY), gap), text).map(|t| Command::Say(t.to_owned())),
        preceded((keyword(&START), gap), text).map(|t| Command::Start(t.to_owned())),
        address.map(|a| Command::Address(a.to_owned())),
    ))
    .parse(input)
}

/// `numbered`: a command about a game of that number.
fn numbered(input: &str) -> Read<'_, (Command, Option<i64>)> {
    let simple = |word, command: Command| {
        terminated(preceded((keyword(word), gap), game_number), tail).map(move |n| (command.clone(), Some(n)))
    };
    alt((
        preceded((keyword(&MOVE), gap), (terminated(game_number, blanks1), text))
            .map(|(n, t)| (Command::Move(t.to_owned()), Some(n))),
        simple(&RESIGN, Command::Resign),
        simple(&DRAW, Command::Draw),
        simple(&ACCEPT, Command::Accept),
        simple(&DECLINE, Command::Decline),
        simple(&UNDO, Command::Undo),
    ))
    .parse(input)
}

/// What may stand behind `show`: a game's number, and the number of turns behind a `#`.
fn show(input: &str) -> Read<'_, Command> {
    let game = opt(preceded(gap, number)).map(|n| n.map(|n| i64::try_from(n).unwrap_or(i64::MAX)));
    let ply = opt(preceded((opt(gap), char('#')), number)).map(|n| n.map(|n| u32::try_from(n).unwrap_or(u32::MAX)));
    terminated((game, ply), tail).map(|(game, ply)| Command::Show { game, ply }).parse(input)
}

/// A command that is nothing but its word.
fn alone<'a>(word: &'static Word, command: Command) -> impl Parser<&'a str, Output = Command, Error = Furthest> {
    value(command, (keyword(word), tail))
}

/// A command word in any of its spellings; the longest counts.
fn keyword<'a>(word: &'static Word) -> impl FnMut(&'a str) -> Read<'a, ()> {
    move |input| {
        word.behind(input).map(|rest| (rest, ())).ok_or_else(|| Err::Error(Furthest::at(input, "expect-command")))
    }
}

/// What is left behind a spelling.
fn spelled<'a>(input: &'a str, spelling: &str, accents: bool) -> Option<&'a str> {
    let mut rest = input;
    for sign in spelling.chars() {
        rest = match sign {
            ' ' => rest.strip_prefix(' ')?.trim_start_matches(' '),
            '_' => rest.trim_start_matches(' '),
            letter => {
                let mut chars = rest.chars();
                let c = chars.next()?;
                let accented = || accents && accented(letter).iter().any(|a| same_letter(c, *a));
                if !same_letter(c, letter) && !accented() {
                    return None;
                }
                chars.as_str()
            }
        };
    }
    Some(rest)
}

/// The vowels that may stand for a bare one: those of Hungarian, and what Latin-1 has for `ő` and `ű`.
const fn accented(letter: char) -> &'static [char] {
    match letter {
        'a' => &['á'],
        'e' => &['é'],
        'i' => &['í'],
        'o' => &['ó', 'ö', 'ő', 'õ'],
        'u' => &['ú', 'ü', 'ű', 'û'],
        _ => &[],
    }
}

fn blanks1(input: &str) -> Read<'_, &str> {
    take_while1(|c| c == ' ').parse(input)
}

/// `gap`: what parts a command word from what belongs to it.
fn gap(input: &str) -> Read<'_, ()> {
    alt((value((), (one_of(":,"), take_while(|c| c == ' '))), value((), blanks1))).parse(input)
}

/// `mark`: punctuation, and what smileys are made of.
const fn mark(c: char) -> bool {
    matches!(c, '.' | ',' | ':' | ';' | '!' | '?' | '(' | ')' | '-')
}

/// `tail`: blanks and punctuation that mean nothing.
fn tail(input: &str) -> Read<'_, ()> {
    value((), take_while(|c| c == ' ' || mark(c))).parse(input)
}

/// `text`: the rest of the line.
fn text(input: &str) -> Read<'_, &str> {
    verify(take_while1(|c| c >= ' '), |t: &str| !t.starts_with(' ') && !t.ends_with(' ')).parse(input)
}

/// `argument`: one word; punctuation behind it belongs to the tail.
fn argument(input: &str) -> Read<'_, &str> {
    let run = input.find(|c: char| c <= ' ').and_then(|end| input.get(..end)).unwrap_or(input);
    let word = run.trim_end_matches(mark);
    match input.get(word.len()..) {
        Some(rest) if !word.is_empty() => Ok((rest, word)),
        _ => Err(Err::Error(Furthest::at(input, "expect-argument"))),
    }
}

/// A number; one that is too large for any game stays too large.
fn number(input: &str) -> Read<'_, u64> {
    digit1.map(|digits: &str| digits.parse().unwrap_or(u64::MAX)).parse(input)
}

/// `game-number`: with or without a number sign.
fn game_number(input: &str) -> Read<'_, i64> {
    preceded(opt(char('#')), number).map(|n| i64::try_from(n).unwrap_or(i64::MAX)).parse(input)
}

/// `game`: the name of a game in any case.
fn game_name(input: &str) -> Read<'_, ()> {
    let found = game::GAMES.iter().filter_map(|game| {
        let (head, rest) = input.split_at_checked(game.name().len())?;
        head.eq_ignore_ascii_case(game.name()).then_some(rest)
    });
    match found.min_by_key(|rest| rest.len()) {
        Some(rest) => Ok((rest, ())),
        None => Err(Err::Error(Furthest::at(input, "expect-game"))),
    }
}
