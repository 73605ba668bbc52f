//! All tests of the crate.

mod battery;
mod battles;
#[path = "checkers/main.rs"]
mod checkers;
mod messages;
mod options;
mod secrets;
mod sequels;
mod vignettes;
