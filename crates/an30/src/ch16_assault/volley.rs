//! 16.1.1 steps 3b, 5c: offensive and defensive fire.

use ground::HexId;
use table::Play;

use crate::Field;
use crate::ch15_fire::fire::{Attack, Firer, Occasion, joint};
use crate::ch16_assault::clash::{Clash, Party, contacts};
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::state::{State, UnitId};

/// Increments lost in effect to the fire of both sides (ruling 42).
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Toll {
    /// By the attackers' fire.
    pub offensive: i16,
    /// By the defenders' fire.
    pub defensive: i16,
}

/// The attacks of some parties at others: each hex fires at the first one before its front (16.1.1 step 3b), all that fire at one together.
fn attacks(b: &Battle, s: &State, by: &[Party], at: &[Party], occasion: Occasion) -> Few<Attack, 4> {
    let mut volleys: Few<(HexId, Few<Firer, 4>), 4> = Few::new();
    for party in by {
        let mut fired: Few<HexId, 4> = Few::new();
        for target in at {
            let Some(hex) = contacts(b, s, party, target).first().map(|(_, _, hex)| *hex) else { continue };
            for (part, _, _) in contacts(b, s, party, target) {
                let from = s.hex_of(part);
                if fired.contains(&from) {
                    continue;
                }
                fired.push(from);
                let firer = Firer { from, factor: party.nerve.factor(b, occasion) };
                match volleys.iter_mut().find(|(known, _)| *known == hex) {
                    Some((_, firers)) => firers.push(firer),
                    None => volleys.push((hex, Few::from_slice(&[firer]))),
                }
            }
        }
    }
    volleys.iter().filter_map(|(hex, firers)| joint(b, s, firers, *hex, occasion, &[])).collect()
}

impl Field<'_> {
    /// Both sides fire at once: all attacks are made up before the first is carried out. The losses call for no checks (16.1.1 step 3b).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn exchange_fire(&mut self, clash: &Clash) -> Play<Toll> {
        let (b, s) = (self.b, &*self.s);
        let ours = attacks(b, s, &clash.attackers, &clash.defenders, Occasion::Offensive);
        let theirs = attacks(b, s, &clash.defenders, &clash.attackers, Occasion::Defensive);
        let mut toll = Toll::default();
        for attack in &ours {
            toll.offensive += self.close_attack(attack)?.effective;
        }
        for attack in &theirs {
            toll.defensive += self.close_attack(attack)?.effective;
        }
        let units: Few<UnitId> =
            clash.attackers.iter().chain(&clash.defenders).flat_map(|p| p.units.iter().copied()).collect();
        self.forget_event(&units);
        Ok(toll)
    }
}
