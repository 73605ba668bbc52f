//! Lines on the ground: waters and walls on hexsides, roads from hex to hex.

use std::collections::{BTreeMap, BTreeSet};

use geo::{
    Coord, Line,
    line_intersection::{LineIntersection, line_intersection},
};
use ground::{Dir, Feature};

use crate::draft::{Draft, Hexside};
use crate::follow::{self, Net, Stop, follow, stops, straightened};
use crate::grid::{Cell, Grid, Vertex, distance2};
use crate::{Figure, Item};

/// The waters that flow, the greater first.
pub(crate) const CURRENTS: [Feature; 3] = [Feature::River, Feature::Canal, Feature::Stream];

/// An item with its figure on the grid, in metres.
pub(crate) struct PlacedItem<'s> {
    pub item: &'s Item,
    pub figure: Figure,
}

/// A line with the chain of corners that follows it.
type FollowedLine = (Vec<Coord<f64>>, Vec<Vertex>);

/// Lines followed along hexsides.
struct Corners<'g>(&'g Grid);

impl Net for Corners<'_> {
    type Node = Vertex;

    fn near(&self, at: Coord<f64>) -> Vec<Vertex> {
        self.0.corners_near(at, self.0.across)
    }

    fn place(&self, node: Vertex) -> Coord<f64> {
        self.0.corner(node)
    }

    fn is_next_to(&self, a: Vertex, b: Vertex) -> bool {
        a.is_next_to(b)
    }

    fn toll(&self, _: Vertex, _: Vertex) -> f64 {
        0.0
    }

    fn across(&self) -> f64 {
        self.0.across
    }
}

/// Lines followed from hex to hex, over water only where they cross it.
struct Hexes<'d> {
    grid: &'d Grid,
    draft: &'d Draft,
    crossings: Vec<Coord<f64>>,
}

/// Keeps a road on its side of a water, unless there is no other way at all.
const OVER_WATER: f64 = 50.0;

impl Net for Hexes<'_> {
    type Node = Cell;

    fn near(&self, at: Coord<f64>) -> Vec<Cell> {
        self.grid.cells_near(at, self.grid.across * 1.1)
    }

    fn place(&self, node: Cell) -> Coord<f64> {
        self.grid.middle(node)
    }

    fn is_next_to(&self, a: Cell, b: Cell) -> bool {
        Dir::ALL.into_iter().any(|dir| a.neighbour(dir) == b)
    }

    fn toll(&self, from: Cell, to: Cell) -> f64 {
        let (Some(a), Some(b)) = (self.draft.hex(from), self.draft.hex(to)) else { return 0.0 };
        if !self.draft.carries(Draft::hexside(a, b), &CURRENTS) {
            return 0.0;
        }
        let middle = between(self.grid, from, to);
        let reach = self.grid.across * self.grid.across;
        let crosses = self.crossings.iter().any(|at| distance2(*at, middle) <= reach);
        if crosses { 0.0 } else { OVER_WATER }
    }

    fn across(&self) -> f64 {
        self.grid.across
    }
}

/// The middle of the hexside between two hexes.
fn between(grid: &Grid, a: Cell, b: Cell) -> Coord<f64> {
    (grid.middle(a) + grid.middle(b)) / 2.0
}

/// Middle of a hexside.
pub(crate) fn middle_of(grid: &Grid, draft: &Draft, hexside: Hexside) -> Coord<f64> {
    between(grid, draft.cell(hexside.0), draft.cell(hexside.1))
}

/// The chain of corners that follows a line. Where it ends near the chain of another that is drawn already, it ends on that; where it crosses another, it
/// meets its chain.
fn corners_along(grid: &Grid, line: &[Coord<f64>], drawn: &[FollowedLine]) -> Option<Vec<Vertex>> {
    let chain = corners_through(grid, line, drawn, &[])?;
    let missed = missed_crossings(grid, line, &chain, drawn);
    if missed.is_empty() {
        return Some(chain);
    }
    Some(corners_through(grid, line, drawn, &missed).unwrap_or(chain))
}

