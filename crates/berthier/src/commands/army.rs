//! `berthier army`: armies bought with points.

use std::io::{IsTerminal, Write};
use std::path::PathBuf;

use clap::{Parser, Subcommand};
use muster::{Fault, Source};

use super::common::width;
use crate::excerpt;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{GOOD, painted};

/// Checks and shows armies of Field of Glory Napoleonic; no games of that book are offered yet
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier army lists                      the army lists
  berthier army lists spain-1810           what an army may be chosen from
  berthier army check my-army.toml         all that is missing or too much, each with its place
  berthier army show my-army.toml          the roster, with points

docs/formats.md says how an army is written. The rulebook is being built: no games can be played with armies yet.")]
pub struct Args {
    #[command(subcommand)]
    task: Task,
}

#[derive(Subcommand)]
enum Task {
    /// Lists the army lists, or the units of one
    Lists {
        /// The list
        list: Option<String>,
    },
    /// Checks armies against their lists
    Check {
        /// Files of armies
        #[arg(required = true)]
        files: Vec<PathBuf>,
    },
    /// Prints the roster of an army, also of one that its list does not allow
    Show {
        /// The army's file
        file: PathBuf,
    },
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    match &args.task {
        Task::Lists { list: None } => {
            for list in shelf::army_lists() {
                let [first, last] = list.years;
                let years = if first == last { first.to_string() } else { format!("{first}-{last}") };
                writeln!(out, "{:<24}{:<46}{years}", list.id, list.name)?;
            }
            Ok(())
        }
        Task::Lists { list: Some(id) } => units(id, out),
        Task::Check { files } => check(files, out),
        Task::Show { file } => {
            let (roster, checked) = shelf::army_roster(&Source::read(file)?)?;
            write!(out, "{roster}")?;
            Ok(checked?)
        }
    }
}

/// Prints the units of a list.
fn units(id: &str, out: &mut dyn Write) -> CommandResult {
    let lists = shelf::army_lists();
    let Some(list) = lists.iter().find(|list| list.id == id) else {
        let ids: Vec<&str> = lists.iter().map(|list| list.id.as_str()).collect();
        return Err(Failure::Usage(Fault::unknown("army list", id, &ids).to_string()));
    };
    writeln!(out, "{}", list.name)?;
    for part in &list.parts {
        writeln!(out, "\n{}", part.name)?;
        for row in &part.rows {
            writeln!(out, "  {:<30}{}", row.id, row.described)?;
        }
        writeln!(out, "\n  Bases")?;
        for limit in &part.limits {
            writeln!(out, "    {limit}")?;
        }
    }
    writeln!(out, "\nRestrictions")?;
    for restriction in &list.restrictions {
        writeln!(out, "  {restriction}")?;
    }
    Ok(())
}

fn check(files: &[PathBuf], out: &mut dyn Write) -> CommandResult {
    let draws = std::io::stdout().is_terminal();
    let mut bad = 0;
    for path in files {
        let checked = Source::read(path).and_then(|source| shelf::check_army(&source));
        bad += usize::from(checked.is_err());
        match checked {
            Ok(points) => writeln!(out, "{} {} ({points} points)", painted(GOOD, "ok"), path.display())?,
            Err(faults) if draws => writeln!(out, "{}\n", excerpt::drawn(&faults, width()))?,
            Err(faults) => writeln!(out, "{faults}")?,
        }
    }
    if bad > 0 { Err(Failure::Data(format!("{bad} of {} armies have faults", files.len()))) } else { Ok(()) }
}
