//! Recall (42), and the ride of cavalry that did not hear it.

use ground::{Dir, HexId};
use table::{Answer, Event, Few, Play, rule};

use super::course::{Course, Progress, Step, step};
use crate::Field;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::state::{Order, UnitId, did};
use crate::core::{status, verb};

impl Field<'_, '_> {
    /// The infantry routs: the cavalry is recalled by a die, with a leader's help, and goes on as its owner likes; else it rides after the routed, five
    /// points at most, and fights the first enemy that it comes to (38, 42). Once in a charge.
    pub(super) fn recall(&mut self, course: &mut Course, fled: UnitId) -> Play<Progress> {
        if std::mem::replace(&mut course.recalled, true) {
            return Ok(Progress::On);
        }
        let (top, side) = (course.top(), self.b.side(course.top()));
        let card = self.b.unit(top);
        let heavy = status::is_heavy(self.b, top);
        let rows = self.b.charts.recall.iter();
        let of = |nation: &str| {
            let fits = |row: &&crate::core::charts::RecallRow| {
                row.nation == nation && row.heavy.is_none_or(|own| own == heavy)
            };
            rows.clone().find(fits).map(|row| row.least)
        };
        let least = of(&card.nation).or_else(|| of("any")).expect("the chart has a row for any nation");
        let led = status::leaders_with(self.b, self.s, top).iter().any(|l| self.b.leader(*l).cavalry > 0);
        let help = if led { self.b.charts.charge.recall_leader.value } else { 0 };
        let points = about([unit_point(top)]);
        let die =
            self.throw_one(rule!("42"), "recall", side, points, |die| u32::from(die + help >= least))?;
        let heard = die + help >= least;
        self.tell(|| {
            Event::new(rule!("42"), if heard { "recall.heard" } else { "recall.failed" })
                .point("unit", unit_point(top))
                .number("die", die)
                .number("least", least - help)
        });
        if heard { Ok(Progress::On) } else { self.runs_wild(course, fled) }
    }

    /// Cavalry that was not recalled rides after the routed (42; RULING 26).
    fn runs_wild(&mut self, course: &mut Course, fled: UnitId) -> Play<Progress> {
        course.left = course.left.min(self.b.charts.charge.wild.value);
        for unit in &course.units {
            self.s.unit_mut(*unit).set(did::WILD, true);
        }
        while self.rides_on(course) {
            if let Some(enemy) = self.next_to_enemy(course, fled) {
                let prey = self.s.top(enemy).filter(|u| self.s.unit(*u).order == Order::Pgd);
                if let Some(unit) = prey {
                    self.trample(course, unit, self.b.charts.charge.trample_routed.value)?;
                }
                if status::is_enemy(self.b, self.s, self.b.side(course.top()), enemy) {
                    return Ok(self.engage(course, enemy));
                }
                continue;
            }
            let Some(step) = self.way_after(course, fled)? else { break };
            self.go_on(course, &step)?;
        }
        Ok(Progress::Over)
    }

    /// A hex of enemies next to a charge: that of the routed unit before any other.
    fn next_to_enemy(&self, course: &Course, fled: UnitId) -> Option<HexId> {
        let (b, s, top) = (self.b, &*self.s, course.top());
        let beside = s.unit(top).hexes().iter().flat_map(|hex| b.ground.neighbours(*hex));
        let enemies: Few<HexId, 18> =
            beside.filter(|hex| hex.is_some() && status::is_enemy(b, s, b.side(top), *hex)).collect();
        let prey = enemies.iter().copied().find(|hex| s.unit(fled).hexes().contains(hex));
        prey.or_else(|| enemies.first().copied())
    }

    /// The next hex towards the routed unit; its owner chooses among the nearest.
    fn way_after(&mut self, course: &Course, fled: UnitId) -> Play<Option<Step>> {
        let (b, top, prey) = (self.b, course.top(), self.s.unit(fled).hex());
        if !prey.is_some() {
            return Ok(None);
        }
        let far = |hex: HexId| b.ground.distance(hex, prey);
        let found = Dir::ALL.into_iter().filter_map(|dir| step(b, self.s, top, dir, 3));
        let nearer =
            |step: &Step| step.cost <= course.left && far(step.hexes[0]) < far(self.s.unit(top).hex());
        let found: Vec<Step> = found.filter(nearer).collect();
        let Some(best) = found.iter().map(|step| far(step.hexes[0])).min() else { return Ok(None) };
        let mut best: Vec<Step> = found.into_iter().filter(|step| far(step.hexes[0]) == best).collect();
        if best.len() == 1 {
            return Ok(best.pop());
        }
        let answers: Few<Answer, 6> =
            best.iter().map(|step| Answer::one(verb::GO, hex_point(step.hexes[0]))).collect();
        let points = about([unit_point(top)]);
        let answer = self.choose(b.side(top), rule!("42"), "charge.step", points, &answers)?;
        let hex = hex_of(&answer);
        Ok(best.into_iter().find(|step| Some(step.hexes[0]) == hex))
    }

    /// Cavalry that was not recalled routs where it stands when the mêlées are over (42).
    pub(crate) fn wild_rout(&mut self) {
        for unit in self.b.unit_ids() {
            let now = self.s.unit(unit);
            if now.on_map() && now.has(did::WILD) && now.order == Order::Good {
                self.break_formation(unit, Order::Pgd, rule!("42"));
            }
        }
    }
}
