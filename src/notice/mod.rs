//! notice
