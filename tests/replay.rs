//! A game's log judged again from nothing: the same as it was, or the letter that differs is named.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use boardpost::daemon::records;
use boardpost::game::Lang;
use boardpost::judge::Event;
use boardpost::letter;
use boardpost::post::mbox;
use boardpost::replay::{self, Step};
use boardpost::store::record::{Kind, Record};

use crate::desk::world::World;

/// The same dice in every run.
struct Dice(u64);

impl Dice {
    fn below(&mut self, n: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % n
    }
}

/// An evening by letters with all that may happen in one; `elsewhere` has letters from unknown addresses too.
fn evening(seed: u64, letters: usize, elsewhere: bool) -> (World, i64) {
    let mut w = World::new(Lang::En, "[limits]\nplayer_day = 0");
    let game = w.start_between("anna:hu bela:ru", "size=5");
    let mut dice = Dice(seed);
    while w.sent.len() < letters {
        let table = w.table(game);
        let act = table.to_act().iter().next().unwrap();
        let seat = if dice.below(6) == 0 { act.other() } else { act };
        let who = *seat.of(&["anna", "bela"]);
        let legal = table.position().legal(act).unwrap();
        let lang = table.lang(seat);
        let written = table.position().spell(&legal[dice.below(legal.len())], lang);
        match dice.below(24) {
            0 => w.reply(who, "nesw@A1\nns@A1"),
            1 => w.reply(who, "ééé@B2"),
            2 => w.reply(who, &format!("say hello – привет, {}! game+x@post.example", written)),
            3 => w.reply(who, ["lang en", "nyelv hu", "язык ru"][dice.below(3)]),
            4 => w.reply(who, "draw"),
            5 | 6 => w.reply(who, "undo"),
            7 => w.reply(who, "accept"),
            8 => w.reply(who, "decline"),
            9 => w.reply(who, "show #1\ngames"),
            10 => w.reply(who, "newkey"),
            11 => w.reply(who, "Hi, I think about it until tomorrow."),
            12 => w.reply(who, "resign"),
            13 | 14 if elsewhere => {
                let mut post = w.answer(who, &w.letter_to(who).clone(), &format!("{written}\nsay from a café"));
                post.from = "somebody@else.example".to_owned();
                w.post(&post);
                let code = w.letter_to(who).confirmation();
                w.reply(who, &code)
            }
            _ => w.reply(who, &format!("Üdv!\n{written}\nViszlát")),
        };
        // it is to end by the resignation below
        if w.table(game).outcome().is_some() {
            return evening(seed + 1000, letters, elsewhere);
        }
    }
    w.reply("bela", "сдаюсь");
    let code = w.letter_to("bela").confirmation();
    w.reply("bela", &code);
    (w, game)
}

fn boardpost(w: &World, args: &[&str]) -> Output {
    let config = w.folder("config.toml");
    let mut command = Command::new(env!("CARGO_BIN_EXE_boardpost"));
    command.arg("--config").arg(config).args(args).env("BOARDPOST_LOG", "error").output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8(output.stdout.clone()).unwrap()
}

fn replay(w: &World, file: &Path, json: bool) -> Output {
    let mut args = vec!["replay", file.to_str().unwrap()];
    args.extend(json.then_some("--json"));
    boardpost(w, &args)
}

/// The number and the fault of the first letter that differs.
fn fault(file: &[u8]) -> Option<(i64, String)> {
    match replay::file(file) {
        Ok(steps) => first(&steps),
        Err(e) => Some((0, e.to_string())),
    }
}

fn first(steps: &[Step]) -> Option<(i64, String)> {
    let last = steps.last().unwrap();
    assert!(steps.iter().rev().skip(1).all(|s| s.difference.is_none()), "it goes on after a difference");
    last.difference.clone().map(|d| (last.seq, d))
}

/// The letters of a log, each with its `From ` line.
fn pieces(log: &str) -> Vec<String> {
    let mut pieces: Vec<String> = log.split("\nFrom boardpost ").map(|p| format!("From boardpost {p}\n")).collect();
    pieces[0] = pieces[0].replacen("From boardpost ", "", 1);
    let last = pieces.last_mut().unwrap();
    last.pop();
    assert_eq!(pieces.concat(), log);
    pieces
}

