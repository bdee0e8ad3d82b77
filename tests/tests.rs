//! All integration tests, in one binary.

mod mailstack;
mod post;
mod post_imap;
mod post_servers;
mod post_smtp;
mod scripted;
