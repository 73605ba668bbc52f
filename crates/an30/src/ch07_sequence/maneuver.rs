//! 7.2: the Maneuver Segment: chits are drawn and carried out.

use table::{Answer, Event, Flow, Play, Point, Rank, Refusal, Side, rule};

use crate::Field;
use crate::ch08_command::arrivals::{self, Entrance};
use crate::ch08_command::{members, regroup, riding};
use crate::ch13_movement::{allowance, force};
use crate::ch19_cavalry::opportunity;
use crate::core::Few;
use crate::core::battle::{self, Battle, Post};
use crate::core::field::{
    about, command_of, command_point, hex_of, leader_of, leader_point, unit_of, unit_point,
};
use crate::core::occupancy::Units;
use crate::core::state::{
    Activation, Chit, CommandId, LeaderId, Order, Phase, Segment, State, UnitId, did, leader_did,
};
use crate::core::{options, status, verb};

impl Field<'_> {
    /// The Maneuver Segment (7.2): a chit is drawn, a stack moves, a charge is resolved; one of them a checkpoint.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn maneuver_segment(&mut self) -> Play<()> {
        match self.s.activation.phase {
            Phase::Draw if self.s.cup.is_empty() && self.s.queue.is_empty() => {
                self.tire_assaulted();
                self.enter_segment(Segment::Fire);
                Ok(())
            }
            Phase::Draw => self.draw_chit(),
            Phase::Move => self.maneuver(),
            Phase::Charges => self.charge_step(),
            Phase::Melees => self.charge_melee_step(),
        }
    }

    /// The sides draw in turns (7.2.1); in team play what was drawn together comes first (8.4.1.1).
    fn draw_chit(&mut self) -> Play<()> {
        let side = self.s.clock.drawer;
        if self.s.queue.is_empty() {
            self.s.clock.drawer = side.enemy();
            if self.b.agreed(&options::TEAM_PLAY) {
                self.draw_team(side)?;
            } else {
                let chit = self.draw_from_cup(side)?;
                self.s.queue.push(chit);
            }
        }
        let chit = self.s.queue.remove(0);
        let acts = match chit {
            Chit::Mu(mu) => self.b.leader(self.s.mus[mu.i()].leader).side,
            _ => side,
        };
        self.s.activation =
            Activation { chit: Some(chit), side: acts, phase: Phase::Move, ..Activation::NONE };
        let leader = match chit {
            Chit::Mu(mu) => Some(self.s.mus[mu.i()].leader),
            _ => None,
        };
        self.tell(|| {
            let key = if leader.is_some() { "drawn.mu" } else { "drawn.chit" };
            let event = Event::new(rule!("7.2.1"), key)
                .opening(Rank::Section)
                .point("side", Point::Side(acts))
                .point("marker", Point::Marker(chit.number()));
            match leader {
                Some(leader) => event.point("leader", leader_point(leader)),
                None => event,
            }
        });
        self.constitute();
        Ok(())
    }

    /// A chit of the cup, by chance.
    fn draw_from_cup(&mut self, side: Side) -> Play<Chit> {
        let points: Vec<Point> = self.s.cup.iter().map(|chit| Point::Marker(chit.number())).collect();
        let drawn = self.draw(rule!("7.2.1"), "chit", side, &points)?;
        Ok(self.s.cup.remove(drawn))
    }

    /// Team play: one chit for each side that has maneuver units, besides the action chits. A side's brings all of them, in an order of chance
    /// (8.4.1.1).
    fn draw_team(&mut self, side: Side) -> Play<()> {
        let b = self.b;
        let of = |chit: &Chit, s: &State| match chit {
            Chit::Mu(mu) => Some(b.leader(s.mus[mu.i()].leader).side),
            _ => None,
        };
        let mut points: Vec<Point> = Vec::new();
        for chit in &self.s.cup {
            let point = of(chit, self.s).map_or(Point::Marker(chit.number()), Point::Side);
            if !points.contains(&point) {
                points.push(point);
            }
        }
        let drawn = points[self.draw(rule!("8.4.1.1"), "chit", side, &points)?];
        let belongs =
            |chit: &Chit| of(chit, self.s).map_or(Point::Marker(chit.number()), Point::Side) == drawn;
        let (mut team, rest): (Vec<Chit>, Vec<Chit>) = self.s.cup.iter().copied().partition(belongs);
        self.s.cup = rest;
        while team.len() > 1 {
            let points: Vec<Point> = team.iter().map(|chit| Point::Marker(chit.number())).collect();
            let next = self.draw(rule!("8.4.1.1"), "chit", side, &points)?;
            self.s.queue.push(team.remove(next));
        }
        self.s.queue.extend(team);
        Ok(())
    }

    /// The active side moves a stack, or is done (13.1).
    fn maneuver(&mut self) -> Play<()> {
        let chit = self.s.activation.chit.expect("a chit is carried out");
        if chit == Chit::Artillery {
            if self.artillery_chit()? == Flow::Over {
                self.end_activation();
            }
            return Ok(());
        }
        let side = self.s.activation.side;
        let mut answers = Vec::new();
        possible(self.b, self.s, side, &mut answers);
        if answers.is_empty() {
            self.conclude_marches(side)?;
            self.side_done();
            return Ok(());
        }
        let answer = self.ask(
            side,
            rule!("13.1"),
            "move.stack",
            about([Point::Marker(chit.number())]),
            |b, s, out| {
                out.extend_from_slice(&answers);
                if arrivals::must_return(b, s, side).is_none() {
                    out.push(Answer::button(verb::DONE));
                }
            },
            |b, s, answer| refuse(b, s, side, answer),
        )?;
        match (answer.verb, unit_of(&answer), leader_of(&answer)) {
            (verb::MOVE, Some(unit), _) => {
                let stack = from_unit_down(self.s, unit);
                self.take_division(division(self.b, self.s, unit));
                let leaders = self.who_goes_along(&stack)?;
                self.move_stack(&stack, &leaders)
            }
            (verb::ALONE, Some(unit), _) => {
                self.take_division(division(self.b, self.s, unit));
                let leaders = self.who_goes_along(&[unit])?;
                self.move_stack(&[unit], &leaders)
            }
            (verb::ENTER, Some(unit), _) => {
                let hex = hex_of(&answer).expect("enter points at a hex");
                self.take_division(division(self.b, self.s, unit));
                self.enter(unit, hex, Entrance::of(&answer))
            }
            (verb::ENTER, None, Some(leader)) => {
                self.leader_enters(leader, hex_of(&answer).expect("enter points at a hex"))
            }
            (verb::RIDE, _, Some(leader)) => {
                if let Some(division) = division_led(self.b, self.s, leader) {
                    self.take_division(division);
                }
                self.ride(leader)
            }
            (verb::FORCE, ..) => {
                let command = command_of(&answer).expect("force points at a command");
                self.take_division(self.b.of_rank(command, battle::Rank::Division).unwrap_or(command));
                self.force_march(side, command)
            }
            _ => {
                self.conclude_marches(side)?;
                self.side_done();
                Ok(())
            }
        }
    }

    /// The leaders whom their owner lets go along with a stack (8.1.5).
    fn who_goes_along(&mut self, stack: &[UnitId]) -> Play<Few<LeaderId, 4>> {
        let mut leaders: Few<LeaderId, 4> = Few::new();
        for leader in self.led(stack) {
            leaders.extend(self.goes_along(leader)?);
        }
        Ok(leaders)
    }

    /// A corps moves division by division (8.4.4): whoever begins with another, by a unit, a leader, or one that enters late, ends the movement
    /// of the one before.
    fn take_division(&mut self, division: CommandId) {
        let Some(Chit::Mu(mu)) = self.s.activation.chit else { return };
        let head = self.s.mus.get(mu.i()).map(|mu| mu.leader);
        if head.is_none_or(|l| status::post(self.b, self.s, l) != Post::Corps) {
            return;
        }
        let before = std::mem::replace(&mut self.s.activation.division, division);
        if before == CommandId::NONE || before == division {
            return;
        }
        let (b, s) = (self.b, &*self.s);
        let others: Vec<UnitId> = b.unit_ids().filter(|u| self::division(b, s, *u) == before).collect();
        for other in others {
            let now = self.s.unit_mut(other);
            now.set(did::MEMBER, false);
            // Nor does who is still to come enter with the maneuver unit.
            now.set(did::HALTED, !now.on_map());
        }
        for leader in b.leader_ids() {
            if division_led(b, self.s, leader) == Some(before) {
                self.s.leader_mut(leader).set(leader_did::MEMBER, false);
            }
        }
    }

    /// A side has done with the chit: on an action chit the other follows (8.9).
    fn side_done(&mut self) {
        let activation = &mut self.s.activation;
        activation.done |= 1 << activation.side.0;
        if matches!(activation.chit, Some(Chit::Mu(_))) || !self.s.charges.is_empty() {
            activation.phase = Phase::Charges;
        } else {
            self.next_side();
        }
    }

    /// On an action chit the other side follows, then the chit is carried out (8.9).
    fn next_side(&mut self) {
        let activation = &mut self.s.activation;
        if activation.done == 3 {
            self.end_activation();
        } else {
            (activation.side, activation.phase) = (activation.side.enemy(), Phase::Move);
        }
    }

    /// The charges of a side are over: those of a maneuver unit end it, those on an action chit only the side's part in it (7.2.2, 8.9).
    pub fn charges_done(&mut self) {
        if matches!(self.s.activation.chit, Some(Chit::Mu(_))) {
            self.end_activation();
        } else {
            self.close_charges();
            self.next_side();
        }
    }

    /// The chit is carried out (7.2.1).
    pub fn end_activation(&mut self) {
        if let Some(Chit::Mu(mu)) = self.s.activation.chit
            && let Some(mu) = self.s.mus.get_mut(mu.i())
        {
            mu.drawn = true;
        }
        self.close_charges();
        arrivals::reach_termini(self.b, self.s);
        self.s.activation = Activation::NONE;
        for unit in &mut self.s.units {
            unit.set(did::MEMBER | did::HALTED, false);
        }
        for leader in &mut self.s.leaders {
            leader.set(leader_did::MEMBER, false);
        }
    }
}

