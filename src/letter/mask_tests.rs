use super::*;

const TOKEN: &str = "abcdefghij234567klmn";

fn secrets() -> Vec<(String, String)> {
    vec![(TOKEN.to_owned(), "token1".to_owned()), ("yes-7q3z".to_owned(), "code".to_owned())]
}

/// Every reading of a letter, as `mail-parser` and we ourselves give it.
fn readings(raw: &[u8]) -> String {
    let mut out = String::from_utf8_lossy(raw).into_owned();
    let mut stack: Vec<Message<'_>> = mime::parse(raw).into_iter().collect();
    while let Some(message) = stack.pop() {
        for part in &message.parts {
            out.push_str(&String::from_utf8_lossy(part.contents()));
            for header in &part.headers {
                out.push_str(&format!("{:?}", header.value));
            }
            if let PartType::Message(inner) = &part.body {
                stack.push(inner.clone());
            }
        }
    }
    out.push_str(&crate::letter::text(raw));
    out.to_lowercase()
}

fn check(raw: &str) -> String {
    for raw in [raw.to_owned(), raw.replace('\n', "\r\n")] {
        let once = mask(raw.as_bytes(), &secrets());
        let seen = readings(&once);
        for (secret, _) in secrets() {
            assert!(!seen.contains(&secret), "{secret} is seen in\n{}", String::from_utf8_lossy(&once));
        }
        assert_eq!(mask(&once, &secrets()), once, "twice is once");
    }
    String::from_utf8(mask(raw.as_bytes(), &secrets())).unwrap()
}

#[test]
fn in_the_open() {
    let out = check(&format!(
        "To: game+{TOKEN}@x.org\nReferences: <g17.{}@x.org>\n\nmy key is {TOKEN}, yes-7Q3Z\n",
        TOKEN.to_uppercase()
    ));
    assert_eq!(out, "To: game+token1@x.org\nReferences: <g17.token1@x.org>\n\nmy key is token1, code\n");
}

#[test]
fn a_letter_without_secrets_is_untouched() {
    let raw = "Subject: =?UTF-8?Q?=C3=A1?=\nContent-Transfer-Encoding: quoted-printable\n\na=\nb =3D\n";
    assert_eq!(mask(raw.as_bytes(), &secrets()), raw.as_bytes());
    assert_eq!(mask(b"\xff\x00\r", &secrets()), b"\xff\x00\r");
}

#[test]
fn across_soft_breaks_and_escapes() {
    let (a, b) = TOKEN.split_at(7);
    let raw = format!(
        "Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: quoted-printable\n\n> k=C3=A9y {a}=\n{b} and =61{}\nend\n",
        TOKEN.strip_prefix("a").unwrap()
    );
    let out = check(&raw);
    assert!(out.contains("k=C3=A9y token1 and token1\nend\n"), "{out}");
}

#[test]
fn in_base64_and_letters_inside() {
    let inner = format!("Subject: x\nContent-Type: text/plain\n\nkey {TOKEN}\n");
    let part = |kind: &str, body: &str| {
        format!("--b\nContent-Type: {kind}\nContent-Transfer-Encoding: base64\n\n{}\n", BASE64.encode(body.as_bytes()))
    };
    let raw = format!(
        "Subject: s\nContent-Type: multipart/mixed; boundary=b\n\n{}{}{}--b\nContent-Type: message/rfc822\n\n{inner}\n--b--\n",
        part("text/plain; charset=utf-8", &format!("é {TOKEN}\r\n")),
        part("application/octet-stream", &format!("\u{0}{TOKEN}\u{1}")),
        part("message/rfc822", &inner),
    );
    let out = check(&raw);
    assert!(out.contains(&BASE64.encode("é token1\r\n".as_bytes())));
    assert!(out.contains(&BASE64.encode(b"\0token1\x01")));
}

#[test]
fn in_encoded_words() {
    let (a, b) = TOKEN.split_at(5);
    let encoded = BASE64.encode(format!("ключ {TOKEN}").as_bytes());
    let out = check(&format!(
        "Subject: Re: =?utf-8?B?{encoded}?= end\nFrom: =?utf-8?Q?{}?=\n =?utf-8?Q?{}?= <a@b.hu>\n\nx\n",
        a, b
    ));
    assert!(out.contains("<a@b.hu>"), "{out}");
    assert!(out.contains(" end\n"));
}

#[test]
fn what_hides_it_is_removed() {
    let (a, b) = TOKEN.split_at(7);
    for (kind, body) in [
        ("text/html", format!("<p>{a}<b>{b}</b></p>")),
        ("text/html", format!("<p>{a}&#{};{}</p>", b.as_bytes()[0], b.strip_prefix("h").unwrap())),
        ("text/plain; charset=utf-8", format!("{a}\u{200b}{b}")),
        ("text/plain; charset=utf-7", format!("{a}+AG0-")),
        ("text/plain; format=flowed; delsp=yes", format!("{a} \n{b}")),
    ] {
        let out = check(&format!("Subject: s\nContent-Type: {kind}\n\n{body}\n"));
        if !kind.contains("utf-7") {
            assert!(out.contains("[removed]"), "{kind}: {out}");
        }
    }
    check(&format!("Subject: s\nContent-Type: application/pdf; name*0=\"{a}\"; name*1=\"{b}\"\n\nx\n"));
    check(&format!(
        "Subject: s\nContent-Type: multipart/mixed; boundary=\"{TOKEN}\"\n\n--{TOKEN}\n\nhello\n--{TOKEN}--\n"
    ));
}
