//! Brigade groups: two to four units of a division that their commander leads, which move and test as one (`movement.groups`).

use baize::{Figure, Length, MU, Pose, Turn, share_an_edge};
use table::{Answer, Few, Options, Play, Point, Question, Refusal, Span, Test, rule};

use super::legs::{Motion, judge, motion, survey};
use super::options::shortened;
use super::phase::may_move;
use super::suggest;
use super::survey::going_at_figure;
use super::way::{Course, Scene, Step, Way};
use crate::armies::{Arm, Capability, Elan};
use crate::ask::{not_offered, stranger};
use crate::ch01_command::leader_of;
use crate::core::charts::{Activity, Going};
use crate::core::field::{about, unit_of, unit_point};
use crate::core::place::{commander_figure, figure};
use crate::core::state::{Cohesion, Formation, UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State};

/// The most units of a group.
const MOST: usize = 4;
/// MU from the commander within which all units of a group stay.
const REACH: Length = Length::mu(8);
/// Turns that count as one direction: what rounding can make of it.
const SAME: u16 = 24;

/// Members of a group, the unit that is led first.
pub(super) type Members = Few<UnitId, MOST>;

fn refusal(why: &'static str, unit: UnitId) -> Refusal {
    Refusal::new(rule!("movement.groups"), why).with("unit", unit_point(unit))
}

/// The members that an answer names: the unit with which the division commander is, and those beside it.
fn members(b: &Battle, s: &State, answer: &Answer) -> Option<Members> {
    let named: Few<UnitId, MOST> = answer
        .points
        .iter()
        .filter_map(|point| if let Point::Unit(unit) = point { Some(UnitId(*unit as u8)) } else { None })
        .collect();
    let first = *named.first()?;
    let leader = b.commander_of(first)?;
    let led = s.commander(leader).with.some()?;
    let all = [led].into_iter().chain(named.iter().copied().filter(|unit| *unit != led));
    Some(all.collect())
}

/// Whether units may move as a group (`movement.groups`).
///
/// # Errors
/// Why not.
fn may_group(b: &Battle, s: &State, units: &Members) -> Result<(), Refusal> {
    let led = units[0];
    let first = b.unit(led);
    let Some(leader) = leader_of(b, s, led).filter(|one| b.commander(*one).division == first.division) else {
        return Err(refusal("group.leader", led));
    };
    if units.len() < 2 || units.len() > usize::from(s.commander(leader).level) + 1 {
        return Err(refusal("group.many", led));
    }
    let guns = units.iter().filter(|unit| b.arm(**unit) == Arm::Artillery).count();
    let arms = |arm| units.iter().any(|unit| b.arm(*unit) == arm);
    if guns > 1 || arms(Arm::Infantry) && arms(Arm::Cavalry) {
        return Err(refusal("group.arms", led));
    }
    let columns =
        units.iter().all(|unit| matches!(s.unit(*unit).formation, Formation::Column | Formation::Limbered));
    for unit in units {
        may_move(b, s, *unit)?;
        let now = s.unit(*unit);
        if b.unit(*unit).division != first.division {
            return Err(refusal("group.division", *unit));
        }
        if now.cohesion >= Cohesion::Wavering {
            return Err(refusal("group.wavering", *unit));
        }
        if now.pose.turn.from(s.unit(led).pose.turn).amount() > SAME {
            return Err(refusal("group.facing", *unit));
        }
        let figure = figure(b, s, *unit);
        if !columns && going_at_figure(b, &figure) == Going::Difficult {
            return Err(refusal("group.ground", *unit));
        }
        if !baize::is_within(&commander_figure(b, s, leader), &figure, REACH) {
            return Err(refusal("group.far", *unit));
        }
    }
    if is_connected(b, s, units) { Ok(()) } else { Err(refusal("group.contact", led)) }
}

