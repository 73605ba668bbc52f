//! 8.7: administrative marches: ordered once, they go on for turns, on the Regroup Chit.

use std::cell::RefCell;

use ground::{HexId, Terrain};
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch08_command::{members, riding, span};
use crate::ch13_movement::allowance;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::Traveller;
use crate::core::field::{about, hex_of, hex_point, leader_point, unit_point};
use crate::core::state::{
    Formation, LeaderId, LeaderStatus, Mu, MuId, MuKind, Order, State, UnitId, did, leader_did,
};
use crate::core::{status, verb};

/// Whether a maneuver unit is an administrative march that goes on.
pub fn is_on(mu: &Mu) -> bool {
    mu.kind == MuKind::Administrative && !mu.drawn
}

/// The administrative march of a leader.
pub fn of_leader(s: &State, leader: LeaderId) -> Option<&Mu> {
    s.mus.iter().find(|mu| mu.leader == leader && is_on(mu))
}

/// The administrative march on which a leader is: the leader's own, or that of one above.
pub fn with_leader<'s>(b: &Battle, s: &'s State, leader: LeaderId) -> Option<&'s Mu> {
    s.mus.iter().filter(|mu| is_on(mu)).find(|mu| members::leaders(b, s, mu.leader).contains(&leader))
}

/// The administrative march to which a unit belongs on the Regroup Chit.
pub fn of_unit(s: &State, unit: UnitId) -> Option<&Mu> {
    s.unit(unit).mu.some().and_then(|mu| s.mus.get(mu.i())).filter(|mu| is_on(mu))
}

/// Whether the leader of a march has come to its goal.
pub fn has_arrived(s: &State, mu: &Mu) -> bool {
    mu.flipped || s.leader(mu.leader).hex == mu.goal
}

/// Whether an enemy unit is so near to the leader or the leader's units that they make no administrative march: limbered guns, wagons and units in PGD do not
/// count (8.7.3).
pub fn is_threatened(b: &Battle, s: &State, leader: LeaderId) -> bool {
    let side = b.leader(leader).side;
    let counts = |u: UnitId| {
        let guns = b.arm(u) == Arm::Artillery && s.unit(u).formation != Formation::Unlimbered;
        s.unit(u).order != Order::Pgd && !guns && !b.is(u, Trait::Wagon)
    };
    let enemies: Few<HexId, 160> =
        status::enemies(b, s, side).filter(|(u, _)| counts(*u)).map(|(_, hex)| hex).collect();
    let far = b.charts.command.administrative_march.count();
    // A leader who was struck while the march was on is nowhere.
    let near =
        |hex: HexId| hex.is_some() && enemies.iter().any(|enemy| b.ground.distance(hex, *enemy) <= far);
    if near(s.leader(leader).hex) {
        return true;
    }
    let units = members::members(b, s, leader);
    units.iter().any(|u| s.unit(*u).hexes().iter().any(|hex| near(*hex)))
}

/// Whether a leader may be given an administrative march (8.7): one who leads a formation, is going somewhere, and has no enemy near (8.7.3).
///
/// # Errors
/// Why not.
pub fn may_order(b: &Battle, s: &State, leader: LeaderId) -> Result<(), Refusal> {
    let refusal = |rule, why| Err(Refusal::new(rule, why).with("leader", leader_point(leader)));
    let Some(own) = s.leader(leader).leads.some() else { return refusal(rule!("8.7"), "march.command") };
    let superior = b.above(own).any(|command| span::leader_of(b, s, command).is_some());
    if !superior && termini(b, s, leader).next().is_none() {
        return refusal(rule!("8.7.1"), "march.goal");
    }
    if is_threatened(b, s, leader) {
        return refusal(rule!("8.7.3"), "march.enemy_near");
    }
    // If there is any destination, mostly one of those at which a march may end of itself is open.
    let goals = Destinations::of(b, s, leader);
    let open = |hex| may_end(b, s, leader, hex, &goals).is_ok();
    if !goals.any_end(open) && !b.ground.hexes().any(open) {
        return refusal(rule!("8.7.1"), "march.goal");
    }
    Ok(())
}

