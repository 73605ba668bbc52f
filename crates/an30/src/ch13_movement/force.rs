//! 13.3: force march.

use table::{Event, Modifiers, Part, Play, Refusal, Side, rule};

use crate::Field;
use crate::ch08_command::{members, span};
use crate::core::Few;
use crate::core::battle::{Arm, Battle, Courage, Rank};
use crate::core::dice::Dice;
use crate::core::field::{about, command_point, unit_point};
use crate::core::state::{Chit, CommandId, Formation, Order, State, UnitId, did};
use crate::core::status;

/// The division of a unit, or its own command where there is none (13.3).
fn division(b: &Battle, unit: UnitId) -> CommandId {
    let own = b.unit(unit).command;
    b.of_rank(own, Rank::Division).unwrap_or(own)
}

/// The division with which a unit marches: that of the leader to whom it is assigned, else its own (13.3.2).
fn home(b: &Battle, s: &State, unit: UnitId) -> CommandId {
    let led = s.unit(unit).assigned.some().and_then(|leader| s.leader(leader).leads.some());
    led.map_or(division(b, unit), |command| b.of_rank(command, Rank::Division).unwrap_or(command))
}

/// The combat units of a division that march with it: its own on the map, and what is assigned to its leaders (13.3.2).
fn column(b: &Battle, s: &State, whole: CommandId) -> Few<UnitId> {
    b.unit_ids().filter(|u| s.unit(*u).on_map() && home(b, s, *u) == whole).collect()
}

/// Whether a unit marches by force now: its division has not concluded its march yet (13.3.3, 13.3.4).
pub fn marches(s: &State, unit: UnitId) -> bool {
    s.unit(unit).has(did::FORCED) && s.unit(unit).bonus > 0
}

/// Whether infantry of a stack that marches by force is out of command where it stands, while its division has a leader: it ends its march in command
/// (13.3.1, reading 215).
pub fn strays(b: &Battle, s: &State, stack: &[UnitId]) -> bool {
    stack.iter().any(|u| {
        marches(s, *u)
            && b.arm(*u) == Arm::Infantry
            && span::leader_of(b, s, home(b, s, *u)).is_some()
            && !members::in_command(b, s, *u)
    })
}

/// Whether the morale level of a unit's superior formation is zero (13.3, 20.3).
fn is_steady(b: &Battle, s: &State, unit: UnitId) -> bool {
    let own = b.unit(unit).command;
    let superior = std::iter::once(own).chain(b.above(own)).find(|c| b.command(*c).superior);
    superior.is_none_or(|c| s.levels[c.i()] == 0)
}

/// Whether the chit of a maneuver unit is carried out.
fn is_drawn(s: &State) -> bool {
    matches!(s.activation.chit, Some(Chit::Mu(_)))
}

/// Whether a division may march by force: all its infantry in good order, in command and of the maneuver unit, at morale level zero, nobody has
/// moved yet (13.3, 13.3.1, 13.3.2).
///
/// # Errors
/// Why not.
pub fn may_force(b: &Battle, s: &State, side: Side, whole: CommandId) -> Result<(), Refusal> {
    let refusal = |rule, why, unit: UnitId| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    let units = column(b, s, whole);
    let foot: Few<UnitId> = units.iter().copied().filter(|u| b.arm(*u) == Arm::Infantry).collect();
    // Divisions march by force, and brigades; no corps of itself (13.3).
    let above =
        [Rank::Corps, Rank::Wing, Rank::Army].iter().any(|rank| b.of_rank(whole, *rank) == Some(whole));
    if !is_drawn(s) || foot.is_empty() || above || b.command(whole).side != side {
        return Err(Refusal::new(rule!("13.3"), "force.division").with("command", command_point(whole)));
    }
    for &unit in &units {
        if s.unit(unit).has(did::MOVED | did::FORCED) {
            return refusal(rule!("13.3.2"), "force.moved", unit);
        }
    }
    for &unit in &foot {
        if s.unit(unit).order != Order::Good {
            return refusal(rule!("13.3"), "force.order", unit);
        }
        if !s.unit(unit).has(did::MEMBER) || !s.unit(unit).has(did::IN_COMMAND) {
            return refusal(rule!("13.3.1"), "force.command", unit);
        }
        if !is_steady(b, s, unit) {
            return refusal(rule!("13.3"), "force.level", unit);
        }
    }
    Ok(())
}

/// The divisions that may march by force now.
pub fn divisions(b: &Battle, s: &State, side: Side) -> Few<CommandId> {
    let mut all: Few<CommandId> = Few::new();
    if !is_drawn(s) {
        return all;
    }
    for unit in b.unit_ids().filter(|u| s.unit(*u).has(did::MEMBER)) {
        let whole = home(b, s, unit);
        if !all.contains(&whole) {
            all.push(whole);
        }
    }
    all.retain(|whole| may_force(b, s, side, *whole).is_ok());
    all
}

