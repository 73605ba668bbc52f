//! The replay umpire: answers and throws from a recording.

use crate::{Answer, Decision, Event, Play, Rulebook, Side, Stop, Throw, Umpire, text};

/// Recording: what was decided and thrown in a game, in order. Forced decisions (one legal answer) are not part of it.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
pub struct Recording {
    /// The answers, with the sides that gave them. Only the order among a side's own answers matters.
    pub answers: Vec<(Side, Answer)>,
    /// The outcomes of the throws.
    pub throws: Vec<u32>,
}

/// A recording behind the doors. Every answer goes through the gate again. At the recording's end, the umpire waits.
pub struct Replay<'a> {
    queues: Vec<std::vec::IntoIter<Answer>>,
    throws: std::slice::Iter<'a, u32>,
    events: Option<Vec<Event>>,
}

impl<'a> Replay<'a> {
    /// Opens a recording at its beginning.
    pub fn new(recording: &'a Recording) -> Self {
        let mut queues: Vec<Vec<Answer>> = Vec::new();
        for (side, answer) in &recording.answers {
            if queues.len() <= side.index() {
                queues.resize(side.index() + 1, Vec::new());
            }
            queues[side.index()].push(*answer);
        }
        Replay {
            queues: queues.into_iter().map(Vec::into_iter).collect(),
            throws: recording.throws.iter(),
            events: None,
        }
    }

    /// Collects the events.
    #[must_use]
    pub fn listening(mut self) -> Self {
        self.events = Some(Vec::new());
        self
    }

    /// The events since the last call.
    pub fn take_events(&mut self) -> Vec<Event> {
        self.events.as_mut().map(std::mem::take).unwrap_or_default()
    }

    /// Answers and throws that were not needed yet.
    pub fn left(&self) -> (usize, usize) {
        (self.queues.iter().map(ExactSizeIterator::len).sum(), self.throws.len())
    }
}

impl<R: Rulebook> Umpire<R> for Replay<'_> {
    fn answer(&mut self, asked: &Decision<'_, R>) -> Play<Answer> {
        if let Some(only) = asked.only() {
            return Ok(only);
        }
        let side = asked.question.side;
        let next = self.queues.get_mut(side.index()).and_then(Iterator::next).ok_or(Stop::Waiting)?;
        if asked.judge(&next).is_ok() {
            return Ok(next);
        }
        let question = asked.question;
        Err(Stop::Broken(format!(
            "the recorded answer `{}` of {} does not fit question {} ({}); legal are: {}",
            text::print::<R>(asked.battle, &next),
            text::print_side(asked.battle, side),
            question.key,
            question.rule,
            text::print_list::<R>(asked.battle, asked.legal, 12),
        )))
    }

    fn throw(&mut self, _throw: &Throw<'_>) -> Play<u32> {
        self.throws.next().copied().ok_or(Stop::Waiting)
    }

    fn listens(&self) -> bool {
        self.events.is_some()
    }

    fn hear(&mut self, event: Event) {
        if let Some(events) = &mut self.events {
            events.push(event);
        }
    }
}
