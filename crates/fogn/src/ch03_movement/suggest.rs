//! Suggestions: of all the legs that a unit may make a useful few: as far as it goes, half of that, to the lines at 6 and 2 MU from the enemy, up to other
//! ground, toward the nearest enemy; and all turns and formations that are worth one.

use baize::{Figure, Length, Pose, SLACK, Turn};
use table::{Answer, Few, Point};

use super::legs::{Motion, judge, motion, reach, survey};
use super::options::{shortened, stops};
use super::survey::Survey;
use super::way::{Course, Scene};
use super::{avoid, guns, houses, reform};
use crate::core::place::{direction, middle};
use crate::core::state::{Formation, Halt};
use crate::core::verb;

/// The farthest that anybody goes at all: a double move on a road of the fastest.
const FARTHEST: Length = Length::mu(20);
/// Lengths shorter than this are no suggestion.
const SHORTEST: u16 = 100;

/// Lists the suggestions, and the end of the move.
pub(crate) fn list(scene: &Scene<'_>, out: &mut Vec<Answer>) {
    let course = scene.way.course;
    if scene.s.unit(scene.way.unit).is_inside() {
        houses::suggestions(scene, out);
        if course != Course::Fresh && scene.second().is_ok() {
            out.push(Answer::button(verb::AGAIN));
        }
        out.push(Answer::button(verb::HALT));
        return;
    }
    if matches!(course, Course::Fresh | Course::Forward) {
        wheels(scene, out);
        lengths(scene, Answer::one(verb::AHEAD, Point::Length(FARTHEST.0)), out);
        avoid::suggestions(scene, out);
    }
    if course == Course::Fresh {
        lengths(scene, Answer::one(verb::BACK, Point::Length(FARTHEST.0)), out);
        if scene.s.unit(scene.way.unit).formation != Formation::Unlimbered {
            lengths(scene, Answer::one(verb::RETIRE, Point::Length(FARTHEST.0)), out);
        }
        for way in [Turn::QUARTER, Turn::QUARTER.reversed()] {
            let sideways = Answer::two(verb::DRIFT, Point::Turn(way.0), Point::Length(FARTHEST.0));
            lengths(scene, sideways, out);
        }
        turns(scene, out);
        reform::suggestions(scene, out);
        guns::suggestions(scene, out);
        houses::suggestions(scene, out);
        let crossings = [verb::CROSS, verb::CROSS_BACK].map(Answer::button);
        out.extend(crossings.into_iter().filter(|answer| scene.step(answer).is_ok()));
    }
    let width = scene.b.base.width.0;
    let slides = [width, -width].map(|by| Answer::one(verb::SLIDE, Point::Length(by)));
    out.extend(slides.into_iter().filter(|slide| scene.step(slide).is_ok()));
    if course != Course::Fresh && scene.second().is_ok() {
        out.push(Answer::button(verb::AGAIN));
    }
    out.push(Answer::button(verb::HALT));
}

/// Lengths of a leg: the farthest, half of it, and where the way brings something new.
fn lengths(scene: &Scene<'_>, answer: Answer, out: &mut Vec<Answer>) {
    let Ok(wanted) = motion(scene, &answer) else { return };
    let found = survey_within(scene, &wanted, &answer);
    let Some((wanted, found)) = found else { return };
    let most = found.sweep.steps();
    let mut steps = stops(scene, &wanted, &found, most);
    steps.push(most / 2);
    legal(scene, &answer, &found, steps, out);
}

/// The survey of a leg no longer than the unit goes over open ground, so that nothing beyond is looked at.
fn survey_within(scene: &Scene<'_>, wanted: &Motion, answer: &Answer) -> Option<(Motion, Survey)> {
    let blind = Survey::blind(wanted, scene.way.size);
    let most = reach(scene, wanted, &blind, blind.sweep.steps());
    let shorter = shortened(answer, blind.sweep.leg_to(most)).filter(|_| most > 0)?;
    let motion = motion(scene, &shorter).ok()?;
    let found = survey(scene, &motion);
    Some((motion, found))
}

/// Adds the legs of these steps that are legal, the longest first, each once.
fn legal(scene: &Scene<'_>, answer: &Answer, found: &Survey, mut steps: Vec<u16>, out: &mut Vec<Answer>) {
    steps.sort_unstable_by(|a, b| b.cmp(a));
    steps.dedup();
    let mut last = u16::MAX;
    for step in steps.into_iter().filter(|step| *step >= SHORTEST) {
        if last - step < SHORTEST {
            continue;
        }
        let Some(shorter) = shortened(answer, found.sweep.leg_to(step)) else { continue };
        let Ok(leg) = motion(scene, &shorter) else { continue };
        if judge(scene, &leg, found, step).is_ok() {
            out.push(shorter);
            last = step;
        }
    }
}

/// Wheels: toward the nearest enemy, as far as there is room to either side, and half of that.
fn wheels(scene: &Scene<'_>, out: &mut Vec<Answer>) {
    if scene.s.unit(scene.way.unit).halt == Halt::Stop {
        return;
    }
    let goal = bearing(scene);
    for most in [Turn::QUARTER, Turn::QUARTER.reversed()] {
        let answer = Answer::one(verb::WHEEL, Point::Turn(most.0));
        let Ok(wanted) = motion(scene, &answer) else { return };
        let Some((wanted, found)) = survey_within(scene, &wanted, &answer) else { continue };
        let steps = found.sweep.steps();
        let mut all = stops(scene, &wanted, &found, steps);
        all.push(steps / 2);
        all.extend(goal.filter(|to| to.is_right() == most.is_right()).map(Turn::amount));
        legal(scene, &answer, &found, all.into_iter().filter(|step| *step <= steps).collect(), out);
    }
}

/// Turns in place: to each quarter, and toward the nearest enemy.
fn turns(scene: &Scene<'_>, out: &mut Vec<Answer>) {
    let quarters = [Turn::QUARTER, Turn::HALF, Turn::QUARTER.reversed()];
    let all: Few<Turn, 4> = quarters.into_iter().chain(bearing(scene)).filter(|by| by.0 != 0).collect();
    for (at, by) in all.iter().enumerate() {
        let answer = Answer::one(verb::FACE, Point::Turn(by.0));
        if !all[..at].contains(by) && scene.step(&answer).is_ok() {
            out.push(answer);
        }
    }
}

/// The turn by which the unit faces the middle of the nearest enemy; none without one, or if it does already.
fn bearing(scene: &Scene<'_>) -> Option<Turn> {
    let own = scene.way.figure();
    let nearest = scene.foes.iter().min_by_key(|(_, foe)| baize::apart(&own, foe));
    let (_, foe) = nearest?;
    let by = toward(scene.way.pose, foe);
    (by.amount() > SLACK.0 as u16).then_some(by)
}

/// The turn from where a pose faces to the middle of a figure.
fn toward(pose: Pose, figure: &Figure) -> Turn {
    let to = middle(figure);
    let (x, y) = (i64::from(to.x) - i64::from(pose.at.x), i64::from(to.y) - i64::from(pose.at.y));
    direction(x, y).from(pose.turn)
}
