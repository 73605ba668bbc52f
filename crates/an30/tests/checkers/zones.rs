//! 10.1, 12.10.7, 18.14.1: zones of influence, skirmish zones, supply.

use an30::ch10_zones::zones::{self, ZoneOwners};
use an30::ch18_artillery::supply;
use an30::core::state::{Formation, Order, Part, UnitId, did};
use an30::{Battle, State};
use ground::{Dir, HexId};
use roster::Arm;
use table::Side;

use super::plain::{self, Face};
use super::sheets::Sheets;
use super::{Tally, positions};

/// Whether a unit may come from a hex into the next one at all (13.1.7.1): the hex and what lies on the hexside are open to it. Over a bridge only road
/// columns and guns go (12.8.3).
pub fn is_open(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, from: HexId, dir: Dir) -> bool {
    let Some(to) = b.ground.neighbour(from, dir) else { return false };
    let column = plain::column(b, s, unit);
    let files = s.unit(unit).order == Order::Good && s.unit(unit).formation == Formation::RoadColumn;
    let crosses = |row: &&toml::Table| {
        let narrow = row["road_column_only"].as_bool() == Some(true);
        let free = row["costs_when"].as_str() == Some("up") && !b.ground.uphill(from, dir);
        free || row[&format!("{column}_half_mp")].as_integer().is_some()
            && (!narrow || files || b.arm(unit) == Arm::Artillery)
    };
    sheets.terrain_cost(b, to, column).is_some() && sheets.hexsides(b, from, dir).iter().all(crosses)
}

/// Whether a unit exerts a zone (10.1), guns as if they had ammunition.
fn may_exert(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    if !now.on_map() || now.order == Order::Pgd || plain::is(b, unit, "wagon") {
        return false;
    }
    match b.arm(unit) {
        Arm::Artillery => now.formation == Formation::Unlimbered,
        _ => now.order == Order::Disorder || now.formation != Formation::RoadColumn,
    }
}

/// The directions in which the zone of a unit reaches from one of its hexes (10.1, 10.1.2), guns as if they had ammunition.
fn reaches(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, hex: HexId) -> Vec<Dir> {
    if !may_exert(b, s, unit) {
        return Vec::new();
    }
    let faces = plain::faces(b, s, sheets, unit, hex);
    let into = |dir: &Dir| {
        let to = b.ground.neighbour(hex, *dir);
        let column = plain::column(b, s, unit);
        faces[dir.index()] == Face::Front
            && to.is_some_and(|to| !sheets.general_order(b, to))
            && is_open_to(b, sheets, column, hex, *dir)
    };
    Dir::ALL.into_iter().filter(into).collect()
}

/// Whether a unit exerts a zone now: guns only with ammunition.
pub fn exerts(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId) -> bool {
    may_exert(b, s, unit) && (b.arm(unit) != Arm::Artillery || is_supplied(b, s, sheets, unit))
}

/// Whether a hex lies in a zone of enemies of a side; of their cavalry only, if asked for; of guns also without ammunition, if asked for.
pub fn bears(
    b: &Battle,
    s: &State,
    sheets: &Sheets,
    army: Side,
    hex: HexId,
    horse: bool,
    empty_guns: bool,
) -> bool {
    Dir::ALL.into_iter().any(|dir| {
        let Some(near) = b.ground.neighbour(hex, dir) else { return false };
        s.units_in(near).iter().any(|enemy| {
            b.side(*enemy) != army
                && (!horse || b.arm(*enemy) == Arm::Cavalry)
                && (empty_guns && may_exert(b, s, *enemy) || exerts(b, s, sheets, *enemy))
                && reaches(b, s, sheets, *enemy, near).contains(&dir.opposite())
        })
    })
}