/// The termini of a leader's side (8.10.7).
fn termini<'s>(b: &'s Battle, s: &'s State, leader: LeaderId) -> impl Iterator<Item = HexId> + 's {
    let side = b.leader(leader).side;
    let own = move |a: &crate::core::battle::Arrival| {
        a.units.iter().any(|u| b.side(*u) == side) || a.leaders.iter().any(|l| b.leader(*l).side == side)
    };
    let named = b.arrivals.iter().zip(&s.termini).filter(move |(a, _)| own(a));
    named.map(|(_, terminus)| *terminus).filter(|hex| hex.is_some())
}

/// Finds the hexes where a leader's march may end of itself (8.7.1): the hexes within the span of a superior, and the termini.
fn find_ends(b: &Battle, s: &State, leader: LeaderId, found: &mut Vec<HexId>) {
    found.clear();
    let Some(own) = s.leader(leader).leads.some() else { return };
    let superiors = b.above(own).filter_map(|c| span::leader_of(b, s, c));
    let near = superiors.flat_map(|l| {
        let reach = span::span(b, s, l);
        let near = b.ground.within(s.leader(l).hex, reach);
        near.filter(move |hex| span::in_span(b, s, l, reach, *hex))
    });
    found.extend(near.chain(termini(b, s, leader)));
    found.sort_unstable();
    found.dedup();
}

thread_local! {
    /// Lists of destinations that were dropped: the next ones take them over.
    static SPARE: RefCell<Lists> = RefCell::default();
}

/// The lists of destinations of a march.
#[derive(Default)]
struct Lists {
    /// The hexes where it may end of itself.
    ends: Vec<HexId>,
    /// By hex, whether it lies on a shortest route to one of these; empty until it is first asked for.
    on_a_route: Vec<bool>,
    /// Those from which such routes are still followed back.
    open: Vec<HexId>,
}

/// Destinations of a leader's march, as far as the ground is not looked at (8.7.1).
struct Destinations<'b> {
    b: &'b Battle,
    from: HexId,
    lists: RefCell<Lists>,
}

impl<'b> Destinations<'b> {
    fn of(b: &'b Battle, s: &State, leader: LeaderId) -> Destinations<'b> {
        let mut lists = SPARE.take();
        find_ends(b, s, leader, &mut lists.ends);
        lists.on_a_route.clear();
        Destinations { b, from: s.leader(leader).hex, lists: RefCell::new(lists) }
    }

    /// Whether the march may end in a hex of itself.
    fn end_in(&self, hex: HexId) -> bool {
        self.lists.borrow().ends.binary_search(&hex).is_ok()
    }

    /// Whether one of the hexes where it may end of itself is such.
    fn any_end(&self, such: impl Fn(HexId) -> bool) -> bool {
        (0..).map_while(|at| self.lists.borrow().ends.get(at).copied()).any(such)
    }

    /// Whether a hex lies on a shortest route to a hex where the march may end of itself: from such a hex back, each step one hex nearer.
    fn lead_past(&self, hex: HexId) -> bool {
        let Lists { ends, on_a_route, open } = &mut *self.lists.borrow_mut();
        if on_a_route.is_empty() {
            let ground = &self.b.ground;
            on_a_route.resize(ground.len(), false);
            open.clone_from(ends);
            while let Some(at) = open.pop() {
                let far = ground.distance(self.from, at);
                for next in ground.neighbours(at).into_iter().filter(|h| h.is_some()) {
                    if !on_a_route[next.index()] && ground.distance(self.from, next) < far {
                        on_a_route[next.index()] = true;
                        open.push(next);
                    }
                }
            }
        }
        on_a_route[hex.index()]
    }
}

impl Drop for Destinations<'_> {
    fn drop(&mut self) {
        SPARE.set(self.lists.take());
    }
}

/// Whether a hex may be the destination of a leader's march: within the span of a superior, a terminus, or on a road or trail on a shortest
/// route to such a hex (8.7.1, reading 8).
///
/// # Errors
/// Why not.
pub fn may_go_to(b: &Battle, s: &State, leader: LeaderId, goal: HexId) -> Result<(), Refusal> {
    may_end(b, s, leader, goal, &Destinations::of(b, s, leader))
}

