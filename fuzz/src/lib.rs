//! What is fuzzed: every reader of bytes that strangers write. `fuzz_targets` calls these functions with what the
//! fuzzer makes up, and the tests with mutants of the seeds. Each of them may panic only where something is wrong.

use boardpost::config::Config;
use boardpost::game::{self, Lang, Seat};
use boardpost::judge::{Command, reading};
use boardpost::letter::{self, Hints};
use boardpost::post::mbox;
use std::path::Path;

/// A target's name and what it does with bytes.
pub type Target = (&'static str, fn(&[u8]));

/// All targets.
pub const TARGETS: &[Target] = &[
    ("letter", letter),
    ("reply", reply),
    ("command", command),
    ("thoughtwave", thoughtwave),
    ("ataxx", ataxx),
    ("battleship", battleship),
    ("pentomino", pentomino),
    ("smyoz", smyoz),
    ("fen", fen),
    ("layout", layout),
    ("config", config),
    ("mbox", mbox),
];

/// The longest text that reaches a notation: a line or a drawing of a letter.
const TEXT: usize = 4_096;

/// A raw letter: evidence, words, bounce, masking.
pub fn letter(bytes: &[u8]) {
    let (id, digest) = letter::identity(bytes);
    if let Ok(letter) = letter::read(bytes) {
        assert_eq!((&letter.message_id, letter.digest()), (&id, digest));
        assert!(!letter.from_name.contains(char::is_control) && !letter.subject.contains(char::is_control));
        let body = letter.body(&Hints::default());
        assert!(body.reply.len() <= letter::MAX_LINES && body.reply.iter().all(|l| !l.contains('\n')));
        let _ = letter.bounce();
        let _ = letter.authentication("mx.example.org");
    }
    let _ = letter::texts(bytes);
    let secrets = [("mfrggzdfmztwq2lknnwg".to_owned(), "token1".to_owned())];
    let masked = letter::mask(bytes, &secrets);
    let again = letter::mask(&masked, &secrets);
    let [once, twice] = [&masked, &again].map(|l| String::from_utf8_lossy(l));
    assert!(again == masked, "masked once:\n{once}\nand again:\n{twice}");
}

/// A letter of ours, a NUL, and a text that may quote it.
pub fn reply(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let (sent, written) = text.split_once('\0').unwrap_or(("", &text));
    let sent = [sent.to_owned().into()];
    for kind in ["plain", "html"] {
        let raw = format!("From: a@example.org\nContent-Type: text/{kind}; charset=utf-8\n\n{written}");
        let Ok(letter) = letter::read(raw.as_bytes()) else { continue };
        let hints = Hints { lang: Some(Lang::Hu), sent: &sent, own: &[] };
        let body = letter.body(&hints);
        let edges = [body.reply.first(), body.reply.last()];
        assert!(edges.iter().flatten().all(|l| !l.is_empty()), "blank lines at the edges");
    }
}

/// Lines of a letter, read as commands of each game in each language.
pub fn command(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    let lines: Vec<String> = text.lines().take(200).map(str::to_owned).collect();
    for line in &lines {
        let folded = letter::fold(line);
        assert_eq!(letter::fold(&folded), folded, "folded twice: {line:?}");
        let _ = Command::from_subject(&folded);
        // a code is never spelled out
        if let Some(command) = Command::read(&folded).filter(|c| !matches!(c, Command::Confirm(_))) {
            let spelled = command.to_string();
            let again = Command::read(&spelled).map(|c| c.to_string());
            assert_eq!(again.as_deref(), Some(&*spelled), "{line:?}");
        }
    }
    for game in game::GAMES {
        let Ok(opened) = game.open(&[], &mut || 0) else { continue };
        for lang in Lang::ALL {
            let _ = reading::read(&lines, &*opened.position, lang, Seat::One);
        }
    }
}

/// One turn in a game's notation: what can be read has one spelling.
fn notation(name: &str, bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes.get(..bytes.len().min(TEXT)).unwrap_or_default());
    let Some(opened) = game::find(name).and_then(|g| g.open(&[], &mut || 0).ok()) else { return };
    for lang in Lang::ALL {
        for seat in [Seat::One, Seat::Two] {
            match opened.position.read(&text, lang, seat) {
                Ok(turn) => {
                    let _ = opened.position.spell(&turn, lang);
                    let _ = opened.position.play(seat, &turn).is_ok();
                }
                Err(fault) => assert!(fault.at <= text.chars().count(), "{} signs of {text:?}", fault.at),
            }
        }
    }
}

/// A turn of Thoughtwave.
pub fn thoughtwave(bytes: &[u8]) {
    notation("thoughtwave", bytes);
}

/// A turn of Ataxx.
pub fn ataxx(bytes: &[u8]) {
    notation("ataxx", bytes);
}

/// A turn of Battleship.
pub fn battleship(bytes: &[u8]) {
    notation("battleship", bytes);
}

/// A turn of the pentomino hunt.
pub fn pentomino(bytes: &[u8]) {
    notation("pentomino", bytes);
}

/// A turn of SMYOZ.
pub fn smyoz(bytes: &[u8]) {
    notation("smyoz", bytes);
}

/// A position of Ataxx.
pub fn fen(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes.get(..bytes.len().min(TEXT)).unwrap_or_default()).into_owned();
    let Some(game) = game::find("ataxx") else { return };
    if let Ok(opened) = game.open(&[("position".to_owned(), text)], &mut || 0) {
        let dump = opened.position.dump();
        let again = game.open(&[("position".to_owned(), dump.clone())], &mut || 0);
        if let Ok(again) = again {
            assert_eq!(again.position.dump(), dump);
        }
    }
}

/// A drawing of a fleet, for each game that has one.
pub fn layout(bytes: &[u8]) {
    let drawing = String::from_utf8_lossy(bytes.get(..bytes.len().min(TEXT)).unwrap_or_default()).into_owned();
    for name in ["battleship", "pentomino", "smyoz"] {
        notation(name, format!("place\n{drawing}").as_bytes());
        if let Some(game) = game::find(name) {
            let _ = game.picture(&drawing).is_ok();
        }
    }
}

/// A configuration file.
pub fn config(bytes: &[u8]) {
    let text = String::from_utf8_lossy(bytes);
    if let Ok(config) = Config::parse(&text, Path::new("/nowhere/config.toml")) {
        let _ = config.describe();
        let _ = config.timeouts();
    }
}

/// A folder of letters in one file.
pub fn mbox(bytes: &[u8]) {
    let letters = mbox::read(bytes);
    let mut out = Vec::new();
    for letter in &letters {
        mbox::write(&mut out, letter, "a@example.org", Default::default());
    }
    let again = mbox::read(&out);
    assert_eq!(again.len(), letters.len());
    for (one, two) in letters.iter().zip(&again) {
        assert_eq!(mbox::canonical(one), mbox::canonical(two));
    }
}
