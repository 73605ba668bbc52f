//! 9.1: why no charge comes to a target.

use ground::{Flood, HexId, Step};
use table::{Point, Refusal, rule};

use super::route::{MP, given_back, may_end, may_ride, reduced_half_mp, search_within};
use crate::Few;
use crate::ch04_movement::movement::costs::{self, Neighbour, Price};
use crate::ch06_facing::zones;
use crate::ch08_shock::shock::combat::held_against;
use crate::core::battle::Battle;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{State, UnitId};

/// More than any charge costs: for asking how far it would be.
const BOUNDLESS: u16 = 4000;

/// Reason why charge movement does not lead to a target: the route that the ground alone would leave open is looked at, and what bars it is
/// named; only where nothing does is the target too far.
pub(super) fn out_of_reach(b: &Battle, s: &State, units: &[UnitId], target: HexId) -> Refusal {
    let budget = reduced_half_mp(b, s, units);
    let start = s.unit(units[0]).hex;
    let flood = over_the_ground(b, s, units, |_| true);
    let around = b.ground.neighbours(target).into_iter().filter(|&hex| hex != start);
    let mut ends: Few<(u16, HexId)> = around.filter_map(|hex| Some((flood.cost(hex)?, hex))).collect();
    ends.sort_unstable();
    let judged = |hex: HexId| may_end(b, s, units, hex, target).err();
    let near = || ends.iter().filter(|(cost, _)| *cost <= budget).map(|&(_, hex)| hex);
    let no = |why| {
        Refusal::new(rule!("9.1"), why).with("unit", unit_point(units[0])).with("hex", hex_point(target))
    };
    let open = near().find(|&hex| judged(hex).is_none());
    let barred = open.map_or_else(|| near().find_map(judged), |end| bar(b, s, units, &flood, end));
    if let Some(refusal) = barred {
        return refusal;
    }
    let least = search_within(b, s, units, BOUNDLESS, |lawful| {
        let open = ends.iter().map(|&(_, hex)| hex).filter(|&hex| judged(hex).is_none());
        open.filter_map(|hex| Some(lawful.cost(hex)? - given_back(b, s, units, hex))).min()
    });
    // Where no lawful route leads there at all, the ground's own cost is still more than a charge has.
    let least = least.or_else(|| ends.first().map(|&(cost, _)| cost));
    match least {
        Some(cost) => no("charge.out_of_reach").with("need", Point::Number(cost.div_ceil(MP) as i16)),
        None => no("charge.no_way"),
    }
}

/// Bar on the route to a hex that is within reach over the ground: on that round enemies, if one is short enough, else on that
/// through them.
pub(super) fn route_to(b: &Battle, s: &State, units: &[UnitId], end: HexId) -> Option<Refusal> {
    let most = reduced_half_mp(b, s, units) + given_back(b, s, units, end);
    let within = |flood: &Flood| flood.cost(end).is_some_and(|cost| cost <= most);
    let around = over_the_ground(b, s, units, |hex| !held_against(b, s, b.side(units[0]), hex));
    let flood = if within(&around) { around } else { over_the_ground(b, s, units, |_| true) };
    if within(&flood) { bar(b, s, units, &flood, end) } else { None }
}

/// Cost of the ground to those who charge, over the hexes that are looked at, whoever bars the way: with what a zone that is
/// left and friends who are passed add (6.2.2, 4.4.3).
fn over_the_ground(b: &Battle, s: &State, units: &[UnitId], looks_at: impl Fn(HexId) -> bool) -> Flood {
    let mut flood = Flood::new();
    let (side, start) = (b.side(units[0]), s.unit(units[0]).hex);
    let left = if zones::in_enemy_zone(b, s, side, start) { MP } else { 0 };
    flood.flood(&b.ground, start, BOUNDLESS, |from, dir, to, _| {
        let beside = Neighbour::beside(b, s, side, to);
        match costs::price(b, b.arm(units[0]), from, dir, to, beside) {
            Price::HalfMp(cost) if looks_at(to) => {
                let out = if from == start { left } else { 0 };
                let past = if held_against(b, s, side, to) { 0 } else { given_back(b, s, units, to) };
                Step::Enter(cost + out + past)
            }
            _ => Step::No,
        }
    });
    flood
}

/// Bar on the cheapest route over the ground to a hex, if anything does.
fn bar(b: &Battle, s: &State, units: &[UnitId], flood: &Flood, end: HexId) -> Option<Refusal> {
    let mut route: Few<HexId> = flood.route_back(end).collect();
    route.reverse();
    for (at, &[from, to]) in route.array_windows().enumerate() {
        if at > 0 && zones::in_enemy_zone(b, s, b.side(units[0]), from) {
            let stop = Refusal::new(rule!("6.2.2"), "zoc.stop");
            return Some(stop.with("unit", unit_point(units[0])).with("hex", hex_point(end)));
        }
        if let Err(refusal) = may_ride(b, s, units, from, to) {
            return Some(refusal);
        }
    }
    None
}
