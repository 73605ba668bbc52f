//! A game in memory: one lock, one writer of its journal, and the eyes of those who look at it.

pub mod clock;
mod eye;
mod orders;
pub mod words;

use std::collections::HashMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicI64, AtomicUsize, Ordering::Relaxed};
use std::time::Instant;

use axum::extract::ws::Utf8Bytes;
use shelf::{Live, Table};
use table::Side;
use table::session::Seat;
use tokio::sync::{Mutex, MutexGuard, OnceCell, broadcast};

use crate::fault::{Fault, Result};
use crate::hub::Hub;
use crate::store::{Append, GameRow, OVER, PLAYING, SeatKind, SeatRow, StateRow, Summary, Write};
use crate::wire::{
    self, AtZero, ChatMessage, GameCard, GameStatus, OutcomeCard, SeatCard, ServerMessage, SideCard, UndoRule,
};
use crate::{now_ms, now_s};
use clock::Kept;
use eye::Eye;

/// How many messages a slow socket may be behind before it is given the whole view again.
const LAG: usize = 64;
/// The most answers by standing order that follow one answer.
const MOST_ORDERED: usize = 64;

/// A game in memory.
pub struct Room {
    /// Its fixed part.
    pub row: GameRow,
    /// Its battle.
    pub table: Arc<dyn Table>,
    inner: Mutex<Inner>,
    /// By viewer: side 0, side 1, onlookers.
    lanes: [broadcast::Sender<Utf8Bytes>; 3],
    here: [AtomicUsize; 3],
    touched: AtomicI64,
    driving: AtomicBool,
    fortune: OnceCell<shelf::Fortune>,
}

/// What the lock guards.
pub struct Inner {
    /// The game.
    pub live: Box<dyn Live>,
    /// Who sits where, by side.
    pub seats: Vec<SeatRow>,
    /// Where it stands.
    pub summary: Summary,
    /// Lines of the journal that are stored.
    lines: u64,
    /// Answers in the journal, by side: part of a question's id.
    answers: [u64; 2],
    /// Grows with every line of the journal: within a step the table changes too.
    state: u64,
    eyes: [Eye; 3],
    next_chat: u64,
    /// What is said with the next change, for the record.
    remarks: Vec<ChatMessage>,
    /// Something was not stored: this copy is ahead of the disk and must not be used.
    broken: bool,
}

/// The lane of a viewer.
pub fn lane(viewer: Option<Side>) -> usize {
    viewer.map_or(2, Side::index)
}

fn viewers() -> [Option<Side>; 3] {
    [Some(Side(0)), Some(Side(1)), None]
}

/// What a new watcher begins with.
pub struct Watch {
    /// First these.
    pub first: Vec<Utf8Bytes>,
    /// Then these.
    pub rest: broadcast::Receiver<Utf8Bytes>,
}

impl Room {
    /// A game from what is stored of it.
    pub fn new(
        row: GameRow,
        table: Arc<dyn Table>,
        live: Box<dyn Live>,
        seats: Vec<SeatRow>,
        summary: Summary,
        journal: &str,
        next_chat: u64,
    ) -> Room {
        let began = now_ms() as u64;
        let inner = Inner {
            lines: journal.lines().count() as u64,
            answers: count_answers(&*live, journal),
            eyes: viewers().map(|viewer| Eye::new(viewer, began)),
            state: 0,
            live,
            seats,
            summary,
            next_chat,
            remarks: Vec::new(),
            broken: false,
        };
        Room {
            row,
            table,
            inner: Mutex::new(inner),
            lanes: std::array::from_fn(|_| broadcast::channel(LAG).0),
            here: Default::default(),
            touched: AtomicI64::new(now_s()),
            driving: AtomicBool::new(false),
            fortune: OnceCell::new(),
        }
    }

