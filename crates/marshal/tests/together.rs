//! All tests of the crate.

mod messages;
mod vignettes;
