//! Lines of sight: whether anything of a figure can be seen from a place past what blocks the view, and how deep a line goes through an area.

use std::cmp::Ordering;

use crate::exact::{between, cross, dot, to_segment};
use crate::near::{apart, overlap};
use crate::wide::Wide;
use crate::{Apart, Edge, Figure, Length, Lies, Outline, Place};

/// Something that nobody sees through.
#[derive(Clone, Copy, Debug)]
pub enum Blocker<'a> {
    /// A figure.
    Figure(&'a Figure),
    /// An area of terrain.
    Area(&'a Outline),
}

impl Blocker<'_> {
    fn edge(&self, at: usize) -> Option<Edge> {
        match self {
            Blocker::Figure(figure) => (at < figure.corners().len()).then(|| figure.edge(at)),
            Blocker::Area(outline) => {
                let mut at = at;
                for ring in outline.rings() {
                    if at < ring.len() {
                        return Some(Edge { from: ring[at], to: ring[(at + 1) % ring.len()] });
                    }
                    at -= ring.len();
                }
                None
            }
        }
    }

    fn edges(&self) -> impl Iterator<Item = Edge> + '_ {
        (0..).map_while(|at| self.edge(at))
    }

    fn rim(&self) -> (Place, Place) {
        match self {
            Blocker::Figure(figure) => figure.rim(),
            Blocker::Area(outline) => outline.rim(),
        }
    }
}

/// A direction; those to crossings of two edges are long: up to 2^55.
type Way = (i64, i64);

fn turn((ax, ay): Way, (bx, by): Way) -> i128 {
    i128::from(ax) * i128::from(by) - i128::from(ay) * i128::from(bx)
}

/// Share of a way at which something is hit, as a ratio with a positive denominator.
#[derive(Clone, Copy)]
struct Hit(i128, i128);

impl Hit {
    fn is_before(self, other: Hit) -> bool {
        self.0 * other.1 < other.0 * self.1
    }
}

/// Point at which a ray hits an edge, not at its very beginning. A ray through an end of the edge is taken to pass on one side.
fn hit(from: Place, way: Way, edge: Edge) -> Option<Hit> {
    let (a, b) = (between(from, edge.from), between(from, edge.to));
    let (sa, sb) = (turn(way, a), turn(way, b));
    if (sa > 0) == (sb > 0) {
        return None;
    }
    let along = between(edge.from, edge.to);
    let (number, of) = (i128::from(cross(a, along)), turn(way, along));
    let (number, of) = if of < 0 { (-number, -of) } else { (number, of) };
    (number > 0 && of != 0).then_some(Hit(number, of))
}

/// Point at which a ray first goes into a blocker; at once if it begins inside.
fn entry(from: Place, way: Way, blocker: &Blocker<'_>) -> Option<Hit> {
    let (mut first, mut is_odd) = (None::<Hit>, false);
    for hit in blocker.edges().filter_map(|edge| hit(from, way, edge)) {
        is_odd = !is_odd;
        first = Some(first.map_or(hit, |known| if hit.is_before(known) { hit } else { known }));
    }
    if is_odd { Some(Hit(0, 1)) } else { first }
}

