//! 11: stacking.
//!
//! Others call: [`limits::lawful`] (the stack of a hex as it is), [`limits::may_stand`] (with others added, at the end of a movement),
//! [`limits::may_pass`] (on the way), `Field::settle` (after an involuntary movement or an advance brought a stack into a hex: checks and
//! displacement, 11.1.4, 11.1.5).

pub mod limits;
pub mod settle;
