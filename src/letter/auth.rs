//! `Authentication-Results` (RFC 8601): what our own mail server found out about the sender.

use super::Verdict;

/// The verdict of the topmost field that bears our server's id. Everybody else's fields, and lower ones with the
/// same id, count for nothing: anyone can write them. A field whose id can't be read isn't ours; one of ours that
/// can't be read further is a failure.
pub(super) fn verdict(values: &[String], authserv_id: &str, from: Option<&str>) -> Verdict {
    if authserv_id.is_empty() {
        return Verdict::None;
    }
    let ours = values.iter().find_map(|value| {
        let value = strip_comments(value)?;
        let (id, rest) = value.split_once(';').unwrap_or((value.as_str(), ""));
        let id = id.split_whitespace().next().unwrap_or_default().trim_matches('"');
        id.eq_ignore_ascii_case(authserv_id).then(|| rest.to_owned())
    });
    let Some(results) = ours else { return Verdict::None };
    if results.trim().is_empty() {
        return Verdict::Fail;
    }
    let (mut dmarc, mut dkim, mut spf) = (Vec::new(), Vec::new(), Vec::new());
    let mut aligned = false;
    for result in results.split(';').map(str::trim).filter(|r| !r.is_empty()) {
        if result.eq_ignore_ascii_case("none") {
            continue;
        }
        let spaced = result.replace(" =", "=").replace("= ", "=");
        let mut words = spaced.split_whitespace();
        let Some((method, value)) = words.next().and_then(|w| w.split_once('=')) else { return Verdict::Fail };
        let method = method.split('/').next().unwrap_or_default().to_ascii_lowercase();
        let value = value.to_ascii_lowercase();
        match method.as_str() {
            "dmarc" => dmarc.push(value),
            "dkim" => {
                let domain = words.filter_map(|w| w.split_once('=')).find(|(k, _)| k.eq_ignore_ascii_case("header.d"));
                aligned |= value == "pass" && domain.is_some_and(|(_, d)| same_domain(d, from));
                dkim.push(value);
            }
            "spf" => spf.push(value),
            _ => {}
        }
    }
    let is = |all: &[String], word: &str| all.iter().any(|v| v == word);
    if is(&dmarc, "fail") || (is(&dkim, "fail") && !is(&dkim, "pass") && is(&spf, "fail")) {
        Verdict::Fail
    } else if is(&dmarc, "pass") || aligned {
        Verdict::Pass
    } else {
        Verdict::None
    }
}

/// Relaxed alignment: the signing domain is the sender's, or one above it.
fn same_domain(signed: &str, from: Option<&str>) -> bool {
    let signed = signed.trim_matches('"').to_ascii_lowercase();
    let Some((_, domain)) = from.and_then(|f| f.split_once('@')) else { return false };
    signed.contains('.') && (domain == signed || domain.strip_suffix(&signed).is_some_and(|rest| rest.ends_with('.')))
}

/// Comments out, nested ones too; `None` where one isn't closed. What stands in quotes becomes harmless.
fn strip_comments(value: &str) -> Option<String> {
    let mut out = String::new();
    let (mut depth, mut quoted) = (0_usize, false);
    let mut chars = value.chars();
    while let Some(c) = chars.next() {
        match c {
            '\\' => {
                chars.next();
            }
            '"' if depth == 0 => quoted = !quoted,
            '(' if !quoted => depth += 1,
            ')' if !quoted => depth = depth.checked_sub(1)?,
            ';' | '=' if quoted => out.push('_'),
            c if depth == 0 => out.push(c),
            _ => {}
        }
    }
    (depth == 0 && !quoted).then_some(out)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(values: &[&str]) -> Verdict {
        let values: Vec<String> = values.iter().map(ToString::to_string).collect();
        verdict(&values, "mx.us.org", Some("k@mail.x.hu"))
    }

    #[test]
    fn only_our_topmost_field_counts() {
        let pass = "mx.us.org; dkim=pass header.d=x.hu; spf=pass; dmarc=pass (p=none) header.from=x.hu";
        let fail = "mx.us.org; dkim=fail; spf=softfail; dmarc=fail";
        assert_eq!(of(&[pass]), Verdict::Pass);
        assert_eq!(of(&[fail, pass]), Verdict::Fail);
        assert_eq!(of(&["other.org; dmarc=fail", pass]), Verdict::Pass);
        assert_eq!(of(&["other.org; dmarc=pass"]), Verdict::None);
        assert_eq!(of(&["MX.US.ORG 1; none"]), Verdict::None);
        assert_eq!(of(&["mx.us.org; dkim=fail (bad; dmarc=pass) ; spf=fail"]), Verdict::Fail);
        assert_eq!(of(&["mx.us.org; dkim=fail; spf=pass"]), Verdict::None);
        assert_eq!(of(&["mx.us.org; dkim=pass header.d=x.hu"]), Verdict::Pass);
        assert_eq!(of(&["mx.us.org; dkim=pass header.d=evil.org"]), Verdict::None);
        assert_eq!(of(&["mx.us.org; dkim=pass header.d=hu"]), Verdict::None);
        assert_eq!(of(&["mx.us.org; nonsense"]), Verdict::Fail);
        assert_eq!(of(&["mx.us.org"]), Verdict::Fail);
        assert_eq!(of(&["mx.us.org (; dmarc=pass"]), Verdict::None);
        assert_eq!(of(&["(mx.us.org;) evil.org; dmarc=pass"]), Verdict::None);
        assert_eq!(verdict(&[pass.to_owned()], "", None), Verdict::None);
    }
}
