//! The whole view of a game, and what a connection begins with. Under the lock only what changes is taken; the rest is made outside of it.

use std::collections::VecDeque;
use std::net::IpAddr;

use axum::extract::ws::Utf8Bytes;
use shelf::board::Position;
use tokio::sync::broadcast;

use super::feed::{ViewerFeed, last_entries, question};
use super::gallery::{Moment, MomentKind, is_change};
use super::{Room, RoomState, Viewer, commitment, frame};
use crate::api_error::Result;
use crate::hub::Hub;
use crate::now_ms;
use crate::wire::{ChatMessage, GameCard, GameView, Notes, ServerMessage, StandingOrder, UndoProposal};

/// Beginning of a watch: what a new watcher begins with.
pub struct Watch {
    /// First these.
    pub first: Vec<Utf8Bytes>,
    /// Then these.
    pub rest: broadcast::Receiver<Utf8Bytes>,
}

/// Copy for a view: what is taken under the lock for a view.
struct Outline {
    viewer: Viewer,
    card: GameCard,
    orders: Vec<StandingOrder>,
    before: VecDeque<Moment>,
    moment: Moment,
}

/// Material of a view: what a view is made of.
struct Sketch {
    viewer: Viewer,
    card: GameCard,
    revision: u64,
    position: Position,
    orders: Vec<StandingOrder>,
    undo: Option<UndoProposal>,
    can_undo: bool,
    moment: Moment,
}

impl Room {
    /// Begins to watch: what has changed since a revision, or everything.
    ///
    /// # Errors
    /// As [`Room::lock`].
    pub async fn watch(
        &self,
        hub: &Hub,
        from: IpAddr,
        viewer: Viewer,
        holder: Option<&str>,
        since: Option<u64>,
    ) -> Result<Watch> {
        let extras = hub.extras(&self.row.id, holder).await?;
        let (known, rest) = {
            let mut feeds = self.feeds(hub).await;
            // What is told besides changes from here on is not to be missed.
            let (outline, mut rest) = {
                let mut inner = self.lock_in(viewer.language).await?;
                (self.outline(&mut inner, viewer, holder), self.gallery.listen(viewer))
            };
            let sketch = self.sketch(hub, &mut feeds, outline);
            let feed = &feeds[viewer.lane()];
            let known = match since.and_then(|since| feed.since(since)) {
                Some(frames) if frames.is_empty() => {
                    Ok(vec![frame(&ServerMessage::Synced { revision: feed.revision })])
                }
                Some(frames) => Ok(frames),
                None => Err(sketch),
            };
            let told = std::iter::from_fn(|| rest.try_recv().ok());
            let told: Vec<Utf8Bytes> = told.filter(|frame| !is_change(frame)).collect();
            ((known, told), rest)
        };
        let (known, told) = known;
        let mut first = match known {
            Ok(frames) => frames,
            Err(sketch) => {
                let full = move || vec![frame(&ServerMessage::Full { view: Box::new(sketch.view(extras)) })];
                hub.work.run(&self.turns(from, viewer.side), full).await?
            }
        };
        first.extend(told);
        Ok(Watch { first, rest })
    }

    /// The whole view.
    ///
    /// # Errors
    /// As [`Room::lock`].
    pub async fn view(
        &self,
        hub: &Hub,
        from: IpAddr,
        viewer: Viewer,
        holder: Option<&str>,
    ) -> Result<GameView> {
        let extras = hub.extras(&self.row.id, holder).await?;
        let sketch = {
            let mut feeds = self.feeds(hub).await;
            let outline = {
                let mut inner = self.lock_in(viewer.language).await?;
                self.outline(&mut inner, viewer, holder)
            };
            self.sketch(hub, &mut feeds, outline)
        };
        hub.work.run(&self.turns(from, viewer.side), move || sketch.view(extras)).await
    }

    /// Outline of a view, taken under the lock: the moment, and those that nobody has looked at before it.
    fn outline(&self, inner: &mut RoomState, viewer: Viewer, holder: Option<&str>) -> Outline {
        if let Some(clocks) = &mut inner.summary.clocks {
            clocks.tick(now_ms());
        }
        Outline {
            viewer,
            card: self.card(inner, viewer.language, holder),
            orders: viewer.side.map(|side| inner.seats[side.index()].orders.clone()).unwrap_or_default(),
            before: self.gallery.take(),
            moment: inner.moment(MomentKind::Game),
        }
    }

    /// Sketch of which a view is made, with a feed that is up to date.
    fn sketch(&self, hub: &Hub, feeds: &mut [ViewerFeed], outline: Outline) -> Sketch {
        let Outline { viewer, card, orders, before, mut moment } = outline;
        self.show(hub, feeds, before);
        let feed = &mut feeds[viewer.lane()];
        self.look(hub, &mut moment, viewer, feed);
        Sketch {
            viewer,
            card,
            revision: feed.revision,
            position: feed.position.clone(),
            orders,
            undo: feed.undo.clone(),
            can_undo: feed.can_undo && self.row.options.undo.allows_alone(),
            moment,
        }
    }
}

impl Sketch {
    fn view(self, extras: (Vec<ChatMessage>, Notes)) -> GameView {
        let viewer = self.viewer.side;
        let Moment { game, clocks, .. } = self.moment;
        let now = game.now(viewer, clocks.as_ref());
        let (log, log_length) = last_entries(viewer, &now, 50);
        GameView {
            revision: self.revision,
            side: viewer.map(|side| side.0),
            delayed: None,
            position: self.position,
            question: question(viewer, &now),
            log_length,
            log,
            chat: extras.0,
            notes: extras.1,
            undo: self.undo,
            can_undo: self.can_undo,
            commitment: commitment(&game.live.journal()),
            dice: game.dice.clone(),
            card: self.card,
            orders: self.orders,
            clocks,
        }
    }
}
