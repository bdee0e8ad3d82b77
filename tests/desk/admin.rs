//! What the admin asks for and is told.

use boardpost::game::Lang;

use super::golden::Golden;
use super::offers::word;
use super::world::{Post, SERVER, World, address};

fn command(w: &mut World, subject: &str, body: &str) -> Vec<super::world::Got> {
    w.post(&Post::new(address("admin"), SERVER, subject, body))
}

#[test]
fn an_admin_starts_games_by_letter() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let mut golden = Golden::new(&w, "admin");
        let start = word(lang, "start");
        for (title, line) in [
            ("no such game", "backgammon anna bela"),
            ("no such option", "thoughtwave anna bela siez=4"),
            ("no such value", "thoughtwave anna bela size=99"),
            ("one option twice", "thoughtwave anna bela size=4 size=5"),
            ("no such player", "thoughtwave ana bela"),
            ("no address", "thoughtwave anna x@y@z"),
            ("the server's own address", "thoughtwave anna game@post.example"),
            ("the same player twice", "thoughtwave anna anna@example.org"),
            ("too few players", "thoughtwave anna"),
            ("an open quote", "thoughtwave anna bela position=\"A1"),
            ("options that do not go together", "thoughtwave anna bela position=A1:e,B1:n"),
        ] {
            let got = command(&mut w, "please", &format!("{start} {line}"));
            assert_eq!(got.len(), 1, "{title}");
            golden.add(&w, title, &got);
        }
        let got = command(&mut w, "hello", "What can I do here?");
        golden.add(&w, "no command", &got);

        let line = format!("{start} thoughtwave anna \"Kovács Piroska <piroska@example.org>:{lang}\" size=4 first=2");
        let got = command(&mut w, "hello", &line);
        golden.add(&w, "a start to be confirmed", &got);
        let request = got[0].clone();
        assert!(w.desk.store().ask().games(true).unwrap().is_empty());
        // the request, sent back with its quote marks lost, starts nothing
        let mut back = w.answer("admin", &request, "");
        back.body = request.text.clone().into_bytes();
        w.post(&back);
        // nor does somebody else who learns the code
        let code = request.confirmation();
        w.post(&Post::new(address("vera"), SERVER, "x", &code));
        assert!(w.desk.store().ask().games(true).unwrap().is_empty());

        let confirm = w.answer("admin", &request, &code);
        let got = w.post(&confirm);
        golden.add(&w, "confirmed", &got);
        assert_eq!(w.desk.store().ask().games(true).unwrap().len(), 1);
        assert_eq!(got.len(), 3, "two openings and the number");
        let got = w.post(&confirm);
        golden.add(&w, "confirmed again", &got);
        assert_eq!(w.desk.store().ask().games(true).unwrap().len(), 1);
        golden.done();
    }
}

#[test]
fn an_admin_who_plays_starts_another_game_in_answer_to_a_letter_of_his() {
    let mut w = World::new(Lang::En, "");
    let game = w.start_between("\"Admin <admin@example.org>\" bela", "size=4");
    let got = w.reply("admin", "start thoughtwave anna bela size=3");
    assert_eq!(got.len(), 1);
    let code = got[0].confirmation();
    w.reply("admin", &code);
    assert_eq!(w.desk.store().ask().games(true).unwrap().len(), 2);
    // and plays
    w.reply_in("admin", game, "ew@B2");
    assert_eq!(w.events(game), ["turn 1 ew@B2"]);
}

#[test]
fn the_admin_is_told_of_letters_that_are_put_aside_and_the_rest_goes_on() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let mut golden = Golden::new(&w, "aside");
        let game = w.start("size=4");
        let got = w.deliver(b"\n\nno letter at all");
        golden.add(&w, "no letter", &got);
        assert_eq!(w.state().0, "shunt");
        assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("admin")]);
        let turn = w.turn("ew@B2");
        let two = w.answer("anna", &w.letter_to("anna").clone(), &turn).with("From: eve@elsewhere.example");
        let got = w.post(&two);
        golden.add(&w, "two senders", &got);
        assert_eq!(w.state().0, "shunt");
        assert_eq!(w.table(game).turns().len(), 0);
        assert_eq!(w.reply("anna", &turn).len(), 2, "the queue goes on");
        golden.done();
    }
}

#[test]
fn a_game_whose_log_is_broken_stops_and_the_others_go_on() {
    let mut w = World::new(Lang::En, "");
    let (game, other) = (w.start("size=4"), w.start("size=4"));
    w.reply_in("anna", game, "ew@B2");
    let db = rusqlite::Connection::open(&w.config.store).unwrap();
    db.execute("UPDATE event SET text = 'turn 2 ew@B2' WHERE game = ?1", [game]).unwrap();
    let stored = w.letter_of("bela", game).clone();
    let post = {
        // the letter's table cannot be set up any more, so it is answered by hand
        let token = stored.reply_to();
        Post::new(address("bela"), &token, "Re: x", "sw@C2").with(format!("In-Reply-To: {}", stored.id()))
    };
    let got = w.post(&post);
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("admin")]);
    got[0].says("Game 1 has been stopped");
    assert_eq!((w.row(game).state.word(), w.state().0.as_str()), ("stopped", "shunt"));
    w.reply_in("anna", other, "ew@B2");
    assert_eq!(w.events(other), ["turn 1 ew@B2"]);
}
