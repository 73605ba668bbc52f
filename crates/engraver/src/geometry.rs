//! Geometry: where hexes, vertices and hexsides lie on the sheet, and smooth curves along them.
//!
//! A hex is 100 units wide from vertex to vertex. Cells are hexes by column and row from 0; those beyond the edges
//! of the map exist too, so that the picture can run on to its frame.

use std::ops::{Add, Mul, Sub};

use ground::{Dir, Ground, HexId};

use crate::chance::jitter;
use crate::svg::{Path, Rect};

/// A point on the sheet; y grows downwards.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Pt {
    pub x: f64,
    pub y: f64,
}

impl Pt {
    pub const fn new(x: f64, y: f64) -> Pt {
        Pt { x, y }
    }

    pub fn length(self) -> f64 {
        self.x.hypot(self.y)
    }

    /// The vector of length 1 in this direction; zero stays zero.
    pub fn unit(self) -> Pt {
        let length = self.length();
        if length < 1e-9 { Pt::new(0.0, 0.0) } else { self * (1.0 / length) }
    }

    /// The vector turned a quarter to the right on the sheet.
    pub fn right(self) -> Pt {
        Pt::new(-self.y, self.x)
    }

    pub fn mid(self, other: Pt) -> Pt {
        (self + other) * 0.5
    }
}

impl Add for Pt {
    type Output = Pt;

    fn add(self, other: Pt) -> Pt {
        Pt::new(self.x + other.x, self.y + other.y)
    }
}

impl Sub for Pt {
    type Output = Pt;

    fn sub(self, other: Pt) -> Pt {
        Pt::new(self.x - other.x, self.y - other.y)
    }
}

impl Mul<f64> for Pt {
    type Output = Pt;

    fn mul(self, factor: f64) -> Pt {
        Pt::new(self.x * factor, self.y * factor)
    }
}

/// Half the height of a hex.
pub(crate) const HALF: f64 = 43.301_270_189_221_93;
/// From centre to vertex.
pub(crate) const RADIUS: f64 = 50.0;

/// A hex by column and row from 0, on the map or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Cell {
    pub column: i32,
    pub row: i32,
}

/// A vertex: its place in steps of a quarter of a hex's width and half its height.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct Vertex {
    pub x: i32,
    pub y: i32,
}

impl Vertex {
    /// Its place in the regular grid.
    pub fn regular(self) -> Pt {
        Pt::new(f64::from(self.x) * RADIUS / 2.0, f64::from(self.y) * HALF)
    }

    /// Its place in nature, which is not regular.
    pub fn natural(self) -> Pt {
        let off = Pt::new(jitter(self.x, self.y, 1, 3.0), jitter(self.x, self.y, 2, 3.0));
        self.regular() + off
    }
}

impl Cell {
    pub fn centre(self) -> Pt {
        let lower = f64::from(self.column & 1);
        Pt::new(f64::from(self.column) * RADIUS * 1.5, (f64::from(self.row) * 2.0 + lower) * HALF)
    }

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

    /// The vertex between the hexside in direction `dir` and the next one clockwise.
    pub fn vertex_after(self, dir: Dir) -> Vertex {
        let (x, y) = [(1, -1), (2, 0), (1, 1), (-1, 1), (-2, 0), (-1, -1)][dir.index()];
        Vertex { x: self.column * 3 + x, y: self.row * 2 + (self.column & 1) + y }
    }

    /// The ends of the hexside in direction `dir`, clockwise.
    pub fn hexside(self, dir: Dir) -> (Vertex, Vertex) {
        (self.vertex_after(dir.turn(-1)), self.vertex_after(dir))
    }

    /// The cell that holds a point.
    pub fn at(p: Pt) -> Cell {
        let column = (p.x / (RADIUS * 1.5)).round() as i32;
        let row = (p.y / (2.0 * HALF)).round() as i32;
        let near = (-1..=1).flat_map(|c| (-1..=1).map(move |r| (c, r)));
        near.map(|(c, r)| Cell { column: column + c, row: row + r })
            .min_by(|a, b| (a.centre() - p).length().total_cmp(&(b.centre() - p).length()))
            .expect("nine cells were given")
    }
}

/// The vectors from the centre of a hex to its six vertices, clockwise from the north-east.
pub(crate) fn corners() -> [Pt; 6] {
    let origin = Cell { column: 0, row: 0 };
    Dir::ALL.map(|dir| origin.vertex_after(dir).regular())
}

/// A map and where things lie on its sheet.
pub(crate) struct Sheet<'g> {
    pub ground: &'g Ground,
    pub columns: i32,
    pub rows: i32,
}

