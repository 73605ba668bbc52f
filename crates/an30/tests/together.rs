//! All tests of this crate in one program: each program more would be linked anew after every change.

mod battery;
mod battles;
#[path = "checkers/main.rs"]
mod checkers;
mod figures;
mod index;
mod messages;
mod pieces;
mod scripts;
mod secrets;
mod sequels;
mod vignettes;
