//! Retreats: directly away from the enemy, past friends by a slide or through them, stopped short of all else (`outcome.retire`,
//! `outcome.burst`, `outcome.contract`, `outcome.edges`).

use baize::{Corner, Figure, Leg, Length, MU, Place, Pose, SLACK, Size, Sweep, Turn, is_within, overlap};
use table::{Event, Few, Play, Point, rule};

use crate::armies::Arm;
use crate::ch03_movement::{allowance_of, inside, is_taken};
use crate::ch10_features::may_wade;
use crate::core::barrier::{beyond, first_barrier, is_on_barrier};
use crate::core::charts::Going;
use crate::core::coming::Coming;
use crate::core::coming::{Approach, stretch};
use crate::core::field::unit_point;
use crate::core::place::{direction, figure, figures, middle, size, size_of};
use crate::core::state::{AreaId, Cohesion, Formation, UnitId, did};
use crate::formations::Strength;
use crate::{Battle, Field, State};

/// MU to which fire drives back.
const THREE: Length = Length::mu(3);
/// The farthest that a unit goes on beyond its distance to get through friends.
const BEYOND: u16 = 12 * MU.0 as u16;
/// Slides are tried by so much.
const SLIDES: i16 = 50;

/// Retreat: the way on which a unit goes, before it is known how far.
#[derive(Clone, Copy)]
struct Retreat {
    unit: UnitId,
    formation: Formation,
    size: Size,
    /// Faced the way that it goes, its middle where it was.
    from: Pose,
    /// Units of its distance.
    distance: u16,
}

/// Crowd: whether a retreat may meet friends who stand in its way.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Crowd {
    /// It goes past them only.
    Avoided,
    /// It goes through them, or stops before them.
    Met,
}

/// End of a retreat.
struct End {
    pose: Pose,
    step: u16,
    /// Friends that were burst through, or against whom it stopped.
    shaken: Few<UnitId, 4>,
}

impl Retreat {
    fn sweep(&self, shift: Length, by: u16) -> Sweep {
        let from = self.from.after(self.size, Leg::Slide(shift));
        Sweep::new(from, self.size, Leg::Ahead(Length(by as i16)))
    }
}

/// Whether a friend does not stand in the way: artillery and infantry wholly in skirmish order.
fn gives_way(b: &Battle, s: &State, unit: UnitId) -> bool {
    b.arm(unit) == Arm::Artillery || b.arm(unit) == Arm::Infantry && s.unit(unit).formation.is_skirmish()
}

impl Field<'_, '_> {
    /// A unit retires so many MU (`outcome.retire`).
    pub(super) fn retire(&mut self, unit: UnitId, from: &[UnitId], mu: i16) -> Play<()> {
        let turn = away_from(self.b, self.s, unit, from);
        self.go(unit, turn, mu * MU.0, from)
    }

    /// A unit goes the least distance that brings it to 3 MU from all enemies (`firing.results`).
    pub(super) fn retire_to_three(&mut self, unit: UnitId, from: &[UnitId]) -> Play<()> {
        let (b, s) = (self.b, &*self.s);
        let foes: Few<Figure, 32> = figures(b, s, b.side(unit).enemy()).map(|(_, foe)| foe).collect();
        let near = |own: &Figure| foes.iter().any(|foe| baize::apart(own, foe).is_less_than(THREE));
        if !near(&figure(b, s, unit)) {
            return Ok(());
        }
        let turn = away_from(b, s, unit, from);
        let retreat = Retreat::begin(b, s, unit, turn, 0);
        let sweep = retreat.sweep(Length(0), (6 * MU.0) as u16);
        let step = (0..=sweep.steps()).step_by(10).find(|step| !near(&sweep.figure_at(*step)));
        self.go(unit, turn, step.unwrap_or(sweep.steps()) as i16, from)
    }

