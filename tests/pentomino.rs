//! Torpedó-pentominó: the vectors, the rules one by one, the notation, and the laws of a game.

use boardpost::game::pentomino::Piece;
use boardpost::game::pentomino::random::count;
use boardpost::game::pentomino::shapes::Board;
use boardpost::game::{self, Eye, Game, Lang, Opened, OptionFault, Played, Position, Refusal, Seat};
use serde_json::Value as Json;

mod laws;
mod notation;
mod secrecy;

fn pentomino() -> &'static dyn Game {
    game::find("pentomino").unwrap()
}

/// Opens a game from `key=value` words.
fn try_open(options: &str) -> Result<Opened, OptionFault> {
    let pairs: Vec<(String, String)> = options
        .split_whitespace()
        .map(|word| word.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())).unwrap())
        .collect();
    pentomino().open(&pairs, &mut || 7)
}

fn open(options: &str) -> Box<dyn Position> {
    try_open(options).unwrap_or_else(|fault| panic!("{options}: {fault:?}")).position
}

/// Plays a turn as a letter's line would be.
fn play(position: &dyn Position, seat: Seat, text: &str) -> Result<Played, Refusal> {
    let turn = position.read(text, Lang::En, seat).map_err(Refusal::Unreadable)?;
    position.play(seat, &turn)
}

/// What was said about a turn, or the ids of its refusal behind a `?`.
fn told(played: &Result<Played, Refusal>) -> String {
    match played {
        Ok(played) => played.phrases.iter().map(ToString::to_string).collect::<Vec<_>>().join("; "),
        Err(Refusal::Illegal(illegal)) => format!("? {}", illegal.ids()),
        Err(Refusal::Unreadable(fault)) => format!("? unreadable at {}: {}", fault.at, fault.expected.join(",")),
    }
}

/// `won 1 sunk`, `drawn equalised`, or `playing 2`.
fn state(position: &dyn Position) -> String {
    match position.outcome() {
        Some(o) => o.winner.map_or(format!("drawn {}", o.reason), |w| format!("won {w} {}", o.reason)),
        None => format!("playing {}", position.to_act().iter().map(|s| s.to_string()).collect::<Vec<_>>().join(" ")),
    }
}

/// A turn of a game, what is said about it, and the state after it.
struct Table(Box<dyn Position>);

impl Table {
    fn new(options: &str, layouts: [&str; 2]) -> Self {
        let mut table = Self(open(options));
        for (seat, layout) in Seat::BOTH.into_iter().zip(layouts) {
            table.turn(seat, &format!("place {layout}"));
        }
        table
    }

    fn turn(&mut self, seat: Seat, text: &str) -> String {
        let dump = self.0.dump();
        let played = play(&*self.0, seat, text);
        let told = told(&played);
        match played {
            Ok(played) => self.0 = played.next,
            Err(_) => assert_eq!(self.0.dump(), dump, "{text} left a trace"),
        }
        told
    }
}

const ONE: &str = "VVV.I.PPP./V...I.PP.L/V...I....L/.X..I.UU.L/XXX.I.U.LL/.X....UU..";
const TWO: &str = "WW....NNN./.WW..Y..NN/..W.YYYY../P..T....ZZ/PP.TTT..Z./PP.T...ZZ.";

fn vectors() -> Json {
    serde_json::from_str(include_str!("vectors/pentomino.json")).unwrap()
}

fn of_type(vectors: &Json, kind: &str) -> Vec<Json> {
    vectors["vectors"].as_array().unwrap().iter().filter(|v| v["type"] == kind).cloned().collect()
}

fn strings(json: &Json) -> Vec<String> {
    json.as_array().map_or_else(Vec::new, |list| list.iter().map(|t| t.as_str().unwrap().to_owned()).collect())
}

fn pieces(letters: &str) -> Vec<Piece> {
    letters.chars().map(|c| Piece::from_letter(c).unwrap()).collect()
}

