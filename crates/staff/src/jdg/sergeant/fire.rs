//! Artillery (7): at whom to fire, and whether to answer.

use ground::HexId;
use jdg::ch07_fire::fire::{Kind, Shot, outcomes};
use jdg::core::charts::Effect;
use jdg::core::field::{hex_of, unit_of};
use jdg::core::state::UnitId;
use jdg::core::verb;
use table::Answer;

use super::context::DecisionContext;
use crate::context::points;

/// Choice of battery and target: the shot that costs the enemy most on average.
pub fn choose(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let mut best: Option<(i32, Answer)> = None;
    for &answer in desk.legal().iter().filter(|a| matches!(a.verb, verb::FIRE | verb::COMBINE)) {
        let (Some(battery), Some(target)) = (unit_of(&answer), hex_of(&answer)) else { continue };
        // Two shots are better than one that is a little stronger, unless combining more than doubles it.
        let share = if answer.verb == verb::COMBINE { 2 } else { 1 };
        let value = shot_value(desk, &shot(desk, battery, answer.verb, target)) / share;
        // To turn away from the front needs a reason.
        let value = if answer.facing().is_some() { value - 5 } else { value };
        if best.is_none_or(|(most, _)| value > most) {
            best = Some((value, answer));
        }
    }
    match best {
        Some((value, answer)) if value > 0 => {
            desk.say(|d| {
                format!("{}: the best target, {} on average.", d.answer_name(&answer), points(value))
            });
            answer
        }
        _ => {
            desk.say(|_| "Holds fire: no target that a hit could hurt.".into());
            desk.button(verb::PASS)
        }
    }
}

fn shot(desk: &DecisionContext<'_, '_>, battery: UnitId, verb: table::Verb, target: HexId) -> Shot {
    let (b, s) = (desk.view.b, desk.view.s);
    let with = (verb == verb::COMBINE)
        .then(|| s.stack(s.unit(battery).hex).find(|&u| u != battery && b.is_gun(u)))
        .flatten();
    Shot { battery, with, target, kind: Kind::Normal }
}

/// Cost of a shot to those in the target hex on average, in tenths of a point.
fn shot_value(desk: &DecisionContext<'_, '_>, shot: &Shot) -> i32 {
    let view = &desk.view;
    let (mut test, mut disorder, mut rout) = (0, 0, 0);
    let mut single = shot.kind != Kind::Normal;
    for unit in view.s.stack(shot.target) {
        test += view.loss(unit, Some(Effect::Test));
        disorder += view.loss(unit, Some(Effect::Disorder));
        rout += view.loss(unit, Some(Effect::Rout));
        if std::mem::take(&mut single) {
            break; // replies strike the top unit only (5.1.3)
        }
    }
    let rows = outcomes(view.b, view.s, shot);
    let sum: i32 = rows
        .iter()
        .flat_map(|&row| &view.b.charts.fire[row].result)
        .map(|effect| match effect {
            Effect::Test => test,
            Effect::Disorder => disorder,
            Effect::Rout => rout,
        })
        .sum();
    sum / 10
}

/// Counter-battery fire costs nothing.
pub fn reply(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.say(|_| "Answers the fire: it costs nothing.".into());
    strongest(desk, Kind::CounterBattery)
}

/// Reaction fire at the attackers whom it hurts most.
pub fn react(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.say(|_| "Fires at the attackers before they come up.".into());
    strongest(desk, Kind::Reaction)
}

fn strongest(desk: &DecisionContext<'_, '_>, kind: Kind) -> Answer {
    desk.best(|a| match (unit_of(a), hex_of(a)) {
        (Some(battery), Some(target)) => 1 + shot_value(desk, &Shot::of(battery, target, kind)),
        _ => 0,
    })
}

/// The unit under a battery is the one that attacks: to disorder it stops the attack (8.3.3).
pub fn under(desk: &mut DecisionContext<'_, '_>) -> Answer {
    desk.say(|_| "Fires at those who attack, not at their battery.".into());
    *desk.legal().last().unwrap_or(&desk.first())
}
