//! 18.2, 18.3: what guns do where they stand: limbering and prolonging.

use ground::{Dir, Feature, HexId};
use table::{Answer, Event, Modifiers, Play, Refusal, rule};

use crate::Field;
use crate::ch10_zones::reactions::{Act, Reacted};
use crate::ch10_zones::zones::{self, Whose};
use crate::ch11_stacking::limits;
use crate::ch12_formations::formations;
use crate::ch13_movement::{allowance, step};
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::state::{Formation, LeaderId, Order, State, UnitId, did};
use crate::core::{status, verb};

/// A refusal about guns.
fn no(rule: table::Rule, why: &'static str, unit: UnitId) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(unit))
}

/// Whether a stack of guns may limber or unlimber (18.2.1): limbering is tried once in a movement (reading 55).
///
/// # Errors
/// Why not.
pub fn may_limber(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    for &unit in stack {
        let now = s.unit(unit);
        if b.arm(unit) != Arm::Artillery || b.is(unit, Trait::Wagon) {
            return Err(no(rule!("18.2"), "limber.arm", unit));
        }
        if now.order != Order::Good || !matches!(now.formation, Formation::Limbered | Formation::Unlimbered) {
            return Err(no(rule!("12.2"), "form.order", unit));
        }
        if now.formation == Formation::Unlimbered && now.has(did::TRIED) {
            return Err(no(rule!("18.2.1"), "limber.tried", unit));
        }
        if now.formation != s.unit(stack[0]).formation {
            return Err(no(rule!("18.2.1"), "limber.stack", unit));
        }
        if formations::cost(b, unit) > allowance::left(b, s, stack) {
            return Err(no(rule!("13.1.1"), "move.points", unit));
        }
    }
    Ok(())
}

/// Whether a hex is one from or into which guns are prolonged (18.3.1).
fn is_smooth(b: &Battle, hex: HexId) -> bool {
    b.charts.terrain[b.ground.terrain(hex)].prolong
}

