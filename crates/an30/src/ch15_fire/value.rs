//! 15.3: what a hex fires with at another one, by its formation, its losses and the range (also 12.9.6, 12.10.8, 12.10.12, 17.2, 18.5.2, 18.7).

use ground::{Dir, HexId};
use table::{Refusal, Rule, rule};

use crate::ch09_facing::facing;
use crate::ch14_sight::sight;
use crate::ch18_artillery::supply;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::{Exact, FireBasis, Troops};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Formation, Order, Part, Prone, State, UnitId, did};
use crate::core::{Few, options, status};

/// Firers: who of a hex may fire.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Firers {
    /// All who can.
    All,
    /// Guns only (8.9.3).
    Guns,
}

/// Fire: what a hex fires with.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fire {
    /// Fire value, with everything that formation, losses and range make of it.
    pub value: Exact,
    /// The units that fire.
    pub units: Few<UnitId, 4>,
    /// Guns are among them.
    pub guns: bool,
    /// Guns fire at medium or long range.
    pub far: bool,
}

fn no(rule: Rule, why: &'static str, unit: UnitId, at: HexId) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(at))
}

/// The part that decides how a hex fires: the top one of those who count (18.10.3); infantry that fires by increments where guns on top of it cannot fire
/// (reading 113).
pub fn lead(b: &Battle, s: &State, from: HexId) -> Option<Part> {
    let top = s.stack(from).find(|part| !s.unit(part.unit()).has(did::LEFT_OUT))?;
    if b.arm(top.unit()) != Arm::Artillery || !batteries(b, s, from).is_empty() {
        return Some(top);
    }
    let by_increments = |part: &Part| {
        let row = status::row(b, s, part.unit());
        row.arm == Arm::Infantry && matches!(row.fire, FireBasis::Increments | FireBasis::Square)
    };
    s.stack(from).find(by_increments).or(Some(top))
}

/// The fire of a hex at another one. Sight, arc and range are looked at; what an occasion forbids is the caller's.
///
/// # Errors
/// The reason why it does not fire at it.
pub fn of_hex(b: &Battle, s: &State, from: HexId, at: HexId, who: Firers) -> Result<Fire, Refusal> {
    let Some(top) = lead(b, s, from) else {
        return Err(Refusal::new(rule!("15.3"), "fire.nobody").with("hex", hex_point(from)));
    };
    let (unit, distance) = (top.unit(), b.ground.distance(from, at));
    may_fire_at_all(b, s, unit, at)?;
    // A line with guns does not join them against who lies prone (12.13.6).
    let who = if b.arm(unit) == Arm::Artillery && sight::is_prone(s, at) { Firers::Guns } else { who };
    let mut fire = match b.arm(unit) {
        Arm::Artillery => of_guns(b, s, from, at, who, &batteries(b, s, from))?,
        _ if who == Firers::Guns => return Err(no(rule!("8.9.3"), "fire.guns_only", unit, at)),
        Arm::Cavalry if distance > 1 => return Err(no(rule!("12.10.8"), "fire.range", unit, at)),
        Arm::Cavalry => skirmishers_on_horse(b, s, unit),
        Arm::Infantry => of_infantry(b, s, top, at)?,
    };
    if from == at {
        // A square at those who ride over it (19.7.4.1).
        return Ok(fire);
    }
    if !in_arc(b, s, from, at) {
        return Err(no(rule!("15.5.1"), "fire.arc", unit, at));
    }
    if let Err(barred) = sight::shot(b, s, from, at) {
        // Howitzers fire over friends and enemies whom they can see past (14.1.3, reading 114).
        let mut over = batteries(b, s, from);
        over.retain(|u| is_howitzer(b, s, *u));
        if b.arm(unit) != Arm::Artillery || over.is_empty() {
            return Err(barred);
        }
        sight::line(b, s, from, at)?;
        fire = of_guns(b, s, from, at, who, &over)?;
    }
    if sight::is_prone(s, at) {
        let loose = s.unit(unit).shape() == Formation::Skirmish;
        if !(fire.guns || loose) || !sight::sees_prone(b, from, at) {
            return Err(no(rule!("12.13.6"), "fire.prone_target", unit, at));
        }
    }
    Ok(fire)
}

