//! Points: the prices of `books/fogn/charts/points.toml`, and what troops, attachments, commanders and fieldworks cost by them.

use std::collections::BTreeMap;

use muster::{Collector, Faults, Format, Name, Source, read_toml};
use serde::Deserialize;

use super::words::{Arm, Attachment, Capability, Drill, Elan, Quality, Training, Trait, Troops, UnitSize};

/// The chart of the repository.
const STANDARD: &str = include_str!("../../../../books/fogn/charts/points.toml");

/// Profile of troops: all by which a base has its price.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Profile {
    /// Troop type.
    pub troops: Troops,
    /// Élan.
    pub elan: Elan,
    /// Training.
    pub training: Training,
    /// Special capabilities, in the order of the words, each once.
    pub special: Vec<Capability>,
    /// Drill by which line infantry is paid for; of no meaning for others.
    pub paid: Drill,
}

/// Points Cost: the prices of bases, attachments, commanders and fieldworks, and the sizes of units.
#[derive(Clone, Debug)]
pub struct Points {
    rows: BTreeMap<&'static str, Row>,
    capabilities: Vec<i32>,
    attachments: Vec<i32>,
    commanders: Vec<i32>,
    traits: Vec<i32>,
    fieldworks: Vec<i32>,
    sizes: Vec<Size>,
}

/// Row of a troop type: its prices by training, and what élan adds.
#[derive(Clone, Debug)]
struct Row {
    by_training: [Option<i32>; 4],
    superior: i32,
    poor: i32,
}

/// Size of units: the bases by arm, and the share of the army's combat value.
#[derive(Clone, Debug)]
struct Size {
    bases: [u32; 3],
    combat_value: u32,
}

