//! La Bataille by the rules of Marshal Enterprises. The text numbers its rules from 1 to 46 without chapters: a module carries the number of the
//! first rule that it holds and its name, in the text's order. Being written: `books/marshal/index.toml` says which rules are in play.
//!
//! A procedure is a method of [`Field`]: it sees the fixed [`Battle`], changes the [`State`], and reaches players and chance through the doors.
//! Predicates are plain functions of battle and state; the same ones list the legal answers, refuse the others and explain why.

mod ask;
pub mod core;
pub mod files;
mod rulebook;
pub mod vignette;

pub mod ch02_chronology;
pub mod ch06_units;
pub mod ch07_leaders;
pub mod ch10_increments;
pub mod ch13_orientation;
pub mod ch14_zones;
pub mod ch16_organisations;
pub mod ch18_movement;
pub mod ch20_horse_tirailleurs;
pub mod ch21_fire;
pub mod ch30_morale;
pub mod ch32_assault;
pub mod ch35_cavalry;
pub mod ch44_force_march;
pub mod ch45_reinforcements;

pub use crate::core::battle::Battle;
pub use crate::core::field::Field;
pub use crate::core::state::State;

/// The rules of Marshal Enterprises, as the table knows them.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Marshal;
