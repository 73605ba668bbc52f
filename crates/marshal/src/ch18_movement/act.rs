//! A unit's movement: its acts one by one, each of which may draw opportunity fire (14, 18, 28).

use ground::{Aim, Dir, HexId};
use table::{Answer, Event, Few, Play, Point, Refusal, rule};

use super::step::{self, allowance, may_go, may_prolong};
use crate::Field;
use crate::ask::not_offered;
use crate::ch02_chronology::Over;
use crate::ch06_units;
use crate::ch16_organisations::{change_cost, formed_otherwise, lies_in};
use crate::core::battle::{Arm, Battle};
use crate::core::charts::AimKind;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::footprint;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Order, State, UnitId, did, strain};
use crate::core::{status, verb};

/// The answer that means a formation in so many hexes.
fn form_answer(aim: Aim, formation: Formation, hexes: usize) -> Answer {
    Answer::two(verb::FORM, Point::Facing(aim.0), Point::Number(formation.number_in(hexes)))
}

/// Formation, aim and hexes that an answer names.
fn formed(answer: &Answer) -> Option<(Formation, Aim, usize)> {
    let [Point::Facing(aim), Point::Number(number), Point::Nothing] = answer.points else { return None };
    let (formation, hexes, _) = Formation::numbered(number)?;
    Some((formation, Aim(aim), hexes))
}

/// Cost of a change of facing, in half points: none for cavalry (18).
pub fn turn_cost(b: &Battle, unit: UnitId) -> i16 {
    if b.arm(unit) == Arm::Cavalry { 0 } else { b.charts.movement.facing.value }
}

/// Whether a unit may turn in place, and how it lies then (18). In several hexes it wheels a sixth about the end that it turns to.
///
/// # Errors
/// Why it may not.
pub fn may_turn(b: &Battle, s: &State, unit: UnitId, aim: Aim) -> Result<Hexes, Refusal> {
    let now = s.unit(unit);
    let refuse = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    let row = status::row(b, s, unit);
    let served = now.formation == Formation::Unlimbered;
    if !footprint::may_aim(row, aim) || row.aim == AimKind::All {
        return refuse(rule!("13"), "form.aim");
    }
    let by = now.aim.twelfths_to(aim).0;
    if by == 0 {
        return refuse(rule!("18"), "turn.same");
    }
    if served && (by > 2 || now.has(did::PROLONGED)) {
        return refuse(rule!("18"), "turn.guns");
    }
    if i16::from(now.spent) + turn_cost(b, unit) > allowance(b, s, unit) {
        return refuse(rule!("18"), "turn.points");
    }
    if now.hexes().len() == 1 || row.aim == AimKind::Path {
        return Ok(Hexes::from_slice(now.hexes()));
    }
    let right = now.aim.turn(2) == aim;
    if !right && now.aim.turn(-2) != aim {
        return refuse(rule!("18"), "turn.wheel");
    }
    wheeled(b, s, unit, aim, right)
}

/// The hexes of a unit in several that wheels about one end.
fn wheeled(b: &Battle, s: &State, unit: UnitId, aim: Aim, right: bool) -> Result<Hexes, Refusal> {
    let now = s.unit(unit);
    let count = now.hexes().len();
    let room = Refusal::new(rule!("16"), "form.room").with("unit", unit_point(unit));
    let row = status::row(b, s, unit);
    let first = if right {
        let pivot = *now.hexes().last().expect("it is on the map");
        let left = labataille::faces::right_of(aim).opposite();
        (1..count).try_fold(pivot, |hex, _| b.ground.neighbour(hex, left)).ok_or(room)?
    } else {
        now.hex()
    };
    let laid = footprint::layout(b, row, aim, first, count).ok_or(room)?;
    for hex in laid.iter().filter(|hex| !now.hexes().contains(hex)) {
        let open = b.charts.terrain[b.ground.terrain(*hex)].open || now.formation == Formation::Skirmish;
        if !open || !s.is_empty(*hex) {
            return Err(room);
        }
    }
    Ok(laid)
}

