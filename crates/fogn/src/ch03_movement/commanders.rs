//! Movement of commanders who go by themselves: as irregular light cavalry in any direction, to a spot or to a unit that they join
//! (`movement.commanders`, `commanders.joining`).

use baize::{Figure, Length, Place, Pose, SLACK, Spot, ahead, is_partly_in, is_within};
use table::{Answer, Event, Options, Point, Refusal, Rule, Side, Span, rule};

use super::allowance;
use super::survey::going_at;
use crate::ask::stranger;
use crate::ch01_command::may_lead;
use crate::core::charts::{Going, Mover};
use crate::core::field::{commander_of, commander_point, unit_of, unit_point};
use crate::core::place::{commander_pose, commander_size, figures, size_of};
use crate::core::state::{CommanderId, Phase, UnitId};
use crate::core::verb;
use crate::{Battle, Field, State};

/// MU that a commander goes in a recovery phase.
const IN_RECOVERY: Length = Length::mu(4);
/// Nearer than this a commander does not come before an enemy alone.
const BEFORE_ENEMY: Length = Length::mu(2);

fn refusal(rule: Rule, why: &'static str, commander: CommanderId) -> Refusal {
    Refusal::new(rule, why).with("leader", commander_point(commander))
}

/// The middle of a commander's base.
fn middle(b: &Battle, pose: Pose) -> Place {
    let corners = pose.place(commander_size(b).shape());
    let corners = corners.corners();
    Place { x: (corners[0].x + corners[2].x) / 2, y: (corners[0].y + corners[2].y) / 2 }
}

/// The pose of a base whose middle is at a spot; it faces as before, which means nothing.
fn pose_at(b: &Battle, s: &State, commander: CommanderId, spot: Spot) -> Pose {
    let half = commander_size(b).depth.0 / 2;
    let facing = commander_pose(b, s, commander).turn;
    Pose { at: spot, turn: facing }.after(commander_size(b), baize::Leg::Ahead(Length(half)))
}

/// Whether a commander may move now at all.
fn may_go(b: &Battle, s: &State, side: Side, commander: CommanderId) -> Result<(), Refusal> {
    let (card, now) = (b.commander(commander), s.commander(commander));
    let no = |why| Err(refusal(rule!("movement.commanders"), why, commander));
    if card.side != side || !now.on_table() {
        return no("ride.whose");
    }
    if now.moved {
        return no("ride.moved");
    }
    // A corps commander pays a point, but not in recovery.
    if card.is_of_corps() && s.clock.phase == Phase::Movement && now.points == 0 {
        return no("ride.points");
    }
    Ok(())
}

/// Whether a place is near enough: by the worse ground of where the commander starts and ends, in recovery 4 MU.
fn is_near_enough(b: &Battle, s: &State, commander: CommanderId, to: Place) -> Result<(), Refusal> {
    let from = middle(b, commander_pose(b, s, commander));
    let going = going_at(b, from).max(going_at(b, to));
    if going >= Going::Closed {
        return Err(refusal(rule!("terrain.types"), "ride.ground", commander));
    }
    let most = match s.clock.phase {
        Phase::Recovery => IN_RECOVERY,
        _ => allowance(b, Mover::Commander, going).unwrap_or(Length(0)),
    };
    let (x, y) = (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y));
    if x * x + y * y > i64::from(most.0 + SLACK.0).pow(2) {
        let far = refusal(rule!("movement.commanders"), "ride.far", commander);
        return Err(far.with("allowance", Point::Length(most.0)));
    }
    Ok(())
}

/// Whether a commander may go to a spot alone: on the table, not within 2 MU before an enemy.
fn may_ride(b: &Battle, s: &State, commander: CommanderId, spot: Spot) -> Result<(), Refusal> {
    let figure = pose_at(b, s, commander, spot).place(commander_size(b).shape());
    if !b.table.has_all_of(&figure) {
        return Err(refusal(rule!("outcome.edges"), "ride.edge", commander));
    }
    is_near_enough(b, s, commander, Place::from(spot))?;
    let bars = |foe: &Figure| {
        is_within(&figure, foe, SLACK)
            || is_within(&figure, foe, BEFORE_ENEMY) && is_partly_in(&figure, &ahead(foe.front()))
    };
    let side = b.commander(commander).side;
    let now = commander_pose(b, s, commander).place(commander_size(b).shape());
    // Along one of the own units a commander may pass before the enemy.
    let beside =
        figures(b, s, side).any(|(_, at)| is_within(&now, &at, SLACK) && is_within(&figure, &at, SLACK));
    let bars = |foe: &Figure| bars(foe) && (!beside || is_within(&figure, foe, SLACK));
    match figures(b, s, side.enemy()).find(|(_, foe)| bars(foe)) {
        None => Ok(()),
        Some((foe, _)) => {
            let before = refusal(rule!("movement.commanders"), "ride.before_enemy", commander);
            Err(before.with("foe", unit_point(foe)))
        }
    }
}

/// Whether a commander may join a unit: one that may be led, near enough.
fn may_join(b: &Battle, s: &State, commander: CommanderId, unit: UnitId) -> Result<(), Refusal> {
    if s.commander(commander).with == unit || !may_lead(b, s, commander, unit) {
        let whom = refusal(rule!("commanders.joining"), "join.whom", commander);
        return Err(whom.with("unit", unit_point(unit)));
    }
    let size = size_of(b, s, unit);
    let behind = s.unit(unit).pose.after(size, baize::Leg::Back(size.depth));
    is_near_enough(b, s, commander, middle(b, behind))
}

