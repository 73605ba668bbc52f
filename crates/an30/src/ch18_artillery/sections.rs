//! 18.15.2: howitzer sections, if the players agree to them: in the first turn of each hour three batteries together make a howitzer attack, besides
//! their ordinary fire.

use ground::HexId;
use table::{Answer, Event, Play, Point, Refusal, Rule, Side, rule};

use crate::Field;
use crate::ch15_fire::{aiming, fire, value};
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::charts::Exact;
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{Formation, Shot, State, Strike, UnitId, Volley};
use crate::core::{options, status, verb};

/// Whether howitzer sections may fire at all now: they are agreed upon, and it is the turn of the full hour (18.15.2).
fn is_time(b: &Battle, s: &State) -> bool {
    let clock = b.turns[usize::from(s.clock.turn)].clock();
    b.agreed(&options::HOWITZER_SECTIONS) && clock.is_some_and(|(_, minute)| minute == 0)
}

/// The unlimbered batteries of a side on the map.
fn batteries(b: &Battle, s: &State, side: Side) -> impl Iterator<Item = UnitId> {
    let counts = move |u: &UnitId| {
        let guns = b.arm(*u) == Arm::Artillery && !b.is(*u, Trait::Wagon);
        guns && b.side(*u) == side && s.unit(*u).on_map() && s.unit(*u).formation == Formation::Unlimbered
    };
    b.unit_ids().filter(counts)
}

/// The batteries for one attack of sections.
fn together(b: &Battle) -> usize {
    b.charts.fire_values.howitzer_sections.each() as usize
}

/// Whether the section of a battery may fire at a hex (18.15.2, 18.15.2.1): once in a phase, supplied (18.15.4), no enemy within short range, the hex
/// within range and not within short range, in its arc; sight is not needed.
///
/// # Errors
/// The rule in the way.
pub fn may_join(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Result<(), Refusal> {
    let no = |rule: Rule, why| {
        Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(at)))
    };
    let (from, side) = (s.unit(unit).hex(), b.side(unit));
    if !is_time(b, s) || !batteries(b, s, side).any(|u| u == unit) || value::is_howitzer(b, s, unit) {
        return no(rule!("18.15.2"), "howitzer.section");
    }
    let busy = |v: &Volley| v.by.iter().any(|shot| shot.unit == unit);
    if s.firing.sections.iter().any(busy) {
        return no(rule!("18.15.2"), "howitzer.section_fired");
    }
    if !value::batteries(b, s, from).contains(&unit) {
        return no(rule!("18.15.4"), "fire.ammunition");
    }
    let short = b.charts.fire_values.short_range.count();
    let enemy = status::nearest_enemy(b, s, side, from, |_| true);
    if enemy.is_some_and(|hexes| hexes <= short) {
        return no(rule!("18.15.2"), "howitzer.enemy_near");
    }
    let distance = b.ground.distance(from, at);
    if distance <= short || distance > s.back(unit).range {
        return no(rule!("18.15.2.1"), "howitzer.range");
    }
    if !value::in_arc(b, s, from, at) {
        return no(rule!("15.5.1"), "fire.arc");
    }
    if s.firing.volleys.iter().chain(&s.firing.sections).any(|v| v.side == side && v.at == at) {
        return no(rule!("15.4.1"), "fire.one_attack");
    }
    Ok(())
}

/// The batteries whose sections may fire at a hex together with one of them, that one left out.
fn others(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Few<UnitId> {
    let able = |u: &UnitId| *u != unit && may_join(b, s, *u, at).is_ok();
    batteries(b, s, b.side(unit)).filter(able).collect()
}

/// Whether an attack of sections may be declared with a battery at a hex: there is one left for every three unlimbered batteries, and two more can
/// join it.
///
/// # Errors
/// The rule in the way.
pub fn may_declare(b: &Battle, s: &State, unit: UnitId, at: HexId) -> Result<(), Refusal> {
    let no = |why| Err(Refusal::new(rule!("18.15.2"), why).with("unit", unit_point(unit)));
    may_join(b, s, unit, at)?;
    let side = b.side(unit);
    let made = s.firing.sections.iter().filter(|v| v.side == side).count();
    if (made + 1) * together(b) > batteries(b, s, side).count() {
        return no("howitzer.section_spent");
    }
    if others(b, s, unit, at).len() + 1 < together(b) {
        return no("howitzer.section_few");
    }
    Ok(())
}

/// The attacks of sections that a side may declare: at enemies, and at what burns.
pub fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    if !is_time(b, s) {
        return;
    }
    let targets = aiming::targets(b, s, side);
    for unit in batteries(b, s, side) {
        for at in b.ground.within(s.unit(unit).hex(), s.back(unit).range) {
            let burns = b.charts.terrain[b.ground.terrain(at)].burns && !s.fires.contains(&at);
            if (burns || targets.contains(&at)) && may_declare(b, s, unit, at).is_ok() {
                out.push(Answer::two(verb::SECTIONS, unit_point(unit), hex_point(at)));
            }
        }
    }
}

/// The reason why an attack of sections is not among them.
pub fn refuse(b: &Battle, s: &State, side: Side, given: &Answer) -> Option<Refusal> {
    let (unit, at) = (unit_of(given)?, hex_of(given)?);
    if b.side(unit) != side || !s.unit(unit).on_map() {
        return Some(Refusal::new(rule!("15.1"), "fire.not_yours").with("unit", unit_point(unit)));
    }
    may_declare(b, s, unit, at).err()
}

/// The attack with its figures taken down: the long range values of all, whatever their distances; it spends no round (18.15.2.1, 18.15.4).
pub fn strike(b: &Battle, s: &State, volley: &Volley, event: u16) -> Strike {
    let value = |shot: &Shot| value::of_battery(b, s, shot.unit, s.back(shot.unit).fire[2]);
    let leader = volley.by.iter().map(|shot| fire::bonus(b, s, volley.side, shot.from)).max();
    Strike {
        side: volley.side,
        event,
        at: volley.at,
        howitzers: true,
        from: volley.by.iter().map(|shot| shot.from).collect(),
        by: volley.by.iter().map(|shot| shot.unit).collect(),
        aimed: Vec::new(),
        value: volley.by.iter().map(value).sum(),
        defence: Exact::ONE,
        canister: 0,
        density: 0,
        leader: leader.unwrap_or_default(),
        shared: true,
        guns: true,
    }
}

impl Field<'_> {
    /// A side declares an attack of sections: the first battery and the target are named, now the others.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn declare_sections(&mut self, unit: UnitId, at: HexId) -> Play<()> {
        let (b, side) = (self.b, self.b.side(unit));
        let mut by: Few<UnitId> = Few::from_slice(&[unit]);
        while by.len() < together(b) {
            let left: Few<UnitId> =
                others(b, self.s, unit, at).into_iter().filter(|u| !by.contains(u)).collect();
            let answers: Few<Answer> =
                left.iter().map(|u| Answer::one(verb::CHOOSE, unit_point(*u))).collect();
            let points = about([unit_point(unit), hex_point(at)]);
            let answer = self.choose(side, rule!("18.15.2"), "howitzer.sections", points, &answers)?;
            let Some(next) = unit_of(&answer) else { break };
            by.push(next);
        }
        let by = by.into_iter().map(|unit| Shot { unit, from: self.s.unit(unit).hex() }).collect();
        self.s.firing.sections.push(Volley { side, at, howitzers: true, by });
        self.tell(|| {
            Event::new(rule!("18.15.2"), "howitzer.sections")
                .point("side", Point::Side(side))
                .point("hex", hex_point(at))
        });
        Ok(())
    }
}
