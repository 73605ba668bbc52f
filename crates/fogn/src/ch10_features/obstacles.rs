//! Obstacles: who defends one, what fighting across it changes, cover behind walls, and assaults across water (`obstacles`, `rivers`, `bridges`).

use baize::{
    Edge, Leg, Length, Pose, SLACK, Standing, Sweep, Water, ahead, is_partly_in, is_within, overlap,
};
use table::{Refusal, Side, rule};

use crate::armies::Arm;
use crate::ch02_assault::starts_behind;
use crate::ch03_movement::{allowance_of, keeps_to_road};
use crate::core::across::{held, is_at};
use crate::core::barrier::{Barrier, Matter, barriers, beyond, first_barrier, is_on_barrier};
use crate::core::charts::Going;
use crate::core::field::unit_point;
use crate::core::place::{figure, figures, in_contact, middle_of, size_of};
use crate::core::state::{Cohesion, Formation, UnitId, did};
use crate::{Battle, State};

/// Whether a unit could defend an obstacle at all: infantry or artillery that is not broken.
fn able(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    b.arm(unit) != Arm::Cavalry && now.on_table() && now.cohesion != Cohesion::Broken
}

/// Whether enemies could assault a unit in flank or rear in their next Assault Phase, so that what it holds does not count as defended.
fn is_outflanked(b: &Battle, s: &State, unit: UnitId) -> bool {
    let own = figure(b, s, unit);
    figures(b, s, b.side(unit).enemy()).any(|(foe, at)| {
        let now = s.unit(foe);
        let most = allowance_of(b, s, foe, Going::Open).unwrap_or(Length(0));
        b.arm(foe) != Arm::Artillery
            && now.cohesion <= Cohesion::Disordered
            && !matches!(now.formation, Formation::Column | Formation::Square)
            && baize::is_within(&own, &at, most)
            && !in_contact(b, s, foe)
            && starts_behind(b, s, foe, unit)
    })
}

