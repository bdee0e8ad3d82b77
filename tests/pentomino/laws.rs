//! Laws that hold in every prefix of random play.

use boardpost::game::options::Dice;
use boardpost::game::pentomino::Piece;
use boardpost::game::{Lang, Position, Refusal, Seat};

use super::{open, play};

/// A board of letters and dots, row by row.
pub(super) type Grid = [[u8; 10]; 6];

pub(super) fn text(grid: &Grid) -> String {
    grid.map(|row| String::from_utf8(row.to_vec()).unwrap()).join("/")
}

/// Layouts by trial and error, sharing no code with the game but the ways to turn a shape. Corners may touch.
pub(super) struct Maker;

impl Maker {
    /// Lays these letters out at random; `None` where it did not work out.
    pub(super) fn lay(&self, letters: &[u8], dice: &mut Dice) -> Option<Grid> {
        let mut grid = [[b'.'; 10]; 6];
        letters.iter().all(|letter| self.add(&mut grid, *letter, dice)).then_some(grid)
    }

    /// Lays one more piece, if some hundred throws find a place for it.
    pub(super) fn add(&self, grid: &mut Grid, letter: u8, dice: &mut Dice) -> bool {
        let ways = Piece::from_letter(letter.into()).unwrap().ways();
        for _ in 0..300 {
            let way = ways[usize::try_from(dice.below(ways.len() as u64)).unwrap()];
            let (dx, dy) = (u32::try_from(dice.below(10)).unwrap(), u32::try_from(dice.below(6)).unwrap());
            let cells = way.map(|(x, y)| (x + dx, y + dy));
            if cells.iter().all(|(x, y)| *x < 10 && *y < 6 && self.free(grid, *x, *y)) {
                for (x, y) in cells {
                    grid[y as usize][x as usize] = letter;
                }
                return true;
            }
        }
        false
    }

    fn free(&self, grid: &Grid, x: u32, y: u32) -> bool {
        [(1, 1), (0, 1), (2, 1), (1, 0), (1, 2)].iter().all(|(i, j)| {
            let (x, y) = ((x + i).wrapping_sub(1) as usize, (y + j).wrapping_sub(1) as usize);
            grid.get(y).and_then(|row| row.get(x)).is_none_or(|c| *c == b'.')
        })
    }

    /// So many layouts of any six letters.
    pub(super) fn fleets(&self, count: usize, dice: &mut Dice) -> Vec<String> {
        (0..count).map(|_| text(&self.fleet(dice))).collect()
    }

    /// Six letters, and a layout of them.
    pub(super) fn fleet(&self, dice: &mut Dice) -> Grid {
        loop {
            let mut letters = *b"FILNPTUVWXYZ";
            dice.shuffle(&mut letters);
            if let Some(grid) = self.lay(&letters[..6], dice) {
                return grid;
            }
        }
    }
}

pub(super) fn cell(dice: &mut Dice) -> String {
    // one in forty lies outside
    match dice.below(40) {
        0 => "k7".to_owned(),
        _ => format!("{}{}", char::from(b'a' + u8::try_from(dice.below(10)).unwrap()), dice.below(6) + 1),
    }
}

fn turn(dice: &mut Dice, layouts: &[String]) -> String {
    let layout = |dice: &mut Dice| layouts[usize::try_from(dice.below(layouts.len() as u64)).unwrap()].clone();
    let cells = |dice: &mut Dice, most: u64| (0..=dice.below(most)).map(|_| cell(dice)).collect::<Vec<_>>().join(" ");
    match dice.below(12) {
        0 => format!("place {}", layout(dice)),
        1 => format!("replace {}", layout(dice)),
        2 => "stop".to_owned(),
        3 => format!("solve {}", layout(dice)),
        4..=6 => format!("recon {}", cells(dice, 6)),
        _ => format!("aim {}", cells(dice, 4)),
    }
}

#[test]
fn refusals_leave_no_trace_and_the_log_replays() {
    let mut dice = Dice::new(11, 0);
    let pool = Maker.fleets(20, &mut dice);
    let (mut played, mut refused, mut finished) = (0, 0, 0);
    for round in 0..200 {
        let options = ["", "guess=free", "guess=once first=2", "first=random seed=4"][round % 4];
        let layouts: Vec<String> = (0..3).map(|n| pool[(round * 7 + n) % pool.len()].clone()).collect();
        let mut position = open(options);
        let mut log: Vec<(Seat, String)> = Vec::new();
        for _ in 0..150 {
            let acting: Vec<Seat> = position.to_act().iter().collect();
            let Some(seat) = acting.get(usize::try_from(dice.below(acting.len().max(1) as u64)).unwrap()) else {
                finished += 1;
                break;
            };
            let before = position.dump();
            let text = turn(&mut dice, &layouts);
            // turns mean the same in the canonical spelling, and reading that again changes nothing
            let canonical = position.read(&text, Lang::Hu, *seat).unwrap();
            assert_eq!(position.read(&canonical, Lang::En, *seat).as_ref(), Ok(&canonical), "{text}");
            match play(&*position, *seat, &text) {
                Ok(next) => {
                    assert_eq!(next.turn, canonical);
                    log.push((*seat, next.turn));
                    position = next.next;
                    played += 1;
                }
                Err(Refusal::Illegal(illegal)) => {
                    assert!(!illegal.faults.is_empty());
                    assert_eq!(position.dump(), before, "{text}");
                    refused += 1;
                }
                Err(Refusal::Unreadable(fault)) => panic!("{text}: {fault:?}"),
            }
            assert!(Seat::BOTH.iter().all(|s| position.legal(*s).is_some() != position.to_act().contains(*s)));
        }
        let again = log.iter().fold(open(options), |at: Box<dyn Position>, (seat, turn)| {
            at.play(*seat, turn).map(|p| p.next).unwrap_or_else(|e| panic!("{turn}: {e:?}"))
        });
        assert_eq!(again.dump(), position.dump());
    }
    assert!(played > 1000 && refused > 1000 && finished > 20, "{played} {refused} {finished}");
}