/// Whether each unit touches another along an edge, and all hang together.
fn is_connected(b: &Battle, s: &State, units: &Members) -> bool {
    let figures: Vec<Figure> = units.iter().map(|unit| figure(b, s, *unit)).collect();
    let mut joined = vec![false; figures.len()];
    joined[0] = true;
    for _ in 0..figures.len() {
        for at in 0..figures.len() {
            let near = |other: usize| joined[other] && share_an_edge(&figures[at], &figures[other]);
            joined[at] |= (0..figures.len()).any(near);
        }
    }
    joined.into_iter().all(|one| one)
}

/// The groups that may move now: of each commander who leads, that unit with those beside it.
pub(super) fn list(b: &Battle, s: &State, side: table::Side, out: &mut Vec<Answer>) {
    for commander in b.commander_ids().filter(|one| b.commander(*one).side == side) {
        let (card, now) = (b.commander(commander), s.commander(commander));
        let Some(led) = now.with.some().filter(|_| now.on_table() && !card.is_of_corps()) else { continue };
        let others: Vec<UnitId> = b
            .units_of(side)
            .filter(|unit| {
                *unit != led && b.unit(*unit).division == card.division && may_move(b, s, *unit).is_ok()
            })
            .collect();
        // All sets of up to three of them.
        for set in 1_u32..1 << others.len().min(8) {
            let chosen: Vec<UnitId> =
                (0..others.len()).filter(|at| set & 1 << at != 0).map(|at| others[at]).collect();
            if chosen.len() >= MOST {
                continue;
            }
            let mut points = [Point::Nothing; 3];
            for (point, unit) in points.iter_mut().zip(&chosen) {
                *point = unit_point(*unit);
            }
            let answer = Answer { verb: verb::GROUP, points };
            if read(b, s, &answer).is_ok() {
                out.push(answer);
            }
        }
    }
}

/// The members of the group that an answer names.
///
/// # Errors
/// Why they do not move as one.
pub(super) fn read(b: &Battle, s: &State, answer: &Answer) -> Result<Members, Refusal> {
    let first = unit_of(answer).ok_or(not_offered(rule!("movement.groups")))?;
    let units = members(b, s, answer).ok_or_else(|| refusal("group.leader", first))?;
    may_group(b, s, &units)?;
    Ok(units)
}

/// Options of a group on its way.
struct Together<'a> {
    b: &'a Battle,
    s: &'a State,
    ways: &'a [Way],
}

impl Together<'_> {
    /// The scene of a member, to whom the others are not in the way.
    fn scene(&self, at: usize) -> Scene<'_> {
        let mut scene = Scene::new(self.b, self.s, &self.ways[at]);
        scene.friends.retain(|(friend, _)| !self.ways.iter().any(|way| way.unit == *friend));
        scene
    }

    /// The steps of all members that an answer means: the same leg for each, a wheel about one corner of the whole.
    fn steps(&self, answer: &Answer) -> Result<Vec<Step>, Refusal> {
        let allowed = [verb::AHEAD, verb::BACK, verb::RETIRE, verb::SLIDE, verb::WHEEL];
        if !allowed.contains(&answer.verb) {
            return Err(refusal("group.what", self.ways[0].unit));
        }
        let pivot = self.pivot(answer);
        let mut all = Vec::new();
        for at in 0..self.ways.len() {
            let scene = self.scene(at);
            let own = motion(&scene, answer)?;
            let own = match pivot {
                Some(pivot) => Motion { leg: swing(self.ways[at].pose, pivot, turn_of(answer)), ..own },
                None => own,
            };
            let found = survey(&scene, &own);
            let step = judge(&scene, &own, &found, found.sweep.steps())?;
            self.stays_one(&scene, &step)?;
            all.push(step);
        }
        Ok(all)
    }

    /// Members pass nobody but skirmishers and artillery, and keep out of difficult ground (`movement.groups`, `movement.through`).
    fn stays_one(&self, scene: &Scene<'_>, step: &Step) -> Result<(), Refusal> {
        let unit = scene.way.unit;
        if step.through.iter().any(|friend| !super::through::passing(scene, *friend).1) {
            return Err(refusal("group.through", unit));
        }
        if step.going == Going::Difficult && !step.road {
            return Err(refusal("group.ground", unit));
        }
        Ok(())
    }

    /// The place about which the whole wheels: the front corner farthest to the side to which it turns.
    fn pivot(&self, answer: &Answer) -> Option<baize::Place> {
        if answer.verb != verb::WHEEL {
            return None;
        }
        let turn = self.ways[0].pose.turn;
        let along =
            |place: &baize::Place| i64::from(place.x) * turn.cosine() + i64::from(place.y) * turn.sine();
        let fronts = self.ways.iter().flat_map(|way| {
            let front = way.figure().front();
            [front.from, front.to]
        });
        if turn_of(answer).is_right() { fronts.max_by_key(along) } else { fronts.min_by_key(along) }
    }
}

