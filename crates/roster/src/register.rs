//! The register of a battle: the things that answers and events point at, each with its id and its name.

use std::borrow::Cow;

use table::{Point, PointKind};

/// Entry of a thing.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Entry<'r> {
    /// The id by which files and scripts name it.
    pub id: Cow<'r, str>,
    /// Name for readers; empty if they call it by its id. A place has its id besides.
    pub name: &'r str,
}

impl<'r> Entry<'r> {
    /// The entry of a thing with a name.
    pub fn new(id: &'r str, name: &'r str) -> Entry<'r> {
        Entry { id: Cow::Borrowed(id), name }
    }

    /// The entry of a thing that has no other name.
    pub fn unnamed(id: impl Into<Cow<'r, str>>) -> Entry<'r> {
        Entry { id: id.into(), name: "" }
    }
}

/// The things of a battle by their numbers. [`id`], [`title`] and [`find`] make the battle's [`Names`](table::Names) of it.
pub trait Register {
    /// A thing's entry; none if there is no such thing.
    fn entry(&self, point: Point) -> Option<Entry<'_>>;

    /// The number of a thing of a kind by its id: by [`listed`], where the things are counted from 0 on.
    fn number(&self, kind: PointKind, id: &str) -> Option<i32>;
}

/// The number of a thing whose entry stands in a list.
pub fn listed(register: &impl Register, kind: PointKind, id: &str) -> Option<i32> {
    let entries = (0..).map_while(|number| register.entry(Point::new(kind, number)?));
    entries.map(|entry| entry.id == id).position(|is_it| is_it).and_then(|at| i32::try_from(at).ok())
}

/// The id of a thing; of one that is not there its kind and number.
pub fn id(register: &impl Register, point: Point) -> String {
    match (register.entry(point), point) {
        (Some(entry), _) => entry.id.into_owned(),
        (None, Point::Nothing) => String::new(),
        (None, Point::Place(_)) => "off".to_owned(),
        (None, Point::Number(number)) => number.to_string(),
        (None, _) => format!("{}-{}", point.kind().word(), point.number()),
    }
}

/// Title of a thing for readers.
pub fn title(register: &impl Register, point: Point) -> String {
    match (register.entry(point), point) {
        (Some(Entry { id, name: "" }), _) => id.into_owned(),
        (Some(Entry { id, name }), Point::Place(_)) => format!("{id} ({name})"),
        (Some(Entry { name, .. }), _) => name.to_owned(),
        (None, _) => id(register, point),
    }
}

/// The thing that an id names. A unit wins over a leader, a formation, a marker and a side.
pub fn find(register: &impl Register, id: &str) -> Option<Point> {
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
    KINDS.into_iter().find_map(|kind| Point::new(kind, register.number(kind, id)?))
}
