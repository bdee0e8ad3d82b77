//! Loops and floods: machines that write to us, and people who write too much.

use boardpost::daemon::{StartArgs, drain, start};
use boardpost::game::Lang;
use boardpost::post::{Arrived, Mailer, Outgoing, Place, PostError, Sent};
use boardpost::store::Taken;

use super::golden::Golden;
use super::world::{Got, Post, SERVER, World, address};

/// A mail server that takes all; what it took.
#[derive(Default)]
struct Taking(Vec<(String, String)>);

impl Mailer for Taking {
    fn stream(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        report: &mut dyn FnMut(Outgoing, Sent),
    ) -> Result<(), PostError> {
        while let Some(letter) = next() {
            self.0.push((letter.to.clone(), String::from_utf8_lossy(&letter.bytes).into_owned()));
            report(letter, Sent::Accepted(String::new()));
        }
        Ok(())
    }
}

/// Sends what may leave now.
fn leave(w: &mut World) -> Vec<String> {
    let (mut out, now, config) = (Taking::default(), w.now, w.config.clone());
    drain(w.desk.store_mut(), &config, &mut out, i64::MAX, &|| now).unwrap();
    out.0.into_iter().map(|l| l.0).collect()
}

fn count(w: &World, query: &str) -> i64 {
    rusqlite::Connection::open(&w.config.store).unwrap().query_row(query, [], |r| r.get(0)).unwrap()
}

#[test]
fn vacation_notices_are_never_answered() {
    let notices = [
        // Gmail
        "Auto-Submitted: auto-replied\nPrecedence: bulk\nX-Autoreply: yes\nSubject: On holiday Re: [PBEM 1]",
        // Gmail with its headers lost on the way, but for one
        "Precedence: bulk\nSubject: Re: [PBEM 1]",
        // Exchange
        "X-Auto-Response-Suppress: All\nAuto-Submitted: auto-generated\nX-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent\nSubject: Automatic reply: [PBEM 1]",
        "X-MS-Exchange-Generated-Message-Source: Mailbox Rules Agent\nSubject: Automatikus válasz: [PBEM 1]",
        // Sieve (RFC 5230)
        "Auto-Submitted: auto-replied (vacation)\nReturn-Path: <>\nSubject: Auto: [PBEM 1]",
        "Auto-Submitted: AUTO-REPLIED; owner-email=\"x@example.org\"\nSubject: Auto: [PBEM 1]",
        // old Unix vacation, and a role that answers
        "Precedence: junk\nX-Vacation: yes\nSubject: away",
        "X-Autorespond: x\nSubject: away",
    ];
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let letter = w.letter_to("anna").clone();
    for (n, notice) in notices.into_iter().enumerate() {
        let raw = format!(
            "From: Anna <{}>\nTo: <{}>\nIn-Reply-To: {}\nMessage-ID: <v{n}@x.example>\nDate: Mon, 05 Oct 2026 10:00:00 +0000\n\
             {notice}\nContent-Type: text/plain; charset=utf-8\n\new@B2\nI am away until Monday.\n",
            address("anna"),
            letter.reply_to(),
            letter.id(),
        );
        assert!(w.deliver(raw.as_bytes()).is_empty(), "{notice}");
        assert_eq!(w.state().0, "ignored", "{notice}");
    }
    assert!(w.events(game).is_empty());
    // one that bears no sign but its subject is not answered, whoever it is from
    for who in ["anna", "vera", "admin"] {
        let away = Post::new(address(who), SERVER, "Out of office: thank you", "I am away until Monday.");
        assert!(w.post(&away).is_empty(), "{who}");
    }
}

/// Carries letters to and fro until nobody writes any more; gives how many were written.
fn exchange(one: &mut World, two: &mut World, first: Vec<Got>, change: impl Fn(&[u8]) -> Vec<u8>) -> usize {
    let mut written = 0;
    let mut open = first;
    for _ in 0..20 {
        let mut next = Vec::new();
        for letter in &open {
            written += 1;
            let to = if letter.to.ends_with("@post.example") { &mut *one } else { &mut *two };
            next.extend(to.deliver(&change(&letter.raw)));
        }
        open = next;
        if open.is_empty() {
            return written;
        }
    }
    panic!("they still write to each other");
}

