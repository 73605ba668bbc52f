//! Games in the browser: the API, storage, seats, clocks, and the client's files.
//!
//! The server knows rulebooks only through the shelf. A game that somebody plays is in memory ([`room::Room`]), one lock each; the others rest
//! on disk as journals and are played again from them when somebody asks. An answer is acknowledged, and told to the other side, only when
//! it is on disk; one task writes for all games, so that many answers share one sync ([`store::writer`]).
//!
//! What is promised about secrets and safety is in `docs/security.md`, the API in `docs/api.md`.

mod api;
pub mod api_error;
pub mod auth;
pub mod door;
mod files;
pub mod held;
pub mod hub;
pub mod known;
pub mod limits;
mod line;
pub mod made;
pub mod mail;
pub mod metrics;
mod notify;
pub mod patience;
mod purse;
mod resting;
pub mod room;
mod saved;
pub mod space;
pub mod store;
pub mod wire;
pub mod work;

use std::net::SocketAddr;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::{Duration, SystemTime, UNIX_EPOCH};

use tokio::net::TcpListener;
use tokio::sync::watch;

use door::Timeouts;
use hub::Hub;
use store::sqlite::Sqlite;
use store::{Store, StoreError};

/// Settings of a server: how the server runs.
#[derive(Clone, Debug)]
pub struct Config {
    /// Address on which it listens.
    pub address: SocketAddr,
    /// Folder of its data.
    pub data: PathBuf,
    /// Address at which figures for operators are asked for; none: nowhere.
    pub metrics: Option<SocketAddr>,
    /// Address from outside; its scheme and host are the origin that pages must come from. Empty: whatever host
    /// the request names.
    pub public_url: String,
    /// Tokens that an account, or an address without one, is given in a second to pay for requests ([`limits::Cost`]); 0 for no limit.
    pub requests_per_second: u32,
    /// MiB that an account, or an address without one, may bring to the disk in a day ([`space`]); 0 for no limit.
    pub stored_mib_per_day: u32,
    /// MiB of the disk that are kept free for the games that are played: below, nothing new is taken.
    pub free_mib: u32,
    /// Whether the address of the client is taken from `X-Forwarded-For`, set by a proxy of one's own.
    pub behind_proxy: bool,
    /// Number of one's own proxies that a request passes; the address that the first of them saw is the client's.
    pub proxies: usize,
    /// Connections that may be open at once.
    pub connections: usize,
    /// Times for which things are waited.
    pub waits: Timeouts,
    /// Games that nobody has changed for so many seconds are deleted; none: never.
    pub games_expire_s: Option<i64>,
    /// Browsers that were not seen for so many seconds are forgotten.
    pub sessions_expire_s: i64,
    /// Games that nobody has looked at for so many seconds rest on disk.
    pub idle_s: i64,
    /// A mail server, as `smtps://user:password@host`; none: no mail.
    pub smtp: Option<String>,
    /// The sender of mails.
    pub mail_from: String,
    /// Whether webhooks may be called.
    pub webhooks: bool,
    /// Whether they may be in private networks, and on this machine.
    pub webhooks_private: bool,
}

impl Default for Config {
    fn default() -> Self {
        Config {
            address: SocketAddr::from(([127, 0, 0, 1], 1806)),
            data: PathBuf::from("berthier-data"),
            metrics: None,
            public_url: String::new(),
            requests_per_second: 100,
            stored_mib_per_day: 128,
            free_mib: 256,
            behind_proxy: false,
            proxies: 1,
            connections: 4096,
            waits: Timeouts::default(),
            games_expire_s: None,
            sessions_expire_s: 400 * 24 * 3600,
            idle_s: 600,
            smtp: None,
            mail_from: "Berthier <berthier@localhost>".to_owned(),
            webhooks: false,
            webhooks_private: false,
        }
    }
}

impl Config {
    /// Address of the server, without a slash at the end.
    pub fn base(&self) -> String {
        match self.public_url.trim_end_matches('/') {
            "" => format!("http://{}", self.address),
            url => url.to_owned(),
        }
    }
}

/// Error at the start: why the server does not run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The data cannot be opened.
    #[error("{}: {error}", .folder.display())]
    Data {
        /// The folder.
        folder: PathBuf,
        /// The cause.
        error: StoreError,
    },
    /// The address cannot be listened to.
    #[error("cannot listen on {address}: {error}")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// The cause.
        error: std::io::Error,
    },
    /// The network fails.
    #[error("the server stopped: {0}")]
    Io(#[from] std::io::Error),
}