impl<'g> Sheet<'g> {
    pub fn new(ground: &'g Ground) -> Sheet<'g> {
        Sheet { ground, columns: i32::from(ground.columns()), rows: i32::from(ground.rows()) }
    }

    pub fn cell(&self, hex: HexId) -> Cell {
        let (column, row) = (self.ground.column(hex), self.ground.row(hex));
        Cell { column: i32::from(column) - 1, row: i32::from(row) - 1 }
    }

    pub fn centre(&self, hex: HexId) -> Pt {
        self.cell(hex).centre()
    }

    /// The hex of a cell, or the nearest one on the map.
    pub fn hex(&self, cell: Cell) -> HexId {
        let column = cell.column.clamp(0, self.columns - 1);
        let row = cell.row.clamp(0, self.rows - 1);
        HexId((row * self.columns + column) as u16)
    }

    pub fn on_map(&self, cell: Cell) -> bool {
        (0..self.columns).contains(&cell.column) && (0..self.rows).contains(&cell.row)
    }

    /// All cells of the picture: the map and a ring around it.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (columns, rows) = (self.columns, self.rows);
        (-1..=rows).flat_map(move |row| (-1..=columns).map(move |column| Cell { column, row }))
    }

    /// The rectangle that the picture of the ground fills.
    pub fn panel(&self) -> Rect {
        let lower = if self.columns > 1 { 1.0 } else { 0.0 };
        Rect {
            x: -RADIUS,
            y: -HALF,
            w: f64::from(self.columns - 1) * RADIUS * 1.5 + 2.0 * RADIUS,
            h: (f64::from(self.rows) * 2.0 + lower) * HALF,
        }
        .grow(14.0)
    }

    /// Every hexside between two hexes of the map once, from one of them.
    pub fn hexsides(&self) -> impl Iterator<Item = (HexId, Dir)> + '_ {
        self.ground
            .hexes()
            .flat_map(|hex| (0..3).map(move |d| (hex, Dir(d))))
            .filter(|&(hex, dir)| self.ground.neighbour(hex, dir).is_some())
    }

    /// The outlines of the region of cells where `inside` says so.
    pub fn region(&self, inside: impl Fn(HexId) -> bool) -> Vec<Curve> {
        let here =
            |cell: Cell| (-1..=self.columns).contains(&cell.column) && (-1..=self.rows).contains(&cell.row);
        let mut edges = Vec::new();
        for cell in self.cells().filter(|&c| inside(self.hex(c))) {
            for dir in Dir::ALL {
                let next = cell.neighbour(dir);
                if !here(next) || !inside(self.hex(next)) {
                    edges.push(cell.hexside(dir));
                }
            }
        }
        chains(&edges, true).into_iter().map(|chain| chain.curve()).collect()
    }

    /// The hexsides of the map that `wanted`, joined into curves.
    pub fn along(&self, wanted: impl Fn(HexId, Dir) -> bool) -> Vec<Curve> {
        let hexsides = self.hexsides().filter(|&(hex, dir)| wanted(hex, dir));
        let edges: Vec<_> = hexsides.map(|(hex, dir)| self.cell(hex).hexside(dir)).collect();
        let chains = chains(&edges, false).into_iter();
        chains
            .map(
                |chain| if chain.closed { chain.curve() } else { Curve::open(&self.run_on(&chain.vertices)) },
            )
            .collect()
    }

    /// The points of a chain, which runs on a little where it ends at the edge of the map.
    fn run_on(&self, vertices: &[Vertex]) -> Vec<Pt> {
        let mut points: Vec<Pt> = vertices.iter().map(|v| v.natural()).collect();
        let beyond = |end: Vertex, before: Vertex| {
            let step = end.regular() - before.regular();
            (!self.on_map(Cell::at(end.regular() + step * 0.5))).then(|| end.natural() + step)
        };
        if let [first, second, ..] = vertices
            && let Some(point) = beyond(*first, *second)
        {
            points.insert(0, point);
        }
        if let [.., before, last] = vertices
            && let Some(point) = beyond(*last, *before)
        {
            points.push(point);
        }
        points
    }

    /// The hexsides of hexes that `wanted`, joined into curves with the hex on the right.
    pub fn around(&self, wanted: impl Fn(HexId, Dir) -> bool) -> Vec<Curve> {
        let all = self.ground.hexes().flat_map(|hex| Dir::ALL.map(|dir| (hex, dir)));
        let edges: Vec<_> = all
            .filter(|&(hex, dir)| wanted(hex, dir))
            .map(|(hex, dir)| self.cell(hex).hexside(dir))
            .collect();
        chains(&edges, true).into_iter().map(|chain| chain.curve()).collect()
    }

    /// The natural middle of a hexside.
    pub fn middle(&self, hex: HexId, dir: Dir) -> Pt {
        let (a, b) = self.cell(hex).hexside(dir);
        a.natural().mid(b.natural())
    }
}

/// Vertices one after the other.
struct Chain {
    vertices: Vec<Vertex>,
    closed: bool,
}

impl Chain {
    fn curve(&self) -> Curve {
        let points: Vec<Pt> = self.vertices.iter().map(|v| v.natural()).collect();
        if self.closed { Curve::closed(&points) } else { Curve::open(&points) }
    }
}

