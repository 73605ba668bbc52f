//! All tests of this crate in one program: each program more would be linked anew after every change.

mod announced;
mod battery;
mod charts;
mod figures;
mod hostile;
mod misspelt;
mod movement;
mod pieces;
#[path = "reasons/main.rs"]
mod reasons;
mod rulings;
mod scripts;
mod shown;
mod sight;
mod vignettes;
mod why;
