//! The vectors, and the rules of play beyond them.

use boardpost::game::Seat;
use boardpost::game::smyoz::derived::Answer;
use boardpost::game::smyoz::layout::Cell;
use boardpost::game::smyoz::options::Origo;
use boardpost::game::smyoz::shots::{Reply, Step};
use serde_json::Value as Json;

use super::{cell, ids, known, layout, open, play, play_all, state, try_open, vectors};

fn strings(list: &Json) -> Vec<&str> {
    list.as_array().unwrap().iter().map(|e| e.as_str().unwrap()).collect()
}

fn grid(vector: &Json) -> String {
    strings(&vector["grid"]).join("/")
}

fn joined(list: &Json) -> String {
    let list: Vec<String> = list.as_array().unwrap().iter().map(|e| e.to_string().replace('"', "")).collect();
    if list.is_empty() { "-".to_owned() } else { list.join(",") }
}

#[test]
fn vectors_of_layouts() {
    let mut checks = 0;
    for vector in vectors()["vectors"].as_array().unwrap().iter().filter(|v| v["type"] == "layout") {
        let id = vector["id"].as_str().unwrap();
        for (info, headers) in [("none", 0), ("header", 1), ("codes", 2), ("directions", 2)] {
            let position = open(&format!("mode=problem info={info}"));
            let (mut position, told) = play(&*position, Seat::One, &format!("place {}", grid(vector)));
            assert_eq!(state(&*position), "playing 2");
            let mut expected = vec!["placed seat=1".to_owned()];
            let h = &vector["header"];
            expected.push(format!(
                "header of=1 waterlines={} islands={} docked={}",
                h["waterlines"],
                joined(&h["islands"]),
                h["docked"]
            ));
            let codes = ["a", "b", "g", "d"].map(|k| format!("{k}={}", joined(&vector["codes"][k]))).join(" ");
            let codes = if info == "directions" { codes } else { codes.replace(['p', 'm'], "") };
            expected.push(format!("codes of=1 {codes}"));
            if info != "directions" {
                // without directions codes are sorted by their digits alone, as they are with them
                expected.truncate(1 + headers);
            }
            assert_eq!(told, expected, "{id} {info}");
            for shot in vector["shots"].as_array().unwrap() {
                let step = shot["step"].as_str().unwrap();
                let (next, told) =
                    play(&*position, Seat::Two, &format!("{step} {}", strings(&shot["cells"]).join(" ")));
                position = next;
                let a = &shot["answer"];
                let answer = if step == "O" {
                    let cell = a["cell"].as_str().unwrap();
                    format!("answer O {cell} ships={} islands={}", joined(&a["ships"]), joined(&a["islands"]))
                } else {
                    format!("answer {step} {}", strings(a).join(" "))
                };
                assert_eq!(told, [answer], "{id}");
                checks += 1;
                if step == "O" {
                    let reply = Reply::of(
                        &layout(&grid(vector)),
                        Step::O,
                        &[cell(strings(&shot["cells"])[0])],
                        Origo::Open,
                        false,
                    );
                    let Reply::Origin(_, around) = reply else { panic!("{reply:?}") };
                    assert_eq!(around.island_list(), joined(&shot["origo_open_points"]), "{id}");
                }
            }
            assert_eq!(ids(&*position, Seat::Two, "A 11"), "no-steps");
        }
    }
    assert_eq!(checks, 3 * 4 * 7);
}

#[test]
fn vectors_of_cells() {
    let mut checks = 0;
    for vector in vectors()["vectors"].as_array().unwrap().iter().filter(|v| v["type"] == "full-cell-table") {
        let layout = layout(&grid(vector));
        let answers: Vec<&str> = vector["cells"].as_array().unwrap().iter().flat_map(strings).collect();
        for (cell, answer) in Cell::all().zip(answers) {
            assert_eq!(Answer::of(&layout, cell).to_string(), answer, "{cell}");
            assert_eq!(Answer::read(answer), Some(Answer::of(&layout, cell)));
            checks += 1;
        }
    }
    assert_eq!(checks, 81);
}

#[test]
fn vectors_of_rules() {
    let mut checks = 0;
    for vector in vectors()["vectors"].as_array().unwrap().iter().filter(|v| v["type"] == "rule") {
        for (tips, key) in [("yes", "errors"), ("no", "errors_without_delta_tips")] {
            let position = open(&format!("delta_tips={tips}"));
            let ids = ids(&*position, Seat::One, &format!("place {}", grid(vector)));
            let told: Vec<&str> = ids.split(',').filter(|id| *id != "fleet").collect();
            assert_eq!(told, strings(&vector[key]), "{} {tips}", vector["id"]);
            assert!(ids.contains("fleet"));
            checks += 1;
        }
    }
    assert_eq!(checks, 28);
}

