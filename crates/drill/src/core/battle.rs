//! The fixed part of a battle.

use ground::{Dir, Ground, HexId};
use roster::SideCard;
use table::{Names, Point, Settings, Side};

use super::charts::Charts;
use super::state::State;

/// A battle, checked.
#[derive(Clone, Debug)]
pub struct Battle {
    /// Id.
    pub id: String,
    /// Title.
    pub title: String,
    /// Date and place, as written.
    pub when: [String; 2],
    /// A sentence or two.
    pub blurb: String,
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
    /// What the options are (1.3).
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
    /// Where.
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
        let named = self.ground.places().iter().find(|(_, hex)| *hex == objective.hex);
        named.map_or_else(|| self.ground.label(objective.hex).to_string(), |(name, _)| name.clone())
    }
}

impl Names for Battle {
    fn id(&self, point: Point) -> String {
        let known = match point {
            Point::Unit(unit) => self.units.get(usize::from(unit)).map(|card| card.id.clone()),
            Point::Formation(f) => self.formations.get(usize::from(f)).map(|(id, ..)| id.clone()),
            Point::Side(side) => self.sides.get(side.index()).map(|side| side.id.clone()),
            Point::Place(hex) if usize::from(hex) < self.ground.len() => {
                Some(self.ground.label(HexId(hex)).to_string())
            }
            Point::Facing(facing) => Dir::ALL.get(usize::from(facing)).map(|dir| dir.name().to_owned()),
            Point::Number(n) => Some(n.to_string()),
            _ => None,
        };
        known.unwrap_or_default()
    }

    fn title(&self, point: Point) -> String {
        let known = match point {
            Point::Unit(unit) => self.units.get(usize::from(unit)).map(|card| card.name.clone()),
            Point::Formation(f) => self.formations.get(usize::from(f)).map(|(_, name, _)| name.clone()),
            Point::Side(side) => self.sides.get(side.index()).map(|side| side.name.clone()),
            _ => None,
        };
        known.unwrap_or_else(|| self.id(point))
    }

    fn find(&self, id: &str) -> Option<Point> {
        let at = |place: usize| u16::try_from(place).expect("a battle has few things");
        let unit = self.units.iter().position(|card| card.id == id).map(|n| Point::Unit(at(n)));
        let formation =
            || self.formations.iter().position(|(f, ..)| f == id).map(|n| Point::Formation(at(n)));
        let side = || self.sides.iter().position(|side| side.id == id).map(|n| Point::Side(Side(n as u8)));
        let facing = || Dir::ALL.iter().find(|dir| dir.name() == id).map(|dir| Point::Facing(dir.0));
        let hex = || self.ground.hex(id).map(|hex| Point::Place(hex.0));
        unit.or_else(formation).or_else(side).or_else(facing).or_else(hex)
    }
}
