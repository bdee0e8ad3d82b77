//! The lines by which clients introduce an old letter in a sentence: "On … Boardpost wrote:".

use std::sync::LazyLock;

use memchr::memmem;

use super::fold::{fold, lower};
use super::lines::Line;
use super::patterns::{MIDDLE, NEWS, SELF, SPOKEN, WEEKDAYS};
use super::pieces::Pieces;
use super::shape::{has_address, has_date};
use super::signs::{OPENERS, Signs, WROTE};

/// How many lines an attribution may be broken over.
const JOINED: usize = 5;

/// A folded line without the marks of bold and italic text of HTML turned to text, and without blanks round it.
pub(super) fn bare(folded: &str) -> &str {
    folded.trim_matches(|c: char| c == '*' || c == '_' || c.is_whitespace())
}

/// Is there an attribution that begins at this line? Gives the number of its lines. `quoted` says whether the text
/// below it is marked as a quote.
pub(super) fn attribution(lines: &[Line<'_>], own: &[String], quoted: impl Fn(usize) -> bool) -> Option<usize> {
    let first = lines.first()?;
    if let Some(count) = news(lines) {
        return Some(count);
    }
    let (mut count, mut ends, mut gap) = (0, [false; JOINED], false);
    for (line, end) in lines.iter().zip(&mut ends) {
        if line.depth != first.depth {
            break;
        }
        if line.is_blank() {
            // some clients leave a line empty inside of it
            let inside = count == 1
                && first.signs().has(Signs::DIGIT)
                && begins(first.text())
                && !first.text().trim_end().ends_with(END);
            if !inside {
                break;
            }
            gap = true;
        }
        count += 1;
        *end = line.may_end();
    }
    let last = ends.iter().rposition(|end| *end)? + 1;
    let texts: Vec<&str> = lines.iter().take(last).map(|l| bare(l.low())).collect();
    let complete = |from: usize, to: usize| {
        let text = texts.get(from..to).unwrap_or_default();
        match text {
            [only] => is_attribution(only, own, quoted(to)),
            several => is_attribution(&several.join(" "), own, quoted(to)),
        }
    };
    for end in 1..=texts.len() {
        if !ends.get(end - 1).is_some_and(|end| *end) || !complete(0, end) {
            continue;
        }
        // "ew@E5⏎On Monday … wrote:": the first line is the player's, unless it opens the attribution itself
        let tails: Vec<usize> = (1..end).filter(|from| complete(*from, end)).collect();
        if tails.is_empty() {
            return Some(end);
        }
        // "Kovács Annamária <⏎k@x.hu> ezt írta (…):" was broken behind the mark
        if texts.first().is_some_and(|t| t.ends_with('<')) {
            return Some(end);
        }
        let again = gap && tails.iter().filter_map(|from| texts.get(*from)).any(|l| opens(l));
        return (!again && begins(first.text())).then_some(end);
    }
    None
}

/// How the address of a letter of the news begins.
static NEWS_ID: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("news:"));

