//! 12.13: British infantry goes prone.

use ground::HexId;
use table::{Event, Refusal, rule};

use crate::Field;
use crate::ch08_command::regroup;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch13_movement::acts;
use crate::core::battle::{Battle, Rank, Trait};
use crate::core::field::unit_point;
use crate::core::state::{Formation, Order, Prone, State, UnitId};

/// Whether a unit lies prone.
pub fn lies(s: &State, unit: UnitId) -> bool {
    s.unit(unit).prone == Prone::Prone
}

/// Whether some units of a hex lie prone and others do not: nobody halts so (12.13.3).
pub fn is_mixed(s: &State, hex: HexId) -> bool {
    let here = s.units_in(hex);
    here.iter().any(|u| lies(s, *u)) && !here.iter().all(|u| lies(s, *u))
}

/// Whether units may lie with one that lies prone: its light company (12.13.3).
pub(crate) fn may_lie_with(b: &Battle, stack: &[UnitId], friend: UnitId) -> bool {
    stack.iter().all(|company| b.unit(*company).part_of == friend)
}

/// Whether a moving stack may go prone, or stand up (12.13, 12.13.1 to 12.13.4).
///
/// # Errors
/// Why not.
pub fn may_change(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let refusal = |rule, why, unit: UnitId| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    // They stand up at any time, also before the enemy (12.13.1, reading 216), and some of them to leave the others (12.13.3).
    if stack.iter().any(|u| lies(s, *u)) {
        return Ok(());
    }
    for &unit in stack {
        let now = s.unit(unit);
        if !b.is(unit, Trait::Prone) || !acts::is_foot(b, stack) {
            return refusal(rule!("12.13"), "prone.nation", unit);
        }
        if now.prone == Prone::Stood {
            return refusal(rule!("12.13.1"), "prone.again", unit);
        }
        if zones::holds(b, s, unit, ZoneOwners::Any) {
            return refusal(rule!("12.13"), "prone.zone", unit);
        }
        // On the Regroup Chit as those do who put themselves in order, not on the way (12.13, 8.9.2.2).
        if regroup::regroups(b, s, unit) {
            return refusal(rule!("8.9.2.1"), "regroup.formation", unit);
        }
        if now.order != Order::Good || now.shape() == Formation::RoadColumn {
            return refusal(rule!("12.13.4"), "prone.formation", unit);
        }
        if now.hexes().iter().any(|hex| !b.charts.terrain[b.ground.terrain(*hex)].prone) {
            return refusal(rule!("12.13.2"), "prone.terrain", unit);
        }
    }
    acts::whole(s, stack)?;
    let of = |large: bool| stack.iter().filter(move |u| (b.unit(**u).size <= Rank::Battalion) == large);
    let most = usize::from(b.charts.limits.prone.count());
    let whole = stack.iter().any(|u| b.unit(*u).size < Rank::Battalion);
    let own = |company: &UnitId| of(true).all(|battalion| b.unit(*company).part_of == *battalion);
    // A battalion, and its light company with it.
    if whole || of(true).count() > most || of(false).count() > most || !of(false).all(own) {
        return refusal(rule!("12.13.3"), "prone.stack", stack[0]);
    }
    Ok(())
}

impl Field<'_> {
    /// A stack goes prone, or stands up; both are free (12.13.1).
    pub(crate) fn lie_or_stand(&mut self, stack: &[UnitId]) {
        if stack.iter().any(|u| lies(self.s, *u)) {
            self.stand_up(stack);
        } else {
            stack.iter().for_each(|u| self.turn_prone(*u, Prone::Prone));
        }
    }

    /// Those of a stack who lie prone stand up: as they wish, or because they go (12.13.1).
    pub(crate) fn stand_up(&mut self, stack: &[UnitId]) {
        for &unit in stack {
            if lies(self.s, unit) {
                self.turn_prone(unit, Prone::Stood);
            }
        }
    }

    /// Puts a marker on a unit, or turns it over.
    pub(crate) fn turn_prone(&mut self, unit: UnitId, prone: Prone) {
        self.s.unit_mut(unit).prone = prone;
        self.tell(|| {
            let event = Event::new(rule!("12.13"), "prone").point("unit", unit_point(unit));
            event.word("prone", prone.name())
        });
    }
}
