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
mod desk;
#[cfg(test)]
mod house;
mod laws;
mod mailstack;
mod post;
mod post_imap;
mod post_servers;
mod post_smtp;
mod replay;
mod scripted;
mod store;
mod thoughtwave;
