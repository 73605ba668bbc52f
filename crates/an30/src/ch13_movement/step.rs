//! 13.1.7: a step into a hex: what it costs, and whether it may be taken.

use ground::{Dir, Feature, HexId};
use table::{Refusal, Rule, rule};

use crate::ch08_command::regroup;
use crate::ch09_facing::facing;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch12_formations::{change, passage, presentation, skirmish};
use crate::ch13_movement::{acts, allowance, force, shift};
use crate::ch18_artillery::roads;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::{HexsideCost, HexsideRow, Traveller};
use crate::core::field::{hex_point, unit_point};
use crate::core::footprint::Face;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Order, Part, State, UnitId, did};
use crate::core::status;

/// A refusal about a hex.
fn no(rule: Rule, why: &'static str, hex: HexId) -> Refusal {
    Refusal::new(rule, why).with("hex", hex_point(hex))
}

/// The cost of the ground to a traveller, in half movement points, from a hex to the next (13.1.7, 13.1.7.2).
///
/// # Errors
/// The hex or the hexside is closed to that traveller (13.1.7.1).
pub fn ground(b: &Battle, traveller: Traveller, from: HexId, dir: Dir) -> Result<u16, Refusal> {
    let to = b.ground.neighbour(from, dir).ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
    let hex = b.charts.terrain[b.ground.terrain(to)].cost.of(traveller);
    let hex = hex.ok_or_else(|| no(rule!("13.1.7.1"), "move.terrain", to))?;
    let (mut added, mut whole) = (0, None);
    for row in hexside_rows(b, from, dir) {
        let cost = row.cost.of(traveller).ok_or_else(|| no(rule!("13.1.7.1"), "move.hexside", to))?;
        match row.taken {
            HexsideCost::Added => added += cost,
            HexsideCost::Whole => whole = Some(cost),
        }
    }
    Ok(whole.unwrap_or(hex) + added)
}

/// The rows of a hexside that count for those who cross it: no water with a ford or a bridge, some only uphill (13.1.7.2).
fn hexside_rows(b: &Battle, from: HexId, dir: Dir) -> impl Iterator<Item = &HexsideRow> {
    let features = b.ground.hexside(from, dir);
    let crossed = features.contains(Feature::Ford) || features.contains(Feature::Bridge);
    let dry = move |feature: &Feature| {
        !(crossed && matches!(feature, Feature::River | Feature::Stream | Feature::Canal))
    };
    let rows = features.iter().filter(dry).map(|feature| &b.charts.hexsides[feature]);
    rows.filter(move |row| !row.uphill_only || b.ground.uphill(from, dir))
}

/// Whether a traveller can cross a hexside, whatever the hex behind it is (13.1.7.1).
pub fn crosses(b: &Battle, traveller: Traveller, from: HexId, dir: Dir) -> bool {
    hexside_rows(b, from, dir).all(|row| row.cost.of(traveller).is_some())
}

