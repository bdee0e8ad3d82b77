//! A configuration that may change while the daemon runs.

use std::path::Path;
use std::sync::{Arc, Mutex, PoisonError};

use crate::config::{Config, Limits, ServerConfig};

/// The configuration in force, shared by all who work with it. A clone asks for news on its own.
#[derive(Clone, Debug)]
pub struct Current {
    shared: Arc<Mutex<(u64, Config)>>,
    seen: u64,
}

impl Current {
    /// Begins with this one.
    #[must_use]
    pub fn new(config: Config) -> Self {
        Self { shared: Arc::new(Mutex::new((0, config))), seen: 0 }
    }

    /// The one in force.
    #[must_use]
    pub fn get(&self) -> Config {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner).1.clone()
    }

    /// The one in force, if it changed since this was asked last.
    pub(super) fn news(&mut self) -> Option<Config> {
        let shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        (shared.0 != self.seen).then(|| {
            self.seen = shared.0;
            shared.1.clone()
        })
    }

    /// Reads the file again. A faulty one changes nothing; what a running daemon cannot change stays as it was. Either is
    /// said in the log. Gives false where the old one stays.
    pub fn reload(&self) -> bool {
        let mut shared = self.shared.lock().unwrap_or_else(PoisonError::into_inner);
        let file = shared.1.file.clone();
        match Config::load(file.as_deref().map(Path::new)) {
            Ok(new) => {
                let (merged, kept) = merge(&shared.1, new);
                if kept.is_empty() {
                    tracing::info!("the configuration was read again");
                } else {
                    let kept = kept.join(", ");
                    tracing::warn!("the configuration was read again; these change at the next start alone: {kept}");
                }
                *shared = (shared.0.wrapping_add(1), merged);
                true
            }
            Err(e) => {
                tracing::error!("the configuration in force stays, for the file cannot be used: {e}");
                false
            }
        }
    }
}

/// The new configuration with what must stay of the old one, and the names of what would have changed.
fn merge(old: &Config, new: Config) -> (Config, Vec<&'static str>) {
    let times = |l: &Limits| {
        [l.connect_seconds, l.greeting_seconds, l.command_seconds, l.fetch_seconds, l.dot_seconds, l.idle_seconds]
    };
    let differs = [
        ("server.address", old.server.address != new.server.address),
        ("server.hostname", old.server.hostname != new.server.hostname),
        ("server.plus", old.server.plus != new.server.plus),
        ("inbox", old.inbox != new.inbox),
        ("outbox", old.outbox != new.outbox),
        ("store.path", old.store != new.store),
        ("limits.*_seconds", times(&old.limits) != times(&new.limits)),
    ];
    let kept = differs.into_iter().filter_map(|(name, differs)| differs.then_some(name)).collect();
    let merged = Config {
        server: ServerConfig { name: new.server.name, language: new.server.language, ..old.server.clone() },
        inbox: old.inbox.clone(),
        outbox: old.outbox.clone(),
        store: old.store.clone(),
        limits: Limits {
            connect_seconds: old.limits.connect_seconds,
            greeting_seconds: old.limits.greeting_seconds,
            command_seconds: old.limits.command_seconds,
            fetch_seconds: old.limits.fetch_seconds,
            dot_seconds: old.limits.dot_seconds,
            idle_seconds: old.limits.idle_seconds,
            ..new.limits
        },
        file: old.file.clone(),
        ..new
    };
    (merged, kept)
}
