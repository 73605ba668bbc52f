//! 13.1: a stack moves, step by step. One movement is one checkpoint.

use ground::{Aim, Dir, HexId};
use table::{Answer, Event, Play, Point, Refusal, rule};

use crate::Field;
use crate::ch08_command::regroup;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::{Act, Reacted};
use crate::ch10_zones::zones;
use crate::ch12_formations::formations;
use crate::ch13_movement::{allowance, step};
use crate::ch18_artillery::maneuvers;
use crate::ch19_cavalry::charge;
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::footprint;
use crate::core::state::{Formation, LeaderId, State, UnitId, did, leader_did};
use crate::core::{status, verb};

impl Field<'_> {
    /// Moves a stack until its owner halts it, or nothing more is possible. `leaders` go along (8.1.5).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn move_stack(&mut self, stack: &[UnitId], leaders: &[LeaderId]) -> Play<()> {
        self.begin_movement(stack);
        self.move_on(stack, leaders)
    }

    /// As [`Field::move_stack`], of a stack that has spent movement points already: a reinforcement that entered (8.10).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn move_on(&mut self, stack: &[UnitId], leaders: &[LeaderId]) -> Play<()> {
        let side = self.b.side(stack[0]);
        loop {
            let mut stack: Few<UnitId, 8> =
                stack.iter().copied().filter(|u| self.s.unit(*u).on_map()).collect();
            stack.retain(|u| !self.s.unit(*u).has(did::HALTED));
            if stack.is_empty() || allowance::left(self.b, self.s, &stack) == 0 {
                break;
            }
            let units = stack.clone();
            let answer = self.ask(
                side,
                rule!("13.1"),
                "move.step",
                about([unit_point(stack[0])]),
                |b, s, out| list(b, s, &units, out),
                |b, s, answer| refuse(b, s, &units, answer),
            )?;
            match answer.verb {
                verb::GO => {
                    let to = hex_of(&answer).expect("go points at a hex");
                    self.go(&stack, leaders, to)?;
                }
                verb::TURN => self.turn(&stack, Aim(answer.facing().expect("turn points at a facing"))),
                verb::FORM => self.change(&stack, &answer)?,
                verb::LIMBER | verb::PROLONG => self.serve_guns(&stack, leaders, &answer)?,
                verb::CHARGE | verb::GRAND => {
                    self.declare_charge(&stack, &answer)?;
                    break;
                }
                _ => break,
            }
            if answer.verb != verb::TURN {
                self.squares_form(&stack)?;
            }
        }
        self.end_movement(stack, leaders);
        Ok(())
    }

    fn begin_movement(&mut self, stack: &[UnitId]) {
        for &unit in stack {
            let now = self.s.unit_mut(unit);
            now.spent = 0;
            now.set(did::ACTED | did::LEFT_ZONE, false);
        }
        self.new_attempts(self.b.side(stack[0]).enemy());
    }

    fn end_movement(&mut self, stack: &[UnitId], leaders: &[LeaderId]) {
        for &unit in stack {
            self.s.unit_mut(unit).set(did::MOVED | did::HALTED, true);
        }
        for &leader in leaders {
            self.s.leader_mut(leader).set(leader_did::MOVED, true);
        }
    }

    /// Goes into the next hex: leaves the zone it is in (10.2.2), suffers reactions (10.1.3), pays, enters, and stops in an enemy zone
    /// (13.1.5).
    fn go(&mut self, stack: &[UnitId], leaders: &[LeaderId], to: HexId) -> Play<()> {
        let from = self.s.unit(stack[0]).hex();
        let dir = self.b.ground.dir_to(from, to).expect("a step goes into the next hex");
        if !self.leave_zone(stack)? {
            self.halt(stack);
            return Ok(());
        }
        if self.spend(stack, Act::Enter(to))? == Reacted::Interrupted {
            return Ok(());
        }
        let cost = step::may_enter(self.b, self.s, stack, dir);
        let Ok(cost) = cost else { return Ok(()) };
        self.pay(stack, cost);
        let joins = !self.s.is_empty(to);
        self.enter_hex(stack, leaders, to)?;
        if joins && self.spend(stack, Act::Joined)? == Reacted::Interrupted {
            return Ok(());
        }
        let stops = |u: &UnitId| {
            let whose = zones::that_hold(self.b, self.s, *u);
            zones::holds(self.b, self.s, *u, whose)
        };
        if stack.iter().any(stops) || regroup::arrives(self.b, self.s, stack) {
            self.halt(stack);
        }
        Ok(())
    }

    /// Spends half movement points.
    pub fn pay(&mut self, stack: &[UnitId], half_mp: u16) {
        for &unit in stack {
            let now = self.s.unit_mut(unit);
            now.spent += half_mp;
            now.spent_turn += half_mp;
            now.set(did::ACTED, true);
        }
    }

    /// A stack may not move on in this segment.
    pub fn halt(&mut self, stack: &[UnitId]) {
        for &unit in stack {
            self.s.unit_mut(unit).set(did::HALTED, true);
        }
    }

    /// Puts a stack into the next hex, beneath those that stand there (11.2), conforming to them (11.1.2), and its leaders with it.
    ///
    /// # Errors
    /// As [`table::Doors::ask`]: an enemy leader alone in the hex flies (8.1.4).
    pub fn enter_hex(&mut self, stack: &[UnitId], leaders: &[LeaderId], to: HexId) -> Play<()> {
        let lead = self.s.top(to).filter(|top| !stack.contains(top)).map(|top| self.s.unit(top).aim);
        let from = self.s.unit(stack[0]).hex();
        for &unit in stack {
            let formation = step::formation_in(self.b, self.s, unit, to);
            self.s.put(unit, &[to]);
            let aim = lead.unwrap_or_else(|| self.nearest_aim(unit, self.shape_with(unit, formation)));
            let now = self.s.unit_mut(unit);
            (now.formation, now.aim) = (formation, aim);
        }
        for &leader in leaders {
            self.s.leader_mut(leader).hex = to;
        }
        let top = stack[0];
        self.tell(|| {
            Event::new(rule!("13.1"), "moved")
                .point("unit", unit_point(top))
                .point("from", hex_point(from))
                .point("hex", hex_point(to))
                .number("units", stack.len() as i32)
        });
        self.leaders_fly(to, self.b.side(top))
    }

    /// The formation that counts for a unit's facing if it is in this one.
    fn shape_with(&self, unit: UnitId, formation: Formation) -> Formation {
        let mut then = *self.s.unit(unit);
        then.formation = formation;
        then.shape()
    }

    /// Changes formation in its hex (12.2.1), after reactions.
    fn change(&mut self, stack: &[UnitId], answer: &Answer) -> Play<()> {
        let (formation, aim) = asked_form(answer).expect("form points at a facing and a formation");
        let cost = stack.iter().map(|u| formations::cost(self.b, *u)).max().unwrap_or(0);
        if self.spend(stack, Act::Spend)? == Reacted::GoesOn {
            self.pay(stack, cost);
            self.form(stack, formation, aim);
        }
        Ok(())
    }
}

