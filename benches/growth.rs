//! How the daemon grows: the same letters ruled on beside a thousand games and beside many more, each with thirty moves
//! and all their letters. `cargo bench --bench growth -- [games=N …]`; the databases are deleted afterwards. With `bare`
//! only the games that are played on keep the bytes of their letters, which is all that a letter of another game could
//! tell: every row and every index is there, in a third of the room.

#![allow(clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a bench stops at the first surprise")]

#[allow(dead_code, reason = "the other bench uses the rest")]
#[path = "mail/world.rs"]
mod world;

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;
use std::process::{Command, Stdio};
use std::time::{Duration, Instant};

use boardpost::config::Config;
use boardpost::daemon::{Desk, now};
use boardpost::post::{Arrived, Place};
use boardpost::store::{Store, Taken};
use rusqlite::Connection;

/// Moves of each game.
const MOVES: usize = 30;
/// Letters that are ruled on.
const LETTERS: usize = 600;
/// Games that are played by the desk, and copied.
const MODELS: usize = 6;

/// Seconds of CPU that this process has used, at 100 ticks a second.
fn cpu() -> f64 {
    let stat = fs::read_to_string("/proc/self/stat").unwrap();
    let fields: Vec<&str> = stat.rsplit_once(") ").unwrap().1.split(' ').collect();
    (fields[11].parse::<f64>().unwrap() + fields[12].parse::<f64>().unwrap()) / 100.0
}

/// The games that are played on, out of so many: spread over the whole, in no order.
fn played(count: i64) -> impl Iterator<Item = i64> {
    (1..20 * LETTERS as i64).map(move |n| n * 7_919 % count + 1)
}

/// Copies the games of a database, with all that belongs to them, until there are so many. With `bare` few copies keep
/// the bytes of their letters.
fn multiply(path: &Path, games: usize, bare: bool) {
    let db = Connection::open(path).unwrap();
    db.execute_batch(
        "PRAGMA foreign_keys = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF;
         PRAGMA cache_size = -1000000; PRAGMA ignore_check_constraints = ON;",
    )
    .unwrap();
    let max = |table: &str| -> i64 {
        db.query_row(&format!("SELECT coalesce(max(id), 0) FROM {table}"), [], |r| r.get(0)).unwrap()
    };
    let (inbox, outbox, models) = (max("inbox"), max("outbox"), max("game"));
    let copies = i64::try_from(games).unwrap() / models;
    let whole: BTreeSet<i64> = played(copies * models).take(2 * LETTERS).map(|game| (game - 1) / models).collect();
    // ?1 is the number of the copy; keys grow with it, so that no index is written all over
    let statements = |bytes: bool| {
        let (raw, bytes) = if bytes { ("raw", "bytes") } else { ("x''", "x''") };
        [
            format!(
                "INSERT INTO game SELECT id + ?1 * {models}, name, start, opened, since, to_act, state, winner, reason, letters, events, digest FROM game WHERE id <= {models}"
            ),
            format!("INSERT INTO seat SELECT game + ?1 * {models}, seat, player FROM seat WHERE game <= {models}"),
            // tokens are in the letters of base32, and lower case
            format!(
                "INSERT INTO token SELECT lower(replace(replace(replace(replace(substr(hex(randomblob(10)), 1, 20), '0', 'g'), '1', 'h'), '8', 'i'), '9', 'j')), game + ?1 * {models}, seat, generation, live FROM token WHERE game <= {models}"
            ),
            format!(
                "INSERT INTO inbox SELECT id + ?1 * {inbox}, folder, epoch, printf('%09d.%s', ?1, key), printf('%09d.%s', ?1, msgid), digest, {raw}, received, too_big, attempts, state, note, slim FROM inbox WHERE id <= {inbox}"
            ),
            format!(
                "INSERT INTO outbox SELECT id + ?1 * {outbox}, sender, rcpt, printf('<%09d.%s', ?1, substr(msgid, 2)), {bytes}, state, attempts, unknowns, next_at, last_error, created, sent_at, receipt, newer, held_until, gist FROM outbox WHERE id <= {outbox}"
            ),
            format!(
                "INSERT INTO log SELECT game + ?1 * {models}, seq, kind, seat, time, trust, inbox + ?1 * {inbox}, outbox + ?1 * {outbox}, digest FROM log WHERE game <= {models}"
            ),
            format!("INSERT INTO event SELECT game + ?1 * {models}, n, seq, text FROM event WHERE game <= {models}"),
        ]
    };
    let statements = [false, true].map(|bytes| statements(bytes).map(|s| db.prepare(&s).unwrap()));
    let [mut few, mut all] = statements;
    db.execute_batch("BEGIN").unwrap();
    for copy in 1..copies {
        let statements = if !bare || whole.contains(&copy) { &mut all } else { &mut few };
        for statement in statements {
            statement.execute([copy]).unwrap();
        }
        if copy % 5_000 == 0 {
            db.execute_batch("COMMIT; BEGIN").unwrap();
        }
    }
    db.execute_batch("COMMIT").unwrap();
    drop((few, all));
    db.execute_batch("PRAGMA journal_mode = WAL").unwrap();
}

