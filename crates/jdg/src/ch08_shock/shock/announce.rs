//! 8.2, 8.3.1: shocks are announced.

use ground::{Dir, Dirs, HexId};
use table::{Answer, Event, Flow, Play, Point, Refusal, Side, rule};

use super::combat::{self, fresh, held_against};
use crate::Few;
use crate::ch02_orders::orders;
use crate::ch04_movement::movement;
use crate::ch06_facing::facing;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{Field, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{Condition, OrderStatus, State, UnitId, did};
use crate::core::strike::Strike;
use crate::core::verb;
use crate::why;

/// Whether a unit may attack by shock in this activation (8.2, 8.3.1).
///
/// RULING J164: a charge commits the units that make it; a companion in the hex they come to shocks beside them.
///
/// # Errors
/// Why not.
pub fn may_attack(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let u = s.unit(unit);
    let no = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    if !u.on_map() {
        return Err(why::off_map(b, s, unit));
    }
    if b.arm(unit) == Arm::Artillery {
        return no(rule!("8.9"), "shock.artillery");
    }
    match u.condition {
        Condition::Good => {}
        Condition::Disordered => return no(rule!("10.1"), "shock.disordered"),
        Condition::Routed | Condition::Eliminated => return no(rule!("10.2"), "shock.routed"),
    }
    if u.square {
        return no(rule!("4.2"), "shock.square");
    }
    match orders::order_status(b, s, unit) {
        None => return Err(Refusal { rule: rule!("8.2"), ..why::inactive(b, s, unit) }),
        Some(OrderStatus::RallyOnly) => return no(rule!("2.4.3"), "shock.rally_only"),
        Some(OrderStatus::Open | OrderStatus::Received | OrderStatus::NoOrders) => {}
    }
    if u.has(did::CHARGING) {
        return no(rule!("9.2"), "shock.charging");
    }
    if u.has(did::BALKED | did::RECALLED) {
        return no(rule!("9.1"), "shock.balked");
    }
    // RULING J179: who balked at a charge, or was recalled from it, keeps the others of its hex back.
    let balked = |&o: &UnitId| {
        o != unit && s.unit(o).has(did::BALKED | did::RECALLED) && s.unit(o).condition == Condition::Good
    };
    match s.stack(u.hex).find(balked) {
        None => Ok(()),
        Some(other) => Err(Refusal::new(rule!("5.1.3"), "shock.companion_balked")
            .with("unit", unit_point(unit))
            .with("other", unit_point(other))),
    }
}

/// The unit that speaks for the attackers of a hex: the topmost that may attack (5.1.3).
pub fn spokesman(b: &Battle, s: &State, hex: HexId) -> Option<UnitId> {
    s.stack(hex).find(|&u| may_attack(b, s, u).is_ok())
}

/// Whether a hex could be attacked by a unit where it stands (8.2): next to it, in front, with enemies that have not been
/// attacked, and open to the attacker.
///
/// # Errors
/// Why not.
pub fn may_strike(b: &Battle, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    let hex = s.unit(unit).hex;
    let no =
        |rule, why| Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(target));
    let Some(dir) = b.ground.dir_to(hex, target) else { return Err(no(rule!("8.2"), "shock.not_adjacent")) };
    if !held_against(b, s, b.side(unit), target) {
        return Err(no(rule!("8.2"), "shock.no_enemy"));
    }
    if !facing::fronts(b, s, unit).contains(dir) {
        return Err(no(rule!("6.1.2"), "shock.not_in_front"));
    }
    if !fresh(s, target) {
        return Err(no(rule!("8.2"), "shock.once"));
    }
    movement::may_enter(b, s, unit, hex, target).map_err(|_| no(rule!("8.2"), "shock.cannot_enter"))
}

