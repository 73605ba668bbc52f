//! Figures for Prometheus.

use std::time::Duration;

use prometheus_client::encoding::text::encode;
use prometheus_client::metrics::counter::Counter;
use prometheus_client::metrics::gauge::Gauge;
use prometheus_client::metrics::histogram::Histogram;
use prometheus_client::registry::{Metric, Registry};

/// Upper bounds of the classes of answer times, in seconds.
const BOUNDS_S: [f64; 9] = [0.001, 0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 2.0];

/// The kind of text in which the figures are given.
pub const KIND: &str = "application/openmetrics-text; version=1.0.0; charset=utf-8";

/// Everything that is counted.
pub struct Metrics {
    /// Answers that were stored.
    pub answers: Counter,
    /// Answers that were refused.
    pub refused: Counter,
    /// Transactions.
    pub commits: Counter,
    /// Bytes written in them.
    pub writes: Counter,
    /// Transactions that failed.
    pub unstored: Counter,
    /// Games that are in memory.
    pub rooms: Gauge,
    /// Open WebSockets.
    pub sockets: Gauge,
    /// Bytes sent over WebSockets.
    pub socket_bytes: Counter,
    /// Messages sent over WebSockets.
    pub socket_messages: Counter,
    /// Requests.
    pub requests: Counter,
    /// Requests that were refused because there were too many.
    pub limited: Counter,
    /// Requests that were refused because of what they would have brought to the disk.
    pub unkept: Counter,
    /// Bytes that are free where the data is.
    pub free_bytes: Gauge,
    /// Errors of the server's own.
    pub internal: Counter,
    memory: Gauge,
    times: Histogram,
    registry: Registry,
}

/// A figure that is given under a name.
fn named<M: Metric + Clone>(registry: &mut Registry, name: &str, help: &str, figure: M) -> M {
    registry.register(name, help, figure.clone());
    figure
}

impl Default for Metrics {
    fn default() -> Metrics {
        let mut registry = Registry::with_prefix("berthier");
        let mut counter = |name: &str, help: &str| named(&mut registry, name, help, Counter::default());
        let answers = counter("answers", "Answers stored");
        let refused = counter("answers_refused", "Answers refused");
        let commits = counter("commits", "Transactions");
        let writes = counter("writes", "Writes in transactions");
        let unstored = counter("commits_failed", "Transactions that failed");
        let socket_bytes = counter("socket_bytes", "Bytes sent over WebSockets");
        let socket_messages = counter("socket_messages", "Messages sent over WebSockets");
        let requests = counter("requests", "HTTP requests");
        let limited = counter("requests_limited", "Requests refused because there were too many");
        let unkept =
            counter("requests_unkept", "Requests refused because of what they would bring to the disk");
        let internal = counter("internal_errors", "Errors of the server's own");
        let mut gauge = |name: &str, help: &str| named(&mut registry, name, help, Gauge::default());
        let rooms = gauge("games_loaded", "Games in memory");
        let sockets = gauge("sockets", "Open WebSockets");
        let free_bytes = gauge("disk_free_bytes", "Bytes free where the data is");
        let memory = gauge("resident_bytes", "Memory of the process");
        let help = "From an answer's arrival until it is stored and told";
        let times = named(&mut registry, "answer_seconds", help, Histogram::new(BOUNDS_S));
        Metrics {
            answers,
            refused,
            commits,
            writes,
            unstored,
            rooms,
            sockets,
            socket_bytes,
            socket_messages,
            requests,
            limited,
            unkept,
            free_bytes,
            internal,
            memory,
            times,
            registry,
        }
    }
}

impl Metrics {
    /// Notes the time from an answer's arrival until everybody was told.
    pub fn answered(&self, took: Duration) {
        self.times.observe(took.as_secs_f64());
        self.answers.inc();
    }

    /// The text that Prometheus reads.
    pub fn text(&self) -> String {
        self.memory.set(i64::try_from(resident_bytes()).unwrap_or(i64::MAX));
        let mut out = String::new();
        encode(&mut out, &self.registry).expect("a text takes whatever is written into it");
        out
    }
}

/// The resident memory of this process, where the system tells (Linux); else 0.
pub fn resident_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    pages * 4096
}
