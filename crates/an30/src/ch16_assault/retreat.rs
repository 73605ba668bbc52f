//! 16.3: the retreat before an assault.

use ground::{Aim, Dir, HexId};
use table::{Answer, Event, Play, Point, Refusal, Rule, Verb, rule};

use crate::Field;
use crate::ch08_command::riding;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch12_formations::{prone, skirmish};
use crate::ch13_movement::{allowance, step};
use crate::ch15_fire::fire::{Firer, Occasion, joint};
use crate::ch16_assault::ongoing::{OngoingAssault, Party, faces};
use crate::ch16_assault::rolls::Round;
use crate::core::battle::{Arm, Battle, Courage, Rank, Trait};
use crate::core::charts::AimKind;
use crate::core::field::{about, hex_of, hex_point, leader_point, unit_point};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, LeaderId, Order, Prone, Readiness, State, UnitId, did};
use crate::core::{Few, footprint, status, verb};

/// Units of a stack that may retreat together.
#[derive(Clone)]
struct Group {
    units: Units,
    /// They must try to (16.3).
    must: bool,
    /// Only into one of these hexes, if any: a light company's route to its battalion (16.3.1.f).
    homes: Few<HexId, 2>,
}

/// The dearest ground that the hexes of a unit behind its head come to as it goes back into a hex (12.5.3); `None` where it does not go back there.
fn behind_its_head(b: &Battle, s: &State, unit: UnitId, to: HexId) -> Option<u16> {
    let lay = lay_back(b, s, unit, to)?;
    let left = s.unit(unit).hexes().iter().find(|hex| !lay.contains(hex));
    let pairs = lay.iter().skip(1).zip(lay.iter().skip(2).chain(left));
    let traveller = status::traveller(b, s, unit);
    let mut costs =
        pairs.map(|(to, from)| step::ground(b, traveller, *from, b.ground.dir_to(*from, *to)?).ok());
    costs.try_fold(0, |most: u16, cost| Some(most.max(cost?)))
}

/// The highest printed movement potential of those from whom a party would retreat.
fn swiftest(b: &Battle, s: &State, by: &[&Party]) -> i16 {
    by.iter().flat_map(|p| p.present(b, s)).map(|u| b.unit(u).movement).max().unwrap_or(0)
}

/// The units of a party that may retreat before those who assault it (16.3.1). In the second round only skirmishers may, and nobody must (16.1.1 step 5a).
/// Horse artillery (16.3.1.b), cavalry (16.3.1.c), skirmishers (12.10.10, 16.3.1.d, 16.3.1.e).
fn groups(b: &Battle, s: &State, party: &Party, by: &[&Party], round: Round) -> Few<Group, 4> {
    let here = party.present(b, s);
    let mut found: Few<Group, 4> = Few::new();
    let close = status::is_close(b, s.unit(here[0]).hex());
    let formed = by.iter().flat_map(|p| p.present(b, s)).any(|u| status::is_formed(b, s, u));
    let loose_enemy =
        by.iter().flat_map(|p| p.present(b, s)).all(|u| s.unit(u).shape() == Formation::Skirmish);
    let of = |arm: Arm| here.iter().copied().filter(|u| b.arm(*u) == arm).collect::<Units>();
    let loose = |u: &UnitId| s.unit(*u).shape() == Formation::Skirmish;
    let must = round == Round::First && formed && !close;
    let horse = of(Arm::Cavalry);
    let fresh = |u: &UnitId| s.unit(*u).readiness != Readiness::Exhausted;
    if !horse.is_empty() && horse.iter().all(fresh) && (round == Round::First || horse.iter().all(loose)) {
        // RULING: cavalry may always elect to stand (12.10.9, reading 914).
        found.push(Group { must: false, units: horse, homes: Few::new() });
    }
    let foot = of(Arm::Infantry);
    let swifter = |u: &UnitId| b.unit(*u).movement > swiftest(b, s, by);
    let retreats = !foot.is_empty() && foot.iter().all(loose) && (!loose_enemy || foot.iter().all(swifter));
    let of_several = round == Round::First && foot.len() > 1;
    if of_several {
        // Each may go to its own battalion before the others go together.
        found.extend(homeward(b, s, &foot));
    }
    if retreats {
        found.push(Group { must, units: foot.clone(), homes: Few::new() });
    }
    if round == Round::Second {
        return found;
    }
    let guns: Units = of(Arm::Artillery).into_iter().filter(|u| status::is_mounted(b, s, *u)).collect();
    if guns.len() == here.len() && guns.iter().all(swifter) {
        found.push(Group { units: guns, must: false, homes: Few::new() });
    }
    if !of_several {
        found.extend(homeward(b, s, &foot));
    }
    found
}

