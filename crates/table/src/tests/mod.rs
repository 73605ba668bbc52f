//! The crate's tests, on the toy rulebook.

mod chance;
mod journals;
mod sessions;
mod umpires;
mod words;