    /// The game under its lock.
    ///
    /// # Errors
    /// This copy is not to be used any more: the next request loads it again.
    pub async fn lock(&self) -> Result<MutexGuard<'_, Inner>> {
        self.touched.store(now_s(), Relaxed);
        let inner = self.inner.lock().await;
        if inner.broken {
            Err(Fault::conflict("the game is being loaded again; please try once more"))
        } else {
            Ok(inner)
        }
    }

    /// The throws of the finished game, weighed: once, while the game is in memory, and one game at a time on the whole server.
    ///
    /// # Errors
    /// The game does not replay.
    pub async fn fortune(&self, hub: &Hub, work: shelf::Weighing) -> Result<&shelf::Fortune> {
        let weigh = || async {
            let _turn = hub.weighing.acquire().await.map_err(Fault::internal)?;
            let done = tokio::task::spawn_blocking(work).await.map_err(Fault::internal)?;
            done.map_err(Fault::internal)
        };
        self.fortune.get_or_try_init(weigh).await
    }

    /// Seconds since somebody last did something here; none while somebody is connected.
    pub fn idle_s(&self) -> Option<i64> {
        let nobody = self.here.iter().all(|here| here.load(Relaxed) == 0);
        (nobody && !self.driving.load(Relaxed)).then(|| now_s() - self.touched.load(Relaxed))
    }

    /// Answers for a side. Returns the side's revision, when the answer is on disk and everybody has been told.
    ///
    /// # Errors
    /// It was refused, and nothing has changed; or it was not stored.
    pub async fn answer(self: &Arc<Self>, hub: &Arc<Hub>, side: Side, answer: &wire::Answer) -> Result<u64> {
        let began = Instant::now();
        let mut inner = self.lock().await?;
        let taken = self.take(&mut inner, side, answer);
        if let Err(fault) = taken {
            hub.metrics.refused.add(1);
            return Err(fault);
        }
        self.settle(hub, &mut inner, Some(side)).await?;
        let revision = self.revision(&mut inner, Some(side));
        drop(inner);
        self.drive(hub);
        hub.metrics.answered(began.elapsed());
        Ok(revision)
    }

    fn take(&self, inner: &mut Inner, side: Side, answer: &wire::Answer) -> Result<()> {
        inner.must_run()?;
        let id =
            inner.question_id(side).ok_or_else(|| Fault::not_asked("nothing is asked of that side now"))?;
        if id != answer.question {
            return Err(Fault::stale("that question is no longer the one that is asked"));
        }
        match (answer.choice, &answer.text) {
            (Some(choice), None) => inner.live.game_mut().answer_index(side, choice as usize)?,
            (None, Some(text)) => {
                let text = words::typed(inner.live.game().names(), text)?;
                inner.live.game_mut().answer_text(side, &text)?;
            }
            _ => return Err(Fault::bad_request("an answer has a choice or a text")),
        }
        Ok(())
    }

    /// Everything that follows from a change: standing orders, the end, storing, telling. The lock is held until it is on disk, so that
    /// nobody is told what could be lost.
    ///
    /// # Errors
    /// It was not stored; the game is dropped from memory and loaded again as it stands on disk.
    pub async fn settle(&self, hub: &Arc<Hub>, inner: &mut Inner, by: Option<Side>) -> Result<()> {
        self.follow_orders(inner);
        if inner.live.game().over() && !inner.live.finished() {
            inner.live.game_mut().finish();
        }
        let write = self.write_of(inner, by);
        if let Err(error) = hub.writer.write(write).await {
            inner.broken = true;
            hub.forget(&self.row.id);
            return Err(Fault::internal(error));
        }
        self.tell(hub, inner);
        hub.notify_waiting(self, inner);
        Ok(())
    }

    /// What has to be stored now.
    fn write_of(&self, inner: &mut Inner, by: Option<Side>) -> Write {
        let text = inner.live.game_mut().take_lines();
        let append =
            (!text.is_empty()).then(|| Append { game: self.row.id.clone(), line: inner.lines + 1, text });
        if let Some(append) = &append {
            inner.lines += append.text.lines().count() as u64;
            let answers = count_answers(&*inner.live, &append.text);
            inner.state += u64::from(!append.text.is_empty());
            inner.answers = std::array::from_fn(|side| inner.answers[side] + answers[side]);
        }
        inner.sum_up(&self.row, by);
        let chat = std::mem::take(&mut inner.remarks).into_iter().map(|said| (self.row.id.clone(), said));
        Write { append, state: Some(self.state_row(inner)), chat: chat.collect(), ..Write::default() }
    }

    fn state_row(&self, inner: &Inner) -> StateRow {
        StateRow {
            game: self.row.id.clone(),
            changed: now_s(),
            status: if inner.is_over() { OVER } else { PLAYING },
            summary: inner.summary.clone(),
        }
    }

    /// Answers that were left for such questions.
    fn follow_orders(&self, inner: &mut Inner) {
        for _ in 0..MOST_ORDERED {
            let Some((side, choice, key)) = inner.ordered() else { return };
            if inner.live.game_mut().answer_index(side, choice).is_err() {
                return;
            }
            let text = format!("answered by standing order ({key})");
            let said = inner.remark(Some(side), "", text);
            self.send_all(&ServerMessage::Chat { message: said.clone() });
            inner.remarks.push(said);
        }
    }

    /// Sends their changes to those who are connected. The others' eyes are brought up to date when they look.
    fn tell(&self, hub: &Hub, inner: &mut Inner) {
        let Inner { live, eyes, summary, answers, state, .. } = inner;
        let clocks = summary.clocks.as_ref().map(Kept::shown);
        for (eye, lane) in eyes.iter_mut().zip(&self.lanes) {
            if lane.receiver_count() == 0 {
                continue;
            }
            if let Some(frame) = eye.look(&**live, *state, &summary.outcome, clocks.as_ref(), answers) {
                hub.metrics.socket_messages.add(lane.receiver_count() as u64);
                hub.metrics.socket_bytes.add((frame.len() * lane.receiver_count()) as u64);
                // Nobody may be listening any more: then nobody needs to be told.
                let _ = lane.send(frame);
            }
        }
    }

    /// A viewer's revision, with his eye brought up to date.
    pub fn revision(&self, inner: &mut Inner, viewer: Option<Side>) -> u64 {
        self.refresh(inner, viewer);
        inner.eyes[lane(viewer)].revision
    }

    fn refresh(&self, inner: &mut Inner, viewer: Option<Side>) {
        let Inner { live, eyes, summary, answers, state, .. } = inner;
        let clocks = summary.clocks.as_ref().map(Kept::shown);
        let at = lane(viewer);
        if let Some(frame) = eyes[at].look(&**live, *state, &summary.outcome, clocks.as_ref(), answers) {
            let _ = self.lanes[at].send(frame);
        }
    }

    /// Sends the same to everybody who is connected.
    pub fn send_all(&self, message: &ServerMessage) {
        let frame = frame(message);
        for lane in &self.lanes {
            let _ = lane.send(frame.clone());
        }
    }

    /// Begins to watch: what has changed since a revision, or everything.
    ///
    /// # Errors
    /// As [`Room::lock`].
    pub async fn watch(
        &self,
        hub: &Hub,
        viewer: Option<Side>,
        holder: Option<&str>,
        since: Option<u64>,
    ) -> Result<Watch> {
        let extras = hub.extras(&self.row.id, holder).await?;
        let mut inner = self.lock().await?;
        self.refresh(&mut inner, viewer);
        let rest = self.lanes[lane(viewer)].subscribe();
        let known = since.and_then(|since| inner.eyes[lane(viewer)].since(since));
        let first = match known {
            Some(frames) if frames.is_empty() => {
                vec![frame(&ServerMessage::Synced { revision: inner.eyes[lane(viewer)].revision })]
            }
            Some(frames) => frames,
            None => {
                let view = self.view_of(&mut inner, viewer, holder, extras);
                vec![frame(&ServerMessage::Full { view: Box::new(view) })]
            }
        };
        Ok(Watch { first, rest })
    }

    /// The whole view.
    ///
    /// # Errors
    /// As [`Room::lock`].
    pub async fn view(
        &self,
        hub: &Hub,
        viewer: Option<Side>,
        holder: Option<&str>,
    ) -> Result<wire::GameView> {
        let extras = hub.extras(&self.row.id, holder).await?;
        let mut inner = self.lock().await?;
        Ok(self.view_of(&mut inner, viewer, holder, extras))
    }

    fn view_of(
        &self,
        inner: &mut Inner,
        viewer: Option<Side>,
        holder: Option<&str>,
        extras: (Vec<ChatMessage>, wire::Notes),
    ) -> wire::GameView {
        self.refresh(inner, viewer);
        if let Some(clocks) = &mut inner.summary.clocks {
            clocks.tick(now_ms());
        }
        let card = self.card(inner, holder);
        let eye = &inner.eyes[lane(viewer)];
        let orders = viewer.map(|side| inner.seats[side.index()].orders.clone()).unwrap_or_default();
        let (log, log_length) = eye.last_entries(&*inner.live, 50);
        wire::GameView {
            card,
            revision: eye.revision,
            side: viewer.map(|side| side.0),
            position: eye.position.clone(),
            question: eye.question(&*inner.live, &inner.answers),
            log_length,
            log,
            chat: extras.0,
            notes: extras.1,
            orders,
            clocks: inner.summary.clocks.as_ref().map(Kept::shown),
            undo: eye.undo.map(|by| wire::UndoProposal { by }),
            can_undo: eye.can_undo && self.row.options.undo == UndoRule::Free,
            commitment: commitment(&inner.live.game().journal()),
        }
    }

    /// The card for lists.
    pub fn card(&self, inner: &Inner, holder: Option<&str>) -> GameCard {
        let listed = crate::store::Listed {
            game: self.row.clone(),
            state: StateRow { changed: self.touched.load(Relaxed), ..self.state_row(inner) },
            seats: inner.seats.clone(),
        };
        card(&listed, &self.side_cards(), holder, |side| self.is_here(Side(side)))
    }

    /// Whether somebody is connected at a side.
    pub fn is_here(&self, side: Side) -> bool {
        self.here[side.index()].load(Relaxed) > 0
    }

    /// Somebody comes or goes.
    pub async fn presence(&self, viewer: Option<Side>, comes: bool) {
        let here = &self.here[lane(viewer)];
        let before = if comes { here.fetch_add(1, Relaxed) } else { here.fetch_sub(1, Relaxed) };
        self.touched.store(now_s(), Relaxed);
        let is_edge = before == usize::from(!comes);
        if viewer.is_some()
            && is_edge
            && let Ok(inner) = self.lock().await
        {
            self.send_seats(&inner);
        }
    }

    /// Tells everybody who sits where.
    pub fn send_seats(&self, inner: &Inner) {
        let seats = self.card(inner, None).seats;
        self.send_all(&ServerMessage::Seats { seats });
    }

    fn side_cards(&self) -> Vec<SideCard> {
        side_cards(&*self.table)
    }

    /// Lets the computer players decide, one decision at a time, each stored and told like any other.
    pub fn drive(self: &Arc<Self>, hub: &Arc<Hub>) {
        if self.driving.swap(true, Relaxed) {
            return;
        }
        let (room, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move {
            let mut more = Ok(true);
            while let Ok(true) = more {
                more = room.drive_once(&hub).await;
                tokio::task::yield_now().await;
            }
            room.driving.store(false, Relaxed);
            // Somebody may have answered between the last look and now.
            if more.is_ok()
                && let Ok(inner) = room.lock().await
                && inner.asks_computer()
            {
                drop(inner);
                room.drive(&hub);
            }
        });
    }

    /// One decision of a computer player; whether there may be more.
    async fn drive_once(&self, hub: &Arc<Hub>) -> Result<bool> {
        let mut inner = self.lock().await?;
        if !inner.asks_computer() {
            return Ok(false);
        }
        tokio::task::block_in_place(|| inner.live.game_mut().run_players(1)).map_err(Fault::internal)?;
        self.settle(hub, &mut inner, None).await?;
        Ok(true)
    }

    /// Puts somebody at a side, and stores it.
    ///
    /// # Errors
    /// There is no such computer player, or it was not stored.
    pub async fn seat(self: &Arc<Self>, hub: &Arc<Hub>, inner: &mut Inner, seat: SeatRow) -> Result<()> {
        let side = Side(seat.side);
        match seat.kind {
            SeatKind::Computer => inner.live.seat(side, Some(&seat.name)).map_err(Fault::bad_request)?,
            SeatKind::Person => inner.live.game_mut().set_seat(side, Seat::person(&seat.name)),
            SeatKind::Free => inner.live.game_mut().set_seat(side, Seat::person("player")),
        }
        inner.seats[side.index()] = seat.clone();
        let write = Write { seats: vec![seat], ..self.write_of(inner, None) };
        if let Err(error) = hub.writer.write(write).await {
            inner.broken = true;
            hub.forget(&self.row.id);
            return Err(Fault::internal(error));
        }
        self.send_seats(inner);
        self.tell(hub, inner);
        Ok(())
    }

    /// Ends the game before its end: somebody gave it up, or ran out of time.
    ///
    /// # Errors
    /// It was not stored.
    pub async fn break_off(&self, hub: &Arc<Hub>, inner: &mut Inner, loser: Side, why: &str) -> Result<()> {
        inner.must_run()?;
        let position = inner.live.position(None);
        let name = self.side_cards()[loser.index()].name.clone();
        inner.summary.outcome = Some(OutcomeCard {
            winner: Some(loser.enemy().0),
            text: format!("{name}: {why}"),
            half_points: position.half_points,
            turn: position.clock.turn,
        });
        inner.live.game_mut().finish();
        self.settle(hub, inner, None).await
    }

    /// Does what is to be done when a side's time is over.
    pub async fn look_at_clock(self: &Arc<Self>, hub: &Arc<Hub>) {
        let Some(rule) = self.row.options.clock.as_ref().filter(|rule| rule.at_zero != AtZero::Nothing)
        else {
            return;
        };
        let Ok(mut inner) = self.inner.try_lock() else { return };
        let Some(clocks) = inner.summary.clocks.as_mut().filter(|clocks| !clocks.paused) else { return };
        clocks.tick(now_ms());
        let Some(side) = clocks.fallen().filter(|_| !inner.is_over()) else { return };
        let done = match rule.at_zero {
            AtZero::Lose => self.break_off(hub, &mut inner, Side(side), "out of time").await,
            _ if inner.seats[usize::from(side)].kind == SeatKind::Person => {
                let player = self.table.book().players().last().copied().unwrap_or_default();
                let seat = SeatRow {
                    kind: SeatKind::Computer,
                    name: player.to_owned(),
                    holder: None,
                    ..inner.seats[usize::from(side)].clone()
                };
                self.seat(hub, &mut inner, seat).await
            }
            _ => Ok(()),
        };
        drop(inner);
        if done.is_ok() {
            self.drive(hub);
        }
    }
}

