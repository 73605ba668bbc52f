//! Charges that are declared (19). Chapter 19 owns this file.

use std::hash::{Hash, Hasher};

use ground::{Dir, HexId};

use super::{LeaderId, State, UnitId};
use crate::core::Few;
use muster::words;

words! {
    /// The kinds of charges (19.1).
    "kind of charge", ChargeKind {
        /// A charge (19.2).
        Ordinary = "charge",
        /// Part of a grand charge (19.16).
        Grand = "grand",
        /// In reaction to a charge (19.17).
        Reaction = "reaction",
        /// By opportunity (19.18).
        Opportunity = "opportunity",
    }
}

words! {
    /// Phase of a charge.
    "phase of a charge", ChargePhase {
        /// Declared (19.1.1 step 1).
        Declared = "declared",
        /// Its movement is over and a mêlée is due.
        Contact = "contact",
        /// It is met by a reaction charge, whose mêlée decides (19.17.2).
        Met = "met",
        /// It is over; readiness is lost at the end of the segment (19.15.1.2).
        Over = "over",
    }
}

/// Stand of a target: how that of a grand charge stood, once for all who charge it (19.6.1).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct StandResult {
    /// Its top unit.
    pub unit: UnitId,
    /// Its defensive shifts; `None`: it failed.
    pub shifts: Option<u8>,
}

/// A hex of a line, and a hex of those of its targets whom it fights (19.2.8).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Stroke {
    /// Its own hex.
    pub own: HexId,
    /// A hex of the target.
    pub on: HexId,
    /// Among how many targets it is divided.
    pub among: u8,
}

/// Quarry: a unit in PGD that came together in a hex of its own which the charge on it had not struck: it is the target there (reading 1110).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Quarry {
    /// The unit.
    pub unit: UnitId,
    /// The hexes of it from one that was struck to that in which it came together.
    pub way: Few<HexId, 4>,
}

impl Quarry {
    /// The hex in which it waits for those who charged it; none if it is there no more.
    pub fn hex(&self, s: &State) -> Option<HexId> {
        self.way.last().copied().filter(|hex| s.unit(self.unit).hexes() == [*hex])
    }
}

/// All the quarry of a charge. Where there is none, which is the rule, it adds nothing to the hash of the state.
#[derive(Clone, PartialEq, Eq, Default, Debug)]
pub struct AllQuarry(pub Vec<Quarry>);

impl Hash for AllQuarry {
    fn hash<H: Hasher>(&self, state: &mut H) {
        if !self.0.is_empty() {
            self.0.hash(state);
        }
    }
}

/// Grand charge: what a part of one keeps besides (19.16).
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Grand {
    /// Its leader; [`LeaderId::NONE`] of other charges.
    pub leader: LeaderId,
    /// Next direction of the body; `None` before its first hex.
    pub next: Option<Dir>,
    /// This part has stopped (19.16.4.4).
    pub stopped: bool,
    /// The squares that this part was the first to ride over (19.16.6.2).
    pub first_over: Vec<UnitId>,
    /// Those that others had ridden over before it.
    pub over: Vec<UnitId>,
    /// Stands of those against whom this part was the first to fight.
    pub stood: Vec<StandResult>,
}

impl Grand {
    /// Of no grand charge.
    pub const NONE: Grand = Grand {
        leader: LeaderId::NONE,
        next: None,
        stopped: false,
        first_over: Vec::new(),
        over: Vec::new(),
        stood: Vec::new(),
    };
}

/// A charge under way.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct Charge {
    /// Those who charge, from the top of their stack.
    pub units: Vec<UnitId>,
    /// Those whom it lost on the way, routed or worse: they have charged all the same (19.15.1).
    pub broken: Vec<UnitId>,
    /// Its kind.
    pub kind: ChargeKind,
    /// Its phase.
    pub phase: ChargePhase,
    /// Its zone, fixed when it was declared (19.2.1).
    pub zone: Vec<HexId>,
    /// Hexes in which its targets may be: in the zone, or before its edge (19.2.7).
    pub reach: Vec<HexId>,
    /// Half movement points left.
    pub left: u16,
    /// The hexes of its head since the marker, the first included.
    pub route: Vec<HexId>,
    /// Half movement points that it has spent since the marker.
    pub spent: u16,
    /// The hex out of which it advanced into that of its target; [`HexId::NONE`]: it did not.
    pub advanced: HexId,
    /// Its target was in PGD when it struck it (19.1.4).
    pub ran_down: bool,
    /// The hexes behind the head at the start, of a column of companies (19.14.4.2).
    pub tail: Vec<HexId>,
    /// The hexes of its declared targets.
    pub targets: Vec<HexId>,
    /// Enemies that it said were not its target: they are safe from it (19.2.7).
    pub spared: Vec<UnitId>,
    /// Enemies that tried to form square, to form up or to react against it: once each.
    pub tried: Vec<UnitId>,
    /// Of a reaction charge: the charge that it meets. Of a charge that is met: who meets it.
    pub against: Vec<UnitId>,
    /// Defending cavalry that fought against it.
    pub defenders: Vec<UnitId>,
    /// Hexes by which its line drew itself out or in (19.2.2.2).
    pub drawn: u8,
    /// Light cavalry has used its one recall (19.8.2).
    pub called: bool,
    /// Its target left and it follows: not to come up is no disorder (reading 61).
    pub follows: bool,
    /// Its target was caught in a retreat (19.5.3.4).
    pub caught: bool,
    /// It fought a mêlée.
    pub fought: bool,
    /// Of a line with several targets: which of its hexes fights which of them (19.2.8).
    pub strikes: Vec<Stroke>,
    /// Those of its targets who came together in hexes that it had not struck.
    pub quarry: AllQuarry,
    /// Its place as a part of a grand charge.
    pub grand: Grand,
}

impl Charge {
    /// A charge of some units whose head stands in a hex.
    pub fn new(kind: ChargeKind, units: &[UnitId], from: HexId) -> Charge {
        Charge {
            units: units.to_vec(),
            broken: Vec::new(),
            kind,
            phase: ChargePhase::Declared,
            zone: Vec::new(),
            reach: Vec::new(),
            left: 0,
            route: vec![from],
            spent: 0,
            advanced: HexId::NONE,
            ran_down: false,
            tail: Vec::new(),
            targets: Vec::new(),
            spared: Vec::new(),
            tried: Vec::new(),
            against: Vec::new(),
            defenders: Vec::new(),
            drawn: 0,
            called: false,
            follows: false,
            caught: false,
            fought: false,
            strikes: Vec::new(),
            quarry: AllQuarry::default(),
            grand: Grand::NONE,
        }
    }
}
