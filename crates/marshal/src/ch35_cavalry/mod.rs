//! 35 to 42. Cavalry: its readiness, its charges, and how they are met.

mod charge;
mod course;
mod guns;
mod opportunity;
mod pursuit;
mod react;
mod readiness;
mod squares;
mod stand;

pub use charge::{charge_step, may_charge, may_charge_together};
pub use course::{Course, Step, steps};
pub use opportunity::may_strike;
pub use react::may_react;
pub use squares::may_form_square;
pub use stand::modifiers as to_stand;
