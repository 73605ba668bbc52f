//! A game in memory: one lock, one writer of its journal, and the feeds of those who look at it.

pub mod asks;
mod back;
mod cards;
pub mod clock;
mod delayed;
mod fall;
mod feed;
mod follow;
mod gallery;
mod likeness;
pub mod mix;
pub mod orders;
pub mod record;
mod seats;
pub mod sitters;
mod staff;
mod state;
mod views;
pub mod words;

use std::net::IpAddr;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use shelf::board::Board;
use shelf::{Game, Language, Table};
use table::Side;
use tokio::sync::{Mutex, MutexGuard, OnceCell};

use crate::api_error::{ApiError, Result};
use crate::hub::Hub;
use crate::store::{GameRow, ListedGame, SeatRow, StoreError, Write};
use crate::wire::{self, EarlyEnd, OutcomeCard, ServerMessage};
use crate::work::Turn;
use crate::{now_ms, now_s};
pub use back::Back;
pub use cards::{card, side_cards, title};
pub use fall::ArrivalTime;
use gallery::Gallery;
pub use gallery::frame;
pub use likeness::Likeness;
pub use seats::{DiceShare, Passage};
pub use state::RoomState;
pub use views::Watch;

/// A game in memory.
pub struct Room {
    /// Its fixed part. Who made it may sign in: see [`Room::is_made_by`].
    pub row: GameRow,
    maker: std::sync::Mutex<String>,
    /// Number of the moves of holders that were followed.
    moves: AtomicU64,
    /// Its battle.
    pub table: Arc<dyn Table>,
    /// Board: all that stands still.
    pub board: Arc<Board>,
    delayed: Mutex<Option<delayed::DelayedGame>>,
    inner: Mutex<RoomState>,
    /// Bytes of the journal when it was loaded.
    length: usize,
    gallery: Gallery,
    /// By viewer: side 0, side 1, onlookers.
    here: [AtomicUsize; 3],
    /// Grows when a seat changes hands.
    seating: AtomicU64,
    touched: AtomicI64,
    driving: AtomicBool,
    fortune: OnceCell<shelf::Fortune>,
}

/// One who looks at a game: with whose eyes, and in which language. All who do so alike are told the same.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Viewer {
    /// The side as which they look; none for an onlooker.
    pub side: Option<Side>,
    /// The language in which they read.
    pub language: Language,
}

impl Viewer {
    /// A side's viewer, or an onlooker.
    pub fn new(side: Option<Side>, language: Language) -> Viewer {
        Viewer { side, language }
    }

    /// All that there can be, in the order of their lanes.
    fn all() -> impl Iterator<Item = Viewer> {
        let sides = [Some(Side(0)), Some(Side(1)), None];
        Language::all().flat_map(move |language| sides.map(|side| Viewer { side, language }))
    }

    /// Their feed, at first. Revisions in different languages are never the same, so that nobody who changes their language is told only what
    /// has changed in the other. They stay below 2^53, so that scripts can hold them.
    fn feed(self, revision: u64) -> feed::ViewerFeed {
        feed::ViewerFeed::new(self.side, revision + ((self.language.index() as u64) << 44))
    }

    /// The place of their feed and their lane.
    fn lane(self) -> usize {
        self.language.index() * 3 + place_of(self.side)
    }
}

/// The place of a viewer: side 0, side 1, onlookers.
fn place_of(viewer: Option<Side>) -> usize {
    viewer.map_or(2, Side::index)
}

/// Game as stored: what is stored of a game.
pub struct StoredGame {
    /// The game, where it stands, and its seats.
    pub listed: ListedGame,
    /// Its journal.
    pub journal: String,
    /// Answers that standing orders gave.
    pub ordered: Vec<record::OrderedAnswer>,
    /// The number of its next chat message.
    pub next_chat: u64,
    /// Number of the holders that had moved before it was read.
    pub moves: u64,
}