/// A letter to a game of the database: a legal turn for the seat whose turn it is.
fn letter(store: &Store, game: i64, n: usize) -> Option<Vec<u8>> {
    let row = store.ask().game(game).unwrap()?;
    let table = store.ask().table(&row).unwrap().unwrap();
    let seat = table.to_act().iter().next()?;
    let turn = table.position().legal(seat).unwrap_or_default().into_iter().nth(n % 5)?;
    let person = store.ask().seats(game).unwrap().into_iter().find(|s| s.seat == seat)?.player;
    let from = store.ask().person(person).unwrap()?.addresses[0].clone();
    let token = store.ask().tokens(game).unwrap().into_iter().find(|t| t.1 == seat)?.0.to_lowercase();
    let text = format!(
        "From: {from}\r\nTo: game+{token}@game.test\r\nSubject: Re: move\r\nMessage-ID: <{n}.growth@client.test>\r\n\
         In-Reply-To: <g{game}.p{}.s{seat}.move.c1.{token}@game.test>\r\n\r\n{}\r\n",
        table.version(),
        table.position().spell(&turn, table.lang(seat))
    );
    Some(text.into_bytes())
}

fn measure(games: usize, bare: bool) {
    let begin = Instant::now();
    let world = world::World::with_plies(MODELS * MOVES, &["thoughtwave", "ataxx", "battleship"], MOVES);
    let path = world.dir.path().join("games.db");
    // what the desk wrote counts as sent
    let db = Connection::open(&path).unwrap();
    db.execute("UPDATE outbox SET state = 'sent', sent_at = created", []).unwrap();
    drop(db);
    multiply(&path, games, bare);
    let db = Connection::open(&path).unwrap();
    let moves: i64 = db.query_row("SELECT count(*) FROM event WHERE text LIKE 'turn%'", [], |r| r.get(0)).unwrap();
    let count: i64 = db.query_row("SELECT count(*) FROM game", [], |r| r.get(0)).unwrap();
    db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    drop(db);
    let bytes = fs::metadata(&path).unwrap().len();
    println!(
        "{count} games, {moves} moves, {:.2} GB, {:.0} bytes a move; made in {:.0} s",
        bytes as f64 / 1e9,
        bytes as f64 / moves as f64,
        begin.elapsed().as_secs_f64()
    );

    let config = Config::load(Some(&world.dir.path().join("config.toml"))).unwrap();
    let start = Instant::now();
    let mut desk = Desk::new(Store::open(&path).unwrap(), config, now()).unwrap();
    println!("  opened in {:.1} ms", start.elapsed().as_secs_f64() * 1e3);
    let mut letters = Vec::new();
    for (n, game) in played(count).enumerate() {
        letters.extend(letter(desk.store(), game, n));
        if letters.len() == LETTERS {
            break;
        }
    }
    assert_eq!(letters.len(), LETTERS, "too few games go on");
    let (clock, used) = (Instant::now(), cpu());
    for (n, some) in letters.chunks(200).enumerate() {
        let arrived: Vec<Arrived> = some
            .iter()
            .enumerate()
            .map(|(k, raw)| Arrived {
                place: Place { folder: "growth".to_owned(), epoch: 1, key: format!("{n}.{k}") },
                raw: raw.clone(),
                too_big: false,
            })
            .collect();
        desk.store_mut().relax().unwrap();
        for taken in desk.take(&arrived, now()).unwrap() {
            let Taken::New(id) = taken else { panic!("{taken:?}") };
            desk.rule(id, now()).unwrap();
        }
        desk.store_mut().sync().unwrap();
    }
    let each = |seconds: f64| seconds / letters.len() as f64 * 1e3;
    println!(
        "  a letter: {:.3} ms of CPU, {:.3} ms on the clock",
        each(cpu() - used),
        each(clock.elapsed().as_secs_f64())
    );
    let last = desk.store().ask().letters(false, LETTERS as i64).unwrap();
    let good = last.iter().filter(|l| l.note == "accepted").count();
    assert!(good * 10 >= LETTERS * 9, "{good} of {LETTERS} were moves: {}", last[0].note);
    drop(desk);
    run(world.dir.path());
}

/// A daemon that has nothing to do: how soon it is up, and what it takes.
fn run(dir: &Path) {
    let program = env!("CARGO_BIN_EXE_boardpost");
    let db = Connection::open(dir.join("games.db")).unwrap();
    db.execute("UPDATE outbox SET state = 'sent' WHERE state = 'ready'", []).unwrap();
    drop(db);
    let command = |args: &[&str]| {
        let mut command = Command::new(program);
        command.args(args).current_dir(dir).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
        command
    };
    let start = Instant::now();
    assert!(command(&["run", "--once"]).status().unwrap().success());
    let once = start.elapsed().as_secs_f64() * 1e3;
    let mut daemon = command(&["run"]).spawn().unwrap();
    std::thread::sleep(Duration::from_secs(2));
    let status = fs::read_to_string(format!("/proc/{}/status", daemon.id())).unwrap();
    let memory = status.lines().find_map(|l| l.strip_prefix("VmRSS:")).unwrap().trim();
    println!("  run --once with nothing to do: {once:.0} ms from start to end; idle daemon: {memory}");
    daemon.kill().unwrap();
    daemon.wait().unwrap();
}

fn main() {
    let words: Vec<String> = std::env::args().skip(1).filter(|w| w != "--bench").collect();
    let mut sizes: Vec<usize> =
        words.iter().filter_map(|w| w.strip_prefix("games=")).map(|n| n.parse().unwrap()).collect();
    if sizes.is_empty() {
        sizes = vec![1000, 50_000];
    }
    for size in sizes {
        measure(size, words.iter().any(|w| w == "bare"));
    }
}