#[test]
fn two_servers_stop_after_the_first_letter() {
    let other = "referee@other.example";
    let worlds = || (World::new(Lang::En, ""), World::at(other, Lang::Hu, ""));
    let as_it_is = |raw: &[u8]| raw.to_vec();
    // a way on which all marks of a machine are lost
    let stripped = |raw: &[u8]| {
        let text = String::from_utf8(raw.to_vec()).unwrap();
        let kept = |l: &&str| {
            !["auto-submitted", "x-auto-response-suppress", "x-boardpost", "precedence"]
                .iter()
                .any(|n| l.to_lowercase().starts_with(n))
        };
        text.split("\r\n").filter(kept).collect::<Vec<_>>().join("\r\n").into_bytes()
    };
    // somebody writes to one in the name of the other
    let forged = Post::new(other, SERVER, "hello", "Who are you?");
    let (mut one, mut two) = worlds();
    let first = one.post(&forged);
    assert_eq!(first.len(), 1);
    assert_eq!(exchange(&mut one, &mut two, first, as_it_is), 1);
    let (mut one, mut two) = worlds();
    let first = one.post(&forged);
    assert_eq!(exchange(&mut one, &mut two, first, stripped), 2, "each writes once a week to a stranger");
    // the other server plays here
    let (mut one, mut two) = worlds();
    let game = one.start_between(&format!("anna {other}"), "size=4");
    let first = one.reply_in("anna", game, "ew@B2");
    let to_other: Vec<Got> = first.into_iter().filter(|g| g.to == other).collect();
    assert_eq!(exchange(&mut one, &mut two, to_other.clone(), as_it_is), 1);
    assert!(exchange(&mut one, &mut two, to_other, stripped) <= 3);
    assert_eq!(one.table(game).turns().len(), 1);
}

/// Beyond the limit of all together moves are played and told; the rest is kept, and the admin hears of it once.
#[test]
fn the_breaker_keeps_moves_going_and_holds_the_rest() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nbreaker_hour = 3\nplayer_hour = 0\nplayer_day = 0");
        let mut golden = Golden::new(&w, "breaker");
        let game = w.start("size=4");
        for n in 0..3 {
            assert_eq!(w.reply("anna", &format!("say {n}")).len(), 2, "{n}");
            w.now -= 7_100;
        }
        let got = w.reply("anna", "say one too many");
        golden.add(&w, "the breaker", &got);
        assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("admin")]);
        w.now -= 7_100;
        assert!(w.reply("bela", "show").is_empty(), "the admin is told once");
        w.now -= 7_100;
        let turn = w.turn("ew@B2");
        assert_eq!(w.reply("anna", &turn).len(), 2, "a move is played and told");
        w.now -= 7_100;
        // a stranger's help letter is not among them
        assert_eq!(count(&w, "SELECT count(*) FROM outbox WHERE held_until > 0"), 3);
        w.now += 30 * 86_400;
        assert!(leave(&mut w).is_empty(), "they wait for the admin");
        let tx = w.desk.store_mut().begin().unwrap();
        assert_eq!(tx.release(BEGIN_OF_ALL).unwrap(), 3);
        tx.commit().unwrap();
        assert_eq!(leave(&mut w).len(), 3);
        let records = boardpost::daemon::records(w.desk.store().ask(), &w.row(game)).unwrap();
        assert!(boardpost::replay::log(&records).unwrap().iter().all(|s| s.difference.is_none()));
        golden.done();
    }
}

const BEGIN_OF_ALL: i64 = 0;

#[test]
fn a_game_that_moves_too_much_is_told_of_a_day_later() {
    let mut w = World::new(Lang::En, "[limits]\nper_game_day = 2");
    let game = w.start("size=4");
    let other = w.start("size=4");
    assert_eq!(w.reply_in("anna", game, "ew@B2").len(), 2);
    assert_eq!(w.reply_in("bela", game, "sw@C2").len(), 2);
    assert!(w.reply_in("anna", game, "ns@D1").is_empty());
    assert_eq!(w.table(game).turns().len(), 3, "it is played");
    assert_eq!(w.reply_in("anna", other, "ew@B2").len(), 2, "another game is not concerned");
    w.now += 70_000;
    assert!(leave(&mut w).is_empty());
    w.now += 20_000;
    let mut told = leave(&mut w);
    told.sort();
    assert_eq!(told, [address("anna"), address("bela")], "held and not dropped");
}

