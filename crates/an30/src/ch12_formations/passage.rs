//! 12.10.5: skirmishers and others pass through each other; the pas de charge.

use ground::{Dir, HexId};
use table::{Event, Play, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::zones;
use crate::ch13_movement::{allowance, shift, step};
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Formation, Order, Part, State, UnitId};
use crate::core::status;

/// Whether a stack in one hex may go through the next one in a direction past friends, skirmishers through others or others through skirmishers
/// (11.1.2.d, 12.10.5.1): nobody is in PGD, no zone holds it there, and it has the points to go on to where it may stand. `cost` is what the hex
/// costs.
pub fn passes(b: &Battle, s: &State, stack: &[UnitId], dir: Dir, cost: u16) -> bool {
    let (top, from) = (stack[0], s.unit(stack[0]).hex());
    let Some(to) = b.ground.neighbour(from, dir) else { return false };
    if !is_passage(b, s, stack, to)
        || stack.iter().any(|u| zones::bears_on(b, s, b.side(*u), to, zones::that_hold(b, s, *u)))
    {
        return false;
    }
    let left = allowance::left(b, s, stack).saturating_sub(cost);
    facing::fronts(b, s, Part::new(top, 0)).iter().any(|on| {
        let Some(next) = b.ground.neighbour(to, on).filter(|next| *next != from) else { return false };
        let price = |u: &UnitId| {
            let ground = step::ground(b, status::traveller(b, s, *u), to, on).unwrap_or(u16::MAX / 4);
            ground + shift::extra(b, s, *u, 2) + crate::ch12_formations::skirmish::hindrance(b, s, *u, next)
        };
        let fits = stack.iter().map(price).max().is_some_and(|price| price <= left);
        let forms = &b.charts.terrain[b.ground.terrain(next)].forms;
        let shape = s.unit(top).shape();
        let keeps = s.unit(top).order != Order::Good || forms.contains(&shape);
        fits && keeps && s.is_empty(next)
    })
}

/// Whether a hex holds friends whom a stack could only pass, not join.
pub fn is_passage(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> bool {
    let there = s.units_in(to);
    let loose = |u: &UnitId| s.unit(*u).shape() == Formation::Skirmish;
    let one_side = there.iter().all(|u| b.side(*u) == b.side(stack[0]));
    let differs = there.iter().all(loose) != stack.iter().all(loose) && !there.is_empty();
    let pgd = there.iter().chain(stack).any(|u| s.unit(*u).order == Order::Pgd);
    one_side && differs && (there.iter().all(loose) || stack.iter().all(loose)) && !pgd
}

impl Field<'_> {
    /// A stack that has declared an assault, or charges, goes from a hex into one with friendly skirmishers next to an enemy: they are disordered and
    /// displaced into the hex from which it comes, without reactions (12.10.5.2). Call it when the stack has left that
    /// hex, or settle the hex afterwards.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn pas_de_charge(&mut self, hex: HexId, from: HexId) -> Play<()> {
        let loose: crate::core::occupancy::Units = self
            .s
            .units_in(hex)
            .into_iter()
            .filter(|u| self.s.unit(*u).shape() == Formation::Skirmish && self.b.arm(*u) != Arm::Artillery)
            .collect();
        for unit in loose {
            self.disorder(unit, rule!("12.10.5.2"))?;
            self.s.put(unit, &[from]);
            self.tell(|| {
                Event::new(rule!("12.10.5.2"), "pas_de_charge")
                    .point("unit", unit_point(unit))
                    .point("from", hex_point(hex))
                    .point("hex", hex_point(from))
            });
        }
        Ok(())
    }
}
