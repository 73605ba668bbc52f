//! Near, touching, overlapping.

use crate::exact::{between, cross, dot, is_beyond, to_segment};
use crate::{Apart, Edge, Figure, Length, Place, SLACK};

/// Whether an edge of one of two figures has all of the other outside it, or inside by no more than `slack`.
pub(crate) fn is_apart(a: &Figure, b: &Figure, slack: Length) -> bool {
    !a.rims_meet(b, 0) || has_outside(a, b, slack) || has_outside(b, a, slack)
}

fn has_outside(a: &Figure, b: &Figure, slack: Length) -> bool {
    a.edges().any(|edge| {
        let along = between(edge.from, edge.to);
        let deepest = b.corners().iter().map(|&corner| cross(along, between(edge.from, corner))).max();
        !is_beyond(deepest.unwrap_or(0), slack, dot(along, along))
    })
}

/// Whether two figures overlap, deeper than [`SLACK`]: none has an edge beyond which all the other lies.
pub fn overlap(a: &Figure, b: &Figure) -> bool {
    !is_apart(a, b, SLACK)
}

/// The distance between the nearest points of two figures; none where they meet.
pub fn apart(a: &Figure, b: &Figure) -> Apart {
    if a.rims_meet(b, 0) && meet(a, b) {
        return Apart::NONE;
    }
    let from = |a: &Figure, b: &Figure| a.corners().iter().map(|&corner| from_edges(corner, b)).min();
    from(a, b).into_iter().chain(from(b, a)).min().unwrap_or(Apart::NONE)
}

/// Whether two figures have a point in common. Figures of no area have edges as well, so that all of the other may lie *on* one.
fn meet(a: &Figure, b: &Figure) -> bool {
    let has_outside = |a: &Figure, b: &Figure| {
        a.edges().any(|edge| {
            let along = between(edge.from, edge.to);
            b.corners().iter().all(|&corner| cross(along, between(edge.from, corner)) < 0)
        })
    };
    !has_outside(a, b) && !has_outside(b, a)
}

fn from_edges(place: Place, figure: &Figure) -> Apart {
    figure.edges().map(|edge| to_segment(place, edge.from, edge.to)).min().unwrap_or(Apart::NONE)
}

/// Whether the nearest points of two figures are at most so far from each other.
pub fn is_within(a: &Figure, b: &Figure, length: Length) -> bool {
    length.0 >= 0 && a.rims_meet(b, length.0.into()) && apart(a, b).is_within(length)
}

/// Whether two figures touch: they are within [`SLACK`] of each other and do not overlap.
pub fn touch(a: &Figure, b: &Figure) -> bool {
    is_within(a, b, SLACK) && !overlap(a, b)
}

/// Parts of a figure that something touches: edges and corners, each a bit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Parts {
    edges: u8,
    corners: u8,
}

impl Parts {
    /// Whether the edge is among them that begins at that corner; 0 is the front edge.
    pub fn has_edge(self, edge: usize) -> bool {
        self.edges >> edge & 1 == 1
    }

    /// Whether the corner is among them; 0 is the left front corner, 1 the right one.
    pub fn has_corner(self, corner: usize) -> bool {
        self.corners >> corner & 1 == 1
    }

    /// Whether nothing is.
    pub fn is_empty(self) -> bool {
        self == Parts::default()
    }
}

/// The edges and corners of a figure that come within [`SLACK`] of another.
pub fn touching(figure: &Figure, other: &Figure) -> Parts {
    let mut parts = Parts::default();
    if !figure.rims_meet(other, SLACK.0.into()) {
        return parts;
    }
    for (i, &corner) in figure.corners().iter().enumerate() {
        parts.corners |= u8::from(apart(&Figure::of(&[corner]), other).is_within(SLACK)) << i;
    }
    for (i, edge) in figure.edges().enumerate() {
        parts.edges |= u8::from(apart(&Figure::of(&[edge.from, edge.to]), other).is_within(SLACK)) << i;
    }
    parts
}

/// Whether two figures touch along an edge and not at a corner only.
pub fn share_an_edge(a: &Figure, b: &Figure) -> bool {
    if !touch(a, b) {
        return false;
    }
    let near = |a: &Figure, b: &Figure| -> Vec<Place> {
        let is_near = |at: &&Place| apart(&Figure::of(&[**at]), b).is_within(SLACK);
        a.corners().iter().filter(is_near).copied().collect()
    };
    let places = [near(a, b), near(b, a)].concat();
    // Two convex figures that meet at two places, and do not overlap, meet all along between them.
    let is_far = |a: &Place, b: &Place| !to_segment(*a, *b, *b).is_within(Length(2 * SLACK.0 + 1));
    places.iter().enumerate().any(|(i, a)| places[i + 1..].iter().any(|b| is_far(a, b)))
}

impl Edge {
    /// The distance between the nearest points of this edge and a figure.
    pub fn apart(self, figure: &Figure) -> Apart {
        apart(&Figure::of(&[self.from, self.to]), figure)
    }
}
