//! Answers beyond a player's limit: kept, the newest one of each game, until there is room.

use boardpost::daemon::{drain, records};
use boardpost::game::{Eye, Lang, Seat};
use boardpost::notice::compose::board;
use boardpost::post::{Mailer, Outgoing, PostError, Sent};
use boardpost::replay;

use super::world::{Got, Post, SERVER, World, address};

const HOUR: i64 = 3600;

/// Somebody answers the last letter about a game, and the server gets it at a time.
fn at(w: &mut World, time: i64, who: &str, game: i64, words: &str) -> Vec<Got> {
    let post = w.answer(who, &w.letter_of(who, game).clone(), words);
    post_at(w, time, &post)
}

fn post_at(w: &mut World, time: i64, post: &Post) -> Vec<Got> {
    w.now = time - 7_200;
    w.post(post)
}

/// A server that takes all.
#[derive(Default)]
struct Taking(Vec<Got>);

impl Mailer for Taking {
    fn stream(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        report: &mut dyn FnMut(Outgoing, Sent),
    ) -> Result<(), PostError> {
        while let Some(letter) = next() {
            self.0.push(Got::new(letter.bytes.clone()));
            report(letter, Sent::Accepted(String::new()));
        }
        Ok(())
    }
}

/// What leaves at a time, written earlier.
fn leaves(w: &mut World, time: i64) -> Vec<Got> {
    w.now = time;
    let (mut out, config) = (Taking::default(), w.config.clone());
    drain(w.desk.store_mut(), &config, &mut out, i64::MAX, &|| time).unwrap();
    w.got.extend(out.0.clone());
    out.0
}

fn count(w: &World, query: &str) -> i64 {
    rusqlite::Connection::open(&w.config.store).unwrap().query_row(query, [], |r| r.get(0)).unwrap()
}

/// Letters that wait.
fn waiting(w: &World) -> i64 {
    count(w, "SELECT count(*) FROM outbox WHERE state = 'ready'")
}

#[track_caller]
fn replays(w: &World, game: i64) {
    let records = records(w.desk.store().ask(), &w.row(game)).unwrap();
    let steps = replay::log(&records).unwrap();
    assert_eq!(steps.len(), records.len());
    assert!(steps.iter().all(|s| s.difference.is_none()), "{:?}", steps.last().unwrap().difference);
}

#[track_caller]
fn shows_board(w: &World, game: i64, got: &Got, seat: Seat) {
    let flat = |line: &str| line.trim_end().to_owned();
    let lines: Vec<String> = board(&w.table(game), Eye::Seat(seat), Lang::En, None).iter().map(|l| flat(l)).collect();
    let text: Vec<String> = got.text.lines().map(flat).collect();
    assert!(text.windows(lines.len()).any(|t| t == lines), "{}", got.text);
}

#[test]
fn the_newest_answer_waits_for_room_and_says_what_the_others_said() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nplayer_hour = 3\nplayer_day = 0");
        let game = w.start("size=5");
        let begin = w.now;
        for n in 0..3 {
            assert_eq!(at(&mut w, begin + 60 * n, "anna", game, &format!("ew@Z{n}")).len(), 1, "{n}");
        }
        for n in 3..6 {
            assert!(at(&mut w, begin + 60 * n, "anna", game, &format!("ew@Z{n}")).is_empty(), "{n}");
            assert_eq!(w.state().0, "done");
            assert_eq!(waiting(&w), 1, "{n}");
        }
        assert!(leaves(&mut w, begin + HOUR - 1).is_empty());
        let got = leaves(&mut w, begin + HOUR);
        assert_eq!(got.len(), 1);
        for told in ["Z3", "Z4", "Z5"] {
            assert!(got[0].text.contains(told), "{told}: {}", got[0].text);
        }
        assert!(!got[0].text.contains("Z2"), "that was told: {}", got[0].text);
        shows_board_in(&w, game, &got[0], lang);
        // what left takes the room: the next one has to wait for the second mark
        assert!(at(&mut w, begin + HOUR + 1, "anna", game, "ew@Z7").is_empty());
        assert!(leaves(&mut w, begin + HOUR + 59).is_empty());
        assert_eq!(leaves(&mut w, begin + HOUR + 60).len(), 1);
        assert_eq!(waiting(&w), 0);
        replays(&w, game);
    }
}