/// The units that take up a formation when one does, with their hexes then: itself, and those of its hex who are in another one and have not moved; they pay
/// for it as it does (16; RULING 44).
fn forming(
    b: &Battle,
    s: &State,
    unit: UnitId,
    (to, aim): (Formation, Aim),
    hexes: usize,
) -> Result<Few<(UnitId, Hexes), 8>, Refusal> {
    let mut all = Few::from_iter([(unit, lies_in(b, s, unit, to, aim, hexes)?)]);
    for other in formed_otherwise(b, s, unit, to) {
        let now = s.unit(other);
        let cost = i16::from(now.spent + penalty(b, s, other)) + change_cost(b, s, other, to, hexes);
        let free = now.did & (did::MOVED | did::CHARGED | did::SPENT) == 0;
        match lies_in(b, s, other, to, aim, hexes) {
            Ok(laid) if free && cost <= allowance(b, s, other) => all.push((other, laid)),
            _ => {
                return Err(Refusal::new(rule!("16"), "stack.formations")
                    .with("hex", hex_point(s.unit(unit).hex()))
                    .with("unit", unit_point(other)));
            }
        }
    }
    Ok(all)
}

/// Half points that a unit has less for the whole phase, if it begins its movement now: those of lines (16). Whoever changed formation along with another one has
/// begun already.
fn penalty(b: &Battle, s: &State, unit: UnitId) -> u8 {
    let begins = s.unit(unit).spent == 0 && s.unit(unit).formation == Formation::Line;
    if begins { b.charts.movement.line.value as u8 } else { 0 }
}

/// Whether cavalry may ride onto a carré next to it, which it may assault then (16, 18; RULING 20: it stays in the hex from which it comes).
///
/// # Errors
/// Why it may not.
fn may_ride_onto(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse =
        |why| Err(Refusal::new(rule!("16"), why).with("unit", unit_point(unit)).with("hex", hex_point(at)));
    let square = |u: &UnitId| status::is_in(b, s, *u, Arm::Infantry, Formation::Square);
    let ahead = |part: &crate::core::state::Part| {
        let dir = b.ground.dir_to(s.hex_of(*part), at);
        dir.is_some_and(|dir| footprint::faces_of(b, s, *part).front.contains(dir))
    };
    let enemy = status::is_enemy(b, s, b.side(unit), at) && s.units_in(at).iter().any(square);
    match footprint::parts(s, unit).find(ahead) {
        _ if b.arm(unit) != Arm::Cavalry || !enemy => refuse("ride_on.square"),
        _ if now.formation == Formation::Skirmish => refuse("ride_on.square"),
        None => refuse("step.front"),
        Some(part) => match step::ground_cost(b, Arm::Cavalry, s.hex_of(part), at) {
            Some(cost) if i16::from(now.spent) + cost <= allowance(b, s, unit) => Ok(()),
            Some(_) => refuse("turn.points"),
            None => refuse("step.terrain"),
        },
    }
}

/// Reason why a unit may not do something in its movement; none if it may.
fn refused(b: &Battle, s: &State, unit: UnitId, answer: &Answer) -> Option<Refusal> {
    let now = s.unit(unit);
    match answer.verb {
        verb::HALT => step::must_go_on(b, s, unit),
        verb::GO => {
            let dir = hex_of(answer).and_then(|hex| b.ground.dir_to(now.hex(), hex));
            let Some(dir) = dir else {
                return Some(Refusal::new(rule!("18"), "step.far").with("unit", unit_point(unit)));
            };
            may_go(b, s, unit, dir).err()
        }
        verb::TURN => may_turn(b, s, unit, Aim(answer.facing()?)).err(),
        verb::FORM => {
            let Some((to, aim, hexes)) = formed(answer) else { return Some(not_offered(rule!("16"))) };
            let cost = change_cost(b, s, unit, to, hexes);
            if i16::from(now.spent) + cost > allowance(b, s, unit) {
                return Some(Refusal::new(rule!("16"), "form.points").with("unit", unit_point(unit)));
            }
            forming(b, s, unit, (to, aim), hexes).err()
        }
        verb::TARGET => may_ride_onto(b, s, unit, hex_of(answer)?).err(),
        verb::PROLONG => may_prolong(b, s, unit, hex_of(answer)?).err(),
        verb::PRESENT if answer.unit() == Some(unit.0) => ch06_units::refused(b, s, unit),
        _ => Some(not_offered(rule!("18"))),
    }
}

