//! 12, 13, 16, 30, 33, 35, 36, 42: mêlée values.

use ground::{Dir, HexId};
use marshal::ch32_assault::{attack_value, defence_value};
use marshal::core::state::{Formation, Order, Readiness, UnitId, did};
use marshal::{Battle, State};
use roster::Arm;

use super::plain::{self, Face, Q};
use super::sheets::Sheets;
use super::{Tally, positions};

/// A unit's value in some of its hexes, with what its own state makes of it.
fn own_value(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, hexes: &[HexId]) -> Q {
    let (card, now, factor) = (b.unit(unit), s.unit(unit), |id: &str| sheets.share("melee-figures", id));
    let good = now.order == Order::Good;
    let whole = i64::from(card.increments);
    let part = if good && now.formation == Formation::RoadMarch {
        Q(plain::left(b, s, unit) * hexes.len() as i64, 4 * whole)
    } else {
        Q(hexes.iter().map(|hex| plain::held(b, s, unit, *hex)).sum(), whole)
    };
    let mut value = Q(i64::from(s.back(unit).melee), 1).times(part);
    let horse = card.arm == Arm::Cavalry;
    match now.order {
        Order::Good if now.formation == Formation::Skirmish => value = value.times(Q(1, 2)),
        Order::Good => {}
        Order::Disorder => value = value.times(Q(1, 2)),
        Order::Pgd => value = value.times(if horse { Q(1, 4) } else { Q(1, 3) }),
    }
    if card.arm == Arm::Artillery && now.order == Order::Disorder && value.0 < value.1 {
        return Q(1, 1);
    }
    if !horse || !good {
        return value;
    }
    match now.readiness {
        Readiness::Fresh => {}
        Readiness::Tired => value = value.times(factor("tired")),
        Readiness::Exhausted => value = value.times(factor("exhausted")),
    }
    if now.has(did::SPARES) {
        value = value.times(factor("spared"));
    }
    if now.formation == Formation::GeneralOrder {
        value = value.times(Q(1, 3));
    }
    if now.formation == Formation::Line && plain::heavy(b, unit) {
        value = value.times(Q(1, 2));
    }
    value
}

/// The lance bonus in so many hexes, in proportion to what is left: twice in line (12, 16).
fn lances(b: &Battle, s: &State, unit: UnitId, hexes: usize) -> Q {
    let now = s.unit(unit);
    if now.order != Order::Good {
        return Q(0, 1);
    }
    let times = if now.formation == Formation::Line { 2 * hexes as i64 } else { 1 };
    Q(times * i64::from(s.back(unit).lance) * plain::left(b, s, unit), i64::from(b.unit(unit).increments))
}

fn only_light(b: &Battle, s: &State, hex: HexId) -> bool {
    s.units_in(hex).iter().all(|u| plain::light(b, *u))
}

/// The value of a unit that assaults a hex from those of its own that have it before them.
fn attack(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, (from, at): (&[HexId], HexId)) -> Q {
    let mut value = own_value(b, s, sheets, unit, from);
    let dir = b.ground.dir_to(at, from[0]).expect("they are next to each other");
    value = match plain::met(b, s, at, dir) {
        Face::Flank => value.times(Q(2, 1)),
        Face::Rear => value.times(Q(3, 2)),
        _ => value,
    };
    let horse = b.arm(unit) == Arm::Cavalry;
    let top = s.units_in(at)[0];
    if b.arm(top) == Arm::Infantry && plain::stands(s, top, Formation::Square) {
        value = value.times(if horse { Q(1, 3) } else { Q(3, 2) });
    }
    if horse
        && sheets.has_stream(b, from[0], b.ground.dir_to(from[0], at).expect("they are next to each other"))
    {
        value = value.times(Q(2, 3));
    }
    if plain::heavy(b, unit) && only_light(b, s, at) {
        value = value.times(Q(2, 1));
    }
    if s.unit(unit).has(did::STRAIGHT) {
        value = value.times(sheets.share("melee-figures", "straight"));
    }
    if s.unit(unit).has(did::WILD) {
        value = value.times(Q(1, 2));
    }
    value.plus(lances(b, s, unit, from.len()))
}

/// The value of a hex that a unit assaults from some of its own.
fn defence(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, (from, at): (&[HexId], HexId)) -> Q {
    let mut sum = Q(0, 1);
    for own in s.units_in(at) {
        let mut value = own_value(b, s, sheets, own, &[at]);
        let faces = plain::faces(b, s, own, at);
        let ahead = |from: &HexId| {
            let dir = b.ground.dir_to(at, *from).expect("they are next to each other");
            let refused = s.unit(own).formation == Formation::Line
                && !plain::zoners(b, s, b.side(own), *from).is_empty()
                && faces[dir.index()] == Face::Flank;
            refused || faces[dir.index()] == Face::Front
        };
        if plain::heavy(b, own) && plain::light(b, unit) && from.iter().all(ahead) {
            value = value.times(Q(2, 1));
        }
        if s.unit(own).has(did::COUNTERS) {
            value = value.plus(lances(b, s, own, 1));
        }
        sum = sum.plus(value);
        let (of, per) = sum.lowest();
        sum = Q(of, per);
    }
    sum
}

fn look(b: &Battle, s: &State, sheets: &Sheets, tally: &mut Tally) {
    for unit in b.unit_ids().filter(|u| s.unit(*u).on_map()) {
        let now = s.unit(unit);
        if now.has(did::ENGAGED) || now.order == Order::Pgd {
            continue;
        }
        let mut seen: Vec<HexId> = Vec::new();
        for (own, dir) in now.hexes().iter().flat_map(|own| Dir::ALL.map(|dir| (*own, dir))) {
            let Some(at) = b.ground.neighbour(own, dir) else { continue };
            let enemy = s.units_in(at).first().is_some_and(|u| b.side(*u) != b.side(unit));
            if !enemy || seen.contains(&at) {
                continue;
            }
            seen.push(at);
            let ahead = |own: &HexId| {
                let dir = b.ground.dir_to(*own, at);
                dir.is_some_and(|dir| plain::faces(b, s, unit, *own)[dir.index()] == Face::Front)
            };
            let from: Vec<HexId> = now.hexes().iter().copied().filter(ahead).collect();
            if from.is_empty() {
                continue;
            }
            let place = || format!("{} {:?} at {}", b.unit(unit).id, now.formation, b.ground.label(at));
            let ours = attack(b, s, sheets, unit, (&from, at)).lowest();
            let theirs = attack_value(b, s, &[unit], at).parts();
            let kind = if b.arm(unit) == Arm::Cavalry { "horse" } else { "foot" };
            tally.same(kind, &ours, &(theirs.0.into(), theirs.1.into()), place);
            let ours = defence(b, s, sheets, unit, (&from, at)).lowest();
            let theirs = defence_value(b, s, &[unit], at).parts();
            tally.same("defence", &ours, &(theirs.0.into(), theirs.1.into()), place);
        }
    }
}

#[test]
fn r33_melees_are_fought_with_the_values_of_the_text() {
    let (sheets, mut tally) = (Sheets::read(), Tally::default());
    positions::all(&sheets, 400, |b, s| look(b, s, &sheets, &mut tally));
    tally.settle(&[("horse", 400), ("foot", 400), ("defence", 1000)]);
}
