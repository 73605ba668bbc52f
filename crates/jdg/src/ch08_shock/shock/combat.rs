//! 8.2, 8.4: who strikes whom. A combat is a group of attackers and attacked hexes that hang together.

use ground::{Dir, Dirs, HexId};
use smallvec::smallvec;
use table::Side;

use crate::Few;
use crate::ch02_orders::orders;
use crate::ch04_movement::movement;
use crate::ch06_facing::facing;
use crate::ch09_charge::charge;
use crate::core::battle::Battle;
use crate::core::field::Foes;
use crate::core::state::{Condition, State, UnitId, did};
use crate::core::strike::Strike;

/// One combat (8.4): every attacker strikes at least one of the targets, every target is struck.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Combat {
    /// The attackers, from the top of each stack.
    pub strikes: Few<Strike>,
    /// The attacked hexes.
    pub targets: Few<HexId>,
    /// The number of this pursuit charge (9.5.2); 0 for anything else.
    pub pursuit: u8,
    /// A breakthrough shock or counter-shock (8.7.2): nobody announced it.
    pub second: bool,
    /// The pair of hexes whose terrain counts, once a player has chosen it (8.4.2).
    pub terrain: Option<(HexId, HexId)>,
}

impl Combat {
    /// The combat of units that strike together. `None` if nobody strikes anything.
    pub fn of(b: &Battle, strikes: Few<Strike>) -> Option<Combat> {
        let mut targets: Few<HexId> = Few::new();
        for target in strikes.iter().flat_map(|strike| strike.targets(b)) {
            if !targets.contains(&target) {
                targets.push(target);
            }
        }
        targets.sort_unstable();
        (!targets.is_empty()).then_some(Combat { strikes, targets, pursuit: 0, second: false, terrain: None })
    }

    /// The same as a breakthrough shock or counter-shock (8.7.2).
    #[must_use]
    pub fn as_second(self) -> Combat {
        Combat { second: true, ..self }
    }

    /// The side that attacks.
    pub fn side(&self, b: &Battle) -> Side {
        b.side(self.strikes[0].unit)
    }

    /// The attackers of one hex.
    pub fn against<'a>(&'a self, b: &'a Battle, hex: HexId) -> impl Iterator<Item = &'a Strike> {
        self.strikes.iter().filter(move |strike| strike.hits(b, hex))
    }

    /// The attacked hexes that somebody shocks.
    pub fn shocked(&self, b: &Battle, s: &State) -> Few<HexId> {
        self.targets.iter().copied().filter(|&hex| is_shocked(b, s, &self.strikes, hex)).collect()
    }

    /// The hexes of the attackers, each once.
    pub fn bases(&self) -> Few<HexId> {
        let mut bases: Few<HexId> = Few::new();
        for strike in &self.strikes {
            if !bases.contains(&strike.from) {
                bases.push(strike.from);
            }
        }
        bases
    }

    /// The defenders, artillery too.
    pub fn defenders<'a>(&'a self, s: &'a State) -> impl Iterator<Item = UnitId> + 'a {
        self.targets.iter().flat_map(|&hex| s.stack(hex))
    }

    /// The attackers of a hex as those who drive its units back (10.3.1).
    ///
    /// RULING J162: in a combat over several hexes, those who strike the unit's own hex.
    pub fn foes_at(&self, b: &Battle, hex: HexId) -> Foes {
        foes(self.against(b, hex).map(|strike| strike.unit))
    }

    /// The defenders as those who drive the attackers of a hex back (10.3.1).
    pub fn foes_of(&self, b: &Battle, s: &State, from: HexId) -> Foes {
        let struck = |hex: &HexId| self.strikes.iter().any(|k| k.from == from && k.hits(b, *hex));
        foes(self.targets.iter().copied().filter(struck).flat_map(|hex| s.stack(hex)))
    }
}

/// Whether one of the strikes is a shock against a hex. A charge is none (8.1): it spares nobody an attack that they owe (8.2).
pub fn is_shocked(b: &Battle, s: &State, strikes: &[Strike], hex: HexId) -> bool {
    strikes.iter().any(|k| !s.unit(k.unit).has(did::CHARGING) && k.hits(b, hex))
}

/// Units as foes; more than can stand next to a hex are left out.
pub fn foes(units: impl Iterator<Item = UnitId>) -> Foes {
    units.take(Foes::MOST).fold(Foes::nobody(), Foes::and)
}

