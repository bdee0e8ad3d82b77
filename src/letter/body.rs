//! From parts to the sender's own words.

use std::collections::BTreeSet;
use std::sync::LazyLock;

use mail_parser::{Message, MimeHeaders};
use memchr::memmem;

use super::fold::{after_link, low};
use super::lines::{self, Line, Mark};
use super::mime::{self, PARTS, TEXT};
use super::quoted::Sent;
use super::reply::{Trimmed, trim};
use super::{Body, Hints, html};
use crate::game::{Lang, Phrase};

/// What begins an encrypted or signed text.
static PGP: LazyLock<memmem::Finder<'static>> = LazyLock::new(|| memmem::Finder::new("-----BEGIN PGP"));

/// How many lines of two readings are compared.
const COMPARED: usize = 200;

/// The texts of a letter: its plain text, and its HTML where that is another.
#[derive(Default)]
struct Texts {
    plain: Vec<mime::Text>,
    html: Vec<mime::Text>,
    problems: BTreeSet<&'static str>,
}

/// Reads the body of a letter with LF line ends.
pub(super) fn read(raw: &[u8], single: Option<&mime::Single>, hints: &Hints<'_>) -> Body {
    let parsed = if single.is_none() { mime::parse(raw) } else { None };
    let mut texts = match (single, &parsed) {
        (Some(single), _) => {
            let mut out = Texts::default();
            out.plain = out.seen(single.text(raw, hints.lang)).into_iter().collect();
            out
        }
        (None, Some(message)) => Texts::of(raw, message, hints.lang),
        (None, None) => return Body { problems: vec![Phrase::new("empty")], ..Body::default() },
    };
    let mut problems = std::mem::take(&mut texts.problems);
    let trimmed = choose(&texts, Sent::new(hints.sent), hints.own, &mut problems);
    let reply = trimmed.reply();
    if trimmed.found_in_quote {
        problems.insert("found-in-quote");
    }
    if reply.is_empty() {
        problems.insert(parsed.as_ref().map_or("empty", |message| reason(message, &trimmed)));
    }
    Body { reply, ignored: trimmed.ignored(), problems: problems.into_iter().map(Phrase::new).collect() }
}

/// The text of one of our own letters: the plain part, else the HTML as lines.
pub(super) fn text(raw: &[u8]) -> String {
    mime::parse(raw).map_or_else(String::new, |message| part_texts(raw, &message, &message.text_body))
}

/// The text of each alternative of one of our own letters.
pub(super) fn texts(raw: &[u8]) -> Vec<String> {
    let Some(message) = mime::parse(raw) else { return Vec::new() };
    let mut bodies = vec![&message.text_body, &message.html_body];
    bodies.dedup();
    bodies.into_iter().map(|ids| part_texts(raw, &message, ids)).collect()
}

fn part_texts(raw: &[u8], message: &Message<'_>, ids: &[u32]) -> String {
    let mut out = String::new();
    for part in ids.iter().filter_map(|id| message.parts.get(*id as usize)).map(|p| mime::text(raw, p, None)) {
        if !part.html {
            out.push_str(&part.text);
            continue;
        }
        for line in html::lines(&part.text) {
            out.push_str(&">".repeat(line.depth));
            out.push_str(line.text());
            out.push('\n');
        }
    }
    out
}

impl Texts {
    fn of(raw: &[u8], message: &Message<'_>, lang: Option<Lang>) -> Self {
        let mut out = Self::default();
        out.plain = out.collect(raw, message, &message.text_body, lang);
        if message.html_body != message.text_body {
            out.html = out.collect(raw, message, &message.html_body, lang);
        }
        if let Some(only) = mime::partless(raw, message) {
            out.plain = out.seen(mime::text(raw, only, lang)).into_iter().collect();
        }
        out
    }

    /// Notes what is wrong with a text; `None` where it is encrypted.
    fn seen(&mut self, mut text: mime::Text) -> Option<mime::Text> {
        if text.damaged {
            self.problems.insert("damaged-base64");
        }
        if text.guessed {
            self.problems.insert("charset-guessed");
        }
        if PGP.find(text.text.as_bytes()).is_some() {
            if text.text.contains("-----BEGIN PGP MESSAGE-----") {
                self.problems.insert("encrypted");
                return None;
            }
            if !text.html {
                text.text = clear_signed(&text.text);
            }
        }
        Some(text)
    }

    fn collect(&mut self, raw: &[u8], message: &Message<'_>, ids: &[u32], lang: Option<Lang>) -> Vec<mime::Text> {
        let mut out = Vec::new();
        let mut budget = TEXT;
        for id in ids.iter().filter(|id| (**id as usize) < PARTS) {
            let Some(part) = message.parts.get(*id as usize) else { continue };
            let kind = part.content_type();
            // images count as inline bodies too
            if kind.is_some_and(|c| !c.ctype().eq_ignore_ascii_case("text")) || budget == 0 {
                continue;
            }
            let text = mime::text(raw, part, lang);
            budget = budget.saturating_sub(text.text.len());
            out.extend(self.seen(text));
        }
        out
    }
}

