//! 19.16.4, 19.16.6, 19.16.7: the movement of a grand charge: one body, row by row, with questions only where it is blocked.

use ground::{Dir, HexId};
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::Act;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::core::battle::Battle;
use crate::core::field::{about, hex_of, hex_point, leader_point, unit_of, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{ChargeKind, ChargePhase, Formation, LeaderId, Part, State, UnitId};
use crate::core::{Few, status, verb};

use super::charge::Progress;
use super::{drive, grand, over, react, squares, targets};

/// The parts that still move.
fn moving(s: &State, at: usize) -> Few<usize, 8> {
    let mut all = grand::parts(s, at);
    all.retain(|i| s.charges[*i].phase == ChargePhase::Declared && !s.charges[*i].grand.stopped);
    all
}

/// The directions straight ahead of a unit (19.16.4.1): a column has one; a line looks at a corner, and goes by turns to either side of it (reading
/// 611).
fn straight(b: &Battle, s: &State, unit: UnitId) -> Few<Dir, 6> {
    let aim = s.unit(unit).aim;
    let ahead = Dir(aim.index() as u8 / 2);
    if aim.is_vertex() {
        Few::from_slice(&[ahead, ahead.turn(1)])
    } else if facing::fronts(b, s, Part::new(unit, 0)).contains(ahead) {
        Few::from_slice(&[ahead])
    } else {
        Few::new()
    }
}

/// The direction of the row after the next one.
pub(super) fn after(b: &Battle, s: &State, unit: UnitId, dir: Dir) -> Dir {
    straight(b, s, unit).into_iter().find(|other| *other != dir).unwrap_or(dir)
}

/// Takes the parts that still move off the map of a thought: they will not stand in the way (19.7.4 in a grand charge).
pub(super) fn clear_body(s: &mut State, at: usize) {
    for i in moving(s, at) {
        if i == at {
            continue;
        }
        for unit in s.charges[i].units.clone() {
            s.lift(unit);
        }
    }
}

/// The enemies whom a part may charge in some hexes: not those of another charge (19.2.7.1), in the zone of cavalry only cavalry (10.3.4), of a long
/// line's only the cavalry if there is any (19.2.8).
fn chargeable(b: &Battle, s: &State, at: usize, hexes: &[HexId]) -> Few<HexId> {
    let c = &s.charges[at];
    let top = c.units[0];
    let taken = |hex: HexId| {
        let other = |o: &crate::core::state::Charge| {
            o.phase == ChargePhase::Contact && o.targets.contains(&hex) && o.grand.leader != c.grand.leader
        };
        s.charges.iter().any(other)
    };
    let held = zones::holds(b, s, top, ZoneOwners::Cavalry);
    let enemy = |hex: HexId| status::is_enemy(b, s, b.side(top), hex) && !status::is_wreck_hex(s, hex);
    let open = |hex: HexId| enemy(hex) && !taken(hex) && (!held || targets::is_cavalry(b, s, hex));
    let mut found: Few<HexId> = Few::new();
    for &hex in hexes {
        if open(hex) && !found.contains(&hex) {
            found.push(hex);
        }
    }
    if targets::is_long_line(s, top) && found.iter().any(|hex| targets::is_cavalry(b, s, *hex)) {
        found.retain(|hex| targets::is_cavalry(b, s, *hex));
    }
    found
}

/// The hexes before a part, of a column of companies before its head.
fn before(b: &Battle, s: &State, unit: UnitId) -> Few<HexId> {
    let column = s.unit(unit).shape() == Formation::Column;
    let front = facing::front_hexes(b, s, unit).into_iter();
    front.filter(|(part, _, _)| !column || part.index() == 0).map(|(_, _, hex)| hex).collect()
}

/// The new hexes with which a part would strike if it went on in a direction.
fn struck(b: &Battle, s: &State, at: usize, dir: Dir) -> Hexes {
    let top = s.charges[at].units[0];
    let Some(next) = drive::ahead(b, s, top, dir) else { return Hexes::new() };
    let heads = if s.unit(top).shape() == Formation::Column { 1 } else { next.len() };
    next[..heads].iter().copied().filter(|hex| !s.unit(top).hexes().contains(hex)).collect()
}

/// An obstacle in the way of a part.
enum Bar {
    /// Nothing.
    Open(u16),
    /// Enemies to be charged, in these hexes.
    Enemies(Few<HexId>),
    /// A square that cannot be ridden over, or a part of the charge that has stopped: it may slip by (19.16.4.4, 19.16.6.1).
    Body(Few<HexId>),
    /// Ground, friends, zones, the end of its points.
    Closed,
}

/// The obstacle in the way of a part in a direction (19.16.4.3).
fn bar(b: &Battle, s: &State, at: usize, dir: Dir) -> Bar {
    let c = &s.charges[at];
    let top = c.units[0];
    let hexes = struck(b, s, at, dir);
    let enemy = |hex: &HexId| status::is_enemy(b, s, b.side(top), *hex);
    let square = |hex: &HexId| over::rides_over(s, at, *hex);
    let others: Few<HexId> = hexes.iter().copied().filter(|hex| enemy(hex) && !square(hex)).collect();
    if !others.is_empty() {
        return Bar::Enemies(others);
    }
    let why = match drive::may_go(b, s, at, dir) {
        Ok((_, cost)) => return Bar::Open(cost),
        Err(refusal) => refusal.rule,
    };
    let body = |hex: &HexId| {
        s.units_in(*hex)
            .iter()
            .any(|u| grand::parts(s, at).iter().any(|i| *i != at && s.charges[*i].units.contains(u)))
    };
    let squares: Few<HexId> =
        hexes.iter().copied().filter(|hex| enemy(hex) && why == rule!("19.7.4")).collect();
    if hexes.iter().any(body) || !squares.is_empty() { Bar::Body(squares) } else { Bar::Closed }
}

impl Field<'_> {
    /// Carries out a grand charge up to its mêlées (19.16.4): the parts go on together, hex by hex, straight ahead, as far as their points reach;
    /// who is blocked stops. Nobody regroups before all have stopped (19.16.11).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn run_grand(&mut self, at: usize) -> Play<()> {
        let leader = self.s.charges[at].grand.leader;
        for part in grand::parts(self.s, at) {
            self.unhalt(part);
            self.drop_broken(part);
        }
        self.drop_out(at)?;
        let mut next = self.first_direction(at)?;
        while let Some(dir) = next {
            let from = self.s.leader(leader).hex;
            self.grand_is_answered(at)?;
            self.keep_leader(at, from, None)?;
            self.drop_out(at)?;
            let Some(&first) = moving(self.s, at).first() else { break };
            let top = self.s.charges[first].units[0];
            next = Some(after(self.b, self.s, top, dir));
            self.row(at, dir)?;
        }
        for part in grand::parts(self.s, at) {
            if self.s.charges[part].phase == ChargePhase::Declared {
                self.charge_over(part)?;
            }
        }
        Ok(())
    }

    /// The first direction: a line may begin to either side of the corner that it looks at (reading 611).
    fn first_direction(&mut self, at: usize) -> Play<Option<Dir>> {
        let Some(&part) = moving(self.s, at).iter().find(|i| !self.s.charges[**i].units.is_empty()) else {
            return Ok(None);
        };
        let top = self.s.charges[part].units[0];
        let dirs = straight(self.b, self.s, top);
        let hexes: Few<HexId> =
            dirs.iter().filter_map(|dir| self.b.ground.neighbour(self.s.unit(top).hex(), *dir)).collect();
        if hexes.is_empty() {
            return Ok(None);
        }
        let hex = self.choose_hex(self.b.side(top), rule!("19.16.4.1"), "grand.direction", top, &hexes)?;
        Ok(self.b.ground.dir_to(self.s.unit(top).hex(), hex))
    }

    /// Parts that are broken, or neither with their leader nor next to that hex, drop out (19.16.1, 19.16.4.4); above others they go on.
    fn drop_out(&mut self, at: usize) -> Play<()> {
        let leader = self.s.charges[at].grand.leader;
        for part in moving(self.s, at) {
            self.drop_broken(part);
            let near = self.s.charges[part].units.first().map(|u| grand::is_near(self.b, self.s, leader, *u));
            match near {
                None => self.s.charges[part].grand.stopped = true,
                Some(false) if over::covered(self.s, part).is_empty() => self.stop(part)?,
                Some(_) => {}
            }
        }
        Ok(())
    }

    /// A row: each part goes a hex ahead, those in front first, each for what the dearest of them pays (19.16.4.2).
    fn row(&mut self, at: usize, dir: Dir) -> Play<()> {
        let mut left = moving(self.s, at);
        for &part in &left {
            self.s.charges[part].grand.next = Some(dir);
        }
        let costs = left.iter().filter_map(|part| match bar(self.b, self.s, *part, dir) {
            Bar::Open(cost) => Some(cost),
            _ => None,
        });
        let cost = costs.max().unwrap_or_default();
        let leader = self.s.charges[at].grand.leader;
        let from = self.s.leader(leader).hex;
        while !left.is_empty() {
            let (b, s) = (self.b, &*self.s);
            let waits = |part: &usize| {
                let ahead = struck(b, s, *part, dir);
                left.iter().any(|other| {
                    other != part
                        && s.charges[*other]
                            .units
                            .iter()
                            .any(|u| s.unit(*u).hexes().iter().any(|h| ahead.contains(h)))
                })
            };
            let first = left
                .iter()
                .position(|part| s.charges[*part].units.is_empty() || !waits(part))
                .unwrap_or_default();
            let part = left.remove(first);
            self.part_goes(part, dir, cost)?;
        }
        self.keep_leader(at, from, Some(dir))
    }

    /// A part goes a hex ahead, or strikes whoever is there, slips by, or stops.
    fn part_goes(&mut self, part: usize, dir: Dir, cost: u16) -> Play<()> {
        self.drop_broken(part);
        if self.is_broken(part) {
            self.s.charges[part].grand.stopped = true;
            return Ok(());
        }
        let paces = self.s.charges[part].route.len();
        if let Bar::Enemies(hexes) = bar(self.b, self.s, part, dir)
            && (self.run_into(part, &hexes, &[])? == Progress::Over
                || self.s.charges[part].route.len() > paces)
        {
            return Ok(());
        }
        match bar(self.b, self.s, part, dir) {
            Bar::Open(own) => self.part_steps(part, dir, own.max(cost)),
            Bar::Body(squares) => {
                if let Some(dir) = self.slips(part, dir)? {
                    return self.part_steps(part, dir, cost);
                }
                if squares.is_empty() {
                    return self.stop(part);
                }
                // Where there is no way by, the square is fought after all (19.16.6.1).
                match self.run_into(part, &squares, &squares)? {
                    Progress::Over => Ok(()),
                    Progress::On => self.stop(part),
                }
            }
            _ => self.stop(part),
        }
    }

    /// A step of a part, for the cost of the body; without the points for it, it drops out.
    fn part_steps(&mut self, part: usize, dir: Dir, cost: u16) -> Play<()> {
        if cost > self.s.charges[part].left {
            return self.stop(part);
        }
        let units = self.s.charges[part].units.clone();
        let Ok((after, own)) = drive::may_go(self.b, self.s, part, dir) else { return self.stop(part) };
        self.opportunity_fire(&units, Act::Enter(after[0]))?;
        self.drop_broken(part);
        if self.is_broken(part) {
            self.s.charges[part].grand.stopped = true;
            return Ok(());
        }
        let Ok((after, _)) = drive::may_go(self.b, self.s, part, dir) else { return self.stop(part) };
        self.charge_into(part, &after, cost.max(own))?;
        Ok(())
    }

    /// Whether and where a part slips by what blocks it: into another hex before its front, without turning, near the leader (19.16.4.4).
    fn slips(&mut self, part: usize, ahead: Dir) -> Play<Option<Dir>> {
        let (b, s, c) = (self.b, &*self.s, &self.s.charges[part]);
        let (top, leader) = (c.units[0], s.leader(c.grand.leader).hex);
        // A leader who has fallen on the way leads nobody past.
        if !leader.is_some() {
            return Ok(None);
        }
        let near = [Some(leader), b.ground.neighbour(leader, ahead)];
        let with = s.unit(top).hexes().contains(&leader);
        let mut open: Few<(Dir, HexId), 6> = Few::new();
        for dir in Dir::ALL.into_iter().filter(|dir| *dir != ahead) {
            let Ok((after, _)) = drive::may_go(b, s, part, dir) else { continue };
            let close = |hex: &HexId| near.iter().flatten().any(|l| b.ground.distance(*l, *hex) <= 1);
            if with || after.iter().any(close) {
                open.push((dir, after[0]));
            }
        }
        let hexes: Few<HexId> = open.iter().map(|(_, hex)| *hex).collect();
        if hexes.is_empty() {
            return Ok(None);
        }
        let hex = self.choose_hex(b.side(top), rule!("19.16.4.4"), "grand.slip", top, &hexes)?;
        Ok(open.iter().find(|(_, to)| *to == hex).map(|(dir, _)| *dir))
    }

    /// A part charges the enemies of some hexes (19.16.8): they do what targets do when cavalry comes up. Says whether it may go on. Squares are
    /// charged only where they block the way (19.16.6.1).
    fn run_into(&mut self, part: usize, hexes: &[HexId], squares: &[HexId]) -> Play<Progress> {
        let top = self.s.charges[part].units[0];
        let mut hexes: Few<HexId> = hexes.iter().copied().collect();
        if targets::is_long_line(self.s, top) {
            hexes.extend(before(self.b, self.s, top));
        }
        let mut open = chargeable(self.b, self.s, part, &hexes);
        open.retain(|hex| squares.contains(hex) || !over::rides_over(self.s, part, *hex));
        self.s.charges[part].targets = open.to_vec();
        while !targets::touched(self.b, self.s, part).is_empty() {
            if self.contact(part)? == Progress::Over || self.is_broken(part) {
                break;
            }
        }
        let c = &mut self.s.charges[part];
        if c.phase != ChargePhase::Declared {
            return Ok(Progress::Over);
        }
        c.targets.clear();
        self.drop_broken(part);
        let gone = self.is_broken(part);
        self.s.charges[part].grand.stopped |= gone;
        Ok(if gone { Progress::Over } else { Progress::On })
    }

    /// A part can go no further: it fights whom it has come up to, in the hex of a square that square (19.16.6.1), of several before a single front
    /// whom its owner chooses; else it waits for the others to stop.
    pub(crate) fn stop(&mut self, part: usize) -> Play<()> {
        self.s.charges[part].grand.stopped = true;
        let (b, s) = (self.b, &*self.s);
        let Some(&top) = s.charges[part].units.first() else { return Ok(()) };
        let under: Hexes = over::covered(s, part);
        if !under.is_empty() {
            let enemy = |hex: &HexId| s.units_in(*hex).iter().any(|u| b.side(*u) != b.side(top));
            let hexes: Vec<HexId> = under.into_iter().filter(enemy).collect();
            if !hexes.is_empty() {
                self.s.charges[part].targets = hexes;
                self.await_melee(part);
            }
            return Ok(());
        }
        let mut hexes = chargeable(b, s, part, &before(b, s, top));
        hexes.retain(|hex| !over::rides_over(s, part, *hex));
        if hexes.is_empty() {
            return Ok(());
        }
        if !targets::is_long_line(s, top) {
            let hex = self.choose_hex(b.side(top), rule!("19.16.8"), "grand.target", top, &hexes)?;
            hexes = Few::from_slice(&[hex]);
        }
        self.run_into(part, &hexes, &[])?;
        Ok(())
    }

    /// The leader goes on with the body (19.16.1, reading 612): with the part in whose hex it is; alone straight ahead; if its part has
    /// stopped, over to one that goes on and is within two hexes of it.
    fn keep_leader(&mut self, at: usize, from: HexId, dir: Option<Dir>) -> Play<()> {
        let leader = self.s.charges[at].grand.leader;
        let (b, s) = (self.b, &*self.s);
        let going = moving(s, at);
        let lies =
            |hex: HexId, i: &usize| s.charges[*i].units.iter().any(|u| s.unit(*u).hexes().contains(&hex));
        let now = s.leader(leader).hex;
        if !from.is_some() || !now.is_some() || going.is_empty() || going.iter().any(|i| lies(now, i)) {
            return Ok(());
        }
        let stopped = grand::parts(s, at).iter().any(|i| lies(now, i));
        if !stopped {
            let Some(dir) = dir else { return Ok(()) };
            let ahead = b.ground.neighbour(now, dir);
            let side = b.leader(leader).side;
            if let Some(hex) = ahead.filter(|hex| !status::is_enemy(b, s, side, *hex)) {
                self.rides_to(leader, hex);
                return Ok(());
            }
        }
        let heads = going.iter().filter_map(|i| s.charges[*i].units.first()).map(|u| s.unit(*u).hex());
        let heads: Few<HexId> = heads.filter(|hex| b.ground.distance(*hex, from) <= 2).collect();
        if heads.is_empty() {
            return Ok(());
        }
        let answers: Few<Answer> =
            heads.iter().map(|hex| Answer::one(verb::CHOOSE, hex_point(*hex))).collect();
        let points = about([leader_point(leader)]);
        let side = b.leader(leader).side;
        let answer = self.choose(side, rule!("19.16.4.4"), "grand.leader_goes_on", points, &answers)?;
        self.rides_to(leader, hex_of(&answer).expect("choose points at a hex"));
        Ok(())
    }

    fn rides_to(&mut self, leader: LeaderId, hex: HexId) {
        self.s.leader_mut(leader).hex = hex;
        self.tell(|| {
            Event::new(rule!("19.16.4.4"), "grand.leader_rides")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(hex))
        });
    }

    /// The other side's answers to a grand charge where it stands (19.1.1 step 3): it is one charge, so each stack tries once (19.7, 19.17); the
    /// part nearest to a reactor has to accept (19.16.7).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn grand_is_answered(&mut self, at: usize) -> Play<()> {
        loop {
            let list = self.grand_answers(at);
            let Some(&top) = moving(self.s, at).first().and_then(|i| self.s.charges[*i].units.first()) else {
                return Ok(());
            };
            if list.is_empty() {
                return Ok(());
            }
            let answer = self.ask(
                self.b.side(top).enemy(),
                rule!("19.1.1.3"),
                "charge.answered",
                about([unit_point(top)]),
                |_, _, out| {
                    out.extend(list.iter().map(|(answer, _)| *answer));
                    out.push(Answer::button(verb::WAIT));
                },
                |_, _, answer| match unit_of(answer) {
                    Some(unit) => {
                        Refusal::new(rule!("19.16.7"), "grand.answer").with("unit", unit_point(unit))
                    }
                    None => crate::ask::not_offered(rule!("19.1.1.3")),
                },
            )?;
            let (Some(unit), Some((_, part))) =
                (unit_of(&answer), list.iter().find(|(listed, _)| *listed == answer))
            else {
                return Ok(());
            };
            let stack = self.s.units_in(self.s.unit(unit).hex());
            for part in grand::parts(self.s, at) {
                self.s.charges[part].tried.extend(stack.iter().copied());
            }
            match answer.verb {
                verb::SQUARE => {
                    let all = self.riders(at);
                    self.try_square(unit, &all, ChargeKind::Grand)?;
                }
                verb::FORM => self.form_up(*part, unit)?,
                _ => {
                    self.preserves(unit, answer.verb == verb::SQUADRON);
                    self.reaction_charge(*part, unit)?;
                }
            }
            for part in moving(self.s, at) {
                self.drop_broken(part);
            }
        }
    }

    /// The cavalry of the parts that still move.
    fn riders(&self, at: usize) -> Vec<UnitId> {
        moving(self.s, at).iter().flat_map(|i| self.s.charges[*i].units.clone()).collect()
    }

    /// The answers to a grand charge, each with the part that it is given to.
    fn grand_answers(&self, at: usize) -> Few<(Answer, usize)> {
        let (b, s) = (self.b, &*self.s);
        let mut list: Few<(Answer, usize)> = Few::new();
        let going = moving(s, at);
        let riders = self.riders(at);
        let Some(&first) = going.first().filter(|_| !riders.is_empty()) else { return list };
        for unit in self.tops(b.side(riders[0]).enemy()) {
            if s.charges[first].tried.contains(&unit) {
                continue;
            }
            let far = |i: &usize| {
                let hexes = s.charges[*i].units.iter().flat_map(|u| s.unit(*u).hexes().iter());
                let own = s.unit(unit).hexes();
                hexes.flat_map(|hex| own.iter().map(|own| b.ground.distance(*hex, *own))).min()
            };
            let mut near = going.clone();
            near.retain(|i| !s.charges[*i].units.is_empty());
            near.sort_by_key(far);
            if squares::may_square(b, s, unit, &riders).is_ok() {
                list.push((Answer::one(verb::SQUARE, unit_point(unit)), first));
            }
            if let Some(part) = near.iter().find(|i| react::may_form_up(b, s, **i, unit).is_ok()) {
                list.push((Answer::one(verb::FORM, unit_point(unit)), *part));
            }
            if let Some(part) = near.iter().find(|i| react::may_react(b, s, **i, unit).is_ok()) {
                list.push((Answer::one(verb::REACT, unit_point(unit)), *part));
                list.push((Answer::one(verb::SQUADRON, unit_point(unit)), *part));
            }
        }
        list
    }
}
