//! `berthier odds`: exact chances.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use clap::Parser;
use engraver::plot::Bars;
use indicatif::ProgressBar;
use serde_json::json;
use shelf::{OddsTable, PictureFormat};
use table::umpires::Share;

use super::battles::wrapped;
use super::common::{read_vignette, width, write_picture};
use super::referee::chosen;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{DIM, HEAD, painted};

/// The most ends that are listed in a game, the likeliest.
const MOST_ENDS: usize = 10;
/// The most decisions ahead that are listed.
const MOST_DECISIONS: usize = 4;

/// The most ends that are drawn, the likeliest.
const MOST_BARS: usize = 24;

/// Computes the exact chances of a vignette's outcome, whatever the dice
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier odds my-question.toml             every way it can end, with its exact chance
  berthier odds my-question.toml --json      for programs: ratios as numerator and denominator
  berthier odds my-question.toml --out odds.svg

The decisions are those of the vignette's script wherever the same question comes up; where another comes up, as little as \
possible is done. Its throws are replaced by every case that can come.")]
pub struct Args {
    /// A vignette: file or name
    file: String,
    /// The rulebook whose vignette is meant, where two have one of the name
    #[arg(long = "rules", value_name = "BOOK")]
    book: Option<String>,
    /// Only this variant
    #[arg(long)]
    variant: Option<String>,
    /// Draw the chances: an SVG or PNG file (of several variants, the last; see --variant)
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print JSON
    #[arg(long)]
    json: bool,
}

/// Does what may take a minute, and shows on a terminal meanwhile that it goes on.
fn counted<T>(work: impl FnOnce() -> T) -> T {
    let sign = ProgressBar::new_spinner().with_message("going through the cases; Ctrl-C to give up");
    sign.enable_steady_tick(Duration::from_millis(150));
    let done = work();
    sign.finish_and_clear();
    done
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let source = shelf::find_vignette_of(args.book.as_deref(), &args.file)?;
    let vignette = read_vignette(&source)?;
    let mut list = Vec::new();
    for (index, name) in chosen(&*vignette, args.variant.as_deref())? {
        let odds = counted(|| vignette.odds(index)).map_err(Failure::Failed)?;
        if let Some(path) = &args.out {
            draw(vignette.title(), &name, &odds, path)?;
        }
        if args.json {
            list.push(as_json(&name, &odds));
        } else {
            let title = if name.is_empty() {
                vignette.title().to_owned()
            } else {
                format!("{}: {name}", vignette.title())
            };
            writeln!(out, "{}", painted(HEAD, title))?;
            print(&odds, out)?;
            if let Some(note) = &odds.note {
                sentence(note, out)?;
            }
        }
    }
    if args.json {
        writeln!(out, "{:#}", json!(list))?;
    }
    Ok(())
}

/// Detail of a table of chances.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Detail {
    /// The likeliest ends.
    Summary,
    /// All of them, and each unit by itself.
    All,
}

/// The chances in a live game: what is thrown, what comes before anybody decides again, who decides then, and how it goes on if
/// everybody does the least.
pub fn print_ahead(odds: &OddsTable, detail: Detail, out: &mut dyn Write) -> CommandResult {
    let most = |usual: usize| if detail == Detail::All { usize::MAX } else { usual };
    let Some(ahead) = &odds.ahead else { return print(odds, out) };
    match &ahead.throws[..] {
        [] => sentence("No dice before anybody decides again.", out)?,
        throws => sentence(&format!("Thrown at once: {}.", throws.join("; ")), out)?,
    }
    if let Some(contest) = &odds.contest {
        sentence(contest, out)?;
    }
    if ahead.near.len() > 1 || !ahead.is_assumed {
        rows(&ahead.near, most(MOST_ENDS), out)?;
    }
    if !ahead.drawn.is_empty() {
        writeln!(out, "  {}", painted(HEAD, "Drawn next:"))?;
        rows(&ahead.drawn, most(MOST_ENDS), out)?;
    }
    if !ahead.decides.is_empty() {
        writeln!(out, "  {}", painted(HEAD, "Then decides:"))?;
        rows(&ahead.decides, most(MOST_DECISIONS), out)?;
    }
    if ahead.is_veiled {
        sentence("Something hidden comes to light then; nothing can be foretold beyond.", out)?;
    }
    if !ahead.is_assumed {
        return covered(odds, out);
    }
    let assumed = match ahead.is_rehearsed {
        true => "If it is fought as it stands, everybody doing as little as possible:",
        false => "If everybody, you too, then does as little as possible:",
    };
    writeln!(out, "  {}", painted(HEAD, assumed))?;
    if !ahead.later.is_empty() {
        sentence(&format!("Thrown then: {}.", ahead.later.join("; ")), out)?;
    }
    rows(&odds.ends, most(MOST_ENDS), out)?;
    if detail == Detail::All {
        units(odds, out)?;
    }
    covered(odds, out)
}

/// A sentence below a heading, in lines that fit.
fn sentence(text: &str, out: &mut dyn Write) -> CommandResult {
    for line in wrapped(text, width().min(110) - 2) {
        writeln!(out, "  {line}")?;
    }
    Ok(())
}

