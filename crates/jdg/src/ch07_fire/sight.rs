//! 7.4: line of sight. The ground says what a straight line passes; what of it obstructs, and what is overlooked, stands here.

use ground::{Feature, HexId, TraceStep};
use table::{Refusal, rule};

use crate::core::charts::HexsideSight;
use crate::core::field::hex_point;
use crate::{Battle, State};

/// A thing that obstructs the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Obstacle {
    /// A hex.
    Hex(HexId),
    /// The hexside between two hexes.
    Side(HexId, HexId),
}

/// Way of blocking: how it blocks the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ObstructionKind {
    /// The hex is higher than both ends.
    Higher,
    /// The line passes through the hex.
    Through,
    /// The line crosses the hexside.
    Across,
    /// The line runs along the hexside.
    Along,
    /// The line passes between it and another on the other side.
    Between,
}

/// The obstacle that decides a blocked line (the first as seen from where it begins), and how it blocks.
type Obstruction = (Obstacle, ObstructionKind);

/// Whether there is a line of sight between two hexes, units in between counted (7.4).
///
/// # Errors
/// What stands in the way.
pub fn sight(b: &Battle, s: &State, from: HexId, to: HexId) -> Result<(), Refusal> {
    match point_blank(b, from, to) {
        Some(true) => Ok(()),
        Some(false) => Err(Refusal::new(rule!("7.4.4"), "sight.close").with("hex", hex_point(to))),
        None => {
            let line = Line { b, s, from, to };
            line.look().map_err(|blocked| line.explain(blocked))
        }
    }
}

/// The same without the reason, fast.
pub fn sees(b: &Battle, s: &State, from: HexId, to: HexId) -> bool {
    point_blank(b, from, to).unwrap_or_else(|| Line { b, s, from, to }.look().is_ok())
}

/// Between adjacent hexes: whether the hexside between them lets fire through (7.4.4).
fn point_blank(b: &Battle, from: HexId, to: HexId) -> Option<bool> {
    let dir = b.ground.dir_to(from, to)?;
    Some(b.ground.hexside(from, dir).iter().all(|feature| b.charts.hexsides[feature].point_blank))
}

/// A line of sight between the centres of two hexes that are not adjacent.
struct Line<'a> {
    b: &'a Battle,
    s: &'a State,
    from: HexId,
    to: HexId,
}

