//! All tests of the crate.

mod battles;
mod messages;
mod options;
mod secrets;
mod sequels;
mod vignettes;
