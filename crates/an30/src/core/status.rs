//! Status: what a unit is worth now: losses, increments, strengths, who leads it. Predicates of battle and state.

use ground::HexId;
use table::Side;

use crate::core::Few;
use crate::core::battle::{Arm, Battle, Post, Rank, Trait};
use crate::core::charts::{Exact, FormationRow, Traveller};
use crate::core::occupancy::Units;
use crate::core::state::{Formation, LeaderId, Order, Part, State, Status, UnitId, did};

/// Losses: increments as they are marked on a unit (17.1), rounds of a wagon (18.14.1.5).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Losses(pub u8);

impl Losses {
    /// None.
    pub const NONE: Losses = Losses(0);

    /// A number that charts and dice gave; below nothing is none.
    pub fn of(figure: i16) -> Losses {
        Losses(figure.clamp(0, i16::from(u8::MAX)) as u8)
    }
}

/// Increments lost in effect: of the Old Guard half of those marked, rounded down (17.4).
pub fn lost(b: &Battle, s: &State, unit: UnitId) -> i16 {
    effective(b, unit, Losses(s.unit(unit).losses))
}

/// The effective losses of those marked on a unit (17.4).
pub fn effective(b: &Battle, unit: UnitId, marked: Losses) -> i16 {
    i16::from(marked.0) / marks(b, unit)
}

/// Losses that a unit can be marked with before it is destroyed (17.3.5, 17.4).
pub fn endurance(b: &Battle, unit: UnitId) -> Losses {
    Losses((b.unit(unit).increments * marks(b, unit)) as u8)
}

/// Losses that are marked on a unit before an increment is lost: of the Old Guard more (17.4).
fn marks(b: &Battle, unit: UnitId) -> i16 {
    if b.is(unit, Trait::OldGuard) { b.charts.losses.old_guard.each() } else { 1 }
}

/// Increments left.
pub fn increments(b: &Battle, s: &State, unit: UnitId) -> i16 {
    b.unit(unit).increments - lost(b, s, unit)
}

/// Increments left of what a unit has in one of its hexes: equal shares (12.3), in road column as many as the hex holds (12.8.2).
pub fn share(b: &Battle, s: &State, part: Part) -> Exact {
    let (unit, left) = (part.unit(), increments(b, s, part.unit()));
    share_of(Some(row(b, s, unit)), s.unit(unit).shape(), left, part.index(), s.unit(unit).hexes().len())
}

/// As [`share`], of so many increments in the hex of a number among so many.
pub fn share_of(
    row: Option<&FormationRow>,
    shape: Formation,
    left: i16,
    index: usize,
    parts: usize,
) -> Exact {
    match row.and_then(|row| row.increments_per_hex) {
        Some(most) if shape == Formation::RoadColumn => {
            // The last hex holds what the column has not drawn out of it yet (12.3.3).
            let (before, last) = (most * index as i16, index + 1 == parts);
            Exact::whole(i32::from((left - before).clamp(0, if last { i16::MAX } else { most })))
        }
        _ => Exact::new(left.into(), parts as i64),
    }
}

/// The row of the chart of formations that holds for a unit: its disorder or PGD, else its formation.
pub fn row<'b>(b: &'b Battle, s: &State, unit: UnitId) -> &'b FormationRow {
    b.charts.formation(b.arm(unit), s.unit(unit).shape())
}

/// Mêlée value for the increments left (17.2.4), without what formation and situation make of it.
pub fn melee(b: &Battle, s: &State, unit: UnitId) -> Exact {
    let card = b.unit(unit);
    Exact::new(i64::from(s.back(unit).melee) * i64::from(increments(b, s, unit)), i64::from(card.increments))
}

/// Whether a unit is down to half its initial strength or below (17.3.3).
pub fn halved(b: &Battle, s: &State, unit: UnitId) -> bool {
    let left = Exact::whole(increments(b, s, unit).into());
    let share = b.charts.morale.half_strength.bounds.share;
    share.is_some_and(|share| left <= share * Exact::whole(b.unit(unit).increments.into()))
}

