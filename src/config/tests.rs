use super::*;
use crate::post::{Password, Tls};

const IMAP: &str = "[inbox]\nkind = \"imap\"\nhost = \"mail.example.org\"\nuser = \"game\"\npassword_file = \"pw\"\n";

fn parse(text: &str) -> Config {
    Config::parse(text, Path::new("/etc/boardpost/config.toml")).unwrap_or_else(|e| panic!("{e}"))
}

/// All faults as they are printed, without the file.
fn faults(text: &str) -> Vec<String> {
    match Config::parse(text, Path::new("config.toml")) {
        Err(ConfigError::Faulty { faults, .. }) => faults.iter().map(ToString::to_string).collect(),
        other => panic!("{text:?} gives {other:?}"),
    }
}

/// The one fault.
#[track_caller]
fn fault(text: &str) -> String {
    let all = faults(text);
    assert_eq!(all.len(), 1, "{all:#?}");
    all[0].clone()
}

#[test]
fn the_file_says_what_is_built_in() {
    assert_eq!(parse(BUILT_IN), parse(""));
    // every key stands in the file, be it commented out
    for (_, keys) in read::KEYS {
        for key in *keys {
            let stands = BUILT_IN.lines().map(|l| l.trim_start_matches("# ")).any(|l| {
                l.strip_prefix(key).is_some_and(|rest| rest.starts_with(" = ")) || l.trim_matches(['[', ']']) == *key
            });
            assert!(stands, "{key} is not in config.toml");
        }
    }
}

#[test]
fn the_commented_examples_can_be_used() {
    // all comments that are TOML, one alternative at a time
    let example = |header: &str, without: &[&str]| {
        let lines = BUILT_IN.lines().skip_while(|l| *l != format!("# {header}")).take_while(|l| l.starts_with("# "));
        let lines = lines.map(|l| l.trim_start_matches("# ")).filter(|l| !without.iter().any(|w| l.starts_with(w)));
        parse(&lines.collect::<Vec<_>>().join("\n"))
    };
    // the first [inbox] that is commented out is the IMAP one
    let imap = example("[inbox]", &["password_command", "token_command"]);
    let plain = parse(
        "[inbox]\nkind = \"imap\"\nhost = \"imap.example.org\"\nca_file = \"ca.pem\"\nuser = \"game@example.org\"\n\
         password_file = \"imap.password\"",
    );
    assert_eq!(imap.inbox, plain.inbox, "the comments name other defaults than the code has");
    let smtp = example("[outbox]", &["password_file", "token_command"]);
    let Outbox::Smtp { server } = smtp.outbox else { panic!("no SMTP") };
    assert_eq!((server.port, server.tls), (465, Tls::Implicit));
    assert_eq!(server.password, Some(Password::Command("pass show smtp".to_owned())));
    assert_eq!(example("[[player]]", &[]).players[0].nick, "kata");
    assert_eq!(example("[[admin]]", &[]).admins[0].addresses, ["admin@example.org"]);
}

