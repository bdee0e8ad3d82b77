//! Finding the commands in the lines that a person wrote.

use std::borrow::Cow;

use super::command::Command;
use crate::game::{Lang, Position, Seat, Unreadable};

/// What was found in a letter.
#[derive(Clone, Debug, Default)]
pub struct Reading {
    /// The commands, in order.
    pub items: Vec<Item>,
    /// Lines that are no command, as they were written.
    pub ignored: Vec<String>,
    /// A line that looks like a move and cannot be read; only where nothing else changes the game.
    pub unread: Option<Unread>,
    /// Turns in running text, where there are several and none can be preferred.
    pub candidates: Vec<String>,
    /// Words in running text that could be turns, and as well be anything else; only where nothing was found.
    pub doubtful: Vec<String>,
}

/// One command and where it stood.
#[derive(Clone, Debug)]
pub struct Item {
    /// The line as it was written.
    pub line: String,
    /// What it means.
    pub command: Command,
    /// The language of a move that is not the reader's own.
    pub foreign: Option<Lang>,
    /// Why the text behind `move` is none; the command holds it as it was written then.
    pub fault: Option<Unreadable>,
}

/// A line that cannot be read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unread {
    /// The text, folded: `at` counts its characters.
    pub text: String,
    /// Where and what was expected.
    pub fault: Unreadable,
}

/// Reads a turn by the player's language; text that it cannot read, but exactly one other can, is taken so.
///
/// # Errors
/// [`Unreadable`] by the player's own language.
pub fn turn(position: &dyn Position, text: &str, lang: Lang, seat: Seat) -> Result<(String, Option<Lang>), Unreadable> {
    match position.read(text, lang, seat) {
        Ok(turn) => Ok((turn, None)),
        Err(fault) if !position.translated() || !position.may_be_turn(text) => Err(fault),
        Err(fault) => {
            let mut others = Lang::ALL
                .into_iter()
                .filter(|l| *l != lang)
                .filter_map(|l| position.read(text, l, seat).ok().map(|t| (t, Some(l))));
            match (others.next(), others.next()) {
                (Some(one), None) => Ok(one),
                _ => Err(fault),
            }
        }
    }
}

/// Reads the lines of a letter.
///
/// A line is a command if all of it is one. Only where no line is a move, moves inside of sentences are looked for, such
/// as can be nothing else: one is taken, several are asked back. `quit` ends the reading.
#[must_use]
pub fn read(lines: &[String], position: &dyn Position, lang: Lang, seat: Seat) -> Reading {
    let mut reading = Reading::default();
    // what is wrong with a line that surely is no turn is looked for only where it is told
    let mut faults: Vec<(String, Option<Unreadable>)> = Vec::new();
    // each line is folded once: those of a drawing are looked at several times
    let folds: Vec<Cow<'_, str>> = lines.iter().map(|line| crate::letter::folded(line)).collect();
    let mut rest = lines.iter().zip(&folds);
    while let Some((line, folded)) = rest.next() {
        // a bar stands before what our letters quote of other letters: nobody's command, however a reply came by it
        if folded.is_empty() || folded.starts_with('|') {
            continue;
        }
        let mut item = |command: Command, foreign: Option<Lang>, fault: Option<Unreadable>| {
            reading.items.push(Item { line: line.clone(), command, foreign, fault });
        };
        let mut text = Cow::Borrowed(&**folded);
        let explicit = match Command::read(folded) {
            Some(Command::Quit) => break,
            Some(Command::Move(rest)) => {
                text = rest.into();
                true
            }
            Some(command) => {
                item(command, None, None);
                continue;
            }
            None => false,
        };
        if !explicit && !position.may_be_turn(&text) {
            debug_assert!(none(position, &text, lang, seat), "{text:?} is a turn");
            reading.ignored.push(line.trim().to_owned());
            faults.push((text.into_owned(), None));
            continue;
        }
        let read = if position.game().opens_block(&text, lang) {
            // people leave a line empty between the word alone and the drawing
            if !text.contains(' ') {
                let empty = rest.clone().take_while(|(_, folded)| folded.is_empty()).count();
                rest.by_ref().take(empty).for_each(drop);
            }
            let below: Vec<&str> = rest.clone().map(|(_, folded)| &**folded).collect();
            let block = Block::of(&text, &below, position, lang, seat);
            rest.by_ref().take(block.lines).for_each(drop);
            text = block.text.into();
            block.read
        } else {
            turn(position, &text, lang, seat)
        };
        match read.or_else(|f| {
            let bare = without_stop(&text);
            if bare == text || !position.may_be_turn(bare) {
                Err(f)
            } else {
                turn(position, bare, lang, seat).map_err(|_| f)
            }
        }) {
            Ok((turn, foreign)) => item(Command::Move(turn), foreign, None),
            Err(fault) => {
                let text = text.into_owned();
                if explicit {
                    // `move` says that the rest is meant as one
                    item(Command::Move(text.clone()), None, Some(fault.clone()));
                } else {
                    reading.ignored.push(line.trim().to_owned());
                }
                faults.push((text, Some(fault)));
            }
        }
    }
    let moves = reading.items.iter().any(|i| matches!(i.command, Command::Move(_)));
    if !moves {
        in_sentences(&mut reading, position, lang, seat);
    }
    if !reading.items.iter().any(|i| i.command.changes()) && reading.candidates.is_empty() {
        // the line that reads furthest was probably meant; an `@` says so too
        let told = |(text, fault): (String, Option<Unreadable>)| {
            let fault = fault.or_else(|| position.read(&text, lang, seat).err())?;
            Some(Unread { text, fault })
        };
        reading.unread = faults
            .into_iter()
            .filter_map(told)
            .filter(looks_like_a_move)
            .max_by_key(|u| (u.text.contains('@'), u.fault.at * 100 / u.text.chars().count().max(1)));
        // it is quoted with a caret: no need to list it among the rest
        if let Some(unread) = &reading.unread {
            reading.ignored.retain(|l| crate::letter::folded(l) != unread.text);
        }
    }
    reading
}

