//! What holds in every game: refusals leave no trace, the log folds to the position, and secrets stay secret.

use boardpost::game::options::Dice;
use boardpost::game::smyoz::derived::{Codes, Header, occupied, sizes, water_points};
use boardpost::game::smyoz::layout::{Cell, Layout};
use boardpost::game::smyoz::options::Origo;
use boardpost::game::smyoz::shots::{Reply, Step};
use boardpost::game::{Eye, Lang, Position, Refusal, Seat};

use super::{EYES, known, open, random_layout};

/// A text that may be a turn, good or bad.
fn anything(dice: &mut Dice) -> String {
    let digit = |dice: &mut Dice| dice.below(10).to_string();
    match dice.below(12) {
        0 => "stop".to_owned(),
        1 => format!("solve {}", random_layout(dice.below(3))),
        2 => format!("place {}", random_layout(dice.below(3))),
        3 => format!("replace {}", random_layout(dice.below(3))),
        4 => "place random".to_owned(),
        5 => format!("solve a {}{}-{}{}", digit(dice), digit(dice), digit(dice), digit(dice)),
        _ => {
            let step = Step::ALL[usize::try_from(dice.below(7)).unwrap()];
            let cells: Vec<String> =
                (0..1 + dice.below(3)).map(|_| format!("{}{}", 1 + dice.below(9), digit(dice))).collect();
            format!("{step} {}", cells.join(" "))
        }
    }
}

#[test]
fn random_games_keep_the_laws() {
    let (mut accepted, mut refused, mut over) = (0, 0, 0);
    for seed in 0..24 {
        let options = ["seed=1", "seed=2 strict=yes info=none first=random", "mode=problem seed=3"][seed as usize % 3];
        let (mut position, mut log) = (open(options), Vec::new());
        let mut dice = Dice::new(seed, 5);
        for _ in 0..90 {
            let seat = if dice.below(2) == 0 { Seat::One } else { Seat::Two };
            let text = anything(&mut dice);
            let before = (position.dump(), EYES.map(|e| position.view(e)));
            // every text of these is readable, and its canonical spelling is stable
            let turn = position.read(&text, Lang::En, seat).unwrap();
            assert_eq!(position.read(&turn, Lang::Hu, seat).as_ref(), Ok(&turn));
            match position.play(seat, &turn) {
                Ok(played) => {
                    assert_eq!(played.turn, turn);
                    assert!(position.to_act().contains(seat));
                    assert_eq!(played.secret, turn.contains("place"));
                    log.push((seat, turn));
                    position = played.next;
                    accepted += 1;
                }
                Err(Refusal::Illegal(i)) => {
                    assert!(!i.faults.is_empty());
                    assert_eq!(before, (position.dump(), EYES.map(|e| position.view(e))));
                    refused += 1;
                }
                Err(Refusal::Unreadable(u)) => panic!("{turn}: {u:?}"),
            }
            assert_eq!(position.to_act().is_empty(), position.outcome().is_some());
            for s in Seat::BOTH {
                assert_eq!(position.legal(s).is_none(), position.to_act().contains(s));
            }
        }
        over += usize::from(position.outcome().is_some());
        let folded =
            log.iter().fold(open(options), |p, (seat, turn)| p.play(*seat, turn).map(|p| p.next).ok().unwrap());
        assert_eq!(folded.dump(), position.dump());
        assert_eq!(EYES.map(|e| folded.view(e)), EYES.map(|e| position.view(e)));
    }
    assert!(accepted > 100 && refused > 300 && over > 4, "{accepted} {refused} {over}");
}

#[test]
fn random_layouts_come_from_the_seed() {
    let turn = |options: &str, seat| open(options).read("place random", Lang::En, seat).unwrap();
    assert_eq!(turn("seed=1", Seat::One), turn("seed=1", Seat::One));
    assert_ne!(turn("seed=1", Seat::One), turn("seed=1", Seat::Two));
    assert_ne!(turn("seed=1", Seat::One), turn("seed=2", Seat::One));
    let placed = open("seed=1").play(Seat::One, "place random").map(|p| p.next).ok().unwrap();
    let again = placed.read("átrakom véletlen", Lang::Hu, Seat::One).unwrap();
    assert_ne!(again, turn("seed=1", Seat::One).replace("place", "replace"));
}

#[test]
fn islands_sum_up_to_four_and_twice_the_docked() {
    for seed in 0..200 {
        let layout = Layout::random(&mut Dice::new(seed, 9), seed % 2 == 0);
        let header = Header::of(&layout);
        let sum: u32 = header.islands.iter().map(|i| u32::from(*i)).sum();
        assert_eq!(sum, 4 + 2 * u32::from(header.docked), "{layout}");
        assert_eq!(sizes(water_points(occupied(&layout))), header.islands);
        for symmetry in 0..8 {
            let image = layout.image(symmetry);
            assert_eq!((Header::of(&image), Codes::of(&image, true)), (header.clone(), Codes::of(&layout, true)));
        }
        assert!(Layout::new(layout.ships().to_vec(), seed % 2 == 0).is_some());
    }
}

