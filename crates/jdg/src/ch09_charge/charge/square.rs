//! 9.3: squares against a charge, and the recall of the cavalry.

use ground::HexId;
use table::{Answer, Event, Modifiers, Play, Point, Rule, Test, rule};

use crate::Few;
use crate::ch00_general::general::ratings;
use crate::ch08_shock::shock::combat::foes;
use crate::core::Facing;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{Field, Foes, hex_point, unit_point};
use crate::core::state::{Condition, State, UnitId, did};
use crate::core::verb;

/// The infantry of a hex, from the top.
fn infantry(b: &Battle, s: &State, hex: HexId) -> Few<UnitId> {
    s.stack(hex).filter(|&u| b.arm(u) == Arm::Infantry).collect()
}

/// Whether the units of a charged hex may try to form square (9.3.1): infantry in clear terrain, all of it in good order,
/// not in square now and none of it among those whom the charge has thrown out of one, and now pursues.
fn may_attempt(b: &Battle, s: &State, hex: HexId, broken: &[UnitId]) -> bool {
    let foot = infantry(b, s, hex);
    let ready =
        |&u: &UnitId| s.unit(u).condition == Condition::Good && !s.unit(u).square && !broken.contains(&u);
    !foot.is_empty() && foot.iter().all(ready) && b.charts.terrain[b.ground.terrain(hex)].square
}

/// Assent of a side that was asked whether it wants something.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Assent {
    /// It does.
    Yes,
    /// It does not.
    No,
}

/// Recall of those who charge.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Recall {
    /// They hear it.
    Heard,
    /// They do not, or it was not tried.
    Unheard,
}

impl Field<'_, '_> {
    /// Charged infantry may try to form square, hex by hex (9.3.1). Returns the hexes where it succeeded.
    pub(crate) fn square_attempts(&mut self, targets: &[HexId]) -> Play<Few<HexId>> {
        let mut formed = Few::new();
        for &hex in targets {
            if may_attempt(self.b, self.s, hex, &self.broken) && self.attempt_square(hex)? {
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
        if self.assent(side, rule!("9.3.1"), "square.attempt", about)? == Assent::No {
            return Ok(false);
        }
        let rating = foot.iter().map(|&u| ratings(self.b, self.s, u).cohesion).min().unwrap_or_default();
        let test =
            self.test(foot[0], rating, Modifiers::new(), rule!("0.4.1"), rule!("9.3.1"), "test.square")?;
        if test.passed() {
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

    /// The cavalry may try to halt before a square that was formed against it (9.3.3).
    ///
    /// RULING J38: only before a square formed in this very step. RULING J173: cavalry that is recalled takes no further
    /// part in the combats of the activation, but as one who is attacked. RULING J174: one square in front of it is enough.
    pub(crate) fn recall(&mut self, units: &[UnitId], squares: &[HexId]) -> Play<Recall> {
        let unit = units[0];
        let side = self.b.side(unit);
        let about = [unit_point(unit), hex_point(squares[0]), Point::Nothing];
        if self.assent(side, rule!("9.3.3"), "recall.attempt", about)? == Assent::No {
            return Ok(Recall::Unheard);
        }
        if self.engagement_test(unit, Modifiers::new(), rule!("9.3.3"))? == Test::Failed {
            return Ok(Recall::Unheard);
        }
        let squares = foes(squares.iter().flat_map(|&hex| self.s.stack(hex)));
        for &u in units {
            self.s.unit_mut(u).did |= did::RECALLED;
            self.fall_back(u, &squares)?;
            let hex = self.s.unit(u).hex;
            self.tell(|| {
                Event::new(rule!("9.3.3"), "recall.recalled").unit("unit", u.0.into()).place("hex", hex.0)
            });
        }
        self.face_recalled(units)?;
        Ok(Recall::Heard)
    }

    /// Recalled cavalry faces as it likes (9.3.3), hex by hex, or as those whom it joins (6.1.1).
    fn face_recalled(&mut self, units: &[UnitId]) -> Play<()> {
        let mut left: Few<UnitId> = units.iter().copied().filter(|&u| self.may_face(u)).collect();
        while let Some(&unit) = left.first() {
            let hex = self.s.unit(unit).hex;
            let (here, rest): (Few<UnitId>, Few<UnitId>) =
                left.into_iter().partition(|&u| self.s.unit(u).hex == hex);
            left = rest;
            let facing =
                match crate::ch06_facing::facing::partner(self.b, self.s, unit, |u| here.contains(&u)) {
                    Some(partner) => self.s.unit(partner).facing,
                    None => self.ask_facing(unit)?,
                };
            for &u in &here {
                self.s.unit_mut(u).facing = facing;
            }
        }
        Ok(())
    }

    /// Whether a unit has a facing of its own to choose (10.2).
    fn may_face(&self, unit: UnitId) -> bool {
        self.s.unit(unit).on_map() && self.s.unit(unit).condition < Condition::Routed
    }

    /// Any facing, for recalled cavalry.
    fn ask_facing(&mut self, unit: UnitId) -> Play<Facing> {
        let offers: Few<Answer> =
            Facing::ALL.into_iter().map(|f| Answer::one(verb::TURN, Point::Facing(f.0))).collect();
        let about = [unit_point(unit), Point::Nothing, Point::Nothing];
        let answer = self.choose_any(self.b.side(unit), rule!("9.3.3"), "recall.facing", about, &offers)?;
        Ok(answer.facing().map(Facing).expect("TURN names a facing"))
    }

    /// Asks a side whether it wants to do something.
    pub(crate) fn assent(
        &mut self,
        side: table::Side,
        rule: Rule,
        key: &'static str,
        about: [Point; 3],
    ) -> Play<Assent> {
        let offers = [Answer::button(verb::YES), Answer::button(verb::NO)];
        let answer = self.choose_any(side, rule, key, about, &offers)?;
        Ok(if answer.verb == verb::YES { Assent::Yes } else { Assent::No })
    }
}
