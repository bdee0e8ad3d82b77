//! Who may say what: tokens, addresses, confirmations, strangers.

use boardpost::game::Lang;

use super::golden::Golden;
use super::offers::word;
use super::world::{Post, SERVER, World, address};

#[test]
fn a_letter_from_elsewhere_waits_for_the_player() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "");
        let mut golden = Golden::new(&w, "elsewhere");
        let game = w.start("size=4");
        let turn = w.turn("ew@B2");

        let mut post = w.answer("anna", &w.letter_to("anna").clone(), &format!("{turn}\n{} hello", word(lang, "say")));
        post.from = "Anna <anna@internet-cafe.example>".to_owned();
        let got = w.post(&post);
        golden.add(&w, "the right reply address, another sender", &got);
        assert_eq!(
            got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(),
            [address("anna")],
            "the stranger gets nothing"
        );
        assert_eq!(w.table(game).turns().len(), 0);
        // a question from there is answered to nobody
        let mut question = w.answer("anna", &w.got[0].clone(), word(lang, "show"));
        question.from = "anna@internet-cafe.example".to_owned();
        assert!(w.post(&question).is_empty());

        let code = got[0].confirmation();
        // somebody who saw only the reply address does not know the code
        let mut guess = post.clone();
        guess.body = format!("{} aaaaaaaaaaaa", word(lang, "confirm")).into_bytes();
        w.post(&guess);
        assert_eq!(w.table(game).turns().len(), 0);
        let got = w.reply("anna", &code);
        golden.add(&w, "confirmed, it is played", &got);
        assert_eq!(got.len(), 2);
        assert_eq!(w.table(game).turns().len(), 1);

        // Béla's own address, but no token anywhere
        let turn = w.turn("sw@C2");
        let got = w.post(&Post::new(address("bela"), SERVER, "move", &turn));
        golden.add(&w, "the right sender, no reply address", &got);
        assert_eq!(w.table(game).turns().len(), 1);
        let code = got[0].confirmation();
        w.reply("bela", &code);
        assert_eq!(w.table(game).turns().len(), 2);
        let got = w.post(&Post::new(address("bela"), SERVER, "hello", word(lang, "show")));
        assert_eq!(got.len(), 1, "a question from a registered address is answered there");

        // a confirmation that comes when the board is another one
        let turn = w.turn("ns@D4");
        let mut post = w.answer("anna", &w.letter_to("anna").clone(), &turn);
        post.from = "anna@internet-cafe.example".to_owned();
        let held = w.post(&post)[0].clone();
        let other = w.turn("ns@D1");
        w.reply_in("anna", game, &other);
        let reply = w.turn("ns@B4");
        w.reply("bela", &reply);
        let late = w.answer("anna", &held, &held.confirmation());
        let got = w.post(&late);
        golden.add(&w, "confirmed too late", &got);
        assert_eq!(w.table(game).turns().len(), 4);
        golden.done();
    }
}

#[test]
fn all_registered_addresses_are_the_players() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let mut post = w.answer("anna", &w.letter_to("anna").clone(), "ew@B2");
    post.from = "\"A. Nna\" <ANNA@Office.Example.org>".to_owned();
    let got = w.post(&post);
    assert_eq!(w.events(game), ["turn 1 ew@B2"]);
    // answers go to the first address, whatever Reply-To says
    assert_eq!(got[0].to, address("anna"));
    let post = w.answer("bela", &w.letter_to("bela").clone(), "sw@C2").with("Reply-To: evil@elsewhere.example");
    let got = w.post(&post);
    assert!(got.iter().all(|g| g.to.starts_with("anna@") || g.to.starts_with("bela@")));
}

/// The token may be lost from the address and stand in the references alone.
#[test]
fn a_token_in_the_references_is_enough() {
    let mut w = World::new(Lang::En, "plus = false");
    let game = w.start("size=4");
    let letter = w.letter_to("anna").clone();
    assert_eq!(letter.reply_to(), SERVER);
    w.reply("anna", "ew@B2");
    assert_eq!(w.events(game), ["turn 1 ew@B2"]);
}

