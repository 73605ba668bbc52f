//! Costs, and whether a unit may go into the next hex (14, 16, 18).

use ground::{Dir, Feature, HexId};
use table::{Point, Refusal, Rule, rule};

use crate::ch10_increments::{may_stand, room};
use crate::ch14_zones;
use crate::ch16_organisations::file_hexes;
use crate::ch20_horse_tirailleurs::vexed;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::{AimKind, Costs};
use crate::core::footprint;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, March, Order, Part, State, UnitId, did};
use crate::core::status;

/// Movement of a unit in this phase, in half points (16, 18, 30).
pub fn allowance(b: &Battle, s: &State, unit: UnitId) -> i16 {
    let (now, figures) = (s.unit(unit), &b.charts.movement);
    let printed = 2 * b.unit(unit).movement;
    match now.order {
        Order::Pgd => 0,
        Order::Disorder => (figures.disorder.value * printed_exact(printed)).floor() as i16,
        Order::Good if now.march == March::Forced => 2 * printed,
        Order::Good => printed,
    }
}

fn printed_exact(half_points: i16) -> labataille::exact::Exact {
    labataille::exact::Exact::whole(half_points.into())
}

/// Cost that a hexside adds, by some column of costs; none where it may not be crossed. Over a bridge and through a ford the water costs nothing more.
pub fn hexside_cost(b: &Battle, from: HexId, dir: Dir, of: impl Fn(Costs) -> Option<u16>) -> Option<u16> {
    let mut sum = 0;
    let features = b.ground.hexside(from, dir);
    let crossed = features.contains(Feature::Bridge) || features.contains(Feature::Ford);
    for feature in features.iter() {
        if crossed && matches!(feature, Feature::River | Feature::Canal | Feature::Stream) {
            continue;
        }
        let row = b.charts.hexsides[feature];
        if !row.uphill_only || b.ground.uphill(from, dir) {
            sum += of(row.cost)?;
        }
    }
    Some(sum)
}

/// Cost of a hex to an arm that comes from the next one, in half points; none where it may not go.
pub fn ground_cost(b: &Battle, arm: Arm, from: HexId, to: HexId) -> Option<i16> {
    let over = hexside_cost(b, from, b.ground.dir_to(from, to)?, |cost| cost.of(arm))?;
    Some((b.charts.terrain[b.ground.terrain(to)].cost.of(arm)? + over) as i16)
}

/// A step: the hexes of the unit after it, its formation there, and the cost in half points.
#[derive(Clone, Debug)]
pub struct Step {
    /// The hexes.
    pub hexes: Hexes,
    /// The formation.
    pub formation: Formation,
    /// The cost.
    pub cost: i16,
}

/// Formation of a unit in a hex: general order where the ground asks for it, a column out of it (16).
fn formation_in(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Formation {
    let now = s.unit(unit).formation;
    let keeps = matches!(
        now,
        Formation::Skirmish | Formation::Limbered | Formation::Unlimbered | Formation::RoadMarch
    );
    match (keeps, status::is_close(b, hex), now) {
        (false, true, _) => Formation::GeneralOrder,
        (false, false, Formation::GeneralOrder) => Formation::Column,
        _ => now,
    }
}

/// Whether a unit may go through a hexside, and what comes of it (14, 16, 18).
///
/// # Errors
/// Why it may not.
pub fn may_go(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> Result<Step, Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)));
    if now.formation == Formation::Unlimbered {
        return refuse(rule!("16"), "step.unlimbered");
    }
    let file = status::row(b, s, unit).aim == AimKind::Path;
    if !goes_ahead(b, s, unit, dir, file) {
        return refuse(rule!("18"), "step.front");
    }
    let moves = if file { &now.hexes()[..1] } else { now.hexes() };
    let mut hexes: Hexes = moves.iter().filter_map(|hex| b.ground.neighbour(*hex, dir)).collect();
    if hexes.len() < moves.len() {
        return refuse(rule!("18"), "step.edge");
    }
    zones(b, s, unit, &hexes)?;
    // Close ground in any of its hexes is too close for a line.
    let close = hexes.iter().copied().find(|hex| status::is_close(b, *hex));
    let formation = formation_in(b, s, unit, close.unwrap_or(hexes[0]));
    if now.march == March::Forced && formation != now.formation {
        return refuse(rule!("44"), "step.forced");
    }
    let mut cost = 0;
    for (from, to) in moves.iter().zip(&hexes) {
        cost = cost.max(enter(b, s, unit, (*from, *to), dir, formation)? + vexed(b, s, unit, *from, *to));
    }
    if file {
        // The others follow, each to the hex before it; who has not come up yet does (RULING 27).
        let follow = file_hexes(b, s, unit) - 1;
        hexes.extend(now.hexes().iter().copied().take(follow));
    }
    if now.formation == Formation::Square {
        return square(b, s, unit, Step { hexes, formation, cost });
    }
    if i16::from(now.spent) + cost > allowance(b, s, unit) {
        let left = Point::Number((allowance(b, s, unit) - i16::from(now.spent)) / 2);
        return Err(Refusal::new(rule!("18"), "step.points")
            .with("unit", Point::Unit(unit.0))
            .with("left", left));
    }
    Ok(Step { hexes, formation, cost })
}