#[test]
fn vectors_of_numbers_and_shapes() {
    let vectors = vectors();
    for piece in Piece::ALL {
        let letter = piece.letter().to_string();
        assert_eq!(vectors["numbers"][&letter], piece.number(), "{letter}");
        assert_eq!(vectors["shapes"][&letter], piece.picture().join("/"), "{letter}");
    }
}

#[test]
fn vectors_of_placement() {
    let list = of_type(&vectors(), "placement");
    assert_eq!(list.len(), 4);
    for vector in list {
        let rows = strings(&vector["grid"]);
        let mut table = Table(open(&format!("set={}", vector["chosen"].as_str().unwrap())));
        let told = table.turn(Seat::One, &format!("place {}", rows.join("/")));
        let errors = strings(&vector["errors"]);
        let wanted = if errors.is_empty() { "placed seat=1".to_owned() } else { format!("? {}", errors.join(",")) };
        assert_eq!(told, wanted, "{}", vector["id"]);
    }
}

#[test]
fn vectors_of_counts() {
    let list = of_type(&vectors(), "count");
    assert_eq!(list.len(), 10);
    for vector in list {
        let number = |key: &str| u32::try_from(vector[key].as_u64().unwrap()).unwrap();
        let board = Board { width: number("width"), height: number("height") };
        let corners = vector["corner_contact"].as_bool().unwrap();
        let layouts = count(&pieces(vector["pieces"].as_str().unwrap()), board, corners);
        assert_eq!(layouts, vector["layouts"].as_u64().unwrap(), "{vector}");
    }
}

#[test]
fn vectors_of_play() {
    let list = of_type(&vectors(), "play");
    assert_eq!(list.len(), 5);
    let mut turns = 0;
    for vector in list {
        let layout = |seat: &str| strings(&vector["layouts"][seat]).join("/");
        let mut table = Table::new("", [&layout("1"), &layout("2")]);
        for line in vector["log"].as_array().unwrap() {
            let what = format!("{} {line}", vector["id"]);
            let seat = Seat::from_number(u8::try_from(line["by"].as_u64().unwrap()).unwrap()).unwrap();
            let text = match line["action"].as_str().unwrap() {
                "guess" => format!("solve {}", strings(&line["arg"]).join("/")),
                action => format!("{action} {}", strings(&line["arg"]).join(" ")).trim_end().to_owned(),
            };
            let told = table.turn(seat, &text);
            match &line["reply"] {
                Json::Array(shots) => {
                    let said = |shot: &Json| match shot[1].as_str().unwrap().split(' ').collect::<Vec<_>>()[..] {
                        ["hit", number, piece] => {
                            format!("hit cell={} number={number} piece={piece}", shot[0].as_str().unwrap())
                        }
                        _ => format!("miss cell={}", shot[0].as_str().unwrap()),
                    };
                    let shots: Vec<String> = shots.iter().map(said).collect();
                    let told: Vec<&str> =
                        told.split("; ").filter(|t| t.starts_with("hit ") || t.starts_with("miss ")).collect();
                    assert_eq!(told, shots, "{what}");
                }
                Json::String(reply) => match reply.as_str() {
                    "error: repeated cell" => assert_eq!(told, "? repeat", "{what}"),
                    "error: aimed run in progress" => assert_eq!(told, "? aimed-run", "{what}"),
                    reply => assert!(told.starts_with(reply), "{what}: {told}"),
                },
                other => panic!("{other}"),
            }
            let wanted = match (line["result"].as_str(), line["next"].as_u64()) {
                (None, Some(next)) => format!("playing {next}"),
                (Some("draw"), None) => "drawn equalised".to_owned(),
                (Some(winner), None) => format!("won {winner} sunk"),
                other => panic!("{other:?}"),
            };
            assert_eq!(state(&*table.0), wanted, "{what}");
            assert_eq!(table.0.dump().contains("run=1"), line["aimed_run"].as_bool().unwrap(), "{what}");
            turns += 1;
        }
    }
    assert_eq!(turns, 17);
}

