//! 8.6, 9.2: the modifiers of a shock or charge, in one list that the die, the log, the tooltips and the computer players share.

use ground::{Feature, Features, HexId, Terrain};
use table::{Modifiers, rule};

use super::combat::Combat;
use crate::ch00_general::general::{ratings, strength};
use crate::ch04_movement::movement::costs;
use crate::ch06_facing::facing;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Figure;
use crate::core::state::{Condition, State, UnitId, did};
use crate::core::strike::Strike;

/// The modifiers of a combat as things stand (8.5, 9.2). A combat with only artillery to attack has none: see 8.9.
pub fn modifiers(b: &Battle, s: &State, combat: &Combat) -> Modifiers {
    let mut sum = Modifiers::new();
    let attack: i16 = combat.strikes.iter().map(|k| strength(b, s, k.unit)).sum();
    let defence: i16 = fighters(b, s, combat).map(|u| strength(b, s, u)).sum();
    sum.add(b.charts.odds_modifier(attack, defence), "odds", rule!("8.6.1"));
    ground(b, s, combat, &mut sum);
    sum.add(cohesion(b, s, combat), "cohesion", rule!("8.6.2"));
    arms(b, s, combat, &mut sum);
    position(b, s, combat, &mut sum);
    sum
}

/// The infantry and cavalry of the defence (8.9).
fn fighters<'a>(b: &'a Battle, s: &'a State, combat: &'a Combat) -> impl Iterator<Item = UnitId> + 'a {
    combat.defenders(s).filter(|&u| !b.is_gun(u))
}

/// The cohesion differential: best attacker less best defender (8.6.2).
fn cohesion(b: &Battle, s: &State, combat: &Combat) -> i16 {
    let of = |u: UnitId| ratings(b, s, u).cohesion;
    let attack = combat.strikes.iter().map(|k| of(k.unit)).max().unwrap_or_default();
    attack - fighters(b, s, combat).map(of).max().unwrap_or_default()
}

/// Modifiers of the arms on both sides: charge, square, cavalry without a charge, foot and horse together (9.1, 9.2, 9.3.2).
///
/// RULING J168: a square in one of several attacked hexes counts for the whole combat, and so does a routed unit.
fn arms(b: &Battle, s: &State, combat: &Combat, sum: &mut Modifiers) {
    let chart = &b.charts.shock_modifiers;
    let square = fighters(b, s, combat).any(|u| s.unit(u).square);
    let foot = combat.strikes.iter().any(|k| b.arm(k.unit) == Arm::Infantry);
    let horse = combat.strikes.iter().any(|k| b.arm(k.unit) == Arm::Cavalry);
    let charge = combat.strikes.iter().any(|k| s.unit(k.unit).has(did::CHARGING));
    if charge && square {
        sum.push(chart.charge_on_square.into());
        return;
    }
    if charge {
        sum.push(charge_bonus(b, s, combat).into());
    } else if horse {
        sum.push(chart.cavalry_shock.into());
    }
    if square {
        if horse {
            sum.push(chart.cavalry_shock_on_square.into());
        }
        if foot {
            sum.push(chart.infantry_on_square.into());
        }
    } else if foot && horse {
        sum.push(chart.combined_arms.into());
    }
}

/// The bonus of a charge: the smallest among the chargers that keep theirs (RULING J102, J40); lost if all of them met a
/// counter-charge (9.4).
fn charge_bonus(b: &Battle, s: &State, combat: &Combat) -> Figure {
    let chart = &b.charts.shock_modifiers;
    let bonus = |k: &Strike| match b.unit(k.unit).heavy {
        true => chart.charge_heavy,
        false => chart.charge_other,
    };
    let free = |k: &&Strike| s.unit(k.unit).has(did::CHARGING) && !s.unit(k.unit).has(did::COUNTERED);
    let smallest = combat.strikes.iter().filter(free).map(bonus).min_by_key(|figure| figure.value);
    smallest.unwrap_or(chart.charge_countered)
}

/// Rear attacks, routed targets, repeated pursuit, attacks out of a village to the side (6.1.2, 9.5.2, 10.2).
fn position(b: &Battle, s: &State, combat: &Combat, sum: &mut Modifiers) {
    let chart = &b.charts.shock_modifiers;
    // RULING J103: one attacker through a rear hex of a unit is enough for it; of several hexes, all must be struck so.
    let manned = |hex: &&HexId| s.stack(**hex).any(|u| !b.is_gun(u));
    let from_behind = |&hex: &HexId| {
        let behind = |u: UnitId| combat.against(b, hex).any(|k| facing::is_rear(b, s, u, k.from));
        s.stack(hex).any(|u| !b.is_gun(u) && behind(u))
    };
    let mut held = combat.targets.iter().filter(manned).peekable();
    if held.peek().is_some() && held.all(from_behind) {
        sum.push(chart.rear.into());
    }
    if fighters(b, s, combat).any(|u| s.unit(u).condition == Condition::Routed) {
        sum.push(chart.target_routed.into());
    }
    // Disorder counts through cohesion (8.6.2), unless an owner's chart has more to say.
    let disordered = |u| s.unit(u).condition == Condition::Disordered;
    if chart.target_disordered.value != 0 && fighters(b, s, combat).any(disordered) {
        sum.push(chart.target_disordered.into());
    }
    if let Some(repeats) = combat.pursuit.checked_sub(1) {
        sum.push(chart.pursuit_step.times(repeats.into()).into());
    }
    if combat.strikes.iter().any(|k| sideways(b, s, k)) {
        sum.push(chart.six_front_other_side.into());
    }
}

