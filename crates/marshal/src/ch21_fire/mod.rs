//! 21 to 28. Combat à la feu: who may fire at what, with what value, and what comes of it.

mod aiming;
mod attack;
mod segment;
mod value;

pub use aiming::{before, blocked, looks_out, may_fire, sight, value_as_it_stands};
pub use value::{defence, dice_modifiers, value};

use crate::core::state::UnitId;
use table::Few;

/// The units that fire together.
pub type Firing = Few<UnitId, 8>;

/// Kind of fire: by the segment, or at a movement (27, 28).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// In the offensive segment: as far as the weapons carry.
    Offensive,
    /// In the defensive segment: at the next hex only.
    Defensive,
    /// At a movement: at the next hex only.
    Opportunity,
}
