//! `berthier serve`: games in the browser.

use std::io::Write;
use std::net::{IpAddr, SocketAddr};
use std::path::PathBuf;
use std::time::Duration;

use clap::Parser;
use server::door::Timeouts;
use server::{Config, ServeError, Server};
use tracing_subscriber::EnvFilter;

use crate::outcome::{CommandResult, Failure};
use crate::paint::{HEAD, painted};

/// A day in seconds.
const DAY_S: i64 = 24 * 3600;

/// Plays in the browser: against the computer, a friend by link, or anybody
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier serve --open                      play at http://127.0.0.1:1806/
  berthier serve --host 0.0.0.0 --data /srv/berthier --public-url https://berthier.example
  berthier serve --backup copy.sqlite        copy the data, also while a server runs

What requests cost: looking, answering, odds 1; hints, pictures, reports, replays, taking back 10; passwords, new games,
mail addresses 40; a saved game 40 and 1 for each 32 KiB; opening a game that rests on disk 1 more for each 32 KiB, and
a side's view as it was some time ago 10 more besides, where it is not at hand. Up to 8 seconds' worth is saved up. Who
has an account pays from a purse of their own, others from that of their address; all accounts at one address together have 8
times as much. Twelve people behind one router, looking at odds all the time, are not refused.
What is stored counts by its length: a game 64 KiB and what is sent of it, words and notes half a KiB more than they are
long, an answer half a KiB. Answers go on when the day's bytes are used up.

