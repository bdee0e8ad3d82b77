//! The daemon killed again and again while letters flow.

use super::house::{House, IDLE_TLS, PATIENCE};
use super::player::Player;
use crate::mailstack::Stack;
use boardpost::config::Config;
use boardpost::daemon::{StartArgs, start};
use boardpost::game::Seat;
use boardpost::post::Outgoing;
use boardpost::store::Store;
use std::collections::BTreeSet;
use std::fs;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::time::{Duration, Instant};

/// What each game's two players write, in turn: a whole game but its end.
const ROUNDS: [(Seat, &str); 10] = [
    (Seat::One, "ew@A3"),
    (Seat::Two, "ns@C1"),
    (Seat::One, "ew@B3"),
    (Seat::Two, "say Good game!"),
    (Seat::Two, "ns@C2"),
    (Seat::One, "new@C3"),
    (Seat::One, "say Thank you."),
    (Seat::Two, "sw@D3"),
    (Seat::One, "ne@D4"),
    (Seat::Two, "ns@A1"),
];

/// How many games; 2,000 letters are of 200.
fn games() -> i64 {
    std::env::var("BOARDPOST_KILL_GAMES").ok().and_then(|n| n.parse().ok()).unwrap_or(30)
}

fn letter(store: &Store, game: i64, round: usize) -> Outgoing {
    let (seat, words) = ROUNDS[round];
    let token = store.ask().keys().token(game, seat, 0);
    let (from, to) = (format!("p{}@game.test", seat.number()), format!("game+{token}@game.test"));
    let bytes = format!(
        "From: {from}\r\nTo: {to}\r\nSubject: move\r\nMessage-ID: <g{game}.r{round}@client.game.test>\r\n\
         Date: Mon, 30 Nov 2026 09:14:00 +0000\r\n\r\n{words}\r\n"
    );
    Outgoing { id: 0, from, to, bytes: bytes.into_bytes() }
}

/// Letters that were ruled on, by now.
fn ruled(store: &rusqlite::Connection) -> usize {
    let count = store.query_row("SELECT count(*) FROM inbox WHERE state = 'done'", [], |r| r.get::<_, i64>(0));
    usize::try_from(count.unwrap()).unwrap()
}

/// Starts daemons and kills each after 20 to 500 ms; gives how many died.
fn killing(house: &House, over: &AtomicBool, kills: &AtomicUsize) {
    while !over.load(Ordering::Relaxed) {
        let daemon = house.daemon();
        let life = 20 + u64::from(getrandom::u32().unwrap() % 481);
        std::thread::sleep(Duration::from_millis(life));
        daemon.kill();
        kills.fetch_add(1, Ordering::Relaxed);
    }
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn killed_all_the_time_it_loses_nothing_and_doubles_nothing() {
    let stack = Stack::start();
    let house = House::new(&stack, IDLE_TLS);
    let mut text = fs::read_to_string(house.path("config.toml")).unwrap();
    text.push_str("\n[limits]\nplayer_hour = 0\nplayer_day = 0\nbreaker_hour = 0\n");
    fs::write(house.path("config.toml"), text).unwrap();
    let config = Config::load(Some(&house.path("config.toml"))).unwrap();
    let mut store = Store::open(&config.store).unwrap();
    let args = StartArgs {
        game: "thoughtwave".to_owned(),
        players: ["p1@game.test:en", "p2@game.test:en"].map(str::to_owned).to_vec(),
        options: vec![("size".to_owned(), "5".to_owned())],
    };
    for _ in 0..games() {
        start(&mut store, &config, &args, boardpost::daemon::now()).unwrap().unwrap();
    }
    let mut players = [Player::new(&stack, "p1"), Player::new(&stack, "p2")];
    let counter = rusqlite::Connection::open(&config.store).unwrap();
    let (over, kills) = (AtomicBool::new(false), AtomicUsize::new(0));
    let begin = Instant::now();
    std::thread::scope(|scope| {
        scope.spawn(|| killing(&house, &over, &kills));
        let result = std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| {
            for round in 0..ROUNDS.len() {
                let letters: Vec<Outgoing> = (1..=games()).map(|game| letter(&store, game, round)).collect();
                stack.send_all(&letters);
                let wanted = letters.len() * (round + 1);
                let start = Instant::now();
                while ruled(&counter) < wanted {
                    assert!(start.elapsed() < 4 * PATIENCE, "{} of {wanted} ruled on", ruled(&counter));
                    std::thread::sleep(Duration::from_millis(20));
                }
            }
        }));
        over.store(true, Ordering::Relaxed);
        if let Err(panic) = result {
            std::panic::resume_unwind(panic);
        }
    });
    let kills = kills.into_inner();
    house.good(&["run", "--once"]);
    let count = ROUNDS.len() * usize::try_from(games()).unwrap();
    // nothing put aside, nothing waiting, every log replays, every letter moved
    house.check_clean(&stack, count);
    let turns = ROUNDS.iter().filter(|r| !r.1.starts_with("say")).count();
    for game in 1..=games() {
        assert_eq!(house.turns(game), turns, "game {game}");
        let ins = store.ask().log(game).unwrap().iter().filter(|l| l.kind == "in").count();
        assert_eq!(ins, ROUNDS.len(), "game {game}");
    }
    let mut doubled = 0;
    for player in &mut players {
        let wanted = count + usize::try_from(games()).unwrap();
        let start = Instant::now();
        while player.distinct() < wanted && start.elapsed() < PATIENCE {
            std::thread::sleep(Duration::from_millis(50));
            player.look().unwrap();
        }
        let ids: BTreeSet<&str> = player.letters.iter().map(|l| l.message_id.as_str()).collect();
        assert_eq!(ids.len(), wanted, "{}", player.user);
        assert_eq!(player.distinct(), wanted, "{}: a letter that came twice is not the same", player.user);
        doubled += player.letters.len() - wanted;
    }
    println!("{count} letters, {kills} kills, {doubled} answers came twice, {:?}", begin.elapsed());
    assert!(doubled <= 4 * kills, "{doubled} after {kills} kills");
    assert!(kills > 5);
}
