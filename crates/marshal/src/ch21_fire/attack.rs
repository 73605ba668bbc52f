//! A fire attack: odds, dice, losses, a leader struck, checks (7, 11, 21, 22, 31).

use ground::HexId;
use table::{Event, Modifiers, Play, rule};

use super::aiming::firing_hex;
use super::value::{defence, dice_modifiers, value};
use super::{Firing, Kind};
use crate::Field;
use crate::ch07_leaders::Cause;
use crate::ch10_increments::{Gunnery, dealt};
use crate::core::battle::{Arm, Battle};
use crate::core::charts::{Checks, Exact, Odds};
use crate::core::dice::Dice;
use crate::core::field::{about, hex_point, unit_point};
use crate::core::state::{State, UnitId, did, strain};
use crate::core::status;

/// The column of an attack, in the chart of fire: by its odds, rounded down, then shifted; none below the first (21, 26).
pub fn column(b: &Battle, s: &State, units: &[UnitId], at: HexId) -> Option<usize> {
    let attack = value(b, s, units, at).exact();
    let from = firing_hex(b, s, units[0], at)?;
    let defence = Exact::whole(defence(b, s, at, from)?.into());
    let columns = b.charts.fire.iter().map(|row| row.odds);
    let found = Odds::column(columns, attack.value.into(), defence)?;
    Some((found as i16 + attack.columns).clamp(0, b.charts.fire.len() as i16 - 1) as usize)
}

/// Whether a loss of so many more, after so many, calls for a check of a unit (31).
fn calls_for_a_check(b: &Battle, unit: UnitId, before: i16, count: i16) -> bool {
    let checks = match b.arm(unit) {
        Arm::Infantry => b.charts.troops[b.unit(unit).troops].checks,
        _ => Checks::Every,
    };
    (before + 1..=before + count).any(|number| match checks {
        Checks::Every => true,
        Checks::Even => number % 2 == 0,
        Checks::Odd => number % 2 == 1,
    })
}

impl Field<'_, '_> {
    /// Units fire at a hex together (21).
    pub(crate) fn fire_attack(&mut self, units: &Firing, at: HexId, kind: Kind) -> Play<()> {
        self.show(units);
        if kind != Kind::Opportunity {
            for unit in units {
                let now = self.s.unit_mut(*unit);
                now.set(did::FIRED, true);
                now.target = at;
                self.s.shots.push((*unit, at));
            }
            self.s.fired_at.push(at);
        }
        let Some(column) = column(self.b, self.s, units, at) else {
            self.tell(|| {
                Event::new(rule!("21"), "fire.weak")
                    .point("unit", unit_point(units[0]))
                    .point("hex", hex_point(at))
            });
            return Ok(());
        };
        let (b, side) = (self.b, self.b.side(units[0]));
        let row = &b.charts.fire[column];
        let modifiers = dice_modifiers(self.b, self.s, units, at);
        let total = modifiers.total();
        let strikes = |dice: Dice| dice.figure() >= b.charts.fire_figures.leader.value;
        let class = |dice: Dice| 2 * row.losses.at(dice.and(total)) as u32 + u32::from(strikes(dice));
        let points = about([unit_point(units[0]), hex_point(at)]);
        let dice = self.throw(rule!("21"), "fire", side, points, class)?;
        let losses = row.losses.at(dice.and(total));
        let attack = value(self.b, self.s, units, at);
        self.tell(|| {
            Event::new(rule!("21"), "fire")
                .point("unit", unit_point(units[0]))
                .point("hex", hex_point(at))
                .number("attacker", row.odds.attacker)
                .number("defender", row.odds.defender)
                .number("dice", dice.figure())
                .number("total", dice.and(total).clamped().figure())
                .number("losses", losses)
                .sum("attack", &attack)
                .sum("dice", &modifiers)
        });
        // Who falls with the last men of a hex is struck before they are gone.
        let held: i16 =
            self.s.units_in(at).into_iter().map(|u| status::increments_in(b, self.s, u, at)).sum();
        if strikes(dice) && losses >= held {
            self.strike_leader(side.enemy(), at, None, Cause::Fire)?;
            return self.suffer_fire(units, at, losses, kind);
        }
        self.suffer_fire(units, at, losses, kind)?;
        if strikes(dice) { self.strike_leader(side.enemy(), at, None, Cause::Fire) } else { Ok(()) }
    }

    /// Losses to fire, dealt and taken, with the checks that they call for (11, 31).
    fn suffer_fire(&mut self, units: &Firing, at: HexId, losses: i16, kind: Kind) -> Play<()> {
        let guns = units.iter().any(|u| self.b.arm(*u) == Arm::Artillery);
        let by = if guns { Gunnery::Guns } else { Gunnery::Muskets };
        let shares = dealt(self.b, self.s, at, losses, by);
        for (unit, count) in &shares {
            let before = i16::from(self.s.unit(*unit).losses);
            self.lose(*unit, *count, rule!("11"));
            let now = self.s.unit_mut(*unit);
            now.set(did::HIT, true);
            now.strain |= strain::HIT;
            if kind == Kind::Defensive {
                now.fire_losses += *count as u8;
            }
            if self.s.unit(*unit).on_map() && calls_for_a_check(self.b, *unit, before, *count) {
                self.check_and_suffer(*unit, Modifiers::new(), rule!("31"))?;
            }
        }
        Ok(())
    }
}
