//! The dice of La Bataille: two dice read as two figures, 11 to 66, to which modifiers are counted up and down.

use std::fmt;

/// A reading of the two dice, or a figure that is compared with one (a morale rating): the steps above 11. Modified readings go on below 11
/// and above 66, without bound; charts take them to their nearest end ([`Dice::clamped`]).
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Dice(pub i16);

impl Dice {
    /// The number of readings.
    pub const FACES: u32 = 36;

    /// The reading of a throw of [`Dice::FACES`] faces.
    pub const fn of_face(face: u32) -> Dice {
        Dice(face as i16)
    }

    /// A figure as it is written: 11 to 66, each digit 1 to 6.
    pub const fn written(figure: i16) -> Option<Dice> {
        let (tens, ones) = (figure / 10, figure % 10);
        if tens >= 1 && tens <= 6 && ones >= 1 && ones <= 6 {
            Some(Dice((tens - 1) * 6 + ones - 1))
        } else {
            None
        }
    }

    /// With a modifier, counted in steps.
    #[must_use]
    pub const fn and(self, modifier: i16) -> Dice {
        Dice(self.0 + modifier)
    }

    /// The nearest reading that dice can show.
    #[must_use]
    pub const fn clamped(self) -> Dice {
        Dice(if self.0 < 0 {
            0
        } else if self.0 > 35 {
            35
        } else {
            self.0
        })
    }

    /// As it is written; what lies outside is written as the nearest reading.
    pub const fn figure(self) -> i16 {
        let steps = self.clamped().0;
        (steps / 6 + 1) * 10 + steps % 6 + 1
    }

    /// The first and the second die, of a natural throw.
    pub const fn each(self) -> (i16, i16) {
        let figure = self.figure();
        (figure / 10, figure % 10)
    }
}

impl fmt::Display for Dice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}", self.figure())
    }
}

/// Bands of a chart: what holds from a reading of the dice on: the bands of a chart, the first at 11, rising.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bands<T>(pub Vec<(Dice, T)>);

impl<T: Copy> Bands<T> {
    /// The place of the band of a modified reading.
    pub fn place(&self, dice: Dice) -> usize {
        let dice = dice.clamped();
        self.0.iter().rposition(|(start, _)| *start <= dice).unwrap_or(0)
    }

    /// The entry at a modified reading.
    pub fn at(&self, dice: Dice) -> T {
        self.0[self.place(dice)].1
    }
}
