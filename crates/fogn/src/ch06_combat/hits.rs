//! The to-hit value of combat with its points of advantage (`combat.hit`, `combat.lighter`).

use table::{Modifiers, rule};

use super::contact::opponents;
use crate::armies::{Arm, Capability, Troops};
use crate::ch03_movement::are_skirmishers;
use crate::ch10_features::{across, defends, is_open_to, keeps};
use crate::core::battle::Half;
use crate::core::charts::{CombatHit, Going};
use crate::core::place::figure;
use crate::core::state::{Formation, UnitId};
use crate::{Battle, State};

/// Score that a die of a unit must show to hit an opponent, and the points of advantage of which it is made: no more than two in all.
pub fn needed(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> (i16, Modifiers) {
    let parts = advantages(b, s, unit, foe);
    (b.charts.combat_hit(CombatHit::Score) - parts.total().clamp(-2, 2), parts)
}

fn advantages(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> Modifiers {
    let hit = |row| b.charts.combat_hit(row);
    // About a building both sides have a point less, and nothing else.
    if keeps(b, s, unit, foe) || keeps(b, s, foe, unit) {
        return Modifiers::new().and(hit(CombatHit::Obstacle), "building", rule!("buildings.combat"));
    }
    let (rule, other) = (rule!("combat.hit"), s.unit(foe));
    let mounted = b.arm(unit) == Arm::Cavalry;
    let square = other.formation == Formation::Square;
    let infantry = b.arm(foe) == Arm::Infantry;
    let defended = defends(b, s, foe, unit);
    // Who defends an obstacle or is in cover is not ridden down.
    let sheltered = defended || in_cover(b, s, foe, unit);
    let flanked = |one: UnitId, by: UnitId| {
        opponents(b, s, one).iter().any(|contact| contact.foe == by && contact.flanked)
    };
    let weak = s.unit(unit).formation == Formation::Column
        || are_skirmishers(b, s, unit)
        || b.arm(unit) == Arm::Artillery;
    let open = in_the_open(b, s, unit) && !defends(b, s, unit, foe);
    let shock = b.arm(unit) == Arm::Infantry && b.unit(foe).is(Capability::Shock) && open;
    Modifiers::new()
        .and_if(flanked(foe, unit), hit(CombatHit::Flank), "flank", rule)
        .and_if(flanked(unit, foe), -hit(CombatHit::Flank), "flanked", rule)
        .and_if(
            mounted && weight(b, foe).is_some_and(|other| weight(b, unit) > Some(other)),
            hit(CombatHit::Lighter),
            "lighter",
            rule!("combat.lighter"),
        )
        .and_if(
            mounted && b.arm(foe) == Arm::Artillery && !sheltered,
            hit(CombatHit::Artillery),
            "artillery",
            rule,
        )
        .and_if(mounted && infantry && !square && !sheltered, hit(CombatHit::Infantry), "infantry", rule)
        .and_if(mounted && infantry && square && !defended, hit(CombatHit::Square), "square", rule)
        .and_if(across(b, s, unit, foe), hit(CombatHit::Obstacle), "obstacle", rule!("obstacles"))
        .and_if(shock, hit(CombatHit::FacingShock), "facing_shock", rule)
        .and_if(weak, hit(CombatHit::Weak), "weak", rule)
}

/// Weight of cavalry, from all light to all shock, none of others: light and heavy weigh less than heavy or light and shock, those less than heavy and shock (`combat.lighter`).
fn weight(b: &Battle, unit: UnitId) -> Option<i16> {
    let card = b.unit(unit);
    let most = match card.troops {
        Troops::LightCavalry => 1,
        Troops::HeavyCavalry if card.is(Capability::Shock) => 5,
        Troops::HeavyCavalry => 3,
        _ => return None,
    };
    // A unit of two kinds weighs what lies between them.
    let other = match card.half {
        Some(Half::Light) => 1,
        Some(Half::Heavy) => 3,
        Some(Half::Shock) => 5,
        Some(Half::Lancers) | None => most,
    };
    Some((most + other) / 2)
}

/// Whether a unit stands wholly in cover against an enemy.
fn in_cover(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> bool {
    // Works are open to their rear.
    if is_open_to(b, s, unit, foe) {
        return false;
    }
    let own = figure(b, s, unit);
    s.unit(unit).is_inside()
        || b.table.areas.iter().any(|area| b.charts.terrain(area.kind).cover && area.outline.has_all_of(&own))
}

/// Whether a unit stands wholly in open ground.
pub(crate) fn in_the_open(b: &Battle, s: &State, unit: UnitId) -> bool {
    let own = figure(b, s, unit);
    let closed = |area: &&baize::Area| {
        let outline = area.steep.as_ref().unwrap_or(&area.outline);
        b.charts.terrain(area.kind).going != Going::Open && outline.has_part_of(&own)
    };
    !b.table.areas.iter().any(|area| closed(&area))
}
