//! Legs: the simple motions of which a move is made, each judged on its way from where the unit is.

use baize::{Corner, Edge, Figure, Leg, Length, Place, Pose, SLACK, Sweep, Turn};
use table::{Answer, Point, Refusal, Rule, rule};

use super::avoid;
use super::roads::on_road;
use super::survey::{Near, Survey, THREE, going_under, half, is_in_house};
use super::through::{base, gets_through, through};
use super::way::{Course, Scene, Step};
use super::{allowance, are_skirmishers, is_immobile, mover};
use crate::armies::{Arm, Training};
use crate::ch01_command::leader_of;
use crate::ch04_complex_moves::demand_by;
use crate::ch11_setting_up::first_turns_bar;
use crate::core::charts::{Activity, Ease, Going};
use crate::core::field::{commander_point, unit_point};
use crate::core::state::{Cohesion, Formation, Halt, did};
use crate::core::verb;

/// Motion: a leg with its course and, to the rear, the turn before it.
pub(crate) struct Motion {
    /// Pose from which it begins: the unit's, or faced about.
    pub(crate) from: Pose,
    pub(crate) leg: Leg,
    pub(crate) course: Course,
    /// Activity in the table of complex moves, as long as nothing of its length makes it more.
    pub(crate) activity: Activity,
}

pub(super) fn refusal(scene: &Scene<'_>, rule: Rule, why: &'static str) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(scene.way.unit))
}

/// The motion that an answer means, if it means one.
///
/// # Errors
/// The unit does not move so at all, wherever it stands.
pub(crate) fn motion(scene: &Scene<'_>, answer: &Answer) -> Result<Motion, Refusal> {
    let way = scene.way;
    let no = |rule, why| Err(refusal(scene, rule, why));
    let (from, forward) = (way.pose, Course::Forward);
    let make = |leg, course, activity| Ok(Motion { from, leg, course, activity });
    match (answer.verb, answer.points) {
        (verb::WHEEL, [Point::Turn(by), Point::Nothing, Point::Nothing]) if by != 0 => {
            let by = Turn(by);
            let pivot = if by.is_right() { Corner::Right } else { Corner::Left };
            make(Leg::Wheel { pivot, by }, forward, wheel_activity(scene))
        }
        (verb::AHEAD, [Point::Length(by), Point::Nothing, Point::Nothing]) if by > 0 => {
            make(Leg::Ahead(Length(by)), forward, ahead_activity(scene))
        }
        (verb::SLIDE, [Point::Length(by), Point::Nothing, Point::Nothing]) if by != 0 => {
            let alone = way.course == Course::Fresh;
            let (course, activity) =
                if alone { (Course::Still, Activity::Slide) } else { (forward, Activity::Advance) };
            make(Leg::Slide(Length(by)), course, activity)
        }
        (verb::AVOID, [Point::Length(by), Point::Length(aside), Point::Nothing]) if by > 0 && aside != 0 => {
            let from = way.pose.after(way.size, Leg::Slide(Length(aside)));
            Ok(Motion { from, leg: Leg::Ahead(Length(by)), course: forward, activity: ahead_activity(scene) })
        }
        (verb::BACK, [Point::Length(by), Point::Nothing, Point::Nothing]) if by > 0 => {
            make(Leg::Back(Length(by)), Course::Rear, back_activity(scene))
        }
        (verb::RETIRE, [Point::Length(by), Point::Nothing, Point::Nothing]) if by > 0 => {
            if scene.s.unit(way.unit).formation == Formation::Unlimbered {
                return no(rule!("movement.rear"), "retire.guns");
            }
            let from = way.pose.after(way.size, Leg::About);
            let skirmishers = are_skirmishers(scene.b, scene.s, way.unit);
            let activity = if skirmishers { Activity::SkirmishRear } else { Activity::HalfRear };
            Ok(Motion { from, leg: Leg::Ahead(Length(by)), course: Course::Rear, activity })
        }
        (verb::DRIFT, [Point::Turn(to), Point::Length(by), Point::Nothing]) if by > 0 => {
            if !drifts(scene) {
                return no(rule!("movement.skirmishers"), "drift.who");
            }
            make(Leg::Drift { way: Turn(to), by: Length(by) }, Course::Any, Activity::SkirmishAny)
        }
        _ => no(rule!("movement.measure"), "move.what"),
    }
}