/// The turn of a wheel.
fn turn_of(answer: &Answer) -> Turn {
    if let Point::Turn(by) = answer.points[0] { Turn(by) } else { Turn(0) }
}

/// The leg that turns a pose about a place.
fn swing(pose: Pose, pivot: baize::Place, by: Turn) -> baize::Leg {
    let (x, y) = (i64::from(pivot.x) - i64::from(pose.at.x), i64::from(pivot.y) - i64::from(pose.at.y));
    let (sine, cosine) = (pose.turn.sine(), pose.turn.cosine());
    let part = |sum: i64| Length((((sum >> 29) + 1) >> 1) as i16);
    let (right, back) = (part(x * cosine + y * sine), part(y * cosine - x * sine));
    baize::Leg::Swing { right, back, by }
}

impl Options for Together<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        let mut own = Vec::new();
        suggest::list(&self.scene(0), &mut own);
        let fine = |answer: &Answer| self.steps(answer).is_ok();
        let mut found: Vec<Answer> = own.into_iter().filter(fine).collect();
        // A group goes as far as its slowest member: some shorter legs besides.
        for length in [6, 4, 3, 2, 1] {
            for verb in [verb::AHEAD, verb::BACK] {
                let shorter = Answer::one(verb, Point::Length(length * MU.0));
                if !found.contains(&shorter) && fine(&shorter) {
                    found.push(shorter);
                }
            }
        }
        out.extend(found);
        if self.second().is_ok() {
            out.push(Answer::button(verb::AGAIN));
        }
        out.push(Answer::button(verb::HALT));
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        if listed.contains(answer) {
            return Ok(());
        }
        let rule = rule!("movement.groups");
        if let Some(refusal) = stranger(self.b, rule, answer) {
            return Err(refusal);
        }
        match answer.verb {
            verb::AGAIN => self.second(),
            verb::HALT => Err(not_offered(rule)),
            _ => self.steps(answer).map(|_| ()),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        let most = i16::MAX;
        let length = |verb, from| Span {
            from: Answer::one(verb, Point::Length(from)),
            to: Answer::one(verb, Point::Length(most)),
        };
        out.extend([verb::AHEAD, verb::BACK, verb::RETIRE].map(|verb| length(verb, 1)));
        out.push(length(verb::SLIDE, -most));
        out.push(Span {
            from: Answer::one(verb::WHEEL, Point::Turn(0)),
            to: Answer::one(verb::WHEEL, Point::Turn(u16::MAX)),
        });
    }

    /// A leg that goes too far is made as far as all may go it.
    fn nearest(&self, answer: &Answer) -> Option<Answer> {
        if self.judge(&[], answer).is_ok() {
            return Some(*answer);
        }
        let own = motion(&self.scene(0), answer).ok()?;
        let sweep = baize::Sweep::new(own.from, self.ways[0].size, own.leg);
        let legs = (1..=64_u32).rev().map(|part| (u32::from(sweep.steps()) * part / 64) as u16);
        let mut shorter =
            legs.filter(|step| *step > 0).filter_map(|step| shortened(answer, sweep.leg_to(step)));
        shorter.find(|one| self.judge(&[], one).is_ok())
    }
}

