//! 19.9, 19.9.1: those who fight one mêlée of a charge; and those of its targets who came together where it had not struck.

use ground::HexId;
use table::{Play, Rule};

use crate::Field;
use crate::ch12_formations::companies;
use crate::ch18_artillery::supply;
use crate::core::battle::Battle;
use crate::core::occupancy::Hexes;
use crate::core::state::{AllQuarry, ChargeKind, ChargePhase, Order, Quarry, State, UnitId};
use crate::core::{Few, status};

use super::results::Flight;
use super::{grand, targets};

/// Enemies that fight one mêlée together: a stack, or all stacks that one unit in several hexes joins.
#[derive(Clone, Hash, Debug)]
pub struct Group {
    /// Their hexes.
    pub hexes: Few<HexId>,
    /// Those who charge, who may stand in one of them (19.7.4.3).
    pub horse: Few<UnitId, 8>,
    /// The charges that fight it, by their places: parts of a grand charge fight together (19.9.1, reading 616).
    pub parts: Few<usize, 4>,
    /// Guns without ammunition beside others: as if they were not in the hex (18.10.3).
    pub ignored: Few<UnitId, 4>,
    /// Those of them who came together in hexes that were not struck.
    pub quarry: AllQuarry,
}

impl Group {
    /// The units.
    pub fn units(&self, s: &State) -> Few<UnitId> {
        let mut found: Few<UnitId> = Few::new();
        let elsewhere = self.quarry.0.iter().filter(|q| q.hex(s).is_some()).map(|q| q.unit);
        for unit in self.hexes.iter().flat_map(|hex| s.units_in(*hex)).chain(elsewhere) {
            let counts = !self.horse.contains(&unit) && !self.ignored.contains(&unit);
            if counts && !found.contains(&unit) {
                found.push(unit);
            }
        }
        found
    }

    /// Whether nobody of an enemy side is left in its hexes.
    pub fn is_gone(&self, b: &Battle, s: &State, side: table::Side) -> bool {
        !self.units(s).iter().any(|u| b.side(*u) != side && !status::is_wreck(s, *u))
    }
}

/// The groups that a charge strikes: its targets before its front, and those of them who came together elsewhere (reading 1110).
pub fn groups(b: &Battle, s: &State, at: usize) -> Vec<Group> {
    let horse: Few<UnitId, 8> = s.charges[at].units.iter().copied().collect();
    let mut found: Vec<Group> = Vec::new();
    let begun = |hex: HexId| Group {
        hexes: Few::from_slice(&[hex]),
        horse: horse.clone(),
        parts: Few::from_slice(&[at]),
        ignored: Few::new(),
        quarry: AllQuarry::default(),
    };
    for hex in targets::touched(b, s, at) {
        let joined = |g: &Group| s.units_in(hex).iter().any(|u| g.units(s).contains(u));
        match found.iter_mut().find(|g| joined(g)) {
            Some(group) => group.hexes.push(hex),
            None => found.push(begun(hex)),
        }
    }
    for quarry in s.charges[at].quarry.0.iter().filter(|q| q.hex(s).is_some()) {
        let struck = quarry.way[0];
        let of_it = found.iter().position(|g| g.hexes.contains(&struck));
        let place = of_it.unwrap_or_else(|| {
            found.push(begun(struck));
            found.len() - 1
        });
        found[place].quarry.0.push(quarry.clone());
    }
    for group in &mut found {
        if !is_helpless(b, s, group) {
            group.ignored = group.units(s).into_iter().filter(|u| supply::is_useless(b, s, *u)).collect();
        }
    }
    found
}

/// The parts of a grand charge that fight the target of one of them together with it, which comes first (19.9.1: "charging stacks"): all that have come
/// up to this target alone. Against a column of companies in several hexes each fights by itself (12.5.4).
fn together(b: &Battle, s: &State, at: usize) -> Few<usize, 4> {
    let mut found: Few<usize, 4> = Few::from_slice(&[at]);
    if s.charges[at].kind != ChargeKind::Grand {
        return found;
    }
    let meets = |part: usize| match &groups(b, s, part)[..] {
        [only] => Some(only.units(s)),
        _ => None,
    };
    let Some(target) = meets(at).filter(|units| !units.iter().any(|u| companies::is_long(s, *u))) else {
        return found;
    };
    let others = grand::parts(s, at).into_iter().filter(|part| {
        let same = |units: Few<UnitId>| units.iter().any(|u| target.contains(u));
        *part != at && s.charges[*part].phase == ChargePhase::Contact && meets(*part).is_some_and(same)
    });
    found.extend(others);
    found
}

