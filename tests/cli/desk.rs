//! The commands that need a configuration and a database.

use std::fs;
use std::os::unix::fs::PermissionsExt;
use std::path::Path;
use std::process::Command;

use serde_json::{Value as Json, json};

use super::{Ran, folder, run};

/// Runs a command that must be done; gives its output.
fn done(folder: &Path, args: &[&str]) -> String {
    let Ran { code, out, err } = run(folder, args);
    assert_eq!(code, 0, "{args:?}: {err}");
    out
}

/// Runs a command that must fail with this status, saying this, with nothing on stdout.
fn fails(folder: &Path, args: &[&str], wanted: i32, says: &str) {
    let Ran { code, out, err } = run(folder, args);
    assert_eq!((code, out.as_str()), (wanted, ""), "{args:?}: {err}");
    assert!(err.contains(says), "{args:?}: {err}");
}

/// The objects of a listing.
fn objects(out: &str) -> Vec<Json> {
    out.lines().map(|line| serde_json::from_str(line).unwrap_or_else(|e| panic!("{line}: {e}"))).collect()
}

fn keys(object: &Json) -> Vec<&str> {
    object.as_object().unwrap().keys().map(String::as_str).collect()
}

/// Letters in the outbox's Maildir.
fn sent(folder: &Path) -> Vec<String> {
    let mut letters: Vec<String> = fs::read_dir(folder.join("mail/out/new"))
        .unwrap()
        .map(|e| fs::read_to_string(e.unwrap().path()).unwrap())
        .collect();
    letters.sort();
    letters
}

/// The value of a header field of the letter to somebody.
fn field(letters: &[String], to: &str, name: &str) -> String {
    let letter = letters.iter().find(|l| l.contains(&format!("To: {to}"))).unwrap();
    let line = letter.lines().find_map(|l| l.strip_prefix(name)?.strip_prefix(": ")).unwrap();
    line.trim().to_owned()
}

/// Lets a letter arrive.
fn arrive(folder: &Path, name: &str, letter: &str) {
    let new = folder.join("mail/in/new");
    fs::create_dir_all(&new).unwrap();
    fs::write(new.join(name), letter.replace('\n', "\r\n")).unwrap();
}

