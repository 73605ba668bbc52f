//! Coming: which divisions are off the table and from where they come, where the lines of communications are, and how far the deployment is.

use baize::{Length, MU, Pose, Size, Spot, Turn};
use muster::words;
use table::Side;

use super::battle::Battle;
use super::state::{DivisionId, State};

words! {
    /// Approach: the edge and sector from which a division comes that is off the table, as its own player sees the table (`deployment.off_table`).
    "approach", Approach {
        /// The left sector of the own edge, as all reserves come from the own edge.
        RearLeft = "rear_left",
        /// The middle of it.
        RearCentre = "rear_centre",
        /// The right sector of it.
        RearRight = "rear_right",
        /// The left edge, in the own half: a flank march.
        LeftRear = "left_rear",
        /// The left edge, in the enemy's half.
        LeftFront = "left_front",
        /// The right edge, in the own half.
        RightRear = "right_rear",
        /// The right edge, in the enemy's half.
        RightFront = "right_front",
    }
}

impl Approach {
    /// Whether it is that of a flank march.
    pub const fn is_flank(self) -> bool {
        !matches!(self, Approach::RearLeft | Approach::RearCentre | Approach::RearRight)
    }
}

words! {
    /// Coming of a division: whether it is on the table or on its way (`movement.reserves`).
    "coming", Coming {
        /// It is on the table, or is deployed there.
        Here = "here",
        /// It is off the table and waits to be called.
        Off = "off",
        /// It was called, and begins to arrive in the next Movement Phase of its side.
        Called = "called",
        /// It arrives.
        Enters = "enters",
    }
}

/// A division's changing part.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Division {
    /// Progress on its way to the table.
    pub coming: Coming,
    /// From where it comes, or came.
    pub approach: Approach,
    /// Units of it that have arrived in this phase.
    pub entered: u8,
}

impl Division {
    /// A division that is on the table.
    pub const HERE: Division = Division { coming: Coming::Here, approach: Approach::RearCentre, entered: 0 };
}

/// Deployment: how far it is (`deployment`).
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Deployment {
    /// Units that the side whose turn it is has placed in a row.
    pub row: u8,
    /// The division of each side that is begun and not yet whole on the table.
    pub open: [DivisionId; 2],
    /// Whether the attacker has decided about a flank march.
    pub marched: bool,
}

impl Deployment {
    /// Nothing is deployed yet.
    pub const NONE: Deployment = Deployment { row: 0, open: [DivisionId::NONE; 2], marched: false };
}

/// Stretch of an edge of the table from which units come: where it begins and ends, and the way that they face.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Stretch {
    /// Its end on the left of who comes in.
    pub from: Spot,
    /// Its length.
    pub length: Length,
    /// The way into the table.
    pub inward: Turn,
}

impl Stretch {
    /// The spot so far along it, from its left end.
    pub fn at(self, along: Length) -> Pose {
        let start = Pose { at: self.from, turn: self.inward };
        start.after(Size { width: MU, depth: MU }, baize::Leg::Slide(along))
    }
}

/// The stretch of an approach of a side: a third of the own edge, half of a side edge (`deployment.off_table`).
pub fn stretch(b: &Battle, side: Side, approach: Approach) -> Stretch {
    // As the first side sees it; for the second the table is turned about.
    let (width, depth) = (b.table.width.0, b.table.depth.0);
    let (third, half) = (width / 3, depth / 2);
    let rear = |from| (Spot { x: from, y: depth }, third, Turn(0));
    // Who comes in from the left edge looks to the right, with the enemy's edge on the left.
    let left = |from| (Spot { x: 0, y: from }, half, Turn::QUARTER);
    let right = |from| (Spot { x: width, y: from }, half, Turn::QUARTER.reversed());
    let (from, length, inward) = match approach {
        Approach::RearLeft => rear(0),
        Approach::RearCentre => rear(third),
        Approach::RearRight => rear(width - third),
        Approach::LeftRear => left(half),
        Approach::LeftFront => left(0),
        Approach::RightRear => right(depth),
        Approach::RightFront => right(half),
    };
    let turned = Spot { x: width - from.x, y: depth - from.y };
    match side {
        Side(0) => Stretch { from, length: Length(length), inward },
        _ => Stretch { from: turned, length: Length(length), inward: inward.and(Turn::HALF) },
    }
}

/// The divisions of a side.
pub fn divisions_of(b: &Battle, side: Side) -> impl Iterator<Item = DivisionId> + Clone + '_ {
    (0..b.divisions.len() as u8).map(DivisionId).filter(move |one| b.division(*one).side == side)
}

/// The rectangle of the base that stands for a line of communications: a square of one and a half bases (`recovery.loc`).
pub fn communications_size(b: &Battle) -> Size {
    let side = Length(b.base.width.0 / 2 * 3);
    Size { width: side, depth: side }
}

/// The figure of a side's line of communications, if it has one: it touches the own edge (`recovery.loc`).
pub fn communications(b: &Battle, s: &State, side: Side) -> Option<baize::Figure> {
    let at = s.communications[side.index()]?;
    Some(communications_at(b, side, at))
}

/// The figure of a line of communications with its middle so far from the left edge of the table.
pub fn communications_at(b: &Battle, side: Side, at: Length) -> baize::Figure {
    let size = communications_size(b);
    let y = if side == Side(0) { b.table.depth.0 - size.depth.0 } else { 0 };
    Pose { at: Spot { x: at.0, y }, turn: Turn(0) }.place(size.shape())
}
