//! Friends and lines of communications in the way of a move (`movement.through`, `recovery.loc`).

use baize::{Figure, Leg, Length, Pose, SLACK};
use table::{Refusal, rule};

use super::are_skirmishers;
use super::legs::{push_test, refusal};
use super::survey::{Survey, going_under};
use super::way::{Scene, Step};
use crate::armies::Arm;
use crate::ch08_recovery::is_guarded;
use crate::core::charts::{Activity, Going};
use crate::core::coming::communications;
use crate::core::field::unit_point;
use crate::core::place::{middle, middle_of, size_of};
use crate::core::state::{Formation, UnitId, did};

/// Friends in the way: skirmishers and artillery pass and are passed; others only if they stand still all phase, and not in march column. Beyond
/// them there must be room (`movement.through`).
pub(super) fn through(
    scene: &Scene<'_>,
    survey: &Survey,
    step: u16,
    there: &Figure,
    made: &mut Step,
) -> Result<(), Refusal> {
    for (friend, figure, _) in survey.friends.iter().filter(|(.., first)| *first <= step) {
        let no =
            |why| Err(refusal(scene, rule!("movement.through"), why).with("friend", unit_point(*friend)));
        let (activity, light) = passing(scene, *friend);
        if scene.s.unit(*friend).is_inside() {
            return Err(refusal(scene, rule!("buildings.units"), "house.full"));
        }
        let other = scene.s.unit(*friend);
        if baize::overlap(there, figure) {
            match makes_room(scene, (*friend, figure), (survey, step), there) {
                Some(pose) => made.shifts.push((*friend, pose)),
                None => return no("through.room"),
            }
        }
        if !light && other.has(did::MOVED) {
            return no("through.moved");
        }
        if !light && other.formation == Formation::Column {
            return no("through.column");
        }
        made.through.push(*friend);
        push_test(scene, activity, made)?;
    }
    Ok(())
}

/// Lines of communications are passed as friends of the division are who cannot make room; nobody comes into contact with one of the enemy's that a unit of
/// theirs guards (`recovery.loc`).
pub(super) fn base(
    scene: &Scene<'_>,
    survey: &Survey,
    step: u16,
    there: &Figure,
    made: &mut Step,
) -> Result<(), Refusal> {
    let own = scene.b.side(scene.way.unit);
    for side in [own, own.enemy()] {
        let Some(base) = communications(scene.b, scene.s, side) else { continue };
        if baize::overlap(there, &base) {
            return Err(refusal(scene, rule!("recovery.loc"), "base.room"));
        }
        let touches = side != own && baize::is_within(there, &base, SLACK);
        if touches && is_guarded(scene.b, scene.s, side) {
            return Err(refusal(scene, rule!("recovery.loc"), "base.guarded"));
        }
        if survey.sweep.first_overlap(&base).is_some_and(|first| first <= step) {
            push_test(scene, Activity::ThroughOwn, made)?;
        }
    }
    Ok(())
}

/// Whether the middle of the moving edge is half way through a friend, or beyond, at a step (`movement.through`).
fn is_half_through(survey: &Survey, friend: &Figure, step: u16) -> bool {
    let edge = |step: u16| {
        let figure = survey.sweep.figure_at(step);
        let rear = matches!(survey.sweep.leg, Leg::Back(_));
        middle_of(if rear { figure.edge(2) } else { figure.front() })
    };
    let (from, to, at) = (edge(0), edge(step), middle(friend));
    let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
    i64::from(to.x - at.x) * x + i64::from(to.y - at.y) * y >= 0
}

/// The pose in which a friend that stands still makes room: slid back or forward by no more than a base's depth, as little as it must; none if there is none, or the unit does not come half way through
/// it (`movement.through`).
fn makes_room(
    scene: &Scene<'_>,
    (friend, figure): (UnitId, &Figure),
    (survey, step): (&Survey, u16),
    there: &Figure,
) -> Option<Pose> {
    if !is_half_through(survey, figure, step) || scene.s.unit(friend).has(did::MOVED) {
        return None;
    }
    let (b, s) = (scene.b, scene.s);
    let (pose, size) = (s.unit(friend).pose, size_of(b, s, friend));
    let depth = b.base.depth.0;
    let slides = (5..=depth).step_by(5).flat_map(|by| [Leg::Back(Length(by)), Leg::Ahead(Length(by))]);
    slides.map(|leg| pose.after(size, leg)).find(|pose| {
        let own = pose.place(size.shape());
        let friends = scene.friends.iter().filter(|(one, _)| *one != friend);
        b.table.has_all_of(&own)
            && !baize::overlap(&own, there)
            && !friends.into_iter().any(|(_, at)| baize::overlap(&own, at))
            && scene.foe_within(&own, SLACK).is_none()
            && going_under(scene, &own) < Going::Closed
    })
}

/// Whether a leg that is longer than it might be only goes on to get through a friend: half way through it is within the allowance, and it ends right beyond (`movement.through`).
pub(super) fn gets_through(scene: &Scene<'_>, survey: &Survey, step: u16, most: Length) -> bool {
    let Some((_, figure, first)) = survey.friends.iter().max_by_key(|(.., first)| *first) else {
        return false;
    };
    if *first > step || !matches!(survey.sweep.leg, Leg::Ahead(_) | Leg::Back(_)) {
        return false;
    }
    let within = (most.0 - scene.way.straight.0).max(0) as u16;
    let clear = |at: u16| !baize::overlap(&survey.sweep.figure_at(at), figure);
    is_half_through(survey, figure, within.min(step)) && clear(step) && !clear(step.saturating_sub(20))
}

/// Activity of passing a friend in the table of complex moves, and whether either of the two is skirmishers or artillery.
pub(super) fn passing(scene: &Scene<'_>, friend: UnitId) -> (Activity, bool) {
    let (b, s, own) = (scene.b, scene.s, scene.way.unit);
    let is_light = |unit| b.arm(unit) == Arm::Artillery || are_skirmishers(b, s, unit);
    if is_light(own) || is_light(friend) {
        (Activity::ThroughLight, true)
    } else if b.unit(own).division == b.unit(friend).division {
        (Activity::ThroughOwn, false)
    } else {
        (Activity::ThroughOthers, false)
    }
}
