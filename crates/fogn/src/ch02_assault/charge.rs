//! Charges: whether a unit may assault a target by a wheel and straight ahead, and what that asks for (`assault.declare`, `assault.forbidden`, `assault.wheel`,
//! `assault.through`, `assault.flank`).

use baize::{
    Corner, Edge, Figure, Leg, Length, Place, Pose, SLACK, Size, Standing, Sweep, Turn, ahead, is_partly_in,
    touching,
};
use table::{Few, Refusal, Rule, rule};

use crate::armies::{Arm, Capability};
use crate::ch03_movement::{Course, allowance_of, are_skirmishers};
use crate::ch05_firing::sees;
use crate::ch10_features::{breadth, holds_works, is_open_to, may_cross_to};
use crate::ch11_setting_up::first_turns_bar;
use crate::core::barrier::first_barrier;
use crate::core::charts::Going;
use crate::core::field::unit_point;
use crate::core::place::{direction, figure, figures, in_contact, middle, middle_of, size_of};
use crate::core::state::{Cohesion, Formation, UnitId, did};
use crate::{Battle, State};

/// Passing: which friends an assault may pass (`assault.through`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Passing {
    /// Skirmishers, artillery, infantry of its division.
    Orderly,
    /// Any: of an impetuous unit that nobody holds back (`assault.impetuous`).
    Wild,
}

/// Charge: the way of a unit to its target.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Charge {
    /// Pose after the wheel.
    pub wheeled: Pose,
    /// Units straight ahead to contact.
    pub ahead: Length,
    /// Whether it strikes a flank or the rear.
    pub flank: bool,
    /// Friends that are passed.
    pub through: Few<UnitId, 4>,
    /// Whether it needs a complex move test.
    pub complex: bool,
}

fn refusal(unit: UnitId, target: UnitId, rule: Rule, why: &'static str) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(unit)).with("target", unit_point(target))
}

/// Whether a unit may assault a target with this wheel first, and how it comes there.
///
/// # Errors
/// Why it may not.
pub fn may_assault(b: &Battle, s: &State, unit: UnitId, target: UnitId, by: Turn) -> Result<Charge, Refusal> {
    may_at_all(b, s, unit, target)?;
    reaches(b, s, (unit, target), by, Passing::Orderly)
}

/// Charge of a unit to a target by this wheel, if it comes there and may strike it.
///
/// # Errors
/// Why it may not.
pub(super) fn reaches(
    b: &Battle,
    s: &State,
    (unit, target): (UnitId, UnitId),
    by: Turn,
    passing: Passing,
) -> Result<Charge, Refusal> {
    // Into works from their rear is always into a flank, from elsewhere never.
    let open = is_open_to(b, s, target, unit);
    let flank = open || starts_behind(b, s, unit, target);
    forbidden(b, s, unit, target, flank)?;
    let (pose, size) = (s.unit(unit).pose, size_of(b, s, unit));
    let no = |rule, why| Err(refusal(unit, target, rule, why));
    let pivot = if by.is_right() { Corner::Right } else { Corner::Left };
    let wheeled = if by == Turn(0) { pose } else { pose.after(size, Leg::Wheel { pivot, by }) };
    let own = wheeled.place(size.shape());
    let most = allowance_of(b, s, unit, Going::Open).unwrap_or(Length(0));
    if by.amount() > Turn::QUARTER.0 || is_far(pose, wheeled, size, most.0 / 2) {
        return no(rule!("assault.wheel"), "assault.wheel");
    }
    let theirs = figure(b, s, target);
    if !centre_meets(&own, &theirs) || by != Turn(0) && wheels_past(b, s, target, wheeled, by) {
        return no(rule!("assault.wheel"), "assault.aim");
    }
    let sweep = Sweep::new(wheeled, size, Leg::Ahead(most));
    let Some(step) = may_cross_to(b, s, (unit, target), &sweep)? else {
        return no(rule!("assault.declare"), "assault.far");
    };
    let straight = Sweep::new(wheeled, size, Leg::Ahead(Length(step as i16)));
    let wheel = (by != Turn(0)).then(|| Sweep::new(pose, size, Leg::Wheel { pivot, by }));
    if wheel.as_ref().is_some_and(|wheel| first_barrier(&b.table, wheel).is_some()) {
        return no(rule!("obstacles"), "assault.obstacle");
    }
    let through = way_is_free(b, s, (unit, target), (wheel.as_ref(), &straight), passing)?;
    let there = sweep.pose_at(step);
    let going = ground(b, &sweep, step).max(ground_at(b, &figure(b, s, unit)));
    let reach = allowance_of(b, s, unit, going).filter(|_| going < Going::Closed);
    if reach.is_none_or(|reach| is_far(pose, there, size, reach.0)) {
        return no(rule!("assault.declare"), "assault.far");
    }
    first_turns_bar(b, s, unit, Course::Forward, &there.place(size.shape()))?;
    let flank = open || flank && strikes_flank(&there.place(size.shape()), &theirs);
    let complex = !through.is_empty() || is_complex(b, s, unit, target, flank);
    Ok(Charge { wheeled, ahead: Length(step as i16), flank, through, complex })
}

