//! 7.1: the Command Segment: command points, tracing, maneuver units, the cup.

use table::{Answer, Event, Play, Point, Refusal, Side, rule};

use crate::Field;
use crate::ch08_command::{marches, members, regroup, span};
use crate::core::battle::{Battle, Post, Trait};
use crate::core::field::{Errand, about, leader_of, leader_point};
use crate::core::state::{
    Chit, LeaderId, LeaderStatus, Mu, MuId, MuKind, Order, Segment, SideState, State, UnitId, did, leader_did,
};
use crate::core::{options, status, verb};
use ground::HexId;

impl Field<'_> {
    /// The Command Segment (7.1), in checkpoints: points and tracing, each maneuver unit, the action chits.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn command_segment(&mut self) -> Play<()> {
        match self.s.clock.step {
            0 => {
                if self.name_terminus()? == Errand::Done {
                    return Ok(());
                }
                self.tell_turn();
                self.resume_commands();
                self.step_up()?;
                self.command_points();
                self.first_side()?;
                self.s.clock.step = 1;
            }
            1 => self.assets()?,
            2 => self.create_maneuver_units()?,
            3 => self.initiatives()?,
            _ => {
                self.s.cup.extend(Chit::ACTIONS);
                self.enter_segment(Segment::Maneuver);
            }
        }
        Ok(())
    }

    /// Assets are assigned, one a checkpoint, by the first side and then the other; then command is traced with them (7.1.2, 7.1.2.1).
    fn assets(&mut self) -> Play<()> {
        let first = self.s.clock.first;
        let side = if self.s.clock.cursor == 0 { first } else { first.enemy() };
        if self.assign_asset(side)? == Errand::Nothing {
            self.s.clock.cursor += 1;
        }
        if self.s.clock.cursor == 2 {
            self.trace_command();
            (self.s.clock.step, self.s.clock.cursor) = (2, 0);
        }
        Ok(())
    }

    /// Leaders of light cavalry try their initiative, one a checkpoint, the first side's before the other's (7.1.3.1, 8.5, reading 1).
    fn initiatives(&mut self) -> Play<()> {
        let first = self.s.clock.first;
        let side = if self.s.clock.cursor == 0 { first } else { first.enemy() };
        if !self.b.leader_ids().any(|l| may_try(self.b, self.s, side, l).is_ok()) {
            self.s.clock.cursor += 1;
            if self.s.clock.cursor == 2 {
                self.s.clock.cursor = 0;
                self.s.clock.step += 1;
            }
            return Ok(());
        }
        let answer = self.ask(
            side,
            rule!("8.5.1.1"),
            "initiative",
            about([Point::Side(side)]),
            |b, s, out| {
                let leaders = b.leader_ids().filter(|l| may_try(b, s, side, *l).is_ok());
                out.extend(leaders.map(|l| Answer::one(verb::INITIATIVE, leader_point(l))));
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| match leader_of(answer) {
                Some(leader) => {
                    may_try(b, s, side, leader).err().unwrap_or(crate::ask::not_offered(rule!("8.5")))
                }
                None => crate::ask::not_offered(rule!("8.5")),
            },
        )?;
        match leader_of(&answer) {
            Some(leader) => self.try_initiative(side, leader),
            None => {
                // A player who passes is done with all leaders of the side.
                for leader in self.b.leader_ids().filter(|l| self.b.leader(*l).side == side) {
                    self.s.leader_mut(leader).set(leader_did::TRIED, true);
                }
                Ok(())
            }
        }
    }

    /// One die at or below the initiative makes a maneuver unit (8.5.1.1).
    fn try_initiative(&mut self, side: Side, leader: LeaderId) -> Play<()> {
        let initiative = span::initiative(self.b, self.s, leader) as i16;
        let passes = |die: i16| die <= initiative;
        let secret = self.b.agreed(&options::SECRET_MUS);
        let points = about([if secret { Point::Side(side) } else { leader_point(leader) }]);
        let die =
            self.throw_one(rule!("8.5.1.1"), "initiative", side, points, |die| u32::from(passes(die)))?;
        self.s.leader_mut(leader).set(leader_did::TRIED, true);
        if secret {
            self.tell(|| {
                Event::new(rule!("8.4.1.2"), "initiative.hidden")
                    .point("side", Point::Side(side))
                    .number("die", i32::from(die))
            });
        } else {
            self.show_leader(Some(leader));
        }
        self.tell(|| {
            let key = if passes(die) { "initiative.passed" } else { "initiative.failed" };
            let event = Event::new(rule!("8.5.1.1"), key)
                .point("leader", leader_point(leader))
                .number("die", i32::from(die))
                .number("initiative", i32::from(initiative));
            if secret { event.only(side) } else { event }
        });
        if passes(die) {
            self.create(leader, MuKind::Initiative);
        }
        Ok(())
    }

    /// Command points of leaders on the map, and of the scenario (7.1.1, 8.3.2, 8.2.6.1).
    fn command_points(&mut self) {
        for side in SideState::BOTH {
            let of = |l: &LeaderId| {
                let now = self.s.leader(*l);
                let counts = now.status == LeaderStatus::Map && !now.has(leader_did::STEPPED_DOWN);
                if counts && self.b.leader(*l).side == side { self.b.leader(*l).points } else { 0 }
            };
            let led: u8 = self.b.leader_ids().map(|l| of(&l)).sum();
            let points = led + self.b.sides[side.index()].points;
            self.s.sides[side.index()] = SideState { points, passed: false };
            self.tell(|| {
                Event::new(rule!("7.1.1"), "points")
                    .point("side", Point::Side(side))
                    .number("points", i32::from(points))
            });
        }
        self.s.cup.clear();
        self.carry_marches_on();
    }

    /// Everybody's command status (7.1.2), and the corps that are activated (8.4.3.1).
    fn trace_command(&mut self) {
        for leader in self.b.leader_ids() {
            let led = span::led(self.b, self.s, leader);
            let corps = status::post(self.b, self.s, leader) == Post::Corps;
            let active = corps && is_activated(self.b, self.s, leader, led);
            let now = self.s.leader_mut(leader);
            now.set(leader_did::IN_COMMAND, led);
            now.set(leader_did::ACTIVATED, active);
        }
        for unit in self.b.unit_ids() {
            let in_command = members::in_command(self.b, self.s, unit);
            let now = self.s.unit_mut(unit);
            now.set(did::IN_COMMAND, in_command);
            if in_command {
                now.set(did::EN_ROUTE, false);
            }
        }
        let marches = self.s.mus.iter().filter(|mu| marches::is_on(mu)).map(|mu| mu.leader);
        for leader in marches.collect::<Vec<_>>() {
            members::take_in(self.b, self.s, leader);
        }
    }

    /// The side with more command points creates first; dice on a tie (7.1.3).
    fn first_side(&mut self) -> Play<()> {
        let [one, two] = [self.s.sides[0].points, self.s.sides[1].points];
        let first = match one.cmp(&two) {
            std::cmp::Ordering::Greater => Side(0),
            std::cmp::Ordering::Less => Side(1),
            std::cmp::Ordering::Equal => {
                let sides = [Point::Side(Side(0)), Point::Side(Side(1))];
                Side(self.draw(rule!("7.1.3"), "first", Side(0), &sides)? as u8)
            }
        };
        self.s.clock.first = first;
        self.s.clock.drawer = first;
        self.tell(|| Event::new(rule!("7.1.3"), "first").point("side", Point::Side(first)));
        Ok(())
    }

    /// The sides create maneuver units in turns, one a checkpoint (7.1.3, 8.4.1).
    fn create_maneuver_units(&mut self) -> Play<()> {
        let side = self.s.clock.drawer;
        let able = |s: &State, side: Side| {
            let now = s.sides[side.index()];
            !now.passed && self.b.leader_ids().any(|l| may_create(self.b, s, side, l).is_ok())
        };
        if !able(self.s, side) {
            if able(self.s, side.enemy()) {
                self.s.clock.drawer = side.enemy();
            } else {
                (self.s.clock.step, self.s.clock.cursor) = (3, 0);
            }
            return Ok(());
        }
        let answer = self.ask(
            side,
            rule!("8.4.1"),
            "mu.create",
            about([Point::Side(side)]),
            |b, s, out| {
                for leader in b.leader_ids().filter(|l| may_create(b, s, side, *l).is_ok()) {
                    out.push(Answer::one(verb::CREATE, leader_point(leader)));
                    if members::may_form_column(b, s, leader).is_ok() {
                        out.push(Answer::one(verb::COLUMN, leader_point(leader)));
                    }
                    if marches::may_order(b, s, leader).is_ok() {
                        out.push(Answer::one(verb::ADMINISTER, leader_point(leader)));
                    }
                }
                out.push(Answer::button(verb::PASS));
            },
            |b, s, answer| {
                let offered = crate::ask::not_offered(rule!("8.4.1"));
                let Some(leader) = leader_of(answer) else { return offered };
                let kind = || match answer.verb {
                    verb::COLUMN => members::may_form_column(b, s, leader).err(),
                    verb::ADMINISTER => marches::may_order(b, s, leader).err(),
                    _ => None,
                };
                may_create(b, s, side, leader).err().or_else(kind).unwrap_or(offered)
            },
        )?;
        match leader_of(&answer) {
            Some(leader) => {
                self.s.sides[side.index()].points -= 1;
                match answer.verb {
                    verb::COLUMN => self.create(leader, MuKind::MarchColumn),
                    verb::ADMINISTER => self.order_march(leader)?,
                    _ => self.create(leader, MuKind::Plain),
                }
            }
            None => self.s.sides[side.index()].passed = true,
        }
        self.s.clock.drawer = side.enemy();
        Ok(())
    }

    /// Puts a maneuver unit's marker on its leader and its chit into the cup (8.4.1).
    pub fn create(&mut self, leader: LeaderId, kind: MuKind) {
        // A new order cancels an administrative march (8.7.1).
        if let Some(at) = self.s.mus.iter().position(|mu| mu.leader == leader && marches::is_on(mu)) {
            self.end_march(at);
        }
        let mu = MuId(self.s.mus.len() as u16);
        self.s.mus.push(Mu { leader, kind, drawn: false, goal: HexId::NONE, flipped: false });
        self.s.leader_mut(leader).mu = mu;
        if kind != MuKind::Administrative {
            self.s.cup.push(Chit::Mu(mu));
        }
        let secret = kind != MuKind::Administrative && self.b.agreed(&options::SECRET_MUS);
        if kind != MuKind::Plain {
            self.take_in(leader, secret);
        }
        let side = self.b.leader(leader).side;
        let marker = Point::Marker(Chit::Mu(mu).number());
        if secret {
            self.tell(|| {
                Event::new(rule!("8.4.1.2"), "mu.hidden")
                    .point("side", Point::Side(side))
                    .point("marker", marker)
            });
        }
        self.tell(|| {
            let event = Event::new(rule!("8.4.1"), "mu.created")
                .point("leader", leader_point(leader))
                .point("marker", marker)
                .word("kind", kind.name());
            if secret { event.only(side) } else { event }
        });
    }

    /// Takes the members of a maneuver unit of a kind of its own into command; of a secret one the enemy does not know it (8.4.1.2).
    fn take_in(&mut self, leader: LeaderId, secret: bool) {
        let side = self.b.leader(leader).side;
        let own = self.b.unit_ids().filter(|u| secret && self.b.side(*u) == side);
        let out: Vec<UnitId> = own.filter(|u| !self.s.unit(*u).has(did::IN_COMMAND)).collect();
        members::take_in(self.b, self.s, leader);
        for unit in out {
            let taken = self.s.unit(unit).has(did::IN_COMMAND);
            self.s.unit_mut(unit).set(did::TAKEN_IN, taken);
        }
    }

    /// Names those who may act on the chit that was drawn (8.4.3.6): a maneuver unit's members that are still in command, the stacks of action chits.
    pub(crate) fn constitute(&mut self) {
        let mu = match self.s.activation.chit {
            Some(Chit::Mu(mu)) => mu,
            Some(Chit::Regroup) => {
                self.constitute_marches();
                self.leave_positions();
                for unit in self.b.unit_ids() {
                    let part = regroup::takes_part(self.b, self.s, unit);
                    self.s.unit_mut(unit).set(did::MEMBER, part);
                }
                return;
            }
            Some(Chit::Leader) => return self.constitute_escorts(),
            _ => return,
        };
        for leader in members::leaders(self.b, self.s, self.s.mus[mu.i()].leader) {
            self.s.leader_mut(leader).set(leader_did::MEMBER, true);
        }
        for unit in members::members(self.b, self.s, self.s.mus[mu.i()].leader) {
            let now = self.s.unit_mut(unit);
            now.set(did::TAKEN_IN, false);
            if now.has(did::IN_COMMAND) && !now.has(did::MOVED) {
                now.set(did::MEMBER, true);
                now.mu = mu;
            }
        }
    }

    /// Escorts move with the leader whom they guard as a maneuver unit does (8.9.1.1).
    fn constitute_escorts(&mut self) {
        for unit in self.b.unit_ids() {
            if let Some(leader) = escorted(self.b, self.s, unit) {
                self.s.unit_mut(unit).set(did::MEMBER, true);
                self.s.leader_mut(leader).set(leader_did::MEMBER, true);
            }
        }
    }
}

