//! 16.8: the commitment of reserves after the first round.

use ground::{Aim, Dir, HexId};
use table::{Answer, Event, Play, Point, Side, Test, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::fans;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch12_formations::{formations, passage, skirmish};
use crate::ch13_movement::{shift, step};
use crate::ch16_assault::ongoing::{OngoingAssault, Party, contacts};
use crate::ch20_morale::check::{Check, Kind};
use crate::core::battle::{Arm, Battle};
use crate::core::charts::Exact;
use crate::core::field::{about, hex_point, unit_of, unit_point};
use crate::core::occupancy::{Hexes, Units};
use crate::core::state::{Formation, LeaderId, Order, State, UnitId, did};
use crate::core::{Few, footprint, status, verb};

/// Route of a reserve: how it lies before each step, and at last.
type Route = Few<Hexes, 4>;

/// The hexes of all who take part.
fn ground_of(b: &Battle, s: &State, ongoing: &OngoingAssault) -> Few<HexId, 16> {
    ongoing.attackers.iter().chain(&ongoing.defenders).flat_map(|p| p.hexes(b, s)).collect()
}

/// The infantry of a hex that may be committed: in line or column, in no enemy zone, in no assault (16.8).
fn reserve_of(b: &Battle, s: &State, ongoing: &OngoingAssault, top: UnitId) -> Option<Units> {
    let hex = s.unit(top).hex();
    let foot: Units = s.units_in(hex).into_iter().filter(|u| b.arm(*u) == Arm::Infantry).collect();
    let formed = |u: &UnitId| matches!(s.unit(*u).shape(), Formation::Line | Formation::Column);
    let busy = |own: &HexId| {
        s.assaults.iter().any(|a| a.targets.contains(own) || a.marks().any(|one| one.from == *own))
    };
    let taken = ongoing.attackers.iter().chain(&ongoing.defenders).any(|p| p.present(b, s).contains(&top));
    let held = zones::holds(b, s, top, ZoneOwners::Any);
    let able = foot.first() == Some(&top) && foot.iter().all(formed) && !taken && !held;
    (able && !s.unit(top).hexes().iter().any(busy)).then_some(foot)
}

/// The routes of a reserve (16.8.3, 16.8.1), each to empty hexes of which one is next to an enemy of round 1, or to friends of that (`first`: their hexes):
/// through its commitment zone, for half of its printed movement potential, not through enemies, their zones (but next to whoever takes part by now) or
/// terrain of general order.
fn routes(
    b: &Battle,
    s: &State,
    ongoing: &OngoingAssault,
    first: &[HexId],
    stack: &[UnitId],
) -> Few<Route, 8> {
    let top = stack[0];
    let depth = b.charts.zones.commitment.count();
    let zone: Vec<HexId> = fans::fan(b, s, top, depth).into_iter().map(|(hex, _)| hex).collect();
    let fighting = ground_of(b, s, ongoing);
    let half = b.charts.movement.reserve.value;
    let most = stack.iter().map(|u| Exact::from(i32::from(2 * b.unit(*u).movement)) * half).min();
    let most = most.unwrap_or(Exact::ZERO);
    let dirs: Few<Dir, 8> = footprint::parts(s, top)
        .flat_map(|part| facing::fronts(b, s, part).iter().collect::<Few<_, 6>>())
        .collect();
    let mut open: Vec<(Route, u16, u16)> = starts(b, s, stack, &fighting);
    let s = &together(s, stack);
    let mut found: Few<(Route, u16), 8> = Few::new();
    while let Some((route, spent, steps)) = open.pop() {
        let lies = route.last().expect("it starts somewhere").clone();
        for &dir in &dirs {
            let Some((to, cost)) = lies_next(b, s, stack, &lies, dir) else { continue };
            let spent = spent + cost;
            let shut = |hex: &HexId| !zone.contains(hex) || is_shut(b, s, stack, *hex, &fighting);
            if route.contains(&to) || to.iter().any(shut) || Exact::whole(spent.into()) > most {
                continue;
            }
            let mut route = route.clone();
            route.push(to.clone());
            if ends(b, s, first, stack, &to) {
                // The cheapest route counts (reading 704).
                match found.iter_mut().find(|(p, _)| p.last() == Some(&to)) {
                    Some(known) if known.1 > spent => *known = (route.clone(), spent),
                    Some(_) => {}
                    None => found.push((route.clone(), spent)),
                }
            }
            let one = to.len() == 1;
            let through =
                |hex: &HexId| s.is_empty(*hex) || one && limits::may_pass(b, s, stack, *hex).is_ok();
            if to.iter().all(through) && steps + 1 < depth {
                open.push((route, spent, steps + 1));
            }
        }
    }
    found.into_iter().map(|(route, _)| route).collect()
}

/// A stack in several hexes as it is once it has drawn together: so it joins friends, or passes them (the example of 16.8.3).
fn together(s: &State, stack: &[UnitId]) -> State {
    let mut drawn = s.clone();
    stack.iter().for_each(|unit| drawn.put(*unit, &[s.unit(*unit).hex()]));
    drawn
}

/// The positions of a reserve as it sets out, and their costs (16.8.3, 12.3.4.1): as it stands; a line in several hexes drawn together into one of them; a
/// line in one hex drawn out to its left or right.
fn starts(b: &Battle, s: &State, stack: &[UnitId], fighting: &[HexId]) -> Vec<(Route, u16, u16)> {
    let (top, now) = (stack[0], s.unit(stack[0]));
    let mut found = vec![(Route::from_elem(now.hexes().into(), 1), 0, 0)];
    if now.shape() != Formation::Line {
        return found;
    }
    let (own, extra): (Hexes, u16) = (now.hexes().into(), b.charts.changes.infantry_extend.count());
    if own.len() > 1 {
        for (at, hex) in own.iter().enumerate() {
            let left = shift::gathering(b, s, top, at);
            let (Ok(left), Ok(right)) = (left, shift::gathering_from_right(b, s, top, at)) else { continue };
            found.push((Route::from_elem(Hexes::from_slice(&[*hex]), 1), left.max(right) + extra, 0));
        }
        return found;
    }
    let right = footprint::right_of(now.aim);
    for dir in [right.opposite(), right] {
        let Some(beside) = b.ground.neighbour(own[0], dir) else { continue };
        let Ok(ground) = step::ground(b, status::traveller(b, s, top), own[0], dir) else { continue };
        let hexes = if dir == right { [own[0], beside] } else { [beside, own[0]] };
        let long = stack.iter().all(|u| shift::most_in_line(b, s, *u) >= hexes.len());
        let fits = limits::room(b, s, stack, Formation::Line, &hexes).is_ok();
        if long && fits && may_form(b, stack, s, beside) && !is_shut(b, s, stack, beside, fighting) {
            let cost = ground + extra + skirmish::hindrance(b, s, top, beside);
            found.push((Route::from_elem(Hexes::from_slice(&hexes), 1), cost, 0));
        }
    }
    found
}

/// Whether a hex is empty, and a reserve may be there in its formation.
fn may_form(b: &Battle, stack: &[UnitId], s: &State, hex: HexId) -> bool {
    s.is_empty(hex) && b.charts.terrain[b.ground.terrain(hex)].forms.contains(&s.unit(stack[0]).shape())
}

/// Whether enemies, their zones (but next to participants) or general order shut a hex to a reserve.
fn is_shut(b: &Battle, s: &State, stack: &[UnitId], hex: HexId, fighting: &[HexId]) -> bool {
    let side = b.side(stack[0]);
    let next_to = || fighting.iter().any(|own| b.ground.distance(*own, hex) <= 1);
    let zoned = || zones::bears_on(b, s, side, hex, ZoneOwners::Any) && !next_to();
    status::is_enemy(b, s, side, hex) || status::is_close(b, hex) || zoned()
}

/// The hexes of a reserve after a step in a direction, all at once, and the cost of the dearest.
fn lies_next(b: &Battle, s: &State, stack: &[UnitId], lies: &[HexId], dir: Dir) -> Option<(Hexes, u16)> {
    let (mut to, mut most) = (Hexes::new(), 0);
    for &from in lies {
        let next = b.ground.neighbour(from, dir)?;
        most = most.max(price(b, s, stack, from, dir, next)?);
        to.push(next);
    }
    Some((to, most))
}

/// The cost of a step to the dearest of a stack, with the formation of friends that it joins there.
fn price(b: &Battle, s: &State, stack: &[UnitId], from: HexId, dir: Dir, to: HexId) -> Option<u16> {
    let mut most = 0;
    for &unit in stack {
        let ground = step::ground(b, status::traveller(b, s, unit), from, dir).ok()?;
        let joins = limits::conforms(b, s, unit, to).map_or(0, |_| formations::cost(b, unit));
        most = most.max(ground + shift::extra(b, s, unit, 1) + skirmish::hindrance(b, s, unit, to) + joins);
    }
    Some(most)
}

/// Whether a reserve may end in hexes: beneath friends who fought in round 1, or alone, or where it pushes skirmishers aside, next to an enemy who did (16.8.2,
/// reading 32).
fn ends(b: &Battle, s: &State, first: &[HexId], stack: &[UnitId], to: &[HexId]) -> bool {
    let enemy = |hex: &&HexId| status::is_enemy(b, s, b.side(stack[0]), **hex);
    let near = |to: &HexId| first.iter().filter(enemy).any(|hex| b.ground.distance(*hex, *to) == 1);
    if to.iter().all(|hex| may_form(b, stack, s, *hex)) {
        return to.iter().any(near);
    }
    let [to] = *to else { return false };
    if goes_over(b, s, stack, to) {
        return near(&to) && b.charts.terrain[b.ground.terrain(to)].forms.contains(&s.unit(stack[0]).shape());
    }
    let one = s.top(to).is_some_and(|u| s.unit(u).hexes().len() == 1);
    first.contains(&to) && one && limits::may_join(b, s, stack, to).is_ok()
}

/// Whether a reserve takes the hex of friendly skirmishers next to an enemy, at the pas de charge (16.8.2, 12.10.5.2).
fn goes_over(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> bool {
    let beside = s.units_in(to).iter().any(|u| status::is_adjacent_to_enemy(b, s, *u));
    beside && passage::is_passage(b, s, stack, to)
}

impl Field<'_> {
    /// Step 4: reserves of both sides, the attackers first (16.8, 16.1.1.4).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn reserves_come(&mut self, ongoing: &mut OngoingAssault) -> Play<()> {
        let first = ground_of(self.b, self.s, ongoing);
        for side in [ongoing.side, ongoing.side.enemy()] {
            self.reserves_of(ongoing, &first, side)?;
        }
        if ongoing.reinforced {
            // All have before them whom they face now (16.1.1 step 5d).
            let defenders = ongoing.defenders.clone();
            for party in &mut ongoing.attackers {
                let met = defenders.iter().filter(|d| !contacts(self.b, self.s, party, d).is_empty());
                let met: Few<HexId, 4> = met.flat_map(|d| d.hexes(self.b, self.s)).collect();
                let new: Few<HexId, 4> = met.into_iter().filter(|hex| !party.targets.contains(hex)).collect();
                party.targets.extend(new);
            }
            let all: Few<HexId, 8> = defenders.iter().flat_map(|d| d.hexes(self.b, self.s)).collect();
            let new: Few<HexId, 8> = all.into_iter().filter(|hex| !ongoing.targets.contains(hex)).collect();
            ongoing.targets.extend(new);
        }
        Ok(())
    }

    /// A side commits stack by stack as long as it likes, each with one try.
    fn reserves_of(&mut self, ongoing: &mut OngoingAssault, first: &[HexId], side: Side) -> Play<()> {
        let mut tried: Few<UnitId> = Few::new();
        loop {
            let (b, s) = (self.b, &*self.s);
            let mut able: Few<(Units, Route, Answer)> = Few::new();
            for top in
                b.unit_ids().filter(|u| b.side(*u) == side && s.unit(*u).on_map() && !tried.contains(u))
            {
                let near = ground_of(b, s, ongoing)
                    .iter()
                    .any(|hex| b.ground.distance(s.unit(top).hex(), *hex) <= 4);
                let Some(stack) = Some(top).filter(|_| near).and_then(|u| reserve_of(b, s, ongoing, u))
                else {
                    continue;
                };
                for route in routes(b, s, ongoing, first, &stack) {
                    let answer = match route.last().map(|to| to.as_slice()) {
                        Some([left, right]) => {
                            Answer::three(verb::COMMIT, unit_point(top), hex_point(*left), hex_point(*right))
                        }
                        Some([to]) => Answer::two(verb::COMMIT, unit_point(top), hex_point(*to)),
                        _ => continue,
                    };
                    able.push((stack.clone(), route, answer));
                }
            }
            if able.is_empty() {
                return Ok(());
            }
            let mut answers: Few<Answer> = able.iter().map(|a| a.2).collect();
            answers.push(Answer::button(verb::DONE));
            let points = about([hex_point(ongoing.targets[0])]);
            let answer = self.choose(side, rule!("16.8"), "assault.reserve", points, &answers)?;
            let Some(top) = unit_of(&answer) else { return Ok(()) };
            tried.push(top);
            let (stack, route, _) = able.into_iter().find(|a| a.2 == answer).expect("it was listed");
            self.commit(ongoing, &stack, &route)?;
        }
    }

    /// A stack checks (16.8.2: who fails stays, without disorder) and takes its route; reactions may stop it.
    fn commit(&mut self, ongoing: &mut OngoingAssault, whole: &[UnitId], route: &[Hexes]) -> Play<()> {
        let mut stack = Units::from_slice(whole);
        let check = Check::plain(Kind::Resolve, rule!("16.8.2"));
        if self.check_for_all(whole, whole[0], &check)? == Test::Failed {
            return Ok(());
        }
        let ([first, steps @ ..], Some(last)) = (route, route.last()) else { return Ok(()) };
        let leaders = self.leaders_of(whole);
        self.stand_up(whole);
        self.lay_with(whole, &leaders, first);
        for hexes in steps {
            let to = hexes[0];
            let from: Hexes = self.s.unit(stack[0]).hexes().into();
            if self.spend(&stack, Act::Enter(to))? == Continuation::Interrupted {
                // Whoever is left in good order goes on.
                stack.retain(|u| {
                    let now = self.s.unit(*u);
                    now.hexes() == &from[..] && now.order == Order::Good && !now.has(did::HALTED)
                });
                if stack.is_empty() {
                    return Ok(());
                }
            }
            if hexes.len() > 1 {
                self.lay_with(&stack, &leaders, hexes);
            } else if goes_over(self.b, self.s, &stack, to) {
                self.push_aside(&stack, &leaders, to)?;
            } else {
                self.enter_hex(&stack, &leaders, to)?;
            }
        }
        let (top, to) = (stack[0], last[0]);
        self.tell(|| {
            Event::new(rule!("16.8.2"), "assault.reserve")
                .point("unit", unit_point(top))
                .point("hex", hex_point(to))
        });
        ongoing.reinforced = true;
        self.mingle(top)?;
        let here = self.s.units_in(to);
        let joins = |p: &&mut Party| p.present(self.b, self.s).iter().any(|u| here.contains(u));
        if let Some(party) = ongoing.attackers.iter_mut().chain(&mut ongoing.defenders).find(joins) {
            party.units.extend(stack.iter().copied());
            party.committed = true;
            return Ok(());
        }
        if last.len() == 1 {
            self.face_somebody(ongoing, &stack, to)?;
        }
        let party = Party::reserve(stack);
        if self.b.side(top) == ongoing.side {
            ongoing.attackers.push(party);
        } else {
            ongoing.defenders.push(party);
        }
        Ok(())
    }

    /// The leaders who go with a reserve: those of the hexes that it leaves whole (reading 1052).
    fn leaders_of(&self, stack: &[UnitId]) -> Few<LeaderId, 4> {
        let (b, s) = (self.b, &*self.s);
        let whole = |hex: &&HexId| s.units_in(**hex).iter().all(|u| stack.contains(u));
        let hexes = s.unit(stack[0]).hexes().iter().filter(whole);
        hexes.flat_map(|hex| status::leaders_in(b, s, b.side(stack[0]), *hex)).collect()
    }

    /// Lays a reserve in hexes, each leader with the part that they are with.
    fn lay_with(&mut self, stack: &[UnitId], leaders: &[LeaderId], hexes: &[HexId]) {
        let before: Hexes = self.s.unit(stack[0]).hexes().into();
        if before[..] == *hexes {
            return;
        }
        stack.iter().for_each(|unit| self.lay_in(*unit, hexes));
        for &leader in leaders {
            let at = before.iter().position(|hex| *hex == self.s.leader(leader).hex).unwrap_or(0);
            let to = hexes.get(at).unwrap_or(&hexes[0]);
            if !hexes.contains(&self.s.leader(leader).hex) {
                self.leaders_come(&[leader], *to);
            }
        }
    }

    /// At the end of its route a reserve turns so that an enemy of the assault is before it (reading 32).
    fn face_somebody(&mut self, ongoing: &OngoingAssault, stack: &[UnitId], to: HexId) -> Play<()> {
        let (b, s, top) = (self.b, &*self.s, stack[0]);
        let side = b.side(top);
        let enemies: Few<HexId, 16> =
            ground_of(b, s, ongoing).into_iter().filter(|hex| status::is_enemy(b, s, side, *hex)).collect();
        let sees = |aim: &Aim| {
            let dirs = footprint::faces(b, status::row(b, s, top), *aim, &[to], 0).front;
            dirs.iter().filter_map(|dir| b.ground.neighbour(to, dir)).any(|hex| enemies.contains(&hex))
        };
        let aims: Few<Aim, 12> = footprint::aims(status::row(b, s, top)).filter(sees).collect();
        let answers: Few<Answer> =
            aims.iter().map(|aim| Answer::one(verb::TURN, Point::Facing(aim.0))).collect();
        if answers.is_empty() {
            return Ok(());
        }
        let points = about([unit_point(top), hex_point(to)]);
        let answer = self.choose(side, rule!("16.8.2"), "assault.reserve_facing", points, &answers)?;
        if let Some(facing) = answer.facing() {
            self.turn(stack, Aim(facing));
        }
        Ok(())
    }
}
