//! Combat resolution: who goes, in order of cohesion, and who goes after them (`combat.resolution`).

use table::{Event, Few, Play, Side, rule};

use super::contact::{fight_now, opponents};
use crate::Field;
use crate::armies::Arm;
use crate::ch02_assault::Trail;
use crate::ch07_outcome::Away;
use crate::ch10_features::{defends, keeps};
use crate::core::field::unit_point;
use crate::core::place::figure;
use crate::core::state::{AreaId, Cohesion, UnitId};

impl Field<'_, '_> {
    /// Resolution among units that fought together: broken, wavering and disordered units go, those of the side that is not active first; who drives off broken or
    /// wavering enemies may pursue.
    pub(super) fn resolve(&mut self, units: &[UnitId]) -> Play<()> {
        let active = self.s.clock.side;
        for cohesion in [Cohesion::Broken, Cohesion::Wavering, Cohesion::Disordered] {
            if cohesion == Cohesion::Disordered {
                for unit in units.iter().copied().filter(|unit| self.b.arm(*unit) == Arm::Cavalry) {
                    self.pass_through(unit)?;
                }
            }
            for side in [active.enemy(), active] {
                self.leave(units, side, cohesion)?;
                if cohesion == Cohesion::Broken && side != active {
                    self.recover_free(units, active);
                }
            }
        }
        Ok(())
    }

    /// Units of a side in contact and of a cohesion go; then those pursue whom they leave free.
    fn leave(&mut self, units: &[UnitId], side: Side, cohesion: Cohesion) -> Play<()> {
        let mut winners: Few<UnitId, 8> = Few::new();
        let mut vacated: Few<(UnitId, AreaId), 8> = Few::new();
        let mut trails: Vec<(UnitId, Trail)> = Vec::new();
        for unit in units.iter().copied().filter(|unit| self.b.side(*unit) == side) {
            let now = self.s.unit(unit);
            let foes: Few<UnitId, 8> =
                opponents(self.b, self.s, unit).iter().map(|contact| contact.foe).collect();
            // A contact of another round does not count yet.
            let foes: Few<UnitId, 8> = foes.into_iter().filter(|foe| fight_now(self.s, unit, *foe)).collect();
            if !now.on_table() || now.cohesion != cohesion || foes.is_empty() {
                continue;
            }
            // Infantry that defends an obstacle retires only if it is broken.
            let stands = self.b.arm(unit) == Arm::Infantry && cohesion != Cohesion::Broken;
            let keeps = foes
                .iter()
                .any(|foe| keeps(self.b, self.s, unit, *foe) || defends(self.b, self.s, unit, *foe));
            if stands && keeps {
                continue;
            }
            let before = figure(self.b, self.s, unit);
            let house = self.s.unit(unit).house;
            match cohesion {
                Cohesion::Broken => self.breaks(unit, &foes)?,
                _ => self.go_away(unit, &foes, Away::Outcome)?,
            }
            let there = self.s.unit(unit).on_table();
            let after = if there { figure(self.b, self.s, unit) } else { before };
            trails.push((unit, Trail { before, after }));
            if house != AreaId::NONE && self.s.unit(unit).house != house {
                vacated.extend(foes.iter().map(|foe| (*foe, house)));
            }
            winners.extend(foes.iter().copied().filter(|foe| !winners.contains(foe)).collect::<Few<_, 8>>());
        }
        // Nobody pursues those who leave a building, but may move in.
        for (winner, house) in vacated.iter().copied() {
            if opponents(self.b, self.s, winner).is_empty() {
                self.moves_in(winner, house)?;
            }
        }
        if cohesion == Cohesion::Disordered {
            return Ok(());
        }
        winners.retain(|winner| !vacated.iter().any(|(one, _)| one == winner));
        for winner in winners {
            let free = opponents(self.b, self.s, winner).is_empty();
            if self.s.unit(winner).on_table() && free {
                self.pursue(winner, &trails)?;
            }
        }
        Ok(())
    }

    /// Broken units of the active side that nobody touches any more waver only.
    fn recover_free(&mut self, units: &[UnitId], active: Side) {
        for unit in units.iter().copied().filter(|unit| self.b.side(*unit) == active) {
            let free = opponents(self.b, self.s, unit).is_empty();
            let now = self.s.unit_mut(unit);
            if now.on_table() && free && now.cohesion == Cohesion::Broken {
                now.cohesion = Cohesion::Wavering;
                self.tell(|| {
                    Event::new(rule!("combat.resolution"), "shaken")
                        .point("unit", unit_point(unit))
                        .word("cohesion", Cohesion::Wavering.name())
                });
            }
        }
    }
}
