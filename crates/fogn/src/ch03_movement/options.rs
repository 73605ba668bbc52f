//! Options of a unit on its way: which legs it may make, which are worth a suggestion, and the nearest to one that it may not.

use baize::{Leg, Length, Turn};
use table::{Answer, Options, Point, Refusal, Span, rule};

use super::legs::{judge, motion, reach, survey};
use super::survey::{Near, Survey};
use super::way::{Course, Scene, Step};
use super::{cross, guns, houses, reform, suggest};
use crate::ask::{not_offered, stranger};
use crate::ch04_complex_moves::demand;
use crate::core::charts::{Activity, Ease};
use crate::core::field::unit_point;
use crate::core::state::Formation;
use crate::core::verb;

/// Legs: the options of a unit on its way.
pub struct Legs<'a>(pub Scene<'a>);

impl Scene<'_> {
    /// Judges an answer of a unit on its way: the step that it makes.
    ///
    /// # Errors
    /// What bars it.
    pub fn step(&self, answer: &Answer) -> Result<Step, Refusal> {
        if let Some(housed) = houses::step(self, answer) {
            return housed;
        }
        match (answer.verb, answer.points) {
            (verb::FACE, [Point::Turn(by), Point::Nothing, Point::Nothing]) if by != 0 => {
                reform::face(self, Turn(by))
            }
            (verb::FORM, [Point::Number(to), Point::Length(shift), Point::Nothing]) => {
                let to = usize::try_from(to).ok().and_then(|to| Formation::ALL.get(to));
                let to = to.ok_or(not_offered(rule!("movement.reform")))?;
                reform::form(self, *to, Length(shift))
            }
            (verb::LIMBER, [Point::Number(place), Point::Nothing, Point::Nothing]) => {
                guns::limber(self, place)
            }
            (verb::UNLIMBER, [Point::Turn(by), Point::Length(shift), Point::Nothing]) => {
                guns::unlimber(self, Turn(by), Length(shift))
            }
            (verb::CROSS, [Point::Nothing, Point::Nothing, Point::Nothing]) => {
                cross::cross(self, cross::Toward::Ahead)
            }
            (verb::CROSS_BACK, [Point::Nothing, Point::Nothing, Point::Nothing]) => {
                cross::cross(self, cross::Toward::Back)
            }
            _ => {
                let motion = motion(self, answer)?;
                let survey = survey(self, &motion);
                judge(self, &motion, &survey, survey.sweep.steps())
            }
        }
    }

    /// Whether the unit may make a second move now (`movement.second`).
    ///
    /// # Errors
    /// Why not.
    pub fn second(&self) -> Result<(), Refusal> {
        let way = self.way;
        let no = |why| Err(Refusal::new(rule!("movement.second"), why).with("unit", unit_point(way.unit)));
        if way.course == Course::Fresh {
            return no("second.first");
        }
        if way.second {
            return no("second.third");
        }
        if way.near || self.foe_within(&way.figure(), Near::Six.distance()).is_some() {
            return no("second.near");
        }
        match demand(self.b, self.s, way.unit, Activity::SecondMove)? {
            Ease::No => no("second.near"),
            Ease::Simple | Ease::Complex => Ok(()),
        }
    }
}