#[test]
fn fleets_are_laid_out_in_any_order_and_may_be_replaced_until_both_stand() {
    let mut table = Table(open(""));
    assert_eq!(state(&*table.0), "playing 1 2");
    assert_eq!(table.turn(Seat::One, "recon a1"), "? not-placed");
    assert_eq!(table.turn(Seat::Two, &format!("place {TWO}")), "placed seat=2");
    assert_eq!(state(&*table.0), "playing 1 2");
    assert_eq!(table.turn(Seat::Two, &format!("place {ONE}")), "? locked");
    assert_eq!(table.turn(Seat::Two, "replace V"), "? unreadable at 8: expect-layout,expect-random");
    assert_eq!(table.turn(Seat::Two, "place random"), "? locked");
    assert_eq!(table.turn(Seat::Two, &format!("replace {ONE}")), "replaced seat=2");
    assert_eq!(
        table.turn(Seat::One, &format!("replace {TWO}")),
        "placed seat=1; pieces seat=1 pieces=11(Y),12(Z),4(N),5(P),6(T),9(W); \
         pieces seat=2 pieces=10(X),2(I),3(L),5(P),7(U),8(V); begins seat=1"
    );
    assert_eq!(table.turn(Seat::One, &format!("replace {ONE}")), "? locked");
    assert_eq!(table.turn(Seat::Two, "recon a1"), "? not-your-turn");
    assert_eq!(
        table.turn(Seat::One, "recon d1 e1 a1"),
        "miss cell=d1; hit cell=e1 number=2 piece=I; not-fired cells=a1"
    );
}

#[test]
fn every_fault_of_a_list_of_shots_is_told_at_once() {
    let mut table = Table::new("first=2", [ONE, TWO]);
    assert_eq!(table.turn(Seat::Two, "stop"), "? no-run");
    assert_eq!(table.turn(Seat::Two, "recon k1 a1 a7 a1 b1 c1"), "? off-board,repeat,too-many");
    assert_eq!(table.turn(Seat::Two, "aim a1 a1 a0"), "? off-board,repeat");
    assert_eq!(table.turn(Seat::Two, "aim a1"), "hit cell=a1 number=8 piece=V; run seat=2");
    assert_eq!(table.turn(Seat::Two, "recon a1 b1 c1 d1 e1 z9"), "? aimed-run,off-board,repeat,too-many");
    assert_eq!(
        table.turn(Seat::Two, "c c1 D1, e1;a2"),
        "hit cell=c1 number=8 piece=V; miss cell=d1; not-fired cells=a2,e1"
    );
    assert_eq!(state(&*table.0), "playing 1");
    assert_eq!(table.turn(Seat::One, "solve VVV/V.."), "? size");
    assert_eq!(table.turn(Seat::One, &format!("solve {}", ONE.replacen('.', "V", 1))), "? shape,side-touch");
}

#[test]
fn a_wrong_guess_costs_what_the_options_say() {
    // the same pieces, the P upside down
    let wrong = format!("solve {}", TWO.replace("P..T....ZZ/PP.TTT..Z./PP.T", "PP.T....ZZ/PP.TTT..Z./P..T"));
    let right = format!("solve {TWO}");
    for (guess, after) in [("ends-turn", "playing 2"), ("free", "playing 1"), ("once", "playing 2")] {
        let mut table = Table::new(&format!("guess={guess}"), [ONE, TWO]);
        // also in a run, and with other pieces than the fleet has
        table.turn(Seat::One, "aim a1");
        assert_eq!(table.turn(Seat::One, &format!("solve {ONE}")), "wrong", "{guess}");
        assert_eq!(state(&*table.0), after, "{guess}");
        assert_eq!(table.0.dump().contains("run=1"), guess == "free");
        if guess != "free" {
            table.turn(Seat::Two, "recon d1");
        }
        let second = table.turn(Seat::One, &wrong);
        assert_eq!(second, if guess == "once" { "? too-many" } else { "wrong" }, "{guess}");
        if guess == "ends-turn" {
            table.turn(Seat::Two, "recon d2");
        }
        let told = table.turn(Seat::One, &right);
        assert_eq!(told, if guess == "once" { "? too-many" } else { "right; equaliser seat=2" }, "{guess}");
    }
}

