//! The judge's laws on every prefix of random play with random letters.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::Path;

use boardpost::game::{GAMES, Lang, Seat};
use boardpost::judge::{self, Event, Incoming, Ruling, StartLine, Table, Trust};
use boardpost::lang;
use boardpost::notice::{self, Extras};

struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

fn code(n: u32) -> String {
    format!("abcdefghij{n:02}")
}

/// Lines that a player may write: legal turns, impossible ones, and all commands in three languages.
fn lines(dice: &mut Dice, table: &Table, seat: Seat) -> Vec<String> {
    let words = [
        "draw",
        "döntetlen",
        "ничья",
        "accept",
        "elfogadom",
        "согласен",
        "decline",
        "undo",
        "visszavonom",
        "вернуть ход",
        "resign",
        "feladom",
        "сдаюсь",
        "show",
        "mutasd #2",
        "show #900",
        "show 7",
        "games",
        "help",
        "súgó thoughtwave",
        "help nothing",
        "lang en",
        "nyelv hu",
        "язык ru",
        "lang xx",
        "say hello",
        "üzenet szia, ew@A1",
        "quit",
        "newkey",
        "confirm abcdefghij99",
        "start thoughtwave a b",
        "nn@A1",
        "ew@@",
        "move",
        "move gibberish",
        "Hi, how are you?",
        "nesw@A1",
        "n@Z99",
        "I like ew@C3.",
        "",
    ];
    let count = 1 + dice.below(3);
    (0..count)
        .map(|_| {
            let legal = table.position().legal(seat).unwrap_or_default();
            match dice.below(5) {
                0 | 1 if !legal.is_empty() => table.position().spell(&legal[dice.below(legal.len())], table.lang(seat)),
                3 if dice.below(4) == 0 && !table.turns().is_empty() => {
                    let old = &table.turns()[dice.below(table.turns().len())].turn;
                    table.position().spell(old, table.lang(seat))
                }
                2 if table.last_held() > 0 => {
                    format!("confirm {}", code(1 + u32::try_from(dice.below(2)).unwrap() + table.last_held() - 1))
                }
                _ => words[dice.below(words.len())].to_owned(),
            }
        })
        .collect()
}

fn fold(start: &str, events: &[Event]) -> Table {
    let mut table = Table::open(1, start.parse::<StartLine>().unwrap()).unwrap();
    for event in events {
        table.apply(event).unwrap_or_else(|e| panic!("{e}: {events:?}"));
    }
    table
}

/// All that can be seen of a ruling.
fn told(ruling: &Ruling) -> String {
    format!("{ruling:?}")
}

#[test]
fn rulings_are_repeatable_and_tables_are_the_fold_of_their_events() {
    let mut seen: BTreeMap<String, usize> = BTreeMap::new();
    for seed in 0..20 {
        let mut dice = Dice(seed);
        let size = [3, 4, 10][dice.below(3)];
        let start = format!("thoughtwave/1 Anna:hu B%C3%A9la:ru size={size}").replace(" size=10", "");
        let mut table = fold(&start, &[]);
        let mut events: Vec<Event> = Vec::new();
        for _ in 0..60 {
            let seat = if dice.below(4) == 0 {
                Seat::BOTH[dice.below(2)]
            } else {
                table.to_act().iter().next().unwrap_or(Seat::Two)
            };
            let lines = lines(&mut dice, &table, seat);
            let trust = [Trust::Full, Trust::Full, Trust::Full, Trust::Token, Trust::From][dice.below(5)];
            let seen_version = [None, Some(table.version()), Some(0)][dice.below(3)];
            let letter =
                Incoming { seat, trust, lines: &lines, subject: None, seen: seen_version, code: &code, problems: &[] };
            let before = table.dump();
            let ruling = judge::judge(&table, &letter);
            assert_eq!(told(&ruling), told(&judge::judge(&fold(&start, &events), &letter)), "{lines:?}");
            assert_eq!(table.dump(), before, "the judge changes no table");
            assert!(!ruling.ids.contains(&"internal".to_owned()), "{lines:?}: {ruling:?}");
            assert_eq!(ruling.ids.is_empty(), ruling.verdict != judge::Verdict::Refused);
            // a letter that was refused from its first command on leaves no trace
            if ruling.ids.len() == 1 && ruling.commands.len() == 1 && trust == Trust::Full {
                let first = ruling.commands[0].as_str();
                assert!(ruling.events.is_empty() || first == "confirm", "{lines:?}: {ruling:?}");
            }
            for event in &ruling.events {
                let line = event.to_string();
                assert!(!line.contains('\n'));
                assert_eq!(line.parse::<Event>().as_ref(), Ok(event), "{line}");
                table.apply(event).unwrap();
            }
            events.extend(ruling.events.clone());
            assert_eq!(fold(&start, &events).dump(), table.dump());
            // one notice a reader, and nothing in it that nobody can say
            let readers: BTreeSet<Seat> = ruling.notices.iter().map(|n| n.to).collect();
            assert_eq!(readers.len(), ruling.notices.len());
            for notice in &ruling.notices {
                let extras = Extras { quoted: 3, code: &code, games: &[], address: &[], other: &|_, _| None };
                let text = notice::mail::text(&notice::compose(&table, notice, &extras));
                let grammar = text.contains("%x");
                let unsaid = text.lines().find(|l| !grammar && l.trim_start().starts_with('[') && l.contains(']'));
                assert!(unsaid.is_none(), "{unsaid:?}: {lines:?}");
                assert!(text.lines().all(|l| l.chars().count() <= 72), "{text}");
            }
            for id in &ruling.ids {
                *seen.entry(id.clone()).or_default() += 1;
            }
            for event in &ruling.events {
                *seen.entry(event.to_string().split(' ').next().unwrap().to_owned()).or_default() += 1;
            }
            // whatever becomes of one letter, what waits can be asked for
            assert!(table.last_held() == 0 || table.open_requests().all(|n| table.held(n).is_some()));
            if table.outcome().is_some() && dice.below(3) == 0 {
                break;
            }
        }
    }
    for id in [
        "turn",
        "held",
        "confirmed",
        "offered",
        "agreed",
        "declined",
        "lang",
        "newkey",
        "resigned",
        "over",
        "unreadable",
        "not-your-turn",
        "old-board",
        "two-moves",
        "no-offer",
        "offer-stands",
        "nothing-to-undo",
        "no-such-ply",
        "unknown-lang",
        "bad-code",
        "no-command",
        "not-admin",
        "occupied",
        "off-board",
    ] {
        assert!(seen.contains_key(id), "{id} did not come up: {seen:?}");
    }
}

