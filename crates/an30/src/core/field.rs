//! The field of battle as a procedure sees it: battle, state and doors together.

use std::hash::Hash;

use ground::HexId;
use table::{
    Answer, Doors, Event, Leg, Locals, Luggage, Parcel, Play, Point, Question, Rule, Rulebook, Side, Throw,
    ThrowKind,
};

use crate::core::battle::Battle;
use crate::core::dice::Dice;
use crate::core::state::{CommandId, LeaderId, State, UnitId};

/// The doors, whichever variant of the rulebook is played: procedures are compiled once.
pub trait Door {
    /// As [`Doors::ask`].
    ///
    /// # Errors
    /// As [`Doors::ask`].
    fn ask(&mut self, state: &State, question: &Question<'_>) -> Play<Answer>;

    /// As [`Doors::roll`].
    ///
    /// # Errors
    /// As [`Doors::roll`].
    fn roll(&mut self, throw: &Throw<'_>) -> Play<u32>;

    /// As [`Doors::tell`].
    fn tell(&mut self, event: &mut dyn FnMut() -> Event);

    /// As [`Doors::begin_episode`].
    fn begin_episode(&mut self);

    /// As [`Doors::end_episode`].
    fn end_episode(&mut self);

    /// As [`Doors::landmark`].
    ///
    /// # Errors
    /// As [`Doors::landmark`].
    fn landmark(&mut self, name: &'static str, state: &State, locals: &dyn Locals) -> Play<()>;

    /// As [`Doors::begin_leg`].
    fn begin_leg(&mut self, state: &mut State, luggage: &mut dyn Luggage) -> Leg;

    /// As [`Doors::end_leg`].
    ///
    /// # Errors
    /// As [`Doors::end_leg`].
    fn end_leg(&mut self, name: &'static str, state: &State, luggage: &dyn Luggage) -> Play<()>;
}

impl<R: Rulebook<State = State>> Door for Doors<'_, R> {
    fn ask(&mut self, state: &State, question: &Question<'_>) -> Play<Answer> {
        Doors::ask(self, state, question)
    }

    fn roll(&mut self, throw: &Throw<'_>) -> Play<u32> {
        Doors::roll(self, throw)
    }

    fn tell(&mut self, event: &mut dyn FnMut() -> Event) {
        Doors::tell(self, event);
    }

    fn begin_episode(&mut self) {
        Doors::begin_episode(self);
    }

    fn end_episode(&mut self) {
        Doors::end_episode(self);
    }

    fn landmark(&mut self, name: &'static str, state: &State, locals: &dyn Locals) -> Play<()> {
        Doors::landmark(self, name, state, locals)
    }

    fn begin_leg(&mut self, state: &mut State, luggage: &mut dyn Luggage) -> Leg {
        Doors::begin_leg(self, state, luggage)
    }

    fn end_leg(&mut self, name: &'static str, state: &State, luggage: &dyn Luggage) -> Play<()> {
        Doors::end_leg(self, name, state, luggage)
    }
}

/// Field of play: where the rules' procedures live.
pub struct Field<'t> {
    /// The fixed part.
    pub b: &'t Battle,
    /// The changing part.
    pub s: &'t mut State,
    /// The doors.
    pub(crate) doors: &'t mut dyn Door,
}

/// A unit as something to point at.
pub fn unit_point(unit: UnitId) -> Point {
    Point::Unit(unit.0)
}

/// A leader as something to point at.
pub fn leader_point(leader: LeaderId) -> Point {
    Point::Leader(leader.0)
}

/// A command as something to point at.
pub fn command_point(command: CommandId) -> Point {
    Point::Formation(command.0)
}

/// A hex as something to point at.
pub fn hex_point(hex: HexId) -> Point {
    Point::Place(hex.0)
}

/// The unit an answer points at.
pub fn unit_of(answer: &Answer) -> Option<UnitId> {
    answer.unit().map(UnitId)
}

/// The hex an answer points at.
pub fn hex_of(answer: &Answer) -> Option<HexId> {
    answer.place().map(HexId)
}

/// The command an answer points at.
pub fn command_of(answer: &Answer) -> Option<CommandId> {
    answer.points.iter().find_map(|p| if let Point::Formation(c) = p { Some(CommandId(*c)) } else { None })
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

impl<'t> Field<'t> {
    /// Opens the field.
    pub fn new(b: &'t Battle, s: &'t mut State, doors: &'t mut dyn Door) -> Self {
        Field { b, s, doors }
    }

    /// Throws the two dice (6). `class` says which readings lead to the same continuation.
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

    /// Chooses one of some things by chance, as blindly as a draw from a cup (7.2.1, 8.2.1).
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

    /// Plays an episode: a stretch with landmarks in it.
    ///
    /// # Errors
    /// As its procedure.
    pub fn episode<T>(&mut self, play: impl FnOnce(&mut Self) -> Play<T>) -> Play<T> {
        self.doors.begin_episode();
        let done = play(self)?;
        self.doors.end_episode();
        Ok(done)
    }

    /// A landmark of the episode: what follows depends on nothing but the state, these locals, and what was settled before the episode
    /// ([`Doors::landmark`]).
    ///
    /// # Errors
    /// As [`Doors::landmark`].
    pub fn landmark(&mut self, name: &'static str, locals: &dyn Locals) -> Play<()> {
        self.doors.landmark(name, self.s, locals)
    }

    /// A leg of the episode: a part of it that changes nothing but the state and its luggage; `beside` are the further locals on which the rest depends.
    /// It ends in a landmark, and exact odds that go on from there do not play it again ([`Doors::leg`]).
    ///
    /// # Errors
    /// As its procedure.
    pub fn leg<L: Hash + Clone + 'static, T: Hash + Clone + 'static>(
        &mut self,
        name: &'static str,
        luggage: &mut L,
        beside: &dyn Locals,
        play: impl FnOnce(&mut Self, &mut L) -> Play<T>,
    ) -> Play<T> {
        let mut parcel = Parcel::new(luggage, beside);
        if self.doors.begin_leg(self.s, &mut parcel) == Leg::ToPlay {
            let found = play(self, parcel.luggage())?;
            parcel.put(found);
            self.doors.end_leg(name, self.s, &parcel)?;
        }
        parcel.found()
    }

    /// Tells that something happened.
    pub fn tell(&mut self, event: impl FnOnce() -> Event) {
        let mut event = Some(event);
        self.doors.tell(&mut || (event.take().expect("an event is told once"))());
    }
}

/// Errand of the program: a piece of work that takes a checkpoint of its own, where there is any.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Errand {
    /// A piece of it was done.
    Done,
    /// Nothing of it was left.
    Nothing,
}
