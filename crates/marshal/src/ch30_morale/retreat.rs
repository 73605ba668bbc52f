//! Retreats of disordered and routed units (14, 30).

use ground::HexId;
use table::{Event, Few, Modifiers, Play, rule};

use super::ways::{Course, Next, Way};
use crate::Field;
use crate::ch14_zones;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::state::{Formation, Order, State, Status, UnitId};
use crate::core::verb;

/// Cause of a retreat: out of a mêlée every hex left in an enemy zone costs an increment (14).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Leaving {
    /// Without losses.
    Freely,
    /// Out of a mêlée.
    Melee,
}

/// Zones entered in a retreat out of a mêlée after which a unit surrenders (14).
const ZONES: usize = 3;

/// Half movement points of a rout (30).
pub(super) fn flight(b: &Battle, unit: UnitId) -> i16 {
    2 * if b.arm(unit) == Arm::Cavalry { b.unit(unit).movement } else { b.charts.morale.flight.value }
}

impl Field<'_, '_> {
    /// A unit goes back: disordered three movement points and a hex at least, routed all that it has (30).
    pub(crate) fn go_back(&mut self, unit: UnitId, leaving: Leaving) -> Play<()> {
        let (order, arm) = (self.s.unit(unit).order, self.b.arm(unit));
        let served = arm == Arm::Artillery && self.s.unit(unit).formation == Formation::Unlimbered;
        if served || !self.s.unit(unit).on_map() {
            // Unlimbered guns stay where they are: the matrix says what becomes of them (34; RULING 6).
            return Ok(());
        }
        let half_points = match order {
            Order::Pgd => flight(self.b, unit),
            _ => 2 * self.b.charts.morale.retreat.value,
        };
        self.withdraw(unit, half_points, leaving)
    }

    /// A unit withdraws hex by hex for so many half points.
    pub(crate) fn withdraw(&mut self, unit: UnitId, mut half_points: i16, leaving: Leaving) -> Play<()> {
        let mut zones = 0;
        let mut through: Few<UnitId, 8> = Few::new();
        let mut been: Few<HexId, 16> = Few::from_slice(&[self.s.unit(unit).hex()]);
        while self.s.unit(unit).on_map() && (half_points > 0 || been.len() == 1) {
            let from = self.s.unit(unit).hex();
            let ways = match Course::new(self.b, self.s, unit, &been).next(half_points) {
                Next::Step(ways) => ways,
                // Who is in good order stays where it cannot go back.
                Next::Cornered if self.s.unit(unit).order == Order::Good => break,
                Next::Over => break,
                Next::Cornered => return self.cornered(unit),
            };
            let Way { to, cost, .. } = self.choose_way(unit, &ways)?;
            let enemy = self.b.side(unit).enemy();
            let in_zone = ch14_zones::in_zone(self.b, self.s, enemy, from);
            let held = self.s.units_in(from).len() > 1;
            if leaving == Leaving::Melee && (been.len() == 1 || in_zone && !held) {
                self.lose(unit, 1, rule!("14"));
                if !self.s.unit(unit).on_map() {
                    return Ok(());
                }
            }
            half_points -= cost;
            been.push(to);
            self.step_back(unit, to);
            through.extend(self.s.units_in(to).into_iter().filter(|u| *u != unit));
            let order = self.s.unit(unit).order;
            let stopped = self.through_zone(unit, to, leaving, &mut zones);
            if stopped {
                return Ok(());
            }
            if self.s.unit(unit).order > order {
                // It routs on the way, and runs as far as the routed do (14).
                half_points += flight(self.b, unit) - 2 * self.b.charts.morale.retreat.value;
            }
        }
        self.disturb(unit, &through)?;
        let hex = self.s.unit(unit).hex();
        if hex.is_some() { self.settle(hex) } else { Ok(()) }
    }

