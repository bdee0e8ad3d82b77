//! Boardpost, a play-by-email referee for board games.
//!
//! (The architecture page; to be written out.)

// The order is the law: a module uses only what stands above it.
pub mod game;
pub mod letter;
pub mod judge;
pub mod lang;
pub mod picture;
pub mod notice;
pub mod post;
pub mod store;
pub mod config;
pub mod daemon;
pub mod replay;
pub mod cli;
