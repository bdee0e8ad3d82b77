//! What players write and what is said to them: notation, refusals, options, sentences.

use std::collections::{BTreeMap, BTreeSet};

use boardpost::game::{self, Lang, OptionFault, Seat};

use super::{mover, open, play, refused, try_open};
use crate::abnf::{Grammar, agree};

#[test]
fn notation() {
    let position = open(&[("position", "x5o/7/7/2x4/7/7/o5x x 0 1"), ("jump", "full")]);
    let readings = [
        ("g2", "g2"),
        (" G2 ", "g2"),
        ("P@b3", "b3"),
        ("p@b3", "b3"),
        ("Р@b3", "b3"),
        ("a7c7", "a7c7"),
        ("A7-C7", "a7c7"),
        ("a7^c6", "a7c6"),
        ("a7 : c6", "a7c6"),
        ("a7 c6", "a7c6"),
        ("а7-с7", "a7c7"),
        ("g1-g2", "g2"),
        ("g1f2", "g2f2"),
        ("c4b3", "b3"),
        ("a2b3", "a2b3"),
        ("0000", "0000"),
        ("pass", "0000"),
        ("PassZ", "0000"),
        ("пас", "0000"),
        ("ПАС", "0000"),
        ("null", "0000"),
        ("a1a1", "0000"),
        ("z99", "z99"),
        ("a007", "a7"),
    ];
    for (text, turn) in readings {
        // a clone that names its own source is a clone; one that names a wrong source stays a pair
        let turn = if text == "g1f2" { "f2" } else { turn };
        assert_eq!(position.read(text, Lang::Ru, Seat::One).as_deref(), Ok(turn), "{text}");
    }
    let faults = [
        ("", 0, "expect-cell,expect-pass"),
        ("2g", 0, "expect-cell,expect-pass"),
        ("g", 1, "expect-number"),
        ("g2-", 3, "expect-cell"),
        ("g2 c", 4, "expect-number"),
        ("a1b2c3", 4, "expect-end"),
        ("P@b3b4", 4, "expect-end"),
        ("a1--b2", 3, "expect-cell"),
        ("a1.1", 2, "expect-cell"),
        ("ж3", 0, "expect-cell,expect-pass"),
        ("pass!", 1, "expect-number"),
    ];
    for (text, at, expected) in faults {
        let fault = position.read(text, Lang::En, Seat::One).unwrap_err();
        assert_eq!((fault.at, fault.expected.join(",").as_str()), (at, expected), "{text:?}");
    }
    let weave = open(&[("board", "pentagon3x3")]);
    assert_eq!(weave.read("A1.1 - b2.1", Lang::En, Seat::One).as_deref(), Ok("a1.1b2.1"));
    assert_eq!(weave.read("а1.1а1.2", Lang::Hu, Seat::One).as_deref(), Ok("a1.2"));
    let fault = weave.read("a1", Lang::En, Seat::One).unwrap_err();
    assert_eq!((fault.at, fault.expected), (2, vec!["expect-half"]));
    assert_eq!(weave.spell("0000", Lang::Ru), "пас");
    assert_eq!(weave.spell("a1.1b2.1", Lang::Ru), "a1.1b2.1");
}

#[test]
fn grammar_and_parser_agree() {
    let grammar = Grammar::read(game::find("ataxx").unwrap().grammar());
    assert_eq!(grammar.unreachable(&["turn", "weave-turn"]), [""; 0]);
    for (rule, board) in [("turn", "8x8"), ("turn", "hexagon4"), ("turn", "rhombus5"), ("weave-turn", "pentagon3x3")] {
        let position = open(&[("board", board)]);
        agree(&grammar, rule, 800, |text| position.read(text, Lang::En, Seat::One).is_ok());
    }
}

