//! The movement segment (4, 5.2, 9.1): who moves, where to, which way to look.

use ground::HexId;
use jdg::Facing;
use jdg::ch04_movement::movement::{Pace, Party, Walk, reach};
use jdg::ch06_facing::{facing, zones};
use jdg::core::battle::Arm;
use jdg::core::field::{hex_of, unit_of};
use jdg::core::state::{Condition, LeaderId, UnitId};
use jdg::core::verb;
use table::{Answer, Point};

use super::context::DecisionContext;
use super::stance::{Force, Mover};
use crate::context::points;

/// A move is made only if it is so much better than staying, in tenths of a point.
const MARGIN: i32 = 15;
/// A charge must promise so much.
const CHARGE_MARGIN: i32 = 60;

/// Intent: what a unit is about to do.
#[derive(Clone, Copy, Debug)]
pub struct Intent {
    /// The unit that leads the move.
    pub unit: UnitId,
    /// Its goal.
    pub hex: HexId,
    /// Facing there.
    pub facing: Facing,
}

/// Choice of the unit that moves next.
pub fn choose(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.memory.settle(&desk.view);
    if let Some(answer) = enter(desk) {
        return answer;
    }
    if let Some(answer) = charge(desk) {
        return answer;
    }
    for _ in 0..2 {
        if let Some(answer) = move_somebody(desk) {
            return answer;
        }
        // Once everybody has been looked at, those who had nothing to do may have something to do now.
        if !desk.memory.look_again() {
            break;
        }
    }
    if let Some(answer) = ride(desk) {
        return answer;
    }
    desk.say(|_| "Nobody else gains by moving.".into());
    desk.button(verb::PASS)
}

/// Reinforcements come on as soon as they can, as many together as may: the column gets shorter (5.2.2).
fn enter(desk: &mut DecisionContext<'_, '_>) -> Option<Answer> {
    let b = desk.view.b;
    let strength = |a: &Answer| -> i32 {
        let units = a
            .points
            .iter()
            .filter_map(|p| if let Point::Unit(u) = p { Some(UnitId(*u as u8)) } else { None });
        units.map(|u| 1 + i32::from(b.unit(u).front.strength)).sum()
    };
    let entries = desk.legal().iter().filter(|a| matches!(a.verb, verb::ENTER | verb::ENTER_STACK)).copied();
    let best = entries.max_by_key(|a| (strength(a), std::cmp::Reverse(*a)))?;
    desk.say(|_| "Reinforcements come on at once.".into());
    Some(best)
}

/// The most promising charge, if one promises enough.
fn charge(desk: &mut DecisionContext<'_, '_>) -> Option<Answer> {
    let mut best: Option<(i32, Answer)> = None;
    for &answer in desk.legal().iter().filter(|a| matches!(a.verb, verb::CHARGE | verb::CHARGE_STACK)) {
        let (Some(unit), Some(target)) = (unit_of(&answer), hex_of(&answer)) else { continue };
        let value = charge_value(desk, unit, answer.verb == verb::CHARGE_STACK, target);
        if value > CHARGE_MARGIN && best.is_none_or(|(most, _)| value > most) {
            best = Some((value, answer));
        }
    }
    let (value, answer) = best?;
    desk.say(|d| format!("{} charges: it promises {}.", d.answer_name(&answer), points(value)));
    Some(answer)
}