/// The chain of corners that follows a line and comes to given corners on its way.
fn corners_through(
    grid: &Grid,
    line: &[Coord<f64>],
    drawn: &[FollowedLine],
    pins: &[(Coord<f64>, Vertex)],
) -> Option<Vec<Vertex>> {
    let (first, last) = (*line.first()?, *line.last()?);
    let [from, to] = [first, last].map(|end| end_of(grid, end, drawn));
    // The line is drawn on to the corners, so that there is a way to them.
    let whole = [&[grid.corner(from)], line, &[grid.corner(to)]].concat();
    let free = |at: Coord<f64>| Stop { at, pin: None };
    let pin = |node: Vertex| Stop { at: grid.corner(node), pin: Some(node) };
    let mut stops = stops(&whole, grid.across, pins);
    stops.splice(0..0, [pin(from), free(grid.corner(from))]);
    stops.extend([free(grid.corner(to)), pin(to)]);
    let is_kept = |node: Vertex| pins.iter().any(|(_, pin)| *pin == node);
    follow(&Corners(grid), &stops).map(|chain| straightened(&chain, is_kept))
}

/// Crossings of a line with lines drawn already whose chains its own chain misses: one of each, with the corner of that chain which is nearest to it.
fn missed_crossings(
    grid: &Grid,
    line: &[Coord<f64>],
    chain: &[Vertex],
    drawn: &[FollowedLine],
) -> Vec<(Coord<f64>, Vertex)> {
    let missed = drawn.iter().filter(|(_, other)| !chain.iter().any(|corner| other.contains(corner)));
    let crossed = missed.filter_map(|(other, corners)| {
        let mut steps = line.windows(2).map(|pair| Line::new(pair[0], pair[1]));
        let at =
            steps.find_map(|a| other.windows(2).find_map(|pair| meeting(a, Line::new(pair[0], pair[1]))))?;
        Some((at, nearest_of(grid, corners.iter().copied(), at)?))
    });
    crossed.collect()
}

/// The corner at which a line ends: on the chain of the line that is drawn nearest, if one is near.
fn end_of(grid: &Grid, end: Coord<f64>, drawn: &[FollowedLine]) -> Vertex {
    let off = drawn.iter().map(|(line, chain)| (follow::nearest(line, end).0, chain));
    let near = off.filter(|(off, _)| *off <= grid.across * 0.75).min_by(|a, b| a.0.total_cmp(&b.0));
    let nearest = near.and_then(|(_, chain)| nearest_of(grid, chain.iter().copied(), end));
    nearest.unwrap_or_else(|| grid.nearest_corner(end))
}

/// The corner of some that is nearest to a point.
fn nearest_of(grid: &Grid, corners: impl Iterator<Item = Vertex>, at: Coord<f64>) -> Option<Vertex> {
    corners.min_by(|a, b| {
        distance2(grid.corner(*a), at).total_cmp(&distance2(grid.corner(*b), at)).then(a.cmp(b))
    })
}

/// Puts lines on the hexsides of the map: each a chain without a gap, as far as the map reaches. Gives those that cannot be
/// followed.
pub(crate) fn put_hexsides<'l, 's>(
    draft: &mut Draft,
    grid: &Grid,
    lines: &'l [(Feature, &'l PlacedItem<'s>)],
) -> Vec<&'l PlacedItem<'s>> {
    let mut lost = Vec::new();
    let by_ends = draft.hexsides_by_ends();
    let mut drawn: BTreeMap<bool, Vec<FollowedLine>> = BTreeMap::new();
    for (feature, placed) in lines {
        // Waters end on waters, walls and the like on each other.
        let drawn = drawn.entry(CURRENTS.contains(feature)).or_default();
        let mut hexsides = 0;
        for line in placed.figure.lines() {
            let Some(chain) = corners_along(grid, &line.0, drawn) else {
                lost.push(*placed);
                continue;
            };
            for pair in chain.windows(2) {
                let mut ends = [pair[0], pair[1]];
                ends.sort();
                if let Some(hexside) = by_ends.get(&ends) {
                    draft.put(*feature, *hexside);
                    hexsides += 1;
                }
            }
            drawn.push((line.0.clone(), chain));
        }
        if hexsides == 0 && placed.figure.points().iter().any(|at| draft.hex(grid.cell(*at)).is_some()) {
            draft
                .notes
                .push(format!("{} ({}) is too short for this grid", placed.item.id, placed.item.class));
        }
    }
    lost
}

