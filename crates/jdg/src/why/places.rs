//! Where an action has its place.

use table::{Answer, Point, Refusal, Rule, Verb, rule};

use super::{Asked, declines, nearer, own_activation};
use crate::ch01_turn::activation::step_of;
use crate::core::battle::Battle;
use crate::core::state::{Segment, State};
use crate::core::verb;

/// Whether a question takes a verb, lawfully or not.
pub(super) fn takes(key: &str, verb: Verb) -> bool {
    let verbs: &[Verb] = match key {
        "orders.group" => &[verb::ORDER, verb::PASS],
        "initiative.choose" => &[verb::OPEN, verb::PASS],
        "initiative.test" => &[verb::INITIATIVE, verb::REDUCED],
        "cup.combined" => &[verb::PLACE, verb::PASS],
        "release.reinforcement" => &[verb::RELEASE, verb::PASS],
        "stack.order" => &[verb::TOP, verb::PASS],
        "fire.battery" | "fire.reply" => &[verb::FIRE, verb::COMBINE, verb::PASS],
        "fire.under" => &[verb::UNDER],
        "react.fire" => &[verb::REACT, verb::COMBINE, verb::PASS],
        "move.unit" => &[
            verb::MOVE,
            verb::STACK,
            verb::MARCH,
            verb::MARCH_STACK,
            verb::RIDE,
            verb::TURN,
            verb::SQUARE,
            verb::UNSQUARE,
            verb::CHARGE,
            verb::CHARGE_STACK,
            verb::ENTER,
            verb::ENTER_STACK,
            verb::ENTER_NORMAL,
            verb::PASS,
        ],
        "move.to" => &[verb::GO, verb::SCRAMBLE, verb::HALT, verb::TURN, verb::MARCH, verb::MARCH_STACK],
        "withdraw.to" => &[verb::BACK, verb::HALT],
        "leader.displace" => &[verb::BACK, verb::STAND],
        "rally.unit" => &[verb::RALLY, verb::PASS],
        "refuse.facing" | "advance.facing" | "charge.facing" | "recall.facing" | "rally.facing" => {
            &[verb::TURN]
        }
        "shock.announce" => &[verb::ATTACK, verb::PASS],
        "shock.order" => &[verb::RESOLVE],
        "shock.terrain" => &[verb::TERRAIN],
        "refuse.shock" => &[verb::EVADE, verb::STAND],
        "advance.who" => &[verb::ADVANCE, verb::PASS],
        "countershock.offer" => &[verb::ATTACK, verb::ADVANCE, verb::PURSUE, verb::PURSUE_STACK, verb::PASS],
        "countershock.target" => &[verb::ATTACK, verb::PASS],
        "charge.path" => &[verb::GO],
        "recall.to" => &[verb::BACK],
        "pursue.who" => &[verb::PURSUE, verb::PURSUE_STACK, verb::PASS],
        "pursue.quarry" => &[verb::CHOOSE],
        "advance.guns" | "breakthrough.offer" | "square.attempt" | "recall.attempt" | "countercharge"
        | "pursue.halt" => &[verb::YES, verb::NO],
        _ => &[],
    };
    verbs.contains(&verb)
}

/// What the question wants first of all, in a sentence with what it is about.
pub(crate) fn must(rule: Rule, key: &str, about: &[Point; 3]) -> Refusal {
    let why = match key {
        "orders.group" => "must.orders",
        "initiative.choose" => "must.open",
        "initiative.test" => "must.leader",
        "cup.combined" => "must.place",
        "release.reinforcement" => "must.release",
        "stack.order" => "must.stack",
        "fire.battery" => "must.fire",
        "fire.reply" => "must.reply",
        "fire.under" => "must.under",
        "react.fire" => "must.react",
        "move.unit" => "must.move",
        "move.to" if matches!(about[0], Point::Leader(_)) => "must.ride",
        "move.to" => "move.go_or_halt",
        "withdraw.to" => "must.withdraw",
        "leader.displace" => "must.displace",
        "rally.unit" => "must.rally",
        "refuse.facing" | "advance.facing" | "charge.facing" | "recall.facing" | "rally.facing" => {
            "must.face"
        }
        "shock.announce" => "must.announce",
        "shock.order" => "must.resolve",
        "shock.terrain" => "must.terrain",
        "refuse.shock" => "must.refuse",
        "advance.who" => "must.advance",
        "advance.guns" => "must.guns",
        "breakthrough.offer" => "must.breakthrough",
        "countershock.offer" => "must.counter",
        "countershock.target" => "must.target",
        "charge.path" => "must.charge",
        "square.attempt" => "must.square",
        "recall.attempt" => "must.recall",
        "recall.to" => "must.fall_back",
        "countercharge" => "must.countercharge",
        "pursue.who" => "must.pursue",
        "pursue.quarry" => "must.quarry",
        _ => "must.halt",
    };
    let mut refusal = Refusal::new(rule, why);
    for &point in about {
        let name = match point {
            Point::Unit(_) => "unit",
            Point::Place(_) => "hex",
            Point::Leader(_) => "leader",
            _ => continue,
        };
        if refusal.facts.iter().all(|(known, _)| *known != name) {
            refusal = refusal.with(name, point);
        }
    }
    refusal
}

