//! Surveys and grounds: what `berthier show` makes of surveys and of grounds that belong to no game: pictures, summaries, differences.

use shelf::binding;
use std::collections::BTreeMap;
use std::io::Write;
use std::path::Path;

use engraver::text::Sheet;
use engraver::{Map, Mark, MarkKind, Overlay, Plan as Picture};
use ground::{Difference, Ground, HexId};
use muster::Source;
use shelf::{Language, PictureFormat};
use survey::{Class, Figure, Grade, Item, Plan, Survey};

use super::common::{PictureArgs, colours, width, write_picture};
use crate::outcome::{CommandResult, Failure};
use crate::paint::{DIM, HEAD, painted};

/// Task of `show`: what is shown, and how.
pub struct ShowTask<'a> {
    /// File of the picture.
    pub out: Option<&'a Path>,
    /// Look of the picture.
    pub look: &'a PictureArgs,
    /// Only the part of a survey that this plan cuts.
    pub plan: Option<&'a Path>,
}

/// Pixels of a survey's picture for each of those of a hex.
const SPAN: u32 = 26;

/// A survey, as picture or in figures.
pub fn survey(path: &Path, shown: &ShowTask<'_>, out: &mut dyn Write) -> CommandResult {
    let survey = Survey::read(&Source::read(path)?)?;
    let plan =
        shown.plan.map(|file| Source::read(file).and_then(|source| Plan::read(&source))).transpose()?;
    if let Some(file) = shown.out {
        let picture = picture(&survey, plan.as_ref());
        return write_picture(file, |format| {
            let drawing = shown.look.drawing(format);
            let pixels = drawing.px_per_hex * SPAN;
            match format {
                PictureFormat::Svg => Ok(picture.svg(pixels).into_bytes()),
                PictureFormat::Png => picture.png(pixels).map_err(|error| error.to_string()),
            }
        });
    }
    summary(&survey, out)
}

/// Amount of each class, and its certainty.
fn summary(survey: &Survey, out: &mut dyn Write) -> CommandResult {
    let (low, high) = survey.corners();
    let kilometres = |from: f64, to: f64| format!("{:.1}", (to - from) / 1000.0);
    let size = format!("{} by {} km", kilometres(low.x, high.x), kilometres(low.y, high.y));
    writeln!(out, "{}, surveyed over {size}\n", painted(HEAD, &survey.name))?;
    let mut classes: BTreeMap<&str, [usize; 3]> = BTreeMap::new();
    for item in &survey.items {
        classes.entry(item.class.name()).or_default()[item.grade as usize] += 1;
    }
    let [known, fair, estimated] = Grade::NAMES;
    writeln!(out, "{}", painted(DIM, format!("  {:<18}{known:>10}{fair:>10}{estimated:>10}", "")))?;
    for (class, [known, fair, estimated]) in classes {
        writeln!(out, "  {class:<18}{known:>10}{fair:>10}{estimated:>10}")?;
    }
    Ok(())
}

/// The picture of a survey, or of the part of it that a plan cuts.
fn picture(survey: &Survey, plan: Option<&Plan>) -> Picture {
    let (low, high) = plan.map_or_else(|| survey.corners(), Plan::corners);
    let place = |at: &survey::Coord| [at.x - low.x, high.y - at.y];
    let marks = survey.items.iter().filter_map(|item| {
        let parts = match &item.figure {
            Figure::Point(at) => vec![vec![place(at)]],
            Figure::Lines(lines) => lines.iter().map(|line| line.0.iter().map(place).collect()).collect(),
            Figure::Areas(areas) => areas
                .iter()
                .flat_map(|area| std::iter::once(area.exterior()).chain(area.interiors()))
                .map(|ring| ring.0.iter().map(place).collect())
                .collect(),
        };
        let estimated = item.grade == Grade::Estimated;
        let width = item.width.unwrap_or(0.0);
        Some(Mark { drawn: drawn(item.class)?, parts, label: label(survey, item), width, estimated })
    });
    Picture {
        title: survey.name.clone(),
        subtitle: "Survey".to_owned(),
        caption: "what is only estimated is paler, or has a broken outline".to_owned(),
        width: high.x - low.x,
        height: high.y - low.y,
        marks: marks.collect(),
    }
}

