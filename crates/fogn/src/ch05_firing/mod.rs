//! The Firing Phase: who fires at whom with how many dice, what hits, and what comes of it.

mod allocation;
mod buildings;
mod contact;
mod dice;
mod heights;
mod hits;
mod pivot;
mod results;
mod targets;

pub(crate) use contact::exposed;
pub use dice::{Dice, dice_made, dice_of, reduced, told_losses};
pub use hits::needed;
pub(crate) use targets::reaches;
pub use targets::{Aim, Range, aims, may_fire, sees_unit as sees};
