//! 10: zones of influence, and the reactions of who is not moving.
//!
//! Others call: [`zones::exerted`], [`zones::bears_on`] (movement, sight of charges, retreats), `Field::spend` before every step that costs
//! movement points or calls for reactions ([`reactions::Act`]), `Field::leave_zone` (10.2.2) before a voluntary step out of a zone.
//! `Field::spend` calls fire (15.6), reaction moves (19.19) and opportunity charges (19.18) as plain procedures.
//! The fans of reading 58 (arc of fire, commitment, charge, reaction, skirmish) stand in `fans` and are used by chapters 12, 15, 16, 19.

pub mod fans;
pub mod reactions;
pub mod zones;