#[track_caller]
fn shows_board_in(w: &World, game: i64, got: &Got, lang: Lang) {
    let first = board(&w.table(game), Eye::Seat(Seat::One), lang, None);
    assert!(got.text.contains(first[0].trim_end()), "{}", got.text);
}

#[test]
fn an_accepted_move_is_told_at_once_with_all_that_waited() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 2\nplayer_day = 0");
    let game = w.start("size=5");
    let begin = w.now;
    for n in 0..2 {
        assert_eq!(at(&mut w, begin + n, "anna", game, &format!("say word{n}.")).len(), 2);
    }
    for n in 2..5 {
        assert!(at(&mut w, begin + n, "anna", game, &format!("say word{n}.")).is_empty());
    }
    // one for each reader
    assert_eq!(waiting(&w), 2);
    let got = at(&mut w, begin + 10, "anna", game, "ew@A3");
    assert_eq!(got.len(), 2);
    for (who, seat) in [("anna", Seat::One), ("bela", Seat::Two)] {
        let letter = got.iter().find(|g| g.to == address(who)).unwrap();
        letter.says("ew@A3");
        for word in ["word2.", "word3.", "word4."] {
            letter.says(word);
        }
        shows_board(&w, game, letter, seat);
    }
    assert_eq!(waiting(&w), 0);
    assert!(leaves(&mut w, begin + 10 * HOUR).is_empty(), "nothing old comes later");
    replays(&w, game);
}

#[test]
fn what_the_other_writes_lets_the_words_go_that_waited_for_him() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 1\nplayer_day = 0");
    let game = w.start("size=5");
    let begin = w.now;
    assert_eq!(at(&mut w, begin, "anna", game, "say one.").len(), 2);
    assert!(at(&mut w, begin + 1, "anna", game, "say two.").is_empty());
    // his own question is within his limit
    let got = at(&mut w, begin + 2, "bela", game, "show");
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("bela")]);
    got[0].says("two.");
    let got = leaves(&mut w, begin + HOUR);
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("anna")], "hers is left");
    replays(&w, game);
}

#[test]
fn each_game_keeps_one_answer_and_they_leave_as_room_comes() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 2\nplayer_day = 0");
    let games: Vec<i64> = (0..4).map(|_| w.start("size=5")).collect();
    let begin = w.now;
    for n in 0..2 {
        assert_eq!(at(&mut w, begin + 100 * n, "anna", games[0], &format!("ew@Z{n}")).len(), 1);
    }
    for (n, game) in (2..).zip(games.iter().cycle().take(12)) {
        assert!(at(&mut w, begin + 200 + n, "anna", *game, &format!("ew@Z{n}")).is_empty());
    }
    assert_eq!(waiting(&w), 4);
    let mut game = |time: i64| leaves(&mut w, begin + time).iter().map(|g| g.game().unwrap().0).collect::<Vec<_>>();
    assert!(game(HOUR - 1).is_empty());
    assert_eq!(game(HOUR), [games[0]]);
    assert!(game(HOUR + 99).is_empty());
    assert_eq!(game(HOUR + 100), [games[1]]);
    // the next two take the room of these
    assert!(game(2 * HOUR - 1).is_empty());
    assert_eq!(game(2 * HOUR), [games[2]]);
    assert_eq!(game(2 * HOUR + 100), [games[3]]);
    assert_eq!(waiting(&w), 0);
}

