//! 16.1.1 step 3c: the huzzah of the British and the King's German Legion.

use ground::{Aim, HexId};
use table::{Answer, Event, Play, Point, Test, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch13_movement::shift;
use crate::ch15_fire::fire::Nerve;
use crate::ch16_assault::ongoing::{OngoingAssault, Party, contacts};
use crate::ch16_assault::rolls;
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Battle, Trait};
use crate::core::field::{about, hex_of, hex_point, unit_of, unit_point};
use crate::core::state::{Part, State, UnitId};
use crate::core::{Few, verb};

/// Whether a party may turn the tables: one that passed its roll to stand, in the formation that this asks for.
fn may_cheer(b: &Battle, s: &State, party: &Party) -> bool {
    let here = party.present(b, s);
    let top = here.first().copied();
    party.nerve == Nerve::Steady
        && top.is_some_and(|u| b.is(u, Trait::Huzzah) && b.variant.may_cheer(b, s, u))
}

/// In how many of its hexes a unit has one of some hexes before its front.
fn reached(b: &Battle, s: &State, unit: UnitId, hexes: &[HexId]) -> usize {
    let mut parts: Few<Part, 8> = Few::new();
    for (part, _, hex) in facing::front_hexes(b, s, unit) {
        if hexes.contains(&hex) && !parts.contains(&part) {
            parts.push(part);
        }
    }
    parts.len()
}

/// A huzzah, by places in the ongoing assault.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) struct Cheer {
    /// The lines that cheer, each with those at whom it does.
    cheers: Few<(usize, Few<usize, 4>), 4>,
    /// All at whom is cheered.
    struck: Few<usize, 4>,
    /// Those of them who fail to stand.
    pub(crate) failed: Few<usize, 4>,
}

impl Cheer {
    /// Whether the cheerers attack now: all have failed.
    pub(crate) fn turns(&self) -> bool {
        self.failed.len() == self.struck.len()
    }
}