/// Whether a battery has ammunition (18.14, readings 54, 120, 121).
pub fn is_supplied(b: &Battle, s: &State, sheets: &Sheets, battery: UnitId) -> bool {
    let army = b.side(battery);
    let full =
        |unit: UnitId| if plain::is(b, unit, "guard") && b.unit(unit).nation == "france" { 16 } else { 12 };
    let spent = |unit: UnitId| i64::from(s.unit(unit).rounds);
    let wagons: Vec<UnitId> =
        b.unit_ids().filter(|u| b.side(*u) == army && plain::is(b, *u, "wagon")).collect();
    if wagons.is_empty() {
        return spent(battery) < full(battery);
    }
    let span = if plain::is(b, battery, "horse") { 5 } else { 3 };
    let fits = |wagon: &&UnitId| {
        let now = s.unit(**wagon);
        now.on_map()
            && !now.has(did::WRECKED)
            && spent(**wagon) < full(**wagon)
            && b.unit(**wagon).nation == b.unit(battery).nation
            && s.backs.units[wagon.i()].range == s.backs.units[battery.i()].range
    };
    let goals: Vec<HexId> = wagons.iter().filter(fits).map(|wagon| s.unit(*wagon).hex()).collect();
    let mut reached = vec![s.unit(battery).hex()];
    for _ in 0..span {
        for hex in reached.clone() {
            for dir in Dir::ALL {
                let Some(next) = b.ground.neighbour(hex, dir).filter(|next| !reached.contains(next)) else {
                    continue;
                };
                let has_road = !b.ground.roads(hex, dir).is_empty();
                if !has_road && !is_open_to(b, sheets, "artillery", hex, dir) {
                    continue;
                }
                if goals.contains(&next) {
                    return true;
                }
                let enemy =
                    s.units_in(next).iter().any(|u| b.side(*u) != army && !s.unit(*u).has(did::WRECKED));
                if !enemy && !bears(b, s, sheets, army, next, false, true) {
                    reached.push(next);
                }
            }
        }
    }
    false
}

/// Whether a column of the Movement Chart may come from a hex into the next one in some formation: over bridges too.
pub fn is_open_to(b: &Battle, sheets: &Sheets, column: &str, from: HexId, dir: Dir) -> bool {
    let Some(to) = b.ground.neighbour(from, dir) else { return false };
    let crosses = |row: &&toml::Table| {
        let free = row["costs_when"].as_str() == Some("up") && !b.ground.uphill(from, dir);
        free || row[&format!("{column}_half_mp")].as_integer().is_some()
    };
    sheets.terrain_cost(b, to, column).is_some() && sheets.hexsides(b, from, dir).iter().all(crosses)
}

/// The cost to infantry and guns, besides, of entering a hex in skirmish zones of enemies (12.10.7): the dearer of the rings it lies in.
pub fn hindrance(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, hex: HexId) -> i64 {
    if b.arm(unit) == Arm::Cavalry {
        return 0;
    }
    let rings =
        b.unit_ids().filter(|u| b.side(*u) != b.side(unit)).filter_map(|u| ring(b, s, sheets, u, hex));
    match rings.min() {
        Some(1) => sheets.value("movement", "skirmish_zone_near"),
        Some(_) => sheets.value("movement", "skirmish_zone_far"),
        None => 0,
    }
}

/// In which ring of the skirmish zone of a unit a hex lies.
fn ring(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, hex: HexId) -> Option<u8> {
    let now = s.unit(unit);
    let skirmishes =
        b.arm(unit) == Arm::Cavalry && now.order == Order::Good && now.formation == Formation::Skirmish;
    if !skirmishes || !now.on_map() || is_nullified(b, s, unit) || sheets.general_order(b, hex) {
        return None;
    }
    let step = |from: HexId, dir: Dir| {
        let to = b.ground.neighbour(from, dir)?;
        let open =
            sheets.hexsides(b, from, dir).iter().all(|row| row["cavalry_half_mp"].as_integer().is_some());
        (open && sheets.terrain_cost(b, to, "cavalry").is_some()).then_some(to)
    };
    let mut found = None;
    for own in now.hexes() {
        let faces = plain::faces(b, s, sheets, unit, *own);
        let fronts: Vec<Dir> = Dir::ALL.into_iter().filter(|dir| faces[dir.index()] == Face::Front).collect();
        for first in fronts.iter().filter_map(|dir| step(*own, *dir)) {
            if first == hex {
                return Some(1);
            }
            if fronts.iter().any(|dir| step(first, *dir) == Some(hex)) {
                found = Some(2);
            }
        }
    }
    found.filter(|_| !now.hexes().contains(&hex))
}

