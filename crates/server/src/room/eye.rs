//! What one viewer has been shown of a game, so that only changes are sent.
//!
//! Everything here is made from what the viewer may know. Also the revision is his own: it grows only when something changes for
//! him, so that it does not tell how often the other side has decided in secret.

use std::collections::VecDeque;

use axum::extract::ws::Utf8Bytes;
use sha2::{Digest, Sha256};
use shelf::Live;
use shelf::board::{Position, pointer};
use table::session::Pending;
use table::{Answer, Event, Point, Side};

use super::{frame, words};
use crate::wire::{
    Change, ChoiceGroup, Clocks, LogEntry, OutcomeCard, Question, ServerMessage, UndoProposal,
};

/// How many changes are kept for those who come back.
const KEPT: usize = 64;

/// A viewer's knowledge.
pub(super) struct Eye {
    viewer: Option<Side>,
    pub revision: u64,
    pub position: Position,
    /// The number of the state from which the position was made.
    state: Option<u64>,
    /// Entries of the log that he may see and has been shown.
    log: usize,
    /// The id of his question.
    asked: Option<u64>,
    waiting: Vec<u8>,
    pub undo: Option<u8>,
    pub can_undo: bool,
    over: bool,
    recent: VecDeque<(u64, Utf8Bytes)>,
}

impl Eye {
    pub fn new(viewer: Option<Side>, revision: u64) -> Eye {
        Eye {
            viewer,
            revision,
            position: Position::default(),
            state: None,
            log: 0,
            asked: None,
            waiting: Vec::new(),
            undo: None,
            can_undo: false,
            over: false,
            recent: VecDeque::new(),
        }
    }

