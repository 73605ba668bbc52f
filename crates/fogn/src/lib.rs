//! Field of Glory Napoleonic. The book numbers neither chapters nor rules: a module carries a number by the order in which the book's detailed rules
//! stand, and its name; rules are cited by the ids of `books/fogn/index.toml`, which says of each what is in play. Being written: armies are chosen and
//! checked ([`armies`]); on the table units and commanders get points, assault, fire, move, fight and
//! recover.
//!
//! A procedure is a method of [`Field`]: it sees the fixed [`Battle`], changes the [`State`], and reaches players and chance through the doors.
//! Predicates are plain functions of battle and state; the same ones suggest legal answers, judge all others and explain why.

pub mod armies;
mod ask;
pub mod core;
pub mod files;
pub mod formations;
mod rulebook;
pub mod vignette;

pub mod ch00_sequence;
pub mod ch01_command;
pub mod ch02_assault;
pub mod ch03_movement;
pub mod ch04_complex_moves;
pub mod ch05_firing;
pub mod ch06_combat;
pub mod ch07_outcome;
pub mod ch08_recovery;
pub mod ch09_victory;
pub mod ch10_features;
pub mod ch11_setting_up;

pub use crate::core::battle::Battle;
pub use crate::core::field::Field;
pub use crate::core::state::State;

/// The rules of Field of Glory Napoleonic, as the table knows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Fogn;
