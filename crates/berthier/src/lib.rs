//! The command line of Berthier: one program for everything. It is a library so that it can be fuzzed.

mod commands;
mod excerpt;
mod outcome;
mod paint;
mod wilson;

use std::ffi::OsString;
use std::io::Write;
use std::process::ExitCode;

use clap::{CommandFactory, Parser, Subcommand};

use outcome::{CommandResult, Failure};

/// Referees, plays and computes with Napoleonic wargames, to the letter of their rules.
#[derive(Parser)]
#[command(name = "berthier", version, about, after_help = EXAMPLES, max_term_width = 110)]
struct Cli {
    #[command(subcommand)]
    command: Command,
}

const EXAMPLES: &str = "\
Examples:
  berthier play                              choose a battle and play it against the computer
  berthier play tutorial                     learn as you play
  berthier show maida --out maida.svg        a battle as a picture
  berthier rules jdg 8.8.1                   look a rule up
  berthier simulate maida --games 1000       how a battle tends to end

Exit codes: 0 all is well, 1 something differs or failed a check, 2 the command was not understood,
3 a data file has faults or is missing.";

#[derive(Subcommand)]
enum Command {
    Battles(commands::battles::Args),
    Serve(commands::serve::Args),
    Show(commands::show::Args),
    Play(commands::play::Args),
    Rules(commands::rules::Args),
    Army(commands::army::Args),
    Check(commands::check::Args),
    Cut(commands::cut::Args),
    Referee(commands::referee::Args),
    Odds(commands::odds::Args),
    Simulate(commands::simulate::Args),
    Compare(commands::compare::Args),
    Replay(commands::replay::Args),
    Verify(commands::verify::Args),
    Bench(commands::bench::Args),
    /// Prints the completions for a shell
    #[command(
        after_help = "Example:\n  berthier completions bash > ~/.local/share/bash-completion/completions/berthier"
    )]
    Completions {
        /// The shell
        shell: clap_complete::Shell,
    },
}

/// Whether arguments, the program's name first, are understood; if not, what the user is told. Nothing is done.
///
/// # Errors
/// What is wrong with them, or the help that they ask for.
pub fn understood(args: impl IntoIterator<Item = OsString>) -> Result<(), String> {
    Cli::try_parse_from(args).map(|_| ()).map_err(|error| error.to_string())
}

/// The program: does what its arguments say, and gives the exit code.
pub fn main() -> ExitCode {
    let cli = Cli::parse();
    let mut out = anstream::stdout();
    let done = run(&cli.command, &mut out).and_then(|()| out.flush().map_err(Failure::from));
    match done {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => {
            if let Some(text) = failure.message() {
                let _ = writeln!(
                    anstream::stderr(),
                    "{}berthier:{} {text}",
                    paint::BAD,
                    paint::BAD.render_reset()
                );
            }
            failure.code()
        }
    }
}

fn run(command: &Command, out: &mut dyn Write) -> CommandResult {
    match command {
        Command::Battles(args) => commands::battles::run(args, out),
        Command::Serve(args) => commands::serve::run(args, out),
        Command::Show(args) => commands::show::run(args, out),
        Command::Play(args) => commands::play::run(args, out),
        Command::Army(args) => commands::army::run(args, out),
        Command::Rules(args) => commands::rules::run(args, out),
        Command::Check(args) => commands::check::run(args, out),
        Command::Cut(args) => commands::cut::run(args, out),
        Command::Referee(args) => commands::referee::run(args, out),
        Command::Odds(args) => commands::odds::run(args, out),
        Command::Simulate(args) => commands::simulate::run(args, out),
        Command::Compare(args) => commands::compare::run(args, out),
        Command::Replay(args) => commands::replay::run(args, out),
        Command::Verify(args) => commands::verify::run(args, out),
        Command::Bench(args) => commands::bench::run(args, out),
        Command::Completions { shell } => {
            let mut script = Vec::new();
            clap_complete::generate(*shell, &mut Cli::command(), "berthier", &mut script);
            Ok(out.write_all(&script)?)
        }
    }
}
