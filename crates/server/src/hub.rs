//! All games: those in memory, and the way to those on disk.

use crate::auth::Transport;
use std::collections::{BTreeMap, HashMap, HashSet};
use std::net::IpAddr;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use axum::http::StatusCode;
use shelf::board::Board;
use shelf::{Language, Table, Viewpoint};
use table::hash::unhex;
use tokio::sync::{OnceCell, Semaphore};

use crate::api_error::{ApiError, Result, not_loaded};
use crate::known::{KnownBrowsers, Moves};
use crate::limits::Limits;
use crate::made::Products;
use crate::mail::Post;
use crate::metrics::Metrics;
use crate::notify::Notifier;
use crate::patience::Patience;
use crate::resting::{AWAKE_BYTES, idle_s, resting};
use crate::room::asks::with_thrown;
use crate::room::{Room, RoomState, StoredGame};
use crate::space::{self, Space};
use crate::store::writer::Writer;
use crate::store::{SeatKind, SignIn, Store, StoreError};
use crate::wire::{ChatMessage, Notes};
use crate::work::{Turn, Work};
use crate::{Config, auth, now_s};

/// Chat messages in a view.
const CHAT: u32 = 50;
/// Games whose clocks have fallen that are looked at at once.
const DUE: u32 = 64;
/// Games that could not go on that are looked at at once.
const STALLED: usize = 64;
/// Games that go on by themselves at once, before others of those are woken that rest since the server started.
const AWAKE: usize = 32;
/// Number of the reloads of a game for one request, if it turns out not to be as it is on disk.
const RELOADS: usize = 3;
/// For how long it stands that something can be stored, or that nothing can.
const TRIED: Duration = Duration::from_secs(1);
/// Games that are deleted at once.
const EXPIRED: u32 = 200;
/// Time for which the disk is waited for when that is tried out.
const PATIENCE: Duration = Duration::from_secs(3);

/// One who asks for a game from outside: they wait for their turn if it rests, and pay by its length.
#[derive(Clone, Copy)]
pub struct Asker<'a> {
    /// From where they ask.
    pub from: IpAddr,
    /// Their account, if they have one.
    pub account: Option<&'a str>,
}

/// Of what a board is: rulebook, battle, with whose eyes, in which language.
type BoardKey = (String, String, Viewpoint, Language);

/// Hub: what all requests share.
pub struct Hub {
    /// Configuration of the server.
    pub config: Config,
    /// Store on disk.
    pub store: Arc<dyn Store>,
    /// The one who writes.
    pub writer: Writer,
    /// Metrics: all that is counted.
    pub metrics: Arc<Metrics>,
    /// Browsers that were seen lately.
    pub known: KnownBrowsers,
    /// Holders whose seats went to an account.
    pub moves: Moves,
    /// Patience with passwords that were tried.
    pub patience: Patience,
    /// Limits of requests.
    pub limits: Limits,
    /// Space on the disk, and the claims on it.
    pub space: Space,
    /// Tells players that it is their turn.
    pub notifier: Notifier,
    /// Asks whether mail addresses are right.
    pub post: Post,
    /// Turns to hash a password now: it takes much memory on purpose.
    pub hashing: Semaphore,
    /// Turns to weigh the throws of a game now: it takes a processor for a moment.
    pub weighing: Arc<Semaphore>,
    /// Work for the processors: thinking, drawing, playing games again.
    pub work: Arc<Work>,
    /// Products made of games lately.
    pub made: Products,
    /// Games that could not go on by themselves, for want of storing maybe.
    stalled: Mutex<HashSet<String>>,
    /// Up to which id games were woken that went on by themselves when the server stopped; none if all were.
    woken: Mutex<Option<String>>,
    rooms: Mutex<HashMap<String, Arc<OnceCell<Arc<Room>>>>>,
    /// Games of which it is not known how far they are stored. Nobody may look at them until it is.
    doubtful: Mutex<HashSet<String>>,
    /// Time and result of the last trial whether anything can be stored.
    tried: Arc<Mutex<Option<(Instant, bool)>>>,
    /// Turns to try it out.
    trying: Arc<Semaphore>,
    tables: Mutex<HashMap<TableKey, Arc<dyn Table>>>,
    boards: Mutex<HashMap<BoardKey, Arc<Board>>>,
}

