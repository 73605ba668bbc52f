//! The changing part of a game: flat, a few kilobytes, copied freely.

use crate::core::Facing;
use ground::{Dirs, HexId};
use serde::Deserialize;

/// The most units a battle may have.
pub const MAX_UNITS: usize = 96;
/// The most commanders-in-chief.
pub const MAX_LEADERS: usize = 6;
/// The most formations.
pub const MAX_FORMATIONS: usize = 24;
/// The most activation markers, ordinary and combined.
pub const MAX_MARKERS: usize = 60;
/// The most hexes a map may have.
pub const MAX_HEXES: usize = 1200;
/// The most arrivals of reinforcements a scenario may have.
pub const MAX_ARRIVALS: usize = 48;
/// The most objectives a scenario may have.
pub const MAX_OBJECTIVES: usize = 12;

table::ids! {
    u8;
    /// A combat unit.
    UnitId,
    /// A commander-in-chief.
    LeaderId,
    /// A formation.
    FormationId,
    /// An activation marker.
    MarkerId,
    /// A tactical group, numbered afresh each turn over all formations.
    GroupId,
}

/// The state of a unit's order (10.1, 10.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug)]
#[repr(u8)]
pub enum Condition {
    /// In good order.
    Good,
    /// Disordered: the counter's reverse side.
    Disordered,
    /// Routed.
    Routed,
    /// Eliminated.
    Eliminated,
}

/// Status of a reinforcement: how a reinforcement stands to its marker (5.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Renfort {
    /// No reinforcement (any more).
    None,
    /// On the map, with the marker: Received Orders and forced march.
    Marked,
    /// Entered without the marker because of a near enemy: Received Orders for this turn (5.2.1, exception).
    ThisTurn,
    /// Entered in normal march: No Orders, but the normal movement rate in the activation in which it enters.
    Normal,
    /// Lost its marker, or came on without it, since the tactical groups of the turn were formed: No Orders, and in a group with
    /// others of its kind from its formation's next activation on (RULING J214).
    Released,
}

impl Renfort {
    /// Whether the status is that of a reinforcement still.
    pub const fn holds(self) -> bool {
        matches!(self, Renfort::Marked | Renfort::ThisTurn | Renfort::Normal)
    }
}

/// Deeds of a unit in the current activation, as bits of [`Unit::did`]. All are cleared when an activation begins.
pub mod did {
    /// Went to another hex by its own will, or entered the map.
    pub const MOVED: u32 = 1;
    /// Changed facing in place.
    pub const TURNED: u32 = 1 << 1;
    /// Fired normally (7.1).
    pub const FIRED: u32 = 1 << 2;
    /// Fired in counter-battery or reaction: one of the two, once an enemy activation (7.1).
    pub const REPLIED: u32 = 1 << 3;
    /// Was committed to a shock or charge (8.3.1).
    pub const COMMITTED: u32 = 1 << 4;
    /// Evaded (8.8.1).
    pub const EVADED: u32 = 1 << 5;
    /// Declared a charge and is charging (9.1).
    pub const CHARGING: u32 = 1 << 6;
    /// Failed the engagement test for its charge or shock: no movement, no combat.
    pub const BALKED: u32 = 1 << 7;
    /// Was attacked by an announced shock (8.2: once an activation).
    pub const ATTACKED: u32 = 1 << 8;
    /// Made its breakthrough shock or counter-shock (8.7.2).
    pub const BROKE: u32 = 1 << 9;
    /// Tried to rally.
    pub const RALLIED: u32 = 1 << 10;
    /// Formed or left square in the movement of this activation (4.2).
    pub const SQUARED: u32 = 1 << 11;
    /// Was charging until it was driven off or evaded: it charges no more, but the test at the end is due (9.2).
    pub const CHARGED: u32 = 1 << 12;
    /// Finished its movement.
    pub const HALTED: u32 = 1 << 13;
    /// Made its charge unbonused: its charge met a passed counter-charge (9.4).
    pub const COUNTERED: u32 = 1 << 14;
    /// Counter-charged (9.4).
    pub const COUNTERCHARGED: u32 = 1 << 15;
    /// Was called back before a square (9.3.3).
    pub const RECALLED: u32 = 1 << 16;
}

/// A unit's changing part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Its hex; [`HexId::NONE`] while it is off the map or eliminated.
    pub hex: HexId,
    /// Its deeds in this activation: bits of [`did`].
    pub did: u32,
    /// The way it faces.
    pub facing: Facing,
    /// Its order.
    pub condition: Condition,
    /// Whether it is in square (4.2).
    pub square: bool,
    /// Its reinforcement status (5.2.1).
    pub renfort: Renfort,
    /// Its tactical group this turn (2.3.1).
    pub group: GroupId,
    /// The unit under it in its stack.
    pub under: UnitId,
    /// Hexsides through which its announced attack goes, a bit each (8.3.1).
    pub aims: Dirs,
    /// Number of pursuit charges made in this activation (9.5.2).
    pub pursuits: u8,
    /// Its hex when the activation began.
    pub stood: HexId,
    /// The way it faced then.
    pub faced: Facing,
}

