//! One table of the configuration, read key by key, so that all faults come to light at once.

use std::ops::RangeInclusive;

use toml::Spanned;
use toml::de::{DeTable, DeValue};

use super::fault::{At, Faults};

/// A table and the keys that were asked of it.
pub(super) struct Section<'a> {
    /// Its name with a final dot, `inbox.`; empty at the top.
    prefix: String,
    /// `None`: it is left out.
    table: Option<&'a DeTable<'a>>,
    /// Where it begins, in bytes.
    at: usize,
    asked: Vec<&'static str>,
}

impl<'a> Section<'a> {
    pub(super) const fn top(table: &'a DeTable<'a>) -> Self {
        Self { prefix: String::new(), table: Some(table), at: 0, asked: Vec::new() }
    }

    /// The full name of a key in this table.
    pub(super) fn name_of(&self, key: &str) -> String {
        format!("{}{key}", self.prefix)
    }

    fn get(&mut self, key: &'static str) -> Option<At<&'a DeValue<'a>>> {
        if !self.asked.contains(&key) {
            self.asked.push(key);
        }
        let value = self.table?.get(key)?;
        Some(At { value: value.get_ref(), at: value.span().start, key: self.name_of(key) })
    }

    /// A table inside; an empty one where it is left out.
    pub(super) fn section(&mut self, key: &'static str, faults: &mut Faults<'_>) -> Self {
        let mut inner = Self { prefix: format!("{}{key}.", self.prefix), table: None, at: self.at, asked: Vec::new() };
        if let Some(found) = self.get(key) {
            inner.at = found.at;
            inner.table = found.value.as_table();
            if inner.table.is_none() {
                wrong_kind(&found, faults, &format!("must be a table: [{key}]"));
            }
        }
        inner
    }

    /// The tables of an array, `[[player]]`.
    pub(super) fn sections(&mut self, key: &'static str, faults: &mut Faults<'_>) -> Vec<Self> {
        let Some(found) = self.get(key) else { return Vec::new() };
        let mut all = Vec::new();
        let Some(array) = found.value.as_array() else {
            wrong_kind(&found, faults, &format!("must be a list of tables, each under [[{key}]]"));
            return all;
        };
        for (i, value) in array.iter().enumerate() {
            let name = format!("{}[{}]", found.key, i + 1);
            let at = At { value: value.get_ref(), at: value.span().start, key: name };
            match value.get_ref().as_table() {
                Some(table) => {
                    all.push(Self { prefix: format!("{}.", at.key), table: Some(table), at: at.at, asked: Vec::new() });
                }
                None => wrong_kind(&at, faults, &format!("must be a table under [[{key}]]")),
            }
        }
        all
    }

    /// Is the key there, whatever its value? Then it counts as known.
    pub(super) fn place_of(&mut self, key: &'static str) -> Option<At<()>> {
        self.table?.get(key)?;
        self.get(key).map(|found| At { value: (), at: found.at, key: found.key })
    }

    pub(super) fn text(&mut self, key: &'static str, faults: &mut Faults<'_>) -> Option<At<String>> {
        let found = self.get(key)?;
        text_of(&found, faults)
    }

    pub(super) fn flag(&mut self, key: &'static str, default: bool, faults: &mut Faults<'_>) -> bool {
        let Some(found) = self.get(key) else { return default };
        found.value.as_bool().unwrap_or_else(|| {
            wrong_kind(&found, faults, "must be true or false");
            default
        })
    }

    /// A whole number in a range; `off` lets 0 in as well.
    pub(super) fn number(
        &mut self,
        key: &'static str,
        default: u64,
        range: RangeInclusive<u64>,
        off: bool,
        faults: &mut Faults<'_>,
    ) -> u64 {
        let Some(found) = self.get(key) else { return default };
        let number = found.value.as_integer().and_then(|n| i128::from_str_radix(n.as_str(), n.radix()).ok());
        match number.map(u64::try_from) {
            Some(Ok(n)) if range.contains(&n) || off && n == 0 => n,
            _ => {
                let zero = if off { "0 (off) or " } else { "" };
                let allowed = format!("must be {zero}a whole number from {} to {}", range.start(), range.end());
                wrong_kind(&found, faults, &allowed);
                default
            }
        }
    }

