//! The WebSocket of a game: changes as soon as they are on disk.

use std::net::IpAddr;
use std::sync::Arc;
use std::time::{Duration, Instant};

use axum::extract::ws::{Message, Utf8Bytes, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::response::Response;
use futures_util::stream::SplitSink;
use futures_util::{SinkExt, StreamExt};
use serde::Deserialize;
use table::Side;
use tokio::sync::broadcast::error::RecvError;
use tokio::sync::{broadcast, watch};
use utoipa::IntoParams;

use super::{ApiState, Eyes, Visitor, actor, enter, viewer};
use crate::api_error::{ApiError, Result};
use crate::auth;
use crate::hub::Hub;
use crate::limits::Cost;
use crate::room::{ArrivalTime, Passage, Room, RoomState, Viewer, Watch, frame};
use crate::space::DiskClaim;
use crate::wire::{ClientMessage, ServerMessage};

/// The largest message that a browser may send: five hundred letters of any script, or an answer.
const MESSAGE: usize = 4 << 10;
/// Bytes that are read at once.
const BUFFER: usize = 4 << 10;
/// Pause between questions to the other end whether it is there.
const PING: Duration = Duration::from_secs(20);
/// Messages that a socket may send in a second, and at once.
const PER_SECOND: u32 = 200;
/// The longest message that is looked into though it could not be paid, to tell which one was refused. Answers are shorter.
const SHORT: usize = 512;

#[derive(Deserialize, IntoParams)]
#[into_params(parameter_in = Query)]
pub(crate) struct Wish {
    #[serde(rename = "as")]
    as_: Option<String>,
    since: Option<u64>,
}

/// A WebSocket of ServerMessage out and ClientMessage in; `since` a revision.
#[utoipa::path(
    get, path = "/live", params(Wish),
    responses((status = 200, description = "done", body = ServerMessage))
)]
pub(crate) async fn socket(
    State(shared): State<ApiState>,
    visitor: Visitor,
    Path(game): Path<String>,
    Query(wish): Query<Wish>,
    upgrade: WebSocketUpgrade,
) -> Result<Response> {
    let room = enter(&shared.hub, &visitor, &game).await?;
    let (holder, from) = (visitor.holder(), visitor.from);
    let eyes = Eyes { as_: wish.as_ };
    let (side, seating) = {
        let inner = room.lock().await?;
        (viewer(&room, &inner, holder.as_deref(), &eyes)?, room.seating())
    };
    let viewer = visitor.reads(side);
    let token = visitor.who.as_ref().map(|who| who.token.clone());
    let ends = match &token {
        Some(token) => {
            let line = shared.hub.known.listen(token);
            Some(line.ok_or_else(|| ApiError::unauthorized("this browser has been signed out"))?)
        }
        None => None,
    };
    let Some(open) = shared.hub.limits.open(from, visitor.account()) else {
        return Err(ApiError::too_many("too many connections of yours or from your address"));
    };
    let upgrade = upgrade.max_message_size(MESSAGE).max_frame_size(MESSAGE);
    // The usual buffers have 128 KiB each; messages are small, and many connections are idle.
    let upgrade = upgrade.read_buffer_size(BUFFER).write_buffer_size(0);
    Ok(upgrade.on_upgrade(move |socket| async move {
        let _open = open;
        shared.hub.metrics.sockets.inc();
        let mut line = Line { hub: Arc::clone(&shared.hub), room, viewer, holder, eyes, seating, from, ends };
        line.room.presence(side, Passage::Comes).await;
        // Whatever ends the connection, the browser connects again.
        let _ = line.serve(socket, wish.since, shared.stop).await;
        line.room.presence(line.viewer.side, Passage::Goes).await;
        line.ends = None;
        if let Some(token) = token {
            shared.hub.known.leave(&token);
        }
        shared.hub.metrics.sockets.dec();
    }))
}

/// Returns when the server stops.
async fn stopped(stop: &mut watch::Receiver<bool>) {
    // Whoever could change it is gone: that is a reason to stop too.
    let _ = stop.wait_for(|stops| *stops).await;
}

/// A connection to one viewer.
struct Line {
    hub: Arc<Hub>,
    room: Arc<Room>,
    viewer: Viewer,
    holder: Option<String>,
    /// With which eyes they wish to look.
    eyes: Eyes,
    /// Number of the seating when it was looked at last whether they may.
    seating: u64,
    from: IpAddr,
    /// Ends when the browser is signed out, or signs in.
    ends: Option<watch::Receiver<()>>,
}

