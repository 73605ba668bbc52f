//! 19.1.1 step 2, 19.2: charge movement, step by step.

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Refusal, Side, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::Act;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch13_movement::{allowance, step};
use crate::core::battle::Battle;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{
    ChargeKind, ChargeMark, ChargePhase, Formation, LeaderId, Order, Part, State, UnitId,
};
use crate::core::{Few, status, verb};

use super::charge::Progress;
use super::recall::Recall;
use super::{over, spread, targets};

/// The hexes of a unit after a step ahead in a direction: a column of companies follows its head (12.5.3, 19.2.2.1), a line moves as a whole.
pub fn ahead(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> Option<Hexes> {
    after(b, s.unit(unit).shape(), s.unit(unit).hexes(), dir)
}

/// As [`ahead`], of a formation that lies so.
pub(super) fn after(b: &Battle, shape: Formation, now: &[HexId], dir: Dir) -> Option<Hexes> {
    if shape == Formation::Column {
        let head = b.ground.neighbour(*now.first()?, dir)?;
        return Some(std::iter::once(head).chain(now[..now.len() - 1].iter().copied()).collect());
    }
    now.iter().map(|hex| b.ground.neighbour(*hex, dir)).collect()
}

/// The cost of the ground to a unit for such a step: the dearest of its hexes (12.5.3, 12.6.4.2).
fn ground_cost(b: &Battle, s: &State, unit: UnitId, after: &[HexId]) -> Result<u16, Refusal> {
    let (before, traveller) = (s.unit(unit).hexes(), status::traveller(b, s, unit));
    let mut most = 0;
    for (from, to) in before.iter().zip(after) {
        let Some(dir) = b.ground.dir_to(*from, *to) else { continue };
        most = most.max(step::ground(b, traveller, *from, dir)?);
    }
    Ok(most)
}

/// The cost that a unit's formation adds for its so-manieth hex, from 0 (12.6.4: of cavalry in a long line every second one).
fn formation_cost(b: &Battle, s: &State, unit: UnitId, steps: usize) -> u16 {
    let row = status::row(b, s, unit);
    let long = s.unit(unit).hexes().len() >= usize::from(row.extra_from_hexes);
    let due = (steps + 1).is_multiple_of(usize::from(row.extra_every.max(1)));
    if long && due { row.extra_half_mp } else { 0 }
}

/// Whether the zones of enemy cavalry let a charge go on: it stops in one that it came into, and leaves one only by its first step and not into
/// another (10.3.1 to 10.3.3). Those of its own targets are what it charges; at foot it does not come through one (10.3.4, reading 654).
fn minds_zones(b: &Battle, s: &State, at: usize, after: &[HexId]) -> Result<(), Refusal> {
    let c = &s.charges[at];
    let (top, side) = (c.units[0], b.side(c.units[0]));
    let is_target = |u: &UnitId| s.unit(*u).hexes().iter().any(|hex| c.targets.contains(hex));
    let held =
        |hex: &HexId| zones::exerters(b, s, side, *hex, ZoneOwners::Cavalry).iter().any(|u| !is_target(u));
    // Behind its head a column of companies is not what comes and goes (12.5.3).
    let heads = if s.unit(top).shape() == Formation::Column { 1 } else { after.len() };
    let no = |rule, why| {
        Err(Refusal::new(rule, why).with("unit", unit_point(top)).with("hex", hex_point(after[0])))
    };
    let at_foot = !c.targets.is_empty() && !c.targets.iter().any(|hex| targets::is_cavalry(b, s, *hex));
    if at_foot && !c.follows && after[..heads].iter().any(held) {
        return no(rule!("10.3.4"), "charge.cavalry_zone");
    }
    if !s.unit(top).hexes()[..heads].iter().any(held) {
        return Ok(());
    }
    if c.route.len() > 1 {
        return no(rule!("10.3.2"), "zone.first_action");
    }
    if after[..heads].iter().any(held) {
        return no(rule!("10.3.3"), "zone.to_zone");
    }
    Ok(())
}

/// Whether a charge may go a hex ahead in a direction, and what it costs (19.2, 19.2.1.1).
///
/// # Errors
/// The rule in the way.
pub fn may_go(b: &Battle, s: &State, at: usize, dir: Dir) -> Result<(Hexes, u16), Refusal> {
    let c = &s.charges[at];
    let top = c.units[0];
    let now = s.unit(top).hexes();
    let Some(after) = ahead(b, s, top, dir) else {
        return Err(Refusal::new(rule!("8.10.2"), "move.map_edge"));
    };
    let no =
        |rule, why, hex| Refusal::new(rule, why).with("unit", unit_point(top)).with("hex", hex_point(hex));
    if !facing::fronts(b, s, Part::new(top, 0)).contains(dir) {
        return Err(no(rule!("19.2.2"), "charge.front", after[0]));
    }
    minds_zones(b, s, at, &after)?;
    for hex in after.iter().filter(|hex| !now.contains(hex)) {
        if !c.zone.contains(hex) {
            return Err(no(rule!("19.2.1"), "charge.zone", *hex));
        }
        if status::is_enemy(b, s, b.side(top), *hex) {
            if !over::rides_over(s, at, *hex) {
                return Err(no(rule!("13.1.4"), "move.enemy", *hex));
            }
        } else if !over::lets_pass(s, *hex) {
            return Err(no(rule!("19.2.6"), "charge.friends", *hex));
        }
        if c.kind == ChargeKind::Grand && status::is_close(b, *hex) {
            return Err(no(rule!("19.2.4"), "charge.general_order", *hex));
        }
        if now.len() > 1 && status::is_close(b, *hex) {
            return Err(no(rule!("12.6.4.2"), "charge.general_order", *hex));
        }
    }
    let cost = ground_cost(b, s, top, &after).map_err(|_| no(rule!("19.2.5"), "charge.terrain", after[0]))?;
    let cost = cost + formation_cost(b, s, top, c.route.len() - 1);
    if cost > c.left {
        return Err(no(rule!("19.2.1"), "charge.points", after[0]));
    }
    let far = |hexes: &[HexId]| {
        c.targets.iter().flat_map(|t| hexes.iter().map(|h| b.ground.distance(*h, *t))).min()
    };
    if far(&after) >= far(now) && !c.targets.is_empty() {
        return Err(no(rule!("19.2.7"), "charge.target_nearer", after[0]));
    }
    if !over::leads_on(b, s, at, &after, cost) {
        return Err(no(rule!("19.7.4"), "charge.no_way_on", after[0]));
    }
    Ok((after, cost))
}

/// The steps that are open to a charge.
fn open(b: &Battle, s: &State, at: usize) -> Few<(Dir, HexId), 6> {
    let steps = Dir::ALL.into_iter().filter_map(|dir| Some((dir, may_go(b, s, at, dir).ok()?.0[0])));
    steps.collect()
}

impl Field<'_> {
    /// Carries out a charge up to its mêlée (19.1.1 steps 2 and 3, 19.1.1.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn run_charge(&mut self, at: usize) -> Play<()> {
        self.episode(|field| field.ride_to_contact(at))
    }

    fn ride_to_contact(&mut self, at: usize) -> Play<()> {
        self.unhalt(at);
        while self.leg("charge rides", &mut (), &(), |f, ()| f.charges_a_hex(at))? == Progress::On {}
        Ok(())
    }

    /// Part of a charge to its next hex: answers, targets that are named, and that hex, or its mêlée.
    fn charges_a_hex(&mut self, at: usize) -> Play<Progress> {
        self.drop_broken(at);
        if self.is_broken(at) {
            self.charge_over(at)?;
            return Ok(Progress::Over);
        }
        if self.charge_is_answered(at)? == Progress::Over {
            return Ok(Progress::Over);
        }
        let names = !self.is_broken(at) && self.name_targets(at)?;
        if names && self.charge_is_answered(at)? == Progress::Over {
            return Ok(Progress::Over);
        }
        // Recalled from what it had named, it says first whom it charges instead (19.2.7).
        if self.is_broken(at) || names && self.s.charges[at].targets.is_empty() {
            return Ok(Progress::On);
        }
        if targets::touched(self.b, self.s, at).is_empty() { self.charge_on(at) } else { self.contact(at) }
    }

    /// The next hex of a charge: its owner chooses, or recalls light cavalry (19.8.2). Where nothing is open it ends (19.2.7).
    fn charge_on(&mut self, at: usize) -> Play<Progress> {
        let steps = open(self.b, self.s, at);
        let mut spreads = Vec::new();
        spread::list(self.b, self.s, at, &mut spreads);
        let recalls = self.may_call_light(at);
        // Light cavalry that cannot come up to its target may be recalled before that disorders it (19.8.2).
        if steps.is_empty() && spreads.is_empty() && !(recalls && self.misses(at)) {
            self.stalled(at)?;
            return Ok(Progress::Over);
        }
        let top = self.s.charges[at].units[0];
        let answer = self.ask(
            self.b.side(top),
            rule!("19.2.1"),
            "charge.step",
            about([unit_point(top)]),
            |_, _, out| {
                out.extend(steps.iter().map(|(_, hex)| Answer::one(verb::GO, hex_point(*hex))));
                out.extend_from_slice(&spreads);
                if recalls {
                    out.push(Answer::button(verb::RECALL));
                }
                if steps.is_empty() {
                    out.push(Answer::button(verb::DONE));
                }
            },
            |b, s, answer| refuse(b, s, at, answer),
        )?;
        if answer.verb == verb::RECALL {
            self.s.charges[at].called = true;
            if self.recall(at, rule!("19.8.2"))? == Recall::Heard {
                self.charge_over(at)?;
                return Ok(Progress::Over);
            }
            return Ok(Progress::On);
        }
        if matches!(answer.verb, verb::EXTEND | verb::CONSOLIDATE) {
            return self.spread(at, &answer);
        }
        if answer.verb == verb::DONE {
            self.stalled(at)?;
            return Ok(Progress::Over);
        }
        let to = hex_of(&answer).expect("go points at a hex");
        let dir = steps.iter().find(|(_, hex)| *hex == to).expect("it was listed").0;
        self.charge_step_ahead(at, dir)
    }

    /// Whether a charge that ends now has not come to a declared target that is still there (19.2.7, reading 61).
    fn misses(&self, at: usize) -> bool {
        let c = &self.s.charges[at];
        let there = |hex: &HexId| !self.s.is_empty(*hex) && !status::is_wreck_hex(self.s, *hex);
        c.targets.iter().any(there) && !c.follows
    }

    /// A charge that can go no further without having come to its target: it ends, and disorders if it had declared one that is still there
    /// (19.2.7, reading 61).
    fn stalled(&mut self, at: usize) -> Play<()> {
        if self.misses(at) {
            for unit in self.s.charges[at].units.clone() {
                self.disorder(unit, rule!("19.2.7"))?;
            }
        }
        self.charge_over(at)
    }

    /// A hex of charge movement: opportunity fire first (15.6), but neither reaction moves nor opportunity charges (19.1.1 step 2).
    pub(super) fn charge_step_ahead(&mut self, at: usize, dir: Dir) -> Play<Progress> {
        let units = self.s.charges[at].units.clone();
        let head = may_go(self.b, self.s, at, dir).map(|(after, _)| after[0]);
        let Ok(head) = head else { return Ok(Progress::On) };
        let shaken = |field: &Self| {
            units.iter().any(|u| field.s.unit(*u).on_map() && field.s.unit(*u).order == Order::Disorder)
        };
        let before = shaken(self);
        self.opportunity_fire(&units, Act::Enter(head))?;
        self.drop_broken(at);
        if self.is_broken(at) {
            return Ok(Progress::On);
        }
        if !before && shaken(self) {
            // Units that are disordered on their way have the rest of their movement halved (12.11.2).
            self.s.charges[at].left = allowance::halved(self.s.charges[at].left);
        }
        let Ok((after, cost)) = may_go(self.b, self.s, at, dir) else { return Ok(Progress::On) };
        self.unmasks(at, &after)?;
        self.charge_into(at, &after, cost)
    }

    /// Puts those who charge into their next hexes: facing and formation stay (19.2.2), but for terrain of general order, which ends the charge
    /// (19.2.4), as terrain that hinders sight stops it (19.2.3).
    pub(super) fn charge_into(&mut self, at: usize, after: &[HexId], cost: u16) -> Play<Progress> {
        let units = self.s.charges[at].units.clone();
        let (top, from, to) = (units[0], self.s.unit(units[0]).hex(), after[0]);
        let before: Hexes = self.s.unit(top).hexes().into();
        self.pay(&units, cost);
        self.leaders_ride(self.b.side(top), &before, after);
        for &unit in &units {
            self.s.put(unit, after);
            if status::is_close(self.b, to) && self.s.unit(unit).order == Order::Good {
                let aim = self.nearest_aim(unit, Formation::GeneralOrder);
                let now = self.s.unit_mut(unit);
                (now.formation, now.aim) = (Formation::GeneralOrder, aim);
            }
        }
        let c = &mut self.s.charges[at];
        c.left -= cost.min(c.left);
        c.spent += cost;
        c.route.push(to);
        self.tell(|| {
            Event::new(rule!("19.2.1"), "charge.moved")
                .point("unit", unit_point(top))
                .point("from", hex_point(from))
                .point("hex", hex_point(to))
        });
        for hex in after.iter().filter(|hex| !before.contains(hex)) {
            self.leaders_fly(*hex, self.b.side(top))?;
        }
        self.guns_shift(&units)?;
        self.rides_down(at, &before)?;
        if status::is_close(self.b, to) {
            self.charge_over(at)?;
            return Ok(Progress::Over);
        }
        // Of a line any hex that hides it stops it (19.2.3), of a column its head.
        let column = self.s.unit(top).shape() == Formation::Column;
        let heads = if column { 1 } else { after.len() };
        let hides = |hex: &HexId| self.b.charts.terrain[self.b.ground.terrain(*hex)].blocks_los;
        if after[..heads].iter().any(hides) {
            self.s.charges[at].left = 0;
        }
        self.drop_broken(at);
        self.fights_within(at)
    }

    /// The leaders in any hex of a unit.
    pub(super) fn leaders_riding(&self, unit: UnitId) -> Few<LeaderId, 4> {
        let side = self.b.side(unit);
        let hexes = self.s.unit(unit).hexes().iter();
        hexes.flat_map(|hex| status::leaders_in(self.b, self.s, side, *hex)).collect()
    }

    /// Leaders ride on with the hex of a unit in which they are (8.1.5).
    pub(super) fn leaders_ride(&mut self, side: Side, before: &[HexId], after: &[HexId]) {
        let mut going: Few<(LeaderId, HexId), 4> = Few::new();
        for (from, to) in before.iter().zip(after) {
            let there = status::leaders_in(self.b, self.s, side, *from);
            going.extend(there.into_iter().map(|leader| (leader, *to)));
        }
        for (leader, hex) in going {
            self.s.leader_mut(leader).hex = hex;
        }
    }

    /// A charge is over (19.1.1 steps 5 and 6, 19.1.1.5, 19.1.1.6): who shares a hex unlawfully goes back; the cavalry may regroup; its marker is turned.
    pub(crate) fn charge_over(&mut self, at: usize) -> Play<()> {
        self.drop_broken_marks(at);
        self.s.charges[at].phase = ChargePhase::Over;
        let units = self.s.charges[at].units.clone();
        let Some(&top) = units.first() else { return Ok(()) };
        self.tell(|| Event::new(rule!("19.13"), "charge.over").point("unit", unit_point(top)));
        self.clear_hexes(&units)?;
        let steps = self.b.variant;
        steps.cavalry_regroup(self, at, &units)
    }

    /// Markers of those who charge are turned (19.13.2).
    fn drop_broken_marks(&mut self, at: usize) {
        for unit in self.s.charges[at].units.clone() {
            self.s.unit_mut(unit).charge = ChargeMark::Done;
        }
        self.drop_broken(at);
    }

    /// Those who charged and stand where they may not stay are displaced (11.1.5).
    pub(crate) fn clear_hexes(&mut self, units: &[UnitId]) -> Play<()> {
        for &unit in units {
            let unlawful =
                self.s.unit(unit).hexes().iter().any(|hex| limits::lawful(self.b, self.s, *hex).is_err());
            if unlawful {
                self.clear(unit)?;
            }
        }
        Ok(())
    }

    /// A unit that charged gathers at its head (19.2.9); a column of companies disorders by it if its tail lay among others (reading 602). Where it
    /// may not stand even so it is displaced (11.1.5).
    fn clear(&mut self, unit: UnitId) -> Play<()> {
        let hex = self.s.unit(unit).hex();
        let tail = self.s.unit(unit).shape() == Formation::Column && self.s.unit(unit).hexes().len() > 1;
        self.collapse(unit, hex);
        if tail {
            self.disorder(unit, rule!("19.2.9"))?;
        }
        if limits::lawful(self.b, self.s, hex).is_ok() { Ok(()) } else { self.displace(&[unit]) }
    }
}

/// The reason why an answer is no step of a charge.
fn refuse(b: &Battle, s: &State, at: usize, answer: &Answer) -> Refusal {
    let top = s.charges[at].units[0];
    let offered = crate::ask::not_offered(rule!("19.2.1"));
    match (answer.verb, hex_of(answer)) {
        (verb::GO, Some(hex)) => match b.ground.dir_to(s.unit(top).hex(), hex) {
            Some(dir) => may_go(b, s, at, dir).err().unwrap_or(offered),
            None => Refusal::new(rule!("13.1.1"), "move.next_hex"),
        },
        (verb::EXTEND | verb::CONSOLIDATE, Some(hex)) => {
            spread::may_spread(b, s, at, hex).err().unwrap_or(offered)
        }
        (verb::RECALL, _) => super::charge::no(rule!("19.8.1"), "recall.not_now", top),
        (verb::HALT, _) => super::charge::no(rule!("19.8"), "charge.halt", top),
        _ => offered,
    }
}
