//! A helper program that prints a password or token, and what may be told of it when it fails.

use super::{PostError, Trouble};
use std::io::Read;
use std::process::{Child, Command, Stdio};
use std::sync::mpsc;
use std::time::{Duration, Instant};

/// How long a helper may take.
const LIMIT: Duration = Duration::from_secs(30);
/// How long its output is waited for once it has failed: something that it started may hold the pipe.
const BRIEFLY: Duration = Duration::from_secs(2);
/// How many bytes of its answer are read.
pub(super) const LONGEST: u64 = 64 << 10;
/// How many bytes of its errors are kept, the last ones; and how many characters of their last line are told.
const TAIL: usize = 8 << 10;
const TOLD: usize = 200;
/// Signs in a row that may be a token.
const OPAQUE: usize = 20;

/// Runs a helper in `sh -c`, for 30 s at most; gives what it printed. `key` names it: the command's text is not repeated,
/// for someone may have put the secret itself there.
pub(super) fn run(key: &str, command: &str) -> Result<Vec<u8>, PostError> {
    let fail = |what: &str| PostError::new(Trouble::Helper, format!("{key}: {what}"));
    let mut child = Command::new("sh")
        .args(["-c", command])
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .map_err(|e| fail(&format!("cannot be started: {e}")))?;
    let start = Instant::now();
    let (out, errors) = listen(&mut child);
    let status = loop {
        match child.try_wait().map_err(|e| fail(&e.to_string()))? {
            Some(status) => break status,
            None if start.elapsed() > LIMIT => {
                let _ = child.kill();
                let _ = child.wait();
                return Err(fail("no answer in time"));
            }
            None => std::thread::sleep(Duration::from_millis(10)),
        }
    };
    let left = if status.success() { LIMIT.saturating_sub(start.elapsed()) } else { BRIEFLY };
    let out = out.recv_timeout(left);
    if status.success() {
        match &out {
            Ok(bytes) if bytes.iter().any(|b| !b.is_ascii_whitespace()) => return Ok(bytes.clone()),
            Ok(_) => {}
            Err(_) => return Err(fail("no answer in time")),
        }
    }
    let mut what = status.to_string();
    if status.success() {
        what.push_str(", but it printed nothing");
    }
    // without all that it printed nobody knows what to mask
    if let (Ok(out), Ok(errors)) = (out, errors.recv_timeout(BRIEFLY))
        && u64::try_from(out.len()).is_ok_and(|n| n < LONGEST)
        && let Some(line) = last_words(&errors, command, &out)
    {
        what.push_str(": ");
        what.push_str(&line);
    }
    Err(fail(&what))
}

/// Reads what the helper prints, and the end of its errors, each by a thread of its own: something that it started may
/// hold the pipes open beyond the limit.
fn listen(child: &mut Child) -> (mpsc::Receiver<Vec<u8>>, mpsc::Receiver<Vec<u8>>) {
    let ((tell_out, out), (tell_errors, errors)) = (mpsc::channel(), mpsc::channel());
    if let Some(pipe) = child.stdout.take() {
        std::thread::spawn(move || {
            let mut bytes = Vec::new();
            if pipe.take(LONGEST).read_to_end(&mut bytes).is_ok() {
                let _ = tell_out.send(bytes);
            }
        });
    }
    if let Some(mut pipe) = child.stderr.take() {
        std::thread::spawn(move || {
            let (mut kept, mut buffer) = (Vec::new(), [0; 4096]);
            while let Ok(n @ 1..) = pipe.read(&mut buffer) {
                kept.extend(buffer.iter().take(n));
                kept.drain(..kept.len().saturating_sub(TAIL));
            }
            let _ = tell_errors.send(kept);
        });
    }
    (out, errors)
}

