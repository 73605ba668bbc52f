//! Plain facts of units, by the text: strength, faces, zones.

use ground::{Dir, HexId};
use marshal::core::battle::Trait;
use marshal::core::state::{Formation, Order, UnitId};
use marshal::{Battle, State};
use roster::Arm;
use table::Side;

/// A fraction.
#[derive(Clone, Copy, Debug)]
pub struct Q(pub i64, pub i64);

impl Q {
    /// The product.
    pub fn times(self, other: Q) -> Q {
        Q(self.0 * other.0, self.1 * other.1)
    }

    /// The sum.
    pub fn plus(self, other: Q) -> Q {
        Q(self.0 * other.1 + other.0 * self.1, self.1 * other.1)
    }

    /// Rounded down to twelfths.
    pub fn in_twelfths(self) -> Q {
        Q((12 * self.0).div_euclid(self.1), 12)
    }

    /// In lowest terms.
    pub fn lowest(self) -> (i64, i64) {
        let (mut a, mut b) = (self.0.abs(), self.1);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        (self.0 / a.max(1), self.1 / a.max(1))
    }
}

/// Increments left.
pub fn left(b: &Battle, s: &State, unit: UnitId) -> i64 {
    i64::from(b.unit(unit).increments) - i64::from(s.unit(unit).losses)
}

/// Increments in one of its hexes: as evenly as can be, the odd ones to the first.
pub fn held(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> i64 {
    let hexes = s.unit(unit).hexes();
    let (all, count) = (left(b, s, unit), hexes.len() as i64);
    let at = hexes.iter().position(|own| *own == hex).expect("one of its hexes") as i64;
    if at < all % count { all / count + 1 } else { all / count }
}

/// Whether cavalry is heavy (6).
pub fn heavy(b: &Battle, unit: UnitId) -> bool {
    b.arm(unit) == Arm::Cavalry && b.unit(unit).movement <= 12
}

/// Whether a unit is light cavalry (6).
pub fn light(b: &Battle, unit: UnitId) -> bool {
    b.arm(unit) == Arm::Cavalry && b.unit(unit).movement >= 13
}

/// Whether a unit is in a formation and in good order.
pub fn stands(s: &State, unit: UnitId, formation: Formation) -> bool {
    s.unit(unit).order == Order::Good && s.unit(unit).formation == formation
}

/// Whether infantry stands in carré in a hex.
pub fn has_square(b: &Battle, s: &State, hex: HexId) -> bool {
    s.units_in(hex).iter().any(|u| b.arm(*u) == Arm::Infantry && stands(s, *u, Formation::Square))
}

/// Face of a unit's hex at one of its hexsides (13).
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Face {
    /// Front.
    Front,
    /// Flank.
    Flank,
    /// Rear.
    Rear,
    /// Towards its own next hex.
    Own,
}

/// The faces of a unit's hex by its own formation (13, 16, 19), clockwise from north.
fn own_faces(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> [Face; 6] {
    use Face::{Flank as L, Front as F, Own, Rear as R};
    let now = s.unit(unit);
    let hexes = now.hexes();
    let index = hexes.iter().position(|own| *own == hex).expect("one of its hexes");
    let mut zero = Dir(now.aim.0 / 2);
    let (column, wide) = ([F, F, L, R, L, F], [F, F, F, R, F, F]);
    let clockwise = match (b.arm(unit), now.formation) {
        (_, Formation::Square) => [F; 6],
        (_, Formation::GeneralOrder) => wide,
        (Arm::Cavalry, Formation::Column) if light(b, unit) => wide,
        (_, Formation::Line) => [F, F, L, R, R, L],
        (_, Formation::Skirmish) if hexes.len() == 1 => [F, F, F, L, L, F],
        (_, Formation::Skirmish) if index == 0 => [F, F, Own, R, L, F],
        (_, Formation::Skirmish) if index + 1 == hexes.len() => [F, F, F, L, R, Own],
        (_, Formation::Skirmish) => [F, F, Own, R, R, Own],
        (_, Formation::RoadMarch) => {
            if let Some(ahead) = index.checked_sub(1).and_then(|at| b.ground.dir_to(hex, hexes[at])) {
                zero = ahead;
            }
            column
        }
        _ => column,
    };
    let mut faces = [F; 6];
    for (turn, face) in clockwise.into_iter().enumerate() {
        faces[zero.turn(turn as i8).index()] = face;
    }
    for dir in Dir::ALL {
        if b.ground.neighbour(hex, dir).is_some_and(|next| hexes.contains(&next)) {
            faces[dir.index()] = Own;
        }
    }
    faces
}

/// The faces of a unit's hex: guns in position beside a line look as it does (13, 25).
pub fn faces(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> [Face; 6] {
    let line = |u: &UnitId| b.arm(*u) == Arm::Infantry && stands(s, *u, Formation::Line);
    let guns = b.arm(unit) == Arm::Artillery && s.unit(unit).formation == Formation::Unlimbered;
    let by = s.units_in(hex).iter().copied().find(line).filter(|_| guns);
    own_faces(b, s, by.unwrap_or(unit), hex)
}

/// The units of a side in whose zone a hex lies (14): before their front, but not those of carrés, nor of the routed.
pub fn zoners(b: &Battle, s: &State, side: Side, hex: HexId) -> Vec<UnitId> {
    let exerts = |u: &UnitId| {
        let now = s.unit(*u);
        let square = b.arm(*u) == Arm::Infantry && now.formation == Formation::Square;
        let ahead = |own: &HexId| {
            b.ground.dir_to(*own, hex).is_some_and(|dir| faces(b, s, *u, *own)[dir.index()] == Face::Front)
        };
        b.side(*u) == side && now.order != Order::Pgd && !square && now.hexes().iter().any(ahead)
    };
    b.unit_ids().filter(exerts).collect()
}

/// The face of the top unit of a hex at one of its hexsides; a flank of a line in a friend's zone is refused (13, 16).
pub fn met(b: &Battle, s: &State, hex: HexId, dir: Dir) -> Face {
    let top = s.units_in(hex)[0];
    let face = faces(b, s, top, hex)[dir.index()];
    let refused =
        || b.ground.neighbour(hex, dir).is_some_and(|beside| !zoners(b, s, b.side(top), beside).is_empty());
    if face == Face::Flank && s.unit(top).formation == Formation::Line && refused() {
        Face::Front
    } else {
        face
    }
}

/// Whether a line from a unit's hex goes out through its front (23).
pub fn sees_ahead(b: &Battle, s: &State, unit: UnitId, own: HexId, at: HexId) -> bool {
    let faces = faces(b, s, unit, own);
    let (one, other) = b.ground.hexsides_facing(at, own);
    one.into_iter().chain(other).any(|dir| faces[dir.index()] == Face::Front)
}

/// Whether guns are horse artillery.
pub fn is_horse(b: &Battle, unit: UnitId) -> bool {
    b.unit(unit).traits.has(Trait::Horse)
}