#[test]
fn the_equaliser_is_one_full_turn_of_the_seat_that_did_not_start() {
    let equaliser = |options: &str, turns: &[&str]| {
        let mut table = Table::new(options, [ONE, TWO]);
        let (starter, other) =
            if options.contains("first=2") { (Seat::Two, Seat::One) } else { (Seat::One, Seat::Two) };
        let fleets = [ONE, TWO];
        assert_eq!(
            table.turn(starter, &format!("solve {}", other.of(&fleets))),
            format!("right; equaliser seat={other}")
        );
        assert_eq!(state(&*table.0), format!("playing {other}"));
        for turn in turns {
            let told = table.turn(other, &turn.replace("OTHER", starter.of::<&str>(&fleets)));
            assert!(!told.starts_with('?'), "{turn}: {told}");
        }
        state(&*table.0)
    };
    assert_eq!(equaliser("", &["solve OTHER"]), "drawn equalised");
    assert_eq!(equaliser("first=2", &["solve OTHER"]), "drawn equalised");
    assert_eq!(equaliser("", &["aim a1 b1", "aim c1", "solve OTHER"]), "drawn equalised");
    assert_eq!(equaliser("", &["recon a1"]), "won 1 sunk");
    assert_eq!(equaliser("first=2", &["recon a1"]), "won 2 sunk");
    assert_eq!(equaliser("", &["aim a1", "stop"]), "won 1 sunk");
    assert_eq!(equaliser("", &["aim a1", "aim d1"]), "won 1 sunk");
    assert_eq!(equaliser("", &[&format!("solve {TWO}")]), "won 1 sunk");
    assert_eq!(equaliser("guess=free", &[&format!("solve {TWO}"), "solve OTHER"]), "drawn equalised");
    // cells that follow the last hit are not fired
    let cells: Vec<String> = (0..60)
        .filter(|n| ONE.replace('/', "").as_bytes()[*n] != b'.')
        .map(|n| format!("{}{}", char::from(b"abcdefghij"[n % 10]), n / 10 + 1))
        .collect();
    assert_eq!(equaliser("", &[&format!("aim {}", cells.join(" "))]), "drawn equalised");
    let mut table = Table::new("first=2", [ONE, TWO]);
    let told = table.turn(Seat::Two, &format!("aim {} d1", cells.join(" ")));
    assert!(told.ends_with("not-fired cells=d1; all-hit seat=1; equaliser seat=1"), "{told}");
}

#[test]
fn options_have_one_spelling() {
    for (given, canonical) in [
        ("", "seed=7"),
        ("touch=corner guess=ends-turn set=any first=1 seed=5", "seed=5"),
        ("seed=0 first=2 set=wvlpun guess=once touch=none", "touch=none guess=once set=LNPUVW first=2 seed=0"),
        ("first=random guess=free", "guess=free first=random seed=7"),
    ] {
        let opened = try_open(given).unwrap_or_else(|fault| panic!("{given}: {fault:?}"));
        assert_eq!(opened.options, canonical, "{given}");
        assert_eq!(try_open(canonical).unwrap().options, canonical);
    }
    for bad in
        ["touch=side", "guess=", "set=ABCDEF", "set=IXVLP", "set=IXVLPUT", "set=IXVLPß", "first=3", "seed=-1", "seed="]
    {
        assert!(matches!(try_open(bad), Err(OptionFault::BadValue { .. })), "{bad}");
    }
    let Err(OptionFault::Conflict { id, detail, .. }) = try_open("set=PXVLIp") else { panic!("P twice") };
    assert_eq!((id, detail.as_str()), ("set-repeat", "P"));
    assert!(matches!(try_open("size=10"), Err(OptionFault::UnknownKey { .. })));
}

