//! cli

pub mod args;