/// The units of a unit's hexes from it down (13.1.3), itself first.
pub fn from_unit_down(s: &State, unit: UnitId) -> Units {
    let mut found = Units::new();
    for hex in s.unit(unit).hexes() {
        let below = s.units_in(*hex).into_iter().skip_while(|u| *u != unit);
        for other in below {
            if !found.contains(&other) {
                found.push(other);
            }
        }
    }
    found
}

/// Whether a unit may be moved on the current chit (8.4, 13.1, 13.1.8).
///
/// # Errors
/// Why not.
pub fn may_move(b: &Battle, s: &State, side: Side, unit: UnitId) -> Result<(), Refusal> {
    let refusal = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    let now = s.unit(unit);
    if b.side(unit) != side {
        return refusal(rule!("13.1"), "move.not_yours");
    }
    if !now.on_map() {
        return refusal(rule!("13.1"), "move.off_map");
    }
    if now.has(did::WRECKED) {
        return refusal(rule!("18.14.1.7"), "move.wreck");
    }
    // It is in no maneuver unit because it is pinned.
    if members::is_pinned(s, unit) {
        return refusal(rule!("8.4.3.5"), "move.pinned");
    }
    if !now.has(did::MEMBER) {
        return refusal(rule!("8.4"), "move.not_member");
    }
    regroup::may_begin(b, s, unit)?;
    if now.order == Order::Pgd {
        return refusal(rule!("13.2.5"), "move.pgd");
    }
    if opportunity::is_seized(s, unit) {
        return refusal(rule!("19.18.3.6"), "react.seized");
    }
    if now.has(did::MOVED) {
        return refusal(rule!("8.4"), "move.moved");
    }
    if now.has(did::HALTED) {
        return refusal(rule!("13.1.3.4"), "move.halted");
    }
    if allowance::allowance(b, s, unit) == 0 {
        return refusal(rule!("13.1.1"), "move.points");
    }
    Ok(())
}

