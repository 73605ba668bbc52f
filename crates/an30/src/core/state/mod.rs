//! The changing part of a game: flat, copied freely. Each file holds what one part of the rules keeps.

mod assault;
mod backs;
mod charge;
mod clock;
mod command;
mod fire;
mod ids;
mod unit;

pub use assault::{Assault, Assaulter};
pub use backs::{Back, Backs, Bonuses, Courage};
pub use charge::{AllQuarry, Charge, ChargeKind, ChargePhase, Grand, Quarry, StandResult, Stroke};
pub use clock::{Activation, Clock, Phase, Segment};
pub use command::{Chit, Leader, LeaderStatus, Mu, MuKind, SideState, leader_did};
pub use fire::{DueCheck, FirePhase, FireSegment, Shot, Strike, Volley};
pub use ids::{CommandId, LeaderId, MuId, Part, UnitId};
pub use unit::{ChargeMark, Formation, MAX_PARTS, Order, Prone, Readiness, Status, Unit, did};

use std::cell::RefCell;
use std::sync::{Arc, LazyLock};

use ground::HexId;

/// The most units a battle may have.
pub const MAX_UNITS: usize = 1000;
/// The most leaders.
pub const MAX_LEADERS: usize = 200;
/// The most commands.
pub const MAX_COMMANDS: usize = 200;

/// The changing part of a game. Lists by id are as long as the battle's.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Clock of the game.
    pub clock: Clock,
    /// The chit being carried out.
    pub activation: Activation,
    /// The sides.
    pub sides: [SideState; 2],
    /// Units, by id.
    pub units: Vec<Unit>,
    /// Leaders, by id.
    pub leaders: Vec<Leader>,
    /// Morale level of each command, by id (20.3).
    pub levels: Vec<u8>,
    /// Maneuver units of this turn, and administrative marches under way, by id.
    pub mus: Vec<Mu>,
    /// Chits in the draw cup, in the order in which they were put in; the draw is a throw.
    pub cup: Vec<Chit>,
    /// In team play: the chits of a side's maneuver units that were drawn with its own, in their order (8.4.1.1).
    pub queue: Vec<Chit>,
    /// The top part in each hex.
    pub tops: Vec<Part>,
    /// Counts entries into hexes, so that the latest is known (11.1.5).
    pub serial: u32,
    /// Assaults declared and not yet resolved (16).
    pub assaults: Vec<Assault>,
    /// Charges of the activation, declared and not yet completed (19).
    pub charges: Vec<Charge>,
    /// Fire that is declared (15).
    pub firing: FireSegment,
    /// Hexes on fire (18.15.5).
    pub fires: Vec<HexId>,
    /// The terminus of each reinforcement, by the battle or named by its owner (8.10.7); [`HexId::NONE`] if there is none.
    pub termini: Vec<HexId>,
    /// Static positions that are dissolved, a bit each (8.8.2).
    pub dissolved: u32,
    /// The backs of the counters, as far as whoever has this state may see them.
    pub backs: Arc<Backs>,
}

/// The most states that a thread keeps to be used again.
const MOST_SPARE: usize = 24;

/// No backs yet, or none any more.
static NO_BACKS: LazyLock<Arc<Backs>> = LazyLock::new(Arc::default);

thread_local! {
    /// States that nobody needs any more, for the sake of their lists.
    static SPARE: RefCell<Vec<State>> = const { RefCell::new(Vec::new()) };
}

/// Keeps the lists of a state that is dropped for the next copy.
impl Drop for State {
    fn drop(&mut self) {
        if self.tops.capacity() == 0 {
            return;
        }
        // Where the thread ends nothing is kept.
        let _ = SPARE.try_with(|spare| {
            if let Ok(mut spare) = spare.try_borrow_mut()
                && spare.len() < MOST_SPARE
            {
                let mut kept = std::mem::replace(self, State::empty(0, 0, 0, 0));
                kept.backs = Arc::clone(&NO_BACKS);
                spare.push(kept);
            }
        });
    }
}

