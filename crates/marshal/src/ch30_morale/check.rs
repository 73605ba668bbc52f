//! Morale checks (31), and what a failure does (30).

use ground::HexId;
use table::{Event, Few, Modifiers, Play, Rule, Test, rule};

use super::Leaving;
use crate::Field;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Figure;
use crate::core::dice::Dice;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::state::{Formation, Order, State, UnitId};
use crate::core::status;

/// Modifiers of any morale check of a unit (12, 16, 30, 31, 43).
pub fn modifiers(b: &Battle, s: &State, unit: UnitId) -> Modifiers {
    let (now, figures) = (s.unit(unit), &b.charts.morale);
    let good = now.order == Order::Good;
    let mut sum = Modifiers::new();
    let mut add = |figure: &Figure, condition: bool| figure.add_if(condition, &mut sum);
    add(&figures.disorder, now.order == Order::Disorder);
    add(&figures.rout, now.order == Order::Pgd);
    add(&figures.losses, b.arm(unit) == Arm::Infantry && status::is_halved(b, s, unit));
    // A higher morale value is the worse: what the text adds to it is taken from the dice (16; RULING 5).
    add(&figures.square, good && now.formation == Formation::Square);
    add(&figures.road_march, good && now.formation == Formation::RoadMarch);
    let level = b.up(b.unit(unit).command).find(|c| b.commands[c.i()].has_level);
    let level = level.map_or(0, |c| usize::from(s.levels[c.i()]));
    if level > 0 {
        sum.add(b.charts.levels[level].1, "level", rule!("43"));
    }
    let led = status::leaders_with(b, s, unit).into_iter().map(|l| b.leader(l).morale).max();
    if let Some(bonus) = led.filter(|bonus| *bonus != 0) {
        sum.add(bonus, "leader.morale", rule!("7"));
    }
    sum
}

impl Field<'_, '_> {
    /// A morale check (31): the dice with all modifiers must exceed the morale value.
    pub(crate) fn check_morale(&mut self, unit: UnitId, more: Modifiers, why: Rule) -> Play<Test> {
        self.show(&[unit]);
        let mut sum = modifiers(self.b, self.s, unit);
        more.parts().iter().for_each(|part| sum.push(*part));
        let rating = self.s.back(unit).morale;
        let total = sum.total();
        let passes = |dice: Dice| dice.and(total) > rating;
        let side = self.b.side(unit);
        let dice =
            self.throw(why, "morale", side, about([unit_point(unit)]), |dice| u32::from(passes(dice)))?;
        let test = Test::from(passes(dice));
        self.tell(|| {
            Event::new(rule!("31"), "morale.checked")
                .point("unit", unit_point(unit))
                .number("dice", dice.figure())
                .number("total", dice.and(total).figure())
                .number("rating", rating.figure())
                .word("result", test.word())
                .parts(&sum)
        });
        Ok(test)
    }

    /// A check, and what its failure does (30): order becomes disorder, disorder rout; cavalry routs at once. Then the others of the stack check.
    pub(crate) fn check_and_suffer(&mut self, unit: UnitId, more: Modifiers, why: Rule) -> Play<Test> {
        if !self.s.unit(unit).on_map() {
            return Ok(Test::Passed);
        }
        let hex = self.s.unit(unit).hex();
        let test = self.check_morale(unit, more, why)?;
        if !test.passed() {
            self.worsen(unit, why)?;
            self.others_check(hex, unit)?;
        }
        Ok(test)
    }

    /// The other units of a stack, one of which has failed, check (31). The routed run already (RULING 48).
    pub(crate) fn others_check(&mut self, hex: HexId, failed: UnitId) -> Play<()> {
        for other in self.s.units_in(hex) {
            let checks = other != failed
                && self.s.part_in(other, hex).is_some()
                && self.s.unit(other).order != Order::Pgd;
            if checks && !self.check_morale(other, Modifiers::new(), rule!("31"))?.passed() {
                self.worsen(other, rule!("31"))?;
            }
        }
        Ok(())
    }

