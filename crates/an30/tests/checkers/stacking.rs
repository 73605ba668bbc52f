//! 11.1: what may stand in a hex.

use an30::ch11_stacking::limits;
use an30::core::state::{Formation, Order, Prone, UnitId};
use an30::{Battle, State};
use ground::{Dir, HexId};
use roster::{Arm, Rank};
use toml::Table;

use super::plain;
use super::sheets::Sheets;
use super::{Tally, positions};

/// Whether a counter is a single unit of the rank that a row lets in whatever its size.
fn is_let_in(b: &Battle, row: &Table, key: &str, units: &[UnitId]) -> bool {
    let most = match row[key].as_str() {
        Some("regiment") => Rank::Regiment,
        Some("battalion") => Rank::Battalion,
        Some("battery") => Rank::Battery,
        _ => return false,
    };
    units.len() == 1 && b.unit(units[0]).size >= most
}

/// Increments of a unit in a hex, in twelfths: equal shares, in road column as many as a hex holds (12.3, 12.8.2).
fn share(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> i64 {
    let (now, left) = (s.unit(unit), plain::increments(b, s, unit));
    let count = now.hexes().len().max(1) as i64;
    if now.order == Order::Good && now.formation == Formation::RoadColumn && count > 1 {
        let each = if b.arm(unit) == Arm::Artillery { 1 } else { 4 };
        let index = now.hexes().iter().position(|own| *own == hex).unwrap_or(0) as i64;
        let rest = left - each * index;
        return 12 * if index + 1 == count { rest } else { rest.min(each) };
    }
    12 * left / count
}

fn row<'s>(b: &Battle, sheets: &'s Sheets, hex: HexId) -> &'s Table {
    sheets.entry("stacking", "row", "stacking", sheets.word(b, hex, "stacking")).expect("a row of stacking")
}

/// Whether increments of some units, in twelfths, are within the limits of a hex (11.1.1).
fn fits(b: &Battle, sheets: &Sheets, hex: HexId, units: &[(UnitId, i64)]) -> bool {
    let row = row(b, sheets, hex);
    let of =
        |arm: Arm| -> Vec<UnitId> { units.iter().map(|(u, _)| *u).filter(|u| b.arm(*u) == arm).collect() };
    let sum = |arm: Arm| -> i64 { units.iter().filter(|(u, _)| b.arm(*u) == arm).map(|(_, n)| n).sum() };
    let limit = |key: &str| 12 * row[key].as_integer().unwrap_or_default();
    let (foot, horse, guns) = (of(Arm::Infantry), of(Arm::Cavalry), of(Arm::Artillery));
    if !foot.is_empty() && !guns.is_empty() {
        return sum(Arm::Infantry) + 6 * sum(Arm::Artillery) <= limit("infantry_with_guns");
    }
    let within = |units: &[UnitId], arm: Arm, key: &str| {
        units.is_empty() || sum(arm) <= limit(key) || is_let_in(b, row, &format!("{key}_or"), units)
    };
    within(&foot, Arm::Infantry, "infantry")
        && within(&horse, Arm::Cavalry, "cavalry")
        && within(&guns, Arm::Artillery, "guns")
}

