//! 18.2, 18.3: what guns do where they stand: limbering and prolonging.

use ground::{Aim, Dir, Feature, HexId};
use table::{Answer, Event, Modifiers, Play, Point, Refusal, Test, rule};

use crate::Field;
use crate::ch08_command::regroup;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch12_formations::formations;
use crate::ch13_movement::arriving::Reach;
use crate::ch13_movement::{allowance, shift, step};
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::AimKind;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, LeaderId, Order, State, UnitId, did};
use crate::core::{Few, status, verb};

/// A refusal about guns.
fn no(rule: table::Rule, why: &'static str, unit: UnitId) -> Refusal {
    Refusal::new(rule, why).with("unit", unit_point(unit))
}

/// Whether a stack of guns may limber or unlimber (18.2.1): limbering is tried once in a movement (reading 55).
/// RULING: also in disorder, in which guns are limbered or unlimbered as well (18.2), and so prolonged (reading 1151).
///
/// # Errors
/// Why not.
pub fn may_limber(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    for &unit in stack {
        let now = s.unit(unit);
        if b.arm(unit) != Arm::Artillery || b.is(unit, Trait::Wagon) {
            return Err(no(rule!("18.2"), "limber.arm", unit));
        }
        // RULING 1134.
        let square = |u: &UnitId| s.unit(*u).shape() == Formation::Square;
        if now.formation == Formation::Unlimbered && s.units_in(now.hex()).iter().any(square) {
            return Err(no(rule!("12.9.4.2"), "limber.square", unit));
        }
        if now.formation == Formation::Unlimbered && now.has(did::TRIED) {
            return Err(no(rule!("18.2.1"), "limber.tried", unit));
        }
        if now.formation != s.unit(stack[0]).formation {
            return Err(no(rule!("18.2.1"), "limber.stack", unit));
        }
        let open = b.charts.terrain[b.ground.terrain(now.hex())].cost.of(status::traveller(b, s, unit));
        if now.formation == Formation::RoadColumn && open.is_none() {
            return Err(Refusal::new(rule!("13.1.7.1"), "move.terrain").with("hex", hex_point(now.hex())));
        }
        regroup::may_form(b, s, unit, the_other_formation(now.formation))?;
        if limber_cost(b, s, unit) > allowance::left(b, s, stack) {
            return Err(no(rule!("13.1.1"), "move.points", unit));
        }
    }
    Ok(())
}

/// The formation of guns when they have limbered or unlimbered (18.2.1).
fn the_other_formation(formation: Formation) -> Formation {
    if formation == Formation::Unlimbered { Formation::Limbered } else { Formation::Unlimbered }
}

