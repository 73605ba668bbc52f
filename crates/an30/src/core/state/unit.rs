//! State of a unit: what changes of a combat unit.

use ground::{Aim, HexId};
use muster::words;
use roster::Arm;

use super::{LeaderId, MuId, Part};

/// The most hexes that a unit lies in.
pub const MAX_PARTS: usize = 8;

words! {
    /// Formations (12.2): those of a unit in good order, and guns' always; disorder and PGD as far as the charts have rows for them
    /// ([`Unit::shape`]). A unit's own formation is never one of the two.
    "formation", Formation {
        /// Column; cavalry's is the column of companies.
        Column = "column",
        /// Line.
        Line = "line",
        /// Square.
        Square = "square",
        /// Skirmish order.
        Skirmish = "skirmish",
        /// General order.
        GeneralOrder = "general_order",
        /// Road column.
        RoadColumn = "road_column",
        /// Guns limbered.
        Limbered = "limbered",
        /// Guns unlimbered.
        Unlimbered = "unlimbered",
        /// Disorder.
        Disorder = "disorder",
        /// Plus grand désordre.
        Pgd = "pgd",
    }
}

impl Formation {
    /// Those of an arm.
    pub const fn of(arm: Arm) -> &'static [Formation] {
        use Formation::{
            Column, Disorder, GeneralOrder, Limbered, Line, Pgd, RoadColumn, Skirmish, Square, Unlimbered,
        };
        match arm {
            Arm::Infantry => &[Column, Line, Square, Skirmish, GeneralOrder, RoadColumn, Disorder, Pgd],
            Arm::Cavalry => &[Column, Line, Skirmish, GeneralOrder, RoadColumn, Disorder, Pgd],
            Arm::Artillery => &[Limbered, Unlimbered, RoadColumn, Disorder, Pgd],
        }
    }

    /// The formation of an arm when nothing else is said.
    pub const fn usual(arm: Arm) -> Formation {
        match arm {
            Arm::Infantry => Formation::Column,
            Arm::Cavalry => Formation::Line,
            Arm::Artillery => Formation::Limbered,
        }
    }
}

words! {
    /// The state of a unit's order (5.3.2), the best first.
    "order", Order {
        /// Good order.
        Good = "good",
        /// Disorder (12.11).
        Disorder = "disorder",
        /// Plus grand désordre (12.12).
        Pgd = "pgd",
    }
}

words! {
    /// Readiness of cavalry (19.15), the best first.
    "readiness", Readiness {
        /// Ready.
        Ready = "ready",
        /// Tired.
        Tired = "tired",
        /// Exhausted.
        Exhausted = "exhausted",
    }
}

words! {
    /// The charge marker (5.3.8).
    "charge marker", ChargeMark {
        /// None.
        None = "none",
        /// A charge is declared.
        Declared = "declared",
        /// It has charged, or fought in a charge, this turn.
        Done = "done",
    }
}

words! {
    /// Prone (12.13).
    "prone marker", Prone {
        /// Not.
        Up = "up",
        /// Prone.
        Prone = "prone",
        /// Stood up this turn: the flipped marker.
        Stood = "stood",
    }
}

words! {
    /// Status of a unit.
    "status", Status {
        /// On the map.
        Map = "map",
        /// Not yet arrived, or held back (8.10).
        Waiting = "waiting",
        /// Its parts, or its whole, are on the map in its place (12.1).
        Folded = "folded",
        /// In the battery box (18.12).
        Box = "box",
        /// Destroyed, or routed off the map.
        Destroyed = "destroyed",
        /// Surrendered.
        Surrendered = "surrendered",
    }
}