/// A server that is ready to run.
pub struct Server {
    listener: TcpListener,
    metrics: Option<TcpListener>,
    hub: Arc<Hub>,
    /// Keeps the data for this server alone.
    _lock: Option<std::fs::File>,
}

impl Server {
    /// Opens the data and begins to listen.
    ///
    /// # Errors
    /// Either cannot be done.
    pub async fn start(config: Config) -> Result<Server, ServeError> {
        let failed = |error| ServeError::Data { folder: config.data.clone(), error };
        let lock = store::place::keep(&config.data).map_err(failed)?;
        let store = Sqlite::open(&config.data).await.map_err(failed)?;
        let server = Server::on(config.clone(), Arc::new(store)).await?;
        Ok(Server { _lock: Some(lock), ..server })
    }

    /// Begins to listen, with data that is open already.
    ///
    /// # Errors
    /// The address cannot be listened to.
    pub async fn on(config: Config, store: Arc<dyn Store>) -> Result<Server, ServeError> {
        let address = config.address;
        let listener = listen(address).await?;
        let metrics = match config.metrics {
            Some(address) => Some(listen(address).await?),
            None => None,
        };
        let address = listener.local_addr()?;
        let config = Config { address, ..config };
        let hub = Arc::new(Hub::new(config, store));
        hub.look_at_disk().await;
        Ok(Server { listener, metrics, hub, _lock: None })
    }

    /// Address on which it listens: the real port, if the configuration said 0.
    ///
    /// # Errors
    /// The system does not tell.
    pub fn address(&self) -> std::io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// Work that it does besides serving: tests hold it.
    pub fn work(&self) -> Arc<work::Work> {
        Arc::clone(&self.hub.work)
    }

    /// Address at which figures for operators are asked for.
    pub fn metrics_address(&self) -> Option<SocketAddr> {
        self.metrics.as_ref()?.local_addr().ok()
    }

    /// Serves until `stop` changes, then finishes what it has begun: open requests, stored answers, a word to those who watch. Nobody who
    /// hangs is waited for longer than the configuration says.
    ///
    /// # Errors
    /// The network fails.
    pub async fn run(self, stop: watch::Receiver<bool>) -> Result<(), ServeError> {
        let sweeper = tokio::spawn(sweep(Arc::clone(&self.hub)));
        if let Some(listener) = self.metrics {
            let figures = api::figures(Arc::clone(&self.hub));
            let (hub, stop) = (Arc::clone(&self.hub), stop.clone());
            tokio::spawn(async move { door::serve(listener, figures, &hub.config, stop).await });
        }
        let app = api::router(Arc::clone(&self.hub), stop.clone());
        door::serve(self.listener, app, &self.hub.config, stop).await;
        sweeper.abort();
        tracing::info!("stopped");
        Ok(())
    }
}

/// Seconds between looks for what has expired.
const EXPIRE_S: u64 = 600;

async fn listen(address: SocketAddr) -> Result<TcpListener, ServeError> {
    TcpListener::bind(address).await.map_err(|error| ServeError::Listen { address, error })
}

async fn sweep(hub: Arc<Hub>) {
    let mut every = tokio::time::interval(Duration::from_secs(1));
    for second in 0_u64.. {
        every.tick().await;
        hub.sweep().await;
        if second.is_multiple_of(10) {
            hub.wake_fallen().await;
        }
        if second.is_multiple_of(EXPIRE_S) {
            hub.expire().await;
        }
    }
}

/// Copies the data while a server may be running with it.
///
/// # Errors
/// The data is not there, or the copy cannot be written.
pub async fn backup(data: &std::path::Path, to: &std::path::Path) -> Result<(), ServeError> {
    let failed = |error| ServeError::Data { folder: data.to_path_buf(), error };
    Sqlite::existing(data).await.map_err(failed)?.backup(to).await.map_err(failed)
}

/// Milliseconds since 1970. The rules never see a clock; lists and chess clocks do.
pub(crate) fn now_ms() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_millis()).unwrap_or(i64::MAX)
}

/// Seconds since 1970.
pub(crate) fn now_s() -> i64 {
    now_ms() / 1000
}