#[test]
fn everything_can_be_set() {
    let config = parse(
        r#"
        [server]
        name = "Játékvezető"
        address = "Game@Example.org"
        hostname = "MX.example.org"
        language = "hu"
        plus = false
        [inbox]
        kind = "imap"
        host = "127.0.0.1"
        port = 1143
        tls = "none"
        user = "game"
        password_command = "cat secret"
        folder = "Games"
        done_folder = "Games/Done"
        poll = 5
        idle = false
        [outbox]
        kind = "smtp"
        host = "mail.example.org"
        tls = "starttls"
        ca_file = "ca.pem"
        user = "game"
        password_file = "/run/secrets/smtp"
        [store]
        path = "db/games.db"
        [trust]
        mode = "from"
        authserv_id = "MX.example.org"
        require_auth = "reject"
        [limits]
        letter_bytes = 0
        player_hour = 0
        connect_seconds = 0
        dot_seconds = 600
        [[player]]
        nick = "Пётр"
        addresses = ["Pjotr@Example.org", "p2@example.org"]
        language = "ru"
        [[player]]
        nick = "kata"
        name = "Kiss Kata"
        addresses = ["kata@example.org"]
        [[admin]]
        addresses = ["postmaster@example.org", "kata@example.org"]
        "#,
    );
    assert_eq!(
        config.server,
        ServerConfig {
            name: "Játékvezető".to_owned(),
            address: "game@example.org".to_owned(),
            hostname: "mx.example.org".to_owned(),
            language: Lang::Hu,
            plus: false
        }
    );
    let Inbox::Imap { server, folder, done_folder, poll, idle } = &config.inbox else { panic!("no IMAP") };
    assert_eq!((server.host.as_str(), server.port, server.tls), ("127.0.0.1", 1143, Tls::None));
    assert_eq!(server.password, Some(Password::Command("cat secret".to_owned())));
    assert_eq!((folder.as_str(), done_folder.as_str(), poll.as_secs(), *idle), ("Games", "Games/Done", 5, false));
    let Outbox::Smtp { server } = &config.outbox else { panic!("no SMTP") };
    assert_eq!((server.port, server.tls), (587, Tls::Starttls));
    assert_eq!(server.ca_file.as_deref(), Some(Path::new("/etc/boardpost/ca.pem")));
    assert_eq!(server.password, Some(Password::File("/run/secrets/smtp".into())));
    assert_eq!(config.store, Path::new("/etc/boardpost/db/games.db"));
    let trust = Trust {
        mode: TrustMode::From,
        authserv_id: Some("mx.example.org".to_owned()),
        require_auth: RequireAuth::Reject,
    };
    assert_eq!(config.trust, trust);
    assert_eq!((config.limits.letter_bytes, config.limits.player_hour, config.limits.player_day), (0, 0, 30));
    assert_eq!(config.timeouts().dot, Duration::from_secs(600));
    assert!(config.timeouts().connect > Duration::from_secs(86_400), "0 = off");
    assert_eq!(config.players[0].addresses, ["pjotr@example.org", "p2@example.org"]);
    assert_eq!((config.players[0].name.as_str(), config.players[0].language), ("Пётр", Lang::Ru));
    assert_eq!((config.players[1].name.as_str(), config.players[1].language), ("Kiss Kata", Lang::Hu));
    assert_eq!(config.admins[0].addresses, ["postmaster@example.org", "kata@example.org"]);
}

#[test]
fn the_default_timeouts_are_those_of_the_post() {
    assert_eq!(parse("").timeouts(), Timeouts::default());
}

#[test]
fn the_hostname_is_the_addresss_domain() {
    assert_eq!(parse("[server]\naddress = \"g@Play.example.org\"").server.hostname, "play.example.org");
    assert_eq!(parse("[server]\naddress = \"g@x.hu\"\nhostname = \"\"").server.hostname, "x.hu");
}

#[test]
fn no_idle_seconds_means_no_idle() {
    let Inbox::Imap { idle, .. } = parse(&format!("{IMAP}[limits]\nidle_seconds = 0")).inbox else { panic!("no IMAP") };
    assert!(!idle);
}

#[test]
fn all_faults_are_told_at_once_with_their_places() {
    let text = "[server]\nadress = \"game@example.org\"\nlanguage = \"de\"\n\n[limits]\n  player_hour = -1\n[inbx]\n";
    assert_eq!(
        faults(text),
        [
            "2:1: server.adress: unknown key; the nearest known key is \"address\" (known: name, plus, address, \
             hostname, language)",
            "3:12: server.language = \"de\": must be \"en\", \"hu\" or \"ru\"; the nearest is \"en\"",
            "6:17: limits.player_hour = -1: must be 0 (off) or a whole number from 1 to 1000000000",
            "7:2: inbx: unknown key; the nearest known key is \"inbox\" (known: server, limits, inbox, outbox, store, \
             trust, player, admin)",
        ]
    );
    let shown = Config::parse(text, Path::new("dir/x.toml")).unwrap_err().to_string();
    assert!(shown.starts_with("dir/x.toml:2:1: server.adress: "), "{shown}");
    assert_eq!(shown.lines().count(), 4);
}

#[test]
fn columns_count_characters() {
    assert!(fault("server = { name = \"Пётр\", plus = 1 }").starts_with("1:34: server.plus = 1: "));
}

