//! Clocks that fall. What somebody does counts as done at the moment when it came in, however long the game was busy then: a clock that
//! had fallen by that moment counts first, and one that falls while it waits for its turn does not.

use std::sync::Arc;

use shelf::Language;
use table::Side;
use tokio::sync::MutexGuard;

use super::{Room, RoomState};
use crate::api_error::Result;
use crate::hub::Hub;
use crate::now_ms;
use crate::store::{SeatKind, SeatRow};
use crate::wire::{EarlyEnd, FlagRule};

/// Time of arrival: when something came in, whole, in milliseconds since 1970.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct ArrivalTime(pub i64);

impl ArrivalTime {
    /// Just now.
    pub fn now() -> ArrivalTime {
        ArrivalTime(now_ms())
    }
}

impl Room {
    /// The game under its lock, for something that a person does: a clock that had fallen when it came in counts first.
    ///
    /// # Errors
    /// As [`Room::lock`]; or what follows from a fallen clock was not stored.
    pub async fn act(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        language: Language,
        arrived: ArrivalTime,
    ) -> Result<MutexGuard<'_, RoomState>> {
        let mut inner = self.lock_in(language).await?;
        let fell = self.judge(hub, &mut inner, arrived).await?;
        inner.live.speak(language);
        (inner.arrived, inner.fell) = (Some(arrived), fell);
        if fell.is_some() {
            self.drive(hub);
        }
        Ok(inner)
    }

    /// Does what is to be done if a side's time was over at a moment; gives the side, if anything was done.
    async fn judge(
        self: &Arc<Self>,
        hub: &Arc<Hub>,
        inner: &mut RoomState,
        arrived: ArrivalTime,
    ) -> Result<Option<Side>> {
        let at_zero = self.row.options.clock.as_ref().map_or(FlagRule::Nothing, |rule| rule.at_zero);
        if at_zero == FlagRule::Nothing || inner.is_over() {
            return Ok(None);
        }
        let Some(clocks) = inner.summary.clocks.as_mut().filter(|clocks| !clocks.paused) else {
            return Ok(None);
        };
        clocks.tick(arrived.0);
        let Some(side) = clocks.fallen() else { return Ok(None) };
        match at_zero {
            FlagRule::Lose => self.break_off(hub, inner, side, EarlyEnd::Time).await?,
            _ if inner.seats[side.index()].kind == SeatKind::Person => {
                let player = self.table.book().players().last().copied().unwrap_or_default();
                let seat = SeatRow {
                    kind: SeatKind::Computer,
                    name: player.to_owned(),
                    holder: None,
                    code: None,
                    orders: Vec::new(),
                    shows: false,
                    ..inner.seats[side.index()].clone()
                };
                self.seat(hub, inner, seat).await?;
            }
            _ => return Ok(None),
        }
        Ok(Some(side))
    }

    /// Does what is to be done when a side's time is over, though nobody does anything.
    pub async fn look_at_clock(self: &Arc<Self>, hub: &Arc<Hub>) {
        let Ok(mut inner) = self.inner.try_lock() else { return };
        if inner.broken || hub.must_store().is_err() {
            return;
        }
        inner.arrived = None;
        let fell = self.judge(hub, &mut inner, ArrivalTime::now()).await;
        drop(inner);
        match fell {
            Ok(None) => {}
            Ok(Some(_)) => self.drive(hub),
            Err(_) => hub.stall(&self.row.id),
        }
    }
}

#[cfg(test)]
pub(super) mod tests {
    use super::*;
    use crate::Config;
    use crate::api_error::ApiError;
    use crate::store::sqlite::Sqlite;
    use crate::store::{Append, GameRow, PLAYING, StateRow, Summary, Write};
    use crate::wire::{Answer, ClockRule, Options, ProblemCode};
    use table::session::Seat;

