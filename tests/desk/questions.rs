//! Questions and wishes that leave the board alone.

use boardpost::game::{GAMES, Lang};

use super::golden::Golden;
use super::offers::word;
use super::world::{Post, SERVER, World, address};

#[test]
fn questions_are_answered() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nplayer_day = 0");
        let mut golden = Golden::new(&w, "questions");
        let game = w.start("size=4");
        let (other, foreign) = (w.start("size=3"), w.start_between("bela vera", "size=3"));
        let [one, two] = [w.turn("ew@B2"), w.turn("sw@C2")];
        w.reply_in("anna", game, &one);
        w.reply_in("bela", game, &two);
        let before = w.events(game);
        let show = word(lang, "show");
        let help = word(lang, "help");
        for (title, words) in [
            ("the board", show.to_owned()),
            ("the board after one move", format!("{show} #1")),
            ("the board at the start", format!("{show} #0")),
            ("a board that was not", format!("{show} #99")),
            ("another game of one's own", format!("{show} {other}")),
            ("somebody else's game", format!("{show} {foreign}")),
            ("a game that is not there", format!("{show} 4711")),
            ("the list of games", word(lang, "games").to_owned()),
            ("help", help.to_owned()),
            ("help about a game", format!("{help} thoughtwave")),
            ("help about nothing", format!("{help} backgammon")),
            ("an unknown language", format!("{} de", word(lang, "lang"))),
            ("a start by a player", format!("{} thoughtwave anna vera", word(lang, "start"))),
            ("several at once", format!("{show} #1\n{}\n{show} #2", word(lang, "games"))),
            ("no command at all", "Szia, hello, привет!\nHow are you?".to_owned()),
            ("nothing new", String::new()),
            ("two lines and a mark of the end", format!("{}\n{one}", word(lang, "quit"))),
        ] {
            let got = w.reply_in("anna", game, &words);
            // the board of another game comes in that game's thread
            let games: Vec<i64> = got.iter().filter_map(|g| g.game()).map(|g| g.0).collect();
            let wanted = if title == "another game of one's own" { vec![game, other] } else { vec![game] };
            assert_eq!(games, wanted, "{title}");
            assert!(got.iter().all(|g| g.to == address("anna")));
            golden.add(&w, title, &got);
        }
        assert_eq!(w.events(game), before);
        let records = boardpost::daemon::records(w.desk.store().ask(), &w.row(other)).unwrap();
        assert!(boardpost::replay::log(&records).unwrap().iter().all(|s| s.difference.is_none()));
        golden.done();
    }
}

#[test]
fn words_to_the_other_player_are_passed_on_without_secrets() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let mut golden = Golden::new(&w, "say");
        let game = w.start("size=4");
        let say = word(lang, "say");
        let token = w.letter_to("anna").reply_to();
        let bare = token.trim_start_matches("game+").trim_end_matches("@post.example").to_owned();
        let move_too = w.turn("ew@B2");
        let words = format!("{say} ns@C3! resign? {token}, {bare}; anna@example.org ({})", "árvíztűrő ".repeat(12));
        let got = w.reply("anna", &format!("{words}\n{move_too}"));
        assert_eq!(got.len(), 2);
        golden.add(&w, "a word with a move", &got);
        let heard = &got[1];
        assert!(!heard.text.contains(&bare) && !heard.text.contains("anna@example.org"), "{}", heard.text);
        assert_eq!(heard.text.matches("[…]").count(), 3, "{}", heard.text);
        assert!(heard.text.contains("ns@C3!"), "a move is no address");

        let got = w.reply("bela", &format!("{say} -----"));
        golden.add(&w, "a word that looks like a rule", &got);
        assert_eq!(w.events(game).len(), 1);
        golden.done();
    }
}

