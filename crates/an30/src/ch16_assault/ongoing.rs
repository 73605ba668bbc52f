//! 16.2: who takes part in an assault, and who touches whom.

use ground::{Dir, HexId};

use crate::ch09_facing::facing;
use crate::ch15_fire::fire;
use crate::core::Few;
pub use crate::core::assault::{Flight, OngoingAssault, Party};
use crate::core::battle::{Arm, Battle};
use crate::core::occupancy::Units;
use crate::core::state::{Assault, Formation, Order, Part, State, UnitId};
use crate::core::status;

impl OngoingAssault {
    /// Gathers who takes part as everybody stands now: all infantry of an assaulting hex (16.2.2), all units of the target hexes (16.2.2.2), and of
    /// a unit in several hexes all that the attackers have before them (16.2.7.4, 16.2.3.1).
    pub fn gather(b: &Battle, s: &State, assault: &Assault) -> OngoingAssault {
        let mut ongoing = OngoingAssault {
            side: assault.side,
            targets: assault.targets.iter().copied().collect(),
            attackers: Few::new(),
            defenders: Few::new(),
            idle: Few::new(),
            guard: assault.guard,
            reinforced: false,
            won: Few::new(),
            fought: Units::new(),
            flights: Few::new(),
            tame: false,
            ignored: Units::new(),
            away: Few::new(),
            pushes: Few::new(),
            next: Vec::new(),
        };
        for mark in &assault.attackers {
            let own = |u: &UnitId| s.unit(*u).order != Order::Pgd && b.side(*u) == assault.side;
            let here = s.units_in(mark.from).into_iter().filter(own);
            let units: Units = here.filter(|u| b.arm(*u) == Arm::Infantry).collect();
            // Guns with any hex of a line are of its stack (reading 218).
            let stack = fire::stack_of(s, mark.from).into_iter().filter(own);
            let guns: Units = stack.filter(|u| b.arm(*u) != Arm::Infantry).collect();
            if units.is_empty() {
                continue;
            }
            let same = ongoing.attackers.iter_mut().find(|p| p.units.iter().any(|u| units.contains(u)));
            let at = mark.at.into_iter().filter(|hex| hex.is_some());
            match same {
                Some(party) => {
                    party.distance = party.distance.min(mark.distance);
                    // Its top unit rolls to close (16.4, 16.4.2).
                    if party.units.first() == Some(&mark.unit) {
                        party.column = mark.column;
                    }
                    let new: Few<HexId, 4> = at.filter(|hex| !party.targets.contains(hex)).collect();
                    party.targets.extend(new);
                }
                None => ongoing.attackers.push(Party {
                    distance: mark.distance,
                    column: mark.column,
                    targets: at.collect(),
                    guns,
                    ..Party::of(units)
                }),
            }
        }
        ongoing.widen(b, s);
        for hex in ongoing.targets.clone() {
            let units: Units = s.units_in(hex).into_iter().filter(|u| b.side(*u) != ongoing.side).collect();
            match ongoing.defenders.iter_mut().find(|p| p.units.iter().any(|u| units.contains(u))) {
                Some(party) => {
                    let new: Units = units.into_iter().filter(|u| !party.units.contains(u)).collect();
                    party.units.extend(new);
                }
                None if !units.is_empty() => ongoing.defenders.push(Party::of(units)),
                None => {}
            }
        }
        for party in &mut ongoing.defenders {
            party.held = party.hexes(b, s);
        }
        ongoing.tame = ongoing.is_tame(b, s);
        ongoing
    }

    /// Whether cavalry is assaulted, or units in general order (16.9.3.4, 16.9.3.5).
    pub fn is_tame(&self, b: &Battle, s: &State) -> bool {
        let tame = |u: &UnitId| b.arm(*u) == Arm::Cavalry || s.unit(*u).formation == Formation::GeneralOrder;
        let close = self.targets.iter().any(|hex| status::is_close(b, *hex));
        close || self.defenders.iter().flat_map(|p| &p.units).any(tame)
    }

    /// Takes down which routes units took that were driven out of some hexes.
    pub fn fled(&mut self, units: &[UnitId], left: &[HexId], routes: Few<Few<HexId>, 2>) {
        for route in routes {
            self.flights.push(Flight { units: units.into(), left: left.into(), route });
        }
    }

    /// Takes down whom the mortal wound of a leader drove off before the result of a mêlée (8.2.2): it is won as if by that.
    pub(crate) fn ran_off(&mut self, flights: Few<Flight, 2>) {
        self.won.extend(flights.iter().flat_map(|flight| flight.left.iter().copied()));
        self.flights.extend(flights);
    }

