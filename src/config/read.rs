//! TOML text → [`Config`].

use std::collections::BTreeMap;
use std::path::{Component, Path, PathBuf};
use std::time::Duration;

use toml::de::DeTable;

use super::address;
use super::fault::{At, Fault, Faults};
use super::section::Section;
use super::{Admin, Config, Inbox, Limits, Outbox, Player, RequireAuth, ServerConfig, Trust, TrustMode};
use crate::game::Lang;
use crate::post::{Password, Server, Tls};

const SERVER_KEYS: &[&str] =
    &["host", "port", "tls", "ca_file", "user", "password_file", "password_command", "token_command"];

/// All keys, by the place where they belong: what is said of a key in the wrong table.
pub(super) const KEYS: &[(&str, &[&str])] = &[
    ("under [server]", &["name", "address", "hostname", "language", "plus"]),
    ("under [inbox] with kind = \"maildir\"", &["path", "done"]),
    ("under [inbox] or [outbox] with a mail server", SERVER_KEYS),
    ("under [inbox] with kind = \"imap\"", &["folder", "done_folder", "poll", "idle"]),
    ("under [trust]", &["mode", "authserv_id", "require_auth"]),
    (
        "under [limits]",
        &[
            "letter_bytes",
            "player_hour",
            "player_day",
            "per_game_day",
            "unknown_day",
            "unknown_week",
            "stranger_domain_day",
            "wrong_tokens_day",
            "breaker_hour",
            "connect_seconds",
            "greeting_seconds",
            "command_seconds",
            "fetch_seconds",
            "dot_seconds",
            "idle_seconds",
        ],
    ),
    ("under [[player]]", &["nick", "addresses"]),
    ("at the top, as a table", &["server", "inbox", "outbox", "store", "trust", "limits", "player", "admin"]),
];

fn elsewhere(key: &str) -> Option<String> {
    KEYS.iter().find(|(_, keys)| keys.contains(&key)).map(|(place, _)| (*place).to_owned())
}

const LANGUAGES: [(&str, Lang); 3] = [("en", Lang::En), ("hu", Lang::Hu), ("ru", Lang::Ru)];

/// Reads the whole text.
pub(super) fn config(text: &str, base: &Path) -> Result<Config, Vec<Fault>> {
    let mut faults = Faults::new(text);
    let (root, errors) = DeTable::parse_recoverable(text);
    if !errors.is_empty() {
        for error in errors {
            // the message alone: the error's own Display shows the line, which may hold a secret
            faults.add(error.span().map_or(0, |s| s.start), "", None, format!("no TOML: {}", error.message()));
        }
        return Err(faults.into_list());
    }
    let mut top = Section::top(root.get_ref());
    let config = Reader { base, faults: &mut faults }.config(&mut top);
    top.finish(&mut faults, elsewhere);
    let faults = faults.into_list();
    // a part that is missing has left its fault
    config.filter(|_| faults.is_empty()).ok_or(faults)
}

struct Reader<'r, 't> {
    base: &'r Path,
    faults: &'r mut Faults<'t>,
}

impl Reader<'_, '_> {
    fn config(mut self, top: &mut Section<'_>) -> Option<Config> {
        let server = self.server(top);
        let limits = self.limits(top);
        let (inbox, inbox_at) = self.inbox(top, limits.idle_seconds > 0);
        let outbox = self.outbox(top, &inbox, inbox_at);
        let mut section = top.section("store", self.faults);
        let store = self.path(&mut section, "path", "games.db").value;
        section.finish(self.faults, elsewhere);
        let trust = self.trust(top);
        let players = self.players(top, &server);
        let admins = self.admins(top, &server);
        Some(Config { file: None, server, inbox: inbox?, outbox: outbox?, store, trust, limits, players, admins })
    }