/// Row of a case that may come, with its share; what does not fit goes on below it.
fn row(text: &str, share: &Share, out: &mut dyn Write) -> CommandResult {
    let head = format!("  {:>7}  {:<9} ", share.to_string(), ratio(share));
    let indent = head.chars().count();
    for (number, line) in wrapped(text, width().saturating_sub(indent).max(20)).iter().enumerate() {
        match number {
            0 => writeln!(out, "{head}{line}")?,
            _ => writeln!(out, "{:indent$}{line}", "")?,
        }
    }
    Ok(())
}

/// End with its share: what may come, with its share.
type End = (String, Share);

/// The rest, that nothing changes, where it stands behind what is less likely.
fn parted(rows: &[End]) -> (&[End], Option<&End>) {
    match rows {
        [ends @ .., rest] if ends.last().is_some_and(|end| end.1.permille() < rest.1.permille()) => {
            (ends, Some(rest))
        }
        ends => (ends, None),
    }
}

/// The first rows of a table, and how many are left; what is likelier than they at its end.
fn rows(rows: &[End], most: usize, out: &mut dyn Write) -> CommandResult {
    let (rows, rest) = parted(rows);
    for (text, share) in rows.iter().take(most) {
        row(text, share, out)?;
    }
    let more = rows.len().saturating_sub(most);
    if more > 0 {
        let left: f64 = rows[most..].iter().map(|(_, share)| share.approx()).sum();
        writeln!(out, "  and {more} more, {:.1} % together", 100.0 * left)?;
    }
    rest.map_or(Ok(()), |(text, share)| row(text, share, out))
}

/// Part of all cases that was looked at.
fn covered(odds: &OddsTable, out: &mut dyn Write) -> CommandResult {
    let covered = odds.covered_permille();
    let note = match odds.is_complete {
        true => "all cases".to_owned(),
        false => format!("{}.{} % of all cases: the shares are lower bounds", covered / 10, covered % 10),
    };
    let runs = if odds.runs == 1 { "1 run".to_owned() } else { format!("{} runs", odds.runs) };
    writeln!(out, "  {}", painted(DIM, format!("({note}, {runs})")))?;
    Ok(())
}

/// The chances as a table: each end, then each unit by itself.
pub fn print(odds: &OddsTable, out: &mut dyn Write) -> CommandResult {
    if odds.ends.is_empty() {
        return Ok(());
    }
    let (ends, rest) = parted(&odds.ends);
    let seen = ends.iter().filter(|(_, share)| share.permille() > 0).count().max(1).min(ends.len());
    for (end, share) in &ends[..seen] {
        row(end, share, out)?;
    }
    match ends.len() - seen {
        0 => {}
        1 => writeln!(out, "  and one more end, of less than 0.05 %")?,
        more => writeln!(out, "  and {more} more ends, each of less than 0.05 %")?,
    }
    if let Some((end, share)) = rest {
        row(end, share, out)?;
    }
    units(odds, out)?;
    covered(odds, out)
}

/// Each unit by itself, where there is more than one end.
fn units(odds: &OddsTable, out: &mut dyn Write) -> CommandResult {
    if odds.ends.len() > 1 {
        for (unit, states) in &odds.units {
            let states: Vec<String> =
                states.iter().map(|(state, share)| format!("{state} {share}")).collect();
            writeln!(out, "  {} {}", painted(HEAD, format!("{unit}:")), states.join(", "))?;
        }
    }
    Ok(())
}

/// Draws the ends with their chances.
fn draw(title: &str, case: &str, odds: &OddsTable, path: &Path) -> CommandResult {
    let title = if case.is_empty() { title.to_owned() } else { format!("{title}: {case}") };
    let caption =
        odds.note.as_deref().map_or("Exact chances".to_owned(), |note| format!("Exact chances. {note}"));
    let mut bars = Bars::new(title).suffix(" %").caption(caption);
    for (end, share) in odds.ends.iter().take(MOST_BARS) {
        bars = bars.bar(end.clone(), 100.0 * share.approx(), None, "#3f5f8f");
    }
    write_picture(path, |format| match format {
        PictureFormat::Svg => Ok(bars.svg().into_bytes()),
        PictureFormat::Png => bars.png().map_err(|error| error.to_string()),
    })
}

fn ratio(share: &Share) -> String {
    format!("{}/{}", share.of, share.all)
}

fn as_json(name: &str, odds: &OddsTable) -> serde_json::Value {
    let share = |share: &Share| json!({"of": share.of.to_string(), "all": share.all.to_string(), "approx": share.approx()});
    let ends: Vec<_> = odds.ends.iter().map(|(end, s)| json!({"end": end, "share": share(s)})).collect();
    let units: Vec<_> = odds
        .units
        .iter()
        .map(|(unit, states)| {
            let states: Vec<_> =
                states.iter().map(|(state, s)| json!({"state": state, "share": share(s)})).collect();
            json!({"unit": unit, "states": states})
        })
        .collect();
    json!({"variant": name, "complete": odds.is_complete, "runs": odds.runs, "note": odds.note, "ends": ends, "units": units})
}