    /// Adds the other hexes of units in several hexes that the attackers have before them (16.2.7.4).
    fn widen(&mut self, b: &Battle, s: &State) {
        for hex in self.targets.clone() {
            let enemies = s.units_in(hex).into_iter().filter(|u| b.side(*u) != self.side);
            let hexes: Few<HexId, 8> = enemies.flat_map(|u| s.unit(u).hexes().to_vec()).collect();
            for other in hexes {
                let before = |p: &Party| {
                    let near = p.top(b, s).map(|u| facing::front_hexes(b, s, u)).unwrap_or_default();
                    p.targets.contains(&hex) && near.iter().any(|f| f.2 == other)
                };
                for party in self.attackers.iter_mut().filter(|p| before(p)) {
                    if !party.targets.contains(&other) {
                        party.targets.push(other);
                    }
                    if !self.targets.contains(&other) {
                        self.targets.push(other);
                    }
                }
            }
        }
    }

    /// Drops the stacks that are no longer in it: gone, routed, driven off. Attackers without an enemy before them are idle. Who drew together in a hex that nobody
    /// assaults is still of it until it is seen who follows (16.5.3, 16.2.3.2).
    pub fn refresh(&mut self, b: &Battle, s: &State) {
        let targets = self.targets.clone();
        for party in self.attackers.iter_mut().chain(&mut self.idle) {
            party.close_up(b, s);
        }
        let of_it = |p: &Party| p.hexes(b, s).iter().any(|hex| targets.contains(hex) || p.held.contains(hex));
        self.defenders = self.defenders.iter().flat_map(|p| p.stacks(b, s)).filter(of_it).collect();
        self.attackers.retain(|p| p.top(b, s).is_some());
        if self.defenders.is_empty() {
            return;
        }
        let (fights, idle): (Few<Party, 4>, Few<Party, 4>) =
            self.attackers.drain(..).partition(|p| self.defenders.iter().any(|d| faces(b, s, p, d)));
        self.attackers = fights;
        self.idle.extend(idle);
    }

    /// Goes on against some of its defenders in other hexes than before (16.5.3, 16.2.3.2): whoever stands there with them defends them too (16.5, RULING reading
    /// 1211). Says who that is.
    pub(crate) fn goes_on_at(&mut self, b: &Battle, s: &State, hexes: &[HexId]) -> Units {
        let new: Few<HexId, 8> = hexes.iter().copied().filter(|hex| !self.targets.contains(hex)).collect();
        self.tame |= new.iter().any(|hex| status::is_close(b, *hex));
        let mut came = Units::new();
        for hex in &new {
            let known = |u: &UnitId| self.defenders.iter().any(|p| p.units.contains(u));
            let here: Units =
                s.units_in(*hex).into_iter().filter(|u| !known(u) && !self.ignored.contains(u)).collect();
            let with = self.defenders.iter_mut().find(|p| p.hexes(b, s).contains(hex));
            if let Some(party) = with {
                party.units.extend(here.iter().copied());
                came.extend(here);
            }
        }
        self.targets.extend(new);
        came
    }

    /// Drops the defenders whom nobody followed into the hex where they drew together (16.2.3.2).
    pub(crate) fn let_go(&mut self, b: &Battle, s: &State) {
        let targets = &self.targets;
        self.defenders.retain(|p| p.hexes(b, s).iter().any(|hex| targets.contains(hex)));
    }

    /// The mêlées of an assault: one for each defending stack, with all attackers that assault it (16.2.7.1, 16.2.7.2, 16.2.7.3). A reserve of the
    /// defenders that no attacker has before it fights beside those whose attackers it faces itself (16.1.1 step 5d).
    pub fn fights(&self, b: &Battle, s: &State) -> Few<Fight, 4> {
        let mut found: Few<Fight, 4> = Few::new();
        let mut unfaced: Few<usize, 4> = Few::new();
        for (at, defender) in self.defenders.iter().enumerate() {
            let own = |i: &usize| faces(b, s, &self.attackers[*i], defender);
            let attackers: Few<usize, 4> = (0..self.attackers.len()).filter(own).collect();
            if attackers.is_empty() {
                unfaced.push(at);
            } else {
                found.push(Fight { attackers, defenders: Few::from_slice(&[at]) });
            }
        }
        for at in unfaced {
            let meets = |i: &usize| !contacts(b, s, &self.defenders[at], &self.attackers[*i]).is_empty();
            if let Some(fight) = found.iter_mut().find(|fight| fight.attackers.iter().any(meets)) {
                fight.defenders.push(at);
            }
        }
        found
    }
}

/// A mêlée of an assault: the places of its parties in the ongoing assault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fight {
    /// Attackers.
    pub attackers: Few<usize, 4>,
    /// Defenders.
    pub defenders: Few<usize, 4>,
}

/// Whether a party assaults another and has it before its front.
pub fn faces(b: &Battle, s: &State, from: &Party, to: &Party) -> bool {
    let hexes = to.hexes(b, s);
    from.targets.iter().any(|hex| hexes.contains(hex)) && !contacts(b, s, from, to).is_empty()
}

/// The contacts of a party with another one before its front: its part, the direction, and the other's hex.
pub fn contacts(b: &Battle, s: &State, from: &Party, to: &Party) -> Few<(Part, Dir, HexId)> {
    let Some(top) = from.top(b, s) else { return Few::new() };
    let hexes = to.hexes(b, s);
    facing::front_hexes(b, s, top).into_iter().filter(|(_, _, hex)| hexes.contains(hex)).collect()
}
