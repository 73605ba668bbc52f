//! Plan of a cut: how a battle is cut for a book, and what is corrected by hand: `battles/<name>/cut.<book>.toml`.

use std::collections::BTreeMap;

use geo::Coord;
use ground::Ground;
pub(crate) use muster::Name;
use muster::{Collector, Faults, Format, Source, Spanned, read_toml};
use serde::Deserialize;

use crate::grid::Grid;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct File {
    #[allow(dead_code, reason = "read to be checked")]
    format: Format<1>,
    book: String,
    hex_meters: Spanned<u32>,
    origin: Spanned<[f64; 2]>,
    #[serde(default)]
    rotation: i32,
    columns: Spanned<i64>,
    rows: Spanned<i64>,
    base_m: f64,
    step_m: Option<Spanned<f64>>,
    #[serde(default)]
    entries: BTreeMap<Name, Name>,
    #[serde(default)]
    correction: Vec<Spanned<Correction>>,
}

/// Correction: what is put right by hand, over what the cut has made.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Correction {
    pub reason: Name,
    /// Terrain of the hexes.
    pub terrain: Option<Name>,
    /// The level of the hexes.
    pub level: Option<Spanned<i64>>,
    #[serde(default)]
    pub hexes: Vec<Name>,
    /// The feature that the hexsides get, or the road that the chain of hexes gets.
    pub add: Option<Name>,
    /// The feature or road that they lose.
    pub remove: Option<Name>,
    #[serde(default, rename = "sides")]
    pub hexsides: Vec<Name>,
    #[serde(default)]
    pub path: Vec<Name>,
}

/// Plan of a cut: how a battle is cut for a book.
#[derive(Clone, Debug)]
pub struct Plan {
    /// For which book.
    pub book: String,
    pub(crate) hex_meters: u32,
    pub(crate) origin: Coord<f64>,
    pub(crate) rotation: i32,
    /// The height at which level 0 begins, in metres.
    pub(crate) base: f64,
    /// Metres from level to level, where the book's own do not reach.
    pub(crate) step: Option<f64>,
    pub(crate) entries: BTreeMap<Name, Name>,
    pub(crate) corrections: Vec<Spanned<Correction>>,
    /// A map of that size on which nothing stands.
    pub(crate) blank: Ground,
    pub(crate) source: Source,
}

impl Plan {
    /// Reads how a battle is cut.
    ///
    /// # Errors
    /// All the faults of the file.
    pub fn read(source: &Source) -> Result<Plan, Faults> {
        let file: File = read_toml(source)?;
        let mut faults = Collector::new(source);
        for (what, number) in [("columns", &file.columns), ("rows", &file.rows)] {
            if !(1..=99).contains(number.get_ref()) {
                faults.at(number.span(), format!("{} {what}", number.get_ref())).expect("1 to 99");
            }
        }
        if !(10..=2000).contains(file.hex_meters.get_ref()) {
            faults.at(file.hex_meters.span(), "this size of a hex").expect("10 to 2000 metres");
        }
        let [x, y] = *file.origin.get_ref();
        if !(x.abs() <= 100_000.0 && y.abs() <= 100_000.0) {
            faults.at(file.origin.span(), "this origin").expect("metres east and north, at most 100 km");
        }
        if let Some(step) = file.step_m.as_ref().filter(|step| !(1.0..=1000.0).contains(step.get_ref())) {
            faults
                .at(step.span(), format!("{} metres from level to level", step.get_ref()))
                .expect("1 to 1000");
        }
        for correction in &file.correction {
            shape(correction, &mut faults);
        }
        if !faults.is_empty() {
            return Err(faults.into_result(()).expect_err("there is a fault"));
        }
        let size =
            format!("format = 1\ncolumns = {}\nrows = {}\n", file.columns.get_ref(), file.rows.get_ref());
        let blank = Ground::read(&Source::new("blank", size))?;
        faults.into_result(Plan {
            book: file.book,
            hex_meters: *file.hex_meters.get_ref(),
            origin: Coord { x, y },
            rotation: file.rotation,
            base: file.base_m,
            step: file.step_m.map(Spanned::into_inner),
            entries: file.entries,
            corrections: file.correction,
            blank,
            source: source.clone(),
        })
    }
}

impl Plan {
    /// The corners of the part of the field that is cut, south-west and north-east, in metres from the survey's origin.
    pub fn corners(&self) -> (Coord<f64>, Coord<f64>) {
        let grid = Grid::new(self.hex_meters, self.origin, self.rotation);
        let half = grid.across / 2.0;
        let right = f64::from(self.blank.columns()) * grid.radius() * 1.5 - grid.radius() / 2.0;
        let down = f64::from(self.blank.rows()) * grid.across;
        let corners = [(-grid.radius(), -half), (right, -half), (-grid.radius(), down), (right, down)];
        let corners = corners.map(|(x, y)| grid.field(Coord { x, y }));
        let of = |pick: fn(f64, f64) -> f64, start: f64| Coord {
            x: corners.iter().map(|at| at.x).fold(start, pick),
            y: corners.iter().map(|at| at.y).fold(start, pick),
        };
        (of(f64::min, f64::INFINITY), of(f64::max, f64::NEG_INFINITY))
    }
}

/// A correction says why, and does one thing.
fn shape(correction: &Spanned<Correction>, faults: &mut Collector<'_>) {
    let Correction { reason, terrain, level, hexes, add, remove, hexsides, path } = correction.get_ref();
    if reason.get_ref().trim().is_empty() {
        faults.at(reason.span(), "a correction without a reason");
    }
    let of_hexes = usize::from(terrain.is_some()) + usize::from(level.is_some());
    let of_lines = usize::from(add.is_some()) + usize::from(remove.is_some());
    let is_fine = match (of_hexes, of_lines) {
        (1, 0) => !hexes.is_empty() && hexsides.is_empty() && path.is_empty(),
        (0, 1) => hexes.is_empty() && (hexsides.is_empty() != path.is_empty()),
        _ => false,
    };
    if !is_fine {
        faults
            .at(correction.span(), "a correction that does not do one thing")
            .expect("`terrain` or `level` with `hexes`, or `add` or `remove` with either `sides` or `path`");
    }
}
