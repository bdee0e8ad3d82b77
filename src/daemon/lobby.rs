//! Letters that belong to no game: commands of players, the admins' starts, strangers. Each leads to one transaction.

use super::change;
use super::commit::{game_lines, other_board, same_text};
use super::desk::{Case, Desk};
use super::judging::{Pace, general_commands, pace};
use super::open::{self, StartArgs, StartFailure};
use super::shared::{Plain, plain_mail};
use crate::config::{Config, address};
use crate::game::Lang;
use crate::judge::Command;
use crate::lang;
use crate::letter::{Letter, Verdict};
use crate::notice::{self, Block};
use crate::store::{Ask, FOREVER, NewOutbox, Person, StoreError, Tx};

/// How the Message-IDs of these answers begin.
const DESK: &str = "<desk.c";

/// Who gets an answer, and in which language.
struct To<'a> {
    name: &'a str,
    address: &'a str,
    lang: Lang,
}

/// An answer: an `error` is written only if the last letter there did not say the same.
struct Answer {
    blocks: Vec<Block>,
    pace: Pace,
    error: bool,
}

impl Answer {
    const fn new(blocks: Vec<Block>) -> Self {
        Self { blocks, pace: Pace::Send, error: false }
    }
}

/// Writes the answer and closes the letter's file; ends the transaction.
fn reply(tx: Tx<'_>, config: &Config, case: &Case<'_>, to: &To<'_>, answer: &Answer) -> Result<(), StoreError> {
    let (row, blocks) = (case.row, &answer.blocks);
    if answer.error
        && let Some((at, last)) = tx.ask().last_to(to.address)?
        && at > case.now - 86_400
        && same_text(&last, blocks)
    {
        case.settle(&tx, "ignored", "told already")?;
        return tx.commit();
    }
    let id = format!("{}{}.{}", DESK.trim_start_matches('<'), row.id, tx.ask().keys().start_code(row.id));
    let letter = Plain {
        name: to.name,
        to: to.address,
        lang: to.lang,
        subject: &config.server.name,
        id: &id,
        in_reply_to: Some(&row.msgid),
        now: case.now,
    };
    match plain_mail(config, &letter, blocks) {
        Ok(mail) => {
            let out = NewOutbox {
                sender: &mail.from,
                rcpt: &mail.to,
                msgid: &mail.message_id,
                bytes: &mail.bytes,
                now: case.now,
            };
            if let Some(outbox) = tx.post(&out)? {
                held_back(&tx, to.address, answer.pace, outbox, case.now)?;
            }
        }
        Err(e) => tracing::warn!(letter = row.id, "no answer can be sent: {e}"),
    }
    case.settle(&tx, "done", "answered")?;
    tx.commit()?;
    let (waited, ms) = case.times();
    tracing::info!(letter = row.id, waited, ms, "answered");
    Ok(())
}

/// Holds an answer back that must be: it takes the place of one that is.
fn held_back(tx: &Tx<'_>, address: &str, pace: Pace, outbox: i64, now: i64) -> Result<(), StoreError> {
    let Pace::Hold(until) = pace else { return Ok(()) };
    let mut latest = until;
    if until < FOREVER {
        let older = tx.ask().held_up(address, false, Some(now))?;
        let older: Vec<_> =
            older.into_iter().filter(|l| l.held_until > now && l.msgid.starts_with(DESK) && l.id != outbox).collect();
        let ids: Vec<i64> = older.iter().map(|l| l.id).collect();
        latest = older.iter().map(|l| l.held_until).fold(until, i64::min);
        if !ids.is_empty() {
            tx.supersede(&ids, &[], outbox, now)?;
        }
    }
    Pace::Hold(latest).hold(tx, outbox)
}

/// Closes the letter's file without an answer, and keeps nothing of it but who wrote; ends the transaction.
fn ignore(tx: Tx<'_>, case: &Case<'_>, why: &str) -> Result<(), StoreError> {
    case.settle(&tx, "ignored", why)?;
    tx.forget(case.row.id, case.letter.from.as_deref())?;
    tx.commit()?;
    let (waited, ms) = case.times();
    tracing::info!(letter = case.row.id, why, waited, ms, "ignored");
    Ok(())
}

/// Answers to commands that need no game.
fn general(ask: Ask<'_>, letter: &Letter, lang: Lang, person: Option<&Person>) -> Result<Vec<Block>, StoreError> {
    let mut blocks = Vec::new();
    for command in general_commands(ask, letter, lang)? {
        match command {
            Command::Help(topic) => blocks.extend(notice::compose::help(lang, topic.as_deref())),
            Command::Games => {
                if let Some(person) = person {
                    let lines = game_lines(ask, person, lang)?;
                    if lines.is_empty() {
                        blocks.push(Block::Text(lang::say(lang, "games-none", &[])));
                    } else {
                        blocks.push(Block::Text(lang::say(lang, "games-heading", &[])));
                        blocks.push(Block::Data(lines));
                    }
                }
            }
            Command::Show { game: Some(game), ply } => {
                if let Some(person) = person {
                    match other_board(ask, person, game, ply, lang) {
                        Some(more) => blocks.extend(more),
                        None => {
                            let args = [("game", game.to_string().into())];
                            blocks.push(Block::Text(lang::say(lang, "no-such-game", &args)));
                        }
                    }
                }
            }
            Command::Start(_) if person.is_some() => blocks.push(Block::Text(lang::say(lang, "not-admin", &[]))),
            _ => {}
        }
    }
    Ok(blocks)
}