#[test]
fn languages_and_keys_change_on_request() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let mut golden = Golden::new(&w, "wishes");
        let game = w.start("size=4");
        let to = Lang::ALL[(Lang::ALL.iter().position(|l| *l == lang).unwrap() + 1) % 3];
        let old = w.letter_to("anna").clone();

        let got = w.reply("anna", word(lang, "newkey"));
        golden.add(&w, "a new address", &got);
        assert_ne!(got[0].reply_to(), old.reply_to());
        assert_eq!(w.got.iter().rev().find(|g| g.to == address("bela")).unwrap().reply_to(), w.got[1].reply_to());

        // the old address: from her own mailbox it is asked back, from another it is nothing
        let turn = w.turn("ew@B2");
        let mut late = w.answer("anna", &old, &turn);
        let got = w.post(&late);
        golden.add(&w, "a move to the old address", &got);
        let code = got[0].confirmation();
        late.from = "eve@elsewhere.example".to_owned();
        let got = w.post(&late);
        assert!(got.iter().all(|g| g.to == "eve@elsewhere.example" && g.game().is_none()), "no answer about the game");
        assert_eq!(w.table(game).turns().len(), 0);
        w.reply("anna", &code);
        assert_eq!(w.table(game).turns().len(), 1);

        let got = w.reply("anna", &format!("{} {to}", word(lang, "lang")));
        golden.add(&w, "another language", &got);
        assert_eq!(got[0].field("content-language"), Some(to.code()));
        // the other player's letters stay as they are
        let turn = w.turn("sw@C2");
        let got = w.reply("bela", &turn);
        let langs: Vec<_> = got.iter().map(|g| (g.to.as_str(), g.field("content-language").unwrap())).collect();
        assert_eq!(langs, [(address("bela"), lang.code()), (address("anna"), to.code())]);
        golden.add(&w, "a move of the other player", &got);
        golden.done();
    }
}

#[test]
fn letters_that_name_no_game_are_answered() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nplayer_day = 0");
        let mut golden = Golden::new(&w, "homeless");
        let to_server = |who: &str, subject: &str, body: &str| Post::new(address(who), SERVER, subject, body);
        let got = w.post(&to_server("vera", "hi", "Hello, is anybody there?"));
        golden.add(&w, "from a player without a game", &got);
        let (first, _second) = (w.start("size=4"), w.start("size=3"));
        let turn = w.turn("ew@B2");
        let got = w.post(&to_server("anna", "my move", &turn));
        golden.add(&w, "a move that could be for two games", &got);
        let got = w.post(&to_server("anna", "hi", &format!("{}\n{}", word(lang, "games"), word(lang, "help"))));
        golden.add(&w, "questions that need no game", &got);
        let got = w.post(&to_server("anna", "thoughtwave show 1", ""));
        golden.add(&w, "a question in the subject", &got);
        // in the style of old servers: it names the game, but proves nothing
        let got = w.post(&to_server("anna", &super::world::encoded(&format!("thoughtwave move {first} {turn}")), ""));
        golden.add(&w, "a move in the subject", &got);
        assert_eq!(w.table(first).turns().len(), 0);
        let code = got[0].confirmation();
        w.reply_in("anna", first, &code);
        assert_eq!(w.table(first).turns().len(), 1);
        golden.done();
    }
}

#[test]
fn answers_that_change_nothing_are_limited_and_the_log_replays_all_the_same() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 0\nplayer_day = 3");
    let game = w.start("size=4");
    let mut answers = 0;
    for n in 0..6 {
        answers += w.reply("anna", &format!("say hello {n}")).len();
        w.now -= 7_000;
    }
    assert_eq!(answers, 3 * 2, "three answers a day, to both");
    // a move is answered all the same, with what waited, and so is an offer
    let got = w.reply("anna", "ew@B2");
    assert_eq!(got.len(), 2);
    (3..6).for_each(|n| got.iter().for_each(|g| g.says(&format!("hello {n}"))));
    assert_eq!(w.reply("anna", "draw").len(), 2);
    assert_eq!(w.reply("anna", "resign").len(), 1);
    let records = boardpost::daemon::records(w.desk.store().ask(), &w.row(game)).unwrap();
    let steps = boardpost::replay::log(&records).unwrap();
    assert!(steps.iter().all(|s| s.difference.is_none()), "{:?}", steps.last().unwrap().difference);
    assert_eq!(steps.len(), records.len());
}

