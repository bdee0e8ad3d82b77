//! Two servers with one key, on which one player hides different things: what arrives at the others, what the admin's
//! commands print and what stands in the diagnostic log is the same, byte by byte.

use std::cell::RefCell;
use std::io;
use std::process::Command;
use std::sync::Once;

use boardpost::game::options::Dice;
use boardpost::game::{Eye, Lang, Position, Refusal, Seat};

use super::{SORTS, Sort, fleets, pick, turn, turned};
use tracing_subscriber::filter::FilterFn;
use tracing_subscriber::fmt;
use tracing_subscriber::layer::{Layer, SubscriberExt};
use tracing_subscriber::util::SubscriberInitExt;

use crate::desk::world::{Got, World, address};

thread_local! {
    /// The diagnostic log of this thread's work, while somebody wants it.
    static LOG: RefCell<Option<Vec<u8>>> = const { RefCell::new(None) };
}

struct Memory;

impl io::Write for Memory {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        LOG.with_borrow_mut(|log| log.iter_mut().for_each(|log| log.extend_from_slice(bytes)));
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Does something and gives all that was logged meanwhile, down to the finest level.
fn logged<T>(work: impl FnOnce() -> T) -> (T, String) {
    // for all threads: what is logged first where nobody listens would never be heard afterwards
    static LISTEN: Once = Once::new();
    LISTEN.call_once(|| {
        let lines = fmt::layer().without_time().with_ansi(false).with_writer(|| Memory);
        let ours = FilterFn::new(|meta| meta.target().starts_with("boardpost"));
        tracing_subscriber::registry().with(lines.with_filter(ours)).init();
    });
    LOG.set(Some(Vec::new()));
    let done = work();
    let log = String::from_utf8(LOG.take().unwrap()).unwrap();
    // how long the work took is nobody's secret, and never the same
    (done, log.split(' ').filter(|word| !word.starts_with("ms=")).collect::<Vec<_>>().join(" "))
}

/// What a command prints, and how it ends.
fn prints(world: &World, args: &[&str]) -> (Option<i32>, String, String) {
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardpost"));
    command.arg("--config").arg(world.folder("config.toml")).args(args).env("BOARDPOST_LOG", "trace");
    let done = command.output().unwrap();
    let folder = world.folder("").display().to_string();
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).unwrap().replace(&folder, "FOLDER/");
    (done.status.code(), text(done.stdout), text(done.stderr))
}

fn same_commands(worlds: &[World; 2], seeker: Seat) {
    let me = seeker.to_string();
    for args in [
        &["show", "1"][..],
        &["show", "1", "--as", "public"],
        &["show", "1", "--as", &me],
        &["show", "1", "--as", &me, "--at", "1"],
        &["games"],
        &["games", "--all", "--json"],
        &["log", "1"],
        &["letters"],
        &["letters", "--json"],
        &["outbox"],
        &["config"],
        &["verify"],
        &["show", "2"],
        &["show", "1", "--as", &me, "--at", "9999"],
    ] {
        let [one, two] = [0, 1].map(|n: usize| prints(&worlds[n], args));
        assert!(one == two, "{args:?}: {:?} {:?}", one.0, two.0);
        assert!(!one.1.is_empty() || !one.2.is_empty() || args[0] == "outbox" || args[0] == "verify", "{args:?}");
    }
    // all of it is the admin's to see, and there they differ
    let all = |n: usize| prints(&worlds[n], &["show", "1", "--as", "all"]).1;
    assert_ne!(all(0), all(1));
    assert_eq!(prints(&worlds[0], &["log", "1"]).0, Some(1), "not while the game runs");
    // nor do the libraries that read letters write them into the log
    let (_, _, log) = prints(&worlds[0], &["verify"]);
    assert!(!log.contains("html5ever"), "{}", log.lines().next().unwrap());
}

/// The words of a letter whose turn tells no more in one game than in the other.
fn alike(worlds: &[World; 2], sort: &Sort, pool: &[String], writer: Seat, dice: &mut Dice) -> Option<String> {
    let seeker = sort.hider.other();
    let tables = [0, 1].map(|n: usize| worlds[n].table(1));
    let columns: Vec<String> = tables[0]
        .position()
        .view(Eye::Seat(seeker))
        .boards
        .first()
        .map(|b| b.columns.iter().map(|c| c.to_lowercase()).collect())?;
    for _ in 0..40 {
        let text = turn(sort, &columns, pool, dice);
        let told = [0, 1].map(|n: usize| heard(tables[n].position(), &text, writer, seeker));
        if told[0] == told[1] {
            return Some(text);
        }
    }
    None
}