/// Whether a unit may assault at all now.
pub(super) fn may_at_all(b: &Battle, s: &State, unit: UnitId, target: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let no = |rule, why| Err(refusal(unit, target, rule, why));
    if b.side(unit) != s.clock.side
        || !now.on_table()
        || b.side(target) == b.side(unit)
        || !s.unit(target).on_table()
    {
        return no(rule!("assault.declare"), "assault.whom");
    }
    // March columns assault across bridges and fords, and along roads into buildings only.
    let column =
        now.formation == Formation::Column && b.table.points.is_empty() && !s.unit(target).is_inside();
    if b.arm(unit) == Arm::Artillery || column || now.formation == Formation::Square {
        return no(rule!("assault.declare"), "assault.formation");
    }
    if now.is_inside() {
        return no(rule!("buildings.units"), "assault.inside");
    }
    if now.has(did::MOVED) || in_contact(b, s, unit) {
        return no(rule!("assault.declare"), "assault.busy");
    }
    if now.cohesion >= Cohesion::Wavering {
        return no(rule!("assault.forbidden"), "assault.wavering");
    }
    // Nobody comes into contact from farther off than a move; that is looked at before what takes longer.
    let most = allowance_of(b, s, unit, Going::Open).unwrap_or(Length(0));
    let over = Length(most.0 + breadth(b).0);
    if !baize::is_within(&figure(b, s, unit), &figure(b, s, target), over) {
        return no(rule!("assault.declare"), "assault.far");
    }
    if !sees(b, s, unit, target) {
        return no(rule!("assault.declare"), "assault.unseen");
    }
    Ok(())
}

/// Assaults that are never allowed: infantry on cavalry that is steady or disordered, skirmishers on foot on the front of others.
fn forbidden(b: &Battle, s: &State, unit: UnitId, target: UnitId, flank: bool) -> Result<(), Refusal> {
    let firm = s.unit(target).cohesion <= Cohesion::Disordered;
    let no = |why| Err(refusal(unit, target, rule!("assault.forbidden"), why));
    if b.arm(unit) == Arm::Infantry && b.arm(target) == Arm::Cavalry && firm {
        return no("assault.cavalry");
    }
    if b.arm(unit) == Arm::Cavalry && (s.unit(target).is_inside() || holds_works(b, s, target, unit)) {
        return no("assault.house");
    }
    let loose = b.arm(unit) == Arm::Infantry && are_skirmishers(b, s, unit);
    if loose && !flank && !are_skirmishers(b, s, target) {
        return no("assault.skirmishers");
    }
    Ok(())
}