/// As [`may_go_to`], where the destinations are known.
fn may_end(
    b: &Battle,
    s: &State,
    leader: LeaderId,
    goal: HexId,
    goals: &Destinations<'_>,
) -> Result<(), Refusal> {
    let refusal = |why| {
        let points = Refusal::new(rule!("8.7.1"), why).with("leader", leader_point(leader));
        Err(points.with("hex", hex_point(goal)))
    };
    let from = s.leader(leader).hex;
    let open = b.charts.terrain[b.ground.terrain(goal)].cost.of(Traveller::Leader).is_some();
    if goal == from || !open || status::is_enemy(b, s, b.leader(leader).side, goal) {
        return refusal("march.closed");
    }
    if goals.end_in(goal) {
        return Ok(());
    }
    let road = ground::Dir::ALL.iter().any(|dir| !b.ground.roads(goal, *dir).is_empty());
    if road && goals.lead_past(goal) {
        return Ok(());
    }
    refusal("march.goal")
}

/// Whether other units, or terrain that is closed or of general order, are in a unit's way (8.7.3).
pub fn is_obstacle(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> bool {
    let closed = b.charts.terrain[b.ground.terrain(hex)].cost.of(status::traveller(b, s, unit)).is_none();
    closed || status::is_close(b, hex) || !s.is_empty(hex)
}

/// Whether a step goes round what is in the way: no nearer, no further off, and all hexes that are nearer are barred (8.7.3, 8.9.2.1).
pub fn goes_round(
    b: &Battle,
    from: HexId,
    to: HexId,
    far: impl Fn(HexId) -> u16,
    barred: impl Fn(HexId) -> bool,
) -> bool {
    let ahead = b.ground.neighbours(from).into_iter().filter(|hex| hex.is_some() && far(*hex) < far(from));
    far(to) == far(from) && ahead.into_iter().all(barred)
}

/// Whether a road or trail joins two hexes.
fn is_linked(b: &Battle, from: HexId, to: HexId) -> bool {
    b.ground.dir_to(from, to).is_some_and(|dir| b.ground.roads(from, dir).iter().next().is_some())
}

/// Whether the roads and trails from a hex, others than the one by which it is entered, come nearer to a goal than the hex before (reading 523).
fn leads_nearer(b: &Battle, before: HexId, hex: HexId, goal: HexId) -> bool {
    let mut known: Few<HexId, 256> = Few::from_slice(&[before, hex]);
    let mut next = 1;
    while let Some(&at) = known.get(next) {
        if b.ground.distance(at, goal) < b.ground.distance(before, goal) {
            return true;
        }
        let further = b.ground.neighbours(at).into_iter().filter(|h| h.is_some() && is_linked(b, at, *h));
        let new: Few<HexId, 6> = further.filter(|h| !known.contains(h)).collect();
        known.extend(new);
        next += 1;
    }
    false
}

/// Whether a unit of a march may go into a hex: nearer to the destination, along a road or trail, or around what is in its way (8.7.3). Once
/// its leader has arrived it goes where it likes (8.7.2). It goes by its first hex, and is in command by any (8.3.1.3). RULING reading 1170.
///
/// # Errors
/// The restriction.
pub fn may_go(b: &Battle, s: &State, unit: UnitId, mu: &Mu, hexes: &[HexId]) -> Result<(), Refusal> {
    let (from, to) = (s.unit(unit).hex(), hexes[0]);
    let refusal = |why| {
        Err(Refusal::new(rule!("8.7.3"), why).with("unit", unit_point(unit)).with("hex", hex_point(to)))
    };
    let left = allowance::left(b, s, &[unit]).saturating_sub(clear_hex(b, s, unit));
    let leaves = is_in_command_by(b, s, unit, s.unit(unit).hexes()) && !is_in_command_by(b, s, unit, hexes);
    let nearer = beyond_span(b, s, unit, hexes) < beyond_span(b, s, unit, s.unit(unit).hexes());
    if leaves && !(nearer && comes_back(b, s, unit, hexes, left)) {
        return refusal("march.out_of_command");
    }
    let far = |hex: HexId| b.ground.distance(hex, mu.goal);
    if has_arrived(s, mu) || far(to) < far(from) {
        return Ok(());
    }
    let along = is_linked(b, from, to) && leads_nearer(b, from, to, mu.goal);
    if along || goes_round(b, from, to, far, |hex| is_obstacle(b, s, unit, hex)) {
        return Ok(());
    }
    refusal("march.direct")
}

/// Whether a unit of a march will be in command by one of some hexes (8.3.1.3).
fn is_in_command_by(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId]) -> bool {
    hexes.iter().any(|at| stays_in_command(b, s, unit, *at))
}

