//! Occupancy: who stands in a hex, from the top: parts of units, since a unit may lie in several hexes.

use ground::HexId;
use smallvec::SmallVec;
use table::Few;

use crate::core::state::{MAX_PARTS, Part, State, UnitId};

/// The units of a hex, from the top.
pub type Units = Few<UnitId, 8>;

/// The hexes of a unit.
pub type Hexes = SmallVec<[HexId; MAX_PARTS]>;

/// The parts in a hex, from the top.
#[derive(Clone)]
pub struct Stack<'s> {
    state: &'s State,
    next: Part,
}

impl Iterator for Stack<'_> {
    type Item = Part;

    fn next(&mut self) -> Option<Part> {
        let part = self.next.some()?;
        self.next = self.state.units[part.unit().i()].under[part.index()];
        Some(part)
    }
}

impl State {
    /// The parts in a hex, from the top.
    pub fn stack(&self, hex: HexId) -> Stack<'_> {
        Stack { state: self, next: self.tops.get(hex.index()).copied().unwrap_or(Part::NONE) }
    }

    /// The units in a hex, from the top.
    pub fn units_in(&self, hex: HexId) -> Units {
        self.stack(hex).map(Part::unit).collect()
    }

    /// The top unit of a hex.
    pub fn top(&self, hex: HexId) -> Option<UnitId> {
        self.stack(hex).next().map(Part::unit)
    }

    /// Whether no unit is in a hex.
    pub fn is_empty(&self, hex: HexId) -> bool {
        self.stack(hex).next().is_none()
    }

    /// The part of a unit in a hex.
    pub fn part_in(&self, unit: UnitId, hex: HexId) -> Option<Part> {
        self.unit(unit).hexes().iter().position(|h| *h == hex).map(|i| Part::new(unit, i))
    }

    /// The hex of a part.
    pub fn hex_of(&self, part: Part) -> HexId {
        self.unit(part.unit()).hexes[part.index()]
    }

    /// Takes a unit off the map (its place only).
    pub fn lift(&mut self, unit: UnitId) {
        for index in 0..self.units[unit.i()].parts as usize {
            let (part, hex) = (Part::new(unit, index), self.units[unit.i()].hexes[index]);
            let below = self.units[unit.i()].under[index];
            if self.tops[hex.index()] == part {
                self.tops[hex.index()] = below;
            } else {
                let above = self
                    .stack(hex)
                    .find(|p| self.units[p.unit().i()].under[p.index()] == part)
                    .expect("a part on the map is in its hex's stack");
                self.units[above.unit().i()].under[above.index()] = below;
            }
        }
        let now = &mut self.units[unit.i()];
        now.hexes = [HexId::NONE; MAX_PARTS];
        now.under = [Part::NONE; MAX_PARTS];
        now.parts = 0;
    }

    /// Brings the parts in a hex into an order, from the top: all of them, each once.
    pub fn reorder(&mut self, hex: HexId, order: &[Part]) {
        self.tops[hex.index()] = order.first().copied().unwrap_or(Part::NONE);
        for (at, part) in order.iter().enumerate() {
            let below = order.get(at + 1).copied().unwrap_or(Part::NONE);
            self.units[part.unit().i()].under[part.index()] = below;
        }
    }

    /// Puts a unit into hexes, wherever it was before: at the bottom of each stack, in the order of [`State::unit`]'s hexes.
    ///
    /// # Panics
    /// If there are more than [`MAX_PARTS`] hexes.
    pub fn put(&mut self, unit: UnitId, hexes: &[HexId]) {
        self.lift(unit);
        for (index, hex) in hexes.iter().enumerate() {
            let (part, last) = (Part::new(unit, index), self.stack(*hex).last());
            match last {
                Some(last) => self.units[last.unit().i()].under[last.index()] = part,
                None => self.tops[hex.index()] = part,
            }
            let now = &mut self.units[unit.i()];
            now.hexes[index] = *hex;
            now.parts = index as u8 + 1;
        }
        self.serial += 1;
        self.units[unit.i()].entered = self.serial;
    }
}