/// The light companies among some infantry that may go to their battalion in the next hex, each by itself (16.3.1.f).
fn homeward(b: &Battle, s: &State, foot: &[UnitId]) -> Few<Group, 4> {
    let mut found: Few<Group, 4> = Few::new();
    for &unit in foot.iter().filter(|u| b.unit(**u).size >= Rank::Company) {
        let parent = b.unit(unit).part_of.some().filter(|p| s.unit(*p).on_map());
        let own = s.unit(unit).hexes();
        let with = |p: &UnitId| s.unit(*p).hexes().iter().any(|hex| own.contains(hex));
        let parent = parent.filter(|p| !with(p)).into_iter();
        let homes: Few<HexId, 2> = parent.flat_map(|p| s.unit(p).hexes()).copied().collect();
        if !homes.is_empty() && status::may_skirmish(b, s, unit) {
            found.push(Group { units: Units::from_slice(&[unit]), must: false, homes });
        }
    }
    found
}

/// A step of a retreat: its hex and what it costs.
type Step = (HexId, u16);

/// Whether a unit that comes to a friend takes up its formation: one that is formed (16.3.2); a company that of its battalion in general order, too
/// (16.3.1.f).
fn joins(b: &Battle, s: &State, unit: UnitId, friend: UnitId) -> bool {
    let home = b.unit(unit).part_of == friend && s.unit(friend).shape() == Formation::GeneralOrder;
    b.arm(unit) == b.arm(friend) && (home || status::is_formed(b, s, friend))
}

/// The hexes of a unit that goes back into a hex. A column of companies in several hexes follows its head, or its rear once it has turned about (12.5.3,
/// 16.3.2): it does not go where neither leads. All others come together there.
pub(crate) fn lay_back(b: &Battle, s: &State, unit: UnitId, to: HexId) -> Option<Hexes> {
    let now = s.unit(unit).hexes();
    let column = s.unit(unit).shape() == Formation::Column;
    if !column || now.len() < 2 || step::formation_in(b, s, unit, to) != Formation::Column {
        return Some(Hexes::from_slice(&[to]));
    }
    let beside = |hex: HexId| b.ground.distance(hex, to) == 1;
    let behind = |rest: &mut dyn Iterator<Item = &HexId>| -> Hexes {
        std::iter::once(to).chain(rest.copied()).take(now.len()).collect()
    };
    if beside(now[0]) {
        return Some(behind(&mut now.iter()));
    }
    beside(now[now.len() - 1]).then(|| behind(&mut now.iter().rev()))
}

