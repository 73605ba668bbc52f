//! Rosters: armies printed as text.

use std::fmt::Write;

use super::army::{Army, Attached, Commander, Division, Unit};
use super::lists::Armoury;
use super::words::{Attachment, Trait, UnitSize};

/// An army as text: its commanders, divisions, units and attachments with their points, and what it comes to.
pub fn roster(army: &Army, armoury: &Armoury) -> String {
    let mut out = String::new();
    let list = army.list.as_ref().and_then(|id| armoury.list(id));
    let list = list.map_or("troops of one's own, by the table of prices", |list| &list.name);
    let _ = writeln!(out, "{}\n{list}\n", army.name);
    line(&mut out, 0, &commander(&army.corps, "Corps commander"), armoury.commander(&army.corps));
    for division in &army.divisions {
        self::division(&mut out, division, armoury);
    }
    for (size, number) in UnitSize::ALL.iter().zip(army.fieldworks).filter(|(_, number)| *number > 0) {
        let points = armoury.points.fieldwork(*size) * number.cast_signed();
        let _ = writeln!(out);
        line(&mut out, 0, &format!("{number} × fieldwork, {size}"), points);
    }
    let units: usize = army.divisions.iter().map(|division| division.units.len()).sum();
    let _ = writeln!(out);
    let most = army.most_points.as_ref().map_or_else(String::new, |(most, _)| format!(" of {most}"));
    let total = format!("{units} units, combat value {}, points{most}", armoury.combat_value(army));
    line(&mut out, 0, &total, armoury.cost(army));
    out
}

fn division(out: &mut String, division: &Division, armoury: &Armoury) {
    let kind = division.kind().map_or_else(String::new, |kind| format!(" ({kind})"));
    let _ = writeln!(out);
    line(out, 0, &format!("{}{kind}", division.name), armoury.division(division));
    line(out, 1, &commander(&division.commander, "Commander"), armoury.commander(&division.commander));
    for unit in &division.units {
        line(out, 1, &described(unit), unit.cost());
    }
    for Attached { kind, points, .. } in &division.attachments {
        line(out, 1, &format!("+ {}, given out before deployment", words(*kind)), *points);
    }
}

fn commander(commander: &Commander, post: &str) -> String {
    let name = if commander.name.is_empty() { String::new() } else { format!(" {}", commander.name) };
    let mut words = vec![commander.quality.name()];
    let traits = Trait::ALL.iter().filter(|of| commander.has(**of));
    words.extend(traits.map(|of| of.name()));
    format!("{post}{name}: {}", words.join(", "))
}

fn described(unit: &Unit) -> String {
    let profile = &unit.profile;
    let name =
        if unit.name.is_empty() { unit.label.clone() } else { format!("{}, {}", unit.name, unit.label) };
    let mut words = vec![
        profile.troops.name().replace('_', " "),
        profile.elan.name().to_owned(),
        profile.training.name().to_owned(),
    ];
    words.extend(profile.special.iter().map(|special| special.name().to_owned()));
    let mut text = format!("{} × {name}: {}, {} each", unit.bases, words.join(", "), unit.points);
    for Attached { kind, points, .. } in &unit.attachments {
        let _ = write!(text, " + {} {points}", self::words(*kind));
    }
    text
}

fn words(kind: Attachment) -> String {
    kind.name().replace('_', " ")
}

/// One line with its points at the right.
fn line(out: &mut String, depth: usize, text: &str, points: i32) {
    const WIDTH: usize = 92;
    let text = format!("{}{text}", "  ".repeat(depth));
    let _ = writeln!(out, "{text:<WIDTH$} {points:>5}");
}
