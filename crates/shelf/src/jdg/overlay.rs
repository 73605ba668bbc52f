//! Overlays of a map of Jours de Gloire. All of it is computed from what the viewer knows.

use ground::{Dir, Dirs, HexId};
use jdg::Battle;
use jdg::ch00_general::general::ratings;
use jdg::ch02_orders::commanders;
use jdg::ch04_movement::movement::reach::{each_reachable, route};
use jdg::ch04_movement::movement::{Pace, Party, Walk, may_move};
use jdg::ch06_facing::{facing, zones};
use jdg::ch07_fire::sight;
use jdg::core::battle::Arm;
use jdg::core::state::{LeaderId, State, UnitId};
use table::Point;
use table::phrase::Catalogue;

use crate::board::{OverlayData, OverlayHex};
use crate::hexes::{self, points};

/// Reach: where it can go in one move as it stands, with costs.
pub const REACH: &str = "reach";
/// Charge: where it can lead, with costs, and whom it can strike.
pub const CHARGE: &str = "charge";
/// Zone: hexes that it bars to the enemy.
pub const ZONE: &str = "zone";
/// Fire: hexes that it can fire at.
pub const FIRE: &str = "fire";
/// Sight: hexes that are seen from a hex or unit.
pub const SIGHT: &str = "sight";
/// Command: hexes in a commander's range.
pub const COMMAND: &str = "command";
/// The line of sight to a hex: the hexes that bar it, and why.
pub const LINE: &str = "line";

/// All of them, as they are offered.
pub const ALL: [&str; 7] = [REACH, CHARGE, ZONE, FIRE, SIGHT, COMMAND, LINE];

/// Overlays that can be laid for a unit.
pub fn of_unit(arm: Arm) -> &'static [&'static str] {
    match arm {
        Arm::Infantry => &[REACH, ZONE, SIGHT],
        Arm::Cavalry => &[REACH, CHARGE, ZONE, SIGHT],
        Arm::Artillery => &[REACH, ZONE, FIRE, SIGHT],
    }
}

/// An overlay of a kind, of a unit, commander or hex; a line of sight leads to another hex.
///
/// # Errors
/// There is none of the kind.
pub fn overlay(
    b: &Battle,
    s: &State,
    of: Point,
    (kind, to): (&str, Option<Point>),
    words: &Catalogue,
) -> Result<OverlayData, String> {
    let on_board = |hex: u16| usize::from(hex) < b.ground.len();
    let aim = match to {
        Some(Point::Place(to)) if on_board(to) => Some(HexId(to)),
        _ => None,
    };
    match (kind, of) {
        (LINE, _) if aim.is_none() => Err(words.word("overlay.no_hex")),
        (COMMAND, Point::Leader(leader)) => Ok(command(b, s, on_map(b, s, leader, words)?, words)),
        (REACH, Point::Leader(leader)) => Ok(ride(b, s, on_map(b, s, leader, words)?, words)),
        (SIGHT, Point::Place(hex)) if on_board(hex) => Ok(seen(b, s, HexId(hex), words)),
        (LINE, Point::Place(hex)) if on_board(hex) => Ok(line(b, s, HexId(hex), aim, words)),
        (_, Point::Unit(unit)) if usize::from(unit) < b.units.len() => {
            let unit = UnitId(unit as u8);
            if !s.unit(unit).on_map() {
                return Err(words.word("overlay.unit_off_map"));
            }
            match kind {
                REACH => Ok(reach(b, s, unit, words)),
                CHARGE => charge(b, s, unit, words),
                ZONE => Ok(zone(b, s, unit, words)),
                FIRE => fire(b, s, unit, words),
                SIGHT => Ok(seen(b, s, s.unit(unit).hex, words)),
                LINE => Ok(line(b, s, s.unit(unit).hex, aim, words)),
                COMMAND => Err(words.word("overlay.no_command")),
                _ => Err(words.word("overlay.none")),
            }
        }
        _ => Err(words.word("overlay.none")),
    }
}

fn marked(hex: HexId, label: String) -> OverlayHex {
    OverlayHex { hex: hex.0, label, from: None, via: None }
}

fn plain(hexes: impl Iterator<Item = HexId>, text: String) -> OverlayData {
    let hexes = hexes.map(|hex| marked(hex, String::new())).collect();
    OverlayData { hexes, text, rule: None }
}