/// A battle with what its options are.
type TableKey = (String, String, table::Settings);

impl Hub {
    /// A hub with no game in memory.
    pub fn new(config: Config, store: Arc<dyn Store>) -> Hub {
        let metrics = Arc::new(Metrics::default());
        Hub {
            writer: Writer::start(Arc::clone(&store), Arc::clone(&metrics)),
            notifier: Notifier::start(&config, Arc::clone(&store)),
            post: Post::start(&config, Arc::clone(&store)),
            limits: Limits::new(&config),
            space: Space::new(&config),
            config,
            store,
            metrics,
            known: KnownBrowsers::default(),
            moves: Moves::default(),
            patience: Patience::default(),
            hashing: Semaphore::new(2),
            weighing: Arc::new(Semaphore::new(1)),
            work: Arc::default(),
            made: Products::default(),
            stalled: Mutex::default(),
            woken: Mutex::new(Some(String::new())),
            rooms: Mutex::default(),
            doubtful: Mutex::default(),
            tried: Arc::default(),
            trying: Arc::new(Semaphore::new(1)),
            tables: Mutex::default(),
            boards: Mutex::default(),
        }
    }

    /// Whether browsers are to send their cookies over HTTPS only.
    pub fn transport(&self) -> Transport {
        if self.config.public_url.starts_with("https:") { Transport::Tls } else { Transport::Open }
    }

    /// A battle with the rulebook's usual options, set up once and shared by its games.
    ///
    /// # Errors
    /// There is no such rulebook or battle.
    pub fn table(&self, rulebook: &str, battle: &str) -> Result<Arc<dyn Table>> {
        self.table_with(rulebook, battle, &BTreeMap::new())
    }

    /// A battle with options.
    ///
    /// # Errors
    /// There is no such rulebook, battle or option.
    pub fn table_with(
        &self,
        rulebook: &str,
        battle: &str,
        options: &BTreeMap<String, String>,
    ) -> Result<Arc<dyn Table>> {
        let missing = || ApiError::not_found("there is no such battle");
        let book = shelf::book(rulebook).map_err(|_| missing())?;
        let options: Vec<(String, String)> = options.clone().into_iter().collect();
        let settled = table::option::settle(book.options(), &options)
            .map_err(|error| ApiError::bad_request(error.to_string()))?;
        let key = (rulebook.to_owned(), battle.to_owned(), settled);
        if let Some(table) = self.tables.lock().expect("nobody panics with this lock").get(&key) {
            return Ok(Arc::clone(table));
        }
        // Only built-in battles: a path on this machine's disk is nobody's business.
        if !book.battles().iter().any(|entry| entry.id == battle) {
            return Err(missing());
        }
        let order = shelf::Order { options: &options, ..shelf::Order::of(battle) };
        let table: Arc<dyn Table> = book.load(&order).map_err(ApiError::internal)?.into();
        self.tables.lock().expect("nobody panics with this lock").insert(key, Arc::clone(&table));
        Ok(table)
    }

    /// Board: all that stands still in a battle as far as somebody may know it, with the verb with which throws are typed in, and with its words in a
    /// language.
    ///
    /// # Errors
    /// As [`Hub::table`].
    pub fn board(
        &self,
        rulebook: &str,
        battle: &str,
        viewpoint: Viewpoint,
        language: Language,
    ) -> Result<Arc<Board>> {
        let key = (rulebook.to_owned(), battle.to_owned(), viewpoint, language);
        if let Some(board) = self.boards.lock().expect("nobody panics with this lock").get(&key) {
            return Ok(Arc::clone(board));
        }
        let board = Arc::new(with_thrown(self.table(rulebook, battle)?.board(viewpoint, language)));
        self.boards.lock().expect("nobody panics with this lock").insert(key, Arc::clone(&board));
        Ok(board)
    }

