//! Shock (8): which attacks are announced, and in which order they are fought.

use ground::HexId;
use jdg::facing::bit;
use jdg::field::{hex_of, unit_of};
use jdg::shock::announce::{may_attack, neglected};
use jdg::shock::combat;
use jdg::state::{Footing, State, UnitId, did};
use jdg::{orders, verb};
use table::Answer;

use super::clash;
use super::desk::Desk;
use super::eye::Eye;

/// An attack is announced if it adds so much to what was announced before.
const MARGIN: i32 = 20;

/// The next attack to be announced, or that it is enough.
pub fn announce(desk: &mut Desk<'_, '_>) -> Answer {
    let eye = &desk.eye;
    let before = prospect(eye, eye.s);
    let mut best: Option<(i32, Answer)> = None;
    let legal = desk.legal();
    for &answer in legal.iter().filter(|a| a.verb == verb::ATTACK) {
        let (Some(unit), Some(target)) = (unit_of(&answer), hex_of(&answer)) else { continue };
        // Alone, and together with all who could join.
        let alone = plan(eye, &[(unit, target)]);
        let mut value = prospect(eye, &alone);
        let all: Vec<(UnitId, HexId)> = legal
            .iter()
            .filter(|a| a.verb == verb::ATTACK && hex_of(a) == Some(target))
            .filter_map(|a| Some((unit_of(a)?, target)))
            .collect();
        if all.len() > 1 {
            value = value.max(prospect(eye, &plan(eye, &all)));
        }
        if best.is_none_or(|(most, _)| value - before > most) {
            best = Some((value - before, answer));
        }
    }
    let pass = legal.contains(&Answer::button(verb::PASS));
    match best {
        Some((gain, answer)) if gain > MARGIN || !pass => {
            desk.say(|d| format!("Attacks ({}): it promises {} points.", d.answer_name(&answer), gain / 10));
            answer
        }
        _ => {
            desk.say(|_| "No (further) attack promises anything.".into());
            desk.button(verb::PASS)
        }
    }
}

/// The state with attacks announced, and with those that the rules then oblige to (8.2).
fn plan(eye: &Eye<'_>, attacks: &[(UnitId, HexId)]) -> State {
    let mut s = eye.s.clone();
    for &(unit, target) in attacks {
        commit(eye, &mut s, unit, target);
    }
    for _ in 0..12 {
        let Some((unit, target)) = neglected(eye.b, &s) else { break };
        commit(eye, &mut s, unit, target);
    }
    s
}

/// A stack goes against a hex, as when an attack is announced (8.3.1, 5.1.3).
fn commit(eye: &Eye<'_>, s: &mut State, unit: UnitId, target: HexId) {
    let hex = s.unit(unit).hex;
    let Some(dir) = eye.b.ground.dir_to(hex, target) else { return };
    let mut next = s.top(hex);
    while let Some(u) = next {
        next = s.unit(u).under.some();
        if may_attack(eye.b, s, u).is_ok() {
            s.unit_mut(u).aims |= bit(dir);
            s.unit_mut(u).did |= did::COMMITTED;
        }
    }
}

/// What all attacks announced in a state promise together.
fn prospect(eye: &Eye<'_>, s: &State) -> i32 {
    let then = Eye { b: eye.b, s, side: eye.side, own: eye.own, foes: eye.foes };
    let combats = combat::group(eye.b, combat::strikes(eye.b, s));
    combats.iter().map(|c| tested(&then, c, clash::of_combat(&then, c))).sum()
}

/// Without orders the attackers may fail to engage, and a part of the promise with them (8.3.2).
fn tested(eye: &Eye<'_>, combat: &combat::Combat, value: i32) -> i32 {
    let mut sum = 0;
    let mut count = 0;
    for strike in &combat.strikes {
        let ordered = orders::footing(eye.b, eye.s, strike.unit) == Some(Footing::Received);
        sum +=
            if ordered || eye.s.unit(strike.unit).has(did::CHARGING) { 10 } else { eye.engages(strike.unit) };
        count += 1;
    }
    if value > 0 && count > 0 { value * sum / (10 * count) } else { value }
}

/// The combat that promises most is fought first: what it clears helps the next.
pub fn order(desk: &mut Desk<'_, '_>) -> Answer {
    let eye = &desk.eye;
    let combats = combat::group(eye.b, combat::strikes(eye.b, eye.s));
    let best = desk.best(|a| {
        let found = combats.iter().find(|c| hex_of(a).is_some_and(|hex| c.targets.contains(&hex)));
        found.map_or(0, |c| clash::of_combat(eye, c))
    });
    desk.say(|_| "The surest attack comes first.".into());
    best
}

/// The terrain that helps: the attacker the highest modifier, the defender the lowest (8.4.2).
pub fn terrain(desk: &mut Desk<'_, '_>) -> Answer {
    let eye = &desk.eye;
    let attacks = orders::active_side(eye.b, eye.s) == eye.side;
    let best = desk.best(|a| {
        let mut places = a
            .points
            .iter()
            .filter_map(|p| if let table::Point::Place(h) = p { Some(HexId(*h)) } else { None });
        let (Some(from), Some(to)) = (places.next(), places.next()) else { return 0 };
        let value = i32::from(jdg::shock::modifiers::terrain_between(eye.b, from, to));
        if attacks { value } else { -value }
    });
    desk.say(|_| "The ground that helps most.".into());
    best
}
