//! The secrecy law on what people get: two games that differ only in what one seat hid give the other seat and the
//! public the same letters, boards, lists and logs, until the rules reveal it. The games' own laws compare views,
//! phrases and refusals with an independent count; here it is everything that is made of them.

use boardpost::game::options::Dice;
use boardpost::game::{self, Lang, Position, Seat};

mod desk;
mod letters;
mod strays;

/// A game with the options under which it is looked at.
struct Sort {
    game: &'static str,
    /// Sets of options between which chance chooses, each with the values of one key.
    choices: &'static [(&'static str, &'static [&'static str])],
    /// Options that fleets depend on; one of them is taken.
    boards: &'static [&'static str],
    /// Who hides what the other must not learn. Both may hide.
    hider: Seat,
    /// Does the seeker place something too?
    both: bool,
}

const SORTS: &[Sort] = &[
    Sort {
        game: "battleship",
        choices: &[
            ("turns", &["until-miss", "alternate"]),
            ("alphabet", &["lat", "ru", "ru-yo", "respublika", "snegurochka"]),
            ("style", &["mimo-ranil-ubil", "promakh-ranil-potopil", "promakh-popal-potopil"]),
            ("last_shot", &["no", "yes"]),
            ("first", &["1", "2", "random"]),
        ],
        boards: &[
            "size=10",
            "size=10 touch=corner",
            "size=10 bent=G,square,zigzag",
            "size=8 fleet=0,1,1,2,2 bent=zigzag touch=corner",
            "size=5 fleet=0,0,1,1,2",
            "size=4 fleet=0,0,0,1,2",
            "size=6 fleet=0,1,1,1,1 bent=G,square",
        ],
        hider: Seat::Two,
        both: true,
    },
    Sort {
        game: "battleship",
        choices: &[("turns", &["until-miss", "alternate"]), ("alphabet", &["lat", "ru"]), ("first", &["1", "2"])],
        boards: &["size=15", "size=15 fleet=classic bent=square", "size=12 touch=corner"],
        hider: Seat::Two,
        both: true,
    },
    Sort {
        game: "pentomino",
        choices: &[("guess", &["ends-turn", "free", "once"]), ("first", &["1", "2", "random"])],
        boards: &["touch=corner", "touch=none", "touch=corner set=FILPTY", "touch=none set=LNPUVW"],
        hider: Seat::Two,
        both: true,
    },
    Sort {
        game: "smyoz",
        choices: &[
            ("info", &["none", "header", "codes", "directions"]),
            ("origo", &["closed", "open"]),
            ("strict", &["yes", "no"]),
            ("first", &["1", "2", "random"]),
        ],
        boards: &["delta_tips=yes", "delta_tips=no"],
        hider: Seat::Two,
        both: true,
    },
    Sort {
        game: "smyoz",
        choices: &[
            ("info", &["none", "header", "codes", "directions"]),
            ("origo", &["closed", "open"]),
            ("strict", &["yes", "no"]),
        ],
        boards: &["mode=problem delta_tips=yes", "mode=problem delta_tips=no"],
        hider: Seat::One,
        both: false,
    },
];

fn pick<'a, T>(dice: &mut Dice, list: &'a [T]) -> &'a T {
    &list[usize::try_from(dice.below(list.len() as u64)).unwrap()]
}

fn open(game: &str, options: &str) -> Box<dyn Position> {
    let pairs: Vec<(String, String)> = options
        .split_whitespace()
        .map(|word| word.split_once('=').map(|(k, v)| (k.to_owned(), v.to_owned())).unwrap())
        .collect();
    let opened = game::find(game).unwrap().open(&pairs, &mut || 7);
    opened.unwrap_or_else(|e| panic!("{game} {options}: {e:?}")).position
}

/// Fleets of a board, as the grids of their placements.
fn fleets(sort: &Sort, board: &str, count: u64) -> Vec<String> {
    let fleet = |seed: u64| {
        let turn = open(sort.game, &format!("{board} seed={seed}")).read("place random", Lang::En, sort.hider).unwrap();
        turn.strip_prefix("place ").unwrap().to_owned()
    };
    (1..=count).map(fleet).collect()
}

/// The same fleet on a board turned by half a turn: legal in each of these games, with the same pieces.
fn turned(fleet: &str) -> String {
    fleet.chars().rev().collect()
}

/// A cell as the game's letters name it.
fn cell(sort: &Sort, columns: &[String], rows: u64, dice: &mut Dice) -> String {
    if sort.game == "smyoz" {
        return format!("{}{}", dice.below(9) + 1, dice.below(9) + 1);
    }
    format!("{}{}", pick(dice, columns), dice.below(rows) + 1)
}

/// What somebody may write when it is his turn, good or bad.
fn turn(sort: &Sort, columns: &[String], fleets: &[String], dice: &mut Dice) -> String {
    let rows = match sort.game {
        "pentomino" => 6,
        _ => columns.len() as u64,
    };
    let some = |most: u64, dice: &mut Dice| -> String {
        let cells: Vec<String> = (0..=dice.below(most)).map(|_| cell(sort, columns, rows, dice)).collect();
        cells.join(" ")
    };
    match sort.game {
        "battleship" => some(4, dice),
        "pentomino" => match dice.below(8) {
            0 => "stop".to_owned(),
            1 => format!("solve {}", pick(dice, fleets)),
            2..=4 => format!("recon {}", some(5, dice)),
            _ => format!("aim {}", some(3, dice)),
        },
        _ => match dice.below(12) {
            0 => format!("solve {}", pick(dice, fleets)),
            1 => "O 55".to_owned(),
            2 if dice.below(6) == 0 => "stop".to_owned(),
            _ => format!("{} {}", pick(dice, &["O", "A", "B", "C", "D", "E", "Z"]), some(3, dice)),
        },
    }
}
