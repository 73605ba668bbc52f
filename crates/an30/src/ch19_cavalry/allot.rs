//! 19.2.8, 12.6.5.1: which hexes of a long line fight which of its targets.

use ground::HexId;
use table::{Answer, Play, rule};

use crate::Field;
use crate::core::Few;
use crate::core::charts::Exact;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Charge, Stroke, UnitId};
use crate::core::verb;

use super::groups::{self, Group};
use super::{strength, targets};

/// The targets, by their places, that each hex of a line touches.
type Touches = Few<Few<usize, 2>, 8>;

/// Whether all of so many targets can have a hex of their own, those marked in `met` having one already.
fn all_met(touches: &[Few<usize, 2>], met: u32, targets: usize) -> bool {
    match touches.split_first() {
        None => met.count_ones() as usize == targets,
        Some((first, rest)) if first.is_empty() => all_met(rest, met, targets),
        Some((first, rest)) => first.iter().any(|target| all_met(rest, met | 1 << target, targets)),
    }
}

/// The share of a charging unit's hex that strikes some hexes of targets: all of it, unless it is laid on others, or on these and others (reading 880).
pub fn weight(charge: &Charge, own: HexId, targets: &[HexId]) -> Exact {
    if charge.strikes.is_empty() {
        return Exact::ONE;
    }
    let strikes = charge.strikes.iter().find(|strike| strike.own == own && targets.contains(&strike.on));
    strikes.map_or(Exact::ZERO, |strike| Exact::new(1, strike.among.into()))
}

impl Field<'_> {
    /// Lays the hexes of a long line that charges several stacks on these, one on each: none counts twice (19.2.8, 12.6.5.1, example 23). Where a hex
    /// touches two its owner chooses, as long as each target gets a hex; where they are too few, such a hex is divided (reading 880).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn allot(&mut self, at: usize) -> Play<()> {
        self.s.charges[at].strikes.clear();
        let Some(&top) = self.s.charges[at].units.first() else { return Ok(()) };
        let groups = groups::groups(self.b, self.s, at);
        if groups.len() < 2 || !targets::is_long_line(self.s, top) {
            return Ok(());
        }
        let own: Hexes = self.s.unit(top).hexes().into();
        let touches: Touches = own.iter().map(|hex| self.touches(top, *hex, &groups)).collect();
        let divided = !all_met(&touches, 0, groups.len());
        let mut met = 0;
        for (i, hex) in own.iter().enumerate() {
            let mut open = touches[i].clone();
            open.retain(|target| divided || all_met(&touches[i + 1..], met | 1 << *target, groups.len()));
            if open.len() > 1 && !divided {
                let chosen = self.meant_for(top, *hex, &groups, &open)?;
                open.retain(|target| *target == chosen);
            }
            for target in &open {
                met |= 1 << *target;
                let strike = |on: &HexId| Stroke { own: *hex, on: *on, among: open.len() as u8 };
                self.s.charges[at].strikes.extend(groups[*target].hexes.iter().map(strike));
            }
        }
        Ok(())
    }

    /// The targets that a hex of a line touches.
    fn touches(&self, top: UnitId, hex: HexId, groups: &[Group]) -> Few<usize, 2> {
        let touched = |group: &Group| {
            let found = strength::contacts(self.b, self.s, top, &group.hexes);
            found.iter().any(|(own, _)| *own == hex)
        };
        (0..groups.len()).filter(|target| touched(&groups[*target])).collect()
    }

    /// The target that a hex which touches two is to fight.
    fn meant_for(&mut self, top: UnitId, hex: HexId, groups: &[Group], open: &[usize]) -> Play<usize> {
        let head = |target: &usize| groups[*target].hexes[0];
        let answers: Few<Answer> =
            open.iter().map(|target| Answer::one(verb::CHOOSE, hex_point(head(target)))).collect();
        let points = about([unit_point(top), hex_point(hex)]);
        let answer = self.choose(self.b.side(top), rule!("19.2.8"), "melee.against", points, &answers)?;
        let chosen = hex_of(&answer);
        Ok(open.iter().copied().find(|target| Some(head(target)) == chosen).expect("it was listed"))
    }
}
