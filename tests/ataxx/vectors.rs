//! The published vectors: plays, perft tables, contacts.

use std::collections::BTreeMap;

use boardpost::game::{Position, Seat};
use serde_json::Value as Json;

use super::{mover, open, play};

/// The board of a vector: rectangles come from the FEN.
fn geometry(name: &str, fen: &str) -> Option<String> {
    let rows = fen.split(' ').next().unwrap().split('/').count();
    match name {
        "rect" => None,
        "hexhex" => Some(format!("hexagon{}", rows.div_ceil(2))),
        "rhomb" => Some(format!("rhombus{rows}")),
        other => panic!("geometry {other}"),
    }
}

fn at(geometry_name: &str, jump: &str, fen: &str, nomove: &str) -> Box<dyn Position> {
    let board = geometry(geometry_name, fen);
    let mut pairs = vec![("jump", jump), ("position", fen), ("nomove", nomove)];
    if let Some(board) = &board {
        pairs.push(("board", board));
    }
    open(&pairs)
}

fn check_status(position: &dyn Position, status: &Json, what: &str) {
    let outcome = position.outcome();
    assert_eq!(outcome.is_some(), status["over"].as_bool().unwrap(), "{what}: over");
    let winner = outcome.map(|o| o.winner.map_or("draw", |seat| if seat == Seat::One { "x" } else { "o" }));
    assert_eq!(winner, status["winner"].as_str(), "{what}: winner");
    let board = position.dump();
    let board = board.split(' ').next().unwrap();
    for disc in ["x", "o"] {
        assert_eq!(board.matches(disc).count() as u64, status["count"][disc].as_u64().unwrap(), "{what}: {disc}");
    }
    let legal = position.legal(mover(position)).unwrap();
    assert_eq!(legal == ["0000"], status["must_pass"].as_bool().unwrap(), "{what}: must pass");
}

#[test]
fn vectors() {
    let file: Json = serde_json::from_str(include_str!("../vectors/ataxx.json")).unwrap();
    let vectors = file["vectors"].as_array().unwrap();
    assert!(vectors.len() > 10);
    let mut plays = 0;
    for vector in vectors {
        let text = |key: &str| vector[key].as_str().unwrap();
        let position = at(text("geometry"), text("jump"), text("fen"), "100");
        assert_eq!(position.dump(), text("fen"));
        let strings = |json: &Json| {
            let mut list: Vec<String> =
                json.as_array().unwrap().iter().map(|t| t.as_str().unwrap().to_owned()).collect();
            list.sort_unstable();
            list
        };
        let legal = position.legal(mover(&*position)).unwrap();
        assert_eq!(legal, strings(&vector["legal"]), "{}", text("id"));
        assert_eq!(legal.len() as u64, vector["legal_count"].as_u64().unwrap());
        check_status(&*position, &vector["status"], text("id"));
        for line in vector["play"].as_array().unwrap() {
            let turn = line["move"].as_str().unwrap();
            let what = format!("{} {turn}", text("id"));
            let played = play(&*position, turn).unwrap_or_else(|e| panic!("{what}: {e:?}"));
            let flipped = played.phrases.iter().find(|p| p.id == "flipped");
            let cells = flipped.map(|p| p.get("cells").unwrap().to_string()).unwrap_or_default();
            assert_eq!(cells, strings(&line["flipped"]).join(","), "{what}");
            assert_eq!(played.next.dump(), line["fen_after"].as_str().unwrap(), "{what}");
            check_status(&*played.next, &line["status_after"], &what);
            plays += 1;
        }
    }
    assert!(plays > 10);
}

/// The most nodes that one row of a perft table may have: a debug build must not take minutes over them. The release
/// build runs them all but the two of more than 10^9.
const MOST: u64 = if cfg!(debug_assertions) { 20_000_000 } else { 1_000_000_000 };

fn perft_rows(csv: &str, position: impl Fn(&[&str]) -> Box<dyn Position>, depth_column: usize) -> u32 {
    let mut run = 0;
    for line in csv.lines().skip(1) {
        let fields: Vec<&str> = line.split(',').collect();
        let depth: u32 = fields[depth_column].parse().unwrap();
        let nodes: u64 = fields[depth_column + 1].parse().unwrap();
        if nodes <= MOST {
            assert_eq!(position(&fields).perft(depth), Some(nodes), "{line}");
            run += 1;
        }
    }
    run
}

#[test]
fn perft_of_uai() {
    let uai = |fields: &[&str]| open(&[("preset", "uai"), ("position", fields[0])]);
    assert!(perft_rows(include_str!("../vectors/ataxx_perft.csv"), uai, 1) >= 195);
}

#[test]
fn perft_of_the_family() {
    let member = |fields: &[&str]| at(fields[0], fields[1], fields[2], "none");
    assert!(perft_rows(include_str!("../vectors/ataxx_perft_variants.csv"), member, 3) >= 105);
}

#[test]
fn basketweave_contacts() {
    let file: Json = serde_json::from_str(include_str!("../vectors/ataxx_pentagon_3x3.json")).unwrap();
    let contacts: BTreeMap<String, Vec<String>> = serde_json::from_value(file["edge_or_vertex"].clone()).unwrap();
    assert_eq!(contacts.len(), 18);
    let place = |disc: &str, other: &str| {
        // one disc of seat 1 on the cell, one of seat 2 elsewhere: the clones are the cell's neighbours
        let mut rows = String::new();
        for row in 1..=3 {
            for (col, half) in [("a", 1), ("a", 2), ("b", 1), ("b", 2), ("c", 1), ("c", 2)] {
                let name = format!("{col}{row}.{half}");
                rows.push(if name == disc {
                    'x'
                } else if name == other {
                    'o'
                } else {
                    '.'
                });
            }
            rows.push(if row < 3 { '/' } else { ' ' });
        }
        open(&[("board", "pentagon3x3"), ("position", &(rows + "x"))]).legal(Seat::One).unwrap()
    };
    for (cell, near) in &contacts {
        let two_steps: Vec<&String> = near.iter().flat_map(|n| &contacts[n]).collect();
        let far: Vec<String> =
            contacts.keys().filter(|c| *c != cell && !near.contains(c) && two_steps.contains(c)).cloned().collect();
        let other = contacts.keys().find(|c| *c != cell && !near.contains(c) && !far.contains(c)).unwrap();
        let mut expected: Vec<String> = near.iter().cloned().chain(far.iter().map(|f| format!("{cell}{f}"))).collect();
        expected.sort_unstable();
        assert_eq!(place(cell, other), expected, "{cell}");
    }
}
