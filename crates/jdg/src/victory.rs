//! 13: victory.

use ground::HexId;
use table::{Event, Outcome, Point, Side, Winner, rule};

use crate::battle::{Automatic, Battle};
use crate::field::Field;
use crate::state::{Condition, Phase, State, UnitId, side_number};

/// A unit passes a hex: an objective there is its side's now.
pub fn pass(b: &Battle, s: &mut State, unit: UnitId, hex: HexId) {
    let side = side_number(Some(b.side(unit)));
    let mut changed = false;
    for (index, _) in b.objectives.iter().enumerate().filter(|(_, o)| o.hex == hex) {
        changed |= s.holders[index] != side;
        s.holders[index] = side;
    }
    if changed {
        watch(b, s);
    }
}

/// Notes the first side that meets its conditions for automatic victory. It stays noted, even if the conditions cease to hold
/// before the end of the turn (13.1, RULING J53).
pub fn watch(b: &Battle, s: &mut State) {
    if s.triumph == u8::MAX
        && let Some(automatic) = b.automatic.iter().find(|a| is_met(b, s, a))
    {
        s.triumph = automatic.side.0;
    }
}

/// Whether all parts of a condition of automatic victory hold now.
fn is_met(b: &Battle, s: &State, automatic: &Automatic) -> bool {
    let (side, when) = (automatic.side, &automatic.when);
    when.demoralized.is_none_or(|most| broken_formations(b, s, side.enemy()) >= usize::from(most))
        && when.eliminated.is_none_or(|most| strength_of(b, s, side.enemy(), Condition::Eliminated) >= most)
        && when.holds.iter().all(|&hex| holds(b, s, side, hex))
}

/// Formations of a side that are demoralised or destroyed.
fn broken_formations(b: &Battle, s: &State, side: Side) -> usize {
    let destroyed = |units: &[UnitId]| {
        !units.is_empty() && units.iter().all(|&u| s.unit(u).condition == Condition::Eliminated)
    };
    let formations = b.formations.iter().zip(&s.formations).filter(|(card, _)| card.side == side);
    formations.filter(|(card, now)| now.demoralized || destroyed(&card.units)).count()
}

/// Strength points, as on the front of the counters, of a side's units in a condition.
fn strength_of(b: &Battle, s: &State, side: Side, condition: Condition) -> i32 {
    let units = b.unit_ids().filter(|&u| b.side(u) == side && s.unit(u).condition == condition);
    units.map(|u| i32::from(b.unit(u).front.strength)).sum()
}

/// Whether a side holds a hex: its unit was the last to pass an objective, or is there.
fn holds(b: &Battle, s: &State, side: Side, hex: HexId) -> bool {
    match b.objectives.iter().position(|o| o.hex == hex) {
        Some(index) => s.holders[index] == side.0,
        None => s.top(hex).is_some_and(|u| b.side(u) == side),
    }
}

/// The points of a side, part by part, in halves (13.2): objectives, enemies eliminated, enemies routed, enemy commanders.
fn parts(b: &Battle, s: &State, side: Side) -> [i32; 4] {
    let enemy = side.enemy();
    let places = b.objectives.iter().zip(&s.holders).filter(|(_, holder)| **holder == side.0);
    let commanders = b.leaders.iter().zip(&s.leaders).filter(|(card, now)| card.side == enemy && now.lost).count() as i32;
    [
        places.map(|(objective, _)| 2 * objective.points).sum(),
        b.victory.eliminated * strength_of(b, s, enemy, Condition::Eliminated),
        b.victory.routed * strength_of(b, s, enemy, Condition::Routed),
        b.victory.commander * commanders,
    ]
}

/// Points in halves, by side (13.2).
pub fn half_points(b: &Battle, s: &State) -> [i32; 2] {
    [Side(0), Side(1)].map(|side| parts(b, s, side).iter().sum())
}

/// The end of the game, if there is one.
pub fn outcome(b: &Battle, s: &State) -> Option<Outcome> {
    if s.clock.phase != Phase::Over {
        return None;
    }
    let half_points = half_points(b, s);
    let turn = u16::from(s.clock.turn) + 1;
    if s.triumph != u8::MAX {
        let winner = Winner::Side(Side(s.triumph));
        return Some(Outcome { winner, half_points, turn, how: "victory.automatic" });
    }
    let gap = half_points[0] - half_points[1];
    let winner = if gap.abs() <= b.victory.draw {
        Winner::Draw
    } else {
        Winner::Side(if gap > 0 { Side(0) } else { Side(1) })
    };
    Some(Outcome { winner, half_points, turn, how: "victory.points" })
}

impl Field<'_, '_> {
    /// Tells how the game ended (1.F, 13).
    pub(crate) fn tell_outcome(&mut self) {
        for side in [Side(0), Side(1)] {
            let [places, eliminated, routed, commanders] = parts(self.b, self.s, side);
            self.tell(|| {
                Event::new(rule!("13.2"), "victory.count")
                    .point("side", Point::Side(side))
                    .number("places", places)
                    .number("eliminated", eliminated)
                    .number("routed", routed)
                    .number("commanders", commanders)
                    .number("total", places + eliminated + routed + commanders)
            });
        }
        let end = outcome(self.b, self.s).expect("the game is over");
        self.tell(|| match (end.winner, end.how) {
            (Winner::Side(side), "victory.automatic") => {
                Event::new(rule!("13.1"), "victory.automatic").point("side", Point::Side(side))
            }
            (Winner::Side(side), _) => Event::new(rule!("13.2"), "victory.points").point("side", Point::Side(side)),
            (Winner::Draw, _) => Event::new(rule!("13.2"), "victory.draw"),
        });
    }
}
