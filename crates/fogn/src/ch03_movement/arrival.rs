//! Arrival: how units of a reserve or a flank march come onto the table (`movement.arrival`).

use baize::{AreaKind, Figure, Leg, Length, Pose, SLACK, Size, Turn};
use table::{Answer, Event, Play, Point, Refusal, Side, Span, rule};

use super::survey::going_at_figure;
use super::way::Way;
use super::{allowance, mover};
use crate::armies::Arm;
use crate::core::charts::Going;
use crate::core::coming::{Coming, Stretch, communications, stretch};
use crate::core::field::unit_point;
use crate::core::place::{
    direction, figure, figures, in_contact, in_water, middle, nearest_enemy, size, size_of,
};
use crate::core::state::{Cohesion, Formation, Phase, Status, UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State};

/// Units of a division that arrive in one phase.
const MOST: u8 = 3;
/// Nobody who arrives comes so near to an enemy.
const NEAR: Length = Length::mu(2);
/// Enemies so near to where a unit comes in are driven back.
const DRIVEN: Length = Length::mu(6);
/// Steps in which places along an edge are looked at.
const STEP: usize = 400;

fn refusal(why: &'static str, unit: UnitId) -> Refusal {
    Refusal::new(rule!("movement.arrival"), why).with("unit", unit_point(unit))
}

/// Entry: where a unit comes in: with its rear on the edge, measured from where its front crosses it.
pub(super) struct Entry {
    pub(super) formation: Formation,
    /// Pose from which its move is measured: its front on the edge.
    start: Pose,
    /// Pose in which all of it is on the table.
    pose: Pose,
    size: Size,
}

impl Entry {
    fn figure(&self) -> Figure {
        self.pose.place(self.size.shape())
    }

    /// The point of entry: the stretch of the edge that its front crosses.
    fn gate(&self) -> Figure {
        self.start.place(Size { depth: Length(2), ..self.size }.shape())
    }
}

/// Whether an enemy is driven back from the point of entry: near enough, neither in combat nor in buildings or works (`movement.arrival`).
fn is_driven(b: &Battle, s: &State, foe: UnitId, at: &Figure, gate: &Figure) -> bool {
    let shelter = |kind| matches!(kind, AreaKind::Buildings | AreaKind::Works);
    baize::is_within(at, gate, DRIVEN)
        && !in_contact(b, s, foe)
        && !b.table.areas_of(at).any(|area| shelter(area.kind))
}

/// The enemies that an entry meets: those that are not driven back.
fn firm<'a>(b: &'a Battle, s: &'a State, side: Side, entry: &Entry) -> impl Iterator<Item = Figure> + 'a {
    let gate = entry.gate();
    let foes = figures(b, s, side.enemy());
    foes.filter(move |(foe, at)| !is_driven(b, s, *foe, at, &gate)).map(|(_, at)| at)
}

/// The entry of a unit in a formation so far along its stretch of the edge.
fn entry(
    b: &Battle,
    unit: UnitId,
    formation: Formation,
    (stretch, along): (Stretch, Length),
) -> Option<Entry> {
    let size = size(b, b.unit(unit), formation)?;
    let start = stretch.at(along);
    Some(Entry { formation, start, pose: start.after(size, Leg::Ahead(size.depth)), size })
}

/// Formations in which troops arrive: artillery limbered, all others in any but square (`movement.arrival`).
fn arrives_in(b: &Battle, unit: UnitId, formation: Formation) -> bool {
    let fits = match b.arm(unit) {
        Arm::Artillery => formation == Formation::Limbered,
        Arm::Infantry | Arm::Cavalry => formation != Formation::Square,
    };
    fits && size(b, b.unit(unit), formation).is_some()
}

/// Whether there is room for an entry, but for enemies: within its sector, among friends, on ground that can be entered.
fn has_room(b: &Battle, s: &State, side: Side, entry: &Entry, stretch: Stretch, along: Length) -> bool {
    let half = entry.size.width.0 / 2;
    let own = entry.figure();
    let base = communications(b, s, side).into_iter().chain(communications(b, s, side.enemy()));
    along.0 >= half
        && along.0 <= stretch.length.0 - half
        && b.table.has_all_of(&own)
        && !figures(b, s, side).map(|(_, at)| at).chain(base).any(|at| baize::overlap(&own, &at))
        && going_at_figure(b, &own) < Going::Closed
        && !in_water(b, &own)
        && firm(b, s, side, entry).all(|foe| !baize::is_within(&own, &foe, SLACK))
}

