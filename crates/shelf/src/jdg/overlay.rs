//! What can be laid over a map of Jours de Gloire. All of it is computed from what the viewer knows.

use ground::{Dir, HexId};
use jdg::general::ratings;
use jdg::movement::reach::each_reachable;
use jdg::movement::{Pace, Party, Walk, may_move};
use jdg::state::{LeaderId, State, UnitId};
use jdg::{Battle, commanders, facing, sight, zones};
use table::Point;

use crate::board::{Overlaid, OverlayData, OverlayHex};

/// An overlay of a kind, of a unit, commander or hex.
///
/// # Errors
/// There is none of the kind.
pub fn overlay(b: &Battle, s: &State, of: Point, kind: Overlaid) -> Result<OverlayData, String> {
    match (kind, of) {
        (Overlaid::Command, Point::Leader(leader)) => command(b, s, leader),
        (Overlaid::Sight, Point::Place(hex)) if usize::from(hex) < b.ground.len() => {
            Ok(seen(b, s, HexId(hex)))
        }
        (_, Point::Unit(unit)) if usize::from(unit) < b.units.len() => {
            let unit = UnitId(unit as u8);
            if !s.unit(unit).on_map() {
                return Err("the unit is not on the map".to_owned());
            }
            match kind {
                Overlaid::Reach => Ok(reach(b, s, unit)),
                Overlaid::Zone => Ok(zone(b, s, unit)),
                Overlaid::Fire => fire(b, s, unit),
                Overlaid::Sight => Ok(seen(b, s, s.unit(unit).hex)),
                Overlaid::Command => Err("units command nobody".to_owned()),
            }
        }
        _ => Err("there is no such overlay of that".to_owned()),
    }
}

fn plain(hexes: impl Iterator<Item = HexId>, text: &str) -> OverlayData {
    let hexes = hexes.map(|hex| OverlayHex { hex: hex.0, label: String::new() }).collect();
    OverlayData { hexes, text: text.to_owned() }
}

/// Half movement points as readers write them.
fn points(half_mp: u16) -> String {
    if half_mp.is_multiple_of(2) { (half_mp / 2).to_string() } else { format!("{}½", half_mp / 2) }
}

/// Where a unit can go: what it has left if it may move now, else its full allowance as if it were its turn.
fn reach(b: &Battle, s: &State, unit: UnitId) -> OverlayData {
    let mut walk = Walk::begin(b, s, Party::one(unit), Pace::Normal);
    let now = may_move(b, s, unit).is_ok();
    if !now {
        walk.left[0] = ratings(b, s, unit).half_mp;
    }
    let mut hexes = Vec::new();
    each_reachable(b, s, &walk, |hex, cost| hexes.push(OverlayHex { hex: hex.0, label: points(cost) }));
    hexes.sort_by_key(|entry| entry.hex);
    let text = if now { "where it can go now" } else { "where it could go with its full allowance" };
    OverlayData { hexes, text: format!("{text}, with the cost in movement points") }
}

fn zone(b: &Battle, s: &State, unit: UnitId) -> OverlayData {
    let fronts = facing::fronts(b, s, unit);
    let is_front = |dir: &Dir| fronts & 1 << dir.index() != 0;
    let barred = Dir::ALL.into_iter().filter(|dir| is_front(dir) && zones::exerts(b, s, unit, *dir).is_ok());
    plain(barred.filter_map(|dir| b.ground.neighbour(s.unit(unit).hex, dir)), "its zone of control")
}

fn fire(b: &Battle, s: &State, unit: UnitId) -> Result<OverlayData, String> {
    if !b.is_gun(unit) {
        return Err("only batteries fire at a distance".to_owned());
    }
    let (from, look) = (s.unit(unit).hex, s.unit(unit).facing);
    let (effective, most) = b.unit(unit).range;
    let all_round = facing::six_fronts(b, s, unit);
    let field = b.ground.within(from, most).filter(|&hex| {
        hex != from && (all_round || b.ground.in_cone(from, look, hex)) && sight::sees(b, s, from, hex)
    });
    let label = |hex: HexId| {
        if b.ground.distance(from, hex) > effective { "far".to_owned() } else { String::new() }
    };
    let hexes = field.map(|hex| OverlayHex { hex: hex.0, label: label(hex) }).collect();
    Ok(OverlayData { hexes, text: "what it can fire at from here, facing as it does".to_owned() })
}

fn seen(b: &Battle, s: &State, from: HexId) -> OverlayData {
    plain(
        b.ground.hexes().filter(|&hex| hex != from && sight::sees(b, s, from, hex)),
        "what is seen from there",
    )
}

fn command(b: &Battle, s: &State, leader: u16) -> Result<OverlayData, String> {
    if usize::from(leader) >= b.leaders.len() || !s.leaders[usize::from(leader)].hex.is_some() {
        return Err("the commander is not on the map".to_owned());
    }
    let leader = LeaderId(leader as u8);
    Ok(plain(b.ground.hexes().filter(|&hex| commanders::in_range(b, s, leader, hex)), "his range of command"))
}
