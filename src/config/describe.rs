//! [`Config`] → TOML text.

use std::fmt::Display;

use super::{Config, Inbox, Outbox, RequireAuth, TrustMode};
use crate::game::Lang;
use crate::post::{Password, Server, Tls};

pub(super) fn toml(config: &Config) -> String {
    let mut out = Lines::default();
    match &config.file {
        Some(file) => out.line(format!("# in force, read from {}", file.display())),
        None => out.line("# in force, built in"),
    }
    out.table("[server]");
    out.text("name", &config.server.name);
    out.text("address", &config.server.address);
    out.text("hostname", &config.server.hostname);
    out.language(config.server.language);
    out.plain("plus", config.server.plus);
    out.table("[inbox]");
    match &config.inbox {
        Inbox::Maildir { path, done } => {
            out.text("kind", "maildir");
            out.text("path", path.display());
            out.text("done", done.display());
        }
        Inbox::Imap { server, folder, done_folder, poll, idle } => {
            out.text("kind", "imap");
            out.server(server);
            out.text("folder", folder);
            out.text("done_folder", done_folder);
            out.plain("poll", poll.as_secs());
            out.plain("idle", idle);
        }
    }
    out.table("[outbox]");
    match &config.outbox {
        Outbox::Maildir { path } => {
            out.text("kind", "maildir");
            out.text("path", path.display());
        }
        Outbox::Smtp { server } => {
            out.text("kind", "smtp");
            out.server(server);
        }
    }
    out.table("[store]");
    out.text("path", config.store.display());
    out.table("[trust]");
    out.text(
        "mode",
        match config.trust.mode {
            TrustMode::TokenFrom => "token+from",
            TrustMode::From => "from",
        },
    );
    out.text("authserv_id", config.trust.authserv_id.as_deref().unwrap_or_default());
    out.text(
        "require_auth",
        match config.trust.require_auth {
            RequireAuth::Off => "off",
            RequireAuth::Warn => "warn",
            RequireAuth::Reject => "reject",
        },
    );
    limits(&mut out, &config.limits);
    for player in &config.players {
        out.table("[[player]]");
        out.text("nick", &player.nick);
        out.text("name", &player.name);
        out.texts("addresses", &player.addresses);
        out.language(player.language);
    }
    for admin in &config.admins {
        out.table("[[admin]]");
        out.texts("addresses", &admin.addresses);
        out.language(admin.language);
    }
    out.0
}

fn limits(out: &mut Lines, limits: &super::Limits) {
    out.table("[limits]");
    out.plain("letter_bytes", limits.letter_bytes);
    out.plain("player_hour", limits.player_hour);
    out.plain("player_day", limits.player_day);
    out.plain("per_game_day", limits.per_game_day);
    out.plain("unknown_day", limits.unknown_day);
    out.plain("unknown_week", limits.unknown_week);
    out.plain("stranger_domain_day", limits.stranger_domain_day);
    out.plain("wrong_tokens_day", limits.wrong_tokens_day);
    out.plain("breaker_hour", limits.breaker_hour);
    out.plain("connect_seconds", limits.connect_seconds);
    out.plain("greeting_seconds", limits.greeting_seconds);
    out.plain("command_seconds", limits.command_seconds);
    out.plain("fetch_seconds", limits.fetch_seconds);
    out.plain("dot_seconds", limits.dot_seconds);
    out.plain("idle_seconds", limits.idle_seconds);
}

#[derive(Default)]
struct Lines(String);

impl Lines {
    fn line(&mut self, line: impl AsRef<str>) {
        self.0.push_str(line.as_ref());
        self.0.push('\n');
    }

    fn table(&mut self, header: &str) {
        self.line(format!("\n{header}"));
    }

    fn plain(&mut self, key: &str, value: impl Display) {
        self.line(format!("{key} = {value}"));
    }

    fn text(&mut self, key: &str, value: impl Display) {
        self.plain(key, toml::Value::String(value.to_string()));
    }

    fn texts(&mut self, key: &str, values: &[String]) {
        self.plain(key, toml::Value::Array(values.iter().cloned().map(toml::Value::String).collect()));
    }

    fn language(&mut self, lang: Lang) {
        self.text("language", lang.code());
    }

    fn server(&mut self, server: &Server) {
        self.text("host", &server.host);
        self.plain("port", server.port);
        self.text(
            "tls",
            match server.tls {
                Tls::Implicit => "implicit",
                Tls::Starttls => "starttls",
                Tls::None => "none",
            },
        );
        if let Some(file) = &server.ca_file {
            self.text("ca_file", file.display());
        }
        if let Some(user) = &server.user {
            self.text("user", user);
        }
        match &server.password {
            Some(Password::File(file)) => self.text("password_file", file.display()),
            // a command may hold the secret itself
            Some(Password::Command(_)) => self.line("password_command = \"***\" # masked"),
            Some(Password::Token(_)) => self.line("token_command = \"***\" # masked"),
            None => {}
        }
    }
}