    /// A broken unit goes a normal move: farther from all enemies than before, as near to the edge of its side as it comes, through nobody but artillery and skirmishers, and ends faced the way
    /// that it went; if it cannot go so far, as far as it can (`recovery.broken`).
    pub(super) fn flees_home(&mut self, unit: UnitId) -> Play<()> {
        // To the own edge, or to the one over which a flank march came.
        let division = &self.s.divisions[self.b.unit(unit).division.i()];
        let from_flank = division.coming != Coming::Off && division.approach.is_flank();
        let approach = if from_flank { division.approach } else { Approach::RearCentre };
        let home = stretch(self.b, self.b.side(unit), approach).inward.and(Turn::HALF);
        let normal = allowance_of(self.b, self.s, unit, Going::Open).unwrap_or(THREE);
        let own = figure(self.b, self.s, unit);
        self.s.unit_mut(unit).set(did::RETIRED, true);
        if touches_edge(self.b, &own) {
            self.lose(unit);
            return Ok(());
        }
        let (b, s) = (self.b, &*self.s);
        let to_edge = |figure: &Figure| {
            let (low, high) = figure.rim();
            match home {
                Turn(0) => low.y,
                Turn::HALF => i32::from(b.table.depth.0) - high.y,
                Turn::QUARTER => i32::from(b.table.width.0) - high.x,
                _ => low.x,
            }
        };
        let foes: Few<Figure, 32> = figures(b, s, b.side(unit).enemy()).map(|(_, foe)| foe).collect();
        let safe = |there: &Figure| {
            foes.iter().all(|foe| baize::apart(&own, foe) < baize::apart(there, foe))
                && to_edge(there) < to_edge(&own)
        };
        // Straight home, and by twelfths of a quarter to both sides of that.
        let turns = (0..12_u16).flat_map(|n| {
            let by = Turn(Turn::QUARTER.0 / 12 * n);
            [home.and(by), home.and(by.reversed())]
        });
        let mut best: Option<(i32, End, Retreat)> = None;
        for turn in turns {
            let retreat = Retreat::begin(b, s, unit, turn, normal.0.max(0) as u16);
            let Some(end) = retreat.flight(b, s) else { continue };
            let there = end.pose.place(retreat.size.shape());
            let at = end.pose.at;
            let gap = match home {
                Turn(0) => i32::from(at.y),
                Turn::HALF => i32::from(b.table.depth.0) - i32::from(at.y),
                Turn::QUARTER => i32::from(b.table.width.0) - i32::from(at.x),
                _ => i32::from(at.x),
            };
            if safe(&there) && best.as_ref().is_none_or(|(least, ..)| gap < *least) {
                best = Some((gap, end, retreat));
            }
        }
        let Some((_, end, retreat)) = best else { return Ok(()) };
        let now = self.s.unit_mut(unit);
        (now.pose, now.formation) = (end.pose, retreat.formation);
        self.tell_retreat(unit, end.pose, end.step);
        self.crews_driven_off(unit, &own);
        Ok(())
    }

    /// A unit halts in an empty building, and occupies it.
    fn finds_shelter(&mut self, unit: UnitId, house: AreaId) {
        let pose = inside(self.b, unit, house, self.s.unit(unit).pose.turn);
        let now = self.s.unit_mut(unit);
        (now.pose, now.formation, now.house) = (pose, Formation::Tactical, house);
        now.set(did::DEFENDS, false);
        self.tell_housed(unit);
    }

    /// Tells that a unit is in a building now.
    pub(crate) fn tell_housed(&mut self, unit: UnitId) {
        let at = self.s.unit(unit).pose.at;
        self.tell(|| {
            Event::new(rule!("buildings.units"), "housed")
                .point("unit", unit_point(unit))
                .word("how", "occupies")
                .point("to", Point::Spot(at.x, at.y))
        });
    }

    fn tell_retreat(&mut self, unit: UnitId, pose: Pose, step: u16) {
        self.tell(|| {
            Event::new(rule!("outcome.retire"), "retired")
                .point("unit", unit_point(unit))
                .point("to", Point::Spot(pose.at.x, pose.at.y))
                .point("distance", Point::Length(step as i16))
        });
    }

