//! Straight lines over a map: what they pass, hex by hex. What of it stands in the way is a question for rulebooks.

use std::borrow::Cow;

use hexx::Hex;

use crate::line::{Crossing, crossings};
use crate::map::STEPS;
use crate::{Dir, Ground, HexId};

/// A thing that a straight line between centres of hexes passes, left and right as seen along the line.
///
/// A line crosses a hexside from one hex to the next (perhaps at one of its ends: the third hex there is only touched and is not
/// listed), or leaves a hex at a vertex and runs along the hexside that begins there. A line along the top or bottom of the map
/// can have hexes on its one side that are not on the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TraceStep {
    /// The interior of a hex between the ends.
    Hex(HexId),
    /// The hexside between two hexes, from the first to the second.
    Hexside(HexId, HexId),
    /// The whole length of the hexside between two hexes.
    Along {
        /// The hex on the left, if it is on the map.
        left: Option<HexId>,
        /// The hex on the right, if it is on the map.
        right: Option<HexId>,
    },
    /// The vertex between the interior of `hex` and a hexside that the line runs along: the line passes between the hexside of `hex`
    /// with `left` and that with `right`, which both end there.
    Vertex {
        /// The hex left or entered.
        hex: HexId,
        /// The hex on the left, if it is on the map.
        left: Option<HexId>,
        /// The hex on the right, if it is on the map.
        right: Option<HexId>,
    },
}

/// The things a straight line passes, one after the other ([`Ground::trace`], [`Ground::ray`]); it ends where the line leaves the map.
#[derive(Clone, Debug)]
pub struct Trace<'g> {
    ground: &'g Ground,
    origin: Hex,
    crossings: Cow<'static, [Crossing]>,
    next: usize,
}

impl Trace<'_> {
    /// The crossing on the map; `None` where it is off the map.
    #[inline]
    fn place(&self, crossing: Crossing) -> Option<TraceStep> {
        let at = |offset| self.ground.at(self.origin + Hex::from(offset));
        Some(match crossing {
            Crossing::Through(hex) => TraceStep::Hex(at(hex)?),
            Crossing::Over(a, b) => TraceStep::Hexside(at(a)?, at(b)?),
            Crossing::Along { left, right } => {
                let (left, right) = (at(left), at(right));
                left.or(right)?;
                TraceStep::Along { left, right }
            }
            Crossing::Corner { hex, left, right } => {
                TraceStep::Vertex { hex: at(hex)?, left: at(left), right: at(right) }
            }
        })
    }
}

impl Iterator for Trace<'_> {
    type Item = TraceStep;

    #[inline]
    fn next(&mut self) -> Option<TraceStep> {
        let crossing = *self.crossings.get(self.next)?;
        self.next += 1;
        self.place(crossing)
    }
}

impl Ground {
    /// Trace of the straight line from the centre of `from` to the centre of `to`: all that it passes, in order; the interiors of the two themselves
    /// are not listed. Nothing for a line to itself.
    ///
    /// Allocates only for lines longer than 24 hexes.
    #[inline]
    pub fn trace(&self, from: HexId, to: HexId) -> Trace<'_> {
        let origin = self.axial[from.index()];
        let delta = self.axial[to.index()] - origin;
        Trace { ground: self, origin, crossings: crossings(delta.into()), next: 0 }
    }

    /// Ray: all that the straight line from the centre of `from` through the centre of `through` passes on and on, `through` included, as long
    /// as it is on the map and within `hexes` of `from` (at most 200). Nothing if the two are the same.
    ///
    /// A hexside that the line runs along is as far as the nearer of its hexes. Allocates beyond 24 hexes.
    pub fn ray(&self, from: HexId, through: HexId, hexes: u16) -> impl Iterator<Item = TraceStep> + '_ {
        let origin = self.axial[from.index()];
        let delta = self.axial[through.index()] - origin;
        let hexes = hexes.min(200);
        let length = delta.length().max(1);
        // The first multiple that ends beyond the last hex asked for, which is therefore passed and not the end.
        let times = i32::from(hexes) / length + 1;
        let line = Trace { ground: self, origin, crossings: crossings((delta * times).into()), next: 0 };
        let near = move |hex: HexId| self.distance(from, hex) <= hexes;
        line.take_while(move |passed| match *passed {
            TraceStep::Hex(hex) | TraceStep::Hexside(_, hex) => near(hex),
            TraceStep::Along { left, right } | TraceStep::Vertex { left, right, .. } => {
                left.into_iter().chain(right).any(near)
            }
        })
    }

    /// The hexsides of `to` by which the straight line from `from` comes in: one, or the two that meet at the
    /// vertex where it comes in. None if the two hexes are the same.
    pub fn hexsides_facing(&self, from: HexId, to: HexId) -> (Option<Dir>, Option<Dir>) {
        let delta = self.axial[from.index()] - self.axial[to.index()];
        let dir = |offset| STEPS.iter().position(|&step| step == Hex::from(offset)).map(|i| Dir(i as u8));
        match crossings(delta.into()).first() {
            Some(&Crossing::Over(_, next)) => (dir(next), None),
            Some(&Crossing::Corner { left, right, .. }) => (dir(left), dir(right)),
            _ => (None, None),
        }
    }
}