/// Cells that both layouts answer alike, one by one.
fn alike(one: &Layout, two: &Layout, step: Step) -> Vec<Cell> {
    let reply = |l: &Layout, c: Cell| Reply::of(l, step, &[c], Origo::Closed, true);
    Cell::all().filter(|c| reply(one, *c) == reply(two, *c)).collect()
}

fn words(position: &dyn Position, seat: Seat, turn: &str) -> Result<Vec<String>, String> {
    match position.play(seat, turn) {
        Ok(played) => Ok(played.phrases.iter().map(ToString::to_string).collect()),
        Err(Refusal::Illegal(i)) => Err(i.faults.iter().map(ToString::to_string).collect::<Vec<_>>().join("; ")),
        Err(Refusal::Unreadable(u)) => Err(format!("{u:?}")),
    }
}

/// Two games that differ only in what `hider` hides are alike to the other seat and the public, in views, phrases and
/// refusals, until the game is over.
fn keeps_the_secret(options: &str, hider: Seat, hidden: [&Layout; 2]) {
    let seeker = hider.other();
    let mut games = [open(options), open(options)];
    let mut turns: Vec<(Seat, [String; 2])> = Vec::new();
    turns.push((hider, hidden.map(|l| format!("place {l}"))));
    if !options.contains("problem") {
        turns.push((seeker, [(); 2].map(|()| format!("place {}", known(2)))));
    }
    let shared = |seat, turn: &str| (seat, [turn.to_owned(), turn.to_owned()]);
    let mut cells = alike(hidden[0], hidden[1], Step::A).into_iter();
    let origins = alike(hidden[0], hidden[1], Step::O);
    let mut steps = vec!["A", "B", "D", "E"];
    if let Some(origin) = origins.first() {
        turns.push(shared(seeker, &format!("O {origin}")));
        cells.by_ref().find(|c| c == origin);
    }
    for step in steps.drain(..) {
        let shot: Vec<String> = cells.by_ref().take(2).map(|c| c.to_string()).collect();
        if !options.contains("problem") {
            turns.push(shared(hider, &format!("{step} 1{} 2{}", shot.len(), shot.len())));
        }
        if !shot.is_empty() {
            turns.push(shared(seeker, &format!("{step} {}", shot.join(" "))));
        }
    }
    turns.push(shared(seeker, &format!("solve {}", random_layout(99))));
    let probes = ["A 11 12 13 14", "O 00", "place random", "solve a 67-97", "B 10 20", "stop now", "Z 11 11"];
    let mut checks = 0;
    for (seat, pair) in turns {
        for eye in [Eye::Seat(seeker), Eye::Public] {
            assert_eq!(games[0].view(eye), games[1].view(eye));
        }
        assert_eq!(games[0].to_act(), games[1].to_act());
        for probe in probes {
            assert_eq!(words(&*games[0], seeker, probe), words(&*games[1], seeker, probe), "{probe}");
        }
        let told = [0, 1].map(|n| words(&*games[n], seat, &pair[n]));
        assert_eq!(told[0], told[1], "{seat} {pair:?}");
        if told[0].is_ok() {
            games = [0, 1].map(|n| games[n].play(seat, &pair[n]).map(|p| p.next).ok().unwrap());
            checks += 1;
        }
        assert!(games[0].outcome().is_none());
    }
    assert!(checks >= 4, "{options}: {checks}");
    for eye in [Eye::Seat(seeker), Eye::Public] {
        assert_eq!(games[0].view(eye), games[1].view(eye));
    }
    assert_ne!(games[0].view(Eye::Seat(hider)), games[1].view(Eye::Seat(hider)));
    assert_ne!(games[0].view(Eye::All), games[1].view(Eye::All));
}

#[test]
fn hidden_layouts_stay_hidden() {
    for n in 0..3 {
        let one = known(n);
        for symmetry in [1, 2] {
            // header and codes are the same for both
            let two = one.image(symmetry);
            for info in ["none", "header", "codes", "directions"] {
                keeps_the_secret(&format!("info={info} seed=4"), Seat::Two, [&one, &two]);
                keeps_the_secret(&format!("info={info} seed=4 first=2 strict=yes"), Seat::One, [&one, &two]);
                keeps_the_secret(&format!("mode=problem info={info} seed=4"), Seat::One, [&one, &two]);
            }
        }
        // with nothing told, any two layouts
        keeps_the_secret("info=none seed=4", Seat::Two, [&one, &random_layout(n as u64)]);
    }
}
