//! Feeds: what one viewer has been shown of a game, so that only changes are sent.
//!
//! Everything here is made from what the viewer may know. Also the revision is their own: it grows only when something changes for
//! them, so that it does not tell how often the other side has decided in secret.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use shelf::board::Position;
use shelf::{Game, Viewpoint};
use table::Side;

use super::asks::{Counts, SideQuestion};
use super::frame;
use super::record::{Item, LogSources, OrderedAnswer, Place, items};
use super::words;
use crate::wire::{Change, Clocks, DiceCard, LogEntry, OutcomeCard, Question, ServerMessage, UndoProposal};

/// Number of the changes kept for those who come back.
const KEPT: usize = 64;

/// A game as it is now.
pub(super) struct CurrentGame<'a> {
    pub live: &'a dyn Game,
    /// Another number, another position.
    pub state: u64,
    pub outcome: &'a Option<OutcomeCard>,
    pub clocks: Option<&'a Clocks>,
    pub counts: &'a Counts,
    pub ordered: &'a [OrderedAnswer],
    /// Side that types throws in.
    pub thrower: Option<Side>,
    /// Card of the dice, which everybody may know.
    pub dice: DiceCard,
    /// Whether the viewer may take their last decision back alone.
    pub may_take_back: bool,
    /// Sides that are asked something.
    pub waiting: &'a [u8],
}

impl<'a> CurrentGame<'a> {
    fn asks(&self, viewer: Option<Side>) -> Option<SideQuestion<'a>> {
        SideQuestion::of(self.live, viewer?, self.thrower)
    }

    fn items(&self, viewer: Option<Side>, from: Place) -> impl Iterator<Item = Item<'a>> + use<'a> {
        items(self.told(), from, Viewpoint::Of(viewer))
    }

    fn told(&self) -> LogSources<'a> {
        LogSources { log: self.live.log(), ordered: self.ordered, notices: self.live.notices() }
    }

    /// The place up to which the log stands when all events from one on are gone, and how many entries the viewer is left with.
    fn left(&self, viewer: Option<Side>, events: usize, ordered: usize) -> (Place, u32) {
        let all = self.told();
        let notices = all.notices.partition_point(|notice| notice.after < events);
        let told = LogSources {
            log: &all.log[..events],
            ordered: &all.ordered[..ordered],
            notices: &all.notices[..notices],
        };
        let count = items(told, Place::default(), Viewpoint::Of(viewer)).count();
        (told.end(), count as u32)
    }

    /// The proposal to take back, as the viewer sees it.
    pub fn proposal(&self, viewer: Option<Side>) -> Option<UndoProposal> {
        let proposal = self.live.undo_proposed()?;
        let undone = self.live.undone(viewer)?;
        let ordered = self.ordered.partition_point(|ordered| ordered.line < proposal.line as u64);
        Some(UndoProposal {
            id: proposal.id as u64,
            by: proposal.by.0,
            log: self.left(viewer, undone.log, ordered).1,
            own: undone.own.iter().map(|answer| self.live.label(answer)).collect(),
            throws: undone.throws as u32,
        })
    }
}

/// Question to a viewer.
pub(super) fn question(viewer: Option<Side>, now: &CurrentGame<'_>) -> Option<Question> {
    let asks = now.asks(viewer)?;
    Some(asks.question(now.live, asks.id(now.counts)))
}

/// The last entries of a viewer's log, and how many there are.
pub(super) fn last_entries(viewer: Option<Side>, now: &CurrentGame<'_>, most: usize) -> (Vec<LogEntry>, u32) {
    let all: Vec<Item<'_>> = now.items(viewer, Place::default()).collect();
    let first = all.len().saturating_sub(most);
    let entries = (first..).zip(&all[first..]).map(|(at, item)| item.entry(now.live, at as u32));
    (entries.collect(), all.len() as u32)
}

/// A viewer's knowledge.
pub(super) struct ViewerFeed {
    viewer: Option<Side>,
    pub revision: u64,
    pub position: Position,
    /// The number of the state from which the position was made.
    state: Option<u64>,
    /// Place in the log up to which it has been taken, and the number of entries that they have been shown.
    place: Place,
    shown: u32,
    /// The length to which what they have been shown was cut since.
    cut: Option<u32>,
    /// The id of their question.
    asked: Option<u64>,
    waiting: Vec<u8>,
    dice: DiceCard,
    pub undo: Option<UndoProposal>,
    pub can_undo: bool,
    over: bool,
    recent: VecDeque<(u64, Utf8Bytes)>,
}

