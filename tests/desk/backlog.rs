//! The way out is closed for a while, or one reader's address is: who hears what, once it opens.

use std::collections::BTreeSet;

use boardpost::daemon::{Drained, drain, records};
use boardpost::game::{Eye, Lang, Seat};
use boardpost::notice::compose::board;
use boardpost::post::{Mailer, Outgoing, PostError, Sent, Trouble};
use boardpost::replay;
use boardpost::store::record::Record;

use super::world::{Got, World, address};

/// A server that a test opens and closes.
#[derive(Default)]
struct Net {
    closed: bool,
    /// Addresses that are refused for now.
    busy: BTreeSet<&'static str>,
    /// Breaks the line after the next letter's final dot.
    breaks: bool,
    taken: Vec<Got>,
}

impl Mailer for Net {
    fn stream(
        &mut self,
        next: &mut dyn FnMut() -> Option<Outgoing>,
        report: &mut dyn FnMut(Outgoing, Sent),
    ) -> Result<(), PostError> {
        if self.closed {
            return Err(PostError::new(Trouble::Connect, "closed"));
        }
        while let Some(letter) = next() {
            if std::mem::take(&mut self.breaks) {
                report(letter, Sent::Unknown("broken".to_owned()));
                return Err(PostError::new(Trouble::Io, "broken"));
            }
            if self.busy.contains(letter.to.as_str()) {
                report(letter, Sent::Refused { permanent: false, text: "450 busy".to_owned() });
                continue;
            }
            self.taken.push(Got::new(letter.bytes.clone()));
            report(letter, Sent::Accepted("250 ok".to_owned()));
        }
        Ok(())
    }
}

impl Net {
    fn drain(&mut self, world: &mut World) -> (Drained, Option<PostError>) {
        let (config, now) = (world.config.clone(), world.now);
        drain(world.desk.store_mut(), &config, self, i64::MAX, &|| now).unwrap()
    }

    /// Somebody writes, and the server tries to answer.
    fn write(&mut self, world: &mut World, who: &str, words: &str) {
        let post = world.answer(who, &world.letter_to(who).clone(), words);
        let id = format!("<{}.backlog@client.example>", world.sent.len() + 1);
        world.bring(&post.bytes(&id, world.now));
        self.drain(world);
    }

    fn letters(&self, who: &str) -> Vec<&Got> {
        self.taken.iter().filter(|g| g.to == address(who)).collect()
    }
}

/// A game whose opening letters were read, and the net.
fn opened() -> (World, Net, i64) {
    let mut world = World::new(Lang::En, "");
    let game = world.start("size=5");
    (world, Net::default(), game)
}

/// The log must replay, and name as many letters that were not sent.
fn check_log(world: &World, game: i64, superseded: usize) {
    let records = records(world.desk.store().ask(), &world.row(game)).unwrap();
    let read: Vec<Record> = records.iter().map(|r| Record::read(&r.write()).unwrap().unwrap()).collect();
    assert_eq!(read, records);
    assert_eq!(records.iter().filter(|r| r.superseded).count(), superseded);
    let steps = replay::log(&read).unwrap();
    assert_eq!(steps.len(), records.len());
    assert!(steps.iter().all(|s| s.difference.is_none()), "{:?}", steps.last().unwrap().difference);
}

#[track_caller]
fn shows_board(world: &World, game: i64, got: &Got, seat: Seat) {
    let lines = board(&world.table(game), Eye::Seat(seat), Lang::En, None);
    let text: Vec<&str> = got.text.lines().map(str::trim_end).collect();
    let want: Vec<&str> = lines.iter().map(|l| l.trim_end()).collect();
    assert!(text.windows(want.len()).any(|w| w == want), "{}", got.text);
}