/// The formation and facing of an answer.
fn asked_form(answer: &Answer) -> Option<(Formation, Aim)> {
    let number = answer.points.iter().find_map(|p| if let Point::Number(n) = p { Some(*n) } else { None })?;
    let formation = Formation::ALL.get(usize::try_from(number).ok()?)?;
    Some((*formation, Aim(answer.facing()?)))
}

/// An answer that changes formation.
fn form_answer(formation: Formation, aim: Aim) -> Answer {
    Answer::two(verb::FORM, Point::Facing(aim.0), Point::Number(formation as i16))
}

/// What a stack may do next.
fn list(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    let top = stack[0];
    for dir in Dir::ALL {
        if step::may_enter(b, s, stack, dir).is_ok() {
            let to = b.ground.neighbour(s.unit(top).hex(), dir).expect("it may be entered");
            out.push(Answer::one(verb::GO, hex_point(to)));
        }
    }
    for aim in Aim::ALL {
        if may_turn(b, s, stack, aim).is_ok() {
            out.push(Answer::one(verb::TURN, Point::Facing(aim.0)));
        }
    }
    for formation in Formation::of(b.arm(top)) {
        if may_change(b, s, stack, *formation).is_ok() {
            let row = b.charts.formation(b.arm(top), *formation);
            out.extend(footprint::aims(row).map(|aim| form_answer(*formation, aim)));
        }
    }
    charge::list(b, s, stack, out);
    maneuvers::list(b, s, stack, out);
    out.push(Answer::button(verb::HALT));
}