impl ViewerFeed {
    pub fn new(viewer: Option<Side>, revision: u64) -> ViewerFeed {
        ViewerFeed {
            viewer,
            revision,
            position: Position::default(),
            state: None,
            place: Place::default(),
            shown: 0,
            cut: None,
            asked: None,
            waiting: Vec::new(),
            dice: DiceCard::default(),
            undo: None,
            can_undo: false,
            over: false,
            recent: VecDeque::new(),
        }
    }

    /// Whether they have seen a state.
    pub fn has_seen(&self, state: u64) -> bool {
        self.state == Some(state)
    }

    /// Something was taken back: what follows is new again. To be called before anything else happens.
    pub fn cut(&mut self, now: &CurrentGame<'_>) {
        let (place, left) = now.left(self.viewer, now.live.log().len(), now.ordered.len());
        let is_behind = self.place.events <= place.events
            && self.place.ordered <= place.ordered
            && self.place.notices <= place.notices;
        if is_behind {
            return;
        }
        self.place = place;
        if left < self.shown {
            self.shown = left;
            self.cut = Some(left);
        }
    }

    /// Looks at the game as it is now. Gives the message that says what has changed for the viewer, if anything has.
    pub fn look(&mut self, now: &CurrentGame<'_>) -> Option<Utf8Bytes> {
        let live = now.live;
        // What changes no line of the journal leaves the table as it is.
        let position = (self.state != Some(now.state)).then(|| live.position(self.viewer));
        let patch = position.as_ref().map(|position| position.since(&self.position)).unwrap_or_default();
        self.state = Some(now.state);
        let log = self.news(now);
        let log_length = self.shown + log.len() as u32;
        let over = live.finished() || live.over();
        let asks = now.asks(self.viewer);
        let asked = asks.as_ref().map(|asks| asks.id(now.counts));
        let undo = now.proposal(self.viewer);
        let can_undo = now.may_take_back;
        let same = patch.is_empty()
            && log.is_empty()
            && self.cut.is_none()
            && undo == self.undo
            && now.dice == self.dice
            && (asked, now.waiting, can_undo, over)
                == (self.asked, self.waiting.as_slice(), self.can_undo, self.over);
        if same {
            return None;
        }
        let question = asks.filter(|_| asked != self.asked);
        let change = Change {
            from: self.revision,
            revision: self.revision + 1,
            patch,
            log_cut: self.cut.take(),
            log,
            log_length,
            waiting: now.waiting.to_vec(),
            asked: asked != self.asked,
            question: question.map(|asks| asks.question(live, asked.unwrap_or_default())),
            clocks: now.clocks.cloned(),
            dice: Some(&now.dice).filter(|dice| **dice != self.dice).cloned(),
            undo: undo.clone(),
            can_undo,
            outcome: now.outcome.as_ref().filter(|_| over).map(|outcome| words::told(live, outcome)),
        };
        self.revision += 1;
        if let Some(position) = position {
            self.position = position;
        }
        self.shown = log_length;
        self.dice.clone_from(&now.dice);
        self.waiting.clear();
        self.waiting.extend_from_slice(now.waiting);
        (self.asked, self.undo, self.can_undo, self.over) = (asked, undo, can_undo, over);
        Some(self.keep(&ServerMessage::Change { change: Box::new(change) }))
    }

    /// Keeps a change for those who come back.
    fn keep(&mut self, message: &ServerMessage) -> Utf8Bytes {
        let frame = frame(message);
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back((self.revision - 1, frame.clone()));
        frame
    }

    /// New entries of the log.
    fn news(&mut self, now: &CurrentGame<'_>) -> Vec<LogEntry> {
        let new = now.items(self.viewer, self.place);
        let entries = (self.shown..).zip(new).map(|(at, item)| item.entry(now.live, at)).collect();
        self.place = now.told().end();
        entries
    }

    /// The changes from a revision on, if they are still known.
    pub fn since(&self, revision: u64) -> Option<Vec<Utf8Bytes>> {
        if revision == self.revision {
            return Some(Vec::new());
        }
        let first = self.recent.iter().position(|(from, _)| *from == revision)?;
        Some(self.recent.iter().skip(first).map(|(_, frame)| frame.clone()).collect())
    }
}
