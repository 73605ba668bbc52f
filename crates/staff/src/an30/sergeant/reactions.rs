//! Decisions in the middle of a charge: what answers it, whom it strikes, whether it is called back. They are tried out.

use an30::Field;
use an30::ch10_zones::reactions::Act;
use an30::core::field::hex_of;
use an30::core::occupancy::Units;
use an30::core::verb;
use table::{Answer, Play};

use super::context::DecisionContext;
use super::habits;
use super::trial::{self, Plan};

/// Runs of a trial of each answer.
const RUNS: u32 = 8;
/// Answers that are tried.
const ANSWERS: usize = 7;
/// The margin by which another answer must be better than that of habit.
const BETTER: i32 = 25;

/// The answer that does best in trials; that of habit, if no other is clearly better.
fn weigh(desk: &mut DecisionContext<'_, '_>, play: &dyn Fn(&mut Field<'_>) -> Play<()>) -> Answer {
    let question = desk.seen.question;
    let goal = desk.charge_goal();
    let usual = habits::usual(desk.view.b, desk.view.s, question, desk.legal(), goal);
    let seed = desk.trial_seed(u64::from(desk.view.s.serial));
    let of = |answer: &Answer| {
        let first = Some((question.key, *answer));
        let plan = Plan { first, walks: Vec::new(), target: hex_of(answer).or(goal) };
        trial::average(&desk.view, &plan, (seed, RUNS), play)
    };
    let mut best = (of(&usual), usual);
    let others = desk.legal().iter().filter(|a| **a != usual).take(ANSWERS);
    for answer in others {
        let value = of(answer);
        if value > best.0 + if best.1 == usual { BETTER } else { 0 } {
            best = (value, *answer);
        }
    }
    let habit = best.1 == usual;
    desk.say(|d| match habit {
        true => format!("{}: as one does.", d.word(&usual)),
        false => format!("{}: it promises more.", d.word(&best.1)),
    });
    best.1
}

/// Within a charge: the rest of it is played out.
pub fn charge(desk: &mut DecisionContext<'_, '_>) -> Answer {
    weigh(desk, &|field| trial::charges(field))
}

/// An opportunity charge, or none.
pub fn seize(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let Some(mover) = desk.about_unit() else { return desk.button(verb::PASS) };
    let stack: Units = desk.view.s.units_in(desk.view.s.unit(mover).hex());
    weigh(desk, &move |field| field.opportunity_charges(&stack, Act::Spend, &[]))
}

/// The answer by habit.
pub fn usual(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let goal = desk.charge_goal();
    let answer = habits::usual(desk.view.b, desk.view.s, desk.seen.question, desk.legal(), goal);
    desk.say(|d| format!("{}: as one does.", d.word(&answer)));
    answer
}
