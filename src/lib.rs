//! Boardpost, a play-by-email referee for board games.
//!
//! (The architecture page; to be written out.)

pub mod cli;
pub mod config;
pub mod daemon;
pub mod game;
pub mod judge;
pub mod lang;
pub mod letter;
pub mod notice;
pub mod picture;
pub mod post;
pub mod replay;
pub mod store;
