//! Laws on random play: no trace of refusals, one spelling, the log gives the game back, and secrecy.

use std::collections::BTreeSet;

use boardpost::game::options::Dice;
use boardpost::game::{Eye, Lang, Outcome, Phrase, Position, Refusal, Seat, Seats, View};

use super::layouts::{Rules, by_chance, sorts};
use super::{begun, line, open};

/// How many plays a law looks at; `BOARDPOST_PLAYS` raises it.
fn plays(usual: u64) -> u64 {
    std::env::var("BOARDPOST_PLAYS").ok().and_then(|n| n.parse().ok()).unwrap_or(usual)
}

fn pick<'a, T>(dice: &mut Dice, list: &'a [T]) -> &'a T {
    &list[dice.below(list.len() as u64) as usize]
}

/// Options of a play: every sort of board, every way of play.
fn options(dice: &mut Dice, rules: &Rules) -> String {
    let alphabets =
        if rules.size > 10 { &["lat", "ru"][..] } else { &["lat", "ru", "ru-yo", "respublika", "snegurochka"] };
    format!(
        "{} turns={} alphabet={} style={} last_shot={} first={} seed={}",
        rules.options(),
        pick(dice, &["until-miss", "alternate"]),
        pick(dice, alphabets),
        pick(dice, &["mimo-ranil-ubil", "promakh-ranil-potopil", "promakh-popal-potopil"]),
        pick(dice, &["no", "yes"]),
        pick(dice, &["1", "2", "random"]),
        dice.next(),
    )
}

/// The names of the columns.
fn columns(position: &dyn Position) -> Vec<String> {
    position.view(Eye::All).boards[0].columns.iter().map(|c| c.to_lowercase()).collect()
}

/// Something that somebody may write: shots, good and bad, and fleets at the wrong time.
fn anything(dice: &mut Dice, columns: &[String], seat: Seat) -> String {
    let size = columns.len() as u64;
    match dice.below(12) {
        0 => "random".to_owned(),
        1 => "replace random".to_owned(),
        2 => "place ##../..".to_owned(),
        3 => "place a1-a2; q7 а1".to_owned(),
        4 => "B1".to_owned(),
        5 => "в1 H2".to_owned(),
        6 => format!("{}{}", pick(dice, columns), size + 1),
        7 => format!("no turn of {seat}"),
        8 => {
            let cell = format!("{}1", pick(dice, columns));
            format!("{cell} {cell}")
        }
        _ => {
            let cells: Vec<String> =
                (0..=dice.below(4)).map(|_| format!("{}{}", pick(dice, columns), dice.below(size) + 1)).collect();
            cells.join(" ")
        }
    }
}

#[test]
fn refusals_leave_no_trace_and_the_log_gives_the_game_back() {
    let mut dice = Dice::new(11, 0);
    let sorts = sorts();
    let (mut ended, mut refused) = (BTreeSet::new(), 0);
    for n in 0..plays(100) {
        let options = options(&mut dice, &sorts[(n % sorts.len() as u64) as usize]);
        let opening = open(&options);
        let columns = columns(&*opening);
        let mut position = opening.copy();
        let mut log: Vec<(Seat, String)> = Vec::new();
        let mut dumps = vec![position.dump()];
        while position.outcome().is_none() {
            let seat = *pick(&mut dice, &Seat::BOTH);
            let listed = position.legal(seat);
            assert_eq!(listed.is_none(), position.to_act() == Seats::BOTH);
            let text = match listed {
                Some(turns) if !turns.is_empty() && dice.below(3) > 0 => pick(&mut dice, &turns).clone(),
                _ => anything(&mut dice, &columns, seat),
            };
            let before = (position.dump(), Seat::BOTH.map(|s| position.view(Eye::Seat(s))));
            let Ok(turn) = position.read(&text, Lang::En, seat) else { continue };
            assert_eq!(position.read(&turn, Lang::En, seat).as_ref(), Ok(&turn), "{text}");
            for lang in Lang::ALL {
                assert_eq!(position.read(&position.spell(&turn, lang), lang, seat).as_ref(), Ok(&turn), "{text}");
            }
            match position.play(seat, &turn) {
                Ok(played) => {
                    assert_eq!(played.turn, turn);
                    log.push((seat, turn));
                    dumps.push(played.next.dump());
                    position = played.next;
                }
                Err(Refusal::Illegal(illegal)) => {
                    assert!(!illegal.faults.is_empty());
                    refused += 1;
                }
                Err(Refusal::Unreadable(fault)) => panic!("{turn}: {fault:?}"),
            }
            if dumps.last() == Some(&before.0) {
                assert_eq!((position.dump(), Seat::BOTH.map(|s| position.view(Eye::Seat(s)))), before);
            }
        }
        let mut again = opening.copy();
        for ((seat, turn), dump) in log.iter().zip(&dumps) {
            assert_eq!(&again.dump(), dump, "{options}");
            again = again.play(*seat, turn).unwrap().next;
        }
        assert_eq!(again.dump(), position.dump(), "{options}");
        assert_eq!(again.view(Eye::Public), position.view(Eye::Public));
        let distinct: BTreeSet<&String> = dumps.iter().collect();
        assert_eq!(distinct.len(), dumps.len(), "every turn changes the position");
        ended.insert(position.outcome().unwrap().reason);
    }
    assert!(refused > 100 && ended == BTreeSet::from(["sunk", "equalised"]), "{refused} {ended:?}");
}

