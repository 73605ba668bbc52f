//! The raw shapes of chart files: what serde reads before anything is checked.

pub use labataille::rows::{RawFigure, RawList, RawValue};
use muster::{Format, Spanned};
use serde::Deserialize;

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
    RawBound { above: i16, value: i16, }
    /// A band of a chart.
    RawBand { start: Option<i16>, hexes: Option<u8>, level: Option<u8>, battalions: Option<u8>,
        losses: Option<u8>, value: Option<i16>, result: Option<String>, }
    /// A column of odds.
    RawOdds { odds: String, attacker: Option<i16>, defender: Option<i16>, value: Option<i16>,
        #[serde(default)] bands: Vec<Spanned<RawBand>>, }
    /// A nation and what it uses.
    RawArmy { nation: String, method: Option<String>, army: Option<String>, from: Option<u16>, until: Option<u16>, }
    /// The sides of a hex of a footprint.
    RawArc { footprint: String, part: String, front: Vec<u8>, rear: Vec<u8>, }
    /// A morale level.
    RawLevel { level: u8, percent: u8, value: i16, }
    /// A morale level track.
    RawTrack { id: String, bands: Vec<Spanned<RawBand>>, }
    /// Result of a die.
    RawDie { die: i16, columns: Option<i16>, hexes: Option<u8>, result: Option<String>, id: Option<String>,
        away: Option<String>, dice: Option<u8>, unit: Option<String>, mortal: Option<bool>, }
    /// A modifier by hexes.
    RawHexes { hexes: u8, value: i16, }
    /// A method of attack.
    RawMethod { method: String, bands: Vec<Spanned<RawBand>>, }
    /// A nation's recall.
    RawRecall { nation: String, succeeds_from: u8, }
    /// Limbering.
    RawLimbering { #[allow(dead_code, reason = "for readers")] id: String, nation: String, kind: String, #[serde(default)] guard: bool, succeeds_from: u8, }
    /// Troops.
    RawTroops { id: String, nation: String, #[serde(rename = "type")] kind: String, line: RawValue, square: RawValue,
        skirmish: RawValue, printed: RawValue, #[serde(default)] rifles: bool, from: Option<u16>, until: Option<u16>, }
    /// A row of the square chart.
    RawSquare { army: String, hexes: u8, bands: Vec<Spanned<RawBand>>, }
    /// A row of the stacking chart.
    RawStacking { stacking: String, infantry: RawValue, infantry_or: String, cavalry: RawValue, cavalry_or: String,
        guns: RawValue, guns_or: String, infantry_with_guns: RawValue, }
    /// A terrain.
    RawTerrain { terrain: String, infantry_half_mp: RawValue, skirmish_company_half_mp: RawValue, cavalry_half_mp: RawValue,
        artillery_half_mp: RawValue, leader_half_mp: RawValue, #[serde(default)] general_order: bool, forms: Vec<String>,
        blocks_los: bool, ends_ricochet: bool, cover: bool, prolong: bool, #[serde(default)] prone: bool,
        #[serde(default)] hides_prone: bool, line_has_flanks: Option<bool>, burns: bool,
        #[serde(default)] special_structure: bool, harassment: RawValue, defence: String, stacking: String, }
    /// A hexside.
    RawHexside { hexside: String, infantry_half_mp: RawValue, skirmish_company_half_mp: RawValue, cavalry_half_mp: RawValue,
        artillery_half_mp: RawValue, leader_half_mp: RawValue, cost: String, costs_when: String, road_column_only: bool,
        los: String, ricochet: String, shadow: bool, prolong: bool, hides_prone: bool, covers: String, }
    /// A road or trail.
    RawRoad { road: String, infantry_half_mp: RawValue, cavalry_half_mp: RawValue, artillery_half_mp: RawValue,
        leader_half_mp: RawValue, }
    /// A formation.
    RawFormation { #[allow(dead_code, reason = "for readers")] id: String, arm: String, formation: String, aim: String, hexes: String, footprint: String,
        extend_from: RawValue, #[serde(default)] voluntary: bool, formed: bool, zone: bool, fire: String, fire_increments: RawValue,
        fire_factor: RawValue, melee: RawValue, #[serde(rename = "move")] movement: RawValue, extra_half_mp: RawValue,
        extra_from_hexes: RawValue, extra_every: RawValue, minimum_increments: RawValue, increments_per_hex: RawValue, defence: String,
        blocks_los: bool, }
    /// A row of the Fire Defense Chart.
    RawDefence { defence: String, column: RawValue, line: RawValue, square: RawValue, general_order: RawValue,
        skirmish: RawValue, disorder: RawValue, pgd: RawValue, limbered: RawValue, unlimbered: RawValue,
        road_column: RawValue, cavalry_column: RawValue, cavalry_line: RawValue, cavalry_general_order: RawValue,
        cavalry_skirmish: RawValue, cavalry_disorder: RawValue, cavalry_pgd: RawValue, cavalry_road_column: RawValue, }
}
