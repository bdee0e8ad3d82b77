//! A line of a letter with what is known about it before anything is taken off.

use std::borrow::Cow;
use std::cell::OnceCell;

use super::attribution::may_end;
use super::fold::{low, may_link};
use super::headers::Header;
use super::shape::{has_address, has_date};
use super::signs::{Signs, WROTE};

/// One line.
#[derive(Clone, Debug, Default)]
pub(super) struct Line<'a> {
    /// The text without its quote marks, right-trimmed.
    text: Cow<'a, str>,
    /// Something can be seen in it.
    seen: bool,
    /// What stands in the text; looked at when it is asked for, since quoted lines hardly are.
    signs: OnceCell<Signs>,
    /// The text folded and in lower case, as the tables of words want it; made when it is asked for.
    low: OnceCell<String>,
    /// What it says as a header line, if it can be one; looked at when it is asked for.
    header: OnceCell<Option<Header>>,
    /// Whether an attribution may end with it; looked at when it is asked for.
    ends: OnceCell<bool>,
    /// How many quote marks stood before it.
    pub(super) depth: usize,
    /// It stood in a `<blockquote>` that no client marked as a quote.
    pub(super) weak: bool,
    /// What the client said about it.
    pub(super) mark: Option<Mark>,
    /// It belongs to a run of lines that we wrote, sign for sign.
    pub(super) known: bool,
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
    /// The element that held the old letter has ended.
    Resumed,
}

impl<'a> Line<'a> {
    /// A line that isn't quoted.
    pub(super) fn new(text: impl Into<Cow<'a, str>>) -> Self {
        let text = text.into();
        Self { seen: !blank(&text), text, ..Self::default() }
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
        *self.signs.get_or_init(|| Signs::of(&self.text))
    }

    /// The text folded and in lower case.
    pub(super) fn low(&self) -> &str {
        self.low.get_or_init(|| {
            let signs = self.signs();
            let more = Signs::HIGH | Signs::CONTROL | Signs::TICK;
            if signs.has(more) || (signs.has(Signs::OPEN) && may_link(&self.text)) {
                return low(&self.text);
            }
            let out = self.text.trim_matches(' ').to_ascii_lowercase();
            debug_assert_eq!(out, low(&self.text), "{:?} is folded otherwise", self.text);
            out
        })
    }

    /// What it says as a header line, if it can be one.
    pub(super) fn header(&self) -> Option<Header> {
        *self.header.get_or_init(|| Header::of(self))
    }

    /// May an attribution end with it?
    pub(super) fn may_end(&self) -> bool {
        *self.ends.get_or_init(|| may_end(self))
    }

    /// The same line with a piece of its text.
    pub(super) fn piece(&self, text: &str) -> Self {
        Self { depth: self.depth, weak: self.weak, mark: self.mark, ..Self::new(text.to_owned()) }
    }

    /// The same line with its own copy of the text.
    pub(super) fn owned(self) -> Line<'static> {
        Line {
            text: self.text.into_owned().into(),
            seen: self.seen,
            signs: self.signs,
            low: self.low,
            header: self.header,
            ends: self.ends,
            depth: self.depth,
            weak: self.weak,
            mark: self.mark,
            known: self.known,
        }
    }

    /// A line of plain text: blanks before `>` and between several are allowed, since clients put them there. `|` is
    /// never a quote mark: boards are full of it.
    pub(super) fn plain(text: &'a str) -> Self {
        let text = trimmed_end(text);
        if text.bytes().next().is_none_or(|b| !matches!(b, b'>' | b' ' | b'\t' | 0xc2)) {
            return Self::new(text);
        }
        // nearly all quoted lines are quoted once
        if let Some(rest) = text.strip_prefix('>')
            && rest.bytes().find(|b| *b != b' ').is_none_or(|b| !matches!(b, b'>' | b'\t' | 0xc2))
        {
            return Self { depth: 1, ..Self::new(rest.strip_prefix(' ').unwrap_or(rest)) };
        }
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
        !self.seen
    }
}

/// Is there nothing to be seen in a text?
fn blank(text: &str) -> bool {
    let nothing =
        |c: char| c.is_whitespace() || matches!(c, '\u{ad}' | '\u{200b}'..='\u{200f}' | '\u{2060}' | '\u{feff}');
    match text.bytes().find(|b| *b != b' ') {
        None => true,
        Some(b'!'..=b'~') => false,
        Some(_) => text.chars().all(nothing),
    }
}

/// `str::trim_end`; most lines end in a sign that can be seen.
pub(super) fn trimmed_end(text: &str) -> &str {
    if text.bytes().next_back().is_some_and(|b| b.is_ascii_graphic()) { text } else { text.trim_end() }
}