    /// A unit that has come to an edge with some of its way left lines up with it, if there is room (`outcome.edges`).
    fn lines_up_with_edge(&mut self, unit: UnitId) {
        let (b, s) = (self.b, &*self.s);
        let (pose, size, own) = (s.unit(unit).pose, size_of(b, s, unit), figure(b, s, unit));
        let (low, high) = own.rim();
        let (width, depth) = (i32::from(b.table.width.0), i32::from(b.table.depth.0));
        let gaps = [
            (low.y, Turn(0)),
            (width - high.x, Turn::QUARTER),
            (depth - high.y, Turn::HALF),
            (low.x, Turn::QUARTER.reversed()),
        ];
        let Some((_, out)) = gaps.into_iter().min_by_key(|(gap, _)| *gap) else { return };
        // It faces the edge, or turns its back to it, whichever is nearer to how it stands.
        let away = out.and(Turn::HALF);
        let facing = if out.from(pose.turn).amount() <= Turn::QUARTER.0 { out } else { away };
        let turned = pose.after(size, Leg::Spin(facing.from(pose.turn)));
        let (low, high) = turned.place(size.shape()).rim();
        let (x, y) = match out {
            Turn(0) => (0, -low.y),
            Turn::QUARTER => (width - high.x, 0),
            Turn::HALF => (0, depth - high.y),
            _ => (-low.x, 0),
        };
        let shifted = |at: i16, by: i32| (i32::from(at) + by) as i16;
        let at = baize::Spot { x: shifted(turned.at.x, x), y: shifted(turned.at.y, y) };
        let there = Pose { at, ..turned };
        let figure = there.place(size.shape());
        let free = |side| {
            figures(b, s, side).all(|(one, other)| {
                one == unit
                    || !overlap(&figure, &other)
                        && (side == b.side(unit) || !is_within(&figure, &other, SLACK))
            })
        };
        if b.table.has_all_of(&figure) && [table::Side(0), table::Side(1)].into_iter().all(free) {
            self.s.unit_mut(unit).pose = there;
        }
    }

    /// A unit goes some distance in a direction, as far as it can.
    pub(super) fn go(&mut self, unit: UnitId, turn: Turn, distance: i16, from: &[UnitId]) -> Play<()> {
        self.s.unit_mut(unit).set(did::RETIRED, true);
        if touches_edge(self.b, &figure(self.b, self.s, unit)) {
            self.lose(unit);
            return Ok(());
        }
        self.s.unit_mut(unit).set(did::ASSAILS, false);
        let before = figure(self.b, self.s, unit);
        let before_formation = self.s.unit(unit).formation;
        let retreat = Retreat::begin(self.b, self.s, unit, turn, distance.max(0) as u16);
        let house = self.s.unit(unit).house;
        if let Some(door) = retreat.shelter(self.b, self.s) {
            self.finds_shelter(unit, door);
            return Ok(());
        }
        // Out of a building one goes from its edge.
        let retreat = if house == AreaId::NONE { retreat } else { retreat.out_of(&before) };
        self.s.unit_mut(unit).house = AreaId::NONE;
        let Some((end, retreat)) = retreat.best(self.b, self.s) else {
            self.s.unit_mut(unit).house = house;
            return Ok(());
        };
        self.s.unit_mut(unit).set(did::DEFENDS, false);
        let normal = allowance_of(self.b, self.s, unit, Going::Open).unwrap_or(THREE);
        // Who goes less than a normal move faces back where it came from.
        let short = i32::from(end.step) < i32::from(normal.0);
        let pose = if short { end.pose.after(retreat.size, Leg::About) } else { end.pose };
        let square = retreat.formation == Formation::Square && i32::from(end.step) > i32::from(THREE.0);
        let now = self.s.unit_mut(unit);
        (now.pose, now.formation) = (pose, if square { Formation::Tactical } else { retreat.formation });
        if retreat.formation == Formation::Supported && before_formation == Formation::Tactical {
            self.tell(|| Event::new(rule!("outcome.contract"), "narrowed").point("unit", unit_point(unit)));
        }
        let left = i32::from(end.step) < i32::from(distance);
        if left && touches_edge(self.b, &figure(self.b, self.s, unit)) {
            self.lines_up_with_edge(unit);
        }
        let pose = self.s.unit(unit).pose;
        self.tell_retreat(unit, pose, end.step);
        self.come_upon_commanders();
        self.crews_driven_off(unit, &before);
        for friend in end.shaken {
            self.sees_trouble(friend, from)?;
        }
        Ok(())
    }
}

