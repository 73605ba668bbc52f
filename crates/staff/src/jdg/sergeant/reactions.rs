//! Decisions in the middle of a combat: refusal, squares, counter-charges, advances, pursuit, withdrawal.

use ground::{Dirs, HexId};
use jdg::Few;
use jdg::ch00_general::general;
use jdg::ch06_facing::facing::usual_fronts;
use jdg::ch06_facing::zones;
use jdg::ch08_shock::shock::combat::{self, Combat};
use jdg::core::battle::Arm;
use jdg::core::field::{hex_of, unit_of};
use jdg::core::state::{Condition, LeaderId, UnitId, did};
use jdg::core::strike::Strike;
use jdg::core::verb;
use table::{Answer, Point};

use super::context::DecisionContext;
use super::prospect;
use super::stance::Force;
use crate::context::points;

/// Promise of the attack on a hex to the attackers, by what they have announced.
fn attack_on(desk: &DecisionContext<'_, '_>, hex: HexId) -> i32 {
    let view = &desk.view;
    let strikes = combat::strikes(view.b, view.s);
    let combats = combat::group(view.b, strikes);
    combats.iter().find(|c| c.targets.contains(&hex)).map_or(0, |c| prospect::of_combat(view, c))
}

/// Cavalry gives way to an attack that it would lose (8.8), two hexes rather than one.
pub fn refuse(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some(unit) = desk.about_unit() else { return desk.first() };
    let here = desk.view.s.unit(unit).hex;
    let attack = attack_on(desk, here);
    let view = &desk.view;
    let condition = view.s.unit(unit).condition;
    let fail =
        |extra: i32| (view.fails(unit) + extra).clamp(0, 10) * view.disorder_loss(unit, condition) / 10;
    let best = desk.best(|a| match (a.verb, hex_of(a)) {
        (verb::EVADE, Some(to)) => {
            let test = if view.b.ground.distance(here, to) >= 2 { fail(-2) } else { fail(1) };
            let front = zones::in_enemy_front(view.b, view.s, view.side, to);
            let harm = if front { view.disorder_loss(unit, condition) } else { 0 };
            -test - harm - 30 + view.shelter(unit, to).min(0) / 4
        }
        _ => -attack,
    });
    let evades = best.verb == verb::EVADE;
    desk.say(|d| match evades {
        true => {
            format!("{} evades: the attack promises the enemy {}.", d.unit_name(unit), points(attack))
        }
        false => {
            format!("{} stands: the attack promises the enemy only {}.", d.unit_name(unit), points(attack))
        }
    });
    best
}

/// A charge on infantry in the open is met in square, unless the infantry is strong enough without (9.3.1).
pub fn square(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some((unit, hex)) = desk.about_unit().zip(desk.about_hex()) else { return desk.first() };
    let view = &desk.view;
    let (b, s) = (view.b, view.s);
    let mut force = Force::default();
    let mut heavy = true;
    for &foe in view.foes.list() {
        let at = s.unit(foe).hex;
        let strikes = s.unit(foe).has(did::CHARGING)
            && b.ground.dir_to(at, hex).is_some_and(|d| usual_fronts(s, foe).contains(d));
        if strikes {
            force.add(view, foe, at, hex);
            heavy &= b.unit(foe).heavy;
        }
    }
    let chart = &b.charts.shock_modifiers;
    let bonus = if heavy { chart.charge_heavy } else { chart.charge_other }.value;
    let standing = force.charging(view, &[hex], 0, bonus);
    let in_square = force.charging(view, &[hex], 0, chart.charge_on_square.value).min(0);
    let foot = || s.stack(hex).filter(|&u| b.arm(u) == Arm::Infantry);
    let fails = foot().map(|u| view.fails(u)).max().unwrap_or(10);
    let caught: i32 = standing + foot().map(|u| view.disorder_loss(u, Condition::Good)).sum::<i32>();
    let trying = ((10 - fails) * in_square + fails * caught) / 10;
    let tries = trying < standing;
    desk.say(|d| match tries {
        true => format!("{} forms square: standing would cost {}.", d.unit_name(unit), points(standing)),
        false => format!("{} receives the charge in line: it is strong enough.", d.unit_name(unit)),
    });
    desk.button(if tries { verb::YES } else { verb::NO })
}

