//! `berthier battles`: what there is.

use std::io::Write;

use clap::Parser;
use serde_json::json;

use crate::outcome::CommandResult;
use crate::paint::{DIM, HEAD, painted};

/// Lists the battles that can be played
#[derive(Parser)]
#[command(after_help = "Examples:\n  berthier battles\n  berthier battles --json")]
pub struct Args {
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let mut list = Vec::new();
    for book in shelf::books() {
        if !args.json {
            writeln!(out, "{} {}", painted(HEAD, book.title()), painted(DIM, format!("({})", book.id())))?;
        }
        for battle in book.battles() {
            let about = &battle.about;
            if args.json {
                list.push(json!({
                    "id": battle.id, "rulebook": book.id(), "title": battle.title, "date": about.date,
                    "place": about.place, "size": about.size, "minutes": about.minutes,
                    "difficulty": about.difficulty, "turns": about.turns, "units": about.units, "blurb": about.blurb,
                }));
                continue;
            }
            writeln!(out, "\n  {:<10} {}, {}", painted(HEAD, &battle.id), battle.title, about.place)?;
            let facts = format!(
                "{}, {}, {} turns, {} units, about {} minutes, difficulty {}",
                about.date,
                about.size,
                about.turns,
                about.units.iter().sum::<usize>(),
                about.minutes,
                about.difficulty
            );
            writeln!(out, "             {}", painted(DIM, facts))?;
            for line in wrapped(&about.blurb, 84) {
                writeln!(out, "             {line}")?;
            }
        }
    }
    if args.json {
        writeln!(out, "{:#}", json!(list))?;
    }
    Ok(())
}

/// A text in lines of at most so many letters.
pub fn wrapped(text: &str, width: usize) -> Vec<String> {
    let mut lines: Vec<String> = vec![String::new()];
    for word in text.split_whitespace() {
        let line = lines.last_mut().expect("there is always a last line");
        if !line.is_empty() && line.chars().count() + 1 + word.chars().count() > width {
            lines.push(word.to_owned());
        } else {
            if !line.is_empty() {
                line.push(' ');
            }
            line.push_str(word);
        }
    }
    lines
}