/// Promise of a charge: that of its combat, less what the end of every charge costs (9.2), squares taken into account (9.3).
fn charge_value(desk: &DecisionContext<'_, '_>, unit: UnitId, stack: bool, target: HexId) -> i32 {
    let view = &desk.view;
    let (b, s) = (view.b, view.s);
    let here = s.unit(unit).hex;
    let party: Vec<UnitId> =
        if stack { s.stack(here).filter(|&u| view.is_horse(u)).collect() } else { vec![unit] };
    // From which side the charge comes is chosen later; the best of the sides open to the eye is what counts.
    let from = b.ground.neighbours(target).into_iter().filter(|h| h.is_some() && s.is_empty(*h));
    let from = from.min_by_key(|&h| (b.ground.distance(here, h), h)).unwrap_or(here);
    let mut force = Force::default();
    for &u in &party {
        force.add(view, u, from, target);
    }
    let heavy = party.iter().all(|&u| b.unit(u).heavy);
    let chart = &b.charts.shock_modifiers;
    let bonus = if heavy { chart.charge_heavy } else { chart.charge_other }.value;
    let mut value = force.charging(view, &[target], 0, bonus);
    let foot = || s.stack(target).filter(|&u| b.arm(u) == Arm::Infantry);
    let squares = foot().next().is_some()
        && foot().all(|u| s.unit(u).condition == Condition::Good && !s.unit(u).square)
        && b.charts.terrain[b.ground.terrain(target)].square;
    if squares {
        // Formed in time, the square sends the horse back; too late, it is disordered as well.
        let formed = foot().map(|u| 10 - view.fails(u)).min().unwrap_or(0);
        let caught: i32 = foot().map(|u| view.disorder_loss(u, Condition::Good)).sum();
        value = (formed * -40 + (10 - formed) * (value + caught)) / 10;
    }
    if orders_tested(desk, unit) {
        value = value * view.engages(unit) / 10;
    }
    let end: i32 = party.iter().map(|&u| view.disorder_loss(u, Condition::Good) * view.fails(u) / 10).sum();
    // Among many enemies the horse does not come back.
    let friends = view.power(&view.own, target, |u| party.contains(&u));
    let swarm = (view.power(&view.foes, target, |u| s.unit(u).hex == target) - friends).max(0);
    value - end / 2 - swarm / 2
}

fn orders_tested(desk: &DecisionContext<'_, '_>, unit: UnitId) -> bool {
    jdg::ch02_orders::orders::order_status(desk.view.b, desk.view.s, unit)
        != Some(jdg::core::state::OrderStatus::Received)
}

/// The hex next to the target in which a charge ends: behind the enemy if possible, before nobody else.
pub fn charge_path(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some((unit, target)) = desk.about_unit().zip(desk.about_hex()) else { return desk.first() };
    let view = &desk.view;
    let rear = |hex: HexId| {
        view.s.stack(target).any(|u| !view.b.is_gun(u) && facing::is_rear(view.b, view.s, u, hex))
    };
    let best = desk.best(|a| {
        let Some(hex) = hex_of(a) else { return i32::MIN };
        let others = view
            .b
            .ground
            .neighbours(hex)
            .into_iter()
            .filter(|&h| h.is_some() && h != target && view.hostile(h));
        300 * i32::from(rear(hex)) - 80 * others.count() as i32 - view.threat(hex) / 4
    });
    desk.say(|d| format!("{} charges from where the enemy least expects it.", d.unit_name(unit)));
    best
}

/// Of two facings that strike the target, the one with fewer other enemies in front.
pub fn charge_facing(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some(hex) = desk.about_hex() else { return desk.first() };
    let view = &desk.view;
    desk.best(|a| {
        let Some(facing) = a.facing().map(Facing) else { return 0 };
        let ahead = facing.fronts().into_iter().filter_map(|dir| view.b.ground.neighbour(hex, dir));
        -(ahead.filter(|&h| view.hostile(h)).count() as i32)
    })
}

/// The first unit, from the nearest to the enemy, that gains by moving, turning, forming square or leaving it.
fn move_somebody(desk: &mut DecisionContext<'_, '_>) -> Option<Answer> {
    let mut order: Vec<(u16, UnitId)> = Vec::with_capacity(16);
    for answer in desk.legal() {
        if !matches!(answer.verb, verb::MOVE | verb::STACK | verb::TURN | verb::UNSQUARE | verb::SQUARE) {
            continue;
        }
        let Some(unit) = unit_of(answer) else { continue };
        if !desk.memory.rejected(unit) && !order.iter().any(|(_, u)| *u == unit) {
            // Guns last: they look for the screen that the others make.
            let guns = if desk.view.b.is_gun(unit) { 200 } else { 0 };
            order.push((guns + desk.view.nearest_foe(desk.view.s.unit(unit).hex), unit));
        }
    }
    order.sort_unstable();
    for (_, unit) in order {
        if let Some(answer) = move_unit(desk, unit) {
            return Some(answer);
        }
        desk.memory.reject(unit);
    }
    None
}

