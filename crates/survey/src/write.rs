//! The cut as the text of a ground file.

use std::fmt::Write as _;

use ground::{Feature, Features, HexId};

use crate::draft::{Draft, Hexside};
use crate::{Plan, Survey};

/// Length of a line of the file.
const WIDTH: usize = 118;

/// The ground file of a cut.
pub(crate) fn ground(draft: &Draft, survey: &Survey, plan: &Plan) -> String {
    let mut out = format!(
        "# Cut from survey.geojson for {:?} by `berthier cut`. Corrections belong into cut.{}.toml, not here.\n",
        plan.book, plan.book
    );
    let (columns, rows) = (draft.blank.columns(), draft.blank.rows());
    let _ = write!(
        out,
        "format = 1\nname = {}\ncolumns = {columns}\nrows = {rows}\nhex_meters = {}\n",
        quoted(&survey.name),
        plan.hex_meters
    );
    grid(&mut out, draft, "terrain", |hex| draft.terrain[hex.index()].letter());
    grid(&mut out, draft, "elevation", |hex| {
        let digit = u32::try_from(draft.levels[hex.index()]).unwrap_or(0).min(9);
        char::from_digit(digit, 10).unwrap_or('0')
    });
    out.push_str("\n[sides]\n");
    for (feature, hexsides) in draft.hexsides.iter().filter(|(_, hexsides)| !hexsides.is_empty()) {
        let mut names: Vec<String> =
            hexsides.iter().map(|hexside| hexside_name(draft, *feature, *hexside)).collect();
        names.sort();
        list(&mut out, feature.name(), &names);
    }
    out.push_str("\n[paths]\n");
    for (road, chains) in draft.roads.iter().filter(|(_, chains)| !chains.is_empty()) {
        let _ = writeln!(out, "{road} = [");
        for chain in chains {
            let names: Vec<String> =
                chain.iter().map(|hex| format!("\"{}\"", draft.blank.label(*hex))).collect();
            let _ = writeln!(out, "  [{}],", names.join(", "));
        }
        out.push_str("]\n");
    }
    for (title, places) in [("places", &draft.places), ("entries", &draft.entries)] {
        let _ = write!(out, "\n[{title}]\n");
        for (name, hex) in places {
            let _ = writeln!(out, "{} = \"{}\"", quoted(name), draft.blank.label(*hex));
        }
    }
    out
}

fn grid(out: &mut String, draft: &Draft, name: &str, letter: impl Fn(HexId) -> char) {
    let _ = writeln!(out, "{name} = \"\"\"");
    let hexes: Vec<HexId> = draft.blank.hexes().collect();
    for row in hexes.chunks(usize::from(draft.blank.columns())) {
        let letters: Vec<String> = row.iter().map(|hex| letter(*hex).to_string()).collect();
        let _ = writeln!(out, "{}", letters.join(" "));
    }
    out.push_str("\"\"\"\n");
}

/// A hexside as the file writes it: what goes up between hexes of one level names the higher first.
fn hexside_name(draft: &Draft, feature: Feature, (a, b): Hexside) -> String {
    let height = |hex: HexId| draft.heights[hex.index()];
    let is_level = draft.levels[a.index()] == draft.levels[b.index()];
    let names = |a: HexId, b: HexId| (draft.blank.label(a).to_string(), draft.blank.label(b).to_string());
    if Features::SLOPES.contains(feature) && is_level {
        let (high, low) = if height(a) >= height(b) { names(a, b) } else { names(b, a) };
        return format!("\"{high}>{low}\"");
    }
    let (first, second) = names(a, b);
    let (first, second) = if first <= second { (first, second) } else { (second, first) };
    format!("\"{first}-{second}\"")
}

fn list(out: &mut String, name: &str, items: &[String]) {
    let _ = write!(out, "{name} = [");
    let mut room = 0;
    for item in items {
        if room < item.len() + 2 {
            out.push_str("\n ");
            room = WIDTH;
        }
        let _ = write!(out, " {item},");
        room -= item.len() + 2;
    }
    out.push_str("\n]\n");
}

/// A text as TOML has it.
pub(crate) fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    for letter in text.chars() {
        match letter {
            '"' | '\\' => out.extend(['\\', letter]),
            letter if letter.is_control() => out.push(' '),
            letter => out.push(letter),
        }
    }
    out.push('"');
    out
}