/// The cost of a step to a unit where it stands: the ground, and what its formation adds (12.6.4, 12.4.2).
///
/// # Errors
/// The ground is closed to it.
pub fn cost(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> Result<u16, Refusal> {
    let from = s.unit(unit).hex();
    let to = b.ground.neighbour(from, dir).ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
    let behind = roads::behind(b, s, unit, to)?;
    if s.unit(unit).shape() == Formation::RoadColumn && !roads::quits(b, s, &[unit], dir) {
        let by_road = b
            .ground
            .roads(from, dir)
            .iter()
            .filter_map(|road| b.charts.roads[road].of(status::traveller(b, s, unit)));
        if let Some(cheapest) = by_road.min() {
            return Ok(cheapest + skirmish::hindrance(b, s, unit, to));
        }
    }
    let formation = shift::extra(b, s, unit, 1);
    let ground = ground(b, status::traveller(b, s, unit), from, dir)?;
    Ok(ground + behind + formation + skirmish::hindrance(b, s, unit, to))
}

/// Whether a stack may leave its hex: out of an enemy zone only as its first action (10.2.2.1, 10.3.2), and into no other zone that holds it
/// (10.2.2.2, 10.3.3).
///
/// # Errors
/// The rule in the way.
pub fn may_leave(b: &Battle, s: &State, unit: UnitId, to: HexId) -> Result<(), Refusal> {
    let whose = zones::that_hold(b, s, unit);
    if !zones::holds(b, s, unit, whose) {
        return Ok(());
    }
    let foot = whose == ZoneOwners::Any;
    let (first, into) =
        if foot { (rule!("10.2.2.1"), rule!("10.2.2.2")) } else { (rule!("10.3.2"), rule!("10.3.3")) };
    if s.unit(unit).has(did::ACTED) {
        return Err(no(first, "zone.first_action", to).with("unit", unit_point(unit)));
    }
    if zones::bears_on(b, s, b.side(unit), to, whose) {
        return Err(no(into, "zone.to_zone", to).with("unit", unit_point(unit)));
    }
    Ok(())
}

/// Gait of a stack into the next hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Gait {
    /// Through its front (13.1.6).
    Ahead,
    /// A line by the flank (9.3.1).
    Aside,
}

/// Step: what one of a stack would make of it.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Step {
    /// Lays of its units: where they come to lie.
    pub lays: Few<(UnitId, Hexes), 4>,
    /// Half movement points.
    pub cost: u16,
    /// Whether friends are there whom it only passes (11.1.2.d).
    pub passes: bool,
}

