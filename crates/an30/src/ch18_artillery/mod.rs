//! 18: artillery.
//!
//! Others call: [`supply::is_supplied`] (zones, fire), `Field::spend_round` (fire). Here too: limbering (18.2), prolonging (18.3), ricochet
//! (18.9), guns in mêlée (18.10), the battery box (18.12), ammunition (18.14), howitzers (18.15).

pub mod explosions;
pub mod guns;
pub mod howitzers;
pub mod maneuvers;
pub mod reorganization;
pub mod ricochet;
pub mod supply;
