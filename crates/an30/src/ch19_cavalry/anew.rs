//! 19.6.2: a target in several hexes comes together: its chargers advance into a hex that it left, and may charge on.

use ground::HexId;
use table::{Play, Refusal, rule};

use crate::Field;
use crate::ch13_movement::step;
use crate::core::battle::Battle;
use crate::core::state::{ChargeKind, ChargePhase, State};
use crate::core::{Few, status};

use super::charge::Progress;
use super::pursuit::Seizure;
use super::targets;

/// Whether a hex stops the charge that comes into it: general order terrain, or what sight does not pass (19.2.3, 19.2.4).
fn halts(b: &Battle, hex: HexId) -> bool {
    status::is_close(b, hex) || b.charts.terrain[b.ground.terrain(hex)].blocks_los
}

/// Whether a charge that has advanced into the hex out of which its target drew together may charge the enemies of a hex: any before its front (19.6.2),
/// also such as it let be on its way (reading 960).
///
/// # Errors
/// Why not.
pub fn may_charge_anew(b: &Battle, s: &State, at: usize, hex: HexId) -> Result<(), Refusal> {
    let c = &s.charges[at];
    let top = c.units[0];
    targets::has_enemies(b, s, top, hex)?;
    if !targets::ahead(b, s, at).contains(&hex) {
        return targets::barred(rule!("19.6.2"), "target.front", top, hex);
    }
    if targets::is_taken(s, at, hex) {
        return targets::barred(rule!("19.2.7.1"), "target.taken", top, hex);
    }
    targets::is_free(b, s, top, hex)
}

impl Field<'_> {
    /// Chargers whose target drew together out of the hex into which they have advanced may charge whoever is before them now, unless the hex stops
    /// them (19.6.2). It is a charge with all that answers one but charges in reaction (19.17): squares, retreats, PGD; the mêlée waits for its turn.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn charge_again(&mut self, at: usize, vacated: &[HexId]) -> Play<Progress> {
        if self.is_broken(at) {
            return Ok(Progress::Over);
        }
        let (b, s, c) = (self.b, &*self.s, &self.s.charges[at]);
        let top = c.units[0];
        let head = s.unit(top).hex();
        // By opportunity only those who move are charged (19.18.1, reading 961).
        let ordinary = matches!(c.kind, ChargeKind::Ordinary | ChargeKind::Grand);
        if !vacated.contains(&head) || !ordinary || halts(b, head) || self.is_seized(at) {
            return Ok(Progress::Over);
        }
        let before = targets::ahead(b, s, at).into_iter();
        let open: Few<HexId> = before.filter(|hex| may_charge_anew(b, s, at, *hex).is_ok()).collect();
        if open.is_empty() {
            return Ok(Progress::Over);
        }
        let may = |b: &Battle, s: &State, hex| may_charge_anew(b, s, at, hex);
        let asked = self.ask_target(top, rule!("19.6.2"), "charge.again", &open, may, "not.offered")?;
        let Some(hex) = asked else { return Ok(Progress::Over) };
        self.renew_target(at, hex);
        match self.s.charges[at].kind {
            ChargeKind::Grand => self.run_part_anew(at)?,
            _ => self.run_charge(at)?,
        }
        Ok(Progress::On)
    }

    /// The new target; the hex that was taken was one of the charge's route (reading 417).
    fn renew_target(&mut self, at: usize, hex: HexId) {
        let (b, s, c) = (self.b, &*self.s, &self.s.charges[at]);
        let (top, from) = (c.units[0], c.advanced);
        let head = s.unit(top).hex();
        let dir = b.ground.dir_to(from, head);
        let cost = dir.and_then(|dir| step::ground(b, status::traveller(b, s, top), from, dir).ok());
        let cost = cost.unwrap_or_default();
        let same = |other: &HexId| s.top(*other).is_some_and(|u| s.unit(u).hexes().contains(&hex));
        let targets: Few<HexId> = targets::ahead(b, s, at).into_iter().filter(same).collect();
        let c = &mut self.s.charges[at];
        c.route.push(head);
        c.left = c.left.saturating_sub(cost);
        c.spent += cost;
        c.targets = targets.to_vec();
        c.phase = ChargePhase::Declared;
        self.tell_target(rule!("19.6.2"), top, hex);
    }

    /// A part of a grand charge charges anew: the others have stopped, and it goes no further than before its target (19.16.4.4).
    fn run_part_anew(&mut self, at: usize) -> Play<()> {
        self.charge_is_answered(at)?;
        while !self.is_broken(at) {
            if self.contact(at)? == Progress::Over {
                return Ok(());
            }
        }
        self.charge_over(at)
    }

    /// The parts of a grand charge that have nobody before them any more, because the target that they had come up to drew together elsewhere: each
    /// must advance into a hex that it left, and may charge on (19.6.2); not those that are seen to elsewhere. Says which they were.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn ride_into_the_vacated(&mut self, vacated: &[HexId], but: &[usize]) -> Play<Few<usize, 4>> {
        let (b, s) = (self.b, &*self.s);
        let lost = |at: &usize| {
            let c = &s.charges[*at];
            c.phase == ChargePhase::Contact
                && !but.contains(at)
                && !c.units.is_empty()
                && c.targets.iter().any(|hex| vacated.contains(hex))
                && targets::touched(b, s, *at).is_empty()
        };
        let parts: Few<usize, 4> = (0..s.charges.len()).filter(lost).collect();
        for &at in &parts {
            let units: Few<_, 8> = self.s.charges[at].units.iter().copied().collect();
            let own = self.s.charges[at].targets.iter().copied();
            let open: Few<HexId> = own.filter(|hex| vacated.contains(hex)).collect();
            let side = self.b.side(units[0]);
            let hex = self.choose_hex(side, rule!("19.10"), "charge.advance", units[0], &open)?;
            self.advance(&units, hex, Seizure::Unopposed)?;
            if self.charge_again(at, vacated)? == Progress::Over {
                self.charge_over(at)?;
            }
        }
        Ok(parts)
    }

    /// Chargers whose target ran off before its mêlée advance into its hex (19.10); they fought nobody, and pursue nobody (reading 1063).
    pub(super) fn takes_what_was_left(&mut self, at: usize) -> Play<()> {
        if self.is_broken(at) {
            return Ok(());
        }
        let (s, c) = (&*self.s, &self.s.charges[at]);
        let mut left = targets::ahead(self.b, s, at);
        left.retain(|hex| c.targets.contains(hex) && s.is_empty(*hex));
        if left.is_empty() {
            return Ok(());
        }
        let units: Few<_, 8> = c.units.iter().copied().collect();
        let hex =
            self.choose_hex(self.b.side(units[0]), rule!("19.10"), "charge.advance", units[0], &left)?;
        self.advance(&units, hex, Seizure::Unopposed)?;
        Ok(())
    }
}
