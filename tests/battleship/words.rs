//! What players read: every id has its sentence in three languages, and the words are those they grew up with.

use boardpost::game::{Eye, Lang, Phrase, Position, Refusal, Seat};
use boardpost::lang::{self, Voice};

use super::{line, open, small};

fn voice(position: &dyn Position, lang: Lang, seat: Seat) -> Voice<'_> {
    Voice { lang, seat: Some(seat), position, names: ["Anna", "Борис"] }
}

/// What a turn makes a reader hear.
fn heard(position: &dyn Position, turn: &str, lang: Lang) -> String {
    let seat = position.to_act().iter().next().unwrap();
    let turn = position.read(turn, Lang::En, seat).unwrap();
    let phrases = match position.play(seat, &turn) {
        Ok(played) => played.phrases,
        Err(Refusal::Illegal(illegal)) => illegal.faults,
        Err(other) => panic!("{turn}: {other:?}"),
    };
    let voice = voice(position, lang, seat);
    phrases.iter().map(|p| voice.phrase(p)).collect::<Vec<_>>().join(" ")
}

#[test]
fn answers_are_said_as_players_say_them() {
    let position = small("alphabet=ru");
    for (lang, miss, hit, sunk) in [
        (Lang::En, "Б1: Miss!", "В2: Hit!", "А1: Sunk! It was a torpedo boat."),
        (Lang::Hu, "Б1: Nem talált!", "В2: Talált!", "А1: Talált, süllyedt! A hajó: torpedónaszád."),
        (Lang::Ru, "Б1: Мимо!", "В2: Ранил!", "А1: Убил! Это торпедный катер."),
    ] {
        assert_eq!(heard(&*position, "б1", lang), miss);
        assert_eq!(heard(&*position, "в2", lang), hit);
        assert_eq!(heard(&*position, "а1", lang), sunk);
    }
    for (style, miss, hit, sunk) in [
        ("мимо-ранил-убил", "Мимо!", "Ранил!", "Убил! Это эсминец."),
        ("промах-ранил-потопил", "Промах!", "Ранил!", "Потопил! Это эсминец."),
        ("промах-попал-потопил", "Промах!", "Попал!", "Потопил! Это эсминец."),
    ] {
        let position = small(&format!("style={style}"));
        assert_eq!(heard(&*position, "c2 c3 d1", Lang::Ru), format!("C2: {hit} C3: {sunk} D1: {miss}"));
        // the line protocol has one wording
        let lines = line(&mut position.copy(), Seat::One, "c2 c3 d1");
        assert_eq!(lines, ["! hit cell=c2", "! sunk cell=c3 size=2", "! miss cell=d1", "= c2 c3 d1"]);
    }
}

#[test]
fn look_alikes_are_asked_back_with_both_readings() {
    let position = small("alphabet=ru");
    assert_eq!(
        heard(&*position, "B1", Lang::Ru),
        "В клетке B1 буква другого алфавита, не того, что на поле. Она может значить: В1, Б1. \
         Напишите, пожалуйста, буквой этого поля."
    );
    assert!(heard(&*small(""), "в1", Lang::Hu).contains("Ezt jelentheti: B1, V1."));
}

/// Turns that bring up every phrase of the game, in games where they do.
fn everything() -> Vec<(Box<dyn Position>, Vec<Phrase>)> {
    let mut all = Vec::new();
    let mut say = |position: &dyn Position, seat: Seat, turn: &str| {
        let turn = position.read(turn, Lang::En, seat).unwrap();
        let (next, phrases) = match position.play(seat, &turn) {
            Ok(played) => (played.next, played.phrases),
            Err(Refusal::Illegal(illegal)) => (position.copy(), illegal.faults),
            Err(other) => panic!("{turn}: {other:?}"),
        };
        for eye in [Eye::Seat(Seat::One), Eye::Public, Eye::All] {
            let view = next.view(eye);
            let captions = view.boards.iter().filter_map(|b| b.caption.clone());
            all.push((next.copy(), captions.chain(view.phrases.clone()).collect()));
        }
        all.push((next.copy(), phrases));
        next
    };
    let (one, two) = (Seat::One, Seat::Two);
    let opening = open("size=4 fleet=0,0,0,1,2 last_shot=yes touch=corner");
    for fault in [
        "place ####",
        "place ##../##../##../##.",
        "place ##../..?./#.../...#",
        "place ##../..2./#.../...#",
        "place q1",
        "place B1",
        "place В1",
        "place a9",
        "place 2 ####/2 ..../3 ..../4 ....",
        "place a1-",
        "place a1-b2",
        "place a1-b1-a1",
        "place a1 a1",
        "place a1 a2",
        "place ##../#.../..../...#",
        "place ###./..../..../...#",
        "place ..../..../..../....",
        "a1",
    ] {
        say(&*opening, one, fault);
    }
    say(&*small("touch=none"), one, "a1");
    say(&*open("size=4 fleet=0,0,0,1,2"), one, "place ##../..#./#.../...#");
    let mut game = say(&*opening, one, "place ##../..../#.../...#");
    game = say(&*game, one, "place random");
    game = say(&*game, one, "a1");
    game = say(&*game, one, "replace ##../..../#.../...#");
    game = say(&*game, two, "place #.../..#./..#./#...");
    for (seat, turn) in [
        (one, "place random"),
        (one, "a1 c2 d4 d3"),
        (two, "d1"),
        (one, "a1"),
        (one, "b1 b1"),
        (one, "В1"),
        (one, "z1"),
        (one, "c3 a4 d1"),
        (two, "a1 b1"),
        (two, "a3 d4"),
    ] {
        game = say(&*game, seat, turn);
    }
    assert_eq!(game.outcome().unwrap().reason, "equalised");
    say(&*small("turns=alternate"), one, "a1 a2");
    say(&*small(""), one, "a1 c2 c3 a4");
    all
}

