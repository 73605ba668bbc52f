//! Line of sight: the ground gives the geometry and the elevations, the rulebook says what stands in the way.

use hexx::Hex;

use crate::line::{Crossing, crossings};
use crate::map::STEPS;
use crate::{Dir, Ground, HexId};

/// An obstruction to the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Block {
    /// It blocks, unless it is overlooked from higher ground.
    Solid,
    /// As `Solid`, but a hexside of the kind that those next to it see over.
    Parapet,
}

/// What a rulebook holds for an obstruction. The ground itself adds the hexes that are higher than both ends.
pub trait SightRules {
    /// What a hex between the two ends puts in the way.
    fn hex(&self, hex: HexId) -> Option<Block>;

    /// What the hexside between two adjacent hexes puts in the way; the same for `(b, a)`.
    fn side(&self, a: HexId, b: HexId) -> Option<Block>;
}

/// Something that obstructs the view.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Obstacle {
    /// A hex.
    Hex(HexId),
    /// The hexside between two hexes.
    Side(HexId, HexId),
}

/// Why the view is blocked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SightRule {
    /// The view passes through a hex higher than both ends.
    HigherHex,
    /// The view passes through an obstructing hex.
    Hex,
    /// The view crosses an obstructing hexside.
    Side,
    /// The view runs along an obstructing hexside.
    AlongSide,
    /// The view runs between obstacles on both its sides: `by` on one and this one on the other.
    Between(Obstacle),
    /// The two hexes are adjacent and the hexside between them obstructs the view even so.
    CloseRange,
}

/// Whether one hex is seen from another.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Sight {
    /// It is seen.
    Clear,
    /// It is not.
    Blocked {
        /// The first obstacle, as seen from where the view begins, that decides it.
        by: Obstacle,
        /// Why it blocks.
        why: SightRule,
    },
}

impl Sight {
    /// Whether it is seen.
    pub fn is_clear(self) -> bool {
        self == Sight::Clear
    }
}

/// The two ends of a line of sight.
struct View<'g> {
    ground: &'g Ground,
    from: HexId,
    to: HexId,
}

impl Ground {
    /// The line of sight from the centre of `from` to the centre of `to`; symmetric.
    ///
    /// - Between adjacent hexes only a [`Block::Solid`] hexside blocks.
    /// - The two end hexes never block. A hex of which the line crosses the interior blocks, and so does a
    ///   hexside that it crosses or runs along. A line along a hexside is blocked by its two hexes only when
    ///   obstacles stand on its left and on its right, at the same place or not.
    /// - A [`Block::Parapet`] hexside does not block when an end of the line is one of its two hexes.
    /// - An obstacle is overlooked when both ends are higher than it; or when the higher end is higher than it
    ///   and it is no farther from that end than from the other. Its height is the level of its hex; its
    ///   distance is measured in hexes.
    ///
    /// RULING J157: a hexside is as high as the lower of its two hexes, and as far as the mean of the two. With the
    /// higher hex, two heights of the same level could not see each other over a valley with steep slopes, and
    /// nobody could look down a steep slope at all.
    ///
    /// RULING J158: a hex or hexside that the line only touches at a vertex does not block. Where the line begins or
    /// ends to run along a hexside, it passes between the ends of two others; these stand on its left and right
    /// like the two hexes, so that a continuous line of crest is not seen through.
    ///
    /// Allocates nothing for distances up to 24 hexes.
    pub fn sight(&self, from: HexId, to: HexId, rules: &impl SightRules) -> Sight {
        if from == to {
            return Sight::Clear;
        }
        if self.dir_to(from, to).is_some() {
            return match rules.side(from, to) {
                Some(Block::Solid) => {
                    Sight::Blocked { by: Obstacle::Side(from, to), why: SightRule::CloseRange }
                }
                _ => Sight::Clear,
            };
        }
        View { ground: self, from, to }.look(rules)
    }

