//! 16.9: the advance after an assault, and the impetus.

use ground::HexId;
use table::{Answer, Event, Play, rule};

use crate::Field;
use crate::ch09_facing::facing;
use crate::ch10_zones::reactions::{Act, Reacted};
use crate::ch10_zones::zones::{self, Whose};
use crate::ch11_stacking::limits;
use crate::ch13_movement::step;
use crate::ch16_assault::clash::{Clash, Party};
use crate::ch17_losses::losses::Cause;
use crate::core::battle::{Arm, Battle};
use crate::core::field::{about, hex_of, hex_point, unit_point};
use crate::core::occupancy::Units;
use crate::core::state::{Formation, State};
use crate::core::{Few, status, verb};

/// How the defenders' hexes came to be empty.
#[derive(Clone, Debug)]
pub enum Vacated {
    /// Before a mêlée: who advances does not disorder (16.9).
    Before,
    /// By a result of the chart: each stack of theirs, and the way by which it went.
    ByMelee(Few<(Party, Few<HexId>), 2>),
}

/// The hexes that a party may advance into: those of the targets that are empty, before its front, and open to it.
fn open(b: &Battle, s: &State, clash: &Clash, party: &Party) -> Few<HexId, 4> {
    let Some(top) = party.top(b, s) else { return Few::new() };
    let mut found: Few<HexId, 4> = Few::new();
    for (part, dir, hex) in facing::front_hexes(b, s, top) {
        let passable = step::ground(b, status::traveller(b, s, top), s.hex_of(part), dir).is_ok();
        let free = !status::is_enemy(b, s, clash.side, hex) && clash.targets.contains(&hex);
        if passable && free && !found.contains(&hex) {
            found.push(hex);
        }
    }
    found
}

/// Whether an impetus follows at all: not after cavalry (16.9.3.5), nor after units in general order (16.9.3.4).
fn follows(b: &Battle, s: &State, clash: &Clash) -> bool {
    let tame = |u: &crate::core::state::UnitId| {
        b.arm(*u) == Arm::Cavalry || s.unit(*u).formation == Formation::GeneralOrder
    };
    let close = clash.targets.iter().any(|hex| status::is_close(b, *hex));
    !close && !clash.defenders.iter().flat_map(|p| p.units.iter()).any(tame)
}

