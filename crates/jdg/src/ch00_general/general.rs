//! 0: general rules. Ratings in force and the two tests.

use table::{Event, Modifiers, Play, Rule, Test, rule};

use crate::ch12_weather::weather;
use crate::core::battle::{Battle, Ratings};
use crate::core::field::{Field, unit_point};
use crate::core::state::{Condition, State, UnitId};

/// The figures in force: those of the counter's side that is up (0.3).
pub fn ratings<'b>(b: &'b Battle, s: &State, unit: UnitId) -> &'b Ratings {
    let card = b.unit(unit);
    if s.unit(unit).condition == Condition::Good { &card.front } else { &card.back }
}

/// Strength points in force (0.3); fire strength for artillery.
pub fn strength(b: &Battle, s: &State, unit: UnitId) -> i16 {
    ratings(b, s, unit).strength
}

impl Field<'_, '_> {
    /// A cohesion test (0.4.1): passed if die and modifiers do not exceed the cohesion rating in force. Weather adds to it (12).
    /// A routed unit does not come here but runs: see [`Field::must_test`].
    ///
    /// # Errors
    /// As [`table::Doors::roll`].
    pub fn cohesion_test(&mut self, unit: UnitId, extra: Modifiers, cause: Rule) -> Play<Test> {
        let modifiers = weather::on_cohesion(self.b, self.s, extra);
        let rating = ratings(self.b, self.s, unit).cohesion;
        self.test(unit, rating, modifiers, rule!("0.4.1"), cause, "test.cohesion")
    }

    /// An engagement test (0.4.2).
    ///
    /// # Errors
    /// As [`table::Doors::roll`].
    pub fn engagement_test(&mut self, unit: UnitId, modifiers: Modifiers, cause: Rule) -> Play<Test> {
        let rating = ratings(self.b, self.s, unit).engagement;
        self.test(unit, rating, modifiers, rule!("0.4.2"), cause, "test.engagement")
    }

    /// The common part of tests on a rating: die plus modifiers at most the rating passes.
    ///
    /// # Errors
    /// As [`table::Doors::roll`].
    pub fn test(
        &mut self,
        unit: UnitId,
        rating: i16,
        modifiers: Modifiers,
        rule: Rule,
        cause: Rule,
        key: &'static str,
    ) -> Play<Test> {
        let total = modifiers.total();
        let passes = |die: i16| die + total <= rating;
        let about = [unit_point(unit), table::Point::Nothing, table::Point::Nothing];
        let die = self.d10(rule, key, self.b.side(unit), about, |die| u32::from(passes(die)))?;
        let test = Test::from(passes(die));
        self.tell(|| {
            Event::new(cause, key)
                .unit("unit", unit.0.into())
                .number("die", die)
                .number("total", die + total)
                .number("rating", rating)
                .word("result", test.word())
                .parts(&modifiers)
        });
        Ok(test)
    }
}
