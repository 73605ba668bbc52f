//! 19.16: grand charges: who forms one, how it is declared, and what holds for its parts.

use ground::HexId;
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch07_sequence::maneuver;
use crate::ch13_movement::allowance;
use crate::core::battle::Battle;
use crate::core::field::{about, hex_point, leader_of, leader_point, unit_of, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{
    ChargeKind, ChargeMark, ChargePhase, Chit, Formation, LeaderId, Phase, StandResult, State, UnitId, did,
    leader_did,
};
use crate::core::{Few, verb};

use super::charge::{self, no};
use super::drive;

/// The parts of the grand charge to which a charge belongs; itself if it is none.
pub fn parts(s: &State, at: usize) -> Few<usize, 8> {
    let leader = s.charges[at].grand.leader;
    if leader == LeaderId::NONE {
        return Few::from_slice(&[at]);
    }
    (0..s.charges.len()).filter(|i| s.charges[*i].grand.leader == leader).collect()
}

/// Whether a leader is with a unit or next to one of its hexes (19.16.1).
pub fn is_near(b: &Battle, s: &State, leader: LeaderId, unit: UnitId) -> bool {
    let at = s.leader(leader).hex;
    at.is_some() && s.unit(unit).hexes().iter().any(|hex| b.ground.distance(at, *hex) <= 1)
}

/// The leaders who may lead a grand charge of a stack: cavalry leaders of special ability near it who have not moved (19.16.1, reading 610).
fn leaders(b: &Battle, s: &State, stack: &[UnitId]) -> Few<LeaderId, 4> {
    let able = |l: &LeaderId| {
        b.leader(*l).horseman
            && b.leader(*l).side == b.side(stack[0])
            && !s.leader(*l).has(leader_did::MOVED)
            && !s.charges.iter().any(|c| c.grand.leader == *l)
            && is_near(b, s, *l, stack[0])
    };
    b.leader_ids().filter(able).collect()
}

/// Whether a stack could be a part of a grand charge as it stands: of the maneuver unit whose chit is drawn, without having moved (19.16.1.1, 19.16.4).
///
/// # Errors
/// Why not.
fn may_take_part(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let top = stack[0];
    if !matches!(s.activation.chit, Some(Chit::Mu(_))) {
        return Err(no(rule!("19.16.1.1"), "grand.chit", top));
    }
    for &unit in stack {
        maneuver::may_move(b, s, b.side(unit), unit)?;
        if s.unit(unit).has(did::ACTED) {
            return Err(no(rule!("19.16.4"), "grand.moved", unit));
        }
    }
    charge::may_begin(b, s, stack)
}

/// Those who may charge together with a stack under a leader, by the top units of their hexes (19.16.1 to 19.16.1.2): in its formation and facing.
fn companions(b: &Battle, s: &State, leader: LeaderId, stack: &[UnitId]) -> Few<UnitId> {
    let first = s.unit(stack[0]);
    let like = |unit: UnitId| (s.unit(unit).shape(), s.unit(unit).aim) == (first.shape(), first.aim);
    let able = |unit: &UnitId| {
        let now = s.unit(*unit);
        b.side(*unit) == b.side(stack[0])
            && now.on_map()
            && !stack.contains(unit)
            && s.top(now.hex()) == Some(*unit)
            && now.charge == ChargeMark::None
            && like(*unit)
            && is_near(b, s, leader, *unit)
            && fresh(b, s, *unit)
    };
    b.unit_ids().filter(able).collect()
}

/// Whether the stack of a unit that has not been touched in this activation may take part.
fn fresh(b: &Battle, s: &State, unit: UnitId) -> bool {
    let stack = s.units_in(s.unit(unit).hex());
    let mut then = s.clone();
    for other in &stack {
        // What it did in an earlier movement of the turn does not count: its own has not begun.
        then.unit_mut(*other).set(did::ACTED, false);
    }
    may_take_part(b, &then, &stack).is_ok()
}

/// Whether a stack that begins its movement may begin a grand charge: with a leader, another part, and a possible target (19.16, 19.2.3).
///
/// # Errors
/// Why not.
pub fn may_lead(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let top = stack[0];
    let leaders = leaders(b, s, stack);
    if leaders.is_empty() {
        return Err(no(rule!("19.16.1"), "grand.leader", top));
    }
    may_take_part(b, s, stack)?;
    if leaders.iter().all(|l| companions(b, s, *l, stack).is_empty()) {
        return Err(no(rule!("19.16"), "grand.alone", top));
    }
    charge::has_target(b, s, top, points(b, s, stack))
}

/// The movement points of a stack in a grand charge: its whole potential (19.16.4, 19.16.3).
fn points(b: &Battle, s: &State, stack: &[UnitId]) -> u16 {
    stack.iter().map(|u| allowance::potential(b, s, *u).max(0) as u16).min().unwrap_or_default()
}

/// The leader of the grand charge in which a unit rides while it is carried out: that morale bonus is its own (19.16.2).
pub fn morale_leader(s: &State, unit: UnitId) -> Option<LeaderId> {
    let rides = s.activation.phase == Phase::Charges;
    let of = |c: &&crate::core::state::Charge| c.phase == ChargePhase::Declared && c.units.contains(&unit);
    s.charges.iter().filter(|_| rides).find(of)?.grand.leader.some()
}

/// Whether a leader leads the grand charge of a unit: the mêlée bonus is nobody's then (19.16.2).
pub fn leads(s: &State, leader: LeaderId, unit: UnitId) -> bool {
    s.charges.iter().any(|c| c.grand.leader == leader && c.units.contains(&unit))
}

/// The result of a target's roll to stand when another part of the same grand charge fought it (19.6.1).
pub(super) fn stood(s: &State, at: usize, unit: UnitId) -> Option<StandResult> {
    let all = parts(s, at);
    all.iter().flat_map(|i| &s.charges[*i].grand.stood).find(|stood| stood.unit == unit).copied()
}

/// Whether a square holds its fire at a part of a grand charge that rides over it: it fires at the first part only (19.16.6.2).
pub fn holds_back(b: &Battle, s: &State, stack: &[UnitId], at: HexId, from: HexId) -> bool {
    let Some(part) = stack.first().and_then(|u| charge::of(s, *u)) else { return false };
    let square = |u: &UnitId| s.unit(*u).shape() == Formation::Square;
    let Some(square) = s.units_in(from).into_iter().find(square) else { return false };
    let (c, top) = (&s.charges[part], stack[0]);
    let Some(dir) = c.grand.next.filter(|_| c.kind == ChargeKind::Grand) else { return false };
    let enters = drive::ahead(b, s, top, dir).is_some_and(|after| after.contains(&from));
    let rides = enters || c.grand.over.contains(&square) || c.grand.first_over.contains(&square);
    let mut others = parts(s, part).into_iter().filter(|i| *i != part);
    if rides && others.any(|i| s.charges[i].grand.first_over.contains(&square)) {
        return true;
    }
    // Of a line only the hex that rides over it is fired at.
    let last = c.route.windows(2).last().and_then(|two| b.ground.dir_to(two[1], two[0]));
    let behind = last.and_then(|back| b.ground.neighbour(at, back));
    let beside = [Some(at), b.ground.neighbour(at, dir), behind];
    rides && !beside.contains(&Some(from))
}

impl Field<'_> {
    /// Declares a grand charge (19.16.1): its leader, if several could lead it, and its parts.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn declare_grand(&mut self, stack: &[UnitId]) -> Play<()> {
        let leader = self.who_leads(stack)?;
        let mut bodies: Few<Units, 4> = Few::new();
        bodies.push(stack.iter().copied().collect());
        loop {
            let mut open = companions(self.b, self.s, leader, stack);
            open.retain(|u| !bodies.iter().any(|body| body.contains(u)));
            if open.is_empty() {
                break;
            }
            let mut answers: Few<Answer> =
                open.iter().map(|u| Answer::one(verb::TAKE, unit_point(*u))).collect();
            if bodies.len() > 1 {
                answers.push(Answer::button(verb::DONE));
            }
            let points = about([leader_point(leader)]);
            let side = self.b.side(stack[0]);
            let answer = self.choose(side, rule!("19.16.1"), "grand.part", points, &answers)?;
            let Some(unit) = unit_of(&answer) else { break };
            bodies.push(self.s.units_in(self.s.unit(unit).hex()));
        }
        let slowest = bodies.iter().map(|body| points(self.b, self.s, body)).min().unwrap_or_default();
        let at = self.s.charges.len();
        for body in &bodies {
            self.preserve(body)?;
            let mut part = charge::begun(self.b, self.s, ChargeKind::Grand, body, slowest);
            part.left = 2 * points(self.b, self.s, body);
            part.grand.leader = leader;
            self.s.charges.push(part);
            for &unit in body {
                let now = self.s.unit_mut(unit);
                now.charge = ChargeMark::Declared;
                now.set(did::MOVED | did::HALTED, true);
            }
            let (top, hex) = (body[0], self.s.unit(body[0]).hex());
            self.tell(|| {
                Event::new(rule!("19.16.1"), "charge.grand")
                    .point("leader", leader_point(leader))
                    .point("unit", unit_point(top))
                    .point("hex", hex_point(hex))
            });
        }
        self.s.leader_mut(leader).set(leader_did::MOVED, true);
        self.grand_is_answered(at)
    }

    fn who_leads(&mut self, stack: &[UnitId]) -> Play<LeaderId> {
        let mut able = leaders(self.b, self.s, stack);
        able.retain(|l| !companions(self.b, self.s, *l, stack).is_empty());
        let answers: Few<Answer> = able.iter().map(|l| Answer::one(verb::CHOOSE, leader_point(*l))).collect();
        let points = about([unit_point(stack[0])]);
        let side = self.b.side(stack[0]);
        let answer = self.choose(side, rule!("19.16.1"), "grand.leader", points, &answers)?;
        Ok(leader_of(&answer).expect("choose points at a leader"))
    }

    /// A part of a grand charge has come into the hex of a square: whether it was the first to (19.16.6.2).
    pub(super) fn notes_square(&mut self, at: usize, square: &[UnitId]) {
        if self.s.charges[at].kind != ChargeKind::Grand {
            return;
        }
        let all = parts(self.s, at);
        for &unit in square {
            let known = all.iter().any(|i| self.s.charges[*i].grand.first_over.contains(&unit));
            let own = &mut self.s.charges[at].grand;
            let list = if known { &mut own.over } else { &mut own.first_over };
            if !list.contains(&unit) {
                list.push(unit);
            }
        }
    }

    /// Notes the result of a roll to stand against a grand charge (19.6.1); of others nothing is kept.
    pub(super) fn note_stood(&mut self, at: usize, unit: UnitId, shifts: Option<u8>) {
        if self.s.charges[at].kind == ChargeKind::Grand {
            self.s.charges[at].grand.stood.push(StandResult { unit, shifts });
        }
    }
}
