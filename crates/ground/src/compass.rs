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

/// A set of directions: the fronts of a unit, the hexsides it attacks through. Six bits, by [`Dir::index`].
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Dirs(u8);

impl Dirs {
    /// No direction.
    pub const NONE: Dirs = Dirs(0);
    /// All six.
    pub const ALL: Dirs = Dirs(0b11_1111);

    /// One direction.
    pub const fn one(dir: Dir) -> Dirs {
        Dirs(1 << dir.index())
    }

    /// Whether a direction is in the set.
    #[inline]
    pub const fn contains(self, dir: Dir) -> bool {
        self.0 & Dirs::one(dir).0 != 0
    }

    /// Whether it is empty.
    #[inline]
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// How many directions it has.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// With another direction.
    #[must_use]
    pub const fn with(self, dir: Dir) -> Dirs {
        Dirs(self.0 | Dirs::one(dir).0)
    }

    /// Adds a direction.
    pub fn insert(&mut self, dir: Dir) {
        self.0 |= Dirs::one(dir).0;
    }

    /// Takes a direction out.
    pub fn remove(&mut self, dir: Dir) {
        self.0 &= !Dirs::one(dir).0;
    }

    /// Those next to one of its own, clockwise or anticlockwise.
    #[must_use]
    pub const fn beside(self) -> Dirs {
        let Dirs(bits) = self;
        Dirs((bits << 1 | bits >> 1 | bits << 5 | bits >> 5) & Dirs::ALL.0)
    }

    /// Its directions, clockwise from N.
    pub fn iter(self) -> impl Iterator<Item = Dir> + Clone {
        Dir::ALL.into_iter().filter(move |&dir| self.contains(dir))
    }
}

impl From<Dir> for Dirs {
    fn from(dir: Dir) -> Dirs {
        Dirs::one(dir)
    }
}

impl FromIterator<Dir> for Dirs {
    fn from_iter<T: IntoIterator<Item = Dir>>(dirs: T) -> Dirs {
        dirs.into_iter().fold(Dirs::NONE, Dirs::with)
    }
}

impl std::ops::BitOr for Dirs {
    type Output = Dirs;

    fn bitor(self, other: Dirs) -> Dirs {
        Dirs(self.0 | other.0)
    }
}

impl std::ops::BitAnd for Dirs {
    type Output = Dirs;

    fn bitand(self, other: Dirs) -> Dirs {
        Dirs(self.0 & other.0)
    }
}

impl std::ops::BitOrAssign for Dirs {
    fn bitor_assign(&mut self, other: Dirs) {
        self.0 |= other.0;
    }
}

impl std::ops::Sub for Dirs {
    type Output = Dirs;

    /// Those that the other set lacks.
    fn sub(self, other: Dirs) -> Dirs {
        Dirs(self.0 & !other.0)
    }
}

impl std::ops::SubAssign for Dirs {
    fn sub_assign(&mut self, other: Dirs) {
        self.0 &= !other.0;
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
