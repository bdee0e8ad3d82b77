//! Pictures of Thoughtwave.

use boardpost::game::Phrase;
use boardpost::picture::{Words, ascii};

use super::*;

/// Ids instead of words.
struct Ids;

impl Words for Ids {
    fn say(&self, phrase: &Phrase) -> String {
        phrase.to_string()
    }

    fn item(&self, id: &str) -> String {
        id.to_owned()
    }

    fn seat(&self, seat: Seat) -> String {
        format!("seat {seat}")
    }
}

fn picture(position: &dyn Position) -> Vec<String> {
    ascii(&position.view(Eye::Public), &Ids)
}

#[track_caller]
fn assert_drawn(position: &dyn Position, drawn: &str) {
    assert_eq!(picture(position).join("\n"), drawn.trim_matches('\n'));
}

/// The corner of a board that Solomon's rules show in the Hungarian text, as a board of its own.
#[test]
fn the_example_of_the_rules() {
    assert_drawn(
        &*open("size=3 position=B1:esw,A2:nw,C2:sw,B3:n"),
        "
    A   B   C
  +---+---+---+
1 |   #####   | 1
  +-#-+-#-+---+
2 ### |   ### | 2
  +---+-#-+-#-+
3 |   | # |   | 3
  +---+---+---+
    A   B   C

seat 1: cross 2, tee 6, line 5, corner 10, dead-end 1
seat 2: cross 2, tee 6, line 5, corner 10, dead-end 1

sides left_right=1 top_bottom=2
",
    );
}

/// Hint 3 of the same text: the piece in question is drawn with `X`.
#[test]
fn the_last_piece_is_drawn_with_x() {
    let position = play_all(open("position=B5:esw,D5:esw,F5:nesw"), &["ns@I5"]);
    let lines = picture(&*position);
    let rules = "
 4 |   |   |   |   |   |   |   |   |   |   | 4
   +---+---+---+---+---+-#-+---+---+-X-+---+
 5 |   #####   #####   #####   |   | X |   | 5
   +---+-#-+---+-#-+---+-#-+---+---+-X-+---+
 6 |   |   |   |   |   |   |   |   |   |   | 6";
    assert_eq!(lines[8..13].join("\n"), rules.trim_start_matches('\n'));
    assert_eq!(lines[0], "     A   B   C   D   E   F   G   H   I   J");
    assert_eq!(lines[22], lines[0]);
    // where two pipes meet, the newer one shows; its ends cross the rim too
    let position = play_all(open("size=3 position=A2:ew,B2:ew"), &["ew@C2"]);
    assert_eq!(picture(&*position)[4], "2 ########XXXXX 2");
}

/// The compact drawing of a large board is the same one with narrower cells.
#[test]
fn large_boards_are_drawn_small() {
    let position = play_all(open("size=17 position=A1:nes,Q17:esw"), &["ew@B1"]);
    let lines = picture(&*position);
    assert_eq!(lines[0], "    A B C D E F G H I J K L M N O P Q");
    assert_eq!(lines[1], "   +#+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+");
    assert_eq!(lines[2], " 1 |#XXX | | | | | | | | | | | | | | | 1");
    assert_eq!(lines[3], "   +#+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+");
    assert_eq!(lines[34], "17 | | | | | | | | | | | | | | | | ### 17");
    assert_eq!(lines[35], "   +-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+-+#+");
}

#[test]
fn pictures_can_be_mailed() {
    for size in 3..=26 {
        let last = format!("{}{size}", char::from(b'A' + size - 1));
        let position = play_all(open(&format!("size={size}")), &["X@A1", &format!("X@{last}"), "X@B2"]);
        let lines = picture(&*position);
        let board = 2 * usize::from(size) + 3;
        assert_eq!(lines.len(), board + 5);
        for (y, line) in lines.iter().enumerate() {
            assert!(line.len() <= 72 && line.is_ascii(), "{size}: {line}");
            assert_eq!(line.trim_end(), line);
            assert!(!line.starts_with(['>', '.', '=', '?']) && !line.starts_with("From "), "{size}: {line}");
            let rule = !line.is_empty() && line.chars().all(|c| " -=_~#*+".contains(c));
            assert!(!rule || (1..board - 1).contains(&y), "{size}: {line}");
        }
        // every cell has its walls: the frame is a rectangle
        let frame: BTreeSet<usize> = lines[1..board - 1].iter().step_by(2).map(String::len).collect();
        assert_eq!(frame.len(), 1);
        assert!(lines[2].ends_with(" 1") && lines[board - 2].ends_with('+'));
        assert!(lines.concat().contains('X'));
    }
}