/// Whether a unit defends an obstacle against an enemy: it holds it, was not the one to come up to it, and nobody threatens its flank. A bank of a dried-up river is none.
pub fn defends(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> bool {
    let came = s.unit(unit).has(did::ASSAILS)
        || !s.unit(foe).has(did::ASSAILS) && b.side(unit) == s.clock.side && in_contact(b, s, unit);
    able(b, s, unit)
        && !came
        && held(b, s, unit, foe).is_some_and(|barrier| barrier.matter != Matter::Water(Water::Dry))
        && !is_outflanked(b, s, unit)
}

/// Whether two units that are in contact fight across an obstacle.
pub fn across(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> bool {
    let holds = |one: UnitId, other: UnitId| {
        able(b, s, one)
            && held(b, s, one, other).is_some_and(|barrier| barrier.matter != Matter::Water(Water::Dry))
    };
    holds(unit, foe) || holds(foe, unit)
}

/// Whether a unit holds an obstacle that it defends against whomever comes: a defensive position (`morale.procedure`).
pub fn holds_ground(b: &Battle, s: &State, unit: UnitId) -> bool {
    s.unit(unit).defends()
        || able(b, s, unit)
            && !s.unit(unit).has(did::ASSAILS)
            && barriers(&b.table)
                .any(|barrier| barrier.matter != Matter::Water(Water::Dry) && is_at(b, s, unit, barrier))
            && !is_outflanked(b, s, unit)
}

/// Whether a unit is behind a wall, or at the edge of an enclosed field, before those who fire at it from its front; of hedges only those around fields give cover (RULING, `obstacles`).
pub fn is_behind_wall(b: &Battle, s: &State, target: UnitId, firing: Edge) -> bool {
    let front = figure(b, s, target).front();
    able(b, s, target)
        && front.standing(middle_of(firing)) == Standing::Ahead
        && barriers(&b.table).any(|barrier| {
            let covers = barrier.matter == Matter::Wall || barrier.bank;
            covers && barrier.touches(front)
        })
        && !is_outflanked(b, s, target)
}

/// The water across which a unit has come to fight another, and whether by a bridge or a ford.
fn water_before(b: &Battle, s: &State, unit: UnitId, foe: UnitId) -> Option<(Water, bool)> {
    let barrier = held(b, s, foe, unit).filter(|_| s.unit(unit).has(did::ASSAILS))?;
    let Matter::Water(water) = barrier.matter else { return None };
    Some((water, by_crossing(b, s, unit, s.unit(unit).pose, barrier)))
}

/// Whether a unit comes over a barrier by a bridge or ford.
fn by_crossing(b: &Battle, s: &State, unit: UnitId, pose: Pose, barrier: Barrier<'_>) -> bool {
    let fits =
        matches!(s.unit(unit).formation, Formation::Column | Formation::Tactical | Formation::Supported);
    fits && barrier.has_crossing(&b.table, pose, size_of(b, s, unit), b.base)
}

/// Levels lower as which a unit fights that assaults across water: by its height; by a bridge or ford one where it is shoulder high, unless in march column (`rivers`, `bridges`).
pub fn levels_of_water(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId]) -> i16 {
    let of = |foe: &UnitId| match water_before(b, s, unit, *foe) {
        None | Some((Water::Dry | Water::Ankle, _)) => 0,
        Some((_, true)) if s.unit(unit).formation == Formation::Column => 0,
        Some((Water::Waist, true)) => 0,
        Some((Water::Waist, false)) | Some((_, true)) => 1,
        Some((Water::Shoulder | Water::Torrent, false)) => 2,
    };
    foes.iter().map(of).max().unwrap_or(0)
}

/// The step of a straight way at which a unit stands right before the barrier that its target holds, if there is one before it and it may be assaulted across.
///
/// # Errors
/// What bars it.
pub fn may_cross_to(
    b: &Battle,
    s: &State,
    (unit, target): (UnitId, UnitId),
    sweep: &Sweep,
) -> Result<Option<u16>, Refusal> {
    let no = |rule, why| {
        let refusal = Refusal::new(rule, why);
        Err(refusal.with("unit", unit_point(unit)).with("target", unit_point(target)))
    };
    let own = sweep.figure_at(0);
    let (theirs, column) = (figure(b, s, target), s.unit(unit).formation == Formation::Column);
    let touched = sweep.first_touch(&theirs);
    let stop = first_barrier(&b.table, sweep).map(|(step, barrier)| (step.saturating_sub(1), barrier));
    // Whom it reaches before any barrier that it would stand upon; of no breadth, one may lie between them all the same.
    let clear = touched.is_some_and(|step| stop.is_none_or(|(stop, _)| step <= stop));
    let middles = (crate::core::place::middle(&own), crate::core::place::middle(&theirs));
    let between =
        barriers(&b.table).filter(|one| one.parts(middles.0, middles.1) && is_at(b, s, target, *one));
    let held = between.filter(|one| one.bars() || clear).min_by_key(|one| one.first_on(sweep));
    let Some(barrier) = held.filter(|_| able(b, s, target)) else {
        if stop.is_some() && !clear {
            return no(rule!("obstacles"), "assault.obstacle");
        }
        // A column goes into buildings along a road.
        let road = || {
            let step = touched.unwrap_or(0);
            s.unit(target).is_inside() && keeps_to_road(b, sweep, step)
        };
        return if column && !road() {
            no(rule!("assault.declare"), "assault.formation")
        } else {
            Ok(touched)
        };
    };
    let bridge = by_crossing(b, s, unit, sweep.from, barrier);
    if column && !bridge {
        return no(rule!("bridges"), "assault.formation");
    }
    match barrier.matter {
        Matter::Water(Water::Shoulder | Water::Torrent) if !bridge => {
            return no(rule!("assault.forbidden"), "assault.water");
        }
        Matter::Water(Water::Waist) if !bridge && b.arm(unit) == Arm::Cavalry => {
            return no(rule!("rivers"), "assault.water");
        }
        _ => {}
    }
    if clear {
        return Ok(touched);
    }
    // It stops right before the barrier that is held, with its holder before its front.
    let Some((stop, _)) = stop.filter(|(stop, _)| barrier.first_on(sweep) == Some(stop + 1)) else {
        return no(rule!("obstacles"), "assault.obstacle");
    };
    let opposite = is_partly_in(&theirs, &ahead(sweep.figure_at(stop).front()));
    if opposite { Ok(Some(stop)) } else { no(rule!("obstacles"), "assault.obstacle") }
}

/// Whether a barrier between a place where a unit began and a target is held by it, so that it was assaulted across it.
pub(crate) fn came_across(b: &Battle, s: &State, from: Pose, unit: UnitId, target: UnitId) -> bool {
    let size = size_of(b, s, unit);
    let began = from.after(size, Leg::Back(Length(size.depth.0 / 2))).at;
    let theirs = crate::core::place::middle(&figure(b, s, target));
    able(b, s, target)
        && barriers(&b.table).any(|one| one.parts(began.into(), theirs) && is_at(b, s, target, one))
}

/// Breadth that the obstacles of a table may put between a unit and whom it assaults.
pub(crate) fn breadth(b: &Battle) -> Length {
    let beyond = |one: Barrier<'_>| match one.matter {
        Matter::Water(_) => 2 * baize::MU.0,
        Matter::Works => 6 * baize::MU.0,
        _ => 0,
    };
    let of = |one: Barrier<'_>| 2 * one.half.0 + beyond(one);
    Length(barriers(&b.table).map(of).max().unwrap_or(0))
}

