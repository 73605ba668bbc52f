//! Figures for Prometheus.

use std::fmt::Write as _;
use std::sync::atomic::{AtomicU64, Ordering::Relaxed};
use std::time::Duration;

/// A number that grows, or goes up and down.
#[derive(Default)]
pub struct Figure(AtomicU64);

impl Figure {
    /// Adds.
    pub fn add(&self, n: u64) {
        self.0.fetch_add(n, Relaxed);
    }

    /// Takes away.
    pub fn sub(&self, n: u64) {
        self.0.fetch_sub(n, Relaxed);
    }

    /// Its value.
    pub fn get(&self) -> u64 {
        self.0.load(Relaxed)
    }
}

/// Upper bounds of the classes of answer times, in microseconds.
const BOUNDS_US: [u64; 9] = [1_000, 2_000, 5_000, 10_000, 20_000, 50_000, 100_000, 500_000, 2_000_000];

/// Everything that is counted.
#[derive(Default)]
pub struct Metrics {
    /// Answers that were stored.
    pub answers: Figure,
    /// Answers that were refused.
    pub refused: Figure,
    /// Transactions.
    pub commits: Figure,
    /// What was written in them.
    pub writes: Figure,
    /// Transactions that failed.
    pub unstored: Figure,
    /// Games that are in memory.
    pub rooms: Figure,
    /// Open WebSockets.
    pub sockets: Figure,
    /// Bytes sent over WebSockets.
    pub socket_bytes: Figure,
    /// Messages sent over WebSockets.
    pub socket_messages: Figure,
    /// Requests.
    pub requests: Figure,
    /// Requests that were refused because there were too many.
    pub limited: Figure,
    /// Errors of the server's own.
    pub internal: Figure,
    times: [Figure; BOUNDS_US.len() + 1],
    time_us: Figure,
}

impl Metrics {
    /// Notes the time from an answer's arrival until everybody was told.
    pub fn answered(&self, took: Duration) {
        let us = u64::try_from(took.as_micros()).unwrap_or(u64::MAX);
        let class = BOUNDS_US.iter().position(|bound| us <= *bound).unwrap_or(BOUNDS_US.len());
        self.times[class].add(1);
        self.time_us.add(us);
        self.answers.add(1);
    }

    /// The text that Prometheus reads.
    pub fn text(&self) -> String {
        let mut out = String::new();
        let mut line = |name: &str, kind: &str, help: &str, value: u64| {
            let _ = write!(
                out,
                "# HELP berthier_{name} {help}\n# TYPE berthier_{name} {kind}\nberthier_{name} {value}\n"
            );
        };
        line("answers_total", "counter", "Answers stored.", self.answers.get());
        line("answers_refused_total", "counter", "Answers refused.", self.refused.get());
        line("commits_total", "counter", "Transactions.", self.commits.get());
        line("writes_total", "counter", "Writes in transactions.", self.writes.get());
        line("commits_failed_total", "counter", "Transactions that failed.", self.unstored.get());
        line("games_loaded", "gauge", "Games in memory.", self.rooms.get());
        line("sockets", "gauge", "Open WebSockets.", self.sockets.get());
        line("socket_bytes_total", "counter", "Bytes sent over WebSockets.", self.socket_bytes.get());
        line(
            "socket_messages_total",
            "counter",
            "Messages sent over WebSockets.",
            self.socket_messages.get(),
        );
        line("requests_total", "counter", "HTTP requests.", self.requests.get());
        line(
            "requests_limited_total",
            "counter",
            "Requests refused because there were too many.",
            self.limited.get(),
        );
        line("internal_errors_total", "counter", "Errors of the server's own.", self.internal.get());
        line("resident_bytes", "gauge", "Memory of the process.", resident_bytes());
        out.push_str(
            "# HELP berthier_answer_seconds From an answer's arrival until it is stored and told.\n",
        );
        out.push_str("# TYPE berthier_answer_seconds histogram\n");
        let mut sum = 0;
        for (bound, class) in BOUNDS_US.iter().zip(&self.times) {
            sum += class.get();
            let _ = writeln!(out, "berthier_answer_seconds_bucket{{le=\"{}\"}} {sum}", *bound as f64 / 1e6);
        }
        sum += self.times[BOUNDS_US.len()].get();
        let _ = write!(
            out,
            "berthier_answer_seconds_bucket{{le=\"+Inf\"}} {sum}\nberthier_answer_seconds_sum {}\nberthier_answer_seconds_count {sum}\n",
            self.time_us.get() as f64 / 1e6
        );
        out
    }
}

/// The resident memory of this process, where the system tells (Linux); else 0.
pub fn resident_bytes() -> u64 {
    let text = std::fs::read_to_string("/proc/self/statm").unwrap_or_default();
    let pages: u64 = text.split(' ').nth(1).and_then(|word| word.parse().ok()).unwrap_or(0);
    pages * 4096
}