/// Whether the stack of a unit may announce an attack on a hex (8.3.1).
///
/// # Errors
/// Why not.
pub fn may_announce(b: &Battle, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    may_attack(b, s, unit)?;
    let hex = s.unit(unit).hex;
    if let Some(top) = spokesman(b, s, hex).filter(|&top| top != unit) {
        let no = Refusal::new(rule!("5.1.3"), "shock.not_top");
        return Err(no.with("unit", unit_point(unit)).with("top", unit_point(top)));
    }
    may_strike(b, s, unit, target)?;
    may_combine(b, s, unit, target)?;
    let announced = b.ground.dir_to(hex, target).is_some_and(|dir| s.unit(unit).aims.contains(dir));
    if announced {
        let no = Refusal::new(rule!("8.3.1"), "shock.announced_before");
        return Err(no.with("unit", unit_point(unit)).with("hex", hex_point(target)));
    }
    Ok(())
}

/// Ways of attack: where an enemy hex is attacked from as things stand: directions seen from there.
struct Assailants {
    /// Out of which it is to be shocked.
    shock: Dirs,
    /// Out of which it is charged.
    charge: Dirs,
    /// One of those who shock.
    other: UnitId,
}

fn assailants(b: &Battle, s: &State, side: Side, target: HexId) -> Assailants {
    let mut found = Assailants { shock: Dirs::NONE, charge: Dirs::NONE, other: UnitId::NONE };
    for dir in Dir::ALL {
        let Some(from) = b.ground.neighbour(target, dir) else { continue };
        for unit in s.stack(from).filter(|&u| b.side(u) == side) {
            let towards = dir.opposite();
            if s.unit(unit).has(did::CHARGING) {
                if combat::live_aims(b, s, unit).contains(towards) {
                    found.charge.insert(dir);
                }
            } else if s.unit(unit).aims.contains(towards) {
                found.shock.insert(dir);
                found.other = unit;
            }
        }
    }
    found
}

/// Of the hexes around one, those that hang together with a first, each next to another of them.
fn row(ring: Dirs, first: Dirs) -> Dirs {
    Dir::ALL.iter().fold(first, |row, _| row | row.beside() & ring)
}

/// Whether a unit may join those who shock a hex already (8.2, 8.4.1): it stands in a row of adjacent attackers with them.
///
/// RULING J183: attackers that are not adjacent to each other do not combine, and nobody is shocked twice.
fn may_combine(b: &Battle, s: &State, unit: UnitId, target: HexId) -> Result<(), Refusal> {
    let found = assailants(b, s, b.side(unit), target);
    let own = b.ground.dir_to(target, s.unit(unit).hex).map_or(Dirs::NONE, Dirs::from);
    if (found.shock - row(found.shock | found.charge | own, own)).is_empty() {
        return Ok(());
    }
    Err(Refusal::new(rule!("8.4.1"), "shock.apart")
        .with("unit", unit_point(unit))
        .with("hex", hex_point(target))
        .with("other", unit_point(found.other)))
}

/// A unit that could shock with a charger of its hex and does not, and the charger (5.1.3, RULING J164).
fn hangs_back(b: &Battle, s: &State) -> Option<(UnitId, UnitId)> {
    for charger in b.unit_ids().filter(|&u| s.unit(u).has(did::CHARGING)) {
        let hex = s.unit(charger).hex;
        let Some(mate) = spokesman(b, s, hex).filter(|&mate| s.unit(mate).aims.is_empty()) else { continue };
        let targets = combat::live_aims(b, s, charger).iter();
        let mut open = targets.filter_map(|dir| b.ground.neighbour(hex, dir));
        if open.any(|target| may_announce(b, s, mate, target).is_ok()) {
            return Some((mate, charger));
        }
    }
    None
}

/// An enemy hex in front of an announcing stack that nobody shocks although somebody must (8.2), charged or not: the stack's top
/// attacker and the hex. Only the usual two front hexes oblige (6.1.2, RULING J18).
pub fn neglected(b: &Battle, s: &State) -> Option<(UnitId, HexId)> {
    let side = orders::active_side(b, s);
    let mut struck: Option<Few<Strike>> = None;
    for unit in b.unit_ids().filter(|&u| b.side(u) == side && !s.unit(u).aims.is_empty()) {
        let u = s.unit(unit);
        for dir in (facing::usual_fronts(s, unit) - u.aims).iter() {
            let Some(hex) = b.ground.neighbour(u.hex, dir) else { continue };
            if may_strike(b, s, unit, hex).is_err() {
                continue;
            }
            let struck = struck.get_or_insert_with(|| combat::strikes(b, s));
            if !combat::is_shocked(b, s, struck, hex) {
                return Some((unit, hex));
            }
        }
    }
    None
}

