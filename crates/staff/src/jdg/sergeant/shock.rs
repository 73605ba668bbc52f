//! Shock (8): which attacks are announced, and in which order they are fought.

use ground::HexId;
use jdg::ch02_orders::orders;
use jdg::ch08_shock::shock::announce::{may_announce, may_attack, neglected};
use jdg::ch08_shock::shock::combat;
use jdg::core::field::{hex_of, unit_of};
use jdg::core::state::{Condition, OrderStatus, Segment, State, UnitId, did};
use jdg::core::verb;
use jdg::{Field, Jdg};
use table::umpires::Odds;
use table::{Answer, Names};

use super::context::DecisionContext;
use super::field_view::{FieldView, VICTORY_POINT};
use super::prospect;
use crate::context::points;

/// An attack is announced if it adds so much to what was announced before.
const MARGIN: i32 = 20;
/// Estimates so near to nothing are worked out exactly.
const DOUBTFUL: i32 = 120;
/// At most so many cases are walked through for that; the few left over weigh little.
const MOST_RUNS_OF_AN_ATTACK: u64 = 150;

/// The next attack to be announced, or that it is enough.
pub fn announce(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let before = prospect(view, view.s);
    let mut best: Option<(i32, Answer, State)> = None;
    for &answer in desk.legal().iter().filter(|a| a.verb == verb::ATTACK) {
        let (value, then) = best_plan(desk, &answer);
        if best.as_ref().is_none_or(|(most, ..)| value - before > *most) {
            best = Some((value - before, answer, then));
        }
    }
    let may_pass = desk.legal().contains(&Answer::button(verb::PASS));
    if let Some((estimate, answer, then)) = best {
        let doubtful = estimate.abs() < DOUBTFUL;
        let gain = doubtful.then(|| exact(view, &then)).flatten().unwrap_or(estimate);
        if gain > MARGIN || !may_pass {
            desk.say(|d| {
                let [unit, target, _] = answer.points.map(|point| d.seen.battle.title(point));
                format!("The attack of {unit} on {target} promises {}.", points(gain))
            });
            return answer;
        }
    }
    desk.say(|_| "No (further) attack promises anything.".into());
    desk.button(verb::PASS)
}

/// Best plan of an attack: its promise, alone or together with all who could join, whichever is better; and the state so announced.
fn best_plan(desk: &DecisionContext<'_, '_>, answer: &Answer) -> (i32, State) {
    let view = &desk.view;
    let (Some(unit), Some(target)) = (unit_of(answer), hex_of(answer)) else { return (0, view.s.clone()) };
    let alone = plan(view, &[(unit, target)]);
    let value = prospect(view, &alone);
    let attacks = desk.legal().iter().filter(|a| a.verb == verb::ATTACK && hex_of(a) == Some(target));
    let all: Vec<(UnitId, HexId)> = attacks.filter_map(|a| Some((unit_of(a)?, target))).collect();
    if all.len() < 2 {
        return (value, alone);
    }
    let together = plan(view, &all);
    let more = prospect(view, &together);
    if more > value { (more, together) } else { (value, alone) }
}

/// The state with attacks announced, and with those that the rules then oblige to (8.2).
fn plan(view: &FieldView<'_>, attacks: &[(UnitId, HexId)]) -> State {
    let mut s = view.s.clone();
    // Twice: one who stands between others lets them join (8.4.1).
    for &(unit, target) in attacks.iter().chain(attacks) {
        if may_announce(view.b, &s, unit, target).is_ok() {
            commit(view, &mut s, unit, target);
        }
    }
    for _ in 0..12 {
        let Some((unit, target)) = neglected(view.b, &s) else { break };
        commit(view, &mut s, unit, target);
    }
    s
}

/// A stack goes against a hex, as when an attack is announced (8.3.1, 5.1.3).
fn commit(view: &FieldView<'_>, s: &mut State, unit: UnitId, target: HexId) {
    let hex = s.unit(unit).hex;
    let Some(dir) = view.b.ground.dir_to(hex, target) else { return };
    let mut next = s.top(hex);
    while let Some(u) = next {
        next = s.unit(u).under.some();
        if may_attack(view.b, s, u).is_ok() {
            s.unit_mut(u).aims.insert(dir);
            s.unit_mut(u).did |= did::COMMITTED;
        }
    }
}

