//! All integration tests in one binary.

#[cfg(test)]
mod house;
mod thoughtwave;
