//! A player with a mailbox and one of the world's mail clients.

use super::house::PATIENCE;
use crate::mailstack::Stack;
use boardpost::post::imap::ImapInbox;
use boardpost::post::{Inbox, Outgoing, PostError};
use lettre::message::{Message, SinglePart, header};
use mail_parser::MessageParser;
use std::collections::BTreeSet;
use std::time::{Duration, Instant};

/// How a player's program writes a reply.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Style {
    /// The words alone.
    Bare,
    /// Above the quoted letter, as Gmail does it.
    Gmail,
    /// Above the letter between header lines, unquoted, as Outlook does it.
    Outlook,
    /// HTML alone, the quoted letter in a blockquote.
    Html,
}

/// A letter that a player got.
pub(super) struct Received {
    pub(super) raw: Vec<u8>,
    pub(super) message_id: String,
    pub(super) references: Vec<String>,
    pub(super) subject: String,
    /// Where an answer goes: with the token.
    pub(super) reply_to: String,
    /// The plain part, LF line ends.
    pub(super) text: String,
    html: String,
}

/// A player's mailbox.
pub(super) struct Player {
    pub(super) user: &'static str,
    inbox: ImapInbox,
    before: usize,
    pub(super) letters: Vec<Received>,
    written: usize,
}

impl Received {
    fn read(raw: Vec<u8>) -> Self {
        let message = MessageParser::default().parse(&raw).unwrap();
        let list = |value: &mail_parser::HeaderValue<'_>| {
            value.as_text_list().unwrap_or_default().iter().map(|id| format!("<{id}>")).collect()
        };
        let reply_to = message.reply_to().or(message.from()).unwrap().first().unwrap().address().unwrap().to_owned();
        Self {
            message_id: format!("<{}>", message.message_id().unwrap()),
            references: list(message.references()),
            subject: message.subject().unwrap().to_owned(),
            reply_to,
            text: message.body_text(0).unwrap().replace('\r', ""),
            html: message.body_html(0).unwrap().replace('\r', ""),
            raw,
        }
    }

    /// The secret part of the reply address.
    pub(super) fn token(&self) -> &str {
        self.reply_to.split_once('+').unwrap().1.split_once('@').unwrap().0
    }

    /// All that stands in it, as it came and decoded, unfolded.
    pub(super) fn everything(&self) -> String {
        let raw = String::from_utf8_lossy(&self.raw).replace("=\r\n", "").replace("\r\n ", " ");
        format!("{raw}\n{}\n{}", self.text, self.html)
    }

    /// The letter from its first paragraph to the end of the board. The board must be the same in both parts.
    pub(super) fn told(&self) -> &str {
        let pre = self.html.split("<pre").skip(1).find(|p| p.contains("+---+")).unwrap();
        let board = pre.split_once('>').unwrap().1.split_once("</pre>").unwrap().0;
        assert!(!board.contains('&'), "{board}");
        let (at, _) = self.text.match_indices(board).next().unwrap_or_else(|| panic!("{board}\nin {}", self.text));
        assert_eq!(self.text.matches("+---+").count(), board.matches("+---+").count(), "one board");
        &self.text[..at + board.len()]
    }

    /// The body of a reply.
    fn body(&self, text: &str, style: Style) -> SinglePart {
        let html = |text: &str| text.replace('&', "&amp;").replace('<', "&lt;").replace('\n', "<br>\n");
        let plain = match style {
            Style::Bare => format!("{text}\n"),
            Style::Gmail => {
                let quoted: Vec<String> = self.text.lines().map(|l| format!("> {l}").trim_end().to_owned()).collect();
                format!(
                    "{text}\n\nBoardpost <game@game.test> ezt írta (időpont: 2026. nov. 30., H, 9:14):\n\n{}\n",
                    quoted.join("\n")
                )
            }
            Style::Outlook => format!(
                "{text}\n\n________________________________\nОт: Boardpost <game@game.test>\nОтправлено: 30 ноября 2026 г. \
                 9:14\nКому: p2@game.test\nТема: {}\n\n{}",
                self.subject, self.text
            ),
            Style::Html => {
                let page = format!(
                    "<html><head><style>p {{ margin: 0 }}</style></head><body><div dir=\"ltr\">{}</div><br>\
                     <div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">Boardpost &lt;game@game.test&gt; \
                     ezt írta (időpont: 2026. nov. 30., H, 9:14):<br></div><blockquote class=\"gmail_quote\">{}\
                     </blockquote></div></body></html>",
                    html(text),
                    self.html
                );
                return SinglePart::builder().header(header::ContentType::TEXT_HTML).body(page);
            }
        };
        SinglePart::builder().header(header::ContentType::TEXT_PLAIN).body(plain.replace('\n', "\r\n"))
    }
}

