//! `berthier compare`: the same battle under every rulebook that has a scenario for it, side by side.

use std::io::Write;

use clap::Parser;
use serde_json::{Value, json};
use shelf::{Match, Table, Telling};

use super::common::{BattleArgs, noted};
use super::simulate::report::{Summary, share};
use super::simulate::run::{Games, Results, play_all};
use super::simulate::two_players;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{DIM, HEAD, painted};

/// Plays the same battle under several rulebooks and shows the results side by side
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier compare maida                                   20 games under each rulebook that knows the battle
  berthier compare maida --games 100 --rules jdg,marshal
  berthier compare maida --players sergeant,recruit --json

The games are those of `berthier simulate` with the same seeds. Strength is counted as each rulebook counts it; shares can be compared, figures cannot.")]
pub struct Args {
    /// The battle, by its id
    battle: String,
    /// Number of games under each rulebook
    #[arg(long, default_value_t = 20, value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    games: u64,
    /// The seed of the first game
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// The rulebooks; if absent, all that have a scenario for the battle
    #[arg(long = "rules", value_name = "BOOK,...", value_delimiter = ',')]
    books: Vec<String>,
    /// Players of the first and the second side; if absent, each rulebook's best player both
    #[arg(long, value_name = "A,B")]
    players: Option<String>,
    /// Threads; all cores if absent
    #[arg(long)]
    threads: Option<usize>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// The battle under one rulebook.
struct Column {
    table: Box<dyn Table>,
    players: [String; 2],
    results: Results,
    summary: Summary,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let knows = |book: &&dyn shelf::Book| book.battles().iter().any(|entry| entry.id == args.battle);
    let named: Result<Vec<_>, _> = args.books.iter().map(|id| shelf::known_book(id)).collect();
    let named = named.map_err(|faults| Failure::Usage(faults.to_string()))?;
    let books = if named.is_empty() { shelf::known().filter(knows).collect() } else { named };
    if books.is_empty() {
        let ids: Vec<String> =
            shelf::known().flat_map(|book| book.battles()).map(|battle| battle.id).collect();
        let ids: Vec<&str> = ids.iter().map(String::as_str).collect();
        return Err(Failure::Usage(muster::Fault::unknown("battle", &args.battle, &ids).to_string()));
    }
    let mut columns = Vec::new();
    for book in books {
        let table = BattleArgs::plain(noted(book).id()).table(&args.battle)?;
        let players = two_players(table.book(), args.players.as_deref())?;
        let games =
            Games { count: args.games, seed: args.seed, threads: args.threads, telling: Telling::Counted };
        let results = play_all(&*table, games, [&players[0], &players[1]])?;
        let summary = Summary::of(&results.games);
        columns.push(Column { table, players, results, summary });
    }
    if args.json {
        let list: Vec<Value> = columns.iter().map(Column::json).collect();
        writeln!(out, "{:#}", json!(list))?;
    } else {
        print(&columns, out)?;
    }
    let failures: Vec<&String> = columns.iter().flat_map(|column| &column.results.failures).collect();
    match failures.first() {
        None => Ok(()),
        Some(first) => {
            Err(Failure::Failed(format!("{} games broke down; the first: {first}", failures.len())))
        }
    }
}

impl Column {
    /// The mean share of its strength that a side loses.
    fn loses(&self, side: usize) -> f64 {
        let strength = f64::from(self.table.strengths()[side].max(1));
        100.0 * self.summary.losses[side] / strength
    }

