//! Plays an evening from a script and prints its log as an mbox: how the files in this folder are made.
//!
//! `cargo run --example evening -- examples/evenings/thoughtwave.toml > examples/thoughtwave.mbox`

use std::collections::BTreeMap;
use std::error::Error;
use std::io::Write as _;

use boardpost::daemon::StartArgs;
use boardpost::daemon::stage::Stage;
use boardpost::game::Lang;
use boardpost::letter;
use serde::Deserialize;

/// The script of an evening.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Script {
    game: String,
    players: Vec<String>,
    begin: String,
    #[serde(default)]
    options: BTreeMap<String, toml::Value>,
    letter: Vec<Reply>,
}

/// One letter: who answers the last letter that he got, when, with which program, and what he writes.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reply {
    from: usize,
    #[serde(default = "minute")]
    after: i64,
    #[serde(default)]
    client: Client,
    text: String,
}

const fn minute() -> i64 {
    180
}

/// What a mail program makes of an answer.
#[derive(Clone, Copy, Debug, Default, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Client {
    #[default]
    Gmail,
    GmailHtml,
    Thunderbird,
    Apple,
    Outlook,
    Bare,
}

fn value(value: &toml::Value) -> String {
    value.as_str().map_or_else(|| value.to_string(), ToOwned::to_owned)
}

/// The last letter that somebody got.
struct Last {
    reply_to: String,
    subject: String,
    id: String,
    from: String,
    text: String,
    lang: String,
}

fn field(raw: &[u8], name: &str) -> String {
    let head = String::from_utf8_lossy(raw).replace("\r\n ", " ").replace("\r\n\t", " ");
    let prefix = format!("{name}: ");
    head.lines().find_map(|l| l.strip_prefix(&prefix)).unwrap_or_default().to_owned()
}

fn quote(text: &str) -> String {
    text.lines().map(|l| if l.is_empty() { ">\n".to_owned() } else { format!("> {}\n", l.trim_end()) }).collect()
}

