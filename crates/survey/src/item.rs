//! Items that a survey holds once it is read.

use geo::{Coord, LineString, Polygon};
use muster::{Source, Span};

use crate::{Class, Projection};

/// Grade: how sure something is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Grade {
    /// A source says so, or it still stands there.
    Known,
    /// Sources agree roughly.
    Fair,
    /// Our own guess from what is around.
    Estimated,
}

impl Grade {
    /// Their names in files, in order.
    pub const NAMES: [&'static str; 3] = ["known", "fair", "estimated"];

    /// Its name in files.
    pub fn name(self) -> &'static str {
        Grade::NAMES[self as usize]
    }

    /// The grade of that name.
    pub fn named(name: &str) -> Option<Grade> {
        [Grade::Known, Grade::Fair, Grade::Estimated].into_iter().find(|grade| grade.name() == name)
    }
}

/// Shape of an item: where an item lies, in metres east and north of the origin.
#[derive(Clone, Debug, PartialEq)]
pub enum Figure {
    /// At a point.
    Point(Coord<f64>),
    /// Along lines.
    Lines(Vec<LineString<f64>>),
    /// In areas.
    Areas(Vec<Polygon<f64>>),
}

impl Figure {
    /// Every point of it.
    pub fn points(&self) -> Vec<Coord<f64>> {
        match self {
            Figure::Point(at) => vec![*at],
            Figure::Lines(lines) => lines.iter().flat_map(|line| line.0.clone()).collect(),
            Figure::Areas(areas) => areas.iter().flat_map(|area| area.exterior().0.clone()).collect(),
        }
    }

    /// Its lines; none of anything else.
    pub fn lines(&self) -> &[LineString<f64>] {
        match self {
            Figure::Lines(lines) => lines,
            _ => &[],
        }
    }
}

/// One feature of a survey.
#[derive(Clone, Debug, PartialEq)]
pub struct Item {
    /// Its `id`, or `#17` by its place in the file, counted from 1.
    pub id: String,
    /// Its class.
    pub class: Class,
    /// Its name.
    pub name: Option<String>,
    /// Its height, in metres.
    pub height: Option<f64>,
    /// Its width, in metres.
    pub width: Option<f64>,
    /// Its depth, in metres.
    pub depth: Option<f64>,
    /// Its grade.
    pub grade: Grade,
    /// Its source.
    pub source: String,
    /// Its figure.
    pub figure: Figure,
    /// Its place in the file.
    pub span: Span,
}

/// A battlefield, in metres. Only [`Survey::read`](crate::Survey::read) makes one.
#[derive(Clone, Debug, PartialEq)]
pub struct Survey {
    /// Its name.
    pub name: String,
    /// Meaning of its coordinates.
    pub projection: Projection,
    /// All features but the origin, in the order of the file.
    pub items: Vec<Item>,
    /// The text that it was read from: what a cut finds wrong is shown there.
    pub text: Source,
}

impl Survey {
    /// The item of that id.
    pub fn item(&self, id: &str) -> Option<&Item> {
        self.items.iter().find(|item| item.id == id)
    }

    /// The corners of all that is in it, south-west and north-east.
    pub fn corners(&self) -> (Coord<f64>, Coord<f64>) {
        let points = self.items.iter().flat_map(|item| item.figure.points());
        points.fold((Coord { x: 0.0, y: 0.0 }, Coord { x: 0.0, y: 0.0 }), |(low, high), at| {
            (
                Coord { x: low.x.min(at.x), y: low.y.min(at.y) },
                Coord { x: high.x.max(at.x), y: high.y.max(at.y) },
            )
        })
    }
}
