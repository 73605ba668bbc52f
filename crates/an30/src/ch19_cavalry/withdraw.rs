//! 19.5: cavalry retreats before a charge, and is followed.

use ground::{Aim, Dir, HexId};
use table::{Answer, Event, Play, Point, Refusal, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch12_formations::companies;
use crate::ch13_movement::{allowance, step};
use crate::ch16_assault::retreat;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{ChargeKind, ChargePhase, Formation, Order, Readiness, State, UnitId, did};
use crate::core::{Few, status, verb};

use super::away::{self, Response};
use super::charge::{Progress, no, of};
use super::over;
use super::recall::Recall;
use super::strength;

/// A retreat of cavalry before a charge.
#[derive(Clone, Debug)]
pub(crate) struct Withdrawal {
    /// Units that retreated.
    units: Few<UnitId>,
    /// Its route, the hex that was charged first.
    route: Few<HexId>,
}

/// Whether cavalry may retreat before a charge (19.5.1): in good order, not exhausted, faster by the counters than all who charge. A charge
/// in reaction asks nobody (19.17.3), one by opportunity only those who retreat already.
///
/// # Errors
/// Why not.
pub fn may_withdraw(b: &Battle, s: &State, at: usize, unit: UnitId) -> Result<(), Refusal> {
    let (c, now) = (&s.charges[at], s.unit(unit));
    if b.arm(unit) != Arm::Cavalry || now.order != Order::Good || away::runs(b, s, unit) {
        return Err(no(rule!("19.5.1"), "withdraw.order", unit));
    }
    if now.readiness == Readiness::Exhausted {
        return Err(no(rule!("19.15.5"), "withdraw.exhausted", unit));
    }
    // Who has met a charge awaits that mêlée (19.17.2).
    if of(s, unit).is_some() {
        return Err(no(rule!("19.17.2"), "react.charging", unit));
    }
    if c.units.iter().any(|other| b.unit(*other).movement >= b.unit(unit).movement) {
        return Err(no(rule!("19.5.1"), "withdraw.slower", unit));
    }
    Ok(())
}

/// Whether friends in a hex let retreating cavalry through: skirmishers and squares; cavalry skirmishers pass everybody (19.5.2.1).
fn lets_through(s: &State, unit: UnitId, hex: HexId) -> bool {
    s.unit(unit).shape() == Formation::Skirmish || over::lets_pass(s, hex)
}

/// Whether retreating cavalry may join those who stand in a hex: formed friends in good order (19.5.2).
fn may_join(b: &Battle, s: &State, units: &[UnitId], hex: HexId) -> bool {
    s.top(hex).is_some_and(|friend| {
        b.arm(friend) == Arm::Cavalry
            && status::is_formed(b, s, friend)
            && away::joined(b, s, units, friend, hex)
    })
}

/// Whether a hex is open to retreating cavalry by its ground and its enemies (19.5.2.1), and what it costs.
fn open(b: &Battle, s: &State, unit: UnitId, from: HexId, dir: Dir) -> Result<(HexId, u16), Refusal> {
    let side = b.side(unit);
    let to = b.ground.neighbour(from, dir).ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
    let no = |why| Refusal::new(rule!("19.5.2.1"), why).with("unit", unit_point(unit));
    if status::is_enemy(b, s, side, to) {
        return Err(no("withdraw.enemy").with("hex", hex_point(to)));
    }
    if s.is_empty(to) && zones::bears_on(b, s, side, to, ZoneOwners::Cavalry) {
        return Err(no("withdraw.zone").with("hex", hex_point(to)));
    }
    Ok((to, step::ground(b, status::traveller(b, s, unit), from, dir)?))
}

/// Whether retreating cavalry may go a hex in a direction, and what it costs (19.5.2, 19.5.2.1). Units that go among others whom they only pass have the
/// points to come out again (reading 212).
///
/// # Errors
/// The rule in the way.
fn may_go(b: &Battle, s: &State, units: &[UnitId], dir: Dir, left: u16) -> Result<(HexId, u16), Refusal> {
    let (top, from) = (units[0], s.unit(units[0]).hex());
    let (to, cost) = open(b, s, top, from, dir)?;
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(top)).with("hex", hex_point(to));
    if cost > left {
        return Err(no(rule!("19.5.2"), "withdraw.points"));
    }
    if s.is_empty(to) {
        limits::may_stand(b, s, units, to)?;
    }
    if s.is_empty(to) || may_join(b, s, units, to) {
        return Ok((to, cost));
    }
    let out = |on: Dir| {
        open(b, s, top, to, on).is_ok_and(|(next, more)| {
            next != from && s.is_empty(next) && !status::is_close(b, to) && cost + more <= left
        })
    };
    if !lets_through(s, top, to) || !Dir::ALL.into_iter().any(out) {
        return Err(no(rule!("19.5.2.1"), "withdraw.friends"));
    }
    Ok((to, cost))
}

