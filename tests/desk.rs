//! Letter in → letters out: each answer that a player can get, in each language.

mod abuse;
mod address;
mod admin;
mod backlog;
mod bounces;
mod golden;
mod identity;
mod laws;
mod letters;
mod limits;
mod moves;
mod offers;
mod old_bounces;
mod prose;
mod questions;
mod teaching;
mod trust;
pub(crate) mod world;