What happens is logged to standard error; BERTHIER_LOG=debug says more, --log-json for machines.
A mail server is given by BERTHIER_SMTP (smtps://user:password@host), the sender by --mail-from.")]
pub struct Args {
    /// The port; 0 for any free one
    #[arg(long, default_value_t = 1806)]
    port: u16,
    /// The address to listen on; 0.0.0.0 for everybody
    #[arg(long, default_value = "127.0.0.1")]
    host: IpAddr,
    /// Give figures for Prometheus at this address, under /metrics; they are not for players' eyes
    #[arg(long, value_name = "ADDRESS:PORT")]
    metrics: Option<SocketAddr>,
    /// The data folder
    #[arg(long, default_value = "berthier-data", value_name = "FOLDER")]
    data: PathBuf,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Address of the server from outside, if a proxy stands before it
    #[arg(long, default_value = "", value_name = "URL")]
    public_url: String,
    /// Take the players' addresses from X-Forwarded-For, which the proxy sets
    #[arg(long)]
    behind_proxy: bool,
    /// Number of your own proxies that a request passes
    #[arg(long, default_value_t = 1, value_name = "NUMBER", requires = "behind_proxy", value_parser = clap::value_parser!(u8).range(1..))]
    proxies: u8,
    /// Connections that may be open at once, a quarter of them from one address (IPv6: network)
    #[arg(long, default_value_t = 4096, value_name = "NUMBER")]
    connections: usize,
    /// Seconds that what has begun is waited for when the server is to stop; a second signal ends it at once
    #[arg(long, default_value_t = 10, value_name = "SECONDS")]
    shutdown: u64,
    /// Budget of an account, or an address without one, in a second (costs below); 0 for no limit
    #[arg(long, default_value_t = 100, value_name = "NUMBER")]
    requests_per_second: u32,
    /// MiB that an account, or an address without one, may bring to the disk in a day (games, words, notes); 0 for no limit
    #[arg(long, default_value_t = 128, value_name = "MIB")]
    stored_per_day: u32,
    /// MiB of the disk that stay free for the games that are played: below, nothing new is taken; 0 for none
    #[arg(long, default_value_t = 256, value_name = "MIB")]
    keep_free: u32,
    /// Games that nobody looks at for so many seconds rest on disk
    #[arg(long, default_value_t = 600, value_name = "SECONDS")]
    idle: i64,
    /// Delete games that nobody has changed for so many days; 0 for never
    #[arg(long, default_value_t = 0, value_name = "DAYS")]
    games_expire: u32,
    /// Forget browsers that were not seen for so many days, and what they held
    #[arg(long, default_value_t = 400, value_name = "DAYS", value_parser = clap::value_parser!(u32).range(1..))]
    sessions_expire: u32,
    /// Let players be told of their turn by calls to web addresses of theirs
    #[arg(long)]
    webhooks: bool,
    /// Let those addresses be in private networks too, and on this machine
    #[arg(long, requires = "webhooks")]
    webhooks_private: bool,
    /// The sender of mails
    #[arg(long, default_value = "Berthier <berthier@localhost>", value_name = "ADDRESS")]
    mail_from: String,
    /// Offer games of rulebooks that are still being written too
    #[arg(long)]
    unfinished: bool,
    /// Log in JSON
    #[arg(long)]
    log_json: bool,
    /// Copy the data to a new file, and do nothing else
    #[arg(long, value_name = "FILE")]
    backup: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let runtime = tokio::runtime::Runtime::new().map_err(|error| Failure::Failed(error.to_string()))?;
    let in_words = |error: ServeError| Failure::Failed(error.to_string());
    if let Some(to) = &args.backup {
        runtime.block_on(server::backup(&args.data, to)).map_err(in_words)?;
        writeln!(out, "copied to {}", to.display())?;
        return Ok(());
    }
    log(args.log_json);
    if args.unfinished {
        shelf::offer_unfinished();
    }
    let served = runtime.block_on(async {
        let server = Server::start(config(args)).await.map_err(in_words)?;
        let address = server.address()?;
        let folder = std::fs::canonicalize(&args.data).unwrap_or_else(|_| args.data.clone());
        // In one piece: whoever reads only the first line must not stop the server.
        let place = painted(HEAD, format!("http://{address}/"));
        let welcome =
            format!("{} at {place}\nthe games are kept in {}\n", painted(HEAD, "Berthier"), folder.display());
        out.write_all(welcome.as_bytes())?;
        out.flush()?;
        if args.open {
            open(&format!("http://{address}/"), out)?;
        }
        let (stop, stops) = tokio::sync::watch::channel(false);
        tokio::spawn(async move {
            let mut signals = Signals::new();
            signals.next().await;
            // The server may have stopped by itself.
            let _ = stop.send(true);
            signals.next().await;
            // What was acknowledged is on disk; nothing else is to be waited for.
            std::process::exit(1);
        });
        server.run(stops).await.map_err(in_words)
    });
    // A thread that still works is not waited for.
    runtime.shutdown_background();
    served
}

fn config(args: &Args) -> Config {
    Config {
        address: SocketAddr::new(args.host, args.port),
        data: args.data.clone(),
        metrics: args.metrics,
        public_url: args.public_url.clone(),
        requests_per_second: args.requests_per_second,
        stored_mib_per_day: args.stored_per_day,
        free_mib: args.keep_free,
        behind_proxy: args.behind_proxy,
        proxies: usize::from(args.proxies),
        connections: args.connections,
        waits: Timeouts { stop: Duration::from_secs(args.shutdown), ..Timeouts::default() },
        games_expire_s: (args.games_expire > 0).then(|| i64::from(args.games_expire) * DAY_S),
        sessions_expire_s: i64::from(args.sessions_expire) * DAY_S,
        idle_s: args.idle,
        smtp: std::env::var("BERTHIER_SMTP").ok(),
        mail_from: args.mail_from.clone(),
        webhooks: args.webhooks,
        webhooks_private: args.webhooks_private,
    }
}

/// Log of what happens, to standard error.
fn log(json: bool) {
    let filter = EnvFilter::try_from_env("BERTHIER_LOG").unwrap_or_else(|_| EnvFilter::new("info"));
    let log = tracing_subscriber::fmt().with_env_filter(filter).with_writer(std::io::stderr);
    if json { log.json().init() } else { log.init() }
}

/// Ctrl-C, and the system's wish to stop.
struct Signals {
    #[cfg(unix)]
    terminate: Option<tokio::signal::unix::Signal>,
}

impl Signals {
    fn new() -> Signals {
        Signals {
            #[cfg(unix)]
            terminate: tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()).ok(),
        }
    }

    /// Waits for the next. If it cannot be heard, the server runs until it is killed, which loses nothing either.
    async fn next(&mut self) {
        let interrupt = async {
            if tokio::signal::ctrl_c().await.is_err() {
                std::future::pending::<()>().await;
            }
        };
        #[cfg(unix)]
        if let Some(terminate) = &mut self.terminate {
            tokio::select! {
                () = interrupt => {}
                _ = terminate.recv() => {}
            }
            return;
        }
        interrupt.await;
    }
}

/// Opens a page in the system's browser; says so if it cannot.
fn open(url: &str, out: &mut dyn Write) -> CommandResult {
    let program = if cfg!(target_os = "macos") {
        "open"
    } else if cfg!(windows) {
        "explorer"
    } else {
        "xdg-open"
    };
    // What such programs say of themselves, above all where there is no browser, helps nobody: the address stands above.
    let quietly = || std::process::Stdio::null();
    let started = std::process::Command::new(program)
        .arg(url)
        .stdin(quietly())
        .stdout(quietly())
        .stderr(quietly())
        .spawn();
    if started.is_err() {
        writeln!(out, "no browser could be started; open {url} yourself")?;
    }
    Ok(())
}
