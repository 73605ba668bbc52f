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
use super::groups::{self, Group};
use super::results::{Fate, Tally};

/// Mêlée of one of the charges: its place, and what of the column it strikes.
pub type Bout = (usize, Group);

/// The mêlées with the column of companies in several hexes that a part of a grand charge strikes, its own first; none but parts of one grand charge
/// strike the same unit at once (19.2.7.1). Nothing if it strikes others.
pub fn bouts(b: &Battle, s: &State, at: usize) -> Few<Bout, 4> {
    let mut found: Few<Bout, 4> = Few::new();
    let own = |part: usize| {
        let groups = groups::groups(b, s, part);
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
    let disorder = |r: &MeleeResult| match r {
        MeleeResult::DefenderDisorders(hexes) => Some(*hexes),
        _ => None,
    };
    let disorders: Few<u8, 8> = results.iter().filter_map(disorder).collect();
    let together = match disorders[..] {
        [] => None,
        [hexes] => Some(MeleeResult::DefenderDisorders(hexes)),
        [hexes, ..] => Some(MeleeResult::DefenderRouts(hexes)),
    };
    first(|r| matches!(r, MeleeResult::DefenderSurrenders(_)))
        .or(first(|r| matches!(r, MeleeResult::DefenderRouts(_))))
        .or(together)
        .or(first(|r| matches!(r, MeleeResult::Blank)))
}

impl Field<'_> {
    /// Fights the mêlées with separate hexes of a column of companies one by one, and applies their results together, as if they had been at the same
    /// time (12.5.4): none of them finds the column worse for another. `conclude`: what comes of it for those who charged, each with its own fate.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn melees_at_once(
        &mut self,
        bouts: &[Bout],
        conclude: fn(&mut Self, &[Bout], &Group, &[Tally]) -> Play<()>,
    ) -> Play<()> {
        let horse = bouts.iter().flat_map(|(part, _)| self.s.charges[*part].units.iter().copied());
        let units: Few<UnitId> = horse.chain(bouts[0].1.units(self.s)).collect();
        for (part, _) in bouts {
            self.unhalt(*part);
        }
        self.forget_event(&units);
        let (whole, fates) = self.throw_bouts(bouts)?;
        conclude(self, bouts, &whole, &fates)?;
        self.forget_event(&units);
        Ok(())
    }

    /// Throws all the mêlées and applies their sum to the column. All that is struck of it, and the fate of each charge.
    fn throw_bouts(&mut self, bouts: &[Bout]) -> Play<(Group, Few<Tally, 4>)> {
        let mut all = Tally::default();
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
        if let Some(result) = aggregate(&results) {
            self.apply_to_defender(&whole, result, &mut all)?;
        }
        for own in &mut fates {
            own.share(&all);
        }
        Ok((whole, fates))
    }

    /// Each charge suffers its own, and no bounce if the column is driven off (19.2.8). Nobody pursues it: it is cavalry that has fought (19.11).
    pub(super) fn conclude_bouts(&mut self, bouts: &[Bout], whole: &Group, fates: &[Tally]) -> Play<()> {
        for (i, ((part, _), fate)) in bouts.iter().zip(fates).enumerate() {
            if i + 1 == bouts.len() {
                self.conclude(*part, std::slice::from_ref(whole), fate.clone())?;
            } else {
                self.conclude_part(*part, fate)?;
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
