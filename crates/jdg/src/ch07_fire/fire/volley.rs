//! 7: the fire segment, counter-battery fire (7.1) and reaction fire (8.3.3).

use std::ops::ControlFlow;

use ground::HexId;
use table::{Answer, Event, Flow, Modifiers, Play, Point, Refusal, Side, rule};

use super::{Kind, Shot};
use crate::Few;
use crate::ch00_general::general;
use crate::ch02_orders::orders;
use crate::ch07_fire::fire;
use crate::core::Facing;
use crate::core::charts::Effect;
use crate::core::field::{Foes, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{UnitId, did};
use crate::core::verb;
use crate::{Battle, Field, State, why};

/// Order of a battery: what a battery of the active side does.
struct Order {
    shot: Shot,
    facing: Option<Facing>,
}

impl Field<'_, '_> {
    /// One step of the fire segment (1.D.3): one battery, or two combined, fires, with any counter-battery reply. Over when
    /// the player is done or nothing can fire.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn fire_step(&mut self) -> Play<Flow> {
        let side = orders::active_side(self.b, self.s);
        if !any_fire(self.b, self.s, side) {
            return Ok(Flow::Over);
        }
        let answer = self.ask(
            side,
            rule!("7.1"),
            "fire.battery",
            [Point::Side(side), Point::Nothing, Point::Nothing],
            |b, s, out| list_fire(b, s, side, out),
            refuse_fire,
        )?;
        let Some(order) = order(self.b, self.s, &answer) else { return Ok(Flow::Over) };
        if let Some(facing) = order.facing {
            self.turn_batteries(order.shot.battery, facing);
        }
        self.normal_fire(&order.shot)?;
        Ok(Flow::Continue)
    }

    /// All batteries of a hex turn (7.2, 6.1.1, RULING J141).
    fn turn_batteries(&mut self, battery: UnitId, facing: Facing) {
        let guns: Few<UnitId> =
            self.s.stack(self.s.unit(battery).hex).filter(|&unit| self.b.is_gun(unit)).collect();
        for gun in guns {
            self.s.unit_mut(gun).facing = facing;
            self.s.unit_mut(gun).did |= did::TURNED;
        }
        self.tell(|| {
            Event::new(rule!("7.2"), "fire.turns")
                .unit("unit", battery.0.into())
                .point("facing", Point::Facing(facing.0))
        });
    }

    /// Normal fire at all units of a hex, then the reply to it (7.1).
    fn normal_fire(&mut self, shot: &Shot) -> Play<()> {
        let from = self.s.unit(shot.battery).hex;
        let struck: Few<UnitId> = self.s.stack(shot.target).collect();
        self.s.unit_mut(shot.battery).did |= did::FIRED;
        if let Some(with) = shot.with {
            self.s.unit_mut(with).did |= did::FIRED;
        }
        // Who combines with the battery stands in its hex: foes count by their hexes (10.3.1).
        self.resolve_fire(shot, &struck, &Foes::one(shot.battery))?;
        self.counter_battery(from, &struck)
    }

    /// Counter-battery fire by one of the batteries fired at, right after the results (7.1, RULING J24).
    fn counter_battery(&mut self, at: HexId, struck: &[UnitId]) -> Play<()> {
        let able =
            |b: &Battle, s: &State, unit: UnitId| b.is_gun(unit) && fire::may_reply(b, s, unit, at).is_ok();
        let Some(&first) = struck.iter().find(|&&unit| able(self.b, self.s, unit)) else {
            return Ok(());
        };
        let answer = self.ask(
            self.b.side(first),
            rule!("7.1"),
            "fire.reply",
            [unit_point(first), hex_point(at), Point::Nothing],
            |b, s, out| {
                let guns = struck.iter().filter(|&&unit| able(b, s, unit));
                out.extend(guns.map(|&gun| Answer::two(verb::FIRE, unit_point(gun), hex_point(at))));
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| refuse_reply(b, s, struck, at, answer),
        )?;
        let Some(gun) = unit_of(&answer) else { return Ok(()) };
        self.s.unit_mut(gun).did |= did::REPLIED;
        let target = self.s.top(at).expect("the hex that fired still holds its battery");
        self.resolve_fire(&Shot::of(gun, at, Kind::CounterBattery), &[target], &Foes::one(gun))
    }

    /// Reaction fire by the batteries of the defended hexes against attackers in their front hexes (8.3.3), each by itself, in
    /// the owner's order, until they have done. The effects are applied.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn reaction_fire(&mut self, defenders: &[HexId], attackers: &[HexId]) -> Play<()> {
        let (b, s) = (self.b, &*self.s);
        let guns: Few<UnitId> =
            defenders.iter().flat_map(|&hex| s.stack(hex)).filter(|&unit| b.is_gun(unit)).collect();
        while self.react(&guns, attackers)? {}
        Ok(())
    }

    /// Reaction fire of one battery (8.3.3, 5.1.3). False when there is none.
    fn react(&mut self, guns: &[UnitId], attackers: &[HexId]) -> Play<bool> {
        let able = |b: &Battle, s: &State, gun: UnitId, hex: HexId| fire::may_react(b, s, gun, hex).is_ok();
        let (b, s) = (self.b, &*self.s);
        let Some(&first) = guns.iter().find(|&&gun| attackers.iter().any(|&hex| able(b, s, gun, hex))) else {
            return Ok(false);
        };
        let side = b.side(first);
        let answer = self.ask(
            side,
            rule!("8.3.3"),
            "react.fire",
            [unit_point(first), Point::Nothing, Point::Nothing],
            |b, s, out| {
                for &gun in guns {
                    let hexes = attackers.iter().filter(|&&hex| able(b, s, gun, hex));
                    out.extend(hexes.map(|&hex| Answer::two(verb::REACT, unit_point(gun), hex_point(hex))));
                }
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| match (unit_of(answer), hex_of(answer)) {
                _ if answer.verb == verb::COMBINE => {
                    Refusal::new(rule!("8.3.3"), "fire.reacts_alone").with("unit", unit_point(first))
                }
                (Some(gun), _) if !s.unit(gun).on_map() => why::off_map(b, s, gun),
                (Some(gun), Some(hex)) if guns.contains(&gun) && attackers.contains(&hex) => {
                    refusal(fire::may_react(b, s, gun, hex))
                }
                (Some(gun), _) if !b.is_gun(gun) => {
                    Refusal::new(rule!("7.1"), "fire.no_battery").with("unit", unit_point(gun))
                }
                (Some(gun), _) if !guns.contains(&gun) => {
                    Refusal::new(rule!("8.3.3"), "fire.not_attacked").with("unit", unit_point(gun))
                }
                (gun, hex) => Refusal::new(rule!("8.3.3"), "fire.not_attacking")
                    .with("unit", unit_point(gun.unwrap_or(first)))
                    .with("hex", hex_point(hex.unwrap_or(HexId::NONE))),
            },
        )?;
        let (Some(gun), Some(hex)) = (unit_of(&answer), hex_of(&answer)) else { return Ok(false) };
        let target = self.reaction_target(gun, hex, side)?;
        self.s.unit_mut(gun).did |= did::REPLIED;
        self.resolve_fire(&Shot::of(gun, hex, Kind::Reaction), &[target], &Foes::one(gun))?;
        Ok(true)
    }

    /// The unit that reaction fire strikes: the top one, or by choice the one under a battery on top (5.1.3).
    fn reaction_target(&mut self, gun: UnitId, hex: HexId, side: Side) -> Play<UnitId> {
        let top = self.s.top(hex).expect("a hex fired at holds an attacker");
        let Some(under) = fire::under_battery(self.b, self.s, hex) else { return Ok(top) };
        let answers = [top, under].map(|unit| Answer::two(verb::UNDER, unit_point(gun), unit_point(unit)));
        let about = [unit_point(gun), hex_point(hex), Point::Nothing];
        let refuse = |_: &Battle, _: &State, _: &Answer| {
            Refusal::new(rule!("5.1.3"), "fire.top_or_under")
                .with("unit", unit_point(gun))
                .with("top", unit_point(top))
                .with("under", unit_point(under))
        };
        let answer = self.choose(side, rule!("5.1.3"), "fire.under", about, &answers, refuse)?;
        Ok(if answer == answers[0] { top } else { under })
    }

    /// Die, fire strength and modifiers on the fire table, then the effects on each unit struck, unit by unit from the top (7.5).
    fn resolve_fire(&mut self, shot: &Shot, struck: &[UnitId], foes: &Foes) -> Play<()> {
        let b = self.b;
        let modifiers = fire::modifiers(b, self.s, shot);
        let strength = general::strength(b, self.s, shot.battery);
        let rows = fire::outcomes(b, self.s, shot);
        let about = [unit_point(shot.battery), hex_point(shot.target), Point::Nothing];
        let die =
            self.d10(rule!("7.5"), "fire", b.side(shot.battery), about, |die| rows[die as usize] as u32)?;
        let effects = &b.charts.fire[rows[die as usize]].result;
        let (key, rule) = match shot.kind {
            Kind::Normal => ("fire.result", rule!("7.5")),
            Kind::CounterBattery => ("fire.counter_battery", rule!("7.1")),
            Kind::Reaction => ("fire.reaction", rule!("8.3.3")),
        };
        self.tell(|| {
            Event::new(rule, key)
                .unit("unit", shot.battery.0.into())
                .place("hex", shot.target.0)
                .unit("target", struck[0].0.into())
                .number("die", die)
                .number("strength", strength)
                .number("modifiers", modifiers.total())
                .number("total", die + strength + modifiers.total())
                .word("result", fire::word(effects))
                .parts(&modifiers)
        });
        for &unit in struck {
            for &effect in effects {
                self.suffer_fire(unit, effect, foes)?;
            }
        }
        Ok(())
    }

    /// One effect of fire on one unit (7.5, 10.1, 10.2).
    fn suffer_fire(&mut self, unit: UnitId, effect: Effect, foes: &Foes) -> Play<()> {
        match effect {
            Effect::Test => self.must_test(unit, Modifiers::new(), rule!("7.5"), foes),
            Effect::Disorder => self.disorder(unit, rule!("7.5"), foes),
            Effect::Rout => self.rout(unit, rule!("7.5"), foes),
        }
    }
}

/// The refusal that a predicate gave; if it gave none, the answer was malformed.
fn refusal(result: Result<(), Refusal>) -> Refusal {
    result.err().unwrap_or(why::not_offered(rule!("7.1")))
}

/// Reason why a battery does not answer fire from a hex (7.1).
fn refuse_reply(b: &Battle, s: &State, struck: &[UnitId], at: HexId, answer: &Answer) -> Refusal {
    let (Some(unit), Some(hex)) = (unit_of(answer), hex_of(answer)) else {
        return why::not_offered(rule!("7.1"));
    };
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(at));
    if !s.unit(unit).on_map() {
        return why::off_map(b, s, unit);
    }
    if !b.is_gun(unit) {
        return no(rule!("7.1"), "fire.no_battery");
    }
    if !struck.contains(&unit) || hex != at {
        return no(rule!("7.1"), "fire.not_struck");
    }
    if answer.verb == verb::COMBINE {
        return no(rule!("7.1"), "fire.replies_alone");
    }
    match fire::may_reply(b, s, unit, at) {
        Err(refusal) => refusal,
        Ok(()) => no(rule!("7.2"), "fire.reply_without_turn"),
    }
}

