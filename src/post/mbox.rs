//! The mboxrd format: many letters in one file, and each comes back as it was.
//!
//! A letter's canonical form has CRLF at the end of each line, the last one too; LF and CR alone count as line ends. In
//! the file lines end with LF alone. So [`read`] of what [`write()`] made gives [`canonical`] letters, and a digest over
//! the canonical bytes is the same before and after.

use jiff::Timestamp;

/// A letter in canonical form: every line ends with CRLF.
#[must_use]
pub fn canonical(raw: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(raw.len().saturating_add(2));
    for line in lines(raw) {
        out.extend_from_slice(line);
        out.extend_from_slice(b"\r\n");
    }
    out
}

/// Appends a letter: the `From ` line with the envelope's sender (`MAILER-DAEMON` where it is empty) and the time in
/// UTC, the letter, and an empty line. Lines of the letter that read `From ` behind any number of `>` get one more.
pub fn write(out: &mut Vec<u8>, raw: &[u8], envelope_from: &str, time: Timestamp) {
    let sender: String = envelope_from.chars().filter(|c| !c.is_whitespace() && !c.is_control()).collect();
    let sender = if sender.is_empty() { "MAILER-DAEMON" } else { &sender };
    let date = time.strftime("%a %b %e %H:%M:%S %Y").to_string();
    out.extend_from_slice(format!("From {sender} {date}\n").as_bytes());
    for line in lines(raw) {
        if is_quoted_from(line) {
            out.push(b'>');
        }
        out.extend_from_slice(line);
        out.push(b'\n');
    }
    out.push(b'\n');
}

/// The letters of an mbox in canonical form. What stands before the first `From ` line is no letter. A `From ` line
/// counts where it follows an empty line and bears a time of day, so that boxes of other writers, who did not quote,
/// fall apart less often.
#[must_use]
pub fn read(mbox: &[u8]) -> Vec<Vec<u8>> {
    let mut letters: Vec<Vec<u8>> = Vec::new();
    let mut after_empty = true;
    for line in lines(mbox) {
        if after_empty && is_separator(line) {
            end(&mut letters);
            letters.push(Vec::new());
            after_empty = false;
            continue;
        }
        after_empty = line.is_empty();
        if let Some(letter) = letters.last_mut() {
            let kept = match line {
                [b'>', rest @ ..] if is_quoted_from(rest) => rest,
                _ => line,
            };
            letter.extend_from_slice(kept);
            letter.extend_from_slice(b"\r\n");
        }
    }
    end(&mut letters);
    letters
}

/// Takes the empty line that ends a letter in the file off it.
fn end(letters: &mut [Vec<u8>]) {
    if let Some(letter) = letters.last_mut()
        && (letter == b"\r\n" || letter.ends_with(b"\r\n\r\n"))
    {
        letter.truncate(letter.len().saturating_sub(2));
    }
}

fn is_quoted_from(line: &[u8]) -> bool {
    line.iter().position(|b| *b != b'>').and_then(|n| line.get(n..)).is_some_and(|rest| rest.starts_with(b"From "))
}

fn is_separator(line: &[u8]) -> bool {
    let time = |w: &[u8]| matches!(w, [a, b, b':', c, d] if [a, b, c, d].iter().all(|x| x.is_ascii_digit()));
    line.starts_with(b"From ") && line.windows(5).any(time)
}

/// The lines without their ends; what follows the last end is a line unless it is empty.
pub(super) fn lines(bytes: &[u8]) -> impl Iterator<Item = &[u8]> {
    let mut rest = bytes;
    std::iter::from_fn(move || {
        if rest.is_empty() {
            return None;
        }
        let Some((line, end)) = memchr::memchr2(b'\r', b'\n', rest).and_then(|at| rest.split_at_checked(at)) else {
            return Some(std::mem::take(&mut rest));
        };
        rest = match end {
            [b'\r', b'\n', rest @ ..] | [_, rest @ ..] => rest,
            [] => end,
        };
        Some(line)
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn one(raw: &[u8]) -> Vec<u8> {
        let mut out = Vec::new();
        write(&mut out, raw, "a@b.c", Timestamp::from_second(1_796_009_696).unwrap());
        out
    }

    #[test]
    fn a_letter_is_written_as_mboxrd() {
        let raw = b"Subject: x\r\n\r\nFrom here\r\n>From there\r\n>>From\r\nFrom";
        let want = b"From a@b.c Mon Nov 30 03:34:56 2026\nSubject: x\n\n>From here\n>>From there\n>>From\nFrom\n\n";
        assert_eq!(one(raw).as_slice(), want.as_slice());
        assert_eq!(read(want), vec![canonical(raw)]);
    }

    #[test]
    fn a_sender_cannot_break_the_separator() {
        let mut out = Vec::new();
        write(&mut out, b"x\n", " \r\nFrom evil 00:00\n", Timestamp::UNIX_EPOCH);
        assert!(out.starts_with(b"From Fromevil00:00 Thu Jan  1 00:00:00 1970\nx\n\n"), "{out:?}");
        out.clear();
        write(&mut out, b"x\n", "", Timestamp::UNIX_EPOCH);
        assert!(out.starts_with(b"From MAILER-DAEMON Thu"));
    }

    #[test]
    fn boxes_of_other_writers_are_read() {
        let gmail = b"From 17@xxx Thu Nov 30 03:33:00 +0000 2026\r\nA: 1\r\n\r\nfirst\r\n\r\nFrom here on it is easy\r\n\r\nFrom - Thu Nov 30 03:34:00 2026\r\nB: 2\r\n";
        assert_eq!(
            read(gmail),
            vec![b"A: 1\r\n\r\nfirst\r\n\r\nFrom here on it is easy\r\n".to_vec(), b"B: 2\r\n".to_vec()]
        );
        assert!(read(b"no mbox at all\n").is_empty());
        assert!(read(b"").is_empty());
    }

    proptest! {
        #[test]
        fn what_was_written_is_read(letters in proptest::collection::vec("([a>\r\n .:]|From |From x 00:00 2026\n|\n\n){0,12}", 0..5)) {
            let mut mbox = Vec::new();
            for letter in &letters {
                write(&mut mbox, letter.as_bytes(), "x@y", Timestamp::UNIX_EPOCH);
            }
            let want: Vec<_> = letters.iter().map(|l| canonical(l.as_bytes())).collect();
            prop_assert_eq!(read(&mbox), want);
            prop_assert!(!mbox.contains(&b'\r'));
        }

        #[test]
        fn any_bytes_go_round(letter in proptest::collection::vec(any::<u8>(), 0..200)) {
            prop_assert_eq!(read(&one(&letter)), vec![canonical(&letter)]);
            prop_assert_eq!(canonical(&canonical(&letter)), canonical(&letter));
        }
    }
}
