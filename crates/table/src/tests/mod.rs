//! The crate's tests, on the toy rulebook.

mod batteries;
mod chance;
mod gate;
mod journals;
mod landmarks;
mod options;
mod pools;
mod retold;
mod sessions;
mod sums;
mod umpires;
mod versions;
mod vignettes;
mod words;