    fn server(&mut self, top: &mut Section<'_>) -> ServerConfig {
        let mut s = top.section("server", self.faults);
        let name = s.text("name", self.faults).map_or_else(|| "Boardpost".to_owned(), |n| n.value);
        let plus = s.flag("plus", true, self.faults);
        let given = s.text("address", self.faults);
        let mut address = "game@localhost".to_owned();
        if let Some(given) = given {
            match address::parse(&given.value) {
                Err(why) => {
                    self.faults.refuse(&given, format!("must be a bare address such as game@example.org; this {why}"))
                }
                Ok(good) => {
                    let local = good.split('@').next().unwrap_or_default().len();
                    let most = address::LOCAL_MAX - address::TOKEN_LEN - 1;
                    if address::is_role(&good) {
                        self.faults.refuse(&given, "must not be a role address, which mail systems do not answer");
                    } else if good.contains('+') {
                        self.faults.refuse(&given, "must have no plus tag: the server puts its own there");
                    } else if plus && local > most {
                        let text = format!(
                            "must have at most {most} characters before the @, so that + and a token fit behind them \
                             (RFC 5321 allows 64); or set plus = false"
                        );
                        self.faults.refuse(&given, text);
                    }
                    address = good;
                }
            }
        }
        let mut hostname = address.rsplit('@').next().unwrap_or_default().to_owned();
        if let Some(given) = s.text("hostname", self.faults).filter(|h| !h.value.is_empty()) {
            if !address::is_hostname(&given.value) {
                self.faults
                    .refuse(&given, "must be a host name such as mail.example.org, or \"\" for the address's domain");
            }
            hostname = given.value.to_ascii_lowercase();
        }
        let language = s.choice("language", &LANGUAGES, Lang::En, self.faults);
        s.finish(self.faults, elsewhere);
        ServerConfig { name, address, hostname, language, plus }
    }

    fn inbox(&mut self, top: &mut Section<'_>, idle_allowed: bool) -> (Option<Inbox>, usize) {
        let mut s = top.section("inbox", self.faults);
        let imap = s.choice("kind", &[("maildir", false), ("imap", true)], false, self.faults);
        if !imap {
            let path = self.path(&mut s, "path", "mail/in");
            let done = self.path(&mut s, "done", "mail/done");
            if same_folder(&path.value, &done.value) {
                let done = At { at: path.at.max(done.at), ..done.clone() };
                self.faults.refuse(&done, "must be another folder than path, or no letter would ever be done");
            }
            s.finish(self.faults, elsewhere);
            return (Some(Inbox::Maildir { path: path.value, done: done.value }), path.at);
        }
        let server = self.mail_server(&mut s, [993, 143, 143], true);
        let folder = self.folder(&mut s, "folder", "INBOX");
        let done_folder = self.folder(&mut s, "done_folder", "Processed");
        if folder.value.eq_ignore_ascii_case(&done_folder.value) {
            self.faults.refuse(&done_folder, "must be another folder than folder, or no letter would ever be done");
        }
        let poll = Duration::from_secs(s.number("poll", 30, 1..=86_400, false, self.faults));
        let idle = s.flag("idle", true, self.faults) && idle_allowed;
        s.finish(self.faults, elsewhere);
        let inbox = server.map(|server| Inbox::Imap {
            server,
            folder: folder.value,
            done_folder: done_folder.value,
            poll,
            idle,
        });
        (inbox, folder.at)
    }

    fn outbox(&mut self, top: &mut Section<'_>, inbox: &Option<Inbox>, inbox_at: usize) -> Option<Outbox> {
        let mut s = top.section("outbox", self.faults);
        let smtp = s.choice("kind", &[("maildir", false), ("smtp", true)], false, self.faults);
        let outbox = if smtp {
            self.mail_server(&mut s, [465, 587, 25], false).map(|server| Outbox::Smtp { server })
        } else {
            let path = self.path(&mut s, "path", "mail/out");
            if let Some(Inbox::Maildir { path: inn, done }) = inbox
                && (same_folder(&path.value, inn) || same_folder(&path.value, done))
            {
                // one of the two was given, and that is where to look
                let at = At { at: path.at.max(inbox_at), ..path.clone() };
                self.faults
                    .refuse(&at, "must be another folder than those of [inbox]: the server would read its own letters");
            }
            Some(Outbox::Maildir { path: path.value })
        };
        s.finish(self.faults, elsewhere);
        outbox
    }