/// The direction away from enemies: of several the middle between the directions away from each (`outcome.retire`).
fn away_from(b: &Battle, s: &State, unit: UnitId, from: &[UnitId]) -> Turn {
    let own = middle(&figure(b, s, unit));
    let (mut x, mut y) = (0_i64, 0_i64);
    for foe in from.iter().filter(|foe| s.unit(**foe).on_table()) {
        let other = middle(&figure(b, s, *foe));
        let (dx, dy) = (i64::from(own.x) - i64::from(other.x), i64::from(own.y) - i64::from(other.y));
        let length = (dx * dx + dy * dy).unsigned_abs().isqrt().max(1) as i64;
        x += dx * 65_536 / length;
        y += dy * 65_536 / length;
    }
    if (x, y) == (0, 0) { s.unit(unit).pose.turn.and(Turn::HALF) } else { direction(x, y) }
}

/// Whether a figure touches an edge of the table.
fn touches_edge(b: &Battle, figure: &Figure) -> bool {
    let (low, high) = figure.rim();
    let slack = i32::from(SLACK.0);
    low.x <= slack
        || low.y <= slack
        || high.x >= i32::from(b.table.width.0) - slack
        || high.y >= i32::from(b.table.depth.0) - slack
}

impl Retreat {
    /// The retreat from where it has a building behind it that it leaves.
    fn out_of(self, house: &Figure) -> Retreat {
        let sweep = self.sweep(Length(0), (16 * MU.0) as u16);
        let clear = (0..=sweep.steps()).step_by(10).find(|step| !overlap(&sweep.figure_at(*step), house));
        Retreat { from: sweep.pose_at(clear.unwrap_or(0)), ..self }
    }

    /// The empty building that infantry comes to on its way, where it halts (`outcome.moves`).
    fn shelter(&self, b: &Battle, s: &State) -> Option<AreaId> {
        if b.arm(self.unit) != Arm::Infantry {
            return None;
        }
        let sweep = self.sweep(Length(0), self.distance);
        let own = s.unit(self.unit).house;
        let met = b.table.areas.iter().enumerate().filter_map(|(at, area)| {
            let house = AreaId(at as u8);
            let is_house = area.kind == baize::AreaKind::Buildings && house != own;
            let step = is_house.then(|| sweep.first_in(&area.outline)).flatten()?;
            Some((step, house))
        });
        let (step, house) = met.min()?;
        let around = b.table.areas[house.i()].outline.around();
        let foes = figures(b, s, b.side(self.unit).enemy());
        let free = foes.into_iter().all(|(_, at)| !is_within(&around, &at, SLACK));
        let friends = figures(b, s, b.side(self.unit)).filter(|(one, _)| *one != self.unit);
        let before = friends
            .into_iter()
            .all(|(one, at)| gives_way(b, s, one) || sweep.first_overlap(&at).is_none_or(|met| met >= step));
        let wall = first_barrier(&b.table, &sweep).is_some_and(|(met, _)| met < step);
        (free && before && !wall && !is_taken(b, s, house, self.unit)).then_some(house)
    }

    /// A retreat that begins: guns limber, and the unit turns about its middle to go.
    fn begin(b: &Battle, s: &State, unit: UnitId, turn: Turn, distance: u16) -> Retreat {
        let (card, now) = (b.unit(unit), s.unit(unit));
        let formation =
            if now.formation == Formation::Unlimbered { Formation::Limbered } else { now.formation };
        let size = size(b, card, formation).expect("guns limber, and others stay as they are");
        let Place { x, y } = middle(&figure(b, s, unit));
        let at = baize::Spot { x: x as i16, y: y as i16 };
        let from = Pose { at, turn }.after(size, Leg::Ahead(Length(size.depth.0 / 2)));
        Retreat { unit, formation, size, from, distance }
    }

    /// The end of the retreat in the first way that there is: past all friends, or if not narrowed to deep formation or, of a broken unit, with a corner swung back by up to 2 MU; else through them, or
    /// before them (`outcome.contract`).
    fn best(self, b: &Battle, s: &State) -> Option<(End, Retreat)> {
        if let Some(end) = self.end(b, s, Crowd::Avoided) {
            return Some((end, self));
        }
        for other in self.narrowed(b, s).into_iter().chain(self.swung(s)) {
            if let Some(end) = other.end(b, s, Crowd::Avoided) {
                return Some((end, other));
            }
        }
        self.end(b, s, Crowd::Met).map(|end| (end, self))
    }

