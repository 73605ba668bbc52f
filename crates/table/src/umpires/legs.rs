//! Legs in the runs of the odds umpire: where one that was played is taken up.

use std::any::Any;
use std::rc::Rc;

use super::walker::Episode;
use crate::Event;

/// Legs that were played in a run, those within others that were played to their end left out.
pub(super) type Legs<S> = Vec<Rc<LegEnd<S>>>;

/// End of a leg: all that a run needs to go on from there.
pub(super) struct LegEnd<S> {
    /// Number of the legs around it.
    pub(super) depth: usize,
    pub(super) state: S,
    pub(super) luggage: Rc<dyn Any>,
    /// Memory of the player.
    pub(super) player: Rc<dyn Any>,
    /// Numbers of the fixed answers and throws and of all answers before it.
    pub(super) counts: (usize, usize, usize),
    /// Number of the throws before it that were weighed.
    pub(super) thrown: usize,
    /// The episode that is under way.
    pub(super) episode: Episode,
    /// The events before it.
    pub(super) told: Told,
}

/// Events of a run, those of the legs before a point shared with other runs.
#[derive(Clone, Default)]
pub(super) struct Told {
    before: Option<Rc<Told>>,
    events: Vec<Event>,
    /// The first sums, in words.
    sums: Option<Rc<str>>,
}

impl Told {
    /// Adds an event.
    pub(super) fn push(&mut self, event: Event) {
        if self.sums.is_none() && !event.sums.is_empty() {
            self.sums = Some(format!("{:?}", event.sums).into());
        }
        self.events.push(event);
    }

    /// The first sums that were told: who asks for what all cases have in common must not be given another's.
    pub(super) fn first_sums(&self) -> Option<&str> {
        self.sums.as_deref()
    }

    /// Shares what was told until now.
    pub(super) fn shared(&mut self) -> Told {
        if !self.events.is_empty() {
            let sums = self.sums.clone();
            let before = Rc::new(std::mem::take(self));
            *self = Told { before: Some(before), events: Vec::new(), sums };
        }
        self.clone()
    }

    /// All events, in order.
    pub(super) fn into_events(self) -> Vec<Event> {
        let Told { before, events, .. } = self;
        let mut parts = vec![events];
        let mut next = before;
        while let Some(told) = next {
            parts.push(told.events.clone());
            next = told.before.clone();
        }
        parts.into_iter().rev().flatten().collect()
    }
}
