//! Trials: what an assault or a charge comes to on average, by playing it out from the view with other dice. Everybody decides by habit in
//! them; what the hidden side of a counter holds is what the view has there.

use an30::core::state::UnitId;
use an30::{Battle, Field, State};
use ground::HexId;
use table::dice::FastDice;
use table::{Answer, Decision, Doors, Event, Play, Side, Throw, Umpire};

use super::field_view::{self, FieldView};
use super::habits;
use super::walk::{self, Intent};
use crate::an30::Rules;

/// The plan of the side that tries something.
#[derive(Clone, Default)]
pub struct Plan {
    /// The answer that it gives the first time that a question of this key is put to it.
    pub first: Option<(&'static str, Answer)>,
    /// The movements that it carries out.
    pub walks: Vec<Intent>,
    /// The hex that it means to strike.
    pub target: Option<HexId>,
}

/// The umpire behind the doors in a trial.
struct Habit {
    side: Side,
    plan: Plan,
    dice: FastDice,
    asked: u32,
}

/// More questions than any trial has.
const MOST_QUESTIONS: u32 = 2000;

impl Umpire<Rules> for Habit {
    fn answer(&mut self, asked: &Decision<'_, Rules>) -> Play<Answer> {
        if let Some(only) = asked.only() {
            return Ok(only);
        }
        self.asked += 1;
        if self.asked > MOST_QUESTIONS {
            return Err(table::Stop::Broken("the trial does not end".into()));
        }
        let question = asked.question;
        if question.side == self.side {
            if let Some((key, answer)) = self.plan.first
                && key == question.key
                && asked.legal.contains(&answer)
            {
                self.plan.first = None;
                return Ok(answer);
            }
            if question.key == "move.step"
                && let Some(unit) = question.unit().map(UnitId)
            {
                let s = asked.state;
                let same = |i: &&mut Intent| {
                    i.unit == unit || s.unit(i.unit).on_map() && s.unit(i.unit).hex() == s.unit(unit).hex()
                };
                if let Some(intent) = self.plan.walks.iter_mut().find(same) {
                    return Ok(walk::next(asked.battle, s, asked.legal, intent));
                }
            }
        }
        let target = self.plan.target.filter(|_| question.side == self.side);
        Ok(habits::usual(asked.battle, asked.state, question, asked.legal, target))
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        Ok(self.dice.below(throw.faces))
    }

    fn listens(&self) -> bool {
        false
    }

    fn hear(&mut self, _: Event) {}
}

/// The average change of a side's balance by a procedure, in so many runs. The same seed throws the same dice.
pub fn average(
    view: &FieldView<'_>,
    plan: &Plan,
    (seed, runs): (u64, u32),
    play: &dyn Fn(&mut Field<'_>) -> Play<()>,
) -> i32 {
    let before = field_view::balance(view.b, view.s, view.side);
    let sum: i32 =
        (0..runs).map(|run| once(view, plan, seed.wrapping_add(u64::from(run)), play) - before).sum();
    sum / runs.max(1) as i32
}

/// The balance after one run; that of the view if it cannot be played.
fn once(view: &FieldView<'_>, plan: &Plan, seed: u64, play: &dyn Fn(&mut Field<'_>) -> Play<()>) -> i32 {
    let mut state: State = view.s.clone();
    let mut habit = Habit { side: view.side, plan: plan.clone(), dice: FastDice::new(seed), asked: 0 };
    let mut doors = Doors::<Rules>::new(view.b, &mut habit);
    let mut field = Field::new(view.b, &mut state, &mut doors);
    match play(&mut field) {
        Ok(()) => field_view::balance(view.b, &state, view.side),
        Err(_) => field_view::balance(view.b, view.s, view.side),
    }
}

/// Most steps of the charges of a maneuver unit.
const MOST_STEPS: u32 = 60;

/// Carries out all charges that are declared, with their mêlées.
///
/// # Errors
/// As [`table::Doors::ask`].
pub fn charges(field: &mut Field<'_>) -> Play<()> {
    use an30::core::state::Phase;
    let mut left = MOST_STEPS;
    if field.s.activation.phase == Phase::Move {
        field.s.activation.phase = Phase::Charges;
    }
    while left > 0 {
        left -= 1;
        match field.s.activation.phase {
            Phase::Charges => field.charge_step()?,
            Phase::Melees => field.charge_melee_step()?,
            _ => break,
        }
    }
    Ok(())
}

/// Resolves the assault in which a hex strikes or is struck, if there is one.
///
/// # Errors
/// As [`table::Doors::ask`].
pub fn assault_at(field: &mut Field<'_>, target: HexId) -> Play<()> {
    let at = field.s.assaults.iter().position(|a| a.targets.contains(&target));
    match at {
        Some(at) => {
            let b: &Battle = field.b;
            b.variant.resolve_assault(field, at)
        }
        None => Ok(()),
    }
}
