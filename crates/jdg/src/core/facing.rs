//! The six facings of a counter: at the vertices of its hex (6.1).

use ground::{Aim, Dir};

/// Facing: what a unit looks at: a vertex of its hex, NE E SE SW W NW, 0 to 5, clockwise. Facing `f` looks between the directions
/// `f` and `f + 1`; among the aims of the ground it is the one with number `2 f + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facing(pub u8);

/// Vertices of a hex, counted round it.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct Vertices(pub u8);

impl Facing {
    /// All six, clockwise.
    pub const ALL: [Facing; 6] = [Facing(0), Facing(1), Facing(2), Facing(3), Facing(4), Facing(5)];
    /// Their names, in the same order.
    pub const NAMES: [&'static str; 6] = ["NE", "E", "SE", "SW", "W", "NW"];

    /// The name used in files, answers and messages.
    pub fn name(self) -> &'static str {
        Facing::NAMES[self.index()]
    }

    /// The facing of that name.
    pub fn named(name: &str) -> Option<Facing> {
        Facing::ALL.into_iter().find(|facing| facing.name() == name)
    }

    /// Its number, 0 to 5.
    pub const fn index(self) -> usize {
        (self.0 % 6) as usize
    }

    /// As an aim of the ground.
    pub const fn aim(self) -> Aim {
        Aim::vertex_after(self.left())
    }

    /// The directions to the two front hexes, the left one first.
    pub const fn fronts(self) -> [Dir; 2] {
        [self.left(), self.left().turn(1)]
    }

    /// The facing `steps` vertices clockwise (negative: anticlockwise).
    pub const fn turn(self, steps: i8) -> Facing {
        Facing(self.left().turn(steps).0)
    }

    /// Number of the vertices between the two facings, 0 to 3.
    pub const fn steps_to(self, other: Facing) -> Vertices {
        Vertices(self.aim().twelfths_to(other.aim()).0 / 2)
    }

    /// The direction to the left of the vertex.
    const fn left(self) -> Dir {
        Dir(self.index() as u8)
    }
}

impl From<Facing> for Aim {
    fn from(facing: Facing) -> Aim {
        facing.aim()
    }
}

impl std::fmt::Display for Facing {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.name())
    }
}
