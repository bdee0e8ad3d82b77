//! The log of a game as it is shown: its records, with the secrets masked.

use std::collections::BTreeSet;

use crate::judge::{Event, Table};
use crate::letter;
use crate::store::record::{self, Kind, Record};
use crate::store::{Ask, GameRow, StoreError};

/// All secrets that a letter of a game may hold, with what stands for them in the log.
///
/// # Errors
/// [`StoreError`] from SQLite.
pub fn masks(ask: Ask<'_>, game: i64, last_held: u32, raw: &[u8]) -> Result<Vec<(String, String)>, StoreError> {
    masks_of(ask, game, last_held, raw, &letter::text(raw))
}

/// As [`masks`], of a letter whose text is known.
pub(super) fn masks_of(
    ask: Ask<'_>,
    game: i64,
    last_held: u32,
    raw: &[u8],
    decoded: &str,
) -> Result<Vec<(String, String)>, StoreError> {
    let mut masks: Vec<(String, String)> =
        ask.tokens(game)?.into_iter().map(|(token, seat)| (token, format!("token{seat}"))).collect();
    masks.extend((1..=last_held).map(|n| (ask.keys().code(game, n), format!("code{n}"))));
    // a letter may quote one of another game
    let mut foreign = BTreeSet::new();
    for text in [raw, decoded.as_bytes()] {
        for word in tokens(text) {
            if !masks.iter().any(|m| m.0 == word) && ask.token(&word)?.is_some() {
                foreign.insert(word);
            }
        }
    }
    masks.extend(foreign.into_iter().map(|token| (token, "token0".to_owned())));
    Ok(masks)
}

/// How long a token is.
const TOKEN: usize = 20;

/// The words of a text that can be tokens, in lower case.
fn tokens(text: &[u8]) -> Vec<String> {
    let sign = |b: &u8| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(b);
    let mut out = Vec::new();
    // a word that is so long holds one of each twenty places
    let mut at = TOKEN - 1;
    while let Some(here) = text.get(at) {
        if sign(here) {
            let (before, behind) = text.split_at_checked(at).unwrap_or((text, &[]));
            let start = at - before.iter().rev().take_while(|b| sign(b)).count();
            let end = at + behind.iter().take_while(|b| sign(b)).count();
            if end - start == TOKEN {
                out.extend(text.get(start..end).map(|w| String::from_utf8_lossy(w).to_ascii_lowercase()));
            }
            at = end;
        }
        at += TOKEN;
    }
    out
}

/// A letter as the log has it: masked, canonical.
pub(super) fn masked(ask: Ask<'_>, table: &Table, raw: &[u8]) -> Result<Vec<u8>, StoreError> {
    let masks = masks(ask, table.number(), table.last_held(), raw)?;
    Ok(record::canonical(&letter::mask(raw, &masks)))
}

/// The log of a game, ready to be written.
///
/// # Errors
/// [`StoreError`] from SQLite.
pub fn records(ask: Ask<'_>, row: &GameRow) -> Result<Vec<Record>, StoreError> {
    // more codes than there can be do no harm: a mask that nothing matches
    let held =
        ask.events(row.id).map(|list| list.iter().filter(|e| matches!(e.1, Event::Held(..))).count()).unwrap_or(0);
    let held = u32::try_from(held).unwrap_or(0);
    ask.log(row.id)?
        .iter()
        .map(|l| {
            let kind = Kind::from_word(&l.kind).ok_or_else(|| StoreError::Row(format!("log kind {}", l.kind)))?;
            let raw = ask.log_bytes(l)?;
            let opening = kind == Kind::Opening;
            Ok(Record {
                game: row.id,
                seq: l.seq,
                kind,
                seat: l.seat,
                time: l.time,
                trust: l.trust.clone(),
                digest: l.digest.clone().try_into().map_err(|_| StoreError::Row("a digest is damaged".to_owned()))?,
                start: opening.then(|| row.start.clone()),
                letters: opening.then_some(row.letters),
                superseded: match l.outbox {
                    Some(id) => ask.superseded(id)?,
                    None => false,
                },
                bytes: record::canonical(&letter::mask(&raw, &masks(ask, row.id, held, &raw)?)),
            })
        })
        .collect()
}
