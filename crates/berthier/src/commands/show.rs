//! `berthier show`: a map, a position or a vignette, as picture or text.

use std::io::Write;
use std::path::{Path, PathBuf};

use clap::Parser;
use muster::Source;
use serde_json::json;
use shelf::FormationInfo;

use super::battles::wrapped;
use super::common::{BattleArgs, PictureArgs, colours, is_journal, read_vignette, width, write_picture};
use super::look;
use super::referee;
use crate::outcome::{CommandResult, Failure};
use crate::paint::{DIM, HEAD, painted};

/// Shows a battle, the position of a saved game, a vignette, or the survey of a field, as a picture or as text
#[derive(Parser)]
#[command(after_help = "\
Examples:
  berthier show maida                        the map and the order of battle as text
  berthier show saalfeld --out saalfeld.png  a picture
  berthier show saalfeld --out small.png --scale 45 --no-numbers
  berthier show my-game.journal --out now.svg
  berthier show my-question.toml             where a vignette begins; --out question.png draws it
  berthier show battles/maida/survey.geojson --out field.png    the field as it was surveyed
  berthier show new.toml --difference battles/maida/ground.toml  where two grounds differ
  berthier show maida --json                 for programs: the map, the units and where they are")]
pub struct Args {
    /// A battle (id or folder), the journal of a game, a vignette (file or name), a survey or a ground (files)
    what: String,
    /// Only this variant of a vignette
    #[arg(long)]
    variant: Option<String>,
    /// Draw the picture: an SVG or PNG file
    #[arg(long, value_name = "FILE")]
    out: Option<PathBuf>,
    /// Print the map as text (done anyway without --out)
    #[arg(long)]
    text: bool,
    /// Print the map and the position as JSON
    #[arg(long, conflicts_with = "text")]
    json: bool,
    /// Show only the part of a survey that this plan cuts
    #[arg(long, value_name = "FILE", requires = "out")]
    plan: Option<PathBuf>,
    /// Show where a ground (a file) differs from this older one
    #[arg(long, value_name = "OLD", conflicts_with_all = ["plan", "json"])]
    difference: Option<PathBuf>,
    #[command(flatten)]
    look: PictureArgs,
    #[command(flatten)]
    set_up: BattleArgs,
}

/// Runs the command.
pub fn run(args: &Args, out: &mut dyn Write) -> CommandResult {
    let path = Path::new(&args.what);
    if let Some(done) = field(args, path, out) {
        return done;
    }
    let shows_text = args.text || (args.out.is_none() && !args.json);
    if is_journal(path) {
        let (table, game) = args.set_up.seen(path)?;
        if let Some(picture) = &args.out {
            write_picture(picture, |format| game.draw(None, args.look.drawing(format)))?;
        }
        if args.json {
            let value = json!({"board": table.board(shelf::Viewpoint::Of(None), shelf::Language::ENGLISH), "position": game.position(None)});
            writeln!(out, "{value:#}")?;
        }
        if shows_text {
            writeln!(out, "{}", game.text(None, width(), colours()))?;
            order_of_battle(&game.units(None), out)?;
        }
        return Ok(());
    }
    if let Some(source) = vignette(args)? {
        return show_vignette(args, &source, out);
    }
    let table = args.set_up.table(&args.what)?;
    if let Some(picture) = &args.out {
        write_picture(picture, |format| table.draw(args.look.drawing(format), shelf::Language::ENGLISH))?;
    }
    if args.json {
        let value = json!({"board": table.board(shelf::Viewpoint::Of(None), shelf::Language::ENGLISH), "position": table.start()});
        writeln!(out, "{value:#}")?;
    }
    if shows_text {
        let about = table.about();
        writeln!(out, "{}, {}, {}\n", painted(HEAD, table.title()), about.place, about.date)?;
        writeln!(out, "{}", table.text(width(), colours(), shelf::Language::ENGLISH))?;
        let sides = table.sides();
        for (number, side) in sides.iter().enumerate() {
            writeln!(out, "{}", painted(HEAD, &side.name))?;
            let own: Vec<FormationInfo> = table
                .order_of_battle(shelf::Language::ENGLISH)
                .into_iter()
                .filter(|formation| formation.side == number)
                .collect();
            order_of_battle(&own, out)?;
        }
    }
    Ok(())
}

