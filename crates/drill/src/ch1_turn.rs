//! 1. The turn.

use table::{Doors, Event, Flow, GameOption, Play, Point, Rank, Side, rule};

use crate::Drill;
use crate::core::battle::Battle;
use crate::core::state::{Phase, State};
use crate::{ch2_movement, ch3_fire, ch4_morale, ch5_victory};

/// Option of counters: whether strengths are known from the start (1.3).
pub const COUNTERS: GameOption =
    GameOption { name: "counters", values: &["hidden", "open"], rule: rule!("1.3") };

/// Movement of a unit in a turn.
pub const MOVEMENT: u8 = 4;

/// Plays what comes next (1.1).
///
/// # Errors
/// As the doors.
pub fn step(b: &Battle, s: &mut State, doors: &mut Doors<'_, Drill>) -> Play<Flow> {
    match s.phase {
        Phase::Move => ch2_movement::movement(b, s, doors)?,
        Phase::Fire => ch3_fire::fire_phase(b, s, doors)?,
        Phase::Toll(unit, loss) => ch3_fire::toll(b, s, doors, unit, loss),
        Phase::Morale(unit) => ch4_morale::check(b, s, doors, unit)?,
        Phase::Over => unreachable!("no step after the end"),
    }
    ch5_victory::hold(b, s);
    if ch5_victory::is_decided(b, s) {
        s.phase = Phase::Over;
    }
    Ok(if s.phase == Phase::Over { Flow::Over } else { Flow::Continue })
}

/// The first words of a side's move (1.1).
pub fn announce(s: &State, doors: &mut Doors<'_, Drill>) {
    let is_new = s.units.iter().all(|unit| unit.movement == MOVEMENT && !unit.acted || !unit.stands());
    if s.side == Side(0) && is_new && s.turn == 1 {
        doors.tell(|| Event::new(rule!("1.1"), "turn.begin").opening(Rank::Turn).number("turn", s.turn));
        doors.tell(|| begun(s.side));
    }
}

fn begun(side: Side) -> Event {
    Event::new(rule!("1.1"), "phase.begin").opening(Rank::Section).point("side", Point::Side(side))
}

/// A side is done: the other moves, or the next turn begins (1.1).
pub fn pass_on(b: &Battle, s: &mut State, doors: &mut Doors<'_, Drill>) {
    for unit in &mut s.units {
        (unit.movement, unit.acted) = (MOVEMENT, false);
    }
    s.side = s.side.enemy();
    s.phase = Phase::Move;
    if s.side == Side(0) {
        if s.turn == b.turns {
            s.phase = Phase::Over;
            return;
        }
        s.turn += 1;
        let turn = s.turn;
        doors.tell(|| Event::new(rule!("1.1"), "turn.begin").opening(Rank::Turn).number("turn", turn));
    }
    let side = s.side;
    doors.tell(|| begun(side));
}

/// A unit's strength comes to light (1.2).
pub fn show(s: &mut State, doors: &mut Doors<'_, Drill>, unit: u16) {
    let now = s.unit_mut(unit);
    if !std::mem::replace(&mut now.shown, true) {
        let strength = now.strength;
        doors.tell(|| Event::new(rule!("1.2"), "unit.shown").unit("unit", unit).number("strength", strength));
    }
}

/// View of a viewer: no strength that has not come to light, but their own (1.2).
pub fn view(b: &Battle, s: &State, viewer: Option<Side>) -> State {
    let mut view = s.clone();
    for unit in b.unit_numbers() {
        if viewer != Some(b.side(unit)) && !s.unit(unit).shown {
            view.unit_mut(unit).strength = 0;
        }
    }
    view
}
