//! Opening a game, from the command line or by an admin's letter.

use std::collections::BTreeSet;

use super::commit::Commit;
use super::judging::Pace;
use crate::config::{Config, address};
use crate::game::{self, Game, Lang, OptionFault, Phrase};
use crate::judge::start::{is_option, pairs, split};
use crate::judge::{StartLine, Table, opening};
use crate::lang;
use crate::notice::compose::clip;
use crate::store::{Ask, Store, StoreError, Tx};

/// What a start line asks for, as it was written.
#[derive(Clone, Debug, PartialEq, Eq, Default)]
pub struct StartArgs {
    /// The game's name.
    pub game: String,
    /// Nicks, `a@b` or `Name <a@b>`, each with an optional `:hu` behind it.
    pub players: Vec<String>,
    /// Options in order.
    pub options: Vec<(String, String)>,
}

/// Why a game cannot be opened. [`StartFailure::text`] says it in a language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StartFailure {
    /// No such game.
    Game(String),
    /// Too many or too few players.
    Count {
        /// The game.
        game: String,
        /// How many play it.
        wanted: usize,
        /// How many were named.
        given: usize,
    },
    /// No such nick.
    Nick {
        /// What was written.
        player: String,
        /// The nearest known one.
        nearest: Option<String>,
    },
    /// No address.
    Address(String),
    /// A player of whom nothing is written.
    Missing,
    /// A language behind a player that is none, or none behind the colon.
    Language {
        /// The player.
        player: String,
        /// What stands there.
        code: String,
    },
    /// Our own address, or that of a machine.
    Own(String),
    /// The same address twice.
    Twice(String),
    /// An option.
    Option(OptionFault),
    /// The opening is not fit to be played between people.
    Unfair(String, Phrase),
    /// Nothing is left to play in the opening.
    Over,
    /// Not of the form at all.
    Usage,
}

/// Stands for the nearest word in a sentence where nothing is near.
const NO_NEAR: &str = "no-near";

/// The word of a list that is most like another, if any is like it.
#[must_use]
pub fn nearest<'a>(word: &str, known: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    known
        .into_iter()
        .map(|k| (strsim::damerau_levenshtein(&k.to_lowercase(), &word.to_lowercase()), k))
        .min()
        .filter(|(distance, k)| *distance <= 2.max(k.chars().count() / 2))
        .map(|(_, k)| k)
}

impl StartFailure {
    /// The sentence in a language.
    #[must_use]
    pub fn text(&self, lang: Lang) -> String {
        let say = |id: &str, args: &[(&str, String)]| {
            let args: Vec<_> = args.iter().map(|(k, v)| (*k, v.clone().into())).collect();
            lang::say(lang, id, &args)
        };
        let games = || game::GAMES.iter().map(|g| g.name()).collect::<Vec<_>>().join(", ");
        match self {
            Self::Game(name) => {
                let near = nearest(name, game::GAMES.iter().map(|g| g.name())).unwrap_or(NO_NEAR).to_owned();
                say("game-unknown", &[("game", clip(name, 40)), ("nearest", near), ("known", games())])
            }
            Self::Count { game, wanted, given } => say(
                "players-count",
                &[("game", game.clone()), ("wanted", wanted.to_string()), ("given", given.to_string())],
            ),
            Self::Nick { player, nearest } => say(
                "player-unknown",
                &[("player", clip(player, 60)), ("nearest", nearest.clone().unwrap_or_else(|| NO_NEAR.to_owned()))],
            ),
            Self::Address(player) => say("player-address", &[("player", clip(player, 60))]),
            Self::Missing => say("player-missing", &[]),
            Self::Language { player, code } => {
                let known: Vec<&str> = Lang::ALL.iter().map(|l| l.code()).collect();
                let code = if code.is_empty() { "no-code".to_owned() } else { clip(code, 20) };
                let args = [("player", clip(player, 60)), ("code", code), ("known", known.join(", "))];
                say("player-language", &args)
            }
            Self::Own(player) => say("player-own", &[("player", clip(player, 60))]),
            Self::Twice(player) => say("player-twice", &[("player", clip(player, 60))]),
            Self::Option(fault) => option_text(fault, lang),
            Self::Unfair(game, phrase) => {
                let args: Vec<(&str, String)> = phrase.args.iter().map(|(k, v)| (*k, v.to_string())).collect();
                say(&format!("{game}-{}", phrase.id), &args)
            }
            Self::Over => say("start-over", &[]),
            Self::Usage => say("start-usage", &[]),
        }
    }
}

