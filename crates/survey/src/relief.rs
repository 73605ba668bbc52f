//! The surface between contours and heights.

use geo::Coord;
use spade::{DelaunayTriangulation, FloatTriangulation, HasPosition, Point2, Triangulation};

use crate::follow;
use crate::{Class, Figure, Item};

/// A point of known height.
struct Height {
    at: Point2<f64>,
    meters: f64,
}

impl HasPosition for Height {
    type Scalar = f64;

    fn position(&self) -> Point2<f64> {
        self.at
    }
}

/// The surface through all heights of a survey; level zero if it has none.
pub(crate) struct Relief {
    mesh: DelaunayTriangulation<Height>,
}

impl Relief {
    /// The surface of items whose figures stand where heights are asked for. Lines of one height count at least every
    /// `spacing`.
    pub fn new<'a>(items: impl Iterator<Item = (&'a Item, &'a Figure)>, spacing: f64) -> Relief {
        let mut mesh = DelaunayTriangulation::new();
        for (item, figure) in items {
            let Some(meters) = item.height.filter(|_| item.class.needs_height() || is_crest(item)) else {
                continue;
            };
            let points = match figure {
                Figure::Point(at) => vec![*at],
                Figure::Areas(_) => Vec::new(),
                Figure::Lines(lines) => lines.iter().flat_map(|line| dense(&line.0, spacing)).collect(),
            };
            for Coord { x, y } in points {
                // A point so far away or so small that the mesh cannot count it lies outside the reach of a survey.
                let _ = mesh.insert(Height { at: Point2::new(x, y), meters });
            }
        }
        Relief { mesh }
    }

    /// The height at some points, in metres: between the heights around, beyond them all that of the nearest.
    pub fn heights(&self, points: &[Coord<f64>]) -> Vec<f64> {
        let between = self.mesh.barycentric();
        let height = |at: &Coord<f64>| {
            let at = Point2::new(at.x, at.y);
            let nearest = || self.mesh.nearest_neighbor(at).map(|vertex| vertex.data().meters);
            let found = between.interpolate(|vertex| vertex.data().meters, at);
            found.or_else(nearest).unwrap_or(0.0)
        };
        points.iter().map(height).collect()
    }
}

fn is_crest(item: &Item) -> bool {
    item.class == Class::Hexside(ground::Feature::Crest)
}

/// The points of a line, and more between them.
fn dense(line: &[Coord<f64>], spacing: f64) -> Vec<Coord<f64>> {
    let stops: Vec<follow::Stop<()>> = follow::stops(line, spacing * follow::STOPS, &[]);
    stops.into_iter().map(|stop| stop.at).collect()
}
