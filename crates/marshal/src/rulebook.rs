//! The rulebook as the table asks for it: start, step, what a side may see, end, and what must hold between steps.

use table::{Doors, Flow, GameOption, Outcome, Play, Rulebook, Settings, Side, Verb, Winner};

use crate::ch02_chronology::half_points;
use crate::core::battle::Battle;
use crate::core::state::{Formation, MAX_PARTS, Part, Phase, State, Status, UnitId};
use crate::core::{footprint, options, status, veil, verb};
use crate::{Field, Marshal};

impl Rulebook for Marshal {
    type Battle = Battle;
    type State = State;

    const ID: &'static str = "marshal";
    const VERSION: u32 = 1;
    const VERBS: &'static [&'static str] = verb::WORDS;
    const OPTIONS: &'static [GameOption] = options::ALL;

    fn settled(battle: &Battle) -> Settings {
        let own = |name| battle.settled.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        options::ALL
            .iter()
            .map(|option| (option.name, own(option.name).unwrap_or(option.values[0])))
            .collect()
    }

    /// The formation that an answer names.
    fn number_word(verb: Verb, number: i16) -> Option<&'static str> {
        Formation::numbered(number).filter(|_| verb == verb::FORM).map(|(.., word)| word)
    }

    fn start(battle: &Battle) -> State {
        battle.setup.clone()
    }

    fn step(battle: &Battle, state: &mut State, doors: &mut Doors<'_, Self>) -> Play<Flow> {
        let mut field = Field::new(battle, state, doors);
        let flow = field.step()?;
        field.note_what_lies_open();
        Ok(flow)
    }

    /// The specific sides of counters are not known to the enemy until play has shown them (6).
    fn view(battle: &Battle, state: &State, viewer: Option<Side>) -> State {
        veil::view(battle, state, viewer)
    }

    fn hindsight(battle: &Battle, began: &State, now: &State, viewer: Option<Side>) -> State {
        veil::hindsight(battle, began, now, viewer)
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
