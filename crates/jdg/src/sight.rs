//! 7.4: line of sight.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Battle, State};
/// Whether there is a line of sight between two hexes, units in between counted (7.4).
pub fn sight(b: &Battle, s: &State, from: HexId, to: HexId) -> Result<(), Refusal> { todo!() }
/// The same without the reason, fast.
pub fn sees(b: &Battle, s: &State, from: HexId, to: HexId) -> bool { todo!() }