impl Field<'_> {
    /// Step 3c: each line that may cheers at one or more of the stacks before its front that assault it; these roll to stand. If all fail, the cheerers
    /// attack for the rest of the mêlée; else those who failed are out of it.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn huzzah(&mut self, ongoing: &mut OngoingAssault) -> Play<()> {
        let Some(cheer) = self.cheer(ongoing)? else { return Ok(()) };
        let losers: Few<Party, 4> = cheer.failed.iter().map(|i| ongoing.attackers[*i].clone()).collect();
        if cheer.turns() {
            self.turn_the_tables(ongoing, &cheer);
        } else {
            let mut place = 0..;
            ongoing.attackers.retain(|_| !cheer.failed.contains(&place.next().expect("without end")));
        }
        self.cheered_away(ongoing, &losers)
    }

    /// Those who failed before a huzzah disorder, or rout.
    pub(crate) fn cheered_away(&mut self, ongoing: &mut OngoingAssault, losers: &[Party]) -> Play<()> {
        for party in losers {
            let left = party.hexes(self.b, self.s);
            let routes = self.give_way(party, rule!("16.1.1.3.c"))?;
            ongoing.fled(&party.units, &left, routes);
        }
        Ok(())
    }

    /// The cheer, those at whom it goes, and those of them who fail to stand; nothing is applied. `None`: nobody cheers.
    pub(crate) fn cheer(&mut self, ongoing: &OngoingAssault) -> Play<Option<Cheer>> {
        let mut cheers: Few<(usize, Few<usize, 4>), 4> = Few::new();
        for (at, party) in ongoing.defenders.iter().enumerate() {
            if may_cheer(self.b, self.s, party) {
                let aims = self.at_whom(ongoing, party)?;
                if !aims.is_empty() {
                    cheers.push((at, aims));
                }
            }
        }
        if cheers.is_empty() {
            return Ok(None);
        }
        for (at, aims) in &cheers {
            self.wheels_to(&ongoing.defenders[*at], aims.iter().map(|i| &ongoing.attackers[*i]).collect())?;
        }
        let mut struck: Few<usize, 4> = cheers.iter().flat_map(|(_, aims)| aims.iter().copied()).collect();
        struck.sort_unstable();
        struck.dedup();
        let mut failed: Few<usize, 4> = Few::new();
        for &i in &struck {
            let by = cheers.iter().filter(|(_, aims)| aims.contains(&i));
            let by: Few<Party, 4> = by.map(|(at, _)| ongoing.defenders[*at].clone()).collect();
            if self.stands_the_cheer(&ongoing.attackers[i], &by)? == Test::Failed {
                failed.push(i);
            }
        }
        let cheer = Cheer { cheers, struck, failed };
        self.tell(|| {
            let top = ongoing.defenders[cheer.cheers[0].0].units[0];
            Event::new(rule!("16.1.1.3.c"), if cheer.turns() { "huzzah.turned" } else { "huzzah.held" })
                .point("unit", unit_point(top))
                .number("failed", cheer.failed.len() as i32)
        });
        Ok(Some(cheer))
    }

    /// The attackers at whom a line cheers: its owner's choice, one at least, or not at all.
    fn at_whom(&mut self, ongoing: &OngoingAssault, party: &Party) -> Play<Few<usize, 4>> {
        let before = |i: &usize| !contacts(self.b, self.s, party, &ongoing.attackers[*i]).is_empty();
        let able: Few<usize, 4> = (0..ongoing.attackers.len()).filter(before).collect();
        let mut chosen: Few<usize, 4> = Few::new();
        let top = party.units[0];
        while chosen.len() < able.len() {
            let left = able.iter().filter(|i| !chosen.contains(i));
            let named: Few<(usize, Answer), 4> = left
                .filter_map(|i| Some((*i, ongoing.attackers[*i].top(self.b, self.s)?)))
                .map(|(i, unit)| (i, Answer::one(verb::HUZZAH, unit_point(unit))))
                .collect();
            let mut answers: Few<Answer> = named.iter().map(|(_, answer)| *answer).collect();
            answers.push(Answer::button(if chosen.is_empty() { verb::PASS } else { verb::DONE }));
            let points = about([unit_point(top)]);
            let side = ongoing.side.enemy();
            let answer = self.choose(side, rule!("16.1.1.3.c"), "assault.huzzah", points, &answers)?;
            match unit_of(&answer).and_then(|_| named.iter().find(|(_, one)| *one == answer)) {
                Some((i, _)) => chosen.push(*i),
                None => break,
            }
        }
        Ok(chosen)
    }

    /// A line in two hexes of which only one has those at whom it cheers before it may wheel so that both have, through zones too (12.6.7); it provokes
    /// reactions.
    fn wheels_to(&mut self, party: &Party, aims: Few<&Party, 4>) -> Play<()> {
        let (b, stack) = (self.b, party.present(self.b, self.s));
        let hexes: Few<HexId, 8> = aims.iter().flat_map(|p| p.hexes(self.b, self.s)).collect();
        let own: Few<HexId, 8> = self.s.unit(stack[0]).hexes().into();
        if own.len() != 2 || reached(b, self.s, stack[0], &hexes) == 2 {
            return Ok(());
        }
        let plan = |s: &State, answer: &Answer| {
            let mut then = s.clone();
            for &unit in &stack {
                (then.unit_mut(unit).spent, then.unit_mut(unit).paces) = (0, 0);
            }
            let (pivot, facing) = (hex_of(answer)?, answer.facing()?);
            let plan = shift::wheel(b, &then, &stack, pivot, Aim(facing)).ok()?;
            for (unit, to) in &plan.lays {
                then.put(*unit, to);
                then.unit_mut(*unit).aim = plan.aim;
            }
            (reached(b, &then, stack[0], &hexes) == 2).then_some(plan)
        };
        let aim = self.s.unit(stack[0]).aim;
        let mut answers: Few<Answer> = own
            .iter()
            .zip([-2, 2])
            .map(|(hex, turn)| Answer::two(verb::WHEEL, hex_point(*hex), Point::Facing(aim.turn(turn).0)))
            .filter(|answer| plan(self.s, answer).is_some())
            .collect();
        if answers.is_empty() {
            return Ok(());
        }
        answers.push(Answer::button(verb::PASS));
        let points = about([unit_point(stack[0])]);
        let answer =
            self.choose(b.side(stack[0]), rule!("12.6.7"), "assault.huzzah_wheel", points, &answers)?;
        if answer.verb == verb::PASS || self.spend(&stack, Act::Spend)? == Continuation::Interrupted {
            return Ok(());
        }
        let Some(plan) = plan(self.s, &answer) else { return Ok(()) };
        for (unit, to) in &plan.lays {
            self.lay_in(*unit, to);
            self.s.unit_mut(*unit).aim = plan.aim;
        }
        self.tell_moved(&stack, own[0], self.s.unit(stack[0]).hex());
        Ok(())
    }

    /// A stack at which is cheered rolls to stand (step 3c i). Nothing is applied.
    fn stands_the_cheer(&mut self, party: &Party, by: &[Party]) -> Play<Test> {
        let Some(top) = party.top(self.b, self.s) else { return Ok(Test::Failed) };
        let mut parts = rolls::to_stand(self.b, self.s, party, by);
        parts.push(self.b.charts.stand_assault.modifiers.huzzah.part(1));
        let check = Check { kind: Kind::Stand, rule: rule!("16.1.1.3.c"), parts };
        self.check_for_all(&party.present(self.b, self.s), top, &check)
    }

    /// The cheerers attack now, each those at whom it cheered; the others are out of it. Their shifts go to the right from here on.
    pub(crate) fn turn_the_tables(&mut self, ongoing: &mut OngoingAssault, cheer: &Cheer) {
        let (attackers, defenders) = (ongoing.attackers.clone(), ongoing.defenders.clone());
        ongoing.side = ongoing.side.enemy();
        ongoing.attackers = cheer
            .cheers
            .iter()
            .map(|(at, aims)| {
                let targets = aims.iter().flat_map(|i| attackers[*i].hexes(self.b, self.s)).collect();
                Party { targets, distance: 0, ..defenders[*at].clone() }
            })
            .collect();
        let losers = attackers.into_iter().enumerate().filter(|(i, _)| cheer.struck.contains(i));
        let held = |party: &Party| party.hexes(self.b, self.s);
        ongoing.defenders =
            losers.map(|(_, party)| Party { shifts: 0, held: held(&party), ..party }).collect();
        ongoing.targets = ongoing.attackers.iter().flat_map(|p| p.targets.iter().copied()).collect();
        ongoing.idle.clear();
        ongoing.tame = ongoing.is_tame(self.b, self.s);
    }
}
