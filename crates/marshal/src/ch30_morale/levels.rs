//! Morale levels of commands (43).

use table::{Event, Point, rule};

use crate::Field;
use crate::core::battle::{Arm, Battle, Rank};
use crate::core::state::{CommandId, Order, State, Status, UnitId};
use crate::core::status::parts;

/// Whether a counter is a battalion, whoever stands for it on the map: also a regiment that has no battalions of its own here, and companies that are of none (6).
fn is_battalion(b: &Battle, unit: UnitId) -> bool {
    let card = b.unit(unit);
    let of = card.part_of.some().map(|whole| b.unit(whole).size);
    match card.size {
        Rank::Regiment => parts(b, unit).is_empty(),
        size => size > Rank::Regiment && of.is_none_or(|whole| whole == Rank::Regiment),
    }
}

/// Whether a battalion is lost or routs: itself, or the regiment that stands for it, or all the companies that do.
fn is_gone(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    let whole = b.unit(unit).part_of.some().filter(|whole| s.unit(*whole).status != Status::Folded);
    match (now.status, whole) {
        (Status::Destroyed | Status::Surrendered, _) => true,
        (Status::Map, _) => now.order == Order::Pgd,
        (Status::Waiting, _) => false,
        (Status::Folded, Some(whole)) => is_gone(b, s, whole),
        (Status::Folded, None) => parts(b, unit).iter().all(|part| is_gone(b, s, *part)),
    }
}

impl Field<'_, '_> {
    /// On the hour the battalions that are lost or routed are counted, and the level of each command follows from their share (43).
    pub(crate) fn morale_levels(&mut self) {
        for at in 0..self.b.commands.len() {
            let command = CommandId(at as u16);
            if !self.b.commands[at].has_level {
                continue;
            }
            let (b, s) = (self.b, &*self.s);
            let is_of = |u: &UnitId| {
                let card = b.unit(*u);
                card.arm == Arm::Infantry && is_battalion(b, *u) && b.up(card.command).any(|c| c == command)
            };
            let battalions = b.unit_ids().filter(is_of);
            let (all, gone) = battalions
                .fold((0_i32, 0_i32), |(all, gone), u| (all + 1, gone + i32::from(is_gone(b, s, u))));
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