    /// One of some words.
    pub(super) fn choice<T: Copy>(
        &mut self,
        key: &'static str,
        words: &[(&str, T)],
        default: T,
        faults: &mut Faults<'_>,
    ) -> T {
        let Some(found) = self.text(key, faults) else { return default };
        if let Some((_, value)) = words.iter().find(|(word, _)| *word == found.value) {
            return *value;
        }
        let known: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
        let near = nearest(&found.value, &known).unwrap_or_default();
        faults.refuse(&found, format!("must be {}; the nearest is \"{near}\"", quoted(&known, " or ")));
        default
    }

    /// A list of strings.
    pub(super) fn texts(&mut self, key: &'static str, faults: &mut Faults<'_>) -> Option<At<Vec<At<String>>>> {
        let found = self.get(key)?;
        let Some(array) = found.value.as_array() else {
            wrong_kind(&found, faults, "must be a list of strings: [\"…\"]");
            return None;
        };
        let mut all = Vec::new();
        for (i, value) in array.iter().enumerate() {
            let key = format!("{}[{}]", found.key, i + 1);
            all.extend(text_of(&At { value: value.get_ref(), at: value.span().start, key }, faults));
        }
        Some(At { value: all, at: found.at, key: found.key })
    }

    /// Notes that a key is missing.
    pub(super) fn missing(&self, key: &str, text: &str, faults: &mut Faults<'_>) {
        faults.add(self.at, &self.name_of(key), None, text);
    }

    /// Notes all keys that nobody asked for. `elsewhere` gives the place where a key would be right.
    pub(super) fn finish(self, faults: &mut Faults<'_>, elsewhere: impl Fn(&str) -> Option<String>) {
        for (key, at) in
            self.table.into_iter().flat_map(|t| t.keys()).map(|k: &Spanned<_>| (k.get_ref(), k.span().start))
        {
            if self.asked.contains(&key.as_ref()) {
                continue;
            }
            let near = nearest(key, &self.asked).unwrap_or_default();
            let mut text = format!("unknown key; the nearest known key is \"{near}\"");
            if let Some(place) = elsewhere(key) {
                text = format!("unknown key here: it belongs {place}; the nearest known key here is \"{near}\"");
            }
            text.push_str(&format!(" (known: {})", self.asked.join(", ")));
            // the value is not shown: it may be a password under a misspelled key
            faults.add(at, &self.name_of(key), None, text);
        }
    }
}

fn text_of(found: &At<&DeValue<'_>>, faults: &mut Faults<'_>) -> Option<At<String>> {
    let Some(text) = found.value.as_str() else {
        wrong_kind(found, faults, "must be a string in quotes");
        return None;
    };
    if text.chars().any(char::is_control) {
        faults.add(found.at, &found.key, None, "must not hold control characters");
        return None;
    }
    Some(At { value: text.to_owned(), at: found.at, key: found.key.clone() })
}

/// Notes a value that cannot be used, and shows it unless the key has to do with passwords.
fn wrong_kind(found: &At<&DeValue<'_>>, faults: &mut Faults<'_>, allowed: &str) {
    let read = match found.value {
        DeValue::Integer(n) => n.to_string(),
        DeValue::Float(n) => n.to_string(),
        DeValue::Boolean(b) => b.to_string(),
        DeValue::Datetime(d) => d.to_string(),
        DeValue::String(s) => format!("{s:?}"),
        DeValue::Array(_) => "a list".to_owned(),
        DeValue::Table(_) => "a table".to_owned(),
    };
    let read = (!found.key.contains("password")).then_some(read);
    faults.add(found.at, &found.key, read, allowed);
}

/// The word that is most like `word`.
pub(super) fn nearest<'w>(word: &str, known: &[&'w str]) -> Option<&'w str> {
    let word = word.to_lowercase().replace('-', "_");
    // the first of equals
    known.iter().copied().rev().max_by(|a, b| strsim::jaro_winkler(&word, a).total_cmp(&strsim::jaro_winkler(&word, b)))
}

/// `"a", "b" or "c"` with `" or "`.
pub(super) fn quoted(words: &[&str], last: &str) -> String {
    let words: Vec<String> = words.iter().map(|w| format!("\"{w}\"")).collect();
    match words.split_last() {
        Some((end, rest)) if !rest.is_empty() => format!("{}{last}{end}", rest.join(", ")),
        Some((end, _)) => end.clone(),
        None => String::new(),
    }
}