/// What the seeker hears of a turn, and whether it ends the game.
fn heard(position: &dyn Position, text: &str, writer: Seat, seeker: Seat) -> (String, bool) {
    let Ok(turn) = position.read(text, Lang::En, writer) else { return ("unreadable".to_owned(), false) };
    match position.play(writer, &turn) {
        Ok(played) => {
            let list = played.phrases.iter().filter(|p| p.to.admits(Eye::Seat(seeker)) || p.to.admits(Eye::Public));
            (list.map(|p| format!("{p:?}\n")).collect(), played.next.outcome().is_some())
        }
        Err(refusal) if writer == seeker => (format!("{refusal:?}"), false),
        Err(Refusal::Unreadable(_) | Refusal::Illegal(_)) => ("refused".to_owned(), false),
    }
}

/// One game by letter on two servers; gives how many letters the seeker got.
fn evening(sort: &Sort, board: &str, lang: Lang, seed: u64) -> usize {
    let mut dice = Dice::new(seed, 3);
    let pool = fleets(sort, board, 3);
    let hidden = [pool[0].clone(), turned(&pool[0])];
    let world = World::new(lang, "");
    let mut worlds = [world.twin(), world];
    let choices: Vec<String> = sort.choices.iter().map(|(key, v)| format!("{key}={}", pick(&mut dice, v))).collect();
    let line = format!("{} anna bela {board} {} seed={seed}", sort.game, choices.join(" "));
    let (hider, seeker) = (sort.hider, sort.hider.other());
    let who = |seat: Seat| if seat == Seat::One { "anna" } else { "bela" };
    let mut letters = 0;
    let mut write = |worlds: &mut [World; 2], seat: Option<Seat>, words: [&str; 2]| -> Vec<Got> {
        let mut results: Vec<(Vec<Got>, String)> = Vec::new();
        for (n, world) in worlds.iter_mut().enumerate() {
            results.push(logged(|| match seat {
                None => {
                    let before = world.got.len();
                    world.start_game(&line);
                    world.got[before..].to_vec()
                }
                Some(seat) => world.reply_in(who(seat), 1, words[n]),
            }));
        }
        let (two, one) = (results.pop().unwrap(), results.pop().unwrap());
        assert_eq!(one.1, two.1, "the logs after {words:?}");
        assert!(seat.is_none() || one.1.contains("ruled"), "{}", one.1);
        let not_the_hiders = |list: &[Got]| -> Vec<(String, Vec<u8>)> {
            list.iter().filter(|g| g.to != address(who(hider))).map(|g| (g.to.clone(), g.raw.clone())).collect()
        };
        let [mine, theirs] = [not_the_hiders(&one.0), not_the_hiders(&two.0)];
        for ((to, a), (_, b)) in mine.iter().zip(&theirs) {
            let [a, b] = [a, b].map(|l| boardpost::letter::text(l));
            assert_eq!(a, b, "to {to} after {words:?}");
        }
        assert_eq!(mine, theirs);
        letters += mine.len();
        one.0
    };
    write(&mut worlds, None, ["", ""]);
    let grid = |text: &str| format!("Hello,\n\nplace\n{}\n\nBye", text.replace('/', "\n"));
    write(&mut worlds, Some(hider), [&grid(&hidden[0]), &grid(&hidden[1])]);
    if sort.both {
        write(&mut worlds, Some(seeker), [&grid(&pool[1]); 2]);
    }
    same_commands(&worlds, seeker);
    for n in 0..9 {
        let Some(writer) = worlds[0].table(1).to_act().iter().next() else { break };
        let writer = if n % 4 == 3 { writer.other() } else { writer };
        let Some(words) = alike(&worlds, sort, &pool, writer, &mut dice) else { break };
        let (_, ends) = heard(worlds[0].table(1).position(), &words, writer, seeker);
        if ends {
            break;
        }
        write(&mut worlds, Some(writer), [&words, &words]);
    }
    write(&mut worlds, Some(seeker), ["show\nsay I wonder where they are\ngames"; 2]);
    write(&mut worlds, Some(seeker), ["what is this"; 2]);
    write(&mut worlds, Some(hider), ["say you will never know"; 2]);
    same_commands(&worlds, seeker);
    letters
}

#[test]
fn two_servers_with_different_secrets_are_one_to_everybody_else() {
    for (n, sort) in SORTS.iter().enumerate() {
        let lang = Lang::ALL[n % 3];
        let board = sort.boards[n % sort.boards.len()];
        let letters = evening(sort, board, lang, n as u64 + 5);
        assert!(letters >= 6, "{} {board}: {letters}", sort.game);
    }
}
