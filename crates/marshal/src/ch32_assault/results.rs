//! Results of a mêlée, by the matrix (34).

use ground::HexId;
use table::{Modifiers, Play, rule};

use super::assault::Advance;
use crate::Field;
use crate::ch30_morale::Leaving;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{DefenderKind, MeleeResult};
use crate::core::occupancy::Units;
use crate::core::state::{Formation, Order, State, Status, UnitId};
use crate::core::status;

impl MeleeResult {
    /// Key of its word.
    pub const fn word(self) -> &'static str {
        match self {
            MeleeResult::AttackerRouts => "ar",
            MeleeResult::AttackerDisorders => "ad",
            MeleeResult::Blank => "blank",
            MeleeResult::Losses(..) => "losses",
            MeleeResult::DefenderDisorders => "dd",
            MeleeResult::DefenderRouts => "dr",
            MeleeResult::DefenderSurrenders => "ds",
        }
    }

    /// Its column in the matrix; numbers and surrenders have none.
    const fn column(self) -> Option<usize> {
        match self {
            MeleeResult::AttackerRouts => Some(0),
            MeleeResult::AttackerDisorders => Some(1),
            MeleeResult::Blank => Some(2),
            MeleeResult::DefenderDisorders => Some(3),
            MeleeResult::DefenderRouts => Some(4),
            MeleeResult::Losses(..) | MeleeResult::DefenderSurrenders => None,
        }
    }
}

/// Code of the matrix by which nothing happens.
const NOTHING: i16 = 17;

/// Code of a result for a defender (34).
fn code(b: &Battle, s: &State, unit: UnitId, column: usize) -> i16 {
    let now = s.unit(unit);
    let kind = match (b.arm(unit), now.formation) {
        (Arm::Infantry, Formation::Square) if now.order == Order::Good => DefenderKind::Square,
        (Arm::Infantry, _) => DefenderKind::Infantry,
        (Arm::Cavalry, _) => DefenderKind::Cavalry,
        (Arm::Artillery, Formation::Unlimbered) => DefenderKind::Unlimbered,
        (Arm::Artillery, _) => DefenderKind::Limbered,
    };
    let of = |order| b.charts.matrix.iter().find(|row| row.defender == kind && row.order == order);
    let row = of(now.order).or_else(|| of(Order::Disorder)).or_else(|| of(Order::Good));
    row.expect("the matrix has rows for every kind of defender").codes[column]
}

impl Field<'_, '_> {
    /// Results of a mêlée, applied (34).
    pub(super) fn apply(
        &mut self,
        attackers: &[UnitId],
        defenders: &[UnitId],
        at: HexId,
        result: MeleeResult,
    ) -> Play<()> {
        if let MeleeResult::Losses(losses, checks) = result {
            self.bleed(attackers, losses[0], checks[0])?;
            self.bleed(defenders, losses[1], checks[1])?;
        } else if let Some(column) = result.column() {
            // The infantry's line of the matrix says what befalls the attackers, if there is infantry (32).
            let foot = |u: &&UnitId| self.b.arm(**u) == Arm::Infantry;
            let first = *defenders.iter().find(foot).unwrap_or(&defenders[0]);
            let first = code(self.b, self.s, first, column);
            let served = |u: &UnitId| {
                self.b.arm(*u) == Arm::Artillery && self.s.unit(*u).formation == Formation::Unlimbered
            };
            // Infantry does not leave its guns when nothing is decided (32; RULING 56).
            let stays = result == MeleeResult::Blank && defenders.iter().any(served);
            let code_of = |u: &UnitId| if stays { NOTHING } else { code(self.b, self.s, *u, column) };
            let codes: Vec<i16> = defenders.iter().map(code_of).collect();
            for (unit, code) in defenders.iter().zip(codes) {
                self.befalls_defender(*unit, code)?;
            }
            for unit in attackers {
                self.befalls_attacker(*unit, first)?;
            }
        } else {
            defenders.iter().for_each(|u| self.remove(*u, Status::Surrendered, rule!("34")));
        }
        let stays: Vec<UnitId> = attackers.iter().copied().filter(|u| self.s.unit(*u).on_map()).collect();
        let won = matches!(
            result,
            MeleeResult::DefenderDisorders | MeleeResult::DefenderRouts | MeleeResult::DefenderSurrenders
        );
        if self.s.is_empty(at) && (won || matches!(result, MeleeResult::Losses(..))) {
            self.advance(&stays, at, Advance::Forced)?;
        }
        Ok(())
    }