/// Whatever the game, its letters are held to the laws: its board, its page of help, its refusals.
#[test]
fn letters_of_every_game_keep_the_laws() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nplayer_day = 0");
        for game in GAMES {
            let number = w.start_game(&format!("{} anna bela", game.name()));
            let help = format!("{} {}", word(lang, "help"), game.name());
            for words in [help.as_str(), word(lang, "show"), "a1 b2 c3 ??", "what now?", word(lang, "draw")] {
                assert!(!w.reply_in("anna", number, words).is_empty(), "{}: {words}", game.name());
            }
        }
    }
}

/// A side without a move is skipped by the judge at once, both are told, and the other goes on; a side without a disc
/// has lost.
#[test]
fn a_skip_and_an_elimination_are_told_in_every_language() {
    for (lang, skipped, eliminated) in [
        (Lang::En, "has no move and is skipped", "One side has no disc left."),
        (Lang::Hu, "nem tud lépni, ezért kimarad", "Az egyik félnek elfogyott a korongja."),
        (Lang::Ru, "ходов нет, ход пропускается", "У одной стороны не осталось фишек."),
    ] {
        let mut w = World::new(lang, "");
        let game = w.start_game("ataxx anna bela \"position=x4/5/2x1x/3xx/2xxo x 0 1\"");
        let got = w.reply_in("anna", game, "a4");
        assert_eq!(got.len(), 2);
        for letter in &got {
            letter.says(skipped);
        }
        assert_eq!(w.events(game), ["turn 1 a4", "forced 2 0000"]);
        assert_eq!(w.table(game).to_act().iter().map(boardpost::game::Seat::number).collect::<Vec<_>>(), [1]);

        let game = w.start_game("ataxx anna bela \"position=x1o2/5/5/5/5 x 0 1\"");
        let got = w.reply_in("anna", game, "b5");
        assert_eq!(got.len(), 2);
        for letter in &got {
            letter.says(eliminated);
        }
        assert!(w.table(game).outcome().is_some_and(|o| o.reason == "eliminated"));
    }
}

/// Where set-ups are hidden, no letter tells the seed that chance has laid them from, and nothing can be taken back.
#[test]
fn hidden_games_tell_no_seed_and_take_nothing_back() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nplayer_day = 0");
        for game in GAMES.iter().filter(|g| g.hidden()) {
            let number = w.start_game(&format!("{} anna bela seed=4711", game.name()));
            assert!(w.row(number).start.contains("seed=4711"), "{}: the log needs it", game.name());
            for who in ["anna", "bela"] {
                let letter = w.letter_of(who, number);
                let start = letter.field("x-boardpost-start").unwrap();
                assert!(!start.contains("4711") && !letter.text.contains("4711"), "{start}\n{}", letter.text);
            }
            w.reply_in("anna", number, "place random");
            let got = w.reply_in("anna", number, word(lang, "undo"));
            assert_eq!(got.len(), 1);
            assert_eq!(w.table(number).offer(), None, "{}", game.name());
            assert!(!w.events(number).iter().any(|e| e.starts_with("offered")), "{}", game.name());
        }
    }
}

/// An empty line between the word and the drawing is how people write; behind a whole turn it ends the turn.
#[test]
fn a_drawing_may_stand_below_an_empty_line() {
    let rows = ".d.......\n....aaaa.\nbbb......\n....g....\n..d.g..g.\n.......g.\n..gg.....\nd.....bbb\n....d....";
    for words in [format!("place\n\n{rows}"), format!("place\n \n\n{rows}\n\nBye!"), "place random\n\nBye!".to_owned()]
    {
        let mut w = World::new(Lang::En, "");
        let game = w.start_game("smyoz anna bela seed=1");
        assert_eq!(w.reply_in("anna", game, &words).len(), 2, "{words}");
        assert!(w.events(game).iter().any(|e| e.starts_with("turn 1 place ")), "{words}: {:?}", w.events(game));
    }
}
