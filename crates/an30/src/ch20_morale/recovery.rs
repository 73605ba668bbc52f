//! 20.2: recovery of good order (7.5.1, 7.5.2).

use ground::HexId;
use table::{Answer, Event, Play, Side, rule};

use crate::Field;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch13_movement::step;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::state::{Order, State, UnitId, did};
use crate::core::{status, verb};

/// Whether an enemy in good order is nearer than units in PGD may let him be (13.2.5, 20.2.2).
fn is_pressed(b: &Battle, s: &State, unit: UnitId) -> bool {
    let near = status::nearest_ordered_enemy(b, s, b.side(unit), s.unit(unit).hex());
    near.is_some_and(|hexes| hexes < b.charts.zones.pgd.count())
}

/// Whether a unit in PGD must rout on: an enemy in good order is nearer than it may be, and no leader is with it (13.2.5, 20.2.2).
pub fn routs_on(b: &Battle, s: &State, unit: UnitId) -> bool {
    s.unit(unit).order == Order::Pgd && status::leader_of(b, s, unit).is_none() && is_pressed(b, s, unit)
}

/// Whether a unit may check to recover: in disorder not next to an enemy (20.2.1); in PGD not within reach of an enemy in good order, unless with a
/// leader and not next to any (20.2.2).
pub fn may_recover(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    let beside = status::is_adjacent_to_enemy(b, s, unit);
    let barred = match now.order {
        Order::Good => true,
        Order::Disorder => beside,
        Order::Pgd => is_pressed(b, s, unit) && (beside || status::leader_of(b, s, unit).is_none()),
    };
    now.on_map() && !now.has(did::TRIED) && !barred
}

impl Field<'_> {
    /// A unit in PGD routs on; a stack in disorder or PGD checks to recover with one throw, when its first such unit's turn comes (7.5.1, 7.5.2,
    /// 20.2). Those in disorder have their phase before those in PGD. Says whether anything happened.
    pub(crate) fn recover(&mut self, unit: UnitId, from: Order) -> Play<bool> {
        let hex = self.s.unit(unit).hex();
        if self.s.unit(unit).has(did::TRIED) || self.s.unit(unit).order != from {
            return Ok(false);
        }
        if routs_on(self.b, self.s, unit) {
            self.s.unit_mut(unit).set(did::TRIED, true);
            self.rout_on(unit)?;
            return Ok(true);
        }
        if !may_recover(self.b, self.s, unit) {
            return Ok(false);
        }
        let tries = |u: &UnitId| self.s.unit(*u).order == from && may_recover(self.b, self.s, *u);
        let stack: Few<UnitId, 8> = self.s.units_in(hex).into_iter().filter(tries).collect();
        for &unit in &stack {
            self.s.unit_mut(unit).set(did::TRIED, true);
        }
        self.try_recovery(self.b.side(unit), hex, &stack)?;
        Ok(true)
    }

    /// A unit in PGD goes on with its rout (13.2.5).
    fn rout_on(&mut self, unit: UnitId) -> Play<()> {
        let hex = self.s.unit(unit).hex();
        self.tell(|| {
            Event::new(rule!("13.2.5"), "routs_on")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
        });
        self.retreat(unit, Retreat::Rout)?;
        Ok(())
    }

    /// The check for recovery (20.2), if the owner wants it: one throw, each unit by itself (ruling 15). Who does not recover is displaced from those
    /// in good order; in PGD it routs to cover if it lost it so, or on from an enemy in good order (20.2.3).
    fn try_recovery(&mut self, side: Side, hex: HexId, stack: &[UnitId]) -> Play<()> {
        let top = stack[0];
        let answers = [Answer::one(verb::RECOVER, unit_point(top)), Answer::button(verb::PASS)];
        let answer = self.choose(side, rule!("20.2"), "recover", about([unit_point(top)]), &answers)?;
        if answer.verb == verb::PASS {
            return Ok(());
        }
        let verdicts = self.check_morale(stack, &Check::plain(Kind::Recovery, rule!("20.2")))?;
        let passed: Few<UnitId, 8> = stack.iter().copied().filter(|u| verdicts.passed(*u)).collect();
        self.reform(hex, &passed)?;
        let here = self.s.units_in(hex);
        let (good, rest): (Few<UnitId, 8>, Few<UnitId, 8>) =
            here.iter().copied().partition(|u| self.s.unit(*u).order == Order::Good);
        if good.is_empty() || rest.is_empty() {
            return Ok(());
        }
        self.displace(&rest)?;
        for unit in rest {
            if !self.s.unit(unit).on_map() {
                continue;
            }
            let covers = |hex| self.b.charts.terrain[self.b.ground.terrain(hex)].cover;
            let bare =
                self.s.unit(unit).order == Order::Pgd && covers(hex) && !covers(self.s.unit(unit).hex());
            if bare || routs_on(self.b, self.s, unit) {
                self.rout_on(unit)?;
            }
        }
        Ok(())
    }

    /// Units recover good order (20.2.4): in column, cavalry in line, where the terrain lets them, guns as they are; facing as their owner
    /// wishes. Who stands with units in good order does as they do.
    fn reform(&mut self, hex: HexId, units: &[UnitId]) -> Play<()> {
        let Some(&top) = units.first() else { return Ok(()) };
        let same_arm = |u: &UnitId| self.b.arm(*u) == self.b.arm(top);
        let ordered = |u: &UnitId| self.s.unit(*u).order == Order::Good;
        let model = self.s.units_in(hex).into_iter().find(|u| ordered(u) && same_arm(u));
        for &unit in units {
            self.s.unit_mut(unit).order = Order::Good;
        }
        let chosen = match model {
            Some(model) => self.s.unit(model).aim,
            None => {
                let formation = step::formation_in(self.b, self.s, top, hex);
                self.choose_facing(top, formation, rule!("20.2.4"), "recover.facing")?
            }
        };
        for &unit in units {
            let formation = match model {
                Some(model) if self.b.arm(model) == self.b.arm(unit) => self.s.unit(model).formation,
                _ => step::formation_in(self.b, self.s, unit, hex),
            };
            let now = self.s.unit_mut(unit);
            (now.formation, now.aim) = (formation, chosen);
            let aim = self.nearest_aim(unit, formation);
            self.s.unit_mut(unit).aim = aim;
            self.tell(|| {
                Event::new(rule!("20.2.4"), "recovered")
                    .point("unit", unit_point(unit))
                    .point("hex", hex_point(hex))
            });
        }
        Ok(())
    }
}
