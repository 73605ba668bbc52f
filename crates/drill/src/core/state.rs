//! The changing part of a game.

use ground::{Dir, HexId};
use table::Side;

/// The most units.
pub const MOST_UNITS: usize = 12;
/// The most hexes worth points.
pub const MOST_OBJECTIVES: usize = 4;
/// Nobody, where a side's number stands.
pub const NOBODY: u8 = u8::MAX;

/// The state.
#[derive(Clone, PartialEq, Eq, Hash, Debug)]
pub struct State {
    /// The game turn, from 1.
    pub turn: u8,
    /// Side whose move it is.
    pub side: Side,
    /// The clock within their move.
    pub phase: Phase,
    /// The units; those beyond the battle's are gone from the start.
    pub units: [Unit; MOST_UNITS],
    /// The side that holds each objective, or [`NOBODY`].
    pub holders: [u8; MOST_OBJECTIVES],
    /// Strength lost, by side.
    pub lost: [u16; 2],
}

/// Loss: strength points that a unit loses at once.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Loss(pub u8);

/// Phase: what comes next.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Phase {
    /// A unit moves, or the side is done (2).
    Move,
    /// A unit fires, or the side is done (3).
    Fire,
    /// A unit loses strength (3.5).
    Toll(u16, Loss),
    /// A unit checks its morale (4).
    Morale(u16),
    /// The game is over.
    Over,
}

/// A unit.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Unit {
    /// Its hex, or that of a line's right wing.
    pub hex: HexId,
    /// The hexside that it faces.
    pub facing: Dir,
    /// Remaining strength; in the view of who does not know it, 0.
    pub strength: u8,
    /// Its condition.
    pub condition: Condition,
    /// Remaining movement.
    pub movement: u8,
    /// It has fired or rallied.
    pub acted: bool,
    /// Everybody knows its strength (1.2).
    pub shown: bool,
}

/// Condition of a unit: how a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Condition {
    /// In good order.
    Good,
    /// Shaken (4.1).
    Shaken,
    /// Lost.
    Lost,
}

impl Unit {
    /// No unit.
    pub const NONE: Unit = Unit {
        hex: HexId::NONE,
        facing: Dir(0),
        strength: 0,
        condition: Condition::Lost,
        movement: 0,
        acted: false,
        shown: true,
    };

    /// Whether it is on the map.
    pub fn stands(&self) -> bool {
        self.condition != Condition::Lost
    }
}

impl State {
    /// A unit.
    pub fn unit(&self, unit: u16) -> &Unit {
        &self.units[usize::from(unit)]
    }

    /// A unit, to be changed.
    pub fn unit_mut(&mut self, unit: u16) -> &mut Unit {
        &mut self.units[usize::from(unit)]
    }
}