#[test]
fn refusals() {
    let position = open(&[("position", "x5o/7/3-3/2-1-2/3-3/7/o5x x 0 1")]);
    let near = |text: &str| refused(&*position, text).2;
    let table = [
        ("h2", "off-board", "h2"),
        ("a0", "off-board", "a0"),
        ("z9z10", "off-board", "z10,z9"),
        // in the contract's order: off-board before covered before occupied before not-yours before too-far
        ("d3h9", "off-board", "h9"),
        ("d3", "covered", "d3"),
        ("d3g7", "covered", "d3"),
        ("a7c4", "covered", "c4"),
        ("g7", "occupied", "g7"),
        ("a7g1", "occupied", "g1"),
        ("g7a1", "occupied", "a1"),
        ("b2b3", "not-yours", "b2"),
        ("g7e7", "not-yours", "g7"),
        // another disc could clone there, but the one that is named cannot
        ("c7b6", "not-yours", "c7"),
        ("a7b5", "too-far", "a7,b5"),
        ("a7e7", "too-far", "a7,e7"),
        ("d4", "too-far", "d4"),
        ("c7", "too-far", "c7"),
        ("0000", "must-move", ""),
    ];
    for (text, id, cells) in table {
        let (told, named, near) = refused(&*position, text);
        assert_eq!((told.as_str(), named.as_str()), (id, cells), "{text}");
        assert_eq!(near.len(), 5, "{text}");
    }
    // a clone and a jump that end beside the cell, the clone first, as one was tried
    assert_eq!(near("h2")[..2], ["g2", "g1g3"]);
    assert_eq!(near("a7b5")[0], "a7a5");
    assert_eq!(refused(&*open(&[("board", "hexagon3")]), "a4").0, "off-board");
    assert_eq!(refused(&*open(&[("board", "pentagon3x3")]), "a1.3").0, "off-board");
    let skipped = open(&[("position", "7/7/7/7/4ooo/4ooo/4oox x 0 1")]);
    assert_eq!(refused(&*skipped, "f3").2, ["0000"]);
}

#[test]
fn ends() {
    let end = |pairs: &[(&str, &str)], text: &str| {
        let position = open(pairs);
        let outcome = play(&*position, text).unwrap().next.outcome().unwrap();
        (outcome.winner, outcome.reason)
    };
    assert_eq!(end(&[("position", "3/1o1/x2 x 0 1")], "b1"), (Some(Seat::One), "eliminated"));
    assert_eq!(end(&[("position", "xxx/oo1/ooo x 0 1")], "c2"), (Some(Seat::One), "full"));
    assert_eq!(end(&[("position", "xoo1 o 0 1")], "d1"), (Some(Seat::Two), "full"));
    assert_eq!(end(&[("position", "xx1o o 99 1")], "c1"), (Some(Seat::Two), "full"));
    assert_eq!(end(&[("position", "xx1o/xooo o 99 1")], "c2"), (Some(Seat::Two), "full"));
    assert_eq!(end(&[("position", "1xx--o--1 x 0 1")], "a1"), (Some(Seat::One), "count"));
    let jump = [("position", "x4/5/4o x 99 1")];
    assert_eq!(end(&jump, "a3c3"), (None, "nomove"));
    let counted = [("position", "x4/5/3oo x 99 1"), ("nomove_result", "count")];
    assert_eq!(end(&counted, "a3c3"), (Some(Seat::Two), "nomove"));
    let never = open(&[("position", "x4/5/4o x 99 1"), ("nomove", "none")]);
    assert!(play(&*never, "a3c3").unwrap().next.outcome().is_none());
    let stuck = ("position", "7/7/7/7/4ooo/4ooo/4oox x 4 1");
    let passed = play(&*open(&[stuck]), "pass").unwrap();
    assert_eq!(passed.phrases[0].to_string(), "skipped seat=1");
    assert_eq!(passed.next.dump(), "7/7/7/7/4ooo/4ooo/4oox o 5 1");
    let filled = play(&*open(&[stuck, ("stuck", "fill")]), "pass").unwrap();
    assert_eq!(filled.next.dump(), "ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/ooooooo/oooooox o 0 1");
    assert_eq!(filled.phrases.len(), 2);
    let outcome = filled.next.outcome().unwrap();
    assert_eq!((outcome.winner, outcome.reason), (Some(Seat::Two), "full"));
}

/// Options as given, in their canonical spelling, and the position that they open.
type Spelled<'a> = (&'a [(&'a str, &'a str)], &'a str, &'a str);

