//! 19.1.1 step 3d, 19.4: contact with the targets, and those who get away from it.

use ground::HexId;
use table::{Answer, Play, Refusal, rule};

use crate::Field;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::ch12_formations::{prone, skirmish};
use crate::ch13_movement::{allowance, step};
use crate::ch16_assault::assault::Diversion;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::state::{ChargeKind, Formation, Order, Prone, State, UnitId, did};
use crate::core::{Few, status, verb};

use super::charge::Progress;
use super::drive;
use super::pursuit::{Advance, Seizure};
use super::recall::Recall;
use super::results::Flight;
use super::targets;
use super::withdraw::Withdrawal;

/// Whether a stack has nothing against cavalry but to run: PGD, road column, limbered guns alone (19.3.1, 18.10.2).
pub(super) fn runs(b: &Battle, s: &State, unit: UnitId) -> bool {
    let limbered = b.arm(unit) == Arm::Artillery && s.unit(unit).formation != Formation::Unlimbered;
    matches!(s.unit(unit).shape(), Formation::Pgd | Formation::RoadColumn) || limbered
}

/// Retreat of skirmishers before a charge.
#[derive(Clone, Debug)]
pub struct Retreat {
    /// Its way, from a hex of theirs to its end. Who follows charges whoever is in the second hex of it (19.4.2).
    pub way: Few<HexId, 8>,
    /// Half movement points.
    pub cost: u16,
}

impl Retreat {
    /// Its end.
    pub fn to(&self) -> HexId {
        self.way[self.way.len() - 1]
    }
}

/// The retreats that skirmishers may make before a charge (19.4.2, 19.4.3, 19.4.1, 19.4.4): into terrain of general order, or among formed friends in good order whom they can
/// join; or through such friends, and on through others with whom they could not stay, to a hex behind them. Not into enemy zones, unless a
/// friend stands there; skirmish zones cost more (12.10.7).
pub fn retreats_of_foot(b: &Battle, s: &State, stack: &[UnitId]) -> Few<Retreat> {
    let (top, mut found) = (stack[0], Few::<Retreat>::new());
    let side = b.side(top);
    let most = stack.iter().map(|u| allowance::allowance(b, s, *u)).min().unwrap_or_default();
    let own = s.unit(top).hexes();
    let begun = |hex: &HexId| Retreat { way: Few::from_slice(&[*hex]), cost: 0 };
    let mut edge: Vec<Retreat> = own.iter().map(begun).collect();
    let mut passed: Vec<HexId> = own.to_vec();
    while !edge.is_empty() {
        edge.sort_by_key(|retreat| (retreat.cost, retreat.to()));
        let sofar = edge.remove(0);
        let from = sofar.to();
        for dir in ground::Dir::ALL {
            let Some(to) = b.ground.neighbour(from, dir) else { continue };
            let price = |u: &UnitId| {
                let ground = step::ground(b, status::traveller(b, s, *u), from, dir).ok()?;
                Some(ground + skirmish::hindrance(b, s, *u, to))
            };
            let Some(prices) = stack.iter().map(price).collect::<Option<Few<u16>>>() else { continue };
            let cost = sofar.cost + prices.into_iter().max().unwrap_or_default();
            if own.contains(&to) || cost > most || status::is_enemy(b, s, side, to) {
                continue;
            }
            let begins = sofar.way.len() == 1;
            let mut way = sofar.way.clone();
            way.push(to);
            let retreat = Retreat { way, cost };
            let friend = s.top(to);
            let lets = friend.is_some_and(|u| b.arm(u) == Arm::Infantry && status::is_formed(b, s, u));
            let open = match friend {
                None => {
                    (!begins || status::is_close(b, to)) && !zones::bears_on(b, s, side, to, ZoneOwners::Any)
                }
                Some(friend) => lets && joined(b, s, stack, friend, to),
            };
            if lets && !passed.contains(&to) {
                passed.push(to);
                edge.push(retreat.clone());
            }
            if open && !found.iter().any(|known| known.to() == to) {
                found.push(retreat);
            }
        }
    }
    found
}

/// Whether units could stand with a formed friend, in its formation.
pub(super) fn joined(b: &Battle, s: &State, stack: &[UnitId], friend: UnitId, to: HexId) -> bool {
    let mut then = s.clone();
    for &unit in stack {
        then.unit_mut(unit).formation = s.unit(friend).formation;
    }
    let prone = prone::lies(s, friend) && !prone::may_lie_with(b, stack, friend);
    !prone && limits::may_stand(b, &then, stack, to).is_ok()
}