/// `"Bob" <b@x.org> wrote in message⏎news:…`, as Outlook Express and its kin wrote.
fn news(lines: &[Line<'_>]) -> Option<usize> {
    let first = lines.first().filter(|l| l.signs().has(Signs::AT | Signs::QUOTE))?;
    let below = lines.get(1).filter(|l| l.depth == first.depth && l.text().starts_with("news:"));
    if below.is_none() && NEWS_ID.find(first.text().as_bytes()).is_none() {
        return None;
    }
    let words = NEWS.iter().find_map(|n| Some((first.low().find(n)?, n.len())));
    let behind = first.low().get(words.map(|(at, length)| at + length)?..)?;
    let whole = behind.trim().is_empty() || behind.contains("news:") || behind.trim_end().ends_with([':', '.']);
    whole.then_some(if below.is_some() { 2 } else { 1 })
}

/// Ends of sentences.
const END: [char; 5] = ['.', '!', '?', ':', ';'];

/// Does a line end in a colon, an address, dashes or a word for "wrote"?
pub(super) fn may_end(line: &Line<'_>) -> bool {
    let text = line.text().trim_end_matches(['*', '_', ' ', '\u{a0}', '\u{200e}', '\u{200f}', '\u{202c}']);
    match text.as_bytes().last() {
        Some(b':' | b'>' | b'-') => return true,
        None => return false,
        _ => {}
    }
    if text.ends_with(['\u{ff1a}', '\u{2010}']) {
        return true;
    }
    // without a colon it needs a date
    line.signs().has(Signs::DIGIT)
        && (WROTE.has(last_word(text)) || text.get(..10).is_some_and(|head| head.eq_ignore_ascii_case("posted by ")))
}

/// What stands behind the last blank.
fn last_word(text: &str) -> &str {
    let bytes = text.as_bytes();
    // the second byte of U+00A0 ends other letters, too
    let blank =
        |at: &usize| bytes.get(*at) == Some(&b' ') || at.checked_sub(1).and_then(|n| bytes.get(n)) == Some(&0xc2);
    let from = memchr::memrchr2_iter(b' ', 0xa0, bytes).find(blank).map_or(0, |at| at + 1);
    text.get(from..).unwrap_or_default()
}

/// Does a line begin as attributions do: with a preposition, a weekday or a date, and has it a figure?
pub(super) fn opens(line: &str) -> bool {
    if !line.chars().any(|c| c.is_ascii_digit()) {
        return false;
    }
    let mut words = line.split_whitespace();
    let Some(first) = words.find(|w| w.contains(char::is_alphanumeric)) else { return false };
    let first = lower(first.trim_matches(|c: char| !c.is_alphanumeric()));
    OPENERS.has(&first) || (first.starts_with(|c: char| c.is_ascii_digit()) && has_date(line))
}

/// Does a line open an attribution that goes on below it? "to e5" doesn't, though it begins as some do.
fn begins(line: &str) -> bool {
    opens(line) && (has_date(line) || line.chars().count() >= 20)
}

/// GroupWise's ">>> Bob <b@x.org> 5.10.2026 10:00 >>>", above an old letter without marks.
pub(super) fn chevrons(line: &Line<'_>) -> bool {
    line.depth == 3 && line.text().ends_with(">>>") && has_date(line.text())
}

/// A date or time, an address or a word for "wrote", and a colon at the end, in lower case. The verb alone is enough
/// only above text that is marked as a quote.
pub(super) fn is_attribution(text: &str, own: &[String], quoted: bool) -> bool {
    let core = text.trim_matches(|c: char| c == '-' || c.is_whitespace());
    let dashed = text.ends_with("--");
    let colon = core.strip_suffix(':').or_else(|| core.strip_suffix(":>"));
    let head = colon.unwrap_or(core).trim_end();
    let length = head.chars().count();
    if !(4..=500).contains(&length) {
        return false;
    }
    // "(időpont:⏎2026. …):" goes on
    let count = |sign: u8| head.bytes().filter(|b| *b == sign).count();
    if count(b'(') > count(b')') {
        return false;
    }
    let (date, address) = (has_date(head), has_address(head));
    if !date && !address && !quoted && own.is_empty() && !dashed && !head.contains(" via ") {
        return false;
    }
    let words = || {
        head.split(|c: char| c.is_whitespace() || matches!(c, ',' | ';' | '"' | '\'' | '<' | '>'))
            .filter(|w| !w.is_empty())
    };
    let wrote = || words().any(|w| WROTE.has(w));
    let last = || words().next_back().is_some_and(|w| WROTE.has(w) || w.ends_with("写道"));
    if colon.is_none() {
        return match () {
            // "---- On Mon, 5 Oct 2026 10:00:00 +0200 Bob <b@x.org> wrote ----"
            () if last() => date && (dashed || address) || (dashed && text.starts_with("--")),
            // in a language whose word for it isn't known
            () if dashed && text.starts_with("----") && date && address => true,
            // "2014/4/29 Bob <b@x.org>": Gmail once wrote so, and "2016-03-03 17:21 GMT+01:00 Bob"
            () if quoted && date && core.starts_with(|c: char| c.is_ascii_digit()) && length <= 150 => {
                (core.ends_with('>') && address) || head.contains(" gmt")
            }
            () => date && head.starts_with("posted by ") && length <= 120,
        };
    }
    if date && (address || wrote()) || names(head, own) {
        return true;
    }
    (address && wrote()) || (last() && ((quoted && length <= 120) || head.contains(" via ")))
}

/// "Bob wrote:", "On Mon, Bob wrote:", "Am Montag schrieb Bob:" at the beginning of these lines, without a date and
/// above text without marks. Gives the number of its lines. Whose that text is, can't be told: it is never acted on.
pub(super) fn undated(lines: &[Line<'_>]) -> Option<usize> {
    let first = lines.first().filter(|l| l.depth == 0)?;
    let text = first.text().trim_start_matches(['*', '_', ' ', '-']);
    // most lines begin with a word in lower case or end without a colon
    if text.len() > 120 || !text.starts_with(|c: char| c.is_uppercase()) {
        return None;
    }
    let joined;
    let (low, count) = if first.may_end() {
        (bare(first.low()), 1)
    } else {
        let second = lines.get(1).filter(|l| l.depth == 0 && l.text().len() <= 40 && l.may_end())?;
        joined = format!("{} {}", bare(first.low()), bare(second.low()));
        (joined.as_str(), 2)
    };
    let head = low.strip_suffix(':')?.trim_end();
    let words: Vec<&str> = head.split([' ', '\u{a0}', ',']).filter(|w| !w.is_empty()).collect();
    let says = |w: &&str| WROTE.has(w) && !SPOKEN.contains(w);
    let (last, rest) = words.split_last()?;
    let day = || opener(words.first().copied()) && words.iter().take(3).any(|w| is_weekday(w));
    let own = words.iter().any(|w| SELF.contains(w));
    let verb = says(last) || (*last == "je" && rest.last().is_some_and(says));
    // German and its kin have the verb in the middle
    let middle = || MIDDLE.iter().any(|v| rest.contains(v)) && words.len() <= 7 && day();
    let names = !rest.is_empty() && (words.len() <= 5 || (words.len() <= 9 && day()));
    // "E5⏎Bob wrote:": the first line is the player's
    let whole = count == 1 || day();
    (whole && !own && ((verb && names) || middle())).then_some(count)
}

fn opener(word: Option<&str>) -> bool {
    word.is_some_and(|w| OPENERS.has(w.trim_end_matches('.')) || is_weekday(w))
}

fn is_weekday(word: &str) -> bool {
    let word = word.trim_end_matches(['.', ',']);
    WEEKDAYS.iter().any(|d| word == *d || (d.len() > 5 && word.strip_prefix(d).is_some_and(|r| r.len() <= 5)))
}

/// Does the text name one of our addresses, with or without a plus tag?
fn names(lower: &str, own: &[String]) -> bool {
    own.iter().filter_map(|o| o.split_once('@')).any(|(local, domain)| {
        lower.split_once(&format!("@{domain}")).is_some_and(|(before, _)| {
            let user = before.rsplit(|c: char| c.is_whitespace() || "<([\"':".contains(c)).next().unwrap_or_default();
            user.strip_prefix(local).is_some_and(|tag| tag.is_empty() || tag.starts_with('+'))
        })
    })
}

/// Where in a line, in bytes, an attribution begins behind the sender's own words ("ok On Mon, 5 Oct 2026, Bob
/// wrote:"); it may go on in the lines below, or the old letter may go on behind it.
pub(super) fn inline_attribution(line: &Line<'_>, below: &[Line<'_>]) -> Vec<usize> {
    let signs = line.signs();
    let line = line.text();
    if !signs.has(Signs::DIGIT) || line.len() > 1_000 {
        return Vec::new();
    }
    let ends = || below.iter().take(2).take_while(|l| !l.is_blank() && l.depth == 0).map(Line::text);
    let last = std::iter::once(line).chain(ends()).any(|l| l.trim_end().ends_with([':', '\u{ff1a}']));
    let inside = signs.has(Signs::COLON) && signs.has(Signs::AT) && line.len() >= 30;
    if !(last || inside) || opens_alone(line) {
        return Vec::new();
    }
    let ends: Vec<&str> = ends().collect();
    let says = |text: &str| is_attribution(bare(&lower(&fold(text))), &[], false);
    let words = INLINE.places(line).into_iter().filter(|at| *at > 0);
    let after = |at: usize| line.get(..at).map(|before| before.trim_end_matches(['-', ' ', '\u{a0}']).len());
    let found = words.chain(sentences(line)).find_map(|at| {
        let (before, tail) = line.split_at_checked(at)?;
        let near: String = tail.chars().take(60).collect();
        if before.trim_matches(['-', ' ', '\u{a0}', '*']).is_empty() || !has_date(&near) {
            return None;
        }
        if last && (0..=ends.len()).any(|n| says(&[&[tail], ends.get(..n).unwrap_or_default()].concat().join(" "))) {
            return Some((after(at)?, None));
        }
        let colons = tail.match_indices(": ").take(20).map(|(colon, _)| colon + 1);
        let end = colons.filter(|end| tail.get(..*end).is_some_and(|t| has_address(t) && says(t))).find(|_| inside)?;
        Some((after(at)?, Some(at + end)))
    });
    found.map_or_else(Vec::new, |(start, end)| std::iter::once(start).chain(end).collect())
}

/// Where sentences begin in a line as attributions do, but for the first; not with a figure, which may go on with a
/// date.
fn sentences(line: &str) -> impl Iterator<Item = usize> {
    let ends = line
        .match_indices(['.', '!', '?', ')'])
        .filter(|(at, end)| line.get(at + end.len()..).is_some_and(|rest| rest.starts_with([' ', '\u{a0}'])));
    let opens = |at: &usize| {
        let first = line.get(*at..).and_then(|rest| rest.split([' ', '\u{a0}', ',']).next());
        first.is_some_and(|w| opener(Some(&lower(w))))
    };
    ends.map(|(at, end)| at + end.len() + 1).filter(opens).take(20)
}

/// The line itself is the beginning of an attribution.
fn opens_alone(line: &str) -> bool {
    opens(line.trim_start_matches(['-', '*', ' ', '_'])) && has_date(line)
}

/// Words that open an attribution in the middle of a line, in their own case: a sentence has them in lower case.
static INLINE: LazyLock<Pieces> =
    LazyLock::new(|| Pieces::of(["On ", "Am ", "Le ", "El ", "Il ", "Em ", "Op ", "W dniu ", "Dnia ", "Den ", "Dne "]));

#[cfg(test)]
#[path = "attribution_tests.rs"]
mod tests;
