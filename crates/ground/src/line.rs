//! Lines: what a straight line from the centre of a hex to the centre of another crosses, in whole numbers.
//!
//! In axial coordinates times three all centres and vertices are whole: the centre of hex `h` is `3h`, its vertex
//! between the directions `f` and `g` is `3h + f + g`. That is an affine picture of the map, which keeps lines,
//! and left and right.

use std::borrow::Cow;
use std::sync::OnceLock;

use hexx::Hex;

use crate::Dir;
use crate::map::STEPS;

/// A hex relative to the hex where a line begins, in axial coordinates (`x` grows to the SE, `y` to the S).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Offset {
    /// Steps to the SE.
    pub x: i16,
    /// Steps to the S.
    pub y: i16,
}

impl From<Hex> for Offset {
    fn from(hex: Hex) -> Offset {
        Offset { x: hex.x as i16, y: hex.y as i16 }
    }
}

impl From<Offset> for Hex {
    fn from(offset: Offset) -> Hex {
        Hex::new(i32::from(offset.x), i32::from(offset.y))
    }
}

/// One thing that a line crosses, left and right as seen along the line.
///
/// A line either crosses a hexside from one hex to the next (perhaps at one of its ends: the third hex there is
/// only touched and is not listed), or leaves a hex at a vertex and runs along the hexside that begins there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Crossing {
    /// The interior of a hex that is not an end of the line.
    Through(Offset),
    /// The hexside between two hexes, from the first to the second.
    Over(Offset, Offset),
    /// The vertex between the interior of `hex` and a hexside that the line runs along: the line passes between
    /// the hexside of `hex` with `left` and that with `right`, which both end there.
    Corner {
        /// The hex left or entered.
        hex: Offset,
        /// The hex on the left of the line.
        left: Offset,
        /// The hex on the right of the line.
        right: Offset,
    },
    /// The whole length of the hexside between two hexes.
    Along {
        /// The hex on the left of the line.
        left: Offset,
        /// The hex on the right of the line.
        right: Offset,
    },
}

/// Lines up to this length (in hexes) are kept in a table.
const REACH: i32 = 24;
const WIDTH: i32 = 2 * REACH + 1;

/// The crossings of the line from a hex to the hex at `to` from it, in order. None for a line to itself.
///
/// Allocates only for lines longer than 24 hexes.
///
/// # Panics
/// If the line is longer than 1000 hexes, which no map has room for.
pub fn crossings(to: Offset) -> Cow<'static, [Crossing]> {
    let hex = Hex::from(to);
    assert!(hex.length() <= 1000, "a line of {} hexes", hex.length());
    if hex.length() > REACH {
        let mut list = Vec::new();
        trace(hex, &mut list);
        return Cow::Owned(list);
    }
    let table = TABLE.get_or_init(Table::new);
    let index = ((hex.x + REACH) * WIDTH + hex.y + REACH) as usize;
    Cow::Borrowed(&table.crossings[table.ends[index] as usize..table.ends[index + 1] as usize])
}

static TABLE: OnceLock<Table> = OnceLock::new();

/// The crossings of all short lines, one after the other.
struct Table {
    crossings: Vec<Crossing>,
    ends: Vec<u32>,
}

impl Table {
    fn new() -> Table {
        let mut table = Table { crossings: Vec::new(), ends: vec![0] };
        for x in -REACH..=REACH {
            for y in -REACH..=REACH {
                let to = Hex::new(x, y);
                if to.length() <= REACH {
                    trace(to, &mut table.crossings);
                }
                table.ends.push(table.crossings.len() as u32);
            }
        }
        table
    }
}

/// Follows the line from the centre of hex zero to the centre of `to`.
fn trace(to: Hex, list: &mut Vec<Crossing>) {
    let mut hex = Hex::ZERO;
    while hex != to {
        let next = match exit(hex, to) {
            Exit::Hexside(dir) => {
                let next = hex + STEPS[dir];
                list.push(Crossing::Over(hex.into(), next.into()));
                next
            }
            Exit::Vertex { left, right } => {
                let next = hex + STEPS[left] + STEPS[right];
                let (left, right) = (Offset::from(hex + STEPS[left]), Offset::from(hex + STEPS[right]));
                list.push(Crossing::Corner { hex: hex.into(), left, right });
                list.push(Crossing::Along { left, right });
                list.push(Crossing::Corner { hex: next.into(), left, right });
                next
            }
        };
        if next != to {
            list.push(Crossing::Through(next.into()));
        }
        hex = next;
    }
}

/// Exit of a line: how a line leaves a hex: numbers of directions.
enum Exit {
    /// Into the neighbour there.
    Hexside(usize),
    /// Between the neighbours there, along the hexside between them.
    Vertex { left: usize, right: usize },
}

/// Exit by which the line from hex zero towards `to` leaves `hex`, whose interior it crosses.
fn exit(hex: Hex, to: Hex) -> Exit {
    // Positive on the right of the line, negative on its left, for the vertex clockwise of direction `k`.
    let place = |k: usize| cross(to, hex * 3 + STEPS[k % 6] + STEPS[(k + 1) % 6]).signum();
    for Dir(k) in Dir::ALL {
        let k = usize::from(k);
        let (before, here) = (place(k + 5), place(k));
        if before < 0 && here > 0 {
            return Exit::Hexside(k);
        }
        let right = (k + 1) % 6;
        if before < 0 && here == 0 && place(k + 1) > 0 {
            // The hexside that begins at this vertex runs in the direction of the sum of the two steps.
            return match cross(STEPS[k] + STEPS[right], to).signum() {
                0 => Exit::Vertex { left: k, right },
                1 => Exit::Hexside(right),
                _ => Exit::Hexside(k),
            };
        }
    }
    unreachable!("a line that crosses the interior of a convex hex leaves it")
}

/// Positive if `b` lies clockwise of `a`.
fn cross(a: Hex, b: Hex) -> i32 {
    a.x * b.y - a.y * b.x
}
