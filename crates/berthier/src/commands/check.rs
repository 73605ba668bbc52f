//! `berthier check`: any data file.

use std::io::{IsTerminal, Write};
use std::path::{Path, PathBuf};

use clap::Parser;
use serde_json::json;

use super::common::width;
use crate::excerpt;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{GOOD, painted};

/// Checks data files: battles, surveys, vignettes, charts, rule indexes, messages, lessons, journals
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier check battles/maida             a folder: every data file in it
  berthier check my-vignette.toml          all the faults of a file, each with its place
  berthier check --json battles | jq       for programs")]
pub struct Args {
    /// Files, or folders to search for files
    #[arg(required = true)]
    files: Vec<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let mut files = Vec::new();
    for path in &args.files {
        collect(path, &mut files)?;
    }
    let draws = std::io::stdout().is_terminal();
    let mut list = Vec::new();
    let mut bad = 0;
    for path in &files {
        let name = path.display();
        let checked = super::cut::check(path).unwrap_or_else(|| shelf::check(path));
        bad += usize::from(checked.is_err());
        match checked {
            _ if args.json => {
                let (kind, faults) = checked.map_or_else(|faults| ("", faults.0), |kind| (kind, Vec::new()));
                let faults: Vec<String> = faults.iter().map(ToString::to_string).collect();
                list.push(json!({"file": name.to_string(), "kind": kind, "faults": faults}));
            }
            Ok(kind) => writeln!(out, "{} {name} ({kind})", painted(GOOD, "ok"))?,
            Err(faults) if draws => writeln!(out, "{}\n", excerpt::drawn(&faults, width()))?,
            Err(faults) => writeln!(out, "{faults}")?,
        }
    }
    if args.json {
        writeln!(out, "{:#}", json!(list))?;
    }
    if bad > 0 { Err(Failure::Data(format!("{bad} of {} files have faults", files.len()))) } else { Ok(()) }
}

/// A file itself; the data files below a folder, in the order of their names.
fn collect(path: &Path, files: &mut Vec<PathBuf>) -> CommandResult {
    if !path.is_dir() {
        files.push(path.to_path_buf());
        return Ok(());
    }
    let entries = std::fs::read_dir(path).map_err(|e| Failure::Data(format!("{}: {e}", path.display())))?;
    let mut inside: Vec<PathBuf> = entries.flatten().map(|entry| entry.path()).collect();
    inside.sort();
    for entry in inside {
        if entry.is_dir() || entry.extension().is_some_and(|e| e == "toml" || e == "geojson") {
            collect(&entry, files)?;
        }
    }
    Ok(())
}
