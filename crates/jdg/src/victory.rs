//! 13: victory.
#![expect(missing_docs, clippy::todo, unused_variables, reason = "chapter being written")]
use table::*; use ground::*; use crate::{Field, Battle, State, state::*};
/// A unit passes a hex: an objective there is its side's now.
pub fn pass(b: &Battle, s: &mut State, unit: UnitId, hex: HexId) { todo!() }
/// The end of the game, if there is one.
pub fn outcome(b: &Battle, s: &State) -> Option<Outcome> { todo!() }
/// Points in halves, by side (13.2).
pub fn half_points(b: &Battle, s: &State) -> [i32; 2] { todo!() }
