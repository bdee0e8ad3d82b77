//! Grammar, pictures, and sentences in three languages.

use boardpost::game::{Eye, Lang, Phrase, Position, Refusal, Seat};
use boardpost::lang::{self, Voice};
use boardpost::picture::{self, Words};

use super::{EYES, known, open, play, smyoz};
use crate::abnf::{self, Grammar};

#[test]
fn grammar_and_parser_agree() {
    let grammar = Grammar::read(smyoz().grammar());
    assert_eq!(grammar.unreachable(&["turn"]), [""; 0]);
    let position = open("");
    let reads = |text: &str| position.read(text, Lang::En, Seat::One).is_ok();
    for rule in ["turn", "steps", "stop"] {
        abnf::agree(&grammar, rule, 150, reads);
    }
    // a layout alone is no turn
    for rule in ["grid", "list"] {
        abnf::agree(&grammar, rule, 60, |text| {
            reads(&format!("place {text}")) && !text.starts_with([' ', ':', '/', '\n'])
        });
    }
}

#[test]
fn drawings_and_steps_open_a_block() {
    for line in ["place", "felrakom:", "Place .d...g...", "решение", "A 56 43", "50,6 A"] {
        assert!(smyoz().opens_block(line, Lang::Hu), "{line}");
    }
    for line in ["places", "stop", "A", "hello", "felrakomA"] {
        assert!(!smyoz().opens_block(line, Lang::Hu), "{line}");
    }
}

struct Labels<'a>(Voice<'a>);

impl Words for Labels<'_> {
    fn say(&self, phrase: &Phrase) -> String {
        self.0.phrase(phrase)
    }
    fn item(&self, id: &str) -> String {
        id.to_owned()
    }
    fn seat(&self, seat: Seat) -> String {
        seat.to_string()
    }
}

fn voice(position: &dyn Position, lang: Lang) -> Voice<'_> {
    Voice { lang, seat: Some(Seat::One), position, names: ["Anna", "Béla"] }
}

/// Says a phrase in all languages: there is a sentence, and all its values are filled in.
fn said(position: &dyn Position, phrase: &Phrase) -> [String; 3] {
    Lang::ALL.map(|lang| {
        let own = format!("smyoz-{}", phrase.id);
        assert!(lang::has(lang, &own) || lang::has(lang, phrase.id), "{lang}: {own}");
        let text = voice(position, lang).phrase(phrase);
        assert!(!text.contains("{$") && !text.contains("smyoz-"), "{lang}: {text}");
        text
    })
}

