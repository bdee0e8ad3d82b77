//! Laws on every prefix of random play, and the comparison with the slow judge.

use super::slow::Slow;
use super::*;

/// One random game: the options that opened it and its turns.
fn random_game(options: &str, seed: u64, judge: &mut dyn FnMut(&dyn Position, &[String])) {
    let mut dice = Dice::new(seed, 99);
    let mut position = open(options);
    let mut log: Vec<String> = Vec::new();
    loop {
        judge(&*position, &log);
        let Some(seat) = position.to_act().iter().next() else { return };
        let legal = position.legal(seat).unwrap();
        let turn = &legal[usize::try_from(dice.below(legal.len() as u64)).unwrap()];
        position = position.play(seat, turn).map(|p| p.next).unwrap();
        log.push(turn.clone());
    }
}

#[test]
fn laws_hold_on_every_prefix() {
    let mut ends = BTreeSet::new();
    for (options, games) in [
        ("", 2),
        ("size=3", 20),
        ("size=4 sides=tb-first stuck=lose first=2", 20),
        ("size=5 hands=1:X1T2,2:X0T9C9L9D3", 20),
        ("size=12 handicap=3 first=random seed=11", 1),
        ("size=26 position=Z26:esw,A1:nesw", 1),
    ] {
        for seed in 0..games {
            let mut plies = 0;
            random_game(options, seed, &mut |position, log| {
                check(position, options, log);
                plies += 1;
                if let Some(outcome) = position.outcome() {
                    ends.insert((outcome.winner, outcome.reason));
                }
            });
            assert!(plies > 5, "{options}");
        }
    }
    // the random games must have come to different ends
    assert!(ends.len() >= 4, "{ends:?}");
}

fn check(position: &dyn Position, options: &str, log: &[String]) {
    let dump = position.dump();
    let turns: Vec<&str> = log.iter().map(String::as_str).collect();
    let folded = play_all(open(options), &turns);
    assert_eq!(folded.dump(), dump);
    // the dump opens the same position again
    let options_of_dump: Vec<&str> =
        dump.split(' ').filter(|w| !w.starts_with("won=") && !w.starts_with("drawn=")).collect();
    assert_eq!(open(&options_of_dump.join(" ")).dump(), dump);
    assert_eq!(position.to_act().is_empty(), position.outcome().is_some());
    // nothing is hidden
    for eye in [Eye::Public, Eye::Seat(Seat::One), Eye::Seat(Seat::Two)] {
        assert_eq!(position.view(eye), position.view(Eye::All));
        assert_eq!(position.view(eye), folded.view(eye));
    }
    for seat in Seat::BOTH {
        let legal = position.legal(seat).unwrap();
        assert_eq!(legal.is_empty(), !position.to_act().contains(seat));
        assert!(legal.is_sorted());
        // some of them: each is spelled one way, in each language, and can be played
        for turn in legal.iter().step_by(37) {
            for lang in Lang::ALL {
                assert_eq!(position.read(&position.spell(turn, lang), lang, seat).as_ref(), Ok(turn));
            }
            assert_eq!(position.play(seat, turn).map(|p| p.turn).as_ref(), Ok(turn));
        }
        // what is not listed is refused, and leaves no trace
        for refused in ["nesw@A1", "e@B2", "s@C3", "new@A3", "n@Z27", "nn@A1", "sw@C1"] {
            let canonical = position.read(refused, Lang::En, seat);
            let listed = canonical.is_ok_and(|turn| legal.binary_search(&turn).is_ok());
            assert_eq!(position.play(seat, refused).is_ok(), listed, "{refused} in {dump}");
        }
    }
    assert_eq!(position.dump(), dump);
}

/// Mirroring the board on its main diagonal and swapping who links what changes nothing else.
#[test]
fn sides_are_symmetric() {
    let mirror = |turn: &str| {
        let (piece, cell) = turn.split_once('@').unwrap();
        let col = u32::from(cell.as_bytes()[0] - b'A');
        let row: u32 = cell[1..].parse::<u32>().unwrap() - 1;
        let swap = BTreeMap::from([('n', 'w'), ('w', 'n'), ('e', 's'), ('s', 'e')]);
        let flipped: BTreeSet<char> = piece.chars().map(|c| swap[&c]).collect();
        let ends: String = "nesw".chars().filter(|c| flipped.contains(c)).collect();
        format!("{ends}@{}{}", char::from(b'A' + u8::try_from(row).unwrap()), col + 1)
    };
    for seed in 0..10 {
        let mut twin = open("size=4 sides=tb-first");
        random_game("size=4", seed, &mut |position, log| {
            if let Some(last) = log.last() {
                let seat = twin.to_act().iter().next().unwrap();
                twin = twin.play(seat, &mirror(last)).map(|p| p.next).unwrap();
            }
            assert_eq!(state(&*twin), state(position));
            for seat in Seat::BOTH {
                let mirrored: BTreeSet<String> =
                    position.legal(seat).unwrap().iter().map(|turn| mirror(turn)).collect();
                assert_eq!(twin.legal(seat).unwrap().into_iter().collect::<BTreeSet<_>>(), mirrored);
            }
        });
    }
}

#[test]
fn the_slow_judge_agrees() {
    for (size, seed) in [(3, 1), (3, 2), (3, 3), (3, 4), (4, 5), (4, 6), (5, 7), (6, 8), (7, 9)] {
        let mut slow = Slow::new(size);
        random_game(&format!("size={size}"), seed, &mut |position, log| {
            if let Some(last) = log.last() {
                slow = slow.play(last);
            }
            let over = position.outcome().map(|o| o.winner.map_or(2, |w| usize::from(w.number()) - 1));
            assert_eq!(over, slow.over, "{log:?}");
            if let Some(seat) = position.to_act().iter().next() {
                assert_eq!(usize::from(seat.number()) - 1, slow.turn);
                assert_eq!(position.legal(seat).unwrap().into_iter().collect::<BTreeSet<_>>(), slow.legal());
            }
        });
    }
}

#[test]
fn perft_numbers() {
    for size in [3, 4, 7, 10] {
        let position = open(&format!("size={size}"));
        assert_eq!(position.perft(0), Some(1));
        assert_eq!(position.perft(1), Some(15 * size * size));
        // Two pieces: any two of the 15 on any two cells, but for each of the 4n(n-1) ordered pairs of neighbours only
        // 8 x 8 (both have the end) + 7 x 7 (neither has) match.
        let (cells, pairs) = (size * size, 4 * size * (size - 1));
        assert_eq!(position.perft(2), Some(225 * cells * (cells - 1) - (225 - 64 - 49) * pairs));
    }
    // few pieces make a deep tree small, and bring skips and the end into it
    let mut slow = Slow::new(3);
    slow.hands = [
        BTreeMap::from([("cross", 1), ("tee", 0), ("line", 1), ("corner", 0), ("dead-end", 0)]),
        BTreeMap::from([("cross", 1), ("tee", 0), ("line", 0), ("corner", 0), ("dead-end", 0)]),
    ];
    let fast = open("size=3 hands=1:X1L1,2:X1");
    for depth in 0..5 {
        assert_eq!(fast.perft(depth), Some(slow.perft(depth)), "{depth}");
    }
}
