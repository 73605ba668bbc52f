//! 12.13: British infantry goes prone.

use table::{Event, Refusal, rule};

use crate::Field;
use crate::ch10_zones::zones::{self, Whose};
use crate::ch13_movement::acts;
use crate::core::battle::{Battle, Rank, Trait};
use crate::core::field::unit_point;
use crate::core::state::{Formation, Order, Prone, State, UnitId};

/// Whether a moving stack may go prone, or stand up (12.13, 12.13.1 to 12.13.4).
///
/// # Errors
/// Why not.
pub fn may_change(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let refusal = |rule, why, unit: UnitId| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    for &unit in stack {
        let now = s.unit(unit);
        if !b.is(unit, Trait::Prone) || !acts::is_foot(b, stack) {
            return refusal(rule!("12.13"), "prone.nation", unit);
        }
        match now.prone {
            // They stand up at any time, also before the enemy (12.13.1, reading 216).
            Prone::Prone => continue,
            Prone::Stood => return refusal(rule!("12.13.1"), "prone.again", unit),
            Prone::Up => {}
        }
        if zones::holds(b, s, unit, Whose::Any) {
            return refusal(rule!("12.13"), "prone.zone", unit);
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
    let lies = stack.iter().any(|u| s.unit(*u).prone == Prone::Prone);
    let whole = stack.iter().any(|u| b.unit(*u).size < Rank::Battalion);
    // A battalion, and its light company with it.
    if !lies && (whole || of(true).count() > most || of(false).count() > most) {
        return refusal(rule!("12.13.3"), "prone.stack", stack[0]);
    }
    Ok(())
}

impl Field<'_> {
    /// A stack goes prone, or stands up; both are free (12.13.1).
    pub(crate) fn lie_or_stand(&mut self, stack: &[UnitId]) {
        for &unit in stack {
            let lies = self.s.unit(unit).prone == Prone::Prone;
            self.s.unit_mut(unit).prone = if lies { Prone::Stood } else { Prone::Prone };
            let word = self.s.unit(unit).prone.name();
            self.tell(|| {
                Event::new(rule!("12.13"), "prone").point("unit", unit_point(unit)).word("prone", word)
            });
        }
    }
}
