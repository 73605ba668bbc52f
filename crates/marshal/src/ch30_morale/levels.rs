//! Morale levels of commands (43).

use table::{Event, Point, rule};

use crate::Field;
use crate::core::battle::{Arm, Rank};
use crate::core::state::{CommandId, Order, Status, UnitId};

impl Field<'_, '_> {
    /// On the hour the battalions that are lost or routed are counted, and the level of each command follows from their share (43).
    pub(crate) fn morale_levels(&mut self) {
        for at in 0..self.b.commands.len() {
            let command = CommandId(at as u16);
            if !self.b.commands[at].has_level {
                continue;
            }
            let is_of = |u: &UnitId| {
                let card = self.b.unit(*u);
                card.arm == Arm::Infantry
                    && card.size >= Rank::Regiment
                    && self.b.up(card.command).any(|c| c == command)
            };
            let battalions = self.b.unit_ids().filter(is_of);
            let is_gone = |u: &UnitId| {
                let now = self.s.unit(*u);
                matches!(now.status, Status::Destroyed | Status::Surrendered)
                    || now.on_map() && now.order == Order::Pgd
            };
            let (all, gone) =
                battalions.fold((0_i32, 0_i32), |(all, gone), u| (all + 1, gone + i32::from(is_gone(&u))));
            if all == 0 {
                continue;
            }
            let reached = |(percent, _): &&(i16, i16)| 100 * gone >= i32::from(*percent) * all;
            let level = self.b.charts.levels.iter().filter(reached).count().saturating_sub(1) as u8;
            if std::mem::replace(&mut self.s.levels[at], level) != level {
                self.tell(|| {
                    Event::new(rule!("43"), "level")
                        .point("command", Point::Formation(command.0))
                        .number("level", level)
                });
            }
        }
    }
}