#[test]
fn the_same_refusal_is_not_said_twice_in_a_row() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_day = 0");
    let game = w.start("size=4");
    let wrong = "ew@Q9";
    assert_eq!(w.reply("anna", wrong).len(), 1);
    for _ in 0..3 {
        assert!(w.reply("anna", wrong).is_empty(), "the same again");
    }
    assert_eq!(w.reply("anna", "ew@Q8").len(), 1, "another fault");
    assert_eq!(w.reply("anna", wrong).len(), 1, "no longer in a row");
    w.now += 86_400;
    assert_eq!(w.reply("anna", wrong).len(), 1, "a day later he may have forgotten");
    // a question is no fault
    assert_eq!(w.reply("anna", "show").len(), 1);
    assert_eq!(w.reply("anna", "show").len(), 1);
    // the move is taken whatever was refused before
    assert_eq!(w.reply("anna", "ew@B2").len(), 2);
    let records = boardpost::daemon::records(w.desk.store().ask(), &w.row(game)).unwrap();
    assert!(boardpost::replay::log(&records).unwrap().iter().all(|s| s.difference.is_none()));
    // outside of games as well
    let lost = |n: usize| Post::new(address("vera"), SERVER, "hi", &format!("Hello {n}"));
    assert_eq!(w.post(&lost(1)).len(), 1);
    assert!(w.post(&lost(2)).is_empty());
    let admin = |n: usize| Post::new(address("admin"), SERVER, "hi", &format!("Hello {n}"));
    assert_eq!(w.post(&admin(1)).len(), 1);
    assert!(w.post(&admin(2)).is_empty());
}

/// A thousand letters of strangers cost fifty letters, no row of any game's, and hardly any room.
#[test]
fn a_flood_of_strangers_costs_next_to_nothing() {
    flood(1000);
}

#[test]
#[ignore = "long: one and a half minutes"]
fn a_flood_of_ten_thousand_strangers_costs_no_more() {
    flood(10_000);
}

fn flood(strangers: usize) {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let tables = ["game", "seat", "token", "log", "event", "player", "address", "start_request", "address_request"];
    let rows = |w: &World| tables.map(|t| count(w, &format!("SELECT count(*) FROM {t}")));
    let before = rows(&w);
    let size = || std::fs::metadata(w.config.store.clone()).unwrap().len();
    let small = size();
    let noise = "Buy now! ew@B2 resign\n".repeat(150);
    for batch in 0..strangers / 200 {
        let letters: Vec<Arrived> = (0..200)
            .map(|n| {
                let who = batch * 200 + n;
                let token = if who % 3 == 0 { "+abcdefghijklmnopqrst" } else { "" };
                let post = Post::new(
                    &format!("Stranger {who} <s{}@flood{}.example>", who % 7000, who % 13),
                    &format!("game{token}@post.example"),
                    &format!("offer {who}"),
                    &format!("{who}: {noise}"),
                );
                let place = Place { folder: "flood".to_owned(), epoch: 1, key: who.to_string() };
                Arrived { place, raw: post.bytes(&format!("<{who}@flood.example>"), w.now), too_big: false }
            })
            .collect();
        for taken in w.desk.take(&letters, w.now).unwrap() {
            let Taken::New(id) = taken else { panic!("{taken:?}") };
            w.desk.rule(id, w.now).unwrap();
        }
        w.now += 10;
    }
    assert_eq!(rows(&w), before, "{tables:?}");
    assert_eq!(count(&w, "SELECT count(*) FROM inbox WHERE state = 'new'"), 0);
    assert_eq!(count(&w, "SELECT count(*) FROM outbox WHERE rcpt LIKE '%flood%'"), 50);
    assert_eq!(count(&w, "SELECT count(DISTINCT rcpt) FROM outbox WHERE rcpt LIKE '%flood%'"), 50);
    let kept = count(&w, "SELECT sum(length(raw)) FROM inbox WHERE folder = 'flood'");
    assert!(kept < i64::try_from(strangers).unwrap() * 100, "{kept} bytes of 3300 for each");
    let db = rusqlite::Connection::open(&w.config.store).unwrap();
    db.execute_batch("PRAGMA wal_checkpoint(TRUNCATE)").unwrap();
    let grown = size() - small;
    assert!(grown < strangers as u64 * 1000, "{grown}");
    // the players' letters are ruled on as ever
    assert_eq!(leave(&mut w).len(), 50);
    w.got.clear();
    // the next season nothing is left of them
    w.now += 91 * 86_400;
    w.desk.take(&[], w.now).unwrap();
    assert_eq!(count(&w, "SELECT count(*) FROM inbox WHERE folder = 'flood'"), 0);
    assert_eq!(w.table(game).turns().len(), 0);
}