    /// Losses of a side, against its top unit (11), and the check that a star asks for.
    fn bleed(&mut self, units: &[UnitId], mut count: i16, checks: bool) -> Play<()> {
        // Hex by hex as they attack, in each from the top of the stack.
        let hex = |u: &UnitId| self.s.unit(*u).hex();
        let place = |u: &UnitId| {
            let first = units.iter().position(|other| hex(other) == hex(u));
            (first, self.s.units_in(hex(u)).iter().position(|other| other == u))
        };
        let mut units: Units = units.iter().copied().collect();
        units.sort_by_cached_key(place);
        for unit in &units {
            let own = count.min(status::increments(self.b, self.s, *unit));
            if own > 0 {
                self.lose(*unit, own, rule!("11"));
                count -= own;
            }
        }
        let stands = units.iter().find(|u| self.s.unit(**u).on_map()).copied();
        if let Some(unit) = stands.filter(|_| checks) {
            self.check_and_suffer(unit, Modifiers::new(), rule!("34"))?;
        }
        Ok(())
    }

    /// A code of the matrix, applied to a defender (34).
    fn befalls_defender(&mut self, unit: UnitId, code: i16) -> Play<()> {
        if !self.s.unit(unit).on_map() {
            return Ok(());
        }
        match code {
            2 | 11 => self.withdraw(unit, 0, Leaving::Freely),
            // A carré, too, goes back in disorder as a column (16; RULING 34).
            3 | 8 | 18 => self.falls(unit, Order::Disorder),
            4 | 13 | 19 => self.falls(unit, Order::Pgd),
            9 | 16 => {
                self.lose(unit, 1, rule!("34"));
                self.falls(unit, Order::Pgd)
            }
            5 => {
                self.remove(unit, Status::Surrendered, rule!("34"));
                Ok(())
            }
            7 => self.shakes(unit),
            21 => {
                self.break_formation(unit, Order::Disorder, rule!("34"));
                Ok(())
            }
            14 | 22 => {
                self.lose(unit, 1, rule!("34"));
                Ok(())
            }
            15 => self.withdraw(unit, 12, Leaving::Melee),
            20 => {
                self.remove(unit, Status::Destroyed, rule!("34"));
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// A carré that was not broken checks at +6; when it fails it is a column in its place.
    fn shakes(&mut self, unit: UnitId) -> Play<()> {
        let more = Modifiers::new().and(6, "matrix.square", rule!("34"));
        if !self.check_morale(unit, more, rule!("34"))?.passed() {
            let now = self.s.unit_mut(unit);
            now.formation = Formation::Column;
            if now.aim.is_vertex() {
                now.aim = now.aim.turn(1);
            }
        }
        Ok(())
    }

    /// A code of the matrix, applied to an attacker (34).
    fn befalls_attacker(&mut self, unit: UnitId, code: i16) -> Play<()> {
        if !self.s.unit(unit).on_map() {
            return Ok(());
        }
        let horse = self.b.arm(unit) == Arm::Cavalry;
        match code {
            0 => self.falls(unit, Order::Pgd),
            1 if horse => {
                self.withdraw(unit, 6, Leaving::Melee)?;
                self.check_again(unit)
            }
            // Before cavalry, too, foot and guns are disordered, and cavalry routs.
            1 | 6 | 10 => self.falls(unit, Order::Disorder),
            2 => self.withdraw(unit, 0, Leaving::Freely),
            7 if horse => self.withdraw(unit, 4, Leaving::Freely),
            11 => {
                self.withdraw(unit, 0, Leaving::Freely)?;
                self.check_again(unit)
            }
            14 => {
                self.lose(unit, 1, rule!("34"));
                self.falls(unit, Order::Disorder)
            }
            _ => Ok(()),
        }
    }

    /// The check at -3 that some results ask of attackers.
    fn check_again(&mut self, unit: UnitId) -> Play<()> {
        self.check_and_suffer(unit, Modifiers::new().and(-3, "matrix.again", rule!("34")), rule!("34"))?;
        Ok(())
    }

    /// Order is lost and the unit goes back out of the mêlée, with the losses that this costs (14).
    fn falls(&mut self, unit: UnitId, order: Order) -> Play<()> {
        if !self.s.unit(unit).on_map() {
            return Ok(());
        }
        let horse = self.b.arm(unit) == Arm::Cavalry;
        let order = if horse { Order::Pgd } else { order.max(self.s.unit(unit).order) };
        self.break_formation(unit, order, rule!("34"));
        self.go_back(unit, Leaving::Melee)
    }
}
