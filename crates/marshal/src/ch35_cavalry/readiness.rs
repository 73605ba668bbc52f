//! Readiness (36): what tires horses, and how they rest.

use table::{Answer, Event, Few, Play, rule};

use crate::Field;
use crate::core::battle::Arm;
use crate::core::field::{about, hex_point, unit_of, unit_point};
use crate::core::state::{Readiness, Status, UnitId, did, strain};
use crate::core::verb;

impl Field<'_, '_> {
    /// Horses that fought (36, 39, 40): those of a charge or a reaction charge are exhausted; those of an opportunity charge too, but tired if they
    /// spared themselves; who spared itself otherwise stays as it was; fresh ones are tired, tired ones exhausted.
    pub(crate) fn tire(&mut self, units: &[UnitId]) {
        for unit in units.iter().copied().filter(|u| self.b.arm(*u) == Arm::Cavalry) {
            let now = self.s.unit(unit);
            let spares = now.has(did::SPARES);
            let then = match now.readiness {
                own if now.has(did::OPPORTUNITY) && spares => own.max(Readiness::Tired),
                _ if now.has(did::CHARGED) || now.has(did::COUNTERS) => Readiness::Exhausted,
                own if spares => own,
                Readiness::Fresh => Readiness::Tired,
                _ => Readiness::Exhausted,
            };
            self.ready(unit, then);
            self.s.unit_mut(unit).strain |= strain::FOUGHT;
        }
    }

    /// A unit's horses are exhausted.
    pub(super) fn exhaust(&mut self, unit: UnitId) {
        self.ready(unit, Readiness::Exhausted);
    }

    /// A unit's horses are tired, if they are not so already.
    pub(super) fn at_least_tired(&mut self, unit: UnitId) {
        let then = self.s.unit(unit).readiness.max(Readiness::Tired);
        self.ready(unit, then);
    }

    /// A unit's readiness becomes another one; the turn of rest is counted from the side's sequence in which that is so (36).
    pub(super) fn ready(&mut self, unit: UnitId, then: Readiness) {
        let side = self.s.clock.side;
        let now = self.s.unit_mut(unit);
        if now.readiness == then || now.status != Status::Map {
            return;
        }
        if then > now.readiness {
            now.tired_in = side.index() as u8;
            // The whole turn of rest begins after the sequence in which they were tired.
            now.strain |= strain::FOUGHT;
        }
        now.readiness = then;
        self.tell(|| {
            Event::new(rule!("36"), "ready").point("unit", unit_point(unit)).word("ready", then.name())
        });
    }

    /// Rest in the recovery of the sequence in which horses were tired (36): after a whole turn without a mêlée, a loss to fire, a retreat before
    /// cavalry and more than half a move a step better; two steps if they did not move at all.
    pub(crate) fn rest_horses(&mut self) {
        let side = self.s.clock.side.index() as u8;
        for unit in self.b.unit_ids().filter(|u| self.b.arm(*u) == Arm::Cavalry) {
            let now = self.s.unit_mut(unit);
            if now.tired_in != side || now.readiness == Readiness::Fresh {
                continue;
            }
            let strained = std::mem::take(&mut now.strain);
            let then = match (now.readiness, strained & strain::MOVED != 0) {
                _ if strained & !strain::MOVED != 0 => continue,
                (Readiness::Exhausted, true) => Readiness::Tired,
                _ => Readiness::Fresh,
            };
            self.ready(unit, then);
        }
    }

    /// Cavalry that may fight with a third of its value, to keep its readiness (36), as its owner likes. A charge and a reaction charge spend all.
    pub(crate) fn spare(
        &mut self,
        attackers: &[UnitId],
        defenders: &[UnitId],
        at: ground::HexId,
    ) -> Play<()> {
        for units in [attackers, defenders] {
            loop {
                let spares = |u: &&UnitId| {
                    let now = self.s.unit(**u);
                    let whole = now.has(did::CHARGED) || now.has(did::COUNTERS) && !now.has(did::OPPORTUNITY);
                    self.b.arm(**u) == Arm::Cavalry && now.on_map() && !whole && !now.has(did::SPARES)
                };
                let able: Few<UnitId, 8> = units.iter().filter(spares).copied().collect();
                let Some(first) = able.first() else { break };
                let mut answers: Few<Answer, 8> =
                    able.iter().map(|u| Answer::one(verb::SPARE, unit_point(*u))).collect();
                answers.push(Answer::button(verb::PASS));
                let side = self.b.side(*first);
                let answer =
                    self.choose(side, rule!("36"), "melee.spare", about([hex_point(at)]), &answers)?;
                let Some(unit) = unit_of(&answer) else { break };
                self.s.unit_mut(unit).set(did::SPARES, true);
            }
        }
        Ok(())
    }
}
