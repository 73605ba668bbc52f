//! The raw shape of a vignette file.

use ground::GroundFile;
use muster::{Collector, Faults, Format, RowChange, Source, Spanned};
use serde::Deserialize;
use table::vignette::VariantHead;

use crate::core::state::{Phase, Segment};
use crate::files::arrange::raw::{
    Name, RawAutomatic, RawCommander, RawFormation, RawMarker, RawObjective, RawReinforcement, RawScenario,
    RawSide, RawTurn, RawUnit, RawVictory,
};

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
    #[serde(default)]
    pub ground: GroundFile,
    #[serde(default)]
    pub start: RawStart,
    #[serde(default)]
    pub chart: Vec<RowChange>,
    #[serde(default)]
    pub turn: Vec<RawTurn>,
    #[serde(default)]
    pub side: Vec<RawSide>,
    #[serde(default)]
    pub commander: Vec<RawCommander>,
    #[serde(default)]
    pub formation: Vec<RawFormation>,
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    #[serde(default)]
    pub reinforcement: Vec<RawReinforcement>,
    #[serde(default)]
    pub marker: Vec<RawMarker>,
    #[serde(default)]
    pub objective: Vec<RawObjective>,
    #[serde(default)]
    pub victory: RawVictory,
    #[serde(default)]
    pub automatic: Vec<RawAutomatic>,
    pub script: Option<Spanned<String>>,
    #[serde(default)]
    pub variant: Vec<RawVariant>,
}

/// Start of a vignette: where the game is when the vignette begins.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields, default)]
pub struct RawStart {
    pub turn: Spanned<u8>,
    pub phase: Phase,
    pub segment: Segment,
    /// The formation or marker whose activation it is.
    pub active: Option<Name>,
    /// Markers in the cup.
    pub cup: Vec<Name>,
}

impl Default for RawStart {
    fn default() -> Self {
        RawStart {
            turn: Spanned::new(0..0, 1),
            phase: Phase::Activation,
            segment: Segment::Fire,
            active: None,
            cup: Vec::new(),
        }
    }
}

/// Changes of the start: what of the start differs in a variant.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawStartChange {
    turn: Option<Spanned<u8>>,
    phase: Option<Phase>,
    segment: Option<Segment>,
    active: Option<Name>,
    cup: Option<Vec<Name>>,
}

impl RawStartChange {
    /// Another phase than an activation has nobody active.
    fn onto(&self, start: &mut RawStart) {
        start.turn = self.turn.clone().unwrap_or_else(|| start.turn.clone());
        start.phase = self.phase.unwrap_or(start.phase);
        start.segment = self.segment.unwrap_or(start.segment);
        if start.phase != Phase::Activation {
            start.active = None;
        }
        start.active = self.active.clone().or_else(|| start.active.take());
        start.cup = self.cup.clone().unwrap_or_else(|| std::mem::take(&mut start.cup));
    }
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
    /// Units that are not there.
    #[serde(default)]
    pub without: Vec<Name>,
    /// Changes of the start.
    pub start: Option<RawStartChange>,
    #[serde(default)]
    pub turn: Vec<RawTurn>,
    /// Changes of the ground; all of it if it has a size.
    pub ground: Option<GroundFile>,
    /// Rows of charts that have other figures besides those of the file.
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
            let before = self.unit.len();
            self.unit.retain(|u| u.id.get_ref() != gone.get_ref());
            if self.unit.len() == before {
                let ids: Vec<&str> = self.unit.iter().map(|u| u.id.get_ref().as_str()).collect();
                faults.put(gone.span(), muster::Fault::unknown("unit", gone.get_ref(), &ids));
            }
        }
        muster::change(&mut self.unit, &variant.unit);
        if let Some(start) = &variant.start {
            start.onto(&mut self.start);
        }
        self.chart.extend(variant.chart.iter().cloned());
        if !variant.turn.is_empty() {
            self.turn.clone_from(&variant.turn);
        }
        if let Some(ground) = &variant.ground {
            self.ground = ground.over(&self.ground);
        }
        faults.into_result(())
    }

    /// Hands the scenario's part over (the roster's part has been read before).
    pub fn fill(&self, scenario: &mut RawScenario) {
        scenario.turn.clone_from(&self.turn);
        scenario.side.clone_from(&self.side);
        scenario.commander.clone_from(&self.commander);
        scenario.formation.clone_from(&self.formation);
        scenario.unit.clone_from(&self.unit);
        scenario.reinforcement.clone_from(&self.reinforcement);
        scenario.marker.clone_from(&self.marker);
        scenario.objective.clone_from(&self.objective);
        scenario.victory = self.victory.clone();
        scenario.automatic.clone_from(&self.automatic);
    }
}