/// The commander moves of a side that are worth a suggestion: to every unit that may be joined.
pub(crate) fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    for commander in b.commander_ids().filter(|one| may_go(b, s, side, *one).is_ok()) {
        let units = b.units_of(side).filter(|unit| may_join(b, s, commander, *unit).is_ok());
        out.extend(units.map(|unit| Answer::two(verb::JOIN, commander_point(commander), unit_point(unit))));
    }
}

/// Judges a commander's move.
///
/// # Errors
/// What bars it.
pub(crate) fn judge(b: &Battle, s: &State, side: Side, answer: &Answer) -> Result<(), Refusal> {
    let what = || Refusal::new(rule!("movement.commanders"), "ride.what");
    let commander = commander_of(answer).ok_or_else(what)?;
    may_go(b, s, side, commander)?;
    match (answer.verb, answer.points) {
        (verb::RIDE, [Point::Leader(_), Point::Spot(x, y), Point::Nothing]) => {
            may_ride(b, s, commander, Spot { x, y })
        }
        (verb::JOIN, [Point::Leader(_), Point::Unit(_), Point::Nothing]) => {
            may_join(b, s, commander, unit_of(answer).ok_or_else(what)?)
        }
        _ => Err(what()),
    }
}

/// Lists answers.
type Lists<'a> = &'a dyn Fn(&Battle, &State, &mut Vec<Answer>);
/// Judges an answer.
type Judges<'a> = &'a dyn Fn(&Battle, &State, &Answer) -> Result<(), Refusal>;

/// Choice of who moves: what is listed, and commanders who may ride to any spot besides.
pub(crate) struct Choice<'a> {
    pub(crate) b: &'a Battle,
    pub(crate) s: &'a State,
    pub(crate) side: Side,
    pub(crate) list: Lists<'a>,
    pub(crate) judge: Judges<'a>,
}

impl Options for Choice<'_> {
    fn list(&self, out: &mut Vec<Answer>) {
        (self.list)(self.b, self.s, out);
    }

    fn judge(&self, listed: &[Answer], answer: &Answer) -> Result<(), Refusal> {
        if listed.contains(answer) {
            return Ok(());
        }
        match stranger(self.b, rule!("movement.measure"), answer) {
            Some(refusal) => Err(refusal),
            None => (self.judge)(self.b, self.s, answer),
        }
    }

    fn spans(&self, out: &mut Vec<Span>) {
        let (b, s) = (self.b, self.s);
        super::arrival::spans(b, s, self.side, out);
        for commander in b.commander_ids().filter(|one| may_go(b, s, self.side, *one).is_ok()) {
            let to = |x, y| Answer::two(verb::RIDE, commander_point(commander), Point::Spot(x, y));
            out.push(Span { from: to(0, 0), to: to(b.table.width.0, b.table.depth.0) });
        }
    }

    /// A ride is shortened toward where the commander is, as far as it must be.
    fn nearest(&self, answer: &Answer) -> Option<Answer> {
        if self.judge(&[], answer).is_ok() {
            return Some(*answer);
        }
        let (verb::RIDE, [Point::Leader(_), Point::Spot(x, y), Point::Nothing]) =
            (answer.verb, answer.points)
        else {
            return None;
        };
        let commander = commander_of(answer).filter(|one| one.i() < self.b.commanders.len())?;
        may_go(self.b, self.s, self.side, commander).ok()?;
        let from = middle(self.b, commander_pose(self.b, self.s, commander));
        // 256 parts of the way: the farthest that is legal.
        let part = |from: i32, to: i16, part: i32| (from + (i32::from(to) - from) * part / 256) as i16;
        let at = |step: i32| {
            let spot = Point::Spot(part(from.x, x, step), part(from.y, y, step));
            Answer::two(verb::RIDE, commander_point(commander), spot)
        };
        (1..256).rev().map(at).find(|shorter| self.judge(&[], shorter).is_ok())
    }
}

impl Field<'_, '_> {
    /// A commander moves, alone, to a spot or to a unit.
    pub(crate) fn ride(&mut self, commander: CommanderId, answer: &Answer) {
        let with = unit_of(answer).filter(|_| answer.verb == verb::JOIN);
        let pose = match answer.points[1] {
            Point::Spot(x, y) => pose_at(self.b, self.s, commander, Spot { x, y }),
            _ => commander_pose(self.b, self.s, commander),
        };
        let pays = self.b.commander(commander).is_of_corps() && self.s.clock.phase == Phase::Movement;
        let now = self.s.commander_mut(commander);
        (now.with, now.pose, now.moved) = (with.unwrap_or(UnitId::NONE), pose, true);
        now.points -= u8::from(pays);
        self.tell(|| match with {
            Some(unit) => Event::new(rule!("commanders.joining"), "joined")
                .point("leader", commander_point(commander))
                .point("unit", unit_point(unit)),
            None => Event::new(rule!("movement.commanders"), "rode")
                .point("leader", commander_point(commander))
                .point("to", answer.points[1]),
        });
    }

    /// A commander goes with the unit that is led; one of a corps pays a point where it does more than turn or reform (`command.points`).
    pub(crate) fn pay_to_lead(&mut self, commander: CommanderId, pays: Paying) {
        let of_corps = self.b.commander(commander).is_of_corps();
        let now = self.s.commander_mut(commander);
        now.moved = true;
        if of_corps && pays == Paying::Yes {
            now.points = now.points.saturating_sub(1);
        }
    }
}

/// Paying: whether a corps commander pays for what the unit does that they lead.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Paying {
    /// Yes.
    Yes,
    /// No: it turns or reforms in place, or it was paid for.
    No,
}