/// Horse does not throw itself on a square (9.3.2).
pub fn recall(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.say(|_| "The square stands: the horse is called back.".into());
    desk.button(verb::YES)
}

/// To counter-charge costs nothing and takes the bonus from the charge (9.4).
pub fn countercharge(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.say(|_| "Rides to meet the charge: it costs nothing to try.".into());
    desk.button(verb::YES)
}

/// The best hex to withdraw to: away from the enemy, near friends, through nobody.
pub fn withdraw(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some(unit) = desk.about_unit() else { return displace(desk) };
    let view = &desk.view;
    let routed = view.s.unit(unit).condition == Condition::Routed;
    let here = view.s.unit(unit).hex;
    let best = desk.best(|a| match (a.verb, hex_of(a)) {
        // A village shelters routed units as long as no enemy is next to it (10.4).
        (verb::HALT, _) => {
            if zones::next_to_enemy(view.b, view.s, view.side, here) {
                -1000
            } else {
                1000
            }
        }
        (_, Some(to)) => {
            let front = if zones::in_enemy_front(view.b, view.s, view.side, to) { 600 } else { 0 };
            // Whoever is passed through must test (10.5).
            let crowd = view
                .s
                .stack(to)
                .filter(|&u| u != unit && (routed || view.b.is_gun(u) == view.b.is_gun(unit)));
            view.shelter(unit, to) - front - 60 * crowd.count() as i32
        }
        _ => -5000,
    });
    desk.say(|d| format!("{} goes back where it is safest.", d.unit_name(unit)));
    best
}

/// A commander goes with their men, or away from the enemy (2.5.2).
pub fn displace(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let at = desk.seen.question.about.iter().find_map(|p| match p {
        Point::Leader(l) => Some(view.s.leaders[LeaderId(*l as u8).i()].hex),
        _ => None,
    });
    let safety = |hex: HexId| {
        let friends = if view.manned(hex, |_| false) { 80 } else { 0 };
        friends + 40 * i32::from(view.nearest_foe(hex).min(5)) - view.threat(hex) / 2
    };
    let best = desk.best(|a| match hex_of(a) {
        Some(hex) => safety(hex),
        None => at.filter(|h| h.is_some()).map_or(-1000, safety),
    });
    desk.say(|_| "The commander goes where it is safest.".into());
    best
}

/// Advance of the victors: onto objectives, and not among enemies.
pub fn advance(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let best = desk.best(|a| match (unit_of(a), hex_of(a)) {
        (Some(unit), Some(hex)) => {
            let friends = view.power(&view.own, hex, |u| u == unit);
            let own = 10 * i32::from(general::strength(view.b, view.s, unit));
            30 + view.prize(hex) + 10 * view.cover(hex) - (view.threat(hex) - friends - own).max(0) / 2
        }
        _ => 0,
    });
    desk.say(|d| match best.verb {
        verb::PASS => "Stays where it is: the ground ahead is too hot.".into(),
        _ => format!("Advances: {}.", d.answer_name(&best)),
    });
    best
}

/// A battery follows the infantry that screens it (8.8.1).
pub fn guns(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.say(|_| "The battery keeps with the infantry that screens it.".into());
    desk.button(verb::YES)
}

/// Gain of the units of a hex by an attack at once in some directions.
fn second_attack(desk: &DecisionContext<'_, '_>, unit: UnitId, hex: HexId, aims: Dirs) -> i32 {
    let view = &desk.view;
    let units = view
        .s
        .stack(hex)
        .filter(|&u| combat::can_strike(view.b, view.s, u) && !view.s.unit(u).has(did::BROKE));
    let mut strikes: Few<Strike> = units.map(|u| Strike { unit: u, from: hex, aims }).collect();
    if strikes.is_empty() {
        strikes.push(Strike { unit, from: hex, aims });
    }
    Combat::of(view.b, strikes).map_or(0, |c| prospect::of_combat(view, &c))
}

