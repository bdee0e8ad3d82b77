//! Letters to the admins.

use fluent_bundle::FluentValue;

use super::shared::{Plain, plain_mail};
use crate::config::Config;
use crate::lang;
use crate::notice::Block;
use crate::store::{NewOutbox, StoreError, Tx};

/// Tells every admin something. `id` makes the letter unique: the same trouble is told once.
pub(super) fn tell(
    tx: &Tx<'_>,
    config: &Config,
    id: &str,
    sentence: &str,
    args: &[(&str, String)],
    now: i64,
) -> Result<(), StoreError> {
    for (n, admin) in config.admins.iter().enumerate() {
        let Some(to) = admin.addresses.first() else { continue };
        let values: Vec<(&str, FluentValue<'_>)> = args.iter().map(|(k, v)| (*k, v.clone().into())).collect();
        let blocks = [Block::Text(lang::say(admin.language, sentence, &values))];
        let letter = Plain {
            name: "",
            to,
            lang: admin.language,
            subject: &format!("[{}]", config.server.name),
            id: &format!("admin.{id}.{n}"),
            in_reply_to: None,
            now,
        };
        match plain_mail(config, &letter, &blocks) {
            Ok(mail) => {
                let row =
                    NewOutbox { sender: &mail.from, rcpt: &mail.to, msgid: &mail.message_id, bytes: &mail.bytes, now };
                tx.post(&row)?;
            }
            Err(e) => tracing::error!("an admin cannot be told: {e}"),
        }
    }
    Ok(())
}
