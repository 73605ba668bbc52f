//! 7.3, 8.9.3, 15.5: fire that is simultaneous: one side declares its attacks, then the other (reading 102), all figures are taken down, then the
//! attacks are carried out, then the checks are made.

use ground::HexId;
use table::{Answer, Event, Flow, Play, Point, Refusal, Rule, Side, rule};

use crate::Field;
use crate::ch15_fire::aiming::{self, shot_of};
use crate::ch15_fire::defence;
use crate::ch15_fire::fire::{self, Attack, Firer, Occasion};
use crate::ch15_fire::value;
use crate::ch18_artillery::{howitzers, ricochet, sections};
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::charts::Exact;
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{
    Chit, DueCheck, FirePhase, FireSegment, Prone, Segment, Shot, State, Strike, UnitId, Volley, did,
};
use crate::core::{status, verb};

impl DueCheck {
    /// Takes in what is due of the same event.
    pub fn join(&mut self, other: &DueCheck) {
        for (unit, lost) in &other.units {
            match self.units.iter_mut().find(|(known, _)| known == unit) {
                Some((_, sum)) => *sum = sum.saturating_add(*lost),
                None => self.units.push((*unit, *lost)),
            }
        }
        self.mortal += other.mortal;
    }
}

impl Strike {
    /// As an attack.
    fn attack(&self, b: &Battle) -> Attack {
        Attack {
            by: self.by.as_slice().into(),
            aimed: self.aimed.as_slice().into(),
            from: self.from.as_slice().into(),
            canister: self.canister,
            leader: self.leader,
            dice: fire::dice(b, self.density, self.leader),
            occasion: Occasion::Segment,
            shared: self.shared,
            guns: self.guns,
            ..Attack::bare(self.side, self.at, &[], self.value, self.defence)
        }
    }

    /// An attack with its figures taken down.
    fn of(b: &Battle, s: &State, attack: &Attack, event: u16) -> Strike {
        Strike {
            side: attack.side,
            event,
            at: attack.at,
            howitzers: false,
            from: attack.from.to_vec(),
            by: attack.by.to_vec(),
            aimed: s.units_in(attack.at).to_vec(),
            value: attack.value,
            defence: attack.defence,
            canister: attack.canister,
            density: defence::density(b, s, attack.at),
            leader: attack.leader,
            shared: attack.shared,
            guns: attack.guns,
        }
    }
}

/// The rule under which fire is declared now.
fn occasion_rule(s: &State) -> Rule {
    if s.activation.chit == Some(Chit::Artillery) { rule!("8.9.3") } else { rule!("7.3") }
}