impl Desk {
    /// A known player's letter that names no game.
    pub(super) fn homeless(&mut self, case: &Case<'_>, person: &Person) -> Result<(), StoreError> {
        let (lang, now) = (person.lang, case.now);
        let tx = self.store.begin()?;
        let mut blocks = general(tx.ask(), case.letter, lang, Some(person))?;
        let wish = general_commands(tx.ask(), case.letter, lang)?.into_iter().find_map(|c| match c {
            Command::Address(text) => Some(text),
            _ => None,
        });
        let error = blocks.is_empty() && wish.is_none();
        if error && case.letter.weakly_automatic() {
            return ignore(tx, case, "probably automatic");
        }
        let Some(pace) = pace(&self.config, &tx, (person, 0), true, now)? else {
            return ignore(tx, case, "too many answers");
        };
        if let Some(text) = wish {
            blocks.extend(change::ask(&tx, &self.config, person, &text, lang, now)?);
        }
        if error {
            let none = tx.ask().games_of(person.id)?.is_empty();
            blocks.push(Block::Text(lang::say(lang, if none { "no-game" } else { "which-game" }, &[])));
        }
        let address = tx.ask().mailbox(person)?;
        let to = To { name: &person.name, address: &address, lang };
        reply(tx, &self.config, case, &to, &Answer { blocks, pace, error })
    }

    /// An admin's letter: starts games, with a confirmation.
    pub(super) fn admin(&mut self, case: &Case<'_>, from: &str, lang: Lang) -> Result<(), StoreError> {
        let tx = self.store.begin()?;
        match admins(&tx, &self.config, case, from, lang)? {
            Some(answer) => reply(tx, &self.config, case, &To { name: "", address: from, lang }, &answer),
            None => ignore(tx, case, "probably automatic"),
        }
    }

    /// Nobody we know: one letter of help a week at most, and only so many a day in all, and at one domain: a robot may
    /// write from another address each time.
    pub(super) fn stranger(&mut self, case: &Case<'_>, from: &str) -> Result<(), StoreError> {
        let (limits, letter, now) = (&self.config.limits, case.letter, case.now);
        let over = |count: i64, limit: u64| limit > 0 && count >= i64::try_from(limit).unwrap_or(i64::MAX);
        let week = 7 * 86_400;
        let domain = from.rsplit('@').next().unwrap_or_default();
        let authserv = self.config.trust.authserv_id.as_deref();
        let forged = authserv.is_some_and(|id| letter.authentication(id) == Verdict::Fail);
        let tx = self.store.begin()?;
        if forged
            || letter.weakly_automatic()
            || address::is_role(from)
            || over(tx.ask().tally("stranger", from, now, week)?, limits.unknown_week)
            || over(tx.ask().tally_all("stranger", now, 86_400)?, limits.unknown_day)
            || over(tx.ask().tally("stranger-domain", domain, now, 86_400)?, limits.stranger_domain_day)
        {
            return ignore(tx, case, "stranger");
        }
        tx.count("stranger", from, now, week)?;
        tx.count("stranger-domain", domain, now, 86_400)?;
        let lang = self.config.server.language;
        let server = self.config.server.name.clone();
        let answer = Answer::new(vec![Block::Text(lang::say(lang, "stranger", &[("server", server.into())]))]);
        tx.forget(case.row.id, Some(from))?;
        reply(tx, &self.config, case, &To { name: "", address: from, lang }, &answer)
    }
}

/// What an admin's letter leads to, and what he is told; `None` where a machine may have written it.
fn admins(tx: &Tx<'_>, config: &Config, case: &Case<'_>, from: &str, lang: Lang) -> Result<Option<Answer>, StoreError> {
    for command in general_commands(tx.ask(), case.letter, lang)? {
        match command {
            Command::Start(line) => {
                let why = match StartArgs::from_line(&line) {
                    Ok(args) => open::check(tx.ask(), config, &args).err(),
                    Err(e) => Some(e),
                };
                return Ok(Some(Answer::new(match why {
                    Some(StartFailure::Usage) => vec![Block::Text(StartFailure::Usage.text(lang))],
                    Some(why) => vec![Block::Text(lang::say(lang, "start-failed", &[("why", why.text(lang).into())]))],
                    None => {
                        let code = tx.ask().keys().start_code(case.row.id);
                        tx.keep_start(&code, from, &line, case.now)?;
                        let word = format!("{} {code}", notice::compose::confirm_word(lang));
                        let button = lang::say(lang, "button-confirm", &[]);
                        vec![
                            Block::Text(lang::say(lang, "start-confirm", &[])),
                            Block::Echo(vec![notice::compose::clip(&line, 200)]),
                            Block::Text(lang::say(lang, "start-confirm-do", &[])),
                            Block::Data(vec![word.clone()]),
                            Block::Buttons(vec![(word, button)]),
                        ]
                    }
                })));
            }
            Command::Confirm(code) => {
                let line = tx.take_start(&code, from)?;
                let text = match line.as_deref().map(StartArgs::from_line) {
                    Some(Ok(args)) => match open::start_within(tx, config, &args, case.now)? {
                        Ok(game) => lang::say(lang, "started", &[("number", game.to_string().into())]),
                        Err(why) => lang::say(lang, "start-failed", &[("why", why.text(lang).into())]),
                    },
                    _ => lang::say(lang, "bad-code", &[]),
                };
                return Ok(Some(Answer::new(vec![Block::Text(text)])));
            }
            _ => {}
        }
    }
    let person = tx.ask().person_by_address(from)?;
    let mut blocks = general(tx.ask(), case.letter, lang, person.as_ref())?;
    let error = blocks.is_empty();
    if error && case.letter.weakly_automatic() {
        return Ok(None);
    }
    if error {
        blocks.push(Block::Text(lang::say(lang, "start-usage", &[])));
    }
    Ok(Some(Answer { blocks, pace: Pace::Send, error }))
}