    /// Times, in the mean of a game, of all that is counted, with the units lost by it and their share of all that are lost.
    fn costs(&self) -> Vec<Cost> {
        let games = self.summary.games.max(1) as f64;
        let all: u64 = self.summary.mechanisms.iter().map(|counts| counts[1]).sum();
        let row = |((id, name), counts): ((&'static str, String), &[u64; 2])| Cost {
            id,
            name,
            times: counts[0] as f64 / games,
            lost: counts[1] as f64 / games,
            share: if all == 0 { 0.0 } else { 100.0 * counts[1] as f64 / all as f64 },
        };
        self.table.mechanisms().into_iter().zip(&self.summary.mechanisms).map(row).collect()
    }

    /// The ways in which games end, with how many do.
    fn endings(&self) -> Vec<(&'static str, usize)> {
        let mut found: Vec<(&'static str, usize)> = Vec::new();
        for Match { how, .. } in &self.results.games {
            match found.iter_mut().find(|(key, _)| key == how) {
                Some((_, count)) => *count += 1,
                None => found.push((how, 1)),
            }
        }
        found.sort_by(|one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        found
    }

    fn json(&self) -> Value {
        let mut value = self.summary.json(&*self.table, &self.players, &self.results);
        let endings: serde_json::Map<String, Value> =
            self.endings().into_iter().map(|(how, count)| (how.to_owned(), json!(count))).collect();
        value["endings"] = Value::Object(endings);
        value["share_lost"] = json!([self.loses(0), self.loses(1)]);
        value
    }
}

/// Something by which units may be lost, in the mean of a game.
struct Cost {
    id: &'static str,
    name: String,
    times: f64,
    lost: f64,
    share: f64,
}

/// Width of the names of rows.
const NAMES: usize = 28;
/// Width of a rulebook's column.
const WIDE: usize = 30;

/// For readers: a column for each rulebook.
fn print(columns: &[Column], out: &mut dyn Write) -> CommandResult {
    let row = |out: &mut dyn Write, name: &str, cell: &dyn Fn(&Column) -> String| -> CommandResult {
        let cells: Vec<String> = columns.iter().map(|column| format!("{:<WIDE$}", cell(column))).collect();
        Ok(writeln!(out, "  {name:<NAMES$}{}", cells.join(" ").trim_end())?)
    };
    writeln!(out, "{}", painted(HEAD, columns[0].table.title()))?;
    row(out, "rulebook", &|column| column.table.book().id().to_owned())?;
    row(out, "players", &|column| column.players.join(", "))?;
    row(out, "games", &|column| column.summary.games.to_string())?;
    for (side, info) in columns[0].table.sides().iter().enumerate() {
        row(out, &format!("{} win", info.name), &|column| {
            share(column.summary.won[side], column.summary.games)
        })?;
    }
    row(out, "drawn", &|column| share(column.summary.drawn, column.summary.games))?;
    row(out, "turns: least, median, most", &|column| {
        [0, 50, 100].map(|percent| column.summary.turn_at(percent).to_string()).join(", ")
    })?;
    row(out, "of so many", &|column| column.table.about().turns.to_string())?;
    row(out, "decisions a game", &|column| {
        (column.summary.decisions / column.summary.games.max(1)).to_string()
    })?;
    for (side, info) in columns[0].table.sides().iter().enumerate() {
        row(out, &format!("{} lose", info.name), &|column| {
            let (lost, of) = (column.summary.losses[side], column.table.strengths()[side]);
            format!("{:.0} % ({lost:.1} of {of})", column.loses(side))
        })?;
    }
    row(out, "ends", &|column| {
        let ends =
            column.endings().into_iter().map(|(how, count)| format!("{} {count}", column.table.ending(how)));
        ends.collect::<Vec<_>>().join(", ")
    })?;
    writeln!(out, "  {}", painted(DIM, "in the mean of a game: times; units lost by it, and their share"))?;
    let costs: Vec<Vec<Cost>> = columns.iter().map(Column::costs).collect();
    let mut names: Vec<(&str, &str)> = Vec::new();
    for cost in costs.iter().flatten() {
        if !names.iter().any(|(id, _)| *id == cost.id) {
            names.push((cost.id, &cost.name));
        }
    }
    for (id, name) in names {
        let cell = |costs: &Vec<Cost>| match costs.iter().find(|cost| cost.id == id) {
            None => "–".to_owned(),
            Some(cost) if cost.lost == 0.0 => format!("{:.1}", cost.times),
            Some(cost) => format!("{:.1}; {:.1}, {:.0} %", cost.times, cost.lost, cost.share),
        };
        let cells: Vec<String> = costs.iter().map(|own| format!("{:<WIDE$}", cell(own))).collect();
        writeln!(out, "  {name:<NAMES$}{}", cells.join(" ").trim_end())?;
    }
    writeln!(out, "  {}", painted(DIM, "intervals are Wilson's, 95 %"))?;
    Ok(())
}
