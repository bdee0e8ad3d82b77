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
                signature: attributes.signature(),
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
        self.open.truncate(at);
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

    /// The client itself says: here the old letter begins, or here stands its attribution line.
    fn mark(&self, name: &str) -> Option<Mark> {
        if self.classes(&["gmail_attr", "moz-cite-prefix"]) {
            return Some(Mark::Attribution);
        }
        let rule = ["border-top:solid#", "border-top:1pxsolid#e1e1e1", "border-top:1ptsolid#e1e1e1"];
        let outlook = name == "div"
            && (rule.iter().any(|s| self.style.contains(s)) || self.style.contains("border:none;border-top:solid"));
        let begins = outlook
            || [
                "divrplyfwdmsg",
                "appendonsend",
                "isreplycontent",
                "isforwardcontent",
                "olk_src_body_section",
                "unibox_original_message",
                "mail-editor-reference-message-container",
                "reply-intro",
            ]
            .contains(&self.id.as_str())
            || self.id == "replymessage"
            || self.id.contains("yahoo_quoted")
            || self.class.contains("yahoo_quoted")
            || self.classes(&[
                "zmail_extra",
                "outlookmessageheader",
                "ms-outlook-mobile-reference-message",
                "quoted_text",
                "protonmail_quote",
                "tutanota_quote",
                "mail-quote-collapse",
                "bloop_original_html",
                "hs_reply",
                "yahoo-quoted-begin",
            ])
            || name == "div" && matches!(&*self.name, "quote" | "messagereplysection")
            || name == "blockquote" && self.id.contains("oriquote");
        // what Outlook calls appendonsend stands empty between the answer and the quote
        begins.then_some(Mark::Cut)
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
        ]
        .contains(&self.id.as_str())
            || self.other.contains("data-signature")
            || self.name == "messagesignature"
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
mod tests {
    use super::*;

    fn text(html: &str) -> Vec<String> {
        lines(html).into_iter().map(|l| format!("{}{}", "> ".repeat(l.depth), l.text())).collect()
    }

    #[test]
    fn blocks_break_lines() {
        assert_eq!(text("<div>ew@E5</div><div>X@e5</div>"), ["ew@E5", "X@e5"]);
        assert_eq!(text("a<div>b</div>c<ul><li>d<li>e</ul><h1>f</h1>g"), ["a", "b", "c", "d", "e", "f", "g"]);
        assert_eq!(text("<div>a<br></div><div><br></div><div>b</div>"), ["a", "", "b"]);
        assert_eq!(text("<table><tr><td>a</td><td>b</td></tr><tr><td>c</table>d"), ["a b", "c", "d"]);
        assert_eq!(text("<p>a</p><p>b</p>"), ["a", "", "b"]);
        assert_eq!(text("<p class=MsoNormal>a</p><p class=MsoNormal>b</p>"), ["a", "b"]);
        assert_eq!(text("<p style=\"margin: 0px\">a</p><p style='margin:0'>b</p>"), ["a", "b"]);
    }

    #[test]
    fn blanks_and_entities() {
        assert_eq!(text("  a \n  b&nbsp;&lt;c&gt; &amp;copy; &#1042;1  "), ["a b\u{a0}<c> &copy; В1"]);
        assert_eq!(text("<pre>+---+\n| a |\n\n+---+</pre>x"), ["+---+", "| a |", "", "+---+", "x"]);
        assert_eq!(text("<pre>\n  a\n b\n</pre>c"), ["  a", " b", "c"]);
        assert_eq!(
            text("<div style='white-space: pre-wrap'>a\n b<p style='white-space:normal'>c\nd</p></div>"),
            ["a", " b", "", "c d"]
        );
        assert_eq!(text("<b>e</b>w@<i>E5</i>"), ["ew@E5"]);
    }

    #[test]
    fn what_nobody_sees_is_dropped() {
        let html = "<html><head><title>t</title><style>a>b{}</style></head><body><script>1<2</script>a\
            <div style='display: none'>h<div>i</div></div><span hidden>j</span><!-- c -->b</body></html>";
        assert_eq!(text(html), ["a", "b"]);
    }

    #[test]
    fn only_marked_blockquotes_are_quotes() {
        assert_eq!(text("a<blockquote>own</blockquote>"), ["a", "own"]);
        assert!(lines("<blockquote>own</blockquote>")[0].weak);
        assert_eq!(
            text("a<blockquote type=cite>b<blockquote type=cite>c</blockquote></blockquote>d"),
            ["a", "> b", "> > c", "d"]
        );
    }

    #[test]
    fn deep_and_broken_html_is_read() {
        let deep = format!("{}x{}y", "<div><b>".repeat(50_000), "</b></div>".repeat(50_000));
        let got = text(&deep);
        assert_eq!(got, ["x", "y"]);
        assert_eq!(text("<div a='<b>x"), Vec::<String>::new());
        assert_eq!(text("</div></p>a</b>"), ["a"]);
    }
}
