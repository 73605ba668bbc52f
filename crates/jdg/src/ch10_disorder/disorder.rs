//! 10.1, 10.2: disorder and rout.

use table::{Event, Modifiers, Play, Rule, Test, rule};

use crate::ch10_disorder::rout;
use crate::core::field::Foes;
use crate::core::state::{Condition, UnitId};
use crate::{Battle, Field};

/// Disorders that befall a unit together.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default, Debug)]
pub struct Disorders(pub u8);

/// Condition of a unit after a number of disorders, from the one in which it is (10.1, 10.2): a battery does not rout by disorder.
pub fn worse(b: &Battle, unit: UnitId, condition: Condition, disorders: Disorders) -> Condition {
    (0..disorders.0).fold(condition, |condition, _| match condition {
        Condition::Good => Condition::Disordered,
        Condition::Disordered if !b.is_gun(unit) => Condition::Routed,
        _ => Condition::Eliminated,
    })
}

impl Field<'_, '_> {
    /// A unit must make a cohesion test: a routed unit runs instead (8.5, 10.2); failure is one disorder.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn must_test(&mut self, unit: UnitId, extra: Modifiers, rule: Rule, foes: &Foes) -> Play<()> {
        if !self.s.unit(unit).on_map() {
            return Ok(());
        }
        if self.s.unit(unit).condition == Condition::Routed {
            return self.rout_move(unit);
        }
        match self.cohesion_test(unit, extra, rule)? {
            Test::Passed => Ok(()),
            Test::Failed => self.disorder(unit, rule, foes),
        }
    }

    /// One disorder: good order to disordered, disordered to routed with a retreat, routed to eliminated (10.1, 10.2); a
    /// disordered battery is eliminated (10.1). Who is eliminated already is left alone.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn disorder(&mut self, unit: UnitId, rule: Rule, foes: &Foes) -> Play<()> {
        match worse(self.b, unit, self.s.unit(unit).condition, Disorders(1)) {
            Condition::Disordered => {
                self.s.unit_mut(unit).condition = Condition::Disordered;
                self.tell(|| Event::new(rule, "disorder.disordered").unit("unit", unit.0.into()));
                self.shaken_before_it_strikes(unit);
                self.leave_square(unit, rule!("4.2"))
            }
            Condition::Routed => self.become_routed(unit, rule, foes),
            _ => {
                self.eliminate(unit, if self.b.is_gun(unit) { rule!("10.1") } else { rule!("10.2") });
                Ok(())
            }
        }
    }

    /// Routed directly, by fire (10.2); a disordered battery is eliminated (10.1), and so is a routed unit (RULING J44).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn rout(&mut self, unit: UnitId, rule: Rule, foes: &Foes) -> Play<()> {
        match self.s.unit(unit).condition {
            Condition::Disordered if self.b.is_gun(unit) => {
                self.eliminate(unit, rule!("10.1"));
                Ok(())
            }
            Condition::Routed | Condition::Eliminated => {
                self.eliminate(unit, rule!("10.2"));
                Ok(())
            }
            Condition::Good | Condition::Disordered => self.become_routed(unit, rule, foes),
        }
    }

    /// The rout marker, then the immediate retreat (10.2).
    fn become_routed(&mut self, unit: UnitId, cause: Rule, foes: &Foes) -> Play<()> {
        let facing = rout::facing(self.b, self.s, unit);
        let u = self.s.unit_mut(unit);
        (u.condition, u.facing) = (Condition::Routed, facing);
        self.tell(|| Event::new(cause, "disorder.routed").unit("unit", unit.0.into()));
        self.leave_square(unit, rule!("4.2"))?;
        self.retreat(unit, foes)
    }

    /// Eliminated: off the map for good (10.2).
    pub fn eliminate(&mut self, unit: UnitId, rule: Rule) {
        if !self.s.unit(unit).on_map() {
            return;
        }
        let hex = self.s.unit(unit).hex;
        self.tell(|| Event::new(rule, "disorder.eliminated").unit("unit", unit.0.into()).place("hex", hex.0));
        self.lapse(unit, "lapse_lost");
        self.s.lift(unit);
        let u = self.s.unit_mut(unit);
        (u.condition, u.square) = (Condition::Eliminated, false);
    }
}
