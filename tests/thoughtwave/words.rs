//! The words of Thoughtwave: every sentence exists in three languages and takes what the game gives it.

use std::fs;

use boardpost::game::{Phrase, Unreadable, Value};
use fluent_bundle::{FluentArgs, FluentBundle, FluentResource, FluentValue};

use super::*;

fn bundle(lang: Lang) -> FluentBundle<FluentResource> {
    let path = format!("{}/src/lang/{lang}/thoughtwave.ftl", env!("CARGO_MANIFEST_DIR"));
    let resource =
        FluentResource::try_new(fs::read_to_string(path).unwrap()).unwrap_or_else(|(_, e)| panic!("{lang}: {e:?}"));
    let mut bundle = FluentBundle::new(vec![lang.code().parse().unwrap()]);
    bundle.set_use_isolating(false);
    bundle.add_resource(resource).unwrap_or_else(|e| panic!("{lang}: {e:?}"));
    bundle
}

/// The names of all messages, in order.
fn names(lang: Lang) -> Vec<String> {
    let path = format!("{}/src/lang/{lang}/thoughtwave.ftl", env!("CARGO_MANIFEST_DIR"));
    let text = fs::read_to_string(path).unwrap();
    text.lines().filter_map(|l| l.strip_prefix("thoughtwave-")?.split_once(" =")).map(|(n, _)| n.to_owned()).collect()
}

fn say(bundle: &FluentBundle<FluentResource>, name: &str, args: &FluentArgs<'_>) -> String {
    let id = format!("thoughtwave-{name}");
    let message = bundle.get_message(&id).unwrap_or_else(|| panic!("no message {id}"));
    let mut errors = Vec::new();
    let said = bundle.format_pattern(message.value().unwrap(), Some(args), &mut errors).into_owned();
    assert!(errors.is_empty(), "{id}: {errors:?}");
    said
}

fn arguments(phrase: &Phrase, position: &dyn Position, lang: Lang) -> FluentArgs<'static> {
    let mut args = FluentArgs::new();
    for (key, value) in &phrase.args {
        let value: FluentValue<'static> = match value {
            Value::Number(n) => (*n).into(),
            Value::Seat(Seat::One) => "Anna".into(),
            Value::Seat(Seat::Two) => "Béla".into(),
            Value::Term(term) => position.spell(term, lang).into(),
            Value::Terms(terms) => position.spell(&terms.join(", "), lang).into(),
            Value::Text(text) => text.clone().into(),
        };
        args.set(*key, value);
        if *key == "seat" {
            args.set("me", "no");
        }
    }
    args
}

/// Every phrase that the game can make, from real positions.
fn phrases() -> Vec<(Box<dyn Position>, Phrase)> {
    let filled = "size=3 position=B1:sw,C1:ns,A2:ns,B2:nes,C2:nsw,B3:new";
    let mut all = Vec::new();
    for (options, turn) in [
        ("", "ew@E5"),
        ("", "ew@K5"),
        ("hands=1:T6L5C10D1", "X@E5"),
        ("hands=1:X1", "n@E5"),
        ("hands=1:X1", "ns@E5"),
        ("hands=1:X1", "ne@E5"),
        ("hands=1:X1", "nes@E5"),
        (SOURCE, "n@B1"),
        (SOURCE, "new@B2"),
        ("position=B1:esw,A2:nw,C2:sw,B3:n hands=1:X1", "X@B2"),
        ("hands=2:", "n@A1"),
        ("size=3 position=A2:ew,B1:ns,B3:ns,C2:ew", "X@B2"),
        (&format!("{filled} hands=1:C2,2:D1"), "es@A1"),
    ] {
        let position = open(options);
        let seat = position.to_act().iter().next().unwrap();
        let (next, phrases) = match position.play(seat, turn) {
            Ok(played) => (played.next, played.phrases),
            Err(Refusal::Illegal(illegal)) => (position, illegal.faults),
            Err(Refusal::Unreadable(e)) => panic!("{turn}: {e:?}"),
        };
        for phrase in phrases.into_iter().chain(next.view(Eye::All).phrases) {
            all.push((next.copy(), phrase));
        }
    }
    all
}

