//! The raw shape of a vignette file.

use ground::GroundFile;
use muster::{Collector, Fault, Faults, Format, RowChange, Source, Spanned};
use serde::Deserialize;
use table::vignette::VariantHead;

use crate::files::arrange::{Name, RawCommand, RawLeader, RawReinforcement, RawUnit};

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
    /// The times of the turns.
    #[serde(default)]
    pub turns: Vec<String>,
    #[serde(default)]
    pub ground: GroundFile,
    #[serde(default)]
    pub start: RawStart,
    #[serde(default)]
    pub chart: Vec<RowChange>,
    #[serde(default)]
    pub command: Vec<RawCommand>,
    #[serde(default)]
    pub leader: Vec<RawLeader>,
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    #[serde(default)]
    pub reinforcement: Vec<RawReinforcement>,
    pub script: Option<Spanned<String>>,
    #[serde(default)]
    pub variant: Vec<RawVariant>,
}

/// Start of a vignette: where the game is when the vignette begins.
#[derive(Deserialize, Clone, Default)]
#[serde(deny_unknown_fields, default)]
pub struct RawStart {
    /// From 1.
    pub turn: u16,
    /// The phase.
    pub phase: Option<Name>,
    /// The side whose sequence it is.
    pub side: Option<Name>,
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
    /// Leaders, likewise.
    #[serde(default)]
    pub leader: Vec<RawLeader>,
    /// Reinforcements, all of them.
    pub reinforcement: Option<Vec<RawReinforcement>>,
    /// Units and leaders that are not there.
    #[serde(default)]
    pub without: Vec<Name>,
    /// The start, all of it.
    pub start: Option<RawStart>,
    /// Changes of the ground; all of it if it has a size.
    pub ground: Option<GroundFile>,
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
    /// Makes the variant's changes.
    pub fn apply(&mut self, variant: &RawVariant, source: &Source) -> Result<(), Faults> {
        let mut faults = Collector::new(source);
        for gone in &variant.without {
            let before = self.unit.len() + self.leader.len();
            self.unit.retain(|u| u.id.get_ref() != gone.get_ref());
            self.leader.retain(|l| l.id.get_ref() != gone.get_ref());
            if self.unit.len() + self.leader.len() == before {
                let ids: Vec<&str> = self.unit.iter().map(|u| u.id.get_ref().as_str()).collect();
                faults.put(gone.span(), Fault::unknown("unit or leader", gone.get_ref(), &ids));
            }
        }
        muster::change(&mut self.unit, &variant.unit);
        muster::change(&mut self.leader, &variant.leader);
        if let Some(start) = &variant.start {
            self.start = start.clone();
        }
        if let Some(reinforcement) = &variant.reinforcement {
            self.reinforcement.clone_from(reinforcement);
        }
        self.chart.extend(variant.chart.iter().cloned());
        if let Some(ground) = &variant.ground {
            self.ground = ground.over(&self.ground);
        }
        faults.into_result(())
    }
}