/// The step of a way straight ahead at which a unit has right behind it the barrier that it touches, if it may stand there.
pub(crate) fn landing(b: &Battle, s: &State, unit: UnitId, sweep: &Sweep) -> Option<u16> {
    let (front, own) = (figure(b, s, unit).front(), b.side(unit));
    let barrier = barriers(&b.table).find(|one| one.bars() && one.touches(front))?;
    let step = beyond(barrier, sweep)?;
    let there = sweep.figure_at(step);
    let free = |side: Side| {
        figures(b, s, side).all(|(one, at)| {
            one == unit || !overlap(&there, &at) && (side == own || !is_within(&there, &at, SLACK))
        })
    };
    let closed =
        b.table.areas.iter().any(|area| {
            b.charts.terrain(area.kind).going >= Going::Closed && area.outline.has_part_of(&there)
        });
    let stands = b.table.has_all_of(&there) && !closed && !is_on_barrier(&b.table, &there);
    (stands && [own, own.enemy()].into_iter().all(free)).then_some(step)
}

/// Whether a unit holds the bank of a river that has dried up, and stands outside of it (`rivers`).
pub(crate) fn on_dry_bank(b: &Battle, s: &State, unit: UnitId) -> bool {
    let own = figure(b, s, unit);
    let dry = |one: &Barrier<'_>| one.matter == Matter::Water(Water::Dry);
    able(b, s, unit)
        && barriers(&b.table).filter(dry).any(|one| is_at(b, s, unit, one) && !one.is_under(&own))
}

/// Whether a unit counts as uphill because it holds such a bank against enemies who stand at least partly in the bed.
pub(crate) fn above_dry_bed(b: &Battle, s: &State, unit: UnitId, foes: &[UnitId]) -> bool {
    let dry = |one: &Barrier<'_>| one.matter == Matter::Water(Water::Dry);
    let inside = |foe: &UnitId| {
        let at = figure(b, s, *foe);
        barriers(&b.table).filter(dry).any(|one| one.is_under(&at) && is_at(b, s, unit, one))
    };
    !foes.is_empty() && on_dry_bank(b, s, unit) && foes.iter().all(inside)
}