#[test]
fn an_evening_on_the_command_line() {
    let here = folder();
    let here = here.path();
    let out =
        done(here, &["start", "thoughtwave", "Anna <Anna@x.hu>:hu", "bela@y.org:ru", "size=3", "position=A2:ew,B2:ew"]);
    assert_eq!(out, "1\n", "the number alone on a line");
    let game = &objects(&done(here, &["games", "--json"]))[0];
    assert_eq!(keys(game), ["game", "number", "players", "reason", "since", "state", "to_act", "winner"]);
    assert_eq!(
        (&game["number"], &game["game"], &game["players"], &game["to_act"], &game["state"]),
        (&json!(1), &json!("thoughtwave"), &json!(["Anna", "bela"]), &json!([1]), &json!("playing"))
    );
    let waiting = objects(&done(here, &["outbox", "--json"]));
    assert_eq!(waiting.iter().map(|l| l["to"].as_str().unwrap()).collect::<Vec<_>>(), ["anna@x.hu", "bela@y.org"]);
    assert_eq!(keys(&waiting[0]), ["attempts", "created", "error", "next", "number", "state", "to"]);
    assert!(done(here, &["status"]).contains("letters to send: 2, the oldest of 2"));
    assert_eq!(done(here, &["run", "--once"]), "", "logs go to stderr");
    assert_eq!(done(here, &["outbox"]), "");
    assert!(done(here, &["status"]).contains("letters to send: 0\n"));
    let letters = sent(here);
    assert_eq!(letters.len(), 2);
    let (to, id) = (field(&letters, "Anna", "Reply-To"), field(&letters, "Anna", "Message-ID"));
    arrive(
        here,
        "1",
        &format!(
            "From: anna@x.hu\nTo: {to}\nMessage-ID: <1@x.hu>\nIn-Reply-To: {id}\nDate: Mon, 2 Mar 2026 10:00:00 +0000\n\nkn@C2\n"
        ),
    );
    arrive(here, "2", "From: nobody@z.org\nTo: game@localhost\nMessage-ID: <2@z.org>\n\nhello\n");
    arrive(here, "3", "no letter at all");
    assert_eq!(run(here, &["run", "--once"]).code, 0);
    assert_eq!(done(here, &["games"]), "", "a game that is over is not listed");
    let game = &objects(&done(here, &["games", "--all", "--json"]))[0];
    assert_eq!(
        (&game["state"], &game["winner"], &game["reason"], &game["to_act"]),
        (&json!("won"), &json!(1), &json!("link"), &json!([]))
    );
    assert!(done(here, &["games", "--all"]).starts_with("1\tthoughtwave\tAnna – bela\t-\t"));
    let letters = objects(&done(here, &["letters", "--json"]));
    assert_eq!(letters.len(), 3);
    assert_eq!(
        keys(&letters[0]),
        ["attempts", "folder", "from", "key", "message_id", "note", "number", "received", "state"]
    );
    let shunted = objects(&done(here, &["letters", "--shunted", "--json"]));
    assert_eq!(shunted.len(), 1, "{shunted:?}");
    assert_eq!((&shunted[0]["state"], &shunted[0]["from"]), (&json!("shunt"), &Json::Null));

    let board = |args: &[&str]| done(here, &[&["show", "1"], args].concat());
    assert_eq!(board(&[]), board(&["--as", "public"]));
    assert!(board(&["--as", "1"]).contains("XXXXX") || board(&["--as", "1"]).contains('X'));
    assert_ne!(board(&["--as", "all", "--at", "0"]), board(&["--as", "all", "--at", "1"]));
    assert_eq!(board(&["--at", "1"]), board(&[]));
    fails(here, &["show", "1", "--at", "2"], 1, "1");
    fails(here, &["show", "2"], 1, "no game 2");
    fails(here, &["log", "2"], 1, "no game 2");
    fails(here, &["verify", "2"], 1, "no game 2");
    fails(here, &["show", "0"], 2, "0");
    fails(here, &["show", "1", "--as", "3"], 2, "public");
    fails(here, &["outbox", "--retry", "1"], 1, "1");

    let log = done(here, &["log", "1"]);
    for wanted in [
        "Boardpost-Kind: opening",
        "Boardpost-Kind: in",
        "Boardpost-Kind: out",
        "Boardpost-Letters: 5",
        "token1@localhost",
    ] {
        assert!(log.contains(wanted), "{wanted}");
    }
    assert!(!log.contains(&to), "tokens are masked");
    let elsewhere = folder();
    let elsewhere = elsewhere.path();
    fs::write(elsewhere.join("log.mbox"), &log).unwrap();
    let steps = objects(&done(elsewhere, &["replay", "log.mbox", "--json"]));
    assert_eq!(steps.len(), 5);
    for (n, step) in (1..).zip(&steps) {
        for key in ["seq", "message_id", "seat", "commands", "verdict", "ids", "digest", "board", "ok"] {
            assert!(step.get(key).is_some(), "{key}");
        }
        assert_eq!((&step["seq"], &step["ok"]), (&json!(n), &json!(true)));
    }
    assert_eq!((&steps[2]["commands"], &steps[2]["verdict"]), (&json!(["move ew@C2"]), &json!("accepted")));
    assert!(done(elsewhere, &["replay", "log.mbox"]).contains("5 letters, no difference"));
    fs::write(elsewhere.join("bad.mbox"), log.replace("\nkn@C2", "\nkn@C3")).unwrap();
    let ran = run(elsewhere, &["replay", "bad.mbox", "--json"]);
    assert_eq!(ran.code, 1);
    assert!(ran.err.contains("letter 3 (<1@x.hu>)"), "{}", ran.err);
    assert_eq!(objects(&ran.out).last().unwrap()["ok"], json!(false));
    assert_eq!(done(here, &["verify"]), "game 1: 5 letters, no difference\n");
    assert_eq!(objects(&done(here, &["verify", "1", "--json"]))[0]["ok"], json!(true));
    let status = &objects(&done(here, &["status", "--json"]))[0];
    assert_eq!(
        keys(status),
        [
            "bounced",
            "database_bytes",
            "games",
            "inbox",
            "incoming_trouble",
            "last_poll",
            "letters_shunted",
            "letters_waiting",
            "outbox",
            "outbox_dead",
            "outbox_held",
            "outbox_oldest",
            "outgoing_trouble",
            "running"
        ]
    );
    assert_eq!((&status["games"], &status["letters_shunted"]), (&json!(0), &json!(1)));
    assert_eq!(
        (&status["running"], &status["inbox"], &status["bounced"]),
        (&json!(false), &json!("mail/in"), &json!([]))
    );
    let polled: jiff::Timestamp = status["last_poll"].as_str().unwrap().parse().unwrap();
    assert!((boardpost::daemon::now() - polled.as_second()).abs() < 3600);
    assert!(status["database_bytes"].as_u64().unwrap() >= 4096);
    assert_eq!(done(here, &["backup", "copy.db"]), "");
    fails(here, &["backup", "copy.db"], 1, "copy.db");
    for made in ["games.db", "copy.db"] {
        assert_eq!(fs::metadata(here.join(made)).unwrap().permissions().mode() & 0o007, 0, "{made} is open to all");
    }
    fs::write(here.join("copy.toml"), "[store]\npath = \"copy.db\"\n").unwrap();
    assert_eq!(done(here, &["--config", "copy.toml", "games", "--all"]), done(here, &["games", "--all"]));
}

