//! Jours de Gloire, chapter by chapter: the modules carry the book's chapter numbers and names, its sections stand inside.
//!
//! A procedure is a method of [`Field`]: it sees the fixed [`Battle`], changes the [`State`], and reaches players and chance
//! through the doors. Predicates are plain functions of battle and state; the same ones list the legal answers, refuse
//! the others and explain why.

mod ask;
pub mod core;
pub mod files;
mod rulebook;
pub mod vignette;
mod why; // what refusals say

pub mod ch00_general;
pub mod ch01_turn;
pub mod ch02_orders;
pub mod ch03_initiative;
pub mod ch04_movement;
pub mod ch05_stacking;
pub mod ch06_facing;
pub mod ch07_fire;
pub mod ch08_shock;
pub mod ch09_charge;
pub mod ch10_disorder;
pub mod ch11_rally;
pub mod ch12_weather;
pub mod ch13_victory;

pub use crate::core::battle::Battle;
pub use crate::core::field::Field;
pub use crate::core::state::State;
pub use crate::core::{Facing, Few};
pub use crate::why::questions;

/// Jours de Gloire, as the table knows it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Jdg;
