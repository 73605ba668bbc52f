//! 4.3: what the ground costs.

use ground::{Dir, Feature, Features, HexId};
use table::{Refusal, Rule, Side, rule};

use crate::Battle;
use crate::ch06_facing::zones;
use crate::core::battle::Arm;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{State, UnitId};

/// Price of a step: what a step over the ground costs, or why it cannot be taken.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Price {
    /// So many half movement points.
    HalfMp(u16),
    /// The hex cannot be entered by the arm.
    BarredHex,
    /// The hexside cannot be crossed by the arm.
    BarredSide,
    /// The hex cannot be entered by anybody.
    ImpassableHex,
    /// The hexside cannot be crossed by anybody.
    ImpassableSide,
}

/// Neighbours of a hex: who is next to the hex that is entered: next to an enemy its full cost is paid (4.3.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Neighbour {
    /// An enemy.
    Enemy,
    /// No enemy.
    Nobody,
}

impl Neighbour {
    /// Neighbours of a hex, as a side sees them.
    pub fn beside(b: &Battle, s: &State, side: Side, hex: HexId) -> Neighbour {
        if zones::next_to_enemy(b, s, side, hex) { Neighbour::Enemy } else { Neighbour::Nobody }
    }
}

const ARMS: [Arm; 3] = [Arm::Infantry, Arm::Cavalry, Arm::Artillery];

const CROSSINGS: Features = Features::of(&[Feature::Bridge, Feature::Ford]);

/// The features of a hexside that decide what it costs: bridge and ford stand for the water under them.
pub fn cost_features(features: Features) -> Features {
    if !features.intersects(CROSSINGS) {
        return features;
    }
    keep(features, |f| !matches!(f, Feature::River | Feature::Stream))
}

/// The features of a hexside for all but its cost: bridge and ford stand for the river under them, a bridge over a mere
/// stream is only the stream (RULING J201).
pub fn true_features(features: Features) -> Features {
    if !features.intersects(CROSSINGS) {
        return features;
    }
    let river = features.contains(Feature::River);
    keep(features, |f| match f {
        Feature::River | Feature::Stream => !river,
        Feature::Bridge => river || !features.contains(Feature::Stream),
        _ => true,
    })
}

fn keep(features: Features, wanted: impl Fn(Feature) -> bool) -> Features {
    let mut kept = Features::default();
    for feature in features.iter().filter(|&f| wanted(f)) {
        kept.insert(feature);
    }
    kept
}

/// Surcharge of the hexside for the arm, alike in both directions.
fn hexside_cost(b: &Battle, arm: Arm, from: HexId, dir: Dir) -> Option<u16> {
    let features = b.ground.hexside(from, dir);
    if features.is_empty() {
        return Some(0);
    }
    let mut sum = 0;
    for feature in cost_features(features).iter() {
        sum += b.charts.hexsides[feature].half_mp(arm)?;
    }
    Some(sum)
}

/// The cost of entering a hex off the map's edge or from a neighbour, its hexsides left out, without road.
pub fn hex_half_mp(b: &Battle, arm: Arm, hex: HexId) -> Option<u16> {
    b.charts.terrain[b.ground.terrain(hex)].half_mp(arm)
}

/// The full cost of a step by the ground alone, without road or trail (4.3).
pub fn open_price(b: &Battle, arm: Arm, from: HexId, dir: Dir, to: HexId) -> Price {
    let Some(hex) = hex_half_mp(b, arm, to) else {
        let nobody = ARMS.into_iter().all(|arm| hex_half_mp(b, arm, to).is_none());
        return if nobody { Price::ImpassableHex } else { Price::BarredHex };
    };
    let Some(hexside) = hexside_cost(b, arm, from, dir) else {
        let nobody = ARMS.into_iter().all(|arm| hexside_cost(b, arm, from, dir).is_none());
        return if nobody { Price::ImpassableSide } else { Price::BarredSide };
    };
    Price::HalfMp(hex + hexside)
}

/// Whether nothing but slopes closes a hexside to the arm.
pub fn only_slopes_bar(b: &Battle, arm: Arm, from: HexId, dir: Dir) -> bool {
    let open = |f: Feature| b.charts.hexsides[f].half_mp(arm).is_some();
    cost_features(b.ground.hexside(from, dir)).iter().all(|f| open(f) || Features::SLOPES.contains(f))
}