#[test]
fn games_start_in_many_ways() {
    let here = folder();
    let here = here.path();
    let config = "[[player]]\nnick = \"kata\"\nname = \"Kiss Kata\"\naddresses = [\"kata@x.hu\", \"k@x.hu\"]\nlanguage = \"hu\"\n\
                  [[player]]\nnick = \"boris\"\naddresses = [\"boris@y.org\"]\n";
    fs::write(here.join("config.toml"), config).unwrap();
    fs::write(
        here.join("game.toml"),
        "game = \"thoughtwave\"\nplayers = [\"kata\", \"New One <new@z.org>:ru\"]\n[options]\nsize = 5\nsides = \"tb-first\"\nfirst = 2\n",
    )
    .unwrap();
    for (number, args, players, options) in [
        (1, &["thoughtwave", "kata", "boris"][..], json!(["Kiss Kata", "boris"]), ""),
        (2, &["Thoughtwave", "KATA:en", "Boris <boris@y.org>:ru", "size=4"], json!(["Kiss Kata", "Boris"]), "size=4"),
        (
            3,
            &["thoughtwave", "size=4", "\"Nagy, Éva\" <eva@z.hu>:hu", "a=b@z.hu"],
            json!(["Nagy, Éva", "a=b"]),
            "size=4",
        ),
        (4, &["--file", "game.toml"], json!(["Kiss Kata", "New One"]), "size=5 sides=tb-first first=2"),
        (5, &["thoughtwave", "kata", "Kiss Kata <other@x.hu>"], json!(["Kiss Kata", "Kiss Kata 2"]), ""),
        (
            6,
            &["thoughtwave", "kata", "boris", "first=random", "seed=3"],
            json!(["Kiss Kata", "boris"]),
            "first=random seed=3",
        ),
    ] {
        let args: Vec<&str> = ["start"].iter().chain(args).copied().collect();
        assert_eq!(done(here, &args), format!("{number}\n"), "{args:?}");
        let games = objects(&done(here, &["games", "--json"]));
        assert_eq!(games[number - 1]["players"], players, "{args:?}");
        let log = done(here, &["log", &number.to_string()]);
        let start = log.lines().find_map(|l| l.strip_prefix("Boardpost-Start: thoughtwave/1 ")).unwrap();
        let kept: Vec<&str> = start.split(' ').skip(2).collect();
        assert_eq!(kept.join(" "), options, "{args:?}");
    }
    // a letter's language is the player's, the server's, or the one behind the colon
    let log = done(here, &["log", "2"]);
    assert!(log.contains("Boardpost-Start: thoughtwave/1 Kiss%20Kata:en Boris:ru size=4"), "{log}");
    let before = done(here, &["games"]);
    for (args, says) in [
        (&["thoughtwave", "kata", "borsi"][..], "nearest known one is boris"),
        (&["thoughtwave", "kata", "zzzzzzzz"], "nick zzzzzzzz. Write"),
        (&["thoughtwave", "kata", "a@@b"], "a@@b is not an address"),
        (&["thoughtwave", "kata", "Bela <b@x.hu"], "not an address"),
        (&["thoughtwave", "kata", "b@x.hu:de"], "no language de, as behind b@x.hu. Known are: en, hu, ru."),
        (&["thoughtwave", "kata", "Bela <b@x.hu>:xx"], "no language xx, as behind Bela <b@x.hu>. Known"),
        (&["thoughtwave", "boris:xx", "kata"], "no language xx, as behind boris. Known"),
        (&["thoughtwave", "kata", "b@x.hu:"], "no language behind the colon of b@x.hu. Known"),
        (&["thoughtwave", "kata", ""], "A player is missing"),
        (&["thoughtwave", " ", "kata"], "A player is missing"),
        (&["thoughtwave", "kata", ":hu"], "A player is missing"),
        (&["thoughtwave", "kata", "Bela <>"], "Bela <> is not an address"),
        (&["thoughtwave", "kata", "<k@x.hu>"], "same address"),
        (&["thoughtwave", "kata", "game@localhost"], "game@localhost"),
        (&["thoughtwave", "kata", "Game+x@LOCALHOST"], "cannot play"),
        (&["thoughtwave", "kata", "no-reply@x.hu"], "cannot play"),
        (&["thoughtwave", "kata", "mailer-daemon@x.hu"], "cannot play"),
        (&["thoughtwave", "kata", "k@x.hu"], "same address"),
        (&["thoughtwave", "a@x.hu", "A@X.hu"], "same address"),
        (&["thoughtwave", "kata", "kata"], "same address"),
        (&["thoughtwave", "kata"], "needs 2 players; named: 1"),
        (&["thoughtwave", "kata", "boris", "c@x.hu"], "named: 3"),
        (&["toughtwave", "kata", "boris"], "nearest known one is thoughtwave"),
        (&["thoughtwave", "kata", "boris", "sise=3"], "nearest known one is size"),
        (&["thoughtwave", "kata", "boris", "sides=lrfirst"], "nearest is lr-first"),
        (&["thoughtwave", "kata", "boris", "size=99"], "3-26"),
        (&["thoughtwave", "kata", "boris", "size=4", "size=4"], "twice"),
        (&["thoughtwave", "kata", "boris", "hands=1:,2:"], "nothing is left to play"),
        (&["thoughtwave"], "PLAYER"),
        (&[], "GAME"),
        (&["--file", "game.toml", "thoughtwave"], "--file"),
    ] {
        let args: Vec<&str> = ["start"].iter().chain(args).copied().collect();
        fails(here, &args, 2, says);
    }
    for (text, says) in [
        ("game = \"thoughtwave\"\n", "players"),
        ("game = \"thoughtwave\"\nplayers = [\"kata\", \"boris\"]\n[option]\n", "option"),
        ("game = \"thoughtwave\"\nplayers = [\"kata\", \"boris\"]\n[options]\nsise = 3\n", "size"),
        ("game = \"thoughtwave\"\nplayers = [\"kata\", \"boris\"]\n[options]\nsize = [3]\n", "3-26"),
        ("game = \"thoughtwave\"\nplayers = [\"kata\", \"boris\"]\n[board]\npicture = \"x\"\n", "picture"),
        ("game = \"go\"\nplayers = [\"kata\", \"boris\"]\n[board]\npicture = \"x\"\n", "go"),
        ("game = thoughtwave\n", "f.toml"),
        ("game = \"thoughtwave\"\nplayers = [\"kata\", \"\"]\n", "A player is missing"),
        (
            "game = \"thoughtwave\"\nplayers = [\"kata\", \"Bela <b@x.hu>:xx\"]\n",
            "no language xx, as behind Bela <b@x.hu>.",
        ),
    ] {
        fs::write(here.join("f.toml"), text).unwrap();
        fails(here, &["start", "--file", "f.toml"], 2, says);
    }
    assert_eq!(done(here, &["games"]), before, "what is refused starts nothing");
}