/// Whether units could end their retreat in a hex: alone where their formation may be, or with formed friends whose formation they take up (16.3.2).
fn may_rest(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> bool {
    let Some(friend) = s.units_in(to).into_iter().find(|u| !stack.contains(u)) else {
        let terrain = &b.charts.terrain[b.ground.terrain(to)];
        let fits = |u: &UnitId| {
            let shape = s.unit(*u).shape();
            let any = matches!(shape, Formation::Skirmish | Formation::Disorder | Formation::RoadColumn);
            any || terrain.general_order || terrain.forms.contains(&shape) || b.arm(*u) == Arm::Artillery
        };
        return stack.iter().all(fits) && limits::may_stand(b, s, stack, to).is_ok();
    };
    if prone::lies(s, friend) && !prone::may_lie_with(b, stack, friend) {
        return false;
    }
    if !joins(b, s, stack[0], friend) {
        return limits::may_stand(b, s, stack, to).is_ok();
    }
    // With friends in several hexes it lies in all of them (11.1.2.1).
    let mut then = s.clone();
    let hexes: Few<HexId> = s.unit(friend).hexes().into();
    for &unit in stack {
        then.put(unit, &hexes);
        let theirs = *s.unit(friend);
        let now = then.unit_mut(unit);
        (now.formation, now.aim) = (theirs.formation, theirs.aim);
    }
    hexes.iter().all(|hex| limits::lawful(b, &then, *hex).is_ok())
}

/// Whether skirmishers may go through a hex of friends to one where they can rest (12.10.5.1): not through units in PGD, nor in terrain where they would
/// have to stop (16.3.2).
fn passes(b: &Battle, s: &State, group: &Group, been: &[HexId], to: HexId, spent: u16) -> bool {
    let stack = &group.units[..];
    let loose = |u: &UnitId| s.unit(*u).shape() == Formation::Skirmish;
    let there = s.units_in(to);
    let friends = !there.is_empty() && there.iter().all(|u| s.unit(*u).order != Order::Pgd);
    if !stack.iter().all(loose) || !friends || status::is_close(b, to) {
        return false;
    }
    let mut been: Few<HexId> = Few::from_slice(been);
    been.extend(s.unit(stack[0]).hexes().iter().copied());
    let mut then = s.clone();
    for &unit in stack {
        then.put(unit, &[to]);
    }
    !steps(b, &then, group, &been, spent).is_empty()
}

/// The next steps of a retreat (16.3.3, 16.3.4): not back, not through enemies, not into the zones that count for the unit, unless a friend is there
/// (10.1.4), as far as its movement potential goes.
fn steps(b: &Battle, s: &State, group: &Group, been: &[HexId], spent: u16) -> Few<Step, 8> {
    let (stack, top) = (&group.units[..], group.units[0]);
    let side = b.side(top);
    let most = stack.iter().map(|u| allowance::allowance(b, s, *u)).min().unwrap_or(0);
    let whose = if status::is_mounted(b, s, top) { ZoneOwners::Cavalry } else { ZoneOwners::Any };
    let mut found: Few<Step, 8> = Few::new();
    for &from in s.unit(top).hexes() {
        for dir in Dir::ALL {
            let Some(to) = b.ground.neighbour(from, dir) else { continue };
            let known = been.contains(&to) || s.unit(top).hexes().contains(&to);
            if known
                || found.iter().any(|(hex, _)| *hex == to)
                || !(group.homes.is_empty() || group.homes.contains(&to))
            {
                continue;
            }
            let price = |u: &UnitId| {
                let ground = step::ground(b, status::traveller(b, s, *u), from, dir).ok()?;
                let ground = ground.max(behind_its_head(b, s, *u, to)?);
                Some(ground + skirmish::hindrance(b, s, *u, to))
            };
            let Some(cost) = stack.iter().map(price).collect::<Option<Few<u16>>>() else { continue };
            let cost = cost.into_iter().max().unwrap_or(0);
            let zoned = s.is_empty(to) && zones::bears_on(b, s, side, to, whose);
            if spent + cost <= most
                && !status::is_enemy(b, s, side, to)
                && !zoned
                && (may_rest(b, s, stack, to) || passes(b, s, group, been, to, spent + cost))
            {
                found.push((to, cost));
            }
        }
    }
    found
}

impl Field<'_> {
    /// Step 2, and step 5a: who may retreat before the assault does, or must, or stands (16.1.1.2, 16.1.1.5.a).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn retreat_before_assault(&mut self, ongoing: &mut OngoingAssault, round: Round) -> Play<()> {
        for i in 0..ongoing.defenders.len() {
            let party = ongoing.defenders[i].clone();
            let (b, s) = (self.b, &*self.s);
            let before = |a: &&Party| (round == Round::First || a.committed) && faces(b, s, a, &party);
            let by: Few<Party, 4> = ongoing.attackers.iter().filter(before).cloned().collect();
            let by: Few<&Party, 4> = by.iter().collect();
            if by.is_empty() {
                continue;
            }
            let mut gone: Few<UnitId, 8> = Few::new();
            for mut group in groups(self.b, self.s, &party, &by, round) {
                group.units.retain(|u| !gone.contains(u));
                if group.units.is_empty() {
                    continue;
                }
                let leaders = self.leaders_with(&group, &party, &gone);
                let foot = self.b.arm(group.units[0]) == Arm::Infantry;
                if group.must && foot && steps(self.b, self.s, &group, &[], 0).is_empty() {
                    ongoing.defenders[i].cornered = true;
                }
                if let Some(hexes) = self.withdraw(ongoing, &group, &leaders, &by)? {
                    gone.extend(group.units.iter().copied());
                    ongoing.away.extend(group.units.iter().map(|u| (*u, hexes)));
                }
            }
            let mut stays = party.present(self.b, self.s);
            stays.retain(|u| !gone.contains(u));
            ongoing.defenders[i].units = stays;
            if round == Round::First && !ongoing.defenders[i].units.is_empty() {
                let stays = ongoing.defenders[i].clone();
                ongoing.defenders[i].abandoned = self.leaders_leave(&stays)?;
            }
        }
        Ok(())
    }

    /// The leaders who go with a group: all of its hex, if nobody stays there.
    fn leaders_with(&self, group: &Group, party: &Party, gone: &[UnitId]) -> Few<LeaderId, 4> {
        let others = |u: &UnitId| !group.units.contains(u) && !gone.contains(u);
        let stays = party.present(self.b, self.s).iter().any(others);
        let (top, b) = (group.units[0], self.b);
        if stays { Few::new() } else { status::leaders_in(b, self.s, b.side(top), self.s.unit(top).hex()) }
    }

    /// A group goes back hex by hex, as its owner chooses. Says how many hexes; `None`: it stays, or has no route.
    fn withdraw(
        &mut self,
        ongoing: &OngoingAssault,
        group: &Group,
        leaders: &[LeaderId],
        by: &[&Party],
    ) -> Play<Option<u8>> {
        let (mut group, mut top) = (group.clone(), group.units[0]);
        for &unit in &group.units {
            // What stopped it in its own movement does not stop it here.
            self.s.unit_mut(unit).set(did::HALTED, false);
        }
        let mut been: Few<HexId> = Few::from_slice(&[self.s.unit(top).hex()]);
        let mut spent = 0;
        loop {
            let open = steps(self.b, self.s, &group, &been, spent);
            let first = been.len() == 1;
            if open.is_empty() || (!first && self.ends_here(&group)) {
                break;
            }
            let quits = match (first, group.must) {
                (true, true) => None,
                (true, false) => Some(verb::STAND),
                // Among friends whom it only passes it goes on.
                _ => may_rest(self.b, self.s, &group.units, self.s.unit(top).hex()).then_some(verb::DONE),
            };
            let Some((to, cost)) = self.next_step(ongoing, &group, &open, quits)? else { break };
            if first && self.s.units_in(to).iter().any(|u| self.b.unit(top).part_of == *u) {
                self.parting_shot(top, by)?;
                self.is_covered(top);
            }
            let (from, most) = (*self.s.unit(top), self.reach(&group.units));
            if self.spend(&group.units, Act::Retreat(to))? == Continuation::Interrupted {
                // Who was only disordered goes on, with half of what is left (10.1.3, 12.11.2).
                let goes = |u: &UnitId| {
                    let now = self.s.unit(*u);
                    let there = now.on_map() && now.hexes().iter().all(|hex| from.hexes().contains(hex));
                    there && now.order != Order::Pgd && !now.has(did::HALTED)
                };
                let left: Units = group.units.iter().copied().filter(goes).collect();
                let Some(&first) = left.first() else { break };
                (group.units, top) = (left, first);
                let now = self.reach(&group.units);
                if now < most {
                    spent = now.saturating_sub(allowance::halved(most.saturating_sub(spent)));
                }
                if spent + cost > now {
                    break;
                }
            }
            self.step_away(&group.units, leaders, to)?;
            self.pay(&group.units, cost);
            spent += cost;
            been.push(to);
        }
        let stack = &group.units[..];
        if been.len() == 1 {
            return Ok(None);
        }
        // They are harassed as they go, before what they come to (12.10.7.1).
        self.harass_retreat(stack, &been)?;
        self.arrive(stack, spent)?;
        self.tell(|| {
            Event::new(rule!("16.3"), "assault.retreated")
                .point("unit", unit_point(top))
                .point("hex", hex_point(*been.last().expect("it stands somewhere")))
                .number("hexes", been.len() as i32 - 1)
        });
        Ok(Some(been.len() as u8 - 1))
    }

    /// The half movement points of the slowest of a stack.
    fn reach(&self, stack: &[UnitId]) -> u16 {
        stack.iter().map(|u| allowance::allowance(self.b, self.s, *u)).min().unwrap_or(0)
    }

    /// The battalion to which a light company of the British or the Legion retreats may fire at those who follow it (16.3.8).
    fn is_covered(&mut self, company: UnitId) {
        let parent = self.b.unit(company).part_of;
        if self.b.is(company, Trait::Huzzah) {
            self.s.unit_mut(parent).set(did::COVERS, true);
        }
    }

    /// Whether a retreat is over where the group is: with its battalion, with friends beside whom it can rest, or in terrain of general order (16.3.2).
    fn ends_here(&self, group: &Group) -> bool {
        let hex = self.s.unit(group.units[0]).hex();
        let friends = self.s.units_in(hex).iter().any(|u| !group.units.contains(u))
            && may_rest(self.b, self.s, &group.units, hex);
        !group.homes.is_empty() || friends || status::is_close(self.b, hex)
    }

    /// The owner's next step; `None`: no further, where there is a way to say so.
    fn next_step(
        &mut self,
        ongoing: &OngoingAssault,
        group: &Group,
        open: &[Step],
        quits: Option<Verb>,
    ) -> Play<Option<Step>> {
        let top = group.units[0];
        let mut answers: Few<Answer> = open
            .iter()
            .map(|(hex, _)| Answer::two(verb::RETREAT, unit_point(top), hex_point(*hex)))
            .collect();
        answers.extend(quits.map(Answer::button));
        let must = group.must;
        let answer = self.ask(
            ongoing.side.enemy(),
            rule!("16.3"),
            "assault.retreat",
            about([unit_point(top)]),
            |_, _, out| out.extend_from_slice(&answers),
            |_, _, answer| {
                let why = if must && answer.verb == verb::STAND { "retreat.must" } else { "retreat.route" };
                Refusal::new(rule!("16.3.2"), why).with("unit", unit_point(top))
            },
        )?;
        let to = hex_of(&answer);
        Ok(open.iter().copied().find(|(hex, _)| Some(*hex) == to))
    }

    /// A light company of the British or the Legion fires at one of the stacks that assault it before it goes to its battalion (16.3.8, 16.1.1.2.a).
    fn parting_shot(&mut self, unit: UnitId, by: &[&Party]) -> Play<()> {
        let from = self.s.unit(unit).hex();
        if !self.b.is(unit, Trait::Huzzah) || self.s.top(from) != Some(unit) {
            return Ok(());
        }
        let firer = [Firer::plain(from)];
        let hexes = by.iter().flat_map(|p| p.hexes(self.b, self.s));
        let able: Few<HexId, 8> =
            hexes.filter(|at| joint(self.b, self.s, &firer, *at, Occasion::Segment, &[]).is_some()).collect();
        let mut answers: Few<Answer> =
            able.iter().map(|hex| Answer::one(verb::FIRE, hex_point(*hex))).collect();
        if answers.is_empty() {
            return Ok(());
        }
        answers.push(Answer::button(verb::PASS));
        let points = about([unit_point(unit)]);
        let answer =
            self.choose(self.b.side(unit), rule!("16.3.8"), "assault.parting_shot", points, &answers)?;
        let at = hex_of(&answer);
        let attack = at.and_then(|at| joint(self.b, self.s, &firer, at, Occasion::Segment, &[]));
        if let Some(attack) = attack {
            for due in self.fire_attack(&attack)?.due {
                self.check_after_fire(&due)?;
            }
        }
        Ok(())
    }

    /// Puts a stack into a hex, in its formation or in that which the ground mandates, facing as nearly as before as that has it.
    pub(crate) fn put_as_it_is(&mut self, stack: &[UnitId], to: HexId) {
        self.stand_up(stack);
        for &unit in stack {
            let formation = step::formation_in(self.b, self.s, unit, to);
            self.s.put(unit, &[to]);
            self.s.unit_mut(unit).formation = formation;
            let aim = self.nearest_aim(unit, self.s.unit(unit).shape());
            self.s.unit_mut(unit).aim = aim;
        }
    }

    /// Puts a retreating group into the next hex, in its formation or in that which the ground mandates.
    fn step_away(&mut self, stack: &[UnitId], leaders: &[LeaderId], to: HexId) -> Play<()> {
        let from = self.s.unit(stack[0]).hex();
        let lays: Few<(UnitId, Hexes), 8> =
            stack.iter().filter_map(|u| Some((*u, lay_back(self.b, self.s, *u, to)?))).collect();
        self.put_as_it_is(stack, to);
        for (unit, hexes) in lays.iter().filter(|(_, hexes)| hexes.len() > 1) {
            self.s.put(*unit, hexes);
            let ahead = self.b.ground.dir_to(hexes[1], to).expect("a column follows its head");
            self.s.unit_mut(*unit).aim = Aim::from(ahead);
        }
        self.leaders_come(leaders, to);
        self.leaders_fly_from(to, self.b.side(stack[0]), from)
    }

    /// The end of a retreat: joins friends (16.3.2), or turns; units that spent more than half of their own movement are out of breath (16.3.3.1, 16.3.4.1).
    fn arrive(&mut self, stack: &[UnitId], spent: u16) -> Play<()> {
        let (b, top) = (self.b, stack[0]);
        let hex = self.s.unit(top).hex();
        self.held_with_friends(stack);
        let most = stack.iter().map(|u| allowance::allowance(b, self.s, *u)).min().unwrap_or(0);
        let out_of_breath = |most: u16| allowance::is_winded(b, spent, most);
        let tired: Units =
            stack.iter().copied().filter(|u| out_of_breath(allowance::allowance(b, self.s, *u))).collect();
        let friend = self.s.units_in(hex).into_iter().find(|u| !stack.contains(u));
        let home = |u: &UnitId| joins(b, self.s, top, *u);
        if let Some(friend) = friend.filter(|u| status::is_formed(b, self.s, *u) || home(u)) {
            let theirs = *self.s.unit(friend);
            let came: Few<(UnitId, Formation), 8> =
                stack.iter().map(|u| (*u, self.s.unit(*u).formation)).collect();
            for &unit in stack {
                let alike = b.arm(unit) == b.arm(friend);
                self.s.unit_mut(unit).aim = theirs.aim;
                if prone::lies(self.s, friend) {
                    // RULING: nobody stands among those who lie prone (12.13.3, reading 1095).
                    self.turn_prone(unit, Prone::Prone);
                }
                if alike {
                    self.s.unit_mut(unit).formation = theirs.formation;
                    if theirs.hexes().len() > 1 {
                        self.s.put(unit, theirs.hexes());
                    }
                } else {
                    let aim = self.nearest_aim(unit, self.s.unit(unit).shape());
                    self.s.unit_mut(unit).aim = aim;
                }
            }
            if theirs.shape() == Formation::Square {
                self.join_square(hex, &came)?;
            }
        } else if spent < most {
            self.look_round(stack, rule!("16.3.2"))?;
        }
        for unit in tired {
            if b.arm(unit) == Arm::Cavalry {
                self.s.unit_mut(unit).readiness = Readiness::Exhausted;
            } else {
                self.disorder(unit, rule!("16.3.3.1"))?;
            }
        }
        // Who comes among friends in the other order disorders with them (11.1.2).
        if friend.is_some() {
            self.mingle(top)?;
        }
        let whose = if status::is_mounted(b, self.s, top) { ZoneOwners::Cavalry } else { ZoneOwners::Any };
        self.draw_out(stack, |b, s, hex| !zones::bears_on(b, s, b.side(top), hex, whose))?;
        let mut hexes: Few<HexId> = self.s.unit(top).hexes().into();
        hexes.push(hex);
        self.sort_out(&hexes)
    }

    /// With movement points left a retreat before an assault or a charge may end with a turn (16.3.2, 19.4.3): a column in several hexes only turns its head, or about (9.2.2).
    pub(crate) fn look_round(&mut self, stack: &[UnitId], rule: Rule) -> Play<()> {
        let top = stack[0];
        let row = status::row(self.b, self.s, top);
        if row.aim == AimKind::All || self.s.unit(top).order != Order::Good {
            return Ok(());
        }
        let (now, long) = (self.s.unit(top).aim, self.s.unit(top).hexes().len() > 1);
        let mut answers: Few<Answer> = footprint::aims(row)
            .filter(|aim| *aim != now && (!long || facing::may_turn(self.b, self.s, top, *aim).is_ok()))
            .map(|aim| Answer::one(verb::TURN, Point::Facing(aim.0)))
            .collect();
        answers.push(Answer::button(verb::DONE));
        let points = about([unit_point(top)]);
        let answer = self.choose(self.b.side(top), rule, "assault.retreat_facing", points, &answers)?;
        if let Some(facing) = answer.facing() {
            self.turn(stack, Aim(facing));
        }
        Ok(())
    }

    /// Leaders with combat units that stay may leave these (16.3.5, 16.3.1.a). Says the bonus that these miss.
    fn leaders_leave(&mut self, party: &Party) -> Play<i16> {
        let Some(&top) = party.present(self.b, self.s).first() else { return Ok(0) };
        let side = self.b.side(top);
        let best = status::leader_of(self.b, self.s, top);
        let hexes: Few<HexId, 8> = party.hexes(self.b, self.s);
        let leaders: Few<LeaderId, 4> =
            hexes.iter().flat_map(|hex| status::leaders_in(self.b, self.s, side, *hex)).collect();
        for leader in leaders {
            let answer = self.ask(
                side,
                rule!("16.3.5"),
                "assault.leader_retreat",
                about([leader_point(leader)]),
                |b, s, out| {
                    let rides = riding::within(b, s, leader, riding::freely(b, leader)).into_iter();
                    out.extend(
                        rides.map(|hex| Answer::two(verb::RETREAT, leader_point(leader), hex_point(hex))),
                    );
                    out.push(Answer::button(verb::STAND));
                },
                |_, _, _| Refusal::new(rule!("16.3.5"), "leader.reach").with("leader", leader_point(leader)),
            )?;
            if let Some(to) = hex_of(&answer) {
                self.s.leader_mut(leader).hex = to;
                self.tell(|| {
                    Event::new(rule!("16.3.5"), "leader.abandons")
                        .point("leader", leader_point(leader))
                        .point("hex", hex_point(to))
                });
            }
        }
        let left = best.filter(|l| status::leader_of(self.b, self.s, top) != Some(*l));
        self.show_leader(left);
        Ok(left.map_or(0, |l| match self.s.bonuses(l).morale {
            Courage::Bonus(bonus) => bonus.max(0),
            Courage::Always => 0,
        }))
    }
}
