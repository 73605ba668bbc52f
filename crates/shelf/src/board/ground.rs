//! The ground of a board.

use ground::{Dir, Feature, Ground, HexId, Road, Terrain};
use serde::{Deserialize, Serialize};
use table::phrase::Catalogue;
use ts_rs::TS;
use utoipa::ToSchema;

use super::NamedItem;

/// A map of flat-topped hexes in columns; even columns (the second, the fourth, ...) stand half a hex lower. Hexes are numbered
/// row by row from the top left, from 0: `number = (row - 1) * columns + (column - 1)`; labels are `CCRR` from 01.
#[derive(Clone, PartialEq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct GroundData {
    /// The map's name.
    pub name: String,
    /// Columns.
    pub columns: u16,
    /// Rows.
    pub rows: u16,
    /// The width of a hex in metres.
    #[ts(optional = nullable)]
    pub hex_meters: Option<u32>,
    /// The kinds of terrain, for [`GroundData::terrain`].
    pub kinds: Vec<NamedItem>,
    /// By hex: the place of its terrain in `kinds`.
    pub terrain: Vec<u8>,
    /// By hex: its level.
    pub levels: Vec<i8>,
    /// Hexsides that carry something.
    pub hexsides: Vec<HexsideData>,
    /// Roads and trails from hex to hex.
    pub roads: Vec<RoadData>,
    /// Names printed on the map.
    pub places: Vec<PlaceData>,
    /// Entry hexes with their letters.
    pub entries: Vec<PlaceData>,
}

/// A hexside.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct HexsideData {
    /// One of its hexes.
    pub hex: u16,
    /// The direction from there.
    pub dir: Dir,
    /// Its features.
    pub features: Vec<Feature>,
    /// A slope goes up from `hex` to the neighbour (else down).
    pub uphill: bool,
    /// A work protects `hex` against the neighbour.
    pub protects_hex: bool,
    /// A work protects the neighbour against `hex`.
    pub protects_neighbour: bool,
}

/// A piece of road or trail between the middles of two neighbouring hexes.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct RoadData {
    /// Its kind.
    pub kind: Road,
    /// From this hex.
    pub from: u16,
    /// To this one.
    pub to: u16,
}

/// A named hex.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, TS, ToSchema)]
pub struct PlaceData {
    /// Its hex.
    pub hex: u16,
    /// Name, or letter.
    pub name: String,
}

/// The ground, as the files have it, with the names of its kinds from the messages.
pub fn ground_data(ground: &Ground, words: &Catalogue) -> GroundData {
    let place = |(name, hex): &(String, HexId)| PlaceData { hex: hex.0, name: name.clone() };
    let mut hexsides = Vec::new();
    let mut roads = Vec::new();
    for hex in ground.hexes() {
        for dir in Dir::ALL {
            // Each hexside once, from the hex with the smaller number.
            let Some(other) = ground.neighbour(hex, dir).filter(|other| *other > hex) else { continue };
            let features = ground.hexside(hex, dir);
            if features.iter().next().is_some() {
                hexsides.push(HexsideData {
                    hex: hex.0,
                    dir,
                    features: features.iter().collect(),
                    uphill: ground.uphill(hex, dir),
                    protects_hex: ground.protected(hex, dir),
                    protects_neighbour: ground.protected(other, dir.opposite()),
                });
            }
            let here = ground.roads(hex, dir);
            for road in Road::ALL.into_iter().filter(|road| here.contains(*road)) {
                roads.push(RoadData { kind: road, from: hex.0, to: other.0 });
            }
        }
    }
    GroundData {
        name: ground.name().to_owned(),
        columns: ground.columns(),
        rows: ground.rows(),
        hex_meters: ground.hex_meters(),
        kinds: NamedItem::all("terrain", &Terrain::ALL.map(|terrain| terrain.name()), words),
        terrain: ground.hexes().map(|hex| ground.terrain(hex).index() as u8).collect(),
        levels: ground.hexes().map(|hex| ground.level(hex)).collect(),
        hexsides,
        roads,
        places: ground.places().iter().map(place).collect(),
        entries: ground.entries().iter().map(place).collect(),
    }
}
