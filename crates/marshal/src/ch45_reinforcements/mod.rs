//! 45. Reinforcements: where, when and how they come onto the map.

use ground::{Aim, HexId};
use table::{Answer, Event, Play, Point, Refusal, Rule, Side, rule};

use crate::Field;
use crate::ch02_chronology::Over;
use crate::ch10_increments::may_stand;
use crate::ch14_zones;
use crate::ch16_organisations::{file_hexes, fits, may_lie};
use crate::ch18_movement::allowance;
use crate::core::battle::Battle;
use crate::core::charts::AimKind;
use crate::core::field::{hex_of, hex_point, leader_of, leader_point, unit_of, unit_point};
use crate::core::footprint;
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, LeaderId, LeaderStatus, State, Status, UnitId, did};
use crate::core::{status, verb};

/// Hexes on either side of the entry that a blocked entry opens, and as many more for every turn of delay (45).
const ZONE: u16 = 5;

/// Whether a hex is closed to those who come in: the enemy is there, or has a zone there (45).
fn is_closed(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    status::is_enemy(b, s, side, hex) || ch14_zones::in_zone(b, s, side.enemy(), hex)
}

/// The hexes where an arrival may enter now, none before it is due (45): its own; if that is closed those of the edge within five, and so on with a turn's
/// delay for every five (RULING 16).
pub fn entries(b: &Battle, s: &State, side: Side, number: usize) -> Vec<HexId> {
    let arrival = &b.arrivals[number];
    let due = arrival.turn + u16::from(s.delays[number]);
    let Some(late) = s.clock.turn.checked_sub(due) else { return Vec::new() };
    if !is_closed(b, s, side, arrival.entry) {
        return vec![arrival.entry];
    }
    let at_edge = |hex: &HexId| b.ground.neighbours(*hex).iter().any(|h| !h.is_some());
    let open: Vec<(u16, HexId)> = b
        .ground
        .hexes()
        .filter(at_edge)
        .filter(|hex| !is_closed(b, s, side, *hex))
        .map(|hex| (b.ground.distance(arrival.entry, hex).div_ceil(ZONE), hex))
        .collect();
    // The first zone comes without delay, each further one a turn later.
    let first = open.iter().map(|(zone, _)| *zone).min();
    let first = first.filter(|zone| zone - 1 <= late);
    open.into_iter().filter(|(zone, _)| Some(*zone) == first).map(|(_, hex)| hex).collect()
}

/// The arrival of a unit that waits.
fn arrival(b: &Battle, s: &State, unit: UnitId) -> Option<usize> {
    let waits = s.unit(unit).status == Status::Waiting;
    b.arrivals.iter().position(|a| waits && a.units.contains(&unit))
}

/// Whether a formation suits the hex of an entry: on a road column, carré or road march, in the open all but road march and general order, elsewhere what
/// the ground asks for (45).
fn suits(b: &Battle, hex: HexId, formation: Formation) -> bool {
    let on_road = ground::Dir::ALL.into_iter().any(|dir| !b.ground.roads(hex, dir).is_empty());
    let open = b.charts.terrain[b.ground.terrain(hex)].open;
    match formation {
        Formation::RoadMarch => on_road,
        Formation::Limbered => true,
        Formation::GeneralOrder => status::is_close(b, hex),
        Formation::Column | Formation::Square => open,
        Formation::Skirmish => !on_road,
        Formation::Line | Formation::Unlimbered => open && !on_road,
    }
}

/// Cost of coming onto a hex, in half points: half a point by the road in road march, else that of the ground.
fn cost(b: &Battle, unit: UnitId, hex: HexId, formation: Formation) -> Option<i16> {
    match formation {
        Formation::RoadMarch => Some(b.charts.movement.road.value),
        _ => b.charts.terrain[b.ground.terrain(hex)].cost.of(b.arm(unit)).map(|cost| cost as i16),
    }
}

/// The aim of a formation that looks into the map.
fn inward(b: &Battle, row: &crate::core::charts::FormationRow, hex: HexId) -> Aim {
    let centre = HexId((b.ground.len() / 2) as u16);
    let aim = b.ground.aim_to(hex, centre).unwrap_or(Aim(0));
    footprint::aims(row).min_by_key(|own| own.twelfths_to(aim)).unwrap_or(aim)
}

/// Whether a unit may enter at a hex in a formation of so many hexes, and how it lies then (10, 45).
///
/// # Errors
/// Why it may not.
pub fn may_enter(
    b: &Battle,
    s: &State,
    unit: UnitId,
    hex: HexId,
    (formation, hexes): (Formation, usize),
) -> Result<(Hexes, Aim, i16), Refusal> {
    let refuse = |rule: Rule, why| {
        Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(hex)))
    };
    let side = s.clock.side;
    if b.side(unit) != side {
        return refuse(rule!("2"), "unit.enemy");
    }
    let Some(at) = arrival(b, s, unit) else { return refuse(rule!("45"), "enter.nobody") };
    if !entries(b, s, side, at).contains(&hex) {
        return refuse(rule!("45"), "enter.place");
    }
    let row = b.charts.formation(b.arm(unit), formation, || status::is_heavy(b, unit));
    let Some(row) = row.filter(|_| suits(b, hex, formation)) else {
        return refuse(rule!("45"), "enter.formation");
    };
    // Of a road march the head enters, and the others follow it (RULING 27).
    let file = row.aim == AimKind::Path && hexes == 1;
    fits(b, s, unit, formation, if file { file_hexes(b, s, unit) } else { hexes })?;
    let aim = inward(b, row, hex);
    let Some(laid) = footprint::layout(b, row, aim, hex, hexes) else {
        return refuse(rule!("45"), "enter.formation");
    };
    laid.iter().skip(1).try_for_each(|hex| may_lie(b, s, unit, formation, *hex))?;
    may_stand(b, s, &[unit], hex)?;
    let formed = |u: &UnitId| b.arm(*u) == b.arm(unit) && s.unit(*u).formation != formation;
    if s.units_in(hex).iter().any(formed) {
        return refuse(rule!("16"), "enter.formation");
    }
    match cost(b, unit, hex, formation) {
        Some(cost) if cost <= allowance(b, s, unit) => Ok((laid, aim, cost)),
        _ => refuse(rule!("18"), "enter.place"),
    }
}

