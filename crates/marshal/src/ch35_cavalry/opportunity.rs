//! Opportunity charges (40): cavalry rides at who comes within two hexes of it.

use ground::HexId;
use table::{Answer, Event, Few, Modifiers, Play, Refusal, rule};

use super::course::{Step, charges_into, step};
use super::{react, stand, to_stand};
use crate::Field;
use crate::ask::not_offered;
use crate::ch02_chronology::Over;
use crate::ch21_fire::before;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Order, State, UnitId, did};
use crate::core::{status, verb};

/// The steps by which cavalry comes next to a unit that it may charge into: one hex forward (37, 40).
fn ways(b: &Battle, s: &State, unit: UnitId, mover: UnitId) -> Few<Step, 6> {
    let own = s.unit(mover).hexes();
    let near = |step: &Step| step.hexes.iter().any(|at| own.iter().any(|hex| charges_into(b, *at, *hex)));
    let most = react::front_turns(b, s, unit);
    ground::Dir::ALL.into_iter().filter_map(|dir| step(b, s, unit, dir, most)).filter(near).collect()
}

/// Whether cavalry may charge a unit that moves next to its zone (40): two hexes before its front, once in the segment; not a carré, onto which it would have to
/// ride (16; RULING 55).
///
/// # Errors
/// Why it may not.
pub fn may_strike(b: &Battle, s: &State, unit: UnitId, mover: UnitId) -> Result<(), Refusal> {
    react::is_free(b, s, unit)?;
    if status::is_in(b, s, mover, Arm::Infantry, Formation::Square) {
        return Err(Refusal::new(rule!("40"), "opportunity.square").with("unit", unit_point(unit)));
    }
    let far = b.charts.charge.opportunity.count();
    let distance = |hex: HexId| s.unit(unit).hexes().iter().map(|own| b.ground.distance(*own, hex)).min();
    let comes =
        s.unit(mover).hexes().iter().any(|hex| distance(*hex) == Some(far) && before(b, s, unit, *hex, far));
    if comes && !ways(b, s, unit, mover).is_empty() {
        Ok(())
    } else {
        Err(Refusal::new(rule!("40"), "opportunity.zone").with("unit", unit_point(unit)))
    }
}

impl Field<'_, '_> {
    /// A unit has moved: the enemy's cavalry to whose zone it has come may charge it (40). Whether its movement is over.
    pub(crate) fn opportunity_charges(&mut self, mover: UnitId) -> Play<Over> {
        let side = self.b.side(mover).enemy();
        while self.s.unit(mover).on_map() && self.s.unit(mover).order != Order::Pgd {
            if !self.b.unit_ids().any(|u| may_strike(self.b, self.s, u, mover).is_ok()) {
                return Ok(Over::No);
            }
            let answer = self.ask(
                side,
                rule!("40"),
                "opportunity",
                about([unit_point(mover)]),
                |b, s, out| {
                    let able = b.unit_ids().filter(|u| may_strike(b, s, *u, mover).is_ok());
                    out.extend(able.map(|u| Answer::one(verb::REACT, unit_point(u))));
                    out.push(Answer::button(verb::PASS));
                },
                |b, s, answer| match unit_of(answer) {
                    Some(unit) => {
                        may_strike(b, s, unit, mover).err().unwrap_or_else(|| not_offered(rule!("40")))
                    }
                    None => not_offered(rule!("40")),
                },
            )?;
            let Some(unit) = unit_of(&answer) else { return Ok(Over::No) };
            if self.strikes(unit, mover)? == Over::Yes {
                return Ok(Over::Yes);
            }
        }
        Ok(Over::Yes)
    }

