use std::fmt;

use crate::sines;

/// Length in units of a table, 400 to the measuring unit: so fine that nothing may depend on one.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Length(pub i16);

/// One measuring unit.
pub const MU: Length = Length(400);

/// The most that rounding can displace: two figures lined up edge to edge, each placed from its own pose, have corners at most this far from each other.
///
/// The first figure's corner lies up to 0.71 units (half a diagonal) from where it should, the second's pose too, measured from the first, and
/// then each of its corners: four such roundings come to less than 3 units, 1/133 of a measuring unit.
pub const SLACK: Length = Length(3);

impl Length {
    /// So many measuring units.
    ///
    /// # Panics
    /// If there are more than 81 of them.
    pub const fn mu(number: i16) -> Length {
        assert!(number >= -81 && number <= 81, "a length has at most 81 MU");
        Length(number * MU.0)
    }
}

/// Prints measuring units, rounded to hundredths, for people only.
impl fmt::Display for Length {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hundredths = (i32::from(self.0).abs() * 100 + 200) / i32::from(MU.0);
        let sign = if self.0 < 0 && hundredths > 0 { "-" } else { "" };
        write!(f, "{sign}{}", hundredths / 100)?;
        match hundredths % 100 {
            0 => Ok(()),
            rest if rest % 10 == 0 => write!(f, ".{}", rest / 10),
            rest => write!(f, ".{rest:02}"),
        }
    }
}

/// Turn: a direction, or by how much something turns, in 65,536ths of a circle, clockwise; quarters are exact.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Turn(pub u16);

impl Turn {
    /// A quarter of a circle, clockwise.
    pub const QUARTER: Turn = Turn(1 << 14);
    /// Half a circle.
    pub const HALF: Turn = Turn(1 << 15);

    /// So many degrees clockwise, to the nearest unit.
    pub const fn degrees(degrees: i16) -> Turn {
        let parts = degrees as i32 * 65_536;
        let rounded = if parts >= 0 { (parts + 180) / 360 } else { (parts - 180) / 360 };
        Turn(rounded.rem_euclid(65_536) as u16)
    }

    /// This turn and then another.
    #[must_use]
    pub const fn and(self, other: Turn) -> Turn {
        Turn(self.0.wrapping_add(other.0))
    }

    /// The turn that takes this one back.
    #[must_use]
    pub const fn reversed(self) -> Turn {
        Turn(self.0.wrapping_neg())
    }

    /// The turn from another direction to this one.
    #[must_use]
    pub const fn from(self, other: Turn) -> Turn {
        Turn(self.0.wrapping_sub(other.0))
    }

    /// Amount of it, either way: up to half a circle.
    pub const fn amount(self) -> u16 {
        (self.0 as i16).unsigned_abs()
    }

    /// Its sine as a direction, in 2^30ths: how far to the right one gets.
    pub fn sine(self) -> i64 {
        sines::sin(self)
    }

    /// Its cosine as a direction, in 2^30ths: how far up one gets.
    pub fn cosine(self) -> i64 {
        sines::cos(self)
    }

    /// Whether it turns to the right; half a circle does not.
    pub const fn is_right(self) -> bool {
        (self.0 as i16) > 0
    }
}

/// Prints degrees, rounded to tenths, for people only.
impl fmt::Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let tenths = (u32::from(self.0) * 3600 + 32_768) / 65_536 % 3600;
        match tenths % 10 {
            0 => write!(f, "{}°", tenths / 10),
            rest => write!(f, "{}.{rest}°", tenths / 10),
        }
    }
}

/// Spot on a table: units to the right of its upper left corner, and down.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Spot {
    /// To the right.
    pub x: i16,
    /// Down, toward the near edge.
    pub y: i16,
}
