//! The book at the table: what the book gives to the table.

use table::{Doors, Flow, GameOption, Outcome, Play, Rulebook, Settings, Side};

use crate::Drill;
use crate::core::battle::Battle;
use crate::core::state::{Phase, State};
use crate::core::{lay, verb};
use crate::{ch1_turn, ch5_victory};

impl Rulebook for Drill {
    type Battle = Battle;
    type State = State;
    const ID: &'static str = "drill";
    const VERSION: u32 = 1;
    const VERBS: &'static [&'static str] = verb::WORDS;
    const OPTIONS: &'static [GameOption] = &[ch1_turn::COUNTERS];

    fn settled(b: &Battle) -> Settings {
        b.settled.clone()
    }

    fn start(b: &Battle) -> State {
        b.setup.clone()
    }

    fn step(b: &Battle, s: &mut State, doors: &mut Doors<'_, Self>) -> Play<Flow> {
        ch1_turn::step(b, s, doors)
    }

    fn view(b: &Battle, s: &State, viewer: Option<Side>) -> State {
        ch1_turn::view(b, s, viewer)
    }

    /// Veil over a unit's strength: whatever it has lost brings to light how strong it was (3.5).
    fn veiled(b: &Battle, s: &State, viewer: Side) -> bool {
        matches!(s.phase, Phase::Toll(unit, _) if b.side(unit) != viewer && !s.unit(unit).shown)
    }

    fn outcome(b: &Battle, s: &State) -> Option<Outcome> {
        ch5_victory::outcome(b, s)
    }

    fn check(b: &Battle, s: &State) -> Result<(), String> {
        let mut taken = Vec::new();
        let mut left = [0; 2];
        for unit in b.unit_numbers() {
            let (card, now) = (b.card(unit), s.unit(unit));
            left[card.side.index()] += u16::from(now.strength);
            if now.strength > card.strength || now.stands() != (now.strength > 0) {
                return Err(format!("{} has strength {} and is {:?}", card.id, now.strength, now.condition));
            }
            let room = now.stands().then(|| lay::hexes_of(b, card.kind, now.hex, now.facing));
            let hexes = room.map(|room| room.ok_or(format!("{} stands beside the map", card.id)));
            taken.extend(hexes.transpose()?.unwrap_or_default());
        }
        let count = taken.len();
        taken.sort();
        taken.dedup();
        if taken.len() < count {
            return Err("two units stand in one hex".to_owned());
        }
        let whole = |side: usize| -> u16 {
            b.units.iter().filter(|card| card.side.index() == side).map(|card| u16::from(card.strength)).sum()
        };
        let kept = (0..2).all(|side| left[side] + s.lost[side] == whole(side));
        if kept { Ok(()) } else { Err("strength has gone astray".to_owned()) }
    }

    fn turn(b: &Battle, s: &State) -> (u16, u16) {
        (s.turn.into(), b.turns.into())
    }
}