/// The division, or brigade without one, of a unit, or to which it is assigned (8.4.4).
fn division(b: &Battle, s: &State, unit: UnitId) -> CommandId {
    let to = s.unit(unit).assigned.some().and_then(|l| s.leader(l).leads.some());
    let own = to.unwrap_or(b.unit(unit).command);
    b.of_rank(own, battle::Rank::Division).unwrap_or(own)
}

/// The division, or brigade without one, of a leader; `None` of a corps leader and of aides-de-camp, who ride with each (8.4.4, reading 701).
fn division_led(b: &Battle, s: &State, leader: LeaderId) -> Option<CommandId> {
    let own = s.leader(leader).leads.some()?;
    let below = matches!(status::post(b, s, leader), Post::Division | Post::Brigade);
    below.then(|| b.of_rank(own, battle::Rank::Division).unwrap_or(own))
}

/// All that a side may do on the current chit.
fn possible(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    if s.activation.chit == Some(Chit::Reinforcement) {
        arrivals::list(b, s, side, out);
        return;
    }
    for unit in b.unit_ids().filter(|u| may_move(b, s, side, *u).is_ok()) {
        let stack = from_unit_down(s, unit);
        if stack.iter().all(|u| may_move(b, s, side, *u).is_ok()) {
            out.push(Answer::one(verb::MOVE, unit_point(unit)));
        }
        if stack.len() > 1 {
            out.push(Answer::one(verb::ALONE, unit_point(unit)));
        }
    }
    out.extend(force::divisions(b, s, side).iter().map(|c| Answer::one(verb::FORCE, command_point(*c))));
    if let Some(Chit::Mu(_)) = s.activation.chit {
        arrivals::list(b, s, side, out);
    }
    let riders = b.leader_ids().filter(|l| riding::may_ride(b, s, side, *l).is_ok());
    out.extend(riders.map(|l| Answer::one(verb::RIDE, leader_point(l))));
}

