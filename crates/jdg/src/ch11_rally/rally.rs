//! 11.1: rally.

use table::{Answer, Event, Flow, Modifiers, Play, Point, Refusal, rule};

use crate::Few;
use crate::ch00_general::general::strength;
use crate::ch02_orders::orders::{active_side, is_active};
use crate::ch06_facing::zones;
use crate::core::Facing;
use crate::core::battle::{Battle, Weather};
use crate::core::field::{Field, unit_of, unit_point};
use crate::core::state::{Condition, State, UnitId, did};
use crate::core::verb;
use crate::why;

/// The actions after which a unit does not rally in the same activation (1.D.3, 11.1, RULING J49). RULING J117: a routed one as
/// well. RULING J218: the fire of a reply is fire.
const BUSY: u32 = did::MOVED
    | did::TURNED
    | did::FIRED
    | did::REPLIED
    | did::COMMITTED
    | did::CHARGING
    | did::CHARGED
    | did::BALKED
    | did::RECALLED
    | did::SQUARED;

/// Whether a unit took no action in the activation (1.D.3, 12.1).
fn is_idle(s: &State, unit: UnitId) -> bool {
    !s.unit(unit).has(BUSY)
}

/// Whether a disordered unit has moved or changed facing in the activation, by whatever cause (11.1): it did so and came back,
/// or is not where it was, or does not look as it did.
///
/// RULING J219: also if it was driven back, or turned because others turned with it. At night, when it is enough to take no
/// action (12.1), and for routed units, of whom 11.1 asks nothing of the kind, what others did to them does not count.
fn has_stirred(b: &Battle, s: &State, unit: UnitId) -> bool {
    let u = s.unit(unit);
    u.condition == Condition::Disordered && b.weather(s) != Weather::Night && u.shifted()
}

/// Whether a unit may try to rally now (11.1).
///
/// # Errors
/// Why not.
pub fn may_rally(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let refusal = |why| Refusal::new(rule!("11.1"), why).with("unit", unit_point(unit));
    let now = s.unit(unit);
    if !now.on_map() {
        return Err(why::off_map(b, s, unit));
    }
    if !is_active(b, s, unit) {
        return Err(why::inactive(b, s, unit));
    }
    if now.condition == Condition::Good {
        return Err(refusal("rally.good_order"));
    }
    if now.has(did::RALLIED) {
        return Err(refusal("rally.tried"));
    }
    if !is_idle(s, unit) || has_stirred(b, s, unit) {
        return Err(refusal("rally.busy"));
    }
    if zones::next_to_enemy(b, s, b.side(unit), now.hex) {
        return Err(refusal("rally.enemy"));
    }
    if now.condition == Condition::Routed {
        let other = s.stack(now.hex).find(|&u| u != unit && s.unit(u).condition == Condition::Routed);
        return match other {
            Some(other) => Err(Refusal::new(rule!("10.4"), "rally.crowd")
                .with("unit", unit_point(unit))
                .with("other", unit_point(other))),
            None => Ok(()),
        };
    }
    may_grow(b, s, unit)
}

/// Whether the stack of a disordered unit stays within the limit of strength for three units when it rallies (5.1.1, note).
fn may_grow(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let fighters = || s.stack(s.unit(unit).hex).filter(|&u| !b.is_gun(u));
    let sum: i16 =
        fighters().map(|u| if u == unit { b.unit(u).front.strength } else { strength(b, s, u) }).sum();
    if !b.is_gun(unit) && fighters().count() > 2 && sum > 6 {
        return Err(Refusal::new(rule!("5.1.1"), "rally.stack")
            .with("unit", unit_point(unit))
            .with("sum", Point::Number(sum)));
    }
    Ok(())
}

/// Whether a disordered unit rallies without a test: at night, if it may rally at all (12.1).
fn rallies_by_itself(b: &Battle, s: &State, unit: UnitId) -> bool {
    b.weather(s) == Weather::Night
        && s.unit(unit).condition == Condition::Disordered
        && may_rally(b, s, unit).is_ok()
}

