//! How mail clients put an old letter under, over or round a new one, in plain text and in HTML.

use super::words::{WHO, Words, fill};

/// A mail client.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Client {
    Gmail,
    GmailAndroid,
    Apple,
    Iphone,
    OutlookDesktop,
    OutlookClassic,
    OutlookMobile,
    OutlookWeb,
    Thunderbird,
    MailRu,
    Yandex,
    Freemail,
    Yahoo,
    Proton,
    Samsung,
    Roundcube,
    Tutanota,
    Zoho,
}

/// Where the new words stand.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Style {
    /// Above the quote.
    Top,
    /// Below it.
    Bottom,
    /// Between its lines; the quote is cut into as many pieces.
    Between,
    /// Above an old letter that bears no mark at all.
    Unmarked,
    /// Above a quote that quotes another.
    Nested,
    /// No quote.
    Alone,
}

/// What is put together.
pub(crate) struct Parts<'a> {
    pub(crate) client: Client,
    pub(crate) words: Words,
    pub(crate) style: Style,
    /// The new lines.
    pub(crate) says: &'a [String],
    /// Signature, disclaimer and the like, as they stand below the new lines.
    pub(crate) tail: &'a [String],
    /// The old letter.
    pub(crate) old: &'a str,
    /// Who answers.
    pub(crate) to: &'a str,
    pub(crate) subject: &'a str,
}

fn marked(mark: &str, text: &str) -> Vec<String> {
    text.lines().map(|l| format!("{mark}{l}").trim_end().to_owned()).collect()
}

/// Breaks a long line as clients do with plain text.
fn wrapped(line: &str) -> Vec<String> {
    let mut out = vec![String::new()];
    for word in line.split(' ') {
        let last = out.last_mut().unwrap();
        if !last.is_empty() && last.chars().count() + word.chars().count() >= 76 {
            out.push(word.to_owned());
        } else {
            if !last.is_empty() {
                last.push(' ');
            }
            last.push_str(word);
        }
    }
    out
}

