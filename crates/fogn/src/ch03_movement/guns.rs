//! Limbering and unlimbering: where the limber and the guns may stand after the change (`movement.artillery`).

use baize::{Figure, Leg, Length, MU, Place, Pose, SLACK, Size, Spot, Standing, Turn, is_within};
use table::{Answer, Point, Refusal, Rule, rule};

use super::is_immobile;
use super::reform::{front, placed};
use super::way::{Course, Scene, Step};
use crate::core::charts::Activity;
use crate::core::field::unit_point;
use crate::core::place::size;
use crate::core::state::{Formation, did};
use crate::core::verb;
use crate::formations::Strength;

fn refusal(scene: &Scene<'_>, rule: Rule, why: &'static str) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(scene.way.unit))
}

/// Whether the guns may still change, and stand in the formation from which they change.
fn begins(scene: &Scene<'_>, from: Formation) -> Result<(), Refusal> {
    let now = scene.s.unit(scene.way.unit);
    let no = |rule, why| Err(refusal(scene, rule, why));
    if now.formation != from {
        return no(rule!("movement.artillery"), "guns.already");
    }
    if is_immobile(scene.b.unit(scene.way.unit)) {
        return no(rule!("movement.allowance"), "move.immobile");
    }
    if scene.way.course != Course::Fresh {
        return no(rule!("movement.artillery"), "move.course");
    }
    if now.has(did::STAYS) {
        return no(rule!("movement.through"), "move.stays");
    }
    Ok(())
}

/// Number of bases of guns in battery side by side.
fn bases(scene: &Scene<'_>) -> i16 {
    scene.way.size.width.0 / scene.b.base.width.0
}

/// Places of the limber: each base faced forward or back, then to the right and to the left of the whole.
pub(crate) fn limbers(scene: &Scene<'_>) -> i16 {
    2 * bases(scene) + 2
}

/// Limbers: in place of a base, faced forward with its front edge on the base's or faced back with its rear edge there; or to the right or left with its
/// front edge on the end of the battery.
///
/// # Errors
/// What bars it.
pub(crate) fn limber(scene: &Scene<'_>, place: i16) -> Result<Step, Refusal> {
    begins(scene, Formation::Unlimbered)?;
    let (b, way) = (scene.b, scene.way);
    let card = b.unit(way.unit);
    if !(0..limbers(scene)).contains(&place) {
        return Err(refusal(scene, rule!("movement.artillery"), "limber.where"));
    }
    let limber = size(b, card, Formation::Limbered).expect("guns limber");
    let pose = limber_pose(scene, limber, place);
    let activity = if card.is_heavy() { Activity::LimberHeavy } else { Activity::LimberMedium };
    placed(scene, pose, limber, Formation::Limbered, activity)
}

/// The pose of the limber at one of its places.
fn limber_pose(scene: &Scene<'_>, limber: Size, place: i16) -> Pose {
    let (way, n) = (scene.way, bases(scene));
    let width = scene.b.base.width.0;
    let turned = |pose: Pose, by: Turn| Pose { turn: pose.turn.and(by), ..pose };
    let base = |i: i16| way.pose.after(way.size, Leg::Slide(Length((2 * i - n + 1) * width / 2)));
    let half = way.size.width.0 / 2;
    let behind = |pose: Pose, by: i16| pose.after(limber, Leg::Back(Length(by)));
    match place {
        place if place < n => base(place),
        place if place < 2 * n => turned(behind(base(place - n), limber.depth.0), Turn::HALF),
        place => {
            let right = place == 2 * n;
            let corner = way.pose.after(way.size, Leg::Slide(Length(if right { half } else { -half })));
            let by = if right { Turn::QUARTER } else { Turn::QUARTER.reversed() };
            // The limber's front runs along the end of the battery, from its front corner to the rear.
            turned(behind(corner, limber.width.0 / 2), by)
        }
    }
}