    fn pending<'a>(&self, live: &'a dyn Live) -> Option<&'a Pending> {
        let side = self.viewer?;
        live.pending().iter().find(|pending| pending.side == side)
    }

    fn events<'a>(&self, live: &'a dyn Live) -> impl Iterator<Item = &'a Event> + use<'a> {
        let viewer = self.viewer;
        live.log().iter().filter(move |event| event.to.includes(viewer))
    }

    /// What is asked of the viewer.
    pub fn question(&self, live: &dyn Live, answers: &[u64; 2]) -> Option<Question> {
        let pending = self.pending(live).filter(|_| !live.finished())?;
        Some(question(live, pending, answers[pending.side.index()]))
    }

    /// The last entries of the log, and how many there are.
    pub fn last_entries(&self, live: &dyn Live, most: usize) -> (Vec<LogEntry>, u32) {
        let all: Vec<&Event> = self.events(live).collect();
        let first = all.len().saturating_sub(most);
        let entry = |(at, event): (usize, &&Event)| words::entry(live, (first + at) as u32, event);
        (all[first..].iter().enumerate().map(entry).collect(), all.len() as u32)
    }

    /// Looks at the game as it is now. Gives the message that says what has changed for the viewer, if anything has.
    pub fn look(
        &mut self,
        live: &dyn Live,
        state: u64,
        outcome: &Option<OutcomeCard>,
        clocks: Option<&Clocks>,
        answers: &[u64; 2],
    ) -> Option<Utf8Bytes> {
        // What changes no line of the journal leaves the table as it is.
        let position = (self.state != Some(state)).then(|| live.position(self.viewer));
        let patch = position.as_ref().map(|position| position.since(&self.position)).unwrap_or_default();
        self.state = Some(state);
        let (log_cut, log, log_length) = self.news(live);
        let over = live.finished() || live.game().over();
        let pending = self.pending(live).filter(|_| !over);
        let asked = pending.map(|pending| question_id(pending, answers[pending.side.index()]));
        let mut waiting: Vec<u8> =
            live.pending().iter().filter(|_| !over).map(|pending| pending.side.0).collect();
        waiting.sort_unstable();
        let undo = live.game().undo_proposed_by().map(|side| side.0);
        let can_undo = self.viewer.is_some_and(|side| live.can_undo(side));
        let same = patch.is_empty()
            && log.is_empty()
            && log_cut.is_none()
            && (asked, &waiting, undo, can_undo, over)
                == (self.asked, &self.waiting, self.undo, self.can_undo, self.over);
        if same {
            return None;
        }
        let question = pending.filter(|_| asked != self.asked);
        let change = Change {
            from: self.revision,
            revision: self.revision + 1,
            patch,
            log_cut,
            log,
            log_length,
            waiting: waiting.clone(),
            asked: asked != self.asked,
            question: question.map(|pending| question_of(live, pending, asked.unwrap_or_default())),
            clocks: clocks.cloned(),
            undo: undo.map(|by| UndoProposal { by }),
            can_undo,
            outcome: outcome.clone().filter(|_| over),
        };
        self.revision += 1;
        if let Some(position) = position {
            self.position = position;
        }
        self.log = log_length as usize;
        (self.asked, self.waiting, self.undo, self.can_undo, self.over) =
            (asked, waiting, undo, can_undo, over);
        let frame = frame(&ServerMessage::Change { change: Box::new(change) });
        if self.recent.len() == KEPT {
            self.recent.pop_front();
        }
        self.recent.push_back((self.revision - 1, frame.clone()));
        Some(frame)
    }

    /// New entries of the log: the length to which it is cut first, the entries, and the length then.
    fn news(&self, live: &dyn Live) -> (Option<u32>, Vec<LogEntry>, u32) {
        let mut new = Vec::new();
        let mut length = 0;
        for event in self.events(live) {
            if length >= self.log {
                new.push(words::entry(live, length as u32, event));
            }
            length += 1;
        }
        ((length < self.log).then_some(length as u32), new, length as u32)
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

/// A number for a question: the same for the same question after the same number of the side's answers, also after the server was
/// started again; below 2^53, so that scripts can hold it.
pub(super) fn question_id(pending: &Pending, answers: u64) -> u64 {
    let mut hash = Sha256::new();
    hash.update(answers.to_be_bytes());
    hash.update([pending.side.0]);
    hash.update(pending.key.as_bytes());
    let mut point = |point: &Point| {
        if let Some((letter, number)) = letter_and_number(*point) {
            hash.update([letter as u8]);
            hash.update(number.to_be_bytes());
        }
    };
    pending.about.iter().for_each(&mut point);
    for answer in &pending.legal {
        point(&Point::Number(answer.verb.0.into()));
        answer.points.iter().for_each(&mut point);
    }
    let digest = hash.finalize();
    u64::from_be_bytes(digest[..8].try_into().expect("a digest has 32 bytes")) >> 11
}

fn question(live: &dyn Live, pending: &Pending, answers: u64) -> Question {
    question_of(live, pending, question_id(pending, answers))
}

fn question_of(live: &dyn Live, pending: &Pending, id: u64) -> Question {
    Question {
        id,
        side: pending.side.0,
        rule: pending.rule.0.to_owned(),
        key: pending.key.to_owned(),
        about: pending.about.iter().filter_map(|point| pointer(*point)).collect(),
        text: words::asking(live, pending),
        count: pending.legal.len() as u32,
        groups: groups(&pending.legal),
    }
}

/// The kind and number of a point.
fn letter_and_number(point: Point) -> Option<(char, i32)> {
    Some(match point {
        Point::Nothing => return None,
        Point::Unit(n) => ('u', n.into()),
        Point::Leader(n) => ('l', n.into()),
        Point::Place(n) => ('h', n.into()),
        Point::Facing(n) => ('d', n.into()),
        Point::Formation(n) => ('f', n.into()),
        Point::Marker(n) => ('m', n.into()),
        Point::Side(side) => ('s', side.0.into()),
        Point::Number(n) => ('n', n.into()),
    })
}

/// The legal answers, neighbours of the same shape together.
fn groups(legal: &[Answer]) -> Vec<ChoiceGroup> {
    let mut groups: Vec<ChoiceGroup> = Vec::new();
    for (number, answer) in legal.iter().enumerate() {
        let points: Vec<(char, i32)> =
            answer.points.iter().filter_map(|point| letter_and_number(*point)).collect();
        let is_like = |group: &ChoiceGroup| {
            group.verb == answer.verb.0
                && !points.is_empty()
                && group.kinds.chars().eq(points.iter().map(|(letter, _)| *letter))
        };
        if !groups.last().is_some_and(is_like) {
            let kinds = points.iter().map(|(letter, _)| *letter).collect();
            groups.push(ChoiceGroup { first: number as u32, verb: answer.verb.0, kinds, at: Vec::new() });
        }
        let group = groups.last_mut().expect("one was just pushed, if there was none");
        group.at.extend(points.iter().map(|(_, number)| *number));
    }
    groups
}

#[cfg(test)]
mod tests {
    use super::*;
    use table::Verb;

    #[test]
    fn answers_are_grouped_in_their_order() {
        let go = |hex| Answer::one(Verb(3), Point::Place(hex));
        let legal = [
            Answer::button(Verb(0)),
            go(4),
            go(5),
            Answer::two(Verb(3), Point::Unit(1), Point::Place(4)),
            go(6),
        ];
        let text = |g: &ChoiceGroup| format!("{} {} {:?} {:?}", g.first, g.verb, g.kinds, g.at);
        let groups: Vec<String> = groups(&legal).iter().map(text).collect();
        assert_eq!(groups, [r#"0 0 "" []"#, r#"1 3 "h" [4, 5]"#, r#"3 3 "uh" [1, 4]"#, r#"4 3 "h" [6]"#]);
    }
}