#[test]
fn broken_toml_is_told_without_its_text() {
    let text = "[server]\nname = \"a\"\nname = \"b\"\npassword = \"hunter2\n";
    let all = faults(text).join("\n");
    assert!(all.contains("3:1: no TOML: duplicate key"), "{all}");
    assert!(all.contains("\n4:"), "{all}");
    assert!(!all.contains("hunter2"), "{all}");
}

#[test]
fn a_key_in_the_wrong_place_is_told_where_it_belongs() {
    let all = fault("language = \"hu\"");
    assert!(all.contains("it belongs under [server]"), "{all}");
    let all = fault("[inbox]\nhost = \"x\"");
    assert!(all.contains("belongs under [inbox] or [outbox] with a mail server"), "{all}");
    assert!(fault("[[server]]\nname = \"x\"").contains("must be a table: [server]"));
    assert!(fault("[player]\nnick = \"x\"").contains("[[player]]"));
    assert!(fault("player = [1]").starts_with("1:11: player[1] = 1: "));
}

#[test]
fn no_password_is_shown_or_taken() {
    for text in [
        format!("{IMAP}password = \"hunter2\""),
        "[outbox]\nkind = \"smtp\"\nhost = \"x.hu\"\nuser = \"u\"\npassword = \"hunter2\"".to_owned(),
    ] {
        let told = fault(&text);
        assert!(told.contains("password_file = ") && !told.contains("hunter2"), "{told}");
    }
    for text in [
        "[outbox]\nkind = \"smtp\"\nhost = \"smtp://u:hunter2@x.hu\"",
        "[outbox]\nkind = \"smtp\"\nhost = \"x.hu\"\nuser = \"u\"\npassword_file = [\"hunter2\"]",
        "[outbox]\nkind = \"smtp\"\nhost = \"x.hu\"\nuser = \"u\"\npassword_command = { a = \"hunter2\" }",
        "[outbox]\nkind = \"smtp\"\nhost = \"x.hu\"\npasswort = \"hunter2\"",
        "[server]\nsecret = \"hunter2\"",
        "password = \"hunter2\"",
    ] {
        let told = faults(text).join("\n");
        assert!(!told.contains("hunter2"), "{told}");
    }
}

#[test]
fn the_nearest_key_is_that_meant() {
    let smtp = |key: &str| fault(&format!("[outbox]\nkind = \"smtp\"\nhost = \"x.hu\"\n{key} = \"\""));
    for (key, meant) in [("passwort", "password_file"), ("hots", "host"), ("username", "user"), ("cafile", "ca_file")] {
        let told = smtp(key);
        assert!(told.contains(&format!("the nearest known key is \"{meant}\"")), "{told}");
        assert!(!told.contains("password,"), "{told}");
    }
}

#[test]
fn password_sources_are_checked() {
    let smtp = |more: &str| fault(&format!("[outbox]\nkind = \"smtp\"\nhost = \"x.hu\"\n{more}"));
    assert!(smtp("user = \"u\"").starts_with("4:8: outbox.user = \"u\": needs a password"));
    assert!(smtp("password_file = \"f\"").starts_with("4:17: outbox.password_file: is of no use without user"));
    let both = smtp("user = \"u\"\npassword_file = \"f\"\npassword_command = \"c\"");
    assert!(both.contains("outbox.password_command: set either"), "{both}");
    assert!(smtp("user = \"u\"\npassword_file = \"\"").contains("must be a string in quotes that is not empty"));
    // without login is all right for SMTP, but not for IMAP
    assert_eq!(
        parse("[outbox]\nkind = \"smtp\"\nhost = \"x.hu\"").outbox,
        Outbox::Smtp {
            server: Server {
                host: "x.hu".to_owned(),
                port: 465,
                tls: Tls::Implicit,
                ca_file: None,
                user: None,
                password: None
            }
        }
    );
    assert!(fault("[inbox]\nkind = \"imap\"\nhost = \"x.hu\"").contains("inbox.user: is missing"));
}

#[test]
fn imap_needs_a_host() {
    let told = faults("[server]\n[inbox]\nkind = \"imap\"\nuser = \"u\"\npassword_file = \"f\"\nport = 0");
    assert!(told[0].starts_with("2:1: inbox.host: is missing"), "{told:?}");
    assert!(told[1].starts_with("6:8: inbox.port = 0: must be a whole number from 1 to 65535"), "{told:?}");
    assert!(
        fault("[inbox]\nkind = \"imap\"\nhost = \"x.hu:993\"\nuser = \"u\"\npassword_file = \"f\"").contains("port")
    );
}

