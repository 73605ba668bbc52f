//! 12.3, 12.2.1: changes of formation that players order: which hexes the unit takes then, facing where, and what it costs.

use ground::{Aim, HexId};
use table::{Answer, Play, Point, Refusal, rule};

use super::{formations, passage, presentation, skirmish};
use crate::Field;
use crate::ch08_command::regroup;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch13_movement::{allowance, force, shift, step};
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::AimKind;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::footprint;
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, State, UnitId, did};
use crate::core::{status, verb};

/// A way to take up a formation.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Lay {
    /// Facing.
    pub aim: Aim,
    /// The hex that tells it from others: the one into which the unit spreads, or comes together.
    pub place: Option<HexId>,
    /// The hexes then.
    pub hexes: Hexes,
    /// Half movement points.
    pub cost: u16,
}

impl Lay {
    /// The answer that means it.
    pub fn answer(&self, formation: Formation) -> Answer {
        let (facing, number) = (Point::Facing(self.aim.0), Point::Number(formation as i16));
        match self.place {
            Some(hex) => Answer::three(verb::FORM, facing, number, hex_point(hex)),
            None => Answer::two(verb::FORM, facing, number),
        }
    }
}

/// The fewest and the most hexes of a unit in a formation.
pub fn counts(b: &Battle, s: &State, unit: UnitId, formation: Formation) -> (usize, usize) {
    let left = status::increments(b, s, unit);
    let row = b.charts.formation(b.arm(unit), formation);
    match (b.arm(unit), formation) {
        (_, Formation::Line) => (1, shift::most_in_line(b, s, unit)),
        (Arm::Cavalry, Formation::Skirmish) => (2, 2),
        (_, Formation::Skirmish) => {
            let two = 1 + usize::from(row.extend_from.is_some_and(|from| left >= from));
            (two, two)
        }
        (Arm::Cavalry, Formation::Column) => {
            let need = row.hexes_of(left);
            (need, need)
        }
        (_, Formation::RoadColumn) => (1, row.hexes_of(left)),
        _ => (1, 1),
    }
}

/// The unit of a stack whose formation counts: the first that is not guns.
pub fn lead(b: &Battle, stack: &[UnitId]) -> Option<UnitId> {
    stack.iter().copied().find(|u| b.arm(*u) != Arm::Artillery)
}

/// The unit by which a stack moves: [`lead`], or the top one of guns by themselves.
pub fn guide(b: &Battle, stack: &[UnitId]) -> UnitId {
    lead(b, stack).unwrap_or(stack[0])
}

/// All ways in which a stack may take up a formation where it is (12.2.4, 12.3.3, 12.3.6, 12.3.7).
///
/// # Errors
/// Why there is none.
pub fn lays(b: &Battle, s: &State, stack: &[UnitId], formation: Formation) -> Result<Few<Lay, 12>, Refusal> {
    let Some(unit) = lead(b, stack) else {
        return Err(Refusal::new(rule!("12.2.1"), "form.arm").with("unit", unit_point(stack[0])));
    };
    for &other in stack.iter().filter(|u| b.arm(**u) != Arm::Artillery) {
        formations::may_form(b, s, other, formation)?;
    }
    // Skirmishers stand with nobody else, guns no more than others; nobody breaks that of their own will (11.1.2.d, 11.1.4). RULING 1135.
    if formation == Formation::Skirmish && stack.iter().any(|u| b.arm(*u) == Arm::Artillery) {
        return Err(
            Refusal::new(rule!("11.1.2.d"), "stack.skirmishers").with("hex", hex_point(s.unit(unit).hex()))
        );
    }
    // A regiment too large for skirmish order breaks down for it (12.10.3).
    let most = 2 * b.charts.limits.skirmish.value;
    let parts = || b.unit_ids().any(|u| b.unit(u).part_of == unit);
    let loose = formation == Formation::Skirmish && b.arm(unit) == Arm::Infantry;
    if loose && status::increments(b, s, unit) > most && parts() {
        return Err(Refusal::new(rule!("12.10.3"), "form.break_down").with("unit", unit_point(unit)));
    }
    if formation == Formation::RoadColumn && (stack.len() > 1 || parts()) {
        return Err(Refusal::new(rule!("12.8.2"), "form.road_column").with("unit", unit_point(unit)));
    }
    let mut found = Few::new();
    candidates(b, s, unit, formation, &mut found);
    // Guns that are in the square unlimber with it, as the dearest change (12.9.4.2).
    let guns =
        stack.iter().filter(|u| unlimbers(b, s, **u, formation)).map(|u| formations::cost(b, *u)).max();
    for lay in &mut found {
        lay.cost = lay.cost.max(guns.unwrap_or_default());
    }
    if found.is_empty() {
        return Err(Refusal::new(rule!("12.3.6"), "form.hexes").with("unit", unit_point(unit)));
    }
    let left = allowance::left(b, s, stack);
    found.retain(|lay: &mut Lay| lay.cost <= left);
    if found.is_empty() {
        return Err(Refusal::new(rule!("13.1.1"), "move.points").with("unit", unit_point(unit)));
    }
    let shape = s.unit(unit).shape();
    let mut barred = None;
    found.retain(|lay| match may_take(b, s, stack, unit, formation, &lay.hexes) {
        Ok(()) => true,
        Err(refusal) => {
            barred.get_or_insert(refusal);
            false
        }
    });
    if let Some(refusal) = barred.filter(|_| found.is_empty()) {
        return Err(refusal);
    }
    let acted = s.unit(unit).has(did::ACTED);
    found.retain(|lay| {
        lies(b, s, stack, formation, shape, &lay.hexes) && !(acted && zones::quits(b, s, unit, &lay.hexes))
    });
    if found.is_empty() {
        return Err(Refusal::new(rule!("12.3.5"), "form.terrain").with("unit", unit_point(unit)));
    }
    Ok(found)
}

