//! Troubles with the mail: noted for the status, and told to the admins once, until it works again.

use super::admin;
use super::desk::Desk;
use super::sender::refused;
use crate::config::Config;
use crate::post::{PostError, Trouble};
use crate::store::{StoreError, Tx, Way};

/// The tallies of troubles that the admins know of.
const INCOMING: &str = "trouble";
const OUTGOING: &str = "trouble-out";
/// Seconds without end, and no overflow.
const EVER: i64 = i64::MAX / 4;

/// The kind of a trouble as the status has it.
const fn kind(error: &PostError) -> &'static str {
    match error.trouble {
        Trouble::Login => "login",
        Trouble::Helper => "helper",
        Trouble::Password => "password",
        _ => "mail",
    }
}

/// The way out is shut. A letter about a login that fails waits with the others, and leaves when it works again.
pub(super) fn shut(tx: &Tx<'_>, config: &Config, error: &PostError, now: i64) -> Result<(), StoreError> {
    tx.begin_outage(Way::Out, kind(error), &error.text, now)?;
    if refused(error) && tx.ask().tally(OUTGOING, "login", now, EVER)? == 0 {
        tx.count(OUTGOING, "login", now, EVER)?;
        let args = [("kind", kind(error).to_owned()), ("why", error.text.clone())];
        admin::tell(tx, config, &format!("out.{now}"), "admin-out", &args, now)?;
    }
    Ok(())
}

/// A letter has left.
pub(super) fn open(tx: &Tx<'_>) -> Result<(), StoreError> {
    if tx.ask().outage(Way::Out)?.is_some() {
        tx.end_outage(Way::Out)?;
        tx.uncount(OUTGOING)?;
    }
    Ok(())
}

/// The mailbox cannot be used.
pub(super) fn away(desk: &mut Desk, error: &PostError, now: i64) -> Result<(), StoreError> {
    let tx = desk.store_mut().begin()?;
    tx.begin_outage(Way::In, kind(error), &error.text, now)?;
    tx.commit()
}

/// Tells the admins of a trouble with what comes: once an outage, whatever restarts lie in it.
pub(super) fn tell_once(desk: &mut Desk, sentence: &str, text: &str, now: i64) -> Result<(), StoreError> {
    let Desk { store, config, .. } = desk;
    let tx = store.begin()?;
    let kind = sentence.trim_start_matches("admin-");
    if tx.ask().tally(INCOMING, kind, now, EVER)? == 0 {
        tx.count(INCOMING, kind, now, EVER)?;
        admin::tell(&tx, config, &format!("{kind}.{now}"), sentence, &[("why", text.to_owned())], now)?;
    }
    tx.commit()
}

/// The mailbox works: the next trouble is a new one.
pub(super) fn back(desk: &mut Desk) -> Result<(), StoreError> {
    let tx = desk.store_mut().begin()?;
    tx.uncount(INCOMING)?;
    tx.end_outage(Way::In)?;
    tx.commit()
}
