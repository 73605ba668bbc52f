//! Faces: which hexsides of a hex of a unit are its front, flank and rear. Where a unit looks decides it: at a hexside, or at the vertex between two;
//! what lies where is a book's own table of arcs.

use ground::{Aim, Dir, Dirs};

/// Face of a unit: what a hexside of a unit is.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub enum Face {
    /// Front.
    Front,
    /// Flank.
    Flank,
    /// Rear.
    Rear,
    /// Towards another hex of the same unit.
    Within,
}

/// The hexsides of one hex of a unit.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Faces {
    /// Front.
    pub front: Dirs,
    /// Flank.
    pub flank: Dirs,
    /// Rear.
    pub rear: Dirs,
}

impl Faces {
    /// The face at a hexside.
    pub const fn of(self, dir: Dir) -> Face {
        if self.front.contains(dir) {
            Face::Front
        } else if self.flank.contains(dir) {
            Face::Flank
        } else if self.rear.contains(dir) {
            Face::Rear
        } else {
            Face::Within
        }
    }
}

/// Part of a unit: which hex of one in several.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum PartKind {
    /// The only one.
    Single,
    /// The first of a file or path.
    Head,
    /// Between.
    Body,
    /// The last.
    Tail,
    /// The left end of a line.
    Left,
    /// Between.
    Middle,
    /// The right end.
    Right,
}

/// The hexsides of a hex of a footprint, counted clockwise from the aim ([`Arc::turned`]).
#[derive(Clone, Debug)]
pub struct Arc {
    /// Footprint.
    pub footprint: String,
    /// Hex of it that is meant.
    pub part: PartKind,
    /// Front.
    pub front: Dirs,
    /// Flank.
    pub flank: Dirs,
    /// Rear.
    pub rear: Dirs,
}

impl Arc {
    /// Its hexsides where the one that is counted as 0 lies in a direction.
    pub fn turned(&self, zero: Dir) -> Faces {
        let turned = |hexsides: Dirs| hexsides.iter().map(|hexside| zero.turn(hexside.0 as i8)).collect();
        Faces { front: turned(self.front), flank: turned(self.flank), rear: turned(self.rear) }
    }
}

/// The direction that is counted as 0 in an arc: the hexside aimed at, or the one left of the vertex.
pub const fn zero(aim: Aim) -> Dir {
    Dir(aim.index() as u8 / 2)
}

/// The direction from a hex of a line to the next one on its right.
pub const fn right_of(aim: Aim) -> Dir {
    zero(aim).turn(2)
}
