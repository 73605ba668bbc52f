//! Terrain of a table: areas, lines and points, one upon the other. What they do to those who stand there, each book says.

use crate::{Figure, Length, Lies, Outline, Place};

muster::words! {
    /// Kind of an area.
    "area", AreaKind {
        /// A hill that is open all over.
        GentleHill = "gentle_hill",
        /// A hill that is steep, all over or in a part.
        SteepHill = "steep_hill",
        /// Woods that can be marched through.
        OpenWoods = "open_woods",
        /// Woods that can hardly be entered.
        DenseWoods = "dense_woods",
        /// Trees in rows.
        Plantation = "plantation",
        /// Vines.
        Vineyard = "vineyard",
        /// Uneven ground, brush, stones.
        Rough = "rough",
        /// Fields that stand open.
        OpenField = "open_field",
        /// Fields within walls or hedges.
        EnclosedField = "enclosed_field",
        /// Soft sand.
        Sand = "sand",
        /// Low ground between banks.
        Gully = "gully",
        /// Soft, wet ground.
        Marsh = "marsh",
        /// Water that nobody enters.
        Lake = "lake",
        /// Rocks that nobody enters.
        Rocks = "rocks",
        /// Houses that a unit can hold.
        Buildings = "buildings",
        /// Earthworks, open at one side, the rear.
        Works = "works",
    }
}

muster::words! {
    /// Kind of a line.
    "line", LineKind {
        /// A road.
        Road = "road",
        /// Flowing water, broad.
        River = "river",
        /// Flowing water, narrow.
        Stream = "stream",
        /// A wall.
        Wall = "wall",
        /// A hedge.
        Hedge = "hedge",
        /// A road between banks.
        SunkenRoad = "sunken_road",
    }
}

muster::words! {
    /// Kind of a point.
    "point", PointKind {
        /// A bridge over water.
        Bridge = "bridge",
        /// A ford through water.
        Ford = "ford",
    }
}

muster::words! {
    /// What stands around a field.
    "bank", Bank {
        /// A wall.
        Wall = "wall",
        /// A hedge.
        Hedge = "hedge",
    }
}

muster::words! {
    /// How high the water of a river or stream stands.
    "water", Water {
        /// It has dried up.
        Dry = "dry",
        /// Ankle deep.
        Ankle = "ankle",
        /// Waist high.
        Waist = "waist",
        /// Shoulder high.
        Shoulder = "shoulder",
        /// A torrent that nobody wades.
        Torrent = "torrent",
    }
}

impl AreaKind {
    /// Whether it is a hill: other areas may lie on it.
    pub const fn is_hill(self) -> bool {
        matches!(self, AreaKind::GentleHill | AreaKind::SteepHill)
    }
}

impl LineKind {
    /// Whether water flows in it.
    pub const fn is_water(self) -> bool {
        matches!(self, LineKind::River | LineKind::Stream)
    }
}

/// Area of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// Its kind.
    pub kind: AreaKind,
    /// Its name on the table, or none.
    pub name: String,
    /// Its edge.
    pub outline: Outline,
    /// The steep part of a hill; none where it is all of it, or none of it.
    pub steep: Option<Outline>,
    /// The line along the top of a hill; empty without one.
    pub crest: Vec<Place>,
    /// Wall or hedge around a field.
    pub bank: Option<Bank>,
    /// The edge of works that is open, by the corner where it begins in clockwise order: their rear.
    pub rear: Option<usize>,
}

/// Line of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    /// Its kind.
    pub kind: LineKind,
    /// Its name, or none.
    pub name: String,
    /// The places through which it goes.
    pub points: Vec<Place>,
    /// Its breadth.
    pub width: Length,
    /// Height of its water; none of what is no water.
    pub water: Option<Water>,
}

