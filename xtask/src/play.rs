//! `cargo xtask play`: builds everything and starts it, in the browser or in the terminal.

use std::net::{Ipv4Addr, TcpListener};

use crate::client;
use crate::command::{berthier, build, run};

/// The port of `berthier serve`.
const PORT: u16 = 1806;

/// Plays: without arguments or with options in the browser, with `--terminal` or the name of a battle in the terminal.
pub fn play(rest: &[String]) -> Result<(), String> {
    if let Some(args) = in_terminal(rest) {
        return terminal(args);
    }
    if let Err(what) = client::build(None) {
        eprintln!("The page for the browser cannot be built: {what}.");
        eprintln!("Here is the game in the terminal instead. (Once that is settled: `cargo xtask play`.)");
        return terminal(&[]);
    }
    build("release")?;
    let mut args = vec!["serve", "--open"];
    if !rest.iter().any(|arg| arg.starts_with("--port")) && !is_free(PORT) {
        eprintln!("port {PORT} is taken; another one will do");
        args.extend(["--port", "0"]);
    }
    args.extend(rest.iter().map(String::as_str));
    run(&berthier("release").to_string_lossy(), &args, &[])
}

/// Arguments of the terminal game, if that is meant.
fn in_terminal(rest: &[String]) -> Option<&[String]> {
    let (first, others) = rest.split_first()?;
    if first == "--terminal" { Some(others) } else { (!first.starts_with('-')).then_some(rest) }
}

fn terminal(rest: &[String]) -> Result<(), String> {
    build("release")?;
    let args: Vec<&str> = std::iter::once("play").chain(rest.iter().map(String::as_str)).collect();
    run(&berthier("release").to_string_lossy(), &args, &[])
}

fn is_free(port: u16) -> bool {
    TcpListener::bind((Ipv4Addr::LOCALHOST, port)).is_ok()
}
