//! 12.2: changing formation.

use ground::{Aim, HexId};
use table::{Answer, Event, Play, Point, Refusal, Rule, rule};

use super::change;
use crate::Field;
use crate::ch13_movement::allowance;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_point, unit_point};
use crate::core::footprint;
use crate::core::state::{Formation, Order, State, UnitId, did};
use crate::core::{Few, status, verb};

/// Whether a unit may take up a formation in its hex (12.2.1, 12.2.3).
///
/// # Errors
/// Why not.
pub fn may_form(b: &Battle, s: &State, unit: UnitId, formation: Formation) -> Result<(), Refusal> {
    let refusal = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    let now = s.unit(unit);
    // Out of skirmish order or road column a unit comes into general order where the ground mandates it (12.7).
    let close = now.hexes().iter().all(|hex| status::is_close(b, *hex));
    let loose = matches!(now.formation, Formation::Skirmish | Formation::RoadColumn);
    let general = formation == Formation::GeneralOrder && close && loose;
    let row = b.charts.formation_of(b.arm(unit), formation).filter(|row| row.voluntary || general);
    let Some(row) = row else {
        return refusal(rule!("12.2.1"), "form.arm");
    };
    if now.order != Order::Good {
        return refusal(rule!("12.2"), "form.order");
    }
    if now.shape() == formation {
        return refusal(rule!("12.2.1"), "form.already");
    }
    let permits = |hex: &ground::HexId| b.charts.terrain[b.ground.terrain(*hex)].forms.contains(&formation);
    let anywhere =
        general || matches!(formation, Formation::RoadColumn | Formation::Limbered | Formation::Unlimbered);
    if !anywhere && !now.hexes().iter().any(permits) {
        return refusal(rule!("12.2.3"), "form.terrain");
    }
    if formation == Formation::Skirmish && !status::may_skirmish(b, s, unit) {
        return refusal(rule!("12.10"), "form.skirmish");
    }
    // A square counts all infantry of the hex (12.9.3).
    let foot = s.units_in(now.hex()).into_iter().filter(|u| b.arm(*u) == Arm::Infantry);
    let all: i16 = foot.map(|u| status::increments(b, s, u)).sum();
    let left = if formation == Formation::Square { all } else { status::increments(b, s, unit) };
    if left < row.minimum_increments {
        return refusal(rule!("11.1.6"), "form.increments");
    }
    Ok(())
}

/// The cost of a change of formation, in half movement points (Formation Change Cost Chart).
pub fn cost(b: &Battle, unit: UnitId) -> u16 {
    let changes = &b.charts.changes;
    match b.arm(unit) {
        Arm::Infantry => changes.infantry.count(),
        Arm::Cavalry => changes.cavalry.count(),
        Arm::Artillery => changes.artillery.count(),
    }
}

impl Field<'_> {
    /// Puts a stack into a formation, in its first hex, facing so (12.2.4). What it costs, and reactions, are the caller's.
    pub fn form(&mut self, stack: &[UnitId], formation: Formation, aim: Aim) {
        for &unit in stack {
            self.collapse(unit, self.s.unit(unit).hex());
            let now = self.s.unit_mut(unit);
            (now.formation, now.aim) = (formation, aim);
        }
        if let Some(&top) = stack.first() {
            self.tell_formed(top);
        }
    }

    /// Tells that a unit, and its stack with it, is in a new formation.
    pub(crate) fn tell_formed(&mut self, top: UnitId) {
        let now = *self.s.unit(top);
        self.tell(|| {
            Event::new(rule!("12.2"), "formed")
                .point("unit", unit_point(top))
                .point("hex", hex_point(now.hex()))
                .point("facing", Point::Facing(now.aim.0))
                .word("formation", now.formation.name())
        });
    }

    /// The owner chooses what a unit that takes up a formation looks at (12.2.4).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn choose_facing(
        &mut self,
        unit: UnitId,
        formation: Formation,
        rule: Rule,
        key: &'static str,
    ) -> Play<Aim> {
        let aims: Few<Aim, 16> =
            footprint::aims(self.b.charts.formation(self.b.arm(unit), formation)).collect();
        let answers: Few<Answer> =
            aims.iter().map(|aim| Answer::one(verb::TURN, Point::Facing(aim.0))).collect();
        let points = about([unit_point(unit), hex_point(self.s.unit(unit).hex())]);
        let answer = self.choose(self.b.side(unit), rule, key, points, &answers)?;
        Ok(answer.facing().map_or(self.s.unit(unit).aim, Aim))
    }

    /// A stack that has come into general order and does not move on looks where its owner wishes (12.2.4); whoever moves on turns freely (9.2). With others in the hex it looks as they do (9.1). `before`: the formations until now.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn face_at_last(&mut self, stack: &[UnitId], before: &[(UnitId, Formation)]) -> Play<()> {
        let (b, s) = (self.b, &*self.s);
        let unit = change::guide(b, stack);
        let now = s.unit(unit);
        let changed = before.iter().any(|(u, was)| *u == unit && *was != now.formation);
        let ends = now.has(did::HALTED) || now.on_map() && allowance::left(b, s, stack) == 0;
        let alone = now.on_map() && s.units_in(now.hex()).iter().all(|u| stack.contains(u));
        if !(changed && now.shape() == Formation::GeneralOrder && ends && alone && now.hexes().len() == 1) {
            return Ok(());
        }
        let aim = self.choose_facing(unit, now.formation, rule!("12.2.4"), "formed.facing")?;
        if aim != self.s.unit(unit).aim {
            self.turn(stack, aim);
        }
        Ok(())
    }

    /// The aim of a unit where the infantry of its stack looks so: unlimbered guns at the same (18.1), others by their own formation.
    pub(crate) fn aim_beside(&self, unit: UnitId, aim: Aim) -> Aim {
        if footprint::beside(self.b, self.s, unit).is_some() {
            return aim;
        }
        self.nearest_aim(unit, self.s.unit(unit).shape())
    }

    /// Unlimbered guns look as the infantry with them does, and by themselves at a hexside (18.1).
    pub(crate) fn lay_guns(&mut self) {
        for (unit, aim) in footprint::laid_guns(self.b, self.s) {
            self.s.unit_mut(unit).aim = aim;
        }
    }

    /// As [`Field::lay_guns`], of the guns that stand with a stack.
    pub(crate) fn lay_guns_beside(&mut self, stack: &[UnitId]) {
        let hexes = Few::<HexId>::from_slice(self.s.unit(stack[0]).hexes());
        for unit in hexes.iter().flat_map(|hex| self.s.units_in(*hex)).collect::<Few<UnitId>>() {
            if footprint::beside(self.b, self.s, unit).is_some() {
                self.s.unit_mut(unit).aim = footprint::guns_aim(self.b, self.s, unit);
            }
        }
    }

    /// The first aim of a formation that is nearest to a unit's: where nobody chooses.
    pub fn nearest_aim(&self, unit: UnitId, formation: Formation) -> Aim {
        let row = self.b.charts.formation(self.b.arm(unit), formation);
        let now = self.s.unit(unit).aim;
        footprint::aims(row).min_by_key(|aim| aim.twelfths_to(now)).unwrap_or(now)
    }
}