/// Whether a stack may take some hexes in a formation: there is room (11.1, 12.10.2), and what bars a line from extending bars it from going into more
/// hexes: the Regroup Chit (8.9.2.2), a force march (13.3.1), a bridge (13.1.7).
fn may_take(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    unit: UnitId,
    formation: Formation,
    hexes: &[HexId],
) -> Result<(), Refusal> {
    let own = s.unit(unit).hexes();
    if hexes.len() > own.len() {
        regroup::may_spread(b, s, stack)?;
    }
    for &hex in hexes.iter().filter(|hex| !own.contains(hex)) {
        for &other in stack {
            force::may_go(b, s, other, hex)?;
        }
        if let Some(dir) = b.ground.dir_to(s.unit(unit).hex(), hex) {
            step::may_spread(b, unit, s.unit(unit).hex(), dir)?;
        }
    }
    // Each unit lies in as many hexes as its own increments ask for (12.10.2).
    let fits = |u: &&UnitId| {
        let (least, most) = counts(b, s, **u, formation);
        (least..=most).contains(&hexes.len())
    };
    let loose = formation == Formation::Skirmish;
    if let Some(other) = stack.iter().filter(|_| loose).find(|u| !fits(u)) {
        return Err(Refusal::new(rule!("12.10.2"), "form.hexes").with("unit", unit_point(*other)));
    }
    limits::room(b, s, stack, formation, hexes)
}

/// Refusal of one of the ways in which a stack would lie in a formation.
pub fn refuse(
    b: &Battle,
    s: &State,
    stack: &[UnitId],
    formation: Formation,
    answer: &Answer,
) -> Option<Refusal> {
    let (unit, mut found) = (lead(b, stack)?, Few::new());
    candidates(b, s, unit, formation, &mut found);
    let lay = found.iter().find(|lay| lay.answer(formation) == *answer)?;
    may_take(b, s, stack, unit, formation, &lay.hexes).err()
}

/// Whether a stack may lie in hexes in its new formation: nobody else stands there, and the ground lets it.
fn lies(b: &Battle, s: &State, stack: &[UnitId], to: Formation, now: Formation, hexes: &[HexId]) -> bool {
    let anywhere = matches!(to, Formation::RoadColumn | Formation::Skirmish | Formation::GeneralOrder);
    let grows = hexes.iter().filter(|hex| !s.unit(stack[0]).hexes().contains(hex));
    let free = grows.into_iter().all(|hex| s.is_empty(*hex));
    free && now != to
        && hexes.iter().all(|hex| anywhere || b.charts.terrain[b.ground.terrain(*hex)].forms.contains(&to))
}

