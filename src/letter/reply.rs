//! Which lines of a letter its sender wrote anew.

use std::collections::BTreeSet;

use super::attribution::{attribution, chevrons, undated};
use super::cuts::cut_inside;
use super::endings::{forwards, is_disclaimer, is_footer, is_list_footer, is_notice, is_separator};
use super::fold::alphabetic;
use super::headers::{dates_a_sender, header_block, says_from};
use super::lines::{Line, Mark};
use super::quoted::Sent;
use super::shape::{grids, has_contact, is_dashed_name, is_rule, is_signature_mark, is_underscores};
use super::signs::Signs;
use super::{Ignored, IgnoredKind};

/// What a line is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Class {
    Blank,
    New,
    Old(IgnoredKind),
}

/// A letter's lines, told apart.
pub(super) struct Trimmed<'t> {
    pub(super) lines: Vec<Line<'t>>,
    classes: Vec<Class>,
    /// Nothing new stood outside of the quote, and something not ours inside it.
    pub(super) found_in_quote: bool,
}

/// How many lines of a letter are read.
pub(super) const LINES: usize = 20_000;
/// At most this many lines inside a quote are taken as an answer typed there.
const INSIDE: usize = 20;

impl Trimmed<'_> {
    /// The new lines: outer blank lines dropped, and no more than one blank line where a quote stood between.
    pub(super) fn reply(&self) -> Vec<String> {
        let mut out: Vec<String> = Vec::new();
        let (mut blanks, mut cut) = (0, false);
        for (line, class) in self.lines.iter().zip(&self.classes) {
            match class {
                Class::Blank => blanks += 1,
                Class::Old(_) => cut = true,
                Class::New => {
                    let gap = if cut { blanks.min(1) } else { blanks };
                    if !out.is_empty() {
                        out.extend(std::iter::repeat_n(String::new(), gap));
                    }
                    (blanks, cut) = (0, false);
                    out.push(line.text().trim_end().to_owned());
                }
            }
        }
        out
    }

    /// What was set aside, one entry a kind, in the order of the kinds; blank lines don't count.
    pub(super) fn ignored(&self) -> Vec<Ignored> {
        let mut out: Vec<Ignored> = Vec::new();
        for class in &self.classes {
            let Class::Old(kind) = *class else { continue };
            match out.iter_mut().find(|known| known.kind == kind) {
                Some(known) => known.lines += 1,
                None => out.push(Ignored { kind, lines: 1 }),
            }
        }
        out.sort_unstable_by_key(|known| known.kind);
        out
    }

    /// All that isn't quoted, folded and in lower case, new or not: what two parts of one letter have in common even where a signature was
    /// found in only one of them.
    pub(super) fn unquoted(&self) -> impl Iterator<Item = &str> {
        self.lines
            .iter()
            .zip(&self.classes)
            .filter(|(_, c)| !matches!(c, Class::Old(IgnoredKind::Quote | IgnoredKind::Headers)))
            .map(|(l, _)| l.low())
    }

    /// Is there a quote?
    pub(super) fn quotes(&self) -> bool {
        self.classes.contains(&Class::Old(IgnoredKind::Quote))
    }
}

/// Where the walk stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Zone {
    /// Among the sender's own words.
    New,
    /// Below a signature mark.
    Signature,
    /// In a legal paragraph or a list's footer.
    Disclaimer,
    /// In a mail system's notice, which ends with its paragraph.
    Notice,
    /// Below the beginning of a quote that isn't marked line by line.
    Old,
}

/// Tells the lines apart.
pub(super) fn trim<'t>(mut lines: Vec<Line<'t>>, sent: Sent<'_>, own: &[String]) -> Trimmed<'t> {
    lines.truncate(LINES);
    sent.recognise(&mut lines);
    let lines = cut_inside(lines);
    let mut grid = grids(&lines);
    fences(&lines, &mut grid);
    let ours = sent.runs(&lines, &grid);
    let mut walk = Walk {
        classes: Vec::with_capacity(lines.len()),
        lines: &lines,
        grid: &grid,
        ours: &ours,
        sent,
        own,
        combed: combed(&lines),
        zone: Zone::New,
        quote_seen: false,
    };
    walk.run();
    let mut classes = walk.classes;
    keep_rules(&lines, &mut classes);
    let found_in_quote = !classes.contains(&Class::New) && look_inside(&lines, &mut classes, sent, own);
    Trimmed { lines, classes, found_in_quote }
}