    /// The keys of a mail server. `ports`: for implicit TLS, STARTTLS, none.
    fn mail_server(&mut self, s: &mut Section<'_>, ports: [u16; 3], login: bool) -> Option<Server> {
        let host = s.text("host", self.faults);
        let tls = [("implicit", Tls::Implicit), ("starttls", Tls::Starttls), ("none", Tls::None)];
        let tls = s.choice("tls", &tls, Tls::Implicit, self.faults);
        let [implicit, starttls, none] = ports;
        let port = match tls {
            Tls::Implicit => implicit,
            Tls::Starttls => starttls,
            Tls::None => none,
        };
        let port = s.number("port", port.into(), 1..=65_535, false, self.faults);
        let ca_file = s.text("ca_file", self.faults).and_then(|f| self.filled(f)).map(|f| self.base.join(f.value));
        let user = s.text("user", self.faults).and_then(|u| self.filled(u));
        let password = self.password(s);
        match (&user, &password) {
            (None, _) if login => s.missing("user", "is missing: IMAP needs a login", self.faults),
            (Some(user), Credential::Absent) => {
                self.faults.refuse(user, "needs a password: set password_file, password_command or token_command");
            }
            (None, Credential::Given(at, _)) => {
                self.faults.add(at.at, &at.key, None, "is of no use without user");
            }
            _ => {}
        }
        let Some(host) = host else {
            s.missing("host", "is missing: the name of the mail server", self.faults);
            return None;
        };
        let is_ip = host.value.parse::<std::net::IpAddr>();
        if is_ip.is_err() && !address::is_hostname(&host.value) {
            // not shown: it may be a URL with a password in it
            let text = "must be a host name or an IP address alone, without scheme, user or port";
            self.faults.add(host.at, &host.key, None, text);
        } else if tls == Tls::None && !is_loopback(&host.value) {
            let text = "tls = \"none\" is allowed only to this machine (localhost, 127.0.0.1, ::1), since passwords and \
                        letters would go over the net in the clear; use \"implicit\" or \"starttls\"";
            self.faults.refuse(&host, text);
        }
        let password = match password {
            Credential::Given(_, password) => Some(password),
            Credential::Absent | Credential::Refused => None,
        };
        let port = u16::try_from(port).unwrap_or(u16::MAX);
        Some(Server { host: host.value, port, tls, ca_file, user: user.map(|u| u.value), password })
    }

    fn password(&mut self, s: &mut Section<'_>) -> Credential {
        if let Some(inline) = s.place_of("password").or_else(|| s.place_of("pass")) {
            let text = "a password may not stand in the configuration: write it into the first line of a file that only \
                        the server can read, and name it: password_file = \"FILE\" (or password_command = \"COMMAND\")";
            self.faults.add(inline.at, &inline.key, None, text);
            // one fault is enough
            s.place_of("password_file");
            s.place_of("password_command");
            s.place_of("token_command");
            return Credential::Refused;
        }
        let mut places: Vec<At<()>> =
            ["password_file", "password_command", "token_command"].into_iter().filter_map(|k| s.place_of(k)).collect();
        let file = s.text("password_file", self.faults);
        let command = s.text("password_command", self.faults);
        let token = s.text("token_command", self.faults);
        if let [_, at, ..] = places.as_slice() {
            let text = "set either password_file or password_command, or token_command, not several";
            self.faults.add(at.at, &at.key, None, text);
            return Credential::Refused;
        }
        let Some(at) = places.pop() else { return Credential::Absent };
        let filled = |c: &At<String>| !c.value.trim().is_empty();
        let password = file
            .filter(|f| !f.value.is_empty())
            .map(|f| Password::File(self.base.join(f.value)))
            .or(command.filter(filled).map(|c| Password::Command(c.value)))
            .or(token.filter(filled).map(|c| Password::Token(c.value)));
        let Some(password) = password else {
            self.faults.add(at.at, &at.key, None, "must be a string in quotes that is not empty");
            return Credential::Refused;
        };
        Credential::Given(at, password)
    }

