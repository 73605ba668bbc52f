//! All tests of the crate.

mod battles;
mod messages;
mod sequels;
mod vignettes;
