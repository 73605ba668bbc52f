//! Names of what answers and events point at.

use ground::{Aim, HexId};
use table::{Names, Point, PointKind, ThingName, names};

use crate::core::battle::Battle;
use crate::core::state::Formation;

impl Names for Battle {
    fn name(&self, point: Point) -> Option<ThingName<'_>> {
        match point {
            Point::Unit(u) => self.units.get(usize::from(u)).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Leader(l) => self.leaders.get(usize::from(l)).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Formation(f) => self.commands.get(usize::from(f)).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Side(side) => self.sides.get(side.index()).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Place(h) if usize::from(h) < self.ground.len() => {
                let name = self.ground.place_at(HexId(h)).unwrap_or_default();
                Some(ThingName::new(self.ground.label(HexId(h)).to_string(), name))
            }
            Point::Facing(f) => Aim::ALL.get(usize::from(f)).map(|aim| ThingName::unnamed(aim.name())),
            Point::Nothing | Point::Marker(_) | Point::Place(_) | Point::Number(_) => None,
            Point::Spot(..) | Point::Turn(_) | Point::Length(_) => None,
        }
    }

    fn number(&self, kind: PointKind, id: &str) -> Option<i32> {
        match kind {
            PointKind::Place => self.ground.hex(id).map(|hex| i32::from(hex.0)),
            PointKind::Number => {
                let named = |number: &i16| Formation::numbered(*number).is_some_and(|(.., word)| word == id);
                (0..20).find(named).map(i32::from).or_else(|| id.parse().ok())
            }
            kind => names::listed(self, kind, id),
        }
    }
}
