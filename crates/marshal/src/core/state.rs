//! The changing part of a game: flat, copied freely.

use std::sync::{Arc, LazyLock};

use ground::{Aim, HexId};
use muster::words;
use roster::Arm;
use table::{Few, Side};

pub use crate::core::back::Back;

table::ids! {
    u16;
    /// A combat unit.
    UnitId,
    /// A leader.
    LeaderId,
    /// A command: a brigade, a division, a corps.
    CommandId,
}

/// The most units a battle may have.
pub const MAX_UNITS: usize = 400;
/// The most hexes that a unit lies in: a road march of twenty increments.
pub const MAX_PARTS: usize = 5;

/// A part of a unit: what of it stands in one of its hexes.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
pub struct Part(u16);

impl Part {
    /// None.
    pub const NONE: Part = Part(u16::MAX);

    /// A part of a unit, by the number of its hex.
    pub const fn new(unit: UnitId, index: usize) -> Part {
        Part(unit.0 * MAX_PARTS as u16 + index as u16)
    }

    /// The unit.
    pub const fn unit(self) -> UnitId {
        UnitId(self.0 / MAX_PARTS as u16)
    }

    /// The number of its hex among the unit's.
    pub const fn index(self) -> usize {
        self.0 as usize % MAX_PARTS
    }

    /// This one, unless it is [`Part::NONE`].
    pub fn some(self) -> Option<Part> {
        if self == Part::NONE { None } else { Some(self) }
    }
}

words! {
    /// Tactical organisation (15, 16), which the markers of disorder and rout hide (5).
    "formation", Formation {
        /// Column.
        Column = "column",
        /// Line.
        Line = "line",
        /// Carré.
        Square = "square",
        /// Skirmish order.
        Skirmish = "skirmish",
        /// General order.
        GeneralOrder = "general_order",
        /// Road march.
        RoadMarch = "road_march",
        /// Guns limbered.
        Limbered = "limbered",
        /// Guns unlimbered.
        Unlimbered = "unlimbered",
    }
}

