//! 16: assaults.
//!
//! Others call: `Field::assault_segment` (the sequence, 7.4), `Field::declare_assault` (movement, when a stack steps up to its target),
//! [`crate::variant::Variant::resolve_assault`], which comes back to `Field::resolve_assault`. Calls: morale (20), fire (15), losses (17),
//! involuntary movement (13.2), stacking (11).

pub mod assault;
