//! Turns and changes of formation, otherwise in place (`movement.turn`, `movement.reform`, `movement.square`).

use baize::{Apart, Edge, Figure, Leg, Length, Pose, Size, Spot, Turn, ahead, is_partly_in, is_within};
use table::{Answer, Point, Refusal, Rule, rule};

use super::legs::push_test;
use super::survey::{Near, going_under, is_in_house};
use super::way::{Course, Scene, Step};
use crate::armies::Arm;
use crate::core::barrier::is_on_barrier;
use crate::core::charts::{Activity, Going};
use crate::core::field::unit_point;
use crate::core::place::{middle, size};
use crate::core::state::{Formation, did};
use crate::core::verb;
use crate::formations::{Shifts, reformed, shifts};

fn refusal(scene: &Scene<'_>, rule: Rule, why: &'static str) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(scene.way.unit))
}

/// A turn in place, about the middle (`movement.turn`).
///
/// # Errors
/// What bars it.
pub(crate) fn face(scene: &Scene<'_>, by: Turn) -> Result<Step, Refusal> {
    begins(scene)?;
    let (way, now) = (scene.way, scene.s.unit(scene.way.unit));
    let turned = way.pose.after(way.size, Leg::Spin(by));
    let pose = at_distance(scene, turned, way.size);
    let there = pose.place(way.size.shape());
    let guns = now.formation == Formation::Unlimbered;
    let activity = match near(scene) {
        // Guns in battery always test.
        _ if guns => Activity::ReformNear,
        true if faces_enemy(scene, &there) => Activity::FaceNearEnemy,
        true => Activity::ReformNear,
        false => Activity::ReformFar,
    };
    placed(scene, pose, way.size, now.formation, activity)
}

/// A change of formation; the front shifted to the right (`movement.reform`).
///
/// # Errors
/// What bars it.
pub(crate) fn form(scene: &Scene<'_>, to: Formation, shift: Length) -> Result<Step, Refusal> {
    begins(scene)?;
    let (b, way) = (scene.b, scene.way);
    let (card, now) = (b.unit(way.unit), scene.s.unit(way.unit));
    allowed(scene, to)?;
    let (Some(from), Some(into)) = (now.formation.array(), to.array()) else {
        return Err(refusal(scene, rule!("movement.reform"), "form.never"));
    };
    let fits = match shifts(card.strength, b.base, from, into) {
        None => return Err(refusal(scene, rule!("movement.reform"), "form.two_changes")),
        Some(Shifts::These(list)) => list.contains(&shift),
        Some(Shifts::Between(first, last)) => (first..=last).contains(&shift),
    };
    if !fits {
        return Err(refusal(scene, rule!("movement.reform"), "form.shift"));
    }
    let pose = reformed(way.pose, card.strength, b.base, (from, into), shift);
    let size = size(b, card, to).expect("it was asked whether the unit ever stands so");
    let pose = at_distance(scene, pose, size);
    let activity = if near(scene) { Activity::ReformNear } else { Activity::ReformFar };
    placed(scene, pose, size, to, activity)
}

/// Whether a unit may form so at all from what it is.
fn allowed(scene: &Scene<'_>, to: Formation) -> Result<(), Refusal> {
    let (card, now) = (scene.b.unit(scene.way.unit), scene.s.unit(scene.way.unit));
    let from = now.formation;
    let no = |rule, why| Err(refusal(scene, rule, why));
    if to == from || card.arm() == Arm::Artillery || size(scene.b, card, to).is_none() {
        return no(rule!("units.formations"), "form.never");
    }
    match to {
        Formation::Line if now.spent && card.arm() == Arm::Infantry => {
            no(rule!("recovery.spent"), "form.spent")
        }
        Formation::Square if from.is_skirmish() => no(rule!("movement.square"), "form.square"),
        Formation::Column if from.is_skirmish() => no(rule!("movement.reform"), "form.two_changes"),
        Formation::Tactical if from == Formation::Line && before_enemy(scene) => {
            no(rule!("movement.reform"), "form.before_enemy")
        }
        _ => Ok(()),
    }
}

/// Whether the unit may still reform: it has done nothing else.
fn begins(scene: &Scene<'_>) -> Result<(), Refusal> {
    if scene.way.course != Course::Fresh {
        return Err(refusal(scene, rule!("movement.reform"), "move.course"));
    }
    if scene.s.unit(scene.way.unit).has(did::STAYS) {
        return Err(refusal(scene, rule!("movement.through"), "move.stays"));
    }
    Ok(())
}

/// Whether an enemy is within 2 MU.
fn near(scene: &Scene<'_>) -> bool {
    scene.foe_within(&scene.way.figure(), Near::Two.distance()).is_some()
}

/// Whether a figure faces an enemy within 2 MU: some of it is directly ahead.
fn faces_enemy(scene: &Scene<'_>, figure: &Figure) -> bool {
    let strip = ahead(figure.front());
    let mut foes = scene.foes.iter().filter(|(_, foe)| is_within(figure, foe, Near::Two.distance()));
    foes.any(|(_, foe)| is_partly_in(foe, &strip))
}