impl Inner {
    /// The game must not be over.
    ///
    /// # Errors
    /// It is.
    pub fn must_run(&self) -> Result<()> {
        if self.is_over() { Err(Fault::conflict("the game is over")) } else { Ok(()) }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.live.finished() || self.live.game().over()
    }

    fn asks_computer(&self) -> bool {
        let is_computer = |side: Side| self.seats[side.index()].kind == SeatKind::Computer;
        !self.is_over() && self.live.pending().iter().any(|pending| is_computer(pending.side))
    }

    /// The id of what a side is asked.
    pub fn question_id(&self, side: Side) -> Option<u64> {
        let pending = self.live.pending().iter().find(|pending| pending.side == side)?;
        Some(eye::question_id(pending, self.answers[side.index()]))
    }

    /// A remark for the chat.
    pub fn remark(&mut self, side: Option<Side>, name: &str, text: String) -> ChatMessage {
        let id = self.next_chat;
        self.next_chat += 1;
        ChatMessage { id, side: side.map(|side| side.0), name: name.to_owned(), text, when: now_s() }
    }

    /// Brings the summary up to date.
    fn sum_up(&mut self, row: &GameRow, by: Option<Side>) {
        let game = self.live.game();
        (self.summary.turn, self.summary.turns) = game.turn();
        self.summary.waiting = match self.is_over() {
            true => Vec::new(),
            false => self.live.pending().iter().map(|pending| pending.side.0).collect(),
        };
        if let Some(outcome) = game.outcome().filter(|_| self.summary.outcome.is_none() && game.over()) {
            self.summary.outcome = Some(words::outcome(&*self.live, &outcome));
        }
        if let Some(rule) = &row.options.clock {
            let now = now_ms();
            let waiting = self.summary.waiting.clone();
            let clocks = self.summary.clocks.get_or_insert_with(|| Kept::new(rule, 2, now));
            clocks.answered(rule, by.map(|side| side.0), &waiting, now);
        }
    }