/// A carré goes one hex a phase, from open ground to open ground (16).
fn square(b: &Battle, s: &State, unit: UnitId, step: Step) -> Result<Step, Refusal> {
    let refuse = |why| Err(Refusal::new(rule!("16"), why).with("unit", Point::Unit(unit.0)));
    if s.unit(unit).has(did::STEPPED) {
        return refuse("step.square");
    }
    if step.formation != Formation::Square {
        return refuse("step.square_ground");
    }
    Ok(Step { cost: b.charts.movement.square.value, ..step })
}

/// Whether a unit has a hexside before it: each of its hexes, or only the head of a file; into its own hexes a part may go besides (18).
fn goes_ahead(b: &Battle, s: &State, unit: UnitId, dir: Dir, file: bool) -> bool {
    let now = s.unit(unit);
    let ahead = |part: Part| {
        let own = || b.ground.neighbour(s.hex_of(part), dir).is_some_and(|hex| now.hexes().contains(&hex));
        footprint::faces_of(b, s, part).front.contains(dir) || !file && own()
    };
    let mut parts = footprint::parts(s, unit).take(if file { 1 } else { usize::MAX });
    now.order == Order::Disorder || parts.all(ahead)
}

/// Foot and foot guns stop in any zone, cavalry and horse guns in that of cavalry; out of one they go only at the beginning (14). A line in several hexes
/// goes on with one of them in a zone if it brings another before the enemy: for the assault (16).
fn zones(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId]) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let held = |hex: &HexId| ch14_zones::stops(b, s, unit, *hex);
    if !now.has(did::STEPPED) || !now.hexes().iter().any(held) {
        return Ok(());
    }
    let line = now.formation == Formation::Line && now.hexes().len() > 1;
    let front = |at: usize| {
        let enemy = |dir: Dir| {
            let beyond = b.ground.neighbour(hexes[at], dir);
            beyond.is_some_and(|hex| status::is_enemy(b, s, b.side(unit), hex))
        };
        footprint::faces_of(b, s, Part::new(unit, at)).front.iter().any(enemy)
    };
    let comes_up = |at: usize| !held(&now.hexes()[at]) && front(at);
    if line && (0..hexes.len()).any(comes_up) {
        return Ok(());
    }
    Err(Refusal::new(rule!("14"), "step.zone").with("unit", Point::Unit(unit.0)))
}

/// The cost of a hex for a part of a unit, if it may enter.
fn enter(
    b: &Battle,
    s: &State,
    unit: UnitId,
    (from, to): (HexId, HexId),
    dir: Dir,
    formation: Formation,
) -> Result<i16, Refusal> {
    let (arm, now) = (b.arm(unit), s.unit(unit));
    let place = Point::Place(to.0);
    let refuse =
        |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)).with("hex", place));
    if status::is_enemy(b, s, b.side(unit), to) {
        return refuse(rule!("18"), "step.enemy");
    }
    let along_road = now.formation == Formation::RoadMarch && !b.ground.roads(from, dir).is_empty();
    if now.formation == Formation::RoadMarch && !along_road {
        return refuse(rule!("16"), "step.road");
    }
    if formation == Formation::GeneralOrder && now.hexes().len() > 1 {
        return refuse(rule!("16"), "step.line");
    }
    // A carré by its own words, and a line that stays one, need clear ground; into general order a line of one hex goes for nothing.
    let keeps = matches!(formation, Formation::Line | Formation::Square) && !status::is_open(b, to);
    if keeps || now.formation == Formation::Square && formation != Formation::Square {
        return refuse(rule!("16"), "step.line");
    }
    let terrain = &b.charts.terrain[b.ground.terrain(to)];
    let cost = match terrain.cost.of(arm) {
        _ if along_road => b.charts.movement.road.value,
        None => return refuse(rule!("18"), "step.terrain"),
        Some(cost) => {
            let Some(over) = hexside_cost(b, from, dir, |c| c.of(arm)) else {
                return refuse(rule!("18"), "step.hexside");
            };
            (cost + over) as i16
        }
    };
    passes(b, s, unit, to, formation)?;
    Ok(cost)
}

