//! The legal turns that are most like what somebody wrote.

use crate::game::grid::twin;
use crate::game::{Lang, Phrase, Position, Seat, Value};

/// How many are offered.
const OFFERED: usize = 3;
/// So many turns are looked at; no game lists more in practice.
const LOOKED_AT: usize = 20_000;

/// The turns nearest to a text, as canonical spellings, the nearest first; none where the game cannot list its turns
/// or nothing is like the text. What a seat's legal turns are must not depend on what the other hides
/// ([`crate::game::Rules::legal`]), so nothing can be learned from them.
pub(super) fn nearest(position: &dyn Position, seat: Seat, text: &str, lang: Lang) -> Vec<String> {
    let mut written: Vec<Vec<char>> = text.split([' ', '\n']).take(8).map(plain).filter(|w| !w.is_empty()).collect();
    written.push(plain(text));
    let turns = position.legal(seat).unwrap_or_default();
    let mut ranked: Vec<((usize, u32), String)> = turns
        .into_iter()
        .take(LOOKED_AT)
        .filter_map(|turn| {
            let spelled = plain(&position.spell(&turn, lang));
            let best = written
                .iter()
                .map(|w| (strsim::generic_levenshtein(w, &spelled), spread(w, &spelled), w.len()))
                .min()?;
            // nothing in common is not near
            (best.0 < best.2.max(spelled.len())).then_some(((best.0, best.1), turn))
        })
        .collect();
    ranked.sort();
    ranked.truncate(OFFERED);
    ranked.into_iter().map(|(_, turn)| turn).collect()
}

/// The turns to offer where the rules refuse one, as canonical spellings: those that the game itself has found, else
/// the nearest by spelling.
#[must_use]
pub fn offered(faults: &[Phrase], position: &dyn Position, seat: Seat, turn: &str) -> Vec<String> {
    let own = faults.iter().find_map(|f| match f.get("near") {
        Some(Value::Terms(list)) => Some(list.iter().take(OFFERED).cloned().collect()),
        _ => None,
    });
    own.unwrap_or_else(|| nearest(position, seat, turn, Lang::En))
}

/// Small letters by shape, without blanks; a text that is longer than any turn is cut.
fn plain(text: &str) -> Vec<char> {
    let shape = |c: char| twin(c).unwrap_or(c);
    text.chars().filter(|c| !c.is_whitespace()).take(40).map(shape).flat_map(char::to_lowercase).collect()
}

/// How far apart the signs are that differ: `a2` is nearer to `a1` than `a9` is.
fn spread(a: &[char], b: &[char]) -> u32 {
    a.iter().zip(b).map(|(a, b)| u32::from(*a).abs_diff(u32::from(*b)).min(100)).sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::find;

    #[test]
    fn the_nearest_come_first_and_what_is_unlike_does_not_come() {
        let position = find("thoughtwave").unwrap().open(&[], &mut || 0).unwrap().position;
        let near = |text: &str| nearest(&*position, Seat::One, text, Lang::En);
        assert_eq!(near("ew@E5")[0], "ew@E5");
        assert!(near("ew@E55").contains(&"ew@E5".to_owned()));
        assert!(near("ew@Е5").contains(&"ew@E5".to_owned()), "a Cyrillic letter of the same shape");
        assert_eq!(near("ew@E55").len(), 3);
        assert!(near("").is_empty());
        let hidden = find("smyoz").unwrap().open(&[], &mut || 0).unwrap().position;
        assert!(nearest(&*hidden, Seat::One, "A 56", Lang::En).is_empty());
    }
}
