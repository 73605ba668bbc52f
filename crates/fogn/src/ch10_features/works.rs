//! Field fortifications: who holds works against whom, and who comes at them from their rear (`works`).

use baize::{Area, AreaKind};

use crate::core::across::{held, mans};
use crate::core::place::{figure, middle};
use crate::core::state::UnitId;
use crate::{Battle, State};

/// The works in which a unit stands so that it holds them.
pub(crate) fn works_of<'a>(b: &'a Battle, s: &State, unit: UnitId) -> Option<&'a Area> {
    if s.unit(unit).is_inside() {
        return None;
    }
    b.table.areas.iter().find(|area| area.kind == AreaKind::Works && mans(b, s, unit, area))
}

/// Whether a unit holds works against an enemy before their front or sides.
pub(crate) fn holds_works(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> bool {
    works_of(b, s, unit).is_some() && held(b, s, unit, foe).is_some_and(|barrier| barrier.works().is_some())
}

/// Whether a unit stands in works whose rear is open to an enemy: no front or side of them comes between the two.
pub(crate) fn is_open_to(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> bool {
    works_of(b, s, unit).is_some() && !holds_works(b, s, unit, foe)
}

/// Whether a unit defends a building, or works against an enemy: the two are fought for alike.
pub(crate) fn keeps(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> bool {
    s.unit(unit).defends() || holds_works(b, s, unit, foe)
}

/// Whether another comes up to the rear of the works in which a unit stands.
pub(crate) fn is_at_rear(b: &Battle, s: &State, unit: UnitId, other: UnitId) -> bool {
    let Some(works) = works_of(b, s, unit) else { return false };
    let (own, theirs) = (middle(&figure(b, s, unit)), middle(&figure(b, s, other)));
    let rear = works.rear.and_then(|rear| works.outline.edges().nth(rear));
    rear.is_some_and(|rear| rear.meets(baize::Edge { from: own, to: theirs }))
}