/// The lines of texts, a blank line between each two.
fn lines_of(texts: &[mime::Text]) -> Vec<Line<'_>> {
    let mut out: Vec<Line<'_>> = Vec::new();
    for text in texts {
        let more = if text.html { html::lines(&text.text) } else { lines::plain(&text.text) };
        if out.is_empty() {
            out = more;
        } else if !more.is_empty() {
            out.push(Line::default());
            out.extend(more);
        }
    }
    out
}

/// The text inside a clear-signed message (RFC 9580 §7), or the text as it is.
fn clear_signed(text: &str) -> String {
    let begin = "-----BEGIN PGP SIGNED MESSAGE-----\n";
    let Some((before, rest)) = text.split_once(begin) else { return text.to_owned() };
    let Some((_, rest)) = rest.split_once("\n\n") else { return text.to_owned() };
    let (inside, after) = rest.split_once("-----BEGIN PGP SIGNATURE-----").unwrap_or((rest, ""));
    let after = after.split_once("-----END PGP SIGNATURE-----").map_or("", |(_, after)| after);
    let inside: Vec<&str> = inside.split('\n').map(|l| l.strip_prefix("- ").unwrap_or(l)).collect();
    format!("{before}{}{after}", inside.join("\n"))
}

/// Plain text first; HTML where the plain text is blank or has nothing new. Where both have something new and it
/// differs, the desk must ask.
fn choose<'t>(texts: &'t Texts, sent: Sent<'_>, own: &[String], problems: &mut BTreeSet<&'static str>) -> Trimmed<'t> {
    let blank = |lines: &[Line<'_>]| lines.iter().all(Line::is_blank);
    let (plain, html) = (lines_of(&texts.plain), lines_of(&texts.html));
    if blank(&html) {
        return trim(plain, sent, own);
    }
    if blank(&plain) {
        return trim(html, sent, own);
    }
    let plain = trim(plain, sent, own);
    let html = trim(html, sent, own);
    let (from_plain, from_html) = (plain.reply(), html.reply());
    match (from_plain.is_empty() || plain.found_in_quote, from_html.is_empty() || html.found_in_quote) {
        (false, true) => plain,
        (true, false) => html,
        (true, true) => {
            if from_plain.is_empty() {
                html
            } else {
                plain
            }
        }
        (false, false) => {
            if missing(&from_plain, &html) || missing(&from_html, &plain) {
                problems.insert("parts-disagree");
            }
            // a client that marks its signature in HTML knows better what is new
            let full = |lines: &[String]| lines.iter().filter(|l| !l.is_empty()).count();
            let shorter = full(&from_html) < full(&from_plain)
                && !missing(&from_html, &plain)
                && starts_with(&from_plain, &from_html);
            // ... and what was typed below it
            let longer = full(&from_html) > full(&from_plain)
                && html.lines.iter().any(|l| l.mark == Some(Mark::Signature))
                && !missing(&from_html, &plain)
                && starts_with(&from_html, &from_plain);
            if shorter || longer { html } else { plain }
        }
    }
}

/// Letters and figures of a text in [`low`] form alone: clients differ in all the rest.
fn essence(low: &str, out: &mut String) {
    let mut rest = low;
    while let Some(c) = rest.chars().next() {
        // links in brackets are HTML's, and so are the names of pictures
        if let Some(after) = after_link(rest) {
            rest = after;
            continue;
        }
        if ["[image:", "[cid:"].iter().any(|p| rest.starts_with(p)) {
            break;
        }
        if c.is_alphanumeric() || "@#".contains(c) {
            out.push(c);
        }
        rest = rest.get(c.len_utf8()..).unwrap_or_default();
    }
}

/// The essence of some lines, one after the other.
fn whole<'a>(lows: impl Iterator<Item = &'a str>) -> String {
    let mut out = String::new();
    lows.for_each(|low| essence(low, &mut out));
    out
}

/// Does a line of one reading stand nowhere in the other, its quote apart?
fn missing(reply: &[String], other: &Trimmed<'_>) -> bool {
    let all = whole(other.unquoted());
    reply.iter().take(COMPARED).any(|l| !all.contains(&whole(std::iter::once(&*low(l)))))
}

fn starts_with(long: &[String], short: &[String]) -> bool {
    let all = |lines: &[String]| lines.iter().map(|l| whole(std::iter::once(&*low(l)))).collect::<String>();
    all(long).starts_with(&all(short))
}

/// Why there is nothing to read.
fn reason(message: &Message<'_>, trimmed: &Trimmed<'_>) -> &'static str {
    let encrypted = mime::has(message, "multipart", "encrypted")
        || mime::has(message, "application", "pkcs7-mime")
        || mime::has(message, "application", "x-pkcs7-mime")
        || mime::has(message, "application", "pgp-encrypted");
    if encrypted {
        return "encrypted";
    }
    let tnef = mime::has(message, "application", "ms-tnef")
        || mime::has(message, "application", "vnd.ms-tnef")
        || message
            .parts
            .iter()
            .take(PARTS)
            .any(|p| p.attachment_name().is_some_and(|n| n.eq_ignore_ascii_case("winmail.dat")));
    if tnef {
        return "tnef";
    }
    let body = |id: &u32| message.text_body.contains(id) || message.html_body.contains(id);
    let attached = message.attachments.iter().any(|id| !body(id));
    if attached && !trimmed.quotes() { "attachment-only" } else { "empty" }
}
