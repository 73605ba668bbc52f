//! Marks: what a mover must know of every hex, worked out once for a search: a few bits by hex index instead of a walk over stacks.

use ground::{Dir, HexId};

use super::costs::Neighbour;
use crate::Battle;
use crate::ch06_facing::facing;
use crate::ch06_facing::zones;
use crate::core::state::{State, UnitId};

/// Mark of a hex: what is so of a hex: some of the marks below.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Mark(u16);

/// An enemy unit is in the hex.
pub const ENEMY: Mark = Mark(1);
/// An enemy unit is next to the hex.
pub const NEAR: Mark = Mark(1 << 1);
/// The hex is in an enemy zone of control.
pub const ZONE: Mark = Mark(1 << 2);
/// ... and in a front hex of such an enemy.
pub const FRONT: Mark = Mark(1 << 3);
/// A friendly unit that does not move along is in the hex.
pub const FRIEND: Mark = Mark(1 << 4);
/// ... in square.
pub const SQUARE: Mark = Mark(1 << 5);
/// ... infantry or cavalry.
pub const ESCORT: Mark = Mark(1 << 6);
/// The hex is in the zone of an enemy in whose zone the move began (6.2.2).
pub const HELD: Mark = Mark(1 << 7);
/// An enemy unit is within five hexes of a forced march (4.1.3): other moves mark none.
pub const WITHIN: Mark = Mark(1 << 8);
/// Marks that may bar a step into the hex.
pub const BARRING: Mark = Mark(ENEMY.0 | SQUARE.0 | FRIEND.0 | WITHIN.0 | FRONT.0 | HELD.0 | NEAR.0);
/// Marks that end a move.
pub const ENDING: Mark = Mark(ZONE.0 | WITHIN.0);

impl Mark {
    /// Neighbours of the hex.
    pub fn neighbour(self) -> Neighbour {
        if self.has(NEAR) { Neighbour::Enemy } else { Neighbour::Nobody }
    }

    /// Whether one of these marks is there.
    #[inline]
    pub fn has(self, some: Mark) -> bool {
        self.0 & some.0 != 0
    }

    fn add(&mut self, more: Mark) {
        self.0 |= more.0;
    }
}

/// Distance at which an enemy bars a forced march (4.1.3).
const MARCH_DISTANCE: u16 = 5;

/// A workspace of marks by hex.
#[derive(Default)]
pub struct Marks {
    by_hex: Vec<Mark>,
    /// The hexes that [`Marks::spread`] goes on from.
    ring: Vec<HexId>,
}

impl Marks {
    /// The marks of a hex.
    #[inline]
    pub fn at(&self, hex: HexId) -> Mark {
        self.by_hex[hex.index()]
    }

    /// Marks the map for units that move together from `start`.
    pub fn draw(&mut self, b: &Battle, s: &State, party: &[UnitId], start: HexId) {
        self.by_hex.clear();
        self.by_hex.resize(b.ground.len(), Mark::default());
        let side = b.side(party[0]);
        for unit in b.unit_ids().filter(|&u| s.unit(u).on_map() && !party.contains(&u)) {
            if b.side(unit) == side {
                self.draw_friend(b, s, unit);
            } else {
                self.draw_enemy(b, s, unit, start);
            }
        }
    }

    fn draw_friend(&mut self, b: &Battle, s: &State, unit: UnitId) {
        let mark = &mut self.by_hex[s.unit(unit).hex.index()];
        mark.add(FRIEND);
        if !b.is_gun(unit) {
            mark.add(ESCORT);
        }
        if s.unit(unit).square {
            mark.add(SQUARE);
        }
    }

    fn draw_enemy(&mut self, b: &Battle, s: &State, unit: UnitId, start: HexId) {
        let at = s.unit(unit).hex;
        self.by_hex[at.index()].add(ENEMY);
        let zone = zones::has_zone(b, s, unit);
        let fronts = facing::fronts(b, s, unit);
        let reaches = |dir: Dir, to: HexId| zone && zones::reaches(b, at, dir, to, b.arm(unit));
        let hexes = Dir::ALL.map(|dir| (dir, b.ground.neighbour(at, dir)));
        let holds = hexes.iter().any(|&(dir, to)| to == Some(start) && reaches(dir, start));
        for (dir, to) in hexes {
            let Some(to) = to else { continue };
            let mark = &mut self.by_hex[to.index()];
            mark.add(NEAR);
            if reaches(dir, to) {
                mark.add(ZONE);
                if fronts.contains(dir) {
                    mark.add(FRONT);
                }
                if holds {
                    mark.add(HELD);
                }
            }
        }
    }

    /// Marks the hexes within five of an enemy (4.1.3): ring by ring, each hex once.
    pub fn spread(&mut self, b: &Battle) {
        self.ring.clear();
        self.ring.extend(b.ground.hexes().filter(|at| self.by_hex[at.index()].has(ENEMY)));
        for &hex in &self.ring {
            self.by_hex[hex.index()].add(WITHIN);
        }
        let mut inner = 0;
        for _ in 0..MARCH_DISTANCE {
            let outer = self.ring.len();
            while inner < outer {
                for to in b.ground.neighbours(self.ring[inner]).into_iter().filter(|to| to.is_some()) {
                    let mark = &mut self.by_hex[to.index()];
                    if !mark.has(WITHIN) {
                        mark.add(WITHIN);
                        self.ring.push(to);
                    }
                }
                inner += 1;
            }
        }
    }
}
