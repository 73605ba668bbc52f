//! 16.2: who takes part in an assault, and who touches whom.

use ground::{Dir, HexId};
use table::Side;

use crate::ch09_facing::facing;
use crate::ch15_fire::fire::Nerve;
use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::occupancy::Units;
use crate::core::state::{Assault, Formation, Order, Part, State, UnitId};
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
    /// The hexes that it assaults.
    pub targets: Few<HexId, 4>,
    /// Guns with it: they do not take part, but suffer what it suffers (16.2.2.3).
    pub guns: Units,
    /// Skirmishers that had nowhere to retreat (16.3.3).
    pub cornered: bool,
    /// The bonus of a leader who left them (16.3.5).
    pub abandoned: i16,
    /// It was committed, or reserves joined it (16.8).
    pub committed: bool,
}

impl Party {
    fn of(units: Units) -> Party {
        Party {
            units,
            distance: 0,
            column: false,
            nerve: Nerve::Shaken,
            shifts: 0,
            targets: Few::new(),
            guns: Units::new(),
            cornered: false,
            abandoned: 0,
            committed: false,
        }
    }

    /// A stack of reserves that comes in (16.8): without distance.
    pub fn reserve(units: Units) -> Party {
        Party { committed: true, ..Party::of(units) }
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

    /// As [`Party::present`], with its guns.
    pub fn all(&self, s: &State) -> Units {
        let mut all = self.present(s);
        all.extend(
            self.guns.iter().copied().filter(|u| s.unit(*u).on_map() && s.unit(*u).order != Order::Pgd),
        );
        all
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
    /// Attackers before whom nobody stands any more: they take no further part but the advance.
    pub idle: Few<Party, 4>,
    /// A charge of the Old Guard (16.10).
    pub guard: bool,
    /// Reserves were committed (16.8).
    pub reinforced: bool,
    /// Hexes that a result of the chart emptied.
    pub won: Few<HexId, 8>,
    /// Those driven off, and the way that they went.
    pub flights: Few<Flight, 2>,
    /// No impetus follows: it is against cavalry (16.9.3.5), or against units in general order (16.9.3.4).
    pub tame: bool,
    /// Guns without ammunition beside others: as if they were not there (18.10.3).
    pub ignored: Units,
    /// Who retreated before the assault, and how many hexes (16.3.7.2).
    pub away: Few<(UnitId, u8), 8>,
    /// Hexes that a result emptied, with the hexes of impetus that it gives (the revision, A7d).
    pub pushes: Few<(HexId, u8), 8>,
    /// New assaults on those whom an advance met (16.3.7.2), to be resolved next.
    pub next: Vec<Assault>,
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
            idle: Few::new(),
            guard: assault.guard,
            reinforced: false,
            won: Few::new(),
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
            let (units, guns): (Units, Units) = here.partition(|u| b.arm(*u) == Arm::Infantry);
            if units.is_empty() {
                continue;
            }
            let same = clash.attackers.iter_mut().find(|p| p.units.iter().any(|u| units.contains(u)));
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
                None => clash.attackers.push(Party {
                    distance: mark.distance,
                    column: mark.column,
                    targets: at.collect(),
                    guns,
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
        clash.tame = clash.is_tame(b, s);
        clash
    }

    /// Whether cavalry is assaulted, or units in general order (16.9.3.4, 16.9.3.5).
    pub fn is_tame(&self, b: &Battle, s: &State) -> bool {
        let tame = |u: &UnitId| b.arm(*u) == Arm::Cavalry || s.unit(*u).formation == Formation::GeneralOrder;
        let close = self.targets.iter().any(|hex| status::is_close(b, *hex));
        close || self.defenders.iter().flat_map(|p| &p.units).any(tame)
    }

    /// Takes down which ways units went that were driven out of some hexes.
    pub fn fled(&mut self, units: &[UnitId], left: &[HexId], ways: Few<Few<HexId>, 2>) {
        for way in ways {
            self.flights.push(Flight { units: units.into(), left: left.into(), way });
        }
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

    /// Drops the stacks that are no longer in it: gone, routed, driven off. Attackers without an enemy before them are idle.
    pub fn refresh(&mut self, b: &Battle, s: &State) {
        let targets = self.targets.clone();
        self.defenders.retain(|p| p.hexes(s).iter().any(|hex| targets.contains(hex)));
        self.attackers.retain(|p| p.top(b, s).is_some());
        if self.defenders.is_empty() {
            return;
        }
        let (fights, idle): (Few<Party, 4>, Few<Party, 4>) =
            self.attackers.drain(..).partition(|p| self.defenders.iter().any(|d| faces(b, s, p, d)));
        self.attackers = fights;
        self.idle.extend(idle);
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

/// Units that were driven off (16.9.3.1).
#[derive(Clone, Debug)]
pub struct Flight {
    /// Who.
    pub units: Units,
    /// The hexes in which they stood.
    pub left: Few<HexId, 8>,
    /// Their way, from the hex in which they gathered.
    pub way: Few<HexId>,
}

impl Flight {
    /// Their way as who took one of their hexes follows it.
    pub fn beyond(&self, hex: HexId) -> &[HexId] {
        let first = self.way.iter().position(|one| *one == hex).map_or(0, |place| place + 1);
        &self.way[first..]
    }
}

/// A mêlée of an assault: the places of its parties in the clash.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Fight {
    /// Attackers.
    pub attackers: Few<usize, 4>,
    /// Defenders.
    pub defenders: Few<usize, 4>,
}

/// Whether a party assaults another and has it before its front.
pub fn faces(b: &Battle, s: &State, from: &Party, to: &Party) -> bool {
    let hexes = to.hexes(s);
    from.targets.iter().any(|hex| hexes.contains(hex)) && !contacts(b, s, from, to).is_empty()
}

/// The contacts of a party with another one before its front: its part, the direction, and the other's hex.
pub fn contacts(b: &Battle, s: &State, from: &Party, to: &Party) -> Few<(Part, Dir, HexId)> {
    let Some(top) = from.top(b, s) else { return Few::new() };
    let hexes = to.hexes(s);
    facing::front_hexes(b, s, top).into_iter().filter(|(_, _, hex)| hexes.contains(hex)).collect()
}