/// The state with retreating cavalry together in one of its hexes (reading 411).
fn together(s: &State, units: &[UnitId], hex: HexId) -> State {
    let mut then = s.clone();
    for &unit in units {
        then.put(unit, &[hex]);
    }
    then
}

/// Whether cavalry is a column of companies in several hexes that fits together into none of them: it retreats as it lies (RULING reading 1115).
fn is_too_long(b: &Battle, s: &State, units: &[UnitId]) -> bool {
    let fits = |hex: &HexId| limits::may_stand(b, &together(s, units, *hex), units, *hex).is_ok();
    companies::is_long(s, units[0]) && !s.unit(units[0]).hexes().iter().any(fits)
}

/// Lie of such a column after it has gone into an empty hex, by its head, or turned about by its rear (12.5.3), and what it costs: the dearest of what
/// its parts pay.
fn lay_of(b: &Battle, s: &State, units: &[UnitId], to: HexId, left: u16) -> Option<(Hexes, u16)> {
    let (top, now) = (units[0], s.unit(units[0]).hexes());
    let lay = retreat::lay_back(b, s, top, to).filter(|lay| lay.len() > 1 && !now.contains(&to))?;
    open(b, s, top, lay[1], b.ground.dir_to(lay[1], to)?).ok()?;
    let traveller = status::traveller(b, s, top);
    let pays = |two: &[HexId]| step::ground(b, traveller, two[1], b.ground.dir_to(two[1], two[0])?).ok();
    let cost = lay.windows(2).map(pays).try_fold(0, |most, cost| Some(most.max(cost?)))?;
    (s.is_empty(to) && cost <= left).then_some((lay, cost))
}

/// The steps that are open to retreating cavalry, each out of one of its hexes, in which it has come together before.
fn steps(b: &Battle, s: &State, units: &[UnitId], left: u16) -> Few<(HexId, HexId)> {
    let mut found: Few<(HexId, HexId)> = Few::new();
    if is_too_long(b, s, units) {
        let near = s.unit(units[0]).hexes().iter().flat_map(|hex| b.ground.neighbours(*hex));
        for to in near.filter(|hex| hex.is_some()) {
            let lay = lay_of(b, s, units, to, left).map(|(lay, _)| (lay[1], to));
            found.extend(lay.filter(|step| !found.contains(step)));
        }
        return found;
    }
    for &from in s.unit(units[0]).hexes() {
        let then = together(s, units, from);
        let open = Dir::ALL.into_iter().filter_map(|dir| may_go(b, &then, units, dir, left).ok());
        found.extend(open.map(|(to, _)| (from, to)));
    }
    found
}

/// The reason why retreating cavalry may not go into a hex next to it.
fn why_not(b: &Battle, s: &State, units: &[UnitId], to: HexId, left: u16) -> Option<Refusal> {
    let own = s.unit(units[0]).hexes().iter();
    let mut dirs = own.filter_map(|from| Some((*from, b.ground.dir_to(*from, to)?)));
    dirs.find_map(|(from, dir)| may_go(b, &together(s, units, from), units, dir, left).err())
}