fn candidates(b: &Battle, s: &State, unit: UnitId, formation: Formation, out: &mut Few<Lay, 12>) {
    let (row, now) = (b.charts.formation(b.arm(unit), formation), s.unit(unit));
    let (least, most) = counts(b, s, unit, formation);
    let count = now.hexes().len();
    let base = formations::cost(b, unit);
    if count == 1 && least == 1 {
        out.extend(footprint::aims(row).map(|aim| {
            let cost = if quarter_wheels(b, s, unit, formation, aim) { quarter(b) } else { base };
            Lay { aim, place: None, hexes: now.hexes().into(), cost }
        }));
    } else if count == 1 && formation == Formation::Skirmish {
        for aim in footprint::aims(row) {
            let right = footprint::right_of(aim);
            for (dir, first) in [(right, true), (right.opposite(), false)] {
                let Some(to) = b.ground.neighbour(now.hex(), dir) else { continue };
                let Ok(ground) = step::ground(b, status::traveller(b, s, unit), now.hex(), dir) else {
                    continue;
                };
                let hexes = if first { [now.hex(), to] } else { [to, now.hex()] };
                let cost = base + ground + skirmish::hindrance(b, s, unit, to);
                out.push(Lay { aim, place: Some(to), hexes: hexes.into_iter().collect(), cost });
            }
        }
    } else if count > 1 && (least..=most).contains(&count) {
        in_place(b, s, unit, formation, out);
    } else if count > most && most > 1 && (least > 1 || now.formation == Formation::RoadColumn) {
        drawn_in(b, s, unit, formation, most, out);
    }
    let in_one = count > most || now.formation == Formation::RoadColumn;
    if in_one && count > 1 && least == 1 && now.formation != Formation::Line {
        for (i, &kept) in now.hexes().iter().enumerate() {
            // A road column comes together at its head (12.3.6).
            if now.formation == Formation::RoadColumn && i > 0 {
                break;
            }
            let front = shift::gathering(b, s, unit, i);
            let (Ok(front), Ok(rear)) = (front, shift::gathering_from_right(b, s, unit, i)) else {
                continue;
            };
            let cost = base + front.max(rear);
            out.extend(footprint::aims(row).map(|aim| Lay {
                aim,
                place: Some(kept),
                hexes: Hexes::from_slice(&[kept]),
                cost,
            }));
        }
    }
}

/// The formation in so many of the hexes, from either end: the parts behind and before them come up first (12.3.6); those of a road column to its head.
fn drawn_in(b: &Battle, s: &State, unit: UnitId, formation: Formation, most: usize, out: &mut Few<Lay, 12>) {
    let (row, now) = (b.charts.formation(b.arm(unit), formation), s.unit(unit));
    let road = now.formation == Formation::RoadColumn;
    for (i, kept) in now.hexes().windows(most).enumerate().take(if road { 1 } else { usize::MAX }) {
        let ways = (shift::gathering(b, s, unit, i), shift::gathering_from_right(b, s, unit, i + most - 1));
        let (Ok(front), Ok(rear)) = ways else { continue };
        let cost = formations::cost(b, unit) + front.max(rear);
        let ahead = Hexes::from_slice(kept);
        let back: Hexes = kept.iter().rev().copied().collect();
        for hexes in [ahead, back] {
            for aim in footprint::aims(row).filter(|_| row.aim != AimKind::Path) {
                if footprint::layout(b, row, aim, hexes[0], most).as_ref() == Some(&hexes) {
                    let place = Some(kept[0]).filter(|_| !road);
                    out.push(Lay { aim, place, hexes: hexes.clone(), cost });
                }
            }
        }
    }
}

/// The formation in the same hexes, from either end (12.3.6).
fn in_place(b: &Battle, s: &State, unit: UnitId, formation: Formation, out: &mut Few<Lay, 12>) {
    let (row, now) = (b.charts.formation(b.arm(unit), formation), s.unit(unit));
    let ahead: Hexes = now.hexes().into();
    let back: Hexes = now.hexes().iter().rev().copied().collect();
    for hexes in [ahead, back] {
        let along = b.ground.dir_to(hexes[1], hexes[0]);
        for aim in footprint::aims(row) {
            let path = row.aim == AimKind::Path && along.is_some_and(|dir| Aim::hexside(dir) == aim);
            let laid = || footprint::layout(b, row, aim, hexes[0], hexes.len()).as_ref() == Some(&hexes);
            if path || row.aim != AimKind::Path && laid() {
                let wheels = quarter_wheels(b, s, unit, formation, aim);
                let cost = if wheels { quarter(b) } else { formations::cost(b, unit) };
                out.push(Lay { aim, place: None, hexes: hexes.clone(), cost });
            }
        }
    }
}

fn quarter(b: &Battle) -> u16 {
    b.charts.changes.quarter_wheel.count()
}

/// Whether a change is a quarter-wheel by company: cavalry between line and column, turning by 90 degrees, with no more increments in a hex than a
/// column may have (12.3.7, 12.5.3.1, 12.6.4.3).
pub fn quarter_wheels(b: &Battle, s: &State, unit: UnitId, formation: Formation, aim: Aim) -> bool {
    let now = s.unit(unit);
    let pair = matches!(
        (now.shape(), formation),
        (Formation::Line, Formation::Column) | (Formation::Column, Formation::Line)
    );
    let each = i32::from(b.charts.limits.cavalry_column.value);
    let left = i32::from(status::increments(b, s, unit));
    b.arm(unit) == Arm::Cavalry
        && pair
        && left <= each * now.hexes().len() as i32
        && now.aim.twelfths_to(aim).0 == 3
}

