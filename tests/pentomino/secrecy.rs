//! The secrecy law: two games that differ only in what seat 2 hid are the same to seat 1 and to the public at every
//! step, until the rules reveal it.

use std::collections::BTreeSet;

use boardpost::game::options::Dice;
use boardpost::game::{Eye, Lang, Played, Position, Refusal, Seat};

use super::laws::{Grid, Maker, cell, text};
use super::{open, play};

/// What an eye hears of a turn: its phrases, or the refusal, which is told to the one who wrote alone.
fn heard(played: &Result<Played, Refusal>, writer: Seat, eye: Eye) -> String {
    match played {
        Ok(played) => {
            let phrases: Vec<String> =
                played.phrases.iter().filter(|p| p.to.admits(eye)).map(|p| format!("{p:?}")).collect();
            phrases.join("\n")
        }
        Err(refusal) if eye == Eye::Seat(writer) => format!("{refusal:?}"),
        Err(_) => "refused".to_owned(),
    }
}

/// Two fleets of the same six pieces. Half of the pairs differ in one piece alone, so that the games stay alike long.
fn pair(dice: &mut Dice) -> [Grid; 2] {
    let maker = Maker;
    loop {
        let first = maker.fleet(dice);
        let mut letters: Vec<u8> = first.iter().flatten().copied().filter(|c| *c != b'.').collect();
        letters.sort_unstable();
        letters.dedup();
        let second = if dice.below(2) == 0 {
            maker.lay(&letters, dice)
        } else {
            let moved = letters[usize::try_from(dice.below(6)).unwrap()];
            let mut second = first.map(|row| row.map(|c| if c == moved { b'.' } else { c }));
            maker.add(&mut second, moved, dice).then_some(second)
        };
        if let Some(second) = second.filter(|s| *s != first) {
            return [first, second];
        }
    }
}

/// Fleets that may not touch by corners either: too rare to be found by trial and error.
fn apart(seed: u64) -> Grid {
    let turn = open(&format!("touch=none set=LNPUVW seed={seed}")).read("random", Lang::En, Seat::Two).unwrap();
    let mut grid = [[b'.'; 10]; 6];
    for (row, text) in grid.iter_mut().zip(turn["place ".len()..].split('/')) {
        row.copy_from_slice(text.as_bytes());
    }
    grid
}

/// The cells of which a shot would tell the two apart.
fn telling(pair: &[Grid; 2]) -> BTreeSet<String> {
    let cells = (0..6).flat_map(|y| (0..10).map(move |x| (x, y)));
    let [one, two] = pair;
    cells
        .filter(|(x, y)| one[*y][*x] != two[*y][*x])
        .map(|(x, y)| format!("{}{}", char::from(b'a' + u8::try_from(x).unwrap()), y + 1))
        .collect()
}

struct Twins {
    games: [Box<dyn Position>; 2],
    steps: u32,
}

impl Twins {
    /// Plays a turn in both games: the same one, but for what seat 2 hides.
    fn play(&mut self, seat: Seat, turns: [&str; 2]) {
        let [one, two] = &self.games;
        let played = [play(&**one, seat, turns[0]), play(&**two, seat, turns[1])];
        for eye in [Eye::Seat(Seat::One), Eye::Public] {
            let [a, b] = [heard(&played[0], seat, eye), heard(&played[1], seat, eye)];
            assert_eq!(a, b, "{eye:?} hears a difference: {turns:?}");
        }
        for (game, played) in self.games.iter_mut().zip(played) {
            if let Ok(played) = played {
                *game = played.next;
            }
        }
        self.look(&turns);
        self.steps += 1;
    }

    fn look(&self, turns: &[&str; 2]) {
        let [one, two] = &self.games;
        assert_eq!(one.to_act(), two.to_act());
        assert_eq!(one.outcome(), two.outcome());
        if one.outcome().is_some() {
            // the rules lay both fleets open
            return;
        }
        for eye in [Eye::Seat(Seat::One), Eye::Public] {
            assert!(one.view(eye) == two.view(eye), "{eye:?} sees a difference after {turns:?}");
        }
    }
}