/// Splits plain text into lines.
pub(super) fn plain(text: &str) -> Vec<Line<'_>> {
    let mut out: Vec<Line<'_>> = Vec::with_capacity(text.len() / 32 + 1);
    let mut names: Vec<&str> = Vec::new();
    // the sign behind which an old letter stands, once one is introduced
    let mut barred: Option<char> = None;
    let mut below = Some(text);
    while let Some(rest) = below {
        let end = memchr::memchr(b'\n', rest.as_bytes()).unwrap_or(rest.len());
        let (raw, rest) = rest.split_at_checked(end).unwrap_or((rest, ""));
        below = rest.get(1..);
        if let Some((name, depth, rest)) = named(raw) {
            let known = names.contains(&name);
            let inside = !names.is_empty() && out.last().is_some_and(|l| l.depth > 0);
            if known || inside || introduced(&out) {
                // an old letter has a few writers
                if !known && names.len() < 8 {
                    names.push(name);
                }
                out.push(Line { depth, ..Line::new(rest) });
                continue;
            }
        }
        if let Some((sign, rest)) = odd_mark(raw)
            && (barred == Some(sign) || introduced(&out))
        {
            barred = Some(sign);
            out.push(Line { depth: 1, ..Line::new(rest) });
            continue;
        }
        // a mailbox may have put the mark there: ">From now on …"
        if raw.starts_with(">From ") && !below.is_some_and(|b| b.starts_with('>')) && !quoted(&out) {
            out.push(Line::new(trimmed_end(raw.get(1..).unwrap_or_default())));
            continue;
        }
        let line = Line::plain(raw);
        // "… skrev Boardpost <g@x.org⏎>:": the mark closes the address
        let closes = line.depth == 1
            && line.text.ends_with(':')
            && line.text.chars().count() <= 40
            && out.last().is_some_and(|l| {
                let word = line.text.trim_end_matches(':').trim();
                l.depth == 0 && (l.text.rfind('<') > l.text.rfind('>') || (WROTE.has(word) && has_address(&l.text)))
            });
        out.push(if closes { Line::new(format!(">{}", line.text)) } else { line });
    }
    out
}

/// A line as The Bat! quotes it, with the writer's initials before the mark: "BS> text". Gives the name, the number of
/// marks, and the rest.
fn named(line: &str) -> Option<(&str, usize, &str)> {
    // most lines are told by a look
    let start = line.as_bytes().get(..line.len().min(32))?;
    // without a branch for each byte
    if start.first() == Some(&b'>') || !start.iter().fold(false, |any, b| any | (*b == b'>')) {
        return None;
    }
    let text = line.trim_end().trim_start_matches([' ', '\t', '\u{a0}']);
    let mark = memchr::memchr(b'>', text.as_bytes().get(..text.len().min(24))?).filter(|at| *at > 0)?;
    let (name, marked) = text.split_at_checked(mark)?;
    let rest = marked.trim_start_matches('>');
    let blank = rest.is_empty() || rest.starts_with([' ', '\u{a0}']);
    let short = name.chars().nth(10).is_none() && name.starts_with(char::is_uppercase);
    (blank && short && name.chars().all(char::is_alphabetic))
        .then(|| (name, marked.len() - rest.len(), rest.strip_prefix([' ', '\u{a0}']).unwrap_or(rest)))
}

/// A line as a few programs quote it: behind a bar, a colon or a brace. Boards are full of bars, but have one at the end,
/// too. Gives the sign, and the rest.
fn odd_mark(line: &str) -> Option<(char, &str)> {
    let sign = line.chars().next().filter(|c| matches!(c, '|' | ':' | '}'))?;
    let rest = trimmed_end(line.strip_prefix(sign)?);
    let bare = rest.is_empty() || rest.starts_with(' ');
    (bare && !rest.ends_with('|')).then(|| (sign, rest.strip_prefix(' ').unwrap_or(rest)))
}

/// Is the last line quoted, or does the last one with text introduce a quote?
fn quoted(lines: &[Line<'_>]) -> bool {
    lines.last().is_some_and(|l| l.depth > 0) || introduced(lines)
}

/// Does the last line with text introduce a quote? Without that a name with a mark may be the player's own.
fn introduced(lines: &[Line<'_>]) -> bool {
    lines
        .iter()
        .rev()
        .find(|l| !l.is_blank())
        .and_then(|l| l.text().trim_end().strip_suffix(':'))
        .is_some_and(|head| has_date(head) || head.rsplit([' ', '\u{a0}']).next().is_some_and(|w| WROTE.has(w)))
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

    #[test]
    fn initials_before_the_mark() {
        let depths = |text: &str| plain(text).iter().map(|l| l.depth).collect::<Vec<_>>();
        let bat = "Hi\n\nYou wrote 5 Oct 2026, 10:00:00:\n\nBS> Your turn?\nBS>> ns@D4\n\new@E5\n\nBS> And?\nno";
        assert_eq!(depths(bat), [0, 0, 0, 0, 1, 2, 0, 0, 0, 1, 0]);
        assert_eq!(plain(bat)[5].text(), "ns@D4");
        // without an introduction it is what the player wrote
        for own in ["A> e4\nB> e5", "Game 17:\nA> e4", "my board:\nA> . #\nB> # .", "E5> F6", "on 2026-10-05:\nA>B5"] {
            assert!(depths(own).iter().all(|d| *d == 0), "{own}");
        }
    }
}
