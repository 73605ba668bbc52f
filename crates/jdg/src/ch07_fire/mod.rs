//! Chapter 7: artillery fire and lines of sight.
//!
//! - 7.1 to 7.3, 7.5: [`fire`]
//! - 7.4: [`sight`]

pub mod fire;
pub mod sight;