impl Options for Legs<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        suggest::list(&self.0, out);
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        if listed.contains(answer) {
            return Ok(());
        }
        if let Some(refusal) = stranger(self.0.b, rule!("movement.measure"), answer) {
            return Err(refusal);
        }
        match answer.verb {
            verb::HALT => Err(not_offered(rule!("movement.measure"))),
            verb::AGAIN if answer.points == [Point::Nothing; 3] => self.0.second(),
            _ => self.0.step(answer).map(|_| ()),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        let scene = &self.0;
        if !matches!(scene.way.course, Course::Fresh | Course::Forward) {
            return;
        }
        let ways = [verb::WHEEL, verb::AHEAD, verb::SLIDE, verb::BACK, verb::RETIRE, verb::FACE];
        let most = i16::MAX;
        out.extend(ways.into_iter().map(|verb| match verb {
            verb::WHEEL | verb::FACE => {
                Span { from: Answer::one(verb, Point::Turn(0)), to: Answer::one(verb, Point::Turn(u16::MAX)) }
            }
            verb::SLIDE => Span {
                from: Answer::one(verb, Point::Length(-most)),
                to: Answer::one(verb, Point::Length(most)),
            },
            _ => {
                Span { from: Answer::one(verb, Point::Length(1)), to: Answer::one(verb, Point::Length(most)) }
            }
        }));
        out.push(Span {
            from: Answer::two(verb::DRIFT, Point::Turn(0), Point::Length(1)),
            to: Answer::two(verb::DRIFT, Point::Turn(u16::MAX), Point::Length(most)),
        });
        out.push(Span {
            from: Answer::two(verb::AVOID, Point::Length(1), Point::Length(-most)),
            to: Answer::two(verb::AVOID, Point::Length(most), Point::Length(most)),
        });
        match scene.s.unit(scene.way.unit).formation {
            Formation::Limbered => out.push(Span {
                from: Answer::two(verb::UNLIMBER, Point::Turn(0), Point::Length(-most)),
                to: Answer::two(verb::UNLIMBER, Point::Turn(u16::MAX), Point::Length(most)),
            }),
            Formation::Unlimbered => {}
            _ => out.push(Span {
                from: reform::answer(Formation::Line, Length(-most)),
                to: reform::answer(Formation::Line, Length(most)),
            }),
        }
    }

    /// A leg that goes too far is made as far as it may be.
    fn nearest(&self, answer: &Answer) -> Option<Answer> {
        if self.judge(&[], answer).is_ok() {
            return Some(*answer);
        }
        nearest_leg(&self.0, answer)
    }
}

/// The farthest legal leg of the same kind that is shorter.
fn nearest_leg(scene: &Scene<'_>, answer: &Answer) -> Option<Answer> {
    let wanted = motion(scene, answer).ok()?;
    let found = survey(scene, &wanted);
    let steps = found.sweep.steps();
    let mut candidates = stops(scene, &wanted, &found, steps);
    candidates.sort_unstable_by(|a, b| b.cmp(a));
    candidates.dedup();
    let mut legs = candidates.into_iter().filter(|step| *step > 0 && *step <= steps);
    legs.find_map(|step| {
        let shorter = shortened(answer, found.sweep.leg_to(step))?;
        scene.step(&shorter).is_ok().then_some(shorter)
    })
}

/// The steps of a leg at which something bars it first, each the last before.
pub(crate) fn stops(
    scene: &Scene<'_>,
    motion: &super::legs::Motion,
    survey: &Survey,
    wanted: u16,
) -> Vec<u16> {
    let mut all = vec![wanted, reach(scene, motion, survey, wanted)];
    let before = |step: u16| step.saturating_sub(1);
    all.extend(survey.meetings.iter().map(|meeting| before(meeting.step)));
    all.extend(survey.friends.iter().map(|(.., step)| before(*step)));
    all.extend(survey.ground.iter().map(|(_, step)| before(*step)));
    all
}

/// The answer of a shorter leg of the same kind.
pub(crate) fn shortened(answer: &Answer, leg: Leg) -> Option<Answer> {
    let mut shorter = *answer;
    let at = usize::from(answer.verb == verb::DRIFT);
    shorter.points[at] = match leg {
        Leg::Wheel { by, .. } | Leg::Spin(by) | Leg::Swing { by, .. } => Point::Turn(by.0),
        Leg::Ahead(by) | Leg::Back(by) | Leg::Slide(by) | Leg::Drift { by, .. } => Point::Length(by.0),
        Leg::About => return None,
    };
    Some(shorter)
}
