//! 9.3: squares against a charge, and the recall of the cavalry.

use ground::{Facing, HexId};
use table::{Answer, Event, Modifiers, Play, Point, Refusal, Rule, rule};

use crate::battle::{Arm, Battle};
use crate::few::Few;
use crate::field::{Field, Foes, How, hex_of, hex_point, unit_point};
use crate::general::ratings;
use crate::shock::combat::held_against;
use crate::state::{Condition, State, UnitId, did};
use crate::{movement, reinforcements, stacking, verb, why, zones};

/// The infantry of a hex, from the top.
fn infantry(b: &Battle, s: &State, hex: HexId) -> Few<UnitId> {
    s.stack(hex).filter(|&u| b.arm(u) == Arm::Infantry).collect()
}

/// Whether the units of a charged hex may try to form square (9.3.1): infantry in clear terrain, all of it in good order,
/// not in square now and not thrown out of one by a charge in this activation.
fn may_attempt(b: &Battle, s: &State, hex: HexId) -> bool {
    let foot = infantry(b, s, hex);
    let ready = |&u: &UnitId| {
        let u = s.unit(u);
        u.condition == Condition::Good && !u.square && !u.has(did::SQUARED)
    };
    !foot.is_empty() && foot.iter().all(ready) && b.charts.terrain[b.ground.terrain(hex).index()].square
}

/// The hexes into which cavalry falls back when recalled (9.3.3).
fn fall_backs(b: &Battle, s: &State, units: &[UnitId], squares: &[HexId]) -> Few<HexId> {
    let around = b.ground.neighbours(s.unit(units[0]).hex).into_iter().filter(|hex| hex.is_some());
    around.filter(|&hex| may_fall_back(b, s, units, squares, hex).is_ok()).collect()
}

/// Whether recalled cavalry may fall back into a hex: the next one, away from the squares, before no enemy's front (9.3.3).
///
/// RULING J187: before no enemy whose zone of control reaches there.
fn may_fall_back(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    squares: &[HexId],
    hex: HexId,
) -> Result<(), Refusal> {
    let (side, here) = (b.side(units[0]), s.unit(units[0]).hex);
    let no = |rule, why| {
        Err(Refusal::new(rule, why).with("unit", unit_point(units[0])).with("hex", hex_point(hex)))
    };
    movement::may_enter(b, s, units[0], here, hex)?;
    if held_against(b, s, side, hex) {
        return no(rule!("5.1.2"), "move.enemy");
    }
    if squares.iter().any(|&q| b.ground.distance(q, hex) <= b.ground.distance(q, here)) {
        return no(rule!("9.3.3"), "recall.nearer");
    }
    if zones::in_enemy_front(b, s, side, hex) {
        return no(rule!("9.3.3"), "recall.front");
    }
    stacking::may_join(b, s, units, hex)?;
    reinforcements::bars(b, s, side, hex)
}

impl Field<'_, '_> {
    /// Charged infantry may try to form square, hex by hex (9.3.1). Returns the hexes where it succeeded.
    pub(crate) fn square_attempts(&mut self, targets: &[HexId]) -> Play<Few<HexId>> {
        let mut formed = Few::new();
        for &hex in targets {
            if may_attempt(self.b, self.s, hex) && self.attempt_square(hex)? {
                formed.push(hex);
            }
        }
        Ok(formed)
    }