/// Answer of a unit that moves, if it gains by it.
fn move_unit(desk: &mut DecisionContext<'_, '_>, unit: UnitId) -> Option<Answer> {
    if desk.view.s.unit(unit).square {
        return leave_square(desk, unit);
    }
    if rests(desk, unit) {
        return None;
    }
    if let Some(answer) = form_square(desk, unit) {
        return Some(answer);
    }
    let stack = desk.legal_one(verb::STACK, unit).and_then(|a| try_party(desk, a, unit, true));
    stack
        .or_else(|| desk.legal_one(verb::MOVE, unit).and_then(|a| try_party(desk, a, unit, false)))
        .or_else(|| turn(desk, unit))
}

/// A disordered unit out of contact stays still, so that it may rally (11.1).
fn rests(desk: &DecisionContext<'_, '_>, unit: UnitId) -> bool {
    let view = &desk.view;
    let u = view.s.unit(unit);
    u.condition != Condition::Good && !zones::next_to_enemy(view.b, view.s, view.side, u.hex)
}

/// The best that a unit or stack can do by moving; `None` if that is not better than staying.
fn try_party(
    desk: &mut DecisionContext<'_, '_>,
    answer: Answer,
    unit: UnitId,
    together: bool,
) -> Option<Answer> {
    let (b, s) = (desk.view.b, desk.view.s);
    let here = s.unit(unit).hex;
    let party = if together { Party::stack(s, here) } else { Party::one(unit) };
    let mut hexes = std::mem::take(&mut desk.memory.hexes);
    hexes.clear();
    let march = if together { verb::MARCH_STACK } else { verb::MARCH };
    let march = desk.legal_one(march, unit);
    reach::each_reachable(b, s, &Walk::begin(b, s, party, Pace::Normal), |hex, _| hexes.push((hex, false)));
    if march.is_some() {
        let walk = Walk::begin(b, s, party, Pace::Forced);
        reach::each_reachable(b, s, &walk, |hex, _| {
            if !hexes.iter().any(|(h, _)| *h == hex) {
                hexes.push((hex, true));
            }
        });
    }
    let found = best_stance(desk, party.units(), &hexes, here);
    desk.memory.hexes = hexes;
    let (gain, hex, facing, forced) = found?;
    if gain < MARGIN {
        return None;
    }
    desk.memory.intent = Some(Intent { unit, hex, facing });
    desk.say(|d| {
        format!("{} goes to {}, which is better by {}.", d.unit_name(unit), d.hex_name(hex), points(gain))
    });
    Some(if forced { march.unwrap_or(answer) } else { answer })
}

/// The best hex and facing, with its gain over staying as one is.
fn best_stance(
    desk: &mut DecisionContext<'_, '_>,
    party: &[UnitId],
    hexes: &[(HexId, bool)],
    here: HexId,
) -> Option<(i32, HexId, Facing, bool)> {
    let DecisionContext { view, memory, .. } = desk;
    let mover = Mover::new(view, party, &memory.goals);
    let now = view.s.unit(party[0]).facing;
    let stay = mover.place(&mut memory.routes, here) + best_pose(&mover, here, &[now]).map_or(0, |(v, _)| v);
    let mut best: Option<(i32, HexId, Facing, bool)> = None;
    for &(hex, forced) in hexes {
        let place = mover.place(&mut memory.routes, hex);
        let own = partner_facing(view, party, hex);
        let facings: &[Facing] = own.as_ref().map_or(&Facing::ALL, std::slice::from_ref);
        let Some((pose, facing)) = best_pose(&mover, hex, facings) else { continue };
        let gain = place + pose - stay;
        if best.is_none_or(|(most, ..)| gain > most) {
            best = Some((gain, hex, facing, forced));
        }
    }
    best
}

