//! The specific side of a unit's counter, which the enemy does not see (6). It never changes in a game; it stands in the state because a view of it
//! has other ones.

use labataille::dice::Dice;

/// Back of a counter: the specific side (6).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Back {
    /// Fire value: of infantry in column and general order; of guns at short, medium and long range.
    pub fire: [i16; 3],
    /// Range of fire.
    pub range: u16,
    /// Mêlée value.
    pub melee: i16,
    /// Morale value.
    pub morale: Dice,
    /// Skirmish value of cavalry.
    pub skirmish: Option<i16>,
    /// Lance bonus.
    pub lance: i16,
}
