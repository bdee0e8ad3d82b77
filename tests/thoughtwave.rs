//! Thoughtwave: vectors, laws, an independent slow judge, grammar, pictures, words.

use std::collections::{BTreeMap, BTreeSet};

use boardpost::game::options::Dice;
use boardpost::game::{self, Eye, Game, Lang, OptionFault, Position, Refusal, Seat};
use serde_json::Value as Json;

use crate::abnf::{self, Grammar};

mod laws;
mod pictures;
mod slow;
mod words;

/// The game.
fn thoughtwave() -> &'static dyn Game {
    game::find("Thoughtwave").unwrap()
}

/// Opens a game from `key=value` words.
fn try_open(options: &str) -> Result<game::Opened, OptionFault> {
    let pairs: Vec<(String, String)> = options
        .split_whitespace()
        .map(|word| word.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())).unwrap())
        .collect();
    thoughtwave().open(&pairs, &mut || 7)
}

fn open(options: &str) -> Box<dyn Position> {
    try_open(options).unwrap_or_else(|fault| panic!("{options}: {fault:?}")).position
}

/// Plays turns of whoever is to act.
fn play_all(mut position: Box<dyn Position>, turns: &[&str]) -> Box<dyn Position> {
    for turn in turns {
        let seat = position.to_act().iter().next().unwrap();
        position = match position.play(seat, turn) {
            Ok(played) => played.next,
            Err(refusal) => panic!("{turn}: {refusal:?} in {}", position.dump()),
        };
    }
    position
}

/// The ids of a refusal, with its values.
fn refusal(position: &dyn Position, seat: Seat, turn: &str) -> String {
    match position.play(seat, turn).map(|p| p.turn) {
        Err(Refusal::Illegal(illegal)) => illegal.faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        Err(Refusal::Unreadable(_)) => "unreadable".to_owned(),
        Ok(turn) => format!("played {turn}"),
    }
}