/// Whether unlimbered guns may be prolonged into the next hex (18.3.1, 18.3.1.1): as their whole movement (reading 22).
///
/// # Errors
/// Why not.
pub fn may_prolong(b: &Battle, s: &State, stack: &[UnitId], dir: Dir) -> Result<HexId, Refusal> {
    let top = stack[0];
    let from = s.unit(top).hex();
    let to = b.ground.neighbour(from, dir).ok_or(Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
    let bad = |why| no(rule!("18.3.1"), why, top).with("hex", hex_point(to));
    for &unit in stack {
        let now = s.unit(unit);
        if b.arm(unit) != Arm::Artillery || now.formation != Formation::Unlimbered || now.order != Order::Good
        {
            return Err(bad("prolong.guns"));
        }
        if now.spent > 0 || now.has(did::ACTED) {
            return Err(bad("prolong.first"));
        }
        step::may_leave(b, s, unit, to)?;
    }
    if !is_smooth(b, from) || !is_smooth(b, to) {
        return Err(bad("prolong.terrain"));
    }
    let side = b.ground.side(from, dir);
    let barred = |feature: Feature| !b.charts.sides[feature].prolong;
    if side.iter().any(barred) || b.ground.side(to, dir.opposite()).iter().any(barred) {
        return Err(bad("prolong.hexside"));
    }
    if status::is_enemy(b, s, b.side(top), to) {
        return Err(no(rule!("13.1.4"), "move.enemy", top).with("hex", hex_point(to)));
    }
    limits::may_stand(b, s, stack, to)?;
    let foot = stack.iter().any(|u| !b.is(*u, Trait::Horse));
    if foot && zones::bears_on(b, s, b.side(top), to, Whose::Any) && !is_directed(b, s, top) {
        return Err(no(rule!("18.3.1.1"), "prolong.zone", top).with("hex", hex_point(to)));
    }
    Ok(to)
}

/// Whether an artillery leader of special ability is with guns or next to them.
fn is_directed(b: &Battle, s: &State, unit: UnitId) -> bool {
    let hex = s.unit(unit).hex();
    b.leader_ids().any(|l| {
        let card = b.leader(l);
        let at = s.leader(l).hex;
        card.gunner && card.side == b.side(unit) && at.is_some() && b.ground.distance(at, hex) <= 1
    })
}

/// What guns may do as the next act of their movement (18.2.1, 18.3.1).
pub fn list(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    let top = stack[0];
    if b.arm(top) != Arm::Artillery || s.units_in(s.unit(top).hex()).len() != stack.len() {
        return;
    }
    if may_limber(b, s, stack).is_ok() {
        out.push(Answer::one(verb::LIMBER, unit_point(top)));
    }
    let ways = Dir::ALL.into_iter().filter_map(|dir| may_prolong(b, s, stack, dir).ok());
    out.extend(ways.map(|to| Answer::two(verb::PROLONG, unit_point(top), hex_point(to))));
}

/// Why guns may not do so.
pub fn refuse(b: &Battle, s: &State, stack: &[UnitId], answer: &Answer) -> Option<Refusal> {
    if answer.verb == verb::LIMBER {
        return may_limber(b, s, stack).err();
    }
    let dir = hex_of(answer).and_then(|to| b.ground.dir_to(s.unit(stack[0]).hex(), to))?;
    may_prolong(b, s, stack, dir).err()
}

/// The die from which a battery limbers (Artillery Limbering Chart).
fn limbers_from(b: &Battle, unit: UnitId) -> i16 {
    let (nation, guard) = (&b.unit(unit).nation, b.is(unit, Trait::Guard));
    let kind = if b.is(unit, Trait::Horse) { "horse" } else { "foot" };
    let row = |guard: bool| {
        b.charts.limbering.iter().find(move |(n, k, g, _)| n == nation && k == kind && *g == guard)
    };
    row(guard).or(row(false)).map_or(1, |(_, _, _, from)| *from)
}

/// The best of what leaders add to the limbering die.
fn limbering_parts(b: &Battle, s: &State, unit: UnitId) -> Modifiers {
    let (m, mut to) = (&b.charts.limbering_modifiers, Modifiers::new());
    if let Some(leader) = status::leader_of(b, s, unit).map(|l| b.leader(l)) {
        to.push(match (leader.gunner, leader.artillery) {
            (true, _) => m.special_artillery_leader.part(1),
            (false, 1..) => m.artillery_leader.part(1),
            _ => m.leader.part(1),
        });
    }
    to
}

impl Field<'_> {
    /// Guns limber, unlimber (18.2.1) or are prolonged (18.3.1), as the act of a movement.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn serve_guns(&mut self, stack: &[UnitId], leaders: &[LeaderId], answer: &Answer) -> Play<()> {
        if let (verb::PROLONG, Some(to)) = (answer.verb, hex_of(answer)) {
            if self.spend(stack, Act::Enter(to))? == Reacted::GoesOn {
                self.enter_hex(stack, leaders, to)?;
                self.halt(stack);
            }
            return Ok(());
        }
        if self.spend(stack, Act::Spend)? == Reacted::Interrupted {
            return Ok(());
        }
        let limbered = self.s.unit(stack[0]).formation == Formation::Limbered;
        if !limbered && !self.limber_die(stack)? {
            return Ok(());
        }
        let formation = if limbered { Formation::Unlimbered } else { Formation::Limbered };
        let cost = stack.iter().map(|u| formations::cost(self.b, *u)).max().unwrap_or(0);
        self.pay(stack, cost);
        let aim = self.nearest_aim(stack[0], formation);
        self.form(stack, formation, aim);
        Ok(())
    }

    /// The die for limbering (18.2.1): the points are spent only if it succeeds (reading 55).
    fn limber_die(&mut self, stack: &[UnitId]) -> Play<bool> {
        let top = stack[0];
        let (from, parts) = (limbers_from(self.b, top), limbering_parts(self.b, self.s, top));
        let total = parts.total();
        let points = about([unit_point(top)]);
        let die = self.throw_one(rule!("18.2.1"), "limber", self.b.side(top), points, |die| {
            u32::from(die + total >= from)
        })?;
        let done = die + total >= from;
        for &unit in stack {
            self.s.unit_mut(unit).set(did::TRIED, true);
        }
        self.tell(|| {
            Event::new(rule!("18.2.1"), if done { "limbered" } else { "limber_failed" })
                .point("unit", unit_point(top))
                .number("die", i32::from(die))
                .number("from", i32::from(from))
                .parts(&parts)
        });
        Ok(done)
    }
}
