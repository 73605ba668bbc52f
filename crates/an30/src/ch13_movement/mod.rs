//! 13: movement.
//!
//! Others call: [`allowance::allowance`] (half movement points a unit may spend), [`step::cost`] and [`step::may_enter`] (what a step costs and
//! whether it may be taken), `Field::move_stack` (the loop that the sequence calls for the stack that its owner picked), `Field::retreat`
//! and `Field::retreat_all` (a unit, or units of a hex as one stack: [`involuntary::Retreat`]: rout, recoil, bounce).

pub mod acts;
pub mod allowance;
pub mod arriving;
pub mod force;
pub mod involuntary;
pub mod moving;
pub mod route;
pub mod shift;
pub mod step;
