//! Names of what answers and events point at.

use ground::HexId;
use table::{Names, Point, Side};

use crate::core::Facing;
use crate::core::battle::Battle;

impl Names for Battle {
    fn id(&self, point: Point) -> String {
        match point {
            Point::Nothing => String::new(),
            Point::Unit(u) => {
                self.units.get(usize::from(u)).map_or_else(|| format!("unit-{u}"), |c| c.id.clone())
            }
            Point::Leader(l) => {
                self.leaders.get(usize::from(l)).map_or_else(|| format!("leader-{l}"), |c| c.id.clone())
            }
            Point::Place(h) if usize::from(h) < self.ground.len() => self.ground.label(HexId(h)).to_string(),
            Point::Place(_) => "off".to_owned(),
            Point::Facing(f) => Facing(f % 6).to_string(),
            Point::Formation(f) => {
                self.formations.get(usize::from(f)).map_or_else(|| format!("formation-{f}"), |c| c.id.clone())
            }
            Point::Marker(m) => {
                self.markers.get(usize::from(m)).map_or_else(|| format!("marker-{m}"), |c| c.id.clone())
            }
            Point::Side(side) => {
                self.sides.get(side.index()).map_or_else(|| format!("side-{}", side.0), |c| c.id.clone())
            }
            Point::Number(n) => n.to_string(),
        }
    }

    fn title(&self, point: Point) -> String {
        match point {
            Point::Unit(u) if usize::from(u) < self.units.len() => self.units[usize::from(u)].name.clone(),
            Point::Leader(l) if usize::from(l) < self.leaders.len() => {
                self.leaders[usize::from(l)].name.clone()
            }
            Point::Formation(f) if usize::from(f) < self.formations.len() => {
                self.formations[usize::from(f)].name.clone()
            }
            Point::Marker(m) if usize::from(m) < self.markers.len() => {
                self.markers[usize::from(m)].name.clone()
            }
            Point::Side(side) if side.index() < self.sides.len() => self.sides[side.index()].name.clone(),
            Point::Place(h) if usize::from(h) < self.ground.len() => {
                let label = self.ground.label(HexId(h)).to_string();
                match self.ground.places().iter().find(|(_, at)| at.0 == h) {
                    Some((name, _)) => format!("{label} ({name})"),
                    None => label,
                }
            }
            other => self.id(other),
        }
    }

    fn find(&self, id: &str) -> Option<Point> {
        let position = |found: Option<usize>| found.map(|i| i as u16);
        if let Some(u) = position(self.units.iter().position(|c| c.id == id)) {
            return Some(Point::Unit(u));
        }
        if let Some(l) = position(self.leaders.iter().position(|c| c.id == id)) {
            return Some(Point::Leader(l));
        }
        if let Some(f) = position(self.formations.iter().position(|c| c.id == id)) {
            return Some(Point::Formation(f));
        }
        if let Some(m) = position(self.markers.iter().position(|c| c.id == id)) {
            return Some(Point::Marker(m));
        }
        if let Some(s) = self.sides.iter().position(|c| c.id == id) {
            return Some(Point::Side(Side(s as u8)));
        }
        if let Some(hex) = self.ground.hex(id) {
            return Some(Point::Place(hex.0));
        }
        Facing::named(id).map(|facing| Point::Facing(facing.0))
    }
}