/// Joins edges into chains that are as long as can be; directed ones are followed only from first to second.
fn chains(edges: &[(Vertex, Vertex)], directed: bool) -> Vec<Chain> {
    let mut used = vec![false; edges.len()];
    let mut by_vertex = std::collections::BTreeMap::<Vertex, Vec<usize>>::new();
    for (i, &(a, b)) in edges.iter().enumerate() {
        by_vertex.entry(a).or_default().push(i);
        by_vertex.entry(b).or_default().push(i);
    }
    let next = |used: &[bool], at: Vertex| -> Option<usize> {
        by_vertex[&at].iter().copied().find(|&i| !used[i] && (!directed || edges[i].0 == at))
    };
    let is_end = |v: Vertex| {
        let touching = &by_vertex[&v];
        touching.len() != 2 || (directed && touching.iter().all(|&i| edges[i].0 == v))
    };
    let ends = by_vertex.keys().copied().filter(|&v| is_end(v));
    let mut chains = Vec::new();
    for start in ends.chain(by_vertex.keys().copied()) {
        while let Some(first) = next(&used, start) {
            let mut vertices = vec![start];
            let mut edge = Some(first);
            while let Some(i) = edge {
                used[i] = true;
                let last = *vertices.last().expect("a chain has a start");
                let end = if edges[i].0 == last { edges[i].1 } else { edges[i].0 };
                vertices.push(end);
                edge = if is_end(end) { None } else { next(&used, end) };
            }
            let closed = vertices.len() > 3 && vertices.first() == vertices.last();
            if closed {
                vertices.pop();
            }
            chains.push(Chain { vertices, closed });
        }
    }
    chains
}

/// A smooth curve: pieces with their two ends and a control point.
#[derive(Clone, Debug, Default)]
pub(crate) struct Curve {
    pub pieces: Vec<[Pt; 3]>,
    pub is_closed: bool,
}

impl Curve {
    /// From the first point to the last, by the middles of the stretches between.
    pub fn open(points: &[Pt]) -> Curve {
        let mut pieces = Vec::new();
        if let [first, .., last] = points {
            let start = first.mid(points[1]);
            pieces.push([*first, first.mid(start), start]);
            for three in points.windows(3) {
                pieces.push([three[0].mid(three[1]), three[1], three[1].mid(three[2])]);
            }
            let end = last.mid(points[points.len() - 2]);
            pieces.push([end, end.mid(*last), *last]);
        }
        Curve { pieces, is_closed: false }
    }

    pub fn closed(points: &[Pt]) -> Curve {
        let n = points.len();
        let at = |i: usize| points[i % n];
        let pieces = (0..n).map(|i| [at(i).mid(at(i + 1)), at(i + 1), at(i + 1).mid(at(i + 2))]).collect();
        Curve { pieces, is_closed: true }
    }

    /// Adds the curve to a path.
    pub fn draw(&self, path: &mut Path) {
        for (i, &[from, control, to]) in self.pieces.iter().enumerate() {
            if i == 0 {
                path.m(from);
            }
            path.q(control, to);
        }
        if self.is_closed {
            path.z();
        }
    }

    pub fn path(curves: &[Curve]) -> Path {
        let mut path = Path::new();
        curves.iter().for_each(|curve| curve.draw(&mut path));
        path
    }

    /// Points every `step` along the curve, with the direction there.
    pub fn walk(&self, step: f64) -> Vec<(Pt, Pt)> {
        let mut found = Vec::new();
        let mut left = step / 2.0;
        for &[a, c, b] in &self.pieces {
            let point = |t: f64| a * ((1.0 - t) * (1.0 - t)) + c * (2.0 * t * (1.0 - t)) + b * (t * t);
            for i in 0..10 {
                let (from, to) = (point(f64::from(i) / 10.0), point(f64::from(i + 1) / 10.0));
                let length = (to - from).length();
                while left <= length && length > 0.0 {
                    let at = from + (to - from) * (left / length);
                    found.push((at, (to - from).unit()));
                    left += step;
                }
                left -= length;
            }
        }
        found
    }
}

/// Obstacles: what trees and houses keep away from.
#[derive(Default)]
pub(crate) struct Obstacles {
    squares: std::collections::BTreeMap<(i32, i32), Vec<(Pt, f64)>>,
}

const SQUARE: f64 = 25.0;

impl Obstacles {
    pub fn add(&mut self, at: Pt, radius: f64) {
        let key = ((at.x / SQUARE).floor() as i32, (at.y / SQUARE).floor() as i32);
        self.squares.entry(key).or_default().push((at, radius));
    }

    pub fn add_curves(&mut self, curves: &[Curve], radius: f64) {
        for (at, _) in curves.iter().flat_map(|curve| curve.walk(radius.max(4.0))) {
            self.add(at, radius);
        }
    }

    /// Number of them that touch a disc.
    pub fn touching(&self, at: Pt, radius: f64) -> usize {
        let reach = ((radius + SQUARE) / SQUARE).ceil() as i32;
        let (x, y) = ((at.x / SQUARE).floor() as i32, (at.y / SQUARE).floor() as i32);
        let near = (-reach..=reach).flat_map(|dx| (-reach..=reach).map(move |dy| (x + dx, y + dy)));
        near.filter_map(|key| self.squares.get(&key))
            .flatten()
            .filter(|(p, r)| (*p - at).length() < r + radius)
            .count()
    }

    pub fn free(&self, at: Pt, radius: f64) -> bool {
        self.touching(at, radius) == 0
    }
}
