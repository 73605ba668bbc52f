//! 9.1 to 9.3: the faces of a unit, and turning.

use ground::{Aim, Dir, Dirs, HexId};
use table::{Event, Point, Refusal, rule};

use crate::Field;
use crate::core::Few;
use crate::core::battle::Battle;
use crate::core::charts::{AimKind, FormationRow, Spread};
use crate::core::field::{hex_point, unit_point};
use crate::core::footprint::{self, Face};
use crate::core::state::{Formation, Part, State, Unit, UnitId};
use crate::core::status;

/// The face of a part at a hexside: by its formation (9), of guns by that of the infantry they stand with (18.1); but a line has no flanks in a village (12.6.6.1), and none where it is refused
/// (12.6.6).
pub fn face(b: &Battle, s: &State, part: Part, dir: Dir) -> Face {
    let part = footprint::looks(b, s, part);
    match footprint::face(b, s, part, dir) {
        Face::Flank if is_refused(b, s, part, dir) => Face::Front,
        face => face,
    }
}

/// Whether a flank hexside of a line counts as front: the terrain gives it no flanks (12.6.6.1), or the hex beyond is a front hex of a friendly
/// line next to it (12.6.6, reading 60).
fn is_refused(b: &Battle, s: &State, part: Part, dir: Dir) -> bool {
    let (unit, hex) = (part.unit(), s.hex_of(part));
    if s.unit(unit).shape() != Formation::Line {
        return false;
    }
    if !b.charts.terrain[b.ground.terrain(hex)].line_has_flanks {
        return true;
    }
    let Some(beyond) = b.ground.neighbour(hex, dir) else { return false };
    let near = b.ground.neighbours(beyond).into_iter().filter(|h| h.is_some());
    let mut lines = near.flat_map(|h| s.stack(h).map(move |part| (h, part))).filter(|(_, other)| {
        other.unit() != unit
            && b.side(other.unit()) == b.side(unit)
            && s.unit(other.unit()).shape() == Formation::Line
            && touches(b, s, other.unit(), unit)
    });
    lines.any(|(h, other)| {
        let towards = b.ground.dir_to(h, beyond).expect("it is next to it");
        footprint::face(b, s, other, towards) == Face::Front
    })
}

/// Whether two units stand next to each other.
fn touches(b: &Battle, s: &State, one: UnitId, other: UnitId) -> bool {
    let (these, those) = (s.unit(one).hexes(), s.unit(other).hexes());
    these.iter().any(|h| those.iter().any(|o| b.ground.distance(*h, *o) == 1))
}

/// The directions of a part's front.
pub fn fronts(b: &Battle, s: &State, part: Part) -> Dirs {
    Dir::ALL.into_iter().filter(|dir| face(b, s, part, *dir) == Face::Front).collect()
}

/// The hexes before a unit, each with the part and the direction from which it is a front hex.
pub fn front_hexes(b: &Battle, s: &State, unit: UnitId) -> Few<(Part, Dir, HexId)> {
    let before = |part: Part| {
        let hex = s.hex_of(part);
        fronts(b, s, part).iter().filter_map(move |dir| Some((part, dir, b.ground.neighbour(hex, dir)?)))
    };
    footprint::parts(s, unit).flat_map(before).collect()
}

/// Through which face of the top unit of a hex something comes from a hex next to it.
pub fn hit(b: &Battle, s: &State, target: HexId, from: HexId) -> Option<Face> {
    let part = s.stack(target).next()?;
    Some(face(b, s, part, b.ground.dir_to(target, from)?))
}

/// Whether a unit may take up an aim where it stands (9.2): its formation can have it, and it keeps its hexes: it turns in place in one hex, and
/// in several only about (9.2.2).
///
/// # Errors
/// Why not.
pub fn may_turn(b: &Battle, s: &State, unit: UnitId, aim: Aim) -> Result<(), Refusal> {
    let (now, row) = (s.unit(unit), status::row(b, s, unit));
    let refusal = |rule, why| {
        Err(Refusal::new(rule, why).with("unit", unit_point(unit)).with("facing", Point::Facing(aim.0)))
    };
    if row.aim == AimKind::All {
        return refusal(rule!("9"), "turn.all_around");
    }
    if !footprint::may_aim(row, aim) {
        return refusal(rule!("9"), "turn.formation");
    }
    if aim == now.aim {
        return refusal(rule!("9.2"), "turn.already");
    }
    let file = row.aim == AimKind::Path || row.spread == Spread::File;
    let keeps = || if file { heads(b, row, aim, now) } else { aim == now.aim.opposite() };
    if now.hexes().len() > 1 && !keeps() {
        return refusal(rule!("9.2.1"), "turn.several_hexes");
    }
    Ok(())
}

/// Whether the head of a column of several hexes may look so: not at the hex behind it; about, the last hex becomes the head (9.2.2, reading 207).
fn heads(b: &Battle, row: &FormationRow, aim: Aim, now: &Unit) -> bool {
    let hexes = now.hexes();
    let about = aim == now.aim.opposite();
    let count = hexes.len();
    let (head, next) = if about { (hexes[count - 1], hexes[count - 2]) } else { (hexes[0], hexes[1]) };
    let front = footprint::faces(b, row, aim, &[head], 0).front;
    b.ground.dir_to(head, next).is_some_and(|behind| !front.contains(behind))
}

impl Field<'_> {
    /// Turns a stack (9.2): all counters of a hex look the same way (9.1). A unit in several hexes turns about (9.2.2), and its parts then
    /// have their order the other way round.
    pub fn turn(&mut self, stack: &[UnitId], aim: Aim) {
        for &unit in stack {
            if self.s.unit(unit).aim.opposite() == aim {
                self.s.reverse(unit);
            }
            self.s.unit_mut(unit).aim = aim;
        }
        if let Some(&top) = stack.first() {
            let hex = self.s.unit(top).hex();
            self.tell(|| {
                Event::new(rule!("9.2"), "turned")
                    .point("unit", unit_point(top))
                    .point("hex", hex_point(hex))
                    .point("facing", Point::Facing(aim.0))
            });
        }
    }
}
