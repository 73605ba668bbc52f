//! 7.1 to 7.3, 7.5: artillery fire. Here stand the predicates and the modifiers; `volley` holds the procedures.

mod volley;

pub(crate) use volley::bars;

use crate::core::Vertices;
use ground::{Dir, Feature, Features, HexId};
use table::{Modifiers, Point, Refusal, Side, rule};

use crate::ch00_general::general;
use crate::ch02_orders::orders;
use crate::ch06_facing::facing;
use crate::ch07_fire::sight;
use crate::ch12_weather::weather;
use crate::core::Facing;
use crate::core::battle::Arm;
use crate::core::charts::{Effect, Figure};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Condition, OrderStatus, UnitId, did};
use crate::{Battle, State, why};

/// The three kinds of fire (7.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Kind {
    /// Of an activated battery, at all units of a hex.
    Normal,
    /// Of a battery fired at, at the top battery of the hex that fired.
    CounterBattery,
    /// Of a battery that is attacked, at the top unit of an attacking hex (8.3.3).
    Reaction,
}

/// One act of fire: who fires at which hex, and how.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The battery; of two combined batteries, the stronger (7.3).
    pub battery: UnitId,
    /// The battery that combines its fire with it (7.3).
    pub with: Option<UnitId>,
    /// The hex fired at.
    pub target: HexId,
    /// The kind of fire.
    pub kind: Kind,
}

impl Shot {
    /// Fire of a single battery.
    pub fn of(battery: UnitId, target: HexId, kind: Kind) -> Shot {
        Shot { battery, with: None, target, kind }
    }
}

/// The modifiers of a shot (7.5), without the fire strength. It must be a shot within range.
pub fn modifiers(b: &Battle, s: &State, shot: &Shot) -> Modifiers {
    let chart = &b.charts.fire_modifiers;
    let from = s.unit(shot.battery).hex;
    let distance = b.ground.distance(from, shot.target);
    let far = |battery: UnitId| distance > b.unit(battery).range.0;
    let range = if far(shot.battery) || shot.with.is_some_and(far) {
        chart.maximum_range
    } else {
        chart.effective_range
    };
    let reacts = shot.kind == Kind::Reaction;
    let terrain = b.charts.terrain[b.ground.terrain(shot.target)].fire;
    let cover = cover(b, from, shot.target);
    let from_square = reacts && s.unit(shot.battery).square;
    let mut sum = range.on(Modifiers::new());
    sum = chart.combined_batteries.on_if(shot.with.is_some(), sum);
    sum = chart.reaction_fire.on_if(reacts, sum);
    sum = chart.reaction_from_square.on_if(from_square, sum);
    for (value, label) in [(terrain, "fire.terrain"), (cover, "fire.cover")] {
        sum = sum.and_if(value != 0, value, label, rule!("7.5"));
    }
    if shot.kind == Kind::Normal {
        if let Some(massed) = massed(b, s, shot.target) {
            sum = massed.on_if(massed.value != 0, sum);
        }
        let square = s.stack(shot.target).any(|unit| s.unit(unit).square);
        sum = chart.target_in_square.on_if(square, sum);
    }
    sum
}

/// The modifier for a massed target (7.1): by the strength of its infantry and cavalry.
fn massed(b: &Battle, s: &State, target: HexId) -> Option<Figure> {
    let strength: i16 =
        s.stack(target).filter(|&unit| !b.is_gun(unit)).map(|unit| general::strength(b, s, unit)).sum();
    let rows = &b.charts.fire_modifiers.massed;
    rows.iter().rfind(|row| strength >= row.at_least_strength).map(|row| row.figure)
}

/// The fire modifier of the hexside that covers a target (7.5), 0 if none does.
///
/// RULING J140: a line that comes in at a vertex is covered only if both hexsides there cover, and then by the lesser
/// cover: fire gets in through the weaker of the two.
fn cover(b: &Battle, from: HexId, target: HexId) -> i16 {
    let of = |dir| {
        let row = |feature: Feature| {
            let shields = !Features::WORKS.contains(feature) || b.ground.protected(target, dir);
            if shields { b.charts.hexsides[feature].fire.unwrap_or(0) } else { 0 }
        };
        b.ground.hexside(target, dir).iter().map(row).min().unwrap_or_default()
    };
    let (left, right) = b.ground.hexsides_facing(from, target);
    left.into_iter().chain(right).map(of).max().unwrap_or_default()
}