#[test]
fn plain_text_goes_to_this_machine_only() {
    for host in ["localhost", "127.0.0.1", "127.8.9.1", "::1"] {
        parse(&format!("[outbox]\nkind = \"smtp\"\nhost = \"{host}\"\ntls = \"none\""));
    }
    for host in ["x.hu", "192.168.1.2", "::2", "127.0.0.1.x.hu", "localhost.x.hu"] {
        let told = fault(&format!("[outbox]\nkind = \"smtp\"\nhost = \"{host}\"\ntls = \"none\""));
        assert!(told.contains("allowed only to this machine"), "{told}");
    }
}

#[test]
fn the_servers_address_must_do() {
    let address = |a: &str| format!("[server]\naddress = \"{a}\"");
    let of_length = |n: usize| format!("{}@x.hu", "a".repeat(n));
    assert_eq!(parse(&address(&of_length(43))).server.address, of_length(43));
    assert!(fault(&address(&of_length(44))).contains("at most 43 characters"));
    parse(&format!("{}\nplus = false", address(&of_length(64))));
    assert!(fault(&address("game")).contains("this has no @"));
    assert!(fault(&address("Game <game@x.hu>")).contains("bare address"));
    assert!(fault(&address("no-reply@x.hu")).contains("role address"));
    assert!(fault(&address("game+x@x.hu")).contains("no plus tag"));
}

#[test]
fn players_are_told_apart() {
    let player = |nick: &str, address: &str| format!("[[player]]\nnick = \"{nick}\"\naddresses = [\"{address}\"]\n");
    let two = |a: &str, b: &str| fault(&format!("{a}{b}"));
    assert!(two(&player("kata", "a@x.hu"), &player("KATA", "b@x.hu")).contains("is the same nick as player[1].nick"));
    let told = two(&player("kata", "a@x.hu"), &player("peti", "A@X.hu"));
    assert!(
        told.starts_with("6:14: player[2].addresses[1] = \"a@x.hu\": is the same address as player[1].add"),
        "{told}"
    );
    assert!(fault("[[player]]\nnick = \"k\"\naddresses = [\"a@x.hu\", \"A@x.hu\"]").contains("same address"));
    assert!(fault(&player("kata", "game@localhost")).contains("server's own address"));
    assert!(fault(&player("kata", "Game+tok@localhost")).contains("server's own address"));
    assert!(fault(&player("kata", "postmaster@x.hu")).contains("role address"));
    assert!(fault(&player("a b", "a@x.hu")).contains("must be 1 to 32 letters"));
    assert!(fault(&player("kata:hu", "a@x.hu")).contains("must be 1 to 32 letters"));
    assert!(fault("[[player]]\nnick = \"k\"\naddresses = []").contains("at least one"));
    assert!(fault("[[player]]\nnick = \"k\"").contains("player[1].addresses: is missing"));
    assert!(fault("[[player]]\naddresses = [\"a@x.hu\"]").contains("player[1].nick: is missing"));
    assert!(fault("[[admin]]\naddresses = [\"game@localhost\"]").contains("admin[1].addresses[1]"));
    // a wrong kind is one fault, and not a missing key besides
    assert!(fault("[[player]]\nnick = 7\naddresses = [\"a@x.hu\"]").contains("must be a string"));
    assert!(fault("[[player]]\nnick = \"k\"\naddresses = \"a@x.hu\"").contains("must be a list of strings"));
}

#[test]
fn folders_differ() {
    assert!(fault("[inbox]\ndone = \"./mail/in/\"").contains("must be another folder than path"));
    assert!(fault("[outbox]\npath = \"mail/in\"").starts_with("2:8: outbox.path = \"mail/in\": "));
    assert!(fault("[inbox]\npath = \"mail/out\"").starts_with("2:8: outbox.path = \"mail/out\": "));
    assert!(fault(&format!("{IMAP}done_folder = \"inbox\"")).contains("another folder than folder"));
}

