//! The hexes of a cut, on the map and beyond it, and where they lie in the field.

use geo::Coord;
use ground::Dir;

use crate::project::centimetre;

/// A hex by column and row from 0; the grid has no end.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub column: i32,
    pub row: i32,
}

/// A corner of hexes: its place in steps of half a hex's edge to the right and half a hex's height down.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Vertex {
    pub x: i32,
    pub y: i32,
}

impl Cell {
    /// The neighbour in that direction.
    pub fn neighbour(self, dir: Dir) -> Cell {
        let lower = self.column & 1;
        let (column, row) = match dir.index() {
            0 => (0, -1),
            1 => (1, lower - 1),
            2 => (1, lower),
            3 => (0, 1),
            4 => (-1, lower),
            _ => (-1, lower - 1),
        };
        Cell { column: self.column + column, row: self.row + row }
    }

    /// Its middle, in the steps of vertices.
    fn middle(self) -> Vertex {
        Vertex { x: 3 * self.column, y: 2 * self.row + (self.column & 1) }
    }

    /// The ends of its hexside in that direction.
    pub fn hexside(self, dir: Dir) -> [Vertex; 2] {
        const CORNERS: [(i32, i32); 6] = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)];
        let Vertex { x, y } = self.middle();
        [(dir.index() + 5) % 6, dir.index()].map(|corner| {
            let (right, down) = CORNERS[corner];
            Vertex { x: x + right, y: y + down }
        })
    }
}

impl Vertex {
    /// Whether this is a corner of a hex at all.
    pub fn is_corner(self) -> bool {
        let column = match self.x.rem_euclid(3) {
            2 => (self.x - 2).div_euclid(3),
            1 => (self.x + 2).div_euclid(3),
            _ => return false,
        };
        (self.y - (column & 1)) & 1 == 0
    }

    /// Whether a hexside leads from one to the other.
    pub fn is_next_to(self, other: Vertex) -> bool {
        let step = (other.x - self.x, other.y - self.y);
        // From the right corner of a hex its neighbour to the right, from its left corner that to the left.
        let out = if self.x.rem_euclid(3) == 2 { 1 } else { -1 };
        step == (2 * out, 0) || (step.0 == -out && step.1.abs() == 1)
    }
}

/// The grid in the field: hexes of a size, turned and shifted.
///
/// Points of the grid are in metres to the right and down from the middle of hex 0101.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    /// From hexside to opposite hexside, in metres.
    pub across: f64,
    origin: Coord<f64>,
    /// The unit vector to the right of the map, in the field.
    right: Coord<f64>,
}

/// Samples of a hex lie in rings around its middle: this many.
const RINGS: i32 = 4;
/// The samples of one hex.
pub(crate) const SAMPLES: usize = 61;

impl Grid {
    /// A grid whose first hex has its middle at `origin`, and whose top looks `rotation` degrees to the right of the
    /// survey's north.
    pub fn new(hex_meters: u32, origin: Coord<f64>, rotation: i32) -> Grid {
        let (sin, cos) = match rotation.rem_euclid(360) {
            0 => (0.0, 1.0),
            90 => (1.0, 0.0),
            180 => (0.0, -1.0),
            270 => (-1.0, 0.0),
            degrees => f64::from(degrees).to_radians().sin_cos(),
        };
        Grid { across: f64::from(hex_meters), origin, right: Coord { x: cos, y: -sin } }
    }

    /// A point of the field on the grid, to the centimetre.
    pub fn place(&self, at: Coord<f64>) -> Coord<f64> {
        let off = at - self.origin;
        let Coord { x, y } = self.right;
        Coord { x: centimetre(off.x * x + off.y * y), y: centimetre(off.x * y - off.y * x) }
    }

    /// A point of the grid in the field, in metres.
    pub fn field(&self, at: Coord<f64>) -> Coord<f64> {
        let Coord { x, y } = self.right;
        self.origin + Coord { x: at.x * x + at.y * y, y: at.x * y - at.y * x }
    }

    /// From the middle of a hex to its corner.
    pub fn radius(&self) -> f64 {
        self.across / 3.0_f64.sqrt()
    }

    /// Place of a corner.
    pub fn corner(&self, vertex: Vertex) -> Coord<f64> {
        Coord { x: f64::from(vertex.x) * self.radius() / 2.0, y: f64::from(vertex.y) * self.across / 2.0 }
    }

    /// Place of the middle of a hex.
    pub fn middle(&self, cell: Cell) -> Coord<f64> {
        self.corner(cell.middle())
    }

