//! Slides that avoid friends in the way of a move forward, also near enemies (`movement.slide`).

use baize::{Leg, Length, Sweep};
use table::{Answer, Point, Refusal, rule};

use super::legs::{Motion, motion, refusal, survey};
use super::survey::{Near, Survey};
use super::way::{Course, Scene, Step};
use crate::core::verb;

/// Steps by which slides are tried: of two so near to each other the shorter is not asked for.
const STEP: i16 = 10;
/// The most that a slide may be longer than it must.
const SPARE: i16 = 2 * STEP;
/// The farthest that anybody is suggested to go so.
const AHEAD: [Length; 3] = [Length::mu(6), Length::mu(4), Length::mu(3)];

/// The slide of a motion that begins beside where the unit stands.
pub(super) fn aside(scene: &Scene<'_>, motion: &Motion) -> Option<Length> {
    let (Course::Forward, Leg::Ahead(_)) = (motion.course, motion.leg) else { return None };
    let pose = scene.way.pose;
    if motion.from == pose || motion.from.turn != pose.turn {
        return None;
    }
    let legs = pose.legs_to(scene.way.size, motion.from);
    legs.into_iter().flatten().find_map(|leg| if let Leg::Slide(by) = leg { Some(by) } else { None })
}

/// Whether friends are in the way of the unit straight ahead, slid aside by so much.
fn is_blocked(scene: &Scene<'_>, aside: Length, ahead: Length) -> bool {
    let from = scene.way.pose.after(scene.way.size, Leg::Slide(aside));
    let sweep = Sweep::new(from, scene.way.size, Leg::Ahead(ahead));
    scene.friends.iter().any(|(_, friend)| sweep.first_overlap(friend).is_some())
}

/// Judges the slide: friends are in the way without it, none with it, nor would a shorter one do; the move does not begin within 2 MU of an enemy.
pub(super) fn judge(scene: &Scene<'_>, motion: &Motion, survey: &Survey, made: &Step) -> Result<(), Refusal> {
    let no = |why| Err(refusal(scene, rule!("movement.slide"), why));
    let ahead = made.straight;
    let shorter = Length(made.slid.0 - made.slid.0.signum() * SPARE.min(made.slid.0.abs()));
    if motion.leg == Leg::Ahead(Length(0)) || !is_blocked(scene, Length(0), ahead) {
        return no("avoid.nobody");
    }
    if !survey.friends.is_empty() && is_blocked(scene, made.slid, ahead) {
        return no("avoid.room");
    }
    if !is_blocked(scene, shorter, ahead) {
        return no("avoid.least");
    }
    let start = scene.way.start.place(scene.way.size.shape());
    if scene.foe_within(&start, Near::Two.distance()).is_some() {
        return no("avoid.near");
    }
    Ok(())
}

/// The least slides to either side that let the unit go on past friends.
pub(super) fn suggestions(scene: &Scene<'_>, out: &mut Vec<Answer>) {
    if scene.way.slid.0 != 0 {
        return;
    }
    let width = scene.b.base.width.0;
    for ahead in AHEAD.into_iter().filter(|ahead| is_blocked(scene, Length(0), *ahead)) {
        for side in [1, -1] {
            let free =
                (STEP..=width).step_by(STEP as usize).find(|by| !is_blocked(scene, Length(by * side), ahead));
            let answer =
                free.map(|by| Answer::two(verb::AVOID, Point::Length(ahead.0), Point::Length(by * side)));
            out.extend(answer.filter(|answer| is_legal(scene, answer)));
        }
    }
}

fn is_legal(scene: &Scene<'_>, answer: &Answer) -> bool {
    let Ok(own) = motion(scene, answer) else { return false };
    let found = survey(scene, &own);
    super::legs::judge(scene, &own, &found, found.sweep.steps()).is_ok()
}
