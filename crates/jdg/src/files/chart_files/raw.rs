//! The raw shapes of the chart files. Every row says where its figures come from (`source`, `stated`, `note`); that must be
//! there, and the code has no use for it.
#![allow(dead_code, reason = "what stands in the files for readers is checked and not used")]
#![allow(missing_docs, reason = "the fields are those of the files")]

use muster::{Format, Spanned};
use serde::Deserialize;

use crate::core::charts::{Cost, Effect};

/// The head that all chart files share.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart<R> {
    pub format: Format<1>,
    pub chart: String,
    pub title: String,
    pub unit: String,
    pub row: Vec<Spanned<R>>,
    #[serde(default)]
    pub massed: Vec<Massed>,
    pub worse: Option<Worse>,
}

#[derive(Deserialize)]
#[serde(untagged)]
pub enum RawCost {
    HalfMp(u16),
    Word(String),
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawTerrain {
    pub terrain: String,
    pub foot_half_mp: RawCost,
    pub cavalry_half_mp: RawCost,
    pub artillery_half_mp: RawCost,
    pub charge: bool,
    pub blocks_los: bool,
    pub shock: i16,
    pub fire: i16,
    pub six_fronts: bool,
    pub square: bool,
    pub rout_may_stop: bool,
    pub zoc_enters: bool,
    pub recoil_needs_mp: bool,
    pub source: String,
    #[serde(default)]
    pub stated: Vec<String>,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawSide {
    pub side: String,
    pub foot_half_mp: RawCost,
    pub cavalry_half_mp: RawCost,
    pub artillery_half_mp: RawCost,
    pub path_waives: bool,
    pub path_lifts_half_mp: RawCost,
    pub charge: bool,
    pub los: String,
    pub point_blank: bool,
    pub shock_up: i16,
    pub shock_down: i16,
    pub fire: i16,
    pub zoc_across: bool,
    pub zoc_into: bool,
    pub disorders_foot: bool,
    pub recoil_disorders: bool,
    pub source: String,
    #[serde(default)]
    pub stated: Vec<String>,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawPath {
    pub path: String,
    pub foot_half_mp: u16,
    pub cavalry_half_mp: u16,
    pub artillery_half_mp: u16,
    pub source: String,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawFire {
    pub up_to: Option<i16>,
    pub result: Vec<RawEffect>,
    pub source: String,
    pub note: Option<String>,
}

#[derive(Deserialize, Clone, Copy, PartialEq)]
#[serde(rename_all = "snake_case")]
pub enum RawEffect {
    None,
    Ct,
    Disorder,
    Rout,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawOdds {
    pub attacker: i16,
    pub defender: i16,
    pub modifier: i16,
    pub source: String,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Worse {
    pub modifier: i16,
    pub source: String,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawShock {
    pub up_to: Option<i16>,
    pub side: RawSufferer,
    pub recoil: u8,
    pub effect: RawEffect,
    pub allows: RawAllows,
    pub source: String,
    pub note: Option<String>,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum RawSufferer {
    Attacker,
    Defender,
}

#[derive(Deserialize, Clone, Copy)]
#[serde(rename_all = "snake_case")]
pub enum RawAllows {
    Nothing,
    Breakthrough,
    CounterShock,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct RawModifier {
    pub id: String,
    pub value: i16,
    pub test: Option<String>,
    pub rule: String,
    pub source: String,
    pub note: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Massed {
    pub at_least_strength: i16,
    pub value: i16,
    pub rule: String,
    pub source: String,
    pub note: Option<String>,
}

impl RawCost {
    pub fn cost(&self) -> Result<Cost, String> {
        match self {
            RawCost::HalfMp(n) => Ok(Some(*n)),
            RawCost::Word(w) if w == "NA" => Ok(None),
            RawCost::Word(w) => Err(format!("{w:?} is no cost; expected half movement points or \"NA\"")),
        }
    }
}

impl RawEffect {
    pub fn effect(self) -> Option<Effect> {
        match self {
            RawEffect::None => None,
            RawEffect::Ct => Some(Effect::Test),
            RawEffect::Disorder => Some(Effect::Disorder),
            RawEffect::Rout => Some(Effect::Rout),
        }
    }
}