/// The rows of the chart: line infantry has two, by its drill.
const ROWS: [&str; 8] = [
    "line_unreformed",
    "line_reformed",
    "light",
    "light_cavalry",
    "heavy_cavalry",
    "medium_artillery",
    "heavy_artillery",
    "horse_artillery",
];

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawChart {
    #[expect(dead_code, reason = "a mark of the file")]
    format: Format<1>,
    chart: Name,
    #[expect(dead_code, reason = "for readers")]
    title: String,
    #[expect(dead_code, reason = "for readers")]
    unit: String,
    row: Vec<RawRow>,
    capability: Vec<RawPrice>,
    attachment: Vec<RawPrice>,
    commander: Vec<RawPrice>,
    r#trait: Vec<RawPrice>,
    fieldwork: Vec<RawPrice>,
    size: Vec<RawSize>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawRow {
    id: Name,
    #[expect(dead_code, reason = "for readers")]
    label: String,
    veteran: muster::Spanned<muster::Value>,
    drilled: muster::Spanned<muster::Value>,
    conscript: muster::Spanned<muster::Value>,
    irregular: muster::Spanned<muster::Value>,
    superior: i32,
    poor: i32,
    source: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawPrice {
    id: Name,
    points: i32,
    source: Name,
    #[expect(dead_code, reason = "for readers")]
    note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RawSize {
    id: Name,
    infantry: u32,
    cavalry: u32,
    artillery: u32,
    combat_value: u32,
    source: Name,
    #[expect(dead_code, reason = "for readers")]
    sources: Option<BTreeMap<String, String>>,
}

impl Points {
    /// The prices of the book.
    ///
    /// # Panics
    /// Never: a test reads the chart.
    pub fn standard() -> Points {
        let source = Source::new("books/fogn/charts/points.toml", STANDARD);
        Points::read(&source).expect("the chart of the repository has no faults")
    }

    /// Reads the chart.
    ///
    /// # Errors
    /// All its faults.
    pub fn read(source: &Source) -> Result<Points, Faults> {
        let raw: RawChart = read_toml(source)?;
        let mut faults = Collector::new(source);
        faults.word("chart", &raw.chart, &["points"]);
        let rows = complete("row", &ROWS, &raw.row, |row| &row.id, &mut faults);
        let sizes = complete("size", UnitSize::NAMES, &raw.size, |size| &size.id, &mut faults);
        let sources = raw.row.iter().map(|row| &row.source).chain(raw.size.iter().map(|size| &size.source));
        sources.for_each(|name| check_source(name, &mut faults));
        let mut prices = |kind, names, list| prices(kind, names, list, &mut faults);
        let capabilities = prices("capability", Capability::NAMES, &raw.capability);
        let attachments = prices("attachment", Attachment::NAMES, &raw.attachment);
        let commanders = prices("commander", Quality::NAMES, &raw.commander);
        let traits = prices("trait", Trait::NAMES, &raw.r#trait);
        let fieldworks = prices("fieldwork", UnitSize::NAMES, &raw.fieldwork);
        let rows = rows.iter().map(|row| row.checked(&mut faults)).collect::<Vec<_>>();
        let sizes = sizes.iter().map(|size| Size {
            bases: [size.infantry, size.cavalry, size.artillery],
            combat_value: size.combat_value,
        });
        let points = Points {
            rows: ROWS.into_iter().zip(rows).collect(),
            capabilities,
            attachments,
            commanders,
            traits,
            fieldworks,
            sizes: sizes.collect(),
        };
        faults.into_result(points)
    }

    /// The points of a base of troops; `None` if there are no such troops. (Points System)
    pub fn base(&self, profile: &Profile) -> Option<i32> {
        let row = match (profile.troops, profile.paid) {
            (Troops::Line, Drill::Unreformed) => "line_unreformed",
            (Troops::Line, Drill::Reformed) => "line_reformed",
            (troops, _) => troops.name(),
        };
        let row = self.rows.get(row)?;
        let by_elan = match profile.elan {
            Elan::Superior => row.superior,
            Elan::Average => 0,
            Elan::Poor => row.poor,
        };
        let special: i32 = profile.special.iter().map(|special| self.capabilities[*special as usize]).sum();
        Some(row.by_training[profile.training as usize]? + by_elan + special)
    }

    /// The points of an attachment.
    pub fn attachment(&self, attachment: Attachment) -> i32 {
        self.attachments[attachment as usize]
    }

    /// The points of a commander who has no trait.
    pub fn commander(&self, quality: Quality) -> i32 {
        self.commanders[quality as usize]
    }

    /// The points that a trait adds to a commander's.
    pub fn of_trait(&self, of: Trait) -> i32 {
        self.traits[of as usize]
    }

    /// The points of a fieldwork.
    pub fn fieldwork(&self, size: UnitSize) -> i32 {
        self.fieldworks[size as usize]
    }

    /// The size of a unit of so many bases; `None` if no unit has so many.
    pub fn size(&self, arm: Arm, bases: u32) -> Option<UnitSize> {
        UnitSize::ALL.iter().copied().find(|size| self.bases(arm, *size) == bases)
    }

    /// The bases of a unit.
    pub fn bases(&self, arm: Arm, size: UnitSize) -> u32 {
        self.sizes[size as usize].bases[arm as usize]
    }

    /// The points that a unit adds to the combat value of its army. (Victory and Defeat)
    pub fn combat_value(&self, size: UnitSize) -> u32 {
        self.sizes[size as usize].combat_value
    }
}

impl RawRow {
    fn checked(&self, faults: &mut Collector<'_>) -> Row {
        let cells = [&self.veteran, &self.drilled, &self.conscript, &self.irregular];
        let by_training = cells.map(|cell| match cell.get_ref() {
            muster::Value::Integer(points) => i32::try_from(*points).ok(),
            muster::Value::String(word) if word == "NA" => None,
            other => {
                faults.at(cell.span(), format!("{other} is no price")).expect("a whole number or \"NA\"");
                None
            }
        });
        Row { by_training, superior: self.superior, poor: self.poor }
    }
}

/// The entries of a list in the order of the names that it must have, all of them; none of them, and faults, if any is missing.
fn complete<'e, T>(
    kind: &str,
    names: &[&str],
    entries: &'e [T],
    id: impl Fn(&T) -> &Name,
    faults: &mut Collector<'_>,
) -> Vec<&'e T> {
    let found = faults.matched(kind, names, entries, id);
    for (name, _) in names.iter().zip(&found).filter(|(_, found)| found.is_none()) {
        faults.whole(format!("there is no {kind} {name:?}"));
    }
    if found.iter().all(Option::is_some) { found.into_iter().flatten().collect() } else { Vec::new() }
}

fn prices(kind: &str, names: &[&str], list: &[RawPrice], faults: &mut Collector<'_>) -> Vec<i32> {
    list.iter().for_each(|price| check_source(&price.source, faults));
    complete(kind, names, list, |price| &price.id, faults).iter().map(|price| price.points).collect()
}

/// Sources are the text, with its heading, or what was inferred from it.
pub(super) fn check_source(source: &Name, faults: &mut Collector<'_>) {
    let name = source.get_ref();
    if name != "inferred" && name.strip_prefix("text ").is_none_or(str::is_empty) {
        faults
            .at(source.span(), format!("{name:?} is no source"))
            .expect("\"text\" with a heading, or \"inferred\"");
    }
}