/// Whether the unit begins behind the line of the target's front and not even partly before it, as a flank assault must.
pub(crate) fn starts_behind(b: &Battle, s: &State, unit: UnitId, target: UnitId) -> bool {
    let (own, theirs) = (figure(b, s, unit), figure(b, s, target));
    theirs.front().standing_of_middle(own.front()) == Standing::Behind
        && !is_partly_in(&own, &ahead(theirs.front()))
        && s.unit(target).formation != Formation::Square
        && !s.unit(target).is_inside()
        && !holds_works(b, s, target, unit)
}

/// Whether a front strikes a flank edge, the rear edge or a rear corner of a figure, and not its front.
pub(crate) fn strikes_flank(own: &Figure, theirs: &Figure) -> bool {
    let struck = touching(theirs, own);
    (1..4).any(|edge| struck.has_edge(edge)) && !struck.has_edge(0)
        || struck.has_corner(2)
        || struck.has_corner(3)
}

/// Whether either front corner would end farther off than so many units.
pub(super) fn is_far(from: Pose, to: Pose, size: Size, most: i16) -> bool {
    let (start, end) = (from.place(size.shape()).front(), to.place(size.shape()).front());
    let far = |a: Place, b: Place| {
        let (x, y) = (i64::from(b.x - a.x), i64::from(b.y - a.y));
        x * x + y * y > i64::from(most + SLACK.0).pow(2)
    };
    far(start.from, end.from) || far(start.to, end.to)
}

/// Whether some part of a target lies straight ahead of the centre of a front: of a strip too narrow to matter.
fn centre_meets(own: &Figure, theirs: &Figure) -> bool {
    let front = own.front();
    let at = middle_of(front);
    let (x, y) = (front.to.x - front.from.x, front.to.y - front.from.y);
    let length =
        (i64::from(x) * i64::from(x) + i64::from(y) * i64::from(y)).unsigned_abs().isqrt().max(1) as i32;
    // Ten units to each side of the middle.
    let aside = |sign: i32| Place { x: at.x + sign * x * 10 / length, y: at.y + sign * y * 10 / length };
    is_partly_in(theirs, &ahead(Edge { from: aside(-1), to: aside(1) }))
}

/// Place at which an assault is aimed: the middle of the target's front, or of the building in which it is.
fn aim(b: &Battle, s: &State, target: UnitId) -> Place {
    let at = figure(b, s, target);
    if s.unit(target).is_inside() { middle(&at) } else { middle_of(at.front()) }
}

/// Whether a wheel goes farther than to where the centre of the target's front lies ahead of the unit's own.
fn wheels_past(b: &Battle, s: &State, target: UnitId, wheeled: Pose, by: Turn) -> bool {
    let goal = aim(b, s, target);
    let (x, y) = (i64::from(goal.x) - i64::from(wheeled.at.x), i64::from(goal.y) - i64::from(wheeled.at.y));
    let left_over = direction(x, y).from(wheeled.turn);
    left_over.is_right() != by.is_right() && left_over.amount() > 100
}

/// The friends that are passed on a way, its wheel first; nobody but the target is met on it (`assault.through`).
fn way_is_free(
    b: &Battle,
    s: &State,
    (unit, target): (UnitId, UnitId),
    (wheel, sweep): (Option<&Sweep>, &Sweep),
    passing: Passing,
) -> Result<Few<UnitId, 4>, Refusal> {
    let step = sweep.steps();
    let no = |why| Err(refusal(unit, target, rule!("assault.through"), why));
    for (foe, at) in figures(b, s, b.side(unit).enemy()).filter(|(foe, _)| *foe != target) {
        let met = sweep.first_touch(&at).is_some_and(|first| first < step);
        if met || wheel.is_some_and(|wheel| wheel.first_touch(&at).is_some()) {
            return Err(
                refusal(unit, target, rule!("assault.declare"), "assault.other").with("foe", unit_point(foe))
            );
        }
    }
    let mut through = Few::new();
    let there = sweep.figure_at(step);
    for (friend, at) in figures(b, s, b.side(unit)).filter(|(friend, _)| *friend != unit) {
        let met = sweep.first_overlap(&at).is_some();
        if !met && wheel.is_none_or(|wheel| wheel.first_overlap(&at).is_none()) {
            continue;
        }
        if baize::overlap(&there, &at) || !may_pass(b, s, unit, friend, passing) {
            return no("assault.friends");
        }
        through.push(friend);
    }
    Ok(through)
}

