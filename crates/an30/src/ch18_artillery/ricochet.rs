//! 18.9: the shot path beyond the hex aimed at.

use ground::{Dir, HexId, TraceStep};

use crate::ch15_fire::defence::Entry;
use crate::core::battle::Battle;

/// A hex of a shot path.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Bound {
    /// The hex.
    pub hex: HexId,
    /// Entry of the shot.
    pub entry: Entry,
    /// The path runs along a hex spine there: half the value for each of its two hexes (18.9.5).
    pub spine: bool,
}

/// The hexes of a shot path beyond the hex aimed at, up to a range (18.9.1, reading 20): it ends in terrain that stops it, and before an uphill
/// slope; behind a steep downhill slope it passes over one hex (18.9.2).
pub fn path(b: &Battle, from: HexId, aimed: HexId, range: u16) -> Vec<Bound> {
    let ground = &b.ground;
    let mut found = Vec::new();
    let ends = |hex: HexId| b.charts.terrain[ground.terrain(hex)].ends_ricochet;
    if b.ground.distance(from, aimed) < b.charts.fire_values.ricochet_from.count() || ends(aimed) {
        return found;
    }
    let mut beyond = false;
    let mut shadow = false;
    let (mut side, mut last): (Option<Dir>, HexId) = (None, aimed);
    let by = |side| Entry { side, from, aimed };
    for passed in ground.ray(from, aimed, range) {
        if !beyond {
            beyond = passed == TraceStep::Hex(aimed);
            continue;
        }
        match passed {
            TraceStep::Hexside(near, far) => {
                let Some(hop) = cross(b, near, far) else { break };
                shadow |= hop;
                side = ground.dir_to(far, near);
            }
            TraceStep::Vertex { hex, left, right } if hex == last => {
                let hops =
                    [left, right].map(|beside| beside.map_or(Some(false), |beside| cross(b, hex, beside)));
                let (Some(one), Some(other)) = (hops[0], hops[1]) else { break };
                shadow |= one || other;
            }
            TraceStep::Vertex { hex, left, right } => {
                let hops =
                    [left, right].map(|beside| beside.map_or(Some(false), |beside| cross(b, beside, hex)));
                let (Some(one), Some(other)) = (hops[0], hops[1]) else { break };
                shadow |= one || other;
            }
            TraceStep::Along { left, right } => {
                let hexes = [left, right].into_iter().flatten();
                if !std::mem::take(&mut shadow) {
                    found.extend(hexes.clone().map(|hex| Bound { hex, entry: by(None), spine: true }));
                }
                if hexes.clone().any(ends) {
                    break;
                }
            }
            TraceStep::Hex(hex) => {
                if !std::mem::take(&mut shadow) {
                    found.push(Bound { hex, entry: by(side), spine: false });
                }
                last = hex;
                if ends(hex) {
                    break;
                }
            }
        }
    }
    found
}

/// Whether the shot passes over the hex behind a hexside; `None` if it ends there (18.9.2, 18.9.3, 18.9.4).
fn cross(b: &Battle, near: HexId, far: HexId) -> Option<bool> {
    let Some(dir) = b.ground.dir_to(near, far) else { return Some(false) };
    let up = b.ground.uphill(near, dir);
    let mut over = false;
    for feature in b.ground.hexside(near, dir).iter() {
        let row = &b.charts.hexsides[feature];
        if row.ends_ricochet_uphill && up {
            return None;
        }
        over |= row.shadow;
    }
    Some(over)
}
