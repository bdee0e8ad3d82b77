//! The error of all notations: of several readings that failed, the one that read most is told.
//!
//! nom's own error in `alt` reports the last branch, so that the caret would point at the start of `e5.tt` instead of
//! the second `t`.

use nom::error::{ErrorKind, ParseError};
use nom::{IResult, Parser};

use super::Unreadable;

/// Where the longest reading stopped, and what could have stood there.
#[derive(Clone, Debug)]
pub struct Furthest {
    /// Bytes that were left unread: fewer is further.
    left: usize,
    /// Ids of what could stand there.
    expected: Ids,
}

/// How many ids need no memory of their own.
const FEW: usize = 4;

/// Ids, each once. Most lines of a letter are read by every notation in vain, and few places expect many things.
#[derive(Clone, Debug, Default)]
struct Ids {
    few: [Option<&'static str>; FEW],
    /// Those beyond them.
    more: Vec<&'static str>,
}

impl Ids {
    fn one(id: &'static str) -> Self {
        Self { few: [Some(id), None, None, None], more: Vec::new() }
    }

    fn add(&mut self, id: &'static str) {
        for place in &mut self.few {
            match place {
                Some(known) if *known == id => return,
                Some(_) => {}
                None => return *place = Some(id),
            }
        }
        if !self.more.contains(&id) {
            self.more.push(id);
        }
    }

    /// All of them, sorted.
    fn into_vec(self) -> Vec<&'static str> {
        let mut all = self.more;
        all.extend(self.few.into_iter().flatten());
        all.sort_unstable();
        all
    }
}

impl Furthest {
    /// Reading stopped before `rest`, where something else was expected.
    #[must_use]
    pub fn at(rest: &str, id: &'static str) -> Self {
        Self { left: rest.len(), expected: Ids::one(id) }
    }
}

impl ParseError<&str> for Furthest {
    fn from_error_kind(input: &str, _kind: ErrorKind) -> Self {
        Self { left: input.len(), expected: Ids::default() }
    }

    fn append(_input: &str, _kind: ErrorKind, other: Self) -> Self {
        other
    }

    fn or(mut self, other: Self) -> Self {
        match self.left.cmp(&other.left) {
            std::cmp::Ordering::Less => self,
            std::cmp::Ordering::Greater => other,
            std::cmp::Ordering::Equal => {
                let Ids { few, more } = other.expected;
                few.into_iter().flatten().chain(more).for_each(|id| self.expected.add(id));
                self
            }
        }
    }
}

/// What a parser of this crate gives.
pub type Read<'a, T> = IResult<&'a str, T, Furthest>;

/// Names what a parser reads: its failure at the first character becomes "`id` was expected".
pub fn expect<'a, T, P>(id: &'static str, mut parser: P) -> impl FnMut(&'a str) -> Read<'a, T>
where
    P: Parser<&'a str, Output = T, Error = Furthest>,
{
    move |input| {
        parser.parse(input).map_err(|error| {
            error
                .map(|furthest: Furthest| if furthest.left == input.len() { Furthest::at(input, id) } else { furthest })
        })
    }
}

/// Runs a parser over the whole text; what is left over is refused with `expect-end`.
///
/// # Errors
/// [`Unreadable`] at the place where the longest reading stopped.
pub fn whole<'a, T, P>(text: &'a str, mut parser: P) -> Result<T, Unreadable>
where
    P: Parser<&'a str, Output = T, Error = Furthest>,
{
    let furthest = match parser.parse(text) {
        Ok(("", value)) => return Ok(value),
        Ok((rest, _)) => Furthest::at(rest, "expect-end"),
        Err(nom::Err::Error(furthest) | nom::Err::Failure(furthest)) => furthest,
        // only streaming parsers give it
        Err(nom::Err::Incomplete(_)) => Furthest { left: 0, expected: Ids::default() },
    };
    let read = text.len().saturating_sub(furthest.left);
    let at = text.char_indices().take_while(|(byte, _)| *byte < read).count();
    Err(Unreadable { at, expected: furthest.expected.into_vec() })
}

/// Is it this letter, given in lower case, in either case? Only these two characters: the Kelvin sign is no `k`.
#[must_use]
pub fn same_letter(c: char, lower: char) -> bool {
    c == lower
        || match lower {
            // nearly all letters that words are made of
            'a'..='z' => c == lower.to_ascii_uppercase(),
            'а'..='я' | 'à'..='ö' => u32::from(c) + 0x20 == u32::from(lower),
            _ => c > '\u{7f}' && lower.to_uppercase().eq([c]),
        }
}

/// Does a text begin as one of these words, given in lower case, by its first two letters?
#[must_use]
pub fn begins(text: &str, words: &[&str], same: impl Fn(char, char) -> bool) -> bool {
    words.iter().any(|word| {
        let mut signs = text.chars();
        word.chars().take(2).all(|letter| signs.next().is_some_and(|c| same(c, letter)))
    })
}

/// A word, given in lower case, in any case.
pub fn word<'a>(lower: &'static str) -> impl FnMut(&'a str) -> Read<'a, &'static str> {
    move |input| {
        let mut rest = input.chars();
        for letter in lower.chars() {
            let here = rest.as_str();
            if !rest.next().is_some_and(|c| same_letter(c, letter)) {
                return Err(nom::Err::Error(Furthest { left: here.len(), expected: Ids::default() }));
            }
        }
        Ok((rest.as_str(), lower))
    }
}
