use std::collections::BTreeMap;

pub(crate) use muster::Name;
use muster::{Collector, Faults, Format, Source, Spanned, read_toml};
use serde::Deserialize;

use crate::{Ground, Kinds};

/// A name in the file with its place.
/// The raw shape of a ground file, or of a `[ground]` table in another file; [`Ground::build`] checks its meaning.
/// Only `columns` and `rows` are required, and in a vignette not even they ([`GroundFile::scrap`]): without the rest all hexes are clear and level.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundFile {
    pub(crate) format: Option<Format<1>>,
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) columns: Option<Spanned<i64>>,
    pub(crate) rows: Option<Spanned<i64>>,
    pub(crate) hex_meters: Option<u32>,
    pub(crate) terrain: Option<Name>,
    pub(crate) elevation: Option<Name>,
    /// Terrain of single hexes, over the grid.
    #[serde(default)]
    pub(crate) hexes: BTreeMap<Name, Vec<Name>>,
    /// Elevation of single hexes, over the grid.
    #[serde(default)]
    pub(crate) levels: BTreeMap<Name, Vec<Name>>,
    #[serde(default)]
    pub(crate) legend: BTreeMap<Name, Name>,
    #[serde(default, rename = "sides")]
    pub(crate) hexsides: BTreeMap<Name, Vec<Name>>,
    #[serde(default, rename = "paths")]
    pub(crate) roads: BTreeMap<Name, Vec<Vec<Name>>>,
    #[serde(default)]
    pub(crate) places: BTreeMap<Name, Name>,
    #[serde(default)]
    pub(crate) entries: BTreeMap<Name, Name>,
}

impl GroundFile {
    /// This one as the scrap of map that a vignette lies on: 12 hexes by 12 if it names no size.
    #[must_use]
    pub fn scrap(&self) -> GroundFile {
        let mut scrap = self.clone();
        if self.columns.is_none() && self.rows.is_none() {
            (scrap.columns, scrap.rows) = (Some(Spanned::new(0..0, 12)), Some(Spanned::new(0..0, 12)));
        }
        scrap
    }

    /// Another file as this one changes it: a size of its own makes it a whole map, otherwise its grids replace the other's, and
    /// all else is added.
    #[must_use]
    pub fn over(&self, base: &GroundFile) -> GroundFile {
        if self.columns.is_some() || self.rows.is_some() {
            return self.clone();
        }
        let mut all = base.clone();
        all.terrain = self.terrain.clone().or(all.terrain);
        all.elevation = self.elevation.clone().or(all.elevation);
        all.hex_meters = self.hex_meters.or(all.hex_meters);
        let lists = [
            (&mut all.hexes, &self.hexes),
            (&mut all.levels, &self.levels),
            (&mut all.hexsides, &self.hexsides),
        ];
        for (own, new) in lists {
            for (name, hexes) in new {
                let known = own.keys().find(|key| key.get_ref() == name.get_ref()).cloned();
                own.entry(known.unwrap_or_else(|| name.clone())).or_default().extend_from_slice(hexes);
            }
        }
        for (name, chains) in &self.roads {
            let known = all.roads.keys().find(|key| key.get_ref() == name.get_ref()).cloned();
            all.roads.entry(known.unwrap_or_else(|| name.clone())).or_default().extend_from_slice(chains);
        }
        for (own, new) in [
            (&mut all.legend, &self.legend),
            (&mut all.places, &self.places),
            (&mut all.entries, &self.entries),
        ] {
            own.retain(|key, _| !new.keys().any(|other| other.get_ref() == key.get_ref()));
            own.extend(new.iter().map(|(key, value)| (key.clone(), value.clone())));
        }
        all
    }
}

impl Ground {
    /// Reads and builds a whole ground file that belongs to no rulebook: every kind may stand in it.
    ///
    /// # Errors
    /// All its faults.
    pub fn read(source: &Source) -> Result<Ground, Faults> {
        Ground::read_for(source, &Kinds::all())
    }

    /// Reads and builds a whole ground file for a rulebook whose charts know these kinds.
    ///
    /// # Errors
    /// All its faults; among them the first place of each kind that the charts lack.
    pub fn read_for(source: &Source, known: &Kinds) -> Result<Ground, Faults> {
        let file: GroundFile = read_toml(source)?;
        if file.format.is_none() {
            let mut faults = Collector::new(source);
            faults.whole("missing field `format`").expect("format = 1");
            return Err(faults.into_result(()).expect_err("there is a fault"));
        }
        Ground::build_for(&file, source, known)
    }
}
