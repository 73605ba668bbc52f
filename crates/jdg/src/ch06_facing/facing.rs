//! 6.1: facing.

use crate::core::Vertices;
use ground::{Dir, Dirs, HexId};
use table::{Point, Refusal, rule};

use crate::Battle;
use crate::ch04_movement::movement;
use crate::ch06_facing::zones;
use crate::core::Facing;
use crate::core::field::{hex_point, unit_point};
use crate::core::state::{Condition, State, UnitId, did};

/// Directions of the front hexes (6.1.1): two, or six in a town, village, castle or square, none for a routed
/// unit (10.2).
pub fn fronts(b: &Battle, s: &State, unit: UnitId) -> Dirs {
    if s.unit(unit).condition >= Condition::Routed || !s.unit(unit).on_map() {
        Dirs::NONE
    } else if six_fronts(b, s, unit) {
        Dirs::ALL
    } else {
        usual_fronts(s, unit)
    }
}

/// The usual two front directions by facing alone (6.1.1).
pub fn usual_fronts(s: &State, unit: UnitId) -> Dirs {
    Dirs::from_iter(s.unit(unit).facing.fronts())
}

/// Whether a unit on the map that is not routed has six front hexes (6.1.1): in a town, village or castle hex, or in square.
pub fn six_fronts(b: &Battle, s: &State, unit: UnitId) -> bool {
    let u = s.unit(unit);
    u.square || b.charts.terrain[b.ground.terrain(u.hex)].six_fronts
}

/// Whether an attack from a neighbouring hex comes through a rear hex (6.1.2); never for routed units and six fronts.
pub fn is_rear(b: &Battle, s: &State, unit: UnitId, from: HexId) -> bool {
    let u = s.unit(unit);
    if !u.on_map() || u.condition >= Condition::Routed || six_fronts(b, s, unit) {
        return false;
    }
    b.ground.dir_to(u.hex, from).is_some_and(|dir| !usual_fronts(s, unit).contains(dir))
}

/// An enemy of the side that has a hex among its front hexes, whether or not its zone of control reaches there (6.1.1).
pub fn before_enemy(b: &Battle, s: &State, side: table::Side, hex: HexId) -> Option<UnitId> {
    let ahead = |dir: Dir| {
        let from = b.ground.neighbour(hex, dir)?;
        s.stack(from).find(|&u| b.side(u) != side && fronts(b, s, u).contains(dir.opposite()))
    };
    Dir::ALL.into_iter().find_map(ahead)
}

/// Another unit of the hex that shares its facing with the unit (6.1.1): infantry and cavalry one, artillery another.
/// Units for which `without` holds are left out.
pub fn partner(b: &Battle, s: &State, unit: UnitId, without: impl Fn(UnitId) -> bool) -> Option<UnitId> {
    let gun = b.is_gun(unit);
    s.stack(s.unit(unit).hex).find(|&u| u != unit && b.is_gun(u) == gun && !without(u))
}

/// The unit that stands for those of its hex that turn together (6.1.1): the topmost of them.
pub fn first_of_kind(b: &Battle, s: &State, unit: UnitId) -> UnitId {
    let gun = b.is_gun(unit);
    s.stack(s.unit(unit).hex).find(|&u| b.is_gun(u) == gun).unwrap_or(unit)
}

/// Whether a unit, with those that share its facing, may turn in place in the movement segment (6.1.2, 6.2.2).
///
/// RULING J120: turning is no movement (4.3), so a unit that may not move because it fired, or failed the test of its charge, may turn.
///
/// # Errors
/// Who or what stands in the way.
pub fn may_turn(b: &Battle, s: &State, unit: UnitId, facing: Facing) -> Result<(), Refusal> {
    movement::may_pivot(b, s, unit).map_err(|refusal| joined(b, s, unit, facing).unwrap_or(refusal))?;
    let gun = b.is_gun(unit);
    for u in s.stack(s.unit(unit).hex).filter(|&u| b.is_gun(u) == gun) {
        movement::may_pivot(b, s, u).map_err(|refusal| match u == unit {
            true => refusal,
            false => Refusal::new(rule!("6.1.1"), "facing.partner")
                .with("unit", unit_point(unit))
                .with("partner", unit_point(u)),
        })?;
    }
    may_look(b, s, unit, facing)
}

/// The unit that one which moves no more has joined, so that it never had another facing to choose (6.1.1).
fn joined(b: &Battle, s: &State, unit: UnitId, facing: Facing) -> Option<Refusal> {
    let u = s.unit(unit);
    let other = partner(b, s, unit, |other| s.unit(other).stood != u.hex)?;
    let moved = u.has(did::HALTED) && u.has(did::MOVED) && u.stood != u.hex;
    (moved && facing != u.facing).then(|| {
        Refusal::new(rule!("6.1.1"), "facing.partner")
            .with("unit", unit_point(unit))
            .with("partner", unit_point(other))
    })
}

/// Whether a unit that stays in its hex may come to look another way: one vertex at most in an enemy zone of control
/// (6.2.2), any way after leaving square (RULING J11). A battery that turned before it fired has had its vertex (7.2).
///
/// # Errors
/// The zone of control.
pub fn may_look(b: &Battle, s: &State, unit: UnitId, facing: Facing) -> Result<(), Refusal> {
    let u = s.unit(unit);
    let left_square = u.has(did::SQUARED) && !u.square;
    let vertices = Vertices(u8::from(!u.has(did::TURNED)));
    if left_square
        || u.facing.steps_to(facing) <= vertices
        || !zones::in_enemy_zone(b, s, b.side(unit), u.hex)
    {
        return Ok(());
    }
    Err(Refusal::new(rule!("6.2.2"), "facing.zone")
        .with("unit", unit_point(unit))
        .with("facing", Point::Facing(facing.0))
        .with("hex", hex_point(u.hex)))
}
