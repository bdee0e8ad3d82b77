//! Letter in → letters out: each answer that a player can get, in each language.

mod admin;
mod backlog;
mod golden;
mod identity;
mod laws;
mod letters;
mod moves;
mod offers;
mod questions;
pub(crate) mod world;