    fn trust(&mut self, top: &mut Section<'_>) -> Trust {
        let mut s = top.section("trust", self.faults);
        let modes = [("token+from", TrustMode::TokenFrom), ("from", TrustMode::From)];
        let mode = s.choice("mode", &modes, TrustMode::TokenFrom, self.faults);
        let authserv_id = s.text("authserv_id", self.faults).map(|a| a.value.trim().to_ascii_lowercase());
        let authserv_id = authserv_id.filter(|a| !a.is_empty());
        let place = s.place_of("require_auth");
        let words = [("off", RequireAuth::Off), ("warn", RequireAuth::Warn), ("reject", RequireAuth::Reject)];
        let require_auth = s.choice("require_auth", &words, RequireAuth::Warn, self.faults);
        if let Some(place) = place.filter(|_| require_auth == RequireAuth::Reject && authserv_id.is_none()) {
            let text = "\"reject\" needs authserv_id: without it no verdict of a mail host is believed, and no letter rejected";
            self.faults.add(place.at, &place.key, Some("\"reject\"".to_owned()), text);
        }
        s.finish(self.faults, elsewhere);
        Trust { mode, authserv_id, require_auth }
    }

    fn limits(&mut self, top: &mut Section<'_>) -> Limits {
        let mut s = top.section("limits", self.faults);
        let mut rate = |key, default| s.number(key, default, 1..=1_000_000_000, true, self.faults);
        let player_hour = rate("player_hour", 10);
        let player_day = rate("player_day", 30);
        let per_game_day = rate("per_game_day", 1000);
        let unknown_day = rate("unknown_day", 50);
        let unknown_week = rate("unknown_week", 1);
        let stranger_domain_day = rate("stranger_domain_day", 5);
        let wrong_tokens_day = rate("wrong_tokens_day", 20);
        let breaker_hour = rate("breaker_hour", 2000);
        let mut seconds = |key, default| s.number(key, default, 1..=3600, true, self.faults);
        let connect_seconds = seconds("connect_seconds", 10);
        let greeting_seconds = seconds("greeting_seconds", 30);
        let command_seconds = seconds("command_seconds", 60);
        let fetch_seconds = seconds("fetch_seconds", 120);
        let dot_seconds = seconds("dot_seconds", 300);
        let limits = Limits {
            // less than 4 KiB would shut out ordinary letters; more than 1 GiB does not fit into memory
            letter_bytes: s.number("letter_bytes", 1_048_576, 4096..=1_073_741_824, true, self.faults),
            player_hour,
            player_day,
            per_game_day,
            unknown_day,
            unknown_week,
            stranger_domain_day,
            wrong_tokens_day,
            breaker_hour,
            connect_seconds,
            greeting_seconds,
            command_seconds,
            fetch_seconds,
            dot_seconds,
            // RFC 2177: a server may hang up after 30 minutes
            idle_seconds: s.number("idle_seconds", 240, 1..=1740, true, self.faults),
        };
        s.finish(self.faults, elsewhere);
        limits
    }

    fn players(&mut self, top: &mut Section<'_>, server: &ServerConfig) -> Vec<Player> {
        let mut nicks: BTreeMap<String, String> = BTreeMap::new();
        let mut taken: BTreeMap<String, String> = BTreeMap::new();
        let mut players = Vec::new();
        for mut s in top.sections("player", self.faults) {
            let nick = s.text("nick", self.faults);
            match &nick {
                None if s.place_of("nick").is_none() => s.missing("nick", "is missing", self.faults),
                None => {}
                Some(n) if !is_nick(&n.value) => {
                    self.faults.refuse(n, "must be 1 to 32 letters, digits, or any of - _ .");
                }
                Some(n) => {
                    if let Some(first) = nicks.insert(n.value.to_lowercase(), n.key.clone()) {
                        self.faults.refuse(n, format!("is the same nick as {first}"));
                    }
                }
            }
            let nick = nick.map(|n| n.value).unwrap_or_default();
            let name =
                s.text("name", self.faults).and_then(|n| self.filled(n)).map_or_else(|| nick.clone(), |n| n.value);
            let addresses = self.addresses(&mut s, server);
            for at in &addresses {
                if address::is_role(&at.value) {
                    self.faults.refuse(at, "is a role address, and no person answers from it");
                } else if address::is_token(&at.value) {
                    self.faults.refuse(at, "is the address of a seat at a server like this one, not a person's");
                } else if let Some(first) = taken.insert(at.value.clone(), at.key.clone()) {
                    self.faults.refuse(at, format!("is the same address as {first}"));
                }
            }
            let addresses = addresses.into_iter().map(|a| a.value).collect();
            let language = s.choice("language", &LANGUAGES, server.language, self.faults);
            s.finish(self.faults, elsewhere);
            players.push(Player { nick, name, addresses, language });
        }
        players
    }

