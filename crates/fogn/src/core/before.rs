//! Before a points game: what was decided so far, and the battle that it makes (`points.initiative`, `terrain.selection`).

use std::fmt;
use std::hash::{Hash, Hasher};
use std::sync::Arc;

use baize::Length;

use super::battle::{Battle, UnitCard};
use super::pieces::{Column, Feature, Lie, Piece};
use super::state::{DivisionId, UnitId};
use crate::armies::{Attachment, Region};
use crate::formations::Strength;

/// Preliminaries of a points game: what two armies bring to it.
#[derive(Clone, Debug)]
pub struct Preliminaries {
    /// The score of each side before its die: the level of its corps commander and the initiative of its list.
    pub initiative: [i16; 2],
    /// Points that the armies cost.
    pub points: [i32; 2],
    /// Regions of the lists.
    pub regions: [Vec<Region>; 2],
    /// Troops that each side may get for its initiative.
    pub recruits: [Vec<Recruit>; 2],
    /// Attachments that divisions give to units before the deployment.
    pub pool: Vec<Pooled>,
    /// Fieldworks of each side, small and large.
    pub works: [[u8; 2]; 2],
}

/// Recruit: troops that a side may get for its initiative.
#[derive(Clone, Debug)]
pub struct Recruit {
    /// The unit as it would be; its division is chosen.
    pub card: UnitCard,
    /// Points.
    pub points: i16,
}

/// Attachment of a division, and the units that it may be given to.
#[derive(Clone, Debug)]
pub struct Pooled {
    /// Kind.
    pub kind: Attachment,
    /// The division.
    pub division: DivisionId,
    /// Units that may have it.
    pub to: Vec<UnitId>,
}

/// Raising: what a side has got for its initiative.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum Raised {
    /// A new unit: the recruit's number, and its division.
    Unit(u8, DivisionId),
    /// A small unit that became a large one.
    Larger(UnitId),
}

/// Decisions before a points game.
#[derive(Clone, PartialEq, Eq, Hash, Debug, Default)]
pub struct Before {
    /// Scores of the initiative.
    pub scores: [i16; 2],
    /// Troops that the attacker has got for it.
    pub raised: Vec<Raised>,
    /// The region.
    pub region: Option<Region>,
    /// Pieces of terrain, in the order in which they were chosen; the first two are the defender's own hill and road.
    pub pieces: Vec<Piece>,
    /// Attachments given out: place in the pool, and the unit; none where it was left.
    pub attached: Vec<(u8, UnitId)>,
    /// Whether each side has done with choosing terrain.
    pub chosen: [bool; 2],
    /// Side that has laid the last area.
    pub last: Option<table::Side>,
    /// Fieldworks that the defender has laid, small and large.
    pub works: [u8; 2],
}

/// The battle that the decisions have made; it follows from them, and is kept so that it is not made anew at each step.
#[derive(Clone, Default)]
pub struct Made(pub Option<Arc<Battle>>);

impl PartialEq for Made {
    fn eq(&self, _: &Made) -> bool {
        true
    }
}

impl Eq for Made {}

impl Hash for Made {
    fn hash<H: Hasher>(&self, _: &mut H) {}
}

impl fmt::Debug for Made {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(if self.0.is_some() { "made" } else { "as loaded" })
    }
}

/// Points that a side gets troops for.
pub const BONUS: i16 = 40;
/// Lead in initiative that brings them.
pub const LEAD: i16 = 3;

/// The battle as decisions have made it: the table with the pieces that lie on it, attachments given out, troops raised.
pub fn made(base: &Battle, before: &Before, attacker: table::Side) -> Battle {
    let mut battle = base.clone();
    let table = &mut battle.table;
    let (hills, others): (Vec<&Piece>, Vec<&Piece>) = before
        .pieces
        .iter()
        .filter(|piece| !matches!(piece.lie, Lie::Chosen | Lie::Gone))
        .partition(|piece| piece.feature.is_hill());
    table.areas.extend(hills.into_iter().chain(others.iter().copied()).filter_map(Piece::as_area));
    table.lines.extend(others.iter().filter_map(|piece| piece.as_line()));
    bridge(table);
    if let Some(game) = &base.game {
        for (at, unit) in &before.attached {
            if let Some(one) = game.pool.get(usize::from(*at)).filter(|_| *unit != UnitId::NONE) {
                battle.units[unit.i()].attachments.push(one.kind);
            }
        }
        let slots = base.unit_ids().filter(|unit| base.unit(*unit).extra && base.side(*unit) == attacker);
        for (slot, raised) in slots.zip(&before.raised) {
            match raised {
                Raised::Unit(number, division) => {
                    let id = battle.units[slot.i()].id.clone();
                    if let Some(recruit) = game.recruits[attacker.index()].get(usize::from(*number)) {
                        battle.units[slot.i()] =
                            UnitCard { id, division: *division, extra: true, ..recruit.card.clone() };
                    }
                }
                Raised::Larger(unit) => battle.units[unit.i()].strength = Strength::Large,
            }
        }
        if !before.raised.is_empty() {
            battle.worth_more[attacker.enemy().index()] = 4;
        }
    }
    battle
}

