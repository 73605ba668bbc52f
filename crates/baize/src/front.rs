//! Before, behind, beside: figures held against lines and regions.

use crate::exact::{between, cross, dot, is_beyond};
use crate::near::is_apart;
use crate::{Figure, Place, SLACK};

/// Edge of a figure, with the figure behind it, to the right of the way from one end to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Edge {
    /// One end; of a front edge the left one.
    pub from: Place,
    /// The other.
    pub to: Place,
}

/// On which side of a line something stands.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Standing {
    /// Before it, by more than [`SLACK`].
    Ahead,
    /// On it, give or take [`SLACK`].
    Level,
    /// Behind it, by more than [`SLACK`].
    Behind,
}

impl Edge {
    /// On which side of the line through this edge a place stands.
    pub fn standing(self, place: Place) -> Standing {
        self.standing_of(between(self.from, place), 1)
    }

    /// On which side of the line through this edge the middle of another stands.
    pub fn standing_of_middle(self, other: Edge) -> Standing {
        let (a, b) = (between(self.from, other.from), between(self.from, other.to));
        self.standing_of((a.0 + b.0, a.1 + b.1), 2)
    }

    /// The same for a place given from the beginning of the edge, so many times as far.
    fn standing_of(self, (x, y): (i64, i64), times: i64) -> Standing {
        let along = between(self.from, self.to);
        let aside = cross(along, (x, y));
        let square = dot(along, along) * times * times;
        if is_beyond(aside, SLACK, square) {
            Standing::Behind
        } else if is_beyond(-aside, SLACK, square) {
            Standing::Ahead
        } else {
            Standing::Level
        }
    }
}

/// The strip directly ahead of an edge, between the perpendiculars through its ends, farther out than any table reaches.
pub fn ahead(edge: Edge) -> Figure {
    // A table and what lies beside it measures less than 2^17 each way.
    const FAR: i64 = 1 << 17;
    let (x, y) = between(edge.from, edge.to);
    let times = FAR / x.abs().max(y.abs()).max(1) + 1;
    let out = |place: Place| Place { x: place.x + (y * times) as i32, y: place.y - (x * times) as i32 };
    Figure::of(&[out(edge.from), out(edge.to), edge.to, edge.from])
}

/// Whether any part of a figure lies in a region, by more than [`SLACK`].
pub fn is_partly_in(figure: &Figure, region: &Figure) -> bool {
    !is_apart(figure, region, SLACK)
}

/// Whether all of a figure lies in a region, give or take [`SLACK`].
pub fn is_wholly_in(figure: &Figure, region: &Figure) -> bool {
    let is_outside = |edge: Edge| figure.corners().iter().any(|&at| edge.standing(at) == Standing::Ahead);
    !region.edges().any(is_outside)
}
