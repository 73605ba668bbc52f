//! 15: fire.
//!
//! Others call: `Field::fire_attack` ([`fire::Attack`]: every fire attack of the game ends there, also those of chapters 16, 18 and 19),
//! `Field::fire_segment` (the sequence, 7.3), `Field::opportunity_fire` (the hook of reactions). Calls: sight (14), losses (17), morale (20).

pub mod fire;
