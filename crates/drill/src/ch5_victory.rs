//! 5. Victory.

use table::{Outcome, Side, Winner};

use crate::core::battle::Battle;
use crate::core::lay;
use crate::core::state::{NOBODY, Phase, State};

/// Hold on a hex worth points: whoever stands in it, until the enemy stands there (5.1).
pub fn hold(b: &Battle, s: &mut State) {
    for (at, objective) in b.objectives.iter().enumerate() {
        if let Some(unit) = lay::unit_in(b, s, objective.hex) {
            s.holders[at] = b.side(unit).0;
        }
    }
}

/// Points by side (5.1).
pub fn points(b: &Battle, s: &State) -> [i32; 2] {
    let mut points = [0; 2];
    for (objective, holder) in b.objectives.iter().zip(s.holders).filter(|(_, holder)| *holder != NOBODY) {
        points[usize::from(holder)] += i32::from(objective.points);
    }
    points
}

fn stands(b: &Battle, s: &State, side: Side) -> bool {
    b.unit_numbers().any(|unit| b.side(unit) == side && s.unit(unit).stands())
}

/// Whether a side has no unit left (5.2).
pub fn is_decided(b: &Battle, s: &State) -> bool {
    !stands(b, s, Side(0)) || !stands(b, s, Side(1))
}

/// The end: who has no unit left has lost, else points decide (5.2).
pub fn outcome(b: &Battle, s: &State) -> Option<Outcome> {
    if s.phase != Phase::Over {
        return None;
    }
    let points = points(b, s);
    let standing = [Side(0), Side(1)].map(|side| stands(b, s, side));
    let (winner, how) = match standing {
        [true, false] => (Winner::Side(Side(0)), "victory.field"),
        [false, true] => (Winner::Side(Side(1)), "victory.field"),
        _ if points[0] > points[1] => (Winner::Side(Side(0)), "victory.points"),
        _ if points[0] < points[1] => (Winner::Side(Side(1)), "victory.points"),
        _ => (Winner::Draw, "victory.points"),
    };
    Some(Outcome { winner, half_points: points.map(|n| 2 * n), turn: s.turn.into(), how })
}
