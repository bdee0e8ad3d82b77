//! A line of a letter with what is known about it before anything is taken off.

use super::patterns::WROTE;
use super::shape::has_address;

/// One line.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct Line {
    /// The text without its quote marks, right-trimmed.
    pub(super) text: String,
    /// How many quote marks stood before it.
    pub(super) depth: usize,
    /// It stood in a `<blockquote>` that no client marked as a quote.
    pub(super) weak: bool,
    /// What the client said about it.
    pub(super) mark: Option<Mark>,
}

/// A client's own word about a line of HTML.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Mark {
    /// The old letter begins here.
    Cut,
    /// An attribution line.
    Attribution,
    /// Part of the signature.
    Signature,
}

impl Line {
    /// A line of plain text: blanks before `>` and between several are allowed, since clients put them there. `|` is
    /// never a quote mark: boards are full of it.
    pub(super) fn plain(text: &str) -> Self {
        let text = text.trim_end();
        let mut rest = text;
        let mut depth = 0;
        loop {
            let inner = rest.trim_start_matches([' ', '\t', '\u{a0}']);
            match inner.strip_prefix('>') {
                Some(after) if rest.len() - inner.len() <= 8 => {
                    depth += 1;
                    rest = after;
                }
                _ => break,
            }
        }
        if depth > 0 {
            rest = rest.strip_prefix([' ', '\u{a0}']).unwrap_or(rest);
        }
        Self { text: rest.to_owned(), depth, weak: false, mark: None }
    }

    /// Nothing to be seen in it.
    pub(super) fn is_blank(&self) -> bool {
        self.text
            .chars()
            .all(|c| c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}'))
    }
}

/// Splits plain text into lines.
pub(super) fn plain(text: &str) -> Vec<Line> {
    let mut out: Vec<Line> = Vec::new();
    for line in text.split('\n').map(Line::plain) {
        // "… skrev Boardpost <g@x.org⏎>:": the mark closes the address
        let closes = line.depth == 1
            && line.text.trim_end().ends_with(':')
            && line.text.chars().count() <= 40
            && out.last().is_some_and(|l| {
                let word = line.text.trim_end_matches(':').trim();
                l.depth == 0
                    && (l.text.rfind('<') > l.text.rfind('>') || (WROTE.contains(&word) && has_address(&l.text)))
            });
        out.push(if closes { Line { text: format!(">{}", line.text), depth: 0, ..line } } else { line });
    }
    out
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quote_marks() {
        for (text, depth, rest) in [
            ("> a", 1, "a"),
            (" >a", 1, "a"),
            (">> a", 2, "a"),
            ("> > a", 2, "a"),
            (">  | a", 1, " | a"),
            ("| a |", 0, "| a |"),
            ("a>b", 0, "a>b"),
            ("  a  ", 0, "  a"),
            (">", 1, ""),
        ] {
            let line = Line::plain(text);
            assert_eq!((line.depth, line.text.as_str()), (depth, rest), "{text:?}");
        }
    }
}