/// The sentence of an option that cannot be used.
#[must_use]
pub fn option_text(fault: &OptionFault, lang: Lang) -> String {
    let say = |id: &str, args: &[(&str, String)]| {
        let args: Vec<_> = args.iter().map(|(k, v)| (*k, v.clone().into())).collect();
        lang::say(lang, id, &args)
    };
    match fault {
        OptionFault::UnknownKey { key, known } => say(
            "option-unknown",
            &[
                ("key", clip(key, 40)),
                ("nearest", nearest(key, known.iter().copied()).unwrap_or(NO_NEAR).to_owned()),
                ("known", known.join(", ")),
            ],
        ),
        OptionFault::BadValue { key, value, allowed } => {
            let words = allowed.split('|').filter(|_| allowed.contains('|'));
            let near = nearest(value, words).unwrap_or(NO_NEAR).to_owned();
            let args =
                [("key", key.clone()), ("value", clip(value, 60)), ("nearest", near), ("allowed", allowed.clone())];
            say("option-value", &args)
        }
        OptionFault::Conflict { key, value, id, detail } => {
            // the game's own sentence says what is wrong
            let own = game::GAMES.iter().map(|g| format!("{}-option-{id}", g.name())).find(|id| lang::has(lang, id));
            let detail = match own {
                Some(own) => {
                    say(&own, &[("detail", clip(detail, 200)), ("key", key.clone()), ("value", clip(value, 60))])
                }
                None => clip(detail, 200),
            };
            say("option-conflict", &[("key", key.clone()), ("value", clip(value, 60)), ("detail", detail)])
        }
        OptionFault::Repeated { key } => say("option-repeated", &[("key", key.clone())]),
    }
}

impl StartArgs {
    /// Reads the words of a start line. A player may be several words: it ends at the one with an `@`, or is a nick.
    ///
    /// # Errors
    /// [`StartFailure::Usage`] where the line is not of the form.
    pub fn from_line(line: &str) -> Result<Self, StartFailure> {
        let words = split(line).ok_or(StartFailure::Usage)?;
        let mut words = words.into_iter();
        let game = words.next().ok_or(StartFailure::Usage)?;
        let (options, words): (Vec<String>, Vec<String>) = words.partition(|w| is_option(w));
        let mut words = words.into_iter().peekable();
        let mut players = Vec::new();
        let mut name: Vec<String> = Vec::new();
        while let Some(word) = words.next() {
            let ends = word.contains('@');
            name.push(word);
            if ends {
                players.push(std::mem::take(&mut name).join(" "));
            } else if !words_until_address(&words) {
                // no address follows: these words are nicks
                players.append(&mut name);
            }
        }
        let options = pairs(&options).map_err(|_| StartFailure::Usage)?;
        Ok(Self { game, players, options })
    }
}

/// Is the next word with an `@` one in `<>`, so that the words before it are a name?
fn words_until_address<I: Iterator<Item = String> + Clone>(words: &std::iter::Peekable<I>) -> bool {
    words.clone().find(|w| w.contains('@')).is_some_and(|w| w.starts_with('<'))
}

/// A player as a start line writes him (`player` of grammar/options.abnf).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Player {
    /// Who.
    pub who: Who,
    /// The language behind it.
    pub lang: Option<Lang>,
}

/// How a player is named.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Who {
    /// By a nick that has to be known.
    Nick(String),
    /// By an address, in lower case, with the name before it, which may be empty.
    Address {
        /// The name.
        name: String,
        /// The address.
        address: String,
    },
}