#[test]
fn everything_is_said_in_three_languages() {
    let mut ids = std::collections::BTreeSet::new();
    for (position, phrases) in everything() {
        for phrase in &phrases {
            ids.insert(phrase.id);
            for lang in Lang::ALL {
                for seat in Seat::BOTH {
                    assert!(lang::has(lang, &format!("battleship-{}", phrase.id)), "{lang}: {}", phrase.id);
                    let said = voice(&*position, lang, seat).phrase(phrase);
                    // a value that is missing or not used would stand there in braces
                    assert!(
                        !said.contains(['{', '}', '[']) && !said.contains("  ") && !said.ends_with(' '),
                        "{lang}: {said}"
                    );
                    for (key, value) in &phrase.args {
                        let shown = match value {
                            boardpost::game::Value::Text(text) => text.clone(),
                            boardpost::game::Value::Term(term) => position.spell(term, lang),
                            _ => continue,
                        };
                        assert!(said.contains(&shown), "{lang}: {key}={shown} is not in: {said}");
                    }
                }
            }
        }
    }
    let wanted = "afloat awaited begun char corner-touch diagonal field fleet hit last-turn legend letter locked miss need \
                  not-fired not-placed off-board overlap placed repeat replaced row screen shape-or-side-touch size \
                  standing sunk syntax too-long too-many";
    assert_eq!(ids.into_iter().collect::<Vec<_>>().join(" "), wanted);
    for lang in Lang::ALL {
        for id in [
            "title",
            "howto",
            "help",
            "played",
            "reason-sunk",
            "reason-equalised",
            "fleet-does-not-fit",
            "alphabet-too-short",
            "expect-cell",
            "expect-row",
            "expect-place",
            "expect-fleet",
            "expect-end",
        ] {
            assert!(lang::has(lang, &format!("battleship-{id}")), "{lang}: {id}");
        }
    }
}

/// The judge tells both players that a turn was played; the other one must not read in it what was placed.
#[test]
fn that_a_turn_was_played_never_says_which() {
    let position = open("");
    let phrase = Phrase::new("played").seat("seat", Seat::One).term("turn", "place ####....../..........");
    for lang in Lang::ALL {
        for seat in Seat::BOTH {
            let said = voice(&*position, lang, seat).phrase(&phrase);
            assert!(!said.contains('#') && !said.contains('{'), "{said}");
        }
    }
}

#[test]
fn help_is_a_page_and_teaches_no_legal_turn() {
    let mut position = open("size=4 fleet=0,0,0,1,2");
    for lang in Lang::ALL {
        let help = lang::say(lang, "battleship-help", &[]);
        assert!((15..=30).contains(&help.lines().count()), "{lang}: {}", help.lines().count());
        let howto = lang::say(lang, "battleship-howto", &[]);
        for round in 0..2 {
            // wherever a mail client breaks the line
            let words: Vec<&str> = howto.split(' ').collect();
            for from in 0..words.len() {
                for to in from..=words.len() {
                    let part = words[from..to].join(" ");
                    let trimmed = part.trim_matches(|c: char| !c.is_alphanumeric());
                    for text in [part.as_str(), trimmed] {
                        assert!(position.read(text, lang, Seat::One).is_err(), "{round} {lang}: {text}");
                    }
                }
            }
            line(&mut position, Seat::One, "replace ##../..../#.../...#");
            line(&mut position, Seat::Two, "replace ##../..../#.../...#");
        }
    }
}