/// Surcharge of the hexside on the road: paid or waived, or lifted from NA (4.3.1, RULING J105).
fn hexside_by_road(b: &Battle, arm: Arm, from: HexId, dir: Dir, waives: bool) -> Option<u16> {
    let features = b.ground.hexside(from, dir);
    if features.is_empty() {
        return Some(0);
    }
    let mut sum = 0;
    for feature in cost_features(features).iter() {
        let row = &b.charts.hexsides[feature];
        sum += match row.half_mp(arm) {
            Some(_) if waives && row.road_waives == Some(true) => 0,
            Some(cost) => cost,
            None => row.road_lifts_half_mp?,
        };
    }
    Some(sum)
}

/// The cost of a step along a road or trail (4.3.1); `None` where there is none, or where it does not help the arm over.
pub fn road_half_mp(b: &Battle, arm: Arm, from: HexId, dir: Dir) -> Option<u16> {
    let rate = road_rate(b, arm, from, dir)?;
    Some(rate + hexside_by_road(b, arm, from, dir, true)?)
}

fn road_rate(b: &Battle, arm: Arm, from: HexId, dir: Dir) -> Option<u16> {
    b.ground.roads(from, dir).iter().map(|road| b.charts.roads[road].half_mp(arm)).min()
}

/// The cost of a step: the cheaper of the open ground and the road; into a hex next to an enemy the open
/// ground's (4.3.1).
///
/// RULING J135: also where the unit does not stop there.
/// RULING J123: where only a road makes the step possible, it still does so next to an enemy; the unit pays the full cost
/// of all that has a cost, 2 MP for a hexside lifted from NA, and the road's rate for a hex that is NA.
pub fn price(b: &Battle, arm: Arm, from: HexId, dir: Dir, to: HexId, beside: Neighbour) -> Price {
    let near = beside == Neighbour::Enemy;
    let open = open_price(b, arm, from, dir, to);
    if b.ground.roads(from, dir).is_empty() {
        return open;
    }
    match open {
        Price::HalfMp(_) if near => open,
        Price::HalfMp(cost) => {
            Price::HalfMp(road_half_mp(b, arm, from, dir).map_or(cost, |road| road.min(cost)))
        }
        barred => {
            let rate = road_rate(b, arm, from, dir);
            let hex = if near { hex_half_mp(b, arm, to).or(rate) } else { rate };
            let hexside = hexside_by_road(b, arm, from, dir, !near);
            hex.zip(hexside).map_or(barred, |(hex, hexside)| Price::HalfMp(hex + hexside))
        }
    }
}

/// Whether infantry that takes the step is disordered by the ground (8.7.1): not on a road or trail.
pub fn disorders(b: &Battle, arm: Arm, from: HexId, dir: Dir, beside: Neighbour) -> bool {
    let near = beside == Neighbour::Enemy;
    let features = b.ground.hexside(from, dir);
    if features.is_empty() || arm != Arm::Infantry || !near && !b.ground.roads(from, dir).is_empty() {
        return false;
    }
    features.iter().any(|feature| b.charts.hexsides[feature].disorders_foot)
}

/// The rule and the sentence of a step that the ground bars: to the arm (4.3) or to everybody (4.3.2).
pub fn why_barred(price: Price) -> (Rule, &'static str) {
    match price {
        Price::ImpassableHex => (rule!("4.3.2"), "move.impassable_hex"),
        Price::ImpassableSide => (rule!("4.3.2"), "move.impassable_side"),
        Price::BarredHex => (rule!("4.3"), "move.barred_hex"),
        Price::BarredSide | Price::HalfMp(_) => (rule!("4.3"), "move.barred_side"),
    }
}

/// The refusal of a step that the ground bars.
pub fn barred(unit: UnitId, to: HexId, price: Price) -> Refusal {
    let (rule, why) = why_barred(price);
    Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(to))
}

/// The direction from a hex to the next one.
///
/// # Errors
/// If the two are not neighbours (4.4.1).
pub fn neighbours(b: &Battle, unit: UnitId, from: HexId, to: HexId) -> Result<Dir, Refusal> {
    b.ground.dir_to(from, to).ok_or_else(|| {
        Refusal::new(rule!("4.4.1"), "move.not_next")
            .with("unit", unit_point(unit))
            .with("hex", hex_point(to))
    })
}
