//! What a mail address must look like to be used here.

/// Local parts that machines write from, so that answering them makes loops (RFC 2142; RFC 3834 section 2).
const ROLES: [&str; 10] = [
    "mailer-daemon",
    "postmaster",
    "hostmaster",
    "abuse",
    "noreply",
    "no-reply",
    "donotreply",
    "do-not-reply",
    "nobody",
    "listserv",
];

/// The longest local part (RFC 5321 section 4.5.3.1.1), in octets.
pub const LOCAL_MAX: usize = 64;
/// The length of a reply token, in octets.
pub const TOKEN_LEN: usize = 20;

/// Reads a bare address, `local@domain`, and gives it in lower case: nobody who plays here has an address that differs
/// from another in case alone. Quoted local parts, address literals and addresses beyond ASCII are not taken.
///
/// # Errors
/// What is wrong, as half a sentence.
pub fn parse(text: &str) -> Result<String, &'static str> {
    if !text.is_ascii() {
        return Err("has letters beyond ASCII");
    }
    let Some((local, domain)) = text.rsplit_once('@') else {
        return Err("has no @");
    };
    if local.is_empty() || local.len() > LOCAL_MAX {
        return Err("must have 1 to 64 characters before the @");
    }
    let atoms = local.split('.').all(|a| !a.is_empty() && a.bytes().all(is_atext));
    if !atoms {
        return Err("has a character or a dot before the @ that may not stand there");
    }
    if text.len() > 254 {
        return Err("is longer than 254 characters");
    }
    if !is_hostname(domain) {
        return Err("has no well-formed domain behind the @");
    }
    Ok(text.to_ascii_lowercase())
}

/// `atext` of RFC 5322 section 3.2.3.
const fn is_atext(b: u8) -> bool {
    b.is_ascii_alphanumeric()
        || matches!(b, b'!' | b'#'..=b'\'' | b'*' | b'+' | b'-' | b'/' | b'=' | b'?' | b'^'..=b'`' | b'{'..=b'~')
}

/// A host name of one or more labels (RFC 1123 section 2.1).
#[must_use]
pub fn is_hostname(text: &str) -> bool {
    let label = |l: &str| {
        (1..=63).contains(&l.len())
            && l.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-')
            && !l.starts_with('-')
            && !l.ends_with('-')
    };
    text.len() <= 253 && text.split('.').all(label)
}

/// Is it an address that no person reads and answers: `postmaster@…`, `no-reply@…`, `bounce…@…`?
#[must_use]
pub fn is_role(address: &str) -> bool {
    let local = address.split(['@', '+']).next().unwrap_or_default().to_ascii_lowercase();
    local.starts_with("bounce") || ROLES.contains(&local.as_str())
}

/// Is it the server's own address, with or without a plus tag?
#[must_use]
pub fn is_own(address: &str, server: &str) -> bool {
    let untagged = |a: &str| {
        let (local, domain) = a.rsplit_once('@')?;
        let local = local.split('+').next().unwrap_or(local);
        Some((local.to_ascii_lowercase(), domain.to_ascii_lowercase()))
    };
    untagged(address).is_some_and(|a| Some(a) == untagged(server))
}

/// Does its plus tag hold what looks like a reply token: the address of a seat at a server like this one?
#[must_use]
pub fn is_token(address: &str) -> bool {
    let token =
        |w: &str| w.len() == TOKEN_LEN && w.bytes().all(|b| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(&b));
    let local = address.rsplit_once('@').map_or(address, |(local, _)| local);
    local.split_once('+').is_some_and(|(_, tag)| tag.split(|c: char| !c.is_ascii_alphanumeric()).any(token))
}

/// Is it an address that no player can have: the server's own, a machine's, that of a seat?
#[must_use]
pub fn is_unfit(address: &str, server: &str) -> bool {
    is_own(address, server) || is_role(address) || is_token(address)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_are_read() {
        assert_eq!(parse("Kata.Kiss+a@Example.ORG").unwrap(), "kata.kiss+a@example.org");
        assert_eq!(parse("game@localhost").unwrap(), "game@localhost");
        let longest = format!("{}@x.hu", "a".repeat(64));
        assert_eq!(parse(&longest).unwrap(), longest);
        for bad in [
            "",
            "kata",
            "@x.hu",
            "kata@",
            "a b@x.hu",
            "a..b@x.hu",
            ".a@x.hu",
            "a.@x.hu",
            "a@b@x.hu",
            "a@x..hu",
            "a@-x.hu",
            "a@[127.0.0.1]",
            "\"a b\"@x.hu",
            "Kata <a@x.hu>",
            "a@x.hu\r\nBcc: b@x.hu",
            "ká@x.hu",
            &format!("{}@x.hu", "a".repeat(65)),
        ] {
            assert!(parse(bad).is_err(), "{bad}");
        }
    }

    #[test]
    fn roles_and_own_addresses_are_known() {
        for role in ["Postmaster@x.hu", "no-reply@x.hu", "noreply+1@x.hu", "bounces-17@x.hu", "MAILER-DAEMON@x.hu"] {
            assert!(is_role(role), "{role}");
        }
        for person in ["post@x.hu", "kata@noreply.hu", "replyno@x.hu"] {
            assert!(!is_role(person), "{person}");
        }
        assert!(is_own("Game+abc@Host", "game@host"));
        assert!(is_own("game@host", "game@host"));
        assert!(!is_own("game2@host", "game@host"));
        assert!(!is_own("game@host2", "game@host"));
        for seat in ["game+abcdefghij234567abcd@other.hu", "g+bounce-ABCDEFGHIJ234567abcd@other.hu"] {
            assert!(is_token(seat) && is_unfit(seat, "game@host"), "{seat}");
        }
        for person in ["abcdefghij234567abcd@x.hu", "kata+chess@x.hu", "kata+abcdefghij234567abcde@x.hu"] {
            assert!(!is_unfit(person, "game@host"), "{person}");
        }
    }
}
