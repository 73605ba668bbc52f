//! Stacking (10, 16, 18).

use ground::HexId;
use table::{Few, Point, Refusal, rule};

use crate::core::battle::{Arm, Battle};
use crate::core::occupancy::Units;
use crate::core::state::{Formation, Order, State, UnitId};
use crate::core::status;

/// Whether units may stand in a hex together with those who are there (10, 16, 18).
///
/// # Errors
/// Why they may not.
pub fn may_stand(b: &Battle, s: &State, coming: &[UnitId], hex: HexId) -> Result<(), Refusal> {
    let mut all: Few<UnitId, 8> = s.units_in(hex).into_iter().filter(|u| !coming.contains(u)).collect();
    all.extend_from_slice(coming);
    lawful(b, s, hex, &all)
}

/// Whether units may stand together in a hex.
///
/// # Errors
/// Why they may not.
pub fn lawful(b: &Battle, s: &State, hex: HexId, units: &[UnitId]) -> Result<(), Refusal> {
    suits(b, s, hex, units)?;
    room(b, s, hex, units)
}

/// Whether arms and formations of units let them stand together in a hex (16, 18).
fn suits(b: &Battle, s: &State, hex: HexId, units: &[UnitId]) -> Result<(), Refusal> {
    let place = Point::Place(hex.0);
    let horse = units.iter().filter(|u| b.arm(**u) == Arm::Cavalry).count();
    if horse > 0 && horse < units.len() {
        return Err(Refusal::new(rule!("18"), "stack.cavalry").with("hex", place));
    }
    let mut formations = formations(b, s, units);
    let first = formations.next().map(|u| s.unit(u).formation);
    match formations.find(|u| Some(s.unit(*u).formation) != first) {
        Some(other) => Err(Refusal::new(rule!("16"), "stack.formations")
            .with("hex", place)
            .with("unit", Point::Unit(other.0))),
        None => Ok(()),
    }
}

/// The units whose formations must be the same: all in good order but guns.
fn formations(b: &Battle, s: &State, units: &[UnitId]) -> impl Iterator<Item = UnitId> {
    units.iter().copied().filter(|u| b.arm(*u) != Arm::Artillery && s.unit(*u).order == Order::Good)
}

/// Whether there is room for units in a hex (10).
///
/// # Errors
/// Why there is none.
pub fn room(b: &Battle, s: &State, hex: HexId, units: &[UnitId]) -> Result<(), Refusal> {
    let terrain = &b.charts.terrain[b.ground.terrain(hex)];
    let place = Point::Place(hex.0);
    let of = |arm: Arm| -> Units { units.iter().copied().filter(|u| b.arm(*u) == arm).collect() };
    let [foot, horse, guns] = [of(Arm::Infantry), of(Arm::Cavalry), of(Arm::Artillery)];
    let first = formations(b, s, units).next().map(|u| s.unit(u).formation);
    let sum = |units: &[UnitId]| -> i16 { units.iter().map(|u| held(b, s, *u, hex)).sum() };
    for (units, most) in [&foot, &horse, &guns].into_iter().zip(terrain.most) {
        let most = match most {
            None if !units.is_empty() => {
                return Err(Refusal::new(rule!("10"), "stack.never").with("hex", place));
            }
            most => most.unwrap_or(0),
        };
        // In the open a regiment stands together, be it one counter or its battalions.
        let alone = units.len() == 1 || terrain.open && status::is_one_regiment(b, units);
        if !alone && sum(units) > most {
            return Err(Refusal::new(rule!("10"), "stack.limit")
                .with("hex", place)
                .with("most", Point::Number(most)));
        }
    }
    let beside = terrain.with_guns;
    if !foot.is_empty()
        && !guns.is_empty()
        && (guns.len() > 1 || foot.len() > 1 && sum(&foot) > beside || beside == 0)
    {
        return Err(Refusal::new(rule!("10"), "stack.guns")
            .with("hex", place)
            .with("most", Point::Number(beside)));
    }
    let each = b.charts.movement.road_increments.value;
    if first == Some(Formation::RoadMarch) && foot.len() + horse.len() > 1 && sum(&foot) + sum(&horse) > each
    {
        return Err(Refusal::new(rule!("16"), "stack.limit")
            .with("hex", place)
            .with("most", Point::Number(each)));
    }
    let skirmishers = first == Some(Formation::Skirmish);
    if skirmishers && foot.len() > 1 && sum(&foot) > b.charts.stacking.skirmish.value {
        let most = Point::Number(b.charts.stacking.skirmish.value);
        return Err(Refusal::new(rule!("19"), "stack.limit").with("hex", place).with("most", most));
    }
    Ok(())
}

/// Increments that a unit has in a hex, or would have in one hex.
fn held(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> i16 {
    if s.unit(unit).hexes().contains(&hex) {
        status::increments_in(b, s, unit, hex)
    } else {
        status::increments(b, s, unit).div_euclid(s.unit(unit).hexes().len().max(1) as i16)
    }
}