    /// A game of two people with clocks of a minute that stands in a folder of its own, which nobody else looks at.
    pub(in crate::room) async fn game(name: &str, at_zero: FlagRule) -> (Arc<Hub>, Arc<Room>) {
        let folder = std::env::temp_dir().join(format!("berthier-fall-{name}-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let store = Sqlite::open(&folder).await.expect("it opens");
        let hub = Arc::new(Hub::new(Config::default(), Arc::new(store)));
        let table = hub.table("jdg", "tutorial").expect("it is on the shelf");
        let people = [Seat::person("Anna"), Seat::person("Bert")];
        let live = table.host(people, Default::default(), Some([7; 32])).expect("it begins");
        let clock = ClockRule { budget_s: 60, increment_s: 0, at_zero };
        let seat = |side: u8| SeatRow {
            game: name.to_owned(),
            side,
            kind: SeatKind::Person,
            name: format!("player {side}"),
            holder: Some(format!("holder {side}")),
            code: None,
            orders: Vec::new(),
            shows: false,
        };
        let row = GameRow {
            id: name.to_owned(),
            rulebook: "jdg".to_owned(),
            battle: "tutorial".to_owned(),
            title: String::new(),
            options: Options { clock: Some(clock), ..Options::default() },
            seed: "07".repeat(32),
            maker: "holder 0".to_owned(),
            created: 0,
        };
        let summary = Summary::default();
        let state = StateRow {
            game: name.to_owned(),
            changed: 0,
            touched: 0,
            status: PLAYING,
            due: None,
            goes_on: false,
            summary,
        };
        let append = Append { game: name.to_owned(), line: 1, text: live.journal(), written: 0 };
        let (append, state, seats) = (Some(append), Some(state), vec![seat(0), seat(1)]);
        let write = Write { game: Some(row), append, state, seats, ..Write::default() };
        hub.writer.write(write).await.expect("it is stored");
        let room = hub.room(name).await.expect("it loads");
        let mut inner = room.lock().await.expect("it is there");
        room.settle(&hub, &mut inner).await.expect("it begins");
        drop(inner);
        (hub, room)
    }

    /// The first side that is asked answers what comes first; the answer came so long after now.
    async fn answer(hub: &Arc<Hub>, room: &Arc<Room>, after_ms: i64) -> crate::api_error::Result<u64> {
        let (side, question) = {
            let inner = room.lock().await?;
            let side = Side(*inner.summary.waiting.first().expect("somebody is asked"));
            (side, inner.asks(side).expect("they are asked").id(&inner.counts))
        };
        let answer = Answer { question, choice: Some(0), text: None, side: Some(side.0) };
        let came = (Language::ENGLISH, ArrivalTime(now_ms() + after_ms));
        room.answer(hub, came, |_| Ok(side), &answer).await
    }

    /// Lets the clocks run for so long, in no time.
    async fn wait(room: &Room, ms: i64) {
        let mut inner = room.lock().await.expect("it is there");
        inner.summary.clocks.as_mut().expect("it has clocks").at_ms -= ms;
    }

    fn code(done: crate::api_error::Result<u64>) -> Option<ProblemCode> {
        done.err().map(|fault: ApiError| fault.problem.code)
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_answer_that_comes_after_the_fall_is_too_late() {
        let (hub, room) = game("late", FlagRule::Lose).await;
        answer(&hub, &room, 0).await.expect("there is time");
        let before = room.lock().await.expect("it is there").live.journal();
        assert_eq!(code(answer(&hub, &room, 61_000).await), Some(ProblemCode::Conflict));
        let inner = room.lock().await.expect("it is there");
        let outcome = inner.summary.outcome.clone().expect("it is over");
        assert_eq!(outcome.broken_off, Some(EarlyEnd::Time));
        let answers = |journal: &str| journal.lines().filter(|line| line.starts_with("answer ")).count();
        assert_eq!(answers(&inner.live.journal()), answers(&before), "nothing was decided");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn an_answer_that_came_in_time_counts_though_the_game_was_busy() {
        let (hub, room) = game("busy", FlagRule::Lose).await;
        wait(&room, 70_000).await;
        answer(&hub, &room, -20_000).await.expect("it came ten seconds before the fall");
        let inner = room.lock().await.expect("it is there");
        assert!(!inner.is_over());
        let left = &inner.summary.clocks.as_ref().expect("it has clocks").left_ms;
        assert!(left.iter().any(|ms| (9_000..=10_100).contains(ms)), "{left:?}");
        assert!(left.iter().all(|ms| *ms > 0), "nobody pays for it: {left:?}");
    }

    #[tokio::test(flavor = "multi_thread")]
    async fn nothing_else_is_done_after_the_fall_either() {
        let (hub, room) = game("other", FlagRule::Computer).await;
        let side = Side(room.lock().await.expect("it is there").summary.waiting[0]);
        wait(&room, 61_000).await;
        // To stop the clocks, say, or to go on.
        let inner = room.act(&hub, Language::ENGLISH, ArrivalTime::now()).await.expect("it is stored");
        assert_eq!(inner.seats[side.index()].kind, SeatKind::Computer);
        assert_eq!(inner.fell, Some(side));
    }
}
