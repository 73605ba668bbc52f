//! 8.9.2: the Regroup Chit: who may move on it, where to, and what else.

use ground::HexId;
use table::{Refusal, rule};

use crate::ch08_command::{arrivals, marches, members, positions, span};
use crate::ch10_zones::zones::{self, ZoneOwners};
use crate::ch11_stacking::limits;
use crate::core::Few;
use crate::core::battle::{Battle, PositionCard};
use crate::core::field::{hex_point, unit_point};
use crate::core::occupancy::Hexes;
use crate::core::state::{Chit, Formation, LeaderId, Mu, MuKind, Order, State, UnitId, did};
use crate::core::status;

/// Whether the Regroup Chit is carried out.
fn is_on(s: &State) -> bool {
    s.activation.chit == Some(Chit::Regroup)
}

/// A unit's task on the Regroup Chit.
#[derive(Clone, Copy)]
enum Task<'b> {
    /// It regroups, to its leader or a terminus (8.9.2).
    Regroup,
    /// It returns to its static position (8.8.4).
    Return(&'b PositionCard),
    /// It is in command, and puts itself in order (8.9.2.2).
    Order,
    /// It is on an administrative march (8.7).
    March(Mu),
    /// It moves as a maneuver unit does: it is in its static position (8.8.3).
    Free,
}

fn task<'b>(b: &'b Battle, s: &State, unit: UnitId) -> Task<'b> {
    if let Some(mu) = marches::of_unit(s, unit) {
        return Task::March(*mu);
    }
    let traced = s.unit(unit).has(did::IN_COMMAND);
    match positions::of(b, s, unit) {
        Some(_) if traced => Task::Free,
        Some(position) => Task::Return(position),
        None if traced && (members::in_command(b, s, unit) || is_of_mu(b, s, unit)) => Task::Order,
        None => Task::Regroup,
    }
}

/// Whether a unit belongs to a maneuver unit, drawn or not, but for administrative marches (8.9.2.2, reading 11).
fn is_of_mu(b: &Battle, s: &State, unit: UnitId) -> bool {
    let mut plain = s.mus.iter().filter(|mu| mu.kind != MuKind::Administrative);
    plain.any(|mu| members::is_member(b, s, mu.leader, unit))
}

/// The leader to whom a unit regroups: the one to whom it is assigned, else the nearest above it on the map (8.9.2).
pub fn goal(b: &Battle, s: &State, unit: UnitId) -> Option<LeaderId> {
    let assigned = s.unit(unit).assigned.some().filter(|l| s.leader(*l).hex.is_some());
    let own = b.command(b.unit(unit).command).head;
    assigned.or_else(|| std::iter::once(own).chain(b.above(own)).find_map(|c| span::leader_of(b, s, c)))
}

/// The hexes towards either of which a unit may regroup: its leader's, and its terminus (8.9.2, 8.10.7).
fn goals(b: &Battle, s: &State, unit: UnitId) -> Few<HexId, 2> {
    let leader = goal(b, s, unit).map(|l| s.leader(l).hex);
    leader.into_iter().chain(arrivals::terminus(b, s, unit)).collect()
}

/// Whether a unit acts on the Regroup Chit: on its administrative march; from or back to its static position; to regroup if it is out of command;
/// otherwise, of no maneuver unit and in no enemy zone, to put itself in order (8.9.2.2). Who regroups is not next to an enemy, nobody is
/// pinned by an assault (8.9.2, 8.4.3.5, ruling 5).
pub fn takes_part(b: &Battle, s: &State, unit: UnitId) -> bool {
    let now = s.unit(unit);
    let free =
        now.on_map() && now.order != Order::Pgd && !now.has(did::MOVED) && !members::is_pinned(s, unit);
    if !free {
        return false;
    }
    let acts = match task(b, s, unit) {
        Task::March(_) => true,
        Task::Free => members::in_command(b, s, unit),
        Task::Return(position) => !positions::holds(position, s, unit),
        Task::Regroup => !goals(b, s, unit).is_empty(),
        Task::Order => !is_of_mu(b, s, unit),
    };
    acts && may_begin(b, s, unit).is_ok()
}