    /// The retreat of a large unit that narrows by a base; none of others.
    fn narrowed(&self, b: &Battle, s: &State) -> Option<Retreat> {
        let card = b.unit(self.unit);
        let large = card.strength == Strength::Large && self.formation == Formation::Tactical;
        let size = size(b, card, Formation::Supported).filter(|_| large)?;
        let middle = middle(&figure(b, s, self.unit));
        let at = baize::Spot { x: middle.x as i16, y: middle.y as i16 };
        let from = Pose { at, turn: self.from.turn }.after(size, Leg::Ahead(Length(size.depth.0 / 2)));
        Some(Retreat { formation: Formation::Supported, size, from, ..*self })
    }

    /// The retreats of a broken unit that swings a corner in the direction in which it goes, by half MU up to 2.
    fn swung(&self, s: &State) -> Vec<Retreat> {
        if s.unit(self.unit).cohesion != Cohesion::Broken {
            return Vec::new();
        }
        let turn = |half: i32| Turn((half * 200 * 10_430 / i32::from(self.size.width.0).max(1)) as u16);
        let each = (1..=4).flat_map(|half| {
            let (right, left) = (turn(half), turn(half).reversed());
            [(Corner::Right, right), (Corner::Left, left)]
        });
        let swing =
            |(pivot, by)| Retreat { from: self.from.after(self.size, Leg::Wheel { pivot, by }), ..*self };
        each.filter(|(_, by)| by.amount() <= Turn::QUARTER.0).map(swing).collect()
    }

    /// The end of a flight: as far as the unit can go without passing any but artillery and skirmishers.
    fn flight(&self, b: &Battle, s: &State) -> Option<End> {
        let (distance, _) = self.measured(b, s);
        let sweep = self.sweep(Length(0), distance);
        let friends: Few<(UnitId, Figure), 32> =
            figures(b, s, b.side(self.unit)).filter(|(friend, _)| *friend != self.unit).collect();
        let solid = friends.iter().filter(|(friend, _)| !gives_way(b, s, *friend));
        let blocked = solid.filter_map(|(_, at)| sweep.first_overlap(at)).min().unwrap_or(u16::MAX);
        let most = distance.min(blocked.saturating_sub(1));
        let clear = |step: &u16| {
            let there = sweep.figure_at(*step);
            b.table.has_all_of(&there)
                && !is_on_barrier(&b.table, &there)
                && !friends.iter().any(|(_, at)| overlap(&there, at))
                && !figures(b, s, b.side(self.unit).enemy()).any(|(_, at)| is_within(&there, &at, SLACK))
        };
        let step = (1..=most).rev().step_by(20).find(clear)?;
        Some(End { pose: sweep.pose_at(step), step, shaken: Few::new() })
    }

    /// The end of the retreat; none if the unit cannot stand anywhere on the way.
    fn end(&self, b: &Battle, s: &State, crowd: Crowd) -> Option<End> {
        let (distance, most) = self.measured(b, s);
        let friends: Few<(UnitId, Figure), 32> =
            figures(b, s, b.side(self.unit)).filter(|(friend, _)| *friend != self.unit).collect();
        let solid: Few<(UnitId, Figure), 32> = friends
            .iter()
            // Who overlaps it only because it turns stands beside it, not in its way.
            .filter(|(friend, at)| {
                !gives_way(b, s, *friend) && !overlap(&self.from.place(self.size.shape()), at)
            })
            .copied()
            .collect();
        let clear = |figure: &Figure| {
            b.table.has_all_of(figure)
                && !is_on_barrier(&b.table, figure)
                && !friends.iter().any(|(_, at)| overlap(figure, at))
                && !figures(b, s, b.side(self.unit).enemy()).any(|(_, at)| is_within(figure, &at, SLACK))
        };
        let end = |shift: Length, step: u16, shaken| {
            let sweep = self.sweep(shift, step);
            let pose = sweep.pose_at(step);
            clear(&pose.place(self.size.shape())).then_some(End { pose, step, shaken })
        };
        let first = |shift: Length, by: u16| {
            let sweep = self.sweep(shift, by);
            let met = solid.iter().filter_map(|(friend, at)| Some((sweep.first_overlap(at)?, *friend)));
            met.min()
        };
        let Some((blocked, friend)) = first(Length(0), distance) else {
            // Nobody in the way: on to where it stands free, or back to there.
            let on = (distance..=most).step_by(20).find_map(|step| end(Length(0), step, Few::new()));
            return on.or_else(|| {
                (0..distance).rev().step_by(20).find_map(|step| end(Length(0), step, Few::new()))
            });
        };
        let wide = if i32::from(blocked) < 4 * i32::from(MU.0) { 1 } else { 2 } * b.base.width.0;
        let shifts = (1..=wide / SLIDES).flat_map(|n| [n * SLIDES, -n * SLIDES]);
        let slid = shifts
            .filter(|shift| first(Length(*shift), distance).is_none())
            .find_map(|shift| end(Length(shift), distance, Few::new()));
        if crowd == Crowd::Avoided {
            return slid;
        }
        let through = || {
            let passed = |step: u16| {
                let sweep = self.sweep(Length(0), step);
                let met = solid.iter().filter(|(_, at)| sweep.first_overlap(at).is_some());
                met.map(|(friend, _)| *friend).collect()
            };
            let column = s.unit(friend).formation == Formation::Column;
            let beyond = (distance..=most).step_by(20).filter(|_| !column);
            beyond.into_iter().find_map(|step| end(Length(0), step, passed(step)))
        };
        let stopped = || {
            let before = (0..blocked).rev().step_by(20);
            before.into_iter().find_map(|step| end(Length(0), step, Few::from_slice(&[friend])))
        };
        slid.or_else(through).or_else(stopped)
    }

