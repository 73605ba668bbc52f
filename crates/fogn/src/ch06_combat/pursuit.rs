//! Pursuit: who goes after the beaten, and how far (`outcome.pursuit`).

use baize::{Leg, Length, MU, Sweep};
use table::{Answer, Event, Play, Point, Test, rule};

use crate::Field;
use crate::armies::{Arm, Elan};
use crate::ask::not_offered;
use crate::ch04_complex_moves::price;
use crate::core::charts::{Activity, Going};
use crate::core::field::{about, unit_point};
use crate::core::place::{figures, size_of};
use crate::core::state::{Cohesion, Formation, UnitId};
use crate::core::verb;

/// Wish: what a unit would do of its own.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
enum Urge {
    /// It pursues whatever its leaders want.
    Must,
    /// It pursues unless it is held back by a test.
    Eager,
    /// It stays unless a test lets it go.
    Slow,
    /// It never pursues.
    Never,
}

impl Field<'_, '_> {
    /// Urge of a unit (`outcome.pursuit`): steady cavalry must go, disordered cavalry and steady infantry are held back by a test, disordered infantry goes by one.
    fn urge(&self, unit: UnitId) -> Urge {
        let now = self.s.unit(unit);
        match (self.b.arm(unit), now.cohesion) {
            (Arm::Artillery, _) | (_, Cohesion::Wavering | Cohesion::Broken) => Urge::Never,
            (Arm::Infantry, _) if now.formation == Formation::Square => Urge::Never,
            (Arm::Cavalry, Cohesion::Steady) => Urge::Must,
            (Arm::Cavalry, _) | (Arm::Infantry, Cohesion::Steady) => Urge::Eager,
            (Arm::Infantry, _) => Urge::Slow,
        }
    }

    /// A unit pursues, or does not.
    pub(super) fn pursue(&mut self, unit: UnitId) -> Play<()> {
        let urge = self.urge(unit);
        let goes = match urge {
            Urge::Never => false,
            Urge::Must => true,
            // Infantry that sees enemy cavalry near by is held without a test.
            Urge::Eager if self.cavalry_near(unit) && self.ask_pursuit(unit, "hold.free")? == verb::STAY => {
                false
            }
            Urge::Eager => {
                let held = self.ask_pursuit(unit, "hold")? == verb::STAY
                    && self.complex_move_test(unit, Activity::Pursuit)?.passed();
                !held
            }
            Urge::Slow => {
                self.ask_pursuit(unit, "pursue")? == verb::PURSUE
                    && self.complex_move_test(unit, Activity::Pursuit)? == Test::Passed
            }
        };
        if goes { self.go_after(unit) } else { Ok(()) }
    }

    /// Whether infantry has enemy cavalry that is not broken within 6 MU.
    fn cavalry_near(&self, unit: UnitId) -> bool {
        let own = crate::core::place::figure(self.b, self.s, unit);
        let mut foes = figures(self.b, self.s, self.b.side(unit).enemy());
        self.b.arm(unit) == Arm::Infantry
            && foes.any(|(foe, at)| {
                self.b.arm(foe) == Arm::Cavalry
                    && self.s.unit(foe).cohesion != Cohesion::Broken
                    && baize::is_within(&own, &at, Length::mu(6))
            })
    }

    /// Asks whether a unit pursues or stays; what needs a test is offered only if it can be paid for.
    fn ask_pursuit(&mut self, unit: UnitId, key: &'static str) -> Play<table::Verb> {
        let rule = rule!("outcome.pursuit");
        let pays = price(self.b, self.s, unit).is_ok();
        let (own, other) = match key {
            "pursue" => (verb::STAY, verb::PURSUE),
            _ => (verb::PURSUE, verb::STAY),
        };
        let offers = pays || key == "hold.free";
        let list = |_: &crate::Battle, _: &crate::State, out: &mut Vec<Answer>| {
            out.push(Answer::button(own));
            if offers {
                out.push(Answer::button(other));
            }
        };
        let about = about([unit_point(unit)]);
        let answer = self.ask(self.b.side(unit), rule, key, about, list, |_, _, _| not_offered(rule))?;
        Ok(answer.verb)
    }

    /// A unit goes straight after the enemy: a die in MU, two more for cavalry; superior troops throw a one again, poor troops a six. It stops at whomever it meets, short of
    /// friends and of ground that bars the way.
    fn go_after(&mut self, unit: UnitId) -> Play<()> {
        let mut die = self.one_die(unit, rule!("outcome.pursuit"), "pursuit")?;
        let again = match self.b.unit(unit).elan {
            Elan::Superior => die == 1,
            Elan::Poor => die == 6,
            Elan::Average => false,
        };
        if again {
            die = self.one_die(unit, rule!("outcome.pursuit"), "pursuit")?;
        }
        let more = if self.b.arm(unit) == Arm::Cavalry { 2 } else { 0 };
        let size = size_of(self.b, self.s, unit);
        let sweep = Sweep::new(self.s.unit(unit).pose, size, Leg::Ahead(Length((die + more) * MU.0)));
        let mut most = sweep.steps();
        for (_, foe) in figures(self.b, self.s, self.b.side(unit).enemy()) {
            most = most.min(sweep.first_touch(&foe).unwrap_or(u16::MAX));
        }
        let friends = figures(self.b, self.s, self.b.side(unit)).filter(|(friend, _)| *friend != unit);
        for (_, friend) in friends {
            most = most.min(sweep.first_overlap(&friend).map_or(u16::MAX, |step| step.saturating_sub(1)));
        }
        for area in &self.b.table.areas {
            let outline = area.steep.as_ref().unwrap_or(&area.outline);
            if self.b.charts.terrain(area.kind).going >= Going::Closed {
                most = most.min(sweep.first_in(outline).map_or(u16::MAX, |step| step.saturating_sub(1)));
            }
        }
        while most > 0 && !self.b.table.has_all_of(&sweep.figure_at(most)) {
            most -= 1;
        }
        let pose = sweep.pose_at(most);
        self.s.unit_mut(unit).pose = pose;
        self.tell(|| {
            Event::new(rule!("outcome.pursuit"), "pursued")
                .point("unit", unit_point(unit))
                .point("to", Point::Spot(pose.at.x, pose.at.y))
                .point("distance", Point::Length(most as i16))
        });
        Ok(())
    }
}
