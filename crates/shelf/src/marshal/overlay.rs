//! Overlays of a map of the rules of Marshal Enterprises.

use std::collections::BTreeMap;

use ::marshal::Battle;
use ::marshal::ch18_movement::{may_go, may_turn, rides, turn_cost};
use ::marshal::ch21_fire::{sight, value_as_it_stands};
use ::marshal::core::state::{LeaderId, LeaderStatus, State, UnitId, did};
use ::marshal::core::{footprint, status};
use ground::{Aim, Dir, HexId};
use table::Point;
use table::phrase::Catalogue;

use crate::board::{LayerData, LayerSource, OverlayData, OverlayHex, OverlayKind, label};
use crate::hexes;

/// Reach: where it can go.
pub const REACH: &str = "reach";
/// Its zone of influence.
const ZONE: &str = "zone";
/// Fire: hexes that it can fire at.
const FIRE: &str = "fire";
/// Sight: hexes that are seen.
pub const SIGHT: &str = "sight";
/// A line of sight.
const LINE: &str = "line";

/// All of them: each with the one of lines that goes with it, if one does.
const ALL: [(&str, Option<&str>); 5] =
    [(REACH, None), (ZONE, None), (FIRE, None), (SIGHT, Some(LINE)), (LINE, None)];

/// Those of a unit.
pub const OF_UNITS: [&str; 4] = [REACH, ZONE, FIRE, SIGHT];

/// Declarations of them.
pub fn kinds(words: &Catalogue) -> Vec<OverlayKind> {
    let kind = |(id, line): &(&str, Option<&str>)| OverlayKind {
        id: (*id).to_owned(),
        label: label("overlay.button", id, words),
        aimed: *id == LINE,
        line: line.map(str::to_owned),
    };
    ALL.iter().map(kind).collect()
}

/// Layers: what a whole side's counters can do.
pub fn layers(words: &Catalogue) -> Vec<LayerData> {
    let all = [
        ("zone", ZONE, LayerSource::EnemyUnits),
        ("fire", FIRE, LayerSource::EnemyUnits),
        ("own", ZONE, LayerSource::OwnUnits),
    ];
    let layer = |(id, overlay, from): (&str, &str, LayerSource)| LayerData {
        id: id.to_owned(),
        label: label("layer", id, words),
        overlay: overlay.to_owned(),
        from,
        counted: overlay == FIRE,
    };
    all.map(layer).to_vec()
}

/// An overlay of a kind, of a unit, leader or hex; a line of sight leads to another hex.
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
    let aim = match to {
        Some(Point::Place(hex)) if usize::from(hex) < b.ground.len() => Some(HexId(hex)),
        _ => None,
    };
    match of {
        Point::Place(hex) if usize::from(hex) >= b.ground.len() => Err(words.word("overlay.no_hex")),
        Point::Place(hex) => seen_from(b, s, HexId(hex), (kind, aim), words),
        Point::Leader(leader) if usize::from(leader) < b.leaders.len() => {
            ride(b, s, LeaderId(leader), kind, words)
        }
        Point::Unit(unit) if usize::from(unit) < b.units.len() => {
            let unit = UnitId(unit);
            if !s.unit(unit).on_map() {
                return Err(words.word("overlay.unit_off_map"));
            }
            match kind {
                REACH => Ok(reach(b, s, unit, words)),
                ZONE => Ok(zone(b, s, unit, words)),
                FIRE => fire(b, s, unit, words),
                _ => seen_from(b, s, s.unit(unit).hex(), (kind, aim), words),
            }
        }
        _ => Err(words.word("overlay.none")),
    }
}

fn marked(hex: HexId, label: String) -> OverlayHex {
    OverlayHex { hex: hex.0, label, from: None, via: None }
}

/// An overlay with its line for readers, and the rule that it shows.
fn told(mut hexes: Vec<OverlayHex>, key: &str, rule: &str, words: &Catalogue) -> OverlayData {
    hexes.sort_by_key(|mark| mark.hex);
    hexes.dedup_by_key(|mark| mark.hex);
    OverlayData { hexes, text: words.word(key), rule: Some(rule.to_owned()) }
}

/// Sight from a hex: all that is seen, or the line to another one (23).
fn seen_from(
    b: &Battle,
    s: &State,
    from: HexId,
    (kind, aim): (&str, Option<HexId>),
    words: &Catalogue,
) -> Result<OverlayData, String> {
    match (kind, aim) {
        (SIGHT, _) => {
            let seen = b.ground.hexes().filter(|hex| *hex != from && sight(b, s, from, *hex).is_ok());
            Ok(told(seen.map(|hex| marked(hex, String::new())).collect(), "overlay.sight", "23", words))
        }
        (LINE, Some(to)) => Ok(hexes::line_of_sight(b, sight(b, s, from, to).err().as_ref(), words)),
        _ => Err(words.word("overlay.none")),
    }
}