/// Rust sources below src, without their test modules.
fn sources(dir: &Path, out: &mut Vec<(String, String)>) {
    for entry in fs::read_dir(dir).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, out);
        } else if path.extension().is_some_and(|e| e == "rs") {
            let text = fs::read_to_string(&path).unwrap();
            let text = text.split("#[cfg(test)]\nmod tests {").next().unwrap().to_owned();
            out.push((path.display().to_string(), text));
        }
    }
}

/// The string literals that follow `start`, directly or as the next argument.
fn literals(text: &str, start: &str) -> Vec<String> {
    text.split(start)
        .skip(1)
        .filter_map(|rest| {
            let rest = rest.trim_start();
            let rest = rest.strip_prefix('"')?;
            Some(rest.split('"').next().unwrap().to_owned())
        })
        .filter(|id| !id.is_empty() && id.chars().all(|c| c.is_ascii_lowercase() || c == '-'))
        .collect()
}

#[test]
fn all_that_the_program_may_say_can_be_said_in_three_languages() {
    let mut files = Vec::new();
    sources(&Path::new(env!("CARGO_MANIFEST_DIR")).join("src"), &mut files);
    let mut faults = Vec::new();
    let mut ids = 0;
    let games: Vec<&str> = GAMES.iter().map(|g| g.name()).collect();
    // what mail servers say is nobody's sentence
    for (path, text) in files.iter().filter(|f| !f.0.contains("/post/")) {
        let own = games.iter().find(|g| path.contains(&format!("/game/{g}/")));
        for (starts, problems) in
            [(&["Phrase::new("][..], true), (&["say(", "say(lang,", "say(person.lang,", "say(speak,"][..], false)]
        {
            for id in starts.iter().flat_map(|s| literals(text, s)) {
                ids += 1;
                let named = own.map(|g| format!("{g}-{id}"));
                let known = |lang: Lang| {
                    lang::has(lang, &id)
                        || named.as_ref().is_some_and(|n| lang::has(lang, n))
                        || problems && lang::has(lang, &format!("problem-{id}"))
                };
                faults.extend(Lang::ALL.into_iter().filter(|l| !known(*l)).map(|l| format!("{path}: {id} in {l}")));
            }
        }
        // what was expected of an unreadable turn; a line that is no command is never quoted with a caret
        let turns = if path.contains("/judge/") { "" } else { text.as_str() };
        for id in literals(turns, "expect(").into_iter().chain(literals(turns, "Furthest::at(input,")) {
            let id = id.strip_prefix("expect-").unwrap_or(&id).to_owned();
            let common = format!("expect-{id}");
            let known = |l: Lang| lang::has(l, &common) || games.iter().any(|g| lang::has(l, &format!("{g}-{common}")));
            faults.extend(Lang::ALL.into_iter().filter(|l| !known(*l)).map(|l| format!("{path}: expect-{id} in {l}")));
        }
        // how a game may end
        for reason in text.split("reason: \"").skip(1).filter_map(|r| r.split('"').next()) {
            let known = |l: Lang| {
                lang::has(l, &format!("reason-{reason}"))
                    || own.is_some_and(|g| lang::has(l, &format!("{g}-reason-{reason}")))
            };
            faults.extend(Lang::ALL.into_iter().filter(|l| !known(*l)).map(|l| format!("{path}: {reason} in {l}")));
        }
    }
    assert!(ids > 60, "only {ids} were found");
    assert!(faults.is_empty(), "\n{}\n", faults.join("\n"));
}

#[test]
fn no_sentence_holds_an_invisible_character() {
    for (area, texts) in lang::SOURCES {
        for text in texts {
            for c in text.chars().filter(|c| *c != '\n') {
                let hidden = c.is_control()
                    || c.is_whitespace() && c != ' '
                    || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{206f}' | '\u{feff}');
                assert!(!hidden, "{area}: U+{:04X}", u32::from(c));
            }
        }
    }
}

/// A game that says that its turns are written alike in all languages reads them so; the others don't, or they would
/// say it.
#[test]
fn who_reads_matters_only_where_a_game_says_so() {
    for game in GAMES {
        let start = format!("{}/{} Anna:en Bob:en", game.name(), game.edition());
        let table = Table::open(1, start.parse().unwrap()).unwrap();
        let position = table.position();
        let mut dice = Dice(7);
        let mut differ = false;
        for _ in 0..2_000 {
            for line in lines(&mut dice, &table, Seat::One) {
                let [en, hu, ru] = Lang::ALL.map(|lang| position.read(&line, lang, Seat::One));
                let alike = en == hu && hu == ru;
                assert!(alike || position.translated(), "{}: {line}", game.name());
                differ |= !alike;
            }
        }
        assert_eq!(differ, position.translated(), "{}", game.name());
    }
}
