//! 18.14: ammunition.

use crate::Field;
use crate::core::battle::{Battle, Trait};
use crate::core::state::{State, UnitId, did};

/// Rounds that a battery with intrinsic supply, or a wagon, has at first (18.14.2, reading 54).
pub fn rounds(b: &Battle, unit: UnitId) -> i16 {
    let (a, guard) = (&b.charts.ammunition, b.is(unit, Trait::Guard));
    match (b.is(unit, Trait::Wagon), guard) {
        (true, true) => a.wagon_french_guard.value,
        (true, false) => a.wagon.value,
        (false, true) => a.intrinsic_french_guard.value,
        (false, false) => a.intrinsic.value,
    }
}

/// Whether a battery has ammunition: a round of its own where the battle has no wagons for it (18.14.2).
pub fn is_supplied(b: &Battle, s: &State, unit: UnitId) -> bool {
    i16::from(s.unit(unit).rounds) < rounds(b, unit)
}

impl Field<'_> {
    /// A battery spends a round (18.14).
    pub fn spend_round(&mut self, battery: UnitId) {
        self.s.unit_mut(battery).rounds += self.b.charts.ammunition.attack.count() as u8;
    }

    /// A wagon loses rounds to fire or to an explosion (18.14.1.5, 18.6.1); without any it is wrecked, and stays as a wreck (18.14.1.7).
    pub fn lose_rounds(&mut self, wagon: UnitId, lost: u8) {
        let all = rounds(self.b, wagon);
        let now = self.s.unit_mut(wagon);
        now.rounds = i16::from(now.rounds).saturating_add(lost.into()).min(all) as u8;
        if i16::from(now.rounds) >= all {
            now.set(did::WRECKED, true);
        }
    }
}