#[test]
fn every_sentence_exists_in_three_languages() {
    let mut said = BTreeSet::new();
    for lang in Lang::ALL {
        let bundle = bundle(lang);
        assert_eq!(names(lang), names(Lang::En), "{lang}");
        for (position, phrase) in phrases() {
            let sentence = say(&bundle, phrase.id, &arguments(&phrase, &*position, lang));
            assert!(!sentence.contains(['{', '}', '\u{2068}']), "{sentence}");
            said.insert(phrase.id.to_owned());
        }
        for text in ["", "ew", "nn", "ew@", "ew@E", "E5", "ew@E5 "] {
            let Err(Unreadable { expected, .. }) = open("").read(text, Lang::En, Seat::One) else { panic!("{text}") };
            for id in expected {
                say(&bundle, id, &FluentArgs::new());
                said.insert(id.to_owned());
            }
        }
        for (result, winner) in [("won", "Anna"), ("drawn", "")] {
            let mut args = FluentArgs::new();
            args.set("result", result);
            args.set("winner", winner);
            for id in ["link", "both-linked", "no-pieces", "stuck"].map(|id| format!("reason-{id}")) {
                say(&bundle, &id, &args);
                said.insert(id);
            }
        }
        for bad in ["position=K1:n", "position=A1:n,A1:n", "position=A1:e,B1:n", "handicap=1 hands=1:X1", "hands=1:,1:"]
        {
            let Err(OptionFault::Conflict { id, detail, .. }) = try_open(bad) else { panic!("{bad}") };
            let mut args = FluentArgs::new();
            args.set("detail", detail);
            say(&bundle, &format!("option-{id}"), &args);
            said.insert(format!("option-{id}"));
        }
        for stock in open("").view(Eye::All).stocks {
            for (item, _) in stock.items {
                say(&bundle, &format!("item-{item}"), &FluentArgs::new());
                said.insert(format!("item-{item}"));
            }
        }
        let title = say(&bundle, "title", &FluentArgs::new());
        let help = say(&bundle, "help", &FluentArgs::new());
        assert!(help.starts_with(title.split(' ').next().unwrap()));
        assert!((15..=36).contains(&help.lines().count()), "{}", help.lines().count());
        for line in help.lines() {
            assert!(line.chars().count() <= 72 && !line.starts_with(['>', '.']), "{lang}: {line}");
            // no line of the help is a move, in case it comes back quoted
            assert!(Lang::ALL.iter().all(|l| open("").read(line.trim(), *l, Seat::One).is_err()), "{line}");
        }
        assert!(help.contains(thoughtwave().example(lang)) && help.contains("    | X@C3 "), "{lang}");
        for key in thoughtwave().option_keys().iter().filter(|k| **k != "seed") {
            assert!(help.contains(&format!("{key}=")), "{lang}: {key}");
        }
    }
    said.extend(["title".to_owned(), "help".to_owned(), "howto".to_owned()]);
    // no sentence stands there for nothing
    assert_eq!(names(Lang::En).into_iter().collect::<BTreeSet<_>>(), said);
}

#[test]
fn sentences_speak_the_reader_s_notation() {
    let position = open(SOURCE);
    let Err(Refusal::Illegal(illegal)) = position.play(Seat::One, "new@B2").map(|p| p.turn) else { panic!() };
    let told = |lang| say(&bundle(lang), "mismatch", &arguments(&illegal.faults[0], &*position, lang));
    assert_eq!(
        told(Lang::En),
        "This piece does not fit on B2: it clashes with A2, B3. Of your pieces this one fits there: nes."
    );
    assert_eq!(
        told(Lang::Hu),
        "Nem illik a mezőre: B2. Ezzel a szomszéddal nem fér össze: A2, B3. A bábuid közül ez illik oda: ékd."
    );
    assert_eq!(
        told(Lang::Ru),
        "На клетку B2 эта фигура не подходит. Не сходится с соседней: A2, B3. Из ваших фигур сюда подходит одна: свю."
    );
}