/// Says that the connection ends, and ends it.
async fn goodbye(out: &mut Out) -> LineResult {
    out.send(Message::Text(frame(&ServerMessage::Goodbye))).await?;
    out.send(Message::Close(None)).await
}

/// Returns when a browser's token has ended.
async fn ended(ends: Option<watch::Receiver<()>>) {
    match ends {
        Some(mut ends) => while ends.changed().await.is_ok() {},
        None => std::future::pending().await,
    }
}

type LineResult = std::result::Result<(), axum::Error>;

/// Ear: how much is listened to, and when something was heard last.
struct Ear {
    tokens: u32,
    heard: Instant,
}

impl Ear {
    /// Something comes in. False, if it is too much.
    fn hears(&mut self) -> bool {
        self.heard = Instant::now();
        let left = self.tokens.checked_sub(1);
        self.tokens = left.unwrap_or_default();
        left.is_some()
    }
}

/// Of a message that is not read, what it is called, so that the page knows which one was refused.
#[derive(Deserialize)]
struct MessageName {
    #[serde(default)]
    r#ref: u32,
}

fn refused(text: &str, fault: ApiError) -> ServerMessage {
    let called: Option<MessageName> =
        if text.len() <= SHORT { serde_json::from_str(text).ok() } else { None };
    ServerMessage::Error { r#ref: called.map_or(0, |called| called.r#ref), error: fault.problem }
}

/// The half of a connection that is written to.
type Out = SplitSink<WebSocket, Message>;
/// News: what is told to all who look with the same eyes.
type News = broadcast::Receiver<Utf8Bytes>;

impl Line {
    async fn serve(
        &mut self,
        socket: WebSocket,
        since: Option<u64>,
        mut stop: watch::Receiver<bool>,
    ) -> LineResult {
        let (mut out, mut from) = socket.split();
        let Ok(watch) =
            self.room.watch(&self.hub, self.from, self.viewer, self.holder.as_deref(), since).await
        else {
            return Ok(());
        };
        let mut news = self.begin(&mut out, watch).await?;
        // Only what comes in shows that the other end is there; a browser answers every ping.
        let idle = self.hub.config.waits.idle;
        let period = PING.min(idle / 4).max(Duration::from_millis(1));
        let mut ping = tokio::time::interval_at(tokio::time::Instant::now() + period, period);
        let mut refill = tokio::time::interval(Duration::from_secs(1));
        let most = if self.hub.config.requests_per_second == 0 { u32::MAX } else { PER_SECOND };
        let mut ear = Ear { tokens: most, heard: Instant::now() };
        let ended = ended(self.ends.clone());
        tokio::pin!(ended);
        loop {
            tokio::select! {
                // First, so that nothing goes over the connection after that.
                biased;
                () = &mut ended => return goodbye(&mut out).await,
                _ = stopped(&mut stop) => return goodbye(&mut out).await,
                told = news.recv() => match told {
                    Ok(text) if self.room.seating() == self.seating => out.send(Message::Text(text)).await?,
                    Ok(text) => match self.look_again().await {
                        Ok(None) => out.send(Message::Text(text)).await?,
                        Ok(Some(watch)) => news = self.begin(&mut out, watch).await?,
                        Err(_) => return Ok(()),
                    },
                    // Too slow: everything again.
                    Err(RecvError::Lagged(_)) => return Ok(()),
                    Err(RecvError::Closed) => return Ok(()),
                },
                message = from.next() => match message {
                    // Browsers send no bytes.
                    None | Some(Err(_) | Ok(Message::Close(_) | Message::Binary(_))) => return Ok(()),
                    Some(Ok(_)) if !ear.hears() => return Ok(()),
                    Some(Ok(Message::Text(text))) => self.reply(&mut out, &mut news, text.as_str()).await?,
                    // Pings, which are answered, and answers to ours.
                    Some(Ok(_)) => {}
                },
                _ = ping.tick() => match ear.heard.elapsed() < idle {
                    true => out.send(Message::Ping(Default::default())).await?,
                    false => return Ok(()),
                },
                _ = refill.tick() => ear.tokens = most,
            }
        }
    }

    /// Sends what a viewer begins with. Returns where the rest comes from.
    async fn begin(&self, out: &mut Out, watch: Watch) -> std::result::Result<News, axum::Error> {
        for first in watch.first {
            self.count(&first);
            out.send(Message::Text(first)).await?;
        }
        Ok(watch.rest)
    }

    /// Does what a message asks for, and says so. What an answer has changed goes out before the word that it was taken.
    async fn reply(&self, out: &mut Out, news: &mut News, text: &str) -> LineResult {
        let reply = match self.admit() {
            Ok(()) => self.hear(text).await,
            Err(fault) => Some(refused(text, fault)),
        };
        while self.room.seating() == self.seating
            && let Ok(text) = news.try_recv()
        {
            out.feed(Message::Text(text)).await?;
        }
        if let Some(reply) = reply {
            let reply = frame(&reply);
            self.count(&reply);
            out.feed(Message::Text(reply)).await?;
        }
        out.flush().await
    }

    /// Seats have changed hands: nothing, if they may look as before; else what they begin with as what they are now, an onlooker maybe.
    ///
    /// # Errors
    /// They may not look any more, or is to connect again.
    async fn look_again(&mut self) -> Result<Option<Watch>> {
        let holder = self.holder.as_deref();
        let side = {
            let inner = self.room.lock().await?;
            self.seating = self.room.seating();
            viewer(&self.room, &inner, holder, &self.eyes)
                .or_else(|_| viewer(&self.room, &inner, holder, &Eyes::default()))?
        };
        if side == self.viewer.side {
            return Ok(None);
        }
        self.room.presence(self.viewer.side, Passage::Goes).await;
        self.viewer.side = side;
        self.room.presence(side, Passage::Comes).await;
        self.room.watch(&self.hub, self.from, self.viewer, holder, None).await.map(Some)
    }

    /// Whatever is said over a connection counts like a request of its own, before it is read.
    fn admit(&self) -> Result<()> {
        let account = self.holder.as_deref().and_then(auth::account_of);
        if self.hub.limits.may(self.from, account, Cost::Plain.tokens(0)) {
            return Ok(());
        }
        self.hub.metrics.limited.inc();
        Err(ApiError::too_many("too many requests; please wait a moment"))
    }

    fn count(&self, text: &Utf8Bytes) {
        self.hub.metrics.socket_messages.inc();
        self.hub.metrics.socket_bytes.inc_by(text.len() as u64);
    }

    async fn hear(&self, text: &str) -> Option<ServerMessage> {
        let message = match serde_json::from_str(text) {
            Ok(message) => message,
            Err(error) => {
                return Some(ServerMessage::Error {
                    r#ref: 0,
                    error: ApiError::bad_request(error.to_string()).problem,
                });
            }
        };
        let (number, done) = match message {
            ClientMessage::Ping => return Some(ServerMessage::Pong),
            ClientMessage::Say { text } => match self.say(&text).await {
                Ok(()) => return None,
                Err(fault) => (0, Err(fault)),
            },
            ClientMessage::Answer { r#ref, answer } => (r#ref, self.answer(answer).await),
        };
        Some(match done {
            Ok(revision) => ServerMessage::Ack { r#ref: number, revision },
            Err(fault) => ServerMessage::Error { r#ref: number, error: fault.problem },
        })
    }

    /// Seats may have changed hands since the connection was made: each message is looked at anew.
    async fn actor(&self, side: Option<u8>) -> Result<Side> {
        let side = side.or(self.viewer.side.map(|side| side.0));
        actor(&*self.room.lock().await?, self.holder.as_deref(), side.map(Side))
    }

    async fn answer(&self, answer: crate::wire::Answer) -> Result<u64> {
        let arrived = ArrivalTime::now();
        self.keep(DiskClaim::Line, 0)?;
        let side = answer.side.or(self.viewer.side.map(|side| side.0));
        let by = |inner: &RoomState| actor(inner, self.holder.as_deref(), side.map(Side));
        self.room.answer(&self.hub, (self.viewer.language, arrived), by, &answer).await
    }

    /// Claims the disk for a message, paid like that of a request.
    fn keep(&self, keep: DiskClaim, bytes: usize) -> Result<()> {
        let account = self.holder.as_deref().and_then(auth::account_of);
        self.hub.space.take(&self.hub.metrics, (self.from, account), keep, bytes)
    }

    async fn say(&self, text: &str) -> Result<()> {
        self.keep(DiskClaim::Text, text.len())?;
        let side = self.actor(None).await?;
        self.room.say(&self.hub, side, text).await.map(|_| ())
    }
}