/// A state copied over another one takes its lists over: a game that is played step by step allocates none of them anew, and copies made on the way
/// use the lists of those that were dropped.
impl Clone for State {
    fn clone(&self) -> State {
        let kept = SPARE.try_with(|spare| spare.try_borrow_mut().ok()?.pop());
        let mut copy = kept.ok().flatten().unwrap_or_else(|| State::empty(0, 0, 0, 0));
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &State) {
        let State {
            clock,
            activation,
            sides,
            units,
            leaders,
            levels,
            mus,
            cup,
            queue,
            tops,
            serial,
            assaults,
            charges,
            firing,
            fires,
            termini,
            dissolved,
            backs,
        } = other;
        (self.clock, self.activation, self.sides) = (*clock, *activation, *sides);
        (self.serial, self.dissolved) = (*serial, *dissolved);
        self.units.clone_from(units);
        self.leaders.clone_from(leaders);
        self.levels.clone_from(levels);
        self.mus.clone_from(mus);
        self.cup.clone_from(cup);
        self.queue.clone_from(queue);
        self.tops.clone_from(tops);
        self.assaults.clone_from(assaults);
        self.charges.clone_from(charges);
        self.firing.clone_from(firing);
        self.fires.clone_from(fires);
        self.termini.clone_from(termini);
        if !Arc::ptr_eq(&self.backs, backs) {
            self.backs = Arc::clone(backs);
        }
    }
}

impl State {
    /// An empty map of so many hexes before the first turn, with so many units, leaders and commands; no backs yet.
    pub fn empty(hexes: usize, units: usize, leaders: usize, commands: usize) -> State {
        State {
            clock: Clock::START,
            activation: Activation::NONE,
            sides: [SideState::default(); 2],
            units: vec![Unit::NOBODY; units],
            leaders: vec![Leader::NOBODY; leaders],
            levels: vec![0; commands],
            mus: Vec::new(),
            cup: Vec::new(),
            queue: Vec::new(),
            tops: vec![Part::NONE; hexes],
            serial: 0,
            assaults: Vec::new(),
            charges: Vec::new(),
            firing: FireSegment::NONE,
            fires: Vec::new(),
            termini: Vec::new(),
            dissolved: 0,
            backs: Arc::clone(&NO_BACKS),
        }
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.i()]
    }

    /// A unit, to be changed. Its place only [`State::put`] and [`State::lift`] change.
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.i()]
    }

    /// A leader.
    pub fn leader(&self, leader: LeaderId) -> &Leader {
        &self.leaders[leader.i()]
    }

    /// A leader, to be changed.
    pub fn leader_mut(&mut self, leader: LeaderId) -> &mut Leader {
        &mut self.leaders[leader.i()]
    }

    /// The number of bytes it takes, its lists included; the backs of counters, which never change and are shared, are not.
    pub fn bytes(&self) -> usize {
        use std::mem::{size_of, size_of_val};
        size_of::<State>()
            + size_of_val(&self.units[..])
            + size_of_val(&self.leaders[..])
            + size_of_val(&self.levels[..])
            + size_of_val(&self.mus[..])
            + size_of_val(&self.cup[..])
            + size_of_val(&self.queue[..])
            + size_of_val(&self.tops[..])
            + size_of_val(&self.assaults[..])
            + size_of_val(&self.charges[..])
            + size_of_val(&self.firing.volleys[..])
            + size_of_val(&self.firing.strikes[..])
            + size_of_val(&self.firing.due[..])
            + size_of_val(&self.termini[..])
    }

    /// Notes where everybody is as a segment begins (8.1.5).
    pub fn note_places(&mut self) {
        for unit in &mut self.units {
            unit.began = unit.hex();
        }
        for leader in &mut self.leaders {
            leader.began = leader.hex;
        }
    }

    /// All leaders.
    pub fn leader_ids(&self) -> impl Iterator<Item = LeaderId> + use<> {
        (0..self.leaders.len() as u16).map(LeaderId)
    }
}