#[test]
fn a_letter_without_a_date_is_one_of_now() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let post = w.answer("anna", &w.letter_to("anna").clone(), "ew@B2");
    for (n, date) in ["", "Date: yesterday\n", "Date: Mon, 05 Oct 1970 10:00:00 +0000\n"].into_iter().enumerate() {
        let bytes = String::from_utf8(post.bytes(&format!("<d{n}@x.example>"), w.now)).unwrap();
        let line = bytes.lines().find(|l| l.starts_with("Date: ")).unwrap();
        let got = w.deliver(bytes.replace(&format!("{line}\n"), date).as_bytes());
        // played, told that it was, and not told again
        assert_eq!(got.len(), [2, 1, 0][n], "{date}");
        assert_eq!(w.events(game), ["turn 1 ew@B2"]);
    }
}

#[test]
fn a_letter_that_is_too_big_is_answered_once() {
    let mut w = World::new(Lang::En, "[limits]\nletter_bytes = 20000");
    let game = w.start("size=4");
    let mut post = w.answer("anna", &w.letter_to("anna").clone(), "ew@B2");
    post.body.extend(std::iter::repeat_n(b"more and more\n", 2000).flatten());
    let got = w.post(&post);
    assert_eq!(got.len(), 1);
    got[0].says("too big");
    assert!(w.post(&post).is_empty(), "said already");
    // a stranger's gets what every stranger gets
    post.from = "eve@elsewhere.example".to_owned();
    post.to = SERVER.to_owned();
    post.fields.clear();
    assert_eq!(w.post(&post).len(), 1);
    assert!(w.post(&post).is_empty());
    assert!(w.events(game).is_empty());
}

#[test]
fn nobody_plays_from_an_address_that_is_no_persons() {
    let mut w = World::new(Lang::En, "");
    for who in [
        SERVER,
        "Game+x@POST.example",
        "mailer-daemon@example.org",
        "no-reply+1@example.org",
        "bounce-77@example.org",
        "referee+abcdefghij234567abcd@other.example",
    ] {
        let line = format!("thoughtwave anna {who}");
        let args = StartArgs::from_line(&line).unwrap();
        let config = w.config.clone();
        let now = w.now;
        assert!(start(w.desk.store_mut(), &config, &args, now).unwrap().is_err(), "{who}");
    }
    assert!(w.desk.store().ask().games(true).unwrap().is_empty());
    assert!(w.desk.store().ask().person_by_address("referee+abcdefghij234567abcd@other.example").unwrap().is_none());
}

/// Whoever knows a reply address cannot have its player flooded with requests for confirmation.
#[test]
fn requests_that_somebody_else_causes_are_limited() {
    let mut w = World::new(Lang::En, "[limits]\nplayer_hour = 0\nplayer_day = 5");
    let game = w.start("size=4");
    let letter = w.letter_to("anna").clone();
    let mut asked = 0;
    for n in 0..12 {
        let mut post = w.answer("anna", &letter, &format!("say {n}\new@B2"));
        post.from = format!("eve{n}@elsewhere.example");
        let got = w.post(&post);
        assert!(got.iter().all(|g| g.to == address("anna")));
        asked += got.len();
        w.now -= 7_000;
    }
    assert_eq!(asked, 5);
    assert_eq!(w.table(game).last_held(), 5, "what is not asked is not kept either");
    assert_eq!(count(&w, "SELECT count(*) FROM log WHERE kind = 'in'"), 5);
    // her own letters are answered as ever
    assert_eq!(w.reply("anna", "ew@B2").len(), 2);
    assert_eq!(w.events(game).last().map(String::as_str), Some("turn 1 ew@B2"));
}

/// Letters without one sender: a stranger's leave no trace, and of a player's the admin hears, but not without end.
#[test]
fn letters_of_several_senders_are_no_flood_either() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let letter = w.letter_to("anna").clone();
    for n in 0..30 {
        let post = Post::new(&format!("a{n}@flood.example"), SERVER, "hi", "hello").with("From: b@flood.example");
        assert!(w.post(&post).is_empty());
        w.now -= 7_190;
    }
    assert_eq!(count(&w, "SELECT count(*) FROM inbox WHERE state = 'shunt'"), 0);
    let mut told = 0;
    for _ in 0..25 {
        told += w.post(&w.answer("anna", &letter, "ew@B2").with("From: eve@elsewhere.example")).len();
        w.now -= 7_190;
    }
    assert_eq!(told, 20);
    assert_eq!(count(&w, "SELECT count(*) FROM inbox WHERE state = 'shunt'"), 25);
    assert!(w.events(game).is_empty());
}
