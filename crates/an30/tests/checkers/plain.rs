//! Plain facts of units, by the text: strength, hexes, faces.

use an30::core::battle::Trait;
use an30::core::state::{Formation, Order, UnitId};
use an30::{Battle, State};
use ground::{Dir, HexId};
use roster::{Arm, Rank};

use super::sheets::Sheets;

/// Whether a unit has a trait of that name.
pub fn is(b: &Battle, unit: UnitId, name: &str) -> bool {
    Trait::named(name).is_some_and(|one| b.unit(unit).traits.has(one))
}

/// Increments left; the Old Guard has lost half of what is marked, rounded down (17.4).
pub fn increments(b: &Battle, s: &State, unit: UnitId) -> i64 {
    let marked = i64::from(s.unit(unit).losses);
    let lost = if is(b, unit, "old-guard") { marked / 2 } else { marked };
    i64::from(b.unit(unit).increments) - lost
}

/// Whether a unit may skirmish (12.10).
pub fn may_skirmish(b: &Battle, s: &State, unit: UnitId) -> bool {
    match b.arm(unit) {
        Arm::Infantry => s.backs.units[unit.i()].range == 2,
        Arm::Cavalry => s.backs.units[unit.i()].skirmish.is_some(),
        Arm::Artillery => false,
    }
}

/// The hexes of a formation (12.3 to 12.10): where the text leaves a choice, by a number.
pub fn usual_hexes(b: &Battle, unit: UnitId, formation: Formation, left: i64, choice: usize) -> usize {
    let by_four = (left + 3) / 4;
    let count = match (b.arm(unit), formation) {
        (Arm::Infantry, Formation::Line) => i64::from(left >= 5 && !choice.is_multiple_of(3)) + 1,
        (Arm::Cavalry, Formation::Line) => 1 + choice as i64 % by_four,
        (Arm::Infantry, Formation::Skirmish) => i64::from(left >= 4) + 1,
        (Arm::Cavalry, Formation::Skirmish) => 2,
        (Arm::Cavalry, Formation::Column) | (Arm::Infantry | Arm::Cavalry, Formation::RoadColumn) => by_four,
        (Arm::Artillery, Formation::RoadColumn) if !is(b, unit, "wagon") => left,
        _ => 1,
    };
    count.max(1) as usize
}

/// The column of the Movement Chart (13.1.2).
pub fn column(b: &Battle, s: &State, unit: UnitId) -> &'static str {
    let now = s.unit(unit);
    let skirmishes = now.order == Order::Good && now.formation == Formation::Skirmish;
    match b.arm(unit) {
        Arm::Infantry if skirmishes && b.unit(unit).size == Rank::Company => "skirmish_company",
        Arm::Infantry => "infantry",
        Arm::Cavalry => "cavalry",
        Arm::Artillery => "artillery",
    }
}

/// Face of a unit's hex at one of its hexsides (9).
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