/// Lists what a unit may do in its movement.
fn list(b: &Battle, s: &State, unit: UnitId, out: &mut Vec<Answer>) {
    let now = s.unit(unit);
    let mut keep = |answer: Answer| {
        if refused(b, s, unit, &answer).is_none() {
            out.push(answer);
        }
    };
    for to in b.ground.neighbours(now.hex()).into_iter().filter(|hex| hex.is_some()) {
        keep(Answer::one(verb::GO, hex_point(to)));
        keep(Answer::one(verb::PROLONG, hex_point(to)));
        keep(Answer::one(verb::TARGET, hex_point(to)));
    }
    for aim in Aim::ALL {
        keep(Answer::one(verb::TURN, Point::Facing(aim.0)));
    }
    if now.order == Order::Good {
        for formation in Formation::ALL {
            let Some(row) = b.charts.formation(b.arm(unit), *formation, || status::is_heavy(b, unit)) else {
                continue;
            };
            for aim in footprint::aims(row) {
                (1..=row.hexes).for_each(|hexes| keep(form_answer(aim, *formation, hexes)));
            }
        }
    }
    keep(Answer::one(verb::PRESENT, unit_point(unit)));
    keep(Answer::button(verb::HALT));
}

impl Field<'_, '_> {
    /// Moves a unit, act by act, until it halts, can do nothing more, or is swept away (18).
    pub(crate) fn move_unit(&mut self, unit: UnitId) -> Play<()> {
        // Who begins in line has less for the whole phase (16).
        self.s.unit_mut(unit).spent += penalty(self.b, self.s, unit);
        let begun = i16::from(self.s.unit(unit).spent);
        self.move_on(unit, begun)
    }

    /// A unit goes on with what movement it has left; what it has spent without moving tires no horses (36).
    pub(crate) fn move_on(&mut self, unit: UnitId, begun: i16) -> Play<()> {
        loop {
            let spent = self.s.unit(unit).spent;
            let answer = self.ask_act(unit)?;
            if answer.verb == verb::HALT {
                break;
            }
            self.act(unit, &answer)?;
            if answer.verb == verb::GO && self.opportunity_charges(unit)? == Over::Yes {
                break;
            }
            let now = self.s.unit(unit);
            if !now.on_map()
                || now.order == Order::Pgd
                || now.order == Order::Disorder && spent < now.spent && now.has(did::HIT)
                || now.has(did::ON_SQUARE)
            {
                break;
            }
        }
        let all = allowance(self.b, self.s, unit);
        let now = self.s.unit_mut(unit);
        now.set(did::MOVED, true);
        let spent = i16::from(now.spent) - begun;
        if spent > 0 {
            now.strain |= strain::MOVED | if 2 * spent > all { strain::HALF } else { 0 };
        }
        let hexes: Few<HexId, 5> = self.s.unit(unit).hexes().iter().copied().collect();
        hexes.into_iter().try_for_each(|hex| self.settle(hex))
    }

    fn ask_act(&mut self, unit: UnitId) -> Play<Answer> {
        self.ask(
            self.b.side(unit),
            rule!("18"),
            "move.act",
            about([unit_point(unit)]),
            |b, s, out| list(b, s, unit, out),
            |b, s, answer| refused(b, s, unit, answer).unwrap_or_else(|| not_offered(rule!("18"))),
        )
    }

