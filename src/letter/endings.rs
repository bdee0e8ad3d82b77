//! Separators, footers of devices, and legal paragraphs.

use std::sync::LazyLock;

use memchr::memmem;

use super::attribution::{bare, is_attribution, opens};
use super::fold::{fold, lower};
use super::headers::cell;
use super::lines::Line;
use super::patterns::{
    ABOVE, ALERTS, DEVICES, DISCLAIMERS, FOOTER_ENDS, FOOTERS, FRIENDLY, HEADINGS, INLINE_FOOTERS, LEGAL, LEGAL_MARKS,
    LETTERS, NOTICES, OUTSIDE, SCANNERS, SENT, SEPARATORS, SORRY, TAGS, TOLD,
};
use super::pieces::Pieces;
use super::shape::has_address;
use super::signs::{SEPARATOR, Signs, WROTE};

/// A table of beginnings, by their first bytes.
struct Beginnings(Vec<Vec<&'static str>>);

impl Beginnings {
    fn of(table: &[&'static str]) -> Self {
        let mut out = vec![Vec::new(); 256];
        for beginning in table {
            let first = beginning.as_bytes().first().map_or(0, |b| usize::from(*b));
            if let Some(same) = out.get_mut(first) {
                same.push(*beginning);
            }
        }
        Self(out)
    }

    /// Those with which the text begins.
    fn all<'a>(&'a self, text: &'a str) -> impl Iterator<Item = &'static str> + 'a {
        let first = text.as_bytes().first().map_or(0, |b| usize::from(*b));
        self.0.get(first).into_iter().flatten().copied().filter(|b| text.starts_with(b))
    }

    fn any(&self, text: &str) -> bool {
        self.all(text).next().is_some()
    }
}

static FOOTER: LazyLock<Beginnings> = LazyLock::new(|| Beginnings::of(FOOTERS));
static DISCLAIMER: LazyLock<Beginnings> = LazyLock::new(|| Beginnings::of(DISCLAIMERS));
static NOTICE: LazyLock<Beginnings> = LazyLock::new(|| Beginnings::of(NOTICES));

/// What stands in the footers of scanners.
static SCANNED: LazyLock<Pieces> = LazyLock::new(|| Pieces::of(["rus", "ирус", "avast", "viren", "scanned by"]));
/// What stands in the footers that come in the middle of a line, whatever the case of their first letter.
const FOOTED: &[&str] =
    &["ent from", "ent via", "et outlook", "et Outlook", "üldve", "тправлено", "on meinem", "iPhone-omr"];
/// The footers themselves.
static LAST_FOOTERS: LazyLock<Pieces> = LazyLock::new(|| Pieces::of(INLINE_FOOTERS));
/// What stands in separators.
const SEPARATED: &[&str] = &["-----", "________"];
/// Both.
static INSIDE: LazyLock<Pieces> = LazyLock::new(|| Pieces::of([FOOTED, SEPARATED].concat()));
/// What stands in legal paragraphs.
static LEGAL_WORDS: LazyLock<Pieces> = LazyLock::new(|| Pieces::of(LEGAL));

/// How the marks of other programs are written.
static ABOVE_THIS: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("ABOVE THIS LINE"));

/// `-----Original Message-----` and its kin, `##- … -##` (the mark at the top of our letters), and "Begin forwarded
/// message:".
pub(super) fn is_separator(line: &Line<'_>) -> bool {
    let trimmed = line.text().trim_start_matches(['*', ' ', '\u{a0}', '<', '>', '\t']);
    let dashed = ["--", "__", "==", "~~", "##-", "=-"].iter().any(|d| trimmed.starts_with(d))
        || trimmed.starts_with(['\u{2010}', '\u{2011}', '\u{2012}', '\u{2013}', '\u{2014}', '\u{2500}']);
    // other programs' marks may stand without dashes
    if ABOVE_THIS.find(line.text().as_bytes()).is_some_and(|at| at <= 40) {
        return true;
    }
    if !dashed && !line.text().trim_end().ends_with([':', '\u{ff1a}']) {
        return false;
    }
    let text = bare(line.low());
    if text.starts_with("##-") && text.ends_with("-##") {
        return true;
    }
    let inner = text.trim_matches(|c: char| "-_=~>< *#\u{2500}".contains(c) || c.is_whitespace());
    let inner = inner.trim_end_matches(':').trim();
    let more = |s: &&str| inner.starts_with(*s) && inner.chars().count() <= s.chars().count() + 60;
    let worded = SEPARATOR.has(inner) || (dashed && SEPARATORS.iter().any(more));
    // "-----Antwort Nachricht-----": dashes on both sides and a word for letter between them
    let framed = || {
        text.starts_with("---")
            && text.ends_with("---")
            && inner.split_whitespace().count() <= 5
            && (inner == "original" || LETTERS.iter().any(|w| inner.contains(w)))
    };
    let marker = || dashed && inner.chars().count() <= 80 && ABOVE.iter().any(|w| inner.contains(w));
    worded || framed() || marker()
}

