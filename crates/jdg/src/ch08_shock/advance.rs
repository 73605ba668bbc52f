//! 8.7: advance after shock, breakthrough and counter-shock.

mod second;

use crate::ch05_stacking::arrival::ArrivalKind;
use crate::core::Facing;
use crate::core::strike::Strike;
use ground::HexId;
use smallvec::smallvec;
use table::{Answer, Event, Play, Point, Refusal, Rule, rule};

use crate::Few;
use crate::ch00_general::general::ratings;
use crate::ch04_movement::movement::costs::Neighbour;
use crate::ch04_movement::movement::{self, costs};
use crate::ch05_stacking::reinforcements;
use crate::ch08_shock::shock::combat::can_strike;
use crate::ch08_shock::shock::result::{CombatResult, FoughtCombat};
use crate::ch11_rally::demoralization::may_step_into;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::FollowUp;
use crate::core::field::{Field, Foes, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{State, UnitId, did};
use crate::core::verb;

/// Rank in the order of advance (8.7.1, 8.7.3): charging cavalry before other cavalry before infantry, heavy cavalry before other, then
/// the highest cohesion.
pub(crate) fn rank(b: &Battle, s: &State, unit: UnitId) -> (bool, bool, bool, i16) {
    let card = b.unit(unit);
    let horse = card.arm == Arm::Cavalry;
    (s.unit(unit).has(did::CHARGING), horse, horse && card.heavy, ratings(b, s, unit).cohesion)
}

/// Attackers that may go into a vacated hex: still in place and in good order, and able to enter (8.7.1); no hex that is
/// kept for enemy reinforcements (5.2.3).
fn able<'a>(
    b: &'a Battle,
    s: &'a State,
    strikes: &'a [Strike],
    hex: HexId,
) -> impl Iterator<Item = UnitId> + 'a {
    strikes
        .iter()
        .filter(move |k| s.unit(k.unit).hex == k.from && can_strike(b, s, k.unit) && k.hits(b, hex))
        .filter(move |k| movement::may_enter(b, s, k.unit, k.from, hex).is_ok())
        .filter(move |k| reinforcements::bars(b, s, b.side(k.unit), hex).is_ok())
        .map(|k| k.unit)
}

/// The pairs of unit and vacated hex among which the attacker chooses (8.7.1, 8.7.3). Where they need not advance, units of a
/// demoralised formation stay out of enemy zones (11.2).
fn candidates(
    b: &Battle,
    s: &State,
    strikes: &[Strike],
    vacated: &[HexId],
    optional: bool,
) -> Few<(UnitId, HexId)> {
    let free = move |u: UnitId, hex: HexId| !optional || may_step_into(b, s, u, hex).is_ok();
    let pairs = || {
        let into = move |&hex: &HexId| able(b, s, strikes, hex).map(move |u| (u, hex));
        vacated.iter().flat_map(into).filter(move |&(u, hex)| free(u, hex))
    };
    let best = pairs().map(|(u, _)| rank(b, s, u)).max();
    pairs().filter(|(u, _)| Some(rank(b, s, *u)) == best).collect()
}

/// The units that go with a chosen one: it alone if one stack attacked, else all of its stack that attacked (RULING J35, J170).
fn company(strikes: &[Strike], unit: UnitId) -> Few<UnitId> {
    let Some(own) = strikes.iter().find(|k| k.unit == unit) else { return smallvec![unit] };
    if strikes.iter().all(|k| k.from == own.from) {
        return smallvec![unit];
    }
    strikes.iter().filter(|k| k.from == own.from).map(|k| k.unit).collect()
}

/// The rule by which another goes before a unit: cohesion alone (8.7.1), or its arm (8.7.3).
fn first_by(b: &Battle, s: &State, strikes: &[Strike], unit: UnitId) -> Rule {
    let arm = |u: UnitId| {
        let (charging, horse, heavy, _) = rank(b, s, u);
        (charging, horse, heavy)
    };
    let behind = strikes.iter().any(|k| arm(k.unit) > arm(unit));
    if behind { rule!("8.7.3") } else { rule!("8.7.1") }
}