    /// One act: paid for, and fired at in the zones where it is done or which it leaves (14, 28).
    fn act(&mut self, unit: UnitId, answer: &Answer) -> Play<()> {
        let before: Few<HexId, 5> = self.s.unit(unit).hexes().iter().copied().collect();
        // Who changes formation is fired at in the old one; cavalry turns for nothing, and so is not fired at (14, 28).
        if answer.verb != verb::TURN || turn_cost(self.b, unit) > 0 {
            self.opportunity_fire(unit)?;
        }
        let now = self.s.unit(unit);
        let (stays, order) = (now.hexes() == &before[..], now.order);
        if !stays || order == Order::Pgd || refused(self.b, self.s, unit, answer).is_some() {
            return Ok(());
        }
        match answer.verb {
            verb::GO => {
                // Who begins with, goes through or ends among units in good order while it is disordered makes them check (31).
                let shaken = now.order == Order::Disorder;
                let begins = shaken && !now.has(did::STEPPED);
                let left: Few<UnitId, 8> = if begins { self.others_in(unit) } else { Few::new() };
                self.go(unit, HexId(answer.place().expect("a hex")));
                if shaken {
                    let met = self.others_in(unit);
                    self.disturb(unit, &left)?;
                    self.disturb(unit, &met)?;
                }
            }
            verb::TURN => {
                let aim = Aim(answer.facing().expect("an aim"));
                let laid = may_turn(self.b, self.s, unit, aim).expect("it was offered");
                self.turn(unit, aim, &laid, turn_cost(self.b, unit));
            }
            verb::FORM => {
                let (to, aim, hexes) = formed(answer).expect("it was offered");
                let all = forming(self.b, self.s, unit, (to, aim), hexes).expect("it was offered");
                for (other, laid) in all {
                    let cost = change_cost(self.b, self.s, other, to, hexes);
                    if other != unit {
                        self.begins_along(other, cost);
                    }
                    self.form(other, (to, aim), &laid, cost)?;
                }
            }
            verb::PRESENT => self.present(unit),
            verb::TARGET => self.ride_onto(unit, HexId(answer.place().expect("a hex"))),
            _ => self.prolong(unit, HexId(answer.place().expect("a hex"))),
        }
        Ok(())
    }

    /// The others in the hexes of a unit.
    fn others_in(&self, unit: UnitId) -> Few<UnitId, 8> {
        let all = self.s.unit(unit).hexes().iter().flat_map(|hex| self.s.units_in(*hex));
        all.filter(|other| *other != unit).collect()
    }

    /// A unit that changes formation along with another one of its hex has begun its movement.
    fn begins_along(&mut self, unit: UnitId, cost: i16) {
        let (less, all) = (penalty(self.b, self.s, unit), allowance(self.b, self.s, unit));
        let now = self.s.unit_mut(unit);
        now.spent += less;
        now.strain |= strain::MOVED | if 2 * cost > all { strain::HALF } else { 0 };
    }

    /// Cavalry rides onto a carré: its movement is over, and the carré fires with all that it has in the defensive segment (16).
    fn ride_onto(&mut self, unit: UnitId, at: HexId) {
        let beside = |hex: &HexId| step::ground_cost(self.b, Arm::Cavalry, *hex, at);
        let cost = self.s.unit(unit).hexes().iter().filter_map(beside).min().expect("it was offered");
        let now = self.s.unit_mut(unit);
        now.spent += cost as u8;
        now.target = at;
        now.set(did::ON_SQUARE, true);
        self.tell(|| {
            Event::new(rule!("16"), "rode_onto").point("unit", unit_point(unit)).point("hex", hex_point(at))
        });
    }

