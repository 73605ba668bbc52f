use crate::names::names;

/// A direction from a hex to a neighbour, or the hexside towards it: N NE SE S SW NW, 0 to 5, clockwise.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
#[cfg_attr(feature = "wire", derive(ts_rs::TS))]
#[cfg_attr(feature = "wire", ts(rename = "Direction", type = r#""N" | "NE" | "SE" | "S" | "SW" | "NW""#))]
pub struct Dir(pub u8);

names!("direction", Dir, 6, [
    Dir(0) => "N",
    Dir(1) => "NE",
    Dir(2) => "SE",
    Dir(3) => "S",
    Dir(4) => "SW",
    Dir(5) => "NW",
]);

#[cfg(feature = "wire")]
impl utoipa::PartialSchema for Dir {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        use utoipa::openapi::schema::{Object, Type};
        Object::builder().schema_type(Type::String).enum_values(Some(Dir::NAMES)).into()
    }
}

#[cfg(feature = "wire")]
impl utoipa::ToSchema for Dir {
    fn name() -> std::borrow::Cow<'static, str> {
        "Direction".into()
    }
}

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

    /// Number of its directions.
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

/// Aim: what a counter looks at: one of the twelve directions from the centre of a hex that a hex grid has by itself. Even ones
/// are hexsides (`2 * dir`), odd ones vertices; clockwise from the north, like the hours of a clock (0 is twelve o'clock).
///
/// A book whose counters face vertices uses the odd ones, a book whose counters face hexsides the even ones, some both.
/// The twelve names are those of the compass rose, so that no hexside has the name of a vertex:
///
/// ```text
///        NNW   N   NNE
///           \ ____ /            hexsides: N ENE ESE S WSW WNW
///      WNW  /      \  ENE       vertices: NNE E SSE SSW W NNW
///     W  --/        \--  E
///          \        /
///      WSW  \______/  ESE
///           /      \
///        SSW   S   SSE
/// ```
///
/// ```
/// use ground::{Aim, Dir};
///
/// let east: Aim = "E".parse().unwrap();
/// assert!(east.is_vertex());
/// assert_eq!(east.fronts().iter().map(Dir::name).collect::<Vec<_>>(), ["NE", "SE"]);
/// assert_eq!(east.turn(-1), Aim::hexside(Dir(1)));
/// assert_eq!(east.turn(-1).name(), "ENE");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Aim(pub u8);

names!("aim", Aim, 12, [
    Aim(0) => "N",
    Aim(1) => "NNE",
    Aim(2) => "ENE",
    Aim(3) => "E",
    Aim(4) => "ESE",
    Aim(5) => "SSE",
    Aim(6) => "S",
    Aim(7) => "SSW",
    Aim(8) => "WSW",
    Aim(9) => "W",
    Aim(10) => "WNW",
    Aim(11) => "NNW",
]);

/// Twelfths of a turn: what lies between two aims, or how far a fan reaches to either side.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Twelfths(pub u8);

impl Aim {
    /// At a hexside.
    pub const fn hexside(dir: Dir) -> Aim {
        Aim(2 * dir.index() as u8)
    }

    /// At the vertex between a hexside and the next one clockwise.
    pub const fn vertex_after(dir: Dir) -> Aim {
        Aim(2 * dir.index() as u8 + 1)
    }

    /// Its number, 0 to 11.
    pub const fn index(self) -> usize {
        (self.0 % 12) as usize
    }

    /// Whether it is at a vertex; otherwise at a hexside.
    pub const fn is_vertex(self) -> bool {
        self.0 % 2 == 1
    }

    /// The hexside that it is at; `None` for a vertex.
    pub fn dir(self) -> Option<Dir> {
        (!self.is_vertex()).then(|| Dir(self.index() as u8 / 2))
    }

    /// The aim `twelfths` of a turn clockwise (negative: anticlockwise).
    #[must_use]
    pub const fn turn(self, twelfths: i8) -> Aim {
        Aim((self.index() as i16 + twelfths as i16).rem_euclid(12) as u8)
    }

    /// The aim back.
    #[must_use]
    pub const fn opposite(self) -> Aim {
        self.turn(6)
    }

    /// Number of the twelfths of a turn between the two aims, the shorter way round: 0 to 6.
    pub const fn twelfths_to(self, other: Aim) -> Twelfths {
        let clockwise = (12 + other.index() - self.index()) % 12;
        Twelfths((if clockwise > 6 { 12 - clockwise } else { clockwise }) as u8)
    }

    /// The directions to the hexes straight ahead: one for a hexside, the two that meet there for a vertex.
    pub fn fronts(self) -> Dirs {
        self.arc(Twelfths(1))
    }

    /// The directions within `reach` to either side. At 2 a hexside has three, at 3 a vertex four.
    pub fn arc(self, reach: Twelfths) -> Dirs {
        Dir::ALL.into_iter().filter(|&dir| self.twelfths_to(Aim::hexside(dir)) <= reach).collect()
    }
}

impl From<Dir> for Aim {
    fn from(dir: Dir) -> Aim {
        Aim::hexside(dir)
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
