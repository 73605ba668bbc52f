//! 16.9: the advance after an assault, and the impetus.

use ground::HexId;
use table::{Answer, Event, Play, Rule, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::Act;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch13_movement::step;
use crate::ch16_assault::assault::{self, Diversion};
use crate::ch16_assault::ongoing::{Flight, OngoingAssault, Party, contacts};
use crate::ch17_losses::losses::{Cause, who_bleeds};
use crate::core::battle::{Arm, Battle, Trait};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Assault, Assaulter, Order, State, UnitId, did};
use crate::core::status::{self, Losses};
use crate::core::{Few, verb};

/// Sequel: what an advance into a hex that was left before a mêlée leads to.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Sequel {
    /// A new target may be named (16.3.7.2).
    NewTarget,
    /// Nothing more (16.2.3.2).
    Over,
}

/// Whether friends stand in a hex with whom infantry never stands: cavalry, wagons (11.1.2, 18.14.1.3). Who has assaulted the hex does not march in on them, of its
/// own will or not (RULING reading 1210).
fn is_kept(b: &Battle, s: &State, hex: HexId) -> bool {
    s.stack(hex).any(|part| b.arm(part.unit()) == Arm::Cavalry || b.is(part.unit(), Trait::Wagon))
}

/// The hexes that a party may advance into: those of its targets that are empty, before its front, and open to it; none while one of its targets stands
/// (16.2.7.1).
fn open(b: &Battle, s: &State, ongoing: &OngoingAssault, party: &Party) -> Few<HexId, 4> {
    let Some(top) = party.top(b, s) else { return Few::new() };
    let mut found: Few<HexId, 4> = Few::new();
    for (part, dir, hex) in facing::front_hexes(b, s, top) {
        let passable = step::ground(b, status::traveller(b, s, top), s.hex_of(part), dir).is_ok();
        let free = !status::is_enemy(b, s, ongoing.side, hex) && party.targets.contains(&hex);
        if passable && free && !is_kept(b, s, hex) && !found.contains(&hex) {
            found.push(hex);
        }
    }
    found
}

/// Whether all that a party assaulted has left.
fn is_done(b: &Battle, s: &State, ongoing: &OngoingAssault, party: &Party) -> bool {
    party.targets.iter().all(|hex| !status::is_enemy(b, s, ongoing.side, *hex))
}