/// Reason why an advance is not on offer.
fn explain(
    b: &Battle,
    s: &State,
    strikes: &[Strike],
    vacated: &[HexId],
    optional: bool,
    answer: &Answer,
) -> Refusal {
    let Some((unit, hex)) = unit_of(answer).zip(hex_of(answer)) else {
        return Refusal::new(rule!("8.7.1"), "advance.must");
    };
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(hex));
    if b.is_gun(unit) {
        return no(rule!("8.9"), "advance.artillery");
    }
    let Some(strike) = strikes.iter().find(|k| k.unit == unit) else {
        return no(rule!("8.7.1"), "advance.not_attacking");
    };
    if s.unit(unit).hex != strike.from || !can_strike(b, s, unit) {
        return no(rule!("8.7.1"), "advance.shaken");
    }
    if !vacated.contains(&hex) {
        return no(rule!("8.7.1"), "advance.not_vacated");
    }
    if !strike.hits(b, hex) {
        return no(rule!("8.7.1"), "advance.other_target");
    }
    let open = movement::may_enter(b, s, unit, strike.from, hex)
        .and_then(|()| reinforcements::bars(b, s, b.side(unit), hex))
        .and_then(|()| if optional { may_step_into(b, s, unit, hex) } else { Ok(()) });
    open.err().unwrap_or_else(|| no(first_by(b, s, strikes, unit), "advance.not_first"))
}

/// Sequel of an advance: what an advance may lead to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum AdvanceSequel {
    /// A breakthrough shock, if the result allows one (8.7.2).
    MayBreakThrough,
    /// Nothing more.
    Stays,
}

impl Field<'_, '_> {
    /// The advance that a won shock obliges to (8.7.1), and the breakthrough that may follow (8.7.2).
    pub(crate) fn advance(&mut self, fought: &FoughtCombat, onward: AdvanceSequel) -> Play<()> {
        let vacated: Few<HexId> =
            fought.combat.targets.iter().copied().filter(|&hex| self.s.is_empty(hex)).collect();
        let strikes = &fought.combat.strikes;
        let Some((unit, hex)) = self.choose_advance(strikes, &vacated, false)? else { return Ok(()) };
        let units = company(strikes, unit);
        let allows = match fought.result {
            CombatResult::Row(row) => self.b.charts.shock[row].allows,
            CombatResult::NoFight | CombatResult::GunsTaken => FollowUp::Nothing,
        };
        // Who has made its second shock has no other before it, and may turn as in any advance (8.7.1).
        let fresh = units.iter().any(|&u| !self.s.unit(u).has(did::BROKE));
        // RULING J223: nobody breaks through out of a hex that only guns held, also if others were attacked besides (8.7.2, 8.9).
        let manned = fought.stood.iter().any(|&(u, stood)| stood == hex && !self.b.is_gun(u));
        let breaks =
            onward == AdvanceSequel::MayBreakThrough && allows == FollowUp::Breakthrough && fresh && manned;
        let from = self.s.unit(unit).hex;
        self.enter(&units, hex)?;
        if !breaks {
            self.turn_after_advance(&units)?;
        }
        self.disordered_by_ground(&units, from, hex)?;
        if breaks { self.breakthrough(&units) } else { Ok(()) }
    }

    /// After a refusal attackers may move into a vacated hex (8.8.1), their artillery with the infantry (8.8.1).
    pub(crate) fn occupy(&mut self, attackers: &[Strike], vacated: &[HexId]) -> Play<()> {
        let open: Few<HexId> = vacated.iter().copied().filter(|&hex| self.s.is_empty(hex)).collect();
        let Some((unit, hex)) = self.choose_advance(attackers, &open, true)? else { return Ok(()) };
        let units = company(attackers, unit);
        let from = self.s.unit(unit).hex;
        self.enter(&units, hex)?;
        self.turn_after_advance(&units)?;
        if self.b.arm(unit) == Arm::Infantry {
            self.guns_follow(from, hex)?;
        }
        self.disordered_by_ground(&units, from, hex)
    }