/// Whether a unit is of battalion size or larger, of its arm: a regiment of cavalry, a battalion of infantry, a battery (11.1.3, ruling 14).
pub fn is_large(b: &Battle, unit: UnitId) -> bool {
    match b.arm(unit) {
        Arm::Infantry => b.unit(unit).size <= Rank::Battalion,
        Arm::Cavalry => b.unit(unit).size <= Rank::Regiment,
        Arm::Artillery => true,
    }
}

/// Whether a unit is a battalion or larger, for losses and morale (17.3.3).
pub fn is_battalion(b: &Battle, unit: UnitId) -> bool {
    b.unit(unit).size <= Rank::Battalion
}

/// Heavy cavalry: a movement potential of 12 or less on the counter, unless the unit is marked otherwise (24, ruling 57).
pub fn is_heavy(b: &Battle, unit: UnitId) -> bool {
    let card = b.unit(unit);
    card.arm == Arm::Cavalry
        && !card.traits.has(Trait::Light)
        && (card.traits.has(Trait::Heavy) || card.movement <= b.charts.movement.heavy_cavalry.value)
}

/// Whether a unit is formed: line, column or square, in good order (24).
pub fn is_formed(b: &Battle, s: &State, unit: UnitId) -> bool {
    row(b, s, unit).formed
}

/// Whether a unit has the rules of cavalry for enemy zones (10.3): cavalry and limbered horse artillery; the others have those of infantry (10.2).
pub fn is_mounted(b: &Battle, s: &State, unit: UnitId) -> bool {
    match b.arm(unit) {
        Arm::Cavalry => true,
        Arm::Infantry => false,
        Arm::Artillery => b.is(unit, Trait::Horse) && s.unit(unit).formation != Formation::Unlimbered,
    }
}

/// The column of the Movement Chart of a unit (13.1.2).
pub fn traveller(b: &Battle, s: &State, unit: UnitId) -> Traveller {
    let card = b.unit(unit);
    match card.arm {
        Arm::Cavalry => Traveller::Cavalry,
        Arm::Artillery => Traveller::Artillery,
        Arm::Infantry if card.size >= Rank::Company && s.unit(unit).shape() == Formation::Skirmish => {
            Traveller::SkirmishCompany
        }
        Arm::Infantry => Traveller::Infantry,
    }
}

/// Whether infantry may skirmish by its printed range, cavalry by its printed skirmish value (12.10).
pub fn may_skirmish(b: &Battle, s: &State, unit: UnitId) -> bool {
    match b.arm(unit) {
        Arm::Infantry => s.back(unit).range >= 2,
        // Guns have none.
        Arm::Cavalry | Arm::Artillery => s.back(unit).skirmish.is_some(),
    }
}

/// The side of the units in a hex.
pub fn holder(b: &Battle, s: &State, hex: HexId) -> Option<Side> {
    s.top(hex).map(|unit| b.side(unit))
}

/// Whether an enemy of a side stands in a hex.
pub fn is_enemy(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    holder(b, s, hex).is_some_and(|other| other != side)
}

/// Those of some units that are on the map; for one that broke down its parts (12.1.2).
pub fn on_map(b: &Battle, s: &State, units: &[UnitId]) -> Units {
    let broken = |unit: UnitId| Some(unit).filter(|u| s.unit(*u).status == Status::Folded).into_iter();
    let parts = |unit: UnitId| {
        broken(unit).flat_map(|whole| b.unit_ids().filter(move |u| b.unit(*u).part_of == whole))
    };
    let all = units.iter().flat_map(|u| std::iter::once(*u).chain(parts(*u)));
    all.filter(|u| s.unit(*u).on_map()).collect()
}

/// Whether a unit is a wrecked wagon: it only lies in its hex, and may explode (18.14.1.7).
pub fn is_wreck(s: &State, unit: UnitId) -> bool {
    s.unit(unit).has(did::WRECKED)
}

/// Whether a wreck is all that a hex holds.
pub fn is_wreck_hex(s: &State, hex: HexId) -> bool {
    s.top(hex).is_some_and(|unit| is_wreck(s, unit))
}