/// Judges where a unit comes in: the entry. Within 2 MU of enemies only if there is no other place for it.
///
/// # Errors
/// What bars it.
pub(super) fn judge(
    b: &Battle,
    s: &State,
    unit: UnitId,
    formation: Formation,
    along: Length,
) -> Result<Entry, Refusal> {
    let (side, now) = (b.side(unit), s.unit(unit));
    let division = &s.divisions[b.unit(unit).division.i()];
    if side != s.clock.side || now.status != Status::Waiting || division.coming != Coming::Enters {
        return Err(refusal("enter.whose", unit));
    }
    if division.entered >= MOST {
        return Err(refusal("enter.three", unit));
    }
    if !arrives_in(b, unit, formation) {
        return Err(refusal("enter.formation", unit));
    }
    let stretch = stretch(b, side, division.approach);
    let found =
        entry(b, unit, formation, (stretch, along)).ok_or_else(|| refusal("enter.formation", unit))?;
    if !has_room(b, s, side, &found, stretch, along) {
        return Err(refusal("enter.room", unit));
    }
    if is_near(b, s, side, &found) {
        let elsewhere = places(stretch).any(|along| {
            let other = entry(b, unit, formation, (stretch, along));
            other.is_some_and(|one| has_room(b, s, side, &one, stretch, along) && !is_near(b, s, side, &one))
        });
        if elsewhere {
            return Err(refusal("enter.near", unit));
        }
    }
    Ok(found)
}

/// Whether an enemy that is not driven back is within 2 MU of an entry.
fn is_near(b: &Battle, s: &State, side: Side, entry: &Entry) -> bool {
    let own = entry.figure();
    firm(b, s, side, entry).any(|foe| baize::is_within(&own, &foe, NEAR))
}

/// Places along a stretch.
fn places(stretch: Stretch) -> impl Iterator<Item = Length> {
    (0..=stretch.length.0).step_by(STEP).map(Length)
}

/// The answer that brings a unit in.
fn answer(unit: UnitId, formation: Formation, along: Length) -> Answer {
    Answer::three(verb::ENTER, unit_point(unit), Point::Number(formation as i16), Point::Length(along.0))
}

/// The units of a side that may come in now.
fn waiting<'a>(b: &'a Battle, s: &'a State, side: Side) -> impl Iterator<Item = UnitId> + 'a {
    b.units_of(side).filter(move |unit| {
        let division = &s.divisions[b.unit(*unit).division.i()];
        s.clock.phase == Phase::Movement
            && s.unit(*unit).status == Status::Waiting
            && division.coming == Coming::Enters
            && division.entered < MOST
    })
}

/// Suggestions: each unit in each formation at the places along its edge where there is room, a few of them.
pub(super) fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    for unit in waiting(b, s, side) {
        let stretch = stretch(b, side, s.divisions[b.unit(unit).division.i()].approach);
        for formation in Formation::ALL.iter().filter(|one| arrives_in(b, unit, **one)) {
            let good: Vec<Length> =
                places(stretch).filter(|along| judge(b, s, unit, *formation, *along).is_ok()).collect();
            let some = good.iter().step_by(good.len().div_ceil(4).max(1));
            out.extend(some.map(|along| answer(unit, *formation, *along)));
        }
    }
}

/// Spans of the answers that bring units in.
pub(super) fn spans(b: &Battle, s: &State, side: Side, out: &mut Vec<Span>) {
    for unit in waiting(b, s, side) {
        for formation in Formation::ALL.iter().filter(|one| arrives_in(b, unit, **one)) {
            out.push(Span {
                from: answer(unit, *formation, Length(0)),
                to: answer(unit, *formation, Length(i16::MAX)),
            });
        }
    }
}

/// The entry that an answer means.
///
/// # Errors
/// What bars it.
pub(super) fn read(b: &Battle, s: &State, unit: UnitId, answer: &Answer) -> Result<Entry, Refusal> {
    let [_, Point::Number(number), Point::Length(along)] = answer.points else {
        return Err(refusal("enter.formation", unit));
    };
    let formation = usize::try_from(number).ok().and_then(|number| Formation::ALL.get(number));
    judge(b, s, unit, *formation.ok_or_else(|| refusal("enter.formation", unit))?, Length(along))
}

