//! Cutting rules: what a book makes of a survey: `books/<id>/cut.toml`.

use ground::{Feature, Road, Terrain};
use muster::{Collector, Fault, Faults, Format, Name, Source, Spanned, read_toml};
use serde::Deserialize;

use crate::{Class, Item};

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code, reason = "read to be checked")]
    format: Format<1>,
    rulebook: String,
    heights: Heights,
    #[serde(default)]
    terrain: Vec<TerrainFile>,
    #[serde(default, rename = "side")]
    hexside: Vec<HexsideFile>,
    #[serde(default, rename = "way")]
    road: Vec<RoadFile>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct Heights {
    step_m: Spanned<f64>,
    slope_percent: Spanned<f64>,
    steep_percent: Option<Spanned<f64>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct TerrainFile {
    of: Vec<Name>,
    #[serde(rename = "as")]
    into: Name,
    share: Spanned<i64>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct HexsideFile {
    of: Vec<Name>,
    from_width_m: Option<f64>,
    from_depth_m: Option<f64>,
    #[serde(rename = "as")]
    into: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct RoadFile {
    of: Vec<Name>,
    #[serde(rename = "as")]
    into: Name,
    hexes: Option<Name>,
}

/// A row of terrain: the first whose share of a hex is reached rules the hex.
#[derive(Clone, Debug)]
pub(crate) struct TerrainRow {
    pub of: Vec<Class>,
    pub into: Terrain,
    /// Of the hex, in hundredths.
    pub share: usize,
}

/// Row of a hexside: what a line becomes that is wide and deep enough.
#[derive(Clone, Debug)]
struct HexsideRow {
    of: Vec<Class>,
    width: f64,
    depth: f64,
    into: Option<Feature>,
}

#[derive(Clone, Debug)]
struct RoadRow {
    of: Vec<Class>,
    into: Option<Road>,
    hexes: Option<Terrain>,
}

/// Cutting rules: what a book makes of a survey.
#[derive(Clone, Debug)]
pub struct Rules {
    /// Book to which they belong.
    pub rulebook: String,
    /// Metres from level to level.
    pub(crate) step: f64,
    /// The gradients from which a hexside is a slope and a steep slope, in hundredths.
    pub(crate) slope: f64,
    pub(crate) steep: f64,
    pub(crate) terrain: Vec<TerrainRow>,
    hexsides: Vec<HexsideRow>,
    roads: Vec<RoadRow>,
}

/// The name of what is left out.
const NOTHING: &str = "nothing";

impl Rules {
    /// Reads what a book makes of surveys.
    ///
    /// # Errors
    /// All the faults of the file.
    pub fn read(source: &Source) -> Result<Rules, Faults> {
        let file: File = read_toml(source)?;
        let mut faults = Collector::new(source);
        let mut positive = |number: &Spanned<f64>| {
            let value = *number.get_ref();
            if !(value > 0.0 && value <= 1000.0) {
                faults.at(number.span(), format!("{value} here")).expect("a number above 0, at most 1000");
            }
            value
        };
        let step = positive(&file.heights.step_m);
        let slope = positive(&file.heights.slope_percent);
        let steep = file.heights.steep_percent.as_ref().map_or(f64::INFINITY, positive);
        let mut reader = Reader { faults };
        let terrain = file.terrain.iter().map(|row| reader.terrain(row)).collect();
        let hexsides = file.hexside.iter().map(|row| reader.hexside(row)).collect();
        let roads = file.road.iter().map(|row| reader.road(row)).collect();
        let rules = Rules { rulebook: file.rulebook, step, slope, steep, terrain, hexsides, roads };
        reader.faults.into_result(rules)
    }

    /// Feature made of a line along hexsides: `None` if no row says, `Some(None)` if it is left out.
    pub(crate) fn hexside(&self, item: &Item) -> Option<Option<Feature>> {
        let fits = |row: &&HexsideRow| {
            row.of.contains(&item.class)
                && item.width.unwrap_or(f64::INFINITY) >= row.width
                && item.depth.unwrap_or(f64::INFINITY) >= row.depth
        };
        self.hexsides.iter().find(fits).map(|row| row.into)
    }

    /// Road made of a road of the survey, and terrain that it makes of open hexes that it leads through.
    pub(crate) fn road(&self, item: &Item) -> Option<(Option<Road>, Option<Terrain>)> {
        let row = self.roads.iter().find(|row| row.of.contains(&item.class))?;
        Some((row.into, row.hexes))
    }

    /// Whether some row says what becomes of an item.
    pub(crate) fn knows(&self, item: &Item) -> bool {
        match item.class {
            Class::Sea | Class::Area(_) => self.terrain.iter().any(|row| row.of.contains(&item.class)),
            Class::Hexside(Feature::Bridge | Feature::Ford) => true,
            Class::Hexside(_) => self.hexside(item).is_some(),
            Class::Road(_) | Class::SunkenRoad => self.road(item).is_some(),
            Class::Origin | Class::Contour | Class::SpotHeight | Class::Name => true,
        }
    }
}

struct Reader<'s> {
    faults: Collector<'s>,
}

impl Reader<'_> {
    fn classes(&mut self, of: &[Name], fits: impl Fn(Class) -> bool) -> Vec<Class> {
        let mut classes = Vec::new();
        for name in of {
            match Class::named(name.get_ref()) {
                Ok(class) if fits(class) => classes.push(class),
                Ok(class) => {
                    self.faults.at(name.span(), format!("{class} belongs into another list"));
                }
                Err(fault) => {
                    self.faults.put(name.span(), fault);
                }
            }
        }
        classes
    }

    /// The kind of that name; `None` for what is left out.
    fn kind<T: std::str::FromStr<Err = Fault>>(&mut self, name: &Name) -> Option<T> {
        if name.get_ref() == NOTHING {
            return None;
        }
        name.get_ref().parse().map_err(|fault| self.faults.put(name.span(), fault)).ok()
    }

    fn terrain(&mut self, row: &TerrainFile) -> TerrainRow {
        let share = *row.share.get_ref();
        if !(1..=100).contains(&share) {
            self.faults
                .at(row.share.span(), format!("{share} as share of a hex"))
                .expect("1 to 100 hundredths");
        }
        let of = self.classes(&row.of, |class| matches!(class, Class::Sea | Class::Area(_)));
        let into = self.kind(&row.into).unwrap_or(Terrain::Clear);
        TerrainRow { of, into, share: usize::try_from(share).unwrap_or(100) }
    }

    fn hexside(&mut self, row: &HexsideFile) -> HexsideRow {
        let of = self.classes(&row.of, |class| matches!(class, Class::Hexside(_)));
        let (width, depth) = (row.from_width_m.unwrap_or(0.0), row.from_depth_m.unwrap_or(0.0));
        HexsideRow { of, width, depth, into: self.kind(&row.into) }
    }

    fn road(&mut self, row: &RoadFile) -> RoadRow {
        let of = self.classes(&row.of, Class::is_road);
        let hexes = row.hexes.as_ref().and_then(|name| self.kind(name));
        RoadRow { of, into: self.kind(&row.into), hexes }
    }
}
