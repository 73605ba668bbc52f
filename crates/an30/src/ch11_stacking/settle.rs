//! 11.1.4, 11.1.5: stacks that became unlawful against their will.

use ground::HexId;
use table::{Modifiers, Part, Play, rule};

use crate::Field;
use crate::ch11_stacking::limits;
use crate::ch15_fire::defence;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Figure;
use crate::core::field::Errand;
use crate::core::occupancy::Units;
use crate::core::state::{Formation, Order, State, Status, UnitId};

/// Stay of newcomers in a hex.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Stay {
    /// They stop there.
    Stops,
    /// They are only on their way through: those in disorder harm nobody then within the limits (11.1.2, reading 209).
    Passes,
}

impl Field<'_> {
    /// Puts a hex right into which units came involuntarily or by an advance (11.1.4): the checks of the Stacking Violation Results Chart, then
    /// displacement (11.1.5) until the stack is lawful. `came` are the newcomers.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn settle(&mut self, hex: HexId, came: &[UnitId]) -> Play<()> {
        let came: Units = came.iter().copied().filter(|u| self.s.unit(*u).hexes().contains(&hex)).collect();
        let routed = came.iter().all(|u| self.s.unit(*u).order == Order::Pgd);
        if !routed {
            self.violation(hex, &came, Stay::Stops)?;
        }
        self.put_right(hex, &[])
    }

    /// Units of a hex check for a violation of its stacking limits, if there is one (11.1.4); those in PGD do not (12.12.4, reading 62).
    pub(crate) fn violation(&mut self, hex: HexId, came: &[UnitId], stay: Stay) -> Play<Errand> {
        let Some(part) = row(self.b, self.s, hex, came, stay) else { return Ok(Errand::Nothing) };
        let who: Units =
            self.s.units_in(hex).into_iter().filter(|u| defence::may_check(self.s, *u)).collect();
        if who.is_empty() {
            return Ok(Errand::Nothing);
        }
        let mut parts = Modifiers::new();
        parts.push(part);
        let check = Check { kind: Kind::Violation, rule: rule!("11.1.4"), parts };
        let verdicts = self.check_morale(&who, &check)?;
        let failed: Units = verdicts.failed().filter(|u| self.s.unit(*u).on_map()).collect();
        self.worsen_all(&failed, rule!("11.1.4"))?;
        // Who came together in another hex of theirs may be too many for those in it (11.1.5).
        for unit in failed {
            let at = self.s.unit(unit).hex();
            if at.is_some() && at != hex {
                self.put_right(at, &[])?;
            }
        }
        Ok(Errand::Done)
    }

    /// Displaces units of a hex one by one until those that stay are a lawful stack (11.1.5): the worst order first, then the last to enter
    /// (reading 14). Those on their way through are not counted.
    pub(crate) fn put_right(&mut self, hex: HexId, passing: &[UnitId]) -> Play<()> {
        loop {
            let here: Units = self.s.units_in(hex).into_iter().filter(|u| !passing.contains(u)).collect();
            if limits::lawful_of(self.b, self.s, hex, &here).is_ok() {
                return Ok(());
            }
            let out = here.iter().copied().max_by_key(|u| (self.s.unit(*u).order, self.s.unit(*u).entered));
            let Some(unit) = out else { return Ok(()) };
            self.displace_one(unit, hex)?;
        }
    }

    /// Displaces units out of their hex (11.1.5), each into a hex that its owner chooses by the priorities of retreats.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn displace(&mut self, units: &[UnitId]) -> Play<()> {
        for &unit in units {
            let hex = self.s.unit(unit).hex();
            if hex.is_some() {
                self.displace_one(unit, hex)?;
            }
        }
        Ok(())
    }

    /// Displaces a unit out of a hex, and on, as the last to enter, where it violates the limits again (11.1.5, 11.1.5.1).
    fn displace_one(&mut self, unit: UnitId, hex: HexId) -> Play<()> {
        let mut been: Few<HexId> = Few::from_slice(&[hex]);
        loop {
            let from = self.s.unit(unit).hex();
            if self.one_back(unit, &mut been)?.is_none() {
                self.give_up(unit, from)?;
                return self.keep_square(from);
            }
            self.keep_square(from)?;
            let to = self.s.unit(unit).hex();
            if limits::lawful(self.b, self.s, to).is_ok() {
                return Ok(());
            }
            self.violation(to, &[unit], Stay::Stops)?;
            if self.s.unit(unit).hex() != to {
                return self.put_right(to, &[]);
            }
            if limits::lawful(self.b, self.s, to).is_ok() {
                return Ok(());
            }
            // The others of the hex are put right among themselves; the newcomer goes on.
            self.put_right(to, &[unit])?;
            if limits::lawful(self.b, self.s, to).is_ok() {
                return Ok(());
            }
        }
    }

    /// A unit that was to go on and did not, though it may not stay, surrenders (13.2.4).
    fn give_up(&mut self, unit: UnitId, from: HexId) -> Play<()> {
        if self.s.unit(unit).hex() == from && from.is_some() {
            self.remove(unit, Status::Surrendered, rule!("13.2.4"));
        }
        Ok(())
    }
}

/// The row of the Stacking Violation Results Chart for a hex into which units came: of several the worst. `None`: nothing is violated, or it has no
/// consequence for those who stand there.
fn row(b: &Battle, s: &State, hex: HexId, came: &[UnitId], stay: Stay) -> Option<Part> {
    let there: Units = s.units_in(hex).into_iter().filter(|u| !came.contains(u)).collect();
    if there.is_empty() {
        return None;
    }
    let v = &b.charts.violations;
    let mut rows: Few<&Figure, 8> = Few::new();
    let shape = |u: &UnitId| s.unit(*u).shape();
    if came.iter().any(|u| shape(u) == Formation::Pgd) {
        let guns = |u: &UnitId| b.arm(*u) == Arm::Artillery;
        rows.push(&v.pgd_over_order);
        rows.extend(there.iter().any(guns).then_some(&v.pgd_over_guns));
        rows.extend(
            there.iter().any(|u| shape(u) == Formation::RoadColumn).then_some(&v.pgd_over_road_column),
        );
        rows.extend(there.iter().any(|u| shape(u) == Formation::Square).then_some(&v.square_passed_over));
        return rows.into_iter().min_by_key(|row| row.value).map(|row| row.part(1));
    }
    let loose = |u: &UnitId| shape(u) == Formation::Skirmish;
    if stay == Stay::Passes && (there.iter().all(loose) || came.iter().all(loose)) {
        return None;
    }
    let arm = |arm: Arm| s.units_in(hex).iter().any(|u| b.arm(*u) == arm);
    rows.extend((arm(Arm::Infantry) && arm(Arm::Cavalry)).then_some(&v.infantry_cavalry));
    rows.extend((there.iter().any(loose) && !came.iter().all(loose)).then_some(&v.skirmishers));
    rows.extend(there.iter().any(|u| shape(u) == Formation::Square).then_some(&v.square_passed_over));
    rows.extend(limits::within_limits(b, s, hex).is_err().then_some(&v.limit));
    let worse = |u: &UnitId| s.unit(*u).order == Order::Disorder;
    let ordered = |u: &UnitId| s.unit(*u).order == Order::Good;
    let pushed = stay == Stay::Stops && came.iter().any(worse) && there.iter().any(ordered);
    rows.extend(pushed.then_some(&v.disorder_on_order));
    if rows.is_empty() && stay == Stay::Stops && limits::lawful(b, s, hex).is_err() {
        rows.push(&v.limit);
    }
    rows.into_iter().min_by_key(|row| row.value).map(|row| row.part(1))
}
