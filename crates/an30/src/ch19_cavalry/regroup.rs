//! 19.12, 19.13: regrouping, and the end of a charge.

use ground::{Aim, Dir, HexId};
use table::{Answer, Play, Point, Refusal, Rule, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::{Act, Continuation};
use crate::ch11_stacking::limits;
use crate::ch12_formations::passage;
use crate::ch13_movement::shift::{self, Shift};
use crate::ch13_movement::step::{self, Step};
use crate::ch13_movement::{acts, allowance};
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Formation, Order, Part, State, UnitId, did};
use crate::core::{Few, status, verb};

use super::opportunity::is_seized;

/// A movement of cavalry out of its turn.
#[derive(Clone, Copy, Debug)]
pub(super) struct Ride {
    /// Its rule.
    pub(super) rule: Rule,
    /// The key of its question.
    pub(super) key: &'static str,
    /// Whether it may not come next to enemies whom it was not next to before (reading 40).
    pub(super) shuns_enemies: bool,
}

/// Whether a unit that goes from hexes to others comes next to an enemy whom it was not next to before (reading 40).
fn meets_enemies(b: &Battle, s: &State, unit: UnitId, from: &[HexId], to: &[HexId]) -> bool {
    let before = |enemy: HexId| from.iter().any(|hex| b.ground.distance(*hex, enemy) == 1);
    let near = to.iter().flat_map(|hex| b.ground.neighbours(*hex)).filter(|hex| hex.is_some());
    let enemy = |hex: HexId| status::is_enemy(b, s, b.side(unit), hex) && !status::is_wreck_hex(s, hex);
    near.into_iter().any(|hex| enemy(hex) && !before(hex))
}

/// A step of riding cavalry in one hex, if it may be taken, whether or not it can go on from there (19.12, reading 40): ordinary movement, not next to an
/// enemy whom it was not next to before where it shuns them.
fn goes(b: &Battle, s: &State, units: &[UnitId], dir: Dir, left: u16, ride: Ride) -> Result<Step, Refusal> {
    let top = units[0];
    let from = s.unit(top).hex();
    let to = b.ground.neighbour(from, dir).ok_or_else(|| Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(top)).with("hex", hex_point(to));
    if !facing::fronts(b, s, Part::new(top, 0)).contains(dir) {
        return Err(no(rule!("13.1.6"), "move.front"));
    }
    if status::is_enemy(b, s, b.side(top), to) {
        return Err(no(rule!("13.1.4"), "move.enemy"));
    }
    step::may_leave(b, s, top, to)?;
    // In close country its ride ends (19.19.2): there it passes nobody.
    let passes = passage::is_passage(b, s, units, to) && !status::is_close(b, to);
    if !passes {
        limits::may_stand(b, s, units, to)?;
    }
    if ride.shuns_enemies && meets_enemies(b, s, top, &[from], &[to]) {
        return Err(no(rule!("19.12"), "regroup.enemy"));
    }
    let cost = step::ground(b, status::traveller(b, s, top), from, dir)?;
    if cost > left {
        return Err(no(ride.rule, "regroup.points"));
    }
    let lays = units.iter().map(|u| (*u, Hexes::from_slice(&[to]))).collect();
    Ok(Step { lays, cost, passes })
}

/// As [`goes`], of a stack in several hexes, which goes ahead as it lies (12.5.3, 12.6.4.2).
fn marches(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    dir: Dir,
    left: u16,
    ride: Ride,
) -> Result<Shift, Refusal> {
    let top = units[0];
    let plan = shift::march(b, s, units, dir)?;
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(top));
    let now = s.unit(top).hexes();
    let hexes = &plan.lays[0].1;
    let joins = |hex: &&HexId| !now.contains(hex) && !s.is_empty(**hex);
    if hexes
        .iter()
        .filter(joins)
        .any(|hex| !passage::is_passage(b, s, units, *hex) || status::is_close(b, *hex))
    {
        return Err(no(rule!("11.1.2.1"), "stack.several_hexes").with("hex", hex_point(hexes[0])));
    }
    if ride.shuns_enemies && meets_enemies(b, s, top, now, hexes) {
        return Err(no(rule!("19.12"), "regroup.enemy").with("hex", hex_point(hexes[0])));
    }
    if plan.cost > left {
        return Err(no(ride.rule, "regroup.points"));
    }
    Ok(plan)
}

/// Whether cavalry in several hexes goes as it lies.
fn is_long(s: &State, unit: UnitId) -> bool {
    s.unit(unit).hexes().len() > 1
}

/// A step of riding cavalry, as it lies, if it may be taken: past friends only where it can go on to where it may stand (11.1.2.d).
fn may_ride(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    dir: Dir,
    left: u16,
    ride: Ride,
) -> Result<Step, Refusal> {
    let step = rides(b, s, units, dir, left, ride)?;
    if step.passes {
        let then = passage::after(b, s, units, &step);
        let mut been = Few::from_slice(&[s.unit(units[0]).hex()]);
        if !gets_out(b, &then, units, left - step.cost, ride, &mut been) {
            let no = Refusal::new(rule!("11.1.2.d"), "stack.skirmishers");
            return Err(no.with("unit", unit_point(units[0])).with("hex", hex_point(step.lays[0].1[0])));
        }
    }
    Ok(step)
}