/// The facing of units already in a hex with whom the party must conform (6.1.1).
fn partner_facing(view: &super::field_view::FieldView<'_>, party: &[UnitId], hex: HexId) -> Option<Facing> {
    let gun = view.b.is_gun(party[0]);
    let mate = view.s.stack(hex).find(|u| view.b.is_gun(*u) == gun && !party.contains(u));
    mate.map(|u| view.s.unit(u).facing)
}

fn best_pose(mover: &Mover<'_, '_>, hex: HexId, facings: &[Facing]) -> Option<(i32, Facing)> {
    let mut best: Option<(i32, Facing)> = None;
    for &facing in facings {
        let value = mover.pose(hex, facing);
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, facing));
        }
    }
    best
}

/// Turns in place, if the view is better so.
fn turn(desk: &mut DecisionContext<'_, '_>, unit: UnitId) -> Option<Answer> {
    let DecisionContext { view, memory, seen, .. } = desk;
    let u = view.s.unit(unit);
    let party = [unit];
    let mover = Mover::new(view, &party, &memory.goals);
    let stay = mover.pose(u.hex, u.facing);
    let turns = seen.legal.iter().filter(|a| a.verb == verb::TURN && unit_of(a) == Some(unit));
    let valued = turns.filter_map(|a| Some((mover.pose(u.hex, Facing(a.facing()?)), *a)));
    let (value, answer) = valued.max_by_key(|&(value, a)| (value, std::cmp::Reverse(a)))?;
    if value - stay < 2 * MARGIN {
        return None;
    }
    desk.say(|d| format!("{} turns to where the enemy is.", d.unit_name(unit)));
    Some(answer)
}

/// Infantry in the open with enemy horse near, and neither foot nor guns to fear, forms square (9.3).
fn form_square(desk: &mut DecisionContext<'_, '_>, unit: UnitId) -> Option<Answer> {
    let answer = desk.legal_one(verb::SQUARE, unit)?;
    let view = &desk.view;
    let hex = view.s.unit(unit).hex;
    let (mut horse, mut foot) = (0, 0);
    for &foe in view.foes.list() {
        let u = view.s.unit(foe);
        let distance = view.b.ground.distance(hex, u.hex);
        if u.condition != Condition::Good {
            continue;
        }
        let strength = i32::from(view.b.unit(foe).front.strength);
        match view.b.arm(foe) {
            Arm::Cavalry if distance <= 5 => horse += strength,
            Arm::Cavalry => {}
            Arm::Infantry if distance <= 4 => foot += strength,
            Arm::Artillery if distance <= 4 => foot += strength,
            Arm::Infantry | Arm::Artillery => {}
        }
    }
    let strength: i32 = view.s.stack(hex).map(|u| i32::from(view.b.unit(u).front.strength)).sum();
    if foot > 0 || horse <= strength {
        return None;
    }
    desk.say(|d| format!("{} forms square against the horse near by.", d.unit_name(unit)));
    Some(answer)
}

/// A square opens when the horse is gone, or when foot or guns come near.
fn leave_square(desk: &mut DecisionContext<'_, '_>, unit: UnitId) -> Option<Answer> {
    let answer = desk.legal_one(verb::UNSQUARE, unit)?;
    let view = &desk.view;
    let hex = view.s.unit(unit).hex;
    let near = |arm: Arm, reach: u16| {
        view.foes.list().iter().any(|&f| {
            view.b.arm(f) == arm
                && view.s.unit(f).condition == Condition::Good
                && view.b.ground.distance(hex, view.s.unit(f).hex) <= reach
        })
    };
    if near(Arm::Cavalry, 5) && !near(Arm::Infantry, 3) && !near(Arm::Artillery, 3) {
        return None;
    }
    desk.say(|d| format!("{} opens its square.", d.unit_name(unit)));
    Some(answer)
}

