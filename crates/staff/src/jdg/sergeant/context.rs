//! The sergeant's desk: what they remember of an activation, and what they look up for a question.

use ground::HexId;
use jdg::core::state::{MarkerId, UnitId};
use jdg::{Battle, Jdg};
use table::{Answer, Point, Verb};

use super::field_view::FieldView;
use super::goals::{Goals, Routes};
use super::moves::Intent;
use crate::occasion::{Change, Occasion};

/// Memory: what need not be thought of twice. Nothing here is needed: whoever takes the seat anew finds it out again.
#[derive(Default)]
pub struct Memory {
    /// The turn and the marker of the activation that the rest belongs to.
    occasion: Occasion<(u8, MarkerId)>,
    /// Units that had no reason to move, a bit each.
    rejected: u128,
    looked_again: bool,
    /// The move under way.
    pub intent: Option<Intent>,
    /// Goals of units, once [`Memory::settle`] has been called.
    pub goals: Goals,
    settled: bool,
    /// Distances over the ground of this battle.
    pub routes: Routes,
    /// Room for hexes.
    pub hexes: Vec<(HexId, bool)>,
}

impl Memory {
    /// Begins afresh when another activation, or battle, is on.
    pub fn refresh(&mut self, view: &FieldView<'_>) {
        let activation = (view.s.clock.turn, view.s.clock.marker);
        match self.occasion.note(view.b, &view.b.id, &view.b.ground, activation) {
            Change::Nothing => return,
            Change::Section => {}
            Change::Battle => self.routes.clear(),
        }
        self.rejected = 0;
        self.looked_again = false;
        self.intent = None;
        self.settled = false;
    }

    /// Shares out the units to their goals, once an activation.
    pub fn settle(&mut self, view: &FieldView<'_>) {
        if !self.settled {
            self.goals = Goals::settle(view, &mut self.routes);
            self.settled = true;
        }
    }

    /// Whether a unit was found to have no reason to move.
    pub fn rejected(&self, unit: UnitId) -> bool {
        self.rejected & 1 << unit.0 != 0
    }

    /// Notes that a unit has no reason to move.
    pub fn reject(&mut self, unit: UnitId) {
        self.rejected |= 1 << unit.0;
    }

    /// Looks at everybody once more; false the second time.
    pub fn look_again(&mut self) -> bool {
        if self.looked_again {
            return false;
        }
        self.looked_again = true;
        self.rejected = 0;
        true
    }
}

/// Everything at hand for one decision.
pub type DecisionContext<'a, 'm> = crate::context::DecisionContext<'a, 'm, Jdg, FieldView<'a>, Memory>;

impl<'a> DecisionContext<'a, '_> {
    /// The legal answer with a verb about a unit.
    pub fn legal_one(&self, verb: Verb, unit: UnitId) -> Option<Answer> {
        let wanted = Answer::one(verb, Point::Unit(unit.0.into()));
        self.legal().contains(&wanted).then_some(wanted)
    }

    /// The unit that the question is about.
    pub fn about_unit(&self) -> Option<UnitId> {
        self.seen.question.unit().map(|u| UnitId(u as u8))
    }

    /// The hex that the question is about.
    pub fn about_hex(&self) -> Option<HexId> {
        self.seen.question.place().map(HexId)
    }

    /// Name of a unit for readers.
    pub fn unit_name(&self, unit: UnitId) -> &'a str {
        let b: &'a Battle = self.view.b;
        &b.unit(unit).name
    }

    /// The hex's name on the map.
    pub fn hex_name(&self, hex: HexId) -> String {
        self.view.b.ground.label(hex).to_string()
    }
}
