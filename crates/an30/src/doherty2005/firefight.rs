//! FF: firefights: who is locked in one, who joins it, and when the roles change.

use ground::HexId;
use table::{Event, Side, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch16_assault::ongoing::{OngoingAssault, Party, contacts};
use crate::ch18_artillery::supply;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Assault, Assaulter, Order, State, UnitId, did};
use crate::core::{Few, status};

/// Bout: which time an assault is fought.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Bout {
    /// The first.
    Fresh,
    /// Again, by those alone who fought it before (FF1, FF2).
    Locked,
    /// Again, with others who have joined it: as if it were new (FF6).
    Joined,
}

/// Whether a unit has come to a firefight since it was fought last.
fn is_fresh(s: &State, unit: UnitId) -> bool {
    s.unit(unit).order != Order::Pgd && !s.unit(unit).has(did::LOCKED)
}

/// Whether a unit has joined the defenders of a firefight since it was fought last; guns without ammunition are as if they were not there (18.10.3).
fn helps(b: &Battle, s: &State, unit: UnitId) -> bool {
    let counts = b.arm(unit) != Arm::Artillery || supply::is_supplied(b, s, unit);
    is_fresh(s, unit) && counts && !status::is_wreck(s, unit)
}

/// The units of a side in some hexes.
fn side_in(b: &Battle, s: &State, side: Side, hexes: &[HexId]) -> Vec<UnitId> {
    hexes.iter().flat_map(|hex| s.units_in(*hex)).filter(|u| b.side(*u) == side).collect()
}

/// The parties, and the bout that is fought. Where others joined the defenders alone the roles change (FF7).
pub fn gather(b: &Battle, s: &State, assault: &Assault) -> (OngoingAssault, Bout) {
    if !assault.locked {
        return (OngoingAssault::gather(b, s, assault), Bout::Fresh);
    }
    let from: Vec<HexId> = assault.attackers.iter().map(|mark| mark.from).collect();
    let foot = |u: &UnitId| b.arm(*u) == Arm::Infantry;
    let attack =
        side_in(b, s, assault.side, &from).iter().any(|u| foot(u) && is_fresh(s, *u)) || assault.guard;
    let enemy = assault.side.enemy();
    let counter: Vec<HexId> = assault.countering.iter().map(|mark| mark.from).collect();
    let mut helpers = side_in(b, s, enemy, &[&assault.targets[..], &counter].concat());
    helpers.retain(|u| helps(b, s, *u));
    let defence = !helpers.is_empty();
    // An assault goes through the front (16.2.1): where no defender has an attacker there, the roles stay; and it is made by foot (RULING reading 1112).
    let other = switched(b, s, assault);
    let turned = helpers.iter().any(foot) && !attack && !other.attackers.is_empty();
    let mut ongoing = OngoingAssault::gather(b, s, if turned { &other } else { assault });
    for mark in assault.countering.iter().filter(|_| !turned) {
        let known = ongoing.defenders.iter().any(|p| p.units.contains(&mark.unit));
        if !known && s.unit(mark.unit).on_map() {
            let helper = Party { distance: mark.distance, ..Party::alone(s, mark.unit) };
            ongoing.targets.extend(helper.hexes(b, s).iter().copied());
            ongoing.defenders.push(helper);
        }
    }
    for party in ongoing.attackers.iter_mut().chain(&mut ongoing.defenders) {
        if party.top(b, s).is_some_and(|top| !is_fresh(s, top)) {
            (party.distance, party.column) = (0, false);
        }
    }
    ongoing.reinforced = attack || defence;
    (ongoing, if attack || defence { Bout::Joined } else { Bout::Locked })
}

/// A firefight with its roles changed: those who came to the help of the defenders attack, and with them the defenders who have an attacker before
/// their front (FF7).
pub fn switched(b: &Battle, s: &State, assault: &Assault) -> Assault {
    let side = assault.side.enemy();
    let targets: Vec<HexId> = assault.attackers.iter().map(|mark| mark.from).collect();
    let mut marks = assault.countering.clone();
    for hex in &assault.targets {
        let top = s.units_in(*hex).into_iter().find(|u| b.side(*u) == side && b.arm(*u) == Arm::Infantry);
        let Some(top) = top.filter(|u| s.unit(*u).order != Order::Pgd) else { continue };
        let known = marks.iter().any(|mark| s.unit(top).hexes().contains(&mark.from));
        let fronts = facing::front_hexes(b, s, top);
        let mut aims = targets.iter().copied().filter(|to| fronts.iter().any(|(_, _, hex)| hex == to));
        if let Some(first) = aims.next().filter(|_| !known) {
            let at = [first, aims.next().unwrap_or(HexId::NONE)];
            marks.push(Assaulter { unit: top, from: s.unit(top).hex(), column: false, distance: 0, at });
        }
    }
    Assault { locked: true, guard: assault.guard, ..Assault::declared(side, &marks, &targets) }
}