/// Whether a unit attacks out of a town, village or castle through a hexside outside its usual two fronts (6.1.2, RULING J18).
fn sideways(b: &Battle, s: &State, strike: &Strike) -> bool {
    b.charts.terrain[b.ground.terrain(strike.from)].six_fronts
        && !(strike.aims - facing::usual_fronts(s, strike.unit)).is_empty()
}

/// The terrain modifiers of the combat: those of the pair of hexes chosen, else of the pair that will be (8.4.2, 8.4.3). A
/// clear hex loses its bonus to a hexside that has a modifier of its own (RULING J101).
fn ground(b: &Battle, s: &State, combat: &Combat, sum: &mut Modifiers) {
    let Some((from, to)) = combat.terrain.or_else(|| best_pair(b, s, combat)) else { return };
    let terrain = b.ground.terrain(to);
    let side = side_value(b, from, to);
    let rule = match (combat.targets.len(), combat.bases().len()) {
        (1, 1) => rule!("8.5"),
        (1, _) => rule!("8.4.2"),
        _ => rule!("8.4.3"),
    };
    let value = b.charts.terrain[terrain].shock;
    match side {
        None => sum.add(value, terrain.name(), rule),
        Some((hard, feature)) => {
            sum.add(value.min(0), terrain.name(), rule);
            sum.add(hard, feature.name(), rule);
        }
    }
}

/// The pair of hexes that players with eyes for their own good choose: the defender the best hex for them (8.4.3), then for
/// that hex whoever chooses the side from which it is attacked (8.4.2).
fn best_pair(b: &Battle, s: &State, combat: &Combat) -> Option<(HexId, HexId)> {
    let hex = deciding_hex(b, s, combat)?;
    let pairs = combat.against(b, hex).map(|k| (k.from, hex));
    if attacker_chooses(b, hex) {
        pairs.max_by_key(|&(from, to)| terrain_between(b, from, to))
    } else {
        pairs.min_by_key(|&(from, to)| terrain_between(b, from, to))
    }
}

/// The attacked hex whose terrain counts: the one with the greatest advantage for the defender (8.4.3).
///
/// RULING J167: a hex that holds only artillery does not count beside one that holds other troops (8.9).
pub(super) fn deciding_hex(b: &Battle, s: &State, combat: &Combat) -> Option<HexId> {
    let manned = |hex: &&HexId| s.stack(**hex).any(|u| !b.is_gun(u));
    combat.targets.iter().filter(manned).copied().min_by_key(|&hex| {
        let values = combat.against(b, hex).map(|k| terrain_between(b, k.from, hex));
        if attacker_chooses(b, hex) { values.max() } else { values.min() }
    })
}

/// Whether the attacker chooses among different terrain modifiers against a hex: if it is clear (8.4.2).
pub(super) fn attacker_chooses(b: &Battle, hex: HexId) -> bool {
    b.ground.terrain(hex) == Terrain::Clear
}

/// The terrain modifier of an attack from a hex on the next one: that of the hex and one for the hexside (RULING J101).
pub fn terrain_between(b: &Battle, from: HexId, to: HexId) -> i16 {
    let value = b.charts.terrain[b.ground.terrain(to)].shock;
    side_value(b, from, to).map_or(value, |(side, _)| value.min(0) + side)
}

/// The modifier of the hexside if it is not 0: of several features the one worst for the attacker.
fn side_value(b: &Battle, from: HexId, to: HexId) -> Option<(i16, Feature)> {
    let dir = b.ground.dir_to(from, to)?;
    let value = |feature: Feature| {
        let row = &b.charts.hexsides[feature];
        let hard = if Features::SLOPES.contains(feature) {
            b.ground.uphill(from, dir)
        } else if Features::WORKS.contains(feature) {
            b.ground.protected(to, dir.opposite())
        } else {
            true
        };
        if hard { row.shock_up } else { row.shock_down.unwrap_or(0) }
    };
    let features = costs::true_features(b.ground.hexside(from, dir));
    features.iter().map(|f| (value(f), f)).filter(|(value, _)| *value != 0).min()
}
