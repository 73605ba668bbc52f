//! State: what a game's lock guards: the game itself, and all that follows from a change of it.

use std::sync::Arc;

use shelf::Game;
use table::{Event, Side, text};

use super::asks::{Counts, SideQuestion};
use super::clock::ClockState;
use super::follow::OrderCheck;
use super::gallery::{Moment, MomentKind};
use super::record::{OrderedAnswer, not_undone, undone};
use super::{ArrivalTime, StoredGame, words};
use crate::api_error::{ApiError, Result};
use crate::saved::{IDLE, idle};
use crate::store::{Append, GameRow, OVER, PLAYING, SeatKind, SeatRow, StateRow, Summary, Write};
use crate::wire::{ChatMessage, FlagRule};
use crate::{now_ms, now_s};

/// Face of a game: what everybody may see of where a game stands, in so far as it tells that something has changed.
#[derive(Clone, PartialEq, Eq, Debug, Default)]
struct PublicFace {
    turn: u16,
    waiting: Vec<u8>,
    is_over: bool,
    /// Events that everybody is told.
    events: usize,
    seats: Vec<(SeatKind, String, bool)>,
}

/// State of a room: what the lock guards.
pub struct RoomState {
    /// The game.
    pub live: Box<dyn Game>,
    /// Seats, by side.
    pub seats: Vec<SeatRow>,
    /// Summary of the game.
    pub summary: Summary,
    /// Answers and throws in the journal.
    pub counts: Counts,
    /// Answers by standing order that stand.
    pub ordered: Arc<Vec<OrderedAnswer>>,
    /// Time at which what is done now came in; none for what nobody sent.
    pub(super) arrived: Option<ArrivalTime>,
    /// Side whose clock had fallen by then.
    pub(super) fell: Option<Side>,
    /// Something was not stored: this copy is ahead of the disk and must not be used.
    pub(super) broken: bool,
    /// Lines of the journal that are stored, and those that are not yet.
    lines: u64,
    bytes: usize,
    idle: usize,
    fresh: String,
    fresh_ordered: usize,
    /// Question that no standing order fits.
    pub(super) unfit: Option<OrderCheck>,
    /// Number of the changes of orders since the game was loaded.
    pub(super) orders_changed: u64,
    /// Grows with every new state.
    pub(super) state: u64,
    /// Moments at which something had been taken back, and nobody was shown yet.
    pub(super) cuts: Vec<Moment>,
    next_chat: u64,
    /// The sides' ids, as the journal writes them.
    ids: [String; 2],
    /// Public face of the game, time of its last change, and length of the log that was looked at for it.
    public: (PublicFace, i64, usize),
    /// Sections of turns in the log, by side, and how much of the log was looked at for them.
    sections: ([u32; 2], usize),
}

impl RoomState {
    /// A game from what is stored of it.
    pub(super) fn new(stored: StoredGame, live: Box<dyn Game>) -> RoomState {
        let ordered = not_undone(&stored.journal, stored.ordered);
        let mut inner = RoomState {
            lines: stored.journal.lines().count() as u64,
            bytes: stored.journal.len(),
            idle: idle(&stored.journal),
            counts: Counts::default(),
            fresh: String::new(),
            fresh_ordered: ordered.len(),
            ordered: Arc::new(ordered),
            cuts: Vec::new(),
            unfit: None,
            orders_changed: 0,
            state: 0,
            ids: [Side(0), Side(1)].map(|side| text::print_side(live.names(), side)),
            live,
            seats: stored.listed.seats,
            summary: stored.listed.state.summary,
            next_chat: stored.next_chat,
            public: (PublicFace::default(), 0, 0),
            sections: ([0; 2], 0),
            arrived: None,
            fell: None,
            broken: false,
        };
        inner.count(&stored.journal);
        inner.count_sections();
        inner.summary.waiting = inner.waiting();
        for seat in &inner.seats {
            super::sitters::bring_up_to_date(&mut inner.summary.sat, seat);
        }
        let changed = stored.listed.state.changed;
        inner.look_at_public();
        inner.public.1 = changed;
        inner
    }

    /// The game must not be over.
    ///
    /// # Errors
    /// It is.
    pub fn must_run(&self) -> Result<()> {
        if self.is_over() { Err(ApiError::conflict("the game is over")) } else { Ok(()) }
    }

