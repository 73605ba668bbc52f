//! Report: what a simulation says.

use std::io::Write;
use std::path::Path;

use engraver::plot::Bars;
use serde_json::{Value, json};
use shelf::{Match, PictureFormat, Table};
use table::report::{ReportFormat, report};

use super::run::Results;
use crate::commands::battles::wrapped;
use crate::commands::common::{width, write_picture};
use crate::outcome::CommandResult;
use crate::paint::{DIM, HEAD, painted};
use crate::wilson;

/// The figures of a simulation.
pub struct Summary {
    /// Games.
    pub games: u64,
    /// Those that each side won.
    pub won: [u64; 2],
    /// Those that nobody won.
    pub drawn: u64,
    turns: Vec<u16>,
    /// Mean strength that each side lost.
    pub losses: [f64; 2],
    points: [f64; 2],
    /// Decisions in all games.
    pub decisions: u64,
    /// Times of each mechanism in all games, and units lost by it.
    pub mechanisms: Vec<[u64; 2]>,
}

impl Summary {
    /// Adds the games up.
    pub fn of(games: &[Match]) -> Summary {
        let n = games.len().max(1) as f64;
        let won = |side| games.iter().filter(|game| game.winner == Some(side)).count() as u64;
        let mean = |of: &dyn Fn(&Match) -> i32| games.iter().map(|game| f64::from(of(game))).sum::<f64>() / n;
        let mut turns: Vec<u16> = games.iter().map(|game| game.turn).collect();
        turns.sort_unstable();
        Summary {
            games: games.len() as u64,
            won: [won(0), won(1)],
            drawn: games.iter().filter(|game| game.winner.is_none()).count() as u64,
            turns,
            losses: [mean(&|game| game.losses[0]), mean(&|game| game.losses[1])],
            points: [mean(&|game| game.half_points[0]) / 2.0, mean(&|game| game.half_points[1]) / 2.0],
            decisions: games.iter().map(|game| game.decisions).sum(),
            mechanisms: (0..games.first().map_or(0, |game| game.mechanisms.len()))
                .map(|number| {
                    let sum = |of: &dyn Fn(&Match) -> u32| games.iter().map(|game| u64::from(of(game))).sum();
                    [sum(&|game| game.mechanisms[number]), sum(&|game| game.lost_by[number])]
                })
                .collect(),
        }
    }

    /// Number of the times that a game has each mechanism, and what it costs.
    fn print_mechanisms(&self, table: &dyn Table, out: &mut dyn Write) -> CommandResult {
        let a_game = |count: u64| count as f64 / self.games.max(1) as f64;
        let each = |(name, counts): (String, &[u64; 2])| match counts {
            [times, 0] => format!("{name} {:.1}", a_game(*times)),
            [times, lost] => {
                format!("{name} {:.1} (units lost by them {:.1})", a_game(*times), a_game(*lost))
            }
        };
        let names = table.mechanisms().into_iter().map(|(_, name)| name);
        let counted: Vec<String> = names.zip(&self.mechanisms).map(each).collect();
        if counted.is_empty() {
            return Ok(());
        }
        for (number, line) in
            wrapped(&format!("a game has: {}", counted.join(", ")), width() - 6).iter().enumerate()
        {
            writeln!(out, "  {}{line}", if number == 0 { "" } else { "  " })?;
        }
        Ok(())
    }

    /// The turn by which so many of a hundred games have ended.
    pub fn turn_at(&self, percent: usize) -> u16 {
        let last = self.turns.len().saturating_sub(1);
        self.turns.get(last * percent / 100).copied().unwrap_or(0)
    }

