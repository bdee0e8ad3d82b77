//! Letters that still wait to leave, and the newer one that takes their place: since the way out is closed, since their
//! reader's address takes none for now, or since too many were written in an hour or a day.

use std::collections::BTreeSet;

use super::commit::Commit;
use super::judging::{Pace, again};
use crate::game::Seat;
use crate::judge::{Event, Notice, NoticeKind, Part};
use crate::lang;
use crate::notice::{self, Block};
use crate::store::{FOREVER, HeldUp, Person, StoreError};

/// So many letters that have changed nothing are told again, the newest; of those that have, all are.
const RETOLD: usize = 10;

/// Letters whose place a new one takes.
pub(super) struct Held {
    pub(super) ids: Vec<i64>,
    /// Letters whose place they had taken themselves, and which the new one tells too.
    pub(super) kept: Vec<i64>,
    /// Since when their reader waits.
    pub(super) since: i64,
    /// When the first of those that are held back would leave; [`FOREVER`] where none is.
    pub(super) until: i64,
    retold: Vec<Block>,
    /// So many are not told again.
    left_out: usize,
}

/// May letters of this kind take and lose their place? Openings are the beginning of every log. Codes are not repeated,
/// but for those that can be made anew (`codes`).
fn replaceable(kind: NoticeKind, codes: bool) -> bool {
    matches!(kind, NoticeKind::Move | NoticeKind::Answer | NoticeKind::Board) || codes && kind == NoticeKind::Confirm
}

impl Commit<'_> {
    /// The letters of this game to a reader that did not leave, and whose place a new one takes: it says what they said,
    /// and the board is that of today. `None` where there are none, or where one cannot be retold.
    pub(super) fn held_up(&self, notice: &Notice, person: &Person, pace: Pace) -> Result<Option<Held>, StoreError> {
        let ask = self.tx.ask();
        // a letter that waits for an admin takes no place of one that waits for its time
        let timed = pace != Pace::Hold(FOREVER);
        if !replaceable(notice.kind, timed && pace != Pace::Send) {
            return Ok(None);
        }
        let shut = ask.shut()?;
        let all = ask.held_up(&ask.mailbox(person)?, shut, timed.then_some(self.now))?;
        let ours = |letter: HeldUp| self.ours(&letter.msgid, notice.to).map(|of| (letter, of));
        let waiting: Vec<_> = all.into_iter().filter_map(ours).collect();
        if waiting.is_empty() {
            return Ok(None);
        }
        let real = |event: &Event| !matches!(event, Event::Lang(..) | Event::NewKey(..));
        let events = ask.events(self.row.id)?;
        let changed: BTreeSet<i64> = events.into_iter().filter(|(_, event)| real(event)).map(|(seq, _)| seq).collect();
        let mut held = Held {
            ids: Vec::new(),
            kept: Vec::new(),
            since: self.now,
            until: FOREVER,
            retold: Vec::new(),
            left_out: 0,
        };
        // each letter of the log that is to be told again, and the letter of ours that it stands for
        let mut causes = Vec::new();
        for (letter, (kind, cause)) in waiting {
            let late = letter.held_until > self.now;
            // what has changed the game is told for itself, also beyond the game's limit
            let own = changed.contains(&cause) && late && !shut;
            if own || !replaceable(kind, late && !changed.contains(&cause)) {
                continue;
            }
            held.ids.push(letter.id);
            held.since = held.since.min(letter.created);
            if late {
                held.until = held.until.min(letter.held_until);
            }
            let told = ask.superseded_by(letter.id)?;
            let older = told.iter().filter_map(|(id, msgid)| Some((self.ours(msgid, notice.to)?, Some(*id))));
            let all = older.chain([((kind, cause), None)]);
            // a board alone says nothing
            causes.extend(all.filter(|((kind, _), _)| *kind != NoticeKind::Board).map(|((_, cause), id)| (cause, id)));
        }
        if held.ids.is_empty() {
            return Ok(None);
        }
        causes.sort_unstable();
        causes.dedup_by_key(|(cause, _)| *cause);
        let mut skip = causes.iter().filter(|c| !changed.contains(&c.0)).count().saturating_sub(RETOLD);
        if skip > 0 {
            held.left_out = ask.replaced(&held.ids)?;
            causes.retain(|(cause, _)| {
                let drop = skip > 0 && !changed.contains(cause);
                skip -= usize::from(drop);
                !drop
            });
            held.left_out = held.left_out.saturating_sub(causes.len());
        }
        for (cause, id) in causes {
            held.kept.extend(id);
            match again(ask, self.config, &self.row, cause, notice.to)? {
                Some((table, old, quoted)) => {
                    held.retold.extend(self.composed(&table, &old, person, quoted, notice::compose::retold)?);
                }
                // what changed nothing, and is only held back, must not pile up
                None if held.until < FOREVER && !changed.contains(&cause) => held.left_out += 1,
                None => {
                    tracing::warn!(game = self.row.id, cause, "a letter that did not go cannot be retold");
                    return Ok(None);
                }
            }
        }
        Ok(Some(held))
    }

    /// What kind of letter one of ours to this seat is, and which letter of the log it answers, by its Message-ID.
    fn ours(&self, msgid: &str, seat: Seat) -> Option<(NoticeKind, i64)> {
        let mut parts = msgid.strip_prefix('<')?.split('.');
        let game: i64 = parts.next()?.strip_prefix('g')?.parse().ok()?;
        let to: u8 = parts.nth(1)?.strip_prefix('s')?.parse().ok()?;
        let kind = NoticeKind::from_word(parts.next()?)?;
        let cause = parts.next()?.strip_prefix('c')?.parse().ok()?;
        (game == self.row.id && to == seat.number()).then_some((kind, cause))
    }

    /// A letter that also tells what others would have told.
    pub(super) fn with_retold(
        &self,
        notice: &Notice,
        person: &Person,
        quoted: usize,
        held: &Held,
    ) -> Result<Vec<Block>, StoreError> {
        let mut notice = notice.clone();
        if !notice.parts.iter().any(|p| matches!(p, Part::Board(None))) {
            notice.parts.push(Part::Board(None));
        }
        let mut blocks = self.blocks(self.table, &notice, person, quoted)?;
        if !held.retold.is_empty() {
            let lang = self.table.lang(notice.to);
            let footer = blocks.pop();
            blocks.push(Block::Text(lang::say(lang, "retold", &[])));
            if held.left_out > 0 {
                let count = i64::try_from(held.left_out).unwrap_or(i64::MAX);
                blocks.push(Block::Text(lang::say(lang, "and-more", &[("count", count.into())])));
            }
            blocks.extend_from_slice(&held.retold);
            blocks.extend(footer);
        }
        Ok(blocks)
    }
}
