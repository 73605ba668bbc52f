//! Cutting the ground of a continuous table: outlines and lines in whole units.

use std::fmt::Write as _;

use geo::algorithm::Validation;
use geo::{BooleanOps, Coord, LineString, MapCoords, MultiLineString, Polygon, Rect, Simplify};
use muster::{Collector, Faults, Format, Source, Spanned, read_toml};
use serde::Deserialize;

use crate::cut::{Cut, placed};
use crate::grid::Grid;
use crate::lines::PlacedItem;
use crate::write::quoted;
use crate::{Class, Figure, Survey};

/// The units of one measuring unit (MU): so fine that nothing depends on one.
pub const UNITS: i32 = 400;

/// The largest side of a table in MU: its units have to fit into 16 bits.
const LARGEST: u32 = 80;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code, reason = "read to be checked")]
    format: Format<1>,
    mu_meters: Spanned<u32>,
    origin: Spanned<[f64; 2]>,
    #[serde(default)]
    rotation: i32,
    width_mu: Spanned<u32>,
    depth_mu: Spanned<u32>,
}

/// Part of a battlefield that lies on a table: `battles/<name>/cut.table.toml`.
#[derive(Clone, Debug)]
pub struct TablePlan {
    mu_meters: u32,
    origin: Coord<f64>,
    rotation: i32,
    width: u32,
    depth: u32,
}

impl TablePlan {
    /// Reads which part of a battlefield lies on a table.
    ///
    /// # Errors
    /// All the faults of the file.
    pub fn read(source: &Source) -> Result<TablePlan, Faults> {
        let file: File = read_toml(source)?;
        let mut faults = Collector::new(source);
        let mut within = |number: &Spanned<u32>, most: u32, what: &str| {
            if !(1..=most).contains(number.get_ref()) {
                faults
                    .at(number.span(), format!("{} {what}", number.get_ref()))
                    .expect(format!("1 to {most}"));
            }
            *number.get_ref()
        };
        let mu_meters = within(&file.mu_meters, 1000, "metres");
        let width = within(&file.width_mu, LARGEST, "MU");
        let depth = within(&file.depth_mu, LARGEST, "MU");
        let [x, y] = *file.origin.get_ref();
        if !(x.abs() <= 100_000.0 && y.abs() <= 100_000.0) {
            faults.at(file.origin.span(), "this origin").expect("metres east and north, at most 100 km");
        }
        let origin = Coord { x, y };
        faults.into_result(TablePlan { mu_meters, origin, rotation: file.rotation, width, depth })
    }
}

/// Cuts the outlines and lines of a table, in units to the right and down from its upper left corner, clipped at its edges. All
/// classes keep their names: what they mean is for the book to say.
pub fn cut_table(survey: &Survey, plan: &TablePlan) -> Cut {
    let grid = Grid::new(plan.mu_meters, plan.origin, plan.rotation);
    let meters = |mu: u32| f64::from(mu * plan.mu_meters);
    let edge = Rect::new(Coord { x: 0.0, y: 0.0 }, Coord { x: meters(plan.width), y: meters(plan.depth) });
    let mut table = Table {
        edge: edge.to_polygon(),
        mu: f64::from(plan.mu_meters),
        text: head(survey, plan),
        notes: Vec::new(),
    };
    for item in placed(survey, &grid) {
        match &item.figure {
            Figure::Point(at) => table.point(&item, *at),
            Figure::Lines(lines) => table.lines(&item, lines),
            Figure::Areas(areas) => table.areas(&item, areas),
        }
    }
    Cut { text: table.text, notes: table.notes }
}

fn head(survey: &Survey, plan: &TablePlan) -> String {
    let units = |mu: u32| i64::from(mu) * i64::from(UNITS);
    format!(
        "# Cut from survey.geojson by `berthier cut --table`. Units to the right and down from the upper left corner.\n\
         format = 1\nname = {}\nunits_per_mu = {UNITS}\nmu_meters = {}\nwidth = {}\ndepth = {}\n",
        quoted(&survey.name),
        plan.mu_meters,
        units(plan.width),
        units(plan.depth)
    )
}

struct Table {
    edge: Polygon<f64>,
    /// One MU, in metres.
    mu: f64,
    text: String,
    notes: Vec<String>,
}

impl Table {
    fn units(&self, at: Coord<f64>) -> Coord<f64> {
        let units = |meters: f64| (meters / self.mu * f64::from(UNITS)).round();
        Coord { x: units(at.x), y: units(at.y) }
    }

    fn entry(&mut self, list: &str, item: &PlacedItem<'_>) {
        let _ = write!(self.text, "\n[[{list}]]\nkind = \"{}\"\n", item.item.class);
        if let Some(name) = &item.item.name {
            let _ = writeln!(self.text, "name = {}", quoted(name));
        }
        if let Some(height) = item.item.height {
            let _ = writeln!(self.text, "height_cm = {}", (height * 100.0).round() as i64);
        }
        if let Some(width) = item.item.width {
            let _ = writeln!(self.text, "width = {}", (width / self.mu * f64::from(UNITS)).round() as i64);
        }
        if let Some(depth) = item.item.depth {
            let _ = writeln!(self.text, "depth_cm = {}", (depth * 100.0).round() as i64);
        }
    }

    fn point(&mut self, item: &PlacedItem<'_>, at: Coord<f64>) {
        use geo::Intersects;
        if item.item.class != Class::Origin && self.edge.intersects(&at) {
            self.entry("point", item);
            let at = points(&[self.units(at)]);
            let _ = writeln!(self.text, "at = {}", &at[1..at.len() - 1]);
        }
    }

    fn lines(&mut self, item: &PlacedItem<'_>, lines: &[LineString<f64>]) {
        let clipped = self.edge.clip(&MultiLineString(lines.to_vec()), false);
        for line in clipped.simplify(self.fineness()) {
            let mut line = line.map_coords(|at| self.units(at)).0;
            line.dedup();
            if line.len() > 1 {
                self.entry("line", item);
                let _ = writeln!(self.text, "points = {}", points(&line));
            }
        }
    }

    fn areas(&mut self, item: &PlacedItem<'_>, areas: &[Polygon<f64>]) {
        let clipped: Vec<Polygon<f64>> = areas.iter().flat_map(|area| self.edge.intersection(area)).collect();
        for area in clipped {
            let area = area.simplify(self.fineness()).map_coords(|at| self.units(at));
            if area.exterior().0.len() < 4 || !area.is_valid() {
                self.notes.push(format!(
                    "{} ({}): a part too small for whole units",
                    item.item.id, item.item.class
                ));
                continue;
            }
            self.entry("area", item);
            let open = |ring: &LineString<f64>| points(&ring.0[..ring.0.len().saturating_sub(1)]);
            let _ = writeln!(self.text, "outline = {}", open(area.exterior()));
            let holes: Vec<String> = area.interiors().iter().map(open).collect();
            if !holes.is_empty() {
                let _ = writeln!(self.text, "holes = [{}]", holes.join(", "));
            }
        }
    }

    /// Points nearer to a line than this, in metres, do not count: a fortieth of an MU.
    fn fineness(&self) -> f64 {
        self.mu / 40.0
    }
}

/// Points in whole numbers.
fn points(points: &[Coord<f64>]) -> String {
    let each: Vec<String> = points.iter().map(|at| format!("[{}, {}]", at.x as i64, at.y as i64)).collect();
    format!("[{}]", each.join(", "))
}