/// A step of riding cavalry, as it lies, whether or not it can go on from there.
fn rides(b: &Battle, s: &State, units: &[UnitId], dir: Dir, left: u16, ride: Ride) -> Result<Step, Refusal> {
    if !is_long(s, units[0]) {
        return goes(b, s, units, dir, left, ride);
    }
    let plan = marches(b, s, units, dir, left, ride)?;
    let now = s.unit(units[0]).hexes();
    let passes = plan.lays[0].1.iter().any(|hex| !now.contains(hex) && !s.is_empty(*hex));
    Ok(Step { lays: plan.lays, cost: plan.cost, passes })
}

/// Whether riding cavalry that passes friends comes to where it may stand, looking as it does, through hexes where it has not `been`.
fn gets_out(b: &Battle, s: &State, units: &[UnitId], left: u16, ride: Ride, been: &mut Few<HexId>) -> bool {
    been.push(s.unit(units[0]).hex());
    Dir::ALL.into_iter().any(|dir| {
        let Ok(step) = rides(b, s, units, dir, left, ride) else { return false };
        let new = !been.contains(&step.lays[0].1[0]);
        let on = |been: &mut Few<HexId>| {
            gets_out(b, &passage::after(b, s, units, &step), units, left - step.cost, ride, been)
        };
        new && (!step.passes || on(been))
    })
}

/// Whether riding cavalry is among friends whom it only passes.
fn is_passing(b: &Battle, s: &State, units: &[UnitId]) -> bool {
    s.unit(units[0]).hexes().iter().any(|hex| passage::is_passage(b, s, units, *hex))
}

/// The next acts of riding cavalry.
fn list(b: &Battle, s: &State, units: &[UnitId], left: u16, turned: bool, ride: Ride, out: &mut Vec<Answer>) {
    let top = units[0];
    for dir in Dir::ALL {
        let to = may_ride(b, s, units, dir, left, ride);
        out.extend(to.ok().map(|step| Answer::one(verb::GO, hex_point(step.lays[0].1[0]))));
    }
    // Among friends whom it passes it goes on (11.1.2.d); it halts there only if it was stopped.
    if is_passing(b, s, units) {
        if out.is_empty() {
            out.push(Answer::button(verb::HALT));
        }
        return;
    }
    let aims = Aim::ALL.into_iter().filter(|aim| !turned && facing::may_turn(b, s, top, *aim).is_ok());
    out.extend(aims.map(|aim| Answer::one(verb::TURN, Point::Facing(aim.0))));
    if ride.shuns_enemies {
        for formation in Formation::of(Arm::Cavalry) {
            let lays = acts::may_change(b, s, units, *formation).into_iter().flatten();
            out.extend(lays.filter(|lay| lay.cost <= left).map(|lay| lay.answer(*formation)));
        }
    }
    out.push(Answer::button(verb::HALT));
}

/// The reason why an answer is nothing that riding cavalry may do.
fn refuse(b: &Battle, s: &State, units: &[UnitId], left: u16, ride: Ride, answer: &Answer) -> Refusal {
    let top = units[0];
    let dir = hex_of(answer).and_then(|to| b.ground.dir_to(s.unit(top).hex(), to));
    let why = dir.and_then(|dir| may_ride(b, s, units, dir, left, ride).err());
    why.unwrap_or(crate::ask::not_offered(ride.rule))
}

