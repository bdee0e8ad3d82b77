//! How fast Ataxx is: perft with and without counting the last ply in bulk, the fold of a game from its log, and the
//! drawing of each board. `cargo bench --bench ataxx`; best of several runs, since the machine is shared.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "a bench stops at the first surprise")]

use std::hint::black_box;
use std::time::{Duration, Instant};

use boardpost::game::ataxx::Ataxx;
use boardpost::game::options::Dice;
use boardpost::game::{self, Eye, Phrase, Rules, Seat};
use boardpost::picture::{self, Words};

fn pairs(list: &[(&str, &str)]) -> Vec<(String, String)> {
    list.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect()
}

fn best<T>(runs: u32, mut work: impl FnMut() -> T) -> Duration {
    (0..runs)
        .map(|_| {
            let start = Instant::now();
            black_box(work());
            start.elapsed()
        })
        .min()
        .unwrap()
}

fn position(list: &[(&str, &str)]) -> Ataxx {
    Ataxx::start(&Ataxx::options(&pairs(list)).unwrap(), 0)
}

fn perft(name: &str, list: &[(&str, &str)], depth: u32) {
    let position = position(list);
    let nodes = position.perft(depth).unwrap();
    assert_eq!(nodes, position.walk(depth));
    let rate = |time: Duration| nodes as f64 / time.as_secs_f64() / 1e6;
    let bulk = rate(best(7, || position.perft(depth)));
    let single = rate(best(3, || position.walk(depth)));
    println!("perft {name} depth {depth}: {nodes} nodes, {bulk:.0} M/s in bulk, {single:.0} M/s one by one");
}

fn fold(list: &[(&str, &str)]) {
    let game = game::find("ataxx").unwrap();
    // 0000 is never among several legal turns, so random play of 200 plies is a game like any other
    let (log, options) = (0..)
        .find_map(|seed| {
            let mut dice = Dice::new(seed, 0);
            let mut position = game.open(&pairs(list), &mut || 0).unwrap().position;
            let mut log: Vec<(Seat, String)> = Vec::new();
            while log.len() < 200 {
                let seat = position.to_act().iter().next()?;
                let legal = position.legal(seat).unwrap();
                let turn = legal[dice.below(legal.len() as u64) as usize].clone();
                position = position.play(seat, &turn).unwrap().next;
                log.push((seat, turn));
            }
            Some((log, pairs(list)))
        })
        .unwrap();
    let time = best(50, || {
        let mut position = game.open(&options, &mut || 0).unwrap().position;
        for (seat, turn) in &log {
            position = position.play(*seat, turn).unwrap().next;
        }
        position.dump()
    });
    println!("fold of {} plies on {list:?}: {} µs", log.len(), time.as_micros());
}

struct Bare;

impl Words for Bare {
    fn say(&self, phrase: &Phrase) -> String {
        phrase.to_string()
    }

    fn item(&self, id: &str) -> String {
        id.to_owned()
    }

    fn seat(&self, seat: Seat) -> String {
        seat.to_string()
    }
}

fn draw(board: &str) {
    let position = game::find("ataxx").unwrap().open(&pairs(&[("board", board)]), &mut || 0).unwrap().position;
    let time = best(200, || picture::ascii(&position.view(Eye::Public), &Bare));
    println!("drawing {board}: {:.1} µs", time.as_nanos() as f64 / 1e3);
}

fn main() {
    // `cargo test --all-targets` runs benches too, without this word
    if !std::env::args().any(|arg| arg == "--bench") {
        return;
    }
    perft("7x7 full", &[("preset", "uai")], 6);
    perft("8x8 full", &[("jump", "full")], 5);
    perft("11x11 straight", &[("board", "11x11")], 5);
    perft("hexagon5 full", &[("board", "hexagon5"), ("jump", "full")], 5);
    perft("pentagon5x5", &[("board", "pentagon5x5")], 5);
    fold(&[]);
    fold(&[("preset", "uai")]);
    fold(&[("board", "hexagon5")]);
    fold(&[("board", "pentagon5x5")]);
    for board in ["7x7", "8x8", "11x11", "hexagon5", "hexagon6", "rhombus8", "rhombus11", "pentagon5x5", "pentagon8x8"]
    {
        draw(board);
    }
}