/// The target of a charge with all who fight it together.
pub(crate) fn joint(b: &Battle, s: &State, at: usize) -> Vec<Group> {
    let mut found = groups(b, s, at);
    let parts = together(b, s, at);
    if let [only] = &mut found[..] {
        for part in parts.iter().copied().filter(|part| *part != at) {
            let other = groups(b, s, part);
            let new =
                other.iter().flat_map(|g| g.hexes.iter().copied()).filter(|hex| !only.hexes.contains(hex));
            let new: Few<HexId> = new.collect();
            only.hexes.extend(new);
            let new = other.into_iter().flat_map(|g| g.quarry.0).filter(|q| !only.quarry.0.contains(q));
            let new: Few<Quarry, 2> = new.collect();
            only.quarry.0.extend(new);
            only.horse.extend(s.charges[part].units.iter().copied());
        }
        only.parts = parts;
    }
    found
}

/// Such guns, and nobody else (18.10.3, 19.1.2.1).
pub(super) fn is_helpless(b: &Battle, s: &State, group: &Group) -> bool {
    group.units(s).iter().all(|u| supply::is_useless(b, s, *u))
}

/// The way of a unit that lay in some hexes and came together in one of them, from the nearest hex of it that was struck; none if it did so in one of
/// these, or none of it was struck.
///
/// RULING (reading 1110): the retreat begins where the charge struck, though it came together elsewhere.
fn way_to(lay: &[HexId], struck: &[HexId], end: HexId) -> Option<Few<HexId, 4>> {
    let last = lay.iter().position(|hex| *hex == end).filter(|_| !struck.contains(&end))?;
    let hit = (0..lay.len()).filter(|i| struck.contains(&lay[*i]));
    let first = hit.min_by_key(|i| i.abs_diff(last))?;
    let between = lay[first.min(last)..=first.max(last)].iter().copied();
    Some(if first < last { between.collect() } else { between.rev().collect() })
}

impl Flight {
    /// The flight of units that lay in some hexes began where they were struck: who came together in another hex of its own went there first
    /// (reading 1110).
    pub(super) fn begins(&mut self, lay: &[Hexes], struck: &[HexId]) {
        let Some(&from) = self.route.first() else { return };
        if let Some(way) = lay.iter().find_map(|lay| way_to(lay, struck, from)) {
            self.follows(&way);
        }
    }

    /// The flight as those see it who have advanced into a hex, of several that charged together: from there on (RULING reading 1192).
    pub(super) fn seen_from(&self, b: &Battle, hex: HexId) -> Flight {
        let near = || self.route.iter().position(|other| b.ground.distance(hex, *other) == 1);
        let route = match self.route.iter().position(|other| *other == hex) {
            Some(at) => self.route[at..].into(),
            None => match near() {
                Some(at) => std::iter::once(hex).chain(self.route[at..].iter().copied()).collect(),
                None => self.route.clone(),
            },
        };
        Flight { units: self.units.clone(), route }
    }

    /// The flight of units that came together by a way before they ran: it is the beginning of it.
    pub(super) fn follows(&mut self, way: &[HexId]) {
        if self.route.first().is_some_and(|from| way.last() == Some(from)) {
            self.route = way[..way.len() - 1].iter().chain(&self.route).copied().collect();
        }
    }
}

impl Field<'_> {
    /// The hexes in which each of some units lies.
    pub(super) fn lies(&self, units: &[UnitId]) -> Few<Hexes, 4> {
        let lies = |u: &UnitId| self.s.unit(*u).hexes().into();
        units.iter().filter(|u| self.s.unit(**u).hexes().len() > 1).map(lies).collect()
    }

    /// As [`Field::flee`], of units of which a charge struck some hexes: pursuers go the whole way after them.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn flee_struck(&mut self, units: &[UnitId], struck: &[HexId], why: Rule) -> Play<Flight> {
        let lay = self.lies(units);
        let mut flight = self.flee(units, why)?;
        flight.begins(&lay, struck);
        Ok(flight)
    }

    /// Puts units in PGD that some charges struck in some hexes; they wait where they come together for those who charged, who know them there. So do the
    /// parts of a grand charge that had come up to them before (RULING reading 1191).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn rout_in_place(
        &mut self,
        parts: &[usize],
        units: &[UnitId],
        struck: &[HexId],
        why: Rule,
    ) -> Play<()> {
        let waits = |at: &usize| self.s.charges[*at].phase == ChargePhase::Contact && !parts.contains(at);
        let others = (0..self.s.charges.len()).filter(waits);
        let mut all: Few<(usize, Few<HexId>), 4> =
            others.map(|at| (at, targets::touched(self.b, self.s, at))).collect();
        all.extend(parts.iter().map(|part| (*part, struck.iter().copied().collect())));
        for &unit in units {
            if !self.s.unit(unit).on_map() || self.s.unit(unit).order == Order::Pgd {
                continue;
            }
            let lay: Hexes = self.s.unit(unit).hexes().into();
            self.mark_pgd(unit, why)?;
            let there = self.s.unit(unit).on_map().then(|| self.s.unit(unit).hex());
            for (part, struck) in &all {
                if let Some(way) = there.and_then(|end| way_to(&lay, struck, end)) {
                    self.s.charges[*part].quarry.0.push(Quarry { unit, way });
                }
            }
        }
        Ok(())
    }
}
