//! Battleship: vectors, laws, an independent slow judge of fleets, grammar, words.

use boardpost::game::{self, Game, Lang, OptionFault, Position, Refusal, Seat};
use serde_json::Value as Json;

mod laws;
mod layouts;
mod notation;
mod words;

use layouts::Rules;

/// The game.
fn battleship() -> &'static dyn Game {
    game::find("Battleship").unwrap()
}

/// Opens a game from `key=value` words.
fn try_open(options: &str) -> Result<game::Opened, OptionFault> {
    let pairs: Vec<(String, String)> = options
        .split_whitespace()
        .map(|word| word.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())).unwrap())
        .collect();
    battleship().open(&pairs, &mut || 7)
}

fn open(options: &str) -> Box<dyn Position> {
    try_open(options).unwrap_or_else(|fault| panic!("{options}: {fault:?}")).position
}

/// Reads and plays as a line of the protocol; `! …` lines and the closing one.
fn line(position: &mut Box<dyn Position>, seat: Seat, text: &str) -> Vec<String> {
    let turn = match position.read(text, Lang::En, seat) {
        Ok(turn) => turn,
        Err(_) => return vec!["? unreadable".to_owned()],
    };
    match position.play(seat, &turn) {
        Ok(played) => {
            *position = played.next;
            let mut lines: Vec<String> = played.phrases.iter().map(|p| format!("! {p}")).collect();
            lines.push(format!("= {}", played.turn));
            lines
        }
        Err(Refusal::Illegal(illegal)) => vec![format!("? {}", illegal.ids())],
        Err(Refusal::Unreadable(_)) => panic!("{turn} is canonical"),
    }
}

/// The closing line of a refusal, or `=`.
fn ids(position: &dyn Position, seat: Seat, text: &str) -> String {
    let last = line(&mut position.copy(), seat, text).pop().unwrap();
    last.strip_prefix("? ").map_or("=".to_owned(), str::to_owned)
}

/// The faults of a refusal with their values.
fn faults(position: &dyn Position, seat: Seat, text: &str) -> String {
    let turn = position.read(text, Lang::En, seat).unwrap();
    match position.play(seat, &turn).map(|p| p.turn) {
        Err(Refusal::Illegal(illegal)) => illegal.faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        other => panic!("{text}: {other:?}"),
    }
}

