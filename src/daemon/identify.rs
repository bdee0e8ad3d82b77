//! Whose letter is it? The token first, then the sender, then what the letter itself says.

use super::returned;
use crate::config::address::TOKEN_LEN;
use crate::config::{Config, RequireAuth, TrustMode};
use crate::game::Seat;
use crate::judge::{Command, Trust};
use crate::letter::{Automatic, Letter, Verdict};
use crate::store::{Ask, Person, StoreError};

/// A letter has one or two; whoever sends more is guessing.
const MOST_TOKENS: usize = 40;

/// The answer.
pub(super) enum Who {
    /// A machine, or ourselves: no answer.
    Machine(&'static str),
    /// A letter to a seat of a game.
    Seat {
        game: i64,
        seat: Seat,
        trust: Trust,
        /// The player on the seat.
        person: Person,
        /// A command in the subject.
        subject: Option<Command>,
    },
    /// A known player, but no game.
    Player(Person),
    /// An admin's letter that belongs to no game.
    Admin { address: String, lang: crate::game::Lang },
    /// Nobody we know.
    Stranger(String),
    /// Not exactly one sender: put aside.
    Nobody,
    /// Our own mail host says that the sender is forged.
    Forged,
    /// Too many wrong tokens from this sender today.
    Guesser,
}

/// Strings in a text that look like tokens; each once, and not too many.
pub(super) fn tokens(text: &str) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    for word in text.split(|c: char| !c.is_ascii_alphanumeric()).filter(|w| w.len() == TOKEN_LEN) {
        let word = word.to_ascii_lowercase();
        let base32 = word.bytes().all(|b| b.is_ascii_lowercase() || (b'2'..=b'7').contains(&b));
        if base32 && found.len() < MOST_TOKENS && !found.contains(&word) {
            found.push(word);
        }
    }
    found
}

/// Strings that look like tokens, in the order in which they count.
pub(super) fn candidates(letter: &Letter) -> Vec<String> {
    let mut found: Vec<String> = Vec::new();
    let mut look = |text: &str| {
        for word in tokens(text) {
            if found.len() < MOST_TOKENS && !found.contains(&word) {
                found.push(word);
            }
        }
    };
    for address in &letter.recipients {
        if let Some((_, tag)) = address.split('@').next().and_then(|local| local.split_once('+')) {
            look(tag);
        }
    }
    for id in &letter.references {
        look(id);
    }
    if let Some(at) = letter.subject.find("[g") {
        look(letter.subject.get(at..).unwrap_or(""));
    }
    found
}

/// Numbers of games that the letter names without a token: in our Message-IDs, then in the subject.
fn named_games(letter: &Letter, subject: Option<i64>) -> Vec<i64> {
    let mut games: Vec<i64> = subject.into_iter().collect();
    games.extend(letter.references.iter().filter_map(|id| {
        let (game, rest) = id.strip_prefix("<g")?.split_once('.')?;
        if rest.starts_with('p') { game.parse::<i64>().ok() } else { None }
    }));
    if let Some(at) = letter.subject.find("[PBEM ") {
        let rest = letter.subject.get(at + 6..).unwrap_or("");
        games.extend(rest.split(']').next().and_then(|n| n.trim().parse::<i64>().ok()));
    }
    games
}

fn seat_of(ask: Ask<'_>, game: i64, person: &Person) -> Result<Option<Seat>, StoreError> {
    Ok(ask.seats(game)?.into_iter().find(|s| s.player == person.id).map(|s| s.seat))
}

/// Finds out whose letter it is. `guessed`: it tries a token that never was.
pub(super) fn identify(
    ask: Ask<'_>,
    config: &Config,
    letter: &Letter,
    guessed: bool,
    now: i64,
) -> Result<Who, StoreError> {
    if let Some(kind) = letter.automatic {
        return Ok(Who::Machine(kind.word()));
    }
    // people write to the address that our letters name for answers
    if returned::to_bounce_address(config, letter) {
        return Ok(Who::Machine(Automatic::Bounce.word()));
    }
    let Some(from) = letter.from.clone() else { return Ok(Who::Nobody) };
    if crate::config::address::is_own(&from, &config.server.address) {
        return Ok(Who::Machine(Automatic::Loop.word()));
    }
    let forged = match (&config.trust.authserv_id, config.trust.require_auth) {
        (Some(id), RequireAuth::Warn | RequireAuth::Reject) => letter.authentication(id) == Verdict::Fail,
        _ => false,
    };
    if forged && config.trust.require_auth == RequireAuth::Reject {
        return Ok(Who::Forged);
    }
    let limit = i64::try_from(config.limits.wrong_tokens_day).unwrap_or(i64::MAX);
    if limit > 0 && ask.tally("wrong-token", &from, now, 86_400)? + i64::from(guessed) >= limit {
        return Ok(Who::Guesser);
    }
    let sender = ask.person_by_address(&from)?;
    let (subject, number) = match letter.subject_command.as_deref().and_then(Command::from_subject) {
        Some((command, number)) => (Some(command), number),
        None => (None, None),
    };
    let mut retired = None;
    for token in candidates(letter) {
        match ask.token(&token)? {
            Some((game, seat, true)) => {
                let Some(row) = ask.seats(game)?.into_iter().find(|s| s.seat == seat) else { continue };
                let Some(person) = ask.person(row.player)? else { continue };
                let same = sender.as_ref().is_some_and(|s| s.id == person.id);
                let trust = match (same, forged) {
                    (true, false) => Trust::Full,
                    (true, true) => Trust::From,
                    (false, _) => Trust::Token,
                };
                return Ok(Who::Seat { game, seat, trust, person, subject });
            }
            Some((game, seat, false)) => {
                retired.get_or_insert((game, seat));
            }
            None => {}
        }
    }
    let by_address = if config.trust.mode == TrustMode::From && !forged { Trust::Full } else { Trust::From };
    if let (Some(person), Some((game, seat))) = (&sender, retired)
        && seat_of(ask, game, person)? == Some(seat)
    {
        return Ok(Who::Seat { game, seat, trust: by_address, person: person.clone(), subject });
    }
    let admin = config.admins.iter().find(|a| a.addresses.contains(&from));
    if let Some(person) = sender {
        for game in named_games(letter, number) {
            if let Some(seat) = seat_of(ask, game, &person)? {
                return Ok(Who::Seat { game, seat, trust: by_address, person, subject });
            }
        }
        // an admin who plays starts games too; a start is no game's business
        if admin.is_none() {
            if let [(row, seat)] = ask.games_of(person.id)?.as_slice() {
                return Ok(Who::Seat { game: row.id, seat: *seat, trust: by_address, person, subject });
            }
            return Ok(Who::Player(person));
        }
    }
    Ok(match admin {
        Some(admin) => Who::Admin { address: from, lang: admin.language },
        None => Who::Stranger(from),
    })
}

/// Does the letter bear no token that is or was any seat's?
pub(super) fn keyless(ask: Ask<'_>, letter: &Letter) -> Result<bool, StoreError> {
    for token in candidates(letter) {
        if ask.token(&token)?.is_some() {
            return Ok(false);
        }
    }
    Ok(true)
}

/// Did the letter try a token that never was? Counted against its sender.
pub(super) fn guessed(ask: Ask<'_>, letter: &Letter) -> Result<bool, StoreError> {
    Ok(!candidates(letter).is_empty() && keyless(ask, letter)?)
}
