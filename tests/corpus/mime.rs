//! Letters as bytes: charsets, transfer encodings, alternatives.

use data_encoding::BASE64;

/// How text is written down.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Coding {
    Base64,
    Quoted,
    Eight,
    /// Quoted-printable in a charset of one byte a sign.
    Charset(&'static str),
    /// A charset in base64.
    Charset64(&'static str),
    Flowed,
    FlowedDelsp,
}

/// Which parts there are.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Kind {
    Plain,
    Html,
    Both,
}

/// The envelope of a letter.
pub(crate) struct Envelope<'a> {
    pub(crate) from: &'a str,
    pub(crate) name: &'a str,
    pub(crate) subject: &'a str,
    pub(crate) id: &'a str,
}

fn quoted(bytes: &[u8]) -> String {
    let mut out = String::new();
    for (n, line) in bytes.split(|b| *b == b'\n').enumerate() {
        if n > 0 {
            out.push('\n');
        }
        let mut width = 0;
        for (at, byte) in line.iter().enumerate() {
            let end = at + 1 == line.len();
            let plain = (b'!'..=b'~').contains(byte) && *byte != b'=' || (*byte == b' ' && !end);
            let piece = if plain { char::from(*byte).to_string() } else { format!("={byte:02X}") };
            if width + piece.len() > 75 {
                out.push_str("=\n");
                width = 0;
            }
            width += piece.len();
            out.push_str(&piece);
        }
    }
    out
}

fn base64(bytes: &[u8]) -> String {
    let text = BASE64.encode(bytes);
    let lines: Vec<&str> = text.as_bytes().chunks(76).map(|c| std::str::from_utf8(c).unwrap()).collect();
    lines.join("\n") + "\n"
}

fn in_charset(text: &str, label: &str) -> Vec<u8> {
    let encoding = encoding_rs::Encoding::for_label(label.as_bytes()).unwrap();
    let mut out = Vec::new();
    for c in text.chars() {
        // what a client in that charset would have written
        let c = match c {
            '\u{202f}' | '\u{a0}' => ' ',
            '\u{2013}' | '\u{2014}' => '-',
            '\u{201e}' | '\u{201c}' | '\u{201d}' => '"',
            '\u{2019}' => '\'',
            c => c,
        };
        let sign = c.to_string();
        let (bytes, _, lost) = encoding.encode(&sign);
        out.extend_from_slice(if lost { b"?" } else { &bytes });
    }
    out
}

/// RFC 3676: long lines of prose get soft breaks; lines that end in a blank by themselves lose it.
fn flowed(text: &str, delsp: bool) -> String {
    let soft = if delsp { "  " } else { " " };
    let mut out = String::new();
    for line in text.trim_end_matches('\n').split('\n') {
        if line.starts_with('>') || line == "-- " {
            out.push_str(line);
            out.push('\n');
            continue;
        }
        let line = line.trim_end();
        let stuffed = if line.starts_with([' ', '>']) { format!(" {line}") } else { line.to_owned() };
        let mut width = 0;
        for (n, word) in stuffed.split(' ').enumerate() {
            if n > 0 {
                if width > 40 && !word.is_empty() && !stuffed.contains("  ") && !stuffed.contains('|') {
                    out.push_str(soft);
                    out.push('\n');
                    width = 0;
                } else {
                    out.push(' ');
                }
            }
            width += word.len();
            out.push_str(word);
        }
        out.push('\n');
    }
    out
}

fn part(text: &str, html: bool, coding: Coding) -> String {
    let sub = if html { "html" } else { "plain" };
    let head = |charset: &str, more: &str, cte: &str| {
        format!("Content-Type: text/{sub}; charset=\"{charset}\"{more}\nContent-Transfer-Encoding: {cte}\n\n")
    };
    match coding {
        Coding::Base64 => head("utf-8", "", "base64") + &base64(text.as_bytes()),
        Coding::Quoted => head("UTF-8", "", "quoted-printable") + &quoted(text.as_bytes()),
        Coding::Eight => head("utf-8", "", "8bit") + text,
        Coding::Charset(label) => head(label, "", "quoted-printable") + &quoted(&in_charset(text, label)),
        Coding::Charset64(label) => head(label, "", "base64") + &base64(&in_charset(text, label)),
        Coding::Flowed if !html => head("utf-8", "; format=flowed", "8bit") + &flowed(text, false),
        Coding::FlowedDelsp if !html => head("utf-8", "; format=flowed; delsp=yes", "8bit") + &flowed(text, true),
        Coding::Flowed | Coding::FlowedDelsp => head("utf-8", "", "8bit") + text,
    }
}

fn word(text: &str) -> String {
    if text.is_ascii() { text.to_owned() } else { format!("=?UTF-8?B?{}?=", BASE64.encode(text.as_bytes())) }
}

/// The token of the corpus, and the Message-ID of the letter that is answered.
pub(crate) const TOKEN: &str = "mfrggzdfmztwq2lknnwg";
pub(crate) const ANSWERED: &str = "<g17.p12.s1.turn.c44.mfrggzdfmztwq2lknnwg@post.example.org>";

/// A whole letter with LF line ends.
pub(crate) fn letter(envelope: &Envelope<'_>, kind: Kind, coding: Coding, plain: &str, html: &str) -> Vec<u8> {
    let mut out = format!(
        "Return-Path: <{from}>\nDelivered-To: game+{TOKEN}@post.example.org\nReceived: from mail.example.com by mx.post.example.org; Mon, 05 Oct 2026 08:12:44 +0000\nMIME-Version: 1.0\nDate: Mon, 05 Oct 2026 10:12:26 +0200\nFrom: {name} <{from}>\nTo: Boardpost <game+{TOKEN}@post.example.org>\nSubject: {subject}\nMessage-ID: <{id}@mail.example.com>\nIn-Reply-To: {ANSWERED}\nReferences: {ANSWERED}\n",
        from = envelope.from,
        name = word(envelope.name),
        subject = word(&format!("Re: {}", envelope.subject)),
        id = envelope.id,
    );
    match kind {
        Kind::Plain => out.push_str(&part(plain, false, coding)),
        Kind::Html => out.push_str(&part(html, true, coding)),
        Kind::Both => {
            let close = |text: String| if text.ends_with('\n') { text } else { text + "\n" };
            out.push_str("Content-Type: multipart/alternative; boundary=\"=_b1\"\n\n--=_b1\n");
            out.push_str(&close(part(plain, false, coding)));
            out.push_str("--=_b1\n");
            out.push_str(&close(part(html, true, coding)));
            out.push_str("--=_b1--\n");
        }
    }
    out.into_bytes()
}
