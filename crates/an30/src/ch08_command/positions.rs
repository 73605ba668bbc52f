//! 8.8: static positions.

use ground::HexId;
use table::{Event, rule};

use crate::Field;
use crate::core::battle::{Battle, PositionCard};
use crate::core::field::hex_point;
use crate::core::state::{State, Status, UnitId, did};

/// The static position to which a unit is assigned, until it is dissolved (8.8.1).
pub fn of<'b>(b: &'b Battle, s: &State, unit: UnitId) -> Option<&'b PositionCard> {
    let lasts = |(i, card): &(usize, &PositionCard)| !is_dissolved(s, *i) && card.units.contains(&unit);
    b.positions.iter().enumerate().find(lasts).map(|(_, card)| card)
}

fn is_dissolved(s: &State, position: usize) -> bool {
    s.dissolved & (1 << position) != 0
}

/// Whether a unit stands within the boundaries of a position.
pub fn holds(card: &PositionCard, s: &State, unit: UnitId) -> bool {
    s.unit(unit).hexes().iter().any(|hex| card.hexes.contains(hex))
}

/// Hexes from a hex to a position.
pub fn distance(b: &Battle, card: &PositionCard, from: HexId) -> u16 {
    card.hexes.iter().map(|hex| b.ground.distance(from, *hex)).min().unwrap_or_default()
}

impl Field<'_> {
    /// Units that no longer stand in their position when the Regroup Chit is drawn are out of command, and may return (8.4.3.6, 8.8.4).
    pub(crate) fn leave_positions(&mut self) {
        for unit in self.b.unit_ids() {
            if of(self.b, self.s, unit).is_some_and(|card| !holds(card, self.s, unit)) {
                self.s.unit_mut(unit).set(did::IN_COMMAND, false);
            }
        }
    }

    /// Positions that all their units have left are dissolved: these are their leaders' again (8.8.2).
    pub(crate) fn dissolve_positions(&mut self) {
        for (i, card) in self.b.positions.iter().enumerate() {
            let there = |u: &UnitId| self.s.unit(*u).status == Status::Waiting || holds(card, self.s, *u);
            if is_dissolved(self.s, i) || card.units.iter().any(there) {
                continue;
            }
            self.s.dissolved |= 1 << i;
            let hex = card.hexes[0];
            self.tell(|| {
                Event::new(rule!("8.8.2"), "position.dissolved")
                    .number("position", i as i32 + 1)
                    .point("hex", hex_point(hex))
            });
        }
    }
}
