//! Fire values and the fire defence of a hex (12, 16, 19, 21 to 26).

use ground::HexId;
use table::{Effect, Few, Modifiers, rule};

use super::aiming::{before_front, firing_hex};
use crate::ch13_orientation::face;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{DefenceRow, Exact, FireBasis};
use crate::core::footprint::{self, Face};
use crate::core::state::{Formation, Order, State, UnitId, did};
use crate::core::{options, status};

/// Fire value of units against a hex, each part named (24, 25): the sum of all, with the columns that canister shifts (26).
pub fn value(b: &Battle, s: &State, units: &[UnitId], at: HexId) -> Modifiers {
    let mut sum = Modifiers::new();
    let mut canister = false;
    // Of a carré no more fire than may stand with a battery, if one fires along (25).
    let battery = |hex: HexId| units.iter().any(|u| b.arm(*u) == Arm::Artillery && s.unit(*u).hex() == hex);
    let mut of_square = b.charts.fire_figures.square_with_guns.value;
    for (number, unit) in units.iter().enumerate() {
        let Some(from) = firing_hex(b, s, *unit, at) else { continue };
        let mut left = status::increments(b, s, *unit);
        if status::is_in(b, s, *unit, Arm::Infantry, Formation::Square) && battery(from) {
            left = left.min(of_square);
            of_square -= left;
        }
        let own = own_value(b, s, (units, number), left, (from, at));
        let own = if b.agreed(&options::FRACTIONS) { Exact::whole(own.floor()) } else { own };
        sum.push(table::Part { effect: Effect::Base(twelfths(own)), label: "fire.value", rule: rule!("24") });
        let guns = b.arm(*unit) == Arm::Artillery;
        canister |= guns && b.ground.distance(from, at) == 1;
    }
    // Values are added up in twelfths, as some are halved and some are thirds.
    sum.push(table::Part { effect: Effect::Times(1, TWELFTHS), label: "fire.value", rule: rule!("24") });
    if canister {
        sum.push(table::Part {
            effect: Effect::Shift(b.charts.fire_figures.canister.value),
            label: "fire-figures.canister",
            rule: rule!("26"),
        });
    }
    sum
}

/// Parts into which a fire value is cut: thirds of carrés and quarters come out whole (RULING 7: shares of batteries are rounded down to them).
const TWELFTHS: i16 = 12;

fn twelfths(value: Exact) -> i16 {
    (value * Exact::whole(TWELFTHS.into())).floor() as i16
}

/// Increments of one of those who fire that do so from one of its hexes: of all in line or skirmish order there no more than the formation allows, and
/// those come first who fire before it, or did in this segment (16, 19, 24).
fn fires_from(b: &Battle, s: &State, (units, number): (&[UnitId], usize), hex: HexId, most: i16) -> i16 {
    let unit = units[number];
    let comes_first = |u: &UnitId| {
        let fired = s.unit(*u).has(did::FIRED) && !units.contains(u);
        (fired || units[..number].contains(u)) && status::row(b, s, *u).fire == FireBasis::Increments
    };
    let others = s.units_in(hex).into_iter().filter(|u| *u != unit).filter(comes_first);
    let taken: i16 = others.map(|u| status::increments_in(b, s, u, hex)).sum();
    status::increments_in(b, s, unit, hex).min((most - taken).max(0))
}

/// The own fire value of one of those who fire, at a distance, with so many increments if it fires as a carré (12, 16, 19, 24 to 26, 30).
fn own_value(
    b: &Battle,
    s: &State,
    (units, number): (&[UnitId], usize),
    fires: i16,
    (from, at): (HexId, HexId),
) -> Exact {
    let unit = units[number];
    let distance = b.ground.distance(from, at);
    let (now, card, row, figures) =
        (s.unit(unit), b.unit(unit), status::row(b, s, unit), &b.charts.fire_figures);
    let left = status::increments(b, s, unit);
    let troops = &b.charts.troops[card.troops];
    // Only the hexes that have the target before them, and within range (24).
    let far = if now.formation == Formation::Skirmish { s.back(unit).range.max(2) } else { 1 };
    let in_hexes = |most: i16| -> i16 {
        let aims = footprint::parts(s, unit).map(|part| (part, s.hex_of(part)));
        let aims =
            aims.filter(|(part, hex)| b.ground.distance(*hex, at) <= far && before_front(b, s, *part, at));
        aims.map(|(_, hex)| fires_from(b, s, (units, number), hex, most)).sum()
    };
    let of = |multiple: Exact, increments: i16| multiple * Exact::whole(increments.into());
    let mut value = match row.fire {
        FireBasis::Nothing => return Exact::ZERO,
        FireBasis::Printed if card.arm == Arm::Artillery => {
            let band = match distance {
                d if d <= figures.short.count() => 0,
                d if d <= figures.medium.count() => 1,
                _ => 2,
            };
            // Batteries lose fire with every loss (12).
            let whole = Exact::whole(s.back(unit).fire[band].into()) * status::share(b, s, unit);
            whole * in_square(b, s, from, at)
        }
        FireBasis::Printed => Exact::whole(s.back(unit).fire[0].into()),
        FireBasis::Increments if now.formation == Formation::Skirmish => {
            of(troops.skirmish.unwrap_or(Exact::ZERO), in_hexes(row.fire_increments))
        }
        FireBasis::Increments => of(troops.line, in_hexes(row.fire_increments)),
        FireBasis::Square if is_ridden(b, s, from, at) => of(troops.square, fires),
        FireBasis::Square => of(troops.square, fires) * figures.square.value,
        FireBasis::Skirmish => Exact::whole(s.back(unit).skirmish.unwrap_or(0).into()),
    };
    if card.arm == Arm::Infantry && left == 1 && card.increments > 1 && row.fire == FireBasis::Printed {
        value = value * figures.last_increment.value;
    }
    if card.arm == Arm::Cavalry && 4 * left <= card.increments {
        value = value * figures.cavalry_losses.value;
    }
    if now.order == Order::Disorder {
        value = value * figures.disorder.value;
    }
    if now.formation == Formation::Skirmish && card.arm == Arm::Infantry && distance >= 2 {
        value = value * figures.skirmish_far.value;
    }
    value
}

