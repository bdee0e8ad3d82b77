//! The token, by whatever way it comes, and what our own mail host says of a sender.

use boardpost::game::{Lang, Seat};

use super::world::{Post, SERVER, World, address};

/// Two games are open, so that the token alone can say which one is meant.
fn two_games(more: &str) -> (World, i64, String) {
    let mut w = World::new(Lang::En, more);
    let game = w.start("size=4");
    w.start("size=4");
    let token = w.desk.store().ask().keys().token(game, Seat::One, 0);
    (w, game, token)
}

#[test]
fn a_token_is_found_by_every_way() {
    for more in ["", "plus = false"] {
        let tag = |token: &str| format!("game+{token}@post.example");
        let id = |token: &str| format!("<g1.p0.s1.opening.c0.{token}@post.example>");
        type Way = fn(&mut Post, &str, &str);
        let ways: [(&str, Way); 10] = [
            ("Delivered-To", |p, tag, _| p.fields.push(format!("Delivered-To: {tag}"))),
            ("X-Original-To", |p, tag, _| p.fields.push(format!("X-Original-To: {tag}"))),
            ("To", |p, tag, _| p.to = tag.to_owned()),
            ("To with a name, among others", |p, tag, _| p.to = format!("Vera <vera@example.com>, \"Game 1\" <{tag}>")),
            ("Cc", |p, tag, _| p.fields.push(format!("Cc: {tag}"))),
            ("capital letters", |p, tag, _| p.to = tag.to_uppercase()),
            ("In-Reply-To", |p, _, id| p.fields.push(format!("In-Reply-To: {id}"))),
            ("References", |p, _, id| p.fields.push(format!("References: <a@b.example> {id} <c@d.example>"))),
            ("folded References", |p, _, id| p.fields.push(format!("References: <a@b.example>\n\t{id}"))),
            ("the subject", |p, tag, _| {
                let token = tag.trim_start_matches("game+").split('@').next().unwrap().to_owned();
                p.subject = format!("Re: a game of ours [g1-{token}]");
            }),
        ];
        for (title, way) in ways {
            let (mut w, game, token) = two_games(more);
            let mut post = Post::new(address("anna"), SERVER, "my move", "ew@B2");
            way(&mut post, &tag(&token), &id(&token));
            w.post(&post);
            assert_eq!(w.events(game), ["turn 1 ew@B2"], "{more} {title}");
        }
        // without any, nobody knows which game is meant
        let (mut w, game, _) = two_games(more);
        w.post(&Post::new(address("anna"), SERVER, "my move", "ew@B2"));
        assert!(w.events(game).is_empty());
    }
}

/// Where the host knows no plus tags, no letter of ours shows one, and the token goes by the Message-ID.
#[test]
fn without_plus_addressing_no_address_bears_a_tag() {
    let (mut w, game, token) = two_games("plus = false");
    let got = w.reply_in("anna", game, "ew@B2");
    assert_eq!(got.len(), 2);
    for letter in &w.got {
        let text = String::from_utf8(letter.raw.clone()).unwrap();
        assert!(!text.contains("game+") && !text.contains("%2B"), "{text}");
    }
    assert!(w.got[0].id().contains(&token));
    let outbox = rusqlite::Connection::open(&w.config.store).unwrap();
    let senders: Vec<String> = outbox
        .prepare("SELECT DISTINCT sender FROM outbox")
        .unwrap()
        .query_map([], |r| r.get(0))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    assert_eq!(senders, [SERVER]);
}

#[test]
fn keys_are_void_after_newkey_and_at_the_end() {
    let mut w = World::new(Lang::En, "");
    let game = w.start("size=4");
    let token = |w: &World, generation: u32| {
        let ask = w.desk.store().ask();
        ask.token(&ask.keys().token(game, Seat::One, generation)).unwrap().map(|(_, _, live)| live)
    };
    assert_eq!(token(&w, 0), Some(true));
    w.reply("anna", "newkey");
    assert_eq!((token(&w, 0), token(&w, 1)), (Some(false), Some(true)));
    w.reply("anna", "resign");
    let code = w.letter_to("anna").confirmation();
    // a code is good once, and another's is none
    w.reply("bela", &code);
    assert!(w.table(game).outcome().is_none());
    w.reply("anna", &code);
    assert!(w.table(game).outcome().is_some());
    assert_eq!((token(&w, 0), token(&w, 1)), (Some(false), Some(false)));
    // each generation is another token
    let keys = w.desk.store().ask();
    let all: std::collections::BTreeSet<String> =
        (0..50).flat_map(|n| Seat::BOTH.map(|s| keys.keys().token(game, s, n))).collect();
    assert_eq!(all.len(), 100);
}