/// Whether the top unit of a hex is in a state to fire (12.12.3).
fn may_fire_at_all(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Result<(), Refusal> {
    let (now, row) = (s.unit(unit), status::row(b, s, unit));
    if now.prone == Prone::Prone {
        return Err(no(rule!("12.13.6"), "fire.prone", unit, at));
    }
    if b.is(unit, Trait::Wagon) {
        return Err(no(rule!("18.14.1"), "fire.wagon", unit, at));
    }
    let limbered = b.arm(unit) == Arm::Artillery && now.formation != Formation::Unlimbered;
    if limbered {
        return Err(no(rule!("7.3"), "fire.limbered", unit, at));
    }
    if row.fire == FireBasis::None {
        return Err(no(row.rule, "fire.formation", unit, at));
    }
    Ok(())
}

/// Whether a hex lies in the arc of fire of another one: in the fan of the front hexsides there (15.5.1, reading 58). Guns with infantry look as it
/// does (18.1).
pub fn in_arc(b: &Battle, s: &State, from: HexId, at: HexId) -> bool {
    let foot = s.stack(from).find(|part| b.arm(part.unit()) != Arm::Artillery);
    let Some(part) = foot.or_else(|| s.stack(from).next()) else { return false };
    let fronts = facing::fronts(b, s, part);
    let distance = b.ground.distance(from, at);
    let mut towards = Dir::ALL.into_iter().filter(|dir| {
        b.ground.neighbour(from, *dir).is_some_and(|near| b.ground.distance(near, at) < distance)
    });
    distance > 0 && towards.all(|dir| fronts.contains(dir))
}

/// The batteries of a hex that are laid to fire: all of a stack of guns, with infantry those on top of it (18.5, 18.5.2), unlimbered and supplied
/// (15.5.5, 15.6.2), but for those that their owner keeps back.
pub fn batteries(b: &Battle, s: &State, from: HexId) -> Few<UnitId, 4> {
    let units = s.stack(from).map(Part::unit);
    let run = units.take_while(|u| b.arm(*u) == Arm::Artillery);
    run.filter(|u| {
        s.unit(*u).formation == Formation::Unlimbered
            && s.unit(*u).order != Order::Pgd
            && !b.is(*u, Trait::Wagon)
            && supply::is_supplied(b, s, *u)
            && !has_thrown(s, *u)
            && !s.unit(*u).has(did::SPARED)
    })
    .collect()
}

/// Whether a battery makes a howitzer attack in this segment: then it does not fire besides (18.15.1).
pub fn has_thrown(s: &State, battery: UnitId) -> bool {
    s.firing.volleys.iter().any(|v| v.howitzers && v.by[0].unit == battery)
}

/// Whether a battery is of howitzers alone: it has no medium fire value (18.15.1).
pub fn is_howitzer(b: &Battle, s: &State, unit: UnitId) -> bool {
    b.is(unit, Trait::Howitzers) && s.back(unit).fire[1] == 0
}

/// The printed value of a battery at a range, if it reaches so far (18.7, 5.1.5). Howitzers fire so at short range only.
pub fn printed(b: &Battle, s: &State, battery: UnitId, distance: u16) -> Option<i16> {
    let (v, back) = (&b.charts.fire_values, s.back(battery));
    if distance > back.range {
        None
    } else if distance <= v.short_range.count() {
        Some(back.fire[0])
    } else if is_howitzer(b, s, battery) {
        None
    } else if distance <= v.medium_range.count() {
        Some(back.fire[1])
    } else {
        Some(back.fire[2])
    }
}

/// A battery's value, by its losses (17.2.3) and order (12.11.3).
pub fn of_battery(b: &Battle, s: &State, battery: UnitId, printed: i16) -> Exact {
    let left = Exact::new(
        i64::from(printed) * i64::from(status::increments(b, s, battery)),
        i64::from(b.unit(battery).increments),
    );
    left * status::row(b, s, battery).fire_factor
}

/// Guns on top of a hex (18.5), and with them infantry in line beneath, at an adjacent hex (18.5.2); of a square beneath, all that fires from it
/// (12.9.6, 18.5.2.1).
fn of_guns(
    b: &Battle,
    s: &State,
    from: HexId,
    at: HexId,
    who: Firers,
    laid: &[UnitId],
) -> Result<Fire, Refusal> {
    let top = s.top(from).expect("it was found");
    let distance = b.ground.distance(from, at).max(1);
    if laid.is_empty() {
        if s.stack(from).any(|part| has_thrown(s, part.unit())) {
            return Err(no(rule!("18.15.1"), "fire.thrown", top, at));
        }
        return Err(no(rule!("15.5.5"), "fire.ammunition", top, at));
    }
    let square = s.stack(from).any(|part| s.unit(part.unit()).shape() == Formation::Square);
    if square && distance > 1 {
        return Err(no(rule!("12.9.6"), "fire.range", top, at));
    }
    let far = distance > b.charts.fire_values.short_range.count();
    let mut fire = Fire { value: Exact::ZERO, units: Few::new(), guns: true, far };
    for &unit in laid {
        if let Some(printed) = printed(b, s, unit, distance) {
            fire.value = fire.value + of_battery(b, s, unit, printed);
            fire.units.push(unit);
        }
    }
    if fire.units.is_empty() {
        return Err(no(rule!("18.7"), "fire.range", top, at));
    }
    let foot = s.stack(from).find(|part| b.arm(part.unit()) == Arm::Infantry).filter(|_| distance == 1);
    let Some(foot) = foot else { return Ok(fire) };
    if who == Firers::All && (square || s.unit(foot.unit()).shape() == Formation::Line) {
        let (value, units) = by_increments(b, s, foot, 1);
        fire.value = fire.value + value;
        fire.units.extend(units);
    }
    // Guns of a square fire in its pattern on the Artillery Chit too.
    if square {
        fire.value = fire.value * status::row(b, s, foot.unit()).fire_factor;
    }
    Ok(fire)
}

/// Infantry on top of a hex (12.7.3, 17.2.1).
fn of_infantry(b: &Battle, s: &State, top: Part, at: HexId) -> Result<Fire, Refusal> {
    let (unit, row) = (top.unit(), status::row(b, s, top.unit()));
    let distance = b.ground.distance(s.hex_of(top), at);
    let loose = s.unit(unit).shape() == Formation::Skirmish;
    let reach = if loose { s.back(unit).range.min(b.charts.fire_values.skirmish_range.count()) } else { 1 };
    if distance > reach {
        return Err(no(if loose { rule!("12.10.12") } else { rule!("15.5.1") }, "fire.range", unit, at));
    }
    let (value, units) = match row.fire {
        FireBasis::Printed => {
            let mut value = Exact::whole(s.back(unit).fire[0].into());
            // A company of one increment has its printed value while it has lost nothing (reading 115).
            if status::increments(b, s, unit) == 1 && b.unit(unit).increments > 1 {
                value = value * b.charts.fire_values.last_increment.value;
            }
            (value, Few::from_slice(&[unit]))
        }
        _ => by_increments(b, s, top, distance),
    };
    Ok(Fire { value: value * row.fire_factor, units, guns: false, far: false })
}

/// Increments times the multiple (12.6.5, 12.9.6, 12.10.12): of a hex at most so many, the top unit's first; in line fewer for guns in the hex
/// (18.5.2).
fn by_increments(b: &Battle, s: &State, first: Part, distance: u16) -> (Exact, Few<UnitId, 4>) {
    let (v, shape) = (&b.charts.fire_values, s.unit(first.unit()).shape());
    let hex = s.hex_of(first);
    let mut room = Exact::whole(status::row(b, s, first.unit()).fire_increments.into());
    if shape == Formation::Line {
        // Of unlimbered guns only (12.6.5).
        let guns = s.stack(hex).filter(|part| {
            let now = s.unit(part.unit());
            let laid = now.formation == Formation::Unlimbered && !now.has(did::LEFT_OUT);
            b.arm(part.unit()) == Arm::Artillery && laid
        });
        let guns: Exact = guns.map(|part| status::share(b, s, part)).sum();
        room = room + guns * Exact::whole(v.line_with_guns.value.into());
    }
    let (mut value, mut units) = (Exact::ZERO, Few::new());
    for part in s.stack(hex).filter(|part| s.unit(part.unit()).shape() == shape) {
        let fires = status::share(b, s, part).min(room);
        if fires <= Exact::ZERO {
            break;
        }
        room = room - fires;
        let (multiple, rifles) = multiple(b, part.unit(), shape);
        let mut own = fires * (multiple + first_fire(b, s, part.unit(), shape));
        if distance > 1 && !rifles {
            own = own * v.two_hexes.value;
        }
        value = value + own;
        units.push(part.unit());
    }
    (value, units)
}

/// The bonus of a line's first fire in the game to its multiple, if the players agreed upon that (15.3.1).
fn first_fire(b: &Battle, s: &State, unit: UnitId, shape: Formation) -> Exact {
    let first = b.arm(unit) == Arm::Infantry
        && shape == Formation::Line
        && b.agreed(&options::FIRST_FIRE)
        && !s.unit(unit).has(did::FIRST_FIRE);
    if first { Exact::whole(b.charts.fire_values.first_fire.value.into()) } else { Exact::ZERO }
}

/// The multiple of a unit's troops in a formation, and whether they have rifles (Fire Effects Chart).
fn multiple(b: &Battle, unit: UnitId, shape: Formation) -> (Exact, bool) {
    let Some(troops) = b.unit(unit).troops.map(|t| &b.charts.troops[usize::from(t)]) else {
        return (Exact::ZERO, false);
    };
    let Troops { line, square, skirmish, rifles, .. } = troops;
    let own = match shape {
        Formation::Square => *square,
        Formation::Skirmish => *skirmish,
        _ => *line,
    };
    (own.or(*line).unwrap_or(Exact::ZERO), *rifles)
}

/// The skirmish value of cavalry: less one for every three increments lost, not below one (17.2.2).
pub fn skirmish_value(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let printed = s.back(unit).skirmish.unwrap_or_default();
    let every = b.charts.cavalry_melee.lance_loss.each();
    (printed - status::lost(b, s, unit) / every).max(1)
}

/// Cavalry in skirmish order (12.10.8).
fn skirmishers_on_horse(b: &Battle, s: &State, unit: UnitId) -> Fire {
    let value = Exact::whole(skirmish_value(b, s, unit).into());
    Fire { value, units: Few::from_slice(&[unit]), guns: false, far: false }
}
