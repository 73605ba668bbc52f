//! 44. Infantry force marches: a division together, at double pace after a check.

use table::{Answer, Event, Few, Modifiers, Play, Refusal, Rule, rule};

use crate::Field;
use crate::core::battle::{Arm, Battle, Rank};
use crate::core::field::{command_point, unit_point};
use crate::core::state::{CommandId, Formation, March, Order, State, UnitId, did};
use crate::core::verb;

/// The infantry of a command that is on the map, and the batteries that are attached to it.
fn troops(b: &Battle, s: &State, command: CommandId, arm: Arm) -> Few<UnitId, 32> {
    let own = |u: &UnitId| {
        b.arm(*u) == arm && s.unit(*u).on_map() && b.up(b.unit(*u).command).any(|c| c == command)
    };
    b.unit_ids().filter(own).collect()
}

/// Whether a unit is fit for a forced march: in good order, in column or on the road, on morale level zero, and has not moved (44).
fn may_march(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    let level = b.up(b.unit(unit).command).find(|c| b.commands[c.i()].has_level);
    match () {
        () if now.order != Order::Good => refuse(rule!("44"), "force.order"),
        () if level.is_some_and(|c| s.levels[c.i()] > 0) => refuse(rule!("44"), "force.level"),
        () if now.has(did::MOVED) || now.has(did::SPENT) || now.march != March::None => {
            refuse(rule!("44"), "force.moved")
        }
        () if b.arm(unit) == Arm::Infantry && b.unit(unit).size == Rank::Regiment => {
            refuse(rule!("44"), "force.regiment")
        }
        () if !matches!(now.formation, Formation::Column | Formation::RoadMarch | Formation::Limbered) => {
            refuse(rule!("44"), "force.formation")
        }
        () => Ok(()),
    }
}

/// Whether a command may try a forced march (44): a division or more, and all of its infantry.
///
/// # Errors
/// Why it may not.
pub fn may_force(b: &Battle, s: &State, command: CommandId) -> Result<(), Refusal> {
    let card = &b.commands[command.i()];
    let refuse = |rule: Rule, why| Err(Refusal::new(rule, why).with("command", command_point(command)));
    if card.side != s.clock.side {
        return refuse(rule!("2"), "command.enemy");
    }
    if card.rank.is_none_or(|rank| rank > Rank::Division) {
        return refuse(rule!("44"), "force.division");
    }
    let infantry = troops(b, s, command, Arm::Infantry);
    if infantry.is_empty() {
        return refuse(rule!("44"), "force.nobody");
    }
    infantry.iter().try_for_each(|unit| may_march(b, s, *unit))
}

/// Lists the commands that may try a forced march.
pub(crate) fn list(b: &Battle, s: &State, out: &mut Vec<Answer>) {
    let commands = (0..b.commands.len() as u16).map(CommandId);
    let able = commands.filter(|command| may_force(b, s, *command).is_ok());
    out.extend(able.map(|command| Answer::one(verb::FORCE, command_point(command))));
}

impl Field<'_, '_> {
    /// A division tries a forced march: each battalion, and each attached battery that is limbered, checks at -6 for every turn of it in a row; who passes
    /// has twice its movement, who fails stays (44).
    pub(crate) fn force_march(&mut self, command: CommandId) -> Play<()> {
        self.tell(|| Event::new(rule!("44"), "forced").point("command", command_point(command)));
        let (b, guns) = (self.b, troops(self.b, self.s, command, Arm::Artillery));
        let fit = |u: &&UnitId| may_march(b, self.s, **u).is_ok();
        let batteries: Few<UnitId, 32> = guns.iter().filter(fit).copied().collect();
        let figure = b.charts.morale.forced;
        for unit in troops(b, self.s, command, Arm::Infantry).into_iter().chain(batteries) {
            let times = i16::from(self.s.unit(unit).marches) + 1;
            let mut more = Modifiers::new();
            more.push(figure.part(times));
            let passed = self.check_morale(unit, more, rule!("44"))?.passed();
            let now = self.s.unit_mut(unit);
            now.march = if passed { March::Forced } else { March::Failed };
            now.marches = now.marches.saturating_add(1);
            now.set(did::MOVED, !passed);
        }
        Ok(())
    }

    /// The movement of a side begins: what was of its last forced march is over; who did not march last turn begins anew (44).
    pub(crate) fn marches_end(&mut self) {
        let side = self.s.clock.side;
        for unit in self.b.unit_ids().filter(|u| self.b.side(*u) == side) {
            let now = self.s.unit_mut(unit);
            if now.march == March::None {
                now.marches = 0;
            }
            now.march = March::None;
        }
    }
}