/// Why a verb that the question does not take cannot be used now: something else has to be decided first, or its place is in
/// another phase, step or moment.
pub(super) fn elsewhere(b: &Battle, s: &State, asked: &Asked<'_>, answer: &Answer) -> Refusal {
    let verb = answer.verb;
    let same_step = own_activation(b, s, asked.side) && step_of(verb) == Some(s.clock.segment);
    let turns =
        verb == verb::TURN && own_activation(b, s, asked.side) && s.clock.segment == Segment::Movement;
    if declines(verb) || same_step || turns || same_moment(asked.key, verb) {
        return must(asked.rule, asked.key, asked.about);
    }
    nearer::in_combat(b, s, asked, answer).unwrap_or_else(|| Refusal::new(home(verb), when(verb)))
}

/// Whether an action is what the question is about, though it is answered otherwise.
fn same_moment(key: &str, verb: Verb) -> bool {
    match key {
        "charge.path" => matches!(verb, verb::HALT | verb::SCRAMBLE | verb::TURN),
        "recall.attempt" => matches!(verb, verb::RECALL | verb::BACK),
        "square.attempt" => matches!(verb, verb::SQUARE | verb::UNSQUARE),
        "countercharge" => verb == verb::COUNTERCHARGE,
        "cup.combined" | "orders.group" => matches!(verb, verb::ORDER | verb::PLACE),
        "initiative.test" => verb == verb::TOP,
        "advance.guns" => verb == verb::ADVANCE,
        "countershock.target" => verb == verb::TURN,
        _ => false,
    }
}

/// The rule that gives an action its place.
pub(super) fn home(verb: Verb) -> Rule {
    match verb {
        verb::ORDER => rule!("2.3.2"),
        verb::OPEN => rule!("3"),
        verb::PLACE => rule!("2.1.2"),
        verb::RELEASE => rule!("5.2.1"),
        verb::INITIATIVE => rule!("2.4.3"),
        verb::REDUCED => rule!("2.4.2"),
        verb::TOP => rule!("5.1.2"),
        verb::TURN => rule!("6.1.2"),
        verb::FIRE => rule!("7.1"),
        verb::COMBINE => rule!("7.3"),
        verb::UNDER => rule!("5.1.3"),
        verb::MOVE | verb::STACK | verb::GO | verb::HALT => rule!("4.4.1"),
        verb::MARCH | verb::MARCH_STACK => rule!("4.1.3"),
        verb::SCRAMBLE | verb::ADVANCE => rule!("8.7.1"),
        verb::RIDE => rule!("2.5.1"),
        verb::ENTER | verb::ENTER_STACK => rule!("5.2.2"),
        verb::ENTER_NORMAL => rule!("5.2.1"),
        verb::SQUARE | verb::UNSQUARE => rule!("4.2"),
        verb::CHARGE | verb::CHARGE_STACK => rule!("9.1"),
        verb::ATTACK => rule!("8.3.1"),
        verb::RESOLVE => rule!("8.3.1"),
        verb::TERRAIN => rule!("8.4.2"),
        verb::REACT => rule!("8.3.3"),
        verb::EVADE | verb::STAND => rule!("8.8.1"),
        verb::PURSUE | verb::PURSUE_STACK => rule!("9.5.1"),
        verb::CHOOSE => rule!("9.5.2"),
        verb::BACK => rule!("10.3.1"),
        verb::RALLY => rule!("11.1"),
        verb::COUNTERCHARGE => rule!("9.4"),
        verb::RECALL => rule!("9.3.3"),
        _ => rule!("1"),
    }
}

/// The sentence that says when an action has its place.
fn when(verb: Verb) -> &'static str {
    match verb {
        verb::ORDER => "when.order",
        verb::OPEN => "when.open",
        verb::PLACE => "when.place",
        verb::RELEASE => "when.release",
        verb::INITIATIVE | verb::REDUCED => "when.leader",
        verb::TOP => "when.top",
        verb::TURN => "when.turn",
        verb::FIRE | verb::COMBINE => "when.fire",
        verb::UNDER => "when.under",
        verb::MOVE | verb::STACK | verb::MARCH | verb::MARCH_STACK => "when.move",
        verb::GO | verb::SCRAMBLE | verb::HALT => "when.go",
        verb::RIDE => "when.ride",
        verb::ENTER | verb::ENTER_STACK | verb::ENTER_NORMAL => "when.enter",
        verb::SQUARE | verb::UNSQUARE => "when.square",
        verb::CHARGE | verb::CHARGE_STACK => "when.charge",
        verb::ATTACK => "when.attack",
        verb::RESOLVE => "when.resolve",
        verb::TERRAIN => "when.terrain",
        verb::REACT => "when.react",
        verb::EVADE | verb::STAND => "when.evade",
        verb::ADVANCE => "when.advance",
        verb::PURSUE | verb::PURSUE_STACK | verb::CHOOSE => "when.pursue",
        verb::BACK => "when.back",
        verb::RALLY => "when.rally",
        verb::COUNTERCHARGE => "when.countercharge",
        verb::RECALL => "when.recall",
        _ => "when.never",
    }
}