    /// For readers.
    pub fn print(
        &self,
        table: &dyn Table,
        players: &[String; 2],
        results: &Results,
        out: &mut dyn Write,
    ) -> CommandResult {
        let sides = table.sides();
        let early =
            if self.games < results.wanted { format!(" of {}", results.wanted) } else { String::new() };
        writeln!(out, "{}, {}{early} games", painted(HEAD, table.title()), self.games)?;
        let decided = self.won[0] + self.won[1];
        for (side, info) in sides.iter().enumerate() {
            let seat = format!("{} ({})", info.name, players[side]);
            let all = share(self.won[side], self.games);
            let of_decided = share(self.won[side], decided);
            writeln!(out, "  {seat:<32} wins {:>6}  {all}; of decided games {of_decided}", self.won[side])?;
        }
        writeln!(out, "  {:<32}      {:>6}  {}", "drawn", self.drawn, share(self.drawn, self.games))?;
        writeln!(
            out,
            "  length: {} to {} turns, half of the games end by turn {}",
            self.turn_at(0),
            self.turn_at(100),
            self.turn_at(50)
        )?;
        writeln!(
            out,
            "  mean strength lost: {} {:.1}, {} {:.1}; mean points: {:.1} to {:.1}",
            sides[0].name, self.losses[0], sides[1].name, self.losses[1], self.points[0], self.points[1]
        )?;
        self.print_mechanisms(table, out)?;
        let seconds = results.time.as_secs_f64().max(1e-9);
        let speed = format!(
            "{:.1} s, {:.1} games and {:.0} decisions a second; intervals are Wilson's, 95 %",
            seconds,
            self.games as f64 / seconds,
            self.decisions as f64 / seconds
        );
        writeln!(out, "  {}", painted(DIM, speed))?;
        Ok(())
    }

    /// For programs. Speed is not part of it, so that the same games give the same text.
    pub fn json(&self, table: &dyn Table, players: &[String; 2], results: &Results) -> Value {
        let decided = self.won[0] + self.won[1];
        let ids = table.mechanisms().into_iter().map(|(id, _)| id);
        let mechanisms: serde_json::Map<String, Value> = ids
            .zip(&self.mechanisms)
            .map(|(id, [times, lost])| (id.to_owned(), json!({"times": times, "units_lost": lost})))
            .collect();
        let sides: Vec<Value> = table
            .sides()
            .iter()
            .enumerate()
            .map(|(side, info)| {
                let (low, high) = wilson::interval(self.won[side], decided);
                json!({
                    "side": info.id, "player": players[side], "won": self.won[side],
                    "share_of_decided": [low, high], "mean_lost": self.losses[side], "mean_points": self.points[side],
                })
            })
            .collect();
        json!({
            "battle": table.id(), "rulebook": table.book().id(), "games": self.games, "wanted": results.wanted,
            "drawn": self.drawn, "sides": sides, "turns": {
                "least": self.turn_at(0), "median": self.turn_at(50), "most": self.turn_at(100),
            },
            "decisions": self.decisions, "mechanisms": mechanisms, "failures": results.failures,
        })
    }
}

/// A share with its interval.
pub fn share(hits: u64, cases: u64) -> String {
    let (low, high) = wilson::interval(hits, cases);
    let percent = if cases == 0 { 0.0 } else { 100.0 * hits as f64 / cases as f64 };
    format!("{percent:5.1} % ({:.1} to {:.1})", 100.0 * low, 100.0 * high)
}

/// Report of a game.
pub fn log(table: &dyn Table, game: &Match, out: &mut dyn Write) -> CommandResult {
    let title = format!("{}, game {}", table.title(), game.seed);
    let text = report(
        &title,
        &game.log,
        table.book().catalogue(shelf::Language::ENGLISH),
        table.names(),
        ReportFormat::Plain,
    );
    writeln!(out, "{text}")?;
    Ok(())
}

/// Draws how often each side wins, with the intervals.
pub fn plot(table: &dyn Table, players: &[String; 2], summary: &Summary, path: &Path) -> CommandResult {
    let title = format!("{}, {} games", table.title(), summary.games);
    let mut bars = Bars::new(title).suffix(" %").caption("Whiskers: 95 % confidence intervals (Wilson)");
    let percent = |hits: u64| 100.0 * hits as f64 / summary.games.max(1) as f64;
    let range = |hits: u64| {
        let (low, high) = wilson::interval(hits, summary.games);
        Some((100.0 * low, 100.0 * high))
    };
    for (side, info) in table.sides().iter().enumerate() {
        let (won, label) = (summary.won[side], format!("{} ({})", info.name, players[side]));
        bars = bars.bar(label, percent(won), range(won), info.colour.clone());
    }
    bars = bars.bar("drawn", percent(summary.drawn), range(summary.drawn), "#8a8a8a");
    write_picture(path, |format| match format {
        PictureFormat::Svg => Ok(bars.svg().into_bytes()),
        PictureFormat::Png => bars.png().map_err(|error| error.to_string()),
    })
}
