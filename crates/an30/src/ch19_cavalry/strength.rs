//! 19.14: what cavalry is worth in a mêlée.

use ground::{Dir, HexId};
use table::{Effect, Modifiers, Part as SumPart, Rule, rule};

use crate::ch09_facing::facing;
use crate::ch12_formations::companies;
use crate::ch13_movement::step;
use crate::ch18_artillery::supply;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Light, Trait};
use crate::core::charts::Exact;
use crate::core::footprint::Face;
use crate::core::occupancy::Hexes;
use crate::core::state::{
    Charge, ChargeKind, ChargeMark, ChargePhase, Formation, Readiness, State, UnitId, did,
};
use crate::core::status::{self, Losses};

use super::allot;

/// Part of a sum that takes a share.
fn share(of: i32, per: i32, label: &'static str, rule: Rule) -> SumPart {
    SumPart { effect: Exact::new(of.into(), per.into()).times(), label, rule }
}

/// The printed value, and what losses (but so many marked ones that do not count yet), order and formation leave of it.
fn base(b: &Battle, s: &State, unit: UnitId, spared: u8, to: &mut Modifiers) {
    let card = b.unit(unit);
    to.push(SumPart {
        effect: Effect::Base(s.back(unit).melee),
        label: "melee.printed",
        rule: rule!("19.9.1"),
    });
    let left =
        card.increments - status::effective(b, unit, Losses(s.unit(unit).losses.saturating_sub(spared)));
    if left < card.increments {
        to.push(share(left.into(), card.increments.into(), "melee.losses", rule!("17.2.4")));
    }
    let row = status::row(b, s, unit);
    if row.melee != Exact::ONE {
        to.push(SumPart { effect: row.melee.times(), label: "melee.formation", rule: row.rule });
    }
}

/// The share that tired horses and failing light leave of cavalry's value (19.15.4, 19.15.5, 21).
fn condition(b: &Battle, s: &State, unit: UnitId, to: &mut Modifiers) {
    let m = &b.charts.cavalry_melee;
    match s.unit(unit).readiness {
        Readiness::Ready => {}
        Readiness::Tired => to.push(m.tired.factor()),
        Readiness::Exhausted => to.push(m.exhausted.factor()),
    }
    match b.light(s) {
        Light::Day => {}
        Light::Dusk => to.push(m.dusk.factor()),
        Light::Night => to.push(m.night.factor()),
    }
}

/// Whether heavy cavalry meets light cavalry only (19.14.1).
fn outweighs(b: &Battle, unit: UnitId, others: &[UnitId]) -> bool {
    let light = |u: &UnitId| b.arm(*u) == Arm::Cavalry && !status::is_heavy(b, *u);
    status::is_heavy(b, unit) && !others.is_empty() && others.iter().all(light)
}

/// The lance bonus that losses leave (17.2.2); none by night.
fn lances(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let (bonus, m) = (s.back(unit).lance, &b.charts.cavalry_melee);
    if bonus == 0 || (b.light(s) == Light::Night && m.lance_night.value == Exact::ZERO) {
        return 0;
    }
    let least = m.lance_loss.bounds.least.unwrap_or_default();
    (bonus - status::lost(b, s, unit) / m.lance_loss.value.max(1)).max(least)
}

/// The last three hexes of a charge that strikes a hex: how long they are in a straight line, and what the dearest of them cost (19.14.4; the
/// hex that is struck counts, as the example of 19.14.4.2 counts it, reading 407) (19.14.4.1, 19.14.4.3).
pub fn run_up(b: &Battle, s: &State, charge: &Charge, own: HexId, target: HexId, wave: usize) -> Option<u16> {
    let hexes = b.charts.cavalry_melee.short_charge.bounds.hexes.unwrap_or_default() as usize;
    let tail = charge.tail.iter().take(wave).rev();
    let route = route_of(b, charge, own);
    // In the hex of those whom it fights there the route ends (19.7.4.3).
    let ahead = (own != target).then_some(target);
    let all: Few<HexId, 16> = tail.copied().chain(route).chain(ahead).collect();
    let first = all.len().checked_sub(hexes + 1)?;
    if usize::from(b.ground.distance(all[first], target)) != hexes {
        return None;
    }
    let traveller = status::traveller(b, s, charge.units[0]);
    all[first..]
        .windows(2)
        .map(|two| {
            let dir = b.ground.dir_to(two[0], two[1])?;
            step::ground(b, traveller, two[0], dir).ok()
        })
        .try_fold(0, |most, cost| Some(most.max(cost?)))
        .or(Some(u16::MAX))
}

