//! What holds for every letter that the server sends.

use boardpost::game::{Eye, Seat};
use boardpost::judge::{self, Event, Incoming, Trust};
use boardpost::letter::{self, Hints};
use boardpost::notice::{compose, seen_version};

use super::world::{Got, Post, SERVER, World, address};

/// Checks all of it.
pub(super) fn letter(world: &World, got: &Got) {
    header(world, got);
    text(world, got);
    html(world, got);
    if let Some((game, seat)) = got.game() {
        sent_back(world, got, game, seat);
    }
}

fn header(world: &World, got: &Got) {
    assert!(!got.raw.windows(2).any(|w| w[1] == b'\n' && w[0] != b'\r'), "a bare LF");
    let head = got.raw.split(|b| *b == b'\n').take_while(|l| l != b"\r");
    for line in head {
        assert!(line.is_ascii() && line.len() <= 998, "{}", String::from_utf8_lossy(line));
    }
    let field = |name: &str| got.field(name).unwrap_or_else(|| panic!("no {name}"));
    let server = &world.config.server.address;
    let host = server.split('@').nth(1).unwrap();
    assert!(field("from").ends_with(&format!("<{server}>")));
    assert_eq!(field("mime-version"), "1.0");
    assert_eq!(field("x-auto-response-suppress"), "All");
    assert_eq!(field("x-boardpost-loop"), server);
    assert!(["en", "hu", "ru"].contains(&field("content-language")));
    assert!(field("content-type").starts_with("multipart/alternative"));
    assert!(got.field("precedence").is_none() && got.field("cc").is_none() && got.field("bcc").is_none());
    let date = mail_parser::DateTime::parse_rfc822(field("date")).unwrap().to_timestamp();
    assert_eq!(date, world.now);
    let id = got.id();
    assert!(id.starts_with('<') && id.ends_with(&format!("@{host}>")) && id.len() < 250, "{id}");
    assert_eq!(world.got.iter().filter(|g| g.id() == id).count(), 1, "{id} twice");
    // letters that are held back have been written, too
    let written = |id: &str| world.desk.store().ask().out_by_msgid(id).unwrap().is_some();
    let known = |id: &str| world.sent.iter().any(|s| s == id) || written(id);
    let answered = got.field("in-reply-to");
    if let Some(answered) = answered {
        assert!(known(answered), "In-Reply-To {answered}");
    }
    let references: Vec<&str> = got.field("references").unwrap_or_default().split_whitespace().collect();
    for reference in &references {
        assert!(known(reference), "References {reference}");
        assert_eq!(references.iter().filter(|r| *r == reference).count(), 1, "twice in References");
    }
    assert!(references.len() <= 6);
    let automatic = field("auto-submitted");
    match got.game() {
        None => assert_eq!(&got.reply_to(), server),
        Some((game, seat)) => {
            let table = world.table(game);
            let ask = world.desk.store().ask();
            let token = ask.keys().token(game, seat, table.generation(seat));
            let plus = world.config.server.plus;
            assert_eq!(got.reply_to(), if plus { format!("game+{token}@{host}") } else { server.clone() });
            assert!(id.contains(&token) && id.contains(&format!("<g{game}.p{}.s{seat}.", table.version())));
            let names = [table.name(Seat::One), table.name(Seat::Two)];
            assert_eq!(got.subject, format!("[PBEM {game}] {} – {}", names[0], names[1]));
            // nobody learns the other's address or token
            let all = format!("{}{}{}", String::from_utf8_lossy(&got.raw), got.text, got.html);
            for (token, owner) in ask.tokens(game).unwrap() {
                assert!(owner == seat || !all.contains(&token), "the other's token");
            }
            for who in ["anna", "bela", "vera"].map(address) {
                assert!(who == got.to || !all.contains(who), "{who} in a letter to {}", got.to);
            }
            let opening = id.contains(".opening.");
            let unasked = opening || [".unreachable.", ".address.", ".board."].iter().any(|kind| id.contains(kind));
            assert_eq!(automatic == "auto-generated", unasked, "{automatic}");
            assert_eq!(got.field("x-boardpost-start").is_some(), opening);
            if !opening {
                let first = world.got.iter().find(|g| g.game() == Some((game, seat))).unwrap();
                assert_eq!(references.first(), Some(&first.id().as_str()), "the thread begins with the opening letter");
            }
        }
    }
}

/// Is it a line that programs take for the end of a letter?
fn is_rule(line: &str) -> bool {
    !line.trim().is_empty() && line.trim().chars().all(|c| "-=_~#*+".contains(c))
}

fn is_id(text: &str) -> bool {
    text.len() > 2 && text.chars().all(|c| c.is_ascii_lowercase() || c == '-')
}

fn text(world: &World, got: &Got) {
    let boards = boards(world, got);
    let inside = |line: &str| boards.iter().flatten().any(|l| l == line);
    for line in got.text.lines() {
        let told = format!("{line:?} in\n{}", got.text);
        assert!(line.chars().count() <= 72, "{} columns: {told}", line.chars().count());
        assert!(!line.ends_with([' ', '\t']), "trailing blanks: {told}");
        assert!(!line.starts_with('>') && !line.starts_with("From ") && !line.starts_with('.'), "{told}");
        // an unknown sentence comes as [its-id]; in a grammar brackets are options
        let missing = line.split('[').skip(1).any(|p| p.split_once([']', ' ']).is_some_and(|(id, _)| is_id(id)));
        assert!(!missing || got.text.contains("%x"), "a sentence is missing: {told}");
        let row = line.trim_start().trim_start_matches(char::is_alphanumeric).trim_start().starts_with('|');
        let echo = line.trim_start().starts_with("| ") && !line.ends_with('|') || line == "    |";
        if row && !echo || line.contains("+-") {
            assert!(line.is_ascii(), "{told}");
            assert!(inside(line), "an unknown board: {told}");
        }
        assert!(inside(line) || !is_rule(line), "{told}");
    }
    for c in got.text.chars().chain(got.html.chars()) {
        let hidden = matches!(c, '\u{ad}' | '\u{a0}' | '\u{200b}'..='\u{200f}' | '\u{2028}'..='\u{202f}' | '\u{2060}'..='\u{206f}' | '\u{feff}')
            || c.is_control() && c != '\n';
        assert!(!hidden, "U+{:04X} in\n{}", u32::from(c), got.text);
    }
}

