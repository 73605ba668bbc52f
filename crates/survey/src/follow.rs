//! Lines of the field followed on the grid: the chain of hexes, or of corners, that keeps nearest to them.

use geo::Coord;

use crate::grid::distance2;

/// Net: what a line is followed on.
pub(crate) trait Net {
    /// A hex, or a corner.
    type Node: Copy + Ord;

    /// Those that come into question at a point, in order.
    fn near(&self, at: Coord<f64>) -> Vec<Self::Node>;
    /// Place of a node.
    fn place(&self, node: Self::Node) -> Coord<f64>;
    /// Whether one step leads from one to the other.
    fn is_next_to(&self, a: Self::Node, b: Self::Node) -> bool;
    /// Toll of a step: its cost besides itself.
    fn toll(&self, from: Self::Node, to: Self::Node) -> f64;
    /// The measure of distances.
    fn across(&self) -> f64;
}

/// A point of a line, with the node that it must come to, if that is settled.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Stop<N> {
    pub at: Coord<f64>,
    pub pin: Option<N>,
}

/// Price of a step, in squares of a hex's width at each stop: so that a chain takes no step without need.
const STEP: f64 = 0.25;
/// Stops on the width of a hex.
pub(crate) const STOPS: f64 = 8.0;

/// A chain being followed: where it is, what it has cost, and where it came from in the stop before.
struct ChainEnd<N> {
    node: N,
    cost: f64,
    from: usize,
}

/// The cheapest chain through the stops, each node next to the one before; `None` if the pins cannot be joined.
pub(crate) fn follow<T: Net>(net: &T, stops: &[Stop<T::Node>]) -> Option<Vec<T::Node>> {
    let scale = net.across() * net.across();
    let mut layers: Vec<Vec<ChainEnd<T::Node>>> = Vec::with_capacity(stops.len());
    for stop in stops {
        let nodes = stop.pin.map_or_else(|| net.near(stop.at), |pin| vec![pin]);
        let mut layer = Vec::with_capacity(nodes.len());
        for node in nodes {
            let off = if stop.pin.is_some() { 0.0 } else { distance2(net.place(node), stop.at) / scale };
            let before = match layers.last() {
                None => Some((0.0, 0)),
                Some(last) => cheapest(net, last, node),
            };
            layer.extend(before.map(|(cost, from)| ChainEnd { node, cost: cost + off, from }));
        }
        if layer.is_empty() {
            return None;
        }
        layers.push(layer);
    }
    Some(back(&layers))
}

/// Cheapest approach to a node: its cost, and from which of the last stop's.
fn cheapest<T: Net>(net: &T, last: &[ChainEnd<T::Node>], node: T::Node) -> Option<(f64, usize)> {
    let roads = last.iter().enumerate().filter_map(|(from, before)| {
        let step = match () {
            () if before.node == node => 0.0,
            () if net.is_next_to(before.node, node) => STEP + net.toll(before.node, node),
            () => return None,
        };
        Some((before.cost + step, from))
    });
    roads.min_by(|a, b| a.0.total_cmp(&b.0))
}

/// The cheapest chain of the last stop, read backwards, each node once in a row.
fn back<N: Copy + Ord>(layers: &[Vec<ChainEnd<N>>]) -> Vec<N> {
    let last = layers.last().into_iter().flatten().enumerate();
    let mut at = last.min_by(|a, b| a.1.cost.total_cmp(&b.1.cost)).map_or(0, |(index, _)| index);
    let mut chain = Vec::new();
    for layer in layers.iter().rev() {
        chain.push(layer[at].node);
        at = layer[at].from;
    }
    chain.reverse();
    chain.dedup();
    chain
}

