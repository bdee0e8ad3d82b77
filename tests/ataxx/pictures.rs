//! The drawings.

use boardpost::game::view::Mark;
use boardpost::game::{Eye, Phrase, Seat};
use boardpost::picture::{self, Words};

use super::{open, play, try_open};

struct Bare;

impl Words for Bare {
    fn say(&self, phrase: &Phrase) -> String {
        phrase.to_string()
    }

    fn item(&self, id: &str) -> String {
        id.to_owned()
    }

    fn seat(&self, seat: Seat) -> String {
        seat.to_string()
    }
}

/// The board as it is drawn after some turns, up to the first empty line.
fn drawn(pairs: &[(&str, &str)], turns: &[&str]) -> String {
    let mut position = open(pairs);
    for turn in turns {
        position = play(&*position, turn).unwrap().next;
    }
    let lines = picture::ascii(&position.view(Eye::Public), &Bare);
    let board: Vec<&str> = lines.iter().map(String::as_str).take_while(|line| !line.is_empty()).collect();
    format!("\n{}\n", board.join("\n"))
}

#[test]
fn a_rectangle() {
    let pairs = [("position", "x3o/2-2/1o1o1/5/o3x x 0 1"), ("jump", "full")];
    let expected = "
    a  b  c  d  e
 5  x  .  .  .  o  5
 4  .  . ### .  .  4
 3  . <x>[x]<x> .  3
 2  .  .  .  .  .  2
 1  o  .  .  . ( ) 1
    a  b  c  d  e
";
    assert_eq!(drawn(&pairs, &["e1c3"]), expected);
}

#[test]
fn a_hexagon() {
    let expected = r"
          1   2   3
       / \ / \ / \
    a | x |   |<o>| 4
     / \ / \ / \ / \
  b |   |   |[o]|<o>| 5
   / \ / \ / \ / \ / \
c |   |( )|   |   | x |
   \ / \ / \ / \ / \ /
  d |   |   |   |   |
     \ / \ / \ / \ /
    e | x |   | o |
       \ / \ / \ /
";
    let pairs = [("board", "hexagon3"), ("position", "x1x/3x/1o2x/4/x1o o 0 1"), ("jump", "full")];
    assert_eq!(drawn(&pairs, &["c2b3"]), expected);
}

#[test]
fn a_rhombus() {
    let expected = r"
  a   b   c
   / \ / \ / \
1 |( )|   | o |
   \ / \ / \ / \
  2 |   |###|   |
     \ / \ / \ / \
    3 |[x]|   | o |
       \ / \ / \ /
";
    assert_eq!(drawn(&[("board", "rhombus3"), ("position", "x1o/1-1/2o x 0 1")], &["a1a3"]), expected);
}

#[test]
fn a_basketweave() {
    let expected = "
      a       b       c
  +-------+---+---+-------+
  |  ( )  |   |   |   o   |
1 +-------+   |   +-------+
  |       |   |   |       |
  +---+---+---+---+---+---+
  |   |   |#######|   |   |
2 |<x>|[x]+-------+   |   |
  |   |   |#######|   |   |
  +---+---+-------+---+---+
";
    assert_eq!(drawn(&[("board", "pentagon3x2"), ("position", "x3o1/o1--2 x 0 1")], &["a1.1a2.2"]), expected);
}

/// On every board that can be named, with marks in the way: no line is too wide or ends in a blank, each cell is
/// there, and each mark is seen.
#[test]
fn all_sizes() {
    let mut boards: Vec<String> = Vec::new();
    boards.extend((3..=11).flat_map(|w| (3..=11).map(move |h| format!("{w}x{h}"))));
    boards.extend((3..=6).map(|n| format!("hexagon{n}")));
    boards.extend((3..=11).map(|n| format!("rhombus{n}")));
    boards.extend((2..=17).flat_map(|w| (2..=33).map(move |h| format!("pentagon{w}x{h}"))));
    let mut drawn = 0;
    for board in &boards {
        let Ok(opened) = try_open(&[("board", board), ("jump", "full")]) else {
            assert!(board.starts_with("pentagon"), "{board}");
            continue;
        };
        let legal = opened.position.legal(Seat::One).unwrap();
        let jump = legal.iter().find(|turn| turn.len() > 4).or(legal.last()).unwrap();
        let next = opened.position.play(Seat::One, jump).unwrap().next;
        let view = next.view(Eye::Public);
        let text = picture::ascii(&view, &Bare);
        for line in &text {
            assert!(line.chars().count() <= 72, "{board}: {line}");
            assert_eq!(line.trim_end(), line, "{board}");
        }
        let text: String = text.iter().take_while(|line| !line.is_empty()).map(|line| format!("{line}\n")).collect();
        for disc in ['x', 'o'] {
            let cells = &view.boards[0].cells;
            let on_board = cells.iter().filter(|cell| cell.glyph == disc).count();
            // a label x or o needs 15 columns
            let labels = view.boards[0].columns.iter().filter(|label| **label == disc.to_string()).count();
            assert_eq!(text.matches(disc).count(), on_board + labels, "{board}\n{text}");
        }
        assert_eq!(text.matches("[x]").count(), 1, "{board}\n{text}");
        let from = view.boards[0].cells.iter().filter(|cell| cell.mark == Mark::From).count();
        assert_eq!(text.matches("( )").count(), from, "{board}\n{text}");
        drawn += 1;
    }
    assert!(drawn > 81 + 4 + 9 + 80, "{drawn}");
}

#[test]
fn remarks() {
    let view = open(&[("position", "x4/5/4o x 79 1")]).view(Eye::Public);
    assert_eq!(view.phrases.len(), 1);
    let next = play(&*open(&[("position", "x4/5/4o x 79 1")]), "a3c3").unwrap().next;
    let said: Vec<String> = next.view(Eye::Public).phrases.iter().map(ToString::to_string).collect();
    assert_eq!(said, ["discs one=1 x=1 two=2 o=1", "nomove-soon left=20"]);
}
