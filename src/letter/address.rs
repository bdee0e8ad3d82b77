//! Addresses in header fields. Stricter than a mail client: where two readers could see two senders, we see none.

use std::borrow::Cow;

use super::fold::lower;

/// One mailbox of a list.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mailbox<'a> {
    /// The display name as it was written, encoded words and blanks round it included; empty where there is none.
    pub(super) name: Cow<'a, str>,
    /// The bare address in lower case.
    pub(super) address: String,
}

/// What an address list holds.
#[derive(Debug, Default)]
pub(super) struct List<'a> {
    /// The mailboxes that could be read, in order.
    pub(super) mailboxes: Vec<Mailbox<'a>>,
    /// A group, a mailbox with two addresses, unbalanced marks: not to be trusted with a sender.
    pub(super) doubtful: bool,
}

/// Reads an address list (RFC 5322 §3.4) with comments, quoted strings and groups.
pub(super) fn list(value: &str) -> List<'_> {
    let mut out = List::default();
    if !value.bytes().any(|b| matches!(b, b'"' | b'(' | b',' | b':' | b';')) {
        // nothing but `Name <a@b>` or `a@b`, if it is well formed
        let (bare, angle) = match value.split_once('<') {
            Some((name, rest)) => (name, rest.strip_suffix('>')),
            None => (value, None),
        };
        if value.contains('<') == angle.is_some()
            && !bare.contains('>')
            && !angle.unwrap_or_default().contains(['<', '>'])
        {
            close(&mut out, bare.into(), bare, angle, false);
            return out;
        }
    }
    let mut open = Open::default();
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '"' => {
                open.quoted = true;
                let mut closed = false;
                while let Some(c) = chars.next() {
                    match c {
                        '\\' => open.name.extend(chars.next()),
                        '"' => {
                            closed = true;
                            break;
                        }
                        c => open.name.push(c),
                    }
                }
                out.doubtful |= !closed;
            }
            '(' => out.doubtful |= !comment(&mut chars),
            '<' => {
                let mut inside = String::new();
                let closed = chars.by_ref().any(|c| {
                    if c != '>' {
                        inside.push(c);
                    }
                    c == '>'
                });
                out.doubtful |= !closed || open.angle.is_some();
                open.angle = Some(inside);
            }
            ':' | ';' => {
                out.doubtful = true;
                if c == ';' {
                    open.close(&mut out);
                }
                open = Open::default();
            }
            ',' => {
                open.close(&mut out);
                open = Open::default();
            }
            '>' => out.doubtful = true,
            c => {
                if open.angle.is_some() && !c.is_whitespace() {
                    out.doubtful = true;
                }
                open.name.push(c);
                open.bare.push(c);
            }
        }
    }
    open.close(&mut out);
    out
}

/// A mailbox under way.
#[derive(Default)]
struct Open {
    name: String,
    /// The part of the name that stood outside of quotes.
    bare: String,
    angle: Option<String>,
    quoted: bool,
}

impl Open {
    fn close(&mut self, out: &mut List<'_>) {
        close(out, std::mem::take(&mut self.name).into(), &self.bare, self.angle.as_deref(), self.quoted);
    }
}

/// Adds a mailbox: its name, the part of it that stood outside of quotes, what stood in angle brackets, and whether
/// anything was quoted.
fn close<'a>(out: &mut List<'a>, name: Cow<'a, str>, bare: &str, angle: Option<&str>, quoted: bool) {
    let bare = bare.trim();
    let (text, named) = match angle {
        Some(inside) => (inside.trim(), true),
        None => (bare, false),
    };
    if text.is_empty() {
        out.doubtful |= !bare.is_empty() || quoted;
        return;
    }
    let Some(address) = bare_address(text) else {
        out.doubtful = true;
        return;
    };
    // `a@x.hu (c) <e@y>`: which of the two wrote? Many phones repeat the address as the name, which is harmless
    if named && bare.contains('@') && !bare.eq_ignore_ascii_case(&address) {
        out.doubtful = true;
    }
    out.doubtful |= !named && quoted;
    out.mailboxes.push(Mailbox { name: if named { name } else { "".into() }, address });
}

fn comment(chars: &mut std::str::Chars<'_>) -> bool {
    let mut depth = 1_usize;
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return true;
        }
    }
    false
}

/// A plain `local@domain` in lower case; quoted local parts and routes are no addresses to us.
pub(super) fn bare_address(text: &str) -> Option<String> {
    let (local, domain) = text.rsplit_once('@')?;
    let mark = |b: u8| matches!(b, b'<' | b'>' | b'(' | b')' | b'[' | b']' | b',' | b';' | b':' | b'\\' | b'"' | b'@');
    let odd = |text: &str| {
        let plain = text.bytes().all(|b| b.is_ascii_graphic() && !mark(b));
        !plain && text.chars().any(|c| c.is_whitespace() || c.is_control() || u8::try_from(c).is_ok_and(mark))
    };
    let good = (1..=64).contains(&local.len())
        && (1..=255).contains(&domain.len())
        && !odd(local)
        && !odd(domain)
        && !domain.starts_with(['.', '-'])
        && !domain.ends_with(['.', '-']);
    good.then(|| lower(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn one(value: &str) -> Option<String> {
        let list = list(value);
        match <[Mailbox<'_>; 1]>::try_from(list.mailboxes) {
            Ok([only]) if !list.doubtful => Some(only.address),
            _ => None,
        }
    }

    #[test]
    fn one_sender_or_none() {
        assert_eq!(one("Kovács János <K@X.hu>").as_deref(), Some("k@x.hu"));
        assert_eq!(one("\"a@b, the first\" <k@x.hu>").as_deref(), Some("k@x.hu"));
        assert_eq!(one("k@x.hu (János (a bátyám))").as_deref(), Some("k@x.hu"));
        assert_eq!(one("k@x.hu <k@x.hu>").as_deref(), Some("k@x.hu"));
        for forged in [
            "a@x.hu (c) <e@y>",
            "a@x.hu, b@x.hu",
            "friends: a@x.hu;",
            "friends: a@x.hu, b@x.hu;",
            "<a@x.hu> <b@x.hu>",
            "a@x.hu b@x.hu",
            "János",
            "",
            "<>",
            "\"a\"@x.hu",
            "(a@x.hu",
            "<a@x.hu",
            "<@route,@b:a@x.hu>",
            "a@x.hu@y.hu",
        ] {
            assert_eq!(one(forged), None, "{forged}");
        }
    }

    #[test]
    fn groups_still_give_recipients() {
        let list = list("players: a@x.hu, B <b@x.hu>; , c@x.hu");
        let all: Vec<_> = list.mailboxes.iter().map(|m| m.address.as_str()).collect();
        assert_eq!(all, ["a@x.hu", "b@x.hu", "c@x.hu"]);
    }
}
