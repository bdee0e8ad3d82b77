//! Drawings of a board as people type them: rows of signs with or without row numbers, a header line, a frame, blanks
//! between the signs.
//!
//! What is left of a row is its signs: letters in upper case, `.` for water, and whatever else stood there, for the
//! rules to refuse. Reading the result again gives the same.

use super::shapes::Board;
use crate::game::grid::twin;

/// Signs that are read as water.
const WATER: &[char] = &['.', '~', '-', '0', '_', '\u{b7}'];

/// Signs of frames and numbering that say nothing.
const NOTHING: &[char] = &['|', ':', ')'];

/// Digits of a row number; a 0 is water.
const NUMBER: &[char] = &['1', '2', '3', '4', '5', '6', '7', '8', '9'];

const WIDTH: usize = Board::GAME.width as usize;
const HEIGHT: usize = Board::GAME.height as usize;

/// Reads the rows, which stand on lines of their own or between slashes; at least two.
pub(super) fn read(text: &str) -> Option<Vec<String>> {
    let mut rows: Vec<String> = text.split(['\n', '/']).filter_map(row).collect();
    if text.contains('\n') {
        // a name right under the drawing is no row
        let complete = rows.iter().skip(HEIGHT).position(|row| row.chars().count() != WIDTH);
        if let Some(more) = complete {
            rows.truncate(HEIGHT + more);
        }
    }
    (rows.len() > 1).then_some(rows)
}

/// Can this be the first line of a drawing: its header, its frame, or a row as wide as the board with water in it?
/// Pieces that do not touch leave water in every row.
pub(super) fn opens(line: &str) -> bool {
    row(line).map_or(!line.trim().is_empty(), |row| row.chars().count() == WIDTH && row.contains('.'))
}

/// The signs of a row; `None` for a line that has none: blank, a header, part of a frame.
fn row(line: &str) -> Option<String> {
    // most rows are nothing but letters and water
    let bare = !line.is_empty() && line.bytes().all(|b| b.is_ascii_alphabetic() || b == b'.');
    if bare && !line.eq_ignore_ascii_case("abcdefghij") {
        return Some(line.to_ascii_uppercase());
    }
    let signs: String =
        line.chars().filter(|c| !c.is_whitespace() && !c.is_control() && !NOTHING.contains(c)).collect();
    let body = signs.trim_matches(NUMBER);
    let frame = body.contains(['+', '=']) && body.chars().all(|c| "+-=".contains(c));
    let header = body.chars().map(|c| twin(c).unwrap_or(c).to_ascii_lowercase()).eq('a'..='j');
    if frame || header || body.chars().all(|c| c == '0') && signs.len() > body.len() && signs.starts_with("123") {
        return None;
    }
    // `1.` is a row number with its full stop
    let body = match body.strip_prefix('.') {
        Some(rest) if body.len() < signs.len() && rest.chars().count() == WIDTH && !rest.starts_with(NUMBER) => rest,
        _ => body,
    };
    let sign = |c: char| if WATER.contains(&c) { '.' } else { upper(c) };
    (!body.is_empty()).then(|| body.chars().map(sign).collect())
}

/// Upper case by shape: a Cyrillic letter that looks like a Latin one is taken for it.
fn upper(c: char) -> char {
    let c = twin(c).unwrap_or(c);
    let mut upper = c.to_uppercase();
    match (upper.next(), upper.next()) {
        (Some(one), None) => one,
        _ => c,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROWS: [&str; 6] = ["VVV.I.PPP.", "V...I.PP.L", "V...I....L", ".X..I.UU.L", "XXX.I.U.LL", ".X....UU.."];

    #[test]
    fn drawings_are_read_as_people_type_them() {
        let plain = ROWS.join("\n");
        let numbered = |f: &dyn Fn(usize, &str) -> String| {
            let rows: Vec<String> = ROWS.iter().zip(1..).map(|(r, n)| f(n, r)).collect();
            rows.join("\n")
        };
        let spaced = |r: &str| r.chars().map(|c| format!(" {c}")).collect::<String>();
        for text in [
            plain.clone(),
            plain.to_lowercase(),
            ROWS.join("/"),
            ROWS.join(" / "),
            plain.replace('.', "~"),
            plain.replace('.', "-"),
            plain.replace('.', "0"),
            plain.replace('.', "_"),
            plain.replace('X', "Х").replace('P', "р"),
            numbered(&|n, r| format!("{n}{r}")),
            numbered(&|n, r| format!("{n} {r}")),
            numbered(&|n, r| format!("{n}. {r}")),
            numbered(&|n, r| format!("{n}: {r}")),
            numbered(&|n, r| format!("{n}) {r} {n}")),
            numbered(&|_, r| spaced(r)),
            format!("  abcdefghij\n{}", numbered(&|n, r| format!("{n} {r}"))),
            format!("   A B C D E F G H I J\n{}", numbered(&|n, r| format!("{n} {}", spaced(r)))),
            format!("   1 2 3 4 5 6 7 8 9 10\n{}", numbered(&|n, r| format!("{n} |{}|", spaced(r)))),
            format!("+----------+\n{}\n+----------+", numbered(&|_, r| format!("|{r}|"))),
            format!("{plain}\nÜdv, Béla"),
        ] {
            assert_eq!(read(&text).unwrap(), ROWS, "{text}");
        }
        assert!(opens("VVV.I.PPP.") && opens("a b c d e f g h i j") && opens("1 V V V . I . P P P ."));
        assert!(!opens("to move") && !opens("the ships, please") && !opens("VVV"));
    }

    #[test]
    fn faults_of_a_drawing_are_kept() {
        assert_eq!(read("VVV#/7V 7V./"), Some(vec!["VVV#".to_owned(), "V7V.".to_owned()]));
        assert_eq!(read("abcdefghij/V."), None);
        assert_eq!(read("V."), None);
        assert_eq!(read(""), None);
    }

    #[test]
    fn reading_again_gives_the_same() {
        let mut dice = crate::game::options::Dice::new(1, 0);
        let alphabet: Vec<char> = "VvX.~-0_|:) \n/1239+=#ab10éß…ж".chars().collect();
        let mut pick = |n: u64| usize::try_from(dice.below(n)).unwrap();
        for _ in 0..20_000 {
            let length = pick(30) as u64;
            let text: String = (0..length).map(|_| alphabet[pick(alphabet.len() as u64)]).collect();
            if let Some(rows) = read(&text) {
                assert_eq!(read(&rows.join("/")), Some(rows), "{text}");
            }
        }
    }
}