/// The places of ships of one length, each with the cells that no other ship may have.
type Places = Vec<(u128, u128)>;

/// A fleet that differs from this one in one ship, if there is one.
fn neighbour(rules: &Rules, places: &[Places], grid: &str, dice: &mut Dice) -> Option<String> {
    let cells = grid.chars().filter(|c| *c != '/').enumerate().filter(|(_, c)| *c == '#');
    let mask = cells.fold(0u128, |mask, (n, _)| mask | 1 << n);
    for _ in 0..60 {
        let places = pick(dice, places);
        let ships: Vec<u128> =
            places.iter().filter(|(ship, claim)| ship & mask == *ship && claim & mask == *ship).map(|p| p.0).collect();
        let (moved, claim) = *pick(dice, places);
        if ships.is_empty() {
            continue;
        }
        let ship = *pick(dice, &ships);
        let rest = mask & !ship;
        if moved != ship && claim & rest == 0 {
            let other = rules.drawing(rest | moved);
            assert_eq!(rules.faults(&other), [""; 0], "{other}");
            return Some(other);
        }
    }
    None
}

/// What is answered to a shot, worked out from the drawing alone.
#[derive(PartialEq, Eq, Debug, Clone, Copy)]
enum Answer {
    Miss,
    Hit,
    Sunk(usize),
}

fn answer(signs: &[char], size: usize, cell: usize, shot: &BTreeSet<usize>) -> Answer {
    if signs[cell] != '#' {
        return Answer::Miss;
    }
    let (mut ship, mut stack) = (BTreeSet::new(), vec![cell]);
    while let Some(at) = stack.pop() {
        if signs[at] == '#' && ship.insert(at) {
            stack.extend((at % size > 0).then(|| at - 1));
            stack.extend((at % size + 1 < size).then(|| at + 1));
            stack.extend((at >= size).then(|| at - size));
            stack.extend((at + size < size * size).then(|| at + size));
        }
    }
    if ship.iter().all(|c| *c == cell || shot.contains(c)) { Answer::Sunk(ship.len()) } else { Answer::Hit }
}

/// All that seat 1 and the public can learn of a position.
#[derive(Debug, PartialEq)]
struct Seen {
    one: View,
    public: View,
    to_act: Seats,
    legal: Option<Vec<String>>,
    random: Option<String>,
    names: [String; 3],
    outcome: Option<Outcome>,
}

fn seen(position: &dyn Position) -> Seen {
    // a fleet by chance takes long, and is of use only as long as it can be placed
    let placing = position.to_act() == Seats::BOTH;
    let mine = position.to_act().contains(Seat::One);
    Seen {
        one: position.view(Eye::Seat(Seat::One)),
        public: position.view(Eye::Public),
        to_act: position.to_act(),
        legal: mine.then(|| position.legal(Seat::One)).flatten(),
        random: placing.then(|| position.read("replace random", Lang::En, Seat::One).unwrap()),
        names: ["a1 b2", "place a1; b2", "1x4"].map(|t| position.spell(t, Lang::Ru)),
        outcome: position.outcome(),
    }
}