    fn admins(&mut self, top: &mut Section<'_>, server: &ServerConfig) -> Vec<Admin> {
        let mut admins = Vec::new();
        for mut s in top.sections("admin", self.faults) {
            let addresses = self.addresses(&mut s, server).into_iter().map(|a| a.value).collect();
            let language = s.choice("language", &LANGUAGES, server.language, self.faults);
            s.finish(self.faults, elsewhere);
            admins.push(Admin { addresses, language });
        }
        admins
    }

    /// The addresses that are well-formed and not our own.
    fn addresses(&mut self, s: &mut Section<'_>, server: &ServerConfig) -> Vec<At<String>> {
        let Some(list) = s.texts("addresses", self.faults) else {
            if s.place_of("addresses").is_none() {
                s.missing("addresses", "is missing: a list of addresses", self.faults);
            }
            return Vec::new();
        };
        if list.value.is_empty() {
            self.faults.add(list.at, &list.key, Some("[]".to_owned()), "must hold at least one address");
        }
        let mut good = Vec::new();
        for given in list.value {
            match address::parse(&given.value) {
                Err(why) => {
                    self.faults.refuse(&given, format!("must be a bare address such as kata@example.org; this {why}"))
                }
                Ok(value) if address::is_own(&value, &server.address) => {
                    self.faults.refuse(&given, "is the server's own address, and it would answer itself");
                }
                Ok(value) => good.push(At { value, ..given }),
            }
        }
        good
    }

    fn path(&mut self, s: &mut Section<'_>, key: &'static str, default: &str) -> At<PathBuf> {
        let given = s.text(key, self.faults).and_then(|p| self.filled(p));
        match given {
            Some(p) => At { value: self.base.join(p.value), at: p.at, key: p.key },
            None => At { value: self.base.join(default), at: 0, key: s.name_of(key) },
        }
    }

    fn folder(&mut self, s: &mut Section<'_>, key: &'static str, default: &str) -> At<String> {
        let given = s.text(key, self.faults).and_then(|f| self.filled(f));
        given.unwrap_or_else(|| At { value: default.to_owned(), at: 0, key: s.name_of(key) })
    }

    /// Lets through what is not blank.
    fn filled(&mut self, text: At<String>) -> Option<At<String>> {
        if text.value.trim().is_empty() {
            self.faults.refuse(&text, "must not be empty; leave the key out instead");
            return None;
        }
        Some(text)
    }
}

/// What was found of a password's source.
enum Credential {
    Absent,
    /// Its fault is noted already.
    Refused,
    Given(At<()>, Password),
}

fn is_loopback(host: &str) -> bool {
    host.eq_ignore_ascii_case("localhost") || host.parse::<std::net::IpAddr>().is_ok_and(|ip| ip.is_loopback())
}

fn same_folder(a: &Path, b: &Path) -> bool {
    let parts =
        |p: &Path| p.components().filter(|c| *c != Component::CurDir).map(|c| c.as_os_str().to_owned()).collect();
    let (a, b): (Vec<_>, Vec<_>) = (parts(a), parts(b));
    a == b
}

fn is_nick(text: &str) -> bool {
    (1..=32).contains(&text.chars().count())
        && text.chars().all(|c| c.is_alphanumeric() || matches!(c, '-' | '_' | '.'))
}
