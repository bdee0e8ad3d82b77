//! Ruling + view + language → one outgoing letter to one reader. One notice, one reader: a letter is made from what
//! its reader may see, and never cut down from another's.

pub mod compose;
mod help;
pub mod mail;
mod odd;
mod words;

pub use compose::{Block, Extras, compose, pictures};
pub use mail::{Frame, Mail, Unmailable, seen_version};