/// Whether an enemy combat unit stands next to any hex of a unit.
pub fn is_adjacent_to_enemy(b: &Battle, s: &State, unit: UnitId) -> bool {
    let near = |hex: HexId| b.ground.neighbours(hex).into_iter().filter(|h| h.is_some());
    let enemy = |hex: HexId| is_enemy(b, s, b.side(unit), hex) && !is_wreck_hex(s, hex);
    s.unit(unit).hexes().iter().any(|hex| near(*hex).any(enemy))
}

/// Hexes to the nearest enemy unit that a condition holds for; `None` if there is none.
pub fn nearest_enemy(
    b: &Battle,
    s: &State,
    side: Side,
    from: HexId,
    counts: impl Fn(UnitId) -> bool,
) -> Option<u16> {
    enemies(b, s, side).filter(|(u, _)| counts(*u)).map(|(_, hex)| b.ground.distance(from, hex)).min()
}

/// The enemy units of a side on the map but for wrecks, with each of their hexes.
pub fn enemies<'s>(b: &'s Battle, s: &'s State, side: Side) -> impl Iterator<Item = (UnitId, HexId)> + 's {
    let enemies = b.unit_ids().filter(move |u| b.side(*u) != side && s.unit(*u).on_map() && !is_wreck(s, *u));
    enemies.flat_map(|u| s.unit(u).hexes().iter().map(move |hex| (u, *hex)))
}

/// Hexes to the nearest enemy unit in good order (13.2.5).
pub fn nearest_ordered_enemy(b: &Battle, s: &State, side: Side, from: HexId) -> Option<u16> {
    nearest_enemy(b, s, side, from, |u| s.unit(u).order == Order::Good)
}

/// The leaders of a side in a hex, the highest first, among equals the one whom their owner chose (8.1.7), then in the battle's order.
pub fn leaders_in(b: &Battle, s: &State, side: Side, hex: HexId) -> Few<LeaderId, 4> {
    let here = |l: &LeaderId| hex.is_some() && s.leader(*l).hex == hex && b.leader(*l).side == side;
    let mut found: Few<LeaderId, 4> = b.leader_ids().filter(here).collect();
    found.sort_by_key(|l| (post(b, s, *l), s.leader(*l).chosen != hex));
    found
}

/// The present post of a leader: the printed one, or the one taken over or stepped down to (8.2.4, 8.2.5).
pub fn post(b: &Battle, s: &State, leader: LeaderId) -> Post {
    let (card, leads) = (b.leader(leader), s.leader(leader).leads);
    if leads.some().is_none() || leads == card.command && !card.post.is_adc() {
        return card.post;
    }
    let of_it = |l: &LeaderId| b.leader(*l).command == leads && !b.leader(*l).post.is_adc();
    match (b.leader_ids().find(of_it), b.command(leads).rank) {
        (Some(before), _) => b.leader(before).post,
        (None, Some(Rank::Army)) => Post::Army,
        (None, Some(Rank::Wing | Rank::Corps)) => Post::Corps,
        (None, Some(Rank::Division)) => Post::Division,
        (None, _) => Post::Brigade,
    }
}

/// The leader whose bonuses are used in a hex (8.1.7).
pub fn leader_in(b: &Battle, s: &State, side: Side, hex: HexId) -> Option<LeaderId> {
    leaders_in(b, s, side, hex).first().copied()
}

/// The leader whose bonuses a unit has: of one of its hexes (8.1.1.1).
pub fn leader_of(b: &Battle, s: &State, unit: UnitId) -> Option<LeaderId> {
    let found = s.unit(unit).hexes().iter().filter_map(|hex| leader_in(b, s, b.side(unit), *hex));
    found.min_by_key(|l| post(b, s, *l))
}

/// Whether the terrain of a hex makes formed units go into general order (12.7).
pub fn is_close(b: &Battle, hex: HexId) -> bool {
    b.charts.terrain[b.ground.terrain(hex)].general_order
}
