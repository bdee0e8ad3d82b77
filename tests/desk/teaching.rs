//! Refusals that teach: what was read and where, odd letters by their name, and moves to send back.

use boardpost::game::{Lang, find};

use super::golden::Golden;
use super::world::{Got, World};

/// The turns that a letter offers, as they stand in it.
fn offered(got: &Got) -> Vec<String> {
    let mut lines = got.text.lines().skip_while(|l| {
        !["Legal moves like it:", "Hozzá hasonló szabályos lépések:", "Похожие допустимые ходы:"]
            .iter()
            .any(|h| l.trim_end().ends_with(h))
    });
    lines.next();
    lines.skip_while(|l| l.is_empty()).map_while(|l| l.strip_prefix("    | ")).map(ToOwned::to_owned).collect()
}

/// Refused moves of each game, in each language: the letters, and what they offer can be played.
#[test]
fn refused_moves_come_back_with_what_is_near() {
    for lang in Lang::ALL {
        for (game, turns) in [
            ("thoughtwave", ["ew@E55", "ew@", "ew@E5x", "ew@Z9"]),
            ("ataxx", ["g9", "a7e5", "d4", "a7c"]),
            ("battleship", ["z9", "a99", "b", "a1 a1"]),
            ("pentomino", ["aim c3 c3", "recon z9", "recon a", "place x"]),
            ("smyoz", ["A 99 10", "O 11 12", "A 5", "B 00"]),
        ] {
            let mut w = World::new(lang, "[limits]\nplayer_day = 0");
            let mut golden = Golden::new(&w, &format!("teaching-{game}"));
            let hidden = find(game).unwrap().hidden();
            let number = w.start_game(&format!("{game} anna bela{}", if hidden { " seed=7" } else { "" }));
            if hidden {
                w.reply_in("anna", number, "place random");
                w.reply_in("bela", number, "place random");
            }
            let listed = w.table(number).position().legal(boardpost::game::Seat::One).is_some();
            let before = w.table(number).turns().len();
            for written in turns {
                let written = w.table(number).position().spell(written, lang);
                let got = w.reply_in("anna", number, &format!("move {written}"));
                assert_eq!(w.table(number).turns().len(), before, "{game}: {written}");
                assert_eq!(got.len(), 1, "{game}: {written}");
                golden.add(&w, &written, &got);
                let near = offered(&got[0]);
                assert!(near.len() <= 3 && (listed || near.is_empty()), "{game}: {written}: {near:?}");
                for turn in &near {
                    let position = w.table(number);
                    let read = position.position().read(turn, lang, boardpost::game::Seat::One).unwrap();
                    assert!(position.try_turn(boardpost::game::Seat::One, &read).is_ok(), "{game}: {turn}");
                    let link = format!(">{turn}</a>");
                    assert!(got[0].html.contains(&link), "a link that sends it: {}", got[0].html);
                }
            }
            // one of them, sent back as it stands, is played
            let offer = w.got.iter().rev().find(|g| !offered(g).is_empty()).map(|g| offered(g)[0].clone());
            assert_eq!(offer.is_some(), listed, "{game}");
            if let Some(offer) = offer {
                w.reply_in("anna", number, &offer);
                assert_eq!(w.table(number).turns().len(), before + 1, "{game}: {offer}");
            }
            golden.done();
        }
    }
}

/// What is offered in a hidden game does not depend on what the other hides.
#[test]
fn offers_tell_nothing_of_what_is_hidden() {
    let shots = ["j10", "a1", "z3", "e55", "b2 b2", "a1"];
    let letters = |seed: u32| {
        let mut w = World::new(Lang::En, "[limits]\nplayer_day = 0");
        let number = w.start_game("battleship anna bela seed=7 turns=alternate");
        w.reply_in("anna", number, "place random");
        // only Béla's fleet differs
        let fleet = [
            "place a1-d1; a3-c3; a5-c5; a7-b7; a9-b9; d9-e9; f3; h3; j3; j5",
            "place j1-j4; h1-h3; f1-f3; d1-d2; b1-b2; j6-j7; j9; h9; f9; d9",
        ];
        w.reply_in("bela", number, fleet[seed as usize]);
        let mut told = Vec::new();
        for shot in shots {
            let got = w.reply_in("anna", number, &format!("move {shot}"));
            told.extend(got.iter().filter(|g| g.to.starts_with("anna")).map(offered));
        }
        told
    };
    assert_eq!(letters(0)[..1], letters(1)[..1]);
    let refused = |all: Vec<Vec<String>>| all.into_iter().filter(|o| !o.is_empty()).collect::<Vec<_>>();
    assert_eq!(refused(letters(0)), refused(letters(1)));
}

/// Letters of another alphabet than they look like are named, whether the move could be read or not.
#[test]
fn odd_letters_are_named() {
    for (lang, typed, told) in [
        (Lang::En, "ew@В2", ["“В” is a Cyrillic letter (U+0412), read as “B” (Latin).", ""]),
        (Lang::Hu, "kn@В2", ["„В”: cirill betű (U+0412), így olvastam: „B” (latin).", ""]),
        (Lang::En, "ew@Ж2", ["“Ж” is a Cyrillic sign (U+0416).", "^"]),
        (Lang::Ru, "юв@Б2", ["", "^"]),
        (Lang::En, "ew@Е55", ["“Е” is a Cyrillic letter (U+0415), read as “E” (Latin).", ""]),
    ] {
        let mut w = World::new(lang, "");
        w.start("size=4");
        let got = w.reply("anna", typed);
        for text in told {
            got[0].says(text);
        }
    }
    let mut w = World::new(Lang::Ru, "");
    let game = w.start_game("battleship anna bela seed=7 alphabet=ru");
    w.reply_in("anna", game, "place random");
    w.reply_in("bela", game, "place random");
    let got = w.reply_in("anna", game, "a1");
    got[0].says("«a» – буква (латиница, U+0061), прочитана как «а» (кириллица).");
}