/// The hexes where a leader of an arrival may enter now.
fn leader_entries(b: &Battle, s: &State, leader: LeaderId) -> Vec<HexId> {
    let side = b.leader(leader).side;
    let own = b.arrivals.iter().position(|a| a.leaders.contains(&leader));
    match own.filter(|_| s.leader(leader).status == LeaderStatus::Waiting && side == s.clock.side) {
        Some(number) => entries(b, s, side, number),
        None => Vec::new(),
    }
}

/// Lists who may enter, where and how.
pub(crate) fn list(b: &Battle, s: &State, out: &mut Vec<Answer>) {
    for (number, arrival) in b.arrivals.iter().enumerate() {
        for unit in arrival.units.iter().filter(|u| s.unit(**u).status == Status::Waiting) {
            for hex in entries(b, s, b.side(*unit), number) {
                each_way(b, s, *unit, hex, out);
            }
        }
        for leader in &arrival.leaders {
            let hexes = leader_entries(b, s, *leader).into_iter();
            out.extend(hexes.map(|hex| Answer::two(verb::ENTER, leader_point(*leader), hex_point(hex))));
        }
    }
}

/// Lists the formations in which a unit may enter at a hex.
fn each_way(b: &Battle, s: &State, unit: UnitId, hex: HexId, out: &mut Vec<Answer>) {
    for formation in Formation::ALL {
        let row = b.charts.formation(b.arm(unit), *formation, || status::is_heavy(b, unit));
        for hexes in 1..=row.map_or(0, |row| row.hexes) {
            if may_enter(b, s, unit, hex, (*formation, hexes)).is_ok() {
                let how = Point::Number(formation.number_in(hexes));
                out.push(Answer::three(verb::ENTER, unit_point(unit), hex_point(hex), how));
            }
        }
    }
}

/// The formation that an answer names.
fn shape(answer: &Answer) -> Option<(Formation, usize)> {
    let number = answer.points.iter().find_map(|p| if let Point::Number(n) = p { Some(*n) } else { None })?;
    Formation::numbered(number).map(|(formation, hexes, _)| (formation, hexes))
}

/// Reason why an entry that was meant is not offered.
pub(crate) fn refused(b: &Battle, s: &State, answer: &Answer) -> Refusal {
    let other = crate::ask::not_offered(rule!("45"));
    match (unit_of(answer), hex_of(answer), shape(answer)) {
        (Some(unit), Some(hex), Some(shape)) => may_enter(b, s, unit, hex, shape).err().unwrap_or(other),
        _ => other,
    }
}

impl Field<'_, '_> {
    /// The arrivals whose hour varies and may come from this turn on: a die delays each by a turn for every point above one (45; RULING 37).
    pub(crate) fn arrivals_vary(&mut self) -> Play<()> {
        let (b, turn) = (self.b, self.s.clock.turn);
        for (number, arrival) in b.arrivals.iter().enumerate() {
            let Some(first) = arrival.units.first().filter(|_| arrival.variable && arrival.turn == turn)
            else {
                continue;
            };
            let points = [unit_point(*first), hex_point(arrival.entry), Point::Nothing];
            let die = self.throw_one(rule!("45"), "arrival", b.side(*first), points, |die| die as u32)?;
            self.s.delays[number] = die as u8 - 1;
            self.tell(|| {
                Event::new(rule!("45"), "delayed").point("unit", unit_point(*first)).number("turns", die - 1)
            });
        }
        Ok(())
    }

    /// A reinforcement enters, and moves on with what it has left; a leader enters (45).
    pub(crate) fn enter(&mut self, answer: &Answer) -> Play<()> {
        let hex = hex_of(answer).expect("it enters somewhere");
        if let Some(leader) = leader_of(answer) {
            self.leader_enters(leader, hex);
            return Ok(());
        }
        let (unit, shape) = (unit_of(answer).expect("a unit"), shape(answer).expect("a formation"));
        let (laid, aim, cost) = may_enter(self.b, self.s, unit, hex, shape).expect("it was offered");
        self.s.put(unit, &laid);
        let now = self.s.unit_mut(unit);
        (now.status, now.formation, now.aim) = (Status::Map, shape.0, aim);
        (now.spent, now.from) = (cost as u8, hex);
        now.set(did::STEPPED, true);
        self.tell(|| {
            Event::new(rule!("45"), "entered")
                .point("unit", unit_point(unit))
                .point("hex", hex_point(hex))
                .word("formation", shape.0.name())
        });
        if self.opportunity_charges(unit)? == Over::Yes {
            self.s.unit_mut(unit).set(did::MOVED, true);
            return Ok(());
        }
        self.move_on(unit, 0)
    }

    fn leader_enters(&mut self, leader: LeaderId, hex: HexId) {
        let now = self.s.leader_mut(leader);
        (now.hex, now.status) = (hex, LeaderStatus::Map);
        self.tell(|| {
            Event::new(rule!("45"), "leader.entered")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(hex))
        });
    }
}