#[test]
fn nobody_waits_for_more_than_a_day() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 0\nplayer_day = 1");
    let games: Vec<i64> = (0..4).map(|_| w.start("size=5")).collect();
    let begin = w.now;
    assert_eq!(at(&mut w, begin, "anna", games[0], "ew@Z9").len(), 1);
    for (n, game) in (1..).zip(&games) {
        assert!(at(&mut w, begin + n, "anna", *game, "ew@Z8").is_empty());
    }
    assert_eq!(leaves(&mut w, begin + 24 * HOUR).len(), 1);
    assert_eq!(leaves(&mut w, begin + 24 * HOUR + 4).len(), 3);
}

/// A thousand lines cost one letter, and the room of the last ten.
#[test]
fn a_flood_of_chat_makes_one_letter_with_the_last_words() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 2\nplayer_day = 0\nbreaker_hour = 0");
    let game = w.start("size=5");
    let begin = w.now;
    let mut told = 0;
    for n in 0..60 {
        told += at(&mut w, begin + n, "anna", game, &format!("say word{n}.")).len();
        assert!(waiting(&w) <= 2);
    }
    assert_eq!(told, 4);
    let got = leaves(&mut w, begin + HOUR);
    assert_eq!(got.len(), 2);
    let bela = got.iter().find(|g| g.to == address("bela")).unwrap();
    for n in 49..60 {
        bela.says(&format!("word{n}."));
    }
    assert!(!bela.text.contains("word48."), "{}", bela.text);
    bela.says("… and 47 more");
    replays(&w, game);
}

/// A change of language or of the key is answered within the limit, and told again no more often than chat.
#[test]
fn changes_of_language_do_not_pile_up_either() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 1\nplayer_day = 0\nbreaker_hour = 0");
    let game = w.start("size=5");
    let begin = w.now;
    for n in 0..30 {
        at(&mut w, begin + n, "anna", game, if n % 2 == 0 { "lang hu" } else { "nyelv en" });
        assert!(waiting(&w) <= 1);
    }
    let got = leaves(&mut w, begin + HOUR);
    assert_eq!(got.len(), 1);
    got[0].says("… and 18 more");
    replays(&w, game);
}

/// Moves beyond the limit of a game are each told for itself.
#[test]
fn a_move_that_waits_is_replaced_by_nothing() {
    let mut w = World::new(Lang::En, "[limits]\nper_game_day = 1\nplayer_hour = 1\nplayer_day = 0");
    let game = w.start("size=5");
    let begin = w.now;
    assert_eq!(at(&mut w, begin, "anna", game, "ew@A3").len(), 2);
    assert!(at(&mut w, begin + 1, "bela", game, "ns@C1").is_empty());
    assert_eq!(waiting(&w), 2);
    assert_eq!(at(&mut w, begin + 3, "anna", game, "show").len(), 1);
    assert!(at(&mut w, begin + 4, "anna", game, "show").is_empty());
    assert_eq!(waiting(&w), 3);
    assert_eq!(leaves(&mut w, begin + HOUR + 3).len(), 1);
    assert_eq!(leaves(&mut w, begin + 24 * HOUR + 1).len(), 2);
    replays(&w, game);
}

#[test]
fn boards_of_other_games_do_not_pile_up() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 1\nplayer_day = 0");
    let (one, two) = (w.start("size=5"), w.start("size=5"));
    let begin = w.now;
    // the answer, and the board in its own thread
    assert_eq!(at(&mut w, begin, "anna", one, &format!("show {two}")).len(), 2);
    for n in 1..6 {
        assert!(at(&mut w, begin + n, "anna", one, &format!("show {two}")).is_empty());
    }
    assert_eq!(waiting(&w), 2);
    // the other game moves on: its board is old now
    let got = at(&mut w, begin + 10, "bela", two, "say Hello!");
    assert_eq!(got.len(), 2);
    assert_eq!(waiting(&w), 1);
    let got = leaves(&mut w, begin + HOUR);
    assert_eq!(got.iter().map(|g| g.game().unwrap().0).collect::<Vec<_>>(), [one]);
    replays(&w, one);
    replays(&w, two);
}

