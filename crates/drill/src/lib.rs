//! The drill book: a tiny rulebook for the tests of the house. It has what Jours de Gloire has not, and the books to come have: units of
//! two hexes that face a hexside, sums that multiply and shift, two dice read as tens and ones, an option of the game, a secret on every
//! counter. It is added by the steps of CONTRIBUTING.md, but to no program that anybody plays: tests put it on the shelf themselves.
//!
//! Two sides of lines and guns stand in a meadow. In a turn first the one side moves and fires, then the other. A unit that is hit loses
//! strength, which nobody but its own side knew, and checks its morale; who fails falls back, and the second time is gone. Hexes win.

pub mod ch1_turn;
pub mod ch2_movement;
pub mod ch3_fire;
pub mod ch4_morale;
pub mod ch5_victory;
pub mod core;
mod files;
mod rulebook;
mod shelf;
mod vignette;

mod data {
    include!(concat!(env!("OUT_DIR"), "/tables.rs"));
}

use ::shelf::{Data, Guest};

pub use crate::core::battle::Battle;
pub use crate::core::charts::Charts;
pub use crate::core::state::State;
pub use crate::files::{ChartFiles, battle};

/// The rulebook.
#[derive(Debug)]
pub struct Drill;

static GUESTS: [Guest; 1] = [Guest {
    book: &shelf::DRILL_BOOK,
    data: Data { files: data::FILES, cited: data::CITED, tests: data::TESTS },
}];

/// Puts the book on this program's shelf.
pub fn on_the_shelf() {
    ::shelf::receive(&GUESTS);
}