impl Field<'_> {
    /// Steps 6 to 8: who can enters a vacated hex, in an order that its owner chooses, disordered if a mêlée emptied it; then the impetus (16.9).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(super) fn advance_after_assault(&mut self, clash: &Clash, vacated: &Vacated) -> Play<()> {
        let impetus = follows(self.b, self.s, clash);
        let mut waiting: Few<Party, 4> = clash.attackers.iter().cloned().collect();
        let mut advanced: Few<(Party, HexId), 4> = Few::new();
        loop {
            waiting.retain(|p| !open(self.b, self.s, clash, p).is_empty());
            let Some((i, to)) = self.who_advances(clash, &waiting)? else { break };
            let party = waiting.remove(i);
            if matches!(vacated, Vacated::ByMelee(_)) {
                for unit in party.present(self.s) {
                    self.disorder(unit, rule!("16.1.1.6"))?;
                }
            }
            if self.enters(&party, to)? {
                advanced.push((party, to));
            }
        }
        for (party, hex) in advanced {
            if impetus {
                self.impetus(clash, &party, hex, vacated)?;
            }
        }
        self.assault_over(clash);
        Ok(())
    }

    /// The owner picks who advances next, and where, if there is a choice.
    fn who_advances(&mut self, clash: &Clash, waiting: &[Party]) -> Play<Option<(usize, HexId)>> {
        let mut choices: Few<(usize, HexId, Answer)> = Few::new();
        for (i, party) in waiting.iter().enumerate() {
            let Some(top) = party.top(self.b, self.s) else { continue };
            for hex in open(self.b, self.s, clash, party) {
                let answer = Answer::two(verb::RESOLVE, unit_point(top), hex_point(hex));
                choices.push((i, hex, answer));
            }
        }
        match choices[..] {
            [] => Ok(None),
            [(i, hex, _)] => Ok(Some((i, hex))),
            _ => {
                let answers: Few<Answer> = choices.iter().map(|c| c.2).collect();
                let points = about([hex_point(clash.targets[0])]);
                let answer = self.choose(clash.side, rule!("16.9"), "assault.advance", points, &answers)?;
                Ok(choices.iter().find(|c| c.2 == answer).map(|c| (c.0, c.1)))
            }
        }
    }

    /// A party enters a hex, if reactions let it and it may stand there (16.9.2: who would be too many stays where he assaulted from). Says
    /// whether it is there.
    fn enters(&mut self, party: &Party, to: HexId) -> Play<bool> {
        let here = party.present(self.s);
        let Some(&top) = here.first() else { return Ok(false) };
        for &unit in &here {
            self.gather(unit)?;
        }
        let from = self.s.unit(top).hex();
        let stack: Units = here.iter().copied().filter(|u| self.s.unit(*u).hex() == from).collect();
        if self.b.ground.distance(from, to) != 1 || limits::may_stand(self.b, self.s, &stack, to).is_err() {
            return Ok(false);
        }
        if self.spend(&stack, Act::Advance(to))? == Reacted::Interrupted {
            return Ok(false);
        }
        let side = self.b.side(top);
        let may = limits::may_stand(self.b, self.s, &stack, to).is_ok();
        if !may || status::is_enemy(self.b, self.s, side, to) || self.s.unit(top).hex() != from {
            return Ok(false);
        }
        let leaders = if self.s.units_in(from).len() == stack.len() {
            status::leaders_in(self.b, self.s, side, from)
        } else {
            Few::new()
        };
        self.tell(|| {
            Event::new(rule!("16.9"), "assault.advances")
                .point("unit", unit_point(top))
                .point("hex", hex_point(to))
        });
        self.enter_hex(&stack, &leaders, to)?;
        self.settle(to, &stack)?;
        Ok(self.s.unit(top).hex() == to)
    }

    /// Step 7, 16.9.3: a die of hexes, along the way of those whose hex was taken, who lose an increment for each; any way if they are gone.
    fn impetus(&mut self, clash: &Clash, party: &Party, hex: HexId, vacated: &Vacated) -> Play<()> {
        let Some(top) = party.top(self.b, self.s) else { return Ok(()) };
        let held = |s: &State, hex: HexId| zones::bears_on(self.b, s, clash.side, hex, Whose::Any);
        if self.s.unit(top).hex() != hex || held(self.s, hex) {
            return Ok(());
        }
        let chart = self.b.charts.impetus.clone();
        let points = about([unit_point(top)]);
        let class = |die: i16| chart.at(die).unsigned_abs().into();
        let die = self.throw_one(rule!("16.9.3.1"), "assault.impetus", clash.side, points, class)?;
        let hexes = chart.at(die);
        self.tell(|| {
            Event::new(rule!("16.9.3"), "assault.impetus")
                .point("unit", unit_point(top))
                .number("hexes", i32::from(hexes))
        });
        let fled = match vacated {
            Vacated::ByMelee(ways) => ways.iter().find(|(_, way)| way.first() == Some(&hex)),
            Vacated::Before => None,
        };
        for i in 1..=hexes as usize {
            let at = self.s.unit(top).hex();
            let gone = fled.is_none_or(|(lost, _)| lost.units.iter().all(|u| !self.s.unit(*u).on_map()));
            let next = match fled {
                Some((_, way)) if !gone => way.get(i).copied(),
                _ => self.free_way(clash, top)?,
            };
            let Some(to) = next.filter(|to| self.may_follow(party, at, *to)) else { break };
            if !self.enters(party, to)? {
                break;
            }
            if let Some((lost, _)) = fled {
                let each = self.b.charts.losses.impetus_hex.count() as u8;
                // Guns bleed before all others (18.10.5).
                let there = lost.units.iter().filter(|u| self.s.unit(**u).on_map());
                if let Some(&unit) = there.min_by_key(|u| self.b.arm(**u) != Arm::Artillery) {
                    self.lose(unit, each, Cause::Impetus)?;
                }
            }
            if zones::bears_on(self.b, self.s, clash.side, to, Whose::Any) {
                break;
            }
        }
        Ok(())
    }

    /// Whether a party may follow into the next hex: no general order there (reading 33), nobody of the enemy, room for it.
    fn may_follow(&self, party: &Party, at: HexId, to: HexId) -> bool {
        let (b, s) = (self.b, &*self.s);
        let here = party.present(s);
        let Some(dir) = b.ground.dir_to(at, to) else { return false };
        let Some(&top) = here.first() else { return false };
        step::ground(b, status::traveller(b, s, top), at, dir).is_ok()
            && !status::is_close(b, to)
            && !status::is_enemy(b, s, b.side(top), to)
            && limits::may_stand(b, s, &here, to).is_ok()
    }

    /// The defenders are gone: the owner chooses the way (16.9.3.2).
    fn free_way(&mut self, clash: &Clash, top: crate::core::state::UnitId) -> Play<Option<HexId>> {
        let party = Party::alone(self.s, top);
        let at = self.s.unit(top).hex();
        let near = self.b.ground.neighbours(at).into_iter().filter(|h| h.is_some());
        let open: Few<HexId, 6> = near.filter(|to| self.may_follow(&party, at, *to)).collect();
        let answers: Few<Answer> = open.iter().map(|hex| Answer::one(verb::GO, hex_point(*hex))).collect();
        if answers.is_empty() {
            return Ok(None);
        }
        let points = about([unit_point(top)]);
        let answer = self.choose(clash.side, rule!("16.9.3.2"), "assault.impetus", points, &answers)?;
        Ok(hex_of(&answer))
    }
}