    fn go(&mut self, unit: UnitId, to: HexId) {
        let from = self.s.unit(unit).hex();
        let dir: Dir = self.b.ground.dir_to(from, to).expect("it is the next hex");
        let step::Step { hexes, formation, cost } =
            may_go(self.b, self.s, unit, dir).expect("it was offered");
        self.s.put(unit, &hexes);
        let all = allowance(self.b, self.s, unit) as u8;
        let now = self.s.unit_mut(unit);
        // A carré that has gone its hex has nothing left, not for another formation either (16).
        let done = formation == Formation::Square;
        now.spent = if done { all } else { now.spent + cost as u8 };
        now.from = from;
        now.formation = formation;
        now.set(did::STEPPED, true);
        let row = status::row(self.b, self.s, unit);
        // A road march looks along its way.
        let file = row.aim == AimKind::Path;
        if file || hexes.len() == 1 && !footprint::may_aim(row, self.s.unit(unit).aim) {
            self.s.unit_mut(unit).aim = dir.into();
        }
        self.tell(|| {
            Event::new(rule!("18"), "moved")
                .point("unit", unit_point(unit))
                .point("from", hex_point(from))
                .point("hex", hex_point(to))
        });
        hexes.iter().for_each(|hex| self.ride_down(unit, *hex));
    }

    fn turn(&mut self, unit: UnitId, aim: Aim, laid: &[HexId], cost: i16) {
        if self.s.unit(unit).hexes() != laid {
            self.s.put(unit, laid);
        }
        let now = self.s.unit_mut(unit);
        now.aim = aim;
        now.spent += cost as u8;
        if now.formation == Formation::Unlimbered {
            now.set(did::PROLONGED, true);
        }
        self.tell(|| {
            Event::new(rule!("18"), "turned")
                .point("unit", unit_point(unit))
                .point("facing", Point::Facing(aim.0))
        });
    }

    /// A change of formation; limbering needs a die (16).
    fn form(&mut self, unit: UnitId, (to, aim): (Formation, Aim), laid: &[HexId], cost: i16) -> Play<()> {
        self.s.unit_mut(unit).spent += cost as u8;
        if to == Formation::Limbered && !self.limbers(unit)? {
            return Ok(());
        }
        if self.s.unit(unit).hexes() != laid {
            self.s.put(unit, laid);
        }
        let now = self.s.unit_mut(unit);
        (now.formation, now.aim) = (to, aim);
        self.tell(|| {
            Event::new(rule!("16"), "formed")
                .point("unit", unit_point(unit))
                .word("formation", to.name())
                .point("facing", Point::Facing(aim.0))
        });
        Ok(())
    }

    /// Whether guns limber: one die, with a leader's help (16).
    fn limbers(&mut self, unit: UnitId) -> Play<bool> {
        let (side, hex) = (self.b.side(unit), self.s.unit(unit).hex());
        let card = self.b.unit(unit);
        let horse = self.b.is(unit, crate::core::battle::Trait::Horse);
        let least = self
            .b
            .charts
            .limbering
            .iter()
            .find(|(nation, of_horse, _)| *nation == card.nation && *of_horse == horse);
        let least = least.map_or(4, |(.., least)| *least);
        let leader = status::leader_for(self.b, self.s, side, hex, |b, l| b.leader(l).artillery);
        let help = leader.map_or(0, |l| match self.b.leader(l) {
            card if card.gunner => 3,
            card => i16::from(card.artillery > 0),
        });
        let die = self.throw_one(rule!("16"), "limber", side, about([unit_point(unit)]), |die| {
            u32::from(die + help >= least)
        })?;
        let done = die + help >= least;
        self.tell(|| {
            Event::new(rule!("16"), if done { "limbered" } else { "limbering.failed" })
                .point("unit", unit_point(unit))
                .number("die", die)
                .number("least", least)
        });
        Ok(done)
    }

    fn prolong(&mut self, unit: UnitId, to: HexId) {
        let from = self.s.unit(unit).hex();
        self.s.put(unit, &[to]);
        let all = allowance(self.b, self.s, unit) as u8;
        let now = self.s.unit_mut(unit);
        now.spent = all;
        now.from = from;
        now.set(did::PROLONGED, true);
        self.tell(|| {
            Event::new(rule!("16"), "prolonged")
                .point("unit", unit_point(unit))
                .point("from", hex_point(from))
                .point("hex", hex_point(to))
        });
    }
}
