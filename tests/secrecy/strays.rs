//! Letters with a fleet in them that go astray: whatever became of them, nobody but the one who hid the fleet gets a
//! trace of it. Each is sent to two servers with one key, with another fleet in each; what everybody else gets is the
//! same, byte by byte.

use boardpost::game::Lang;

use super::{fleets, turned};
use crate::desk::world::{Got, Post, SERVER, World, address};

/// Makes Anna's letter.
type Make = fn(&World, &str) -> Post;

fn words(fleet: &str) -> String {
    format!("place\n{}\n", fleet.replace('/', "\n"))
}

fn from(who: &str, to: &str, body: &str) -> Post {
    Post::new(who, to, "my fleet", body)
}

/// The reply address of somebody's seat.
fn seat_of(world: &World, who: &str, game: i64) -> String {
    world.letter_of(who, game).reply_to()
}

/// How a letter can go astray, and whether the fleet stands afterwards.
const WAYS: &[(&str, bool, Make)] = &[
    ("an answer", true, |w, f| w.answer("anna", w.letter_of("anna", 1), &words(f))),
    ("no token at all", false, |_, f| from(address("anna"), SERVER, &words(f))),
    ("to the bare address, the letter answered named", true, |w, f| {
        from(address("anna"), SERVER, &words(f)).with(format!("In-Reply-To: {}", w.letter_of("anna", 1).id()))
    }),
    ("from an address that nobody knows", false, |w, f| {
        from("anna@elsewhere.example", &seat_of(w, "anna", 1), &words(f))
    }),
    ("from the other's computer", false, |w, f| from(address("bela"), &seat_of(w, "anna", 1), &words(f))),
    ("to the other's secret address", false, |w, f| from(address("anna"), &seat_of(w, "bela", 1), &words(f))),
    ("as the other, to her address, by the admin", false, |w, f| {
        from(address("admin"), &seat_of(w, "bela", 1), &words(f))
    }),
    ("to all", true, |w, f| {
        w.answer("anna", w.letter_of("anna", 1), &words(f)).with(format!(
            "Cc: {}, {}, {SERVER}",
            address("bela"),
            address("vera")
        ))
    }),
    ("to both secret addresses", true, |w, f| {
        w.answer("anna", w.letter_of("anna", 1), &words(f)).with(format!("Cc: {}", seat_of(w, "bela", 1)))
    }),
    ("to the game with somebody else", false, |w, f| w.answer("anna", w.letter_of("anna", 2), &words(f))),
    ("with a word to the other", true, |w, f| {
        w.answer("anna", w.letter_of("anna", 1), &format!("say Good luck!\n\n{}", words(f)))
    }),
    ("with a word to the other below", true, |w, f| {
        w.answer("anna", w.letter_of("anna", 1), &format!("{}\nsay Good luck!", words(f)))
    }),
    ("quoted by herself", false, |w, f| {
        let quoted: String = words(f).lines().map(|l| format!("> {l}\n")).collect();
        w.answer("anna", w.letter_of("anna", 1), &format!("say is this right?\n\n{quoted}"))
    }),
    ("with faults", false, |w, f| {
        w.answer("anna", w.letter_of("anna", 1), &words(&f.replacen('.', "#", 5).replacen('.', "Q", 2)))
    }),
    ("in the subject", false, |_, f| {
        Post::new(address("anna"), SERVER, &format!("pentomino place {f}"), "see above\n")
    }),
    ("in the subject of an answer", false, |w, f| {
        let mut post = w.answer("anna", w.letter_of("anna", 1), "say hello");
        post.subject = format!("place {f}");
        post
    }),
    ("with two senders", false, |w, f| {
        from(&format!("{}, {}", address("anna"), address("bela")), &seat_of(w, "anna", 1), &words(f))
    }),
    ("by a machine", false, |w, f| {
        w.answer("anna", w.letter_of("anna", 1), &words(f)).with("Auto-Submitted: auto-replied")
    }),
    ("as a bounce", false, |w, f| {
        let mut post = from("mailer-daemon@example.org", SERVER, "");
        post.kind = "Content-Type: multipart/report; report-type=delivery-status; boundary=b".to_owned();
        let report = format!(
            "--b\n\nIt could not be delivered.\n--b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; \
             example.org\n\nFinal-Recipient: rfc822; {}\nAction: failed\nStatus: 5.1.1\n\n--b\nContent-Type: \
             message/rfc822\n\n{}\n--b--\n",
            address("anna"),
            words(f)
        );
        post.body = report.into_bytes();
        let _ = w;
        post
    }),
    ("with a thing attached that is broken", false, |w, f| {
        let mut post = w.answer("anna", w.letter_of("anna", 1), "");
        post.kind = "Content-Type: multipart/mixed; boundary=b".to_owned();
        let body = words(f);
        post.body = format!(
            "--b\nContent-Type: application/ms-tnef; name=winmail.dat\nContent-Transfer-Encoding: base64\n\n{}\n--b--\n",
            data_encoding::BASE64.encode(body.as_bytes())
        )
        .into_bytes();
        post
    }),
    ("in the wrong alphabet", false, |w, f| {
        w.answer("anna", w.letter_of("anna", 1), &words(&f.replace(['V', 'W', 'P', 'L', '#', 'a', 'd'], "Ж")))
    }),
];

