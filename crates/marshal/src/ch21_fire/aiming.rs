//! Aiming: who may fire at which hex (21, 23 to 28).

use ground::{HexId, TraceStep};
use table::{Few, Point, Refusal, Rule, rule};

use super::Kind;
use super::value::is_ridden;
use crate::ch20_horse_tirailleurs;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{Exact, FireBasis};
use crate::core::footprint;
use crate::core::state::{Formation, March, Order, Part, State, UnitId, did};
use crate::core::status;

/// The hex of a unit from which it would fire at a hex: the nearest that has it before its front.
pub fn firing_hex(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Option<HexId> {
    let parts = footprint::parts(s, unit).filter(|part| before_front(b, s, *part, at));
    parts.map(|part| s.hex_of(part)).min_by_key(|hex| b.ground.distance(*hex, at))
}

/// Whether a unit sees a hex before its front, so near (23).
pub fn before(b: &Battle, s: &State, unit: UnitId, at: HexId, range: u16) -> bool {
    let from = firing_hex(b, s, unit, at).filter(|from| b.ground.distance(*from, at) <= range);
    from.is_some_and(|from| blocked(b, s, from, at).is_none())
}

/// Whether a unit has a hex before one of its fronts, however far, seen or not.
pub fn looks_out(b: &Battle, s: &State, unit: UnitId, at: HexId) -> bool {
    firing_hex(b, s, unit, at).is_some()
}

/// Whether the line from a part to a hex goes out through one of its front hexsides (23).
pub(super) fn before_front(b: &Battle, s: &State, part: Part, at: HexId) -> bool {
    let (from, front) = (s.hex_of(part), footprint::faces_of(b, s, part).front);
    let (one, other) = b.ground.hexsides_facing(at, from);
    one.is_some_and(|dir| front.contains(dir)) || other.is_some_and(|dir| front.contains(dir))
}

/// Range of a unit, in hexes (19, 24, 27, 28).
pub fn range(b: &Battle, s: &State, unit: UnitId, kind: Kind) -> u16 {
    let now = s.unit(unit);
    match (kind, b.arm(unit)) {
        (Kind::Defensive | Kind::Opportunity, _) => 1,
        (_, Arm::Artillery) => s.back(unit).range,
        (_, Arm::Infantry) if now.formation == Formation::Skirmish => s.back(unit).range.max(2),
        _ => 1,
    }
}

/// Whether a unit may fire at a hex (21, 23 to 28).
///
/// # Errors
/// Why it may not.
pub fn may_fire(b: &Battle, s: &State, unit: UnitId, at: HexId, kind: Kind) -> Result<(), Refusal> {
    let refuse = |rule: Rule, why| {
        Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)).with("hex", Point::Place(at.0)))
    };
    may_fire_at_all(b, s, unit, kind)?;
    if !status::is_enemy(b, s, b.side(unit), at) {
        return refuse(rule!("21"), "fire.nobody");
    }
    if kind != Kind::Opportunity {
        if s.fired_at.contains(&at) {
            return refuse(rule!("21"), "fire.again");
        }
        has_fire_left(b, s, unit, at)?;
    }
    if s.unit(unit).has(did::ENGAGED) && s.unit(unit).target != at {
        return refuse(rule!("32"), "fire.engaged");
    }
    let Some(from) = firing_hex(b, s, unit, at) else { return refuse(rule!("23"), "fire.front") };
    let distance = b.ground.distance(from, at);
    if distance > range(b, s, unit, kind) {
        return refuse(if kind == Kind::Offensive { rule!("24") } else { rule!("27") }, "fire.range");
    }
    if super::value::value(b, s, &[unit], at).exact().value.of <= 0 {
        return refuse(rule!("24"), "fire.worth");
    }
    if let Some(hex) = blocked(b, s, from, at) {
        return Err(Refusal::new(rule!("23"), "fire.blocked")
            .with("unit", Point::Unit(unit.0))
            .with("hex", Point::Place(hex.0)));
    }
    if b.arm(unit) == Arm::Artillery && kind == Kind::Offensive {
        let nearer = |hex: &HexId| b.ground.distance(from, *hex) < distance && !s.fired_at.contains(hex);
        let seen =
            |hex: &HexId| firing_hex(b, s, unit, *hex).is_some() && blocked(b, s, from, *hex).is_none();
        let closer = status::enemies(b, s, b.side(unit)).map(|(_, hex)| hex).filter(nearer).find(seen);
        if let Some(hex) = closer {
            return Err(Refusal::new(rule!("26"), "fire.closest")
                .with("unit", Point::Unit(unit.0))
                .with("hex", Point::Place(hex.0)));
        }
    }
    Ok(())
}

/// Whether a unit fires in this segment at all.
fn may_fire_at_all(b: &Battle, s: &State, unit: UnitId, kind: Kind) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)));
    if !now.on_map() {
        return refuse(rule!("21"), "unit.off");
    }
    if now.order == Order::Pgd || now.order == Order::Disorder && b.arm(unit) == Arm::Cavalry {
        return refuse(rule!("30"), "fire.routed");
    }
    if kind == Kind::Offensive && now.march != March::None {
        return refuse(rule!("44"), "fire.forced");
    }
    let row = status::row(b, s, unit);
    if row.fire == FireBasis::Nothing {
        return refuse(rule!("21"), "fire.formation");
    }
    let hex = now.hex();
    let top = s.units_in(hex).into_iter().find(|u| b.side(*u) == b.side(unit));
    let open = b.charts.terrain[b.ground.terrain(hex)].open;
    let only_top =
        row.fire == FireBasis::Printed && (b.arm(unit) == Arm::Infantry || !open || with_column(b, s, hex));
    if only_top && top != Some(unit) { refuse(rule!("24"), "fire.top") } else { Ok(()) }
}

