//! Names of what answers and events point at.

use ground::HexId;
use roster::register::{self, Entry, Register};
use table::{Names, Point, PointKind};

use crate::core::Facing;
use crate::core::battle::Battle;

impl Register for Battle {
    fn entry(&self, point: Point) -> Option<Entry<'_>> {
        match point {
            Point::Unit(u) => self.units.get(usize::from(u)).map(|c| Entry::new(&c.id, &c.name)),
            Point::Leader(l) => self.leaders.get(usize::from(l)).map(|c| Entry::new(&c.id, &c.name)),
            Point::Formation(f) => self.formations.get(usize::from(f)).map(|c| Entry::new(&c.id, &c.name)),
            Point::Marker(m) => self.markers.get(usize::from(m)).map(|c| Entry::new(&c.id, &c.name)),
            Point::Side(side) => self.sides.get(side.index()).map(|c| Entry::new(&c.id, &c.name)),
            Point::Place(h) if usize::from(h) < self.ground.len() => {
                let name = self.ground.place_at(HexId(h)).unwrap_or_default();
                Some(Entry { id: self.ground.label(HexId(h)).to_string().into(), name })
            }
            Point::Facing(f) => Facing::NAMES.get(usize::from(f)).map(|name| Entry::unnamed(*name)),
            Point::Nothing | Point::Place(_) | Point::Number(_) => None,
        }
    }

    fn number(&self, kind: PointKind, id: &str) -> Option<i32> {
        match kind {
            PointKind::Place => self.ground.hex(id).map(|hex| i32::from(hex.0)),
            kind => register::listed(self, kind, id),
        }
    }
}

impl Names for Battle {
    fn id(&self, point: Point) -> String {
        register::id(self, point)
    }

    fn title(&self, point: Point) -> String {
        register::title(self, point)
    }

    fn find(&self, id: &str) -> Option<Point> {
        register::find(self, id)
    }
}