/// Whether a battery may fire at a hex, facing so, in its own activation; and why not (7.1, 7.2, 7.3). A facing other than
/// its own means that it turns first.
///
/// # Errors
/// The first rule that stands in the way.
pub fn may_fire(
    b: &Battle,
    s: &State,
    battery: UnitId,
    target: HexId,
    facing: Facing,
) -> Result<(), Refusal> {
    may_act(b, s, battery)?;
    if facing != s.unit(battery).facing {
        may_turn(b, s, battery, facing)?;
    }
    may_aim(b, s, battery, target, facing)?;
    prefers(b, s, battery, target, s.unit(battery).facing)?;
    prefers(b, s, battery, target, facing)
}

/// Whether two batteries of a hex and formation may combine their fire at a hex (7.3).
///
/// # Errors
/// The first rule that stands in the way.
pub fn may_combine(
    b: &Battle,
    s: &State,
    pair: [UnitId; 2],
    target: HexId,
    facing: Facing,
) -> Result<(), Refusal> {
    let [first, second] = pair;
    // RULING J29: a battery that the target is out of range of takes no part.
    may_fire(b, s, first, target, facing)?;
    may_fire(b, s, second, target, facing)
}

/// Whether a battery may fire at all in the current activation (7.1, 7.2).
///
/// # Errors
/// The first rule that stands in the way.
pub fn may_act(b: &Battle, s: &State, battery: UnitId) -> Result<(), Refusal> {
    let no = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(battery)));
    let unit = s.unit(battery);
    if !b.is_gun(battery) {
        return no(rule!("7.1"), "fire.no_battery");
    }
    match orders::order_status(b, s, battery) {
        Some(OrderStatus::Received | OrderStatus::NoOrders) => {}
        Some(OrderStatus::RallyOnly) => return no(rule!("2.4.3"), "fire.rally_only"),
        _ if !unit.on_map() => return Err(why::off_map(b, s, battery)),
        Some(OrderStatus::Open) | None => {
            return Err(Refusal { rule: rule!("7.1"), ..why::inactive(b, s, battery) });
        }
    }
    ready(b, s, battery)?;
    if unit.has(did::FIRED) {
        return no(rule!("7.1"), "fire.fired");
    }
    Ok(())
}

/// Whether a battery is on the map and in good order (7.2).
fn ready(b: &Battle, s: &State, battery: UnitId) -> Result<(), Refusal> {
    let unit = s.unit(battery);
    let no = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(battery)));
    match unit.condition {
        _ if !unit.on_map() => Err(why::off_map(b, s, battery)),
        Condition::Good => Ok(()),
        Condition::Routed => no(rule!("10.2"), "fire.routed"),
        _ => no(rule!("7.2"), "fire.disordered"),
    }
}

/// Whether a battery may turn to a facing before it fires (7.2): by one vertex, once, with all batteries of its hex (6.1.1).
///
/// # Errors
/// The first rule that stands in the way.
pub fn may_turn(b: &Battle, s: &State, battery: UnitId, facing: Facing) -> Result<(), Refusal> {
    let unit = s.unit(battery);
    if unit.facing.steps_to(facing) > Vertices(1) {
        return Err(Refusal::new(rule!("7.2"), "fire.turn_one").with("unit", unit_point(battery)));
    }
    // RULING J141: batteries of one hex face the same way (6.1.1), so they turn together, and only if all of them are active
    // and none has turned in this activation.
    for gun in s.stack(unit.hex).filter(|&gun| b.is_gun(gun)) {
        if s.unit(gun).has(did::TURNED) {
            return Err(Refusal::new(rule!("7.2"), "fire.turned").with("unit", unit_point(gun)));
        }
        if !orders::is_active(b, s, gun) {
            return Err(Refusal::new(rule!("6.1.1"), "fire.turn_neighbour").with("unit", unit_point(gun)));
        }
    }
    Ok(())
}

/// Whether a battery facing so can hit a hex: an enemy there, weather, cone, range and line of sight (7.2 to 7.4, 12).
///
/// # Errors
/// The first rule that stands in the way.
pub fn may_aim(b: &Battle, s: &State, battery: UnitId, target: HexId, facing: Facing) -> Result<(), Refusal> {
    let no =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(battery)).with("hex", hex_point(target));
    if s.top(target).is_none_or(|top| b.side(top) == b.side(battery)) {
        return Err(no(rule!("7.1"), "fire.no_target"));
    }
    let from = s.unit(battery).hex;
    let distance = b.ground.distance(from, target);
    let most = b.unit(battery).range.1;
    if distance > most {
        let range = Point::Number(most as i16);
        return Err(no(rule!("7.3"), "fire.range").with("range", range));
    }
    // RULING J142: a battery with six front hexes (town, village, castle, square: 6.1.1) has no limit of cone.
    if !facing::six_fronts(b, s, battery) && !b.ground.in_cone(from, facing, target) {
        return Err(no(rule!("7.2"), "fire.cone"));
    }
    if distance > 1 {
        weather::allows_distant_fire(b, s)?;
    }
    sight::sight(b, s, from, target)
}

