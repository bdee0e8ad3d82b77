//! The solver against plain enumeration, and the puzzles.

use std::collections::BTreeSet;

use boardpost::game::options::Dice;
use boardpost::game::smyoz::count::count_all;
use boardpost::game::smyoz::derived::{Codes, Header};
use boardpost::game::smyoz::generator::{Terms, generate, solve};
use boardpost::game::smyoz::layout::{Cell, Kind, Layout, Ship, clash};
use boardpost::game::smyoz::options::{Grade, Origo};
use boardpost::game::smyoz::shots::{Reply, Step, Told};
use boardpost::game::smyoz::solver::{Clues, Limits, search};
use boardpost::game::smyoz::{FileFault, Puzzle};

use super::{known, layout};

/// Steps of this layout at random cells.
fn told(layout: &Layout, shape: &[(Step, usize)], seed: u64) -> Vec<Told> {
    let mut cells: Vec<Cell> = Cell::all().collect();
    Dice::new(seed, 3).shuffle(&mut cells);
    let mut cells = cells.into_iter();
    shape
        .iter()
        .map(|(step, n)| {
            let cells: Vec<Cell> = cells.by_ref().take(*n).collect();
            Told { step: *step, reply: Reply::of(layout, *step, &cells, Origo::Closed, false), cells }
        })
        .collect()
}

const ALL_STEPS: [(Step, usize); 7] =
    [(Step::O, 1), (Step::A, 3), (Step::B, 3), (Step::C, 3), (Step::D, 2), (Step::E, 2), (Step::Z, 2)];

fn clues(layout: &Layout, codes: Option<bool>, told: Vec<Told>) -> Clues {
    Clues {
        delta_tips: true,
        origo: Origo::Closed,
        header: Some(Header::of(layout)),
        codes: codes.map(|directions| Codes::of(layout, directions)),
        told,
        not: Vec::new(),
    }
}

fn agrees(layout: &Layout, clues: &Clues, directions: bool) -> bool {
    clues.header.as_ref().is_none_or(|h| Header::of(layout) == *h)
        && clues.codes.as_ref().is_none_or(|c| Codes::of(layout, directions) == *c)
        && clues.told.iter().all(|t| Reply::of(layout, t.step, &t.cells, clues.origo, false) == t.reply)
}

/// All layouts with the same alpha, betas and first two gammas, ship by ship from all places, without any pruning.
fn neighbours(of: &Layout) -> Vec<Layout> {
    fn grow(ships: &mut Vec<Ship>, kinds: &[Kind], found: &mut Vec<Layout>) {
        let Some((kind, rest)) = kinds.split_first() else {
            found.push(Layout::new(ships.clone(), true).unwrap());
            return;
        };
        let after = ships.last().filter(|s| s.kind() == *kind && *kind == Kind::Delta).copied();
        for ship in Ship::everywhere(*kind).filter(|s| s.docks_well() && after.is_none_or(|a| *s > a)) {
            if ships.iter().all(|s| clash(*s, ship, true).is_empty()) {
                ships.push(ship);
                grow(ships, rest, found);
                ships.pop();
            }
        }
    }
    let mut ships = of.ships()[..5].to_vec();
    let mut found = Vec::new();
    grow(&mut ships, &[Kind::Gamma, Kind::Delta, Kind::Delta, Kind::Delta, Kind::Delta], &mut found);
    found
}

