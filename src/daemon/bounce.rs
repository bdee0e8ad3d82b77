//! Letters that come back.

use super::admin;
use super::commit::Commit;
use super::identify;
use super::judging::Pace;
use super::returned::Returned;
use crate::config::Config;
use crate::judge::NoticeKind;
use crate::letter::Letter;
use crate::store::{Person, StoreError, Tx};

/// Takes in what a letter says of one that came back; gives the note for the inbox. Anybody can write one, so it counts only if it bears a
/// token of the player whose letter it says came back: in the address that it came to, or in what it returns.
pub(super) fn report(
    tx: &Tx<'_>,
    config: &Config,
    letter: &Letter,
    bounce: &Returned,
    raw: &[u8],
    now: i64,
) -> Result<String, StoreError> {
    let status = if bounce.status.is_empty() { String::new() } else { format!(" {}", bounce.status) };
    if !bounce.permanent {
        return Ok(format!("bounce:{status} for now"));
    }
    let mut owner: Option<Person> = None;
    for token in identify::candidates(letter).into_iter().chain(identify::tokens(&String::from_utf8_lossy(raw))) {
        let Some((game, seat, _)) = tx.ask().token(&token)? else { continue };
        if let Some(row) = tx.ask().seats(game)?.into_iter().find(|s| s.seat == seat) {
            owner = tx.ask().person(row.player)?;
            break;
        }
    }
    let Some(person) = owner else { return Ok(format!("bounce:{status} of nobody's letter")) };
    // a letter that was passed on comes back from an address that we never wrote to
    let named = bounce.recipients.iter().find(|r| person.addresses.contains(r));
    let Some(address) = named.or_else(|| person.addresses.first()).cloned() else {
        return Ok(format!("bounce:{status}"));
    };
    let why = if bounce.status.is_empty() { letter.subject.clone() } else { bounce.status.clone() };
    if unreachable(tx, config, &address, &why, now)? {
        let args = [("address", address), ("why", why)];
        admin::tell(tx, config, &format!("bounce.{now}.{}", person.id), "admin-bounced", &args, now)?;
    }
    Ok(format!("bounce:{status}"))
}

/// An address takes no letters: it is marked, and who waits for its player is told, once until the player writes
/// again. Gives false where it was known.
pub(super) fn unreachable(
    tx: &Tx<'_>,
    config: &Config,
    address: &str,
    why: &str,
    now: i64,
) -> Result<bool, StoreError> {
    if !tx.mark_bounced(address, &crate::notice::compose::clip(why, 200), now)? {
        return Ok(false);
    }
    let Some(person) = tx.ask().person_by_address(address)? else { return Ok(true) };
    // whoever has another address that takes letters gets them there
    if tx.ask().mailbox(&person)? != address {
        return Ok(true);
    }
    for (game, seat) in tx.ask().games_of(person.id)? {
        let Ok(table) = tx.ask().table(&game)? else { continue };
        if table.seats().len() < 2 {
            continue;
        }
        let mut commit = Commit { tx, config, row: game, table: &table, now };
        commit.remark(NoticeKind::Unreachable, seat.other(), Pace::Send)?;
        commit.close(false)?;
    }
    Ok(true)
}