#[test]
fn options_and_their_canonical_spelling() {
    let table: &[Spelled<'_>] = &[
        (&[], "", "x6o/8/8/8/8/8/8/o6x x 0 1"),
        (&[("board", "8X8"), ("nomove", "100")], "", "x6o/8/8/8/8/8/8/o6x x 0 1"),
        (&[("preset", "uai")], "board=7x7 jump=full", "x5o/7/7/7/7/7/o5x x 0 1"),
        (&[("preset", "uai"), ("board", "6x7"), ("jump", "straight")], "board=6x7", "x4o/6/6/6/6/6/o4x x 0 1"),
        (&[("board", "11x3"), ("first", "2")], "board=11x3 first=2", "x9o/11/o9x o 0 1"),
        (&[("board", "hexagon5")], "board=hexagon5", "x3o/6/7/8/o7x/8/7/6/x3o x 0 1"),
        (&[("board", "rhombus8")], "board=rhombus8", "x6o/8/8/8/8/8/8/x6o x 0 1"),
        (&[("setup", "opposite"), ("board", "rhombus4")], "board=rhombus4 setup=opposite", "x2o/4/4/o2x x 0 1"),
        (&[("board", "pentagon3x2")], "board=pentagon3x2", "x3o1/1o3x x 0 1"),
        (&[("holes", "cross"), ("board", "7x7")], "board=7x7 holes=cross", "x5o/7/3-3/2---2/3-3/7/o5x x 0 1"),
        (&[("first", "random"), ("seed", "1"), ("stuck", "fill")], "stuck=fill first=random seed=1", ""),
        (&[("position", "xo/2 o 3 4"), ("first", "2")], "position=\"xo/2 o 3 4\"", "xo/2 o 3 4"),
        (&[("position", "b1w/3/w1b b 0 1")], "position=\"x1o/3/o1x x 0 1\"", "x1o/3/o1x x 0 1"),
        (&[("position", "r1b/3/b1r b 0 1")], "position=\"x1o/3/o1x o 0 1\"", "x1o/3/o1x o 0 1"),
        (&[("position", "P1p/*2/p1P w")], "position=\"x1o/-2/o1x x 0 1\"", "x1o/-2/o1x x 0 1"),
        (&[("position", ".-./.../...\n"), ("first", "2")], "position=\"1-1/3/3 o 0 1\"", "1-1/3/3 o 0 1"),
        // a picture without discs gets the usual ones, moved off covered corners; with discs it is taken as it is
        (&[("position", "# . . .\n. . . .\n. . . .\n")], "position=\"-x1o/4/o2x x 0 1\"", "-x1o/4/o2x x 0 1"),
        (&[("position", "x..\n...\n..o\n")], "position=\"x2/3/2o x 0 1\"", "x2/3/2o x 0 1"),
        (
            &[("board", "hexagon3"), ("position", "x1o/4/5/4/3 o 0 9")],
            "board=hexagon3 position=\"x1o/4/5/4/3 o 0 9\"",
            "x1o/4/5/4/3 o 0 9",
        ),
    ];
    for (pairs, canonical, dump) in table {
        let pairs: Vec<(&str, &str)> = pairs.to_vec();
        let opened = try_open(&pairs).unwrap_or_else(|fault| panic!("{pairs:?}: {fault:?}"));
        assert_eq!(opened.options, *canonical, "{pairs:?}");
        if !dump.is_empty() {
            assert_eq!(opened.position.dump(), *dump, "{pairs:?}");
        }
        // the canonical options give the same game and are their own spelling
        let quoted: Vec<&str> = canonical.split('"').collect();
        let mut again: Vec<(String, String)> = Vec::new();
        for (i, part) in quoted.iter().enumerate() {
            for word in part.split(' ').filter(|word| i % 2 == 0 && !word.is_empty()) {
                let (key, value) = word.split_once('=').unwrap();
                let value = if value.is_empty() { quoted[i + 1] } else { value };
                again.push((key.to_owned(), value.to_owned()));
            }
        }
        let again: Vec<(&str, &str)> = again.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        let again = try_open(&again).unwrap();
        assert_eq!((again.options, again.position.dump()), (opened.options, opened.position.dump()));
    }
}