struct Walk<'a> {
    lines: &'a [Line<'a>],
    grid: &'a [bool],
    ours: &'a [bool],
    sent: Sent<'a>,
    own: &'a [String],
    /// Ends of quoted lines that were wrapped without a mark.
    combed: BTreeSet<usize>,
    classes: Vec<Class>,
    zone: Zone,
    quote_seen: bool,
}

impl<'a> Walk<'a> {
    fn run(&mut self) {
        while self.classes.len() < self.lines.len() {
            let at = self.classes.len();
            let rest = self.lines.get(at..).unwrap_or_default();
            self.step(at, rest);
        }
    }

    fn push(&mut self, class: Class, count: usize) {
        for line in self.lines.iter().skip(self.classes.len()).take(count.max(1)) {
            // a bare quote mark belongs to the quote
            self.classes.push(if line.is_blank() && line.depth == 0 { Class::Blank } else { class });
        }
    }

    fn old(&mut self, kind: IgnoredKind, count: usize) {
        self.quote_seen |= matches!(kind, IgnoredKind::Quote | IgnoredKind::Attribution | IgnoredKind::Headers);
        self.push(Class::Old(kind), count);
    }

    fn is_ours(&self, at: usize) -> bool {
        self.ours.get(at).copied().unwrap_or(false)
    }

    /// Is the next line with text, from this one on, marked as quoted or surely ours?
    fn quoted_from(&self, at: usize) -> bool {
        let next = self.lines.iter().enumerate().skip(at).find(|(_, l)| !l.is_blank());
        next.is_some_and(|(at, l)| l.depth > 0 || l.weak || self.is_ours(at))
    }