/// Every id that the game says has its sentence in three languages, with all its values filled in.
#[test]
fn every_sentence_stands_in_three_languages() {
    let hu = include_str!("../../src/lang/hu/pentomino.ftl");
    let ids = |text: &str| -> Vec<String> {
        text.lines()
            .filter_map(|l| l.split_once(" ="))
            .map(|(id, _)| id.to_owned())
            .filter(|id| id.starts_with("pentomino-"))
            .collect()
    };
    assert_eq!(ids(hu), ids(include_str!("../../src/lang/en/pentomino.ftl")));
    assert_eq!(ids(hu), ids(include_str!("../../src/lang/ru/pentomino.ftl")));
    let sources = [
        include_str!("../../src/game/pentomino/mod.rs"),
        include_str!("../../src/game/pentomino/layout.rs"),
        include_str!("../../src/game/pentomino/view.rs"),
        include_str!("../../src/game/pentomino/notation.rs"),
    ]
    .concat();
    let mut said: Vec<&str> = sources.split("Phrase::new(\"").skip(1).filter_map(|s| s.split('"').next()).collect();
    said.extend(["side-touch", "corner-touch", "placed", "replaced", "found", "unseen", "stands", "awaited"]);
    let expected =
        sources.split("\"expect-").skip(1).filter_map(|s| s.split('"').next()).map(|id| format!("expect-{id}"));
    let all: Vec<String> =
        said.iter().filter(|id| **id != "not-your-turn").map(|id| (*id).to_owned()).chain(expected).collect();
    assert!(all.len() > 40, "{}", all.len());
    for id in all {
        for lang in Lang::ALL {
            assert!(boardpost::lang::has(lang, &format!("pentomino-{id}")), "{lang}: {id}");
        }
    }
}

/// What a Hungarian player reads of his shots.
#[test]
fn sentences_are_filled_in() {
    let mut position = open("");
    for (seat, layout) in Seat::BOTH.into_iter().zip([super::ONE, super::TWO]) {
        position =
            play(&*position, seat, &format!("place {layout}")).map(|p| p.next).unwrap_or_else(|e| panic!("{e:?}"));
    }
    let say = |lang: Lang, turn: &str| {
        let voice =
            boardpost::lang::Voice { lang, seat: Some(Seat::One), position: &*position, names: ["Anna", "Béla"] };
        let phrases = match play(&*position, Seat::One, turn) {
            Ok(played) => played.phrases,
            Err(Refusal::Illegal(illegal)) => illegal.faults,
            Err(Refusal::Unreadable(fault)) => panic!("{fault:?}"),
        };
        phrases.iter().map(|p| voice.phrase(p)).collect::<Vec<_>>().join(" ")
    };
    assert_eq!(
        say(Lang::Hu, "felderítő c1 g1 h1"),
        "c1: Nem talált. g1: Talált: 4 (N). Le nem adott lövések, ezek a mezők nem vesztek el: h1."
    );
    assert_eq!(say(Lang::Ru, "р c1 g1"), "c1: мимо. g1: попадание: 4 (N).");
    assert_eq!(
        say(Lang::En, "aim a1"),
        "a1: hit on 9 (W). Every aimed shot hit, so you go on: more aimed shots, a guess, or stop."
    );
    assert_eq!(
        say(Lang::Hu, "f a1 b1 c1 d1 e1 f1"),
        "Egy felderítésben legfeljebb 5 mezőre lehet lőni; ennyit írtál: 6."
    );
    for lang in Lang::ALL {
        let flat = super::ONE.replacen("V...I.PP.L", "VV..I.PP.L", 1);
        for turn in
            ["aim a1 a1 k7", "stop", "solve V./V.", &format!("solve {flat}"), "solve Q: a1", &format!("place {flat}")]
        {
            let text = say(lang, turn);
            assert!(!text.contains(['$', '{', '[']), "{lang} {turn}: {text}");
        }
        for id in ["title", "howto"] {
            assert!(!boardpost::lang::say(lang, &format!("pentomino-{id}"), &[]).contains('\n'));
        }
        let howto = boardpost::lang::say(lang, "pentomino-howto", &[]);
        assert!(howto.split(' ').all(|word| position.read(word, lang, Seat::One).is_err()), "{howto}");
        let help = boardpost::lang::say(lang, "pentomino-help", &[]);
        assert!(help.lines().count() >= 10, "{lang}");
    }
}
