//! How fleets and cells are written.

use boardpost::game::options::Dice;
use boardpost::game::{Lang, Seat};

use super::{battleship, faults, ids, line, open, text, vectors};
use crate::abnf::{self, Grammar};

fn alphabet(name: &str) -> String {
    match name {
        "ru15" => "alphabet=ru size=15".to_owned(),
        "lat15" => "alphabet=lat size=15".to_owned(),
        other => format!("alphabet={other}"),
    }
}

#[test]
fn vectors_of_cells() {
    let mut checks = 0;
    for vector in vectors()["coords_vectors"].as_array().unwrap() {
        let (typed, size) = (text(&vector["text"]), vector["size"].as_u64().unwrap() as usize);
        let options = format!("{} fleet=0,0,0,0,1", alphabet(text(&vector["alphabet"])));
        let mut position = open(&options);
        let placed = line(&mut position, Seat::One, &format!("place {typed}")).pop().unwrap();
        let mut shooting = open(&options);
        for seat in Seat::BOTH {
            line(&mut shooting, seat, "random");
        }
        let shot = ids(&*shooting, Seat::One, typed);
        if let Some(code) = vector["result"].as_str() {
            assert_eq!(placed, format!("? {code}"), "{typed}");
            let wanted = match (code, typed) {
                ("syntax", _) => "unreadable",
                (_, "B1" | "В1") => "letter",
                _ => "off-board",
            };
            assert_eq!(shot, wanted, "{typed}");
        } else {
            let at = |n: usize| vector["result"][n].as_u64().unwrap() as usize;
            let cell = at(1) * size + at(0);
            let grid: Vec<char> = placed.strip_prefix("= place ").unwrap().chars().filter(|c| *c != '/').collect();
            assert_eq!(grid.iter().position(|c| *c == '#'), Some(cell), "{typed}");
            assert_eq!(shot, "=", "{typed}");
        }
        checks += 1;
    }
    assert_eq!(checks, 18);
}

#[test]
fn vectors_of_ship_lists() {
    for vector in vectors()["ship_list_vectors"].as_array().unwrap() {
        let typed = text(&vector["text"]).replace('–', "-");
        let length = vector["cells"].as_array().map_or(5, Vec::len);
        let fleet = (1..=5).rev().map(|n| if n == length { "1" } else { "0" }).collect::<Vec<_>>().join(",");
        let options = format!("alphabet={} fleet={fleet} bent=G,zigzag", text(&vector["alphabet"]));
        let mut position = open(&options);
        let answer = line(&mut position, Seat::One, &format!("place {typed}")).pop().unwrap();
        if let Some(code) = vector["cells"].as_str() {
            assert_eq!(answer, format!("? {code}"), "{typed}");
            continue;
        }
        let mut grid = vec![vec!['.'; 10]; 10];
        for cell in vector["cells"].as_array().unwrap() {
            grid[cell[1].as_u64().unwrap() as usize][cell[0].as_u64().unwrap() as usize] = '#';
        }
        let rows: Vec<String> = grid.iter().map(|row| row.iter().collect()).collect();
        assert_eq!(answer, format!("= place {}", rows.join("/")), "{typed}");
    }
}

const CLASSIC: &str = "####....../........../###.###.../........../##.##.##../........../#.#.#.#.../........../\
                       ........../..........";

