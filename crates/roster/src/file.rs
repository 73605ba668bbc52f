//! The raw shape of `order-of-battle.toml`.

use muster::Format;
pub(crate) use muster::Name;
use serde::Deserialize;

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawOrder {
    #[allow(dead_code, reason = "checked by its type")]
    format: Format<1>,
    pub formation: Vec<RawFormation>,
    pub unit: Vec<RawUnit>,
    #[serde(default)]
    pub commander: Vec<RawLeader>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawFormation {
    pub id: Name,
    pub name: String,
    /// May be left out under another formation.
    pub side: Option<Name>,
    pub rank: Option<Name>,
    pub under: Option<Name>,
    #[serde(default)]
    pub commander: String,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawUnit {
    pub id: Name,
    pub name: String,
    /// May be left out of a unit that is part of another.
    pub formation: Option<Name>,
    pub part_of: Option<Name>,
    pub rank: Option<Name>,
    pub nation: String,
    pub arm: Name,
    #[serde(default)]
    pub kind: String,
    #[serde(default)]
    pub weapons: Vec<Name>,
    pub men: Option<u32>,
    pub guns: Option<u32>,
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct RawLeader {
    pub id: Name,
    pub name: String,
    /// May be left out of one who leads a formation.
    pub side: Option<Name>,
    pub leads: Option<Name>,
}
