//! The stations where letters come in: one fetches and moves, one takes in and rules. They work at the same time, a
//! batch apart; the mailbox's only connection stays with the first.

use std::sync::mpsc;

use super::desk::Desk;
use super::now;
use super::sender::Bell;
use crate::fault;
use crate::post::{Arrived, Inbox, Listed, Place, PostError, Stop, Trouble};
use crate::store::{StoreError, Taken};

/// How many bytes of letters are fetched at a time.
const BATCH_BYTES: u64 = 8 * 1024 * 1024;
/// How many letters are fetched or moved at a time.
const BATCH: usize = 200;

/// What stopped a round.
pub(super) enum Step {
    /// The database.
    Store(StoreError),
    /// The mailbox.
    Post(PostError),
}

impl From<StoreError> for Step {
    fn from(e: StoreError) -> Self {
        Self::Store(e)
    }
}

impl From<PostError> for Step {
    fn from(e: PostError) -> Self {
        Self::Post(e)
    }
}

/// Does work whose commits last as a group. What the sender takes out of the outbox meanwhile lasts before it leaves,
/// by the sender's own commit; letters are moved only after this.
fn group<T>(desk: &mut Desk, work: impl FnOnce(&mut Desk) -> Result<T, StoreError>) -> Result<T, StoreError> {
    desk.store_mut().relax()?;
    let done = work(desk);
    desk.store_mut().sync()?;
    done
}

/// Rules on all letters that wait.
pub(super) fn rule_all(desk: &mut Desk, bell: &Bell, stop: &Stop) -> Result<(), StoreError> {
    if desk.store().ask().waiting()?.is_empty() { Ok(()) } else { group(desk, |desk| rule_waiting(desk, bell, stop)) }
}

fn rule_waiting(desk: &mut Desk, bell: &Bell, stop: &Stop) -> Result<(), StoreError> {
    // a letter that broke the reader waits again: the third try puts it aside
    for _ in 0..3 {
        let waiting = desk.store().ask().waiting()?;
        if waiting.is_empty() {
            break;
        }
        for id in waiting {
            if stop.is_set() {
                return Ok(());
            }
            desk.rule(id, now())?;
            bell.ring();
        }
    }
    Ok(())
}

/// One round: lists, takes in what is new, rules, and moves what is done. Gives the number of letters moved. Once `stop`
/// is set no further letter is ruled on: what was taken in waits in the database.
pub(super) fn receive(desk: &mut Desk, inbox: &mut dyn Inbox, bell: &Bell, stop: &Stop) -> Result<usize, Step> {
    let (mut fresh, mut done): (Vec<Listed>, Vec<Place>) = (Vec::new(), Vec::new());
    for listed in inbox.list()? {
        match desk.store().ask().place(&listed.place)? {
            Some(true) => done.push(listed.place),
            Some(false) => {}
            None => fresh.push(listed),
        }
    }
    // the group that ruled on them may have been broken off before it lasted
    if !done.is_empty() {
        desk.store_mut().settle()?;
    }
    let limit = desk.config().limits.letter_bytes;
    let mut moved = 0;
    if fresh.is_empty() {
        finish(inbox, &mut done, &mut moved)?;
        return Ok(moved);
    }
    let (batches, letters) = mpsc::sync_channel::<Vec<Arrived>>(1);
    let (ruled, places) = mpsc::channel::<Vec<Place>>();
    std::thread::scope(|scope| {
        let rule = move || -> Result<(), StoreError> {
            for batch in letters {
                let _ = ruled.send(group(desk, |desk| take_in(desk, &batch, bell, stop))?);
            }
            Ok(())
        };
        let judge = std::thread::Builder::new().name("judge".to_owned()).spawn_scoped(scope, rule);
        let judge = judge.map_err(|e| PostError::new(Trouble::Io, format!("a thread cannot be started: {e}")))?;
        let mut fetch = || -> Result<(), PostError> {
            for some in parts(&fresh) {
                if stop.is_set() {
                    break;
                }
                let arrived = inbox.fetch(some, limit)?;
                fault::point("fetched");
                if batches.send(arrived).is_err() {
                    break;
                }
                done.extend(places.try_iter().flatten());
                if done.len() >= BATCH {
                    finish(inbox, &mut done, &mut moved)?;
                }
            }
            Ok(())
        };
        let fetched = fetch();
        // the judge ends when it has ruled on what was fetched
        drop(batches);
        let mut end = || -> Result<(), PostError> {
            for some in &places {
                done.extend(some);
                if done.len() >= BATCH {
                    finish(inbox, &mut done, &mut moved)?;
                }
            }
            Ok(())
        };
        let ended = fetched.and_then(|()| end());
        match judge.join() {
            Ok(result) => result?,
            Err(_) => return Err(StoreError::Row("the judge broke down".to_owned()).into()),
        }
        ended?;
        finish(inbox, &mut done, &mut moved)?;
        Ok(moved)
    })
}

/// Moves letters that are done with.
fn finish(inbox: &mut dyn Inbox, done: &mut Vec<Place>, moved: &mut usize) -> Result<(), PostError> {
    if !done.is_empty() {
        fault::point("moving");
        inbox.done(done)?;
        fault::point("moved");
        *moved += done.len();
        done.clear();
    }
    Ok(())
}

/// Letters in parts that are fetched at a time, by count and by bytes.
fn parts(letters: &[Listed]) -> Vec<&[Listed]> {
    let mut parts = Vec::new();
    let mut rest = letters;
    while !rest.is_empty() {
        let mut bytes: u64 = 0;
        let fits = rest.iter().take(BATCH).take_while(|l| {
            bytes = bytes.saturating_add(l.size);
            bytes <= BATCH_BYTES
        });
        let (part, more) = rest.split_at(fits.count().max(1));
        parts.push(part);
        rest = more;
    }
    parts
}

/// Stores letters and rules on them; gives the places of those that are done with.
fn take_in(desk: &mut Desk, letters: &[Arrived], bell: &Bell, stop: &Stop) -> Result<Vec<Place>, StoreError> {
    let taken = desk.take(letters, now())?;
    let mut done = Vec::new();
    for (letter, taken) in letters.iter().zip(&taken) {
        match taken {
            Taken::New(id) if !stop.is_set() => {
                desk.rule(*id, now())?;
                bell.ring();
            }
            Taken::New(_) | Taken::Known => {}
            // a copy of a letter that we have: out of the way with it
            Taken::Copy => {
                done.push(letter.place.clone());
                continue;
            }
        }
        if desk.store().ask().place(&letter.place)? == Some(true) {
            done.push(letter.place.clone());
        }
    }
    Ok(done)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_bounded_by_count_and_bytes() {
        let listed = |size| Listed { place: Place { folder: String::new(), epoch: 0, key: String::new() }, size };
        let sizes = |letters: &[Listed]| parts(letters).iter().map(|p| p.len()).collect::<Vec<_>>();
        assert_eq!(sizes(&vec![listed(1); 2 * BATCH + 1]), [BATCH, BATCH, 1]);
        assert_eq!(sizes(&[listed(BATCH_BYTES + 1), listed(1), listed(BATCH_BYTES - 1), listed(1)]), [1, 2, 1]);
        assert!(sizes(&[]).is_empty());
    }
}
