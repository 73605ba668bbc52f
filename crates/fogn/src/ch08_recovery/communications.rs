//! Lines of communications: whether the enemy stands on one, and what it costs its side (`recovery.loc`).

use baize::{Figure, SLACK, is_within};
use table::Side;

use crate::armies::Arm;
use crate::core::coming::communications;
use crate::core::place::figures;
use crate::core::state::{Cohesion, Formation, UnitId};
use crate::{Battle, State};

/// The units of a side that touch a base.
fn touching<'a>(
    b: &'a Battle,
    s: &'a State,
    side: Side,
    base: Figure,
) -> impl Iterator<Item = (UnitId, Figure)> + 'a {
    figures(b, s, side).filter(move |(_, at)| is_within(at, &base, SLACK))
}

/// Whether a unit of its own side touches a line of communications (`recovery.loc`).
pub(crate) fn is_guarded(b: &Battle, s: &State, side: Side) -> bool {
    communications(b, s, side).is_some_and(|base| touching(b, s, side, base).next().is_some())
}

/// Whether a side's line of communications is occupied: an enemy touches it that is steady or disordered, no artillery, not in march column, and in contact with none of
/// the side's units, nor does one of these touch it too (`recovery.loc`).
pub(crate) fn is_occupied(b: &Battle, s: &State, side: Side) -> bool {
    let Some(base) = communications(b, s, side) else { return false };
    let occupies = |(unit, at): (UnitId, Figure)| {
        let now = s.unit(unit);
        now.cohesion < Cohesion::Wavering
            && b.arm(unit) != Arm::Artillery
            && now.formation != Formation::Column
            && !figures(b, s, side).any(|(_, own)| is_within(&own, &at, SLACK))
    };
    !is_guarded(b, s, side) && touching(b, s, side.enemy(), base).any(occupies)
}

/// Addition of an occupied line of communications to the score that a side's cohesion tests need (`recovery.loc`).
pub(crate) fn harder(b: &Battle, s: &State, side: Side) -> i16 {
    i16::from(is_occupied(b, s, side))
}
