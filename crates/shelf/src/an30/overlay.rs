//! Overlays of a map of the Règlement de l'An XXX. All of it is computed from what the viewer knows.

use ::an30::Battle;
use ::an30::ch08_command::{riding, span};
use ::an30::ch10_zones::{fans, zones};
use ::an30::ch14_sight::sight;
use ::an30::ch15_fire::value::{self, Firers};
use ::an30::ch18_artillery::ricochet;
use ::an30::ch19_cavalry::{charge, react};
use ::an30::core::battle::Arm;
use ::an30::core::state::{LeaderId, LeaderStatus, State, UnitId};
use ::an30::core::{footprint, status};
use ground::HexId;
use table::Point;
use table::phrase::Catalogue;

use super::reach;
use crate::board::{LayerData, LayerSource, OverlayData, OverlayHex, OverlayKind, label};
use crate::hexes;

/// Reach: where it can go.
pub const REACH: &str = "reach";
/// Its zone of influence.
const ZONE: &str = "zone";
/// Fire: hexes that it can fire at.
const FIRE: &str = "fire";
/// A shot at a hex, and where the ball goes on to.
pub const SHOT: &str = "shot";
/// Its charge zone.
pub const CHARGE: &str = "charge";
/// Its reaction zone.
const REACTION: &str = "reaction";
/// Its zone of opportunity charges.
const OPPORTUNITY: &str = "opportunity";
/// A leader's span.
const COMMAND: &str = "command";
/// Sight: hexes that are seen.
pub const SIGHT: &str = "sight";
/// A line of sight.
const LINE: &str = "line";

/// All of them: each with the one of lines that goes with it, if one does.
const ALL: [(&str, Option<&str>); 10] = [
    (REACH, None),
    (ZONE, None),
    (FIRE, Some(SHOT)),
    (SHOT, None),
    (CHARGE, None),
    (REACTION, None),
    (OPPORTUNITY, None),
    (COMMAND, None),
    (SIGHT, Some(LINE)),
    (LINE, None),
];

/// Those of a leader.
pub const OF_LEADERS: [&str; 2] = [REACH, COMMAND];

/// Those of a unit of an arm.
pub fn of_unit(arm: Arm) -> &'static [&'static str] {
    match arm {
        Arm::Infantry | Arm::Artillery => &[REACH, ZONE, FIRE, SIGHT],
        Arm::Cavalry => &[REACH, CHARGE, REACTION, OPPORTUNITY, ZONE, SIGHT],
    }
}

/// Declarations of them.
pub fn kinds(words: &Catalogue) -> Vec<OverlayKind> {
    let kind = |(id, line): &(&str, Option<&str>)| OverlayKind {
        id: (*id).to_owned(),
        label: label("overlay.button", id, words),
        aimed: matches!(*id, SHOT | LINE),
        line: line.map(str::to_owned),
    };
    ALL.iter().map(kind).collect()
}

/// Layers: what a whole side's counters can do.
pub fn layers(words: &Catalogue) -> Vec<LayerData> {
    let all = [
        ("zone", ZONE, LayerSource::EnemyUnits),
        ("fire", FIRE, LayerSource::EnemyUnits),
        ("charge", CHARGE, LayerSource::EnemyUnits),
        ("reaction", REACTION, LayerSource::EnemyUnits),
        ("own", ZONE, LayerSource::OwnUnits),
        ("command", COMMAND, LayerSource::OwnLeaders),
    ];
    let layer = |(id, overlay, from): (&str, &str, LayerSource)| LayerData {
        id: id.to_owned(),
        label: label("layer", id, words),
        overlay: overlay.to_owned(),
        from,
        counted: matches!(overlay, FIRE | CHARGE | REACTION),
    };
    all.map(layer).to_vec()
}

/// An overlay of a kind, of a unit, leader or hex; a line of sight and a shot lead to another hex.
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
        Point::Place(hex) => match (kind, aim) {
            (SIGHT, _) => Ok(seen(b, s, HexId(hex), words)),
            (LINE, Some(to)) => Ok(line(b, s, HexId(hex), to, words)),
            (SHOT, Some(to)) => Ok(shot(b, s, &[HexId(hex)], to, words)),
            _ => Err(words.word("overlay.none")),
        },
        Point::Leader(leader) if usize::from(leader) < b.leaders.len() => {
            of_leader(b, s, LeaderId(leader), kind, words)
        }
        Point::Unit(unit) if usize::from(unit) < b.units.len() => {
            let unit = UnitId(unit);
            if !s.unit(unit).on_map() {
                return Err(words.word("overlay.unit_off_map"));
            }
            of_a_unit(b, s, unit, (kind, aim), words)
        }
        _ => Err(words.word("overlay.none")),
    }
}

