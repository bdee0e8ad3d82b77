//! HTML → lines. The tokens are walked, no tree is built: what mail clients write isn't worth one.

use std::cell::RefCell;

use html5ever::tendril::StrTendril;
use html5ever::tokenizer::states::{RawKind, State};
use html5ever::tokenizer::{BufferQueue, Tag, TagKind, Token, TokenSink, TokenSinkResult, Tokenizer, TokenizerOpts};

use super::lines::{Line, Mark};

/// How deep elements are followed; what is nested deeper is read as if it stood at this depth.
const DEPTH: usize = 200;

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
        let held = self.open.iter().skip(at).any(|o| o.holds);
        self.open.truncate(at);
        if held && !self.open.iter().any(|o| o.holds || o.quote) {
            self.mark = Some(Mark::Resumed);
        }
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

/// The attributes that mail clients put their meaning into, in lower case.
struct Attributes {
    id: String,
    class: String,
    kind: String,
    name: String,
    style: String,
    other: String,
    hidden: bool,
    /// The element belongs to a letter that Outlook quotes or passes on.
    nested: bool,
}

impl Attributes {
    fn of(tag: &Tag) -> Self {
        let get = |name: &str| {
            tag.attrs.iter().find(|a| &*a.name.local == name).map(|a| a.value.to_ascii_lowercase()).unwrap_or_default()
        };
        // Outlook puts `x_` before the names in a letter that it quotes or passes on
        let plain = |text: String| {
            let words = text.split_ascii_whitespace().map(|w| w.trim_start_matches("x_"));
            words.collect::<Vec<_>>().join(" ")
        };
        let style: String = get("style").chars().filter(|c| !c.is_whitespace()).collect();
        let other = tag.attrs.iter().map(|a| &*a.name.local).filter(|n| n.starts_with("data-")).collect::<Vec<_>>();
        Self {
            id: plain(get("id")),
            class: plain(get("class")),
            kind: get("type"),
            name: get("name"),
            style,
            other: other.join(" "),
            hidden: tag.attrs.iter().any(|a| &*a.name.local == "hidden"),
            nested: get("id").starts_with("x_"),
        }
    }

    fn classes(&self, wanted: &[&str]) -> bool {
        self.class.split_ascii_whitespace().any(|c| wanted.contains(&c))
    }

    /// The client itself says: this is a quote.
    fn quote(&self, name: &str) -> bool {
        // without a border it is Gmail's way to indent
        name == "blockquote"
            && !(self.style.contains("border:none") && self.kind != "cite")
            && (self.kind == "cite"
                || self.classes(&[
                    "gmail_quote",
                    "protonmail_quote",
                    "tutanota_quote",
                    "moz-cite",
                    "zmail_extra",
                    "iosymail",
                ])
                || self.class.contains("quote")
                || self.id.contains("mail-quote")
                || self.other.contains("data-quote"))
    }

    /// A line that a client draws above the old letter.
    fn divides(&self) -> bool {
        matches!(&*self.id, "zwchr" | "stopspelling" | "replysplit")
    }

    /// The client itself says: here the old letter begins, or here stands its attribution line.
    fn mark(&self, name: &str) -> Option<Mark> {
        if self.classes(&["gmail_attr", "moz-cite-prefix"]) || self.id == "reply-intro" {
            return Some(Mark::Attribution);
        }
        let rule = ["border-top:solid#", "border-top:1pxsolid#e1e1e1", "border-top:1ptsolid#e1e1e1"];
        let has = |parts: &[&str]| parts.iter().any(|s| self.style.contains(s));
        // newer ones write the same line above the old letter in other words
        let topped = has(&["border-top", "border-style:solidnone"])
            && self.style.contains("solid")
            && has(&["padding:3pt0", "padding:3.0pt0", "padding-top:3pt"]);
        // a line that Outlook draws for the writer is none of it
        let outlook = name == "div"
            && (has(&rule) || has(&["border:none;border-top:solid"]) || topped)
            && !has(&["para-border-div"]);
        let begins = outlook
            || [
                "divrplyfwdmsg",
                "appendonsend",
                "isreplycontent",
                "isforwardcontent",
                "olk_src_body_section",
                "unibox_original_message",
                "mail-editor-reference-message-container",
                "origbody",
                "reply139content",
                "orimsghtmlseperator",
            ]
            .contains(&self.id.as_str())
            || self.id == "replymessage"
            || self.holds(name)
            || self.classes(&[
                "outlookmessageheader",
                "ms-outlook-mobile-reference-message",
                "quoted_text",
                "mail-quote-collapse",
                "yahoo-quoted-begin",
            ])
            || name == "blockquote" && self.id.contains("oriquote");
        // what Outlook calls appendonsend stands empty between the answer and the quote
        begins.then_some(Mark::Cut)
    }

    /// The client itself says: this element is the old letter, and what stands below it is the writer's again.
    fn holds(&self, name: &str) -> bool {
        self.id.contains("yahoo_quoted")
            || self.class.contains("yahoo_quoted")
            || self.classes(&["zmail_extra", "protonmail_quote", "tutanota_quote", "bloop_original_html", "hs_reply"])
            || name == "div" && matches!(&*self.name, "quote" | "messagereplysection")
    }

    fn signature(&self) -> bool {
        self.classes(&[
            "gmail_signature",
            "moz-signature",
            "ms-outlook-mobile-signature",
            "protonmail_signature_block",
            "bloop_sign",
        ]) || [
            "signature",
            "ms-outlook-mobile-signature",
            "applemailsignature",
            "mail-app-auto-signature",
            "ms-outlook-signature",
            "mac_outlook_signature",
            "zm-_id_-sgn",
        ]
        .contains(&self.id.as_str())
            || ["-signature", "_signature"].iter().any(|s| self.class.contains(s))
            || self.other.contains("data-signature")
            || matches!(&*self.name, "messagesignature" | "messagesignaturesection")
    }

    fn hidden(&self, name: &str) -> bool {
        matches!(
            name,
            "title"
                | "style"
                | "script"
                | "template"
                | "noscript"
                | "textarea"
                | "select"
                | "iframe"
                | "object"
                | "svg"
                | "math"
                | "noframes"
                | "noembed"
        ) || self.hidden
            || self.style.contains("display:none")
            || self.style.contains("visibility:hidden")
            || self.style.contains("mso-hide:all")
            || self.style.contains("max-height:0")
            || self.style.split(';').any(|d| matches!(d, "font-size:0" | "font-size:0px" | "opacity:0"))
    }

    fn pre(&self, name: &str) -> Option<bool> {
        if self.style.contains("white-space:pre") || self.style.contains("white-space-collapse:preserve") {
            return Some(true);
        }
        if self.style.contains("white-space:n") {
            return Some(false);
        }
        matches!(name, "pre" | "xmp" | "listing").then_some(true)
    }

    /// A paragraph that leaves no blank line round itself.
    fn tight(&self) -> bool {
        self.class.starts_with("mso")
            || self.style.split(';').any(|d| {
                ["margin:0", "margin-top:0", "margin-bottom:0"]
                    .iter()
                    .any(|m| d.strip_prefix(m).is_some_and(|r| !r.starts_with('.')))
            })
    }
}

#[cfg(test)]
#[path = "html_tests.rs"]
mod tests;
