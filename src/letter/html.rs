//! HTML → lines. The tokens are walked, no tree is built: what mail clients write isn't worth one.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use super::attributes::Attributes;
use super::lines::{Line, Mark};

/// How deep elements are followed; what is nested deeper is read as if it stood at this depth.
const DEPTH: usize = 200;

/// How many bytes of text a short cell of a table has.
const CELL: usize = 16;

/// Turns an HTML text into lines. Every block element begins a line, `<br>` ends one, table cells are separated by a
/// blank, `<pre>` keeps its blanks; scripts, styles and what is hidden are dropped. Quotes and signatures that the
/// client marked as such come marked.
pub(super) fn lines(html: &str) -> Vec<Line<'static>> {
    let sink = Sink(RefCell::new(Walk::default()));
    let tokenizer = Tokenizer::new(sink, TokenizerOpts { initial_state: Some(State::Data), ..Default::default() });
    let input = BufferQueue::default();
    input.push_back(StrTendril::from_slice(html));
    // the sink runs no scripts, so one call reads all
    let _ = tokenizer.feed(&input);
    tokenizer.end();
    tokenizer.sink.0.into_inner().finish()
}

struct Sink(RefCell<Walk>);

impl TokenSink for Sink {
    type Handle = ();

    fn process_token(&self, token: Token, _line: u64) -> TokenSinkResult<()> {
        let mut walk = self.0.borrow_mut();
        match token {
            Token::CharacterTokens(text) => walk.text(&text),
            Token::TagToken(tag) if tag.kind == TagKind::StartTag => return walk.start(&tag),
            Token::TagToken(tag) => walk.end(&tag.name),
            _ => {}
        }
        TokenSinkResult::Continue
    }
}

/// An open element and what it means for the text inside.
struct Open {
    name: String,
    block: bool,
    hidden: bool,
    /// Whether blanks count, where the element says so.
    pre: Option<bool>,
    quote: bool,
    weak: bool,
    signature: bool,
    /// The old letter is all that it holds.
    holds: bool,
    /// A blank line stands below a paragraph.
    paragraph: bool,
    /// Of a row of a table: how many lines stood above it, and how many cells it has.
    row: Option<(usize, usize)>,
}

#[derive(Default)]
struct Walk {
    open: Vec<Open>,
    out: Vec<Line<'static>>,
    line: String,
    /// The line under way holds something, be it only blanks of a `pre`.
    begun: bool,
    /// A blank is due before the next word.
    blank: bool,
    /// A paragraph's blank line is due before the next line.
    gap: bool,
    /// A `<pre>` has just begun.
    fresh_pre: bool,
    /// What the next line is marked with.
    mark: Option<Mark>,
    /// How many lines there were where Outlook began what it appends to the answer.
    appended: Option<usize>,
}