impl Field<'_> {
    /// Cavalry that is charged may retreat (19.5.2): hex by hex, up to its whole movement; more than half of it exhausts.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn ride_away(&mut self, at: usize, hex: HexId) -> Play<Response> {
        let units = self.s.units_in(hex);
        if units.iter().any(|u| may_withdraw(self.b, self.s, at, *u).is_err()) {
            return Ok(Response::Stays);
        }
        let each = allowance::each(self.b, self.s, &units).into_iter();
        let all = each.map(|(_, all)| all).min().unwrap_or_default();
        if self.s.charges[at].kind != ChargeKind::Opportunity {
            for &unit in &units {
                self.s.unit_mut(unit).spent = 0;
            }
        }
        let mut route: Few<HexId> = Few::from_slice(&[hex]);
        let (mut turned, mut hexes) = (false, 0);
        loop {
            let (top, left) = (units[0], all.saturating_sub(self.s.unit(units[0]).spent));
            let Some(answer) = self.next_back(&units, left, route.len() < 2, turned)? else { break };
            match (answer.verb, hex_of(&answer)) {
                (verb::RETREAT | verb::GO, Some(to)) => {
                    turned = false;
                    if !self.one_hex_back(&units, to, left, &mut route)? {
                        if self.s.unit(top).has(did::HALTED) {
                            return Ok(Response::Seized);
                        }
                        break;
                    }
                    hexes += 1;
                }
                (verb::TURN, _) => {
                    turned = true;
                    self.turn(&units, Aim(answer.facing().expect("turn points at a facing")));
                }
                _ => break,
            }
        }
        if route.len() < 2 {
            return Ok(Response::Stays);
        }
        self.withdrawn(&units, &route, hexes)?;
        Ok(Response::Withdrew(Withdrawal { units: units.iter().copied().collect(), route }))
    }

    /// The next step of retreating cavalry; `None` where nothing is open.
    fn next_back(&mut self, units: &[UnitId], left: u16, first: bool, turned: bool) -> Play<Option<Answer>> {
        let (b, s, top) = (self.b, &*self.s, units[0]);
        let mut open: Few<HexId> = Few::new();
        for (_, to) in steps(b, s, units, left) {
            if !open.contains(&to) {
                open.push(to);
            }
        }
        let among = limits::lawful(b, s, s.unit(top).hex()).is_err();
        let alone = s.units_in(s.unit(top).hex()).iter().all(|u| units.contains(u));
        if first && open.is_empty() || (!first && !alone && !among) {
            return Ok(None);
        }
        let hexes = s.unit(top).hexes().len();
        let answer = self.ask(
            b.side(top),
            rule!("19.5.2"),
            "charge.withdraw",
            about([unit_point(top)]),
            |b, s, out| {
                if first {
                    let to = |hex: &HexId| Answer::two(verb::RETREAT, unit_point(top), hex_point(*hex));
                    out.extend(open.iter().map(to));
                    out.push(Answer::button(verb::STAND));
                    return;
                }
                out.extend(open.iter().map(|hex| Answer::one(verb::GO, hex_point(*hex))));
                if !among || open.is_empty() {
                    let may = |aim: &Aim| !turned && facing::may_turn(b, s, top, *aim).is_ok();
                    let aims = Aim::ALL.into_iter().filter(|aim| left > 0 && hexes == 1 && may(aim));
                    out.extend(aims.map(|aim| Answer::one(verb::TURN, Point::Facing(aim.0))));
                    out.push(Answer::button(verb::HALT));
                }
            },
            |b, s, answer| {
                let why = hex_of(answer).and_then(|to| why_not(b, s, units, to, left));
                why.unwrap_or(crate::ask::not_offered(rule!("19.5.2")))
            },
        )?;
        Ok(Some(answer))
    }

    /// A hex of a retreat, after the reactions that it calls for (19.5.4). Cavalry in several hexes comes together first, next to that hex (reading 411).
    /// Says whether it goes on.
    fn one_hex_back(&mut self, units: &[UnitId], to: HexId, left: u16, route: &mut Few<HexId>) -> Play<bool> {
        let top = units[0];
        let near = steps(self.b, self.s, units, left).into_iter().filter(|(_, next)| *next == to);
        let near: Few<HexId> = near.map(|(from, _)| from).collect();
        let from = self.choose_hex(self.b.side(top), rule!("12.11"), "disorder.hex", top, &near)?;
        let leaders = self.leaders_riding(top);
        if is_too_long(self.b, self.s, units) {
            return self.column_goes_back(units, to, left, route);
        }
        for &unit in units {
            self.collapse(unit, from);
        }
        if self.spend(units, Act::Retreat(to))? == Continuation::Interrupted {
            return Ok(false);
        }
        let step =
            self.b.ground.dir_to(from, to).and_then(|dir| may_go(self.b, self.s, units, dir, left).ok());
        let Some((_, cost)) = step else { return Ok(false) };
        self.pay(units, cost);
        let others = self.s.units_in(to);
        self.face(units, to);
        if others.is_empty() || may_join(self.b, self.s, units, to) {
            self.enter_hex(units, &leaders, to)?;
        } else {
            for &unit in units {
                self.s.put(unit, &[to]);
            }
            self.leaders_come(&leaders, to);
            if others.iter().any(|u| self.s.unit(*u).shape() == Formation::Square) {
                self.crowds_square(units, &others, to)?;
            }
        }
        route.push(to);
        Ok(true)
    }

    /// A hex of the retreat of a column of companies that goes as it lies: as [`Field::one_hex_back`]. Its route begins where it was charged, and leads
    /// over its own hexes to the end that goes first.
    fn column_goes_back(
        &mut self,
        units: &[UnitId],
        to: HexId,
        left: u16,
        route: &mut Few<HexId>,
    ) -> Play<bool> {
        let (top, side) = (units[0], self.b.side(units[0]));
        if self.spend(units, Act::Retreat(to))? == Continuation::Interrupted {
            return Ok(false);
        }
        let Some((lay, cost)) = lay_of(self.b, self.s, units, to, left) else { return Ok(false) };
        self.pay(units, cost);
        let mut before: Hexes = self.s.unit(top).hexes().into();
        if before[0] != lay[1] {
            before.reverse();
        }
        if route.len() < 2 {
            let charged = before.iter().position(|hex| route.contains(hex)).unwrap_or_default();
            route.extend(before[..charged].iter().rev().copied());
        }
        let ahead = self.b.ground.dir_to(lay[1], to).expect("a column follows its head");
        self.leaders_ride(side, &before, &lay);
        for &unit in units {
            self.s.put(unit, &lay);
            self.s.unit_mut(unit).aim = Aim::from(ahead);
        }
        self.tell_moved(units, lay[1], to);
        self.leaders_fly_from(to, side, lay[1])?;
        route.push(to);
        Ok(true)
    }

    /// The end of a retreat of cavalry: exhaustion of those who spent more than half of their points (19.15.1.3), harassment (12.10.7.1), room where it ends
    /// (11.1.5).
    fn withdrawn(&mut self, units: &[UnitId], route: &[HexId], hexes: i32) -> Play<()> {
        let (top, end) = (units[0], route[route.len() - 1]);
        self.tell(|| {
            Event::new(rule!("19.5.2"), "charge.withdrew")
                .point("unit", unit_point(top))
                .point("hex", hex_point(end))
                .number("hexes", hexes)
        });
        for (unit, all) in allowance::each(self.b, self.s, units) {
            if allowance::is_winded(self.b, self.s.unit(unit).spent, all) {
                self.exhaust(unit, rule!("19.15.1.3"));
            }
        }
        self.put_right(end, &[])?;
        self.draw_out(units, |b, s, hex| !zones::bears_on(b, s, b.side(top), hex, ZoneOwners::Cavalry))?;
        self.harass_retreat(units, route)
    }

    /// Lets units that retreat already, and are charged by opportunity, go on retreating (19.4.5, 19.5.4, 19.18.5.f).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn gets_away(&mut self, at: usize, stack: &[UnitId]) -> Play<bool> {
        let Some(&top) = stack.first() else { return Ok(false) };
        let hex = self.s.unit(top).hex();
        for &unit in stack {
            self.s.unit_mut(unit).set(did::HALTED, false);
        }
        let met = match self.b.arm(top) {
            Arm::Cavalry => self.ride_away(at, hex)?,
            Arm::Infantry if self.s.unit(top).shape() == Formation::Skirmish => {
                self.skirmishers_retreat(stack)?
            }
            _ => Response::Stays,
        };
        Ok(!matches!(met, Response::Stays))
    }

    /// A charge follows cavalry that retreated (19.5.3), unless it is recalled: then it stops.
    pub(super) fn chase(&mut self, at: usize, gone: &Withdrawal) -> Play<Progress> {
        if self.may_recall(at)? == Recall::Heard {
            self.charge_over(at)?;
            return Ok(Progress::Over);
        }
        self.ride_after(at, gone)
    }

    /// A charge follows cavalry that retreated along its route, as far as its points reach (19.5.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn ride_after(&mut self, at: usize, gone: &Withdrawal) -> Play<Progress> {
        let units = self.s.charges[at].units.clone();
        let c = &mut self.s.charges[at];
        c.follows = true;
        c.targets.clear();
        // Those whom it follows are targets of its charge, and do not charge it themselves (19.17.1).
        c.tried.extend(gone.units.iter().copied());
        let touching = strength::contacts(self.b, self.s, units[0], &gone.route[..1]);
        for &unit in &units {
            let hex = touching.first().map_or(self.s.unit(unit).hex(), |(own, _)| *own);
            if self.s.unit(unit).shape() == Formation::Line {
                self.collapse(unit, hex);
            }
        }
        for &hex in &gone.route {
            if !self.s.is_empty(hex) {
                return self.caught_up(at, gone, hex);
            }
            let follows = self.follow_into(at, gone, hex)?;
            self.drop_broken(at);
            if self.is_broken(at) {
                return Ok(Progress::On);
            }
            if !follows {
                break;
            }
            // This is charge movement: squares, and cavalry that charges in its turn (19.1.1 step 2, 19.7).
            let alone = self.s.charges[at].kind != ChargeKind::Grand;
            if alone && self.charge_is_answered(at)? == Progress::Over {
                return Ok(Progress::Over);
            }
            if self.is_broken(at) {
                return Ok(Progress::On);
            }
        }
        if self.is_seized(at) {
            self.charge_over(at)?;
            return Ok(Progress::Over);
        }
        let (top, end) = (self.s.charges[at].units[0], gone.route[gone.route.len() - 1]);
        if self.b.ground.distance(self.s.unit(top).hex(), end) == 1 {
            return self.caught_up(at, gone, end);
        }
        self.charge_over(at)?;
        Ok(Progress::Over)
    }

    /// A hex of following: ground, points and the zones of enemy cavalry end it (19.5.3.1), as does an opportunity charge (19.5.4). Says whether it
    /// may go on.
    fn follow_into(&mut self, at: usize, gone: &Withdrawal, hex: HexId) -> Play<bool> {
        let units = self.s.charges[at].units.clone();
        let (top, side) = (units[0], self.b.side(units[0]));
        let from = self.s.unit(top).hex();
        let Some(dir) = self.b.ground.dir_to(from, hex) else { return Ok(false) };
        let cost = step::ground(self.b, status::traveller(self.b, self.s, top), from, dir);
        let Ok(cost) = cost else { return Ok(false) };
        // A grand charge follows as far as its zone reaches (19.5.3).
        let c = &self.s.charges[at];
        let beyond = c.kind == ChargeKind::Grand && !c.zone.contains(&hex);
        if status::is_close(self.b, hex) || cost > c.left || beyond {
            return Ok(false);
        }
        if self.spend_before(&units, Act::Advance(hex), &gone.units)? == Continuation::Interrupted {
            return Ok(false);
        }
        self.face(&units, hex);
        self.pay(&units, cost);
        if self.s.unit(top).hexes().len() > 1 {
            let Some(after) = super::drive::ahead(self.b, self.s, top, dir) else { return Ok(false) };
            let before: Hexes = self.s.unit(top).hexes().into();
            self.leaders_ride(side, &before, &after);
            for &unit in &units {
                self.s.put(unit, &after);
            }
        } else {
            let leaders = status::leaders_in(self.b, self.s, side, from);
            self.enter_hex(&units, &leaders, hex)?;
        }
        let c = &mut self.s.charges[at];
        c.left -= cost;
        c.spent += cost;
        c.route.push(hex);
        Ok(!zones::bears_on(self.b, self.s, side, hex, ZoneOwners::Cavalry))
    }

    /// The follower stands before somebody on the route: those who retreated, whom it may fight at half their value (19.5.3.4), or friends whom
    /// they passed, whom it fights unless it is recalled (19.5.3.2, 19.5.3.3).
    fn caught_up(&mut self, at: usize, gone: &Withdrawal, hex: HexId) -> Play<Progress> {
        let units = self.s.charges[at].units.clone();
        let (top, side) = (units[0], self.b.side(units[0]));
        if !status::is_enemy(self.b, self.s, side, hex) {
            self.charge_over(at)?;
            return Ok(Progress::Over);
        }
        let theirs = self.s.units_in(hex).iter().any(|u| gone.units.contains(u));
        let joined = self.s.units_in(hex).iter().any(|u| !gone.units.contains(u));
        let fights = if theirs && !joined {
            let answers = [Answer::button(verb::YES), Answer::button(verb::NO)];
            let points = about([unit_point(top), hex_point(hex)]);
            self.choose(side, rule!("19.5.3.4"), "charge.caught", points, &answers)?.verb == verb::YES
        } else {
            self.may_recall(at)? == Recall::Unheard
        };
        if !fights {
            self.charge_over(at)?;
            return Ok(Progress::Over);
        }
        self.face(&units, hex);
        let c = &mut self.s.charges[at];
        c.targets = vec![hex];
        if theirs && !joined {
            c.caught = true;
            c.phase = ChargePhase::Contact;
            self.tell(|| {
                Event::new(rule!("19.5.3.4"), "charge.contact")
                    .point("unit", unit_point(top))
                    .point("hex", hex_point(hex))
            });
            return Ok(Progress::Over);
        }
        Ok(Progress::On)
    }
}
