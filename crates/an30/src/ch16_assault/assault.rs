//! 16.1: declaration and resolution of assaults.

use ground::HexId;
use table::{Play, Refusal, rule};

use crate::Field;
use crate::core::battle::Battle;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Segment, State, UnitId};

/// Whether a stack may assault a hex from where it stands (16.2).
///
/// # Errors
/// Why not.
pub fn may_assault(_b: &Battle, _s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    Err(Refusal::new(rule!("16.2"), "assault.not_here")
        .with("unit", unit_point(unit))
        .with("hex", hex_point(target)))
}

/// Whether a unit assaults, or is the target of an assault: its infantry does not fire in the Fire Segment (16.2.5), and fires at nobody by
/// opportunity (16.2.5.3).
pub fn is_engaged(b: &Battle, s: &State, unit: UnitId) -> bool {
    let hexes = s.unit(unit).hexes();
    s.assaults.iter().any(|assault| {
        let targeted = assault.targets.iter().any(|hex| hexes.contains(hex));
        let assaults = assault.attackers.iter().any(|a| hexes.contains(&a.from));
        if assault.side == b.side(unit) { assaults } else { targeted }
    })
}

impl Field<'_> {
    /// Stacks in these hexes are assaulted or charged: their own assaults are off at once (16.2.4).
    pub fn divert(&mut self, hexes: &[HexId]) {
        for assault in &mut self.s.assaults {
            assault.attackers.retain(|a| !hexes.contains(&a.from));
        }
        self.s.assaults.retain(|assault| !assault.attackers.is_empty());
    }

    /// Declares an assault (16.1): the marker is placed, and the stack moves no more.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn declare_assault(&mut self, _stack: &[UnitId], _target: HexId) -> Play<()> {
        Ok(())
    }

    /// The Assault Segment (7.4), one assault a checkpoint.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn assault_segment(&mut self) -> Play<()> {
        if self.s.assaults.is_empty() {
            self.enter_segment(Segment::Reorganization);
            return Ok(());
        }
        let steps = self.b.variant;
        steps.resolve_assault(self, 0)
    }

    /// Resolves an assault by the Règlement's steps (16.1.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn resolve_assault(&mut self, assault: usize) -> Play<()> {
        self.s.assaults.remove(assault);
        Ok(())
    }
}
