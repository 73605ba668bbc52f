//! Fire out of buildings and works, and into them (`buildings.fire`, `works`).

use baize::{Place, apart};
use table::Few;

use super::targets::{Aim, Range, aims, can_see, farthest};
use crate::armies::Arm;
use crate::ch02_assault::{may_be_shot, shown};
use crate::ch10_features::{holds_works, works_of};
use crate::core::place::{figure, figures, in_contact, middle_of};
use crate::core::state::{Phase, UnitId, did};
use crate::{Battle, State};

/// All at whom a unit in a building fires: it defends it, and fires to all sides at each enemy within medium range who could fire at it, or who assaults it; if there is none, at the nearest in its
/// usual range.
pub(super) fn house_aims(b: &Battle, s: &State, unit: UnitId) -> Few<Aim, 8> {
    let mut found: Few<Aim, 8> = Few::new();
    let works = works_of(b, s, unit);
    if !s.unit(unit).defends() && works.is_none() || b.arm(unit) != Arm::Infantry {
        return found;
    }
    let own = figure(b, s, unit);
    let assault = s.clock.phase == Phase::Assault;
    let places: Vec<Place> = own.edges().map(middle_of).chain(own.corners().iter().copied()).collect();
    let near = figures(b, s, b.side(unit).enemy()).filter_map(|(target, _)| {
        let at = shown(b, s, target);
        let range = Range::of(apart(&own, &at)).filter(|range| *range <= Range::Medium)?;
        // Nobody fires out of the rear of works.
        let open = (works.is_none() || holds_works(b, s, unit, target))
            && may_be_shot(s, unit, target, range)
            && !s.unit(target).has(did::TARGET)
            && !in_contact(b, s, target)
            && places.iter().any(|from| can_see(b, s, (unit, *from), (target, &at), range));
        open.then_some((apart(&own, &at), Aim { target, range, clear: true }))
    });
    let mut near: Vec<_> = near.collect();
    near.sort_by_key(|(distance, aim)| (*distance, aim.target));
    let answers = |aim: &Aim| {
        let other = s.unit(aim.target);
        // Of two who both defend buildings each can fire at the other.
        assault || other.defends() || aims(b, s, aim.target).iter().any(|(_, back)| back.target == unit)
    };
    found.extend(near.iter().map(|(_, aim)| *aim).filter(answers));
    if found.is_empty() {
        let most = farthest(b, s, unit);
        found.extend(near.iter().map(|(_, aim)| *aim).find(|aim| most.is_some_and(|most| aim.range <= most)));
    }
    found
}

/// Whether fire goes out of a building or into one.
pub(super) fn about_building(b: &Battle, s: &State, unit: UnitId, target: UnitId) -> bool {
    s.unit(unit).is_inside() || s.unit(target).is_inside() || about_works(b, s, unit, target)
}

/// Whether infantry fires out of works, or into them not by their rear: like out of buildings and into them (`works`).
fn about_works(b: &Battle, s: &State, unit: UnitId, target: UnitId) -> bool {
    b.arm(unit) == Arm::Infantry && (works_of(b, s, unit).is_some() || holds_works(b, s, target, unit))
}

/// Whether a unit fires to all sides: it defends a building, or is infantry in works.
pub(super) fn fires_around(b: &Battle, s: &State, unit: UnitId) -> bool {
    s.unit(unit).is_inside() || b.arm(unit) == Arm::Infantry && works_of(b, s, unit).is_some()
}

/// The dice that guns in works may give to a target: all to one, two thirds to each of two, half to each of three, to the nearest; once they have begun as many as to the first (`works`).
pub(super) fn shares_from_works(all: i16, targets: i16, first: Option<i16>) -> Vec<i16> {
    match first {
        Some(first) => vec![first],
        None => {
            let mut found = vec![all];
            found.extend((targets > 1).then(|| (4 * all + 3) / 6));
            found.extend((targets > 2).then(|| (all + 1) / 2));
            found.dedup();
            found
        }
    }
}

/// Targets that guns in works serve in all, as they gave so many of their dice to the first.
pub(super) fn targets_from_works(all: i16, first: i16) -> usize {
    if first == all && all > 1 {
        1
    } else if first == (4 * all + 3) / 6 && first != (all + 1) / 2 {
        2
    } else {
        3
    }
}

/// Whether all of some targets are in buildings, at close or medium range.
pub(super) fn all_inside(b: &Battle, s: &State, unit: UnitId, targets: &[Aim]) -> bool {
    let inside = |target: UnitId| s.unit(target).is_inside() || about_works(b, s, unit, target);
    targets.iter().all(|aim| inside(aim.target) && aim.range <= Range::Medium)
}