    /// A step back. Who is in good order keeps formation and facing as far as one hex allows; all others look where they came from.
    pub(crate) fn step_back(&mut self, unit: UnitId, to: HexId) {
        let from = self.s.unit(unit).hex();
        self.s.put(unit, &[to]);
        let gathered = self.gathered(unit);
        let dir = self.b.ground.dir_to(to, from);
        let now = self.s.unit_mut(unit);
        now.from = from;
        let keeps = now.order == Order::Good
            && gathered == Formation::Column
            && now.formation != Formation::GeneralOrder;
        if !keeps {
            now.formation = gathered;
            if let Some(dir) = dir {
                now.aim = dir.into();
            }
        }
        self.tell(|| {
            Event::new(rule!("30"), "went_back")
                .point("unit", unit_point(unit))
                .point("from", hex_point(from))
                .point("hex", hex_point(to))
        });
    }

    /// Effect of a zone on who goes back into it out of a mêlée: cavalry's routs foot and guns, the third makes them surrender (14). Whether that
    /// ends the retreat.
    fn through_zone(&mut self, unit: UnitId, to: HexId, leaving: Leaving, zones: &mut usize) -> bool {
        let found = ch14_zones::exerters(self.b, self.s, self.b.side(unit).enemy(), to);
        if leaving == Leaving::Freely || found.is_empty() || self.s.units_in(to).len() > 1 {
            return false;
        }
        *zones += 1;
        if *zones >= ZONES {
            self.remove(unit, Status::Surrendered, rule!("14"));
            return true;
        }
        let ridden = found.iter().any(|u| self.b.arm(*u) == Arm::Cavalry);
        if ridden && self.b.arm(unit) != Arm::Cavalry && self.s.unit(unit).order == Order::Disorder {
            self.break_formation(unit, Order::Pgd, rule!("14"));
        }
        false
    }

    /// Among equals the owner chooses.
    fn choose_way(&mut self, unit: UnitId, ways: &[Way]) -> Play<Way> {
        if let [only] = ways {
            return Ok(*only);
        }
        let answers: Few<table::Answer, 6> =
            ways.iter().map(|way| table::Answer::one(verb::BACK, hex_point(way.to))).collect();
        let answer =
            self.choose(self.b.side(unit), rule!("30"), "retreat.hex", about([unit_point(unit)]), &answers)?;
        let to = hex_of(&answer).expect("every way leads to a hex");
        Ok(*ways.iter().find(|way| way.to == to).expect("it was offered"))
    }

    /// End of who cannot go back as it must: off the map where its edge is next to it and it routs, else it surrenders (30).
    fn cornered(&mut self, unit: UnitId) -> Play<()> {
        let at_edge = self.b.ground.neighbours(self.s.unit(unit).hex()).iter().any(|h| !h.is_some());
        let status = if at_edge && self.s.unit(unit).order == Order::Pgd {
            Status::Destroyed
        } else {
            Status::Surrendered
        };
        self.remove(unit, status, rule!("30"));
        Ok(())
    }

    /// Units in good order through which disordered or routed ones went check (31); where cavalry and formed infantry came through each other, all in
    /// good order do, at -6 (10).
    pub(crate) fn disturb(&mut self, passing: UnitId, units: &[UnitId]) -> Play<()> {
        let figure = self.b.charts.morale.mixing;
        let mut mixed = false;
        for &unit in units {
            if !self.s.unit(unit).on_map() || self.s.unit(unit).order != Order::Good {
                continue;
            }
            let rides_through = mixes(self.b, self.s, passing, unit);
            mixed |= rides_through;
            let mut parts = Modifiers::new();
            if rides_through {
                parts.push(figure.part(1));
            }
            if rides_through || self.s.unit(passing).order != Order::Good {
                let why = if rides_through { rule!("10") } else { rule!("31") };
                self.check_and_suffer(unit, parts, why)?;
            }
        }
        if mixed && self.s.unit(passing).on_map() && self.s.unit(passing).order == Order::Good {
            let mut parts = Modifiers::new();
            parts.push(figure.part(1));
            self.check_and_suffer(passing, parts, rule!("10"))?;
        }
        Ok(())
    }
}

/// Whether one of two units is cavalry and the other infantry in line or column, neither in skirmish order (10).
fn mixes(b: &Battle, s: &State, one: UnitId, other: UnitId) -> bool {
    let loose = |u: UnitId| matches!(s.unit(u).formation, Formation::Skirmish | Formation::Square);
    let pair =
        matches!((b.arm(one), b.arm(other)), (Arm::Cavalry, Arm::Infantry) | (Arm::Infantry, Arm::Cavalry));
    pair && !loose(one) && !loose(other)
}
