//! 18: artillery.
//!
//! Others call: [`supply::is_supplied`] (zones, fire), `Field::spend_round` (fire), `Field::lose_guns` and `Field::wreck` (mêlées),
//! `Field::guns_shift` (movement, charges), `Field::return_batteries` (a new turn). [`roads`] says which steps make guns a road column
//! (movement). Here too: limbering (18.2), prolonging and shifting (18.3),
//! ricochet (18.9), the battery box (18.11), ammunition (18.14), howitzers (18.15).

pub mod battery_box;
pub mod explosions;
pub mod guns;
pub mod howitzers;
pub mod maneuvers;
pub mod reorganization;
pub mod ricochet;
pub mod roads;
pub mod sections;
pub mod supply;