/// Whether enemies let a unit act on the Regroup Chit: a unit that regroups has none next to it, one that puts itself in order is in no zone (8.9.2,
/// 8.9.2.2). Those of the other side may have come since the chit was drawn.
///
/// # Errors
/// The restriction.
pub fn may_begin(b: &Battle, s: &State, unit: UnitId) -> Result<(), Refusal> {
    if !is_on(s) {
        return Ok(());
    }
    let refusal = |rule, why| Err(Refusal::new(rule, why).with("unit", unit_point(unit)));
    match task(b, s, unit) {
        Task::Regroup | Task::Return(_) if status::is_adjacent_to_enemy(b, s, unit) => {
            refusal(rule!("8.9.2"), "regroup.beside_enemy")
        }
        Task::Order if zones::holds(b, s, unit, ZoneOwners::Any) => {
            refusal(rule!("8.9.2.2"), "regroup.in_zone")
        }
        _ => Ok(()),
    }
}

/// Whether the units of a stack may go where they come to lie on the Regroup Chit: they regroup; with no hex next to an enemy; as directly as possible to
/// their leader, terminus or position (8.9.2.1). RULING: a unit is as near as the nearest of its hexes (8.3.1.3, reading 1171). On other chits anything goes.
///
/// # Errors
/// The restriction.
pub fn may_go(b: &Battle, s: &State, lays: &[(UnitId, Hexes)]) -> Result<(), Refusal> {
    if !is_on(s) {
        return Ok(());
    }
    for (unit, hexes) in lays {
        let (unit, own) = (*unit, s.unit(*unit).hexes());
        let refusal = |rule, why, hex| {
            Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("hex", hex_point(hex)))
        };
        let near = |hex: HexId| {
            let around = b.ground.neighbours(hex).into_iter().filter(|h| h.is_some());
            let enemy = |h: HexId| status::is_enemy(b, s, b.side(unit), h) && !status::is_wreck_hex(s, h);
            around.into_iter().any(enemy)
        };
        let barred = |hex: HexId| near(hex) || marches::is_obstacle(b, s, unit, hex);
        let direct = |far: &dyn Fn(HexId) -> u16| {
            let (from, to) = (nearest(own, far), nearest(hexes, far));
            far(to) < far(from) || marches::goes_round(b, from, to, far, barred)
        };
        let nearer = match task(b, s, unit) {
            Task::Free => continue,
            Task::March(mu) => {
                marches::may_go(b, s, unit, &mu, hexes)?;
                continue;
            }
            Task::Order => return refusal(rule!("8.9.2.2"), "regroup.in_place", hexes[0]),
            Task::Return(card) => direct(&|hex| positions::distance(b, card, hex)),
            Task::Regroup => {
                goals(b, s, unit).into_iter().any(|at| direct(&|hex| b.ground.distance(hex, at)))
            }
        };
        if let Some(hex) = hexes.iter().find(|hex| !own.contains(hex) && near(**hex)) {
            return refusal(rule!("8.9.2.1"), "regroup.next_to_enemy", *hex);
        }
        if !nearer {
            return refusal(rule!("8.9.2.1"), "regroup.direct", hexes[0]);
        }
        // Nor does it change its formation for that of friends.
        for hex in hexes.iter().filter(|hex| !own.contains(hex)) {
            let theirs = limits::conforms(b, s, unit, *hex);
            theirs.map_or(Ok(()), |formation| may_form(b, s, unit, formation))?;
        }
    }
    Ok(())
}

/// The hex of a unit that is nearest.
fn nearest(hexes: &[HexId], far: &dyn Fn(HexId) -> u16) -> HexId {
    hexes.iter().copied().min_by_key(|hex| far(*hex)).unwrap_or(HexId::NONE)
}

