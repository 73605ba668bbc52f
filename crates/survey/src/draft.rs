//! A ground being cut: whole numbers and names only.

use std::collections::{BTreeMap, BTreeSet};

use ground::{Dir, Feature, Ground, HexId, Terrain, Way};

use crate::grid::{Cell, Vertex};

/// A hexside by its two hexes, the one with the lower number first.
pub(crate) type Side = (HexId, HexId);

/// A ground being cut.
pub(crate) struct Draft {
    /// A map of its size on which nothing stands.
    pub blank: Ground,
    pub terrain: Vec<Terrain>,
    pub levels: Vec<i64>,
    /// How high each hex lies, in centimetres.
    pub heights: Vec<i64>,
    pub sides: BTreeMap<Feature, BTreeSet<Side>>,
    pub ways: BTreeMap<Way, Vec<Vec<HexId>>>,
    pub places: Vec<(String, HexId)>,
    pub entries: Vec<(String, HexId)>,
    /// What the author should know.
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
            sides: BTreeMap::new(),
            ways: BTreeMap::new(),
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
    pub fn side(a: HexId, b: HexId) -> Side {
        (a.min(b), a.max(b))
    }

    /// Every hexside of the map by its ends.
    pub fn sides_by_ends(&self) -> BTreeMap<[Vertex; 2], Side> {
        let mut found = BTreeMap::new();
        for hex in self.blank.hexes() {
            for dir in Dir::ALL.into_iter().take(3) {
                if let Some(other) = self.blank.neighbour(hex, dir) {
                    let mut ends = self.cell(hex).side(dir);
                    ends.sort();
                    found.insert(ends, Draft::side(hex, other));
                }
            }
        }
        found
    }

    /// Whether a hexside carries one of these.
    pub fn carries(&self, side: Side, features: &[Feature]) -> bool {
        features.iter().any(|feature| self.sides.get(feature).is_some_and(|sides| sides.contains(&side)))
    }

    /// Puts a feature on a hexside; whether that is new.
    pub fn put(&mut self, feature: Feature, side: Side) -> bool {
        self.sides.entry(feature).or_default().insert(side)
    }

    /// Takes a feature off a hexside; whether it was there.
    pub fn take(&mut self, feature: Feature, side: Side) -> bool {
        self.sides.get_mut(&feature).is_some_and(|sides| sides.remove(&side))
    }

    /// Whether a way leads from a hex to its neighbour.
    pub fn leads(&self, way: Way, side: Side) -> bool {
        let chains = self.ways.get(&way).into_iter().flatten();
        chains.flat_map(|chain| chain.windows(2)).any(|pair| Draft::side(pair[0], pair[1]) == side)
    }

    /// Takes a way off a hexside; whether it was there. A chain falls into two.
    pub fn break_way(&mut self, way: Way, side: Side) -> bool {
        let was = self.leads(way, side);
        let chains = self.ways.entry(way).or_default();
        let mut left = Vec::new();
        for chain in chains.drain(..) {
            let mut part: Vec<HexId> = Vec::new();
            for hex in chain {
                if part.last().is_some_and(|last| Draft::side(*last, hex) == side) {
                    left.push(std::mem::take(&mut part));
                }
                part.push(hex);
            }
            left.push(part);
        }
        *chains = left.into_iter().filter(|part| part.len() > 1).collect();
        was
    }

    /// All hexsides that a way leads over.
    pub fn way_sides(&self) -> BTreeSet<Side> {
        let chains = self.ways.values().flatten();
        chains.flat_map(|chain| chain.windows(2)).map(|pair| Draft::side(pair[0], pair[1])).collect()
    }
}
