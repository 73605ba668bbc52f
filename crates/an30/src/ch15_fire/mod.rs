//! 15: fire.
//!
//! Others call: [`fire::joint`] for each attack of an assault or a charge, and then `Field::close_attack`; `Field::fire_segment` (the sequence,
//! 7.3), `Field::artillery_chit` (8.9.3), `Field::opportunity_fire` (the hook of reactions). Calls: sight (14), losses (17), morale (20).

pub mod aiming;
pub mod defence;
pub mod fire;
pub mod opportunity;
pub mod segment;
pub mod value;
