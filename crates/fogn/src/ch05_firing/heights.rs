//! Sight over the crests of hills, and fire into and out of gullies (`terrain.hills`, `terrain.gully`, `firing.over`).

use baize::{Area, AreaKind, Figure, Length, Place, Pose, SLACK, Size, Spot, Turn};
use table::{Rule, rule};

use super::targets::Range;
use crate::armies::Arm;
use crate::core::place::{direction, figure};
use crate::core::state::UnitId;
use crate::{Battle, State};

/// MU from a crest within which somebody looks over it.
const LOOKS_OVER: Length = Length::mu(2);
/// MU from a crest, or from the edge of a gully, from which those near it are seen.
const IS_SEEN: Length = Length::mu(6);

/// A stretch of a crest, as a wall too thin to matter.
fn stretch(from: Place, to: Place) -> Figure {
    let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    let length = (x * x + y * y).unsigned_abs().isqrt().clamp(2, 32_000) as i16;
    let at = Spot { x: ((from.x + to.x) / 2) as i16, y: ((from.y + to.y) / 2) as i16 };
    let turn = direction(x, y).and(Turn::QUARTER.reversed());
    Pose { at, turn }.place(Size { width: Length(length), depth: Length(2) }.shape())
}

/// The stretches of a hill's crest.
fn crest(hill: &Area) -> impl Iterator<Item = Figure> + '_ {
    hill.crest.windows(2).map(|pair| stretch(pair[0], pair[1]))
}

/// Whether a figure is so near to a crest.
fn is_near(hill: &Area, figure: &Figure, distance: Length) -> bool {
    crest(hill).any(|one| baize::is_within(&one, figure, distance))
}

/// The crests that hide a target from a unit, as walls: all of a hill on which either stands, unless one of these holds: the unit is within 2 MU of the crest; the target is, and the unit within
/// 6 MU of it; the range is close, or medium for infantry.
pub(super) fn crests(b: &Battle, s: &State, unit: UnitId, target: &Figure, range: Range) -> Vec<Figure> {
    let own = figure(b, s, unit);
    if range == Range::Close || range == Range::Medium && b.arm(unit) == Arm::Infantry {
        return Vec::new();
    }
    let hills = b.table.areas.iter().filter(|area| {
        area.kind.is_hill() && (area.outline.has_part_of(&own) || area.outline.has_part_of(target))
    });
    hills
        .filter(|hill| {
            let looks = is_near(hill, &own, LOOKS_OVER);
            let shows = is_near(hill, target, LOOKS_OVER) && is_near(hill, &own, IS_SEEN);
            !looks && !shows
        })
        .flat_map(crest)
        .collect()
}

/// Whether a gully lets a unit fire at a target, or the rule that bars it. Wholly inside, guns do not fire out, and infantry does not at close range; from outside guns fire in only from its edge,
/// and infantry at close range too; all fire at who is partly in the same gully or at its edge.
pub(super) fn gully_bars(b: &Battle, s: &State, unit: UnitId, target: &Figure, range: Range) -> Option<Rule> {
    let own = figure(b, s, unit);
    let guns = b.arm(unit) == Arm::Artillery;
    let barred = |gully: &&Area| {
        let at_edge = |one: &Figure| gully.outline.apart(one).is_within(SLACK);
        let (inside, within) = (gully.outline.has_all_of(&own), gully.outline.has_all_of(target));
        if inside && !at_edge(target) {
            return guns || range == Range::Close;
        }
        within && !at_edge(&own) && (guns || range == Range::Close)
    };
    let mut gullies = b.table.areas.iter().filter(|area| area.kind == AreaKind::Gully);
    gullies.any(|gully| barred(&gully)).then_some(rule!("terrain.gully"))
}

/// Whether somebody wholly in a gully is too far from its edge to be seen by who is outside of it.
pub(super) fn is_down(b: &Battle, own: &Figure, target: &Figure) -> bool {
    let mut gullies = b.table.areas.iter().filter(|area| area.kind == AreaKind::Gully);
    gullies.any(|gully| {
        gully.outline.has_all_of(target)
            && !gully.outline.has_part_of(own)
            && !gully.outline.apart(own).is_within(IS_SEEN)
    })
}

/// The rule by which a crest hides somebody.
pub(super) fn rule_of_crests() -> Rule {
    rule!("terrain.hills")
}