/// Whether the units of a line may draw in so on the Regroup Chit: who regroups gives up no hex by which it is nearer (8.9.2).
///
/// # Errors
/// The restriction.
pub fn may_draw_in(b: &Battle, s: &State, lays: &[(UnitId, Hexes)]) -> Result<(), Refusal> {
    for (unit, hexes) in lays.iter().filter(|(unit, _)| regroups(b, s, *unit)) {
        let own = s.unit(*unit).hexes();
        let keeps = |far: &dyn Fn(HexId) -> u16| far(nearest(hexes, far)) <= far(nearest(own, far));
        let close = match task(b, s, *unit) {
            Task::Return(card) => keeps(&|hex| positions::distance(b, card, hex)),
            _ => goals(b, s, *unit).into_iter().any(|at| keeps(&|hex| b.ground.distance(hex, at))),
        };
        if !close {
            return Err(Refusal::new(rule!("8.9.2"), "regroup.direct")
                .with("unit", unit_point(*unit))
                .with("hex", hex_point(hexes[0])));
        }
    }
    Ok(())
}

/// Whether a unit regroups, to its leader, a terminus or its static position.
pub fn regroups(b: &Battle, s: &State, unit: UnitId) -> bool {
    is_on(s) && matches!(task(b, s, unit), Task::Regroup | Task::Return(_))
}

/// Whether a unit may take up a formation on the Regroup Chit (8.9.2.1, 8.9.2.2): who regroups only enters or leaves road column or general order, this
/// into column, or limbers.
///
/// # Errors
/// The restriction.
pub fn may_form(b: &Battle, s: &State, unit: UnitId, formation: Formation) -> Result<(), Refusal> {
    use Formation::{Column, GeneralOrder, Limbered, RoadColumn, Unlimbered};
    let lawful = match (s.unit(unit).formation, formation) {
        (_, GeneralOrder | RoadColumn | Limbered) | (GeneralOrder, Column) => true,
        (RoadColumn, wanted) => wanted != Unlimbered,
        _ => false,
    };
    if lawful || !regroups(b, s, unit) {
        return Ok(());
    }
    Err(Refusal::new(rule!("8.9.2.1"), "regroup.formation").with("unit", unit_point(unit)))
}

/// Whether a stack may spread over more hexes: on the Regroup Chit only who moves as a maneuver unit does (8.9.2.2).
///
/// # Errors
/// The restriction.
pub fn may_spread(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    let own = |unit: &UnitId| matches!(task(b, s, *unit), Task::Free | Task::March(_));
    if !is_on(s) || stack.iter().all(own) {
        return Ok(());
    }
    Err(Refusal::new(rule!("8.9.2.2"), "regroup.extend").with("unit", unit_point(stack[0])))
}

/// Whether a stack that regroups stops after a step: it has come into its leader's span, its position or to its terminus, gone from terrain of
/// general order to the next such hex, or taken up general order (8.9.2.1, 8.8.4).
pub fn stops(b: &Battle, s: &State, stack: &[UnitId], from: HexId) -> bool {
    // Who is in command puts itself in order by several acts (8.9.2.2).
    if !stack.iter().all(|unit| regroups(b, s, *unit)) {
        return false;
    }
    let close = |unit: &UnitId| status::is_close(b, s.unit(*unit).hex());
    let reached = |unit: &UnitId| {
        let arrived = arrivals::terminus(b, s, *unit).is_some_and(|hex| s.unit(*unit).hexes().contains(&hex));
        arrived || members::in_command(b, s, *unit)
    };
    stack.iter().any(reached)
        || stack.iter().any(close) && (status::is_close(b, from) || falls_out(b, s, stack))
}

/// Whether a stack that regroups is in general order: by its change of formation it ceases to move (8.9.2.1).
pub fn falls_out(b: &Battle, s: &State, stack: &[UnitId]) -> bool {
    stack.iter().any(|unit| regroups(b, s, *unit) && s.unit(*unit).formation == Formation::GeneralOrder)
}

/// Whether units may declare an assault or a charge on the current chit: on the Regroup Chit only from a static position (8.8.3, 8.9.2.1).
///
/// # Errors
/// The restriction.
pub fn may_attack(b: &Battle, s: &State, stack: &[UnitId]) -> Result<(), Refusal> {
    if is_on(s) && !stack.iter().all(|unit| matches!(task(b, s, *unit), Task::Free)) {
        return Err(Refusal::new(rule!("8.9.2.1"), "regroup.attack").with("unit", unit_point(stack[0])));
    }
    Ok(())
}
