//! Places: where an action has its place.

use table::{Answer, Point, Refusal, Rule, Verb, rule};

use super::{RefusalContext, declines, nearer, own_activation};
use crate::ch01_turn::activation::step_of;
use crate::core::battle::Battle;
use crate::core::state::{Segment, State};
use crate::core::verb;

/// Row of the table of places: what a question takes, and what belongs to it.
pub(super) struct PlaceRow {
    /// The question's key.
    pub key: &'static str,
    /// The verbs that it takes, lawfully or not.
    pub verbs: &'static [Verb],
    /// Verbs that are what it is about, though it is answered otherwise.
    alike: &'static [Verb],
    /// The sentence that says what it wants first of all.
    must: &'static str,
}

/// A question without verbs that are like its own.
const fn taken(key: &'static str, verbs: &'static [Verb], must: &'static str) -> PlaceRow {
    PlaceRow { key, verbs, alike: &[], must }
}

impl PlaceRow {
    const fn like(self, alike: &'static [Verb]) -> PlaceRow {
        PlaceRow { alike, ..self }
    }
}

/// Answers where no more is wanted than yes or no.
const YES_NO: &[Verb] = &[verb::YES, verb::NO];

/// Verbs that move something, or begin something else in the movement segment.
const MOVES: &[Verb] = &[
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
];

/// Verbs of those who beat off an attack.
const RIPOSTES: &[Verb] = &[verb::ATTACK, verb::ADVANCE, verb::PURSUE, verb::PURSUE_STACK, verb::PASS];

/// Verbs on the way.
const STEPS: &[Verb] = &[verb::GO, verb::SCRAMBLE, verb::HALT, verb::TURN, verb::MARCH, verb::MARCH_STACK];

/// All the questions.
pub(super) const QUESTIONS: &[PlaceRow] = &[
    taken("orders.group", &[verb::ORDER, verb::PASS], "must.orders").like(&[verb::ORDER, verb::PLACE]),
    taken("initiative.choose", &[verb::OPEN, verb::PASS], "must.open"),
    taken("initiative.test", &[verb::INITIATIVE, verb::REDUCED], "must.leader").like(&[verb::TOP]),
    taken("cup.combined", &[verb::PLACE, verb::PASS], "must.place").like(&[verb::ORDER, verb::PLACE]),
    taken("release.reinforcement", &[verb::RELEASE, verb::PASS], "must.release"),
    taken("stack.order", &[verb::TOP, verb::PASS], "must.stack"),
    taken("fire.battery", &[verb::FIRE, verb::COMBINE, verb::PASS], "must.fire"),
    taken("fire.reply", &[verb::FIRE, verb::COMBINE, verb::PASS], "must.reply"),
    taken("fire.under", &[verb::UNDER], "must.under"),
    taken("react.fire", &[verb::REACT, verb::COMBINE, verb::PASS], "must.react"),
    taken("move.unit", MOVES, "must.move"),
    taken("move.to", STEPS, "move.go_or_halt"),
    taken("withdraw.to", &[verb::BACK, verb::HALT], "must.withdraw"),
    taken("leader.displace", &[verb::BACK, verb::STAND], "must.displace"),
    taken("rally.unit", &[verb::RALLY, verb::PASS], "must.rally"),
    taken("refuse.facing", &[verb::TURN], "must.face"),
    taken("advance.facing", &[verb::TURN], "must.face"),
    taken("charge.facing", &[verb::TURN], "must.face"),
    taken("recall.facing", &[verb::TURN], "must.face"),
    taken("rally.facing", &[verb::TURN], "must.face"),
    taken("square.facing", &[verb::TURN], "must.face"),
    taken("shock.announce", &[verb::ATTACK, verb::PASS], "must.announce"),
    taken("shock.order", &[verb::RESOLVE], "must.resolve"),
    taken("shock.terrain", &[verb::TERRAIN], "must.terrain"),
    taken("refuse.shock", &[verb::EVADE, verb::STAND], "must.refuse"),
    taken("advance.who", &[verb::ADVANCE, verb::PASS], "must.advance"),
    taken("advance.guns", YES_NO, "must.guns").like(&[verb::ADVANCE]),
    taken("breakthrough.offer", YES_NO, "must.breakthrough"),
    taken("countershock.offer", RIPOSTES, "must.counter"),
    taken("countershock.target", &[verb::ATTACK, verb::PASS], "must.target").like(&[verb::TURN]),
    taken("charge.path", &[verb::GO], "must.charge").like(&[verb::HALT, verb::SCRAMBLE, verb::TURN]),
    taken("square.attempt", YES_NO, "must.square").like(&[verb::SQUARE, verb::UNSQUARE]),
    taken("recall.attempt", YES_NO, "must.recall").like(&[verb::RECALL, verb::BACK]),
    taken("recall.to", &[verb::BACK], "must.fall_back"),
    taken("countercharge", YES_NO, "must.countercharge").like(&[verb::COUNTERCHARGE]),
    taken("pursue.who", &[verb::PURSUE, verb::PURSUE_STACK, verb::PASS], "must.pursue"),
    taken("pursue.quarry", &[verb::CHOOSE], "must.quarry"),
    taken("pursue.halt", YES_NO, "must.halt"),
];