    /// The hex that holds a point; of two at the same distance the first.
    pub fn cell(&self, at: Coord<f64>) -> Cell {
        let near = self.cells_near(at, self.across);
        let nearest = near
            .into_iter()
            .min_by(|a, b| distance2(self.middle(*a), at).total_cmp(&distance2(self.middle(*b), at)));
        nearest.unwrap_or(Cell { column: 0, row: 0 })
    }

    /// The hexes whose middles lie within `reach` of a point, in order.
    pub fn cells_near(&self, at: Coord<f64>, reach: f64) -> Vec<Cell> {
        let column = (at.x / (self.radius() * 1.5)).round() as i32;
        let row = (at.y / self.across).round() as i32;
        let around = (column - 2..=column + 2).flat_map(|c| (row - 2..=row + 2).map(move |r| (c, r)));
        let cells = around.map(|(column, row)| Cell { column, row });
        cells.filter(|cell| distance2(self.middle(*cell), at) <= reach * reach).collect()
    }

    /// The corners within `reach` of a point, in order.
    pub fn corners_near(&self, at: Coord<f64>, reach: f64) -> Vec<Vertex> {
        let x = (at.x / (self.radius() / 2.0)).round() as i32;
        let y = (at.y / (self.across / 2.0)).round() as i32;
        let around = (x - 5..=x + 5).flat_map(|x| (y - 3..=y + 3).map(move |y| Vertex { x, y }));
        let corners = around.filter(|vertex| vertex.is_corner());
        corners.filter(|vertex| distance2(self.corner(*vertex), at) <= reach * reach).collect()
    }

    /// The corner nearest to a point.
    pub fn nearest_corner(&self, at: Coord<f64>) -> Vertex {
        let near = self.corners_near(at, self.across);
        let nearest = near
            .into_iter()
            .min_by(|a, b| distance2(self.corner(*a), at).total_cmp(&distance2(self.corner(*b), at)));
        nearest.unwrap_or(Vertex { x: 1, y: -1 })
    }

    /// Points spread evenly over a hex, each standing for the same area.
    pub fn samples(&self, cell: Cell) -> Vec<Coord<f64>> {
        let middle = self.middle(cell);
        let step = self.radius() / (f64::from(RINGS) + 0.5);
        let all = (-RINGS..=RINGS).flat_map(|q| (-RINGS..=RINGS).map(move |r| (q, r)));
        let inside = all.filter(|(q, r)| (q + r).abs() <= RINGS);
        inside
            .map(|(q, r)| Coord {
                x: middle.x + step * (f64::from(q) + f64::from(r) / 2.0),
                y: middle.y + step * f64::from(r) * 3.0_f64.sqrt() / 2.0,
            })
            .collect()
    }
}

/// The square of the distance of two points.
pub(crate) fn distance2(a: Coord<f64>, b: Coord<f64>) -> f64 {
    (a.x - b.x) * (a.x - b.x) + (a.y - b.y) * (a.y - b.y)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_and_hexsides_agree() {
        for (column, row) in [(0, 0), (1, 0), (4, 7), (5, 6), (-1, -2), (-2, 3)] {
            let cell = Cell { column, row };
            for dir in Dir::ALL {
                let [a, b] = cell.hexside(dir);
                assert!(
                    a.is_corner() && b.is_corner() && a.is_next_to(b) && b.is_next_to(a),
                    "{cell:?} {dir:?}"
                );
                let mut other = cell.neighbour(dir).hexside(dir.turn(3));
                other.reverse();
                assert_eq!(other, [a, b], "{cell:?} {dir:?}");
            }
            let [a, b] = [cell.hexside(Dir(0)), cell.hexside(Dir(3))];
            assert!(!a[0].is_next_to(b[0]));
        }
    }

    #[test]
    fn a_hex_holds_its_samples_and_north_may_be_turned() {
        let grid = Grid::new(150, Coord { x: 1000.0, y: 2000.0 }, 90);
        let cell = Cell { column: 5, row: 3 };
        let samples = grid.samples(cell);
        assert_eq!(samples.len(), SAMPLES);
        assert!(samples.iter().all(|at| grid.cell(*at) == cell));
        // The top looks east: what lies north of the origin lies to the left.
        assert_eq!(grid.place(Coord { x: 1000.0, y: 2300.0 }), Coord { x: -300.0, y: 0.0 });
        assert_eq!(grid.place(Coord { x: 1300.0, y: 2000.0 }), Coord { x: 0.0, y: -300.0 });
        let there = Coord { x: -20.0, y: 70.0 };
        assert_eq!(grid.place(grid.field(there)), there);
    }
}
