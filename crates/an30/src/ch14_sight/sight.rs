//! 14.1, 14.2: what hinders a line of sight.

use ground::HexId;
use table::{Refusal, rule};

use crate::core::battle::Battle;
use crate::core::field::hex_point;
use crate::core::state::State;

/// Whether a line of sight is free between two hexes, and what hinders it.
///
/// # Errors
/// The rule, and the hex in the way.
pub fn line(b: &Battle, _s: &State, from: HexId, to: HexId) -> Result<(), Refusal> {
    for passed in b.ground.trace(from, to) {
        if let ground::Passed::Hex(hex) = passed
            && b.charts.terrain[b.ground.terrain(hex)].blocks_los
        {
            return Err(Refusal::new(rule!("14.1.1"), "sight.terrain").with("hex", hex_point(hex)));
        }
    }
    Ok(())
}

/// Whether the line of sight between two hexes is free.
pub fn sees(b: &Battle, s: &State, from: HexId, to: HexId) -> bool {
    line(b, s, from, to).is_ok()
}