#[test]
fn the_solver_agrees_with_plain_filtering() {
    let mut several = 0;
    for (n, directions) in [(0, true), (1, true)] {
        let secret = known(n);
        let all = neighbours(&secret);
        assert!(all.len() > 100 && all.contains(&secret), "{}", all.len());
        let core: BTreeSet<Ship> = secret.ships()[..5].iter().copied().collect();
        let near = |l: &Layout| core.iter().all(|s| l.ships().contains(s));
        for clues in [
            clues(&secret, Some(directions), Vec::new()),
            clues(&secret, Some(directions), told(&secret, &[(Step::A, 2)], 5)),
            // many shots and no codes: the other way through the solver
            clues(&secret, None, told(&secret, &ALL_STEPS, 6)),
            Clues { header: None, ..clues(&secret, None, told(&secret, &ALL_STEPS, 7)) },
        ] {
            let found = search(&clues, &Limits { nodes: 400_000, ..Limits::ALL });
            if !found.complete {
                continue;
            }
            assert!(found.layouts.iter().all(|l| agrees(l, &clues, directions)));
            assert_eq!(found.count, found.layouts.len() as u64);
            let by_solver: Vec<&Layout> = found.layouts.iter().filter(|l| near(l)).collect();
            let mut by_hand: Vec<&Layout> = all.iter().filter(|l| agrees(l, &clues, directions)).collect();
            by_hand.sort_unstable();
            assert!(by_hand.contains(&&secret));
            assert_eq!(by_solver, by_hand);
            several += 1;
        }
    }
    assert!(several >= 4, "{several}");
}

#[test]
fn symmetry_saves_work_and_loses_nothing() {
    let secret = known(0);
    let all = search(&clues(&secret, Some(true), Vec::new()), &Limits::ALL);
    assert!(all.complete && all.count.is_multiple_of(8));
    for symmetry in 0..8 {
        assert!(all.layouts.contains(&secret.image(symmetry)));
    }
    // four cells are searched without the classes of alphas
    let shots = told(&secret, &[(Step::A, 2), (Step::B, 2)], 8);
    let direct = search(&clues(&secret, Some(true), shots.clone()), &Limits::ALL);
    let mut filtered: Vec<Layout> = all.layouts.clone();
    filtered.retain(|l| shots.iter().all(|t| Reply::of(l, t.step, &t.cells, Origo::Closed, false) == t.reply));
    assert_eq!(direct.layouts, filtered);
    // a wrong solution is excluded
    let mut less = clues(&secret, Some(true), Vec::new());
    less.not = vec![secret.image(1)];
    let less = search(&less, &Limits::ALL);
    assert_eq!(less.count + 1, all.count);
    assert!(!less.layouts.contains(&secret.image(1)));
}

#[test]
fn limits_cut_the_search() {
    let secret = known(1);
    let clues = clues(&secret, Some(true), Vec::new());
    let found = search(&clues, &Limits { count: 3, keep: 2, nodes: u64::MAX });
    assert_eq!((found.count, found.layouts.len(), found.complete), (3, 2, false));
    let found = search(&clues, &Limits { nodes: 1000, ..Limits::ALL });
    assert!(!found.complete && found.nodes == 1000);
    let nothing = Clues { header: None, codes: None, ..clues };
    let found = search(&nothing, &Limits { count: 5000, keep: 10, nodes: u64::MAX });
    assert_eq!((found.count, found.layouts.len(), found.complete), (5000, 10, false));
}

fn prove(grade: Grade, seed: u64) -> Puzzle {
    let puzzle = generate(seed, grade, Terms::of(grade));
    let solution = puzzle.solution.clone().unwrap();
    let found = solve(&puzzle, 2);
    assert_eq!((found.count, found.complete), (1, true), "{grade:?} {seed}");
    assert_eq!(found.layouts, std::slice::from_ref(&solution));
    assert!(agrees(&solution, &puzzle.clues(), grade != Grade::Hard));
    let header = puzzle.header.as_ref().unwrap();
    let sum: u32 = header.islands.iter().map(|i| u32::from(*i)).sum();
    assert_eq!(sum, 4 + 2 * u32::from(header.docked));
    let tried = puzzle.tried.unwrap();
    match grade {
        Grade::Easy => assert!(tried <= 100_000 && puzzle.told[0].step == Step::O),
        Grade::Medium => assert!((100_001..=300_000).contains(&tried)),
        Grade::Hard => assert!((300_001..=3_000_000).contains(&tried)),
    }
    // no shot is there in vain
    let without = Puzzle { told: puzzle.told[..puzzle.told.len() - 1].to_vec(), ..puzzle.clone() };
    assert!(solve(&without, 2).count == 2);
    puzzle
}