/// A full stop behind a move is punctuation.
fn without_stop(text: &str) -> &str {
    text.trim_end_matches(['.', '!', ',', ';', ' '])
}

/// Can the text be no turn in any way?
fn none(position: &dyn Position, text: &str, lang: Lang, seat: Seat) -> bool {
    let turns = [text, without_stop(text)]
        .into_iter()
        .any(|t| Lang::ALL.into_iter().any(|l| position.read(t, l, seat).is_ok()));
    !turns && !position.game().opens_block(text, lang)
}

/// A turn that goes on in the lines below its first.
struct Block {
    /// All of it.
    text: String,
    /// How many lines below the first are taken up.
    lines: usize,
    /// What it says.
    read: Result<(String, Option<Lang>), Unreadable>,
}

impl Block {
    /// Reads a drawing: its lines go on until a blank line or a command; of what stands right below it, such as a
    /// greeting, as little is left out as makes it readable.
    fn of(first: &str, below: &[&str], position: &dyn Position, lang: Lang, seat: Seat) -> Self {
        let spread = spread(below);
        let mut text = first.to_owned();
        // where the text ends with so many of the lines
        let mut ends = vec![text.len()];
        for (at, line) in below.iter().enumerate() {
            if at + 1 < 2 * spread && at % 2 == 1 {
                continue;
            }
            if line.is_empty() || matches!(Command::read(line), Some(c) if !matches!(c, Command::Move(_))) {
                break;
            }
            text.push('\n');
            text.push_str(line);
            ends.push(text.len());
        }
        let whole = turn(position, &text, lang, seat);
        let mut lines = ends.len() - 1;
        let mut read = whole;
        if read.is_err() {
            let shorter = ends.iter().enumerate().rev().skip(1).find_map(|(lines, end)| {
                let found = turn(position, text.get(..*end).unwrap_or_default(), lang, seat).ok()?;
                Some((lines, *end, found))
            });
            if let Some((fewer, end, found)) = shorter {
                text.truncate(end);
                (lines, read) = (fewer, Ok(found));
            }
        }
        Self { text, lines: lines + lines.min(spread.saturating_sub(1)), read }
    }
}

/// How many lines of equal length stand here with an empty line between each two, as a client writes a drawing where
/// every line is a paragraph of its own; 0 where there are fewer than three.
fn spread(folds: &[&str]) -> usize {
    let length = |at: usize| folds.get(at).map(|f| f.chars().count());
    let Some(first) = length(0).filter(|l| *l > 0) else { return 0 };
    let rows = 1 + (1..).take_while(|n| length(2 * n - 1) == Some(0) && length(2 * n) == Some(first)).count();
    if rows < 3 { 0 } else { rows }
}