impl Field<'_, '_> {
    /// A unit comes in: enemies are driven back from where it does, its commander leads the first that is no artillery, and it goes on with what is left of its
    /// move; not if it stands within 2 MU of enemies, or was longer than its move (RULING 74).
    pub(super) fn enter(&mut self, unit: UnitId, entry: &Entry) -> Play<()> {
        let (b, side) = (self.b, self.b.side(unit));
        let division = b.unit(unit).division;
        let gate = entry.gate();
        let driven: Vec<UnitId> = figures(b, self.s, side.enemy())
            .filter(|(foe, at)| is_driven(b, self.s, *foe, at, &gate))
            .map(|(foe, _)| foe)
            .collect();
        let mut placed = Vec::new();
        for foe in driven {
            if self.s.unit(foe).cohesion < Cohesion::Wavering {
                placed.push(foe);
            }
            self.drives_back(foe, entry.start.turn)?;
        }
        // Whoever found no way back keeps the place: the division waits for its next phase.
        let own = entry.figure();
        if figures(b, self.s, side.enemy()).any(|(_, at)| baize::is_within(&own, &at, SLACK)) {
            self.s.divisions[division.i()].entered = MOST;
            return Ok(());
        }
        let now = self.s.unit_mut(unit);
        (now.status, now.pose, now.formation) = (Status::Table, entry.pose, entry.formation);
        self.s.divisions[division.i()].entered += 1;
        let leader = b.division(division).commander.some().filter(|leader| {
            self.s.commander(*leader).status == Status::Waiting && b.arm(unit) != Arm::Artillery
        });
        if let Some(leader) = leader {
            let now = self.s.commander_mut(leader);
            (now.status, now.with, now.moved) = (Status::Table, unit, true);
        }
        self.tell(|| {
            Event::new(rule!("movement.arrival"), "entered")
                .point("unit", unit_point(unit))
                .word("formation", entry.formation.name())
                .point("to", Point::Spot(entry.pose.at.x, entry.pose.at.y))
        });
        for foe in placed {
            self.faces_nearest(foe);
        }
        self.is_whole(division);
        let near = is_near(b, self.s, side, entry);
        let most = allowance(b, mover(b.unit(unit), entry.formation), going_at_figure(b, &entry.figure()));
        let way = Way::arrived(b, self.s, unit, entry.start);
        let most = most.map_or(0, |most| if way.road && !way.near { most.0 * 2 } else { most.0 });
        if near || entry.size.depth.0 > most {
            self.s.unit_mut(unit).set(did::MOVED, true);
            return Ok(());
        }
        self.moves_on(way)
    }

    /// An enemy near the point of entry goes directly away from the edge, to 6 MU from it, and loses a level; a wavering or broken one makes an outcome move of 6 MU at least
    /// instead (`movement.arrival`).
    fn drives_back(&mut self, foe: UnitId, inward: Turn) -> Play<()> {
        if self.s.unit(foe).cohesion >= Cohesion::Wavering {
            return self.outcome_along(foe, inward, 6);
        }
        let (b, s) = (self.b, &*self.s);
        let (pose, size) = (s.unit(foe).pose, size_of(b, s, foe));
        let off = |figure: &Figure| {
            let (low, high) = figure.rim();
            match inward {
                Turn(0) => i32::from(b.table.depth.0) - high.y,
                Turn::HALF => low.y,
                Turn::QUARTER => low.x,
                _ => i32::from(b.table.width.0) - high.x,
            }
        };
        let own = figure(b, s, foe);
        let way = inward.from(pose.turn);
        // To 6 MU from the edge, or farther to where it stands free (RULING 75).
        let least = (i32::from(DRIVEN.0) - off(&own)).max(0);
        let others: Vec<(bool, Figure)> = [Side(0), Side(1)]
            .into_iter()
            .flat_map(|side| figures(b, s, side).map(move |(one, at)| (one, side, at)))
            .filter(|(one, ..)| *one != foe)
            .map(|(_, side, at)| (side == b.side(foe), at))
            .collect();
        let free = |there: &Figure| {
            let clear = |(friend, at): &(bool, Figure)| {
                !baize::overlap(there, at) && (*friend || !baize::is_within(there, at, SLACK))
            };
            b.table.has_all_of(there) && going_at_figure(b, there) < Going::Closed && others.iter().all(clear)
        };
        let steps = (least..i32::from(i16::MAX)).step_by(20).take(800);
        let to = steps
            .map(|by| pose.after(size, Leg::Drift { way, by: Length(by as i16) }))
            .find(|to| free(&to.place(size.shape())));
        if let Some(to) = to {
            self.s.unit_mut(foe).pose = to;
        }
        self.s.unit_mut(foe).set(did::RETIRED, true);
        self.tell(|| {
            let at = to.unwrap_or(pose).at;
            Event::new(rule!("movement.arrival"), "driven")
                .point("unit", unit_point(foe))
                .point("to", Point::Spot(at.x, at.y))
        });
        self.drop_levels(foe, 1).map(|_| ())
    }

    /// A unit that was driven back faces its nearest enemy, where it has room to turn.
    fn faces_nearest(&mut self, unit: UnitId) {
        let (b, s) = (self.b, &*self.s);
        if !s.unit(unit).on_table() || s.unit(unit).cohesion == Cohesion::Broken {
            return;
        }
        let own = figure(b, s, unit);
        let Some((foe, _)) = nearest_enemy(b, s, b.side(unit), &own) else { return };
        let (from, to) = (middle(&own), middle(&figure(b, s, foe)));
        let facing = direction(i64::from(to.x - from.x), i64::from(to.y - from.y));
        let (pose, size) = (s.unit(unit).pose, size_of(b, s, unit));
        let turned = pose.after(size, Leg::Spin(facing.from(pose.turn)));
        let there = turned.place(size.shape());
        let free = |side: Side| {
            figures(b, s, side).all(|(one, at)| {
                one == unit
                    || !baize::overlap(&there, &at)
                        && (side == b.side(unit) || !baize::is_within(&there, &at, SLACK))
            })
        };
        if b.table.has_all_of(&there) && [Side(0), Side(1)].into_iter().all(free) {
            self.s.unit_mut(unit).pose = turned;
        }
    }
}