/// Guns in battery go by prolong, all others simply forward (`cmt.table`).
fn ahead_activity(scene: &Scene<'_>) -> Activity {
    let unlimbered = scene.s.unit(scene.way.unit).formation == Formation::Unlimbered;
    if unlimbered { Activity::Prolong } else { Activity::Advance }
}

/// A wheel within 2 MU of an enemy is harder for wavering units (`cmt.table`).
fn wheel_activity(scene: &Scene<'_>) -> Activity {
    let is_near = || scene.foe_within(&scene.way.figure(), Near::Two.distance()).is_some();
    match ahead_activity(scene) {
        Activity::Advance if is_near() => Activity::FaceNearEnemy,
        activity => activity,
    }
}

/// Straight back, faced as before: half a move, all of it for skirmishers; guns by prolong (`movement.rear`).
fn back_activity(scene: &Scene<'_>) -> Activity {
    let unit = scene.way.unit;
    if scene.s.unit(unit).formation == Formation::Unlimbered {
        Activity::Prolong
    } else if are_skirmishers(scene.b, scene.s, unit) {
        Activity::SkirmishRear
    } else {
        Activity::HalfRear
    }
}

/// Activity of a motion in the table, over this ground: to the rear, faced that way, beyond half a move it is a full one for lines and march columns
/// (`movement.rear`).
fn settled(scene: &Scene<'_>, motion: &Motion, leg: Leg, going: Going) -> Activity {
    let formation = scene.s.unit(scene.way.unit).formation;
    let most = allowance(scene.b, mover(scene.b.unit(scene.way.unit), formation), going);
    let beyond_half = most.zip(length_of(leg)).is_some_and(|(most, length)| length.0 > half(most).0);
    let deep = matches!(formation, Formation::Line | Formation::Column);
    match (motion.activity, motion.leg) {
        (Activity::HalfRear, Leg::Ahead(_)) if deep && beyond_half => Activity::FullRear,
        (activity, _) => activity,
    }
}

/// Whether the unit may go in any direction: infantry in skirmish order, irregular light cavalry (`movement.skirmishers`).
fn drifts(scene: &Scene<'_>) -> bool {
    let card = scene.b.unit(scene.way.unit);
    are_skirmishers(scene.b, scene.s, scene.way.unit)
        && (card.arm() == Arm::Infantry || card.training == Training::Irregular)
}

/// Survey of a motion to its end.
pub(crate) fn survey(scene: &Scene<'_>, motion: &Motion) -> Survey {
    Survey::of(scene, Sweep::new(motion.from, scene.way.size, motion.leg))
}

/// Judges a motion as far as a step of its survey.
///
/// # Errors
/// What bars it.
pub(crate) fn judge(scene: &Scene<'_>, motion: &Motion, survey: &Survey, step: u16) -> Result<Step, Refusal> {
    may_begin(scene, motion)?;
    let mut made = scene.standing(motion.course);
    made.pose = survey.sweep.pose_at(step);
    made.ends = matches!(motion.course, Course::Rear | Course::Any | Course::Still);
    let leg = survey.sweep.leg_to(step);
    note(leg, &mut made);
    if let Some(aside) = avoid::aside(scene, motion) {
        made.slid = aside;
    }
    let (here, there) = (survey.sweep.figure_at(0), survey.sweep.figure_at(step));
    made.near = scene.foe_within(&here, Near::Six.distance()).is_some()
        || survey.first(Near::Six).is_some_and(|meeting| meeting.step <= step);
    made.road = scene.way.road && on_road(scene, survey, step);
    ground(scene, survey, step, &here, &mut made)?;
    let activity = settled(scene, motion, leg, made.going);
    if let Err(far) = measure(scene, motion, (leg, activity), &made, &there) {
        let most = far.facts.iter().find_map(|(_, point)| match point {
            Point::Length(most) => Some(Length(*most)),
            _ => None,
        });
        // Who is half way through friends goes on to where there is room.
        if !most.is_some_and(|most| scene.way.wheeled == 0 && gets_through(scene, survey, step, most)) {
            return Err(far);
        }
    }
    if !scene.b.table.has_all_of(&there) {
        return Err(refusal(scene, rule!("outcome.edges"), "move.edge"));
    }
    enemies(scene, motion, survey, step, (&here, &there))?;
    first_turns_bar(scene.b, scene.s, scene.way.unit, motion.course, &there)?;
    base(scene, survey, step, &there, &mut made)?;
    slides(scene, motion, survey, &made, &there)?;
    through(scene, survey, step, &there, &mut made)?;
    tests(scene, (motion, activity), survey, step, &here, &mut made)?;
    Ok(made)
}