/// The cost to a unit of a clear hex.
fn clear_hex(b: &Battle, s: &State, unit: UnitId) -> u16 {
    let clear = b.charts.terrain[Terrain::Clear].cost.of(status::traveller(b, s, unit));
    clear.unwrap_or_default()
}

/// Number of hexes by which a unit of a march is beyond the span of its leader.
fn beyond_span(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId]) -> Option<u16> {
    let leader = leader_on_march(b, s, unit)?;
    let far = hexes.iter().map(|hex| b.ground.distance(s.leader(leader).hex, *hex)).min();
    far.map(|far| far.saturating_sub(span::span(b, s, leader)))
}

/// The leader within whose span a unit of a march is to be.
fn leader_on_march(b: &Battle, s: &State, unit: UnitId) -> Option<LeaderId> {
    let own = s.unit(unit).assigned.some();
    own.or_else(|| span::leader_of(b, s, b.command(b.unit(unit).command).head))
}

/// Whether so many half movement points bring a unit over clear ground into the span of its leader.
fn comes_back(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId], left: u16) -> bool {
    beyond_span(b, s, unit, hexes).is_some_and(|hexes| hexes * clear_hex(b, s, unit) <= left)
}

/// Whether a unit of a stack has gone out of command on its march, on the way to its leader, and can still come into the span: it goes on (8.7.3).
/// RULING reading 1170.
pub fn strays(b: &Battle, s: &State, stack: &[UnitId]) -> bool {
    stack.iter().any(|unit| {
        let (now, left) = (s.unit(*unit), allowance::left(b, s, &[*unit]));
        now.has(did::ACTED)
            && of_unit(s, *unit).is_some()
            && !is_in_command_by(b, s, *unit, now.hexes())
            && comes_back(b, s, *unit, now.hexes(), left)
    })
}

/// Whether a unit of a march will be in command in a hex: within the span of its leader where the leader is, or can still ride on the chit; or, in
/// column, next to another unit of the march (8.7.3, reading 702).
fn stays_in_command(b: &Battle, s: &State, unit: UnitId, at: HexId) -> bool {
    let Some(leader) = leader_on_march(b, s, unit) else { return true };
    let reach = span::span(b, s, leader);
    let hex = s.leader(leader).hex;
    if b.ground.distance(hex, at) <= reach {
        return true;
    }
    let same = |other: UnitId| other != unit && s.unit(other).mu == s.unit(unit).mu;
    let around = b.ground.neighbours(at).into_iter().filter(|h| h.is_some());
    if members::marches(b, s, unit) && around.into_iter().any(|h| s.units_in(h).into_iter().any(same)) {
        return true;
    }
    let rides = riding::may_ride(b, s, b.side(unit), leader).is_ok();
    rides && riding::reaches(b, s, leader, |h| b.ground.distance(h, at) <= reach)
}

