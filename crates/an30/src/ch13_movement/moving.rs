//! 13.1: a stack moves, step by step. One movement is one checkpoint.

use std::ops::ControlFlow;

use ground::{Aim, HexId};
use table::{Answer, Event, Play, Test, rule};

use crate::Field;
use crate::ch08_command::regroup;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch10_zones::zones;
use crate::ch11_stacking::limits;
use crate::ch12_formations::{change, passage};
use crate::ch13_movement::arriving::Reach;
use crate::ch13_movement::shift::Shift;
use crate::ch13_movement::step::Gait;
use crate::ch13_movement::{acts, shift, step};
use crate::ch16_assault::assault::{self, Conclusion, Onset};
use crate::ch18_artillery::roads;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::Few;
use crate::core::battle::{Arm, Battle};
use crate::core::charts::AimKind;
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, LeaderId, Order, State, Status, UnitId, did, leader_did};
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
    pub fn move_on(&mut self, whole: &[UnitId], leaders: &[LeaderId]) -> Play<()> {
        let side = self.b.side(whole[0]);
        let at_first = assault::closing_distance(self.b, self.s, whole[0]);
        let mut whole = Units::from_slice(whole);
        let mut stack;
        loop {
            self.take_up_battalions(&mut whole);
            stack = self.still_moving(&whole);
            self.carry_marker(&whole, &stack);
            if stack.is_empty() || acts::is_done(self.b, self.s, &stack) {
                break;
            }
            let answer = self.ask(
                side,
                rule!("13.1"),
                "move.step",
                about([unit_point(stack[0])]),
                |b, s, out| acts::list(b, s, &stack, out),
                |b, s, answer| acts::refuse(b, s, &stack, answer),
            )?;
            let spends = !matches!(
                answer.verb,
                verb::TURN | verb::DROP | verb::TOP | verb::HALT | verb::CHARGE | verb::GRAND
            );
            if spends && !self.s.unit(stack[0]).has(did::ACTED) {
                // As soon as the cavalry begins to move (19.7).
                self.squares_form(&stack)?;
            }
            let (before, order) = (Hexes::from(self.s.unit(stack[0]).hexes()), self.s.unit(stack[0]).order);
            let ControlFlow::Continue(reach) = self.carry_out_act(&stack, leaders, &answer, at_first)? else {
                break;
            };
            if answer.verb != verb::TURN {
                self.squares_form(&stack)?;
            }
            // Who was disordered and displaced came to nobody of its own will (10.1.3).
            if self.s.unit(stack[0]).order == order {
                self.meets_in(&stack, &before, Act::Spend, reach)?;
            }
        }
        let apart = self.apart_from(&whole, &stack);
        whole.retain(|unit| !apart.contains(unit));
        self.end_movement(&whole, leaders)?;
        if self.conclude_assault(&whole)? == Conclusion::MovesOn {
            return self.move_on(&whole, leaders);
        }
        if apart.is_empty() { Ok(()) } else { self.move_on(&apart, &[]) }
    }

    /// Battalions go on in the place of a regiment that breaks down as it moves, with its assault (12.1.2).
    fn take_up_battalions(&mut self, whole: &mut Units) {
        if whole.iter().any(|unit| self.s.unit(*unit).status == Status::Folded) {
            let now = status::on_map(self.b, self.s, whole);
            self.carry_marker(whole, &now);
            *whole = now;
        }
    }

    /// Whether a unit may still move.
    fn goes(&self, unit: UnitId) -> bool {
        let now = self.s.unit(unit);
        now.on_map() && now.order != Order::Pgd && !now.has(did::HALTED)
    }

    /// Those of a moving stack who have come apart from it, and may still move by themselves.
    fn apart_from(&self, whole: &[UnitId], stack: &[UnitId]) -> Units {
        let apart = |u: &UnitId| self.goes(*u) && !stack.contains(u);
        whole.iter().copied().filter(|u| !stack.is_empty() && apart(u)).collect()
    }

    /// Those of a stack that still move together, from the top; a unit in several hexes before guns that stand above a part of it: they go with that (11.1.2.1).
    fn still_moving(&self, whole: &[UnitId]) -> Units {
        let mut left: Units = whole.iter().copied().filter(|u| self.goes(*u)).collect();
        let hexes = |u: &UnitId| self.s.unit(*u).hexes();
        let Some(first) = left.first().copied() else { return left };
        let mut stack = Units::from_slice(&[first]);
        let near = |stack: &Units, u: &UnitId| {
            stack.iter().any(|other| hexes(u).iter().any(|hex| hexes(other).contains(hex)))
        };
        left.retain(|u| *u != first);
        while let Some(at) = left.iter().position(|u| near(&stack, u)) {
            stack.push(left.remove(at));
        }
        let order = self.s.units_in(self.s.unit(first).hex());
        let place = |u: &UnitId| order.iter().position(|other| other == u).unwrap_or(usize::MAX);
        stack.sort_by_key(|u| (hexes(u).len() < 2, place(u)));
        stack
    }

    /// An act of a movement, which may be its last; `at_first`: the distance on the marker of an assault at its beginning.
    fn carry_out_act(
        &mut self,
        stack: &[UnitId],
        leaders: &[LeaderId],
        answer: &Answer,
        at_first: u16,
    ) -> Play<ControlFlow<(), Reach>> {
        match answer.verb {
            verb::GO | verb::SIDESTEP if !self.as_one(stack, answer) => {
                let to = hex_of(answer).expect("it points at a hex");
                let gait = if answer.verb == verb::GO { Gait::Ahead } else { Gait::Aside };
                return Ok(ControlFlow::Continue(self.go(stack, leaders, to, gait)?));
            }
            verb::JOIN => {
                let to = hex_of(answer).expect("it points at a hex");
                self.s.activation.joins = to;
                let reach = self.go(stack, leaders, to, Gait::Ahead);
                self.s.activation.joins = HexId::NONE;
                return Ok(ControlFlow::Continue(reach?));
            }
            verb::GO | verb::SIDESTEP | verb::WHEEL | verb::EXTEND | verb::CONSOLIDATE => {
                self.shift(stack, leaders, answer)?;
                self.lay_guns_beside(stack);
            }
            verb::DROP => self.drop_off(unit_of(answer).expect("drop points at a unit")),
            verb::TOP => self.put_on_top(stack, unit_of(answer).expect("top points at a unit"))?,
            verb::PRONE => self.lie_or_stand(stack),
            verb::PRESENT => {
                return Ok(self.present(stack, leaders)?.map_continue(|()| Reach::Open));
            }
            verb::TURN => {
                self.turn(stack, Aim(answer.facing().expect("turn points at a facing")));
                self.lay_guns_beside(stack);
            }
            verb::FORM => {
                let steady = self.test_nerve(stack)?;
                if !steady.is_empty() {
                    self.change(&steady, answer)?;
                    self.lay_guns_beside(&steady);
                }
            }
            verb::ASSAULT | verb::GUARD => {
                let target = hex_of(answer).expect("assault points at a hex");
                let onset = if answer.verb == verb::GUARD { Onset::Guard } else { Onset::Assault };
                self.declare_assault(stack, target, at_first, onset)?;
            }
            verb::LIMBER | verb::PROLONG => {
                return Ok(ControlFlow::Continue(self.serve_guns(stack, leaders, answer)?));
            }
            verb::CHARGE | verb::GRAND => {
                self.declare_charge(stack, answer)?;
                return Ok(ControlFlow::Break(()));
            }
            _ => return Ok(ControlFlow::Break(())),
        }
        Ok(ControlFlow::Continue(Reach::Open))
    }

    /// Whether an act moves a unit in several hexes as one, or draws it out while it moves.
    fn as_one(&self, stack: &[UnitId], answer: &Answer) -> bool {
        let dir = hex_of(answer).and_then(|to| self.b.ground.dir_to(self.s.unit(stack[0]).hex(), to));
        if answer.verb == verb::GO && dir.is_some_and(|dir| roads::quits(self.b, self.s, stack, dir)) {
            return false;
        }
        shift::is_long(self.b, self.s, stack[0])
            || acts::places(answer).len() > 1
            || answer.verb == verb::GO
                && hex_of(answer).is_some_and(|to| roads::is_by_road(self.b, self.s, stack, to))
    }

    fn begin_movement(&mut self, stack: &[UnitId]) {
        self.settle_markers();
        for &unit in stack {
            let now = self.s.unit_mut(unit);
            (now.spent, now.paces) = (0, 0);
            now.set(did::ACTED | did::LEFT_ZONE, false);
        }
        (self.s.activation.came_from, self.s.activation.stopped) = (HexId::NONE, HexId::NONE);
        self.new_attempts(self.b.side(stack[0]).enemy());
    }

    fn end_movement(&mut self, stack: &[UnitId], leaders: &[LeaderId]) -> Play<()> {
        for &unit in stack {
            self.s.unit_mut(unit).set(did::MOVED | did::HALTED, true);
        }
        for &leader in leaders {
            self.s.leader_mut(leader).set(leader_did::MOVED, true);
        }
        for &unit in stack {
            self.mingle(unit)?;
            for hex in Few::<HexId>::from_slice(self.s.unit(unit).hexes()) {
                // Units that were stopped among others whom they only passed make room (11.1.5).
                self.put_right(hex, &[])?;
            }
        }
        Ok(())
    }

    /// Units in good order that end a movement with disordered ones, or the other way round, are disordered (11.1.2).
    pub(crate) fn mingle(&mut self, unit: UnitId) -> Play<()> {
        let here = self.s.units_in(self.s.unit(unit).hex());
        let order = |u: &UnitId| self.s.unit(*u).order;
        let mixed =
            here.iter().any(|u| order(u) == Order::Disorder) && here.iter().any(|u| order(u) == Order::Good);
        for &other in here.iter().filter(|_| mixed) {
            self.disorder(other, rule!("11.1.2.e"))?;
        }
        Ok(())
    }

    /// Goes into the next hex: leaves the zone it is in (10.2.2), suffers reactions (10.1.3), pays and enters. An enemy zone
    /// there holds it: it can leave that only as its first act (13.1.5, 10.2.2.1, 10.4). Says whether cavalry has answered its coming.
    pub(crate) fn go(
        &mut self,
        stack: &[UnitId],
        leaders: &[LeaderId],
        to: HexId,
        gait: Gait,
    ) -> Play<Reach> {
        let from = self.s.unit(stack[0]).hex();
        let dir = self.b.ground.dir_to(from, to).expect("a step goes into the next hex");
        let steady = if self.takes_up(stack, to) { self.test_nerve(stack)? } else { stack.into() };
        let stack = &*steady;
        if stack.is_empty() {
            return Ok(Reach::Open);
        }
        if self.leave_zone(stack)? == Test::Failed {
            return Ok(Reach::Open);
        }
        if self.spend_on_the_move(stack, Act::Enter(to))? == Continuation::Interrupted {
            return Ok(Reach::Open);
        }
        let cost = step::may_go(self.b, self.s, stack, dir, gait);
        let Ok(cost) = cost else { return Ok(Reach::Open) };
        self.pay(stack, cost);
        let joins = !self.s.is_empty(to);
        let before = self.formations_of(stack);
        for &unit in stack {
            let line = self.s.unit(unit).shape() == Formation::Line;
            self.s.unit_mut(unit).paces += u8::from(line);
        }
        if passage::is_pas_de_charge(self.b, self.s, stack, to) {
            self.pas_de_charge(stack, leaders, to)?;
            return Ok(Reach::Open);
        }
        let (on, reach) = self.come_into(stack, leaders, to)?;
        if on == Continuation::Interrupted {
            return Ok(reach);
        }
        let part = self.b.unit(stack[0]).part_of.some().is_some();
        if part && joins && limits::lawful(self.b, self.s, to).is_err() {
            // Where it re-forms it has moved on in its new shape.
            return self.present(stack, leaders).map(|_| reach);
        }
        if regroup::stops(self.b, self.s, stack, from) {
            self.halt(stack);
        }
        self.face_at_last(stack, &before)?;
        Ok(reach)
    }

    /// The formations of the units of a stack.
    pub(crate) fn formations_of(&self, stack: &[UnitId]) -> Few<(UnitId, Formation)> {
        stack.iter().map(|u| (*u, self.s.unit(*u).formation)).collect()
    }

    /// Spends half movement points.
    pub fn pay(&mut self, stack: &[UnitId], half_mp: u16) {
        self.s.activation.stopped = HexId::NONE;
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
        let lead = self.lead(stack, to);
        let from = self.s.unit(stack[0]).hex();
        for &unit in stack {
            let formation = limits::conforms(self.b, self.s, unit, to)
                .unwrap_or_else(|| step::formation_in(self.b, self.s, unit, to));
            self.s.put(unit, &[to]);
            let aim = lead.unwrap_or_else(|| self.nearest_aim(unit, self.shape_with(unit, formation)));
            let now = self.s.unit_mut(unit);
            (now.formation, now.aim) = (formation, aim);
        }
        self.leaders_come(leaders, to);
        self.take_markers(stack);
        let top = stack[0];
        self.tell_moved(stack, from, to);
        self.leaders_fly_from(to, self.b.side(top), from)
    }

    /// Aim that a stack takes which comes into a hex because friends of it look so (9.1): those whom it only passes give it no facing.
    pub(crate) fn lead(&self, stack: &[UnitId], to: HexId) -> Option<Aim> {
        let passes = passage::is_passage(self.b, self.s, stack, to);
        // Who looks all around gives nobody a facing (9.1, 11.1.2.f).
        let looks = |top: &UnitId| status::row(self.b, self.s, *top).aim != AimKind::All;
        // Guns look as the infantry does (18.1).
        let guns = |unit: &UnitId| self.b.arm(*unit) == Arm::Artillery;
        let leads = |unit: &UnitId| looks(unit) && (!guns(unit) || stack.iter().all(guns));
        let mut there = self.s.units_in(to).into_iter().filter(|unit| !stack.contains(unit));
        let lead = there.find(|unit| !passes && leads(unit));
        lead.map(|top| self.s.unit(top).aim)
    }

    /// Tells that units went into a hex.
    pub(crate) fn tell_moved(&mut self, stack: &[UnitId], from: HexId, to: HexId) {
        self.tell(|| {
            Event::new(rule!("13.1"), if stack.len() > 1 { "moved.together" } else { "moved" })
                .point("unit", unit_point(stack[0]))
                .point("from", hex_point(from))
                .point("hex", hex_point(to))
                .number("units", stack.len() as i32)
        });
    }

    /// The formation that counts for a unit's facing if it is in this one.
    fn shape_with(&self, unit: UnitId, formation: Formation) -> Formation {
        let mut then = *self.s.unit(unit);
        then.formation = formation;
        then.shape()
    }

    /// Changes formation (12.2.1), after reactions.
    pub(crate) fn change(&mut self, stack: &[UnitId], answer: &Answer) -> Play<()> {
        let formation = acts::asked_formation(answer).expect("form points at a formation");
        let lay_of = |b: &Battle, s: &State| {
            let lays = acts::may_change(b, s, stack, formation).unwrap_or_default();
            lays.into_iter().find(|lay| lay.answer(formation) == *answer)
        };
        let Some(lay) = lay_of(self.b, self.s) else { return Ok(()) };
        let lead = change::lead(self.b, stack).unwrap_or(stack[0]);
        if zones::quits(self.b, self.s, lead, &lay.hexes) && self.leave_zone(stack)? == Test::Failed {
            return Ok(());
        }
        if self.spend_to_lie(stack, Act::Spend, &lay.hexes)? == Continuation::Interrupted {
            return Ok(());
        }
        let Some(lay) = lay_of(self.b, self.s) else { return Ok(()) };
        let before: Hexes = self.s.unit(lead).hexes().into();
        self.pay(stack, lay.cost);
        for &unit in stack {
            let guns = self.b.arm(unit) == Arm::Artillery;
            if change::unlimbers(self.b, self.s, unit, formation) {
                self.s.unit_mut(unit).formation = Formation::Unlimbered;
            }
            if !guns {
                self.lay_in(unit, &lay.hexes);
                self.leaders_close_up(self.b.side(unit), &before, &lay.hexes);
            }
            let aim = if guns { self.aim_beside(unit, lay.aim) } else { lay.aim };
            let now = self.s.unit_mut(unit);
            now.aim = aim;
            if !guns {
                now.formation = formation;
            }
        }
        self.tell_formed(stack[0]);
        for hex in lay.hexes.iter().filter(|hex| !before.contains(hex)) {
            self.leaders_fly_before(*hex, self.b.side(lead), &before)?;
        }
        if formation == Formation::GeneralOrder && regroup::falls_out(self.b, self.s, stack) {
            self.halt(stack);
        }
        Ok(())
    }

    /// A line wheels, extends, consolidates or marches by the flank; a stack in several hexes goes on (9.2.1, 9.3.1, 12.3.4, 12.6.4.2).
    fn shift(&mut self, stack: &[UnitId], leaders: &[LeaderId], answer: &Answer) -> Play<()> {
        let stack = &shift::by_guide(self.b, stack)[..];
        let stays = matches!(answer.verb, verb::WHEEL | verb::EXTEND | verb::CONSOLIDATE);
        let judge = |b: &Battle, s: &State| match answer.verb {
            verb::GO => {
                let to = hex_of(answer).expect("go points at a hex");
                let dir = b.ground.dir_to(s.unit(stack[0]).hex(), to).expect("a step goes into the next hex");
                match acts::places(answer)[..] {
                    [to, end] => acts::may_advance(b, s, stack, to, end),
                    _ => shift::go(b, s, stack, dir),
                }
            }
            _ => acts::shift_of(b, s, stack, answer),
        };
        let Ok(plan) = judge(self.b, self.s) else { return Ok(()) };
        let quits = answer.verb == verb::CONSOLIDATE
            && plan.lays.iter().any(|(u, hexes)| zones::quits(self.b, self.s, *u, hexes));
        if (!stays || quits) && self.leave_zone(stack)? == Test::Failed {
            return Ok(());
        }
        let act = if stays { Act::Spend } else { Act::Enter(plan.lays[0].1[0]) };
        if self.spend_to_lie(stack, act, &plan.lays[0].1)? == Continuation::Interrupted {
            return Ok(());
        }
        let Ok(plan) = judge(self.b, self.s) else { return Ok(()) };
        // Skirmishers before its hexes are pushed behind it, at the pas de charge (12.10.5.2).
        let pushed = passage::pushed(self.b, self.s, stack, &plan.lays[0].1);
        for &hex in &pushed {
            self.unmask(stack, hex)?;
        }
        let before = Few::<HexId>::from_slice(self.s.unit(stack[0]).hexes());
        let mut loose: Few<(UnitId, HexId, HexId), 4> = Few::new();
        for (hex, from) in plan.lays[0].1.iter().zip(&before).filter(|(hex, _)| pushed.contains(hex)) {
            loose.extend(self.s.units_in(*hex).into_iter().map(|unit| (unit, *hex, *from)));
        }
        let to = hex_of(answer).filter(|_| answer.verb == verb::GO);
        let by_road = to.is_some_and(|to| roads::is_by_road(self.b, self.s, stack, to));
        // Those over whom a part sweeps as it wheels fly as well (8.1.4).
        let pivot = hex_of(answer).filter(|_| answer.verb == verb::WHEEL);
        let formations = self.formations_of(stack);
        let mut taken = pivot.map_or_else(Few::new, |pivot| shift::swept(self.b, self.s, stack[0], pivot));
        self.pay(stack, plan.cost);
        self.carry_out_shift(stack, leaders, &plan, by_road);
        let (top, to) = (stack[0], self.s.unit(stack[0]).hex());
        self.tell_moved(stack, before[0], to);
        taken.extend(self.s.unit(top).hexes().iter().copied());
        for hex in taken {
            self.leaders_fly_before(hex, self.b.side(top), &before)?;
        }
        self.throw_behind(&loose)?;
        if regroup::stops(self.b, self.s, stack, before[0]) {
            self.halt(stack);
        }
        self.face_at_last(stack, &formations)
    }

    /// Lays a stack as a shift has it, in road column if it goes by road; the leaders go with the parts that they are with.
    fn carry_out_shift(&mut self, stack: &[UnitId], leaders: &[LeaderId], plan: &Shift, by_road: bool) {
        let places: Few<(LeaderId, usize)> =
            leaders.iter().map(|l| (*l, self.part_with(stack[0], *l))).collect();
        let before: Few<Units, 4> =
            self.s.unit(stack[0]).hexes().iter().map(|hex| self.s.units_in(*hex)).collect();
        for (unit, hexes) in &plan.lays {
            let marched = step::formation_in(self.b, self.s, *unit, hexes[0]);
            let formation = if by_road { Formation::RoadColumn } else { marched };
            self.lay_in(*unit, hexes);
            let changes = formation != self.s.unit(*unit).formation;
            let now = self.s.unit_mut(*unit);
            now.paces = now.paces.saturating_add(plan.paces);
            (now.formation, now.aim) = (formation, plan.aim);
            if changes || self.b.arm(*unit) == Arm::Artillery {
                let aim = self.aim_beside(*unit, plan.aim);
                self.s.unit_mut(*unit).aim = aim;
            }
        }
        // Guns that stood above it do so still.
        for hex in Few::<HexId>::from_slice(self.s.unit(stack[0]).hexes()) {
            let here = self.s.units_in(hex);
            let own = before.iter().find(|own| here.iter().all(|u| own.contains(u)));
            if let Some(own) = own {
                let order: Units = own.iter().copied().filter(|u| here.contains(u)).collect();
                self.s.reorder(hex, &order);
            }
        }
        for (leader, part) in places {
            let hexes = self.s.unit(stack[0]).hexes();
            let hex = hexes[part.min(hexes.len() - 1)];
            self.leaders_come(&[leader], hex);
        }
        self.take_markers(stack);
    }

    /// Puts a unit into hexes; its place in the stacks where it was already stays.
    pub(crate) fn lay_in(&mut self, unit: UnitId, hexes: &[HexId]) {
        let orders: Few<(HexId, Units), 8> = hexes.iter().map(|hex| (*hex, self.s.units_in(*hex))).collect();
        self.s.put(unit, hexes);
        for (hex, order) in orders {
            if order.contains(&unit) {
                self.s.reorder(hex, &order);
            }
        }
    }

    /// The part of a unit with which a leader stands.
    fn part_with(&self, unit: UnitId, leader: LeaderId) -> usize {
        self.s.part_in(unit, self.s.leader(leader).hex).map_or(0, |part| part.index())
    }

    /// Drops a unit off: it does not move on in this segment (13.1.3.4).
    fn drop_off(&mut self, unit: UnitId) {
        self.s.unit_mut(unit).set(did::MOVED | did::HALTED, true);
        let hex = self.s.unit(unit).hex();
        self.tell(|| {
            Event::new(rule!("13.1.3.4"), "dropped")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
        });
    }

    /// Puts a unit on top of its stack; in an enemy zone that calls for reactions (11.2.1, 11.2.1.1).
    fn put_on_top(&mut self, stack: &[UnitId], unit: UnitId) -> Play<()> {
        if self.spend_on_the_move(stack, Act::Passage)? == Continuation::Interrupted {
            return Ok(());
        }
        self.s.activation.stopped = HexId::NONE;
        for hex in Few::<HexId>::from_slice(self.s.unit(unit).hexes()) {
            let mut order = self.s.units_in(hex);
            order.retain(|u| *u != unit);
            order.insert(0, unit);
            self.s.reorder(hex, &order);
        }
        let hex = self.s.unit(unit).hex();
        self.tell(|| {
            Event::new(rule!("11.2.1"), "reordered")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
        });
        Ok(())
    }

    /// Whether a stack that comes into a hex joins a square there, or is one that takes guns in (12.9.4, 12.9.4.2); skirmishers only pass (12.9.5.1).
    pub(super) fn makes_square(&self, stack: &[UnitId], to: HexId) -> bool {
        let square = |u: &UnitId| self.s.unit(*u).shape() == Formation::Square;
        let there = self.s.units_in(to);
        let guns = there.iter().any(|u| self.b.arm(*u) == Arm::Artillery);
        let meets = there.iter().any(square) || guns && square(&stack[0]);
        meets && !passage::is_passage(self.b, self.s, stack, to)
    }

    /// Units that came into the hex of a square check with those in it, by one throw (12.9.4, reading 16), as they were when they came: only those in
    /// the square have its help (12.9.8, 12.9.4.1). Who passes is in the square, guns unlimbered; who fails disorders and, unless all
    /// do, is displaced; who was in disorder is in PGD (20.1.4).
    pub(crate) fn join_square(&mut self, hex: HexId, came: &[(UnitId, Formation)]) -> Play<()> {
        for (unit, before) in came {
            // Guns that are prolonged into it are no part of it yet (12.9.4.2).
            let prolonged = *before == Formation::Unlimbered;
            self.s.unit_mut(*unit).formation = if prolonged { Formation::Limbered } else { *before };
        }
        let units = self.s.units_in(hex);
        let check = Check::plain(Kind::JoinSquare, rule!("12.9.4"));
        let verdicts = self.check_morale(&units, &check)?;
        for (unit, before) in came {
            self.s.unit_mut(*unit).formation = *before;
        }
        for (unit, _) in came.iter().filter(|(u, _)| verdicts.passed(*u)) {
            let guns = self.b.arm(*unit) == Arm::Artillery;
            let formation = if guns { Formation::Unlimbered } else { Formation::Square };
            let aim = self.nearest_aim(*unit, formation);
            let now = self.s.unit_mut(*unit);
            if now.order == Order::Good {
                (now.formation, now.aim) = (formation, aim);
            }
        }
        let failed: Units = verdicts.failed().collect();
        self.worsen_all(&failed, rule!("12.9.4"))?;
        if failed.len() < units.len() {
            let stays = |u: &UnitId| self.s.unit(*u).hex() == hex;
            let left: Units = failed.iter().copied().filter(stays).collect();
            self.displace(&left)?;
        }
        Ok(())
    }
}