/// Notes what a leg adds to the move.
fn note(leg: Leg, made: &mut Step) {
    match leg {
        Leg::Wheel { by, .. } | Leg::Swing { by, .. } => made.wheeled = by,
        Leg::Ahead(by) => made.straight = by,
        Leg::Slide(by) => made.slid = by,
        _ => {}
    }
}

/// Length of a leg that goes straight.
fn length_of(leg: Leg) -> Option<Length> {
    match leg {
        Leg::Ahead(by) | Leg::Back(by) | Leg::Drift { by, .. } => Some(by),
        _ => None,
    }
}

/// Whether the unit may begin this sort of move now.
fn may_begin(scene: &Scene<'_>, motion: &Motion) -> Result<(), Refusal> {
    let (way, now) = (scene.way, scene.s.unit(scene.way.unit));
    if is_immobile(scene.b.unit(way.unit)) {
        return Err(refusal(scene, rule!("movement.allowance"), "move.immobile"));
    }
    let goes_on = way.course == motion.course && motion.course == Course::Forward;
    if way.course != Course::Fresh && !goes_on {
        return Err(refusal(scene, rule!("movement.measure"), "move.course"));
    }
    if now.has(did::STAYS) {
        return Err(refusal(scene, rule!("movement.through"), "move.stays"));
    }
    if motion.course == Course::Forward && now.halt == Halt::Stop {
        return Err(refusal(scene, rule!("recovery.halted"), "move.halted"));
    }
    may_begin_across(scene)?;
    // Forward goes who slides only after a leg ahead.
    if motion.course == Course::Forward && way.slid.0 != 0 {
        return Err(refusal(scene, rule!("movement.slide"), "slide.last"));
    }
    Ok(())
}

/// Bars to a move of any sort before it begins: the unit was passed through, or its corps commander has no point to lead it.
pub(super) fn may_begin_across(scene: &Scene<'_>) -> Result<(), Refusal> {
    let way = scene.way;
    if scene.s.unit(way.unit).has(did::STAYS) {
        return Err(refusal(scene, rule!("movement.through"), "move.stays"));
    }
    let leader = leader_of(scene.b, scene.s, way.unit);
    let unpaid = leader.filter(|leader| {
        let of_corps = scene.b.commander(*leader).is_of_corps();
        of_corps && way.course == Course::Fresh && scene.s.commander(*leader).points == 0
    });
    if let Some(leader) = unpaid {
        return Err(
            refusal(scene, rule!("command.points"), "lead.points").with("leader", commander_point(leader))
        );
    }
    Ok(())
}

/// Ground crossed: the worst counts, that under the unit too (`movement.terrain`).
fn ground(
    scene: &Scene<'_>,
    survey: &Survey,
    step: u16,
    here: &Figure,
    made: &mut Step,
) -> Result<(), Refusal> {
    made.going = survey.going(step).max(going_under(scene, here));
    // Into buildings only roads lead.
    let housed = is_in_house(scene.b, here) || survey.house.is_some_and(|first| first <= step);
    if housed && made.going < Going::Closed && !made.road {
        return Err(refusal(scene, rule!("buildings.units"), "house.road"));
    }
    // A road leads through all terrain but what bars the way.
    if made.road && made.going < Going::Closed {
        made.going = Going::Open;
    }
    match made.going {
        Going::Impassable => Err(refusal(scene, rule!("terrain.types"), "move.impassable")),
        Going::Closed => Err(refusal(scene, rule!("obstacles"), "move.closed")),
        _ => Ok(()),
    }
}