    /// The standing order that answers something that is asked now.
    fn ordered(&self) -> Option<(Side, usize, &'static str)> {
        let turn = self.live.game().turn().0;
        self.live.pending().iter().filter(|_| !self.is_over()).find_map(|pending| {
            let seat = &self.seats[pending.side.index()];
            let orders = if seat.kind == SeatKind::Person { seat.orders.as_slice() } else { &[] };
            let verb = |answer: &table::Answer| words::verb_of(&*self.live, answer);
            orders::choose(orders, pending, turn, verb).map(|choice| (pending.side, choice, pending.key))
        })
    }
}

/// A message as it is sent.
pub fn frame(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages have text keys only").into()
}

/// The published hash of the seed, from the journal's header.
pub fn commitment(journal: &str) -> String {
    let line = journal.lines().find_map(|line| line.strip_prefix("commitment ")).unwrap_or_default();
    line.split(' ').next().unwrap_or_default().to_owned()
}

/// Answers in lines of a journal, by side.
fn count_answers(live: &dyn Live, lines: &str) -> [u64; 2] {
    let sides: HashMap<String, usize> =
        live.game().sides().into_iter().map(|info| (info.id, info.side.index())).collect();
    let mut count = [0; 2];
    for line in lines.lines().filter_map(|line| line.strip_prefix("answer ")) {
        let side = line.split(' ').next().and_then(|side| sides.get(side));
        if let Some(side) = side {
            count[*side] += 1;
        }
    }
    count
}

