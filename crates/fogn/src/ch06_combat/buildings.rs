//! Combat about buildings: dice, support from outside, and who moves in (`buildings.combat`).

use baize::{Leg, Length, MU, Shape, Sweep, ahead, is_partly_in};
use table::{Modifiers, Play, rule};

use super::dice::{losses, rear_support};
use crate::armies::Arm;
use crate::ch03_movement::{allowance_of, inside, is_taken};
use crate::ch05_firing::told_losses;
use crate::ch10_features::{keeps, works_of};
use crate::core::charts::{CombatDice, Going};
use crate::core::place::{figure, figures, in_contact, size_of};
use crate::core::state::{AreaId, Cohesion, Formation, UnitId, did};
use crate::formations::Strength;
use crate::{Battle, Field, State};

/// Dice, levels and parts of a unit that fights about a building that somebody defends; none of others. Each of the attackers has those of a small unit in any other situation, the defender as many
/// against each; beside losses of cohesion only support from the rear of the defender counts.
pub(super) fn at_building(
    b: &Battle,
    s: &State,
    unit: UnitId,
    foes: &[UnitId],
) -> Option<(i16, i16, Modifiers)> {
    let keeper = !foes.is_empty() && foes.iter().all(|foe| keeps(b, s, unit, *foe));
    let held = foes.iter().copied().find(|foe| keeps(b, s, *foe, unit));
    if !keeper && held.is_none() {
        return None;
    }
    let add = |row| b.charts.combat_dice(row, Strength::Small);
    let times = if keeper { foes.len() as i16 } else { 1 };
    let rule = rule!("buildings.combat");
    let parts = Modifiers::new()
        .and(add(CombatDice::Other) * times, "allowance", rule)
        // Who holds works counts as uphill.
        .and_if(keeper && works_of(b, s, unit).is_some(), add(CombatDice::Uphill), "uphill", rule!("works"))
        .and_if(keeper && rear_support(b, s, unit), add(CombatDice::RearSupport), "rear_support", rule)
        .and_if(
            held.is_some_and(|foe| rear_support(b, s, foe)),
            -add(CombatDice::RearSupport),
            "enemy_rear_support",
            rule,
        );
    // Who defends a building stands as in the open.
    let mut levels = losses(b, s, unit, foes);
    if keeper {
        levels[1..].fill(0);
    }
    let total = parts.total();
    let (level, parts) = told_losses(total.max(0), levels, parts, rule!("combat.cohesion"));
    Some((total, level, parts))
}

/// Whether infantry outside supports who is in a building: formed, steady or disordered, with some of the building straight ahead that it reaches in one move, not before an enemy within 4 MU.
pub(super) fn house_support(b: &Battle, s: &State, unit: UnitId) -> bool {
    let house = figure(b, s, unit);
    let near = Length(4 * MU.0);
    let fronts: Vec<baize::Figure> = figures(b, s, b.side(unit).enemy())
        .map(|(foe, _)| s.unit(foe).pose.place(Shape::ahead(size_of(b, s, foe).width, Length(0), near)))
        .collect();
    figures(b, s, b.side(unit)).any(|(other, at)| {
        let now = s.unit(other);
        let may = other != unit
            && b.arm(other) == Arm::Infantry
            && !now.is_inside()
            && !now.formation.is_skirmish()
            && now.cohesion <= Cohesion::Disordered
            && !in_contact(b, s, other)
            && is_partly_in(&house, &ahead(at.front()));
        let reaches = || {
            let most = allowance_of(b, s, other, Going::Open).unwrap_or(Length(0));
            let sweep = Sweep::new(now.pose, size_of(b, s, other), Leg::Ahead(most));
            sweep.first_touch(&house).is_some_and(|last| {
                let mut steps = (0..last).step_by(100).chain([last]);
                !steps.any(|step| fronts.iter().any(|front| is_partly_in(&sweep.figure_at(step), front)))
            })
        };
        may && reaches()
    })
}

impl Field<'_, '_> {
    /// Infantry that has driven the defenders out of a building may move in, and occupies it.
    pub(super) fn moves_in(&mut self, unit: UnitId, house: AreaId) -> Play<()> {
        let now = self.s.unit(unit);
        let able =
            self.b.arm(unit) == Arm::Infantry && now.cohesion <= Cohesion::Disordered && now.on_table();
        if !able || is_taken(self.b, self.s, house, unit) || !self.asks_to_occupy(unit)? {
            return Ok(());
        }
        let pose = inside(self.b, unit, house, self.s.unit(unit).pose.turn);
        let now = self.s.unit_mut(unit);
        (now.pose, now.formation, now.house) = (pose, Formation::Tactical, house);
        now.set(did::DEFENDS, false);
        self.tell_housed(unit);
        Ok(())
    }
}
