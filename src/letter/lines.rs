//! A line of a letter with what is known about it before anything is taken off.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::fold::low;
use super::headers::Header;
use super::patterns::WROTE;
use super::shape::has_address;
use super::signs::Signs;

/// One line.
#[derive(Clone, Debug, Default)]
pub(super) struct Line<'a> {
    /// The text without its quote marks, right-trimmed.
    text: Cow<'a, str>,
    /// What stands in the text.
    signs: Signs,
    /// The text folded and in lower case, as the tables of words want it; made when it is asked for.
    low: OnceCell<String>,
    /// What it says as a header line, if it can be one; looked at when it is asked for.
    header: OnceCell<Option<Header>>,
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

impl<'a> Line<'a> {
    /// A line that isn't quoted.
    pub(super) fn new(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        Self { signs: Signs::of(&text), text, ..Self::default() }
    }

    /// A line without a text.
    pub(super) fn empty(depth: usize, weak: bool) -> Self {
        Self { depth, weak, ..Self::default() }
    }

    /// The same line without its quote marks.
    pub(super) fn unquoted(&self) -> Self {
        Self { depth: 0, ..self.clone() }
    }

    /// The text without its quote marks, right-trimmed.
    pub(super) fn text(&self) -> &str {
        &self.text
    }

    /// What stands in the text.
    pub(super) fn signs(&self) -> Signs {
        self.signs
    }

    /// The text folded and in lower case.
    pub(super) fn low(&self) -> &str {
        self.low.get_or_init(|| low(&self.text))
    }

    /// What it says as a header line, if it can be one.
    pub(super) fn header(&self) -> Option<Header> {
        *self.header.get_or_init(|| Header::of(self))
    }

    /// The same line with a piece of its text.
    pub(super) fn piece(&self, text: &str) -> Self {
        Self { depth: self.depth, weak: self.weak, mark: self.mark, ..Self::new(text.to_owned()) }
    }

    /// The same line with its own copy of the text.
    pub(super) fn owned(self) -> Line<'static> {
        Line {
            text: self.text.into_owned().into(),
            signs: self.signs,
            low: self.low,
            header: self.header,
            depth: self.depth,
            weak: self.weak,
            mark: self.mark,
        }
    }

    /// A line of plain text: blanks before `>` and between several are allowed, since clients put them there. `|` is
    /// never a quote mark: boards are full of it.
    pub(super) fn plain(text: &'a str) -> Self {
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
        Self { depth, ..Self::new(rest) }
    }

    /// Nothing to be seen in it.
    pub(super) fn is_blank(&self) -> bool {
        let nothing =
            |c: char| c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
        !self.signs.seen() && (!self.signs.has(Signs::HIGH | Signs::CONTROL) || self.text.chars().all(nothing))
    }
}

/// Splits plain text into lines.
pub(super) fn plain(text: &str) -> Vec<Line<'_>> {
    let mut out: Vec<Line<'_>> = Vec::with_capacity(text.len() / 32 + 1);
    let ends = memchr::memchr_iter(b'\n', text.as_bytes()).chain(std::iter::once(text.len()));
    let mut start = 0;
    let texts = ends.map(|end| {
        let line = text.get(start..end).unwrap_or_default();
        start = end + 1;
        line
    });
    for line in texts.map(Line::plain) {
        // "… skrev Boardpost <g@x.org⏎>:": the mark closes the address
        let closes = line.depth == 1
            && line.signs.has(Signs::COLON)
            && line.text.trim_end().ends_with(':')
            && line.text.chars().count() <= 40
            && out.last().is_some_and(|l| {
                let word = line.text.trim_end_matches(':').trim();
                l.depth == 0
                    && (l.text.rfind('<') > l.text.rfind('>') || (WROTE.contains(&word) && has_address(&l.text)))
            });
        out.push(if closes { Line::new(format!(">{}", line.text)) } else { line });
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
            assert_eq!((line.depth, line.text()), (depth, rest), "{text:?}");
        }
    }
}
