//! Machines among the senders (RFC 3834, RFC 3464, RFC 2919, and what vacation programs really write).

use mail_parser::MimeHeaders;

use super::address::bare_address;
use super::fields::{Field, all, first};
use super::{Automatic, Bounce, address, mime, patterns};

/// More trace fields than any honest way needs.
const HOPS: usize = 25;

/// What kind of machine wrote, if one did. Our own mark comes first, since no one else writes it; then what the
/// letter says of itself, then reports, lists and vacation notices.
pub(super) fn kind(fields: &[Field]) -> Option<Automatic> {
    let has = |name: &str| first(fields, name).is_some();
    let content = first(fields, "content-type").unwrap_or_default().to_ascii_lowercase();
    let report = content.trim_start().starts_with("multipart/report");
    if has("x-boardpost-loop") || all(fields, "received").count() > HOPS {
        return Some(Automatic::Loop);
    }
    let submitted = all(fields, "auto-submitted").any(|v| {
        let word = v.split([';', ' ', '(']).next().unwrap_or_default();
        !word.eq_ignore_ascii_case("no")
    });
    if submitted {
        return Some(Automatic::AutoSubmitted);
    }
    let null_path = all(fields, "return-path").any(|v| v.chars().filter(|c| !c.is_whitespace()).eq("<>".chars()));
    if (report && content.contains("delivery-status"))
        || has("x-failed-recipients")
        || robot(fields, &["mailer-daemon", "postmaster", "bounce"])
    {
        return Some(Automatic::Bounce);
    }
    if report || content.trim_start().starts_with("message/disposition-notification") {
        return Some(Automatic::Report);
    }
    if null_path {
        return Some(Automatic::Bounce);
    }
    if ["list-id", "list-unsubscribe", "list-post"].iter().any(|n| has(n)) {
        return Some(Automatic::List);
    }
    if ["x-auto-response-suppress", "x-autoreply", "x-autorespond", "x-autoresponder", "x-vacation", "x-mail-autoreply"]
        .iter()
        .any(|n| has(n))
    {
        return Some(Automatic::Vacation);
    }
    let precedence = first(fields, "precedence").unwrap_or_default().to_ascii_lowercase();
    if ["bulk", "list", "junk", "auto_reply", "auto-reply"].contains(&precedence.trim()) {
        return Some(Automatic::Precedence);
    }
    robot(fields, &["noreply", "no-reply", "donotreply", "do-not-reply"]).then_some(Automatic::AutoSubmitted)
}

/// Does the local part of From or Sender begin with one of these?
fn robot(fields: &[Field], names: &[&str]) -> bool {
    ["from", "sender"].iter().flat_map(|n| all(fields, n)).flat_map(|v| address::list(v).mailboxes).any(|m| {
        let local = m.address.split('@').next().unwrap_or_default();
        names.iter().any(|n| {
            local
                .strip_prefix(n)
                .is_some_and(|rest| rest.is_empty() || *n == "bounce" || rest.starts_with(['+', '-', '.', '_', '=']))
        })
    })
}

/// Subjects that vacation programs write: too weak a sign to drop a letter, enough not to answer its faults.
pub(super) fn weak(subject: &str) -> bool {
    let lower = subject.to_lowercase();
    patterns::AUTO_SUBJECTS.iter().any(|s| lower.starts_with(s))
}

/// Reads the delivery status of a bounce (RFC 3464), or Exim's header field.
pub(super) fn bounce(raw: &[u8], fields: &[Field]) -> Option<Bounce> {
    let message = mime::parse(raw)?;
    let report =
        message.parts.iter().take(mime::PARTS).find(|p| mime::is(p.content_type(), "message", "delivery-status"));
    let Some(report) = report else {
        let failed = first(fields, "x-failed-recipients")?;
        let recipient = address::list(failed).mailboxes.into_iter().next().map(|m| m.address);
        return Some(Bounce { recipient, permanent: true });
    };
    let (bytes, _) = mime::bytes(raw, report);
    // fields by recipient are blocks of header lines
    let text: Vec<u8> = bytes.iter().copied().filter(|b| *b != b'\r').collect();
    let status = super::fields::fields(&text);
    let recipient = ["original-recipient", "final-recipient"].iter().filter_map(|n| first(&status, n)).find_map(|v| {
        let address = v.split_once(';').map_or(v, |(_, a)| a).trim().trim_matches(['<', '>']);
        bare_address(address)
    });
    let action = first(&status, "action").unwrap_or_default().trim().to_ascii_lowercase();
    let code = first(&status, "status").unwrap_or_default().trim().to_owned();
    if ["delivered", "relayed", "expanded"].contains(&action.as_str()) || code.starts_with('2') {
        return None;
    }
    let permanent = match code.chars().next() {
        Some('5') => action != "delayed",
        Some('4') => false,
        _ => action == "failed",
    };
    Some(Bounce { recipient, permanent })
}