fn of_a_unit(
    b: &Battle,
    s: &State,
    unit: UnitId,
    (kind, aim): (&str, Option<HexId>),
    words: &Catalogue,
) -> Result<OverlayData, String> {
    match (kind, aim) {
        (REACH, _) => Ok(reach::reach(b, s, unit, words)),
        (ZONE, _) => Ok(zone(b, s, unit, words)),
        (FIRE, _) => fire(b, s, unit, words),
        (SHOT, Some(to)) => Ok(shot(b, s, s.unit(unit).hexes(), to, words)),
        (CHARGE, _) => charges(b, s, unit, words),
        (REACTION | OPPORTUNITY, _) => reacts(b, s, unit, kind, words),
        (SIGHT, _) => Ok(seen(b, s, s.unit(unit).hex(), words)),
        (LINE, Some(to)) => Ok(line(b, s, s.unit(unit).hex(), to, words)),
        _ => Err(words.word("overlay.none")),
    }
}

fn of_leader(
    b: &Battle,
    s: &State,
    leader: LeaderId,
    kind: &str,
    words: &Catalogue,
) -> Result<OverlayData, String> {
    if s.leader(leader).status != LeaderStatus::Map {
        return Err(words.word("overlay.leader_off_map"));
    }
    match kind {
        REACH => {
            let hexes = riding::reach(b, s, leader).into_iter().map(|hex| marked(hex, String::new()));
            Ok(told(hexes.collect(), "overlay.ride", Some("8.1.2"), words))
        }
        COMMAND => {
            let far = span::span(b, s, leader);
            let within = b.ground.within(s.leader(leader).hex, far);
            let hexes = within.filter(|hex| span::in_span(b, s, leader, far, *hex));
            let hexes = hexes.map(|hex| marked(hex, String::new())).collect();
            Ok(told(hexes, "overlay.command", Some("8.3.1"), words))
        }
        _ => Err(words.word("overlay.none")),
    }
}

fn marked(hex: HexId, label: String) -> OverlayHex {
    OverlayHex { hex: hex.0, label, from: None, via: None }
}

/// An overlay with its line for readers, and the rule that it shows.
fn told(mut hexes: Vec<OverlayHex>, key: &str, rule: Option<&str>, words: &Catalogue) -> OverlayData {
    hexes.sort_by_key(|mark| mark.hex);
    OverlayData { hexes, text: words.word(key), rule: rule.map(str::to_owned) }
}

fn seen(b: &Battle, s: &State, from: HexId, words: &Catalogue) -> OverlayData {
    let seen = b.ground.hexes().filter(|hex| *hex != from && sight::sees(b, s, from, *hex));
    told(seen.map(|hex| marked(hex, String::new())).collect(), "overlay.sight", Some("14.1"), words)
}

fn line(b: &Battle, s: &State, from: HexId, to: HexId, words: &Catalogue) -> OverlayData {
    hexes::line_of_sight(b, sight::line(b, s, from, to).err().as_ref(), words)
}