impl Field<'_> {
    /// The Fire Combat Segment (7.3), one declaration, one attack or one check a checkpoint.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn fire_segment(&mut self) -> Play<()> {
        if self.fire_step(self.s.clock.first)? == Flow::Over {
            self.enter_segment(Segment::Assault);
        }
        Ok(())
    }

    /// The artillery of both sides fires on the Artillery Chit (8.9.3), in the same steps.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn artillery_chit(&mut self) -> Play<Flow> {
        self.fire_step(self.s.activation.side)
    }

    /// A step of simultaneous fire.
    fn fire_step(&mut self, first: Side) -> Play<Flow> {
        match self.s.firing.phase {
            FirePhase::First => self.declare_fire(first, FirePhase::Second)?,
            FirePhase::Second => {
                self.declare_fire(first.enemy(), FirePhase::Strikes)?;
                if self.s.firing.phase == FirePhase::Strikes {
                    self.take_down()?;
                }
            }
            FirePhase::Strikes => match self.s.firing.strikes.pop() {
                Some(strike) => self.carry_out(&strike)?,
                None => self.s.firing.phase = FirePhase::Checks,
            },
            FirePhase::Checks if self.s.firing.due.is_empty() => {
                self.s.firing = FireSegment::NONE;
                self.put_empty_wagons_away();
                for unit in self.b.unit_ids() {
                    self.s.unit_mut(unit).set(did::SPARED, false);
                }
                return Ok(Flow::Over);
            }
            FirePhase::Checks => {
                let due = self.s.firing.due.remove(0);
                self.check_after_fire(&due)?;
            }
        }
        Ok(Flow::Continue)
    }

    /// A side declares one hex's fire, or has done (7.3).
    fn declare_fire(&mut self, side: Side, next: FirePhase) -> Play<()> {
        let mut possible = Vec::new();
        list(self.b, self.s, side, &mut possible);
        if possible.is_empty() {
            self.s.firing.phase = next;
            return Ok(());
        }
        let free = may_end(self.b, self.s, &possible).is_ok();
        let rule = occasion_rule(self.s);
        let answer = self.ask(
            side,
            rule,
            "fire.declare",
            about([Point::Side(side)]),
            |_, _, out| {
                out.extend_from_slice(&possible);
                if free {
                    out.push(Answer::button(verb::DONE));
                }
            },
            |b, s, answer| refuse(b, s, side, &possible, answer),
        )?;
        if let (verb::SPARE, Some(unit)) = (answer.verb, unit_of(&answer)) {
            self.s.unit_mut(unit).set(did::SPARED, true);
            self.tell(|| Event::new(rule!("18.5"), "fire.spared").point("unit", unit_point(unit)));
            return Ok(());
        }
        if let (verb::SECTIONS, Some(unit), Some(at)) = (answer.verb, unit_of(&answer), hex_of(&answer)) {
            return self.declare_sections(unit, at);
        }
        let (Some((shot, at)), verb::FIRE) = (asked(self.s, &answer), answer.verb) else {
            self.s.firing.phase = next;
            return Ok(());
        };
        let howitzers = howitzers::may_throw(self.b, self.s, shot, at).is_ok();
        match self.s.firing.volleys.iter_mut().find(|v| v.side == side && v.at == at && !v.howitzers) {
            Some(volley) => volley.by.push(shot),
            None => self.s.firing.volleys.push(Volley { side, at, howitzers, by: vec![shot] }),
        }
        // Of guns the first that is not kept back (18.5).
        let (b, s) = (self.b, &*self.s);
        let spared = s.unit(shot.unit).has(did::SPARED);
        let fires =
            value::batteries(b, s, shot.from).first().copied().filter(|_| spared).unwrap_or(shot.unit);
        self.tell(|| {
            Event::new(rule, "fire.declared").point("unit", unit_point(fires)).point("hex", hex_point(at))
        });
        Ok(())
    }

    /// Everything that is declared becomes attacks with the figures of this moment (15.5); guns spend a round each (18.14, 18.9.6).
    fn take_down(&mut self) -> Play<()> {
        let volleys = self.s.firing.volleys.clone();
        let mut strikes: Vec<Strike> = Vec::new();
        let mut spent: Few<UnitId, 16> = Few::new();
        for (event, volley) in volleys.iter().enumerate() {
            let before = strikes.len();
            if volley.howitzers {
                strikes.extend(howitzers::strike(self.b, self.s, volley, event as u16));
            } else {
                self.aimed(volley, event as u16, &mut strikes);
            }
            for unit in strikes[before..].iter().flat_map(|strike| &strike.by) {
                if !spent.contains(unit) {
                    spent.push(*unit);
                }
            }
        }
        for (i, volley) in std::mem::take(&mut self.s.firing.sections).iter().enumerate() {
            strikes.push(sections::strike(self.b, self.s, volley, (volleys.len() + i) as u16));
        }
        self.spend_rounds(&spent)?;
        strikes.reverse();
        self.s.firing.volleys.clear();
        self.s.firing.strikes = strikes;
        Ok(())
    }

    /// The attack of a volley, and those along its shot paths (18.9).
    fn aimed(&mut self, volley: &Volley, event: u16, strikes: &mut Vec<Strike>) {
        let by: Few<Firer, 8> = volley.by.iter().map(|shot| Firer::plain(shot.from)).collect();
        let Some(attack) = fire::joint(self.b, self.s, &by, volley.at, Occasion::Segment, &[]) else {
            self.tell(|| Event::new(rule!("15.4.3"), "fire.too_weak").point("hex", hex_point(volley.at)));
            return;
        };
        strikes.push(Strike::of(self.b, self.s, &attack, event));
        for shot in &volley.by {
            ricochets(self.b, self.s, *shot, volley, event, strikes);
        }
    }

    /// Carries an attack out; its checks come at the end (15.5), one for each event (20.1.6).
    fn carry_out(&mut self, strike: &Strike) -> Play<()> {
        let attack = strike.attack(self.b);
        let hits = match strike.howitzers {
            true => self.howitzer_attack(attack)?,
            false => self.fire_attack(&attack)?,
        };
        for mut due in hits.due {
            due.event = strike.event;
            let same = |known: &&mut DueCheck| {
                known.event == due.event && known.units.iter().any(|u| due.units.iter().any(|v| u.0 == v.0))
            };
            match self.s.firing.due.iter_mut().find(same) {
                Some(known) => known.join(&due),
                None => self.s.firing.due.push(due),
            }
        }
        Ok(())
    }
}

/// The attacks along the shot path of a hex's guns beyond their target (18.9.1): at the strength of each range (18.9.7), without the leader's bonus
/// (18.5.1), at friends too; not at prone units (12.13.6).
fn ricochets(b: &Battle, s: &State, shot: Shot, volley: &Volley, event: u16, strikes: &mut Vec<Strike>) {
    let laid = value::batteries(b, s, shot.from);
    let range = laid.iter().map(|u| s.back(*u).range).max().unwrap_or_default();
    for bound in ricochet::path(b, shot.from, volley.at, range) {
        let there = s.top(bound.hex).filter(|u| s.unit(*u).prone != Prone::Prone);
        let distance = b.ground.distance(shot.from, bound.hex);
        let entries = [bound.entry];
        let Some(found) = there.and_then(|_| defence::defence(b, s, bound.hex, &entries, &[])) else {
            continue;
        };
        let mut strike = Strike {
            side: volley.side,
            event,
            at: bound.hex,
            howitzers: false,
            from: vec![shot.from],
            by: Vec::new(),
            aimed: s.units_in(bound.hex).to_vec(),
            value: Exact::ZERO,
            defence: Exact::whole(found.total().max(1).into()),
            canister: 0,
            density: defence::density(b, s, bound.hex),
            leader: 0,
            shared: true,
            guns: true,
        };
        for &unit in &laid {
            if let Some(printed) = value::printed(b, s, unit, distance) {
                strike.value = strike.value + value::of_battery(b, s, unit, printed);
                strike.by.push(unit);
            }
        }
        if bound.spine {
            strike.value = strike.value * b.charts.fire_values.spine.value;
        }
        strikes.push(strike);
    }
}

