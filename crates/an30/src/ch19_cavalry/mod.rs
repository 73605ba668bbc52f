//! 19: cavalry.
//!
//! Others call: `Field::reaction_moves` and `Field::opportunity_charges` (the hook of reactions), `Field::charge_step` and
//! `Field::charge_melee_step` (the sequence, 7.2.2), [`crate::variant::Variant::charge_melee`], which comes back to `Field::charge_melee`;
//! `Field::tire` (19.15).

pub(crate) mod allot;
pub mod anew;
pub mod at_once;
pub mod away;
pub mod charge;
pub mod drive;
pub mod grand;
pub(crate) mod grand_move;
pub mod groups;
pub(crate) mod in_line;
pub(crate) mod meet;
pub mod melee;
pub mod opportunity;
pub mod over;
pub(crate) mod pursuit;
pub mod react;
pub mod readiness;
pub mod recall;
pub mod regroup;
pub(crate) mod rehearsal;
pub mod results;
pub mod spread;
pub mod squares;
pub mod strength;
pub mod targets;
pub mod withdraw;