/// The words of a separator without its dashes; they are one above a block of header lines.
pub(super) fn forwards(line: &Line<'_>) -> bool {
    line.text().len() <= 80 && SEPARATOR.has(bare(line.low()))
}

/// "Sent from my …" and its kin, alone on a line.
pub(super) fn is_footer(line: &Line<'_>) -> bool {
    if line.text().len() > 400 || !line.signs().has(Signs::LETTER | Signs::HIGH) {
        return false;
    }
    // a picture's place is no word of the sender's
    if line.text().starts_with("[image: ") && line.text().ends_with(']') {
        return true;
    }
    let text = line.low().trim_matches(|c| {
        matches!(c, '-' | '_' | '*' | '[' | ']' | '(' | ')' | '{' | '}' | '<' | '>' | '|' | '"' | '\'' | '.' | ' ')
    });
    let over = |most: usize| text.len() > most && text.chars().count() > most;
    if text.is_empty() || over(160) || text.ends_with(':') {
        return false;
    }
    let starts = FOOTER.all(text).any(|f| {
        text.strip_prefix(f).is_some_and(|rest| {
            f.ends_with([':', '的', 'מ', 'ก', 'ら', 'を']) || rest.starts_with([' ', ',', ':', '-']) || rest.is_empty()
        })
    });
    let starts =
        starts && !(text.starts_with("az outlook") && !text.contains("beszerzése") && !text.contains("letöltése"));
    if starts {
        return short(text);
    }
    let ends = !over(80)
        && FOOTER_ENDS.iter().any(|e| {
            text.ends_with(e)
                && (text.contains("küldve")
                    || text.contains("outlook")
                    || text.starts_with("von ")
                    || *e == "傳送"
                    || (e.starts_with("dan ") || e.starts_with("den "))
                    || (e.starts_with(' ') && text.split_whitespace().count() <= 4))
        });
    let scanned = SCANNED.any(text)
        && SCANNERS.iter().any(|s| text.starts_with(s) || (*s != "scanned by" && text.contains(s)))
        && !text.ends_with('?')
        && !text.split_whitespace().any(cell);
    ends || scanned || offers(text)
}

/// "Get TypeApp for Android", "Obtenez Outlook pour iOS": an app and what it runs on, in a few words of any language.
fn offers(text: &str) -> bool {
    if text.len() > 80 {
        return false;
    }
    let from = memchr::memrchr2(b' ', b'<', text.as_bytes()).map_or(0, |at| at + 1);
    let last = text.get(from..).unwrap_or_default();
    ["ios", "android", "mac"].iter().any(|s| last.starts_with(s))
        && (text.contains("outlook") || (text.starts_with("get ") && text.contains(" for ")))
        && !text.ends_with(['?', '!'])
        && (3..=6).contains(&text.split_whitespace().count())
        && !text.split_whitespace().any(cell)
}

/// A footer isn't a sentence: "Sent from my desk, which is much easier" and "sent by mistake: ew@E5" are the sender's
/// own.
fn short(text: &str) -> bool {
    let words: Vec<&str> = text.split_whitespace().filter(|w| !w.contains("://")).collect();
    let begs = |s: &&str| text.contains(*s);
    let bare = |w: &str| TOLD.contains(&w.trim_matches(|c: char| !c.is_alphanumeric() && c != '\''));
    if words.iter().skip(2).any(|w| bare(w)) && !SORRY.iter().any(begs) {
        return false;
    }
    let mistyped = |w: &&str| w.contains('@') && !has_address(w);
    if words.iter().any(mistyped) {
        return false;
    }
    let device = || words.iter().take(8).any(|w| DEVICES.iter().any(|d| w.contains(d)));
    // "sent by mistake e4" and "küldve a lépés: bástya üt" are no footers
    let told = |(nth, w): (usize, &&str)| (nth > 0 && cell(w)) || (w.ends_with(':') && nth + 1 < words.len());
    if words.len() <= 8 {
        return !words.iter().enumerate().any(told) || device();
    }
    // "… gesendet" has its verb at the end, however long it is
    SORRY.iter().any(begs)
        || text.contains("gesendet")
        || words.iter().skip(2).take(6).any(|w| DEVICES.iter().any(|d| w.starts_with(d)))
}