/// The reason why an answer is not among them.
fn refuse(b: &Battle, s: &State, side: Side, answer: &Answer) -> Refusal {
    let offered = crate::ask::not_offered(rule!("13.1"));
    if let (verb::DONE, Some(battery)) = (answer.verb, arrivals::must_return(b, s, side)) {
        return Refusal::new(rule!("18.11.2"), "enter.must").with("unit", unit_point(battery));
    }
    if let (verb::FORCE, Some(command)) = (answer.verb, command_of(answer)) {
        return force::may_force(b, s, side, command).err().unwrap_or(offered);
    }
    match (answer.verb, unit_of(answer), leader_of(answer), hex_of(answer)) {
        (verb::ENTER, Some(unit), _, Some(hex)) => {
            arrivals::may_enter(b, s, side, unit, hex, Entrance::of(answer)).err().unwrap_or(offered)
        }
        (verb::ENTER, _, Some(leader), _) => {
            arrivals::waits_for_nobody(b, s, leader).err().unwrap_or(offered)
        }
        (verb::RIDE, _, Some(leader), _) => riding::may_ride(b, s, side, leader).err().unwrap_or(offered),
        (verb::MOVE, Some(unit), _, _) => {
            let stack = from_unit_down(s, unit);
            let stack = if stack.is_empty() { Units::from_slice(&[unit]) } else { stack };
            stack.iter().find_map(|u| may_move(b, s, side, *u).err()).unwrap_or(offered)
        }
        (verb::ALONE, Some(unit), _, _) => may_move(b, s, side, unit).err().unwrap_or(offered),
        _ => offered,
    }
}
