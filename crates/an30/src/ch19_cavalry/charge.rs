//! 19.1 to 19.19: charges and the other movements of cavalry out of turn.

use table::{Answer, Play, Refusal, rule};

use crate::Field;
use crate::ch10_zones::reactions::Act;
use crate::core::battle::Battle;
use crate::core::field::unit_point;
use crate::core::state::{ChargePhase, Phase, State, UnitId};

/// Whether a stack may declare a charge where it stands (19.1, 19.2).
///
/// # Errors
/// Why not.
pub fn may_charge(_b: &Battle, _s: &State, unit: UnitId) -> Result<(), Refusal> {
    Err(Refusal::new(rule!("19.1"), "charge.not_here").with("unit", unit_point(unit)))
}

/// The charges that a stack may declare as the next act of its movement (19.1, 19.16).
pub fn list(_b: &Battle, _s: &State, _stack: &[UnitId], _out: &mut Vec<Answer>) {}

/// Why it may not.
pub fn refuse(b: &Battle, s: &State, stack: &[UnitId], _answer: &Answer) -> Option<Refusal> {
    may_charge(b, s, stack[0]).err()
}

impl Field<'_> {
    /// Declares a charge (19.1.1 step 1): the marker is placed; the charge waits for the end of the maneuver unit (7.2.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn declare_charge(&mut self, _stack: &[UnitId], _answer: &Answer) -> Play<()> {
        Ok(())
    }

    /// The Cavalry Charge Sub-segment (7.2.2.1), one charge a checkpoint; then the mêlées.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn charge_step(&mut self) -> Play<()> {
        self.s.activation.phase = Phase::Melees;
        Ok(())
    }

    /// The Charge Mêlée Sub-segment (7.2.2.2), one mêlée a checkpoint; then the next chit.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn charge_melee_step(&mut self) -> Play<()> {
        let due = self.s.charges.iter().position(|charge| charge.phase == ChargePhase::Contact);
        match due {
            Some(charge) => {
                let steps = self.b.variant;
                steps.charge_melee(self, charge)
            }
            None => {
                self.s.charges.clear();
                self.end_activation();
                Ok(())
            }
        }
    }

    /// Fights the mêlée of a charge by the Règlement's steps (19.9).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn charge_melee(&mut self, charge: usize) -> Play<()> {
        self.s.charges.remove(charge);
        Ok(())
    }

    /// Cavalry near a stack that does something may move (19.19).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn reaction_moves(&mut self, _stack: &[UnitId], _act: Act) -> Play<()> {
        Ok(())
    }

    /// Cavalry in whose opportunity zone a stack does something may charge it (19.18).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn opportunity_charges(&mut self, _stack: &[UnitId], _act: Act) -> Play<()> {
        Ok(())
    }
}
