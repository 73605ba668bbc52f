//! 19.12, 19.13: regrouping, and the end of a charge.

use ground::{Aim, Dir, HexId};
use table::{Answer, Play, Point, Refusal, Rule, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::{Act, Reacted};
use crate::ch11_stacking::limits;
use crate::ch13_movement::step;
use crate::core::battle::Battle;
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::state::{Order, Part, State, UnitId, did};
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

/// What a step of regrouping cavalry costs, if it may be taken (19.12, reading 40): ordinary movement, not next to an enemy whom it was not next to
/// before.
fn may_go(
    b: &Battle,
    s: &State,
    units: &[UnitId],
    dir: Dir,
    left: u16,
    ride: Ride,
) -> Result<(HexId, u16), Refusal> {
    let top = units[0];
    let from = s.unit(top).hex();
    let to = b.ground.neighbour(from, dir).ok_or(Refusal::new(rule!("8.10.2"), "move.map_edge"))?;
    let no = |rule, why| Refusal::new(rule, why).with("unit", unit_point(top)).with("hex", hex_point(to));
    if !facing::fronts(b, s, Part::new(top, 0)).contains(dir) {
        return Err(no(rule!("13.1.6"), "move.front"));
    }
    if status::is_enemy(b, s, b.side(top), to) {
        return Err(no(rule!("13.1.4"), "move.enemy"));
    }
    step::may_leave(b, s, top, to)?;
    limits::may_stand(b, s, units, to)?;
    let near = |hex: HexId| b.ground.neighbours(hex).into_iter().filter(|h| h.is_some());
    let new = near(to).any(|h| status::is_enemy(b, s, b.side(top), h) && !near(from).any(|o| o == h));
    if new && ride.shuns_enemies {
        return Err(no(rule!("19.12"), "regroup.enemy"));
    }
    let cost = step::ground(b, status::traveller(b, s, top), from, dir)?;
    if cost > left {
        return Err(no(ride.rule, "regroup.points"));
    }
    Ok((to, cost))
}

impl Field<'_> {
    /// Cavalry regroups (19.12): up to 5 movement points away, if its owner likes. A unit in several hexes stays.
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
    /// charge ends it (19.18.3.6). Says how many half points it spent.
    pub(super) fn ride_off(&mut self, units: &[UnitId], all: u16, ride: Ride) -> Play<u16> {
        for &unit in units {
            if !is_seized(self.s, unit) {
                self.s.unit_mut(unit).set(did::HALTED | did::ACTED, false);
            }
        }
        let mut left = all;
        let mut turns = 0;
        loop {
            let units: Few<UnitId, 8> = units
                .iter()
                .copied()
                .filter(|u| self.s.unit(*u).on_map() && self.s.unit(*u).order != Order::Pgd)
                .filter(|u| !self.s.unit(*u).has(did::HALTED) && !is_seized(self.s, *u))
                .collect();
            let Some(&top) = units.first() else { return Ok(all - left) };
            if self.s.unit(top).hexes().len() > 1 || left == 0 {
                return Ok(all - left);
            }
            let answer = self.ask(
                self.b.side(top),
                ride.rule,
                ride.key,
                about([unit_point(top)]),
                |b, s, out| {
                    let ways =
                        Dir::ALL.into_iter().filter_map(|dir| may_go(b, s, &units, dir, left, ride).ok());
                    out.extend(ways.map(|(to, _)| Answer::one(verb::GO, hex_point(to))));
                    let aims = Aim::ALL
                        .into_iter()
                        .filter(|aim| turns == 0 && facing::may_turn(b, s, top, *aim).is_ok());
                    out.extend(aims.map(|aim| Answer::one(verb::TURN, Point::Facing(aim.0))));
                    out.push(Answer::button(verb::HALT));
                },
                |b, s, answer| {
                    let dir = hex_of(answer).and_then(|to| b.ground.dir_to(s.unit(top).hex(), to));
                    let why = dir.and_then(|dir| may_go(b, s, &units, dir, left, ride).err());
                    why.unwrap_or(crate::ask::not_offered(ride.rule))
                },
            )?;
            match (answer.verb, hex_of(&answer)) {
                (verb::GO, Some(to)) => {
                    if self.spend(&units, Act::Advance(to))? == Reacted::Interrupted {
                        continue;
                    }
                    let Some(dir) = self.b.ground.dir_to(self.s.unit(top).hex(), to) else {
                        return Ok(all - left);
                    };
                    let Ok((_, cost)) = may_go(self.b, self.s, &units, dir, left, ride) else {
                        return Ok(all - left);
                    };
                    left -= cost;
                    turns = 0;
                    self.pay(&units, cost);
                    let leaders =
                        status::leaders_in(self.b, self.s, self.b.side(top), self.s.unit(top).hex());
                    self.enter_hex(&units, &leaders, to)?;
                    if status::is_close(self.b, to) {
                        return Ok(all - left);
                    }
                }
                (verb::TURN, _) => {
                    turns += 1;
                    self.turn(&units, Aim(answer.facing().expect("turn points at a facing")));
                }
                _ => return Ok(all - left),
            }
        }
    }
}
