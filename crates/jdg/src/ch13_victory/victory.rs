//! 13: victory.

use ground::HexId;
use table::{Event, Outcome, Point, Rank, Side, Winner, rule};

use crate::ch01_turn::turn::SIDES;
use crate::core::battle::{AutomaticVictory, Battle};
use crate::core::field::Field;
use crate::core::state::{Condition, Phase, State, UnitId};

/// A unit passes a hex: an objective there is its side's now. Returns whether it was not before.
///
/// RULING J216: a routed unit takes nothing.
pub fn pass(b: &Battle, s: &mut State, unit: UnitId, hex: HexId) -> bool {
    if s.unit(unit).condition >= Condition::Routed {
        return false;
    }
    let side = b.side(unit).0;
    let mut changed = false;
    for (index, _) in b.objectives.iter().enumerate().filter(|(_, o)| o.hex == hex) {
        changed |= s.holders[index] != side;
        s.holders[index] = side;
    }
    changed
}

/// Notes the sides that meet a condition for automatic victory. It stays noted, even if the condition ceases to hold before the
/// end of the turn (13.1, RULING J53).
pub fn watch(b: &Battle, s: &mut State) {
    for automatic in &b.automatic {
        if s.triumph & bit(automatic.side) == 0 && is_met(b, s, automatic) {
            s.triumph |= bit(automatic.side);
        }
    }
}

/// The bits of the sides in [`State::triumph`].
const BITS: [u8; 2] = [1, 2];

/// A side's bit in [`State::triumph`].
fn bit(side: Side) -> u8 {
    BITS[side.index()]
}

/// The side that wins automatically at the end of this turn (13.1). RULING J211: nobody, if both sides met a condition.
fn triumphant(s: &State) -> Option<Side> {
    SIDES.into_iter().find(|&side| s.triumph == bit(side))
}

/// Whether all parts of a condition of automatic victory hold now.
fn is_met(b: &Battle, s: &State, automatic: &AutomaticVictory) -> bool {
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
    let commanders =
        b.leaders.iter().zip(&s.leaders).filter(|(card, now)| card.side == enemy && now.lost).count() as i32;
    [
        places.map(|(objective, _)| 2 * objective.points).sum(),
        b.victory.eliminated * strength_of(b, s, enemy, Condition::Eliminated),
        b.victory.routed * strength_of(b, s, enemy, Condition::Routed),
        2 * b.victory.commander * commanders,
    ]
}

/// Points in halves, by side (13.2).
pub fn half_points(b: &Battle, s: &State) -> [i32; 2] {
    SIDES.map(|side| parts(b, s, side).iter().sum())
}

/// The end of the game, if there is one.
pub fn outcome(b: &Battle, s: &State) -> Option<Outcome> {
    if s.clock.phase != Phase::Over {
        return None;
    }
    let half_points = half_points(b, s);
    let turn = u16::from(s.clock.turn) + 1;
    if let Some(side) = triumphant(s) {
        return Some(Outcome { winner: Winner::Side(side), half_points, turn, how: "victory.automatic" });
    }
    let winner = match half_points[0] - half_points[1] {
        gap if gap.abs() <= 2 * b.victory.draw => Winner::Draw,
        1.. => Winner::Side(Side(0)),
        _ => Winner::Side(Side(1)),
    };
    Some(Outcome { winner, half_points, turn, how: "victory.points" })
}

/// Adds a number of half points to an event: the whole points, and a word for what is over.
fn half(event: Event, name: &'static str, rest: &'static str, half_points: i32) -> Event {
    event.number(name, half_points / 2).word(rest, if half_points % 2 == 0 { "even" } else { "and_a_half" })
}

impl Field<'_, '_> {
    /// A unit passes a hex, and with it an objective that may be there (13.2).
    pub(crate) fn pass_objective(&mut self, unit: UnitId, hex: HexId) {
        if pass(self.b, self.s, unit, hex) {
            self.tell(|| {
                Event::new(rule!("13.2"), "objective.taken").unit("unit", unit.0.into()).place("hex", hex.0)
            });
            self.watch_victory();
        }
    }

    /// Notes, and tells once, that a side has met a condition for automatic victory (13.1). Besides the passing of objectives, what
    /// happens in a step is looked at when the next one begins, so that the demoralisation of a turn still belongs to it.
    pub(crate) fn watch_victory(&mut self) {
        let before = self.s.triumph;
        watch(self.b, self.s);
        let newly = self.s.triumph & !before;
        for side in SIDES.into_iter().filter(|&side| newly & bit(side) != 0) {
            self.tell(|| Event::new(rule!("13.1"), "victory.triumph").point("side", Point::Side(side)));
        }
    }

    /// Tells how the game ended (1.F, 13).
    pub(crate) fn tell_outcome(&mut self) {
        for side in SIDES {
            let [places, eliminated, routed, commanders] = parts(self.b, self.s, side);
            self.tell(|| {
                let event = Event::new(rule!("13.2"), "victory.count")
                    .opening(Rank::End)
                    .point("side", Point::Side(side))
                    .number("places", places / 2)
                    .number("commanders", commanders / 2);
                let event = half(event, "eliminated", "eliminated_half", eliminated);
                let event = half(event, "routed", "routed_half", routed);
                half(event, "total", "total_half", places + eliminated + routed + commanders)
            });
        }
        let end = outcome(self.b, self.s).expect("the game is over");
        self.tell(|| {
            let event = match (end.winner, end.how) {
                (Winner::Side(side), "victory.automatic") => {
                    Event::new(rule!("13.1"), "victory.automatic").point("side", Point::Side(side))
                }
                (Winner::Side(side), _) => {
                    Event::new(rule!("13.2"), "victory.points").point("side", Point::Side(side))
                }
                (Winner::Draw, _) => Event::new(rule!("13.2"), "victory.draw"),
            };
            event.opening(Rank::End)
        });
    }
}
