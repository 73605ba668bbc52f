//! Dice of tests: some dice, of which one must show enough; élan throws some of them again (`cmt.test`, `morale.procedure`).

use table::{Play, Rule, Test};

use crate::Field;
use crate::armies::{Capability, Elan};
use crate::core::state::UnitId;

/// Needs of a test: its dice, and what one of them must show at least.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Needs {
    /// Dice thrown.
    pub dice: i16,
    /// The least that one must show.
    pub least: i16,
}

/// Second throws of a test by élan.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Again {
    /// None.
    Never,
    /// Dice up to this one, if the test is failed.
    Low(i16),
    /// All sixes, if it is passed.
    Sixes,
}

/// Classes of a die of a test.
const LOW: u32 = 0;
const FAILS: u32 = 1;
const PASSES: u32 = 2;
const SIX: u32 = 3;

impl Field<'_, '_> {
    /// The second throws of a unit (`cmt.test`, `combat.rerolls`).
    pub(crate) fn again(&self, unit: UnitId) -> Again {
        let card = self.b.unit(unit);
        match (card.elan, card.is(Capability::Guard)) {
            (Elan::Superior, true) => Again::Low(2),
            (Elan::Superior, false) | (Elan::Average, true) => Again::Low(1),
            (Elan::Average, false) => Again::Never,
            (Elan::Poor, _) => Again::Sixes,
        }
    }

    /// A test: passed if one of the dice shows enough. Who fails throws low dice again, which can only help and so is not asked; poor troops that
    /// pass must throw their sixes again.
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn test(&mut self, unit: UnitId, rule: Rule, key: &'static str, needs: Needs) -> Play<Test> {
        let (again, who) = (self.again(unit), (self.b.side(unit), unit));
        if needs.dice < 1 || needs.least > 6 {
            return Ok(Test::Failed);
        }
        let class = |face: i16| match face {
            6 => SIX,
            face if face >= needs.least => PASSES,
            face if matches!(again, Again::Low(low) if face <= low) => LOW,
            _ => FAILS,
        };
        let first = self.throw(rule, key, who, needs.dice as u16, class)?;
        let of = |class: u32| first.of(class as usize);
        let passed = of(PASSES) + of(SIX) > 0;
        let once_more = match again {
            Again::Low(_) if !passed => of(LOW),
            Again::Sixes if passed => of(SIX),
            _ => 0,
        };
        if once_more == 0 {
            return Ok(Test::from(passed));
        }
        let second = self.throw(rule, "again", who, once_more, |face| u32::from(face >= needs.least))?;
        let kept = again == Again::Sixes && of(PASSES) > 0;
        Ok(Test::from(kept || second.of(1) > 0))
    }
}