/// Crossings of a road and waters.
fn crossings(road: &[Coord<f64>], waters: &[&PlacedItem<'_>]) -> Vec<Coord<f64>> {
    let lines = waters.iter().flat_map(|water| water.figure.lines());
    let segments: Vec<Line<f64>> = lines.flat_map(|line| line.lines().collect::<Vec<_>>()).collect();
    let own = road.windows(2).map(|pair| Line::new(pair[0], pair[1]));
    own.flat_map(|step| segments.iter().filter_map(move |other| meeting(step, *other))).collect()
}

fn meeting(a: Line<f64>, b: Line<f64>) -> Option<Coord<f64>> {
    match line_intersection(a, b)? {
        LineIntersection::SinglePoint { intersection, .. } => Some(intersection),
        LineIntersection::Collinear { intersection } => Some(intersection.start),
    }
}

/// Meetings of roads: their ends, and the places where two of them cross: there they meet in one hex.
fn meetings(roads: &[&PlacedItem<'_>]) -> Vec<Coord<f64>> {
    let lines: Vec<&[Coord<f64>]> =
        roads.iter().flat_map(|road| road.figure.lines()).map(|line| line.0.as_slice()).collect();
    let mut found: Vec<Coord<f64>> = lines.iter().flat_map(|line| [line[0], line[line.len() - 1]]).collect();
    for (number, line) in lines.iter().enumerate() {
        for other in &lines[number + 1..] {
            let steps = other.windows(2).map(|pair| Line::new(pair[0], pair[1]));
            for b in steps {
                let own = line.windows(2).map(|pair| Line::new(pair[0], pair[1]));
                found.extend(own.filter_map(|a| meeting(a, b)));
            }
        }
    }
    found
}

/// The chains of hexes that follow roads, in the order of the roads; parts of a road that lie on the map, each by itself.
/// `None` of a road
/// that cannot be followed.
pub(crate) fn chains_of_hexes(
    draft: &Draft,
    grid: &Grid,
    roads: &[&PlacedItem<'_>],
    waters: &[&PlacedItem<'_>],
) -> Vec<Option<Vec<Vec<ground::HexId>>>> {
    let meetings = meetings(roads);
    let mut chains = Vec::new();
    for road in roads {
        let parts = road.figure.lines().iter().map(|line| {
            let near = |at: &&Coord<f64>| follow::nearest(&line.0, **at).0 <= grid.across * 0.25;
            let pins: Vec<(Coord<f64>, Cell)> =
                meetings.iter().filter(near).map(|at| (*at, grid.cell(*at))).collect();
            let net = Hexes { grid, draft, crossings: crossings(&line.0, waters) };
            let pinned: BTreeSet<Cell> = pins.iter().map(|(_, cell)| *cell).collect();
            let chain = follow(&net, &stops(&line.0, grid.across, &pins))?;
            Some(on_map(draft, &straightened(&chain, |cell| pinned.contains(&cell))))
        });
        chains.push(parts.collect::<Option<Vec<_>>>().map(|parts| parts.concat()));
    }
    chains
}

/// The parts of a chain that lie on the map.
fn on_map(draft: &Draft, chain: &[Cell]) -> Vec<Vec<ground::HexId>> {
    let mut parts = vec![Vec::new()];
    for cell in chain {
        match (draft.hex(*cell), parts.last_mut()) {
            (Some(hex), Some(part)) => part.push(hex),
            (None, Some(part)) if !part.is_empty() => parts.push(Vec::new()),
            _ => {}
        }
    }
    parts.into_iter().filter(|part| part.len() > 1).collect()
}
