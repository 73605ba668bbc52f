//! Costs, and whether a unit may go into the next hex (14, 16, 18).

use ground::{Dir, Feature, HexId};
use table::{Point, Refusal, Rule, rule};

use crate::ch10_increments::may_stand;
use crate::ch14_zones;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Costs;
use crate::core::footprint;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, March, Order, State, UnitId, did};
use crate::core::status;

/// Movement of a unit in this phase, in half points (16, 18, 30).
pub fn allowance(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let (now, figures) = (s.unit(unit), &b.charts.movement);
    let printed = 2 * b.unit(unit).movement;
    match now.order {
        Order::Pgd => 0,
        Order::Disorder => (figures.disorder.value * printed_exact(printed)).floor() as i16,
        Order::Good if now.march == March::Forced => 2 * printed,
        Order::Good => printed,
    }
}

fn printed_exact(half_points: i16) -> labataille::exact::Exact {
    labataille::exact::Exact::whole(half_points.into())
}

/// Cost that a hexside adds, by some column of costs; none where it may not be crossed. Over a bridge and through a ford the water costs nothing more.
pub fn hexside_cost(b: &Battle, from: HexId, dir: Dir, of: impl Fn(Costs) -> Option<u16>) -> Option<u16> {
    let mut sum = 0;
    let features = b.ground.hexside(from, dir);
    let crossed = features.contains(Feature::Bridge) || features.contains(Feature::Ford);
    for feature in features.iter() {
        if crossed && matches!(feature, Feature::River | Feature::Canal | Feature::Stream) {
            continue;
        }
        let row = b.charts.hexsides[feature];
        if !row.uphill_only || b.ground.uphill(from, dir) {
            sum += of(row.cost)?;
        }
    }
    Some(sum)
}

/// Cost of a hex to an arm that comes from the next one, in half points; none where it may not go.
pub fn ground_cost(b: &Battle, arm: Arm, from: HexId, to: HexId) -> Option<i16> {
    let over = hexside_cost(b, from, b.ground.dir_to(from, to)?, |cost| cost.of(arm))?;
    Some((b.charts.terrain[b.ground.terrain(to)].cost.of(arm)? + over) as i16)
}

/// A step: the hexes of the unit after it, its formation there, and the cost in half points.
#[derive(Clone, Debug)]
pub struct Step {
    /// The hexes.
    pub hexes: Hexes,
    /// The formation.
    pub formation: Formation,
    /// The cost.
    pub cost: i16,
}

/// Formation of a unit in a hex: general order where the ground asks for it, a column out of it (16).
fn formation_in(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Formation {
    let now = s.unit(unit).formation;
    let keeps = matches!(
        now,
        Formation::Skirmish | Formation::Limbered | Formation::Unlimbered | Formation::RoadMarch
    );
    match (keeps, status::is_close(b, hex), now) {
        (false, true, _) => Formation::GeneralOrder,
        (false, false, Formation::GeneralOrder) => Formation::Column,
        _ => now,
    }
}

/// Whether a unit may go through a hexside, and what comes of it (14, 16, 18).
///
/// # Errors
/// Why it may not.
pub fn may_go(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> Result<Step, Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)));
    if now.formation == Formation::Unlimbered {
        return refuse(rule!("16"), "step.unlimbered");
    }
    let front = footprint::parts(s, unit).all(|part| {
        let faces = footprint::faces_of(b, s, part);
        faces.front.contains(dir) || now.order == Order::Disorder
    });
    let into_front = now.hexes().iter().all(|hex| b.ground.neighbour(*hex, dir).is_some());
    if !front && now.hexes().len() == 1 {
        return refuse(rule!("18"), "step.front");
    }
    if !into_front {
        return refuse(rule!("18"), "step.edge");
    }
    let hexes: Hexes = now.hexes().iter().filter_map(|hex| b.ground.neighbour(*hex, dir)).collect();
    zones(b, s, unit)?;
    let formation = formation_in(b, s, unit, hexes[0]);
    if now.march == March::Forced && formation != now.formation {
        return refuse(rule!("44"), "step.forced");
    }
    let mut cost = 0;
    for (from, to) in now.hexes().iter().zip(&hexes) {
        cost = cost.max(enter(b, s, unit, (*from, *to), dir, formation)?);
    }
    if now.formation == Formation::Square {
        return square(b, s, unit, Step { hexes, formation, cost });
    }
    if i16::from(now.spent) + cost > allowance(b, s, unit) {
        let left = Point::Number((allowance(b, s, unit) - i16::from(now.spent)) / 2);
        return Err(Refusal::new(rule!("18"), "step.points")
            .with("unit", Point::Unit(unit.0))
            .with("left", left));
    }
    Ok(Step { hexes, formation, cost })
}

