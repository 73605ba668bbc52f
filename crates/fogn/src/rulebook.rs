//! The rulebook as the table asks for it: start, step, what a side may see, end, and what must hold between steps.

use std::sync::Arc;

use table::{Doors, Flow, Outcome, Play, Rulebook, Side, Verb};

use crate::armies::Region;
use crate::ch09_victory;
use crate::core::battle::{Battle, DivisionCard};
use crate::core::before;
use crate::core::coming::{Approach, Coming, Division};
use crate::core::pieces::Feature;
use crate::core::place::{figure, figures, size};
use crate::core::state::{Formation, Phase, State, UnitId};
use crate::core::verb;
use crate::{Field, Fogn};

impl Rulebook for Fogn {
    type Battle = Battle;
    type State = State;

    const ID: &'static str = "fogn";
    const VERSION: u32 = 1;
    const VERBS: &'static [&'static str] = verb::WORDS;

    /// The formation or the approach that an answer names.
    fn number_word(verb: Verb, number: i16) -> Option<&'static str> {
        let at = usize::try_from(number).ok()?;
        match verb {
            verb::FORM | verb::DEPLOY | verb::ENTER => {
                Formation::ALL.get(at).map(|formation| formation.name())
            }
            // Of a piece on a hill the numbers of the hill and of the size are figures.
            verb::CHOOSE | verb::CHOOSE_LARGE => Feature::ALL.get(at).map(|feature| feature.name()),
            verb::REGION => Region::ALL.get(at).map(|region| region.name()),
            verb::MARCH | verb::RESERVE => Approach::ALL.get(at).map(|approach| approach.name()),
            _ => None,
        }
    }

    fn start(battle: &Battle) -> State {
        battle.setup.clone()
    }

    fn step(battle: &Battle, state: &mut State, doors: &mut Doors<'_, Self>) -> Play<Flow> {
        let made = state.made.0.clone();
        let now = made.as_deref().unwrap_or(battle);
        let flow = Field::new(now, state, doors).step()?;
        // What was decided before the battle makes another one of it.
        if battle.game.is_some() && state.clock.phase.is_before() {
            let made = before::made(battle, &state.before, state.clock.attacker);
            state.made = before::Made(Some(Arc::new(made)));
        }
        Ok(flow)
    }

    /// On this table all is seen but the notes about divisions that are off it: which of them march round a flank while others are deployed, and
    /// from where they will come (`deployment.off_table`).
    fn view(battle: &Battle, state: &State, viewer: Option<Side>) -> State {
        let mut seen = state.clone();
        let deploying = state.clock.phase.is_before();
        for (card, now) in battle.divisions.iter().zip(&mut seen.divisions) {
            if viewer != Some(card.side) && now.coming == Coming::Off {
                let coming = if deploying { Coming::Here } else { Coming::Off };
                *now = Division { coming, ..Division::HERE };
            }
        }
        seen
    }

    /// The beginning of a movement phase shows from where enemies come who are called in it.
    fn veiled(battle: &Battle, state: &State, viewer: Side) -> bool {
        let hidden = |(card, now): (&DivisionCard, &Division)| {
            card.side == viewer.enemy() && now.coming == Coming::Off
        };
        state.clock.phase == Phase::Movement && battle.divisions.iter().zip(&state.divisions).any(hidden)
    }

    fn outcome(battle: &Battle, state: &State) -> Option<Outcome> {
        (state.clock.phase == Phase::Over).then(|| ch09_victory::outcome(battle.as_made(state), state))
    }

    fn check(battle: &Battle, state: &State) -> Result<(), String> {
        let battle = battle.as_made(state);
        battle
            .unit_ids()
            .filter(|unit| state.unit(*unit).on_table())
            .try_for_each(|unit| stands(battle, state, unit))?;
        battle.commander_ids().try_for_each(|commander| {
            let now = state.commander(commander);
            let id = &battle.commander(commander).id;
            match now.with.some() {
                Some(unit) if !state.unit(unit).on_table() => Err(format!("{id} leads a unit that is gone")),
                Some(unit) if battle.side(unit) != battle.commander(commander).side => {
                    Err(format!("{id} leads an enemy"))
                }
                _ => Ok(()),
            }
        })
    }

    fn turn(battle: &Battle, state: &State) -> (u16, u16) {
        ((state.clock.turn + 1).min(battle.turns), battle.turns)
    }
}

/// A unit stands as it can, wholly on the table, and overlaps nobody.
fn stands(b: &Battle, s: &State, unit: UnitId) -> Result<(), String> {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let fault = |what: &str| Err(format!("{} {what}", card.id));
    if size(b, card, now.formation).is_none() {
        return fault("is in a formation that it has not");
    }
    if now.spent && card.arm() == crate::armies::Arm::Infantry && now.formation == Formation::Line {
        return fault("is spent infantry in line");
    }
    let own = figure(b, s, unit);
    if !b.table.has_all_of(&own) {
        return fault("stands beside the table");
    }
    for side in [Side(0), Side(1)] {
        for (other, theirs) in figures(b, s, side).filter(|(other, _)| *other > unit) {
            if baize::overlap(&own, &theirs) {
                return fault(&format!("and {} overlap", b.unit(other).id));
            }
        }
    }
    Ok(())
}