#[test]
fn a_log_replays_and_whatever_is_changed_in_it_is_found() {
    let (w, game) = evening(7, 18, true);
    let log = boardpost(&w, &["log", &game.to_string()]);
    assert_eq!(log.status.code(), Some(0));
    let log = stdout(&log);
    let file = w.folder("log.mbox");
    fs::write(&file, &log).unwrap();

    // the same on another machine: neither configuration nor database is needed
    let told = Command::new(env!("CARGO_BIN_EXE_boardpost"))
        .args(["replay", file.to_str().unwrap(), "--json"])
        .current_dir(tempfile::tempdir().unwrap().path())
        .output()
        .unwrap();
    assert_eq!(told.status.code(), Some(0), "{}", String::from_utf8_lossy(&told.stderr));
    let steps: Vec<serde_json::Value> = stdout(&told).lines().map(|l| serde_json::from_str(l).unwrap()).collect();
    let rows = w.desk.store().ask().log(game).unwrap();
    assert_eq!(steps.len(), rows.len());
    let mut verdicts = std::collections::BTreeMap::new();
    for (n, (step, row)) in (1..).zip(steps.iter().zip(&rows)) {
        assert_eq!((&step["seq"], &step["ok"]), (&n.into(), &true.into()));
        assert_eq!(step["seat"], row.seat.number());
        assert_eq!(step["digest"], boardpost::store::record::hex(&row.digest));
        assert!(step["message_id"].as_str().unwrap().starts_with('<'));
        assert!(step["board"].as_array().unwrap().len() > 8);
        assert!(step["commands"].is_array() && step["ids"].is_array());
        *verdicts.entry(step["verdict"].as_str().unwrap().to_owned()).or_insert(0) += 1;
    }
    assert!(verdicts["accepted"] > 8 && verdicts["refused"] > 2, "the evening is varied: {verdicts:?}");
    let text = replay(&w, &file, false);
    assert_eq!(text.status.code(), Some(0));
    assert!(stdout(&text).ends_with(&format!("{} letters, no difference\n", rows.len())));
    assert_eq!(fault(log.replace('\n', "\r\n").as_bytes()), None, "with CRLF");

    let pieces = pieces(&log);
    let count = pieces.len();
    assert_eq!(count, rows.len());
    let without = |n: usize| [&pieces[..n], &pieces[n + 1..]].concat().concat();
    let with = |n: usize, piece: String| [&pieces[..n], &[piece], &pieces[n + 1..]].concat().concat();
    let (mut moves, mut boards) = (0, 0);
    for (n, piece) in pieces.iter().enumerate() {
        let seq = i64::try_from(n + 1).unwrap();
        let (head, body) = piece.split_once("\n\n").unwrap();
        // one byte of what was written
        if rows[n].kind == "in" {
            let at =
                body.bytes().take_while(|b| *b != b'>').enumerate().filter(|(_, b)| b.is_ascii_digit()).map(|(n, _)| n);
            if let Some(at) = at.into_iter().next().filter(|at| !body[..*at].contains("On Mon")) {
                let digit = if &body[at..=at] == "4" { "3" } else { "4" };
                let changed = format!("{head}\n\n{}{digit}{}", &body[..at], &body[at + 1..]);
                let found = fault(with(n, changed).as_bytes()).unwrap();
                assert_eq!(found.0, seq, "{}", found.1);
                moves += 1;
            }
        } else if body.contains("+---+") {
            let changed = with(n, format!("{head}\n\n{}", body.replacen("+---+", "+-#-+", 1)));
            let found = fault(changed.as_bytes()).unwrap();
            assert_eq!(found.0, seq, "{}", found.1);
            assert!(found.1.contains("board"), "{}", found.1);
            boards += 1;
        }
        // a header field
        let field = head.lines().find(|l| l.starts_with("Date: ")).unwrap();
        let changed = head.replace(field, &field.replace(':', ":  "));
        let found = fault(with(n, format!("{changed}\n\n{body}")).as_bytes()).unwrap();
        assert_eq!(found.0, seq, "{}", found.1);
        // the letter is not there
        let (at, why) = fault(without(n).as_bytes()).unwrap();
        if n + 1 == count {
            assert_eq!(at, seq - 1);
            assert!(why.contains(&format!("{count} letters")), "{why}");
        } else {
            assert!(at == seq + 1 && why.contains(&format!("letter {seq} is missing")), "{at}: {why}");
        }
        // it has changed places with the next one
        if n + 1 < count {
            let mut swapped = pieces.clone();
            swapped.swap(n, n + 1);
            let (at, why) = fault(swapped.concat().as_bytes()).unwrap();
            assert!(at == seq + 1 && why.contains(&format!("letter {seq} is missing or out of place")), "{at}: {why}");
        }
    }
    assert!(moves > 4 && boards > 8, "{moves} moves and {boards} boards were changed");

    // the program says so as well
    let bad = w.folder("bad.mbox");
    fs::write(&bad, without(5)).unwrap();
    for json in [false, true] {
        let told = replay(&w, &bad, json);
        assert_eq!(told.status.code(), Some(1));
        assert!(String::from_utf8_lossy(&told.stderr).contains("letter 6 is missing"));
        if json {
            let last: serde_json::Value = serde_json::from_str(stdout(&told).lines().last().unwrap()).unwrap();
            assert_eq!(last["ok"], false);
        }
    }
    fs::write(&bad, "no mbox at all").unwrap();
    assert_eq!(replay(&w, &bad, false).status.code(), Some(1));
}

