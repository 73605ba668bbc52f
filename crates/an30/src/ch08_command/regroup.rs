//! 8.9.2: the Regroup Chit: who may move on it, where to, and what else.

use ground::HexId;
use table::{Refusal, rule};

use crate::ch08_command::{members, span};
use crate::core::battle::{Arm, Battle};
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Chit, Formation, LeaderId, Order, State, UnitId, did};
use crate::core::status;

/// Whether the Regroup Chit is carried out.
fn is_on(s: &State) -> bool {
    s.activation.chit == Some(Chit::Regroup)
}

/// The leader to whom a unit regroups: the one to whom it is assigned, else the nearest above it on the map (8.9.2).
pub fn goal(b: &Battle, s: &State, unit: UnitId) -> Option<LeaderId> {
    let assigned = s.unit(unit).assigned.some().filter(|l| s.leader(*l).hex.is_some());
    let own = b.command(b.unit(unit).command).head;
    assigned.or_else(|| std::iter::once(own).chain(b.above(own)).find_map(|c| span::leader_of(b, s, c)))
}

/// Whether a unit acts on the Regroup Chit: to regroup if it is out of command, not next to an enemy, not pinned by an assault (8.9.2, 8.4.3.5,
/// ruling 5); otherwise, of no maneuver unit and in no enemy zone, to put itself in order (8.9.2.2).
pub fn takes_part(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    let free =
        now.on_map() && now.order != Order::Pgd && !now.has(did::MOVED) && !members::is_pinned(s, unit);
    if !free {
        return false;
    }
    if !now.has(did::IN_COMMAND) || !members::in_command(b, s, unit) {
        return !status::is_adjacent_to_enemy(b, s, unit) && goal(b, s, unit).is_some();
    }
    let whose = crate::ch10_zones::zones::Whose::Any;
    let in_mu = s.mus.iter().any(|mu| members::members(b, s, mu.leader).contains(&unit));
    !in_mu && !crate::ch10_zones::zones::holds(b, s, unit, whose)
}

/// Whether a stack may go into a hex on the Regroup Chit: it regroups; not next to an enemy; as directly as possible to its leader
/// (8.9.2.1). On other chits anything goes.
///
/// # Errors
/// The restriction.
pub fn may_go(b: &Battle, s: &State, stack: &[UnitId], to: HexId) -> Result<(), Refusal> {
    if !is_on(s) {
        return Ok(());
    }
    let refusal = |rule, why, unit| {
        Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(to)))
    };
    for &unit in stack {
        let in_command = s.unit(unit).has(did::IN_COMMAND) && members::in_command(b, s, unit);
        let Some(leader) = goal(b, s, unit).filter(|_| !in_command) else {
            return refusal(rule!("8.9.2.2"), "regroup.in_place", unit);
        };
        let near = b.ground.neighbours(to).into_iter().filter(|h| h.is_some());
        if near.into_iter().any(|h| status::is_enemy(b, s, b.side(unit), h)) {
            return refusal(rule!("8.9.2.1"), "regroup.next_to_enemy", unit);
        }
        let (from, at) = (s.unit(unit).hex(), s.leader(leader).hex);
        if b.ground.distance(to, at) >= b.ground.distance(from, at) {
            return refusal(rule!("8.9.2.1"), "regroup.direct", unit);
        }
    }
    Ok(())
}

/// Whether a unit may take up a formation on the Regroup Chit (8.9.2.1, 8.9.2.2): who regroups only enters or leaves road column, or limbers.
///
/// # Errors
/// The restriction.
pub fn may_form(b: &Battle, s: &State, unit: UnitId, formation: Formation) -> Result<(), Refusal> {
    let in_command = s.unit(unit).has(did::IN_COMMAND) && members::in_command(b, s, unit);
    if !is_on(s) || in_command {
        return Ok(());
    }
    let road = formation == Formation::RoadColumn || s.unit(unit).formation == Formation::RoadColumn;
    let limbers = b.arm(unit) == Arm::Artillery && formation == Formation::Limbered;
    let general = [formation, s.unit(unit).formation].contains(&Formation::GeneralOrder);
    if road || limbers || general {
        return Ok(());
    }
    Err(Refusal::new(rule!("8.9.2.1"), "regroup.formation").with("unit", unit_point(unit)))
}

/// Whether a stack that regroups stops after a step: it has come into its leader's span, gone from terrain of general order to the next such hex, or taken up
/// general order (8.9.2.1).
pub fn stops(b: &Battle, s: &State, stack: &[UnitId], from: HexId) -> bool {
    let enters = |unit: &UnitId| status::is_close(b, s.unit(*unit).hex());
    let close = stack.iter().any(enters) && (status::is_close(b, from) || falls_out(s, stack));
    is_on(s) && (close || stack.iter().any(|unit| members::in_command(b, s, *unit)))
}

/// Whether a stack that regroups is in general order: by its change of formation it ceases to move (8.9.2.1).
pub fn falls_out(s: &State, stack: &[UnitId]) -> bool {
    is_on(s) && stack.iter().any(|unit| s.unit(*unit).formation == Formation::GeneralOrder)
}

/// Whether units may declare an assault or a charge on the current chit: not while they regroup (8.9.2.1).
///
/// # Errors
/// The restriction.
pub fn may_attack(s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    if is_on(s) {
        return Err(Refusal::new(rule!("8.9.2.1"), "regroup.attack").with("unit", unit_point(stack[0])));
    }
    Ok(())
}