impl Field<'_, '_> {
    /// One step of the rally segment: the automatic rallies of the night, then one attempt. Over when the player is done.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn rally_step(&mut self) -> Play<Flow> {
        // RULING J51: the automatic rally is in the rally step of the formation's activation.
        if let Some(unit) = self.b.unit_ids().find(|&u| rallies_by_itself(self.b, self.s, u)) {
            self.s.unit_mut(unit).did |= did::RALLIED;
            self.tell(|| Event::new(rule!("12.1"), "rally.night").unit("unit", unit.0.into()));
            self.restore(unit)?;
            return Ok(Flow::Continue);
        }
        if !self.b.unit_ids().any(|u| may_rally(self.b, self.s, u).is_ok()) {
            return Ok(Flow::Over);
        }
        let side = active_side(self.b, self.s);
        let answer = self.ask(
            side,
            rule!("11.1"),
            "rally.unit",
            [Point::Side(side), Point::Nothing, Point::Nothing],
            |b, s, out| {
                let able = b.unit_ids().filter(|&u| may_rally(b, s, u).is_ok());
                out.extend(able.map(|u| Answer::one(verb::RALLY, unit_point(u))));
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| {
                let none = why::not_offered(rule!("11.1"));
                unit_of(answer).and_then(|u| may_rally(b, s, u).err()).unwrap_or(none)
            },
        )?;
        let Some(unit) = unit_of(&answer) else { return Ok(Flow::Over) };
        self.rally(unit)?;
        Ok(Flow::Continue)
    }

    /// A rally attempt (11.1): die and modifiers at most the reduced cohesion. Weather does not count as in other cohesion tests:
    /// at night a routed unit has -3 in place of +1 (12.1, RULING J50), fog changes nothing (12.2).
    fn rally(&mut self, unit: UnitId) -> Play<()> {
        let tests = &self.b.charts.tests;
        let modifiers = match (self.s.unit(unit).condition, self.b.weather(self.s)) {
            (Condition::Routed, Weather::Night) => tests.rally_routed_night.on(Modifiers::new()),
            (Condition::Routed, _) => tests.rally_routed.on(Modifiers::new()),
            _ => Modifiers::new(),
        };
        let rating = self.b.unit(unit).back.cohesion;
        self.s.unit_mut(unit).did |= did::RALLIED;
        if self.test(unit, rating, modifiers, rule!("11.1"), rule!("11.1"), "test.rally")?.passed() {
            self.restore(unit)?;
        }
        Ok(())
    }

    /// A unit rallies: from rout to disorder, or from disorder to good order, and faces as it likes (11.1).
    fn restore(&mut self, unit: UnitId) -> Play<()> {
        let now = self.s.unit_mut(unit);
        let word = if now.condition == Condition::Routed {
            now.condition = Condition::Disordered;
            "disordered"
        } else {
            now.condition = Condition::Good;
            "good_order"
        };
        self.tell(|| {
            Event::new(rule!("11.1"), "rally.restored").unit("unit", unit.0.into()).word("condition", word)
        });
        let (b, hex) = (self.b, self.s.unit(unit).hex);
        let alike: Few<UnitId> = self.s.stack(hex).filter(|&u| b.is_gun(u) == b.is_gun(unit)).collect();
        // Units that rallied in this activation as well may face as they like, too.
        let rallied =
            |u: UnitId| self.s.unit(u).has(did::RALLIED) && self.s.unit(u).condition == Condition::Good;
        if alike.iter().any(|&u| u != unit && !rallied(u)) {
            // Units of a kind in one hex face the same way (6.1.1), and go on facing as those that did not rally.
            return Ok(());
        }
        let answers = Facing::ALL.map(|f| Answer::two(verb::TURN, unit_point(unit), Point::Facing(f.0)));
        let about = [unit_point(unit), Point::Nothing, Point::Nothing];
        let answer = self.choose_any(b.side(unit), rule!("6.1.2"), "rally.facing", about, &answers)?;
        let facing = answer.facing().map_or(self.s.unit(unit).facing, Facing);
        for u in alike {
            self.s.unit_mut(u).facing = facing;
        }
        Ok(())
    }
}
