//! Draws, takebacks, resignation.

use boardpost::game::Lang;

use super::golden::Golden;
use super::world::{World, address};

/// The words of the three languages.
pub(super) fn word(lang: Lang, english: &str) -> &'static str {
    let [hu, ru] = match english {
        "draw" => ["döntetlen", "ничья"],
        "accept" => ["elfogadom", "согласна"],
        "decline" => ["nem fogadom el", "отказываюсь"],
        "undo" => ["visszavonom", "вернуть ход"],
        "resign" => ["Feladom.", "Сдаюсь!"],
        "show" => ["mutasd", "покажи"],
        "games" => ["játszmáim", "партии"],
        "help" => ["súgó", "помощь"],
        "lang" => ["nyelv", "язык"],
        "say" => ["üzenet", "сообщение"],
        "quit" => ["vége", "конец"],
        "newkey" => ["újkulcs", "новый ключ"],
        "confirm" => ["megerősítem", "подтверждаю"],
        "start" => ["indítás", "начать"],
        "address" => ["címem", "адрес"],
        other => panic!("no word {other}"),
    };
    match lang {
        Lang::En => match english {
            "draw" => "draw",
            "accept" => "accept",
            "decline" => "decline",
            "undo" => "undo",
            "resign" => "Resign",
            "show" => "show",
            "games" => "games",
            "help" => "help",
            "lang" => "lang",
            "say" => "say",
            "quit" => "quit",
            "newkey" => "newkey",
            "confirm" => "confirm",
            "address" => "address",
            _ => "start",
        },
        Lang::Hu => hu,
        Lang::Ru => ru,
    }
}

#[test]
fn offers_are_answered() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nplayer_day = 0");
        let mut golden = Golden::new(&w, "offers");
        let game = w.start("size=4");
        let say = |english: &str| word(lang, english);

        let got = w.reply("anna", say("undo"));
        golden.add(&w, "nothing to take back", &got);
        let got = w.reply("anna", say("accept"));
        golden.add(&w, "no offer", &got);

        let got = w.reply("anna", say("draw"));
        golden.add(&w, "a draw is offered", &got);
        assert_eq!(got.len(), 2);
        let got = w.reply("anna", say("draw"));
        golden.add(&w, "it is offered already", &got);
        let got = w.reply("bela", say("decline"));
        golden.add(&w, "the draw is declined", &got);

        w.play(&["ew@B2", "sw@C2"]);
        let got = w.reply("bela", say("undo"));
        golden.add(&w, "a takeback is asked for", &got);
        let got = w.reply("anna", say("decline"));
        golden.add(&w, "and declined", &got);
        w.reply("bela", say("undo"));
        let got = w.reply("anna", say("accept"));
        golden.add(&w, "asked for again and granted", &got);
        assert_eq!(w.table(game).turns().len(), 1);

        // after the takeback Béla is to move; his old letters are about another board
        let text = w.turn("nw@C2");
        let got = w.reply("bela", &text);
        assert_eq!(got.len(), 2, "{}", got[0].text);
        // an offer lapses when the other side moves
        w.reply("bela", say("draw"));
        w.play(&["ns@A4"]);
        let got = w.reply("anna", say("accept"));
        assert_eq!(w.state().1, "refused: no-offer", "{}", got[0].text);

        w.reply("bela", say("draw"));
        let got = w.reply("anna", say("accept"));
        golden.add(&w, "a draw is accepted", &got);
        assert_eq!(w.row(game).reason.as_deref(), Some("agreed"));
        let got = w.reply("bela", say("draw"));
        golden.add(&w, "an offer in a finished game", &got);
        let kinds: Vec<String> =
            w.events(game).iter().map(|e| e.split(' ').take(2).collect::<Vec<_>>().join(" ")).collect();
        assert_eq!(
            kinds.join(", "),
            "offered 1, declined 2, turn 1, turn 2, offered 2, declined 1, offered 2, agreed 1, turn 2, offered 2, \
             turn 1, offered 2, agreed 1, newkey 1, newkey 2"
        );
        golden.done();
    }
}

#[test]
fn resigning_needs_a_code_that_is_good_once() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let mut golden = Golden::new(&w, "resign");
        let (game, other) = (w.start("size=4"), w.start("size=4"));
        w.reply_in("anna", game, &w.turn("ew@B2"));

        let got = w.reply_in("bela", game, word(lang, "resign"));
        golden.add(&w, "to resign is to be confirmed", &got);
        assert_eq!(got.len(), 1);
        assert!(w.table(game).outcome().is_none());
        let code = got[0].confirmation();
        let request = got[0].clone();

        let wrong = format!("{} abcdefghijkl", word(lang, "confirm"));
        let got = w.reply_in("bela", game, &wrong);
        golden.add(&w, "a wrong code", &got);
        // the other player has no use for it, nor has another game
        w.reply_in("anna", game, &code);
        assert_eq!(w.state().1, "refused: bad-code");
        w.reply_in("bela", other, &code);
        assert_eq!(w.state().1, "refused: bad-code");
        // nor does the mask that stands for it in the log do
        let mask = w.answer("bela", &request, &format!("{} code1", word(lang, "confirm")));
        assert!(w.post(&mask).iter().all(|g| g.to == address("admin")));
        assert_eq!(w.state().0, "shunt");
        // the request itself, sent back, confirms nothing
        let mut back = w.answer("bela", &request, "");
        back.body = request.text.clone().into_bytes();
        w.post(&back);
        assert!(w.table(game).outcome().is_none());

        let confirm = w.answer("bela", &request, &code);
        let got = w.post(&confirm);
        golden.add(&w, "the right code", &got);
        assert_eq!(got.len(), 2);
        assert_eq!(w.row(game).reason.as_deref(), Some("resigned"));
        assert_eq!(w.row(game).winner.map(|s| s.number()), Some(1));

        let got = w.post(&confirm);
        golden.add(&w, "the code once more", &got);
        assert_eq!(w.state().1, "refused: bad-code");
        assert!(got.iter().all(|g| g.to == address("bela")));
        golden.done();
    }
}