/// Whether an assault may pass a friend: infantry in skirmish order, infantry of its own division, none of them broken; artillery; anybody, if nobody holds it back.
fn may_pass(b: &Battle, s: &State, unit: UnitId, friend: UnitId, passing: Passing) -> bool {
    let own = b.unit(friend).division == b.unit(unit).division || are_skirmishers(b, s, friend);
    let foot = b.arm(friend) == Arm::Infantry && own && s.unit(friend).cohesion != Cohesion::Broken;
    passing == Passing::Wild || foot || b.arm(friend) == Arm::Artillery
}

/// Going of the worst ground on a way.
fn ground(b: &Battle, sweep: &Sweep, step: u16) -> Going {
    let entered = b.table.areas.iter().filter(|area| {
        let outline = area.steep.as_ref().unwrap_or(&area.outline);
        sweep.first_in(outline).is_some_and(|first| first <= step)
    });
    entered.map(|area| b.charts.terrain(area.kind).going).max().unwrap_or(Going::Open)
}

fn ground_at(b: &Battle, figure: &Figure) -> Going {
    let areas =
        b.table.areas.iter().filter(|area| area.steep.as_ref().unwrap_or(&area.outline).has_part_of(figure));
    areas.map(|area| b.charts.terrain(area.kind).going).max().unwrap_or(Going::Open)
}

/// Whether the declaration itself needs a test: cavalry on whom infantry assaults too, mounted skirmishers on the front of firm formed troops, disordered or spent units but for
/// guards, shock cavalry and unspent impetuous ones, unless the target wavers or is taken in flank (`assault.declare`).
fn is_complex(b: &Battle, s: &State, unit: UnitId, target: UnitId, flank: bool) -> bool {
    let (card, now, other) = (b.unit(unit), s.unit(unit), s.unit(target));
    let weak = other.cohesion >= Cohesion::Wavering;
    let mounted = card.arm() == Arm::Cavalry;
    let joined =
        s.assaults.iter().any(|assault| assault.target == target && b.arm(assault.unit) == Arm::Infantry);
    let loose = mounted && are_skirmishers(b, s, unit) && !flank && !weak && !are_skirmishers(b, s, target);
    let keen = card.is(Capability::Guard)
        || card.is(Capability::Shock)
        || card.is(Capability::Impetuous) && !now.spent;
    let shaken = (now.cohesion == Cohesion::Disordered || now.spent) && !keen && !weak && !flank;
    mounted && joined || loose || shaken
}

/// The wheels worth a suggestion: none, and the least that brings the target before the centre.
pub(crate) fn wheels(b: &Battle, s: &State, unit: UnitId, target: UnitId) -> Few<Turn, 4> {
    let pose = s.unit(unit).pose;
    let goal = aim(b, s, target);
    let (x, y) = (i64::from(goal.x) - i64::from(pose.at.x), i64::from(goal.y) - i64::from(pose.at.y));
    let full = direction(x, y).from(pose.turn);
    let part = |of: i32| Turn((i32::from(full.0 as i16) * of / 8) as u16);
    let mut all: Few<Turn, 4> = Few::from_slice(&[Turn(0)]);
    all.extend([2, 4, 6, 8].map(part));
    all.dedup();
    all
}

/// The pose of a unit after its wheel.
pub(crate) fn wheeled(pose: Pose, size: Size, by: Turn) -> Pose {
    let pivot = if by.is_right() { Corner::Right } else { Corner::Left };
    if by == Turn(0) { pose } else { pose.after(size, Leg::Wheel { pivot, by }) }
}