/// The three facings of a battery that may fire: its own, then one vertex either way (7.2).
fn facings(s: &State, battery: UnitId) -> [Facing; 3] {
    let own = s.unit(battery).facing;
    [own, own.turn(-1), own.turn(1)]
}

/// The battery with which another may combine its fire (7.3), listed once for each pair: under the stronger, or the first if equal.
fn partner(b: &Battle, s: &State, battery: UnitId) -> Option<UnitId> {
    let strength = |unit| general::strength(b, s, unit);
    s.stack(s.unit(battery).hex)
        .filter(|&other| b.is_gun(other) && b.unit(other).formation == b.unit(battery).formation)
        .find(|&other| {
            strength(battery) > strength(other) || strength(battery) == strength(other) && battery < other
        })
}

/// Calls for every legal shot of the active side, until told to stop.
fn each_fire(
    b: &Battle,
    s: &State,
    side: Side,
    mut f: impl FnMut(&Order) -> ControlFlow<()>,
) -> ControlFlow<()> {
    for battery in b.unit_ids().filter(|&unit| fire::may_act(b, s, unit).is_ok()) {
        for facing in facings(s, battery) {
            let turn = (facing != s.unit(battery).facing).then_some(facing);
            for target in fire::enemy_hexes(b, s, side) {
                if fire::may_fire(b, s, battery, target, facing).is_err() {
                    continue;
                }
                let shot = Shot::of(battery, target, Kind::Normal);
                f(&Order { shot, facing: turn })?;
                let Some(with) = partner(b, s, battery) else { continue };
                if fire::may_combine(b, s, [battery, with], target, facing).is_ok() {
                    f(&Order { shot: Shot { with: Some(with), ..shot }, facing: turn })?;
                }
            }
        }
    }
    ControlFlow::Continue(())
}

