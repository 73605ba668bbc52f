//! 13.2: involuntary movement: rout, recoil, bounce.

use ground::HexId;
use table::{Answer, Event, Play, Refusal, rule};

use crate::Field;
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::settle::Stay;
use crate::ch13_movement::route::{self, NextSteps, RetreatStep, WayBack};
use crate::ch13_movement::{allowance, step};
use crate::ch17_losses::losses::Cause;
use crate::core::battle::Battle;
use crate::core::charts::Exact;
use crate::core::field::{Errand, about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{LeaderId, LeaderStatus, State, Status, UnitId, leader_did};
use crate::core::status::{self, Losses};
use crate::core::{Few, verb};

/// The cause of a unit's movement against its will.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Retreat {
    /// Rout movement (12.12.2, 13.2).
    Rout,
    /// Rout movement less so many half movement points: those of the bounce before it (19.9.3).
    RoutAfter(u16),
    /// So many hexes, whatever they cost (16.7.1).
    Recoil(u8),
    /// A third of the movement potential (19.9.3).
    Bounce,
}

impl Retreat {
    /// Whether it is rout movement.
    pub const fn is_rout(self) -> bool {
        matches!(self, Retreat::Rout | Retreat::RoutAfter(_))
    }
}

impl Field<'_> {
    /// A unit retreats by itself: as [`Field::retreat_all`].
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn retreat(&mut self, unit: UnitId, why: Retreat) -> Play<Few<HexId>> {
        self.retreat_all(&[unit], why)
    }

    /// Units of a hex retreat as one stack (13.2.4), hex by hex, or as far as their owner says at once; each exit from an enemy zone costs an increment (10.5), friends on the route check
    /// (11.1.4), skirmishing cavalry harasses (12.10.7.1). Without an exit they surrender; over the edge of the map they rout off it (13.2.7).
    /// Says which hexes it went through, the one that it left first: a pursuit follows them (19.11.1). What the route cost counts as spent this turn
    /// (19.15.3, reading 42).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub fn retreat_all(&mut self, units: &[UnitId], why: Retreat) -> Play<Few<HexId>> {
        let mut stack: Units = units.iter().copied().filter(|u| self.s.unit(*u).on_map()).collect();
        let Some(&top) = stack.first() else { return Ok(Few::new()) };
        let leaders = if why.is_rout() { self.swept(top) } else { Few::new() };
        for &unit in &stack.clone() {
            self.gather(unit)?;
        }
        let (mut left, mut hexes) =
            (self.budget(&stack, why), if let Retreat::Recoil(n) = why { u16::from(n) } else { u16::MAX });
        let mut been: Few<HexId> = Few::from_slice(&[self.s.unit(top).hex()]);
        let (mut checks, mut apart) = (Errand::Nothing, Units::new());
        let mut way = WayBack::new();
        while hexes > 0 && !stack.is_empty() {
            let mut steps = route::next_steps(self.b, self.s, &stack, &been, why);
            if matches!(steps, NextSteps::Blocked) && stack.len() > 1 {
                apart.extend(self.leave_the_barred(&mut stack, &been, why));
                steps = route::next_steps(self.b, self.s, &stack, &been, why);
            }
            let open = self.open_steps(&stack, &steps, left);
            let step = match open.iter().find(|step| step.to.is_some() && step.to == way.first().copied()) {
                Some(step) => Some(*step),
                None => {
                    let ways = |b: &Battle, s: &State, each: &mut dyn FnMut(&WayBack)| {
                        route::each_way(b, s, &stack, &been, why, (left, hexes), each);
                    };
                    way = self.way_back(stack[0], &open, ways)?;
                    open.iter().copied().find(|step| way.is_empty() || step.to == way.first().copied())
                }
            };
            let Some(step) = step else {
                if matches!(steps, NextSteps::Blocked) {
                    self.leaders_trapped(&leaders);
                    self.keep_square(*been.last().expect("it stands somewhere"))?;
                }
                break;
            };
            way.drain(..way.len().min(1));
            let from = *been.last().expect("it stands somewhere");
            self.leave_under_fire(&mut stack)?;
            if stack.is_empty() {
                break;
            }
            let Some(to) = step.to else {
                self.rout_off(&stack, &leaders);
                stack.clear();
                break;
            };
            self.fall_back(&stack, &leaders, to)?;
            been.push(to);
            left = left.saturating_sub(step.cost);
            hexes -= 1;
            for &unit in &stack {
                self.s.unit_mut(unit).spent_turn += step.cost;
            }
            checks = self.violation(to, &stack, Stay::Passes)?;
            self.put_right(from, &stack)?;
            self.keep_square(from)?;
            stack.retain(|u| self.s.unit(*u).hex() == to);
        }
        self.comes_to_rest(&stack, &been, why, checks)?;
        if !apart.is_empty() {
            self.retreat_all(&apart, why)?;
        }
        Ok(been)
    }

    /// End of a retreat: who is held with friends, harassment, and order in the hex where it ends.
    fn comes_to_rest(&mut self, stack: &[UnitId], been: &[HexId], why: Retreat, checks: Errand) -> Play<()> {
        self.held_with_friends(stack);
        self.harassed(stack, been, why)?;
        let end = *been.last().expect("it stood somewhere");
        // A column that bounces is too many for its one hex only until it disorders there (19.9.3).
        let alone = self.s.units_in(end).iter().all(|u| stack.contains(u));
        if checks == Errand::Done {
            self.put_right(end, &[])
        } else if alone && matches!(why, Retreat::Bounce) {
            Ok(())
        } else {
            self.settle(end, stack)
        }
    }

    /// Half movement points that a retreating stack has: the least of its units (13.2.1).
    fn budget(&self, stack: &[UnitId], why: Retreat) -> u16 {
        let (b, s) = (self.b, &*self.s);
        let of = |unit: &UnitId| match why {
            Retreat::Rout => allowance::allowance(b, s, *unit),
            Retreat::RoutAfter(spent) => allowance::allowance(b, s, *unit).saturating_sub(spent),
            Retreat::Recoil(_) => u16::MAX,
            Retreat::Bounce => {
                let points = Exact::from(i32::from(allowance::potential(b, s, *unit)));
                2 * (points * b.charts.movement.bounce.value).nearest() as u16
            }
        };
        stack.iter().map(of).min().unwrap_or_default()
    }

    /// Parting of a stack without a step in common: those surrender who have none by themselves, as the ground bars all to them; the others go on (13.2.3, 13.2.4).
    /// Of those who have different ways the top one goes on with all who can go with it. RULING: the rest go back by themselves after them (reading 1175).
    /// Says who they are.
    fn leave_the_barred(&mut self, stack: &mut Units, been: &[HexId], why: Retreat) -> Units {
        let (b, s) = (self.b, &*self.s);
        let barred =
            |units: &[UnitId]| matches!(route::next_steps(b, s, units, been, why), NextSteps::Blocked);
        let (stuck, able): (Units, Units) = stack.iter().copied().partition(|u| barred(&[*u]));
        let (mut goes, mut apart) = (Units::new(), Units::new());
        for unit in able {
            goes.push(unit);
            if barred(&goes) {
                goes.pop();
                apart.push(unit);
            }
        }
        if goes.is_empty() {
            return apart;
        }
        *stack = goes;
        for unit in stuck {
            self.remove(unit, Status::Surrendered, rule!("13.2.4"));
        }
        apart
    }

    /// The steps that so many half movement points pay. A stack that has no step at all surrenders (13.2.4).
    fn open_steps(&mut self, stack: &[UnitId], steps: &NextSteps, left: u16) -> Few<RetreatStep, 6> {
        match steps {
            NextSteps::Enough => Few::new(),
            NextSteps::Blocked => {
                for &unit in stack {
                    self.remove(unit, Status::Surrendered, rule!("13.2.4"));
                }
                Few::new()
            }
            NextSteps::Open(open) => open.iter().copied().filter(|step| step.cost <= left).collect(),
        }
    }

    /// The way that the owner chooses where there are several next hexes: one of these, or on to a hex beyond. Empty where nothing is to be chosen.
    fn way_back(
        &mut self,
        top: UnitId,
        open: &[RetreatStep],
        ways: impl Fn(&Battle, &State, &mut dyn FnMut(&WayBack)),
    ) -> Play<WayBack> {
        if open.len() < 2 {
            return Ok(WayBack::new());
        }
        // The edge of the map stands alone, never beside a hex.
        let next: Few<HexId> = open.iter().filter_map(|step| step.to).collect();
        let back = |hex: &HexId| Answer::one(verb::BACK, hex_point(*hex));
        let end = |way: &WayBack| *way.last().expect("a way has hexes");
        let answer = self.ask(
            self.b.side(top),
            rule!("13.2.4"),
            "retreat.hex",
            about([unit_point(top)]),
            |b, s, out| {
                out.extend(next.iter().map(back));
                ways(b, s, &mut |way| {
                    if !next.contains(&end(way)) {
                        out.push(back(&end(way)));
                    }
                });
            },
            |_, _, _| Refusal::new(rule!("13.2.4"), "retreat.route").with("unit", unit_point(top)),
        )?;
        let to = hex_of(&answer).expect("back points at a hex");
        if next.contains(&to) {
            return Ok(WayBack::from_slice(&[to]));
        }
        let mut chosen = WayBack::new();
        ways(self.b, self.s, &mut |way| {
            if end(way) == to {
                chosen = way.clone();
            }
        });
        Ok(chosen)
    }

    /// Each hex of an enemy zone that a retreating stack leaves costs it an increment, its top unit first (10.5); not where friends stay in the hex
    /// (10.5.1.1). Battalions go on in the place of a regiment that breaks down.
    fn leave_under_fire(&mut self, stack: &mut Units) -> Play<()> {
        let Some(&top) = stack.first() else { return Ok(()) };
        let hex = self.s.unit(top).hex();
        let side = self.b.side(top);
        let friend = |other: &UnitId| !stack.contains(other) && self.b.side(*other) == side;
        let friends = self.s.units_in(hex).iter().any(friend);
        if friends || !zones::bears_on(self.b, self.s, self.b.side(top), hex, ZoneOwners::Any) {
            return Ok(());
        }
        let each = Losses::of(self.b.charts.losses.zone_exited.value);
        self.lose(top, each, Cause::Zone)?;
        if self.s.unit(top).status == Status::Folded {
            *stack = self.s.units_in(hex);
        }
        stack.retain(|u| self.s.unit(*u).hex() == hex && !status::is_wreck(self.s, *u));
        Ok(())
    }

    /// Puts a stack that goes back into the next hex, at the bottom (11.2); it keeps facing and formation where the ground lets it.
    fn fall_back(&mut self, stack: &[UnitId], leaders: &[LeaderId], to: HexId) -> Play<()> {
        let (top, from) = (stack[0], self.s.unit(stack[0]).hex());
        self.stand_up(stack);
        for &unit in stack {
            let formation = step::formation_in(self.b, self.s, unit, to);
            self.s.put(unit, &[to]);
            let changes = formation != self.s.unit(unit).formation;
            self.s.unit_mut(unit).formation = formation;
            if changes {
                let aim = self.nearest_aim(unit, self.s.unit(unit).shape());
                self.s.unit_mut(unit).aim = aim;
            }
        }
        self.leaders_come(leaders, to);
        self.tell(|| {
            Event::new(rule!("13.2.4"), if stack.len() > 1 { "went_back.together" } else { "went_back" })
                .point("unit", unit_point(top))
                .point("from", hex_point(from))
                .point("hex", hex_point(to))
                .number("units", stack.len() as i32)
        });
        self.leaders_fly_from(to, self.b.side(top), from)
    }

    /// A stack routs off the map: it is destroyed; leaders with it return (13.2.7).
    fn rout_off(&mut self, stack: &[UnitId], leaders: &[LeaderId]) {
        for &leader in leaders {
            let back = self.s.clock.turn + 1;
            let now = self.s.leader_mut(leader);
            (now.hex, now.status, now.back) = (HexId::NONE, LeaderStatus::Wounded, back);
            now.set(leader_did::ROUTED, true);
        }
        for &unit in stack {
            self.remove(unit, Status::Destroyed, rule!("13.2.7"));
        }
    }

    /// A unit goes back a hex by the priorities of retreats, whatever it costs. Says into which.
    pub(crate) fn one_back(&mut self, unit: UnitId, been: &mut Few<HexId>) -> Play<Option<HexId>> {
        let from = self.gather(unit)?;
        let steps = route::next_steps(self.b, self.s, &[unit], been, Retreat::Recoil(1));
        let open = self.open_steps(&[unit], &steps, u16::MAX);
        let way = self.way_back(unit, &open, |_, _, _| {})?;
        let Some(to) = way.first().copied().or_else(|| open.first().and_then(|step| step.to)) else {
            return Ok(None);
        };
        self.spend(&[unit], crate::ch10_zones::reactions::Act::Retreat(to))?;
        if self.s.unit(unit).hex() != from || status::is_enemy(self.b, self.s, self.b.side(unit), to) {
            return Ok(None);
        }
        // It has moved, for the rest of its horses (19.15.3.2, reading 42).
        let dir = self.b.ground.dir_to(from, to);
        let traveller = status::traveller(self.b, self.s, unit);
        let cost = dir.and_then(|dir| super::step::ground(self.b, traveller, from, dir).ok());
        self.s.unit_mut(unit).spent_turn += cost.unwrap_or_default();
        self.fall_back(&[unit], &[], to)?;
        self.held_with_friends(&[unit]);
        been.push(to);
        Ok(Some(to))
    }
}
