//! 9.4: counter-charge; 9.2: the test at the end of a charge.

use ground::{Dirs, HexId};
use table::{Event, Modifiers, Play, Test, rule};

use crate::Few;
use crate::ch06_facing::facing;
use crate::ch08_shock::shock::combat::{Combat, foes, held_against};
use crate::ch09_charge::charge::square::Assent;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{Field, hex_point, unit_point};
use crate::core::state::{Condition, State, UnitId, did};

/// The chargers that come at a unit through its front hexes.
fn frontal_chargers(b: &Battle, s: &State, combat: &Combat, unit: UnitId) -> Few<UnitId> {
    combat
        .against(b, s.unit(unit).hex)
        .filter(|k| s.unit(k.unit).has(did::CHARGING) && !facing::is_rear(b, s, unit, k.from))
        .map(|k| k.unit)
        .collect()
}

impl Field<'_, '_> {
    /// Charged cavalry may counter-charge, hex by hex (9.4).
    pub(crate) fn counter_charges(&mut self, combat: &Combat) -> Play<()> {
        for &hex in &combat.targets {
            self.counter_charge(combat, hex)?;
        }
        Ok(())
    }

    /// The topmost cavalry unit in good order tests for its stack (9.4). If it passes, those who charge through its front lose
    /// their bonus; chargers from the rear keep theirs (RULING J40).
    fn counter_charge(&mut self, combat: &Combat, hex: HexId) -> Play<()> {
        let ready =
            |&u: &UnitId| self.b.arm(u) == Arm::Cavalry && self.s.unit(u).condition == Condition::Good;
        let horse: Few<UnitId> = self.s.stack(hex).filter(ready).collect();
        let Some(&unit) = horse.first() else { return Ok(()) };
        let chargers = frontal_chargers(self.b, self.s, combat, unit);
        if chargers.is_empty() {
            return Ok(());
        }
        let about = [unit_point(unit), hex_point(self.s.unit(chargers[0]).hex), table::Point::Nothing];
        if self.assent(self.b.side(unit), rule!("9.4"), "countercharge", about)? == Assent::No {
            return Ok(());
        }
        let against_heavy = !self.b.unit(unit).heavy && chargers.iter().any(|&u| self.b.unit(u).heavy);
        let figure = self.b.charts.tests.countercharge_light_against_heavy;
        let modifiers = figure.on_if(against_heavy, Modifiers::new());
        if self.engagement_test(unit, modifiers, rule!("9.4"))? == Test::Failed {
            return Ok(());
        }
        for &u in &horse {
            self.s.unit_mut(u).did |= did::COUNTERCHARGED;
        }
        for &u in &chargers {
            self.s.unit_mut(u).did |= did::COUNTERED;
        }
        self.tell(|| {
            Event::new(rule!("9.4"), "countercharge.made").unit("unit", unit.0.into()).place("hex", hex.0)
        });
        Ok(())
    }

    /// The end of a charge: every unit that took part in it and is still on the map tests its cohesion (9.2).
    ///
    /// RULING J184: cavalry that counter-charged did so only if it pursued.
    pub(crate) fn end_of_charge(&mut self, chargers: &[UnitId]) -> Play<()> {
        for &unit in chargers {
            let u = self.s.unit_mut(unit);
            if !u.has(did::CHARGING | did::CHARGED) {
                continue;
            }
            u.did &= !(did::CHARGING | did::CHARGED | did::COUNTERED);
            u.aims = Dirs::NONE;
            if !u.on_map() {
                continue;
            }
            let hex = u.hex;
            self.tell(|| Event::new(rule!("9.2"), "charge.ends").unit("unit", unit.0.into()));
            let enemies = foes(self.enemies_around(unit, hex).into_iter());
            self.must_test(unit, Modifiers::new(), rule!("9.2"), &enemies)?;
        }
        Ok(())
    }

    /// Enemy units next to a hex: a unit that routs at the end of its charge runs away from them.
    fn enemies_around(&self, unit: UnitId, hex: HexId) -> Few<UnitId> {
        let (b, s) = (self.b, &*self.s);
        let held = |h: &HexId| h.is_some() && held_against(b, s, b.side(unit), *h);
        b.ground.neighbours(hex).into_iter().filter(held).flat_map(|h| s.stack(h)).collect()
    }
}
