use std::fmt;

use crate::exact::{between, cross, dot};
use crate::near::apart;
use crate::{Apart, Edge, Figure, Length, Place, SLACK};

/// Outline of an area of terrain: any polygon that does not cross itself, with holes or without.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outline {
    /// The outer ring clockwise, then the holes against the clock: the area lies to the right of every edge.
    rings: Vec<Vec<Place>>,
    rim: (Place, Place),
}

/// Fault of places that make no outline.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum OutlineError {
    /// A ring of fewer than three corners.
    Few,
    /// A ring has the same place twice in a row, at this corner, counted from 0.
    Twice(usize),
    /// Two edges of one ring meet, beside neighbours at their corner; the first of the two begins at this corner.
    Crosses(usize),
    /// A hole, counted from 0, is no ring itself, does not lie within the outer one, or meets another.
    Hole(usize),
}

impl fmt::Display for OutlineError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OutlineError::Few => write!(f, "fewer than three corners"),
            OutlineError::Twice(corner) => write!(f, "corner {} is the one before it again", corner + 1),
            OutlineError::Crosses(corner) => {
                write!(
                    f,
                    "the edge from corner {} meets another edge: an outline does not cross itself",
                    corner + 1
                )
            }
            OutlineError::Hole(hole) => {
                write!(f, "hole {} meets itself or another ring, or does not lie within", hole + 1)
            }
        }
    }
}

impl std::error::Error for OutlineError {}

/// Position of a place, seen from an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Lies {
    /// Inside.
    Inside,
    /// Exactly on an edge.
    OnEdge,
    /// Outside, or in a hole.
    Outside,
}

/// Whether two segments have a point in common.
fn meet(a: Edge, b: Edge) -> bool {
    let side = |edge: Edge, at: Place| cross(between(edge.from, edge.to), between(edge.from, at)).signum();
    let (a1, a2, b1, b2) = (side(b, a.from), side(b, a.to), side(a, b.from), side(a, b.to));
    if a1 == 0 && a2 == 0 {
        // On one line: they meet if the rectangles about them do.
        let overlap =
            |a: (i32, i32), b: (i32, i32)| a.0.min(a.1) <= b.0.max(b.1) && b.0.min(b.1) <= a.0.max(a.1);
        return overlap((a.from.x, a.to.x), (b.from.x, b.to.x))
            && overlap((a.from.y, a.to.y), (b.from.y, b.to.y));
    }
    a1 * a2 <= 0 && b1 * b2 <= 0
}

fn edges_of(ring: &[Place]) -> impl ExactSizeIterator<Item = Edge> + Clone + '_ {
    (0..ring.len()).map(move |i| Edge { from: ring[i], to: ring[(i + 1) % ring.len()] })
}

/// Twice the area within a ring, more than nothing if it goes clockwise.
fn area(ring: &[Place]) -> i64 {
    edges_of(ring).map(|edge| cross(between(ring[0], edge.from), between(ring[0], edge.to))).sum()
}

/// A ring that does not meet itself, turned to go clockwise.
fn checked(mut ring: Vec<Place>) -> Result<Vec<Place>, OutlineError> {
    if ring.len() < 3 {
        return Err(OutlineError::Few);
    }
    let count = ring.len();
    if let Some(twice) = (0..count).find(|&i| ring[i] == ring[(i + count - 1) % count]) {
        return Err(OutlineError::Twice(twice));
    }
    let edges: Vec<Edge> = edges_of(&ring).collect();
    for (i, a) in edges.iter().enumerate() {
        for (j, b) in edges.iter().enumerate().skip(i + 1) {
            let crosses = match j - i {
                // Neighbours meet at their corner; folded back they have more in common.
                1 => folds(*a, *b),
                _ if i == 0 && j == count - 1 => folds(*b, *a),
                _ => meet(*a, *b),
            };
            if crosses {
                return Err(OutlineError::Crosses(i));
            }
        }
    }
    if area(&ring) < 0 {
        ring.reverse();
    }
    Ok(ring)
}

