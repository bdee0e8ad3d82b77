//! What must hold on every board and under every rule.

use std::collections::BTreeSet;

use boardpost::game::options::Dice;
use boardpost::game::view::Geometry;
use boardpost::game::{Eye, Lang, Position, Seat};

use super::{mover, open, play};

/// Boards and rules that between them use every shape, pattern and option.
const FAMILY: &[&[(&str, &str)]] = &[
    &[],
    &[("preset", "uai"), ("nomove", "7")],
    &[("board", "3x3"), ("jump", "full"), ("nomove", "20"), ("stuck", "fill")],
    &[("board", "6x7"), ("setup", "balanced"), ("first", "2"), ("nomove_result", "count"), ("nomove", "3")],
    &[("board", "4x11"), ("jump", "full"), ("holes", "centre")],
    &[("board", "7x7"), ("holes", "diamond"), ("stuck", "fill")],
    &[("board", "8x8"), ("holes", "cross"), ("jump", "full")],
    &[("board", "11x11"), ("holes", "notches")],
    &[("board", "hexagon3"), ("stuck", "fill")],
    &[("board", "hexagon4"), ("holes", "dots"), ("jump", "full")],
    &[("board", "hexagon6"), ("holes", "notches")],
    &[("board", "rhombus5"), ("setup", "opposite")],
    &[("board", "rhombus11"), ("holes", "dots"), ("jump", "full")],
    &[("board", "pentagon2x3"), ("nomove", "30")],
    &[("board", "pentagon5x5"), ("holes", "notches")],
    &[("board", "pentagon8x8"), ("first", "random"), ("seed", "5")],
    &[("position", "x-1/oo1/3 x 0 1")],
    &[("position", "x-1-o-x/-1-1-1-/1-1-1-1/-1-1-1-/o-1-1-x o 3 9"), ("jump", "full")],
];

/// The cells of the position's FEN, a row a line, runs written out as dots.
fn rows(position: &dyn Position) -> Vec<Vec<char>> {
    let fen = position.dump();
    let expand = |row: &str| {
        let mut cells = Vec::new();
        let mut run = 0;
        for c in row.chars().chain(['/']) {
            if let Some(digit) = c.to_digit(10) {
                run = 10 * run + digit;
            } else {
                cells.extend((0..run).map(|_| '.'));
                run = 0;
                cells.push(c);
            }
        }
        cells.pop();
        cells
    };
    fen.split(' ').next().unwrap().split('/').map(expand).collect()
}

fn fen(rows: &[Vec<char>], side: &str) -> String {
    let rows: Vec<String> = rows.iter().map(|row| row.iter().collect()).collect();
    format!("{} {side} 0 1", rows.join("/"))
}

/// All names of cells that could be meant, some of them off the board.
fn names(position: &dyn Position) -> Vec<String> {
    let board = &position.view(Eye::Public).boards[0];
    let hexagon = matches!(board.geometry, Geometry::Hexagon { .. });
    let (letters, numbers) = if hexagon { (&board.rows, &board.columns) } else { (&board.columns, &board.rows) };
    let halves: &[&str] = if matches!(board.geometry, Geometry::Basketweave { .. }) { &[".1", ".2"] } else { &[""] };
    let mut names = vec![format!("a0{}", halves[0]), format!("z99{}", halves[0])];
    for (letter, number) in letters.iter().flat_map(|l| numbers.iter().map(move |n| (l, n))) {
        names.extend(halves.iter().map(|half| format!("{letter}{number}{half}")));
    }
    names
}

/// Every clone, every pair of cells and the pass: what is played is what is listed, and a refusal names legal turns.
fn played_is_listed(position: &dyn Position) {
    let seat = mover(position);
    let legal: BTreeSet<String> = position.legal(seat).unwrap().into_iter().collect();
    let names = names(position);
    let pairs = names.iter().flat_map(|a| names.iter().map(move |b| format!("{a}{b}")));
    let mut played = BTreeSet::new();
    let before = position.dump();
    for text in names.iter().cloned().chain(pairs).chain(["0000".to_owned()]) {
        let turn = position.read(&text, Lang::En, seat).unwrap();
        match position.play(seat, &turn) {
            Ok(done) => {
                assert_eq!(done.turn, turn);
                played.insert(turn);
            }
            Err(refusal) => {
                let boardpost::game::Refusal::Illegal(illegal) = refusal else { panic!("{text}: {refusal:?}") };
                let Some(boardpost::game::Value::Terms(near)) = illegal.faults[0].get("near") else { panic!("{text}") };
                assert!(
                    (1..=5).contains(&near.len()) && near.iter().all(|turn| legal.contains(turn)),
                    "{text}: {near:?}"
                );
            }
        }
    }
    assert_eq!(played, legal, "{before}");
    assert_eq!(position.dump(), before);
}