/// The side of the units in a hex.
pub fn occupier(b: &Battle, s: &State, hex: HexId) -> Option<Side> {
    s.top(hex).map(|top| b.side(top))
}

/// Whether enemies of a side are in a hex.
pub fn held_against(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    occupier(b, s, hex) == Some(side.enemy())
}

/// Whether a hex holds only artillery (8.5, 8.9).
pub fn only_guns(b: &Battle, s: &State, hex: HexId) -> bool {
    !s.is_empty(hex) && s.stack(hex).all(|u| b.is_gun(u))
}

/// Whether a unit can strike at all (8.2): infantry or cavalry in good order, not in square, that did not balk.
pub fn can_strike(b: &Battle, s: &State, unit: UnitId) -> bool {
    let u = s.unit(unit);
    u.on_map() && u.condition == Condition::Good && !u.square && !u.has(did::BALKED) && !b.is_gun(unit)
}

/// Whether enemies in a hex may still be shocked in this activation (8.2).
///
/// RULING J160: a hex is attacked as a whole as long as one unit in it has not been attacked in this activation. RULING J220: only
/// announced shocks count, and only they are limited; charges are no shocks (8.1), and further shocks and pursuits are exempt.
pub fn fresh(s: &State, hex: HexId) -> bool {
    s.stack(hex).any(|u| !s.unit(u).has(did::ATTACKED))
}

/// Directions in which a unit finds enemies whom it could strike from its hex, out of those of `among` (8.2).
pub fn enemies_in(b: &Battle, s: &State, unit: UnitId, among: Dirs) -> Dirs {
    let (side, hex) = (b.side(unit), s.unit(unit).hex);
    let mut found = Dirs::NONE;
    for dir in among.iter() {
        let Some(target) = b.ground.neighbour(hex, dir) else { continue };
        if held_against(b, s, side, target) && movement::may_enter(b, s, unit, hex, target).is_ok() {
            found.insert(dir);
        }
    }
    found
}

/// Aims of a unit as things stand: all enemies in front of it if it charges (9.2), else what was announced for it
/// (8.3.1), as far as they are still there and were not shocked before (8.2).
pub fn live_aims(b: &Battle, s: &State, unit: UnitId) -> Dirs {
    let u = s.unit(unit);
    if u.aims.is_empty() && !u.has(did::CHARGING) || !can_strike(b, s, unit) {
        return Dirs::NONE;
    }
    if u.has(did::CHARGING) {
        return charge::chargeable(b, s, unit, facing::usual_fronts(s, unit));
    }
    let wished = enemies_in(b, s, unit, u.aims);
    let is_fresh = |dir: &Dir| b.ground.neighbour(u.hex, *dir).is_some_and(|hex| fresh(s, hex));
    wished.iter().filter(is_fresh).collect()
}

/// The strikes of the active side as things stand, stack by stack in the order of the hexes of the map.
pub fn strikes(b: &Battle, s: &State) -> Few<Strike> {
    let side = orders::active_side(b, s);
    let mut found: Few<Strike> = Few::new();
    for unit in b.unit_ids().filter(|&u| b.side(u) == side) {
        let aims = live_aims(b, s, unit);
        if !aims.is_empty() {
            found.push(Strike::here(s, unit, aims));
        }
    }
    let depth = |k: &Strike| s.stack(k.from).position(|u| u == k.unit);
    found.sort_by_key(|k| (k.from, depth(k)));
    found
}

/// Whether two strikes belong to one combat (8.4.1): they go against one hex, and out of one hex or two adjacent ones.
fn combine(b: &Battle, one: &Strike, other: &Strike) -> bool {
    b.ground.distance(one.from, other.from) <= 1 && one.targets(b).any(|hex| other.hits(b, hex))
}

/// Groups strikes into combats: adjacent ones with a target in common belong together (8.4.1).
///
/// RULING J183: a row of adjacent hexes, each next to one of the others, is enough.
pub fn group(b: &Battle, mut strikes: Few<Strike>) -> Few<Combat> {
    let mut combats: Few<Combat> = Few::new();
    while !strikes.is_empty() {
        let mut together: Few<Strike> = smallvec![strikes.remove(0)];
        let mut next = 0;
        while next < together.len() {
            let one = together[next];
            let mut i = 0;
            while i < strikes.len() {
                if combine(b, &one, &strikes[i]) {
                    together.push(strikes.remove(i));
                } else {
                    i += 1;
                }
            }
            next += 1;
        }
        together.sort_by_key(|k| k.from);
        combats.extend(Combat::of(b, together));
    }
    combats
}