    /// The hexsides of `to` by which the straight line from `from` comes in: one, or the two that meet at the
    /// vertex where it comes in. None if the two hexes are the same.
    pub fn sides_facing(&self, from: HexId, to: HexId) -> (Option<Dir>, Option<Dir>) {
        let delta = self.axial[from.index()] - self.axial[to.index()];
        let dir = |offset| STEPS.iter().position(|&step| step == Hex::from(offset)).map(|i| Dir(i as u8));
        match crossings(delta.into()).first() {
            Some(&Crossing::Over(_, next)) => (dir(next), None),
            Some(&Crossing::Corner { left, right, .. }) => (dir(left), dir(right)),
            _ => (None, None),
        }
    }

    /// Whether `to` is seen from `from` ([`Ground::sight`]).
    #[inline]
    pub fn sees(&self, from: HexId, to: HexId, rules: &impl SightRules) -> bool {
        self.sight(from, to, rules).is_clear()
    }
}

impl View<'_> {
    fn look(&self, rules: &impl SightRules) -> Sight {
        let origin = self.ground.axial[self.from.index()];
        let delta = self.ground.axial[self.to.index()] - origin;
        // A line along the top or bottom of the map can have hexes on its one side that are not on the map.
        let at = |offset| self.ground.at(origin + Hex::from(offset));
        let hex = |hex: Option<HexId>| hex.and_then(|hex| Some((Obstacle::Hex(hex), self.hex(hex, rules)?)));
        let side = |a: Option<HexId>, b: Option<HexId>| {
            let (a, b) = a.zip(b)?;
            self.side(a, b, rules).then_some(Obstacle::Side(a, b))
        };
        let (mut on_left, mut on_right) = (None, None);
        for &crossing in crossings(delta.into()).iter() {
            match crossing {
                Crossing::Through(through) => {
                    if let Some((by, why)) = hex(at(through)) {
                        return Sight::Blocked { by, why };
                    }
                }
                Crossing::Over(a, b) => {
                    if let Some(by) = side(at(a), at(b)) {
                        return Sight::Blocked { by, why: SightRule::Side };
                    }
                }
                Crossing::Along { left, right } => {
                    let (left, right) = (at(left), at(right));
                    if let Some(by) = side(left, right) {
                        return Sight::Blocked { by, why: SightRule::AlongSide };
                    }
                    on_left = on_left.or_else(|| hex(left).map(|(obstacle, _)| obstacle));
                    on_right = on_right.or_else(|| hex(right).map(|(obstacle, _)| obstacle));
                }
                Crossing::Corner { hex, left, right } => {
                    on_left = on_left.or_else(|| side(at(hex), at(left)));
                    on_right = on_right.or_else(|| side(at(hex), at(right)));
                }
            }
            if let (Some(left), Some(right)) = (on_left, on_right) {
                return Sight::Blocked { by: left, why: SightRule::Between(right) };
            }
        }
        Sight::Clear
    }

    /// Whether and why a hex between the ends blocks when it is passed through.
    fn hex(&self, hex: HexId, rules: &impl SightRules) -> Option<SightRule> {
        let ground = self.ground;
        let level = ground.level(hex);
        if level > ground.level(self.from) && level > ground.level(self.to) {
            return Some(SightRule::HigherHex);
        }
        rules.hex(hex)?;
        (!self.overlooked(level, hex, hex)).then_some(SightRule::Hex)
    }

    /// Whether a hexside on the way blocks.
    fn side(&self, a: HexId, b: HexId, rules: &impl SightRules) -> bool {
        let next_to_end = [a, b].iter().any(|&hex| hex == self.from || hex == self.to);
        match rules.side(a, b) {
            None => false,
            Some(Block::Parapet) if next_to_end => false,
            Some(_) => !self.overlooked(self.ground.level(a).min(self.ground.level(b)), a, b),
        }
    }

    /// Whether an obstacle of that level on the hexes `a` and `b` (or on one hex, given twice) is looked over.
    fn overlooked(&self, level: i8, a: HexId, b: HexId) -> bool {
        let ground = self.ground;
        let (from, to) = (ground.level(self.from), ground.level(self.to));
        if from > level && to > level {
            return true;
        }
        let distance = |end| ground.distance(end, a) + ground.distance(end, b);
        from > to && from > level && distance(self.from) <= distance(self.to)
            || to > from && to > level && distance(self.to) <= distance(self.from)
    }
}