impl Player {
    /// Reads `kata`, `a@b.org` or `Name <a@b.org>`, each with an optional `:hu` behind it.
    ///
    /// # Errors
    /// [`StartFailure::Nick`], [`StartFailure::Address`], [`StartFailure::Language`] or [`StartFailure::Missing`] where it
    /// is none of them.
    pub fn read(text: &str) -> Result<Self, StartFailure> {
        let (body, lang) = match text.rsplit_once(':').map(|(b, l)| (b, Lang::from_code(l))) {
            Some((body, Some(lang))) => (body.trim_end_matches(' '), Some(lang)),
            _ => (text, None),
        };
        if matches!(body.trim_matches(' '), "" | ":") {
            return Err(StartFailure::Missing);
        }
        if let Some((player, code)) = body.rsplit_once(':').filter(|(_, code)| !code.contains(['@', '<', '>'])) {
            return Err(match player.trim() {
                "" => StartFailure::Missing,
                player => StartFailure::Language { player: player.to_owned(), code: code.trim().to_owned() },
            });
        }
        if !body.contains('@') {
            return if !body.is_empty() && body.chars().all(|c| c > ' ' && c != '"' && c != ':') {
                Ok(Self { who: Who::Nick(body.to_owned()), lang })
            } else if body.contains(['<', '>']) {
                Err(StartFailure::Address(body.to_owned()))
            } else {
                Err(StartFailure::Nick { player: body.to_owned(), nearest: None })
            };
        }
        let (name, raw) = match body.strip_suffix('>').and_then(|b| b.split_once('<')) {
            Some((name, raw)) => (name.trim_end_matches(' '), raw),
            None => ("", body),
        };
        let address = address::parse(raw).map_err(|_| StartFailure::Address(raw.to_owned()))?;
        if name.starts_with(' ') || name.chars().any(|c| c < ' ') {
            return Err(StartFailure::Address(body.to_owned()));
        }
        let name = name.trim_matches('"').trim().to_owned();
        Ok(Self { who: Who::Address { name, address }, lang })
    }
}

/// A player who can take a seat.
struct Named {
    person: Option<i64>,
    name: String,
    address: String,
    lang: Option<Lang>,
}

fn named(ask: Ask<'_>, config: &Config, text: &str) -> Result<Result<Named, StartFailure>, StoreError> {
    let nearest_nick = |nick: &str| -> Result<Option<String>, StoreError> {
        Ok(nearest(nick, ask.nicks()?.iter().map(|n| n.0.as_str())).map(ToOwned::to_owned))
    };
    let player = match Player::read(text.trim()) {
        Ok(player) => player,
        Err(StartFailure::Nick { player, .. }) => {
            let nearest = nearest_nick(&player)?;
            return Ok(Err(StartFailure::Nick { player, nearest }));
        }
        Err(other) => return Ok(Err(other)),
    };
    let (name, address) = match player.who {
        Who::Nick(nick) => {
            return Ok(match ask.person_by_nick(&nick)? {
                Some(person) => Ok(Named {
                    person: Some(person.id),
                    name: person.name.clone(),
                    address: person.addresses.first().cloned().unwrap_or_default(),
                    lang: player.lang.or(Some(person.lang)),
                }),
                None => {
                    let nearest = nearest_nick(&nick)?;
                    Err(StartFailure::Nick { player: nick, nearest })
                }
            });
        }
        Who::Address { name, address } => (name, address),
    };
    if address::is_unfit(&address, &config.server.address) {
        return Ok(Err(StartFailure::Own(address)));
    }
    let known = ask.person_by_address(&address)?;
    let clean: String = name.chars().filter(|c| !c.is_control()).collect();
    let name = match (&known, clean.is_empty()) {
        (_, false) => clip(&clean, 40),
        (Some(person), true) => person.name.clone(),
        // a name that tells no address
        (None, true) => address.split(['@', '+']).next().unwrap_or("player").to_owned(),
    };
    let lang = player.lang.or(known.as_ref().map(|p| p.lang));
    Ok(Ok(Named { person: known.map(|p| p.id), name, address, lang }))
}