/// The sides of a battle.
pub fn side_cards(table: &dyn Table) -> Vec<SideCard> {
    let card = |side: shelf::SideInfo| SideCard { id: side.id, name: side.name, colour: side.colour };
    table.sides().map(card).into()
}

/// A game for a list, as a holder of seats sees it.
pub fn card(
    listed: &crate::store::Listed,
    sides: &[SideCard],
    holder: Option<&str>,
    here: impl Fn(u8) -> bool,
) -> GameCard {
    let summary = &listed.state.summary;
    let seat = |seat: &SeatRow| SeatCard {
        side: sides[usize::from(seat.side)].clone(),
        kind: seat.kind.word().to_owned(),
        name: seat.name.clone(),
        here: here(seat.side),
    };
    let mine: Vec<u8> = listed
        .seats
        .iter()
        .filter(|seat| seat.holder.is_some() && seat.holder.as_deref() == holder)
        .map(|seat| seat.side)
        .collect();
    let status = match listed.state.status {
        OVER => GameStatus::Over,
        _ if listed.seats.iter().any(|seat| seat.kind == SeatKind::Free) => GameStatus::Gathering,
        _ => GameStatus::Playing,
    };
    GameCard {
        id: listed.game.id.clone(),
        rulebook: listed.game.rulebook.clone(),
        battle: listed.game.battle.clone(),
        title: listed.game.title.clone(),
        status,
        turn: summary.turn,
        turns: summary.turns,
        seats: listed.seats.iter().map(seat).collect(),
        my_turn: summary.waiting.iter().any(|side| mine.contains(side)),
        waiting: summary.waiting.clone(),
        mine,
        changed: listed.state.changed,
        outcome: summary.outcome.clone(),
        options: listed.game.options.clone(),
    }
}
