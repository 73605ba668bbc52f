//! `berthier referee`: settle a question of rules, or a game on a real table.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Parser;
use serde_json::json;
use shelf::{CaseRun, LineKind, VignetteFile};

use super::common::{BattleArgs, read_vignette};
use super::play;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{BAD, CHOICE, DICE, DIM, GOOD, HEAD, painted};

/// Plays a vignette and compares, or referees a battle on a real table with your own dice
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier referee my-question.toml     what comes out, and where it differs from what you expected
  berthier referee r8_8_1_two_hexes_test_at_minus_two
  berthier referee my-question.toml --events   with the words for `expect event`
  berthier referee maida                you decide and throw real dice, Berthier keeps the rules
  berthier referee maida --save evening.journal   and where the game is kept (play --resume goes on with it)

A file is a vignette (docs/vignettes.md). Exit code 1 if something differs from what it expects.")]
pub struct Args {
    /// A vignette (file or name), or a battle
    file: String,
    /// Only this variant of the vignette
    #[arg(long)]
    variant: Option<String>,
    /// Print each event with its key and facts, as `expect event` takes them
    #[arg(long)]
    events: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// File in which the game of a battle is saved as it is played
    #[arg(long, value_name = "FILE")]
    save: Option<PathBuf>,
    #[command(flatten)]
    set_up: BattleArgs,
}

impl Args {
    /// Whether the name is that of a battle, or the folder of one.
    fn is_battle(&self) -> bool {
        let known = shelf::known().flat_map(|book| book.battles()).any(|battle| battle.id == self.file);
        known || Path::new(&self.file).is_dir()
    }
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    if args.is_battle() {
        return play::at_real_table(&*args.set_up.table(&args.file)?, args.save.as_deref(), out);
    }
    let source = args.set_up.vignette(&args.file)?;
    let vignette = read_vignette(&source)?;
    let cases = chosen(&*vignette, args.variant.as_deref())?;
    let mut differences = 0;
    let mut list = Vec::new();
    if !args.json {
        writeln!(out, "{} {}", painted(HEAD, vignette.title()), painted(DIM, vignette.rules().join(", ")))?;
    }
    for (index, name) in cases {
        let run = vignette.run(index);
        differences += run.differences();
        if args.json {
            let line = |line: &shelf::CaseLine| json!({"kind": line.kind.word(), "text": line.text, "event": line.words});
            let lines: Vec<_> = run.lines.iter().map(line).collect();
            list.push(json!({"variant": name, "differences": run.differences(), "lines": lines}));
        } else {
            transcript(&name, &run, args.events, out)?;
        }
    }
    if args.json {
        writeln!(out, "{:#}", json!({"title": vignette.title(), "rules": vignette.rules(), "cases": list}))?;
    } else if differences == 0 {
        writeln!(out, "\n{}", painted(GOOD, "Everything comes out as expected."))?;
    } else {
        let noun = if differences == 1 { "difference" } else { "differences" };
        writeln!(out, "\n{}", painted(BAD, format!("{differences} {noun} from what was expected.")))?;
    }
    if differences == 0 { Ok(()) } else { Err(Failure::Differs) }
}

/// The variants asked for, with their numbers.
pub fn chosen(vignette: &dyn VignetteFile, variant: Option<&str>) -> Result<Vec<(usize, String)>, Failure> {
    let all: Vec<(usize, String)> = vignette.cases().into_iter().enumerate().collect();
    let Some(name) = variant else { return Ok(all) };
    let found: Vec<_> = all.iter().filter(|(_, case)| case == name).cloned().collect();
    if found.is_empty() {
        let names: Vec<&str> = all.iter().map(|(_, case)| case.as_str()).collect();
        return Err(Failure::Usage(muster::Fault::unknown("variant", name, &names).to_string()));
    }
    Ok(found)
}

fn transcript(name: &str, run: &CaseRun, events: bool, out: &mut dyn Write) -> CommandResult {
    if !name.is_empty() {
        writeln!(out, "\n{}", painted(HEAD, name))?;
    }
    for line in &run.lines {
        let (mark, style) = match line.kind {
            LineKind::Event => ("  ", anstyle::Style::new()),
            LineKind::Answer => ("> ", CHOICE),
            LineKind::Throw => ("* ", DICE),
            LineKind::Passed => ("- ", DIM),
            LineKind::Due => ("? ", CHOICE),
            LineKind::Refused => ("x ", DIM),
            LineKind::Held => ("= ", GOOD),
            LineKind::Differs => ("! ", BAD),
        };
        writeln!(out, "{}", painted(style, format!("{mark}{}", line.text)))?;
        if let Some(words) = line.words.as_ref().filter(|_| events) {
            writeln!(out, "    {}", painted(DIM, words))?;
        }
    }
    Ok(())
}