/// Point of terrain.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Point {
    /// Its kind.
    pub kind: PointKind,
    /// Its name, or none.
    pub name: String,
    /// Its place.
    pub at: Place,
    /// The line that it crosses, by its number.
    pub over: usize,
}

/// Table with all that lies on it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// From its left edge to its right one.
    pub width: Length,
    /// From its far edge to its near one.
    pub depth: Length,
    /// The areas, each upon those before it.
    pub areas: Vec<Area>,
    /// The lines.
    pub lines: Vec<Line>,
    /// Bridges and fords.
    pub points: Vec<Point>,
    /// Soft ground, whatever else lies there.
    pub soft: Vec<Outline>,
}

impl Table {
    /// An open table.
    pub fn open(width: Length, depth: Length) -> Table {
        Table {
            name: String::new(),
            width,
            depth,
            areas: Vec::new(),
            lines: Vec::new(),
            points: Vec::new(),
            soft: Vec::new(),
        }
    }

    /// The areas in which a place lies, or on whose edge.
    pub fn areas_at(&self, place: Place) -> impl Iterator<Item = &Area> + '_ {
        self.areas.iter().filter(move |area| area.outline.lies(place) != Lies::Outside)
    }

    /// The areas in which any part of a figure stands.
    pub fn areas_of<'a>(&'a self, figure: &'a Figure) -> impl Iterator<Item = &'a Area> + 'a {
        self.areas.iter().filter(move |area| area.outline.has_part_of(figure))
    }

    /// The lines that a figure stands on or touches: their middle comes within half their width of it.
    pub fn lines_of<'a>(&'a self, figure: &'a Figure) -> impl Iterator<Item = &'a Line> + 'a {
        self.lines.iter().filter(move |line| line.is_within(figure, Length(line.width.0 / 2)))
    }

    /// Whether a figure stands wholly on the table.
    pub fn has_all_of(&self, figure: &Figure) -> bool {
        let (low, high) = figure.rim();
        low.x >= 0 && low.y >= 0 && high.x <= self.width.0.into() && high.y <= self.depth.0.into()
    }
}

impl Line {
    /// The ground that it covers: half its width to each side of its middle; none if it has no width or folds back on itself.
    pub fn bed(&self) -> Option<Outline> {
        const SCALE: i64 = 1 << 16;
        let normal = |from: Place, to: Place| {
            let (x, y) = (i64::from(to.x - from.x), i64::from(to.y - from.y));
            let length = (x * x + y * y).unsigned_abs().isqrt().max(1) as i64;
            (y * SCALE / length, -x * SCALE / length)
        };
        let half = i64::from(self.width.0 / 2);
        let sides = self.points.iter().enumerate().map(|(at, place)| {
            let before = (at > 0).then(|| normal(self.points[at - 1], *place));
            let after = self.points.get(at + 1).map(|next| normal(*place, *next));
            let (a, z) = (before.or(after).unwrap_or_default(), after.or(before).unwrap_or_default());
            // At a bend the sides meet on the line that halves it; one sharper than this is cut off.
            let along = (SCALE + (a.0 * z.0 + a.1 * z.1) / SCALE).max(SCALE / 4);
            let (x, y) = ((a.0 + z.0) * half / along, (a.1 + z.1) * half / along);
            let shifted =
                |sign: i64| Place { x: place.x + (sign * x) as i32, y: place.y + (sign * y) as i32 };
            (shifted(1), shifted(-1))
        });
        let (mut ring, far): (Vec<Place>, Vec<Place>) = sides.unzip();
        ring.extend(far.into_iter().rev());
        Outline::new(ring, Vec::new()).ok().filter(|_| half > 0)
    }

    /// Whether its middle comes so near to a figure.
    pub fn is_within(&self, figure: &Figure, distance: Length) -> bool {
        let mut stretches = self.points.windows(2).map(|pair| Figure::of(&[pair[0], pair[1]]));
        stretches.any(|stretch| crate::is_within(&stretch, figure, distance))
    }
}