    /// A game, loaded if it rests on disk, for the server's own ends.
    ///
    /// # Errors
    /// There is no such game, or it cannot be loaded.
    pub async fn room(self: &Arc<Self>, id: &str) -> Result<Arc<Room>> {
        self.find(id, None).await
    }

    /// A game, loaded if it rests on disk, for one who asks for it: two at a time, one of them for an address.
    ///
    /// # Errors
    /// As [`Hub::room`]; or they have asked for too many that rest.
    pub async fn room_for(self: &Arc<Self>, id: &str, asker: Asker<'_>) -> Result<Arc<Room>> {
        self.find(id, Some(asker)).await
    }

    async fn find(self: &Arc<Self>, id: &str, asker: Option<Asker<'_>>) -> Result<Arc<Room>> {
        for _ in 0..RELOADS {
            let cell = {
                let mut rooms = self.rooms.lock().expect("nobody panics with this lock");
                Arc::clone(rooms.entry(id.to_owned()).or_default())
            };
            match cell.get_or_try_init(|| self.load(id, asker)).await.cloned() {
                // Somebody may have signed in while it was being loaded.
                Ok(room) if room.keep_up(self).await => {
                    room.drive(self);
                    return Ok(room);
                }
                Ok(_) => {}
                Err(fault) => {
                    self.forget_failed(id, &cell);
                    return Err(fault);
                }
            }
        }
        Err(ApiError::conflict("the game is being loaded again; please try once more"))
    }

    /// So that asking for games that are not there fills no memory. A cell that somebody else waits for stays.
    fn forget_failed(&self, id: &str, cell: &Arc<OnceCell<Arc<Room>>>) {
        let mut rooms = self.rooms.lock().expect("nobody panics with this lock");
        if Arc::strong_count(cell) <= 2 && !cell.initialized() {
            rooms.remove(id);
        }
    }

    /// A game that is in memory.
    pub fn loaded(&self, id: &str) -> Option<Arc<Room>> {
        self.rooms.lock().expect("nobody panics with this lock").get(id)?.get().cloned()
    }

    async fn load(&self, id: &str, asker: Option<Asker<'_>>) -> Result<Arc<Room>> {
        if id.len() > 32 || !id.bytes().all(|b| b.is_ascii_alphanumeric()) {
            return Err(ApiError::not_found("there is no such game"));
        }
        // Before anything of it is held in memory.
        let turns = asker.map_or(Vec::new(), |asker| vec![Turn::Load(asker.from), Turn::Loads]);
        let turns = self.work.turns(&turns).await?;
        if self.is_doubtful(id) || self.moves.doubts() {
            self.settled().await?;
            self.doubtful.lock().expect("nobody panics with this lock").remove(id);
        }
        let moves = self.moves.number();
        let listed =
            self.store.game(id).await?.ok_or_else(|| ApiError::not_found("there is no such game"))?;
        let journal = self.store.journal(id, i64::MAX).await?;
        if asker.is_some_and(|by| !self.limits.may_load(by.from, by.account, journal.len())) {
            self.metrics.limited.inc();
            return Err(ApiError::too_many("too many long games are opened; please wait a moment"));
        }
        let ordered = self.store.ordered(id).await?;
        let last = self.store.chat(id, u64::MAX, 1).await?;
        let next_chat = last.last().map_or(1, |message| message.id + 1);
        let row = &listed.game;
        let table = self.table_with(&row.rulebook, &row.battle, &row.options.rules)?;
        let seed = unhex(&listed.game.seed).and_then(|bytes| bytes.try_into().ok());
        let mixed = crate::room::mix::seeds(&listed.state.summary);
        let began = std::time::Instant::now();
        let load = move || {
            let live = table.resume_mixed(journal.as_bytes(), seed, &mixed);
            let live = live.map_err(|why| not_loaded(&*table, journal.as_bytes(), why));
            (table, journal, live)
        };
        let (table, journal, live) = self.work.run_in(turns, load).await?;
        let live = live?;
        tracing::debug!(game = id, took_us = began.elapsed().as_micros() as u64, "loaded");
        self.metrics.rooms.inc();
        let board =
            self.board(&listed.game.rulebook, &listed.game.battle, Viewpoint::Of(None), Language::ENGLISH)?;
        let stored = StoredGame { listed, journal, ordered, next_chat, moves };
        let room = Room::new(stored, live, table, board);
        Ok(Arc::new(room))
    }

