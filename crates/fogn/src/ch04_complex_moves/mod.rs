//! Complex move tests: what a move asks of a unit, who pays for the test, and the dice.

mod dice;

use table::{Event, Modifiers, Play, Point, Refusal, Test, rule};

use crate::ch01_command::{is_in_command, is_led, leader_of};
use crate::core::charts::{Activity, Ease, Score, Steadiness};
use crate::core::field::{commander_point, unit_point};
use crate::core::place::in_contact;
use crate::core::state::{Cohesion, CommanderId, UnitId, did};
use crate::{Battle, Field, State};

pub(crate) use dice::Needs;

/// Ease of an activity for a unit as it is (`cmt.table`).
pub fn ease(b: &Battle, s: &State, unit: UnitId, activity: Activity) -> Ease {
    match s.unit(unit).cohesion {
        Cohesion::Steady | Cohesion::Disordered => b.charts.ease(activity, Steadiness::Firm),
        Cohesion::Wavering => b.charts.ease(activity, Steadiness::Wavering),
        Cohesion::Broken => Ease::No,
    }
}

/// Price of a test: the points that it costs, and who pays them (`cmt.commanders`).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Price {
    /// Points.
    pub points: i16,
    /// The division commander; none where nothing is to be paid.
    pub from: CommanderId,
}

/// Price of the unit's next test in this phase: nothing for the first of one that is led; otherwise a point of its division commander, one more out of
/// command (`cmt.commanders`, `command.points`).
///
/// # Errors
/// Why it may not test.
pub fn price(b: &Battle, s: &State, unit: UnitId) -> Result<Price, Refusal> {
    let no = |why| Refusal::new(rule!("cmt.commanders"), why).with("unit", unit_point(unit));
    let now = s.unit(unit);
    if now.has(did::FAILED) {
        return Err(Refusal::new(rule!("cmt.test"), "test.failed").with("unit", unit_point(unit)));
    }
    if is_led(b, s, unit) && !now.has(did::TESTED) {
        return Ok(Price { points: 0, from: CommanderId::NONE });
    }
    // The place where its move began says whether a unit is in command.
    let commanded = if now.has(did::BEGUN) { now.has(did::COMMANDED) } else { is_in_command(b, s, unit) };
    let points = if commanded { 1 } else { 2 };
    let Some(from) = b.commander_of(unit).filter(|from| s.commander(*from).on_table()) else {
        return Err(no("test.nobody"));
    };
    let payer = s.commander(from);
    // A commander whose unit is in contact gives no points.
    if payer.with.some().is_some_and(|led| in_contact(b, s, led)) {
        return Err(no("test.fighting").with("leader", commander_point(from)));
    }
    if i16::from(payer.points) < points {
        return Err(no("test.points")
            .with("leader", commander_point(from))
            .with("cost", Point::Number(points)));
    }
    Ok(Price { points, from })
}

/// Demand of an activity on a unit, if it may do it at all: nothing, or a test that can be paid for.
///
/// # Errors
/// It is not allowed, or nobody can pay for the test.
pub fn demand(b: &Battle, s: &State, unit: UnitId, activity: Activity) -> Result<Ease, Refusal> {
    demand_by(b, s, (unit, unit), activity)
}

/// The same of a unit in a group, for whose tests another one's commander pays (`movement.groups`).
///
/// # Errors
/// As [`demand`].
pub(crate) fn demand_by(
    b: &Battle,
    s: &State,
    (unit, payer): (UnitId, UnitId),
    activity: Activity,
) -> Result<Ease, Refusal> {
    match ease(b, s, unit, activity) {
        Ease::Simple => Ok(Ease::Simple),
        Ease::Complex => price(b, s, payer).map(|_| Ease::Complex),
        Ease::No => Err(Refusal::new(rule!("cmt.table"), "move.not_so").with("unit", unit_point(unit))),
    }
}

impl Field<'_, '_> {
    /// A complex move test: the price is paid, the dice of the unit's training are thrown, and one of them must show enough (`cmt.test`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn complex_move_test(&mut self, unit: UnitId, activity: Activity) -> Play<Test> {
        self.complex_move_test_of((unit, unit), activity, None)
    }

    /// A test that is paid for and led as of one unit, and thrown by another, with as many dice as are said (`movement.groups`).
    ///
    /// # Errors
    /// As the doors.
    pub(crate) fn complex_move_test_of(
        &mut self,
        (unit, thrower): (UnitId, UnitId),
        activity: Activity,
        dice: Option<i16>,
    ) -> Play<Test> {
        let price = price(self.b, self.s, unit).expect("a move that asks for a test can pay for it");
        if let Some(from) = price.from.some() {
            self.s.commander_mut(from).points -= price.points as u8;
        }
        let led = is_led(self.b, self.s, unit);
        let score = if led { Score::ComplexLed } else { Score::Complex };
        let dice = dice.unwrap_or(self.b.charts.training(self.b.unit(unit).training).moves);
        let needs = Needs { dice, least: self.b.charts.score(score) };
        let made = Modifiers::new().and(dice, "training", rule!("troops.training"));
        let result = self.test(thrower, rule!("cmt.test"), "complex", needs)?;
        if let Some(leader) = leader_of(self.b, self.s, unit) {
            self.s.commander_mut(leader).moved = true;
        }
        let now = self.s.unit_mut(unit);
        now.set(did::TESTED, true);
        now.set(did::FAILED, !result.passed());
        self.tell(|| {
            Event::new(rule!("cmt.test"), "move.tested")
                .point("unit", unit_point(unit))
                .word("activity", activity.name())
                .number("dice", needs.dice)
                .number("least", needs.least)
                .number("cost", price.points)
                .word("result", result.word())
                .sum("dice", &made)
        });
        Ok(result)
    }
}
