use crate::names::names;

/// A direction from a hex to a neighbour, or the hexside towards it: N NE SE S SW NW, 0 to 5, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dir(pub u8);

names!("direction", Dir, 6, [
    Dir(0) => "N",
    Dir(1) => "NE",
    Dir(2) => "SE",
    Dir(3) => "S",
    Dir(4) => "SW",
    Dir(5) => "NW",
]);

impl Dir {
    /// Its number, 0 to 5.
    pub const fn index(self) -> usize {
        (self.0 % 6) as usize
    }

    /// The direction back.
    pub const fn opposite(self) -> Dir {
        self.turn(3)
    }

    /// The direction `steps` sixths of a turn clockwise (negative: anticlockwise).
    pub const fn turn(self, steps: i8) -> Dir {
        Dir(turn(self.0, steps))
    }
}

/// A direction from a hex to one of its vertices: NE E SE SW W NW, 0 to 5, clockwise. Facing `f` looks at the
/// vertex between the directions `f` and `f + 1`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Facing(pub u8);

names!("facing", Facing, 6, [
    Facing(0) => "NE",
    Facing(1) => "E",
    Facing(2) => "SE",
    Facing(3) => "SW",
    Facing(4) => "W",
    Facing(5) => "NW",
]);

impl Facing {
    /// Its number, 0 to 5.
    pub const fn index(self) -> usize {
        (self.0 % 6) as usize
    }

    /// The directions to the two front hexes, the left one first.
    pub const fn fronts(self) -> [Dir; 2] {
        [Dir(turn(self.0, 0)), Dir(turn(self.0, 1))]
    }

    /// The facing `steps` vertices clockwise (negative: anticlockwise).
    pub const fn turn(self, steps: i8) -> Facing {
        Facing(turn(self.0, steps))
    }

    /// How many vertices apart the two facings are, 0 to 3.
    pub const fn steps_to(self, other: Facing) -> u8 {
        let clockwise = turn(other.0, -(self.index() as i8));
        if clockwise > 3 { 6 - clockwise } else { clockwise }
    }
}

/// `number + steps` on a ring of six.
const fn turn(number: u8, steps: i8) -> u8 {
    (number as i16 % 6 + steps as i16).rem_euclid(6) as u8
}

/// An edge of the map.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Edge {
    /// The top.
    N,
    /// The bottom.
    S,
    /// The right.
    E,
    /// The left.
    W,
}

names!("map edge", Edge, 4, [Edge::N => "N", Edge::S => "S", Edge::E => "E", Edge::W => "W"]);

impl Edge {
    /// Its number in [`Edge::ALL`].
    pub const fn index(self) -> usize {
        self as usize
    }
}
