//! What a mover must know of every hex, worked out once for a search: a byte pair by hex index instead of a walk over stacks.

use ground::{Dir, HexId};

use crate::Battle;
use crate::ch06_facing::facing;
use crate::ch06_facing::zones;
use crate::core::state::{State, UnitId};

/// An enemy unit is in the hex.
pub const ENEMY: u16 = 1;
/// An enemy unit is next to the hex.
pub const NEAR: u16 = 1 << 1;
/// The hex is in an enemy zone of control.
pub const ZONE: u16 = 1 << 2;
/// ... and in a front hex of such an enemy.
pub const FRONT: u16 = 1 << 3;
/// A friendly unit that does not move along is in the hex.
pub const FRIEND: u16 = 1 << 4;
/// ... in square.
pub const SQUARE: u16 = 1 << 5;
/// ... infantry or cavalry.
pub const ESCORT: u16 = 1 << 6;
/// The hex is in the zone of an enemy in whose zone the move began (6.2.2).
pub const HELD: u16 = 1 << 7;
/// An enemy unit is within five hexes (4.1.3). Only after [`Marks::spread`].
pub const WITHIN: u16 = 1 << 8;

/// How near an enemy bars a forced march (4.1.3).
const MARCH_DISTANCE: u8 = 5;

/// A workspace of marks by hex.
#[derive(Default)]
pub struct Marks {
    by_hex: Vec<u16>,
    frontier: Vec<HexId>,
    next: Vec<HexId>,
}

impl Marks {
    /// The marks of a hex.
    #[inline]
    pub fn at(&self, hex: HexId) -> u16 {
        self.by_hex[hex.index()]
    }

    /// Marks the map for units that move together from `start`.
    pub fn draw(&mut self, b: &Battle, s: &State, party: &[UnitId], start: HexId) {
        self.by_hex.clear();
        self.by_hex.resize(b.ground.len(), 0);
        let side = b.side(party[0]);
        for unit in b.unit_ids().filter(|&u| s.unit(u).on_map() && !party.contains(&u)) {
            let u = s.unit(unit);
            if b.side(unit) == side {
                let escort = if b.is_gun(unit) { 0 } else { ESCORT };
                let square = if u.square { SQUARE } else { 0 };
                self.by_hex[u.hex.index()] |= FRIEND | escort | square;
            } else {
                self.draw_enemy(b, s, unit, start);
            }
        }
    }

    fn draw_enemy(&mut self, b: &Battle, s: &State, unit: UnitId, start: HexId) {
        let at = s.unit(unit).hex;
        self.by_hex[at.index()] |= ENEMY;
        let zone = zones::has_zone(b, s, unit);
        let fronts = facing::fronts(b, s, unit);
        let mut reach = [(HexId::NONE, 0); 6];
        let mut held = 0;
        for dir in Dir::ALL {
            let Some(to) = b.ground.neighbour(at, dir) else { continue };
            let mut marks = NEAR;
            if zone && zones::reaches(b, at, dir, to, b.arm(unit)) {
                marks |= ZONE;
                marks |= if fronts.contains(dir) { FRONT } else { 0 };
                held |= if to == start { HELD } else { 0 };
            }
            reach[dir.index()] = (to, marks);
        }
        for (to, marks) in reach.into_iter().filter(|(to, _)| to.is_some()) {
            self.by_hex[to.index()] |= if marks & ZONE != 0 { marks | held } else { marks };
        }
    }

    /// Marks the hexes within five of an enemy (4.1.3).
    pub fn spread(&mut self, b: &Battle) {
        self.frontier.clear();
        for hex in b.ground.hexes().filter(|&h| self.by_hex[h.index()] & ENEMY != 0) {
            self.frontier.push(hex);
        }
        for &hex in &self.frontier {
            self.by_hex[hex.index()] |= WITHIN;
        }
        for _ in 0..MARCH_DISTANCE {
            self.next.clear();
            for &hex in &self.frontier {
                for to in b.ground.neighbours(hex).into_iter().filter(|n| n.is_some()) {
                    if self.by_hex[to.index()] & WITHIN == 0 {
                        self.by_hex[to.index()] |= WITHIN;
                        self.next.push(to);
                    }
                }
            }
            std::mem::swap(&mut self.frontier, &mut self.next);
        }
    }
}