/// Row of the question of a key.
fn question(key: &str) -> &'static PlaceRow {
    QUESTIONS.iter().find(|taken| taken.key == key).unwrap_or_else(|| panic!("no question {key:?} is known"))
}

/// Whether a question takes a verb, lawfully or not.
pub(super) fn takes(key: &str, verb: Verb) -> bool {
    question(key).verbs.contains(&verb)
}

/// First wish of the question, in a sentence with what it is about.
pub(crate) fn must(rule: Rule, key: &str, about: &[Point; 3]) -> Refusal {
    let rides = key == "move.to" && matches!(about[0], Point::Leader(_));
    let why = if rides { "must.ride" } else { question(key).must };
    let mut refusal = Refusal::new(rule, why);
    for &point in about {
        let name = match point {
            Point::Unit(_) => "unit",
            Point::Place(_) => "hex",
            Point::Leader(_) => "leader",
            _ => continue,
        };
        refusal = refusal.with(name, point);
    }
    refusal
}

/// Reason why a verb that the question does not take cannot be used now: something else has to be decided first, or its place is in
/// another phase, step or moment.
pub(super) fn elsewhere(b: &Battle, s: &State, asked: &RefusalContext<'_>, answer: &Answer) -> Refusal {
    let verb = answer.verb;
    let same_step = own_activation(b, s, asked.side) && step_of(verb) == Some(s.clock.segment);
    let turns =
        verb == verb::TURN && own_activation(b, s, asked.side) && s.clock.segment == Segment::Movement;
    if declines(verb) || same_step || turns || question(asked.key).alike.contains(&verb) {
        return must(asked.rule, asked.key, asked.about);
    }
    nearer::in_combat(b, s, asked, answer).unwrap_or_else(|| {
        let (rule, when) = place(verb);
        Refusal::new(rule, when)
    })
}

/// Places of actions: the rule that gives them theirs, and the sentence that says when.
const PLACES: &[(&[Verb], Rule, &str)] = &[
    (&[verb::ORDER], rule!("2.3.2"), "when.order"),
    (&[verb::OPEN], rule!("3"), "when.open"),
    (&[verb::PLACE], rule!("2.1.2"), "when.place"),
    (&[verb::RELEASE], rule!("5.2.1"), "when.release"),
    (&[verb::INITIATIVE], rule!("2.4.3"), "when.leader"),
    (&[verb::REDUCED], rule!("2.4.2"), "when.leader"),
    (&[verb::TOP], rule!("5.1.2"), "when.top"),
    (&[verb::TURN], rule!("6.1.2"), "when.turn"),
    (&[verb::FIRE], rule!("7.1"), "when.fire"),
    (&[verb::COMBINE], rule!("7.3"), "when.fire"),
    (&[verb::UNDER], rule!("5.1.3"), "when.under"),
    (&[verb::MOVE, verb::STACK], rule!("4.4.1"), "when.move"),
    (&[verb::MARCH, verb::MARCH_STACK], rule!("4.1.3"), "when.move"),
    (&[verb::GO, verb::HALT], rule!("4.4.1"), "when.go"),
    (&[verb::SCRAMBLE], rule!("8.7.1"), "when.go"),
    (&[verb::RIDE], rule!("2.5.1"), "when.ride"),
    (&[verb::ENTER, verb::ENTER_STACK], rule!("5.2.2"), "when.enter"),
    (&[verb::ENTER_NORMAL], rule!("5.2.1"), "when.enter"),
    (&[verb::SQUARE, verb::UNSQUARE], rule!("4.2"), "when.square"),
    (&[verb::CHARGE, verb::CHARGE_STACK], rule!("9.1"), "when.charge"),
    (&[verb::ATTACK], rule!("8.3.1"), "when.attack"),
    (&[verb::RESOLVE], rule!("8.3.1"), "when.resolve"),
    (&[verb::TERRAIN], rule!("8.4.2"), "when.terrain"),
    (&[verb::REACT], rule!("8.3.3"), "when.react"),
    (&[verb::EVADE, verb::STAND], rule!("8.8.1"), "when.evade"),
    (&[verb::ADVANCE], rule!("8.7.1"), "when.advance"),
    (&[verb::PURSUE, verb::PURSUE_STACK], rule!("9.5.1"), "when.pursue"),
    (&[verb::CHOOSE], rule!("9.5.2"), "when.pursue"),
    (&[verb::BACK], rule!("10.3.1"), "when.back"),
    (&[verb::RALLY], rule!("11.1"), "when.rally"),
    (&[verb::COUNTERCHARGE], rule!("9.4"), "when.countercharge"),
    (&[verb::RECALL], rule!("9.3.3"), "when.recall"),
];

/// Place of an action; nowhere has one that nothing is known of.
fn place(verb: Verb) -> (Rule, &'static str) {
    let found = PLACES.iter().find(|(verbs, ..)| verbs.contains(&verb));
    found.map_or((rule!("1"), "when.never"), |(_, rule, when)| (*rule, when))
}

/// The rule that gives an action its place.
pub(super) fn home(verb: Verb) -> Rule {
    place(verb).0
}