impl Field<'_> {
    /// Steps 6 and 7: who can enters a vacated hex, in an order that its owner chooses, disordered if a result of the chart emptied it; then the
    /// impetus (16.9).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn advance_after_assault(&mut self, ongoing: &OngoingAssault) -> Play<()> {
        self.episode(|field| field.advance_and_follow(ongoing))
    }

    fn advance_and_follow(&mut self, ongoing: &OngoingAssault) -> Play<()> {
        self.lose_deserted_guns(ongoing)?;
        let mut waiting: Few<Party, 4> = ongoing.attackers.iter().chain(&ongoing.idle).cloned().collect();
        waiting.retain(|p| is_done(self.b, self.s, ongoing, p));
        let mut advanced: Few<(Party, HexId), 4> = Few::new();
        loop {
            waiting.retain(|p| !open(self.b, self.s, ongoing, p).is_empty());
            let Some((i, to)) = self.who_advances(ongoing, &waiting)? else { break };
            let party = waiting.remove(i);
            let disorders = self.b.variant.advance_disorders(ongoing, &party, to);
            if disorders {
                for unit in party.present(self.b, self.s) {
                    self.disorder_before(unit, to, rule!("16.1.1.6"))?;
                }
            }
            let late = disorders && self.b.variant.reacts_on_arrival();
            let there =
                if late { self.arrives(ongoing, &party, to)? } else { self.enters(ongoing, &party, to)? };
            if there {
                advanced.push((party, to));
            }
            self.landmark("advance entered", &(&waiting, &advanced))?;
        }
        if !ongoing.tame {
            let mut following = self.who_follows(advanced);
            while !following.is_empty() {
                let (party, hex) = following.remove(0);
                self.leg("advance impetus", &mut (), &following, |f, ()| {
                    let steps = f.b.variant;
                    steps.assault_impetus(f, ongoing, &party, hex)
                })?;
            }
        }
        Ok(())
    }

    /// Those who advanced, by the hexes that they entered: who are in one follow up together (16.9.3.1).
    fn who_follows(&self, advanced: Few<(Party, HexId), 4>) -> Few<(Party, HexId), 4> {
        let mut found: Few<(Party, HexId), 4> = Few::new();
        for (mut party, hex) in advanced {
            party.units = party.present(self.b, self.s);
            party.units.retain(|u| self.s.unit(*u).hexes().contains(&hex));
            match found.iter_mut().find(|(_, other)| *other == hex) {
                Some((first, _)) => first.units.extend(party.units),
                None => found.push((party, hex)),
            }
        }
        found
    }

    /// Attackers before whom nobody stands any more must go into the hex that was left (16.2.3, 16.3.7, 16.5.3, 16.1.1.1.a, 16.1.1.2.b): they fight on if they meet a defender of
    /// this assault there, or may name a new target, or are out of it.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn press_on(&mut self, ongoing: &mut OngoingAssault, then: Sequel) -> Play<()> {
        ongoing.refresh(self.b, self.s);
        self.lose_deserted_guns(ongoing)?;
        let mut waiting: Few<Party, 4> = match ongoing.defenders.is_empty() {
            true => ongoing.attackers.drain(..).collect(),
            false => Few::new(),
        };
        let won = ongoing.won.clone();
        let (fought, idle): (Few<Party, 4>, Few<Party, 4>) =
            ongoing.idle.drain(..).partition(|p| p.targets.iter().any(|hex| won.contains(hex)));
        ongoing.idle = fought;
        waiting.extend(idle);
        let mut went: Few<(Party, HexId), 4> = Few::new();
        loop {
            waiting.retain(|p| !open(self.b, self.s, ongoing, p).is_empty());
            let Some((i, to)) = self.who_advances(ongoing, &waiting)? else { break };
            let mut party = waiting.remove(i);
            if !self.enters(ongoing, &party, to)? {
                continue;
            }
            let met = ongoing.defenders.iter().filter(|d| !contacts(self.b, self.s, &party, d).is_empty());
            let met: Few<HexId, 4> = met.flat_map(|d| d.hexes(self.b, self.s)).collect();
            if met.is_empty() || then == Sequel::NewTarget {
                went.push((party, to));
            } else {
                self.goes_on_at(ongoing, &met);
                party.targets = met;
                ongoing.attackers.push(party);
            }
        }
        if then == Sequel::NewTarget {
            self.new_targets(ongoing, &went)?;
        }
        ongoing.let_go(self.b, self.s);
        Ok(())
    }

    /// Those who advanced may assault somebody before them, all of a hex the same (16.3.7.2), unless they are in terrain of general order. Against
    /// a unit of the same assault it goes on (16.5.3).
    fn new_targets(&mut self, ongoing: &mut OngoingAssault, went: &[(Party, HexId)]) -> Play<()> {
        let mut asked: Few<HexId, 4> = Few::new();
        for (party, hex) in went {
            let Some(top) = party.top(self.b, self.s) else { continue };
            if asked.contains(hex) || self.s.unit(top).hex() != *hex {
                continue;
            }
            asked.push(*hex);
            let met: Few<&Party, 4> =
                ongoing.defenders.iter().filter(|d| !contacts(self.b, self.s, party, d).is_empty()).collect();
            let met: Few<HexId, 8> = met.into_iter().flat_map(|d| d.hexes(self.b, self.s)).collect();
            let anew = (!ongoing.guard || self.b.variant.guard_renews()) && !status::is_close(self.b, *hex);
            let far = |u: UnitId| ongoing.away.iter().any(|(gone, hexes)| *gone == u && *hexes > 1);
            let mut hexes: Few<HexId, 8> = Few::new();
            for (_, _, near) in facing::front_hexes(self.b, self.s, top) {
                let fresh = anew
                    && !self.s.top(near).is_some_and(far)
                    && assault::may_assault(self.b, self.s, top, near);
                if !hexes.contains(&near) && (met.contains(&near) || fresh) {
                    hexes.push(near);
                }
            }
            if hexes.is_empty() {
                continue;
            }
            let mut answers: Few<Answer> =
                hexes.iter().map(|near| Answer::one(verb::ASSAULT, hex_point(*near))).collect();
            answers.push(Answer::button(verb::PASS));
            let points = about([unit_point(top), hex_point(*hex)]);
            let answer =
                self.choose(ongoing.side, rule!("16.3.7.2"), "assault.new_target", points, &answers)?;
            let Some(at) = hex_of(&answer) else { continue };
            if met.contains(&at) {
                self.goes_on_at(ongoing, &[at]);
                let here = went.iter().filter(|(_, own)| own == hex);
                for (party, _) in here {
                    ongoing.attackers.push(Party { targets: Few::from_slice(&[at]), ..party.clone() });
                }
                continue;
            }
            let marks: Vec<Assaulter> = went
                .iter()
                .filter(|(_, own)| own == hex)
                .filter_map(|(p, _)| Some((p, p.top(self.b, self.s)?)))
                .map(|(p, unit)| Assaulter {
                    unit,
                    from: *hex,
                    column: p.column,
                    distance: p.distance,
                    at: [at, HexId::NONE],
                })
                .collect();
            self.aim_anew(ongoing, at, marks);
        }
        Ok(())
    }

    /// Marks a new assault: with one that waits on the same hex, or by itself, to be resolved next.
    fn aim_anew(&mut self, ongoing: &mut OngoingAssault, at: HexId, marks: Vec<Assaulter>) {
        let (side, top) = (ongoing.side, marks[0].unit);
        self.tell(|| {
            Event::new(rule!("16.3.7.2"), "assault.new_target")
                .point("unit", unit_point(top))
                .point("hex", hex_point(at))
        });
        let hexes = assault::hexes_of_targets(self.b, self.s, side.enemy(), &[at]);
        self.divert(&hexes, Diversion::Assault);
        let assault = Assault { guard: ongoing.guard, ..Assault::declared(side, &marks, &[at]) };
        let joins =
            |a: &Assault| a.side == side && !a.under_way && a.targets.iter().any(|hex| hexes.contains(hex));
        // Who charges fights at once, with all that waits on the same hex (the revision, G1b).
        if ongoing.guard {
            let (same, rest): (Vec<Assault>, Vec<Assault>) =
                std::mem::take(&mut self.s.assaults).into_iter().partition(joins);
            self.s.assaults = rest;
            let whole = same.into_iter().fold(assault, |mut whole, other| {
                whole.absorb(other);
                whole
            });
            ongoing.next.push(whole);
            return;
        }
        match self.s.assaults.iter_mut().chain(&mut ongoing.next).find(|a| joins(a)) {
            Some(other) => other.absorb(assault),
            None => ongoing.next.push(assault),
        }
    }

    /// Disorders a unit that is about to enter a hex: out of several hexes it draws together next to that one (16.9).
    fn disorder_before(&mut self, unit: UnitId, to: HexId, why: Rule) -> Play<()> {
        self.draw_up(unit, to)?;
        self.disorder(unit, why)
    }

    /// Draws a unit in several hexes together in one of them next to a hex, if any is.
    fn draw_up(&mut self, unit: UnitId, to: HexId) -> Play<()> {
        let own = self.s.unit(unit).hexes().iter();
        let near = own.filter(|hex| self.b.ground.distance(**hex, to) == 1);
        let answers: Few<Answer> = near.map(|hex| Answer::one(verb::CHOOSE, hex_point(*hex))).collect();
        if answers.is_empty() {
            return Ok(());
        }
        let points = about([unit_point(unit)]);
        let answer = self.choose(self.b.side(unit), rule!("16.9.1"), "disorder.hex", points, &answers)?;
        self.collapse(unit, hex_of(&answer).expect("each points at a hex"));
        Ok(())
    }

    /// Guns that were ignored beside others, with whom nobody stays, are lost (18.10.3).
    fn lose_deserted_guns(&mut self, ongoing: &OngoingAssault) -> Play<()> {
        for hex in &ongoing.targets {
            let there = self.s.units_in(*hex);
            if there.iter().all(|u| ongoing.ignored.contains(u)) {
                for unit in there {
                    self.lose_guns(unit, rule!("18.10.3"))?;
                }
            }
        }
        Ok(())
    }

    /// The owner picks who advances next, and where, if there is a choice.
    fn who_advances(&mut self, ongoing: &OngoingAssault, waiting: &[Party]) -> Play<Option<(usize, HexId)>> {
        let mut choices: Few<(usize, HexId, Answer)> = Few::new();
        for (i, party) in waiting.iter().enumerate() {
            let Some(top) = party.top(self.b, self.s) else { continue };
            for hex in open(self.b, self.s, ongoing, party) {
                let answer = Answer::two(verb::ADVANCE, unit_point(top), hex_point(hex));
                choices.push((i, hex, answer));
            }
        }
        match choices[..] {
            [] => Ok(None),
            [(i, hex, _)] => Ok(Some((i, hex))),
            _ => {
                let answers: Few<Answer> = choices.iter().map(|c| c.2).collect();
                let points = about([hex_point(ongoing.targets[0])]);
                let answer = self.choose(ongoing.side, rule!("16.9"), "assault.advance", points, &answers)?;
                Ok(choices.iter().find(|c| c.2 == answer).map(|c| (c.0, c.1)))
            }
        }
    }

    /// A party enters a hex, if reactions let it: whoever they leave in its place must go on (16.9). A line keeps its hexes where it can, else it draws
    /// together (16.9.1). Units that would be too many go back where they assaulted from (16.9.2); stacks that cannot stand together disorder
    /// (16.9.2.1, 16.3.7.1). Says whether it is there.
    fn enters(&mut self, ongoing: &OngoingAssault, party: &Party, to: HexId) -> Play<bool> {
        let here = party.present(self.b, self.s);
        let Some(&top) = here.first() else { return Ok(false) };
        let from: Few<HexId> = self.s.unit(top).hexes().into();
        let stack = self.who_goes(party, &from, to);
        if stack.is_empty() {
            return Ok(false);
        }
        // Whoever may react to a part that is drawn in does so, too (16.9.1).
        self.spend(&stack, Act::Advance(to))?;
        let stack = self.who_goes(party, &from, to);
        let wide = match stack.first() {
            Some(top) => self.abreast(*top, to)?,
            None => None,
        };
        if wide.is_none() {
            for &unit in &stack {
                self.draw_up(unit, to)?;
            }
        }
        let stack = self.who_goes(party, &from, to);
        if stack.is_empty() {
            return Ok(false);
        }
        let before: Few<HexId> = self.s.unit(stack[0]).hexes().into();
        if !self.takes(ongoing, &stack, wide, to)? {
            return Ok(false);
        }
        let there: Units = stack.iter().copied().filter(|u| self.s.unit(*u).hexes().contains(&to)).collect();
        self.meets(&there, &before, Act::Advance(to))?;
        Ok(there.iter().any(|u| self.s.unit(*u).hexes().contains(&to) && self.s.unit(*u).order != Order::Pgd))
    }

    /// Those of a party who go into a hex together: the first who stands in some hexes and next to it, in whatever order but PGD, and is not charged, and
    /// all like it in the same place.
    fn who_goes(&self, party: &Party, from: &[HexId], to: HexId) -> Units {
        let hexes = |u: &UnitId| self.s.unit(*u).hexes();
        let mut able = party.present(self.b, self.s);
        able.retain(|u| {
            let near = hexes(u).iter().any(|hex| self.b.ground.distance(*hex, to) == 1);
            near && hexes(u).iter().all(|hex| from.contains(hex)) && !self.s.unit(*u).has(did::HALTED)
        });
        let first = able.first().copied();
        able.retain(|u| first.is_some_and(|first| hexes(u) == hexes(&first)));
        able
    }

    /// A party enters a hex; reactions come when it is there (the revision, A8).
    fn arrives(&mut self, ongoing: &OngoingAssault, party: &Party, to: HexId) -> Play<bool> {
        let here = party.present(self.b, self.s);
        let Some(&top) = here.first() else { return Ok(false) };
        let from = self.s.unit(top).hex();
        let stack: Units = here.iter().copied().filter(|u| self.s.unit(*u).hex() == from).collect();
        if self.b.ground.distance(from, to) != 1 || !self.takes(ongoing, &stack, None, to)? {
            return Ok(false);
        }
        let there: Units = stack.iter().copied().filter(|u| self.s.unit(*u).hex() == to).collect();
        self.guns_shift(&there)?;
        self.spend(&there, Act::Advance(to))?;
        Ok(there.iter().any(|u| self.s.unit(*u).hex() == to && self.s.unit(*u).order != Order::Pgd))
    }

    /// A stack takes a hex that is open to it.
    fn takes(
        &mut self,
        ongoing: &OngoingAssault,
        stack: &[UnitId],
        wide: Option<Hexes>,
        to: HexId,
    ) -> Play<bool> {
        let top = stack[0];
        let from = self.s.unit(top).hex();
        let side = self.b.side(top);
        if status::is_enemy(self.b, self.s, side, to) {
            return Ok(false);
        }
        if let Some(hexes) = wide {
            self.tell_advance(ongoing, stack, to);
            self.go_abreast(stack, &hexes)?;
            return Ok(true);
        }
        let leaders = if self.s.units_in(from).len() == stack.len() {
            status::leaders_in(self.b, self.s, side, from)
        } else {
            Few::new()
        };
        self.step_in(stack, to);
        let (there, back) = self.too_many(stack, from, to);
        if !there.is_empty() {
            self.tell_advance(ongoing, &there, to);
            self.leaders_come(&leaders, to);
        }
        for unit in back {
            self.tell(|| {
                Event::new(rule!("16.9.2"), "assault.stays")
                    .point("unit", unit_point(unit))
                    .point("hex", hex_point(from))
            });
        }
        if !there.is_empty() {
            self.leaders_fly_from(to, side, from)?;
        }
        self.crowds(from, to)?;
        Ok(self.s.unit(top).hex() == to)
    }

    /// Tells that a stack took a hex; the Old Guard may go on from it (16.10.1 step 9).
    fn tell_advance(&mut self, ongoing: &OngoingAssault, stack: &[UnitId], to: HexId) {
        for &unit in stack.iter().filter(|_| ongoing.guard) {
            self.s.unit_mut(unit).set(did::EXPLOITS, true);
        }
        self.tell(|| {
            Event::new(rule!("16.9"), "assault.advances")
                .point("unit", unit_point(stack[0]))
                .point("hex", hex_point(to))
        });
    }

    /// Puts a stack into the next hex as it is (16.3.7); with friends there it looks as they do (9.1).
    fn step_in(&mut self, stack: &[UnitId], to: HexId) {
        let lead = self.s.top(to).map(|u| self.s.unit(u).aim);
        self.put_as_it_is(stack, to);
        let alike =
            self.s.units_in(to).windows(2).all(|u| self.s.unit(u[0]).shape() == self.s.unit(u[1]).shape());
        if let Some(aim) = lead.filter(|_| alike) {
            stack.iter().for_each(|u| self.s.unit_mut(*u).aim = aim);
        }
    }

    /// Those of a stack who are too many in the hex of an advance go back, the last first (16.9.2). Says who is there, and who went back.
    fn too_many(&mut self, stack: &[UnitId], from: HexId, to: HexId) -> (Units, Units) {
        let (mut there, mut back) = (Units::from_slice(stack), Units::new());
        while let Some(&unit) = there.last().filter(|_| limits::within_limits(self.b, self.s, to).is_err()) {
            self.s.put(unit, &[from]);
            back.push(unit);
            there.pop();
        }
        (there, back)
    }

    /// Units that cannot stand together in the hex of an advance disorder (16.9.2.1).
    fn crowds(&mut self, from: HexId, to: HexId) -> Play<()> {
        if limits::lawful(self.b, self.s, to).is_err() {
            for unit in self.s.units_in(to) {
                self.disorder(unit, rule!("16.9.2.1"))?;
            }
        }
        self.sort_out(&[from, to])
    }

    /// Step 7, 16.9.3: a die of hexes, along the route of those whose hex was taken, who lose an increment for each; any route if they are gone (16.1.1.7, 16.9.3.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn impetus(&mut self, ongoing: &OngoingAssault, party: &Party, hex: HexId) -> Play<()> {
        let Some(top) = party.top(self.b, self.s) else { return Ok(()) };
        if !self.s.unit(top).hexes().contains(&hex) || self.is_held(top) {
            return Ok(());
        }
        let chart = self.b.charts.impetus.clone();
        let points = about([unit_point(top)]);
        let class = |die: i16| chart.at(die).unsigned_abs().into();
        let die = self.throw_one(rule!("16.9.3.1"), "assault.impetus", ongoing.side, points, class)?;
        let hexes = chart.at(die);
        self.tell(|| {
            Event::new(rule!("16.9.3"), "assault.impetus")
                .point("unit", unit_point(top))
                .number("hexes", i32::from(hexes))
        });
        let fled = ongoing.flights.iter().find(|flight| flight.left.contains(&hex));
        self.press_after(ongoing, party, hex, fled, hexes)
    }

    /// A party goes on so many hexes from one that it took: along the route of those who fled, who lose for each (16.9.3.1), or any route if they are gone
    /// (16.9.3.2), until it comes into an enemy zone.
    pub(crate) fn press_after(
        &mut self,
        ongoing: &OngoingAssault,
        party: &Party,
        hex: HexId,
        fled: Option<&Flight>,
        hexes: i16,
    ) -> Play<()> {
        let Some(top) = party.top(self.b, self.s) else { return Ok(()) };
        let mut at = hex;
        for i in 0..hexes as usize {
            let gone = fled.is_none_or(|flight| flight.left_of(self.b, self.s).is_empty());
            let next = match fled {
                Some(flight) if !gone => flight.beyond(hex).get(i).copied(),
                _ => self.free_step(ongoing, top, at)?,
            };
            let Some(to) = next.filter(|to| self.may_follow(party, at, *to)) else { break };
            self.look_after(party, to);
            if !self.enters(ongoing, party, to)? {
                break;
            }
            if let Some(flight) = fled {
                let each = Losses::of(self.b.charts.losses.impetus_hex.value);
                let there = flight.left_of(self.b, self.s);
                if let Some(unit) = who_bleeds(self.b, there.into_iter()).filter(|_| each > Losses::NONE) {
                    self.lose(unit, each, Cause::Impetus)?;
                }
            }
            at = to;
            if self.is_held(top) {
                break;
            }
        }
        Ok(())
    }

    /// A party that follows up in one hex turns only where the next one is not before its front, and as little as it can (16.9.3.1). RULING reading 1213.
    fn look_after(&mut self, party: &Party, to: HexId) {
        let here = party.present(self.b, self.s);
        let Some(&top) = here.first().filter(|u| self.s.unit(**u).hexes().len() == 1) else { return };
        if !facing::front_hexes(self.b, self.s, top).iter().any(|(_, _, hex)| *hex == to) {
            let stack: Units =
                here.into_iter().filter(|u| self.s.unit(*u).hexes() == self.s.unit(top).hexes()).collect();
            self.face(&stack, to);
        }
    }

    /// Whether a unit is in an enemy zone: no impetus goes on from there.
    pub(crate) fn is_held(&self, unit: UnitId) -> bool {
        let held = |hex: &HexId| zones::bears_on(self.b, self.s, self.b.side(unit), *hex, ZoneOwners::Any);
        self.s.unit(unit).hexes().iter().any(held)
    }

    /// Whether a party may follow into the next hex: no general order there (reading 33), nobody of the enemy, room for it.
    fn may_follow(&self, party: &Party, at: HexId, to: HexId) -> bool {
        let (b, s) = (self.b, &*self.s);
        let here = party.present(b, s);
        let Some(dir) = b.ground.dir_to(at, to) else { return false };
        let Some(&top) = here.first() else { return false };
        step::ground(b, status::traveller(b, s, top), at, dir).is_ok()
            && !status::is_close(b, to)
            && !status::is_enemy(b, s, b.side(top), to)
            && limits::may_stand(b, s, &here, to).is_ok()
    }

    /// The defenders are gone: the owner chooses the route (16.9.3.2).
    fn free_step(&mut self, ongoing: &OngoingAssault, top: UnitId, at: HexId) -> Play<Option<HexId>> {
        let party = Party::alone(self.s, top);
        let near = self.b.ground.neighbours(at).into_iter().filter(|h| h.is_some());
        let open: Few<HexId, 6> = near.filter(|to| self.may_follow(&party, at, *to)).collect();
        let answers: Few<Answer> = open.iter().map(|hex| Answer::one(verb::GO, hex_point(*hex))).collect();
        if answers.is_empty() {
            return Ok(None);
        }
        let points = about([unit_point(top)]);
        let answer = self.choose(ongoing.side, rule!("16.9.3.2"), "assault.impetus", points, &answers)?;
        Ok(hex_of(&answer))
    }
}