impl Field<'_> {
    /// An assault on somebody in a firefight joins it (FF6, FF5, reading 30): beside those who attack there, or to the help of those who are attacked. With a
    /// charge of the Old Guard the whole is fought at once, its side attacking (reading 39).
    pub(super) fn join_firefight(&mut self, mut assault: Assault, hexes: &[HexId]) -> Option<Assault> {
        let joins = |a: &Assault| {
            let struck = |hex: &HexId| hexes.contains(hex);
            let beside = a.side == assault.side && a.targets.iter().any(struck);
            let against = a.side != assault.side && a.attackers.iter().any(|mark| struck(&mark.from));
            a.locked && !a.under_way && (beside || against)
        };
        let Some(at) = self.s.assaults.iter().position(joins) else { return Some(assault) };
        let mut fight = self.s.assaults.remove(at);
        let top = assault.attackers[0].unit;
        self.tell(|| {
            Event::new(rule!("FF6"), "firefight.joined")
                .point("unit", unit_point(top))
                .point("hex", hex_point(assault.targets[0]))
        });
        let guard = assault.guard;
        if fight.side == assault.side {
            fight.absorb(assault);
        } else {
            fight.countering.append(&mut assault.attackers);
            if guard {
                fight = switched(self.b, self.s, &fight);
            }
        }
        fight.guard = guard;
        if guard {
            return Some(fight);
        }
        self.s.assaults.insert(at, fight);
        None
    }

    /// Locks those left undecided where they stand (A7c, G7c): the attackers, and those whom they have before them. After a charge of the Old Guard it
    /// is fought again in the Assault Segment of this turn.
    pub(super) fn lock(&mut self, ongoing: &OngoingAssault, charge: bool) -> Option<Assault> {
        let (b, s) = (self.b, &*self.s);
        let mut marks: Vec<Assaulter> = Vec::new();
        let mut targets: Vec<HexId> = Vec::new();
        for party in &ongoing.attackers {
            let Some(top) = party.top(b, s) else { continue };
            let touched = ongoing.defenders.iter().flat_map(|d| contacts(b, s, party, d));
            let mut hexes: Few<HexId, 4> = Few::new();
            for (_, _, hex) in touched {
                if !hexes.contains(&hex) {
                    hexes.push(hex);
                }
            }
            let Some(&first) = hexes.first() else { continue };
            let at = [first, hexes.get(1).copied().unwrap_or(HexId::NONE)];
            marks.push(Assaulter { unit: top, from: s.unit(top).hex(), column: false, distance: 0, at });
            targets.extend(hexes.into_iter().filter(|hex| !targets.contains(hex)).collect::<Vec<_>>());
        }
        let countering = helpers_behind(b, s, ongoing);
        let marked = marks.iter().chain(&countering).map(|mark| mark.from);
        let held: Vec<HexId> = targets.iter().copied().chain(marked).collect();
        let all = ongoing.attackers.iter().chain(&ongoing.defenders).chain(&ongoing.idle);
        let mut all: Vec<UnitId> = all.flat_map(|p| p.units.iter().chain(&p.guns).copied()).collect();
        // Also those who take no part where they stand: guns without ammunition (18.10.3).
        all.extend(held.iter().flat_map(|hex| s.units_in(*hex)));
        for unit in all {
            let locked = self.s.unit(unit).hexes().iter().any(|hex| held.contains(hex));
            self.s.unit_mut(unit).set(did::LOCKED, locked);
        }
        let (first, hex) = (marks.first()?.unit, targets[0]);
        self.tell(|| {
            Event::new(rule!("A7c"), "firefight.locked")
                .point("unit", unit_point(first))
                .point("hex", hex_point(hex))
        });
        let side = self.b.side(first);
        let fight = Assault::declared(side, &marks, &targets);
        let fight = Assault { locked: true, fought: !charge, countering: countering.into(), ..fight };
        Some(if charge { self.with_those_marked(fight) } else { fight })
    }

    /// A firefight with the assaults that waited for the Assault Segment on those who are in it now: they have joined it (G7c, FF6, RULING reading 1114).
    fn with_those_marked(&mut self, mut fight: Assault) -> Assault {
        let mut rest = Vec::new();
        for other in std::mem::take(&mut self.s.assaults) {
            let beside = other.side == fight.side;
            let waits = !other.under_way && !other.locked;
            if !waits || !meets(self.b, self.s, &fight, &other) {
                rest.push(other);
                continue;
            }
            let (top, hex) = (other.attackers[0].unit, other.targets[0]);
            self.tell(|| {
                Event::new(rule!("FF6"), "firefight.joined")
                    .point("unit", unit_point(top))
                    .point("hex", hex_point(hex))
            });
            if beside {
                fight.absorb(other);
            } else {
                fight.countering.extend(other.attackers);
            }
        }
        self.s.assaults = rest;
        fight
    }
}

/// Whether an assault is one on somebody in a firefight, on either side of it.
fn meets(b: &Battle, s: &State, fight: &Assault, other: &Assault) -> bool {
    let enemy = other.side.enemy();
    let hexes = match other.side == fight.side {
        true => fight.targets.clone(),
        false => fight.attackers.iter().map(|mark| mark.from).collect(),
    };
    let there = side_in(b, s, enemy, &hexes);
    side_in(b, s, enemy, &other.targets).iter().any(|u| there.contains(u))
}

/// The defenders whom no attacker has before its front, but who have one before theirs, with whom they fight: they stay in it where they are (FF6).
fn helpers_behind(b: &Battle, s: &State, ongoing: &OngoingAssault) -> Vec<Assaulter> {
    let mut found = Vec::new();
    for party in &ongoing.defenders {
        let Some(top) = party.top(b, s) else { continue };
        if ongoing.attackers.iter().any(|a| !contacts(b, s, a, party).is_empty()) {
            continue;
        }
        let mut aims: Few<HexId, 4> = Few::new();
        for (_, _, hex) in ongoing.attackers.iter().flat_map(|a| contacts(b, s, party, a)) {
            if !aims.contains(&hex) {
                aims.push(hex);
            }
        }
        let Some(&first) = aims.first() else { continue };
        let at = [first, aims.get(1).copied().unwrap_or(HexId::NONE)];
        found.push(Assaulter { unit: top, from: s.unit(top).hex(), column: false, distance: 0, at });
    }
    found
}
