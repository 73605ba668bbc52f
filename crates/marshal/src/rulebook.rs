//! The rulebook as the table asks for it: start, step, what a side may see, end, and what must hold between steps.

use table::{Doors, Flow, Outcome, Play, Rulebook, Side, Verb, Winner};

use crate::ch02_chronology::half_points;
use crate::core::battle::Battle;
use crate::core::state::{Formation, MAX_PARTS, Part, Phase, State, Status, UnitId};
use crate::core::{footprint, status, verb};
use crate::{Field, Marshal};

impl Rulebook for Marshal {
    type Battle = Battle;
    type State = State;

    const ID: &'static str = "marshal";
    const VERSION: u32 = 1;
    const VERBS: &'static [&'static str] = verb::WORDS;

    /// The formation that an answer names.
    fn number_word(verb: Verb, number: i16) -> Option<&'static str> {
        Formation::numbered(number).filter(|_| verb == verb::FORM).map(|(.., word)| word)
    }

    fn start(battle: &Battle) -> State {
        battle.setup.clone()
    }

    fn step(battle: &Battle, state: &mut State, doors: &mut Doors<'_, Self>) -> Play<Flow> {
        Field::new(battle, state, doors).step()
    }

    /// The specific side of counters is not kept from the enemy yet (6).
    fn view(_battle: &Battle, state: &State, _viewer: Option<Side>) -> State {
        state.clone()
    }

    fn outcome(battle: &Battle, state: &State) -> Option<Outcome> {
        (state.clock.phase == Phase::Over).then(|| {
            let half_points = half_points(battle, state);
            let winner = match half_points[0].cmp(&half_points[1]) {
                std::cmp::Ordering::Less => Winner::Side(Side(1)),
                std::cmp::Ordering::Equal => Winner::Draw,
                std::cmp::Ordering::Greater => Winner::Side(Side(0)),
            };
            Outcome { winner, half_points, turn: battle.turns.len() as u16, how: "victory.points" }
        })
    }

    fn check(battle: &Battle, state: &State) -> Result<(), String> {
        links(battle, state)?;
        battle.unit_ids().try_for_each(|unit| lies(battle, state, unit))
    }

    fn turn(battle: &Battle, state: &State) -> (u16, u16) {
        let turns = battle.turns.len() as u16;
        ((state.clock.turn + 1).min(turns), turns)
    }
}

/// Every part on the map is once in the stack of its hex, and nobody else is in it; no enemies share a hex.
fn links(b: &Battle, s: &State) -> Result<(), String> {
    let mut count = 0;
    for hex in b.ground.hexes() {
        let mut side = None;
        for part in s.stack(hex) {
            count += 1;
            if count > b.units.len() * MAX_PARTS || s.hex_of(part) != hex {
                return Err(format!("the stack of {} is not a chain of parts", b.ground.label(hex)));
            }
            if side.replace(b.side(Part::unit(part))).is_some_and(|other| other != b.side(part.unit())) {
                return Err(format!("enemies share {}", b.ground.label(hex)));
            }
        }
    }
    let parts: usize = b.unit_ids().map(|u| s.unit(u).hexes().len()).sum();
    if parts == count { Ok(()) } else { Err(format!("{parts} parts of units, {count} in stacks")) }
}

/// A unit lies as its formation and facing say.
fn lies(b: &Battle, s: &State, unit: UnitId) -> Result<(), String> {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let fault = |what: &str| Err(format!("{} {what}", card.id));
    if now.on_map() != (now.status == Status::Map) {
        return fault("is on the map but elsewhere, or the other way round");
    }
    if !now.on_map() {
        return Ok(());
    }
    if status::increments(b, s, unit) <= 0 {
        return fault("has lost all and is on the map");
    }
    let Some(row) = b.charts.formation(card.arm, now.formation, || status::is_heavy(b, unit)) else {
        return fault("is in a formation that its arm lacks");
    };
    if now.formation != Formation::Unlimbered && !footprint::may_aim(row, now.aim) {
        return fault("faces as its formation cannot");
    }
    let laid = footprint::layout(b, row, now.aim, now.hex(), now.hexes().len());
    if row.aim != crate::core::charts::AimKind::Path && laid.as_deref() != Some(now.hexes()) {
        return fault("does not lie as it faces");
    }
    Ok(())
}
