//! The whole view of a game, and what a connection begins with. Under the lock only what changes is taken; the rest is made outside of it.

use std::net::IpAddr;

use axum::extract::ws::Utf8Bytes;
use shelf::board::Position;
use tokio::sync::broadcast;

use super::clock::Kept;
use super::eye::{last_entries, question};
use super::{Inner, LAG, Likeness, Reader, Room, commitment, frame};
use crate::fault::Result;
use crate::hub::Hub;
use crate::now_ms;
use crate::wire::{
    ChatMessage, Clocks, GameCard, GameView, Notes, ServerMessage, StandingOrder, UndoProposal,
};

/// What a new watcher begins with.
pub struct Watch {
    /// First these.
    pub first: Vec<Utf8Bytes>,
    /// Then these.
    pub rest: broadcast::Receiver<Utf8Bytes>,
}

/// What a view is made of.
struct Sketch {
    reader: Reader,
    card: GameCard,
    revision: u64,
    position: Position,
    orders: Vec<StandingOrder>,
    undo: Option<UndoProposal>,
    can_undo: bool,
    clocks: Option<Clocks>,
    game: Likeness,
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
        reader: Reader,
        holder: Option<&str>,
        since: Option<u64>,
    ) -> Result<Watch> {
        let extras = hub.extras(&self.row.id, holder).await?;
        let (known, rest) = {
            let mut inner = self.lock_in(reader.language).await?;
            self.refresh(&mut inner, reader);
            let rest = self.lanes[reader.lane()].get_or_init(|| broadcast::channel(LAG).0).subscribe();
            let known = since.and_then(|since| inner.since(reader, since));
            let known = match known {
                Some(frames) if frames.is_empty() => {
                    Ok(vec![frame(&ServerMessage::Synced { revision: inner.revision_of(reader) })])
                }
                Some(frames) => Ok(frames),
                None => Err(self.sketch(&mut inner, reader, holder)),
            };
            (known, rest)
        };
        let first = match known {
            Ok(frames) => frames,
            Err(sketch) => {
                let full = move || vec![frame(&ServerMessage::Full { view: Box::new(sketch.view(extras)) })];
                hub.work.run(&self.turns(from, reader.side), full).await?
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
        from: IpAddr,
        reader: Reader,
        holder: Option<&str>,
    ) -> Result<GameView> {
        let extras = hub.extras(&self.row.id, holder).await?;
        let sketch = {
            let mut inner = self.lock_in(reader.language).await?;
            self.refresh(&mut inner, reader);
            self.sketch(&mut inner, reader, holder)
        };
        hub.work.run(&self.turns(from, reader.side), move || sketch.view(extras)).await
    }

    /// What a view is made of, of an eye that is up to date.
    fn sketch(&self, inner: &mut Inner, reader: Reader, holder: Option<&str>) -> Sketch {
        if let Some(clocks) = &mut inner.summary.clocks {
            clocks.tick(now_ms());
        }
        let orders = reader.side.map(|side| inner.seats[side.index()].orders.clone()).unwrap_or_default();
        let card = self.card(inner, holder);
        let clocks = inner.summary.clocks.as_ref().map(Kept::shown);
        let (eye, _) = inner.eye(reader, None);
        Sketch {
            reader,
            card,
            revision: eye.revision,
            position: eye.position.clone(),
            orders,
            undo: eye.undo.clone(),
            can_undo: eye.can_undo && self.row.options.undo.allows_alone(),
            clocks,
            game: inner.likeness(),
        }
    }
}

impl Sketch {
    fn view(self, extras: (Vec<ChatMessage>, Notes)) -> GameView {
        let viewer = self.reader.side;
        let now = self.game.now(self.clocks.as_ref());
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
            commitment: commitment(&self.game.live.game().journal()),
            dice: self.game.dice.clone(),
            card: self.card,
            orders: self.orders,
            clocks: self.clocks,
        }
    }
}