    fn step(&mut self, at: usize, rest: &'a [Line<'a>]) {
        let Some(line) = rest.first() else { return };
        if line.is_blank() && line.depth == 0 {
            if self.zone == Zone::Notice {
                self.zone = Zone::New;
            }
            return self.push(Class::Blank, 1);
        }
        if line.mark == Some(Mark::Resumed) && self.zone == Zone::Old {
            self.zone = Zone::New;
        }
        let own_grid = self.grid.get(at).copied().unwrap_or(false);
        let cut = line.mark == Some(Mark::Cut) || (chevrons(line) && !self.quoted_from(at + 1));
        if self.zone != Zone::Old && !own_grid && cut {
            self.zone = Zone::Old;
        }
        if self.zone == Zone::Old {
            return self.below(at, rest);
        }
        if self.is_ours(at) || line.depth > 0 {
            self.zone = Zone::New;
            return self.old(IgnoredKind::Quote, 1);
        }
        if own_grid {
            return self.push(Class::New, 1);
        }
        if self.broken_quote(at, line) {
            return self.old(IgnoredKind::Quote, 1);
        }
        if self.introduction(at, rest) {
            return;
        }
        if line.weak && self.weak_quote(at, rest) {
            return;
        }
        if self.quote_seen && self.sent.holds_below(line.text()) {
            return self.old(IgnoredKind::Quote, 1);
        }
        self.ending(rest, line);
    }

    /// A piece of a quoted line that lost its mark: a link of its own, or the end of one, between quoted lines.
    fn broken_quote(&self, at: usize, line: &Line<'_>) -> bool {
        let Some(before) = at.checked_sub(1).and_then(|n| self.lines.get(n)).filter(|l| l.depth > 0) else {
            return false;
        };
        if self.lines.get(at + 1).is_none_or(|l| l.depth == 0) {
            return self.combed.contains(&at);
        }
        let text = line.text().trim_matches(|c: char| c.is_whitespace() || "()<>".contains(c));
        let link = (text.starts_with("http://") || text.starts_with("https://")) && !text.contains(char::is_whitespace);
        let open = ["(http", "<http"].iter().any(|o| before.text().rfind(o) > before.text().rfind([')', '>']));
        link || (open && line.text().contains([')', '>'])) || self.combed.contains(&at)
    }

    /// Below a quote's beginning all is quote, but its own introduction.
    fn below(&mut self, at: usize, rest: &[Line<'_>]) {
        if !self.quote_seen {
            if let Some(count) = header_block(rest, true) {
                return self.old(IgnoredKind::Headers, count);
            }
            if let Some(count) = attribution(rest, self.own, |end| self.quoted_from(at + end)) {
                return self.old(IgnoredKind::Attribution, count);
            }
        }
        self.old(IgnoredKind::Quote, 1);
    }

    /// Attribution lines, header blocks and separators. What follows is quoted line by line, or all of it is.
    fn introduction(&mut self, at: usize, rest: &[Line<'_>]) -> bool {
        let marked = rest.first().is_some_and(|l| l.mark == Some(Mark::Attribution));
        // a phone writes no more than "Bob wrote:" below its footer
        let footed = self.after(IgnoredKind::Footer);
        let (kind, count) = if let Some(count) = attribution(rest, self.own, |n| footed || self.quoted_from(at + n)) {
            (IgnoredKind::Attribution, count)
        } else if marked {
            (IgnoredKind::Attribution, 1)
        } else if let Some(count) = header_block(rest, self.after(IgnoredKind::Separator)) {
            (IgnoredKind::Headers, count)
        } else if rest.first().is_some_and(says_from) && self.below_underscores() {
            (IgnoredKind::Headers, 1)
        } else if rest.first().is_some_and(|l| is_separator(l) || (rest.get(1).is_some_and(says_from) && forwards(l))) {
            (IgnoredKind::Separator, 1)
        } else if let Some(count) = undated(rest).filter(|_| self.apart()) {
            (IgnoredKind::Attribution, count)
        } else if rest.first().is_some_and(|l| is_underscores(l.text())) {
            self.old(IgnoredKind::Separator, 1);
            if is_list_footer(rest.get(1..).unwrap_or_default()) && !self.introduced(at + 1) {
                self.zone = Zone::Disclaimer;
            }
            return true;
        } else {
            return false;
        };
        self.old(kind, count);
        let end = at + count;
        let more = self.lines.iter().skip(end).any(|l| !l.is_blank());
        // Yandex puts its attribution below `To:` and `Subject:`
        let again = kind != IgnoredKind::Headers || self.lines.get(end).is_some_and(dates_a_sender);
        let introduced_again = again && self.introduced(end);
        if introduced_again || (more && self.quoted_from(end)) {
            self.zone = Zone::New;
        } else {
            self.zone = Zone::Old;
            self.quote_seen = kind != IgnoredKind::Separator;
        }
        true
    }

    /// Is the next line with text a header block or an attribution?
    fn introduced(&self, from: usize) -> bool {
        let next = self.lines.iter().enumerate().skip(from).find(|(_, l)| !l.is_blank()).map(|(n, _)| n);
        next.is_some_and(|n| {
            let rest = self.lines.get(n..).unwrap_or_default();
            header_block(rest, true).is_some() || attribution(rest, self.own, |e| self.quoted_from(n + e)).is_some()
        })
    }

    /// Does the line under way begin a paragraph?
    fn apart(&self) -> bool {
        self.classes.last().is_none_or(|c| *c != Class::New)
    }

    /// Is the last line with text a line of underscores?
    fn below_underscores(&self) -> bool {
        let above = self.lines.iter().take(self.classes.len()).rev().find(|l| !l.is_blank());
        above.is_some_and(|l| l.depth == 0 && is_underscores(l.text()))
    }

    /// Was the last line with text of this kind?
    fn after(&self, kind: IgnoredKind) -> bool {
        self.classes.iter().rev().find(|c| **c != Class::Blank) == Some(&Class::Old(kind))
    }

    /// A `<blockquote>` of no known client is a quote only below an attribution, or with one inside at its top, or
    /// where it holds lines of ours.
    fn weak_quote(&mut self, at: usize, rest: &[Line<'_>]) -> bool {
        let last = self.classes.iter().rev().find(|c| **c != Class::Blank);
        let introduced = last.is_some_and(|c| {
            use IgnoredKind::{Attribution, Headers, Quote, Separator};
            matches!(c, Class::Old(Attribution | Headers | Quote | Separator))
        });
        // the block as a whole is looked at once, at its first line
        let first = at.checked_sub(1).and_then(|n| self.lines.get(n)).is_none_or(|l| !l.weak);
        if !introduced && !first {
            return false;
        }
        let length = rest.iter().take_while(|l| l.weak && l.depth == 0).count();
        if !introduced && !(at..at + length).any(|n| self.is_ours(n)) {
            return false;
        }
        self.zone = Zone::New;
        self.old(IgnoredKind::Quote, length);
        true
    }

    /// Is this the last line of the sender's, with something above it?
    fn last_word(&self, rest: &[Line<'_>]) -> bool {
        let next = rest.iter().enumerate().skip(1).find(|(_, l)| !l.is_blank());
        self.classes.contains(&Class::New)
            && next.is_none_or(|(n, l)| {
                let below = rest.get(n..).unwrap_or_default();
                l.depth > 0
                    || l.mark.is_some()
                    || is_underscores(l.text())
                    || is_separator(l)
                    || is_footer(l)
                    || attribution(below, self.own, |_| true).is_some()
                    || header_block(below, false).is_some()
            })
    }

    /// Signatures, footers, disclaimers, rules; or the sender's own words.
    fn ending(&mut self, rest: &[Line<'_>], line: &Line<'_>) {
        use IgnoredKind::{Disclaimer, Footer, Separator, Signature};
        let footer = is_footer(line);
        // a client that marks its signature says where it ends, too
        let above = self.lines.iter().take(self.classes.len()).rev().find(|l| !l.is_blank());
        if line.mark.is_none() && above.is_some_and(|l| l.mark == Some(Mark::Signature)) {
            self.zone = Zone::New;
        }
        match self.zone {
            Zone::Signature => return self.old(if footer { Footer } else { Signature }, 1),
            // a notice of one short line isn't wrapped: what stands below it is the sender's
            Zone::Notice if !is_notice(line) && above.is_some_and(|l| !wrapped(l.text())) => self.zone = Zone::New,
            Zone::Disclaimer | Zone::Notice => return self.old(Disclaimer, 1),
            Zone::New | Zone::Old => {}
        }
        if footer {
            self.old(Footer, 1);
        } else if line.mark == Some(Mark::Signature) {
            self.old(Signature, 1);
        } else if is_signature_mark(line.text()) {
            self.zone = Zone::Signature;
            self.old(Signature, 1);
        } else if is_dashed_name(line.text()) && self.last_word(rest) {
            self.old(Signature, 1);
        } else if is_notice(line) && (!self.classes.contains(&Class::New) || self.last_word(rest)) {
            self.zone = Zone::Notice;
            self.old(Disclaimer, 1);
        } else if is_disclaimer(rest) {
            // above all text it is a paragraph that a mail system put there; below it ends the letter
            let first = !self.classes.contains(&Class::New);
            self.zone = if first { Zone::Notice } else { Zone::Disclaimer };
            self.old(Disclaimer, 1);
        } else if is_rule(line.text()) {
            // a rule ends a letter only where a visiting card stands below it
            let end = (1..rest.len().min(16)).find(|n| {
                let below = rest.get(*n..).unwrap_or_default();
                attribution(below, self.own, |_| true).is_some() || header_block(below, false).is_some()
            });
            let below = rest.get(1..end.unwrap_or(rest.len())).unwrap_or_default();
            let below = below.iter().take_while(|l| l.depth == 0).filter(|l| !l.is_blank()).take(8);
            if below.clone().count() < 8 && below.clone().any(|l| has_contact(l.text())) {
                self.zone = Zone::Signature;
            }
            self.old(Separator, 1);
        } else {
            self.push(Class::New, 1);
        }
    }
}

/// Is the line so long that the next one may be the rest of it, and no longer than lines are that were wrapped?
fn wrapped(text: &str) -> bool {
    text.len() >= 50 && text.chars().count() <= 100
}

/// Clients that wrap the quoted text anew leave the last word or two of each long line without a mark. Where that
/// happened twice or more, and to words without figures, it wasn't the sender who wrote them.
fn combed(lines: &[Line<'_>]) -> BTreeSet<usize> {
    let mut out = BTreeSet::new();
    for (at, around) in lines.windows(3).enumerate() {
        let [before, line, after] = around else { continue };
        if before.depth == 0 || line.depth > 0 || after.depth != before.depth || line.is_blank() {
            continue;
        }
        let prose = line.text().chars().all(|c| alphabetic(c) || matches!(c, ' ' | '.' | ',' | ';' | ':' | '\'' | '-'));
        let small = line.text().starts_with(char::is_lowercase) && line.text().chars().count() <= 24;
        if before.text().chars().count() >= 60 && prose && small {
            out.insert(at + 1);
        }
    }
    if out.len() < 2 { BTreeSet::new() } else { out }
}

/// Text between two lines of three backticks is the sender's own as it stands.
fn fences(lines: &[Line<'_>], own: &mut [bool]) {
    let mut open: Option<usize> = None;
    for (at, line) in lines.iter().enumerate() {
        let fence = || line.signs().has(Signs::TICK) && line.text().trim_start().starts_with("```");
        if line.depth > 0 || line.known || !fence() {
            continue;
        }
        match open.take() {
            Some(from) => own.iter_mut().take(at + 1).skip(from).for_each(|o| *o = true),
            None => open = Some(at),
        }
    }
}

/// A rule with the sender's own lines above and below it is one of them.
fn keep_rules(lines: &[Line<'_>], classes: &mut [Class]) {
    for at in 0..classes.len() {
        if classes.get(at) != Some(&Class::Old(IgnoredKind::Separator)) {
            continue;
        }
        let rule = lines.get(at).is_some_and(|l| is_rule(l.text()));
        let above = classes.iter().take(at).rev().find(|c| **c != Class::Blank);
        let below = classes.iter().skip(at + 1).find(|c| **c != Class::Blank);
        if rule
            && above == Some(&Class::New)
            && below == Some(&Class::New)
            && let Some(class) = classes.get_mut(at)
        {
            *class = Class::New;
        }
    }
}

/// When nothing new is left, the answer may stand inside the quote: typed below our mark, where the webmail put a
/// `>` before it, or between our unmarked lines. That can be told only if we know what we sent.
fn look_inside(lines: &[Line<'_>], classes: &mut [Class], sent: Sent<'_>, own: &[String]) -> bool {
    if sent.is_empty() {
        return false;
    }
    let mut found: Vec<usize> = Vec::new();
    // lines below the beginning of an introduction that belong to it
    let mut introduced = 0;
    for (at, (line, class)) in lines.iter().zip(classes.iter()).enumerate().take(LINES / 10) {
        if line.is_blank() || line.depth > 1 || at < introduced {
            continue;
        }
        let rest: Vec<Line<'_>> = lines.iter().skip(at).take(16).map(Line::unquoted).collect();
        if let Some(count) = header_block(&rest, false).or_else(|| attribution(&rest, own, |_| false)) {
            introduced = at + count;
            continue;
        }
        let text = line.text();
        let noise = is_footer(line) || is_separator(line) || is_signature_mark(text) || is_rule(text);
        if *class == Class::Old(IgnoredKind::Quote) && !noise && !sent.holds(text) {
            found.push(at);
            if found.len() > INSIDE {
                break;
            }
        }
    }
    if found.is_empty() || found.len() > INSIDE {
        return false;
    }
    for at in found {
        if let Some(class) = classes.get_mut(at) {
            *class = Class::New;
        }
    }
    true
}

#[cfg(test)]
#[path = "reply_tests.rs"]
mod tests;

#[cfg(test)]
#[path = "wild_tests.rs"]
mod wild;