#[test]
fn fleets_as_people_type_them() {
    let ru = open("alphabet=ru");
    let numbered = "АБВГДЕЖЗИК\n1 ####......\n2 ..........\n3 ###.###...\n4 ..........\n5 ##.##.##..\n6 ..........\n\
                    7 #.#.#.#...\n8 ..........\n9 ..........\n10 ..........";
    let spaced = "А Б В Г Д Е Ж З И К\n1 4 4 4 4 0 0 0 0 0 0\n2 0 0 0 0 0 0 0 0 0 0\n3 3 3 3 0 3 3 3 0 0 0\n\
                  4 0 0 0 0 0 0 0 0 0 0\n5 2 2 0 2 2 0 2 2 0 0\n6 0 0 0 0 0 0 0 0 0 0\n7 1 0 1 0 1 0 1 0 0 0\n\
                  8 0 0 0 0 0 0 0 0 0 0\n9 0 0 0 0 0 0 0 0 0 0\n10 0 0 0 0 0 0 0 0 0 0\nЖду! Пётр";
    let bars = numbered.replace("\n10 ", "\n10|").replace(' ', ". ").replace('#', "х");
    for drawing in [
        CLASSIC.to_owned(),
        CLASSIC.replace('/', "\n"),
        CLASSIC.replace('#', "X").replace('.', "~"),
        CLASSIC.replace('#', "■").replace('.', "-"),
        CLASSIC.replace('.', "_").replace('/', " / "),
        CLASSIC.replace('.', "0").replace('#', "x"),
        CLASSIC.chars().map(|c| format!("{c} ")).collect(),
        format!("abcdefghij/{CLASSIC}"),
        numbered.to_owned(),
        numbered.replace("АБВГДЕЖЗИК\n", ""),
        spaced.to_owned(),
        format!("+---+/{}/+===+", bars.replace('\n', "/")),
        bars,
        "а1-г1; а3-в3; д3-ж3; а5-б5; г5-д5; ж5-з5; а7; в7; д7; ж7".to_owned(),
        "А1 - Г1, A3-B3-"
            .replace(", A3-B3-", "; А3-В3, Ж3-Д3\nA5-Б5 Г5-Д5 Ж5-З5\nа7,в7\nд7\nж7;\nС уважением, Пётр\nдо 10 октября"),
    ] {
        let mut position = ru.copy();
        let answer = line(&mut position, Seat::One, &format!("расстановка\n{drawing}")).pop().unwrap();
        assert_eq!(answer, format!("= place {CLASSIC}"), "{drawing}");
        // what a drawing means doesn't depend on how its lines came
        let joined = format!("place: {}", drawing.replace('\n', "/"));
        assert_eq!(line(&mut ru.copy(), Seat::One, &joined).pop().unwrap(), format!("= place {CLASSIC}"), "{joined}");
    }
}

#[test]
fn every_placement_fault_is_told_with_its_cells() {
    let position = open("size=5 fleet=0,0,1,1,2 bent=G");
    for (typed, wanted) in [
        ("####", "size rows=1 size=5"),
        ("###../...../##.#./...../#....extra", "size row=5 cells=10 size=5"),
        ("###../...../##.#./.....", "size rows=4 size=5"),
        ("###../...../##?#./..?../#...%", "char sign=% cells=e5; char sign=? cells=c3,c4"),
        ("333../...../11.1./...../1....", "char sign=1 cells=a3,b3 size=2"),
        ("1 ###../2 ...../7 ##.#./4 ...../5 #....", "row text=7 row=3"),
        ("##.../#..../.##../#..../...#.", "corner-touch cells=a2-b3,b3-a4"),
        (
            "###../...../##.#./..#../#....",
            "corner-touch cells=b3-c4,d3-c4; fleet have=1x2,1x3,3x1 need=1x2,1x3,2x1 count=5",
        ),
        (
            "####./...../##.#./...../#....",
            "too-long cells=a1,b1,c1,d1 size=4 longest=3; fleet have=1x2,1x4,2x1 need=1x2,1x3,2x1 count=4",
        ),
        (
            "###../.#.../...##/#..../..#..",
            "shape-or-side-touch cells=a1,b1,b2,c1; fleet have=1x2,1x4,2x1 need=1x2,1x3,2x1 count=4",
        ),
        ("a1-c1; a3-b3; d3; q5", "letter cell=q5"),
        ("a1-c1; a3-b3; d3; В5", "letter cell=в5 readings=b5,v5"),
        ("a1-c1; a3-b3; d3; a6 b0", "row cells=a6,b0 last=5"),
        ("a1-c1; a3-b3; d3; a5-", "syntax text=a5-"),
        ("a1-c1; a3-b3; d3; 5a, x", "syntax text=5a; syntax text=x"),
        ("a1-c3; a5-b5; d3; d5", "diagonal ship=a1-c3"),
        ("a1-c1-a1; a3-b3; d3; a5", "repeat cell=b1 ship=a1-c1-a1"),
        ("a1-c1; c1-c2; a4; e5", "overlap cells=c1"),
        ("a1-c1; a2-b2; d4; a5", "shape-or-side-touch cells=a1,a2,b1,b2"),
        ("a1; a2; c1-e1; c3-d3", "shape-or-side-touch cells=a1,a2"),
        (
            "a1-c1; a3-b3; d3; q9; a5-b4; e4 e4",
            "letter cell=q9; diagonal ship=a5-b4; overlap cells=e4; corner-touch cells=d3-e4; \
             fleet have=1x2,1x3,3x1 need=1x2,1x3,2x1 count=5",
        ),
        ("a1", "fleet have=1x1 need=1x2,1x3,2x1 count=1"),
    ] {
        let told = faults(&*position, Seat::One, &format!("place {typed}"));
        assert_eq!(told, wanted, "{typed}");
    }
}

