//! The grammars that belong to no game, against what reads them.

use std::cell::RefCell;
use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use boardpost::daemon::StartArgs;
use boardpost::daemon::open::Player;
use boardpost::game::{GAMES, Lang, OptionFault};
use boardpost::judge::command::{self, Command};
use boardpost::judge::start::{self, StartLine, split};
use boardpost::notice::Block;
use boardpost::notice::compose::help;

use crate::abnf::{Grammar, agree};

fn file(name: &str) -> String {
    fs::read_to_string(Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar").join(name)).unwrap()
}

/// The options page with the pages that it names at its head. The games' grammars are not joined: each is a page of its
/// own, and names its rules as it likes.
fn options() -> Grammar {
    let thoughtwave = boardpost::game::find("thoughtwave").unwrap();
    Grammar::read(&format!("{}\n{}", start::grammar(), thoughtwave.grammar()))
}

#[test]
fn grammar_files_are_plain_and_narrow() {
    let mut files = 0;
    for entry in fs::read_dir(Path::new(env!("CARGO_MANIFEST_DIR")).join("grammar")).unwrap() {
        let path = entry.unwrap().path();
        let text = fs::read_to_string(&path).unwrap();
        assert!(text.is_ascii(), "{}: RFC 5234 grammars are ASCII", path.display());
        for (n, line) in text.lines().enumerate() {
            // they are mailed
            assert!(line.len() <= 72, "{}:{}: {} columns", path.display(), n + 1, line.len());
            assert_eq!(line.trim_end(), line, "{}:{}", path.display(), n + 1);
        }
        files += 1;
    }
    assert!(files >= 3 + GAMES.len());
}

#[test]
fn commands_are_read_as_their_grammar_says() {
    let grammar = Grammar::read(&command::grammar());
    assert_eq!(grammar.unreachable(&["subject", "language"]), [""; 0]);
    agree(&grammar, "command", 1200, |line| Command::read(line).is_some());
    agree(&grammar, "subject", 800, |line| Command::from_subject(line).is_some());
    agree(&grammar, "language", 500, |word| {
        // behind `lang` more is read than the name
        let alone = !word.contains(' ') && !word.ends_with(['.', ',', ':', ';', '!', '?', '(', ')', '-']);
        alone && matches!(Command::read(&format!("lang {word}")), Some(Command::Lang(Some(_))))
    });
}

#[test]
fn every_word_of_every_language_is_known() {
    use Command::{Accept, Decline, Draw, Games, NewKey, Quit, Resign, Undo};
    let turn = |text: &str| Command::Move(text.to_owned());
    let say = |text: &str| Command::Say(text.to_owned());
    let show = |game, ply| Command::Show { game, ply };
    let help = |topic: &str| Command::Help((!topic.is_empty()).then(|| topic.to_owned()));
    for (command, lines) in [
        (turn("ew@E5"), &["move ew@E5", "Move: ew@E5", "MOVE  ew@E5", "lépés ew@E5", "lepes, ew@E5", "Ход ew@E5"][..]),
        (Resign, &["resign", "I resign.", "Feladom!", "FELADOM", "сдаюсь", "Сдаюсь :("]),
        (Draw, &["draw", "Draw?", "döntetlen", "DÖNTETLEN?", "dontetlen", "dőntetlen", "ничья", "Ничья)"]),
        (Accept, &["accept", "elfogadom!", "согласен", "Согласна."]),
        (Decline, &["decline", "nem fogadom el", "Nem  fogadom el.", "elutasítom", "отказываюсь"]),
        (Undo, &["undo", "takeback", "visszavonom", "вернуть ход", "Вернуть Ход!"]),
        (show(None, None), &["show", "mutasd!", "Покажи"]),
        (show(Some(12), None), &["show 12", "mutasd 12.", "покажи: 12"]),
        (show(None, Some(5)), &["show #5", "show#5", "mutasd #5?"]),
        (show(Some(12), Some(5)), &["show 12 #5", "show 12#5", "show 12, #5"]),
        (show(Some(i64::MAX), Some(u32::MAX)), &["show 99999999999999999999 #99999999999"]),
        (Games, &["games", "játszmáim", "jatszmaim.", "партии"]),
        (help(""), &["help", "help?", "Súgó", "sugo", "помощь!", "help :-)", "Segítség!", "segitseg", "справка"]),
        (help("thoughtwave"), &["help thoughtwave", "help Thoughtwave.", "súgó: thoughtwave", "помощь THOUGHTWAVE"]),
        (Command::Lang(Some(Lang::Hu)), &["lang hu", "language Hungarian", "nyelv MAGYAR.", "язык венгерский"]),
        (Command::Lang(Some(Lang::Ru)), &["lang ru", "nyelv orosz", "язык Русский", "lang russian!"]),
        (Command::Lang(Some(Lang::En)), &["lang en", "lang English", "nyelv angol", "язык английский"]),
        (Command::Lang(None), &["lang de", "lang", "язык klingon", "lang ?"]),
        (
            say("hello, you: :)"),
            &["say hello, you: :)", "say: hello, you: :)", "Üzenet hello, you: :)", "сообщение  hello, you: :)"],
        ),
        (say(":)"), &["say :)", "say: :)", "say::)"]),
        (Quit, &["quit", "vége", "VEGE.", "конец"]),
        (
            Command::Confirm("ab2c".to_owned()),
            &["confirm ab2c", "megerősítem AB2C.", "megerositem: ab2c", "megerõsítem ab2c", "подтверждаю ab2c!"],
        ),
        (NewKey, &["newkey", "new key", "újkulcs", "uj kulcs", "новый ключ"]),
        (
            Command::Start("xyz a@b \"c d\"".to_owned()),
            &["start xyz a@b \"c d\"", "indítás xyz a@b \"c d\"", "Начать xyz a@b \"c d\""],
        ),
    ] {
        for line in lines {
            assert_eq!(Command::read(line).as_ref(), Some(&command), "{line}");
        }
    }
    for line in [
        "",
        "moves",
        "move",
        "move:",
        "drawn",
        "a draw",
        "I resign now",
        "resigning",
        "show me the board",
        "show 3 4",
        "show -1",
        "show #",
        "help me, please",
        "lang en ru",
        "say",
        "saying",
        "confirm",
        "confirm a b",
        "start",
        "undo it",
        "nem fogadom",
        "nemfogadomel",
        "вернуть",
        "ew@E5",
        "dráw",
        "say\u{7}x",
        "say a\tb",
    ] {
        assert_eq!(Command::read(line), None, "{line}");
    }
}

#[test]
fn commands_are_read_back_from_their_canonical_words() {
    for line in [
        "move ew@E5",
        "resign",
        "draw",
        "accept",
        "decline",
        "undo",
        "show",
        "show 12",
        "show #5",
        "show 12 #5",
        "games",
        "help",
        "help x",
        "lang hu",
        "lang ?",
        "say :) hi",
        "quit",
        "newkey",
        "start a b c",
    ] {
        assert_eq!(Command::read(line).unwrap().to_string(), line);
    }
    assert_eq!(Command::read("confirm secret").unwrap().to_string(), "confirm");
}

#[test]
fn subjects_name_games() {
    let subject = |text: &str| Command::from_subject(text).map(|(c, n)| (c.to_string(), n));
    for (text, command, number) in [
        ("thoughtwave move 17 ew@E5", "move ew@E5", Some(17)),
        ("Thoughtwave: move #17 ew@E5", "move ew@E5", Some(17)),
        ("move 17 ew@E5", "move ew@E5", Some(17)),
        ("move ew@E5", "move ew@E5", None),
        ("move 17", "move 17", None),
        ("thoughtwave resign 17", "resign", Some(17)),
        ("вернуть ход 17", "undo", Some(17)),
        ("nem fogadom el #17.", "decline", Some(17)),
        ("draw", "draw", None),
        ("thoughtwave show 12", "show 12", None),
        ("help thoughtwave", "help thoughtwave", None),
        ("start thoughtwave a@b.c d@e.f size=8", "start thoughtwave a@b.c d@e.f size=8", None),
    ] {
        assert_eq!(subject(text), Some((command.to_owned(), number)), "{text}");
    }
    for text in ["thoughtwave", "thoughtwave ew@E5", "nogame move 17 ew@E5", "resign 17 now", "resign 17 18", "hello"] {
        assert_eq!(subject(text), None, "{text}");
    }
}

#[test]
fn start_lines_are_read_as_their_grammar_says() {
    let grammar = options();
    agree(&grammar, "start-text", 500, |text| split(text).is_some_and(|words| !words.is_empty()));
    agree(&grammar, "player", 700, |text| Player::read(text).is_ok());
    agree(&grammar, "start-line", 500, |text| {
        text.parse::<StartLine>().is_ok_and(|line| boardpost::game::find(&line.game).is_some())
    });
}

#[test]
fn options_are_read_as_their_grammar_says() {
    let grammar = options();
    let page = start::grammar();
    for game in GAMES {
        let rule = format!("{}-option", game.name());
        let seen = RefCell::new(BTreeSet::new());
        agree(&grammar, &rule, 800, |text| {
            let Some((key, value)) = text.split_once('=') else { return false };
            let opened = game.open(&[(key.to_owned(), value.to_owned())], &mut || 7);
            // what does not fit together can be read all the same
            let read = matches!(opened.map(|_| ()), Ok(()) | Err(OptionFault::Conflict { .. }));
            if read {
                seen.borrow_mut().insert(key.to_owned());
            }
            read
        });
        let keys: BTreeSet<String> = game.option_keys().iter().map(|key| (*key).to_owned()).collect();
        assert_eq!(seen.into_inner(), keys, "{rule}");
        for key in keys {
            assert!(page.contains(&format!("%s\"{key}=\"")), "{rule}: {key} is not in the grammar");
        }
    }
    let own: Vec<&str> =
        page.lines().filter(|line| line.starts_with(|c: char| c.is_ascii_alphabetic())).map(first_word).collect();
    let mut roots = vec!["start-text", "player", "start-line"];
    roots.extend(own.iter().filter(|name| name.ends_with("-option")));
    let lost: Vec<&str> = grammar.unreachable(&roots).into_iter().filter(|name| own.contains(name)).collect();
    assert_eq!(lost, [""; 0]);
}

fn first_word(line: &str) -> &str {
    line.split([' ', '=']).next().unwrap_or_default()
}

#[test]
fn words_of_a_start_line_are_players_and_options() {
    for (line, game, players, options) in [
        ("thoughtwave anna bela", "thoughtwave", &["anna", "bela"][..], &[][..]),
        ("thoughtwave  anna:hu size=8 bela:ru", "thoughtwave", &["anna:hu", "bela:ru"], &["size=8"]),
        ("g a@b.hu Kiss Béla <b@b.hu>:hu x=1 y=\"a b\"", "g", &["a@b.hu", "Kiss Béla <b@b.hu>:hu"], &["x=1", "y=a b"]),
        ("g \"Kiss Béla <b@b.hu>\" anna", "g", &["Kiss Béla <b@b.hu>", "anna"], &[]),
        ("g a=b@x.hu anna", "g", &["a=b@x.hu", "anna"], &[]),
        ("g", "g", &[], &[]),
    ] {
        let args = StartArgs::from_line(line).unwrap();
        let pairs: Vec<String> = args.options.iter().map(|(k, v)| format!("{k}={v}")).collect();
        assert_eq!(
            (args.game.as_str(), args.players.as_slice(), pairs.as_slice()),
            (
                game,
                &players.iter().map(ToString::to_string).collect::<Vec<_>>()[..],
                &options.iter().map(ToString::to_string).collect::<Vec<_>>()[..]
            ),
            "{line}"
        );
    }
    for bad in ["", " ", "g \"a", "g a\u{1}b"] {
        assert!(StartArgs::from_line(bad).is_err(), "{bad}");
    }
}

#[test]
fn grammars_are_mailed_as_pages_of_help() {
    let fixed = |topic: &str, lang: Lang| -> Option<String> {
        // the last one: a game's page has tables before its grammar
        help(lang, Some(topic)).into_iter().rev().find_map(|b| match b {
            Block::Fixed(lines) => Some(lines.join("\n") + "\n"),
            _ => None,
        })
    };
    for (topics, name) in [
        (&["command", "commands", "parancsok", "команды"][..], "command.abnf"),
        (&["option", "options", "beállítások", "beallitasok", "настройки"], "options.abnf"),
        (&["coordinates", "mezők", "mezok", "клетки"], "coordinates.abnf"),
    ] {
        for topic in topics {
            for lang in Lang::ALL {
                let page = fixed(topic, lang).unwrap_or_else(|| panic!("{topic}"));
                assert!(page.starts_with(&file(name)), "{topic}: {page}");
            }
        }
    }
    for game in GAMES {
        assert!(fixed(game.name(), Lang::Ru).unwrap().starts_with(&file(&format!("{}.abnf", game.name()))));
    }
    assert_eq!(fixed("csovek", Lang::En), fixed("thoughtwave", Lang::En));
    assert_eq!(fixed("nothing", Lang::En), None);
    for (lang, words) in [
        (Lang::En, "commands, options, coordinates"),
        (Lang::Hu, "parancsok, beállítások, mezők"),
        (Lang::Ru, "команды, настройки, клетки"),
    ] {
        for topic in [None, Some("nothing"), Some("commands")] {
            let Some(Block::Text(last)) = help(lang, topic).pop() else { panic!("{lang}") };
            assert!(last.contains(words) && last.contains("thoughtwave"), "{last}");
        }
    }
}