    /// Notes that it is not known how far a game is stored.
    pub fn doubt(&self, id: &str) {
        self.doubtful.lock().expect("nobody panics with this lock").insert(id.to_owned());
    }

    fn is_doubtful(&self, id: &str) -> bool {
        self.doubtful.lock().expect("nobody panics with this lock").contains(id)
    }

    /// It must be worth trying to store something.
    ///
    /// # Errors
    /// It failed a moment ago.
    pub fn must_store(&self) -> Result<()> {
        if self.store.pauses() { Err(ApiError::not_stored()) } else { Ok(()) }
    }

    /// Readiness: whether something that is written now comes to be on disk: it is tried out, once a second at most however many ask.
    ///
    /// # Errors
    /// It does not, or not in time.
    pub async fn ready(&self) -> Result<()> {
        let known = |tried: &Mutex<Option<(Instant, bool)>>| {
            let last = *tried.lock().expect("nobody panics with this lock");
            last.filter(|(when, _)| when.elapsed() < TRIED).map(|(_, works)| works)
        };
        let ask = async {
            let turn = Arc::clone(&self.trying).acquire_owned().await.map_err(ApiError::internal)?;
            if let Some(works) = known(&self.tried) {
                return Ok(works);
            }
            let (store, tried) = (Arc::clone(&self.store), Arc::clone(&self.tried));
            // Nobody else tries until this is over, also if the one who asked has gone.
            let trial = tokio::spawn(async move {
                let works = store.try_out().await.is_ok();
                *tried.lock().expect("nobody panics with this lock") = Some((Instant::now(), works));
                drop(turn);
                works
            });
            trial.await.map_err(ApiError::internal)
        };
        match tokio::time::timeout(PATIENCE, ask).await {
            Ok(Ok(true)) => Ok(()),
            Ok(Err(fault)) => Err(fault),
            Ok(Ok(false)) | Err(_) => Err(ApiError::not_stored()),
        }
    }

    /// Drops a game from memory; whoever wants it next loads it as it stands on disk.
    pub fn forget(&self, id: &str) {
        let gone = self.rooms.lock().expect("nobody panics with this lock").remove(id);
        if gone.is_some_and(|cell| cell.initialized()) {
            self.metrics.rooms.dec();
        }
    }

    /// Lets games rest on disk that nobody looks at, and looks at the clocks of the others. To be called every second.
    pub async fn sweep(self: &Arc<Self>) {
        let rooms: Vec<Arc<Room>> = {
            let mut rooms = self.rooms.lock().expect("nobody panics with this lock");
            rooms.retain(|_, cell| {
                let Some(room) = cell.get() else { return Arc::strong_count(cell) > 1 };
                let stays = idle_s(cell, room).is_none_or(|idle| idle < self.config.idle_s);
                self.metrics.rooms.dec_by(i64::from(!stays));
                stays
            });
            for id in resting(&rooms, AWAKE_BYTES) {
                rooms.remove(&id);
                self.metrics.rooms.dec();
            }
            rooms.values().filter_map(|cell| cell.get().cloned()).collect()
        };
        let awake = rooms.iter().filter(|room| room.is_driven()).count();
        for room in rooms {
            room.look_at_clock(self).await;
        }
        self.go_on().await;
        self.wake(AWAKE.saturating_sub(awake)).await;
        self.limits.forget_idle();
        self.space.forget_idle();
        self.look_at_disk().await;
        self.work.forget_idle();
        self.made.forget_idle();
    }

