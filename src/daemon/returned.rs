//! What a letter that comes back says: a delivery status (RFC 3464), or the words of older mail systems, which send
//! none: exim, qmail, Sendmail, Exchange.

use crate::config::{Config, address};
use crate::letter::{self, Automatic, Letter};

/// How many bytes of a report's own words are looked at; the letter that it returns follows them.
const WORDS: usize = 16 * 1024;
/// How many addresses of a report are kept.
const ADDRESSES: usize = 20;

/// A letter that came back, or is late.
pub(super) struct Returned {
    /// Addresses that it names, in lower case.
    pub(super) recipients: Vec<String>,
    /// Trying again is useless.
    pub(super) permanent: bool,
    /// The status code (RFC 3463), such as `5.1.1`; empty where there is none.
    pub(super) status: String,
}

/// What a report of failure for good says, by mail system: all of the phrases stand in it.
const FAILED: &[&[&str]] = &[
    // exim
    &["message that you sent could not be delivered to", "of its recipients", "this is a permanent error"],
    // qmail
    &[
        "this is the qmail-send program at",
        "able to deliver your message to the following",
        "this is a permanent error",
    ],
    // Sendmail
    &["the following addresses had permanent fatal errors"],
    // Exchange
    &["your message did not reach some or all of the intended recipients"],
    &["did not reach the following recipient(s)"],
];

/// What a warning says that is none of a failure yet.
const LATE: &[&str] = &[
    "warning message only",
    "will keep trying",
    "delivery attempts will continue",
    "has not yet been delivered",
    "could not be delivered yet",
    "has been delayed",
    "delivery is delayed",
    "addresses had transient non-fatal errors",
];

/// Where the letter begins that is returned.
const COPIES: &[&str] = &[
    "--- below this line is a copy of the message",
    "this is a copy of the message, including all the headers",
    "----- original message follows",
    "----- unsent message follows",
    "----- message header follows",
    "\nreturn-path: ",
    "\nreceived: ",
    "\nmessage-id: ",
];

/// Did the letter come to the address that only mail systems write to, the envelope's sender of ours?
pub(super) fn to_bounce_address(config: &Config, letter: &Letter) -> bool {
    letter.recipients.iter().any(|to| {
        let tag = to.split_once('@').and_then(|(local, _)| local.split_once('+')).map_or("", |(_, tag)| tag);
        let bounce = tag == "bounce" || tag.starts_with("bounce-");
        bounce && config.server.plus && address::is_own(to, &config.server.address)
    })
}

/// What a letter says of one that came back; `None` where it says nothing of the kind.
pub(super) fn read(config: &Config, letter: &Letter, raw: &[u8]) -> Option<Returned> {
    if let Some(report) = letter.bounce() {
        let bare = report.permanent && report.status.is_empty();
        // a header field that names an address does not say whether it failed or is only late
        let late = bare && is_late(&words(raw));
        let recipients = report.recipient.into_iter().collect();
        return Some(Returned { recipients, permanent: report.permanent && !late, status: report.status });
    }
    // only what a machine has written
    let machine = matches!(letter.automatic, Some(Automatic::Bounce | Automatic::AutoSubmitted | Automatic::Report));
    if !machine && !to_bounce_address(config, letter) {
        return None;
    }
    let words = words(raw);
    let late = is_late(&words);
    let flow = words.split_whitespace().collect::<Vec<_>>().join(" ");
    let failed = FAILED.iter().any(|phrases| phrases.iter().all(|phrase| flow.contains(phrase)));
    let status = status(&words);
    let permanent = failed && !late && !status.starts_with('4');
    (late || failed).then(|| Returned { recipients: addresses(&words), permanent, status })
}

/// The report's own words, in lower case.
fn words(raw: &[u8]) -> String {
    let text = letter::text(raw);
    let end = (0..=WORDS.min(text.len())).rev().find(|at| text.is_char_boundary(*at)).unwrap_or(0);
    let text = text.get(..end).unwrap_or_default().replace('\u{2019}', "'").to_lowercase();
    let end = COPIES.iter().filter_map(|copy| text.find(copy)).min().unwrap_or(text.len());
    text.get(..end).unwrap_or_default().to_owned()
}

fn is_late(words: &str) -> bool {
    let flow = words.split_whitespace().collect::<Vec<_>>().join(" ");
    LATE.iter().any(|phrase| flow.contains(phrase))
}

/// All that looks like an address.
fn addresses(words: &str) -> Vec<String> {
    let mut found = Vec::new();
    for word in words.split(|c: char| c.is_whitespace() || "<>()[]\",;".contains(c)) {
        let word = word.trim_start_matches("smtp:").trim_matches(['.', ':', '\'']);
        if let Ok(address) = address::parse(word)
            && found.len() < ADDRESSES
            && !found.contains(&address)
        {
            found.push(address);
        }
    }
    found
}

/// The first status code.
fn status(words: &str) -> String {
    let code = |word: &&str| {
        let parts: Vec<&str> = word.split('.').collect();
        let number = |part: &&str| (1..=3).contains(&part.len()) && part.bytes().all(|b| b.is_ascii_digit());
        matches!(parts.as_slice(), ["4" | "5", _, _]) && parts.iter().all(number)
    };
    words
        .split(|c: char| !c.is_ascii_digit() && c != '.')
        .map(|word| word.trim_matches('.'))
        .find(code)
        .unwrap_or_default()
        .to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn codes_and_addresses_are_found_in_words() {
        assert_eq!(status("said: 550 5.1.1 <a@b.org>: no such user"), "5.1.1");
        assert_eq!(status("<mail.b.org #5.7.12 smtp;550>"), "5.7.12");
        assert_eq!(status("host 10.5.1.1 [5.1.1.2] at 5.30, version 8.12.3"), "");
        assert_eq!(status("on 10.5.2026 at 10:00"), "");
        assert_eq!(
            addresses("  <a@b.org>:\nc@d.org: 550 e@f.org. (expanded from: <g@h.org>) smtp:i@j.org @ x@"),
            ["a@b.org", "c@d.org", "e@f.org", "g@h.org", "i@j.org"]
        );
        let raw = b"Subject: x\n\nThe words.\n\n--- Below this line is a copy of the message.\n\nwill keep trying\n";
        assert_eq!(words(raw).trim(), "the words.");
    }
}
