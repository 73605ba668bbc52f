//! The fixed part of a battle.

use ground::{Dir, Ground, HexId};
use roster::{About, SideCard};
use table::{Names, Point, PointKind, Settings, Side, ThingName, names};

use super::charts::Charts;
use super::state::State;

/// A battle, checked.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Its entry in the chooser.
    pub about: About,
    /// The ground.
    pub ground: Ground,
    /// The charts.
    pub charts: Charts,
    /// The sides.
    pub sides: [SideCard; 2],
    /// The formations: name and side.
    pub formations: Vec<(String, String, Side)>,
    /// The units.
    pub units: Vec<Card>,
    /// Hexes worth points, with names.
    pub objectives: Vec<Objective>,
    /// Game turns.
    pub turns: u8,
    /// Options as they are settled (1.3).
    pub settled: Settings,
    /// Whether all strengths are known from the start (1.3).
    pub is_open: bool,
    /// The state at the start.
    pub setup: State,
}

/// A unit's counter.
#[derive(Clone, Debug)]
pub struct Card {
    /// Id.
    pub id: String,
    /// Name.
    pub name: String,
    /// Nation.
    pub nation: String,
    /// Side.
    pub side: Side,
    /// The formation's number.
    pub formation: u16,
    /// A line of two hexes, or a gun in one.
    pub kind: Kind,
    /// Its strength, which only its side knows (1.2).
    pub strength: u8,
    /// Two dice up to this pass its morale check (4.1).
    pub morale: super::d66::D66,
}

/// Kind of unit: what a unit is.
#[derive(Clone, Copy, PartialEq, Eq, Debug, serde::Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Kind {
    /// Infantry in line: two hexes (2.1).
    Line,
    /// A battery: one hex.
    Gun,
}

/// A hex worth points.
#[derive(Clone, Debug)]
pub struct Objective {
    /// Its hex.
    pub hex: HexId,
    /// Points.
    pub points: u8,
}

impl Battle {
    /// The units' numbers.
    pub fn unit_numbers(&self) -> impl Iterator<Item = u16> + use<> {
        0..self.units.len() as u16
    }

    /// A unit's counter.
    pub fn card(&self, unit: u16) -> &Card {
        &self.units[usize::from(unit)]
    }

    /// A unit's side.
    pub fn side(&self, unit: u16) -> Side {
        self.card(unit).side
    }

    /// An objective's name: that of its hex.
    pub fn name_of(&self, objective: &Objective) -> String {
        let named = self.ground.place_at(objective.hex);
        named.map_or_else(|| self.ground.label(objective.hex).to_string(), str::to_owned)
    }
}

impl Names for Battle {
    fn name(&self, point: Point) -> Option<ThingName<'_>> {
        match point {
            Point::Unit(u) => self.units.get(usize::from(u)).map(|card| ThingName::new(&card.id, &card.name)),
            Point::Formation(f) => {
                self.formations.get(usize::from(f)).map(|(id, name, _)| ThingName::new(id, name))
            }
            Point::Side(side) => {
                self.sides.get(side.index()).map(|side| ThingName::new(&side.id, &side.name))
            }
            Point::Place(hex) if usize::from(hex) < self.ground.len() => {
                Some(ThingName::unnamed(self.ground.label(HexId(hex)).to_string()))
            }
            Point::Facing(f) => Dir::ALL.get(usize::from(f)).map(|dir| ThingName::unnamed(dir.name())),
            _ => None,
        }
    }

    fn number(&self, kind: PointKind, id: &str) -> Option<i32> {
        match kind {
            PointKind::Place => self.ground.hex(id).map(|hex| i32::from(hex.0)),
            kind => names::listed(self, kind, id),
        }
    }
}