/// Whether a stack may go into the next hex in a direction, and what it costs (13.1).
///
/// # Errors
/// The rule in the way.
pub fn may_enter(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Result<u16, Refusal> {
    may_go(b, s, stack, dir, Gait::Ahead)
}

/// As [`may_enter`], ahead or by the flank. Past friends whom it may not join it goes only where it can go on (11.1.2.d).
///
/// # Errors
/// The rule in the way.
pub fn may_go(b: &Battle, s: &State, stack: &[UnitId], dir: Dir, gait: Gait) -> Result<u16, Refusal> {
    let step = enters(b, s, stack, dir, gait)?;
    let to = step.lays[0].1[0];
    let charges = !passage::pushed(b, s, stack, &step.lays[0].1).is_empty();
    if step.passes && !charges && !passage::leads_out(b, s, stack, &step) {
        return Err(no(rule!("11.1.2.d"), "stack.skirmishers", to));
    }
    Ok(step.cost)
}

/// As [`may_go`], of this step alone, whether or not the stack can go on from there.
///
/// # Errors
/// The rule in the way.
pub fn enters(b: &Battle, s: &State, stack: &[UnitId], dir: Dir, gait: Gait) -> Result<Step, Refusal> {
    let top = stack[0];
    let from = s.unit(top).hex();
    let to = b.ground.neighbour(from, dir).ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
    acts::upright(s, stack)?;
    drawn(b, s, stack)?;
    let long = shift::is_long(b, s, top) && !roads::quits(b, s, stack, dir);
    if long || roads::taken(b, s, stack, dir).is_some() {
        let shift = match gait {
            Gait::Ahead => shift::go(b, s, stack, dir)?,
            Gait::Aside => shift::sidestep(b, s, stack, dir)?,
        };
        regroup::may_go(b, s, &shift.lays)?;
        // Others may stay where it leaves the hex to them (13.1.3).
        if shift.lays[0].1.iter().any(|hex| s.unit(top).hexes().contains(hex)) {
            passage::whole(b, s, stack)?;
        }
        let hexes = shift.lays.iter().flat_map(|(_, hexes)| hexes.iter());
        let passes = hexes.into_iter().any(|hex| s.units_in(*hex).iter().any(|u| !stack.contains(u)));
        return Ok(Step { lays: shift.lays, cost: shift.cost, passes });
    }
    if gait == Gait::Aside {
        shift::is_aside(s, change::guide(b, stack), dir)?;
    }
    for &unit in stack.iter().filter(|_| gait == Gait::Ahead) {
        if facing::face(b, s, Part::new(unit, 0), dir) != Face::Front {
            return Err(no(rule!("13.1.6"), "move.front", to).with("unit", unit_point(unit)));
        }
    }
    if status::is_enemy(b, s, b.side(top), to) {
        return Err(no(rule!("13.1.4"), "move.enemy", to));
    }
    let lays: Few<(UnitId, Hexes), 4> = stack.iter().map(|u| (*u, Hexes::from_slice(&[to]))).collect();
    regroup::may_go(b, s, &lays)?;
    for &unit in stack {
        cost(b, s, unit, dir)?;
    }
    let passage = passage::is_passage(b, s, stack, to);
    let crowded = if passage {
        limits::room(b, s, stack, s.unit(top).shape(), &[to])?;
        None
    } else {
        match limits::may_join(b, s, stack, to) {
            Err(refusal) if b.unit(top).part_of.some().is_none() => return Err(refusal),
            judged => judged.err(),
        }
    };
    keeps_square(b, s, stack)?;
    finds_guns(b, s, stack, to)?;
    let mut most = 0;
    for &unit in stack {
        may_leave(b, s, unit, to)?;
        force::may_go(b, s, unit, to)?;
        may_cross(b, s, unit, from, dir)?;
        most = most.max(cost(b, s, unit, dir)? + formation_cost(b, s, unit, to)?);
    }
    if most > allowance::left(b, s, stack) {
        return Err(no(rule!("13.1.7"), "move.points", to).with("unit", unit_point(top)));
    }
    // Beyond the limits only to re-form there at once (12.1.1).
    if let Some(refusal) = crowded.filter(|_| !presentation::re_forms(b, s, stack, to, most)) {
        return Err(refusal);
    }
    Ok(Step { lays, cost: most, passes: passage })
}

/// Whether a unit may cross a hexside in its formation: bridges in road column only, as guns always march (18.2.2).
///
/// # Errors
/// The rule in the way.
pub fn may_cross(b: &Battle, s: &State, unit: UnitId, from: HexId, dir: Dir) -> Result<(), Refusal> {
    let marches = b.arm(unit) == Arm::Artillery || s.unit(unit).shape() == Formation::RoadColumn;
    if marches { Ok(()) } else { may_spread(b, unit, from, dir) }
}

/// Whether a unit may come to lie on both sides of a hexside, in another formation than road column. RULING: over no bridge (reading 1137).
///
/// # Errors
/// The rule in the way.
pub fn may_spread(b: &Battle, unit: UnitId, from: HexId, dir: Dir) -> Result<(), Refusal> {
    let narrow =
        b.ground.hexside(from, dir).iter().any(|feature| b.charts.hexsides[feature].road_column_only);
    if narrow {
        let to = b.ground.neighbour(from, dir).unwrap_or(from);
        return Err(no(rule!("13.1.7"), "move.bridge", to).with("unit", unit_point(unit)));
    }
    Ok(())
}

/// Whether no guns of a stack are unlimbered: those are limbered before they move, or prolonged (18.2, 18.3.1).
///
/// # Errors
/// The guns.
pub fn drawn(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let guns = |u: &&UnitId| b.arm(**u) == Arm::Artillery && s.unit(**u).formation == Formation::Unlimbered;
    match stack.iter().find(guns) {
        Some(unit) => Err(Refusal::new(rule!("18.2"), "move.unlimbered").with("unit", unit_point(*unit))),
        None => Ok(()),
    }
}

/// Whether a square that is left behind, and the one that goes, are still large enough (11.1.6, 12.9.3).
fn keeps_square(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let hex = s.unit(stack[0]).hex();
    if s.unit(stack[0]).shape() != Formation::Square {
        return Ok(());
    }
    let least = status::row(b, s, stack[0]).minimum_increments;
    let foot = |u: &UnitId| b.arm(*u) == Arm::Infantry;
    let sum = |goes: bool| {
        let units = s.units_in(hex).into_iter().filter(|u| foot(u) && stack.contains(u) == goes);
        units.map(|u| status::increments(b, s, u)).collect::<crate::core::Few<i16, 8>>()
    };
    let small = |part: &[i16]| !part.is_empty() && part.iter().sum::<i16>() < least;
    if small(&sum(true)) || small(&sum(false)) {
        return Err(no(rule!("11.1.6"), "square.minimum", hex));
    }
    Ok(())
}

/// The cost to a unit that goes from terrain of general order into other terrain of forming up there (12.7.2); and whether it may be in its
/// formation there at all.
fn formation_cost(b: &Battle, s: &State, unit: UnitId, to: HexId) -> Result<u16, Refusal> {
    let square = s.units_in(to).iter().any(|u| s.unit(*u).shape() == Formation::Square);
    let unlimbers = square && b.arm(unit) == Arm::Artillery && !b.is(unit, Trait::Wagon);
    match limits::conforms(b, s, unit, to) {
        // Under trees who joins them is among them without more ado (12.7.1).
        Some(Formation::GeneralOrder) => return Ok(0),
        None if !unlimbers => {}
        _ => return Ok(crate::ch12_formations::formations::cost(b, unit)),
    }
    let now = s.unit(unit);
    let terrain = &b.charts.terrain[b.ground.terrain(to)];
    let foot_or_horse = b.arm(unit) != Arm::Artillery;
    let any = now.order != Order::Good || now.shape() == Formation::RoadColumn || !foot_or_horse;
    match now.shape() {
        Formation::GeneralOrder if !terrain.general_order => Ok(match b.arm(unit) {
            Arm::Infantry => b.charts.changes.leave_general_order_infantry.count(),
            Arm::Cavalry => b.charts.changes.leave_general_order_cavalry.count(),
            Arm::Artillery => b.charts.changes.leave_general_order_artillery.count(),
        }),
        // Special to squares, and so before the list of 12.7 (reading 219).
        Formation::Square if !terrain.forms.contains(&Formation::Square) => {
            Err(no(rule!("12.9.2"), "move.formation", to).with("unit", unit_point(unit)))
        }
        shape if any || terrain.general_order || terrain.forms.contains(&shape) => Ok(0),
        _ => Err(no(rule!("12.2.3"), "move.formation", to).with("unit", unit_point(unit))),
    }
}

/// Whether a square may go into a hex: not to limbered guns, since guns are in a square unlimbered only (12.9.4.2).
fn finds_guns(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> Result<(), Refusal> {
    let square = stack.iter().any(|u| s.unit(*u).shape() == Formation::Square);
    let limbered = |u: &UnitId| b.arm(*u) == Arm::Artillery && s.unit(*u).formation != Formation::Unlimbered;
    if square && s.units_in(to).iter().any(limbered) {
        return Err(no(rule!("12.9.4.2"), "square.limbered", to));
    }
    Ok(())
}

/// The formation that a unit is in after it entered a hex: general order where the terrain mandates it (12.7), and out of it again into its
/// usual one; guns off their road limbered (18.2.2).
pub fn formation_in(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Formation {
    let now = s.unit(unit);
    let bound = now.order == Order::Good && b.arm(unit) != Arm::Artillery;
    match now.formation {
        Formation::RoadColumn => roads::formation_after(b, s, unit, hex).unwrap_or(now.formation),
        Formation::Skirmish => now.formation,
        _ if bound && status::is_close(b, hex) => Formation::GeneralOrder,
        Formation::GeneralOrder => Formation::usual(b.arm(unit)),
        other => other,
    }
}