/// The last line of a helper's errors as it may be told: without control characters, and without whatever was printed,
/// stands in the command, or looks like a secret.
fn last_words(errors: &[u8], command: &str, printed: &[u8]) -> Option<String> {
    let errors = String::from_utf8_lossy(errors);
    let begun = errors.trim_end().rfind(['\n', '\r']);
    // the beginning of a line so long is lost, and a secret may have been cut there
    if begun.is_none() && errors.len() >= TAIL {
        return None;
    }
    let line: String = errors.lines().flat_map(|l| l.split('\r')).rfind(|l| !l.trim().is_empty())?.to_owned();
    let line: String = line.trim().chars().filter(|c| !c.is_control()).collect();
    let printed: String = String::from_utf8_lossy(printed).into_owned();
    let mut masked = line;
    for secret in secrets(&printed).into_iter().chain(secrets(command)) {
        masked = masked.replace(&secret, "***");
    }
    let known: Vec<&str> = [printed.as_str(), command].into_iter().flat_map(runs).collect();
    let text = opaque(&by_run(&masked, |run| known.contains(&run)));
    (!text.is_empty()).then(|| text.chars().take(TOLD).collect())
}

/// The lines and words of a text that are long enough to be looked for anywhere, the longest first.
fn secrets(text: &str) -> Vec<String> {
    let clean = |part: &str| part.chars().filter(|c| !c.is_control()).collect::<String>();
    let lines = text.lines().map(|l| clean(l.trim()));
    let words = text.split(|c: char| c.is_whitespace() || matches!(c, '"' | '\'')).map(clean);
    let mut parts: Vec<String> = lines.chain(words).filter(|p| p.chars().count() >= 4).collect();
    parts.sort_by_key(|p| std::cmp::Reverse(p.len()));
    parts
}

/// Letters and digits in a row.
fn runs(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !c.is_alphanumeric()).filter(|run| !run.is_empty())
}

/// A text without some of its runs of letters and digits.
fn by_run(text: &str, hide: impl Fn(&str) -> bool) -> String {
    let part = |part: &str| {
        let run = part.trim_end_matches(|c: char| !c.is_alphanumeric());
        let rest = part.strip_prefix(run).unwrap_or_default();
        if !run.is_empty() && hide(run) { format!("***{rest}") } else { part.to_owned() }
    };
    text.split_inclusive(|c: char| !c.is_alphanumeric()).map(part).collect()
}

/// A text without what looks like a token: many signs of base64 or a URL in a row, with a digit; and without what follows
/// a `=` or the name of a method of login.
fn opaque(text: &str) -> String {
    let sign = |c: char| c.is_ascii_alphanumeric() || matches!(c, '+' | '/' | '_' | '-' | '.' | '~' | '=');
    let mut out = Vec::new();
    let mut after = false;
    for word in text.split(' ') {
        let long = word.split(|c| !sign(c)).any(|p| p.len() >= OPAQUE && p.bytes().any(|b| b.is_ascii_digit()));
        let shown = match word.split_once('=') {
            _ if long || after => "***".to_owned(),
            Some((name, value)) if !value.is_empty() => format!("{name}=***"),
            _ => word.to_owned(),
        };
        after = ["bearer", "basic"].iter().any(|m| word.to_ascii_lowercase().ends_with(m));
        out.push(shown);
    }
    out.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_last_line_is_told_without_secrets() {
        let told = |errors: &str| last_words(errors.as_bytes(), "my-tool --as 'hunter2 x' a.b", b"s3cret\nt0k=en\n");
        let tell = |errors: &str| told(errors).unwrap_or_default();
        assert_eq!(tell("first\nrefresh: invalid_grant\n \n"), "refresh: invalid_grant");
        assert_eq!(tell("50 %\r100 %\r\n"), "100 %");
        assert_eq!(tell("\x1b[31mno\tway\x07"), "[31mnoway");
        assert_eq!(tell("got s3cret, /t0k=en/ and s3\x00cret"), "got ***, /***/ and ***");
        assert_eq!(tell("sh: 1: hunter2: not found"), "sh: 1: ***: not found");
        assert_eq!(tell("+ echo a b x-y"), "+ echo *** *** ***-y");
        assert_eq!(tell("bad 1//0gAbCdEfGhIjKlMnOpQr from Bearer abc"), "bad *** from Bearer ***");
        assert_eq!(tell("password=abc of game"), "password=*** of game");
        assert_eq!(tell(&"é".repeat(300)).chars().count(), TOLD);
        assert_eq!((told(""), told("\n \r\n")), (None, None));
        assert_eq!(told(&"x".repeat(TAIL)), None, "its beginning is lost");
    }
}