/// A bridge where a road crosses water (`terrain.placement`; RULING 78: never a ford).
fn bridge(table: &mut baize::Table) {
    let mut found = Vec::new();
    for (over, water) in table.lines.iter().enumerate().filter(|(_, line)| line.kind.is_water()) {
        for road in table.lines.iter().filter(|line| line.kind == baize::LineKind::Road) {
            for a in water.points.windows(2) {
                for b in road.points.windows(2) {
                    found.extend(crossing((a[0], a[1]), (b[0], b[1])).map(|at| (at, over)));
                }
            }
        }
    }
    table.points.extend(found.into_iter().map(|(at, over)| baize::Point {
        kind: baize::PointKind::Bridge,
        name: String::new(),
        at,
        over,
    }));
}

/// Place where two stretches cross, to the unit.
pub(crate) fn crossing(
    (a, b): (baize::Place, baize::Place),
    (c, d): (baize::Place, baize::Place),
) -> Option<baize::Place> {
    let part = |from: i32, to: i32| i64::from(to) - i64::from(from);
    let (rx, ry, sx, sy) = (part(a.x, b.x), part(a.y, b.y), part(c.x, d.x), part(c.y, d.y));
    let (qx, qy) = (part(a.x, c.x), part(a.y, c.y));
    let of = rx * sy - ry * sx;
    if of == 0 {
        return None;
    }
    let (t, u) = (qx * sy - qy * sx, qx * ry - qy * rx);
    let within = |n: i64| n.signum() * of.signum() >= 0 && n.abs() <= of.abs();
    (within(t) && within(u))
        .then(|| baize::Place { x: a.x + (rx * t / of) as i32, y: a.y + (ry * t / of) as i32 })
}

impl Before {
    /// Pieces of a column that were chosen, as they count toward its most: large ones twice, but compulsory ones once; without the defender's own hill and road
    /// (`terrain.selection`).
    pub(crate) fn counted(&self, column: Column) -> u32 {
        let pieces = self.pieces.iter().skip(2);
        pieces.map(|piece| piece.counts_in(column)).sum()
    }

    /// Compulsory pieces of a column that were chosen.
    pub(crate) fn compulsory(&self, column: Column) -> u32 {
        let pieces = self.pieces.iter().skip(2);
        pieces.filter(|piece| piece.compulsory && piece.feature.column() == column).count() as u32
    }

    /// Selections that a side has made of its own will.
    pub(crate) fn optional(&self, side: table::Side) -> u32 {
        let pieces = self.pieces.iter().skip(2).filter(|piece| piece.owner == side && !piece.compulsory);
        pieces.map(|piece| piece.counts()).sum()
    }
}

impl Piece {
    /// Selections as which it counts (`terrain.types`).
    pub(crate) fn counts(&self) -> u32 {
        if self.large && !self.compulsory { 2 } else { 1 }
    }

    /// The same in a column: a large hill that is steep in a part is one of both sorts.
    pub(crate) fn counts_in(&self, column: Column) -> u32 {
        match (self.feature, self.counts(), column) {
            (Feature::PartlySteep, 2, Column::SteepHill | Column::GentleHill) => 1,
            _ if self.feature.column() == column => self.counts(),
            _ => 0,
        }
    }

    /// Whether it is a road or water, which may lie closer to others.
    pub fn is_line(&self) -> bool {
        self.feature.line().is_some()
    }

    /// A piece that was chosen.
    pub(crate) fn chosen(feature: Feature, large: bool, compulsory: bool, owner: table::Side) -> Piece {
        Piece { feature, large, compulsory, owner, upon: None, lie: Lie::Chosen, die: 0, water: None }
    }
}

/// MU that pieces keep from each other.
pub const APART: Length = Length::mu(4);
