use std::collections::BTreeMap;

use muster::{Collector, Faults, Format, Source, Spanned, read_toml};
use serde::Deserialize;

use crate::Ground;

/// A name in the file with its place.
pub(crate) type Name = Spanned<String>;

/// The raw shape of a ground file, or of a `[ground]` table in another file; [`Ground::build`] checks its meaning.
/// Only `columns` and `rows` are required: without the rest all hexes are clear and level.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct GroundFile {
    pub(crate) format: Option<Format<1>>,
    #[serde(default)]
    pub(crate) name: String,
    pub(crate) columns: Spanned<i64>,
    pub(crate) rows: Spanned<i64>,
    pub(crate) hex_meters: Option<u32>,
    pub(crate) terrain: Option<Name>,
    pub(crate) elevation: Option<Name>,
    #[serde(default)]
    pub(crate) legend: BTreeMap<Name, Name>,
    #[serde(default)]
    pub(crate) sides: BTreeMap<Name, Vec<Name>>,
    #[serde(default)]
    pub(crate) paths: BTreeMap<Name, Vec<Vec<Name>>>,
    #[serde(default)]
    pub(crate) places: BTreeMap<Name, Name>,
    #[serde(default)]
    pub(crate) entries: BTreeMap<Name, Name>,
}

impl Ground {
    /// Reads and builds a whole ground file.
    ///
    /// # Errors
    /// All its faults.
    pub fn read(source: &Source) -> Result<Ground, Faults> {
        let file: GroundFile = read_toml(source)?;
        if file.format.is_none() {
            let mut faults = Collector::new(source);
            faults.whole("missing field `format`").expect("format = 1");
            return Err(faults.into_result(()).expect_err("there is a fault"));
        }
        Ground::build(&file, source)
    }
}