    /// Notes how much space the disk has. A disk that does not tell at once holds nobody up.
    pub async fn look_at_disk(&self) {
        let folder = self.config.data.clone();
        let free = tokio::task::spawn_blocking(move || space::free_at(&folder)).await.ok().flatten();
        let was_low = self.space.is_low();
        self.space.note_free(free);
        self.metrics.free_bytes.set(free.and_then(|free| i64::try_from(free).ok()).unwrap_or(i64::MAX));
        if self.space.is_low() && !was_low {
            tracing::warn!(free, "the disk is almost full: nothing new is taken");
        }
    }

    /// Notes that a game could not go on by itself: a computer player could not move, or a fallen clock not count.
    pub fn stall(&self, id: &str) {
        self.stalled.lock().expect("nobody panics with this lock").insert(id.to_owned());
    }

    /// Lets games go on that could not, once something can be stored again. They are loaded as they stand on disk if need be; nobody has to
    /// ask for them.
    async fn go_on(self: &Arc<Self>) {
        if self.must_store().is_err() {
            return;
        }
        let some = {
            let mut stalled = self.stalled.lock().expect("nobody panics with this lock");
            let some: Vec<String> = stalled.iter().take(STALLED).cloned().collect();
            stalled.retain(|id| !some.contains(id));
            some
        };
        for id in some {
            // Whoever gets a room has driven its computer players; its clock is looked at in a second.
            match self.room(&id).await {
                Ok(_) => {}
                Err(fault) if fault.status == StatusCode::NOT_FOUND => {}
                Err(_) => self.stall(&id),
            }
        }
    }

    /// Loads some of the games that went on by themselves when the server stopped, so that they do so again though nobody asks for them.
    async fn wake(self: &Arc<Self>, most: usize) {
        let after = self.woken.lock().expect("nobody panics with this lock").clone();
        let (Some(after), Ok(())) = (after.filter(|_| most > 0), self.must_store()) else { return };
        let some = match self.store.going_on(&after, most as u32).await {
            Ok(some) => some,
            Err(error) => {
                tracing::error!(%error, "games that go on by themselves cannot be looked for");
                return;
            }
        };
        *self.woken.lock().expect("nobody panics with this lock") = some.last().cloned();
        for id in some {
            match self.room(&id).await {
                Ok(_) => {}
                // It would fail again.
                Err(fault) if fault.status == StatusCode::INTERNAL_SERVER_ERROR => {
                    tracing::error!(game = id, why = fault.problem.message, "a game does not go on");
                }
                Err(_) => self.stall(&id),
            }
        }
    }

    /// Loads games that rest on disk and whose clocks have fallen, so that what is to be done then is done.
    pub async fn wake_fallen(self: &Arc<Self>) {
        let due = match self.store.due(now_s(), DUE).await {
            Ok(due) => due,
            Err(error) => {
                tracing::error!(%error, "the clocks cannot be looked at");
                return;
            }
        };
        for id in due {
            match self.room(&id).await {
                Ok(room) => room.look_at_clock(self).await,
                Err(fault) => tracing::error!(game = id, why = fault.problem.message, "a game is not loaded"),
            }
        }
    }

    /// Deletes games and forgets browsers that nobody has touched for as long as the configuration says.
    pub async fn expire(&self) {
        if self.must_store().is_err() {
            return;
        }
        let sessions = self.store.end_stale_sessions(now_s() - self.config.sessions_expire_s).await;
        let games = match self.config.games_expire_s {
            Some(expire_s) => self.expire_games(now_s() - expire_s).await,
            None => Ok(()),
        };
        if let Err(error) = sessions.and(games) {
            tracing::error!(%error, "what has expired is not deleted");
        }
    }

