//! A change of address by letter.

use boardpost::game::Lang;

use super::golden::Golden;
use super::offers::word;
use super::world::{Post, SERVER, World, address};

const NEW: &str = "anna.new@example.org";

/// From the new mailbox, an answer to a letter that came there.
fn from_new(w: &World, to: &super::world::Got, words: &str) -> Post {
    let mut post = w.answer("anna", to, words);
    post.from = format!("Anna <{NEW}>");
    post
}

#[test]
fn a_change_of_address_is_confirmed_at_both() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let mut golden = Golden::new(&w, "address");
        let game = w.start("size=4");
        let old_reply = w.letter_to("anna").clone();
        let [one, two, three] = [w.turn("ew@B2"), w.turn("sw@C2"), w.turn("ns@D4")];

        let got = w.reply("anna", &format!("{} {}", word(lang, "address"), NEW.to_uppercase()));
        golden.add(&w, "another address is wanted", &got);
        assert_eq!(
            got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(),
            [address("anna")],
            "nothing to the new one yet"
        );
        let first = got[0].clone();
        // nothing has changed
        assert_eq!(w.reply_in("anna", game, &one).len(), 2);

        let got = w.post(&w.answer("anna", &first, &first.confirmation()));
        golden.add(&w, "confirmed at the old address", &got);
        assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("anna"), NEW]);
        let second = got[1].clone();
        assert!(
            !got[0].text.contains(second.confirmation().split(' ').next_back().unwrap()),
            "the code is the new one's"
        );
        // the first code is good once
        let again = w.answer("anna", &first, &first.confirmation());
        assert_eq!(w.post(&again).len(), 1);
        assert_eq!(w.reply_in("bela", game, &two).iter().filter(|g| g.to == address("anna")).count(), 1);

        let got = w.post(&from_new(&w, &second, &second.confirmation()));
        golden.add(&w, "confirmed at the new address", &got);
        assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("anna"), NEW]);
        let here = got[1].clone();
        assert_eq!(here.game().unwrap().0, game);
        assert_ne!(here.reply_to(), old_reply.reply_to(), "letters in the old mailbox are no keys any more");

        // the old address is nobody's now, whatever token it has
        let turns = w.table(game).turns().len();
        w.post(&w.answer("anna", &old_reply, &three));
        w.post(&w.answer("anna", &here, &three));
        assert_eq!(w.table(game).turns().len(), turns);
        let got = w.post(&from_new(&w, &here, &three));
        golden.add(&w, "a move from there", &got);
        assert_eq!(w.table(game).turns().len(), turns + 1);
        assert!(got.iter().any(|g| g.to == NEW) && got.iter().all(|g| g.to != address("anna")));

        assert!(w.events(game).contains(&"address 1".to_owned()), "{:?}", w.events(game));
        let records = boardpost::daemon::records(w.desk.store().ask(), &w.row(game)).unwrap();
        let steps = boardpost::replay::log(&records).unwrap();
        assert!(steps.iter().all(|s| s.difference.is_none()), "{:?}", steps.last().unwrap().difference);
        assert_eq!(steps.len(), records.len());

        // it outlasts a restart, although the configuration still has the old address
        w.again();
        assert!(w.desk.store().ask().person_by_address(NEW).unwrap().is_some());
        assert!(w.desk.store().ask().person_by_address(address("anna")).unwrap().is_none());
        // her second address has stayed hers
        assert!(w.desk.store().ask().person_by_address("anna@office.example.org").unwrap().is_some());
        golden.done();
    }
}

#[test]
fn addresses_that_no_player_can_have_are_refused() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nplayer_day = 0");
        let mut golden = Golden::new(&w, "address-refused");
        w.start("size=4");
        let wish = |to: &str| format!("{} {to}", word(lang, "address"));
        for (title, to) in [
            ("our own", SERVER),
            ("our own with a tag", "game+x@post.example"),
            ("a role", "postmaster@example.org"),
            ("a machine", "No-Reply@example.org"),
            ("a seat elsewhere", "game+abcdefghij234567abcd@elsewhere.example"),
            ("no address", "anna@"),
            ("two at once", "a@b@c.example"),
            ("the same", address("anna")),
        ] {
            let got = w.reply("anna", &wish(to));
            assert_eq!(got.len(), 1, "{title}");
            golden.add(&w, title, &got);
        }
        assert!(!w.desk.store().ask().address_requests(0).unwrap(), "nothing waits");
        golden.done();
    }
}

