//! 11.2: demoralisation of formations. That a demoralised formation has one marker less is settled when the cup is filled:
//! [`crate::ch03_initiative::initiative::in_play`].

use ground::HexId;
use table::{Event, Point, Refusal, rule};

use crate::Field;
use crate::ch06_facing::zones;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Condition, FormationId, State, UnitId};

/// Whether a formation is demoralised as things stand: all its infantry and cavalry in play are disordered, routed or
/// eliminated. Units that have not arrived are not in play (RULING J52).
pub fn is_demoralized(b: &Battle, s: &State, formation: FormationId) -> bool {
    let in_play = |u: &UnitId| s.unit(*u).on_map() || s.unit(*u).condition == Condition::Eliminated;
    let mut fighters = b.formations[formation.i()]
        .units
        .iter()
        .filter(|u| b.arm(**u) != Arm::Artillery && in_play(u))
        .peekable();
    // RULING J111: a formation without infantry and cavalry in play (batteries, or not yet arrived) has nothing to lose.
    fighters.peek().is_some() && fighters.all(|&u| s.unit(u).condition != Condition::Good)
}

/// Whether a unit may go of its owner's free choice into a hex, on entering the map or after a combat: not into an enemy zone of
/// control if its formation is demoralised.
/// RULING J118: the advance that 8.7.1 requires is made nevertheless, and so is a pursuit.
///
/// # Errors
/// The refusal.
pub fn may_step_into(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> Result<(), Refusal> {
    if !s.formations[b.unit(unit).formation.i()].demoralized {
        return Ok(());
    }
    match zones::holder(b, s, b.side(unit), hex, |_| true) {
        Some(enemy) => Err(Refusal::new(rule!("11.2"), "zoc.demoralized")
            .with("unit", unit_point(unit))
            .with("hex", hex_point(hex))
            .with("enemy", unit_point(enemy))),
        None => Ok(()),
    }
}

impl Field<'_, '_> {
    /// Phase E: every formation is checked, and may also recover (11.2).
    pub fn demoralization(&mut self) {
        for index in 0..self.b.formations.len() {
            let now = is_demoralized(self.b, self.s, FormationId(index as u8));
            if now != self.s.formations[index].demoralized {
                self.s.formations[index].demoralized = now;
                let key = if now { "formation.demoralized" } else { "formation.recovers" };
                self.tell(|| {
                    Event::new(rule!("11.2"), key).point("formation", Point::Formation(index as u16))
                });
            }
        }
    }
}