impl Parts<'_> {
    fn attribution(&self) -> String {
        let own = match self.client {
            Client::Gmail | Client::GmailAndroid | Client::Tutanota => self.words.gmail,
            Client::Apple | Client::Iphone => self.words.apple,
            Client::Thunderbird | Client::Roundcube | Client::Freemail => self.words.thunderbird,
            Client::MailRu => "Понедельник, 5 октября 2026, 10:00 +03:00 от {w}:",
            Client::Yandex => "05.10.2026, 10:00, \"{n}\" <{a}>:",
            Client::Yahoo if self.words.code == "hu" => {
                "2026. október 5., hétfő 10:00:11 CEST időpontban {w} ezt írta:"
            }
            Client::Yahoo if self.words.code == "ru" => {
                "понедельник, 5 октября 2026 г. в 10:00:11 GMT+3, {w} написал(а):"
            }
            Client::Yahoo => "On Monday, October 5, 2026 at 10:00:11 AM GMT+2, {w} wrote:",
            Client::Proton => "On Monday, October 5th, 2026 at 10:00 AM, {w} wrote:",
            Client::Zoho => "---- On Mon, 05 Oct 2026 10:00:11 +0200 {w} wrote ----",
            _ => "",
        };
        fill(own)
    }

    fn headers(&self) -> Vec<String> {
        let [from, sent, to, subject] = self.words.labels;
        vec![
            format!("{from}: {WHO}"),
            format!("{sent}: {}", self.words.date),
            format!("{to}: {}", self.to),
            format!("{subject}: {}", self.subject),
        ]
    }

    /// What the client itself adds below the new words.
    fn footer(&self) -> Vec<String> {
        match self.client {
            Client::Iphone => vec![self.words.footer.to_owned()],
            Client::OutlookMobile => vec!["Get Outlook for iOS<https://aka.ms/o0ukef>".to_owned()],
            Client::Proton => vec!["Sent with Proton Mail secure email.".to_owned()],
            Client::Samsung => vec![match self.words.code {
                "hu" => "Elküldve az én Samsung Galaxy okostelefonomról.".to_owned(),
                "ru" => "Отправлено со смартфона Samsung Galaxy.".to_owned(),
                _ => "Sent from my Galaxy".to_owned(),
            }],
            Client::Yahoo if self.words.code == "hu" => vec!["Küldve a Yahoo Mailből (Androidon)".to_owned()],
            _ => Vec::new(),
        }
    }

    /// What stands between the new words and the old letter.
    fn introduction(&self) -> Vec<String> {
        let dashed = |words: &str| format!("-----{words}-----");
        match self.client {
            Client::OutlookClassic => [vec![dashed(self.words.original)], self.headers()].concat(),
            Client::OutlookDesktop => self.headers(),
            Client::OutlookMobile | Client::OutlookWeb => [vec!["_".repeat(32)], self.headers()].concat(),
            Client::Samsung => [vec![format!("-------- {} --------", self.words.original)], self.headers()].concat(),
            Client::Gmail | Client::GmailAndroid | Client::Yahoo | Client::Freemail => wrapped(&self.attribution()),
            _ => vec![self.attribution()],
        }
    }

    /// The old letter's lines with the client's marks.
    fn quote(&self, old: &str) -> Vec<String> {
        match self.client {
            _ if self.style == Style::Unmarked => marked("", old),
            Client::OutlookClassic
            | Client::OutlookDesktop
            | Client::OutlookMobile
            | Client::OutlookWeb
            | Client::Samsung
            | Client::Zoho => marked("", old),
            Client::MailRu => marked(">", old),
            Client::Yandex => marked(" > ", old),
            _ => marked("> ", old),
        }
    }

    fn old(&self) -> String {
        if self.style == Style::Nested {
            let earlier: String = ["Older words.", "", "resign", "X@A1"].iter().map(|l| format!("> {l}\n")).collect();
            return format!("{}\n{}\n{earlier}", self.old, fill(self.words.gmail));
        }
        self.old.to_owned()
    }

    /// The letter as plain text.
    pub(crate) fn plain(&self) -> String {
        let blank = || vec![String::new()];
        let old = self.old();
        let mut footer = self.footer();
        if !footer.is_empty() {
            footer.insert(0, String::new());
        }
        let below = if self.tail.is_empty() { Vec::new() } else { [blank(), self.tail.to_vec()].concat() };
        let lines = match self.style {
            Style::Alone => [self.says.to_vec(), below, footer].concat(),
            Style::Top | Style::Nested => {
                [self.says.to_vec(), below, footer, blank(), self.introduction(), self.gap(), self.quote(&old)].concat()
            }
            Style::Unmarked => [self.says.to_vec(), below, footer, blank(), self.quote(&old)].concat(),
            Style::Bottom => {
                [self.introduction(), self.gap(), self.quote(&old), blank(), self.says.to_vec(), below].concat()
            }
            Style::Between => {
                let lines: Vec<&str> = old.lines().collect();
                let pieces = self.says.len() + 1;
                let size = lines.len().div_ceil(pieces).max(1);
                let mut out = [self.introduction(), self.gap()].concat();
                let mut says = self.says.iter();
                for piece in lines.chunks(size) {
                    out.extend(self.quote(&piece.join("\n")));
                    if let Some(line) = says.next() {
                        out.extend([String::new(), line.clone(), String::new()]);
                    }
                }
                out.extend(says.cloned());
                [out, below].concat()
            }
        };
        lines.join("\n") + "\n"
    }

    fn gap(&self) -> Vec<String> {
        match self.client {
            Client::Thunderbird => Vec::new(),
            Client::MailRu => vec![">".to_owned()],
            Client::Apple | Client::Iphone => vec!["> ".trim_end().to_owned()],
            _ => vec![String::new()],
        }
    }

    /// The letter as HTML; new words on top, or alone.
    pub(crate) fn html(&self) -> String {
        let with_quote = self.style != Style::Alone;
        let old = format!("<pre style=\"font-family:monospace\">{}</pre>", escape(self.old));
        let attribution = escape(&self.attribution());
        let div = |lines: &[String]| lines.iter().map(|l| line_div(l)).collect::<String>();
        let say = div(self.says);
        let tail = if self.tail.is_empty() { String::new() } else { format!("<div><br></div>{}", div(self.tail)) };
        let footer = div(&self.footer());
        let quote = |text: String| if with_quote { text } else { String::new() };
        match self.client {
            Client::Gmail | Client::GmailAndroid => format!(
                "<div dir=\"ltr\">{say}{tail}</div>{}\n",
                quote(format!(
                    "<br><div class=\"gmail_quote gmail_quote_container\"><div dir=\"ltr\" class=\"gmail_attr\">{attribution}<br></div><blockquote class=\"gmail_quote\" style=\"margin:0px 0px 0px 0.8ex;border-left:1px solid rgb(204,204,204);padding-left:1ex\">{old}</blockquote></div>"
                ))
            ),
            Client::Apple | Client::Iphone => format!(
                "<html><head><meta http-equiv=\"content-type\" content=\"text/html; charset=utf-8\"></head><body dir=\"auto\">{say}{tail}<br>{}{}</body></html>\n",
                if footer.is_empty() { String::new() } else { format!("<div dir=\"ltr\">{footer}</div>") },
                quote(format!(
                    "<div dir=\"ltr\"><br><blockquote type=\"cite\">{attribution}<br><br></blockquote></div><blockquote type=\"cite\"><div dir=\"ltr\">{old}</div></blockquote>"
                ))
            ),
            Client::OutlookDesktop | Client::OutlookClassic => {
                let mso = |l: &String| {
                    let text = if l.is_empty() { "&nbsp;".to_owned() } else { escape(l) };
                    format!("<p class=MsoNormal>{text}<o:p></o:p></p>\n")
                };
                let says: String = self.says.iter().chain(self.tail).map(mso).collect();
                let heads: Vec<String> = self.headers().iter().map(|h| bold_label(h)).collect();
                format!(
                    "<html xmlns:o=\"urn:schemas-microsoft-com:office:office\"><head><style><!--\np.MsoNormal {{margin:0cm;}}\n--></style></head><body lang=EN link=\"#0563C1\"><div class=WordSection1>{says}{}</div></body></html>\n",
                    quote(format!(
                        "<p class=MsoNormal><o:p>&nbsp;</o:p></p><div style='border:none;border-top:solid #E1E1E1 1.0pt;padding:3.0pt 0cm 0cm 0cm'><p class=MsoNormal>{}<o:p></o:p></p></div>{old}",
                        heads.join("<br>")
                    ))
                )
            }
            Client::OutlookMobile | Client::OutlookWeb => {
                let heads: Vec<String> = self.headers().iter().map(|h| bold_label(h)).collect();
                let signature = if self.client == Client::OutlookMobile {
                    "<div id=\"ms-outlook-mobile-signature\" dir=\"auto\"><div><br></div>Get <a href=\"https://aka.ms/o0ukef\">Outlook for iOS</a></div>"
                } else {
                    ""
                };
                format!(
                    "<html><body><div class=\"elementToProof\">{say}{tail}</div>{signature}{}</body></html>\n",
                    quote(format!(
                        "<div id=\"appendonsend\"></div><hr style=\"display:inline-block;width:98%\" tabindex=\"-1\"><div id=\"divRplyFwdMsg\" dir=\"ltr\"><font face=\"Calibri, sans-serif\">{}</font><div>&nbsp;</div></div>{old}",
                        heads.join("<br>")
                    ))
                )
            }
            Client::Thunderbird => {
                let p: String =
                    self.says.iter().chain(self.tail).map(|l| format!("<p>{}<br>\n</p>", escape(l))).collect();
                format!(
                    "<!DOCTYPE html><html><body>{p}{}</body></html>\n",
                    quote(format!(
                        "<div class=\"moz-cite-prefix\">{attribution}<br></div><blockquote type=\"cite\" cite=\"mid:g17@post.example.org\"><pre class=\"moz-quote-pre\" wrap=\"\">{}</pre></blockquote>",
                        escape(self.old)
                    ))
                )
            }
            Client::MailRu => format!(
                "<HTML><BODY>{say}{tail}<br>{}</BODY></HTML>\n",
                quote(format!(
                    "<blockquote style=\"border-left:1px solid #0857A6; margin:10px; padding:0 0 0 10px;\">{attribution}<br>&nbsp;<div id=\"\"><div class=\"js-helper js-readmsg-msg\">{old}</div></div></blockquote>"
                ))
            ),
            Client::Yandex => format!(
                "{say}{tail}<div>&nbsp;</div>{}\n",
                quote(format!("<div>{attribution}</div><blockquote><div>{old}</div></blockquote>"))
            ),
            Client::Yahoo => format!(
                "<html><head></head><body><div class=\"ydp1yahoo-style-wrap\" style=\"font-size:16px;\">{say}{tail}</div>{footer}{}</body></html>\n",
                quote(format!(
                    "<div id=\"yahoo_quoted_1234567890\" class=\"yahoo_quoted\"><div>{attribution}</div><div><br></div><div>{old}</div></div>"
                ))
            ),
            Client::Proton => format!(
                "{say}{tail}<div class=\"protonmail_signature_block\"><div class=\"protonmail_signature_block-proton\">{footer}</div></div>{}\n",
                quote(format!(
                    "<div class=\"protonmail_quote\">{attribution}<br><blockquote class=\"protonmail_quote\" type=\"cite\">{old}</blockquote></div>"
                ))
            ),
            Client::Samsung => format!(
                "<html><body dir=\"auto\">{say}{tail}<div><br></div><div id=\"composer_signature\" dir=\"auto\">{footer}</div>{}</body></html>\n",
                quote(format!("<div><br></div>{}{old}", div(&self.introduction())))
            ),
            Client::Roundcube | Client::Freemail => format!(
                "<html><body>{say}{tail}{}</body></html>\n",
                quote(format!(
                    "<p id=\"reply-intro\">{attribution}</p><blockquote type=\"cite\" style=\"padding: 0 0.4em; border-left: #1010ff 2px solid\"><div>{old}</div></blockquote>"
                ))
            ),
            Client::Tutanota => format!(
                "<div>{say}{tail}</div>{}\n",
                quote(format!(
                    "<br><div>{attribution}</div><blockquote class=\"tutanota_quote\" style=\"border-left: 1px solid #93A3B8\">{old}</blockquote>"
                ))
            ),
            Client::Zoho => format!(
                "<html><body>{say}{tail}<br>{}</body></html>\n",
                quote(format!(
                    "<div class=\"zmail_extra_hr\" style=\"border-top: 1px solid\"></div><div class=\"zmail_extra\"><div><br></div><div id=\"Zm-_Id_-Sgn1\">{attribution}<br></div><blockquote>{old}</blockquote></div>"
                ))
            ),
        }
    }
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('\u{a0}', "&nbsp;")
}

fn line_div(line: &str) -> String {
    if line.is_empty() { "<div><br></div>".to_owned() } else { format!("<div>{}</div>", escape(line)) }
}

fn bold_label(header: &str) -> String {
    let (label, value) = header.split_once(':').unwrap();
    format!("<b>{label}:</b>{}", escape(value))
}