impl Together<'_> {
    /// Whether the group may make a second move: each of them may.
    fn second(&self) -> Result<(), Refusal> {
        if self.ways[0].course == Course::Fresh {
            return Err(refusal("second.first", self.ways[0].unit));
        }
        (0..self.ways.len()).try_for_each(|at| self.scene(at).second())
    }
}

/// The worse of two troops' second throws: poor before average, average before superior, and those before guards (`movement.groups`).
fn elan_rank(b: &Battle, unit: UnitId) -> (u8, bool) {
    let card = b.unit(unit);
    let elan = match card.elan {
        Elan::Poor => 0,
        Elan::Average => 1,
        Elan::Superior => 2,
    };
    (elan, card.is(Capability::Guard))
}

impl Field<'_, '_> {
    /// A group moves, leg by leg, with one test for all (`movement.groups`).
    pub(super) fn move_group(&mut self, units: &Members) -> Play<()> {
        let led = units[0];
        for unit in units {
            let commanded = crate::ch01_command::is_in_command(self.b, self.s, *unit);
            self.s.unit_mut(*unit).set(did::BEGUN, true);
            self.s.unit_mut(*unit).set(did::COMMANDED, commanded);
        }
        let begin = |field: &Self, second: bool| -> Vec<Way> {
            let of = |unit: &UnitId| Way { second, payer: led, ..Way::begin(field.b, field.s, *unit) };
            units.iter().map(of).collect()
        };
        let mut ways = begin(self, false);
        loop {
            let answer = {
                let options = Together { b: self.b, s: self.s, ways: &ways };
                let (side, rule) = (self.b.side(led), rule!("movement.groups"));
                let about = about([unit_point(led)]);
                self.doors.ask(self.s, &Question { side, rule, key: "leg", about, options: &options })?
            };
            match answer.verb {
                verb::HALT => break,
                verb::AGAIN => {
                    if !self.group_test(units, Activity::SecondMove)?.passed() {
                        break;
                    }
                    ways = begin(self, true);
                }
                _ => {
                    let steps = Together { b: self.b, s: self.s, ways: &ways }.steps(&answer);
                    let steps = steps.expect("the question has judged it");
                    if let Some(activity) = steps.iter().find_map(|step| step.tests.first().copied()) {
                        if !self.group_test(units, activity)?.passed() {
                            continue;
                        }
                        for (way, step) in ways.iter_mut().zip(&steps) {
                            let all = steps.iter().flat_map(|step| step.tests.iter().copied());
                            way.cleared.extend(all.filter(|one| step.tests.contains(one)));
                        }
                    }
                    for (way, step) in ways.iter_mut().zip(&steps) {
                        self.places(way, step);
                    }
                }
            }
        }
        for unit in units {
            self.s.unit_mut(*unit).set(did::MOVED, true);
        }
        if let Some(leader) = leader_of(self.b, self.s, led) {
            self.s.commander_mut(leader).moved = true;
        }
        Ok(())
    }

    /// One test of a group: paid once, with the dice of its worst training and the second throws of its worst élan (`movement.groups`).
    fn group_test(&mut self, units: &Members, activity: Activity) -> Play<Test> {
        let b = self.b;
        let dice = units.iter().map(|unit| b.charts.training(b.unit(*unit).training).moves).min();
        let worst = units.iter().copied().min_by_key(|unit| elan_rank(b, *unit)).unwrap_or(units[0]);
        let result = self.complex_move_test_of((units[0], worst), activity, dice)?;
        for unit in &units[1..] {
            let now = self.s.unit_mut(*unit);
            now.set(did::TESTED, true);
            now.set(did::FAILED, !result.passed());
        }
        Ok(result)
    }
}
