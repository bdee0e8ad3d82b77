//! Letters of another alphabet than they look like: which stood in a move, and as what they were read.

use crate::game::Lang;
use crate::game::grid::twin;
use crate::lang;

/// How many are named.
const NAMED: usize = 3;

/// A sign that may not be what its writer thinks, and the letter of the same shape that it was read as.
type Odd = (char, Option<char>);

/// The letters of a line that stand for others in what it was read as. Both are in one language's notation.
pub(super) fn read_as(line: &str, meaning: &str) -> Vec<Odd> {
    let has = |c: char| meaning.chars().any(|m| same(m, c));
    let mut odd: Vec<Odd> = Vec::new();
    for c in moves(line).flat_map(str::chars) {
        let other = if has(c) { None } else { shapes(c).find(|o| has(*o)) };
        if other.is_some() && !odd.iter().any(|o| o.0 == c) {
            odd.push((c, other));
        }
    }
    odd.truncate(NAMED);
    odd
}

/// The letters that may be why a text cannot be read: those with a twin in another alphabet, in words that mix two;
/// and the sign at the place where reading stopped, unless it is one that everybody knows.
pub(super) fn unread(text: &str, at: usize, lang: Lang) -> Vec<Odd> {
    let mut odd: Vec<Odd> = Vec::new();
    // Russian moves have Cyrillic letters and Latin ones, but not side by side
    let pieces = moves(text).flat_map(|word| word.split(move |c: char| lang == Lang::Ru && !c.is_alphabetic()));
    for word in pieces {
        let mixed = word.chars().any(|c| script(c) == "cyrillic") && word.chars().any(|c| script(c) == "latin");
        for c in word.chars().filter(|c| mixed && script(*c) == "cyrillic") {
            if let Some(latin) = twin(c)
                && !odd.iter().any(|o| o.0 == c)
            {
                odd.push((c, Some(latin)));
            }
        }
    }
    if let Some(c) = text.chars().nth(at)
        && !known(c, lang)
        && !odd.iter().any(|o| o.0 == c)
    {
        odd.push((c, None));
    }
    odd.truncate(NAMED);
    odd
}

/// The sentence about one of them.
pub(super) fn sentence((sign, other): Odd, lang: Lang) -> String {
    let name = |c: char| lang::say(lang, &format!("script-{}", script(c)), &[]);
    let code = |c: char| format!("U+{:04X}", u32::from(c));
    let args = [("sign", sign.to_string().into()), ("script", name(sign).into()), ("code", code(sign).into())];
    match other {
        Some(o) => {
            let [a, b, c] = args;
            lang::say(lang, "odd-letter", &[a, b, c, ("other", o.to_string().into()), ("as", name(o).into())])
        }
        None => lang::say(lang, "odd-sign", &args),
    }
}

/// Words that may be moves: with a digit or an `@`.
fn moves(text: &str) -> impl Iterator<Item = &str> {
    text.split_whitespace().filter(|w| w.contains('@') || w.chars().any(|c| c.is_ascii_digit())).take(200)
}

fn same(a: char, b: char) -> bool {
    a.to_lowercase().eq(b.to_lowercase())
}

/// The letters of the same shape in the other alphabet, in the same case.
fn shapes(c: char) -> impl Iterator<Item = char> {
    let cyrillic = ('\u{410}'..='\u{44f}').filter(move |k| twin(*k) == Some(c));
    twin(c).into_iter().chain(cyrillic)
}

/// Does a reader of a language know the sign from his keyboard?
fn known(c: char, lang: Lang) -> bool {
    let own = match lang {
        Lang::En => false,
        Lang::Hu => "áéíóöőúüűÁÉÍÓÖŐÚÜŰ".contains(c),
        Lang::Ru => ('\u{400}'..='\u{45f}').contains(&c),
    };
    c.is_ascii() || own
}

/// The alphabet of a letter, as the sentences name it.
fn script(c: char) -> &'static str {
    match c {
        'a'..='z' | 'A'..='Z' | '\u{c0}'..='\u{24f}' => "latin",
        '\u{370}'..='\u{3ff}' => "greek",
        '\u{400}'..='\u{52f}' => "cyrillic",
        _ => "other",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn twins_are_named() {
        assert_eq!(read_as("В1", "B1"), [('В', Some('B'))]);
        assert_eq!(read_as("привет ew@Е5", "ew@E5"), [('Е', Some('E'))]);
        assert_eq!(read_as("a1", "а1"), [('a', Some('а'))]);
        assert!(read_as("юв@B2", "юв@B2").is_empty());
        assert!(read_as("EW@e5", "ew@E5").is_empty());
        assert_eq!(unread("Сx@Q77", 0, Lang::En), [('С', Some('C'))]);
        assert_eq!(unread("ew@Е55", 5, Lang::En), [('Е', Some('E'))]);
        assert_eq!(unread("вюв@A1", 2, Lang::Ru), []);
        assert_eq!(unread("Сa@A1", 0, Lang::Ru), [('С', Some('C'))]);
        assert_eq!(unread("ew@Ж5", 3, Lang::En), [('Ж', None)]);
        assert!(unread("ew@Ж5", 3, Lang::Ru).iter().all(|o| o.0 != 'Ж'));
        assert_eq!(sentence(('В', Some('B')), Lang::En), "“В” is a Cyrillic letter (U+0412), read as “B” (Latin).");
    }
}
