//! The raw shapes of chart files: what serde reads before anything is checked.

use muster::{Format, Spanned};
use serde::Deserialize;

use crate::core::charts::{Bounds, Exact, FigureRow, Span};

/// A chart file with rows of one shape, and the smaller lists that some have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Chart<R> {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    #[allow(dead_code, reason = "the file's name says which it is")]
    chart: String,
    #[allow(dead_code, reason = "for readers")]
    title: String,
    #[allow(dead_code, reason = "for readers")]
    unit: String,
    #[serde(default = "Vec::new")]
    pub row: Vec<Spanned<R>>,
    #[serde(default)]
    pub modifier: Vec<Spanned<RawFigure>>,
    #[serde(default)]
    pub threshold: Vec<Spanned<RawFigure>>,
    #[serde(default)]
    pub shift: Vec<Spanned<RawFigure>>,
    #[serde(default)]
    pub trigger: Vec<Spanned<RawFigure>>,
    #[serde(default)]
    pub formation: Vec<Spanned<RawFigure>>,
    #[allow(dead_code, reason = "what lies beyond the columns is the code's")]
    #[serde(default)]
    limit: Vec<Spanned<RawFigure>>,
    #[serde(default)]
    pub density: Vec<Spanned<RawBound>>,
    #[serde(default)]
    pub odds: Vec<Spanned<RawOdds>>,
    #[serde(default)]
    pub army: Vec<Spanned<RawArmy>>,
    #[serde(default)]
    pub nation: Vec<Spanned<RawArmy>>,
    #[serde(default)]
    pub arc: Vec<Spanned<RawArc>>,
    #[serde(default)]
    pub default: Vec<Spanned<RawLevel>>,
    #[serde(default)]
    pub track: Vec<Spanned<RawTrack>>,
    #[allow(dead_code, reason = "for readers")]
    #[serde(default)]
    column: Vec<RawColumn>,
}

/// Words for readers that any row may have.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "for readers")]
pub struct RawColumn {
    column: String,
    label: String,
    rule: String,
}

/// A number or a word.
#[derive(Deserialize, Clone, PartialEq, Debug)]
#[serde(untagged)]
pub enum RawValue {
    /// A number.
    Whole(i16),
    /// `"3/2"`, `"NA"`, or the name of something.
    Word(String),
}

impl RawValue {
    /// A whole number.
    pub fn whole(&self) -> Option<i16> {
        if let RawValue::Whole(n) = self { Some(*n) } else { None }
    }

    /// A whole number or a fraction.
    pub fn exact(&self) -> Option<Exact> {
        match self {
            RawValue::Whole(n) => Some(Exact::whole((*n).into())),
            RawValue::Word(word) => word.parse().ok(),
        }
    }

    /// A word that is no figure.
    pub fn word(&self) -> Option<&str> {
        if let RawValue::Word(word) = self { Some(word) } else { None }
    }

    /// A figure, or `"NA"`.
    ///
    /// # Errors
    /// It is neither.
    pub fn perhaps(&self) -> Result<Option<Exact>, String> {
        match self {
            RawValue::Word(word) if word == "NA" => Ok(None),
            other => {
                other.exact().map(Some).ok_or_else(|| format!("{other:?} is neither a figure nor \"NA\""))
            }
        }
    }

    /// A whole number, or `"NA"`.
    ///
    /// # Errors
    /// It is neither.
    pub fn count(&self) -> Result<Option<i16>, String> {
        match self {
            RawValue::Word(word) if word == "NA" => Ok(None),
            RawValue::Whole(n) => Ok(Some(*n)),
            RawValue::Word(word) => Err(format!("{word:?} is neither a whole number nor \"NA\"")),
        }
    }

    /// A cost: a whole number from 0, or `"NA"`.
    ///
    /// # Errors
    /// It is neither.
    pub fn cost(&self) -> Result<Option<u16>, String> {
        match self.count()? {
            None => Ok(None),
            Some(n) => u16::try_from(n).map(Some).map_err(|_| format!("a cost of {n}")),
        }
    }
}

