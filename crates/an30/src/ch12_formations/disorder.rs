//! 12.11, 12.12: disorder and plus grand désordre.

use ground::HexId;
use table::{Answer, Event, Play, Rule, rule};

use crate::Field;
use crate::ch13_movement::allowance;
use crate::ch13_movement::involuntary::Retreat;
use crate::ch19_cavalry::charge;
use crate::core::battle::{Arm, Trait};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{Formation, Order, Prone, Status, UnitId, did};
use crate::core::{Few, status, verb};

impl Field<'_> {
    /// A unit failed, or suffers a disorder (20.1.4, 12.11.4.1): in good order it disorders, in disorder it routs, in PGD it routs again.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn worsen(&mut self, unit: UnitId, why: Rule) -> Play<()> {
        match self.s.unit(unit).order {
            Order::Good => self.disorder(unit, why),
            Order::Disorder | Order::Pgd => self.rout(&[unit], why),
        }
    }

    /// Units of a hex fail together: those in good order disorder, the others rout as one stack (10.5: they lose together).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn worsen_all(&mut self, units: &[UnitId], why: Rule) -> Play<()> {
        let routs: Units = units.iter().copied().filter(|u| self.s.unit(*u).order != Order::Good).collect();
        for &unit in units.iter().filter(|u| !routs.contains(u)) {
            self.disorder(unit, why)?;
        }
        self.rout(&routs, why)
    }

    /// Disorders a unit (12.11): it collapses into one of its hexes, which its owner chooses. What is left of its movement is halved (12.11.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn disorder(&mut self, unit: UnitId, why: Rule) -> Play<()> {
        let now = self.s.unit(unit);
        if !now.on_map() || now.order != Order::Good || status::is_wreck(self.s, unit) {
            return Ok(());
        }
        let hex = self.gather(unit)?;
        let left = allowance::allowance(self.b, self.s, unit).saturating_sub(self.s.unit(unit).spent);
        self.break_order(unit, Order::Disorder);
        if self.s.unit(unit).spent > 0 {
            let whole = allowance::allowance(self.b, self.s, unit);
            self.s.unit_mut(unit).spent = whole.saturating_sub(allowance::halved(left));
        }
        self.tell(|| {
            Event::new(why, "disordered").point("unit", unit_point(unit)).point("hex", hex_point(hex))
        });
        Ok(())
    }

    /// Routs units (12.12): PGD at once, then the rout movement of those of a hex as one stack (13.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn rout(&mut self, units: &[UnitId], why: Rule) -> Play<()> {
        let mut stack: Units = units.iter().copied().filter(|u| self.s.unit(*u).on_map()).collect();
        for &unit in &stack {
            self.mark_pgd(unit, why)?;
        }
        stack.retain(|u| self.s.unit(*u).on_map() && !status::is_wreck(self.s, *u));
        while let Some(&first) = stack.first() {
            let hex = self.s.unit(first).hex();
            let here: Units = stack.iter().copied().filter(|u| self.s.unit(*u).hex() == hex).collect();
            stack.retain(|u| !here.contains(u));
            self.retreat_all(&here, Retreat::Rout)?;
        }
        Ok(())
    }

    /// A unit is in PGD from now on, without moving yet (12.12). Unlimbered guns are removed (18.4): in an assault or a charge they may be spiked
    /// (18.12), else they go to the battery box (18.11).
    ///
    /// # Errors
    /// As [`table::Doors::ask`]: the hex into which a unit in several collapses.
    pub fn mark_pgd(&mut self, unit: UnitId, why: Rule) -> Play<()> {
        if !self.s.unit(unit).on_map() || status::is_wreck(self.s, unit) {
            return Ok(());
        }
        if self.b.is(unit, Trait::Wagon) && is_of_melee(why) {
            self.wreck(unit, rule!("18.14.1.6"));
            return Ok(());
        }
        if self.b.arm(unit) == Arm::Artillery && self.s.unit(unit).formation == Formation::Unlimbered {
            if is_of_melee(why) {
                return self.lose_guns(unit, rule!("18.10.4"));
            }
            self.remove(unit, Status::Box, rule!("18.4"));
            return Ok(());
        }
        // Leaders go with it out of whichever of its hexes (8.1.6).
        let leaders = self.with(unit);
        let hex = self.gather(unit)?;
        leaders.into_iter().for_each(|leader| self.s.leader_mut(leader).hex = hex);
        self.break_order(unit, Order::Pgd);
        self.tell(|| Event::new(why, "routed").point("unit", unit_point(unit)).point("hex", hex_point(hex)));
        Ok(())
    }

    /// Draws a unit in several hexes together in one of them, as its owner chooses (12.11, 12.12); says which.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn gather(&mut self, unit: UnitId) -> Play<HexId> {
        let hexes: Few<HexId> = self.s.unit(unit).hexes().into();
        if hexes.len() < 2 {
            return Ok(self.s.unit(unit).hex());
        }
        if self.s.unit(unit).shape() == Formation::Column && charge::of(self.s, unit).is_some() {
            // A column of companies that charges comes together at its head (19.2.9).
            self.collapse(unit, hexes[0]);
            return Ok(hexes[0]);
        }
        let answers: Few<Answer> =
            hexes.iter().map(|hex| Answer::one(verb::CHOOSE, hex_point(*hex))).collect();
        let side = self.b.side(unit);
        let answer =
            self.choose(side, rule!("12.11"), "disorder.hex", about([unit_point(unit)]), &answers)?;
        let hex = hex_of(&answer).expect("each points at a hex");
        self.collapse(unit, hex);
        Ok(hex)
    }

    /// Draws a unit in several hexes together in one of them (12.11, 12.12, 12.3.1). Its place in the stack there stays; leaders come along.
    pub fn collapse(&mut self, unit: UnitId, hex: HexId) {
        let hexes: Few<HexId> = self.s.unit(unit).hexes().into();
        if hexes.len() > 1 {
            let (order, entered) = (self.s.units_in(hex), self.s.unit(unit).entered);
            self.s.put(unit, &[hex]);
            self.s.reorder(hex, &order);
            self.s.unit_mut(unit).entered = entered;
            self.leaders_draw_up(self.b.side(unit), &hexes, hex);
        }
    }

    /// Sets the order, and with it what no disordered unit is in (12.2.2).
    fn break_order(&mut self, unit: UnitId, order: Order) {
        let guns = self.b.arm(unit) == Arm::Artillery;
        let usual = Formation::usual(self.b.arm(unit));
        let now = self.s.unit_mut(unit);
        now.order = order;
        now.set(did::BESIDE_WRECK, false);
        if now.prone == Prone::Prone {
            now.prone = Prone::Stood;
        }
        if !guns {
            now.formation = usual;
        } else if now.formation == Formation::RoadColumn {
            now.formation = Formation::Limbered;
        }
    }
}

/// Whether what befalls a unit is of an assault or a charge: by the chapter of the rule; all of the revision is (its rules have letters).
fn is_of_melee(why: Rule) -> bool {
    let own = why.0.starts_with(|first: char| first.is_ascii_uppercase());
    own || ["16.", "18.10", "19."].iter().any(|of| why.0.starts_with(of))
}