/// Whether infantry on a force march may go into a hex: in column or road column, where columns may be (13.3.1).
///
/// # Errors
/// Why not.
pub fn may_go(b: &Battle, s: &State, unit: UnitId, to: ground::HexId) -> Result<(), Refusal> {
    let now = s.unit(unit);
    if !now.has(did::FORCED) || b.arm(unit) != Arm::Infantry || now.order != Order::Good {
        return Ok(());
    }
    let marches = matches!(now.shape(), Formation::Column | Formation::RoadColumn | Formation::GeneralOrder);
    let open = b.charts.terrain[b.ground.terrain(to)].forms.contains(&Formation::Column);
    if marches && open {
        return Ok(());
    }
    let why = if marches { "force.terrain" } else { "force.formation" };
    Err(Refusal::new(rule!("13.3.1"), why).with("unit", unit_point(unit)))
}

/// Whether a unit passes the check at the end of its march: the division leader's bonus and that of a leader with it, less for this turn and each
/// turn before (13.3.3). Elites have no worse dice for it (20.1.2).
fn passes(b: &Battle, s: &State, unit: UnitId, whole: CommandId, dice: Dice) -> bool {
    let Some(rating) = s.back(unit).morale else { return true };
    let m = &b.charts.morale;
    let mut parts = Modifiers::new();
    if strays(b, s, &[unit]) {
        return false;
    }
    let own = status::leader_of(b, s, unit);
    let led = span::leader_of(b, s, whole);
    let elite = Dice::written(b.charts.thresholds.elite.value).is_some_and(|most| rating <= most);
    for leader in led.into_iter().chain(own.filter(|l| Some(*l) != led)) {
        match s.bonuses(leader).morale {
            Courage::Always if Some(leader) == own => return true,
            Courage::Always => {}
            // Nothing makes the dice of elites worse (20.1.2).
            Courage::Bonus(..0) if elite => {}
            Courage::Bonus(bonus) => parts.push(m.leader.part(bonus)),
        }
    }
    if !elite {
        parts.push(m.force_march_end.part(1));
        let again: Part = m.force_march_again.part(i16::from(s.unit(unit).marched.saturating_sub(1)));
        parts.push(again);
    }
    let eleven = b.charts.chances.sauve_qui_peut.value.holds(dice.figure());
    let spared = Dice::written(b.charts.thresholds.passes_on_eleven.value).is_some_and(|most| rating <= most);
    (!eleven || spared) && dice.and(parts.total()) > rating
}

impl Field<'_> {
    /// A division marches by force: a die says by how much further all its combat units may go (13.3.2).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn force_march(&mut self, side: Side, whole: CommandId) -> Play<()> {
        let die =
            self.throw_one(rule!("13.3.2"), "force_march", side, about([command_point(whole)]), |n| {
                n as u32
            })?;
        let more = 2 * die.unsigned_abs() * self.b.charts.movement.force_march.count();
        for unit in column(self.b, self.s, whole) {
            let now = self.s.unit_mut(unit);
            now.set(did::FORCED, true);
            now.marched = now.marched.saturating_add(1);
            now.bonus = more;
        }
        self.tell(|| {
            Event::new(rule!("13.3.2"), "force_march")
                .point("command", command_point(whole))
                .number("points", i32::from(more / 2))
        });
        Ok(())
    }

    /// Divisions that marched by force check, each by one throw; who fails is disordered (13.3.3).
    ///
    /// # Errors
    /// As [`table::Doors::ask`].
    pub(crate) fn conclude_marches(&mut self, side: Side) -> Play<()> {
        let (b, marching) = (self.b, |s: &State, u: &UnitId| marches(s, *u));
        while let Some(first) = b.unit_ids().find(|u| b.side(*u) == side && marching(self.s, u)) {
            let whole = home(b, self.s, first);
            let units: Few<UnitId> =
                b.unit_ids().filter(|u| marching(self.s, u) && home(b, self.s, *u) == whole).collect();
            let s = &*self.s;
            let entries: Few<UnitId> = units
                .iter()
                .copied()
                .filter(|u| s.unit(*u).on_map() && s.unit(*u).order != Order::Pgd)
                .collect();
            let state = self.s.clone();
            let class = |dice: Dice| {
                let failed = entries.iter().filter(|u| !passes(b, &state, **u, whole, dice));
                failed.fold(0, |sum: u32, u| sum.wrapping_mul(31).wrapping_add(u32::from(u.0) + 1))
            };
            let dice =
                self.throw(rule!("13.3.3"), "force_march.end", side, about([command_point(whole)]), class)?;
            let failed: Few<UnitId> =
                entries.iter().copied().filter(|u| !passes(b, self.s, *u, whole, dice)).collect();
            for &unit in &units {
                self.s.unit_mut(unit).bonus = 0;
            }
            self.show(&entries);
            self.tell(|| {
                Event::new(rule!("13.3.3"), "force_march.ended")
                    .point("command", command_point(whole))
                    .number("dice", i32::from(dice.figure()))
                    .number("failed", failed.len() as i32)
            });
            for unit in failed {
                self.worsen(unit, rule!("13.3.3"))?;
                let hex = self.s.unit(unit).hex();
                if hex.is_some() {
                    self.put_right(hex, &[])?;
                }
            }
        }
        Ok(())
    }
}