/// Whether an edge goes back over the one before it.
fn folds(a: Edge, b: Edge) -> bool {
    let (a, b) = (between(a.from, a.to), between(b.from, b.to));
    cross(a, b) == 0 && dot(a, b) < 0
}

impl Outline {
    /// The outline of a ring of corners, in either direction, and of rings that are cut out of it.
    ///
    /// # Errors
    /// The rings cross themselves or each other.
    pub fn new(outer: Vec<Place>, holes: Vec<Vec<Place>>) -> Result<Outline, OutlineError> {
        let outer = checked(outer)?;
        let (mut low, mut high) = (outer[0], outer[0]);
        for place in &outer {
            low = Place { x: low.x.min(place.x), y: low.y.min(place.y) };
            high = Place { x: high.x.max(place.x), y: high.y.max(place.y) };
        }
        let mut outline = Outline { rings: vec![outer], rim: (low, high) };
        for (i, hole) in holes.into_iter().enumerate() {
            let mut hole = checked(hole).map_err(|_| OutlineError::Hole(i))?;
            let crosses = edges_of(&hole).any(|edge| outline.edges().any(|other| meet(edge, other)));
            let around = |ring: &[Place]| lies_in(edges_of(ring), hole[0]) == Lies::Inside;
            // It must not lie in another hole, nor another hole in it.
            let nested =
                outline.rings[1..].iter().any(|ring| lies_in(edges_of(&hole), ring[0]) == Lies::Inside);
            if crosses
                || nested
                || !around(&outline.rings[0])
                || outline.rings[1..].iter().any(|ring| around(ring))
            {
                return Err(OutlineError::Hole(i));
            }
            hole.reverse();
            outline.rings.push(hole);
        }
        Ok(outline)
    }

    /// Its rings: the outer one clockwise, then the holes against the clock.
    pub fn rings(&self) -> &[Vec<Place>] {
        &self.rings
    }

    /// Its edges; the area lies to the right of each.
    pub fn edges(&self) -> impl Iterator<Item = Edge> + Clone + '_ {
        self.rings.iter().flat_map(|ring| edges_of(ring))
    }

    /// The upper left and the lower right corner of the rectangle about it.
    pub fn rim(&self) -> (Place, Place) {
        self.rim
    }

    /// The figure about the area: itself, if its outer ring is convex and has no more than eight corners; else the rectangle about it.
    pub fn around(&self) -> Figure {
        let ring = &self.rings[0];
        let count = ring.len();
        let turns = |i: usize| {
            let (a, b, c) = (ring[i], ring[(i + 1) % count], ring[(i + 2) % count]);
            cross(between(a, b), between(b, c)) >= 0
        };
        if count <= 8 && (0..count).all(turns) {
            return Figure::of(ring);
        }
        let (low, high) = self.rim;
        let corner = |x: i32, y: i32| Place { x, y };
        Figure::of(&[low, corner(high.x, low.y), high, corner(low.x, high.y)])
    }

    /// Position of a place.
    pub fn lies(&self, place: Place) -> Lies {
        lies_in(self.edges(), place)
    }

    /// Whether any part of a figure lies in the area, by more than [`SLACK`].
    pub fn has_part_of(&self, figure: &Figure) -> bool {
        self.near(figure, 0) && (self.edges().any(|edge| passes(edge, figure)) || self.has_middle_of(figure))
    }

    /// Whether all of a figure lies in the area, give or take [`SLACK`].
    pub fn has_all_of(&self, figure: &Figure) -> bool {
        self.near(figure, 0) && self.has_middle_of(figure) && !self.edges().any(|edge| passes(edge, figure))
    }

    /// The distance between the nearest points of a figure and of the area; none where they meet.
    pub fn apart(&self, figure: &Figure) -> Apart {
        let inside = self.near(figure, 0) && self.lies(figure.corners()[0]) != Lies::Outside;
        if inside { Apart::NONE } else { self.edge_apart(figure) }
    }

    /// The distance between the nearest points of a figure and of the area's edge, also from inside.
    pub fn edge_apart(&self, figure: &Figure) -> Apart {
        let distances = self.edges().map(|edge| apart(&Figure::of(&[edge.from, edge.to]), figure));
        distances.min().unwrap_or(Apart::NONE)
    }

    /// Whether the rectangles about the area and a figure come within so many units of each other.
    fn near(&self, figure: &Figure, within: i32) -> bool {
        let ((a, b), (c, d)) = (self.rim, figure.rim());
        a.x <= d.x + within && c.x <= b.x + within && a.y <= d.y + within && c.y <= b.y + within
    }

    /// Whether the middle of a figure lies in the area: of its first and third corner, where no edge can come near if none passes through.
    fn has_middle_of(&self, figure: &Figure) -> bool {
        let corners = figure.corners();
        let twice = |place: Place| Place { x: 2 * place.x, y: 2 * place.y };
        let middle = match corners {
            [a, _, c, _, ..] => Place { x: a.x + c.x, y: a.y + c.y },
            // A third of the way from the middle of two corners to the third one lies within a triangle too, but a half of it is whole.
            [a, b, c] => Place { x: (a.x + b.x) / 2 + c.x, y: (a.y + b.y) / 2 + c.y },
            _ => twice(corners[0]),
        };
        lies_in(self.edges().map(|edge| Edge { from: twice(edge.from), to: twice(edge.to) }), middle)
            == Lies::Inside
    }
}

