//! 19: cavalry.
//!
//! Others call: `Field::reaction_moves` and `Field::opportunity_charges` (the hook of reactions), `Field::charge_step` and
//! `Field::charge_melee_step` (the sequence, 7.2.2), [`crate::variant::Variant::charge_melee`], which comes back to `Field::charge_melee`;
//! `Field::tire` (19.15).

pub mod charge;
pub mod readiness;
pub mod squares;