/// Hexes to which a leader can ride (18).
fn ride(
    b: &Battle,
    s: &State,
    leader: LeaderId,
    kind: &str,
    words: &Catalogue,
) -> Result<OverlayData, String> {
    match kind {
        _ if s.leader(leader).status != LeaderStatus::Map => Err(words.word("overlay.leader_off_map")),
        REACH => {
            let hexes = rides(b, s, leader).into_iter().map(|hex| marked(hex, String::new()));
            Ok(told(hexes.collect(), "overlay.ride", "18", words))
        }
        _ => Err(words.word("overlay.none")),
    }
}

/// Hexes of zones of influence (14).
fn zone(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> OverlayData {
    let has = ::marshal::ch14_zones::has_zone(b, s, unit);
    let parts = footprint::parts(s, unit).filter(|_| has);
    let near = parts.flat_map(|part| {
        let front = footprint::faces_of(b, s, part).front;
        front.iter().filter_map(|dir| b.ground.neighbour(s.hex_of(part), dir)).collect::<Vec<_>>()
    });
    told(near.map(|hex| marked(hex, String::new())).collect(), "overlay.zone", "14", words)
}

/// Hexes at which a unit could fire as it stands, each with the value (24, 26). Hexes without enemies are shown too.
fn fire(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> Result<OverlayData, String> {
    let values = value_as_it_stands(b, s, unit).map_err(|refusal| words.refusal(b, &refusal))?;
    let hexes = values.into_iter().map(|(hex, value)| marked(hex, value.to_string())).collect();
    Ok(told(hexes, "overlay.fire", "24", words))
}

/// A hex that was reached.
struct Reached {
    /// Half movement points.
    cost: i16,
    /// The hex before it.
    from: HexId,
    /// The facing to be taken up first, on the way out of its own hex.
    turn: Option<Aim>,
    /// The position with the unit there.
    there: State,
}

/// Hexes that a unit can reach with the movement that it has left in its own movement phase, else with all of it (18).
pub fn reach(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> OverlayData {
    let moves = ::marshal::ch18_movement::may_move(b, s, unit).is_ok();
    let mut start = s.clone();
    if !moves {
        let free = start.unit_mut(unit);
        free.spent = 0;
        free.set(did::STEPPED | did::SPENT, false);
    }
    let (first, spent) = (s.unit(unit).hex(), i16::from(start.unit(unit).spent));
    let mut found = BTreeMap::new();
    found.insert(first, Reached { cost: spent, from: first, turn: None, there: start });
    let mut open = std::collections::BinaryHeap::from([std::cmp::Reverse((spent, first))]);
    while let Some(std::cmp::Reverse((cost, hex))) = open.pop() {
        let Some(at) = found.get(&hex).filter(|at| at.cost == cost) else { continue };
        let next: Vec<_> = Dir::ALL.into_iter().filter_map(|dir| step(b, &at.there, unit, dir)).collect();
        for (to, total, turn, there) in next {
            if found.get(&to).is_none_or(|known| known.cost > total) {
                let turn = turn.filter(|_| hex == first);
                found.insert(to, Reached { cost: total, from: hex, turn, there });
                open.push(std::cmp::Reverse((total, to)));
            }
        }
    }
    let marks = found.iter().filter(|(hex, _)| **hex != first).map(|(hex, way)| OverlayHex {
        hex: hex.0,
        label: hexes::points((way.cost - spent).max(0) as u16),
        from: Some(way.from.0),
        via: way.turn.map(|aim| Point::Facing(aim.0)).and_then(Point::short),
    });
    let text = words.word(if moves { "overlay.reach" } else { "overlay.full_reach" });
    OverlayData { hexes: marks.collect(), text, rule: Some("18".to_owned()) }
}

/// A step in a direction, after a turn if it needs one: where to, what is spent then, the turn, and the position.
fn step(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> Option<(HexId, i16, Option<Aim>, State)> {
    let to = b.ground.neighbour(s.unit(unit).hex(), dir)?;
    let straight = may_go(b, s, unit, dir).ok().map(|step| (None, s.clone(), step));
    let (turn, mut there, step) = straight.or_else(|| {
        let now = s.unit(unit);
        if now.hexes().len() > 1 {
            return None;
        }
        let row = status::row(b, s, unit);
        let looks = |aim: &Aim| footprint::faces(b, row, *aim, now.hexes(), 0).front.contains(dir);
        let aims = footprint::aims(row).filter(looks).filter(|aim| may_turn(b, s, unit, *aim).is_ok());
        let aim = aims.min_by_key(|aim| aim.twelfths_to(now.aim).0)?;
        let mut there = s.clone();
        let turned = there.unit_mut(unit);
        turned.aim = aim;
        turned.spent += turn_cost(b, unit) as u8;
        let step = may_go(b, &there, unit, dir).ok()?;
        Some((Some(aim), there, step))
    })?;
    there.put(unit, &step.hexes);
    let now = there.unit_mut(unit);
    now.spent += step.cost as u8;
    now.formation = step.formation;
    now.set(did::STEPPED, true);
    Some((to, i16::from(now.spent), turn, there))
}
