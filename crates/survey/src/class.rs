//! Classes of what can stand in a survey.

use std::fmt;

use ground::{Feature, Road, Terrain};
use muster::Fault;

/// Class of a feature: what a feature of a survey is. The kinds of the ground keep their names; a few more are those of the surveyor.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Class {
    /// Origin from which the survey's own metres are counted, with the words of the survey about itself as a whole.
    Origin,
    /// A line of one height.
    Contour,
    /// A height measured at a point.
    SpotHeight,
    /// Place of a printed name, or of an entry of troops.
    Name,
    /// The sea.
    Sea,
    /// An area of some terrain; of buildings also a point.
    Area(Terrain),
    /// Feature along hexsides; fords and bridges are points.
    Hexside(Feature),
    /// A road or the like.
    Road(Road),
    /// A road between banks.
    SunkenRoad,
}

/// The shape in which a class is drawn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Shape {
    /// A point.
    Point,
    /// A line, or several.
    Line,
    /// A polygon, or several.
    Area,
    /// An area; a point where it is smaller than the drawing shows.
    AreaOrPoint,
}

/// Slopes come from heights, open ground is what is left: neither is drawn.
const NOT_DRAWN: [&str; 4] = ["clear", "slope", "steep_slope", "sunken_road"];

impl Class {
    /// Every class.
    pub fn all() -> impl Iterator<Item = Class> {
        let own =
            [Class::Origin, Class::Contour, Class::SpotHeight, Class::Name, Class::Sea, Class::SunkenRoad];
        let areas = Terrain::ALL.into_iter().map(Class::Area);
        let hexsides = Feature::ALL.into_iter().map(Class::Hexside);
        let of_ground = areas.chain(hexsides).chain(Road::ALL.into_iter().map(Class::Road));
        own.into_iter().chain(of_ground.filter(|class| !NOT_DRAWN.contains(&class.name())))
    }

    /// Its name in files.
    pub fn name(self) -> &'static str {
        match self {
            Class::Origin => "origin",
            Class::Contour => "contour",
            Class::SpotHeight => "spot_height",
            Class::Name => "name",
            Class::Sea => "sea",
            Class::Area(terrain) => terrain.name(),
            Class::Hexside(feature) => feature.name(),
            Class::Road(road) => road.name(),
            Class::SunkenRoad => "sunken_road",
        }
    }

    /// The class of that name.
    ///
    /// # Errors
    /// There is none; with the nearest.
    pub fn named(name: &str) -> Result<Class, Fault> {
        Class::all().find(|class| class.name() == name).ok_or_else(|| {
            let names: Vec<&str> = Class::all().map(Class::name).collect();
            Fault::unknown("class", name, &names)
        })
    }

    /// Shape in which it is drawn.
    pub fn shape(self) -> Shape {
        use Terrain::{Castle, Farm, Hamlet, SpecialStructure, Village};
        match self {
            Class::Origin | Class::SpotHeight | Class::Name => Shape::Point,
            Class::Hexside(Feature::Ford | Feature::Bridge) => Shape::Point,
            Class::Area(Farm | Hamlet | Village | Castle | SpecialStructure) => Shape::AreaOrPoint,
            Class::Sea | Class::Area(_) => Shape::Area,
            Class::Contour | Class::Hexside(_) | Class::Road(_) | Class::SunkenRoad => Shape::Line,
        }
    }

    /// Whether it is water that flows in a bed.
    pub fn is_current(self) -> bool {
        matches!(self, Class::Hexside(Feature::Stream | Feature::River | Feature::Canal))
    }

    /// Whether it must say how high it lies; a crest may.
    pub fn needs_height(self) -> bool {
        matches!(self, Class::Contour | Class::SpotHeight)
    }

    /// Whether it leads somewhere.
    pub fn is_road(self) -> bool {
        matches!(self, Class::Road(_) | Class::SunkenRoad)
    }
}

impl fmt::Display for Class {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl fmt::Display for Shape {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Shape::Point => "a Point",
            Shape::Line => "a LineString or MultiLineString",
            Shape::Area => "a Polygon or MultiPolygon",
            Shape::AreaOrPoint => "a Polygon, a MultiPolygon or a Point",
        })
    }
}