impl Formation {
    /// Formations in several hexes, as answers call them.
    const SPREAD: [(&'static str, Formation, usize); 8] = [
        ("line-2", Formation::Line, 2),
        ("line-3", Formation::Line, 3),
        ("skirmish-2", Formation::Skirmish, 2),
        ("skirmish-3", Formation::Skirmish, 3),
        ("road_march-2", Formation::RoadMarch, 2),
        ("road_march-3", Formation::RoadMarch, 3),
        ("road_march-4", Formation::RoadMarch, 4),
        ("road_march-5", Formation::RoadMarch, 5),
    ];

    /// The number by which an answer means a formation in so many hexes.
    pub fn number_in(self, hexes: usize) -> i16 {
        let spread = Self::SPREAD.iter().position(|(_, own, of)| (*own, *of) == (self, hexes));
        spread.map_or(self as i16, |at| (Self::ALL.len() + at) as i16)
    }

    /// The formation and the hexes that a number means, with the word for both.
    pub fn numbered(number: i16) -> Option<(Formation, usize, &'static str)> {
        let at = usize::try_from(number).ok()?;
        match Self::ALL.get(at) {
            Some(formation) => Some((*formation, 1, formation.name())),
            None => Self::SPREAD
                .get(at - Self::ALL.len())
                .map(|(word, formation, hexes)| (*formation, *hexes, *word)),
        }
    }

    /// The formation of an arm when nothing else is said.
    pub const fn usual(arm: Arm) -> Formation {
        match arm {
            Arm::Infantry | Arm::Cavalry => Formation::Column,
            Arm::Artillery => Formation::Limbered,
        }
    }
}

words! {
    /// Order of a unit (30), the best first.
    "order", Order {
        /// Good order.
        Good = "good",
        /// Disorder.
        Disorder = "disorder",
        /// Plus grande désordre: routed.
        Pgd = "pgd",
    }
}

words! {
    /// Readiness of cavalry (36), the best first.
    "readiness", Readiness {
        /// Fresh.
        Fresh = "fresh",
        /// Tired.
        Tired = "tired",
        /// Exhausted.
        Exhausted = "exhausted",
    }
}

words! {
    /// Status of a unit.
    "status", Status {
        /// On the map.
        Map = "map",
        /// Not yet arrived.
        Waiting = "waiting",
        /// Lost: all increments, or routed off the map.
        Destroyed = "destroyed",
        /// Surrendered.
        Surrendered = "surrendered",
        /// Its regiment or battalion stands for it, or its parts do (6).
        Folded = "folded",
    }
}

/// Deeds of a unit in the present sequence, as bits of [`Unit::did`].
pub mod did {
    /// Moved.
    pub const MOVED: u32 = 1;
    /// Fired in this segment.
    pub const FIRED: u32 = 1 << 1;
    /// Assaulted.
    pub const ASSAULTED: u32 = 1 << 2;
    /// Lost an increment to fire in this sequence.
    pub const HIT: u32 = 1 << 3;
    /// Prolonged or turned its guns: it does the other no more (18).
    pub const PROLONGED: u32 = 1 << 4;
    /// Has no movement in its next movement phase (29).
    pub const SPENT: u32 = 1 << 5;
    /// Went into another hex in this movement: out of an enemy zone it goes only before that (14).
    pub const STEPPED: u32 = 1 << 6;
    /// Has declared a charge (38): it does not move (35).
    pub const CHARGED: u32 = 1 << 7;
    /// Came straight for the last three hexes of its charge (38).
    pub const STRAIGHT: u32 = 1 << 8;
    /// Was not recalled (42).
    pub const WILD: u32 = 1 << 9;
    /// Has tried to form carré, to react or to charge at an opportunity in this phase: once (38 to 40).
    pub const TRIED: u32 = 1 << 10;
    /// Has come to blows: the mêlée is mandatory (38 to 40).
    pub const ENGAGED: u32 = 1 << 11;
    /// Charges in answer to a charge or a movement (39, 40).
    pub const COUNTERS: u32 = 1 << 12;
    /// Fights with a third of its value (36).
    pub const SPARES: u32 = 1 << 13;
    /// Is on a carré (16, 38; RULING 20: in the hex from which it came).
    pub const ON_SQUARE: u32 = 1 << 14;
    /// Has charged at an opportunity (40).
    pub const OPPORTUNITY: u32 = 1 << 15;
    /// Its specific side has been seen by the enemy (6).
    pub const SHOWN: u32 = 1 << 16;
    /// Has gone after who retreated before its assault, and may assault once more only (29).
    pub const PURSUED: u32 = 1 << 17;
    /// Has run from a charge into a hex, whose fight it does not join (19).
    pub const SHELTERED: u32 = 1 << 18;
}

words! {
    /// Forced march of a unit in its present or last movement (44).
    "forced march", March {
        /// None.
        None = "none",
        /// It marches at double pace.
        Forced = "forced",
        /// It failed its check and stays.
        Failed = "failed",
    }
}

/// Strain on horses since the last reckoning of their readiness (36), as bits of [`Unit::strain`].
pub mod strain {
    /// Moved.
    pub const MOVED: u8 = 1;
    /// Moved more than half.
    pub const HALF: u8 = 1 << 1;
    /// Fought.
    pub const FOUGHT: u8 = 1 << 2;
    /// Lost an increment to fire.
    pub const HIT: u8 = 1 << 3;
    /// Retreated before a mêlée with cavalry.
    pub const EVADED: u8 = 1 << 4;
}

/// A unit's changing part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Its hexes: a line and skirmishers from left to right as they look, a road march from head to tail.
    pub(in crate::core) hexes: [HexId; MAX_PARTS],
    /// Under each of its parts, the next one in the stack.
    pub(in crate::core) under: [Part; MAX_PARTS],
    /// Number of its hexes; 0 off the map.
    pub(in crate::core) parts: u8,
    /// Number of its entry into its hex, among all entries.
    pub entered: u32,
    /// Its deeds: bits of [`did`].
    pub did: u32,
    /// Aim that it looks at; of no meaning where it looks all around.
    pub aim: Aim,
    /// Its order.
    pub order: Order,
    /// Its formation in good order; guns keep theirs.
    pub formation: Formation,
    /// Its status.
    pub status: Status,
    /// Increments lost.
    pub losses: u8,
    /// Increments lost to the defensive fire of this sequence.
    pub fire_losses: u8,
    /// Readiness.
    pub readiness: Readiness,
    /// Strain on its horses: bits of [`strain`].
    pub strain: u8,
    /// The side in whose sequence its horses were last tired (36).
    pub tired_in: u8,
    /// Its forced march (44).
    pub march: March,
    /// Forced marches in a row.
    pub marches: u8,
    /// Half movement points spent in this phase.
    pub spent: u8,
    /// The hex that it fired at in this sequence: it may assault no other (32).
    pub target: HexId,
    /// The hex from which it entered its own (10).
    pub from: HexId,
}