/// Whether a unit in some formation may go through a hex with friends in it: skirmishers through anybody and anybody through them (19), cavalry through cavalry (18), and over
/// some others (16, 18); else it goes where it may stand too.
///
/// # Errors
/// Why it may not.
pub(crate) fn passes(
    b: &Battle,
    s: &State,
    unit: UnitId,
    to: HexId,
    formation: Formation,
) -> Result<(), Refusal> {
    let arm = b.arm(unit);
    let refuse = |rule: Rule, why| {
        Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)).with("hex", Point::Place(to.0)))
    };
    let mut there = s.units_in(to);
    there.retain(|u| *u != unit);
    let loose = |u: &UnitId| s.unit(*u).formation == Formation::Skirmish;
    if loose(&unit) || there.iter().all(loose) {
        return Ok(());
    }
    let mixed = |u: &UnitId| (b.arm(*u) == Arm::Cavalry) != (arm == Arm::Cavalry);
    if there.iter().any(mixed) {
        let through = there.iter().filter(|u| mixed(u)).all(|u| lets_by(b, s, unit, *u));
        return if through { Ok(()) } else { refuse(rule!("18"), "stack.cavalry") };
    }
    let strange = there.iter().find(|u| {
        b.arm(**u) == arm
            && arm == Arm::Infantry
            && s.unit(**u).order == Order::Good
            && s.unit(**u).formation != formation
    });
    if let Some(other) = strange {
        return Err(Refusal::new(rule!("16"), "stack.formations")
            .with("unit", Point::Unit(other.0))
            .with("hex", Point::Place(to.0)));
    }
    // Formations were looked at as they will be.
    there.push(unit);
    room(b, s, to, &there)
}

/// Whether a unit may go over one of another kind, cavalry over foot and guns or the reverse: cavalry over carrés and what is in them, skirmishers and
/// limbered guns (16, 18); horse guns and cavalry over each other (10).
fn lets_by(b: &Battle, s: &State, unit: UnitId, other: UnitId) -> bool {
    if b.arm(unit) != Arm::Cavalry {
        return b.is(unit, Trait::Horse) || s.unit(other).formation == Formation::Skirmish;
    }
    let square = |u: &UnitId| status::is_in(b, s, *u, Arm::Infantry, Formation::Square);
    let loose = matches!(s.unit(other).formation, Formation::Skirmish | Formation::Limbered);
    loose || b.is(other, Trait::Horse) || s.units_in(s.unit(other).hex()).iter().any(square)
}

/// Reason why a unit may not stay where it is, so long as it can go on: cavalry never with foot or guns (10, 18), nor with cavalry in another formation (16).
pub(super) fn must_go_on(b: &Battle, s: &State, unit: UnitId) -> Option<Refusal> {
    if b.arm(unit) != Arm::Cavalry && !b.is(unit, Trait::Horse) {
        return None;
    }
    let stays = s.unit(unit).hexes().iter().find_map(|hex| may_stand(b, s, &[unit], *hex).err());
    let horse = b.arm(unit) == Arm::Cavalry;
    let mixed = stays.filter(|it| it.why == "stack.cavalry" || horse && it.why == "stack.formations");
    mixed.filter(|_| Dir::ALL.into_iter().any(|dir| may_go(b, s, unit, dir).is_ok()))
}

/// Whether guns may be prolonged into a hex (16, 18).
///
/// # Errors
/// Why they may not.
pub fn may_prolong(b: &Battle, s: &State, unit: UnitId, to: HexId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", Point::Unit(unit.0)));
    match () {
        () if b.arm(unit) != Arm::Artillery || now.formation != Formation::Unlimbered => {
            refuse(rule!("16"), "prolong.guns")
        }
        () if b.is(unit, Trait::Position) => refuse(rule!("16"), "prolong.heavy"),
        () if now.order != Order::Good => refuse(rule!("30"), "form.order"),
        () if now.spent > 0 || now.has(did::PROLONGED) => refuse(rule!("18"), "prolong.once"),
        () if b.ground.dir_to(now.hex(), to).is_none() => refuse(rule!("16"), "prolong.far"),
        () if !b.charts.terrain[b.ground.terrain(to)].open
            || ground_cost(b, Arm::Artillery, now.hex(), to).is_none() =>
        {
            refuse(rule!("16"), "prolong.ground")
        }
        () if status::is_enemy(b, s, b.side(unit), to) => refuse(rule!("18"), "step.enemy"),
        () => may_stand(b, s, &[unit], to),
    }
}