impl Unit {
    /// Whether it did a thing in this activation.
    pub fn has(&self, bit: u32) -> bool {
        self.did & bit != 0
    }

    /// Whether it is elsewhere, or faces another way, than when the activation began.
    pub fn shifted(&self) -> bool {
        (self.hex, self.facing) != (self.stood, self.faced)
    }

    /// Notes where it stands and what way it faces: an activation begins.
    pub fn begin(&mut self) {
        (self.did, self.aims, self.pursuits) = (0, Dirs::NONE, 0);
        (self.stood, self.faced) = (self.hex, self.facing);
    }

    /// On the map.
    pub fn on_map(&self) -> bool {
        self.hex != HexId::NONE
    }
}

/// A commander-in-chief's changing part (2.5).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Leader {
    /// Their hex; [`HexId::NONE`] when eliminated or not arrived.
    pub hex: HexId,
    /// Whether they have moved this turn.
    pub moved: bool,
    /// Whether they were eliminated.
    pub lost: bool,
}

/// Place of a marker: where an activation marker is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum Chit {
    /// Not in play this turn (not yet arrived, retired, not placed, used up).
    Out,
    /// In the cup.
    Cup,
    /// Drawn and being used, or used, this turn.
    Drawn,
    /// Chosen to open the turn (3), until its activation is over.
    Opening,
    /// Spent for the whole game (a combined marker that works once).
    Spent,
}

/// A tactical group's order (2.3.2) and what became of it in the current activation.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Group {
    /// Received Orders. Secret until revealed.
    pub received: bool,
    /// The order marker has been turned face up (2.4).
    pub revealed: bool,
    /// Its order status in the current activation.
    pub order_status: OrderStatus,
}

/// Orders of a group: how a tactical group or unit may act in the current activation (2.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
#[repr(u8)]
pub enum OrderStatus {
    /// Not settled yet.
    Open,
    /// As with Received Orders (2.4.1), by order or by the leader's initiative (2.4.3).
    Received,
    /// At reduced capacity (2.4.2).
    NoOrders,
    /// Rally attempts only: the leader's initiative failed (2.4.3).
    RallyOnly,
}

/// A formation's changing part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Formation {
    /// Demoralised (11.2).
    pub demoralized: bool,
    /// Its reinforcements were due and its marker stayed in the cup: next turn both markers are in (5.2.1).
    pub delayed: bool,
}

/// Phases of the game turn (1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Phase {
    /// A.
    Orders,
    /// B.
    Initiative,
    /// C.
    Assembly,
    /// D, between activations: the next marker is drawn.
    Draw,
    /// D, an activation.
    Activation,
    /// E, rout movement.
    Rout,
    /// E, demoralisation.
    Demoralization,
    /// F.
    Final,
    /// The game is over: no vignette begins there.
    #[serde(skip)]
    Over,
}

/// Steps of an activation, in their strict order (1.D.2, 1.D.3).
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
#[repr(u8)]
pub enum Segment {
    /// Order markers are revealed; initiative tests (2.4).
    Orders,
    /// Stacks may be rearranged (5.1.2).
    Stacks,
    /// Artillery fire (7).
    Fire,
    /// Movement, also of charging cavalry, reinforcements and commanders (4, 5.2, 9.1).
    Movement,
    /// Shock is announced (8.3.1).
    Announce,
    /// Shocks and charges are resolved (8, 9).
    Combat,
    /// Rally (11.1).
    Rally,
}

/// Place in the turn: where the game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Game turn, from 0.
    pub turn: u8,
    /// Phase.
    pub phase: Phase,
    /// The marker whose activation it is.
    pub marker: MarkerId,
    /// The step of the activation.
    pub segment: Segment,
    /// A unit with which the step is not finished (the rout movement and rally lists go through units in order).
    pub cursor: u8,
}

/// The changing part of a game.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// Clock of the game.
    pub clock: Clock,
    /// Units, by id; those beyond the battle's number stay [`State::nobody`].
    pub units: [Unit; MAX_UNITS],
    /// Commanders-in-chief, by id.
    pub leaders: [Leader; MAX_LEADERS],
    /// Formations, by id.
    pub formations: [Formation; MAX_FORMATIONS],
    /// Activation markers, by id.
    pub markers: [Chit; MAX_MARKERS],
    /// Tactical groups of this turn, by id.
    pub groups: [Group; MAX_UNITS],
    /// The top unit of each hex.
    pub tops: [UnitId; MAX_HEXES],
    /// Holder of each objective: the side's number, or 255.
    pub holders: [u8; MAX_OBJECTIVES],
    /// The sides that have met a condition for automatic victory in this turn, a bit each (13.1).
    pub triumph: u8,
    /// Stacks of each column of reinforcements that entered in this activation (5.2.2), by the column's first arrival. RULING J116: in
    /// the next activation they are counted afresh.
    pub entered: [u8; MAX_ARRIVALS],
}