/// Unlimbers: faced any way, with a corner on what was the front edge of the limber, nothing before that edge, and no base farther than a MU from where the
/// limber stood.
///
/// # Errors
/// What bars it.
pub(crate) fn unlimber(scene: &Scene<'_>, by: Turn, shift: Length) -> Result<Step, Refusal> {
    begins(scene, Formation::Limbered)?;
    let (b, way) = (scene.b, scene.way);
    let guns = size(b, b.unit(way.unit), Formation::Unlimbered).expect("guns unlimber");
    let pose = battery_pose(way.pose, guns, by, shift);
    let figure = pose.place(guns.shape());
    let corners = match b.unit(way.unit).strength {
        Strength::Small => vec![figure],
        // RULING: of a large battery any base's corner counts; with one of the whole on the limber's front a third base is always too far off.
        Strength::Large => each_base(pose, guns, b.base.width).collect(),
    };
    if !has_corner_on_front(&corners, &figure, way.pose, way.size) {
        return Err(refusal(scene, rule!("movement.artillery"), "unlimber.corner"));
    }
    let limber = way.figure();
    let far = each_base(pose, guns, b.base.width).any(|base| !is_within(&base, &limber, MU));
    if far {
        return Err(refusal(scene, rule!("movement.artillery"), "unlimber.far"));
    }
    placed(scene, pose, guns, Formation::Unlimbered, Activity::Unlimber)
}

/// The pose of a battery turned from a limber, its middle so far to the right of the limber's axis, its foremost corner level with the limber's front.
fn battery_pose(limber: Pose, guns: Size, by: Turn, shift: Length) -> Pose {
    let turned = Pose { turn: limber.turn.and(by), ..limber };
    // From the middle of its front to the middle of the battery, and to its foremost corner, as the limber looks: right and ahead, in units.
    let figure = Pose { at: Spot { x: 0, y: 0 }, turn: by }.place(guns.shape());
    let corners = figure.corners();
    let right = (corners[0].x + corners[2].x) / 2;
    let foremost = corners.iter().map(|corner| -corner.y).max().unwrap_or(0);
    let aside = limber.after(guns, Leg::Slide(Length((i32::from(shift.0) - right) as i16)));
    let pose = aside.after(guns, Leg::Back(Length(foremost as i16)));
    Pose { turn: turned.turn, ..pose }
}

/// Whether a corner of a battery touches the front edge of the limber, and nothing of it is before that edge.
fn has_corner_on_front(parts: &[Figure], figure: &Figure, limber: Pose, size: Size) -> bool {
    let edge = front(limber, size);
    let is_on = |corner: &Place| {
        edge.standing(*corner) == Standing::Level && edge.apart(&spot(*corner)).is_within(SLACK)
    };
    parts.iter().any(|part| part.corners().iter().any(is_on))
        && figure.corners().iter().all(|corner| edge.standing(*corner) != Standing::Ahead)
}

/// A place as a figure without extent.
fn spot(place: Place) -> Figure {
    let at = Spot { x: place.x as i16, y: place.y as i16 };
    Pose { at, turn: Turn(0) }.place(Size { width: Length(0), depth: Length(0) }.shape())
}

/// The bases of a battery, from the left.
fn each_base(pose: Pose, guns: Size, width: Length) -> impl Iterator<Item = Figure> {
    let n = guns.width.0 / width.0;
    let base = Size { width, depth: guns.depth };
    (0..n)
        .map(move |i| pose.after(guns, Leg::Slide(Length((2 * i - n + 1) * width.0 / 2))).place(base.shape()))
}

/// The changes worth a suggestion.
pub(crate) fn suggestions(scene: &Scene<'_>, out: &mut Vec<Answer>) {
    match scene.s.unit(scene.way.unit).formation {
        Formation::Unlimbered => {
            let legal = (0..limbers(scene)).filter(|place| limber(scene, *place).is_ok());
            out.extend(legal.map(|place| Answer::one(verb::LIMBER, Point::Number(place))));
        }
        Formation::Limbered => {
            let turns = [Turn(0), Turn::HALF, Turn::QUARTER, Turn::QUARTER.reversed()];
            let card = scene.b.unit(scene.way.unit);
            let guns = size(scene.b, card, Formation::Unlimbered).expect("guns unlimber");
            // An end of the battery level with an end of the limber's front.
            let level = (guns.width.0 - scene.way.size.width.0) / 2;
            let all = turns.into_iter().flat_map(|by| [0, level, -level].map(|shift| (by, Length(shift))));
            let legal = all.filter(|(by, shift)| unlimber(scene, *by, *shift).is_ok());
            out.extend(
                legal.map(|(by, shift)| {
                    Answer::two(verb::UNLIMBER, Point::Turn(by.0), Point::Length(shift.0))
                }),
            );
        }
        _ => {}
    }
}