    /// The choice of the unit that advances, and of the hex. After a refusal nobody has to (8.8.1).
    fn choose_advance(
        &mut self,
        strikes: &[Strike],
        vacated: &[HexId],
        optional: bool,
    ) -> Play<Option<(UnitId, HexId)>> {
        if candidates(self.b, self.s, strikes, vacated, optional).is_empty() {
            return Ok(None);
        }
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            let pairs = candidates(b, s, strikes, vacated, optional);
            out.extend(
                pairs.iter().map(|&(u, hex)| Answer::two(verb::ADVANCE, unit_point(u), hex_point(hex))),
            );
            if optional {
                out.push(Answer::button(verb::PASS));
            }
        };
        let side = self.b.side(strikes[0].unit);
        let rule = if optional { rule!("8.8.1") } else { rule!("8.7.1") };
        let explain =
            |b: &Battle, s: &State, answer: &Answer| explain(b, s, strikes, vacated, optional, answer);
        let answer = self.ask(side, rule, "advance.who", [Point::Nothing; 3], list, explain)?;
        Ok(unit_of(&answer).zip(hex_of(&answer)))
    }

    /// Units move into a vacated hex together.
    pub(crate) fn enter(&mut self, units: &[UnitId], hex: HexId) -> Play<()> {
        for &unit in units {
            self.tell(|| {
                Event::new(rule!("8.7.1"), "advance.enters").unit("unit", unit.0.into()).place("hex", hex.0)
            });
        }
        self.relocate_together(units, hex, ArrivalKind::Own)
    }

    /// A change of facing by one vertex in the advance (8.7.1).
    pub(crate) fn turn_after_advance(&mut self, units: &[UnitId]) -> Play<()> {
        let Some(&unit) = units.iter().find(|&&u| self.s.unit(u).on_map()) else { return Ok(()) };
        let facing = self.s.unit(unit).facing;
        self.choose_facing(
            units,
            &[facing, facing.turn(-1), facing.turn(1)],
            rule!("8.7.1"),
            "advance.one_vertex",
        )
    }

    /// Units of a hex take one of several facings (6.1.2, 8.7.1, 9.5.2); `why` tells that another is not open.
    pub(crate) fn choose_facing(
        &mut self,
        units: &[UnitId],
        facings: &[Facing],
        rule: Rule,
        why: &'static str,
    ) -> Play<()> {
        let unit = units[0];
        let offers: Few<Answer> =
            facings.iter().map(|f| Answer::one(verb::TURN, Point::Facing(f.0))).collect();
        let about = [unit_point(unit), hex_point(self.s.unit(unit).hex), Point::Nothing];
        let explain =
            |_: &Battle, _: &State, _: &Answer| Refusal::new(rule, why).with("unit", unit_point(unit));
        let list = |_: &Battle, _: &State, out: &mut Vec<Answer>| out.extend_from_slice(&offers);
        let answer = self.ask(self.b.side(unit), rule, "advance.facing", about, list, explain)?;
        if let Some(facing) = answer.facing() {
            for &unit in units {
                self.s.unit_mut(unit).facing = Facing(facing);
            }
        }
        Ok(())
    }

    /// Infantry that advances over ground which disorders it is disordered (8.7.1).
    ///
    /// RULING J225: as in movement, a road spares it only where it does not come next to an enemy.
    fn disordered_by_ground(&mut self, units: &[UnitId], from: HexId, to: HexId) -> Play<()> {
        let Some(dir) = self.b.ground.dir_to(from, to) else { return Ok(()) };
        for &unit in units {
            let beside = Neighbour::beside(self.b, self.s, self.b.side(unit), to);
            if costs::disorders(self.b, self.b.arm(unit), from, dir, beside) && self.s.unit(unit).hex == to {
                self.disorder(unit, rule!("8.7.1"), &Foes::nobody())?;
            }
        }
        Ok(())
    }

    /// Batteries of the infantry to which shock was refused may follow it (8.8.1), also where another unit stays with them.
    fn guns_follow(&mut self, from: HexId, to: HexId) -> Play<()> {
        let guns: Few<UnitId> = self.s.stack(from).filter(|&u| self.b.is_gun(u)).collect();
        for gun in guns {
            let (b, s) = (self.b, &*self.s);
            let lawful = crate::ch05_stacking::stacking::may_stack(b, s, gun, to).is_ok();
            let open = movement::may_enter(b, s, gun, from, to).and(may_step_into(b, s, gun, to));
            if !lawful || open.is_err() {
                continue;
            }
            let about = [unit_point(gun), hex_point(to), Point::Nothing];
            let offers = [Answer::button(verb::YES), Answer::button(verb::NO)];
            let answer = self.choose_any(b.side(gun), rule!("8.8.1"), "advance.guns", about, &offers)?;
            if answer.verb == verb::YES {
                self.enter(&[gun], to)?;
            }
        }
        Ok(())
    }
}