/// Whether a whole stack may turn: it is the whole stack of its hex, since all counters of a hex look the same way (9.1).
fn may_turn(b: &Battle, s: &State, stack: &[UnitId], aim: Aim) -> Result<(), Refusal> {
    facing::may_turn(b, s, stack[0], aim)?;
    whole(s, stack)
}

/// Whether a whole stack may change formation, in one hex, with the points left (12.2.1).
fn may_change(b: &Battle, s: &State, stack: &[UnitId], formation: Formation) -> Result<(), Refusal> {
    for &unit in stack {
        regroup::may_form(b, s, unit, formation)?;
        formations::may_form(b, s, unit, formation)?;
        if formations::cost(b, unit) > allowance::left(b, s, stack) {
            return Err(Refusal::new(rule!("13.1.1"), "move.points").with("unit", unit_point(unit)));
        }
    }
    // Formations of their own kind of layout, and of their own checks, are not offered yet (12.3, 12.9.4, 12.10.2, 18.2.1).
    let plain = matches!(formation, Formation::Column | Formation::Line);
    if !plain || status::row(b, s, stack[0]).increments_per_hex.is_some() {
        return Err(Refusal::new(rule!("12.2.1"), "form.arm").with("unit", unit_point(stack[0])));
    }
    let row = b.charts.formation(b.arm(stack[0]), formation);
    if row.increments_per_hex.is_some_and(|most| status::increments(b, s, stack[0]) > most) {
        return Err(Refusal::new(rule!("12.5.1"), "form.increments").with("unit", unit_point(stack[0])));
    }
    whole(s, stack)
}

/// Whether units are the whole stack of their hex.
fn whole(s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    if s.units_in(s.unit(stack[0]).hex()).len() == stack.len() {
        return Ok(());
    }
    Err(Refusal::new(rule!("9.1"), "move.whole_stack").with("hex", hex_point(s.unit(stack[0]).hex())))
}

/// Why an answer is not among those listed.
fn refuse(b: &Battle, s: &State, stack: &[UnitId], answer: &Answer) -> Refusal {
    let offered = crate::ask::not_offered(rule!("13.1"));
    match answer.verb {
        verb::GO => match hex_of(answer).and_then(|to| b.ground.dir_to(s.unit(stack[0]).hex(), to)) {
            Some(dir) => step::may_enter(b, s, stack, dir).err().unwrap_or(offered),
            None => Refusal::new(rule!("13.1.1"), "move.next_hex"),
        },
        verb::TURN => answer.facing().and_then(|f| may_turn(b, s, stack, Aim(f)).err()).unwrap_or(offered),
        verb::FORM => match asked_form(answer) {
            Some((formation, _)) => may_change(b, s, stack, formation).err().unwrap_or(offered),
            None => offered,
        },
        verb::CHARGE | verb::GRAND => charge::refuse(b, s, stack, answer).unwrap_or(offered),
        verb::LIMBER | verb::PROLONG => maneuvers::refuse(b, s, stack, answer).unwrap_or(offered),
        _ => offered,
    }
}