/// Where in a line, in bytes, a footer or a separator begins behind other text. Samsung's app writes answer, footer,
/// separator and header lines all on one line. `end` is where an attribution begins behind them.
pub(super) fn inline_cuts(line: &Line<'_>, end: Option<usize>) -> Vec<usize> {
    let signs = line.signs();
    let line = line.text();
    let mut cuts = Vec::new();
    if line.len() < 16 || !signs.has(Signs::BLANK | Signs::HIGH) {
        return cuts;
    }
    let inside = INSIDE.any(line);
    let separated = inside && SEPARATED.iter().any(|s| line.contains(s));
    let footed = inside && FOOTED.iter().any(|f| line.contains(f));
    let dated = signs.has(Signs::COLON) && signs.has(Signs::DIGIT);
    if !(separated || footed || dated || signs.has(Signs::AT)) {
        return cuts;
    }
    // Yahoo's app goes on with the quote right behind the attribution, others even without a blank
    for (at, _) in line.match_indices(':').take(20) {
        let (head, rest) = line.split_at_checked(at + 1).unwrap_or((line, ""));
        let more = if rest.starts_with([' ', '\u{a0}']) {
            !rest.trim().is_empty() && has_address(head)
        } else {
            let word = head.trim_end_matches(':').rsplit([' ', '\u{a0}']).next().unwrap_or_default();
            !rest.is_empty() && !rest.starts_with(|c: char| c.is_ascii_digit()) && WROTE.has(word)
        };
        if more && opens(head.trim_start()) && is_attribution(bare(&lower(&fold(head))), &[], false) {
            cuts.push(at + 1);
        }
    }
    if !separated && !footed {
        return cuts;
    }
    let lower = line.to_lowercase();
    // offsets hold in both only where lower-casing kept the lengths
    if lower.len() != line.len() {
        return cuts;
    }
    for dashes in ["-----", "________"] {
        let Some(at) = lower.find(dashes) else { continue };
        let rest = lower.get(at..).unwrap_or_default();
        let inner = rest.trim_start_matches(['-', '_', ' ']);
        if let Some(word) = SEPARATORS.iter().find(|s| inner.starts_with(**s)) {
            // a bold mark before it isn't text
            if lower.get(..at).is_some_and(|before| before.contains(char::is_alphanumeric)) {
                cuts.push(at);
            }
            let after = inner.strip_prefix(word).unwrap_or_default();
            let tail = after.trim_start_matches(['-', '_', ' ']);
            if !tail.is_empty() && after.len() - tail.len() >= 2 {
                cuts.push(line.len() - tail.len());
            }
        }
    }
    let dashes = |at: &usize| line.get(*at..).is_some_and(|r| r.starts_with(['-', '_']));
    let separator = cuts.iter().copied().find(dashes).or(end);
    for (footer, at) in LAST_FOOTERS.last(&lower) {
        let before = lower.get(..at).unwrap_or_default();
        let after = lower.get(at..separator.unwrap_or(lower.len()).max(at)).unwrap_or_default();
        // in the middle of a sentence it is the sender's own: "it was sent from my phone"
        let capital = line.get(at..).is_some_and(|f| f.starts_with(char::is_uppercase));
        let open = !before.trim_end().ends_with(['.', '!', '?', ')', ':']);
        let sentence = before.trim_end().ends_with([',', ';', '\'', '"', '/'])
            || (open && separator.is_none() && before.split_whitespace().count() > 5);
        let apart = before.ends_with(|c: char| c.is_whitespace() || c.is_ascii_punctuation())
            || (footer.starts_with("sent from") && (separator.is_some() || capital));
        let hangs = capital || separator.is_some() || !footer.starts_with("sent from");
        // "Az iPhone-omról küldve" is all one footer
        let article = matches!(before.trim(), "a" | "az");
        if !before.trim().is_empty()
            && !article
            && apart
            && hangs
            && !sentence
            && after.chars().count() <= 80
            && short(after)
        {
            cuts.push(at);
        }
    }
    cuts.sort_unstable();
    cuts.dedup();
    cuts
}