impl Field<'_> {
    /// A leader is ordered to march: the owner names the destination (8.7.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn order_march(&mut self, leader: LeaderId) -> Play<()> {
        let answer = self.ask(
            self.b.leader(leader).side,
            rule!("8.7.1"),
            "march.goal",
            about([leader_point(leader)]),
            |b, s, out| {
                let goals = Destinations::of(b, s, leader);
                let open = b.ground.hexes().filter(|hex| may_end(b, s, leader, *hex, &goals).is_ok());
                out.extend(open.map(|hex| Answer::one(verb::GO, hex_point(hex))));
            },
            |b, s, answer| {
                let barred = hex_of(answer).and_then(|hex| may_go_to(b, s, leader, hex).err());
                barred.unwrap_or(crate::ask::not_offered(rule!("8.7.1")))
            },
        )?;
        let Some(goal) = hex_of(&answer) else { return Ok(()) };
        self.create(leader, MuKind::Administrative);
        let mu = self.s.leader(leader).mu;
        self.s.mus[mu.i()].goal = goal;
        self.tell(|| {
            Event::new(rule!("8.7.1"), "march.ordered")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(goal))
        });
        Ok(())
    }

    /// Offers such an order at no cost to a leader who enters as a reinforcement (8.7, 8.10.6).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn march_on_entry(&mut self, leader: LeaderId) -> Play<()> {
        if may_order(self.b, self.s, leader).is_err() {
            return Ok(());
        }
        let answers = [Answer::one(verb::ADMINISTER, leader_point(leader)), Answer::button(verb::PASS)];
        let (side, points) = (self.b.leader(leader).side, about([leader_point(leader)]));
        let answer = self.choose(side, rule!("8.10.6"), "march.on_entry", points, &answers)?;
        if answer.verb == verb::ADMINISTER { self.order_march(leader) } else { Ok(()) }
    }

    /// Marches that go on into a new turn: their markers stay, and what is assigned to their leaders (8.7).
    pub(crate) fn carry_marches_on(&mut self) {
        let s = &mut *self.s;
        let map = |l: LeaderId, s: &[crate::core::state::Leader]| s[l.i()].status == LeaderStatus::Map;
        let leaders = std::mem::take(&mut s.leaders);
        s.mus.retain(|mu| is_on(mu) && map(mu.leader, &leaders));
        s.leaders = leaders;
        for (i, mu) in s.mus.iter().enumerate() {
            s.leaders[mu.leader.i()].mu = MuId(i as u16);
        }
        let marching: Vec<LeaderId> = s.mus.iter().map(|mu| mu.leader).collect();
        for unit in s.units.iter_mut().filter(|unit| !marching.contains(&unit.assigned)) {
            unit.assigned = LeaderId::NONE;
        }
        for leader in s.leaders.iter_mut().filter(|leader| !marching.contains(&leader.assigned)) {
            leader.assigned = LeaderId::NONE;
        }
    }

    /// Marches that an enemy threatens are off at once (8.7.3).
    pub(crate) fn cancel_marches(&mut self) {
        for at in 0..self.s.mus.len() {
            let mu = self.s.mus[at];
            if is_on(&mu) && is_threatened(self.b, self.s, mu.leader) {
                self.end_march(at);
                self.tell(|| {
                    Event::new(rule!("8.7.3"), "march.cancelled").point("leader", leader_point(mu.leader))
                });
            }
        }
    }

    /// Takes the marker of a march off.
    pub(crate) fn end_march(&mut self, at: usize) {
        let leader = self.s.mus[at].leader;
        self.s.mus[at].drawn = true;
        if self.s.leader(leader).mu == MuId(at as u16) {
            self.s.leader_mut(leader).mu = MuId::NONE;
        }
    }

    /// Markers that were turned over come off, and those of leaders who have arrived are turned over (7.5.9, 8.7.2).
    pub(crate) fn complete_marches(&mut self) {
        for at in 0..self.s.mus.len() {
            let mu = self.s.mus[at];
            if !is_on(&mu) || !has_arrived(self.s, &mu) {
                continue;
            }
            if mu.flipped {
                self.end_march(at);
            } else {
                self.s.mus[at].flipped = true;
            }
            let key = if mu.flipped { "march.completed" } else { "march.arrived" };
            self.tell(|| Event::new(rule!("7.5.9"), key).point("leader", leader_point(mu.leader)));
        }
    }

    /// Names those who march on the Regroup Chit: the leaders and units of administrative marches (8.7.2), but for those who were out of command when it was
    /// traced (7.1.2, reading 10).
    pub(crate) fn constitute_marches(&mut self) {
        for at in 0..self.s.mus.len() {
            let mu = self.s.mus[at];
            if !is_on(&mu) {
                continue;
            }
            for leader in members::leaders(self.b, self.s, mu.leader) {
                self.s.leader_mut(leader).set(leader_did::MEMBER, true);
            }
            for unit in members::members(self.b, self.s, mu.leader) {
                let now = self.s.unit_mut(unit);
                if now.has(did::IN_COMMAND) {
                    now.mu = MuId(at as u16);
                }
            }
        }
    }
}
