//! What several parts of the desk need: addresses and letters outside of games.

use crate::config::Config;
use crate::config::address::LOCAL_MAX;
use crate::game::Lang;
use crate::notice::{Block, Frame, Mail, Unmailable};

/// The two halves of the server's address.
pub(super) fn halves(config: &Config) -> (&str, &str) {
    config.server.address.rsplit_once('@').unwrap_or((config.server.address.as_str(), "localhost"))
}

/// The address that answers with a token go to.
pub(super) fn reply_address(config: &Config, token: &str) -> String {
    if config.server.plus {
        let (local, host) = halves(config);
        format!("{local}+{token}@{host}")
    } else {
        config.server.address.clone()
    }
}

/// The envelope's sender: polled, and never answered. With a token, so that a letter that comes back proves that it was
/// ours.
pub(super) fn bounce_address(config: &Config, token: Option<&str>) -> String {
    let tag = token.map(|token| format!("bounce-{token}"));
    let room = LOCAL_MAX.saturating_sub(halves(config).0.len() + 1);
    reply_address(config, tag.as_deref().filter(|tag| tag.len() <= room).unwrap_or("bounce"))
}

/// A Message-ID can be echoed only if it is one.
pub(super) fn clean_id(id: &str) -> bool {
    id.len() > 2
        && id.len() <= 250
        && id.starts_with('<')
        && id.ends_with('>')
        && id.bytes().all(|b| b.is_ascii_graphic())
}

/// A letter that belongs to no game.
pub(super) struct Plain<'a> {
    pub(super) name: &'a str,
    pub(super) to: &'a str,
    pub(super) lang: Lang,
    pub(super) subject: &'a str,
    /// Unique: the Message-ID is made of it.
    pub(super) id: &'a str,
    pub(super) in_reply_to: Option<&'a str>,
    pub(super) now: i64,
}

pub(super) fn plain_mail(config: &Config, letter: &Plain<'_>, blocks: &[Block]) -> Result<Mail, Unmailable> {
    let (_, host) = halves(config);
    let answered: Vec<String> =
        letter.in_reply_to.filter(|id| clean_id(id)).map(ToOwned::to_owned).into_iter().collect();
    Frame {
        server: config.server.name.clone(),
        address: config.server.address.clone(),
        reply_to: config.server.address.clone(),
        reply_name: config.server.name.clone(),
        name: letter.name.to_owned(),
        to: letter.to.to_owned(),
        bounce: bounce_address(config, None),
        subject: letter.subject.to_owned(),
        message_id: format!("<{}@{host}>", letter.id),
        in_reply_to: answered.first().cloned(),
        references: answered,
        time: letter.now,
        answer: letter.in_reply_to.is_some(),
        lang: letter.lang,
        fields: Vec::new(),
    }
    .mail(blocks)
}