impl Unit {
    /// A unit that is not there.
    pub const NOBODY: Unit = Unit {
        hexes: [HexId::NONE; MAX_PARTS],
        under: [Part::NONE; MAX_PARTS],
        parts: 0,
        entered: 0,
        did: 0,
        aim: Aim(0),
        order: Order::Good,
        formation: Formation::Column,
        status: Status::Waiting,
        losses: 0,
        fire_losses: 0,
        readiness: Readiness::Fresh,
        strain: 0,
        tired_in: 0,
        march: March::None,
        marches: 0,
        spent: 0,
        target: HexId::NONE,
        from: HexId::NONE,
    };

    /// The same off the map.
    #[must_use]
    pub fn lifted(self) -> Unit {
        Unit { hexes: Unit::NOBODY.hexes, under: Unit::NOBODY.under, parts: 0, ..self }
    }

    /// Its hexes.
    pub fn hexes(&self) -> &[HexId] {
        &self.hexes[..self.parts as usize]
    }

    /// Its first hex; [`HexId::NONE`] off the map.
    pub fn hex(&self) -> HexId {
        self.hexes[0]
    }

    /// Whether it is on the map.
    pub fn on_map(&self) -> bool {
        self.parts > 0
    }

    /// Whether a bit of [`did`] is set.
    pub fn has(&self, bit: u32) -> bool {
        self.did & bit != 0
    }

    /// Sets or clears a bit of [`did`].
    pub fn set(&mut self, bit: u32, on: bool) {
        if on { self.did |= bit } else { self.did &= !bit }
    }
}

words! {
    /// Status of a leader (7).
    "leader's status", LeaderStatus {
        /// On the map.
        Map = "map",
        /// Not yet arrived.
        Waiting = "waiting",
        /// Wounded, and to come back.
        Wounded = "wounded",
        /// Dead or captured.
        Lost = "lost",
    }
}

/// A leader's changing part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leader {
    /// The hex; [`HexId::NONE`] off the map.
    pub hex: HexId,
    /// Status.
    pub status: LeaderStatus,
    /// The turn in which a wounded leader is back, from 0.
    pub back: u16,
    /// Half movement points spent in this phase.
    pub spent: u8,
}

words! {
    /// Phase of the chronology of battle (2).
    "phase", Phase {
        /// The mutual sequence: durations, reinforcements, morale levels on the hour.
        Mutual = "mutual",
        /// Charge à cheval.
        Charge = "charge",
        /// Movement.
        Movement = "movement",
        /// Defensive fire, of the side whose sequence it is not.
        DefensiveFire = "defensive_fire",
        /// Offensive fire.
        OffensiveFire = "offensive_fire",
        /// Assault à mêlée.
        Assault = "assault",
        /// Morale recovery.
        Recovery = "recovery",
        /// The game is over.
        Over = "over",
    }
}

/// The clock of the game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Game turn, from 0.
    pub turn: u16,
    /// The phase.
    pub phase: Phase,
    /// The side whose sequence it is.
    pub side: Side,
    /// The number of units that have been seen to, where a phase goes over them in order.
    pub step: u16,
    /// Whether the phase has been announced.
    pub begun: bool,
}