/// A carré goes one hex a phase, from open ground to open ground (16).
fn square(b: &Battle, s: &State, unit: UnitId, step: Step) -> Result<Step, Refusal> {
    let refuse = |why| Err(Refusal::new(rule!("16"), why).with("unit", Point::Unit(unit.0)));
    if s.unit(unit).has(did::STEPPED) {
        return refuse("step.square");
    }
    if step.formation != Formation::Square {
        return refuse("step.square_ground");
    }
    Ok(Step { cost: b.charts.movement.square.value, ..step })
}

/// Foot and foot guns stop in any zone, cavalry and horse guns in that of cavalry; out of one they go only at the beginning (14).
fn zones(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let held = now.hexes().iter().any(|hex| ch14_zones::stops(b, s, unit, *hex));
    if held && now.has(did::STEPPED) {
        Err(Refusal::new(rule!("14"), "step.zone").with("unit", Point::Unit(unit.0)))
    } else {
        Ok(())
    }
}

/// The cost of a hex for a part of a unit, if it may enter.
fn enter(
    b: &Battle,
    s: &State,
    unit: UnitId,
    (from, to): (HexId, HexId),
    dir: Dir,
    formation: Formation,
) -> Result<i16, Refusal> {
    let (arm, now) = (b.arm(unit), s.unit(unit));
    let place = Point::Place(to.0);
    let refuse =
        |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)).with("hex", place));
    if status::is_enemy(b, s, b.side(unit), to) {
        return refuse(rule!("18"), "step.enemy");
    }
    let along_road = now.formation == Formation::RoadMarch && !b.ground.roads(from, dir).is_empty();
    if now.formation == Formation::RoadMarch && !along_road {
        return refuse(rule!("16"), "step.road");
    }
    if formation == Formation::GeneralOrder && now.hexes().len() > 1 {
        return refuse(rule!("16"), "step.line");
    }
    if matches!(now.formation, Formation::Line | Formation::Square) && formation == Formation::GeneralOrder {
        // They form up first: a line, and a carré by its own words, need clear ground.
        return refuse(rule!("16"), "step.line");
    }
    let terrain = &b.charts.terrain[b.ground.terrain(to)];
    let cost = match terrain.cost.of(arm) {
        _ if along_road => b.charts.movement.road.value,
        None => return refuse(rule!("18"), "step.terrain"),
        Some(cost) => {
            let Some(over) = hexside_cost(b, from, dir, |c| c.of(arm)) else {
                return refuse(rule!("18"), "step.hexside");
            };
            (cost + over) as i16
        }
    };
    let passes = now.formation == Formation::Skirmish
        || s.units_in(to).iter().all(|u| s.unit(*u).formation == Formation::Skirmish);
    if !s.is_empty(to) && !passes {
        let mut after = s.units_in(to);
        after.retain(|u| *u != unit);
        if after.iter().any(|u| (b.arm(*u) == Arm::Cavalry) != (arm == Arm::Cavalry)) {
            return refuse(rule!("18"), "stack.cavalry");
        }
        let strange = after.iter().find(|u| {
            b.arm(**u) == arm
                && arm != Arm::Artillery
                && s.unit(**u).order == Order::Good
                && s.unit(**u).formation != formation
        });
        if strange.is_some() {
            return refuse(rule!("16"), "stack.formations");
        }
        may_stand_as(b, s, unit, to)?;
    }
    Ok(cost)
}

/// Whether the limits of a hex allow a unit (10).
fn may_stand_as(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    match may_stand(b, s, &[unit], hex) {
        // Formations were looked at as they will be.
        Err(refusal) if refusal.why == "stack.formations" => Ok(()),
        other => other,
    }
}

/// Whether guns may be prolonged into a hex (16, 18).
///
/// # Errors
/// Why they may not.
pub fn may_prolong(b: &Battle, s: &State, unit: UnitId, to: HexId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)));
    match () {
        () if b.arm(unit) != Arm::Artillery || now.formation != Formation::Unlimbered => {
            refuse(rule!("16"), "prolong.guns")
        }
        () if b.is(unit, crate::core::battle::Trait::Position) => refuse(rule!("16"), "prolong.heavy"),
        () if now.order != Order::Good => refuse(rule!("30"), "form.order"),
        () if now.spent > 0 || now.has(did::PROLONGED) => refuse(rule!("18"), "prolong.once"),
        () if b.ground.dir_to(now.hex(), to).is_none() => refuse(rule!("16"), "prolong.far"),
        () if !b.charts.terrain[b.ground.terrain(to)].open => refuse(rule!("16"), "prolong.ground"),
        () if status::is_enemy(b, s, b.side(unit), to) => refuse(rule!("18"), "step.enemy"),
        () => may_stand(b, s, &[unit], to),
    }
}
