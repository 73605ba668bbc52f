//! 4.2: forming square.

use ground::HexId;
use table::{Answer, Event, Play, Point, Refusal, Rule, rule};

use crate::ch02_orders::orders;
use crate::ch04_movement::movement;
use crate::ch05_stacking::stacking;
use crate::ch06_facing::facing;
use crate::core::Facing;
use crate::core::battle::Arm;
use crate::core::field::{Field, hex_point, unit_point};
use crate::core::state::{Condition, OrderStatus, State, UnitId, did};
use crate::core::verb;
use crate::{Battle, Few, why};

/// Half movement points that leaving square costs (4.2).
pub const LEAVING_HALF_MP: u16 = 4;

/// Whether the unit, with those it takes along, may form square by its own movement (4.2): all infantry of its hex, and
/// the batteries there with it (RULING J12).
///
/// # Errors
/// Who or what stands in the way.
pub fn may_form(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let hex = s.unit(unit).hex;
    if !s.unit(unit).on_map() {
        return Err(why::off_map(b, s, unit));
    }
    let fighter = stacking::top_fighter(b, s, hex).filter(|&u| b.arm(u) == Arm::Infantry);
    if fighter.is_none() {
        return Err(refusal(unit, if b.is_gun(unit) { "square.battery_alone" } else { "square.cavalry" }));
    }
    if !b.charts.terrain[b.ground.terrain(hex)].square {
        return Err(refusal(unit, "square.terrain").with("hex", hex_point(hex)));
    }
    s.stack(hex).try_for_each(|u| may_conform(b, s, u))
}

/// Whether one unit of the hex may take part in forming square (4.2).
fn may_conform(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let u = s.unit(unit);
    if u.square {
        return Err(refusal(unit, "square.already"));
    }
    if u.condition != Condition::Good {
        return Err(refusal(unit, "square.disorder"));
    }
    // Who has only turned has not moved (4.3).
    if u.has(did::MOVED | did::SQUARED) {
        return Err(refusal(unit, "square.moved"));
    }
    // RULING J13: a battery that fired may form square, if it could still move. RULING J12: a battery of a formation
    // that is not active cannot conform, and so the infantry may not form square.
    movement::may_stir(b, s, unit)
}

/// Whether the unit, with those in square with it, may leave square by its own movement (4.2).
///
/// RULING J122: a hex leaves square as a whole, because no hex holds infantry both in square and not. Its infantry must be
/// able to pay; batteries conform, as they do when the square is formed, and pay what they have.
///
/// # Errors
/// Who or what stands in the way.
pub fn may_leave(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    if !s.unit(unit).square {
        return Err(refusal(unit, "square.not_in"));
    }
    let hex = s.unit(unit).hex;
    let alone = stacking::top_fighter(b, s, hex).is_none();
    s.stack(hex).filter(|&u| s.unit(u).square && (alone || !b.is_gun(u))).try_for_each(|u| may_break(b, s, u))
}

/// Whether one unit may leave square (4.2).
fn may_break(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    if !orders::is_active(b, s, unit) {
        return Err(why::inactive(b, s, unit));
    }
    if orders::order_status(b, s, unit) == Some(OrderStatus::RallyOnly) {
        return Err(Refusal::new(rule!("2.4.3"), "move.rally_only").with("unit", unit_point(unit)));
    }
    if s.unit(unit).has(did::HALTED | did::MOVED) {
        return Err(refusal(unit, "square.just_formed"));
    }
    if movement::allowance(b, s, unit) < LEAVING_HALF_MP {
        return Err(refusal(unit, "square.cannot_pay"));
    }
    Ok(())
}

fn refusal(unit: UnitId, why: &'static str) -> Refusal {
    Refusal::new(rule!("4.2"), why).with("unit", unit_point(unit))
}

impl Field<'_, '_> {
    /// The units of a hex form square by their own movement (4.2): it costs them the whole of it.
    pub fn form_square(&mut self, hex: HexId) {
        let mut next = self.s.top(hex);
        while let Some(unit) = next {
            let u = self.s.unit_mut(unit);
            u.square = true;
            u.did |= did::SQUARED | did::HALTED;
            next = u.under.some();
            self.tell(|| {
                Event::new(rule!("4.2"), "square.formed").unit("unit", unit.0.into()).place("hex", hex.0)
            });
        }
    }

    /// The units of a hex leave square by their own movement (4.2): it costs them 2 MP, and they may then face any way
    /// and move with the rest.
    pub fn open_square(&mut self, hex: HexId) {
        let mut next = self.s.top(hex);
        while let Some(unit) = next {
            next = self.s.unit(unit).under.some();
            if self.s.unit(unit).square {
                self.s.unit_mut(unit).did |= did::SQUARED;
                self.drop_square(unit, rule!("4.2"));
            }
        }
    }

    /// The unit leaves square because it is disordered or routed (4.2): infantry with its whole hex, a battery alone, so that the
    /// infantry's square stands (RULING J12). Nothing happens if it is not in square.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn leave_square(&mut self, unit: UnitId, rule: Rule) -> Play<()> {
        let u = *self.s.unit(unit);
        if !u.square || !u.on_map() {
            return Ok(());
        }
        if self.b.is_gun(unit) {
            self.drop_square(unit, rule);
            return self.face_freely(&[unit]);
        }
        self.break_square(u.hex, rule)
    }

    /// The square of a hex is broken up, because its units are disordered or must recoil (4.2).
    ///
    /// RULING J230: those who leave it may face freely at once, before they recoil; who is routed looks where it runs (10.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn break_square(&mut self, hex: HexId, rule: Rule) -> Play<()> {
        let left: Few<UnitId> = self.s.stack(hex).filter(|&u| self.s.unit(u).square).collect();
        for &unit in &left {
            self.drop_square(unit, rule);
        }
        let (guns, foot): (Few<UnitId>, Few<UnitId>) = left.into_iter().partition(|&u| self.b.is_gun(u));
        self.face_freely(&foot)?;
        self.face_freely(&guns)
    }

    /// Units of a kind that have left the square of their hex face as they like, all the same way (6.1.2, 6.1.1): not where others of
    /// their kind in the hex did not leave it.
    fn face_freely(&mut self, units: &[UnitId]) -> Play<()> {
        let routed = |u: UnitId| self.s.unit(u).condition >= Condition::Routed;
        let alike: Few<UnitId> = units.iter().copied().filter(|&u| !routed(u)).collect();
        let [unit, ..] = alike[..] else { return Ok(()) };
        if facing::partner(self.b, self.s, unit, |u| alike.contains(&u) || routed(u)).is_some() {
            return Ok(());
        }
        let now = self.s.unit(unit).facing;
        let others = Facing::ALL.into_iter().filter(|&f| f != now);
        let offers: Few<Answer> =
            std::iter::once(now).chain(others).map(|f| Answer::one(verb::TURN, Point::Facing(f.0))).collect();
        let about = [unit_point(unit), Point::Nothing, Point::Nothing];
        let answer = self.choose_any(self.b.side(unit), rule!("6.1.2"), "square.facing", about, &offers)?;
        let facing = answer.facing().map_or(now, Facing);
        for u in alike {
            self.s.unit_mut(u).facing = facing;
        }
        Ok(())
    }

    fn drop_square(&mut self, unit: UnitId, rule: Rule) {
        let u = self.s.unit_mut(unit);
        u.square = false;
        let hex = u.hex;
        self.tell(|| Event::new(rule, "square.left").unit("unit", unit.0.into()).place("hex", hex.0));
    }
}
