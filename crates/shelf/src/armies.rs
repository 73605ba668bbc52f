//! Armies that are bought with points, by the rulebook that has such: Field of Glory Napoleonic, of which no games are offered yet.

use std::path::Path;

use fogn::armies::{Armoury, Entry, Limit, List, MAIN, roster};
use muster::{Faults, Source};

/// Army list, as it is shown to those who choose one.
pub struct ArmyList {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// The years in which it holds, the first and the last.
    pub years: [u32; 2],
    /// Parts: the list's own troops, then its contingents.
    pub parts: Vec<ArmyPart>,
    /// Restrictions besides the minima and maxima.
    pub restrictions: Vec<String>,
}

/// Part of an army list.
pub struct ArmyPart {
    /// Name.
    pub name: String,
    /// Rows.
    pub rows: Vec<ArmyRow>,
    /// Minima and maxima of bases.
    pub limits: Vec<String>,
}

/// Row of an army list.
pub struct ArmyRow {
    /// Its name in an army's file: the unit, and after a stroke the kind.
    pub id: String,
    /// The unit's name, its troops and its price.
    pub described: String,
}

/// All army lists.
pub fn army_lists() -> Vec<ArmyList> {
    Armoury::standard().lists.iter().map(list).collect()
}

fn list(list: &List) -> ArmyList {
    let parts = list.parts.iter().enumerate().map(|(place, part)| {
        let rows = list.entries.iter().filter(|entry| entry.part == place);
        let name = if part.id == MAIN { part.name.clone() } else { format!("{} ({:?})", part.name, part.id) };
        ArmyPart { name, rows: rows.map(row).collect(), limits: part.limits.iter().map(limit).collect() }
    });
    let restrictions = list.rules.iter().map(|rule| rule.note.clone()).collect();
    ArmyList {
        id: list.id.clone(),
        name: list.name.clone(),
        years: list.years,
        parts: parts.collect(),
        restrictions,
    }
}

fn row(entry: &Entry) -> ArmyRow {
    let profile = &entry.profile;
    let mut words = vec![profile.elan.name(), profile.training.name()];
    words.extend(profile.special.iter().map(|special| special.name()));
    let sizes: Vec<String> = entry.bases.iter().map(u32::to_string).collect();
    let (troops, words) = (profile.troops.name().replace('_', " "), words.join(", "));
    let (points, sizes) = (entry.points, sizes.join(" or "));
    let described = format!("{}: {troops}, {words}; {points} points a base, {sizes} bases", entry.name);
    ArmyRow { id: entry.id(), described }
}

fn limit(limit: &Limit) -> String {
    let min = limit.min.map(|min| format!("at least {min}"));
    let max = limit.max.map(|max| format!("at most {max}"));
    let bounds: Vec<String> = min.into_iter().chain(max).collect();
    let if_any = if limit.if_any { ", if there are any" } else { "" };
    format!("{}: {}{if_any}", limit.label, bounds.join(", "))
}

/// Reads an army and checks it against its list; the points that it costs.
///
/// # Errors
/// All its faults.
pub fn check_army(source: &Source) -> Result<i32, Faults> {
    let armoury = Armoury::standard();
    armoury.army(source).map(|army| armoury.cost(&army))
}

/// The roster of an army as text, and what its list forbids or misses.
///
/// # Errors
/// The faults of a file that cannot be read as an army.
pub fn army_roster(source: &Source) -> Result<(String, Result<(), Faults>), Faults> {
    let armoury = Armoury::standard();
    let army = armoury.choice(source)?;
    Ok((roster(&army, &armoury), armoury.check(&army, source)))
}

/// The kind of a file of armies, or of a chart of their book, checked; `None` for any other.
pub(crate) fn check(path: &Path, source: &Source) -> Option<Result<&'static str, Faults>> {
    let above = |levels: usize| path.ancestors().nth(levels)?.file_name()?.to_str();
    let (book, folder) = (above(2).unwrap_or_default(), above(1).unwrap_or_default());
    let name = above(0).unwrap_or_default();
    // Both keys stand before the tables of their files.
    let head = source.text.lines().take_while(|line| !line.starts_with('['));
    let has = |key: &str| head.clone().any(|line| line.starts_with(key));
    if has("army_list = ") {
        let points = Armoury::standard().points;
        return Some(List::read(source, &points).map(|_| "army list"));
    }
    if has("army = ") {
        return Some(check_army(source).map(|_| "army"));
    }
    match (folder, name) {
        ("charts", "points.toml") => Some(fogn::armies::Points::read(source).map(|_| "chart")),
        ("charts", "composition.toml") => Some(fogn::armies::composition(source).map(|_| "chart")),
        ("charts", _) if book == "fogn" => {
            let chart = name.trim_end_matches(".toml");
            Some(fogn::files::charts::check(chart, source).map(|()| "chart"))
        }
        _ => None,
    }
}
