//! Moves in running text: taken where they can be nothing else, asked back where they could be.

use boardpost::game::Lang;

use super::world::World;

/// A game in which Anna is to move; set-ups are by chance.
fn world(game: &str) -> (World, i64) {
    let mut w = World::new(Lang::En, "[limits]\nplayer_day = 0");
    let options = match game {
        "battleship" | "pentomino" | "smyoz" => " seed=7",
        _ => "",
    };
    let number = w.start_game(&format!("{game} anna bela{options}"));
    if !options.is_empty() {
        assert_eq!(w.reply_in("anna", number, "place random").len(), 2);
        assert_eq!(w.reply_in("bela", number, "place random").len(), 2);
    }
    (w, number)
}

/// What a sentence led to: the turn, or the kind of the answer.
fn said(game: &str, sentence: &str) -> String {
    let (mut w, number) = world(game);
    said_in(&mut w, (game, number), sentence)
}

fn said_in(w: &mut World, (game, number): (&str, i64), sentence: &str) -> String {
    let before = w.events(number).len();
    let got = w.reply_in("anna", number, sentence);
    let events = w.events(number);
    match events.get(before) {
        Some(turn) => turn.clone(),
        None => {
            assert_eq!(got.len(), 1, "{game}: {sentence}");
            let flow = got[0].text.split_whitespace().collect::<Vec<_>>().join(" ");
            let says = |text: &str| flow.contains(text);
            if says("more than one move") {
                "two".to_owned()
            } else if says("inside a sentence is no move to me") {
                "perhaps".to_owned()
            } else if says("I found no move and no command") {
                "nothing".to_owned()
            } else {
                panic!("{game}: {sentence}:\n{}", got[0].text)
            }
        }
    }
}

#[test]
fn the_only_move_in_a_sentence_is_taken() {
    for (game, sentence, turn) in [
        ("thoughtwave", "I'll play ew@E5, good luck!", "turn 1 ew@E5"),
        ("thoughtwave", "Dear Béla,\nlet it be (ew@e5)... See you at 10:30 in A1 Plumbing.\nAnna", "turn 1 ew@E5"),
        ("thoughtwave", "ew@E5 it is. Again: EW@e5!", "turn 1 ew@E5"),
        ("ataxx", "Hm, I jump a8-c8, sorry!", "turn 1 a8c8"),
        ("ataxx", "My disc goes a8c8 this time, not to b6.", "turn 1 a8c8"),
        ("pentomino", "Let me try recon a1 b2, good luck!", "turn 1 recon a1 b2"),
        ("pentomino", "Well, aim c3. See you on 3.10. at E5.", "turn 1 aim c3"),
    ] {
        assert_eq!(said(game, sentence), turn, "{game}: {sentence}");
    }
}

#[test]
fn two_moves_in_sentences_are_asked_back() {
    for (game, sentence) in [
        ("thoughtwave", "Either ew@E5 or ns@E5, what do you think?"),
        ("thoughtwave", "I'd play ew@E5.\nOr maybe ns@D4 is better?"),
        ("ataxx", "I jump a8-c8 or a8-a6, hm."),
        ("pentomino", "I might aim c3 or recon c3."),
    ] {
        assert_eq!(said(game, sentence), "two", "{game}: {sentence}");
    }
}

#[test]
fn cells_numbers_times_and_addresses_in_prose_are_no_moves() {
    let prose = [
        "Sorry, I was away until 10:30 on 2026-10-05, or 5.10. as we say.",
        "Call me: +36 1 234-5678 (ext. 12) or 06 30/123-45-67.",
        "H-1051 Budapest, V. ker., Fő u. 12/B, 3. em. 4.",
        "It costs 3,50 EUR; see page 7, chapter 5.2, version 1.2.3.",
        "My room is 402, seat 17F, flight LH1234, bus 7E.",
        "Isn't 1-0 a nice result? Or 1/2-1/2? We were 22 people.",
        "See http://example.org/a1/b2?x=3 or write to a1@b2.example.",
    ];
    for game in ["thoughtwave", "ataxx", "battleship", "pentomino", "smyoz"] {
        let (mut w, number) = world(game);
        for sentence in prose {
            let answer = said_in(&mut w, (game, number), sentence);
            assert!(answer == "nothing" || answer == "perhaps", "{game}: {sentence}: {answer}");
        }
    }
    // a cell could be meant: that is asked, and nothing is played
    for (game, sentence) in [
        ("ataxx", "I will take a7 then, good luck!"),
        ("battleship", "What about e5 this time, dear Béla?"),
        ("battleship", "The plumber is at A1 Plumbing, Main Street."),
        ("smyoz", "I begin with A 56 43 then, good luck to you!"),
    ] {
        assert_eq!(said(game, sentence), "perhaps", "{game}: {sentence}");
    }
    // where a cell alone is no move at all, there is nothing to ask
    for (game, sentence) in
        [("thoughtwave", "The plumber is at A1 Plumbing, E5."), ("pentomino", "The plumber is at A1 Plumbing, E5.")]
    {
        assert_eq!(said(game, sentence), "nothing", "{game}: {sentence}");
    }
}

/// A line that is a move wins over all prose; and a letter that is all prose is read in no time.
#[test]
fn a_line_of_its_own_is_preferred_and_long_prose_is_harmless() {
    assert_eq!(said("thoughtwave", "I wanted ns@D4 at first.\new@E5\nBye"), "turn 1 ew@E5");
    assert_eq!(said("battleship", "Not b2, not c3!\na1\nBye"), "turn 1 a1");
    let long = "aim recon a1 place b2 10:30 ".repeat(4000);
    assert_ne!(said("pentomino", &long), "two");
}
