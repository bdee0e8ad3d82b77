//! The one integration binary: a module an area.

mod ataxx;