    /// The check of a hex whose limit is exceeded (10, 31; RULING 1): one throw for all its units; each that it is too low for falls into disorder.
    pub(crate) fn crowd_checks(&mut self, hex: HexId) -> Play<()> {
        let units = self.s.units_in(hex);
        let totals: Few<i16, 8> = units.iter().map(|u| modifiers(self.b, self.s, *u).total()).collect();
        self.show(&units);
        let b = self.b;
        let values: Few<Dice, 8> = units.iter().map(|u| self.s.back(*u).morale).collect();
        let stands = |dice: Dice, at: usize| dice.and(totals[at]) > values[at];
        let class = |dice: Dice| (0..units.len()).fold(0, |all, at| 2 * all + u32::from(stands(dice, at)));
        let side = b.side(units[0]);
        let dice = self.throw(rule!("31"), "crowd", side, about([hex_point(hex)]), class)?;
        self.tell(|| {
            Event::new(rule!("31"), "crowded").point("hex", hex_point(hex)).number("dice", dice.figure())
        });
        for at in 0..units.len() {
            // The routed run already.
            let now = self.s.unit(units[at]);
            if !stands(dice, at) && now.on_map() && now.order != Order::Pgd {
                self.worsen(units[at], rule!("31"))?;
            }
        }
        Ok(())
    }

    /// A unit's order gets worse (30).
    pub(crate) fn worsen(&mut self, unit: UnitId, why: Rule) -> Play<()> {
        let is_cavalry = self.b.arm(unit) == Arm::Cavalry;
        if is_cavalry || self.s.unit(unit).order != Order::Good {
            self.rout(unit, why)
        } else {
            self.disorder(unit, why)
        }
    }

    /// A unit falls into disorder and goes back (30). Cavalry is never disordered: it routs.
    pub(crate) fn disorder(&mut self, unit: UnitId, why: Rule) -> Play<()> {
        if self.b.arm(unit) == Arm::Cavalry {
            return self.rout(unit, why);
        }
        self.break_formation(unit, Order::Disorder, why);
        self.go_back(unit, Leaving::Freely)
    }

    /// A unit routs and runs (30).
    pub(crate) fn rout(&mut self, unit: UnitId, why: Rule) -> Play<()> {
        self.break_formation(unit, Order::Pgd, why);
        self.go_back(unit, Leaving::Freely)
    }

    /// Formation is lost: a unit in several hexes gathers in its first, guns keep theirs (5, 30).
    pub(crate) fn break_formation(&mut self, unit: UnitId, order: Order, why: Rule) {
        let hex = self.s.unit(unit).hex();
        if !hex.is_some() {
            return;
        }
        if self.s.unit(unit).hexes().len() > 1 {
            self.s.put(unit, &[hex]);
        }
        let formation = self.gathered(unit);
        let now = self.s.unit_mut(unit);
        now.order = order;
        if now.formation != formation {
            now.formation = formation;
        }
        if now.aim.is_vertex() && self.b.arm(unit) != Arm::Artillery {
            now.aim = now.aim.turn(-1);
        }
        let key = if order == Order::Pgd { "routed" } else { "disordered" };
        let hex = self.s.unit(unit).hex();
        self.tell(|| Event::new(why, key).point("unit", unit_point(unit)).place("hex", hex.0));
    }

    /// Formation of a unit that has lost its own: guns keep theirs, all others a column, or general order where the ground asks for it (30).
    pub(crate) fn gathered(&self, unit: UnitId) -> Formation {
        let now = self.s.unit(unit);
        match self.b.arm(unit) {
            Arm::Artillery => now.formation,
            _ if status::is_close(self.b, now.hex()) => Formation::GeneralOrder,
            _ => Formation::Column,
        }
    }
}
