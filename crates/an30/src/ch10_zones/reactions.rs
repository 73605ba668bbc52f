//! 10.1.3: reactions to what a moving stack does.

use ground::HexId;
use table::{Modifiers, Play, Test, rule};

use crate::Field;
use crate::ch10_zones::zones;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::Few;
use crate::core::state::{Unit, UnitId, did};

/// Act: what a stack is about to do that may call for reactions (10.1.3). The reaction comes first, then the act.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Act {
    /// Spends movement points in its hex: a formation, a wheel, a presentation.
    Spend,
    /// Goes into a hex, out of the one where it stands.
    Enter(HexId),
    /// Changes the order of its stack (11.2.1.1).
    Passage,
    /// Joins friends in its new hex: reactions there come after it has joined (10.1.3.1).
    Joined,
    /// As [`Act::Joined`], and takes up their formation, or makes a square with them (reading 109, 12.9.4.1).
    Conformed,
    /// Advances after a mêlée (16.9.4, 19.10.2).
    Advance(HexId),
    /// Retreats before an assault or a charge, or is displaced (10.1.3, note).
    Retreat(HexId),
}

/// Outcome of the reactions: what became of a stack that was reacted to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Continuation {
    /// It may go on as it meant to.
    GoesOn,
    /// It was disordered, driven off, charged or lost: what it meant to do is dropped, and it is asked again if it may still move.
    Interrupted,
}

/// The hex that an act leads into.
fn hexes_of(act: &Act) -> &[HexId] {
    match act {
        Act::Enter(to) => std::slice::from_ref(to),
        _ => &[],
    }
}

impl Field<'_> {
    /// The hook of reactions: finds who may react to what a stack does, asks each owner and carries the reactions out: first opportunity fire
    /// (15.6), then reaction moves (19.19), then opportunity charges (19.18, 10.1.3.2), as 10.1.3.2 orders. The stack stands in one hex, or is one unit
    /// in several.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn spend(&mut self, stack: &[UnitId], act: Act) -> Play<Continuation> {
        self.spend_before(stack, act, &[])
    }

    /// As [`Field::spend`], before cavalry that does not charge by opportunity.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn spend_before(&mut self, stack: &[UnitId], act: Act, but: &[UnitId]) -> Play<Continuation> {
        let before = self.as_they_are(stack);
        self.opportunity_fire(stack, act)?;
        self.cavalry_reacts(stack, act, hexes_of(&act), but)?;
        Ok(self.go_on(&before))
    }

    /// As [`Field::spend`], of a stack that was stopped and goes elsewhere: it is not fired at again (reading 1090).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn spend_elsewhere(&mut self, stack: &[UnitId], act: Act) -> Play<Continuation> {
        let before = self.as_they_are(stack);
        self.cavalry_reacts(stack, act, hexes_of(&act), &[])?;
        Ok(self.go_on(&before))
    }

    /// Lets cavalry charge a stack that has just come into its charge zone out of some hexes (19.18.1). Says whether it may go on.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn is_charged(&mut self, stack: &[UnitId], from: &[HexId]) -> Play<Continuation> {
        let before = self.as_they_are(stack);
        self.comes_into_reach(stack, from, Act::Spend)?;
        Ok(self.go_on(&before))
    }

    /// As [`Field::spend`], to what a stack does in its movement: it spends points in its hex, or leaves it. What was stopped and is taken up again is the same
    /// action: nobody reacts to it anew (10.1.3.2). RULING: who goes elsewhere out of the zone instead is not fired at again for leaving it (reading 1090).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn spend_on_the_move(&mut self, stack: &[UnitId], act: Act) -> Play<Continuation> {
        self.spend_to_lie(stack, act, hexes_of(&act))
    }

    /// As [`Field::spend_on_the_move`], of a stack that is to lie in some hexes: any of them may come next to cavalry (19.19).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn spend_to_lie(&mut self, stack: &[UnitId], act: Act, hexes: &[HexId]) -> Play<Continuation> {
        let own = self.s.unit(stack[0]).hex();
        let to = if let Act::Enter(to) = act { to } else { own };
        let stopped = self.s.activation.stopped;
        if stopped == to {
            return Ok(Continuation::GoesOn);
        }
        let leaves = |hex: HexId| hex.is_some() && hex != own;
        let before = self.as_they_are(stack);
        if !leaves(stopped) || !leaves(to) {
            self.opportunity_fire(stack, act)?;
        }
        self.cavalry_reacts(stack, act, hexes, &[])?;
        let outcome = self.go_on(&before);
        if outcome == Continuation::Interrupted {
            self.s.activation.stopped = to;
        }
        Ok(outcome)
    }

    /// The reactions of cavalry: reaction moves, then opportunity charges (10.1.3.2).
    fn cavalry_reacts(&mut self, stack: &[UnitId], act: Act, hexes: &[HexId], but: &[UnitId]) -> Play<()> {
        let mut moved = self.reaction_moves(stack, act, hexes)?;
        moved.extend(but.iter().copied());
        self.opportunity_charges(stack, act, &moved)
    }

    /// The units of a stack before others react to them.
    fn as_they_are(&self, stack: &[UnitId]) -> Few<(UnitId, Unit), 8> {
        stack.iter().map(|u| (*u, *self.s.unit(*u))).collect()
    }

    /// Whether a stack is as it was before the reactions, and may go on.
    fn go_on(&self, before: &[(UnitId, Unit)]) -> Continuation {
        let same = |(unit, then): &(UnitId, Unit)| {
            let now = self.s.unit(*unit);
            (now.hexes(), now.order, now.formation) == (then.hexes(), then.order, then.formation)
                && !now.has(did::HALTED)
        };
        if before.iter().all(same) { Continuation::GoesOn } else { Continuation::Interrupted }
    }

    /// Leaving a zone (10.2.2): infantry and foot artillery check, once in a movement; who fails disorders and stays, who was disordered routs. Who
    /// passed may go on without those who failed. Others leave freely, or not at all ([`crate::ch13_movement::step::may_leave`] says which).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn leave_zone(&mut self, stack: &[UnitId]) -> Play<Test> {
        let (b, s) = (self.b, &*self.s);
        let held = |u: &&UnitId| {
            zones::that_hold(b, s, **u) == zones::ZoneOwners::Any
                && zones::holds(b, s, **u, zones::ZoneOwners::Any)
        };
        let passed = |u: &UnitId| s.unit(*u).has(did::LEFT_ZONE) && !s.unit(*u).has(did::ACTED);
        if stack.iter().all(passed) || !stack.iter().any(|u| held(&u)) {
            return Ok(Test::Passed);
        }
        let check = Check { kind: Kind::LeaveZone, rule: rule!("10.2.2"), parts: Modifiers::new() };
        // Limbered horse guns leave freely beside foot that has to check (10.3.2).
        let bound = |u: &UnitId| zones::that_hold(b, s, *u) == zones::ZoneOwners::Any;
        let due: Few<UnitId, 8> = stack.iter().copied().filter(bound).collect();
        let verdicts = self.check_morale(&due, &check)?;
        for &unit in stack {
            self.s.unit_mut(unit).set(did::LEFT_ZONE, true);
        }
        self.suffer(&verdicts, rule!("10.2.2"))?;
        let failed: Few<UnitId, 8> = verdicts.failed().collect();
        self.halt(&failed);
        Ok(failed.is_empty().into())
    }
}