    async fn expire_games(&self, before: i64) -> std::result::Result<(), StoreError> {
        for id in self.store.stale_games(before, EXPIRED).await? {
            let cell = {
                let mut rooms = self.rooms.lock().expect("nobody panics with this lock");
                Arc::clone(rooms.entry(id.clone()).or_default())
            };
            // One that is in memory stays, and nobody loads it meanwhile.
            let mut deleted = Ok(false);
            let delete = async || {
                deleted = self.store.delete_stale(&id, before).await;
                Err::<Arc<Room>, ()>(())
            };
            let is_loaded = cell.get_or_try_init(delete).await.is_ok();
            self.forget_failed(&id, &cell);
            if deleted? {
                tracing::info!(game = id, "deleted: nobody has changed it for long");
            } else if !is_loaded {
                tracing::debug!(game = id, "not deleted: it has just changed");
            }
        }
        Ok(())
    }

    /// Finds out what is stored, if that is not known.
    ///
    /// # Errors
    /// It cannot be found out now.
    pub async fn settled(&self) -> Result<()> {
        self.store.settle().await?;
        self.moves.settled();
        Ok(())
    }

    /// Signs somebody in or up, and makes what their browser held the account's, on disk and in memory.
    ///
    /// # Errors
    /// The name is taken; or the store fails.
    pub async fn sign_in(self: &Arc<Self>, sign_in: &SignIn) -> std::result::Result<(), StoreError> {
        let before = sign_in.before.as_ref();
        let from = before.filter(|(_, is_nobodys)| *is_nobodys).map(|(token, _)| auth::browser(token));
        match self.store.sign_in(sign_in).await {
            Ok(ended) => {
                if let Some(from) = &from {
                    self.moves.add(from, &auth::account(&sign_in.name));
                }
                self.known.end(&ended);
            }
            Err(StoreError::Unknown) => {
                if let Some((token, _)) = before {
                    self.moves.doubt(&auth::browser(token));
                    self.known.hang_up(token);
                }
                let hub = Arc::clone(self);
                tokio::spawn(async move { hub.all_keep_up().await });
                return Err(StoreError::Unknown);
            }
            Err(error) => return Err(error),
        }
        if from.is_some() {
            // Whoever asks for a game makes it keep up by itself: nobody waits for all of them.
            let hub = Arc::clone(self);
            tokio::spawn(async move { hub.all_keep_up().await });
        }
        Ok(())
    }

    /// Games in memory learn whose seats have gone to an account.
    async fn all_keep_up(&self) {
        let rooms: Vec<Arc<Room>> = {
            let rooms = self.rooms.lock().expect("nobody panics with this lock");
            rooms.values().filter_map(|cell| cell.get().cloned()).collect()
        };
        for room in rooms {
            room.keep_up(self).await;
        }
    }

    /// The chat and the notes of a viewer.
    ///
    /// # Errors
    /// The store fails.
    pub async fn extras(&self, id: &str, holder: Option<&str>) -> Result<(Vec<ChatMessage>, Notes)> {
        let chat = self.store.chat(id, u64::MAX, CHAT).await?;
        let notes = match holder {
            Some(holder) => self.store.notes(id, holder).await?,
            None => Notes::default(),
        };
        Ok((chat, notes))
    }

    /// Tells those of some sides by mail or webhook that it is their turn, who are not connected.
    pub fn notify_waiting(&self, room: &Room, inner: &RoomState, sides: &[u8]) {
        if !self.notifier.is_on() {
            return;
        }
        for side in inner.summary.waiting.iter().filter(|side| sides.contains(side)) {
            let seat = &inner.seats[usize::from(*side)];
            let away = !room.is_here(table::Side(*side)) && seat.kind == SeatKind::Person;
            if let Some(holder) = seat.holder.as_ref().filter(|_| away) {
                self.notifier.tell(holder, &room.row.id, &room.row.title, now_s());
            }
        }
    }
}
