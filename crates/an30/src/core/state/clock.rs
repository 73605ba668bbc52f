//! Clock: where the game is (7).

use std::hash::{Hash, Hasher};

use ground::HexId;
use table::Side;

use super::{Chit, CommandId};
use muster::words;

words! {
    /// Segments of the turn (7).
    "segment", Segment {
        /// 7.1.
        Command = "command",
        /// 7.2.
        Maneuver = "maneuver",
        /// 7.3.
        Fire = "fire",
        /// 7.4.
        Assault = "assault",
        /// 7.5.
        Reorganization = "reorganization",
        /// 7.6.
        Adjustment = "adjustment",
        /// The game is over.
        Over = "over",
    }
}

/// Place in the turn: where the game is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Clock {
    /// Game turn, from 0.
    pub turn: u8,
    /// Segment.
    pub segment: Segment,
    /// The phase of the segment, numbered by the chapter that plays it.
    pub step: u8,
    /// Progress in a list that the step goes through.
    pub cursor: u16,
    /// The side that created maneuver units first this turn: first wherever nothing else is said (reading 1).
    pub first: Side,
    /// The side that draws the next chit.
    pub drawer: Side,
}

impl Clock {
    /// Before the first turn.
    pub const START: Clock =
        Clock { turn: 0, segment: Segment::Command, step: 0, cursor: 0, first: Side(0), drawer: Side(0) };
}

words! {
    /// Parts of the activation of a chit (7.2).
    "phase", Phase {
        /// The next chit is drawn.
        Draw = "draw",
        /// Units move.
        Move = "move",
        /// Charges are resolved (7.2.2.1).
        Charges = "charges",
        /// Mêlées of charges are resolved (7.2.2.2).
        Melees = "melees",
    }
}

/// The chit being carried out (7.2.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Activation {
    /// The chit.
    pub chit: Option<Chit>,
    /// Side whose turn it is to act.
    pub side: Side,
    /// Sides that have finished with an action chit, a bit each.
    pub done: u8,
    /// The part.
    pub phase: Phase,
    /// The division that moves now, of a corps (8.4.4).
    pub division: CommandId,
    /// The hex from which the stack that moves came into its own (19.18.6).
    pub came_from: HexId,
    /// The hex into which the stack that moves was to go when reactions stopped it, its own if it was to spend points there (10.1.3.2).
    pub stopped: HexId,
    /// The hex whose friends the skirmishers that move are about to join, not to pass (11.1.2).
    pub joins: HexId,
}

impl Hash for Activation {
    // What is not there leaves no mark: so the hashes of recorded games stay as they were.
    fn hash<H: Hasher>(&self, state: &mut H) {
        (self.chit, self.side, self.done, self.phase, self.division, self.came_from).hash(state);
        if self.stopped.is_some() {
            self.stopped.hash(state);
        }
        if self.joins.is_some() {
            self.joins.hash(state);
        }
    }
}

impl Activation {
    /// Between chits.
    pub const NONE: Activation = Activation {
        chit: None,
        side: Side(0),
        done: 0,
        phase: Phase::Draw,
        division: CommandId::NONE,
        came_from: HexId::NONE,
        stopped: HexId::NONE,
        joins: HexId::NONE,
    };
}
