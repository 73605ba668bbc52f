//! 10.1.3.1, 12.9.4, 12.7.2: the arrival of a stack in a hex: whom it joins there, what it takes up, and who reacts to it.

use ground::HexId;
use table::Play;

use crate::Field;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch11_stacking::limits;
use crate::ch13_movement::shift;
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, LeaderId, Order, UnitId};
use crate::core::status;

/// Turn of the cavalry into whose charge zone a stack has come (19.18.1).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Reach {
    /// It has not had it yet.
    Open,
    /// It has had it.
    Answered,
}

impl Field<'_> {
    /// Whether some of a stack that joins friends in another formation take that up (16.4.3).
    pub(super) fn takes_up(&self, stack: &[UnitId], to: HexId) -> bool {
        stack.iter().any(|unit| {
            let (now, theirs) = (self.s.unit(*unit), limits::conforms(self.b, self.s, *unit, to));
            now.order == Order::Good && theirs.is_some_and(|f| f != now.formation)
        })
    }

    /// Brings a stack into the next hex: who joins a square checks (12.9.4), who comes out of general order takes up a formation (12.7.2). Then others react
    /// to those who join friends, or have changed formation there, for friends, a square or the open (10.1.3.1, 12.7.5, 12.9.4.1). With friends it is one
    /// event with the entry; in the open cavalry may charge who enters, and then again who changes formation (19.18.1; RULING reading 1193).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn come_into(
        &mut self,
        stack: &[UnitId],
        leaders: &[LeaderId],
        to: HexId,
    ) -> Play<(Continuation, Reach)> {
        let (b, s) = (self.b, &*self.s);
        let from = Hexes::from(s.unit(stack[0]).hexes());
        let (joins, square) = (!s.is_empty(to), self.makes_square(stack, to));
        let conforms = self.takes_up(stack, to);
        let before = self.formations_of(stack);
        self.s.activation.came_from = s.unit(stack[0]).hex();
        self.enter_hex(stack, leaders, to)?;
        if square {
            self.join_square(to, &before)?;
        }
        let opens = before.iter().any(|(_, was)| *was == Formation::GeneralOrder) && !status::is_close(b, to);
        let act = match (joins, square || conforms) {
            (true, true) => Act::Conformed,
            // Friends who impose no formation leave the choice (12.7.2).
            (true, false) if opens => {
                self.come_out(stack, to)?;
                Act::Conformed
            }
            (true, false) => Act::Joined,
            (false, _) if opens => {
                self.come_out(stack, to)?;
                // It changes its formation there, and is fired at in the new one (12.7.5).
                Act::Spend
            }
            _ => return Ok((Continuation::GoesOn, Reach::Open)),
        };
        let there: Units = stack.iter().copied().filter(|u| self.s.unit(*u).hexes().contains(&to)).collect();
        let enters = act == Act::Spend && self.is_charged(&there, &from)? == Continuation::Interrupted;
        let on = if enters {
            Continuation::Interrupted
        } else if there.is_empty() {
            Continuation::GoesOn
        } else {
            self.spend(&there, act)?
        };
        Ok((on, Reach::Answered))
    }

    /// A stack has come into further hexes, by whatever act of its own: guns next to which it is may shift (18.3.2), cavalry into whose charge zone it has
    /// come may charge it (19.18.1). RULING: as it marches, spreads, is prolonged, separates, enters the map or advances (reading 1130).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn meets(&mut self, stack: &[UnitId], before: &[HexId], act: Act) -> Play<()> {
        self.meets_in(stack, before, act, Reach::Open)
    }

    /// As [`Field::meets`], of a stack that cavalry may have answered already.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn meets_in(
        &mut self,
        stack: &[UnitId],
        before: &[HexId],
        act: Act,
        reach: Reach,
    ) -> Play<()> {
        // Of a line beneath guns its own hexes count (18.5.2).
        let stack = &shift::by_guide(self.b, stack)[..];
        let came = |u: &UnitId| self.s.unit(*u).hexes().iter().any(|hex| !before.contains(hex));
        if !stack.first().is_some_and(|top| self.s.unit(*top).on_map() && came(top)) {
            return Ok(());
        }
        self.guns_shift(stack)?;
        if reach == Reach::Open { self.comes_into_reach(stack, before, act) } else { Ok(()) }
    }
}