fn fits_without_corners(set: &str) -> bool {
    match try_open(&format!("touch=none set={set}")) {
        Ok(_) => true,
        Err(OptionFault::Conflict { id: "set-cannot-be-placed", value, .. }) => {
            assert_eq!(value, set);
            false
        }
        Err(fault) => panic!("{set}: {fault:?}"),
    }
}

#[test]
fn sets_that_cannot_be_placed_are_refused() {
    for set in ["ILNTXY", "ILNTYZ", "ILNPVX", "LNPUVW", "LNPTUZ", "ILNUXY"] {
        assert!(fits_without_corners(set), "{set}");
    }
    for set in ["FTVWXZ", "FNTWXZ"] {
        assert!(!fits_without_corners(set), "{set}");
        assert!(try_open(&format!("set={set}")).is_ok(), "{set}");
    }
}

/// Of the 924 sets of six all can be placed with corner contact, 303 without.
#[test]
#[ignore = "long: 924 searches"]
fn sets_that_can_be_placed_are_303() {
    let sets: Vec<String> = (0u32..1 << 12)
        .filter(|mask| mask.count_ones() == 6)
        .map(|mask| (0..12).filter(|n| mask >> n & 1 == 1).map(|n| Piece::ALL[n].letter()).collect())
        .collect();
    assert_eq!(sets.len(), 924);
    assert_eq!(sets.iter().filter(|set| fits_without_corners(set)).count(), 303);
}

#[test]
fn random_layouts_are_legal_and_come_from_the_seed_and_the_seat() {
    let mut seen = std::collections::BTreeSet::new();
    for options in ["seed=1", "seed=1 set=INTVXZ", "seed=2 set=INTVXZ", "seed=1 touch=none set=INUVYZ"] {
        for (seat, text) in Seat::BOTH.into_iter().zip(["random", "place random"]) {
            let mut table = Table(open(options));
            let turn = table.0.read(text, Lang::Ru, seat).unwrap();
            assert!(seen.insert(turn.clone()), "{options}: no two alike");
            assert_eq!(table.turn(seat, &turn), format!("placed seat={seat}"), "{options}");
            if options.contains("INTVXZ") {
                assert_eq!(open(options).read("felrakom: véletlen", Lang::En, seat).unwrap(), turn, "twice the same");
                assert_ne!(table.0.read(text, Lang::Hu, seat).unwrap(), turn, "a new one");
                assert_eq!(table.turn(seat, "replace random"), format!("replaced seat={seat}"));
            }
        }
    }
}

#[test]
fn pictures_show_what_each_may_know() {
    let mut table = Table::new("", [ONE, TWO]);
    table.turn(Seat::One, "recon c1 a1");
    table.turn(Seat::Two, "aim a1 d1");
    let glyphs = |eye: Eye| -> Vec<String> {
        let view = table.0.view(eye);
        view.boards
            .iter()
            .map(|board| {
                let rows: Vec<String> = board
                    .cells
                    .chunks(board.cells.len() / board.rows.len().max(1))
                    .map(|row| row.iter().map(|c| c.glyph).collect())
                    .collect();
                rows.join("/")
            })
            .collect()
    };
    let own = ONE.to_lowercase().replace('.', " ").replacen("vvv ", "Vvvo", 1);
    let control = "W o       /          /          /          /          /          ";
    assert_eq!(glyphs(Eye::Seat(Seat::One))[..2], [own.clone(), control.to_owned()]);
    let hit = "V  o      /          /          /          /          /          ";
    assert_eq!(glyphs(Eye::Public)[..2], [hit.to_owned(), control.to_owned()]);
    let other = TWO.to_lowercase().replace('.', " ").replacen("ww ", "Wwo", 1);
    assert_eq!(glyphs(Eye::Seat(Seat::Two))[..2], [other.clone(), hit.to_owned()]);
    assert_eq!(glyphs(Eye::All)[..2], [own, other]);
    let said: Vec<String> = table.0.view(Eye::Seat(Seat::One)).phrases.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["found seat=2 pieces=9(W):1", "unseen seat=2 pieces=11(Y),12(Z),4(N),5(P),6(T)", "legend"]);
}
