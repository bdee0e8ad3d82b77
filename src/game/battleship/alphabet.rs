//! The letters of the columns, and the look-alikes of the other script.

/// Which letters name the columns.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum Alphabet {
    /// а to п without ё and й.
    Ru,
    /// а to о with ё, without й.
    RuYo,
    /// a to o.
    #[default]
    Lat,
    /// The word «республика», which has ten different letters.
    Respublika,
    /// The word «снегурочка», which has ten different letters.
    Snegurochka,
}

impl Alphabet {
    /// All of them.
    pub(super) const ALL: [Self; 5] = [Self::Ru, Self::RuYo, Self::Lat, Self::Respublika, Self::Snegurochka];

    /// The option's value, in ASCII.
    #[must_use]
    pub const fn word(self) -> &'static str {
        match self {
            Self::Ru => "ru",
            Self::RuYo => "ru-yo",
            Self::Lat => "lat",
            Self::Respublika => "respublika",
            Self::Snegurochka => "snegurochka",
        }
    }

    /// All its letters, in lower case.
    #[must_use]
    pub const fn letters(self) -> &'static str {
        match self {
            Self::Ru => "абвгдежзиклмноп",
            Self::RuYo => "абвгдеёжзиклмно",
            Self::Lat => "abcdefghijklmno",
            Self::Respublika => "республика",
            Self::Snegurochka => "снегурочка",
        }
    }
}

/// Letters of one shape and one meaning: Latin and Cyrillic. One stands for the other.
const TWINS: [(char, char); 8] =
    [('a', 'а'), ('e', 'е'), ('k', 'к'), ('o', 'о'), ('p', 'р'), ('c', 'с'), ('y', 'у'), ('x', 'х')];

/// Letters that look like one letter of the other script and may be meant for another: the letter, what it looks like,
/// what it sounds like. Small т and м change their looks in italics, so these are asked back as well.
const TREACHEROUS: [(char, char, char); 8] = [
    ('b', 'в', 'б'),
    ('h', 'н', 'х'),
    ('m', 'м', 'м'),
    ('t', 'т', 'т'),
    ('в', 'b', 'v'),
    ('н', 'h', 'n'),
    ('м', 'm', 'm'),
    ('т', 't', 't'),
];

/// What a typed letter means.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum Letter {
    /// A column.
    Column(usize),
    /// A letter of the other script: what it looks like and what it sounds like.
    Treacherous(char, char),
    /// No column of this board.
    Outside,
}

/// Reads a letter on a board with these columns.
pub(super) fn read(columns: &[char], typed: char) -> Letter {
    let typed = typed.to_lowercase().next().unwrap_or(typed);
    let find = |letter: char| columns.iter().position(|c| *c == letter);
    if let Some(column) = find(typed) {
        return Letter::Column(column);
    }
    let twin = TWINS.into_iter().find_map(|(lat, cyr)| match typed {
        c if c == lat => Some(cyr),
        c if c == cyr => Some(lat),
        _ => None,
    });
    if let Some(column) = twin.and_then(find) {
        return Letter::Column(column);
    }
    let cyrillic = columns.iter().any(|c| !c.is_ascii());
    match TREACHEROUS.into_iter().find(|(letter, ..)| *letter == typed && letter.is_ascii() == cyrillic) {
        Some((_, looks, sounds)) => Letter::Treacherous(looks, sounds),
        None => Letter::Outside,
    }
}
