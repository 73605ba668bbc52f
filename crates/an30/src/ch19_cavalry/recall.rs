//! 19.8: recall.

use ground::HexId;
use table::{Answer, Event, Modifiers, Play, Rule, rule};

use crate::Field;
use crate::ch12_formations::passage;
use crate::ch19_cavalry::charge::Progress;
use crate::core::battle::{Battle, Trait};
use crate::core::field::{about, unit_point};
use crate::core::state::{ChargeKind, State, UnitId};
use crate::core::{status, verb};

/// The die from which cavalry is recalled, by its nation (Cavalry Recall Chart).
fn from(b: &Battle, unit: UnitId) -> i16 {
    let nation = &b.unit(unit).nation;
    b.charts.recall.rows.iter().find(|(of, _)| of == nation).map_or(i16::MAX, |(_, from)| *from)
}

/// The modifiers of the die.
fn parts(b: &Battle, s: &State, units: &[UnitId]) -> Modifiers {
    let mut to = Modifiers::new();
    let m = &b.charts.recall.modifiers;
    m.leader.add_if(units.iter().any(|u| status::leader_of(b, s, *u).is_some()), &mut to);
    m.guard.add_if(b.is(units[0], Trait::Guard), &mut to);
    to
}

/// Recall of those who charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recall {
    /// They hear it.
    Heard,
    /// They do not, or it was not tried.
    Unheard,
}

impl Field<'_> {
    /// Whether light cavalry may still try its one recall before it comes up to its target (19.8.2); no part of a grand charge may (19.16.12), nor who is
    /// among friends whom they pass and may not halt there (11.1.2.d, reading 212).
    pub(super) fn may_call_light(&self, at: usize) -> bool {
        let c = &self.s.charges[at];
        let light = |u: &UnitId| !status::is_heavy(self.b, *u);
        let hexes = c.units.iter().flat_map(|u| self.s.unit(*u).hexes());
        let passes = |hex: &HexId| passage::is_passage(self.b, self.s, &c.units, *hex);
        c.kind == ChargeKind::Ordinary
            && !c.called
            && c.units.iter().all(light)
            && !hexes.into_iter().any(passes)
    }

    /// Tries to recall those who charge (19.8): one die.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn recall(&mut self, at: usize, why: Rule) -> Play<Recall> {
        let units = self.s.charges[at].units.clone();
        let (top, parts) = (units[0], parts(self.b, self.s, &units));
        let (from, total) = (from(self.b, top), parts.total());
        let die = self.throw_one(why, "recall", self.b.side(top), about([unit_point(top)]), |die| {
            u32::from(die + total >= from)
        })?;
        let called = die + total >= from;
        self.tell(|| {
            Event::new(why, if called { "recalled" } else { "recall_failed" })
                .point("unit", unit_point(top))
                .number("die", i32::from(die))
                .number("from", i32::from(from))
                .parts(&parts)
        });
        Ok(if called { Recall::Heard } else { Recall::Unheard })
    }

    /// Asks whether to try a recall where 19.8.1 allows it, and tries it.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn may_recall(&mut self, at: usize) -> Play<Recall> {
        let c = &self.s.charges[at];
        let Some(&top) = c.units.first().filter(|_| c.kind != ChargeKind::Grand) else {
            return Ok(Recall::Unheard);
        };
        let answers = [Answer::button(verb::RECALL), Answer::button(verb::PASS)];
        let points = about([unit_point(top)]);
        let answer = self.choose(self.b.side(top), rule!("19.8.1"), "charge.recall", points, &answers)?;
        if answer.verb == verb::RECALL { self.recall(at, rule!("19.8.1")) } else { Ok(Recall::Unheard) }
    }

    /// Cavalry that was recalled from its target ends its charge, or goes on for another one (19.8).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn recalled(&mut self, at: usize) -> Play<Progress> {
        let c = &mut self.s.charges[at];
        let (top, targets) = (c.units[0], std::mem::take(&mut c.targets));
        let units: Vec<UnitId> = targets.iter().flat_map(|hex| self.s.units_in(*hex)).collect();
        self.s.charges[at].spared.extend(units);
        let answers = [Answer::button(verb::YES), Answer::button(verb::DONE)];
        let points = about([unit_point(top)]);
        let answer = self.choose(self.b.side(top), rule!("19.8"), "charge.new_target", points, &answers)?;
        if answer.verb == verb::YES {
            return Ok(Progress::On);
        }
        self.charge_over(at)?;
        Ok(Progress::Over)
    }
}
