//! The backs of the counters, with the figures that the enemy does not see (5.1.2, 5.2.2). They never change in a game; they stand in the state
//! because a view of it has other ones.

use super::{LeaderId, UnitId};
use crate::core::dice::Dice;

/// The back of a unit's counter (5.1.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Back {
    /// Fire value; of guns at short, medium and long range.
    pub fire: [i16; 3],
    /// Range; of infantry 2 if it may skirmish, else 1.
    pub range: u16,
    /// Mêlée value.
    pub melee: i16,
    /// Morale rating; `None` is the dash: it always passes (20.1.2).
    pub morale: Option<Dice>,
    /// Skirmish value of cavalry.
    pub skirmish: Option<i16>,
    /// Lance bonus; 0: no lances.
    pub lance: i16,
}

/// A leader's morale bonus (5.2.2).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Courage {
    /// Added to the dice.
    Bonus(i16),
    /// "A": units with the leader always pass.
    Always,
}

/// The back of a leader's counter (5.2.2, 5.2.3, 5.2.4).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Bonuses {
    /// Mêlée bonus with infantry, attacking and defending.
    pub infantry: (i16, i16),
    /// Mêlée bonus with cavalry, attacking and defending.
    pub cavalry: (i16, i16),
    /// Fire bonus with artillery.
    pub artillery: i16,
    /// Morale bonus.
    pub morale: Courage,
}

/// All backs, by id.
#[derive(Clone, PartialEq, Eq, Hash, Default, Debug)]
pub struct Backs {
    /// Of units.
    pub units: Vec<Back>,
    /// Of leaders.
    pub leaders: Vec<Bonuses>,
}

impl super::State {
    /// The back of a unit's counter.
    pub fn back(&self, unit: UnitId) -> &Back {
        &self.backs.units[unit.i()]
    }

    /// The back of a leader's counter.
    pub fn bonuses(&self, leader: LeaderId) -> &Bonuses {
        &self.backs.leaders[leader.i()]
    }
}