type Checked = (&'static dyn Game, Vec<Named>);

fn look(ask: Ask<'_>, config: &Config, args: &StartArgs) -> Result<Result<Checked, StartFailure>, StoreError> {
    let Some(game) = game::find(&args.game) else { return Ok(Err(StartFailure::Game(args.game.clone()))) };
    let mut players = Vec::new();
    for text in &args.players {
        match named(ask, config, text)? {
            Ok(player) => players.push(player),
            Err(e) => return Ok(Err(e)),
        }
    }
    let mut seen = BTreeSet::new();
    for player in &players {
        let who = player.person.map_or_else(|| player.address.clone(), |id| id.to_string());
        if !seen.insert(who) {
            return Ok(Err(StartFailure::Twice(player.address.clone())));
        }
    }
    let opened = match game.open(&options(game, config, &players, args), &mut || 0) {
        Ok(opened) => opened,
        Err(fault) => return Ok(Err(StartFailure::Option(fault))),
    };
    if opened.position.outcome().is_some() {
        return Ok(Err(StartFailure::Over));
    }
    if let Err(phrase) = opened.position.fair() {
        return Ok(Err(StartFailure::Unfair(game.name().to_owned(), phrase)));
    }
    let wanted = usize::from(opened.seats);
    if players.len() != wanted {
        return Ok(Err(StartFailure::Count { game: game.name().to_owned(), wanted, given: players.len() }));
    }
    // two players of one name could not be told apart in a letter
    if let [one, two] = players.as_mut_slice()
        && one.name.to_lowercase() == two.name.to_lowercase()
    {
        two.name.push_str(" 2");
    }
    Ok(Ok((game, players)))
}

/// The options with what follows from the players' languages.
fn options(game: &dyn Game, config: &Config, players: &[Named], args: &StartArgs) -> Vec<(String, String)> {
    let langs: Vec<Lang> = players.iter().map(|p| p.lang.unwrap_or(config.server.language)).collect();
    let mut options = args.options.clone();
    game.adapt(&mut options, &langs);
    options
}

/// Could the game be opened? Nothing is changed.
///
/// # Errors
/// [`StartFailure`], also for a database that cannot be asked.
pub fn check(ask: Ask<'_>, config: &Config, args: &StartArgs) -> Result<(), StartFailure> {
    match look(ask, config, args) {
        Ok(result) => result.map(|_| ()),
        Err(_) => Err(StartFailure::Usage),
    }
}

/// Opens a game: registers the players, sets the table up and queues the opening letters, in one transaction.
///
/// # Errors
/// [`StoreError`] from SQLite; the inner [`StartFailure`] where the game cannot be opened.
pub fn start(
    store: &mut Store,
    config: &Config,
    args: &StartArgs,
    now: i64,
) -> Result<Result<i64, StartFailure>, StoreError> {
    let tx = store.begin()?;
    let started = start_within(&tx, config, args, now)?;
    if let Ok(game) = started {
        tx.commit()?;
        tracing::info!(game, name = args.game, "opened");
    }
    Ok(started)
}

/// As [`start`], as a part of a transaction.
pub(super) fn start_within(
    tx: &Tx<'_>,
    config: &Config,
    args: &StartArgs,
    now: i64,
) -> Result<Result<i64, StartFailure>, StoreError> {
    let (game, players) = match look(tx.ask(), config, args)? {
        Ok(found) => found,
        Err(e) => return Ok(Err(e)),
    };
    let opened = match game.open(&options(game, config, &players, args), &mut draw) {
        Ok(opened) => opened,
        Err(fault) => return Ok(Err(StartFailure::Option(fault))),
    };
    let mut line = StartLine {
        game: game.name().to_owned(),
        edition: game.edition(),
        players: Vec::new(),
        options: opened.options,
    };
    let mut ids = Vec::new();
    for player in &players {
        let lang = player.lang.unwrap_or(config.server.language);
        let name = player.name.chars().filter(|c| !c.is_control()).collect();
        line.players.push((name, lang));
        ids.push(match player.person {
            // known people keep their own name and language
            Some(id) => id,
            None => tx.keep_person(None, &player.name, lang, std::slice::from_ref(&player.address), now)?.id,
        });
    }
    let text = line.to_string();
    // the log stands on this line
    if text.parse().as_ref() != Ok(&line) {
        return Err(StoreError::Row(format!("the start line cannot be read back: {text}")));
    }
    let number = tx.new_game(game.name(), &text, &ids, now)?;
    let table = Table::open(number, line).map_err(|e| StoreError::Row(e.to_string()))?;
    for seat in table.seats() {
        tx.new_token(number, seat, 0)?;
    }
    let row = tx.ask().game(number)?.ok_or_else(|| StoreError::Row(format!("game {number} vanished")))?;
    let mut commit = Commit { tx, config, row, table: &table, now };
    commit.outgoing(&opening(&table), 0, 0, Pace::Send, false)?;
    commit.close(true)?;
    Ok(Ok(number))
}

/// A seed that nobody knows before. Small enough to be typed.
#[must_use]
pub fn draw() -> u64 {
    u64::from(getrandom::u32().unwrap_or(0))
}