#[test]
fn options_that_cannot_be() {
    let bad = |pairs: &[(&str, &str)]| match try_open(pairs).map(|o| o.options) {
        Ok(options) => panic!("{pairs:?} opened: {options}"),
        Err(OptionFault::UnknownKey { key, .. }) => format!("unknown {key}"),
        Err(OptionFault::BadValue { key, .. }) => format!("bad {key}"),
        Err(OptionFault::Conflict { id, .. }) => id.to_owned(),
        Err(OptionFault::Repeated { key }) => format!("repeated {key}"),
    };
    assert_eq!(bad(&[("size", "8")]), "unknown size");
    assert_eq!(bad(&[("jump", "full"), ("jump", "full")]), "repeated jump");
    for board in ["2x3", "12x5", "3x12", "hexagon2", "hexagon7", "rhombus12", "rhombus2", "pentagon9x8", "pentagon1x9"]
    {
        assert_eq!(bad(&[("board", board)]), "bad board", "{board}");
    }
    for board in
        ["", "8", "x", "8x", "08x8", "8x8x8", "hexagon", "pentagon5", "custom", "8 x 8", "+8x8", "pentagon17x3"]
    {
        assert_eq!(bad(&[("board", board)]), "bad board", "{board}");
    }
    for (key, value) in [("jump", "knight"), ("setup", "x"), ("nomove", "0"), ("nomove", "1001"), ("nomove", "-1")] {
        assert_eq!(bad(&[(key, value)]), format!("bad {key}"));
    }
    let wrong =
        ["", "x", "x/", "/x", "8/8 z", "9 x 0 1 1", "x0o x", "xq x", "xo w", "Px/2 x", "xo x -1", "xo x a", "xo x 0 b"];
    for fen in wrong.iter().skip(2) {
        assert_eq!(bad(&[("position", fen)]), "bad position", "{fen}");
    }
    assert_eq!(bad(&[("position", "")]), "bad position");
    assert_eq!(bad(&[("position", "23")]), "position-limits");
    assert_eq!(bad(&[("position", "99999999999999999999")]), "position-limits");
    assert_eq!(bad(&[("position", "12/12/12/12/12/12/12/12/12/12/12")]), "position-limits");
    assert_eq!(bad(&[("board", "7x7"), ("position", "999/7/7/7/7/7/7")]), "position-mismatch");
    assert_eq!(bad(&[("position", "x\u{a0}o x")]), "bad position");
    assert_eq!(bad(&[("seed", "+1")]), "bad seed");
    assert_eq!(bad(&[("position", "x2/2/2o x 0 1")]), "position-ragged");
    assert_eq!(bad(&[("board", "7x7"), ("position", "x6o/8 x 0 1")]), "position-mismatch");
    assert_eq!(bad(&[("board", "hexagon4"), ("position", "x2o/5/6/o5x/6/5 x 0 1")]), "position-mismatch");
    assert_eq!(bad(&[("first", "2"), ("position", "x1o x 0 1")]), "first-position");
    assert_eq!(bad(&[("first", "random"), ("position", "x1o")]), "first-position");
    assert_eq!(bad(&[("holes", "cross"), ("position", "x1o")]), "holes-position");
    assert_eq!(bad(&[("holes", "cross"), ("board", "3x3")]), "holes-board");
    assert_eq!(bad(&[("setup", "balanced"), ("board", "hexagon4")]), "setup-board");
}

#[test]
fn fair_positions() {
    let fair = |fen: &str| open(&[("position", fen)]).fair().map_err(|fault| fault.to_string());
    assert_eq!(open(&[]).fair(), Ok(()));
    assert_eq!(fair("x1o/3/o1x x 0 1"), Ok(()));
    assert_eq!(fair("x--/-1-/--o x 0 1"), Ok(()));
    assert_eq!(fair("x2-o/3-1/o2-x x 0 1"), Err("torn cell=e3".to_owned()));
    assert_eq!(fair("x2/3/3 x 0 1"), Err("no-discs seat=2".to_owned()));
    assert_eq!(fair("3/3/3 x 0 1"), Err("no-discs seat=1".to_owned()));
    assert_eq!(fair("xo/2/2 x 0 1"), Err("limits board=2x3".to_owned()));
    assert_eq!(fair("x10o/12/12 x 0 1"), Err("limits board=12x3".to_owned()));
    assert_eq!(fair("xxx/xox/xxx x 0 1"), Err("over-already".to_owned()));
    for pattern in ["centre", "cross", "diamond", "dots", "notches"] {
        let mut boards = 0;
        for board in [
            "5x5",
            "6x6",
            "7x7",
            "8x8",
            "7x8",
            "11x11",
            "hexagon4",
            "hexagon5",
            "hexagon6",
            "rhombus7",
            "rhombus8",
            "pentagon5x5",
        ] {
            if let Ok(opened) = try_open(&[("board", board), ("holes", pattern)]) {
                assert!(opened.position.dump().contains('-'), "{board} {pattern}");
                assert_eq!(opened.position.fair(), Ok(()), "{board} {pattern}");
                boards += 1;
            }
        }
        assert!(boards >= 10, "{pattern} fits {boards} boards");
    }
    assert_eq!(mover(&*open(&[("position", "xo/2 o 0 1")])), Seat::Two);
}