/// What everybody but Anna got.
fn others(list: &[Got]) -> Vec<(String, Vec<u8>)> {
    list.iter().filter(|g| g.to != address("anna")).map(|g| (g.to.clone(), g.raw.clone())).collect()
}

fn stray(game: &str, options: &str, lang: Lang) {
    let sort = super::SORTS.iter().find(|s| s.game == game && s.both).unwrap();
    let board = sort.boards[0];
    let fleet = fleets(sort, board, 1).pop().unwrap();
    let hidden = [fleet.clone(), turned(&fleet)];
    let mut first = World::new(lang, "");
    first.start_game(&format!("{game} anna bela {options}"));
    first.start_game(&format!("{game} anna vera {options}"));
    for (way, stands, make) in WAYS {
        // each way from the beginning, on servers of its own
        let mut results = Vec::new();
        for fleet in &hidden {
            let mut world = first.twin();
            world.got.clone_from(&first.got);
            world.sent.clone_from(&first.sent);
            let before = world.got.len();
            let post = make(&world, fleet);
            world.post(&post);
            let placed = world.table(1).turns().iter().any(|t| t.seat == boardpost::game::Seat::One);
            assert_eq!(placed, *stands, "{game}: {way}");
            // life goes on: they write about it, and ask
            world.reply_in("bela", 1, "show\nsay what did she write?");
            world.reply_in("vera", 2, "show\ngames");
            results.push((others(&world.got[before..]), world.got[before..].to_vec()));
        }
        let [one, two] = [&results[0].0, &results[1].0];
        for ((to, a), (_, b)) in one.iter().zip(two) {
            let [a, b] = [a, b].map(|l| boardpost::letter::text(l));
            assert_eq!(a, b, "{game}: {way}: to {to}");
        }
        assert_eq!(one, two, "{game}: {way}");
        assert!(one.len() >= 2, "{game}: {way}: the others asked");
        // a request to confirm goes to the address that is known, which need not be where the letter came from
        for (fleet, (_, all)) in hidden.iter().zip(&results) {
            for got in all.iter().filter(|g| g.id().contains(".confirm.")) {
                let rows = fleet.split('/').filter(|row| row.chars().any(|c| c != '.'));
                for row in rows {
                    assert!(!got.text.contains(row) && !got.html.contains(row), "{way}:\n{}", got.text);
                }
            }
        }
    }
}

#[test]
fn a_fleet_that_goes_astray_is_nobodys_to_see() {
    stray("battleship", "seed=5", Lang::En);
    stray("pentomino", "seed=5", Lang::Hu);
    stray("smyoz", "seed=5", Lang::Ru);
}
