//! The crate's tests, on the toy rulebook.

mod umpires;
