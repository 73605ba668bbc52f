//! `berthier verify`: recompute a saved game.

use std::io::Write;
use std::path::PathBuf;

use clap::Parser;
use serde_json::json;

use super::common::{BattleArgs, read_journal};
use crate::outcome::{CommandResult, Failure};
use crate::paint::{DIM, GOOD, painted};

/// Recomputes every answer, throw and state of a saved game, and says where it breaks
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier verify my-game.journal
  berthier verify my-game.journal --json

Exit code 1 if a line is not what the rules, the dice and the lines before it lead to.")]
pub struct Args {
    /// The journal
    file: PathBuf,
    /// Print JSON
    #[arg(long)]
    json: bool,
    #[command(flatten)]
    set_up: BattleArgs,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let journal = read_journal(&args.file)?;
    let verified = match table::session::describe(&journal) {
        Ok(_) => args.set_up.table_of(&args.file, &journal)?.verify(&journal),
        Err(fault) => Err(fault.to_string()),
    };
    let report = match verified {
        Ok(report) => report,
        Err(fault) if args.json => {
            writeln!(out, "{:#}", json!({"sound": false, "fault": fault}))?;
            return Err(Failure::Differs);
        }
        Err(fault) => return Err(Failure::Failed(format!("{}: {fault}", args.file.display()))),
    };
    if args.json {
        let torn = report.torn.as_ref().map(|torn| torn.line);
        let value = json!({
            "sound": true, "lines": report.lines, "answers": report.answers, "throws": report.throws,
            "states": report.states, "undone": report.undone, "dice_verified": report.dice_verified,
            "ended": report.ended, "torn_line": torn,
            "unthrown_line": report.unthrown,
        });
        writeln!(out, "{value:#}")?;
        return Ok(());
    }
    writeln!(out, "{}", painted(GOOD, "The game is sound."))?;
    writeln!(
        out,
        "  {} lines: {} answers passed the gate, {} throws, {} states have the right hash, {} decisions taken back",
        report.lines, report.answers, report.throws, report.states, report.undone
    )?;
    let dice = match report.dice_verified {
        true => "the seed is revealed, fits the commitment, and gives every throw",
        false => "the seed is not revealed yet, so the throws are as recorded",
    };
    writeln!(out, "  {}", painted(DIM, dice))?;
    if let Some(torn) = &report.torn {
        writeln!(out, "  line {} was not wholly written and is left out", torn.line)?;
    }
    if let Some(line) = report.unthrown {
        writeln!(
            out,
            "  line {line} is an answer whose dice are not in the journal; they fall when the game goes on"
        )?;
    }
    Ok(())
}
