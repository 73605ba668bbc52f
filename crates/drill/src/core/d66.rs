//! Two dice read as tens and ones: 11 to 16, 21 to 26, ... 66.

use table::{Doors, Play, Point, Rule, Side, Throw, ThrowKind};

use crate::Drill;

/// Throw of two dice: what two dice show.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct D66(u8);

impl D66 {
    /// Number of the outcomes.
    pub const OUTCOMES: u32 = 36;

    /// By its place, 0 for 11 and 35 for 66; beyond the ends there is nothing.
    pub fn at(place: i32) -> D66 {
        D66(place.clamp(0, 35) as u8)
    }

    /// As it is read: 11 to 66.
    pub fn read(number: i64) -> Option<D66> {
        let (tens, ones) = (number / 10, number % 10);
        let of_a_die = |n: i64| (1..=6).contains(&n);
        (of_a_die(tens) && of_a_die(ones)).then(|| D66(((tens - 1) * 6 + ones - 1) as u8))
    }

    /// Its place.
    pub fn place(self) -> i32 {
        self.0.into()
    }

    /// So many throws higher, or lower if negative: 16 and one is 21.
    #[must_use]
    pub fn moved(self, by: i32) -> D66 {
        D66::at(self.place() + by)
    }

    /// As it is read.
    pub fn number(self) -> i16 {
        i16::from(self.0 / 6 * 10 + self.0 % 6 + 11)
    }
}

/// Throws both dice, for a unit.
///
/// # Errors
/// As the door.
pub fn throw(
    doors: &mut Doors<'_, Drill>,
    (rule, key): (Rule, &'static str),
    (side, unit): (Side, u16),
    class: &dyn Fn(D66) -> u32,
) -> Play<D66> {
    let outcome = doors.roll(&Throw {
        rule,
        key,
        side: Some(side),
        kind: ThrowKind::Die,
        faces: D66::OUTCOMES,
        about: [Point::Unit(unit), Point::Nothing, Point::Nothing],
        class: &|outcome| class(D66::at(outcome as i32)),
        shows: &|outcome| Point::Number(D66::at(outcome as i32).number()),
    })?;
    Ok(D66::at(outcome as i32))
}