#[test]
fn a_code_for_a_new_address_is_not_lost_with_the_letter_that_bore_it() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 1\nplayer_day = 0");
    let game = w.start("size=5");
    let begin = w.now;
    assert_eq!(at(&mut w, begin, "anna", game, "show").len(), 1);
    for n in 1..6 {
        assert!(at(&mut w, begin + n, "anna", game, "address new@example.org").is_empty());
        assert_eq!(waiting(&w), 1, "letters with codes do not pile up");
    }
    assert!(at(&mut w, begin + 6, "anna", game, "ew@Z9").is_empty());
    let got = leaves(&mut w, begin + HOUR);
    assert_eq!(got.len(), 1);
    let code = got[0].confirmation();
    let got = at(&mut w, begin + 2 * HOUR, "anna", game, &code);
    assert!(got.iter().any(|g| g.to == "new@example.org"), "{got:?}");
}

#[test]
fn a_player_without_a_game_gets_the_newest_answer_too() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 2\nplayer_day = 0");
    let begin = w.now;
    let ask = |topic: &str| Post::new(address("vera"), SERVER, "hi", topic);
    for n in 0..2 {
        assert_eq!(post_at(&mut w, begin + n, &ask("games")).len(), 1);
    }
    for (n, topic) in (2..).zip(["games", "help", "help battleship"]) {
        assert!(post_at(&mut w, begin + n, &ask(topic)).is_empty());
        assert_eq!((w.state().1.as_str(), waiting(&w)), ("answered", 1));
    }
    assert!(leaves(&mut w, begin + HOUR - 1).is_empty());
    let got = leaves(&mut w, begin + HOUR);
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("vera")]);
    got[0].says("Battleship");
}

#[test]
fn a_limit_that_is_lifted_lets_the_next_answer_go() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 1\nplayer_day = 0");
    let game = w.start("size=5");
    let begin = w.now;
    assert_eq!(at(&mut w, begin, "anna", game, "ew@Z1").len(), 1);
    assert!(at(&mut w, begin + 1, "anna", game, "ew@Z2").is_empty());
    let text = std::fs::read_to_string(w.folder("config.toml")).unwrap();
    std::fs::write(w.folder("config.toml"), text.replace("player_hour = 1", "player_hour = 0")).unwrap();
    w.config = boardpost::config::Config::load(Some(&w.folder("config.toml"))).unwrap();
    w.again();
    let got = at(&mut w, begin + 2, "anna", game, "ew@Z3");
    assert_eq!(got.len(), 1);
    assert!(got[0].text.contains("Z2") && got[0].text.contains("Z3"), "{}", got[0].text);
    assert_eq!(waiting(&w), 0);
}

/// A robot that answers each letter from another address cannot have more than a few.
#[test]
fn strangers_of_one_domain_get_a_few_letters_a_day() {
    let mut w = World::new(Lang::En, "[limits]\nunknown_day = 0");
    let begin = w.now;
    let hello = |who: &str| Post::new(who, SERVER, "hi", "Hello?");
    let robot = |w: &mut World, time: i64| {
        (0..8).map(|n| post_at(w, time + n, &hello(&format!("b-{time}.{n}@robot.example"))).len()).sum::<usize>()
    };
    assert_eq!(robot(&mut w, begin), 5);
    assert_eq!(post_at(&mut w, begin + 10, &hello("eve@elsewhere.example")).len(), 1, "another domain");
    assert_eq!(robot(&mut w, begin + 23 * HOUR), 0);
    assert_eq!(robot(&mut w, begin + 25 * HOUR), 5);
    let mut w = World::new(Lang::En, "[limits]\nunknown_day = 0\nstranger_domain_day = 0");
    assert_eq!(robot(&mut w, begin), 8, "0 = off");
}