/// What README tells a newcomer to type, word by word.
#[test]
fn readmes_first_game_goes_as_written() {
    let readme = include_str!("../../README.md");
    let blocks = readme.split("```sh\n").map(|rest| rest.split("```").next().unwrap());
    let script = blocks.into_iter().find(|block| block.contains("mail/in/new/1\n")).unwrap();
    let here = folder();
    let program = Path::new(env!("CARGO_BIN_EXE_boardpost")).parent().unwrap();
    let path = format!("{}:{}", program.display(), std::env::var("PATH").unwrap());
    let mut shell = Command::new("sh");
    shell.args(["-e", "-c", script]).current_dir(here.path()).env("PATH", path).env_remove("BOARDPOST_LOG");
    let ran = shell.output().unwrap();
    let (out, err) = (String::from_utf8_lossy(&ran.stdout), String::from_utf8_lossy(&ran.stderr));
    assert!(ran.status.success() && out.starts_with("1\n") && out.contains("\n3 XXXXX "), "{out}{err}");
    assert_eq!(sent(here.path()).len(), 4, "two openings, and the move told to both");
}

#[test]
fn without_a_database_there_is_nothing_to_ask() {
    let here = folder();
    for args in [
        &["games"][..],
        &["show", "1"],
        &["log", "1"],
        &["verify"],
        &["outbox"],
        &["outbox", "--retry", "1"],
        &["letters"],
        &["status"],
        &["backup", "x.db"],
    ] {
        fails(here.path(), args, 1, "games.db");
    }
    assert_eq!(fs::read_dir(here.path()).unwrap().count(), 0, "and none is made");
}