    /// One attempt, if the owner wants it: one die, compared with the cohesion of every infantry unit (RULING J106).
    fn attempt_square(&mut self, hex: HexId) -> Play<bool> {
        let foot = infantry(self.b, self.s, hex);
        let side = self.b.side(foot[0]);
        let about = [unit_point(foot[0]), hex_point(hex), Point::Nothing];
        if !self.yes(side, rule!("9.3.1"), "square.attempt", about)? {
            return Ok(false);
        }
        let rating = foot.iter().map(|&u| ratings(self.b, self.s, u).cohesion).min().unwrap_or(0);
        if self.test(foot[0], rating, Modifiers::new(), rule!("0.4.1"), rule!("9.3.1"), "test.square")? {
            // A disordered battery cannot conform (4.2): it stays in the hex beside the square (RULING J12).
            let conform = |u: &UnitId| self.s.unit(*u).condition == Condition::Good;
            let all: Few<UnitId> = self.s.stack(hex).filter(conform).collect();
            for u in all {
                self.s.unit_mut(u).square = true;
            }
            self.tell(|| {
                Event::new(rule!("9.3.1"), "square.formed").unit("unit", foot[0].0.into()).place("hex", hex.0)
            });
            return Ok(true);
        }
        for &u in &foot {
            self.disorder(u, rule!("9.3.1"), &Foes::nobody())?;
        }
        Ok(false)
    }

    /// The cavalry may try to halt before a square that was formed against it (9.3.3). True if it is recalled.
    ///
    /// RULING J38: only before a square formed in this very step. RULING J173: cavalry that is recalled takes no further
    /// part in the combats of the activation. RULING J174: one square in front of it is enough.
    pub(crate) fn recall(&mut self, units: &[UnitId], squares: &[HexId]) -> Play<bool> {
        let unit = units[0];
        let side = self.b.side(unit);
        let about = [unit_point(unit), hex_point(squares[0]), Point::Nothing];
        if !self.yes(side, rule!("9.3.3"), "recall.attempt", about)? {
            return Ok(false);
        }
        if !self.engagement_test(unit, Modifiers::new(), rule!("9.3.3"))? {
            return Ok(false);
        }
        for &u in units {
            self.s.unit_mut(u).did |= did::BALKED;
        }
        let backs = fall_backs(self.b, self.s, units, squares);
        // RULING J39: it stays only where no hex is free.
        if !backs.is_empty() {
            let offers: Few<Answer> =
                backs.iter().map(|&hex| Answer::one(verb::BACK, hex_point(hex))).collect();
            let refuse = |b: &Battle, s: &State, answer: &Answer| {
                let barred = hex_of(answer).and_then(|hex| may_fall_back(b, s, units, squares, hex).err());
                barred.unwrap_or(why::not_offered(rule!("9.3.3")))
            };
            let answer = self.choose(side, rule!("9.3.3"), "recall.to", about, &offers, refuse)?;
            let hex = hex_of(&answer).expect("BACK names a hex");
            self.relocate_together(units, hex, How::Own)?;
        }
        let hex = self.s.unit(unit).hex;
        self.tell(|| {
            Event::new(rule!("9.3.3"), "recall.recalled").unit("unit", unit.0.into()).place("hex", hex.0)
        });
        self.face_recalled(units)?;
        Ok(true)
    }

    /// Recalled cavalry faces as it likes (9.3.3), or as those whom it joins (6.1.1).
    fn face_recalled(&mut self, units: &[UnitId]) -> Play<()> {
        let unit = units[0];
        let facing = match crate::facing::partner(self.b, self.s, unit, |u| units.contains(&u)) {
            Some(partner) => self.s.unit(partner).facing,
            None => {
                let offers: Few<Answer> =
                    Facing::ALL.into_iter().map(|f| Answer::one(verb::TURN, Point::Facing(f.0))).collect();
                let about = [unit_point(unit), Point::Nothing, Point::Nothing];
                let answer =
                    self.choose_any(self.b.side(unit), rule!("9.3.3"), "recall.facing", about, &offers)?;
                answer.facing().map(Facing).expect("TURN names a facing")
            }
        };
        for &u in units {
            self.s.unit_mut(u).facing = facing;
        }
        Ok(())
    }

    /// Asks a side whether it wants to do something.
    pub(crate) fn yes(
        &mut self,
        side: table::Side,
        rule: Rule,
        key: &'static str,
        about: [Point; 3],
    ) -> Play<bool> {
        let offers = [Answer::button(verb::YES), Answer::button(verb::NO)];
        Ok(self.choose_any(side, rule, key, about, &offers)?.verb == verb::YES)
    }
}