/// The route of the hex of a charging unit that strikes: as that of its first hex, which the state keeps, since a line goes ahead as one.
pub(crate) fn route_of(b: &Battle, charge: &Charge, own: HexId) -> Few<HexId, 16> {
    let mut route: Few<HexId, 16> = Few::from_slice(&[own]);
    for two in charge.route.windows(2).rev() {
        let back = b.ground.dir_to(two[1], two[0]);
        let Some(hex) = back.and_then(|dir| b.ground.neighbour(route[0], dir)) else { break };
        route.insert(0, hex);
    }
    route
}

/// The hexes of a charging unit that touch some hexes with their front, each with the face of the target that it strikes: front if it touches any
/// (reading 406).
pub fn contacts(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId]) -> Few<(HexId, Face), 8> {
    let mut found: Few<(HexId, Face), 8> = Few::new();
    let column = s.unit(unit).shape() == Formation::Column;
    let strikes = s.unit(unit).hexes().len().min(if column { 1 } else { usize::MAX });
    for &own in s.unit(unit).hexes()[..strikes].iter().filter(|own| hexes.contains(own)) {
        found.push((own, Face::Front));
    }
    for (part, _, hex) in facing::front_hexes(b, s, unit) {
        if (column && part.index() > 0) || !hexes.contains(&hex) {
            continue;
        }
        let own = s.hex_of(part);
        let face = facing::hit(b, s, hex, own).unwrap_or(Face::Front);
        match found.iter_mut().find(|(known, _)| *known == own) {
            Some((_, old)) => *old = (*old).min(face),
            None => found.push((own, face)),
        }
    }
    found
}

/// The value of a charging unit in one wave or one of the mêlées of its charge (19.9.1, 19.14, 12.7.4, 12.9.7.1, 19.14.2).
pub fn attack(
    b: &Battle,
    s: &State,
    charge: &Charge,
    unit: UnitId,
    hexes: &[HexId],
    wave: usize,
) -> Modifiers {
    let (m, now, mut to) = (&b.charts.cavalry_melee, s.unit(unit), Modifiers::new());
    // What defensive fire took falls on the first wave only (19.1.2.3, note).
    let spared = if wave > 0 { now.event } else { 0 };
    base(b, s, unit, spared, &mut to);
    condition(b, s, unit, &mut to);
    let (all, shape) = (now.hexes().len() as i32, now.shape());
    let mut touching = contacts(b, s, unit, hexes);
    // No hex of a line counts twice (19.2.8).
    touching.retain(|(own, _)| allot::weight(charge, *own, hexes) > Exact::ZERO);
    let taking = touching.iter().fold(Exact::ZERO, |sum, (own, _)| sum + allot::weight(charge, *own, hexes));
    let taking = if touching.is_empty() { Exact::ONE } else { taking };
    if shape == Formation::Column && all > 1 {
        to.push(share(1, all, "melee.wave", rule!("19.2.9")));
    } else if taking < Exact::whole(all) {
        let part = (taking / Exact::whole(all)).times();
        to.push(SumPart { effect: part, label: "melee.share", rule: rule!("19.2.8") });
    }
    if now.has(did::PRESERVES) && !(shape == Formation::Column && all > 1) {
        to.push(m.first_squadron.factor());
    }
    // In the hex of a square it stands among those whom it fights (19.7.4.3).
    let others = hexes.iter().flat_map(|hex| s.units_in(*hex)).filter(|u| !charge.units.contains(u));
    let others: Few<UnitId> = others.collect();
    let horse = others.iter().any(|u| b.arm(*u) == Arm::Cavalry);
    let is = |shape| others.iter().any(|u| s.unit(*u).shape() == shape);
    if is(Formation::Square) {
        to.push(m.against_square.factor());
    }
    if is(Formation::GeneralOrder) {
        to.push(m.against_general_order.factor());
    }
    if outweighs(b, unit, &others) {
        to.push(m.heavy_against_light.factor());
    }
    let mut long = false;
    if horse {
        let theirs = others.iter().map(|u| s.unit(*u).hexes().len()).max().unwrap_or_default();
        if shape == Formation::Line && (all as usize) > theirs {
            to.push(m.longer_line.factor());
        }
    } else {
        let own = touching.first().map_or(now.hex(), |(own, _)| *own);
        let struck = hexes.iter().copied().find(|hex| b.ground.distance(own, *hex) == 1);
        let cost = run_up(b, s, charge, own, struck.unwrap_or(hexes[0]), wave)
            .filter(|_| charge.kind != ChargeKind::Opportunity);
        let cheap = m.long_charge.bounds.most_half_mp.unwrap_or_default();
        long = status::is_heavy(b, unit) && cost.is_some_and(|cost| cost <= cheap as u16);
        match cost {
            None => to.push(m.short_charge.factor()),
            Some(_) if long => to.push(m.long_charge.factor()),
            Some(_) => {}
        }
    }
    if !long {
        directions(b, &touching, &mut to);
    }
    lance(b, s, unit, touching.len(), &mut to);
    to
}