/// Neither front corner ends farther from where it began than the unit's allowance; wheels come to no more than a quarter (`movement.measure`,
/// `movement.wheel`).
fn measure(
    scene: &Scene<'_>,
    motion: &Motion,
    (leg, activity): (Leg, Activity),
    made: &Step,
    there: &Figure,
) -> Result<(), Refusal> {
    let way = scene.way;
    if u32::from(way.wheeled) + u32::from(made.wheeled.amount()) > u32::from(Turn::QUARTER.0) {
        return Err(refusal(scene, rule!("movement.wheel"), "wheel.quarter"));
    }
    let formation = scene.s.unit(way.unit).formation;
    let going = way.going.max(made.going);
    let Some(most) = allowance(scene.b, mover(scene.b.unit(way.unit), formation), going) else {
        return Err(refusal(scene, rule!("movement.allowance"), "move.not_here"));
    };
    // On a road, and beyond 6 MU of enemies all the time, march columns and limbers go twice as far.
    let doubled = made.road && !made.near && !way.near;
    let most = if doubled { Length(most.0 * 2) } else { most };
    let most = match activity {
        Activity::HalfRear | Activity::SkirmishAny => half(most),
        _ => most,
    };
    let far = || {
        refusal(scene, rule_of(scene, made, activity), "move.far").with("allowance", Point::Length(most.0))
    };
    // What goes straight is measured by its length, so that nobody gains by a rounding.
    let straight = match length_of(leg) {
        Some(length) if way.wheeled == 0 && way.slid.0 == 0 => length.0 + way.straight.0,
        _ => 0,
    };
    let start = if motion.course == Course::Rear { motion.from } else { way.start };
    let front = start.place(way.size.shape()).front();
    let Edge { from, to } = there.front();
    let is_far = |a: Place, b: Place| distance_square(a, b) > i64::from(most.0 + SLACK.0).pow(2);
    if straight > most.0 || is_far(front.from, from) || is_far(front.to, to) {
        return Err(far());
    }
    Ok(())
}

/// The rule by which a move is no longer: that of roads where these count, of moves to the rear, of the weather where it does; else that of measuring.
fn rule_of(scene: &Scene<'_>, made: &Step, activity: Activity) -> Rule {
    match activity {
        Activity::HalfRear => rule!("movement.rear"),
        _ if made.road => rule!("movement.roads"),
        _ if scene.b.weather == crate::core::battle::Weather::Heavy => rule!("movement.weather"),
        _ => rule!("movement.measure"),
    }
}

fn distance_square(a: Place, b: Place) -> i64 {
    let (x, y) = (i64::from(b.x) - i64::from(a.x), i64::from(b.y) - i64::from(a.y));
    x * x + y * y
}

/// Nobody comes into contact in this phase; wavering units keep away; drifting skirmishers and slides stay beyond 2 MU (`movement.measure`,
/// `movement.cohesion`, `movement.skirmishers`, `movement.slide`).
fn enemies(
    scene: &Scene<'_>,
    motion: &Motion,
    survey: &Survey,
    step: u16,
    (here, there): (&Figure, &Figure),
) -> Result<(), Refusal> {
    let met = |near| survey.meetings.iter().find(|meeting| meeting.near == near && meeting.step <= step);
    if let Some(meeting) = met(Near::Touch) {
        return Err(
            refusal(scene, rule!("movement.measure"), "move.contact").with("foe", unit_point(meeting.foe))
        );
    }
    if scene.s.unit(scene.way.unit).cohesion == Cohesion::Wavering {
        wavering(scene, survey, step, (here, there))?;
    }
    if let Some(meeting) = met(Near::Two).filter(|_| scene.way.arrived) {
        return Err(
            refusal(scene, rule!("movement.arrival"), "arrive.near").with("foe", unit_point(meeting.foe))
        );
    }
    let alone = motion.course == Course::Still;
    if let Some(meeting) = met(Near::Two).filter(|_| alone || motion.course == Course::Any) {
        let (rule, why) = if alone {
            (rule!("movement.slide"), "slide.near")
        } else {
            (rule!("movement.skirmishers"), "drift.near")
        };
        return Err(refusal(scene, rule, why).with("foe", unit_point(meeting.foe)));
    }
    Ok(())
}