/// Deeds of a unit and bars to it, as bits of [`Unit::did`].
pub mod did {
    /// Traced as in command in this turn's Command Segment (7.1.2).
    pub const IN_COMMAND: u32 = 1;
    /// Belongs to what the current chit activates.
    pub const MEMBER: u32 = 1 << 1;
    /// Moved voluntarily this turn (8.4).
    pub const MOVED: u32 = 1 << 2;
    /// May not move any more in this segment: dropped off, or charged by opportunity (13.1.3.4).
    pub const HALTED: u32 = 1 << 3;
    /// Has used its first fire (15.3.1, optional).
    pub const FIRST_FIRE: u32 = 1 << 5;
    /// Fought in a mêlée this turn (19.15.1).
    pub const FOUGHT: u32 = 1 << 6;
    /// Fought in a mêlée of the Assault Segment (19.15.1).
    pub const ASSAULT_MELEE: u32 = 1 << 16;
    /// Preserves its readiness (19.15.2).
    pub const PRESERVES: u32 = 1 << 7;
    /// A wagon is wrecked (18.14.1.7).
    pub const WRECKED: u32 = 1 << 8;
    /// Marches by force (13.3).
    pub const FORCED: u32 = 1 << 9;
    /// Its printed figures have been shown (5.1.2).
    pub const SHOWN: u32 = 1 << 10;
    /// Tried to form square, or to react, against the current charge or movement.
    pub const TRIED: u32 = 1 << 11;
    /// Left an enemy zone in this movement: only its first action may (10.2.2.1).
    pub const LEFT_ZONE: u32 = 1 << 12;
    /// Did something in its current movement already: what only a first action may is past.
    pub const ACTED: u32 = 1 << 13;
    /// Entered as a reinforcement this turn (8.10).
    pub const ENTERED: u32 = 1 << 14;
    /// Returns from the battery box: enters at a depot (18.11.1, 18.14.3.2).
    pub const RETURNS: u32 = 1 << 20;
    /// Was next to a wreck when the Maneuver Segment began, and has neither left its place nor fired since (18.14.1.7.1).
    pub const BESIDE_WRECK: u32 = 1 << 21;
    /// Assaulted, and is charged itself: it is diverted (16.2.4.1).
    pub const DIVERTED: u32 = 1 << 15;
    /// Entered, and has neither been in command since nor come to its terminus (8.10.7).
    pub const EN_ROUTE: u32 = 1 << 25;
    /// Was charged by opportunity in the Maneuver Segment: it spends no more points of its own will in it (19.18.3.6).
    pub const SEIZED: u32 = 1 << 22;
    /// Advanced in a charge of the Old Guard, after which it may move on (16.10.1 step 9).
    pub const EXPLOITS: u32 = 1 << 26;
    /// A light company of its own retreated to it before an assault: it may fire at those who advance (16.3.8).
    pub const COVERS: u32 = 1 << 27;
    /// Entered as a reinforcement this turn, by the road (8.10.2).
    pub const ENTERED_ON_ROAD: u32 = 1 << 28;
    /// Held its fire at skirmishers whom an assault pushed aside: it stands the better against that (12.10.5.2).
    pub const HELD_FIRE: u32 = 1 << 29;
    /// Fired at skirmishers whom an assault pushed aside: it has no fire left against that (12.10.5.2).
    pub const FIRED_OFF: u32 = 1 << 30;
    /// Held its fire at skirmishers whom a charge pushed aside: it stands the better against that (12.10.5.2).
    pub const HELD_FOR_CHARGE: u32 = 1 << 4;
    /// Fired at skirmishers whom a charge pushed aside: it has no fire left against that (12.10.5.2).
    pub const FIRED_BEFORE_CHARGE: u32 = 1 << 19;
    /// Fought in the firefight in which it is locked: it did not join it since (the revision, FF).
    pub const LOCKED: u32 = 1 << 17;
    /// Taken into command by a maneuver unit that is secret still (8.4.1.2).
    pub const TAKEN_IN: u32 = 1 << 18;
    /// Is kept back while its hex fires (18.5).
    pub const SPARED: u32 = 1 << 23;
    /// Guns without ammunition beside others, while these are assaulted or charged: as if they were not in the hex (18.10.3).
    pub const LEFT_OUT: u32 = 1 << 24;
    /// Those that last for the turn.
    pub const TURN: u32 = DIVERTED
        | SPARED
        | SEIZED
        | ENTERED_ON_ROAD
        | HELD_FIRE
        | FIRED_OFF
        | HELD_FOR_CHARGE
        | FIRED_BEFORE_CHARGE
        | EXPLOITS
        | COVERS
        | ENTERED
        | BESIDE_WRECK
        | IN_COMMAND
        | TAKEN_IN
        | MEMBER
        | MOVED
        | HALTED
        | FOUGHT
        | ASSAULT_MELEE
        | PRESERVES
        | FORCED
        | TRIED
        | LEFT_ZONE
        | ACTED;
}

/// A unit's changing part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Its hexes: a line from left to right as it looks, a column of companies and a road column from head to tail. Only the first
    /// [`Unit::parts`] count.
    pub(in crate::core) hexes: [HexId; MAX_PARTS],
    /// Under each of its parts, the next one in the stack.
    pub(in crate::core) under: [Part; MAX_PARTS],
    /// Number of its hexes; 0 off the map.
    pub(in crate::core) parts: u8,
    /// Number of its entry into its hex, among all entries.
    pub entered: u32,
    /// Its deeds, and what it may not do: bits of [`did`].
    pub did: u32,
    /// Aim that it looks at; of no meaning where it looks all around.
    pub aim: Aim,
    /// Its order.
    pub order: Order,
    /// Its formation in good order; guns keep theirs in disorder.
    pub formation: Formation,
    /// Its status.
    pub status: Status,
    /// Losses as marked. The Old Guard has lost half of them (17.4): [`crate::core::status::lost`].
    pub losses: u8,
    /// Losses marked when the segment began: fire is simultaneous (7.3).
    pub opening: u8,
    /// Losses marked since the event began whose check is still due (17.3.4).
    pub event: u8,
    /// Readiness.
    pub readiness: Readiness,
    /// Charge marker.
    pub charge: ChargeMark,
    /// Prone.
    pub prone: Prone,
    /// Half movement points spent in this movement.
    pub spent: u16,
    /// Hexes entered in line in this movement: some of them cost more (12.6.4).
    pub paces: u8,
    /// Half movement points spent in this turn (19.15.3).
    pub spent_turn: u16,
    /// Rounds of ammunition spent.
    pub rounds: u8,
    /// Turns in a row of force march (13.3.3).
    pub marched: u8,
    /// Half movement points that a force march gives.
    pub bonus: u16,
    /// The leader to whom it is assigned as an asset (8.4.3.3).
    pub assigned: LeaderId,
    /// Its first hex when the segment began (8.1.5).
    pub began: HexId,
    /// The maneuver unit with which it moved this turn.
    pub mu: MuId,
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
        opening: 0,
        event: 0,
        readiness: Readiness::Ready,
        charge: ChargeMark::None,
        prone: Prone::Up,
        spent: 0,
        paces: 0,
        spent_turn: 0,
        rounds: 0,
        marched: 0,
        bonus: 0,
        assigned: LeaderId::NONE,
        began: HexId::NONE,
        mu: MuId::NONE,
    };

    /// As it is, but off the map.
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

    /// The formation that counts: disorder or PGD, else its own.
    pub fn shape(&self) -> Formation {
        match self.order {
            Order::Good => self.formation,
            Order::Disorder => Formation::Disorder,
            Order::Pgd => Formation::Pgd,
        }
    }
}