/// Charges into flank and rear, for the part that makes them (19.14.5, 19.14.6): each hex has its share of the value, and its own factor. They do not
/// go together with the long charge, the greater of the two counts (19.14.4 by the chart).
fn directions(b: &Battle, touching: &[(HexId, Face)], to: &mut Modifiers) {
    let m = &b.charts.cavalry_melee;
    let all = Exact::whole(touching.len() as i32);
    let mut so_far = all;
    for (face, figure) in [(Face::Flank, &m.flank), (Face::Rear, &m.rear)] {
        let part = Exact::whole(touching.iter().filter(|(_, f)| *f == face).count() as i32);
        if part > Exact::ZERO {
            let sum = so_far - part + figure.value * part;
            to.push(SumPart { effect: (sum / so_far).times(), ..figure.factor() });
            so_far = sum;
        }
    }
}

/// The lance bonus of attackers (19.14.3, 19.14.3.1, 19.14.3.2): of the top unit only, after all that multiplies.
fn lance(b: &Battle, s: &State, unit: UnitId, hexes: usize, to: &mut Modifiers) {
    let (m, now) = (&b.charts.cavalry_melee, s.unit(unit));
    let bonus = lances(b, s, unit);
    if bonus == 0 || s.top(now.hex()) != Some(unit) {
        return;
    }
    let all = now.hexes().len().max(1) as i32;
    let (value, row) = match now.shape() {
        Formation::Line => {
            ((m.lance_line.value * Exact::whole(hexes as i32 * i32::from(bonus))).floor(), &m.lance_line)
        }
        Formation::Column => ((i32::from(bonus) / all).max(1), &m.lance_column),
        _ => (i32::from(bonus), &m.lance_stands),
    };
    to.push(SumPart { effect: Effect::Add(value as i16), label: row.label, rule: row.rule });
}

/// The share of a defending unit's value that fights in some of its hexes (12.6.5.1); of a column of companies what each attack finds (12.5.4).
fn engaged(b: &Battle, s: &State, unit: UnitId, charge: &Charge, hexes: &[HexId]) -> Exact {
    let own = s.unit(unit).hexes();
    if !companies::is_long(s, unit) {
        return Exact::new(own.iter().filter(|hex| hexes.contains(hex)).count() as i64, own.len() as i64);
    }
    let now = |c: &Charge| -> Hexes { c.units.iter().flat_map(|u| s.unit(*u).hexes().to_vec()).collect() };
    let first = |c: &Charge, targets: &[HexId], from: &[HexId]| {
        let pairs = targets.iter().flat_map(|hex| from.iter().map(move |from| (*hex, *from)));
        let found = pairs.filter(|(hex, from)| own.contains(hex) && !c.units.is_empty() && own != [*from]);
        found.filter_map(|(hex, from)| companies::first_hex(b, s, unit, hex, from)).min()
    };
    // Other parts of a grand charge attack it at the same time; those that have fought struck from the end of their route.
    let others = s.charges.iter().filter(|c| c.units != charge.units).filter_map(|c| match c.phase {
        ChargePhase::Contact => first(c, &c.targets, &now(c)),
        ChargePhase::Over if c.fought => {
            first(c, &c.targets, c.route.last().map_or(&[], std::slice::from_ref))
        }
        _ => None,
    });
    let others: Few<usize, 8> = others.collect();
    companies::share(own.len(), first(charge, hexes, &now(charge)).unwrap_or_default(), &others)
}