/// Whether cavalry in a hex is on the carré of another one (16, 24).
pub(super) fn is_ridden(b: &Battle, s: &State, square: HexId, at: HexId) -> bool {
    let on = |u: &UnitId| s.unit(*u).has(did::ON_SQUARE) && s.unit(*u).target == square;
    s.units_in(at).iter().any(on) && b.ground.distance(square, at) == 1
}

/// Share of its fire that a battery has: in carré a third through a hexside, and twice its value at cavalry on the carré (16; RULING 9).
fn in_square(b: &Battle, s: &State, from: HexId, at: HexId) -> Exact {
    let square = |u: &UnitId| status::is_in(b, s, *u, Arm::Infantry, Formation::Square);
    let figures = &b.charts.fire_figures;
    match s.units_in(from).iter().any(square) {
        false => Exact::ONE,
        true if is_ridden(b, s, from, at) => figures.guns_on_square.value,
        true => figures.square.value,
    }
}

/// Whether fire comes into a hex through the flank of its top unit, however far from; between two hexsides through either, but not where one is a front
/// (22; RULING 38).
fn is_enfiladed(b: &Battle, s: &State, at: HexId, from: HexId) -> bool {
    let Some(top) = s.stack(at).next() else { return false };
    let (one, other) = b.ground.hexsides_facing(from, at);
    let faces: Few<Face, 2> = one.into_iter().chain(other).map(|dir| face(b, s, top, dir)).collect();
    faces.contains(&Face::Flank) && !faces.contains(&Face::Front)
}

/// Fire defence of a hex against fire from another one (16, 21, 22).
pub fn defence(b: &Battle, s: &State, at: HexId, from: HexId) -> Option<i16> {
    let figures = &b.charts.fire_figures;
    let units = s.units_in(at);
    let foot = units.iter().copied().find(|u| b.arm(*u) == Arm::Infantry);
    let guns = units.iter().any(|u| b.arm(*u) == Arm::Artillery);
    let counted = foot.or_else(|| units.first().copied())?;
    let now = s.unit(counted);
    let rows = &b.charts.defence[b.charts.terrain[b.ground.terrain(at)].defence];
    let deep = || -> bool {
        let all: i16 = units
            .iter()
            .filter(|u| b.arm(**u) == Arm::Infantry)
            .map(|u| status::increments_in(b, s, *u, at))
            .sum();
        all >= figures.deep_line.value
    };
    let line = now.formation == Formation::Line && now.order == Order::Good;
    if line && is_enfiladed(b, s, at, from) {
        return Some(figures.flank_defence.value);
    }
    let column = match now.order {
        Order::Good if line && b.arm(counted) == Arm::Infantry && deep() => DefenceRow::COLUMN,
        Order::Good => status::row(b, s, counted).defence,
        _ if b.arm(counted) == Arm::Artillery => status::row(b, s, counted).defence,
        _ => DefenceRow::DISORDER,
    };
    let found = rows.figures[column].or(rows.figures[DefenceRow::DISORDER]).or(rows.figures[3])?;
    let square = now.formation == Formation::Square;
    Some(if foot.is_some() && guns && !square { found + figures.with_guns.value } else { found })
}

/// Modifiers of the dice: a step for each increment over nine (10, 22), and the bonus of an artillery leader with guns that fire (7).
pub fn dice_modifiers(b: &Battle, s: &State, units: &[UnitId], at: HexId) -> Modifiers {
    let held: i16 = s.units_in(at).into_iter().map(|u| status::increments_in(b, s, u, at)).sum();
    let mass = held - b.charts.fire_figures.mass.value;
    let mut sum = Modifiers::new().and_if(mass > 0, mass, "fire-figures.mass", rule!("22"));
    let guns = units.iter().filter(|u| b.arm(**u) == Arm::Artillery);
    let led = guns.filter_map(|u| {
        let hex = s.unit(*u).hex();
        status::leader_for(b, s, b.side(*u), hex, |b, l| b.leader(l).artillery)
    });
    let bonus = led.map(|l| b.leader(l).artillery).filter(|bonus| *bonus != 0).max();
    if let Some(bonus) = bonus {
        sum.add(bonus, "leader.artillery", rule!("7"));
    }
    sum
}