#[test]
fn after_a_long_silence_each_player_gets_one_letter_that_tells_all() {
    let (mut world, mut net, game) = opened();
    net.closed = true;
    net.write(&mut world, "anna", "ew@A3");
    net.write(&mut world, "anna", "say Good luck!");
    net.write(&mut world, "bela", "say Same to you.");
    net.write(&mut world, "bela", "ew@Z9");
    net.write(&mut world, "anna", "say Are you there?");
    assert!(net.taken.is_empty());
    net.closed = false;
    let (drained, fault) = net.drain(&mut world);
    assert_eq!((drained, fault), (Drained { sent: 2, failed: 0 }, None));
    let [bela] = net.letters("bela")[..] else { panic!("{:?}", net.letters("bela")) };
    for told in ["Anna played ew@A3", "Good luck!", "were held up", "Are you there?"] {
        bela.says(told);
    }
    assert!(bela.text.find("Good luck!") > bela.text.find("were held up"));
    shows_board(&world, game, bela, Seat::Two);
    let [anna] = net.letters("anna")[..] else { panic!("{:?}", net.letters("anna")) };
    for told in ["ew@A3", "Same to you.", "were held up"] {
        anna.says(told);
    }
    shows_board(&world, game, anna, Seat::One);
    let superseded: i64 = {
        let db = rusqlite::Connection::open(&world.config.store).unwrap();
        db.query_row("SELECT count(*) FROM outbox WHERE state = 'superseded'", [], |r| r.get(0)).unwrap()
    };
    assert!(superseded >= 4, "{superseded}");
    check_log(&world, game, usize::try_from(superseded).unwrap());
    // and the game goes on from the letter that told all
    let reply = world.answer("bela", &bela.clone(), "ns@C3");
    world.bring(&reply.bytes("<on@client.example>", world.now));
    assert_eq!(world.table(game).turns().len(), 2, "{:?}", world.state());
    assert_eq!(net.drain(&mut world).0, Drained { sent: 2, failed: 0 });
    check_log(&world, game, usize::try_from(superseded).unwrap());
}

#[test]
fn openings_and_codes_are_replaced_by_nothing() {
    let mut world = World::new(Lang::En, "");
    let game = world.start("size=5");
    let mut net = Net { closed: true, ..Net::default() };
    net.write(&mut world, "anna", "Resign");
    net.write(&mut world, "anna", "say Wait, not yet.");
    net.write(&mut world, "anna", "show");
    net.closed = false;
    net.drain(&mut world);
    let anna = net.letters("anna");
    assert_eq!(anna.len(), 2, "{anna:?}");
    assert!(anna.iter().any(|l| l.text.lines().any(|l| l.trim_start().starts_with("confirm "))));
    check_log(&world, game, 1);
}

#[test]
fn a_busy_address_delays_nobody_and_is_told_all_at_once() {
    let (mut world, mut net, game) = opened();
    net.busy.insert(address("bela"));
    net.write(&mut world, "anna", "ew@A3");
    net.write(&mut world, "anna", "say Good luck!");
    assert_eq!(net.letters("anna").len(), 2, "as ever");
    assert_eq!(net.letters("bela").len(), 0);
    net.busy.clear();
    net.drain(&mut world);
    let [bela] = net.letters("bela")[..] else { panic!("{:?}", net.letters("bela")) };
    bela.says("Anna played ew@A3");
    bela.says("Good luck!");
    shows_board(&world, game, bela, Seat::Two);
    check_log(&world, game, 1);
}

#[test]
fn a_letter_that_may_have_arrived_is_replaced_by_nothing() {
    let (mut world, mut net, game) = opened();
    net.busy.insert(address("anna"));
    net.breaks = true;
    // one of the two letters is broken off; whichever, it goes again as it was
    net.write(&mut world, "anna", "ew@A3");
    net.busy.clear();
    net.write(&mut world, "anna", "say Good luck!");
    net.drain(&mut world);
    let ids: Vec<String> = net.taken.iter().map(Got::id).collect();
    let broken = boardpost::store::Store::existing(&world.config.store).unwrap();
    let log = records(broken.ask(), &world.row(game)).unwrap();
    let superseded = log.iter().filter(|r| r.superseded).count();
    assert_eq!(ids.iter().collect::<BTreeSet<_>>().len() + superseded, log.len() - 2 - 2, "{ids:?}");
    assert!(superseded <= 1);
    check_log(&world, game, superseded);
}

#[test]
fn while_the_way_is_open_nothing_is_replaced() {
    let (mut world, mut net, game) = opened();
    for words in ["ew@A3", "say one", "say two"] {
        let post = world.answer("anna", &world.letter_to("anna").clone(), words);
        let id = format!("<{}.open@client.example>", world.sent.len());
        // a backlog that nobody has tried to send yet
        world.bring(&post.bytes(&id, world.now));
    }
    net.drain(&mut world);
    assert_eq!(net.letters("bela").len(), 3);
    check_log(&world, game, 0);
}
