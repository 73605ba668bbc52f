//! Charges and artillery (41).

use ground::HexId;
use table::{Answer, Modifiers, Play, rule};

use super::course::{Course, Progress};
use crate::Field;
use crate::ch13_orientation::met_from;
use crate::ch21_fire::{Firing, Kind, may_fire};
use crate::core::battle::Arm;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::footprint::Face;
use crate::core::state::{Formation, Status, UnitId};
use crate::core::verb;

impl Field<'_, '_> {
    /// Guns alone: limbered ones are treated as infantry, which without three hexes straight on does not check, and whose rout calls for recall (38, 42); unlimbered ones
    /// check, and are lost when they fail (41).
    pub(super) fn charge_guns(&mut self, course: &mut Course, target: HexId) -> Play<Progress> {
        let from = self.beside(course, target);
        let mut fled = None;
        for unit in self.s.units_in(target) {
            let limbered = self.s.unit(unit).formation != Formation::Unlimbered;
            if limbered && !course.is_straight(self.b) {
                continue;
            }
            let more = match limbered {
                true => super::to_stand(self.b, self.s, unit, &course.units, from),
                false => Modifiers::new(),
            };
            // Guns in road march rout as infantry does, and their neighbours check (38; RULING 14).
            let marches = self.s.unit(unit).formation == Formation::RoadMarch;
            if !marches && self.check_morale(unit, more, rule!("41"))?.passed() {
                continue;
            }
            if limbered {
                self.trample(course, unit, self.b.charts.charge.trample_routed.value)?;
                self.rout(unit, rule!("41"))?;
                if marches {
                    self.neighbours_check(self.s.clock.side.enemy(), &[target])?;
                }
                fled = Some(unit).filter(|unit| self.s.unit(*unit).on_map()).or(fled);
            } else {
                self.remove(unit, Status::Destroyed, rule!("41"));
            }
        }
        match fled {
            _ if !self.s.is_empty(target) => Ok(self.engage(course, target)),
            Some(unit) => self.recall(course, unit),
            None => Ok(Progress::On),
        }
    }

    /// Unlimbered guns whose infantry has left them: they fire at who comes from the front, then check, and are lost when they fail (41).
    pub(super) fn guns_left(&mut self, course: &Course, target: HexId) -> Play<()> {
        let from = self.beside(course, target);
        let infantry = |u: &UnitId| self.b.arm(*u) == Arm::Infantry;
        if self.s.units_in(target).iter().any(infantry) {
            return Ok(());
        }
        let front = met_from(self.b, self.s, target, from) == Face::Front;
        for unit in self.s.units_in(target) {
            if front && may_fire(self.b, self.s, unit, from, Kind::Opportunity).is_ok() {
                let answers =
                    [Answer::two(verb::FIRE, unit_point(unit), hex_point(from)), Answer::button(verb::PASS)];
                let points = about([unit_point(course.top()), hex_point(from)]);
                let side = self.b.side(unit);
                let answer = self.choose(side, rule!("41"), "fire.opportunity", points, &answers)?;
                if answer.verb == verb::FIRE {
                    self.fire_attack(&Firing::from_iter([unit]), from, Kind::Opportunity)?;
                }
            }
            if !self.check_morale(unit, Modifiers::new(), rule!("41"))?.passed() {
                self.remove(unit, Status::Destroyed, rule!("41"));
            }
        }
        Ok(())
    }
}
