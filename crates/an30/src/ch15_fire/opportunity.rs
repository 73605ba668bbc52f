//! 15.6: opportunity fire.

use ground::{Dir, HexId};
use table::{Answer, Play, Side, rule};

use crate::Field;
use crate::ch10_zones::reactions::Act;
use crate::ch10_zones::zones;
use crate::ch11_stacking::limits;
use crate::ch15_fire::fire::{self, Attack, Firer, Occasion};
use crate::ch15_fire::value::{self, Firers};
use crate::ch16_assault::assault;
use crate::ch19_cavalry::{charge, grand};
use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_point, unit_of, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{ChargeMark, DueCheck, Formation, State, UnitId, did};
use crate::core::{status, verb};

/// The hexes that may fire at a hex in their zone (15.6): of infantry and guns, who take part in no assault (16.2.5.3), unless a light company has just
/// retreated to them (16.3.8, 15.6.3); at who rides over a square that square alone (12.9.5.2).
pub fn firers(b: &Battle, s: &State, side: Side, at: HexId) -> Few<Firer, 8> {
    let mut found = Few::new();
    // Who rides over a square is fired at by it alone (19.7.4.1); over nobody else they ride.
    if s.units_in(at).iter().any(|u| b.side(*u) != side) {
        if value::of_hex(b, s, at, at, Firers::All).is_ok() {
            found.push(Firer::plain(at));
        }
        return found;
    }
    for (dir, from) in Dir::ALL.into_iter().zip(b.ground.neighbours(at)) {
        if !from.is_some() || !status::is_enemy(b, s, side, from) {
            continue;
        }
        let mut zone = s.stack(from).filter(|part| b.arm(part.unit()) != Arm::Cavalry);
        let covers = s.stack(from).any(|part| s.unit(part.unit()).has(did::COVERS));
        let busy = assault::takes_part(s, from) && !covers;
        // Targets of a charge that is next to them wait for it (19.2.7.2).
        let waits = s.top(from).is_some_and(|unit| charge::holds_fire(b, s, unit));
        if !busy
            && !waits
            && zone.any(|part| zones::exerted(b, s, part).contains(dir.opposite()))
            && value::of_hex(b, s, from, at, Firers::All).is_ok()
        {
            found.push(Firer::plain(from));
        }
    }
    found
}

/// The hexes of a stack at which may be fired: all of a unit in several (15.6.4), of a column of companies that charges the first (12.5.5).
fn exposed(b: &Battle, s: &State, stack: &[UnitId]) -> Hexes {
    let top = s.unit(stack[0]);
    let charges = charge::move_now(s) && top.charge == ChargeMark::Declared;
    let column = b.arm(stack[0]) == Arm::Cavalry && top.shape() == Formation::Column;
    let hexes: Hexes = top.hexes().into();
    if charges && column { hexes[..1].into() } else { hexes }
}

impl Field<'_> {
    /// Opportunity fire at a stack that spends movement points in a zone or leaves one (15.6): for each of its hexes one attack, by those whom the
    /// owner of the zones chooses; then one check (10.1.3.3). Joining friends calls for none of itself (10.1.3.1, reading 109).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn opportunity_fire(&mut self, stack: &[UnitId], act: Act) -> Play<()> {
        if act == Act::Joined || stack.is_empty() || !self.s.unit(stack[0]).on_map() {
            return Ok(());
        }
        let side = self.b.side(stack[0]);
        let mut attacks: Few<Attack, 2> = Few::new();
        for at in exposed(self.b, self.s, stack) {
            let alone = self.s.stack(at).all(|part| stack.contains(&part.unit()));
            // Who has joined others is one stack with them (10.1.3.1). RULING 1131. RULING 1186: so is who acts where it may stay; who leaves them, or passes
            // through a hex where it may not end, is with them for the time being only.
            let stays =
                matches!(act, Act::Spend | Act::Passage) && limits::lawful(self.b, self.s, at).is_ok();
            let only = if alone || stays || act == Act::Conformed { &[] } else { stack };
            let mut able = firers(self.b, self.s, side, at);
            able.retain(|f| !grand::holds_back(self.b, self.s, stack, at, f.from));
            let Some(all) = fire::joint(self.b, self.s, &able, at, Occasion::Opportunity, only) else {
                continue;
            };
            let aimed: Few<UnitId, 8> = self.s.units_in(at).iter().copied().collect();
            let fired = self.who_fires(side.enemy(), stack[0], at, &able, all, only)?;
            // All fire together: who draws out of a hex by the fire at another one is hit there all the same (15.5).
            attacks.extend(fired.map(|attack| Attack { aimed, ..attack }));
        }
        // Of a regiment that breaks down its battalions check (12.1.2).
        let b = self.b;
        let of_it = |unit: UnitId| stack.contains(&unit) || stack.contains(&b.unit(unit).part_of);
        let mut due: Option<DueCheck> = None;
        let mut further: Vec<DueCheck> = Vec::new();
        for attack in &attacks {
            for next in self.fire_attack(attack)?.due {
                match &mut due {
                    _ if !next.units.iter().any(|(u, _)| of_it(*u)) => further.push(next),
                    Some(due) => due.join(&next),
                    None => due = Some(next),
                }
            }
        }
        for due in due.iter().chain(&further) {
            self.check_after_fire(due)?;
        }
        Ok(())
    }

    /// The owner says which of the hexes that may fire do: all, some, none.
    fn who_fires(
        &mut self,
        side: Side,
        mover: UnitId,
        at: HexId,
        able: &[Firer],
        all: Attack,
        only: &[UnitId],
    ) -> Play<Option<Attack>> {
        let points = about([unit_point(mover), hex_point(at)]);
        let mut chosen: Few<Firer, 8> = Few::new();
        loop {
            let mut answers: Few<Answer> = Few::new();
            if chosen.is_empty() {
                answers.push(Answer::button(verb::YES));
            }
            if able.len() > 1 {
                let left = able.iter().filter(|f| !chosen.contains(f)).filter_map(|f| self.s.top(f.from));
                answers.extend(left.map(|unit| Answer::one(verb::FIRE, unit_point(unit))));
            }
            answers.push(Answer::button(if chosen.is_empty() { verb::PASS } else { verb::DONE }));
            let answer = self.choose(side, rule!("15.6"), "opportunity.fire", points, &answers)?;
            let named =
                unit_of(&answer).and_then(|unit| able.iter().find(|f| self.s.top(f.from) == Some(unit)));
            match (answer.verb, named) {
                (verb::YES, _) => return Ok(Some(all)),
                (verb::FIRE, Some(firer)) => chosen.push(*firer),
                _ => break,
            }
        }
        Ok(fire::joint(self.b, self.s, &chosen, at, Occasion::Opportunity, only))
    }
}