/// Stops along a line, with pins at given points near it. At a pin the chain has time to come there from beside.
pub(crate) fn stops<N: Copy>(line: &[Coord<f64>], across: f64, pins: &[(Coord<f64>, N)]) -> Vec<Stop<N>> {
    let mut along: Vec<(f64, Stop<N>)> = Vec::new();
    let mut length = 0.0;
    for pair in line.windows(2) {
        let step = distance2(pair[0], pair[1]).sqrt();
        let parts = (step * STOPS / across).ceil().max(1.0) as u32;
        for part in 0..parts {
            let share = f64::from(part) / f64::from(parts);
            let at = pair[0] + (pair[1] - pair[0]) * share;
            along.push((length + step * share, Stop { at, pin: None }));
        }
        length += step;
    }
    along.extend(line.last().map(|at| (length, Stop { at: *at, pin: None })));
    for (at, node) in pins {
        let (_, where_it_is) = nearest(line, *at);
        let free = Stop { at: *at, pin: None };
        let time = [free, free, Stop { at: *at, pin: Some(*node) }, free, free];
        along.extend(time.map(|stop| (where_it_is, stop)));
    }
    // Pins come after what stands at the same place before them: the sort is stable.
    along.sort_by(|a, b| a.0.total_cmp(&b.0));
    let first_pin = along.iter().position(|(at, stop)| *at <= 0.0 && stop.pin.is_some());
    let from = first_pin.unwrap_or(0);
    let last_pin = along.iter().rposition(|(at, stop)| *at >= length && stop.pin.is_some());
    let to = last_pin.unwrap_or(along.len().saturating_sub(1));
    along.get(from..=to.max(from)).unwrap_or(&[]).iter().map(|(_, stop)| *stop).collect()
}

/// Distance of a point from a line, and the length of the line at which it is nearest.
pub(crate) fn nearest(line: &[Coord<f64>], at: Coord<f64>) -> (f64, f64) {
    let mut best = (f64::INFINITY, 0.0);
    let mut length = 0.0;
    for pair in line.windows(2) {
        let along = pair[1] - pair[0];
        let square = along.x * along.x + along.y * along.y;
        let off = at - pair[0];
        let share = ((off.x * along.x + off.y * along.y) / square.max(1e-9)).clamp(0.0, 1.0);
        let distance = distance2(pair[0] + along * share, at).sqrt();
        if distance < best.0 {
            best = (distance, length + square.sqrt() * share);
        }
        length += square.sqrt();
    }
    best
}

/// Leaves out of a chain where it goes one step forth and back, and small loops; never a node that is `kept`. What goes far
/// and comes back
/// on the same way, as a line does that turns round within a hex, stays.
pub(crate) fn straightened<N: Copy + Ord>(chain: &[N], kept: impl Fn(N) -> bool) -> Vec<N> {
    const LONGEST_LOOP: usize = 7;
    let mut straight: Vec<(usize, N)> = Vec::new();
    for (number, &node) in chain.iter().enumerate() {
        let known = straight.iter().rposition(|&(_, known)| known == node);
        let from = known.filter(|&at| {
            let (since, between) = (number - straight[at].0, straight.len() - at - 1);
            // A ring that a whole line makes is no loop: it comes back to its beginning.
            let is_ring = at == 0 && number + 1 == chain.len() && since > 2;
            let is_whole = between + 1 == since;
            is_whole && since < LONGEST_LOOP && !is_ring
        });
        match from {
            Some(at) if !straight[at + 1..].iter().any(|&(_, node)| kept(node)) => {
                straight.truncate(at);
                straight.push((number, node));
            }
            _ => straight.push((number, node)),
        }
    }
    straight.into_iter().map(|(_, node)| node).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[track_caller]
    fn check(chain: &str, expected: &str) {
        let chain: Vec<char> = chain.chars().collect();
        assert_eq!(straightened(&chain, |node| node == 'K').into_iter().collect::<String>(), expected);
    }

    #[test]
    fn small_loops_go_and_rings_spurs_and_pins_stay() {
        check("abxbc", "abc");
        check("abKbc", "abKbc");
        check("abuvwxybc", "abc");
        check("abcdea", "abcdea");
        check("aba", "a");
        check("abcdefedcbg", "abcdedcbg");
    }
}