/// The boards that stand in a letter, of all that its people's games have had.
pub(super) fn boards(world: &World, got: &Got) -> Vec<Vec<String>> {
    let lines: Vec<&str> = got.text.lines().collect();
    let drawn = lines.iter().filter(|l| l.contains("+-")).count();
    let mut found: Vec<Vec<String>> = Vec::new();
    let own = got.game().map(|g| g.0);
    let mut games: Vec<i64> = world.desk.store().ask().games(true).unwrap().iter().map(|g| g.id).collect();
    games.sort_by_key(|g| Some(*g) != own);
    for game in games {
        // a game whose log is broken has no board
        let Ok(table) = world.desk.store().ask().table(&world.row(game)).unwrap() else { continue };
        let lang = own.map_or(world.lang, |own| world.table(own).lang(got.game().unwrap().1));
        let now = [None].into_iter();
        for plies in now.chain((0..table.turns().len()).map(Some)) {
            for seat in Seat::BOTH {
                if found.iter().flatten().filter(|l| l.contains("+-")).count() == drawn {
                    return found;
                }
                let board = compose::board(&table, Eye::Seat(seat), lang, plies);
                if lines.windows(board.len()).any(|w| w == board) && !found.contains(&board) {
                    found.push(board);
                }
            }
        }
    }
    found
}

fn unescape(html: &str) -> String {
    html.replace("&lt;", "<").replace("&gt;", ">").replace("&quot;", "\"").replace("&amp;", "&")
}

fn html(world: &World, got: &Got) {
    assert!(got.html.starts_with("<!DOCTYPE html>") && got.html.trim_end().ends_with("</html>"));
    assert!(!got.html.contains("background") && !got.html.contains("color:"), "no colours");
    for board in boards(world, got) {
        let pre = got.html.split("<pre").skip(1).map(|p| p.split_once('>').unwrap().1.split("</pre>").next().unwrap());
        let drawn = pre.map(unescape).any(|p| p == board.join("\n"));
        assert!(drawn, "the board is not in the HTML:\n{}", got.html);
    }
    // all that the text says, the HTML says
    let words = |text: &str| text.split_whitespace().map(ToOwned::to_owned).collect::<Vec<_>>();
    let plain = words(&unescape(
        &got.html.split('<').map(|p| p.split_once('>').map_or("", |p| p.1)).collect::<Vec<_>>().join(" "),
    ));
    for word in words(&got.text) {
        assert!(plain.contains(&word), "{word} is not in the HTML part");
    }
}

/// A letter of ours that comes back, whatever became of its quote marks, changes nothing.
fn sent_back(world: &World, got: &Got, game: i64, seat: Seat) {
    let table = world.table(game);
    let ask = world.desk.store().ask();
    let sent: Vec<letter::SentText> = ask
        .last_letters(game, seat, false, i64::MAX, 8)
        .unwrap()
        .iter()
        .map(|l| letter::text(&ask.log_bytes(l).unwrap()).into())
        .collect();
    let code = |n: u32| ask.keys().code(game, n);
    let judged = |lines: &[String], seen: Option<u32>| {
        let incoming = Incoming { seat, trust: Trust::Full, lines, subject: None, seen, code: &code, problems: &[] };
        judge::judge(&table, &incoming)
    };
    let own = [SERVER.to_owned()];
    let hints = Hints { lang: Some(table.lang(seat)), sent: &sent, own: &own };
    let mut plain = world.answer("anna", got, "");
    plain.body = got.text.clone().into_bytes();
    let mut html = plain.clone();
    html.kind = "Content-Type: text/html; charset=utf-8".to_owned();
    html.body = got.html.clone().into_bytes();
    for post in [plain, html] {
        let back: Post = post;
        let read = letter::read(&back.bytes("<back@client.example>", world.now)).unwrap();
        let lines = read.body(&hints).reply;
        let ruling = judged(&lines, seen_version(&read.references, game, seat));
        assert!(ruling.events.is_empty(), "sent back it leads to {:?}:\n{}", ruling.events, got.text);
    }
    // even where nothing of it was taken off, as a whole or line by line, it plays no move
    // (a code is there to be sent back)
    let codes = super::world::codes(world);
    let code = |line: &str| line.split_whitespace().any(|word| codes.contains_key(word));
    let all: Vec<String> = got.text.lines().filter(|l| !code(l)).map(ToOwned::to_owned).collect();
    let whole = judged(&all, None);
    let moved = whole.events.iter().any(|e| matches!(e, Event::Turn(..)));
    assert!(!moved, "untrimmed it plays {:?}:\n{}", whole.events, got.text);
    for line in &all {
        let reading = judge::reading::read(std::slice::from_ref(line), table.position(), table.lang(seat), seat);
        for item in reading.items {
            if let judge::Command::Move(turn) = item.command {
                assert!(table.try_turn(seat, &turn).is_err(), "{line:?} is a legal move:\n{}", got.text);
            }
        }
    }
}
