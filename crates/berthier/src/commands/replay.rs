//! `berthier replay`: what happened in a saved game.

use std::io::Write;
use std::path::PathBuf;

use clap::Parser;
use serde_json::{Value, json};
use shelf::{Game, Table};
use table::report::{ReportFormat, report};
use table::{Effect, Event, Part, Point, Side, Sum, text};

use super::common::{BattleArgs, PictureArgs, colours, in_journal, read_journal, width, write_picture};
use crate::outcome::{CommandResult, Failure, write_file};

/// Tells a saved game again, wholly or up to a line of its journal
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier replay my-game.journal                       what happened, as a report
  berthier replay my-game.journal --to 120 --text       and the map as it was after line 120
  berthier replay my-game.journal --report battle.html  an after-action report (also .md or .txt)
  berthier replay my-game.journal --json                for programs: events and position

What was secret stays secret while the game is not finished.")]
pub struct Args {
    /// The journal
    file: PathBuf,
    /// Stop after this line of the journal
    #[arg(long, value_name = "LINE")]
    to: Option<usize>,
    /// Print the map as it is then
    #[arg(long, conflicts_with = "json")]
    text: bool,
    /// Print JSON
    #[arg(long)]
    json: bool,
    /// Draw the position as it is then: an SVG or PNG file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Write the report to a file: .html, .md or .txt
    #[arg(long, value_name = "FILE")]
    report: Option<PathBuf>,
    #[command(flatten)]
    look: PictureArgs,
    #[command(flatten)]
    set_up: BattleArgs,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let whole = read_journal(&args.file)?;
    let table = args.set_up.table_of(&args.file, &whole)?;
    let lines = whole.iter().filter(|byte| **byte == b'\n').count();
    if let Some(to) = args.to.filter(|to| *to > lines) {
        return Err(Failure::Usage(format!(
            "{}: it has {lines} lines, and no line {to}",
            args.file.display()
        )));
    }
    let game = table.look(first_lines(&whole, args.to)).map_err(|fault| in_journal(&args.file, fault))?;
    if let Some(path) = &args.report {
        let format = match path.extension().and_then(|ending| ending.to_str()) {
            Some("html") => ReportFormat::Html,
            Some("md") => ReportFormat::Markdown,
            Some("txt") => ReportFormat::Plain,
            _ => {
                return Err(Failure::Usage(format!("{}: reports end in .html, .md or .txt", path.display())));
            }
        };
        write_file(path, reported(&*table, &*game, format).as_bytes())?;
    } else if !args.json {
        writeln!(out, "{}", reported(&*table, &*game, ReportFormat::Plain))?;
    }
    if args.json {
        writeln!(out, "{:#}", in_json(&*table, &*game))?;
    }
    if args.text {
        writeln!(out, "{}", game.text(None, width(), colours()))?;
    }
    if let Some(path) = &args.out {
        write_picture(path, |format| game.draw(None, args.look.drawing(format)))?;
    }
    Ok(())
}

/// The report of a game, as an onlooker knows it.
fn reported(table: &dyn Table, game: &dyn Game, format: ReportFormat) -> String {
    report(table.title(), seen(game), game.catalogue(), game.names(), format)
}

/// Events of a game that an onlooker may see.
fn seen(game: &dyn Game) -> impl Iterator<Item = &Event> {
    game.log().iter().filter(|event| event.to.includes(None))
}

/// The game for programs, as an onlooker knows it.
fn in_json(table: &dyn Table, game: &dyn Game) -> Value {
    let sides = table.sides();
    let outcome = game.outcome().map(|outcome| {
        let winner = match outcome.winner {
            table::Winner::Side(side) => Some(sides[side.index()].id.clone()),
            table::Winner::Draw => None,
        };
        json!({
            "winner": winner, "how": outcome.how, "turn": outcome.turn,
            "points": outcome.half_points.map(|half| f64::from(half) / 2.0),
        })
    });
    let side = |side: Side| {
        let (names, seat) = (game.names(), game.seat(side));
        let (id, name) = (text::print_side(names, side), names.title(Point::Side(side)));
        json!({"id": id, "name": name, "computer": seat.computer, "seat": seat.name})
    };
    let events = seen(game).map(|told| event(game, told));
    let both = [Side(0), Side(1)].map(side);
    json!({
        "battle": table.id(), "rulebook": table.book().id(), "title": table.title(),
        "sides": both,
        "turn": game.turn().0, "turns": game.turn().1, "over": game.over(),
        "outcome": outcome, "events": events.collect::<Vec<_>>(), "position": game.position(None),
    })
}

/// An event for programs.
fn event(game: &dyn Game, told: &Event) -> Value {
    let names = game.names();
    let point = |point: Point| match point {
        Point::Nothing => Value::Null,
        Point::Number(n) => json!(n),
        _ => {
            json!({ point.kind().word(): point.number(), "id": names.id(point), "title": names.title(point) })
        }
    };
    let fact = |value: &table::Value| match *value {
        table::Value::Point(thing) => point(thing),
        table::Value::Number(n) => json!(n),
        table::Value::Word(word) => json!(word),
    };
    let Event { rule, key, facts, sums, .. } = told;
    let facts: serde_json::Map<String, Value> =
        facts.iter().map(|(name, value)| ((*name).to_string(), fact(value))).collect();
    let part = |part: &Part| {
        let (effect, value) = match part.effect {
            Effect::Base(n) => ("base", json!(n)),
            Effect::Add(n) => ("add", json!(n)),
            Effect::Times(n, of) => ("times", json!([n, of])),
            Effect::Shift(n) => ("shift", json!(n)),
        };
        json!({effect: value, "label": part.label, "rule": part.rule.0})
    };
    let sum = |sum: &Sum| {
        let parts: Vec<Value> = sum.parts.iter().map(part).collect();
        json!({"name": sum.name, "parts": parts, "total": sum.total().to_string()})
    };
    let sums: Vec<Value> = sums.iter().map(sum).collect();
    json!({"rule": rule.0, "key": key, "text": game.catalogue().event(names, told), "facts": facts, "sums": sums})
}

/// The beginning of a text, up to a number of lines.
fn first_lines(text: &[u8], lines: Option<usize>) -> &[u8] {
    let Some(lines) = lines else { return text };
    let ends = text.iter().enumerate().filter(|(_, byte)| **byte == b'\n').map(|(at, _)| at + 1);
    match ends.take(lines).last() {
        Some(end) => &text[..end],
        None => text,
    }
}