/// Formed enemy light cavalry in the next hex takes a skirmish zone away (12.10.7.2).
fn is_nullified(b: &Battle, s: &State, unit: UnitId) -> bool {
    b.unit_ids().filter(|u| b.side(*u) != b.side(unit) && s.unit(*u).on_map()).any(|other| {
        let now = s.unit(other);
        let formed = now.order == Order::Good && matches!(now.formation, Formation::Line | Formation::Column);
        let light = b.arm(other) == Arm::Cavalry && b.unit(other).movement > 12;
        let near = |a: &HexId| s.unit(unit).hexes().iter().any(|own| b.ground.distance(*a, *own) == 1);
        formed && light && now.hexes().iter().any(near)
    })
}

fn look(b: &Battle, s: &State, sheets: &Sheets, tally: &mut Tally) {
    for unit in b.unit_ids().filter(|u| s.unit(*u).on_map()) {
        let id = || format!("{} at {}", b.unit(unit).id, b.ground.label(s.unit(unit).hex()));
        if b.arm(unit) == Arm::Artillery && !plain::is(b, unit, "wagon") {
            tally.same("supply", &is_supplied(b, s, sheets, unit), &supply::is_supplied(b, s, unit), id);
        }
        for (index, hex) in s.unit(unit).hexes().iter().enumerate() {
            let ours =
                if exerts(b, s, sheets, unit) { reaches(b, s, sheets, unit, *hex) } else { Vec::new() };
            let theirs: Vec<Dir> = zones::exerted(b, s, Part::new(unit, index)).iter().collect();
            let kind = if ours.is_empty() { "no zone" } else { "zone" };
            let place = || {
                let here = s.units_in(*hex);
                let names = here.iter().map(|u| {
                    format!(
                        "{} {:?} {:?} {}",
                        b.unit(*u).id,
                        s.unit(*u).formation,
                        s.unit(*u).order,
                        s.unit(*u).aim
                    )
                });
                format!("{} part {index} of {:?}", id(), names.collect::<Vec<_>>())
            };
            tally.same(kind, &ours, &theirs, place);
        }
    }
    for hex in b.ground.hexes().filter(|hex| hex.0 % 7 == s.serial as u16 % 7) {
        for army in [Side(0), Side(1)] {
            let place = || format!("{} against {army:?}", b.ground.label(hex));
            let any = bears(b, s, sheets, army, hex, false, false);
            let kind = if any { "in a zone" } else { "in no zone" };
            tally.same(kind, &any, &zones::bears_on(b, s, army, hex, ZoneOwners::Any), place);
            let horse = bears(b, s, sheets, army, hex, true, false);
            let kind = if horse { "in a zone of cavalry" } else { "in no zone of cavalry" };
            tally.same(kind, &horse, &zones::bears_on(b, s, army, hex, ZoneOwners::Cavalry), place);
        }
    }
}

#[test]
fn r10_1_zones_of_influence_are_those_of_the_text() {
    let (sheets, mut tally) = (Sheets::read(), Tally::default());
    positions::all(60, |b, s| look(b, s, &sheets, &mut tally));
    tally.settle(&[
        ("zone", 2000),
        ("no zone", 200),
        ("in a zone", 500),
        ("in a zone of cavalry", 100),
        ("supply", 300),
    ]);
}