/// Whether something of a figure can be seen from a place: whether there is any width of directions in which it comes before every blocker. Who stands
/// in or at the edge of a blocker looks through it if the way out does not lead through it; what blocks nobody in there is for the caller to leave out.
pub fn sees(from: Place, target: &Figure, blockers: &[Blocker<'_>]) -> bool {
    let own = Figure::of(&[from]);
    if apart(&own, target) == Apart::NONE {
        return true;
    }
    let (left, right) = span(from, target);
    let in_way = |blocker: &&Blocker<'_>| may_hide(from, target, left, right, blocker);
    let blockers: Vec<&Blocker<'_>> = blockers.iter().filter(in_way).collect();
    if blockers.is_empty() {
        return true;
    }
    let mut ways = critical(from, target, &blockers, left, right);
    ways.sort_by(|a, b| 0.cmp(&turn(*a, *b)));
    ways.dedup_by(|a, b| turn(*a, *b) == 0);
    // Between two neighbouring critical ways nothing changes, so one way between them stands for all.
    let mut hider = 0;
    ways.windows(2).any(|pair| {
        let way = (pair[0].0 + pair[1].0, pair[0].1 + pair[1].1);
        let Some(seen) = entry(from, way, &Blocker::Figure(target)) else { return false };
        let hides = |at: &usize| entry(from, way, blockers[*at]).is_some_and(|hit| hit.is_before(seen));
        // What hid the last way most often hides this one too.
        if hides(&hider) {
            return false;
        }
        let other = (0..blockers.len()).find(hides);
        hider = other.unwrap_or(hider);
        other.is_none()
    })
}

/// The outermost ways to a figure, left and right.
fn span(from: Place, target: &Figure) -> (Way, Way) {
    let ways = || target.corners().iter().map(|&corner| between(from, corner));
    let outermost = |side: Ordering| {
        ways()
            .reduce(|best, way| if turn(best, way).cmp(&0) == side { way } else { best })
            .unwrap_or_default()
    };
    (outermost(Ordering::Less), outermost(Ordering::Greater))
}

/// Whether a blocker could hide anything: it does not lie wholly to the left or right of all lines to the target, nor behind, nor beyond.
fn may_hide(from: Place, target: &Figure, left: Way, right: Way, blocker: &Blocker<'_>) -> bool {
    let ((low, high), (a, b)) = (blocker.rim(), target.rim());
    let beyond = low.x >= b.x.max(from.x)
        || high.x <= a.x.min(from.x)
        || low.y >= b.y.max(from.y)
        || high.y <= a.y.min(from.y);
    if beyond {
        return false;
    }
    let all = |test: &dyn Fn(Way) -> bool| blocker.edges().all(|edge| test(between(from, edge.from)));
    !(all(&|way| turn(left, way) <= 0)
        || all(&|way| turn(right, way) >= 0)
        || all(&|way| dot(left, way) <= 0 && dot(right, way) <= 0))
}

/// The ways at which what is seen may change: to the corners of all, and to where the target's edges cross those of blockers.
fn critical(from: Place, target: &Figure, blockers: &[&Blocker<'_>], left: Way, right: Way) -> Vec<Way> {
    let mut ways = vec![left, right];
    let mut keep = |way: Way| {
        if turn(left, way) > 0 && turn(way, right) > 0 {
            ways.push(way);
        }
    };
    target.corners().iter().for_each(|&corner| keep(between(from, corner)));
    for edge in blockers.iter().flat_map(|blocker| blocker.edges()) {
        keep(between(from, edge.from));
        let along = between(edge.from, edge.to);
        for own in target.edges() {
            let across = between(own.from, own.to);
            let (number, of) = (cross(between(own.from, edge.from), along), cross(across, along));
            // A share of the target's edge from 0 to 1, where the lines cross; what lies beyond the blocker's edge does no harm.
            let (number, of) = if of < 0 { (-number, -of) } else { (number, of) };
            if of > 0 && (0..=of).contains(&number) {
                let (x, y) = between(from, own.from);
                keep((x * of + across.0 * number, y * of + across.1 * number));
            }
        }
    }
    ways
}

/// Triangles that close the gaps between figures that stand less than a width apart: given as blockers with them, nothing is seen through such a gap.
pub fn gaps(figures: &[Figure], width: Length) -> Vec<Figure> {
    let mut closed = Vec::new();
    for (i, a) in figures.iter().enumerate() {
        for b in &figures[i + 1..] {
            let reach = width.0.into();
            if !a.rims_meet(b, reach) || overlap(a, b) || !apart(a, b).is_less_than(width) {
                continue;
            }
            closed.extend(bridge(a, b).or_else(|| bridge(b, a)));
        }
    }
    closed
}

/// The triangle of the corner of one figure and the edge of another that are nearest to each other. A line between the two figures parts that corner from
/// both ends of that edge, so it goes through the triangle.
fn bridge(a: &Figure, b: &Figure) -> Option<Figure> {
    let nearest = apart(a, b);
    let pairs = a.corners().iter().flat_map(|&corner| b.edges().map(move |edge| (corner, edge)));
    let mut nearest = pairs.filter(|&(corner, edge)| to_segment(corner, edge.from, edge.to) == nearest);
    // Where the corner lies on the line of that edge, the next edge at the same end does.
    nearest.find_map(|(corner, edge)| {
        let area = cross(between(edge.from, edge.to), between(edge.from, corner));
        let clockwise = [edge.from, edge.to, corner];
        let against = [edge.to, edge.from, corner];
        (area != 0).then(|| Figure::of(if area < 0 { &against } else { &clockwise }))
    })
}

/// Whether a straight line goes through an area anywhere for longer than a depth without leaving it.
pub fn goes_deeper(from: Place, to: Place, area: &Outline, depth: Length) -> bool {
    let way = between(from, to);
    let mut hits: Vec<Hit> = Vec::new();
    for edge in area.edges() {
        hits.extend(hit(from, way, edge).filter(|hit| hit.0 < hit.1));
    }
    hits.sort_by(|a, b| (a.0 * b.1).cmp(&(b.0 * a.1)));
    let ends = [Hit(0, 1)].into_iter().chain(hits).chain([Hit(1, 1)]);
    let stops: Vec<Hit> = ends.collect();
    let length = dot(way, way).unsigned_abs();
    // Every other stretch lies inside; which ones, the place where the line ends tells, or a step back from it where that is on the edge.
    let is_inside_at_end = match area.lies(to) {
        Lies::Inside => true,
        Lies::Outside => false,
        Lies::OnEdge => ends_inside(from, to, area),
    };
    let parity = usize::from(!is_inside_at_end);
    let stretches = stops.windows(2).rev().enumerate().filter(|(i, _)| i % 2 == parity);
    stretches.map(|(_, pair)| (pair[0], pair[1])).any(|(a, b)| is_longer(a, b, length, depth))
}

/// Whether a line whose end lies on the edge comes there from inside: seen from the end, the way back begins inside.
fn ends_inside(from: Place, to: Place, area: &Outline) -> bool {
    let way = between(to, from);
    area.edges().filter_map(|edge| hit(to, way, edge)).count() % 2 == 1
}

/// Whether the part of a way between two hits is longer than a depth, the square of the whole way's length given.
fn is_longer(a: Hit, b: Hit, square: u64, depth: Length) -> bool {
    let share = (b.0 * a.1 - a.0 * b.1).unsigned_abs();
    let of = (a.1 * b.1).unsigned_abs();
    let depth = u128::from(depth.0.max(0).unsigned_abs());
    Wide::of(share).times(share).times(square.into()) > Wide::of(of).times(of).times(depth * depth)
}
