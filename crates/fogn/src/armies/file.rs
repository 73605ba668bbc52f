//! The raw shapes of army lists and armies, as their files have them.

use muster::{Format, Name, Spanned};
use serde::Deserialize;

use super::rules::{RawRule, RawSelect};

/// Army list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawList {
    #[expect(dead_code, reason = "a mark of the file")]
    pub format: Format<1>,
    pub army_list: Name,
    pub name: String,
    pub years: [u32; 2],
    pub source: Name,
    pub regions: Vec<Name>,
    pub initiative: u32,
    pub corps: RawCommanders,
    pub charismatic: Option<RawCharismatic>,
    pub fieldworks: Option<RawFieldworks>,
    #[serde(default)]
    pub notes: Vec<String>,
    pub part: Vec<RawPart>,
    #[serde(default)]
    pub rule: Vec<RawRule>,
}

/// Part of a list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawPart {
    pub id: Name,
    pub name: String,
    pub nation: Name,
    pub infantry: RawInfantry,
    pub divisions: RawCommanders,
    pub allocation: RawAllocation,
    #[serde(default)]
    pub counts_for_main: bool,
    #[serde(default)]
    pub joins: Vec<Name>,
    pub unit: Vec<RawUnit>,
    #[serde(default)]
    pub limit: Vec<RawLimit>,
    #[serde(default)]
    pub attachment: Vec<RawAttachment>,
}

/// Commanders: the numbers of all together, and for each quality that there is its price and its maximum.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCommanders {
    pub min: Option<u32>,
    pub max: Option<u32>,
    pub exceptional: Option<RawQuality>,
    pub skilled: Option<RawQuality>,
    pub competent: Option<RawQuality>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawQuality {
    pub points: Spanned<i32>,
    pub max: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCharismatic {
    pub points: Spanned<i32>,
    pub max: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawFieldworks {
    pub points: Spanned<i32>,
    pub max: u32,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawInfantry {
    pub moves: Name,
    pub fires: Name,
    pub paid: Name,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAllocation {
    pub usual: Name,
    pub mixed: Option<Name>,
}

/// Unit of a list; `min` and `max` are those of all its kinds together.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawUnit {
    pub id: Name,
    pub name: String,
    pub section: Name,
    pub nation: Option<Name>,
    pub r#type: Name,
    pub kinds: Vec<RawKind>,
    pub min: Option<u32>,
    pub max: Option<u32>,
    #[expect(dead_code, reason = "for readers: what was read otherwise than printed")]
    pub reading: Option<String>,
}

/// Kind of a unit: a row of the printed list.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawKind {
    pub id: Option<Name>,
    pub r#type: Option<Name>,
    pub elan: Name,
    pub training: Name,
    #[serde(default)]
    pub special: Vec<Name>,
    pub points: Spanned<i32>,
    #[serde(default)]
    pub by_list: bool,
    pub bases: Vec<Spanned<u32>>,
    pub min: Option<u32>,
    pub max: Option<u32>,
}

/// Limit over several units or kinds.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawLimit {
    pub name: String,
    pub of: Vec<Name>,
    pub min: Option<u32>,
    pub max: Option<u32>,
    #[serde(default)]
    pub if_any: bool,
    #[expect(dead_code, reason = "for readers: what was read otherwise than printed")]
    pub reading: Option<String>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawAttachment {
    pub kind: Name,
    pub points: Spanned<i32>,
    #[serde(default)]
    pub by_list: bool,
    pub to: RawSelect,
}

/// Army: a player's choice.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawArmy {
    #[expect(dead_code, reason = "a mark of the file")]
    pub format: Format<1>,
    pub army: String,
    pub list: Option<Name>,
    pub infantry: Option<RawInfantry>,
    pub points: Option<Spanned<i32>>,
    pub corps: RawCommander,
    pub division: Vec<RawDivision>,
    pub fieldworks: Option<Spanned<RawWorks>>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawCommander {
    #[serde(default)]
    pub name: String,
    pub quality: Name,
    #[serde(default = "no")]
    pub charismatic: Spanned<bool>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawDivision {
    pub name: Name,
    pub commander: RawCommander,
    pub contingent: Option<Name>,
    #[serde(default = "no")]
    pub allied: Spanned<bool>,
    #[serde(default)]
    pub attachments: Vec<Name>,
    pub unit: Vec<RawChoice>,
}

fn no() -> Spanned<bool> {
    Spanned::new(0..0, false)
}

/// Unit of an army: chosen from a list, or with all that makes its price.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawChoice {
    #[serde(default)]
    pub name: String,
    pub of: Option<Name>,
    pub kind: Option<Name>,
    pub r#type: Option<Name>,
    pub elan: Option<Name>,
    pub training: Option<Name>,
    #[serde(default)]
    pub special: Vec<Name>,
    pub bases: Spanned<u32>,
    #[serde(default)]
    pub attachments: Vec<Name>,
}

/// Fieldworks of an army.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawWorks {
    #[serde(default)]
    pub small: u32,
    #[serde(default)]
    pub large: u32,
}