#[test]
fn every_broken_rule_is_named_with_its_ships() {
    let position = open("");
    let faults = |turn: &str| match position.play(Seat::One, turn) {
        Err(boardpost::game::Refusal::Illegal(i)) => i.faults.iter().map(ToString::to_string).collect::<Vec<_>>(),
        other => panic!("{:?}", other.map(|p| p.turn)),
    };
    let fleet = "fleet a=0 b=2 g=0 d=0";
    let rows = [
        ".........",
        "bbb...bbb",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
        ".........",
    ];
    assert_eq!(faults(&format!("place {}", rows.join("/"))), ["centre ship=b12-32 other=b72-92", fleet]);
    // a list can say what no drawing can: crossing ships, ships off the board, ships that are too short
    let list = "place a 12-42; b 22-24; b 10-30; g 99-91; d 11; g 55";
    assert_eq!(
        faults(list),
        [
            "off-board where=list at=10,30",
            "shape kind=kind-g length=2 cells=91,99",
            "shape kind=kind-g length=2 cells=55",
            "dock ship=d11 cells=11",
            "corner ship=a12-42 other=b22-24",
            "corner ship=a12-42 other=d11",
            "corner ship=b22-24 other=d11",
            "fleet a=1 b=1 g=0 d=1",
        ]
    );
    let mut drawn: Vec<char> = known(0).to_string().chars().collect();
    drawn[0] = 'x';
    drawn[10] = 'a';
    let told = faults(&format!("place {}", drawn.into_iter().collect::<String>()));
    assert!(told.contains(&"letter letter=x cell=11".to_owned()), "{told:?}");
    assert!(told.contains(&"shape kind=kind-a length=4 cells=12".to_owned()), "{told:?}");
}

#[test]
fn a_list_and_a_drawing_are_one_turn() {
    let position = open("");
    let grid = format!("place {}", known(0));
    for text in [
        "place d 21 13 65 59; g 61-62 84-85 15-25; b 43-45 37-39; a 67-97",
        "felrakom: a67-97\nb 43-45, 37-39\ng 61-62, 84-85, 15-25\nd 21, 13, 65, 59",
        "Расстановка альфа 60,7-90,7; бета 40,3 - 40,5 30,7-30,9; г 60,1-60,2 80,4-80,5 10,5-20,5; д 20,1 10,3 60,5 50,9",
    ] {
        let folded = text.to_lowercase();
        assert_eq!(position.read(&folded, boardpost::game::Lang::Hu, Seat::One).as_ref(), Ok(&grid), "{text}");
    }
    let drawing = known(0).to_string();
    let signs: Vec<String> =
        drawing.split('/').map(|r| r.chars().map(String::from).collect::<Vec<_>>().join(" ")).collect();
    let numbered: Vec<String> = signs.iter().enumerate().map(|(n, r)| format!("{} {r}", n + 1)).collect();
    let labelled = format!("place\n  10 20 30 40 50 60 70 80 90\n{}", numbered.join("\n"));
    let greek = format!("place\n{}", drawing.replace('/', "\n").replace('a', "α").replace('b', "Β").replace('.', "~"));
    for text in [labelled, greek] {
        assert_eq!(position.read(&text, boardpost::game::Lang::En, Seat::One).as_ref(), Ok(&grid), "{text}");
    }
}