/// Does a legal paragraph begin at this line, or below it, where this is nothing but its heading?
pub(super) fn is_disclaimer(lines: &[Line<'_>]) -> bool {
    let Some(first) = lines.first() else { return false };
    let heading = || HEADINGS.contains(&first.low().trim_matches(|c: char| !c.is_alphanumeric()));
    if first.text().len() <= 60 && heading() {
        let below = lines.iter().skip(1).position(|l| !l.is_blank()).map_or(lines.len(), |n| n + 1);
        if below <= 2 && lines.get(below..).is_some_and(is_legal) {
            return true;
        }
    }
    is_legal(lines)
}

/// Does a legal paragraph begin at this line?
fn is_legal(lines: &[Line<'_>]) -> bool {
    let Some(first) = lines.first() else { return false };
    if first.text().len() < 12 || !first.signs().has(Signs::LETTER | Signs::HIGH) {
        return false;
    }
    let head = first.low().trim_start_matches(|c: char| !c.is_alphanumeric());
    if DISCLAIMER.any(head) {
        return true;
    }
    // the first words of a paragraph, not a remark
    if head.chars().count() < 30 {
        return false;
    }
    let before = LEGAL_WORDS.first(head).and_then(|at| head.get(..at));
    if before.is_none_or(|b| b.len() > 40 && b.chars().count() > 40) {
        return false;
    }
    let paragraph: Vec<String> = lines
        .iter()
        .take(12)
        .take_while(|l| !l.is_blank() && l.depth == first.depth)
        .map(|l| l.low().to_owned())
        .collect();
    let text = paragraph.join(" ");
    // no lawyer calls out, or speaks to a friend
    let spoken = || text.split(|c: char| !c.is_alphanumeric()).any(|w| FRIENDLY.contains(&w));
    if (text.len() < 120 && text.contains('!')) || (text.len() < 300 && spoken()) {
        return false;
    }
    text.chars().count() >= 60
        && LEGAL.iter().filter(|w| text.contains(**w)).count() >= 2
        && LEGAL_MARKS.iter().any(|w| text.contains(w))
}

/// A mail system's word at the top of a letter about where it came from: one paragraph, and the letter goes on.
pub(super) fn is_notice(line: &Line<'_>) -> bool {
    if is_tag(line) {
        return true;
    }
    if line.text().len() < 12 {
        return false;
    }
    let text = line.low().trim_start_matches(|c: char| !c.is_alphanumeric());
    let has = |words: &[&str]| words.iter().any(|w| text.contains(w));
    NOTICE.any(text) || (text.len() >= 40 && ALERTS.iter().any(|w| text.starts_with(w)) && has(OUTSIDE) && has(SENT))
}

/// `[EXTERNAL]` and its kin, alone on a line, in brackets or capitals.
fn is_tag(line: &Line<'_>) -> bool {
    let text = line.text().trim();
    let marked = text.starts_with(['[', '*', '<', '(', '!', '-']) || !text.chars().any(char::is_lowercase);
    text.len() <= 60 && marked && TAGS.contains(&line.low().trim_matches(|c: char| !c.is_alphanumeric()))
}

/// Does what stands below a long line of underscores look like the footer of a list or of a mail service?
pub(super) fn is_list_footer(lines: &[Line<'_>]) -> bool {
    let below: Vec<&Line<'_>> = lines.iter().take_while(|l| l.depth == 0).filter(|l| !l.is_blank()).take(13).collect();
    let told = |l: &&Line<'_>| {
        let lower = l.low();
        super::shape::has_contact(l.text())
            || ["mailing list", "unsubscribe", "levelezőlista", "levelezési lista", "список рассылки", "yahoo!"]
                .iter()
                .any(|w| lower.contains(w))
    };
    below.len() <= 12 && below.iter().take(4).any(told)
}

#[cfg(test)]
#[path = "endings_tests.rs"]
mod tests;