#[test]
fn trust_must_make_sense() {
    assert!(fault("[trust]\nrequire_auth = \"reject\"").contains("needs authserv_id"));
    let told = fault("[trust]\nmode = \"token-from\"");
    assert!(told.contains("the nearest is \"token+from\""), "{told}");
}

#[test]
fn limits_must_make_sense() {
    for (key, bad) in [
        ("letter_bytes", "100"),
        ("letter_bytes", "2_000_000_000"),
        ("player_day", "1.5"),
        ("player_day", "\"many\""),
        ("player_day", "99999999999999999999999999999999999999999999"),
        ("idle_seconds", "1800"),
        ("command_seconds", "3601"),
    ] {
        let told = fault(&format!("[limits]\n{key} = {bad}"));
        assert!(told.starts_with(&format!("2:{}: limits.{key} = ", key.len() + 4)), "{told}");
    }
    assert_eq!(parse("[limits]\nletter_bytes = 0x10_0000").limits.letter_bytes, 1_048_576);
    let of = |text: &str| parse(text).limits.stranger_domain_day;
    assert_eq!([of(""), of("[limits]\nstranger_domain_day = 0"), of("[limits]\nstranger_domain_day = 9")], [5, 0, 9]);
    assert!(parse("[limits]\nstranger_domain_day = 7").describe().contains("\nstranger_domain_day = 7\n"));
    let told = fault("[limits]\nstrangers_domain_day = 3");
    assert!(told.contains("the nearest known key is \"stranger_domain_day\""), "{told}");
    let told = fault("[inbox]\nkind = \"maildir\"\nstranger_domain_day = 3");
    assert!(told.contains("it belongs") && told.contains("[limits]"), "{told}");
}

#[test]
fn what_is_described_can_be_read_again() {
    for text in [
        BUILT_IN.to_owned(),
        format!(
            "[server]\nname = 'a \"b\" \\'\n{IMAP}ca_file = \"ca.pem\"\n[trust]\nauthserv_id = \"mx\"\n\
             [[player]]\nnick = \"kata\"\naddresses = [\"a@x.hu\"]\n[[admin]]\naddresses = [\"b@x.hu\"]"
        ),
    ] {
        let config = parse(&text);
        assert_eq!(parse(&config.describe()), config);
    }
    let secret = parse(&IMAP.replace("password_file = \"pw\"", "password_command = \"echo hunter2\""));
    assert!(secret.describe().contains("password_command = \"***\""));
    let token = parse(&IMAP.replace("password_file = \"pw\"", "token_command = \"echo hunter2\""));
    assert!(token.describe().contains("token_command = \"***\"") && !token.describe().contains("hunter2"));
    assert!(!secret.describe().contains("hunter2"));
}

#[test]
fn a_file_is_found_or_told() {
    let dir = tempfile::tempdir().unwrap();
    let file = dir.path().join("b.toml");
    let told = Config::load(Some(&file)).unwrap_err().to_string();
    assert!(told.contains("b.toml: cannot read"), "{told}");
    std::fs::write(&file, "[store]\npath = \"x.db\"").unwrap();
    let config = Config::load(Some(&file)).unwrap();
    assert_eq!(config.store, dir.path().join("x.db"));
    assert_eq!(config.inbox, Inbox::Maildir { path: dir.path().join("mail/in"), done: dir.path().join("mail/done") });
    assert_eq!(config.file, Some(file));
}

proptest::proptest! {
    #[test]
    fn no_text_makes_the_reader_fail(
        cut in 0..BUILT_IN.len(),
        to in 0..BUILT_IN.len(),
        junk in "[a-z=\"'\\[\\]{}#.,\\\\\n\t 0-9-]{0,12}",
    ) {
        // commented examples become live, so that whole tables are cut through
        let text = BUILT_IN.replace("# ", "");
        let (Some(head), Some(tail)) = (text.get(..cut), text.get(to..)) else { return Ok(()) };
        for text in [format!("{head}{junk}{tail}"), junk.clone(), format!("[inbox]\n{junk}")] {
            if let Err(ConfigError::Faulty { faults, .. }) = Config::parse(&text, Path::new("config.toml")) {
                proptest::prop_assert!(!faults.is_empty());
            }
        }
    }
}
