//! 10.3, 10.5: recoil, retreat, traversed units. `route` looks ahead; here the units move.

mod route;

use crate::ch05_stacking::arrival::ArrivalKind;
use crate::ch10_disorder::disorder::Disorders;
use ground::HexId;
use table::{Answer, Event, Modifiers, Play, Point, rule};

use crate::ch06_facing::facing;
use crate::ch10_disorder::rout;
use crate::core::field::{Foes, hex_of, hex_point, unit_point};
use crate::core::state::{Condition, LeaderId, UnitId};
use crate::core::verb;
use crate::{Few, Field, State, why};

use route::{Kind, Leg, Withdrawal};
pub use route::{Prospect, halts};

/// The units that a unit passed through on its way (10.5).
#[derive(Default)]
pub(crate) struct TraversedUnits {
    units: Few<UnitId, 32>,
}

impl TraversedUnits {
    /// Adds the units of a hex that a unit comes into; no route comes back to a hex.
    pub(crate) fn add(&mut self, s: &State, hex: HexId) {
        self.units.extend(s.stack(hex));
    }
}

impl Field<'_, '_> {
    /// A unit recoils one hex (10.3), or is eliminated; a square in its hex is broken up first (4.2). Units it passes through are tested (10.5).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn recoil(&mut self, unit: UnitId, foes: &Foes) -> Play<()> {
        self.break_square(self.s.unit(unit).hex, rule!("4.2"))?;
        self.withdraw(unit, Kind::Recoil, foes)
    }

    /// A unit called back before squares recoils one hex from them, if it finds one (9.3.3); if not, it stays.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn fall_back(&mut self, unit: UnitId, squares: &Foes) -> Play<()> {
        self.withdraw(unit, Kind::Recall, squares)
    }

    /// A routed unit retreats 2 hexes, cavalry 3 (10.2, 10.3), or is eliminated.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn retreat(&mut self, unit: UnitId, foes: &Foes) -> Play<()> {
        self.withdraw(unit, Kind::Retreat, foes)
    }

    /// Recoil or retreat, each unit of a stack by itself (10.3.1, 10.3.3), and what it does to those who are passed.
    fn withdraw(&mut self, unit: UnitId, kind: Kind, foes: &Foes) -> Play<()> {
        if !self.s.unit(unit).on_map() {
            return Ok(());
        }
        let crossed = self.go_back(unit, kind, foes)?;
        self.traversed(unit, &crossed, foes)
    }

    /// Recoil or retreat, hex by hex; returns whom the unit passed through. A unit that routs on its way retreats from where it is,
    /// instead of what was left.
    fn go_back(&mut self, unit: UnitId, kind: Kind, foes: &Foes) -> Play<TraversedUnits> {
        let u = *self.s.unit(unit);
        let mut leg = Leg::start(self.b, unit, u.hex, u.condition, kind);
        let mut crossed = TraversedUnits::default();
        let mut escort = None;
        loop {
            let Some(to) = self.choose_withdrawal(unit, &leg, foes)? else {
                // RULING J39: one called back stays only where no hex is open. RULING J143: a unit that cannot carry out the whole
                // of it is taken off where it stands.
                if kind != Kind::Recall {
                    self.eliminate(unit, rule!("10.3.1"));
                }
                return Ok(crossed);
            };
            let from = leg.at;
            let harm = route::harm(self.b, self.s, unit, from, to);
            if route::traverses(self.b, self.s, unit, &leg, to) {
                crossed.add(self.s, to);
            }
            self.step_back(unit, kind, from, to)?;
            if harm.total() > Disorders(0) {
                self.escort(unit, &mut escort, u.hex, to)?;
                self.harm_on_the_way(unit, harm, foes)?;
            }
            let u = *self.s.unit(unit);
            if !u.on_map() || u.condition == Condition::Routed && leg.condition != Condition::Routed {
                return Ok(crossed);
            }
            leg = leg.step(to, u.condition);
            if leg.left == 0 && halts(self.b, self.s, unit, leg.condition, to) != Prospect::Lost {
                break;
            }
        }
        self.escort(unit, &mut escort, u.hex, leg.at)?;
        self.conform_facing(unit);
        Ok(crossed)
    }

    /// The commanders stacked with a unit at its start come to where it is; who has come along once goes on with it.
    fn escort(
        &mut self,
        unit: UnitId,
        escort: &mut Option<Few<LeaderId>>,
        start: HexId,
        to: HexId,
    ) -> Play<()> {
        match escort {
            None => *escort = Some(self.commander_accompanies(unit, start, to)?),
            Some(escort) => escort.iter().for_each(|&leader| self.goes_along(leader, unit, to)),
        }
        Ok(())
    }

    /// One hex of a withdrawal.
    fn step_back(&mut self, unit: UnitId, kind: Kind, from: HexId, to: HexId) -> Play<()> {
        let (rule, key, how) = match kind {
            Kind::Recoil => (rule!("10.3.1"), "recoil.back", ArrivalKind::Driven),
            Kind::Retreat => (rule!("10.3.1"), "recoil.retreat", ArrivalKind::Driven),
            Kind::Recall => (rule!("9.3.3"), "recoil.back", ArrivalKind::Own),
        };
        self.tell(|| {
            Event::new(rule, key).unit("unit", unit.0.into()).place("from", from.0).place("to", to.0)
        });
        self.relocate(unit, to, how)
    }

    /// The owner chooses the next hex among those that do not cost them the unit (10.3.1); none if there is no such hex.
    fn choose_withdrawal(&mut self, unit: UnitId, leg: &Leg, foes: &Foes) -> Play<Option<HexId>> {
        let choices = Withdrawal { b: self.b, s: self.s, unit, foes }.choices(leg);
        if choices.hexes().is_empty() {
            return Ok(None);
        }
        let (rule, key) = match leg.kind {
            Kind::Recall => (rule!("9.3.3"), "recall.to"),
            Kind::Recoil | Kind::Retreat => (rule!("10.3.1"), "withdraw.to"),
        };
        let answer = self.ask(
            self.b.side(unit),
            rule,
            key,
            [unit_point(unit), Point::Nothing, Point::Nothing],
            |_, _, out| {
                out.extend(choices.hexes().iter().map(|&hex| Answer::one(verb::BACK, hex_point(hex))))
            },
            |b, s, answer| match hex_of(answer) {
                Some(hex) => Withdrawal { b, s, unit, foes }.refuse(leg, hex),
                None => why::must(rule, key, &[unit_point(unit), Point::Nothing, Point::Nothing]),
            },
        )?;
        Ok(hex_of(&answer))
    }

    /// The disorders of a step: over steep slope, ford or bridge (10.3.4), into an enemy's front hex (10.3.5).
    fn harm_on_the_way(&mut self, unit: UnitId, harm: route::Harm, foes: &Foes) -> Play<()> {
        if harm.side > 0 {
            self.disorder(unit, rule!("10.3.4"), foes)?;
        }
        if harm.front > 0 {
            self.disorder(unit, rule!("10.3.5"), foes)?;
        }
        Ok(())
    }

    /// A unit that is not routed keeps its facing, but takes that of the units it joins (10.3.2, 6.1.1); a routed one looks
    /// where it runs (10.2).
    fn conform_facing(&mut self, unit: UnitId) {
        if self.s.unit(unit).condition == Condition::Routed {
            self.s.unit_mut(unit).facing = rout::facing(self.b, self.s, unit);
            return;
        }
        if let Some(other) = facing::partner(self.b, self.s, unit, |_| false) {
            let facing = self.s.unit(other).facing;
            if facing != self.s.unit(unit).facing {
                self.s.unit_mut(unit).facing = facing;
                self.tell(|| {
                    Event::new(rule!("10.3.2"), "recoil.facing")
                        .unit("unit", unit.0.into())
                        .unit("other", other.0.into())
                        .point("facing", Point::Facing(facing.0))
                });
            }
        }
    }

    /// Units passed through make a cohesion test, routed ones a rout move (10.5), once the unit that passed has halted. A routed
    /// unit that is passed through by the very one whose flight it has just caused stays in place; one that set others going
    /// who then met it runs again.
    ///
    /// RULING J144: a unit that fails this test and routs retreats from the same enemies as the unit that passed through it.
    pub(crate) fn traversed(&mut self, by: UnitId, crossed: &TraversedUnits, foes: &Foes) -> Play<()> {
        let caused = self.chain.last().copied();
        // Nobody runs so often: the map would have to be a ring of routed units.
        let endless = self.chain.len() >= crate::core::state::MAX_UNITS;
        for &unit in &crossed.units {
            let u = *self.s.unit(unit);
            if !u.on_map() {
                continue;
            }
            self.tell(|| {
                Event::new(rule!("10.5"), "recoil.traversed")
                    .unit("unit", unit.0.into())
                    .unit("by", by.0.into())
            });
            if u.condition == Condition::Routed && (caused == Some((unit, by)) || endless) {
                self.tell(|| Event::new(rule!("10.5"), "recoil.stays").unit("unit", unit.0.into()));
                continue;
            }
            self.chain.push((by, unit));
            self.must_test(unit, Modifiers::new(), rule!("10.5"), foes)?;
            self.chain.pop();
        }
        Ok(())
    }
}
