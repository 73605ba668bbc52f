//! Differences: where two grounds differ.

use std::collections::BTreeSet;
use std::fmt;

use crate::{Dir, Features, Ground, HexId, Label, Roads, Terrain};

/// One thing in which a ground differs from another of the same size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Difference {
    /// Terrain of a hex.
    Terrain(Label, Terrain, Terrain),
    /// Elevation of a hex.
    Level(Label, i8, i8),
    /// Features of a hexside.
    Hexside(Label, Label, Features, Features),
    /// Roads over a hexside.
    Road(Label, Label, Roads, Roads),
    /// A name or an entry, and where it stands.
    Place(String, Option<Label>, Option<Label>),
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let place = |label: &Option<Label>| label.map_or("nowhere".to_owned(), |label| label.to_string());
        match self {
            Difference::Terrain(hex, old, new) => write!(f, "{hex}: {old}, now {new}"),
            Difference::Level(hex, old, new) => write!(f, "{hex}: level {old}, now {new}"),
            Difference::Hexside(a, b, old, new) => write!(f, "{a}-{b}: {old}, now {new}"),
            Difference::Road(a, b, old, new) => write!(f, "{a}-{b}: road {old}, now {new}"),
            Difference::Place(name, old, new) => write!(f, "{name}: {}, now {}", place(old), place(new)),
        }
    }
}

impl Ground {
    /// All in which `new` differs from this ground, hex by hex; `None` if the maps are not of one size.
    pub fn differences(&self, new: &Ground) -> Option<Vec<Difference>> {
        if (self.columns, self.rows) != (new.columns, new.rows) {
            return None;
        }
        let mut found = Vec::new();
        for hex in self.hexes() {
            let label = self.label(hex);
            if self.terrain(hex) != new.terrain(hex) {
                found.push(Difference::Terrain(label, self.terrain(hex), new.terrain(hex)));
            }
            if self.level(hex) != new.level(hex) {
                found.push(Difference::Level(label, self.level(hex), new.level(hex)));
            }
            for dir in Dir::ALL.into_iter().skip(1).take(3) {
                let Some(other) = self.neighbour(hex, dir).map(|other| self.label(other)) else { continue };
                let (old_hexside, new_hexside) = (self.hexside(hex, dir), new.hexside(hex, dir));
                if old_hexside != new_hexside {
                    found.push(Difference::Hexside(label, other, old_hexside, new_hexside));
                }
                let (old_road, new_road) = (self.roads(hex, dir), new.roads(hex, dir));
                if old_road != new_road {
                    found.push(Difference::Road(label, other, old_road, new_road));
                }
            }
        }
        found.extend(self.moved(&self.places, &new.places, ""));
        found.extend(self.moved(&self.entries, &new.entries, "entry "));
        Some(found)
    }

    /// The names that stand elsewhere.
    fn moved(&self, old: &[(String, HexId)], new: &[(String, HexId)], what: &str) -> Vec<Difference> {
        let at = |list: &[(String, HexId)], name: &str| {
            list.iter().find(|(known, _)| known == name).map(|(_, hex)| self.label(*hex))
        };
        let names: BTreeSet<&String> = old.iter().chain(new).map(|(name, _)| name).collect();
        let all = names.into_iter().map(|name| (name, at(old, name), at(new, name)));
        let moved = all.filter(|(_, before, after)| before != after);
        moved.map(|(name, before, after)| Difference::Place(format!("{what}{name}"), before, after)).collect()
    }
}
