//! The field of battle as a procedure sees it: battle, state and doors together.

use table::{Answer, Doors, Event, Play, Point, Pool, Rule, Side, Tally, Throw, ThrowKind};

use crate::Fogn;
use crate::core::battle::Battle;
use crate::core::state::{CommanderId, DivisionId, State, UnitId};

/// Field of play: where the rules' procedures live.
pub struct Field<'t, 'd> {
    /// The fixed part.
    pub b: &'t Battle,
    /// The changing part.
    pub s: &'t mut State,
    /// The doors.
    pub(crate) doors: &'t mut Doors<'d, Fogn>,
}

/// Over: whether a phase is over after a step of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Over {
    /// It is.
    Yes,
    /// It goes on.
    No,
}

/// A unit as something to point at.
pub fn unit_point(unit: UnitId) -> Point {
    Point::Unit(unit.0.into())
}

/// A commander as something to point at.
pub fn commander_point(commander: CommanderId) -> Point {
    Point::Leader(commander.0.into())
}

/// A division as something to point at.
pub fn division_point(division: DivisionId) -> Point {
    Point::Formation(division.0.into())
}

/// The division an answer points at.
pub fn division_of(answer: &Answer) -> Option<DivisionId> {
    let found = answer.points.iter().find_map(|p| if let Point::Formation(d) = p { Some(*d) } else { None });
    found.and_then(|division| u8::try_from(division).ok()).map(DivisionId)
}

/// The unit an answer points at.
pub fn unit_of(answer: &Answer) -> Option<UnitId> {
    answer.unit().and_then(|unit| u8::try_from(unit).ok()).map(UnitId)
}

/// The commander an answer points at.
pub fn commander_of(answer: &Answer) -> Option<CommanderId> {
    let leader = answer.points.iter().find_map(|p| if let Point::Leader(l) = p { Some(*l) } else { None });
    leader.and_then(|leader| u8::try_from(leader).ok()).map(CommanderId)
}

/// The points that a question or throw is about: up to three things.
pub fn about<const N: usize>(points: [Point; N]) -> [Point; 3] {
    let mut all = [Point::Nothing; 3];
    all[..N].copy_from_slice(&points);
    all
}

impl<'t, 'd> Field<'t, 'd> {
    /// Opens the field.
    pub fn new(b: &'t Battle, s: &'t mut State, doors: &'t mut Doors<'d, Fogn>) -> Self {
        Field { b, s, doors }
    }

    /// Throws so many dice for a unit. `class` says into which class each reading falls.
    ///
    /// # Errors
    /// As [`Doors::roll_pool`].
    pub fn throw(
        &mut self,
        rule: Rule,
        key: &'static str,
        (side, unit): (Side, UnitId),
        dice: u16,
        class: impl Fn(i16) -> u32,
    ) -> Play<Tally> {
        let die = Throw {
            rule,
            key,
            side: Some(side),
            kind: ThrowKind::Die,
            faces: 6,
            about: about([unit_point(unit)]),
            class: &|face| class(face as i16 + 1),
            shows: &|face| Point::Number(face as i16 + 1),
        };
        self.doors.roll_pool(&Pool { die, dice })
    }

    /// Tells that something happened.
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.doors.tell(event);
    }
}