#[test]
fn what_our_own_host_says_is_a_veto_and_fails_closed() {
    let verdicts = [
        ("mx.post.example; dmarc=fail header.from=example.org", false),
        ("mx.post.example; dkim=fail header.d=example.org; spf=fail", false),
        // ours, and unreadable
        ("mx.post.example; nonsense", false),
        ("mx.post.example", false),
        ("mx.post.example; dmarc=pass header.from=example.org", true),
        ("mx.post.example; dkim=pass header.d=example.org; spf=fail", true),
        ("mx.post.example; dkim=fail; spf=pass", true),
        ("mx.post.example 1; none", true),
        // another host's word, or none at all
        ("mx.elsewhere.example; dmarc=fail", true),
    ];
    for (mode, require) in [("token+from", "warn"), ("token+from", "reject"), ("from", "warn")] {
        for (verdict, good) in verdicts {
            let more =
                format!("[trust]\nmode = \"{mode}\"\nauthserv_id = \"mx.post.example\"\nrequire_auth = \"{require}\"");
            let mut w = World::new(Lang::En, &more);
            let game = w.start("size=4");
            let post = w.answer("anna", &w.letter_to("anna").clone(), "ew@B2");
            let got = w.post(&post.with(format!("Authentication-Results: {verdict}")));
            assert_eq!(w.table(game).turns().len(), usize::from(good), "{mode} {require} {verdict}");
            let letters = match (good, require) {
                (true, _) => 2,
                (false, "warn") => 1,
                _ => 0,
            };
            assert_eq!(got.len(), letters, "{mode} {require} {verdict}");
        }
    }
    // the topmost field of ours counts, whatever stands below it
    let more = "[trust]\nauthserv_id = \"mx.post.example\"\nrequire_auth = \"warn\"";
    let mut w = World::new(Lang::En, more);
    let game = w.start("size=4");
    let post = w
        .answer("anna", &w.letter_to("anna").clone(), "ew@B2")
        .with("Authentication-Results: mx.post.example; dmarc=fail")
        .with("Authentication-Results: mx.post.example; dmarc=pass header.from=example.org");
    w.post(&post);
    assert_eq!(w.table(game).turns().len(), 0);
    // a stranger whom our host calls forged gets no letter, and an admin starts nothing so
    let forged = "Authentication-Results: mx.post.example; dmarc=fail";
    assert!(w.post(&Post::new("eve@elsewhere.example", SERVER, "hi", "hello").with(forged)).is_empty());
}

#[test]
fn guesses_are_counted_for_a_day_and_a_sender() {
    let mut w = World::new(Lang::En, "[limits]\nwrong_tokens_day = 3\nunknown_week = 0");
    let game = w.start("size=4");
    let guess = |n: usize| {
        let token = format!("abcdefghijklmnopqr{}", ["aa", "ab", "ac", "ad", "ae", "af"][n]);
        Post::new(address("bela"), &format!("game+{token}@post.example"), "x", "say hi")
    };
    for n in 0..6 {
        w.post(&guess(n));
        w.now -= 7_000;
    }
    // his own letters wait until tomorrow, and nothing tells him so
    w.reply_in("anna", game, "ew@B2");
    assert!(w.reply("bela", "sw@C2").is_empty());
    assert_eq!(w.table(game).turns().len(), 1);
    // nobody else is held up
    assert_eq!(w.reply("anna", "show").len(), 1);
    w.now += 86_400;
    assert_eq!(w.reply("bela", "sw@C2").len(), 2);
    let db = rusqlite::Connection::open(&w.config.store).unwrap();
    let counted: i64 = db.query_row("SELECT count(*) FROM tally WHERE what = 'wrong-token'", [], |r| r.get(0)).unwrap();
    assert!(counted <= 3, "no more than makes a difference: {counted}");
}
