//! 7.4: line of sight. The ground gives the geometry (7.4.2, 7.4.3); here stands what obstructs (7.4.1).

use ground::{Block, HexId, Obstacle, Sight, SightRule, SightRules};
use table::{Point, Refusal, rule};

use crate::charts::SideSight;
use crate::field::hex_point;
use crate::{Battle, State};

/// What obstructs on this field: terrain, units of both sides, hexsides (7.4.1).
struct Obstructions<'a> {
    b: &'a Battle,
    s: &'a State,
}

impl SightRules for Obstructions<'_> {
    fn hex(&self, hex: HexId) -> Option<Block> {
        let terrain = self.b.ground.terrain(hex);
        (!self.s.is_empty(hex) || self.b.charts.terrain[terrain.index()].blocks).then_some(Block::Solid)
    }

    fn side(&self, a: HexId, b: HexId) -> Option<Block> {
        let dir = self.b.ground.dir_to(a, b)?;
        let mut block = None;
        for feature in self.b.ground.side(a, dir).iter() {
            match self.b.charts.sides[feature.index()].sight {
                SideSight::Open => {}
                SideSight::Blocks => return Some(Block::Solid),
                SideSight::UnlessAdjacent => block = Some(Block::Parapet),
            }
        }
        block
    }
}

/// Whether there is a line of sight between two hexes, units in between counted (7.4).
///
/// # Errors
/// What stands in the way.
pub fn sight(b: &Battle, s: &State, from: HexId, to: HexId) -> Result<(), Refusal> {
    if let Some(open) = point_blank(b, from, to) {
        let refusal = Refusal::new(rule!("7.4.4"), "sight.close").with("hex", hex_point(to));
        return if open { Ok(()) } else { Err(refusal) };
    }
    match b.ground.sight(from, to, &Obstructions { b, s }) {
        Sight::Clear => Ok(()),
        Sight::Blocked { by, why } => Err(explain(by, why, rises_over(b, from, to, by))),
    }
}

/// The same without the reason, fast.
pub fn sees(b: &Battle, s: &State, from: HexId, to: HexId) -> bool {
    point_blank(b, from, to).unwrap_or_else(|| b.ground.sees(from, to, &Obstructions { b, s }))
}

/// Between adjacent hexes: whether the hexside between them lets fire through (7.4.4).
fn point_blank(b: &Battle, from: HexId, to: HexId) -> Option<bool> {
    let dir = b.ground.dir_to(from, to)?;
    Some(b.ground.side(from, dir).iter().all(|feature| b.charts.sides[feature.index()].point_blank))
}

/// Whether an end of a blocked line stands above the obstacle, but not near enough to look over it (7.4.3).
fn rises_over(b: &Battle, from: HexId, to: HexId, by: Obstacle) -> bool {
    let level = match by {
        Obstacle::Hex(hex) => b.ground.level(hex),
        Obstacle::Side(a, c) => b.ground.level(a).min(b.ground.level(c)),
    };
    b.ground.level(from).max(b.ground.level(to)) > level
}

/// The refusal for a blocked line.
fn explain(by: Obstacle, why: SightRule, above: bool) -> Refusal {
    let (rule, key) = match why {
        SightRule::Hex | SightRule::Side if above => (rule!("7.4.3"), "sight.far_from_height"),
        SightRule::HigherHex => (rule!("7.4.1"), "sight.higher"),
        SightRule::Hex => (rule!("7.4.1"), "sight.hex"),
        SightRule::Side => (rule!("7.4.1"), "sight.side"),
        SightRule::AlongSide => (rule!("7.4.2"), "sight.along"),
        SightRule::Between(_) => (rule!("7.4.2"), "sight.between"),
        SightRule::CloseRange => (rule!("7.4.4"), "sight.close"),
    };
    let (hex, beyond) = match by {
        Obstacle::Hex(hex) => (hex_point(hex), Point::Nothing),
        Obstacle::Side(a, b) => (hex_point(a), hex_point(b)),
    };
    let refusal = Refusal::new(rule, key).with("hex", hex);
    if beyond == Point::Nothing { refusal } else { refusal.with("beyond", beyond) }
}
