//! 13: movement.
//!
//! Others call: [`allowance::allowance`] (half movement points a unit may spend), [`step::cost`] and [`step::may_enter`] (what a step costs and
//! whether it may be taken), `Field::move_stack` (the loop that the sequence calls for the stack that its owner picked), `Field::retreat`
//! ([`involuntary::Retreat`]: rout, recoil, bounce), `Field::step_back` (displacement).

pub mod allowance;
pub mod involuntary;
pub mod moving;
pub mod step;