/// The faces of a unit's hex by its own formation, as the figures of chapter 9 have them, before refused flanks.
fn bare(b: &Battle, s: &State, unit: UnitId, index: usize) -> [Face; 6] {
    use Face::{Flank, Front, Own, Rear};
    let (now, count) = (s.unit(unit), s.unit(unit).hexes().len());
    let all = [Front; 6];
    if now.order != Order::Good {
        return all;
    }
    // From the hexside aimed at, or the one left of the corner aimed at, clockwise.
    let ahead = Dir(now.aim.0 / 2);
    let (mut zero, last) = (ahead, index + 1 == count);
    let before = |i: usize| i.checked_sub(1).and_then(|p| b.ground.dir_to(now.hexes()[i], now.hexes()[p]));
    let clockwise = match (b.arm(unit), now.formation) {
        (_, Formation::Square | Formation::Limbered) => return all,
        (Arm::Infantry, Formation::Column) => [Front, Front, Flank, Rear, Flank, Front],
        (_, Formation::Column) => {
            zero = before(index).unwrap_or(ahead);
            let (first, back) = (if index == 0 { Front } else { Flank }, if last { Rear } else { Own });
            [if index == 0 { Front } else { Own }, first, Flank, back, Flank, first]
        }
        (_, Formation::Line) => [Front, Front, Flank, Rear, Rear, Flank],
        (_, Formation::Skirmish) if count == 1 => [Front, Front, Front, Flank, Flank, Front],
        (_, Formation::Skirmish) if index == 0 => [Front, Front, Own, Rear, Flank, Front],
        (_, Formation::Skirmish) => [Front, Front, Front, Flank, Rear, Own],
        (_, Formation::GeneralOrder) => [Front, Front, Front, Rear, Front, Front],
        (_, Formation::Unlimbered) => [Front, Front, Rear, Rear, Rear, Front],
        (_, Formation::RoadColumn) => {
            zero = before(index).unwrap_or(ahead);
            let back = if last { Rear } else { Own };
            [if index == 0 { Front } else { Own }, Flank, Flank, back, Flank, Flank]
        }
        (_, Formation::Disorder | Formation::Pgd) => return all,
    };
    let mut faces = all;
    for (turn, face) in clockwise.into_iter().enumerate() {
        faces[zero.turn(turn as i8).index()] = face;
    }
    // Where a column bends, its parts lie elsewhere than straight behind.
    for dir in Dir::ALL {
        let own = b.ground.neighbour(now.hexes()[index], dir).is_some_and(|next| now.hexes().contains(&next));
        if own {
            faces[dir.index()] = Own;
        } else if faces[dir.index()] == Own {
            faces[dir.index()] = Flank;
        }
    }
    faces
}

/// The unit whose facing counts for another one in a hex: guns with infantry have the infantry's (18.1).
fn facing_of(b: &Battle, s: &State, unit: UnitId, hex: HexId) -> UnitId {
    let guns = b.arm(unit) == Arm::Artillery && s.unit(unit).order == Order::Good;
    let foot = s.units_in(hex).iter().copied().find(|u| b.arm(*u) == Arm::Infantry);
    if guns { foot.unwrap_or(unit) } else { unit }
}

/// The faces of a unit's hex, with refused flanks (12.6.6) and houses (12.6.6.1).
pub fn faces(b: &Battle, s: &State, sheets: &Sheets, unit: UnitId, hex: HexId) -> [Face; 6] {
    let by = facing_of(b, s, unit, hex);
    let now = s.unit(by);
    let index = now.hexes().iter().position(|own| *own == hex).expect("one of its hexes");
    let mut faces = bare(b, s, by, index);
    if now.order != Order::Good || now.formation != Formation::Line {
        return faces;
    }
    for dir in Dir::ALL {
        if faces[dir.index()] != Face::Flank {
            continue;
        }
        let houses =
            sheets.forms(b, hex).iter().any(|form| form == "line") && !sheets.flag(b, hex, "line_has_flanks");
        let beyond = b.ground.neighbour(hex, dir);
        let refused = beyond.is_some_and(|beyond| is_before_a_line(b, s, by, beyond));
        if houses || refused {
            faces[dir.index()] = Face::Front;
        }
    }
    faces
}

/// Whether a hex lies before the front of a friendly line next to a unit (12.6.6).
fn is_before_a_line(b: &Battle, s: &State, unit: UnitId, beyond: HexId) -> bool {
    let next_to = |other: UnitId| {
        let near = |a: &HexId| s.unit(unit).hexes().iter().any(|own| b.ground.distance(*a, *own) == 1);
        s.unit(other).hexes().iter().any(near)
    };
    b.unit_ids().filter(|u| *u != unit && b.side(*u) == b.side(unit)).any(|other| {
        let there = s.unit(other);
        let line = there.order == Order::Good && there.formation == Formation::Line;
        let front = |(index, hex): (usize, &HexId)| {
            let dir = b.ground.dir_to(*hex, beyond);
            dir.is_some_and(|dir| bare(b, s, other, index)[dir.index()] == Face::Front)
        };
        line && there.on_map() && next_to(other) && there.hexes().iter().enumerate().any(front)
    })
}
