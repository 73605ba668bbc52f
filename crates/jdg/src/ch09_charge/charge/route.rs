//! 9.1: charge movement.

use std::cell::RefCell;

use ground::{Flood, HexId, Step};
use table::{Answer, Event, Play, Point, Refusal, Verb, rule};

use super::{bars, may_strike_into};
use crate::Few;
use crate::ch00_general::general::ratings;
use crate::ch04_movement::movement::costs::{self, Neighbour, Price};
use crate::ch05_stacking::arrival::ArrivalKind;
use crate::ch05_stacking::{reinforcements, stacking};
use crate::ch06_facing::zones;
use crate::ch08_shock::shock::announce;
use crate::ch08_shock::shock::combat::{held_against, occupier};
use crate::ch11_rally::demoralization::may_step_into;
use crate::core::Facing;
use crate::core::battle::Battle;
use crate::core::field::{Field, hex_of, hex_point, unit_point};
use crate::core::state::{Condition, State, UnitId, did};
use crate::core::verb;

thread_local! {
    /// Workspace of the search, kept to spare allocations; it holds nothing between calls.
    static FLOOD: RefCell<Flood> = RefCell::new(Flood::new());
}

/// One movement point.
pub(super) const MP: u16 = 2;

/// The reduced movement rate, in half movement points (4.1.2): half of the allowance, rounded up to a whole point.
pub(super) fn reduced_half_mp(b: &Battle, s: &State, units: &[UnitId]) -> u16 {
    let least = units.iter().map(|&u| ratings(b, s, u).half_mp).min().unwrap_or_default();
    (least / MP).div_ceil(2) * MP
}

/// Bar on a step of charge movement: an enemy, ground closed to charges, friendly guns or a square in the way, zones of
/// control (5.1.2, 9.1, 4.4.3, 11.2, 6.2.2).
///
/// # Errors
/// The rule that does.
pub(super) fn may_ride(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    from: HexId,
    to: HexId,
) -> Result<(), Refusal> {
    let unit = units[0];
    let (side, start) = (b.side(unit), s.unit(unit).hex);
    let no =
        |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(to)));
    if occupier(b, s, to) == Some(side.enemy()) {
        return no(rule!("5.1.2"), "move.enemy");
    }
    may_strike_into(b, s, unit, from, to)?;
    if s.stack(to).any(|u| b.is_gun(u)) {
        return no(rule!("9.1"), "charge.friendly_guns");
    }
    if s.stack(to).any(|u| s.unit(u).square) {
        return no(rule!("4.4.3"), "move.square_in_way");
    }
    may_step_into(b, s, unit, to)?;
    if from == start && zones::in_enemy_zone(b, s, side, start) {
        // 6.2.2: out of the zone before coming back into it (9.1, RULING J43).
        let with = |why, enemy| no(rule!("6.2.2"), why).map_err(|no| no.with("enemy", unit_point(enemy)));
        if let Some(enemy) = zones::shared_holder(b, s, side, start, to) {
            return with("zoc.same_enemy", enemy);
        }
        if let Some(enemy) = zones::front_holder(b, s, side, to) {
            return with("zoc.front", enemy);
        }
    }
    Ok(())
}

/// One step of charge movement (9.1), and what it costs.
fn step(b: &Battle, s: &State, units: &[UnitId], from: HexId, dir: ground::Dir, to: HexId) -> Step {
    let unit = units[0];
    let (side, start) = (b.side(unit), s.unit(unit).hex);
    if may_ride(b, s, units, from, to).is_err() {
        return Step::No;
    }
    let beside = Neighbour::beside(b, s, side, to);
    let Price::HalfMp(mut cost) = costs::price(b, b.arm(unit), from, dir, to, beside) else {
        return Step::No;
    };
    if from == start && zones::in_enemy_zone(b, s, side, start) {
        cost += MP;
    }
    if zones::in_enemy_zone(b, s, side, to) {
        return Step::EnterAndStop(cost);
    }
    Step::Enter(if s.is_empty(to) { cost } else { cost + MP })
}

/// Part of the cost of a hex that is given back to a charge that ends there: friends cost 1 MP only to those who pass (4.4.3).
pub(super) fn given_back(b: &Battle, s: &State, units: &[UnitId], hex: HexId) -> u16 {
    let passed = !s.is_empty(hex) && !zones::in_enemy_zone(b, s, b.side(units[0]), hex);
    if passed { MP } else { 0 }
}

/// The facings with which units may end their charge in a hex next to the target: the target in front (9.1), the
/// facing they had in an enemy zone kept, and that of friends there taken (6.1.1).
fn facings(b: &Battle, s: &State, units: &[UnitId], hex: HexId, target: HexId) -> Few<Facing> {
    let Some(dir) = b.ground.dir_to(hex, target) else { return Few::new() };
    let unit = units[0];
    let kept = zones::in_enemy_zone(b, s, b.side(unit), s.unit(unit).hex).then(|| s.unit(unit).facing);
    let friends = s.stack(hex).find(|&u| !b.is_gun(u)).map(|u| s.unit(u).facing);
    [Facing(dir.0), Facing(dir.0).turn(-1)]
        .into_iter()
        .filter(|f| kept.is_none_or(|k| k == *f) && friends.is_none_or(|k| k == *f))
        .collect()
}