fn heard(phrases: &[Phrase]) -> Vec<Phrase> {
    let ears = [Eye::Seat(Seat::One), Eye::Public];
    phrases.iter().filter(|p| ears.iter().any(|eye| p.to.admits(*eye))).cloned().collect()
}

/// What seat 1 tries is refused in both games or in neither, and with the same faults. Was it refused?
fn refused_alike(games: &[Box<dyn Position>; 2], text: &str) -> bool {
    let [one, two] = [0, 1].map(|n: usize| {
        let game = &games[n];
        game.read(text, Lang::En, Seat::One).map(|turn| game.play(Seat::One, &turn).map(|_| ()))
    });
    assert!(one == two, "{text}: {one:?} {two:?}");
    !matches!(one, Ok(Ok(())))
}

/// Two games that differ only in what seat 2 hid are one game to seat 1 and to the public, at every step until an
/// answer must differ.
#[test]
fn what_seat_two_hides_is_hidden() {
    let mut dice = Dice::new(2024, 0);
    // every board with the places of its ships, by length
    let places = |rules: &Rules| -> Vec<Places> {
        let lengths = (1..=5).filter(|n| rules.fleet[n - 1] > 0);
        lengths.map(|n| rules.masks(n).into_iter().map(|m| (m, rules.claim(m))).collect()).collect()
    };
    let sorts: Vec<(Rules, Vec<Places>)> =
        sorts().into_iter().filter(|r| r.size > 3).map(|r| (r.clone(), places(&r))).collect();
    let (mut pairs, mut steps, mut long, mut refusals) = (0, 0, 0, 0);
    let wanted = plays(1000);
    while pairs < wanted {
        // the large boards take long, and the small ones have as many secrets
        let small = sorts.len() as u64 - 2;
        let sort = if pairs % 50 < 48 { pairs % 50 % small } else { small + pairs % 2 };
        let (rules, places) = &sorts[sort as usize];
        let words = options(&mut dice, rules);
        let grid = by_chance(&rules.options(), dice.next());
        let Some(other) = neighbour(rules, places, &grid, &mut dice) else { continue };
        pairs += 1;
        let hidden = [grid, other];
        let opening = open(&words);
        let columns = columns(&*opening);
        let mut games = [opening.copy(), opening.copy()];
        let mine = by_chance(&rules.options(), dice.next());
        let mut placed = [false, false];
        let mut shot: BTreeSet<usize> = BTreeSet::new();
        let mut own_steps = 0;
        loop {
            if games.iter().any(|game| game.outcome().is_some()) {
                // now the rules show all
                assert_eq!(games[0].outcome(), games[1].outcome(), "{words}: {hidden:?}");
                break;
            }
            let [one, two] = [0, 1].map(|n| seen(&*games[n]));
            assert!(one == two, "{words}: {hidden:?} after {own_steps} turns: {one:?}\n{two:?}");
            let text = anything(&mut dice, &columns, Seat::One);
            // fleets by chance take long, and are no longer of any use
            if !(placed == [true, true] && text.ends_with("random")) || dice.below(20) == 0 {
                refusals += u64::from(refused_alike(&games, &text));
            }
            let turns: [(Seat, String); 2] = if placed.contains(&false) {
                let two = !placed[1] && (placed[0] || dice.below(2) == 0);
                placed[usize::from(two)] = true;
                if two {
                    hidden.clone().map(|grid| (Seat::Two, format!("place {grid}")))
                } else {
                    [(); 2].map(|()| (Seat::One, format!("place {mine}")))
                }
            } else if games[0].to_act().contains(Seat::One) {
                // shots to which both games must answer alike
                let size = rules.size;
                let single = words.contains("alternate");
                let [one, two] = hidden.clone().map(|grid| grid.chars().filter(|c| *c != '/').collect::<Vec<char>>());
                let mut list = Vec::new();
                let mut after = shot.clone();
                for _ in 0..if single { 1 } else { dice.below(4) + 1 } {
                    let alike: Vec<usize> = (0..size * size)
                        .filter(|c| !after.contains(c))
                        .filter(|c| answer(&one, size, *c, &after) == answer(&two, size, *c, &after))
                        .collect();
                    // rather go for ships: misses alone say little
                    let hits: Vec<usize> =
                        alike.iter().copied().filter(|c| answer(&one, size, *c, &after) != Answer::Miss).collect();
                    let from = if hits.is_empty() || dice.below(3) == 0 { &alike } else { &hits };
                    if from.is_empty() {
                        break;
                    }
                    let cell = *pick(&mut dice, from);
                    list.push(format!("{}{}", columns[cell % size], cell / size + 1));
                    let miss = answer(&one, size, cell, &after) == Answer::Miss;
                    after.insert(cell);
                    if miss {
                        // an unfired tail may be anything
                        break;
                    }
                }
                if list.is_empty() {
                    break;
                }
                shot = after;
                own_steps += 1;
                [(); 2].map(|()| (Seat::One, list.join(" ")))
            } else {
                let turns = games[0].legal(Seat::Two).unwrap();
                let turn = pick(&mut dice, &turns).clone();
                [(); 2].map(|()| (Seat::Two, turn.clone()))
            };
            let mut phrases = Vec::new();
            for (game, (seat, turn)) in games.iter_mut().zip(&turns) {
                let played = game.play(*seat, turn).unwrap_or_else(|e| panic!("{words}: {turn}: {e:?}"));
                phrases.push(heard(&played.phrases));
                *game = played.next;
            }
            assert_eq!(phrases[0], phrases[1], "{words}: {turns:?}");
            steps += 1;
        }
        long += u64::from(own_steps > 3);
    }
    // the comparison is worth something only where games go on
    assert!(steps > 8 * pairs && long > pairs / 2 && refusals > pairs, "{pairs} {steps} {long} {refusals}");
}

