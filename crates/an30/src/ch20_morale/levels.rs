//! 20.3: morale levels.

use table::{Event, rule};

use crate::Field;
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Rank, Trait};
use crate::core::field::command_point;
use crate::core::state::{CommandId, Order, State, Status, UnitId};
use crate::core::status;

/// The highest level.
const MOST: u8 = 3;

/// Battalions of a counter: one, of a regiment as many as it has on counters of their own.
fn battalions(b: &Battle, unit: UnitId) -> i16 {
    let parts = b.unit_ids().filter(|u| b.unit(*u).part_of == unit).count() as i16;
    if b.unit(unit).size == Rank::Regiment { parts.max(1) } else { 1 }
}

/// Whether a counter is lost to its formation: destroyed, surrendered, or in PGD (20.3).
fn is_lost(s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    matches!(now.status, Status::Destroyed | Status::Surrendered)
        || now.status == Status::Map && now.order == Order::Pgd
}

/// Battalions lost, and all, of some infantry (20.3): each once, whether its regiment is one counter or broken down.
fn count(b: &Battle, s: &State, counts: impl Fn(UnitId) -> bool) -> (i16, i16) {
    let (mut lost, mut all) = (0, 0);
    for unit in
        b.unit_ids().filter(|u| b.arm(*u) == Arm::Infantry && status::is_battalion(b, *u) && counts(*u))
    {
        if s.unit(unit).status != Status::Folded {
            all += battalions(b, unit);
            lost += if is_lost(s, unit) { battalions(b, unit) } else { 0 };
        }
    }
    (lost, all)
}

/// The level of a command by its losses: on its track, or by the share of its battalions.
fn level_of(b: &Battle, command: CommandId, (lost, all): (i16, i16)) -> u8 {
    let track = b.command(command).track.map(|t| &b.charts.levels.tracks[usize::from(t)]);
    match track {
        Some(track) => {
            let reached = track.levels.iter().filter(|row| row.1 <= lost);
            reached.map(|row| row.0).max().unwrap_or_default()
        }
        None => {
            let reached = b.charts.levels.default.iter().filter(|row| 100 * lost >= row.percent * all);
            reached.map(|row| row.level).max().filter(|_| all > 0).unwrap_or_default()
        }
    }
}

/// The superior formation of a unit: the nearest command above it that has a level.
pub fn superior(b: &Battle, unit: UnitId) -> Option<CommandId> {
    let own = b.unit(unit).command;
    std::iter::once(own).chain(b.above(own)).find(|c| b.command(*c).superior)
}

/// Whether a formation is the Old Guard's: all its infantry is (20.3.2, reading 111).
fn is_old_guard(b: &Battle, command: CommandId) -> bool {
    let foot = |u: &UnitId| b.arm(*u) == Arm::Infantry && superior(b, *u) == Some(command);
    let guard = |u: UnitId| b.is(u, Trait::OldGuard);
    b.unit_ids().any(|u| foot(&u)) && b.unit_ids().filter(foot).all(guard)
}

impl Field<'_> {
    /// Determines the morale levels of superior formations, in the last turn of every hour (7.5.3, 20.3.1). The Old Guard's is added to those of
    /// its side (20.3.2).
    pub fn determine_levels(&mut self) {
        let b = self.b;
        if !is_hourly(b, self.s) {
            return;
        }
        let commands: Few<CommandId, 32> =
            (0..b.commands.len() as u16).map(CommandId).filter(|c| b.command(*c).superior).collect();
        let own = |s: &State, c: CommandId| level_of(b, c, count(b, s, |u| superior(b, u) == Some(c)));
        let mut guard = [0_u8; 2];
        for &command in commands.iter().filter(|c| is_old_guard(b, **c)) {
            let side = b.command(command).side.index();
            guard[side] = guard[side].max(own(self.s, command));
        }
        for command in commands {
            let added = if is_old_guard(b, command) { 0 } else { guard[b.command(command).side.index()] };
            let level = (own(self.s, command) + added).min(MOST);
            let before = std::mem::replace(&mut self.s.levels[command.i()], level);
            if before != level {
                self.tell(|| {
                    Event::new(rule!("20.3"), "morale.level")
                        .point("formation", command_point(command))
                        .number("level", i32::from(level))
                });
            }
        }
    }
}

/// Whether the turn is the last of its hour: the one of 40 minutes past; where times are not told, every third.
fn is_hourly(b: &Battle, s: &State) -> bool {
    let turn = usize::from(s.clock.turn);
    match b.turns.get(turn).and_then(|card| card.clock()) {
        Some((_, minute)) => minute == 40,
        None => turn % 3 == 2,
    }
}