/// Wavering units do not come within 10 MU of an enemy, nor nearer to one who is (RULING: 10 as in the table of tests, not 6 as in the text).
fn wavering(
    scene: &Scene<'_>,
    survey: &Survey,
    step: u16,
    (here, there): (&Figure, &Figure),
) -> Result<(), Refusal> {
    for meeting in survey.meetings.iter().filter(|meeting| meeting.near == Near::Ten && meeting.step <= step)
    {
        let figure = scene.foes.iter().find(|(foe, _)| *foe == meeting.foe).map(|(_, figure)| figure);
        let comes = figure.is_some_and(|foe| {
            let (before, after) = (baize::apart(here, foe), baize::apart(there, foe));
            !before.is_within(Near::Ten.distance()) || after < before
        });
        if comes {
            return Err(refusal(scene, rule!("movement.cohesion"), "move.wavering")
                .with("foe", unit_point(meeting.foe)));
        }
    }
    Ok(())
}

/// A slide is no more than a base's width; with a move forward both front corners go 3 MU at least, all beyond 6 MU of enemies (`movement.slide`).
fn slides(
    scene: &Scene<'_>,
    motion: &Motion,
    survey: &Survey,
    made: &Step,
    there: &Figure,
) -> Result<(), Refusal> {
    if made.slid.0 == 0 {
        return Ok(());
    }
    let no = |why| Err(refusal(scene, rule!("movement.slide"), why));
    if (made.slid.0 + scene.way.slid.0).abs() > scene.b.base.width.0 {
        return no("slide.width");
    }
    if motion.course == Course::Still {
        return Ok(());
    }
    if avoid::aside(scene, motion).is_some() {
        return avoid::judge(scene, motion, survey, made);
    }
    if made.near || scene.way.near {
        return no("slide.enemy");
    }
    let start = scene.way.start.place(scene.way.size.shape()).front();
    let Edge { from, to } = there.front();
    let least = i64::from(THREE.0 - SLACK.0).pow(2);
    if distance_square(start.from, from).min(distance_square(start.to, to)) < least {
        return no("slide.short");
    }
    Ok(())
}

/// The tests that the motion itself asks for (`cmt.table`, `movement.cohesion`, `recovery.halted`).
fn tests(
    scene: &Scene<'_>,
    (motion, activity): (&Motion, Activity),
    survey: &Survey,
    step: u16,
    here: &Figure,
    made: &mut Step,
) -> Result<(), Refusal> {
    push_test(scene, activity, made)?;
    if motion.course != Course::Forward {
        return Ok(());
    }
    let now = scene.s.unit(scene.way.unit);
    let comes_near = now.cohesion == Cohesion::Disordered
        && scene.foe_within(here, Near::Two.distance()).is_none()
        && survey.first(Near::Two).is_some_and(|meeting| meeting.step <= step);
    if comes_near {
        push_test(scene, Activity::NearEnemy, made)?;
    }
    if now.halt == Halt::Test {
        push_test(scene, Activity::HaltedAdvance, made)?;
    }
    Ok(())
}

/// Adds what an activity asks for, unless a test for it was passed in this move.
///
/// # Errors
/// It is not allowed, or no test can be paid for.
pub(crate) fn push_test(scene: &Scene<'_>, activity: Activity, made: &mut Step) -> Result<(), Refusal> {
    if scene.way.cleared.contains(&activity) {
        return Ok(());
    }
    if demand_by(scene.b, scene.s, (scene.way.unit, scene.way.payer), activity)? == Ease::Complex {
        made.tests.push(activity);
    }
    Ok(())
}

/// The farthest step up to one that keeps within the allowance, by the measure alone: what is worth looking at when the nearest legal answer is sought.
pub(crate) fn reach(scene: &Scene<'_>, motion: &Motion, survey: &Survey, wanted: u16) -> u16 {
    let keeps = |step: u16| {
        let mut made = scene.standing(motion.course);
        let leg = survey.sweep.leg_to(step);
        note(leg, &mut made);
        made.going = survey.going(step);
        made.road = scene.way.road && on_road(scene, survey, step);
        made.near = survey.first(Near::Six).is_some_and(|meeting| meeting.step <= step);
        let activity = settled(scene, motion, leg, made.going);
        let there = survey.sweep.figure_at(step);
        made.going < Going::Closed && measure(scene, motion, (leg, activity), &made, &there).is_ok()
    };
    let (mut low, mut high) = (0_u16, wanted);
    while low < high {
        let middle = low + (high - low).div_ceil(2);
        if keeps(middle) { low = middle } else { high = middle - 1 }
    }
    low
}