/// The leader whom an escort may follow on the Leader Chit: that of its command, with it or next to it, unless it is assigned to another (8.9.1.1).
fn escorted(b: &Battle, s: &State, unit: UnitId) -> Option<LeaderId> {
    let now = s.unit(unit);
    let able =
        now.on_map() && now.order != Order::Pgd && !now.has(did::MOVED) && !members::is_pinned(s, unit);
    if !able || !b.is(unit, Trait::Escort) || now.assigned.some().is_some() {
        return None;
    }
    let leader = span::leader_of(b, s, b.command(b.unit(unit).command).head)?;
    let at = s.leader(leader).hex;
    let near = |hex: &HexId| b.ground.distance(*hex, at) <= b.charts.command.escort.count();
    now.hexes().iter().any(near).then_some(leader)
}

/// Whether a corps leader is activated (8.4.3.1): with the army leader at the beginning of the segment, or active already and still in that leader's span.
fn is_activated(b: &Battle, s: &State, leader: LeaderId, led: bool) -> bool {
    let Some(own) = s.leader(leader).leads.some() else { return false };
    let with_army = b
        .above(own)
        .filter_map(|c| span::leader_of(b, s, c))
        .any(|army| status::post(b, s, army) <= Post::Army && s.leader(army).hex == s.leader(leader).hex);
    let here = s.leader(leader).status == LeaderStatus::Map;
    here && (with_army || led && s.leader(leader).has(leader_did::ACTIVATED))
}

