//! Products and ratios of whole numbers, large enough for everything on a table: places lie within 2^18 units, their differences within 2^19, the
//! products of two such within 2^39, the squares of those within 2^78.

use std::cmp::Ordering;

use crate::{Length, Place};

/// From one place to another.
pub(crate) fn between(from: Place, to: Place) -> (i64, i64) {
    (i64::from(to.x) - i64::from(from.x), i64::from(to.y) - i64::from(from.y))
}

/// More than nothing if the second way turns clockwise from the first.
pub(crate) fn cross((ax, ay): (i64, i64), (bx, by): (i64, i64)) -> i64 {
    ax * by - ay * bx
}

pub(crate) fn dot((ax, ay): (i64, i64), (bx, by): (i64, i64)) -> i64 {
    ax * bx + ay * by
}

/// Distance of two things, kept as its exact square; compares by length.
#[derive(Clone, Copy, Debug)]
pub struct Apart {
    square: u128,
    of: u64,
}

impl Apart {
    /// No distance: they touch or overlap.
    pub const NONE: Apart = Apart { square: 0, of: 1 };

    /// The square root of a square over a number.
    pub(crate) fn root(square: u128, of: u64) -> Apart {
        Apart { square, of }
    }

    /// Whether it is at most a length.
    pub fn is_within(self, length: Length) -> bool {
        let length = i64::from(length.0);
        length >= 0 && self.square <= u128::from(length.unsigned_abs().pow(2)) * u128::from(self.of)
    }

    /// Whether it is less than a length.
    pub fn is_less_than(self, length: Length) -> bool {
        let length = i64::from(length.0);
        length > 0 && self.square < u128::from(length.unsigned_abs().pow(2)) * u128::from(self.of)
    }

    /// Whole units of it, the rest left off.
    pub fn units(self) -> u32 {
        // A square of whole units is at most what it is a part of, so it fits into 64 bits.
        let square = u64::try_from(self.square / u128::from(self.of)).unwrap_or(u64::MAX);
        u32::try_from(square.isqrt()).unwrap_or(u32::MAX)
    }

    /// The square of the distance, as numerator and denominator.
    pub fn squared(self) -> (u128, u64) {
        (self.square, self.of)
    }
}

impl PartialEq for Apart {
    fn eq(&self, other: &Apart) -> bool {
        self.cmp(other) == Ordering::Equal
    }
}

impl Eq for Apart {}

impl PartialOrd for Apart {
    fn partial_cmp(&self, other: &Apart) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl Ord for Apart {
    fn cmp(&self, other: &Apart) -> Ordering {
        // 2^78 times 2^39 leaves room.
        (self.square * u128::from(other.of)).cmp(&(other.square * u128::from(self.of)))
    }
}

/// Distance of a place from the way between two others.
pub(crate) fn to_segment(place: Place, from: Place, to: Place) -> Apart {
    let (along, off) = (between(from, to), between(from, place));
    let (length, reached) = (dot(along, along), dot(along, off));
    if reached <= 0 || length == 0 {
        return Apart::root(dot(off, off).unsigned_abs().into(), 1);
    }
    if reached >= length {
        let off = between(to, place);
        return Apart::root(dot(off, off).unsigned_abs().into(), 1);
    }
    let aside = u128::from(cross(along, off).unsigned_abs());
    Apart::root(aside * aside, length.unsigned_abs())
}

/// Whether `number` is more than so many units of the length of a way, whose square is given.
pub(crate) fn is_beyond(number: i64, slack: Length, square: i64) -> bool {
    if number <= 0 {
        return false;
    }
    let (number, slack) = (number.unsigned_abs().into(), u128::from(slack.0.unsigned_abs()));
    let number: u128 = number;
    number * number > slack * slack * u128::from(square.unsigned_abs())
}