/// A charge that has been declared and is not carried out yet (38).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Charge {
    /// The units, the top one first.
    pub units: Few<UnitId, 4>,
}

/// The changing part of a game. Lists by id are as long as the battle's.
#[derive(PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Clock.
    pub clock: Clock,
    /// Units, by id.
    pub units: Vec<Unit>,
    /// Leaders, by id.
    pub leaders: Vec<Leader>,
    /// Morale level of each command, by id (43).
    pub levels: Vec<u8>,
    /// The top part in each hex.
    pub(in crate::core) tops: Vec<Part>,
    /// Hexes fired at in this segment (21), in their order.
    pub fired_at: Vec<HexId>,
    /// Hexes assaulted in this segment.
    pub assaulted: Vec<HexId>,
    /// Charges that are declared (38).
    pub charges: Vec<Charge>,
    /// Fire of this sequence: who fired, and at which hex (16, 20, 32).
    pub shots: Vec<(UnitId, HexId)>,
    /// Cavalry that charged in this sequence, and whom it passed by (38).
    pub passed: Vec<(UnitId, UnitId)>,
    /// Turns by which the die delays each arrival, by number (45).
    pub delays: Vec<u8>,
    /// The specific sides of the counters, as far as whoever has this state may see them (6).
    pub backs: Arc<Vec<Back>>,
    /// Counts entries into hexes, so that the latest is known (10).
    pub serial: u32,
}

/// No backs yet.
static NO_BACKS: LazyLock<Arc<Vec<Back>>> = LazyLock::new(Arc::default);

/// A state copied over another one takes its lists over: a game that is played step by step allocates none of them anew.
impl Clone for State {
    fn clone(&self) -> State {
        let mut copy = State::empty(0, 0, 0, 0);
        copy.clone_from(self);
        copy
    }

    fn clone_from(&mut self, other: &State) {
        let State {
            clock,
            units,
            leaders,
            levels,
            tops,
            fired_at,
            assaulted,
            charges,
            shots,
            passed,
            delays,
            backs,
            serial,
        } = other;
        (self.clock, self.serial) = (*clock, *serial);
        self.units.clone_from(units);
        self.leaders.clone_from(leaders);
        self.levels.clone_from(levels);
        self.tops.clone_from(tops);
        self.fired_at.clone_from(fired_at);
        self.assaulted.clone_from(assaulted);
        self.charges.clone_from(charges);
        self.shots.clone_from(shots);
        self.passed.clone_from(passed);
        self.delays.clone_from(delays);
        if !Arc::ptr_eq(&self.backs, backs) {
            self.backs = Arc::clone(backs);
        }
    }
}

impl State {
    /// Nothing on the map, before the first turn.
    pub fn empty(hexes: usize, units: usize, leaders: usize, commands: usize) -> State {
        let leader = Leader { hex: HexId::NONE, status: LeaderStatus::Waiting, back: 0, spent: 0 };
        State {
            clock: Clock { turn: 0, phase: Phase::Mutual, side: Side(0), step: 0, begun: false },
            units: vec![Unit::NOBODY; units],
            leaders: vec![leader; leaders],
            levels: vec![0; commands],
            tops: vec![Part::NONE; hexes],
            fired_at: Vec::new(),
            assaulted: Vec::new(),
            charges: Vec::new(),
            shots: Vec::new(),
            passed: Vec::new(),
            delays: Vec::new(),
            backs: Arc::clone(&NO_BACKS),
            serial: 0,
        }
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.i()]
    }

    /// A unit, to be changed.
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

    /// The specific side of a unit's counter (6).
    pub fn back(&self, unit: UnitId) -> &Back {
        &self.backs[unit.i()]
    }

    /// Bytes that a copy takes, without the specific sides, which are shared.
    pub fn bytes(&self) -> usize {
        std::mem::size_of::<State>()
            + std::mem::size_of_val(&self.units[..])
            + std::mem::size_of_val(&self.leaders[..])
            + std::mem::size_of_val(&self.levels[..])
            + std::mem::size_of_val(&self.tops[..])
    }
}