#[test]
fn the_configuration_is_told_without_secrets() {
    let here = folder();
    let here = here.path();
    assert!(done(here, &["config"]).contains("# in force, built in"));
    let text = "[inbox]\nkind = \"imap\"\nhost = \"127.0.0.1\"\nport = 9\ntls = \"none\"\nuser = \"u\"\npassword_command = \"echo s3cret\"\n\
                [outbox]\nkind = \"smtp\"\nhost = \"127.0.0.1\"\nport = 9\ntls = \"none\"\nuser = \"u\"\npassword_file = \"pw\"\n";
    fs::write(here.join("pw"), "hunter2\n").unwrap();
    fs::write(here.join("c.toml"), text).unwrap();
    let shown = done(here, &["--config", "c.toml", "config"]);
    for secret in ["s3cret", "hunter2"] {
        assert!(!shown.contains(secret), "{shown}");
    }
    assert!(shown.contains("password_command = \"***\""), "{shown}");
    // what is shown can be used: it is the same configuration
    fs::write(here.join("again.toml"), shown.replace("\"***\" # masked", "\"echo s3cret\"")).unwrap();
    let again = done(here, &["--config", "again.toml", "config"]);
    assert_eq!(again.replace("again.toml", "c.toml"), shown);
    // nobody answers there
    let ran = run(here, &["--config", "c.toml", "run", "--once"]);
    assert_eq!((ran.code, ran.out.as_str()), (1, ""));
    assert!(ran.err.contains("127.0.0.1:9") && !ran.err.contains("s3cret"), "{}", ran.err);
}