/// Hexes of zones of influence (10.1).
fn zone(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> OverlayData {
    let mut hexes: Vec<OverlayHex> = Vec::new();
    for part in footprint::parts(s, unit) {
        for dir in zones::exerted(b, s, part).iter() {
            let near = b.ground.neighbour(s.hex_of(part), dir);
            hexes.extend(near.map(|hex| marked(hex, String::new())));
        }
    }
    hexes.sort_by_key(|mark| mark.hex);
    hexes.dedup_by_key(|mark| mark.hex);
    told(hexes, "overlay.zone", Some("10.1"), words)
}

/// Hexes at which those in the unit's hexes can fire as they stand, each with the value (15.3, 18.7). Hexes without enemies are shown too.
fn fire(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> Result<OverlayData, String> {
    let own = s.unit(unit).hexes();
    let units = own.iter().flat_map(|hex| s.units_in(*hex));
    let range = units.map(|u| s.back(u).range).max().unwrap_or(1).max(1);
    let mut best: Vec<(HexId, String)> = Vec::new();
    let mut barred = None;
    for from in own {
        for at in b.ground.within(*from, range).filter(|at| !own.contains(at)) {
            match value::of_hex(b, s, *from, at, Firers::All) {
                Ok(fire) if best.iter().all(|(hex, _)| *hex != at) => best.push((at, fire.value.to_string())),
                Ok(_) => {}
                Err(refusal) => barred = barred.or(Some(refusal)),
            }
        }
    }
    match barred.filter(|_| best.is_empty()) {
        Some(refusal) => Err(words.refusal(b, &refusal)),
        None => {
            let hexes = best.into_iter().map(|(hex, value)| marked(hex, value)).collect();
            Ok(told(hexes, "overlay.fire", Some("15.3"), words))
        }
    }
}

/// A shot from the nearest of some hexes: what bars it, or the hexes to which a ball of guns goes on (18.9).
fn shot(b: &Battle, s: &State, own: &[HexId], to: HexId, words: &Catalogue) -> OverlayData {
    let near = own.iter().copied().min_by_key(|hex| b.ground.distance(*hex, to));
    let from = near.expect("who shoots stands somewhere");
    let fire = match value::of_hex(b, s, from, to, Firers::All) {
        Ok(fire) => fire,
        Err(refusal) => return hexes::line_of_sight(b, Some(&refusal), words),
    };
    let range = fire.units.iter().map(|unit| s.back(*unit).range).max().unwrap_or_default();
    let bounds = if fire.guns { ricochet::path(b, from, to, range) } else { Vec::new() };
    let mut before = to;
    let hexes = bounds.iter().map(|bound| OverlayHex {
        from: Some(std::mem::replace(&mut before, bound.hex).0),
        ..marked(bound.hex, if bound.spine { "½" } else { "" }.to_owned())
    });
    let key = if bounds.is_empty() { "overlay.shot" } else { "overlay.ricochet" };
    let rule = if bounds.is_empty() { "15.3" } else { "18.9" };
    let mut said = told(hexes.collect(), key, Some(rule), words);
    said.text = said.text.replace("VALUE", &fire.value.to_string());
    let side = fire.units.first().map(|unit| b.side(*unit));
    let is_own = |hex: HexId| s.units_in(hex).iter().any(|unit| Some(b.side(*unit)) == side);
    let own: Vec<String> = bounds
        .iter()
        .filter(|bound| is_own(bound.hex))
        .map(|bound| b.ground.label(bound.hex).to_string())
        .collect();
    if !own.is_empty() {
        said.text =
            format!("{}; {}", said.text, words.word("overlay.own_men").replace("HEXES", &own.join(", ")));
    }
    said
}

/// The zone of a charge: the one that was fixed when it was declared, else the one that it would have (19.2.1).
fn charges(b: &Battle, s: &State, unit: UnitId, words: &Catalogue) -> Result<OverlayData, String> {
    if let Some(at) = charge::of(s, unit) {
        let zone = s.charges[at].zone.iter().map(|hex| marked(*hex, struck(b, s, unit, *hex, String::new())));
        return Ok(told(zone.collect(), "overlay.charging", Some("19.2.1"), words));
    }
    charge::may_charge(b, s, unit).map_err(|refusal| words.refusal(b, &refusal))?;
    let depth = b.charts.zones.charge.count();
    let fan = fans::fan(b, s, unit, depth + 1).into_iter();
    let enemy = |hex: HexId| status::is_enemy(b, s, b.side(unit), hex);
    // Before the edge of the zone only those who can be struck from it.
    let zone = fan.filter(|(hex, steps)| *steps <= depth || enemy(*hex));
    let hexes = zone.map(|(hex, steps)| marked(hex, struck(b, s, unit, hex, steps.to_string()))).collect();
    Ok(told(hexes, "overlay.charge", Some("19.2.1"), words))
}

/// The label of a hex of a charge zone: crossed sabres where an enemy stands.
fn struck(b: &Battle, s: &State, unit: UnitId, hex: HexId, steps: String) -> String {
    if status::is_enemy(b, s, b.side(unit), hex) { "\u{2694}".to_owned() } else { steps }
}

/// The zones of reaction (19.17.1) and of opportunity charges (19.18.2).
fn reacts(b: &Battle, s: &State, unit: UnitId, kind: &str, words: &Catalogue) -> Result<OverlayData, String> {
    react::is_free(b, s, unit).map_err(|refusal| words.refusal(b, &refusal))?;
    let (depth, key, rule) = if kind == REACTION {
        (react::stack_depth(b, s, unit), "overlay.reaction", "19.17.1")
    } else {
        (b.charts.zones.opportunity.count(), "overlay.opportunity", "19.18.2")
    };
    let fan = fans::fan(b, s, unit, depth).into_iter();
    let hexes = fan.map(|(hex, steps)| marked(hex, struck(b, s, unit, hex, steps.to_string()))).collect();
    Ok(told(hexes, key, Some(rule), words))
}
