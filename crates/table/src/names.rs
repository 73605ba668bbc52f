//! Names of what answers and events point at: ids for files and scripts, titles for readers.

use std::borrow::Cow;

use crate::{Point, PointKind};

/// Name of a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThingName<'n> {
    /// The id by which files and scripts name it (`leger-1-1`, `0304`, `NE`, `french`).
    pub id: Cow<'n, str>,
    /// Name for readers (`1er léger, I`); empty if they call it by its id. A place has its id besides.
    pub name: Cow<'n, str>,
}

impl<'n> ThingName<'n> {
    /// The name of a thing that is called otherwise than by its id.
    pub fn new(id: impl Into<Cow<'n, str>>, name: impl Into<Cow<'n, str>>) -> ThingName<'n> {
        ThingName { id: id.into(), name: name.into() }
    }

    /// The name of a thing that is called by its id.
    pub fn unnamed(id: impl Into<Cow<'n, str>>) -> ThingName<'n> {
        ThingName::new(id, "")
    }
}

/// Names of the things of a battle by their numbers.
pub trait Names {
    /// A thing's name; none if there is no such thing.
    fn name(&self, point: Point) -> Option<ThingName<'_>>;

    /// The number of a thing of a kind by its id: by [`listed`], where the things are counted from 0 on.
    fn number(&self, kind: PointKind, id: &str) -> Option<i32> {
        listed(self, kind, id)
    }

    /// The id of a thing, unique among things of its kind; of one that is not there its kind and number.
    fn id(&self, point: Point) -> String {
        match (self.name(point), point) {
            (Some(name), _) => name.id.into_owned(),
            (None, Point::Nothing) => String::new(),
            (None, Point::Place(_)) => "off".to_owned(),
            (None, Point::Number(number)) => number.to_string(),
            (None, Point::Spot(x, y)) => format!("{x},{y}"),
            (None, _) => format!("{}-{}", point.kind().word(), point.number()),
        }
    }

    /// Title of a thing for readers.
    fn title(&self, point: Point) -> String {
        match (self.name(point), point) {
            (Some(ThingName { id, name }), _) if name.is_empty() => id.into_owned(),
            (Some(ThingName { id, name }), Point::Place(_)) => format!("{id} ({name})"),
            (Some(ThingName { name, .. }), _) => name.into_owned(),
            (None, _) => self.id(point),
        }
    }

    /// The thing that an id names. A unit wins over a leader, a formation, a marker and a side.
    fn find(&self, id: &str) -> Option<Point> {
        const KINDS: [PointKind; 8] = [
            PointKind::Unit,
            PointKind::Leader,
            PointKind::Formation,
            PointKind::Marker,
            PointKind::Side,
            PointKind::Place,
            PointKind::Number,
            PointKind::Facing,
        ];
        KINDS.into_iter().find_map(|kind| Point::new(kind, self.number(kind, id)?))
    }
}

/// The number of a thing whose name stands in a list.
pub fn listed(names: &(impl Names + ?Sized), kind: PointKind, id: &str) -> Option<i32> {
    let all = (0..).map_while(|number| names.name(Point::new(kind, number)?));
    all.map(|name| name.id == id).position(|is_it| is_it).and_then(|at| i32::try_from(at).ok())
}