#[test]
fn faulty_configurations_are_told_with_file_line_and_nearest_key() {
    let here = folder();
    let here = here.path();
    for (text, says) in [
        ("[server]\nnam = \"x\"\n", "bad.toml:2:1: server.nam: unknown key; the nearest known key is \"name\""),
        ("[inbxo]\n", "bad.toml:1:2: inbxo: unknown key; the nearest known key is \"inbox\""),
        ("[server]\naddress = \"x\"\n", "bad.toml:2:"),
        ("[server]\naddress = 3\n", "bad.toml:2:"),
        ("[store\n", "bad.toml:1"),
        ("[inbox]\nkind = \"pop\"\n", "bad.toml:2:"),
        ("[outbox]\nkind = \"smtp\"\nhost = \"mail.example.org\"\ntls = \"none\"\n", "bad.toml:"),
    ] {
        fs::write(here.join("bad.toml"), text).unwrap();
        for command in [&["config"][..], &["games"], &["run", "--once"], &["start", "thoughtwave", "a@x.hu", "b@x.hu"]]
        {
            let args: Vec<&str> = ["--config", "bad.toml"].iter().chain(command).copied().collect();
            fails(here, &args, 2, says);
        }
    }
    fails(here, &["--config", "none.toml", "games"], 2, "none.toml");
    fails(here, &["--config", ".", "games"], 2, "cannot read the configuration");
    // these need none
    fs::write(here.join("config.toml"), "[stor]\n").unwrap();
    fails(here, &["games"], 2, "config.toml:1:2");
    assert_eq!(run(here, &["play", "thoughtwave"]).code, 0);
    fs::write(here.join("a.eml"), "From: a@b.org\n\nresign\n").unwrap();
    done(here, &["check", "a.eml"]);
}

#[test]
fn letters_that_cannot_go_out_wait_and_are_told() {
    let here = folder();
    let here = here.path();
    fs::write(here.join("file"), "no folder").unwrap();
    fs::write(here.join("config.toml"), "[outbox]\nkind = \"maildir\"\npath = \"file/out\"\n").unwrap();
    done(here, &["start", "thoughtwave", "a@x.hu", "b@x.hu"]);
    assert_eq!(run(here, &["run", "--once"]).code, 1);
    let waiting = objects(&done(here, &["outbox", "--json"]));
    assert_eq!(waiting.len(), 2);
    for letter in &waiting {
        assert_eq!((&letter["attempts"], &letter["state"]), (&json!(1), &json!("ready")));
        assert!(letter["error"].as_str().unwrap().contains("file/out"), "{letter}");
    }
    assert_eq!(done(here, &["outbox", "--retry", "1"]), "");
    fails(here, &["outbox", "--retry", "9"], 1, "9");
    fs::write(here.join("config.toml"), "").unwrap();
    assert_eq!(run(here, &["run", "--once"]).code, 0);
    assert_eq!(sent(here).len(), 2);
    // an inbox that cannot be read
    fs::write(here.join("config.toml"), "[inbox]\nkind = \"maildir\"\npath = \"file/in\"\ndone = \"mail/done\"\n")
        .unwrap();
    assert_eq!(run(here, &["run", "--once"]).code, 1);
}

#[test]
fn usage_is_explained() {
    let here = folder();
    for args in [&["--help"][..], &["help"], &["help", "start"], &["play", "--help"], &["--version"]] {
        assert!(!done(here.path(), args).is_empty(), "{args:?}");
    }
    for (args, says) in [
        (&[][..], "Usage"),
        (&["gmaes"], "games"),
        (&["games", "--jsn"], "--json"),
        (&["replay"], "FILE.mbox"),
        (&["run", "--twice"], "Usage: boardpost run"),
    ] {
        fails(here.path(), args, 2, says);
    }
}

