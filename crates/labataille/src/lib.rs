//! Mechanisms that the rulebooks of the La Bataille family share: dice of base six, exact ratios and columns of odds, figures that know their label and rule,
//! the hexsides of a footprint, the reading of rows of charts.
//!
//! Mechanisms only: no rule has its number here, no figure stands here, and no procedure. What two books do differently, each does itself.

pub mod dice;
pub mod exact;
pub mod faces;
pub mod figures;
pub mod rows;