/// The first squadron of a unit that preserves its readiness and is met in its charge fights too: a third of its value; of a column in several hexes half
/// of them at most (19.15.2, reading 621).
fn squadron(b: &Battle, s: &State, unit: UnitId, part: Exact, to: &mut Modifiers) -> Exact {
    if companies::is_long(s, unit) {
        let all = s.unit(unit).hexes().len() as i64;
        return part.min(Exact::new(all / 2, all));
    }
    to.push(b.charts.cavalry_melee.first_squadron.factor());
    part
}

/// The value of a defending unit (19.9.1, 19.14.7): guns without ammunition have none (18.10.3).
pub fn defence(b: &Battle, s: &State, charge: &Charge, unit: UnitId, hexes: &[HexId]) -> Option<Modifiers> {
    let (m, mut to) = (&b.charts.cavalry_melee, Modifiers::new());
    if b.arm(unit) == Arm::Artillery && !b.is(unit, Trait::Wagon) && !supply::is_supplied(b, s, unit) {
        return None;
    }
    base(b, s, unit, 0, &mut to);
    let part = engaged(b, s, unit, charge, hexes);
    let spares = s.unit(unit).has(did::PRESERVES) && s.unit(unit).charge == ChargeMark::Declared;
    let part = if spares { squadron(b, s, unit, part, &mut to) } else { part };
    if part < Exact::ONE {
        to.push(SumPart { effect: part.times(), label: "melee.share", rule: rule!("12.6.5.1") });
    }
    if b.arm(unit) != Arm::Cavalry {
        return Some(to);
    }
    condition(b, s, unit, &mut to);
    if outweighs(b, unit, &charge.units) {
        to.push(m.heavy_against_light.factor());
    }
    // A unit that itself charges, and is met or charged in its turn, does not merely stand (example 23); one whose charge is over does.
    let charges = s.unit(unit).charge == ChargeMark::Declared;
    if charge.caught {
        to.push(m.caught.factor());
    } else if !charges {
        to.push(m.stands.factor());
    }
    let bonus = standing_lances(b, s, unit, part);
    if bonus > 0 {
        to.push(SumPart {
            effect: Effect::Add(bonus),
            label: m.lance_stands.label,
            rule: m.lance_stands.rule,
        });
    }
    Some(to)
}

/// The lance bonus of a unit that is assaulted or charged, a share of which fights: of the top unit; formation and losses alone decide it, not order
/// (19.14.3). Each hex that fights has its part of it (19.14.3.1, 19.14.3.2).
pub fn standing_lances(b: &Battle, s: &State, unit: UnitId, share: Exact) -> i16 {
    let (bonus, per) = (lances(b, s, unit), s.unit(unit).hexes().len() as i32);
    if bonus == 0 || s.top(s.unit(unit).hex()) != Some(unit) {
        return 0;
    }
    let each = Exact::whole((i32::from(bonus) / per.max(1)).max(1));
    (each * share * Exact::whole(per)).floor().max(1) as i16
}

/// Whether a unit comes at a hex across a stream or uphill (19.6).
pub fn is_hindered(b: &Battle, from: HexId, to: HexId) -> bool {
    let dir: Option<Dir> = b.ground.dir_to(from, to);
    dir.is_some_and(|dir| {
        b.ground.hexside(from, dir).contains(ground::Feature::Stream) || b.ground.uphill(from, dir)
    })
}
