//! Keeping addresses and reply tokens out of what one player says to the other.

/// What stands for something that was taken out.
const GONE: &str = "[…]";

/// A player's words without addresses, reply tokens and what stands for tokens and codes in a log. Moves such as
/// `ew@E5` look a little like addresses, and stay.
pub(super) fn scrub(text: &str) -> String {
    text.split(' ')
        .map(|word| {
            let core = word.trim_matches(|c: char| !c.is_alphanumeric());
            if address(core) || core.split(|c: char| !c.is_ascii_alphanumeric()).any(secret) {
                word.replace(core, GONE)
            } else {
                word.to_owned()
            }
        })
        .collect::<Vec<_>>()
        .join(" ")
}

/// Something before an `@`, and behind it a domain: one with a dot, or the name of this machine.
fn address(word: &str) -> bool {
    word.rsplit_once('@').is_some_and(|(local, rest)| {
        let end = rest.find(|c: char| !c.is_alphanumeric() && !matches!(c, '-' | '.')).unwrap_or(rest.len());
        let domain = rest.get(..end).unwrap_or(rest).trim_end_matches('.');
        let dotted = domain.rsplit_once('.').is_some_and(|(host, top)| {
            !host.is_empty() && top.chars().count() >= 2 && top.chars().all(char::is_alphabetic)
        });
        !local.is_empty() && (dotted || local.contains('+') || domain.eq_ignore_ascii_case("localhost"))
    })
}

/// A reply token (20 signs of base32), or its mask.
fn secret(word: &str) -> bool {
    let token = word.len() == 20 && word.bytes().all(|b| b.is_ascii_alphabetic() || (b'2'..=b'7').contains(&b));
    let mask = ["token", "code"].iter().filter_map(|m| word.strip_prefix(m)).any(|n| n.parse::<u32>().is_ok());
    token || mask
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_and_tokens_go() {
        for (said, heard) in [
            ("write to Kovacs.Bela@posta.example.hu, please", "write to […], please"),
            ("(game+abcdefghij234567abcd@localhost)", "([…])"),
            ("mailto:anna@example.org?subject=x", "[…]"),
            ("my token: ABCDEFGHIJ234567abcd!", "my token: […]!"),
            ("token1 code12 token", "[…] […] token"),
        ] {
            assert_eq!(scrub(said), heard);
        }
    }

    #[test]
    fn moves_and_words_stay() {
        for said in ["ew@E5 was good", "вз@E5, X@C3. Ты где?", "a1-b2  c3", "@ all", "5.5", "codes tokens"] {
            assert_eq!(scrub(said), said);
        }
    }
}