/// Surveys and grounds, which belong to no game; `None` for all else.
fn field(args: &Args, path: &Path, out: &mut dyn Write) -> Option<CommandResult> {
    let shown = look::ShowTask { out: args.out.as_deref(), look: &args.look, plan: args.plan.as_deref() };
    let name = path.file_name().and_then(|name| name.to_str()).unwrap_or_default();
    match &args.difference {
        Some(old) => Some(look::differences(old, path, &shown, out)),
        None if name.ends_with(".geojson") => Some(look::survey(path, &shown, out)),
        None if is_ground(name) => Some(look::ground(path, &shown, out)),
        None => None,
    }
}

/// Whether a file holds a ground by its name: `ground.toml`, also with something before it, or that of a rulebook, `ground.an30.toml`.
fn is_ground(name: &str) -> bool {
    name.ends_with("ground.toml") || name.starts_with("ground.") && name.ends_with(".toml")
}

/// The vignette that is meant: a file, or a built-in one whose name is not that of a battle.
fn vignette(args: &Args) -> Result<Option<Source>, Failure> {
    let path = Path::new(&args.what);
    let battles = shelf::known().flat_map(|book| book.battles());
    if path.is_dir() || battles.into_iter().any(|battle| battle.id == args.what) {
        return Ok(None);
    }
    match (path.is_file(), args.set_up.vignette(&args.what)) {
        (true, read) => Ok(Some(read?)),
        (false, found) => Ok(found.ok()),
    }
}

/// Shows a vignette at the beginning of its variants.
fn show_vignette(args: &Args, source: &Source, out: &mut dyn Write) -> CommandResult {
    let vignette = read_vignette(source)?;
    let cases = referee::chosen(&*vignette, args.variant.as_deref())?;
    if args.json {
        return Err(Failure::Usage("a vignette is shown as text or picture: without --json".to_owned()));
    }
    if let (Some(picture), Some((case, _))) = (&args.out, cases.first()) {
        write_picture(picture, |format| vignette.draw(*case, args.look.drawing(format)))?;
        if cases.len() > 1 {
            writeln!(out, "Drawn is the first of {} variants; --variant NAME draws another.", cases.len())?;
        }
    }
    if args.text || args.out.is_none() {
        writeln!(out, "{} {}", painted(HEAD, vignette.title()), painted(DIM, vignette.rules().join(", ")))?;
        for (case, name) in cases {
            if !name.is_empty() {
                writeln!(out, "\n{}", painted(HEAD, name))?;
            }
            writeln!(out, "{}", vignette.text(case, width(), colours()))?;
            order_of_battle(&vignette.order_of_battle(case), out)?;
        }
    }
    Ok(())
}

/// Formations with their units, a line each.
pub fn order_of_battle(formations: &[FormationInfo], out: &mut dyn Write) -> CommandResult {
    for formation in formations {
        writeln!(out, "  {}", painted(HEAD, &formation.name))?;
        for unit in &formation.units {
            let figures = format!("{}; {}", unit.figures, unit.state);
            let name = format!("    {:<18} {:<28}", unit.id, unit.name);
            let lines = wrapped(&figures, width().saturating_sub(6));
            if name.chars().count() + 1 + figures.chars().count() <= width() {
                writeln!(out, "{name} {}", painted(DIM, figures))?;
                continue;
            }
            writeln!(out, "{}", name.trim_end())?;
            for line in lines {
                writeln!(out, "      {}", painted(DIM, line))?;
            }
        }
    }
    Ok(())
}
