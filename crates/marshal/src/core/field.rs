//! The field of battle as a procedure sees it: battle, state and doors together.

use ground::HexId;
use table::{Answer, Doors, Event, Play, Point, Rule, Side, Throw, ThrowKind};

use crate::Marshal;
use crate::core::battle::Battle;
use crate::core::dice::Dice;
use crate::core::state::{CommandId, LeaderId, State, UnitId};

/// Field of play: where the rules' procedures live.
pub struct Field<'t, 'd> {
    /// The fixed part.
    pub b: &'t Battle,
    /// The changing part.
    pub s: &'t mut State,
    /// The doors.
    pub(crate) doors: &'t mut Doors<'d, Marshal>,
    /// Units that were put out of a hex in this step (10).
    pub(crate) put_out: u8,
}

/// A unit as something to point at.
pub fn unit_point(unit: UnitId) -> Point {
    Point::Unit(unit.0)
}

/// A leader as something to point at.
pub fn leader_point(leader: LeaderId) -> Point {
    Point::Leader(leader.0)
}

/// A hex as something to point at.
pub fn hex_point(hex: HexId) -> Point {
    Point::Place(hex.0)
}

/// A command as something to point at.
pub fn command_point(command: CommandId) -> Point {
    Point::Formation(command.0)
}

/// The command an answer points at.
pub fn command_of(answer: &Answer) -> Option<CommandId> {
    let of = |p: &Point| if let Point::Formation(c) = p { Some(CommandId(*c)) } else { None };
    answer.points.iter().find_map(of)
}

/// The unit an answer points at.
pub fn unit_of(answer: &Answer) -> Option<UnitId> {
    answer.unit().map(UnitId)
}

/// The hex an answer points at.
pub fn hex_of(answer: &Answer) -> Option<HexId> {
    answer.place().map(HexId)
}

/// The leader an answer points at.
pub fn leader_of(answer: &Answer) -> Option<LeaderId> {
    answer.points.iter().find_map(|p| if let Point::Leader(l) = p { Some(LeaderId(*l)) } else { None })
}

/// The points that a question or throw is about: up to three things.
pub fn about<const N: usize>(points: [Point; N]) -> [Point; 3] {
    let mut all = [Point::Nothing; 3];
    all[..N].copy_from_slice(&points);
    all
}

impl<'t, 'd> Field<'t, 'd> {
    /// Opens the field.
    pub fn new(b: &'t Battle, s: &'t mut State, doors: &'t mut Doors<'d, Marshal>) -> Self {
        Field { b, s, doors, put_out: 0 }
    }

    /// Throws the two dice (9). `class` says which readings lead to the same continuation.
    ///
    /// # Errors
    /// As [`Doors::roll`].
    pub fn throw(
        &mut self,
        rule: Rule,
        key: &'static str,
        side: Side,
        about: [Point; 3],
        class: impl Fn(Dice) -> u32,
    ) -> Play<Dice> {
        let face = self.doors.roll(&Throw {
            rule,
            key,
            side: Some(side),
            kind: ThrowKind::Die,
            faces: Dice::FACES,
            about,
            class: &|face| class(Dice::of_face(face)),
            shows: &|face| Point::Number(Dice::of_face(face).figure()),
        })?;
        Ok(Dice::of_face(face))
    }

    /// Throws one die, 1 to 6.
    ///
    /// # Errors
    /// As [`Doors::roll`].
    pub fn throw_one(
        &mut self,
        rule: Rule,
        key: &'static str,
        side: Side,
        about: [Point; 3],
        class: impl Fn(i16) -> u32,
    ) -> Play<i16> {
        let face = self.doors.roll(&Throw {
            rule,
            key,
            side: Some(side),
            kind: ThrowKind::Die,
            faces: 6,
            about,
            class: &|face| class(face as i16 + 1),
            shows: &|face| Point::Number(face as i16 + 1),
        })?;
        Ok(face as i16 + 1)
    }

    /// Chooses one of some things by chance.
    ///
    /// # Errors
    /// As [`Doors::roll`].
    pub fn draw(&mut self, rule: Rule, key: &'static str, side: Side, things: &[Point]) -> Play<usize> {
        let drawn = self.doors.roll(&Throw {
            rule,
            key,
            side: Some(side),
            kind: ThrowKind::Draw,
            faces: things.len() as u32,
            about: [Point::Nothing; 3],
            class: &|face| face,
            shows: &|face| things[face as usize],
        })?;
        Ok(drawn as usize)
    }

    /// Tells that something happened.
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        self.doors.tell(event);
    }
}
