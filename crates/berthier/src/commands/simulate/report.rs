//! Report: what a simulation says.

use std::io::Write;
use std::path::Path;

use engraver::plot::Bars;
use serde_json::{Value, json};
use shelf::{Match, PictureFormat, Table};
use table::report::{ReportFormat, report};

use super::run::Results;
use crate::commands::common::write_picture;
use crate::outcome::CommandResult;
use crate::paint::{DIM, HEAD, painted};
use crate::wilson;

/// The figures of a simulation.
pub struct Summary {
    games: u64,
    won: [u64; 2],
    drawn: u64,
    turns: Vec<u16>,
    losses: [f64; 2],
    points: [f64; 2],
    decisions: u64,
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
        }
    }

    fn turn_at(&self, percent: usize) -> u16 {
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
            "decisions": self.decisions, "failures": results.failures,
        })
    }
}

/// A share with its interval.
fn share(hits: u64, cases: u64) -> String {
    let (low, high) = wilson::interval(hits, cases);
    let percent = if cases == 0 { 0.0 } else { 100.0 * hits as f64 / cases as f64 };
    format!("{percent:5.1} % ({:.1} to {:.1})", 100.0 * low, 100.0 * high)
}

/// One line a game, under a heading.
pub fn csv(table: &dyn Table, games: &[Match]) -> String {
    let sides = table.sides();
    let [a, b] = [&sides[0].id, &sides[1].id];
    let mut text = format!("seed,winner,how,turn,points_{a},points_{b},lost_{a},lost_{b},decisions,throws\n");
    for game in games {
        let winner = game.winner.map_or("draw", |side| sides[side].id.as_str());
        let point = |half: i32| format!("{}{}", half / 2, if half % 2 == 0 { "" } else { ".5" });
        text.push_str(&format!(
            "{},{winner},{},{},{},{},{},{},{},{}\n",
            game.seed,
            game.how,
            game.turn,
            point(game.half_points[0]),
            point(game.half_points[1]),
            game.losses[0],
            game.losses[1],
            game.decisions,
            game.throws
        ));
    }
    text
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
