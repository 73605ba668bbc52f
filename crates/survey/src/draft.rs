//! A ground being cut: whole numbers and names only.

use std::collections::{BTreeMap, BTreeSet};

use ground::{Dir, Feature, Ground, HexId, Road, Terrain};

use crate::grid::{Cell, Vertex};

/// A hexside by its two hexes, the one with the lower number first.
pub(crate) type Hexside = (HexId, HexId);

/// A ground being cut.
pub(crate) struct Draft {
    /// A map of its size on which nothing stands.
    pub blank: Ground,
    pub terrain: Vec<Terrain>,
    pub levels: Vec<i64>,
    /// Height of each hex, in centimetres.
    pub heights: Vec<i64>,
    pub hexsides: BTreeMap<Feature, BTreeSet<Hexside>>,
    pub roads: BTreeMap<Road, Vec<Vec<HexId>>>,
    pub places: Vec<(String, HexId)>,
    pub entries: Vec<(String, HexId)>,
    /// Notes for the author.
    pub notes: Vec<String>,
}

impl Draft {
    /// Open, level ground.
    pub fn new(blank: &Ground) -> Draft {
        Draft {
            blank: blank.clone(),
            terrain: vec![Terrain::Clear; blank.len()],
            levels: vec![0; blank.len()],
            heights: vec![0; blank.len()],
            hexsides: BTreeMap::new(),
            roads: BTreeMap::new(),
            places: Vec::new(),
            entries: Vec::new(),
            notes: Vec::new(),
        }
    }

    /// The place of a hex in the grid.
    pub fn cell(&self, hex: HexId) -> Cell {
        Cell { column: i32::from(self.blank.column(hex)) - 1, row: i32::from(self.blank.row(hex)) - 1 }
    }

    /// The hex of a place in the grid, if it is on the map.
    pub fn hex(&self, cell: Cell) -> Option<HexId> {
        let (columns, rows) = (i32::from(self.blank.columns()), i32::from(self.blank.rows()));
        let on_map = (0..columns).contains(&cell.column) && (0..rows).contains(&cell.row);
        on_map.then(|| HexId((cell.row * columns + cell.column) as u16))
    }

    /// The hexside between two neighbours.
    pub fn hexside(a: HexId, b: HexId) -> Hexside {
        (a.min(b), a.max(b))
    }

    /// Every hexside of the map by its ends.
    pub fn hexsides_by_ends(&self) -> BTreeMap<[Vertex; 2], Hexside> {
        let mut found = BTreeMap::new();
        for hex in self.blank.hexes() {
            for dir in Dir::ALL.into_iter().take(3) {
                if let Some(other) = self.blank.neighbour(hex, dir) {
                    let mut ends = self.cell(hex).hexside(dir);
                    ends.sort();
                    found.insert(ends, Draft::hexside(hex, other));
                }
            }
        }
        found
    }

    /// Whether a hexside carries one of these.
    pub fn carries(&self, hexside: Hexside, features: &[Feature]) -> bool {
        features
            .iter()
            .any(|feature| self.hexsides.get(feature).is_some_and(|hexsides| hexsides.contains(&hexside)))
    }

    /// Puts a feature on a hexside; whether that is new.
    pub fn put(&mut self, feature: Feature, hexside: Hexside) -> bool {
        self.hexsides.entry(feature).or_default().insert(hexside)
    }

    /// Takes a feature off a hexside; whether it was there.
    pub fn take(&mut self, feature: Feature, hexside: Hexside) -> bool {
        self.hexsides.get_mut(&feature).is_some_and(|hexsides| hexsides.remove(&hexside))
    }

    /// Whether a road leads from a hex to its neighbour.
    pub fn leads(&self, road: Road, hexside: Hexside) -> bool {
        let chains = self.roads.get(&road).into_iter().flatten();
        chains.flat_map(|chain| chain.windows(2)).any(|pair| Draft::hexside(pair[0], pair[1]) == hexside)
    }

    /// Takes a road off a hexside; whether it was there. A chain falls into two.
    pub fn break_road(&mut self, road: Road, hexside: Hexside) -> bool {
        let was = self.leads(road, hexside);
        let chains = self.roads.entry(road).or_default();
        let mut left = Vec::new();
        for chain in chains.drain(..) {
            let mut part: Vec<HexId> = Vec::new();
            for hex in chain {
                if part.last().is_some_and(|last| Draft::hexside(*last, hex) == hexside) {
                    left.push(std::mem::take(&mut part));
                }
                part.push(hex);
            }
            left.push(part);
        }
        *chains = left.into_iter().filter(|part| part.len() > 1).collect();
        was
    }

    /// All hexsides that a road leads over.
    pub fn road_hexsides(&self) -> BTreeSet<Hexside> {
        let chains = self.roads.values().flatten();
        chains.flat_map(|chain| chain.windows(2)).map(|pair| Draft::hexside(pair[0], pair[1])).collect()
    }
}