/// Promise of all attacks announced in a state together.
fn prospect(view: &FieldView<'_>, s: &State) -> i32 {
    let then =
        FieldView { b: view.b, s, side: view.side, own: view.own, foes: view.foes, morale: view.morale };
    let combats = combat::group(view.b, combat::strikes(view.b, s));
    combats.iter().map(|c| tested(&then, c, prospect::of_combat(&then, c))).sum()
}

/// Without orders the attackers may fail to engage, and a part of the promise with them (8.3.2).
fn tested(view: &FieldView<'_>, combat: &combat::Combat, value: i32) -> i32 {
    let mut sum = 0;
    let mut count = 0;
    for strike in &combat.strikes {
        let ordered = orders::order_status(view.b, view.s, strike.unit) == Some(OrderStatus::Received);
        sum += if ordered || view.s.unit(strike.unit).has(did::CHARGING) {
            10
        } else {
            view.engages(strike.unit)
        };
        count += 1;
    }
    if value > 0 && count > 0 { value * sum / (10 * count) } else { value }
}

/// The exact promise of all that is announced, if it is a single combat and nothing was announced before: every fall of the
/// dice is walked through, with the first legal answer to every question.
fn exact(view: &FieldView<'_>, s: &State) -> Option<i32> {
    if view.own.list().iter().any(|&u| !view.s.unit(u).aims.is_empty() || view.s.unit(u).has(did::CHARGING)) {
        return None;
    }
    if combat::group(view.b, combat::strikes(view.b, s)).len() != 1 {
        return None;
    }
    let mut start = s.clone();
    start.clock.segment = Segment::Combat;
    let before = balance(view, &start);
    let odds = Odds::<Jdg>::new(view.b).most_runs(MOST_RUNS_OF_AN_ATTACK);
    let cases = odds.of(|doors| {
        let mut then = start.clone();
        Field::new(view.b, &mut then, doors).combat_step()?;
        Ok(balance(view, &then))
    });
    let cases = cases.ok()?;
    let covered = i64::from(cases.covered.permille()).max(1);
    let sum: i64 =
        cases.rows.iter().map(|(value, share)| i64::from(value - before) * i64::from(share.permille())).sum();
    Some((sum / covered) as i32)
}

/// Balance: the worth of own units and objectives, less those of the enemy.
fn balance(view: &FieldView<'_>, s: &State) -> i32 {
    let mut sum = 0;
    for unit in view.own.list().iter().chain(view.foes.list()) {
        let now = s.unit(*unit).condition;
        let lost = now != Condition::Good && view.s.unit(*unit).condition == Condition::Good;
        let worth = view.worth(*unit, now) - if lost { view.spirit(*unit, Condition::Good) } else { 0 };
        sum += if view.b.side(*unit) == view.side { worth } else { -worth };
    }
    for (objective, holder) in view.b.objectives.iter().zip(&s.holders) {
        let sign = if *holder == view.side.0 {
            1
        } else if *holder == view.side.enemy().0 {
            -1
        } else {
            0
        };
        sum += sign * objective.points * VICTORY_POINT;
    }
    sum
}

/// The combat that promises most is fought first: what it clears helps the next.
pub fn order(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let combats = combat::group(view.b, combat::strikes(view.b, view.s));
    let best = desk.best(|a| {
        let mut named = a.points.iter().filter_map(|p| match p {
            table::Point::Place(hex) => Some(HexId(*hex)),
            _ => None,
        });
        let (target, base) = (named.next(), named.next());
        let found = combats.iter().find(|c| {
            target.is_some_and(|hex| c.targets.contains(&hex)) && base.is_none_or(|b| c.strikes[0].from == b)
        });
        found.map_or(0, |c| prospect::of_combat(view, c))
    });
    desk.say(|_| "The surest attack comes first.".into());
    best
}

/// The terrain that helps: the attacker the highest modifier, the defender the lowest (8.4.2).
pub fn terrain(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let attacks = orders::active_side(view.b, view.s) == view.side;
    let best = desk.best(|a| {
        let mut places = a
            .points
            .iter()
            .filter_map(|p| if let table::Point::Place(h) = p { Some(HexId(*h)) } else { None });
        let (Some(from), Some(to)) = (places.next(), places.next()) else { return 0 };
        let value = i32::from(jdg::ch08_shock::shock::modifiers::terrain_between(view.b, from, to));
        if attacks { value } else { -value }
    });
    desk.say(|_| "The ground that helps most.".into());
    best
}
