//! Sentences: the only place that has any. Each language is a Fluent bundle made of one file an area.

use std::borrow::Cow;
use std::sync::OnceLock;

use fluent_bundle::concurrent::FluentBundle;
use fluent_bundle::{FluentArgs, FluentResource, FluentValue};

use crate::game::{Lang, Phrase, Position, Seat, Value};

type Bundle = FluentBundle<FluentResource>;

macro_rules! area {
    ($($name:literal),* $(,)?) => {
        /// The Fluent sources: area and text for each language.
        pub const SOURCES: &[(&str, [&str; 3])] = &[
            $(($name, [
                include_str!(concat!("en/", $name, ".ftl")),
                include_str!(concat!("hu/", $name, ".ftl")),
                include_str!(concat!("ru/", $name, ".ftl")),
            ])),*
        ];
    };
}

area!("desk", "letter", "thoughtwave", "ataxx", "battleship", "pentomino", "smyoz");

fn bundle(lang: Lang) -> &'static Bundle {
    static BUNDLES: OnceLock<[Bundle; 3]> = OnceLock::new();
    let [en, hu, ru] = BUNDLES.get_or_init(|| [build(Lang::En), build(Lang::Hu), build(Lang::Ru)]);
    match lang {
        Lang::En => en,
        Lang::Hu => hu,
        Lang::Ru => ru,
    }
}

fn build(lang: Lang) -> Bundle {
    // a code of ours is always a language tag
    let mut bundle = Bundle::new_concurrent(vec![lang.code().parse().unwrap_or_default()]);
    // no invisible characters in letters
    bundle.set_use_isolating(false);
    for (_, [en, hu, ru]) in SOURCES {
        let text = match lang {
            Lang::En => en,
            Lang::Hu => hu,
            Lang::Ru => ru,
        };
        // what can be read of a faulty file is used; a test reads them all without a fault
        let resource = FluentResource::try_new((*text).to_owned()).unwrap_or_else(|(resource, _)| resource);
        bundle.add_resource_overriding(resource);
    }
    bundle
}

/// Values for a sentence.
pub type Args<'a> = [(&'a str, FluentValue<'a>)];

/// Is there such a sentence?
#[must_use]
pub fn has(lang: Lang, id: &str) -> bool {
    bundle(lang).get_message(id).and_then(|m| m.value()).is_some()
}

/// Forms a sentence. An unknown id comes back as itself in brackets, so that nothing is lost.
#[must_use]
pub fn say(lang: Lang, id: &str, args: &Args<'_>) -> String {
    let bundle = bundle(lang);
    let Some(pattern) = bundle.get_message(id).and_then(|m| m.value()) else {
        let values: Vec<String> = args.iter().map(|(k, v)| format!(" {k}={}", plain(v))).collect();
        return format!("[{id}{}]", values.concat());
    };
    let mut list = FluentArgs::new();
    for (key, value) in args {
        list.set(*key, value.clone());
    }
    let mut faults = Vec::new();
    bundle.format_pattern(pattern, Some(&list), &mut faults).into_owned()
}

fn plain(value: &FluentValue<'_>) -> String {
    match value {
        FluentValue::String(s) => s.to_string(),
        FluentValue::Number(n) => n.as_string().into_owned(),
        _ => String::new(),
    }
}

/// A reader at a table: what is needed to say a game's phrases to him.
#[derive(Clone, Copy)]
pub struct Voice<'a> {
    /// His language.
    pub lang: Lang,
    /// His seat; `None` for a spectator or an admin.
    pub seat: Option<Seat>,
    /// The position, which knows how terms are spelled.
    pub position: &'a dyn Position,
    /// The players' names.
    pub names: [&'a str; 2],
}

impl Voice<'_> {
    /// The id of a game's own sentence if there is one, else the common one; what stands in the way of reading a
    /// letter (`letter::Body::problems`) is a `problem-…`.
    fn id<'i>(&self, id: &'i str) -> Cow<'i, str> {
        let own = [self.position.game().name(), "-", id].concat();
        if has(self.lang, &own) {
            return Cow::Owned(own);
        }
        let problem = || ["problem-", id].concat();
        if has(self.lang, id) {
            id.into()
        } else {
            Some(problem()).filter(|p| has(self.lang, p)).map_or(id.into(), Cow::Owned)
        }
    }

    /// Says a phrase.
    #[must_use]
    pub fn phrase(&self, phrase: &Phrase) -> String {
        let mut args: Vec<(&str, FluentValue<'_>)> = Vec::new();
        for (key, value) in &phrase.args {
            args.push((key, self.value(value)));
            if let Value::Seat(seat) = value {
                let me = if self.seat == Some(*seat) { "yes" } else { "no" };
                args.push(("me", me.into()));
            }
        }
        if let Some(manner) = phrase.manner {
            args.push(("manner", manner.into()));
        }
        say(self.lang, &self.id(phrase.id), &args)
    }

    fn value(&self, value: &Value) -> FluentValue<'static> {
        match value {
            Value::Number(n) => FluentValue::from(*n),
            Value::Seat(seat) => FluentValue::from((*seat.of(&self.names)).to_owned()),
            Value::Term(t) => FluentValue::from(self.position.spell(t, self.lang)),
            Value::Terms(list) => {
                let spelled: Vec<String> = list.iter().map(|t| self.position.spell(t, self.lang)).collect();
                FluentValue::from(spelled.join(", "))
            }
            Value::Text(t) => FluentValue::from(t.clone()),
        }
    }

    /// Says a sentence of the game or a common one.
    #[must_use]
    pub fn say(&self, id: &str, args: &Args<'_>) -> String {
        say(self.lang, &self.id(id), args)
    }

    /// The sentence of an expected thing of an unreadable line.
    #[must_use]
    pub fn expected(&self, id: &str) -> String {
        let id = id.strip_prefix("expect-").unwrap_or(id);
        self.say(&format!("expect-{id}"), &[])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_file_is_read_without_a_fault() {
        for (area, texts) in SOURCES {
            for text in texts {
                if let Err((_, faults)) = FluentResource::try_new((*text).to_owned()) {
                    panic!("{area}: {faults:?}");
                }
            }
        }
    }

    #[test]
    fn plurals_are_right() {
        let n = |lang, n: i64| say(lang, "ignored-quote", &[("count", n.into())]);
        assert_eq!(n(Lang::Ru, 1), "1 строка цитаты или подписи не читалась.");
        assert_eq!(n(Lang::Ru, 3), "3 строки цитаты и подписи не читались.");
        assert_eq!(n(Lang::Ru, 11), "11 строк цитаты и подписи не читались.");
        assert!(n(Lang::En, 1).starts_with("One line"));
    }
}