/// Somebody changes the log and computes all digests anew: what the letters lead to tells on him.
#[test]
fn a_forger_who_computes_the_digests_anew_is_found() {
    let (w, game) = evening(21, 14, true);
    let honest = records(w.desk.store().ask(), &w.row(game)).unwrap();
    let forged = |change: &dyn Fn(&mut Vec<Record>) -> bool| -> Option<(i64, String)> {
        let mut records = honest.clone();
        if !change(&mut records) {
            return Some((-1, String::new()));
        }
        loop {
            let steps = replay::log(&records).unwrap();
            let (at, why) = first(&steps)?;
            let n = steps.len() - 1;
            if records[n].digest == steps[n].digest || !why.contains("differs") {
                return Some((at, why));
            }
            records[n].digest = steps[n].digest;
        }
    };
    let (mut boards, mut moves) = (0, 0);
    let steps = replay::log(&honest).unwrap();
    let played = |n: usize| steps[n].events.iter().any(|e| matches!(e, Event::Turn(..)));
    for n in 0..honest.len() {
        let replace = |from: &str, to: &str| {
            forged(&|records: &mut Vec<Record>| {
                let Ok(text) = String::from_utf8(records[n].bytes.clone()) else { return false };
                let changed = text.replacen(from, to, 1);
                records[n].bytes = changed.clone().into_bytes();
                changed != text
            })
        };
        if honest[n].kind != Kind::In {
            let (at, why) = replace("|   |   |", "| # |   |").expect("a forged board");
            if at != -1 {
                assert_eq!(at, honest[n].seq, "{why}");
                boards += 1;
            }
            continue;
        }
        // another move than the one that was played: at the latest the next board is another one; a move that was
        // refused leads to nothing, whatever it is
        if !played(n) {
            continue;
        }
        let words = letter::text(&honest[n].bytes);
        let Some(turn) = words.lines().nth(1).filter(|t| t.contains('@') && words.starts_with("Üdv!")) else {
            continue;
        };
        let cell = turn.split('@').nth(1).unwrap();
        let other = if cell == "E5" { "D5" } else { "E5" };
        let (at, why) = replace(turn, &turn.replace(cell, other)).expect("a forged move");
        assert!(at >= honest[n].seq && at <= honest[n].seq + 4, "{at}: {why}");
        moves += 1;
    }
    assert!(boards > 5 && moves > 3, "{boards} boards and {moves} moves were forged");
}

/// What a mail client keeps: both players' letters and ours, in any order, without any field of a log.
#[test]
fn a_mail_clients_mbox_replays() {
    let (w, game) = evening(3, 24, false);
    let mut letters: Vec<Vec<u8>> = w.posted.clone();
    letters.extend(w.got.iter().map(|g| g.raw.clone()));
    let box_of = |letters: &[Vec<u8>]| {
        let mut file = Vec::new();
        for raw in letters {
            mbox::write(&mut file, raw, "somebody@example.org", jiff::Timestamp::UNIX_EPOCH);
        }
        file
    };
    let mut dice = Dice(5);
    for n in (1..letters.len()).rev() {
        letters.swap(n, dice.below(n + 1));
    }
    let steps = replay::file(&box_of(&letters)).unwrap();
    assert_eq!(first(&steps), None);
    let judged: Vec<String> = steps.iter().flat_map(|s| &s.events).map(ToString::to_string).collect();
    assert_eq!(judged, w.events(game));

    // the players' letters and the first opening letter are enough
    let mut few = w.posted.clone();
    few.push(w.got[0].raw.clone());
    few.extend(w.got.iter().filter(|g| g.id().contains(".confirm.")).map(|g| g.raw.clone()));
    let steps = replay::file(&box_of(&few)).unwrap();
    let judged: Vec<String> = steps.iter().flat_map(|s| &s.events).map(ToString::to_string).collect();
    assert_eq!((first(&steps), judged), (None, w.events(game)));

    // a move that was changed shows in the next board
    let moved = w.posted.iter().position(|p| String::from_utf8_lossy(p).contains("\n\nÜdv!\n")).unwrap();
    let mut changed = w.posted.clone();
    let text = String::from_utf8(changed[moved].clone()).unwrap();
    let (head, body) = text.split_once("Üdv!\n").unwrap();
    let (turn, rest) = body.split_once('\n').unwrap();
    let cell = turn.split('@').nth(1).unwrap();
    let other = if cell == "E5" { "D5" } else { "E5" };
    changed[moved] = format!("{head}Üdv!\n{}\n{rest}", turn.replace(cell, other)).into_bytes();
    changed.extend(w.got.iter().map(|g| g.raw.clone()));
    assert!(first(&replay::file(&box_of(&changed)).unwrap()).is_some());
    // and without an opening letter nothing can begin
    assert!(replay::file(&box_of(&w.posted)).is_err());
}