/// `playing 1`, `playing 1 2`, `won 1 sunk`, `drawn equalised`.
fn state(position: &dyn Position) -> String {
    match position.outcome() {
        Some(o) => o.winner.map_or(format!("drawn {}", o.reason), |w| format!("won {w} {}", o.reason)),
        None => format!("playing {}", position.to_act().iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ")),
    }
}

fn vectors() -> Json {
    serde_json::from_str(include_str!("vectors/battleship.json")).unwrap()
}

fn text(value: &Json) -> &str {
    value.as_str().unwrap()
}

fn rows(value: &Json) -> String {
    value.as_array().unwrap().iter().map(text).collect::<Vec<_>>().join("/")
}

/// The options and the rules of a vector.
fn rules(vector: &Json, size: usize) -> Rules {
    let fleet = vector["fleet"].as_object().unwrap();
    Rules {
        size,
        fleet: [1, 2, 3, 4, 5].map(|n: usize| fleet.get(&n.to_string()).map_or(0, |c| c.as_u64().unwrap() as usize)),
        corners: vector["touch"] == "corner",
        bent: vector["bent"].as_array().unwrap().iter().map(|b| text(b).to_owned()).collect(),
    }
}

#[test]
fn vectors_of_placements() {
    let mut checks = 0;
    for vector in vectors()["vectors"].as_array().unwrap().iter().filter(|v| v["type"] == "placement") {
        let id = text(&vector["id"]);
        let rules = rules(vector, vector["size"].as_u64().unwrap() as usize);
        let mut position = open(&rules.options());
        let grid = rows(&vector["grid"]);
        let answer = line(&mut position, Seat::One, &format!("place {grid}"));
        let errors: Vec<&str> = vector["errors"].as_array().unwrap().iter().map(text).collect();
        if errors.is_empty() {
            assert_eq!(answer, ["! placed seat=1".to_owned(), format!("= place {grid}")], "{id}");
            assert_eq!(rules.faults(&grid), [""; 0], "{id}");
        } else {
            assert_eq!(answer, [format!("? {}", errors.join(","))], "{id}");
        }
        checks += 1;
    }
    assert_eq!(checks, 11);
}

#[test]
fn vectors_of_counts() {
    let mut checks = 0;
    for vector in vectors()["vectors"].as_array().unwrap().iter().filter(|v| v["type"] == "count") {
        let rules = rules(vector, vector["size"][0].as_u64().unwrap() as usize);
        let layouts = rules.layouts();
        assert_eq!(layouts.len() as u64, vector["layouts"].as_u64().unwrap(), "{vector}");
        let position = open(&rules.options());
        for layout in &layouts {
            assert_eq!(ids(&*position, Seat::One, &format!("place {layout}")), "=", "{layout}");
        }
        checks += 1;
    }
    assert_eq!(checks, 6);
}

#[test]
fn vectors_of_plays() {
    let mut checks = 0;
    for vector in vectors()["vectors"].as_array().unwrap().iter().filter(|v| v["type"] == "play") {
        let id = text(&vector["id"]);
        let mut position = open(&format!("size=4 fleet=0,0,0,1,2 turns={}", text(&vector["turns"])));
        for seat in [Seat::Two, Seat::One] {
            assert_eq!(state(&*position), "playing 1 2");
            let answer = line(&mut position, seat, &format!("place {}", rows(&vector["boards"][seat.to_string()])));
            assert_eq!(answer[0], format!("! placed seat={seat}"), "{id}");
        }
        for shot in vector["log"].as_array().unwrap() {
            let seat = Seat::from_number(shot["by"].as_u64().unwrap() as u8).unwrap();
            let (cell, reply) = (text(&shot["shot"]), text(&shot["reply"]));
            let answer = line(&mut position, seat, cell).join(" ");
            let wanted = match reply {
                "miss" | "hit" => format!("! {reply} cell={cell} = {cell}"),
                "sunk" => format!("! sunk cell={cell} size="),
                refused => format!("? {refused}"),
            };
            assert!(answer.starts_with(&wanted), "{id}: {cell}: {answer}");
            let wanted = match shot["winner"].as_u64() {
                Some(winner) => format!("won {winner} sunk"),
                None => format!("playing {}", shot["next"]),
            };
            assert_eq!(state(&*position), wanted, "{id}: {cell}");
            checks += 1;
        }
    }
    assert_eq!(checks, 21);
}

/// Two fleets on a board of four: `##..`, `....`, `#...`, `...#` and `#...`, `..#.`, `..#.`, `#...`.
fn small(options: &str) -> Box<dyn Position> {
    let mut position = open(&format!("size=4 fleet=0,0,0,1,2 {options}"));
    line(&mut position, Seat::One, "place ##../..../#.../...#");
    assert_eq!(
        line(&mut position, Seat::Two, "place #.../..#./..#./#..."),
        ["! placed seat=2".to_owned(), begun(&*position), "= place #.../..#./..#./#...".to_owned()]
    );
    position
}

fn begun(position: &dyn Position) -> String {
    format!("! begun first={}", position.to_act().iter().next().unwrap())
}

#[test]
fn several_shots_go_on_until_the_first_miss() {
    let mut position = small("");
    assert_eq!(
        line(&mut position, Seat::One, "C2, d3; a1 a3"),
        ["! hit cell=c2", "! miss cell=d3", "! not-fired cells=a1,a3", "= c2 d3 a1 a3"]
    );
    assert_eq!(state(&*position), "playing 2");
    // what was not fired is told to the shooter alone, and can be shot at later
    let played = small("").play(Seat::One, "d3 a1").unwrap();
    let of = |id| played.phrases.iter().find(|p| p.id == id).unwrap().to;
    assert!(!of("not-fired").admits(game::Eye::Seat(Seat::Two)) && of("miss").admits(game::Eye::Seat(Seat::Two)));
    line(&mut position, Seat::Two, "c1");
    assert_eq!(
        line(&mut position, Seat::One, "a1 c3 a4 b4"),
        [
            "! sunk cell=a1 size=1",
            "! sunk cell=c3 size=2",
            "! sunk cell=a4 size=1",
            "! not-fired cells=b4",
            "= a1 c3 a4 b4"
        ]
    );
    assert_eq!(state(&*position), "won 1 sunk");
    assert_eq!(position.legal(Seat::One), Some(vec![]));
    assert_eq!(position.perft(1), Some(0));
}

#[test]
fn shots_are_refused_whole_and_with_every_fault() {
    let mut position = small("");
    assert_eq!(position.legal(Seat::Two), Some(vec![]));
    assert_eq!(ids(&*position, Seat::Two, "a1"), "not-your-turn");
    line(&mut position, Seat::One, "a1 b1");
    line(&mut position, Seat::Two, "d1");
    for (text, wanted) in [
        ("a1", "repeat cells=a1"),
        ("a2 a2", "repeat cells=a2"),
        ("a2 e1", "off-board cells=e1 from=a1 last=d4"),
        ("e5 a5 a0 z99999999999", "off-board cells=a0,a5,e5,z99999999999 from=a1 last=d4"),
        ("В1", "letter cell=в1 readings=b1,v1"),
        ("н2", "letter cell=н2 readings=h2,n2"),
        ("Ж1", "off-board cells=ж1 from=a1 last=d4"),
        (
            "B1 A1, м7; k1 a3 A3",
            "letter cell=м7 readings=m7; off-board cells=k1 from=a1 last=d4; \
                               repeat cells=a1,b1; repeat cells=a3",
        ),
    ] {
        assert_eq!(faults(&*position, Seat::One, text), wanted, "{text}");
    }
    assert_eq!(ids(&*position, Seat::One, "B1 м7 k1 a3 a3"), "letter,off-board,repeat");
    for text in
        ["", "a", "1", "44", "a1-a4", "a1 b", "a1,,b2 c", "hello", "a1.", "place", "place it", "fire", "random a1"]
    {
        assert_eq!(ids(&*position, Seat::One, text), "unreadable", "{text}");
    }
    for text in ["a2", "fire a2", "Выстрел по А2", "LÖVÉS a2", "А2", "a02"] {
        assert_eq!(line(&mut position.copy(), Seat::One, text).pop().unwrap(), "= a2", "{text}");
    }
    let alternate = small("turns=alternate");
    assert_eq!(faults(&*alternate, Seat::One, "a1 a2"), "too-many count=2");
    assert_eq!(ids(&*alternate, Seat::One, "a1 e9"), "off-board,too-many");
}

#[test]
fn fleets_are_placed_in_any_order_and_then_locked() {
    let mut position = open("size=4 fleet=0,0,0,1,2 seed=3");
    assert_eq!(state(&*position), "playing 1 2");
    assert_eq!(position.legal(Seat::One), None);
    assert_eq!(position.perft(1), None);
    assert_eq!(faults(&*position, Seat::Two, "a1"), "not-placed seat=2");
    assert_eq!(line(&mut position, Seat::Two, "replace a1-a2; c1; d4").pop().unwrap(), "= replace #.#./#.../..../...#");
    assert_eq!(faults(&*position, Seat::Two, "a1"), "not-placed seat=1");
    assert_eq!(state(&*position), "playing 1 2");
    for text in ["place a1-b1; d1; d4", "place random", "random", "place ####"] {
        assert_eq!(ids(&*position, Seat::Two, text), "locked", "{text}");
    }
    assert_eq!(
        line(&mut position, Seat::Two, "átrakom: a1-b1, d1, d4"),
        ["! replaced seat=2", "= replace ##.#/..../..../...#"]
    );
    assert_eq!(ids(&*position, Seat::Two, "replace a1-b1; c1; d4"), "shape-or-side-touch");
    let mut random = position.copy();
    line(&mut position, Seat::One, "расстановка а1-а2; с1; d4");
    assert_eq!(state(&*position), "playing 1");
    assert_eq!(ids(&*position, Seat::One, "replace random"), "locked");
    assert_eq!(ids(&*position, Seat::Two, "replace random"), "not-your-turn");
    // a fleet by chance stands in the log as what it was, and the next one is another
    let one = line(&mut random, Seat::Two, "replace véletlen").pop().unwrap();
    let two = line(&mut random, Seat::Two, "replace RANDOM").pop().unwrap();
    assert!(one.starts_with("= replace ") && one.contains('#') && one != two, "{one}, {two}");
    assert_eq!(line(&mut open("size=4 fleet=0,0,0,1,2 seed=3"), Seat::One, "случайно").len(), 2);
}

#[test]
fn the_second_player_may_have_a_last_turn() {
    let sink = "a1 c2 c3 a4";
    let play = |options: &str, turns: &[(Seat, &str)]| {
        let mut position = small(options);
        let mut last = Vec::new();
        for (seat, turn) in turns {
            last = line(&mut position, *seat, turn);
            assert!(last.last().unwrap().starts_with('='), "{turn}: {last:?}");
        }
        last.pop();
        (last.pop().unwrap(), state(&*position))
    };
    let (one, two) = (Seat::One, Seat::Two);
    assert_eq!(play("", &[(one, sink)]).1, "won 1 sunk");
    let last = play("last_shot=yes", &[(one, sink)]);
    assert_eq!(last, ("! last-turn seat=2".to_owned(), "playing 2".to_owned()));
    assert_eq!(play("last_shot=yes", &[(one, sink), (two, "a1 b1 c1")]).1, "won 1 sunk");
    assert_eq!(play("last_shot=yes", &[(one, sink), (two, "a1 b1")]).1, "playing 2");
    assert_eq!(play("last_shot=yes", &[(one, sink), (two, "a1 b1"), (two, "a3 d4")]).1, "drawn equalised");
    assert_eq!(play("last_shot=yes", &[(one, "b2"), (two, "a1 b1 a3 d4")]).1, "won 2 sunk");
    assert_eq!(play("last_shot=yes first=2", &[(two, "a1 b1 a3 d4")]).1, "playing 1");
    assert_eq!(play("last_shot=yes first=2", &[(two, "a1 b1 a3 d4"), (one, sink)]).1, "drawn equalised");
    let alternate = [(one, "a1"), (two, "a1"), (one, "c2"), (two, "b1"), (one, "c3"), (two, "a3"), (one, "a4")];
    assert_eq!(play("last_shot=yes turns=alternate", &alternate).1, "playing 2");
    let all = |last| alternate.into_iter().chain([(two, last)]).collect::<Vec<_>>();
    assert_eq!(play("last_shot=yes turns=alternate", &all("d4")).1, "drawn equalised");
    assert_eq!(play("last_shot=yes turns=alternate", &all("d1")).1, "won 1 sunk");
}

#[test]
fn options_have_one_spelling() {
    for (given, canonical) in [
        ("", "seed=7"),
        ("size=10 fleet=classic touch=none bent=none turns=until-miss alphabet=lat last_shot=no first=1", "seed=7"),
        ("fleet=0,1,2,3,4 style=мимо-ранил-убил", "seed=7"),
        ("size=15", "size=15 seed=7"),
        ("size=15 fleet=1,2,3,4,5", "size=15 seed=7"),
        ("fleet=0,1,2,3,4 size=15", "size=15 fleet=classic seed=7"),
        ("size=12 fleet=1,2,3,4,5", "size=12 fleet=big seed=7"),
        ("fleet=0,0,0,0,04", "fleet=0,0,0,0,4 seed=7"),
        ("bent=zigzag,g touch=corner", "touch=corner bent=G,zigzag seed=7"),
        ("alphabet=РЕСПУБЛИКА", "alphabet=respublika seed=7"),
        ("alphabet=снегурочка size=9", "size=9 alphabet=snegurochka seed=7"),
        ("style=промах-ранил-потопил", "style=promakh-ranil-potopil seed=7"),
        ("style=promakh-popal-potopil last_shot=yes", "style=promakh-popal-potopil last_shot=yes seed=7"),
        ("seed=9 first=random turns=alternate", "turns=alternate first=random seed=9"),
    ] {
        let opened = try_open(given).unwrap_or_else(|fault| panic!("{given}: {fault:?}"));
        assert_eq!(opened.options, canonical, "{given}");
        assert!(opened.options.is_ascii());
        let again = try_open(&opened.options).unwrap();
        assert_eq!((again.options, again.position.dump()), (opened.options, opened.position.dump()));
    }
}

#[test]
fn options_that_cannot_be_used_are_refused() {
    for given in [
        "size=2",
        "size=16",
        "size=+9",
        "size=",
        "fleet=",
        "fleet=0,0,0,0,0",
        "fleet=1,1,1,1",
        "fleet=1,1,1,1,1,1",
        "fleet=0,0,0,0,226",
        "fleet=tiny",
        "touch=side",
        "bent=",
        "bent=L",
        "bent=G,G",
        "bent=none,G",
        "turns=both",
        "alphabet=en",
        "style=x",
        "last_shot=1",
        "first=3",
        "seed=-1",
    ] {
        assert!(matches!(try_open(given), Err(OptionFault::BadValue { .. })), "{given}");
    }
    for (given, key, why) in [
        ("size=5", "size", "fleet-does-not-fit"),
        ("fleet=0,0,0,0,26", "fleet", "fleet-does-not-fit"),
        ("size=3 fleet=0,1,0,0,0", "fleet", "fleet-does-not-fit"),
        ("size=4 fleet=1,0,0,0,0", "fleet", "fleet-does-not-fit"),
        ("size=3 fleet=0,0,0,0,5", "fleet", "fleet-does-not-fit"),
        ("size=11 alphabet=республика", "alphabet", "alphabet-too-short"),
        ("size=15 alphabet=snegurochka", "alphabet", "alphabet-too-short"),
    ] {
        match try_open(given) {
            Err(OptionFault::Conflict { key: k, id, .. }) => assert_eq!((k.as_str(), id), (key, why), "{given}"),
            other => panic!("{given}: {:?}", other.map(|o| o.options)),
        }
    }
    for given in
        ["fleet=0,0,0,0,25", "size=3 fleet=0,0,0,0,5 touch=corner", "size=3 fleet=0,1,0,0,0 bent=square", "size=7"]
    {
        assert!(try_open(given).is_ok(), "{given}");
    }
}

#[test]
fn columns_are_russian_where_somebody_reads_russian() {
    let adapted = |pairs: &[(&str, &str)], langs: &[Lang]| {
        let mut pairs = pairs.iter().map(|(k, v)| ((*k).to_owned(), (*v).to_owned())).collect();
        battleship().adapt(&mut pairs, langs);
        battleship().open(&pairs, &mut || 7).unwrap().options
    };
    assert_eq!(adapted(&[], &[Lang::En, Lang::Hu]), "seed=7");
    assert_eq!(adapted(&[], &[Lang::Hu, Lang::Ru]), "alphabet=ru seed=7");
    assert_eq!(adapted(&[("alphabet", "lat")], &[Lang::Ru, Lang::Ru]), "seed=7");
}