/// Answer of a unit under way: where it goes on, or how it halts.
pub fn go(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.memory.settle(&desk.view);
    if let Some(Point::Leader(leader)) = desk.seen.question.about.first().copied() {
        return ride_to(desk, LeaderId(leader as u8));
    }
    let Some(unit) = desk.about_unit() else { return desk.first() };
    let here = desk.view.s.unit(unit).hex;
    if let Some(intent) = desk.memory.intent.filter(|i| i.unit == unit)
        && let Some(answer) = follow(desk, intent, here)
    {
        desk.say(|d| format!("{} goes to {} as intended.", d.unit_name(unit), d.hex_name(intent.hex)));
        return answer;
    }
    // Somebody else began this move, or it was cut short: look again.
    let hexes: Vec<(HexId, bool)> = desk
        .legal()
        .iter()
        .filter(|a| a.verb == verb::GO)
        .filter_map(|a| Some((hex_of(a)?, false)))
        .collect();
    let party = [unit];
    if let Some((gain, hex, facing, _)) = best_stance(desk, &party, &hexes, here)
        && gain > 0
    {
        let intent = Intent { unit, hex, facing };
        desk.memory.intent = Some(intent);
        if let Some(answer) = follow(desk, intent, here) {
            desk.say(|d| format!("{} goes on to {}.", d.unit_name(unit), d.hex_name(hex)));
            return answer;
        }
    }
    halt(desk, unit, here)
}

fn follow(desk: &DecisionContext<'_, '_>, intent: Intent, here: HexId) -> Option<Answer> {
    let wanted = if here == intent.hex {
        Answer::one(verb::HALT, Point::Facing(intent.facing.0))
    } else {
        Answer::one(verb::GO, Point::Place(intent.hex.0))
    };
    desk.legal().contains(&wanted).then_some(wanted)
}

/// Ends a move with the best facing that is open.
fn halt(desk: &mut DecisionContext<'_, '_>, unit: UnitId, here: HexId) -> Answer {
    let DecisionContext { view, memory, seen, .. } = desk;
    let party = [unit];
    let mover = Mover::new(view, &party, &memory.goals);
    let halts = seen.legal.iter().filter(|a| a.verb == verb::HALT);
    let valued = halts.filter_map(|a| Some((mover.pose(here, Facing(a.facing()?)), *a)));
    let best = valued.max_by_key(|&(value, a)| (value, std::cmp::Reverse(a)));
    desk.say(|d| format!("{} halts in {}.", d.unit_name(unit), d.hex_name(here)));
    best.map_or_else(|| desk.first(), |(_, answer)| answer)
}

/// A commander rides if their place is bad: few of their units in range, or enemies near.
fn ride(desk: &mut DecisionContext<'_, '_>) -> Option<Answer> {
    for &answer in desk.legal().iter().filter(|a| a.verb == verb::RIDE) {
        let Some(Point::Leader(leader)) = answer.points.first().copied() else { continue };
        let leader = LeaderId(leader as u8);
        let here = desk.view.s.leaders[leader.i()].hex;
        let far = desk.view.b.ground.within(here, 5).map(|h| command(desk, leader, h)).max().unwrap_or(0);
        if far > command(desk, leader, here) + 40 {
            desk.say(|_| "The commander rides to where help is needed.".into());
            return Some(answer);
        }
    }
    None
}

fn ride_to(desk: &mut DecisionContext<'_, '_>, leader: LeaderId) -> Answer {
    let best = desk.best(|a| hex_of(a).map_or(0, |hex| command(desk, leader, hex)));
    desk.say(|_| "From there the commander reaches most units.".into());
    best
}

/// Worth of a hex for a commander: units in their range, those at the front most; friends with them, enemies far.
fn command(desk: &DecisionContext<'_, '_>, leader: LeaderId, hex: HexId) -> i32 {
    let view = &desk.view;
    let range = view.b.leaders[leader.i()].range;
    let mut value = 0;
    for &unit in view.own.list() {
        let at = view.s.unit(unit).hex;
        let distance = view.b.ground.distance(hex, at);
        if distance <= range {
            value += 10 * (1 + i32::from(view.b.unit(unit).front.strength)) - i32::from(distance);
        } else {
            value -= 5 * i32::from(distance - range).min(6);
        }
    }
    if view.manned(hex, |_| false) {
        value += 15;
    }
    match view.nearest_foe(hex) {
        0..=1 => value - 400,
        2 => value - 100,
        3 => value - 40,
        _ => value,
    }
}