impl Walk {
    fn text(&mut self, text: &str) {
        if self.open.iter().any(|o| o.hidden) {
            return;
        }
        if self.open.iter().rev().find_map(|o| o.pre).unwrap_or(false) {
            // a line end right behind `<pre>` doesn't count
            let text = if std::mem::take(&mut self.fresh_pre) { text.strip_prefix('\n').unwrap_or(text) } else { text };
            for (nth, piece) in text.split('\n').enumerate() {
                if nth > 0 {
                    self.push_line(true);
                }
                if !piece.is_empty() {
                    self.begun = true;
                    self.line.push_str(piece.trim_end_matches('\r'));
                }
            }
            return;
        }
        for c in text.chars() {
            // NBSP is no white space in HTML; folding takes care of it
            if matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0c') {
                self.blank = true;
            } else {
                if self.blank && !self.line.is_empty() && !self.line.ends_with(' ') {
                    self.line.push(' ');
                }
                self.blank = false;
                self.begun = true;
                self.line.push(c);
            }
        }
    }

    fn start(&mut self, tag: &Tag) -> TokenSinkResult<()> {
        let name = &*tag.name;
        match name {
            "br" => {
                self.push_line(true);
                return TokenSinkResult::Continue;
            }
            "td" | "th" if !self.line.is_empty() => self.blank = true,
            "img" | "input" | "meta" | "link" | "base" | "col" | "wbr" | "area" | "embed" | "source" => {
                return TokenSinkResult::Continue;
            }
            _ => {}
        }
        if block(name) {
            self.push_line(false);
        }
        if name == "hr" {
            if Attributes::of(tag).divides() {
                self.mark = Some(Mark::Cut);
            }
            return TokenSinkResult::Continue;
        }
        // end tags that nobody writes
        if matches!(name, "p" | "li" | "tr" | "td" | "th" | "dt" | "dd" | "option")
            && self.open.last().is_some_and(|o| o.name == name)
        {
            self.close(self.open.len() - 1);
        }
        let attributes = Attributes::of(tag);
        if let Some(mark) = attributes.mark(name) {
            self.mark = Some(mark);
        }
        match attributes.id.as_str() {
            "appendonsend" if !attributes.nested && self.appended.is_none() => self.appended = Some(self.out.len()),
            "divrplyfwdmsg" if !attributes.nested => self.typed_on(),
            _ => {}
        }
        if matches!(name, "td" | "th")
            && let Some((_, cells)) = self.open.iter_mut().rev().find_map(|o| o.row.as_mut())
        {
            *cells += 1;
        }
        let paragraph = name == "p" && !attributes.tight();
        self.gap |= paragraph && self.mark.is_none();
        if self.open.len() < DEPTH {
            let quote = attributes.quote(name);
            self.open.push(Open {
                name: name.to_owned(),
                block: block(name),
                hidden: attributes.hidden(name),
                pre: attributes.pre(name),
                quote,
                weak: name == "blockquote" && !quote,
                signature: name == "signature" || attributes.signature(),
                holds: attributes.holds(name),
                paragraph,
                row: (name == "tr").then_some((self.out.len(), 0)),
            });
        }
        self.fresh_pre = matches!(name, "pre" | "listing");
        match name {
            "script" => TokenSinkResult::RawData(RawKind::ScriptData),
            "style" | "xmp" | "iframe" | "noembed" | "noframes" => TokenSinkResult::RawData(RawKind::Rawtext),
            "title" | "textarea" => TokenSinkResult::RawData(RawKind::Rcdata),
            _ => TokenSinkResult::Continue,
        }
    }

    /// Some type on below the place where Outlook appends; what stands there before the old letter is theirs.
    fn typed_on(&mut self) {
        let from = self.appended.replace(usize::MAX).unwrap_or(usize::MAX);
        for line in self.out.iter_mut().skip(from).filter(|l| l.mark == Some(Mark::Cut)) {
            line.mark = None;
        }
    }

    fn end(&mut self, name: &str) {
        if let Some(at) = self.open.iter().rposition(|o| o.name == name) {
            self.close(at);
        } else if block(name) {
            self.push_line(false);
        }
    }

    /// Closes the element at this place and all inside it.
    fn close(&mut self, at: usize) {
        if self.open.iter().skip(at).any(|o| o.block) {
            self.push_line(false);
        }
        self.gap |= self.open.iter().skip(at).any(|o| o.paragraph);
        if let Some((from, cells)) = self.open.iter().skip(at).find_map(|o| o.row) {
            self.one_row(from, cells);
        }
        let held = self.open.iter().skip(at).any(|o| o.holds);
        self.open.truncate(at);
        if held && !self.open.iter().any(|o| o.holds || o.quote) {
            self.mark = Some(Mark::Resumed);
        }
    }

    /// Outlook makes a paragraph of each cell: where all are short, the row is one line again, as a fleet pasted from a
    /// spreadsheet has it.
    fn one_row(&mut self, from: usize, cells: usize) {
        let lines = self.out.get(from..).unwrap_or_default();
        let texts: Vec<&str> = lines.iter().filter(|l| !l.is_blank()).map(|l| l.text().trim()).collect();
        let alike =
            |l: &Line<'_>| l.mark.is_none() && lines.first().is_some_and(|f| f.depth == l.depth && f.weak == l.weak);
        if texts.len() < 2 || texts.len() > cells || !texts.iter().all(|t| t.len() <= CELL) || !lines.iter().all(alike)
        {
            return;
        }
        let whole = lines.first().map(|first| first.piece(&texts.join(" ")));
        self.gap = false;
        self.out.truncate(from);
        self.out.extend(whole);
    }

    /// Ends the line under way; an empty one counts only if something ended it by name.
    fn push_line(&mut self, forced: bool) {
        self.blank = false;
        if !forced && !self.begun {
            return;
        }
        if self.open.iter().any(|o| o.hidden) {
            return;
        }
        let text = std::mem::take(&mut self.line);
        self.begun = false;
        let depth = self.open.iter().filter(|o| o.quote).count();
        let weak = self.open.iter().any(|o| o.weak);
        let signature = self.open.iter().any(|o| o.signature);
        if std::mem::take(&mut self.gap) && self.out.last().is_some_and(|l| !l.is_blank()) && !text.trim().is_empty() {
            self.out.push(Line::empty(depth, weak));
        }
        let mark = if signature { Some(Mark::Signature) } else { self.mark.take() };
        let mut line = Line::plain(&text).owned();
        // a `>` typed into HTML is a quote mark too, beside the client's own
        line.depth += depth;
        line.weak = weak;
        line.mark = mark;
        if line.is_blank() && line.mark != Some(Mark::Signature) {
            // the mark belongs to the first line with text
            self.mark = self.mark.or(line.mark.take());
        }
        self.out.push(line);
    }

    fn finish(mut self) -> Vec<Line<'static>> {
        self.push_line(false);
        self.out
    }
}

fn block(name: &str) -> bool {
    matches!(
        name,
        "address"
            | "article"
            | "aside"
            | "blockquote"
            | "body"
            | "caption"
            | "center"
            | "dd"
            | "details"
            | "dialog"
            | "dir"
            | "div"
            | "dl"
            | "dt"
            | "fieldset"
            | "figcaption"
            | "figure"
            | "footer"
            | "form"
            | "h1"
            | "h2"
            | "h3"
            | "h4"
            | "h5"
            | "h6"
            | "header"
            | "hr"
            | "html"
            | "li"
            | "main"
            | "menu"
            | "nav"
            | "ol"
            | "p"
            | "pre"
            | "section"
            | "signature"
            | "summary"
            | "table"
            | "tbody"
            | "tfoot"
            | "thead"
            | "tr"
            | "ul"
            | "xmp"
    )
}

#[cfg(test)]
#[path = "html_tests.rs"]
mod tests;