/// `won 1 link`, `drawn no-pieces`, or `playing 2`.
fn state(position: &dyn Position) -> String {
    match position.outcome() {
        Some(o) => o.winner.map_or(format!("drawn {}", o.reason), |w| format!("won {w} {}", o.reason)),
        None => format!("playing {}", position.to_act().iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ")),
    }
}

/// The options line of a vector.
fn vector_options(vector: &Json) -> String {
    let mut words = vec![format!("size={}", vector["size"])];
    if let Some(board) = vector["board"].as_object().filter(|b| !b.is_empty()) {
        let pieces: Vec<String> =
            board.iter().map(|(cell, ends)| format!("{cell}:{}", ends.as_str().unwrap())).collect();
        words.push(format!("position={}", pieces.join(",")));
    }
    if let Some(hands) = vector["hands"].as_object() {
        let hand = |(seat, hand): (&String, &Json)| {
            let count = |kind: &str| hand[kind].as_u64().unwrap();
            let [x, t, l, c, d] = ["cross", "tee", "line", "corner", "deadend"].map(count);
            format!("{seat}:X{x}T{t}L{l}C{c}D{d}")
        };
        words.push(format!("hands={}", hands.iter().map(hand).collect::<Vec<_>>().join(",")));
    }
    if let Some(turn) = vector["turn"].as_u64() {
        words.push(format!("turn={turn}"));
    }
    words.join(" ")
}

fn vectors() -> Json {
    serde_json::from_str(include_str!("vectors/thoughtwave.json")).unwrap()
}

#[test]
fn vectors_of_positions() {
    let vectors = vectors();
    let mut checks = 0;
    for vector in vectors["vectors"].as_array().unwrap() {
        let id = vector["id"].as_str().unwrap();
        let position = open(&vector_options(vector));
        let seat = position.to_act().iter().next().unwrap();
        if let Some(turn) = vector["turn"].as_u64() {
            assert_eq!(u64::from(seat.number()), turn, "{id}");
        }
        let sorted = |list: &Json| {
            list.as_array().unwrap().iter().map(|e| e.as_str().unwrap().to_owned()).collect::<BTreeSet<_>>()
        };
        let fitting = |position: &dyn Position| -> BTreeSet<String> {
            let tail = format!("@{}", vector["cell"].as_str().unwrap());
            let turns = position.legal(seat).unwrap();
            turns.iter().filter_map(|turn| turn.strip_suffix(&tail)).map(str::to_owned).collect()
        };
        if vector["legal_in_hand"].is_array() {
            assert_eq!(fitting(&*position), sorted(&vector["legal_in_hand"]), "{id}");
            checks += 1;
        }
        if vector["legal_any_hand"].is_array() {
            let mut full = vector.clone();
            full.as_object_mut().unwrap().remove("hands");
            assert_eq!(fitting(&*open(&vector_options(&full))), sorted(&vector["legal_any_hand"]), "{id}");
            checks += 1;
        }
        if let Some(count) = vector["legal_count"].as_u64() {
            assert_eq!(position.legal(seat).unwrap().len() as u64, count, "{id}");
            assert_eq!(position.perft(1), Some(count), "{id}");
            checks += 1;
        }
        if let Some(turn) = vector["move"].as_str() {
            let state = state(&*position.play(seat, turn).map(|p| p.next).unwrap_or_else(|e| panic!("{id}: {e:?}")));
            let wanted = match vector["result"].as_str().unwrap() {
                "win 1" => "won 1",
                "win 2" => "won 2",
                "draw" => "drawn",
                "continue" => "playing",
                other => panic!("{id}: {other}"),
            };
            assert!(state.starts_with(wanted), "{id}: {state} is not {wanted}");
            checks += 1;
        }
    }
    assert_eq!(checks, 17);
}

#[test]
fn vectors_of_notation() {
    let vectors = vectors();
    let position = open("");
    let mut checks = 0;
    for vector in vectors["notation"].as_array().unwrap() {
        let text = vector["text"].as_str().unwrap();
        let lang = Lang::from_code(vector["lang"].as_str().unwrap()).unwrap();
        let read = position.read(text, lang, Seat::One);
        match (vector["piece"].as_str(), vector["error"].as_str()) {
            (Some(piece), _) => {
                // the vectors sort letters, the canonical spelling goes n, e, s, w: the sets are the same
                assert_eq!(read, Ok(format!("{piece}@{}", vector["cell"].as_str().unwrap())), "{text}");
            }
            (None, Some("row out of 1-10")) => {
                let turn = read.unwrap_or_else(|e| panic!("{text}: {e:?}"));
                assert!(refusal(&*position, Seat::One, &turn).starts_with("off-board "), "{text}");
            }
            (None, _) => assert!(read.is_err(), "{text}"),
        }
        checks += 1;
    }
    assert_eq!(checks, 24);
}

const SOURCE: &str = "position=B1:esw,A2:nw,C2:sw,B3:n";

#[test]
fn refusals_are_told_in_order_and_leave_no_trace() {
    let position = open(&format!("{SOURCE} hands=1:T6L5C10D1"));
    let dump = position.dump();
    for (turn, told) in [
        // a cross that is not held, off the board
        ("nesw@K1", "off-board cell=K1 last=J10"),
        ("nesw@A0", "off-board cell=A0 last=J10"),
        ("nesw@A11", "off-board cell=A11 last=J10"),
        ("nesw@A99999999999", "off-board cell=A4294967295 last=J10"),
        // a cross that is not held, on a piece that it does not match
        ("nesw@B1", "occupied cell=B1 piece=esw"),
        ("nesw@B2", "no-such-piece kind=cross cross=0 tee=6 line=5 corner=10 dead-end=1"),
        ("new@B2", "mismatch cell=B2 neighbours=A2,B3 choices=1 fits=nes"),
        ("n@A3", "mismatch cell=A3 neighbours=A2 choices=3 fits=s,sw,w"),
        ("t@A3", "mismatch cell=A3 neighbours=A2 choices=3 fits=s,sw,w"),
        ("q@A3", "unreadable"),
        ("s@A3", "played s@A3"),
        ("A3.l", "played w@A3"),
    ] {
        assert_eq!(refusal(&*position, Seat::One, turn), told, "{turn}");
        assert_eq!(position.dump(), dump);
    }
    assert_eq!(refusal(&*position, Seat::Two, "s@A3"), "not-your-turn");
    // B2 would need a tee
    let position = open(&format!("{SOURCE} hands=1:X1"));
    assert_eq!(refusal(&*position, Seat::One, "nesw@B2"), "mismatch cell=B2 neighbours=A2 choices=0 fits=");
}

/// Canonical options come back as they were given in canonical form, from any spelling.
#[test]
fn options_have_one_spelling() {
    for (given, canonical) in [
        ("", ""),
        ("size=10 turn=1 sides=lr-first handicap=0 stuck=skip first=1", ""),
        ("seed=5 first=2 stuck=lose size=3", "size=3 stuck=lose first=2 seed=5"),
        ("position=c2:WS,b1:wse", "position=B1:esw,C2:sw"),
        ("position=", ""),
        ("hands=2:t1,1:X2T6L5C10D1", "hands=2:X0T1L0C0D0"),
        ("hands=1:", "hands=1:X0T0L0C0D0"),
        ("turn=2 first=random", "turn=2"),
        ("turn=1 first=2", ""),
        ("handicap=3 sides=tb-first", "sides=tb-first handicap=3"),
        ("first=random", "first=random seed=7"),
        ("first=random seed=9", "first=random seed=9"),
    ] {
        let opened = try_open(given).unwrap_or_else(|fault| panic!("{given}: {fault:?}"));
        assert_eq!(opened.options, canonical, "{given}");
        let again = try_open(canonical).unwrap();
        assert_eq!((again.options, again.position.dump()), (opened.options, opened.position.dump()), "{given}");
    }
}

#[test]
fn options_that_cannot_be_used_are_refused() {
    for bad in [
        "size=2",
        "size=27",
        "size=+5",
        "size=ten",
        "size=",
        "size=99999999999",
        "position=B1",
        "position=B1:",
        "position=B1:nn",
        "position=B1:kn",
        "position=1B:n",
        "position=B1:n,",
        "position=B1.n",
        "hands=",
        "hands=X2",
        "hands=3:X2",
        "hands=1:X677",
        "hands=1:X2X2Y",
        "hands=1:X2,1:X2,",
        "position=K1:n,B1.n",
        "hands=1:Q2",
        "turn=3",
        "turn=random",
        "sides=lr",
        "handicap=4",
        "handicap=-1",
        "stuck=pass",
        "first=3",
        "seed=x",
        "seed=-1",
        "seed=18446744073709551616",
    ] {
        assert!(matches!(try_open(bad), Err(OptionFault::BadValue { .. })), "{bad}");
    }
    for (bad, wanted, shown) in [
        ("position=K1:n", "position-off-board", "K1"),
        ("size=3 position=A4:n", "position-off-board", "A4"),
        ("position=A0:n", "position-off-board", "A0"),
        ("position=A1:n,a1:n", "position-repeat", "A1"),
        ("hands=1:X2,1:X2", "hands-repeat", "1"),
        ("hands=2:T1X2x2", "hands-repeat", "X"),
        ("position=A1:e,B1:n", "position-mismatch", "A1,B1"),
        ("position=B2:n,B1:new", "position-mismatch", "B1,B2"),
        ("handicap=1 hands=1:X1", "handicap-and-hands", "hands"),
    ] {
        match try_open(bad) {
            Err(OptionFault::Conflict { id, detail, .. }) => {
                assert_eq!((id, detail.as_str()), (wanted, shown), "{bad}")
            }
            other => panic!("{bad}: {:?}", other.map(|o| o.options)),
        }
    }
    assert!(matches!(try_open("sise=3"), Err(OptionFault::UnknownKey { .. })));
    assert!(matches!(try_open("size=3 size=3"), Err(OptionFault::Repeated { .. })));
}

#[test]
fn a_handicap_is_a_gift_of_tees() {
    assert!(open("handicap=2").dump().contains(" hands=1:X2T4L5C10D1,2:X2T8L5C10D1 "));
    assert!(open("handicap=2 sides=tb-first first=2").dump().contains(" hands=1:X2T4L5C10D1,2:X2T8L5C10D1 "));
}

#[test]
fn links_decide() {
    let row = "A2:ew,B2:ew";
    for (options, turns, wanted) in [
        (format!("size=3 position={row}"), &["ew@C2"][..], "won 1 link"),
        // who completes the other's link loses
        (format!("size=3 turn=2 position={row}"), &["ew@C2"], "won 1 link"),
        (format!("size=3 sides=tb-first position={row}"), &["ew@C2"], "won 2 link"),
        (format!("size=3 sides=tb-first turn=2 position={row}"), &["ew@C2"], "won 2 link"),
        // the outer piece must cut the side
        (format!("size=3 position={row}"), &["w@C2"], "playing 2"),
        ("size=3 position=B1:ns,B2:ns turn=2".to_owned(), &["ns@B3"], "won 2 link"),
        ("size=3 position=A2:ew,B1:ns,B3:ns,C2:ew".to_owned(), &["nesw@B2"], "won 1 both-linked"),
        ("size=3 position=A2:ew,B1:ns,B3:ns,C2:ew turn=2".to_owned(), &["nesw@B2"], "won 2 both-linked"),
        // a link that stands at the start; the seat that is not to move laid the last piece
        (format!("size=3 position={row},C2:ew turn=1"), &[], "won 1 link"),
        (format!("size=3 position={row},C2:ew turn=2"), &[], "won 1 link"),
        ("size=3 position=A2:ew,B2:nesw,C2:ew,B1:ns,B3:ns turn=1".to_owned(), &[], "won 2 both-linked"),
        ("size=3 position=A2:ew,B2:nesw,C2:ew,B1:ns,B3:ns turn=2".to_owned(), &[], "won 1 both-linked"),
    ] {
        let position = play_all(open(&options), turns);
        assert_eq!(state(&*position), wanted, "{options} {turns:?}");
        if wanted.starts_with("won") {
            assert_eq!(position.perft(1), Some(0));
            assert!(Seat::BOTH.iter().all(|seat| position.legal(*seat) == Some(Vec::new())));
            assert_eq!(refusal(&*position, Seat::One, "n@A1"), "not-your-turn");
        }
    }
}

#[test]
fn who_cannot_move_is_skipped() {
    let cells = "size=3 position=B1:sw,C1:ns,A2:ns,B2:nes,C2:nsw,B3:new";
    // A1 has ends from B1 and A2: es, nes, esw, nesw; A3 from A2 and B3; C3 from C2 and B3
    for (options, turns, wanted) in [
        ("hands=1:,2:", &[][..], "drawn no-pieces"),
        ("hands=1:", &[], "playing 2"),
        ("hands=2: turn=2", &[], "playing 1"),
        ("hands=1:D1,2: turn=1", &["n@A1"], "drawn no-pieces"),
        ("hands=1:D2,2:", &["n@A1"], "playing 1"),
    ] {
        assert_eq!(state(&*play_all(open(options), turns)), wanted, "{options}");
    }
    for (options, wanted) in [
        ("hands=1:D1,2:D1", "drawn stuck"),
        ("hands=1:D1,2:D1 stuck=lose", "won 2 stuck"),
        ("hands=1:D1,2:C1", "playing 2"),
        ("hands=1:D1,2:C1 turn=2", "playing 2"),
        ("hands=1:D1,2:C1 stuck=lose", "won 2 stuck"),
        ("hands=1:,2:C1 stuck=lose", "playing 2"),
        ("hands=1:,2:D1 stuck=lose", "won 1 stuck"),
        ("hands=1:,2:D1", "drawn stuck"),
    ] {
        assert_eq!(state(&*open(&format!("{cells} {options}"))), wanted, "{options}");
    }
    // the skip is told with its reason
    let skip = |options: &str, turn: &str| {
        let position = open(options);
        let seat = position.to_act().iter().next().unwrap();
        let played = position.play(seat, turn).map(|p| p.phrases).unwrap();
        played.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")
    };
    assert_eq!(skip("hands=2:", "n@A1"), "skipped seat=2 why=no-piece");
    assert_eq!(skip(&format!("{cells} hands=1:C2,2:D1"), "es@A1"), "skipped seat=2 why=stuck");
    assert_eq!(skip("", "n@A1"), "");
    assert_eq!(
        skip("size=3 position=A2:ew,B1:ns,B3:ns,C2:ew", "X@B2"),
        "linked seat=1 sides=left-right; linked seat=2 sides=top-bottom"
    );
}

#[test]
fn grammar_and_parser_agree() {
    let text = thoughtwave().grammar();
    assert!(text.is_ascii(), "RFC 5234 grammars are ASCII");
    let grammar = Grammar::read(text);
    let position = open("");
    let rules = [("turn-en", Lang::En), ("turn-hu", Lang::Hu), ("turn-ru", Lang::Ru)];
    assert_eq!(grammar.unreachable(&rules.map(|(rule, _)| rule)), [""; 0]);
    for (rule, lang) in rules {
        abnf::agree(&grammar, rule, 600, |text| position.read(text, lang, Seat::One).is_ok());
    }
}