/// Whether those in the hex to which a charge comes could attack beside it (5.1.3, RULING J164): units of a stack attack
/// together, but for those in disorder.
fn companions_attack(b: &Battle, s: &State, units: &[UnitId], hex: HexId) -> Result<(), Refusal> {
    let stays_out = |&u: &UnitId| {
        let now = s.unit(u);
        let fights = now.condition == Condition::Good && !b.is_gun(u) && !now.has(did::CHARGING);
        fights && !units.contains(&u) && announce::may_attack(b, s, u).is_err()
    };
    match s.stack(hex).find(stays_out) {
        None => Ok(()),
        Some(other) => Err(Refusal::new(rule!("5.1.3"), "charge.companion")
            .with("unit", unit_point(units[0]))
            .with("hex", hex_point(hex))
            .with("other", unit_point(other))),
    }
}

/// Whether a charge on the target may end in a hex.
///
/// # Errors
/// Why not.
pub(super) fn may_end(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    hex: HexId,
    target: HexId,
) -> Result<(), Refusal> {
    let no =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(units[0])).with("hex", hex_point(hex));
    if held_against(b, s, b.side(units[0]), hex) {
        return Err(no(rule!("5.1.2"), "move.enemy"));
    }
    if b.ground.dir_to(hex, target).is_none() {
        return Err(no(rule!("9.1"), "charge.end_not_beside").with("target", hex_point(target)));
    }
    if hex == s.unit(units[0]).hex {
        return Err(no(rule!("9.1"), "charge.must_move"));
    }
    if s.stack(hex).any(|u| b.is_gun(u)) {
        return Err(no(rule!("9.1"), "charge.friendly_guns"));
    }
    may_strike_into(b, s, units[0], hex, target)?;
    companions_attack(b, s, units, hex)?;
    stacking::may_join(b, s, units, hex)?;
    reinforcements::bars(b, s, b.side(units[0]), hex)?;
    if facings(b, s, units, hex, target).is_empty() {
        return Err(no(rule!("9.1"), "charge.end_facing").with("target", hex_point(target)));
    }
    Ok(())
}

/// Runs the search for charge movement and looks at its result.
fn search<T>(b: &Battle, s: &State, units: &[UnitId], look: impl FnOnce(&Flood) -> T) -> T {
    search_within(b, s, units, reduced_half_mp(b, s, units), look)
}

/// The same within any number of half movement points.
pub(super) fn search_within<T>(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    budget: u16,
    look: impl FnOnce(&Flood) -> T,
) -> T {
    FLOOD.with_borrow_mut(|flood| {
        let start = s.unit(units[0]).hex;
        flood.flood(&b.ground, start, budget + MP, |from, dir, to, _| step(b, s, units, from, dir, to));
        look(flood)
    })
}

/// The hexes in which a charge on the target may end, clockwise.
fn ends(b: &Battle, s: &State, units: &[UnitId], target: HexId, flood: &Flood) -> Few<HexId> {
    let budget = reduced_half_mp(b, s, units);
    let paid = |hex: HexId| flood.cost(hex).is_some_and(|cost| cost <= budget + given_back(b, s, units, hex));
    let around = b.ground.neighbours(target).into_iter();
    around.filter(|&hex| paid(hex) && may_end(b, s, units, hex, target).is_ok()).collect()
}

/// Calls `each` with every hex that a charge could ride to, what it costs in half movement points, and the hex before it.
pub(super) fn each_ridden(b: &Battle, s: &State, unit: UnitId, mut each: impl FnMut(HexId, u16, HexId)) {
    let (from, budget) = (s.unit(unit).hex, reduced_half_mp(b, s, &[unit]));
    search_within(b, s, &[unit], budget, |flood| {
        for (hex, cost) in flood.reached().filter(|&(hex, cost)| hex != from && cost <= budget) {
            each(hex, cost, flood.route_back(hex).nth(1).unwrap_or(from));
        }
    });
}

/// The hex out of which a charge would strike at a target at the least cost; none if no charge comes to it.
pub(super) fn cheapest_end(b: &Battle, s: &State, unit: UnitId, target: HexId) -> Option<HexId> {
    search(b, s, &[unit], |flood| {
        ends(b, s, &[unit], target, flood).into_iter().min_by_key(|&hex| (flood.cost(hex), hex))
    })
}

/// Whether charge movement leads to a target (9.1).
///
/// # Errors
/// If it does not.
pub(super) fn reaches(b: &Battle, s: &State, units: &[UnitId], target: HexId) -> Result<(), Refusal> {
    let reached = search(b, s, units, |flood| !ends(b, s, units, target, flood).is_empty());
    if reached {
        return Ok(());
    }
    Err(bars::out_of_reach(b, s, units, target))
}

