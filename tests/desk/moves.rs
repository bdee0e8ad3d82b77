//! Moves: taken, unreadable, illegal, out of turn, twice, too late, on an old board, more than one.

use boardpost::game::Lang;

use super::golden::Golden;
use super::world::{Got, World, address};

/// The column of the caret, counted in characters of the quoted line, and that line.
fn caret(got: &Got) -> (String, usize) {
    let quoted: Vec<&str> = got.text.lines().filter_map(|l| l.strip_prefix("    | ")).collect();
    let at = quoted.iter().position(|l| l.trim_start() == "^").expect("no caret");
    (quoted[at - 1].to_owned(), quoted[at].find('^').unwrap())
}

#[test]
fn moves_are_answered() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let mut golden = Golden::new(&w, "moves");
        let game = w.start("size=4");
        let opening = w.got.clone();
        golden.add(&w, "a new game", &opening);

        let first = w.turn("ew@B2");
        let got = w.reply("anna", &first);
        assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("anna"), address("bela")]);
        golden.add(&w, "a move is taken", &got);
        let accepted = w.last.clone();
        assert_eq!(w.events(game), ["turn 1 ew@B2"]);

        // one direction twice: the caret stands under the second one
        let (twice, at) = match lang {
            Lang::En => ("nn@A1", 1),
            Lang::Hu => ("kék@A1", 2),
            Lang::Ru => ("вюв@A1", 2),
        };
        let got = w.reply("bela", twice);
        assert_eq!(caret(&got[0]), (twice.to_owned(), at), "{}", got[0].text);
        golden.add(&w, "an unreadable move", &got);

        let text = format!("{} B", w.turn("ns@A1").split('@').next().unwrap());
        let got = w.reply("bela", &format!("Hi!\nmove {text}2"));
        assert_eq!(caret(&got[0]).1, text.find(' ').map(|n| text[..n].chars().count() + 1).unwrap(), "{}", got[0].text);
        golden.add(&w, "an unreadable move behind the word", &got);

        for (title, turn) in [("occupied", "ns@B2"), ("does not fit", "ns@C2"), ("off the board", "ns@E9")] {
            let text = w.turn(turn);
            let got = w.reply("bela", &text);
            assert_eq!(got.len(), 1, "{title}");
            golden.add(&w, title, &got);
        }
        let text = w.turn("nesw@C3");
        let got = w.reply("anna", &text);
        golden.add(&w, "out of turn", &got);

        // the same move again: in a new letter it is answered, as the same letter it is not
        let again = w.answer("anna", &opening[0], &first);
        let got = w.post(&again);
        golden.add(&w, "the same move in a new letter", &got);
        let before = (w.got.len(), w.row(game).digest);
        assert!(w.deliver(&accepted).is_empty());
        assert_eq!((w.got.len(), w.row(game).digest), before, "the identical letter");
        assert_eq!(w.events(game), ["turn 1 ew@B2"]);

        let [one, two] = [w.turn("sw@C2"), w.turn("nw@C2")];
        let got = w.reply("bela", &format!("{one}\n{two}"));
        golden.add(&w, "two different moves", &got);
        let got = w.reply("bela", &format!("I want {one}, or rather {two}."));
        golden.add(&w, "two moves in a sentence", &got);
        assert_eq!(w.events(game).len(), 1);
        let got = w.reply("bela", &format!("Hello Anna,\n\nI think {one} is best.\nBye"));
        golden.add(&w, "a move in a sentence", &got);
        assert_eq!(w.events(game), ["turn 1 ew@B2", "turn 2 sw@C2"]);

        // Anna answers the board before that, with a move that would be legal now
        let text = w.turn("nesw@D4");
        let old = w.answer("anna", &opening[0], &text);
        let got = w.post(&old);
        golden.add(&w, "an answer to an old board", &got);
        assert_eq!(w.events(game).len(), 2);

        // the notation of another language, where only that one can read it
        let (foreign, canonical) = match lang {
            Lang::En => ("kn@A3", "ew@A3"),
            Lang::Hu => ("ew@A3", "ew@A3"),
            Lang::Ru => ("nesw@A4", "nesw@A4"),
        };
        let got = w.reply("anna", foreign);
        golden.add(&w, "the notation of another language", &got);
        assert_eq!(w.events(game)[2], format!("turn 1 {canonical}"));

        w.reply("bela", "resign");
        let code = w.letter_to("bela").confirmation();
        let old = w.letter_to("anna").clone();
        let got = w.reply("bela", &code);
        golden.add(&w, "the end of the game", &got);
        let text = w.turn("ns@D1");
        let got = w.reply("anna", &text);
        golden.add(&w, "a move for a finished game", &got);
        let late = w.answer("anna", &old, &text);
        // what was just said is not said again, until he may have forgotten
        assert!(w.post(&late).is_empty());
        w.now += 86_400;
        let late = w.answer("anna", &old, &format!("{text}!"));
        assert_eq!(w.post(&late).len(), 1, "with the old address");
        assert_eq!(w.state().1, "refused: over");
        golden.done();
    }
}

/// Every turn comes out on the board as it was written, in each notation: single letters mean other directions in
/// other languages.
#[test]
fn every_direction_is_taken_as_it_was_written() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nplayer_day = 0");
        let game = w.start("size=26 hands=1:X9T9L9C9D9,2:X9T9L9C9D9");
        let ends = ["n", "e", "s", "w", "ne", "ns", "nw", "es", "ew", "sw", "nes", "new", "nsw", "esw", "nesw"];
        for (n, ends) in ends.iter().enumerate() {
            // not beside one another
            let column = char::from(b'A' + u8::try_from(n).unwrap());
            let turn = format!("{ends}@{column}{}", 1 + 3 * (n % 2));
            let written = w.turn(&turn);
            let who = if n % 2 == 0 { "anna" } else { "bela" };
            // through a confirmation too
            if n % 4 == 3 {
                let mut post = w.answer(who, &w.letter_to(who).clone(), &written);
                post.from = "somebody@else.example".to_owned();
                w.post(&post);
                let code = w.letter_to(who).confirmation();
                w.reply(who, &code);
            } else {
                w.reply(who, &written);
            }
            let events = w.events(game);
            let last = events.last().unwrap();
            assert_eq!(*last, format!("turn {} {turn}", 1 + n % 2), "{written} in {lang}: {events:?}");
            assert!(w.got.last().unwrap().text.contains(&written), "{}", w.got.last().unwrap().text);
        }
    }
}

#[test]
fn a_pass_and_the_end_are_told_to_both() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let mut golden = Golden::new(&w, "ends");
        let game = w.start("size=3 hands=1:L9,2:X1");
        golden.add(&w, "a small game", &w.got.clone());
        let text = w.turn("ew@A1");
        let got = w.reply("anna", &text);
        golden.add(&w, "first", &got);
        let text = w.turn("nesw@B3");
        let got = w.reply("bela", &text);
        golden.add(&w, "the last piece of a side", &got);
        let text = w.turn("ew@B1");
        let got = w.reply("anna", &text);
        golden.add(&w, "who has nothing left is skipped", &got);
        let text = w.turn("ew@C1");
        let got = w.reply("anna", &text);
        golden.add(&w, "a link ends the game", &got);
        assert_eq!(w.row(game).reason.as_deref(), Some("link"));
        golden.done();
    }
}