impl Field<'_> {
    /// Cavalry regroups (19.12, 19.16.13): up to 5 movement points away, whatever its order (reading 40), if its owner likes.
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn regroup_cavalry(&mut self, _at: usize, units: &[UnitId]) -> Play<()> {
        let all = self.b.charts.movement.regroup.count();
        let ride = Ride { rule: rule!("19.12"), key: "regroup.step", shuns_enemies: true };
        self.ride_off(units, all, ride)?;
        Ok(())
    }

    /// Cavalry moves out of its turn, hex by hex, and may turn before each: a movement of its own, whatever it did before, till an opportunity
    /// charge ends it (19.18.3.6). Who is disordered on the way of a reaction move has half of what is left (12.11.2). Says how many half points it spent. Squares
    /// may be formed against that of the active side (19.7, reading 655).
    pub(super) fn ride_off(&mut self, units: &[UnitId], all: u16, ride: Ride) -> Play<u16> {
        let gone = self.ride_on(units, all, ride)?;
        for &unit in units {
            for hex in Few::<HexId>::from_slice(self.s.unit(unit).hexes()) {
                // Who was stopped among friends whom they only passed makes room (11.1.5, reading 212).
                if is_passing(self.b, self.s, &[unit]) {
                    self.put_right(hex, &[])?;
                }
            }
        }
        Ok(gone)
    }

    /// The hexes of such a movement.
    fn ride_on(&mut self, units: &[UnitId], all: u16, ride: Ride) -> Play<u16> {
        for &unit in units {
            if !is_seized(self.s, unit) {
                let now = self.s.unit_mut(unit);
                now.set(did::HALTED | did::ACTED, false);
                (now.spent, now.paces) = (0, 0);
            }
        }
        let active = units.first().is_some_and(|u| self.acts_in_turn(&[*u]));
        if active {
            self.new_attempts(self.s.activation.side.enemy());
        }
        let (mut left, mut gone) = (all, 0);
        let (mut turned, mut stopped) = (false, HexId::NONE);
        loop {
            let units: Few<UnitId, 8> = units
                .iter()
                .copied()
                .filter(|u| self.s.unit(*u).on_map() && self.s.unit(*u).order != Order::Pgd)
                .filter(|u| !self.s.unit(*u).has(did::HALTED) && !is_seized(self.s, *u))
                .collect();
            let Some(&top) = units.first().filter(|_| left > 0) else { return Ok(gone) };
            let answer = self.ask(
                self.b.side(top),
                ride.rule,
                ride.key,
                about([unit_point(top)]),
                |b, s, out| list(b, s, &units, left, turned, ride, out),
                |b, s, answer| refuse(b, s, &units, left, ride, answer),
            )?;
            let (before, order) = (self.s.unit(top).spent, self.s.unit(top).order);
            let from: Hexes = self.s.unit(top).hexes().into();
            match answer.verb {
                verb::GO => {
                    turned = false;
                    let to = hex_of(&answer).expect("go points at a hex");
                    if self.ride_a_hex(&units, (stopped, to), left, ride)? {
                        stopped = HexId::NONE;
                        self.meets(&units, &from, Act::Advance(to))?;
                        if status::is_close(self.b, to) {
                            return Ok(gone + self.s.unit(top).spent.saturating_sub(before));
                        }
                    } else {
                        stopped = to;
                    }
                }
                verb::TURN => {
                    turned = true;
                    self.turn(&units, Aim(answer.facing().expect("turn points at a facing")));
                    continue;
                }
                verb::FORM => {
                    (turned, stopped) = (false, HexId::NONE);
                    self.change(&units, &answer)?;
                }
                _ => return Ok(gone),
            }
            let spent = self.s.unit(top).spent.saturating_sub(before);
            (left, gone) = (left.saturating_sub(spent), gone + spent);
            if !ride.shuns_enemies && order == Order::Good && self.s.unit(top).order == Order::Disorder {
                left = allowance::halved(left);
            }
            if active {
                self.squares_form(&units)?;
            }
        }
    }

    /// A hex of such a movement, after the reactions to it. What was `stopped` and is taken up again is the same action: nobody reacts to it anew, and
    /// who goes elsewhere is not fired at again (reading 1090). Says whether it was entered.
    fn ride_a_hex(
        &mut self,
        units: &[UnitId],
        (stopped, to): (HexId, HexId),
        left: u16,
        ride: Ride,
    ) -> Play<bool> {
        let top = units[0];
        let on = if stopped == to {
            Continuation::GoesOn
        } else if stopped.is_some() {
            self.spend_elsewhere(units, Act::Advance(to))?
        } else {
            self.spend(units, Act::Advance(to))?
        };
        if on == Continuation::Interrupted {
            return Ok(false);
        }
        let from = self.s.unit(top).hex();
        let Some(dir) = self.b.ground.dir_to(from, to) else { return Ok(false) };
        if is_long(self.s, top) {
            let Ok(plan) = marches(self.b, self.s, units, dir, left, ride) else { return Ok(false) };
            self.pay(units, plan.cost);
            let before: Hexes = self.s.unit(top).hexes().into();
            self.dash(units, &plan.lays[0].1);
            for &unit in units {
                // In a wood it comes together in general order (12.3.1.1, 12.7).
                let formation = step::formation_in(self.b, self.s, unit, to);
                let now = self.s.unit_mut(unit);
                (now.aim, now.paces) = (plan.aim, now.paces.saturating_add(plan.paces));
                now.formation = formation;
                self.s.unit_mut(unit).aim = self.nearest_aim(unit, self.s.unit(unit).shape());
            }
            self.tell_moved(units, from, to);
            for hex in &plan.lays[0].1 {
                self.leaders_fly_before(*hex, self.b.side(top), &before)?;
            }
            return Ok(true);
        }
        let Ok(step) = goes(self.b, self.s, units, dir, left, ride) else { return Ok(false) };
        self.pay(units, step.cost);
        let leaders = status::leaders_in(self.b, self.s, self.b.side(top), from);
        self.enter_hex(units, &leaders, to)?;
        Ok(true)
    }
}
