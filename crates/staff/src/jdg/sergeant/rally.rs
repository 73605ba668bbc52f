//! Rally (11.1).

use jdg::Facing;
use jdg::core::field::unit_of;
use jdg::core::state::Condition;
use table::Answer;

use super::context::DecisionContext;

/// Everybody tries; those who gain most by it first.
pub fn choose(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let view = &desk.view;
    let best = desk.best(|a| {
        let Some(unit) = unit_of(a) else { return 0 };
        let better = match view.s.unit(unit).condition {
            Condition::Routed => Condition::Disordered,
            _ => Condition::Good,
        };
        1 + view.worth(unit, better) - view.worth_now(unit)
    });
    desk.say(|d| format!("{} tries to rally: it costs nothing.", d.answer_name(&best)));
    best
}

/// Looks where the enemies are: for every question that only asks for a facing.
pub fn face(desk: &mut DecisionContext<'_, '_>) -> Answer {
    let hex = match (desk.about_hex(), desk.about_unit()) {
        (Some(hex), _) => hex,
        (None, Some(unit)) => desk.view.s.unit(unit).hex,
        (None, None) => return desk.first(),
    };
    let view = &desk.view;
    let best = desk.best(|a| a.facing().map_or(i32::MIN, |f| view.outlook(hex, Facing(f))));
    desk.say(|_| "Turns to where the enemies are.".into());
    best
}
