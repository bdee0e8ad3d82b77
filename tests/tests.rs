//! All integration tests, in one binary.

// clippy's leave for tests ends at the functions that bear #[test]: these helpers are tests too
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing, clippy::string_slice)]

mod mailstack;
mod post;
mod post_imap;
mod post_servers;
mod post_smtp;
mod scripted;