/// The enemy hexes that a charge could come to by distance alone, and that `fit`, in the order of the map.
pub(super) fn targets_in_reach(
    b: &Battle,
    s: &State,
    unit: UnitId,
    fit: impl Fn(HexId) -> bool,
) -> Few<HexId, 64> {
    let side = b.side(unit);
    // No step is cheaper than half a point, on whatever charts.
    let farthest = reduced_half_mp(b, s, &[unit]) + 1;
    let here = s.unit(unit).hex;
    let mut targets: Few<HexId, 64> = b
        .unit_ids()
        .filter(|&u| b.side(u) != side && s.top(s.unit(u).hex) == Some(u))
        .map(|u| s.unit(u).hex)
        .filter(|&hex| b.ground.distance(here, hex) <= farthest && fit(hex))
        .collect();
    targets.sort_unstable();
    targets
}

/// Appends the declarations that a unit makes for units of its hex, against those of the targets that they reach.
pub(super) fn declare(
    b: &Battle,
    s: &State,
    unit: UnitId,
    units: &[UnitId],
    targets: &[HexId],
    verb: Verb,
    out: &mut Vec<Answer>,
) {
    if targets.is_empty() {
        return;
    }
    search(b, s, units, |flood| {
        for &target in targets {
            if !ends(b, s, units, target, flood).is_empty() {
                out.push(Answer::two(verb, unit_point(unit), hex_point(target)));
            }
        }
    });
}

impl Field<'_, '_> {
    /// The charge movement itself (9.1): its owner chooses the hex next to the target in which it ends, and the facing.
    pub(super) fn charge_movement(&mut self, units: &[UnitId], target: HexId) -> Play<()> {
        let unit = units[0];
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            let hexes = search(b, s, units, |flood| ends(b, s, units, target, flood));
            out.extend(hexes.into_iter().map(|hex| Answer::one(verb::GO, hex_point(hex))));
        };
        let explain = |b: &Battle, s: &State, answer: &Answer| {
            let hex = hex_of(answer).unwrap_or(HexId::NONE);
            let points = (reduced_half_mp(b, s, units) / MP) as i16;
            let barred = may_end(b, s, units, hex, target).err().or_else(|| bars::route_to(b, s, units, hex));
            barred.unwrap_or_else(|| {
                Refusal::new(rule!("9.1"), "charge.end_out_of_reach")
                    .with("unit", unit_point(unit))
                    .with("hex", hex_point(hex))
                    .with("points", Point::Number(points))
            })
        };
        let side = self.b.side(unit);
        let about = [unit_point(unit), hex_point(target), Point::Nothing];
        let answer = self.ask(side, rule!("9.1"), "charge.path", about, list, explain)?;
        let end = hex_of(&answer).expect("GO names a hex");
        let options = facings(self.b, self.s, units, end, target);
        let route: Few<HexId> = search(self.b, self.s, units, |flood| flood.route_back(end).collect());
        for &hex in route.iter().rev().skip(1) {
            self.relocate_together(units, hex, ArrivalKind::Own)?;
        }
        self.face_charge(units, &options, target)?;
        self.tell(|| {
            Event::new(rule!("9.1"), "charge.moved")
                .unit("unit", unit.0.into())
                .place("hex", end.0)
                .place("target", target.0)
        });
        Ok(())
    }

    fn face_charge(&mut self, units: &[UnitId], options: &[Facing], target: HexId) -> Play<()> {
        let unit = units[0];
        let offers: Few<Answer> =
            options.iter().map(|f| Answer::one(verb::TURN, Point::Facing(f.0))).collect();
        let about = [unit_point(unit), hex_point(self.s.unit(unit).hex), Point::Nothing];
        let friend = crate::ch06_facing::facing::partner(self.b, self.s, unit, |u| units.contains(&u));
        let refuse = |b: &Battle, s: &State, answer: &Answer| {
            let here = s.unit(unit).hex;
            let ahead = b.ground.dir_to(here, target).zip(answer.facing());
            let sees = ahead.is_some_and(|(dir, facing)| Facing(facing).fronts().contains(&dir));
            let refusal = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit));
            match friend {
                Some(friend) if sees => {
                    refusal(rule!("6.1.1"), "facing.partner").with("partner", unit_point(friend))
                }
                _ if sees => refusal(rule!("9.1"), "charge.keeps_facing"),
                _ => refusal(rule!("9.1"), "charge.faces_target").with("hex", hex_point(target)),
            }
        };
        let answer = self.choose(self.b.side(unit), rule!("9.1"), "charge.facing", about, &offers, refuse)?;
        let chosen = answer.facing().map(Facing).expect("TURN names a facing");
        for &u in units {
            self.s.unit_mut(u).facing = chosen;
        }
        Ok(())
    }
}