/// A row of a list of figures.
#[derive(Deserialize, Clone)]
#[serde(deny_unknown_fields)]
#[allow(dead_code, reason = "some of it is for readers, or belongs to the code that knows the row")]
pub struct RawFigure {
    pub id: String,
    label: String,
    rule: String,
    source: Option<String>,
    sources: Option<toml::Table>,
    note: Option<String>,
    pub value: Option<RawValue>,
    pub columns: Option<RawValue>,
    pub first: Option<i16>,
    pub last: Option<i16>,
    pub of: Option<RawList>,
    unit: Option<String>,
    dice: Option<String>,
    direction: Option<String>,
    chart: Option<String>,
    effect: Option<String>,
    kind: Option<String>,
    per: Option<String>,
    when: Option<String>,
    not_when: Option<Vec<String>>,
    not_with: Option<Vec<String>>,
    #[serde(rename = "type")]
    type_: Option<String>,
    arm: Option<String>,
    #[serde(rename = "where")]
    where_: Option<String>,
    above: Option<i16>,
    share: Option<RawValue>,
    hexes: Option<i16>,
    most_half_mp: Option<i16>,
    least: Option<i16>,
    most: Option<i16>,
    attackers_least: Option<i16>,
    every: Option<i16>,
    units: Option<i16>,
}

impl FigureRow for RawFigure {
    fn whole(&self) -> Option<i16> {
        self.value.as_ref().or(self.columns.as_ref())?.whole()
    }

    fn exact(&self) -> Option<Exact> {
        self.value.as_ref()?.exact()
    }

    fn word(&self) -> Option<&str> {
        self.value.as_ref()?.word()
    }

    fn span(&self) -> Option<Span> {
        Some(Span { first: self.first?, last: self.last? })
    }

    fn bounds(&self) -> Bounds {
        Bounds {
            above: self.above,
            share: self.share.as_ref().and_then(RawValue::exact),
            hexes: self.hexes,
            most_half_mp: self.most_half_mp,
            least: self.least,
            most: self.most,
            attackers_least: self.attackers_least,
            every: self.every,
            units: self.units,
        }
    }
}

