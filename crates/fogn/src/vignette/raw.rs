//! The raw shape of a vignette file.

use baize::TableFile;
use muster::{Collector, Fault, Faults, Format, RowChange, Source, Spanned};
use serde::Deserialize;
use table::vignette::VariantHead;

use crate::files::arrange::{Name, RawCommander, RawDivision, RawOrder, RawUnit};

/// A vignette file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawVignette {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    pub rulebook: Name,
    pub title: String,
    pub rules: Vec<String>,
    #[allow(dead_code, reason = "for readers")]
    #[serde(default)]
    note: String,
    /// Game turns; two if absent.
    pub turns: Option<u16>,
    /// The table; an open one of 60 by 40 MU if absent.
    pub ground: Option<TableFile>,
    #[serde(default)]
    pub start: RawStart,
    #[serde(default)]
    pub chart: Vec<RowChange>,
    #[serde(default)]
    pub division: Vec<RawDivision>,
    #[serde(default)]
    pub commander: Vec<RawCommander>,
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    pub script: Option<Spanned<String>>,
    #[serde(default)]
    pub variant: Vec<RawVariant>,
}

/// Start of a vignette: where the game is when the vignette begins.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields, default)]
pub struct RawStart {
    /// The phase; movement if absent.
    pub phase: Option<Name>,
    /// The active side; the first if absent.
    pub side: Option<Name>,
    /// Weather; fair if absent.
    pub weather: Option<Name>,
    /// Game turn, from 1.
    pub turn: Option<u16>,
    /// The attacker, who moves first; the first side if absent.
    pub attacker: Option<Name>,
    /// Whether the zones of deployment bind the sides in their first turns.
    pub zones: Option<bool>,
    /// Middle of the line of communications of each side that has one, along its edge from the left edge of the table.
    #[serde(default)]
    pub communications: Vec<Name>,
}

/// A variant: what differs from the file's own situation.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawVariant {
    #[serde(default)]
    pub name: String,
    #[allow(dead_code, reason = "for readers")]
    #[serde(default)]
    rules: Vec<String>,
    /// Units of the same id are changed field by field; others are added.
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    /// Commanders, likewise.
    #[serde(default)]
    pub commander: Vec<RawCommander>,
    /// Divisions, likewise.
    #[serde(default)]
    pub division: Vec<RawDivision>,
    /// Units and commanders that are not there.
    #[serde(default)]
    pub without: Vec<Name>,
    /// The start, all of it.
    pub start: Option<RawStart>,
    /// The table, all of it.
    pub ground: Option<TableFile>,
    #[serde(default)]
    pub chart: Vec<RowChange>,
    pub script: Option<Spanned<String>>,
}

impl RawVariant {
    /// Its head.
    pub fn head(&self) -> VariantHead<'_> {
        VariantHead { name: &self.name, script: self.script.as_ref() }
    }
}

impl RawVignette {
    /// Its order of battle.
    pub fn order(&self) -> RawOrder {
        let (division, commander, unit) = (self.division.clone(), self.commander.clone(), self.unit.clone());
        RawOrder { division, commander, unit }
    }

    /// Makes the variant's changes.
    pub fn apply(&mut self, variant: &RawVariant, source: &Source) -> Result<(), Faults> {
        let mut faults = Collector::new(source);
        for gone in &variant.without {
            let before = self.unit.len() + self.commander.len();
            self.unit.retain(|u| u.id.get_ref() != gone.get_ref());
            self.commander.retain(|c| c.id.get_ref() != gone.get_ref());
            if self.unit.len() + self.commander.len() == before {
                let ids: Vec<&str> = self.unit.iter().map(|u| u.id.get_ref().as_str()).collect();
                faults.put(gone.span(), Fault::unknown("unit or commander", gone.get_ref(), &ids));
            }
        }
        muster::change(&mut self.unit, &variant.unit);
        muster::change(&mut self.commander, &variant.commander);
        muster::change(&mut self.division, &variant.division);
        if let Some(start) = &variant.start {
            self.start = start.clone();
        }
        if let Some(ground) = &variant.ground {
            self.ground = Some(ground.clone());
        }
        self.chart.extend(variant.chart.iter().cloned());
        faults.into_result(())
    }
}