fn escape(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

/// The body with its content type and transfer encoding.
fn body(client: Client, text: &str, last: &Last, time: jiff::Timestamp) -> (String, String) {
    let day = time.strftime("%Y. %m. %d. %H:%M").to_string();
    let (lang, server) = (last.lang.as_str(), format!("Boardpost <{}>", last.from));
    let attribution = match (client, lang) {
        (Client::Thunderbird, "hu") => format!("{day} keltezéssel, Boardpost írta:"),
        (Client::Thunderbird, "ru") => format!("{} Boardpost пишет:", time.strftime("%d.%m.%Y %H:%M,")),
        (Client::Thunderbird, _) => format!("On {}, Boardpost wrote:", time.strftime("%d/%m/%Y %H:%M")),
        (Client::Apple, "ru") => {
            format!("{} Boardpost <{}> написал(а):", time.strftime("%d.%m.%Y, в %H:%M,"), last.from)
        }
        (Client::Apple, _) => format!("On {}, {server} wrote:", time.strftime("%-d %b %Y, at %H:%M")),
        (_, "hu") => format!("{server} ezt írta (időpont: {}):", time.strftime("%Y. %m. %d., %H:%M")),
        (_, "ru") => format!("{} г. в {}, {server}:", time.strftime("%d.%m.%Y"), time.strftime("%H:%M")),
        _ => format!("On {}, {server} wrote:", time.strftime("%a, %-d %b %Y at %H:%M")),
    };
    let plain = "text/plain; charset=utf-8".to_owned();
    match client {
        Client::Bare => (plain, format!("{text}\n")),
        Client::Gmail | Client::Thunderbird => (plain, format!("{text}\n\n{attribution}\n\n{}", quote(&last.text))),
        Client::Apple => (plain, format!("{text}\n\n> {attribution}\n> \n{}", quote(&last.text))),
        Client::Outlook => {
            let names = match lang {
                "hu" => ["Feladó", "Elküldve", "Címzett", "Tárgy"],
                "ru" => ["От", "Отправлено", "Кому", "Тема"],
                _ => ["From", "Sent", "To", "Subject"],
            };
            let [from, sent, to, subject] = names;
            let head =
                format!("{from}: {server}\n{sent}: {day}\n{to}: {}\n{subject}: {}\n", last.reply_to, last.subject);
            (plain, format!("{text}\n\n{head}\n{}", last.text))
        }
        Client::GmailHtml => {
            let lines: Vec<String> = text.lines().map(|l| format!("<div>{}</div>", escape(l))).collect();
            let quoted = escape(&last.text).replace('\n', "<br>\n");
            let html = format!(
                "<div dir=\"ltr\">{}</div>\n<br><div class=\"gmail_quote\"><div dir=\"ltr\" class=\"gmail_attr\">{}<br></div>\n<blockquote class=\"gmail_quote\" style=\"margin:0 0 0 .8ex\">{quoted}</blockquote></div>\n",
                lines.join("\n"),
                escape(&attribution)
            );
            ("text/html; charset=utf-8".to_owned(), html)
        }
    }
}

/// Plays the evening of a script; gives its log as an mbox. The same script gives the same bytes.
pub fn play(script: &str) -> Result<Vec<u8>, Box<dyn Error>> {
    let script: Script = toml::from_str(script)?;
    let mut clock: jiff::Timestamp = script.begin.parse()?;
    let mut stage = Stage::new("game@boardpost.example", clock.as_second())?;
    let options = script.options.iter().map(|(k, v)| (k.clone(), value(v))).collect();
    let args = StartArgs { game: script.game.clone(), players: script.players.clone(), options };
    let game = stage.start(&args, clock.as_second())?.map_err(|e| e.text(Lang::En))?;
    let mut last: BTreeMap<String, Last> = BTreeMap::new();
    let addresses: Vec<String> =
        script.players.iter().filter_map(|p| Some(p.split_once('<')?.1.split_once('>')?.0.to_owned())).collect();
    for (n, reply) in std::iter::once(None).chain(script.letter.iter().map(Some)).enumerate() {
        if let Some(reply) = reply {
            clock = clock.checked_add(jiff::SignedDuration::from_secs(reply.after))?;
            let address = addresses.get(reply.from.wrapping_sub(1)).ok_or("no such player")?;
            let name = script.players.get(reply.from - 1).and_then(|p| p.split_once(" <")).ok_or("no name")?.0;
            let got = last.get(address).ok_or("nothing to answer yet")?;
            // the code of a request for confirmation stands in the letter that is answered
            let code = got.text.lines().map(str::trim).find(|l| {
                l.split(' ').count() == 2 && l.len() < 60 && {
                    let word = l.split(' ').next().unwrap_or("");
                    ["confirm", "megerősítem", "подтверждаю"].contains(&word)
                }
            });
            let text = reply.text.trim().replace("CONFIRM", code.unwrap_or(""));
            let (kind, body) = body(reply.client, &text, got, clock);
            let date = clock.strftime("%a, %d %b %Y %H:%M:%S +0000");
            let letter = format!(
                "From: {name} <{address}>\nTo: {}\nSubject: Re: {}\nDate: {date}\nMessage-ID: <{}.{n}@mail.example>\nIn-Reply-To: {}\nReferences: {}\nMIME-Version: 1.0\nContent-Type: {kind}\nContent-Transfer-Encoding: 8bit\n\n{body}",
                got.reply_to, got.subject, script.game, got.id, got.id
            );
            stage.deliver(letter.as_bytes(), clock.as_second())?;
        }
        for raw in stage.collect(clock.as_second())? {
            let read = letter::read(&raw).map_err(|_| "a letter of ours cannot be read")?;
            let to = read.recipients.first().cloned().unwrap_or_default();
            let reply_to = field(&raw, "Reply-To");
            let reply_to = reply_to.split_once('<').map_or(reply_to.as_str(), |p| p.1).trim_end_matches('>').to_owned();
            last.insert(
                to,
                Last {
                    reply_to,
                    subject: read.subject.replace('–', "-"),
                    id: read.message_id.clone().unwrap_or_default(),
                    from: read.from.clone().unwrap_or_default(),
                    text: letter::text(&raw),
                    lang: field(&raw, "Content-Language"),
                },
            );
        }
    }
    Ok(stage.log(game)?)
}

#[allow(dead_code, reason = "a test uses this file as a module")]
fn main() -> Result<(), Box<dyn Error>> {
    let path = std::env::args().nth(1).ok_or("usage: evening SCRIPT.toml > EVENING.mbox")?;
    std::io::stdout().write_all(&play(&std::fs::read_to_string(path)?)?)?;
    Ok(())
}
