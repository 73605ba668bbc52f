//! Crossing of obstacles: from contact with one, by a test unless by skirmishers, to right behind it (`obstacles`, `rivers`, `bridges`).

use baize::{Edge, Leg, Length, Place, Pose, SLACK, Size, Sweep, Water, is_within, overlap};
use table::{Refusal, Rule, rule};

use super::legs::{may_begin_across, push_test};
use super::survey::{Near, going_under};
use super::way::{Course, Scene, Step};
use super::{are_skirmishers, is_immobile};
use crate::ch01_command::is_led;
use crate::core::barrier::{Barrier, Matter, barriers, beyond, is_on_barrier};
use crate::core::charts::{Activity, Going};
use crate::core::field::unit_point;
use crate::core::place::{figure, middle_of};
use crate::core::state::{Cohesion, Halt};
use crate::{Battle, State};

/// The way in which a unit crosses.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Toward {
    /// Forward.
    Ahead,
    /// Backwards.
    Back,
}

/// The farthest that a crossing takes anybody: the broadest water and the deepest column.
const FARTHEST: Length = Length::mu(24);
/// Units by which one end of a front may be nearer to the line of an obstacle than the other, to be parallel to it (RULING).
const PARALLEL: i64 = 40;

fn refusal(scene: &Scene<'_>, rule: Rule, why: &'static str) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(scene.way.unit))
}

/// The obstacle that an edge of a unit touches so that it may be crossed: parallel to a straight stretch of it, or, where there is none along the edge, with its middle or both ends.
fn touched<'a>(b: &'a Battle, edge: Edge) -> Option<Barrier<'a>> {
    barriers(&b.table).find(|barrier| {
        let at = |place: Place| barrier.touches(Edge { from: place, to: place });
        let bends = barrier
            .stretches()
            .filter(|stretch| stretch.apart(&edge.figure()).is_within(Length(barrier.half.0 + SLACK.0)));
        let straight = bends.count() == 1;
        let parallel = || barrier.stretches().any(|stretch| along(barrier.half, stretch, edge));
        let ends = || at(middle_of(edge)) || at(edge.from) && at(edge.to);
        barrier.bars() && barrier.touches(edge) && (parallel() || !straight && ends())
    })
}

/// Whether an edge touches a stretch and runs along it.
fn along(half: Length, stretch: Edge, edge: Edge) -> bool {
    let (x, y) = (i64::from(stretch.to.x - stretch.from.x), i64::from(stretch.to.y - stretch.from.y));
    let length = (x * x + y * y).unsigned_abs().isqrt().max(1) as i64;
    let aside =
        |at: Place| (i64::from(at.x - stretch.from.x) * y - i64::from(at.y - stretch.from.y) * x) / length;
    let touches = stretch.apart(&edge.figure()).is_within(Length(half.0 + SLACK.0));
    touches && (aside(edge.from) - aside(edge.to)).abs() <= PARALLEL
}

/// Whether water lets a unit through: torrents never, shoulder-high water who is led, unless by a bridge or a ford (`rivers`, `bridges`).
pub(crate) fn may_wade(
    b: &Battle,
    s: &State,
    unit: crate::core::state::UnitId,
    barrier: Barrier<'_>,
) -> bool {
    let pose = s.unit(unit).pose;
    let bridged = || barrier.has_crossing(&b.table, pose, crate::core::place::size_of(b, s, unit), b.base);
    match barrier.matter {
        Matter::Water(Water::Torrent) => bridged(),
        Matter::Water(Water::Shoulder) => is_led(b, s, unit) || bridged(),
        _ => true,
    }
}

/// A crossing.
///
/// # Errors
/// What bars it.
pub(crate) fn cross(scene: &Scene<'_>, toward: Toward) -> Result<Step, Refusal> {
    let (b, s, way) = (scene.b, scene.s, scene.way);
    let no = |rule, why| Err(refusal(scene, rule, why));
    if is_immobile(b.unit(way.unit)) {
        return no(rule!("movement.allowance"), "move.immobile");
    }
    if way.course != Course::Fresh {
        return no(rule!("movement.measure"), "move.course");
    }
    let ahead = toward == Toward::Ahead;
    if ahead && s.unit(way.unit).halt == Halt::Stop {
        return no(rule!("recovery.halted"), "move.halted");
    }
    may_begin_across(scene)?;
    let here = way.figure();
    let edge = if ahead { here.front() } else { here.edge(2) };
    let Some(barrier) = touched(b, edge) else {
        return no(rule!("obstacles"), "cross.touch");
    };
    if !may_wade(b, s, way.unit, barrier) {
        return no(rule!("rivers"), "cross.water");
    }
    let leg = if ahead { Leg::Ahead(FARTHEST) } else { Leg::Back(FARTHEST) };
    let long = Sweep::new(way.pose, way.size, leg);
    let Some(step) = beyond(barrier, &long) else { return no(rule!("obstacles"), "cross.touch") };
    let pose = long.pose_at(step);
    lands(scene, (pose, way.size))?;
    let there = pose.place(way.size.shape());
    let mut made = scene.standing(Course::Across);
    (made.pose, made.ends, made.going) =
        (pose, true, going_under(scene, &here).max(going_under(scene, &there)));
    made.near = [&here, &there].iter().any(|at| scene.foe_within(at, Near::Six.distance()).is_some());
    let light = are_skirmishers(b, s, way.unit);
    push_test(scene, if light { Activity::ObstacleLight } else { Activity::Obstacle }, &mut made)?;
    let two = |at| scene.foe_within(at, Near::Two.distance()).is_some();
    if ahead && s.unit(way.unit).cohesion == Cohesion::Disordered && two(&there) && !two(&here) {
        push_test(scene, Activity::NearEnemy, &mut made)?;
    }
    if ahead && s.unit(way.unit).halt == Halt::Test {
        push_test(scene, Activity::HaltedAdvance, &mut made)?;
    }
    Ok(made)
}

/// Whether a unit may stand where it lands: on the table, in nobody's place, in contact with no enemy, on ground that it enters, not on another obstacle; who wavers no nearer to enemies within 10 MU.
pub(super) fn lands(scene: &Scene<'_>, (pose, size): (Pose, Size)) -> Result<(), Refusal> {
    let b = scene.b;
    let (here, there) = (figure(b, scene.s, scene.way.unit), pose.place(size.shape()));
    let no = |rule, why| Err(refusal(scene, rule, why));
    if !b.table.has_all_of(&there) {
        return no(rule!("outcome.edges"), "move.edge");
    }
    if scene.friends.iter().any(|(_, at)| overlap(&there, at)) {
        return no(rule!("obstacles"), "cross.room");
    }
    if let Some(foe) = scene.foe_within(&there, SLACK) {
        return Err(refusal(scene, rule!("movement.measure"), "move.contact").with("foe", unit_point(foe)));
    }
    if going_under(scene, &there) >= Going::Closed || is_on_barrier(&b.table, &there) {
        return no(rule!("obstacles"), "cross.room");
    }
    let nearer = |foe: &baize::Figure| {
        is_within(&there, foe, Near::Ten.distance()) && baize::apart(&there, foe) < baize::apart(&here, foe)
    };
    let shy = scene.s.unit(scene.way.unit).cohesion == Cohesion::Wavering;
    match scene.foes.iter().find(|(_, at)| shy && nearer(at)) {
        Some((foe, _)) => {
            Err(refusal(scene, rule!("movement.cohesion"), "move.wavering").with("foe", unit_point(*foe)))
        }
        None => Ok(()),
    }
}