/// The address of a street, a signature's line and a move beside it.
#[test]
fn prose_about_addresses_changes_none_and_a_move_beside_a_wish_is_played() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let got = w.reply("anna", &format!("Address: 12 High Street\new@B2\naddress: <{NEW}>, please"));
    assert_eq!(w.events(game), ["turn 1 ew@B2"]);
    assert!(!w.desk.store().ask().address_requests(0).unwrap(), "a sentence is no command: {}", got[0].text);
    let got = w.reply("bela", "sw@C2\naddress: <bela.new@example.net>");
    assert_eq!(w.events(game).len(), 2);
    assert_eq!(got.len(), 2);
    let request = got.iter().find(|g| g.to == address("bela")).unwrap().clone();
    request.says("bela.new@example.net");
    // the code of one player's wish, sent by another, still only asks the new address
    let got = w.reply("anna", &request.confirmation());
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("bela"), "bela.new@example.net"]);
    // and after a week the second code is void
    let second = got[1].clone();
    w.now += 8 * 86_400;
    let mut late = w.answer("bela", &second, &second.confirmation());
    late.from = "bela.new@example.net".to_owned();
    w.post(&late);
    assert!(w.desk.store().ask().person_by_address("bela.new@example.net").unwrap().is_none());
}

/// Without a game, by the address alone; and another player's address is not told.
#[test]
fn a_player_without_a_game_can_move_too_and_learns_nothing_of_others() {
    let mut w = World::new(Lang::En, "");
    let got = w.post(&Post::new(address("vera"), SERVER, "hi", "address vera.new@example.com"));
    let code = got[0].confirmation();
    let got = w.post(&Post::new(address("vera"), SERVER, "Re: hi", &code));
    let second = got[1].clone();
    let mut confirm = Post::new("vera.new@example.com", SERVER, "Re: hi", &second.confirmation());
    // a stranger cannot guess it
    let guess = Post::new("vera.new@example.com", SERVER, "Re: hi", "confirm aaaaaaaaaaaa");
    w.post(&guess);
    assert!(w.desk.store().ask().person_by_address("vera.new@example.com").unwrap().is_none());
    confirm.subject = "yes".to_owned();
    let got = w.post(&confirm);
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("vera"), "vera.new@example.com"]);
    let vera = w.desk.store().ask().person_by_address("vera.new@example.com").unwrap().unwrap();
    assert_eq!(vera.addresses, ["vera.new@example.com"]);

    // the same words whether somebody has the address or not, and he is not written to
    let wish = |to: &str| Post::new("vera.new@example.com", SERVER, "hi", &format!("address {to}"));
    let free = w.post(&wish("free@example.com"))[0].clone();
    let taken = w.post(&wish(address("bela")))[0].clone();
    let flat = |g: &super::world::Got, at: &str| g.text.replace(at, "X").replace(&g.confirmation(), "CODE");
    assert_eq!(flat(&free, "free@example.com"), flat(&taken, address("bela")));
    let got = w.post(&Post::new("vera.new@example.com", SERVER, "yes", &taken.confirmation()));
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), ["vera.new@example.com"]);
}

/// A letter with the token from elsewhere asks for nothing; one with the address alone is answered where it is registered.
#[test]
fn a_wish_of_doubtful_origin_goes_no_further_than_its_player() {
    let mut w = World::new(Lang::En, "");
    w.start("size=4");
    let mut post = w.answer("anna", &w.letter_to("anna").clone(), "address eve@elsewhere.example");
    post.from = "eve@elsewhere.example".to_owned();
    assert!(w.post(&post).is_empty());
    let got = w.post(&Post::new(address("anna"), SERVER, "hi", "address eve@elsewhere.example"));
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("anna")]);
}