#[test]
fn a_log_tells_no_secret() {
    let (w, game) = evening(11, 24, true);
    let log = stdout(&boardpost(&w, &["log", &game.to_string()]));
    let ask = w.desk.store().ask();
    let mut secrets: Vec<String> = ask.tokens(game).unwrap().into_iter().map(|t| t.0).collect();
    secrets.extend((1..20).map(|n| ask.keys().code(game, n)));
    // they are in the letters themselves, so that the test can fail
    let all: String = w.got.iter().map(|g| g.text.clone() + &g.reply_to()).collect();
    assert!(secrets.iter().filter(|s| all.contains(*s)).count() > 3);
    for raw in mbox::read(log.as_bytes()) {
        let message = mail_parser::MessageParser::default().parse(&raw).unwrap();
        let mut seen = String::from_utf8_lossy(&raw).into_owned();
        for part in 0..3 {
            seen.extend(message.body_text(part).map(|t| t.into_owned()));
            seen.extend(message.body_html(part).map(|t| t.into_owned()));
        }
        seen += &letter::text(&raw);
        let seen = seen.to_lowercase();
        for secret in &secrets {
            assert!(!seen.contains(secret), "a secret stands in\n{seen}");
        }
    }
    assert!(log.contains("token1") && log.contains("token2") && log.contains("code1"));
}

#[test]
fn verify_finds_what_was_changed_in_the_database() {
    let (w, game) = evening(13, 14, true);
    let verify = || boardpost(&w, &["verify", "--json"]);
    let good = verify();
    assert_eq!(good.status.code(), Some(0), "{}", stdout(&good));
    let db = rusqlite::Connection::open(&w.config.store).unwrap();
    let old: String = db.query_row("SELECT text FROM event WHERE game = ?1 AND n = 1", [game], |r| r.get(0)).unwrap();
    let turn = w.events(game).iter().position(|e| e.starts_with("turn ")).unwrap() + 1;
    assert_eq!(w.row(game).reason.as_deref(), Some("resigned"));
    for (change, back) in [
        (
            "UPDATE event SET text = 'lang 1 en' WHERE n = 1".to_owned(),
            format!("UPDATE event SET text = '{old}' WHERE n = 1"),
        ),
        (
            format!("UPDATE event SET seq = seq + 1000 WHERE n = {turn}"),
            format!("UPDATE event SET seq = seq - 1000 WHERE n = {turn}"),
        ),
        ("UPDATE game SET winner = 3 - winner".to_owned(), "UPDATE game SET winner = 3 - winner".to_owned()),
        ("UPDATE game SET state = 'drawn'".to_owned(), "UPDATE game SET state = 'won'".to_owned()),
        ("UPDATE game SET reason = 'agreed'".to_owned(), "UPDATE game SET reason = 'resigned'".to_owned()),
        ("UPDATE game SET to_act = 1".to_owned(), "UPDATE game SET to_act = 0".to_owned()),
        ("UPDATE game SET letters = letters - 1".to_owned(), "UPDATE game SET letters = letters + 1".to_owned()),
        (
            "UPDATE game SET start = start || ' first=2'".to_owned(),
            "UPDATE game SET start = replace(start, ' first=2', '')".to_owned(),
        ),
        (
            "UPDATE log SET time = time + 1 WHERE seq = 3".to_owned(),
            "UPDATE log SET time = time - 1 WHERE seq = 3".to_owned(),
        ),
        (
            "UPDATE log SET trust = 'from' WHERE seq = 3".to_owned(),
            "UPDATE log SET trust = 'full' WHERE seq = 3".to_owned(),
        ),
    ] {
        let rows = db.execute(&change, []).unwrap();
        assert!(rows > 0, "{change}");
        let told = verify();
        assert_eq!(told.status.code(), Some(1), "{change}: {}", stdout(&told));
        let line: serde_json::Value = serde_json::from_str(stdout(&told).trim()).unwrap();
        assert_eq!((&line["ok"], &line["number"]), (&false.into(), &game.into()));
        db.execute(&back, []).unwrap();
        let good = verify();
        assert_eq!(good.status.code(), Some(0), "{back}: {}", stdout(&good));
    }
    // another game is good all the while
    assert_eq!(boardpost(&w, &["verify", "99"]).status.code(), Some(1));
}