fn looks_like_a_move(unread: &Unread) -> bool {
    let words = unread.text.split_whitespace().count();
    words <= 3
        && (unread.fault.at > 0 || unread.text.contains(['@', '.']))
        && unread.text.chars().count() <= 40
        && (unread.text.contains('@') || unread.text.chars().any(|c| c.is_ascii_digit()))
}

/// A move in running text.
struct Found {
    turn: String,
    foreign: Option<Lang>,
    /// Can it be anything else?
    certain: bool,
    /// How many words it takes up.
    words: usize,
}

/// So many words of a letter are looked at, each once: more is no answer to a letter of ours.
const WORDS: usize = 4000;
/// No move in a sentence is longer.
const LONGEST: usize = 16;

/// Looks for moves inside of sentences.
///
/// What can be nothing else is one: a single word that is more than letters with a number behind them (`ew@E5`,
/// `a7-c7`), or a word of the game's own with what belongs to it (`aim c3 c4`). What may as well be prose (`E5`, `A1`,
/// `B 12`) is never one; it is kept, so that the writer can be asked.
fn in_sentences(reading: &mut Reading, position: &dyn Position, lang: Lang, seat: Seat) {
    let mut certain: Vec<(usize, Found, String)> = Vec::new();
    let mut left = WORDS;
    for (n, line) in reading.ignored.iter().enumerate() {
        let folded = crate::letter::folded(line);
        let mut words: Vec<&str> = folded.split(' ').filter(|w| !w.is_empty()).collect();
        words.truncate(left);
        left -= words.len();
        let mut at = 0;
        while let Some(rest) = words.get(at..).filter(|r| !r.is_empty()) {
            let found = in_words(rest, position, lang, seat);
            at += found.as_ref().map_or(1, |f| f.words);
            match found {
                Some(f) if certain.iter().any(|c| c.1.turn == f.turn) => {}
                Some(f) if f.certain => certain.push((n, f, line.clone())),
                Some(f) => {
                    let legal = || position.to_act().contains(seat) && position.play(seat, &f.turn).is_ok();
                    if reading.doubtful.len() < 3 && !reading.doubtful.contains(&f.turn) && legal() {
                        reading.doubtful.push(f.turn);
                    }
                }
                None => {}
            }
        }
    }
    if certain.len() > 1 {
        reading.candidates = certain.into_iter().map(|c| c.1.turn).collect();
    } else if let Some((n, found, line)) = certain.pop() {
        let command = Command::Move(found.turn);
        reading.items.push(Item { line, command, foreign: found.foreign, fault: None });
        reading.ignored.remove(n);
    }
}

/// A move at the beginning of some words.
fn in_words(words: &[&str], position: &dyn Position, lang: Lang, seat: Seat) -> Option<Found> {
    let bare = |text: &str| text.trim_matches(|c: char| !c.is_alphanumeric()).to_owned();
    let number = |text: &str| text.bytes().any(|b| b.is_ascii_digit());
    let head = bare(words.first()?);
    if head.is_empty() {
        return None;
    }
    if number(&head) {
        let (turn, foreign) = turn(position, &head, lang, seat).ok()?;
        return Some(Found { turn, foreign, certain: more_than_a_cell(&head), words: 1 });
    }
    // does any notation know the word at all? Most words of a letter are refused at their first sign
    let length = head.chars().count();
    let known = |l: Lang| position.read(&head, l, seat).map_or_else(|fault| fault.at >= length, |_| true);
    let any = || known(lang) || (position.translated() && Lang::ALL.into_iter().any(known));
    if !head.chars().all(char::is_alphabetic) || !any() {
        return None;
    }
    (2..=words.len().min(LONGEST)).rev().find_map(|many| {
        let text = bare(&words.get(..many)?.join(" "));
        let (turn, foreign) = turn(position, &text, lang, seat).ok().filter(|_| number(&text))?;
        Some(Found { turn, foreign, certain: length > 2, words: many })
    })
}

/// Is it more than letters with a number behind them?
fn more_than_a_cell(word: &str) -> bool {
    let number = word.trim_start_matches(char::is_alphabetic).trim_start_matches(|c: char| c.is_ascii_digit());
    word.chars().count() > 3 && number.chars().any(char::is_alphabetic)
}