#[test]
fn an_admin_may_trust_addresses_alone() {
    let mut w = World::new(Lang::En, "[trust]\nmode = \"from\"");
    let game = w.start("size=4");
    let got = w.post(&Post::new(address("anna"), SERVER, "move", "ew@B2"));
    assert_eq!((got.len(), w.events(game)), (2, vec!["turn 1 ew@B2".to_owned()]));
    // another sender with the token still waits
    let mut post = w.answer("bela", &w.letter_to("bela").clone(), "sw@C2");
    post.from = "b@elsewhere.example".to_owned();
    assert_eq!(w.post(&post).len(), 1);
    assert_eq!(w.table(game).turns().len(), 1);
    // and the one-time confirmation of a resignation stays
    w.post(&Post::new(address("bela"), SERVER, "I give up", "resign"));
    assert!(w.table(game).outcome().is_none());
    let code = w.letter_to("bela").confirmation();
    w.post(&Post::new(address("bela"), SERVER, "yes", &code));
    assert!(w.table(game).outcome().is_some());
}

#[test]
fn our_own_host_may_call_a_sender_forged() {
    for (require, turns, letters) in [("warn", 0, 1), ("reject", 0, 0), ("off", 1, 2)] {
        let more = format!("[trust]\nauthserv_id = \"mx.post.example\"\nrequire_auth = \"{require}\"");
        let mut w = World::new(Lang::En, &more);
        let game = w.start("size=4");
        let post = w.answer("anna", &w.letter_to("anna").clone(), "ew@B2");
        let verdict = "Authentication-Results: mx.post.example; dmarc=fail header.from=example.org";
        assert_eq!(w.post(&post.clone().with(verdict)).len(), letters, "{require}");
        assert_eq!(w.table(game).turns().len(), turns, "{require}");
        // another host's word is none
        let foreign = verdict.replace("mx.post.example;", "mx.elsewhere.example;");
        let mut w = World::new(Lang::En, &more);
        let game = w.start("size=4");
        let post = w.answer("anna", &w.letter_to("anna").clone(), "ew@B2");
        assert_eq!(w.post(&post.with(foreign)).len(), 2, "{require}");
        assert_eq!(w.table(game).turns().len(), 1);
    }
}

#[test]
fn strangers_get_one_letter_a_week_and_not_too_many_a_day() {
    for lang in Lang::ALL {
        let mut w = World::new(lang, "[limits]\nunknown_day = 4");
        let mut golden = Golden::new(&w, "strangers");
        w.start("size=4");
        let hello = |who: &str| Post::new(who, SERVER, "hi", "Can I play?\nshow 1\nhelp");
        let got = w.post(&hello("eve@elsewhere.example"));
        golden.add(&w, "a stranger", &got);
        assert_eq!(got.len(), 1);
        assert!(w.post(&hello("Eve <EVE@elsewhere.example>")).is_empty(), "again");
        w.now += 6 * 86_400;
        assert!(w.post(&hello("eve@elsewhere.example")).is_empty(), "six days later");
        w.now += 86_400;
        assert_eq!(w.post(&hello("eve@elsewhere.example")).len(), 1, "a week later");
        let answered: Vec<usize> = (0..6)
            .map(|n| {
                w.now -= 7_000;
                w.post(&hello(&format!("eve{n}@elsewhere.example"))).len()
            })
            .collect();
        assert_eq!(answered, [1, 1, 1, 0, 0, 0], "four a day");
        w.now += 86_400;
        assert_eq!(w.post(&hello("eve5@elsewhere.example")).len(), 1, "the next day");
        for role in ["noreply@elsewhere.example", "MAILER-DAEMON@elsewhere.example", "postmaster@elsewhere.example"] {
            assert!(w.post(&hello(role)).is_empty(), "{role}");
        }
        golden.done();
    }
}

#[test]
fn wrong_tokens_tell_nothing_and_are_counted() {
    let mut w = World::new(Lang::En, "[limits]\nwrong_tokens_day = 3\nunknown_week = 0");
    let game = w.start("size=4");
    let guess = |n: usize| {
        let token = format!("abcdefghijklmnopqr{}", ["aa", "ab", "ac", "ad", "ae"][n]);
        Post::new("eve@elsewhere.example", &format!("game+{token}@post.example"), "x", "ew@B2")
    };
    let letters: Vec<usize> = (0..5)
        .map(|n| {
            let got = w.post(&guess(n));
            assert!(got.iter().all(|g| g.game().is_none()));
            got.len()
        })
        .collect();
    assert_eq!(letters, [1, 1, 0, 0, 0]);
    // another player's own token from one of ours: it is that seat's, and waits for its owner
    let mut post = w.answer("bela", &w.got[0].clone(), "ew@B2");
    post.from = address("bela").to_owned();
    let got = w.post(&post);
    assert_eq!(got.iter().map(|g| g.to.as_str()).collect::<Vec<_>>(), [address("anna")]);
    assert_eq!(w.table(game).turns().len(), 0);
}