/// A breakthrough is fought on if the second attack promises something (8.7.2).
pub fn breakthrough(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some(unit) = desk.about_unit() else { return desk.button(verb::NO) };
    let (b, s) = (desk.view.b, desk.view.s);
    let aims = combat::enemies_in(b, s, unit, usual_fronts(s, unit));
    let value = second_attack(desk, unit, s.unit(unit).hex, aims);
    desk.say(|d| format!("{}: a second attack promises {}.", d.unit_name(unit), points(value)));
    desk.button(if value > 0 { verb::YES } else { verb::NO })
}

/// The defence strikes back where that promises something, and horse pursues what is broken (8.7.2, 9.5.1).
pub fn riposte(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let (b, s) = (view.b, view.s);
    let best = desk.best(|a| {
        let Some(unit) = unit_of(a) else { return 0 };
        let hex = s.unit(unit).hex;
        match (a.verb, hex_of(a)) {
            (verb::ATTACK, Some(target)) => {
                b.ground.dir_to(hex, target).map_or(0, |d| second_attack(desk, unit, hex, Dirs::from(d)))
            }
            // The ground won is the attacker's way back; to go after them leaves one's own.
            (verb::ADVANCE, Some(ground)) => view.prize(ground) - 60,
            (verb::PURSUE | verb::PURSUE_STACK, _) => pursuit(desk, unit),
            _ => 0,
        }
    });
    desk.say(|d| match best.verb {
        verb::PASS => "Is content with having held.".into(),
        _ => format!("Strikes back: {}.", d.answer_name(&best)),
    });
    best
}

/// Pursuit pays where the enemy near is broken, and not where they stand in masses.
fn pursuit(desk: &DecisionContext<'_, '_>, unit: UnitId) -> i32 {
    let view = &desk.view;
    let hex = view.s.unit(unit).hex;
    let mut value = -view.disorder_loss(unit, Condition::Good) * view.fails(unit) / 20;
    for &foe in view.foes.list() {
        let u = view.s.unit(foe);
        let distance = view.b.ground.distance(hex, u.hex);
        if distance <= 3 {
            let strength = i32::from(general::strength(view.b, view.s, foe));
            value += match u.condition {
                Condition::Routed => 50 * strength,
                Condition::Disordered => 30 * strength,
                _ if view.b.is_gun(foe) => 40,
                _ if u.square => -40 * strength,
                _ => -20 * strength,
            };
        }
    }
    value
}

/// Choice of the units that pursue: the whole stack has more weight, but also more to lose (9.5.2).
pub fn pursue(desk: &mut DecisionContext<'_, '_>) -> Answer {
    if desk.legal().iter().any(|a| a.verb == verb::PASS) {
        return riposte(desk);
    }
    let best = desk.best(|a| i32::from(a.verb == verb::PURSUE_STACK));
    desk.say(|_| "Pursues.".into());
    best
}

/// Stops the pursuit before fresh enemies in force or in square (9.5.2).
pub fn halt_pursuit(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some(unit) = desk.about_unit() else { return desk.first() };
    let view = &desk.view;
    let (b, s) = (view.b, view.s);
    let hex = s.unit(unit).hex;
    let aims = jdg::ch09_charge::charge::chargeable(b, s, unit, usual_fronts(s, unit));
    let mut force = Force::default();
    let mut targets = [HexId::NONE; 2];
    let mut count = 0;
    for target in aims.iter().filter_map(|d| b.ground.neighbour(hex, d)).take(2) {
        force.add(view, unit, hex, target);
        targets[count] = target;
        count += 1;
    }
    let value = force.charging(view, &targets[..count], 0, b.charts.shock_modifiers.charge_other.value);
    let halts = value <= 0;
    desk.say(|d| match halts {
        true => format!("{} halts: there are too many before it.", d.unit_name(unit)),
        false => format!("{} rides on.", d.unit_name(unit)),
    });
    desk.button(if halts { verb::YES } else { verb::NO })
}
