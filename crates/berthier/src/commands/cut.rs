//! `berthier cut`: grounds from the survey of a battlefield.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Parser;
use muster::Source;
use survey::{Cut, Plan, Rules, Survey, TablePlan};

use crate::outcome::{CommandResult, Failure, write_file};
use crate::paint::{DIM, GOOD, painted};

/// Cuts the ground of a rulebook, or of a table, from the survey of a battlefield
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier cut battles/maida --book jdg                    prints the ground, as cut.jdg.toml beside the survey says
  berthier cut battles/maida --book jdg --out ground.toml
  berthier cut battles/maida --book jdg --check ground.toml    says whether a new cut would differ
  berthier cut battles/maida --table --out table.toml      outlines in whole units, as cut.table.toml says")]
pub struct Args {
    /// The survey, or the folder that holds it as survey.geojson
    survey: PathBuf,
    /// The rulebook whose ground is cut
    #[arg(long, required_unless_present = "table", conflicts_with = "table")]
    book: Option<String>,
    /// Cut the outlines of a table without hexes
    #[arg(long)]
    table: bool,
    /// Plan of the cut; if absent, cut.<book>.toml or cut.table.toml beside the survey
    #[arg(long, value_name = "FILE")]
    plan: Option<PathBuf>,
    /// Rules by which the book reads surveys; if absent, its own cut.toml
    #[arg(long, value_name = "FILE", conflicts_with = "table")]
    rules: Option<PathBuf>,
    /// Write the ground into a file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Only say whether this ground is what a new cut gives
    #[arg(long, value_name = "FILE", conflicts_with = "out")]
    check: Option<PathBuf>,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let path = survey_in(&args.survey);
    let survey = Survey::read(&Source::read(&path)?)?;
    let kind = args.book.as_deref().unwrap_or("table");
    let beside = path.with_file_name(format!("cut.{kind}.toml"));
    let plan = Source::read(args.plan.as_deref().unwrap_or(&beside))?;
    let cut = match &args.book {
        None => survey::cut_table(&survey, &TablePlan::read(&plan)?),
        Some(book) => cut_for(book, args.rules.as_deref(), &survey, &plan)?,
    };
    for note in &cut.notes {
        writeln!(anstream::stderr(), "{}", painted(DIM, format!("note: {note}")))?;
    }
    match (&args.check, &args.out) {
        (Some(known), _) => compare(known, &cut, out),
        (None, Some(file)) => write_file(file, cut.text.as_bytes()),
        (None, None) => Ok(out.write_all(cut.text.as_bytes())?),
    }
}

/// The survey of a folder, or the file itself.
pub fn survey_in(path: &Path) -> PathBuf {
    if path.is_dir() { path.join("survey.geojson") } else { path.to_path_buf() }
}

fn cut_for(book: &str, rules: Option<&Path>, survey: &Survey, plan: &Source) -> Result<Cut, Failure> {
    let rules = match (rules, shelf::cutting(book)) {
        (Some(file), _) => Source::read(file)?,
        (None, Some(own)) => own,
        (None, None) => {
            return Err(Failure::Usage(format!(
                "{book:?} says nothing of surveys: name its rules with --rules"
            )));
        }
    };
    let plan = Plan::read(plan)?;
    if plan.book != book {
        let what = format!("the plan cuts for {:?}, not for {book:?}", plan.book);
        return Err(Failure::Usage(what));
    }
    Ok(survey::cut(survey, &Rules::read(&rules)?, &plan)?)
}

/// Says where a ground first differs from a new cut.
fn compare(known: &Path, cut: &Cut, out: &mut dyn Write) -> CommandResult {
    let source = Source::read(known)?;
    let name = known.display();
    if source.text == cut.text {
        writeln!(out, "{} {name} is what the survey gives", painted(GOOD, "ok"))?;
        return Ok(());
    }
    let (old, new): (Vec<&str>, Vec<&str>) = (source.text.lines().collect(), cut.text.lines().collect());
    let first = old.iter().zip(&new).position(|(a, b)| a != b).unwrap_or(old.len().min(new.len()));
    let line = |lines: &[&str]| lines.get(first).map_or("(the end)".to_owned(), |line| (*line).to_owned());
    writeln!(out, "{name}:{}: a new cut differs\n  is    {}\n  cut   {}", first + 1, line(&old), line(&new))?;
    Err(Failure::Differs)
}

/// The kind of a file that belongs to surveys, checked; `None` for any other.
///
/// # Errors
/// All its faults.
pub fn check(path: &Path) -> Option<Result<&'static str, muster::Faults>> {
    let name = path.file_name()?.to_str()?;
    let read = |what: fn(&Source) -> Result<(), muster::Faults>, kind: &'static str| {
        Some(Source::read(path).and_then(|source| what(&source)).map(|()| kind))
    };
    match name {
        _ if name.ends_with(".geojson") => read(|source| Survey::read(source).map(drop), "survey"),
        "cut.toml" => read(|source| Rules::read(source).map(drop), "rules for cutting"),
        "cut.table.toml" => read(|source| TablePlan::read(source).map(drop), "plan of a table"),
        _ if name.starts_with("cut.") && name.ends_with(".toml") => {
            read(|source| Plan::read(source).map(drop), "plan of a cut")
        }
        _ => None,
    }
}