    /// The distance that is gone before it is known who stands in the way, and the most that could be: it halts right behind the first obstacle that it crosses, and short of one that it cannot
    /// cross by a MU (`outcome.moves`).
    fn measured(&self, b: &Battle, s: &State) -> (u16, u16) {
        let (distance, most) = self.over_ground(b, s);
        let sweep = self.sweep(Length(0), self.distance + BEYOND);
        let Some((met, barrier)) = first_barrier(&b.table, &sweep).filter(|(step, _)| *step <= distance)
        else {
            return (distance, most);
        };
        match beyond(barrier, &sweep).filter(|_| may_wade(b, s, self.unit, barrier)) {
            Some(over) if over <= most => (over, over),
            _ => {
                let short = met.saturating_sub(MU.0 as u16);
                (short, short)
            }
        }
    }

    /// The distance that is gone, half of it in difficult ground, and the most that could be: short of enemies and of ground that bars the way by a MU, and of the edge.
    fn over_ground(&self, b: &Battle, s: &State) -> (u16, u16) {
        let sweep = self.sweep(Length(0), self.distance + BEYOND);
        let mut most = sweep.steps();
        for (_, foe) in figures(b, s, b.side(self.unit).enemy()) {
            let here = baize::apart(&sweep.figure_at(0), &foe);
            let limit = if here.is_within(MU) { SLACK } else { MU };
            let away = |step: &u16| baize::apart(&sweep.figure_at(*step), &foe) < here;
            if let Some(step) = sweep.first_within(&foe, limit).filter(away) {
                most = most.min(step.saturating_sub(1));
            }
        }
        let mut difficult = None;
        for area in &b.table.areas {
            let outline = area.steep.as_ref().unwrap_or(&area.outline);
            let going = b.charts.terrain(area.kind).going;
            // A building that friends hold is met as they are.
            let keeps = |(one, _): (UnitId, Figure)| {
                one != self.unit
                    && s.unit(one)
                        .house
                        .some()
                        .is_some_and(|house| std::ptr::eq(area, &b.table.areas[house.i()]))
            };
            if area.kind == baize::AreaKind::Buildings && figures(b, s, b.side(self.unit)).any(keeps) {
                continue;
            }
            match (going, sweep.first_in(outline)) {
                (Going::Closed | Going::Impassable, Some(step)) => {
                    most = most.min(step.saturating_sub(MU.0 as u16));
                }
                (Going::Difficult, Some(step)) => {
                    difficult = Some(difficult.map_or(step, |other: u16| other.min(step)));
                }
                _ => {}
            }
        }
        while most > 0 && !b.table.has_all_of(&sweep.figure_at(most)) {
            most -= 1;
        }
        let halved = match difficult {
            Some(step) if step < self.distance => step + (self.distance - step) / 2,
            _ => self.distance,
        };
        (halved.min(most), most)
    }
}
