//! The judge, letter by letter, without mail.

use boardpost::game::Lang;
use boardpost::game::Seat;
use boardpost::judge::{self, Event, Incoming, Ruling, StartLine, Table, Trust};

/// A table of two players who read these languages.
fn table(one: Lang, two: Lang) -> Table {
    let line = format!("thoughtwave/1 Anna:{one} Bela:{two}");
    Table::open(1, line.parse::<StartLine>().unwrap()).unwrap()
}

/// Rules on a letter and folds what it led to.
fn letter(table: &mut Table, seat: Seat, trust: Trust, text: &str) -> Ruling {
    let lines: Vec<String> = text.lines().map(str::to_owned).collect();
    let code = |n: u32| format!("code{n}");
    let ruling = judge::judge(
        table,
        &Incoming { seat, trust, lines: &lines, subject: None, seen: None, code: &code, problems: &[] },
    );
    for event in &ruling.events {
        table.apply(event).unwrap();
    }
    ruling
}

#[test]
fn every_language_plays_what_it_writes() {
    for (lang, text, turn) in [
        // the canonical spelling of each of these is another piece in Hungarian
        (Lang::Hu, "é@A3", "n@A3"),
        (Lang::Hu, "k@A3", "e@A3"),
        (Lang::Hu, "n@A3", "w@A3"),
        (Lang::Hu, "ék@A3", "ne@A3"),
        (Lang::Hu, "lépés: fj@A3", "ne@A3"),
        (Lang::Hu, "A3.b", "w@A3"),
        (Lang::Hu, "ns@A3", "ns@A3"),
        (Lang::En, "n@A3", "n@A3"),
        (Lang::En, "b@A3", "s@A3"),
        (Lang::Ru, "св@A3", "ne@A3"),
        // English and Hungarian both read it, and differently
        (Lang::Ru, "n@A3", ""),
        (Lang::Ru, "ход n@A3", ""),
    ] {
        let mut table = table(lang, Lang::En);
        let ruling = letter(&mut table, Seat::One, Trust::Full, text);
        let played: Vec<Event> = if turn.is_empty() { vec![] } else { vec![Event::Turn(Seat::One, turn.to_owned())] };
        assert_eq!(ruling.events, played, "{lang} {text}");
    }
}

#[test]
fn a_held_move_is_the_one_that_was_written() {
    let mut table = table(Lang::Hu, Lang::En);
    let ruling = letter(&mut table, Seat::One, Trust::Token, "é@A3");
    assert_eq!(ruling.events, [Event::Held(Seat::One, 1, "move n@A3".to_owned())]);
    let ruling = letter(&mut table, Seat::One, Trust::Full, "megerősítem code1");
    assert_eq!(ruling.events, [Event::Confirmed(Seat::One, 1), Event::Turn(Seat::One, "n@A3".to_owned())]);
}
