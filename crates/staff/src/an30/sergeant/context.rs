//! The sergeant's desk: what is remembered of an activation, and what is looked up for a question.

use an30::Battle;
use an30::core::state::{Chit, LeaderId, UnitId};
use ground::{Flood, HexId};
use table::Point;

use super::field_view::FieldView;
use super::goals::{Goals, Routes};
use super::walk::Intent;
use crate::an30::Rules;
use crate::occasion::{Change, Occasion};

/// Memory: what need not be thought of twice. Nothing here is needed: whoever takes the seat anew finds it out again.
#[derive(Default)]
pub struct Memory {
    /// The seed of the sergeant's whims.
    pub seed: u64,
    /// The turn and the chit of the activation that the rest belongs to.
    occasion: Occasion<(u8, Option<Chit>)>,
    /// Units and leaders that had no reason to move.
    rejected: Vec<Point>,
    /// The movement under way.
    pub intent: Option<Intent>,
    /// The enemies that were not in good order when the movement under way was thought of.
    pub shaken: usize,
    /// Charges that are declared: who charges, and whom they mean to strike.
    pub charges: Vec<(UnitId, UnitId)>,
    /// The movements of an assault by several stacks, those that are still to come; none, if it has not been thought of in this activation.
    pub pact: Option<Vec<Intent>>,
    /// Goals of units, once [`Memory::settle`] has been called.
    pub goals: Goals,
    settled: bool,
    /// Distances over the ground of this battle.
    pub routes: Routes,
    /// A workspace.
    pub flood: Flood,
}

impl Memory {
    /// Of nothing yet.
    pub fn new(seed: u64) -> Memory {
        Memory { seed, ..Memory::default() }
    }

    /// Begins afresh when another activation, or battle, is on.
    pub fn refresh(&mut self, view: &FieldView<'_>) {
        let activation = (view.s.clock.turn, view.s.activation.chit);
        match self.occasion.note(view.b, &view.b.id, &view.b.ground, activation) {
            Change::Nothing => return,
            Change::Section => {}
            Change::Battle => self.routes.clear(),
        }
        self.rejected.clear();
        self.intent = None;
        self.pact = None;
        self.charges.clear();
        self.settled = false;
    }

    /// Shares out the units to their goals, once an activation.
    pub fn settle(&mut self, view: &FieldView<'_>) {
        if !self.settled {
            self.goals = Goals::settle(view, &mut self.routes, self.seed);
            self.settled = true;
        }
    }

    /// Whether something was found to have no reason to move.
    pub fn rejected(&self, who: Point) -> bool {
        self.rejected.contains(&who)
    }

    /// Notes that something has no reason to move.
    pub fn reject(&mut self, who: Point) {
        self.rejected.push(who);
    }
}

/// Everything at hand for one decision.
pub type DecisionContext<'a, 'm> = crate::context::DecisionContext<'a, 'm, Rules, FieldView<'a>, Memory>;

impl<'a> DecisionContext<'a, '_> {
    /// The unit that the question is about.
    pub fn about_unit(&self) -> Option<UnitId> {
        self.seen.question.unit().map(UnitId)
    }

    /// The leader that the question is about.
    pub fn about_leader(&self) -> Option<LeaderId> {
        self.seen.question.leader().map(LeaderId)
    }

    /// The hex of those whom a charge of the own side means to strike, if the question is about one and they are still there.
    pub fn charge_goal(&self) -> Option<HexId> {
        let unit = self.about_unit()?;
        let (_, foe) = self.memory.charges.iter().rev().find(|(who, _)| *who == unit)?;
        let foe = self.view.s.unit(*foe);
        foe.on_map().then(|| foe.hex())
    }

    /// The name by which readers know a unit.
    pub fn unit_name(&self, unit: UnitId) -> &'a str {
        let b: &'a Battle = self.view.b;
        &b.unit(unit).name
    }

    /// A number that follows from the seed, the turn and something else, for dice of trials.
    pub fn trial_seed(&self, what: u64) -> u64 {
        let clock = &self.view.s.clock;
        super::goals::mixed(&[self.memory.seed, u64::from(clock.turn), clock.segment as u64, what])
    }
}