/// Reach of a unit: what it has left if it may move now, else its full allowance as if it were its turn.
fn reach(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> OverlayData {
    let mut walk = Walk::begin(b, s, Party::one(unit), Pace::Normal);
    let now = may_move(b, s, unit).is_ok();
    if !now {
        walk.left[0] = ratings(b, s, unit).half_mp;
    }
    let mut hexes = Vec::new();
    each_reachable(b, s, &walk, |hex, cost| hexes.push(marked(hex, points(cost))));
    hexes.sort_by_key(|entry| entry.hex);
    for entry in &mut hexes {
        let before =
            route(b, s, &walk, HexId(entry.hex)).and_then(|route| route.hexes().iter().nth_back(1).copied());
        entry.from = Some(before.unwrap_or(s.unit(unit).hex).0);
    }
    let text = words.word(if now { "overlay.reach" } else { "overlay.full_reach" });
    OverlayData { hexes, text, rule: None }
}

/// Reach of a unit's charge: the hexes that it can ride to with their costs, and the enemies whom it can strike.
fn charge(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> Result<OverlayData, String> {
    let (mut hexes, mut struck) = (Vec::new(), Vec::new());
    jdg::ch09_charge::charge::each_route(
        b,
        s,
        unit,
        |hex, cost, from| {
            hexes.push(OverlayHex { hex: hex.0, label: points(cost), from: Some(from.0), via: None })
        },
        |target, end| {
            struck.push(OverlayHex {
                hex: target.0,
                label: "\u{2694}".to_owned(),
                from: Some(end.0),
                via: None,
            })
        },
    )
    .map_err(|refusal| words.refusal(b, &refusal))?;
    hexes.extend(struck);
    hexes.sort_by_key(|entry| entry.hex);
    Ok(OverlayData { hexes, text: words.word("overlay.charge"), rule: Some("9.1".to_owned()) })
}

fn zone(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> OverlayData {
    let fronts = facing::fronts(b, s, unit);
    let is_front = |dir: &Dir| fronts.contains(*dir);
    let barred = Dir::ALL.into_iter().filter(|dir| is_front(dir) && zones::exerts(b, s, unit, *dir));
    let hexes = barred.filter_map(|dir| b.ground.neighbour(s.unit(unit).hex, dir));
    plain(hexes, words.word("overlay.zone"))
}

fn fire(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> Result<OverlayData, String> {
    if !b.is_gun(unit) {
        return Err(words.word("overlay.no_battery"));
    }
    let (from, look) = (s.unit(unit).hex, s.unit(unit).facing);
    let (effective, most) = b.unit(unit).range;
    let all_round = facing::fronts(b, s, unit) == Dirs::ALL;
    let field = b.ground.within(from, most).filter(|&hex| {
        hex != from && (all_round || b.ground.in_cone(from, look, hex)) && sight::sees(b, s, from, hex)
    });
    let label = |hex: HexId| {
        if b.ground.distance(from, hex) > effective { words.word("overlay.far") } else { String::new() }
    };
    let hexes = field.map(|hex| marked(hex, label(hex))).collect();
    Ok(OverlayData { hexes, text: words.word("overlay.fire"), rule: None })
}

fn seen(b: &Battle, s: &State, from: HexId, words: &Catalogue) -> OverlayData {
    plain(
        b.ground.hexes().filter(|&hex| hex != from && sight::sees(b, s, from, hex)),
        words.word("overlay.sight"),
    )
}

/// The line of sight between two hexes: what bars it, and by which rule.
fn line(b: &Battle, s: &State, from: HexId, to: Option<HexId>, words: &Catalogue) -> OverlayData {
    let barred = to.and_then(|to| sight::sight(b, s, from, to).err());
    hexes::line_of_sight(b, barred.as_ref(), words)
}

/// A commander who stands on the map.
fn on_map(b: &Battle, s: &State, leader: u16, words: &Catalogue) -> Result<LeaderId, String> {
    if usize::from(leader) >= b.leaders.len() || !s.leaders[usize::from(leader)].hex.is_some() {
        return Err(words.word("overlay.commander_off_map"));
    }
    Ok(LeaderId(leader as u8))
}

/// Reach of a commander's ride in a turn.
fn ride(b: &Battle, s: &State, leader: LeaderId, words: &Catalogue) -> OverlayData {
    let mut hexes = Vec::new();
    commanders::each_ride(b, s, leader, |hex, cost, from| {
        hexes.push(OverlayHex { hex: hex.0, label: points(cost), from: Some(from.0), via: None });
    });
    hexes.sort_by_key(|entry| entry.hex);
    let text = words.word("overlay.ride");
    OverlayData { hexes, text, rule: Some("2.5.1".to_owned()) }
}

fn command(b: &Battle, s: &State, leader: LeaderId, words: &Catalogue) -> OverlayData {
    plain(
        b.ground.hexes().filter(|&hex| commanders::in_range(b, s, leader, hex)),
        words.word("overlay.command"),
    )
}