impl Room {
    /// A game from what is stored of it.
    pub fn new(stored: StoredGame, live: Box<dyn Game>, table: Arc<dyn Table>, board: Arc<Board>) -> Room {
        Room {
            row: stored.listed.game.clone(),
            maker: std::sync::Mutex::new(stored.listed.game.maker.clone()),
            moves: AtomicU64::new(stored.moves),
            table,
            board,
            delayed: Mutex::default(),
            length: stored.journal.len(),
            inner: Mutex::new(RoomState::new(stored, live)),
            gallery: Gallery::new(now_ms() as u64),
            here: Default::default(),
            seating: AtomicU64::new(0),
            touched: AtomicI64::new(now_s()),
            driving: AtomicBool::new(false),
            fortune: OnceCell::new(),
        }
    }

    /// The game under its lock, speaking English.
    ///
    /// # Errors
    /// This copy is not to be used any more: the next request loads it again.
    pub async fn lock(&self) -> Result<MutexGuard<'_, RoomState>> {
        self.lock_in(Language::ENGLISH).await
    }

    /// The game under its lock, speaking a language.
    ///
    /// # Errors
    /// As [`Room::lock`].
    pub async fn lock_in(&self, language: Language) -> Result<MutexGuard<'_, RoomState>> {
        self.touched.store(now_s(), Relaxed);
        let mut inner = self.inner.lock().await;
        if inner.broken {
            return Err(ApiError::conflict("the game is being loaded again; please try once more"));
        }
        inner.live.speak(language);
        (inner.arrived, inner.fell) = (None, None);
        Ok(inner)
    }

    /// Whether somebody made the game.
    pub fn is_made_by(&self, holder: Option<&str>) -> bool {
        holder == Some(self.maker.lock().expect("nobody panics with this lock").as_str())
    }

    /// Gives seats whose holders have moved to an account to that. False, if the game is to be loaded again.
    pub async fn keep_up(&self, hub: &Hub) -> bool {
        let seen = self.moves.load(Relaxed);
        if seen == hub.moves.number() {
            return true;
        }
        let mut inner = self.inner.lock().await;
        if inner.broken {
            return false;
        }
        let (number, moves) = hub.moves.since(seen);
        let Some(moves) = moves else {
            self.give_up(hub, &mut inner);
            return false;
        };
        let mut seats_moved = false;
        for (from, to) in moves {
            let mut maker = self.maker.lock().expect("nobody panics with this lock");
            if *maker == from {
                maker.clone_from(&to);
            }
            sitters::move_away(&mut inner.summary.sat, &from, &to);
            for seat in inner.seats.iter_mut().filter(|seat| seat.holder.as_ref() == Some(&from)) {
                seat.holder = Some(to.clone());
                seats_moved = true;
            }
        }
        self.moves.fetch_max(number, Relaxed);
        if seats_moved {
            self.seat_anew();
            self.send_seats(&inner);
        }
        true
    }

    /// The throws of the finished game, weighed: once, while the game is in memory, and one game at a time on the whole server.
    ///
    /// # Errors
    /// The game does not replay.
    pub async fn fortune(&self, hub: &Hub, work: shelf::Weighing) -> Result<&shelf::Fortune> {
        let weigh = || async {
            let turn = Arc::clone(&hub.weighing).acquire_owned().await.map_err(ApiError::internal)?;
            // The turn lasts as long as the work, also if whoever asked has gone.
            let work = move || {
                let done = work();
                drop(turn);
                done
            };
            let done = tokio::task::spawn_blocking(work).await.map_err(ApiError::internal)?;
            done.map_err(ApiError::internal)
        };
        self.fortune.get_or_try_init(weigh).await
    }

    /// Turns that work with this game takes: that of the address, and that of those who see it with the same eyes.
    pub fn turns(&self, from: IpAddr, viewer: Option<Side>) -> [Turn; 2] {
        [Turn::From(from), Turn::Game(self.row.id.clone(), viewer)]
    }

    /// Seconds since somebody last did something here; none while somebody is connected.
    pub fn idle_s(&self) -> Option<i64> {
        let nobody = self.here.iter().all(|here| here.load(Relaxed) == 0);
        (nobody && !self.driving.load(Relaxed)).then(|| now_s() - self.touched.load(Relaxed))
    }

    /// Bytes of the journal when it was loaded: what the game takes in memory goes by them.
    pub fn length(&self) -> usize {
        self.length
    }

    /// Whether computer players are being asked, one after the other.
    pub fn is_driven(&self) -> bool {
        self.driving.load(Relaxed)
    }

    /// Answers for a side, which is found out under the game's lock. Returns the revision of the side in the language, when the answer is
    /// on disk and everybody has been told.
    ///
    /// # Errors
    /// It was refused, and nothing has changed; or it was not stored; or it came when a clock had fallen.
    pub async fn answer(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        (language, arrived): (Language, ArrivalTime),
        actor: impl FnOnce(&RoomState) -> Result<Side>,
        answer: &wire::Answer,
    ) -> Result<u64> {
        let began = Instant::now();
        hub.must_store()?;
        let mut inner = self.act(hub, language, arrived).await?;
        if inner.fell.is_some() {
            hub.metrics.refused.inc();
            return Err(ApiError::conflict("a clock had fallen before this answer came: it was not taken"));
        }
        let side = actor(&inner)?;
        let taken = self.take(&mut inner, side, answer);
        if let Err(fault) = taken {
            hub.metrics.refused.inc();
            return Err(fault);
        }
        self.settle(hub, &mut inner).await?;
        drop(inner);
        self.drive(hub);
        let revision = self.revision(hub, Viewer::new(Some(side), language)).await;
        hub.metrics.answered(began.elapsed());
        Ok(revision)
    }

    fn take(&self, inner: &mut RoomState, side: Side, answer: &wire::Answer) -> Result<()> {
        inner.must_run()?;
        inner.must_be_mixed()?;
        let nothing = || ApiError::not_asked("nothing is asked of that side now");
        let asks = inner.asks(side).ok_or_else(nothing)?;
        if asks.id(&inner.counts) != answer.question {
            return Err(ApiError::stale("that question is no longer the one that is asked"));
        }
        match (asks, answer.choice, &answer.text) {
            (asks::SideQuestion::Throw(..), Some(choice), None) => inner.live.throw(choice)?,
            (asks::SideQuestion::Throw(..), None, Some(_)) => {
                return Err(ApiError::bad_request("a throw is a choice"));
            }
            (asks::SideQuestion::Decision(pending), Some(choice), None) => {
                let count = pending.legal.len();
                let chosen = pending.legal.get(choice as usize).copied();
                let chosen =
                    chosen.ok_or_else(|| ApiError::refused(format!("there are only {count} choices")))?;
                inner.live.answer(side, chosen)?;
            }
            (asks::SideQuestion::Decision(_), None, Some(text)) => {
                let text = words::typed(inner.live.names(), text)?;
                let meant = inner.live.read(side, &text)?;
                inner.live.answer(side, meant)?;
            }
            _ => return Err(ApiError::bad_request("an answer has a choice or a text")),
        }
        Ok(())
    }

    /// Everything that follows from a change: the end, storing, telling. The lock is held until it is on disk, so that nobody is told what
    /// could be lost. Standing orders that may answer what is asked now are looked at afterwards, outside of it.
    ///
    /// # Errors
    /// It was not stored, or nobody can say now; the game is dropped from memory and loaded again as it stands on disk.
    pub async fn settle(self: &Arc<Self>, hub: &Arc<Hub>, inner: &mut RoomState) -> Result<()> {
        self.settle_with(hub, inner, Vec::new()).await
    }

    /// As [`Room::settle`], with seats that have changed in the same stroke.
    ///
    /// # Errors
    /// As [`Room::settle`].
    pub async fn settle_with(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        inner: &mut RoomState,
        seats: Vec<SeatRow>,
    ) -> Result<()> {
        // What is stored is in English.
        inner.live.speak(Language::ENGLISH);
        if inner.live.over() && !inner.live.finished() {
            inner.live.finish();
        }
        self.store(hub, inner, seats).await?;
        self.tell(hub, inner);
        // Whoever has left an order for what they are asked is told when it does not fit.
        let told: Vec<u8> =
            inner.summary.waiting.iter().copied().filter(|side| !inner.may_order(Side(*side))).collect();
        hub.notify_waiting(self, inner, &told);
        if inner.asks_orders() {
            self.drive(hub);
        }
        Ok(())
    }

    /// Stores what is new, with seats that have changed.
    async fn store(&self, hub: &Arc<Hub>, inner: &mut RoomState, seats: Vec<SeatRow>) -> Result<()> {
        let write = inner.write(&self.row, seats);
        let written = self.put(hub, inner, write).await;
        if written.is_err() {
            self.give_up(hub, inner);
        }
        written
    }

    /// Writes something that belongs to the game, before it is done in memory.
    ///
    /// # Errors
    /// It was not stored; or nobody can say now, and the game is not to be used until somebody can.
    pub async fn put(&self, hub: &Hub, inner: &mut RoomState, write: Write) -> Result<()> {
        let written = hub.writer.write(write).await;
        if matches!(written, Err(StoreError::Unknown)) {
            hub.doubt(&self.row.id);
            self.give_up(hub, inner);
        }
        Ok(written?)
    }

    /// This copy is not what is on disk, or may not be: whoever wants the game loads it from there.
    fn give_up(&self, hub: &Hub, inner: &mut RoomState) {
        if inner.broken {
            return;
        }
        inner.broken = true;
        hub.forget(&self.row.id);
        // Those who are connected are to connect again, to the game as it stands on disk.
        self.seat_anew();
        self.send_all(&ServerMessage::Goodbye);
    }

    /// Ends the game before its end: somebody gave it up, or ran out of time.
    ///
    /// # Errors
    /// It was not stored.
    pub async fn break_off(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        inner: &mut RoomState,
        loser: Side,
        why: EarlyEnd,
    ) -> Result<()> {
        inner.must_run()?;
        let outcome = OutcomeCard {
            winner: Some(loser.enemy().0),
            text: String::new(),
            broken_off: Some(why),
            half_points: inner.live.half_points().to_vec(),
            turn: inner.live.turn().0,
        };
        // What is stored is in English.
        inner.live.speak(Language::ENGLISH);
        inner.summary.outcome = Some(words::told(&*inner.live, &outcome));
        inner.live.finish();
        self.settle(hub, inner).await
    }
}

/// The published hash of the seed, from the journal's header.
pub fn commitment(journal: &str) -> String {
    let line = journal.lines().find_map(|line| line.strip_prefix("commitment ")).unwrap_or_default();
    line.split(' ').next().unwrap_or_default().to_owned()
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;
    use crate::wire::FlagRule;

    #[tokio::test(flavor = "multi_thread")]
    async fn weighing_keeps_its_turn_when_its_asker_has_gone() {
        let (hub, room) = fall::tests::game("weighed", FlagRule::Nothing).await;
        let (tell, told) = std::sync::mpsc::channel::<()>();
        let weigh =
            move || told.recv().map_or_else(|gone| Err(gone.to_string()), |()| Err("over".to_owned()));
        let asked = room.fortune(&hub, Box::new(weigh));
        assert!(tokio::time::timeout(Duration::from_millis(50), asked).await.is_err(), "they go");
        assert_eq!(hub.weighing.available_permits(), 0, "nobody else weighs meanwhile");
        tell.send(()).expect("it is weighed all the same");
        drop(hub.weighing.acquire().await.expect("it is the next one's turn"));
    }
}