#[test]
fn fleets_go_on_below_the_word() {
    let game = battleship();
    for (opens, closed) in [
        ("place", "place a1-a4/c1"),
        ("Place:", "place random"),
        ("РАССТАНОВКА", "places"),
        ("átrakom:", "a1"),
        ("replace ####......", "place #./.#"),
        ("place a1-a4; c1", "place your bets"),
        ("felrakom 1 ####......", "felrakomban a1"),
        ("Расстановка :", "place :)"),
    ] {
        assert!(game.opens_block(opens, Lang::En), "{opens}");
        assert!(!game.opens_block(closed, Lang::En), "{closed}");
    }
}

#[test]
fn fleets_in_letters_are_read_with_the_lines_below() {
    let position = open("alphabet=ru");
    for letter in [
        "Привет!\n\nРасстановка:\n   А Б В Г Д Е Ж З И К\n 1 ####......\n 2 ..........\n 3 ###.###...\n 4 ..........\n \
         5 ##.##.##..\n 6 ..........\n 7 #.#.#.#...\n 8 ..........\n 9 ..........\n10 ..........\nУдачи!\n\nПётр",
        "расстановка а1-г1; а3-в3; д3-ж3; а5-б5\nг5-д5; ж5-з5\nа7; в7; д7; ж7\nсообщение Удачи!",
    ] {
        let lines: Vec<String> = letter.lines().map(str::to_owned).collect();
        let reading = boardpost::judge::reading::read(&lines, &*position, Lang::Ru, Seat::One);
        let moves: Vec<String> = reading.items.iter().map(|item| item.command.to_string()).collect();
        assert_eq!(moves[0], format!("move place {CLASSIC}"), "{letter}");
        assert!(moves.len() == 1 || moves[1] == "say Удачи!", "{moves:?}");
    }
}

#[test]
fn grammar_and_parser_agree() {
    let text = battleship().grammar();
    assert!(text.is_ascii(), "RFC 5234 grammars are ASCII");
    let grammar = Grammar::read(text);
    assert_eq!(grammar.unreachable(&["turn"]), [""; 0]);
    let position = open("size=3 fleet=0,0,0,0,1");
    let read = |text: &str| position.read(text, Lang::En, Seat::One);
    // placements apart: of those the parser takes faulty ones too, to say what is wrong
    abnf::agree(&grammar, "shots", 1000, |text| read(text).is_ok_and(|turn| !turn.starts_with("place")));
    abnf::agree(&grammar, "chance", 300, |text| read(text).is_ok_and(|turn| turn.starts_with("place")));
    let mut dice = Dice::new(5, 0);
    let (mut taken, mut refused) = (0, 0);
    for _ in 0..400 {
        let sentence = grammar.sentence("placement", &mut dice);
        assert!(read(&sentence).is_ok(), "{sentence:?}");
        // as a list: every item is read or not, and the grammar says so
        let list = grammar.sentence("list", &mut dice).replace(['x', 'X', 'х', 'Х'], "d");
        for n in 0..8 {
            let list = if n == 0 { list.clone() } else { abnf::mutant(&list, &mut dice) };
            let named = list.split([' ', ',', ';', '-', '/', '\n']).any(|w| {
                let mut signs = w.chars();
                signs
                    .next()
                    .is_some_and(|c| c.is_alphabetic() && !"xXхХ".contains(c) && (c.is_ascii() || "а".contains(c)))
                    && !signs.as_str().is_empty()
                    && signs.all(|c| c.is_ascii_digit())
            });
            // without a cell it is no list, and a line of words below is a farewell
            if !named || list.contains(['\n', '/', ':']) {
                continue;
            }
            let fine = !ids(&*position, Seat::One, &format!("place {list}")).split(',').any(|id| id == "syntax");
            assert_eq!(fine, grammar.accepts("list", list.trim_matches(' ')), "{list:?}");
            if fine {
                taken += 1;
            } else {
                refused += 1;
            }
        }
    }
    assert!(taken > 300 && refused > 100, "{taken} taken, {refused} refused");
}