/// Every id that the game says, with its values.
const SAID: &[(&str, &[&str])] = &[
    ("flipped", &["cells"]),
    ("skipped", &["seat"]),
    ("filled", &["cells", "seat"]),
    ("off-board", &["cells"]),
    ("covered", &["cells"]),
    ("occupied", &["cells"]),
    ("not-yours", &["cells"]),
    ("too-far", &["cells"]),
    ("must-move", &[]),
    ("discs", &["o", "one", "two", "x"]),
    ("nomove-soon", &["left"]),
    ("limits", &["board"]),
    ("torn", &["cell"]),
    ("no-discs", &["seat"]),
    ("over-already", &[]),
    ("expect-cell", &[]),
    ("expect-pass", &[]),
    ("expect-number", &[]),
    ("expect-half", &[]),
    ("expect-end", &[]),
    ("reason-count", &[]),
    ("reason-eliminated", &[]),
    ("reason-nomove", &[]),
    ("reason-full", &[]),
    ("option-setup-board", &["detail", "value"]),
    ("option-position-ragged", &[]),
    ("option-position-limits", &["detail"]),
    ("option-position-mismatch", &["detail"]),
    ("option-first-position", &["value"]),
    ("option-holes-position", &["value"]),
    ("option-holes-board", &["detail", "value"]),
    ("title", &[]),
    ("help", &[]),
    ("howto", &[]),
];

/// The messages of a Fluent file by id, each with the values that it uses.
fn messages(ftl: &str) -> BTreeMap<String, BTreeSet<String>> {
    let resource = fluent_bundle::FluentResource::try_new(ftl.to_owned()).unwrap_or_else(|(_, e)| panic!("{e:?}"));
    drop(resource);
    let mut messages: BTreeMap<String, BTreeSet<String>> = BTreeMap::new();
    let mut id = String::new();
    for line in ftl.lines().filter(|line| !line.starts_with('#')) {
        if let (Some((name, _)), false) = (line.split_once(" ="), line.starts_with(' ')) {
            id = name.to_owned();
            messages.entry(id.clone()).or_default();
        }
        for after in line.split("{ $").skip(1) {
            let value = after.split([' ', '}']).next().unwrap();
            messages.entry(id.clone()).or_default().insert(value.to_owned());
        }
    }
    messages
}

#[test]
fn sentences() {
    let files = [
        include_str!("../../src/lang/en/ataxx.ftl"),
        include_str!("../../src/lang/hu/ataxx.ftl"),
        include_str!("../../src/lang/ru/ataxx.ftl"),
    ];
    let said: BTreeMap<String, BTreeSet<String>> = SAID
        .iter()
        .map(|(id, values)| (format!("ataxx-{id}"), values.iter().map(|v| (*v).to_owned()).collect()))
        .collect();
    for file in files {
        assert_eq!(messages(file), said);
        let help = file.split("ataxx-help =").nth(1).unwrap();
        // a message goes on as long as its lines are indented
        let help: Vec<&str> = help.lines().take_while(|line| line.is_empty() || line.starts_with(' ')).collect();
        assert!((15..=32).contains(&help.join("\n").trim().lines().count()));
        assert!(help.iter().all(|line| line.chars().count() <= 4 + 76), "a line of help is too long");
    }
    // and the sources say nothing else
    let sources = [
        include_str!("../../src/game/ataxx/mod.rs"),
        include_str!("../../src/game/ataxx/view.rs"),
        include_str!("../../src/game/ataxx/notation.rs"),
        include_str!("../../src/game/ataxx/options.rs"),
    ];
    for source in sources {
        for call in ["Phrase::new(\"", "refuse(\"", "OptionFault::conflict(\"", "\"expect-"] {
            for after in source.split(call).skip(1) {
                let strings: Vec<&str> = after.split('"').collect();
                let id = match call {
                    "OptionFault::conflict(\"" => format!("ataxx-option-{}", strings[2]),
                    "\"expect-" => format!("ataxx-expect-{}", strings[0]),
                    _ => format!("ataxx-{}", strings[0]),
                };
                assert!(said.contains_key(&id), "{id} is said nowhere");
            }
        }
    }
}
