//! 18.6: exploding caissons.

use ground::HexId;
use table::{Event, Play, rule};

use crate::Field;
use crate::ch08_command::casualties::StruckLeader;
use crate::ch15_fire::fire;
use crate::core::battle::{Battle, Trait};
use crate::core::dice::Dice;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{DueCheck, SideState, Status, UnitId};
use crate::core::status::{self, Losses};

/// An explosion: of what, and how many rounds it costs a wagon.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Blast {
    /// The battery or wagon.
    pub unit: UnitId,
    /// Rounds, of a wagon: what the second die shows.
    pub rounds: u8,
}

impl Blast {
    /// Whether natural dice blow up a battery or wagon that guns fire at (18.6.1).
    pub fn of(b: &Battle, unit: UnitId, dice: Dice) -> Option<Blast> {
        let (wagon, figure) = (b.is(unit, Trait::Wagon), dice.figure());
        let span = if wagon { b.charts.explosions.wagon.value } else { b.charts.explosions.battery.value };
        let rounds = if wagon { dice.each().1 as u8 } else { 0 };
        span.holds(figure).then_some(Blast { unit, rounds })
    }

    /// Whether a wagon explodes.
    pub fn is_wagon(&self, b: &Battle) -> bool {
        b.is(self.unit, Trait::Wagon)
    }
}

impl Field<'_> {
    /// A battery is gone, or a wagon loses rounds (18.6.1). Those with the battery, those next to the wagon check (18.6.2); a second throw may
    /// strike a leader there (18.6.3), who is handed back if in the battery's hex.
    pub(crate) fn explode(
        &mut self,
        hex: HexId,
        blast: Blast,
        due: &mut Vec<DueCheck>,
    ) -> Play<Option<StruckLeader>> {
        let b = self.b;
        self.tell(|| {
            Event::new(rule!("18.6.1"), "exploded")
                .point("unit", unit_point(blast.unit))
                .point("hex", hex_point(hex))
                .number("rounds", i32::from(blast.rounds))
        });
        let mut near = Hexes::from_slice(&[hex]);
        if blast.is_wagon(b) {
            self.lose_rounds(blast.unit, Losses(blast.rounds), rule!("18.6.1"));
            near.extend(b.ground.neighbours(hex).into_iter().filter(|h| h.is_some()));
            for &beside in &near[1..] {
                let units: Vec<(UnitId, u8)> =
                    fire::stack_of(self.s, beside).into_iter().map(|u| (u, 0)).collect();
                let known = |d: &DueCheck| d.units.first().map(|u| u.0) == units.first().map(|u| u.0);
                if !units.is_empty() && !due.iter().any(known) {
                    due.push(DueCheck { event: 0, units, mortal: 0 });
                }
            }
        }
        let mut first = None;
        for side in SideState::BOTH {
            let led = |hex: &&HexId| status::leader_in(b, self.s, side, **hex).is_some();
            let there: Hexes = near.iter().filter(led).copied().collect();
            if there.is_empty() {
                continue;
            }
            let span = b.charts.casualty.caisson.value;
            let class = |dice: Dice| u32::from(span.holds(dice.figure()));
            let dice = self.throw(rule!("18.6.3"), "leader.caisson", side, about([hex_point(hex)]), class)?;
            if !span.holds(dice.figure()) {
                continue;
            }
            match self.leader_casualty(side, &there)? {
                Some(struck) if struck.hex == hex => first = Some(struck),
                Some(struck) => {
                    let mortal = struck.mortal.as_ref().map_or(0, table::Modifiers::total);
                    let units = fire::stack_of(self.s, struck.hex);
                    if let Some(own) = due.iter_mut().find(|d| d.units.iter().any(|u| units.contains(&u.0))) {
                        own.mortal += mortal;
                    }
                }
                None => {}
            }
        }
        if !blast.is_wagon(b) {
            self.remove(blast.unit, Status::Destroyed, rule!("18.6.1"));
        }
        Ok(first)
    }
}