#[test]
fn everything_is_said_in_three_languages() {
    let mut position = open("strict=yes");
    let turns: Vec<(Seat, String)> = [
        (1, format!("place {}", known(0))),
        (1, "A 11".to_owned()),
        (1, "place random".to_owned()),
        (2, "place a 12-42; b 22-24; b 10-30; g 99-91; d 11; g 55".to_owned()),
        (
            2,
            "place bbb...bbb/...x...../.aaa.d.../bbb....../........./........./.gg.gg.../........./.bb......"
                .to_owned(),
        ),
        (2, format!("place {}", known(1))),
        (1, "A 11 12 13 14 10 11".to_owned()),
        (1, "O 34".to_owned()),
        (2, "D 11 12".to_owned()),
        (1, "O 34".to_owned()),
        (1, "A 16 53 35; B 11".to_owned()),
        (1, "A 16 53 35".to_owned()),
        (2, "D 99".to_owned()),
        (2, "stop".to_owned()),
        (1, format!("solve {}", known(2))),
        (1, "B 11 12 13; C 14 15 17; D 21 22; E 23 24; Z 25 26".to_owned()),
        (1, "Z 99".to_owned()),
        (1, format!("solve {}", known(1))),
    ]
    .map(|(seat, turn)| (Seat::from_number(seat).unwrap(), turn))
    .to_vec();
    let (mut ids, mut accepted) = (std::collections::BTreeSet::new(), 0);
    for (seat, turn) in turns {
        let phrases = match position.play(seat, &turn) {
            Ok(played) => {
                position = played.next;
                accepted += 1;
                played.phrases
            }
            Err(Refusal::Illegal(illegal)) => illegal.faults,
            Err(Refusal::Unreadable(u)) => panic!("{turn}: {u:?}"),
        };
        let views = EYES.map(|eye| position.view(eye));
        let remarks =
            views.iter().flat_map(|v| v.phrases.iter().chain(v.boards.iter().filter_map(|b| b.caption.as_ref())));
        for phrase in phrases.iter().chain(remarks) {
            said(&*position, phrase);
            ids.insert(phrase.id);
        }
        for view in &views {
            for lang in Lang::ALL {
                for line in picture::ascii(view, &Labels(voice(&*position, lang))) {
                    assert!(line.chars().count() <= 72 && !line.ends_with(' '), "{line:?}");
                }
            }
        }
    }
    assert_eq!(accepted, 9);
    for id in [
        "corner",
        "tip",
        "dock",
        "shape",
        "letter",
        "fleet",
        "off-board",
        "place-first",
        "locked",
        "too-many",
        "repeat",
        "used",
        "not-first",
        "two-moves",
        "no-steps",
        "answer",
        "right",
        "wrong",
        "gave-up",
        "header",
        "codes",
        "placed",
        "has-solved",
        "has-stopped",
        "wrong-so-far",
        "left",
        "legend",
        "sheet-header",
        "sheet-step",
        "sheet-steps",
        "centre",
    ] {
        assert!(ids.contains(id), "{id} did not come up in {ids:?}");
    }
    let outcome = position.outcome().unwrap();
    for lang in Lang::ALL {
        for reason in [outcome.reason, "score", "unsolved"] {
            assert!(lang::has(lang, &format!("smyoz-reason-{reason}")));
        }
        // what the parser can expect has its words
        for (text, id) in [
            ("x", "turn"),
            ("place", "layout"),
            ("place .........", "row"),
            ("place ..", "sign"),
            ("place a", "cell"),
            ("56", "step"),
            ("stop it", "end"),
        ] {
            let fault = position.read(text, lang, Seat::One).unwrap_err();
            assert!(fault.expected.contains(&format!("expect-{id}").as_str()), "{text}: {fault:?}");
            fault.expected.iter().for_each(|e| assert!(lang::has(lang, &format!("smyoz-{e}")), "{e}"));
        }
        assert!(position.read(&lang::say(lang, "smyoz-howto", &[]), lang, Seat::One).is_err());
        let help = lang::say(lang, "smyoz-help", &[]);
        assert!((15..=60).contains(&help.lines().count()));
        for line in help.lines() {
            assert!(line.chars().count() <= 76, "{line}");
        }
    }
}

#[test]
fn ships_are_spelled_by_their_names() {
    let position = open("");
    for (term, spelled) in [
        ("b33-53", ["beta 33-53", "béta 33-53", "бета 33-53"]),
        ("d21", ["delta 21", "delta 21", "дельта 21"]),
        ("kind-g", ["gamma", "gamma", "гамма"]),
        ("stop", ["stop", "megállok", "стоп"]),
        ("solve .../...", ["solve …", "megfejtés …", "решение …"]),
        ("b^ 2__", ["b^ 2__"; 3]),
        ("b", ["b"; 3]),
        ("A 56 43", ["A 56 43"; 3]),
    ] {
        assert_eq!(Lang::ALL.map(|l| position.spell(term, l)), spelled, "{term}");
    }
}