    /// Cavalry checks, rides a hex forward, and the mover stands or runs (40).
    fn strikes(&mut self, unit: UnitId, mover: UnitId) -> Play<Over> {
        self.s.unit_mut(unit).set(did::TRIED, true);
        if !self.check_morale(unit, Modifiers::new(), rule!("40"))?.passed() {
            return Ok(Over::No);
        }
        let found = ways(self.b, self.s, unit, mover);
        let step = match &found[..] {
            [only] => only.clone(),
            _ => {
                let answers: Few<Answer, 6> =
                    found.iter().map(|step| Answer::one(verb::GO, hex_point(step.hexes[0]))).collect();
                let points = about([unit_point(unit), unit_point(mover)]);
                let answer = self.choose(self.b.side(unit), rule!("40"), "react.step", points, &answers)?;
                let hex = hex_of(&answer);
                found.into_iter().find(|step| Some(step.hexes[0]) == hex).expect("it was offered")
            }
        };
        self.ride_to(&[unit], &step);
        self.tell(|| {
            Event::new(rule!("40"), "opportunity")
                .point("unit", unit_point(unit))
                .point("other", unit_point(mover))
        });
        let now = self.s.unit_mut(unit);
        now.set(did::COUNTERS, true);
        now.set(did::OPPORTUNITY, true);
        self.is_struck(unit, mover)?;
        Ok(Over::Yes)
    }

    /// The mover is struck: cavalry just stands, skirmishers run or are ridden down, the others check to stand (40); a road march routs at once, and who stands
    /// next to it checks (38).
    fn is_struck(&mut self, unit: UnitId, mover: UnitId) -> Play<()> {
        let from = self.s.unit(unit).hex();
        if status::is_in(self.b, self.s, mover, Arm::Infantry, Formation::Skirmish) {
            return self.skirmishers_struck(unit, mover);
        }
        if self.b.arm(mover) != Arm::Cavalry {
            let now = self.s.unit(mover);
            let marches = now.order == Order::Good && now.formation == Formation::RoadMarch;
            let more = to_stand(self.b, self.s, mover, &[unit], from);
            if marches || !self.check_morale(mover, more, rule!("40"))?.passed() {
                let hexes: Hexes = self.s.unit(mover).hexes().into();
                self.at_least_tired(unit);
                self.lose(mover, 1, rule!("40"));
                self.rout(mover, rule!("40"))?;
                if marches {
                    self.neighbours_check(self.b.side(mover), &hexes)?;
                }
                // Those with whom it stood check too (31).
                return hexes.into_iter().try_for_each(|hex| self.others_check(hex, mover));
            }
        }
        self.s.unit_mut(unit).set(did::ENGAGED, true);
        let near = |hex: &HexId| {
            self.s.unit(mover).hexes().iter().any(|own| self.b.ground.distance(*own, *hex) == 1)
        };
        let target = self.s.unit(unit).hexes().iter().copied().find(near).unwrap_or(from);
        let now = self.s.unit_mut(mover);
        now.set(did::ENGAGED, true);
        now.target = target;
        Ok(())
    }

    /// Skirmishers who are charged on the move (40): with friends or cover beside them they check to run there; else, and when they fail, they rout, and
    /// the cavalry rides down one for every two points of its movement but one, takes their hex and is tired.
    fn skirmishers_struck(&mut self, unit: UnitId, mover: UnitId) -> Play<()> {
        let shelters = stand::shelters(self.b, self.s, mover);
        if !shelters.is_empty() && self.check_morale(mover, Modifiers::new(), rule!("40"))?.passed() {
            let answers: Few<Answer, 6> = shelters
                .iter()
                .map(|hex| Answer::two(verb::RETREAT, unit_point(mover), hex_point(*hex)))
                .collect();
            let points = about([unit_point(mover)]);
            let answer = self.choose(self.b.side(mover), rule!("40"), "skirmish.run", points, &answers)?;
            self.takes_shelter(mover, hex_of(&answer).expect("every way leads to a hex"));
            return Ok(());
        }
        let left = self.s.unit(mover).hex();
        let trampled = (self.b.unit(unit).movement - 1) / 2;
        self.lose(mover, trampled, rule!("40"));
        if self.s.unit(mover).on_map() {
            self.rout(mover, rule!("40"))?;
        }
        self.others_check(left, mover)?;
        let dir = self.b.ground.dir_to(self.s.unit(unit).hex(), left);
        let into = dir.and_then(|dir| step(self.b, self.s, unit, dir, 1));
        if let Some(into) = into {
            self.ride_to(&[unit], &into);
        }
        self.at_least_tired(unit);
        Ok(())
    }
}
