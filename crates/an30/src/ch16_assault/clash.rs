//! 16.2: who takes part in an assault, and who touches whom.

use ground::{Dir, HexId};
use table::Side;

use crate::ch09_facing::facing;
use crate::ch15_fire::fire::Nerve;
use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::occupancy::Units;
use crate::core::state::{Assault, Order, Part, State, UnitId};
use crate::core::status;

/// A stack in an assault.
#[derive(Clone, Debug)]
pub struct Party {
    /// Its units, from the top.
    pub units: Units,
    /// Hexes of distance for the roll to close; 0: none.
    pub distance: u8,
    /// In column when it declared (16.4.2).
    pub column: bool,
    /// What came of its roll.
    pub nerve: Nerve,
    /// Columns that its roll to stand gives (16.5).
    pub shifts: i16,
}

impl Party {
    fn of(units: Units) -> Party {
        Party { units, distance: 0, column: false, nerve: Nerve::Shaken, shifts: 0 }
    }

    /// The stack of a unit's hex.
    pub fn alone(s: &State, unit: UnitId) -> Party {
        Party::of(s.units_in(s.unit(unit).hex()))
    }

    /// Its units that are still with it, from the top.
    pub fn present(&self, s: &State) -> Units {
        self.units
            .iter()
            .copied()
            .filter(|u| s.unit(*u).on_map() && s.unit(*u).order != Order::Pgd && !status::is_wreck(s, *u))
            .collect()
    }

    /// Its top unit that counts: of infantry, if there is any (16.4).
    pub fn top(&self, b: &Battle, s: &State) -> Option<UnitId> {
        let here = self.present(s);
        here.iter().copied().find(|u| b.arm(*u) == Arm::Infantry).or(here.first().copied())
    }

    /// The hexes where it stands.
    pub fn hexes(&self, s: &State) -> Few<HexId, 8> {
        let mut hexes: Few<HexId, 8> = Few::new();
        for unit in self.present(s) {
            let new: Few<HexId, 8> =
                s.unit(unit).hexes().iter().copied().filter(|hex| !hexes.contains(hex)).collect();
            hexes.extend(new);
        }
        hexes
    }
}

/// An assault that is being resolved.
#[derive(Clone, Debug)]
pub struct Clash {
    /// The side that assaults: after a huzzah the other one.
    pub side: Side,
    /// The hexes assaulted.
    pub targets: Few<HexId, 8>,
    /// Who assaults.
    pub attackers: Few<Party, 4>,
    /// Who stands.
    pub defenders: Few<Party, 4>,
}

impl Clash {
    /// Gathers who takes part as everybody stands now: all infantry of an assaulting hex (16.2.2), all units of the target hexes (16.2.2.2), and of
    /// a unit in several hexes all that the attackers have before them (16.2.7.4).
    pub fn gather(b: &Battle, s: &State, assault: &Assault) -> Clash {
        let mut clash = Clash {
            side: assault.side,
            targets: assault.targets.iter().copied().collect(),
            attackers: Few::new(),
            defenders: Few::new(),
        };
        for mark in &assault.attackers {
            let hex = s.unit(mark.unit).hex();
            let own = |u: &UnitId| s.unit(*u).order != Order::Pgd && b.side(*u) == assault.side;
            let foot = s.units_in(mark.from).into_iter().filter(|u| b.arm(*u) == Arm::Infantry && own(u));
            let stood = hex == mark.from && s.unit(mark.unit).order != Order::Pgd;
            let units: Units = foot.collect();
            if units.is_empty() || !(stood || s.units_in(mark.from).iter().any(own)) {
                continue;
            }
            let same = clash.attackers.iter_mut().find(|p| p.units.iter().any(|u| units.contains(u)));
            match same {
                Some(party) => party.distance = party.distance.min(mark.distance),
                None => clash.attackers.push(Party {
                    distance: mark.distance,
                    column: mark.column,
                    ..Party::of(units)
                }),
            }
        }
        clash.widen(b, s);
        for hex in clash.targets.clone() {
            let units: Units = s.units_in(hex).into_iter().filter(|u| b.side(*u) != clash.side).collect();
            match clash.defenders.iter_mut().find(|p| p.units.iter().any(|u| units.contains(u))) {
                Some(party) => {
                    let new: Units = units.into_iter().filter(|u| !party.units.contains(u)).collect();
                    party.units.extend(new);
                }
                None if !units.is_empty() => clash.defenders.push(Party::of(units)),
                None => {}
            }
        }
        clash
    }

    /// Adds the other hexes of units in several hexes that the attackers have before them (16.2.7.4).
    fn widen(&mut self, b: &Battle, s: &State) {
        for hex in self.targets.clone() {
            let enemies = s.units_in(hex).into_iter().filter(|u| b.side(*u) != self.side);
            let hexes: Few<HexId, 8> = enemies.flat_map(|u| s.unit(u).hexes().to_vec()).collect();
            for other in hexes {
                let before = |p: &Party| {
                    p.top(b, s).is_some_and(|u| facing::front_hexes(b, s, u).iter().any(|f| f.2 == other))
                };
                if !self.targets.contains(&other) && self.attackers.iter().any(before) {
                    self.targets.push(other);
                }
            }
        }
    }

    /// Drops the stacks that are no longer in it: gone, routed, driven off, or without an enemy before them.
    pub fn refresh(&mut self, b: &Battle, s: &State) {
        let targets = self.targets.clone();
        self.defenders.retain(|p| p.hexes(s).iter().any(|hex| targets.contains(hex)));
        let defenders = self.defenders.clone();
        let touches = |p: &Party| p.top(b, s).is_some();
        self.attackers.retain(|p| touches(p));
        if !defenders.is_empty() {
            self.attackers.retain(|p| defenders.iter().any(|d| !contacts(b, s, p, d).is_empty()));
        }
    }
}

/// Where a party has another one before its front: its part, the direction, and the other's hex.
pub fn contacts(b: &Battle, s: &State, from: &Party, to: &Party) -> Few<(Part, Dir, HexId)> {
    let Some(top) = from.top(b, s) else { return Few::new() };
    let hexes = to.hexes(s);
    facing::front_hexes(b, s, top).into_iter().filter(|(_, _, hex)| hexes.contains(hex)).collect()
}