#[test]
fn the_sheet_is_drawn_as_on_paper() {
    let position = open("mode=problem info=directions");
    let position = play(&*position, Seat::One, &format!("place {}", known(0))).0;
    let position = play(&*position, Seat::Two, "O 98").0;
    let position = play(&*position, Seat::Two, "A 32 96 94").0;
    let draw = |eye| picture::ascii(&position.view(eye), &Labels(voice(&*position, Lang::Hu))).join("\n");
    let sheet = draw(Eye::Seat(Seat::Two));
    let expected = "\
Flotta: Anna. Vízvonalak: 1. Szigetek:
4,3,3,2,2,2,2. Kikötött hajók: 7.
            10 20 30 40 50 60 70 80 90
a 02     1  .  .  .  .  .  .  .  .  .
b 13m    2  .  . [A ].  .  .  .  .  .
b 04m    3  .  .  .  .  .  .  .  .  .
g 01m    4  .  .  .  .  .  .  .  . [A ]
g 00p    5  .  .  .  .  .  .  .  .  .
g 00m    6  .  .  .  .  .  .  .  . [A ]
d 20     7  .  .  .  .  .  .  .  .  .
d 01     8  .  .  .  .  .  .  .  .  O
d 00 00  9  .  .  .  .  .  .  .  .  .

O 98 = 1; hajók: a:2; szigetek: 3:2
A 32, 96, 94 = 2 0 0_
Ami még lőhető (Béla): 5 lépés, legfeljebb 12 mező; jelük: B, C, D, E,
Z.";
    assert!(sheet.starts_with(expected), "{sheet}");
    let own = draw(Eye::Seat(Seat::One));
    assert!(own.contains("b 04m    3  d  .  .  b"), "{own}");
    assert_eq!(draw(Eye::Public), sheet);
    assert_eq!(draw(Eye::All), own);
}

#[test]
fn hints_count_what_is_left() {
    let position = open("mode=problem info=directions hints=yes");
    let position = play(&*position, Seat::One, &format!("place {}", known(0))).0;
    let count = |position: &dyn Position, eye| {
        position.view(eye).phrases.iter().find(|p| p.id == "candidates").map(ToString::to_string)
    };
    let line = count(&*position, Eye::Seat(Seat::Two)).unwrap();
    assert!(line.ends_with("all=yes"), "{line}");
    assert_eq!(count(&*position, Eye::Seat(Seat::One)), None);
    assert_eq!(count(&*position, Eye::Public), None);
    assert_eq!(count(&*position, Eye::All), Some(line));
    let position = play(&*position, Seat::Two, "A 32 96 94").0;
    let line = count(&*position, Eye::Seat(Seat::Two)).unwrap();
    assert!(line.starts_with("candidates seat=2 count=1 ") || line.starts_with("candidates seat=2 count=2 "), "{line}");
    said(&*position, &position.view(Eye::All).phrases.into_iter().find(|p| p.id == "candidates").unwrap());
}

/// The turns in a letter's lines.
fn turns_in(lines: &str, position: &dyn Position) -> (Vec<String>, Vec<String>) {
    let lines: Vec<String> = lines.lines().map(ToOwned::to_owned).collect();
    let reading = boardpost::judge::reading::read(&lines, position, Lang::Hu, Seat::One);
    (reading.items.iter().map(|i| i.command.to_string()).collect(), reading.ignored)
}

#[test]
fn letters_are_read_line_by_line() {
    let position = open("");
    let drawing = known(0).to_string().replace('/', "\n");
    let (turns, ignored) = turns_in(&format!("Szia!\nfelrakom:\n{drawing}\nÜdv, Béla"), &*position);
    assert_eq!(turns, [format!("move place {}", known(0))]);
    assert_eq!(ignored, ["Szia!", "Üdv, Béla"]);
    let position = play(&*position, Seat::One, &format!("place {}", known(0))).0;
    let position = play(&*position, Seat::Two, &format!("place {}", known(1))).0;
    for (letter, turn) in [
        ("50,6 A\n40,3 A\n70,2 A\nKöszi", "move A 56 43 72"),
        ("A 56 43 72\nÜdv, Béla", "move A 56 43 72"),
        ("A 56\nB 43", "move A 56; B 43"),
        (&format!("Most már tudom.\nMegfejtés:\n{drawing}"), &format!("move solve {}", known(0))),
        ("megállok", "move stop"),
    ] {
        assert_eq!(turns_in(letter, &*position).0, [turn], "{letter}");
    }
}
