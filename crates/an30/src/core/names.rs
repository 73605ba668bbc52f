//! Names of what answers and events point at.

use ground::{Aim, HexId};
use table::{Names, Point, PointKind, ThingName, names};

use crate::core::battle::Battle;
use crate::core::state::{Chit, Formation};

impl Names for Battle {
    fn name(&self, point: Point) -> Option<ThingName<'_>> {
        match point {
            Point::Unit(u) => self.units.get(usize::from(u)).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Leader(l) => self.leaders.get(usize::from(l)).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Formation(f) => self.commands.get(usize::from(f)).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Marker(m) => Some(match Chit::of_number(m) {
                Chit::Mu(mu) => ThingName::unnamed(format!("mu-{}", mu.0 + 1)),
                chit => ThingName::unnamed(Chit::NAMES[usize::from(chit.number())]),
            }),
            Point::Side(side) => self.sides.get(side.index()).map(|c| ThingName::new(&c.id, &c.name)),
            Point::Place(h) if usize::from(h) < self.ground.len() => {
                let name = self.ground.place_at(HexId(h)).unwrap_or_default();
                Some(ThingName::new(self.ground.label(HexId(h)).to_string(), name))
            }
            Point::Facing(f) => Aim::ALL.get(usize::from(f)).map(|aim| ThingName::unnamed(aim.name())),
            Point::Nothing | Point::Place(_) | Point::Number(_) => None,
            Point::Spot(..) | Point::Turn(_) | Point::Length(_) => None,
        }
    }

    fn number(&self, kind: PointKind, id: &str) -> Option<i32> {
        match kind {
            PointKind::Place => self.ground.hex(id).map(|hex| i32::from(hex.0)),
            // There is no end of maneuver units.
            PointKind::Marker => {
                let mu = || Some(id.strip_prefix("mu-")?.parse::<u16>().ok()?.checked_sub(1)? + 4);
                let chit = Chit::NAMES.iter().position(|name| *name == id).map(|at| at as u16);
                chit.or_else(mu).map(i32::from)
            }
            PointKind::Number => Formation::named(id).map(|formation| formation as i32),
            kind => names::listed(self, kind, id),
        }
    }
}