/// Position of a place, seen from an area of these edges: a ray to the right crosses an odd number of them from inside.
fn lies_in(edges: impl Iterator<Item = Edge>, place: Place) -> Lies {
    let mut inside = false;
    for Edge { from, to } in edges {
        let side = cross(between(from, to), between(from, place));
        let within = |a: i32, b: i32, at: i32| a.min(b) <= at && at <= a.max(b);
        if side == 0 && within(from.x, to.x, place.x) && within(from.y, to.y, place.y) {
            return Lies::OnEdge;
        }
        let goes_down = from.y <= place.y && place.y < to.y;
        let goes_up = to.y <= place.y && place.y < from.y;
        // To the right of the place an edge that goes down has it on its right, clockwise.
        if goes_down && side > 0 || goes_up && side < 0 {
            inside = !inside;
        }
    }
    if inside { Lies::Inside } else { Lies::Outside }
}

impl Edge {
    /// Whether a figure stands on a stretch of a line that is so broad to both sides: nearer to its middle than that or, if it has no breadth,
    /// across it, by more than [`SLACK`].
    pub fn is_under(self, half: Length, figure: &Figure) -> bool {
        match half.0 > SLACK.0 {
            true => self.apart(figure).is_less_than(Length(half.0 - SLACK.0)),
            false => passes(self, figure),
        }
    }

    /// Whether it has a point in common with another.
    pub fn meets(self, other: Edge) -> bool {
        meet(self, other)
    }

    /// The figure of no breadth that it is.
    pub fn figure(self) -> Figure {
        Figure::of(&[self.from, self.to])
    }
}

/// Whether an edge passes through a figure, deeper than [`SLACK`] from all its edges.
fn passes(edge: Edge, figure: &Figure) -> bool {
    // The share of the way along the edge at which it comes in and goes out, each as a ratio with a positive denominator.
    let (mut enters, mut leaves) = ((0_i64, 1_i64), (1_i64, 1_i64));
    let less =
        |a: (i64, i64), b: (i64, i64)| i128::from(a.0) * i128::from(b.1) < i128::from(b.0) * i128::from(a.1);
    for side in figure.edges() {
        let along = between(side.from, side.to);
        let length = dot(along, along).unsigned_abs().isqrt() as i64 + 1;
        let deep = |at: Place| cross(along, between(side.from, at)) - i64::from(SLACK.0) * length;
        let (from, to) = (deep(edge.from), deep(edge.to));
        match (from > 0, to > 0) {
            (true, true) => {}
            (false, false) => return false,
            (false, true) => {
                let share = (-from, to - from);
                enters = if less(enters, share) { share } else { enters };
            }
            (true, false) => {
                let share = (from, from - to);
                leaves = if less(share, leaves) { share } else { leaves };
            }
        }
    }
    less(enters, leaves)
}
