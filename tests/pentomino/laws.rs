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

/// Layouts by trial and error, sharing no code with the game but the pictures of the shapes.
pub(super) struct Maker {
    corners: bool,
}

impl Maker {
    pub(super) const fn new(corners: bool) -> Self {
        Self { corners }
    }

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
        (0..3).all(|j| {
            (0..3).all(|i| {
                let corner = i != 1 && j != 1;
                let (x, y) = ((x + i).wrapping_sub(1) as usize, (y + j).wrapping_sub(1) as usize);
                (corner && self.corners) || grid.get(y).and_then(|row| row.get(x)).is_none_or(|c| *c == b'.')
            })
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
    let pool = Maker::new(true).fleets(20, &mut dice);
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
