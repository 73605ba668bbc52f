//! The to-hit score with its points of advantage (`firing.hit`).

use baize::{Leg, Length, MU, Shape, Standing, ahead, is_partly_in};
use table::{Modifiers, rule};

use super::buildings::about_building;
use super::targets::{Range, part_figure};
use crate::armies::{Arm, Capability};
use crate::ch03_movement::are_skirmishers;
use crate::ch10_features::{holds_works, is_behind_wall, is_open_to};
use crate::core::charts::FireHit;
use crate::core::place::{figure, size_of};
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
    if about_building(b, s, unit, target) {
        let close = range == Range::Close || b.unit(unit).is(Capability::Mortars);
        let row = if close { FireHit::BuildingClose } else { FireHit::BuildingFar };
        return (b.charts.fire_hit(row), Modifiers::new());
    }
    let parts = advantages(b, s, (unit, part), target, range);
    let score = b.charts.fire_hit(score_row(b, s, (unit, part), target, range));
    ((score - parts.total().clamp(-1, 1)).min(6), parts)
}

/// Score of the dice of howitzers or rockets attached: at buildings as at close range, and cover does not count (`firing.hit`, `buildings.fire`).
pub(super) fn needed_by_shells(
    b: &Battle,
    s: &State,
    firer: (UnitId, Part),
    target: UnitId,
    range: Range,
) -> i16 {
    if about_building(b, s, firer.0, target) {
        return b.charts.fire_hit(FireHit::BuildingClose);
    }
    let parts = advantages(b, s, firer, target, range);
    let covered = is_covered(b, s, firer, target);
    let less = if covered { b.charts.fire_hit(FireHit::Cover) } else { 0 };
    let score = b.charts.fire_hit(score_row(b, s, firer, target, range));
    (score - (parts.total() - less).clamp(-1, 1)).min(6)
}

/// Row of the score before advantages.
fn score_row(b: &Battle, s: &State, firer: (UnitId, Part), target: UnitId, range: Range) -> FireHit {
    let formation = s.unit(target).formation;
    let thin = matches!(formation, Formation::Line | Formation::SkirmishLine | Formation::Unlimbered);
    match range {
        Range::Long if thin || on_soft_ground(b, s, target) => FireHit::LongThin,
        Range::Close if s.unit(target).has(did::CHARGES) => {
            if charges_home(b, s, firer, target) {
                FireHit::CloseInfantry
            } else {
                FireHit::Other
            }
        }
        Range::Close if b.arm(target) == Arm::Infantry => FireHit::CloseInfantry,
        _ => FireHit::Other,
    }
}

/// Whether a unit stands wholly on soft ground, into which balls sink.
fn on_soft_ground(b: &Battle, s: &State, unit: UnitId) -> bool {
    let own = figure(b, s, unit);
    b.table.soft.iter().any(|outline| outline.has_all_of(&own))
}

/// Whether an assault began where those who fire at it have it before them: cavalry at least partly ahead of their front, infantry within a base's width of that.
fn charges_home(b: &Battle, s: &State, (unit, part): (UnitId, Part), target: UnitId) -> bool {
    let Some(assault) = s.assaults.iter().find(|assault| assault.unit == target) else { return true };
    let began = assault.from.place(size_of(b, s, target).shape());
    if b.arm(target) == Arm::Cavalry {
        return is_partly_in(&began, &ahead(part_figure(b, s, unit, part).front()));
    }
    let (pose, size) = (s.unit(unit).pose, size_of(b, s, unit));
    let (width, shift) = match part {
        Part::Whole => (size.width, 0),
        Part::Left => (Length(size.width.0 / 2), -size.width.0 / 4),
        Part::Right => (Length(size.width.0 / 2), size.width.0 / 4),
    };
    let from = if shift == 0 { pose } else { pose.after(size, Leg::Slide(Length(shift))) };
    is_partly_in(&began, &from.place(Shape::ahead(width, b.base.width, Length(16 * MU.0))))
}

/// Whether cover counts for a target: it stands wholly in some, or behind a wall; not against mortars, which throw their shells over it.
fn is_covered(b: &Battle, s: &State, (unit, part): (UnitId, Part), target: UnitId) -> bool {
    let own = figure(b, s, target);
    let mut grounds = b.table.areas.iter();
    let mut within =
        || grounds.any(|area| b.charts.terrain(area.kind).cover && area.outline.has_all_of(&own));
    // Works are open to their rear.
    !b.unit(unit).is(Capability::Mortars)
        && !is_open_to(b, s, target, unit)
        && (is_behind_wall(b, s, target, part_figure(b, s, unit, part).front()) || within())
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
    let covered = is_covered(b, s, (unit, part), target);
    let rule = rule!("firing.hit");
    Modifiers::new()
        .and_if(is_easy, hit(FireHit::AdvantageTarget), "advantage_target", rule)
        .and_if(
            are_skirmishers(b, s, target),
            hit(FireHit::TargetSkirmishers),
            "target_skirmishers",
            rule!("troops.types"),
        )
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
    if is_open_to(b, s, target, unit) {
        return true;
    }
    s.unit(target).formation != Formation::Square
        && !holds_works(b, s, target, unit)
        && other.front().standing_of_middle(own.front()) == Standing::Behind
        && !is_partly_in(&own, &ahead(other.front()))
}
