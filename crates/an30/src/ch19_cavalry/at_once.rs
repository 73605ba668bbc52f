//! 12.5.4: charges that fight a column of companies in several of its hexes: each by itself, all of them at once.

use ground::HexId;
use table::Play;

use crate::Field;
use crate::ch12_formations::companies;
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::charts::MeleeResult;
use crate::core::state::{ChargeKind, ChargePhase, Formation, State, UnitId};

use super::grand;
use super::melee::{self, Group};
use super::results::{Fate, Tally};

/// Mêlée of one of the charges: its place, and what of the column it strikes.
type Bout = (usize, Group);

/// The mêlées with the column of companies in several hexes that a part of a grand charge strikes, its own first; none but parts of one grand charge
/// strike the same unit at once (19.2.7.1). Nothing if it strikes others.
pub(super) fn bouts(b: &Battle, s: &State, at: usize) -> Few<Bout, 4> {
    let mut found: Few<Bout, 4> = Few::new();
    let own = |part: usize| {
        let groups = melee::groups(b, s, part);
        (groups.len() == 1).then(|| groups.into_iter().next()).flatten()
    };
    let Some(first) = own(at).filter(|_| s.charges[at].kind == ChargeKind::Grand) else { return found };
    let Some(column) = first.units(s).into_iter().find(|u| companies::is_long(s, *u)) else { return found };
    found.push((at, first));
    for part in grand::parts(s, at) {
        let waits = part != at && s.charges[part].phase == ChargePhase::Contact;
        let same = own(part).filter(|group| waits && group.units(s).contains(&column));
        found.extend(same.map(|group| (part, group)));
    }
    found
}

/// The result for the defender of several together: surrender before rout, a second disorder is a rout (16.2.7.1, reading 304); a blank only if
/// nothing else befalls it. What befalls attackers does not touch it.
pub fn aggregate(results: &[MeleeResult]) -> Option<MeleeResult> {
    let first = |of: fn(&MeleeResult) -> bool| results.iter().copied().find(of);
    let disorders = results.iter().filter(|r| matches!(r, MeleeResult::DefenderDisorders(_))).count();
    first(|r| matches!(r, MeleeResult::DefenderSurrenders(_)))
        .or(first(|r| matches!(r, MeleeResult::DefenderRouts(_))))
        .or((disorders > 1).then_some(MeleeResult::DefenderRouts(0)))
        .or(first(|r| matches!(r, MeleeResult::DefenderDisorders(_))))
        .or(first(|r| matches!(r, MeleeResult::Blank)))
}

impl Field<'_> {
    /// Fights the mêlées with separate hexes of a column of companies one by one, and applies their results together, as if they had been at the same
    /// time (12.5.4): none of them finds the column worse for another. Each charge suffers its own, and no bounce if the column is driven off (19.2.8).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn melees_at_once(&mut self, bouts: &[Bout]) -> Play<()> {
        let horse = bouts.iter().flat_map(|(part, _)| self.s.charges[*part].units.iter().copied());
        let units: Few<UnitId> = horse.chain(bouts[0].1.units(self.s)).collect();
        for (part, _) in bouts {
            self.unhalt(*part);
        }
        self.forget_event(&units);
        self.resolve_at_once(bouts)?;
        self.forget_event(&units);
        Ok(())
    }

    fn resolve_at_once(&mut self, bouts: &[Bout]) -> Play<()> {
        let mut all = Tally::new(1);
        let mut results: Few<MeleeResult, 8> = Few::new();
        let mut fates: Few<Tally, 4> = Few::new();
        for (part, group) in bouts {
            self.engage(*part, group);
            let mut own = Tally::new(1);
            self.throw_bout(*part, group, &mut own, &mut results)?;
            all.wound.join(std::mem::take(&mut own.wound));
            fates.push(own);
        }
        let whole = whole(bouts);
        match aggregate(&results) {
            Some(result) => self.apply_to_defender(&whole, result, &mut all)?,
            None => false,
        };
        for (i, (part, _)) in bouts.iter().enumerate() {
            let mut own = fates[i].clone();
            own.share(&all);
            if i + 1 == bouts.len() {
                return self.conclude(*part, std::slice::from_ref(&whole), own);
            }
            if self.conclude_part(*part, &own)? {
                // One of them pursues (19.11).
                all.pursued();
            }
        }
        Ok(())
    }

    /// The throws of one of the mêlées: its waves (19.2.9), until one of them decides it.
    fn throw_bout(
        &mut self,
        at: usize,
        group: &Group,
        own: &mut Tally,
        results: &mut Few<MeleeResult, 8>,
    ) -> Play<()> {
        let column = |u: &UnitId| self.s.unit(*u).shape() == Formation::Column;
        let column = self.s.charges[at].units.first().is_some_and(column);
        for wave in 0..self.waves(at) {
            if group.units(self.s).is_empty() || self.is_broken(at) {
                break;
            }
            let result = self.throw_melee(at, group, None, 0, wave, own)?;
            own.fought = true;
            results.push(result);
            if let Some(fate) = Fate::of(result) {
                own.suffers(fate, column);
            }
            if !matches!(result, MeleeResult::Blank | MeleeResult::AttackerDisorders(_)) {
                break;
            }
        }
        Ok(())
    }
}

/// All that is struck of the column, and all who strike.
fn whole(bouts: &[Bout]) -> Group {
    let mut all = bouts[0].1.clone();
    for (part, group) in &bouts[1..] {
        let new: Few<HexId> = group.hexes.iter().copied().filter(|hex| !all.hexes.contains(hex)).collect();
        all.hexes.extend(new);
        all.horse.extend(group.horse.iter().copied());
        all.parts.push(*part);
    }
    all
}