/// Whether the unit stands within 2 MU before the front of an enemy.
fn before_enemy(scene: &Scene<'_>) -> bool {
    let own = scene.way.figure();
    let mut foes = scene.foes.iter();
    foes.any(|(_, foe)| is_within(&own, foe, Near::Two.distance()) && is_partly_in(&own, &ahead(foe.front())))
}

/// The pose slid so that the nearest enemy is as far as before: along the line between the two middles, which the book leaves open
/// (RULING, `movement.reform`).
fn at_distance(scene: &Scene<'_>, pose: Pose, size: Size) -> Pose {
    let before = scene.way.figure();
    let nearest = scene.foes.iter().map(|(_, foe)| (baize::apart(&before, foe), foe));
    let Some((distance, foe)) = nearest.min_by_key(|(distance, _)| *distance) else { return pose };
    let now = |pose: Pose| baize::apart(&pose.place(size.shape()), foe);
    if now(pose).units() == distance.units() {
        return pose;
    }
    let (own, other) = (middle(&pose.place(size.shape())), middle(foe));
    let away = (i64::from(own.x) - i64::from(other.x), i64::from(own.y) - i64::from(other.y));
    along(pose, away, distance, now)
}

/// The pose on a line at which a distance is as wanted, which grows along the line: to the unit.
fn along(pose: Pose, (x, y): (i64, i64), wanted: Apart, now: impl Fn(Pose) -> Apart) -> Pose {
    let length = (x * x + y * y).unsigned_abs().isqrt().max(1) as i64;
    let at = |by: i64| {
        let shifted = |from: i16, part: i64| i64::from(from) + part * by / length;
        let keep = |units: i64| units.clamp(-i64::from(i16::MAX), i64::from(i16::MAX)) as i16;
        let spot = Spot { x: keep(shifted(pose.at.x, x)), y: keep(shifted(pose.at.y, y)) };
        Pose { at: spot, ..pose }
    };
    // No formation is deeper or wider than this.
    let (mut low, mut high) = (-4000_i64, 4000_i64);
    while low < high {
        let middle = (low + high).div_euclid(2);
        if now(at(middle)) < wanted { low = middle + 1 } else { high = middle }
    }
    at(low)
}

/// The step to a place otherwise than by going: there must be room, and ground to stand on.
pub(super) fn placed(
    scene: &Scene<'_>,
    pose: Pose,
    size: Size,
    formation: Formation,
    activity: Activity,
) -> Result<Step, Refusal> {
    let there = pose.place(size.shape());
    let no = |why| refusal(scene, rule!("movement.reform"), why);
    if !scene.b.table.has_all_of(&there) {
        return Err(refusal(scene, rule!("outcome.edges"), "move.edge"));
    }
    if let Some((friend, _)) = scene.friends.iter().find(|(_, figure)| baize::overlap(&there, figure)) {
        return Err(no("form.room").with("friend", unit_point(*friend)));
    }
    let before = scene.way.figure();
    let comes_into_contact = |foe: &Figure| {
        is_within(&there, foe, Near::Touch.distance()) && !is_within(&before, foe, Near::Touch.distance())
    };
    if let Some((foe, _)) = scene.foes.iter().find(|(_, foe)| comes_into_contact(foe)) {
        return Err(no("move.contact").with("foe", unit_point(*foe)));
    }
    let mut made = scene.standing(Course::Still);
    made.going = going_under(scene, &there);
    if made.going >= Going::Closed {
        return Err(refusal(scene, rule!("terrain.types"), "move.impassable"));
    }
    if is_in_house(scene.b, &there) {
        return Err(refusal(scene, rule!("buildings.units"), "house.road"));
    }
    if is_on_barrier(&scene.b.table, &there) && !is_on_barrier(&scene.b.table, &before) {
        return Err(refusal(scene, rule!("obstacles"), "move.closed"));
    }
    (made.pose, made.formation, made.ends) = (pose, formation, true);
    made.near = scene.foe_within(&before, Near::Six.distance()).is_some()
        || scene.foe_within(&there, Near::Six.distance()).is_some();
    push_test(scene, activity, &mut made)?;
    Ok(made)
}

/// The changes of formation that there are, each with the shifts worth a suggestion.
pub(crate) fn suggestions(scene: &Scene<'_>, out: &mut Vec<Answer>) {
    let (card, now) = (scene.b.unit(scene.way.unit), scene.s.unit(scene.way.unit));
    let Some(from) = now.formation.array() else { return };
    for to in Formation::ALL {
        let Some(into) = to.array() else { continue };
        let list = match shifts(card.strength, scene.b.base, from, into) {
            None => continue,
            Some(Shifts::These(list)) => list,
            Some(Shifts::Between(first, last)) => vec![Length(0), first, last],
        };
        let legal = list.into_iter().filter(|shift| form(scene, *to, *shift).is_ok());
        out.extend(legal.map(|shift| answer(*to, shift)));
    }
}

/// The answer that forms so.
pub(crate) fn answer(to: Formation, shift: Length) -> Answer {
    Answer::two(verb::FORM, Point::Number(to as i16), Point::Length(shift.0))
}

/// The edge of the front of a unit that stands so.
pub(super) fn front(pose: Pose, size: Size) -> Edge {
    pose.place(size.shape()).front()
}