/// The attacks that may be announced, stack by stack, clockwise.
fn announcements<'a>(b: &'a Battle, s: &'a State) -> impl Iterator<Item = Answer> + 'a {
    let side = orders::active_side(b, s);
    let able = b.unit_ids().filter(move |&u| b.side(u) == side && may_attack(b, s, u).is_ok());
    let around = |unit: UnitId| b.ground.neighbours(s.unit(unit).hex).into_iter().filter(|hex| hex.is_some());
    able.flat_map(move |unit| around(unit).map(move |hex| (unit, hex)))
        .filter(|&(unit, hex)| may_announce(b, s, unit, hex).is_ok())
        .map(|(unit, hex)| Answer::two(verb::ATTACK, unit_point(unit), hex_point(hex)))
}

/// Whether the announcements may be closed (5.1.3, 8.2).
fn may_close(b: &Battle, s: &State) -> Result<(), Refusal> {
    if let Some((unit, charger)) = hangs_back(b, s) {
        return Err(Refusal::new(rule!("5.1.3"), "shock.companion_charges")
            .with("unit", unit_point(unit))
            .with("charger", unit_point(charger)));
    }
    match neglected(b, s) {
        None => Ok(()),
        Some((unit, hex)) => Err(Refusal::new(rule!("8.2"), "shock.neglected")
            .with("unit", unit_point(unit))
            .with("hex", hex_point(hex))),
    }
}

/// Reason why another answer to `shock.announce` is refused.
fn explain(b: &Battle, s: &State, answer: &Answer) -> Refusal {
    if answer.verb == verb::PASS {
        return may_close(b, s).err().unwrap_or(why::not_offered(rule!("8.3.1")));
    }
    let judged =
        unit_of(answer).zip(hex_of(answer)).and_then(|(unit, hex)| may_announce(b, s, unit, hex).err());
    judged.unwrap_or(why::not_offered(rule!("8.3.1")))
}

impl Field<'_, '_> {
    /// One step of announcing: the active side designates one of its shocks (8.3.1). Over when it is done.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn announce_step(&mut self) -> Play<Flow> {
        if announcements(self.b, self.s).next().is_none() {
            return Ok(Flow::Over);
        }
        let list = |b: &Battle, s: &State, out: &mut Vec<Answer>| {
            out.extend(announcements(b, s));
            if may_close(b, s).is_ok() {
                out.push(Answer::button(verb::PASS));
            }
        };
        let side = orders::active_side(self.b, self.s);
        let answer = self.ask(side, rule!("8.3.1"), "shock.announce", [Point::Nothing; 3], list, explain)?;
        let (Some(unit), Some(target)) = (unit_of(&answer), hex_of(&answer)) else { return Ok(Flow::Over) };
        self.announce(unit, target);
        Ok(Flow::Continue)
    }

    /// The stack of a unit is committed against a hex: all its units that can attack go together (5.1.3).
    fn announce(&mut self, unit: UnitId, target: HexId) {
        let hex = self.s.unit(unit).hex;
        let dir = self.b.ground.dir_to(hex, target).expect("an announced target is next to its attacker");
        let group: Few<UnitId> =
            self.s.stack(hex).filter(|&u| may_attack(self.b, self.s, u).is_ok()).collect();
        for u in group {
            let u = self.s.unit_mut(u);
            u.aims.insert(dir);
            u.did |= did::COMMITTED;
        }
        self.tell(|| {
            Event::new(rule!("8.3.1"), "shock.announced").unit("unit", unit.0.into()).place("hex", target.0)
        });
    }
}