/// Whether a battery facing so is free to fire at a hex: an enemy in one of its front hexes comes first (7.2).
///
/// RULING J229: they are six in a town, village, castle or square. RULING J21: this limits the target only. RULING J22: an enemy that it cannot fire at obliges to nothing.
///
/// # Errors
/// The refusal, naming the enemy that has to be fired at.
pub fn prefers(b: &Battle, s: &State, battery: UnitId, target: HexId, facing: Facing) -> Result<(), Refusal> {
    let from = s.unit(battery).hex;
    let mut must = None;
    let all_round = facing::six_fronts(b, s, battery);
    for dir in Dir::ALL.into_iter().filter(|dir| all_round || facing.fronts().contains(dir)) {
        let Some(hex) = b.ground.neighbour(from, dir) else { continue };
        if may_aim(b, s, battery, hex, facing).is_ok() {
            if hex == target {
                return Ok(());
            }
            must = must.or(s.top(hex));
        }
    }
    match must {
        None => Ok(()),
        Some(enemy) => Err(Refusal::new(rule!("7.2"), "fire.adjacent")
            .with("unit", unit_point(battery))
            .with("enemy", unit_point(enemy))),
    }
}

/// Whether a battery may answer fire from a hex with counter-battery fire (7.1): at the battery that fired, on top there, without
/// turning, whatever stands next to it (7.2).
///
/// # Errors
/// The first rule that stands in the way.
pub fn may_reply(b: &Battle, s: &State, battery: UnitId, at: HexId) -> Result<(), Refusal> {
    unanswered(b, s, battery)?;
    may_aim(b, s, battery, at, s.unit(battery).facing)
}

/// Whether a battery may fire in reaction at an attacking hex (8.3.3): a front hex, without turning.
///
/// # Errors
/// The first rule that stands in the way.
pub fn may_react(b: &Battle, s: &State, battery: UnitId, at: HexId) -> Result<(), Refusal> {
    unanswered(b, s, battery)?;
    let unit = s.unit(battery);
    let front = b.ground.dir_to(unit.hex, at).is_some_and(|dir| facing::fronts(b, s, battery).contains(dir));
    if !front {
        let refusal = Refusal::new(rule!("8.3.3"), "fire.not_front");
        return Err(refusal.with("unit", unit_point(battery)).with("hex", hex_point(at)));
    }
    may_aim(b, s, battery, at, unit.facing)
}

/// Whether a battery in good order still has its one reply in the enemy's activation (7.1).
fn unanswered(b: &Battle, s: &State, battery: UnitId) -> Result<(), Refusal> {
    ready(b, s, battery)?;
    if s.unit(battery).has(did::REPLIED) {
        return Err(Refusal::new(rule!("7.1"), "fire.replied").with("unit", unit_point(battery)));
    }
    Ok(())
}

/// The unit that reaction fire may choose instead of the battery on top of an attacking hex (5.1.3).
pub fn under_battery(b: &Battle, s: &State, at: HexId) -> Option<UnitId> {
    let mut stack = s.stack(at);
    let top = stack.next()?;
    b.is_gun(top).then(|| stack.find(|&unit| b.arm(unit) != Arm::Artillery)).flatten()
}

/// The effects of a shot for every face of the die: rows of the fire table.
pub fn outcomes(b: &Battle, s: &State, shot: &Shot) -> [usize; 10] {
    let sum = general::strength(b, s, shot.battery) + modifiers(b, s, shot).total();
    std::array::from_fn(|die| b.charts.fire_row(die as i16 + sum))
}

/// The word for a row's effects.
fn word(effects: &[Effect]) -> &'static str {
    match effects {
        [] => "no_effect",
        [Effect::Test] => "test",
        [Effect::Disorder] => "disorder",
        [Effect::Rout] => "rout",
        [Effect::Disorder, Effect::Test] => "disorder_then_test",
        _ => "several",
    }
}

/// The enemies of a side, one hex each, in the order of their top units.
fn enemy_hexes(b: &Battle, s: &State, side: Side) -> impl Iterator<Item = HexId> {
    b.unit_ids()
        .filter(move |&unit| b.side(unit) != side)
        .filter(move |&unit| s.top(s.unit(unit).hex) == Some(unit))
        .map(move |unit| s.unit(unit).hex)
}