#[test]
fn puzzles_have_one_solution() {
    for (grade, seeds) in [(Grade::Easy, 0..2), (Grade::Medium, 0..1)] {
        for seed in seeds {
            let puzzle = prove(grade, seed);
            let text = puzzle.to_toml().unwrap();
            assert_eq!(Puzzle::from_toml(&text).as_ref(), Ok(&puzzle), "{text}");
        }
    }
    let easy = Terms::of(Grade::Easy);
    assert_eq!(generate(5, Grade::Easy, easy), generate(5, Grade::Easy, easy));
    assert_ne!(generate(5, Grade::Easy, easy).solution, generate(6, Grade::Easy, easy).solution);
}

#[test]
#[ignore = "long: a minute in release"]
fn many_puzzles_have_one_solution() {
    for grade in [Grade::Easy, Grade::Medium, Grade::Hard] {
        for seed in 10..22 {
            prove(grade, seed);
        }
    }
}

#[test]
fn a_puzzle_is_read_from_toml() {
    let text = r#"
        game = "smyoz"
        solution = [".d...g...", ".....g...", "d..b.....", "...b...g.", "gg.b.d.g.", ".........", "..b..aaaa", "..b......", "..b.d...."]
        [header]
        waterlines = 1
        islands = [2, 4, 3, 3, 2, 2, 2]
        docked = 7
        [codes]
        a = ["02"]
        b = ["04m", "13m"]
        g = ["00p", "00m", "01m"]
        d = ["20", "01", "00", "00"]
        [[shot]]
        step = "O"
        cells = ["98"]
        answer = "1 ships=a:2 islands=3:2"
        [[shot]]
        step = "A"
        cells = ["32", "96", "94"]
        answer = "0_ 0 2"
    "#;
    let puzzle = Puzzle::from_toml(text).unwrap();
    assert_eq!(puzzle.solution, Some(known(0)));
    assert_eq!(puzzle.header, Some(Header::of(&known(0))));
    assert_eq!(puzzle.codes, Some(Codes::of(&known(0), true)));
    let found = solve(&puzzle, 2);
    assert_eq!((found.count, found.layouts), (1, vec![layout(&known(0).to_string())]));
    for (from, to) in [
        ("smyoz", "chess"),
        ("\"A\"", "\"F\""),
        ("\"32\"", "\"30\""),
        ("\"0_ 0 2\"", "\"0_ 0\""),
        ("\"0_ 0 2\"", "\"0_ 0 5\""),
        ("\"02\"]", "\"02\", \"03\"]"),
        ("docked", "dock"),
        ("\"01\"", "\"x1\""),
        ("\"d..b.....\"", "\"d..bb....\""),
        ("waterlines = 1", "waterlines = 19"),
    ] {
        assert!(text.contains(from));
        let bad = Puzzle::from_toml(&text.replacen(from, to, 1));
        assert!(matches!(bad, Err(FileFault::Toml(_) | FileFault::Value { .. })), "{to}: {bad:?}");
    }
}

#[test]
#[ignore = "long: 20 s in release, minutes in debug"]
fn all_legal_layouts_are_counted() {
    assert_eq!(count_all(true), 1_068_330_184);
    assert_eq!(count_all(false), 2_627_970_792);
}

/// `BLESS=1` writes the sample anew.
#[test]
fn the_sample_puzzle_is_the_generators_own() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/examples/smyoz-puzzle.toml");
    let puzzle = generate(1949, Grade::Medium, Terms::of(Grade::Medium));
    let text = format!(
        "# A solved sample puzzle: `boardpost puzzle --seed 1949 --grade medium` prints it, `boardpost solve` solves it.\n{}",
        puzzle.to_toml().unwrap()
    );
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(path, &text).unwrap();
    }
    let sample = std::fs::read_to_string(path).unwrap();
    assert_eq!(sample, text);
    assert_eq!(solve(&Puzzle::from_toml(&sample).unwrap(), 2).layouts, [puzzle.solution.unwrap()]);
}
