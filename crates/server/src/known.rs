//! Browsers that were seen lately, those whose tokens have ended, and holders whose seats went to an account.

use std::collections::{HashMap, HashSet, VecDeque};
use std::sync::Mutex;
use std::time::{Duration, Instant};

use tokio::sync::watch;

use crate::store::SessionRow;

/// Number of the browsers kept in memory, so that the data base is not asked at every request.
const KNOWN: usize = 10_000;
/// Time for which a token is remembered to have ended: longer than a request takes that began before.
const ENDED: Duration = Duration::from_secs(600);
/// Number of the moves kept for games that were being loaded meanwhile, and for requests that began before.
const MOVES: usize = 4096;

/// Browsers that were seen lately.
#[derive(Default)]
pub struct KnownBrowsers(Mutex<Sightings>);

#[derive(Default)]
struct Sightings {
    sessions: HashMap<String, SessionRow>,
    ended: HashMap<String, Instant>,
    /// Dropped when the token ends: then its connections end.
    lines: HashMap<String, watch::Sender<()>>,
}

impl KnownBrowsers {
    fn seen(&self) -> std::sync::MutexGuard<'_, Sightings> {
        self.0.lock().expect("nobody panics with this lock")
    }

    /// A browser.
    pub fn get(&self, token: &str) -> Option<SessionRow> {
        self.seen().sessions.get(token).cloned()
    }

    /// Keeps a browser, unless its token has ended since it was read.
    pub fn put(&self, token: &str, session: SessionRow) {
        let mut seen = self.seen();
        if seen.ended.contains_key(token) {
            return;
        }
        if seen.sessions.len() >= KNOWN {
            seen.sessions.clear();
        }
        seen.sessions.insert(token.to_owned(), session);
    }

    /// Forgets a browser: it is looked up again.
    pub fn forget(&self, token: &str) {
        self.seen().sessions.remove(token);
    }

    /// Forgets a browser and ends its connections, which are to be made anew.
    pub fn hang_up(&self, token: &str) {
        let mut seen = self.seen();
        seen.sessions.remove(token);
        seen.lines.remove(token);
    }

    /// These tokens are nobody's any more, and their connections end.
    pub fn end(&self, tokens: &[String]) {
        let now = Instant::now();
        let mut seen = self.seen();
        seen.ended.retain(|_, at| now.duration_since(*at) < ENDED);
        for token in tokens {
            seen.sessions.remove(token);
            seen.lines.remove(token);
            seen.ended.insert(token.clone(), now);
        }
    }

    /// Whether a token has ended lately.
    pub fn has_ended(&self, token: &str) -> bool {
        self.seen().ended.contains_key(token)
    }

    /// A connection with a token: it ends when nothing more can be received. None if the token has ended.
    pub fn listen(&self, token: &str) -> Option<watch::Receiver<()>> {
        let mut seen = self.seen();
        if seen.ended.contains_key(token) {
            return None;
        }
        Some(seen.lines.entry(token.to_owned()).or_insert_with(|| watch::channel(()).0).subscribe())
    }

    /// A connection with a token has ended.
    pub fn leave(&self, token: &str) {
        let mut seen = self.seen();
        if seen.lines.get(token).is_some_and(|line| line.receiver_count() == 0) {
            seen.lines.remove(token);
        }
    }
}

/// Holders whose seats went to an account, lately.
#[derive(Default)]
pub struct Moves(Mutex<MoveLog>);

#[derive(Default)]
struct MoveLog {
    number: u64,
    /// Floor: who has seen less than so many is to look at the disk.
    floor: u64,
    moves: VecDeque<(u64, String, String)>,
    /// Those of which it is not known whether they have moved.
    unsure: HashSet<String>,
}

impl Moves {
    fn moved(&self) -> std::sync::MutexGuard<'_, MoveLog> {
        self.0.lock().expect("nobody panics with this lock")
    }

    /// Number of the moves there were.
    pub fn number(&self) -> u64 {
        self.moved().number
    }

    /// One holder's seats have gone to another.
    pub fn add(&self, from: &str, to: &str) {
        let mut moved = self.moved();
        moved.number += 1;
        let number = moved.number;
        moved.moves.push_back((number, from.to_owned(), to.to_owned()));
        if moved.moves.len() > MOVES
            && let Some((old, ..)) = moved.moves.pop_front()
        {
            moved.floor = moved.floor.max(old);
        }
    }

    /// A holder's seats may have gone to another, or not.
    pub fn doubt(&self, from: &str) {
        let mut moved = self.moved();
        moved.number += 1;
        moved.floor = moved.number;
        moved.unsure.insert(from.to_owned());
    }

    /// Whether it is not known of somebody whether they have moved.
    pub fn is_unsure(&self, holder: &str) -> bool {
        self.moved().unsure.contains(holder)
    }

    /// Whether it is not known of anybody.
    pub fn doubts(&self) -> bool {
        !self.moved().unsure.is_empty()
    }

    /// Ends the doubt: what is on disk is known, and is to be read again.
    pub fn settled(&self) {
        let mut moved = self.moved();
        if !moved.unsure.is_empty() {
            moved.unsure.clear();
            moved.number += 1;
            moved.floor = moved.number;
        }
    }

    /// The moves after so many, and how many there are now; no moves if only the disk knows them.
    pub fn since(&self, number: u64) -> (u64, Option<Vec<(String, String)>>) {
        let moved = self.moved();
        if number < moved.floor {
            return (moved.number, None);
        }
        let new = moved.moves.iter().filter(|(at, ..)| *at > number);
        (moved.number, Some(new.map(|(_, from, to)| (from.clone(), to.clone())).collect()))
    }

    /// Present holder of what a holder had.
    pub fn holder_now(&self, holder: &str) -> String {
        let moved = self.moved();
        let to = moved.moves.iter().rev().find(|(_, from, _)| from == holder);
        to.map_or_else(|| holder.to_owned(), |(.., to)| to.clone())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_token_that_has_ended_does_not_come_back_and_its_connections_end() {
        let known = KnownBrowsers::default();
        known.put("one", SessionRow::default());
        let line = known.listen("one").expect("it is somebody's");
        known.end(&["one".to_owned()]);
        assert!(line.has_changed().is_err(), "the connection ends");
        // A request that has read it before it ended.
        known.put("one", SessionRow::default());
        assert!(known.get("one").is_none() && known.listen("one").is_none());
    }

    #[test]
    fn who_has_missed_too_many_moves_looks_at_the_disk() {
        let moves = Moves::default();
        moves.add("s:1", "a:anna");
        assert_eq!(moves.since(0).1.map(|new| new.len()), Some(1));
        assert_eq!((moves.holder_now("s:1"), moves.holder_now("s:2")), ("a:anna".into(), "s:2".into()));
        moves.doubt("s:3");
        assert!(moves.since(1).1.is_none() && moves.is_unsure("s:3"));
        let seen = moves.number();
        moves.settled();
        assert!(moves.since(seen).1.is_none() && !moves.doubts());
        for _ in 0..=MOVES {
            moves.add("s:4", "a:bert");
        }
        assert!(moves.since(seen + 1).1.is_none());
    }
}
