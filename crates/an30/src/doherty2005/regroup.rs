//! P2, I9, K5: cavalry regroups where its charge began, or on the route there.

use ground::HexId;
use table::{Event, Play, rule};

use crate::Field;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch19_cavalry::opportunity::is_seized;
use crate::ch19_cavalry::strength;
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::charts::PursuitChart;
use crate::core::field::{hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Charge, Formation, Order, State, UnitId, did};

/// The route back of a charge to its marker, its own hex first: out of the hex into which it advanced, that from which it did (ruling 53).
fn route_back(b: &Battle, s: &State, charge: &Charge, unit: UnitId) -> Few<HexId, 16> {
    let head = s.unit(unit).hex();
    let advanced = charge.advanced.is_some() && charge.route.last() != Some(&head);
    let from = if advanced { charge.advanced } else { head };
    let mut route = strength::route_of(b, charge, from);
    if advanced && from != head {
        route.push(head);
    }
    route.reverse();
    route
}

/// The hexes of a unit with its head in a hex of its route back: of a column of companies the hexes behind it, a line goes back as it lies.
fn lies(b: &Battle, s: &State, charge: &Charge, unit: UnitId, route: &[HexId], at: usize) -> Option<Hexes> {
    let now = s.unit(unit);
    let count = now.hexes().len();
    if count == 1 {
        return Some(std::iter::once(route[at]).collect());
    }
    if now.shape() == Formation::Column {
        let behind = route[at..].iter().chain(&charge.tail).copied();
        let hexes: Hexes = behind.take(count).collect();
        return (hexes.len() == count).then_some(hexes);
    }
    let mut hexes: Hexes = now.hexes().into();
    for two in route[..=at].windows(2) {
        let dir = b.ground.dir_to(two[0], two[1])?;
        for hex in &mut hexes {
            *hex = b.ground.neighbour(*hex, dir)?;
        }
    }
    Some(hexes)
}

impl Field<'_> {
    /// Those who charged go back along the route of their charge (P2, I9, K5): two hexes, or on to the next one where nobody stands, but not beyond their
    /// marker; nobody asks them. Those who routed or bounced stay where they are (ruling 52). Each hex may be reacted to.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn revised_regroup(&mut self, at: usize, units: &[UnitId]) -> Play<()> {
        let PursuitChart::ByPoints(chart) = &self.b.charts.pursuit else { return Ok(()) };
        let able = |u: &UnitId| self.s.unit(*u).on_map() && self.s.unit(*u).order != Order::Pgd;
        let mut left: Few<UnitId, 8> = units.iter().copied().filter(able).collect();
        while let Some(&first) = left.first() {
            let hex = self.s.unit(first).hex();
            let (stack, others): (Few<UnitId, 8>, Few<UnitId, 8>) =
                left.iter().copied().partition(|u| self.s.unit(*u).hex() == hex);
            left = others;
            self.stack_regroups(at, &stack, usize::from(chart.regroup_hexes.count()))?;
        }
        Ok(())
    }

    /// As [`Field::revised_regroup`], of the units of a hex, by so many hexes.
    fn stack_regroups(&mut self, at: usize, units: &[UnitId], hexes: usize) -> Play<()> {
        let top = units[0];
        let charge = self.s.charges[at].clone();
        let head = self.s.unit(top).hex();
        let there = charge.route.last() == Some(&head) || charge.targets.contains(&head);
        if is_seized(self.s, top) && !there {
            return Ok(());
        }
        let route = route_back(self.b, self.s, &charge, top);
        let (b, s) = (self.b, &*self.s);
        let free =
            |hexes: &[HexId]| hexes.iter().all(|hex| s.units_in(*hex).iter().all(|u| units.contains(u)));
        let places: Vec<Option<Hexes>> =
            (0..route.len()).map(|i| lies(b, s, &charge, top, &route, i)).collect();
        let open = |i: &usize| places[*i].as_ref().is_some_and(|hexes| free(hexes));
        let first = hexes.min(route.len() - 1);
        let goal = (first..route.len()).find(open);
        let last = goal.unwrap_or(route.len() - 1);
        for &unit in units {
            self.s.unit_mut(unit).set(did::HALTED, false);
        }
        for place in places[..=last].iter().skip(1) {
            let Some(hexes) = place else { break };
            if !self.goes_back(units, hexes)? {
                return Ok(());
            }
        }
        let now = self.s.unit(top).hex();
        if now != head {
            self.tell(|| {
                Event::new(rule!("I9"), "charge.regrouped")
                    .point("unit", unit_point(top))
                    .point("hex", hex_point(now))
            });
        }
        // The hex of the marker is taken too: the nearest one next to it (11.1.5).
        let apart = self
            .s
            .unit(top)
            .hexes()
            .iter()
            .any(|hex| self.s.units_in(*hex).iter().any(|u| !units.contains(u)));
        if apart { self.displace(units) } else { Ok(()) }
    }

    /// A hex of the route back, after the reactions to it; among others there are none. Says whether it went.
    fn goes_back(&mut self, units: &[UnitId], hexes: &[HexId]) -> Play<bool> {
        let top = units[0];
        let before: Hexes = self.s.unit(top).hexes().into();
        let alone = |field: &Self, hexes: &[HexId]| {
            hexes.iter().all(|hex| field.s.units_in(*hex).iter().all(|u| units.contains(u)))
        };
        if alone(self, &before) && self.spend(units, Act::Advance(hexes[0]))? == Continuation::Interrupted {
            let able = |u: &UnitId| {
                let now = self.s.unit(*u);
                now.order != Order::Pgd && !now.has(did::HALTED) && now.hexes() == &before[..]
            };
            if !units.iter().all(able) {
                return Ok(false);
            }
        }
        self.dash(units, hexes);
        self.tell_moved(units, before[0], hexes[0]);
        let side = self.b.side(top);
        for &hex in hexes.iter().filter(|hex| !before.contains(hex)) {
            self.leaders_fly_from(hex, side, before[0])?;
        }
        if alone(self, hexes) {
            self.meets(units, &before, Act::Advance(hexes[0]))?;
        }
        let stays = |u: &UnitId| self.s.unit(*u).hexes() == hexes && !self.s.unit(*u).has(did::HALTED);
        Ok(units.iter().all(stays))
    }
}
