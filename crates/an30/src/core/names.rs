//! Names of what answers and events point at.

use ground::{Aim, HexId};
use table::{Names, Point, Side};

use crate::core::battle::Battle;
use crate::core::state::{Chit, Formation};

impl Names for Battle {
    fn id(&self, point: Point) -> String {
        let known = |id: Option<&String>, word: &str, number: u16| match id {
            Some(id) => id.clone(),
            None => format!("{word}-{number}"),
        };
        match point {
            Point::Nothing => String::new(),
            Point::Unit(u) => known(self.units.get(usize::from(u)).map(|c| &c.id), "unit", u),
            Point::Leader(l) => known(self.leaders.get(usize::from(l)).map(|c| &c.id), "leader", l),
            Point::Place(h) if usize::from(h) < self.ground.len() => self.ground.label(HexId(h)).to_string(),
            Point::Place(_) => "off".to_owned(),
            Point::Facing(f) => Aim(f % 12).name().to_owned(),
            Point::Formation(f) => known(self.commands.get(usize::from(f)).map(|c| &c.id), "command", f),
            Point::Marker(m) => match Chit::of_number(m) {
                Chit::Mu(mu) => format!("mu-{}", mu.0 + 1),
                chit => Chit::NAMES[usize::from(chit.number())].to_owned(),
            },
            Point::Side(side) => known(self.sides.get(side.index()).map(|c| &c.id), "side", side.0.into()),
            Point::Number(n) => n.to_string(),
        }
    }

    fn title(&self, point: Point) -> String {
        let name = match point {
            Point::Unit(u) => self.units.get(usize::from(u)).map(|c| &c.name),
            Point::Leader(l) => self.leaders.get(usize::from(l)).map(|c| &c.name),
            Point::Formation(f) => self.commands.get(usize::from(f)).map(|c| &c.name),
            Point::Side(side) => self.sides.get(side.index()).map(|c| &c.name),
            _ => None,
        };
        if let Some(name) = name.filter(|name| !name.is_empty()) {
            return name.clone();
        }
        let place = |(_, at): &&(String, HexId)| Point::Place(at.0) == point;
        match self.ground.places().iter().find(place) {
            Some((name, _)) => format!("{} ({name})", self.id(point)),
            None => self.id(point),
        }
    }

    fn find(&self, id: &str) -> Option<Point> {
        let at = |found: Option<usize>| found.map(|i| i as u16);
        let chit = || {
            let mu =
                id.strip_prefix("mu-").and_then(|n| n.parse::<u16>().ok()?.checked_sub(1)).map(|n| n + 4);
            at(Chit::NAMES.iter().position(|name| *name == id)).or(mu)
        };
        at(self.units.iter().position(|c| c.id == id))
            .map(Point::Unit)
            .or_else(|| at(self.leaders.iter().position(|c| c.id == id)).map(Point::Leader))
            .or_else(|| at(self.commands.iter().position(|c| c.id == id)).map(Point::Formation))
            .or_else(|| chit().map(Point::Marker))
            .or_else(|| self.sides.iter().position(|c| c.id == id).map(|s| Point::Side(Side(s as u8))))
            .or_else(|| self.ground.hex(id).map(|hex| Point::Place(hex.0)))
            .or_else(|| Formation::named(id).map(|f| Point::Number(f as i16)))
            .or_else(|| Aim::ALL.into_iter().find(|aim| aim.name() == id).map(|aim| Point::Facing(aim.0)))
    }
}
