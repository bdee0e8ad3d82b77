//! SMYOZ: the solver. Numbers of one run on one machine are to be compared with each other only.
//!
//! `cargo bench --bench smyoz`: first the plain enumeration of all legal layouts, with and without delta tips, as the
//! measure; then searches by header and codes, with and without directions; then puzzles of each grade.

#![allow(clippy::print_stdout, reason = "a bench prints")]

use std::time::Instant;

use boardpost::game::options::Dice;
use boardpost::game::smyoz::count::count_all;
use boardpost::game::smyoz::derived::{Codes, Header};
use boardpost::game::smyoz::generator::{Terms, generate};
use boardpost::game::smyoz::layout::Layout;
use boardpost::game::smyoz::options::{Grade, Origo};
use boardpost::game::smyoz::solver::{Clues, Limits, search};

fn main() {
    // `cargo test` runs benches too
    if std::env::args().all(|arg| arg != "--bench") {
        return;
    }
    let mut plain = 0.0;
    for (tips, known) in [(false, 2_627_970_792), (true, 1_068_330_184)] {
        let start = Instant::now();
        let count = count_all(tips);
        plain = start.elapsed().as_secs_f64();
        assert_eq!(count, known);
        println!("all layouts, delta_tips={tips}: {count} in {plain:.2} s (one alpha of each symmetry class walked)");
    }
    for directions in [false, true] {
        let (mut nodes, mut seconds, mut slowest) = (0, 0.0_f64, 0.0_f64);
        for seed in 0..20 {
            let layout = Layout::random(&mut Dice::new(seed, 1), true);
            let clues = Clues {
                delta_tips: true,
                origo: Origo::Closed,
                header: Some(Header::of(&layout)),
                codes: Some(Codes::of(&layout, directions)),
                told: Vec::new(),
                not: Vec::new(),
            };
            let start = Instant::now();
            let found = search(&clues, &Limits::ALL);
            let took = start.elapsed().as_secs_f64();
            assert!(found.layouts.contains(&layout));
            nodes += found.nodes;
            seconds += took;
            slowest = slowest.max(took);
        }
        let nodes = nodes / 20;
        println!(
            "header and codes, directions={directions}, means of 20: {nodes} ships tried, {:.3} s, slowest \
             {slowest:.3} s; the plain enumeration has {} times as many layouts, and merely counting them takes {:.0} \
             times as long",
            seconds / 20.0,
            1_068_330_184 / nodes,
            plain * 20.0 / seconds
        );
    }
    for grade in [Grade::Easy, Grade::Medium, Grade::Hard] {
        let start = Instant::now();
        let cells: usize = (0..10)
            .map(|seed| generate(seed, grade, Terms::of(grade)).told.iter().map(|t| t.cells.len()).sum::<usize>())
            .sum();
        let took = start.elapsed().as_secs_f64() / 10.0;
        println!("puzzle {}: {took:.2} s, {:.1} cells shot, means of 10", grade.word(), cells as f64 / 10.0);
    }
}
