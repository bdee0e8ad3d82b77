//! One whole game, from `start` to the link, against a golden transcript.

use super::house::{House, IDLE_TLS};
use super::player::{Player, Style};
use crate::mailstack::Stack;
use std::fmt::Write;
use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

/// Who writes, how, what, and how many letters the two get for it. `{me}` is the writer's reply address.
const LETTERS: &[(usize, Style, &str, [usize; 2])] = &[
    (0, Style::Bare, "kx@A3", [1, 0]),
    (0, Style::Bare, "kn@F3", [1, 0]),
    (0, Style::Bare, "Szia!\n\nkn@A3\n\nÜdv,\nKata", [1, 1]),
    (1, Style::Gmail, "сю@C1", [1, 1]),
    (0, Style::Gmail, "kn@B3", [1, 1]),
    (0, Style::Bare, "döntetlen", [1, 1]),
    (1, Style::Outlook, "отказываюсь", [1, 1]),
    (1, Style::Outlook, "св@C2", [1, 1]),
    (1, Style::Bare, "вернуть ход", [1, 1]),
    (0, Style::Bare, "elfogadom", [1, 1]),
    (1, Style::Gmail, "сю@C2", [1, 1]),
    (0, Style::Html, "ékn@C3", [1, 1]),
    (1, Style::Bare, "ход зю@D3\nсообщение Хорошая партия! Мой адрес: {me}", [1, 1]),
    // the accent got lost
    (0, Style::Gmail, "ek@D4", [1, 1]),
    (1, Style::Outlook, "сю@A1", [1, 1]),
    // in the other letters: jobb and bal
    (0, Style::Outlook, "E4.jb", [1, 1]),
];

fn golden(told: &str) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/game_by_mail/transcript.txt");
    if std::env::var_os("BLESS").is_some() {
        fs::write(&path, told).unwrap();
    }
    let wanted = fs::read_to_string(&path).unwrap_or_default();
    let differ = told.lines().zip(wanted.lines()).position(|(a, b)| a != b);
    let at = differ.unwrap_or_else(|| told.lines().count().min(wanted.lines().count()));
    assert!(told == wanted, "{}:{}: BLESS=1 rewrites it; now:\n{told}", path.display(), at + 1);
}

#[test]
#[ignore = "needs mail servers: dovecot and postfix"]
fn a_whole_game_is_played_by_real_mail() {
    let stack = Stack::start();
    let house = House::new(&stack, IDLE_TLS);
    let mut players = [Player::new(&stack, "p1"), Player::new(&stack, "p2")];
    let game = house.start("Kiss Kata <p1@game.test>:hu", "Иван <p2@game.test>:ru");
    assert_eq!(game, 1);
    let daemon = house.daemon();
    let mut told = String::new();
    let mut slowest = Duration::ZERO;
    let opening = [(0, Style::Bare, "", [1, 1])];
    for (n, (who, style, text, counts)) in opening.iter().chain(LETTERS).enumerate() {
        let start = Instant::now();
        if n == 0 {
            told.push_str("=== opening\n");
        } else {
            writeln!(told, "=== {} p{} writes: {}", n, who + 1, text.replace('\n', "\n    ")).unwrap();
            let writer = &mut players[*who];
            let text = text.replace("{me}", &writer.last().reply_to);
            writer.reply(&stack, &text, *style);
        }
        for (player, count) in players.iter_mut().zip(counts) {
            player.expect(player.letters.len() + count);
            if *count > 0 {
                writeln!(told, "--- {} reads:\n{}", player.user, player.last().told()).unwrap();
            }
        }
        slowest = slowest.max(start.elapsed());
    }
    eprintln!("the slowest answer took {slowest:?}");
    // each answer came without a poll
    assert!(slowest < Duration::from_secs(60), "{slowest:?}");

    let log = daemon.stop();
    for player in &mut players {
        let count = player.letters.len();
        assert_eq!(player.look().unwrap(), count, "nothing more comes");
    }
    let [one, two] = &players;
    let tokens = |p: &Player| p.letters.iter().map(|l| l.token().to_owned()).collect::<Vec<_>>();
    for (mine, theirs) in [(one, two), (two, one)] {
        for (letter, foreign) in mine.letters.iter().flat_map(|l| tokens(theirs).into_iter().map(move |t| (l, t))) {
            assert!(letter.everything().contains(letter.token()));
            assert!(!letter.everything().contains(&foreign), "{} has got {foreign}", mine.user);
        }
        assert!(tokens(mine).iter().all(|t| !log.contains(t)));
    }
    assert!(!log.contains("pw-game"), "{log}");
    assert!(!log.contains("ERROR"), "{log}");

    let games = house.json(&["games", "--all"]);
    assert_eq!(games.len(), 1);
    assert_eq!(
        (&games[0]["state"], &games[0]["winner"], &games[0]["reason"]),
        (&"won".into(), &1.into(), &"link".into())
    );
    house.check_clean(&stack, LETTERS.len());
    let mbox = house.good(&["log", "1"]);
    assert!(tokens(one).iter().chain(&tokens(two)).all(|t| !mbox.contains(t)));
    fs::write(house.path("game.mbox"), &mbox).unwrap();
    let replayed = house.json(&["replay", "game.mbox"]);
    assert!(replayed.iter().all(|l| l["ok"] == true));
    let count = |kinds: &[&str], seat: u8| {
        replayed.iter().filter(|l| kinds.iter().any(|k| l["kind"] == *k) && l["seat"] == seat).count()
    };
    assert_eq!(count(&["in"], 1) + count(&["in"], 2), LETTERS.len());
    // what was logged as sent is what they got
    assert_eq!([count(&["opening", "out"], 1), count(&["opening", "out"], 2)], [one.letters.len(), two.letters.len()]);
    golden(&told);
}