/// Whether the side has any legal shot.
fn any_fire(b: &Battle, s: &State, side: Side) -> bool {
    each_fire(b, s, side, |_| ControlFlow::Break(())).is_break()
}

/// Lists the legal shots of the side, and the end of firing.
fn list_fire(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    let _ = each_fire(b, s, side, |order| {
        let verb = if order.shot.with.is_some() { verb::COMBINE } else { verb::FIRE };
        let (battery, target) = (unit_point(order.shot.battery), hex_point(order.shot.target));
        let facing = order.facing.map_or(Point::Nothing, |facing| Point::Facing(facing.0));
        out.push(Answer::three(verb, battery, target, facing));
        ControlFlow::Continue(())
    });
    out.push(Answer::button(verb::PASS));
}

/// Order in an answer, if it orders fire.
fn order(b: &Battle, s: &State, answer: &Answer) -> Option<Order> {
    let (battery, target) = (unit_of(answer)?, hex_of(answer)?);
    let with = if answer.verb == verb::COMBINE { Some(partner(b, s, battery)?) } else { None };
    let shot = Shot { battery, with, target, kind: Kind::Normal };
    Some(Order { shot, facing: answer.facing().map(Facing) })
}

/// Reason why a shot is refused.
fn refuse_fire(b: &Battle, s: &State, answer: &Answer) -> Refusal {
    let Some(battery) = unit_of(answer) else { return why::not_offered(rule!("7.1")) };
    // Nothing is in the way but the facing that was named: it is the battery's own.
    let faces_so = Refusal::new(rule!("7.2"), "fire.faces_so").with("unit", unit_point(battery));
    bars(b, s, answer).unwrap_or(faces_so)
}