/// An answer that declares fire.
fn answer(s: &State, shot: Shot, at: HexId) -> Answer {
    let (unit, hex) = (unit_point(shot.unit), hex_point(at));
    match s.unit(shot.unit).hexes().len() {
        0 | 1 => Answer::two(verb::FIRE, unit, hex),
        _ => Answer::three(verb::FIRE, unit, hex_point(shot.from), hex),
    }
}

/// The shot and the target of an answer.
fn asked(s: &State, answer: &Answer) -> Option<(Shot, HexId)> {
    let hexes =
        answer.points.iter().filter_map(|p| if let Point::Place(h) = p { Some(HexId(*h)) } else { None });
    let hexes: Few<HexId, 3> = hexes.collect();
    let unit = unit_of(answer)?;
    match hexes[..] {
        [at] => Some((shot_of(s, unit, None)?, at)),
        [from, at] => Some((shot_of(s, unit, Some(from))?, at)),
        _ => None,
    }
}

/// All fire that a side may declare.
fn list(b: &Battle, s: &State, side: Side, out: &mut Vec<Answer>) {
    let targets = aiming::targets(b, s, side);
    for shot in aiming::shots(b, s, side) {
        let mut short = false;
        let before = out.len();
        for &at in targets.iter().filter(|at| b.ground.distance(shot.from, **at) <= reach(s, shot)) {
            match aiming::may_fire(b, s, shot, at) {
                Ok(_) => out.push(answer(s, shot, at)),
                // Fewer of its guns might have rounds enough.
                Err(refusal) => short |= refusal.rule == rule!("18.14"),
            }
        }
        if short || out.len() > before {
            let guns = s.units_in(shot.from).into_iter().filter(|u| aiming::may_spare(b, s, *u));
            out.extend(guns.map(|unit| Answer::one(verb::SPARE, unit_point(unit))));
        }
    }
    howitzers::list(b, s, side, out);
    sections::list(b, s, side, out);
}

/// No unit of a hex reaches further.
fn reach(s: &State, shot: Shot) -> u16 {
    s.stack(shot.from).map(|part| s.back(part.unit()).range).max().unwrap_or(1).max(1)
}

/// Whether a side may end its declarations: of the fire that it may still declare none is owed, by a hex that reaches 1:3 by itself (7.3, reading 2).
fn may_end(b: &Battle, s: &State, possible: &[Answer]) -> Result<(), Refusal> {
    let fires = possible.iter().filter(|given| given.verb == verb::FIRE);
    let owed = fires.filter_map(|given| asked(s, given)).find(|(shot, at)| {
        let howitzers = howitzers::may_throw(b, s, *shot, *at).is_ok();
        let wreck = status::is_wreck_hex(s, *at);
        !howitzers && !wreck && !aiming::is_free(b, s, *shot) && aiming::alone(b, s, *shot, *at)
    });
    match owed {
        Some((shot, at)) => Err(Refusal::new(rule!("7.3"), "fire.must")
            .with("unit", unit_point(shot.unit))
            .with("hex", hex_point(at))),
        None => Ok(()),
    }
}

/// The reason why an answer is not among them.
fn refuse(b: &Battle, s: &State, side: Side, possible: &[Answer], given: &Answer) -> Refusal {
    let offered = crate::ask::not_offered(occasion_rule(s));
    match (given.verb, asked(s, given)) {
        (verb::SECTIONS, _) => sections::refuse(b, s, side, given).unwrap_or(offered),
        (verb::DONE, _) => may_end(b, s, possible).err().unwrap_or(offered),
        (verb::FIRE, Some((shot, at))) => {
            if b.side(shot.unit) != side || !s.unit(shot.unit).on_map() {
                return Refusal::new(rule!("15.1"), "fire.not_yours").with("unit", unit_point(shot.unit));
            }
            let lies = s.unit(shot.unit).hexes().contains(&shot.from);
            if !lies {
                return offered;
            }
            let short = b.charts.fire_values.short_range.count();
            let throws = value::is_howitzer(b, s, shot.unit) && b.ground.distance(shot.from, at) > short;
            let refused = if throws {
                howitzers::may_throw(b, s, shot, at).err()
            } else {
                aiming::may_fire(b, s, shot, at).err()
            };
            refused.unwrap_or(offered)
        }
        _ => offered,
    }
}
