//! What the attributes of HTML elements mean to the mail clients that write them.

use html5ever::tokenizer::Tag;

use super::lines::Mark;

/// The attributes that mail clients put their meaning into, in lower case.
pub(super) struct Attributes {
    pub(super) id: String,
    class: String,
    kind: String,
    name: String,
    style: String,
    other: String,
    hidden: bool,
    /// The element belongs to a letter that Outlook quotes or passes on.
    pub(super) nested: bool,
}

impl Attributes {
    pub(super) fn of(tag: &Tag) -> Self {
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
    pub(super) fn quote(&self, name: &str) -> bool {
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
    pub(super) fn divides(&self) -> bool {
        matches!(&*self.id, "zwchr" | "stopspelling" | "replysplit")
    }

    /// The client itself says: here the old letter begins, or here stands its attribution line.
    pub(super) fn mark(&self, name: &str) -> Option<Mark> {
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
    pub(super) fn holds(&self, name: &str) -> bool {
        self.id.contains("yahoo_quoted")
            || self.class.contains("yahoo_quoted")
            || self.classes(&["zmail_extra", "protonmail_quote", "tutanota_quote", "bloop_original_html", "hs_reply"])
            || name == "div" && matches!(&*self.name, "quote" | "messagereplysection")
    }

    pub(super) fn signature(&self) -> bool {
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

    pub(super) fn hidden(&self, name: &str) -> bool {
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

    pub(super) fn pre(&self, name: &str) -> Option<bool> {
        if self.style.contains("white-space:pre") || self.style.contains("white-space-collapse:preserve") {
            return Some(true);
        }
        if self.style.contains("white-space:n") {
            return Some(false);
        }
        matches!(name, "pre" | "xmp" | "listing").then_some(true)
    }

    /// A paragraph that leaves no blank line round itself.
    pub(super) fn tight(&self) -> bool {
        self.class.starts_with("mso")
            || self.style.split(';').any(|d| {
                ["margin:0", "margin-top:0", "margin-bottom:0"]
                    .iter()
                    .any(|m| d.strip_prefix(m).is_some_and(|r| !r.starts_with('.')))
            })
    }
}
