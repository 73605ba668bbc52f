//! Fire that is declared, and what is still due of it (7.3, 8.9.3, 15.5): all of a side, then all of the other, then everything at the strengths
//! at which it was declared, then the checks. Chapter 15 owns this file.

use ground::HexId;
use table::Side;

use super::UnitId;
use crate::core::exact::Exact;
use muster::words;

words! {
    /// Phase of the fire of a segment, or of the Artillery Chit.
    "phase of fire", FirePhase {
        /// The side that is first declares.
        First = "first",
        /// The other one declares.
        Second = "second",
        /// Attacks are carried out.
        Strikes = "strikes",
        /// The checks.
        Checks = "checks",
    }
}

/// A hex that fires, and the unit that is named for it: its top unit, or a howitzer battery of it.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Shot {
    /// The unit.
    pub unit: UnitId,
    /// The hex.
    pub from: HexId,
}

/// Hexes that fire at a hex (15.4.1: one attack a target).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Volley {
    /// Its side.
    pub side: Side,
    /// The target.
    pub at: HexId,
    /// A howitzer attack (18.15).
    pub howitzers: bool,
    /// Shots of those who fire.
    pub by: Vec<Shot>,
}

/// An attack with all its figures, as they were when it was declared (15.5).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Strike {
    /// Its side.
    pub side: Side,
    /// The event it belongs to: attacks along one shot path are one (18.9.8.1).
    pub event: u16,
    /// The hex.
    pub at: HexId,
    /// A howitzer attack, which scatters first (18.15.3).
    pub howitzers: bool,
    /// The hexes that fire.
    pub from: Vec<HexId>,
    /// The units that fire.
    pub by: Vec<UnitId>,
    /// The units of the hex when it was declared: they are hit, wherever they stand when it is carried out. None: who stands there then.
    pub aimed: Vec<UnitId>,
    /// Fire value.
    pub value: Exact,
    /// Fire defence.
    pub defence: Exact,
    /// Columns of canister (18.8).
    pub canister: i16,
    /// Modifier for the density of the target (15.7).
    pub density: i16,
    /// The artillery leader's bonus (18.5.1).
    pub leader: i16,
    /// Medium or long range: losses are shared (17.1.1).
    pub shared: bool,
    /// Guns fire (18.6.1).
    pub guns: bool,
}

/// A check that is still due of an event (17.1.4).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct DueCheck {
    /// The event.
    pub event: u16,
    /// The stack, from the top, with what each unit was marked with in the event.
    pub units: Vec<(UnitId, u8)>,
    /// Number that a mortally wounded leader takes from the dice (8.2.2).
    pub mortal: i16,
}

/// The fire of a segment, or of the Artillery Chit.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct FireSegment {
    /// Its phase.
    pub phase: FirePhase,
    /// Volleys that are declared.
    pub volleys: Vec<Volley>,
    /// Attacks of howitzer sections that are declared (18.15.2).
    pub sections: Vec<Volley>,
    /// Strikes to be carried out, the last one first.
    pub strikes: Vec<Strike>,
    /// The checks that are due, in order.
    pub due: Vec<DueCheck>,
}

impl FireSegment {
    /// Nothing declared.
    pub const NONE: FireSegment = FireSegment {
        phase: FirePhase::First,
        volleys: Vec::new(),
        sections: Vec::new(),
        strikes: Vec::new(),
        due: Vec::new(),
    };
}
