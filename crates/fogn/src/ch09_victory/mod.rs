//! Victory and Defeat: attrition, who is beaten, and what it comes to at the end of the time (`victory.attrition`, `victory.time`, `victory.bonus`).

use table::{Event, Modifiers, Outcome, Rank, Side, Winner, rule};

use crate::armies::Arm;
use crate::core::battle::UnitCard;
use crate::core::place::in_contact;
use crate::core::state::{Cohesion, Phase, Status};
use crate::formations::Strength;
use crate::{Battle, Field, State};

/// Half points of a unit in its army's combat value.
fn worth(card: &UnitCard) -> i32 {
    if card.strength == Strength::Small { 4 } else { 6 }
}

/// Combat value of an army, in half points (`victory.attrition`).
pub fn combat_value(b: &Battle, side: Side) -> i32 {
    let own = b.units_of(side).filter(|unit| !b.unit(*unit).extra);
    own.map(|unit| worth(b.unit(unit))).sum::<i32>() + b.worth_more[side.index()]
}

/// Attrition of an army, in half points: units broken or lost by their worth, spent ones half a point if they are small cavalry and a point if not
/// (`victory.attrition`).
pub fn attrition(b: &Battle, s: &State, side: Side) -> i32 {
    b.units_of(side)
        .map(|unit| {
            let (card, now) = (b.unit(unit), s.unit(unit));
            let small_cavalry = card.arm() == Arm::Cavalry && card.strength == Strength::Small;
            match now.status {
                Status::Lost | Status::Abandoned => worth(card),
                Status::Table if now.cohesion == Cohesion::Broken => worth(card),
                Status::Table if now.spent => 2 - i32::from(small_cavalry),
                Status::Table | Status::Waiting | Status::Absent => 0,
            }
        })
        .sum()
}

/// Whether an army is beaten: it has lost half of its combat value; or 30 in a hundred while the enemy has lost fewer than 10, or 40 while the enemy has lost fewer than 20
/// (`victory.attrition`).
pub fn is_beaten(b: &Battle, s: &State, side: Side) -> bool {
    let share = |side| (100 * attrition(b, s, side), combat_value(b, side).max(1));
    let ((lost, of), (other, of_other)) = (share(side), share(side.enemy()));
    lost >= 50 * of || lost >= 30 * of && other < 10 * of_other || lost >= 40 * of && other < 20 * of_other
}

/// Fresh cavalry of a side: units on the table that are neither spent nor broken nor in contact (`victory.bonus`).
fn fresh_cavalry(b: &Battle, s: &State, side: Side) -> i32 {
    let fresh = b.units_of(side).filter(|unit| {
        let now = s.unit(*unit);
        let able = now.on_table() && !now.spent && now.cohesion != Cohesion::Broken;
        b.arm(*unit) == Arm::Cavalry && able && !in_contact(b, s, *unit)
    });
    fresh.count() as i32
}

/// Words for the levels of victory at the end of the time.
const LEVELS: [&str; 4] = ["victory.none", "victory.marginal", "victory.moderate", "victory.major"];

/// Level of victory of a side at the end of the time: by how much more it has inflicted, and how many times as much; one better or worse by fresh cavalry
/// (`victory.time`, `victory.bonus`).
fn level(b: &Battle, s: &State, side: Side) -> usize {
    let level = earned(b, s, side);
    let bonus = if level == 0 { 0 } else { bonus(b, s, side) };
    (i16::from(level) + bonus).clamp(0, 3) as usize
}

/// The level that a side has earned by what it inflicted.
fn earned(b: &Battle, s: &State, side: Side) -> u8 {
    let (given, taken) = (attrition(b, s, side.enemy()), attrition(b, s, side));
    match given - taken {
        24.. if given >= 3 * taken => 3,
        16.. if given >= 2 * taken => 2,
        8.. => 1,
        _ => 0,
    }
}

/// A level more for two fresh units of cavalry more than the enemy has, one less for two fewer (`victory.bonus`).
fn bonus(b: &Battle, s: &State, side: Side) -> i16 {
    match fresh_cavalry(b, s, side) - fresh_cavalry(b, s, side.enemy()) {
        2.. => 1,
        ..=-2 => -1,
        _ => 0,
    }
}

/// The end of a game that is over.
pub(crate) fn outcome(b: &Battle, s: &State) -> Outcome {
    let half_points = [Side(0), Side(1)].map(|side| attrition(b, s, side.enemy()));
    let turn = (s.clock.turn + 1).min(b.turns);
    let beaten = [Side(0), Side(1)].map(|side| is_beaten(b, s, side));
    let (winner, how) = match beaten {
        [true, true] => (Winner::Draw, "victory.both"),
        [true, false] => (Winner::Side(Side(1)), "victory.beaten"),
        [false, true] => (Winner::Side(Side(0)), "victory.beaten"),
        [false, false] => match [Side(0), Side(1)].map(|side| level(b, s, side)) {
            [0, 0] => (Winner::Draw, LEVELS[0]),
            [level @ (1..), _] => (Winner::Side(Side(0)), LEVELS[level]),
            [_, level] => (Winner::Side(Side(1)), LEVELS[level]),
        },
    };
    Outcome { winner, half_points, turn, how }
}

impl Field<'_, '_> {
    /// Assesses victory at the start of a recovery phase: over if an army is beaten; in the last turn of the game there is no recovery (`victory.attrition`).
    pub(crate) fn assess(&mut self) {
        let beaten = [Side(0), Side(1)].into_iter().any(|side| is_beaten(self.b, self.s, side));
        let last = self.s.clock.side != self.s.clock.attacker && self.s.clock.turn + 1 >= self.b.turns;
        if !beaten && !last {
            return;
        }
        self.s.clock.phase = Phase::Over;
        let lost = [Side(0), Side(1)].map(|side| attrition(self.b, self.s, side));
        let winner = [Side(0), Side(1)].into_iter().find(|side| earned(self.b, self.s, *side) > 0);
        let levels = winner.filter(|_| !beaten).map_or_else(Modifiers::new, |side| {
            let bonus = bonus(self.b, self.s, side);
            Modifiers::new()
                .and(earned(self.b, self.s, side).into(), "inflicted", rule!("victory.time"))
                .and_if(bonus != 0, bonus, "fresh_cavalry", rule!("victory.bonus"))
        });
        self.tell(|| {
            let (rule, key) =
                if beaten { (rule!("victory.attrition"), "beaten") } else { (rule!("victory.time"), "over") };
            Event::new(rule, key)
                .opening(Rank::End)
                .number("first", lost[0])
                .number("second", lost[1])
                .sum("level", &levels)
        });
    }
}
