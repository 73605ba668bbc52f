//! Gallery: what goes out to those who look at a game. Under the game's lock only a copy of each moment is taken, in no time; the feeds look at these
//! copies outside of it, in the order in which the game went on.
//!
//! Who needs both holds the feeds first, and waits for the game then, never the other way round.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::sync::{Arc, OnceLock};

use axum::extract::ws::Utf8Bytes;
use tokio::sync::{Mutex, MutexGuard, broadcast};

use super::feed::ViewerFeed;
use super::{Likeness, Room, RoomState, Viewer};
use crate::hub::Hub;
use crate::wire::{Clocks, ServerMessage};
use crate::work::Turn;

/// Number of the messages that a slow socket may be behind before it is given the whole view again.
const LAG: usize = 64;

/// A message as it is sent.
pub fn frame(message: &ServerMessage) -> Utf8Bytes {
    serde_json::to_string(message).expect("messages have text keys only").into()
}

/// Whether a message tells how the game has gone on.
pub(super) fn is_change(frame: &Utf8Bytes) -> bool {
    frame.as_str().starts_with(r#"{"t":"change""#)
}

/// Sight of a moment: what there is to see of it.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(super) enum MomentKind {
    /// State of the game.
    Game,
    /// That something was taken back: what follows is new again.
    TakenBack,
}

/// A game at a moment.
pub(super) struct Moment {
    pub game: Likeness,
    pub clocks: Option<Clocks>,
    pub shows: MomentKind,
}

impl Moment {
    /// A viewer's feed looks at it. Gives the message that says what has changed for them, if anything has.
    pub fn look(&mut self, viewer: Viewer, feed: &mut ViewerFeed) -> Option<Utf8Bytes> {
        self.game.live.speak(viewer.language);
        feed.look(&self.game.now(viewer.side, self.clocks.as_ref()))
    }
}

/// The feeds, what they have not seen yet, and the lanes on which they tell of it.
pub(super) struct Gallery {
    /// By viewer.
    feeds: Mutex<Vec<ViewerFeed>>,
    /// In the order in which the game went on. Put in under the game's lock, taken out by who holds the feeds.
    moments: std::sync::Mutex<VecDeque<Moment>>,
    /// By viewer; a lane is laid when somebody first listens to it.
    lanes: Vec<OnceLock<broadcast::Sender<Utf8Bytes>>>,
    /// The number of the last state that is stored.
    state: AtomicU64,
}

impl Gallery {
    pub fn new(revision: u64) -> Gallery {
        Gallery {
            feeds: Mutex::new(Viewer::all().map(|viewer| viewer.feed(revision)).collect()),
            moments: std::sync::Mutex::default(),
            lanes: Viewer::all().map(|_| OnceLock::new()).collect(),
            state: AtomicU64::new(0),
        }
    }

    /// Number of those that listen on a viewer's lane.
    fn watchers(&self, viewer: Viewer) -> u64 {
        self.lanes[viewer.lane()].get().map_or(0, broadcast::Sender::receiver_count) as u64
    }

    /// Listens from now on.
    pub fn listen(&self, viewer: Viewer) -> broadcast::Receiver<Utf8Bytes> {
        self.lanes[viewer.lane()].get_or_init(|| broadcast::channel(LAG).0).subscribe()
    }

    fn send(&self, viewer: Viewer, frame: Utf8Bytes) {
        if let Some(lane) = self.lanes[viewer.lane()].get() {
            // Nobody may be listening any more: then nobody needs to be told.
            let _ = lane.send(frame);
        }
    }

    /// Moments are to be looked at. To be called under the game's lock.
    fn put(&self, new: impl IntoIterator<Item = Moment>) {
        let mut moments = self.moments.lock().expect("nobody panics with this lock");
        for moment in new {
            // Who has missed a state sees the next one: what has changed since they looked last is told at once.
            if moment.shows == MomentKind::Game
                && moments.back().is_some_and(|last| last.shows == MomentKind::Game)
            {
                moments.pop_back();
            }
            moments.push_back(moment);
        }
    }

    /// Moments that nobody has looked at yet.
    pub fn take(&self) -> VecDeque<Moment> {
        std::mem::take(&mut *self.moments.lock().expect("nobody panics with this lock"))
    }
}

impl Room {
    /// Notes what is to be shown to those who are connected, with the game as it is stored now. The others' feeds are brought up to date when
    /// they look.
    pub(super) fn tell(self: &Arc<Self>, hub: &Arc<Hub>, inner: &mut RoomState) {
        self.gallery.state.store(inner.state, Relaxed);
        let cuts = std::mem::take(&mut inner.cuts);
        let is_watched = Viewer::all().any(|viewer| self.gallery.watchers(viewer) > 0);
        if cuts.is_empty() && !is_watched {
            return;
        }
        self.gallery.put(cuts);
        self.gallery.put(is_watched.then(|| inner.moment(MomentKind::Game)));
        let (room, hub) = (Arc::clone(self), Arc::clone(hub));
        tokio::spawn(async move { drop(room.feeds(&hub).await) });
    }

    /// The feeds, which have seen all that there was to see.
    pub(super) async fn feeds(&self, hub: &Hub) -> MutexGuard<'_, Vec<ViewerFeed>> {
        hub.work.pass(&Turn::Feeds).await;
        let mut feeds = self.gallery.feeds.lock().await;
        let moments = self.gallery.take();
        self.show(hub, &mut feeds, moments);
        feeds
    }

    /// Shows moments to those who are connected.
    pub(super) fn show(&self, hub: &Hub, feeds: &mut [ViewerFeed], moments: VecDeque<Moment>) {
        for mut moment in moments {
            for viewer in Viewer::all() {
                let feed = &mut feeds[viewer.lane()];
                if moment.shows == MomentKind::TakenBack {
                    feed.cut(&moment.game.now(viewer.side, None));
                } else if self.gallery.watchers(viewer) > 0 {
                    self.look(hub, &mut moment, viewer, feed);
                }
            }
        }
    }

    /// Brings a viewer's feed up to date, and tells all who look with it what has changed.
    pub(super) fn look(&self, hub: &Hub, moment: &mut Moment, viewer: Viewer, feed: &mut ViewerFeed) {
        let Some(frame) = moment.look(viewer, feed) else { return };
        let watchers = self.gallery.watchers(viewer);
        hub.metrics.socket_messages.inc_by(watchers);
        hub.metrics.socket_bytes.inc_by(frame.len() as u64 * watchers);
        self.gallery.send(viewer, frame);
    }

    /// A viewer's revision, with their feed brought up to date.
    pub async fn revision(&self, hub: &Hub, viewer: Viewer) -> u64 {
        let mut feeds = self.feeds(hub).await;
        if !feeds[viewer.lane()].has_seen(self.gallery.state.load(Relaxed)) {
            // If the game is to be loaded again, it is with new feeds.
            let moments = match self.lock().await {
                Ok(inner) => Some((self.gallery.take(), inner.moment(MomentKind::Game))),
                Err(_) => None,
            };
            if let Some((before, mut moment)) = moments {
                self.show(hub, &mut feeds, before);
                self.look(hub, &mut moment, viewer, &mut feeds[viewer.lane()]);
            }
        }
        feeds[viewer.lane()].revision
    }

    /// Sends the same to everybody who is connected.
    pub fn send_all(&self, message: &ServerMessage) {
        let frame = frame(message);
        for viewer in Viewer::all() {
            self.gallery.send(viewer, frame.clone());
        }
    }
}
