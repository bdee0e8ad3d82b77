//! Everything that is proved from outside, in one binary.

mod letters;
