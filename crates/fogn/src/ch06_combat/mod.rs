//! The Combat Phase: units in contact fight: dice, hits, losses, who goes and who pursues.

mod buildings;
mod contact;
mod dice;
mod hits;
mod line_up;
mod pursuit;
mod resolution;
mod round;
mod slopes;

pub use contact::{Contact, opponents};
pub use dice::dice_against;
pub(crate) use dice::rear_support;
pub(crate) use hits::in_the_open;
pub use hits::needed;
pub(crate) use slopes::{bases, holds_height};