/// Whether a leader of light cavalry may try the initiative (8.5, 8.5.1.3): no maneuver unit yet, and not within the span of a superior.
///
/// # Errors
/// Why not.
pub fn may_try(b: &Battle, s: &State, side: Side, leader: LeaderId) -> Result<(), Refusal> {
    let refusal = |rule, why| Err(Refusal::new(rule, why).with("leader", leader_point(leader)));
    let now = s.leader(leader);
    if b.leader(leader).side != side || now.status != LeaderStatus::Map {
        return refusal(rule!("8.5"), "initiative.not_yours");
    }
    if !span::is_light(b, s, leader) {
        return refusal(rule!("8.5"), "initiative.not_light");
    }
    if now.has(leader_did::TRIED) || s.mus.iter().any(|mu| mu.leader == leader) {
        return refusal(rule!("8.5.1.3"), "initiative.has_one");
    }
    if span::led(b, s, leader) {
        return refusal(rule!("8.5.1.3"), "initiative.in_span");
    }
    Ok(())
}

/// Whether a side may create a maneuver unit on a leader (8.4.1, 8.4.2, 8.2.6.2).
///
/// # Errors
/// Why not.
pub fn may_create(b: &Battle, s: &State, side: Side, leader: LeaderId) -> Result<(), Refusal> {
    let refusal = |rule, why| Err(Refusal::new(rule, why).with("leader", leader_point(leader)));
    if b.leader(leader).side != side {
        return refusal(rule!("8.4.1"), "mu.not_yours");
    }
    if s.leader(leader).status != LeaderStatus::Map {
        return refusal(rule!("8.4.2"), "mu.off_map");
    }
    if s.mus.iter().any(|mu| mu.leader == leader && mu.kind != MuKind::Administrative) {
        return refusal(rule!("8.4.1"), "mu.has_one");
    }
    if s.sides[side.index()].points == 0 {
        return refusal(rule!("8.3.3"), "mu.points");
    }
    Ok(())
}
