//! "Why can't I ...?" What every question takes, what every action points at, and where an action has its place that the
//! question asked now does not take. What remains, an action that belongs here with things of the right kind, the question's
//! own predicates explain.

mod forms;
mod listed;
mod nearer;
mod places;

use table::{Answer, Point, Refusal, Rule, Side, Verb, rule};

use crate::ch01_turn::activation;
use crate::ch02_orders::orders;
use crate::core::battle::Battle;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Condition, Phase, State, UnitId};
use crate::core::strike::Strike;
use crate::core::verb;

pub(crate) use forms::fit;
pub use listed::questions;
pub(crate) use nearer::attackers;
pub(crate) use places::must;

/// A question, as far as its refusals need it.
#[derive(Clone, Copy)]
pub(crate) struct RefusalContext<'a> {
    /// The side that decides.
    pub side: Side,
    /// The rule that asks.
    pub rule: Rule,
    /// Its key.
    pub key: &'static str,
    /// Subjects of the question.
    pub about: &'a [Point; 3],
    /// Strikes of the combat under way.
    pub fight: &'a [Strike],
}

/// Reason why an answer is refused whatever the question's own predicates say: a stranger, an action that has its place elsewhere, too
/// few or too many things named, the enemy's unit. Otherwise the answer that was meant, with things of the right kind.
///
/// # Errors
/// The refusal.
pub(crate) fn meant(
    b: &Battle,
    s: &State,
    asked: &RefusalContext<'_>,
    listed: &[Answer],
    answer: &Answer,
) -> Result<Answer, Refusal> {
    if let Some(stranger) = answer.points.iter().find(|p| !b.has(**p)) {
        let why = if matches!(stranger, Point::Place(_)) { "not.on_the_map" } else { "not.on_the_table" };
        return Err(Refusal::new(asked.rule, why).with("thing", *stranger));
    }
    if let Some(refusal) = activation::out_of_step(b, s, asked.side, answer) {
        return Err(nearer::too_late(b, s, asked, answer).unwrap_or(refusal));
    }
    if !places::takes(asked.key, answer.verb) {
        return Err(places::elsewhere(b, s, asked, answer));
    }
    let fitted = match fit(s, asked, answer) {
        Ok(fitted) => fitted,
        Err(refusal) => return Err(unfit(b, s, asked, answer).unwrap_or(refusal)),
    };
    if fitted != *answer && listed.contains(&fitted) {
        return Err(forms::needs(asked, answer.verb));
    }
    match foreign(b, asked, &fitted) {
        Some(refusal) => Err(refusal),
        None => Ok(fitted),
    }
}

/// The enemy's unit, where a unit of one's own is to be named.
fn foreign(b: &Battle, asked: &RefusalContext<'_>, answer: &Answer) -> Option<Refusal> {
    let theirs = answer.verb != verb::CHOOSE;
    match answer.points[0] {
        Point::Unit(u) if theirs && b.side(UnitId(u as u8)) != asked.side => {
            Some(Refusal::new(places::home(answer.verb), "move.not_yours").with("unit", Point::Unit(u)))
        }
        _ => None,
    }
}

/// Reason that keeps the unit that is named from such an action at all, where it is not said at whom or where to.
fn unfit(b: &Battle, s: &State, asked: &RefusalContext<'_>, answer: &Answer) -> Option<Refusal> {
    let Point::Unit(u) = answer.points[0] else { return None };
    let unit = UnitId(u as u8);
    if !forms::names_unit(asked.key, answer.verb) {
        return None;
    }
    if let Some(refusal) = foreign(b, asked, answer) {
        return Some(refusal);
    }
    let judged = match (asked.key, answer.verb) {
        ("fire.battery", verb::FIRE | verb::COMBINE) => crate::ch07_fire::fire::may_act(b, s, unit),
        ("shock.announce", verb::ATTACK) => crate::ch08_shock::shock::announce::may_attack(b, s, unit),
        (_, verb::CHARGE | verb::CHARGE_STACK) => crate::ch09_charge::charge::may_declare(b, s, unit),
        ("move.unit", verb::TURN) => crate::ch04_movement::movement::may_move(b, s, unit),
        _ => Ok(()),
    };
    judged.err()
}

/// Reason why a unit that is not on the map can do nothing there: it is eliminated, or has not arrived.
pub(crate) fn off_map(b: &Battle, s: &State, unit: UnitId) -> Refusal {
    if s.unit(unit).condition == Condition::Eliminated {
        return Refusal::new(rule!("10.2"), "unit.eliminated").with("unit", unit_point(unit));
    }
    let waits = b.arrivals.iter().find(|arrival| arrival.units.contains(&unit));
    let refusal = Refusal::new(rule!("5.2"), "unit.not_arrived").with("unit", unit_point(unit));
    match waits {
        Some(arrival) => Refusal { why: "unit.arrives", ..refusal }
            .with("turn", Point::Number(i16::from(arrival.turn) + 1))
            .with("hex", hex_point(arrival.entry)),
        None => refusal,
    }
}

/// Reason why a unit does nothing in the current activation: another formation is active.
pub(crate) fn inactive(b: &Battle, s: &State, unit: UnitId) -> Refusal {
    Refusal::new(rule!("2.2"), "unit.inactive")
        .with("unit", unit_point(unit))
        .with("formation", Point::Formation(b.unit(unit).formation.0.into()))
        .with("marker", crate::core::field::marker_point(s.clock.marker))
}

/// Whether it is the side's own activation.
fn own_activation(b: &Battle, s: &State, side: Side) -> bool {
    s.clock.phase == Phase::Activation && orders::active_side(b, s) == side
}

/// A word of refusal for an answer that has all it takes and yet is not listed: the last resort.
pub(crate) fn not_offered(rule: Rule) -> Refusal {
    Refusal::new(rule, "not.offered")
}

/// The verb of a button that only declines.
fn declines(verb: Verb) -> bool {
    matches!(verb, verb::PASS | verb::YES | verb::NO | verb::DONE)
}