    /// Whether the game has ended.
    pub fn is_over(&self) -> bool {
        self.live.finished() || self.live.over()
    }

    /// Whether a computer player is asked something.
    pub(super) fn asks_computer(&self) -> bool {
        let is_computer = |side: Side| self.seats[side.index()].kind == SeatKind::Computer;
        !self.is_over()
            && self.awaited().is_empty()
            && self.live.pending().iter().any(|pending| is_computer(pending.side))
    }

    /// Question to a side.
    pub fn asks(&self, side: Side) -> Option<SideQuestion<'_>> {
        SideQuestion::of(&*self.live, side, self.thrower())
    }

    /// Side that types in the throws of a real table: the side that throws, or whoever sits there with it.
    pub(super) fn thrower(&self) -> Option<Side> {
        let wanted = self.live.wanted()?;
        let sides = wanted.side.into_iter().chain([Side(0), Side(1)]);
        let of = |kind: SeatKind| sides.clone().find(|side| self.seats[side.index()].kind == kind);
        of(SeatKind::Person).or_else(|| of(SeatKind::Free))
    }

    /// Sides that are asked something, in their order.
    fn waiting(&self) -> Vec<u8> {
        if self.is_over() {
            return Vec::new();
        }
        let awaited = self.awaited();
        if !awaited.is_empty() {
            return awaited;
        }
        let decides = self.live.pending().iter().map(|pending| pending.side.0);
        let mut waiting: Vec<u8> = decides.chain(self.thrower().map(|side| side.0)).collect();
        waiting.sort_unstable();
        waiting
    }

    /// A remark for the chat.
    pub fn remark(&mut self, side: Option<Side>, name: &str, text: String) -> ChatMessage {
        let id = self.next_chat;
        self.next_chat += 1;
        ChatMessage { id, side: side.map(|side| side.0), name: name.to_owned(), text, when: now_s() }
    }

    /// Something was taken back: what was shown of it is shown no more. To be called before anything else happens.
    pub fn taken_back(&mut self) {
        let before = self.lines + self.fresh.lines().count() as u64;
        let new = self.live.take_lines();
        for (_, back) in undone(&new, before) {
            Arc::make_mut(&mut self.ordered).retain(|ordered| ordered.line < back);
        }
        self.fresh_ordered = self.fresh_ordered.min(self.ordered.len());
        self.fresh.push_str(&new);
        let cut = self.moment(MomentKind::TakenBack);
        self.cuts.push(cut);
    }

    /// The game at this moment.
    pub(super) fn moment(&self, shows: MomentKind) -> Moment {
        let clocks = self.summary.clocks.as_ref().map(ClockState::shown);
        Moment { game: self.likeness(), clocks, shows }
    }

    /// The number of the journal's next line.
    pub(super) fn next_line(&mut self) -> u64 {
        let new = self.live.take_lines();
        self.fresh.push_str(&new);
        self.lines + self.fresh.lines().count() as u64 + 1
    }

    /// Length of the stored journal, in bytes.
    pub(super) fn bytes(&self) -> usize {
        self.bytes
    }

    /// Whether seats may change hands and decisions be taken back: both can be done for ever, and what they write is loaded with the game.
    ///
    /// # Errors
    /// The journal has as many such lines as one that can be sent in.
    pub(super) fn may_go_round(&self) -> Result<()> {
        if self.idle < IDLE {
            return Ok(());
        }
        Err(ApiError::refused(
            "in this game seats have changed hands and decisions been taken back as often as may be; it can be played to its end",
        ))
    }

    /// Write of all that has to be stored now.
    pub(super) fn write(&mut self, row: &GameRow, seats: Vec<SeatRow>) -> Write {
        let new = self.live.take_lines();
        self.fresh.push_str(&new);
        let text = std::mem::take(&mut self.fresh);
        let append = (!text.is_empty()).then(|| Append {
            game: row.id.clone(),
            line: self.lines + 1,
            text,
            written: now_s(),
        });
        if let Some(append) = &append {
            self.lines += append.text.lines().count() as u64;
            self.bytes += append.text.len();
            self.idle += idle(&append.text);
            self.count(&append.text);
            self.state += 1;
        }
        self.sum_up(row);
        self.look_at_public();
        let ordered =
            self.ordered[self.fresh_ordered..].iter().map(|ordered| (row.id.clone(), ordered.clone()));
        let ordered = ordered.collect();
        self.fresh_ordered = self.ordered.len();
        Write { append, state: Some(self.state_row(&row.id)), seats, ordered, ..Write::default() }
    }

    /// The game's changing part.
    pub(super) fn state_row(&self, game: &str) -> StateRow {
        let over = self.is_over();
        let falls = |clocks: &ClockState| match clocks.at_zero {
            _ if over => None,
            FlagRule::Nothing => None,
            FlagRule::Computer => clocks.due(|side| self.seats[side.index()].kind == SeatKind::Person),
            FlagRule::Lose => clocks.due(|_| true),
        };
        StateRow {
            game: game.to_owned(),
            changed: self.public.1,
            touched: now_s(),
            status: if over { OVER } else { PLAYING },
            due: self.summary.clocks.as_ref().and_then(falls),
            goes_on: self.asks_computer() || self.asks_orders(),
            summary: self.summary.clone(),
        }
    }

    /// Notes whether anything has changed that everybody may see.
    fn look_at_public(&mut self) {
        let log = self.live.log();
        let (known, _, seen) = &self.public;
        let (before, from) = if *seen <= log.len() { (known.events, *seen) } else { (0, 0) };
        let new = log[from..].iter().filter(|event| event.to.includes(None)).count();
        let seats = self.seats.iter().map(|seat| (seat.kind, seat.name.clone(), seat.shows)).collect();
        let public = PublicFace {
            turn: self.summary.turn,
            waiting: self.summary.waiting.clone(),
            is_over: self.is_over(),
            events: before + new,
            seats,
        };
        let length = log.len();
        let when = if public == self.public.0 { self.public.1 } else { now_s() };
        self.public = (public, when, length);
    }

    /// Whether a side may take its last decision back alone. While the other is asked something it may not, whether that has decided since or
    /// not: else it would be told how often the other has decided in secret.
    pub fn may_take_back(&self, side: Side) -> bool {
        let (own, other) = (&self.seats[side.index()], &self.seats[side.enemy().index()]);
        let is_another = other.kind == SeatKind::Person && other.holder != own.holder;
        let is_asked = self.live.pending().iter().any(|pending| pending.side == side.enemy());
        self.live.can_undo(side) && !(is_another && is_asked)
    }

    /// Brings the summary up to date.
    fn sum_up(&mut self, row: &GameRow) {
        self.count_sections();
        let game = &*self.live;
        (self.summary.turn, self.summary.turns) = game.turn();
        if let Some(outcome) = game.outcome().filter(|_| self.summary.outcome.is_none() && game.over()) {
            self.summary.outcome = Some(words::outcome(&*self.live, &outcome));
        }
        self.summary.waiting = self.waiting();
        self.summary.seeds = self.live.mixed_seeds().iter().map(|seed| table::hash::hex(seed)).collect();
        self.summary.closed = [0, 1].into_iter().filter(|side| self.is_closed(Side(*side))).collect();
        if let Some(rule) = &row.options.clock {
            let now = now_ms();
            let clocks = self.summary.clocks.get_or_insert_with(|| ClockState::new(rule, now));
            let came = self.arrived.take().map_or(now, |arrived| arrived.0.min(now));
            clocks.decided(rule, self.sections.0, &self.summary.waiting, (came, now));
        }
    }

    /// Counts answers and throws in lines of the journal.
    fn count(&mut self, lines: &str) {
        for line in lines.lines() {
            if line.starts_with("throw ") {
                self.counts.throws += 1;
            } else if let Some(rest) = line.strip_prefix("answer ") {
                let side = rest.split(' ').next().unwrap_or_default();
                if let Some(at) = self.ids.iter().position(|id| id == side) {
                    self.counts.answers[at] += 1;
                }
            }
        }
    }

    fn count_sections(&mut self) {
        let log = self.live.log();
        let (mut count, seen) = if self.sections.1 <= log.len() { self.sections } else { ([0; 2], 0) };
        for side in log[seen..].iter().filter_map(Event::section_of) {
            count[side.index()] += 1;
        }
        self.sections = (count, log.len());
    }
}