/// Whether a unit has fire left for a hex in this segment: a carré and the guns in it fire through hexsides of which none is next to another (so three), or once with all
/// that they have at cavalry that is on it (16); cavalry in skirmish order fires once at every enemy unit (20); all others fire once (27).
fn has_fire_left(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Result<(), Refusal> {
    let refuse = |rule: Rule, why| {
        Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)).with("hex", Point::Place(at.0)))
    };
    if !s.unit(unit).has(did::FIRED) {
        return Ok(());
    }
    let own = s.unit(unit).hex();
    let shots = || s.shots.iter().filter(|(u, _)| *u == unit).map(|(_, hex)| *hex);
    if ch20_horse_tirailleurs::is_tirailleur(b, s, unit) {
        let there = s.units_in(at);
        let again = shots().any(|hex| there.iter().any(|u| s.unit(*u).hexes().contains(&hex)));
        return if again { refuse(rule!("20"), "fire.unit_again") } else { Ok(()) };
    }
    let square = |u: &UnitId| status::is_in(b, s, *u, Arm::Infantry, Formation::Square);
    match () {
        () if !s.units_in(own).iter().any(square) => refuse(rule!("27"), "fire.fired"),
        () if is_ridden(b, s, own, at) || shots().any(|hex| is_ridden(b, s, own, hex)) => {
            refuse(rule!("16"), "fire.whole")
        }
        () if shots().any(|hex| b.ground.distance(hex, at) <= 1) => refuse(rule!("16"), "fire.contiguous"),
        () => Ok(()),
    }
}

/// Whether infantry in column stands in a hex: then only the top unit fires (25).
fn with_column(b: &Battle, s: &State, hex: HexId) -> bool {
    s.units_in(hex).into_iter().any(|u| status::is_in(b, s, u, Arm::Infantry, Formation::Column))
}

/// The hex that blocks a line of sight, if one does (23). Along a hexside either hex blocks. From above a blocker nearer to who looks does
/// not count, from below one nearer to the target, unless it is a unit of the target's side beside the target (RULING 15).
pub fn blocked(b: &Battle, s: &State, from: HexId, to: HexId) -> Option<HexId> {
    if b.ground.distance(from, to) <= 1 {
        return None;
    }
    let passed = b.ground.trace(from, to).flat_map(|step| -> Few<HexId, 2> {
        match step {
            TraceStep::Hex(hex) => Few::from_iter([hex]),
            TraceStep::Along { left, right } => left.into_iter().chain(right).collect(),
            TraceStep::Hexside(..) | TraceStep::Vertex { .. } => Few::new(),
        }
    });
    let mut passed = passed.filter(|hex| *hex != from && *hex != to);
    passed.find(|hex| blocks(b, s, *hex, from, to))
}

/// Whether a hex is seen from another one (23).
///
/// # Errors
/// The hex that blocks the line.
pub fn sight(b: &Battle, s: &State, from: HexId, to: HexId) -> Result<(), Refusal> {
    match blocked(b, s, from, to) {
        None => Ok(()),
        Some(hex) => Err(Refusal::new(rule!("23"), "sight.blocked").with("hex", Point::Place(hex.0))),
    }
}

/// The hexes at which a unit could fire as it stands, enemy or not, each with its value there (23, 24, 26).
///
/// # Errors
/// It does not fire at all.
pub fn value_as_it_stands(b: &Battle, s: &State, unit: UnitId) -> Result<Vec<(HexId, Exact)>, Refusal> {
    may_fire_at_all(b, s, unit, Kind::Opportunity)?;
    let far = range(b, s, unit, Kind::Offensive);
    let own = s.unit(unit).hexes();
    let mut found: Vec<(HexId, Exact)> = Vec::new();
    for from in own {
        for at in b.ground.within(*from, far).filter(|at| !own.contains(at)) {
            let known = found.iter().any(|(hex, _)| *hex == at);
            if !known && firing_hex(b, s, unit, at) == Some(*from) && sight(b, s, *from, at).is_ok() {
                found.push((at, super::value::value(b, s, &[unit], at).exact().value.into()));
            }
        }
    }
    Ok(found)
}

fn blocks(b: &Battle, s: &State, hex: HexId, from: HexId, to: HexId) -> bool {
    let terrain = b.charts.terrain[b.ground.terrain(hex)].blocks_los;
    let unit = s.units_in(hex).into_iter().any(|u| s.unit(u).order != Order::Pgd);
    let ground = &b.ground;
    let (own, other, height) = (ground.level(from), ground.level(to), ground.level(hex));
    let hill = height > own.max(other);
    if !terrain && !unit {
        return hill;
    }
    let (near, far) = (ground.distance(from, hex), ground.distance(hex, to));
    // Villages and towns block whatever the elevation.
    if terrain && ground_is_built(b, hex) || hill {
        return true;
    }
    let friend = status::holder(b, s, hex).is_some() && status::holder(b, s, hex) == status::holder(b, s, to);
    let over = own > other && near < far || own < other && far < near && !(unit && far == 1 && friend);
    !over
}

/// Whether buildings stand in a hex.
fn ground_is_built(b: &Battle, hex: HexId) -> bool {
    use ground::Terrain;
    matches!(
        b.ground.terrain(hex),
        Terrain::Village
            | Terrain::Town
            | Terrain::City
            | Terrain::Hamlet
            | Terrain::Castle
            | Terrain::SpecialStructure
    )
}