/// Plays one pair of games until the rules reveal the difference, at most so many turns.
fn evening(options: &str, fleets: &[Grid; 2], pool: &[String], dice: &mut Dice, most: u32) -> (u32, bool) {
    let [a, b] = [text(&fleets[0]), text(&fleets[1])];
    let fleet = |dice: &mut Dice| &pool[usize::try_from(dice.below(pool.len() as u64)).unwrap()];
    let own = fleet(dice);
    let telling = telling(fleets);
    let mut twins = Twins { games: [open(options), open(options)], steps: 0 };
    // in any order, with some back and forth before both stand
    if dice.below(2) == 0 {
        // another set altogether, replaced again: nobody is told of it
        let early = fleet(dice);
        twins.play(Seat::Two, [&format!("place {a}"), &format!("place {early}")]);
        twins.play(Seat::Two, [&format!("place {b}"), &format!("place {a}")]);
        twins.play(Seat::Two, [&format!("replace {a}"), &format!("replace {b}")]);
        twins.play(Seat::One, ["recon a1"; 2]);
        twins.play(Seat::One, [&*format!("place {own}"); 2]);
    } else {
        twins.play(Seat::One, [&*format!("place {own}"); 2]);
        twins.play(Seat::Two, [&format!("place {a}"), &format!("place {b}")]);
    }
    while twins.steps < most {
        let Some(seat) = twins.games[0].to_act().iter().next() else { return (twins.steps, false) };
        // who isn't to act may write too
        let writer = if dice.below(10) == 0 { seat.other() } else { seat };
        let length = 1 + dice.below(6);
        let cells: Vec<String> = (0..length).map(|_| cell(dice)).collect();
        let turn = match dice.below(16) {
            0 => "stop".to_owned(),
            1 => format!("solve {}", fleet(dice)),
            2 => format!("solve {}", own.replacen('.', "X", 1)),
            3 => format!("replace {a}"),
            4 => format!("solve {own}"),
            5 if twins.steps > most / 2 => format!("solve {a}"),
            6..=10 => format!("recon {}", cells.join(" ")),
            _ => format!("aim {}", cells.join(" ")),
        };
        if writer == Seat::One {
            let tells =
                cells.iter().any(|c| telling.contains(c)) && (turn.starts_with("recon") || turn.starts_with("aim"));
            if tells && twins.steps < most / 2 {
                // a cell that would tell is left out for some time
                continue;
            }
            if tells || turn.ends_with(&a) || turn.ends_with(&b) {
                let told = [&twins.games[0], &twins.games[1]]
                    .map(|g| heard(&play(&**g, Seat::One, &turn), Seat::One, Eye::Seat(Seat::One)));
                if told[0] != told[1] {
                    // the rules reveal it
                    return (twins.steps, true);
                }
            }
        }
        twins.play(writer, [&turn, &turn]);
    }
    (twins.steps, false)
}

fn evenings(each: u32) {
    let (mut steps, mut revealed, mut games) = (0, 0, 0);
    for (n, touch) in ["corner", "none"].into_iter().enumerate() {
        let mut dice = Dice::new(n as u64, 0);
        let (pool, pairs): (Vec<String>, Vec<[Grid; 2]>) = if touch == "corner" {
            (Maker.fleets(30, &mut dice), (0..40).map(|_| pair(&mut dice)).collect())
        } else {
            let few: Vec<Grid> = (0..9).map(apart).collect();
            (few.iter().map(text).collect(), few.windows(2).filter(|p| p[0] != p[1]).map(|p| [p[0], p[1]]).collect())
        };
        for guess in ["ends-turn", "free", "once"] {
            for first in ["1", "2", "random"] {
                let options = format!("touch={touch} guess={guess} first={first} seed={games}");
                for _ in 0..each {
                    let fleets = &pairs[games as usize % pairs.len()];
                    let (played, told) = evening(&options, fleets, &pool, &mut dice, 50);
                    steps += played;
                    revealed += u32::from(told);
                    games += 1;
                }
            }
        }
    }
    assert!(steps > games * 20, "{steps} steps in {games} games");
    assert!(revealed * 10 > games, "the difference was hardly ever there to be seen: {revealed} of {games}");
}

#[test]
fn what_seat_two_hides_is_hidden() {
    evenings(25);
}

#[test]
#[ignore = "long: 10,800 pairs of games"]
fn what_seat_two_hides_is_hidden_at_length() {
    evenings(600);
}