/// The cost of limbering and unlimbering; of guns on a road their rear comes up to their head (18.2.2).
fn limber_cost(b: &Battle, s: &State, unit: UnitId) -> u16 {
    let behind = match s.unit(unit).formation {
        Formation::RoadColumn => shift::gathering_from_right(b, s, unit, 0).unwrap_or(u16::MAX / 4),
        _ => 0,
    };
    formations::cost(b, unit) + behind
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
    let to = b.ground.neighbour(from, dir).ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
    let bad = |why| no(rule!("18.3.1"), why, top).with("hex", hex_point(to));
    for &unit in stack {
        let now = s.unit(unit);
        if b.arm(unit) != Arm::Artillery || now.formation != Formation::Unlimbered {
            return Err(bad("prolong.guns"));
        }
        if now.spent > 0 || now.has(did::ACTED) {
            return Err(bad("prolong.first"));
        }
        if now.has(did::FORCED) {
            return Err(bad("prolong.forced"));
        }
        step::may_leave(b, s, unit, to)?;
    }
    if !is_smooth(b, from) || !is_smooth(b, to) {
        return Err(bad("prolong.terrain"));
    }
    let hexside = b.ground.hexside(from, dir);
    let barred = |feature: Feature| !b.charts.hexsides[feature].prolong;
    if hexside.iter().any(barred) || b.ground.hexside(to, dir.opposite()).iter().any(barred) {
        return Err(bad("prolong.hexside"));
    }
    if status::is_enemy(b, s, b.side(top), to) {
        return Err(no(rule!("13.1.4"), "move.enemy", top).with("hex", hex_point(to)));
    }
    let lays: Few<(UnitId, Hexes), 4> = stack.iter().map(|u| (*u, Hexes::from_slice(&[to]))).collect();
    regroup::may_go(b, s, &lays)?;
    limits::may_stand(b, s, stack, to)?;
    let all: Units = s.units_in(to).into_iter().chain(stack.iter().copied()).collect();
    limits::guns_alike(b, s, to, &all)?;
    let foot = stack.iter().any(|u| !b.is(*u, Trait::Horse));
    if foot && zones::bears_on(b, s, b.side(top), to, ZoneOwners::Any) && !is_directed(b, s, top) {
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

/// The facings to which a battery may shift when enemies come next to it (18.3.2): a hexside, or about, if that looks more towards them. It is
/// unlimbered, alone in its hex, and in no zone but theirs (reading 122).
fn shifts(b: &Battle, s: &State, battery: UnitId, enemies: &[UnitId]) -> Few<Aim, 4> {
    let (now, side) = (s.unit(battery), b.side(battery));
    let hex = now.hex();
    let guns = b.arm(battery) == Arm::Artillery && now.formation == Formation::Unlimbered;
    let held = zones::exerters(b, s, side, hex, ZoneOwners::Any).iter().any(|u| !enemies.contains(u));
    if !guns || now.order != Order::Good || s.units_in(hex).len() > 1 || held {
        return Few::new();
    }
    let near =
        enemies.iter().flat_map(|u| s.unit(*u).hexes().iter()).filter_map(|e| b.ground.dir_to(hex, *e));
    let towards: Few<Aim, 4> = near.map(Aim::hexside).collect();
    let off = |aim: Aim| towards.iter().map(|to| aim.twelfths_to(*to)).min();
    let turns = [2, -2, 6].map(|by| now.aim.turn(by));
    turns.into_iter().filter(|aim| off(*aim) < off(now.aim)).collect()
}

/// The acts open to guns as the next of their movement (18.2.1, 18.3.1).
pub fn list(b: &Battle, s: &State, stack: &[UnitId], out: &mut Vec<Answer>) {
    let top = stack[0];
    if stack.iter().any(|u| b.arm(*u) != Arm::Artillery) {
        return;
    }
    if may_limber(b, s, stack).is_ok() {
        out.push(Answer::one(verb::LIMBER, unit_point(top)));
    }
    let hexes = Dir::ALL.into_iter().filter_map(|dir| may_prolong(b, s, stack, dir).ok());
    out.extend(hexes.map(|to| Answer::two(verb::PROLONG, unit_point(top), hex_point(to))));
}

/// The reason why guns may not do so.
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
    let kind = match (b.is(unit, Trait::Horse), b.is(unit, Trait::Heavy)) {
        (true, _) => "horse",
        (false, true) => "heavy",
        (false, false) => "foot",
    };
    let row = |kind: &str, guard: bool| {
        b.charts.limbering.rows.iter().find(|(n, k, g, _)| n == nation && k == kind && *g == guard)
    };
    let found = row(kind, guard).or_else(|| row(kind, false)).or_else(|| row("foot", false));
    found.map_or(1, |(_, _, _, from)| *from)
}

/// The best of what leaders add to the limbering die.
fn limbering_parts(b: &Battle, s: &State, unit: UnitId) -> Modifiers {
    let (m, mut to) = (&b.charts.limbering.modifiers, Modifiers::new());
    if let Some(leader) = status::leader_of(b, s, unit) {
        to.push(match (b.leader(leader).gunner, s.bonuses(leader).artillery) {
            (true, _) => m.special_artillery_leader.part(1),
            (false, 1..) => m.artillery_leader.part(1),
            _ => m.leader.part(1),
        });
    }
    to
}

impl Field<'_> {
    /// Batteries next to which a stack has come may shift towards it, if they pass a check; those that fail only stay as they are (18.3.2.1, reading 23).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn guns_shift(&mut self, stack: &[UnitId]) -> Play<()> {
        let (b, top) = (self.b, stack[0]);
        let mut guns: Few<UnitId, 4> = Few::new();
        for hex in self.s.unit(top).hexes() {
            let near = b.ground.neighbours(*hex).into_iter().filter(|h| h.is_some());
            let enemy = near.filter(|h| status::is_enemy(b, self.s, b.side(top), *h));
            let found = enemy.filter_map(|h| self.s.top(h)).filter(|u| b.arm(*u) == Arm::Artillery);
            let new: Few<UnitId, 4> = found.filter(|u| !guns.contains(u)).collect();
            guns.extend(new);
        }
        for battery in guns {
            let aims = shifts(b, self.s, battery, stack);
            if aims.is_empty() {
                continue;
            }
            let mut answers: Few<Answer> =
                aims.iter().map(|aim| Answer::one(verb::TURN, Point::Facing(aim.0))).collect();
            answers.push(Answer::button(verb::PASS));
            let points = about([unit_point(battery), unit_point(top)]);
            let answer = self.choose(b.side(battery), rule!("18.3.2"), "guns.shift", points, &answers)?;
            let Some(aim) = answer.facing().map(Aim) else { continue };
            let check = Check::plain(Kind::Resolve, rule!("18.3.2.1"));
            if self.check_morale(&[battery], &check)?.all_passed() {
                self.s.unit_mut(battery).aim = aim;
                self.tell(|| {
                    Event::new(rule!("18.3.2"), "guns.shifted")
                        .point("unit", unit_point(battery))
                        .point("facing", Point::Facing(aim.0))
                });
            }
        }
        Ok(())
    }

    /// Guns limber, unlimber (18.2.1) or are prolonged (18.3.1), as the act of a movement. Says whether cavalry has answered their coming.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn serve_guns(
        &mut self,
        stack: &[UnitId],
        leaders: &[LeaderId],
        answer: &Answer,
    ) -> Play<Reach> {
        if let (verb::PROLONG, Some(to)) = (answer.verb, hex_of(answer)) {
            // Who failed is halted; who passed is prolonged without them (10.2.2).
            if self.leave_zone(stack)? == Test::Failed
                || self.spend_on_the_move(stack, Act::Enter(to))? == Continuation::Interrupted
            {
                return Ok(Reach::Open);
            }
            let (_, reach) = self.come_into(stack, leaders, to)?;
            self.halt(stack);
            return Ok(reach);
        }
        if the_other_formation(self.s.unit(stack[0]).formation) == Formation::Limbered {
            self.limber(stack)?;
        } else if self.spend_on_the_move(stack, Act::Spend)? == Continuation::GoesOn {
            self.unlimber(stack)?;
        }
        Ok(Reach::Open)
    }

    /// Guns unlimber at will (18.2.1), looking where their owner wishes, but as those do with whom they stand (12.2.4, 18.1).
    fn unlimber(&mut self, stack: &[UnitId]) -> Play<()> {
        let (b, top) = (self.b, stack[0]);
        let cost = stack.iter().map(|u| limber_cost(b, self.s, *u)).max().unwrap_or_default();
        self.pay(stack, cost);
        let looks = |u: &UnitId| !stack.contains(u) && status::row(b, self.s, *u).aim != AimKind::All;
        let others = self.s.units_in(self.s.unit(top).hex());
        let aim = match others.into_iter().find(looks) {
            Some(other) => self.s.unit(other).aim,
            None => self.choose_facing(top, Formation::Unlimbered, rule!("12.2.4"), "guns.facing")?,
        };
        self.form(stack, Formation::Unlimbered, aim);
        Ok(())
    }

    /// Guns limber, each by a die of its own (18.2.1, reading 524); only those that succeed spend the points (reading 55), and are reacted to for it.
    fn limber(&mut self, stack: &[UnitId]) -> Play<()> {
        let mut able: Few<(UnitId, i16), 8> = Few::new();
        for &unit in stack {
            if let Some(die) = self.limber_die(unit)? {
                able.push((unit, die));
            }
        }
        let units: Few<UnitId, 8> = able.iter().map(|(unit, _)| *unit).collect();
        if able.is_empty() || self.spend_on_the_move(&units, Act::Spend)? == Continuation::Interrupted {
            return Ok(());
        }
        for (unit, die) in able {
            let cost = limber_cost(self.b, self.s, unit);
            self.pay(&[unit], cost);
            self.tell_limbering(unit, "limbered", die);
            let aim = self.nearest_aim(unit, Formation::Limbered);
            self.form(&[unit], Formation::Limbered, aim);
        }
        Ok(())
    }

    /// The die for limbering (18.2.1). Says what it shows, if they succeed.
    fn limber_die(&mut self, unit: UnitId) -> Play<Option<i16>> {
        let (from, parts) = (limbers_from(self.b, unit), limbering_parts(self.b, self.s, unit));
        let total = parts.total();
        let points = about([unit_point(unit)]);
        let die = self.throw_one(rule!("18.2.1"), "limber", self.b.side(unit), points, |die| {
            u32::from(die + total >= from)
        })?;
        let done = die + total >= from;
        self.show_leader(status::leader_of(self.b, self.s, unit));
        self.s.unit_mut(unit).set(did::TRIED, true);
        if done {
            return Ok(Some(die));
        }
        self.tell_limbering(unit, "limber_failed", die);
        Ok(None)
    }

    /// Tells what came of the die for limbering.
    fn tell_limbering(&mut self, unit: UnitId, key: &'static str, die: i16) {
        let (from, parts) = (limbers_from(self.b, unit), limbering_parts(self.b, self.s, unit));
        self.tell(|| {
            Event::new(rule!("18.2.1"), key)
                .point("unit", unit_point(unit))
                .number("die", i32::from(die))
                .number("from", i32::from(from))
                .parts(&parts)
        });
    }
}
