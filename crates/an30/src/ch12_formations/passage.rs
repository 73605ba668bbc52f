//! 12.10.5: skirmishers and others pass through each other; the pas de charge.

use ground::{Dir, HexId};
use table::{Event, Play, Refusal, rule};

use crate::Field;
use crate::ch13_movement::acts;
use crate::ch13_movement::step::{self, Step, Way};
use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{Formation, Order, State, UnitId, did};

/// Whether a stack that takes a step past friends can go on from there to where it may stand (11.1.2.d, 12.10.5.1): looking as it does, with the points
/// that it has, perhaps past others of the kind; a zone that holds it there ends its way.
pub fn leads_out(b: &Battle, s: &State, stack: &[UnitId], first: &Step) -> bool {
    let mut been: Few<HexId> = Few::from_slice(&[s.unit(stack[0]).hex()]);
    let mut open: Vec<State> = vec![after(b, s, stack, first)];
    while let Some(then) = open.pop() {
        been.push(then.unit(stack[0]).hex());
        for dir in Dir::ALL {
            let Ok(step) = step::enters(b, &then, stack, dir, Way::Ahead) else { continue };
            if been.contains(&step.lays[0].1[0]) {
                continue;
            }
            if !step.passes {
                return true;
            }
            open.push(after(b, &then, stack, &step));
        }
    }
    false
}

/// The state after a step, as far as the next one asks for it.
fn after(b: &Battle, s: &State, stack: &[UnitId], step: &Step) -> State {
    let mut then = s.clone();
    for (unit, hexes) in &step.lays {
        let formation = step::formation_in(b, s, *unit, hexes[0]);
        then.put(*unit, hexes);
        then.unit_mut(*unit).formation = formation;
    }
    for &unit in stack {
        let now = then.unit_mut(unit);
        now.spent += step.cost;
        now.paces = now.paces.saturating_add(1);
        now.set(did::ACTED, true);
    }
    then
}

/// Whether units are the whole stack of their hexes, but for friends whom they only pass.
///
/// # Errors
/// Who else stands there.
pub fn whole(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let passes = |hex: &HexId| {
        let others: Units = s.units_in(*hex).into_iter().filter(|u| !stack.contains(u)).collect();
        others.is_empty() || passes_by(b, s, stack, &others)
    };
    if s.unit(stack[0]).hexes().iter().all(passes) { Ok(()) } else { acts::whole(s, stack) }
}

/// Whether a hex holds friends whom a stack could only pass, not join.
pub fn is_passage(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> bool {
    let there: Units = s.units_in(to).into_iter().filter(|u| !stack.contains(u)).collect();
    passes_by(b, s, stack, &there)
}

/// Whether a stack only passes friends: skirmishers others, or others skirmishers, nobody in PGD (11.1.2.d, h).
fn passes_by(b: &Battle, s: &State, stack: &[UnitId], there: &[UnitId]) -> bool {
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