/// A target's response when the charge comes next to it.
#[derive(Clone, Debug)]
pub(crate) enum Response {
    /// It is still there, in whatever order.
    Stays,
    /// Skirmishers retreated from a hex into another one.
    Retreated(HexId, HexId),
    /// Cavalry withdrew.
    Withdrew(Withdrawal),
    /// Others charged it by opportunity while it retreated: that ends the charge (19.4.5, 19.5.4).
    Seized,
}

impl Field<'_> {
    /// The charge touches its targets (19.1.1 step 3d, 19.1.1.3.d): some retreat, some are in PGD at once; who is left fights when all charges are carried out.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn contact(&mut self, at: usize) -> Play<Progress> {
        let hexes = targets::touched(self.b, self.s, at);
        self.divert(&hexes, Diversion::Charge);
        let mut left = Response::Stays;
        for hex in hexes.iter().copied() {
            match self.meet(at, hex)? {
                Response::Stays => {}
                Response::Seized => {
                    self.charge_over(at)?;
                    return Ok(Progress::Over);
                }
                gone => left = gone,
            }
        }
        self.after_contact(at, &hexes, &left)
    }

    /// The consequences of the contact with targets, the last of whom did this: those left await the mêlée; where nobody awaits it any more the charge
    /// follows those who left, unless it is recalled (19.8.1).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn after_contact(&mut self, at: usize, hexes: &[HexId], left: &Response) -> Play<Progress> {
        let side = self.b.side(self.s.charges[at].units[0]);
        let stays: Vec<HexId> =
            hexes.iter().copied().filter(|hex| status::is_enemy(self.b, self.s, side, *hex)).collect();
        let mut stays: Vec<HexId> =
            stays.into_iter().filter(|hex| !status::is_wreck_hex(self.s, *hex)).collect();
        // Who came together elsewhere is the target there (reading 1110).
        let waits = self.s.charges[at].quarry.0.iter().filter(|q| q.hex(self.s).is_some()).map(|q| q.way[0]);
        let waits: Few<HexId, 4> = waits.filter(|hex| !stays.contains(hex)).collect();
        stays.extend(waits);
        if !stays.is_empty() {
            // Of several targets one got away: the whole line may go back (19.8.1, 19.2.8).
            if !matches!(*left, Response::Stays)
                && !self.is_broken(at)
                && self.may_recall(at)? == Recall::Heard
            {
                return self.recalled(at);
            }
            self.s.charges[at].targets = stays;
            self.await_melee(at);
            return Ok(Progress::Over);
        }
        self.drop_broken(at);
        if self.is_broken(at) {
            return Ok(Progress::On);
        }
        if let Response::Withdrew(withdrawal) = left {
            return self.chase(at, withdrawal);
        }
        // A wreck stays where it is: nobody has left that hex (19.8.1, 18.14.1.6).
        let vacated = hexes.iter().any(|hex| !status::is_wreck_hex(self.s, *hex));
        if vacated && self.may_recall(at)? == Recall::Heard {
            return self.recalled(at);
        }
        if let Response::Retreated(from, to) = *left {
            return self.follow(at, from, to, hexes);
        }
        self.charge_over(at)?;
        Ok(Progress::Over)
    }

    /// The response of a hex's stack when cavalry comes next to it.
    fn meet(&mut self, at: usize, hex: HexId) -> Play<Response> {
        // A unit in several hexes may have come together in another of them by now.
        let Some(top) = self.s.top(hex) else { return Ok(Response::Stays) };
        // A grand charge is one charge: who has let a part of it come up does not retreat before another (RULING reading 1190).
        let stands = super::charge::awaits(self.s, hex);
        let retreats = self.b.variant.retreats_on_contact(self.b, self.s, top);
        if retreats && !stands {
            return self.gets_out_of_the_way(at, hex);
        }
        let loose = self.s.unit(top).shape() == Formation::Skirmish;
        if retreats || self.b.arm(top) != Arm::Infantry || !loose {
            self.run_down_at_once(at, &self.s.units_in(hex), hex)?;
        }
        Ok(Response::Stays)
    }

    /// The stack of a hex retreats before a charge, if it can and its owner likes (19.4, 19.5, 12.10.11).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn gets_out_of_the_way(&mut self, at: usize, hex: HexId) -> Play<Response> {
        let Some(top) = self.s.top(hex) else { return Ok(Response::Stays) };
        let stack = self.s.units_in(hex);
        for &unit in &stack {
            // Out of its turn it has done nothing yet that would stop it.
            self.s.unit_mut(unit).set(did::HALTED, false);
        }
        let loose = self.s.unit(top).shape() == Formation::Skirmish;
        if loose && self.b.arm(top) == Arm::Infantry {
            let met = match self.skirmishers_retreat(&stack)? {
                Response::Retreated(_, to) => Response::Retreated(hex, to),
                met => met,
            };
            if matches!(met, Response::Stays) {
                self.run_down_at_once(at, &self.s.units_in(hex), hex)?;
            }
            return Ok(met);
        }
        let met = self.ride_away(at, hex)?;
        if matches!(met, Response::Stays) {
            self.run_down_at_once(at, &stack, hex)?;
        }
        Ok(met)
    }

    /// The stack of a hex that can neither stand nor get away is in PGD when cavalry comes next to it: skirmishers in the open (19.3.1.b, 19.4.2,
    /// 12.10.11), road columns and limbered guns (19.3.1.f, 19.3.1.i, 19.3.1.e).
    pub(super) fn run_down_at_once(&mut self, at: usize, stack: &[UnitId], hex: HexId) -> Play<()> {
        let Some(top) = self.s.top(hex) else { return Ok(()) };
        let (b, s) = (self.b, &*self.s);
        let loose = s.unit(top).shape() == Formation::Skirmish;
        let why = match b.arm(top) {
            Arm::Infantry if loose && (status::is_close(b, hex) || s.unit(top).has(did::DIVERTED)) => {
                return Ok(());
            }
            Arm::Infantry if loose => rule!("19.4.2"),
            _ if loose => rule!("19.3.1.b"),
            _ if stack.iter().all(|u| runs(b, s, *u)) => rule!("19.3.1.f"),
            _ => return Ok(()),
        };
        let struck = targets::touched(b, s, at);
        self.rout_in_place(&[at], stack, &struck, why)
    }

    /// Skirmishers retreat before the charge, if they can and their owner likes (19.4.2); more than half of their movement disorders them.
    pub(super) fn skirmishers_retreat(&mut self, stack: &[UnitId]) -> Play<Response> {
        let retreats = retreats_of_foot(self.b, self.s, stack);
        let (top, side) = (stack[0], self.b.side(stack[0]));
        if retreats.is_empty() || self.s.unit(top).has(did::DIVERTED) {
            return Ok(Response::Stays);
        }
        let from = self.s.unit(top).hex();
        let answer = self.ask(
            side,
            rule!("19.4.2"),
            "charge.retreat",
            about([unit_point(top)]),
            |_, _, out| {
                out.extend(
                    retreats
                        .iter()
                        .map(|retreat| Answer::two(verb::RETREAT, unit_point(top), hex_point(retreat.to()))),
                );
                out.push(Answer::button(verb::STAND));
            },
            |_, _, _| Refusal::new(rule!("19.4.3"), "retreat.route").with("unit", unit_point(top)),
        )?;
        let Some(to) = hex_of(&answer) else { return Ok(Response::Stays) };
        let chosen = retreats.iter().find(|retreat| retreat.to() == to).expect("it was listed");
        if self.spend(stack, Act::Retreat(to))? == Continuation::Interrupted {
            let seized = stack.iter().any(|u| self.s.unit(*u).has(did::HALTED));
            return Ok(if seized { Response::Seized } else { Response::Stays });
        }
        self.run_back(stack, chosen)?;
        Ok(Response::Retreated(from, chosen.way[1]))
    }

    /// Skirmishers run back before a charge (19.4.2): harassed as they go, they join whom they come to; who is out of breath disorders.
    fn run_back(&mut self, stack: &[UnitId], retreat: &Retreat) -> Play<()> {
        let (top, side) = (stack[0], self.b.side(stack[0]));
        let (way, cost, to) = (&retreat.way, retreat.cost, retreat.to());
        self.stand_up(stack);
        let mut tired = allowance::each(self.b, self.s, stack);
        let most = tired.iter().map(|(_, all)| *all).min().unwrap_or_default();
        tired.retain(|(_, all)| allowance::is_winded(self.b, cost, *all));
        let friend = self.s.top(to).map(|u| *self.s.unit(u));
        let came = self.formations_of(stack);
        let leaders = self.leaders_riding(top);
        self.pay(stack, cost);
        for &unit in stack {
            let hex = self.s.unit(unit).hex();
            self.collapse(unit, hex);
            if let Some(friend) = friend {
                let now = self.s.unit_mut(unit);
                (now.formation, now.aim) = (friend.formation, friend.aim);
                if friend.prone == Prone::Prone {
                    // Nobody stands among those who lie prone (12.13.3).
                    self.turn_prone(unit, Prone::Prone);
                }
            }
        }
        self.enter_hex(stack, &leaders, to)?;
        self.held_with_friends(stack);
        // They are harassed as they go, before what they come to (12.10.7.1).
        self.harass_skirmishers(stack, way)?;
        if friend.is_some_and(|friend| friend.formation == Formation::Square) {
            // Only those in it have its help (12.9.8).
            self.join_square(to, &came)?;
        }
        // With points left they may turn where nobody else is (19.4.3).
        if friend.is_none() && cost < most && self.s.unit(top).hexes().contains(&to) {
            self.look_round(stack, rule!("19.4.3"))?;
        }
        for (unit, _) in tired {
            if self.s.unit(unit).order == Order::Good {
                self.disorder(unit, rule!("19.4.2"))?;
            }
        }
        // As after a retreat before an assault: who comes among friends in the other order disorders with them (11.1.2), else they part (11.1.5).
        if friend.is_some() && self.s.unit(top).on_map() {
            self.mingle(top)?;
        }
        let begins = way.len() == 2;
        self.draw_out(stack, |b, s, hex| {
            (!begins || status::is_close(b, hex)) && !zones::bears_on(b, s, side, hex, ZoneOwners::Any)
        })?;
        self.put_right(to, &[])?;
        Ok(())
    }

    /// Whether those who charge were charged by opportunity themselves as they followed: that ends their charge (19.4.5, 19.5.4).
    pub(super) fn is_seized(&self, at: usize) -> bool {
        self.s.charges[at].units.iter().any(|u| self.s.unit(*u).has(did::HALTED))
    }

    /// A charge follows those who retreated into the hex that they left, and charges whoever is in the hex they went to (19.4.2), one step (reading
    /// 37).
    fn follow(&mut self, at: usize, from: HexId, to: HexId, touched: &[HexId]) -> Play<Progress> {
        self.s.charges[at].follows = true;
        // What else a line has named ahead stays its target.
        let mut others: Vec<HexId> = std::mem::take(&mut self.s.charges[at].targets);
        others.retain(|hex| !touched.contains(hex) && !self.s.is_empty(*hex));
        let goes = ground::Dir::ALL.into_iter().find(|dir| {
            drive::may_go(self.b, self.s, at, *dir).is_ok_and(|(after, _)| after.contains(&from))
        });
        let Some(dir) = goes else {
            if self.s.charges[at].kind == ChargeKind::Grand {
                return Ok(Progress::On);
            }
            self.charge_over(at)?;
            return Ok(Progress::Over);
        };
        let units = self.s.charges[at].units.clone();
        self.spend(&units, Act::Advance(from))?;
        if self.is_seized(at) {
            self.charge_over(at)?;
            return Ok(Progress::Over);
        }
        self.drop_broken(at);
        if self.is_broken(at) {
            return Ok(Progress::On);
        }
        if let Ok((after, cost)) = drive::may_go(self.b, self.s, at, dir)
            && self.charge_into(at, &after, cost)? == Progress::Over
        {
            return Ok(Progress::Over);
        }
        self.s.charges[at].targets = vec![to];
        self.s.charges[at].targets.extend(others);
        let grand = self.s.charges[at].kind == ChargeKind::Grand;
        if targets::touched(self.b, self.s, at).is_empty() && !grand {
            self.s.charges[at].left = 0;
        }
        Ok(Progress::On)
    }

    /// The declared target routed from its attempt to form square and no recall stopped the cavalry: next to it, it pursues (19.1.1 step 3a iii);
    /// else it goes on to the hex that was left (reading 61). `lay`: the hexes in which it lay.
    pub(super) fn after_the_vanished(
        &mut self,
        at: usize,
        lay: &[HexId],
        mut flight: Flight,
    ) -> Play<Progress> {
        self.s.charges[at].follows = true;
        let mut struck = targets::ahead(self.b, self.s, at);
        struck.retain(|hex| lay.contains(hex));
        flight.begins(&[lay.into()], &struck);
        let Some(&hex) = flight.route.first() else {
            self.charge_over(at)?;
            return Ok(Progress::Over);
        };
        let units = self.s.charges[at].units.clone();
        let next_to = !super::strength::contacts(self.b, self.s, units[0], &[hex]).is_empty();
        if !next_to || !self.s.is_empty(hex) {
            return Ok(Progress::On);
        }
        let steps = self.b.variant;
        steps.pursue_at_once(self, at, hex, &flight)?;
        self.charge_over(at)?;
        Ok(Progress::Over)
    }

    /// Cavalry next to a target that routed from its attempt to form square takes its hex and pursues it (19.1.1 step 3a iii).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn chase_at_once(&mut self, at: usize, hex: HexId, flight: &Flight) -> Play<()> {
        let units = self.s.charges[at].units.clone();
        if self.advance(&units, hex, Seizure::Unopposed)? == Advance::Made {
            self.pursue_by_hexes(at, flight)
        } else {
            Ok(())
        }
    }
}
