use crate::{Edge, Spot};

/// Place of a corner on a table or beside it, in units; it may lie beyond the table's edge.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Place {
    /// To the right.
    pub x: i32,
    /// Down, toward the near edge.
    pub y: i32,
}

impl From<Spot> for Place {
    fn from(spot: Spot) -> Place {
        Place { x: spot.x.into(), y: spot.y.into() }
    }
}

/// Figure: a shape as it stands on the table, or a region of it. Its corners are whole units; it is convex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Figure {
    corners: [Place; 8],
    count: usize,
    /// The upper left and the lower right corner of the rectangle about it.
    rim: (Place, Place),
}

impl Figure {
    pub(crate) fn placed(corners: [Place; 8], count: usize) -> Figure {
        let (mut low, mut high) = (corners[0], corners[0]);
        for corner in &corners[..count] {
            low = Place { x: low.x.min(corner.x), y: low.y.min(corner.y) };
            high = Place { x: high.x.max(corner.x), y: high.y.max(corner.y) };
        }
        Figure { corners, count, rim: (low, high) }
    }

    /// A triangle or another convex part of an outline, whose corners go clockwise.
    pub(crate) fn of(corners: &[Place]) -> Figure {
        let mut own = [Place::default(); 8];
        own[..corners.len()].copy_from_slice(corners);
        Figure::placed(own, corners.len())
    }

    /// Its corners, clockwise from the left end of the front edge.
    pub fn corners(&self) -> &[Place] {
        &self.corners[..self.count]
    }

    /// Its edges, clockwise from the front edge.
    pub fn edges(&self) -> impl ExactSizeIterator<Item = Edge> + '_ {
        (0..self.count).map(|i| self.edge(i))
    }

    /// The edge that begins at that corner.
    ///
    /// # Panics
    /// If there is no such corner.
    pub fn edge(&self, corner: usize) -> Edge {
        let corners = self.corners();
        Edge { from: corners[corner], to: corners[(corner + 1) % corners.len()] }
    }

    /// Its front edge, from the left corner to the right.
    pub fn front(&self) -> Edge {
        self.edge(0)
    }

    /// The upper left and the lower right corner of the rectangle about it.
    pub fn rim(&self) -> (Place, Place) {
        self.rim
    }

    /// Whether the rectangles about two figures come within so many units of each other.
    pub(crate) fn rims_meet(&self, other: &Figure, within: i32) -> bool {
        let ((a, b), (c, d)) = (self.rim, other.rim);
        a.x <= d.x + within && c.x <= b.x + within && a.y <= d.y + within && c.y <= b.y + within
    }
}
