//! Bases, the formations in which they stand, and the ways from one to another with their geometry (`units.formations`, `movement.reform`).
//!
//! What a change costs and when it is allowed is not here; neither are kinked lines, squares that wheel, artillery, and the distance to the
//! nearest enemy that a reformed unit keeps.

use baize::{Leg, Length, MU, Pose, Size};

/// Figures for which the bases are made: those of 20 to 28 mm, of 12 to 18 mm, of 5 to 10 mm (`measurements`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figures {
    /// 20 to 28 mm.
    Tall,
    /// 12 to 18 mm.
    Middle,
    /// 5 to 10 mm.
    Small,
}

/// Measure: in which system an MU is told (`measurements`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Measure {
    /// 40, 25 or 20 mm.
    Metric,
    /// An inch and a half, an inch, or three quarters of one.
    Imperial,
}

impl Figures {
    /// All of them.
    pub const ALL: [Figures; 3] = [Figures::Tall, Figures::Middle, Figures::Small];

    /// The measure that the book prefers for them.
    pub const fn preferred(self) -> Measure {
        if matches!(self, Figures::Middle) { Measure::Imperial } else { Measure::Metric }
    }

    /// One MU in hundredths of a millimetre.
    pub const fn mu(self, measure: Measure) -> i32 {
        match (self, measure) {
            (Figures::Tall, Measure::Metric) => 4000,
            (Figures::Middle, Measure::Metric) => 2500,
            (Figures::Small, Measure::Metric) => 2000,
            (Figures::Tall, Measure::Imperial) => 3810,
            (Figures::Middle, Measure::Imperial) => 2540,
            (Figures::Small, Measure::Imperial) => 1905,
        }
    }

    /// A standard base: 60 by 45, 40 by 30 or 30 by 20 mm, in units of the table to the nearest. Only in the metric measures of the tallest
    /// and the smallest figures is it one and a half MU wide.
    pub const fn base(self, measure: Measure) -> Size {
        let (width, depth) = match self {
            Figures::Tall => (6000, 4500),
            Figures::Middle => (4000, 3000),
            Figures::Small => (3000, 2000),
        };
        let mu = self.mu(measure);
        Size { width: units(width, mu), depth: units(depth, mu) }
    }
}

/// Hundredths of a millimetre in units of a table, to the nearest.
const fn units(hundredths: i32, mu: i32) -> Length {
    Length(((hundredths * MU.0 as i32 + mu / 2) / mu) as i16)
}

/// Strength of a unit of infantry or cavalry (`units.size`).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Strength {
    /// Four bases.
    Small,
    /// Six bases.
    Large,
}

impl Strength {
    /// Number of its bases.
    pub const fn bases(self) -> i16 {
        if matches!(self, Strength::Small) { 4 } else { 6 }
    }
}

/// Array: how the bases of a unit stand side by side and one behind the other (`units.formations`). A square stands as in tactical formation,
/// with its rear rank turned; skirmishers stand as in tactical formation or in line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Array {
    /// Two bases deep.
    Tactical,
    /// Two bases wide and three deep: a large unit that supports itself.
    Deep,
    /// One base deep.
    Line,
    /// One base wide.
    Column,
}

impl Array {
    /// All of them.
    pub const ALL: [Array; 4] = [Array::Tactical, Array::Deep, Array::Line, Array::Column];

    /// Bases side by side; none if a unit of that strength never stands so.
    pub const fn files(self, strength: Strength) -> Option<i16> {
        match (self, strength) {
            (Array::Tactical, strength) => Some(strength.bases() / 2),
            (Array::Deep, Strength::Large) => Some(2),
            (Array::Deep, Strength::Small) => None,
            (Array::Line, strength) => Some(strength.bases()),
            (Array::Column, _) => Some(1),
        }
    }

    /// The rectangle of a unit that stands so; none if it never does.
    pub fn size(self, strength: Strength, base: Size) -> Option<Size> {
        let files = self.files(strength)?;
        let ranks = strength.bases() / files;
        Some(Size { width: Length(base.width.0 * files), depth: Length(base.depth.0 * ranks) })
    }
}

/// Shifts: where the front of a reformed unit may come to stand, sideways from where it was, to the right; the front edge stays level.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Shifts {
    /// One of these.
    These(Vec<Length>),
    /// Any from the first to the last.
    Between(Length, Length),
}

/// The shifts by which a unit goes from one array to another in a single change; none if it cannot (`movement.reform`).
///
/// - Into line: the front rank stays, the rear rank comes up level with it, and the whole may slide as long as the old front is covered.
/// - Out of line into tactical formation: the two bases in the middle of the line stay; of a large unit one more stands to the left or right.
/// - Into column: behind any one base of the front rank. Out of column into tactical formation: its first base becomes one of the front rank.
/// - Between tactical and deep formation the book says only that the middle stays as near as can be: sideways it does not move.
///
/// Line and column are two changes from each other.
pub fn shifts(strength: Strength, base: Size, from: Array, to: Array) -> Option<Shifts> {
    let (old, new) = (from.files(strength)?, to.files(strength)?);
    let half = base.width.0 / 2;
    // The middles of so many bases side by side, from the middle of all.
    let middles = |files: i16| (0..files).map(|file| Length((2 * file - files + 1) * half)).collect();
    match (from, to) {
        _ if from == to => Some(Shifts::These(vec![Length(0)])),
        (Array::Line, Array::Column) | (Array::Column, Array::Line) => None,
        (Array::Tactical | Array::Deep, Array::Line) => {
            let room = (new - old) * half;
            Some(Shifts::Between(Length(-room), Length(room)))
        }
        (Array::Line, Array::Tactical) if new == 3 => Some(Shifts::These(vec![Length(-half), Length(half)])),
        (Array::Line, Array::Tactical | Array::Deep) => Some(Shifts::These(vec![Length(0)])),
        (Array::Tactical | Array::Deep, Array::Column) => Some(Shifts::These(middles(old))),
        (Array::Column, Array::Tactical | Array::Deep) => Some(Shifts::These(middles(new))),
        _ => Some(Shifts::These(vec![Length(0)])),
    }
}

/// The pose of a unit reformed with that shift. Between tactical and deep formation the middle stays; in all other changes the front edge does.
///
/// # Panics
/// If a unit of that strength never stands so.
pub fn reformed(
    pose: Pose,
    strength: Strength,
    base: Size,
    (from, to): (Array, Array),
    shift: Length,
) -> Pose {
    let size = |array: Array| array.size(strength, base).expect("a unit stands as it can");
    let (old, new) = (size(from), size(to));
    let aside = pose.after(old, Leg::Slide(shift));
    match (from, to) {
        (Array::Tactical, Array::Deep) | (Array::Deep, Array::Tactical) => {
            aside.after(old, Leg::Ahead(Length((new.depth.0 - old.depth.0) / 2)))
        }
        _ => aside,
    }
}