#[test]
fn a_duel_is_set_up_once() {
    let (one, two) = (format!("place {}", known(0)), format!("place {}", known(1)));
    let start = open("");
    assert_eq!(state(&*start), "playing 1 2");
    for turn in ["A 55", "stop", &format!("solve {}", known(0))] {
        assert_eq!(ids(&*start, Seat::One, turn), "place-first");
    }
    let (placed, told) = play(&*start, Seat::One, &one);
    assert_eq!((state(&*placed), told), ("playing 1 2".to_owned(), vec!["placed seat=1".to_owned()]));
    assert_eq!(ids(&*placed, Seat::One, &one), "locked");
    let again = play_all(placed.copy(), &[&format!("1 replace {}", known(2)), &format!("1 re{one}")]);
    let (both, told) = play(&*again, Seat::Two, &two);
    assert_eq!(
        told.iter().map(|t| t.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect::<Vec<_>>(),
        ["placed seat=2", "header of=1", "codes of=1", "header of=2", "codes of=2"]
    );
    assert_eq!(state(&*both), "playing 1");
    for turn in [&one, &format!("re{one}")] {
        assert_eq!(ids(&*both, Seat::One, turn), "locked");
        assert_eq!(ids(&*both, Seat::Two, turn), "not-your-turn");
    }
    assert_eq!(state(&*play_all(open("first=2"), &[&format!("1 {one}"), &format!("2 {two}")])), "playing 2");
}

/// A duel after the set-up: seat 1 hides layout 0, seat 2 layout 1.
fn duel(options: &str) -> Box<dyn boardpost::game::Position> {
    play_all(open(options), &[&format!("1 place {}", known(0)), &format!("2 place {}", known(1))])
}

#[test]
fn limits_of_shots() {
    let position = play_all(duel(""), &["1 A 56 43 72", "2 O 11"]);
    for (turn, expected) in [
        ("A 11", "used"),
        ("O 11", "not-first"),
        ("B 11 12 13 14", "too-many"),
        ("D 11 12 13", "too-many"),
        ("B 11 43", "repeat"),
        ("B 11 11", "repeat"),
        ("B 10", "off-board"),
        ("B 50,0", "off-board"),
        ("B 01 02 56 11", "off-board,repeat,too-many"),
        ("A 56 56 10 11", "off-board,repeat,too-many,used"),
        ("B 11; C 12", "two-moves"),
        ("B 1", "unreadable"),
        ("F 11", "unreadable"),
        ("B", "unreadable"),
        ("B 567", "unreadable"),
    ] {
        assert_eq!(ids(&*position, Seat::One, turn), expected, "{turn}");
    }
    match position.play(Seat::One, "O 56") {
        Err(boardpost::game::Refusal::Illegal(i)) => {
            assert_eq!(i.faults[1].to_string(), "repeat step=O at=56 steps=5 cells=12 types=B,C,D,E,Z")
        }
        _ => panic!("played"),
    }
    for (text, canonical) in [
        ("50,6 B", "B 56"),
        ("b: 50,6 30, 4 72", "B 56 34 72"),
        ("50,6 40,3 В", "B 56 43"),
        ("56 z", "Z 56"),
        ("50,6 B/40,3 B/70,2 b", "B 56 43 72"),
        ("B 56\nB 43, 72", "B 56 43 72"),
        ("з 12", "Z 12"),
        ("B 20,13", "B 20 13"),
        ("B 10,2 20,3", "B 12 23"),
        ("C 12; D 13; C 14", "C 12 14; D 13"),
        ("megállok", "stop"),
    ] {
        for lang in boardpost::game::Lang::ALL {
            assert_eq!(position.read(text, lang, Seat::One).as_deref(), Ok(canonical), "{text}");
        }
    }
}

#[test]
fn seven_steps_and_no_more() {
    let steps = ["O 11", "A 12 13 14", "B 15 16 17", "C 18 19 29", "D 21 22", "E 23 24", "Z 25 26"];
    let problem = || play_all(open("mode=problem"), &[&format!("1 place {}", known(2))]);
    // a setter-solver letter may hold several steps; they are answered in order
    let (all, told) = play(&*problem(), Seat::Two, &steps.join("; "));
    assert_eq!(told.len(), 7);
    let one_by_one = steps.iter().fold(problem(), |p, s| play(&*p, Seat::Two, s).0);
    assert_eq!(all.dump(), one_by_one.dump());
    for turn in ["A 99", "O 99", "Z 12 12 00"] {
        assert_eq!(ids(&*all, Seat::Two, turn), "no-steps");
    }
    // one bad step refuses the whole letter
    assert_eq!(ids(&*problem(), Seat::Two, "A 11; O 12; B 11"), "not-first,repeat");
    let (solved, told) = play(&*all, Seat::Two, &format!("solve {}", known(2)));
    assert_eq!((told, state(&*solved)), (vec!["right".to_owned()], "won 2 solved".to_owned()));
}

#[test]
fn the_strict_game_spoils_a_step() {
    let position = duel("strict=yes");
    let (next, told) = play(&*position, Seat::One, "D 21 41");
    assert_eq!(told, ["answer D spoiled"]);
    let next = play_all(next, &["2 stop"]);
    assert_eq!(ids(&*next, Seat::One, "D 99"), "used");
    assert_eq!(ids(&*next, Seat::One, "E 41"), "repeat");
    let (next, told) = play(&*next, Seat::One, "E 22 13");
    assert_eq!(told, ["answer E spoiled"]);
    // the other letters are not strict; a step on ships alone is answered
    assert_eq!(play(&*next, Seat::One, "A 23 34").1, ["answer A b^_ 0_"]);
    assert_eq!(play(&*duel("strict=yes"), Seat::One, "D 13 26").1, ["answer D a b__"]);
}

#[test]
fn scores_and_ends() {
    let right = [format!("solve {}", known(1)), format!("solve {}", known(0))];
    let wrong = format!("solve {}", known(2));
    let run = |turns: &[&str]| {
        let mut position = duel("");
        for turn in turns {
            let seat = position.to_act().iter().next().unwrap();
            let turn = match *turn {
                "right" => &right[usize::from(seat.number()) - 1],
                "wrong" => &wrong,
                other => other,
            };
            position = play(&*position, seat, turn).0;
        }
        state(&*position)
    };
    assert_eq!(run(&["right", "right"]), "drawn score");
    assert_eq!(run(&["right", "A 11", "right"]), "won 1 score");
    assert_eq!(run(&["A 11 12", "A 11", "right", "B 12", "right"]), "won 1 score");
    assert_eq!(run(&["A 11 12", "A 11", "B 13", "B 12", "right", "right"]), "won 2 score");
    // a wrong solution is a step, and decides where cells and steps are equal
    assert_eq!(run(&["wrong", "right", "right"]), "won 2 score");
    assert_eq!(run(&["A 11 12", "A 11", "wrong", "B 12", "right", "right"]), "won 2 score");
    assert_eq!(run(&["stop", "right"]), "won 2 solved");
    assert_eq!(run(&["right", "wrong", "wrong", "wrong"]), "won 1 solved");
    assert_eq!(run(&["wrong", "stop", "wrong", "wrong"]), "drawn unsolved");
    assert_eq!(run(&["wrong", "stop", "wrong"]), "playing 1");
    // an illegal layout is no solution and costs nothing
    assert_eq!(ids(&*duel(""), Seat::One, "solve a 67-97"), "fleet");
    let problem = play_all(open("mode=problem"), &[&format!("1 place {}", known(0))]);
    assert_eq!(state(&*play_all(problem.copy(), &["2 stop"])), "won 1 unsolved");
    assert_eq!(ids(&*problem, Seat::Two, &wrong.replace("solve", "place")), "locked");
    for (n, told) in [(1, "wrong"), (2, "wrong"), (3, "wrong|gave-up seat=2")] {
        let before = (1..n).fold(problem.copy(), |p, _| play(&*p, Seat::Two, &wrong).0);
        assert_eq!(play(&*before, Seat::Two, &wrong).1.join("|"), told);
    }
}

#[test]
fn a_puzzle_has_one_seat_and_all_it_needs() {
    let opened = try_open("mode=puzzle grade=easy seed=3").unwrap();
    assert_eq!((opened.seats, opened.options.as_str()), (1, "mode=puzzle grade=easy seed=3"));
    let position = opened.position;
    assert_eq!(state(&*position), "playing 1");
    assert_eq!(ids(&*position, Seat::One, "A 11"), "no-steps");
    assert_eq!(ids(&*position, Seat::One, "place random"), "locked");
    let first = position.view(boardpost::game::Eye::Seat(Seat::One));
    assert_eq!(first.boards[0].margin.len(), 9);
    assert!(first.phrases.iter().any(|p| p.id == "sheet-step"));
    assert_eq!(first, position.view(boardpost::game::Eye::Public));
    let terms = boardpost::game::smyoz::generator::Terms::of(boardpost::game::smyoz::options::Grade::Easy);
    let puzzle = boardpost::game::smyoz::generator::generate(3, boardpost::game::smyoz::options::Grade::Easy, terms);
    let solution = puzzle.solution.unwrap();
    assert_eq!(state(&*play_all(position.copy(), &[&format!("1 solve {solution}")])), "won 1 solved");
    assert_eq!(state(&*play_all(position, &["1 stop"])), "won 2 unsolved");
}

#[test]
fn options_are_canonical() {
    for (given, canonical) in [
        ("seed=1", "seed=1"),
        ("info=codes origo=closed seed=1 delta_tips=yes mode=duel", "seed=1"),
        ("seed=1 first=random hints=yes info=none", "info=none hints=yes first=random seed=1"),
        ("mode=problem strict=yes delta_tips=no", "mode=problem delta_tips=no strict=yes seed=7"),
    ] {
        assert_eq!(try_open(given).map(|o| o.options).as_deref(), Ok(canonical));
    }
    for bad in ["mode=war", "info=all", "seed=x", "hints=1", "mode=puzzle info=header", "nomode=1"] {
        assert!(try_open(bad).is_err(), "{bad}");
    }
}
