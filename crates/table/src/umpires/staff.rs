//! The staff umpire: computer players on all sides, fast dice, everything in line.

use super::player::{Player, SeenQuestion};
use crate::dice::FastDice;
use crate::{Answer, Decision, Doors, Event, Flow, Play, Rulebook, Stop, Throw, Umpire};

/// Takes an event of a game in line.
pub type Sink<'a> = &'a mut dyn FnMut(Event);

/// Computer players and a fast generator behind the doors.
pub struct Staff<'a, R: Rulebook> {
    players: Vec<&'a mut dyn Player<R>>,
    dice: FastDice,
    sink: Option<Sink<'a>>,
    decisions: u64,
    throws: u64,
}

impl<'a, R: Rulebook> Staff<'a, R> {
    /// One player a side, in the order of the sides.
    pub fn new(players: Vec<&'a mut dyn Player<R>>, dice: FastDice) -> Self {
        Staff { players, dice, sink: None, decisions: 0, throws: 0 }
    }

    /// Sends the events there.
    #[must_use]
    pub fn telling(mut self, sink: Sink<'a>) -> Self {
        self.sink = Some(sink);
        self
    }

    /// Questions answered so far, forced ones included.
    pub fn decisions(&self) -> u64 {
        self.decisions
    }

    /// Throws so far.
    pub fn throws(&self) -> u64 {
        self.throws
    }
}

impl<R: Rulebook> Umpire<R> for Staff<'_, R> {
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        self.decisions += 1;
        if let Some(only) = asked.only() {
            return Ok(only);
        }
        let side = asked.question.side;
        match self.players.get_mut(side.index()) {
            Some(player) => Ok(player.decide(&SeenQuestion::new(asked))),
            None => Err(Stop::Broken(format!("no player sits at side {}", side.0))),
        }
    }

    fn throw(&mut self, throw: &Throw<'_>) -> Play<u32> {
        self.throws += 1;
        Ok(self.dice.below(throw.faces))
    }

    fn listens(&self) -> bool {
        self.sink.is_some()
    }

    fn hear(&mut self, event: Event) {
        if let Some(sink) = &mut self.sink {
            sink(event);
        }
    }
}

/// Ending: how a game in line stopped.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Ending {
    /// It was played to its end, in so many steps.
    Over(u64),
    /// It was still going on after the given number of steps.
    Unfinished,
}

/// Plays on from a state, step by step, to the end of the game or for at most `most_steps` steps.
///
/// # Errors
/// [`Stop`], if the umpire cannot go on; the state is then that of the last checkpoint.
pub fn play_out<R: Rulebook>(
    battle: &R::Battle,
    state: &mut R::State,
    umpire: &mut dyn Umpire<R>,
    most_steps: u64,
) -> Play<Ending> {
    let mut doors = Doors::new(battle, umpire);
    let mut next = state.clone();
    for step in 1..=most_steps {
        let flow = R::step(battle, &mut next, &mut doors)?;
        state.clone_from(&next);
        if flow == Flow::Over {
            return Ok(Ending::Over(step));
        }
    }
    Ok(Ending::Unfinished)
}
