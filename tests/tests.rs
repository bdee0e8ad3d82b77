//! All integration tests, as modules of one binary.

#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::string_slice,
    reason = "a test that meets the unexpected fails; helpers of tests are tests too"
)]

mod abnf;
mod ataxx;
mod battleship;
mod cli;
mod corpus;
// a release build has no fault points to die at
#[cfg(debug_assertions)]
mod crash;
mod desk;
mod examples;
mod fuzz;
mod game_by_mail;
mod grammar;
mod ground;
#[cfg(test)]
mod house;
mod judging;
mod lanes;
mod laws;
mod letters;
mod mailstack;
mod outages;
mod peers;
mod pentomino;
mod post;
mod post_imap;
mod post_servers;
mod post_smtp;
mod post_tokens;
mod replay;
mod scripted;
mod secrecy;
mod smyoz;
mod store;
mod thoughtwave;