fn drawn(class: Class) -> Option<MarkKind> {
    Some(match class {
        Class::Origin => return None,
        Class::Contour => MarkKind::Contour,
        Class::SpotHeight => MarkKind::Height,
        Class::Name => MarkKind::Name,
        Class::Sea => MarkKind::Sea,
        Class::Area(terrain) => MarkKind::Area(terrain),
        Class::Hexside(feature) => MarkKind::Line(feature),
        Class::Road(road) => MarkKind::Road(road),
        Class::SunkenRoad => MarkKind::Road(ground::Road::Road),
    })
}

/// Label of an item; nothing where the survey has a place of its own for the name.
fn label(survey: &Survey, item: &Item) -> String {
    let has_place = |name: &String| {
        survey.items.iter().any(|other| other.class == Class::Name && other.name.as_ref() == Some(name))
    };
    match (item.class, &item.name, item.height) {
        (Class::Contour | Class::SpotHeight, _, Some(height)) => format!("{height}"),
        (Class::Name, Some(name), _) => name.clone(),
        (_, Some(name), _) if !has_place(name) => name.clone(),
        _ => String::new(),
    }
}

/// A ground that belongs to no game, as picture or text.
pub fn ground(path: &Path, shown: &ShowTask<'_>, out: &mut dyn Write) -> CommandResult {
    let ground = Ground::read(&Source::read(path)?)?;
    match shown.out {
        Some(file) => draw(&Map::new(&ground), file, shown.look),
        None => {
            let words = |key: &str| shelf::house_words(Language::ENGLISH).word(key);
            Ok(writeln!(
                out,
                "{}",
                engraver::text::map(&ground, &[], Sheet::whole(width(), colours()), &words)
            )?)
        }
    }
}

/// Differences of a ground from another one; in the picture of the new one rings mark the hexes.
pub fn differences(old: &Path, new: &Path, shown: &ShowTask<'_>, out: &mut dyn Write) -> CommandResult {
    let [before, after] = [old, new].map(|path| Source::read(path).and_then(|source| Ground::read(&source)));
    let (before, after) = (before?, after?);
    let size = |ground: &Ground| format!("{} by {} hexes", ground.columns(), ground.rows());
    let Some(list) = before.differences(&after) else {
        let what = format!("the grounds are of different sizes: {}, and {}", size(&before), size(&after));
        return Err(Failure::Failed(what));
    };
    if let Some(file) = shown.out {
        let hexes = list.iter().flat_map(hexes_of).filter_map(|name| after.hex(&name));
        let mut hexes: Vec<HexId> = hexes.collect();
        hexes.sort();
        hexes.dedup();
        let rings = hexes.into_iter().map(|hex| Overlay::Highlight { hex, colour: "#a32a22".to_owned() });
        let caption = format!("{} differences", list.len());
        draw(&Map::new(&after).caption(caption).overlays(rings), file, shown.look)?;
    }
    for difference in &list {
        writeln!(out, "{difference}")?;
    }
    match list.len() {
        0 => Ok(writeln!(out, "no difference")?),
        _ => Err(Failure::Differs),
    }
}

fn hexes_of(difference: &Difference) -> Vec<String> {
    match difference {
        Difference::Terrain(hex, ..) | Difference::Level(hex, ..) => vec![hex.to_string()],
        Difference::Hexside(a, b, ..) | Difference::Road(a, b, ..) => vec![a.to_string(), b.to_string()],
        Difference::Place(_, old, new) => [old, new].into_iter().flatten().map(ToString::to_string).collect(),
    }
}

fn draw(map: &Map<'_>, file: &Path, look: &PictureArgs) -> CommandResult {
    write_picture(file, |format| binding::picture(map.clone(), look.drawing(format)))
}
