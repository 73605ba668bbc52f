//! The to-hit score with its points of advantage (`firing.hit`).

use baize::{Standing, ahead, is_partly_in};
use table::{Modifiers, rule};

use super::targets::{Range, part_figure};
use crate::armies::Arm;
use crate::ch03_movement::are_skirmishers;
use crate::core::charts::FireHit;
use crate::core::place::figure;
use crate::core::state::{Formation, Part, UnitId, did};
use crate::{Battle, State};

/// Score that a die must show to hit, and the points of advantage of which it is made: all pluses and minuses together count as one at the most.
pub fn needed(
    b: &Battle,
    s: &State,
    (unit, part): (UnitId, Part),
    target: UnitId,
    range: Range,
) -> (i16, Modifiers) {
    let parts = advantages(b, s, (unit, part), target, range);
    let score = b.charts.fire_hit(score_row(b, s, target, range));
    ((score - parts.total().clamp(-1, 1)).min(6), parts)
}

/// Row of the score before advantages.
fn score_row(b: &Battle, s: &State, target: UnitId, range: Range) -> FireHit {
    let formation = s.unit(target).formation;
    let thin = matches!(formation, Formation::Line | Formation::SkirmishLine | Formation::Unlimbered);
    match range {
        Range::Long if thin => FireHit::LongThin,
        Range::Close if b.arm(target) == Arm::Infantry || s.unit(target).has(did::CHARGES) => {
            FireHit::CloseInfantry
        }
        _ => FireHit::Other,
    }
}

/// Points of advantage.
fn advantages(
    b: &Battle,
    s: &State,
    (unit, part): (UnitId, Part),
    target: UnitId,
    range: Range,
) -> Modifiers {
    let now = s.unit(target);
    let hit = |row| b.charts.fire_hit(row);
    let is_easy = matches!(now.formation, Formation::Column | Formation::Square)
        || range == Range::Long && now.formation == Formation::Supported
        || is_behind(b, s, (unit, part), target);
    let own = figure(b, s, target);
    let covered =
        b.table.areas.iter().any(|area| b.charts.terrain(area.kind).cover && area.outline.has_all_of(&own));
    let rule = rule!("firing.hit");
    Modifiers::new()
        .and_if(is_easy, hit(FireHit::AdvantageTarget), "advantage_target", rule)
        .and_if(are_skirmishers(b, s, target), hit(FireHit::TargetSkirmishers), "target_skirmishers", rule)
        .and_if(
            range == Range::Close && are_skirmishers(b, s, unit),
            hit(FireHit::SkirmishersClose),
            "skirmishers_close",
            rule,
        )
        .and_if(covered, hit(FireHit::Cover), "cover", rule)
}

/// Whether fire comes from behind a flank or the rear: the middle of the firing front is behind the line of the target's front, and no part of the firing unit is directly
/// before any of it. A square has no flank.
fn is_behind(b: &Battle, s: &State, (unit, part): (UnitId, Part), target: UnitId) -> bool {
    let (own, other) = (part_figure(b, s, unit, part), figure(b, s, target));
    s.unit(target).formation != Formation::Square
        && other.front().standing_of_middle(own.front()) == Standing::Behind
        && !is_partly_in(&own, &ahead(other.front()))
}