impl Line<'_> {
    /// First obstruction of it, if anything does (7.4.1 to 7.4.3); the same from both ends.
    ///
    /// The hexes of the two ends never block. A hex whose interior the line crosses blocks, and so does a hexside that it crosses or
    /// runs along. A line along a hexside is blocked by its two hexes only when obstacles stand on its left and on its right, at the
    /// same place or not (7.4.2).
    ///
    /// RULING J158: a hex or hexside that the line only touches at a vertex does not block. Where the line begins or ends to run along
    /// a hexside, it passes between the ends of two others; these stand on its left and right like the two hexes, so that a continuous
    /// line of crest is not seen through.
    fn look(&self) -> Result<(), Obstruction> {
        let (mut on_left, mut on_right) = (None, None);
        for passed in self.b.ground.trace(self.from, self.to) {
            match passed {
                TraceStep::Hex(hex) => self.hex(hex).map_or(Ok(()), Err)?,
                TraceStep::Hexside(a, b) => self
                    .on_hexside(a, Some(b))
                    .map_or(Ok(()), |obstacle| Err((obstacle, ObstructionKind::Across)))?,
                TraceStep::Along { left, right } => {
                    let between = left.and_then(|left| self.on_hexside(left, right));
                    between.map_or(Ok(()), |obstacle| Err((obstacle, ObstructionKind::Along)))?;
                    on_left = on_left.or_else(|| Some(self.hex(left?)?.0));
                    on_right = on_right.or_else(|| Some(self.hex(right?)?.0));
                }
                TraceStep::Vertex { hex, left, right } => {
                    on_left = on_left.or_else(|| self.on_hexside(hex, left));
                    on_right = on_right.or_else(|| self.on_hexside(hex, right));
                }
            }
            if let (Some(left), Some(_)) = (on_left, on_right) {
                return Err((left, ObstructionKind::Between));
            }
        }
        Ok(())
    }

    /// Obstruction by a hex between the ends that is passed through, if it blocks: as higher than both, or by what stands on it.
    fn hex(&self, hex: HexId) -> Option<Obstruction> {
        let ground = &self.b.ground;
        let level = ground.level(hex);
        if level > ground.level(self.from) && level > ground.level(self.to) {
            return Some((Obstacle::Hex(hex), ObstructionKind::Higher));
        }
        let obstructs = !self.s.is_empty(hex) || self.b.charts.terrain[ground.terrain(hex)].blocks_los;
        (obstructs && !self.overlooked(level, hex, hex))
            .then_some((Obstacle::Hex(hex), ObstructionKind::Through))
    }

    /// The hexside between two hexes, if it blocks (7.4.1). One of the kind that those next to it see over does not when an end of the
    /// line is one of its two hexes.
    fn on_hexside(&self, a: HexId, b: Option<HexId>) -> Option<Obstacle> {
        let b = b?;
        let ends = [self.from, self.to];
        let next_to_end = ends.contains(&a) || ends.contains(&b);
        let obstructs = |feature: Feature| match self.b.charts.hexsides[feature].los {
            HexsideSight::Open => false,
            HexsideSight::Blocks => true,
            HexsideSight::UnlessAdjacent => !next_to_end,
        };
        let dir = self.b.ground.dir_to(a, b)?;
        let blocks = self.b.ground.hexside(a, dir).iter().any(obstructs);
        (blocks && !self.overlooked(self.side_level(a, b), a, b)).then_some(Obstacle::Side(a, b))
    }

    /// RULING J157: a hexside is as high as the lower of its two hexes, and as far as the mean of the two. With the higher hex, two
    /// heights of the same level could not see each other over a valley with steep slopes, and nobody could look down a steep slope
    /// at all.
    fn side_level(&self, a: HexId, b: HexId) -> i8 {
        self.b.ground.level(a).min(self.b.ground.level(b))
    }

    /// Whether an obstacle of that level on the hexes `a` and `b` (or on one hex, given twice) is looked over (7.4.3): both ends are
    /// higher; or the higher end is higher than it, and it is no farther from that end than from the other, in hexes.
    fn overlooked(&self, level: i8, a: HexId, b: HexId) -> bool {
        let ground = &self.b.ground;
        let (from, to) = (ground.level(self.from), ground.level(self.to));
        if from > level && to > level {
            return true;
        }
        // Now one end at most is higher than the obstacle: the higher one.
        let distance = |end| ground.distance(end, a) + ground.distance(end, b);
        from > level && distance(self.from) <= distance(self.to)
            || to > level && distance(self.to) <= distance(self.from)
    }

    /// Whether an end stands above the obstacle, but not near enough to look over it (7.4.3).
    fn rises_over(&self, by: Obstacle) -> bool {
        let ground = &self.b.ground;
        let level = match by {
            Obstacle::Hex(hex) => ground.level(hex),
            Obstacle::Side(a, b) => self.side_level(a, b),
        };
        ground.level(self.from).max(ground.level(self.to)) > level
    }

    /// The refusal for a blocked line.
    fn explain(&self, (by, how): Obstruction) -> Refusal {
        let (rule, key) = match how {
            ObstructionKind::Through | ObstructionKind::Across if self.rises_over(by) => {
                (rule!("7.4.3"), "sight.far_from_height")
            }
            ObstructionKind::Higher => (rule!("7.4.1"), "sight.higher"),
            ObstructionKind::Through => (rule!("7.4.1"), "sight.hex"),
            ObstructionKind::Across => (rule!("7.4.1"), "sight.side"),
            ObstructionKind::Along => (rule!("7.4.2"), "sight.along"),
            ObstructionKind::Between => (rule!("7.4.2"), "sight.between"),
        };
        let refusal = Refusal::new(rule, key);
        match by {
            Obstacle::Hex(hex) => refusal.with("hex", hex_point(hex)),
            Obstacle::Side(a, b) => refusal.with("hex", hex_point(a)).with("beyond", hex_point(b)),
        }
    }
}