/// Bar on a shot, if anything does.
pub(crate) fn bars(b: &Battle, s: &State, answer: &Answer) -> Option<Refusal> {
    let (battery, target) = (unit_of(answer)?, hex_of(answer)?);
    let facing = answer.facing().map_or(s.unit(battery).facing, Facing);
    let alone = fire::may_fire(b, s, battery, target, facing);
    let judged = match (answer.verb, partner(b, s, battery)) {
        (verb::COMBINE, Some(with)) => fire::may_combine(b, s, [battery, with], target, facing),
        (verb::COMBINE, None) => alone.and(Err(no_partner(b, s, battery))),
        _ => alone,
    };
    judged.err()
}

/// Reason why a battery does not lead combined fire (7.3): there is no other, or the other is the stronger.
fn no_partner(b: &Battle, s: &State, battery: UnitId) -> Refusal {
    let refusal = |why| Refusal::new(rule!("7.3"), why).with("unit", unit_point(battery));
    let leads = |&other: &UnitId| {
        other != battery && b.is_gun(other) && b.unit(other).formation == b.unit(battery).formation
    };
    match s.stack(s.unit(battery).hex).find(leads) {
        Some(other) => refusal("fire.other_leads").with("other", unit_point(other)),
        None => refusal("fire.no_partner"),
    }
}
