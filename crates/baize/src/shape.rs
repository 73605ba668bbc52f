use std::fmt;

use crate::Length;

/// Width and depth of a rectangle of bases.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Size {
    /// Along the front edge.
    pub width: Length,
    /// From the front edge to the rear.
    pub depth: Length,
}

impl Size {
    /// The rectangle with this front, centred on it.
    pub const fn shape(self) -> Shape {
        let (half, deep) = (self.width.0 as i32, 2 * self.depth.0 as i32);
        let mut corners = [(0, 0); 8];
        corners[0] = (-half, 0);
        corners[1] = (half, 0);
        corners[2] = (half, deep);
        corners[3] = (-half, deep);
        Shape { corners, count: 4 }
    }
}

/// Shape of a figure or of a region before it is placed: convex, with three to eight corners, clockwise from the left end of its front edge.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Shape {
    /// In half units to the right of the centre of the front edge and behind it, so that an odd width has a centre.
    corners: [(i32, i32); 8],
    count: usize,
}

/// Fault of corners that make no shape.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShapeError {
    /// Fewer than three corners or more than eight.
    Count(usize),
    /// The shape turns outward at this corner, counted from 0, or so little inward that rounding could make it.
    Dent(usize),
    /// A corner lies farther off than 131,072 units.
    Far(usize),
}

impl fmt::Display for ShapeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ShapeError::Count(count) => write!(f, "{count} corners, where there are three to eight"),
            ShapeError::Dent(corner) => {
                write!(f, "corner {corner} does not turn clockwise, or hardly: a shape is convex")
            }
            ShapeError::Far(corner) => {
                write!(f, "corner {corner} lies too far off: at most 131072 units")
            }
        }
    }
}

impl std::error::Error for ShapeError {}

/// The farthest a corner may lie off, in units.
const FARTHEST: i32 = 131_072;

impl Shape {
    /// A shape of corners in units to the right of the pose and behind it, clockwise, the front edge from the first to the second.
    ///
    /// # Errors
    /// They make no convex shape that stays convex when its corners are rounded.
    pub fn new(corners: &[(i32, i32)]) -> Result<Shape, ShapeError> {
        let count = corners.len();
        if !(3..=8).contains(&count) {
            return Err(ShapeError::Count(count));
        }
        let is_far = |&(x, y): &(i32, i32)| x.abs().max(y.abs()) > FARTHEST;
        if let Some(far) = corners.iter().position(is_far) {
            return Err(ShapeError::Far(far));
        }
        let edge = |i: usize| {
            let ((ax, ay), (bx, by)) = (corners[i % count], corners[(i + 1) % count]);
            (i64::from(bx - ax), i64::from(by - ay))
        };
        // Rounding moves each end of an edge by less than one unit each way, so the product of two edges by less than twice the sum of
        // their parts and eight.
        let dent = (0..count).find(|&i| {
            let ((ax, ay), (bx, by)) = (edge(i), edge(i + 1));
            ax * by - ay * bx <= 2 * (ax.abs() + ay.abs() + bx.abs() + by.abs()) + 8
        });
        // A star of corners turns clockwise everywhere, but more than once around.
        let around = (0..count).filter(|&i| edge(i).1 <= 0 && edge(i + 1).1 > 0).count();
        match dent {
            Some(i) => Err(ShapeError::Dent((i + 1) % count)),
            None if around != 1 => Err(ShapeError::Dent(0)),
            None => {
                let mut shape = Shape { corners: [(0, 0); 8], count };
                for (own, &(x, y)) in shape.corners.iter_mut().zip(corners) {
                    *own = (2 * x, 2 * y);
                }
                Ok(shape)
            }
        }
    }

    /// The strip that lies directly ahead of a front of this width, out to a reach, and so much wider on both sides.
    ///
    /// # Panics
    /// If nothing is left of it.
    pub fn ahead(width: Length, wider: Length, reach: Length) -> Shape {
        let (half, far) = (i32::from(width.0) + 2 * i32::from(wider.0), -2 * i32::from(reach.0));
        assert!(half > 16 && far < -16, "the strip has a width and a reach");
        let mut shape = Shape { corners: [(0, 0); 8], count: 4 };
        shape.corners[..4].copy_from_slice(&[(-half, far), (half, far), (half, 0), (-half, 0)]);
        shape
    }

    /// The fan before a front of this width that opens by so much to each side for each length ahead: an arc of fire. `open` is in
    /// thousandths: 1000 opens by half a quarter of a circle.
    ///
    /// # Panics
    /// If nothing is left of it.
    pub fn fan(width: Length, open: u16, reach: Length) -> Shape {
        let (half, far) = (i32::from(width.0), 2 * i32::from(reach.0));
        let wide = half + far * i32::from(open) / 1000;
        assert!(half > 16 && far > 16, "the fan has a width and a reach");
        let mut shape = Shape { corners: [(0, 0); 8], count: 4 };
        shape.corners[..4].copy_from_slice(&[(-wide, -far), (wide, -far), (half, 0), (-half, 0)]);
        shape
    }

    /// Its corners, in half units to the right of the pose and behind it.
    pub(crate) fn halves(&self) -> &[(i32, i32)] {
        &self.corners[..self.count]
    }
}
