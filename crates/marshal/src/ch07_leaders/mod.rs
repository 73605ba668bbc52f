//! 7. Leaders: what befalls them.

use ground::HexId;
use table::{Event, Few, Play, Point, Side, rule};

use crate::Field;
use crate::ch02_chronology::minutes;
use crate::ch14_zones;
use crate::core::charts::Away;
use crate::core::field::{about, hex_point, leader_point};
use crate::core::state::{LeaderId, LeaderStatus, Status};
use crate::core::status;

/// Cause of a leader's casualty (7).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Cause {
    /// Fire, which captures nobody.
    Fire,
    /// Mêlée.
    Melee,
}

impl Field<'_, '_> {
    /// A leader of a side in a hex is struck (7): the one whose bonus was used half of the time, else any. The units with the leader check if the
    /// wound takes them away (RULING 12).
    pub(crate) fn strike_leader(
        &mut self,
        side: Side,
        hex: HexId,
        used: Option<LeaderId>,
        cause: Cause,
    ) -> Play<()> {
        let there = status::leaders_in(self.b, self.s, side, hex);
        let leader = match there[..] {
            [] => return Ok(()),
            [only] => only,
            _ => self.draw_leader(side, &there, used)?,
        };
        let wounds = &self.b.charts.wounds;
        let points = about([leader_point(leader), hex_point(hex)]);
        let wound = loop {
            let die = self.throw_one(rule!("7"), "leader.wound", side, points, |die| die as u32)?;
            let wound = wounds[die as usize - 1];
            if wound.away != Away::Captured || cause == Cause::Melee {
                break wound;
            }
        };
        let turns = match wound.away {
            Away::Hours(dice) => self.hours_away(side, dice, points)? * self.turns_an_hour(),
            _ => 0,
        };
        self.tell(|| {
            Event::new(rule!("7"), "leader.struck")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(hex))
                .word("wound", wound.word)
                .number("turns", turns as i32)
        });
        let (status, back) = match wound.away {
            Away::None => return Ok(()),
            Away::Dead | Away::Captured => (LeaderStatus::Lost, u16::MAX),
            Away::Hours(_) => (LeaderStatus::Wounded, self.s.clock.turn + turns),
        };
        let now = self.s.leader_mut(leader);
        (now.hex, now.status, now.back) = (HexId::NONE, status, back);
        if wound.away == Away::Captured {
            return Ok(());
        }
        let bonus = -self.b.leader(leader).morale;
        for unit in self.s.units_in(hex) {
            let parts = table::Modifiers::new().and(bonus, "leader.fallen", rule!("7"));
            self.check_and_suffer(unit, parts, rule!("7"))?;
        }
        Ok(())
    }

    /// One of several leaders by chance: the used one for every second chance.
    fn draw_leader(&mut self, side: Side, there: &[LeaderId], used: Option<LeaderId>) -> Play<LeaderId> {
        let others: Few<LeaderId, 8> = there.iter().copied().filter(|l| Some(*l) != used).collect();
        let mut urn: Few<LeaderId, 8> = others.clone();
        if let Some(used) = used {
            urn.extend(std::iter::repeat_n(used, others.len()));
        }
        let things: Few<Point, 8> = urn.iter().map(|l| leader_point(*l)).collect();
        let at = self.draw(rule!("7"), "leader.which", side, &things)?;
        Ok(urn[at])
    }

    /// Hours that a wound takes: so many dice.
    fn hours_away(&mut self, side: Side, dice: u16, points: [Point; 3]) -> Play<u16> {
        let mut hours = 0;
        for _ in 0..dice {
            hours += self.throw_one(rule!("7"), "leader.hours", side, points, |die| die as u32)? as u16;
        }
        Ok(hours)
    }

    /// Turns of an hour: three of twenty minutes (3), or as the turns of the battle say.
    fn turns_an_hour(&self) -> u16 {
        let time = |at: usize| self.b.turns.get(at).and_then(|time| minutes(time));
        match (time(0), time(1)) {
            (Some((h, m)), Some((next_h, next_m))) => {
                (60 / ((next_h - h) * 60 + next_m - m).clamp(1, 60)) as u16
            }
            _ => 3,
        }
    }

    /// A wounded leader is back: beside the nearest unit of the leader's command (RULING 4).
    pub(crate) fn leader_returns(&mut self, leader: LeaderId) {
        let card = self.b.leader(leader);
        let own = |u: &crate::core::state::UnitId| {
            let unit = self.b.unit(*u);
            unit.side == card.side
                && self.s.unit(*u).on_map()
                && (card.command.some().is_none() || self.b.up(unit.command).any(|c| c == card.command))
        };
        let Some(unit) = self.b.unit_ids().find(own) else { return };
        let hex = self.s.unit(unit).hex();
        let now = self.s.leader_mut(leader);
        (now.hex, now.status) = (hex, LeaderStatus::Map);
        self.tell(|| {
            Event::new(rule!("7"), "leader.returns")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(hex))
        });
    }

    /// Leaders whose last unit in a hex is gone (7): with one that surrendered they are captured, else they go to the nearest hex out of enemy
    /// zones, if any way is left.
    pub(crate) fn leaders_left_behind(&mut self, side: Side, hex: HexId, status: Status) {
        if !hex.is_some() || !self.s.is_empty(hex) {
            return;
        }
        for leader in status::leaders_in(self.b, self.s, side, hex) {
            if status == Status::Surrendered {
                self.leader_captured(leader, hex);
            } else {
                self.leader_flies(leader, hex);
            }
        }
    }

    /// A leader alone in a hex goes to the nearest hex out of enemy zones; surrounded by enemies, into captivity (7).
    pub(crate) fn leader_flies(&mut self, leader: LeaderId, hex: HexId) {
        let (b, s, side) = (self.b, &*self.s, self.b.leader(leader).side);
        let free =
            |to: &HexId| !status::is_enemy(b, s, side, *to) && !ch14_zones::in_zone(b, s, side.enemy(), *to);
        let ringed =
            b.ground.neighbours(hex).iter().all(|h| !h.is_some() || status::is_enemy(b, s, side, *h));
        let others = b.ground.hexes().filter(|h| *h != hex).filter(free);
        // Of hexes as near the one farthest from the enemy.
        let far = |to: HexId| status::nearest_enemy(b, s, side, to).unwrap_or(u16::MAX);
        let near = others.min_by_key(|h| (b.ground.distance(hex, *h), std::cmp::Reverse(far(*h))));
        let Some(to) = near.filter(|_| !ringed) else { return self.leader_captured(leader, hex) };
        self.s.leader_mut(leader).hex = to;
        self.tell(|| {
            Event::new(rule!("7"), "leader.flew")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(to))
        });
    }

    /// A leader is captured, for good (7).
    pub(crate) fn leader_captured(&mut self, leader: LeaderId, hex: HexId) {
        let now = self.s.leader_mut(leader);
        (now.hex, now.status) = (HexId::NONE, LeaderStatus::Lost);
        self.tell(|| {
            Event::new(rule!("7"), "leader.captured")
                .point("leader", leader_point(leader))
                .point("hex", hex_point(hex))
        });
    }
}
