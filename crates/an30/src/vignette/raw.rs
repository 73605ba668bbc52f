//! The raw shape of a vignette file.

use ground::GroundFile;
use muster::{Collector, Fault, Faults, Format, RowChange, Source, Spanned};
use serde::Deserialize;
use table::vignette::VariantHead;

use crate::files::arrange::raw::{
    Name, RawCommand, RawLeader, RawObjective, RawPosition, RawReinforcement, RawScenario, RawSide, RawTurn,
    RawUnit,
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
    pub year: Option<u16>,
    /// Options of the game, each with its value.
    #[serde(default)]
    pub option: Vec<[String; 2]>,
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
    pub command: Vec<RawCommand>,
    #[serde(default)]
    pub leader: Vec<RawLeader>,
    #[serde(default)]
    pub unit: Vec<RawUnit>,
    #[serde(default)]
    pub reinforcement: Vec<RawReinforcement>,
    #[serde(default)]
    pub position: Vec<RawPosition>,
    #[serde(default)]
    pub objective: Vec<RawObjective>,
    pub script: Option<Spanned<String>>,
    #[serde(default)]
    pub variant: Vec<RawVariant>,
}

/// Start of a vignette: where the game is when the vignette begins.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields, default)]
pub struct RawStart {
    /// From 1.
    pub turn: Spanned<u8>,
    /// `command`, `maneuver` (the usual one), `fire`, `assault`, `reorganization`, `adjustment`.
    pub segment: Option<Name>,
    /// The phase of the segment, as the chapter that plays it numbers them.
    pub step: u8,
    /// The side that is first this turn, and draws next.
    pub first: Option<Name>,
    /// In the maneuver segment: whose chit is in hand: a side (all its units), a leader, an action chit.
    pub active: Option<Name>,
    /// `move` (the usual one), `charges`, `melees`.
    pub phase: Option<Name>,
    /// Instead: a chit is to be drawn.
    pub draw: bool,
    /// Chits in the cup: action chits, or leaders for their maneuver units.
    pub cup: Vec<Name>,
}

impl Default for RawStart {
    fn default() -> Self {
        RawStart {
            turn: Spanned::new(0..0, 1),
            segment: None,
            step: 0,
            first: None,
            active: None,
            phase: None,
            draw: false,
            cup: Vec::new(),
        }
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
    /// Leaders, likewise.
    #[serde(default)]
    pub leader: Vec<RawLeader>,
    /// Units and leaders that are not there.
    #[serde(default)]
    pub without: Vec<Name>,
    /// The start, all of it.
    pub start: Option<RawStart>,
    #[serde(default)]
    pub turn: Vec<RawTurn>,
    /// Options of the game, in place of the file's own.
    #[serde(default)]
    option: Vec<[String; 2]>,
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
        self.chart.extend(variant.chart.iter().cloned());
        if !variant.option.is_empty() {
            self.option.clone_from(&variant.option);
        }
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
        scenario.command.clone_from(&self.command);
        scenario.leader.clone_from(&self.leader);
        scenario.unit.clone_from(&self.unit);
        scenario.reinforcement.clone_from(&self.reinforcement);
        scenario.position.clone_from(&self.position);
        scenario.objective.clone_from(&self.objective);
    }
}