/// Nothing of a fleet stands in what its owner's opponent and the public see before shots are fired.
#[test]
fn screens_are_blank_at_first_and_show_what_was_shot() {
    let mut position = open("size=4 fleet=0,0,0,1,2");
    assert_eq!(position.view(Eye::Public).boards.len(), 0);
    assert_eq!(position.view(Eye::Seat(Seat::Two)).boards.len(), 1);
    line(&mut position, Seat::One, "place ##../..../#.../...#");
    line(&mut position, Seat::Two, "place #.../..#./..#./#...");
    assert_eq!(begun(&*position), "! begun first=1");
    let glyphs = |position: &dyn Position, eye: Eye| -> Vec<String> {
        let view = position.view(eye);
        view.boards.iter().map(|b| b.cells.iter().map(|c| c.glyph).collect()).collect()
    };
    let blank = "~".repeat(16);
    assert_eq!(glyphs(&*position, Eye::Public), [blank.clone(), blank.clone()]);
    assert_eq!(glyphs(&*position, Eye::Seat(Seat::One)), ["22~~~~~~1~~~~~~1".to_owned(), blank.clone()]);
    assert_eq!(glyphs(&*position, Eye::Seat(Seat::Two)), ["1~~~~~2~~~2~1~~~".to_owned(), blank.clone()]);
    line(&mut position, Seat::One, "a1 c2 d4");
    let screen = "#-~~--X~~~~~~~~.";
    assert_eq!(glyphs(&*position, Eye::Seat(Seat::One)), ["22~~~~~~1~~~~~~1", screen]);
    assert_eq!(glyphs(&*position, Eye::Seat(Seat::Two)), ["#~~~~~X~~~2~1~~.".to_owned(), blank.clone()]);
    assert_eq!(glyphs(&*position, Eye::Public), [blank, screen.to_owned()]);
    assert_eq!(glyphs(&*position, Eye::All), ["22~~~~~~1~~~~~~1", "#~~~~~X~~~2~1~~."]);
    let last: Vec<usize> = (0..16)
        .filter(|n| position.view(Eye::Public).boards[1].cells[*n].mark == boardpost::game::view::Mark::Last)
        .collect();
    assert_eq!(last, [0, 6, 15]);
    line(&mut position, Seat::Two, "d1");
    line(&mut position, Seat::One, "c3 a4");
    for eye in [Eye::Public, Eye::All, Eye::Seat(Seat::One)] {
        assert_eq!(glyphs(&*position, eye), ["22~.~~~~1~~~~~~1", "#~~~~~#~~~#~#~~."], "when it is over all is shown");
    }
}