/// One random game. On the way: the log folds to the same position, a FEN is the position that it came from, the
/// bulk count agrees with the turns, and the game ends within its bound.
#[test]
fn random_play() {
    for (n, pairs) in FAMILY.iter().enumerate() {
        for seed in 0..4 {
            let mut dice = Dice::new(seed, n as u64);
            let mut position = open(pairs);
            let start = rows(&*position).concat();
            let discs = |cells: &[char]| cells.iter().filter(|c| matches!(c, 'x' | 'o')).count();
            let cells = start.iter().filter(|c| **c != '-').count();
            // each clone fills a cell for good, and there are fewer than `nomove` plies between two of them
            let nomove = pairs.iter().find(|(k, _)| *k == "nomove").map_or(100, |(_, v)| v.parse().unwrap());
            let bound = (cells - discs(&start) + 1) * nomove;
            let mut log: Vec<(Seat, String)> = Vec::new();
            while let Some(seat) = position.to_act().iter().next() {
                assert!(log.len() < bound, "{pairs:?} {}", position.dump());
                let legal = position.legal(seat).unwrap();
                assert_eq!(position.perft(1), Some(legal.len() as u64));
                assert!(position.legal(seat.other()).unwrap().is_empty());
                let turn = &legal[usize::try_from(dice.below(legal.len() as u64)).unwrap()];
                assert_eq!(position.read(turn, Lang::En, seat).as_ref(), Ok(turn));
                let next = position.play(seat, turn).unwrap().next;
                log.push((seat, turn.clone()));
                if log.len() % 16 == 5 {
                    let again = reopened(pairs, &*position);
                    assert_eq!(again.dump(), position.dump());
                    assert_eq!(again.legal(seat), position.legal(seat));
                    assert_eq!(again.play(seat, turn).unwrap().next.dump(), next.dump());
                }
                position = next;
            }
            assert_eq!(position.perft(1), Some(0));
            assert!(position.outcome().is_some());
            let mut fold = open(pairs);
            for (seat, turn) in &log {
                fold = fold.play(*seat, turn).unwrap().next;
            }
            assert_eq!(fold.dump(), position.dump());
            assert_eq!(fold.outcome(), position.outcome());
        }
    }
}

/// The same position opened from its own FEN under the same rules.
fn reopened(pairs: &[(&str, &str)], position: &dyn Position) -> Box<dyn Position> {
    let fen = position.dump();
    let kept = ["board", "jump", "nomove", "nomove_result", "stuck", "preset"];
    let mut pairs: Vec<(&str, &str)> = pairs.iter().copied().filter(|(key, _)| kept.contains(key)).collect();
    pairs.push(("position", &fen));
    open(&pairs)
}

#[test]
fn played_turns_are_the_listed_ones() {
    for pairs in FAMILY {
        played_is_listed(&*open(pairs));
        played_is_listed(&*middle(pairs, 9));
    }
}

type Rows = Vec<Vec<char>>;

fn mirrored(rows: &Rows) -> Rows {
    rows.iter().map(|row| row.iter().rev().copied().collect()).collect()
}

fn upside_down(rows: &Rows) -> Rows {
    rows.iter().rev().cloned().collect()
}

fn transposed(rows: &Rows) -> Rows {
    (0..rows[0].len()).map(|i| rows.iter().map(|row| row[i]).collect()).collect()
}

/// A sixth of a turn: the diagonals become the rows.
fn turned(rows: &Rows) -> Rows {
    let side = rows.len() / 2 + 1;
    let mut turned = vec![Vec::new(); rows.len()];
    for (r, row) in rows.iter().enumerate() {
        for (i, c) in row.iter().enumerate() {
            turned[i + r.saturating_sub(side - 1)].push((r, *c));
        }
    }
    // along a diagonal, from the top: reading it from below keeps the sense of the turn
    turned.into_iter().map(|row| row.into_iter().rev().map(|(_, c)| c).collect()).collect()
}