/// Whether guns of a stack would have to unlimber with it: to be in a square (12.9.4.2).
pub fn unlimbers(b: &Battle, s: &State, unit: UnitId, formation: Formation) -> bool {
    formation == Formation::Square
        && b.arm(unit) == Arm::Artillery
        && !b.is(unit, Trait::Wagon)
        && s.unit(unit).formation != Formation::Unlimbered
}

/// The formations in which a stack may come out of general order into a hex (12.7.2, 12.3.3), each with what it may look at then: in an enemy zone
/// infantry in column, cavalry in line (12.7.5, reading 1133). RULING: who regroups comes out in column, or where that has no room as usual (8.9.2.1, reading 1132).
pub fn shapes_outside(b: &Battle, s: &State, stack: &[UnitId], hex: HexId) -> Vec<(Formation, Aim)> {
    let Some(unit) = lead(b, stack) else { return Vec::new() };
    let arm = b.arm(unit);
    let usual = Formation::usual(arm);
    let seen = zones::bears_on(b, s, b.side(unit), hex, ZoneOwners::Any);
    let foot = stack.iter().filter(|u| b.arm(**u) == Arm::Infantry).map(|u| status::increments(b, s, *u));
    let all = foot.sum::<i16>();
    // Those too whom it has come to, but not those whom it only passes (11.1.2.d).
    let there: Units = s.units_in(hex).into_iter().filter(|u| !stack.contains(u)).collect();
    let passes = passage::passes_by(b, s, stack, &there, hex);
    let others = if passes { Units::new() } else { there };
    let guns = stack.iter().chain(&others).any(|u| b.arm(*u) == Arm::Artillery);
    let can = |f: Formation, u: UnitId| {
        let row = b.charts.formation(arm, f);
        let left = if f == Formation::Square { all } else { status::increments(b, s, u) };
        let able = match f {
            Formation::Skirmish => status::may_skirmish(b, s, u),
            // Only in the smallest presentation (12.8.2), and anywhere (12.8).
            Formation::RoadColumn => presentation::parts(b, u).is_empty(),
            _ => true,
        };
        able && left >= row.minimum_increments
            && counts(b, s, u, f).0 == 1
            && (!force::marches(s, u) || matches!(f, Formation::Column | Formation::RoadColumn))
    };
    let may = |f: Formation| {
        let forms = &b.charts.terrain[b.ground.terrain(hex)].forms;
        // Guns stand with no skirmishers (11.1.2.d), in a square only unlimbered, which they are not yet (12.9.4.2).
        b.charts.formation(arm, f).voluntary
            && !(guns && matches!(f, Formation::Skirmish | Formation::Square))
            && (f == Formation::RoadColumn || forms.contains(&f))
            && stack.iter().filter(|u| b.arm(**u) != Arm::Artillery).all(|u| can(f, *u))
            && limits::room(b, s, stack, f, &[hex]).is_ok()
            && (others.is_empty() || limits::may_form_beside(b, s, stack, f, hex).is_ok())
    };
    let bound = match (regroup::regroups(b, s, unit), seen) {
        (true, _) if may(Formation::Column) => Some(Formation::Column),
        (true, _) | (_, true) => Some(usual),
        _ => None,
    };
    let may = |f: &Formation| bound.map_or_else(|| may(*f), |bound| *f == bound);
    let found = Formation::of(arm).iter().copied().filter(may);
    let shapes = found.flat_map(|f| footprint::aims(b.charts.formation(arm, f)).map(move |aim| (f, aim)));
    // Who only passes goes on from there.
    shapes.filter(|(f, aim)| !passes || passage::goes_on(b, s, stack, *f, *aim)).collect()
}

impl Field<'_> {
    /// A stack that has come out of general order takes up a formation and a facing as its owner wishes (12.7.2, 12.2.4); it has paid for it.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn come_out(&mut self, stack: &[UnitId], hex: HexId) -> Play<()> {
        let shapes = shapes_outside(self.b, self.s, stack, hex);
        let Some(unit) = lead(self.b, stack).filter(|_| !shapes.is_empty()) else { return Ok(()) };
        let answers: Vec<Answer> = shapes
            .iter()
            .map(|(f, aim)| Answer::two(verb::FORM, Point::Facing(aim.0), Point::Number(*f as i16)))
            .collect();
        let points = about([unit_point(unit), hex_point(hex)]);
        let answer = self.choose(self.b.side(unit), rule!("12.7.2"), "form.out", points, &answers)?;
        let chosen = answers.iter().position(|a| *a == answer).expect("it is one of them");
        let (formation, aim) = shapes[chosen];
        for &one in stack.iter().filter(|u| self.b.arm(**u) != Arm::Artillery) {
            let now = self.s.unit_mut(one);
            if now.order == crate::core::state::Order::Good {
                (now.formation, now.aim) = (formation, aim);
            }
        }
        self.tell_formed(unit);
        Ok(())
    }
}
