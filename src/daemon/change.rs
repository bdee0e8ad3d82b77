//! A change of address by letter: confirmed at the old address first, and then at the new one, so that nobody can turn
//! a player's letters away, and nobody gets letters that he hasn't asked for.

use super::commit::Commit;
use super::desk::Desk;
use super::judging::{Pace, general_commands};
use super::shared::{Plain, plain_mail};
use crate::config::{Config, address};
use crate::game::Lang;
use crate::judge::{Command, Event, NoticeKind};
use crate::lang;
use crate::letter::Letter;
use crate::notice::{Block, compose};
use crate::store::{InboxRow, NewOutbox, Person, StoreError, Tx};

/// A code is good for so many seconds.
const GOOD_FOR: i64 = 7 * 86_400;

/// Keeps a wish for another address; gives what its player is told. The letter goes to the old address.
pub(super) fn ask(
    tx: &Tx<'_>,
    config: &Config,
    person: &Person,
    text: &str,
    lang: Lang,
    now: i64,
) -> Result<Vec<Block>, StoreError> {
    let refuse = |id: &str| {
        let args = [("address", compose::clip(text, 80).into())];
        Ok(vec![Block::Text(lang::say(lang, id, &args))])
    };
    let address = match address::parse(text.trim_matches(['<', '>', '"', '\''])) {
        Ok(address) if !address::is_unfit(&address, &config.server.address) => address,
        _ => return refuse("address-unfit"),
    };
    if person.addresses.first() == Some(&address) {
        return refuse("address-same");
    }
    let code = tx.ask_address(person.id, &address, now)?;
    Ok(request(lang, "address-confirm-old", &address, &code))
}

/// A request for a confirmation.
fn request(lang: Lang, id: &str, address: &str, code: &str) -> Vec<Block> {
    let word = format!("{} {code}", compose::confirm_word(lang));
    vec![
        Block::Text(lang::say(lang, id, &[("address", address.to_owned().into())])),
        Block::Data(vec![word.clone()]),
        Block::Buttons(vec![(word, lang::say(lang, "button-confirm", &[]))]),
    ]
}

/// A letter outside of games, into the outbox.
fn post(
    tx: &Tx<'_>,
    config: &Config,
    person: &Person,
    to: &str,
    id: &str,
    blocks: &[Block],
    now: i64,
) -> Result<(), StoreError> {
    let letter =
        Plain { name: &person.name, to, lang: person.lang, subject: &config.server.name, id, in_reply_to: None, now };
    match plain_mail(config, &letter, blocks) {
        Ok(mail) => {
            let row =
                NewOutbox { sender: &mail.from, rcpt: &mail.to, msgid: &mail.message_id, bytes: &mail.bytes, now };
            tx.post(&row)?;
        }
        Err(e) => tracing::warn!("a letter about an address cannot be made: {e}"),
    }
    Ok(())
}

impl Desk {
    /// Does a letter bring the code of a change of address? Then that is done, whatever else the letter is about.
    pub(super) fn changes_address(&mut self, row: &InboxRow, letter: &Letter, now: i64) -> Result<bool, StoreError> {
        if !self.store.ask().address_requests(now - GOOD_FOR)? {
            return Ok(false);
        }
        let commands = general_commands(self.store.ask(), letter, self.config.server.language)?;
        let tx = self.store.begin()?;
        for command in commands {
            let Command::Confirm(code) = command else { continue };
            let Some((wish, next)) = tx.take_address(&code, now - GOOD_FOR, now)? else { continue };
            let Some(person) = tx.ask().person(wish.player)? else { continue };
            let owner = tx.ask().person_by_address(&wish.address)?;
            let free = owner.is_none_or(|o| o.id == person.id);
            match next {
                Some(code) => halfway(&tx, &self.config, row, &person, (&wish.address, free), &code, now)?,
                None if free => change(&tx, &self.config, row, &person, &wish.address, now)?,
                // somebody else has taken it meanwhile
                None => {}
            }
            tx.settle(row.id, "done", if next_step(wish.step) { "address: confirmed" } else { "address: changed" })?;
            tx.commit()?;
            tracing::info!(letter = row.id, player = person.id, step = wish.step, "a change of address");
            return Ok(true);
        }
        Ok(false)
    }
}

const fn next_step(step: i64) -> bool {
    step == 1
}

/// The old address has confirmed: now the new one is asked. Whether it is another player's is not told.
fn halfway(
    tx: &Tx<'_>,
    config: &Config,
    row: &InboxRow,
    person: &Person,
    (address, free): (&str, bool),
    code: &str,
    now: i64,
) -> Result<(), StoreError> {
    let args = [("address", address.to_owned().into())];
    let blocks = [Block::Text(lang::say(person.lang, "address-halfway", &args))];
    let old = person.addresses.first().cloned().unwrap_or_default();
    post(tx, config, person, &old, &format!("address.c{}.1", row.id), &blocks, now)?;
    if free {
        let blocks = request(person.lang, "address-confirm-new", address, code);
        post(tx, config, person, address, &format!("address.c{}.2", row.id), &blocks, now)?;
    }
    Ok(())
}

/// Both have confirmed. Each open game gets a new reply address, so that letters which lie in the old mailbox are no
/// keys any more, and a line in its log.
fn change(
    tx: &Tx<'_>,
    config: &Config,
    row: &InboxRow,
    person: &Person,
    address: &str,
    now: i64,
) -> Result<(), StoreError> {
    tx.change_address(person, address)?;
    let args = [("address", address.to_owned().into())];
    if let Some(old) = person.addresses.first() {
        let blocks = [Block::Text(lang::say(person.lang, "address-gone", &args))];
        post(tx, config, person, old, &format!("address.c{}.1", row.id), &blocks, now)?;
    }
    let games = tx.ask().games_of(person.id)?;
    for (game, seat) in &games {
        let Ok(mut table) = tx.ask().table(game)? else { continue };
        if table.apply(&Event::Address(*seat)).is_err() {
            continue;
        }
        tx.new_token(game.id, *seat, table.generation(*seat))?;
        let mut commit = Commit { tx, config, row: game.clone(), table: &table, now };
        commit.remark(NoticeKind::Address, *seat, Pace::Send)?;
        commit.close(false)?;
    }
    if games.is_empty() {
        let blocks = [Block::Text(lang::say(person.lang, "address-changed", &args))];
        post(tx, config, person, address, &format!("address.c{}.2", row.id), &blocks, now)?;
    }
    Ok(())
}
