//! The one binary of integration tests.

#[cfg(test)]
mod house;