/// One word or several.
#[derive(Deserialize, Clone)]
#[serde(untagged)]
pub enum RawList {
    One(#[allow(dead_code, reason = "whose value it is, the code knows")] String),
    Several(Vec<String>),
}

/// Defines raw rows with the words for readers that any may have.
macro_rules! rows {
    ($($(#[$doc:meta])* $name:ident { $($(#[$meta:meta])* $field:ident: $type:ty,)* })*) => {$(
        $(#[$doc])*
        #[derive(Deserialize)]
        #[serde(deny_unknown_fields)]
        pub struct $name {
            $($(#[$meta])* pub $field: $type,)*
            #[allow(dead_code, reason = "for readers")]
            #[serde(default)]
            label: String,
            #[allow(dead_code, reason = "for readers")]
            #[serde(default)]
            rule: String,
            #[allow(dead_code, reason = "for readers")]
            source: Option<String>,
            #[allow(dead_code, reason = "for readers")]
            sources: Option<toml::Table>,
            #[allow(dead_code, reason = "for readers")]
            note: Option<String>,
        }
    )*};
}

rows! {
    /// From so many on.
    RawBound { at_least: i16, value: i16, }
    /// A band of a chart.
    RawBand { start: Option<i16>, hexes: Option<i16>, level: Option<u8>, battalions: Option<i16>,
        losses: Option<i16>, value: Option<i16>, result: Option<String>, }
    /// A column of odds.
    RawOdds { odds: String, attacker: Option<i16>, defender: Option<i16>, value: Option<i16>,
        #[serde(default)] bands: Vec<Spanned<RawBand>>, }
    /// A nation and what it uses.
    RawArmy { nation: String, method: Option<String>, army: Option<String>, years: Option<(u16, u16)>, }
    /// The sides of a hex of a footprint.
    RawArc { footprint: String, part: String, front: Vec<u8>, flank: Vec<u8>, rear: Vec<u8>, }
    /// A morale level.
    RawLevel { level: u8, percent: i16, value: i16, }
    /// A morale level track.
    RawTrack { id: String, bands: Vec<Spanned<RawBand>>, }
    /// Result of a die.
    RawDie { die: i16, columns: Option<i16>, hexes: Option<i16>, result: Option<String>, id: Option<String>,
        away: Option<String>, dice: Option<u8>, unit: Option<String>, mortal: Option<bool>, }
    /// A modifier by hexes.
    RawHexes { hexes: i16, value: i16, }
    /// A method of attack.
    RawMethod { method: String, bands: Vec<Spanned<RawBand>>, }
    /// A nation's recall.
    RawRecall { nation: String, succeeds_from: i16, }
    /// Limbering.
    RawLimbering { #[allow(dead_code, reason = "for readers")] id: String, nation: String, kind: String, #[serde(default)] guard: bool, succeeds_from: i16, }
    /// Troops.
    RawTroops { id: String, nation: String, #[serde(rename = "type")] kind: String, line: RawValue, square: RawValue,
        skirmish: RawValue, printed: RawValue, #[serde(default)] rifles: bool, years: Option<(u16, u16)>, }
    /// A row of the square chart.
    RawSquare { army: String, hexes: i16, bands: Vec<Spanned<RawBand>>, }
    /// A row of the stacking chart.
    RawStacking { stacking: String, infantry: i16, infantry_or: String, cavalry: i16, cavalry_or: String, guns: i16,
        guns_or: String, infantry_with_guns: i16, }
    /// A terrain.
    RawTerrain { terrain: String, infantry_half_mp: RawValue, skirmish_company_half_mp: RawValue, cavalry_half_mp: RawValue,
        artillery_half_mp: RawValue, leader_half_mp: RawValue, general_order: bool, forms: Vec<String>, blocks_los: bool,
        ends_ricochet: bool, cover: bool, prolong: bool, prone: bool, hides_prone: bool, line_has_flanks: bool, burns: bool,
        special_structure: bool, harassment: RawValue, defence: String, stacking: String, }
    /// A hexside.
    RawHexside { hexside: String, infantry_half_mp: RawValue, skirmish_company_half_mp: RawValue, cavalry_half_mp: RawValue,
        artillery_half_mp: RawValue, leader_half_mp: RawValue, cost: String, costs_when: String, road_column_only: bool,
        los: String, ricochet: String, shadow_hexes: u16, prolong: bool, hides_prone: bool, covers: String, }
    /// A road or trail.
    RawRoad { road: String, infantry_half_mp: RawValue, skirmish_company_half_mp: RawValue, cavalry_half_mp: RawValue,
        artillery_half_mp: RawValue, leader_half_mp: RawValue, }
    /// A formation.
    RawFormation { #[allow(dead_code, reason = "for readers")] id: String, arm: String, formation: String, aim: String, hexes: String, footprint: String,
        extend_from: RawValue, voluntary: bool, formed: bool, zone: bool, fire: String, fire_increments: RawValue,
        fire_factor: RawValue, melee: RawValue, #[serde(rename = "move")] movement: RawValue, extra_half_mp: RawValue,
        extra_from_hexes: RawValue, extra_every: RawValue, minimum_increments: RawValue, increments_per_hex: RawValue, defence: String,
        blocks_los: bool, }
    /// A row of the Fire Defense Chart.
    RawDefence { defence: String, column: RawValue, line: RawValue, square: RawValue, general_order: RawValue,
        skirmish: RawValue, disorder: RawValue, pgd: RawValue, limbered: RawValue, unlimbered: RawValue,
        road_column: RawValue, cavalry_column: RawValue, cavalry_line: RawValue, cavalry_general_order: RawValue,
        cavalry_skirmish: RawValue, cavalry_disorder: RawValue, cavalry_pgd: RawValue, cavalry_road_column: RawValue, }
}