/// What the limits hold back is listed and let go; addresses that letters come back from are told by `status`.
#[test]
fn held_letters_are_let_go_and_dead_addresses_are_told() {
    let here = folder();
    let here = here.path();
    fs::write(here.join("config.toml"), "[limits]\nbreaker_hour = 1\nplayer_hour = 0\nplayer_day = 0\n").unwrap();
    done(here, &["start", "thoughtwave", "anna@x.hu", "bela@y.org"]);
    done(here, &["run", "--once"]);
    let letters = sent(here);
    let (to, id) = (field(&letters, "anna", "Reply-To"), field(&letters, "anna", "Message-ID"));
    for n in 1..=2 {
        let letter = format!(
            "From: anna@x.hu\nTo: {to}\nMessage-ID: <{n}@x.hu>\nIn-Reply-To: {id}\n\nshow\n{}\n",
            "Hi!".repeat(n)
        );
        arrive(here, &n.to_string(), &letter);
        done(here, &["run", "--once"]);
    }
    assert_eq!(sent(here).len(), 3, "two openings and one answer");
    let waiting = objects(&done(here, &["outbox", "--json"]));
    assert_eq!(waiting.iter().map(|l| &l["state"]).collect::<Vec<_>>(), ["held"]);
    let (created, next) = (waiting[0]["created"].as_str().unwrap(), &waiting[0]["next"]);
    assert!(next.as_str().is_none_or(|next| next > created), "not what was let go already: {next}");
    let status = &objects(&done(here, &["status", "--json"]))[0];
    assert_eq!((&status["outbox_held"], &status["bounced"]), (&json!(1), &json!([])));
    fails(here, &["outbox", "--release", "--retry", "1"], 2, "--release");
    assert_eq!(done(here, &["outbox", "--release"]), "1\n");
    assert_eq!(done(here, &["outbox", "--release"]), "0\n");
    done(here, &["run", "--once"]);
    assert_eq!(sent(here).len(), 4);

    let bela = field(&letters, "bela", "Message-ID");
    let report = format!(
        "From: MAILER-DAEMON@y.org\nTo: game@localhost\nMessage-ID: <3@y.org>\nMIME-Version: 1.0\n\
         Content-Type: multipart/report; report-type=delivery-status; boundary=b\n\n--b\nContent-Type: text/plain\n\nSorry.\n\
         --b\nContent-Type: message/delivery-status\n\nReporting-MTA: dns; y.org\n\nFinal-Recipient: rfc822; bela@y.org\n\
         Action: failed\nStatus: 5.1.1\n\n--b\nContent-Type: text/rfc822-headers\n\nMessage-ID: {bela}\n\n--b--\n"
    );
    arrive(here, "3", &report);
    done(here, &["run", "--once"]);
    let status = &objects(&done(here, &["status", "--json"]))[0];
    let bounced = &status["bounced"][0];
    assert_eq!((&bounced["address"], &bounced["why"]), (&json!("bela@y.org"), &json!("5.1.1")));
    let told = done(here, &["status"]);
    assert!(told.contains("letters come back from: bela@y.org, since "), "{told}");
    assert!(sent(here).iter().any(|l| l.contains("To: anna ") && l.contains(".unreachable.")));
    assert_eq!(run(here, &["verify"]).code, 0);
}

/// A mistyped path must not begin an empty database.
#[test]
fn a_database_is_begun_in_a_folder_that_is_there_and_no_other() {
    let here = folder();
    let here = here.path();
    fs::create_dir_all(here.join("etc")).unwrap();
    let start = |config: &'static str| ["--config", config, "start", "thoughtwave", "a@x.hu", "b@x.hu"];
    for config in ["etc/bad.toml", "bad.toml"] {
        fs::write(here.join(config), "[store]\npath = \"no/such/games.db\"\n").unwrap();
        let folder = Path::new(config).parent().unwrap().join("no/such");
        let says = format!("store.path: there is no folder {}", folder.display());
        for args in [&["--config", config, "run"][..], &["--config", config, "run", "--once"], &start(config)] {
            fails(here, args, 2, &says);
        }
    }
    assert!(!here.join("no").exists() && !here.join("etc/no").exists() && !here.join("etc/mail").exists());
    fs::write(here.join("etc/good.toml"), "").unwrap();
    assert_eq!(done(here, &start("etc/good.toml")), "1\n");
    fs::create_dir_all(here.join("no/such")).unwrap();
    assert_eq!(done(here, &start("bad.toml")), "1\n");
    assert_eq!(run(here, &["--config", "bad.toml", "run", "--once"]).code, 0);
}
