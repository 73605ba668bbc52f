//! The rulebook as the table asks for it: start, step, what a side may see, end, and what must hold between steps.

use table::{Doors, Flow, GameOption, Outcome, Play, Rulebook, Settings, Side, Verb, Winner};

use crate::ch11_stacking::limits;
use crate::ch16_assault::rehearsal as assaults;
use crate::ch19_cavalry::{over, rehearsal as charges};
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{AimKind, Spread};
use crate::core::footprint;
use crate::core::state::{Formation, Part, Segment, SideState, State, Status, UnitId};
use crate::core::status::{self, Losses};
use crate::core::{veil, verb};
use crate::variant::Edition;
use crate::{An30, Field};

impl<E: Edition> Rulebook for An30<E> {
    type Battle = Battle;
    type State = State;

    const ID: &'static str = E::ID;
    const VERSION: u32 = 1;
    const VERBS: &'static [&'static str] = verb::WORDS;
    const OPTIONS: &'static [GameOption] = E::OPTIONS;

    /// The formation that an answer names.
    fn number_word(verb: Verb, number: i16) -> Option<&'static str> {
        let formation = Formation::ALL.get(usize::try_from(number).ok()?)?;
        matches!(verb, verb::FORM | verb::ENTER).then(|| formation.name())
    }

    /// Settings of a battle that was read; those that only the edition has are as usual.
    fn settled(battle: &Battle) -> Settings {
        let own =
            |name: &str| battle.settled.iter().find(|(known, _)| *known == name).map(|(_, value)| *value);
        E::OPTIONS.iter().map(|option| (option.name, own(option.name).unwrap_or(option.values[0]))).collect()
    }

    fn start(battle: &Battle) -> State {
        battle.setup.clone()
    }

    fn step(battle: &Battle, state: &mut State, doors: &mut Doors<'_, Self>) -> Play<Flow> {
        let mut field = Field::new(battle, state, doors);
        let flow = field.step()?;
        field.lay_guns();
        field.note_what_lies_open();
        Ok(flow)
    }

    /// Maneuver units are open; the backs of counters are not, until play has shown them (5.1.2, 5.2.2).
    fn view(battle: &Battle, state: &State, viewer: Option<Side>) -> State {
        veil::view(battle, state, viewer)
    }

    /// The backs that the step has shown are known (5.1.2), and whose chit it has drawn (8.4.1.2).
    fn hindsight(battle: &Battle, began: &State, now: &State, viewer: Option<Side>) -> State {
        veil::hindsight(battle, began, now, viewer)
    }

    /// An assault is fought in its segment, a charge when its maneuver unit has moved (7.2.2, 7.4).
    fn rehearsal(battle: &Battle, before: &State, now: &State) -> Option<State> {
        let charge = charges::rehearsal(battle, before, now);
        charge.or_else(|| assaults::rehearsal(battle, before, now))
    }

    fn outcome(battle: &Battle, state: &State) -> Option<Outcome> {
        (state.clock.segment == Segment::Over).then(|| {
            let half_points = half_points(battle, state);
            let winner = match half_points[0].cmp(&half_points[1]) {
                std::cmp::Ordering::Less => Winner::Side(Side(1)),
                std::cmp::Ordering::Equal => Winner::Draw,
                std::cmp::Ordering::Greater => Winner::Side(Side(0)),
            };
            Outcome { winner, half_points, turn: u16::from(state.clock.turn) + 1, how: "victory.points" }
        })
    }

    fn check(battle: &Battle, state: &State) -> Result<(), String> {
        links(battle, state)?;
        battle.unit_ids().try_for_each(|unit| lies(battle, state, unit))?;
        battle.ground.hexes().try_for_each(|hex| stands(battle, state, hex))
    }

    fn turn(battle: &Battle, state: &State) -> (u16, u16) {
        (u16::from(state.clock.turn) + 1, battle.turns.len() as u16)
    }
}

/// Points by side, in halves, for the objectives as they are held now.
pub fn half_points(battle: &Battle, state: &State) -> [i32; 2] {
    SideState::BOTH.map(|side| {
        let held = battle.objectives.iter().filter(|o| status::holder(battle, state, o.hex) == Some(side));
        held.map(|o| 2 * o.points).sum()
    })
}

/// Every part on the map is once in the stack of its hex, and nobody else is in it.
fn links(b: &Battle, s: &State) -> Result<(), String> {
    let mut count = 0;
    for hex in b.ground.hexes() {
        for part in s.stack(hex) {
            count += 1;
            if count > b.units.len() * crate::core::state::MAX_PARTS || s.hex_of(part) != hex {
                return Err(format!("the stack of {} is not a chain of parts", b.ground.label(hex)));
            }
        }
    }
    let parts: usize = b.unit_ids().map(|u| s.unit(u).hexes().len()).sum();
    if parts == count { Ok(()) } else { Err(format!("{parts} parts of units, {count} in stacks")) }
}

/// A unit lies as its formation and facing say, and its own state makes sense.
fn lies(b: &Battle, s: &State, unit: UnitId) -> Result<(), String> {
    let (card, now) = (b.unit(unit), s.unit(unit));
    let fault = |what: &str| Err(format!("{} {what}", card.id));
    if now.on_map() != (now.status == Status::Map) {
        return fault("is on the map but elsewhere, or the other way round");
    }
    if !now.on_map() {
        return Ok(());
    }
    if Losses(now.losses) >= status::endurance(b, unit) {
        return fault("has lost all and is on the map");
    }
    let Some(row) = b.charts.formation_of(card.arm, now.shape()) else {
        return fault("is in a formation that its arm lacks");
    };
    let guns = card.arm == Arm::Artillery && now.shape() == Formation::Unlimbered;
    if guns && now.aim != footprint::guns_aim(b, s, unit) {
        return fault("faces otherwise than the infantry with it, or by itself no hexside");
    }
    if !guns && !footprint::may_aim(row, now.aim) {
        return fault("faces as its formation cannot");
    }
    if row.spread == Spread::One && now.hexes().len() > 1 {
        return fault("lies in several hexes in a formation of one");
    }
    let chained = || now.hexes().windows(2).all(|two| b.ground.dir_to(two[0], two[1]).is_some());
    let laid = || footprint::layout(b, row, now.aim, now.hex(), now.hexes().len());
    match (row.spread, row.aim) {
        // A column of companies follows its head, and need not stay straight (12.5.3, 19.2.2.1).
        (Spread::File, _) if !chained() => fault("does not hang together"),
        (Spread::File, _) | (_, AimKind::Path) => Ok(()),
        _ if laid().as_deref() != Some(now.hexes()) => fault("does not lie as it faces"),
        _ => Ok(()),
    }
}

/// The units of a hex may stand together (11.1).
fn stands(b: &Battle, s: &State, hex: ground::HexId) -> Result<(), String> {
    let mut units: Vec<UnitId> = s.stack(hex).map(Part::unit).collect();
    let rides_over = over::of_hex(s, hex);
    if !rides_over.is_empty() {
        // Those who await a mêlée may share a hex with those whom they rode over (19.7.4).
        units.retain(|u| !rides_over.contains(u));
    }
    if units.windows(2).any(|two| b.side(two[0]) != b.side(two[1])) {
        return Err(format!("enemies share {}", b.ground.label(hex)));
    }
    limits::lawful_of(b, s, hex, &units).map_err(|refusal| {
        format!("the stack of {} breaks {} ({})", b.ground.label(hex), refusal.rule, refusal.why)
    })
}
