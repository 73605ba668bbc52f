//! Rulebook: what it gives to the table.

use std::hash::Hash;

use crate::{Doors, GameOption, Names, Play, Settings, Side, Verb};

/// End of a step: how a step ended, of a game or of a part of it (a phase, a segment).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Flow {
    /// It goes on with another step.
    Continue,
    /// It is over.
    Over,
}

/// Test: how a test of somebody's nerve or skill came out.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Test {
    /// It was passed, or there was none to make.
    Passed,
    /// It was failed.
    Failed,
}

impl Test {
    /// Whether it was passed.
    pub const fn passed(self) -> bool {
        matches!(self, Test::Passed)
    }

    /// The word for events: `passed` or `failed`.
    pub const fn word(self) -> &'static str {
        match self {
            Test::Passed => "passed",
            Test::Failed => "failed",
        }
    }
}

impl From<bool> for Test {
    /// Passed, if what the test asks for holds.
    fn from(holds: bool) -> Test {
        if holds { Test::Passed } else { Test::Failed }
    }
}

/// Winner: who won.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Winner {
    /// A side.
    Side(Side),
    /// Neither.
    Draw,
}

/// The end of a game.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Outcome {
    /// The winner.
    pub winner: Winner,
    /// Points by side, in halves of a point.
    pub half_points: [i32; 2],
    /// The game turn in which it ended, from 1.
    pub turn: u16,
    /// Key of how it ended, a word of the catalogue: `victory.points`, `victory.automatic`, ...
    pub how: &'static str,
}

/// A rulebook: what a game of it is made of, and how one step of it goes.
pub trait Rulebook: Sized + Send + Sync + 'static {
    /// The fixed part of a battle: ground, order of battle, charts, scenario. Shared and immutable.
    type Battle: Names + Send + Sync + 'static;

    /// The changing part of a game: flat, small, cheap to copy, compare and hash.
    type State: Clone + Eq + Hash + Send + Sync + 'static;

    /// The rulebook's id, for example `jdg`.
    const ID: &'static str;

    /// Version of the code's reading of the rules, raised by whoever changes what a game comes to: a journal of an older version goes on only
    /// where every state is still the same.
    const VERSION: u32;

    /// Names of the verbs, by [`Verb`](crate::Verb) index: one lower-case word each.
    const VERBS: &'static [&'static str];

    /// The word, in the catalogue, of a number that an answer of a verb points at; `None` if the number is a figure.
    fn number_word(_verb: Verb, _number: i16) -> Option<&'static str> {
        None
    }

    /// Options that players settle before a game begins; most rulebooks leave nothing open.
    const OPTIONS: &'static [GameOption] = &[];

    /// Settings of a battle as it was set up. A rulebook with options keeps in its battle what
    /// [`settle`](crate::option::settle) has given.
    fn settled(_battle: &Self::Battle) -> Settings {
        Settings::new()
    }

    /// The state at the start of a battle.
    fn start(battle: &Self::Battle) -> Self::State;

    /// Plays one top-level step (an order given, a unit moved, a combat resolved) and leaves the clock at the next one.
    /// The state afterwards is a checkpoint. It is not called again after [`Flow::Over`].
    ///
    /// # Errors
    /// [`Stop`](crate::Stop) when the umpire cannot go on; the half-done state is then worthless and must be dropped.
    fn step(battle: &Self::Battle, state: &mut Self::State, doors: &mut Doors<'_, Self>) -> Play<Flow>;

    /// View of a viewer: the same kind of state with every secret of others replaced by a fixed value. `None` is an onlooker.
    fn view(battle: &Self::Battle, state: &Self::State, viewer: Option<Side>) -> Self::State;

    /// Hindsight: the state in which the present step began as a viewer may know it now that the step has come to another one: [`Rulebook::view`] of it,
    /// but nothing is hidden any more that the step has shown since. Whoever looks ahead from within a step begins there.
    fn hindsight(
        battle: &Self::Battle,
        began: &Self::State,
        _now: &Self::State,
        viewer: Option<Side>,
    ) -> Self::State {
        Self::view(battle, began, viewer)
    }

    /// Whether the next step brings to light what a viewer may not know yet, so that nobody can look through it with the viewer's eyes.
    fn veiled(_battle: &Self::Battle, _state: &Self::State, _viewer: Side) -> bool {
        false
    }

    /// Rehearsal: a state from which what was announced between two states is fought at once, as everything stands; none where nothing was announced
    /// that is fought later, or where it has been fought. Whoever looks ahead plays on from it until there is none any more: so the odds of an announcement
    /// are told though much may come before it is carried out.
    fn rehearsal(_battle: &Self::Battle, _before: &Self::State, _now: &Self::State) -> Option<Self::State> {
        None
    }

    /// The end of the game, once there is one.
    fn outcome(battle: &Self::Battle, state: &Self::State) -> Option<Outcome>;

    /// Checks what must hold at every checkpoint (stacking, strengths, every unit somewhere or dead).
    ///
    /// # Errors
    /// Names the broken invariant.
    fn check(battle: &Self::Battle, state: &Self::State) -> Result<(), String>;

    /// The game turn, from 1, and how many there are.
    fn turn(battle: &Self::Battle, state: &Self::State) -> (u16, u16);
}