/// A basketweave with an odd number of block columns, seen in a mirror: standing blocks change their halves.
fn weave_mirrored(rows: &Rows) -> Rows {
    let block = |row: &Vec<char>, r: usize, col: usize| {
        let (a, b) = (row[2 * col], row[2 * col + 1]);
        if (r + col).is_multiple_of(2) { [a, b] } else { [b, a] }
    };
    let mirror = |(r, row): (usize, &Vec<char>)| (0..row.len() / 2).rev().flat_map(|col| block(row, r, col)).collect();
    rows.iter().enumerate().map(mirror).collect()
}

/// A random position after so many plies, of the first dice that do not end the game before.
fn middle(pairs: &[(&str, &str)], plies: u32) -> Box<dyn Position> {
    let reached = |seed| {
        let mut dice = Dice::new(seed, 0);
        let mut position = open(pairs);
        for _ in 0..plies {
            let seat = position.to_act().iter().next()?;
            let legal = position.legal(seat).unwrap();
            position = position.play(seat, &legal[dice.below(legal.len() as u64) as usize]).unwrap().next;
        }
        position.outcome().is_none().then_some(position)
    };
    (0..1000).find_map(reached).unwrap()
}

#[test]
fn perft_knows_no_side_of_the_board() {
    let square: &[fn(&Rows) -> Rows] = &[mirrored, upside_down, transposed];
    let oblong: &[fn(&Rows) -> Rows] = &[mirrored, upside_down];
    let rhombus: &[fn(&Rows) -> Rows] = &[transposed, |rows| upside_down(&mirrored(rows))];
    let hexagon: &[fn(&Rows) -> Rows] = &[mirrored, upside_down, turned];
    let cases = [
        ("7x7", square, 3),
        ("9x4", oblong, 3),
        ("rhombus6", rhombus, 3),
        ("hexagon4", hexagon, 3),
        ("pentagon5x4", &[weave_mirrored], 3),
    ];
    for (board, symmetries, depth) in cases {
        for jump in ["straight", "full"] {
            for plies in [6, 7, 14] {
                let position = middle(&[("board", board), ("jump", jump)], plies);
                let rows = rows(&*position);
                let side = if mover(&*position) == Seat::One { "x" } else { "o" };
                let count = |fen: &str| {
                    let pairs = [("board", board), ("jump", jump), ("position", fen)];
                    (1..=depth).map(|depth| open(&pairs).perft(depth).unwrap()).collect::<Vec<_>>()
                };
                let nodes = count(&fen(&rows, side));
                for (n, symmetry) in symmetries.iter().enumerate() {
                    let image = symmetry(&rows);
                    assert_ne!(image, rows, "{board} symmetry {n} moves nothing here");
                    assert_eq!(count(&fen(&image, side)), nodes, "{board} {jump} symmetry {n}");
                }
                // and none of the colours
                let swap = |c: &char| match c {
                    'x' => 'o',
                    'o' => 'x',
                    other => *other,
                };
                let swapped: Rows = rows.iter().map(|row| row.iter().map(swap).collect()).collect();
                assert_eq!(count(&fen(&swapped, if side == "x" { "o" } else { "x" })), nodes);
            }
        }
    }
}

#[test]
fn bulk_and_walk_agree() {
    use boardpost::game::Rules;
    use boardpost::game::ataxx::Ataxx;
    for pairs in FAMILY {
        let pairs: Vec<(String, String)> = pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        let position = Ataxx::start(&Ataxx::options(&pairs).unwrap(), 0);
        assert_eq!(position.perft(4), Some(position.walk(4)), "{pairs:?}");
    }
    // the counter works on bare sets; the rules themselves must give the same tree
    fn tree(position: &dyn Position, depth: u32) -> u64 {
        let Some(seat) = position.to_act().iter().next() else { return u64::from(depth == 0) };
        match depth {
            0 => 1,
            _ => position
                .legal(seat)
                .unwrap()
                .iter()
                .map(|t| tree(&*position.play(seat, t).unwrap().next, depth - 1))
                .sum(),
        }
    }
    for fen in ["7/7/7/7/4ooo/4ooo/4oox x 98 1", "xxoo/x-oo/oo1x/3x o 0 1", "x-1/oo1/3 x 0 1"] {
        for stuck in ["skip", "fill"] {
            let position = open(&[("position", fen), ("stuck", stuck)]);
            for depth in 0..=3 {
                assert_eq!(position.perft(depth), Some(tree(&*position, depth)), "{fen} {stuck} {depth}");
            }
        }
    }
    assert!(play(&*open(&[("position", "7/7/7/7/4ooo/4ooo/4oox x 98 1")]), "pass").is_ok());
}