impl State {
    /// A unit that is not there.
    pub const fn nobody() -> Unit {
        Unit {
            hex: HexId::NONE,
            did: 0,
            facing: Facing(0),
            condition: Condition::Good,
            square: false,
            renfort: Renfort::None,
            group: GroupId::NONE,
            under: UnitId::NONE,
            aims: Dirs::NONE,
            pursuits: 0,
            stood: HexId::NONE,
            faced: Facing(0),
        }
    }

    /// An empty map before the first Orders Phase.
    pub const fn empty() -> State {
        State {
            clock: Clock {
                turn: 0,
                phase: Phase::Orders,
                marker: MarkerId::NONE,
                segment: Segment::Orders,
                cursor: 0,
            },
            units: [State::nobody(); MAX_UNITS],
            leaders: [Leader { hex: HexId::NONE, moved: false, lost: false }; MAX_LEADERS],
            formations: [Formation { demoralized: false, delayed: false }; MAX_FORMATIONS],
            markers: [Chit::Out; MAX_MARKERS],
            groups: [Group { received: false, revealed: false, order_status: OrderStatus::Open }; MAX_UNITS],
            tops: [UnitId::NONE; MAX_HEXES],
            holders: [u8::MAX; MAX_OBJECTIVES],
            triumph: 0,
            entered: [0; MAX_ARRIVALS],
        }
    }

    /// A tactical group without an order.
    pub const fn no_order() -> Group {
        Group { received: false, revealed: false, order_status: OrderStatus::Open }
    }

    /// A unit.
    pub fn unit(&self, unit: UnitId) -> &Unit {
        &self.units[unit.i()]
    }

    /// A unit, to be changed. Use [`State::put`] and [`State::lift`] for its place.
    pub fn unit_mut(&mut self, unit: UnitId) -> &mut Unit {
        &mut self.units[unit.i()]
    }

    /// The units in a hex, from the top.
    pub fn stack(&self, hex: HexId) -> Stack<'_> {
        Stack { state: self, next: if hex == HexId::NONE { UnitId::NONE } else { self.tops[hex.0 as usize] } }
    }

    /// The top unit of a hex; nobody for [`HexId::NONE`].
    pub fn top(&self, hex: HexId) -> Option<UnitId> {
        self.tops.get(hex.index())?.some()
    }

    /// Whether no unit is in a hex.
    pub fn is_empty(&self, hex: HexId) -> bool {
        self.top(hex).is_none()
    }

    /// Takes a unit off the map (its place only).
    pub fn lift(&mut self, unit: UnitId) {
        let hex = self.units[unit.i()].hex;
        if hex == HexId::NONE {
            return;
        }
        let below = self.units[unit.i()].under;
        if self.tops[hex.0 as usize] == unit {
            self.tops[hex.0 as usize] = below;
        } else {
            let above = self
                .stack(hex)
                .find(|&u| self.units[u.i()].under == unit)
                .expect("a unit on the map is in its hex's stack");
            self.units[above.i()].under = below;
        }
        self.units[unit.i()].hex = HexId::NONE;
        self.units[unit.i()].under = UnitId::NONE;
    }

    /// Puts a unit at the bottom of a hex's stack, wherever it was before (5.1.2). Artillery goes on top: see [`State::put_on_top`].
    pub fn put(&mut self, unit: UnitId, hex: HexId) {
        self.lift(unit);
        self.units[unit.i()].hex = hex;
        match self.stack(hex).last() {
            Some(last) => self.units[last.i()].under = unit,
            None => self.tops[hex.0 as usize] = unit,
        }
    }

    /// Puts a unit on top of a hex's stack.
    pub fn put_on_top(&mut self, unit: UnitId, hex: HexId) {
        self.lift(unit);
        self.units[unit.i()].hex = hex;
        self.units[unit.i()].under = self.tops[hex.0 as usize];
        self.tops[hex.0 as usize] = unit;
    }

    /// Puts a unit right under another one.
    pub fn put_under(&mut self, unit: UnitId, above: UnitId) {
        self.lift(unit);
        self.units[unit.i()].hex = self.units[above.i()].hex;
        self.units[unit.i()].under = self.units[above.i()].under;
        self.units[above.i()].under = unit;
    }
}

/// The units of a hex, from the top.
#[derive(Clone)]
pub struct Stack<'a> {
    state: &'a State,
    next: UnitId,
}

impl Iterator for Stack<'_> {
    type Item = UnitId;

    fn next(&mut self) -> Option<UnitId> {
        let unit = self.next.some()?;
        self.next = self.state.units[unit.i()].under;
        Some(unit)
    }
}
