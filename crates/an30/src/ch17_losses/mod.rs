//! 17: losses.
//!
//! Others call: `Field::lose` (one unit), `Field::lose_from_fire` (17.1.1: who of a hex), `Field::lose_in_melee` (17.1.2), `Field::remove` (a
//! unit leaves the map), with a [`losses::Cause`]. What a unit is worth after its losses, `crate::core::status` says. Checks for losses are
//! the caller's: [`crate::ch20_morale`], with the losses of the event in the unit's `event`, which `Field::forget_event` clears.

pub mod losses;