/// Whether a unit is in road column in a hex with a road or trail: it is on that (12.8), and shares the hex with nobody (12.8.2).
fn marches(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> bool {
    let files = s.unit(unit).order == Order::Good && s.unit(unit).formation == Formation::RoadColumn;
    files && Dir::ALL.into_iter().any(|dir| !b.ground.roads(hex, dir).is_empty())
}

/// Whether an empty hex has room for a unit that comes in whole.
pub fn has_room_for_one(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, hex: HexId) -> bool {
    marches(b, s, unit, hex) || fits(b, sheets, hex, &[(unit, 12 * plain::increments(b, s, unit))])
}

/// Whether those who stand in a hex may stand there together (11.1).
fn is_lawful(b: &Battle, s: &State, sheets: &Sheets, hex: HexId) -> bool {
    let units: Vec<UnitId> = s.units_in(hex).to_vec();
    let any = |arm: Arm| units.iter().any(|u| b.arm(*u) == arm);
    let count = |of: &dyn Fn(&UnitId) -> bool| units.iter().filter(|u| of(u)).count();
    let good = |u: &UnitId| s.unit(*u).order == Order::Good;
    let is_in = |u: &UnitId, formation: Formation| good(u) && s.unit(*u).formation == formation;
    let (all, alone) = (units.len(), units.len() < 2);
    let wagons = count(&|u| plain::is(b, *u, "wagon"));
    let loose = count(&|u| is_in(u, Formation::Skirmish));
    let files = count(&|u| is_in(u, Formation::RoadColumn));
    let prone = count(&|u| s.unit(*u).prone == Prone::Prone);
    let mixed_arms = any(Arm::Cavalry) && (any(Arm::Infantry) || any(Arm::Artillery));
    let army = units.first().map(|u| b.side(*u));
    let first = units.iter().find(|u| b.arm(**u) != Arm::Artillery);
    let same = |u: &UnitId| {
        first.is_none_or(|first| {
            s.unit(*first).order == s.unit(*u).order
                && (!good(u) || s.unit(*first).formation == s.unit(*u).formation)
        })
    };
    let one_form = units.iter().filter(|u| b.arm(**u) != Arm::Artillery).all(same);
    let one_place = units
        .iter()
        .all(|u| s.unit(*u).hexes().len() == s.unit(units[0]).hexes().len() || b.arm(*u) == Arm::Artillery);
    let shares: Vec<(UnitId, i64)> = units.iter().map(|u| (*u, share(b, s, *u, hex))).collect();
    let sum =
        |of: &dyn Fn(&UnitId) -> bool| -> i64 { shares.iter().filter(|(u, _)| of(u)).map(|(_, n)| n).sum() };
    let big = units.iter().any(|u| i64::from(b.unit(*u).increments) > 6 && s.unit(*u).hexes().len() == 2);
    let skirmishers_fit =
        sum(&|u| b.arm(*u) == Arm::Infantry && is_in(u, Formation::Skirmish)) <= 36 || alone && big;
    let companies_fit = sum(&|u| b.arm(*u) == Arm::Cavalry && is_in(u, Formation::Column)) <= 48;
    army.is_none_or(|army| units.iter().all(|u| b.side(*u) == army))
        && !mixed_arms
        && (wagons == 0 || alone)
        && (loose == 0 || loose == all)
        && (files == 0 || alone)
        && (prone == 0 || prone == all)
        && one_form
        && one_place
        && skirmishers_fit
        && companies_fit
        && (units.iter().any(|u| marches(b, s, *u, hex)) || fits(b, sheets, hex, &shares))
}

fn look(b: &Battle, s: &State, sheets: &Sheets, tally: &mut Tally) {
    for hex in b.ground.hexes().filter(|hex| !s.is_empty(*hex)) {
        let ours = is_lawful(b, s, sheets, hex);
        let kind = match (ours, s.units_in(hex).len()) {
            (true, 1) => "one may stand",
            (true, _) => "several may stand",
            (false, 1) => "one may not stand",
            (false, _) => "several may not stand",
        };
        let theirs = limits::lawful(b, s, hex);
        tally.same(kind, &ours, &theirs.is_ok(), || {
            let here = s.units_in(hex);
            let names: Vec<String> = here
                .iter()
                .map(|u| {
                    format!(
                        "{} {:?} {:?} {}",
                        b.unit(*u).id,
                        s.unit(*u).formation,
                        s.unit(*u).order,
                        plain::increments(b, s, *u)
                    )
                })
                .collect();
            format!(
                "{} ({}): {} {:?}",
                b.ground.label(hex),
                b.ground.terrain(hex).name(),
                names.join(", "),
                theirs.err().map(|r| (r.rule, r.why))
            )
        });
    }
}

#[test]
fn r11_1_stacks_are_lawful_as_the_text_says() {
    let (sheets, mut tally) = (Sheets::read(), Tally::default());
    positions::all(400, |b, s| look(b, s, &sheets, &mut tally));
    tally.settle(&[("one may stand", 3000), ("several may stand", 300), ("several may not stand", 100)]);
}