impl Player {
    /// Looks into a mailbox; what is there already counts for nothing.
    pub(super) fn new(stack: &Stack, user: &'static str) -> Self {
        let mut inbox = stack.inbox(user);
        let before = inbox.list().unwrap().len();
        Self { user, inbox, before, letters: Vec::new(), written: 0 }
    }

    pub(super) fn last(&self) -> &Received {
        self.letters.last().unwrap()
    }

    /// Takes in what came; gives how many letters there are by now.
    pub(super) fn look(&mut self) -> Result<usize, PostError> {
        let listed = self.inbox.list()?;
        let fresh = self.inbox.fetch(&listed[self.before + self.letters.len()..], 0)?;
        self.letters.extend(fresh.into_iter().map(|a| Received::read(a.raw)));
        Ok(self.letters.len())
    }

    /// Waits until there are `count` letters; there may not be more. A server that is away is waited for.
    pub(super) fn expect(&mut self, count: usize) {
        let start = Instant::now();
        let mut result = self.look();
        while !matches!(result, Ok(n) if n >= count) {
            assert!(start.elapsed() < PATIENCE, "{} waits for {count} letters: {result:?}", self.user);
            std::thread::sleep(Duration::from_millis(50));
            result = self.look();
        }
        assert_eq!(self.letters.len(), count, "{}: {}", self.user, self.last().text);
    }

    /// How many letters differ from all others.
    pub(super) fn distinct(&self) -> usize {
        self.letters.iter().map(|l| (&l.message_id, &l.raw[own_part(&l.raw)..])).collect::<BTreeSet<_>>().len()
    }

    /// A reply to the `n`th letter, ready to be sent.
    pub(super) fn letter(&mut self, n: usize, text: &str, style: Style) -> Outgoing {
        let to = &self.letters[n];
        let from = format!("{}@game.test", self.user);
        self.written += 1;
        let name = if self.user == "p1" { "Kiss Kata" } else { "Иван" };
        let references: Vec<&str> = to.references.iter().chain([&to.message_id]).map(String::as_str).collect();
        let message = Message::builder()
            .from(format!("{name} <{from}>").parse().unwrap())
            .to(format!("Boardpost <{}>", to.reply_to).parse().unwrap())
            .subject(format!("Re: {}", to.subject))
            .message_id(Some(format!("<{}.{}@client.game.test>", self.user, self.written)))
            .in_reply_to(to.message_id.clone())
            .references(references.join(" "))
            .singlepart(to.body(text, style))
            .unwrap();
        Outgoing { id: 0, from, to: to.reply_to.clone(), bytes: message.formatted() }
    }

    /// Answers the last letter.
    pub(super) fn reply(&mut self, stack: &Stack, text: &str, style: Style) {
        let letter = self.letter(self.letters.len() - 1, text, style);
        stack.send_all(&[letter]);
    }
}

/// Where our own part of a delivered letter begins: behind what the way added.
fn own_part(raw: &[u8]) -> usize {
    raw.windows(6).position(|w| w == b"From: ").unwrap()
}
